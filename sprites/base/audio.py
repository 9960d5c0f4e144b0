"""Sound effects and music by cue (``sounds/sounds.json``). Without a sound card all is silent, never an error.

No call waits: a track fades out, then there is a moment of rest, then the next is loaded and fades in, moved on by
:meth:`Audio.update` once a frame. Fades of our own (somebody speaks, a menu is open, the window has lost the focus)
are steps of volume per frame.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pygame

from engine import schema
from sprites.base.assets import AssetError, miss

FOLDER = Path(__file__).absolute().parents[2] / "sounds"
_CHANNELS = 16
OUT_MS, REST_MS, IN_MS = 600, 150, 900
"""A change of music: the old track goes, nothing, the new one comes."""
PAUSE_MS = 300.0
"""In so long all goes silent when the window has lost the focus or sound is switched off, and comes back."""
MENU = 0.63
"""Music under a menu: 4 dB softer."""
APART_MS = 60.0
"""The same cue is not begun again sooner."""
VOICES = 2
"""So often one cue sounds at a time."""
IN_A_FRAME = 4
"""So many cues begin in one frame, celebrations not counted."""
CELEBRATION = 3
"""The highest importance: always heard, for its sake another sound is cut off."""


class Cue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files of an effect, of which one sounds each time, how loud (0 to 1), and how much it matters."""

    files: Annotated[list[str], msgspec.Meta(min_length=1)]
    volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    weight: Literal[0, 1, 2, 3] = 1
    """0 = a small noise … 3 = a celebration: what is cut off first when all channels sound."""


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a piece of music, and how loud (0 to 1)."""

    file: str
    volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0


class Cues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``sounds.json``: effects and music by cue."""

    effects: dict[str, Cue]
    music: dict[str, Track]


def table() -> Cues:
    """The cue table. Raises AssetError naming the file and what is wrong with it."""
    return schema.read(FOLDER / "sounds.json", Cues, AssetError)


def loudness(slider: float) -> float:
    """The amplitude for a slider from 0 to 1: half of the way is 12 dB softer, as ears expect."""
    return max(0.0, min(1.0, slider)) ** 2


class Bag:
    """The variants of a cue in any order: each once, then all again, never the same one twice running."""

    def __init__(self, dice: random.Random, names: list[str]) -> None:
        self.dice = dice
        self.names = names
        self.left: list[str] = []
        self.last = ""

    def draw(self) -> str:
        """The next variant."""
        if not self.left:
            self.left = self.dice.sample(self.names, len(self.names))
            if len(self.left) > 1 and self.left[-1] == self.last:
                self.left.insert(0, self.left.pop())
        self.last = self.left.pop()
        return self.last


