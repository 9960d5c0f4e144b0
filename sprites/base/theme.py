"""Colours, players' looks, fonts and shadows by name; all of it is data in ``theme.json``."""

from __future__ import annotations

from functools import cache
from typing import Annotated, NamedTuple

import msgspec

from engine.schema import expect
from sprites.base.assets import AssetError, data

Colour = tuple[int, int, int] | tuple[int, int, int, int]
Written = Annotated[str, msgspec.Meta(pattern="^#[0-9a-fA-F]{6}$")]
"""A colour in a data file."""


class _Sign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shape: str
    emblem: str


_Looks = Annotated[list[tuple[Written, Written, Written, Written]], msgspec.Meta(min_length=4, max_length=4)]
"""Light, base, dark and ink of the four players."""


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``theme.json``: colours, players, palettes, faces and shadows by name."""

    colours: dict[str, Written]
    players: Annotated[list[_Sign], msgspec.Meta(min_length=4, max_length=4)]
    emblems: Annotated[list[str], msgspec.Meta(min_length=4)]
    palettes: dict[str, _Looks]
    fonts: dict[str, str]
    bold: dict[str, str]
    shadows: dict[str, tuple[float, float, float, Annotated[int, msgspec.Meta(ge=0, le=255)]]]

    def __post_init__(self) -> None:
        """Check that all selectable palettes exist."""
        for name in PALETTES:
            expect(name in self.palettes, f"palettes.{name}", "the colours of four players")


def table() -> Theme:
    """Load the whole file, once. Raises AssetError."""
    return data("base/theme.json", Theme)


class PlayerLook(NamedTuple):
    """Look of a player: colour, shape and emblem, always all three."""

    high: str
    base: str
    low: str
    shape: str
    emblem: str
    ink: str


class Shadow(NamedTuple):
    """A soft shadow in logical units: blur radius, offset, and strength 0 … 255."""

    blur: float
    dx: float
    dy: float
    alpha: int


PALETTES = ("standard", "deuteranopia", "protanopia", "tritanopia")


@cache
def colour(name: str, alpha: int | None = None) -> Colour:
    """Return a colour by its name in theme.json or ``#rrggbb``; with four parts when ``alpha`` is given.

    Raises AssetError for a name that theme.json does not have.
    """
    text = name if name.startswith("#") else table().colours.get(name)
    if text is None or len(text) != 7:
        raise AssetError(f"sprites/base/theme.json: colours has no {name!r} (expected a name there or #rrggbb)")
    red, green, blue = int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
    return (red, green, blue) if alpha is None else (red, green, blue, alpha)


def rgb(name: str) -> tuple[int, int, int]:
    """Return the three parts of a colour."""
    parts = colour(name)
    return parts[0], parts[1], parts[2]


@cache
def mix(first: str, second: str, share: float) -> str:
    """Return the colour ``share`` (0 … 1) of the way from ``first`` to ``second``, as ``#rrggbb``."""
    a, b = colour(first), colour(second)
    return "#" + "".join(f"{round(a[k] + (b[k] - a[k]) * share):02x}" for k in range(3))


@cache
def player(index: int, palette: str = "standard") -> PlayerLook:
    """Return the look of player 0 … 3; an unknown palette falls back to the standard one."""
    theme = table()
    high, base, low, ink = theme.palettes.get(palette, theme.palettes["standard"])[index % 4]
    who = theme.players[index % 4]
    return PlayerLook(high, base, low, who.shape, who.emblem, ink)


@cache
def emblems() -> tuple[str, ...]:
    """The emblems players may choose from; the first four are the players' own."""
    return tuple(table().emblems)


@cache
def shadow(kind: str) -> Shadow:
    """Return the shadow of a kind of thing. Raises AssetError for an unknown kind."""
    entry = table().shadows.get(kind)
    if entry is None:
        raise AssetError(f"sprites/base/theme.json: shadows has no {kind!r}")
    return Shadow(*entry)


@cache
def font_file(face: str) -> str:
    """Return the file name of a face. Raises AssetError for an unknown face."""
    name = table().fonts.get(face)
    if name is None:
        raise AssetError(f"sprites/base/theme.json: fonts has no {face!r}")
    return name


@cache
def find_bold(face: str) -> str:
    """Return the face used for the *bold* words of running text set in ``face``."""
    return table().bold.get(face, face)
