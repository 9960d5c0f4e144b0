"""Hand below the arena, the card being played, and moving cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from engine.accessibility.nodes import BUTTON
from games.tash_kalar.cards import FLARES, LEGENDS
from games.tash_kalar.moves import Kind, Move
from games.tash_kalar.state import FACE_DOWN
from scenes.shell.targets import Target, exactly
from scenes.table.glossary_links import find_figure
from scenes.tash_kalar import card_faces, tooltips
from scenes.tash_kalar.choices import find_card
from scenes.tash_kalar.layout import (
    CARD_H,
    CARD_W,
    COLUMN_W,
    LEFT_X,
    find_shown_spot,
    find_shown_width,
    hand_strip,
)
from scenes.tash_kalar.scene_model import Held, TashTable
from scenes.tash_kalar.words import Words, is_flare
from sprites.base import icons, shapes
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.tash_kalar import card as cards
from sprites.tash_kalar.card_art import FLARE, draw_small

SHADOW_STEP = 8.0
"""Units between the widths of a moving card for which a shadow is made."""


class Faces:
    """Cache of which card pictures have been rendered, and their number in this frame."""

    def __init__(self) -> None:
        self._seen: set[object] = set()
        self._made = 0

    def begin(self) -> None:
        """Start a frame: count rendered pictures from 0."""
        self._made = 0

    def ready(self, key: object, moving: bool) -> bool:
        """Whether the picture ``key`` was rendered or may be rendered now: at most one per frame while things move."""
        if key in self._seen:
            return True
        if self._made and moving:
            return False
        self._made += 1
        self._seen.add(key)
        return True


def find_raised_card(table: TashTable) -> int | None:
    """Return the place in the hand of the raised card: pointed at, focused or marked; None for none."""
    for target_id in table.hot:
        if target_id is not None and target_id.startswith("hand."):
            at = int(target_id[5:])
            return at if at < len(table.stage.hand) else None
    card = find_card(table.marked_move)
    if card is None:
        card = table.own.sight.pinned
    if card is None:
        return None
    return next((at for at, held in enumerate(table.stage.hand) if held.card == card), None)


def draw(table: TashTable, c: Canvas) -> None:
    """Draw all cards of the hand, the raised one on top; register the targets."""
    hand = table.stage.hand
    up = find_raised_card(table)
    seen = c.surface.get_clip()
    if table.own.places.is_hand_low:
        c.surface.set_clip(c.rect(c.left, 0, c.right - c.left, c.height).clip(seen))
    for at, held in enumerate(hand):
        if at != up:
            if usable(table, held.card) and not table.busy:
                w, h = held.w, held.w * 1.5
                shapes.glow_box(
                    c, held.x - w / 2, held.y - h / 2, w, h, 9, "glow", round(165 * table.own.pulse.strength), reach=9
                )
            _blit(table, c, held)
    c.surface.set_clip(seen)
    _targets(table, up)
    if up is not None:
        _draw_raised_card(table, c, hand[up])
    best = find_card(table.advised_move)
    for held in hand:
        if held.card == best and not table.busy:
            x, y = held.x + held.w / 2 - 6, held.y - held.w * 0.75 - 5  # over the corner: the name stays visible
            shapes.glow(c, x, y, 24, "veil", 235)
            icons.draw(c, "hint", x, y, 25, "glow")


def _picture(table: TashTable, c: Canvas, held: Held, side: int | None) -> pygame.Surface:
    """Return the picture of a card at its current size; in motion one picture is scaled, and at most one is rendered
    per frame."""
    w = max(8.0, held.w)
    large = find_shown_width(table.own.places)
    exact = next((size for size in (CARD_W, large) if abs(size - w) < 0.5), None)
    base = exact or (large if large > CARD_W and w > (large + CARD_W) / 2 else CARD_W)
    if held.card < 0:
        made = cards.back(c, held.deck or table.own.words.deck_look(held.seat), base)
    else:
        key = (held.card, base, side)
        if table.own.faces.ready(key, table.moving):
            made = table.own.cards.face(c, held.card, base, side)
        else:
            made = cards.back(
                c, table.own.words.find_look(held.card, table.own.own_side() if side is None else side), base
            )
            table.layers.mark_unfinished()
    if exact is not None:
        return made
    return pygame.transform.smoothscale(made, (c.px(w), c.px(w * 1.5)))


def _blit(table: TashTable, c: Canvas, held: Held, *, side: int | None = None) -> None:
    made = _picture(table, c, held, side)
    at = c.find_corner(made, held.x, held.y)
    if held.alpha < 250:
        made.set_alpha(round(held.alpha))
        c.surface.blit(made, at)
        made.set_alpha(255)
        return
    if abs(held.w - CARD_W) < 0.5:
        shapes.shadow(c, made, *at, "hand", key="card")
    elif not table.moving:
        shapes.shadow(c, made, *at, "lying", key="card")
    else:  # on its way it has another size in every frame; the shadow is made for some of them
        w = round(held.w / SHADOW_STEP) * SHADOW_STEP
        shapes.box_shadow(c, held.x - w / 2, held.y - 0.75 * w, w, 1.5 * w, 9, "lying")
    c.surface.blit(made, at)


def plan_backs(table: TashTable, c: Canvas) -> None:
    """Plan to render the backs of all decks in play soon, in the sizes of cards at rest."""
    for look in {table.own.words.deck_look(seat) for seat in range(table.stage.seats)}:
        for w in (CARD_W, find_shown_width(table.own.places)):
            cards.plan_back(c, look, w)


def usable(table: TashTable, card: int) -> bool:
    """Whether a card of the hand can be chosen now."""
    return card >= 0 and table.own.choices.find_card_move(card, table.own.discarding, table.own.using) is not None


def _find_raised_spot(table: TashTable, held: Held) -> tuple[float, float]:
    """Return the middle of the raised card; in a hand that lies low it is where it hides nothing of the arena."""
    w = CARD_W * table.own.places.raised
    y = min(held.y - 14, table.height - 10 - w * 0.75)
    if table.own.places.is_hand_low:
        return LEFT_X + COLUMN_W / 2, y
    return max(330 + w / 2, min(1270 - w / 2, held.x)), y


def _draw_raised_card(table: TashTable, c: Canvas, held: Held) -> None:
    w = CARD_W * table.own.places.raised
    h = w * 1.5
    x, y = _find_raised_spot(table, held)
    marked = find_card(table.marked_move) == held.card and held.card >= 0
    glow = 225 if marked else 150 if usable(table, held.card) else 0
    if glow:
        shapes.glow_box(c, x - w / 2, y - h / 2, w, h, 11, "glow", glow, reach=13)
    made = (
        cards.back(c, table.own.words.deck_look(held.seat), w)
        if held.card < 0
        else table.own.cards.face(c, held.card, w)
    )
    at = c.find_corner(made, x, y)
    shapes.shadow(c, made, *at, "lifted", key="card")
    c.surface.blit(made, at)
    if marked:
        shapes.round_rect(c, x - w / 2 - 2, y - h / 2 - 2, w + 4, h + 4, 12, "edge.bright", border=2.4)


def _targets(table: TashTable, up: int | None) -> None:
    count = len(table.stage.hand)
    for at in range(count):
        strip = hand_strip(at, count, table.own.places)
        box, hits = strip, exactly(strip)
        if at == up:
            x, y = table.stage.hand[at].x, table.stage.hand[at].y
            box = (x - CARD_W / 2, y - CARD_H / 2 - 12, CARD_W, CARD_H + 12)
            if table.own.places.is_hand_low:
                x, y = _find_raised_spot(table, table.stage.hand[at])
                w, h = CARD_W * table.own.places.raised, CARD_H * table.own.places.raised
                box = (x - w / 2, y - h / 2, w, h)
                hits = partial(_contains_point, (strip, box))
        target = Target(f"hand.{at}", box, partial(table.own.press_card, at), ring=False, radius=9, sound="")
        target.contains = hits
        if table.by_fingers:
            target.role = BUTTON  # a tap lifts the card, which is read there; its note would lie over the arena
        number = table.stage.hand[at].card
        if number >= 0:
            target.told = partial(tooltips.card, table, number)
            target.picture = find_figure(table.ctx.texts, "tash_kalar", table.own.words.effect(number))
        table.ui.note(target)


def _contains_point(boxes: Sequence[Box], x: float, y: float) -> bool:
    return any(exactly(box)(x, y) for box in boxes)


def draw_moving_cards(table: TashTable, c: Canvas) -> None:
    """Draw the card being played, and moving cards."""
    shown = table.stage.shown
    if shown is not None:
        side = table.own.reading.side(shown.seat)
        w = find_shown_width(table.own.places)
        if shown.w > w - 2:
            h = shown.w * 1.5
            shapes.glow_box(c, shown.x - shown.w / 2, shown.y - h / 2, shown.w, h, 11, "glow", 120, reach=12)
        _blit(table, c, shown, side=side)
        x, y = find_shown_spot(table.own.places)
        box = (x - w / 2, y - w * 0.75, w, w * 1.5)
        told = partial(tooltips.card, table, shown.card) if shown.card >= 0 else None
        table.ui.note(Target("shown", box, table.own.read_shown_card, ring=True, radius=10, sound="", told=told))
    for held in table.stage.flying:
        _blit(table, c, held, side=table.own.reading.side(held.seat))


# Card faces at a table: names in the current language, pieces of the owner.


@dataclass(frozen=True, slots=True)
class Drawn:
    """Draws cards with the pieces of their owner, and flares as compared with the marked opponent."""

    words: Words
    own: int
    marked: Move | None = None

    def face(self, c: Canvas, card: int, w: float, side: int | None = None) -> pygame.Surface:
        """Return a card ``w`` units wide. ``side``: owner of the drawn pieces (None = the bottom seat)."""
        words = self.words
        own = self.own if side is None else side
        if is_flare(card):
            return self._flare(c, card - FLARES, w, own)
        seat = words.seats[own]
        deck = words.find_owner(card, own)
        return card_faces.face(c, words.texts, words.reading.card(card), deck, seat.colour, w, emblem=seat.emblem)

    def small(self, c: Canvas, card: int, size: tuple[float, float], side: int) -> pygame.Surface:
        """Return a card without its text, ``size`` units wide and high, with the piece of a side."""
        words = self.words
        seat = words.seats[side]
        if is_flare(card):
            return draw_small(c, "", FLARE, 0, seat.colour, size)
        being = words.reading.card(card)
        look = "legends" if card >= LEGENDS else card_faces.deck_look(words.find_owner(card, side))
        return draw_small(c, card_faces.picture(being), look, being.rank, seat.colour, size, seat.emblem)

    def draw_small(self, c: Canvas, card: int, box: Box, side: int) -> None:
        """Draw the card of :func:`small` in a box, with its shadow."""
        shapes.box_shadow(c, *box, 4, "coin")
        c.surface.blit(self.small(c, card, box[2:], side), (c.x(box[0]), c.y(box[1])))

    def _flare(self, c: Canvas, flare: int, w: float, own: int) -> pygame.Surface:
        words, reading = self.words, self.words.reading
        rival = next(side for side in range(len(words.view["pieces"])) if side != own)
        lit = (True, True)
        if reading.own_turn and own == self.own and flare in words.view["flares"]:
            chosen = self.rival(flare)
            if chosen is not None:
                rival = chosen
                holds = reading.flare_holds(flare, rival)
                lit = holds if any(holds) else (True, True)
        seat = words.seats[rival]
        return card_faces.flare_face(c, words.texts, flare, seat.colour, w, emblem=seat.emblem, lit=lit)

    def rival(self, flare: int) -> int | None:
        """Return the opponent with whom a flare is compared: the marked one, or the only possible one; else None."""
        marked = self.marked
        if marked is not None and marked.kind is Kind.FLARE and marked.card == FLARES + flare:
            return marked.colour
        rivals = self.words.reading.rivals()
        return rivals[0] if len(rivals) == 1 else None

    def task(self, c: Canvas, number: int, *, following: bool) -> pygame.Surface:
        """Return a task of the left column, with its progress where it can be counted."""
        progress = None if following or number == FACE_DOWN else self.words.reading.task_progress(number)
        if progress is not None and progress[1] <= 1:
            progress = None
        return card_faces.task_face(c, self.words.texts, number, progress=progress, following=following)
