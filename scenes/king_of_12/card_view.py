"""Drawing of King of 12 cards: rotated, lifted, dimmed, in the fan and on the mat."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import Any

import pygame

from engine.contract import View
from games.king_of_12.cards import CARD_COUNT, CODES, REVERSER, SORCERER, TROUBLEMAKERS, opposite
from games.king_of_12.state import CARDS_OF
from games.king_of_12.trick import VALUED, value_alone
from scenes.common import glossary
from scenes.king_of_12.layout import CARD_RATIO, CARD_W, HandSizes
from scenes.king_of_12.scene_model import Card, sum_text
from scenes.shell.context import Context
from scenes.shell.i18n import Texts
from scenes.shell.ui import Ui
from scenes.table.game_screens import Held
from sprites.base import dodecahedron, layout, raster, shapes, text, theme
from sprites.base.canvas import Canvas, Steps
from sprites.base.controls import Picture
from sprites.base.layout import Box
from sprites.king_of_12 import card as sprite, d12

ACROSS = 7
"""Cards in a row of all."""


def card_name(texts: Texts, card: int) -> str:
    """Return the card's name in the current language."""
    return texts.t(f"king_of_12.card.{CODES[card]}.name")


def card_text(texts: Texts, card: int) -> str:
    """Return the text of the card in the current language."""
    return texts.t(f"king_of_12.card.{CODES[card]}.text")


def card_help(texts: Texts, card: int, cards: Iterable[int]) -> str:
    """Return the help text of a card in a game with these cards."""
    return texts.fitting(f"king_of_12.card.{CODES[card]}.help", [CODES[one] for one in cards])


def lay_cards(box: Box, cards: Sequence[int], most: float, gap: float) -> dict[int, Box]:
    """Return the box of each card, in two rows of seven, at most ``most`` wide, with ``gap`` between the rows."""
    _, _, w, h = box
    wide = min(most, (w - 60) / ACROSS, (h - gap) / 2 / CARD_RATIO)
    tall = wide * CARD_RATIO
    between = (w - ACROSS * wide) / (ACROSS - 1)
    cells = layout.grid(box, len(cards), ACROSS, gap=between, row_gap=gap, height=tall)
    return dict(zip(cards, cells, strict=True))


def front(c: Canvas, texts: Texts, card: int, w: float, *, body: bool = True, label: str = "") -> pygame.Surface:
    """Return the face of a card ``w`` units wide, with its text if ``body``; ``label`` dims it and shows a pill."""
    code = CODES[card]
    name = card_name(texts, card)
    rule = card_text(texts, card)
    marks = glossary.marks(texts, "king_of_12", rule) if body else ()
    return sprite.face(c, code, name, rule, w, body=body, label=label or None, dim=bool(label), marks=marks)


def plan_front(c: Canvas, texts: Texts, card: int, w: float) -> None:
    """Plan to render the face of a card without its text, as it lies on the mat, before it is needed."""
    sprite.plan_face(c, CODES[card], card_name(texts, card), card_text(texts, card), w)


def put(
    c: Canvas,
    key: Hashable,
    make: Callable[[], pygame.Surface],
    cx: float,
    cy: float,
    *,
    angle: float = 0.0,
    scale: float = 1.0,
    alpha: float = 255.0,
    shadow: str | None = "lying",
    keep: bool = True,
    squeeze: float = 1.0,
    box: tuple[float, float] | None = None,
) -> None:
    """Draw the surface that ``make`` returns, rotated by ``angle`` degrees; ``keep`` caches the rotated picture by
    ``key``. ``squeeze``: share of its width shown; ``box``: size of the upright shape, for a moving card's shadow."""
    if alpha <= 2 or squeeze <= 0.02:
        return

    def rotate() -> pygame.Surface:
        surface = make()
        if squeeze < 1.0:
            size = (max(1, int(surface.get_width() * squeeze)), surface.get_height())
            surface = pygame.transform.smoothscale(surface, size)
        if angle or scale != 1.0:
            surface = raster.rotate(surface, angle, scale)
        return surface

    if keep and squeeze == 1.0 and (angle or scale != 1.0):
        surface = c.cache.get(("put", key, round(angle, 2), round(scale, 3)), rotate)
    else:
        surface = rotate()
    x, y = c.find_corner(surface, cx, cy)
    if alpha < 254:
        surface = surface.copy()
        surface.set_alpha(int(alpha))
    elif shadow is not None:
        if keep and squeeze == 1.0:
            shapes.shadow(c, surface, x, y, shadow)
        elif box is not None:
            # A moving card has the shadow of its upright shape, made once and not for every angle.
            w, h = box
            w, h = round(w * squeeze / 4) * 4.0 or 4.0, round(h / 4) * 4.0
            shapes.box_shadow(c, cx - w / 2, cy - h / 2, w, h, 7, shadow)
    c.surface.blit(surface, (x, y))


