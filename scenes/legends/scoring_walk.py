"""Animation of the final scoring: region by region, island by island, then the rest."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from games.legends.scoring import PARTS
from scenes.legends.scene_model import Walk
from scenes.table.script import CONFIRM, Script

if TYPE_CHECKING:
    from scenes.legends.table_state import LegendsTable

PLACES = {"regions": ("click", 260.0), "islands": ("coin", 520.0)}
"""Marks on the map with sound and duration in ms."""


def walk(table: LegendsTable, group: list[Event]) -> Script:
    """Mark and count every region and island that scores; a click skips to the sums."""
    data = group[0].data
    seats = len(data["scores"])
    found = Walk(label=PARTS[0], points=[0] * seats, parts=[dict.fromkeys(PARTS, 0) for _ in range(seats)])
    table.stage.walk = found
    table.own.chart.whole()
    yield 500
    for part, steps in groupby(data["steps"], key=lambda step: str(step["part"])):
        found.label = part
        if part in PLACES:
            sound, wait = PLACES[part]
            for step in steps:
                found.regions = tuple(step["regions"])
                _count(found, step)
                table.sounds.play(sound)
                yield wait
            found.regions = ()
            continue
        for step in steps:
            _count(found, step)
        table.sounds.play("points")
        yield 620
    found.label = ""
    found.done = True
    table.sounds.play("ending")
    yield 200
    yield CONFIRM
    table.stage.walk = None


def _count(found: Walk, step: dict[str, Any]) -> None:
    seat = found.owner = step["seat"]
    found.points[seat] = step["points"]
    found.parts[seat][step["part"]] = step["of_part"]
