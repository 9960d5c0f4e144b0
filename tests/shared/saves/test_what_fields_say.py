"""Fields round the game of a save: bounded and in agreement; one bad file never stops a list or a start."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.seats import Seat
from engine.session import Session
from engine.storage import save_format, saves
from engine.storage.saves import SaveError
from scenes.menus.load import LoadScene
from scenes.menus.title import Title
from scenes.table import game_screens as games
from tests.support.signed_saves import signed
from tests.ui.driver import Driver

NESTED: Any = json.loads('{"list": [' * 300 + "1" + "]}" * 300)
PARAMS: list[Any] = [
    {"text_id": 1}, {"self": 1}, {"round": {"list": 5}}, {"round": {"seat": -9}}, {"round": NESTED}, {"n": "x"},
    {"round": None}, {"round": -1}, {"round": 10**400}, [], None, 7, {"a\x00b": 1}, {"round": [1]}, {"round": 1.5},
]  # fmt: skip


def a_save(seats: int = 2, game: str = "king_of_12") -> dict[str, Any]:
    people = [Seat("computer" if n else "person", "novice" if n else "", f"S {n}", n) for n in range(seats)]
    session = Session.start(game, {}, people, "fields")
    for _ in range(5):
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[0])
    found = json.loads(save_format.encode(session.record()).split(b'"save":\n', 1)[1].rsplit(b"\n}", 1)[0])
    assert isinstance(found, dict)
    return found


@pytest.fixture
def own(home: Path) -> Iterator[Driver]:
    run = Driver()
    run.ctx.quiet = False
    (home / "saves").mkdir(parents=True)
    yield run
    run.close()


@pytest.mark.parametrize("params", PARAMS, ids=lambda value: repr(value)[:30])
def test_a_forged_progress_stops_neither_start_nor_list(params: Any, own: Driver, home: Path) -> None:
    save = a_save()
    save["progress"]["params"] = params
    (home / "saves" / "forged.json").write_bytes(signed(save))
    own.ctx.stack.replace(Title(own.ctx))
    own.ctx.stack.settle()
    own.run(100)
    own.ctx.stack.replace(LoadScene(own.ctx))
    own.ctx.stack.settle()
    own.run(100)
    assert len(own.top.rows) == 1


def test_a_name_that_cannot_be_seen_is_cleaned(own: Driver, home: Path) -> None:
    save = a_save()
    save["seats"][0]["name"] = "\x00A\u202en\u200bn\u2060"
    save["seats"][1]["name"] = "\u200b\u200d\u00ad\ufe0f"
    path = home / "saves" / "names.json"
    path.write_bytes(signed(save))
    session = saves.load(path).session
    assert session.names == ["Ann", ""]
    own.ctx.stack.replace(games.table(own.ctx, session))
    own.ctx.stack.settle()
    own.run(200)


def test_emblems_are_names_of_the_list(own: Driver, home: Path) -> None:
    save = a_save()
    save["seats"][0]["emblem"] = "../../../../../../etc/passwd"
    save["seats"][1]["emblem"] = "wolf"
    path = home / "saves" / "emblem.json"
    path.write_bytes(signed(save))
    assert [seat.emblem for seat in saves.load(path).session.seats] == ["", "wolf"]


@pytest.mark.parametrize("level", ["", "expert", "file:clever", "file:two\nlines", "file:a\\\\b", "file:" + "x" * 255])
def test_whatever_a_file_of_an_opponent_is_called_its_games_load(level: str, tmp_path: Path) -> None:
    save = a_save()
    save["seats"][1]["level"] = level
    path = tmp_path / "level.json"
    path.write_bytes(signed(save))
    assert saves.load(path).session.seats[1].level == level


def _put(*place: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(save: dict[str, Any]) -> None:
        inside: Any = save
        for key in place[:-1]:
            inside = inside[key]
        inside[place[-1]] = value

    return change


IMPOSSIBLE: dict[str, Callable[[dict[str, Any]], None]] = {
    "turn": _put("turn", value=99),
    "no seats": _put("seats", value=[]),
    "a seat too many": lambda save: save["seats"].append(save["seats"][0]),
    "kind": _put("seats", 0, "kind", value="ghost"),
    "colour": _put("seats", 0, "colour", value=-1),
    "level": _put("seats", 1, "level", value="file:../../evil"),
    "over": _put("over", value=True),
    "result": _put("result", value=[1, 2]),
    "result of others": lambda save: save.update(over=True, result=[1, 1, 3]),
    "a seat of the log": _put("log", 0, 0, value=7),
    "an action": _put("log", 0, 1, value=-1),
    "a draw": _put("log", 0, 2, value=[-1]),
    "options": _put("options", value={"set": "nobody's"}),
    "an option": lambda save: save["options"].update(set="chosen", cards=NESTED),
    "base": lambda save: save.update(base={"turn": save["turn"], "state": {}}, log=[], snapshot={}),
    "seed": _put("seed", value="x" * 1_000_000),
    "started": _put("started", value="\u202e"),
    "id": _put("id", value="../x"),
    "game": _put("game", value="chess"),
    "a path as game": _put("game", value="../x"),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_fields_that_cannot_be_are_refused(what: str, own: Driver, tmp_path: Path) -> None:
    save = a_save()
    IMPOSSIBLE[what](save)
    path = tmp_path / "impossible.json"
    content = signed(save)
    path.write_bytes(content)
    with pytest.raises(SaveError) as told:
        saves.load(path)
    said = own.ctx.say(told.value.message)
    assert 20 < len(said) <= 300 and "\n" not in said
    assert path.read_bytes() == content, "the file is kept"
    saves.slot(path)


def test_a_snapshot_of_another_game_or_table_is_refused(tmp_path: Path) -> None:
    other = {"seats": a_save(3), "game": a_save(2, "legends"), "options": a_save()}
    other["options"]["options"]["promo"] = "faun"
    for what, donor in other.items():
        save = a_save()
        save["snapshot"] = donor["snapshot"]
        if what == "options":
            save["options"] = donor["options"]
        save["opening"]["checksum"] ^= 1
        path = tmp_path / f"{what}.json"
        path.write_bytes(signed(save))
        with pytest.raises(SaveError) as told:
            saves.load(path)
        assert told.value.message.id == "ui.save.unplayable", what
