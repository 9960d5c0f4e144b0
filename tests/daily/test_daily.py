"""The table and the puzzle of a day come from its date alone, and stay what they are."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from ai.levels import LEVELS
from engine import registry
from engine.content import daily_challenge, puzzles
from engine.content.daily_challenge import (
    KEPT,
    DailyResults,
    Day,
    Try,
)
from engine.session import Session
from scenes.common import opponent_names
from scenes.daily import letters

FROZEN = json.loads(Path(__file__).with_name("frozen_days.json").read_text("utf-8"))


def said(day: date) -> dict[str, object]:
    """A day as it stands in the file."""
    found: dict[str, object] = {}
    for game in daily_challenge.games(day):
        table = daily_challenge.table(day, game)
        found[game] = [table.seed, table.seat, list(table.rivals), dict(table.options)]
    return {**found, "puzzle": list(daily_challenge.puzzle(day))}


@pytest.mark.parametrize("day", FROZEN)
def test_ten_days_are_what_they_were(day: str) -> None:
    """Whoever played this table in an older version must find the same one."""
    assert said(date.fromisoformat(day)) == FROZEN[day]


def test_the_file_holds_ten_days() -> None:
    assert len(FROZEN) == 10


@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_every_table_can_be_sat_at_and_every_puzzle_lies_on_the_shelf(game: str) -> None:
    names = {puzzle.id for puzzle in puzzles.load_puzzles(game)}
    for edition in daily_challenge.editions(game):
        assert names.issuperset(edition.puzzles)
        for setting in edition.tables:
            assert all(level in LEVELS or opponent_names.find_character(level) is not None for level in setting.rivals)
            registry.rules(game).check_options(setting.options, 1 + len(setting.rivals))


def test_days_differ_and_every_seat_and_game_gets_its_turn() -> None:
    days = [daily_challenge.FIRST + timedelta(number) for number in range(400)]
    for game in daily_challenge.games(days[0]):
        tables = [daily_challenge.table(day, game) for day in days]
        assert len({table.seed for table in tables}) == len(days)
        assert {(table.seat, table.seats) for table in tables} >= {(0, 2), (1, 2)}
        assert {table.rivals for table in tables} == {one.rivals for one in daily_challenge.editions(game)[0].tables}
        assert all(table.find_level(table.seat) == "" for table in tables)
        assert all(all(table.find_level(s) for s in range(table.seats) if s != table.seat) for table in tables)
    turns = [daily_challenge.puzzle(day)[0] for day in days]
    assert all(turns.count(game) > 50 for game in daily_challenge.games(days[0]))


def test_a_new_edition_changes_no_day_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / daily_challenge.FILE
    old = {"since": "2026-01-01", "tables": [{"rivals": ["novice"]}]}
    path.write_text(json.dumps([old]), "utf-8")
    monkeypatch.setattr(registry, "folder", lambda game: tmp_path)
    daily_challenge.editions.cache_clear()
    try:
        before = daily_challenge.table(date(2027, 5, 5), "king_of_12")
        new = {"since": "2027-05-06", "tables": [{"rivals": ["expert"]}, {"rivals": ["skilled", "novice"]}]}
        path.write_text(json.dumps([old, new]), "utf-8")
        daily_challenge.editions.cache_clear()
        assert daily_challenge.table(date(2027, 5, 5), "king_of_12") == before
        assert daily_challenge.table(date(2027, 5, 6), "king_of_12").rivals != before.rivals
    finally:
        daily_challenge.editions.cache_clear()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[", "daily.json"),
        ('[{"since": "2026-01-01", "tables": []}]', "tables"),
        ('[{"since": "never", "tables": [{"rivals": ["novice"]}]}]', "since"),
        ('[{"since": "2026-01-01", "tables": [{"rivals": ["novice"], "options": {"twelve": 1}}]}]', "options"),
        ('[{"since": "2026-01-01", "tables": [{"rivals": ["../x"]}]}]', "rivals"),
        ('[{"since": "2027-01-01", "tables": [{"rivals": ["novice"]}]},'
         ' {"since": "2026-01-01", "tables": [{"rivals": ["novice"]}]}]', "since"),
    ],
)  # fmt: skip
def test_a_bad_file_is_told_with_its_place_and_the_day_goes_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, expected: str
) -> None:
    (tmp_path / daily_challenge.FILE).write_text(text, "utf-8")
    monkeypatch.setattr(registry, "folder", lambda game: tmp_path)
    daily_challenge.editions.cache_clear()
    try:
        with pytest.raises(daily_challenge.BadDaily, match=expected):
            daily_challenge.editions("king_of_12")
        assert daily_challenge.games(date(2026, 11, 22)) == []
    finally:
        daily_challenge.editions.cache_clear()


@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_two_computers_deal_the_same(game: str) -> None:
    from engine.seats import Seat

    table = daily_challenge.table(date(2026, 11, 22), game)
    sitting = [Seat("computer", "novice", f"{seat}", seat) for seat in range(table.seats)]
    dealt = [Session.start(game, table.options, sitting, table.seed) for _ in range(2)]
    for seat in range(table.seats):
        assert dealt[0].view(seat) == dealt[1].view(seat)


# --- what was made of days ---------------------------------------------------------------------------------


DAY = date(2026, 11, 22)


def test_results_are_kept_and_two_copies_take_nothing_from_each_other(home: Path) -> None:
    one, other = DailyResults(), DailyResults()
    one.record_try(DAY, "king_of_12", Try("a", "x.json", 2, "2026-11-22T10:00:00+00:00"))
    other.record_try(DAY, "legends", Try("b", "y.json"))
    other.record_try(DAY, "king_of_12", Try("c", "z.json"))
    other.record_puzzle(DAY, False)
    other.record_puzzle(DAY, True)
    other.record_puzzle(DAY, False)  # once it is solved nothing more counts
    KEPT.saver(one)()
    KEPT.saver(other)()
    found, told = KEPT.load()
    assert not told
    made = found.get(DAY)
    assert made.tables["king_of_12"].id == "a" and made.tables["legends"].id == "b"
    assert (made.tries, made.solved) == (2, True)


@pytest.mark.parametrize("data", [b"", b"[1, 2", b'{"days": {"yesterday": {}}}', b'{"days": 7}', b"[" * 5000])
def test_a_damaged_file_is_set_aside_and_told(home: Path, data: bytes) -> None:
    place = KEPT.path()
    place.parent.mkdir(parents=True)
    place.write_bytes(data)
    found, told = KEPT.load()
    assert found.days == {} and [message.id for message in told] == ["today.file.damaged"]
    assert place.with_name(place.name + ".bad").read_bytes() == data


def test_the_copy_before_takes_its_place(home: Path) -> None:
    days = DailyResults()
    days.record_try(DAY, "legends", Try("b", "y.json", 1))
    KEPT.saver(days)()
    days.record_puzzle(DAY, True)
    KEPT.saver(days)()
    KEPT.path().write_bytes(b"nonsense")
    found, told = KEPT.load()
    assert found.get(DAY).tables["legends"].place == 1
    assert [message.id for message in told] == ["today.file.restored"]


def test_stars_and_laurels() -> None:
    assert [letters.stars(Try(place=place), 4) for place in (0, 1, 2, 3, 4)] == [0, 3, 2, 1, 1]
    assert [letters.stars(Try(place=place), 2) for place in (1, 2)] == [3, 1]
    assert letters.stars(Try(place=1, advised=True), 2) == 0
    games = daily_challenge.games(DAY)
    days = DailyResults({DAY: Day({game: Try("a", "", 2) for game in games}, 1, True)})
    assert letters.is_complete(DAY, days, games)
    days.record_try(DAY, games[0], Try("a"))
    assert not letters.is_complete(DAY, days, games)
