"""The row of large buttons along the lower edge, where the thumbs are: it takes the place of small ones of a scene.

On screens whose size is known (:mod:`scenes.shell.touch_sizes`) the amber button, the buttons of the top bar and those
next to the amber one stand here, in any scene that fills the window; what a scene draws ends above the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprites.base import controls
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.targets import Target, TargetRegistry
    from sprites.base.canvas import Canvas

BAR = "bar."
"""How the ids of buttons of the top bar begin: they stand at the left, before the signs of a scene's own."""
NEXT_TO_AMBER = ("undo", "third", "second")
"""Buttons of a table that stand between those and the amber one."""
AMBER_W, WORDS_W, GAP, EDGE = 368.0, 220.0, 8.0, 10.0
"""Widest the amber button and those next to it are, and the room between and at the sides, in units."""
LEAST_W = 1.35
"""Least width of a button with words, in widths of one with a sign."""


@dataclass(frozen=True, slots=True)
class Face:
    """Look of a button in the row."""

    label: str = ""
    icon: str | None = None
    is_on: bool = False
    sub: str | None = None


def takes(target_id: str, signs: Sequence[str], *, main: bool) -> bool:
    """Whether a button belongs in the row; ``signs``: ids of further ones of the scene, or how they begin."""
    begins = tuple(sign for sign in signs if sign.endswith("."))
    return main or target_id in (*NEXT_TO_AMBER, *signs) or target_id.startswith((BAR, *begins))


def is_sign(target: Target) -> bool:
    """Whether a button of the row has an icon and no words."""
    has_words = target.face is None or bool(target.face.label)
    return target.id.startswith(BAR) or not (has_words or target.main)


def place(targets: Sequence[Target], c: Canvas, least: float, gap: float) -> None:
    """Give the buttons of the row their boxes: signs at the left, then words, the amber one in its corner."""
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


def find_top(c: Canvas, least: float) -> float:
    """Return the upper edge of the buttons; on a screen that is held upright there is more room below them."""
    return c.height + min((c.foot - least) / 2, EDGE)


def find_words_box(c: Canvas, signs: int, least: float, gap: float) -> Box:
    """Return the room between this number of signs and the amber button."""
    gap = max(GAP, gap)
    left = max(c.left, 0.0) + EDGE + signs * (least + gap)
    return left, find_top(c, least), min(c.right, 1600.0) - EDGE - AMBER_W - gap - left, least


def draw(c: Canvas, ui: TargetRegistry, targets: Sequence[Target]) -> None:
    """Draw the row."""
    for one in targets:
        if one.face is not None:
            state = ui.state(one.id, one.enabled)
            _draw_button(c, one.face, one.box, state, is_amber=one.main)


def _draw_button(c: Canvas, face: Face, box: Box, state: str, *, is_amber: bool) -> None:
    x, y, w, h = box
    if not face.label and face.icon is not None:
        controls.icon_button(c, x + w / 2, y + h / 2, min(w, h) / 2, face.icon, state, face.is_on)
        return
    kind = "main" if is_amber else "plain"
    controls.button(c, x, y, w, h, face.label, kind=kind, state=state, icon=face.icon, sub=face.sub)
