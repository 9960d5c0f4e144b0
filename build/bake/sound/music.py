"""Scores become sound: beds, phrases, colours and stingers, each half a unit (four bars) in a slot of its file.

All slots of a place have the same length to the sample, begin and end in silence, and may follow each other in any
order that the program likes: open halves before closed ones, bed under phrase under colour.
"""

import json
from collections.abc import Sequence
from itertools import pairwise

import mastering
import numpy as np
import rules
import score as scores
from score import BARS, Figure, Half, Part, Score, Theme
from waves import PLAYERS, RATE, Wave, add_reverb, dice, fade, place, room

LEAD = 0.03
"""Seconds of silence at the beginning of each slot: the program needs a frame to place a voice left or right."""
WET = 0.126
"""The hall, 18 dB below the instruments."""
BED, PHRASE, COLOUR, TENSE = -25.0, -23.5, -29.0, -24.5
"""Loudness of the files in LUFS."""
STINGERS = {
    "victory": -18.0,
    "round_won": -21.0,
    "rival_won": -22.0,
    "lost": -20.0,
    "drawn": -20.0,
    "last_round": -23.0,
}
"""LUFS of the loudest tenth of a second, as heard with the first settings."""
HEARD = -1.1
"""A file is so much louder than it is heard: the slider at 90 % takes 1.9 dB, two ears give 3."""
_takes: dict[tuple[str, int, float, float, int], Wave] = {}


def _render_note(instrument: str, pitch: int, seconds: float, strength: float, take: int) -> Wave:
    key = (instrument, pitch, round(seconds, 2), round(strength, 1), take)
    if key not in _takes:
        _takes[key] = PLAYERS[instrument](pitch, key[2], max(0.1, key[3]), take)
    return _takes[key] * (strength / max(0.1, key[3]))


def samples(score: Score) -> int:
    """Return the number of samples of each slot of a score, a multiple of four."""
    return round(score.half_seconds * RATE / 4) * 4


def _slot(score: Score, x: Wave, echo: Wave) -> Wave:
    """Return a slot of the right length, with reverb, faded at both ends."""
    n = samples(score)
    y = add_reverb(x[: n + RATE], echo, WET)[:n]
    return fade(y, 0.001, 0.1)


def _shape(score: Score, at: float, closing: bool) -> float:
    """Return the strength of a note by its time in quarters: phrases grow to their third bar, first beats weigh
    more."""
    bar = min(BARS - 1, int(at / score.bar + 1e-6))
    grown = ((0.86, 0.95, 1.0, 0.82), (0.92, 1.05, 1.0, 0.78))[closing][bar]
    return grown * (1.0 if abs(at - bar * score.bar) < 1e-6 else 0.86)


def _empty(score: Score) -> Wave:
    return np.zeros(samples(score) + 4 * RATE)


def tune(score: Score, theme: Theme, text: str, closing: bool, echo: Wave) -> Wave:
    """Return one half of a tune (notes ``text``) as sound; ``closing``: the second half; ``echo``: impulse response."""
    rng = dice(f"{score.title} {text}")
    line = scores.notes(text, score.bar)
    pitches = [n.pitch for n in line if n.pitch is not None]
    beat = 60 / score.bpm
    x = _empty(score)
    for number, n in enumerate(line):
        if n.pitch is None:
            continue
        height = 0.9 + 0.16 * (n.pitch - min(pitches)) / max(1, max(pitches) - min(pitches))
        strength = 0.8 * _shape(score, n.at, closing) * height
        late = rng.uniform(0, 0.012)
        place(
            x, _render_note(theme.instrument, n.pitch, n.length * beat, strength, number % 3), LEAD + n.at * beat + late
        )
    return _slot(score, x, echo)


def render_backing(score: Score, figure: Figure, laid: Sequence[rules.Laid], closing: bool, echo: Wave) -> Wave:
    """Return one half of a bed as sound: the figure in every bar, in the last one the score's cadence."""
    rng = dice(f"{score.title} {figure.bar} {closing}")
    beat = 60 / score.bpm
    strokes: list[tuple[float, str, rules.Laid]] = []
    last = "0"
    for bar in range(BARS):
        tokens = (score.cadence if bar == BARS - 1 else figure.bar).split()
        step = score.bar / len(tokens)
        for k, token in enumerate(tokens):
            at = bar * score.bar + k * step
            chord = next(c for c in laid if c.at <= at + 1e-6 < c.at + c.length)
            fresh = bool(strokes) and strokes[-1][2] is not chord
            if token == "-" and not fresh:
                continue
            last = last if token == "-" else token
            strokes.append((at, last, chord))
    x = _empty(score)
    whole = BARS * score.bar
    bowed = figure.instrument == "viol"
    for number, ((at, token, chord), after) in enumerate(pairwise([*strokes, (whole, "", laid[-1])])):
        end = after[0] if bowed else min(chord.at + chord.length, whole)
        if at >= (BARS - 1) * score.bar:
            end = whole
        for voice in token:
            pitch = chord.pitches[int(voice)]
            strength = figure.strength * _shape(score, at, closing) * (0.9 if voice == "0" else 0.82)
            late = rng.uniform(0, 0.01) + 0.012 * int(voice) * (len(token) > 1)
            name = figure.bass if figure.bass and voice == "0" else figure.instrument
            place(x, _render_note(name, pitch, (end - at) * beat, strength, number % 3), LEAD + at * beat + late)
    return _slot(score, x, echo)


