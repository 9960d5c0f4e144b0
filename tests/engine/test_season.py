"""Seasons: sums by another way of counting, two windows at once, files of older and newer programs, kills."""

import json
import random
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from engine import schema
from engine.bootstrap import ROOT
from engine.content import season
from engine.content.evening import Evening, Line, PlayedGame, find_best_turn
from engine.content.season import FORMAT, Season, find_best_turn as find_best, list_duels, list_standings, weave
from engine.seats import Seat
from engine.storage import folders
from engine.storage.folders import FolderError
from engine.storage.household import Household

DAY = date(2026, 11, 28)
NAMES = ("Leo", "Anna", "Ben", "Emma", "Tom", "Ida")
SAMPLE = {
    "id": "2026-3", "format": 1, "removed": ["gone"], "is_closed": False, "is_removed": False,
    "evenings": [{
        "id": "a", "day": "2026-10-24", "keys": ["first", "guest:tom"],
        "players": [{"kind": "person", "level": "", "name": "Jana", "colour": 0, "emblem": ""},
                    {"kind": "person", "level": "", "name": "Tom", "colour": 1, "emblem": "owl"}],
        "played": [{"game": "king_of_12", "session": "a", "places": [1, 2], "points": [14, 9], "handicap": [0, 2],
                    "best": [0, 5, 14], "ended": "2026-10-24T19:40:00+00:00", "save": "a.json"}],
        "lines": [{"name": "Tom", "words": "Next time the Knight stays in my sleeve."}],
    }],
}  # fmt: skip
"""The file as it was written first."""


@pytest.fixture(autouse=True)
def _home(home: Path) -> None:
    """Seasons lie in the home of this test."""


def make_evening(number: int, chance: random.Random, games: int = 0) -> Evening:
    """A random evening; its id is unique."""
    names = chance.sample(NAMES, chance.randint(2, 4))
    played = []
    for at in range(games or chance.randint(1, 5)):
        places = [chance.randint(1, len(names)) for _ in names]
        best = (chance.randrange(len(names)), chance.randint(1, 9), chance.randint(1, 30))
        points = tuple(chance.randint(10, 30) for _ in names)
        steps = tuple(chance.randint(0, 3) for _ in names)
        played.append(PlayedGame("legends", f"{number}-{at}", places, points, steps, best))
    seats = [Seat("person", "", name, at) for at, name in enumerate(names)]
    return Evening(seats, ["legends"] * len(played), played)


def write(value: object, name: str = "2026-3") -> Path:
    folders.seasons().mkdir(parents=True, exist_ok=True)
    path = season.get_file(name).path()
    path.write_text(json.dumps(value), "utf-8")
    return path


@pytest.mark.parametrize("seed", range(4))
def test_the_sums_of_thirty_random_evenings_are_right(seed: int) -> None:
    """Points, duels and the best turn, counted a second time from all pairs of all games."""
    chance, found, everything = random.Random(seed), Season("2026-3"), []
    for number in range(30):
        evening = make_evening(number, chance)
        everything.append(evening)
        season.enter_evening(found, evening, Household(), DAY + timedelta(number))
    points, won, lost, apart = {}, {}, {}, {}  # type: ignore[var-annotated]
    for evening in everything:
        names = [f"guest:{seat.name.casefold()}" for seat in evening.players]
        for one in evening.played:
            for k, name in enumerate(names):
                points.setdefault(name, 0.0)
                for other, rival in enumerate(names):
                    if k == other:
                        continue
                    mine, theirs = one.places[k], one.places[other]
                    points[name] += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
                    won[name, rival] = won.get((name, rival), 0) + (mine < theirs)
                    lost[name, rival] = lost.get((name, rival), 0) + (mine > theirs)
                    steps = abs(one.handicap[k] - one.handicap[other])
                    apart[name, rival] = max(apart.get((name, rival), 0), steps)
    people = list_standings(found)
    assert {one.key: one.points for one in people} == points
    assert [one.points for one in people] == sorted(points.values(), reverse=True)
    for each in people:
        came = [evening for evening in everything if each.key.removeprefix("guest:") in
                [seat.name.casefold() for seat in evening.players]]  # fmt: skip
        there = [gained for gained in each.evenings if gained is not None]
        assert len(each.evenings) == len(each.won) == 30 and len(there) == len(came)
        assert each.mean == pytest.approx(each.points / len(came))
    duels = list_duels(found)
    assert {pair: (duel.won, duel.lost, duel.steps) for pair, duel in duels.items()} == {
        pair: (won[pair], lost[pair], apart[pair]) for pair in won
    }
    assert all((duel.won, duel.lost) == (duels[b, a].lost, duels[b, a].won) for (a, b), duel in duels.items())
    best = find_best(found)
    assert best is not None
    assert best.game.best_share == max(one.best_share for evening in everything for one in evening.played)
    assert schema.decode(msgspec.json.encode(found), Season) == found


