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
    """How the analysis of a game plays positions out, and how it tells turns.

    ``level``: plays positions out, "" for the quick fallback. ``until``: kind of event at which a play-out stops and
    the evaluator judges; "" for the end of the game. ``play_on``: the game's own play-out where whole games would take
    too long: (state, seed) to the win probability by seat.
    ``pairs``: most pairs of play-outs in one comparison; ``batch``: pairs after which it is checked whether more are
    needed; ``budget``: pairs of one game, each counted by the part of the game it is played for (0: no limit).
    ``planned``: whether a turn is planned as a whole, with nothing drawn within it. ``every``: last part of a game in
    which every turn that the expert would have played otherwise is compared, first by the ends of both turns; before it
    only turns that the quick comparison of decisions finds.
    ``trust``: share of a loss in the quick comparison that play-outs confirm on average; ``spread``: standard deviation
    of the true loss from that; ``error``: standard error of the play-outs' own judgement (with ``play_on`` that of an
    even game); ``half_width``: half-width of the 90 % interval of a moment at which no more pairs are played.
    ``events``: kinds of events that tell what a turn did, the most telling first; ``results``: those that tell the
    result of simultaneous choices; ``drawn``: those that tell dice and draws; ``describe_draws``: a sentence for draws
    that have none; ``describe_turn``: a turn as the parts of a sentence, None for a game without turns.
    ``term_groups``: terms of the evaluator that are told as one under a name, as their weights counter each other;
    ``point_terms``: terms of points, not named where points are told. ``left_out``: reasons that explain no moment:
    true for any choice, or warnings of the better one. ``follow``: share of an unexplained change of the evaluation
    that the curve takes over at once, at the beginning and at the end of a game, because an evaluation errs in another
    way from turn to turn; estimates from many play-outs are taken over whole.
    ``neutral_view``: removes from a view what tells of the others' habits; simultaneous choices are measured against
    mixed strategies from such views, because a mixture bent towards a habit can be beaten. ``finished_by``: level that
    finishes a turn, "" for a quick one. ``pairs_there``: pairs of play-outs in which all seats play at their own
    levels, if some are weaker; 0 where play-outs do so already or take too long. ``thin``: whether steps have fewer
    samples, because games are long. ``describe_cases``: (position before a moment, seat, pairs of positions right after
    the better and the played line) to the ways it could have gone.
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

    ``worth``: weight of each kind of aim. ``find``: (position before, position after, events between, seat) to the aims
    that came true. ``name_subject``: (position, kind, number) to the parameters that name what an aim is about, none if
    it is about a rival alone. ``name_choice``: (position, action) to the action in words, None if the parts of its turn
    say it. ``relates``: (position, aim, action), whether the aim can come of the action. ``rate_decision``: how telling
    a decision is in a turn that dice divide; None: the first decision stands for the turn. ``by_chance``: kinds of
    events that only some seats see but chance alone brings; a turn with any other hidden event rests on hidden
    information. ``of_hand``: kinds of aims about a card in hand, told only where the hand is known.
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
    """What the opponents module of a game exports; defaults for what it leaves out."""

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
    """Return what the opponents module of a game exports. Raises ``UnknownGame``."""
    return _read_module(registry.info(game).opponents)


def find_analysis_profile(game: str) -> AnalysisProfile:
    """Return how the analysis of a game plays positions out and tells turns; the default where the game sets nothing.
    Raises ``UnknownGame``."""
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
