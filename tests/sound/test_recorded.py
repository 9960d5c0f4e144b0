"""What would be heard, written by SDL's disk driver: no step, no waiting, voices together to the sample."""

import itertools
import json
import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from tests.sound import measures
from tests.sound.recording import CLICK_AT

QUICK, REAL = 1, 11
"""Milliseconds that the driver rests after 512 samples: as quick as it can, or about as a device."""


def record(tmp_path: Path, scenario: str, delay: int) -> "tuple[array[int], array[int], list[list[float]]]":
    """Left and right ear, and how long each call took: milliseconds on the wall, and of processor time."""
    target = tmp_path / "heard.raw"
    run = [sys.executable, "-m", "tests.sound.recording", scenario, str(target), str(delay)]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, env=dict(os.environ), timeout=600)
    assert done.returncode == 0, done.stderr
    both = array("h", target.read_bytes())
    return both[::2], both[1::2], json.loads(done.stdout.splitlines()[-1])


def drift(heard: "array[int]") -> list[int]:
    """How far from whole units the clicks of the made-up voices lie; one click for all voices, or it is an error."""
    loud = [n for n, y in enumerate(heard) if abs(y) > 400]
    clicks = [max(group, key=lambda n: abs(heard[n])) for group in _groups(loud)]
    half = 44100
    return [(b - a) % half for a, b in itertools.pairwise(clicks)]


def _groups(numbers: list[int]) -> list[list[int]]:
    found: list[list[int]] = []
    for n in numbers:
        if not found or n - found[-1][-1] > 100:
            found.append([])
        found[-1].append(n)
    return found


def test_the_voices_stay_together_to_the_sample(tmp_path: Path) -> None:
    left, _, _ = record(tmp_path, "clicks:5", QUICK)
    found = drift(left)
    assert len(found) >= 5 and set(found) == {0}
    assert len(left) > CLICK_AT * 2


@pytest.mark.soak
def test_the_voices_stay_together_for_ten_minutes(tmp_path: Path) -> None:
    left, right, _ = record(tmp_path, "clicks:300", QUICK)
    assert len(drift(left)) > 400 and set(drift(left)) == set(drift(right)) == {0}


def test_a_place_follows_the_other_without_a_step(tmp_path: Path) -> None:
    """600 ms out, a rest, 900 ms in, written into the samples: what is loudest in the fades has no edge."""
    left, _, took = record(tmp_path, "change", REAL)
    peak = max(map(abs, left))
    heard = [n for n, y in enumerate(left) if abs(y) > 33]  # -60 dB
    a, b = max(itertools.pairwise(heard), key=lambda pair: pair[1] - pair[0])
    assert (b - a) / 44.1 >= 100, "silence between them, as long as the next is still being read"
    bends = [abs(left[n] - 2 * left[n - 1] + left[n - 2]) for n in range(2, len(left))]
    # Volumes change where a new piece of 512 samples begins: from the last of the old to the first of the new.
    borders = [n for n in range(510, len(left) - 50, 512) if a - 44.1 * 750 <= n <= b + 44.1 * 1000]
    steps = [max(bends[n - 1 : n + 2]) - max(bends[n - 30 : n - 3] + bends[n + 4 : n + 31]) for n in borders]
    assert max(steps) <= 0.01 * peak, f"{max(steps) / peak:.4f} of the peak"
    assert max(own for _, own in took) <= 8, "no call works longer"
    assert sum(wall > 60 for wall, _ in took) <= len(took) // 20, "none waits; a busy computer may be late itself"


def test_everything_at_once_stays_clear_of_the_edge(tmp_path: Path) -> None:
    """All volumes full: three voices, a fanfare and eight effects within two frames."""
    left, right, took = record(tmp_path, "crowd", REAL)
    assert max(max(map(abs, left)), max(map(abs, right))) / 32768 <= 10 ** (-1 / 20)
    assert max(map(abs, left)) > 5000
    assert max(own for _, own in took) <= 8


def test_the_meter_hears() -> None:
    """A sine of 997 Hz at full strength has -3.01 LUFS in one channel."""
    import math

    tone = [math.sin(2 * math.pi * 997 * n / measures.RATE) for n in range(measures.RATE)]
    assert measures.integrated(tone) == pytest.approx(-3.01, abs=0.1)
