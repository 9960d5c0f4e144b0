"""The sounds: the cue table (``sounds/sounds.json``), and the thread that loads its files."""

import itertools
import os
import queue
import tempfile
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pygame

from engine import schema
from sprites.base.assets import AssetError, miss

# Cue table (``sounds/sounds.json``): effects, and the music of each place with its stingers.

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

    Without a file it is a stinger: one in each place's ``NAME_stingers``, in the key of its music.
    """

    file: str = ""
    slots: Count = 1
    weight: Literal[0, 1, 2, 3] = 1
    """0 = a small noise … 3 = a celebration; lower weights are cut off first."""
    group: Literal["table", "interface"] = "table"
    """Volume slider that controls it."""


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of a theme's beds (each an open and a closed half), and of open and of closed halves of its tunes."""

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
        """Return file name, slots of the variants and number of all slots in that file for a stinger of a place, or of
        the first place that has it; None if none has."""
        for name in ([track] if track in self.music else []) + sorted(self.music):
            found = self.music[name].stingers.get(cue)
            if found is not None:
                first, count = found
                return f"{name}_stingers", list(range(first, first + count)), self.music[name].stinger_slots
        return None


def read_cues() -> Cues:
    """Load the cue table. Raises AssetError naming the file and the fault."""
    return schema.read(FOLDER / "sounds.json", Cues, AssetError)


TEMPORARY = "four-thrones-"
"""Name prefix of the temporary folder for split sounds (also used by ``engine.desktop.packed``)."""
FRAME = 4
"""Bytes per stereo sample of the device format."""
LAST_PAGE = 4
BREATH_S = 0.03
"""Pause after a long sound, in seconds: reading locks the mixer."""
LONG = 4 * RATE * FRAME
_FIRST, _SOON, _LATER, _LAST = range(4)
_Order = tuple[int, int, Callable[[], None] | None]


class Damaged(ValueError):
    """Invalid file of sounds; says why."""


def split(data: bytes) -> list[bytes]:
    """Split a file of sounds into complete Ogg Vorbis files. Raises Damaged.

    A Vorbis file begins with four kilobytes of tables, the same for all sounds encoded alike. So they are stored once,
    followed by the pages of the sounds, each up to its last page.
    """
    head, body, at = b"", b"", 0
    found: list[bytes] = []
    while at < len(data):
        if data[at : at + 4] != b"OggS" or len(data) < at + 27:
            raise Damaged(f"no page at byte {at}")
        flags, position, lengths = data[at + 5], data[at + 6 : at + 14], data[at + 26]
        end = at + 27 + lengths + sum(data[at + 27 : at + 27 + lengths])
        if end > len(data):
            raise Damaged("it ends too early")
        page = data[at:end]
        at = end
        if not found and not body and position == bytes(8):
            head += page
            continue
        body += page
        if flags & LAST_PAGE:
            found.append(head + body)
            body = b""
    if body or not found:
        raise Damaged("it ends too early")
    return found


def fit_length(raw: bytes, samples: int) -> bytes:
    """Return sound data cut or padded with silence to exactly ``samples`` samples."""
    size = samples * FRAME
    return raw[:size] if len(raw) >= size else raw + bytes(size - len(raw))


