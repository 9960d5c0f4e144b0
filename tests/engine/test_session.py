"""The session: decisions, subscribers, undo up to the barrier, redo, and going on after trouble."""

from pathlib import Path
from typing import Literal

import pytest

from engine.contract import BadOptions, IllegalAction
from engine.replay import Rewound
from engine.seats import Seat
from engine.session import Session, Update
from engine.storage.folders import FolderError
from tests.engine.toy import ROLL, Toy

Kind = Literal["person", "computer"]
PERSON: Kind = "person"
COMPUTER: Kind = "computer"


def begin(*kinds: Kind, seed: str = "seed", try_again: bool = False, autosave: Path | None = None) -> Session:
    levels = {PERSON: "", COMPUTER: "novice"}
    seats = [Seat(kind, levels[kind], f"{kind} {number}", number) for number, kind in enumerate(kinds)]
    return Session.start("toy", {"rounds": 3}, seats, seed, try_again=try_again, autosave=autosave)


def test_a_game_is_played_and_told(toy: Toy) -> None:
    session = begin(PERSON, COMPUTER)
    own: list[Update] = []
    watcher: list[Update] = []
    stop = session.subscribe(0, own.append)
    session.subscribe(None, watcher.append)
    assert (session.to_act(), session.turn, session.over, session.result()) == ((0,), 0, False, ())
    session.submit(0, 2)
    session.submit(1, 1)
    session.submit(1, 12)
    session.submit(0, 11)
    assert [update.turn for update in own] == [1, 2, 3, 4]
    assert [update.action for update in own] == [2, None, None, 11]
    assert [update.action for update in watcher] == [None] * 4
    assert [event.kind for event in own[-1].events] == ["committed", "noted", "revealed"]
    assert [event.kind for event in watcher[-1].events] == ["committed", "revealed"]
    assert own[-1].view == session.view(0) and own[-1].view["points"] == [0, 1]
    stop()
    session.submit(0, 1)
    assert len(own) == 4 and len(watcher) == 5
    assert [entry.action for entry in session.log] == [2, 1, 12, 11, 1]


def test_what_is_not_allowed_changes_nothing(toy: Toy) -> None:
    session = begin(PERSON, COMPUTER)
    updates: list[Update] = []
    session.subscribe(None, updates.append)
    for seat, action in ((1, 1), (0, 9), (0, ROLL), (5, 1)):
        with pytest.raises(IllegalAction):
            session.submit(seat, action)
    assert session.turn == 0 and not updates and not session.log
    with pytest.raises(BadOptions):
        Session.start("toy", {"colour": 1}, [Seat(PERSON), Seat(PERSON)], "x")


def test_the_turn_a_decision_was_asked_for_stays_while_others_commit(toy: Toy) -> None:
    session = begin(COMPUTER, COMPUTER, COMPUTER)
    assert (session.find_decision_turn(0), session.find_decision_turn(1)) == (0, -1)
    session.submit(0, 1)
    session.submit(1, 1)
    assert [session.find_decision_turn(seat) for seat in range(3)] == [2, 2, 2]
    session.submit(1, 10)
    assert [session.find_decision_turn(seat) for seat in range(3)] == [2, -1, 2]


def test_the_same_seed_gives_the_same_game(toy: Toy) -> None:
    games = []
    for _ in range(2):
        session = begin(PERSON, PERSON, seed="Дюжина")
        for seat, action in ((0, 1), (1, ROLL), (0, 10), (1, 11)):
            session.submit(seat, action)
        games.append([(entry.draws, entry.checksum) for entry in session.log])
    assert games[0] == games[1]


# --- undo ------------------------------------------------------------------------------------------


def test_an_open_step_can_be_taken_back_and_made_again(toy: Toy) -> None:
    session = begin(PERSON, COMPUTER)
    updates: list[Update] = []
    session.subscribe(0, updates.append)
    before = session.view(0)
    assert session.undo_check(0) == (False, "ui.undo.reason.nothing")
    session.submit(0, 2)
    session.submit(1, 1)
    after = session.view(0)
    assert session.undo_check(0) == (True, "")
    session.undo(0)
    assert (session.turn, session.view(0), session.to_act()) == (0, before, (0,))
    assert updates[-1].kind == "reset" and updates[-1].view == before
    assert session.redo_check() == (True, "")
    session.redo()
    assert (session.turn, session.view(0)) == (2, after)
    assert session.redo_check() == (False, "ui.undo.reason.no_redo")
    with pytest.raises(ValueError, match="no_redo"):
        session.redo()
    assert not session.assisted


def test_a_chance_draw_is_a_barrier(toy: Toy) -> None:
    session = begin(PERSON, COMPUTER)
    session.submit(0, 1)
    session.submit(1, ROLL)
    assert session.undo_check(0) == (False, "ui.undo.reason.chance")
    with pytest.raises(ValueError, match="chance"):
        session.undo(0)
    assert session.turn == 2


