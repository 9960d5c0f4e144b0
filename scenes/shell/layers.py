"""Layers of a scene: parts that are recorded once and taken over into the next frames until they change.

While things move, most of a scene looks the same from frame to frame: bars, plates, panels, a hand. Such a part is
drawn through ``LayerCache.draw``. Its commands on the display list, its targets and its words are kept and taken over
as they are, so a frame of motion costs what moves. What is not drawn through a layer is drawn in every frame.

A layer is recorded again when ``dirty`` was set since the last drawing (``TargetRegistry.revision``), when hover,
focus or press differ, on another canvas, or when its key differs. So a part may be a layer when whatever it shows
either marks the scene as ``dirty`` when it changes, or is in its key. Things that only move set ``moved`` in place of
``dirty``; parts that show them are no layers.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from scenes.shell.targets import Box, RecordedTargets, TargetRegistry
from sprites.base import drawn_words, icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList
from sprites.base.draw_commands import Layer
from sprites.base.drawn_words import DrawnWords

PATIENCE = 30
"""For how many drawings that follow each other details are left out, before one of them is made in each."""
SHADOW_ROOM = 24.0


@dataclass(slots=True)
class _Kept:
    """A layer with what it depends on."""

    canvas: Canvas
    key: Hashable
    layer: Layer
    noted: RecordedTargets | None
    """Its targets and words; None for a layer that is drawn elsewhere."""
    used: tuple[Hashable, ...]
    """Keys of the cached surfaces that it shows."""
    puts: int
    """How often surfaces had been put into the cache when those were last marked as used."""
    content: Hashable = None
    """All that it shows but for hover, focus and press, where that is known."""
    ids: frozenset[str] = frozenset()
    """Ids of its targets."""
    touched: Hashable = None
    """What hover, focus and press were on, if on one of its targets."""
    pointed: Hashable = None
    """What they were on, wherever that is."""
    waited: int = 0
    """Frames for which it has been shown although it may have changed."""
    waited_in: int = -1
    """Number of the last drawing in which it was."""
    drawn_in: int = -1
    """Number of the last drawing that shows it."""


class LayerCache:
    """The layers of one scene, by name."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._recording = False
        self._unfinished = False
        self._drawing = -1
        self._next = ""
        """The layer that had waited longest before the drawing of this number: it alone of those that can wait is
        recorded in it. So none is in a drawing with which something begins, which has enough to do."""
        self.left_out_in = -1
        """Number of the last drawing in which a detail was left out."""
        self._left_out = 0
        """In how many drawings that follow each other one was."""
        self._has_made = False
        """Whether a detail that could have been left out was made in that drawing."""

    def leave_out(self, ui: TargetRegistry) -> bool:
        """Whether to leave a detail out of this drawing because its slow picture is still being made in steps. After
        some drawings without it, one detail a drawing is drawn all the same, and its picture made at once."""
        if self.left_out_in != ui.drawing:
            self._left_out = self._left_out + 1 if self.left_out_in == ui.drawing - 1 else 0
            self.left_out_in, self._has_made = ui.drawing, False
        if self._left_out >= PATIENCE and not self._has_made:
            self._has_made = True
            return False
        self.mark_unfinished()
        return True

    def mark_unfinished(self) -> None:
        """Mark the current drawing as incomplete, so that it is not reused as a layer; a later frame draws the rest."""
        self._unfinished = True

    def clear(self) -> None:
        """Forget all layers."""
        self._kept.clear()

    def draw(
        self,
        c: Canvas,
        ui: TargetRegistry,
        name: str,
        key: Hashable,
        paint: Callable[[], None],
        list_content: Callable[[], Hashable] | None = None,
        *,
        waits: bool = False,
    ) -> None:
        """Draw the layer ``name`` as it was recorded, or by ``paint`` where it may have changed.

        ``key``: what the layer shows that changes without making the scene dirty. ``list_content`` is asked when the
        scene was dirty, and returns all that the layer shows: while that is the same, and hover, focus and press are on
        none of its targets or on the same one, it is taken over. ``waits``: while things move it is recorded in one of
        the next frames, each of this kind in another one. A layer drawn within another one is a part of it.
        """
        surface = self._find_surface(c)
        if surface is None:
            paint()
            return
        whole = (key, ui.list_state(), c.words is None)
        kept = self._find_layer(c, name, whole)
        content = None
        if kept is None and list_content is not None:
            content = (key, list_content(), c.words is None)
            kept = self._find_same(c, ui, name, content)
            if kept is not None:
                kept.key, kept.waited = whole, 0
        if kept is None and waits:
            kept = self._find_waiting(c, ui, name)
        if kept is not None and kept.noted is not None:
            kept.drawn_in = ui.drawing
            surface.replay(kept.layer)
            ui.replay(kept.noted)
            return
        noted: list[RecordedTargets | None] = []
        layer, used = self._record(c, lambda: surface.record(lambda: noted.append(ui.record(paint))))
        if noted[0] is None or self._unfinished:
            self._kept.pop(name, None)
        else:
            ids = frozenset(target.id for target in noted[0].targets)
            touched = ui.list_own_pointers(ids)
            pointed = ui.list_pointers(), c.words is None
            kept = _Kept(c, whole, layer, noted[0], used, c.cache.puts, content, ids, touched, pointed)
            kept.drawn_in = ui.drawing
            self._kept[name] = kept

    def record_apart(
        self,
        c: Canvas,
        ui: TargetRegistry,
        name: str,
        key: Hashable,
        paint: Callable[[], None],
        list_content: Callable[[], Hashable],
    ) -> Layer | None:
        """Return the recording of the layer ``name``, which registers no targets, to be drawn elsewhere.

        It is the same object while it shows the same, hover, focus and press included. None where this canvas does not
        reuse layers, and where a screen reader needs its words.
        """
        surface = self._find_surface(c)
        if surface is None:
            return None
        found = [] if c.words is None else c.words.found
        written = len(found)
        whole = (key, ui.list_state())
        kept = self._find_layer(c, name, whole)
        if kept is not None:
            return kept.layer
        content = (key, list_content())
        kept = self._find_same(c, ui, name, content)
        if kept is not None:
            kept.key = whole
            return kept.layer
        layer, used = self._record(c, lambda: surface.record_apart(paint))
        if len(found) > written:
            del found[written:]
            return None
        if self._unfinished:
            self._kept.pop(name, None)
        else:
            touched = ui.list_own_pointers(())
            self._kept[name] = _Kept(c, whole, layer, None, used, c.cache.puts, content, touched=touched)
        return layer

    def _find_surface(self, c: Canvas) -> DisplayList | None:
        """Return the display list of a canvas that reuses layers; None for any other."""
        surface = c.surface
        off = self._recording or not isinstance(surface, DisplayList) or drawn_words.is_listening()
        return surface if isinstance(surface, DisplayList) and not off and surface.keeps_layers else None

    def _find_layer(self, c: Canvas, name: str, key: Hashable) -> _Kept | None:
        """Return a recorded layer with this key that is still valid, and mark its pictures as used; None without
        one."""
        kept = self._kept.get(name)
        return None if kept is None or kept.key != key else self._reuse(c, kept)

    def _find_same(self, c: Canvas, ui: TargetRegistry, name: str, content: Hashable) -> _Kept | None:
        """Return a recorded layer with this content, hover, focus and press; None without one."""
        kept = self._kept.get(name)
        if kept is None or kept.content != content or kept.touched != ui.list_own_pointers(kept.ids):
            return None
        return self._reuse(c, kept)

    def _find_waiting(self, c: Canvas, ui: TargetRegistry, name: str) -> _Kept | None:
        """Return the layer as last drawn if its update may wait for one of the next frames; else None."""
        if ui.drawing != self._drawing:
            waiting = [(kept.waited, name) for name, kept in self._kept.items() if kept.waited_in == self._drawing]
            self._next = max(waiting)[1] if waiting else ""
            self._drawing = ui.drawing
        kept = self._kept.get(name)
        can_wait = kept is not None and ui.may_wait and kept.pointed == (ui.list_pointers(), c.words is None)
        shown = kept is not None and kept.drawn_in == ui.drawing - 1
        if kept is None or not (can_wait and shown) or name == self._next:
            return None
        kept.waited, kept.waited_in = kept.waited + 1, ui.drawing
        ui.has_waiting = True
        return self._reuse(c, kept)

    def _reuse(self, c: Canvas, kept: _Kept) -> _Kept | None:
        """Mark the pictures of a layer as used; None where it was recorded for another canvas."""
        if kept.canvas is not c:
            return None
        if kept.puts != c.cache.puts:
            kept.puts = c.cache.puts
            c.cache.touch(kept.used)
        return kept

    def _record(self, c: Canvas, record: Callable[[], Layer]) -> tuple[Layer, tuple[Hashable, ...]]:
        """Record a layer; return it with the keys of the pictures it uses."""
        self._recording, self._unfinished = True, False
        try:
            return c.cache.track_used(record)
        finally:
            self._recording = False


