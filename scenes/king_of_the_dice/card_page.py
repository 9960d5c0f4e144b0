"""Rule book page of all kinds of citizens and of the signs on the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import COLOURS, to_colour, to_number
from games.king_of_the_dice.maps import kingdom
from games.king_of_the_dice.messages import citizen_code
from scenes.king_of_the_dice import market, requirements
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.king_of_the_dice import board, pieces
from sprites.king_of_the_dice import card as cards

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.targets import Box
    from scenes.shell.ui import Ui

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
        ui.zone(f"card.{card}", (px, y, *size), _opener(ctx, name, help_text), tip=(name, help_text), radius=9)
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


def _opener(ctx: Context, name: str, body: str) -> Any:
    def show() -> None:
        ctx.ask(name, body)

    return show
