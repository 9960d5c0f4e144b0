"""A display list with damage tracking: what a window draws is recorded, and only what has changed is painted.

Scenes draw everything in every frame, as on a surface; recording a picture costs about a microsecond. When the frame is
finished, its commands are compared with those of the frame before: pixels that only equal commands cover, in equal
order, are right already. The rest is damage; the commands over it are painted again, clipped to it. So nothing has to
be announced, except that the pixels of a picture changed in place (``mark``).

Commands of a part that has not changed need not be recorded again: ``record`` keeps them as a layer, ``replay`` takes
the layer over into a later frame. Layers that two frames share are compared as wholes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import pygame

MOST_RECTS = 8
"""Damaged rectangles that are painted one by one; more are merged."""
SLACK = 24_000
"""Pixels that may be painted needlessly where two rectangles become one."""
WHOLE_SHARE = 0.75
"""Share of the window from which on all of it is painted."""

Colour = Any
"""Whatever pygame takes as a colour."""


class _Command(NamedTuple):
    """One picture, or one filled rectangle when ``source`` is None."""

    key: tuple[object, ...]
    box: pygame.Rect
    """What it changes, in pixels of the window."""
    clip: pygame.Rect
    source: pygame.Surface | None
    at: Any
    """Where the picture lies; the colour of a fill."""
    area: Any
    flags: int
    alpha: int | None
    """Opacity that the picture had when it was drawn."""

    def paint(self, target: pygame.Surface) -> None:
        """Carry the command out; the clip is set by the caller."""
        if self.source is None:
            target.fill(self.at, self.area, self.flags)
            return
        alpha = self.source.get_alpha()
        if alpha == self.alpha:
            target.blit(self.source, self.at, self.area, self.flags)
            return
        self.source.set_alpha(self.alpha)
        target.blit(self.source, self.at, self.area, self.flags)
        self.source.set_alpha(alpha)

    def covers(self, box: pygame.Rect) -> bool:
        """Whether nothing below shows through inside ``box``."""
        if self.flags or not self.box.contains(box):
            return False
        source = self.source
        if source is None:
            return True
        opaque = not source.get_flags() & pygame.SRCALPHA and source.get_colorkey() is None
        return opaque and self.alpha in (None, 255)


class Layer:
    """Commands that were recorded together and may be taken over into other frames; compared by identity."""

    __slots__ = ("boxes", "commands")

    def __init__(self, commands: Sequence[_Command]) -> None:
        self.commands = tuple(commands)
        self.boxes = [each.box for each in commands]


_Part = _Command | Layer
"""What frames are compared by: single commands, and layers that both frames have."""


class DisplayList:
    """The drawing of a window: takes the drawing calls of a surface, and paints what differs from the last frame.

    ``target`` is the surface of the window. It keeps its pixels between frames.
    """

    def __init__(self, target: pygame.Surface) -> None:
        self.target = target
        self._all = target.get_rect()
        self._clip = self._all
        self.keeps_layers = True
        """Whether layers are taken over; otherwise every part is recorded in every frame (for comparisons)."""
        self._commands: list[_Command] = []
        self._shown: list[_Command] = []
        self._layers: list[tuple[int, Layer]] = []
        self._shown_layers: list[tuple[int, Layer]] = []
        """Layers of the frame with the places of their first commands, in the order of drawing."""
        self._marked: list[pygame.Rect] = []
        self._whole = True

    # --- the calls of a surface -----------------------------------------------------------------------

    def blit(self, source: pygame.Surface, dest: Any, area: Any = None, special_flags: int = 0) -> pygame.Rect:
        """Draw a picture, see ``pygame.Surface.blit``; returns the rectangle it changes."""
        x, y = int(dest[0]), int(dest[1])
        wide, high = source.get_size()
        if area is not None:
            wanted = pygame.Rect(area)
            part = wanted.clip((0, 0, wide, high))
            box = pygame.Rect(x + part.x - wanted.x, y + part.y - wanted.y, part.w, part.h)
            area = wanted
            shape: object = (wanted.x, wanted.y, wanted.w, wanted.h)
        else:
            box, shape = pygame.Rect(x, y, wide, high), None
        clip = self._clip
        box = box.clip(clip)
        if box.w and box.h:
            alpha = source.get_alpha()
            key = (id(source), x, y, shape, special_flags, alpha, clip.x, clip.y, clip.w, clip.h)
            self._commands.append(_Command(key, box, clip, source, (x, y), area, special_flags, alpha))
        return box

    def fill(self, color: Colour, rect: Any = None, special_flags: int = 0) -> pygame.Rect:
        """Fill a rectangle, see ``pygame.Surface.fill``; returns the rectangle it changes."""
        clip = self._clip
        box = (self._all if rect is None else pygame.Rect(rect)).clip(clip)
        if box.w and box.h:
            key = (None, tuple(pygame.Color(color)), box.x, box.y, box.w, box.h, special_flags)
            self._commands.append(_Command(key, box, clip, None, color, box, special_flags, None))
        return box

    def set_clip(self, rect: Any) -> None:
        """Draw only inside a rectangle from now on; None for everywhere."""
        self._clip = self._all if rect is None else pygame.Rect(rect).clip(self._all)

    def get_clip(self) -> pygame.Rect:
        """Return the rectangle inside which is drawn now."""
        return self._clip.copy()

    def get_size(self) -> tuple[int, int]:
        """Return width and height in pixels."""
        return self._all.size

    def get_width(self) -> int:
        """Return the width in pixels."""
        return self._all.w

    def get_height(self) -> int:
        """Return the height in pixels."""
        return self._all.h

    def get_rect(self) -> pygame.Rect:
        """Return the rectangle of the whole window."""
        return self._all.copy()

    # --- layers -------------------------------------------------------------------------------------------

    def record(self, draw: Callable[[], None]) -> Layer:
        """Call ``draw``, and return what it draws as a layer; layers do not contain each other."""
        first = len(self._commands)
        draw()
        layer = Layer(self._commands[first:])
        self._layers.append((first, layer))
        return layer

    def replay(self, layer: Layer) -> None:
        """Draw a layer again as it was recorded, clipped as it was then."""
        self._layers.append((len(self._commands), layer))
        self._commands.extend(layer.commands)

    # --- frames -------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a frame; commands that were recorded since the last one was finished are dropped."""
        self._commands = []
        self._layers = []
        self._clip = self._all

    def mark(self, box: Sequence[float] | pygame.Rect) -> None:
        """Mark a rectangle in pixels as damaged in this frame: pixels of a picture there have changed in place."""
        self._marked.append(pygame.Rect(box).clip(self._all))

    def invalidate(self) -> None:
        """Paint everything with the next frame: the window may have lost its pixels."""
        self._whole = True

    def finish(self) -> list[pygame.Rect]:
        """Paint what has changed since the last frame; return the rectangles that were painted."""
        damage = [self._all] if self._whole else self._find_damage()
        for box in damage:
            self._paint(self.target, box)
        self._shown, self._commands = self._commands, []
        self._shown_layers, self._layers = self._layers, []
        self._marked = []
        self._whole = False
        return damage

    def copy(self, box: pygame.Rect) -> pygame.Surface:
        """Return a picture of a part of what has been recorded so far in this frame."""
        whole = pygame.Surface(self._all.size).convert(self.target)
        part = box.clip(self._all)
        self._paint(whole, part)
        return whole.subsurface(part).copy()

    def render(self) -> pygame.Surface:
        """Return a picture of the last frame, painted whole: what the window has to look like."""
        whole = pygame.Surface(self._all.size).convert(self.target)
        self._commands, left = self._shown, self._commands
        self._paint(whole, self._all)
        self._commands = left
        return whole

    def _find_damage(self) -> list[pygame.Rect]:
        """Find the rectangles in which this frame's commands differ from the last one's."""
        found = list(self._marked)
        shared = {layer for _, layer in self._layers} & {layer for _, layer in self._shown_layers}
        new = _fold(self._commands, self._layers, shared)
        old = _fold(self._shown, self._shown_layers, shared)
        counts, before = Counter(map(_find_key, new)), Counter(map(_find_key, old))
        common = {key for key, count in counts.items() if before.get(key) == count}
        if len(common) < len(new) or len(common) < len(old):
            for parts in (new, old):
                for each in parts:
                    if _find_key(each) not in common:
                        found += _list_boxes(each)
            new, old = ([each for each in parts if _find_key(each) in common] for parts in (new, old))
        found += _compare_order(new, old)
        merged = merge(found)
        area = sum(box.w * box.h for box in merged)
        return [self._all] if area > WHOLE_SHARE * self._all.w * self._all.h else merged

    def _paint(self, target: pygame.Surface, box: pygame.Rect) -> None:
        """Paint the commands over ``box``, from the uppermost one that hides all below it."""
        commands = self._commands
        over = [commands[at] for at in box.collidelistall([each.box for each in commands])]
        first = next((at for at in range(len(over) - 1, -1, -1) if over[at].covers(box)), 0)
        for each in over[first:]:
            target.set_clip(each.clip.clip(box))
            each.paint(target)
        target.set_clip(None)


