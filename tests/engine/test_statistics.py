"""The record of finished games."""

import os
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from engine.storage import sqlite_store, statistics
from engine.storage.folders import FolderError
from engine.storage.statistics import PlayedGame
from scenes.profile.panels import build_profile, list_people
from tests.engine.toy import Toy


def drained(told: list[Message]) -> list[str]:
    """The ids of what has been told since the last call."""
    found = [message.id for message in told]
    told.clear()
    return found


def play(winner: int, *, try_again: bool = False, name: str = "Ája") -> Session:
    """A game of one round that this seat wins; seat 0 is a person."""
    seats = [Seat("person", "", name, 0), Seat("computer", "expert", "B", 1), Seat("computer", "novice", "C", 2)]
    session = Session.start("toy", {"rounds": 1}, seats, "seed", try_again=try_again)
    session.submit(0, 1)
    session.submit(1, 4 if try_again else 1)
    if try_again:
        session.undo(0)
        session.submit(0, 1)
        session.submit(1, 1)
    for seat in range(3):
        session.submit(seat, 12 if seat == winner else 10)
    return session


def test_wins_streaks_and_averages(home: Path, toy: Toy) -> None:
    assert statistics.summary() == {}
    assert not home.exists(), "looking creates nothing"
    for winner in (0, 0, 1, 0):
        assert statistics.record(play(winner))
    stats = statistics.summary()["toy"]
    assert (stats.played, stats.assisted, stats.mean_turns) == (4, 0, 5)
    assert (stats.persons.played, stats.persons.won, stats.persons.share) == (4, 3, 0.75)
    assert {level: (tally.played, tally.won) for level, tally in stats.against.items()} == {
        "expert": (4, 3),
        "novice": (4, 3),
    }
    assert (stats.computers["expert"].won, stats.computers["novice"].won) == (1, 0)
    player = stats.players[0]
    assert (player.name, player.streak, player.best_streak) == ("Ája", 1, 2)
    assert player.tally.mean_place == pytest.approx(1.25)
    met = [(meeting.level, meeting.score, meeting.seats) for meeting in player.meetings]
    lost = [("expert", 0.0, 3), ("novice", 0.5, 3)]
    assert met == [*([("expert", 1.0, 3), ("novice", 1.0, 3)] * 2), *lost, ("expert", 1.0, 3), ("novice", 1.0, 3)]
    assert len(stats.last) == 4
    assert stats.last[0].places == (1, 2, 2) and stats.last[0].names == ("Ája", "B", "C")


def test_a_game_counts_once(home: Path, toy: Toy) -> None:
    session = play(0)
    statistics.record(session)
    statistics.record(session)
    assert statistics.summary()["toy"].played == 1


def test_a_running_game_does_not_count(home: Path, toy: Toy) -> None:
    session = Session.start("toy", {}, [Seat("person"), Seat("person")], "x")
    assert statistics.record(session) is False
    assert statistics.summary() == {}


def test_assisted_games_are_listed_but_win_nothing(home: Path, toy: Toy) -> None:
    statistics.record(play(0, try_again=True))
    stats = statistics.summary()["toy"]
    assert (stats.played, stats.assisted, stats.persons.played) == (1, 1, 0)
    assert stats.last[0].assisted


def test_games_with_advice_have_a_mark_of_their_own(home: Path, toy: Toy) -> None:
    """Both marks in the one column that earlier versions read as "with help"."""
    for number, (assisted, advised) in enumerate(((False, False), (True, False), (False, True), (True, True))):
        session = play(number)
        session.assisted, session.advised = assisted, advised
        statistics.record(session)
    stats = statistics.summary()["toy"]
    assert (stats.played, stats.assisted, stats.advised, stats.persons.played) == (4, 2, 1, 1)
    assert sorted((one.assisted, one.advised) for one in stats.last) == [
        (False, False), (False, True), (True, False), (True, True),
    ]  # fmt: skip
    with sqlite3.connect(statistics.path()) as base:
        assert sorted(row[0] for row in base.execute("SELECT assisted FROM games")) == [0, 1, 2, 3]


def test_a_damaged_record_is_set_aside(home: Path, toy: Toy) -> None:
    statistics.record(play(0))
    statistics.path().write_bytes(b"this is no database, and long enough to be looked at" * 50)
    statistics.record(play(1))
    assert statistics.summary()["toy"].played == 1
    assert statistics.path().with_name(statistics.FILE + ".bad").exists()


