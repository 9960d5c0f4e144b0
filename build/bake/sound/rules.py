"""What makes a tune a tune here: the rules of composition, checked on the score. Standard library only."""

from itertools import combinations, pairwise
from typing import NamedTuple

from score import BARS, Chord, Half, Note, Score, ScoreError, Theme, chords, find_chord, notes

TENTH = 16
"""The widest range of a phrase in semitones."""
FIFTH = 7
RHYTHMS = 6
"""So many rhythms of a bar has a place at least."""


def faults(score: Score) -> list[str]:
    """Return all violations of the rules of composition in a score, in words; empty when it may be rendered."""
    found: list[str] = []
    rhythms: set[tuple[float, ...]] = set()
    harmony: set[float] = set()
    upbeat = dotted = False
    for number, theme in enumerate(score.themes, 1):
        place = f"theme {number}"
        found += [f"{place}: {one}" for one in (*_period(score, theme), *_motif(score, theme), *_laying(score, theme))]
        for name, half in (("open", theme.open), ("closed", theme.closed)):
            harmony |= {chord.length / score.bar for chord in chords(half.chords, score.bar)}
            for at, tune in enumerate(half.tunes, 1):
                line = notes(tune, score.bar)
                found += [f"{place}, {name} {at}: {one}" for one in _line(score, half, line)]
                for bar in bars(line, score.bar):
                    rhythms.add(rhythm(bar))
                    upbeat = upbeat or _leads_on(bar)
                    dotted = dotted or any(n.length in (0.75, 1.5, 3) and score.metre[1] != 8 for n in bar)
                    dotted = dotted or any(n.length == 0.75 for n in bar)
    if len(rhythms) < RHYTHMS:
        found.append(f"only {len(rhythms)} rhythms of a bar")
    if not upbeat:
        found.append("no upbeat")
    if not dotted:
        found.append("no dotted note")
    if len(harmony) < 2:
        found.append("all chords last equally long")
    for cue, stinger in score.stingers.items():
        for variant in stinger.variants:
            strange = {
                n.pitch % 12
                for part in variant
                if part.instrument != "drum"
                for n in notes(part.notes)
                if n.pitch is not None
            } - set(score.classes)
            if strange:
                found.append(f"{cue}: tones outside the scale: {sorted(strange)}")
            last = [n for n in notes(variant[0].notes) if n.pitch is not None][-1]
            if last.pitch is None or last.pitch % 12 != score.classes[0]:
                found.append(f"{cue}: does not end on the keynote")
    return found


def bars(line: list[Note], bar: float) -> list[list[Note]]:
    """Return the notes of a line bar by bar; ``bar``: length of a bar in quarters."""
    return [[n for n in line if k * bar <= n.at + 1e-6 < (k + 1) * bar] for k in range(BARS)]


def rhythm(bar: list[Note]) -> tuple[float, ...]:
    """Return the lengths of a bar's notes in quarters, rests negative."""
    return tuple(-n.length if n.pitch is None else n.length for n in bar)


def _leads_on(bar: list[Note]) -> bool:
    """Whether a bar rests and then begins the next one early."""
    rests = [k for k, n in enumerate(bar) if n.pitch is None]
    return bool(rests) and 0 < rests[-1] < len(bar) - 1 and all(n.length <= 1 for n in bar[rests[-1] + 1 :])


def _sounding(line: list[Note]) -> list[Note]:
    return [n for n in line if n.pitch is not None]


def _pitch(n: Note) -> int:
    assert n.pitch is not None
    return n.pitch


def _period(score: Score, theme: Theme) -> list[str]:
    """Return faults of a period: half close and full close, one summit, range of a tenth, for all pairs of halves."""
    found = []
    keynote = score.classes[0]
    if chords(theme.open.chords, score.bar)[-1].tones[0] == keynote:
        found.append("the open half ends on the keynote's chord")
    if chords(theme.closed.chords, score.bar)[-1].tones[0] != keynote:
        found.append("the closed half does not end on the keynote's chord")
    for i, first in enumerate(theme.open.tunes, 1):
        for j, second in enumerate(theme.closed.tunes, 1):
            place = f"{i} with {j}"
            line = [_pitch(n) for n in _sounding([*notes(first, score.bar), *notes(second, score.bar)])]
            if max(line) - min(line) > TENTH:
                found.append(f"{place}: a range of {max(line) - min(line)} semitones")
            if line.count(max(line)) != 1:
                found.append(f"{place}: {line.count(max(line))} summits")
    for j, second in enumerate(theme.closed.tunes, 1):
        end = [_pitch(n) for n in _sounding(notes(second, score.bar))]
        if end[-1] % 12 != keynote:
            found.append(f"closed {j} does not end on the keynote")
        if end[-2] % 12 != score.classes[-1] or abs(end[-1] - end[-2]) != 1:
            found.append(f"closed {j}: the leading note is not there, or not led on")
    return found


