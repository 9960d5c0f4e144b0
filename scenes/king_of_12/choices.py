"""The choices of King of 12: cards of the hand with what they would do, and on the mat a face, an order, a token."""

from collections.abc import Callable, Sequence, Set
from functools import partial

import pygame

from games.king_of_12 import moves
from games.king_of_12.cards import CODES
from games.king_of_12.moves import Kind, Move
from games.king_of_12.rules import CardPreview, Standing, preview_card
from scenes.king_of_12 import card_view
from scenes.king_of_12.card_view import draw_fan_card, front, put
from scenes.king_of_12.layout import CARD_RATIO, CARD_W
from scenes.king_of_12.plates import draw_crowns
from scenes.king_of_12.scene_model import KingTable, sum_text
from scenes.shell.i18n import number_text
from scenes.shell.targets import Target
from scenes.table.table_game import SecretOption, list_named_options
from sprites.base import backdrop, dodecahedron, icons, layout, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.dodecahedron import Quat
from sprites.base.layout import Box
from sprites.base.theme import is_flat
from sprites.king_of_12 import card as sprite, d12
from sprites.king_of_12.card import has_name

BIG_DIE = 224.0
PANEL_W, PANEL_H = 630.0, 290.0
FINGER_DIE, FINGER_PANEL_H = 320.0, 386.0
"""Size of the die and height of its panel for fingers."""
SPREAD = 0.9
"""Spread of the die at which the five neighbours can be read and clicked."""
ON_MAT = frozenset({Kind.FACE, Kind.ORDER, Kind.THEFT})
"""Choices made on the mat; the others are made in the hand."""


def find_target(move: Move) -> str:
    """Return the id of the target by which a move is chosen."""
    if move.kind == Kind.FACE:
        return f"face.{move.face}"
    if move.kind == Kind.THEFT:
        return f"theft.{move.token}"
    assert move.card is not None
    return f"order.{CODES[move.card]}" if move.kind == Kind.ORDER else f"hand.{move.card}"


def draw_choice(table: KingTable, c: Canvas) -> None:
    """Draw the choice over the mat; the selected option is marked, the main button confirms it."""
    if table.own.kind == Kind.FACE:
        _draw_faces(table, c)
    elif table.own.kind == Kind.ORDER:
        _draw_order(table, c)
    elif table.own.kind == Kind.THEFT:
        _draw_theft(table, c)


def _stand(table: KingTable, c: Canvas, title: str, high: float = PANEL_H) -> Box:
    """Draw the panel of a choice where the hand was, so that dice and cards stay in sight; return its box."""
    middle, y = table.own.find_hand_x(), c.height - high - 12
    x = middle - PANEL_W / 2
    shapes.panel(c, x, y, PANEL_W, high, "leather")
    text.draw(c, title, middle, y + 26, "heading", "text.title", "cm", max_w=PANEL_W - 40)
    shapes.rule(c, middle - 120, y + 44, 240)
    return x, y, PANEL_W, high


def _draw_options(table: KingTable, c: Canvas, title: str, edge: float, gap: float) -> list[Box]:
    """Draw a panel with a button for each choice side by side; return the boxes of the buttons."""
    x, y, w, _ = _stand(table, c, title)
    boxes = layout.columns((x + edge, y + 66, w - 2 * edge, 180), len(table.moves), gap=gap)
    for move, box in zip(table.moves, boxes, strict=True):
        marked = move == table.marked_move
        state = table.ui.zone(find_target(move), box, partial(table.pick, move), radius=10)
        if marked:
            shapes.glow_box(c, *box, 10, strength=150)
        stops = [(0, "control.high"), (1, "control.low")]
        if state == "hover" or marked:
            stops = [(0, "control.hover.high"), (1, "control.hover.low")]
        shapes.gradient_box(c, *box, 10, stops, rim="edge.bright" if marked else "edge.low")
    return boxes


