"""The sounds and the music: synthesised, and a few cut from recordings. Written as Ogg Vorbis into ``sounds/``.

The recordings (75 dice and coin hits of ``@3d-dice/dice-box-threejs``, MIT; card sounds of PokerTH, BSD-3) are not part
of this project; sounds made from them are made anew only when ``--collections`` names the folder that holds them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import numpy as np
import soundfile
from numpy.typing import NDArray

Sound: TypeAlias = NDArray[np.float64]
OUT = Path(__file__).resolve().parents[2] / "sounds"
RATE = 44100


def _time(seconds: float) -> Sound:
    return np.arange(int(RATE * seconds)) / RATE


def _band(x: Sound, low: float, high: float) -> Sound:
    spectrum = np.fft.rfft(x)
    f = np.fft.rfftfreq(len(x), 1 / RATE)
    spectrum = spectrum / (1 + (low / np.maximum(f, 1)) ** 4) / (1 + (f / high) ** 4)
    return np.fft.irfft(spectrum, len(x))


def _ring(
    seconds: float, partials: list[tuple[float, float, float]], rng: np.random.Generator, rise: float = 0.0
) -> Sound:
    """Partials as (frequency, decay per second, strength); ``rise``: seconds in which they come up.

    Without a rise a tone begins with a step, which is a click where another one sounds already.
    """
    t = _time(seconds)
    x = sum((a * np.sin(2 * np.pi * f * t + rng.random()) * np.exp(-t * k) for f, k, a in partials), np.zeros(len(t)))
    return x * np.minimum(t / rise, 1) if rise else x


def _knock(rng: np.random.Generator, f: float, seconds: float = 0.14, hard: float = 1.0) -> Sound:
    body = _ring(seconds, [(f, 55, 1), (f * 1.63, 80, 0.6), (f * 2.71, 120, 0.45), (f * 4.1, 200, 0.3)], rng)
    t = _time(seconds)
    return body + _band(rng.standard_normal(len(t)), 1500 * hard, 9000) * np.exp(-t * 300) * 2


def _place(target: Sound, x: Sound, at: float, gain: float = 1.0) -> None:
    start = int(at * RATE)
    part = x[: max(0, len(target) - start)]
    target[start : start + len(part)] += part * gain


def _reverb(x: Sound, rng: np.random.Generator, seconds: float = 1.1, wet: float = 0.22) -> Sound:
    room = _band(rng.standard_normal(int(RATE * seconds)) * np.exp(-_time(seconds) * 5.5), 150, 6000)
    n = len(x) + len(room)
    echo = np.fft.irfft(np.fft.rfft(x, n) * np.fft.rfft(room, n), n)
    dry = np.zeros(n)
    dry[: len(x)] = x / np.max(np.abs(x))
    return dry + wet * 2 * echo / np.max(np.abs(echo))


def _note(pitch: float) -> float:
    return float(440 * 2 ** ((pitch - 69) / 12))


def _pluck(pitch: float, seconds: float = 2.2, soft: float = 1.0) -> Sound:
    """One lute string: slightly stiff partials, plucked near the rose."""
    f, t = _note(pitch), _time(seconds)
    x = np.zeros(len(t))
    for h in range(1, 14):
        strength = abs(np.sin(np.pi * h * 0.18)) / h ** (1.0 + 0.35 * soft)
        x += np.sin(2 * np.pi * f * h * np.sqrt(1 + 0.00012 * h * h) * t) * np.exp(-t * (1.2 + 0.55 * h)) * strength
    return x * np.minimum(t / 0.003, 1) * np.clip((seconds - t) / 0.08, 0, 1)


def _brass(pitch: float, seconds: float) -> Sound:
    f, t = _note(pitch), _time(seconds)
    swell = np.minimum(t / 0.05, 1) * np.clip((seconds - t) / 0.14, 0, 1)
    x = np.zeros(len(t))
    for h in range(1, 10):
        x += np.sin(2 * np.pi * f * h * t) / h * np.exp(-(((h - 2.4) / 3.6) ** 2)) * swell ** (1 + h * 0.3)
    return x


def _paper(rng: np.random.Generator, seconds: float, low: float, high: float, fall: float = 9) -> Sound:
    t = _time(seconds)
    return (
        _band(rng.standard_normal(len(t)), low, high)
        * np.sin(np.pi * np.clip(t / seconds, 0, 1)) ** 2
        * np.exp(-t * fall)
    )


def _crc_table() -> list[int]:
    table = []
    for n in range(256):
        value = n << 24
        for _ in range(8):
            value = ((value << 1) ^ 0x04C11DB7 if value & 0x80000000 else value << 1) & 0xFFFFFFFF
        table.append(value)
    return table


def _steady(path: Path) -> None:
    """Give an Ogg file a fixed stream number instead of a random one, so that the same sound is the same file."""
    raw, crcs, at = bytearray(path.read_bytes()), _crc_table(), 0
    while at < len(raw):
        segments = raw[at + 26]
        size = 27 + segments + sum(raw[at + 27 : at + 27 + segments])
        raw[at + 14 : at + 18] = b"FT12"
        raw[at + 22 : at + 26] = bytes(4)
        crc = 0
        for byte in raw[at : at + size]:
            crc = ((crc << 8) & 0xFFFFFFFF) ^ crcs[(crc >> 24) ^ byte]
        raw[at + 22 : at + 26] = crc.to_bytes(4, "little")
        at += size
    path.write_bytes(raw)


def _write(name: str, x: Sound, peak: float = 0.6, quality: float = 0.4) -> None:
    x = x - np.mean(x)
    x = x / np.max(np.abs(x)) * peak
    edge = min(len(x) // 4, int(RATE * 0.004))
    if not name.startswith("music"):
        x[:edge] *= np.linspace(0, 1, edge) ** 0.5
        x[-edge * 3 :] *= np.linspace(1, 0, len(x[-edge * 3 :]))
    OUT.mkdir(exist_ok=True)
    path = OUT / f"{name}.ogg"
    with soundfile.SoundFile(path, "w", RATE, 1, format="OGG", subtype="VORBIS", compression_level=1 - quality) as file:
        for start in range(0, len(x), RATE):
            file.write(x[start : start + RATE])
    _steady(path)
    print(f"{path.name}: {len(x) / RATE:.1f} s, {path.stat().st_size // 1024} KB")


# ------------------------------------------------------------------ effects


def _effects() -> None:
    rng = np.random.default_rng(12)
    for k in range(3):
        _write(f"click_{k + 1}", _knock(rng, 1500 + 180 * k, 0.06, 1.2), 0.35)
        refused = _knock(rng, 170 + 14 * k, 0.22, 0.4)
        _place(refused, _knock(rng, 150 + 12 * k, 0.14, 0.4), 0.09, 0.6)
        _write(f"refused_{k + 1}", _band(refused, 60, 1400), 0.5)
    for k in range(3):
        tumble = np.zeros(int(RATE * 0.62))
        t, gap = 0.01, 0.05
        while t < 0.55:
            glass = _ring(
                0.09, [(rng.uniform(2300, 3100), 70, 1), (rng.uniform(4200, 5600), 110, 0.5), (700, 60, 0.8)], rng
            )
            _place(tumble, glass, t, rng.uniform(0.25, 0.6))
            t += gap * rng.uniform(0.8, 1.5)
            gap *= 1.06
        _write(f"die_roll_{k + 1}", tumble + _band(rng.standard_normal(len(tumble)), 200, 1500) * 0.02, 0.4)
    for k in range(2):
        turn = np.zeros(int(RATE * 0.42))
        _place(turn, _paper(rng, 0.2, 500, 2600, 5), 0.0, 0.5)
        _place(turn, _ring(0.2, [(1250 + 90 * k, 40, 1), (3020, 60, 0.5), (520, 45, 0.9)], rng), 0.2, 0.8)
        _write(f"die_turn_{k + 1}", turn, 0.4)
        points = np.zeros(int(RATE * 1.5))
        for n, pitch in enumerate((67, 71, 74) if k == 0 else (67, 72, 76)):
            _place(points, _pluck(pitch, 1.2, 0.5), n * 0.11, 0.8)
        _write(f"points_{k + 1}", points, 0.5)
        cancel = np.zeros(int(RATE * 0.5))
        _place(cancel, _pluck(58 - k, 0.5, 1.6), 0.0, 0.8)
        _place(cancel, _pluck(52 - k, 0.4, 1.6), 0.10, 0.9)
        _write(f"cancel_{k + 1}", cancel, 0.45)
    for k in range(2):
        crown = np.zeros(int(RATE * 2.4))
        for at, pitch in ((0, 62), (0.0, 69), (0.16, 74), (0.32, 78), (0.48, 81)):
            _place(crown, _pluck(pitch + 2 * k, 1.8, 0.6), at, 0.7)
        _place(crown, _ring(1.8, [(2637, 3, 0.12), (3951, 4, 0.08), (5274, 5, 0.05)], rng, 0.004), 0.48)
        _write(f"crown_{k + 1}", _reverb(crown, rng, 0.9, 0.2)[: int(RATE * 2.4)], 0.5)
    for k, pair in enumerate(((76, 81), (74, 79))):
        bell = np.zeros(int(RATE * 1.4))
        for n, pitch in enumerate(pair):
            f = _note(pitch)
            _place(
                bell,
                _ring(1.1, [(f, 4.5, 1), (f * 2.0, 7, 0.35), (f * 2.76, 10, 0.25), (f * 5.4, 18, 0.1)], rng, 0.004),
                n * 0.17,
            )
        _write(f"bell_{k + 1}", bell, 0.38)
    for k in range(2):
        t = _time(0.55)
        cloth = _band(rng.standard_normal(len(t)), 250, 2800) * np.sin(np.pi * t / 0.55) ** 1.5
        rings = np.zeros(len(t))
        for n in range(7):
            _place(rings, _ring(0.08, [(3400 + 160 * n, 60, 1)], rng), 0.04 + n * 0.062, 0.06)
        _write(f"curtain_{k + 1}", cloth * 0.5 + rings * 2, 0.36)
    melody: tuple[tuple[float, float, tuple[int, ...]], ...] = (
        (0, 0.17, (67,)),
        (0.19, 0.17, (67,)),
        (0.38, 0.17, (67,)),
        (0.57, 0.55, (72, 64)),
        (1.14, 0.3, (71, 62)),
        (1.46, 0.3, (72, 64)),
        (1.78, 0.5, (74, 65, 59)),
        (2.3, 1.5, (76, 72, 67, 60)),
    )
    for k in range(2):
        won = np.zeros(int(RATE * 2.4))
        for at, seconds, chord in ((0, 0.2, (67,)), (0.2, 0.2, (72,)), (0.4, 0.9, (76, 72, 67))):
            for pitch in chord:
                _place(won, _brass(pitch - 5 + 2 * k, seconds), at, 0.4)
        _write(f"round_won_{k + 1}", _reverb(won, rng)[: int(RATE * 2.2)], 0.5)
        fanfare = np.zeros(int(RATE * 4.2))
        for at, seconds, tones in melody:
            for pitch in tones:
                _place(fanfare, _brass(pitch - 3 + 2 * k, seconds), at, 0.4)
        _write(f"victory_{k + 1}", _reverb(fanfare, rng, 1.2, 0.24)[: int(RATE * 4.2)], 0.55)


def _king_of_the_dice() -> None:
    """Wooden dice on felt, a stone tile set down, a gem like glass, the breath of a dragon."""
    rng = np.random.default_rng(31)
    for k in range(3):
        tumble = np.zeros(int(RATE * 0.85))
        t, gap = 0.01, 0.045
        while t < 0.74:
            _place(tumble, _knock(rng, rng.uniform(420, 760), 0.11, 0.55), t, rng.uniform(0.25, 0.6))
            t += gap * rng.uniform(0.75, 1.5)
            gap *= 1.08
        _write(f"wood_roll_{k + 1}", _band(tumble, 120, 4200), 0.42)
        _write(f"wood_bounce_{k + 1}", _band(_knock(rng, 520 + 70 * k, 0.12, 0.5), 120, 4000), 0.3)
        gem = _ring(0.7, [(2093 + 140 * k, 9, 1), (4560 + 210 * k, 14, 0.4), (7100, 22, 0.2)], rng)
        _write(f"gem_{k + 1}", gem, 0.3)
    for k in range(2):
        stone = _knock(rng, 118 + 14 * k, 0.34, 0.35)
        _place(stone, _knock(rng, 236 + 20 * k, 0.2, 0.4), 0.035, 0.5)
        _write(f"castle_{k + 1}", _band(stone, 50, 2600), 0.55)
        t = _time(1.0)
        fire = _band(rng.standard_normal(len(t)), 120 + 40 * k, 1500) * np.sin(np.pi * np.minimum(t, 1.0)) ** 1.4
        crackle = _band(rng.standard_normal(len(t)) * (rng.random(len(t)) > 0.997) * 9, 900, 6000) * np.exp(-t * 2)
        _write(f"dragon_{k + 1}", fire + 0.5 * crackle, 0.42)


def samples(folder: Path) -> None:
    """Cut the sounds that come from recordings. ``folder`` holds ``cards/`` and ``dice/``."""
    rng = np.random.default_rng(5)

    def read(name: str) -> Sound:
        x, rate = soundfile.read(folder / name)
        if rate != RATE:
            raise ValueError(f"{name}: {rate} Hz, expected {RATE}")
        mono = x.mean(1) if x.ndim > 1 else x
        return np.asarray(mono / max(1e-6, np.max(np.abs(mono))), np.float64)

    for k, (felt, hit) in enumerate(((1, 1), (2, 4), (3, 2))):
        x = np.zeros(int(RATE * 0.34))
        _place(x, read(f"dice/surfaces/surface_felt{felt}.mp3"), 0, 0.9)
        _place(x, read(f"dice/dicehit/dicehit_plastic{hit}.mp3"), 0.002, 0.5)
        _place(x, _ring(0.12, [(2500 + 240 * k, 60, 0.5), (4700, 90, 0.25)], rng), 0.003, 0.5)
        _write(f"die_bounce_{k + 1}", x, 0.5)
    for k in range(3):
        x = np.zeros(int(RATE * 0.55))
        _place(x, read(f"dice/dicehit/dicehit_coin{k + 1}.mp3"), 0, 0.8)
        shift = 1 + 0.06 * k
        chime = _ring(0.5, [(3150 * shift, 14, 0.5), (4710 * shift, 18, 0.35), (6830 * shift, 26, 0.2)], rng)
        _place(x, chime, 0.004, 0.5)
        _write(f"coin_{k + 1}", x, 0.4)
    deal, slap = read("cards/dealtwocards.wav"), read("cards/call.wav")
    half = len(deal) // 2
    for k, part in enumerate((deal[:half], deal[half:])):
        _write(f"card_reveal_{k + 1}", part, 0.45)
        _write(
            f"card_lift_{k + 1}",
            _band(part, 900, 7000)
            + 0.4 * np.pad(_paper(rng, 0.1, 1800, 8000), (0, max(0, len(part) - int(RATE * 0.1))))[: len(part)],
            0.25,
        )
        x = np.zeros(int(RATE * 0.24))
        _place(x, _paper(rng, 0.09, 1500, 8000), 0, 0.25)
        _place(x, slap, 0.05 + 0.01 * k, 0.8)
        _place(x, _knock(rng, 300 + 40 * k, 0.1, 0.5), 0.05, 0.25)
        _write(f"card_play_{k + 1}", x, 0.45)


def _legends() -> None:
    """Cubes set down, a tower of stone, an army that falls."""
    rng = np.random.default_rng(47)
    for k in range(3):
        _write(f"cube_{k + 1}", _band(_knock(rng, 640 + 90 * k, 0.1, 0.6), 160, 5200), 0.32)
    for k in range(2):
        crack = _band(rng.standard_normal(int(RATE * 0.3)), 300, 5200) * np.exp(-_time(0.3) * 22)
        for start in (0.0, 0.05 + 0.02 * k, 0.11):
            _place(crack, _knock(rng, 240 - 40 * k + 400 * start, 0.12, 0.5), start, 2.2)
        _write(f"crack_{k + 1}", _band(crack, 90, 4600), 0.42)


def _tash_kalar() -> None:
    """A being appears: a low drum and a swell, the longer the higher its rank."""
    rng = np.random.default_rng(58)
    for rank, (name, seconds, chord) in enumerate(
        (("common", 0.7, (50, 57)), ("heroic", 1.2, (45, 52, 57)), ("legendary", 2.0, (38, 50, 57, 62, 66)))
    ):
        for k in range(2):
            x = np.zeros(int(RATE * (seconds + 0.5)))
            for beat in range(rank + 1):
                _place(x, _drum(rng, 62 - 4 * rank + 3 * k), 0.16 * beat, 0.7 + 0.3 * (beat == rank))
            start = 0.16 * rank + 0.05
            for pitch in chord:
                t = _time(seconds - start)
                swell = np.sin(np.pi * np.minimum(1.0, t / len(t) * RATE)) ** 1.3
                tone = sum(np.sin(2 * np.pi * _note(pitch + k) * h * t) / h**1.6 for h in range(1, 7))
                _place(x, tone * swell, start, 0.16)
            t = _time(seconds - start)
            wind = _band(rng.standard_normal(len(t)), 300, 2400 + 900 * rank) * np.sin(np.pi * t / t[-1]) ** 2
            _place(x, wind, start, 0.12)
            _write(f"summon_{name}_{k + 1}", _reverb(x, rng, 0.8, 0.2)[: int(RATE * (seconds + 0.4))], 0.5)


def _drum(rng: np.random.Generator, f: float, seconds: float = 0.5) -> Sound:
    """A large drum: its pitch falls a little after the stroke."""
    t = _time(seconds)
    skin = np.sin(2 * np.pi * (f * t + 14 * (1 - np.exp(-t * 18)) / 18)) * np.exp(-t * 9)
    return skin + _band(rng.standard_normal(len(t)), 120, 1800) * np.exp(-t * 60) * 0.5


# ------------------------------------------------------------------ music

CHORDS = {
    "Dm": (50, 57, 62, 65),
    "A": (45, 57, 61, 64),
    "C": (48, 55, 60, 64),
    "F": (53, 57, 60, 65),
    "Gm": (43, 55, 58, 62),
    "Bb": (46, 53, 58, 62),
    "D": (50, 57, 62, 66),
    "Am": (45, 57, 60, 64),
}


def _melody(chords: list[str], beats: int, scale: list[int], seed: int, rest: int) -> list[tuple[float, int, float]]:
    """A calm line as (beat, pitch, strength): chord notes on the first beats, steps between them."""
    rng = np.random.default_rng(seed)
    at = scale.index(min(scale, key=lambda p: abs(p - 74)))
    line: list[tuple[float, int, float]] = []
    for bar, name in enumerate(chords):
        if bar < rest:
            continue
        classes = {p % 12 for p in CHORDS[name]}
        wave = 74 + 5 * np.sin(bar * 0.8 + seed)
        options = [i for i, p in enumerate(scale) if p % 12 in classes and abs(i - at) <= 4]
        at = min(options, key=lambda i: abs(scale[i] - wave) + 0.6 * abs(i - at))
        line.append((bar * beats, scale[at], 1.0))
        if bar % 8 == 7:
            continue
        pattern = ((1.5, 1), (2, 1)) if rng.random() < 0.55 else ((1, 1), (2, -1)) if rng.random() < 0.5 else ((2, -1),)
        for beat, step in pattern:
            at = int(np.clip(at + step * (1 if rng.random() < 0.7 else -1), 0, len(scale) - 1))
            line.append((bar * beats + beat, scale[at], 0.75))
    return line


def _piece(
    name: str,
    chords: list[str],
    beats: int,
    bpm: float,
    figure: tuple[int, ...],
    scale: list[int],
    seed: int,
    rest: int,
    drum: tuple[float, ...] = (),
) -> None:
    """Write a loop; ``drum`` are the beats of a bar on which a drum is struck."""
    rng = np.random.default_rng(seed)
    beat = 60 / bpm
    length = len(chords) * beats * beat
    x = np.zeros(int(RATE * (length + 4)))
    for bar, chord in enumerate(chords):
        step = beats / len(figure)
        for i, string in enumerate(figure):
            if string >= 0:
                strength = 0.62 if i == 0 else 0.34
                _place(
                    x,
                    _pluck(CHORDS[chord][string], 2.6, 1.2),
                    (bar * beats + i * step) * beat + rng.uniform(0, 0.014),
                    strength,
                )
    for at, pitch, strength in _melody(chords, beats, scale, seed, rest):
        _place(x, _pluck(pitch, 2.4, 0.7), at * beat + rng.uniform(0.004, 0.016), 0.5 * strength)
    for bar in range(len(chords)):
        for number, stroke in enumerate(drum):
            _place(x, _drum(rng, 66, 0.4), (bar * beats + stroke) * beat, 0.34 if number == 0 else 0.16)
    wet = _reverb(x, rng, 1.6, 0.28)
    n = int(RATE * length)
    loop = wet[:n].copy()
    tail = wet[n : 2 * n]
    loop[: len(tail)] += tail
    _write(name, loop, 0.42, 0.25)


def _music() -> None:
    dorian = [62, 64, 65, 67, 69, 71, 72, 74, 76, 77, 79, 81]
    minor = [62, 64, 65, 67, 69, 70, 72, 74, 76, 77, 79, 81]
    folia = ["Dm", "A", "Dm", "C", "F", "C", "Dm", "A", "Dm", "A", "Dm", "C", "F", "C", "A", "Dm"]
    _piece("music_title", folia * 2, 3, 108, (0, 1, 2, 3, 2, 1), dorian, 7, 4)
    passamezzo = ["Dm", "C", "Dm", "A", "F", "C", "Dm", "A", "Dm", "C", "Bb", "Gm", "F", "C", "A", "Dm"]
    _piece("music_king_of_12", passamezzo + passamezzo[:8], 4, 104, (0, 2, 1, 3, 2, 3, 1, 2), minor, 21, 2)
    major = [65, 67, 69, 70, 72, 74, 76, 77, 79, 81]
    bergamasca = ["F", "Bb", "C", "F"] * 3 + ["Dm", "Gm", "C", "F", "Am", "Bb", "C", "F"]
    _piece("music_king_of_the_dice", bergamasca * 2, 4, 116, (0, 2, 3, 2, 1, 2, 3, 2), major, 34, 4)
    romanesca = ["F", "C", "Dm", "A", "F", "C", "Dm", "A", "Bb", "F", "Gm", "D", "F", "C", "A", "Dm"]
    _piece("music_legends", romanesca * 2, 3, 92, (0, 1, 2, 1, 3, 2), dorian, 13, 2)
    ciaccona = ["Dm", "Am", "Bb", "A"] * 3 + ["F", "C", "Gm", "A"]
    _piece("music_tash_kalar", ciaccona * 2, 3, 96, (0, 2, 1, 3, 2, 1), minor, 44, 4, (0, 1.5, 2))


def _ends() -> None:
    """How a game ends for whoever did not win it: somebody else has (three steps down), nobody has (left open)."""
    for k in range(3):
        for name, tones in (("rival_won", (69, 65, 62, 57)), ("nobody_won", (62, 69, 67, 69))):
            rng = np.random.default_rng(70 + k)
            x = np.zeros(int(RATE * 2.8))
            for n, pitch in enumerate(tones):
                _place(x, _pluck(pitch - 5 + (0, 5, -2)[k], 2.0, 0.8), 0.02 + n * 0.3 + (0.12 if n == 3 else 0), 0.6)
            _write(f"{name}_{k + 1}", _reverb(x, rng, 1.0, 0.22)[: int(RATE * 2.8)], 0.42)


def write() -> None:
    """Make everything that needs no recordings."""
    _effects()
    _ends()
    _king_of_the_dice()
    _legends()
    _tash_kalar()
    _music()