def _motif(score: Score, theme: Theme) -> list[str]:
    """Return faults of the motif: the first two bars must come back as they were, on another step, and varied."""
    halves = [
        (kind, notes(t, score.bar)) for kind, half in (("o", theme.open), ("c", theme.closed)) for t in half.tunes
    ]
    first = _first_bars(halves[0][1], score.bar)
    kinds: list[str] = ["plain"]
    for _, line in halves[1:]:
        kinds.append(likeness(first, _first_bars(line, score.bar)))
    lacking = {"plain", "moved", "varied"} - set(kinds)
    if lacking or len([k for k in kinds if k]) < 3:
        return [f"the motif comes only {kinds}"]
    return []


def _first_bars(line: list[Note], bar: float) -> list[Note]:
    return [n for n in line if n.at < 2 * bar - 1e-6]


def likeness(motif: list[Note], other: list[Note]) -> str:
    """Return how a bar relates to a motif: ``plain`` (equal), ``moved`` (same rhythm and contour, transposed),
    ``varied``, or ""."""
    if rhythm(motif) != rhythm(other):
        return ""
    a, b = _sounding(motif), _sounding(other)
    if [n.pitch for n in a] == [n.pitch for n in b]:
        return "plain"
    one = [y.step - x.step for x, y in pairwise(a)]
    two = [y.step - x.step for x, y in pairwise(b)]
    same = all(abs(x - y) <= 2 and (x > 0) == (y > 0) and (x < 0) == (y < 0) for x, y in zip(one, two, strict=True))
    return "moved" if same else "varied"


def _line(score: Score, half: Half, line: list[Note]) -> list[str]:
    """Return faults of a tune: leaps are followed by a step back; off the chord only passing, neighbour or held notes;
    no parallels with the bass."""
    found = []
    harmony = chords(half.chords, score.bar)
    scale = set(score.classes)
    for n, one in enumerate(line):
        if one.pitch is None:
            continue
        if one.pitch % 12 not in scale:
            found.append(f"quarter {one.at:g} is outside the scale")
        before = line[n - 1] if n else None
        after = line[n + 1] if n + 1 < len(line) else None
        leap = 0 if before is None or before.pitch is None else one.pitch - before.pitch
        if abs(leap) >= FIFTH:
            back = None if after is None or after.pitch is None else after.step - one.step
            if back is None or abs(back) != 1 or (back > 0) == (leap > 0):
                found.append(f"quarter {one.at:g}: a leap of {leap} without a step back")
        if abs(leap) == 6:
            found.append(f"quarter {one.at:g}: a tritone")
        if one.pitch % 12 not in find_chord(harmony, one.at).tones and not _is_off_chord(before, one, after):
            found.append(f"quarter {one.at:g} is off the chord without a reason")
    found += [f"parallels with the bass at quarter {at}" for at in _parallels(score, half, line)]
    return found


def _is_off_chord(before: Note | None, one: Note, after: Note | None) -> bool:
    """Whether a note may be off the chord: passing, neighbour (both by step), or held over and led a step down."""
    if before is None or after is None or before.pitch is None or after.pitch is None:
        return False
    held = before.pitch == one.pitch and after.step == one.step - 1
    return held or (abs(one.step - before.step) == 1 and abs(after.step - one.step) == 1)


def _parallels(score: Score, half: Half, line: list[Note]) -> list[str]:
    """Return where tune and bass move in parallel fifths or octaves, from note to note and between bass notes."""
    bass = [low for low in notes(half.bass, score.bar) if low.pitch is not None]
    found = []
    for times in (
        sorted({n.at for n in (*_sounding(line), *bass)}),
        [low.at for low in bass],
        [k * score.bar for k in range(BARS)],
    ):
        pairs = [(at, _find_pitch(bass, at), _find_pitch(line, at)) for at in times]
        for (_, low, high), (at, low2, high2) in pairwise(pairs):
            if None not in (low, high, low2, high2) and parallel((low, high), (low2, high2)):  # type: ignore[arg-type]
                found.append(f"{at:g} ({low} {high} to {low2} {high2})")
    return sorted(set(found))


