"""A tiny game with every kind of decision, to try the engine with.

Two or three seats, ``rounds`` rounds. In a round the first seat makes an open step (adds 1 or 2
to the count), the second may roll a d6 (action 4) or step (1, 2), and then all lay down a number
(10 … 12) in secret; the highest gets a point.
"""

from collections.abc import Mapping
from typing import Any

from engine.contract import JSON, BadOptions, BadState, Chance, Emit, Event, IllegalAction, Message, Option, View

ROLL = 4


class ToyState:
    __slots__ = ("commits", "count", "points", "round", "rounds", "step")

    round: int
    rounds: int
    step: int
    count: int
    points: list[int]
    commits: list[int]


class Toy:
    """The rule set; ``bonus`` is what a test changes to play with other rules."""

    id = "toy"
    seat_counts: tuple[int, ...] = (2, 3)
    version = 1
    resignations: tuple[int, ...] = ()
    retold: tuple[str, ...] = ()
    bonus = 1

    def options(self) -> tuple[Option, ...]:
        return (Option("rounds", "choice", 3, (1, 3)),)

    def check_options(self, options: Mapping[str, JSON], seats: int) -> dict[str, JSON]:
        if seats not in self.seat_counts or set(options) - {"rounds"}:
            raise BadOptions("toy")
        return {"rounds": options.get("rounds", 3)}

    def sides(self, options: Mapping[str, JSON], seats: int) -> tuple[int, ...]:
        return tuple(range(seats))

    def new(self, options: Mapping[str, JSON], seats: int, chance: Chance, emit: Emit | None = None) -> ToyState:
        state = ToyState()
        state.round = state.step = 0
        state.rounds = options["rounds"]
        state.count = chance.die(6)
        state.points = [0] * seats
        state.commits = [0] * seats
        if emit is not None:
            emit(Event("begins", {"count": state.count}))
        return state

    def clone(self, state: ToyState) -> ToyState:
        return self.load(self.dump(state))

    def to_act(self, state: ToyState) -> tuple[int, ...]:
        if state.round == state.rounds:
            return ()
        if state.step < 2:
            return (state.step,)
        return tuple(seat for seat, commit in enumerate(state.commits) if not commit)

    def legal(self, state: ToyState, seat: int) -> tuple[int, ...]:
        if seat not in self.to_act(state):
            return ()
        return ((1, 2), (1, 2, ROLL), (10, 11, 12))[state.step]

    def apply(self, state: ToyState, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
        if action not in self.legal(state, seat):
            raise IllegalAction(f"{seat}: {action}")
        tell = emit or (lambda event: None)
        if state.step == 2:
            state.commits[seat] = action
            tell(Event("committed", {"seat": seat}))
            tell(Event("noted", {"number": action}, seats=(seat,)))
            if all(state.commits):
                tell(Event("revealed", {"numbers": list(state.commits)}))
                for each, commit in enumerate(state.commits):
                    state.points[each] += self.bonus * (commit == max(state.commits))
                state.commits = [0] * len(state.points)
                state.step = 0
                state.round += 1
            return
        state.step += 1
        state.count += chance.die(6) if action == ROLL else action
        tell(Event("counted", {"seat": seat, "count": state.count}))

    def result(self, state: ToyState) -> tuple[int, ...]:
        if self.to_act(state):
            return ()
        return tuple(1 + sum(other > own for other in state.points) for own in state.points)

    def view(self, state: ToyState, seat: int | None) -> View:
        return {
            "seat": seat,
            "round": state.round,
            "step": state.step,
            "count": state.count,
            "points": list(state.points),
            "committed": [bool(commit) for commit in state.commits],
            "own": state.commits[seat] if seat is not None else 0,
            "rounds": state.rounds,
        }

    def determinize(self, view: View, chance: Chance) -> ToyState:
        commits = [10 if committed else 0 for committed in view["committed"]]
        if view["seat"] is not None:
            commits[view["seat"]] = view["own"]
        return self.load(
            {**{name: view[name] for name in ("round", "rounds", "step", "count", "points")}, "commits": commits}
        )

    def describe(self, what: int | Event) -> Message | None:
        return None

    def explain(self, what: int | Event) -> Message | None:
        return None

    def dump(self, state: ToyState) -> JSON:
        return {
            "round": state.round,
            "rounds": state.rounds,
            "step": state.step,
            "count": state.count,
            "points": list(state.points),
            "commits": list(state.commits),
        }

    def load(self, data: Any) -> ToyState:
        state = ToyState()
        try:
            for name in ("round", "rounds", "step", "count"):
                setattr(state, name, int(data[name]))
            state.points = list(data["points"])
            state.commits = list(data["commits"])
        except (KeyError, TypeError, ValueError) as error:
            raise BadState(f"toy: {error!r}") from error
        return state

    def check_state(self, state: ToyState, options: Mapping[str, JSON], seats: int) -> None:
        if (state.rounds, len(state.points), len(state.commits)) != (options["rounds"], seats, seats):
            raise BadState("toy: another game")
