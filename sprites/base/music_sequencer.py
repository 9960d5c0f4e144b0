"""Music sequencer: chooses units of eight bars in three voices, with rests. No sound output.

A unit has a bed, a phrase above it, a colour, or silence. Open and closed halves are recombined, and no
combination returns before all have been heard. The tension is given by the game and public to all players.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

from sprites.base.cues import RATE, Track

CALM, LATE, TENSE = 0, 1, 2
"""Tension levels: normal; last quarter (a colour always sounds); last round (drum without tune)."""
PATTERN = ("phrase", "phrase", "colour", "phrase", "rest")
TIRED = ("phrase", "rest", "phrase", "colour", "phrase", "rest")
"""Pattern after ten minutes, with more rests."""
TENSE_PATTERN = ("tense", "tense", "tense", "rest")
TIRED_MS = 600_000.0
THEMES = (0, 0, 1, 1, 1, 0)
"""Order of the themes of phrases."""
ECHO_DB, COLOUR_DB = -2.5, -1.5
"""Gain in dB of a repeated theme (echo), and of units without a tune."""


class Piece(NamedTuple):
    """Voice of a unit: its theme and the indices of its open and closed half."""

    theme: int
    open: int
    closed: int


class Unit(NamedTuple):
    """Eight bars; None is a rest."""

    bed: Piece | None = None
    phrase: Piece | None = None
    colour: int | None = None
    tense: bool = False
    softer_db: float = 0.0
    """Gain in dB relative to the written level; 0 or less."""

    @property
    def strength(self) -> float:
        """Return the gain: 1 = as written."""
        return float(10 ** (self.softer_db / 20))

    @property
    def silent(self) -> bool:
        """Whether all voices rest."""
        return self == SILENCE


SILENCE = Unit()
Likes = Callable[[Unit, Unit], bool]


class _Bag:
    """Shuffle bag of units; ``close`` tells which are too similar to the previous one."""

    def __init__(self, dice: random.Random, units: Sequence[Unit], close: Likes) -> None:
        self.dice, self.units, self.close = dice, list(units), close
        self.left: list[Unit] = []

    def draw(self, before: Unit) -> Unit:
        if not self.left:
            self.left = self.dice.sample(self.units, len(self.units))
        at = next((k for k, unit in enumerate(self.left) if not self.close(before, unit)), 0)
        return self.left.pop(at)


def _close(before: Unit, unit: Unit) -> bool:
    """Whether two units share a half of a tune or the whole bed."""
    a, b = before.phrase, unit.phrase
    if a is not None and b is not None and a.theme == b.theme and (a.open == b.open or a.closed == b.closed):
        return True
    return before.bed == unit.bed


class MusicSequencer:
    """Draws the units of one place."""

    def __init__(self, track: Track, dice: random.Random) -> None:
        self.track = track
        self.dice = dice
        self.heard_ms = 0.0
        self.at = 0
        self.phrases = 0
        self.last = Unit()
        self.echoed = False
        self.theme: int | None = None
        self.pattern: Sequence[str] = PATTERN
        themes = range(len(track.themes))
        self.themes = [_Bag(dice, self._list_units(theme), _close) for theme in themes]
        colours: list[int | None] = [*range(track.colours)] or [None]
        beds = [bed for theme in themes for bed in self._beds(theme)]
        self.colours = _Bag(dice, [Unit(bed, None, colour) for bed in beds for colour in colours], _close)
        tense = [Unit(None, None, colour, True) for colour in colours]
        self.tense = _Bag(dice, tense, lambda before, unit: before.colour == unit.colour)

    @property
    def unit_ms(self) -> float:
        """Length of a unit in ms."""
        return 2000 * self.track.samples / RATE

    def _beds(self, theme: int) -> list[Piece]:
        return [Piece(theme, a, b) for a, b in product(range(self.track.themes[theme].beds), repeat=2)]

    def _list_units(self, theme: int) -> list[Unit]:
        have = self.track.themes[theme]
        tunes = [Piece(theme, a, b) for a, b in product(range(have.open), range(have.closed))]
        return [Unit(bed, tune) for bed, tune in product(self._beds(theme), tunes)]

    def draw(self, tension: int = CALM) -> Unit:
        """Draw the next unit."""
        wanted = (
            TENSE_PATTERN
            if tension >= TENSE and self.track.tense
            else (TIRED if self.heard_ms >= TIRED_MS else PATTERN)
        )
        if wanted is not self.pattern:
            self.pattern, self.at = wanted, 0
        kind = self.pattern[self.at % len(self.pattern)]
        self.at += 1
        self.heard_ms += self.unit_ms
        unit = self._unit(kind, tension)
        if not unit.silent:
            self.last = unit
        return unit

    def _unit(self, kind: str, tension: int) -> Unit:
        if kind == "rest":
            return SILENCE
        if kind == "tense":
            return self.tense.draw(self.last)
        if kind == "colour":
            return self.colours.draw(self.last)._replace(softer_db=COLOUR_DB)
        theme = THEMES[self.phrases % len(THEMES)] % len(self.themes)
        self.phrases += 1
        unit = self.themes[theme].draw(self.last)
        if tension >= LATE and self.track.colours:
            unit = unit._replace(colour=self.phrases % self.track.colours)
        self.echoed = theme == self.theme and not self.echoed
        self.theme = theme
        return unit._replace(softer_db=ECHO_DB) if self.echoed else unit
