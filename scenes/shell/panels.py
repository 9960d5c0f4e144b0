"""Panels every table has: drawn once per content, kept as surfaces; plus plates and the chronicle."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from scenes.shell.targets import Box, Target
from scenes.shell.ui import Ui
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from engine.seats import Seat

SHADOW_ROOM = 24.0


class PanelCache:
    """One surface per panel, made anew only when its content changes."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Hashable, pygame.Surface]] = {}

    def clear(self) -> None:
        """Forget everything (size, language or palette changed)."""
        self._kept.clear()

    def draw(self, c: Canvas, name: str, content: Hashable, box: Box, paint: Callable[[Canvas], None]) -> None:
        """Blit the panel ``name``; ``paint`` draws it in the usual coordinates when ``content`` is new."""
        x, y, w, h = box
        room = SHADOW_ROOM
        key = (content, box, c.scale, c.text_scale)
        kept = self._kept.get(name)
        if kept is None or kept[0] != key:
            layer = c.layer(w + 2 * room, h + 2 * room)
            paint(c.on(layer, (x - room, y - room)))
            self._kept[name] = (key, layer)
            kept = self._kept[name]
        c.surface.blit(kept[1], (c.x(x - room), c.y(y - room)))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the chronicle. ``mark``: seat number, or icon name, or None; ``places`` of the board it speaks of,
    ``way`` from where to where something moved."""

    text: str
    mark: int | str | None
    turn: int
    kind: str
    why: str = ""
    places: tuple[int, ...] = ()
    way: tuple[int, int] | None = None


def titled(c: Canvas, box: Box, title: str, icon: str | None = None, note: str = "") -> None:
    """A leather panel with a gold title and a thin rule."""
    x, y, w, h = box
    shapes.panel(c, x, y, w, h)
    room = 60 if icon else 36
    note_w = text.width(c, note, "sans", 13.5) + 12 if note else 0
    text.draw(c, title, x + 18, y + 24, "sc", 16.5, "gold", "lm", max_w=w - room - note_w)
    if icon:
        icons.draw(c, icon, x + w - 26, y + 24, 18, "gold")
    if note:
        text.draw(c, note, x + w - (44 if icon else 18), y + 24.5, "sans", 13.5, "mute", "rm")
    shapes.rule(c, x + 14, y + 42, w - 28, ornament=False)


def chronicle(
    c: Canvas,
    ui: Ui,
    panels: PanelCache,
    box: Box,
    title: str,
    lines: Sequence[Line],
    seats: Sequence[Seat],
    scroll: int,
    open_line: Callable[[Line], None],
    since: int = 0,
) -> int:
    """The log, newest line at the bottom; returns how far it may be scrolled back.

    Lines from turn ``since`` on are bright: they happened after the last own choice.
    """
    x, y, w, h = box
    size = 14.5
    room = h - 58
    end = max(0, len(lines) - scroll)
    first = end
    heights: list[float] = []
    used = 0.0
    while first > 0:
        tall = text.paragraph_height(c, lines[first - 1].text, w - 60, "sans", size) + 9
        if used + tall > room and heights:
            break
        if used + tall > room:
            heights.insert(0, tall)
            first -= 1
            break
        used += tall
        heights.insert(0, tall)
        first -= 1
    shown = lines[first:end]
    top = y + 54
    hovered = ui.hover if ui.hover and ui.hover.startswith("line.") else None
    focused = ui.focus if ui.show_focus and ui.focus and ui.focus.startswith("line.") else None

    def paint(layer: Canvas) -> None:
        titled(layer, box, title, "scroll")
        yy = top
        for k, line in enumerate(shown):
            if f"line.{first + k}" in (hovered, focused):
                shapes.rounded(layer, x + 8, yy - 5, w - 16, heights[k], 6, "gold", alpha=34)
            if isinstance(line.mark, int):
                seat = seats[line.mark]
                shapes.badge(layer, seat.colour, seat.emblem, x + 25, yy + 6, 7.5)
            elif line.mark:
                icons.draw(layer, line.mark, x + 25, yy + 6, 15, "gold")
            ink, bold = ("#efe1c4", "#ffeec4") if line.turn >= since else ("#b5a284", "#cbb894")
            text.paragraph(layer, line.text, x + 42, yy, w - 60, "sans", size, ink, bold_colour=bold)
            yy += heights[k]

    key = (title, tuple(shown), hovered, focused, since)
    panels.draw(c, "chronicle", key, box, paint)
    yy = top
    for k, line in enumerate(shown):
        line_box = (x + 8, yy - 5, w - 16, heights[k])
        ui.note(Target(f"line.{first + k}", line_box, _open(open_line, line), ring=False, radius=6))
        yy += heights[k]
    return max(0, len(lines) - 1)


def _open(open_line: Callable[[Line], None], line: Line) -> Callable[[], None]:
    def call() -> None:
        open_line(line)

    return call
