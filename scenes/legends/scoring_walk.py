"""The end of a game: the scoring goes over the map region by region, island by island, then over the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract import Event
from scenes.legends.stage import Walk
from scenes.table.play import CONFIRM, Script

if TYPE_CHECKING:
    from scenes.legends.table import Table

PARTS = ("regions", "islands", "cards", "elixirs", "tokens", "citadels", "leader")
"""What points come from, in the order of counting."""


def walk(table: Table, group: list[Event]) -> Script:
    """Mark every region and island that gives a point and count; a click goes to the sums."""
    scores: list[dict[str, Any]] = group[0].data["scores"]
    seats = len(scores)
    found = Walk(points=[0] * seats, parts=[dict.fromkeys(PARTS, 0) for _ in range(seats)])
    table.stage.walk = found
    table.view_of_chart.whole()
    yield 500
    owner_of = {region: seat for seat, score in enumerate(scores) for region in score["regions"]}
    found.label = "regions"
    for region in sorted(owner_of, key=table.reading_order):
        found.region, found.owner = region, owner_of[region]
        _add(found, found.owner, "regions", 1)
        table.play("click")
        yield 260
    found.region = None
    found.label = "islands"
    chart = table.view_of_chart.composed
    for number in sorted({one for score in scores for one in score["islands"]}):
        found.owner = next(seat for seat, score in enumerate(scores) if number in score["islands"])
        found.island = chart.chart.islands[number] if chart is not None else ()
        _add(found, found.owner, "islands", 1)
        table.play("coin")
        yield 520
    found.island = ()
    for part in PARTS[2:]:
        counted = False
        for seat, score in enumerate(scores):
            points = score["parts"][part]
            if points:
                found.label, found.owner, counted = part, seat, True
                _add(found, seat, part, points)
        if counted:
            table.play("points")
            yield 620
    found.label = ""
    found.done = True
    table.play("round_won")
    yield 200
    yield CONFIRM
    table.stage.walk = None


def _add(found: Walk, seat: int, part: str, points: int) -> None:
    found.points[seat] += points
    found.parts[seat][part] += points
