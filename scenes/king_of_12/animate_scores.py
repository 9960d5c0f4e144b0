"""The second half of a trick as motions, and what follows: comparing, points, the end of a round, crowns."""

from __future__ import annotations

from engine.contract import Event
from scenes.king_of_12.animation_context import (
    Teller,
    Told,
    cards_return,
    crown_leaves_hand,
    fly,
    hands_are,
    lay_crown,
    mark_scored,
    pulse_card,
)
from scenes.king_of_12.scene_model import number, sum_text
from scenes.table import banner
from scenes.table.script import CONFIRM, Script
from sprites.base import timeline

# --- comparing ----------------------------------------------------------------------------------------------


def _theft(on: Teller, group: list[Event]) -> Script:
    data = group[0].data
    victim = on.stage.seats[data["victim"]]
    victim.hold(data["victim_held"])
    fly(on, victim.place.tokens, data["thief"], data["token"], 0.0, data["thief_held"])
    yield 700


def _values(on: Teller, group: list[Event]) -> Script:
    data = group[0].data
    on.stage.step = 4
    sums = zip(data["sums"], data["faces"], data["amounts"], data["values"], strict=True)
    for k, one in zip(on.present, sums, strict=True):
        on.stage.seats[k].pill = sum_text(*one)
        on.stage.seats[k].pill_kind = "plain"
    yield 650


def _dice_cancelled(on: Teller, group: list[Event]) -> Script:
    on.stage.step = 4
    for event in group:
        for k in event.data["seats"]:
            seat = on.stage.seats[k]
            seat.die.dim = True
            seat.pill_kind = "out"
            seat.ribbon, seat.ribbon_kind = "king_of_12.table.cancelled", "grey"
    on.play("cancel")
    yield 800


def _faun_compare(on: Teller, group: list[Event]) -> Script:
    for k, value in zip(on.present, group[0].data["values"], strict=True):
        seat = on.stage.seats[k]
        seat.die.dim = False
        seat.ribbon = ""
        seat.pill = number(value)
        seat.pill_kind = "plain"
    yield 500


def _collector(on: Teller, group: list[Event]) -> Script:
    seat = on.stage.seats[group[0].data["seat"]]
    seat.die.dim = False
    yield from pulse_card(on, group[0].data["seat"])
    yield 300


def _scored(on: Teller, group: list[Event]) -> Script:
    mark_scored(on, group)
    on.play("points")
    yield 300
    yield CONFIRM
    for k, event in enumerate(group):
        fly(on, on.centre(), event.data["seat"], event.data["points"], k * 60.0, event.data["held"])
    yield 560


def _no_winner(on: Teller, group: list[Event]) -> Script:
    on.stage.step = 5
    on.stage.outcome = group
    yield 300
    yield CONFIRM


# --- the trick and the round end ----------------------------------------------------------------------------


def _discarded(on: Teller, group: list[Event]) -> Script:
    stage = on.stage
    stage.step = 6
    for seat in stage.seats:
        seat.pill = seat.ribbon = ""
        seat.die.dim = False
        seat.die.glow = 0.0
        if seat.card is not None:
            x, y = seat.place.hand
            sink = seat.card
            half_x, half_y = sink.x + (x - sink.x) * 0.55, sink.y + (y - sink.y) * 0.55
            on.timeline.to(sink, on.ms(320), timeline.in_quad, x=half_x, y=half_y, alpha=0.0, turn=0.0)
    if stage.on_table is not None:
        stage.played.append(stage.on_table)
        stage.on_table = None
    on.play("card_lift")
    yield 340
    for seat in stage.seats:
        seat.card = None
    stage.step = 1
    if group[0].data["next_trick"] is not None:
        stage.trick = group[0].data["next_trick"]
    stage.outcome = []


def _round_begins(on: Teller, group: list[Event]) -> Script:
    stage = on.stage
    stage.round = group[0].data["round"]
    stage.step = 1
    for seat in stage.seats:
        seat.clear_trick()
        seat.give_back()
    stage.on_table = None
    hands_are(stage, group[0].data["hand_sizes"])
    stage.banner = "king_of_12.table.round"
    yield from banner.show_banner(on, stage, 900, fade=260, rest=120)


def _round_ends(on: Teller, group: list[Event]) -> Script:
    on.stage.round_end = [group[0]]
    on.stage.step = 6
    yield 200


def _points_dropped(on: Teller, group: list[Event]) -> Script:
    """Who has as many points as another loses them; seen when the round sheet is put away."""
    on.stage.round_end.extend(group)
    yield 0


def _round_decided(on: Teller, group: list[Event]) -> Script:
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


def _crown_card(on: Teller, group: list[Event]) -> Script:
    crown_leaves_hand(on, group[0].data)
    yield 0


def _crown_laid(on: Teller, group: list[Event]) -> Script:
    lay_crown(on, group[0].data)
    yield 900


def _game_won(on: Teller, group: list[Event]) -> Script:
    on.play("ending")
    yield 700


SCRIPTS: dict[str, Told] = {
    "theft": _theft,
    "values": _values,
    "dice_cancelled": _dice_cancelled,
    "faun_compare": _faun_compare,
    "collector": _collector,
    "scored": _scored,
    "no_winner": _no_winner,
    "discarded": _discarded,
    "round_begins": _round_begins,
    "round_ends": _round_ends,
    "points_dropped": _points_dropped,
    "round_won": _round_decided,
    "round_unwon": _round_decided,
    "crown_laid": _crown_laid,
    "crown_card": _crown_card,
    "game_won": _game_won,
}
