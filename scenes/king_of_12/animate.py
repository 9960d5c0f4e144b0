"""Animations of King of 12 events that show why a player won: cards at work, comparison, points, crowns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.chance import mix
from engine.contract import Event
from scenes.king_of_12.animation_context import (
    crown_leaves_hand,
    fly,
    hands_are,
    lay_crown,
    lay_down,
    mark_scores,
    pulse_card,
    show_sheet,
    show_value,
)
from scenes.king_of_12.layout import CARD_W
from scenes.king_of_12.plates import PLATE_CARD_W, find_card_spot
from scenes.king_of_12.scene_model import Card, Die, KingTable, SeatStage
from scenes.shell.i18n import number_text
from scenes.table.script import CONFIRM, Animations, Data, Script, pause, show_banner
from sprites.base import dodecahedron, timeline
from sprites.base.dodecahedron import Quat

# Animations of the first half of a trick: rolls, cards laid down and revealed, effects.

ROLL = 900.0
TURN = 420.0
DIM_MS = 300.0
"""So long a card or a die goes dark."""


# --- dice are rolled ----------------------------------------------------------------------------------------


def animate_rolls(table: KingTable, group: list[Event]) -> Script:
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


def _animate_commit(table: KingTable, data: Data) -> Script:
    lay_down(table, data["seat"])
    yield 260


def _animate_reveal(table: KingTable, data: Data) -> Script:
    stage = table.stage
    stage.step = 1
    for k, code in enumerate(data["cards"]):
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
                table.timeline.tween(seat.card, table.ms(DIM_MS), dim=1.0)
            seat.ribbon, seat.ribbon_kind = "king_of_12.table.card_cancelled", "grey"
    table.sounds.play("cancel")
    yield DIM_MS
    table.answer_events()
    yield 600
    for event in group:
        for k in event.data["seats"]:
            table.stage.seats[k].ribbon = ""


def _animate_silence(table: KingTable, data: Data) -> Script:
    lady = data["seat"]
    yield from pulse_card(table, lady)
    for k in table.own.present:
        seat = table.stage.seats[k]
        if k != lady and seat.card is not None:
            table.timeline.tween(seat.card, table.ms(DIM_MS), dim=1.0)
    table.sounds.play("cancel")
    yield DIM_MS
    table.answer_events()
    yield 500


# --- effects ------------------------------------------------------------------------------------------------


def _animate_dice_passing(table: KingTable, data: Data) -> Script:
    if data["by"] is not None:
        yield from pulse_card(table, data["by"])
    seats = [table.stage.seats[k] for k in table.own.present]
    goals = [table.stage.seats[k] for k in data["to"]]
    dice = [seat.die for seat in seats]
    for die, goal in zip(dice, goals, strict=True):
        arc = table.arc(46.0)
        x, y = goal.place.die
        size = float(goal.place.die_size)
        table.timeline.tween(die, table.ms(700), arc=arc, x=float(x), y=float(y), size=size)
        die.rolling = True
        die.goal = die.face
        end = dodecahedron.pose(die.face, goal.place.spin)
        table.timeline.run(table.ms(700), partial(_turn_towards, die, die.quat, end))
    table.sounds.play("die_turn")
    yield 740
    for die, goal in zip(dice, goals, strict=True):
        goal.die = die
    for seat, face in zip(seats, data["faces"], strict=True):
        seat.die.face = face
        seat.die.spin = seat.place.spin
        seat.die.x, seat.die.y = seat.place.die
        seat.die.settle()
    yield 160


def _turn_towards(die: Die, start: Quat, end: Quat, t: float) -> None:
    die.quat = dodecahedron.slerp(start, end, t)


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


def _animate_amount(table: KingTable, data: Data) -> Script:
    """Show the value of a die with what a card adds, or as the Golem makes it."""
    yield from pulse_card(table, data["seat"])
    table.stage.seats[data["seat"]].show_sum(data["how"], data["face"], data.get("amount", 0), data["value"])
    yield 500


def _animate_glow(table: KingTable, data: Data) -> Script:
    yield from pulse_card(table, data["seat"])
    yield 300


# Animations of the second half of a trick and after it: comparison, points, end of a round, crowns.

# --- comparing ----------------------------------------------------------------------------------------------


def _animate_theft(table: KingTable, data: Data) -> Script:
    victim = table.stage.seats[data["victim"]]
    victim.hold(data["victim_held"])
    fly(table, victim.place.tokens, data["thief"], data["token"], 0.0, data["thief_held"])
    yield 700


def _animate_values(table: KingTable, data: Data) -> Script:
    table.stage.step = 4
    show_sums(table, table.own.present, data)
    yield 650


def show_sums(table: KingTable, seats: Sequence[int], data: Data) -> None:
    """Show the values of these seats with their sums; a row of a tournament draws only the value."""
    sums = zip(data["sums"], data["faces"], data["amounts"], data["values"], strict=True)
    for k, one in zip(seats, sums, strict=True):
        table.stage.seats[k].show_sum(*one)


def _animate_dice_cancelling(table: KingTable, group: list[Event]) -> Script:
    table.stage.step = 4
    for event in group:
        for k in event.data["seats"]:
            seat = table.stage.seats[k]
            table.timeline.tween(seat.die, table.ms(DIM_MS), dim=1.0)
            seat.pill_kind = "out"
            seat.ribbon, seat.ribbon_kind = "king_of_12.table.cancelled", "grey"
    table.sounds.play("cancel")
    yield DIM_MS
    table.answer_events()
    yield 500


def _animate_faun(table: KingTable, data: Data) -> Script:
    restore_values(table, table.own.present, data["values"])
    yield 500


def restore_values(table: KingTable, seats: Sequence[int], values: Sequence[int]) -> None:
    """Show the values of these seats again, none of them out of the trick."""
    for k, value in zip(seats, values, strict=True):
        seat = table.stage.seats[k]
        seat.die.dim = 0.0
        seat.ribbon = ""
        seat.pill = number_text(value)
        seat.pill_kind = "plain"


def _animate_collector(table: KingTable, data: Data) -> Script:
    seat = table.stage.seats[data["seat"]]
    seat.die.dim = 0.0
    yield from pulse_card(table, data["seat"])
    yield 300


def _animate_score(table: KingTable, group: list[Event]) -> Script:
    mark_scores(table, group)
    table.sounds.play("points")
    yield 300
    yield CONFIRM
    for k, event in enumerate(group):
        fly(table, table.own.centre(), event.data["seat"], event.data["points"], k * 60.0, event.data["held"])
    yield 560


def _animate_no_winner(table: KingTable, group: list[Event]) -> Script:
    table.stage.step = 5
    table.stage.outcome = group
    yield 300
    yield CONFIRM


# --- the trick and the round end ----------------------------------------------------------------------------


TO_PLATE_MS = 300.0
"""So long a played card flies to the plate of its seat."""


def animate_discard(table: KingTable, data: Data) -> Script:
    stage = table.stage
    stage.step = 6
    for seat in stage.seats:
        seat.pill = seat.ribbon = ""
        seat.die.dim = 0.0
        seat.die.glow = 0.0
        spot = find_card_spot(seat, len(seat.played))
        if seat.card is not None and spot is not None:
            scale = PLATE_CARD_W / CARD_W
            table.timeline.tween(seat.card, table.ms(TO_PLATE_MS), x=spot[0], y=spot[1], scale=scale, angle=0.0)
        elif seat.card is not None:
            x, y = seat.place.hand
            sink = seat.card
            half_x, half_y = sink.x + (x - sink.x) * 0.55, sink.y + (y - sink.y) * 0.55
            table.timeline.tween(sink, table.ms(320), timeline.ease_in_quad, x=half_x, y=half_y, alpha=0.0, turn=0.0)
    if stage.on_table is not None:
        stage.played.append(stage.on_table)
        stage.on_table = None
    table.sounds.play("card_lift")
    yield 340
    for seat, card in zip(stage.seats, data["cards"], strict=True):
        seat.card = None
        if card is not None:
            seat.played.append(card)
    stage.step = 1
    if data["next_trick"] is not None:
        stage.trick = data["next_trick"]
    stage.outcome = []


def _animate_round_start(table: KingTable, data: Data) -> Script:
    stage = table.stage
    stage.round = data["round"]
    stage.step = 1
    for k, seat in enumerate(stage.seats):
        seat.clear_trick()
        seat.give_back()
        if "ahead" in data:
            seat.ones = seat.points = data["ahead"][k]
    stage.on_table = None
    hands_are(stage, data["hand_sizes"])
    yield from show_banner(table, table.ctx.t("king_of_12.table.round", n=stage.round), 900, fade=260, rest=120)


def _animate_round_end(table: KingTable, group: list[Event]) -> Script:
    table.stage.round_end = [group[0]]
    table.stage.step = 6
    yield 200


def _animate_point_loss(table: KingTable, group: list[Event]) -> Script:
    """Drop equal points; shown when the round sheet is closed."""
    table.stage.round_end.extend(group)
    yield 0


def _animate_round_result(table: KingTable, group: list[Event]) -> Script:
    table.stage.round_end.extend(group)
    yield from show_sheet(table, table.stage.round_end)


def _animate_crown_card(table: KingTable, data: Data) -> Script:
    crown_leaves_hand(table, data)
    yield 0


def _animate_crown(table: KingTable, data: Data) -> Script:
    lay_crown(table, data)
    yield 900


ANIMATIONS = Animations(
    {
        "rolled": animate_rolls,
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
        "theft": _animate_theft,
        "values": _animate_values,
        "dice_cancelled": _animate_dice_cancelling,
        "faun_compare": _animate_faun,
        "collector": _animate_collector,
        "scored": _animate_score,
        "no_winner": _animate_no_winner,
        "discarded": animate_discard,
        "round_begins": _animate_round_start,
        "round_ends": _animate_round_end,
        "points_dropped": _animate_point_loss,
        "round_won": _animate_round_result,
        "round_unwon": _animate_round_result,
        "crown_laid": _animate_crown,
        "crown_card": _animate_crown_card,
        "game_won": partial(pause, 700, "ending"),
    },
    together={
        "rolled": ("round",),
        "turned": ("troublemakers", "turning", "dull"),
        **dict.fromkeys(("scored", "no_winner", "dice_cancelled", "cards_cancelled"), ()),
        **dict.fromkeys(("points_dropped", "round_ends", "round_won", "round_unwon"), ()),
    },
    late=("rolled",),
)
