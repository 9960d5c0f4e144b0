"""Cards that lie open in places of expansions: a panel next to the lower left corner of the arena, a row per seat."""

from collections.abc import Sequence
from functools import partial

from engine.contract import Event, View
from games.tash_kalar.cards import FLARES, LEGENDS, list_decks
from games.tash_kalar.moves import Kind
from scenes.shell.targets import Box, Target
from scenes.table.table_game import list_others
from scenes.tash_kalar import tooltips
from scenes.tash_kalar.expansion_screens import ExpansionScreens, list_for
from scenes.tash_kalar.layout import CARD_H as HAND_H, COLUMN_W, LEFT_X, Layout
from scenes.tash_kalar.scene_model import TashTable
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import centre, middle, rows
from sprites.tash_kalar.arena import FRAME

CARD_W, CARD_H = 46.0, 54.0
ROW = 62.0
MARGIN = 12.0
"""Units before a card."""
HEAD = 28.0
BELOW = 660.0
"""Lower end of both panels in a window 900 units high."""
MOST_W = 174.0


def find_pitch(places: Layout) -> float:
    """Return the distance from row to row of the kept cards."""
    return max(ROW, places.least + 8) if places.least else ROW


def find_box(places: Layout, rows: int) -> Box:
    """Return the box of the panel with ``rows`` rows."""
    left, high = LEFT_X + COLUMN_W + 8, HEAD + find_pitch(places) * rows + 4
    top, reach = _find_room(places, high)
    return left, top, min(MOST_W, 800 - reach - 8 - left), high


def _find_room(places: Layout, high: float) -> tuple[float, float]:
    """Return the y of a panel next to the arena, and how far from its middle the arena reaches at that height."""
    board = places.board
    reach = 4.5 * board.cell + FRAME * board.k
    if not places.is_hand_low:
        return BELOW + places.height - 900 - high, reach
    top = places.hand_y - HAND_H / 2 - 8 - high
    return top, reach - max(0.0, top - board.y - 7 * board.cell - FRAME * board.k / 2)  # the corners are cut


def list_rows(kept: list[list[tuple[str, int]]], below: int) -> list[tuple[int, str, int]]:
    """Return seat, code of the expansion and card of each row; rows of the bottom seat come last."""
    order = [(below + step) % len(kept) for step in range(1, len(kept) + 1)]
    return [(seat, code, card) for seat in order for code, card in kept[seat]]


def find_spot(places: Layout, rows: int, at: int) -> tuple[float, float]:
    """Return the middle of the card in row ``at`` (from 0) of ``rows``."""
    x, y, _w, _h = find_box(places, rows)
    return x + MARGIN + CARD_W / 2, y + HEAD + at * find_pitch(places) + CARD_H / 2


def draw(table: TashTable, c: Canvas) -> None:
    """Draw a row for each card, nothing without one; registers targets."""
    rows = list_rows(table.stage.kept, table.below)
    if not rows:
        return
    screens = {one.code: one for one in list_for(table.view)}
    x, y, w, h = find_box(table.own.places, len(rows))
    pitch = find_pitch(table.own.places)
    key = tuple((seat, code, card, table.seats[table.own.reading.side(seat)]) for seat, code, card in rows)

    def paint(layer: Canvas) -> None:
        first = screens[rows[0][1]]
        shapes.panel(layer, x, y, w, h, radius=10)
        icons.draw(layer, first.kept_icon, x + 19, y + 16, 17, "accent")
        title = table.ctx.t(f"{first.code}.table.kept")
        text.draw(layer, title, x + 34, y + 16, "caption", "accent", "lm", max_w=w - 42)
        for at, (seat, code, card) in enumerate(rows):
            _paint_row(table, layer, screens[code], seat, card, (x, y + HEAD + at * pitch, w, pitch))

    table.panels.draw(c, "kept cards", key, (x, y, w, h), paint)
    for at, (seat, code, card) in enumerate(rows):
        _target(table, c, seat, code, card, (x + 4, y + HEAD + at * pitch - 2, w - 8, pitch))


def _paint_row(table: TashTable, c: Canvas, screens: ExpansionScreens, seat: int, card: int, row: Box) -> None:
    """Paint the card with the sign of its seat and, where there is room, its name."""
    x, y, w, _h = row
    side = table.own.reading.side(seat)
    look = table.seats[seat]
    box = (x + MARGIN, y, CARD_W, CARD_H)
    table.own.cards.draw_small(c, card, box, side)
    screens.draw_on_card(c, box)
    shapes.badge(c, look.colour, look.emblem, box[0] + 2, y + CARD_H - 8, 9)
    room = w - MARGIN - CARD_W - 18
    if room < 46:
        return
    lines = table.own.words.card(card).split(" ", 1)
    for line, cell in zip(lines, rows(centre(box, room, 17.0 * len(lines)), len(lines)), strict=True):
        text.draw(c, line, x + MARGIN + CARD_W + 10, middle(cell), "name", "text.body", "lm", max_w=room)


