"""The people at one computer: names told apart, two windows, somebody taken off the list; nothing is ever lost."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from engine.content import achievements
from engine.seats import Portrait, Seat
from engine.storage import household, statistics
from engine.storage.household import FIRST, KEPT, MOST, Household, Person, make_id, merge
from engine.storage.statistics import PlayedGame

OLD = Path(__file__).parents[1] / "reliability" / "player_files_0_1_0"
SAMPLE = {
    "people": {
        "first": {
            "name": "Jana", "portrait": {"emblem": "owl", "colour": 4, "division": "bend"}, "earlier": ["Ty"],
            "away": False, "changed": "2026-11-29T08:00:00+00:00",
        },
        "66a1b3c09d12": {"name": "Bert\u00edk", "away": True},
    }
}  # fmt: skip
"""The file as it was written first."""


def make_family(*names: str) -> Household:
    people = Household()
    for at, name in enumerate(names):
        people.add(name, f"2026-11-0{at + 1}")
    return people


def test_the_file_of_its_first_release_is_read(home: Path) -> None:
    household.KEPT.path().parent.mkdir(parents=True)
    household.KEPT.path().write_text(json.dumps(SAMPLE), "utf-8")
    found, told = KEPT.load()
    assert not told and found.list_ids() == [FIRST] and found.find("ty") == FIRST
    assert found.people[FIRST].portrait == Portrait("owl", 4, "bend")
    assert found.find("Bert\u00edk") is None, "who was taken off the list is a guest"
    assert found.add("bert\u00edk", "2026") == "66a1b3c09d12" and found.list_ids() == [FIRST, "66a1b3c09d12"]


@pytest.mark.parametrize("portrait", [{"emblem": "no such", "colour": 9, "division": "x"}, {}])
def test_portraits_of_another_version_are_drawn_as_known_ones(portrait: dict[str, object]) -> None:
    found = msgspec.convert(portrait, Portrait)
    assert found.emblem in Portrait.EMBLEMS and found.division in Portrait.DIVISIONS
    assert 0 <= found.colour < Portrait.COLOURS


def test_names_are_told_apart_as_the_record_tells_them() -> None:
    people = make_family("Jana", "Bert\u00edk")
    bert = people.find("BERT\u00cdK ")
    assert bert == make_id("Bert\u00edk") and people.find("Jana") == FIRST and people.find("Tom") is None
    assert people.add("jana", "2026") == "" and people.add(" ", "2026") == "", "spelled alike, or nothing at all"
    assert people.rename(FIRST, "Jani\u010dka", "2026-11-05") and not people.rename(bert, "Jana", "2026-11-06")
    assert people.find("Jana") == people.find("jani\u010dka") == FIRST, "an earlier name stays hers"
    assert people.find_first_name("Jani\u010dka") == "Jana" and people.find_first_name("Tom") == "Tom"
    assert people.rename(FIRST, "JANA", "2026-11-07") and people.people[FIRST].name == "JANA"


def test_a_full_list_takes_nobody_more() -> None:
    people = make_family(*(f"P{k}" for k in range(MOST)))
    assert people.add("One more", "2026") == "" and len(people.list_ids()) == MOST
    assert len({one.portrait for one in people.people.values()}) == MOST, (
        "two of them with an emblem that another one has, too"
    )


def test_two_windows_take_nothing_from_each_other(home: Path) -> None:
    """Both add somebody, both the same person; one renames whom the other gives another portrait."""
    start = make_family("Jana")
    here, there = (msgspec.convert(msgspec.to_builtins(start), Household) for _ in range(2))
    here.add("Tom", "2026-11-02")
    there.add("Bert\u00edk", "2026-11-02")
    there.add("tom", "2026-11-03")
    here.rename(FIRST, "Jani\u010dka", "2026-11-04")
    there.change(FIRST, "2026-11-05", portrait=Portrait("owl", 3))
    for one in (start, here, there):
        KEPT.saver(one)()
    found, told = KEPT.load()
    assert not told and len(found.list_ids()) == 3
    assert {found.find("Jana"), found.find("Jani\u010dka")} == {FIRST}, "both names are hers"
    assert found.people[FIRST].portrait == Portrait("owl", 3)


def test_a_name_given_to_two_people_by_two_windows_is_told_apart() -> None:
    here, there = make_family("Jana", "Tom"), make_family("Jana", "Tom")
    here.rename(FIRST, "Eva", "2026-11-05")
    there.rename(make_id("Tom"), "Eva", "2026-11-06")
    both = merge(here, there)
    assert sorted(one.name for one in both.people.values()) == ["Eva", "Eva 2"]
    assert both.find("Eva") == FIRST and both.find("Eva 2") == both.find("Tom") == make_id("Tom")


def test_each_person_has_files_of_its_own_and_the_old_ones_are_the_first_ones(home: Path) -> None:
    shutil.copytree(OLD, home)
    before = achievements.KEPT.load()[0].deeds
    people = make_family("Leo", "Anna")
    anna = people.find("Anna") or ""
    assert before and achievements.KEPT.get_own(FIRST).load()[0].deeds == before, (
        "the file of 0.1 is the first person's"
    )
    assert achievements.KEPT.get_own(anna).load() == (achievements.Record(), [])
    achievements.KEPT.get_own(anna).saver(achievements.Record({"legends.city": achievements.Done("2026-11-29")}))()
    assert list(achievements.KEPT.get_own(anna).load()[0].deeds) == ["legends.city"]
    assert achievements.KEPT.load()[0].deeds == before
    people.change(anna, "2026-11-30", away=True)
    people.add("anna", "2026-12-01")
    assert list(achievements.KEPT.get_own(people.find("Anna") or "").load()[0].deeds) == ["legends.city"]


def test_the_record_shows_the_present_name_of_a_person(home: Path) -> None:
    for k, name in enumerate(("Ty", "Jana", "Tom")):
        played = PlayedGame(f"g{k}", "legends", "2026-11-20T12:00:00+00:00", 20, False, (name, "Mia"),
                            ("person", "computer"), ("", "novice"), (1, 2))  # fmt: skip
        statistics.enter(played)
    people = Household()
    people.add("Jana", "2026-11-21", ("Ty",))
    people.rename(FIRST, "Jani\u010dka", "2026-11-22")
    KEPT.saver(people)()
    assert [played.names[0] for played in statistics.load_games()] == ["Jani\u010dka", "Jani\u010dka", "Tom"]
    found = statistics.summary()["legends"].find_player("Jani\u010dka")
    assert found is not None and found.tally.played == 2


def test_portraits_are_given_to_people_only() -> None:
    people = make_family("Jana")
    seats = [Seat("person", "", "jana"), Seat("person", "", "Tom"), Seat("computer", "novice", "Jana")]
    own, guest, computer = people.give_portraits(seats)
    assert own.portrait == people.people[FIRST].portrait
    assert guest == seats[1] and computer == seats[2]
    assert "portrait" not in msgspec.to_builtins(guest), "saves of games without people stay as they were"
    assert msgspec.convert(msgspec.to_builtins(own), Seat) == own


def test_a_damaged_file_is_kept_and_told(home: Path) -> None:
    KEPT.saver(make_family("Jana"))()
    KEPT.saver(make_family("Jana", "Tom"))()
    household.KEPT.path().write_bytes(b"{")
    assert household.read_known_names() == {} and household.KEPT.path().read_bytes() == b"{", "only looked at"
    found, told = KEPT.load()
    assert [message.id for message in told] == ["people.file.restored"] and found.find("Jana") == FIRST
    assert Person("\u200b").name == "?"