def plan_rotation(c: Canvas, key: Hashable, make: Callable[[], pygame.Surface], angle: float) -> None:
    """Plan to render the picture that ``put`` draws for ``key`` at ``angle`` degrees, before it is needed."""

    def turn() -> Steps:
        upright = make()
        yield
        return raster.rotate(upright, angle)

    c.cache.plan_steps(("put", key, round(angle, 2), 1.0), turn, at_once=True)


def on_mat(c: Canvas, texts: Texts, card: Card, colour: int, emblem: str, *, moving: bool) -> None:
    """Draw a card on the mat: back or front by its turn, squeezed while it turns over."""
    w = CARD_W
    squeeze = abs(card.turn - 0.5) * 2
    if card.glow > 0.02:
        gw, gh = w * card.scale + 8, w * CARD_RATIO * card.scale + 8
        shapes.glow_box(c, card.x - gw / 2, card.y - gh / 2, gw, gh, 10, strength=int(190 * card.glow))
    key: Hashable = ("matback", colour, emblem)
    make = partial(sprite.back, c, colour, emblem, w)
    sides: list[tuple[Hashable, Callable[[], pygame.Surface], float]] = [(key, make, 1.0)]
    if card.code is not None and card.turn >= 0.5:
        key, make = ("mat", card.code, texts.language), partial(front, c, texts, card.code, w, body=False)
        dark = ("dark", *key)
        sides = [(key, make, 1.0)] if card.dim < 1 else []
        sides += [(dark, partial(_dim, c, make, dark), card.dim)] if card.dim > 0 else []
    for each, draw, share in sides:
        put(
            c, each, draw, card.x, card.y, angle=card.angle, scale=card.scale, alpha=card.alpha * share,
            keep=not moving, squeeze=squeeze if squeeze < 0.98 else 1.0,
            box=(w * card.scale, w * CARD_RATIO * card.scale),
        )  # fmt: skip


def _dim(c: Canvas, draw: Callable[[], pygame.Surface], key: Hashable) -> pygame.Surface:
    """Return a darkened copy of a picture."""

    def make() -> pygame.Surface:
        copy = draw().copy()
        copy.fill(theme.rgb("king_of_12/card.dimmed"), special_flags=pygame.BLEND_RGBA_MULT)
        return copy

    return c.cache.get(("dimmed", key), make)


RAISED_FRAME = 7.0
"""Width of the frame of a raised card in a flat theme."""


def draw_fan_card(
    c: Canvas, texts: Texts, card: int, cx: float, cy: float, angle: float, lift: float, label: str, sizes: HandSizes,
    *, glow: bool,
) -> None:  # fmt: skip
    """Draw a card of the viewer's hand; ``lift`` 0 = in the fan, 1 = raised."""
    if lift <= 0.01:
        made = partial(front, c, texts, card, sizes.wide, label=label)
        put(c, ("fan", card, texts.language, label, sizes.wide), made, cx, cy, angle=angle, shadow="hand")
        return
    scale = (sizes.wide + (sizes.raised - sizes.wide) * lift) / sizes.raised
    y = cy - sizes.lift * lift
    w, h = sizes.raised * scale, sizes.raised * CARD_RATIO * scale
    if glow:
        shapes.glow_box(c, cx - w / 2 - 3, y - h / 2 - 3, w + 6, h + 6, 14, strength=int(190 * lift))
    whole = lift >= 0.99

    def make() -> pygame.Surface:
        made = front(c, texts, card, sizes.raised, label=label)
        return sprite.turn_white(made) if theme.is_flat() and not label else made

    put(
        c, ("raised", card, texts.language, label, sizes.raised), make, cx, y,
        angle=0.0 if whole else angle * (1 - lift), scale=1.0 if whole else scale, shadow="lifted", keep=whole,
        box=(w, h),
    )  # fmt: skip
    if glow and whole:
        border = RAISED_FRAME if theme.is_flat() else 2.2
        shapes.round_rect(c, cx - w / 2 - 2, y - h / 2 - 2, w + 4, h + 4, 13, "edge.bright", border=border)


