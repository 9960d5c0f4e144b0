"""The hand below the arena, the card that is being played, and cards on their way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from scenes.shell.targets import Target
from scenes.tash_kalar.choices import card_of
from scenes.tash_kalar.places import CARD_H, CARD_W, RAISED, hand_strip, shown_spot, shown_width
from scenes.tash_kalar.stage import Held
from sprites.base import icons, shapes
from sprites.base.canvas import Canvas
from sprites.tash_kalar import card as cards

if TYPE_CHECKING:
    from scenes.tash_kalar.choosing import ChoosingTable


def raised_at(table: ChoosingTable) -> int | None:
    """The card of the hand that is held up: under the pointer, in the focus of the keys, or marked."""
    for target_id in (table.ui.hover, table.ui.focus if table.ui.show_focus else None):
        if target_id is not None and target_id.startswith("hand."):
            at = int(target_id[5:])
            return at if at < len(table.stage.hand) else None
    card = card_of(table.marked)
    if card is None:
        card = table.pinned
    if card is None:
        return None
    return next((at for at, held in enumerate(table.stage.hand) if held.card == card), None)


def draw(table: ChoosingTable, c: Canvas) -> None:
    """All cards of the hand, the raised one on top; notes its targets."""
    hand = table.stage.hand
    up = raised_at(table)
    for at, held in enumerate(hand):
        if at != up:
            _lying(table, c, held)
    _targets(table, up)
    if up is not None:
        _raised(table, c, hand[up])
    best = card_of(table.hinted())
    for held in hand:
        if held.card == best and not table.busy:
            shapes.glow(c, held.x + held.w / 2 - 16, held.y - held.w * 0.75 + 16, 26, "#1a0f07", 235)
            icons.draw(c, "hint", held.x + held.w / 2 - 16, held.y - held.w * 0.75 + 16, 25, "glow")


def _picture(table: ChoosingTable, c: Canvas, held: Held, side: int | None) -> pygame.Surface:
    """A card at the size it has now; in motion one picture is scaled, and at most one new one is made in a frame."""
    w = max(8.0, held.w)
    large = shown_width(table.height)
    exact = next((size for size in (CARD_W, large) if abs(size - w) < 0.5), None)
    base = exact or (large if large > CARD_W and w > (large + CARD_W) / 2 else CARD_W)
    if held.card < 0:
        made = cards.back(c, held.deck or table.words.deck_look(held.seat), base)
    else:
        key = (held.card, base, side, c.scale, table.ctx.texts.language)
        if key not in table.faces_seen and table.faces_made and table.moving:
            made = cards.back(c, table.words.look_of(held.card, table.own_side() if side is None else side), base)
        else:
            table.faces_made += key not in table.faces_seen
            table.faces_seen.add(key)
            made = table.cards.face(c, held.card, base, side)
    if exact is not None:
        return made
    return pygame.transform.smoothscale(made, (c.px(w), c.px(w * 1.5)))


def _blit(table: ChoosingTable, c: Canvas, held: Held, *, side: int | None = None) -> None:
    made = _picture(table, c, held, side)
    at = (c.x(held.x) - made.get_width() // 2, c.y(held.y) - made.get_height() // 2)
    if held.alpha < 250:
        made.set_alpha(round(held.alpha))
        c.surface.blit(made, at)
        made.set_alpha(255)
        return
    shapes.shadow(c, made, *at, "hand" if abs(held.w - CARD_W) < 0.5 else "lying", key="card")
    c.surface.blit(made, at)


def usable(table: ChoosingTable, card: int) -> bool:
    """Whether a card of the hand can be chosen now."""
    return card >= 0 and table.choices.of_card(card, table.discarding) is not None


def _lying(table: ChoosingTable, c: Canvas, held: Held) -> None:
    if usable(table, held.card) and not table.busy:
        w, h = held.w, held.w * 1.5
        shapes.glow_box(c, held.x - w / 2, held.y - h / 2, w, h, 9, "glow", round(165 * table.pulse.strength), reach=9)
    _blit(table, c, held)


def _raised(table: ChoosingTable, c: Canvas, held: Held) -> None:
    w = CARD_W * RAISED
    h = w * 1.5
    y = min(held.y - 14, c.height - 10 - h / 2)
    x = max(330 + w / 2, min(1270 - w / 2, held.x))
    marked = card_of(table.marked) == held.card and held.card >= 0
    glow = 225 if marked else 150 if usable(table, held.card) else 0
    if glow:
        shapes.glow_box(c, x - w / 2, y - h / 2, w, h, 11, "glow", glow, reach=13)
    made = cards.back(c, table.words.deck_look(held.seat), w) if held.card < 0 else table.cards.face(c, held.card, w)
    at = (c.x(x) - made.get_width() // 2, c.y(y) - made.get_height() // 2)
    shapes.shadow(c, made, *at, "lifted", key="card")
    c.surface.blit(made, at)
    if marked:
        shapes.rounded(c, x - w / 2 - 2, y - h / 2 - 2, w + 4, h + 4, 12, "gold_hi", border=2.4)


def _targets(table: ChoosingTable, up: int | None) -> None:
    count = len(table.stage.hand)
    for at in range(count):
        strip = hand_strip(at, count, table.height)
        box = strip
        if at == up:
            x, y = table.stage.hand[at].x, table.stage.hand[at].y
            box = (x - CARD_W / 2, y - CARD_H / 2 - 12, CARD_W, CARD_H + 12)
        target = Target(f"hand.{at}", box, _press(table, at), ring=False, radius=9, sound="")
        target.contains = _within(strip)
        table.ui.note(target)


def _within(box: tuple[float, float, float, float]) -> Callable[[float, float], bool]:
    x, y, w, h = box
    return lambda px, py: x <= px < x + w and y <= py < y + h


def _press(table: ChoosingTable, at: int) -> Callable[[], None]:
    def press() -> None:
        table.press_card(at)

    return press


def draw_shown(table: ChoosingTable, c: Canvas) -> None:
    """The card that is being played, and cards on their way."""
    shown = table.stage.shown
    if shown is not None:
        side = table.reading.side(shown.seat)
        w = shown_width(table.height)
        if shown.w > w - 2:
            h = shown.w * 1.5
            shapes.glow_box(c, shown.x - shown.w / 2, shown.y - h / 2, shown.w, h, 11, "glow", 120, reach=12)
        _blit(table, c, shown, side=side)
        x, y = shown_spot(table.height)
        box = (x - w / 2, y - w * 0.75, w, w * 1.5)
        table.ui.note(Target("shown", box, table.read_shown, ring=True, radius=10, sound=""))
    for held in table.stage.flying:
        _blit(table, c, held, side=table.reading.side(held.seat))
