"""Finds the opponents of each game through its manifest.

The opponents module of a game has ``PLAYERS``, the players by level, and ``quick``, a fallback that answers in well
under a millisecond. Optional: ``EVALUATOR`` (win probability), ``STYLE_BIAS`` (leanings of characters), ``SURENESS``
(orders about equal advice), ``FINISH_TURN`` (plays the current turn to its end), ``ANALYSIS``
(:class:`AnalysisProfile`), ``POINTS`` (points of a seat as they stand, for baselines), ``FIRST_LOOK`` (what a beginner
does where nothing brings points), ``CARELESS`` (the player that does not look, see ``ai.algorithms.skill``),
``AIMS`` (:class:`AimRules`: what turns are for) and ``GAME_FACTS``
(name of the module with facts about finished games, see ``ai.analysis.game_facts``).
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from ai.algorithms.heartbeat import beat
from ai.decision import Decision, Player, force_decision
from engine import registry
from engine.chance import SeededChance, mix

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ai.algorithms.value_function import FittedEvaluator
    from ai.analysis.report import Case
    from ai.character import StyleBias
    from engine.contract import JSON, Chance, Event, Message, View
    from games.event_texts import DescribeTurn


CHANCE = "chance"
"""Unit of values that are win probabilities themselves."""


@dataclass(frozen=True, slots=True)
class AnalysisProfile:
    """How the analysis of a game plays turns on, and which events tell a turn.

    ``level`` plays on, "" for the quick fallback; up to the end of the game, or ``until`` an event of this kind, after
    which nothing of the turn counts but what the evaluator sees; or, where a whole game would take too long, as far as
    ``play_on`` goes, which tells the win probability by seat from a play-out of its own (state, seed). ``pairs``: most
    pairs of play-outs of a comparison, of which ``batch`` are played before it is looked whether more are needed,
    ``budget``: of all of a game together, counted by the part of the game that they are played on for (0: no limit).
    ``planned``: a turn is planned as a whole, nothing is drawn within it. ``every``: the part at the end of a game in
    which every turn in which the expert would have done something else is compared, by the ends of both turns first;
    not only those that the quick comparison of decisions finds. ``trust``: the part of a loss found by that first
    comparison that play-outs confirm on average, and ``spread`` the standard deviation of the true loss about that;
    ``error``: standard error of the play-outs' own judgement, with ``play_on`` that of an even game; ``half_width``:
    how wide the 90 % interval of a moment may be to each side while there are pairs left. ``events``: kinds of events
    that tell what a turn did, those that say most first; ``results``: those among them that tell what came of choices
    made at the same time, and ``drawn`` what dice and draws brought; ``describe_draws`` tells draws that have no
    sentence of their own; ``describe_turn``: tells a turn as the parts of a sentence, None where there are no turns.
    ``term_groups``: terms of the evaluator that are told as one, each group with its name, because they go together and
    their weights counter each other; ``point_terms``: those of points, not named where points are told. ``left_out``:
    reasons that explain no moment, because they tell where a position leads with any choice, or warn of the better one.
    ``follow``: the part of an unexplained change of the evaluation that the curve takes over at once, at the beginning
    and at the end of a game: an evaluation that errs in another way from turn to turn is better known from several;
    what many play-outs say is taken over whole. ``neutral_view``: takes out of a view what tells of the habits of the
    others; choices made at the same time are measured against mixtures that come from such views, because a mixture
    that is bent towards a habit can be beaten. ``finished_by``: the level that finishes a turn, "" for a quick one.
    ``pairs_there``: pairs of play-outs in which everybody plays as who sat there, where weaker players did; 0 where
    play-outs are like them already, or where a game would take too long. ``thin``: games are so long that steps have
    fewer samples.
    ``describe_cases``: how a moment could have gone, from the position before it, the seat, and positions right after
    the better and the played line.
    """

    level: str = ""
    until: str = ""
    play_on: Callable[[Any, int], Sequence[float]] | None = None
    pairs: int = 48
    batch: int = 4
    budget: float = 0.0
    planned: bool = False
    every: float = 0.0
    trust: float = 0.5
    spread: float = 0.1
    error: float = 0.02
    half_width: float = 0.08
    events: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    describe_draws: Callable[[Sequence[Event]], Message | None] | None = None
    describe_turn: DescribeTurn | None = None
    term_groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    point_terms: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    follow: tuple[float, float] = (1.0, 1.0)
    neutral_view: Callable[[View], View] | None = None
    finished_by: str = ""
    pairs_there: int = 0
    thin: bool = False
    describe_cases: Callable[[Any, int, Sequence[tuple[Any, Any]]], tuple[Case, ...]] | None = None


Aim = tuple[str, *tuple[int, ...]]
"""Something that a turn can be for: its kind, what it is about as a number of the game, and the seat that loses."""


@dataclass(frozen=True, slots=True)
class AimRules:
    """What turns of a game can be for (``ai.aims``).

    ``worth`` of each kind of aim; ``find``: which have come true between two positions, by the events between them,
    for a seat; ``name_subject``: what an aim is about, as parameters of its text, from a position, its kind and its
    number, none where it is about a rival alone; ``name_choice``: an action in a position in words, where
    these are not those of its turn; ``relates``: whether an aim can come of an action at all; ``rate_decision``: how
    telling a decision is among those of a turn that dice part, None where a turn is told from its first decision;
    ``by_chance``: events that only some may see and that chance alone brings: a turn with any other such event rests
    on something hidden; ``of_hand``: kinds about a card of the hand, which are not told where the hand is not known.
    """

    worth: Mapping[str, float]
    find: Callable[[Any, Any, Sequence[Event], int], Iterable[Aim]]
    name_subject: Callable[[Any, str, int], Mapping[str, JSON]]
    name_choice: Callable[[Any, int], Message | None] | None = None
    relates: Callable[[Any, Aim, int], bool] | None = None
    rate_decision: Callable[[Any], int] | None = None
    by_chance: tuple[str, ...] = ()
    of_hand: tuple[str, ...] = ()


class OpponentModule(Protocol):
    """The required names of an opponents module."""

    PLAYERS: Mapping[str, Player]
    """Players of all levels in ``ai.levels.LEVELS``."""

    def quick(self, view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        """Choose a sensible action in well under a millisecond."""
        ...


def find_module(game: str) -> OpponentModule | None:
    """Return the opponents module of a game, or None if there is no such game."""
    try:
        return cast("OpponentModule", import_module(registry.info(game).opponents))
    except registry.UnknownGame:
        return None


def _find_part(game: str, name: str) -> Any:
    """Return an optional name of the opponents module of a game, or None. Raises ``UnknownGame``."""
    return getattr(import_module(registry.info(game).opponents), name, None)


def find_style_bias(game: str) -> StyleBias | None:
    """Return the style bias of a game, or None if it has none. Raises ``UnknownGame``."""
    return cast("StyleBias | None", _find_part(game, "STYLE_BIAS"))


def find_turn_finisher(game: str) -> Callable[[Any, Chance], Any] | None:
    """Return a function that plays the current turn of a full state to its end, or None if the game has none.

    The function leaves its argument unchanged; it returns None where it does not apply. Raises ``UnknownGame``.
    """
    return cast("Callable[[Any, Chance], Any] | None", _find_part(game, "FINISH_TURN"))


def find_analysis_profile(game: str) -> AnalysisProfile:
    """Return how the analysis of a game plays turns on; a default where the game says nothing. Raises
    ``UnknownGame``."""
    return cast("AnalysisProfile | None", _find_part(game, "ANALYSIS")) or AnalysisProfile()


def find_points(game: str) -> Callable[[Any, int], float] | None:
    """Return a function that tells the points of a seat as they stand in a full state, or None. Raises
    ``UnknownGame``."""
    return cast("Callable[[Any, int], float] | None", _find_part(game, "POINTS"))


def find_careless(game: str) -> Player | None:
    """Return what a level does in a game that does not look, or None for anything. Raises ``UnknownGame``."""
    return cast("Player | None", _find_part(game, "CARELESS"))


def find_first_look(game: str) -> Callable[[View, Sequence[int]], int | None] | None:
    """Return what a beginner does where no action brings points (view, legal actions), or None for anything. Raises
    ``UnknownGame``."""
    return cast("Callable[[View, Sequence[int]], int | None] | None", _find_part(game, "FIRST_LOOK"))


def find_sureness(game: str) -> Callable[[Any, int], float] | None:
    """Return a function that rates how certain an action is to achieve its purpose, 0 to 1, or None if the game has
    none. Raises ``UnknownGame``."""
    return cast("Callable[[Any, int], float] | None", _find_part(game, "SURENESS"))


def find_aim_rules(game: str) -> AimRules | None:
    """Return what turns of a game can be for, or None where nobody says. Raises ``UnknownGame``."""
    return cast("AimRules | None", _find_part(game, "AIMS"))


def find_evaluator(game: str) -> FittedEvaluator | None:
    """Return the evaluator of a game, or None. Raises ``UnknownGame``.

    Use ``ai.win_probability``, which also handles finished games and teams.
    """
    return cast("FittedEvaluator | None", _find_part(game, "EVALUATOR"))


def find_facts_module(game: str) -> str | None:
    """Return the name of the module with facts about finished games, or None. Raises ``UnknownGame``."""
    return cast("str | None", _find_part(game, "GAME_FACTS"))


def quick_choice(game: str, view: View, seat: int, legal: Sequence[int], seed: int) -> Decision:
    """Choose a sensible legal action one step ahead in well under a millisecond, in this process; deterministic.

    It stands in for a worker process that has crashed or hangs, so it never fails: after any error it returns some
    legal action.
    """
    if len(legal) == 1:
        return force_decision(legal[0])
    beat()
    chance = SeededChance(mix(seed, game, "quick"))
    try:
        known = find_module(game)
        return force_decision(chance.draw(legal)) if known is None else known.quick(view, seat, legal, chance)
    except Exception:
        return force_decision(chance.draw(legal))