def _fold(commands: Sequence[_Command], layers: Sequence[tuple[int, Layer]], shared: set[Layer]) -> list[_Part]:
    """Return the commands of a frame with the shared layers in place of theirs."""
    parts: list[_Part] = []
    at = 0
    for first, layer in layers:
        if layer in shared:
            parts += commands[at:first]
            parts.append(layer)
            at = first + len(layer.commands)
    parts += commands[at:]
    return parts


def _find_key(part: _Part) -> object:
    """Return what is equal for parts that paint the same."""
    return part if isinstance(part, Layer) else part.key


def _list_boxes(part: _Part) -> list[pygame.Rect]:
    """Return the rectangles that a part changes."""
    return part.boxes if isinstance(part, Layer) else [part.box]


def _compare_order(new: Sequence[_Part], old: Sequence[_Part]) -> list[pygame.Rect]:
    """Return the rectangles of parts that both frames have, from the first to the last whose order differs."""
    count = len(new)
    first = next((at for at in range(count) if _find_key(new[at]) != _find_key(old[at])), count)
    if first == count:
        return []
    last = next(at for at in range(count - 1, -1, -1) if _find_key(new[at]) != _find_key(old[at]))
    return [box for each in new[first : last + 1] for box in _list_boxes(each)]


def merge(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return few rectangles that cover all of ``boxes`` and never overlap."""
    merged: list[pygame.Rect] = []
    for box in boxes:
        if box.w and box.h and not any(each.contains(box) for each in merged):
            _add(merged, box)
    while len(merged) > MOST_RECTS:
        _, one, two = min((_waste(one, two), i, j) for i, one in enumerate(merged) for j, two in enumerate(merged[:i]))
        joined = merged.pop(one).union(merged.pop(two))
        _add(merged, joined)
    return merged


def _add(merged: list[pygame.Rect], box: pygame.Rect) -> None:
    """Add a rectangle; those that it overlaps, or that lie so near that one is cheaper, become part of it."""
    joined = True
    while joined:
        joined = False
        for at, each in enumerate(merged):
            if each.colliderect(box) or _waste(each, box) < SLACK:
                box = box.union(merged.pop(at))
                joined = True
                break
    merged.append(box)


def _waste(one: pygame.Rect, two: pygame.Rect) -> int:
    """Pixels that the union of two rectangles covers and neither of them does, overlaps counted twice."""
    both = one.union(two)
    return int(both.w * both.h - one.w * one.h - two.w * two.h)
