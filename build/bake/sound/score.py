"""Scores are data: one readable file for each place of music, checked as it is loaded. Standard library and msgspec.

Notes are written as in LilyPond: ``c'`` is middle C, ``,`` an octave lower, ``'`` one higher, ``is`` and ``es`` sharp
and flat; ``4`` a quarter, ``4.`` a dotted one (a length goes on until another is given); ``r`` a rest; ``8`` alone
the same note once more, as an eighth; ``|`` ends a bar.
Chords: ``Gm``, ``F``, ``Ees``; several in a bar share it alike, or as ``F:2 G:1`` says in quarters; ``%`` goes on.
"""

import re
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

FOLDER = Path(__file__).resolve().parent / "scores"
BARS = 4
"""Bars of half a unit."""
STEPS = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11}
_NOTE = re.compile(r"^(r|[a-g](?:isis|eses|is|es|s)?)([,']*)(\d+)?(\.*)$")
_CHORD = re.compile(r"^([A-G])(is|es|s)?(m)?(?::([\d.]+))?$")
Text = Annotated[str, msgspec.Meta(max_length=400)]


class ScoreError(ValueError):
    """A score that cannot be played; the text says where and why."""


class Note(NamedTuple):
    """A note. ``at`` and ``length`` in quarters; ``pitch``: MIDI number, None for a rest; ``step``: number of its white
    key."""

    at: float
    length: float
    pitch: int | None
    step: int


class Chord(NamedTuple):
    """A chord: ``at`` and ``length`` in quarters; ``tones``: pitch classes, the root first."""

    at: float
    length: float
    tones: tuple[int, ...]
    name: str