def _draw_faces(table: KingTable, c: Canvas) -> None:
    """Draw the die from straight above: the five faces around the top are what may be chosen."""
    t = table.ctx.t
    marked = table.marked_move
    size, high = (FINGER_DIE, FINGER_PANEL_H) if table.by_fingers else (BIG_DIE, PANEL_H)
    x, y, w, h = _stand(table, c, t("king_of_12.choose.face.title"), high)
    cx, cy = table.own.find_hand_x(), y + h / 2 + 25
    top: int = table.view["face_to_turn"]
    quat = dodecahedron.pose(top, tilt=0.0)
    moves = {move.face: move for move in table.moves}
    marks = {
        face: "confirm" if move == marked else "glow" if find_target(move) in table.hot else "accent"
        for face, move in moves.items()
    }
    d12.draw(c, cx, cy, size, quat, highlight=marks, shadow=False, spread=SPREAD)
    for face, polygon, _facing in dodecahedron.visible_faces(quat, SPREAD):
        if face not in moves:
            continue
        px = cx + size / 2 * sum(point[0] for point in polygon) / len(polygon)
        py = cy + size / 2 * sum(point[1] for point in polygon) / len(polygon)
        box = (px - size / 8, py - size / 8, size / 4, size / 4)
        table.ui.note(
            Target(
                find_target(moves[face]),
                box,
                partial(table.pick, moves[face]),
                radius=28,
                contains=_on_face(cx, cy, size / 2, quat, face),
                tip=(t("king_of_12.choose.face.tip", face=face), ""),
            )
        )
    shapes.pill(c, x + 84, cy, t("king_of_12.choose.face.now", face=top), "dark", size=16)
    if marked is not None:
        label = t("king_of_12.choose.face.tip", face=marked.face)
        shapes.pill(c, x + w - 92, cy, label, "win", size=16)


def _on_face(cx: float, cy: float, half: float, quat: Quat, face: int) -> Callable[[float, float], bool]:
    def contains(x: float, y: float) -> bool:
        return dodecahedron.find_face(quat, (x - cx) / half, (y - cy) / half, SPREAD) == face

    return contains


def _draw_order(table: KingTable, c: Canvas) -> None:
    """Double first or flip first: both sums are shown."""
    t = table.ctx.t
    boxes = _draw_options(table, c, t("king_of_12.choose.order.title"), 36, 14)
    for move, comes_to, (x, y, w, _) in zip(table.moves, table.view["order_sums"], boxes, strict=True):
        assert move.card is not None
        label = t(f"king_of_12.choose.order.{CODES[move.card]}")
        text.paragraph(c, label, x + 16, y + 22, w - 32, "label", "text", "c")
        kind = "win" if move == table.marked_move else "plain"
        shapes.pill(c, x + w / 2, y + 134, sum_text(**comes_to), kind)


def _draw_theft(table: KingTable, c: Canvas) -> None:
    """Draw a token of the other Lady, or none."""
    t, theft = table.ctx.t, table.view["theft"]
    victim = table.names[theft["victim"]] if theft else ""
    boxes = _draw_options(table, c, t("king_of_12.choose.theft.title", name=victim), 30, 16)
    for move, (x, y, w, _) in zip(table.moves, boxes, strict=True):
        value = move.token
        if value:
            shapes.coin(c, x + w / 2, y + 58, 30, str(value), "gold" if value == 2 else "copper")
        label = t(f"king_of_12.choose.theft.{value}")
        text.paragraph(c, label, x + 10, y + (108 if value else 62), w - 20, "label", "text", "c")


def move_label(table: KingTable, move: Move | None) -> str:
    """Return the label of the main button for a marked move."""
    t = table.ctx.t
    if move is None:
        return ""
    if move.kind == Kind.FACE:
        return t("king_of_12.button.turn", face=move.face)
    if move.kind == Kind.THEFT:
        return t(f"king_of_12.button.theft.{move.token}")
    assert move.card is not None
    if move.kind == Kind.ORDER:
        return t(f"king_of_12.button.{CODES[move.card]}_first")
    return t(
        "king_of_12.button.play" if move.kind == Kind.CARD else "king_of_12.button.crown",
        card=table.own.card_name(move.card),
    )


# What King of 12 shows while everybody chooses by keys of their own: the dice and who is ready, and the cards.

BELOW = 24.0
"""Room for the name of a card that is too small to bear it."""
BY_CARD = ("choose", "crown")
"""Phases in which a card of the hand is chosen."""


def list_secret_options(table: KingTable, seat: int) -> list[SecretOption]:
    """Return what a person chooses from by keys of its own: the cards of the set, revealed ones as impossible, or what
    an effect asks.

    A card under a crown is offered as possible: only its owner knows that it is not in the hand.
    """
    view = table.session.view(None)
    if view["phase"] not in BY_CARD:
        return list_named_options(table, seat)
    build = moves.card if view["phase"] == "choose" else moves.crown
    played = view["played"][seat] if view["phase"] == "choose" else ()
    return [
        SecretOption(moves.encode(build(card)), card_view.card_name(table.ctx.texts, card), card in played)
        for card in view["set"]
    ]


