"""Heap: in turn everybody takes one to three stones; whoever takes the last one wins. A die says how many lie there."""

from collections.abc import Mapping
from typing import Any

from engine.contract import JSON, BadOptions, BadState, Chance, Emit, Event, IllegalAction, Message, Option, View

SIZES = (12, 20)
MOST = 3


class Heap:
    """One game: stones ``left``, the seat ``active``, ``taken`` by each, ``winner`` or -1."""

    __slots__ = ("active", "left", "size", "taken", "winner")

    size: int
    left: int
    active: int
    taken: list[int]
    winner: int


class HeapRules:
    """The rule set, as :class:`engine.contract.Rules` wants it."""

    id = "heap"
    seat_counts: tuple[int, ...] = (2, 3)
    version = 1
    resignations: tuple[int, ...] = ()
    retold: tuple[str, ...] = ()

    def options(self) -> tuple[Option, ...]:
        """How many stones at least."""
        return (Option("size", "choice", SIZES[0], SIZES),)

    def check_options(self, options: Mapping[str, JSON], seats: int) -> dict[str, JSON]:
        """Complete options; raises BadOptions."""
        size = options.get("size", SIZES[0])
        if seats not in self.seat_counts or set(options) - {"size"} or type(size) is not int or size not in SIZES:
            raise BadOptions(f"size: expected one of {SIZES}, for 2 or 3 seats")
        return {"size": size}

    def sides(self, options: Mapping[str, JSON], seats: int) -> tuple[int, ...]:
        """Each seat plays for itself."""
        return tuple(range(seats))

    def new(self, options: Mapping[str, JSON], seats: int, chance: Chance, emit: Emit | None = None) -> Heap:
        """A heap of the wished size and a die roll more."""
        state = Heap()
        state.size = self.check_options(options, seats)["size"]
        state.left = state.size + chance.die(6)
        state.active, state.winner = 0, -1
        state.taken = [0] * seats
        if emit is not None:
            emit(Event("laid", {"stones": state.left}))
        return state

    def clone(self, state: Heap) -> Heap:
        """An independent copy."""
        twin = Heap()
        twin.size, twin.left, twin.active, twin.winner = state.size, state.left, state.active, state.winner
        twin.taken = state.taken[:]
        return twin

    def to_act(self, state: Heap) -> tuple[int, ...]:
        """The active seat."""
        return (state.active,) if state.left else ()

    def legal(self, state: Heap, seat: int) -> tuple[int, ...]:
        """One to three stones."""
        return tuple(range(1, min(MOST, state.left) + 1)) if (seat,) == self.to_act(state) else ()

    def apply(self, state: Heap, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
        """Take stones."""
        if action not in self.legal(state, seat):
            raise IllegalAction(f"seat {seat} cannot take {action}")
        state.left -= action
        state.taken[seat] += action
        state.active = (seat + 1) % len(state.taken)
        if emit is not None:
            emit(Event("took", {"seat": seat, "number": action, "left": state.left}))
        if not state.left:
            state.winner = seat
            if emit is not None:
                emit(Event("won", {"seat": seat}))

    def result(self, state: Heap) -> tuple[int, ...]:
        """One winner, the others share the second place."""
        return () if state.left else tuple(1 if seat == state.winner else 2 for seat in range(len(state.taken)))

    def view(self, state: Heap, seat: int | None) -> View:
        """Everything; nothing is hidden."""
        return {
            "seat": seat, "size": state.size, "left": state.left, "active": state.active, "round": sum(state.taken),
            "taken": list(state.taken), "winner": state.winner, "phase": "take" if state.left else "over",
        }  # fmt: skip

    def determinize(self, view: View, chance: Chance) -> Heap:
        """The state that a view shows."""
        return self.load({name: view[name] for name in ("size", "left", "active", "taken", "winner")})

    def describe(self, what: int | Event) -> Message | None:
        """Lines of the chronicle and labels of actions."""
        if isinstance(what, int):
            return Message("heap.action.take", {"n": what}) if 1 <= what <= MOST else None
        if what.kind == "laid":
            return Message("heap.event.laid", {"n": what.data["stones"]})
        params = {"player": {"seat": what.data["seat"]}}
        if what.kind == "took":
            return Message("heap.event.took", {**params, "n": what.data["number"]})
        return Message("heap.event.won", params)

    def explain(self, what: int | Event) -> Message | None:
        """The one rule there is."""
        return Message("heap.why") if self.describe(what) is not None else None

    def dump(self, state: Heap) -> JSON:
        """Plain data."""
        return {
            "size": state.size, "left": state.left, "active": state.active, "taken": list(state.taken),
            "winner": state.winner,
        }  # fmt: skip

    def load(self, data: JSON) -> Heap:
        """The inverse; raises BadState."""
        state = Heap()
        names = ("size", "left", "active", "winner")
        if not isinstance(data, dict) or not all(type(data.get(name)) is int for name in names):
            raise BadState("state: expected size, left, active, taken and winner")
        for name in names:
            setattr(state, name, data[name])
        taken: Any = data.get("taken")
        if not isinstance(taken, list) or len(taken) not in self.seat_counts:
            raise BadState(f"taken: expected two or three numbers, found {taken!r}")
        if any(type(each) is not int or each < 0 for each in taken):
            raise BadState(f"taken: expected numbers of stones, found {taken!r}")
        state.taken = list(taken)
        laid = state.left + sum(taken)
        if state.size not in SIZES or state.left < 0 or not state.size < laid <= state.size + 6:
            raise BadState(f"left: expected {state.size + 1} to {state.size + 6} stones in all, found {laid}")
        if not 0 <= state.active < len(taken):
            raise BadState(f"active: expected a seat, found {state.active}")
        if (state.winner == -1) != bool(state.left) or not -1 <= state.winner < len(taken):
            raise BadState(f"winner: expected a seat when no stone is left, found {state.winner}")
        return state

    def check_state(self, state: Heap, options: Mapping[str, JSON], seats: int) -> None:
        """Whether a state is of a game with these options; raises BadState."""
        if state.size != options["size"] or len(state.taken) != seats:
            raise BadState("size: the state is of another game")


RULES = HeapRules()
"""The rule set."""