def test_another_programs_database_is_set_aside(home: Path, toy: Toy) -> None:
    statistics.path().parent.mkdir(parents=True)
    with sqlite3.connect(statistics.path()) as base:
        base.execute("CREATE TABLE games (title TEXT)")
    base.close()
    statistics.record(play(0))
    assert statistics.summary()["toy"].played == 1


def test_a_place_that_cannot_be_written(home: Path, toy: Toy) -> None:
    home.parent.mkdir(exist_ok=True)
    home.touch()
    with pytest.raises(FolderError):
        statistics.record(play(0))


def test_all_can_be_forgotten(home: Path, toy: Toy) -> None:
    statistics.record(play(0))
    statistics.clear()
    assert statistics.summary() == {}


# --- damage --------------------------------------------------------------------------------------------


def bad() -> list[str]:
    return sorted(each.name for each in statistics.path().parent.glob("*.bad*"))


def test_a_damaged_page_costs_no_end_of_a_game(home: Path, toy: Toy) -> None:
    """Every page in turn is overwritten: the result is entered, and what happened is told."""
    told: list[Message] = []
    for _ in range(30):
        statistics.record(play(0), told)
    good = statistics.path().read_bytes()
    assert len(good) >= 4 * 4096
    for page in range(len(good) // 4096):
        for each in statistics.path().parent.iterdir():
            each.unlink()
        statistics.path().write_bytes(good[: page * 4096] + bytes([0xA5]) * 4096 + good[(page + 1) * 4096 :])
        assert statistics.record(play(1), told)
        statistics.check(told)
        assert statistics.summary(told)["toy"].played >= 1
        notices = drained(told)
        assert len(notices) <= 1 and len(bad()) == len(notices)
        assert all(notice == "ui.statistics.damaged" for notice in notices)
        statistics.check(told)
        assert drained(told) == [], "the new one is whole"


@pytest.mark.parametrize("change", ["DROP TABLE players", "UPDATE players SET name = CAST(x'ff' AS TEXT)"])
def test_damage_of_schema_and_texts(home: Path, toy: Toy, change: str) -> None:
    told: list[Message] = []
    statistics.record(play(0), told)
    with sqlite3.connect(statistics.path()) as base:
        base.execute(change)
    base.close()
    assert statistics.summary(told) == {}
    assert drained(told) == ["ui.statistics.damaged"]
    assert bad() == ["statistics.sqlite3.bad"]


def test_a_good_copy_is_kept_weekly_and_takes_its_place(home: Path, toy: Toy) -> None:
    told: list[Message] = []
    statistics.check(told)
    assert not home.exists(), "looking creates nothing"
    statistics.record(play(0), told)
    statistics.check(told)
    copy = sqlite_store.copy_path(statistics.path())
    first = copy.read_bytes()
    statistics.record(play(0), told)
    statistics.check(told)
    assert copy.read_bytes() == first, "not every day"
    week_ago = time.time() - sqlite_store.WEEK_S - 60
    os.utime(copy, (week_ago, week_ago))
    statistics.check(told)
    assert copy.read_bytes() != first
    statistics.path().write_bytes(b"SQLite format 3\0" + bytes(5000))
    statistics.record(play(0), told)
    assert statistics.summary(told)["toy"].played == 3, "two of the copy and the new one"
    assert drained(told) == ["ui.statistics.restored"]
    copy.write_bytes(b"no better")
    statistics.path().write_bytes(b"no better")
    statistics.record(play(0), told)
    assert statistics.summary(told)["toy"].played == 1
    assert drained(told) == ["ui.statistics.damaged"]


def test_an_old_copy_is_never_made_of_a_damaged_record(home: Path, toy: Toy) -> None:
    statistics.record(play(0))
    statistics.path().write_bytes(b"damaged" * 1000)
    statistics.check()
    copy = sqlite_store.copy_path(statistics.path())
    assert copy.read_bytes().startswith(b"SQLite format 3\0") and bad()


def test_what_is_no_file_is_set_aside(home: Path, toy: Toy) -> None:
    statistics.path().mkdir(parents=True)
    (statistics.path() / "deep").mkdir()
    assert statistics.record(play(0))
    assert statistics.summary()["toy"].played == 1 and bad() == ["statistics.sqlite3.bad"]


def test_a_locked_record_is_no_damage(home: Path, toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Message] = []
    statistics.record(play(0), told)
    monkeypatch.setattr(sqlite_store, "WAIT_S", 0.05)
    base = sqlite3.connect(statistics.path(), isolation_level=None)
    base.execute("BEGIN EXCLUSIVE")
    try:
        for step in (lambda: statistics.record(play(0), told), statistics.summary, statistics.check):
            with pytest.raises(FolderError):
                step()
    finally:
        base.close()
    assert bad() == [] and drained(told) == []
    assert statistics.record(play(0), told) and statistics.summary(told)["toy"].played == 2


# --- people and clocks --------------------------------------------------------------------------------------------


def enter(number: int, names: Sequence[str], places: Sequence[int], ended: str = "", game: str = "toy") -> None:
    """Enter a game of these people."""
    played = statistics.PlayedGame(
        f"g{number}", game, ended or f"2026-03-01T10:{number:02}:00+00:00", 20, False, tuple(names),
        ("person",) * len(names), ("",) * len(names), tuple(places),
    )  # fmt: skip
    statistics.enter(played)


def tell_people(game: str = "toy") -> dict[str, tuple[int, int, int]]:
    """Games, wins and the present run of wins by name."""
    return {one.name: (one.tally.played, one.tally.won, one.streak) for one in statistics.summary()[game].players}


def test_two_seats_of_one_name_have_played_one_game(home: Path) -> None:
    enter(1, ("Leo", "Leo"), (1, 2))
    enter(2, ("Leo", "Mia", "Leo"), (3, 1, 2))
    enter(3, ("Leo", "Leo"), (2, 1))
    assert tell_people() == {"Leo": (3, 2, 1), "Mia": (1, 1, 1)}


@pytest.mark.parametrize(
    ("one", "other"),
    [("leo", "Leo"), ("ЛЕВ", "Лев"), ("Zoe\u0308", "Zoë"), (" Leo  Maria", "leo maria "), ("STRASSE", "straße")],
)
def test_a_name_written_otherwise_is_the_same_person(home: Path, one: str, other: str) -> None:
    enter(1, (one, "Mia"), (1, 2))
    enter(2, ("Mia", other), (2, 1))
    assert tell_people() == {other: (2, 2, 2), "Mia": (2, 0, 0)}
    assert statistics.summary()["toy"].find_player(one) is not None
    assert list_people(statistics.load_games()) == ["Mia", other]
    assert len(build_profile(one, statistics.load_games(), ["toy"], date(2026, 3, 2)).games) == 2


def test_people_with_different_names_stay_apart(home: Path) -> None:
    enter(1, ("Leo", "Лео", "Léo"), (1, 2, 3))
    assert set(tell_people()) == {"Leo", "Лео", "Léo"}


@pytest.mark.parametrize("wrong", ["2099-01-01T00:00:00+00:00", "1970-01-01T00:00:07+00:00", "9999", "", "gestern"])
def test_a_clock_that_was_wrong_for_one_game_puts_it_where_it_was_entered(home: Path, wrong: str) -> None:
    enter(1, ("Leo", "Mia"), (1, 2))
    enter(2, ("Leo", "Mia"), (2, 1), wrong or "0")
    for number in (3, 4, 5):
        enter(number, ("Leo", "Mia"), (1, 2))
    assert tell_people()["Leo"] == (5, 4, 3)
    assert [played.id for played in statistics.summary()["toy"].last] == ["g5", "g4", "g3", "g2", "g1"]


def test_the_game_played_last_is_not_the_one_of_a_wrong_clock(home: Path) -> None:
    enter(1, ("Leo", "Mia"), (1, 2), "2099-01-01T00:00:00+00:00", "other")
    enter(2, ("Leo", "Mia"), (1, 2))
    stats = statistics.summary()
    assert stats["toy"].latest > stats["other"].latest


def test_a_game_keeps_the_ratings_that_its_levels_had(home: Path) -> None:
    """Whatever a level or a file is called; a game from before has none."""
    levels = ("", "novice", "file:a@9.py", "at:1130")
    rated = (None, (1086, 0.53), None, (1130, 0.53))
    entry = PlayedGame(
        "a", "legends", "2026-11-29T10:00:00+00:00", 9, False, ("Leo", "A", "B", "C"),
        ("person", *["computer"] * 3), levels, (1, 2, 3, 4), rated=rated,
    )  # fmt: skip
    statistics.enter(entry)
    statistics.enter(replace(entry, id="b", ended="2026-11-29T11:00:00+00:00", rated=()))
    first, second = statistics.load_games()
    assert first.levels == second.levels == levels and first.rated == rated and not any(second.rated)
    met = statistics.summary()["legends"].players[0].meetings
    assert [(one.level, one.rated) for one in met[:3]] == list(zip(levels[1:], rated[1:], strict=True))
    assert all(one.rated is None for one in met[3:])
