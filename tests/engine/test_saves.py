"""Saves: what is written is read again; what is no good is told and kept."""

import json
import os
from pathlib import Path

import pytest

from engine.seats import Seat
from engine.session import Session
from engine.storage import files, save_format, saves
from engine.storage.saves import SaveError
from tests.engine.toy import ROLL, Toy

MOVES = ((0, 1), (1, ROLL), (0, 10), (1, 11), (0, 2))


@pytest.fixture
def path(toy: Toy, tmp_path: Path) -> Path:
    """A save of a game with five decisions."""
    path = tmp_path / "game.json"
    seats = [Seat("person", "", "Ája", 2, "crown"), Seat("computer", "expert", "B", 1)]
    session = Session.start("toy", {}, seats, "seed", try_again=True, autosave=path)
    for seat, action in MOVES:
        session.submit(seat, action)
    assert session.finish()
    return path


def edit(path: Path, **changes: object) -> None:
    """Change fields of a save and make its checksum fit again."""
    save = save_format.decode(path.read_bytes())
    for name, value in changes.items():
        setattr(save, name, value)
    path.write_bytes(save_format.encode(save))


def test_a_game_goes_on_where_it_stopped(path: Path, toy: Toy) -> None:
    loaded = saves.load(path)
    session = loaded.session
    assert loaded.notices == []
    assert [(entry.seat, entry.action) for entry in session.log] == list(MOVES)
    assert (session.turn, session.to_act(), session.try_again) == (5, (1,), True)
    assert session.seats[0] == Seat("person", "", "Ája", 2, "crown")
    assert len(session.events_for(0)) > len(MOVES)
    assert session.undo_check(0) == (True, "")
    session.submit(1, 1)
    assert saves.load(path).session.turn == 6


def test_a_list_of_saves_needs_no_replay(path: Path, toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "apply", None)
    (path.parent / "other.json").write_text("{}")
    (path.parent / "readme.txt").write_text("not ours")
    infos = saves.slots(path.parent)
    assert {info.path.name for info in infos} == {"game.json", "other.json"}
    good = next(info for info in infos if info.error is None)
    assert (good.game, good.names, good.turn, good.over) == ("toy", ["Ája", "B"], 5, False)
    assert (good.progress.id, good.progress.params) == ("ui.save.progress.round", {"round": 1})
    bad = next(info for info in infos if info.error is not None)
    assert bad.error is not None and bad.error.id == "ui.save.foreign"
    found = saves.newest(path.parent)
    assert found is not None and found.path == path
    assert saves.slots(path.parent / "nowhere") == []


def test_cut_off_at_any_byte(path: Path, toy: Toy) -> None:
    whole = path.read_bytes()
    for length in range(0, len(whole) - 2, 7):
        path.write_bytes(whole[:length])
        with pytest.raises(SaveError) as told:
            saves.load(path)
        assert told.value.message.id in ("ui.save.damaged", "ui.save.foreign")
        assert path.read_bytes() == whole[:length], "the file is kept"
        assert told.value.backup == files.backup_path(path)


def test_any_changed_byte_is_noticed(path: Path, toy: Toy) -> None:
    whole = path.read_bytes()
    for place in range(0, len(whole) - 3, 5):
        changed = bytearray(whole)
        changed[place] ^= 0x04
        path.write_bytes(bytes(changed))
        try:
            session = saves.load(path).session
        except SaveError as told:
            assert told.message.id in ("ui.save.damaged", "ui.save.foreign", "ui.save.newer")
        else:
            assert session.turn == 5 and session.names == ["Ája", "B"], "a byte that says nothing"


@pytest.mark.parametrize(
    ("content", "text_id"),
    [
        (b"", "ui.save.foreign"),
        (b"\xff\xfe\x00", "ui.save.foreign"),
        (b"[1, 2]", "ui.save.foreign"),
        (b'{"kind": "chess game", "format": 1, "check": 0, "save": {}}', "ui.save.foreign"),
        (b'{"kind": "four-thrones save", "format": 99, "check": 0, "save": {}}', "ui.save.newer"),
        (b'{"kind": "four-thrones save", "format": 1, "check": 0, "save": {}}', "ui.save.damaged"),
        (b'{"kind": "four-thrones save", "format": 1}', "ui.save.damaged"),
    ],
)
def test_each_bad_file_has_its_sentence(path: Path, toy: Toy, content: bytes, text_id: str) -> None:
    path.write_bytes(content)
    with pytest.raises(SaveError) as told:
        saves.load(path)
    assert told.value.message.id == text_id
    assert path.read_bytes() == content
    assert saves.slot(path).error == told.value.message


def test_a_game_that_is_not_here(path: Path, toy: Toy) -> None:
    edit(path, game="chess")
    with pytest.raises(SaveError) as told:
        saves.load(path)
    assert (told.value.message.id, told.value.message.params) == ("ui.save.unknown_game", {"game": "chess"})


def test_a_file_that_is_gone_or_locked(path: Path, toy: Toy) -> None:
    with pytest.raises(SaveError) as told:
        saves.load(path.with_name("gone.json"))
    assert told.value.message.id == "ui.save.missing"
    folder = path.with_name("folder.json")
    folder.mkdir()
    with pytest.raises(SaveError) as told:
        saves.load(folder)
    assert told.value.message.id == "ui.save.unreadable"


