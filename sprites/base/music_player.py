"""Music player: bed, phrase and colour on a channel each, in sync, one unit queued ahead.

All three get sounds of exactly the same length, including silence, so that they stay in sync to the sample however long
they play. Nothing blocks: units are read by the loader and begin when they are ready. When the place changes,
the fades are written into the samples (``loader``).
"""

import random
from collections.abc import Callable, Sequence
from itertools import product
from time import perf_counter as clock
from typing import NamedTuple

import pygame

from sprites.base.assets import AssetError, miss
from sprites.base.loader import (
    FOLDER,
    FRAME,
    MUSIC_VOICES,
    RATE,
    FadeOut,
    Loader,
    Track,
    compute_fade_strengths,
    fit_length,
    soften_start,
)

# Music sequencer: chooses units of eight bars in three voices, with rests. No sound output.
#
# A unit has a bed, a phrase above it, a colour, or silence. Open and closed halves are recombined, and no combination
# returns before all have been heard. The tension is given by the game and public to all players.

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
    """A voice of a unit: its theme and the indices of its open and its closed half."""

    theme: int
    open: int
    closed: int


class Unit(NamedTuple):
    """Eight bars of music: what each voice plays; None is a rest."""

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
    """Shuffle bag of units; ``close(before, unit)`` tells whether a unit is too similar to the one before."""

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
        """Return the next unit; ``tension``: 0 calm, 1 late, 2 tense."""
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


PLACES = ((0.9, 0.7), (0.7, 0.9), (0.8, 0.8))
"""Left and right gain of bed, phrase and colour."""
OUT_MS, REST_MS, IN_MS = 600.0, 100.0, 900.0
"""Phases of a music change in ms: fade-out, silence, fade-in. About 200 ms are inaudible."""
_OUT, _IN = round(OUT_MS * RATE / 1000), round(IN_MS * RATE / 1000)
AHEAD_MS = 100.0
"""Lead of a written fade before the heard position, because devices fetch samples early."""
PLACING = 4
"""Frames after the start of a unit in which the panning is set again: channels reset it with each sound."""
SOON_MS = 1500.0
"""Time before the end of a unit in which the queue is not changed."""

Sounds = tuple[pygame.mixer.Sound, ...]


