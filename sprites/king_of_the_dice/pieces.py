"""Small things of King of the Dice: flat dice on cards, gems, flames, castles, padlocks. All kept in the cache."""

import math
from collections.abc import Sequence

import pygame

from sprites.base import icons, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.theme import mix, player, rgb
from sprites.king_of_the_dice import wooden_d6

_PLATE = {"diamond": 0.36, "circle": 0.40, "square": 0.41}
FLAME_FRAMES = 8


def mini_die(
    c: Canvas,
    cx: float,
    cy: float,
    size: float,
    number: str = "",
    colour: int | None = None,
    *,
    lit: bool = False,
    wide: float = 1.0,
) -> None:
    """Draw a flat face of a die: a number, a colour with its shape, or both. ``lit``: it has been rolled already."""
    key = ("mini die", round(size * c.scale * 4), number, colour, lit, wide)

    def make() -> pygame.Surface:
        room = size * 0.55
        w = size * wide
        layer = c.layer(w + 2 * room, size + 2 * room)
        on = c.on(layer, (0.0, 0.0))
        x, y = room, room
        if lit:
            shapes.glow_box(on, x - 1, y - 1, w + 2, size + 2, size * 0.25, "glow", 255, reach=size * 0.16)
            shapes.round_rect(on, x - 2, y - 2, w + 4, size + 4, size * 0.26, "king_of_the_dice/lit")
            shapes.round_rect(on, x - 2, y - 2, w + 4, size + 4, size * 0.26, "king_of_the_dice/lit.edge", border=1)
        else:
            shapes.box_shadow(on, x, y, w, size, size * 0.2, "lying")
        shapes.round_rect(on, x, y, w, size, size * 0.2, "king_of_the_dice/die.edge")
        stops = ((0.0, "king_of_the_dice/die.face"), (1.0, "king_of_the_dice/die.face.low"))
        shapes.gradient_box(on, x + 0.7, y + 0.7, w - 1.4, size - 1.4, size * 0.17, stops)
        ink, share = "king_of_the_dice/card.text", 0.70
        if colour is not None:
            look = wooden_d6.look(colour)
            r = size * _PLATE[look.shape]
            fill = ((0.0, look.high), (0.4, look.base), (1.0, look.low))
            shapes.outline(on, look.shape, x + w / 2, y + size / 2, r, fill, rim=look.low, rim_w=0.8)
            ink, share = "king_of_the_dice/die.pip", 0.56
        if number:
            share = share if len(number) == 1 else share * 0.66
            text.draw(
                on,
                number,
                x + w / 2,
                y + size / 2 + 0.2,
                text.Font("black", size * share),
                ink,
                "cm",
                fixed=True,
                max_w=w - 2,
            )
        return layer

    c.blit_centred(c.cache.get(key, make), cx, cy)


def gem(c: Canvas, cx: float, cy: float, r: float, gold: bool = False) -> None:
    """Draw a cut gem: white, or gold."""
    key = ("gem", round(r * c.scale * 8), gold)

    def make() -> pygame.Surface:
        tones = (
            (
                "king_of_the_dice/gem.gold.light",
                "king_of_the_dice/gem.gold",
                "king_of_the_dice/gem.gold.low",
                "king_of_the_dice/gem.gold.edge",
            )
            if gold
            else (
                "king_of_the_dice/gem.white.light",
                "king_of_the_dice/gem.white",
                "king_of_the_dice/gem.white.low",
                "king_of_the_dice/gem.white.edge",
            )
        )
        fine = 4
        side = c.px(r * 3)
        big = raster.empty(side * fine, side * fine)
        k, m = r * c.scale * fine, side * fine / 2
        corners = [(0.0, -1.0), (0.82, -0.42), (0.62, 0.75), (0.0, 1.05), (-0.62, 0.75), (-0.82, -0.42)]
        points = [(m + x * k, m + y * k) for x, y in corners]
        big.fill((*raster.parts(tones[3])[:3], 0))
        pygame.draw.polygon(big, raster.parts(tones[3]), [(m + x * k * 1.16, m + y * k * 1.14) for x, y in corners])
        top = (m - 0.1 * k, m - 0.1 * k)
        for n, share in enumerate((0.95, 0.55, 0.15, 0.1, 0.35, 0.75)):
            tone = raster.parts(mix(tones[2], tones[0], share))
            pygame.draw.polygon(big, tone, [top, points[n], points[(n + 1) % 6]])
        table = [(m + x * k * 0.5 - 0.05 * k, m + y * k * 0.5 - 0.08 * k) for x, y in corners]
        pygame.draw.polygon(big, raster.parts(tones[1]), table)
        pygame.draw.polygon(big, raster.parts(tones[0]), [table[0], table[1], top, table[5]])
        shown = pygame.transform.smoothscale(big, (side, side))
        dark, pad = raster.soft(shown, max(1, c.px(3)), "base/black", 170)
        made = raster.empty(side + 2 * pad, side + 2 * pad)
        made.blit(dark, (round(c.scale), round(2 * c.scale)))
        made.blit(shown, (pad, pad))
        return made

    c.blit_centred(c.cache.get(key, make), cx, cy)


