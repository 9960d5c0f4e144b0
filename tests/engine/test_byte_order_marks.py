"""Files that an editor has saved with a mark of its encoding: every reader takes them as they are without."""

import codecs
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from engine.content import daily_challenge
from engine.seats import Seat
from engine.session import Session
from engine.storage import save_format, saves, settings
from maps.readers import legends
from scenes.tash_kalar.options import load_folder
from tests.support.catalogues import OTHERS

ENCODINGS = {
    "utf-8": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16-le": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16-be": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
}
encodings = pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS)
Encode = Callable[[str], bytes]


def mark(path: Path, encode: Encode) -> None:
    """Save a file anew as an editor does."""
    path.write_bytes(encode(path.read_text("utf-8")))


@encodings
def test_settings(home: Path, encode: Encode) -> None:
    path = settings.path()
    path.parent.mkdir(parents=True)
    path.write_bytes(encode(json.dumps({"language": OTHERS[0], "music_volume": 7})))
    found, told = settings.load()
    assert (found.language, found.music_volume, told) == (OTHERS[0], 7, [])
    found.effects_volume = 3
    settings.saver(found)()
    kept = json.loads(path.read_bytes())
    assert (kept["language"], kept["music_volume"], kept["effects_volume"]) == (OTHERS[0], 7, 3)


@encodings
def test_saves(home: Path, encode: Encode) -> None:
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
    session = Session.start("king_of_12", {}, seats, "marked")
    path = home / "saves" / "game.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(save_format.encode(session.record()))
    mark(path, encode)
    assert saves.load(path).session.id == session.id
    (found,) = saves.slots(path.parent)
    assert found.error is None and found.names == ["Leo", "Mia"]


@encodings
def test_progress(home: Path, encode: Encode) -> None:
    """Files of what was reached; the results of Today's letters stand for all of them."""
    path = daily_challenge.KEPT.path()
    daily_challenge.KEPT.saver(daily_challenge.KEPT.load()[0])()
    mark(path, encode)
    assert daily_challenge.KEPT.load()[1] == []
    assert not path.with_name(path.name + ".bad").exists()


@encodings
def test_decks_characters_and_maps(tmp_path: Path, encode: Encode) -> None:
    deck = tmp_path / "deck.json"
    shutil.copy(Path(ROOT) / "docs" / "example_deck.json", deck)
    mark(deck, encode)
    assert not load_folder(tmp_path)[1] and load_folder(tmp_path)[0]
    for name in ("0B.tmx", "terrain.tsx", "regions.tsx"):
        shutil.copy(legends.FOLDER / name, tmp_path / name)
    for name in ("0B.tmx", "terrain.tsx", "regions.tsx"):
        text = (tmp_path / name).read_text("utf-8").replace(' encoding="UTF-8"', "")
        (tmp_path / name).write_bytes(encode(text))
    assert legends.load(tmp_path / "0B.tmx").regions == legends.load(legends.FOLDER / "0B.tmx").regions
