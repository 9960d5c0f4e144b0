"""Echoes: a card may count an echo, and three echoes may be given up for an action."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.contract import JSON, BadState, Chance, Emit, Event
from games.tash_kalar.effect_compiler import Step
from games.tash_kalar.expansions import Expansion, Word, read_manifest
from games.tash_kalar.moves import Kind, Move
from games.tash_kalar.state import State

PRICE, MOST = 3, 9


class Echo(Word):
    """One more echo of the seat on turn."""

    at_once = True

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Count it."""
        change(state, +1)
        if emit is not None:
            emit(Event("echo", {"seat": state.active}))


def change(state: State, number: int) -> None:
    """Change the echoes of the seat on turn."""
    echoes = list(EXPANSION.get(state))
    echoes[state.active] = min(MOST, echoes[state.active] + number)
    EXPANSION.set(state, tuple(echoes))


@dataclass(frozen=True, eq=False)
class Sample(Expansion):
    """What the sample adds to the rules."""

    words: ClassVar[Mapping[str, Word]] = {"echo": Echo()}

    def create(self, seats: int, sides: int) -> tuple[int, ...]:
        """No seat has an echo."""
        return (0,) * seats

    def dump(self, value: Any) -> JSON:
        """A number for each seat."""
        return list(value)

    def load(self, data: JSON, seats: int, sides: int) -> tuple[int, ...]:
        """Check the numbers."""
        if not isinstance(data, list) or len(data) != seats or any(each not in range(MOST + 1) for each in data):
            raise BadState(f"{self.code}: expected a number of echoes for each seat, found {data!r}")
        return tuple(data)

    def list_actions(self, state: State) -> list[int]:
        """Give up three echoes."""
        return [self.first_action] if self.get(state)[state.active] >= PRICE else []

    def apply(self, state: State, action: int, chance: Chance, emit: Emit | None) -> bool:
        """An action for three echoes; no effect begins."""
        change(state, -PRICE)
        state.actions += 1
        return False

    def list_moves(self) -> Iterable[tuple[int, Move]]:
        """Its only action."""
        yield self.first_action, Move(Kind.USE, number=self.deck)


EXPANSION = Sample(**read_manifest(__file__))
