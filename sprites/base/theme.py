"""Colours, players' looks, fonts and shadows by name; all of it is data.

The code names a colour by its role in ``theme.json`` (``"text.muted"``, see :data:`ROLES`), or by
``folder/name`` when it belongs to a picture (``"legends/forest"`` of ``sprites/legends/palette.json``); data of a game
may hold ``#rrggbb``. A theme is a file that replaces a part of all this: :func:`choose`.
"""

import os
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import msgspec

from engine import schema
from engine.schema import expect
from engine.storage import safe_read
from sprites.base.assets import AssetError, data, is_picture, miss

# Names and meanings of the colours of ``theme.json``.
#
# A role says what a colour is for, not how it looks. Screens and controls use roles only; colours of pictures lie in
# the palettes of their folders (``sprites/<folder>/palette.json``, written ``folder/name`` in the code).

ROLES = {
    # Text on dark ground.
    "text": "names, values and labels",
    "text.bright": "what stands out of other text: names of seats, labels under the pointer",
    "text.strong": "bold words in running text",
    "text.body": "running text",
    "text.figure": "ratings and other large numbers",
    "text.soft": "subtitles and mottos",
    "text.quiet": "labels that are not chosen",
    "text.muted": "notes, units, what has happened before",
    "text.dim": "small print and axes",
    "text.faint": "what cannot be used, empty places",
    "text.title": "headings",
    "text.good": "words about a success",
    "text.warning": "words about what is wrong",
    "text.warning.strong": "bold words of a warning",
    # Marks.
    "accent": "icons and labels that lead the eye",
    "accent.bright": "icons that are on or important",
    "accent.low": "lower end of an accent's gradient",
    "glow": "light round what can be chosen",
    "focus": "ring of the keyboard focus",
    "edge": "thin outlines of panels and controls",
    "edge.bright": "outline of what is chosen or on",
    "edge.low": "outline of what is not chosen, rules",
    "line": "thin lines between rows, small icons that are off",
    "shadow": "shadows, and the veil behind a dialog",
    "veil": "translucent dark ground behind text",
    "well": "hollow of bars and fields, rim of panels",
    "rim.dark": "dark rim of small signs",
    # Panels and rows.
    "panel": "ground of panels",
    "panel.top": "upper end of a panel's gradient, ground of rows",
    "panel.low": "lower end of a panel's gradient",
    "selected.high": "row, tab or segment that is selected, upper end",
    "selected.low": "row, tab or segment that is selected, lower end",
    "marked.high": "row that is pointed at, upper end",
    "done.high": "sign of a step that is done, upper end",
    # The main button and whatever is switched on.
    "confirm": "middle of the main button",
    "confirm.high": "upper end of the main button, ticked boxes",
    "confirm.low": "lower end of the main button",
    "confirm.text": "text on the main button",
    "confirm.edge": "rim of the main button",
    "confirm.disabled": "main button that cannot be pressed",
    "shine": "light on the upper edge of buttons and knobs",
    # Other controls.
    "control": "middle of a plain button",
    "control.high": "upper end of a plain button",
    "control.low": "lower end of a plain button",
    "control.text": "text on plain buttons",
    "control.text.disabled": "text and icons of what cannot be pressed",
    "control.raised": "upper end of round buttons",
    "control.hover": "middle of a control under the pointer",
    "control.hover.high": "upper end of a control under the pointer",
    "control.hover.low": "lower end of a control under the pointer",
    "control.disabled.high": "upper end of a control that cannot be pressed",
    "control.disabled.low": "lower end of a control that cannot be pressed",
    "control.edge.disabled": "rim of a control that cannot be pressed, stars not won",
    "field.top": "upper end of a text field",
    "field.low": "lower end of a text field and of a pressed button",
    # Paper: dialogs, rulebook, tooltips, open lists.
    "paper": "ground",
    "paper.low": "lower end of the ground's gradient",
    "paper.edge": "well",
    "paper.text": "running text",
    "paper.text.muted": "second text",
    "paper.title": "headings",
    "paper.label": "labels and signs",
    "paper.icon": "icons and marks",
    "paper.link": "words that explain themselves, warnings",
    "paper.alert": "bold words",
    "paper.crown": "sign of a winner",
    "paper.line": "thin lines",
    "paper.found": "ground of a word that was searched for",
    # States of the game.
    "good": "something is right or ready",
    "good.high": "sign of success, upper end",
    "good.low": "sign of success, lower end",
    "good.ink": "icon on a sign of success",
    "banner.good.high": "banner of a success, upper end",
    "banner.good.low": "banner of a success, lower end",
    "bad": "losses, failures",
    "danger": "what will be destroyed or lost",
    "strike": "line through what does not count",
    "right": "answer that was right",
    "wrong": "answer that was wrong, choices that lost much",
    "partial": "choices that lost little",
    # Analysis.
    "luck": "what chance decided",
    "secret": "what hidden things decided",
    "gain": "numbers above zero",
    "loss": "numbers below zero",
    "graph.cursor": "place of the shown step in a graph",
    "series.table": "values of the table in a comparison",
}
"""Role → what it colours."""

