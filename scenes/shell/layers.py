"""Layers of a scene: parts that are recorded once and taken over into the next frames until they change.

While things move, most of a scene looks the same from frame to frame: bars, plates, panels, a hand. Such a part is
drawn through ``LayerCache.draw``. Its commands on the display list, its targets and its words are kept and taken over
as they are, so a frame of motion costs what moves. What is not drawn through a layer is drawn in every frame.

A layer is recorded again when ``dirty`` was set since the last drawing (``TargetRegistry.revision``), when hover,
focus or press differ, on another canvas, or when its key differs. So a part may be a layer when whatever it shows
either marks the scene as ``dirty`` when it changes, or is in its key. Things that only move set ``moved`` in place of
``dirty``; parts that show them are no layers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from scenes.shell.target_registry import RecordedTargets, TargetRegistry
from sprites.base import text_overflow
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList, Layer


@dataclass(slots=True)
class _Kept:
    """A layer with what it depends on."""

    canvas: Canvas
    key: Hashable
    layer: Layer
    noted: RecordedTargets
    used: tuple[Hashable, ...]
    """Keys of the cached surfaces that it shows."""
    puts: int
    """How often surfaces had been put into the cache when those were last marked as used."""


class LayerCache:
    """The layers of one scene, by name."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._recording = False
        self._unfinished = False

    def mark_unfinished(self) -> None:
        """What is being drawn leaves out a detail that a later frame adds: it is not taken over."""
        self._unfinished = True

    def clear(self) -> None:
        """Forget all layers."""
        self._kept.clear()

    def draw(self, c: Canvas, ui: TargetRegistry, name: str, key: Hashable, paint: Callable[[], None]) -> None:
        """Draw the layer ``name`` as it was recorded, or by ``paint`` where it may have changed.

        ``key``: what the layer shows that changes without making the scene dirty. A layer drawn within another one is
        a part of it.
        """
        surface, cache = c.surface, c.cache
        if (
            self._recording
            or not isinstance(surface, DisplayList)
            or not surface.keeps_layers
            or text_overflow.listening()
        ):
            paint()
            return
        whole = (key, ui.list_state(), c.words is None)
        kept = self._kept.get(name)
        if kept is not None and kept.key == whole and kept.canvas is c:
            surface.replay(kept.layer)
            ui.replay(kept.noted)
            if kept.puts != cache.puts:
                kept.puts = cache.puts
                cache.touch(kept.used)
            return
        self._recording, self._unfinished = True, False
        try:
            noted: list[RecordedTargets | None] = []
            layer, used = cache.track_used(lambda: surface.record(lambda: noted.append(ui.record(paint))))
        finally:
            self._recording = False
        if noted[0] is None or self._unfinished:
            self._kept.pop(name, None)
        else:
            self._kept[name] = _Kept(c, whole, layer, noted[0], used, cache.puts)
