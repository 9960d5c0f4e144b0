"""Context of Tash-Kalar animations, and shared motions: lights, rising points, flying cards."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.tash_kalar.maps import to_column_row
from scenes.table.script import Script
from scenes.tash_kalar.layout import deck_spot, hand_spot, layout, player_box
from scenes.tash_kalar.scene_model import Banner, Held, Rising, Spark, Stage
from scenes.tash_kalar.words import Words
from sprites.base import timeline
from sprites.base.timeline import Timeline

CRUMBLE = 320.0


@dataclass(slots=True)
class AnimationContext:
    """Context of the animations of an update: stage, clock and viewer.

    ``height`` of the window; ``below`` the seat whose hand lies at the bottom, ``viewer`` the viewing seat
    (None = none); ``shared`` several people at this computer, ``overlooked`` they watch now, so the hand stays
    face down; ``steady``: lights do not flash; ``play`` plays a sound, ``ms`` is the length of a motion.
    """

    stage: Stage
    timeline: Timeline
    words: Words
    height: float
    below: int
    viewer: int | None
    shared: bool
    overlooked: bool
    reduced: bool
    steady: bool
    play: Callable[[str], None]
    ms: Callable[[float], float]

    def t(self, text_id: str, **params: Any) -> str:
        """Return a catalogue text."""
        return self.words.texts.t(text_id, **params)

    def side(self, seat: int) -> int:
        """Return the colour of a seat."""
        return self.words.reading.side(seat)

    def deck_spot(self, at: int) -> tuple[float, float]:
        """Return the middle of the viewer's deck, the legends, the flares."""
        return deck_spot(layout(self.height), at)


def banner(teller: AnimationContext, label: str, duration: float = 900.0) -> Script:
    """Show a line over the arena for a moment."""
    stage = teller.stage
    shown = stage.banner = Banner(label)
    teller.timeline.run(teller.ms(200), lambda t: setattr(shown, "alpha", 255 * t))
    yield duration

    def gone() -> None:
        if stage.banner is shown:
            stage.banner = None

    teller.timeline.run(teller.ms(200), lambda t: setattr(shown, "alpha", 255 * (1 - t)), end=gone)
    yield 60


def light(teller: AnimationContext, kind: str, square: int, colour: int = 0, duration: float = CRUMBLE) -> None:
    """Show a flash or splinters on a square; no flash where lights are steady."""
    if kind == "flash" and teller.steady:
        return
    stage = teller.stage
    x, y = to_column_row(square)
    spark = Spark(kind, float(x), float(y), colour)
    stage.sparks.append(spark)

    def end() -> None:
        if spark in stage.sparks:
            stage.sparks.remove(spark)

    teller.timeline.run(teller.ms(duration), lambda t: setattr(spark, "t", t), timeline.linear, end=end)


def rise(teller: AnimationContext, label: str, x: float, y: float) -> None:
    """Show points that rise and fade."""
    stage = teller.stage
    rising = Rising(label, x, y)
    stage.rising.append(rising)

    def end() -> None:
        if rising in stage.rising:
            stage.rising.remove(rising)

    goal = y if teller.reduced else y - 46
    teller.timeline.tween(rising, teller.ms(1000), timeline.ease_out_cubic, end=end, y=goal, alpha=0.0)


def player_spot(teller: AnimationContext, side: int) -> tuple[float, float]:
    """Return the position where points and cards of a side fly to."""
    count = len(teller.stage.supply)
    at = (side - teller.side(teller.below)) % count
    x, y, w, h = player_box(at, teller.stage.form, count)
    return x + w - 40, y + h / 2


def seat_spot(teller: AnimationContext, seat: int) -> tuple[float, float]:
    """Return the position of a seat's cards."""
    if seat == teller.below:
        return teller.deck_spot(0)
    return player_spot(teller, teller.side(seat))


def fly(
    teller: AnimationContext, held: Held, x: float, y: float, w: float, duration: float, then: Callable[[], None]
) -> None:
    """Fly a card to a position; ``then`` is called on arrival."""
    stage = teller.stage
    stage.flying.append(held)

    def end() -> None:
        if held in stage.flying:
            stage.flying.remove(held)
        then()

    arc = 0.0 if teller.reduced else min(60.0, math.dist((held.x, held.y), (x, y)) * 0.16)
    teller.timeline.tween(held, teller.ms(duration), arc=arc, end=end, x=x, y=y, w=w)


def nothing() -> None:
    """Animation that does nothing."""


def take_from_hand(teller: AnimationContext, card: int) -> Held | None:
    """Remove a card from the bottom hand and return it; None when absent (or face down)."""
    stage = teller.stage
    found = next((held for held in stage.hand if held.card == card), None)
    if found is not None:
        stage.hand.remove(found)
        close_ranks(teller)
    return found


def close_ranks(teller: AnimationContext) -> None:
    """Close the gaps of the hand."""
    count = len(teller.stage.hand)
    for at, held in enumerate(teller.stage.hand):
        x, y = hand_spot(at, count, teller.height)
        if abs(held.x - x) > 0.5 or abs(held.y - y) > 0.5:
            teller.timeline.tween(held, teller.ms(220), x=x, y=y)


def count(teller: AnimationContext, seat: int, kind: int, by: int) -> None:
    """Change a seat's number of beings (0), legends (1) or flares (2) in hand."""
    sizes = teller.stage.hand_sizes[seat]
    sizes[kind] = max(0, sizes[kind] + by)
