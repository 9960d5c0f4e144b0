"""What is seen first, drawn by the game itself: the icon, smaller copies of large pictures, the table of the title.

``python build/bake/bake.py icon`` writes ``sprites/art/icon.png`` (for the window) and ``build/package/icon.ico`` and
``build/package/icon.icns`` (for the executables): the crystal die on a round of walnut with a gold rim, so that the die
on the desktop is the die on the table. ``smaller`` makes what the first screen shows, ready to be shown.
"""

from pathlib import Path

import pygame
from PIL import Image, ImageChops, ImageDraw
from raster import ART

from sprites.base import backdrop, dodecahedron, shapes
from sprites.base.canvas import Canvas
from sprites.king_of_12 import d12

ROOT = Path(__file__).resolve().parents[2]
SIDE = 1024
"""Drawn this large; every size of the icon is a smaller copy."""
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
GOLD = ((246, 220, 154), (140, 100, 38))
RIM = 34
SMALLER = {
    "wood.jpg": (1600, 900),
    "covers/king_of_12.jpg": (372, 559),
    "covers/king_of_the_dice.jpg": (372, 559),
    "covers/legends.jpg": (372, 559),
    "covers/tash_kalar.jpg": (372, 559),
}
"""Picture → the size of its copy. The name of the copy says its size, and that is how it is found."""


def _die() -> Image.Image:
    """Return a picture of the die with its 12 on top, on the wood of the table, without a rim yet."""
    surface = pygame.display.set_mode((round(SIDE * 16 / 9), SIDE))
    c = Canvas(surface)
    surface.blit(backdrop.table(c, "title"), (0, 0))
    shapes.glow(c, 800, 450, 520, alpha=150)
    d12.draw(c, 800, 446, 730, dodecahedron.pose(12, spin=-0.08))
    left = (surface.get_width() - SIDE) // 2
    square = surface.subsurface((left, 0, SIDE, SIDE))
    return Image.frombytes("RGB", (SIDE, SIDE), pygame.image.tobytes(square, "RGB"))


def _disc(inset: int) -> Image.Image:
    """The mask of a disc, four times oversampled."""
    big = Image.new("L", (SIDE * 4, SIDE * 4))
    ImageDraw.Draw(big).ellipse((inset * 4, inset * 4, (SIDE - inset) * 4 - 1, (SIDE - inset) * 4 - 1), fill=255)
    return big.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def _rim() -> Image.Image:
    """Gold, light above and dark below."""
    column = Image.new("RGB", (1, SIDE))
    for y in range(SIDE):
        t = y / (SIDE - 1)
        column.putpixel((0, y), tuple(round(a + (b - a) * t) for a, b in zip(*GOLD, strict=True)))
    return column.resize((SIDE, SIDE))


def write_icon() -> None:
    """Write the three icon files."""
    pygame.display.init()
    try:
        picture = _die()
    finally:
        pygame.display.quit()
    outer, inner = _disc(8), _disc(8 + RIM)
    picture.paste(_rim(), mask=ImageChops.subtract(outer, inner))
    picture.putalpha(outer)
    small = picture.resize((256, 256), Image.Resampling.LANCZOS)
    small.save(ROOT / "sprites" / "art" / "icon.png", optimize=True)
    picture.save(ROOT / "build" / "package" / "icon.ico", sizes=[(n, n) for n in ICO_SIZES])
    picture.save(ROOT / "build" / "package" / "icon.icns")


def write_smaller() -> None:
    """Write smaller copies of large pictures, and the picture of the title's table."""
    for name, size in SMALLER.items():
        stem, _, kind = name.rpartition(".")
        made = ART / f"{stem}.{size[0]}x{size[1]}.{kind}"
        with Image.open(ART / name) as whole:
            _save(whole.resize(size, Image.Resampling.BOX), made)
    pygame.display.init()
    surface = pygame.display.set_mode(backdrop.TITLE)
    shown = pygame.image.tobytes(backdrop.lit(Canvas(surface), "title"), "RGB")
    _save(Image.frombytes("RGB", backdrop.TITLE, shown), ART / "title.jpg")


def _save(picture: Image.Image, path: Path) -> None:
    picture.save(path, quality=82, subsampling=2, optimize=True)
    print(f"{path.relative_to(ART)}: {path.stat().st_size // 1024} KB")
