"""The small sounds of pieces, cards, dice and buttons. Each variant differs in pitch, length and where it hits.

Nothing that is heard often is sharp: cards are soft below four kilohertz, wood is wood. What has a pitch takes it from
the five tones that belong to the keys of all games (C D F G A), so that no cue rubs against the music. Cards, dice and
coins are cut from recordings and softened.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import soundfile
from waves import (
    RATE,
    Wave,
    add_reverb,
    band,
    bells,
    clock,
    dice,
    drum,
    empty,
    fade,
    hiss,
    knock,
    note,
    paper,
    place,
    ring,
    room,
)

Rng: TypeAlias = np.random.Generator
Maker = Callable[[Rng, int], Wave]
RECORDED: dict[str, float] = {"card_lift": -19, "card_play": -20, "card_reveal": -19.5, "die_bounce": -20, "coin": -22}
"""How loud each is to be, in LUFS as heard with the first settings."""


def pluck(pitch: float, seconds: float, soft: float = 1.0, rise: float = 0.004) -> Wave:
    """Return a plucked gut string of a MIDI pitch; ``soft``: weaker partials; ``rise``: attack in seconds."""
    f, t = note(pitch), clock(seconds)
    x = np.zeros(len(t))
    for h in range(1, 12):
        if f * h > 7000:
            break
        strength = abs(np.sin(np.pi * h * 0.18)) / h ** (1.1 + 0.4 * soft)
        x += np.sin(2 * np.pi * f * h * np.sqrt(1 + 0.00012 * h * h) * t) * np.exp(-t * (1.6 + 0.7 * h)) * strength
    return x * np.minimum(t / rise, 1) * np.clip((seconds - t) / (0.3 * seconds), 0, 1)


def _p(rng: Rng, width: float = 0.04) -> float:
    return float(1 + rng.uniform(-width, width))


def click(rng: Rng, k: int) -> Wave:
    return band(knock(rng, 900 * _p(rng, 0.06), 0.05 * _p(rng, 0.15), 0.9), 200, 3600)


def refusal(rng: Rng, k: int) -> Wave:
    x = knock(rng, 165 * _p(rng), 0.24, 0.3)
    place(x, knock(rng, 148 * _p(rng), 0.14, 0.3), 0.09 * _p(rng, 0.1), 0.6)
    return band(x, 60, 1100)


def wood_bounce(rng: Rng, k: int) -> Wave:
    """Return the sound of wooden dice coming to rest: one, two or three knocks, by the variant ``k``."""
    x = empty(0.16)
    at = 0.0
    for n in range(1 + k % 3):
        place(x, knock(rng, rng.uniform(430, 620), 0.1, 0.4), at, 1 - 0.22 * n)
        at += rng.uniform(0.02, 0.035)
    return band(x, 120, 3600)


def cube(rng: Rng, k: int) -> Wave:
    x = knock(rng, 560 * _p(rng, 0.06), 0.1 * _p(rng, 0.15), 0.4)
    if k % 2:
        x = np.pad(x, (0, round(0.03 * RATE)))
        place(x, knock(rng, 640 * _p(rng), 0.07, 0.3), rng.uniform(0.024, 0.034), 0.3)
    return band(x, 140, 3600)


def wood_roll(rng: Rng, k: int) -> Wave:
    x = empty(0.7)
    t, gap = 0.0, 0.045
    while t < 0.6:
        place(x, knock(rng, rng.uniform(380, 640), 0.11, 0.4), t, rng.uniform(0.3, 0.6) * (1 - 0.4 * t))
        t += gap * rng.uniform(0.75, 1.5)
        gap *= 1.08
    return band(x, 110, 3400)


def die_roll(rng: Rng, k: int) -> Wave:
    x = empty(0.62)
    t, gap = 0.0, 0.05
    while t < 0.54:
        tone = ring(0.09, [(rng.uniform(1150, 1500), 60, 1), (rng.uniform(2100, 2500), 90, 0.3), (560, 50, 1)], 0.001)
        place(x, tone, t, rng.uniform(0.3, 0.6))
        t += gap * rng.uniform(0.8, 1.5)
        gap *= 1.07
    return band(x, 150, 3400)


def die_turn(rng: Rng, k: int) -> Wave:
    x = empty(0.24)
    place(x, ring(0.16, [(760 * _p(rng), 45, 0.7), (1380 * _p(rng), 70, 0.4), (410, 45, 1)], 0.001), 0.0, 0.9)
    place(x, knock(rng, 520 * _p(rng), 0.1, 0.3), rng.uniform(0.05, 0.07), 0.4)
    return band(x, 140, 3600)


def castle(rng: Rng, k: int) -> Wave:
    x = knock(rng, 124 * _p(rng, 0.06), 0.34, 0.3)
    place(x, knock(rng, 240 * _p(rng), 0.2, 0.35), rng.uniform(0.03, 0.045), 0.45)
    return band(x, 50, 1900)


def crack(rng: Rng, k: int) -> Wave:
    x = hiss(rng, 0.3, 250, 1900) * np.exp(-clock(0.3) * 24) * 0.5
    for n, at in enumerate((0.0, rng.uniform(0.045, 0.07), rng.uniform(0.1, 0.13))):
        place(x, knock(rng, rng.uniform(190, 260) + 50 * n, 0.12, 0.4), at, 1.2 - 0.3 * n)
    return band(x, 80, 2200)


def cancel(rng: Rng, k: int) -> Wave:
    """Return the sound of a cancelled card: two low strings, the second lower."""
    first, second = ((57, 53), (55, 50), (53, 48), (57, 50), (60, 53))[k % 5]
    x = empty(0.6)
    place(x, pluck(first, 0.5, 1.7), 0.0, 0.8)
    place(x, pluck(second, 0.48, 1.7), 0.1 * _p(rng, 0.15), 0.9)
    return band(x, 50, 1800)


def points(rng: Rng, k: int) -> Wave:
    """Return the sound of points: three plucked strings, rising."""
    tones = ((60, 65, 69), (62, 67, 69), (60, 67, 72), (65, 69, 72), (62, 65, 69))[k % 5]
    x = empty(1.0)
    for n, pitch in enumerate(tones):
        place(x, pluck(pitch, 0.98 - 0.1 * n, 0.9), n * 0.1 * _p(rng, 0.1), 0.8)
    return add_reverb(x, room(rng, 0.4), 0.1)


def result(rng: Rng, k: int) -> Wave:
    """Return the sound of a result, for listeners only: two short plucked strings, a fourth up."""
    x = empty(0.32)
    for n, pitch in enumerate((65, 70)):
        place(x, pluck(pitch, 0.2, 0.9), n * 0.11, 0.8)
    return fade(x, 0, 0.08)


def bell(rng: Rng, k: int) -> Wave:
    """Return the sound of a turn's begin: two small bells, a fourth or fifth apart, soft."""
    pair = ((72, 77), (69, 74), (74, 79), (72, 79), (74, 81))[k % 5]
    x = empty(1.0)
    for n, pitch in enumerate(pair):
        f = note(pitch)
        tone = ring(1.0, [(f, 4.6, 1), (f * 2.0, 7.5, 0.3), (f * 2.76, 11, 0.16), (f * 5.4, 20, 0.04)], 0.005)
        place(x, tone, n * 0.17 * _p(rng, 0.08), 0.8)
    return fade(x, 0, 0.2)


