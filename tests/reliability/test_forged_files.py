"""Forged and damaged files of the kinds the engine reads: nothing raises past its reader, the file is kept.

Quick in every run; with ``--soak`` more than 10 000 files of each kind.
"""

import contextlib
import json
import random
import sqlite3
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from engine.storage import files, folders, safe_read, saves, settings, sqlite_store, statistics
from engine.storage.saves import SaveError
from engine.storage.settings import Settings
from engine.storage.statistics import PlayedGame
from scenes.shell.i18n import Texts
from tests.support.catalogues import OTHERS
from tests.support.forged_files import sides

TEXTS = Texts("en")
ODD: list[Any] = [
    None, True, -1, 0, 2**31, 2**63, 2**64, -(2**70), 10**300, 0.5, 1e308, "", "\0", "\u202e\u200b", "x" * 5000,
    "\ud7ff", [], {}, [[]], {"": {}}, [None] * 50, {"text_id": 1}, {"self": 1}, {"seat": -9},
]  # fmt: skip


def damage(data: bytes, dice: random.Random) -> bytes:
    """The bytes with some damage of the kinds that disks, editors and attackers do."""
    out = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 5, 20))):
        at = dice.randrange(len(out) + 1)
        size = dice.choice((1, 2, 8, 64, 512, 4096))
        way = dice.randrange(8)
        if way == 0 and out:
            out[min(at, len(out) - 1)] ^= 1 << dice.randrange(8)
        elif way == 1:
            del out[at:]
        elif way == 2:
            del out[at : at + size]
        elif way == 3:
            out[at : at + size] = bytes(min(size, len(out) - at))
        elif way == 4:
            out[at : at + size] = dice.randbytes(min(size, len(out) - at))
        elif way == 5:
            out[at:at] = out[: dice.randrange(1, 300)]
        elif way == 6:
            deep = dice.choice((3, 100, 990, 1010, 20_000))
            out[at:at] = dice.choice((b"[", b'{"a":', b"]", b"}")) * deep
        else:
            out[at:at] = dice.choice((b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"1e999", b"-", b'"', b"\\u0000", b"NaN"))
    return bytes(out)


def twist(value: Any, dice: random.Random) -> Any:
    """JSON data with one part of it replaced, doubled, taken away or wrapped up."""
    if isinstance(value, dict) and value and dice.random() < 0.85:
        name = dice.choice(list(value))
        way = dice.randrange(12)
        if way == 0:
            return {key: part for key, part in value.items() if key != name}
        if way == 1:
            return {**value, f"{name}\0": value[name]}
        return {**value, name: twist(value[name], dice)}
    if isinstance(value, list) and value and dice.random() < 0.85:
        at = dice.randrange(len(value))
        way = dice.randrange(12)
        if way == 0:
            return value[:at] + value[at + 1 :]
        if way == 1:
            return [*value, *value]
        return [*value[:at], twist(value[at], dice), *value[at + 1 :]]
    if isinstance(value, int) and dice.random() < 0.5:
        return dice.choice((value + 1, value - 1, -value, value * 1000, ~int(value)))
    if dice.random() < 0.05:
        deep = dice.choice((20, 300, 600))
        return json.loads("[" * deep + "]" * deep)
    return dice.choice(ODD)


# --- settings -------------------------------------------------------------------------------------------


