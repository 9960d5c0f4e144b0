"""Card browser: decks, legends, flares and tasks; the card under the pointer is enlarged."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from games.tash_kalar.cards import FLARE_COUNT, IN_DECK, LEGEND_COUNT, LEGENDS, TASK_COUNT, Card, box, list_decks
from scenes.tash_kalar import card_faces
from sprites.base import shapes
from sprites.base.canvas import Canvas
from sprites.base.layout import columns, grid, middle, rows
from sprites.tash_kalar import card as cards

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.targets import Box
    from scenes.shell.ui import Ui

GROUPS = ("imperial", "highland", "sylvan", "legends", "flares", "tasks")
"""Groups of the box; a group for the deck of each expansion follows."""
LOOKS = ("imperial_north", "highland", "sylvan")
LARGE = 1.75
"""Scale of the card under the pointer relative to the hand."""
PAGE = "tash_kalar.cards"

Face = Callable[[float], pygame.Surface]
"""Returns the face of a card at a width."""
Tip = tuple[str, str]


def draw(ctx: Context, ui: Ui, c: Canvas, area: Box) -> None:
    """Draw a row of groups, and the cards of the open one below."""
    x, y, w, h = area
    t = ctx.t
    added = list_decks()
    labels = [*(t(f"tash_kalar.page.{group}") for group in GROUPS), *(t(f"{one.code}.name") for one in added)]
    opened = ui.opened.get(PAGE, 0)

    def choose(k: int) -> None:
        open_group(ui, k)
        ctx.play("card_lift")

    ui.segmented_control(c, "group", (x, y, w, 36.0), labels, opened, choose)
    group = GROUPS[opened] if opened < len(GROUPS) else added[opened - len(GROUPS)].code
    below = (x, y + 46, w, h - 46)
    if group == "tasks":
        draw_tasks(ctx, ui, c, below)
        return
    shown: list[tuple[Face, Tip]] = []
    if group == "flares":
        shown = [(_flare(c, ctx, flare), card_faces.flare_tip(ctx.texts, flare)) for flare in range(FLARE_COUNT)]
    else:
        numbers = {**{name: at for at, name in enumerate(GROUPS[:3])}, **{one.code: one.deck for one in added}}
        first = LEGENDS if group == "legends" else numbers[group] * IN_DECK
        found = box().cards[first : first + (LEGEND_COUNT if group == "legends" else IN_DECK)]
        deck = LOOKS[opened] if opened < len(LOOKS) else group
        shown = [entry(c, ctx, card, deck, 0) for card in found if card is not None]
    draw_cards(ctx, ui, c, below, shown)


def open_group(ui: Ui, k: int) -> None:
    """Open a group on a screen."""
    ui.opened[PAGE] = k
    ui.dirty = True


def entry(c: Canvas, ctx: Context, card: Card, deck: str, colour: int) -> tuple[Face, Tip]:
    """Return a being or a legend as entry of :func:`draw_cards`."""
    return lambda w: card_faces.face(c, ctx.texts, card, deck, colour, w), card_faces.tip(ctx.texts, card)


def _flare(c: Canvas, ctx: Context, flare: int) -> Face:
    return lambda w: card_faces.flare_face(c, ctx.texts, flare, 1, w)


def draw_cards(ctx: Context, ui: Ui, c: Canvas, area: Box, shown: list[tuple[Face, Tip]]) -> None:
    """Draw cards in rows of six; the one under the pointer (or focus) large next to its place."""
    x, _, w, h = area
    lines = max(1, -(-len(shown) // 6))
    ratio = cards.HEIGHT / cards.WIDTH
    card_w = min(cards.WIDTH * 1.04, (w - 50) / 6, (h - (lines - 1) * 8) / lines / ratio)
    card_h = card_w * ratio
    between = min(18.0, (h - lines * card_h) / max(1, lines - 1))
    cells = grid(area, len(shown), 6, gap=(w - 6 * card_w) / 5, row_gap=between, height=card_h)
    raised: tuple[Face, Box] | None = None
    for k, ((face, tip), cell) in enumerate(zip(shown, cells, strict=True)):
        if _note(ctx, ui, f"card.{k}", cell, tip, 6):
            shapes.glow_box(c, *cell, 6, strength=150)
            raised = (face, cell)
        made = face(card_w)
        shapes.shadow(c, made, c.x(cell[0]), c.y(cell[1]), "lying", key="tash page")
        c.surface.blit(made, (c.x(cell[0]), c.y(cell[1])))
    if raised is not None:
        face, cell = raised
        wide, at = cards.WIDTH * LARGE, cell[0] + card_w / 2
        left = at + card_w * 0.62 if at < x + w / 2 else at - card_w * 0.62 - wide
        _draw_large(c, face(wide), left, middle(cell), wide * ratio, "tash page large")


def draw_tasks(ctx: Context, ui: Ui, c: Canvas, area: Box) -> None:
    """Draw all tasks in three columns, in the order of their kinds."""
    x, _, w, _ = area
    cells = [cell for column in columns(area, 3, gap=12) for cell in rows(column, TASK_COUNT // 3, gap=6)]
    raised: tuple[int, Box] | None = None
    for task, cell in enumerate(cells):
        if _note(ctx, ui, f"card.{task}", cell, card_faces.task_tip(ctx.texts, task), 8):
            raised = (task, cell)
        made = card_faces.task_face(c, ctx.texts, task, cell[2], cell[3])
        c.surface.blit(made, (c.x(cell[0]), c.y(cell[1])))
    if raised is not None:
        task, cell = raised
        wide, high = 400.0, 124.0
        left = min(x + w - wide, max(x, cell[0] + (cell[2] - wide) / 2))
        _draw_large(c, card_faces.task_face(c, ctx.texts, task, wide, high), left, middle(cell), high, "tash page task")


def _note(ctx: Context, ui: Ui, target: str, cell: Box, tip: Tip, radius: float) -> bool:
    """Note the target of a card; True when it is under pointer or focus."""
    state = ui.zone(target, cell, partial(ctx.ask, *tip), radius=radius, sound="", label=tip[0])
    return state == "hover" or ui.visible_focus == target


def _draw_large(c: Canvas, made: pygame.Surface, left: float, centre: float, high: float, key: str) -> None:
    """Draw a large card within the window, as near to the middle of its place as it goes."""
    place = c.x(left), c.y(min(c.height - high - 16, max(60.0, centre - high / 2)))
    shapes.shadow(c, made, *place, "lifted", key=key)
    c.surface.blit(made, place)