def gem(rng: Rng, k: int) -> Wave:
    f = note((93, 96, 89)[k % 3])
    x = empty(0.42)
    place(x, ring(0.41, [(f, 9, 1), (f * 2.18, 14, 0.2), (f * 0.5, 12, 0.4)], 0.006), 0.003)
    return fade(x, 0, 0.1)


def dragon(rng: Rng, k: int) -> Wave:
    t = clock(0.8)
    fire = hiss(rng, 0.8, 100 + 30 * k, 900) * np.minimum(t / 0.012, 1) * np.sin(np.pi * (0.25 + 0.75 * t / 0.8)) ** 1.3
    crackle = band(rng.standard_normal(len(t)) * (rng.random(len(t)) > 0.998) * 9, 500, 2600) * np.exp(-t * 2)
    return fade(fire + 0.5 * crackle, 0.004, 0.2)


def freeze(rng: Rng, k: int) -> Wave:
    """Return the sound of freezing: grains of ice that close in on a glassy fifth."""
    t = clock(0.5)
    grains = band(rng.standard_normal(len(t)) * (rng.random(len(t)) > 0.9965) * 8, 700, 2600) * np.exp(-t * 5)
    x = fade(grains, 0.003, 0.15)
    for n, pitch in enumerate(((81, 74), (79, 72))[k % 2]):
        f = note(pitch)
        place(x, ring(0.4, [(f, 7, 1), (f * 2.32, 12, 0.16)], 0.006), 0.06 + 0.04 * n, 0.5)
    return fade(x, 0, 0.12)


