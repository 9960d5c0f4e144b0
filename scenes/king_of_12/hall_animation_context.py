"""Context of tournament animations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scenes.king_of_12.animation_context import AnimationContext
from scenes.king_of_12.hall_scene_model import HallStage
from scenes.king_of_12.layout import Place
from sprites.base.timeline import Timeline

CHANGE_MS = 340.0
"""Duration of the way of dice and cards to another table, in ms."""


@dataclass(slots=True)
class HallAnimationContext(AnimationContext):
    """Context of the animations of an update in a tournament.

    ``crowd``: the motions at the other tables, parallel to the detailed animations; ``first``: the player who sits
    below at his own table; ``people`` at this computer; ``height`` of the window, in units; ``skipping``: whether the
    script is being hurried to its end; ``expect`` has the die of a player made before it shows a face at its place, or
    at another one.
    """

    crowd: Timeline
    first: int
    people: Sequence[int]
    height: Callable[[], float]
    skipping: Callable[[], bool]
    expect: Callable[..., None]

    @property
    def hall(self) -> HallStage:
        """Stage of the hall."""
        assert isinstance(self.stage, HallStage)
        return self.stage

    def move_all(self, ms: float = CHANGE_MS) -> None:
        """Send every die and card to its current place."""
        move_seats(self.hall, self.hall.places(self.first, self.height()), self.timeline, self.ms(ms))


def move_seats(stage: HallStage, places: Sequence[Place], timeline: Timeline, ms: float) -> None:
    """Send every die and card to its new place."""
    for seat, place in zip(stage.seats, places, strict=True):
        if place == seat.place:
            continue
        larger = max(seat.place, place, key=lambda one: one.die_size)
        seat.die.model = (larger.die_size, larger.spin)
        seat.place = place
        seat.die.spin = place.spin
        seat.die.settle()
        x, y = float(place.die[0]), float(place.die[1])
        timeline.tween(seat.die, ms, x=x, y=y, size=float(place.die_size))
        if seat.card is not None:
            x, y = float(place.card[0]), float(place.card[1])
            timeline.tween(seat.card, ms, x=x, y=y, angle=float(place.card_angle), scale=place.card_scale)