def draw_secret_head(table: KingTable, c: Canvas, action: int, box: Box) -> None:
    """Draw the card of an action in ``box``, above its column of keys."""
    card = moves.decode(action).card
    assert card is not None
    x, y, w, h = box
    wide = min(w, h / CARD_RATIO)
    if not has_name(c, wide):
        h -= BELOW
        wide = min(w, h / CARD_RATIO)
        name = card_view.card_name(table.ctx.texts, card)
        text.draw(c, name, x + w / 2, y + h + BELOW / 2 + 2, "name", "text.bright", "cm", max_w=w)
    made = card_view.front(c, table.ctx.texts, card, wide, body=False)
    c.surface.blit(made, (c.x(x + w / 2) - made.get_width() // 2, c.y(y)))


def draw_secret_ground(table: KingTable, c: Canvas, top: float, bottom: float) -> None:
    """Draw a strip of velvet between ``top`` and ``bottom`` with the die and the plate of every seat."""
    c.surface.blit(backdrop.table(c, "table"), (0, 0))
    seats = table.stage.seats
    tall = bottom - 14 - top
    if tall > 170:
        backdrop.mat(c, 40, top, 1200, tall)
    for k, part in enumerate(layout.columns((60, top, 1160, tall), len(seats))):
        seat, middle = seats[k], part[0] + part[2] / 2
        plate = (middle - 128, bottom - 96, 256.0, 72.0)
        room = tall - 110
        if room > 60:
            size = min(130.0, room)
            crystal = table.own.find_crystal(k, c.palette)
            d12.draw(c, middle, top + 12 + room / 2, size, dodecahedron.pose(seat.die.face), crystal=crystal)
        _draw_plate(table, c, k, plate)


def _draw_plate(table: KingTable, c: Canvas, k: int, box: Box) -> None:
    seat, player = table.stage.seats[k], table.seats[k]
    x, y, w, h = box
    shapes.panel(c, x, y, w, h, radius=10)
    shapes.badge(c, player.colour, player.emblem, x + 36, y + h / 2, 22)
    text.draw(c, player.name, x + 68, y + 24, "name", "text.bright", "lm", max_w=112)
    face = table.ctx.t("choice.face", n=seat.die.face)
    text.draw(c, face, x + 68, y + 50, "body", "text.muted", "lm", max_w=112)
    shapes.coin(c, x + w - 36, y + 22, 13, table.write_points(k, str(seat.points)), "gold")
    draw_crowns(c, x + w - 48, y + 51, 21, seat.crowns, pitch=25)


# The chosen card at the player's die, before it is played: the value it leads to, its place, who may cancel it.

GHOST = 102
"""Opacity of the card where it will lie."""
PILL_H, SIGN_R, GAP = 44.0, 15.0, 9.0
"""Height of the pill, radius of the sign in it, gap between values."""
ABOVE = 190.0
"""The pill stands so far above its place where the raised card would cover it."""


def find_preview(table: KingTable, move: Move | None) -> CardPreview | None:
    """Return the preview of the card of a move; None for other moves, or while the hand is hidden."""
    if move is None or move.kind != Kind.CARD or move.card is None:
        return None
    seats, below = table.own.list_large_seats(), table.below
    if table.overlooked or not table.helps or table.view["seat"] != below or below not in seats:
        return None
    return preview_card(table.view, move.card, seats)


def draw_card_preview(table: KingTable, c: Canvas, preview: CardPreview, alpha: int) -> None:
    """Draw the card as a ghost on the mat, and the pill that tells what it would do."""
    seat = table.stage.seats[table.below]
    x, y = seat.place.card
    ghost = partial(front, c, table.ctx.texts, preview.card, CARD_W, body=False)
    look, strength = ("ghost", preview.card, table.ctx.texts.language), GHOST * alpha / 255
    put(c, look, ghost, x, y, angle=seat.place.card_angle, alpha=strength, shadow=None)
    words = describe_standing(table, preview)
    cx, cy = _find_pill(table, preview.card)
    key = ("k12 preview", preview, words, table.ctx.texts.language, c.scale, c.text_scale)
    made = c.cache.get(key, lambda: _paint(c, table, preview, words))
    c.surface.blit(
        made if alpha >= 255 else raster.fade(made, alpha), (c.x(cx) - made.get_width() // 2, c.y(cy) - c.px(40))
    )


def _find_pill(table: KingTable, card: int) -> tuple[float, float]:
    """Return the place of the player's value, moved above the die where the raised card would cover it."""
    x, y = table.stage.seats[table.below].place.pill
    cards = table.own.hand_cards()
    raised = table.own.find_hand_spot(card)[0] if card in cards else 0.0
    is_near = (
        table.stage.seats[table.below].place.side == "below" and abs(raised - x) < table.own.hand_sizes.raised + 12
    )
    return (x, y - ABOVE) if is_near else (x, y)


def _paint(c: Canvas, table: KingTable, preview: CardPreview, words: str) -> pygame.Surface:
    """Paint the pill with the sign of the card, the face now and what comes of it, and the words below."""
    comes_to = [table.own.write_value(one.value) for one in preview.results] or ["?"]  # a roll decides
    style = "large figure" if len(preview.results) < 2 else "figure"
    before = number_text(preview.face)
    widths = [text.width(c, each, style, fixed=True) for each in comes_to]
    wide = 62 + text.width(c, before, "figure", fixed=True) + sum(widths) + GAP * (len(widths) - 1)
    wide = max(120.0, wide + (44 if preview.changes else 0))
    words_w = text.width(c, words, "strong") + 26
    w = max(wide, words_w) + 60
    layer = c.layer(w, 110)
    on = c.on(layer, (-w / 2, -40))
    shapes.glow_box(on, -wide / 2, -PILL_H / 2, wide, PILL_H, PILL_H / 2, strength=120)
    shapes.round_rect(on, -wide / 2, -PILL_H / 2, wide, PILL_H, PILL_H / 2, "rim.dark")
    stops = ((0.0, "base/pill.win.high"), (1.0, "base/pill.win.low"))
    shapes.gradient_box(on, -wide / 2 + 1.5, -PILL_H / 2 + 1.5, wide - 3, PILL_H - 3, PILL_H / 2 - 1.5, stops)
    sign = sprite.sign(c, CODES[preview.card], SIGN_R)
    on.blit_centred(sign, -wide / 2 + 24, 0)
    ink = "base/pill.win.ink"
    if preview.changes:
        left = -wide / 2 + 48
        left += text.draw(on, before, left, 0, "figure", ink, "lm", fixed=True) + 8
        left += text.draw(on, "\u2192", left, 0, "figure", ink, "lm", fixed=True) + 8
        for each, long in zip(comes_to, widths, strict=True):
            text.draw(on, each, left, 0, style, ink, "lm", fixed=True)
            left += long + GAP
    else:
        text.draw(on, before, 14, 0, style, ink, "cm", fixed=True)
    if words:
        shapes.round_rect(on, -words_w / 2, 27, words_w, 25, 12.5, "veil", alpha=205)
        text.draw(on, words, 0, 39.5, "strong", "text.bright", "cm")
    return layer


def describe_standing(table: KingTable, preview: CardPreview) -> str:
    """Return in words the rank that the value would have among the present dice."""
    t = table.ctx.t
    base = "king_of_12.preview"
    if not preview.results:
        return t(f"{base}.rolled")
    end = ".lowest" if preview.lowest else ""
    if len(preview.results) == 1:
        one = preview.results[0]
        if one.standing is Standing.EQUAL:
            return t(f"{base}.equal", names=table.ctx.texts.join([table.names[seat] for seat in one.equals]))
        return t(f"{base}.{one.standing.value}{end if one.standing is Standing.FIRST else ''}")
    for standing in (Standing.FIRST, Standing.SECOND):
        values = ", ".join(table.own.write_value(one.value) for one in preview.results if one.standing is standing)
        if values:
            return t(f"{base}.{standing.value}.with", values=values)
    return t(f"{base}.behind")


def describe_choice(table: KingTable, preview: CardPreview) -> str:
    """Return the text above the main button: the new value of the player's die, and who may hold the same card."""
    return f"{describe_value(table, preview)} {describe_holders(table, preview)}"


def describe_value(table: KingTable, preview: CardPreview) -> str:
    """Return in words what the card makes of the player's die."""
    t, face = table.ctx.t, number_text(preview.face)
    values = ", ".join(table.own.write_value(one.value) for one in preview.results)
    if not preview.results:
        return t("king_of_12.preview.say.rolled", face=face)
    if len(preview.results) > 1:
        return t("king_of_12.preview.say.choice", face=face, values=values)
    if preview.changes:
        return t("king_of_12.preview.say.becomes", face=face, value=values)
    return t("king_of_12.preview.say.same", face=face)


def describe_holders(table: KingTable, preview: CardPreview) -> str:
    """Return in words which rivals may play the same card."""
    if not preview.holders:
        return table.ctx.t("king_of_12.preview.say.safe")
    names = table.ctx.texts.join([table.names[seat] for seat in preview.holders])
    return table.ctx.t("king_of_12.preview.say.holders", names=names)


LIFT_MS = 120.0


class Fan:
    """Fan of the hand: lift of each card (0 … 1), and drawing, including played cards."""

    def __init__(self) -> None:
        self.lifts: dict[int, float] = {}
        self.moving = False

    def update(self, raised: Set[int], step: float) -> None:
        """Raise these cards and lower all others by ``step``, a share of the whole lift."""
        self.moving = False
        for card in self.lifts.keys() | raised:
            goal = 1.0 if card in raised else 0.0
            now = self.lifts.get(card, 0.0)
            new = min(goal, now + step) if goal > now else max(goal, now - step)
            if new != now:
                self.moving = True
            if new == 0.0:
                self.lifts.pop(card, None)
            else:
                self.lifts[card] = new

    def draw(self, table: KingTable, c: Canvas, cards: Sequence[int], best: int | None) -> None:
        """Draw these cards, the raised ones on top, played ones dimmed and labelled; ``best``: the advised card."""
        top = sorted((card for card in cards if self.lifts.get(card, 0) > 0.01), key=lambda one: self.lifts[one])
        self._note(table, cards)
        raised = [card for card in top if self.lifts[card] > 0.5]
        table.ui.first = f"hand.{raised[-1]}" if raised else None
        raised_at = cards.index(top[-1]) if top else -1
        room, sizes = self.lifts[top[-1]] if top else 0.0, table.own.hand_sizes
        for card in [one for one in cards if one not in top] + top:
            k = cards.index(card)
            x, y, angle = table.own.lay_card(k, len(cards))
            if top and k != raised_at and not (is_flat() or table.for_child):
                x += (-34 if k < raised_at else max(0, 48 - 7 * (k - raised_at))) * room
            label = _label(table, card)
            lift = self.lifts.get(card, 0.0)
            draw_fan_card(c, table.ctx.texts, card, x, y, angle, lift, label, sizes, glow=not label)
            if best == card and not label:
                icons.draw(c, "hint", x, y - sizes.wide * CARD_RATIO / 2 - 14 - 76 * lift, 24, "glow")

    def _note(self, table: KingTable, cards: Sequence[int]) -> None:
        """Register a target per card, at its raised size."""
        moves, sizes = {move.from_hand: move for move in table.moves}, table.own.hand_sizes
        for k, card in enumerate(cards):
            x, y, _angle = table.own.lay_card(k, len(cards))
            move = moves.get(card)
            tip = table.own.card_tip(card)
            if move is not None and f"hand.{card}" in table.hot:
                preview = find_preview(table, move)
                said = "" if preview is None else describe_choice(table, preview) + "\n"
                tip = (tip[0], said + tip[1])
            w = sizes.wide
            h, above = w * CARD_RATIO, w * CARD_RATIO / 2
            if self.lifts.get(card, 0) > 0.01:
                w = sizes.raised
                h, above = w * CARD_RATIO + 60, w * CARD_RATIO / 2 + sizes.lift
            box = (x - w / 2, y - above, w, min(h, table.height - y + above))
            act = _action(table, card, move)
            figure = table.own.card_figure(card)
            table.ui.note(Target(f"hand.{card}", box, act, tip=tip, ring=False, sound="", picture=figure))


def _label(table: KingTable, card: int) -> str:
    if card == table.stage.on_table:
        return table.ctx.t("king_of_12.hand.on_table")
    return "" if card in table.stage.hand else table.ctx.t("king_of_12.hand.played")


def _action(table: KingTable, card: int, move: Move | None) -> Callable[[], None]:
    """Return the click handler of a card: mark it if legal, else skip the animation or show it in full."""

    def act() -> None:
        if move is not None:
            table.pick(move)
        elif not table.skip():
            table.own.show_card(card)

    return act
