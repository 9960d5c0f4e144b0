"""Three musicians who never lose each other: bed, phrase and colour on a channel each, one unit queued ahead.

All three get sounds of exactly the same length, silence too, so that they stay together to the sample however long
they play. Nothing here waits: units are read by the loader, and begin when they are there.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame

from sprites.base.assets import AssetError, miss
from sprites.base.cues import FOLDER, MUSIC_VOICES, Track
from sprites.base.loader import FRAME, Loader, fitted
from sprites.base.programme import Piece, Programme, Unit

PLACES = ((0.9, 0.7), (0.7, 0.9), (0.8, 0.8))
"""How loud bed, phrase and colour are left and right."""
OUT_MS, REST_MS, IN_MS = 1500.0, 150.0, 1500.0
"""A change of music: the old goes, nothing, the new comes; slowly enough that no frame is a step."""
PLACING = 4
"""For so many frames after a unit has begun its voices are told their places: a channel forgets it with each sound."""
SOON_MS = 1500.0
"""So long before a unit ends nothing queued is changed any more."""

Sounds = tuple[pygame.mixer.Sound, ...]


class Musicians:
    """Play the programme of one place after the other; ``tracks`` are all there are."""

    def __init__(self, tracks: dict[str, Track], loader: Loader, dice: random.Random) -> None:
        self.tracks, self.loader, self.dice = tracks, loader, dice
        self.wanted: str | None = None
        """Where music shall come from."""
        self.playing: str | None = None
        """Where it comes from now, or fades out."""
        self.tension = 0
        self.level = 0.0
        """How loud all is to be, from 0 to 1."""
        self.programmes: dict[str, Programme] = {}
        self.fade = 0.0
        self.rest_ms = 0.0
        self.unit_ms = 0.0
        """How long the unit has been heard."""
        self.now: Unit | None = None
        self.next: Unit | None = None
        self._number = 0
        """Counts what was asked of the loader: an answer to an older question is thrown away."""
        self._ready: tuple[int, Unit, Sounds] | None = None
        self._sounding: Sounds = ()
        self._queued: Sounds = ()
        self._asked_tension = 0
        self._set = -1.0
        self._placing = 0

    @property
    def channels(self) -> list[pygame.mixer.Channel]:
        """The three that are kept for music."""
        return [pygame.mixer.Channel(k) for k in range(MUSIC_VOICES)]

    def update(self, ms: float, passed: float) -> None:
        """Once a frame: fades go on by ``ms``, the next unit is asked for, queued, begun; ``passed``: the true time."""
        if self.playing is not None and self.playing != self.wanted:
            self.fade = max(0.0, self.fade - ms / OUT_MS)
            if self.fade == 0.0:
                self._stop()
        elif self.playing is None:
            if self.wanted in self.tracks:
                self.playing = self.wanted
                self.fade = 0.0
                self._ask()
            elif self.wanted is not None and self.wanted not in self.tracks:
                miss(AssetError(f"sounds/sounds.json: music has no {self.wanted!r}"))
                self.wanted = None
        if not self._sounding:
            self.rest_ms = max(0.0, self.rest_ms - ms)
        if self.playing is None:
            return
        if self._sounding:
            self.unit_ms += passed
            if self.playing == self.wanted:
                self.fade = min(1.0, self.fade + ms / IN_MS)
            self._go_on()
        elif self._ready is not None and self._ready[0] == self._number and self.rest_ms == 0.0:
            self._begin()
        self._place()

    # --- units ----------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """All three at once: they begin with the same sample."""
        assert self._ready is not None
        _, self.now, self._sounding = self._ready
        self._ready = None
        self.unit_ms = 0.0
        for sound in self._sounding:
            sound.set_volume(0.0 if self.fade == 0.0 else self.fade * self.level)
        for channel, sound, place in zip(self.channels, self._sounding, PLACES, strict=True):
            channel.play(sound)
            channel.set_volume(*place)
        self._set = -1.0
        self._ask()

    def _go_on(self) -> None:
        """Queue what is ready; see whether the next unit has begun."""
        channels = self.channels
        if self._queued and channels[0].get_sound() is self._queued[0]:
            self.now, self.next = self.next, None
            self._sounding, self._queued = self._queued, ()
            self.unit_ms = 0.0
            self._placing = PLACING
            self._ask()
        elif not any(channel.get_busy() for channel in channels):
            self._sounding = self._queued = ()  # the program stood still for longer than a unit
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
                sound.set_volume(self.fade * self.level)
            for channel, sound in zip(channels, self._queued, strict=True):
                channel.queue(sound)
        elif self._queued and self._asked_tension != self.tension and left > SOON_MS + 500 and self._ready is None:
            self._ask()  # something else than what is queued

    def _place(self) -> None:
        """A new sound of a channel stands in the middle until it is told its place: it begins with a little silence."""
        if self._placing > 0:
            self._placing -= 1
            for channel, place in zip(self.channels, PLACES, strict=True):
                channel.set_volume(*place)
        loud = self.fade * self.level
        if loud != self._set:
            self._set = loud
            for sound in (*self._sounding, *self._queued):
                sound.set_volume(loud)

    def _stop(self) -> None:
        for channel in self.channels:
            channel.stop()
        self.forget()
        self.rest_ms = REST_MS

    def forget(self) -> None:
        """Nothing sounds any more, and what is being read is of no use."""
        self._number += 1
        self._sounding = self._queued = ()
        self._ready = self.now = self.next = None
        self.playing = None

    # --- what the loader does --------------------------------------------------------------------------

    def _ask(self) -> None:
        assert self.playing is not None
        name, track = self.playing, self.tracks[self.playing]
        programme = self.programmes.setdefault(name, Programme(track, self.dice))
        unit = programme.draw(self.tension)
        self._asked_tension = self.tension
        self._number += 1
        self.loader.do(self._reading(self._number, name, track, unit))

    def _reading(self, number: int, name: str, track: Track, unit: Unit) -> Callable[[], None]:
        def work() -> None:
            if number == self._number:
                self._ready = (number, unit, self.read(name, track, unit))

        return work

    def read(self, name: str, track: Track, unit: Unit) -> Sounds:
        """The three sounds of a unit, all of one length."""
        colours = track.colours + track.tense
        if unit.tense:
            bed = self._half(f"{name}_colour", track, colours - 1) * 2
        else:
            bed = self._both(f"{name}_bed", track, unit.bed)
        phrase = self._both(f"{name}_phrase", track, unit.phrase)
        colour = self._rest(track)
        if unit.colour is not None:
            colour = self._half(f"{name}_colour", track, unit.colour) * 2
        return tuple(pygame.mixer.Sound(buffer=raw) for raw in (bed, phrase, colour))

    def _both(self, file: str, track: Track, piece: Piece | None) -> bytes:
        """An open and a closed half, one after the other."""
        if piece is None:
            return self._rest(track)
        theme = track.themes[piece.theme]
        bed = file.endswith("_bed")
        numbers = (2 * piece.open, 2 * piece.closed + 1) if bed else (piece.open, theme.open + piece.closed)
        return b"".join(self._half(f"{file}_{piece.theme + 1}", track, number) for number in numbers)

    def _half(self, file: str, track: Track, number: int) -> bytes:
        raw = self.loader.breathe(self.loader.sound(FOLDER / f"{file}.ogg", number))
        return fitted(raw, track.samples)

    @staticmethod
    def _rest(track: Track) -> bytes:
        return bytes(2 * track.samples * FRAME)