class Loader:
    """Reads sounds one by one in a thread, started with the first; music before effects.

    SDL's mixer is locked while it reads a file other than WAV. So no read may take longer than a few milliseconds:
    files of several sounds are split into a temporary folder, which is removed with the loader. ``keep_mark`` marks a
    folder as one in use by an open file, and returns the file's number.
    """

    def __init__(self, keep_mark: Callable[[Path], int | None] = lambda folder: None) -> None:
        self._keep_mark = keep_mark
        self._work: queue.PriorityQueue[_Order] = queue.PriorityQueue()
        self._count = itertools.count()
        self._thread: threading.Thread | None = None
        self._ending = False
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._mark: int | None = None
        """Open file that marks the folder as in use; a killed program leaves the folder, but no lock."""
        self._apart: dict[Path, list[Path]] = {}
        self._lock = threading.Lock()

    def sound(self, path: Path, number: int) -> bytes:
        """Return the samples of sound ``number`` in a file; b"" if it cannot be read, which is reported."""
        try:
            with self._lock:
                if path not in self._apart:
                    self._apart[path] = self._split(path)
            apart = self._apart[path]
            return pygame.mixer.Sound(str(apart[number])).get_raw() if number < len(apart) else b""
        except (pygame.error, OSError, Damaged) as error:
            self._apart[path] = []
            miss(AssetError(f"the sound {path} cannot be read: {error}"))
            return b""

    def _split(self, path: Path) -> list[Path]:
        import tempfile  # imports random and hashlib: only when a sound is read

        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix=TEMPORARY, ignore_cleanup_errors=True)
            self._mark = self._keep_mark(Path(self._folder.name))
        found = []
        for number, data in enumerate(split(path.read_bytes())):
            found.append(Path(self._folder.name) / f"{path.stem}-{number}.ogg")
            found[-1].write_bytes(data)
        return found

    def breathe(self, raw: bytes) -> bytes:
        """Return ``raw``, after a pause if it is long and something is playing, so that the mixer can continue."""
        if len(raw) > LONG and pygame.mixer.get_busy():
            time.sleep(BREATH_S)
        return raw

    def do(self, work: Callable[[], None], soon: bool = False) -> None:
        """Queue a job for the thread; ``soon``: before all jobs queued without it."""
        if self._thread is None:
            self._ending = False
            self._thread = threading.Thread(target=self._run, name="sounds", daemon=True)
            self._thread.start()
        self._work.put((_SOON if soon else _LATER, next(self._count), work))

    def finish(self) -> None:
        """Wait until all jobs are done."""
        done = threading.Event()
        if self._thread is not None:
            self._work.put((_LAST, next(self._count), done.set))
            done.wait(10)

    def close(self) -> None:
        """Stop after the running job, so that the device can be closed."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._ending = True
            self._work.put((_FIRST, next(self._count), None))
            thread.join(10)
            self._work = queue.PriorityQueue()
        folder, self._folder = self._folder, None
        self._apart = {}
        mark, self._mark = self._mark, None
        if mark is not None:
            os.close(mark)
        if folder is not None:
            folder.cleanup()

    def _run(self) -> None:
        waiting = self._work
        while (work := waiting.get()[2]) is not None:
            if not self._ending:
                work()


# Fades written into the samples.
#
# A volume can only be set for a piece of 512 samples, and frames come late where a computer is busy: both would be
# heard as steps. So the samples are written anew, those of a unit that begins by the loader, those of one that sounds
# a little before they are heard.

_ONE = 15
"""Full strength is two to the power of this."""


@cache
def compute_fade_strengths(count: int) -> "array[int]":
    """Return the strengths of ``count`` samples of a quadratic fade-in, as fixed-point numbers."""
    return array("i", [(k * k << _ONE) // (count * count) for k in range(count)])


def _attenuate(raw: bytes, strengths: "array[int]") -> bytes:
    """Attenuate stereo samples (both channels equal in every file); silence is returned at once."""
    if raw.count(0) == len(raw):
        return raw
    one = array("h", [y * strength >> _ONE for y, strength in zip(array("h", raw)[::2], strengths, strict=True)])
    both = array("h", raw)
    both[::2] = both[1::2] = one
    return both.tobytes()


def soften_start(raw: bytes, samples: int) -> bytes:
    """Return a copy of a sound that fades in over ``samples`` samples."""
    samples = min(samples, len(raw) // FRAME)
    return _attenuate(raw[: samples * FRAME], compute_fade_strengths(samples)) + raw[samples * FRAME :]


class FadeOut:
    """Fade-out of queued sounds from sample ``start`` on, written into them while they are played.

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
        """Write the next piece of the fade."""
        nothing = bytes(self.BEHIND * FRAME)
        for row in self.rows:
            for sound, first, last, _ in _parts(row, self.start + self.samples + self.silenced, self.BEHIND):
                sound[first:last] = nothing[: last - first]
        self.silenced += self.BEHIND
        count = min(self.PIECE, self.samples - self.written)
        if count <= 0:
            return
        left = self.samples - self.written
        strengths = compute_fade_strengths(self.samples)[left - count : left][::-1]
        for row in self.rows:
            for sound, first, last, before in _parts(row, self.start + self.written, count):
                these = strengths[before : before + (last - first) // FRAME]
                sound[first:last] = _attenuate(bytes(sound[first:last]), these)
        self.written += count


def _parts(row: list[memoryview], start: int, count: int) -> Iterator[tuple[memoryview, int, int, int]]:
    """Yield where samples lie in consecutive sounds: sound, first and last byte, number of samples before them."""
    begins = 0
    for sound in row:
        length = len(sound) // FRAME
        first, last = max(start, begins), min(start + count, begins + length)
        if first < last:
            yield sound, (first - begins) * FRAME, (last - begins) * FRAME, first - start
        begins += length
