"""Finding and reading the files that drawing and sound need, with one clear error when a file is missing.

Drawing never stops because of a missing picture: whoever draws catches :class:`AssetError`, calls :func:`miss` and
paints something plain. The messages collected in :data:`problems` can be shown to the player once.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pygame

HOME = Path(__file__).resolve().parent.parent
"""The folder of all sprites; art, fonts and data lie below it."""

_ICON = re.compile("[a-z0-9_-]{1,60}")
"""Icons have plain names; a path is none, wherever it comes from."""

problems: list[str] = []
"""One line per asset that was asked for and could not be used, in the order of discovery."""


class AssetError(Exception):
    """A picture, font, sound or data file that is missing or damaged; the text names the file."""


def miss(error: AssetError) -> None:
    """Remember a problem for the player; each is remembered once."""
    line = str(error)
    if line not in problems:
        problems.append(line)


@cache
def data(name: str) -> Any:
    """The JSON file ``name``, such as ``base/theme.json``. Raises AssetError naming file and place."""
    path = HOME / name
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise AssetError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise AssetError(f"{path} is not valid JSON: {error}") from error


def picture(name: str) -> pygame.Surface:
    """The picture ``art/<name>``, freshly decoded (the caller scales it and lets it go). Raises AssetError."""
    path = HOME / "art" / name
    if not path.is_file():
        raise AssetError(f"the picture {path} is missing")
    try:
        return pygame.image.load(str(path))
    except pygame.error as error:
        raise AssetError(f"the picture {path} cannot be read: {error}") from error


def svg(name: str, size: tuple[int, int]) -> pygame.Surface:
    """The icon ``art/icons/<name>.svg`` rasterised to ``size`` pixels. Raises AssetError."""
    path = HOME / "art" / "icons" / f"{name}.svg"
    if not _ICON.fullmatch(name) or not path.is_file():
        raise AssetError(f"the icon {path} is missing")
    try:
        return pygame.image.load_sized_svg(str(path), size)
    except pygame.error as error:
        raise AssetError(f"the icon {path} cannot be read: {error}") from error
