"""What is wrong with a player's own deck or map is told in the language of the screen."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ai import character
from engine.chance import SeededChance
from engine.content import drafts
from engine.content.drafts import PositionError, begin_draft
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, save_format, saves
from engine.storage.safe_read import text_after_name
from engine.storage.saves import SaveError
from games.tash_kalar.cards import BadCards, check_deck, parse_deck
from maps.readers.legends import BadMap, load
from scenes.shell.i18n import SAID, WANTED, Complaints, Texts
from tests.support.arrangements import build_record
from tests.support.broken_decks import broken_decks
from tests.support.catalogues import LANGUAGES
from tests.support.forged_maps import GOOD, forged, write_map
from tests.support.fuzzing import some
from tests.support.signed_saves import signed

OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH = re.compile(r"\b(?:expected|missing|there is|cannot|found|its tile|has no|at most|whole number)\b")
NOT_OURS = re.compile(r"Invalid|malformed|does not|Object |`|\\$\\.|ui\\.file")
"""Of the readers of JSON, and names of texts."""
PLAIN: dict[str, Any] = {"level": "novice", "name": "Gus", "leanings": {"risk": 2.0}}
BAD_CHARACTERS: dict[str, Any] = {
    "mia": PLAIN, "Gus": PLAIN, "no-level": {**PLAIN, "level": "champion"}, "much": {**PLAIN, "leanings": {"risk": 9}},
    "none": {**PLAIN, "leanings": {}}, "term": {**PLAIN, "leanings": {"kindness": 1}}, "hat": {**PLAIN, "hat": 1},
    "lines": {**PLAIN, "lines": {"raids": "Ha!"}}, "nameless": {**PLAIN, "name": ""},
    "long": {**PLAIN, "motto": "x" * 99}, "red": {**PLAIN, "enamel": ["red", "#ffffff", "#000000"]},
    "cut": '{"level": ',
}  # fmt: skip
FULL = {"bound": "<= 18", "sign": ">", "values": "a, b", "why": "incorrect header check"}


def filled(template: str) -> str:
    """A template with something in every slot."""
    return re.sub(r"\{(\w+)\}", lambda slot: FULL.get(slot[1], "7"), template)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_is_known_by_its_english(language: str) -> None:
    """Each is told by its own text, not by one that fits as well; in English it stays as it was raised."""
    english, here = Texts("en"), Texts(language)
    complaints = Complaints(here)
    for name in WANTED:
        raised = f"cards[3].effect: expected {filled(english.t(f'ui.file.wanted.{name}'))}, found 'x'"
        wanted = filled(here.t(f"ui.file.wanted.{name}"))
        assert complaints.translate(raised) == here.t(
            "ui.file.said.found", place="cards[3].effect", wanted=wanted, found="'x'"
        )
    for name in SAID[2:]:
        raised = filled(english.t(f"ui.file.said.{name}"))
        assert complaints.translate(raised) == filled(here.t(f"ui.file.said.{name}"))
    assert complaints.translate("something else") == "something else"


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_is_wrong_with_a_deck_is_told_in_the_language(language: str) -> None:
    complaints = Complaints(Texts(language))
    told = set()
    for broken in broken_decks(12, 300):
        try:
            check_deck(broken)
        except BadCards as error:
            said = complaints.translate(text_after_name(str(error), Path("deck")))
            assert not ENGLISH.search(said), (said, str(error))
            told.add(re.sub(r"^.*?: |[^\w ]", "", said))
    assert len(told) > 20


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_is_wrong_with_a_character_is_told_in_the_language(language: str, home: Path) -> None:
    folder = folders.ensure(folders.characters())
    for name, data in BAD_CHARACTERS.items():
        (folder / f"{name}.json").write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    complaints = Complaints(Texts(language))
    _, bad = character.load_all()
    assert len(bad) == len(BAD_CHARACTERS)
    for raised in bad.values():
        assert not ENGLISH.search(complaints.translate(raised)), (complaints.translate(raised), raised)


@pytest.mark.parametrize("language", OTHERS)
def test_a_deck_that_is_no_json_is_told_with_its_line(language: str) -> None:
    with pytest.raises(BadCards) as caught:
        parse_deck(b'{"code":\n "half', "deck.json")
    said = Complaints(Texts(language)).translate(text_after_name(str(caught.value), Path("deck.json")))
    assert said == Texts(language).t("ui.file.said.not_json", line="2", column="2")


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_is_wrong_with_a_map_is_told_in_the_language(language: str, tmp_path: Path) -> None:
    complaints = Complaints(Texts(language))
    text = GOOD.read_text("utf-8")
    chance = SeededChance("complaints")
    path = write_map(tmp_path, text)
    refused = foreign = 0
    for _ in range(60):
        path.write_bytes(forged(text, chance).encode("utf-8", "replace"))
        try:
            load(path)
        except BadMap as error:
            raised = str(error).removeprefix(str(path)).lstrip(": ")
            refused += 1
            foreign += complaints.translate(raised) == raised
    assert refused > 20
    assert foreign <= refused // 10, "only what a library stumbles over is told as it comes"


@pytest.mark.parametrize("what", ["game", "position"])
def test_what_is_wrong_with_a_game_or_a_position_is_told_in_the_language(what: str, tmp_path: Path) -> None:
    """A forged file with a right checksum, one that is cut off, and what no type allows: a sentence, and no English."""
    texts = [Texts(language) for language in OTHERS]
    chance = SeededChance(7)
    if what == "game":
        seats = [Seat("person", "", name, at) for at, name in enumerate("AB")]
        data = save_format.encode(Session.start("legends", {}, seats, "seed").record())
    else:
        data = drafts.encode(build_record(begin_draft("tash_kalar", {}, 2, "words", 20)))
    body = json.loads(data)["save"]
    form = save_format.FORMAT if what == "game" else save_format.POSITION_FORMAT
    kinds = [{**body, "seats": [{**body["seats"][0], "kind": "ghost"}, *body["seats"][1:]]}]
    files = [signed(forged, form) for forged in (*kinds, *(some(body, chance)[1] for _ in range(120)))]
    files += [data[:-30], data.replace(b'"check": ', b'"check": 1'), b"[" * 5000]
    path = tmp_path / "forged.throne"
    told = 0
    for each in files:
        path.write_bytes(each)
        try:
            saves.look(path) if what == "game" else drafts.load(path)
        except (SaveError, PositionError) as error:
            told += 1
            for here in texts:
                said = here.message(error.message)
                assert not ENGLISH.search(said) and not NOT_OURS.search(said), said
    assert told > 30
