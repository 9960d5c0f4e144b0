"""The cards of King of 12: fronts with a baked picture, names and texts in the player's language, and backs."""

import msgspec
import pygame

from engine.schema import expect
from sprites.base import assets, dodecahedron, icons, pictures, raster, shapes, strokes, text
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.drawn_words import LEGIBLE
from sprites.base.strokes import Marks
from sprites.base.theme import is_flat, mix, player, rgb
from sprites.king_of_12 import d12

# Looks of the cards of King of 12 by code: ``cards.json``.


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The round sign of a card: an icon or a short text."""

    icon: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        """Check that exactly one is set."""
        expect(bool(self.icon) != bool(self.text), "icon", "an icon or a text")


class CardLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Icon and theme of a card's picture, its seal, and whether a die is drawn next to the picture."""

    icon: str
    theme: str
    seal: Seal
    die: bool


UNKNOWN = CardLook("help", "stone", Seal(text="?"), die=False)
"""Look of a card without data."""


def card_looks() -> dict[str, CardLook]:
    """Load the looks of all cards, once. Raises AssetError."""
    return assets.data("king_of_12/cards.json", dict[str, CardLook])


def card_look(code: str) -> CardLook:
    """Return the look of a card. Raises AssetError for an unknown code."""
    found = card_looks().get(code)
    if found is None:
        raise assets.AssetError(f"sprites/king_of_12/cards.json has no card {code!r}")
    return found


RATIO = 1.68
"""Height of a card divided by its width."""
_UNIT = 132.0
EDGE = "king_of_12/card.edge"


def face(
    c: Canvas,
    code: str,
    name: str,
    words: str,
    w: float,
    *,
    body: bool = True,
    label: str | None = None,
    dim: bool = False,
    marks: Marks = (),
) -> pygame.Surface:
    """Return the front of a card ``w`` units wide, kept in the cache.

    ``body`` False leaves the text out (a card lying on the mat); ``label`` stands in a pill over it ("played").
    ``marks``: words of the text that are explained.
    """
    key = _find_face_key(c, code, name, words, w, body, label, dim, marks)
    if label or dim:

        def make_dim() -> pygame.Surface:
            return _dim_card(c, face(c, code, name, words, w, body=body, marks=marks).copy(), w, label)

        return c.cache.get(key, make_dim)
    return c.cache.get(key, lambda: make_whole(_face(c, code, name, words, w, body, marks)))


def plan_face(c: Canvas, code: str, name: str, words: str, w: float) -> None:
    """Plan to render the front of a card without its text before it is needed."""
    key = _find_face_key(c, code, name, words, w, False, None, False, ())
    c.cache.plan_steps(key, lambda: _face(c, code, name, words, w, False, ()))


def _find_face_key(
    c: Canvas, code: str, name: str, words: str, w: float, body: bool, label: str | None, dim: bool, marks: Marks
) -> tuple[object, ...]:
    said = words if body else ""
    return ("k12 card", code, name, said, round(w * c.scale), body, label, dim, c.text_scale, marks)


