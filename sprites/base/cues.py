"""Cue table (``sounds/sounds.json``): effects, and the music of each place with its stingers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from engine import schema
from sprites.base.assets import AssetError

FOLDER = Path(__file__).absolute().parents[2] / "sounds"
RATE = 44100
"""Samples per second, of all sounds and of the device."""
MUSIC_VOICES = 3
"""Channels reserved for music."""
CELEBRATION = 3
"""Highest weight: always heard, cutting off another sound if needed."""
Count = Annotated[int, msgspec.Meta(ge=1, le=32)]


class Cue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An effect: a file whose ``slots``, all equally long, are its variants.

    Without a file it is a stinger, in the key of the music of the place.
    """

    file: str = ""
    slots: Count = 1
    weight: Literal[0, 1, 2, 3] = 1
    """0 = a small noise … 3 = a celebration; lower weights are cut off first."""
    group: Literal["table", "interface"] = "table"
    """Volume slider that controls it."""


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of a theme's beds (each an open and a closed half) and of open and closed halves of tunes."""

    beds: Count
    open: Count
    closed: Count


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The music of a place, in halves of units: files ``NAME_bed_1``, ``NAME_phrase_1``, ``NAME_colour`` …"""

    samples: Annotated[int, msgspec.Meta(ge=RATE, le=RATE * 20)]
    """Samples per half unit."""
    themes: Annotated[list[Theme], msgspec.Meta(min_length=1, max_length=4)]
    colours: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    tense: bool = False
    """Whether the last colour slot is reserved for high tension."""
    stingers: dict[str, tuple[int, int]] = {}
    """First slot and number of variants in ``NAME_stingers``."""

    @property
    def stinger_slots(self) -> int:
        """Return the number of slots in the file of stingers."""
        return sum(count for _, count in self.stingers.values())


class Cues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``sounds.json``: effects and music by name."""

    effects: dict[str, Cue]
    music: dict[str, Track]

    def stinger(self, cue: str, track: str | None) -> tuple[str, list[int], int] | None:
        """Return file, variant slots and all slots of a stinger in the key of a place, or of the first place that
        has it."""
        for name in ([track] if track in self.music else []) + sorted(self.music):
            found = self.music[name].stingers.get(cue)
            if found is not None:
                first, count = found
                return f"{name}_stingers", list(range(first, first + count)), self.music[name].stinger_slots
        return None


def table() -> Cues:
    """Load the cue table. Raises AssetError naming the file and the fault."""
    return schema.read(FOLDER / "sounds.json", Cues, AssetError)
