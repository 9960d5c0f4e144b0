"""Settings: what is kept comes back; what is damaged falls back with a message."""

import json
from pathlib import Path

import pytest

from engine.storage import settings
from engine.storage.folders import FolderError
from engine.storage.settings import Settings
from tests.support.catalogues import OTHERS


def write(text: str) -> Path:
    path = settings.path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_nothing_is_created_by_looking(home: Path) -> None:
    assert settings.load() == (Settings(), [])
    assert not home.exists()


def test_what_is_kept_comes_back(home: Path) -> None:
    kept = Settings(language=OTHERS[-1], text_size=130, muted=True, last_setup={"king_of_12": {"seats": 3}})
    settings.saver(kept)()
    assert settings.load() == (kept, [])


OLDER = '{"language": "en", "text_size": 130, "guided": ["legends"]}'
SINCE = '{"language": "en", "habits_since": {"1": "2026-11-20T18:04:09+00:00", "5f0a3c22b1d7": ""}}'


@pytest.mark.parametrize("text, since", [(OLDER, {}), (SINCE, json.loads(SINCE)["habits_since"])])
def test_files_with_and_without_a_start_of_counting_open(home: Path, text: str, since: dict[str, str]) -> None:
    """Settings that were written before habits were counted, and such as were written since one was forgotten."""
    path = write(text)
    found, notices = settings.load()
    assert not notices and found.habits_since == since
    settings.saver(found)()
    assert settings.load() == (found, []) and json.loads(path.read_text("utf-8"))["habits_since"] == since


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"language": "en"', "\ufeffnonsense"])
def test_a_damaged_file_is_set_aside(home: Path, text: str) -> None:
    path = write(text)
    found, notices = settings.load()
    assert found == Settings()
    assert [notice.id for notice in notices] == ["ui.settings.damaged"]
    assert path.with_name("settings.json.bad").read_text("utf-8") == text
    settings.saver(found)()
    write(text)
    assert settings.load()[1][0].params["path"].endswith("settings.json.bad2"), "the first one is kept too"


def test_single_bad_values_fall_back_and_the_rest_stays(home: Path) -> None:
    good = {"language": OTHERS[0], "muted": True, "new_in_a_later_version": 1}
    bad = {
        "text_size": 99,
        "speed": 2,
        "music_volume": 101,
        "palette": "plaid",
        "window_width": "wide",
        "habits_since": {"1": 7},
    }
    write(json.dumps({**good, **bad}))
    found, notices = settings.load()
    assert found == Settings(language=OTHERS[0], muted=True)
    assert notices[0].id == "ui.settings.values"
    assert notices[0].params["n"] == len(bad)
    assert set(notices[0].params["names"].split(", ")) == set(bad)


def test_a_place_that_cannot_be_written(home: Path) -> None:
    home.parent.mkdir(exist_ok=True)
    home.touch()
    with pytest.raises(FolderError) as told:
        settings.saver(Settings())()
    assert told.value.message.id.startswith("ui.folder.")


def test_defaults_are_allowed() -> None:
    for name, allowed in settings._ALLOWED.items():
        assert allowed(getattr(Settings(), name)), name
