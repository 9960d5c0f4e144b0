"""Music player: bed, phrase and colour on a channel each, in sync, one unit queued ahead.

All three get sounds of exactly the same length, including silence, so that they stay in sync to the sample however long
they play. Nothing blocks: units are read by the loader and begin when they are ready. When the place changes,
the fades are written into the samples (``loader``).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter as clock

import pygame

from sprites.base.assets import AssetError, miss
from sprites.base.cues import FOLDER, MUSIC_VOICES, RATE, Track
from sprites.base.loader import FRAME, Falling, Loader, fit_length, prepare, rising
from sprites.base.music_sequencer import MusicSequencer, Piece, Unit

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
        self._falling: Falling | None = None
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
        """Pause; playing continues later at the same position."""
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
        self._falling = Falling(voices, start, _OUT)
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
        """Set the panning of a channel; a new sound is centred until then, so it begins with a short silence."""
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
            prepare(_OUT)
            if number == self._number:
                self._ready = (number, unit, self.read(name, track, unit, rises))

        return work

    def read(self, name: str, track: Track, unit: Unit, rises: bool = False) -> Sounds:
        """Read the three sounds of a unit, all of equal length; ``rises``: with a fade-in."""
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
            voices = [rising(raw, _IN) for raw in voices]
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
