"""Motions that several animations of King of 12 share."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract import Event
from scenes.king_of_12.layout import CARD_W
from scenes.king_of_12.scene_model import Card, Flying, KingTable, Stage
from scenes.table.script import CONFIRM, Script, show_until_end


def lay_down(table: KingTable, k: int) -> None:
    """Lay a seat's card on the mat, back up: from the fan for its owner, else from the hand of backs."""
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
    """Fly a token to a seat; ``held``: the holdings afterwards."""
    seat = table.stage.seats[k]
    token = Flying(value, start[0], start[1])
    x, y = seat.next_token()

    def land() -> None:
        seat.hold(held)
        table.sounds.play("coin")

    end = show_until_end(table.stage.flying, token, land)
    table.timeline.tween(token, table.ms(450), delay=delay, arc=table.arc(70.0), end=end, x=x, y=y)


def mark_scores(table: KingTable, group: list[Event]) -> None:
    """Mark the scoring seats with ribbons and light."""
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
    """Show the end of a round on a sheet, then take the played cards back."""
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
    """Reset after a round: equal points are dropped, all played cards are back in hand."""
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
    """Set all hand sizes; own played cards are back in hand."""
    for seat, size in zip(stage.seats, sizes, strict=True):
        seat.hand_size = size
        seat.played = []
    stage.hand = sorted([*stage.hand, *stage.played])
    stage.played = []


def crown_leaves_hand(table: KingTable, data: Mapping[str, Any]) -> None:
    """Remove the crown card from the hand; only its owner gets this event."""
    if data["seat"] == table.viewer and data["card"] in table.stage.hand:
        table.stage.hand.remove(data["card"])


def lay_crown(table: KingTable, data: Mapping[str, Any]) -> bool:
    """Slide a crown under a die; False when it is already there."""
    seat = table.stage.seats[data["seat"]]
    seat.hand_size = data["hand_size"]
    if seat.crowns == data["crowns"]:
        return False
    seat.crown_slide = 0.0
    seat.crowns = data["crowns"]
    table.timeline.tween(seat, table.ms(500), crown_slide=1.0)
    table.sounds.play("crown")
    return True
