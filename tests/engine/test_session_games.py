"""The session with the real games: whatever is undone, redone, saved and loaded on the way."""

import random
from pathlib import Path
from typing import Literal

import pytest

from engine.seats import Seat
from engine.session import Session
from engine.storage import autosave, saves, statistics
from engine.storage.save_format import replay_save
from tests.shared.samples import Setup, as_bytes, default_setups, watchers

every_setup = pytest.mark.parametrize("setup", default_setups(), ids=str)
SOME = [setup for setup in default_setups() if setup.seats in (2, 4, 8)]
"""To the session seats are alike: the smallest table, a full one and a hall. Long runs take all."""


def seats_of(setup: Setup, people: int) -> list[Seat]:
    kinds: list[Literal["person", "computer"]] = ["person" if n < people else "computer" for n in range(setup.seats)]
    return [Seat(kind, "" if kind == "person" else "skilled", f"Seat {n}", n) for n, kind in enumerate(kinds)]


def undo_redo_and_load(setup: Setup, seed: int, try_again: bool, path: Path) -> None:
    """Play on at random, now and then take back, make again, or load what was saved."""
    dice = random.Random(seed)
    seats = seats_of(setup, people=1)
    session = Session.start(setup.game, setup.options, seats, f"seed {seed}", try_again=try_again, autosave=path)
    session.patience = 0.0  # as at a window: what is noted counts
    rules = setup.rules
    steps = 0
    while not session.over and steps < 600:
        steps += 1
        before = as_bytes(rules.dump(session.course.last.state))
        what = dice.random()
        if what < 0.15 and session.undo_check(0)[0]:
            history = session.events_for(0)
            session.undo(0)
            assert session.events_for(0) == history[: len(session.events_for(0))]
            assert 0 in session.to_act()
            if dice.random() < 0.5:
                session.redo()
                assert as_bytes(rules.dump(session.course.last.state)) == before
        elif what < 0.2 and session.turn:
            autosave.settle(path, 60.0)
            loaded = saves.load(path)
            assert not loaded.notices
            assert as_bytes(rules.dump(loaded.session.course.last.state)) == before
            for seat in watchers(setup.seats, steps):
                assert loaded.session.events_for(seat) == session.events_for(seat)
                assert as_bytes(loaded.session.view(seat)) == as_bytes(session.view(seat))
            session = loaded.session
            session.patience = 0.0
        else:
            seat = dice.choice(session.to_act())
            session.submit(seat, dice.choice(list(session.legal(seat))))
    course = replay_save(rules, session.record())
    assert course.entries == session.log
    assert session.assisted <= try_again


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("setup", "seed", "try_again"),
    [(setup, number % 2, number // 2 % 2 == 1) for number, setup in enumerate(SOME)],
    ids=str,
)
def test_undo_redo_and_loading_lose_nothing(setup: Setup, seed: int, try_again: bool, tmp_path: Path) -> None:
    undo_redo_and_load(setup, seed, try_again, tmp_path / "game.json")


@pytest.mark.soak
@every_setup
@pytest.mark.parametrize("try_again", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_long(setup: Setup, seed: int, try_again: bool, tmp_path: Path) -> None:
    undo_redo_and_load(setup, seed, try_again, tmp_path / "game.json")


@pytest.mark.sample(3)
@pytest.mark.parametrize("setup", SOME, ids=str)
def test_a_game_that_was_interrupted_goes_on_as_if_it_had_not_been(setup: Setup, tmp_path: Path) -> None:
    """Interrupted often at first and then ever less: each time the whole game is played again."""
    ends = []
    for interrupted in (False, True):
        path = tmp_path / f"{interrupted}.json"
        session = Session.start(setup.game, setup.options, seats_of(setup, 1), "same", autosave=path)
        session.patience = 0.0
        dice = random.Random(5)
        following = 3
        while not session.over:
            seat = dice.choice(session.to_act())
            session.submit(seat, dice.choice(list(session.legal(seat))))
            if interrupted and session.turn >= following:
                autosave.settle(path, 60.0)  # a player comes back later; the disk of a busy machine takes its time
                session = saves.load(path).session
                session.patience = 0.0
                following = session.turn + 3 + session.turn // 4
        ends.append((session.log, session.result()))
    assert ends[0] == ends[1]


@every_setup
def test_a_finished_game_enters_the_record(setup: Setup, home: Path) -> None:
    session = Session.start(setup.game, setup.options, seats_of(setup, setup.seats), "record")
    dice = random.Random(6)
    while not session.over:
        seat = dice.choice(session.to_act())
        session.submit(seat, dice.choice(list(session.legal(seat))))
    assert statistics.record(session)
    stats = statistics.summary()[setup.game]
    assert stats.last[0].places == session.result()
    assert len(stats.players) == setup.seats
