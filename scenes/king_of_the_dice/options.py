"""Set-up options of King of the Dice: the map, the end of the game, display of odds."""

from typing import Any

from games.king_of_the_dice.dice import nets, to_colour
from games.king_of_the_dice.maps import DRAGONS, kingdom as rules_map
from games.king_of_the_dice.options import FINISH, MAPS
from scenes.menus.game_options import GameOptions
from sprites.base import shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Stack, centre, inset, middle
from sprites.king_of_the_dice import board, pieces, wooden_d6

DICE = ((-0.3, -0.2, 5, 0.2), (0.02, -0.23, 2, -0.2), (0.3, -0.14, 6, 0.4), (-0.22, 0.2, 3, -0.4), (0.06, 0.17, 1, 0.1),
        (0.31, 0.22, 4, -0.1))  # fmt: skip
"""Dice on the felt: distance from its middle in widths and heights, face, turn."""


class OptionsPanel(GameOptions):
    """Panel with the choice of the map, its picture, and the help settings."""

    heading = "king_of_the_dice.option.map"

    def _odds(self, on: bool) -> None:
        self.setup.ctx.settings.show_odds = on
        self.setup.ctx.save_settings()
        self.setup.ui.dirty = True

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel."""
        ctx, t, ui = self.setup.ctx, self.setup.ctx.t, self.setup.ui
        column = Stack((x + 24, y, w - 48, h))
        base, chosen = self.heading, self.options["map"]
        head = column.take(62.0)
        text.draw(c, t(base), column.x, middle(head) + 3, "heading", "accent", "lm", max_w=170)
        self.draw_choice(c, "map", MAPS, (x + 204, y + 12, w - 228, 42))
        shapes.rule(c, x + 18, y + 62, w - 36, ornament=False)
        column.skip(10)
        text.paragraph(c, t(f"{base}.{chosen}.help"), *column.take(46.0, gap=14.0)[:3], "body", "text.body")
        self._draw_map(c, column.take(min(column.w * 526 / 1020, h - 344)))
        column.skip(14)
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

    def draw_table(self, c: Canvas, box: Box) -> None:
        """Draw the felt with the six dice."""
        x, y, w, h = box = centre(box, box[2], min(box[3], 0.56 * box[2]))
        shapes.box_shadow(c, *box, 34, "mat")
        shapes.gradient_box(c, *box, 34, [(0.0, "edge.low"), (1.0, "panel.low")], rim="edge")
        felt = inset(box, 12, 12)
        shapes.gradient_box(c, *felt, 24, [(0.0, "king_of_the_dice/felt"), (1.0, "king_of_the_dice/felt.edge")])
        for k, (dx, dy, face, spin) in enumerate(DICE):
            place = x + w / 2 + dx * w, y + h / 2 + dy * h
            wooden_d6.draw(c, *place, 0.2 * h, wooden_d6.pose(face, spin), tuple(map(to_colour, nets()[k][1:])))

    def _draw_map(self, c: Canvas, box: Box) -> None:
        """Draw the kingdom for this number of seats; with a random map only the land."""
        box = centre(box, min(box[2], box[3] * 1020 / 526), box[3])
        land_data = rules_map()
        seats = len(self.setup.seats)
        arrangement = land_data.arrangements[land_data.usual[seats]]
        land = board.land(arrangement.turned)
        shapes.round_rect(c, *inset(box, -3), 8, "king_of_the_dice/board.edge")
        c.surface.blit(board.ground(c, land, box, (arrangement.name, "setup")), c.rect(*box))
        if self.options["map"] == "random":
            r = c.rect(*box)
            veil = c.cache.get(("dice veil", r.size), lambda: _veil(r.size))
            c.surface.blit(veil, r)
            words = self.setup.ctx.t("king_of_the_dice.setup.random", n=DRAGONS[seats])
            text.paragraph(c, words, box[0] + 40, box[1] + box[3] / 2 - 26, box[2] - 80, "title", "text", "c")
            return
        for region in land_data.dragons[seats]:
            px, py = board.place(box, land.sites[region].castle)
            pieces.castle(c, px, py, 26, None)
            pieces.flame(c, px, py - 2, 19)
        for region in range(30):
            if (land_data.white | land_data.gold) >> region & 1:
                px, py = board.place(box, land.sites[region].castle)
                pieces.gem(c, px, py, 8, bool(land_data.gold >> region & 1))


def _veil(size: tuple[int, int]) -> Any:
    import pygame

    made = pygame.Surface(size, pygame.SRCALPHA)
    made.fill(theme.colour("veil", 150))
    return made
