"""What all sounds are made of: noise in a band, ringing, knocks, paper, a room, and seven instruments made of partials.

The instruments are lute, harp, viol, recorder, horn, frame drum and small bells. numpy; needed at build time only.
"""

import zlib
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Wave: TypeAlias = NDArray[np.float64]
RATE = 44100
"""Samples a second while a sound is made."""
Player = Callable[[float, float, float, int], Wave]
"""Pitch, seconds, strength from 0 to 1, and which of a few takes."""


def dice(name: str, number: int = 0) -> np.random.Generator:
    """Return the random generator of one sound, seeded by its name and number, so that a change of one sound does not
    change others."""
    return np.random.default_rng([zlib.crc32(name.encode()), number])


def clock(seconds: float) -> Wave:
    """Return the time of each sample in seconds, for a sound of this length."""
    return np.arange(round(RATE * seconds)) / RATE


def note(pitch: float) -> float:
    """Return the frequency of a pitch (MIDI number); 69 is a' = 440 Hz."""
    return float(440 * 2 ** ((pitch - 69) / 12))


def band(x: Wave, low: float, high: float) -> Wave:
    """Return a sound band-pass filtered between two frequencies, with soft edges; padded, so that its end does not wrap
    around."""
    pad = RATE // 20
    n = len(x) + 2 * pad
    spectrum = np.fft.rfft(np.pad(x, pad), n)
    f = np.fft.rfftfreq(n, 1 / RATE)
    spectrum = spectrum / (1 + (low / np.maximum(f, 1)) ** 4) / (1 + (f / high) ** 4)
    return np.fft.irfft(spectrum, n)[pad : pad + len(x)]


def hiss(rng: np.random.Generator, seconds: float, low: float, high: float) -> Wave:
    """Return noise between two frequencies (Hz), with strength 1."""
    x = band(rng.standard_normal(round(RATE * seconds)), low, high)
    return x / (np.std(x) + 1e-9)


def ring(seconds: float, partials: list[tuple[float, float, float]], rise: float = 0.003) -> Wave:
    """Return the sum of decaying partials (frequency, decay per second, strength), with an attack of ``rise`` seconds
    against clicks."""
    t = clock(seconds)
    x = np.zeros(len(t))
    for f, k, a in partials:
        if f < RATE * 0.45:
            x += a * np.sin(2 * np.pi * f * t) * np.exp(-t * k)
    return x * np.minimum(t / rise, 1)


def knock(rng: np.random.Generator, f: float, seconds: float = 0.14, hard: float = 0.5) -> Wave:
    """Return the sound of wood on wood at ``f`` Hz: four partials, and noise of the touch (strength ``hard``)."""
    t = clock(seconds)
    s = [rng.uniform(0.97, 1.03) for _ in range(4)]
    body = ring(
        seconds,
        [(f * s[0], 42, 1), (f * 1.63 * s[1], 65, 0.55), (f * 2.71 * s[2], 110, 0.3), (f * 4.1 * s[3], 190, 0.12)],
        0.0012,
    )
    return body + hiss(rng, seconds, 300, 1200 + 1800 * hard) * np.exp(-t * 260) * 0.5 * hard


def paper(rng: np.random.Generator, seconds: float, low: float, high: float, peak: float = 0.2) -> Wave:
    """Return the sound of sliding paper: a swell that is loudest at ``peak`` of its length, with small grains in it."""
    t = clock(seconds) / seconds
    swell = np.where(t < peak, t / peak, (1 - t) / (1 - peak)) ** 1.3
    grain = 0.7 + 0.3 * np.abs(hiss(rng, seconds, 8, 60))
    return hiss(rng, seconds, low, high) * swell * grain


def place(target: Wave, x: Wave, at: float, gain: float = 1.0) -> None:
    """Mix sound ``x`` into ``target`` in place, ``at`` seconds from its beginning."""
    start = round(at * RATE)
    part = x[: max(0, len(target) - start)]
    target[start : start + len(part)] += part * gain


def empty(seconds: float) -> Wave:
    """Return silence of this length."""
    return np.zeros(round(RATE * seconds))