def thaw(rng: Rng, k: int) -> Wave:
    """Return the sound of thawing: four drops, each higher than the one before."""
    x = empty(0.6)
    for n, pitch in enumerate(((65, 69, 72, 77), (62, 67, 69, 74))[k % 2]):
        t = clock(0.16)
        f = note(pitch) * (1 + 0.16 * np.exp(-t * 60))
        drop = np.sin(2 * np.pi * np.cumsum(f) / RATE) * np.exp(-t * 22) * np.minimum(t / 0.004, 1)
        place(x, drop, 0.02 + 0.11 * n * _p(rng, 0.1), 0.8)
    return fade(add_reverb(x, room(rng, 0.4), 0.12), 0, 0.12)


def rift(rng: Rng, k: int) -> Wave:
    """Return the sound of the rift: a low beating tone that swells over a rumble, and stone that gives way."""
    t = clock(0.9)
    f = note((38, 36)[k % 2])
    swell = np.sin(np.pi * np.minimum(1.0, (t + 0.02) / 0.9)) ** 1.4
    tone = sum((np.sin(2 * np.pi * f * h * (1 + 0.004 * (h % 2)) * t) / h for h in (1, 2, 3, 4)), np.zeros(len(t)))
    x = (tone * 0.5 + hiss(rng, 0.9, 60, 500)[: len(t)] * 0.5) * swell
    place(x, knock(rng, 90 * _p(rng, 0.06), 0.3, 0.4), 0.3, 0.7)
    return fade(band(x, 40, 1500), 0.01, 0.25)


def curtain(rng: Rng, k: int) -> Wave:
    t = clock(0.42)
    x = hiss(rng, 0.42, 200, 1700) * np.minimum(t / 0.012, 1) * np.cos(np.pi / 2 * t / 0.42) ** 1.2 * 0.5
    for n in range(6):
        place(x, ring(0.07, [(1700 + 90 * n * _p(rng), 60, 1)], 0.002), 0.01 + n * 0.06, 0.14)
    return fade(x, 0.004, 0.05)


def undo(rng: Rng, k: int) -> Wave:
    """Return the sound of undo: paper pulled back."""
    return paper(rng, 0.19 * _p(rng, 0.12), 350, 1900, 0.05)


def advice(rng: Rng, k: int) -> Wave:
    """Return the sound of advice: a soft third on the harp."""
    low, high = ((65, 69), (69, 72), (62, 65))[k % 3]
    x = empty(0.8)
    place(x, pluck(low, 0.78, 1.6, 0.008), 0.0, 0.7)
    place(x, pluck(high, 0.7, 1.6, 0.008), 0.06 * _p(rng, 0.2), 0.7)
    return x


def notice(rng: Rng, k: int) -> Wave:
    """Return the sound of a notice: one low bell of wood."""
    f = note((60, 62, 57)[k % 3])
    return fade(ring(0.4, [(f, 9, 1), (f * 3.9, 26, 0.2)], 0.006), 0, 0.1)


def save_error(rng: Rng, k: int) -> Wave:
    """Return the sound of a failed save: the same low tone twice, unlike any other, so that a player looks up."""
    f = note((50, 48, 45)[k % 3])
    x = empty(0.75)
    for n in range(2):
        place(x, fade(ring(0.34, [(f, 7, 1), (f * 2, 9, 0.5), (f * 3, 14, 0.25)], 0.01), 0, 0.08), 0.3 * n, 1.0)
    return x


