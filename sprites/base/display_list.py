"""A display list with damage tracking: what a window draws is recorded, and only what has changed is painted.

Scenes draw everything in every frame, as on a surface; recording a picture costs about a microsecond. When the frame is
finished, its commands are compared with those of the frame before: pixels that only equal commands cover, in equal
order, are right already. The rest is damage; the commands over it are painted again, clipped to it. So nothing has to
be announced, except that the pixels of a picture changed in place (``mark``). Where a mosaic and all that lies on it
have moved by whole pixels, the picture is scrolled, and what comes into view is painted.

Commands of a part that has not changed need not be recorded again: ``record`` keeps them as a layer, ``replay`` takes
the layer over into a later frame. Layers that two frames share are compared as wholes.
"""

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from sprites.base.damage import find_damage
from sprites.base.draw_commands import EVERYWHERE, Command, Frame, Layer, Mosaic, move_boxes

WHOLE_SHARE = 0.75
"""Share of the window from which on all of it is painted."""
Colour = Any
"""Whatever pygame takes as a colour."""


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
        self._commands: list[Command] = []
        self._layers: list[tuple[int, Layer]] = []
        """Layers of the frame with the places of their first commands, in the order of drawing."""
        self._mosaics: list[Command] = []
        self._placed: list[Command] = []
        self._shown = Frame()
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
            self._commands.append(Command(key, box, clip, source, (x, y), area, special_flags, alpha))
        return box

    def blit_panel(self, source: pygame.Surface, dest: tuple[int, int], solids: Sequence[pygame.Rect]) -> None:
        """Draw a picture; ``solids``: its opaque rectangles, in its own pixels, which hide everything below."""
        if self.blit(source, dest).w and source.get_alpha() in (None, 255):
            self._commands[-1] = self._commands[-1]._replace(solids=move_boxes(solids, *dest, self._clip))

    def blit_mosaic(self, mosaic: Mosaic, at: tuple[int, int]) -> None:
        """Draw a mosaic, which fills the clip in use; ``at``: its origin. Mosaics are compared piece by piece."""
        self._mosaics.append(_make_clip_command("mosaic", self._clip, mosaic, at))
        self._commands.append(self._mosaics[-1])

    def fill(self, color: Colour, rect: Any = None, special_flags: int = 0) -> pygame.Rect:
        """Fill a rectangle, see ``pygame.Surface.fill``; returns the rectangle it changes."""
        clip = self._clip
        box = (self._all if rect is None else pygame.Rect(rect)).clip(clip)
        if box.w and box.h:
            key = (None, tuple(pygame.Color(color)), box.x, box.y, box.w, box.h, special_flags)
            self._commands.append(Command(key, box, clip, None, color, box, special_flags, None))
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
        """Call ``draw``, and return what it draws as a layer that is neither drawn here nor clipped to the window."""
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
        """Draw the part of a layer inside the clip in use, moved by pixels; nothing is recorded if that is empty."""
        if self._clip.move(-dx, -dy).collidelist(layer.boxes) < 0:
            return
        self._placed.append(_make_clip_command(id(layer), self._clip, layer, (dx, dy)))
        self._commands.append(self._placed[-1])

    # --- frames -------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a frame; commands that were recorded since the last one was finished are dropped."""
        self._commands, self._layers, self._mosaics, self._placed = [], [], [], []
        self._clip = self._all

    def mark(self, box: Sequence[float] | pygame.Rect) -> None:
        """Mark a rectangle in pixels as damaged in this frame: pixels of a picture there have changed in place."""
        self._marked.append(pygame.Rect(box).clip(self._all))

    def invalidate(self) -> None:
        """Paint everything with the next frame: the window may have lost its pixels."""
        self._whole = True

    def finish(self) -> list[pygame.Rect]:
        """Paint what has changed since the last frame; return the rectangles that look different, in pixels."""
        frame = Frame(self._commands, self._layers, self._mosaics, self._placed)
        damage, scroll = ([self._all], None) if self._whole else find_damage(frame, self._shown, self._marked)
        if sum(box.w * box.h for box in damage) > WHOLE_SHARE * self._all.w * self._all.h:
            damage, scroll = [self._all], None
        if scroll is not None:
            scroll.carry_out(self.target)
        _paint(self._commands, self.target, damage)
        self._shown = frame
        self._marked = []
        self._whole = False
        self.begin()
        return damage if scroll is None else [*damage, *scroll.areas]

    def copy(self, box: pygame.Rect) -> pygame.Surface:
        """Return a picture of a rectangle in pixels of what has been recorded so far in this frame."""
        whole = pygame.Surface(self._all.size).convert(self.target)
        part = box.clip(self._all)
        _paint(self._commands, whole, [part])
        return whole.subsurface(part).copy()

    def render(self) -> pygame.Surface:
        """Return the last frame painted completely: the expected content of the window."""
        whole = pygame.Surface(self._all.size).convert(self.target)
        _paint(self._shown.commands, whole, [self._all])
        return whole


def _make_clip_command(name: object, clip: pygame.Rect, source: Mosaic | Layer, at: tuple[int, int]) -> Command:
    """Return a command that draws a mosaic or a layer inside ``clip``, its origin at ``at``."""
    key = (name, *at, None, 0, None, clip.x, clip.y, clip.w, clip.h)
    return Command(key, clip, clip, source, at, None, 0, None)


def _paint(commands: Sequence[Command], target: pygame.Surface, boxes: Sequence[pygame.Rect]) -> None:
    """Paint each of these rectangles with the commands from the uppermost one that hides everything below on."""
    drawn = [each.box for each in commands]
    for box in boxes:
        over = box.collidelistall(drawn)
        for first in range(len(over) - 1, 0, -1):
            if drawn[over[first]].contains(box) and commands[over[first]].is_opaque:
                del over[:first]
                break
        clip = None
        for at in over:
            each = commands[at]
            if each.clip is not clip:
                clip = each.clip
                target.set_clip(clip.clip(box))
            each.paint(target)
            if isinstance(each.source, Layer):  # which clips each of its commands
                clip = None
    target.set_clip(None)
