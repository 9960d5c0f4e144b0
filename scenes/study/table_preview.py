"""A table behind glass, which nobody plays at; pictures and films are made of it."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import TYPE_CHECKING

import pygame

from engine.replay import Rewound
from engine.session import Session
from scenes.shell.targets import Box
from scenes.table import game_screens as games, loop
from sprites.base import drawn_words, raster, shapes
from sprites.base.canvas import HEIGHT, WIDTH, Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.study.scene import StudyScene
    from scenes.table.script import AnyTable

TOP, BOTTOM = 54.0, 900.0
"""The part of a table that is shown begins below the top bar."""
SIZE = (1920, 1080)
WIDTHS = (480, 360, 260)
"""Tried one after the other until the file is small enough."""
MOST_BYTES = 5_000_000
MOST_FRAMES = 48
HUNDREDTHS, LAST_HUNDREDTHS = 60, 300
SLICE_S = 0.006
"""So long each frame of the window works on it."""


class Pane:
    """The table of a game that is only watched, from the side of seat ``eyes``; None: public information only."""

    def __init__(
        self, ctx: Context, session: Rewound, eyes: int | None, part: Box | None = None, *, heard: bool = True,
        only_board: bool = False,
    ) -> None:  # fmt: skip
        """``heard``: whether it plays sounds; ``only_board``: show only the board of the game; ``part``: box of the
        table to show."""
        self.ctx = ctx
        self._part = part
        """Part of the table that is shown; None = everything except controls for players."""
        self.session = session
        self.table: AnyTable = games.table(ctx, session)
        self.table.put_behind_glass()
        if only_board:
            self._part = self.table.hooks.find_board_box(self.table) or self._part
        self.table.sounds.silent = not heard
        self._canvas: Canvas | None = None
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        """Where it has been drawn last."""
        self.look_from(eyes)
        self.table.runner.drop()
        self.table.refresh()

    def look_from(self, eyes: int | None) -> None:
        """Show the game from a seat's side; None: public information only."""
        self.table.runner.drop()
        self.table.viewpoint.watch_from(eyes, secret=True)

    def go(self, turn: int, told: bool) -> None:
        """Go to the position after ``turn`` decisions; ``told``: animate one step forward."""
        table = self.table
        table.runner.drop()
        if not told or turn != self.session.turn + 1:
            self.session.go(turn)
            table.runner.drop()
            table.told = list(self.session.events_for(table.viewer))
            table.refresh()
        else:
            self.session.go(turn)

    def update(self, ms: float, speed: float) -> None:
        """Advance the animation by ``ms`` milliseconds; ``speed``: factor on all motion."""
        loop.watch(self.table, ms, speed)

    @property
    def busy(self) -> bool:
        """Whether the last step is still being animated."""
        return self.table.busy

    @property
    def moving(self) -> bool:
        """Whether the next frame will look different."""
        return self.table.moving

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        self._canvas = None
        self.table.relabel()

    def close(self) -> None:
        """Release the table."""
        self.table.leave()

    @property
    def shown(self) -> Box:
        """Box of the table that is shown: without top bar and column of decisions, unless given."""
        return self._part or (0.0, TOP, self.table.hooks.glass_x, BOTTOM - TOP)

    def width_for(self, high: float) -> float:
        """Return the width of the drawn table at height ``high``."""
        return self.shown[2] * high / self.shown[3]

    def fit_table(self, c: Canvas, room: Box) -> Box:
        """Draw the table in the middle of a room, as large as it fits; return its box."""
        x, y, w, h = room
        high = min(h, w * self.shown[3] / self.shown[2])
        return self.draw(c, x + (w - self.width_for(high)) / 2, y + (h - high) / 2, high)

    def draw(self, c: Canvas, x: float, y: float, high: float) -> Box:
        """Draw the table at x, y with height ``high``, in a gold frame; return its box."""
        shown = self.shown
        scale = high / shown[3]
        size = (max(1, round(WIDTH * scale * c.scale)), max(1, round(HEIGHT * scale * c.scale)))
        if self._canvas is None or self._canvas.size != size:
            self._canvas = Canvas(pygame.Surface(size), text_scale=1.0, palette=c.palette, patterns=c.patterns)
        with drawn_words.mute_reports():
            self.paint(self._canvas)
        box = (x, y, shown[2] * scale, high)
        place = c.rect(*box)
        part = self._canvas.rect(*shown)
        c.mark(*box)  # the same surface, painted again
        c.surface.blit(self._canvas.target, place.topleft, (part.left, part.top, place.w, place.h))
        shapes.round_rect(c, *box, 3, "edge", alpha=190, border=1.5)
        self.box = box
        return box

    def paint(self, canvas: Canvas) -> None:
        """Draw the whole table onto another canvas."""
        self.table.finished = self.session.over and not self.table.busy
        self.table.ui.begin()
        self.table.draw(canvas)
        self.table.ui.keep()

    def describe(self) -> str:
        """Return in words what the last drawing shows."""
        x, y, w, h = self.shown
        targets = self.table.ui.targets
        inside = [one for one in targets if x <= one.centre[0] <= x + w and y <= one.centre[1] <= y + h]
        return self.table.make_spoken().describe_picture(inside)


