"""What the first screen shows, ready to be shown: smaller copies of large pictures, and its table with the lamp on."""

from __future__ import annotations

import pygame
from noise import ART
from PIL import Image

from sprites.base import backdrop
from sprites.base.canvas import Canvas

SMALLER = {
    "wood.jpg": (1600, 900),
    "covers/king_of_12.jpg": (372, 559),
    "covers/king_of_the_dice.jpg": (372, 559),
    "covers/legends.jpg": (372, 559),
    "covers/tash_kalar.jpg": (372, 559),
}
"""Picture → the size of its copy. The name of the copy says its size, and that is how it is found."""


def write() -> None:
    """Make the copies of the pictures as they are now."""
    for name, size in SMALLER.items():
        stem, _, kind = name.rpartition(".")
        made = ART / f"{stem}.{size[0]}x{size[1]}.{kind}"
        with Image.open(ART / name) as whole:
            whole.resize(size, Image.Resampling.BOX).save(made, quality=82, subsampling=2, optimize=True)
        print(f"{made.relative_to(ART)}: {made.stat().st_size // 1024} KB")
    table()


def table() -> None:
    """The table of the title, lit by the game itself."""
    pygame.display.init()
    surface = pygame.display.set_mode(backdrop.TITLE)
    shown = pygame.image.tobytes(backdrop.lit(Canvas(surface), "title"), "RGB")
    made = ART / "title.jpg"
    Image.frombytes("RGB", backdrop.TITLE, shown).save(made, quality=82, subsampling=2, optimize=True)
    print(f"{made.name}: {made.stat().st_size // 1024} KB")
