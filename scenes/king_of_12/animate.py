"""Animations of King of 12 events that show why a player won: cards at work, comparison, points, crowns."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from engine.chance import mix
from engine.contract import Event
from scenes.king_of_12.layout import CARD_W
from scenes.king_of_12.plates import PLATE_CARD_W, find_card_spot
from scenes.king_of_12.scene_model import Card, Die, Flying, KingTable, SeatStage, Stage
from scenes.shell.i18n import number_text
from scenes.table.script import CONFIRM, Animations, Data, Script, pause, show_banner, show_until_end
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
    """Show the value of a seat's die as its card makes it: with an amount added, or set by the Golem."""
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
    """Show the values of these seats with their sums; a row of a tournament shows only the value."""
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
    """Show ``values`` of ``seats``, one for each, as plain values again, with no seat out of the trick."""
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


# --- motions that several of them share, in a hall too ------------------------------------------------------


def lay_down(table: KingTable, k: int) -> None:
    """Lay the card of seat ``k`` on the mat, back up: out of the fan for its owner, else out of the hand of backs."""
    seat = table.stage.seats[k]
    place = seat.place
    code = table.stage.on_table if table.viewer == k else None
    if code is not None:
        x, y, angle = table.own.find_hand_spot(code)
        sizes = table.own.hand_sizes
        seat.card = Card(code, x, y - sizes.lift, angle, 1.0, scale=sizes.raised / CARD_W)
    else:
        x, y = place.hand
        seat.card = Card(None, x, y, float(place.card_angle), 0.0, scale=0.7 * place.card_scale)
    seat.ready = True
    seat.hand_size = max(0, seat.hand_size - 1)
    x, y = place.card
    angle = float(place.card_angle)
    table.timeline.tween(
        seat.card, table.ms(350), arc=table.arc(60.0), x=x, y=y, angle=angle, scale=place.card_scale, turn=0.0
    )
    table.sounds.play("card_play")


def pulse_card(table: KingTable, k: int) -> Script:
    """Light up the card of a seat while its effect works."""
    card = table.stage.seats[k].card
    table.stage.step = max(table.stage.step, 3)
    if card is None:
        return
    table.timeline.run(table.ms(420), lambda t: setattr(card, "glow", math.sin(math.pi * t)))
    if not table.ctx.reduced:
        rest = card.scale
        table.timeline.run(420, lambda t: setattr(card, "scale", rest + 0.12 * math.sin(math.pi * t)))
    yield 240


def show_value(table: KingTable, k: int) -> None:
    """Show the face of a seat's die as its value."""
    seat = table.stage.seats[k]
    seat.pill = str(seat.die.face)
    seat.pill_kind = "plain"


def fly(
    table: KingTable, start: tuple[float, float], k: int, value: int, delay: float, held: Mapping[str, Any]
) -> None:
    """Fly a token of ``value`` 1 or 2 from ``start`` to seat ``k`` after ``delay`` ms; ``held``: its holdings then."""
    seat = table.stage.seats[k]
    token = Flying(value, start[0], start[1])
    x, y = seat.next_token()

    def land() -> None:
        seat.hold(held)
        table.sounds.play("coin")

    end = show_until_end(table.stage.flying, token, land)
    table.timeline.tween(token, table.ms(450), delay=delay, arc=table.arc(70.0), end=end, x=x, y=y)


def mark_scores(table: KingTable, group: list[Event]) -> None:
    """Mark the seats that score, by a trick's events of first and second place, with ribbons and light."""
    table.stage.step = 5
    table.stage.outcome = group
    for event in group:
        seat = table.stage.seats[event.data["seat"]]
        first = event.data["place"] == 1
        seat.ribbon = "king_of_12.table.first" if first else "king_of_12.table.second"
        seat.ribbon_points = event.data["points"]
        seat.ribbon_kind = "gold" if first else "silver"
        seat.die.dim = 0.0
        if first:
            seat.pill_kind = "win"
            table.timeline.tween(seat.die, table.ms(300), glow=1.0)


def show_sheet(table: KingTable, events: Sequence[Event]) -> Script:
    """Show the points of a finished round on a sheet over the mat, then take the played cards back."""
    stage = table.stage
    winners = [event.data["seat"] for event in events if event.kind == "round_won"]
    table.sounds.play("round_won" if winners else "cancel", winners)
    stage.sheet = list(events)
    yield 300
    yield CONFIRM
    stage.sheet = None
    cards_return(table, events)
    yield 60


def cards_return(table: KingTable, round_end: Sequence[Event]) -> None:
    """Reset the stage by the events of a round's end: drop equal points, give all played cards back to the hands."""
    stage = table.stage
    for event in round_end:
        if event.kind == "points_dropped":
            for k in event.data["seats"]:
                stage.seats[k].give_back()
        elif event.kind == "round_ends":
            stage.trick = event.data["next_trick"]
            hands_are(stage, event.data["hand_sizes"])
    stage.round_end = []


def hands_are(stage: Stage, sizes: Sequence[int]) -> None:
    """Set the sizes of all hands, by seat; the viewer's played cards are back in hand."""
    for seat, size in zip(stage.seats, sizes, strict=True):
        seat.hand_size = size
        seat.played = []
    stage.hand = sorted([*stage.hand, *stage.played])
    stage.played = []


def crown_leaves_hand(table: KingTable, data: Mapping[str, Any]) -> None:
    """Remove the crown card from the viewer's hand; only its owner gets this event."""
    if data["seat"] == table.viewer and data["card"] in table.stage.hand:
        table.stage.hand.remove(data["card"])


def lay_crown(table: KingTable, data: Mapping[str, Any]) -> bool:
    """Slide a crown under the die of its owner and set the size of the hand; return False if it lies there already."""
    seat = table.stage.seats[data["seat"]]
    seat.hand_size = data["hand_size"]
    if seat.crowns == data["crowns"]:
        return False
    seat.crown_slide = 0.0
    seat.crowns = data["crowns"]
    table.timeline.tween(seat, table.ms(500), crown_slide=1.0)
    table.sounds.play("crown")
    return True


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
