"""One rule for all readers: whatever lies there, a value or one kind of error."""

import json
import os
from pathlib import Path

import pytest

from engine.storage import folders, safe_read, saves, settings
from engine.storage.safe_read import Unreadable
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES

DEEP = 1000


def nested(deep: int = DEEP) -> bytes:
    return b'{"a":' * deep + b"1" + b"}" * deep


class Nasty(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize("error", [RecursionError(), MemoryError(), KeyError("x"), Nasty(), ZeroDivisionError()])
def test_whatever_a_decoder_raises_is_one_kind_of_error(tmp_path: Path, error: Exception) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"content")

    def stumble(data: bytes) -> None:
        raise error

    with pytest.raises(Unreadable) as told:
        safe_read.read(path, stumble)
    assert told.value.damaged and not told.value.missing
    assert told.value.reason and told.value.cause is error
    assert path.read_bytes() == b"content"


def test_missing_and_too_large(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as told:
        safe_read.read(tmp_path / "nothing", bytes)
    assert told.value.missing and not told.value.damaged
    (tmp_path / "large").write_bytes(bytes(101))
    assert safe_read.read(tmp_path / "large", len, 101) == 101
    with pytest.raises(Unreadable) as told:
        safe_read.read(tmp_path / "large", len, 100)
    assert told.value.reason == {"text": "ui.file.too_large", "size": 0}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_pipes_and_devices_are_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")

    def opened(*_: object) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(os, "open", opened)
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(Unreadable) as told:
            safe_read.read(path, bytes)
        assert isinstance(told.value.cause, OSError) and not told.value.missing


def test_a_pipe_among_the_saves_does_not_stop_the_list(home: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes with names")
    folder = folders.ensure(folders.saves())
    os.mkfifo(folder / "pipe.json")
    assert [info.error is not None for info in saves.slots(folder)] == [True]


@pytest.mark.parametrize("deep", [40, 500, DEEP, 100_000])
def test_settings_nested_deep_fall_back(home: Path, deep: int) -> None:
    path = settings.path()
    path.parent.mkdir(parents=True)
    for content in (b'{"muted": true, "last_setup": ' + nested(deep) + b"}", b"[" * deep):
        path.write_bytes(content)
        found, notices = settings.load()
        assert found.last_setup == {} and len(notices) == 1
        settings.saver(found)()
        assert settings.load()[0] == found


@pytest.mark.parametrize("deep", [500, DEEP, 100_000])
def test_saves_nested_deep_are_listed_with_their_reason(home: Path, deep: int) -> None:
    folder = folders.ensure(folders.saves())
    kind = b'{"kind": "four-thrones save", "format": 1, "check": 0, "save": '
    contents = {"bare": nested(deep), "list": b"[" * deep, "inside": kind + nested(deep) + b"}"}
    for name, content in contents.items():
        (folder / f"{name}.json").write_bytes(content)
    listed = saves.slots(folder)
    assert len(listed) == len(contents) and all(info.error is not None for info in listed)
    assert saves.newest(folder) is None
    for name, content in contents.items():
        with pytest.raises(saves.SaveError):
            saves.load(folder / f"{name}.json")
        assert (folder / f"{name}.json").read_bytes() == content, "the file is kept"


def test_depth_is_measured_without_depth() -> None:
    deep: object = 1
    for _ in range(50_000):
        deep = [deep]
    assert safe_read.deeper_than(deep, 40)
    assert not safe_read.deeper_than([[{"a": [1]}]], 4) and safe_read.deeper_than([[{"a": [[1]]}]], 4)


def test_a_message_is_one_line_of_bounded_length(tmp_path: Path) -> None:
    long = "\n".join(f"line {number} \u202e\x00" * 40 for number in range(2000))
    messages = [
        safe_read.about("ui.save.damaged", place=long),
        safe_read.about("ui.save.unreadable", file=long, reason=long),
        folders.failure(OSError(5, long), Path(long.replace("\x00", ""))).message,
        saves.SaveError(safe_read.about("ui.save.unplayable", place=long), tmp_path).message,
    ]
    for language in LANGUAGES:
        for message in messages:
            said = Texts(language).message(message)
            assert len(said) <= safe_read.LONGEST and said.isprintable(), said
            assert "ui." not in said


def test_a_forged_save_with_a_long_name_has_a_short_message(home: Path) -> None:
    from zlib import crc32

    folder = folders.ensure(folders.saves())
    body = json.dumps({"game": "x" * 100_000 + "\n\n"}).encode()
    head = b'{"kind": "four-thrones save", "format": 1, "check": %d, "save": ' % crc32(body)
    (folder / "long.json").write_bytes(head + body + b"}")
    error = saves.slot(folder / "long.json").error
    assert error is not None and len(Texts("en").message(error)) <= safe_read.LONGEST


def test_short_texts_stay_as_they_are() -> None:
    assert safe_read.one_line("Žofie a Дюжина") == "Žofie a Дюжина"
    assert safe_read.one_line("a\nb\tc\u200bd") == "a b c d"
    assert len(safe_read.one_line("x" * 301)) == 300 and safe_read.one_line("x" * 300) == "x" * 300
