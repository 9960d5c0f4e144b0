"""Facts about a finished game that only its own package knows, in sentences for every seat.

The opponents module of a game may name a module in ``GAME_FACTS`` that has a function ``facts``
(:data:`FactProvider`). It is imported for analysis only. Games without one have no such facts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ai.opponent_registry import find_opponents
from engine.history import History

from .decision_quality import Verdict
from .report import MOST_FACTS, WHOLE, Fact, StoredMessage


@dataclass(frozen=True, slots=True)
class FactContext:
    """A finished game: history, number of seats, verdicts on decisions, and the seats (``whose``) to report on."""

    course: History
    seats: int
    verdicts: Sequence[Verdict]
    whose: tuple[int, ...]

    def list_verdicts(self, seat: int) -> list[Verdict]:
        """Verdicts on the decisions of a seat, in order."""
        return [one for one in self.verdicts if one.seat == seat]


FactProvider = Callable[[FactContext, int], list[Fact]]
"""``facts`` of a game: facts about the game of one seat, most important first."""


def collect_facts(game: str, known: FactContext) -> tuple[tuple[Fact, ...], ...]:
    """Return the facts by seat, () for seats that are not reported on; () for a game without facts. Raises
    ``UnknownGame``."""
    name = find_opponents(game).game_facts
    if name is None:
        return ()
    teller: FactProvider = import_module(name).facts
    wanted = [seat in known.whose for seat in range(known.seats)]
    return tuple([tuple(teller(known, seat)[:MOST_FACTS]) if one else () for seat, one in enumerate(wanted)])


def fact(game: str, name: str, turn: int | None = None, **params: Any) -> Fact:
    """Return a fact told by a catalogue text of a game; ``turn``: decisions made before the place it refers to."""
    return Fact(StoredMessage(f"{game}.beside.{name}", params), turn)


def tenths(millionths: int) -> float:
    """Convert millionths to percent with one decimal."""
    return round(millionths * 100 / WHOLE, 1)
