"""The chance of an opponent from a file tells nothing about the seed of the game."""

import json
from pathlib import Path

from engine.chance import mix
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves

SEATS = [Seat("computer", "file:spy", "Ann", 0), Seat("computer", "novice", "Bob", 1)]


def begun(path: Path | None = None) -> Session:
    return Session.start("king_of_12", {}, SEATS, "typed seed", autosave=path)


def test_a_guess_of_the_seed_cannot_be_tried_out() -> None:
    """The same typed seed gives another chance every time, and none that can be made from the seed."""
    seeds = {begun().opponent_seed(0) for _ in range(20)}
    assert len(seeds) == 20
    session = begun()
    guesses = {mix("typed seed", "opponent", turn, seat) for turn in range(-1, 50) for seat in range(4)}
    for _ in range(10):
        assert session.opponent_seed(0) not in guesses
        session.submit(session.to_act()[0], session.legal(session.to_act()[0])[0])


def test_the_built_in_levels_play_a_typed_seed_alike() -> None:
    assert begun().opponent_seed(1) == begun().opponent_seed(1) == mix("typed seed", "opponent", 0, 1)


def test_it_stays_the_same_over_undo_and_saving(tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    seats = [Seat("person", "", "Ann", 0), Seat("computer", "file:spy", "Bob", 1)]
    session = Session.start("king_of_12", {}, seats, "typed seed", autosave=path)
    first = session.opponent_seed(1)
    session.submit(0, session.legal(0)[0])
    assert session.opponent_seed(1) == first, "asked again for the same decision"
    assert saves.load(path).session.opponent_seed(1) == first
    session.undo(0)
    assert session.opponent_seed(1) == first
    session.submit(1, session.legal(1)[0])
    session.submit(0, session.legal(0)[0])
    assert session.opponent_seed(1) != first


def test_the_secret_is_in_the_save_and_nowhere_else(tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    session = begun(path)
    session.submit(0, session.legal(0)[0])
    secret = session.record().secret
    assert session.finish(), "it is on the disk"
    assert len(secret) == 32 and secret in path.read_text("utf-8")
    for seat in (0, 1, None):
        assert secret not in json.dumps(session.view(seat))
        assert secret not in repr(session.events_for(seat))


def test_saves_without_a_secret_get_one(tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    session = begun(path)
    session.submit(0, session.legal(0)[0])
    import msgspec

    from engine.storage import save_format

    path.write_bytes(save_format.encode(msgspec.structs.replace(session.record(), secret="")))
    again = saves.load(path).session
    assert len(again.record().secret) == 32
    assert again.turn == 1