FORMER = {
    "cream": "text", "mute": "text.muted", "faint": "text.faint", "gold": "accent", "gold_hi": "text.title",
    "gold_lo": "edge.low", "ink": "paper.text", "ink2": "paper.text.muted", "parchment": "paper", "ok": "good",
    "amber": "confirm", "leather": "panel", "rim": "well", "black": "shadow", "white": "shine",
}  # fmt: skip
"""Colour names of version 0.1, which the screens of players' own games may use, → role."""


Colour = tuple[int, int, int] | tuple[int, int, int, int]
Written = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}\Z")]
"""A colour in a data file."""

VARIABLE = "FOUR_THRONES_THEME"
"""Environment variable that holds the path of the chosen theme."""
HIGH_CONTRAST = Path(__file__).with_name("high_contrast.json")
"""The theme for weak eyes."""
HATCHINGS = (
    "plain", "upright", "level", "slanting", "falling", "crossed", "dots", "rings", "waves", "zigzag", "bricks",
    "checks", "grains", "dashes", "steep",
)  # fmt: skip
"""Line patterns that tell grounds apart without colour."""
BAKED = "baked"
"""In place of a pattern: the picture itself is drawn, also in a flat theme."""
PALETTES = ("standard", "deuteranopia", "protanopia", "tritanopia")


MOST_BYTES = 1 << 20
"""The largest file of a theme."""
SHADOWS = (
    "lying", "hand", "lifted", "panel", "piece", "button", "chip", "coin", "tooltip", "cover", "mat",
)  # fmt: skip
"""Things that throw a shadow."""
_Icon = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,40}\Z")]
_Font = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,60}\.ttf\Z")]


Shape = Literal["shield", "circle", "hexagon", "diamond", "square"]
"""See :mod:`sprites.base.icons`."""


class _Sign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shape: Shape
    emblem: _Icon


_Looks = Annotated[list[tuple[Written, Written, Written, Written]], msgspec.Meta(min_length=4, max_length=4)]
"""Light, base, dark and ink of the four players."""
_Signs = Annotated[list[_Sign], msgspec.Meta(min_length=4, max_length=4)]
_Blur = Annotated[float, msgspec.Meta(ge=0, le=60)]
_Offset = Annotated[float, msgspec.Meta(ge=-60, le=60)]
_Shadow = tuple[_Blur, _Offset, _Offset, Annotated[int, msgspec.Meta(ge=0, le=255)]]


MOST_STYLES, MOST_SIZES = 16, 12
"""Most text styles, and sizes of them, that a page can be read by."""


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``theme.json``: colours of roles, players, palettes, faces, text styles and shadows by name."""

    roles: dict[str, Written]
    players: _Signs
    emblems: Annotated[list[_Icon], msgspec.Meta(min_length=4, max_length=64)]
    palettes: dict[str, _Looks]
    fonts: dict[str, _Font]
    styles: Annotated[
        dict[str, tuple[str, Annotated[float, msgspec.Meta(ge=8, le=96)]]], msgspec.Meta(max_length=MOST_STYLES)
    ]
    bold: dict[str, str]
    shadows: dict[str, _Shadow]

    def __post_init__(self) -> None:
        """Check that all roles and selectable palettes exist."""
        _check_roles(self.roles)
        for name in ROLES:
            expect(name in self.roles, f"roles.{name}", f"a colour such as #d7ab57 for {ROLES[name]}")
        for name in PALETTES:
            expect(name in self.palettes, f"palettes.{name}", "the colours of four players")
        for kind in SHADOWS:
            expect(kind in self.shadows, f"shadows.{kind}", "blur, two offsets and strength")
        for face, bold in self.bold.items():
            known = face in self.fonts and bold in self.fonts
            expect(known, f"bold.{face}", f"one of {', '.join(self.fonts)}", bold)
        for name, (face, _) in self.styles.items():
            expect(face in self.fonts, f"styles.{name}", f"one of {', '.join(self.fonts)}", face)
        expect(len({size for _, size in self.styles.values()}) <= MOST_SIZES, "styles", f"at most {MOST_SIZES} sizes")
        _check_signs(self.players, self.emblems)


class Override(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theme: any part of ``theme.json``, and colours of pictures by folder and name."""

    roles: dict[str, Written] = {}
    players: _Signs | None = None
    palettes: dict[str, _Looks] = {}
    shadows: dict[str, _Shadow] = {}
    art: dict[str, dict[str, Written]] = {}
    flat: bool = False
    """Whether all is drawn as in a linocut: full outlines, no shadows, lights and baked pictures."""
    pictures: dict[str, str] = {}
    """What becomes of baked pictures: picture → line pattern (:mod:`sprites.base.pictures`), or :data:`BAKED`."""

    def __post_init__(self) -> None:
        """Check that the theme replaces existing entries only."""
        _check_roles(self.roles)
        for name in self.palettes:
            expect(name in PALETTES, f"palettes.{name}", f"one of {', '.join(PALETTES)}")
        for kind in self.shadows:
            expect(kind in SHADOWS, f"shadows.{kind}", f"one of {', '.join(SHADOWS)}")
        _check_signs(self.players or [], _standard().emblems)
        for name, pattern in self.pictures.items():
            treatments = (BAKED, *HATCHINGS)
            expect(pattern in treatments, f"pictures.{name}", f"one of {', '.join(treatments)}", pattern)
            expect(is_picture(name), f"pictures.{name}", "a picture of sprites/art")
        for folder, colours in self.art.items():
            expect(folder.isidentifier(), f"art.{folder}", "a folder of sprites")
            known = _standard_art(folder)
            for name in colours:
                expect(name in known, f"art.{folder}.{name}", f"a name of sprites/{folder}/palette.json")