def test_an_evening_is_entered_as_it_grows_and_once() -> None:
    evening = make_evening(1, random.Random(1), games=3)
    played = list(evening.played)
    for count in range(1, 4):
        evening.played = played[:count]
        weave(evening, Household(), DAY + timedelta(count))
    found, told = season.list_seasons()
    assert not told and len(found) == 1 and [past.played for past in found[0].evenings] == [tuple(played)]
    assert found[0].evenings[0].day == (DAY + timedelta(1)).isoformat(), "an evening over midnight has its first day"


def test_eight_evenings_fill_a_season_and_the_ninth_begins_another() -> None:
    for number in range(9):
        weave(make_evening(number, random.Random(number)), Household(), DAY)
    found, _ = season.list_seasons()
    assert [(one.id, len(one.evenings)) for one in found] == [("2026-3-2", 1), ("2026-3", 8)]
    found[0].is_closed = True
    season.get_file(found[0].id).saver(found[0])()
    weave(make_evening(9, random.Random(9)), Household(), date(2027, 2, 3))
    assert [one.id for one in season.list_seasons()[0]] == ["2026-4", "2026-3-2", "2026-3"], "winter of the year before"


def test_two_windows_lose_nothing_and_what_was_removed_stays_away() -> None:
    here, there = Season("2026-3"), Season("2026-3")
    for number, one in enumerate((here, there, here, there)):
        season.enter_evening(one, make_evening(number, random.Random(number)), Household(), DAY + timedelta(number))
    season.get_file("2026-3").saver(here)()
    season.get_file("2026-3").saver(there)()
    (found,), _ = season.list_seasons()
    assert [past.id for past in found.evenings] == ["0-0", "1-0", "2-0", "3-0"]
    found.evenings, found.removed = found.evenings[1:], ["0-0"]
    season.get_file("2026-3").saver(found)()
    season.get_file("2026-3").saver(here)()
    weave(make_evening(0, random.Random(0)), Household(), DAY)
    seasons, _ = season.list_seasons()
    assert [past.id for past in seasons[-1].evenings] == ["1-0", "2-0", "3-0"]


def test_people_are_known_by_the_list_not_by_their_names() -> None:
    people, found = Household(), Season("2026-3")
    key = people.add("Jana", "1")
    first = Evening([Seat("person", "", "Jana"), Seat("person", "", "Tom")], ["legends"],
                    [PlayedGame("legends", "a", [1, 2])])  # fmt: skip
    season.enter_evening(found, first, people, DAY)
    assert people.rename(key, "Grandmother", "2")
    later = Evening([Seat("person", "", "TOM"), Seat("person", "", "Grandmother")], ["legends"],
                    [PlayedGame("legends", "b", [1, 2])])  # fmt: skip
    season.enter_evening(found, later, people, DAY)
    assert {one.key: one.points for one in list_standings(found)} == {key: 1.0, "guest:tom": 1.0}


def test_the_first_form_of_the_file_opens() -> None:
    write(SAMPLE)
    (found,), told = season.list_seasons()
    assert not told and list_standings(found)[0].points == 1.0 and found.evenings[0].lines[0].name == "Tom"
    assert list_duels(found)["first", "guest:tom"] == (1, 0, 2)
    best = find_best(found)
    assert best is not None and (best.points, best.turn, best.seat.name) == (5, 14, "Jana")


