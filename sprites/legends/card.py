"""The cards of Legends: ability on a dark strip, a baked picture, the name, the action on parchment."""

from collections.abc import Sequence

import pygame

from sprites.base import assets, icons, pictures, raster, shapes, text
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.theme import mix
from sprites.legends import pieces as legends_pieces

WIDTH, HEIGHT = 150.0, 158.0
BIG_W, BIG_H = 225.0, 318.0
_LIGHT_INK = "legends/card.veil.text"
"""Ink of texts on dark ground; kinds of cards keep their own colour there."""
_FRAME = ("legends/card.frame", "legends/card.frame.low")
ADJECTIVES = {
    "ancient": ("tree-roots", "legends/kind.ancient"),
    "arcane": ("crystal-shine", "legends/kind.arcane"),
    "cursed": ("death-skull", "legends/kind.cursed"),
    "dire": ("flame", "legends/kind.dire"),
    "forest": ("pine-tree", "legends/kind.forest"),
    "mountain": ("peaks", "legends/kind.mountain"),
    "night": ("moon", "legends/kind.night"),
    "noble": ("queen-crown", "legends/kind.noble"),
}
"""Kind of card → its sign and colour."""

Sign = str
"""One part of a line: "{cube}", "{elixir}", "{coin}", "{kind:night}", "{ICON}", or plain text."""


def _base(w: int, h: int, unit: float) -> pygame.Surface:
    made = raster.tint(raster.round_rect_mask(w, h, 9 * unit), "legends/card.edge")
    edge = max(1, round(1.2 * unit))
    inner = raster.round_rect_mask(w - 2 * edge, h - 2 * edge, 8 * unit)
    made.blit(raster.fill(inner, [(0, _FRAME[0]), (1, _FRAME[1])]), (edge, edge))
    inset = round(3.5 * unit)
    line = raster.round_rect_mask(w - 2 * inset, h - 2 * inset, 6.4 * unit, max(1, round(1.1 * unit)))
    made.blit(raster.tint(line, "base/gold", 235), (inset, inset))
    return made


