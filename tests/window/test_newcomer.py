"""The first minute of a new player: how many clicks and seconds lead to the first decision."""

import json
import time

import pytest

from engine import registry
from scenes.menus.title import COVER_H, COVER_W, GAP, PLAY_H
from tests.window.desktop import difference
from tests.window.pilots import HANDS
from tests.window.program import QUIET, Program

pytestmark = pytest.mark.window
COVERS_Y = 406.0
"""Middle of the covers on the title."""
SECONDS = 5.0
"""From the click to the table that waits for a decision, on a quiet machine."""
STILL = 0.6
BUSY = 4.0
"""Factor for a machine that runs other tests at the same time."""


def find_play_button(game: str) -> tuple[float, float]:
    """Return a point of *Play* on the cover of a game."""
    games = [info.id for info in registry.games()]
    left = (1600 - len(games) * COVER_W - (len(games) - 1) * GAP) / 2 + games.index(game) * (COVER_W + GAP)
    return left + 90, COVERS_Y + COVER_H / 2 - 20 + PLAY_H / 2


@pytest.mark.soak
@pytest.mark.parametrize("game", HANDS)
def test_a_newcomer_decides_after_one_click(program: Program, game: str) -> None:
    """The settings of a first start: nothing but the size of the window. The table stands still and waits."""
    wide, high = program.size = (1600, 900)
    settings = {"window_width": wide, "window_height": high}
    (program.home / "settings" / "settings.json").write_text(json.dumps(settings), "utf-8")
    program.hand = HANDS[game]
    program.start()
    title, seconds = program.rest(), 0.0
    begin = time.monotonic()
    program.click(*find_play_button(game))
    while program.picture() == title:
        assert time.monotonic() - begin < SECONDS * BUSY, "the click has opened nothing"
    before, now = program.rest(), b""
    while difference(before, now) > QUIET:  # still for a moment, and a moment later
        seconds = time.monotonic() - begin
        time.sleep(STILL)
        before, now = program.rest(), before
    print(f"{game}: 1 click, {seconds:.1f} s to the first decision")
    assert seconds < SECONDS * BUSY
    assert program.close_window() == 0
    assert "Traceback" not in program.words
