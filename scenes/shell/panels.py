"""Panels every table has: drawn once per content, kept as surfaces; and a line of the chronicle."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from scenes.shell.targets import Box
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList
from sprites.base.drawn_words import DrawnWords

SHADOW_ROOM = 24.0


class _Kept(NamedTuple):
    """The picture of a panel and what it shows."""

    key: Hashable
    picture: pygame.Surface
    solids: tuple[pygame.Rect, ...]
    """Which parts of it hide all below, in pixels."""
    used: tuple[Hashable, ...]
    """Keys of the surfaces of which it was made: they are needed again when what it shows changes."""


class PanelCache:
    """Cache of one surface per panel, rendered again only when its content changes; a panel on it is drawn before all
    else."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._words: dict[str, DrawnWords] = {}
        """What is written on the panels, collected while a screen reader wants it."""

    def clear(self) -> None:
        """Forget everything (size, language or palette changed)."""
        self._kept.clear()
        self._words.clear()

    def draw(self, c: Canvas, name: str, content: Hashable, box: Box, paint: Callable[[Canvas], None]) -> None:
        """Blit the panel ``name``; ``paint`` draws it in the usual coordinates when ``content`` is new."""
        made = self.make(c, name, content, box, paint)
        if c.words is not None:
            c.words.found += self._words[name].found
        place, solids = (c.x(box[0] - SHADOW_ROOM), c.y(box[1] - SHADOW_ROOM)), self._kept[name].solids
        if isinstance(c.surface, DisplayList):
            c.surface.blit_panel(made, place, solids)
        else:
            c.surface.blit(made, place)

    def make(
        self, c: Canvas, name: str, content: Hashable, box: Box, paint: Callable[[Canvas], None]
    ) -> pygame.Surface:
        """Return the picture of the panel ``name``, with the room of its shadow round it, see ``draw``."""
        x, y, w, h = box
        room = SHADOW_ROOM
        key = (content, box, c.scale, c.text_scale, c.words is None)
        kept = self._kept.get(name)
        if kept is not None and kept.key == key:
            c.cache.touch(kept.used)
        else:
            layer = c.layer(w + 2 * room, h + 2 * room)
            on = c.on(layer, (x - room, y - room))
            on.is_blank = True
            if c.words is not None:
                on.words = self._words[name] = DrawnWords()
            _, used = c.cache.track_used(lambda: paint(on))
            kept = self._kept[name] = _Kept(key, layer, on.solids, used)
        return kept.picture


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log. ``mark``: seat number, icon name, or None; ``places`` of the board it refers to, ``way``:
    (from, to) places of a move."""

    text: str
    mark: int | str | None
    turn: int
    kind: str
    why: str = ""
    places: tuple[int, ...] = ()
    way: tuple[int, int] | None = None


def draw_titled_panel(c: Canvas, box: Box, title: str, icon: str | None = None, note: str = "") -> None:
    """Draw a leather panel with a gold title and a thin rule."""
    x, y, w, h = box
    shapes.panel(c, x, y, w, h)
    room = 60 if icon else 36
    note_w = text.width(c, note, "fine") + 12 if note else 0
    text.draw(c, title, x + 18, y + 24, "caption", "accent", "lm", max_w=w - room - note_w)
    if icon:
        icons.draw(c, icon, x + w - 26, y + 24, 18, "accent")
    if note:
        text.draw(c, note, x + w - (44 if icon else 18), y + 24.5, "fine", "text.muted", "rm")
    shapes.rule(c, x + 14, y + 42, w - 28, ornament=False)