def test_the_backup_is_one_decision_older_and_can_be_restored(path: Path, toy: Toy) -> None:
    path.write_bytes(b"damaged")
    loaded = saves.restore(path)
    assert loaded.session.turn == 4
    assert path.with_name("game.json.damaged").read_bytes() == b"damaged"
    assert saves.load(path).session.turn == 4
    loaded.session.submit(0, 1)
    assert saves.load(path).session.turn == 5


def test_changed_rules_let_the_snapshot_take_over(path: Path, toy: Toy) -> None:
    toy.bonus = 5
    toy.version = 2
    loaded = saves.load(path)
    assert [notice.id for notice in loaded.notices] == ["ui.save.notice.rules_changed"]
    session = loaded.session
    assert (session.turn, session.view(0)["points"], session.log) == (5, [0, 1], [])
    assert session.undo_check(0) == (False, "ui.undo.reason.nothing")
    for seat, action in ((1, 1), (0, 12), (1, 10)):
        session.submit(seat, action)
    again = saves.load(path)
    assert again.notices == [] and again.session.turn == 8
    assert again.session.view(0) == session.view(0) and session.view(0)["points"] == [5, 1]
    assert again.session.events_for(0)[0][0] == 6


def test_other_rules_that_replay_alike_need_no_notice(path: Path, toy: Toy) -> None:
    toy.version = 2
    assert saves.load(path).notices == []


def test_a_log_that_leads_elsewhere_is_told(path: Path, toy: Toy) -> None:
    save = save_format.decode(path.read_bytes())
    first = save.log[0]
    edit(path, log=[type(first)(first.seat, 2, first.draws, first.checksum), *save.log[1:]])
    loaded = saves.load(path)
    assert [notice.id for notice in loaded.notices] == ["ui.save.notice.differs"]
    assert loaded.session.turn == 5


def test_neither_log_nor_snapshot(path: Path, toy: Toy) -> None:
    toy.bonus = 5
    edit(path, snapshot={"odd": 1})
    with pytest.raises(SaveError) as told:
        saves.load(path)
    assert told.value.message.id == "ui.save.unplayable"


def test_writing_leaves_no_litter_and_old_litter_is_swept(path: Path, toy: Toy) -> None:
    litter = path.with_name("game.json.123.tmp")
    litter.write_text("half")
    os.utime(litter, (0, 0))
    saves.slots(path.parent)
    assert sorted(each.name for each in path.parent.iterdir()) == ["game.json", "game.json.bak"]
    saves.delete(path)
    assert list(path.parent.iterdir()) == []


def test_a_save_is_json_that_others_can_read(path: Path, toy: Toy) -> None:
    data = json.loads(path.read_text("utf-8"))
    assert data["format"] == 1 and data["save"]["log"][0][:2] == [0, 1]
    assert data["save"]["snapshot"]["round"] == 1


# --- files from elsewhere and for elsewhere ------------------------------------------------------


def test_a_file_from_anywhere_is_copied_among_the_saves(path: Path, toy: Toy, tmp_path: Path) -> None:
    given = tmp_path / "Žluťoučký kůň: 1.throne"
    content = path.read_bytes()
    given.write_bytes(content)
    given.chmod(0o444)
    folder = tmp_path / "home" / "saves"
    kept = saves.import_save(given, folder)
    assert kept.parent == folder and kept.suffix == ".json" and kept.stem.startswith("Žluťoučký kůň_ 1-")
    assert saves.load(kept).session.turn == len(MOVES)
    saves.load(kept).session.submit(1, 1)
    assert given.read_bytes() == content


def test_the_same_file_is_copied_once_until_it_is_played_on_with(path: Path, toy: Toy, tmp_path: Path) -> None:
    given, folder = tmp_path / "mine.throne", tmp_path / "home" / "saves"
    given.write_bytes(path.read_bytes())
    kept = saves.import_save(given, folder)
    assert saves.import_save(given, folder) == kept
    session = saves.load(kept).session
    session.submit(1, 1)
    assert session.finish()
    other = saves.import_save(given, folder)
    assert other != kept
    assert (saves.load(other).session.turn, saves.load(kept).session.turn) == (5, 6)


def test_a_save_is_opened_where_it_lies(path: Path, toy: Toy) -> None:
    assert saves.import_save(path.parent / "." / path.name, path.parent).samefile(path)
    assert [each.name for each in path.parent.glob("*.json")] == [path.name]


@pytest.mark.parametrize("content", [b"", b"{}", b"\x89PNG", b"[" * 5000, None])
def test_a_bad_file_is_told_and_nothing_is_written(content: bytes | None, toy: Toy, tmp_path: Path) -> None:
    given, folder = tmp_path / "bad.throne", tmp_path / "saves"
    if content is not None:
        given.write_bytes(content)
    with pytest.raises(SaveError) as caught:
        saves.import_save(given, folder)
    assert caught.value.message.id.startswith("ui.save.")
    assert not folder.exists()


def test_a_changed_file_is_refused_before_it_is_copied(path: Path, toy: Toy, tmp_path: Path) -> None:
    given, folder = tmp_path / "forged.throne", tmp_path / "saves"
    given.write_bytes(path.read_bytes().replace("Ája".encode(), "Ája2".encode()))
    with pytest.raises(SaveError):
        saves.import_save(given, folder)
    assert not folder.exists()


def test_a_game_is_given_out_as_it_is_now_and_can_be_brought_in(path: Path, toy: Toy, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    first, second = saves.give_out(path, outside), saves.give_out(path, outside)
    assert (first.name, second.name) == ("game.throne", "game-2.throne")
    assert first.read_bytes() == path.read_bytes()
    assert saves.load(saves.import_save(first, tmp_path / "saves")).session.turn == len(MOVES)
