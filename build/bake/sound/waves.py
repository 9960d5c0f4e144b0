"""What all sounds are made of: noise in a band, ringing, knocks, paper, a room. numpy; needed at build time only."""

from __future__ import annotations

import zlib
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Wave: TypeAlias = NDArray[np.float64]
RATE = 44100
"""Samples a second while a sound is made."""


def dice(name: str, number: int = 0) -> np.random.Generator:
    """Random generator of one sound, seeded by its name: changing a sound does not change the others."""
    return np.random.default_rng([zlib.crc32(name.encode()), number])


def clock(seconds: float) -> Wave:
    """The seconds of each sample."""
    return np.arange(round(RATE * seconds)) / RATE


def note(pitch: float) -> float:
    """The frequency of a pitch; 69 is a' = 440 Hz."""
    return float(440 * 2 ** ((pitch - 69) / 12))


def band(x: Wave, low: float, high: float) -> Wave:
    """What lies between two frequencies, with soft edges. Padded, so that nothing comes round from the end."""
    pad = RATE // 20
    n = len(x) + 2 * pad
    spectrum = np.fft.rfft(np.pad(x, pad), n)
    f = np.fft.rfftfreq(n, 1 / RATE)
    spectrum = spectrum / (1 + (low / np.maximum(f, 1)) ** 4) / (1 + (f / high) ** 4)
    return np.fft.irfft(spectrum, n)[pad : pad + len(x)]


def hiss(rng: np.random.Generator, seconds: float, low: float, high: float) -> Wave:
    """Noise in a band, of strength 1."""
    x = band(rng.standard_normal(round(RATE * seconds)), low, high)
    return x / (np.std(x) + 1e-9)


def ring(seconds: float, partials: list[tuple[float, float, float]], rise: float = 0.003) -> Wave:
    """Partials as (frequency, decay per second, strength), coming up within ``rise`` seconds: no step, no click."""
    t = clock(seconds)
    x = np.zeros(len(t))
    for f, k, a in partials:
        if f < RATE * 0.45:
            x += a * np.sin(2 * np.pi * f * t) * np.exp(-t * k)
    return x * np.minimum(t / rise, 1)


def knock(rng: np.random.Generator, f: float, seconds: float = 0.14, hard: float = 0.5) -> Wave:
    """Wood on wood: four partials and the noise of the touch."""
    t = clock(seconds)
    s = [rng.uniform(0.97, 1.03) for _ in range(4)]
    body = ring(
        seconds,
        [(f * s[0], 42, 1), (f * 1.63 * s[1], 65, 0.55), (f * 2.71 * s[2], 110, 0.3), (f * 4.1 * s[3], 190, 0.12)],
        0.0012,
    )
    return body + hiss(rng, seconds, 300, 1200 + 1800 * hard) * np.exp(-t * 260) * 0.5 * hard


def paper(rng: np.random.Generator, seconds: float, low: float, high: float, peak: float = 0.2) -> Wave:
    """Paper sliding: a swell that is loudest at ``peak`` of its length, with small grains in it."""
    t = clock(seconds) / seconds
    swell = np.where(t < peak, t / peak, (1 - t) / (1 - peak)) ** 1.3
    grain = 0.7 + 0.3 * np.abs(hiss(rng, seconds, 8, 60))
    return hiss(rng, seconds, low, high) * swell * grain


def place(target: Wave, x: Wave, at: float, gain: float = 1.0) -> None:
    """Mix a sound into another, ``at`` seconds from its beginning."""
    start = round(at * RATE)
    part = x[: max(0, len(target) - start)]
    target[start : start + len(part)] += part * gain


def empty(seconds: float) -> Wave:
    """Return silence of this length."""
    return np.zeros(round(RATE * seconds))


def room(rng: np.random.Generator, seconds: float = 1.2, decay: float = 5.0) -> Wave:
    """The echo of a small hall, of energy 1."""
    x = band(rng.standard_normal(round(RATE * seconds)) * np.exp(-clock(seconds) * decay), 180, 4200)
    x[: round(RATE * 0.012)] = 0
    return x / np.sqrt(np.sum(x**2))


def add_reverb(x: Wave, echo: Wave, wet: float = 0.2) -> Wave:
    """A sound in a hall; as long as the sound."""
    n = len(x) + len(echo)
    return x + wet * np.fft.irfft(np.fft.rfft(x, n) * np.fft.rfft(echo, n), n)[: len(x)]


def fade(x: Wave, first: float, last: float) -> Wave:
    """A sound that comes within ``first`` seconds and goes within ``last``."""
    y = x.copy()
    a, b = round(first * RATE), round(last * RATE)
    if a:
        y[:a] *= np.sin(np.linspace(0, np.pi / 2, a)) ** 2
    if b:
        y[-b:] *= np.cos(np.linspace(0, np.pi / 2, b)) ** 2
    return y
