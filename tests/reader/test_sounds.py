"""Sounds for those who listen: dice, cards and results are told apart, and come where all else happens at once."""

from itertools import combinations

import pytest

from scenes.table.sounds import CARDS, DICE, RESULT, SHORT_CUES
from sprites.base.loader import read_cues
from tests.sound import measures
from tests.support.open_tables import open_table
from tests.ui.driver import Driver

LONGEST_S = 0.35
APART = 1.4
"""Least ratio of two kinds in length or in pitch."""


def measure(cue: str) -> tuple[float, float]:
    """Seconds and middle frequency in Hz of a cue's first variant."""
    entry = read_cues().effects[cue]
    wave = measures.slots(entry.file, entry.slots)[0]
    wave = wave[: next(at for at in range(len(wave), 0, -1) if abs(wave[at - 1]) > 0.001)]
    return len(wave) / measures.RATE, measures.brightness(wave)[0]


def test_the_three_kinds_are_short_and_differ() -> None:
    found = {cue: measure(cue) for cue in (DICE, CARDS, RESULT)}
    assert all(seconds <= LONGEST_S for seconds, _ in found.values())
    for one, other in combinations(found.values(), 2):
        assert any(max(pair) / min(pair) >= APART for pair in zip(one, other, strict=True)), found


@pytest.mark.parametrize("spoken", [True, False])
def test_they_are_heard_where_all_happens_at_once(spoken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By those who listen; others hear a celebration only."""
    driver = Driver(speed="instant", reduced_motion=True)
    try:
        sounds = open_table(driver, "king_of_12").sounds
        heard: list[str] = []
        monkeypatch.setattr(driver.ctx, "is_spoken", spoken)
        monkeypatch.setattr(driver.ctx, "play", heard.append)
        monkeypatch.setattr(driver.ctx.audio, "celebrates", lambda cue: cue == "crown")
        for cue in (*SHORT_CUES, "coin", "crown"):
            sounds.play(cue)
        wanted = [*SHORT_CUES.values()] if spoken else []
        assert heard == [*wanted, "crown"]
    finally:
        driver.close()
