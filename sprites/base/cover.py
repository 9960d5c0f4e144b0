"""Title screen art: game boxes, the logo in gold, its crowns."""

import math
from functools import partial

import pygame

from sprites.base import assets, icons, pictures, raster, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.theme import mix

WIDTH, HEIGHT, DEPTH = 330.0, 486.0, 11.0
"""The front of a box and how deep it looks, in units."""
_INSET = 10.0


def cover(
    c: Canvas,
    game_id: str,
    title: str,
    subtitle: str,
    players_text: str,
    minutes_text: str,
    *,
    colour: str,
    picture: str,
    lit: bool = False,
) -> pygame.Surface:
    """Return a game's box, 341 × 497 units with its depth, kept in the cache.

    ``colour`` of the box and ``picture`` on it (below ``art``) are the game's own; ``lit`` gives it a gold rim. A "|"
    in the title breaks it into two lines.
    """
    key = ("cover", game_id, title, subtitle, players_text, minutes_text, lit, c.text_scale)
    words = (title, subtitle, players_text, minutes_text)
    return c.cache.get(key, lambda: _cover(c, colour, picture, words, lit))


def _cover(c: Canvas, colour: str, picture: str, words: tuple[str, str, str, str], lit: bool) -> pygame.Surface:
    w, h, d = WIDTH, HEIGHT, DEPTH
    made = c.layer(w + d, h + d)
    on = c.on(made, (0.0, 0.0))
    _depth(c, made, colour)
    shapes.round_rect(on, 0, 0, w, h, 8, "base/cover.ground")
    shapes.gradient_box(
        on, 1.5, 1.5, w - 3, h - 3, 7, ((0, mix(colour, "base/white", 0.12)), (1, mix(colour, "base/black", 0.45)))
    )
    box = on.rect(_INSET, _INSET, w - 2 * _INSET, h - 2 * _INSET)
    # The common part of all boxes is cached.
    window = c.cache.get(("cover window", box.size), lambda: raster.round_rect_mask(box.w, box.h, c.px(4)))
    shown = raster.native(_picture(picture, colour, box.size))
    dark = c.px(216)
    shade = [(share, theme.colour("base/cover.shade", alpha)) for share, alpha in ((0, 0), (0.55, 215), (1, 248))]
    shown.blit(
        c.cache.get(("cover shade", box.w, dark), lambda: raster.gradient(box.w, dark, shade)), (0, box.h - dark)
    )
    made.blit(raster.clip(shown, window), box)
    shapes.round_rect(on, _INSET, _INSET, w - 2 * _INSET, h - 2 * _INSET, 4, "base/gold", alpha=230, border=1.4)
    shapes.round_rect(
        on, _INSET + 4, _INSET + 4, w - 2 * _INSET - 8, h - 2 * _INSET - 8, 3, "base/gold", alpha=90, border=1
    )
    _words(c, on, *words)
    made.blit(c.cache.get(("cover shine", c.px(w), c.px(h * 0.5)), lambda: _shine(c)), (0, 0))
    if lit:
        shapes.round_rect(on, 0, 0, w, h, 9, "base/gold.high", border=2.4)
    return made


def _picture(name: str, colour: str, size: tuple[int, int]) -> pygame.Surface:
    """Return the picture of the box; a gradient of its colour when there is none."""
    if name:
        try:
            return pygame.transform.smoothscale(pictures.load(name, size), size)
        except assets.AssetError as error:
            assets.miss(error)
    return raster.gradient(*size, ((0, mix(colour, "base/white", 0.2)), (1, mix(colour, "base/black", 0.6))))


def _shine(c: Canvas) -> pygame.Surface:
    """Light from above on the upper half of a box."""
    light = raster.gradient(
        c.px(WIDTH), c.px(HEIGHT * 0.5), ((0, theme.colour("base/white", 34)), (1, theme.colour("base/white", 0))), 35
    )
    return raster.clip(light, raster.round_rect_mask(*light.get_size(), c.px(8)))


def _depth(c: Canvas, made: pygame.Surface, colour: str) -> None:
    """Draw the right and lower sides of the box."""
    w, h, d, s = WIDTH, HEIGHT, DEPTH, c.scale
    wide, high = made.get_size()
    for share, points in (
        (0.62, ((w - 6, 5), (w + d - 2, d + 5), (w + d - 2, h + d - 5), (w - 8, h - 2))),
        (0.75, ((6, h - 6), (w - 4, h - 6), (w + d - 2, h + d - 5), (w + d - 7, h + d - 1), (d + 5, h + d - 1))),
    ):
        corners = [(x * s, y * s) for x, y in points]
        left, top = int(min(x for x, _ in corners)), int(min(y for _, y in corners))
        inner = tuple((x - left, y - top) for x, y in corners)
        make = partial(raster.polygon_mask, wide - left, high - top, inner, raster.find_fineness(wide, high))
        shape = c.cache.get(("cover side", corners[0], inner), make)
        made.blit(raster.tint(shape, mix(colour, "base/black", share)), (left, top))


