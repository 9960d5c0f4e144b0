"""Charts composed from the segments of a view (cached)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from maps.readers import legends as legends_map
from maps.readers.legends import BadMap, Chart, Placed, Point, Route, SegmentMap
from sprites.base import assets
from sprites.legends import coastline as legends_shores
from sprites.legends.coastline import Coastline
from sprites.legends.drawing import parse_segment


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """A chart with its lines; ``key`` for caches."""

    key: str
    chart: Chart
    shores: Coastline
    _dots: dict[tuple[Point, ...], list[Point]] = field(default_factory=dict)
    _spots: dict[int, tuple[Point, Point, Point]] = field(default_factory=dict)
    _places: dict[tuple[str, int, int], Point] = field(default_factory=dict)

    def find_place(self, kind: str, region: int, owner: int = 0) -> Point:
        """Return the place of an owner's armies or cities in a region, or of a token: of an "army", "city", "token"."""
        key = (kind, region, owner)
        if key not in self._places:
            chart = self.chart
            self._places[key] = (
                chart.token(region) if kind == "token"
                else chart.army(region, owner) if kind == "army"
                else chart.city(region, owner)
            )  # fmt: skip
        return self._places[key]

    def free_dots(self, route: Route) -> list[Point]:
        """Return the dots of a sea link that lie at sea."""
        if route.way not in self._dots:
            points = legends_shores.dots(route.way, 9.5)
            self._dots[route.way] = [point for point in points if self.shores.find_region(*point) is None]
        return self._dots[route.way]

    def top(self, region: int) -> Point:
        """Return the upper end of a region, the place of a price."""
        return self._ends(region)[0]

    def find_owner_spot(self, region: int) -> Point:
        """Return the place of the owner's sign: between the upper end of a region and its uppermost hex."""
        return self._ends(region)[1]

    def foot(self, region: int) -> Point:
        """Return the place of a region's name, above its lower end."""
        return self._ends(region)[2]

    def _ends(self, region: int) -> tuple[Point, Point, Point]:
        if region not in self._spots:
            coast = self.shores.regions[region][0]
            left, _top, right, bottom = self.shores.boxes[region]
            x, y = min(coast, key=lambda point: point[1])
            hx, hy = min(self.chart.hexes(region), key=lambda point: point[1])
            low, _ = max(coast, key=lambda point: point[1])
            foot = (min(right - 30, max(left + 30, low)), bottom - 9)
            self._spots[region] = ((x, y + 4), ((x + hx) / 2, (y + 4 + hy) / 2), foot)
        return self._spots[region]


@lru_cache(maxsize=len(legends_map.SIDE_CODES))
def load_side(code: str) -> SegmentMap:
    """Return the side of the box with a code."""
    return legends_map.load(legends_map.FOLDER / f"{code}.tmx")


def compose(shape: str, segments: Sequence[Sequence[Any]], own: Sequence[dict[str, Any]] = ()) -> Composed | None:
    """Return the chart of four segments (code, turned) in a shape; None for fewer, or if one cannot be drawn.

    ``own`` are the entries of the option "segments", for sides that are not from the box.
    """
    if len(segments) != 4:
        return None
    drawings = tuple(json.dumps(each, sort_keys=True) for each in own)
    return _compose(shape, tuple((str(code), bool(turned)) for code, turned in segments), drawings)


@lru_cache(maxsize=12)
def _compose(shape: str, segments: tuple[tuple[str, bool], ...], drawings: tuple[str, ...]) -> Composed | None:
    sides = []
    for code, turned in segments:
        segment = side(code, drawings)
        if segment is None:
            return None
        sides.append((segment, turned))
    chart = legends_map.lay_out(shape, sides)
    return Composed(f"{shape}{segments}{hash(drawings)}", chart, legends_shores.trace(chart))


def side(code: str, drawings: Sequence[str] = ()) -> SegmentMap | None:
    """Return the side with a code, from the box or a player's drawing; None (and a notice) when it cannot be drawn."""
    if code in legends_map.SIDE_CODES:
        return load_side(code)
    for text in drawings:
        entry = json.loads(text)
        if entry["code"] == code:
            try:
                return parse_segment(entry)
            except BadMap as error:
                assets.miss(assets.AssetError(str(error)))
    return None


@lru_cache(maxsize=40)
def alone(code: str, turned: bool, drawings: tuple[str, ...] = ()) -> Composed | None:
    """Return a chart of a single side, for choosing it."""
    segment = side(code, drawings)
    if segment is None:
        return None
    placed = Placed(segment, turned, (0.0, 0.0), 0)
    exits = [Route(each.region, each.region, True, placed.way(each.way)) for each in segment.exits.values()]
    inside = [Route(each.a, each.b, each.sea, placed.way(each.way)) for each in segment.routes]
    chart = Chart(
        placed=(placed,),
        size=segment.size,
        codes=tuple(f"{code}.{number}" for number in range(len(segment.regions))),
        islands=segment.islands,
        land=frozenset(segment.land),
        sea=frozenset(segment.sea),
        routes=(*inside, *exits),
        wrapped=(),
    )
    return Composed(f"{code}{turned}{hash(drawings)}", chart, legends_shores.trace(chart))
