"""What makes a tune a tune here: the rules of composition, checked on the score. Standard library only."""

from __future__ import annotations

from itertools import pairwise

from score import BARS, Half, Note, Score, Theme, chords, find_chord, notes
from voices import lay, parallel, steps

TENTH = 16
"""The widest range of a phrase in semitones."""
FIFTH = 7
RHYTHMS = 6
"""So many rhythms of a bar has a place at least."""


def faults(score: Score) -> list[str]:
    """Everything in a score that breaks a rule, in words; empty when it may be rendered."""
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
    """The notes of each bar."""
    return [[n for n in line if k * bar <= n.at + 1e-6 < (k + 1) * bar] for k in range(BARS)]


def rhythm(bar: list[Note]) -> tuple[float, ...]:
    """Lengths in quarters, rests negative."""
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
    """Open and closed: half close and close, one summit, the range of a tenth; whichever halves meet."""
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
    """The first two bars come back: as they were, on another step, and varied."""
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
    """What two bars are to a motif: ``plain``, ``moved`` (same rhythm and way, on another step), ``varied``, or ""."""
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
    """Leaps are followed by a step back; off the chord only passing, neighbour or held; no parallels with the bass."""
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
    """Passing, neighbour (steps on both sides), or held over and led down by a step."""
    if before is None or after is None or before.pitch is None or after.pitch is None:
        return False
    held = before.pitch == one.pitch and after.step == one.step - 1
    return held or (abs(one.step - before.step) == 1 and abs(after.step - one.step) == 1)


def _parallels(score: Score, half: Half, line: list[Note]) -> list[str]:
    """Where tune and bass move in parallel fifths or octaves: from note to note, and from bass note to bass note."""
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
    """The voices between are laid without parallels (else ``lay`` raises); counted again here."""
    rows = lay([theme.open, theme.closed], score.bar)
    row = [one.pitches for half in rows for one in half]
    count = sum(parallel(a, b) for a, b in pairwise(row))
    short = len(steps(theme.open, score.bar)) < BARS
    return ([f"{count} parallels in the bed"] if count else []) + (["a bar without a bass note"] if short else [])
