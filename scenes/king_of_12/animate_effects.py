"""Animations of the first half of a trick: rolls, cards laid down and revealed, effects."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine.chance import mix
from engine.contract import Event
from scenes.king_of_12.animation_context import Animation, lay_down, pulse_card, show_value
from scenes.king_of_12.scene_model import Card, Die, SeatStage
from scenes.table.script import Script
from sprites.base import dodecahedron, timeline
from sprites.base.dodecahedron import Quat

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

ROLL = 900.0
TURN = 420.0


# --- dice are rolled ----------------------------------------------------------------------------------------


def _animate_rolls(table: KingTable, group: list[Event]) -> Script:
    oracle = group[0].data["cause"] == "oracle"
    if oracle:
        yield from pulse_card(table, group[0].data["seat"])
    for k, event in enumerate(group):
        seat = table.stage.seats[event.data["seat"]]
        _roll(table, seat, event, k * 60.0)
    table.sounds.play("die_roll")
    yield (ROLL if not table.ctx.reduced else 120) + 60 * (len(group) - 1)
    if oracle:
        show_value(table, group[0].data["seat"])
        yield 350


def _roll(table: KingTable, seat: SeatStage, event: Event, delay: float) -> None:
    die = seat.die
    was, face = event.data.get("was") or die.face, event.data["face"]
    if table.ctx.reduced:
        die.land(face)
        return
    path = dodecahedron.roll_path(
        mix(table.session.seed, "roll", len(table.told), event.data["seat"]), was, face, die.spin
    )
    home = seat.place.die

    def step(t: float) -> None:
        die.quat, die.lift, dx, dy = path(t)
        die.x, die.y = home[0] + dx, home[1] + dy

    def end() -> None:
        die.x, die.y = home
        die.land(face)
        table.sounds.play("die_bounce")

    table.timeline.run(ROLL, step, timeline.linear, delay, partial(die.roll_to, face), end)


# --- cards --------------------------------------------------------------------------------------------------


def _animate_commit(table: KingTable, group: list[Event]) -> Script:
    lay_down(table, group[0].data["seat"])
    yield 260


def _animate_reveal(table: KingTable, group: list[Event]) -> Script:
    stage = table.stage
    stage.step = 1
    for k, code in enumerate(group[0].data["cards"]):
        if code is None:
            continue  # does not play this round
        seat = stage.seats[k]
        place = seat.place
        if seat.card is None:
            seat.card = Card(code, place.card[0], place.card[1], place.card_angle, scale=place.card_scale)
            seat.hand_size = max(0, seat.hand_size - 1)
        seat.card.code = code
        seat.ready = False
        table.timeline.tween(seat.card, table.ms(300), timeline.ease_in_out_sine, delay=k * 40.0, turn=1.0)
    table.sounds.play("card_reveal")
    yield 700
    stage.step = 2


def _animate_card_cancelling(table: KingTable, group: list[Event]) -> Script:
    table.stage.step = 2
    for event in group:
        for k in event.data["seats"]:
            seat = table.stage.seats[k]
            if seat.card is not None:
                table.timeline.tween(seat.card, table.ms(300), dim=1.0)
            seat.ribbon, seat.ribbon_kind = "king_of_12.table.card_cancelled", "grey"
    table.sounds.play("cancel")
    yield 900
    for event in group:
        for k in event.data["seats"]:
            table.stage.seats[k].ribbon = ""


def _animate_silence(table: KingTable, group: list[Event]) -> Script:
    lady = group[0].data["seat"]
    yield from pulse_card(table, lady)
    for k in table.own.present:
        seat = table.stage.seats[k]
        if k != lady and seat.card is not None:
            table.timeline.tween(seat.card, table.ms(300), dim=1.0)
    table.sounds.play("cancel")
    yield 800


# --- effects ------------------------------------------------------------------------------------------------


def _animate_dice_passing(table: KingTable, group: list[Event]) -> Script:
    if group[0].data["by"] is not None:
        yield from pulse_card(table, group[0].data["by"])
    seats = [table.stage.seats[k] for k in table.own.present]
    goals = [table.stage.seats[k] for k in group[0].data["to"]]
    dice = [seat.die for seat in seats]
    for die, goal in zip(dice, goals, strict=True):
        arc = table.arc(46.0)
        x, y = goal.place.die
        size = float(goal.place.die_size)
        table.timeline.tween(die, table.ms(700), arc=arc, x=float(x), y=float(y), size=size)
        die.rolling = True
        die.goal = die.face
        table.timeline.run(table.ms(700), _turning(die, dodecahedron.pose(die.face, goal.place.spin)))
    table.sounds.play("die_turn")
    yield 740
    for die, goal in zip(dice, goals, strict=True):
        goal.die = die
    for seat, face in zip(seats, group[0].data["faces"], strict=True):
        seat.die.face = face
        seat.die.spin = seat.place.spin
        seat.die.x, seat.die.y = seat.place.die
        seat.die.settle()
    yield 160


def _turning(die: Die, end: Quat) -> Callable[[float], None]:
    """Turn a die a little on its way to another place."""
    start = die.quat

    def step(t: float) -> None:
        die.quat = dodecahedron.slerp(start, end, t)

    return step


def _animate_turn(table: KingTable, group: list[Event]) -> Script:
    cause = group[0].data["cause"]
    if group[0].data["by"] is not None:
        yield from pulse_card(table, group[0].data["by"])
    for event in group:
        die = table.stage.seats[event.data["seat"]].die
        _turn(table, die, event.data["was"], event.data["face"])
    table.sounds.play("die_turn")
    yield TURN + 60
    for event in group:
        if cause != "faun" and table.stage.seats[event.data["seat"]].pill:
            show_value(table, event.data["seat"])
    yield 200


def _turn(table: KingTable, die: Die, was: int, face: int) -> None:
    path = dodecahedron.turn_path(was, face, die.spin)
    if table.ctx.reduced:
        die.land(face)
        return
    begin, end = partial(die.roll_to, face), partial(die.land, face)
    table.timeline.run(TURN, lambda t: setattr(die, "quat", path(t)), timeline.ease_in_out_sine, begin=begin, end=end)


def _animate_amount(table: KingTable, group: list[Event]) -> Script:
    """Show the value of a die with what a card adds, or as the Golem makes it."""
    data = group[0].data
    yield from pulse_card(table, data["seat"])
    table.stage.seats[data["seat"]].show_sum(data["how"], data["face"], data.get("amount", 0), data["value"])
    yield 500


def _animate_glow(table: KingTable, group: list[Event]) -> Script:
    yield from pulse_card(table, group[0].data["seat"])
    yield 300


SCRIPTS: dict[str, Animation] = {
    "rolled": _animate_rolls,
    "committed": _animate_commit,
    "revealed": _animate_reveal,
    "cards_cancelled": _animate_card_cancelling,
    "silenced": _animate_silence,
    "dice_passed": _animate_dice_passing,
    "turned": _animate_turn,
    "amount": _animate_amount,
    "golem": _animate_amount,
    "knight": _animate_glow,
    "gambler": _animate_glow,
}
