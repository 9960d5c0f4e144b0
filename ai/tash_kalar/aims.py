"""What turns of Tash-Kalar are for: tasks, beings, pieces that fall, rise or stand, and tasks that rivals want."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ai.opponent_registry import Aim, AimRules
from ai.tash_kalar.pattern_distance import count_steps
from engine.contract import JSON, Event
from games.tash_kalar.cards import LEGENDARY
from games.tash_kalar.maps import bits
from games.tash_kalar.messages import card_name, rank_name, square_name, task_name
from games.tash_kalar.state import State, get_side, members, open_tasks

WORTH = {
    "task": 3.0, "legend": 2.0, "deny": 1.5, "convert": 1.2, "destroy": 1.0, "upgrade": 0.9, "points": 0.8, "near": 0.7,
    "summon": 0.6, "save": 0.4, "stand": 0.2,
}  # fmt: skip
DRAWN = ("drawn_beings", "drawn_legends", "drawn_flares")
"""Events that tell a seat alone what it has drawn."""
NEAR = 2
"""Steps from which on a task is near."""


def find_aims(before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Aim]:
    """Yield what has come true for the side of a seat between two positions."""
    side = get_side(before, seat)
    own = members(before, side)
    claimed = set()
    for event in events:
        data = event.data
        if event.kind == "claimed":
            claimed.add((data["side"], data["task"]))
            if data["side"] == side:
                yield "task", data["task"]
        if data.get("seat") not in own:
            continue
        if event.kind == "destroyed" and data["colour"] != side:
            yield "destroy", data["rank"], data["colour"]
        elif event.kind == "converted":
            yield ("convert",)
        elif event.kind == "upgraded" and data["colour"] == side:
            yield ("upgrade",)
        elif event.kind == "summoned":
            great = before.book.card(data["card"]).rank == LEGENDARY
            yield "legend" if great else "summon", data["card"]
        elif event.kind == "points" and data["cause"] == "destroyed":
            yield ("points",)
    for task in open_tasks(before):
        if task in after.tasks and count_steps(after, task, side) < min(NEAR + 1, count_steps(before, task, side)):
            yield "near", task
        for rival in range(len(before.men) // 3):
            if rival != side and (rival, task) not in claimed and count_steps(before, task, rival) <= NEAR:
                yield "deny", task, rival
    had, have = (0, 0)
    for rank in range(3):
        had |= before.men[3 * side + rank]
        have |= after.men[3 * side + rank]
    yield from (("save" if had >> square & 1 else "stand", square) for square in bits(have))


def name_subject(state: State, kind: str, number: int) -> dict[str, JSON]:
    """Return the task, the being, the rank of a piece or the square."""
    if kind in ("task", "near", "deny"):
        return {"task": task_name(number)}
    if kind in ("summon", "legend"):
        return {"card": card_name(number, state.book.card(number).name)}
    return {"rank": rank_name(number)} if kind == "destroy" else {"square": square_name(number)}


AIMS = AimRules(WORTH, find_aims, name_subject, by_chance=DRAWN)
"""What turns are for (``ai.aims``)."""
