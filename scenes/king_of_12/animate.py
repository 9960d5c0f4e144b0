"""The events of King of 12 told as motions, so that everybody sees why who won.

Each function is a script (see ``scenes.table.play``): it starts motions on the timeline and yields how
many milliseconds to wait before the next step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.chance import mix
from engine.contract import Event
from scenes.king_of_12.stage import Card, Die, Flying, SeatStage, sum_text
from scenes.table import banner
from scenes.table.play import CONFIRM, Script
from sprites.base import dodecahedron, timeline
from sprites.base.dodecahedron import Quat

if TYPE_CHECKING:
    from scenes.king_of_12.table import Table

ROLL = 900.0
TURN = 420.0


def tell(table: Table, events: Sequence[Event]) -> Script:
    """All events of one update; those of one moment are told together."""
    at = 0
    while at < len(events):
        event = events[at]
        group = [event]
        while at + len(group) < len(events) and together(event, events[at + len(group)]):
            group.append(events[at + len(group)])
        at += len(group)
        # The chronicle must not tell what a die shows before it lies still.
        suspense = event.kind == "rolled"
        if not suspense:
            table.note(group)
        script = SCRIPTS.get(event.kind)
        if script is not None:
            yield from script(table, group)
        if suspense:
            table.note(group)


def together(first: Event, other: Event) -> bool:
    if first.kind != other.kind:
        return False
    if first.kind == "rolled":
        return bool(first.data["cause"] == other.data["cause"] == "round")
    if first.kind == "turned":
        return bool(first.data["cause"] == other.data["cause"] == "troublemakers")
    return first.kind in ("scored", "dice_cancelled", "cards_cancelled", "points_dropped")


# --- a round begins ------------------------------------------------------------------------------


def _round_begins(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    stage.round = group[0].data["round"]
    stage.trick = 1
    stage.step = 1
    for seat in stage.seats:
        clear_trick(seat)
        seat.ones = seat.twos = 0
        seat.hand_size = len(table.view["set"]) - seat.crowns
    stage.on_table = None
    stage.hand = sorted([*stage.hand, *stage.played])
    stage.played = []
    stage.banner = "king_of_12.table.round"
    yield from banner.shown(table, stage, 900, fade=260, rest=120)


def _rolled(table: Table, group: list[Event]) -> Script:
    oracle = group[0].data["cause"] == "oracle"
    if oracle:
        yield from _pulse_card(table, group[0].data["seat"])
    for k, event in enumerate(group):
        seat = table.stage.seats[event.data["seat"]]
        _roll(table, seat, event, k * 60.0)
    table.play("die_roll")
    yield (ROLL if not table.ctx.reduced else 120) + 60 * (len(group) - 1)
    if oracle:
        _show_value(table, group[0].data["seat"])
        yield 350


def _roll(table: Table, seat: SeatStage, event: Event, delay: float) -> None:
    die = seat.die
    was, face = event.data.get("was") or die.face, event.data["face"]
    if table.ctx.reduced:
        die.face = face
        die.settle()
        return
    seed = mix(table.session.seed, "roll", len(table.told), event.data["seat"])
    path = dodecahedron.roll_path(seed, was, face, die.spin)
    home = seat.place.die

    def begin() -> None:
        die.rolling = True

    def step(t: float) -> None:
        die.quat, die.lift, dx, dy = path(t)
        die.x, die.y = home[0] + dx, home[1] + dy

    def end() -> None:
        die.face = face
        die.x, die.y = home
        die.settle()
        table.play("die_bounce")

    table.timeline.run(ROLL, step, timeline.linear, delay, begin, end)


# --- cards ------------------------------------------------------------------------------------------


def lay_down(table: Table, k: int) -> None:
    """A seat lays its card on the mat, back up."""
    seat = table.stage.seats[k]
    place = seat.place
    start = table.hand_origin(k)
    card = Card(table.own_card(k), start[0], start[1], start[2], 0.0, scale=start[3])
    if card.code is not None:
        card.turn = 1.0 if start[3] > 1 else 0.0
    seat.card = card
    seat.ready = True
    seat.hand_size = max(0, seat.hand_size - 1)
    arc = 0.0 if table.ctx.reduced else 60.0
    x, y = place.card
    angle = float(place.card_angle)
    table.timeline.to(card, table.ms(350), arc=arc, x=x, y=y, angle=angle, scale=place.card_scale, turn=0.0)
    table.play("card_play")


def _committed(table: Table, group: list[Event]) -> Script:
    lay_down(table, group[0].data["seat"])
    yield 260


def _revealed(table: Table, group: list[Event]) -> Script:
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
        table.timeline.to(seat.card, table.ms(300), timeline.in_out_sine, delay=k * 40.0, turn=1.0)
    table.play("card_reveal")
    yield 700
    stage.step = 2


def _cards_cancelled(table: Table, group: list[Event]) -> Script:
    table.stage.step = 2
    for event in group:
        for k in event.data["seats"]:
            seat = table.stage.seats[k]
            if seat.card is not None:
                table.timeline.to(seat.card, table.ms(300), dim=1.0)
            seat.ribbon, seat.ribbon_kind = "king_of_12.table.card_cancelled", "grey"
    table.play("cancel")
    yield 900
    for event in group:
        for k in event.data["seats"]:
            table.stage.seats[k].ribbon = ""


def _silenced(table: Table, group: list[Event]) -> Script:
    lady = group[0].data["seat"]
    yield from _pulse_card(table, lady)
    for k in table.present():
        seat = table.stage.seats[k]
        if k != lady and seat.card is not None:
            table.timeline.to(seat.card, table.ms(300), dim=1.0)
    table.play("cancel")
    yield 800


def _pulse_card(table: Table, k: int) -> Script:
    card = table.stage.seats[k].card
    table.stage.step = max(table.stage.step, 3)
    if card is None:
        return
    table.timeline.run(table.ms(420), lambda t: setattr(card, "glow", math.sin(math.pi * t)))
    if not table.ctx.reduced:
        rest = card.scale
        table.timeline.run(420, lambda t: setattr(card, "scale", rest + 0.12 * math.sin(math.pi * t)))
    yield 240


# --- effects ------------------------------------------------------------------------------------------


def _dice_passed(table: Table, group: list[Event]) -> Script:
    yield from _pulse_card(table, group[0].data["by"])
    seats = [table.stage.seats[k] for k in table.present()]
    count = len(seats)
    dice = [seat.die for seat in seats]
    for k, die in enumerate(dice):
        goal = seats[(k + 1) % count]
        arc = 0.0 if table.ctx.reduced else 46.0
        x, y = goal.place.die
        size = float(goal.place.die_size)
        table.timeline.to(die, table.ms(700), arc=arc, x=float(x), y=float(y), size=size)
        die.rolling = True
        table.timeline.run(table.ms(700), _turning(die, dodecahedron.pose(die.face, goal.place.spin)))
    table.play("die_turn")
    yield 740
    for k, seat in enumerate(seats):
        seat.die = dice[(k - 1) % count]
        seat.die.face = group[0].data["faces"][k]
        seat.die.spin = seat.place.spin
        seat.die.x, seat.die.y = seat.place.die
        seat.die.settle()
    yield 160


def _turning(die: Die, end: Quat) -> Callable[[float], None]:
    """A die that turns a little on its way to another place."""
    start = die.quat

    def step(t: float) -> None:
        die.quat = dodecahedron.slerp(start, end, t)

    return step


def _turned(table: Table, group: list[Event]) -> Script:
    cause = group[0].data["cause"]
    yield from _pulse_card(table, group[0].data["by"])
    for event in group:
        die = table.stage.seats[event.data["seat"]].die
        _turn(table, die, event.data["was"], event.data["face"])
    table.play("die_turn")
    yield TURN + 60
    for event in group:
        if cause != "faun" and table.stage.seats[event.data["seat"]].pill:
            _show_value(table, event.data["seat"])
    yield 200


def _turn(table: Table, die: Any, was: int, face: int) -> None:
    path = dodecahedron.turn_path(was, face, die.spin)
    spin = die.spin

    def begin() -> None:
        die.rolling = True

    def step(t: float) -> None:
        die.quat = path(t)

    def end() -> None:
        die.face = face
        die.spin = spin
        die.settle()

    if table.ctx.reduced:
        end()
        return
    table.timeline.run(TURN, step, timeline.in_out_sine, begin=begin, end=end)


def _amount(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    yield from _pulse_card(table, data["seat"])
    seat = table.stage.seats[data["seat"]]
    seat.pill = sum_text(data["face"], data["amount"], data["value"], data["card"])
    seat.pill_kind = "plain"
    yield 500


def _golem(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    yield from _pulse_card(table, data["seat"])
    seat = table.stage.seats[data["seat"]]
    seat.pill = sum_text(data["face"], 0, data["value"])
    seat.pill_kind = "plain"
    yield 500


def _show_value(table: Table, k: int) -> None:
    seat = table.stage.seats[k]
    seat.pill = str(seat.die.face)
    seat.pill_kind = "plain"


def _glow_only(table: Table, group: list[Event]) -> Script:
    yield from _pulse_card(table, group[0].data["seat"])
    yield 300


# --- comparing ------------------------------------------------------------------------------------------


def _theft(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    thief, victim, token = data["thief"], data["victim"], data["token"]
    _take_away(table.stage.seats[victim], token)
    fly(table, table.stage.seats[victim].place.tokens, thief, token, 0.0)
    yield 700


def _values(table: Table, group: list[Event]) -> Script:
    data = group[0].data
    table.stage.step = 4
    for k, player in enumerate(table.present()):
        seat = table.stage.seats[player]
        card = seat.card.code if seat.card is not None else None
        seat.pill = sum_text(data["faces"][k], data["amounts"][k], data["values"][k], card)
        seat.pill_kind = "plain"
    yield 650


def _dice_cancelled(table: Table, group: list[Event]) -> Script:
    table.stage.step = 4
    for event in group:
        for k in event.data["seats"]:
            seat = table.stage.seats[k]
            seat.die.dim = True
            seat.pill_kind = "out"
            seat.ribbon, seat.ribbon_kind = "king_of_12.table.cancelled", "grey"
    table.play("cancel")
    yield 800


def _faun_compare(table: Table, group: list[Event]) -> Script:
    for k, value in zip(table.present(), group[0].data["values"], strict=True):
        seat = table.stage.seats[k]
        seat.die.dim = False
        seat.ribbon = ""
        seat.pill = str(value).replace("-", "\u2212")
        seat.pill_kind = "plain"
    yield 500


def _collector(table: Table, group: list[Event]) -> Script:
    seat = table.stage.seats[group[0].data["seat"]]
    seat.die.dim = False
    yield from _pulse_card(table, group[0].data["seat"])
    yield 300


def _scored(table: Table, group: list[Event]) -> Script:
    mark_scored(table, group)
    table.play("points")
    yield 300
    yield CONFIRM
    for k, event in enumerate(group):
        centre = table.centre()
        fly(table, centre, event.data["seat"], event.data["points"], k * 60.0)
    yield 560


def mark_scored(table: Table, group: list[Event]) -> None:
    """Ribbons and light for those who score."""
    table.stage.step = 5
    table.outcome = group
    for event in group:
        seat = table.stage.seats[event.data["seat"]]
        first = event.data["place"] == 1
        seat.ribbon = "king_of_12.table.first" if first else "king_of_12.table.second"
        seat.ribbon_points = event.data["points"]
        seat.ribbon_kind = "gold" if first else "silver"
        seat.die.dim = False
        if first:
            seat.pill_kind = "win"
            table.timeline.to(seat.die, table.ms(300), glow=1.0)


def _no_winner(table: Table, group: list[Event]) -> Script:
    table.stage.step = 5
    table.outcome = group
    yield 300
    yield CONFIRM


def fly(table: Table, start: tuple[float, float], k: int, value: int, delay: float) -> None:
    """A token flies to a seat and stays there."""
    seat = table.stage.seats[k]
    token = Flying(value, start[0], start[1])
    goal = table.token_spot(k)
    table.stage.flying.append(token)

    def end() -> None:
        if token in table.stage.flying:
            table.stage.flying.remove(token)
        if value == 2:
            seat.twos += 1
        else:
            seat.ones += 1
        table.play("coin")

    arc = 0.0 if table.ctx.reduced else 70.0
    table.timeline.to(token, table.ms(450), delay=delay, arc=arc, end=end, x=goal[0], y=goal[1])


def _take_away(seat: SeatStage, token: int) -> None:
    if token == 2:
        seat.twos = max(0, seat.twos - 1)
    else:
        seat.ones = max(0, seat.ones - 1)


# --- after the trick ------------------------------------------------------------------------------------------


def _discarded(table: Table, group: list[Event]) -> Script:
    stage = table.stage
    stage.step = 6
    for seat in stage.seats:
        seat.pill = seat.ribbon = ""
        seat.die.dim = False
        seat.die.glow = 0.0
        if seat.card is not None:
            x, y = seat.place.hand
            sink = seat.card
            half_x, half_y = sink.x + (x - sink.x) * 0.55, sink.y + (y - sink.y) * 0.55
            table.timeline.to(sink, table.ms(320), timeline.in_quad, x=half_x, y=half_y, alpha=0.0, turn=0.0)
    if stage.on_table is not None:
        stage.played.append(stage.on_table)
        stage.on_table = None
    table.play("card_lift")
    yield 340
    for seat in stage.seats:
        seat.card = None
    stage.step = 1
    stage.trick += 1
    table.outcome = []


def clear_trick(seat: SeatStage) -> None:
    seat.card = None
    seat.pill = seat.ribbon = ""
    seat.ready = False
    seat.die.dim = False
    seat.die.glow = 0.0


def _round_ends(table: Table, group: list[Event]) -> Script:
    table.round_end = [group[0]]
    back_to_last_trick(table)
    yield 200


def back_to_last_trick(table: Table) -> None:
    """The round is over: no further trick has begun."""
    table.stage.trick = max(1, table.stage.trick - 1)
    table.stage.step = 6


def _points_dropped(table: Table, group: list[Event]) -> Script:
    """Who has as many points as another loses them; seen when the round sheet is put away."""
    table.round_end.extend(group)
    yield 0


def cards_return(table: Table, round_end: Sequence[Event]) -> None:
    """After a round: equal points are gone, all played cards are in hand again, no trick has begun."""
    stage = table.stage
    for event in round_end:
        if event.kind == "points_dropped":
            for k in event.data["seats"]:
                stage.seats[k].ones = stage.seats[k].twos = 0
    for seat in stage.seats:
        seat.hand_size = len(table.view["set"]) - seat.crowns
    stage.hand = sorted([*stage.hand, *stage.played])
    stage.played = []
    stage.trick = 1


def _round_decided(table: Table, group: list[Event]) -> Script:
    table.round_end.extend(group)
    won = group[0].kind == "round_won"
    table.play("round_won" if won else "cancel")
    table.show_round_result()
    yield 300
    yield CONFIRM
    table.round_card = None
    cards_return(table, table.round_end)
    yield 60


def _crown_card(table: Table, group: list[Event]) -> Script:
    crown_leaves_hand(table, group[0])
    yield 0


def crown_leaves_hand(table: Table, event: Event) -> None:
    """Told to its owner only: the card under the die has left the hand for good."""
    card = event.data["card"]
    if event.data["seat"] == table.viewer and card in table.stage.hand:
        table.stage.hand.remove(card)


def _crown_laid(table: Table, group: list[Event]) -> Script:
    seat = table.stage.seats[group[0].data["seat"]]
    seat.crown_slide = 0.0
    seat.crowns = group[0].data["crowns"]
    table.timeline.to(seat, table.ms(500), crown_slide=1.0)
    table.play("crown")
    yield 900


def _game_won(table: Table, group: list[Event]) -> Script:
    table.play("victory")
    yield 700


SCRIPTS: dict[str, Any] = {
    "round_begins": _round_begins,
    "rolled": _rolled,
    "committed": _committed,
    "revealed": _revealed,
    "cards_cancelled": _cards_cancelled,
    "silenced": _silenced,
    "dice_passed": _dice_passed,
    "turned": _turned,
    "amount": _amount,
    "golem": _golem,
    "knight": _glow_only,
    "gambler": _glow_only,
    "theft": _theft,
    "values": _values,
    "dice_cancelled": _dice_cancelled,
    "faun_compare": _faun_compare,
    "collector": _collector,
    "scored": _scored,
    "no_winner": _no_winner,
    "discarded": _discarded,
    "round_ends": _round_ends,
    "points_dropped": _points_dropped,
    "round_won": _round_decided,
    "round_unwon": _round_decided,
    "crown_laid": _crown_laid,
    "crown_card": _crown_card,
    "game_won": _game_won,
}
