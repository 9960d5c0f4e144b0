"""Sound effects and music by cue (``sounds/sounds.json``). Without a sound device all is silent, without errors.

Files are read by a thread, and a short effect that has not been read yet at once; fades are steps of volume per frame,
moved on by :meth:`Audio.update`, which waits for nothing.
``music_player`` chooses the units of the music and plays them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame

from sprites.base.assets import AssetError, miss
from sprites.base.loader import CELEBRATION, FOLDER, FRAME, MUSIC_VOICES, RATE, Cue, Cues, Loader, read_cues

if TYPE_CHECKING:
    from sprites.base.music_player import MusicPlayer

_CHANNELS = 16
PAUSE_MS = 300.0
"""Duration of the fade when the window loses or gains the focus, in ms."""
MUTE_MS = 150.0
"""Duration of the fade when sound is switched off, in ms."""
MENU_DB, STINGER_DB = -4.0, -9.0
"""Gain of the music under a menu, and under a stinger, in dB."""
SOFTER_DB_A_FRAME, LOUDER_DB_A_MS = 0.5, 9 / 1200
"""Speed of ducking in dB per frame, and of its release in dB per ms."""
APART_MS = 60.0
"""Shortest time between two starts of the same cue, in ms."""
VOICES = 2
"""Most simultaneous voices of one cue."""
IN_A_FRAME = 4
"""Most cues started in one frame, excluding celebrations."""
SOFTER = 0.72
"""Factor on the volume of each further cue started in the same frame, to avoid clipping."""
UNDER_A_FANFARE = 0.6
"""Factor on the volume of effects during a celebration."""
LONGEST_MS = 17.0
"""Longest step of a fade in ms; after a longer frame it continues without a jump."""


class Volumes(NamedTuple):
    """Positions of the volume sliders, 0 to 1."""

    interface: float
    table: float
    music: float


def loudness(slider: float) -> float:
    """Return the amplitude for a slider position 0 to 1; half way is -12 dB."""
    return max(0.0, min(1.0, slider)) ** 2


class Bag:
    """Shuffle bag of a cue's variants: each is drawn once before any repeats, none twice in a row."""

    def __init__(self, dice: random.Random, names: Sequence[int]) -> None:
        self.dice = dice
        self.names = names
        self.left: list[int] = []
        self.last = -1

    def draw(self) -> int:
        """Return the next variant."""
        if not self.left:
            self.left = self.dice.sample(self.names, len(self.names))
            if len(self.left) > 1 and self.left[-1] == self.last:
                self.left.insert(0, self.left.pop())
        self.last = self.left.pop()
        return self.last


class _Sounding(NamedTuple):
    channel: pygame.mixer.Channel
    cue: str
    weight: int
    softer: float


