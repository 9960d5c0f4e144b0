"""The row of large buttons along the lower edge, where the thumbs are: it takes the place of small ones of a scene.

On screens whose size is known (:mod:`scenes.shell.touch_sizes`) the amber button, the buttons of the top bar and those
next to the amber one stand here, in any scene that fills the window; what a scene draws ends above the row. A table
has them round its corner instead: the amber one under the right thumb, those with words above it, signs at the upper
edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprites.base import controls
from sprites.base.layout import Box, columns

if TYPE_CHECKING:
    from scenes.shell.targets import Target, TargetRegistry
    from sprites.base.canvas import Canvas

BAR, MENU = "bar.", "bar.menu"
"""How the ids of buttons of the top bar begin: they stand at the left, before the signs of a scene's own."""
NEXT_TO_AMBER = ("decide_now", "why", "undo", "third", "second")
"""Buttons of a table that stand between those and the amber one."""
AMBER_W, WORDS_W, GAP, EDGE = 368.0, 220.0, 8.0, 10.0
"""Widest the amber button and those next to it are, and the room between and at the sides, in units."""
LEAST_W = 1.35
"""Least width of a button with words, in widths of one with a sign."""
CORNER_H, WORDS_H, LEDGE = 164.0, 112.0, 16.0
"""Heights of the amber button of a table and of those above it, and what lies between them and below."""
STRIP_Y, STRIP_H, PITCH = 8.0, 84.0, 86.0
"""Upper edge and height of what stands at the upper edge of a table, and from sign to sign."""
PLATES: Box = (104.0, STRIP_Y, 1000.0, STRIP_H)
"""Room of the plates of players there, left of the state of the game."""
PLATE_W, PLATE_GAP = 318.0, 12.0
STATE_RIGHT = 1330.0
FINGER_TOP = 104.0
"""Where a table begins below them."""


@dataclass(frozen=True, slots=True)
class Face:
    """Look of a button in the row."""

    label: str = ""
    icon: str | None = None
    is_on: bool = False
    sub: str | None = None


def takes(target_id: str, signs: Sequence[str], *, main: bool) -> bool:
    """Whether a button belongs in the row: it is main, usual there, or in ``signs`` (ids; prefixes end with a full
    stop)."""
    begins = tuple(sign for sign in signs if sign.endswith("."))
    return main or target_id in (*NEXT_TO_AMBER, *signs) or target_id.startswith((BAR, *begins))


def is_sign(target: Target) -> bool:
    """Whether a button of the row has an icon and no words."""
    has_words = target.face is None or bool(target.face.label)
    return target.id.startswith(BAR) or not (has_words or target.main)


def place(targets: Sequence[Target], c: Canvas, least: float, gap: float) -> None:
    """Set the boxes of the row's buttons: icons at the left, then words, the main (amber) one at the right end.
    ``least``: height of the row, ``gap``: space between buttons, in units."""
    gap = max(GAP, gap)
    top = find_top(c, least)
    signs = [one for one in targets if is_sign(one)]
    signs.sort(key=lambda one: (not one.id.startswith(BAR), one.box[0]))
    words = [one for one in targets if not one.main and not is_sign(one)]
    ambers = [one for one in targets if one.main]
    left, right = max(c.left, 0.0) + EDGE, min(c.right, 1600.0) - EDGE
    room = right - left - len(signs) * (least + gap)
    full = len(ambers) * (AMBER_W + gap) + len(words) * (WORDS_W + gap)
    share = min(1.0, room / full) if full else 1.0
    x = left
    for one in signs:
        one.box = (x, top, least, least)
        x += least + gap
    x = right
    for one in [*ambers, *reversed(words)]:
        wide = max(least * LEAST_W, ((AMBER_W if one.main else WORDS_W) + gap) * share - gap)
        x -= wide
        one.box = (x, top, wide, least)
        x -= gap


def find_corner(height: float, wide: float = AMBER_W) -> Box:
    """Return the box of the main (amber) button, in the lower right corner of a table of this height."""
    return 1600.0 - LEDGE - wide, height - LEDGE - CORNER_H, wide, CORNER_H


def find_buttons_box(corner: Box) -> Box:
    """Return the box round all buttons of a table's corner: the main button ``corner`` and those above it."""
    x, y, w, h = corner
    return x, y - LEDGE - WORDS_H, w, h + LEDGE + WORDS_H


def find_free_height(height: float) -> float:
    """Return the y down to which the right column of a table of this height has no buttons."""
    return height - 3 * LEDGE - CORNER_H - WORDS_H


def lay_plates(count: int, room: Box = PLATES) -> list[Box]:
    """Return the boxes of ``count`` seat plates at the upper edge of a table, from the left."""
    wide = min(PLATE_W, (room[2] + PLATE_GAP) / max(1, count) - PLATE_GAP)
    return columns(room, [wide] * count, gap=PLATE_GAP)


def find_state_box(count: int) -> Box:
    """Return the box right of ``count`` seat plates in which the progress of the game is written."""
    plates = lay_plates(count)
    left = plates[-1][0] + plates[-1][2] + PLATE_GAP if plates else PLATES[0]
    return left, STRIP_Y, STATE_RIGHT - left, STRIP_H


def place_round(targets: Sequence[Target], corner: Box) -> None:
    """Set the boxes of a table's buttons: main one in ``corner``, words above it, menu at the left, icons at the
    right."""
    x, y, w, _h = corner
    words = [one for one in targets if not one.main and not is_sign(one)]
    words.sort(key=lambda one: one.id != "undo")
    signs = [one for one in targets if is_sign(one) and one.id != MENU]
    boxes = columns((x, y - LEDGE - WORDS_H, w, WORDS_H), max(2, len(words)), gap=LEDGE)
    for one, box in zip(words, boxes, strict=False):
        one.box = box
    for at, one in enumerate(reversed(signs), 1):
        one.box = (1600.0 - EDGE + GAP - at * PITCH, STRIP_Y, PITCH - GAP, STRIP_H)
    for one in targets:
        if one.main:
            one.box = corner
        elif one.id == MENU:
            one.box = (EDGE, STRIP_Y, STRIP_H, STRIP_H)


def find_top(c: Canvas, least: float) -> float:
    """Return the y of the row's upper edge; on an upright screen there is more room below it."""
    return c.height + min((c.foot - least) / 2, EDGE)


def find_words_box(c: Canvas, signs: int, least: float, gap: float) -> Box:
    """Return the box between ``signs`` icon buttons and the main button; ``least``, ``gap`` as for :func:`place`."""
    gap = max(GAP, gap)
    left = max(c.left, 0.0) + EDGE + signs * (least + gap)
    return left, find_top(c, least), min(c.right, 1600.0) - EDGE - AMBER_W - gap - left, least


def draw(c: Canvas, ui: TargetRegistry, targets: Sequence[Target]) -> None:
    """Draw the buttons of the row in their boxes."""
    for one in targets:
        if one.face is None:
            continue
        face, state, (x, y, w, h) = one.face, ui.state(one.id, one.enabled), one.box
        if not face.label and face.icon is not None:
            controls.icon_button(c, x + w / 2, y + h / 2, min(w, h) / 2, face.icon, state, face.is_on)
            continue
        kind = "main" if one.main else "plain"
        controls.button(c, x, y, w, h, face.label, kind=kind, state=state, icon=face.icon, sub=face.sub)
