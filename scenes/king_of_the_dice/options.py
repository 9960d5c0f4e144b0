"""Set-up options of King of the Dice: the map, the end of the game, display of odds."""

from __future__ import annotations

from typing import Any

from games.king_of_the_dice.maps import DRAGONS
from games.king_of_the_dice.maps import kingdom as rules_map
from games.king_of_the_dice.options import FINISH, MAPS
from scenes.menus.setup import GameOptions
from sprites.base import shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.king_of_the_dice import board, pieces
from sprites.king_of_the_dice import coastline as shore


class OptionsPanel(GameOptions):
    """Panel with the choice of the map, its picture, and the help settings."""

    def _map(self, k: int) -> None:
        self.options["map"] = MAPS[k]
        self.setup.ui.dirty = True

    def _finish(self, on: bool) -> None:
        self.options[FINISH] = on
        self.setup.ui.dirty = True

    def _odds(self, on: bool) -> None:
        self.setup.ctx.settings.show_odds = on
        self.setup.ctx.save_settings()
        self.setup.ui.dirty = True

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel."""
        ctx = self.setup.ctx
        t = ctx.t
        ui = self.setup.ui
        text.draw(c, t("king_of_the_dice.option.map"), x + 24, y + 34, "heading", "accent", "lm")
        labels = [t(f"king_of_the_dice.option.map.{name}") for name in MAPS]
        ui.segmented_control(c, "map", (x + 24, y + 58, w - 48, 42), labels, MAPS.index(self.options["map"]), self._map)
        words = t(f"king_of_the_dice.option.map.{self.options['map']}.help")
        text.paragraph(c, words, x + 24, y + 114, w - 48, "body", "text.body")
        map_w = w - 48
        map_h = min(map_w * 526 / 1020, h - 400)
        self._draw_map(c, (x + 24, y + 160, map_w, map_h))
        below = y + 160 + map_h + 18
        shapes.rule(c, x + 18, below, w - 36, ornament=False)
        on = bool(self.options.get(FINISH))
        name = f"king_of_the_dice.option.{FINISH}"
        ui.checkbox(c, FINISH, (x + 24, below + 8, w - 48, 40), on, t(name), self._finish)
        text.paragraph(c, t(f"{name}.help"), x + 58, below + 48, w - 82, "fine", "text.muted")
        below += 82
        ui.checkbox(
            c,
            "show_odds",
            (x + 24, below + 12, w - 48, 40),
            ctx.settings.show_odds,
            t("ui.settings.show_odds"),
            self._odds,
        )
        note = t("king_of_the_dice.setup.odds")
        text.paragraph(c, note, x + 58, below + 52, w - 82, "fine", "text.muted")

    def _draw_map(self, c: Canvas, box: tuple[float, float, float, float]) -> None:
        """Draw the kingdom for this number of seats; with a random map only the land."""
        land_data = rules_map()
        seats = len(self.setup.seats)
        random = self.options["map"] == "random"
        arrangement = land_data.arrangements[land_data.usual[seats]]
        land = shore.land(arrangement.turned)
        shapes.round_rect(c, box[0] - 3, box[1] - 3, box[2] + 6, box[3] + 6, 8, "king_of_the_dice/board.edge")
        c.surface.blit(board.ground(c, land, box, (arrangement.name, "setup")), c.rect(*box))
        if random:
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
