"""How loud a sound is to the ear (ITU-R BS.1770), and its true peak."""

from __future__ import annotations

import numpy as np
from waves import RATE, Wave, band


def _shelf(f: Wave, rate: float, b: tuple[float, float, float], a: tuple[float, float, float]) -> Wave:
    z = np.exp(-2j * np.pi * f / rate)
    return np.abs((b[0] + b[1] * z + b[2] * z * z) / (a[0] + a[1] * z + a[2] * z * z))


def apply_k_weighting(x: Wave) -> Wave:
    """The sound as the ear weighs it: the two filters of the recommendation (given for 48 kHz)."""
    pad = RATE // 10
    n = len(x) + 2 * pad
    f = np.fft.rfftfreq(n, 1 / RATE)
    high = _shelf(
        f, 48000, (1.53512485958697, -2.69169618940638, 1.19839281085285), (1, -1.69065929318241, 0.73248077421585)
    )
    low = _shelf(f, 48000, (1, -2, 1), (1, -1.99004745483398, 0.99007225036621))
    return np.fft.irfft(np.fft.rfft(np.pad(x, pad), n) * high * low, n)[pad : pad + len(x)]


def loudest(x: Wave, window: float = 0.1) -> float:
    """The loudness in LUFS of the loudest tenth of a second, of one channel."""
    power = np.concatenate([[0.0], np.cumsum(apply_k_weighting(x) ** 2)])
    n = round(window * RATE)
    if len(x) <= n:
        return float(-0.691 + 10 * np.log10(power[-1] / n + 1e-12))
    return float(-0.691 + 10 * np.log10(np.max(power[n:] - power[:-n]) / n + 1e-12))


def measure_loudness(x: Wave) -> float:
    """The loudness in LUFS of the whole, silence left out as the recommendation says."""
    power = np.concatenate([[0.0], np.cumsum(apply_k_weighting(x) ** 2)])
    n, hop = round(0.4 * RATE), round(0.1 * RATE)
    starts = np.arange(0, max(1, len(x) - n), hop)
    blocks = (power[np.minimum(starts + n, len(x))] - power[starts]) / n
    loud = blocks[-0.691 + 10 * np.log10(blocks + 1e-12) > -70]
    if not len(loud):
        return -70.0
    gate = -0.691 + 10 * np.log10(np.mean(loud)) - 10
    kept = loud[-0.691 + 10 * np.log10(loud) > gate]
    return float(-0.691 + 10 * np.log10(np.mean(kept)))


def true_peak(x: Wave) -> float:
    """The highest point of the wave between the samples too, four times as close."""
    n = len(x)
    spectrum = np.fft.rfft(x)
    fine = np.zeros(2 * n + 1, complex)
    fine[: len(spectrum)] = spectrum
    return float(np.max(np.abs(np.fft.irfft(fine, 4 * n))) * 4)


def centre(x: Wave) -> float:
    """The centroid of the spectrum in Hz."""
    power = np.abs(np.fft.rfft(x)) ** 2
    f = np.fft.rfftfreq(len(x), 1 / RATE)
    return float(np.sum(power * f) / np.sum(power))


def share(x: Wave, low: float = 2000, high: float = 6000) -> float:
    """How much of the energy lies between two frequencies."""
    power = np.abs(np.fft.rfft(x)) ** 2
    f = np.fft.rfftfreq(len(x), 1 / RATE)
    return float(np.sum(power[(f >= low) & (f < high)]) / np.sum(power))


def normalise(x: Wave, target: float, most: float = 0.66) -> Wave:
    """A sound whose loudest tenth of a second has ``target`` LUFS and whose peak stays below ``most``.

    What would peak higher is pressed a little there, which nobody hears in a hit of two milliseconds.
    """
    y = x - np.mean(x)
    for _ in range(4):
        y = y * 10 ** ((target - loudest(y)) / 20)
        peak = np.max(np.abs(y))
        if peak <= most:
            return y
        knee = most * 0.7
        over = np.abs(y) > knee
        y[over] = np.sign(y[over]) * (knee + (most - knee) * np.tanh((np.abs(y[over]) - knee) / (most - knee)))
    return band(y, 20, 20000)
