"""Context of King of 12 animations, and motions that several of them share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from scenes.king_of_12.layout import CARD_W, RAISED_W
from scenes.king_of_12.scene_model import Card, Flying, Stage
from scenes.table.script import Script
from sprites.base.timeline import Timeline

if TYPE_CHECKING:
    from scenes.shell.context import Context


@dataclass(slots=True)
class AnimationContext:
    """Context of the animations of an update.

    ``viewer``: the viewing seat, None for none; ``present``: the seats meant by positions in events; ``ms``: the
    length of a motion, short where motions are reduced; ``note`` adds events to the log; ``centre``: the middle of
    the mat, which moves with the window; ``in_hand``: where a card of the viewer's hand lies (x, y, angle);
    ``roll_seed``: another one for each roll of a seat's die.
    """

    ctx: Context
    stage: Stage
    timeline: Timeline
    viewer: int | None
    present: Sequence[int]
    ms: Callable[[float], float]
    play: Callable[..., None]
    note: Callable[[Sequence[Event]], None]
    centre: Callable[[], tuple[float, float]]
    in_hand: Callable[[int], tuple[float, float, float]]
    roll_seed: Callable[[int], int]

    def arc(self, height: float) -> float:
        """Return the arc height of a flight; 0 with reduced motion."""
        return 0.0 if self.ctx.reduced else height


Animation = Callable[[AnimationContext, list[Event]], Script]
"""Animation of simultaneous events of a kind."""


def lay_down(on: AnimationContext, k: int) -> None:
    """Lay a seat's card on the mat, back up: from the fan for its owner, else from the hand of backs."""
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
    """Light up the card of a seat while its effect works."""
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
    """Show the face of a seat's die as its value."""
    seat = on.stage.seats[k]
    seat.pill = str(seat.die.face)
    seat.pill_kind = "plain"


def fly(
    on: AnimationContext, start: tuple[float, float], k: int, value: int, delay: float, held: Mapping[str, Any]
) -> None:
    """Fly a token to a seat; ``held``: the holdings afterwards."""
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
    """Mark the scoring seats with ribbons and light."""
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
    """Reset after a round: equal points are dropped, all played cards are back in hand."""
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
    """Set all hand sizes; own played cards are back in hand."""
    for seat, size in zip(stage.seats, sizes, strict=True):
        seat.hand_size = size
        seat.played = []
    stage.hand = sorted([*stage.hand, *stage.played])
    stage.played = []


def crown_leaves_hand(on: AnimationContext, data: Mapping[str, Any]) -> None:
    """Remove the crown card from the hand; only its owner gets this event."""
    if data["seat"] == on.viewer and data["card"] in on.stage.hand:
        on.stage.hand.remove(data["card"])


def lay_crown(on: AnimationContext, data: Mapping[str, Any]) -> bool:
    """Slide a crown under a die; False when it is already there."""
    seat = on.stage.seats[data["seat"]]
    seat.hand_size = data["hand_size"]
    if seat.crowns == data["crowns"]:
        return False
    seat.crown_slide = 0.0
    seat.crowns = data["crowns"]
    on.timeline.tween(seat, on.ms(500), crown_slide=1.0)
    on.play("crown")
    return True
