"""Panel with the hands of all seats next to the table, once a game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from scenes.shell.panels import draw_titled_panel
from scenes.shell.targets import Box
from scenes.table import game_screens as games
from sprites.base import shapes, text, text_overflow
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking

BELOW = 1.06
"""Height of a row of cards, in heights of a card."""
LARGEST, SMALLEST = 78.0, 20.0
HEAD, NAME, GAP = 50.0, 30.0, 5.0


def draw(scene: Looking, c: Canvas, box: Box) -> None:
    """A row of cards for every seat that holds some; the cards are as large as all of them have room."""
    x, y, w, h = box
    whole, t = scene.whole, scene.ctx.t
    draw_titled_panel(c, box, t("study.hands"), "eye")
    state = scene.shown.course.last.state
    hands = [
        games.list_held_cards(scene.ctx, c, whole.game, whole.rules.view(state, seat))
        for seat in range(len(whole.seats))
    ]
    counts = [len(hand) for hand in hands]
    with text_overflow.unheard():  # small as they are, cards are told whole by their tips
        wide, ratio = LARGEST, BELOW * max([_ratio(hand[0][0](LARGEST)) for hand in hands if hand], default=1.0)
    while wide > SMALLEST and _tall(counts, w - 28, wide, ratio) > h - HEAD - 8:
        wide -= 2
    per_row = max(1, int((w - 28 + GAP) // (wide + GAP)))
    yy = y + HEAD
    for seat, hand in enumerate(hands):
        one = whole.seats[seat]
        shapes.badge(c, one.colour, one.emblem, x + 24, yy + 12, 10)
        text.draw(c, one.name, x + 42, yy + 12, "name", "text", "lm", max_w=w - 60)
        yy += NAME
        for at, (face, tip) in enumerate(hand):
            row, column = divmod(at, per_row)
            left, top = x + 14 + column * (wide + GAP), yy + row * wide * ratio
            if top + wide * ratio > y + h:
                break
            with text_overflow.unheard():
                made = face(wide)
            c.surface.blit(made, (c.x(left), c.y(top)))
            place = (left, top, wide, made.get_height() / c.scale)
            scene.ui.zone(f"held.{seat}.{at}", place, lambda: None, tip=tip, radius=4)
        yy += -(-len(hand) // per_row) * wide * ratio + 4


def _ratio(card: pygame.Surface) -> float:
    return card.get_height() / card.get_width()


def _tall(counts: list[int], room: float, wide: float, ratio: float) -> float:
    per_row = max(1, int((room + GAP) // (wide + GAP)))
    return sum(NAME + 4 + -(-count // per_row) * wide * ratio for count in counts)
