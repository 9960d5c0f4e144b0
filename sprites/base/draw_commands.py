"""Drawing commands of a frame: pictures, filled rectangles, mosaics of pictures, and layers of commands."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pygame

EVERYWHERE = pygame.Rect(-(1 << 15), -(1 << 15), 1 << 16, 1 << 16)
"""The clip of a layer that is recorded to be drawn in another place."""


def move_boxes(boxes: Sequence[pygame.Rect], dx: int, dy: int, clip: pygame.Rect) -> list[pygame.Rect]:
    """Return the rectangles moved by ``dx``, ``dy`` pixels, as far as they lie inside ``clip``."""
    found = (box.move(dx, dy).clip(clip) for box in boxes)
    return [box for box in found if box.w and box.h]


class Mosaic:
    """Opaque pictures side by side that are drawn as one, each with its offset."""

    __slots__ = ("_boxes", "pieces")

    def __init__(self, pieces: Sequence[tuple[pygame.Surface, tuple[int, int]]]) -> None:
        self.pieces = pieces
        self._boxes = [picture.get_rect(topleft=place) for picture, place in pieces]

    def paint(self, target: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw the pieces inside the clip in use."""
        x, y = at
        for each in target.get_clip().move(-x, -y).collidelistall(self._boxes):
            picture, place = self.pieces[each]
            target.blit(picture, (x + place[0], y + place[1]))


class Command(NamedTuple):
    """One picture, or one filled rectangle when ``source`` is None."""

    key: tuple[object, ...]
    box: pygame.Rect
    """What it changes, in pixels of the window."""
    clip: pygame.Rect
    source: "pygame.Surface | Mosaic | Layer | None"
    at: Any
    """Where the picture lies, or how far a layer is moved; the colour of a fill."""
    area: Any
    flags: int
    alpha: int | None
    """Opacity that the picture had when it was drawn."""
    solids: Sequence[pygame.Rect] = ()
    """Where it hides all that lies below."""

    def paint(self, target: pygame.Surface, dx: int = 0, dy: int = 0) -> None:
        """Execute the command, moved by pixels; the clip is set by the caller."""
        _, _, _, source, at, area, flags, alpha, _ = self
        if source is None:
            target.fill(at, area.move(dx, dy), flags)
            return
        x, y = at
        if not isinstance(source, pygame.Surface):
            source.paint(target, (x + dx, y + dy))
            return
        shown = source.get_alpha()
        if shown != alpha:
            source.set_alpha(alpha)
        target.blit(source, (x + dx, y + dy), area, flags)
        if shown != alpha:
            source.set_alpha(shown)

    def move(self, dx: int, dy: int, clip: pygame.Rect) -> "Command | None":
        """Return the command moved and clipped; None where nothing of it is left."""
        box = self.box.move(dx, dy).clip(clip)
        if not (box.w and box.h):
            return None
        if self.source is None:
            key: tuple[object, ...] = (None, self.key[1], box.x, box.y, box.w, box.h, self.flags)
            return Command(key, box, clip, None, self.at, box, self.flags, None)
        within = self.clip.move(dx, dy).clip(clip)
        x, y = self.at[0] + dx, self.at[1] + dy
        key = (self.key[0], x, y, self.key[3], self.flags, self.alpha, within.x, within.y, within.w, within.h)
        solids = move_boxes(self.solids, dx, dy, clip)
        return Command(key, box, within, self.source, (x, y), self.area, self.flags, self.alpha, solids)

    @property
    def pin(self) -> tuple[object, ...]:
        """Key that is equal for commands that show parts of one picture in one place."""
        if not isinstance(self.source, pygame.Surface):
            return ("whole", *self.key)
        x, y = (0, 0) if self.area is None else self.area[:2]
        return (id(self.source), self.at[0] - x, self.at[1] - y, self.flags, self.alpha)

    def find_moved_key(self, dx: int, dy: int) -> tuple[object, ...]:
        """Return a key that is equal for commands that paint the same once this one is moved by ``dx``, ``dy``,
        clipping aside."""
        key = self.key
        if self.source is None:
            return (*key[:2], self.box.x + dx, self.box.y + dy, *key[4:])
        return (key[0], self.at[0] + dx, self.at[1] + dy, *key[3:6])

    @property
    def is_opaque(self) -> bool:
        """Whether nothing below shows through inside its box."""
        source = self.source
        if self.flags or isinstance(source, Layer):
            return False
        if source is None or isinstance(source, Mosaic):
            return True
        if self.alpha not in (None, 255) or source.get_flags() & pygame.SRCALPHA:
            return False
        return source.get_colorkey() is None


class Layer:
    """Commands recorded together, which can be reused in other frames; compared by identity."""

    __slots__ = ("_outline", "boxes", "commands", "solids")

    def __init__(self, commands: Sequence[Command]) -> None:
        self.commands = tuple(commands)
        self.boxes = [each.box for each in commands]
        self.solids = [box for each in commands for box in each.solids]
        self._outline: list[pygame.Rect] | None = None

    @property
    def outline(self) -> list[pygame.Rect]:
        """Boxes of the commands that together cover the layer: not those inside opaque parts of another command."""
        if self._outline is None:
            self._outline = [
                each.box
                for each in self.commands
                if each.solids or not any(solid.contains(each.box) for solid in self.solids)
            ]
        return self._outline

    @property
    def key(self) -> "Layer":
        """Key that is equal for layers that paint the same."""
        return self

    def move_commands(self, by: tuple[int, int], clip: pygame.Rect) -> list[Command]:
        """Return the commands moved by an offset in pixels and clipped; those of which nothing is left are dropped."""
        over = clip.move(-by[0], -by[1]).collidelistall(self.boxes)
        found = (self.commands[at].move(*by, clip) for at in over)
        return [each for each in found if each is not None]

    def paint(self, target: pygame.Surface, by: tuple[int, int]) -> None:
        """Execute the commands moved by an offset, inside the clip in use."""
        dx, dy = by
        clip = target.get_clip()
        for at in clip.move(-dx, -dy).collidelistall(self.boxes):
            each = self.commands[at]
            if each.clip is EVERYWHERE:
                each.paint(target, dx, dy)
                continue
            target.set_clip(each.clip.move(dx, dy).clip(clip))
            each.paint(target, dx, dy)
            target.set_clip(clip)


Part = Command | Layer
"""What frames are compared by: single commands, and layers that both frames have."""


def list_boxes(part: Part) -> list[pygame.Rect]:
    """Return the rectangles that a part changes."""
    return part.boxes if isinstance(part, Layer) else [part.box]


def list_outline(part: Part) -> list[pygame.Rect]:
    """Return rectangles that together cover what a part changes, fewer than :func:`list_boxes`."""
    return part.outline if isinstance(part, Layer) else [part.box]


def find_pin(part: Part) -> object:
    """Return a key that is equal for parts of one picture in one place; None for layers."""
    return None if isinstance(part, Layer) else part.pin


class Frame(NamedTuple):
    """All drawing commands of a frame."""

    commands: Sequence[Command] = ()
    layers: Sequence[tuple[int, Layer]] = ()
    """Layers taken over, with the places of their first commands, in the order of drawing."""
    mosaics: Sequence[Command] = ()
    placed: Sequence[Command] = ()
    """Commands that draw a layer elsewhere than it was recorded."""
