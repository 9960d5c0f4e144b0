"""Data that do not fit their schema are told by place, expectation and what was found."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from engine import schema
from engine.bootstrap import ROOT
from engine.schema import Misfit, expect


class Stone(msgspec.Struct, forbid_unknown_fields=True):
    """Something small."""

    code: str
    size: Annotated[int, msgspec.Meta(ge=1, le=9)]

    def __post_init__(self) -> None:
        expect(self.size != 7, "size", "no seven", self.size)


class Box(msgspec.Struct, forbid_unknown_fields=True):
    """Something with everything in it."""

    stones: list[Stone]
    colour: Literal["red", "blue"] | None = None
    by_name: dict[str, Stone] = msgspec.field(default_factory=dict)
    flags: dict[Literal["a", "b"], bool] = msgspec.field(default_factory=dict)
    pair: tuple[int, str] = (0, "")


GOOD: dict[str, Any] = {"stones": [{"code": "flint", "size": 3}]}
BAD: list[tuple[Any, str]] = [
    ([], "data: expected an object, found []"),
    ({}, "stones: missing"),
    ({**GOOD, "rivers": 1}, "rivers: there is no such field"),
    ({"stones": 5}, "stones: expected a list, found 5"),
    ({"stones": [{"code": "flint", "size": True}]}, "stones[0].size: expected a whole number, found True"),
    ({"stones": [{"code": "flint", "size": 10}]}, "stones[0].size: expected a whole number <= 9, found 10"),
    ({"stones": [{"code": "flint", "size": 10**40}]}, "stones[0].size: expected a whole number <= 9, found 1000"),
    ({"stones": [{"code": "flint", "size": 7}]}, "stones[0].size: expected no seven, found 7"),
    ({"stones": [{"code": "flint"}]}, "stones[0].size: missing"),
    ({"stones": [{"code": None, "size": 1}]}, "stones[0].code: expected a text, found None"),
    ({**GOOD, "colour": "green"}, "colour: expected one of red, blue, found 'green'"),
    ({**GOOD, "by_name": {"a": {"code": "x", "size": 1}, "b": 4}}, "by_name.b: expected an object, found 4"),
    ({**GOOD, "by_name": {"b": {"code": "x", "size": 0}}}, "by_name.b.size: expected a whole number >= 1, found 0"),
    ({**GOOD, "flags": {"c": True}}, "flags: expected one of a, b, found 'c'"),
    ({**GOOD, "pair": [1]}, "pair: expected a list of length 2, found [1]"),
    ({**GOOD, "pair": [1, 2]}, "pair[1]: expected a text, found 2"),
]


@pytest.mark.parametrize(("data", "told"), BAD, ids=lambda each: each if isinstance(each, str) else "")
def test_a_misfit_names_place_expectation_and_what_was_found(data: Any, told: str) -> None:
    with pytest.raises(Misfit) as caught:
        schema.fit(data, Box)
    assert str(caught.value).startswith(told)


def test_where_the_data_come_from_stands_first() -> None:
    data = {"stones": [{"code": "flint", "size": 10}]}
    for place, told in (("own[2]", "own[2].stones[0].size: "), ("box.json:", "box.json: stones[0].size: ")):
        with pytest.raises(Misfit) as caught:
            schema.fit(data, Box, place)
        assert str(caught.value).startswith(told)
    with pytest.raises(Misfit, match=r"^box\.json: stones\[0\] \(flint\)\.size: expected"):
        schema.fit(data, Box, "box.json:", named_by="code")


def test_a_file_is_read_or_named(tmp_path: Path) -> None:
    path = tmp_path / "box.json"
    path.write_text('{"stones": []}', "utf-8")
    assert schema.read(path, Box) == Box([])
    for content in (b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"[]", b'{"stones": [{"code": "\\ud800", "size": 1}]}'):
        path.write_bytes(content)
        try:
            schema.read(path, Box)
        except Misfit as error:
            assert str(path) in str(error)
    with pytest.raises(Misfit, match="cannot be read"):
        schema.read(tmp_path / "nowhere.json", Box)


def test_what_is_too_deep_or_half_a_character_is_a_misfit() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for data in (deep, {"stones": deep}, {**GOOD, "colour": "\ud800"}):
        with pytest.raises(Misfit):
            schema.fit(data, Box)


AT_ONCE = """
import sys, threading, types
from engine import schema
from engine.bootstrap import ROOT
sys.setswitchinterval(1e-6)
lines = ["from __future__ import annotations", "import msgspec"]
for k in range(60):
    lines += [f"class Inner{k}(msgspec.Struct):", "    a: int", "    b: list[int]", "    c: dict[str, int] = {}"]
    lines += [f"class Outer{k}(msgspec.Struct):", f"    one: Inner{k}", f"    more: list[Inner{k}] = []"]
sys.modules["made"] = made = types.ModuleType("made")
exec("\\n".join(lines), made.__dict__)
together = threading.Barrier(3)
def work():
    for k in range(60):
        together.wait()
        found = schema.convert({"one": {"a": 1, "b": [1]}}, getattr(made, f"Outer{k}"))
        assert found.one.b == [1]
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_threads_may_use_a_type_for_the_first_time_at_once() -> None:
    """Left to itself msgspec ends the process: a thread finds what another has learnt by half."""
    done = subprocess.run([sys.executable, "-c", AT_ONCE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("room", ["engine", "games", "ai", "scenes", "sprites"])
def test_nobody_else_has_types_learnt(room: str) -> None:
    """Whatever reads data asks ``engine.schema``, see the test before."""
    typed = re.compile(r"msgspec\.convert\(|\.decode\([^\n]*type=(?!schema\.prepare)|\.Decoder\((?!schema\.prepare)")
    for path in sorted((Path(ROOT) / room).glob("**/*.py")):
        if path != Path(schema.__file__):
            assert not typed.search(path.read_text("utf-8")), path