def test_a_running_evening_of_an_older_program_goes_on() -> None:
    """Its games know neither turn nor handicap nor hour."""
    old = {"players": [{"kind": "person", "name": "Leo"}, {"kind": "person", "name": "Anna", "colour": 1}],
           "games": ["king_of_12", "legends"], "running": "b", "save": "b.json",
           "played": [{"game": "king_of_12", "session": "a", "places": [1, 2], "points": [14, 9]}]}  # fmt: skip
    evening = schema.convert(old, Evening)
    assert evening.is_planned and evening.id == "a" and not evening.played[0].best_share
    weave(evening, Household(), DAY)
    (found,), _ = season.list_seasons()
    assert [one.points for one in list_standings(found)] == [1.0, 0.0] and find_best(found) is None


def test_the_file_of_a_newer_program_is_told_once_and_left_alone() -> None:
    path = write({"id": "2026-3", "format": FORMAT + 1, "evenings": "something else"})
    before = path.read_bytes()
    found, told = season.list_seasons()
    assert not found and [one.id for one in told] == ["season.newer"]
    weave(make_evening(1, random.Random(1)), Household(), DAY)
    assert [one.id for one in season.list_seasons()[0]] == ["2026-3-2"] and path.read_bytes() == before
    with pytest.raises(FolderError):
        season.get_file("2026-3").saver(Season("2026-3"))()
    assert path.read_bytes() == before and not list(path.parent.glob("*.bad*"))


@pytest.mark.parametrize("forged", [
    [], {"evenings": 3}, {"id": "../2026-3"}, {**SAMPLE, "id": "2031-1"},
    {**SAMPLE, "evenings": [{**SAMPLE["evenings"][0], "keys": ["one"]}]},  # type: ignore[index]
    json.loads(json.dumps(SAMPLE).replace("[0, 5, 14]", "[-9, 5, 14]")),
])  # fmt: skip
def test_whatever_a_file_holds_there_is_a_season_or_none(forged: object) -> None:
    write(forged)
    write(SAMPLE, "not a season")
    found, _ = season.list_seasons()
    assert found == []
    weave(make_evening(1, random.Random(1)), Household(), DAY)
    assert sum(len(one.evenings) for one in season.list_seasons()[0]) == 1


def test_the_best_turn_is_found_in_the_course_of_a_game() -> None:
    assert find_best_turn([[0, 0], [2, 0], [2, 7], [9, 7]], 2) == (1, 7, 2), "of equal ones the first"
    assert find_best_turn([[0, 0], [0, 0]], 2) == find_best_turn([], 2) == find_best_turn([[0], [5]], 4) == ()


def test_a_line_is_cleaned() -> None:
    assert Line("Leo\n", "a" * 500).words == "a" * 90 and Line("Leo\n", "x").name == "Leo"


CHILD = """
import random, sys
from engine.content.season import weave
from engine.storage.household import Household
from datetime import timedelta
from tests.engine.test_season import DAY, make_evening
number = int(sys.argv[1])
while True:
    weave(make_evening(number, random.Random(number)), Household(), DAY + timedelta(3 * number))
    print(number, flush=True)
    number += 1
"""


def _kill(times: int) -> None:
    """Kill a program that enters evenings, at any moment; what it has said to be entered is there."""
    said, chance = -1, random.Random(7)
    for _ in range(times):
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(said + 1)], stdout=subprocess.PIPE, cwd=ROOT)
        assert child.stdout is not None
        for _ in range(chance.randint(1, 2)):
            said = int(child.stdout.readline())
        if chance.random() < 0.5:
            child.stdout.read(1)  # in the middle of the next one
        child.kill()
        said = max([said, *(int(line) for line in child.communicate()[0].split() if line.strip().isdigit())])
        found, told = season.list_seasons()
        ids = {past.id for one in found for past in one.evenings}
        assert not told and {f"{number}-0" for number in range(said + 1)} <= ids


def test_a_killed_program_has_lost_nothing() -> None:
    _kill(2)


@pytest.mark.soak
def test_two_hundred_killed_programs_have_lost_nothing() -> None:
    _kill(200)