class Audio:
    """Plays cues. The sound device is opened at the first sound."""

    def __init__(
        self, volumes: Volumes, enabled: bool = True, keep_mark: Callable[[Path], int | None] = lambda folder: None
    ) -> None:
        """``keep_mark`` marks a folder of temporary files as one in use, see ``Loader``."""
        self.volumes = volumes
        self.enabled = enabled
        self.track: str | None = None
        """Place whose music is wanted."""
        self.tension = 0
        """Tension of the game, see ``MusicSequencer``."""
        self.menu = False
        self.away = False
        """Whether the window has lost the focus."""
        self.background = False
        """Whether music and sounds continue without the focus."""
        self.loader = Loader(keep_mark)
        self.musicians: MusicPlayer | None = None
        self._open: bool | None = None
        self.problem = ""
        """Why there is no sound device, in the words of the system."""
        self._cues = Cues({}, {})
        self._sounds: dict[tuple[str, int], pygame.mixer.Sound | None] = {}
        self._dice = random.Random()
        self._unread: list[Cue] = []
        self._bags: dict[Hashable, Bag] = {}
        self._clock = 0.0
        self._begun: dict[str, float] = {}
        self._in_frame = 0
        self._sounding: list[_Sounding] = []
        self._gain = 1.0
        """1 = heard, 0 = paused."""
        self._room_db = 0.0
        """Current ducking of the music, in dB."""
        self._paused = False

    # --- the device ---------------------------------------------------------------------------------

    def open_device(self) -> bool:
        """Open the sound device if sound is wanted; return whether there is one."""
        if not self.enabled:
            return False
        if self._open is None:
            from sprites.base.music_player import MusicPlayer  # only when something is to be heard

            self._open = False
            try:
                self._cues = read_cues()
                if not pygame.mixer.get_init():
                    # Fixed sample format; SDL converts it for the device.
                    pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
                pygame.mixer.set_num_channels(_CHANNELS)
                self._open = True
                self.musicians = MusicPlayer(self._cues.music, self.loader, self._dice)
                self._unread = [entry for entry in self._cues.effects.values() if entry.file]
            except AssetError as error:
                miss(error)
            except (pygame.error, OSError, NotImplementedError) as error:
                self.problem = str(error)  # no sound device: the game is silent; every cue has a visible counterpart
        return self._open

    def handle_new_device(self) -> None:
        """Handle a new device: try to open it if there was none."""
        if self._open is False:
            self._open = None

    def handle_lost_device(self) -> None:
        """Handle a removed device. Drivers other than ALSA switch by themselves; ALSA has to be reopened."""
        if self._open and pygame.mixer.get_driver() == "alsa":
            self.close()

    def _read(self, file: str, count: int) -> None:
        """Read all sounds of a file at once."""
        for k in range(count):
            self._read_one(file, k)

    def _read_one(self, file: str, number: int) -> pygame.mixer.Sound | None:
        """Return one sound of a file, read at once (all are short); None if it is empty or cannot be read."""
        key = (file, number)
        if key not in self._sounds:
            cut = self.loader.sound(FOLDER / f"{file}.ogg", number).rstrip(b"\0")
            cut += bytes(-len(cut) % FRAME)
            self._sounds[key] = pygame.mixer.Sound(buffer=cut) if cut else None
        return self._sounds[key]

    # --- effects ------------------------------------------------------------------------------------

    def celebrates(self, cue: str) -> bool:
        """Whether a cue must be heard even when many start at once."""
        entry = self._cues.effects.get(cue)
        return entry is not None and entry.weight == CELEBRATION

    def play(self, cue: str) -> None:
        """Play a variant of an effect. Unknown cues are logged as a problem, not raised."""
        if (self.volumes.interface <= 0 and self.volumes.table <= 0) or not self.open_device():
            return
        entry = self._cues.effects.get(cue)
        if entry is None:
            miss(AssetError(f"sounds/sounds.json: effects has no {cue!r}"))
            return
        level = self._level(entry)
        if level <= 0 or self._silent or not self._has_room(cue, entry.weight):
            return
        sound = self._variant(cue, entry)
        channel = self._channel(entry.weight)
        if sound is None or channel is None:
            return
        softer = 1.0
        if entry.weight < CELEBRATION:
            softer = SOFTER**self._in_frame * (UNDER_A_FANFARE if self._celebrated else 1.0)
        channel.play(sound)
        channel.set_volume(level * softer)
        self._begun[cue] = self._clock
        self._in_frame += entry.weight < CELEBRATION
        self._sounding.append(_Sounding(channel, cue, entry.weight, softer))

    @property
    def _silent(self) -> bool:
        return not self.enabled or (self.away and not self.background)

    def _variant(self, cue: str, entry: Cue) -> pygame.mixer.Sound | None:
        if entry.file:
            file, choice = entry.file, list(range(entry.slots))
        else:
            found = self._cues.stinger(cue, self.track)
            if found is None:
                miss(AssetError(f"sounds/sounds.json: no music has the stinger {cue!r}"))
                return None
            file, choice, _ = found
        bag = self._bags.setdefault((cue, file), Bag(self._dice, choice))
        return self._read_one(file, bag.draw())

    def play_at(self, cue: str, side: int) -> None:
        """Play an effect on the left (``side`` 0) or the right (1) channel alone, to test the device."""
        entry = self._cues.effects.get(cue) if self.open_device() else None
        sound, channel = (None, None) if entry is None else (self._variant(cue, entry), self._channel(entry.weight))
        if sound is not None and channel is not None:
            channel.play(sound)
            channel.set_volume(float(side == 0), float(side == 1))

    def _level(self, entry: Cue) -> float:
        return loudness(self.volumes.interface if entry.group == "interface" else self.volumes.table)

    def _has_room(self, cue: str, weight: int) -> bool:
        """Whether a cue may start now, by the limits per cue and per frame."""
        self._sounding = [row for row in self._sounding if row.channel.get_busy()]
        if self._clock - self._begun.get(cue, -APART_MS) < APART_MS:
            return False
        if weight < CELEBRATION and self._in_frame >= IN_A_FRAME:
            return False
        return sum(row.cue == cue for row in self._sounding) < VOICES

    def _channel(self, weight: int) -> pygame.mixer.Channel | None:
        """Return a free channel not of the music, or that of the least sound below ``weight``, stopped; else None."""
        for number in range(MUSIC_VOICES, pygame.mixer.get_num_channels()):
            channel = pygame.mixer.Channel(number)
            if not channel.get_busy():
                return channel
        for row in sorted(self._sounding, key=lambda row: row.weight):
            if row.weight < weight:
                self._sounding.remove(row)
                row.channel.stop()
                return row.channel
        return None

    # --- music --------------------------------------------------------------------------------------

    def music(self, track: str | None) -> None:
        """Set the place whose music is played (None: silence); the same place continues undisturbed."""
        self.track = track

    def update(self, ms: float) -> None:
        """Advance fades and music by ``ms``; call once per frame."""
        self._clock += ms
        self._in_frame = 0
        passed, ms = ms, min(ms, LONGEST_MS)
        if not self._open and (self.track is None or not self.enabled):
            return
        if self._open is None:
            self.open_device()
        if not self._open or self.musicians is None:
            return
        self._step_gain(ms)
        if self._paused:
            return
        # All else is softer while there is a stinger or a menu.
        wanted = STINGER_DB if self._celebrated else MENU_DB if self.menu else 0.0
        if self._room_db > wanted:
            self._room_db = max(wanted, self._room_db - SOFTER_DB_A_FRAME * max(1.0, ms / 17))
        elif self._room_db < wanted:
            self._room_db = min(wanted, self._room_db + LOUDER_DB_A_MS * ms)
        if self.musicians.wanted != self.track:
            self.musicians.wanted = self.track
            self._read_stingers()
        self.musicians.tension = self.tension
        self.musicians.level = loudness(self.volumes.music) * self._gain * 10 ** (self._room_db / 20)
        self.musicians.update(passed)
        for entry in self._unread:
            self.loader.do(lambda entry=entry: self._read(entry.file, entry.slots))  # type: ignore[misc]
        self._unread = []

    def _read_stingers(self) -> None:
        """Enter a place: read its stingers, forget those of other places."""
        kept = f"{self.track}_stingers"
        for key in [key for key in self._sounds if key[0].endswith("_stingers") and key[0] != kept]:
            del self._sounds[key]
        for cue, entry in self._cues.effects.items():
            found = None if entry.file else self._cues.stinger(cue, self.track)
            if found is not None:
                self.loader.do(lambda found=found: self._read(found[0], found[2]))  # type: ignore[misc]

    def _step_gain(self, ms: float) -> None:
        """Advance the fade before a pause or after it; at zero gain all channels are paused."""
        silent = self._silent
        wanted = 0.0 if silent else 1.0
        if self._gain != wanted:
            step = ms / (PAUSE_MS if self.enabled else MUTE_MS)
            self._gain = min(wanted, self._gain + step) if self._gain < wanted else max(wanted, self._gain - step)
            if self._paused and self._gain > 0:
                self._paused = False
                pygame.mixer.unpause()
            self._set_sounding()
        if silent and self._gain == 0 and not self._paused:
            self._paused = True
            if self.musicians is not None:
                self.musicians.pause()
            pygame.mixer.pause()

    @property
    def _celebrated(self) -> bool:
        return any(row.weight == CELEBRATION and row.channel.get_busy() for row in self._sounding)

    def _set_sounding(self) -> None:
        """Apply the volume to the sounding channels."""
        for row in self._sounding:
            if row.channel.get_busy():
                row.channel.set_volume(self._level(self._cues.effects[row.cue]) * row.softer * self._gain)

    # --- what the player sets -----------------------------------------------------------------------

    def set_volumes(self, volumes: Volumes, enabled: bool | None = None) -> None:
        """Set the volumes, also of sounds being played; ``enabled`` False fades all out, None leaves it as it is."""
        self.volumes = volumes
        if enabled is not None:
            if enabled and not self.enabled and self._open is False:
                self._open = None
            self.enabled = enabled
        if self._open:
            self._set_sounding()

    def close(self) -> None:
        """Stop everything and close the sound device."""
        self.loader.close()
        if self._open:
            pygame.mixer.quit()
        self._open = None
        self.musicians = None
        self._sounds.clear()
        self._sounding.clear()
        self._paused = False
        self._gain = 1.0
