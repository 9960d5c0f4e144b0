"""Custom segment drawings as plain JSON, so that a saved game can draw them without their file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from maps.readers.legends import FORM, BadMap, Exit, Region, Route, SegmentMap

Plain = Any


def side_option(segment: SegmentMap) -> dict[str, Any]:
    """Convert a side to an entry of the option ``segments`` (see ``games.legends.options``)."""
    return {
        "code": segment.code,
        "names": [region.text for region in segment.regions],
        "islands": [list(island) for island in segment.islands],
        "land": [list(pair) for pair in segment.land],
        "sea": [list(pair) for pair in segment.sea],
        "exits": {edge: each.region for edge, each in segment.exits.items()},
        "start_here": segment.start_here,
        "land_links": segment.land_links,
        "drawing": {
            "regions": [
                [
                    [list(cell) for cell in region.hexes],
                    region.terrain,
                    list(region.label),
                    list(region.token),
                    [list(point) for point in region.armies],
                    [list(point) for point in region.cities],
                ]
                for region in segment.regions
            ],
            "routes": [[route.a, route.b, route.sea, [list(point) for point in route.way]] for route in segment.routes],
            "exits": {edge: [list(point) for point in each.way] for edge, each in segment.exits.items()},
        },
    }


def parse_segment(entry: dict[str, Any]) -> SegmentMap:
    """Parse the drawing in an entry of the option; raises BadMap when it cannot be read."""
    try:
        drawing = entry["drawing"]
        regions = tuple(
            Region(
                tuple((int(x), int(y)) for x, y in hexes),
                str(terrain),
                str(name),
                _point(label),
                _point(token),
                tuple(_point(each) for each in armies),
                tuple(_point(each) for each in cities),
            )
            for (hexes, terrain, label, token, armies, cities), name in zip(
                drawing["regions"], entry["names"], strict=True
            )
        )
        routes = tuple(Route(int(a), int(b), bool(sea), _way(way)) for a, b, sea, way in drawing["routes"])
        exits = {edge: Exit(int(entry["exits"][edge]), _way(way)) for edge, way in drawing["exits"].items()}
        columns, rows, width, height, side = FORM
        return SegmentMap(
            code=str(entry["code"]),
            path=Path(str(entry["code"])),
            columns=columns,
            rows=rows,
            tile=(width, height),
            side=side,
            regions=regions,
            islands=tuple(tuple(island) for island in entry["islands"]),
            land=tuple((a, b) for a, b in entry["land"]),
            sea=tuple((a, b) for a, b in entry["sea"]),
            routes=routes,
            exits=exits,
            start_here=bool(entry["start_here"]),
            land_links=bool(entry["land_links"]),
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadMap(f"segment {entry.get('code')!r}: its drawing cannot be read: {error!r}") from error


def _point(value: Plain) -> tuple[float, float]:
    x, y = value
    return float(x), float(y)


def _way(value: Plain) -> tuple[tuple[float, float], ...]:
    return tuple(_point(each) for each in value)
