"""Animations at the tables of the strip: quick small motions in parallel to the large table.

Every table has its own clock, so that all move at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from scenes.king_of_12.scene_model import SeatStage, number
from sprites.base import dodecahedron, timeline

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

ROLL = 800.0
TURN = 300.0
STEP = 220.0
APART = 24.0
"""Delay in ms between the starts of a crowd's dice."""


def play_crowd(table: KingTable, seats: Sequence[int], events: Sequence[Event]) -> None:
    """Start the motions of one table's events; ``seats`` are the players that positions mean."""
    clock = 0.0
    for at, event in enumerate(events):
        following = events[at + 1] if at + 1 < len(events) else None
        clock += _begin(table, seats, event, following, clock)


def _begin(table: KingTable, seats: Sequence[int], event: Event, following: Event | None, delay: float) -> float:
    """Start one event after ``delay``; returns how much later the next one begins."""
    stage, data = table.stage, event.data
    kind = event.kind
    if kind == "rolled":
        _roll(table, stage.seats[data["seat"]], data["face"], delay)
        together = following is not None and following.kind == "rolled" and data["cause"] == "round"
        return APART if together else ROLL
    if kind == "turned":
        _turn(table, stage.seats[data["seat"]], data["was"], data["face"], delay)
        again = following is not None and following.kind == "turned" and data["cause"] == "troublemakers"
        return 0.0 if again and following is not None and following.data["cause"] == "troublemakers" else TURN
    if kind == "dice_passed":
        _pass_on(table, seats, data, delay)
        return 420.0
    if kind in ("cards_cancelled", "silenced"):
        out = data["seats"] if kind == "cards_cancelled" else [seat for seat in seats if seat != data["seat"]]
        _later(table, delay, lambda: _dim_cards(table, out))
        return STEP
    if kind in ("amount", "golem"):
        one = (data["how"], data["face"], data.get("amount", 0), data["value"])
        _later(table, delay, partial(stage.seats[data["seat"]].show_sum, *one))
        return STEP / 2
    if kind == "values":
        _later(table, delay, partial(_show_sums, table, seats, data))
        return STEP
    if kind == "dice_cancelled":
        _later(table, delay, lambda: _out(table, data["seats"]))
        return STEP
    if kind == "faun_compare":
        _later(table, delay, lambda: _restore_values(table, seats, data["values"]))
        return STEP
    if kind in ("to_centre", "scored"):
        wins = kind == "to_centre" or data["place"] == 1
        _later(table, delay, lambda: _wins(stage.seats[data["seat"]], wins))
    return 0.0


def _later(table: KingTable, delay: float, change: Callable[[], None]) -> None:
    table.beside.run(1.0, lambda t: None, delay=delay, end=change)


def _roll(table: KingTable, seat: SeatStage, face: int, delay: float) -> None:
    die = seat.die
    if table.ctx.reduced:
        _later(table, 0.0, partial(die.land, face))
        return
    begin, end = partial(die.roll_to, face), partial(die.land, face)
    table.beside.run(ROLL, lambda t: setattr(die, "crowd", min(0.999, t)), timeline.linear, delay, begin, end)


def _turn(table: KingTable, seat: SeatStage, was: int, face: int, delay: float) -> None:
    die = seat.die
    path = dodecahedron.turn_path(was, face, die.spin)
    if table.ctx.reduced:
        _later(table, delay, partial(die.land, face))
        return
    begin, end = partial(die.roll_to, face), partial(die.land, face)
    ease = timeline.ease_in_out_sine
    table.beside.run(TURN, lambda t: setattr(die, "quat", path(t)), ease, delay, begin, end)


def _pass_on(table: KingTable, seats: Sequence[int], data: Mapping[str, Any], delay: float) -> None:
    """Pass the dice of a table round; afterwards each seat owns the die in front of it."""
    here = [table.stage.seats[k] for k in seats]
    homes = [(seat.die.x, seat.die.y) for seat in here]
    for seat, goal in zip(here, data["to"], strict=True):
        x, y = homes[seats.index(goal)]
        table.beside.tween(seat.die, table.ms(380), delay=delay, x=x, y=y)

    def end() -> None:
        for seat, home, face in zip(here, homes, data["faces"], strict=True):
            seat.die.x, seat.die.y = home
            seat.die.land(face)

    _later(table, delay + table.ms(380), end)


def _dim_cards(table: KingTable, seats: Sequence[int]) -> None:
    for k in seats:
        card = table.stage.seats[k].card
        if card is not None:
            card.dim = 1.0


def _show_sums(table: KingTable, seats: Sequence[int], data: Mapping[str, Any]) -> None:
    """Set the values with their sums; a row of the strip draws only the value."""
    sums = zip(data["sums"], data["faces"], data["amounts"], data["values"], strict=True)
    for k, one in zip(seats, sums, strict=True):
        table.stage.seats[k].show_sum(*one)


def _out(table: KingTable, seats: Sequence[int]) -> None:
    for k in seats:
        table.stage.seats[k].die.dim = True
        table.stage.seats[k].pill_kind = "out"


def _restore_values(table: KingTable, seats: Sequence[int], values: Sequence[int]) -> None:
    for k, value in zip(seats, values, strict=True):
        table.stage.seats[k].die.dim = False
        table.stage.seats[k].pill = number(value)
        table.stage.seats[k].pill_kind = "plain"


def _wins(seat: SeatStage, wins: bool) -> None:
    seat.die.dim = False
    seat.pill_kind = "win" if wins else "plain"
