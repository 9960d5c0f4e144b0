"""The citizens of King of the Dice as cards: in the market, small before their owner, and face down."""

import pygame

from sprites.base import assets, icons, pictures, raster, shapes, strokes, text
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.strokes import Marks
from sprites.king_of_the_dice import pieces
from sprites.king_of_the_dice.card_art import looks

W, H = 196.0, 276.0
"""A card of the market."""
SMALL = (72.0, 101.0)
PICTURE_H = 146.0
STRIP = (12.0, 223.0, 172.0, 44.0)
"""Where the strip with the condition lies on a card: x, y, w, h."""
BACK = ("king_of_the_dice/back.high", "king_of_the_dice/back.low")


EDGE = "king_of_the_dice/card.edge"


def _frame(code: str) -> tuple[str, str]:
    """Return the two colours of a citizen's frame. Raises AssetError for a code that the data do not have."""
    found = looks().citizens.get(code)
    if found is None:
        raise assets.AssetError(f"sprites/king_of_the_dice/look.json has no citizen {code!r}")
    return found.frame


def _picture(c: Canvas, made: pygame.Surface, code: str, box: pygame.Rect, radius: float) -> None:
    """Draw a citizen's baked picture into ``box`` with round corners, from the cache."""
    made.blit(c.cache.get(("dice picture", code, box.size, radius), lambda: _window(c, code, box.size, radius)), box)