def _picture(c: Canvas, made: pygame.Surface, code: str, box: pygame.Rect, radius: float) -> None:
    window = raster.round_rect_mask(box.w, box.h, radius)
    try:
        baked = pictures.load(f"legends/{code}.jpg")
        share = box.w / box.h
        w, h = baked.get_size()
        part = pygame.Rect(0, 0, w, round(w / share)) if w / h < share else pygame.Rect(0, 0, round(h * share), h)
        part.center = (w // 2, h // 2)
        shown = pygame.transform.smoothscale(baked.subsurface(part.clip(baked.get_rect())), box.size)
        made.blit(raster.clip(shown, window), box)
    except assets.AssetError as error:
        assets.miss(error)
        made.blit(raster.fill(window, [(0, "legends/window.sky"), (1, "legends/window.sky.low")]), box)
        icon = assets.data("legends/cards.json", dict[str, dict[str, str]]).get(code, {}).get("icon", "")
        if icon:
            sign = icons.pixels(c, icon, max(1, round(min(box.w, box.h) * 0.8)), "base/parchment")
            made.blit(sign, sign.get_rect(center=box.center))
    made.blit(raster.tint(raster.round_rect_mask(box.w, box.h, radius, 1), "base/black", 150), box)


def face(
    c: Canvas, code: str, name: str, kind: str, ability: Sequence[Sign], action: Sequence[Sign], w: float
) -> pygame.Surface:
    """Return a card of the row, ``w`` units wide (150 as designed), kept in the cache; ``kind`` its adjective or ""."""
    return c.cache.get(_key(c, code, name, w), lambda: make_whole(_face(c, code, name, kind, ability, action, w)))


def plan_face(
    c: Canvas, code: str, name: str, kind: str, ability: Sequence[Sign], action: Sequence[Sign], w: float
) -> None:
    """Plan to render the picture of :func:`face` before all that was planned earlier."""
    key = _key(c, code, name, w)
    c.cache.plan_steps(key, lambda: _face(c, code, name, kind, ability, action, w), at_once=True)


def ready(c: Canvas, code: str, name: str, w: float) -> bool:
    """Whether the card of :func:`face` is cached."""
    return c.cache.find(_key(c, code, name, w)) is not None


def _key(c: Canvas, code: str, name: str, w: float) -> tuple[object, ...]:
    return ("legends card", code, name, _size(c, w))


def _size(c: Canvas, w: float) -> int:
    return round(w * c.scale * 4)


def _face(
    c: Canvas, code: str, name: str, kind: str, ability: Sequence[Sign], action: Sequence[Sign], w: float
) -> Steps:
    u = w / WIDTH
    h = HEIGHT * u
    made = _base(c.px(w), c.px(h), c.scale * u)
    on = c.on(made, (0.0, 0.0))
    yield
    i = 7.0 * u
    box = on.rect(i, i, w - 2 * i, h - i - 52 * u)
    _picture(c, made, code, box, 5 * c.scale * u)
    yield
    shapes.round_rect(on, i, i, w - 2 * i, 24 * u, 5 * u, "legends/card.veil", alpha=190)
    line(on, ability, w / 2 + (9 * u if kind else 0), i + 12 * u, 14.5 * u, _LIGHT_INK, w - 2 * i - 30 * u)
    if kind:
        seal(on, kind, i + 12 * u, i + 12 * u, 11.5 * u)
    yield
    top = h - 60 * u
    _plate(on, name, top, w, u)
    yield
    high = h - i - (top + 20 * u)
    place = on.rect(i, top + 21 * u, w - 2 * i, high - u)
    made.blit(shapes.parchment(c, place.w, place.h, c.px(5 * u)), place)
    line(on, action, w / 2, top + 21 * u + high / 2, 19 * u, "legends/card.text", w - 2 * i - 8 * u)
    return made


def _plate(on: Canvas, name: str, top: float, w: float, u: float) -> None:
    shapes.box_shadow(on, 3 * u, top, w - 6 * u, 22 * u, 4 * u, "lying")
    shapes.gradient_box(
        on,
        3 * u,
        top,
        w - 6 * u,
        22 * u,
        4 * u,
        ((0, "legends/plate.high"), (0.5, "legends/plate"), (1, "legends/plate.low")),
    )
    shapes.round_rect(on, 3 * u, top, w - 6 * u, 22 * u, 4 * u, "base/gold", alpha=210, border=1)
    room = w - 9 * u
    # Small capitals are wide: a long name is set in plain letters sooner than in tiny ones.
    wide = text.width(on, name, text.Font("sc_x", 13 * u), fixed=True) > room
    font = text.Font("sans_bold", 13.5 * u) if wide else text.Font("sc_x", 15 * u)
    text.draw(on, name, w / 2, top + 11 * u, font, "base/gold.high", "cm", max_w=room, shadow=True, fixed=True)


def seal(c: Canvas, kind: str, cx: float, cy: float, r: float) -> None:
    """Draw the sign of a card's kind."""
    icon, colour = ADJECTIVES[kind]
    shapes.outline(
        c,
        "circle",
        cx,
        cy,
        r,
        ((0, "legends/seal.high"), (1, "legends/seal.low")),
        rim="base/gold",
        rim_w=max(0.8, r * 0.1),
    )
    icons.draw(c, icon, cx, cy, r * 1.25, colour)


def preview(
    c: Canvas,
    code: str,
    name: str,
    kind: str,
    ability: Sequence[Sign],
    action: Sequence[Sign],
    ability_words: str,
    action_words: str,
) -> pygame.Surface:
    """Return the card enlarged, with its ability and its action in words; kept in the cache."""
    key = ("legends preview", code, name, ability_words, action_words, c.text_scale)

    def make() -> pygame.Surface:
        u = 1.5
        w, h = BIG_W, BIG_H
        made = _base(c.px(w), c.px(h), c.scale * u)
        on = c.on(made, (0.0, 0.0))
        i = 10.0
        _picture(c, made, code, on.rect(i, i, w - 2 * i, 122), 7 * c.scale)
        shapes.round_rect(on, i, i, w - 2 * i, 33, 7, "legends/card.veil", alpha=190)
        line(on, ability, w / 2 + (13 if kind else 0), i + 16.5, 21, _LIGHT_INK, w - 2 * i - 44)
        if kind:
            seal(on, kind, i + 18, i + 16.5, 16)
        place = on.rect(i, 124, w - 2 * i, h - 124 - i)
        made.blit(shapes.parchment(c, place.w, place.h, c.px(7)), place)
        _plate(on, name, 112, w, u)
        shapes.rule(on, i + 20, 210, w - 2 * i - 40, colour="legends/card.rule", ornament=False)
        line(on, action, w / 2, 233, 25, "legends/card.text", w - 2 * i - 12)
        room, ink, bold = w - 2 * i - 20, "legends/card.text", "legends/card.text.strong"
        for words, middle, most in ((ability_words, 178, 54), (action_words, 276, 46)):
            font = text.fit(c, words, room, most, "body", 1.15, whole=True)
            top = middle - text.paragraph_height(c, words, room, font, line=1.15) / 2
            text.paragraph(on, words, i + 10, top, room, font, ink, "c", line=1.15, bold_colour=bold)
        return made

    return c.cache.get(key, make)


def tile(c: Canvas, code: str, sign: Sequence[Sign], w: float) -> pygame.Surface:
    """Return the small card that lies before its owner: picture and ability, 1.5 times as high as wide; kept in the
    cache."""
    return c.cache.get(_tile_key(c, code, w), lambda: make_whole(_tile(c, code, sign, w)))


def plan_tile(c: Canvas, code: str, sign: Sequence[Sign], w: float) -> None:
    """Plan to render the picture of :func:`tile` soon."""
    c.cache.plan_steps(_tile_key(c, code, w), lambda: _tile(c, code, sign, w))


def _tile_key(c: Canvas, code: str, w: float) -> tuple[object, ...]:
    return ("legends tile", code, _size(c, w))


def _tile(c: Canvas, code: str, sign: Sequence[Sign], w: float) -> Steps:
    u = w / 54
    made = _base(c.px(w), c.px(w * 1.5), c.scale * 0.62 * u)
    yield
    on = c.on(made, (0.0, 0.0))
    _picture(c, made, code, on.rect(4 * u, 4 * u, w - 8 * u, 50 * u), 3 * c.scale)
    yield
    place = on.rect(4 * u, 54 * u, w - 8 * u, 23 * u)
    made.blit(shapes.parchment(c, place.w, place.h, c.px(3)), place)
    line(on, sign, w / 2, 65.5 * u, 14.5 * u, "legends/card.text", w - 11 * u)
    return made


def back(c: Canvas, w: float) -> pygame.Surface:
    """Return the back of a card: a lattice with an hourglass."""
    key = ("legends back", _size(c, w))

    def make() -> pygame.Surface:
        u = w / 54
        made = raster.tint(raster.round_rect_mask(c.px(w), c.px(w * 1.5), 5 * c.scale * u), "legends/card.edge")
        on = c.on(made, (0.0, 0.0))
        shapes.gradient_box(
            on, u, u, w - 2 * u, w * 1.5 - 2 * u, 5 * u, ((0, "legends/back.high"), (1, "legends/back.low"))
        )
        shapes.round_rect(on, 4 * u, 4 * u, w - 8 * u, w * 1.5 - 8 * u, 3 * u, "base/gold", alpha=150, border=1)
        shapes.outline(
            on,
            "diamond",
            w / 2,
            w * 0.75,
            w * 0.26,
            ((0, "legends/back.sign.high"), (1, "legends/back.sign.low")),
            rim="base/gold",
            rim_w=u,
        )
        icons.draw(on, "sands-of-time", w / 2, w * 0.75, w * 0.26, "base/gold.high")
        return made

    return c.cache.get(key, make)


def line(c: Canvas, signs: Sequence[Sign], cx: float, cy: float, size: float, ink: str, room: float) -> None:
    """Draw signs and numbers in one line around a centre, made smaller until they fit ``room`` units."""
    gap = size * 0.24
    widths = [_wide(c, sign, size) for sign in signs]
    while size > 6 and sum(widths) + gap * (len(signs) - 1) > room:
        size -= 0.5
        gap = size * 0.24
        widths = [_wide(c, sign, size) for sign in signs]
    if c.least_text and sum(widths) + gap * (len(signs) - 1) > room:  # numbers stay large, so they have no room here
        signs = [sign for sign in signs if sign.startswith("{")] or signs
        widths = [_wide(c, sign, size) for sign in signs]
    total = sum(widths) + gap * (len(signs) - 1)
    x = cx - total / 2
    for sign, wide in zip(signs, widths, strict=True):
        _sign(c, sign, x + wide / 2, cy, size, ink)
        x += wide + gap


def _wide(c: Canvas, sign: Sign, size: float) -> float:
    return size * 1.12 if sign.startswith("{") else text.width(c, sign, text.Font("serif_x", size * 0.98), fixed=True)


def _sign(c: Canvas, sign: Sign, x: float, y: float, size: float, ink: str) -> None:
    if not sign.startswith("{"):
        text.draw(c, sign, x, y, text.Font("serif_x", size * 0.98), ink, "cm", fixed=True)
        return
    name = sign[1:-1]
    if name == "cube":
        legends_pieces.draw_cube(c, x, y, None, "", size * 0.5)
    elif name == "elixir":
        legends_pieces.elixir(c, x, y, size * 1.14)
    elif name == "coin":
        shapes.coin(c, x, y, size * 0.54, "1", "silver")
    elif name.startswith("kind:"):
        icon, colour = ADJECTIVES[name[5:]]
        icons.draw(c, icon, x, y, size * 1.14, colour if ink == _LIGHT_INK else mix(colour, "legends/kind.ink", 0.72))
    else:
        icons.draw(c, name, x, y, size * 1.14, ink)
