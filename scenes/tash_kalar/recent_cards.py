"""Cards that the others have played or discarded last, as small pictures next to the arena: all of them are open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.contract import Event, View
from games.tash_kalar.cards import FLARES, LEGENDS
from scenes.shell.targets import Box, Target
from scenes.tash_kalar.layout import RIGHT_X, Layout
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.tash_kalar.table_state import TashTable

CARD_W, CARD_H, PITCH = 41.0, 48.0, 45.0
ROW = 56.0
SIGN = 30.0
"""Room of a seat's sign before its cards."""
HEAD = 24.0
BELOW = 660.0
"""Lower end of the block in a window 900 units high."""
MOST = 3


def list_recent_cards(events: Sequence[Event], view: View, seat: int, most: int) -> list[tuple[int, bool]]:
    """Return the newest cards of a seat that lie open among the discards, oldest first, and whether each of them was
    discarded unused."""
    away = {*view["discards"][seat]}
    away |= {LEGENDS + card for card in view["legend_deck"]["discards"]}
    away |= {FLARES + flare for flare in view["flare_deck"]["discards"]}
    found: list[tuple[int, bool]] = []
    for event in reversed(events):
        if len(found) >= most:
            break
        if event.data.get("seat") != seat or event.kind not in ("discarded", "summoned", "flare_played"):
            continue
        card = FLARES + event.data["flare"] if event.kind == "flare_played" else event.data["card"]
        if card in away:
            away.remove(card)
            found.append((card, event.kind == "discarded"))
    return found[::-1]


def find_box(places: Layout, rivals: int) -> tuple[Box, int]:
    """Return the box next to the cut corner of the arena, and how many cards have room in a row."""
    board = places.board
    left = max(1104.0, board.x + 9 * board.cell + 27 * board.k + 8)
    wide = RIGHT_X - 8 - left
    high = HEAD + ROW * rivals + 4
    most = max(1, min(MOST, int((wide - SIGN - 8 - CARD_W) // PITCH) + 1))
    return (left, BELOW + places.height - 900 - high, wide, high), most


def draw(table: TashTable, c: Canvas) -> None:
    """Draw a row for each of the others that has played a card; nothing before the first one."""
    others = [(table.below + step) % len(table.seats) for step in range(1, len(table.seats))]
    events = [event for _, event in table.told]
    _, most = find_box(table.own.places, 1)
    rows = [(seat, list_recent_cards(events, table.view, seat, most)) for seat in others]
    rows = [(seat, cards) for seat, cards in rows if cards]
    if not rows:
        return
    (x, y, w, h), _ = find_box(table.own.places, len(rows))
    key = (
        tuple((seat, tuple(cards), table.seats[seat]) for seat, cards in rows), table.ctx.texts.language, c.palette,
        c.patterns,
    )  # fmt: skip

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h, radius=10)
        text.draw(
            layer, table.ctx.t("tash_kalar.recent.played"), x + 12, y + 15, "caption", "accent", "lm", max_w=w - 20
        )
        for at, (seat, cards) in enumerate(rows):
            top = y + HEAD + at * ROW
            look = table.seats[seat]
            shapes.badge(layer, look.colour, look.emblem, x + 19, top + CARD_H / 2 + 2, 11)
            for number, (card, unused) in enumerate(cards):
                _paint_card(table, layer, seat, card, unused, x + SIGN + 6 + number * PITCH, top + 2)

    table.panels.draw(c, "recent cards", key, (x, y, w, h), paint)
    for at, (seat, cards) in enumerate(rows):
        for number, (card, unused) in enumerate(cards):
            box = (x + SIGN + 6 + number * PITCH, y + HEAD + at * ROW + 2, CARD_W, CARD_H)
            how = table.ctx.t("tash_kalar.recent.discarded" if unused else "tash_kalar.recent.played")
            tip = (table.own.words.card(card), f"{table.names[seat]}: {how}\n{table.own.words.effect(card)}")
            target = f"recent.{seat}.{number}"
            table.ui.note(Target(target, box, _open(table, seat), tip=tip, radius=5, ring=False, sound="card_lift"))


def _paint_card(table: TashTable, c: Canvas, seat: int, card: int, unused: bool, x: float, y: float) -> None:
    """Paint a card as a small picture; one that was discarded unused is dim and has the sign of a discard."""
    shapes.box_shadow(c, x, y, CARD_W, CARD_H, 4, "coin")
    c.surface.blit(table.own.cards.small(c, card, (CARD_W, CARD_H), table.own.reading.side(seat)), (c.x(x), c.y(y)))
    if unused:
        shapes.round_rect(c, x, y, CARD_W, CARD_H, 4, "veil", alpha=120)
        icons.draw(c, "card-discard", x + CARD_W / 2, y + CARD_H / 2 + 4, 22, "text.bright")


def _open(table: TashTable, seat: int) -> Callable[[], None]:
    def show() -> None:
        table.own.open_piles(seat)

    return show