def opening(rng: Rng, k: int) -> Wave:
    """Return the sound of an opened table: cloth, and the box set down."""
    x = empty(0.5)
    place(x, paper(rng, 0.32, 180, 1500, 0.03), 0.0, 0.4)
    place(x, knock(rng, 150 * _p(rng), 0.26, 0.3), 0.2, 0.8)
    return band(x, 60, 1600)


def crown(rng: Rng, k: int) -> Wave:
    """Return the sound of a won crown: a chord upwards on the harp, and a small bell."""
    tones = ((62, 69, 74, 77, 81), (60, 67, 72, 79, 81), (65, 69, 74, 77, 84))[k % 3]
    x = empty(1.8)
    for n, pitch in enumerate(tones):
        place(x, pluck(pitch, 1.5, 1.2, 0.008), 0.13 * max(0, n - 1) * _p(rng, 0.06), 0.6)
    place(x, band(bells(tones[-1], 1.5, 0.5, k), 100, 3000), 0.13 * (len(tones) - 2), 0.25)
    return fade(add_reverb(x, room(rng, 0.8), 0.16), 0, 0.5)


SUMMONED = {
    "common": (0, 0.75, (52, 59)),
    "heroic": (1, 1.3, (52, 59, 64)),
    "legendary": (2, 1.8, (40, 52, 59, 64, 67)),
}
"""What is struck before, seconds, and the chord, on E as the place where it is heard."""


def _summon(rank: str) -> Maker:
    """Return the maker of a summoning's sound: a low drum and a swell, the longer the higher the rank."""
    strokes, seconds, chord = SUMMONED[rank]

    def make(rng: Rng, k: int) -> Wave:
        x = empty(seconds + 0.25)
        for beat in range(strokes + 1):
            place(x, drum((40, 43, 45)[k % 3] - strokes, 0.5, 0.8, k), 0.16 * beat, 0.7 + 0.3 * (beat == strokes))
        start = 0.16 * strokes + 0.03
        long = seconds - start
        t = clock(long)
        swell = np.sin(np.pi * np.minimum(1.0, (t + 0.02) / long)) ** 1.2
        for pitch in chord:
            tone = sum((np.sin(2 * np.pi * note(pitch) * h * t) / h**1.7 for h in range(1, 6)), np.zeros(len(t)))
            place(x, tone * swell, start, 0.15)
        place(x, hiss(rng, long, 250, 1500 + 500 * strokes)[: len(t)] * swell**2, start, 0.04)
        return fade(add_reverb(x, room(rng, 0.8), 0.18), 0, 0.3)

    return make


MADE: dict[str, tuple[Maker, int, float]] = {
    "click": (click, 5, -25.5),
    "refused": (refusal, 3, -24),
    "curtain": (curtain, 2, -23),
    "undo": (undo, 3, -25),
    "advice": (advice, 3, -24),
    "notice": (notice, 3, -23),
    "save_failed": (save_error, 2, -22),
    "opened": (opening, 2, -23),
    "wood_bounce": (wood_bounce, 5, -20.5),
    "wood_roll": (wood_roll, 5, -19.5),
    "cube": (cube, 5, -17),
    "die_roll": (die_roll, 3, -19),
    "die_turn": (die_turn, 5, -19),
    "castle": (castle, 5, -17.5),
    "crack": (crack, 5, -18),
    "cancel": (cancel, 5, -21),
    "points": (points, 5, -21),
    "result": (result, 1, -21),
    "bell": (bell, 5, -21),
    "gem": (gem, 3, -19),
    "dragon": (dragon, 3, -19),
    "freeze": (freeze, 2, -20),
    "thaw": (thaw, 2, -20),
    "rift": (rift, 2, -19),
    "crown": (crown, 2, -18),
    "summon_common": (_summon("common"), 2, -19),
    "summon_heroic": (_summon("heroic"), 2, -18.5),
    "summon_legendary": (_summon("legendary"), 2, -17.5),
}
"""Name, how many variants, how loud: LUFS of the loudest tenth of a second as heard with the first settings."""


def variants(name: str) -> list[Wave]:
    """Return all variants of a synthesised cue, before normalisation."""
    make, count, _ = MADE[name]
    return [make(dice(name, k), k) for k in range(count)]


