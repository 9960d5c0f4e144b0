"""Encoder of animated GIF files (89a), because the bundled libraries can only read them.

All frames share one palette. A frame holds only the rectangle in which it differs from the one before. Compression
takes time, so it is done in small steps: the caller continues it for a few milliseconds in every frame of the window.
"""

from __future__ import annotations

import struct
from array import array
from collections import Counter
from collections.abc import Generator, Sequence

import pygame

COLOURS = 256
STEP = 3000
"""Pixels compressed between two pauses."""
_BITS = 8
_FULL = 4096


def build_palette(pictures: Sequence[pygame.Surface]) -> list[tuple[int, int, int]]:
    """Return the most frequent colours of these pictures, at five bits per channel."""
    seen: Counter[tuple[int, int, int]] = Counter()
    for picture in pictures:
        small = pygame.transform.scale(picture, (160, 106)).convert(24)
        data = pygame.image.tobytes(small, "RGB")
        bins = bytes([one & 0xF8 | 4 for one in data])
        seen.update(zip(bins[0::3], bins[1::3], bins[2::3], strict=True))
    found = [colour for colour, _ in seen.most_common(COLOURS)]
    return found + [(0, 0, 0)] * (COLOURS - len(found))


class Colours:
    """Maps colours to the nearest one of a palette (cached)."""

    def __init__(self, palette: Sequence[tuple[int, int, int]]) -> None:
        self.palette = palette
        self._known: dict[int, int] = {}

    def quantize(self, picture: pygame.Surface) -> bytes:
        """Quantize a picture to palette indices, one byte per pixel."""
        flat = pygame.Surface(picture.get_size(), 0, 16, (0x7C00, 0x3E0, 0x1F, 0))
        flat.blit(picture, (0, 0))
        wide, pitch = picture.get_width(), flat.get_pitch()
        raw = flat.get_buffer().raw
        rows = [raw[row * pitch : row * pitch + 2 * wide] for row in range(picture.get_height())]
        values = array("H", b"".join(rows))
        for value in set(values) - self._known.keys():
            self._known[value] = self._nearest(value)
        return bytes(map(self._known.__getitem__, values))

    def _nearest(self, value: int) -> int:
        red, green, blue = value >> 10 << 3 | 4, (value >> 5 & 31) << 3 | 4, (value & 31) << 3 | 4
        away = [(red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 for r, g, b in self.palette]
        return away.index(min(away))


def head(size: tuple[int, int], palette: Sequence[tuple[int, int, int]]) -> bytes:
    """Return the header of a file that loops forever."""
    made = b"GIF89a" + struct.pack("<HHBBB", size[0], size[1], 0xF7, 0, 0)
    made += b"".join([bytes(colour) for colour in palette])
    return made + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def frame(pixels: bytes, before: bytes | None, wide: int, hundredths: int) -> Generator[None, None, bytes]:
    """Encode a frame with its duration; yields at pauses and returns the bytes."""
    high = len(pixels) // wide
    left, top, right, bottom = 0, 0, wide, high
    if before is not None:
        rows = [pixels[at * wide : (at + 1) * wide] for at in range(high)]
        old = [before[at * wide : (at + 1) * wide] for at in range(high)]
        changed = [at for at in range(high) if rows[at] != old[at]]
        if changed:
            top, bottom = changed[0], changed[-1] + 1
            pairs = [(rows[at], old[at]) for at in changed]
            left = min(next(x for x in range(wide) if one[x] != two[x]) for one, two in pairs)
            right = 1 + max(next(x for x in range(wide - 1, -1, -1) if one[x] != two[x]) for one, two in pairs)
        else:
            right, bottom = 1, 1
        pixels = b"".join([row[left:right] for row in rows[top:bottom]])
    control = b"\x21\xf9\x04" + struct.pack("<BHB", 4, hundredths, 0) + b"\x00"
    place = b"\x2c" + struct.pack("<HHHHB", left, top, right - left, bottom - top, 0)
    packed = yield from _compress(pixels)
    blocks = b"".join(
        [bytes([len(packed[at : at + 255])]) + packed[at : at + 255] for at in range(0, len(packed), 255)]
    )
    return control + place + bytes([_BITS]) + blocks + b"\x00"


TAIL = b"\x3b"


def _compress(pixels: bytes) -> Generator[None, None, bytes]:
    """Compress pixels by LZW (Welch 1984) with variable code length."""
    clear, end = 1 << _BITS, (1 << _BITS) + 1
    codes = {bytes([one]): one for one in range(clear)}
    length, next_code = _BITS + 1, end + 1
    held, bits = clear, length
    out = bytearray()
    run = b""
    for number, pixel in enumerate(pixels):
        longer = run + bytes((pixel,))
        if longer in codes:
            run = longer
        else:
            held |= codes[run] << bits
            bits += length
            codes[longer] = next_code
            next_code += 1
            if next_code > 1 << length and length < 12:
                length += 1
            if next_code >= _FULL:
                held |= clear << bits
                bits += length
                codes = {bytes([one]): one for one in range(clear)}
                length, next_code = _BITS + 1, end + 1
            while bits >= 8:
                out.append(held & 0xFF)
                held >>= 8
                bits -= 8
            run = bytes((pixel,))
        if number % STEP == STEP - 1:
            yield
    held |= codes[run] << bits
    bits += length
    held |= end << bits
    bits += length
    while bits > 0:
        out.append(held & 0xFF)
        held >>= 8
        bits -= 8
    return bytes(out)
