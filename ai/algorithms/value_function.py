"""A judge of positions by named terms, with weights that were fitted.

A game says of a position what there is to be counted, by side: a row of numbers, one for each *term*. The chances of
the sides are in the ratio of exp(sum of weight x number). How much a term weighs depends on what is played (*kind*,
such as the number of seats) and on the *part* of the game that is over: the weights stand at some parts and are
interpolated between them. They are read from a file, ``chance.json`` beside the module of the game, which
``build/fit/chances.py`` makes from games of the opponents against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import exp
from operator import mul
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from engine import schema
from engine.contract import View

GRAIN = 64
"""Steps of the way through a game for which weights are kept ready."""
STEEPEST = 40.0
"""Differences of the sums beyond which a side has no chance at all: one in 10^17."""

Part = Annotated[float, msgspec.Meta(ge=0, le=1)]
Weight = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


class BadNumbers(schema.Misfit):
    """Fitted numbers cannot be used; the text names file, place and what was expected."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one kind of game: ``at`` these parts of it, for every term as many. ``games``: from how many they
    were fitted."""

    games: Annotated[int, msgspec.Meta(ge=0)]
    at: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1)]
    weights: dict[str, tuple[Weight, ...]]

    def __post_init__(self) -> None:
        """The parts ascend, and every term has a weight at each of them."""
        schema.expect(list(self.at) == sorted(set(self.at)), "at", "parts of a game in ascending order", self.at)
        for name, row in self.weights.items():
            schema.expect(len(row) == len(self.at), f"weights.{name}", f"{len(self.at)} numbers", row)

    def at_part(self, name: str, part: float) -> float:
        """The weight of a term at any part of the game."""
        row, at = self.weights[name], self.at
        if part <= at[0]:
            return row[0]
        for number in range(1, len(at)):
            if part <= at[number]:
                share = (part - at[number - 1]) / (at[number] - at[number - 1])
                return row[number - 1] + share * (row[number] - row[number - 1])
        return row[-1]


class Look(NamedTuple):
    """What there is to be counted in a position: its kind, how much of the game is over, and a row for every side."""

    kind: str
    part: float
    rows: Sequence[Sequence[float]]


class Fitted:
    """A judge by fitted terms, as :class:`ai.evaluator.Judge` wants it.

    ``worth`` names the terms in the order of the rows that ``look`` gives, with what the fit takes each to be worth
    before it has seen a game; it fits weights ``at`` these parts. ``kinds`` that ``look`` may tell, all of which the
    file must have. ``offered`` are a term and what tells by side how much of it the next turns will bring: too slow for
    every look, so only :meth:`closely` counts it. ``unit`` of the values of advice by view, as
    :meth:`ai.evaluator.Judge.unit` tells it: a name for all views, or a question. The file is read with the first
    position that is judged; that raises :class:`BadNumbers`.
    """

    def __init__(
        self,
        path: Path,
        worth: Mapping[str, float],
        at: Sequence[float],
        kinds: Sequence[str],
        look: Callable[[Any], Look],
        sides: Callable[[Any], Sequence[int]],
        hides: bool,
        offered: tuple[str, Callable[[Any], Sequence[float]]] | None = None,
        unit: str | Callable[[View], str] = "",
    ) -> None:
        self.path = path
        self.names = tuple(worth)
        self.worth = worth
        self.at = tuple(at)
        self.kinds = tuple(kinds)
        self.look = look
        self.sides = sides
        self.hides = hides
        self.offered = offered
        self._unit = unit

    @property
    def offers(self) -> bool:
        """Whether a closer look sees more."""
        return self.offered is not None

    @cached_property
    def tables(self) -> dict[str, Table]:
        """The file as it is; raises :class:`BadNumbers`."""
        return read_tables(self.path, self.names, self.kinds)

    @cached_property
    def _weights(self) -> dict[str, list[list[float]]]:
        steps = [step / GRAIN for step in range(GRAIN + 1)]
        return {
            kind: [[table.at_part(name, step) for name in self.names] for step in steps]
            for kind, table in self.tables.items()
        }

    def of_sides(self, state: Any) -> list[float]:
        """The chance of every side."""
        return _shared(self._sums(state)[0])

    def closely(self, state: Any) -> list[float]:
        """The chance of every side, with what the next turns will bring it."""
        sums, weights = self._sums(state)
        if self.offered is not None:
            name, points = self.offered
            weight = weights[self.names.index(name)]
            sums = [one + weight * more for one, more in zip(sums, points(state), strict=True)]
        return _shared(sums)

    def _sums(self, state: Any) -> tuple[list[float], list[float]]:
        kind, part, rows = self.look(state)
        weights = self._weights_at(kind, part)
        return [sum(map(mul, weights, row)) for row in rows], weights

    def _weights_at(self, kind: str, part: float) -> list[float]:
        return self._weights[kind][int(part * GRAIN + 0.5)]

    def unit(self, view: View) -> str:
        """What the level that gives advice counts in."""
        return self._unit if isinstance(self._unit, str) else self._unit(view)

    def one_more(self, state: Any, term: str) -> float:
        """By how much one more of a term raises the log-odds of a side.

        A point never counts against whoever has it: a fitted weight below nought is one that luck hides.
        """
        kind, part, _ = self.look(state)
        return max(0.0, self._weights_at(kind, part)[self.names.index(term)])

    def terms(self, state: Any) -> list[dict[str, float]]:
        """By side what every term says for it, against the mean of all sides."""
        kind, part, rows = self.look(state)
        weights = self._weights_at(kind, part)
        said = [list(map(mul, weights, row)) for row in rows]
        means = [sum(column) / len(rows) for column in zip(*said, strict=True)]
        return [{name: one - mean for name, one, mean in zip(self.names, row, means, strict=True)} for row in said]


def _shared(sums: Sequence[float]) -> list[float]:
    """Chances in the ratio of exp(sum)."""
    most = max(sums)
    found = [exp(one - most) if one > most - STEEPEST else 0.0 for one in sums]
    total = sum(found)
    return [one / total for one in found]


def read_tables(path: Path, names: Sequence[str], kinds: Sequence[str]) -> dict[str, Table]:
    """Read and check fitted numbers; raises :class:`BadNumbers`."""
    tables = schema.read(path, dict[str, Table], BadNumbers)
    for kind in kinds:
        if kind not in tables:
            raise BadNumbers(f"{path}: {kind}: missing")
    for kind, table in tables.items():
        for name in names:
            if name not in table.weights:
                raise BadNumbers(f"{path}: {kind}.weights.{name}: missing")
        for name in table.weights:
            if name not in names:
                raise BadNumbers(f"{path}: {kind}.weights.{name}: there is no such field")
    return tables