def _read(folder: Path, name: str) -> Wave:
    x, rate = soundfile.read(folder / name)
    if rate != RATE:
        raise ValueError(f"{name}: {rate} Hz, expected {RATE}")
    mono = x.mean(1) if x.ndim > 1 else x
    return np.asarray(mono / max(1e-6, np.max(np.abs(mono))), np.float64)


def _from_its_hit(x: Wave) -> Wave:
    """Return the sound from 3 ms before the first sample that reaches a fifth of the peak."""
    first = int(np.argmax(np.abs(x) > 0.2 * np.max(np.abs(x))))
    return fade(x[max(0, first - round(0.003 * RATE)) :], 0.002, min(0.02, len(x) / RATE / 8))


def _stretch(x: Wave, factor: float) -> Wave:
    """Slower and lower (above 1) or quicker and higher."""
    return np.interp(np.arange(0, len(x) - 1, 1 / factor), np.arange(len(x)), x)


def cut(folder: Path) -> dict[str, list[Wave]]:
    """Return the cues cut from recordings by name, five variants each; ``folder`` holds ``cards/`` and ``dice/``."""
    deal, slap = _read(folder, "cards/dealtwocards.wav"), _read(folder, "cards/call.wav")
    other = _read(folder, "cards/check.wav")
    half = len(deal) // 2
    found: dict[str, list[Wave]] = {name: [] for name in RECORDED}
    for k in range(5):
        rng = dice("cards", k)
        part = (deal[: half - 600], deal[half:])[k % 2]
        factor = (1.0, 1.0, 1.08, 1.1, 0.94)[k]
        lift = _from_its_hit(band(_stretch(part, factor), 300, 3000))[: round(0.17 * RATE)]
        place(lift, paper(rng, 0.1, 400, 3000, 0.1), 0.0, 0.3)
        found["card_lift"].append(fade(band(lift, 250, 3200), 0.002, 0.05))
        reveal = _from_its_hit(band(_stretch((deal[half:], deal[: half - 600])[k % 2], factor * 1.04), 200, 3000))
        reveal = np.pad(reveal, (0, max(0, round(0.2 * RATE) - len(reveal))))[: round(0.2 * RATE)]
        place(reveal, knock(rng, 300 + 18 * k, 0.09, 0.3), 0.002, 0.2)
        found["card_reveal"].append(fade(band(reveal, 140, 3000), 0.001, 0.05))
        play = empty(0.2)
        place(play, _from_its_hit(band(_stretch((slap, other)[k % 2], factor), 200, 3200)), 0.0, 0.8)
        place(play, knock(rng, 260 + 16 * k, 0.1, 0.5), 0.002, 0.25)
        place(play, paper(rng, 0.12, 500, 3000, 0.05), 0.0, 0.12)
        found["card_play"].append(fade(band(play, 110, 3000), 0.001, 0.04))
        felt = _from_its_hit(_read(folder, f"dice/surfaces/surface_felt{1 + k}.mp3"))
        bounce = empty(0.26)
        place(bounce, band(felt, 80, 1800), 0.0, 0.9)
        place(
            bounce, band(_read(folder, f"dice/dicehit/dicehit_plastic{(1, 4, 2, 3, 6)[k]}.mp3"), 200, 2200), 0.002, 0.4
        )
        place(bounce, ring(0.12, [(1250 + 90 * k, 60, 0.4), (620, 60, 0.4)], 0.001), 0.002, 0.5)
        found["die_bounce"].append(fade(band(bounce, 80, 2200), 0.001, 0.05))
        coin = empty(0.34)
        place(coin, _from_its_hit(band(_read(folder, f"dice/dicehit/dicehit_coin{k + 1}.mp3"), 300, 3600)), 0.0, 0.5)
        shift = (1.0, 1.06, 0.95, 1.03, 0.97)[k]
        chime = ring(
            0.32, [(1180 * shift, 18, 0.7), (1790 * shift, 16, 0.8), (2930 * shift, 22, 0.34), (640, 30, 0.4)], 0.001
        )
        place(coin, chime, 0.002, 0.55)
        found["coin"].append(fade(coin * np.exp(-clock(0.34) * 2), 0.001, 0.08))
    return found