# Figures of the King of 12 glossary, and of cards applied to the viewer's die.

DIE = 66.0


def _die(c: Canvas, x: float, y: float, face: int, spread: float = 0.0) -> None:
    pose = dodecahedron.pose(face, tilt=0.0) if spread else dodecahedron.pose(face)
    d12.draw(c, x, y, DIE, pose, shadow=False, spread=spread)


def _draw_sign(c: Canvas, x: float, y: float, sign: str) -> None:
    text.draw(c, sign, x, y, "title", "paper.label", "cm", fixed=True)


def _opposite(c: Canvas, x: float, y: float) -> None:
    _die(c, x - 56, y, 3)
    _die(c, x + 56, y, 10)
    _draw_sign(c, x, y, "+")


def _neighbour(c: Canvas, x: float, y: float) -> None:
    _die(c, x, y, 3, spread=0.9)


def _crown(c: Canvas, x: float, y: float) -> None:
    for at in (-34, 34):
        shapes.crown(c, x + at, y, 52, True)


def _value(c: Canvas, x: float, y: float) -> None:
    _die(c, x - 82, y, 7)
    shapes.pill(c, x + 46, y, "7 + 7 = 14", "plain")


def _draw_cancelling(c: Canvas, x: float, y: float) -> None:
    for at in (-50, 50):
        shapes.pill(c, x + at, y, "10", "out")
    _draw_sign(c, x, y, "=")


def _trick(c: Canvas, x: float, y: float) -> None:
    for at, value, kind in ((-84, "13", "win"), (0, "9", "plain"), (84, "4", "plain")):
        shapes.pill(c, x + at, y - 16, value, kind)
    shapes.coin(c, x - 84, y + 22, 13, "2", "gold")
    shapes.coin(c, x, y + 22, 13, "1", "copper")


def card_figure(card: int, face: int) -> Picture | None:
    """Return the figure of what a card does to a die that shows ``face``; None for cards without one."""
    if card in VALUED:
        said = sum_text(**value_alone(card, face))

        def draw_value(c: Canvas, x: float, y: float) -> None:
            _die(c, x - 82, y, face)
            shapes.pill(c, x + 46, y, said, "plain")

        return draw_value
    if card in (REVERSER, TROUBLEMAKERS):

        def draw_flip(c: Canvas, x: float, y: float) -> None:
            _die(c, x - 56, y, face)
            _die(c, x + 56, y, opposite(face))
            _draw_sign(c, x, y, "\u2192")

        return draw_flip
    return (lambda c, x, y: _die(c, x, y, face, spread=0.9)) if card == SORCERER else None


def word_figures() -> dict[str, Picture]:
    """Return the functions that draw the figures of glossary words, by word."""
    return {
        "opposite": _opposite, "neighbour": _neighbour, "crown": _crown, "value": _value, "cancelled": _draw_cancelling,
        "trick": _trick,
    }  # fmt: skip


def list_hand_cards(ctx: Context, c: Canvas, view: View) -> list[Held]:
    """Return the cards in the hand of a view's seat, each as its drawing function (by width) and its tooltip."""
    hand = [each for each in (view["own_commit"],) if each is not None]
    hand += [card for card in view["hand"] if card not in hand]
    return [_hold(ctx, c, card, view["set"]) for card in hand]


def find_card_face(ctx: Context, c: Canvas, state: Any, place: str, card: int) -> Held:
    """Return a card's drawing function (by width) and its tooltip; ``place`` makes no difference."""
    return _hold(ctx, c, card, CARDS_OF[state.cards])


def _hold(ctx: Context, c: Canvas, card: int, chosen: Iterable[int]) -> Held:
    tip = (card_name(ctx.texts, card), card_help(ctx.texts, card, chosen))
    return partial(front, c, ctx.texts, card, body=False), tip


def draw_card_page(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """Draw the card page: all fourteen cards with their texts."""
    for card, (x, y, w, h) in lay_cards(box, range(CARD_COUNT), 136, 20).items():
        tip = (card_name(ctx.texts, card), card_help(ctx.texts, card, range(CARD_COUNT)))
        ui.zone(f"card.{card}", (x, y, w, h), partial(ctx.ask, *tip), tip=tip, radius=8)
        draw_face = partial(front, c, ctx.texts, card, w)
        put(c, ("book", card, ctx.texts.language, round(w, 1)), draw_face, x + w / 2, y + h / 2)
