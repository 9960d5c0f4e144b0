"""Motions that several stories of the Tash-Kalar table share: lights, rising points, flying cards."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from games.tash_kalar.maps import place_of
from scenes.table.play import Script
from scenes.tash_kalar import left
from scenes.tash_kalar.places import hand_spot
from scenes.tash_kalar.stage import Banner, Held, Rising, Spark
from sprites.base import timeline

if TYPE_CHECKING:
    from scenes.tash_kalar.table import Table

CRUMBLE = 320.0


def banner(table: Table, label: str, duration: float = 900.0) -> Script:
    """A line over the arena that comes and goes."""
    stage = table.stage
    shown = stage.banner = Banner(label)
    table.timeline.run(table.ms(200), lambda t: setattr(shown, "alpha", 255 * t))
    yield duration

    def gone() -> None:
        if stage.banner is shown:
            stage.banner = None

    table.timeline.run(table.ms(200), lambda t: setattr(shown, "alpha", 255 * (1 - t)), end=gone)
    yield 60


def light(table: Table, kind: str, square: int, colour: int = 0, duration: float = CRUMBLE) -> None:
    """A flash or splinters on a square."""
    stage = table.stage
    x, y = place_of(square)
    spark = Spark(kind, float(x), float(y), colour)
    stage.sparks.append(spark)

    def end() -> None:
        if spark in stage.sparks:
            stage.sparks.remove(spark)

    table.timeline.run(table.ms(duration), lambda t: setattr(spark, "t", t), timeline.linear, end=end)


def rise(table: Table, label: str, x: float, y: float) -> None:
    """Points that rise and fade."""
    stage = table.stage
    rising = Rising(label, x, y)
    stage.rising.append(rising)

    def end() -> None:
        if rising in stage.rising:
            stage.rising.remove(rising)

    goal = y if table.ctx.reduced else y - 46
    table.timeline.to(rising, table.ms(1000), timeline.out_cubic, end=end, y=goal, alpha=0.0)


def player_spot(table: Table, side: int) -> tuple[float, float]:
    """Where points and cards of a side go."""
    at = left.sides(table).index(side)
    x, y, w, h = left.player_box(table, at)
    return x + w - 40, y + h / 2


def seat_spot(table: Table, seat: int) -> tuple[float, float]:
    """Where cards of a seat come from and go to."""
    if seat == table.below:
        return left.deck_spot(table, 0)
    return player_spot(table, table.reading.side(seat))


def fly(table: Table, held: Held, x: float, y: float, w: float, duration: float, then: Callable[[], None]) -> None:
    """A card flies somewhere; ``then`` is called when it is there."""
    stage = table.stage
    stage.flying.append(held)

    def end() -> None:
        if held in stage.flying:
            stage.flying.remove(held)
        then()

    arc = 0.0 if table.ctx.reduced else min(60.0, math.dist((held.x, held.y), (x, y)) * 0.16)
    table.timeline.to(held, table.ms(duration), arc=arc, end=end, x=x, y=y, w=w)


def nothing() -> None:
    """What follows when nothing follows."""


def take_from_hand(table: Table, card: int) -> Held | None:
    """A card of the hand below, taken out of it; None when it is not there (or face down)."""
    stage = table.stage
    found = next((held for held in stage.hand if held.card == card), None)
    if found is not None:
        stage.hand.remove(found)
        close_ranks(table)
    return found


def close_ranks(table: Table) -> None:
    """The cards of the hand slide together."""
    count = len(table.stage.hand)
    for at, held in enumerate(table.stage.hand):
        x, y = hand_spot(at, count, table.height)
        if abs(held.x - x) > 0.5 or abs(held.y - y) > 0.5:
            table.timeline.to(held, table.ms(220), x=x, y=y)


def count(table: Table, seat: int, kind: int, by: int) -> None:
    """Beings (0), legends (1) or flares (2) that a seat holds become more or fewer."""
    sizes = table.stage.hand_sizes[seat]
    sizes[kind] = max(0, sizes[kind] + by)
