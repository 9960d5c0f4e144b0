"""Sounds cut from recordings of cards, dice and coins, softened: what is heard often must not be sharp."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile
from waves import RATE, Wave, band, clock, dice, empty, fade, knock, paper, place, ring

CUES: dict[str, float] = {"card_lift": -19, "card_play": -20, "card_reveal": -19.5, "die_bounce": -20, "coin": -22}
"""How loud each is to be, in LUFS as heard with the first settings."""


def _read(folder: Path, name: str) -> Wave:
    x, rate = soundfile.read(folder / name)
    if rate != RATE:
        raise ValueError(f"{name}: {rate} Hz, expected {RATE}")
    mono = x.mean(1) if x.ndim > 1 else x
    return np.asarray(mono / max(1e-6, np.max(np.abs(mono))), np.float64)


def _from_its_hit(x: Wave) -> Wave:
    """Cut what comes more than 3 ms before the first sample of a fifth of the peak."""
    first = int(np.argmax(np.abs(x) > 0.2 * np.max(np.abs(x))))
    return fade(x[max(0, first - round(0.003 * RATE)) :], 0.002, min(0.02, len(x) / RATE / 8))


def _stretch(x: Wave, factor: float) -> Wave:
    """Slower and lower (above 1) or quicker and higher."""
    return np.interp(np.arange(0, len(x) - 1, 1 / factor), np.arange(len(x)), x)


def variants(folder: Path) -> dict[str, list[Wave]]:
    """All cues, five variants each; ``folder`` holds ``cards/`` and ``dice/``."""
    deal, slap = _read(folder, "cards/dealtwocards.wav"), _read(folder, "cards/call.wav")
    other = _read(folder, "cards/check.wav")
    half = len(deal) // 2
    found: dict[str, list[Wave]] = {name: [] for name in CUES}
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