class MusicPlayer:
    """Plays the sequence of the current place; ``tracks`` of all places."""

    def __init__(self, tracks: dict[str, Track], loader: Loader, dice: random.Random) -> None:
        self.tracks, self.loader, self.dice = tracks, loader, dice
        self.wanted: str | None = None
        """Place whose music is wanted."""
        self.playing: str | None = None
        """Place whose music is heard or fades out."""
        self.tension = 0
        self.level = 0.0
        """Overall volume, 0 to 1."""
        self.programmes: dict[str, MusicSequencer] = {}
        self.rest_ms = 0.0
        self.unit_ms = 0.0
        """Playing time of the unit by wall clock, independent of late frames."""
        self._looked: float | None = None
        self._frame_ms = 0.0
        self._falling: FadeOut | None = None
        self._out_ms = 0.0
        """Remaining time of the old music."""
        self.now: Unit | None = None
        self.next: Unit | None = None
        self._number = 0
        """Counter of loader requests: answers to older requests are dropped."""
        self._ready: tuple[int, Unit, Sounds] | None = None
        self._sounding: Sounds = ()
        self._queued: Sounds = ()
        self._asked_tension = 0
        self._set = -1.0
        self._placing = 0

    @property
    def channels(self) -> list[pygame.mixer.Channel]:
        """The three channels reserved for music."""
        return [pygame.mixer.Channel(k) for k in range(MUSIC_VOICES)]

    def update(self, passed: float) -> None:
        """Advance by ``passed`` ms, once per frame: request, queue and begin the next unit, or fade out."""
        self._look()
        if self._falling is not None or (self._sounding and self.playing != self.wanted):
            self._leave(passed)
            return
        if self.playing != self.wanted:
            if self.playing is not None:
                self.forget()
            if self.wanted in self.tracks:
                self._follow()
            elif self.wanted is not None:
                miss(AssetError(f"sounds/sounds.json: music has no {self.wanted!r}"))
                self.wanted = None
        if self._sounding:
            self._go_on()
            self._place()
            return
        self.rest_ms = max(0.0, self.rest_ms - passed)
        if self._ready is not None and self._ready[0] == self._number and self.rest_ms == 0.0:
            self._begin()
            self._place()

    def pause(self) -> None:
        """Pause; music continues later at the same position."""
        self._looked = None

    def _look(self) -> None:
        now = clock()
        self._frame_ms = 0.0 if self._looked is None else 1000 * (now - self._looked)
        self.unit_ms += self._frame_ms
        self._looked = now

    # --- from place to place --------------------------------------------------------------------------

    def _follow(self) -> None:
        """Switch to the wanted place."""
        assert self.wanted is not None
        self.playing = self.wanted
        self._ask(rises=True)

    def _leave(self, passed: float) -> None:
        """Fade out the old music and read the new one meanwhile."""
        if self._falling is not None:
            self._falling.go_on()
            self._placing = 1
            self._place()
            self._out_ms -= passed
            if self._out_ms <= 0:
                self._stop()
            return
        assert self.playing is not None
        self._number += 1
        self._ready = None
        left = self.programmes[self.playing].unit_ms - self.unit_ms
        if self._queued and left > AHEAD_MS + OUT_MS + SOON_MS:
            nothing = pygame.mixer.Sound(buffer=bytes(FRAME))
            for channel in self.channels:
                channel.queue(nothing)
            self._queued, self.next = (), None
        voices = [list(voice) for voice in zip(self._sounding, *([self._queued] if self._queued else []), strict=True)]
        start = round((self.unit_ms + AHEAD_MS) * RATE / 1000)
        self._falling = FadeOut(voices, start, _OUT)
        self._out_ms = AHEAD_MS + OUT_MS
        self.playing = None
        if self.wanted in self.tracks:
            self._follow()

    def _stop(self) -> None:
        for channel in self.channels:
            channel.stop()
            channel.stop()  # the first call starts the queued sound
        self._falling = self.now = self.next = None
        self._sounding = self._queued = ()
        self.rest_ms = REST_MS

    # --- units ----------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Start all three channels at the same sample."""
        assert self._ready is not None
        _, self.now, self._sounding = self._ready
        self._ready = None
        self.unit_ms = 0.0
        for sound in self._sounding:
            sound.set_volume(self.level * self.now.strength)
        for channel, sound, place in zip(self.channels, self._sounding, PLACES, strict=True):
            channel.play(sound)
            channel.set_volume(*place)
        self._set = -1.0
        self._ask()

    def _go_on(self) -> None:
        """Queue the next unit if ready; detect its start."""
        channels = self.channels
        if self._queued and channels[0].get_sound() is self._queued[0]:
            self.now, self.next = self.next, None
            self._sounding, self._queued = self._queued, ()
            self.unit_ms = self._frame_ms
            self._placing = PLACING
            self._ask()
        elif not any(channel.get_busy() for channel in channels):
            self._sounding = self._queued = ()  # the program was suspended for longer than a unit
            self.next = None
            if self._ready is None:
                self._ask()
            return
        assert self.playing is not None
        left = self.programmes[self.playing].unit_ms - self.unit_ms
        if self._ready is not None and self._ready[0] == self._number and (not self._queued or left > SOON_MS):
            _, self.next, self._queued = self._ready
            self._ready = None
            self._set = -1.0
            for sound in self._queued:
                sound.set_volume(self.level * self.next.strength)
            for channel, sound in zip(channels, self._queued, strict=True):
                channel.queue(sound)
        elif self._queued and self._asked_tension != self.tension and left > SOON_MS + 500 and self._ready is None:
            self._ask()  # another sound than the queued one

    def _place(self) -> None:
        """Set panning and volume of all channels; new sounds are centred until then, so they begin with a short
        silence."""
        if self._placing > 0:
            self._placing -= 1
            for channel, place in zip(self.channels, PLACES, strict=True):
                channel.set_volume(*place)
        if self.level != self._set:
            self._set = self.level
            for unit, sounds in ((self.now, self._sounding), (self.next, self._queued)):
                for sound in sounds:
                    sound.set_volume(self.level * (1.0 if unit is None else unit.strength))

    def forget(self) -> None:
        """Stop all channels and drop pending requests."""
        self._number += 1
        self._sounding = self._queued = ()
        self._ready = self.now = self.next = None
        self._falling = None
        self.playing = None

    # --- what the loader does --------------------------------------------------------------------------

    def _ask(self, rises: bool = False) -> None:
        assert self.playing is not None
        name, track = self.playing, self.tracks[self.playing]
        programme = self.programmes.setdefault(name, MusicSequencer(track, self.dice))
        unit = programme.draw(self.tension)
        self._asked_tension = self.tension
        self._number += 1
        self.loader.do(self._reading(self._number, name, track, unit, rises), soon=True)

    def _reading(self, number: int, name: str, track: Track, unit: Unit, rises: bool) -> Callable[[], None]:
        def work() -> None:
            compute_fade_strengths(_OUT)  # of which the end of what sounds is made
            if number == self._number:
                self._ready = (number, unit, self.read(name, track, unit, rises))

        return work

    def read(self, name: str, track: Track, unit: Unit, rises: bool = False) -> Sounds:
        """Return the three sounds of a unit (bed, phrase, colour), all of equal length; ``rises``: with a fade-in."""
        colours = track.colours + track.tense
        if unit.tense:
            bed = self._half(f"{name}_colour", track, colours - 1) * 2
        else:
            bed = self._both(f"{name}_bed", track, unit.bed)
        phrase = self._both(f"{name}_phrase", track, unit.phrase)
        colour = self._rest(track)
        if unit.colour is not None:
            colour = self._half(f"{name}_colour", track, unit.colour) * 2
        voices = [bed, phrase, colour]
        if rises:
            voices = [soften_start(raw, _IN) for raw in voices]
        return tuple(pygame.mixer.Sound(buffer=raw) for raw in voices)

    def _both(self, file: str, track: Track, piece: Piece | None) -> bytes:
        """Join an open and a closed half."""
        if piece is None:
            return self._rest(track)
        theme = track.themes[piece.theme]
        bed = file.endswith("_bed")
        numbers = (2 * piece.open, 2 * piece.closed + 1) if bed else (piece.open, theme.open + piece.closed)
        return b"".join(self._half(f"{file}_{piece.theme + 1}", track, number) for number in numbers)

    def _half(self, file: str, track: Track, number: int) -> bytes:
        raw = self.loader.breathe(self.loader.sound(FOLDER / f"{file}.ogg", number))
        return fit_length(raw, track.samples)

    @staticmethod
    def _rest(track: Track) -> bytes:
        return bytes(2 * track.samples * FRAME)
