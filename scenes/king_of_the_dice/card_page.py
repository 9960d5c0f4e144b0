"""Pages of the rule book: all kinds of citizens, the signs on the dice, and figures of the glossary."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import COLOURS, to_colour, to_number
from games.king_of_the_dice.maps import kingdom
from games.king_of_the_dice.messages import citizen_code
from scenes.king_of_the_dice import market, requirements
from sprites.base import shapes, text
from sprites.king_of_the_dice import board, pieces
from sprites.king_of_the_dice import card as cards

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.targets import Box
    from scenes.shell.ui import Ui
    from sprites.base.canvas import Canvas
    from sprites.base.controls import Picture


SHOWN = (4, 14, 19, 26, 39, 52)
"""One citizen of each kind."""


def draw(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """Draw six citizens with their conditions, and the three colours with their shapes below."""
    t = ctx.t
    x, y, w, h = box
    scale = min(1.0, (w - 5 * 8) / 6 / cards.W, (h - 150) / cards.H)
    pitch = (w - cards.W * scale) / 5
    for at, card in enumerate(SHOWN):
        code = citizen_code(card)
        px = x + at * pitch
        name = t(f"king_of_the_dice.citizen.{code.split('_of_')[0]}.name")
        words = t(f"king_of_the_dice.citizen.{code}.text")
        made = _card(c, ctx, card, code, name, words, scale)
        size = (cards.W * scale, cards.H * scale)
        help_text = t(f"king_of_the_dice.citizen.{code}.help")
        ui.zone(f"card.{card}", (px, y, *size), partial(ctx.ask, name, help_text), tip=(name, help_text), radius=9)
        shapes.shadow(c, made, c.x(px), c.y(y), "lying", key="dice page")
        c.surface.blit(made, (c.x(px), c.y(y)))
    top = y + cards.H * scale + 30
    text.draw(c, t("king_of_the_dice.page.dice"), x, top, "heading", "paper.label", "lm")
    at_x = x
    for colour, code in enumerate(COLOURS):
        pieces.mini_die(c, at_x + 18, top + 46, 34, "", colour)
        label = t(f"king_of_the_dice.colour.{code}")
        at_x += 44 + text.draw(c, label, at_x + 44, top + 46, "name", "paper.text", "lm") + 40
    words = t("king_of_the_dice.page.jokers")
    at_x = max(x + 430, at_x)
    tall = text.paragraph(c, words, at_x, top - 12, x + w - at_x, "lead", "paper.text")
    lands = max(top + 96, top + tall + 10)
    shapes.rule(c, x, lands - 14, w, colour="edge.low", ornament=False)
    names = kingdom().terrains
    columns = 4
    pitch = min(62.0, (y + h - lands) / 4)
    for place, name in enumerate(names):
        cx, cy = x + 24 + (place % columns) * (w / columns), lands + pitch / 2 + (place // columns) * pitch
        board.terrain_disc(c, name, cx, cy, min(21.0, pitch * 0.4))
        label = t(f"king_of_the_dice.terrain.{name}")
        text.draw(c, label, cx + 34, cy, "name", "paper.text", "lm", max_w=w / columns - 62)


def _card(c: Canvas, ctx: Context, card: int, code: str, name: str, words: str, scale: float) -> Any:
    import pygame

    citizen = citizens().cards[card]

    def make() -> Any:
        made = cards.face(c, code, name, words, to_number(citizen.joker), to_colour(citizen.joker)).copy()
        layer = c.on(made, (0.0, 0.0))
        market.strip(layer, 0, 0, requirements.progress(citizen.tiers[0].condition, ()), card, [])
        if scale < 1.0:
            size = (max(1, round(made.get_width() * scale)), max(1, round(made.get_height() * scale)))
            made = pygame.transform.smoothscale(made, size)
        return made

    return c.cache.get(("dice page card", card, ctx.texts.language, round(scale, 3), c.text_scale), make)


# Figures of the King of the Dice glossary: dice, castles, flames.

GREEN = 1


def _plus(c: Canvas, x: float, y: float, sign: str) -> None:
    text.draw(c, sign, x, y, "title", "paper.label", "cm", fixed=True)


def _joker(c: Canvas, x: float, y: float) -> None:
    for at in (-84, -20, 72):
        pieces.mini_die(c, x + at, y, 34, "4", GREEN, lit=at > 0)
    _plus(c, x - 52, y, "+")
    _plus(c, x + 26, y, "=")


def _super(c: Canvas, x: float, y: float) -> None:
    made = cards.back(c, 46.0)
    c.surface.blit(made, (c.x(x - 92), c.y(y) - made.get_height() // 2))
    pieces.mini_die(c, x - 12, y, 34, "4", GREEN)
    pieces.mini_die(c, x + 76, y, 34, "4", GREEN, lit=True)
    _plus(c, x - 38, y, "+")
    _plus(c, x + 32, y, "=")


def _alarm(c: Canvas, x: float, y: float) -> None:
    pieces.castle(c, x - 44, y, 46, None)
    pieces.flame(c, x - 44, y - 4, 34)
    made = cards.back(c, 46.0)
    c.surface.blit(made, (c.x(x + 22), c.y(y) - made.get_height() // 2))


def _area(c: Canvas, x: float, y: float) -> None:
    for at in (-92, -48, -4):
        pieces.castle(c, x + at, y, 42, 0, "")
    pieces.castle(c, x + 92, y, 42, 0, "")


def _tile(c: Canvas, x: float, y: float) -> None:
    pieces.castle(c, x, y, 52, None)


def _flame(c: Canvas, x: float, y: float) -> None:
    pieces.flame(c, x, y, 52)


def word_figures() -> dict[str, Picture]:
    """Return the drawing function of each word's figure."""
    return {
        "joker": _joker, "super_joker": _super, "alarm": _alarm, "area": _area, "tile": _tile, "flame": _flame,
    }  # fmt: skip