def room(rng: np.random.Generator, seconds: float = 1.2) -> Wave:
    """Return the impulse response of a small hall, with energy 1."""
    x = band(rng.standard_normal(round(RATE * seconds)) * np.exp(-clock(seconds) * 5.0), 180, 4200)
    x[: round(RATE * 0.012)] = 0
    return x / np.sqrt(np.sum(x**2))


def add_reverb(x: Wave, echo: Wave, wet: float = 0.2) -> Wave:
    """Return a sound with reverb, as long as before; ``wet``: share of the reverb."""
    n = len(x) + len(echo)
    return x + wet * np.fft.irfft(np.fft.rfft(x, n) * np.fft.rfft(echo, n), n)[: len(x)]


def fade(x: Wave, first: float, last: float) -> Wave:
    """Return a sound faded in over ``first`` seconds and out over ``last``."""
    y = x.copy()
    a, b = round(first * RATE), round(last * RATE)
    if a:
        y[:a] *= np.sin(np.linspace(0, np.pi / 2, a)) ** 2
    if b:
        y[-b:] *= np.cos(np.linspace(0, np.pi / 2, b)) ** 2
    return y


@cache
def _ringing(pitch: float, strength: float, where: float, soft: float, decay: float, courses: int) -> Wave:
    """Return an undamped string; each partial lasts as long as it can be heard."""
    f = note(pitch)
    x = np.zeros(round(3.2 * RATE))
    slow = decay * (f / 220) ** 0.35
    for course in range(courses):
        tune, weight = 1 + 0.0005 * course, 1 - 0.45 * course
        for h in range(1, 16):
            if f * h > 8200:
                break
            size = abs(np.sin(np.pi * h * where)) / h ** (0.85 + soft * (1.25 - strength))
            fall = slow * (1 + 0.38 * h)
            t = clock(min(3.2, 8.5 / fall))
            wave = np.sin(2 * np.pi * f * tune * h * np.sqrt(1 + 0.00011 * h * h) * t + 0.4 * course)
            x[: len(t)] += weight * size * wave * np.exp(-t * fall)
    x /= 1 + 0.55 * (courses - 1)
    x[: round(0.0035 * RATE)] *= np.linspace(0, 1, round(0.0035 * RATE))
    return x


def _string(
    pitch: float, seconds: float, strength: float, where: float, soft: float, decay: float, courses: int
) -> Wave:
    """A string that is stopped after its time."""
    long = min(seconds + 0.35, 3.2)
    x = _ringing(pitch, round(strength * 5) / 5, where, soft, decay, courses)[: round(long * RATE)].copy()
    end = round(0.3 * RATE)
    x[-end:] *= np.linspace(1, 0, end) ** 2
    return x