def _face(c: Canvas, code: str, name: str, words: str, w: float, body: bool, marks: Marks) -> Steps:
    h, u = w * RATIO, w / _UNIT
    frame = ("king_of_12/card.ground", "king_of_12/card.ground.low")
    made = raster.make_card(c.px(w), c.px(h), 9, c.px(w) / _UNIT, EDGE, frame)
    on = c.on(made, (0.0, 0.0))
    yield
    i = 7.5 * u
    try:
        card = card_look(code)
    except assets.AssetError as error:
        assets.miss(error)
        card = UNKNOWN
    box = on.rect(i, i, w - 2 * i, (h * 0.60 - i) if body else (h - 2 * i))
    _picture(c, made, code, card, box, u, body)
    yield
    if body:
        _body(c, on, name, words, (w, h, i, u), marks)
    elif has_name(c, w):
        top = h - i - 24 * u
        _plate(on, 3 * u, top, w - 6 * u, 27 * u, u)
        # Capitals are wide: a long name is set in plain letters sooner than in tiny ones.
        plain = text.width(on, name, text.Font("sc_x", 14.5 * u), fixed=True) > w - 16 * u
        text.draw(
            on,
            name,
            w / 2,
            top + 13.5 * u,
            text.Font("sans_bold", max(15 * u, LEGIBLE / c.scale)) if plain else text.Font("sc_x", 18 * u),
            "base/gold.high",
            "cm",
            max_w=w - 16 * u,
            shadow=True,
            fixed=True,
        )
    yield
    radius = (16 if body else 21) * u
    _seal(c, on, card, i + radius * 0.92, radius, u)
    yield
    if card.die:
        mark = d12.picture(c, (26 if body else 32) * u, dodecahedron.pose(12))
        made.blit(mark, (on.x(i + radius * 0.92) - mark.get_width() // 2, on.y(i + radius * 1.92 + 3 * u)))
    return made


def _picture(
    c: Canvas, made: pygame.Surface, code: str, card: CardLook, box: pygame.Rect, u: float, body: bool
) -> None:
    radius = c.px(5 * u)
    window = raster.round_rect_mask(box.w, box.h, radius)
    try:
        baked = pictures.load(f"king_of_12/{code}{'' if body else '_tall'}.jpg")
        made.blit(raster.clip(pygame.transform.smoothscale(baked, box.size), window), box)
    except assets.AssetError as error:
        assets.miss(error)
        made.blit(raster.fill(window, [(0, "king_of_12/window.sky"), (1, "king_of_12/window.sky.low")]), box)
        sign = icons.pixels(c, card.icon, max(1, round(box.w * 0.55)), "base/parchment")
        made.blit(sign, (box.centerx - sign.get_width() // 2, box.centery - sign.get_height() // 2))
    edge = raster.round_rect_mask(box.w, box.h, radius, max(1, round(c.scale * u)))
    made.blit(raster.tint(edge, "base/black", 150), box)


def _plate(on: Canvas, x: float, y: float, w: float, h: float, u: float) -> None:
    shapes.gradient_box(
        on, x, y, w, h, 4 * u, ((0, "king_of_12/plate.high"), (0.5, "king_of_12/plate"), (1, "king_of_12/plate.low"))
    )
    shapes.round_rect(on, x, y, w, h, 4 * u, "base/gold", alpha=220, border=1)


def _body(c: Canvas, on: Canvas, name: str, words: str, sizes: tuple[float, float, float, float], marks: Marks) -> None:
    w, h, i, u = sizes
    top = h * 0.60
    high = h - top - i
    box = on.rect(i, top, w - 2 * i, high)
    on.surface.blit(shapes.parchment(c, box.w, box.h, c.px(5 * u)), box)
    shapes.box_shadow(on, 3 * u, top - 12 * u, w - 6 * u, 23 * u, 4 * u, "lying")
    _plate(on, 3 * u, top - 12 * u, w - 6 * u, 23 * u, u)
    text.draw(
        on,
        name,
        w / 2,
        top - 0.5 * u,
        text.Font("sc_x", 15.5 * u),
        "base/gold.high",
        "cm",
        max_w=w - 20 * u,
        shadow=True,
        fixed=True,
    )
    room_w, room_h = w - 2 * i - 8 * u, high - 18 * u
    font = fit_words(c, words, room_w, room_h, 12.2 * u * max(0.95, c.text_scale))
    tall = text.paragraph_height(c, words, room_w, font, line=1.12, fixed=True)
    text_top = top + 14.5 * u + max(0.0, (room_h - tall) / 2)
    strokes.draw_glossary_text(on, words, (i + 4 * u, text_top, room_w), font, marks, line=1.12, align="c")
    text.paragraph(
        on,
        words,
        i + 4 * u,
        text_top,
        room_w,
        font,
        "king_of_12/card.text",
        "c",
        line=1.12,
        fixed=True,
        bold_colour="king_of_12/card.text.strong",
    )


def fit_words(c: Canvas, words: str, w: float, h: float, size: float) -> text.Font:
    """Return the font in which a card's text fits into ``w`` × ``h`` units, from ``size`` downwards in half steps."""
    while size > 6:
        px = text.paragraph_height(c, words, w, text.Font("sans", size), line=1.12, fixed=True)
        if px <= h and text.widest(c, words, w, text.Font("sans", size), fixed=True) <= w + 0.5:
            break
        size -= 0.5
    return text.limit(text.Font("sans", size), h, whole=True)


def has_name(c: Canvas, w: float) -> bool:
    """Whether a card of this width without its text has room for its name; a smaller one shows only its picture."""
    u = w / _UNIT
    return c.px(18 * u) >= LEGIBLE and c.least_text < 29 * u


def _seal(c: Canvas, on: Canvas, card: CardLook, middle: float, radius: float, u: float) -> None:
    """Draw the round sign of the effect at the upper left, where it is in sight in a fan."""
    shapes.outline(
        on,
        "circle",
        middle,
        middle,
        radius,
        ((0, "king_of_12/seal.high"), (1, "king_of_12/seal.low")),
        rim="base/gold.high",
        rim_w=1.3 * u,
        shadow="coin",
    )
    seal = card.seal
    if seal.icon:
        icons.draw(on, seal.icon, middle, middle, radius * 1.16, "king_of_12/seal.text")
    else:
        label = seal.text
        size = radius * (1.12 if len(label) < 3 else 0.8)
        least, on.least_text = on.least_text, 0.0  # a sign, which has to stay within its circle
        text.draw(on, label, middle, middle, text.Font("black", size), "king_of_12/seal.text", "cm", fixed=True)
        on.least_text = least


def sign(c: Canvas, code: str, radius: float, *, dim: bool = False) -> pygame.Surface:
    """Return the round sign of a card alone, for places where no card fits; ``dim`` crosses it out. Kept in the
    cache."""
    return c.cache.get(("k12 sign", code, round(radius * c.scale * 4), dim), lambda: _sign(c, code, radius, dim))


def _sign(c: Canvas, code: str, radius: float, dim: bool) -> pygame.Surface:
    middle = radius + 8
    made = c.layer(2 * middle, 2 * middle)
    on = c.on(made, (0.0, 0.0))
    _seal(c, on, card_look(code), middle, radius, 0.8)
    if dim:
        made.fill(rgb("king_of_12/card.dimmed"), special_flags=pygame.BLEND_RGBA_MULT)
        reach = radius * 0.72
        shapes.line(on, middle - reach, middle + reach, middle + reach, middle - reach, "king_of_12/strike", 2)
    return made


def _dim_card(c: Canvas, made: pygame.Surface, w: float, label: str | None) -> pygame.Surface:
    """Return a card at 40 % light, with a pill on its left half."""
    u = w / _UNIT
    shade = raster.round_rect_mask(*made.get_size(), 9 * made.get_width() / _UNIT)
    made.blit(raster.tint(shade, "king_of_12/card.veil", 150), (0, 0))
    if label and is_flat():
        on = c.on(made, (0.0, 0.0))
        shapes.line(on, 10 * u, made.get_height() / c.scale * 0.58, w - 10 * u, 12 * u, "strike", 3)
    if label:
        on = c.on(made, (0.0, 0.0))
        long = min(w - 12 * u, text.width(c, label, text.Font("sc", 13.5 * u), fixed=True) + 20 * u)
        left, top, high = max(6 * u, 56 * u - long / 2), 96 * u, 22 * u
        shapes.round_rect(on, left, top, long, high, high / 2, "king_of_12/card.veil", alpha=225)
        shapes.round_rect(on, left, top, long, high, high / 2, "base/gold", alpha=120, border=1)
        text.draw(
            on,
            label,
            left + long / 2,
            top + high / 2,
            text.Font("sc", 13.5 * u),
            "king_of_12/card.veil.text",
            "cm",
            max_w=long - 14 * u,
            fixed=True,
        )
    return made


def turn_white(made: pygame.Surface) -> pygame.Surface:
    """Return a copy of a flat theme's card, its picture inverted from black on white, for a chosen card."""
    turned = made.copy()
    place = pygame.Rect(0, 0, made.get_width(), round(made.get_height() * 0.60 - 12 * made.get_width() / _UNIT))
    turned.fill((255, 255, 255), place, special_flags=pygame.BLEND_RGB_MAX)
    turned.blit(made, place, place, special_flags=pygame.BLEND_RGB_SUB)
    return turned


def back(c: Canvas, colour_index: int, emblem: str, w: float, *, h: float | None = None) -> pygame.Surface:
    """Return the back of a player's card, from the cache; an empty ``emblem`` means the emblem of the colour."""
    tall = w * RATIO if h is None else h
    key = _find_back_key(c, colour_index, emblem, w, tall)
    return c.cache.get(key, lambda: make_whole(_back(c, colour_index, emblem, w, tall)))


def plan_back(c: Canvas, colour_index: int, emblem: str, w: float) -> None:
    """Plan to render the back of a player's card before it is needed."""
    key = _find_back_key(c, colour_index, emblem, w, w * RATIO)
    c.cache.plan_steps(key, lambda: _back(c, colour_index, emblem, w, w * RATIO))


def _find_back_key(c: Canvas, colour_index: int, emblem: str, w: float, h: float) -> tuple[object, ...]:
    name = emblem or player(colour_index, c.palette).emblem
    return ("k12 back", colour_index, name, round(w * c.scale), round(h * c.scale), c.palette, c.patterns)


def _back(c: Canvas, colour_index: int, emblem: str, w: float, h: float) -> Steps:
    look = player(colour_index, c.palette)
    wide, high = c.px(w), c.px(h)
    frame = (mix(look.base, "base/black", 0.25), mix(look.low, "base/black", 0.3))
    made = raster.make_card(wide, high, 9, wide / _UNIT, EDGE, frame)
    yield
    i = round(wide * 0.085)
    k = wide / _UNIT
    inner = raster.round_rect_mask(wide - 2 * i, high - 2 * i, 4.5 * k)
    made.blit(
        raster.fill(inner, [(0, mix(look.base, look.low, 0.2)), (1, mix(look.low, "base/black", 0.15))], 25), (i, i)
    )
    yield
    lattice = raster.blank_mask(inner.get_width() * 2, inner.get_height() * 2)
    step, run = max(4.0, wide * 0.30), lattice.get_height()
    for n in range(-12, 40):
        for slope in (1, -1):
            start = n * step
            pygame.draw.line(lattice, raster.SOLID, (start, 0), (start + slope * run, run), max(1, round(1.4 * k)))
    lattice = raster.tint(pygame.transform.smoothscale(lattice, inner.get_size()), "base/gold.high", 46)
    lattice.blit(inner, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.blit(lattice, (i, i))
    yield
    if c.patterns:
        strength = icons.STRONG if is_flat() else icons.FAINT
        made.blit(icons.pattern(inner, colour_index, look.ink, c.scale, strength), (i, i))
    edge = raster.round_rect_mask(wide - 2 * i, high - 2 * i, 4.5 * k, max(1, round(0.9 * k)))
    made.blit(raster.tint(edge, "base/gold", 170), (i, i))
    yield
    on = c.on(made, (0.0, 0.0))
    radius = w * 0.27
    shapes.outline(
        on,
        "circle",
        w / 2,
        h / 2,
        radius,
        ((0, mix(look.base, look.low, 0.4)), (1, mix(look.low, "base/black", 0.25))),
        rim="base/gold",
        rim_w=max(0.8, 1.2 * w / _UNIT),
    )
    yield
    shapes.outline(
        on,
        look.shape,
        w / 2,
        h / 2,
        radius * 0.74,
        ((0, look.high), (0.4, look.base), (1, look.low)),
        rim="base/gold.high",
        rim_w=max(0.6, 0.8 * w / _UNIT),
    )
    icons.draw(on, emblem or look.emblem, w / 2, h / 2, radius * 0.86, look.ink)
    return made
