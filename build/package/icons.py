"""The icon in all sizes, as they stand in ``icon.ico`` and ``icon.icns``."""

from __future__ import annotations

import struct
from pathlib import Path

HERE = Path(__file__).resolve().parent
PNG = b"\x89PNG\r\n\x1a\n"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Sides of the squares that desktops ask for, in pixels."""


def pictures() -> dict[int, bytes]:
    """Side in pixels → the picture, a PNG file. Raises KeyError when the icons lack a size."""
    found: dict[int, bytes] = {}
    data = (HERE / "icon.icns").read_bytes()
    at = 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at + 4)
        _note(found, data[at + 8 : at + length])
        at += length
    data = (HERE / "icon.ico").read_bytes()
    (count,) = struct.unpack_from("<H", data, 4)
    for number in range(count):
        length, at = struct.unpack_from("<II", data, 6 + 16 * number + 8)
        _note(found, data[at : at + length])
    return {size: found[size] for size in SIZES}


def _note(found: dict[int, bytes], picture: bytes) -> None:
    if picture.startswith(PNG):
        (width,) = struct.unpack_from(">I", picture, 16)
        found[width] = picture