def _find_pitch(line: list[Note], at: float) -> int | None:
    return next((n.pitch for n in line if n.at <= at + 1e-6 < n.at + n.length), None)


def _laying(score: Score, theme: Theme) -> list[str]:
    """Return faults of the bed: parallels, which :func:`lay` should have avoided, and bars without a bass note."""
    rows = lay([theme.open, theme.closed], score.bar)
    row = [one.pitches for half in rows for one in half]
    count = sum(parallel(a, b) for a, b in pairwise(row))
    short = len(steps(theme.open, score.bar)) < BARS
    return ([f"{count} parallels in the bed"] if count else []) + (["a bar without a bass note"] if short else [])


# The three voices between bass and tune: where each goes when the chord changes. Standard library only.
#
# All ways to lay a chord are tried from one to the next, and the smoothest row is taken in which no two voices move
# in parallel fifths or octaves.

LOW, HIGH = 48, 72
"""From c to c'': between bass and tune."""


class Laid(NamedTuple):
    """A voiced chord: from ``at`` for ``length`` quarters; ``pitches``: bass first, then the voices from below."""

    at: float
    length: float
    pitches: tuple[int, ...]


def parallel(before: tuple[int, ...], after: tuple[int, ...]) -> int:
    """Return how many pairs of voices move in parallel fifths, octaves or unisons between two chords (pitches)."""
    found = 0
    for i, j in combinations(range(len(before)), 2):
        moved = before[i] != after[i] and before[j] != after[j]
        gap = (before[j] - before[i]) % 12
        if moved and gap in (0, 7) and gap == (after[j] - after[i]) % 12:
            found += (before[i] < after[i]) == (before[j] < after[j])
    return found


def _ways(chord: Chord, bass: int) -> list[tuple[int, ...]]:
    """Return all voicings of a chord above a bass: every tone is there, the third only once above it."""
    tones = [p for p in range(max(LOW, bass + 3), HIGH + 1) if p % 12 in chord.tones]
    found: list[tuple[int, ...]] = []
    for way in combinations(tones, 3):
        classes = [p % 12 for p in (bass, *way)]
        if (
            set(classes) == set(chord.tones)
            and classes.count(chord.tones[1]) <= 1 + (bass % 12 == chord.tones[1])
            and way[2] - way[0] <= 16
        ):
            found.append(way)
    return found


def steps(half: Half, bar: float) -> list[tuple[Chord, Note]]:
    """Return each bass note of a half with the chord that sounds above it; ``bar``: length of a bar in quarters."""
    harmony = chords(half.chords, bar)
    found = []
    for low in notes(half.bass, bar):
        if low.pitch is not None:
            found.append((find_chord(harmony, low.at), low))
    return found


def lay(halves: list[Half], bar: float) -> list[list[Laid]]:
    """Return the voiced chords of each half; the halves follow each other as one progression. Raises ScoreError if no
    voicing is without faults."""
    row: list[tuple[int, Chord, Note]] = [(n, c, low) for n, half in enumerate(halves) for c, low in steps(half, bar)]
    best: dict[tuple[int, ...], tuple[float, list[tuple[int, ...]]]] = {}
    for number, (_, chord, low) in enumerate(row):
        assert low.pitch is not None
        following: dict[tuple[int, ...], tuple[float, list[tuple[int, ...]]]] = {}
        for way in _ways(chord, low.pitch):
            whole = (low.pitch, *way)
            middle = abs(sum(way) / 3 - 61) * 0.4
            if not number:
                following[whole] = (middle, [whole])
                continue
            options = [
                (cost + middle + sum(abs(a - b) for a, b in zip(way, last[1:], strict=True)), path)
                for last, (cost, path) in best.items()
                if not parallel(last, whole)
            ]
            if options:
                cost, path = min(options)
                following[whole] = (cost, [*path, whole])
        if not following:
            raise ScoreError(f"no way to lay {chord.name} over the bass of quarter {low.at:g} without parallels")
        best = following
    path = min(best.values())[1]
    laid: list[list[Laid]] = [[] for _ in halves]
    for (n, _, low), pitches in zip(row, path, strict=True):
        laid[n].append(Laid(low.at, low.length, pitches))
    return laid
