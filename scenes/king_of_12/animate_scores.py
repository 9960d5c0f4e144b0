"""Animations of the second half of a trick and after it: comparison, points, end of a round, crowns."""

from __future__ import annotations

from engine.contract import Event
from scenes.king_of_12.animation_context import (
    Animation,
    AnimationContext,
    cards_return,
    crown_leaves_hand,
    fly,
    hands_are,
    lay_crown,
    mark_scores,
    pulse_card,
)
from scenes.king_of_12.layout import CARD_W
from scenes.king_of_12.plates import PLATE_CARD_W, find_card_spot
from scenes.king_of_12.scene_model import number, sum_text
from scenes.table import script
from scenes.table.script import CONFIRM, Script
from sprites.base import timeline

# --- comparing ----------------------------------------------------------------------------------------------


def _animate_theft(on: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    victim = on.stage.seats[data["victim"]]
    victim.hold(data["victim_held"])
    fly(on, victim.place.tokens, data["thief"], data["token"], 0.0, data["thief_held"])
    yield 700


def _animate_values(on: AnimationContext, group: list[Event]) -> Script:
    data = group[0].data
    on.stage.step = 4
    sums = zip(data["sums"], data["faces"], data["amounts"], data["values"], strict=True)
    for k, one in zip(on.present, sums, strict=True):
        on.stage.seats[k].pill = sum_text(*one)
        on.stage.seats[k].pill_kind = "plain"
    yield 650


def _animate_dice_cancelling(on: AnimationContext, group: list[Event]) -> Script:
    on.stage.step = 4
    for event in group:
        for k in event.data["seats"]:
            seat = on.stage.seats[k]
            seat.die.dim = True
            seat.pill_kind = "out"
            seat.ribbon, seat.ribbon_kind = "king_of_12.table.cancelled", "grey"
    on.play("cancel")
    yield 800


def _animate_faun(on: AnimationContext, group: list[Event]) -> Script:
    for k, value in zip(on.present, group[0].data["values"], strict=True):
        seat = on.stage.seats[k]
        seat.die.dim = False
        seat.ribbon = ""
        seat.pill = number(value)
        seat.pill_kind = "plain"
    yield 500


def _animate_collector(on: AnimationContext, group: list[Event]) -> Script:
    seat = on.stage.seats[group[0].data["seat"]]
    seat.die.dim = False
    yield from pulse_card(on, group[0].data["seat"])
    yield 300


def _animate_score(on: AnimationContext, group: list[Event]) -> Script:
    mark_scores(on, group)
    on.play("points")
    yield 300
    yield CONFIRM
    for k, event in enumerate(group):
        fly(on, on.centre(), event.data["seat"], event.data["points"], k * 60.0, event.data["held"])
    yield 560


def _animate_no_winner(on: AnimationContext, group: list[Event]) -> Script:
    on.stage.step = 5
    on.stage.outcome = group
    yield 300
    yield CONFIRM


# --- the trick and the round end ----------------------------------------------------------------------------


TO_PLATE_MS = 300.0
"""So long a played card flies to the plate of its seat."""


def _animate_discard(on: AnimationContext, group: list[Event]) -> Script:
    stage = on.stage
    stage.step = 6
    for seat in stage.seats:
        seat.pill = seat.ribbon = ""
        seat.die.dim = False
        seat.die.glow = 0.0
        spot = find_card_spot(seat, len(seat.played))
        if seat.card is not None and spot is not None:
            scale = PLATE_CARD_W / CARD_W
            on.timeline.tween(seat.card, on.ms(TO_PLATE_MS), x=spot[0], y=spot[1], scale=scale, angle=0.0)
        elif seat.card is not None:
            x, y = seat.place.hand
            sink = seat.card
            half_x, half_y = sink.x + (x - sink.x) * 0.55, sink.y + (y - sink.y) * 0.55
            on.timeline.tween(sink, on.ms(320), timeline.ease_in_quad, x=half_x, y=half_y, alpha=0.0, turn=0.0)
    if stage.on_table is not None:
        stage.played.append(stage.on_table)
        stage.on_table = None
    on.play("card_lift")
    yield 340
    for seat, card in zip(stage.seats, group[0].data["cards"], strict=True):
        seat.card = None
        if card is not None:
            seat.played.append(card)
    stage.step = 1
    if group[0].data["next_trick"] is not None:
        stage.trick = group[0].data["next_trick"]
    stage.outcome = []


def _animate_round_start(on: AnimationContext, group: list[Event]) -> Script:
    stage = on.stage
    stage.round = group[0].data["round"]
    stage.step = 1
    for k, seat in enumerate(stage.seats):
        seat.clear_trick()
        seat.give_back()
        if "ahead" in group[0].data:
            seat.ones = seat.points = group[0].data["ahead"][k]
    stage.on_table = None
    hands_are(stage, group[0].data["hand_sizes"])
    stage.banner = "king_of_12.table.round"
    yield from script.show_banner(on, stage, 900, fade=260, rest=120)


def _animate_round_end(on: AnimationContext, group: list[Event]) -> Script:
    on.stage.round_end = [group[0]]
    on.stage.step = 6
    yield 200


def _animate_point_loss(on: AnimationContext, group: list[Event]) -> Script:
    """Drop equal points; shown when the round sheet is closed."""
    on.stage.round_end.extend(group)
    yield 0


def _animate_round_result(on: AnimationContext, group: list[Event]) -> Script:
    stage = on.stage
    stage.round_end.extend(group)
    won = group[0].kind == "round_won"
    on.play("round_won" if won else "cancel", [event.data["seat"] for event in group if event.kind == "round_won"])
    stage.sheet = list(stage.round_end)
    yield 300
    yield CONFIRM
    stage.sheet = None
    cards_return(on, stage.round_end)
    yield 60


def _animate_crown_card(on: AnimationContext, group: list[Event]) -> Script:
    crown_leaves_hand(on, group[0].data)
    yield 0


def _animate_crown(on: AnimationContext, group: list[Event]) -> Script:
    lay_crown(on, group[0].data)
    yield 900


def _animate_victory(on: AnimationContext, group: list[Event]) -> Script:
    on.play("ending")
    yield 700


SCRIPTS: dict[str, Animation] = {
    "theft": _animate_theft,
    "values": _animate_values,
    "dice_cancelled": _animate_dice_cancelling,
    "faun_compare": _animate_faun,
    "collector": _animate_collector,
    "scored": _animate_score,
    "no_winner": _animate_no_winner,
    "discarded": _animate_discard,
    "round_begins": _animate_round_start,
    "round_ends": _animate_round_end,
    "points_dropped": _animate_point_loss,
    "round_won": _animate_round_result,
    "round_unwon": _animate_round_result,
    "crown_laid": _animate_crown,
    "crown_card": _animate_crown_card,
    "game_won": _animate_victory,
}
