"""The peaks of Tash-Kalar: a legend comes or falls, a task is claimed, the leader caught, the last turns."""

from collections.abc import Sequence

from engine.contract import Event, View
from games.tash_kalar.cards import LEGENDARY, LEGENDS, RANK_NAMES
from games.tash_kalar.state import FORMS, HIGH
from scenes.table.peaks import PeakEvent, PeakKind, PeakRules, Step


def is_first_legend(event: Event, step: Step) -> bool:
    """Whether a legend was summoned by a player who has none in the arena."""
    side = step.before["sides"][event.data["seat"]]
    return bool(event.data["card"] >= LEGENDS and not step.before["pieces"][side][RANK_NAMES[LEGENDARY]])


def list_seats(view: View, field: str, value: int) -> Sequence[int]:
    """Return the seats that a number in a field stands for: that seat, or all seats of that colour."""
    return (value,) if field == "seat" else [seat for seat, side in enumerate(view["sides"]) if side == value]


def count_points(view: View) -> Sequence[int]:
    """Return the points of each seat's side."""
    return [view["scores"][side] for side in view["sides"]]


def can_win_next(view: View, seat: int) -> bool:
    """Whether a seat's side lacks no more than 3 points (2 in the High Form) to trigger the end."""
    near = 2 if view["form"] == FORMS[HIGH] else 3
    return bool(view["scores"][view["sides"][seat]] >= view["goal"] - near)


PEAKS = PeakRules(
    count_points=count_points,
    events=(
        PeakEvent(PeakKind.LOOMS, "summoned", counts=is_first_legend),
        PeakEvent(PeakKind.TAKEN, "destroyed", "colour", by="side", where={"rank": LEGENDARY}),
        PeakEvent(PeakKind.TAKEN, "converted", "lost.colour", by="side"),
        PeakEvent(PeakKind.CROWN, "claimed"),
    ),
    is_last=lambda view: bool(view["final"] >= 0),
    close=3,
    lead=3,
    stroke=3,
    can_win_next=can_win_next,
    list_seats=list_seats,
)


def tension(view: View) -> int:
    """Return the tension: 2 in the last turns, 1 when a side has three quarters of the points of the goal, else 0."""
    if view["final"] >= 0:
        return 2
    return 1 if max(view["scores"]) * 4 >= view["goal"] * 3 else 0