def _check_roles(roles: dict[str, Written]) -> None:
    for name in roles:
        expect(name in ROLES, f"roles.{name}", "a role of sprites/base/theme.py")


def _check_signs(players: list[_Sign], emblems: list[str]) -> None:
    for at, sign in enumerate(players):
        expect(sign.emblem in emblems, f"players[{at}].emblem", f"one of {', '.join(emblems)}", sign.emblem)


def _standard() -> Theme:
    return data("base/theme.json", Theme)


def _standard_art(folder: str) -> dict[str, Written]:
    """Return the palette of a folder; raises AssetError naming file and place."""
    return data(f"{folder}/palette.json", dict[str, Written])


def read(path: Path) -> Override:
    """Read a theme. Raises AssetError naming file, place and expectation."""
    try:
        found = safe_read.read(path, schema.parse, MOST_BYTES)
    except safe_read.Unreadable as error:
        raise AssetError(f"{path}: cannot be read: {safe_read.describe_error(error.cause)}") from error
    return schema.fit(found, Override, f"{path}:", AssetError)


def choose(path: Path | None) -> None:
    """Draw with the theme at ``path`` from now on, with the standard one for None.

    Pictures already drawn keep their colours: a window that is open has to be renewed. A theme that cannot be used is
    reported (:func:`sprites.base.assets.miss`), and the standard one is drawn.
    """
    if path is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = str(path)
    for look_up in (_override, table, art, colour, mix, player, emblems, shadow, is_flat):
        look_up.cache_clear()


@cache
def _override() -> Override:
    path = os.environ.get(VARIABLE)
    try:
        return read(Path(path)) if path else Override()
    except AssetError as error:
        miss(error)
        return Override()


@cache
def is_flat() -> bool:
    """Whether the theme draws all as in a linocut, without shadows, lights and baked pictures."""
    return _override().flat


def find_hatching(picture: str) -> str:
    """Return the line pattern that replaces a baked picture, or :data:`BAKED`; "" when the theme names neither."""
    return _override().pictures.get(picture, "")


@cache
def table() -> Theme:
    """Return theme.json with the parts that the chosen theme replaces. Raises AssetError."""
    standard, chosen = _standard(), _override()
    return msgspec.structs.replace(
        standard,
        roles=standard.roles | chosen.roles,
        players=chosen.players or standard.players,
        palettes=standard.palettes | chosen.palettes,
        shadows=standard.shadows | chosen.shadows,
    )


@cache
def art(folder: str) -> dict[str, str]:
    """Return the colours of the pictures of ``sprites/<folder>`` by name. Raises AssetError."""
    return _standard_art(folder) | _override().art.get(folder, {})


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


@cache
def colour(name: str, alpha: int | None = None) -> Colour:
    """Return a colour by its role, ``folder/name`` or ``#rrggbb``; with four parts when ``alpha`` is given.

    Raises AssetError for a name that neither theme.json nor the folder's palette has.
    """
    text = name if name.startswith("#") else _look_up(name)
    red, green, blue = int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
    return (red, green, blue) if alpha is None else (red, green, blue, alpha)


def _look_up(name: str) -> str:
    folder, _, key = name.rpartition("/")
    colours = art(folder) if folder else table().roles
    found = colours.get(key) or (None if folder else colours.get(FORMER.get(key, "")))
    if found is None:
        place = f"sprites/{folder}/palette.json:" if folder else "sprites/base/theme.json: roles"
        raise AssetError(f"{place} has no {key!r} (expected a name there or #rrggbb)")
    return found


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
    """Return the emblems players may choose from; the first four are the default ones."""
    return tuple(table().emblems)


@cache
def shadow(kind: str) -> Shadow:
    """Return the shadow of a kind of thing. Raises AssetError for an unknown kind."""
    entry = table().shadows.get(kind)
    if entry is None:
        raise AssetError(f"sprites/base/theme.json: shadows has no {kind!r}")
    return Shadow(*entry)


@cache
def find_style(name: str) -> tuple[str, float]:
    """Return face and size in units of a text style. Raises AssetError for an unknown style."""
    found = table().styles.get(name)
    if found is None:
        raise AssetError(f"sprites/base/theme.json: styles has no {name!r} (expected {', '.join(table().styles)})")
    return found


@cache
def font_file(face: str) -> str:
    """Return the file name of a face. Raises AssetError for an unknown face."""
    name = table().fonts.get(face)
    if name is None:
        raise AssetError(f"sprites/base/theme.json: fonts has no {face!r}")
    return name
