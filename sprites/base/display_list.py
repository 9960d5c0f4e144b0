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
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pygame

MOST_RECTS = 8
"""Damaged rectangles that are painted one by one; more are merged."""
SLACK = 24_000
"""Pixels that may be painted needlessly where two rectangles become one."""
MOST_STEPS = 60
"""Steps in which a rectangle is fitted in among others."""
WHOLE_SHARE = 0.75
"""Share of the window from which on all of it is painted."""
EVERYWHERE = pygame.Rect(-(1 << 15), -(1 << 15), 1 << 16, 1 << 16)
"""Where a layer is recorded that is drawn in another place."""

NOWHERE = pygame.Rect(0, 0, 0, 0)

Colour = Any
"""Whatever pygame takes as a colour."""


class Mosaic:
    """Opaque pictures that lie next to each other and are drawn as one: each with its place in it."""

    __slots__ = ("pieces",)

    def __init__(self, pieces: Sequence[tuple[pygame.Surface, tuple[int, int]]]) -> None:
        self.pieces = pieces

    def paint(self, target: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw all pieces."""
        target.blits([(picture, (at[0] + x, at[1] + y)) for picture, (x, y) in self.pieces], doreturn=False)


class _Command(NamedTuple):
    """One picture, or one filled rectangle when ``source`` is None."""

    key: tuple[object, ...]
    box: pygame.Rect
    """What it changes, in pixels of the window."""
    clip: pygame.Rect
    source: pygame.Surface | Mosaic | None
    at: Any
    """Where the picture lies; the colour of a fill."""
    area: Any
    flags: int
    alpha: int | None
    """Opacity that the picture had when it was drawn."""
    solid: pygame.Rect = NOWHERE
    """Where it hides all that lies below."""

    def paint(self, target: pygame.Surface) -> None:
        """Carry the command out; the clip is set by the caller."""
        if self.source is None:
            target.fill(self.at, self.area, self.flags)
            return
        if isinstance(self.source, Mosaic):
            self.source.paint(target, self.at)
            return
        alpha = self.source.get_alpha()
        if alpha == self.alpha:
            target.blit(self.source, self.at, self.area, self.flags)
            return
        self.source.set_alpha(self.alpha)
        target.blit(self.source, self.at, self.area, self.flags)
        self.source.set_alpha(alpha)

    def move(self, dx: int, dy: int, clip: pygame.Rect) -> _Command | None:
        """Return the same command elsewhere, clipped; None where nothing of it is left."""
        box = self.box.move(dx, dy).clip(clip)
        if not (box.w and box.h):
            return None
        if self.source is None:
            key: tuple[object, ...] = (None, self.key[1], box.x, box.y, box.w, box.h, self.flags)
            return _Command(key, box, clip, None, self.at, box, self.flags, None)
        within = self.clip.move(dx, dy).clip(clip)
        x, y = self.at[0] + dx, self.at[1] + dy
        key = (self.key[0], x, y, self.key[3], self.flags, self.alpha, within.x, within.y, within.w, within.h)
        solid = self.solid.move(dx, dy).clip(clip)
        return _Command(key, box, within, self.source, (x, y), self.area, self.flags, self.alpha, solid)

    @property
    def pin(self) -> tuple[object, ...]:
        """What is equal for commands that show parts of one picture in one place."""
        if self.source is None or isinstance(self.source, Mosaic):
            return ("whole", *self.key)
        x, y = (0, 0) if self.area is None else self.area[:2]
        return (id(self.source), self.at[0] - x, self.at[1] - y, self.flags, self.alpha)

    def covers(self, box: pygame.Rect) -> bool:
        """Whether nothing below shows through inside ``box``."""
        if self.flags or not self.box.contains(box):
            return False
        source = self.source
        if source is None or isinstance(source, Mosaic):
            return True
        opaque = not source.get_flags() & pygame.SRCALPHA and source.get_colorkey() is None
        return opaque and self.alpha in (None, 255)


class Layer:
    """Commands that were recorded together and may be taken over into other frames; compared by identity."""

    __slots__ = ("boxes", "commands", "solids")

    def __init__(self, commands: Sequence[_Command]) -> None:
        self.commands = tuple(commands)
        self.boxes = [each.box for each in commands]
        self.solids = [each.solid for each in commands if each.solid.w]


_Part = _Command | Layer
"""What frames are compared by: single commands, and layers that both frames have."""


class DisplayList:
    """The drawing of a window: takes the drawing calls of a surface, and paints what differs from the last frame.

    ``target`` is the surface of the window. It keeps its pixels between frames.
    """

    def __init__(self, target: pygame.Surface) -> None:
        self.target = target
        self._all = target.get_rect()
        self._bounds = self._all
        """What nothing is drawn outside of."""
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

    def blit_panel(self, source: pygame.Surface, dest: tuple[int, int], solid: pygame.Rect) -> None:
        """Draw a picture of which a part (in its own pixels) hides all that lies below."""
        if self.blit(source, dest).w and source.get_alpha() in (None, 255):
            seen = solid.move(dest).clip(self._clip)
            self._commands[-1] = self._commands[-1]._replace(solid=seen if seen.w and seen.h else NOWHERE)

    def blit_mosaic(self, mosaic: Mosaic, at: tuple[int, int]) -> None:
        """Draw pictures that fill the clip in use, ``at`` is where their places are counted from."""
        clip = self._clip
        ids = tuple((id(picture), *place) for picture, place in mosaic.pieces)
        self._commands.append(
            _Command((ids, *at, clip.x, clip.y, clip.w, clip.h), clip, clip, mosaic, at, None, 0, None)
        )

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
        self._clip = self._bounds if rect is None else pygame.Rect(rect).clip(self._bounds)

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

    def record_apart(self, draw: Callable[[], None]) -> Layer:
        """Call ``draw``, and return what it draws as a layer that is not drawn here, nor cut off at the edges of the
        window."""
        commands, layers, clip = self._commands, self._layers, self._clip
        self._commands, self._layers, self._clip = [], [], EVERYWHERE
        self._bounds = EVERYWHERE
        try:
            draw()
            return Layer(self._commands)
        finally:
            self._commands, self._layers, self._clip = commands, layers, clip
            self._bounds = self._all

    def replay(self, layer: Layer) -> None:
        """Draw a layer again as it was recorded, clipped as it was then."""
        self._layers.append((len(self._commands), layer))
        self._commands.extend(layer.commands)

    def replay_with_offset(self, layer: Layer, dx: int, dy: int) -> None:
        """Draw what a layer has inside the clip in use, moved by pixels."""
        for at in self._clip.move(-dx, -dy).collidelistall(layer.boxes):
            moved = layer.commands[at].move(dx, dy, self._clip)
            if moved is not None:
                self._commands.append(moved)

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
            new_pins, old_pins = (_list_pins(parts, common) for parts in (new, old))
            pins = new_pins.keys() & old_pins.keys()
            changed = _list_damage(new, common, old_pins, pins) + _list_damage(old, common, new_pins, pins)
            new, old = (
                [each for each in parts if _find_key(each) in common or _find_pin(each) in pins] for parts in (new, old)
            )
            moved = _compare_order(new, old, common)
            for box, above in changed:
                found += [box] if moved else _cut_out(box, above)
        else:
            moved = _compare_order(new, old, common)
        found += moved
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


def _find_pin(part: _Part) -> object:
    """Return what is equal for parts of one picture in one place; None for layers."""
    return None if isinstance(part, Layer) else part.pin


def _list_pins(parts: Sequence[_Part], common: Collection[object]) -> dict[object, list[pygame.Rect]]:
    """Return the rectangles of commands that are not common to both frames, by their pictures and places, without
    those that lie over each other."""
    found: dict[object, list[pygame.Rect]] = {}
    twice = set()
    for each in parts:
        if not isinstance(each, Layer) and each.key not in common:
            boxes = found.setdefault(each.pin, [])
            if each.box.collidelist(boxes) >= 0:
                twice.add(each.pin)
            boxes.append(each.box)
    return {pin: boxes for pin, boxes in found.items() if pin not in twice}


def _list_damage(
    parts: Sequence[_Part],
    common: Collection[object],
    others: Mapping[object, Sequence[pygame.Rect]],
    pins: Collection[object],
) -> list[tuple[pygame.Rect, Sequence[pygame.Rect]]]:
    """Return the rectangles of parts that only one frame has, each with the rectangles that hide it in both frames;
    of those that the ``others`` have at the same pin, what lies outside of theirs."""
    found: list[tuple[pygame.Rect, Sequence[pygame.Rect]]] = []
    above: tuple[pygame.Rect, ...] = ()
    for each in reversed(parts):
        if isinstance(each, Layer):
            if each in common:
                above = (*above, *each.solids)
            else:
                found += [(box, above) for box in each.boxes]
        elif each.key in common:
            if each.solid.w:
                above = (*above, each.solid)
        else:
            left = _cut_out(each.box, others[each.pin]) if each.pin in pins else [each.box]
            found += [(box, above) for box in left]
    return found


def _cut_out(box: pygame.Rect, others: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Return the parts of a rectangle outside of all others."""
    left = [box]
    for other in others:
        left = [part for each in left for part in (_cut(each, other) if each.colliderect(other) else (each,))]
    return left


def _compare_order(new: Sequence[_Part], old: Sequence[_Part], common: Collection[object]) -> list[pygame.Rect]:
    """Return the rectangles of parts that both frames have, from the first to the last whose order differs; parts of
    one picture that follow each other count as one."""
    rows = []
    for parts in (new, old):
        row: list[tuple[object, _Part]] = []
        for each in parts:
            key = _find_key(each)
            name = key if key in common else _find_pin(each)
            if not row or row[-1][0] != name or key in common:
                row.append((name, each))
        rows.append(row)
    one, two = rows
    if len(one) != len(two):
        return [box for row in rows for _, each in row for box in _list_boxes(each)]
    count = len(one)
    first = next((at for at in range(count) if one[at][0] != two[at][0]), count)
    if first == count:
        return []
    last = next(at for at in range(count - 1, -1, -1) if one[at][0] != two[at][0])
    return [box for row in rows for _, each in row[first : last + 1] for box in _list_boxes(each)]


def merge(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return few rectangles that cover all of ``boxes`` and never overlap."""
    merged: list[pygame.Rect] = []
    for box in sorted(boxes, key=_measure, reverse=True):
        if box.w and box.h and not any(each.contains(box) for each in merged):
            _add(merged, box)
    while len(merged) > MOST_RECTS:
        _, one, two = min((_waste(one, two), i, j) for i, one in enumerate(merged) for j, two in enumerate(merged[:i]))
        joined = merged.pop(one).union(merged.pop(two))
        _join(merged, joined)
    return merged


def _measure(box: pygame.Rect) -> int:
    return int(box.w * box.h)


def _add(merged: list[pygame.Rect], box: pygame.Rect) -> None:
    """Add a rectangle: those become part of it with which it makes one that is hardly larger; of what it shares with
    others only one keeps it."""
    left = [box]
    for _ in range(MOST_STEPS):
        if not left:
            return
        box = left.pop()
        for at, each in enumerate(merged):
            if _waste(each, box) < SLACK:
                left.append(box.union(merged.pop(at)))
                break
            if each.colliderect(box):
                left += _cut(box, each)
                break
        else:
            merged.append(box)
    for box in left:
        _join(merged, box)


def _join(merged: list[pygame.Rect], box: pygame.Rect) -> None:
    """Add a rectangle; those that it overlaps become part of it."""
    while (at := box.collidelist(merged)) >= 0:
        box = box.union(merged.pop(at))
    merged.append(box)


def _cut(box: pygame.Rect, other: pygame.Rect) -> list[pygame.Rect]:
    """Return the parts of a rectangle outside of another one that overlaps it."""
    inner = box.clip(other)
    parts = (
        pygame.Rect(box.x, box.y, box.w, inner.y - box.y),
        pygame.Rect(box.x, inner.bottom, box.w, box.bottom - inner.bottom),
        pygame.Rect(box.x, inner.y, inner.x - box.x, inner.h),
        pygame.Rect(inner.right, inner.y, box.right - inner.right, inner.h),
    )
    return [part for part in parts if part.w and part.h]


def _waste(one: pygame.Rect, two: pygame.Rect) -> int:
    """Pixels that the union of two rectangles covers and neither of them does."""
    both, shared = one.union(two), one.clip(two)
    return int(both.w * both.h - one.w * one.h - two.w * two.h + shared.w * shared.h)
