"""The three voices between bass and tune: where each goes when the chord changes. Standard library only.

All ways to lay a chord are tried from one to the next, and the smoothest row is taken in which no two voices move in
parallel fifths or octaves.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from score import Chord, Half, Note, ScoreError, chords, find_chord, notes

LOW, HIGH = 48, 72
"""From c to c'': between bass and tune."""


class Laid(NamedTuple):
    """A chord as it is played: from ``at`` for ``length`` quarters, bass first, then the voices from below."""

    at: float
    length: float
    pitches: tuple[int, ...]


def parallel(before: tuple[int, ...], after: tuple[int, ...]) -> int:
    """How many pairs of voices move in parallel fifths, octaves or unisons."""
    found = 0
    for i, j in combinations(range(len(before)), 2):
        moved = before[i] != after[i] and before[j] != after[j]
        gap = (before[j] - before[i]) % 12
        if moved and gap in (0, 7) and gap == (after[j] - after[i]) % 12:
            found += (before[i] < after[i]) == (before[j] < after[j])
    return found


def _ways(chord: Chord, bass: int) -> list[tuple[int, ...]]:
    """All ways to lay a chord: with the bass every tone is there, the third only once above it."""
    tones = [p for p in range(max(LOW, bass + 3), HIGH + 1) if p % 12 in chord.tones]
    found: list[tuple[int, ...]] = []
    for way in combinations(tones, 3):
        classes = [p % 12 for p in (bass, *way)]
        if (
            set(classes) == set(chord.tones)
            and classes.count(chord.tones[1]) <= 1 + (bass % 12 == chord.tones[1])
            and way[2] - way[0] <= 16
        ):
            found.append(way)
    return found


def steps(half: Half, bar: float) -> list[tuple[Chord, Note]]:
    """Each new bass note with the chord above it."""
    harmony = chords(half.chords, bar)
    found = []
    for low in notes(half.bass, bar):
        if low.pitch is not None:
            found.append((find_chord(harmony, low.at), low))
    return found


def lay(halves: list[Half], bar: float) -> list[list[Laid]]:
    """The chords of halves that follow each other, laid as one row. Raises ScoreError where no way is faultless."""
    row: list[tuple[int, Chord, Note]] = [(n, c, low) for n, half in enumerate(halves) for c, low in steps(half, bar)]
    best: dict[tuple[int, ...], tuple[float, list[tuple[int, ...]]]] = {}
    for number, (_, chord, low) in enumerate(row):
        assert low.pitch is not None
        following: dict[tuple[int, ...], tuple[float, list[tuple[int, ...]]]] = {}
        for way in _ways(chord, low.pitch):
            whole = (low.pitch, *way)
            middle = abs(sum(way) / 3 - 61) * 0.4
            if not number:
                following[whole] = (middle, [whole])
                continue
            options = [
                (cost + middle + sum(abs(a - b) for a, b in zip(way, last[1:], strict=True)), path)
                for last, (cost, path) in best.items()
                if not parallel(last, whole)
            ]
            if options:
                cost, path = min(options)
                following[whole] = (cost, [*path, whole])
        if not following:
            raise ScoreError(f"no way to lay {chord.name} over the bass of quarter {low.at:g} without parallels")
        best = following
    path = min(best.values())[1]
    laid: list[list[Laid]] = [[] for _ in halves]
    for (n, _, low), pitches in zip(row, path, strict=True):
        laid[n].append(Laid(low.at, low.length, pitches))
    return laid