def sparkle(c: Canvas, cx: float, cy: float, r: float, t: float) -> None:
    """Draw a glint that grows and fades while t runs from 0 to 1."""
    strength = math.sin(math.pi * t)
    if strength < 0.05:
        return
    step = max(1, round(strength * 6))
    key = ("sparkle", round(r * c.scale * 4), step)

    def make() -> pygame.Surface:
        side = c.px(r * 2 * step / 6) * 4 + 4
        big = raster.empty(side, side)
        m = side / 2
        for turn in range(4):
            a = turn * math.pi / 2
            b = a + math.pi / 4
            big_point = (m + m * math.cos(a), m + m * math.sin(a))
            left = (m + m * 0.14 * math.cos(b), m + m * 0.14 * math.sin(b))
            right = (m + m * 0.14 * math.cos(a - math.pi / 4), m + m * 0.14 * math.sin(a - math.pi / 4))
            pygame.draw.polygon(big, rgb("king_of_the_dice/flame.core"), [(m, m), left, big_point, right])
        return pygame.transform.smoothscale(big, (side // 4, side // 4))

    c.blit_centred(c.cache.get(key, make), cx, cy)


def flame(c: Canvas, cx: float, cy: float, size: float, frame: int = 0) -> None:
    """Draw a dragon's flame; ``frame`` counts on while it burns."""
    k = frame % FLAME_FRAMES
    key = ("flame", round(size * c.scale * 4), k)

    def make() -> pygame.Surface:
        side = c.px(size * 2)
        made = raster.empty(side, side)
        sway = math.sin(2 * math.pi * k / FLAME_FRAMES)
        light = raster.radial(round(side * (0.9 + 0.06 * sway)), "king_of_the_dice/flame.glow", 1.6)
        light = raster.fade(light, 150)
        made.blit(light, ((side - light.get_width()) // 2, (side - light.get_height()) // 2))
        px = c.px(size)
        shape = icons.mask(c, "flame", px)
        wide = max(2, round(px * (1 - 0.05 * sway)))
        high = max(2, round(px * (1 + 0.09 * math.sin(2 * math.pi * k / FLAME_FRAMES + 1.1))))
        shape = pygame.transform.smoothscale(shape, (wide, high))
        x, y = (side - wide) // 2 + round(0.04 * px * sway), side // 2 + px // 2 - high
        rim = max(1, round(1.3 * c.scale))
        dark = raster.tint(shape, "king_of_the_dice/flame.edge")
        for dx, dy in ((-rim, 0), (rim, 0), (0, -rim), (0, rim)):
            made.blit(dark, (x + dx, y + dy))
        made.blit(
            raster.fill(
                shape,
                (
                    (0, "king_of_the_dice/flame.high"),
                    (0.45, "king_of_the_dice/flame"),
                    (1, "king_of_the_dice/flame.low"),
                ),
            ),
            (x, y),
        )
        return made

    c.blit_centred(c.cache.get(key, make), cx, cy)


def castle(
    c: Canvas, cx: float, cy: float, size: float, colour: int | None, emblem: str = "", *, rise: float = 1.0
) -> None:
    """Draw a castle tile with its owner's rim and badge; without an owner its dark back. ``rise`` 0 … 1 lifts it up."""
    key = ("castle", round(size * c.scale * 4), colour, emblem, c.palette, c.patterns)

    def make() -> pygame.Surface:
        room = size * 0.3
        layer = c.layer(size + 2 * room, size + 2 * room)
        on = c.on(layer, (0.0, 0.0))
        x = y = room
        r = size * 0.2
        shapes.box_shadow(on, x, y, size, size, r, "piece")
        if colour is None:
            stops: Sequence[tuple[float, str]] = (
                (0.0, "king_of_the_dice/slot.high"),
                (0.5, "king_of_the_dice/slot"),
                (1.0, "king_of_the_dice/slot.low"),
            )
        else:
            look = player(colour, c.palette)
            stops = ((0.0, look.high), (0.5, look.base), (1.0, look.low))
        shapes.round_rect(on, x, y, size, size, r, "king_of_the_dice/route.dark")
        edge = max(1.0, size * 0.033)
        shapes.gradient_box(on, x + edge, y + edge, size - 2 * edge, size - 2 * edge, r - edge, stops, angle=30)
        inset = size * 0.1
        inner = size - 2 * inset
        if colour is None:
            dark = ((0.0, "king_of_the_dice/slot.dark.high"), (1.0, "king_of_the_dice/slot.dark.low"))
            shapes.gradient_box(on, x + inset, y + inset, inner, inner, r - inset * 0.7, dark, angle=30)
        else:
            box = on.rect(x + inset, y + inset, inner, inner)
            layer.blit(shapes.parchment(c, box.w, box.h, max(1, c.px(r - inset * 0.7))), box)
        ink = (
            ("king_of_the_dice/slot.high", "king_of_the_dice/slot.ink")
            if colour is None
            else ("king_of_the_dice/slot.known.high", "king_of_the_dice/slot.known.low")
        )
        icons.gradient(on, "medieval-gate", x + size / 2, y + size / 2 - size * 0.01, size * 0.60, ink)
        if colour is not None and size > 26:
            shapes.badge(on, colour, emblem, x + size * 0.90, y + size * 0.12, size * 0.22)
        return layer

    made = c.cache.get(key, make)
    if rise >= 0.999:
        c.blit_centred(made, cx, cy)
        return
    grown = max(0.02, rise)
    scaled = pygame.transform.smoothscale(
        made, (max(1, round(made.get_width() * (0.6 + 0.4 * grown))), max(1, round(made.get_height() * grown)))
    )
    lift = size * 0.5 * (1 - grown)
    c.blit_centred(scaled, cx, cy + lift)


def padlock(c: Canvas, cx: float, cy: float) -> None:
    """Draw the sign on a die that is kept."""
    stops = ((0.0, "king_of_the_dice/lit"), (1.0, "king_of_the_dice/lock.low"))
    shapes.outline(c, "circle", cx, cy, 10, stops, rim="king_of_the_dice/lock.rim", rim_w=1.2, shadow="coin")
    icons.draw(c, "plain-padlock", cx, cy - 0.5, 13, "king_of_the_dice/lock.ink")
