"""Small things for the covers: wooden dice, and the round pieces of the arena."""

import math

import numpy as np
import pygame
from numerals import FONT
from PIL import Image, ImageDraw, ImageFont
from raster import Array, blur, grow, light_disc, mask, paste, ramp, relief, rgb

FINE = 3
LIGHT = np.array([-0.52, 0.60, 0.61]) / np.linalg.norm([-0.52, 0.60, 0.61])
COLOURS = {
    "r": ("#c23f2a", "#7c1f12", "diamond"),
    "g": ("#4c8f3c", "#27561d", "disc"),
    "b": ("#2f6fb0", "#163f6c", "square"),
}
PLAYERS = (
    ("#ee8265", "#c8442b", "#7a2115", "lion", "#fff6df"),
    ("#78aee6", "#2d6cb5", "#173c6e", "griffin-symbol", "#fff6df"),
    ("#f9dc84", "#e2ad2c", "#8f6510", "sun", "#4a2c05"),
)


def _turn(tilt: float, spin: float) -> Array:
    c, s = math.cos(-tilt), math.sin(-tilt)
    x = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    c, s = math.cos(spin), math.sin(spin)
    return np.asarray(x @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), np.float32)


def _plate(number: int, kind: str, px: int) -> Image.Image:
    base, low, shape = COLOURS[kind]
    image = Image.new("RGBA", (px, px), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for grown, colour in ((0.02, low), (0.0, base)):
        r = px * ({"diamond": 0.415, "disc": 0.44, "square": 0.475}[shape] + grown)
        m = px / 2
        if shape == "disc":
            draw.ellipse((m - r * 0.96, m - r * 0.96, m + r * 0.96, m + r * 0.96), fill=colour)
        elif shape == "square":
            draw.rounded_rectangle((m - r * 0.86, m - r * 0.86, m + r * 0.86, m + r * 0.86), px * 0.1, fill=colour)
        else:
            r *= 1.16
            draw.polygon([(m, m - r), (m + r, m), (m, m + r), (m - r, m)], fill=colour)
    font = ImageFont.truetype(str(FONT), int(px * 0.62))
    draw.text((px / 2 + px * 0.012, px / 2 + px * 0.02), str(number), low, font, anchor="mm")
    draw.text((px / 2, px / 2), str(number), "#fff6e2", font, anchor="mm")
    return image


def _warp(image: Image.Image, corners: Array, size: int) -> Image.Image:
    """Return the image with its corners (top left, top right, bottom right, bottom left) moved to ``corners``."""
    n = image.size[0]
    rows, right = [], []
    for (u, v), (x, y) in zip(((0, 0), (n, 0), (n, n), (0, n)), corners, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    table = np.linalg.solve(np.array(rows, float), np.array(right, float))
    return image.transform((size, size), Image.Transform.PERSPECTIVE, tuple(table), Image.Resampling.BICUBIC)


def _hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    ordered = sorted(set(points))

    def half(path: list[tuple[float, float]]) -> list[tuple[float, float]]:
        out: list[tuple[float, float]] = []
        for p in path:
            while (
                len(out) >= 2
                and (out[-1][0] - out[-2][0]) * (p[1] - out[-2][1]) - (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0])
                <= 0
            ):
                out.pop()
            out.append(p)
        return out[:-1]

    return half(ordered) + half(ordered[::-1])


def die(
    target: Array,
    number: int,
    kind: str,
    cx: float,
    cy: float,
    size: float,
    spin: float,
    sides: tuple[tuple[int, str], ...],
) -> None:
    """Draw a wooden cube with rounded edges and its shadow onto ``target``, ``size`` pixels wide, at pixel cx, cy."""
    side = round(size * 1.6) * FINE
    turn, eye, half = _turn(0.5, spin), 6.5, size * FINE * 0.5

    def project(p: Array) -> Array:
        q = np.asarray(p, np.float32) @ turn.T
        k = eye / (eye - q[..., 2]) * half * 0.92
        return np.stack([side / 2 + q[..., 0] * k, side / 2 - q[..., 1] * k], -1)

    ball, rim = 0.26, []
    for corner in np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32) * (1 - ball):
        px, py = project(corner)
        r = ball * half * 0.92 * eye / (eye - (corner @ turn.T)[2])
        rim += [
            (float(px + r * math.cos(t * math.pi / 24)), float(py + r * math.sin(t * math.pi / 24))) for t in range(48)
        ]
    outline_image = Image.new("L", (side, side), 0)
    ImageDraw.Draw(outline_image).polygon(_hull(rim), fill=255)
    outline = np.asarray(outline_image, np.float32) / 255
    light_wood, dark_wood = rgb("#f0dcb2"), rgb("#8a6237")
    colours = np.ones((side, side, 3), np.float32) * (dark_wood * 0.38 + light_wood * 0.62)
    faces = (
        ((0, 0, 1), (1, 0, 0), (0, 1, 0), (number, kind)),
        ((0, -1, 0), (1, 0, 0), (0, 0, 1), sides[0]),
        ((1, 0, 0), (0, 1, 0), (0, 0, 1), sides[1]),
        ((-1, 0, 0), (0, -1, 0), (0, 0, 1), sides[2]),
        ((0, 1, 0), (-1, 0, 0), (0, 0, 1), sides[3]),
    )
    seen = []
    for n, u, v, label in faces:
        normal, across, up = (np.array(a, np.float32) for a in (n, u, v))
        out = turn @ normal
        if out @ (np.array([0, 0, eye]) - out) > 0:
            seen.append((float(out[2]), normal, across, up, label, max(0.0, float(out @ LIGHT))))
    seen.sort(key=lambda entry: entry[0])
    panels = Image.fromarray(colours.astype(np.uint8))
    draw = ImageDraw.Draw(panels)
    for _, normal, across, up, _, lit in seen:
        k, r = 0.86, 0.30
        ring = [
            normal
            + across * (sx * (k - r) + r * math.cos(math.radians(a)))
            + up * (sy * (k - r) + r * math.sin(math.radians(a)))
            for sx, sy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
            for a in range(start, start + 91, 10)
        ]
        share = min(1.0, 0.18 + 0.86 * lit)
        colour = tuple(int(c) for c in dark_wood * (1 - share) + light_wood * share)
        draw.polygon([tuple(p) for p in project(np.array(ring)).tolist()], fill=colour)
    shaded = np.asarray(panels, np.float32)
    colours = np.stack([blur(shaded[..., c], side * 0.009) for c in range(3)], -1)
    yy, xx = np.mgrid[0:side, 0:side].astype(np.float32) / side
    for x, y, r, tone, alpha in ((0.32, 0.26, 0.34, "#fffaf0", 110), (0.74, 0.86, 0.40, "#5a3a1c", 120)):
        t = np.clip(1 - np.hypot(xx - x, yy - y) / r, 0, 1) ** 1.5 * alpha / 255
        colours += (rgb(tone) - colours) * t[..., None]
    for _, normal, across, up, label, lit in seen:
        signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
        corners = project(np.array([normal + sx * across * 0.8 + sy * up * 0.8 for sx, sy in signs]))
        plate = np.asarray(_warp(_plate(*label, 256), corners, side), np.float32)
        bright = 1.0 if turn[2] @ normal > 0.5 else 0.62 + 0.46 * lit
        colours += (np.clip(plate[..., :3] * bright, 0, 255) - colours) * plate[..., 3:] / 255
    small = round(size * 1.6)
    cover = outline.reshape(small, FINE, small, FINE).mean((1, 3))
    shown = (colours * outline[..., None]).reshape(small, FINE, small, FINE, 3).sum((1, 3)) / np.maximum(
        outline.reshape(small, FINE, small, FINE).sum((1, 3)), 1e-3
    )[..., None]
    paste(target, np.zeros(3, np.float32), blur(cover, size * 0.06), cx + size * 0.06, cy + size * 0.10, 0.7)
    paste(target, shown.astype(np.float32), cover, cx, cy)


