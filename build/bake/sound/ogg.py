"""Sounds become files: Ogg Vorbis, one channel, several sounds of equal length in one file.

A Vorbis file begins with about four kilobytes of tables, more than a click needs itself: so all variants of a cue, and
all parts of a voice, share one file, each in a slot of the same length.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile
from waves import RATE, Wave

OUT = Path(__file__).resolve().parents[3] / "sounds"
HALF = 2
"""Files have half as many samples a second: all that is above ten kilohertz is left out."""


def _crc_table() -> list[int]:
    table = []
    for n in range(256):
        value = n << 24
        for _ in range(8):
            value = ((value << 1) ^ 0x04C11DB7 if value & 0x80000000 else value << 1) & 0xFFFFFFFF
        table.append(value)
    return table


def _steady(path: Path) -> None:
    """Give an Ogg file a fixed stream number instead of a random one, so that the same sound is the same file."""
    raw, crcs, at = bytearray(path.read_bytes()), _crc_table(), 0
    while at < len(raw):
        segments = raw[at + 26]
        size = 27 + segments + sum(raw[at + 27 : at + 27 + segments])
        raw[at + 14 : at + 18] = b"FT12"
        raw[at + 22 : at + 26] = bytes(4)
        crc = 0
        for byte in raw[at : at + size]:
            crc = ((crc << 8) & 0xFFFFFFFF) ^ crcs[(crc >> 24) ^ byte]
        raw[at + 22 : at + 26] = crc.to_bytes(4, "little")
        at += size
    path.write_bytes(raw)


def halved(x: Wave) -> Wave:
    """The same sound with half as many samples, soft above nine kilohertz."""
    n = len(x) - len(x) % 2
    pad = 2048
    y = np.pad(x[:n], pad)
    spectrum = np.fft.rfft(y)
    f = np.fft.rfftfreq(len(y), 1 / RATE)
    spectrum *= np.where(f < 9000, 1, np.cos(np.clip((f - 9000) / 1900, 0, 1) * np.pi / 2) ** 2)
    half = np.fft.irfft(spectrum[: len(y) // 4 + 1], len(y) // 2) / 2
    return half[pad // 2 : pad // 2 + n // 2]


def write(name: str, slots: Sequence[Wave], quality: float = 0.2) -> int:
    """Write sounds of one length, or padded to the longest, as ``sounds/NAME.ogg``; the bytes of the file."""
    longest = max(len(x) for x in slots)
    longest += longest % 2
    whole = np.concatenate([halved(np.pad(x, (0, longest - len(x)))) for x in slots])
    OUT.mkdir(exist_ok=True)
    path = OUT / f"{name}.ogg"
    rate = RATE // HALF
    with soundfile.SoundFile(path, "w", rate, 1, format="OGG", subtype="VORBIS", compression_level=1 - quality) as file:
        for start in range(0, len(whole), rate):
            file.write(whole[start : start + rate])
    _steady(path)
    size = path.stat().st_size
    print(f"{path.name}: {len(slots)} x {longest / RATE:.2f} s, {size / 1024:.1f} KB")
    return size
