"""Set-up options of King of the Dice: the map, the end of the game, display of odds."""

from __future__ import annotations

from typing import Any

from games.king_of_the_dice.maps import DRAGONS
from games.king_of_the_dice.maps import kingdom as rules_map
from games.king_of_the_dice.options import FINISH, MAPS
from scenes.menus.game_options import GameOptions
from sprites.base import shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Stack, inset, middle
from sprites.king_of_the_dice import board, pieces
from sprites.king_of_the_dice import coastline as shore


class OptionsPanel(GameOptions):
    """Panel with the choice of the map, its picture, and the help settings."""

    def _odds(self, on: bool) -> None:
        self.setup.ctx.settings.show_odds = on
        self.setup.ctx.save_settings()
        self.setup.ui.dirty = True

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel."""
        ctx, t, ui = self.setup.ctx, self.setup.ctx.t, self.setup.ui
        column = Stack((x + 24, y, w - 48, h))
        base, chosen = "king_of_the_dice.option.map", self.options["map"]
        text.draw(c, t(base), column.x, middle(column.take(58.0)) + 5, "heading", "accent", "lm")
        ui.segmented_control(
            c, "map", column.take(42.0), [t(f"{base}.{name}") for name in MAPS], MAPS.index(chosen),
            lambda k: self.set_option("map", MAPS[k]),
        )  # fmt: skip
        text.paragraph(c, t(f"{base}.{chosen}.help"), *column.take(46.0, gap=14.0)[:3], "body", "text.body")
        self._draw_map(c, column.take(min(column.w * 526 / 1020, h - 400)))
        column.skip(18)
        shapes.rule(c, x + 18, column.y, w - 36, ornament=False)
        name = f"king_of_the_dice.option.{FINISH}"
        self.draw_flag(c, FINISH, column.take(40.0, gap=8.0), t(name))
        self._note(c, column.take(46.0), t(f"{name}.help"))
        on, label = ctx.settings.show_odds, t("ui.settings.show_odds")
        ui.checkbox(c, "show_odds", column.take(40.0), on, label, self._odds)
        self._note(c, column.take(46.0), t("king_of_the_dice.setup.odds"))

    @staticmethod
    def _note(c: Canvas, box: Box, words: str) -> None:
        """Draw the note below a tick box."""
        text.paragraph(c, words, box[0] + 34, box[1], box[2] - 34, "fine", "text.muted")

    def _draw_map(self, c: Canvas, box: Box) -> None:
        """Draw the kingdom for this number of seats; with a random map only the land."""
        land_data = rules_map()
        seats = len(self.setup.seats)
        arrangement = land_data.arrangements[land_data.usual[seats]]
        land = shore.land(arrangement.turned)
        shapes.round_rect(c, *inset(box, -3), 8, "king_of_the_dice/board.edge")
        c.surface.blit(board.ground(c, land, box, (arrangement.name, "setup")), c.rect(*box))
        if self.options["map"] == "random":
            r = c.rect(*box)
            veil = c.cache.get(("dice veil", r.size), lambda: _veil(r.size))
            c.surface.blit(veil, r)
            words = self.setup.ctx.t("king_of_the_dice.setup.random", n=DRAGONS[seats])
            text.paragraph(c, words, box[0] + 80, box[1] + box[3] / 2 - 26, box[2] - 160, "title", "text", "c")
            return
        for region in land_data.dragons[seats]:
            px, py = board.place(box, land.sites[region].castle)
            pieces.castle(c, px, py, 30, None)
            pieces.flame(c, px, py - 2, 22)
        for region in range(30):
            if (land_data.white | land_data.gold) >> region & 1:
                px, py = board.place(box, land.sites[region].castle)
                pieces.gem(c, px, py, 9, bool(land_data.gold >> region & 1))


def _veil(size: tuple[int, int]) -> Any:
    import pygame

    made = pygame.Surface(size, pygame.SRCALPHA)
    made.fill(theme.colour("veil", 150))
    return made
