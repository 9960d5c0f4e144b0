"""What else there is to say of a finished game: facts that only its own game knows, for every seat.

The module with the opponents of a game may name, as ``BESIDES``, the module that knows such facts; it has a function
``facts`` (:class:`Teller`). It is imported where a game is reviewed and nowhere else. A game without one has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from engine import registry
from engine.history import History

from .decision_quality import Verdict
from .report import MOST_FACTS, WHOLE, Fact, Said


@dataclass(frozen=True, slots=True)
class Known:
    """A finished game of so many seats, what was found of its choices, and the seats that facts are wanted for."""

    course: History
    seats: int
    verdicts: Sequence[Verdict]
    whose: tuple[int, ...]

    def of(self, seat: int) -> list[Verdict]:
        """What was found of the choices of one seat, in the order of the game."""
        return [one for one in self.verdicts if one.seat == seat]


class Teller(Protocol):
    """What a game's module of facts offers."""

    def facts(self, known: Known, seat: int) -> list[Fact]:
        """Whole sentences about the game of one seat, the most telling first."""
        ...


def teller_of(game: str) -> Teller | None:
    """Who knows such facts of a game; None when nobody does. Raises ``UnknownGame``."""
    name = getattr(import_module(registry.info(game).opponents), "BESIDES", None)
    return None if name is None else cast(Teller, import_module(name))


def besides(game: str, known: Known) -> tuple[tuple[Fact, ...], ...]:
    """By seat what its game has to tell; nothing for seats that nobody asks about."""
    teller = teller_of(game)
    if teller is None:
        return ()
    wanted = [seat in known.whose for seat in range(known.seats)]
    return tuple([tuple(teller.facts(known, seat)[:MOST_FACTS]) if one else () for seat, one in enumerate(wanted)])


def fact(id: str, turn: int | None = None, **params: Any) -> Fact:
    """A sentence of a catalogue; ``turn`` where it tells of one place in the game."""
    return Fact(Said(id, params), turn)


def tenths(millionths: int) -> float:
    """Percent with one digit after the point."""
    return round(millionths * 100 / WHOLE, 1)
