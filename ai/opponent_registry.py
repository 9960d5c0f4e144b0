"""Finds the opponents of each game through its manifest.

The opponents module of a game has ``PLAYERS`` and ``quick``, and may have the other names of :class:`Opponents`, in
capitals.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

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


@dataclass(frozen=True, slots=True)
class Opponents:
    """What the opponents module of a game has; None for what it leaves out."""

    players: Mapping[str, Player]
    """Players of all levels in ``ai.levels.LEVELS``."""
    quick: Player
    """Fallback that chooses a sensible action in well under a millisecond."""
    evaluator: FittedEvaluator | None = None
    """Tells the win probability."""
    style_bias: StyleBias | None = None
    """Leanings of characters."""
    sureness: Callable[[Any, int], float] | None = None
    """How certain an action is to achieve its purpose, 0 to 1: orders about equal advice."""
    finish_turn: Callable[[Any, Chance], Any] | None = None
    """Returns a full state with its current turn played to its end, None where that does not apply; its argument stays
    as it is."""
    analysis: AnalysisProfile = AnalysisProfile()
    points: Callable[[Any, int], float] | None = None
    """Points of a seat as they stand in a full state, for baselines."""
    first_look: Callable[[View, Sequence[int]], int | None] | None = None
    """What a beginner does where no action brings points (view, legal actions), None for anything."""
    careless: Player | None = None
    """The player that does not look (``ai.algorithms.skill``)."""
    aims: AimRules | None = None
    """What turns are for."""
    game_facts: str | None = None
    """Name of the module with facts about finished games (``ai.analysis.game_facts``)."""


@lru_cache(maxsize=16)
def _read_module(name: str) -> Opponents:
    module = import_module(name)
    names = [each.name for each in fields(Opponents) if hasattr(module, each.name.upper())]
    return Opponents(**{each: getattr(module, each.upper()) for each in names} | {"quick": module.quick})


def find_opponents(game: str) -> Opponents:
    """Return what the opponents module of a game has. Raises ``UnknownGame``."""
    return _read_module(registry.info(game).opponents)


def find_analysis_profile(game: str) -> AnalysisProfile:
    """Return how the analysis of a game plays turns on; a default where the game says nothing. Raises
    ``UnknownGame``."""
    return find_opponents(game).analysis


def find_evaluator(game: str) -> FittedEvaluator | None:
    """Return the evaluator of a game, or None. Raises ``UnknownGame``.

    Use ``ai.win_probability``, which also handles finished games and teams.
    """
    return find_opponents(game).evaluator


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
        return find_opponents(game).quick(view, seat, legal, chance)
    except Exception:
        return force_decision(chance.draw(legal))