def test_a_reveal_is_a_barrier_but_a_secret_commitment_is_none(toy: Toy) -> None:
    session = begin(PERSON, COMPUTER, COMPUTER)
    session.submit(0, 1)
    session.submit(1, 1)
    session.submit(1, 12)
    session.submit(0, 10)
    assert session.undo_check(0) == (True, ""), "nobody has seen what the computer laid down"
    session.undo(0)
    assert session.to_act() == (0, 2), "what the computer laid down before stays"
    session.submit(0, 11)
    session.submit(2, 10)
    assert session.undo_check(0) == (False, "ui.undo.reason.reveal")


def test_another_persons_decision_is_a_barrier(toy: Toy) -> None:
    session = begin(PERSON, PERSON)
    session.submit(0, 1)
    session.submit(1, 2)
    assert session.undo_check(0) == (False, "ui.undo.reason.person")
    assert session.undo_check(1) == (True, "")
    assert session.undo_check(None) == (True, ""), "whoever decided last"
    session.undo(None)
    assert session.to_act() == (1,)


def test_try_again_lifts_barriers_against_computers_only_and_is_marked(toy: Toy) -> None:
    session = begin(PERSON, COMPUTER, try_again=True)
    session.submit(0, 1)
    session.submit(1, ROLL)
    count = session.view(0)["count"]
    assert session.undo_check(0) == (True, "")
    session.undo(0)
    assert session.assisted and session.turn == 0
    session.submit(0, 1)
    session.submit(1, ROLL)
    assert session.view(0)["count"] == count, "the dice fall as before"
    with_people = begin(PERSON, COMPUTER, PERSON, try_again=True)
    with_people.submit(0, 1)
    with_people.submit(1, ROLL)
    assert with_people.undo_check(0) == (False, "ui.undo.reason.chance")


def test_going_another_way_forgets_what_was_undone_going_the_same_way_does_not(toy: Toy) -> None:
    session = begin(PERSON, COMPUTER)
    session.submit(0, 1)
    session.submit(1, 1)
    session.submit(0, 10)
    session.undo(0)
    session.submit(1, 11)
    assert session.redo_check()[0] is True, "a secret commitment beside it disturbs nothing"
    session.redo()
    assert session.view(0)["points"] == [0, 1]
    session = begin(PERSON, COMPUTER)
    session.submit(0, 1)
    session.submit(1, 1)
    session.undo(0)
    session.submit(0, 1)
    assert session.redo_check()[0] is True
    session.redo()
    assert [entry.action for entry in session.log] == [1, 1]
    session.undo(0)
    session.submit(0, 2)
    assert session.redo_check()[0] is False


# --- keeping ---------------------------------------------------------------------------------------


def test_every_decision_and_every_undo_is_saved(toy: Toy, tmp_path: Path) -> None:
    from engine.storage import saves

    path = tmp_path / "game.json"
    session = begin(PERSON, COMPUTER, autosave=path)
    assert not path.exists(), "nothing is written before the first decision"
    session.submit(0, 1)
    assert saves.load(path).session.turn == 1
    session.submit(1, 1)
    assert saves.load(path).session.turn == 2
    session.undo(0)
    assert saves.load(path).session.turn == 0


def test_the_game_goes_on_when_it_cannot_be_saved(toy: Toy, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    session = begin(PERSON, COMPUTER, autosave=tmp_path / "file" / "game.json")
    session.patience = 10.0
    updates: list[Update] = []
    session.subscribe(0, updates.append)
    with pytest.raises(FolderError) as told:
        session.submit(0, 1)
    assert told.value.message.id.startswith("ui.folder.")
    assert session.turn == 1 and len(updates) == 1, "the decision stands and everybody was told"
    session.submit(1, 1)
    assert session.turn == 2, "told once, not at every decision"


def test_a_replay_shows_what_was_seen_then(toy: Toy) -> None:
    session = begin(PERSON, COMPUTER)
    for seat, action in ((0, 1), (1, 2), (0, 12), (1, 10)):
        session.submit(seat, action)
    replay = Rewound(session, 0)
    assert (replay.first, replay.last, replay.turn) == (0, 4, 0)
    replay.go(3)
    assert replay.view(0)["own"] == 12 and replay.view(None)["own"] == 0
    assert [event.kind for at, event in replay.events_for(0) if at == 3] == ["committed", "noted"]
    assert [event.kind for at, event in replay.events_for(None) if at == 3] == ["committed"]
    replay.go(99)
    assert replay.turn == 4
    assert [at for at, event in replay.events_for(0) if event.kind == "revealed"] == [4]
