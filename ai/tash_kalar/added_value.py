"""What the fields of expansions are worth, in points: features that each expansion names, with fitted weights.

The manifest of an expansion names the module with its ``VALUE``, an object of a class derived from
:class:`AddedValue`; its weights and the worth of its cards lie next to that module. ``build/fit/tash_kalar.py`` fits
to games of skilled players the weights, which all forms use, and for each form what its cards bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec

from ai.algorithms.value_function import BadCoefficients
from engine import schema
from engine.contract import Event, Message
from games.tash_kalar.expansions import load_part, report
from games.tash_kalar.state import HIGH, State, count_sides

RIVALS = 0.4
"""What a rival's features weigh in a Melee, where they stand against the others too."""

Reason = tuple[float, Message]
"""A reason for an action; the greater the number, the sooner it is told (``reasons``)."""

Number = Annotated[float, msgspec.Meta(ge=-100, le=100)]


FormName = Literal["high", "duel"]
"""A form between two, in the files."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of one expansion: points of its features, and by form how much more summoning a card of it brings than the mean
    of its rank (``duel_value``): what is destroyed brings points in the Duel alone."""

    features: dict[str, Number]
    cards: dict[FormName, dict[str, Number]]


@dataclass(frozen=True, eq=False)
class AddedValue:
    """Features of the field of an expansion; ``file`` of their weights.

    ``estimates``: what each feature is worth before any game is looked at; the fit holds its weights near them.
    """

    file: Path
    estimates: ClassVar[Mapping[str, float]] = {}

    @property
    def features(self) -> tuple[str, ...]:
        """Names of the features, in their order."""
        return tuple(self.estimates)

    def extract(self, state: State, side: int) -> Sequence[float]:
        """Return the features of a side, in their order; () where all of them are 0, which is quicker."""
        return ()

    def list_reasons(self, before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Reason]:
        """Yield why a plan of ``seat`` with these ``events`` is good or not, with texts ``CODE.hint.NAME``."""
        return ()


@dataclass(frozen=True, slots=True)
class _Weighted:
    value: AddedValue
    weights: tuple[float, ...]
    cards: Mapping[FormName, Mapping[str, float]]


@lru_cache(maxsize=1)
def _load_all() -> Mapping[str, _Weighted]:
    """By the code of the expansion: its features, weights and cards, of those that have weights."""
    found: dict[str, _Weighted] = {}
    for code, value in load_part("opponents"):
        if value is not None:
            try:
                numbers = read_weights(value)
            except BadCoefficients as error:
                report(code, value.file.name, error)
                continue
            weights = tuple(numbers.features.get(name, 0.0) for name in value.features)
            found[code] = _Weighted(value, weights, numbers.cards)
    return found


def read_weights(value: AddedValue) -> Weights:
    """Return the weights of an expansion; raises ``BadCoefficients`` naming file and field."""
    found = schema.read(value.file, Weights, BadCoefficients)
    unknown = sorted(set(found.features) - set(value.features))
    if unknown:
        raise BadCoefficients(f"{value.file}: features: expected some of {', '.join(value.features)}, found {unknown}")
    return found


def evaluate_expansions(state: State, side: int) -> float:
    """Return what the fields of the expansions in play are worth to a side, less what they are to its rivals; 0 in
    games of the base."""
    found = 0.0
    values = _load_all()
    sides = range(count_sides(state))
    share = 1.0 if len(sides) == 2 else RIVALS
    for one in state.expansions:
        known = values.get(one.code)
        if known is None:
            continue
        for each in sides:
            features = known.value.extract(state, each)
            if features:
                worth = sum(map(mul, known.weights, features))
                found += worth if each == side else -share * worth
    return found


def list_reasons(before: State, after: State, events: Sequence[Event], seat: int) -> list[Reason]:
    """Return what the expansions in play have to say of a plan; none in games of the base."""
    values = _load_all()
    known = [values[one.code].value for one in before.expansions if one.code in values]
    return [reason for value in known for reason in value.list_reasons(before, after, events, seat)]


@lru_cache(maxsize=2)
def list_card_gains(form: int) -> Mapping[str, float]:
    """Return by how much summoning each card of an expansion brings more than the mean of its rank, by code; of the
    High Form or the Duel."""
    name: FormName = "high" if form == HIGH else "duel"
    return {code: gain for one in _load_all().values() for code, gain in one.cards.get(name, {}).items()}