def _star(size: int, r: float, points: int, inner: float, turn: float = 0.0) -> Array:
    image = Image.new("L", (size * 4, size * 4), 0)
    m = size * 2
    path = []
    for k in range(points * 2):
        reach = r * 4 * (1 if k % 2 == 0 else inner)
        a = turn + k * math.pi / points
        path.append((m + reach * math.cos(a), m + reach * math.sin(a)))
    ImageDraw.Draw(image).polygon(path, fill=255)
    return np.asarray(image.resize((size, size), Image.Resampling.BOX), np.float32) / 255


def _disc(size: int, r: float) -> Array:
    yy, xx = np.mgrid[0:size, 0:size].astype(np.float32) - (size - 1) / 2
    return np.clip(r - np.hypot(xx, yy) + 0.5, 0, 1)


def _shade(size: int, r: float, *names: str) -> Array:
    yy, xx = np.mgrid[0:size, 0:size].astype(np.float32) - size / 2
    t = np.clip(((yy * 0.9 + xx * 0.35) / (1.25 * r)) * 0.5 + 0.5, 0, 1)
    return ramp(t, names)


def piece(target: Array, who: int, rank: str, cx: float, cy: float, k: float) -> None:
    """Draw a piece of the arena onto ``target`` in place: ``heroic`` with a scalloped rim, ``legendary`` on a star;
    ``who``: its player; ``k``: pixels per unit."""
    high, base, low, icon, ink = PLAYERS[who]
    legendary = rank == "legendary"
    r = (30 if legendary else 25.5) * k
    size = round(r * 2.6)
    star = _star(size, r, 8, 0.76, math.pi / 8) if legendary else _star(size, r, 16, 0.93)
    if legendary:
        light_disc(target, cx, cy, r * 1.7, rgb("#ffd77a"), 0.55)
    paste(target, np.zeros(3, np.float32), blur(star, 4 * k), cx, cy + 6 * k, 0.75)
    paste(target, rgb("#3a230b"), star, cx, cy + 4.5 * k)
    paste(target, _shade(size, r, "#fff3c4", "#e2ac46", "#8a5a18"), star, cx, cy)
    if legendary:
        paste(target, rgb("#fff0bd"), _disc(size, r * 0.70), cx, cy)
        paste(target, _shade(size, r, "#24101a", low), _disc(size, r * 0.70 - 1.3 * k), cx, cy)
        px = round(r * 0.80)
        paste(target, _shade(px, px / 2, "#fff3c4", "#e9b552"), mask(icon, px), cx, cy + 2.5 * k)
        px = round(r * 0.62)
        crown = np.pad(mask("crown", px), px // 4)
        paste(target, rgb("#3a2206"), grow(crown, 1.3 * k), cx, cy - r * 0.66)
        shape = mask("crown", px)
        paste(target, relief(shape, rgb("#fffbe6"), rgb("#f0c25a")), shape, cx, cy - r * 0.66)
        return
    paste(target, _shade(size, r, low, high), _disc(size, r * 0.84), cx, cy)
    paste(target, _shade(size, r, high, base, low), _disc(size, r * 0.77), cx, cy)
    px = round(r * 0.92)
    paste(target, rgb(ink), mask(icon, px), cx, cy - 2.5 * k)
    chevron = Image.new("L", (size * 4, size * 4), 0)
    draw = ImageDraw.Draw(chevron)
    for n in (0, 1):
        y = size * 2 + (10.0 + n * 4.2) * k * 4
        draw.line(
            [(size * 2 - 22 * k, y - 11 * k), (size * 2, y), (size * 2 + 22 * k, y - 11 * k)],
            255,
            max(2, round(7.6 * k)),
            "curve",
        )
    lines = np.asarray(chevron.resize((size, size), Image.Resampling.BOX), np.float32) / 255
    paste(target, rgb("#ffe9ad"), lines, cx, cy)


def crystal(target: Array, number: int, cx: float, cy: float, size: float, spin: float) -> None:
    """Draw a twelve-sided die as the game does onto ``target`` in place, with its shadow and the light it throws."""
    from sprites.base import canvas, dodecahedron
    from sprites.king_of_12 import d12

    c = canvas.Canvas(pygame.Surface((1600, 900)))
    drawn = d12.picture(c, size, dodecahedron.pose(number, spin))
    cover = pygame.surfarray.array_alpha(drawn).T.astype(np.float32) / 255
    colours = pygame.surfarray.array3d(drawn).transpose(1, 0, 2).astype(np.float32)
    room = round(size * 0.4)
    soft = blur(np.pad(cover, room), size * 0.07)
    paste(target, np.zeros(3, np.float32), soft, cx + size * 0.07, cy + size * 0.12, 0.72)
    light_disc(target, cx + size * 0.3, cy + size * 0.45, size * 0.42, rgb("#58c8ff"), 0.32, add=True)
    paste(target, colours, cover, cx, cy)