def lute(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """Return a note of the lute: gut strings in pairs, plucked near the rose."""
    x = _string(pitch, seconds, strength, 0.17 + 0.01 * (take % 2), 0.5, 0.95, 2)
    touch = hiss(dice("lute", take), 0.012, 300, 2200) * np.linspace(1, 0, round(0.012 * RATE)) ** 2
    x[: len(touch)] += touch * 0.05 * strength
    return x * strength


def harp(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """Return a note of the harp: one soft string, plucked in the middle third; it rings on."""
    return _string(pitch, seconds + 0.6, strength, 0.3, 0.85, 0.62, 1) * strength * 1.1


def viol(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """Return a note of the viol: bowed, with a slow attack and a vibrato of five hertz and twelve cents."""
    f, long = note(pitch), seconds + 0.18
    t = clock(long)
    rng = dice("viol", take)
    depth = 12 / 1200 * np.log(2) * np.clip((t - 0.25) / 0.4, 0, 1)
    drift = 0.0006 * np.sin(2 * np.pi * 0.7 * t + rng.uniform(0, 6))
    phase = 2 * np.pi * np.cumsum(f * (1 + depth * np.sin(2 * np.pi * 5 * t + rng.uniform(0, 6)) + drift)) / RATE
    x = np.zeros(len(t))
    for h in range(1, 14):
        if f * h > 6500:
            break
        body = 1 + 1.1 * np.exp(-(((f * h - 420) / 180) ** 2)) + 0.7 * np.exp(-(((f * h - 1100) / 400) ** 2))
        x += np.sin(phase * h + 0.3 * h) * body / h ** (1.35 + 0.3 * (1 - strength))
    swell = np.minimum(t / 0.09, 1) ** 0.8 * np.clip((long - t) / 0.2, 0, 1) * (0.82 + 0.18 * np.sin(np.pi * t / long))
    return (x + hiss(rng, long, 500, 2200)[: len(t)] * 0.012) * swell * strength * 0.5


def recorder(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """Return a note of the recorder: nearly a pure tone, with air noise."""
    f, long = note(pitch), max(0.12, seconds * 0.94) + 0.05
    t = clock(long)
    rng = dice("recorder", take)
    late = np.clip((t - 0.3) / 0.4, 0, 1)
    phase = 2 * np.pi * np.cumsum(f * (1 + 0.0022 * late * np.sin(2 * np.pi * 4.7 * t))) / RATE
    x = np.sin(phase) + 0.16 * np.sin(2 * phase) + 0.1 * np.sin(3 * phase) + 0.03 * np.sin(4 * phase)
    blow = (
        np.minimum(t / 0.035, 1) * np.clip((long - t) / 0.07, 0, 1) * (0.93 + 0.07 * late * np.sin(2 * np.pi * 4.7 * t))
    )
    chiff = hiss(rng, long, f * 1.5, f * 4)[: len(t)] * (0.012 + 0.05 * np.exp(-t * 45))
    return (x + chiff) * blow * strength * 0.62


def horn(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """Return a note of the horn, for celebrations: brighter the louder it gets."""
    f, long = note(pitch), seconds + 0.1
    t = clock(long)
    rng = dice("horn", take)
    swell = np.minimum(t / 0.045, 1) * np.clip((long - t) / 0.13, 0, 1) * (0.86 + 0.14 * np.exp(-t * 3))
    depth = 0.0025 * np.clip((t - 0.3) / 0.4, 0, 1)
    phase = 2 * np.pi * np.cumsum(f * (1 + depth * np.sin(2 * np.pi * 5.2 * t) - 0.012 * np.exp(-t * 60))) / RATE
    x = np.zeros(len(t))
    for h in range(1, 11):
        if f * h > 6500:
            break
        x += np.sin(phase * h) / h**0.9 * np.exp(-(((h - 2.0) / 3.4) ** 2)) * swell ** (1 + h * 0.35)
    return (x + hiss(rng, long, 300, 1800)[: len(t)] * 0.01 * swell) * strength * 0.6


def bells(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """Return a note of small bronze bells."""
    f = note(pitch)
    t = clock(2.2)
    x = np.zeros(len(t))
    for ratio, decay, size in ((1, 2.6, 1), (2.0, 4.2, 0.34), (2.76, 6.5, 0.2), (5.4, 13, 0.06)):
        if f * ratio < 8500:
            x += size * np.sin(2 * np.pi * f * ratio * t) * np.exp(-t * decay)
    return x * np.minimum(t / 0.004, 1) * np.clip((2.2 - t) / 0.5, 0, 1) * strength * 0.6


def drum(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """Return a stroke on a frame drum: its middle for pitches below 50, its edge above. The pitch falls a little."""
    f = note(pitch)
    rng = dice("drum", take)
    long = 0.7 if pitch < 50 else 0.22
    t = clock(long)
    fall, decay = (14, 7) if pitch < 50 else (30, 26)
    skin = np.sin(2 * np.pi * (f * t + 0.09 * f * (1 - np.exp(-t * fall)) / fall * 2)) * np.exp(-t * decay)
    skin += 0.35 * np.sin(2 * np.pi * f * 1.59 * t) * np.exp(-t * decay * 1.8)
    hand = band(rng.standard_normal(len(t)), 150, 1300 if pitch < 50 else 2600) * np.exp(
        -t * (70 if pitch < 50 else 90)
    )
    return (
        (skin + hand * (0.4 + 0.5 * (pitch >= 50)))
        * np.minimum(t / 0.002, 1)
        * np.clip((long - t) / 0.1, 0, 1)
        * strength
    )


PLAYERS: dict[str, Player] = {
    "lute": lute, "harp": harp, "viol": viol, "recorder": recorder, "horn": horn, "bells": bells, "drum": drum,
}  # fmt: skip
"""By the name a score gives them."""