@sides(300, 12_000)
def test_settings(home: Path, count: int) -> None:
    seats = [{"kind": "person", "level": "", "name": "Leo", "colour": 0, "emblem": ""}] * 2
    setup = {game: {"seats": seats, "options": {"a": [1]}, "try_again": False} for game in ("legends", "king_of_12")}
    settings.saver(Settings(language=OTHERS[0], muted=True, guided=["legends"], last_setup=setup))()
    path = settings.path()
    good = path.read_bytes()
    dice = random.Random(f"settings {count}")
    told = 0
    for number in range(count):
        if number % 2:
            forged = damage(good, dice)
        else:
            data = json.loads(good)
            for _ in range(dice.choice((1, 2, 5))):
                data = twist(data, dice)
            forged = json.dumps(data).encode()
        path.write_bytes(forged)
        found, notices = settings.load()
        for notice in notices:
            told += 1
            assert len(TEXTS.message(notice)) <= safe_read.LONGEST
        bad = list(path.parent.glob("*.bad*"))
        assert (path.exists() and path.read_bytes() == forged) or [each.read_bytes() for each in bad] == [forged]
        for name, allowed in settings._ALLOWED.items():
            assert allowed(getattr(found, name)), name
        if number % 10 == 0:
            found.speed = "4"
            settings.saver(found)()
            assert settings.load() == (found, [])
        for each in bad:
            each.unlink()
    assert told > count / 4


# --- statistics -----------------------------------------------------------------------------------------


def game(number: int, dice: random.Random) -> PlayedGame:
    """A finished game of a person and two computers."""
    seats = ("Žofie", "B", "C"), ("person", "computer", "computer"), ("", "novice", "expert"), (1, 2, 2)
    return PlayedGame(f"id{number}", dice.choice(("legends", "king_of_12")), f"2026-01-{number:03}", 40, False, *seats)


