"""Outlines of the numbers on dice: ``art/numerals.json``, baked from a font."""

from __future__ import annotations

from functools import cache

from sprites.base import assets

Point = tuple[float, float]
Outline = tuple[Point, ...]

_BAR: tuple[Outline, ...] = (((-0.1, -0.4), (0.1, -0.4), (0.1, 0.4), (-0.1, 0.4)),)
"""Substitute for a missing outline."""


@cache
def outlines(number: int, kind: str) -> tuple[Outline, ...]:
    """Return the outlines of a number, about one unit high; ``kind`` is fine or coarse. A plain bar when missing."""
    try:
        table = assets.data("art/numerals.json", dict[str, dict[str, tuple[Outline, ...]]])
        return table[str(number)][kind]
    except assets.AssetError as error:
        assets.miss(error)
    except KeyError as error:
        assets.miss(assets.AssetError(f"art/numerals.json: no {error}"))
    return _BAR
