"""The outlines of the numbers 1 … 12 for the faces of the twelve-sided die, as polygons without holes.

Each number fits into a square from -1 to 1 (y upwards). A hole is joined to its outer outline by a double cut, so that
a plain polygon fill leaves it open. 6 and 9 are underlined.
"""

import json
import math
from pathlib import Path
from typing import Any

from fontTools.misc.bezierTools import quadraticPointAtT
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
FONT = ROOT / "sprites" / "fonts" / "Alegreya_900Black.ttf"
OUT = ROOT / "sprites" / "art" / "numerals.json"
Point = tuple[float, float]
Outline = list[Point]


def _area(outline: Outline) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, outline[1:] + outline[:1], strict=True)) / 2


def _simplify(outline: Outline, tolerance: float) -> Outline:
    """Douglas-Peucker on a closed outline."""

    def walk(part: Outline) -> Outline:
        (x0, y0), (x1, y1) = part[0], part[-1]
        length = math.hypot(x1 - x0, y1 - y0) or 1e-9
        worst, at = 0.0, 0
        for k in range(1, len(part) - 1):
            x, y = part[k]
            off = abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length
            if (x0, y0) == (x1, y1):
                off = math.hypot(x - x0, y - y0)
            if off > worst:
                worst, at = off, k
        if worst <= tolerance:
            return [part[0], part[-1]]
        return walk(part[: at + 1])[:-1] + walk(part[at:])

    far = max(range(len(outline)), key=lambda k: math.dist(outline[0], outline[k]))
    return walk(outline[: far + 1])[:-1] + walk([*outline[far:], outline[0]])[:-1]


class _Outlines(BasePen):  # type: ignore[misc]
    """Collects the outlines of a glyph, each curve as six straight lines."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.found: list[Outline] = []

    def _moveTo(self, point: Point) -> None:
        self.found.append([point])

    def _lineTo(self, point: Point) -> None:
        self.found[-1].append(point)

    def _qCurveToOne(self, control: Point, end: Point) -> None:
        start = self.found[-1][-1]
        self.found[-1] += [quadraticPointAtT(start, control, end, k / 6) for k in range(1, 7)]


def _contours(font: TTFont, character: str) -> list[Outline]:
    glyphs = font.getGlyphSet()
    pen = _Outlines(glyphs)
    glyphs[font.getBestCmap()[ord(character)]].draw(pen)
    return [outline[:-1] if outline[0] == outline[-1] else outline for outline in pen.found]


def _bridge(outer: Outline, hole: Outline) -> Outline:
    i, j = min(
        ((i, j) for i in range(len(outer)) for j in range(len(hole))),
        key=lambda ij: math.dist(outer[ij[0]], hole[ij[1]]),
    )
    return outer[: i + 1] + hole[j:] + hole[: j + 1] + outer[i:]


def _number(font: TTFont, label: str, tolerance: float) -> list[Outline]:
    em = font["head"].unitsPerEm
    advance = 0.0
    shapes: list[Outline] = []
    for character in label:
        outlines = [_simplify([(x / em, y / em) for x, y in o], tolerance) for o in _contours(font, character)]
        turn = math.copysign(1, _area(max(outlines, key=lambda o: abs(_area(o)))))
        holes = [o for o in outlines if _area(o) * turn < 0]
        for outer in (o for o in outlines if _area(o) * turn > 0):
            wide, high = zip(*outer, strict=True)
            for hole in holes:
                if min(wide) < hole[0][0] < max(wide) and min(high) < hole[0][1] < max(high):
                    outer = _bridge(outer, hole)
            shapes.append([(x + advance, y) for x, y in outer])
        advance += font["hmtx"][font.getBestCmap()[ord(character)]][0] / em - 0.02
    xs = [p[0] for o in shapes for p in o]
    ys = [p[1] for o in shapes for p in o]
    scale = min(0.92, 0.90 / (max(xs) - min(xs))) * 2
    cx, cy = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    made = [[(round((x - cx) * scale, 4), round((y - cy) * scale, 4)) for x, y in o] for o in shapes]
    if label in ("6", "9"):
        low = min(p[1] for o in made for p in o) - 0.13
        made.append([(-0.38, low), (0.38, low), (0.38, low - 0.13), (-0.38, low - 0.13)])
        made = [[(x, round(y + 0.1, 4)) for x, y in o] for o in made]
    return made


def write() -> None:
    """Write sprites/art/numerals.json: fine and coarse outlines of each number."""
    font = TTFont(FONT)
    table = {
        str(n): {"fine": _number(font, str(n), 0.004), "coarse": _number(font, str(n), 0.02)} for n in range(1, 13)
    }
    OUT.write_text(json.dumps(table, separators=(",", ":")) + "\n", "utf-8")
    for n, shapes in table.items():
        print(n, {kind: sum(map(len, outlines)) for kind, outlines in shapes.items()})
