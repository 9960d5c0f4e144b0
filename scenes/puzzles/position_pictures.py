"""Small pictures of positions, made of the game's own table in frames that have time; until then an emblem is shown."""

from collections.abc import Sequence

import pygame

from engine import registry
from engine.chance import LoggedChance, SeededChance
from engine.content.puzzles import BadPuzzles, Puzzle
from scenes.puzzles.puzzle_controller import open_puzzle_table
from scenes.shell.context import Context
from scenes.shell.ui import Ui
from scenes.table.script import AnyTable
from sprites.base import drawn_words, raster, wax
from sprites.base.canvas import HEIGHT, WIDTH, Canvas, Steps
from sprites.base.layout import Box

MAT: Box = (110.0, 84.0, 1064.0, 560.0)
"""What is shown of a table that has no board."""


class PositionPictures:
    """Pictures of puzzle positions, also after a line; stored in the window's cache."""

    def __init__(self, ctx: Context, ui: Ui) -> None:
        self.ctx, self.ui = ctx, ui
        self.waits = False
        """Whether none is begun, because something moves."""
        self._wanted: set[object] = set()
        self._small: Canvas | None = None
        """On which the tables are drawn, so that pictures of one size share what lies on them; only while some are
        wanted."""

    def forget(self) -> None:
        """Drop what was needed only to make pictures."""
        self._wanted.clear()
        self._small = None

    def draw(self, c: Canvas, box: Box, game: str, puzzle: Puzzle, line: Sequence[int] = ()) -> None:
        """Draw the position of a puzzle after a line, cropped to its board; without a picture plan one."""
        place = c.rect(*box)
        key = ("position", game, puzzle.id, tuple(line), place.size, c.palette, c.patterns)
        made = c.cache.find(key)
        if made is None:
            wax.draw_velvet(c, box, registry.info(game).emblem)
            if not self.waits:
                self._wanted.add(key)
                c.cache.plan_steps(key, lambda: self._make(c, place.size, game, puzzle, line))
        else:
            c.surface.blit(made, place)
            self._wanted.discard(key)
            if not self._wanted:
                self._small = None

    def _make(self, c: Canvas, size: tuple[int, int], game: str, puzzle: Puzzle, line: Sequence[int]) -> Steps:
        try:
            table = open_puzzle_table(self.ctx, game, 0, None, puzzle)
        except BadPuzzles:
            layer = pygame.Surface(size)
            wax.draw_velvet(c.on(layer), (0, 0, size[0] / c.scale, size[1] / c.scale), registry.info(game).emblem)
            return layer
        table.put_behind_glass()
        table.sounds.silent = True
        yield
        _play(table, puzzle, line)
        x, y, w, h = table.hooks.find_board_box(table) or MAT
        wide, high = min(w, h * size[0] / size[1]), min(h, w * size[1] / size[0])
        scale = size[0] / wide
        pixels = (max(1, round(WIDTH * scale)), max(1, round(HEIGHT * scale)))
        if self._small is None or self._small.size != pixels:
            self._small = Canvas(pygame.Surface(pixels), palette=c.palette, patterns=c.patterns)
        with drawn_words.mute_reports():
            table.ui.begin()
            table.draw(self._small)
        table.leave()
        cut = self._small.rect(x + (w - wide) / 2, y + (h - high) / 2, wide, high).clip(((0, 0), pixels))
        made = pygame.transform.smoothscale(self._small.target.subsurface(cut), size)
        self.ui.dirty = True
        return raster.native(made)


def _play(table: AnyTable, puzzle: Puzzle, line: Sequence[int]) -> None:
    """Play a line up to the first decision that involves luck, without animation."""
    for action in line:
        state, luck = table.session.rules.clone(table.session.course.last.state), LoggedChance(SeededChance(0))
        if action not in table.session.rules.legal(state, puzzle.seat):
            break
        table.session.rules.apply(state, puzzle.seat, action, luck)
        if luck.take():
            break
        table.session.submit(puzzle.seat, action)
    table.runner.drop()
    table.refresh()
