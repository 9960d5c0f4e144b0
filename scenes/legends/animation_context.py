"""Context of Legends animations: the stage, the chart and the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import Event
from maps.readers.legends import Point
from scenes.legends.chart_view import ChartView
from scenes.legends.drag import Grip
from scenes.legends.scene_model import Stage
from sprites.base.timeline import Timeline


@dataclass(slots=True)
class AnimationContext:
    """Context of the animations of an update.

    ``viewer``: the viewing seat (None = none); ``automatic``: the map is laid at random, so it is
    never shown in parts; ``reduced``: only fades; ``ms`` is the length of a motion; ``card_spot``: where cards
    and coins of a seat go; ``show_board`` lays segments in a shape; ``look_at`` brings a region into sight.
    """

    stage: Stage
    timeline: Timeline
    chart: ChartView
    grip: Grip
    names: Sequence[str]
    viewer: int | None
    automatic: bool
    reduced: bool
    ms: Callable[[float], float]
    play: Callable[[str], None]
    note: Callable[[Sequence[Event]], None]
    card_spot: Callable[[int], Point]
    show_board: Callable[[Sequence[Sequence[Any]], str], None]
    look_at: Callable[[int], None]