class _KeptPanel(NamedTuple):
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
        self._kept: dict[str, _KeptPanel] = {}
        self._words: dict[str, DrawnWords] = {}
        """What is written on the panels, collected while a screen reader wants it."""

    def clear(self) -> None:
        """Forget everything (size, language or palette changed)."""
        self._kept.clear()
        self._words.clear()

    def draw(
        self, c: Canvas, name: str, content: Hashable, box: Box, paint: Callable[[Canvas], None],
        shift: tuple[float, float] = (0.0, 0.0),
    ) -> None:  # fmt: skip
        """Blit the panel ``name``, moved by ``shift``; ``paint`` draws it in the usual coordinates when ``content`` is
        new, which need not tell language, palette and size."""
        made = self.make(c, name, content, box, paint)
        if c.words is not None:
            c.words.found += self._words[name].found
        place = c.x(box[0] + shift[0] - SHADOW_ROOM), c.y(box[1] + shift[1] - SHADOW_ROOM)
        solids = self._kept[name].solids
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
            kept = self._kept[name] = _KeptPanel(key, layer, on.solids, used)
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


def draw_titled_panel(
    c: Canvas, box: Box, title: str, icon: str | None = None, note: str = "", head: float = 42.0
) -> None:
    """Draw a leather panel with a gold title and a thin rule, ``head`` below its top."""
    x, y, w, h = box
    shapes.panel(c, x, y, w, h)
    room, middle = w - (60 if icon else 36), y + head / 2 + 3
    if icon:
        icons.draw(c, icon, x + w - 26, middle, 18, "accent")
    if note:  # where both have no room, both get smaller
        title_w, note_w = text.width(c, title, "caption"), text.width(c, note, "fine")
        most = note_w * min(1.0, (room - 12) / (title_w + note_w))
        room -= 12 + text.draw(c, note, x + 18 + room, middle + 0.5, "fine", "text.muted", "rm", max_w=most)
    text.draw(c, title, x + 18, middle, "caption", "accent", "lm", max_w=room)
    shapes.rule(c, x + 14, y + head, w - 28, ornament=False)