def encode_png(scene: StudyScene) -> bytes:
    """Return the shown table as the bytes of a PNG file."""
    canvas = Canvas(pygame.Surface(SIZE), palette=scene.ctx.settings.palette, patterns=scene.ctx.settings.patterns)
    scene.pane.paint(canvas)
    scene.pane.relabel()  # what was drawn for this size is of no use on the screen
    return raster.png(canvas.target.subsurface(canvas.rect(*scene.pane.shown)))


class Filming:
    """Animation of one game in the making; ``data``: bytes of the file, None until ready; ``pane``: its table."""

    def __init__(self, ctx: Context, whole: Session, eyes: int | None) -> None:
        self.data: bytes | None = None
        self.pane = Pane(ctx, Rewound(whole, whole.course.base), eyes)
        self._canvas = Canvas(pygame.Surface((960, 540)), palette=ctx.settings.palette, patterns=ctx.settings.patterns)
        first, last = whole.course.base, whole.turn
        count = min(MOST_FRAMES, last - first + 1)
        self.turns = sorted({first + (last - first) * at // max(1, count - 1) for at in range(count)})
        self._work = self._all()

    def go_on(self) -> None:
        """Work on the animation for a time slice."""
        end = time.monotonic() + SLICE_S
        while self.data is None and time.monotonic() < end:
            try:
                next(self._work)
            except StopIteration:
                return

    def _all(self) -> Generator[None, None, None]:
        pictures = []
        for turn in self.turns:
            self.pane.go(turn, False)
            self.pane.paint(self._canvas)
            part = self._canvas.target.subsurface(self._canvas.rect(*self.pane.shown))
            pictures.append(part.copy())
            yield
        colours = raster.GifColours(raster.build_gif_palette([pictures[0], pictures[len(pictures) // 2], pictures[-1]]))
        for wide in WIDTHS:
            data = yield from self._film(pictures, colours, wide)
            if len(data) <= MOST_BYTES or wide == WIDTHS[-1]:
                self.data = data
                return

    def _film(
        self, pictures: list[pygame.Surface], colours: raster.GifColours, wide: int
    ) -> Generator[None, None, bytes]:
        high = max(1, round(wide * pictures[0].get_height() / pictures[0].get_width()))
        made = bytearray(raster.encode_gif_head((wide, high), colours.palette))
        before: bytes | None = None
        for at, picture in enumerate(pictures):
            pixels = colours.quantize(pygame.transform.smoothscale(picture, (wide, high)))
            yield
            shown_for = LAST_HUNDREDTHS if at == len(pictures) - 1 else HUNDREDTHS
            made += yield from raster.encode_gif_frame(pixels, before, wide, shown_for)
            before = pixels
        return bytes(made + raster.TAIL)
