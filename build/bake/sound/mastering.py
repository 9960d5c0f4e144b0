"""Sounds become files: as loud as the ear wants them (ITU-R BS.1770), in Ogg Vorbis, one channel, several in one file.

A Vorbis file begins with about four kilobytes of tables, more than a click needs itself: so all variants of a cue, and
all parts of a voice, share one file, see ``split`` of ``sprites.base.loader``.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile
from waves import RATE, Wave, band

OUT = Path(__file__).resolve().parents[3] / "sounds"
HALF = 2
"""Files have half as many samples a second: all that is above ten kilohertz is left out."""
FILTER_RATE = 48000
"""Samples a second for which the recommendation gives its filters."""


def _shelf(f: Wave, b: tuple[float, float, float], a: tuple[float, float, float]) -> Wave:
    z = np.exp(-2j * np.pi * f / FILTER_RATE)
    return np.abs((b[0] + b[1] * z + b[2] * z * z) / (a[0] + a[1] * z + a[2] * z * z))


def apply_k_weighting(x: Wave) -> Wave:
    """Return the K-weighted sound, filtered as ITU-R BS.1770 says."""
    pad = RATE // 10
    n = len(x) + 2 * pad
    f = np.fft.rfftfreq(n, 1 / RATE)
    high = _shelf(f, (1.53512485958697, -2.69169618940638, 1.19839281085285), (1, -1.69065929318241, 0.73248077421585))
    low = _shelf(f, (1, -2, 1), (1, -1.99004745483398, 0.99007225036621))
    return np.fft.irfft(np.fft.rfft(np.pad(x, pad), n) * high * low, n)[pad : pad + len(x)]


def loudest(x: Wave) -> float:
    """Return the loudness in LUFS of the loudest 0.1 s of a sound with one channel."""
    power = np.concatenate([[0.0], np.cumsum(apply_k_weighting(x) ** 2)])
    n = round(0.1 * RATE)
    if len(x) <= n:
        return float(-0.691 + 10 * np.log10(power[-1] / n + 1e-12))
    return float(-0.691 + 10 * np.log10(np.max(power[n:] - power[:-n]) / n + 1e-12))


def measure_loudness(x: Wave) -> float:
    """Return the integrated loudness in LUFS, silence gated as ITU-R BS.1770 says."""
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


def normalise(x: Wave, target: float, most: float = 0.66) -> Wave:
    """Return a sound whose loudest tenth of a second has ``target`` LUFS and whose peak stays below ``most``.

    Higher peaks are compressed, which nobody hears in a hit of two milliseconds.
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


def _crc_table() -> list[int]:
    table = []
    for n in range(256):
        value = n << 24
        for _ in range(8):
            value = ((value << 1) ^ 0x04C11DB7 if value & 0x80000000 else value << 1) & 0xFFFFFFFF
        table.append(value)
    return table


def _list_pages(data: bytes | bytearray) -> list[tuple[int, int]]:
    """Offset and size of each page of an Ogg file."""
    found, at = [], 0
    while at < len(data):
        segments = data[at + 26]
        found.append((at, 27 + segments + sum(data[at + 27 : at + 27 + segments])))
        at += found[-1][1]
    return found


def _steady(path: Path) -> None:
    """Give an Ogg file a fixed serial number instead of a random one, so that the same sound gives the same file."""
    raw, crcs = bytearray(path.read_bytes()), _crc_table()
    for at, size in _list_pages(raw):
        raw[at + 14 : at + 18] = b"FT12"
        raw[at + 22 : at + 26] = bytes(4)
        crc = 0
        for byte in raw[at : at + size]:
            crc = ((crc << 8) & 0xFFFFFFFF) ^ crcs[(crc >> 24) ^ byte]
        raw[at + 22 : at + 26] = crc.to_bytes(4, "little")
    path.write_bytes(raw)


def halve_rate(x: Wave) -> Wave:
    """Return the sound at half the sample rate, low-pass filtered at nine kilohertz."""
    n = len(x) - len(x) % 2
    pad = 2048
    y = np.pad(x[:n], pad)
    spectrum = np.fft.rfft(y)
    f = np.fft.rfftfreq(len(y), 1 / RATE)
    spectrum *= np.where(f < 9000, 1, np.cos(np.clip((f - 9000) / 1900, 0, 1) * np.pi / 2) ** 2)
    half = np.fft.irfft(spectrum[: len(y) // 4 + 1], len(y) // 2) / 2
    return half[pad // 2 : pad // 2 + n // 2]


def _encode(x: Wave) -> bytes:
    """A sound as a whole Ogg Vorbis file, of the lowest quality."""
    rate = RATE // HALF
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sound.ogg"
        how = {"format": "OGG", "subtype": "VORBIS", "compression_level": 1.0}
        with soundfile.SoundFile(path, "w", rate, 1, **how) as file:
            for start in range(0, len(x), rate):
                file.write(x[start : start + rate])
        _steady(path)
        return path.read_bytes()


def _head(data: bytes) -> int:
    """Return the offset at which the tables end and the sound begins: the first page with a position."""
    return next(at for at, _ in _list_pages(data) if data[at + 6 : at + 14] != bytes(8))


def write(name: str, sounds: Sequence[Wave]) -> None:
    """Write sounds as ``sounds/NAME.ogg``, the tables once, each sound's pages behind them."""
    files = [_encode(halve_rate(np.pad(x, (0, len(x) % 2)))) for x in sounds]
    heads = {data[: _head(data)] for data in files}
    if len(heads) != 1:
        raise ValueError(f"{name}: the sounds do not have the same tables")
    OUT.mkdir(exist_ok=True)
    path = OUT / f"{name}.ogg"
    path.write_bytes(heads.pop() + b"".join(data[_head(data) :] for data in files))
    size = path.stat().st_size / 1024
    print(f"{path.name}: {len(sounds)}, {sum(map(len, sounds)) / RATE:.1f} s, {size:.1f} KB")
