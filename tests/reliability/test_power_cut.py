"""A power cut at any call: always the newest decision or the last one that was synced, never neither."""

import random
from pathlib import Path

import pytest

from engine.seats import Seat
from engine.session import Session
from engine.storage import files, save_format, saves
from tests.reliability.disk import Disk

GAMES = ("king_of_12", "legends", "king_of_the_dice", "tash_kalar")


def played(disk: Disk, path: Path, decisions: int, seed: str, hurried: bool, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play and save; after each decision that has reached the disk its number is marked. Decisions made."""
    dice = random.Random(seed)
    made = 0
    with disk.recording(monkeypatch):
        while made < decisions:
            game = GAMES[made % len(GAMES)]
            seats = [Seat("computer", "novice", name, k) for k, name in enumerate("AB")]
            place = path.with_name(f"{game}-{made}.json")
            session = Session.start(game, {}, seats, f"{seed} {made}", autosave=place)
            while not session.over and made < decisions and session.turn < 60:
                seat = session.to_act()[0]
                session.submit(seat, dice.choice(list(session.legal(seat))))
                made += 1
                disk.mark((place.name, "asked", session.turn))
                if not hurried or dice.random() < 0.3:
                    assert session.finish(20)
                    disk.mark((place.name, "synced", session.turn))
            assert session.finish(20)
            disk.mark((place.name, "synced", session.turn))
            session.close()
    return made


def check(disk: Disk, folder: Path, count: int, dice: random.Random | None) -> None:
    """Lay the remains of a power cut out and load every save that was synced once."""
    remains = disk.after_power_cut(count, dice)
    asked: dict[str, int] = {}
    synced: dict[str, int] = {}
    for at, (name, what, turn) in disk.marks:
        if at <= count:
            (asked if what == "asked" else synced)[name] = turn
        elif what == "asked" and name not in asked:
            asked[name] = turn  # on its way when the power failed
        if at > count and what == "asked":
            asked[name] = max(asked[name], turn)
    for old in folder.iterdir():
        old.unlink()
    latest = max(synced, key=lambda name: next(at for at, mark in reversed(disk.marks) if mark[0] == name), default="")
    wanted = [name for name in synced if name == latest or count % 16 == 0]
    for name, content in remains.items():
        if any(name.startswith(each) for each in wanted):
            (folder / name).write_bytes(content)
    for name in wanted:
        info = saves.slot(folder / name)
        assert info.error is None, f"{name} after {count} calls: {info.error}"
        assert synced[name] <= info.turn <= asked[name], f"{name} after {count} calls"
        if count % 16 == 0:
            assert saves.load(folder / name).session.turn == info.turn
    for name, content in remains.items():
        if name.endswith(".json.bak") and dice is None:
            save_format.decode_summary(content)


@pytest.mark.parametrize("hurried", [False, True], ids=["one by one", "hurried"])
def test_after_every_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hurried: bool) -> None:
    _cut(tmp_path, monkeypatch, 40, 1, hurried)


@pytest.mark.soak
@pytest.mark.parametrize("hurried", [False, True], ids=["one by one", "hurried"])
def test_after_every_call_of_500_decisions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hurried: bool) -> None:
    _cut(tmp_path, monkeypatch, 500, 3, hurried)


def _cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decisions: int, ways: int, hurried: bool) -> None:
    folder, after = tmp_path / "saves", tmp_path / "after"
    folder.mkdir()
    after.mkdir()
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "home"))
    disk = Disk(folder)
    assert played(disk, folder / "game.json", decisions, f"cut {hurried}", hurried, monkeypatch) == decisions
    kinds = [call.kind for call in disk.calls]
    assert {"create", "write", "sync", "replace", "sync folder", "remove"} <= set(kinds)
    if not hurried:
        assert kinds.count("sync folder") >= decisions
    dice = random.Random(decisions)
    for count in range(len(disk.calls) + 1):
        check(disk, after, count, None)
        for _ in range(ways):
            check(disk, after, count, dice)
    print(f"{decisions} decisions, {len(disk.calls)} calls, {(ways + 1) * (len(disk.calls) + 1)} power cuts")


def test_the_file_layer_notices_a_rename_before_the_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of the test: without syncing first, some power cut leaves neither the old nor the new."""
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "home"))
    folder, after = tmp_path / "saves", tmp_path / "after"
    folder.mkdir()
    after.mkdir()
    disk = Disk(folder)
    real = files._create
    monkeypatch.setattr(files, "_create", lambda path, data, *, sync: real(path, data, sync=False))
    played(disk, folder / "game.json", 12, "careless", False, monkeypatch)
    dice = random.Random(1)
    with pytest.raises(AssertionError, match="after"):
        for count in range(len(disk.calls) + 1):
            for _ in range(20):
                check(disk, after, count, dice)
