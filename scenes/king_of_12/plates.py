"""Name plates of King of 12: portrait, name, points and crowns of a seat, and room for the cards it has played."""

from functools import partial
from typing import NamedTuple

from games.king_of_12.rounds import CROWNS_TO_WIN
from scenes.king_of_12.card_view import front
from scenes.king_of_12.layout import CARD_RATIO
from scenes.king_of_12.scene_model import KingTable, SeatStage
from scenes.shell.finger_row import STRIP_Y
from scenes.shell.layers import draw_titled_panel
from scenes.shell.targets import Box, Target
from sprites.base import layout, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.portrait import Side

# Panel of the cards played by each seat, for the question who holds a card.

CARD, STEP = 31.0, 36.0
"""Width of a small card, and from one to the next."""
EARLIER = 120
"""Opacity of a card played in an earlier round."""


def draw_past_cards(table: KingTable, c: Canvas, box: Box) -> None:
    """Draw each seat's cards of this round bright, those of earlier rounds since its crown was laid faint."""
    x, y, w, h = box
    view = table.view
    places = layout.rows((x + 8, y + 44, w - 16, h - 44), len(table.seats))

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, table.ctx.t("king_of_12.played"))
        for k, (player, place) in enumerate(zip(table.seats, places, strict=True)):
            middle = layout.middle(place) - 4
            shapes.badge(layer, player.colour, player.emblem, x + 24, middle, 13)
            for at, (card, now) in enumerate(_cards(table, k)):
                _small(layer, table, card, x + 46 + at * STEP, middle - CARD * CARD_RATIO / 2, now)
            if not _cards(table, k):
                text.draw(layer, "–", x + 50, middle, "label", "text.muted", "lm")

    key = (tuple(map(tuple, view["played"])), tuple(map(tuple, view["shown"])))
    table.panels.draw(c, "played", key, box, paint)
    for k, (left, top, wide, high) in enumerate(places):
        spot = (left, top, wide, high - 4)
        tip = (table.names[k], "\n".join(list_past_cards(table, k)))
        table.ui.explain(f"played.{k}", spot, tip)


def list_past_cards(table: KingTable, seat: int) -> list[str]:
    """Return in words a seat's cards of this round, and those of earlier rounds since its crown was laid."""
    t = table.ctx.t
    rows = []
    now, before = ([card for card, fresh in _cards(table, seat) if fresh is wanted] for wanted in (True, False))
    if now:
        rows.append(t("king_of_12.backs.played", cards=", ".join(map(table.own.card_name, now))))
    if before:
        rows.append(t("king_of_12.backs.shown", cards=", ".join(map(table.own.card_name, before))))
    return rows


def _cards(table: KingTable, seat: int) -> list[tuple[int, bool]]:
    """Return the shown cards of a seat as pairs of card and whether it was played this round."""
    now: list[int] = table.view["played"][seat]
    before = [card for card in table.view["shown"][seat] if card not in now]
    return [*((card, True) for card in now), *((card, False) for card in before)]


def _small(c: Canvas, table: KingTable, card: int, x: float, y: float, now: bool) -> None:
    surface = front(c, table.ctx.texts, card, CARD, body=False)
    if not now:
        surface = surface.copy()
        surface.set_alpha(EARLIER)
    c.surface.blit(surface, (c.x(x), c.y(y)))
    if now:
        shapes.round_rect(c, x - 1, y - 1, CARD + 2, CARD * CARD_RATIO + 2, 4, "edge.bright", border=1.4)


WIDE = 250.0
"""Plates narrower than this (large table of a hall) have no room for played cards."""


PLATE_CARD_W, PLATE_CARD_H, PITCH = 41.0, 48.0, 45.0
"""Size of a played card on a plate, and from one to the next where there is room."""
PLATE_CARDS_FROM = 230.0
"""Narrower plates at the upper edge show none."""
NARROW = 0.7
"""Pixels per unit below which these cards are smaller."""
NARROW_W, NARROW_H = 30.0, 35.0