def _target(table: TashTable, c: Canvas, seat: int, code: str, card: int, box: Box) -> None:
    """Register the target of a card's row, with a light if the card can be used now."""
    x, y, w, _h = box
    target = f"kept.{seat}.{card}"
    if seat == table.below and table.own.can_use(code):
        chosen = table.own.is_using(code)
        strength = 225 if chosen or table.ui.hover == target else round(165 * table.own.pulse.strength)
        card_box = (x + MARGIN - 6, y, CARD_W + 4, CARD_H + 4)
        shapes.round_rect(c, *card_box, 7, "edge.bright" if chosen else "glow", alpha=strength, border=3)
    best, deck = table.advised_move, next((one.deck for one in list_decks() if one.code == code), None)
    advised = best is not None and best.kind is Kind.USE and best.number == deck and not table.busy
    if seat == table.below and advised:
        shapes.glow(c, x + w - 14, y + 12, 20, "veil", 235)
        icons.draw(c, "hint", x + w - 14, y + 12, 22, "glow")
    told = partial(tooltips.tell_kept_card, table, seat, code, card)
    table.ui.note(
        Target(target, box, partial(table.own.press_kept_card, seat, code, card), radius=8, sound="", told=told)
    )


# Cards that the others have played or discarded last, as small pictures next to the arena: all of them are open.

RECENT_W, RECENT_H, PITCH = 41.0, 48.0, 45.0
RECENT_ROW = 56.0
SIGN = 30.0
"""Room of a seat's sign before its cards."""
RECENT_HEAD = 24.0
MOST = 3


def list_recent_cards(events: Sequence[Event], view: View, seat: int, most: int) -> list[tuple[int, bool]]:
    """Return up to ``most`` newest cards of a seat that lie among the discards, oldest first, as pairs of card and
    whether it was discarded unused."""
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


def find_recent_box(places: Layout, rivals: int) -> tuple[Box, int]:
    """Return the box of ``rivals`` rows next to the cut corner of the arena, and how many cards a row has room for."""
    high = RECENT_HEAD + RECENT_ROW * rivals + 4
    top, reach = _find_room(places, high)
    left = max(1104.0, 800 + reach + 8)
    wide = places.right_x - 8 - left
    most = max(1, min(MOST, int((wide - SIGN - 8 - RECENT_W) // PITCH) + 1))
    return (left, top, wide, high), most


def draw_recent(table: TashTable, c: Canvas) -> None:
    """Draw, for each of the others who has discarded or played cards, a row with the newest ones."""
    others = list_others(table)
    events = [event for _, event in table.told]
    _, most = find_recent_box(table.own.places, len(others))
    found = [(seat, list_recent_cards(events, table.view, seat, most)) for seat in others]
    shown = [(seat, cards) for seat, cards in found if cards]
    if not shown:
        return
    box, _ = find_recent_box(table.own.places, len(shown))
    x, y, w, _ = box
    if w < SIGN + RECENT_W:
        return
    lines = [
        (seat, cards, (x, y + RECENT_HEAD + at * RECENT_ROW, w, RECENT_ROW)) for at, (seat, cards) in enumerate(shown)
    ]
    key = tuple((seat, tuple(cards), table.seats[seat]) for seat, cards in shown)

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, *box, radius=10)
        title = table.ctx.t("tash_kalar.recent.played")
        text.draw(layer, title, x + 12, y + 15, "caption", "accent", "lm", max_w=w - 20)
        for seat, cards, line in lines:
            look = table.seats[seat]
            shapes.badge(layer, look.colour, look.emblem, x + 19, line[1] + RECENT_H / 2 + 2, 11)
            for number, (card, unused) in enumerate(cards):
                cell = _find_cell(line, number)
                table.own.cards.draw_small(layer, card, cell, table.own.reading.side(seat))
                if unused:  # it was discarded without having been played
                    shapes.round_rect(layer, *cell, 4, "veil", alpha=120)
                    icons.draw(layer, "card-discard", cell[0] + RECENT_W / 2, middle(cell) + 4, 22, "text.bright")

    table.panels.draw(c, "recent cards", key, box, paint)
    for seat, cards, line in lines:
        show = partial(table.own.open_piles, seat)
        for number, (card, unused) in enumerate(cards):
            how = table.ctx.t("tash_kalar.recent.discarded" if unused else "tash_kalar.recent.played")
            tip = (table.own.words.card(card), f"{table.names[seat]}: {how}\n{table.own.words.effect(card)}")
            target, cell = f"recent.{seat}.{number}", _find_cell(line, number)
            table.ui.note(Target(target, cell, show, tip=tip, radius=5, ring=False, sound="card_lift"))


def _find_cell(line: Box, number: int) -> Box:
    """Return the place of a card in a seat's row."""
    return line[0] + SIGN + 6 + number * PITCH, line[1] + 2, RECENT_W, RECENT_H