class Half(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Four bars of a theme: chords, bass, and the tunes that fit above them."""

    chords: Text
    bass: Text
    tunes: Annotated[list[Text], msgspec.Meta(min_length=1, max_length=3)]


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bed is played: the instrument, and for each part of a bar what sounds.

    ``0`` is the bass, ``1`` to ``3`` the voices above from below, several at once as ``012``, ``-`` nothing new.
    """

    instrument: str
    bar: Text
    strength: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.6
    bass: str = ""
    """Another instrument for the bass."""


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theme of eight bars: an open and a closed half, each with tunes, and the beds (accompaniments) below them."""

    instrument: str
    open: Half
    closed: Half
    beds: Annotated[list[Figure], msgspec.Meta(min_length=1, max_length=3)]
    softer: Annotated[float, msgspec.Meta(ge=0, le=6)] = 0.0
    """Decibels by which all of this theme is softer than the rest."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One instrument of a colour or of a stinger."""

    instrument: str
    notes: Text
    strength: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.6


class Stinger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Short music for a moment: quarters a minute, seconds in all, and its variants, each of several parts."""

    bpm: Annotated[float, msgspec.Meta(gt=20, lt=300)]
    seconds: Annotated[float, msgspec.Meta(gt=0, lt=8)]
    variants: Annotated[list[list[Part]], msgspec.Meta(min_length=1)]


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The music of one place. ``scale``: names of its tones, the keynote first; ``leading``: its leading note."""

    title: str
    metre: tuple[int, int]
    bpm: Annotated[float, msgspec.Meta(gt=20, lt=300)]
    scale: list[str]
    leading: str
    cadence: Text
    """The figure of the last bar of each half, the same in all beds."""
    themes: Annotated[list[Theme], msgspec.Meta(min_length=1, max_length=2)]
    colours: list[list[Part]] = []
    tense: list[Part] = []
    stingers: dict[str, Stinger] = {}

    @property
    def bar(self) -> float:
        """Length of a bar in quarters."""
        return self.metre[0] * 4 / self.metre[1]

    @property
    def half_seconds(self) -> float:
        """Length of half a unit (four bars) in seconds."""
        return BARS * self.bar * 60 / self.bpm

    @property
    def classes(self) -> list[int]:
        """Pitch classes of the scale, the keynote first, then the leading note."""
        return [*(pitch_class(name) for name in self.scale), pitch_class(self.leading)]


def pitch_class(name: str) -> int:
    """Return the pitch class of a note's name, such as ``bes``. Raises ScoreError."""
    found = _NOTE.match(name)
    if found is None or found[1] == "r":
        raise ScoreError(f"{name!r} is no note")
    return (STEPS[name[0]] + _shift(found[1][1:])) % 12


def _shift(ending: str) -> int:
    return {"": 0, "is": 1, "isis": 2, "es": -1, "s": -1, "eses": -2}[ending]


def notes(text: str, bar: float = 0.0) -> list[Note]:
    """Return the notes of a text; with ``bar`` (its length in quarters) each bar must be full. Raises ScoreError naming
    the bar and the note."""
    found: list[Note] = []
    at, length = 0.0, 1.0
    for number, one in enumerate(text.split("|"), 1):
        start = at
        for word in one.split():
            again = re.fullmatch(r"(\d+)(\.*)", word)
            if again is not None and found:
                length = _quarters(again[1], again[2])
                found.append(found[-1]._replace(at=at, length=length))
                at += length
                continue
            match = _NOTE.match(word)
            if match is None:
                raise ScoreError(f"bar {number}: {word!r} is no note")
            if match[3]:
                length = _quarters(match[3], match[4])
            octave = match[2].count("'") - match[2].count(",")
            if match[1] == "r":
                found.append(Note(at, length, None, 0))
            else:
                letter = match[1][0]
                pitch = 48 + STEPS[letter] + _shift(match[1][1:]) + 12 * octave
                found.append(Note(at, length, pitch, "cdefgab".index(letter) + 7 * octave))
            at += length
        if bar and abs(at - start - bar) > 1e-6:
            raise ScoreError(f"bar {number} has {at - start:g} quarters, not {bar:g}: {one.strip()!r}")
    return found


def _quarters(number: str, dots: str) -> float:
    if int(number) not in (1, 2, 4, 8, 16):
        raise ScoreError(f"there is no length {number}")
    return 4 / int(number) * (2 - 0.5 ** len(dots))


def chords(text: str, bar: float) -> list[Chord]:
    """Return the chords of a text. Raises ScoreError naming the bar."""
    found: list[Chord] = []
    for number, one in enumerate(text.split("|")):
        words = one.split()
        if words == ["%"]:
            if not found:
                raise ScoreError("bar 1: nothing to go on with")
            last = found.pop()
            found.append(last._replace(length=last.length + bar))
            continue
        at = number * bar
        for word in words:
            match = _CHORD.match(word)
            if match is None:
                raise ScoreError(f"bar {number + 1}: {word!r} is no chord")
            root = (STEPS[match[1].lower()] + _shift(match[2] or "")) % 12
            length = float(match[4]) if match[4] else bar / len(words)
            tones = (root, (root + (3 if match[3] else 4)) % 12, (root + 7) % 12)
            found.append(Chord(at, length, tones, word.split(":")[0]))
            at += length
        if abs(at - (number + 1) * bar) > 1e-6:
            raise ScoreError(f"bar {number + 1}: the chords do not fill it")
    return found


def find_chord(harmony: list[Chord], at: float) -> Chord:
    """Return the chord that sounds at time ``at``, in quarters."""
    return next(c for c in harmony if c.at <= at + 1e-6 < c.at + c.length)


def load(name: str) -> Score:
    """Return the checked score of that name. Raises ScoreError naming file, place and fault."""
    path = FOLDER / f"{name}.json"
    try:
        score = msgspec.json.decode(path.read_bytes(), type=Score)
        bar = score.bar
        score.classes  # noqa: B018 (read for its errors)
        for theme in score.themes:
            for half in (theme.open, theme.closed):
                if len(chords(half.chords, bar)) == 0 or half.chords.count("|") != BARS - 1:
                    raise ScoreError(f"{half.chords!r} has not {BARS} bars")
                for text in (half.bass, *half.tunes):
                    if text.count("|") != BARS - 1:
                        raise ScoreError(f"{text!r} has not {BARS} bars")
                    notes(text, bar)
        for part in (*score.tense, *(part for colour in score.colours for part in colour)):
            notes(part.notes, bar)
        for stinger in score.stingers.values():
            for variant in stinger.variants:
                for part in variant:
                    notes(part.notes)
    except (ScoreError, msgspec.MsgspecError, OSError) as error:
        raise ScoreError(f"{path.name}: {error}") from error
    return score


def names() -> list[str]:
    """Return the names of all scores."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))
