"""What has been reached on roads: kept in one file, damaged or not, by one copy of the program or two."""

from pathlib import Path

import pytest

from engine.content import campaign
from engine.content.campaign import (
    CampaignProgress,
    Reached,
    Under,
)
from engine.storage import files


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path))
    return tmp_path


def test_stars_stay_once_they_are_won() -> None:
    record = CampaignProgress()
    assert record.record_end("road", "mill", 0b101) == 0b101
    assert record.record_end("road", "mill", 0b011) == 0b010, "only what is new"
    assert record.find("road", "mill") == Reached(2, 0b111)
    assert record.last == {"road": "mill"}
    campaign.KEPT.saver(record)()
    assert campaign.KEPT.load() == (record, [])


def test_nothing_there_is_an_empty_record() -> None:
    assert campaign.KEPT.load() == (CampaignProgress(), [])


def test_two_copies_of_the_program_take_nothing_from_each_other() -> None:
    first, second = CampaignProgress(), CampaignProgress()
    first.record_end("road", "mill", 1)
    second.record_end("road", "mill", 2)
    second.record_end("own", "gate", 1)
    for one in (first, second):
        campaign.KEPT.saver(one)()
    found, told = campaign.KEPT.load()
    assert found.find("road", "mill") == Reached(1, 3) and found.find("own", "gate").stars == 1 and not told


def test_a_game_that_has_counted_in_one_copy_counts_in_no_other() -> None:
    first = CampaignProgress()
    first.begins("abc", Under("road", "mill"))
    second = CampaignProgress(games=dict(first.games))
    first.record_game("abc")
    for found, now in ((first, second), (second, first)):
        assert campaign.merge(found, now).games["abc"].done


def test_a_damaged_file_is_set_aside_and_the_backup_takes_its_place() -> None:
    record = CampaignProgress()
    record.record_end("road", "mill", 1)
    campaign.KEPT.saver(record)()
    campaign.KEPT.saver(record)()
    campaign.KEPT.path().write_text('{"roads": {"road": {"mill": {"tries": -4}}}}', "utf-8")
    found, told = campaign.KEPT.load()
    assert found.find("road", "mill").stars == 1
    assert [message.id for message in told] == ["road.file.restored"]
    assert campaign.KEPT.path().with_name("road.json.bad").exists()


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"games": {"../x": {}}}'])
def test_a_damaged_file_without_a_backup_is_told_and_kept(data: bytes) -> None:
    campaign.KEPT.path().parent.mkdir(parents=True)
    campaign.KEPT.path().write_bytes(data)
    found, told = campaign.KEPT.load()
    assert found == CampaignProgress()
    assert [message.id for message in told] == ["road.file.damaged"]
    kept = campaign.KEPT.path().with_name("road.json.bad")
    assert kept.read_bytes() == data
    found.record_end("road", "mill", 1)
    campaign.KEPT.saver(found)()
    assert campaign.KEPT.load()[0].find("road", "mill").stars == 1


def test_a_record_damaged_while_the_program_runs_is_not_lost() -> None:
    record = CampaignProgress()
    record.record_end("road", "mill", 1)
    campaign.KEPT.saver(record)()
    campaign.KEPT.path().write_bytes(b"{")
    other = CampaignProgress()
    other.record_end("road", "gate", 1)
    campaign.KEPT.saver(other)()
    assert campaign.KEPT.path().with_name("road.json.bad").read_bytes() == b"{"
    assert campaign.KEPT.load()[0].find("road", "gate").stars == 1
    assert files.backup_path(campaign.KEPT.path()).parent == campaign.KEPT.path().parent


def test_only_so_many_games_under_way_are_remembered() -> None:
    record = CampaignProgress()
    for number in range(campaign.MOST_GAMES + 5):
        record.begins(f"game{number}", Under("road", "mill"))
    assert len(record.games) == campaign.MOST_GAMES
    assert "game0" not in record.games and f"game{campaign.MOST_GAMES + 4}" in record.games
