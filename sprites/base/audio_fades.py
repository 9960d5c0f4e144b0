"""Fades that are part of the sounds themselves: each sample a little softer than the one before.

A volume can only be set for a piece of 512 samples, and frames come late where a computer is busy: both would be heard
as steps. So the samples are written anew, those of a unit that begins by the loader, those of one that sounds a little
before they are heard.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache

import pygame

from sprites.base.loader import FRAME

_ONE = 15
"""Two to the power of this is full strength."""


@cache
def _growing(count: int) -> array[int]:
    """The strength of each sample, from nothing to full: by a square, as ears expect."""
    return array("i", [(k * k << _ONE) // (count * count) for k in range(count)])


def _weakened(raw: bytes, strengths: array[int]) -> bytes:
    """Samples of both ears, which are the same in every file; silence costs nothing."""
    if raw.count(0) == len(raw):
        return raw
    one = array("h", [y * strength >> _ONE for y, strength in zip(array("h", raw)[::2], strengths, strict=True)])
    both = array("h", raw)
    both[::2] = both[1::2] = one
    return both.tobytes()


def rising(raw: bytes, samples: int) -> bytes:
    """The same sound, which comes up from silence in so many samples."""
    samples = min(samples, len(raw) // FRAME)
    return _weakened(raw[: samples * FRAME], _growing(samples)) + raw[samples * FRAME :]


def made_ready(samples: int) -> None:
    """Reckon the strengths of a fade before it is needed."""
    _growing(samples)


class Falling:
    """Sounds, one queued behind the other, that go down to silence from a sample on, while they are heard.

    ``go_on`` is called in every frame and writes a piece.
    """

    PIECE = 4000
    """Samples a frame: much more than are heard in one, and a millisecond or two of work."""
    BEHIND = 44_100
    """So many behind the fade are silent from the first moment, and as many more with every frame."""

    def __init__(self, voices: list[list[pygame.mixer.Sound]], start: int, samples: int) -> None:
        # A sound lends its samples for writing, which its types do not tell.
        self.rows = [[memoryview(sound).cast("B") for sound in voice] for voice in voices]  # type: ignore[arg-type]
        self.start, self.samples = start, samples
        self.written = self.silenced = 0
        self.go_on()

    def go_on(self) -> None:
        """Write the next piece."""
        nothing = bytes(self.BEHIND * FRAME)
        for row in self.rows:
            for sound, first, last, _ in _parts(row, self.start + self.samples + self.silenced, self.BEHIND):
                sound[first:last] = nothing[: last - first]
        self.silenced += self.BEHIND
        count = min(self.PIECE, self.samples - self.written)
        if count <= 0:
            return
        left = self.samples - self.written
        strengths = _growing(self.samples)[left - count : left][::-1]
        for row in self.rows:
            for sound, first, last, before in _parts(row, self.start + self.written, count):
                these = strengths[before : before + (last - first) // FRAME]
                sound[first:last] = _weakened(bytes(sound[first:last]), these)
        self.written += count


def _parts(row: list[memoryview], start: int, count: int) -> Iterator[tuple[memoryview, int, int, int]]:
    """Where so many samples lie in sounds that follow each other: sound, first and last byte, samples before."""
    begins = 0
    for sound in row:
        length = len(sound) // FRAME
        first, last = max(start, begins), min(start + count, begins + length)
        if first < last:
            yield sound, (first - begins) * FRAME, (last - begins) * FRAME, first - start
        begins += length
