"""Loading of pictures, fonts, data and icons, with one clear error when a file is missing.

A missing picture never stops drawing: the caller catches :class:`AssetError`, calls :func:`miss` and
draws a plain substitute. :class:`Missed` collects these reports.
"""

import io
import logging
import os
import re
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import pygame

from engine import schema
from sprites.base.drawn_words import Listener

T = TypeVar("T")

HOME = Path(__file__).absolute().parent.parent
"""Folder of all sprites; art, fonts and data lie below it."""

_SIZE = re.compile(r"\.(\d{1,4})x(\d{1,4})\.\w+")
_ICON = re.compile("[a-z0-9_-]{1,60}")
"""Icons have plain names; paths are refused."""

_log = logging.getLogger("four_thrones.assets")
_log.addHandler(logging.NullHandler())  # prints nothing without listeners


class AssetError(schema.Misfit):
    """Missing or damaged picture, font, sound or data file; the text names the file."""


class LeftOut(AssetError):
    """The theme leaves this picture out: a plain substitute is drawn, and nothing is reported."""


def miss(error: AssetError) -> None:
    """Report to listeners that an asset could not be used; pictures left out by the theme are not reported."""
    if isinstance(error, LeftOut):
        return
    _log.warning("%s", error)


class Missed(Listener):
    """Listener for :func:`miss`, active while open: ``lines`` has one line per asset."""

    def __init__(self) -> None:
        super().__init__(_log)


@cache
def _data(name: str, kind: Hashable) -> Any:
    return schema.read(HOME / name, cast("type[Any]", kind), AssetError)


def data(name: str, kind: type[T]) -> T:
    """Load the JSON file ``name``, such as ``base/theme.json``, by its schema (cached).

    Raises AssetError naming file and place.
    """
    found: T = _data(name, cast(Hashable, kind))
    return found


def picture(name: str, needed: tuple[int, int] | None = None) -> pygame.Surface:
    """Load the picture ``art/<name>``, freshly decoded (the caller scales and releases it). Raises AssetError.

    ``needed`` is the size in pixels at which it will be shown. Some pictures have a smaller copy with its
    size in its name (``wood.1600x900.jpg``), decoded many times as fast; it is taken when it is large enough.
    """
    path = HOME / "art" / name
    if needed is not None:
        path = _smaller(path, needed) or path
    content = _content(path, "picture")
    try:
        return pygame.image.load(content, path.name)
    except pygame.error as error:
        raise AssetError(f"the picture {path} cannot be read: {error}") from error


def is_picture(name: str) -> bool:
    """Whether there is a picture ``art/<name>``."""
    folder, _, file = name.rpartition("/")
    return (not folder or folder.isidentifier()) and file in _names(HOME / "art" / folder)


def _smaller(path: Path, needed: tuple[int, int]) -> Path | None:
    """Return the smallest copy of a picture that has at least the needed size, None if there is none."""
    found = []
    for name in _names(path.parent):
        size = _SIZE.fullmatch(name, len(path.stem)) if name.startswith(path.stem) else None
        if size and name.endswith(path.suffix) and int(size[1]) >= needed[0] and int(size[2]) >= needed[1]:
            found.append((int(size[1]), name))
    return path.with_name(min(found)[1]) if found else None


@cache
def _names(folder: Path) -> list[str]:
    """Return the file names in a folder of pictures (cached; they do not change at run time)."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _content(path: Path, what: str) -> io.BytesIO:
    """Load a file into memory, because decoders read a few bytes thousands of times. Raises AssetError."""
    try:
        return io.BytesIO(path.read_bytes())
    except FileNotFoundError as error:
        raise AssetError(f"the {what} {path} is missing") from error
    except OSError as error:
        raise AssetError(f"the {what} {path} cannot be read: {error}") from error


def font_file(name: str) -> bytes:
    """Return the bytes of the font ``fonts/<name>``, shared by all sizes. Raises AssetError."""
    return _font_file(HOME / "fonts" / name)


@cache
def _font_file(path: Path) -> bytes:
    return _content(path, "font").getvalue()


def svg(name: str, size: tuple[int, int]) -> pygame.Surface:
    """Rasterise the icon ``art/icons/<name>.svg`` to ``size`` pixels. Raises AssetError."""
    path = HOME / "art" / "icons" / f"{name}.svg"
    if not _ICON.fullmatch(name):
        raise AssetError(f"the icon {path} is missing")
    content = _content(path, "icon")
    try:
        return pygame.image.load_sized_svg(content, size)
    except pygame.error as error:
        raise AssetError(f"the icon {path} cannot be read: {error}") from error
