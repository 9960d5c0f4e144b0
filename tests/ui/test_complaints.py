"""What is wrong with a player's own deck or map is told in the language of the screen."""

from __future__ import annotations

import copy
import random
import re
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from games.tash_kalar.cards import BadCards, checked_deck, deck_of
from maps.readers.legends import BadMap, load
from scenes.shell.complaints import SAID, WANTED, Complaints
from scenes.shell.texts import LANGUAGES, Texts
from scenes.tash_kalar.own_decks import reason
from tests.sprites.test_forged_maps import GOOD, beside, forged
from tests.tash_kalar.test_own_decks import JUNK, example, places

OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH = re.compile(r"\b(?:expected|missing|there is|cannot|found|its tile|has no|at most|whole number)\b")
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
        assert complaints.told(raised) == here.t(
            "ui.file.said.found", place="cards[3].effect", wanted=wanted, found="'x'"
        )
    for name in SAID[2:]:
        raised = filled(english.t(f"ui.file.said.{name}"))
        assert complaints.told(raised) == filled(here.t(f"ui.file.said.{name}"))
    assert complaints.told("something else") == "something else"


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_is_wrong_with_a_deck_is_told_in_the_language(language: str) -> None:
    complaints = Complaints(Texts(language))
    deck = example()
    known = places(deck)[1:]
    dice = random.Random(12)
    told = set()
    for _ in range(300):
        broken = copy.deepcopy(deck)
        *way, last = dice.choice(known)
        part: Any = broken
        for name in way:
            part = part[name]
        if isinstance(part, dict) and dice.random() < 0.3:
            last = dice.choice(["do", "rank", "who", "times", "then", "none", "if", "choose", "by_rank", "also", "zz"])
        part[last] = copy.deepcopy(dice.choice(JUNK))
        try:
            checked_deck(broken)
        except BadCards as error:
            said = complaints.told(reason(str(error), Path("deck")))
            assert not ENGLISH.search(said), (said, str(error))
            told.add(re.sub(r"^.*?: |[^\w ]", "", said))
    assert len(told) > 20


@pytest.mark.parametrize("language", OTHERS)
def test_a_deck_that_is_no_json_is_told_with_its_line(language: str) -> None:
    with pytest.raises(BadCards) as caught:
        deck_of(b'{"code":\n "half', "deck.json")
    said = Complaints(Texts(language)).told(reason(str(caught.value), Path("deck.json")))
    assert said == Texts(language).t("ui.file.said.not_json", line="2", column="2")


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_is_wrong_with_a_map_is_told_in_the_language(language: str, tmp_path: Path) -> None:
    complaints = Complaints(Texts(language))
    text = GOOD.read_text("utf-8")
    chance = SeededChance("complaints")
    path = beside(tmp_path, text)
    refused = foreign = 0
    for _ in range(60):
        path.write_bytes(forged(text, chance).encode("utf-8", "replace"))
        try:
            load(path)
        except BadMap as error:
            raised = str(error).removeprefix(str(path)).lstrip(": ")
            refused += 1
            foreign += complaints.told(raised) == raised
    assert refused > 20
    assert foreign <= refused // 10, "only what a library stumbles over is told as it comes"