class Audio:
    """Plays cues. Volumes run from 0 to 1 as on a slider; the sound device is opened at the first sound."""

    def __init__(self, volume_effects: float = 0.8, volume_music: float = 0.5, enabled: bool = True) -> None:
        self.volume_effects = volume_effects
        self.volume_music = volume_music
        self.enabled = enabled
        self.track: str | None = None
        """What shall be heard."""
        self.menu = False
        self.away = False
        """The window has lost the focus."""
        self._open: bool | None = None
        self._cues = Cues({}, {})
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._dice = random.Random()
        self._bags: dict[str, Bag] = {}
        self._clock = 0.0
        self._begun: dict[str, float] = {}
        self._in_frame = 0
        self._sounding: list[tuple[pygame.mixer.Channel, str, int]] = []
        self._loaded: str | None = None
        """What is heard now, or fades out."""
        self._leaving = False
        self._rest = 0.0
        self._gain = 1.0
        """1 = as loud as it shall be, less under a menu, 0 = paused."""
        self._paused = False

    # --- the device ---------------------------------------------------------------------------------

    def _ready(self) -> bool:
        if not self.enabled:
            return False
        if self._open is None:
            self._open = False
            try:
                self._cues = table()
                if not pygame.mixer.get_init():
                    pygame.mixer.init(44100, -16, 2, 512)
                pygame.mixer.set_num_channels(_CHANNELS)
                self._open = True
            except AssetError as error:
                miss(error)
            except (pygame.error, OSError, NotImplementedError):
                pass  # no sound device: the game is played in silence, every cue has a visible twin
        return self._open

    def device_added(self) -> None:
        """Headphones were plugged in: where there was no device, try again."""
        if self._open is False:
            self._open = None

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._sounds:
            path = FOLDER / f"{name}.ogg"
            try:
                self._sounds[name] = pygame.mixer.Sound(str(path))
            except (pygame.error, OSError) as error:
                self._sounds[name] = None
                miss(AssetError(f"the sound {path} cannot be read: {error}"))
        return self._sounds[name]

    # --- effects ------------------------------------------------------------------------------------

    def celebrates(self, cue: str) -> bool:
        """Whether a cue is worth being heard even where everything happens at once."""
        entry = self._cues.effects.get(cue)
        return entry is not None and entry.weight == CELEBRATION

    def play(self, cue: str) -> None:
        """Play an effect, one of its variants. Unknown cues are remembered as a problem, not raised."""
        if self.volume_effects <= 0 or not self._ready():
            return
        entry = self._cues.effects.get(cue)
        if entry is None:
            miss(AssetError(f"sounds/sounds.json: effects has no {cue!r}"))
            return
        if self.away or not self._has_room(cue, entry.weight):
            return
        bag = self._bags.setdefault(cue, Bag(self._dice, entry.files))
        sound = self._sound(bag.draw())
        channel = self._channel(entry.weight)
        if sound is None or channel is None:
            return
        sound.set_volume(self._level(entry))
        channel.play(sound)
        self._begun[cue] = self._clock
        self._in_frame += entry.weight < CELEBRATION
        self._sounding.append((channel, cue, entry.weight))

    def _level(self, entry: Cue) -> float:
        return loudness(self.volume_effects) * entry.volume

    def _has_room(self, cue: str, weight: int) -> bool:
        """Not the same one at once or too often, not everything in one frame."""
        self._sounding = [row for row in self._sounding if row[0].get_busy()]
        if self._clock - self._begun.get(cue, -APART_MS) < APART_MS:
            return False
        if weight < CELEBRATION and self._in_frame >= IN_A_FRAME:
            return False
        return sum(other == cue for _, other, _ in self._sounding) < VOICES

    def _channel(self, weight: int) -> pygame.mixer.Channel | None:
        """A free channel, or that of the oldest sound that matters less."""
        free: pygame.mixer.Channel | None = pygame.mixer.find_channel()
        if free is not None:
            return free
        for row in sorted(self._sounding, key=lambda row: row[2]):
            if row[2] < weight:
                self._sounding.remove(row)
                row[0].stop()
                return row[0]
        return None

    # --- music --------------------------------------------------------------------------------------

    def music(self, track: str | None) -> None:
        """What shall be heard from now on (None: silence); the same track goes on undisturbed."""
        self.track = track

    def update(self, ms: float) -> None:
        """Once a frame: let fades go on, and begin the next track when the last one has gone."""
        self._clock += ms
        self._in_frame = 0
        if not self._open and (self.track is None or not self.enabled):
            return
        if self._open is None:
            self._ready()
        if not self._open:
            return
        self._step_gain(ms)
        if self._paused:
            return
        if self._leaving:
            self._leaving = pygame.mixer.music.get_busy()
            if not self._leaving:
                self._loaded, self._rest = None, REST_MS
            return
        self._rest = max(0.0, self._rest - ms)
        if self._loaded != self.track:
            if self._loaded is not None:
                pygame.mixer.music.fadeout(OUT_MS)
                self._leaving = True
            elif self._rest == 0.0:
                self._begin()

    def _begin(self) -> None:
        """Nothing is heard: load the track that shall be, and let it come."""
        self._loaded = self.track
        if self.track is None:
            return
        entry = self._cues.music.get(self.track)
        if entry is None:
            miss(AssetError(f"sounds/sounds.json: music has no {self.track!r}"))
            return
        path = FOLDER / f"{entry.file}.ogg"
        try:
            pygame.mixer.music.load(str(path))
            self._set_music()
            pygame.mixer.music.play(-1, fade_ms=IN_MS)
        except (pygame.error, OSError) as error:
            miss(AssetError(f"the music {path} cannot be played: {error}"))

    def _step_gain(self, ms: float) -> None:
        """Go a step towards the loudness of now; at nothing everything pauses in its place."""
        silent = self.away or not self.enabled
        wanted = 0.0 if silent else MENU if self.menu else 1.0
        if self._gain != wanted:
            step = ms / PAUSE_MS
            self._gain = min(wanted, self._gain + step) if self._gain < wanted else max(wanted, self._gain - step)
            if self._paused and self._gain > 0:
                self._paused = False
                pygame.mixer.unpause()
                pygame.mixer.music.unpause()
            self._set_music()
        if silent and self._gain == 0 and not self._paused:
            self._paused = True
            pygame.mixer.pause()
            pygame.mixer.music.pause()

    def _set_music(self) -> None:
        entry = self._cues.music.get(self._loaded or "")
        if entry is not None:
            pygame.mixer.music.set_volume(loudness(self.volume_music) * entry.volume * self._gain)

    # --- what the player sets -----------------------------------------------------------------------

    def set_volumes(self, effects: float, music: float, enabled: bool | None = None) -> None:
        """Change the volumes at once, of what sounds already too; ``enabled`` False silences everything softly."""
        self.volume_effects, self.volume_music = effects, music
        if enabled is not None:
            self.enabled = enabled
        if not self._open:
            return
        self._set_music()
        for entry in self._cues.effects.values():
            for name in entry.files:
                sound = self._sounds.get(name)
                if sound is not None:
                    sound.set_volume(self._level(entry))

    def close(self) -> None:
        """Stop everything and let the sound device go."""
        if self._open:
            pygame.mixer.quit()
        self._open = None
        self._sounds.clear()
        self._sounding.clear()
        self._loaded, self._leaving, self._paused = None, False, False