def _words(c: Canvas, on: Canvas, title: str, subtitle: str, players_text: str, minutes_text: str) -> None:
    w, h = WIDTH, HEIGHT
    room = w - 2 * _INSET - 24
    lines = title.split("|")
    if len(lines) == 1 and text.width(c, title, "banner", fixed=True) > room and " " in title:
        words = title.split(" ")
        cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) - len(" ".join(words[k:]))))
        lines = [" ".join(words[:cut]), " ".join(words[cut:])]
    size = 35.0 if len(lines) == 1 else 29.0
    while size > 14 and max(text.width(c, line, text.Font("sc_black", size), fixed=True) for line in lines) > room:
        size -= 0.5
    for k, line in enumerate(lines):
        y = h - 112 - (len(lines) - 1 - k) * 31
        wide = text.width(c, line, text.Font("sc_black", size), fixed=True)
        layer = c.layer(wide + 40, size + 40)
        flat = c.on(layer, (w / 2 - wide / 2 - 20, y - size / 2 - 20))
        text.draw(flat, line, w / 2, y, text.Font("sc_black", size), "base/black", "cm", fixed=True)
        dark, pad = raster.soft(layer, c.px(5), "base/black", 230)
        on.surface.blit(dark, (on.x(w / 2 - wide / 2 - 20) - pad, on.y(y - size / 2 - 17) - pad))
        text.draw(
            on,
            line,
            w / 2,
            y,
            text.Font("sc_black", size),
            "base/gold.high",
            "cm",
            gradient=("base/title.high", "base/title", "base/title.low"),
            fixed=True,
        )
    shapes.rule(on, w / 2 - 90, h - 82, 180)
    text.draw(on, subtitle, w / 2, h - 64, "aside", "base/cover.text", "cm", max_w=w - 2 * _INSET - 20)
    parts = [("meeple", players_text), ("sands-of-time", minutes_text)]
    parts = [(icon, label) for icon, label in parts if label]
    total = sum(23 + text.width(c, label, "strong") for _, label in parts) + 18 * (len(parts) - 1)
    x = w / 2 - total / 2
    for icon, label in parts:
        icons.draw(on, icon, x + 9, h - 36, 18, "base/gold")
        x += 23 + text.draw(on, label, x + 23, h - 36, "strong", "base/cover.text", "lm") + 18


def logo(c: Canvas, words: str, cx: float, cy: float, size: float = 92) -> float:
    """Draw the name of the game in gold with a dark rim and a deep shadow; returns its logical width."""
    wide = text.width(c, words, text.Font("sc_black", size), fixed=True)
    room = 40.0

    def make() -> pygame.Surface:
        layer = c.layer(wide + 2 * room, size * 1.3 + 2 * room)
        origin = (-room, -size * 0.65 - room)
        shape = layer.copy()
        text.draw(c.on(shape, origin), words, 0, 0, text.Font("sc_black", size), "base/black", "lm", fixed=True)
        dark, pad = raster.soft(shape, c.px(12), "base/black", 240)
        layer.blit(dark, (-pad, -pad + c.px(7)))
        rim = layer.copy()
        rim.fill(raster.NOTHING)
        text.draw(c.on(rim, origin), words, 0, 0, text.Font("sc_black", size), "base/title.rim", "lm", fixed=True)
        reach = 2.4 * c.scale
        for k in range(24):
            layer.blit(rim, (reach * math.cos(k * math.pi / 12), reach * math.sin(k * math.pi / 12)))
        gold = ("base/title.gold.1", "base/title.gold.2", "base/title.gold.3", "base/title.gold.4", "base/title.gold.5")
        text.draw(
            c.on(layer, origin), words, 0, 0, text.Font("sc_black", size), "base/gold", "lm", gradient=gold, fixed=True
        )
        return layer

    made = c.cache.get(("logo", words, size), make)
    c.surface.blit(made, (c.x(cx - wide / 2 - room), c.y(cy - size * 0.65 - room)))
    return wide


def crown_ornament(c: Canvas, cx: float, cy: float) -> None:
    """Draw a golden crown."""

    def make() -> pygame.Surface:
        px = c.px(54)
        layer = raster.empty(px * 2, px * 2)
        shape = icons.mask(c, "queen-crown", px)
        at = px // 2
        dark, pad = raster.soft(shape, c.px(6), "base/black", 180)
        layer.blit(dark, (at - pad, at - pad + c.px(3)))
        rim, reach = raster.tint(shape, "base/title.rim"), 1.6 * c.scale
        for k in range(20):
            layer.blit(rim, (at + reach * math.cos(k * math.pi / 10), at + reach * math.sin(k * math.pi / 10)))
        layer.blit(raster.tint(shape, "base/title.edge"), (at, at))
        body = raster.fill(shape, ((0, "base/letter.high"), (0.55, "base/letter"), (1, "base/title.low")))
        layer.blit(body, (at + max(1, round(c.scale * 0.8)), at + max(1, round(c.scale * 0.8))))
        return layer

    made = c.cache.get("crown ornament", make)
    c.blit_centred(made, cx, cy)