def _window(c: Canvas, code: str, size: tuple[int, int], radius: float) -> pygame.Surface:
    w, h = size
    window = raster.round_rect_mask(w, h, c.px(radius))
    try:
        baked = pictures.load(f"king_of_the_dice/{code}.jpg")
        wide, high = baked.get_size()
        if h * wide > w * high:  # a small card shows the middle of the picture
            part = round(high * w / h)
            baked = baked.subsurface(((wide - part) // 2, 0, part, high))
        else:
            part = round(wide * h / w)
            baked = baked.subsurface((0, (high - part) // 2, wide, part))
        made = raster.clip(pygame.transform.smoothscale(baked, size), window)
    except assets.AssetError as error:
        assets.miss(error)
        made = raster.fill(window, [(0, "king_of_the_dice/window.sky"), (1, "king_of_the_dice/window.sky.low")])
        look = looks().citizens.get(code)
        if look is not None:
            sign = icons.pixels(c, look.icon, max(1, round(min(w, h) * 0.8)), "base/parchment")
            made.blit(sign, sign.get_rect(center=(w // 2, h // 2)))
    edge = raster.round_rect_mask(w, h, c.px(radius), max(1, round(c.scale)))
    made.blit(raster.tint(edge, "base/black", 150), (0, 0))
    return made


def _joker(on: Canvas, cx: float, top: float, size: float, number: str, colour: int | None) -> None:
    w, h = size * 1.75, size * 1.38
    shapes.round_rect(on, cx - w / 2, top, w, h, 8, "king_of_the_dice/card.veil", alpha=225)
    shapes.round_rect(on, cx - w / 2, top, w, h, 8, "base/gold", alpha=200, border=1)
    pieces.mini_die(on, cx, top + h / 2, size, number, colour)


def face(c: Canvas, code: str, name: str, words: str, number: int, colour: int, marks: Marks = ()) -> pygame.Surface:
    """Return a citizen of the market with an empty strip for its condition; ``number`` and ``colour``: of its joker.
    ``marks``: words of the text that are explained."""
    key = _find_face_key(c, code, name, words, number, colour, marks)
    return c.cache.get(key, lambda: make_whole(_face(c, code, name, words, number, colour, marks)))


def plan_face(c: Canvas, code: str, name: str, words: str, number: int, colour: int, marks: Marks = ()) -> None:
    """Plan to render the picture of :func:`face` soon."""
    key = _find_face_key(c, code, name, words, number, colour, marks)
    c.cache.plan_steps(key, lambda: _face(c, code, name, words, number, colour, marks))


def _find_face_key(
    c: Canvas, code: str, name: str, words: str, number: int, colour: int, marks: Marks
) -> tuple[object, ...]:
    return ("dice card", code, name, words, number, colour, c.text_scale, c.scale, marks)


def _face(c: Canvas, code: str, name: str, words: str, number: int, colour: int, marks: Marks) -> Steps:
    made = raster.make_card(c.px(W), c.px(H), 11, c.scale, EDGE, _frame(code))
    on = c.on(made, (0.0, 0.0))
    yield
    i = 8.0
    _picture(c, made, code, on.rect(i, i, W - 2 * i, PICTURE_H), 6)
    yield
    _joker(on, W / 2, 3, 26, str(number), colour)
    y = i + PICTURE_H - 12
    shapes.box_shadow(on, 3, y, W - 6, 26, 5, "lying")
    shapes.gradient_box(
        on,
        3,
        y,
        W - 6,
        26,
        5,
        ((0, "king_of_the_dice/plate.high"), (0.5, "king_of_the_dice/plate"), (1, "king_of_the_dice/plate.low")),
    )
    shapes.round_rect(on, 3, y, W - 6, 26, 5, "base/gold", alpha=220, border=1)
    text.draw(on, name, W / 2, y + 13, "heading", "base/gold.high", "cm", max_w=W - 18, shadow=True, fixed=True)
    yield
    top = y + 26
    box = on.rect(i, top, W - 2 * i, H - i - top)
    made.blit(shapes.parchment(c, box.w, box.h, c.px(6)), box)
    yield
    room = STRIP[1] - top - 7
    size = 14.0 * c.text_scale
    while size > 9 and text.paragraph_height(c, words, W - 32, text.Font("sans", size), line=1.1, fixed=True) > room:
        size -= 0.5
    font = text.limit(text.Font("sans", size), room, whole=True)
    tall = text.paragraph_height(c, words, W - 32, font, line=1.1, fixed=True)
    text_top = top + 2 + max(0.0, (room - tall) / 2)
    strokes.draw_glossary_text(on, words, (16, text_top, W - 32), font, marks, line=1.1, align="c")
    text.paragraph(
        on, words, 16, text_top, W - 32, font, "king_of_the_dice/card.text", "c",
        line=1.1, fixed=True, bold_colour="king_of_the_dice/card.text.strong",
    )  # fmt: skip
    x, y, w, h = STRIP
    shapes.round_rect(on, x, y, w, h, 6, "king_of_the_dice/plate.high", alpha=46)
    return made


def small(
    c: Canvas, code: str, number: int, colour: int, w: float = SMALL[0], *, crowded: bool = False
) -> pygame.Surface:
    """Return a citizen as it lies before its owner: picture and joker, which moves to the left edge if ``crowded``."""
    key = _find_small_key(c, code, number, colour, w, crowded)
    return c.cache.get(key, lambda: make_whole(_small(c, code, number, colour, w, crowded)))


def plan_small(c: Canvas, code: str, number: int, colour: int, w: float) -> None:
    """Plan to render the picture of :func:`small` soon."""
    key = _find_small_key(c, code, number, colour, w, False)
    c.cache.plan_steps(key, lambda: _small(c, code, number, colour, w, False))


def _find_small_key(c: Canvas, code: str, number: int, colour: int, w: float, crowded: bool) -> tuple[object, ...]:
    return ("dice small card", code, number, colour, round(w * c.scale), crowded)


def _small(c: Canvas, code: str, number: int, colour: int, w: float, crowded: bool) -> Steps:
    h = w * SMALL[1] / SMALL[0]
    made = raster.make_card(c.px(w), c.px(h), 7, c.scale, EDGE, _frame(code))
    yield
    on = c.on(made, (0.0, 0.0))
    i = max(4.0, w * 0.075)
    _picture(c, made, code, on.rect(i, i, w - 2 * i, h - 2 * i), 4)
    yield
    if crowded:
        pieces.mini_die(on, w * 0.2, w * 0.2, w * 0.27, str(number), colour)
    else:
        _joker(on, w / 2, 2.5, w * 0.30, str(number), colour)
    return made


def back(c: Canvas, w: float = SMALL[0], h: float | None = None, *, super_joker: bool = True) -> pygame.Surface:
    """Return a citizen face down: a super joker, or the back of a pile."""
    tall = w * SMALL[1] / SMALL[0] if h is None else h
    key = ("dice card back", round(w * c.scale), round(tall * c.scale), super_joker)

    def make() -> pygame.Surface:
        wide, high = c.px(w), c.px(tall)
        frame = ("king_of_the_dice/pile.high", "king_of_the_dice/pile.low")
        made = raster.make_card(wide, high, 7 if w < 120 else 11, c.scale, EDGE, frame)
        i = c.px(max(4.0, w * 0.065))
        inner = raster.round_rect_mask(wide - 2 * i, high - 2 * i, c.px(4))
        made.blit(raster.fill(inner, [(0, BACK[0]), (1, BACK[1])], 25), (i, i))
        lattice = raster.blank_mask(inner.get_width(), inner.get_height())
        step = max(5, c.px(w * 0.2))
        for n in range(-high // step - 1, wide // step + high // step + 2):
            for slope in (1, -1):
                start = (n * step, 0)
                pygame.draw.aaline(lattice, raster.SOLID, start, (n * step + slope * high, high))
        lattice = raster.tint(lattice, "base/gold.high", 52)
        lattice.blit(inner, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        made.blit(lattice, (i, i))
        on = c.on(made, (0.0, 0.0))
        r = w * 0.26
        stops = ((0.0, "king_of_the_dice/pile.top.high"), (1.0, "king_of_the_dice/pile.top.low"))
        shapes.outline(on, "circle", w / 2, tall / 2 + w * 0.06, r, stops, rim="base/gold", rim_w=1.2)
        icons.draw(on, "perspective-dice-six-faces-random", w / 2, tall / 2 + w * 0.06, r * 1.25, "base/gold.high")
        if super_joker:
            _joker(on, w / 2, 2.5, w * 0.30, "?", None)
        return made

    return c.cache.get(key, make)
