"""Fades written into the samples.

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
"""Full strength is two to the power of this."""


@cache
def _growing(count: int) -> array[int]:
    """Return the strength of each sample of a quadratic fade-in."""
    return array("i", [(k * k << _ONE) // (count * count) for k in range(count)])


def _attenuate(raw: bytes, strengths: array[int]) -> bytes:
    """Attenuate stereo samples (both channels equal in every file); silence is returned at once."""
    if raw.count(0) == len(raw):
        return raw
    one = array("h", [y * strength >> _ONE for y, strength in zip(array("h", raw)[::2], strengths, strict=True)])
    both = array("h", raw)
    both[::2] = both[1::2] = one
    return both.tobytes()


def rising(raw: bytes, samples: int) -> bytes:
    """Return a copy of a sound that fades in over ``samples`` samples."""
    samples = min(samples, len(raw) // FRAME)
    return _attenuate(raw[: samples * FRAME], _growing(samples)) + raw[samples * FRAME :]


def prepare(samples: int) -> None:
    """Compute the strengths of a fade in advance."""
    _growing(samples)


class Falling:
    """Fade-out of queued sounds from a sample on, written while they are heard.

    ``go_on`` writes a piece per frame.
    """

    PIECE = 4000
    """Samples written per frame: more than are heard in one; 1 to 2 ms of work."""
    BEHIND = 44_100
    """Samples silenced behind the fade at once, and with every frame."""

    def __init__(self, voices: list[list[pygame.mixer.Sound]], start: int, samples: int) -> None:
        # A sound exposes its samples for writing, which the type stubs omit.
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
                sound[first:last] = _attenuate(bytes(sound[first:last]), these)
        self.written += count


def _parts(row: list[memoryview], start: int, count: int) -> Iterator[tuple[memoryview, int, int, int]]:
    """Locate samples in consecutive sounds: sound, first and last byte, samples before."""
    begins = 0
    for sound in row:
        length = len(sound) // FRAME
        first, last = max(start, begins), min(start + count, begins + length)
        if first < last:
            yield sound, (first - begins) * FRAME, (last - begins) * FRAME, first - start
        begins += length
