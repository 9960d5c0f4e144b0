"""How loud, how bright, how sudden a sound is: plain Python, for the tests have no numpy."""

import cmath
import math
from array import array
from collections.abc import Sequence

import pygame

from sprites.base.loader import FOLDER, Loader

RATE = 22050
"""Files have so many samples a second; the mixer has twice as many."""
Wave = Sequence[float]


def opened() -> None:
    """A mixer as the program opens it, which nobody hears."""
    if pygame.mixer.get_init() != (44100, -16, 2):
        pygame.mixer.quit()
        pygame.mixer.init(44100, -16, 2, 512, allowedchanges=0)


def slots(file: str, count: int, every: int = 2) -> list[list[float]]:
    """The sounds of a file as they were written, from -1 to 1; with ``every`` 1 as the mixer has them."""
    opened()
    loader = Loader()
    found = [array("h", loader.sound(FOLDER / f"{file}.ogg", k))[:: 2 * every] for k in range(count)]
    loader.close()
    return [[sample / 32768 for sample in raw] for raw in found]


def _filtered(x: Wave, b: tuple[float, float, float], a: tuple[float, float]) -> list[float]:
    out = []
    x1 = x2 = y1 = y2 = 0.0
    b0, b1, b2 = b
    a1, a2 = a
    for now in x:
        y = b0 * now + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, now, y1, y
        out.append(y)
    return out


def weighted(x: Wave, rate: int = RATE) -> list[float]:
    """The sound as the ear weighs it (ITU-R BS.1770, both filters made for this rate)."""
    k = math.tan(math.pi * 1681.974450955533 / rate)
    high, q = 10 ** (3.999843853973347 / 20), 0.7071752369554196
    middle = high**0.4996667741545416
    a0 = 1 + k / q + k * k
    b = ((high + middle * k / q + k * k) / a0, 2 * (k * k - high) / a0, (high - middle * k / q + k * k) / a0)
    shelf = _filtered(x, b, (2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0))
    k, q = math.tan(math.pi * 38.13547087602444 / rate), 0.5003270373238773
    a0 = 1 + k / q + k * k
    return _filtered(shelf, (1.0, -2.0, 1.0), (2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0))


def powers(x: Wave, seconds: float, hop: float, rate: int = RATE) -> list[float]:
    """The mean power of each window."""
    total = [0.0]
    for y in weighted(x, rate):
        total.append(total[-1] + y * y)
    size = int(seconds * rate)
    if len(x) <= size:
        return [total[-1] / size]
    return [(total[at + size] - total[at]) / size for at in range(0, len(x) - size + 1, max(1, int(hop * rate)))]


def decibels(power: float) -> float:
    """LUFS of a mean power of one channel."""
    return -0.691 + 10 * math.log10(power + 1e-12)


def loudest(x: Wave) -> float:
    """LUFS of the loudest tenth of a second."""
    return decibels(max(powers(x, 0.1, 0.005)))


def integrated(x: Wave, rate: int = RATE) -> float:
    """LUFS of the whole, what is nearly silent left out."""
    return gated(powers(x, 0.4, 0.1, rate))


def gated(found: Sequence[float]) -> float:
    """LUFS of powers, gated as the recommendation says."""
    loud = [p for p in found if decibels(p) > -70]
    if not loud:
        return -70.0
    gate = decibels(sum(loud) / len(loud)) - 10
    kept = [p for p in loud if decibels(p) > gate]
    return decibels(sum(kept) / len(kept))


def onset_ms(x: Wave) -> float:
    """When the first sample above a tenth of the peak comes."""
    peak = max(map(abs, x))
    return next(at for at, y in enumerate(x) if abs(y) > peak / 10) * 1000 / RATE


def step(x: Wave) -> float:
    """The largest bend that stands alone, as a share of the peak: a click where a tone sets in without a rise.

    Of the samples of the mixer, 44,100 a second.
    """
    peak = max(map(abs, x))
    bends = [abs(x[n] - 2 * x[n - 1] + x[n - 2]) for n in range(2, len(x))]
    worst = 0.0
    for at in sorted(range(len(bends)), key=lambda n: -bends[n])[:60]:
        round_it = bends[max(0, at - 30) : max(0, at - 3)] + bends[at + 4 : at + 31]
        worst = max(worst, bends[at] - max(round_it, default=0.0))
    return worst / peak


def spectrum(x: Wave) -> list[float]:
    """The power of each frequency up to half the rate."""
    n = 1 << (len(x) - 1).bit_length()
    values: list[complex] = [*map(complex, x), *[0j] * (n - len(x))]
    return [abs(v) ** 2 for v in _fourier(values)[: n // 2]]


def colouring(x: Wave) -> list[float]:
    """What a piece of sound is made of: the shares of the twelve tones and of eight bands, and how loud it is."""
    power = spectrum(x)
    width = RATE / 2 / len(power)
    tones, bands = [1e-9] * 12, [1e-9] * 8
    for k, p in enumerate(power):
        if (f := k * width) > 60:
            tones[round(69 + 12 * math.log2(f / 440)) % 12] += p
            bands[min(7, max(0, int(1.2 * math.log2(f / 80))))] += p
    return [*(t / sum(tones) for t in tones), *(b / sum(bands) for b in bands), 10 * math.log10(sum(power) + 1e-9) / 30]


def _fourier(x: list[complex]) -> list[complex]:
    n = len(x)
    if n == 1:
        return x
    even, odd = _fourier(x[::2]), _fourier(x[1::2])
    turned = [cmath.rect(1, -2 * math.pi * k / n) * odd[k] for k in range(n // 2)]
    return [a + b for a, b in zip(even, turned, strict=True)] + [a - b for a, b in zip(even, turned, strict=True)]


def brightness(x: Wave) -> tuple[float, float]:
    """The centroid in Hz, and the share of the energy between two and six kilohertz."""
    power = spectrum(x)
    width = RATE / 2 / len(power)
    total = sum(power)
    centre = sum(p * k * width for k, p in enumerate(power)) / total
    sharp = sum(p for k, p in enumerate(power) if 2000 <= k * width < 6000) / total
    return centre, sharp
