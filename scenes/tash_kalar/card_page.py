"""Card browser: decks, legends, flares and tasks; the card under the pointer is enlarged."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from games.tash_kalar.cards import FLARE_COUNT, IN_DECK, LEGEND_COUNT, LEGENDS, TASK_COUNT, Card, box, list_decks
from scenes.tash_kalar import card_faces
from sprites.base import shapes
from sprites.base.canvas import Canvas
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
    x, y, w, h = area
    columns = 6
    rows = max(1, -(-len(shown) // columns))
    ratio = cards.HEIGHT / cards.WIDTH
    card_w = min(cards.WIDTH * 1.04, (w - (columns - 1) * 10) / columns, (h - (rows - 1) * 8) / rows / ratio)
    card_h = card_w * ratio
    gap_x = (w - columns * card_w) / (columns - 1)
    gap_y = min(18.0, (h - rows * card_h) / max(1, rows - 1))
    raised: tuple[Face, float, float] | None = None
    for k, (face, tip) in enumerate(shown):
        cx, cy = x + k % columns * (card_w + gap_x), y + k // columns * (card_h + gap_y)
        target = f"card.{k}"
        state = ui.zone(target, (cx, cy, card_w, card_h), _opener(ctx, tip), radius=6, sound="", label=tip[0])
        if state == "hover" or ui.visible_focus == target:
            shapes.glow_box(c, cx, cy, card_w, card_h, 6, strength=150)
            raised = (face, cx + card_w / 2, cy + card_h / 2)
        made = face(card_w)
        shapes.shadow(c, made, c.x(cx), c.y(cy), "lying", key="tash page")
        c.surface.blit(made, (c.x(cx), c.y(cy)))
    if raised is not None:
        face, middle, centre = raised
        big_w = cards.WIDTH * LARGE
        big_h = big_w * ratio
        left = middle + card_w * 0.62 if middle < x + w / 2 else middle - card_w * 0.62 - big_w
        top = min(c.height - big_h - 16, max(60.0, centre - big_h / 2))
        made = face(big_w)
        shapes.shadow(c, made, c.x(left), c.y(top), "lifted", key="tash page large")
        c.surface.blit(made, (c.x(left), c.y(top)))


def draw_tasks(ctx: Context, ui: Ui, c: Canvas, area: Box) -> None:
    """Draw all tasks in three columns, in the order of their kinds."""
    x, y, w, h = area
    columns, rows = 3, TASK_COUNT // 3
    task_w = (w - (columns - 1) * 12) / columns
    task_h = (h - (rows - 1) * 6) / rows
    raised: tuple[int, float, float] | None = None
    for task in range(TASK_COUNT):
        tx, ty = x + task // rows * (task_w + 12), y + task % rows * (task_h + 6)
        target = f"card.{task}"
        tip = card_faces.task_tip(ctx.texts, task)
        state = ui.zone(target, (tx, ty, task_w, task_h), _opener(ctx, tip), radius=8, sound="", label=tip[0])
        if state == "hover" or ui.visible_focus == target:
            raised = (task, tx + task_w / 2, ty + task_h / 2)
        made = card_faces.task_face(c, ctx.texts, task, task_w, task_h)
        c.surface.blit(made, (c.x(tx), c.y(ty)))
    if raised is not None:
        task, middle, centre = raised
        big_w, big_h = 400.0, 124.0
        left = min(x + w - big_w, max(x, middle - big_w / 2))
        top = min(c.height - big_h - 16, max(60.0, centre - big_h / 2))
        made = card_faces.task_face(c, ctx.texts, task, big_w, big_h)
        shapes.shadow(c, made, c.x(left), c.y(top), "lifted", key="tash page task")
        c.surface.blit(made, (c.x(left), c.y(top)))


def _opener(ctx: Context, tip: Tip) -> Callable[[], None]:
    def show() -> None:
        ctx.ask(tip[0], tip[1])

    return show