class PlateLayout(NamedTuple):
    """Where the parts of a plate stand, in units from its left upper corner; the name begins at ``name[0]``."""

    face: tuple[float, float, float]
    """Middle and radius of the portrait."""
    name: tuple[float, float, str]
    """Left end, middle line, and text style."""
    coin: tuple[float, float]
    note: tuple[float, float, float]
    """Left end, middle line and room of the words below the portrait, or next to it."""
    cards: Box
    """Room of the cards played this round, which stand at its right end."""


SIDES = PlateLayout((46, 48, 39), (102, 25, "title"), (120, 54), (16, 112, 86), (104, 72, 150, 48))
TOP = PlateLayout((41, 32, 36), (90, 21, "title"), (106, 47), (0, 0, 0), (220, 8, 142, 48))
OWN = PlateLayout((60, 56, 45), (122, 31, "title"), (134, 88), (122, 60, 118), (0, 0, 0, 0))
SMALL = PlateLayout((37, 32, 27), (76, 22, "name"), (90, 45), (0, 0, 0), (0, 0, 0, 0))
_BUBBLES: dict[str, Side] = {"below": "above", "top": "right"}


def find_plate_layout(seat: SeatStage) -> PlateLayout:
    """Return where the parts of a seat's plate stand."""
    side, (_x, top, wide, _h) = seat.place.side, seat.place.plate
    if top == STRIP_Y:
        room = wide - 188 if wide > PLATE_CARDS_FROM else 0
        return PlateLayout((42, 42, 33), (84, 25, "name"), (98, 59), (0, 0, 0), (180, 32, room, PLATE_CARD_H))
    if wide < WIDE:
        return SMALL
    return {"below": OWN, "top": TOP}.get(side, SIDES)


def find_card_spot(seat: SeatStage, at: int, narrow: bool = False) -> tuple[float, float] | None:
    """Return the middle of the ``at``-th card (from 0) played this round on a seat's plate, None if none show."""
    x, y, w, h = find_plate_layout(seat).cards
    if not w:
        return None
    wide, tall = (NARROW_W, NARROW_H) if narrow else (PLATE_CARD_W, PLATE_CARD_H)
    count = max(at + 1, len(seat.played))
    pitch = min(PITCH * wide / PLATE_CARD_W, (w - wide) / max(1, count - 1))
    left, top = seat.place.plate[:2]
    return left + x + w - wide / 2 - (count - 1 - at) * pitch, top + y + h - tall / 2


def _paint_round_cards(c: Canvas, table: KingTable, seat: SeatStage, fresh: bool) -> None:
    """Paint the cards that a seat has played this round as small pictures, the newest at the right end; ``fresh``: the
    newest is framed, because the viewer did not see it played."""
    narrow = c.scale < NARROW
    wide, tall = (NARROW_W, NARROW_H) if narrow else (PLATE_CARD_W, PLATE_CARD_H)
    for at, card in enumerate(seat.played):
        spot = find_card_spot(seat, at, narrow)
        if spot is None:
            return
        left, top = spot[0] - wide / 2, spot[1] - tall / 2
        made = front(c, table.ctx.texts, card, wide, body=False)
        shapes.box_shadow(c, left, top, wide, tall, 4, "coin")
        c.surface.blit(made, (c.x(left), c.y(top)), (0, 0, made.get_width(), c.px(tall)))
        new = fresh and at == len(seat.played) - 1
        edge = "edge.bright" if new else "edge.low"
        shapes.round_rect(c, left - 0.5, top - 0.5, wide + 1, tall + 1, 4, edge, border=2.2 if new else 1.2)


