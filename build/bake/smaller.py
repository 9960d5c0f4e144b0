"""Smaller copies of what the first screen shows: decoding a picture four times as large as needed takes a while."""

from __future__ import annotations

from noise import ART
from PIL import Image

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
