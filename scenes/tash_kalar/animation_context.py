"""Motions that several animations of Tash-Kalar share: lights, rising points, flying cards."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from games.tash_kalar.maps import to_column_row
from scenes.table.script import Script
from scenes.tash_kalar.layout import deck_spot, hand_spot, player_box
from scenes.tash_kalar.scene_model import Banner, Held, Rising, Spark
from sprites.base import timeline

if TYPE_CHECKING:
    from scenes.tash_kalar.table_state import TashTable

CRUMBLE = 320.0


def banner(table: TashTable, label: str, duration: float = 900.0) -> Script:
    """Show a line over the arena for a moment."""
    stage = table.stage
    shown = stage.banner = Banner(label)
    table.timeline.run(table.ms(200), lambda t: setattr(shown, "alpha", 255 * t))
    yield duration

    def gone() -> None:
        if stage.banner is shown:
            stage.banner = None

    table.timeline.run(table.ms(200), lambda t: setattr(shown, "alpha", 255 * (1 - t)), end=gone)
    yield 60


def light(table: TashTable, kind: str, square: int, colour: int = 0, duration: float = CRUMBLE) -> None:
    """Show a flash or splinters on a square; no flash where lights are steady."""
    if kind == "flash" and table.ctx.steady:
        return
    stage = table.stage
    x, y = to_column_row(square)
    spark = Spark(kind, float(x), float(y), colour)
    stage.sparks.append(spark)

    def end() -> None:
        if spark in stage.sparks:
            stage.sparks.remove(spark)

    table.timeline.run(table.ms(duration), lambda t: setattr(spark, "t", t), timeline.linear, end=end)


def rise(table: TashTable, label: str, x: float, y: float) -> None:
    """Show points that rise and fade."""
    stage = table.stage
    rising = Rising(label, x, y)
    stage.rising.append(rising)

    def end() -> None:
        if rising in stage.rising:
            stage.rising.remove(rising)

    goal = y if table.ctx.reduced else y - 46
    table.timeline.tween(rising, table.ms(1000), timeline.ease_out_cubic, end=end, y=goal, alpha=0.0)


def player_spot(table: TashTable, side: int) -> tuple[float, float]:
    """Return the position where points and cards of a side fly to."""
    count = len(table.stage.supply)
    at = (side - table.own.reading.side(table.below)) % count
    x, y, w, h = player_box(at, table.stage.form, count)
    return x + w - 40, y + h / 2


def seat_spot(table: TashTable, seat: int) -> tuple[float, float]:
    """Return the position of a seat's cards."""
    if seat == table.below:
        return deck_spot(table.own.places, 0)
    return player_spot(table, table.own.reading.side(seat))


def fly(
    table: TashTable, held: Held, x: float, y: float, w: float, duration: float, then: Callable[[], None] | None = None
) -> None:
    """Fly a card to a position; ``then`` is called on arrival."""
    stage = table.stage
    stage.flying.append(held)

    def end() -> None:
        if held in stage.flying:
            stage.flying.remove(held)
        if then is not None:
            then()

    arc = table.arc(min(60.0, math.dist((held.x, held.y), (x, y)) * 0.16))
    table.timeline.tween(held, table.ms(duration), arc=arc, end=end, x=x, y=y, w=w)


def take_from_hand(table: TashTable, card: int) -> Held | None:
    """Remove a card from the bottom hand and return it; None when absent (or face down)."""
    stage = table.stage
    found = next((held for held in stage.hand if held.card == card), None)
    if found is not None:
        stage.hand.remove(found)
        close_ranks(table)
    return found


def close_ranks(table: TashTable) -> None:
    """Close the gaps of the hand."""
    count = len(table.stage.hand)
    for at, held in enumerate(table.stage.hand):
        x, y = hand_spot(at, count, table.height)
        if abs(held.x - x) > 0.5 or abs(held.y - y) > 0.5:
            table.timeline.tween(held, table.ms(220), x=x, y=y)


def count(table: TashTable, seat: int, kind: int, by: int) -> None:
    """Change a seat's number of beings (0), legends (1) or flares (2) in hand."""
    sizes = table.stage.hand_sizes[seat]
    sizes[kind] = max(0, sizes[kind] + by)