def draw(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the plate of a seat, and register its target."""
    seat = table.stage.seats[k]
    player = table.seats[k]
    x, y, w, h = box = seat.place.plate
    at = find_plate_layout(seat)
    asked = table.question
    owes = not table.busy and k in table.pending and (asked is None or asked.marked == k)
    sub = table.ctx.t("king_of_12.hand.played") if seat.ready and at is SIDES else table.role(k)

    fresh, points = table.ctx.speed == 0 and bool(table.recent), table.write_points(k, str(seat.points))

    def paint(layer: Canvas) -> None:
        face = (at.name[0] - 10, h - (36 if at is SIDES else 0))
        portrait.draw_plate(layer, box, player.colour, 10, face, owes=owes)
        left, line, style = at.name
        room = (at.cards[0] if at is TOP else w) - left - 8
        text.draw(layer, player.name, x + left, y + line, style, "text.bright", "lm", max_w=room)
        note_x, note_y, note_w = at.note
        if note_w:
            text.draw(layer, sub, x + note_x, y + note_y, "fine", "text.muted", "lm", max_w=note_w)
        coin_x, coin_y = at.coin
        shapes.coin(layer, x + coin_x, y + coin_y, 13, points, "gold")
        draw_crowns(layer, x + coin_x + 30, y + coin_y - 1, 21, seat.crowns, pitch=24)
        _paint_round_cards(layer, table, seat, fresh)

    key = (player, sub, points, seat.crowns, tuple(seat.played), fresh, owes, at)
    table.panels.draw(c, f"plate.{k}", key, box, paint)
    fx, fy, r = at.face
    bubble = "below" if y == STRIP_Y else _BUBBLES.get(seat.place.side, "below")
    table.portraits.draw(c, k, x + fx, y + fy, r, box, bubble, laid=seat.ready and not table.busy)
    rows = [f"{table.role(k)}. {plate_words(table, seat)}", *list_past_cards(table, k)]
    if table.by_fingers and seat.crowns:  # for fingers the cards under a die are too small, and so are coins
        rows.append(": ".join(describe_crowns(table, k)))
    if table.by_fingers and seat.tokens and not table.hides_points(k):
        rows.append(describe_tokens(table, k)[1])
    tip = (player.name, "\n".join(rows))
    if asked is None and k == table.below:
        table.ui.explain(f"plate.{k}", box, tip)
        return
    if asked is None:
        table.ui.note(Target(f"plate.{k}", box, partial(table.rival_why.ask_rival, k), tip=tip, radius=10, sound=""))
        return
    if asked.marked == k:
        shapes.glow_box(c, x, y, w, h, 10, strength=150)
    target = Target(f"plate.{k}", box, lambda: asked.mark(k), tip=tip, radius=10, sound="")
    target.adjust = lambda by: table.ui.set_focus(f"plate.{(k + by) % asked.seats}")
    table.ui.note(target)


def draw_crowns(c: Canvas, x: float, y: float, size: float, won: int, *, pitch: float) -> None:
    """Draw as many crowns as are needed to win, ``pitch`` units apart; the first ``won`` of them are gold."""
    for n in range(CROWNS_TO_WIN):
        shapes.crown(c, x + n * pitch, y, size, n < won)


def draw_points(c: Canvas, x: float, y: float, r: float, points: str, *, is_lost: bool = False) -> None:
    """Draw points of a round on a coin, struck through where they are lost."""
    shapes.coin(c, x, y, r, points, "copper" if points == "0" else "gold")
    if is_lost:
        shapes.line(c, x - r - 1, y + r * 0.75, x + r + 1, y - r * 0.75, "bad", 3)


def plate_words(table: KingTable, seat: SeatStage) -> str:
    """Return the text of the tooltip of a player's plate."""
    points = table.write_points(table.stage.seats.index(seat), str(seat.points))
    return table.ctx.t("king_of_12.plate.tip", points=points, crowns=seat.crowns, cards=seat.hand_size)


def describe_tokens(table: KingTable, seat: int) -> tuple[str, str]:
    """Return title and text of the tokens' tooltip: the points of this round and their use."""
    t = table.ctx.t
    one = table.stage.seats[seat]
    values = one.tokens
    rows = [t("king_of_12.tokens.sum", sum=" + ".join(map(str, values)), n=sum(values)), t("king_of_12.tokens.help")]
    return t("king_of_12.tokens.title", name=table.names[seat]), "\n".join(rows)


def describe_crowns(table: KingTable, seat: int) -> tuple[str, str]:
    """Return title and text for the cards under a die: whose they are, and which, if the viewer may know."""
    mine, t = table.view["seat"] == seat and not table.overlooked, table.ctx.t
    head = t("king_of_12.crown.own") if mine else t("king_of_12.crown.other", name=table.seats[seat].name)
    cards = ", ".join(table.own.card_name(card) for card in table.view["own_crowns"]) if mine else ""
    return head, f"*{cards}.* " * bool(cards) + t("king_of_12.crown.secret")