SCHEMA: list[Callable[[sqlite3.Connection, random.Random], object]] = [
    lambda base, dice: base.execute("DROP TABLE players"),
    lambda base, dice: base.execute("DROP TABLE games"),
    lambda base, dice: base.execute("ALTER TABLE games ADD COLUMN more"),
    lambda base, dice: base.execute("ALTER TABLE games RENAME COLUMN ended TO finished"),
    lambda base, dice: base.execute("CREATE TABLE more (x)"),
    lambda base, dice: base.execute("CREATE INDEX slow ON games(ended)"),
    lambda base, dice: base.executescript(
        "CREATE TRIGGER mine AFTER INSERT ON games BEGIN DELETE FROM games; SELECT RAISE(ABORT, 'no'); END"
    ),
    lambda base, dice: base.executescript(
        "DROP TABLE games; CREATE VIEW games AS WITH RECURSIVE n(id, game, ended, turns, assisted, seats) AS "
        "(SELECT 1, 1, 1, 1, 1, 1 UNION ALL SELECT id + 1, 1, 1, 1, 1, 1 FROM n) SELECT * FROM n"
    ),
    lambda base, dice: base.execute("UPDATE players SET place = 'first'"),
    lambda base, dice: base.execute("UPDATE players SET name = CAST(x'fffe41' AS TEXT)"),
    lambda base, dice: base.execute("UPDATE players SET name = x'00ff'"),
    lambda base, dice: base.execute("UPDATE games SET turns = 1e300"),
    lambda base, dice: base.execute("UPDATE games SET turns = 'many', ended = 7"),
    lambda base, dice: base.execute("UPDATE games SET game = x'ff'"),
    lambda base, dice: base.execute("UPDATE games SET id = NULL"),
    lambda base, dice: base.execute("DELETE FROM players"),
    lambda base, dice: base.execute("PRAGMA journal_mode = WAL"),
    lambda base, dice: base.execute("PRAGMA user_version = 99"),
    lambda base, dice: base.executescript(
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 999 WHERE name = 'games'"
    ),
    lambda base, dice: base.executescript(
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE games (' || sql"
    ),
    lambda base, dice: base.executescript("PRAGMA writable_schema = ON; UPDATE sqlite_master SET name = 'x' || name"),
]


@sides(150, 10_500)
def test_statistics(home: Path, tmp_path: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda number: None)  # it is not the disk that is tried here
    dice = random.Random(f"statistics {count}")
    path = statistics.path()
    for number in range(60):
        statistics.enter(game(number, dice))
    good = path.read_bytes()
    set_aside = 0
    for number in range(count):
        for each in path.parent.iterdir():
            each.unlink()
        path.write_bytes(good)
        if number < len(SCHEMA) or number % 10 == 0:
            with contextlib.closing(sqlite3.connect(path)) as base, base:
                base.execute("PRAGMA defensive = OFF")
                SCHEMA[number % len(SCHEMA)](base, dice)
        elif number % 10 == 1:
            page = dice.randrange(len(good) // 4096)
            path.write_bytes(good[: page * 4096] + dice.randbytes(4096) + good[page * 4096 + 4096 :])
        elif number % 10 == 2:
            Path(f"{path}-journal").write_bytes(damage(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + good[:3000], dice))
        else:
            path.write_bytes(damage(good, dice))
        if number % 3 == 0:
            sqlite_store.copy_path(path).write_bytes(path.read_bytes() if number % 2 else good)
        before = path.read_bytes()
        notices: list[Message] = []
        order: list[Callable[[], Any]] = [
            partial(statistics.summary, notices),
            partial(statistics.check, notices),
            partial(statistics.enter, game(500, dice), notices),
        ]
        dice.shuffle(order)
        for step in order:
            step()
        statistics.enter(game(501, dice), notices)
        found = statistics.summary(notices)
        assert sum(stats.played for stats in found.values()) >= 1
        assert any(each.id == "id501" for stats in found.values() for each in stats.last)
        bad = list(path.parent.glob(f"{statistics.FILE}.bad"))
        if notices:
            set_aside += 1
            assert bad and len(TEXTS.message(notices[0])) <= safe_read.LONGEST
            if number % 10 > 2:
                assert before[:24] == bad[0].read_bytes()[:24] or len(before) < 100, "the damaged file is kept"
    assert set_aside > count / 5


# --- saves ----------------------------------------------------------------------------------------------

GAMES = ("king_of_12", "legends", "king_of_the_dice", "tash_kalar")


def begun(folder: Path, name: str) -> bytes:
    """A save of some decisions."""
    seats = [Seat("person", "", "Žofie", 0), Seat("computer", "novice", "B", 1)]
    path = folder / f"{name}.json"
    session = Session.start(name, {}, seats, "forged", autosave=path)
    for _ in range(12):
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[-1])
    assert session.finish()
    session.close()
    data = path.read_bytes()
    saves.delete(path)
    return data


@sides(200, 12_000)
def test_saves(home: Path, count: int) -> None:
    folder = folders.ensure(folders.saves())
    good = {name: begun(folder, name) for name in GAMES}
    dice = random.Random(f"saves {count}")
    path = folder / "forged.json"
    refused = 0
    for number in range(count):
        name = GAMES[number % len(GAMES)]
        forged = damage(good[name], dice)
        if number % 3 == 0:  # with a checksum that fits
            data = json.loads(good[name])["save"]
            body = json.dumps(twist(data, dice)).encode()
            head = f'{{"kind": "four-thrones save", "format": 1, "check": {zlib.crc32(body)}, "save":'
            forged = head.encode() + body + b"}"
        target = files.journal_path(path) if number % 7 == 0 else path
        for each in folder.iterdir():
            each.unlink()
        if target != path:
            path.write_bytes(good[name])
        target.write_bytes(forged)
        listed = saves.slots(folder)
        assert [info.path for info in listed] == [path]
        if listed[0].error is not None:
            assert len(TEXTS.message(listed[0].error)) <= safe_read.LONGEST
        assert len(TEXTS.message(listed[0].progress)) < 10_000
        saves.newest(folder)
        try:
            session = saves.load(path).session
        except SaveError as error:
            refused += 1
            assert len(TEXTS.message(error.message)) <= safe_read.LONGEST
        else:
            for seat in range(len(session.seats)):
                session.view(seat)
            if not session.over:
                seat = session.to_act()[0]
                session.autosave = None
                session.submit(seat, session.legal(seat)[0])
        assert target.read_bytes() == forged, "the file is kept"
    assert refused > count / 3
