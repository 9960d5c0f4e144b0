"""Draw the tiles of Legends' maps: ``python build/bake/maps/tiles.py`` writes the two pictures of the tile sets.

Flat colours with a light and a dark edge and a small emblem; ours. Needs Pillow.
"""

import json
import math
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parents[3]
MAPS = ROOT / "maps" / "legends"
PLAN = json.loads(Path(__file__).with_name("legends.json").read_text("utf-8"))
W, H, SIDE = PLAN["tile_width"], PLAN["tile_height"], PLAN["side"]
FINE = 8
"""How many times larger tiles are drawn before they are scaled down."""

COLOURS = {
    "sea": "#1f6f80", "meadow": "#a3b552", "forest": "#4d7d3b", "mountain": "#9b8f80", "desert": "#d6ac6b",
    "snow": "#cfdae0", "moor": "#66714a", "amethyst": "#8a73ad",
}  # fmt: skip
MARKS = ("#d2503c", "#3d6fc4", "#e0b53a", "#3fa36c", "#9a5bb8", "#e08a3c", "#4fb3c0", "#c45b8f")
Ink = tuple[int, int, int, int]


def colour(text: str, light: float = 1.0, alpha: int = 255) -> Ink:
    """Return ``#rrggbb`` as (red, green, blue, alpha), each of the three times ``light``."""
    red, green, blue = (min(255, int(int(text[k : k + 2], 16) * light)) for k in (1, 3, 5))
    return red, green, blue, alpha


def hexagon(x: float, shrink: float = 0.0) -> list[tuple[float, float]]:
    """Return the corners of the hexagonal tile at offset ``x``; ``shrink``: part by which it is smaller."""
    cut = (H - SIDE) / 2
    corners = [(W / 2, 0), (W, cut), (W, H - cut), (W / 2, H), (0, H - cut), (0, cut)]
    middle = (W / 2, H / 2)
    return [
        ((x + middle[0] + (px - middle[0]) * (1 - shrink)) * FINE, (middle[1] + (py - middle[1]) * (1 - shrink)) * FINE)
        for px, py in corners
    ]


def emblem(draw: ImageDraw.ImageDraw, name: str, x: float, ink: Ink) -> None:
    """Draw the sign of a terrain in the middle of the tile at offset ``x``."""
    cx, cy = (x + W / 2) * FINE, H / 2 * FINE
    u = FINE

    def line(*points: tuple[float, float], width: float = 1.2) -> None:
        draw.line([(cx + px * u, cy + py * u) for px, py in points], fill=ink, width=int(width * u))

    def shape(*points: tuple[float, float]) -> None:
        draw.polygon([(cx + px * u, cy + py * u) for px, py in points], fill=ink)

    if name == "sea":
        for dy in (-3, 4):
            line(*[(dx, dy + math.sin(dx / 2.2) * 1.2) for dx in range(-6, 7)], width=0.8)
    elif name == "meadow":
        for dx in (-5, 0, 5):
            line((dx - 2, -2), (dx, 3), (dx + 2, -2), width=0.9)
    elif name == "forest":
        for dx, dy in ((-5, 1), (4, -2)):
            shape((dx - 4, dy + 4), (dx, dy - 6), (dx + 4, dy + 4))
            line((dx, dy + 4), (dx, dy + 7))
    elif name == "mountain":
        shape((-9, 6), (-2, -7), (5, 6))
        shape((2, 6), (6, -2), (10, 6))
    elif name == "desert":
        line((0, 7), (0, -6))
        line((0, 1), (5, 1), (5, -4))
        line((0, 3), (-5, 3), (-5, -1))
    elif name == "snow":
        for turn in range(3):
            a = math.pi * turn / 3
            line((-7 * math.cos(a), -7 * math.sin(a)), (7 * math.cos(a), 7 * math.sin(a)), width=0.9)
    elif name == "moor":
        line((-7, 5), (7, 5), width=0.9)
        for dx in (-4, 0, 4):
            line((dx, 5), (dx, -5), width=0.8)
            draw.ellipse([cx + (dx - 1.2) * u, cy - 7 * u, cx + (dx + 1.2) * u, cy - 2 * u], fill=ink)
    else:
        shape((-6, 6), (-4, -3), (-1, 6))
        shape((-1, 6), (1, -8), (4, 6))
        shape((4, 6), (6, -2), (8, 6))


def strip(count: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (count * W * FINE, H * FINE), (0, 0, 0, 0))
    return image, ImageDraw.Draw(image)


def terrain() -> Image.Image:
    """Return a picture with the tiles of the sea and the terrains side by side."""
    names = PLAN["terrains"]
    image, draw = strip(len(names))
    for number, name in enumerate(names):
        base = COLOURS[name]
        draw.polygon(hexagon(number * W), fill=colour(base, 1.0 if name == "sea" else 0.82))
        if name != "sea":
            draw.polygon(hexagon(number * W, 0.05), fill=colour(base, 1.12))
        draw.polygon(hexagon(number * W, 0.1), fill=colour(base))
        emblem(draw, name, number * W, colour(base, 1.25 if name == "sea" else 0.66, 90 if name == "sea" else 255))
    return image.resize((len(names) * W, H), Image.Resampling.LANCZOS)


def regions() -> Image.Image:
    """Return a picture with eight tiles, rings with one to eight dots, to paint regions with in Tiled."""
    image, draw = strip(len(MARKS))
    for number, mark in enumerate(MARKS):
        draw.polygon(hexagon(number * W, 0.04), fill=colour(mark, 1.0, 150))
        draw.polygon(hexagon(number * W, 0.22), fill=colour(mark, 1.0, 60))
        for dot in range(number + 1):
            a = 2 * math.pi * dot / (number + 1) - math.pi / 2
            cx = (number * W + W / 2 + 7 * math.cos(a)) * FINE
            cy = (H / 2 + 7 * math.sin(a)) * FINE
            draw.ellipse(
                [cx - 1.8 * FINE, cy - 1.8 * FINE, cx + 1.8 * FINE, cy + 1.8 * FINE], fill=(255, 255, 255, 230)
            )
    return image.resize((len(MARKS) * W, H), Image.Resampling.LANCZOS)


def main() -> None:
    """Write both pictures."""
    terrain().save(MAPS / "terrain.png", optimize=True)
    regions().save(MAPS / "regions.png", optimize=True)


if __name__ == "__main__":
    main()
