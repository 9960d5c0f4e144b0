"""Words made of what a file says: any parameters, any ids; nothing raises, nothing outside the catalogues is opened."""

from datetime import datetime
from typing import Any

import pytest

from engine.contract import Message
from scenes.shell.i18n import Texts, format_time
from sprites.base import assets
from tests.support.catalogues import LANGUAGES
from tests.support.words import list_words

DEEP: Any = {"list": []}
for _ in range(2_000):
    DEEP = {"list": [DEEP]}

VALUES: list[Any] = [
    None, True, -1, 10**5000, -(10**30), 1.5, float("nan"), float("inf"), "", "a\0b", "{x}", "{0}", "{round.__class__}",
    [], {}, [[]], {"seat": -9}, {"seat": 99}, {"seat": "x"}, {"seat": [1]}, {"seat": {"seat": {}}}, {"list": 5},
    {"list": "abc"}, {"list": {"a": 1}}, {"list": [5, "x", None, []]}, {"seats": 5}, {"seats": [0, -1, 7, None, {}]},
    {"text": 1}, {"text": "ui.load.sub", "n": 10**400}, {"text": "ui.save.progress.round", "round": {"seat": -1}},
    {"text": "../../etc/passwd.x"}, {"text": "a\0b.c"}, {"text": {"text": {}}}, {"text": "ui.load.sub", "text_id": 1},
    {"n": "x"}, DEEP,
]  # fmt: skip
KEYS = ["text_id", "self", "n", "round", "turn", "message", "", "0", "a b", "{", "names"]
IDS = ["ui.save.progress.round", "ui.load.sub", "", ".", "ui", "../../x.y", "a\0b.c", "x" * 100_000, "king_of_12.no"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_message_becomes_a_text(language: str, missed: assets.Missed) -> None:
    texts = Texts(language)
    for text_id in IDS:
        for key in KEYS:
            for value in VALUES:
                assert isinstance(texts.message(Message(text_id, {key: value}), ["Ann", "Bob"]), str)
    assert missed.lines == [], "a name of a catalogue from a file was opened"


def test_a_seat_that_is_not_there_is_nobody() -> None:
    texts = Texts("en")
    message = Message("ui.save.progress.round", {"round": {"seat": -2}})
    assert "Ann" not in texts.message(message, ["Ann", "Bob"])
    assert texts.message(Message("ui.save.progress.round", {"round": {"seat": 1}}), ["Ann", "Bob"]) == "Round\xa0Bob"


@pytest.mark.parametrize(
    "stamp", ["", "x", "0001-01-01T00:00:00", "9999-12-31T23:59:59-14:00", "2026-13-01", "\0", "٣"]
)
def test_any_time_can_be_shown(stamp: str) -> None:
    assert isinstance(format_time(Texts("en"), stamp), str)


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_are_written_as_in_the_language(language: str) -> None:
    (shown,) = list_words(language, "date")
    stamp = datetime(2026, 3, 5, 9, 4).astimezone().isoformat()
    assert format_time(Texts(language), stamp).replace("\xa0", " ") == shown


def test_icons_are_names_and_never_paths() -> None:
    for name in ("../icons/wolf", "/etc/passwd", "wolf\0", "", "a/b", "..\\x", "CON:"):
        with pytest.raises(assets.AssetError, match="missing"):
            assets.svg(name, (8, 8))
