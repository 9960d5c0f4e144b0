"""Seven instruments, made of partials: lute, harp, viol, recorder, horn, frame drum, small bells."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from waves import RATE, Wave, band, clock, dice, hiss, note

Player = Callable[[float, float, float, int], Wave]
"""Pitch, seconds, strength from 0 to 1, and which of a few takes."""


@cache
def _ringing(pitch: float, strength: float, where: float, soft: float, decay: float, courses: int) -> Wave:
    """A string that nobody stops; each partial as long as it can be heard."""
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
    """Gut in pairs, plucked near the rose."""
    x = _string(pitch, seconds, strength, 0.17 + 0.01 * (take % 2), 0.5, 0.95, 2)
    touch = hiss(dice("lute", take), 0.012, 300, 2200) * np.linspace(1, 0, round(0.012 * RATE)) ** 2
    x[: len(touch)] += touch * 0.05 * strength
    return x * strength


def harp(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """One soft string, plucked in the middle third; it rings on."""
    return _string(pitch, seconds + 0.6, strength, 0.3, 0.85, 0.62, 1) * strength * 1.1


def viol(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """Bowed: the bow takes hold, swells a little, vibrates at five hertz by twelve cents."""
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
    """Breath in wood: nearly a pure tone, with air round it."""
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
    """For what is to be celebrated: the louder the tone grows the brighter it is."""
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
    """Small bells of bronze."""
    f = note(pitch)
    t = clock(2.2)
    x = np.zeros(len(t))
    for ratio, decay, size in ((1, 2.6, 1), (2.0, 4.2, 0.34), (2.76, 6.5, 0.2), (5.4, 13, 0.06)):
        if f * ratio < 8500:
            x += size * np.sin(2 * np.pi * f * ratio * t) * np.exp(-t * decay)
    return x * np.minimum(t / 0.004, 1) * np.clip((2.2 - t) / 0.5, 0, 1) * strength * 0.6


def drum(pitch: float, seconds: float, strength: float, take: int) -> Wave:
    """A frame drum: its middle below 50, its edge above. The pitch falls a little after the stroke."""
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
