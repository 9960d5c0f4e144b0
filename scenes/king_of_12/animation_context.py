"""What the scripts of King of 12 move, and the motions that several of them have in common."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from scenes.king_of_12.layout import CARD_W, RAISED_W
from scenes.king_of_12.scene_model import Card, Flying, Stage
from scenes.table.script import Script
from scenes.table.sounds import Play
from sprites.base.timeline import Timeline

if TYPE_CHECKING:
    from scenes.shell.context import Context


@dataclass(slots=True)
class AnimationContext:
    """What the scripts of an update move, and how.

    ``viewer``: who looks on, None for nobody in particular; ``present``: the seats that an event means which goes by
    position; ``ms``: the length of a motion, short where motions are reduced; ``note``: events enter the chronicle;
    ``centre``: the middle of the mat, which moves with the window; ``in_hand``: where a card of the own hand lies (x,
    y, angle); ``roll_seed``: another one for each roll of a seat's die.
    """

    ctx: Context
    stage: Stage
    timeline: Timeline
    viewer: int | None
    present: Sequence[int]
    ms: Callable[[float], float]
    play: Play
    note: Callable[[Sequence[Event]], None]
    centre: Callable[[], tuple[float, float]]
    in_hand: Callable[[int], tuple[float, float, float]]
    roll_seed: Callable[[int], int]

    def arc(self, height: float) -> float:
        """How high something flies on its way; not at all where motions are reduced."""
        return 0.0 if self.ctx.reduced else height


Animation = Callable[[AnimationContext, list[Event]], Script]
"""A script for events of one kind and one moment."""


def lay_down(on: AnimationContext, k: int) -> None:
    """A seat lays its card on the mat, back up: out of the fan for its owner, for all others out of a hand of backs."""
    seat = on.stage.seats[k]
    place = seat.place
    code = on.stage.on_table if on.viewer == k else None
    if code is not None:
        x, y, angle = on.in_hand(code)
        seat.card = Card(code, x, y - 50, angle, 1.0, scale=RAISED_W / CARD_W)
    else:
        x, y = place.hand
        seat.card = Card(None, x, y, float(place.card_angle), 0.0, scale=0.7 * place.card_scale)
    seat.ready = True
    seat.hand_size = max(0, seat.hand_size - 1)
    x, y = place.card
    angle = float(place.card_angle)
    on.timeline.tween(seat.card, on.ms(350), arc=on.arc(60.0), x=x, y=y, angle=angle, scale=place.card_scale, turn=0.0)
    on.play("card_play")


def pulse_card(on: AnimationContext, k: int) -> Script:
    """The card of a seat lights up: it is at work."""
    card = on.stage.seats[k].card
    on.stage.step = max(on.stage.step, 3)
    if card is None:
        return
    on.timeline.run(on.ms(420), lambda t: setattr(card, "glow", math.sin(math.pi * t)))
    if not on.ctx.reduced:
        rest = card.scale
        on.timeline.run(420, lambda t: setattr(card, "scale", rest + 0.12 * math.sin(math.pi * t)))
    yield 240


def show_value(on: AnimationContext, k: int) -> None:
    """The value of a seat is what its die shows."""
    seat = on.stage.seats[k]
    seat.pill = str(seat.die.face)
    seat.pill_kind = "plain"


def fly(
    on: AnimationContext, start: tuple[float, float], k: int, value: int, delay: float, held: Mapping[str, Any]
) -> None:
    """A token flies to a seat and stays there; ``held``: what lies there then."""
    seat = on.stage.seats[k]
    token = Flying(value, start[0], start[1])
    x, y = seat.next_token()
    on.stage.flying.append(token)

    def end() -> None:
        if token in on.stage.flying:
            on.stage.flying.remove(token)
        seat.hold(held)
        on.play("coin")

    on.timeline.tween(token, on.ms(450), delay=delay, arc=on.arc(70.0), end=end, x=x, y=y)


def mark_scores(on: AnimationContext, group: list[Event]) -> None:
    """Ribbons and light for those who score."""
    on.stage.step = 5
    on.stage.outcome = group
    for event in group:
        seat = on.stage.seats[event.data["seat"]]
        first = event.data["place"] == 1
        seat.ribbon = "king_of_12.table.first" if first else "king_of_12.table.second"
        seat.ribbon_points = event.data["points"]
        seat.ribbon_kind = "gold" if first else "silver"
        seat.die.dim = False
        if first:
            seat.pill_kind = "win"
            on.timeline.tween(seat.die, on.ms(300), glow=1.0)


def cards_return(on: AnimationContext, round_end: Sequence[Event]) -> None:
    """After a round: equal points are gone, all played cards are in hand again, no trick has begun."""
    stage = on.stage
    for event in round_end:
        if event.kind == "points_dropped":
            for k in event.data["seats"]:
                stage.seats[k].give_back()
        elif event.kind == "round_ends":
            stage.trick = event.data["next_trick"]
            hands_are(stage, event.data["hand_sizes"])
    stage.round_end = []


def hands_are(stage: Stage, sizes: Sequence[int]) -> None:
    """Everybody has so many cards in hand; the own played ones are among them again."""
    for seat, size in zip(stage.seats, sizes, strict=True):
        seat.hand_size = size
    stage.hand = sorted([*stage.hand, *stage.played])
    stage.played = []


def crown_leaves_hand(on: AnimationContext, data: Mapping[str, Any]) -> None:
    """Told to its owner only: the card under the die has left the hand for good."""
    if data["seat"] == on.viewer and data["card"] in on.stage.hand:
        on.stage.hand.remove(data["card"])


def lay_crown(on: AnimationContext, data: Mapping[str, Any]) -> bool:
    """A crown slides under a die; False when it lies there already."""
    seat = on.stage.seats[data["seat"]]
    seat.hand_size = data["hand_size"]
    if seat.crowns == data["crowns"]:
        return False
    seat.crown_slide = 0.0
    seat.crowns = data["crowns"]
    on.timeline.tween(seat, on.ms(500), crown_slide=1.0)
    on.play("crown")
    return True
