"""A whole game as a moving picture: filmed from the table a little in every frame, so that the window goes on."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import TYPE_CHECKING

import pygame

from engine.replay import Rewound
from engine.session import Session
from scenes.study.table_preview import Pane
from sprites.base import gif
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

WIDTHS = (480, 360, 260)
"""Tried one after the other until the file is small enough."""
MOST_BYTES = 5_000_000
MOST_FRAMES = 48
HUNDREDTHS, LAST_HUNDREDTHS = 60, 300
SLICE_S = 0.006
"""So long each frame of the window works on it."""


class Filming:
    """The film of one game; ``data`` are the bytes of the file when it is ready."""

    def __init__(self, ctx: Context, whole: Session, eyes: int | None) -> None:
        self.data: bytes | None = None
        self._pane = Pane(ctx, Rewound(whole, whole.course.base), eyes)
        self._canvas = Canvas(pygame.Surface((960, 540)), palette=ctx.settings.palette, patterns=ctx.settings.patterns)
        first, last = whole.course.base, whole.turn
        count = min(MOST_FRAMES, last - first + 1)
        self.turns = sorted({first + (last - first) * at // max(1, count - 1) for at in range(count)})
        self._work = self._all()

    def go_on(self) -> None:
        """Work on it for a moment."""
        end = time.monotonic() + SLICE_S
        while self.data is None and time.monotonic() < end:
            try:
                next(self._work)
            except StopIteration:
                return

    def close(self) -> None:
        """Release the table that the animation was made from."""
        self._pane.close()

    def _all(self) -> Generator[None, None, None]:
        pictures = []
        for turn in self.turns:
            self._pane.go(turn, False)
            self._pane.paint(self._canvas)
            part = self._canvas.target.subsurface(self._canvas.rect(*self._pane.shown))
            pictures.append(part.copy())
            yield
        colours = gif.Colours(gif.build_palette([pictures[0], pictures[len(pictures) // 2], pictures[-1]]))
        for wide in WIDTHS:
            data = yield from self._film(pictures, colours, wide)
            if len(data) <= MOST_BYTES or wide == WIDTHS[-1]:
                self.data = data
                return

    def _film(self, pictures: list[pygame.Surface], colours: gif.Colours, wide: int) -> Generator[None, None, bytes]:
        high = max(1, round(wide * pictures[0].get_height() / pictures[0].get_width()))
        made = bytearray(gif.head((wide, high), colours.palette))
        before: bytes | None = None
        for at, picture in enumerate(pictures):
            pixels = colours.quantize(pygame.transform.smoothscale(picture, (wide, high)))
            yield
            shown_for = LAST_HUNDREDTHS if at == len(pictures) - 1 else HUNDREDTHS
            made += yield from gif.frame(pixels, before, wide, shown_for)
            before = pixels
        return bytes(made + gif.TAIL)
