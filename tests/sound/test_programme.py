"""Which unit follows which: nothing returns for twelve minutes, a quarter is rest, and nobody's hand is heard."""

import random
from typing import Any

import pytest

from engine import registry
from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens
from sprites.base.loader import read_cues
from sprites.base.music_player import CALM, LATE, TENSE, MusicSequencer, Unit
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
TRACKS = read_cues().music


@pytest.mark.parametrize("game", GAMES)
def test_no_eight_bars_return_within_twelve_minutes(game: str) -> None:
    for seed in range(200):
        programme = MusicSequencer(TRACKS[game], random.Random(seed))
        seen: set[Unit] = set()
        minutes = 0.0
        while minutes < 12:
            unit = programme.draw()._replace(softer_db=0.0)
            assert unit.silent or unit not in seen, f"seed {seed}: {unit} after {minutes:.1f} minutes"
            seen.add(unit)
            minutes += programme.unit_ms / 60_000


@pytest.mark.parametrize("place", sorted(TRACKS))
def test_a_quarter_to_a_third_is_rest(place: str) -> None:
    programme = MusicSequencer(TRACKS[place], random.Random(3))
    units = [programme.draw() for _ in range(300)]
    assert 0.20 <= sum(unit.silent for unit in units) / len(units) <= 0.35
    first = units[: int(600_000 / programme.unit_ms)]
    assert sum(unit.silent for unit in first) / len(first) < 0.25, "more rest after ten minutes"
    assert not units[0].silent


def test_a_unit_is_sixteen_seconds_or_somewhat_more() -> None:
    for place, track in TRACKS.items():
        assert 15_000 <= MusicSequencer(track, random.Random(1)).unit_ms <= 20_000, place


def test_the_same_half_of_a_tune_does_not_come_twice_running() -> None:
    programme = MusicSequencer(TRACKS["legends"], random.Random(5))
    last = None
    for _ in range(200):
        unit = programme.draw()
        now = unit.phrase
        if last is not None and now is not None and now.theme == last.theme:
            assert now.open != last.open or now.closed != last.closed
        last = now


def test_tension_changes_what_sounds() -> None:
    calm, late, tense = (
        [MusicSequencer(TRACKS["tash_kalar"], random.Random(4)).draw(level) for _ in range(1)]
        for level in (CALM, LATE, TENSE)
    )
    assert calm[0].colour is None and late[0].colour is not None and tense[0].tense
    programme = MusicSequencer(TRACKS["tash_kalar"], random.Random(4))
    assert all(unit.phrase is None for unit in (programme.draw(TENSE) for _ in range(20)))
    assert not MusicSequencer(TRACKS["title"], random.Random(4)).draw(TENSE).tense, "no place for that"


@pytest.mark.parametrize("game", GAMES)
def test_the_music_knows_what_everybody_knows(driver: Driver, game: str) -> None:
    """Hands that nobody else sees may change, the mood does not: it is told from the view of a watcher."""
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1), Seat("computer", "novice", "Tom", 2)]
    session = Session.start(game, {}, seats, "mood")
    dice = random.Random(7)
    scene = game_screens.table(driver.ctx, session)
    found = scene.sounds.tension_of
    assert found is not None
    moods = set()
    ends: dict[str, dict[str, Any]] = {
        "king_of_12": {"crowns": [1, 0, 0], "points": [9, 3, 0], "hand_sizes": [2, 2, 2]},
        "king_of_the_dice": {"supply": {"tiles": 1}},
        "legends": {"round": 99},
        "tash_kalar": {"final": 2},
    }
    assert found({**session.view(None), **ends[game]}) == TENSE
    for turn in range(150):
        owing = session.to_act()
        if not owing:
            break
        view = session.view(None)
        moods.add(found(view))
        if turn % 40 == 0:
            for seat in (0, 1, 2):
                own = session.view(seat)
                public = {name: own[name] for name in view if own[name] == view[name]}
                assert found({**view, **public}) == found(view)
            before = view.get("hand"), view.get("own_crowns"), view.get("own_bid"), view.get("flares")
            assert not any(before), "a watcher's view has no hand"
        legal = session.legal(owing[0])
        session.submit(owing[0], legal[dice.randrange(len(legal))])
    assert moods <= {CALM, LATE, TENSE}
    scene.leave()
