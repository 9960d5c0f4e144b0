"""Baked pictures as the theme wants them: themselves, a line pattern in place of a ground, or left out."""

from __future__ import annotations

import pygame

from sprites.base import assets, hatching, theme


def load(name: str, needed: tuple[int, int] | None = None) -> pygame.Surface:
    """Load a picture as :func:`sprites.base.assets.picture` does, or what the theme puts in its place.

    Raises AssetError for a missing or damaged picture, and LeftOut for one that the theme does not show.
    """
    pattern = theme.find_hatching(name)
    if pattern == theme.BAKED:
        return assets.picture(name, needed)
    if pattern:
        return hatching.make_tile(pattern)
    if theme.is_flat():
        raise assets.LeftOut(f"the theme does not show {name}")
    return assets.picture(name, needed)
