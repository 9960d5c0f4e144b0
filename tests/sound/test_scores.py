"""The scores: every rule of composition holds, bad ones are refused with a clear message, and rules can fail."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from engine.bootstrap import ROOT
from sprites.base.loader import read_cues

PLACES = ("king_of_12", "king_of_the_dice", "legends", "tash_kalar", "title")


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The modules of the scores, which are programs beside the game."""
    monkeypatch.syspath_prepend(str(Path(ROOT) / "build" / "bake" / "sound"))
    return {name: importlib.import_module(name) for name in ("score", "rules")}


def test_every_place_has_a_score(house: dict[str, Any]) -> None:
    assert house["score"].names() == sorted(PLACES) == sorted(read_cues().music)


@pytest.mark.parametrize("place", PLACES)
def test_a_score_breaks_no_rule(house: dict[str, Any], place: str) -> None:
    """Periods, motifs, six rhythms, leaps, range and summit, leading notes, off-chord notes, parallels, stingers."""
    assert house["rules"].faults(house["score"].load(place)) == []


def test_the_places_differ(house: dict[str, Any]) -> None:
    found = [house["score"].load(place) for place in PLACES]
    assert len({score.metre for score in found}) == len({score.scale[0] for score in found}) == len(PLACES)


@pytest.mark.parametrize("place", PLACES)
def test_the_table_of_the_program_fits_the_score(house: dict[str, Any], place: str) -> None:
    score, track = house["score"].load(place), read_cues().music[place]
    assert track.samples == round(score.half_seconds * 44100 / 4) * 4
    assert [(t.beds, t.open, t.closed) for t in track.themes] == [
        (len(t.beds), len(t.open.tunes), len(t.closed.tunes)) for t in score.themes
    ]
    assert (track.colours, track.tense) == (len(score.colours), bool(score.tense))
    assert {cue: count for cue, (_, count) in track.stingers.items()} == {
        cue: len(stinger.variants) for cue, stinger in score.stingers.items()
    }


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("g'4. a'8 bes'4 g' | d''2 c''4 bes'", "d'4. a'8 bes'4 g' | d''2 c''4 bes'", "off the chord|leap|motif|range"),
        ("c''4 g' a' fis' | g'2. r4", "c''4 g' a' f' | g'2. r4", "leading note"),
        ("ees''4 d''8 c'' a'4 c'' | d''2. r4", "ees''4 d''8 c'' a'4 c'' | g''2. r4", "summits"),
        ("g,2 d2 | g,2 d2 | c2 f2 | d1", "g,2 d2 | g,2 bes,2 | c2 f2 | d1", "parallels"),
        ("a'4 bes' | a'2. r4", "a'4 d'' | a'2. r4", "off the chord"),
        ("d''4. c''8 bes'4 d'' | g''2 f''4 ees''", "d''2 bes'4 d'' | g''2 f''4 ees''", "motif"),
    ],
)
def test_a_broken_rule_is_found(
    house: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = (house["score"].FOLDER / "king_of_12.json").read_text("utf-8")
    assert old in text
    (tmp_path / "king_of_12.json").write_text(text.replace(old, new), "utf-8")
    monkeypatch.setattr(house["score"], "FOLDER", tmp_path)
    found = house["rules"].faults(house["score"].load("king_of_12"))
    assert any(word in fault for fault in found for word in said.split("|")), found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"metre": [3, 4]}, "bar 1 has 4 quarters, not 3"),
        ({"scale": ["h"]}, "'h' is no note"),
        ({"colours": [[{"instrument": "drum", "notes": "x4"}]]}, "'x4' is no note"),
        ({"colours": [[{"instrument": "drum", "notes": "g3"}]]}, "there is no length 3"),
        ({"bpm": "quick"}, "bpm"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_a_score_that_cannot_be_read_says_why(
    house: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    score = json.loads((house["score"].FOLDER / "king_of_12.json").read_text("utf-8"))
    (tmp_path / "bad.json").write_text(json.dumps({**score, **change}), "utf-8")
    monkeypatch.setattr(house["score"], "FOLDER", tmp_path)
    with pytest.raises(house["score"].ScoreError, match=r"^bad\.json: ") as error:
        house["score"].load("bad")
    assert said in str(error.value)