def parts(score: Score, played: Sequence[Part], echo: Wave) -> Wave:
    """Return four bars of these parts as sound: a colour, or the additional voice at high tension."""
    beat = 60 / score.bpm
    x = _empty(score)
    for part in played:
        rng = dice(f"{score.title} {part.notes}")
        for number, n in enumerate(scores.notes(part.notes, score.bar)):
            if n.pitch is not None:
                strength = part.strength * _shape(score, n.at, False)
                wave = _render_note(part.instrument, n.pitch, n.length * beat, strength, number % 3)
                place(x, wave, LEAD + n.at * beat + rng.uniform(0, 0.01))
    return _slot(score, x, echo)


def _normalise_slots(slots: list[Wave], wanted: float) -> list[Wave]:
    """Return the slots of a file at one common loudness, with peaks compressed to stay below 0.5 (-6 dB)."""
    whole = np.concatenate(slots)
    gain = 10 ** ((wanted - mastering.measure_loudness(whole)) / 20)
    return [np.tanh(x * gain / 0.5) * 0.5 if np.max(np.abs(x)) * gain > 0.35 else x * gain for x in slots]


def track(name: str, score: Score) -> None:
    """Write the files of one place."""
    echo = room(dice(f"{name} room"))
    for number, theme in enumerate(score.themes, 1):
        laid = rules.lay([theme.open, theme.closed], score.bar)
        beds, phrases = [], []
        for figure in theme.beds:
            beds += [render_backing(score, figure, laid[k], bool(k), echo) for k in (0, 1)]
        halves: list[tuple[Half, bool]] = [(theme.open, False), (theme.closed, True)]
        for half, closing in halves:
            phrases += [tune(score, theme, text, closing, echo) for text in half.tunes]
        mastering.write(f"{name}_bed_{number}", _normalise_slots(beds, BED - theme.softer))
        mastering.write(f"{name}_phrase_{number}", _normalise_slots(phrases, PHRASE - theme.softer))
    colours = [parts(score, colour, echo) for colour in score.colours]
    slots = _normalise_slots(colours, COLOUR)
    if score.tense:
        slots += _normalise_slots([parts(score, score.tense, echo)], TENSE)
    mastering.write(f"{name}_colour", slots)


def stingers(name: str, score: Score) -> dict[str, tuple[int, int]]:
    """Write all stingers of a place into one file; return by cue its first slot and number of slots."""
    echo = room(dice(f"{name} room"))
    slots: list[Wave] = []
    table: dict[str, tuple[int, int]] = {}
    for cue, stinger in score.stingers.items():
        table[cue] = (len(slots), len(stinger.variants))
        for variant in stinger.variants:
            x = np.zeros(round(stinger.seconds * RATE) + 2 * RATE)
            beat = 60 / stinger.bpm
            for part in variant:
                for number, n in enumerate(scores.notes(part.notes)):
                    if n.pitch is not None:
                        wave = _render_note(part.instrument, n.pitch, n.length * beat, part.strength, number % 3)
                        place(x, wave, 0.002 + n.at * beat)
            x = fade(add_reverb(x, echo, 0.2)[: round(stinger.seconds * RATE)], 0.001, 0.35)
            slots.append(mastering.normalise(x, STINGERS[cue] + HEARD, 0.5))
    mastering.write(f"{name}_stingers", slots)
    return table


def facts(score: Score) -> dict[str, object]:
    """Return the numbers of a place that the program needs: samples of a slot, and of what there are how many slots."""
    return {
        "samples": samples(score),
        "themes": [
            {"beds": len(theme.beds), "open": len(theme.open.tunes), "closed": len(theme.closed.tunes)}
            for theme in score.themes
        ],
        "colours": len(score.colours),
        "tense": bool(score.tense),
    }


def write() -> dict[str, dict[str, object]]:
    """Write the music of all places and return the :func:`facts` of each; raises ScoreError for a score that breaks a
    rule."""
    told: dict[str, dict[str, object]] = {}
    for name in scores.names():
        score = scores.load(name)
        broken = rules.faults(score)
        if broken:
            raise scores.ScoreError(f"{name}: {'; '.join(broken)}")
        track(name, score)
        told[name] = facts(score)
        if score.stingers:
            told[name]["stingers"] = stingers(name, score)
        _takes.clear()
    print(json.dumps(told))
    return told
