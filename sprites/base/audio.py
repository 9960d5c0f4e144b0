"""Sound effects and music by cue (``sounds/sounds.json``). Without a sound card all is silent, never an error."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import pygame

from engine import schema
from sprites.base.assets import AssetError, miss

FOLDER = Path(__file__).absolute().parents[2] / "sounds"
_CHANNELS = 16
_FADE = 900


class Cue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files of an effect, of which one sounds each time, and how loud (0 to 1)."""

    files: Annotated[list[str], msgspec.Meta(min_length=1)]
    volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0


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


class Audio:
    """Plays cues. Volumes run from 0 to 1; the sound device is opened at the first sound."""

    def __init__(self, volume_effects: float = 0.8, volume_music: float = 0.5, enabled: bool = True) -> None:
        self.volume_effects = volume_effects
        self.volume_music = volume_music
        self.enabled = enabled
        self.track: str | None = None
        self._open: bool | None = None
        self._cues = Cues({}, {})
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._turn: dict[str, int] = {}

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

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._sounds:
            path = FOLDER / f"{name}.ogg"
            try:
                self._sounds[name] = pygame.mixer.Sound(str(path))
            except (pygame.error, OSError) as error:
                self._sounds[name] = None
                miss(AssetError(f"the sound {path} cannot be read: {error}"))
        return self._sounds[name]

    def play(self, cue: str) -> None:
        """Play an effect; its variants take turns. Unknown cues are remembered as a problem, not raised."""
        if self.volume_effects <= 0 or not self._ready():
            return
        entry = self._cues.effects.get(cue)
        if entry is None:
            miss(AssetError(f"sounds/sounds.json: effects has no {cue!r}"))
            return
        files = entry.files
        turn = self._turn.get(cue, 0)
        self._turn[cue] = turn + 1
        sound = self._sound(files[turn % len(files)])
        if sound is not None:
            sound.set_volume(max(0.0, min(1.0, self.volume_effects * entry.volume)))
            sound.play()

    def music(self, track: str | None) -> None:
        """Change the music (None: silence), fading the old one out; the same track goes on undisturbed."""
        if track == self.track:
            return
        self.track = track
        if not self._ready():
            return
        if track is None or self.volume_music <= 0:
            pygame.mixer.music.fadeout(_FADE)
            return
        entry = self._cues.music.get(track)
        if entry is None:
            miss(AssetError(f"sounds/sounds.json: music has no {track!r}"))
            pygame.mixer.music.fadeout(_FADE)
            return
        path = FOLDER / f"{entry.file}.ogg"
        try:
            pygame.mixer.music.load(str(path))
            pygame.mixer.music.set_volume(max(0.0, min(1.0, self.volume_music * entry.volume)))
            pygame.mixer.music.play(-1, fade_ms=_FADE)
        except (pygame.error, OSError) as error:
            miss(AssetError(f"the music {path} cannot be played: {error}"))

    def set_volumes(self, effects: float, music: float, enabled: bool | None = None) -> None:
        """Change the volumes at once; ``enabled`` False silences everything."""
        was_playing = self.enabled and self.volume_music > 0
        self.volume_effects, self.volume_music = effects, music
        if enabled is not None:
            self.enabled = enabled
        if not self.enabled or music <= 0:
            if self._open:
                pygame.mixer.music.fadeout(200)
            if not self.enabled and self._open:
                pygame.mixer.stop()
            return
        if not was_playing:
            track, self.track = self.track, None
            self.music(track)
        elif self._open and self.track in self._cues.music:
            pygame.mixer.music.set_volume(min(1.0, music * self._cues.music[self.track].volume))

    def close(self) -> None:
        """Stop everything and let the sound device go."""
        if self._open:
            pygame.mixer.quit()
        self._open = None
        self._sounds.clear()
