"""Decks that anybody may have made: refused with a word, or fit to be played with."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import BadOptions
from games.tash_kalar import RULES
from games.tash_kalar.cards import BadCards, parse_deck
from scenes.tash_kalar.options import MOST_BYTES, load_folder
from tests.shared.samples import EXAMPLE_DECK
from tests.support.fuzzing import some

from .own_deck import mixed_deck

GOOD = json.loads(EXAMPLE_DECK.read_text("utf-8"))
QUICK = 400
LONG = 12_000
MOST = 4_000
LOADED = 20
"""One position in as many is loaded again."""


def forge_decks(count: int, seed: str, good: Any = GOOD) -> Counter[str]:
    """Forged decks; one in ten of those that are taken is played with, and its positions are loaded again."""
    chance = SeededChance(seed)
    found: Counter[str] = Counter()
    for number in range(count):
        changes, forged = some(good, chance)
        try:
            try:
                deck = parse_deck(json.dumps(forged).encode(), "deck")
                full = RULES.check_options({"decks": [deck], "deck_1": "own_1"}, 2)
            except (BadCards, BadOptions) as refused:
                assert ":" in str(refused)
                found["refused"] += 1
                continue
            found["taken"] += 1
            if found["taken"] % 10 == 1:
                _play(full, SeededChance(number))
                found["played"] += 1
        except Exception as error:
            raise AssertionError(f"{changes}: {error!r}") from error
    return found


def _play(full: dict[str, object], chance: SeededChance) -> None:
    state = RULES.new(full, 2, chance)
    for _ in range(MOST):
        if not RULES.to_act(state):
            return
        seat = chance.draw(RULES.to_act(state))
        RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
        if chance.below(LOADED) == 0:
            RULES.load(json.loads(json.dumps(RULES.dump(state))))


def test_forged_decks_are_refused_or_played() -> None:
    found = forge_decks(QUICK, "quick")
    assert found["refused"] and found["played"]


def test_forged_decks_with_words_of_expansions_are_refused_or_played() -> None:
    found = forge_decks(QUICK, "expansions", mixed_deck())
    assert found["refused"] and found["played"]


@pytest.mark.soak
def test_forged_decks_long() -> None:
    print("decks", dict(forge_decks(LONG, "long")))
    print("decks of expansions", dict(forge_decks(LONG, "long", mixed_deck())))


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"[" * 100_000, b"1", b"[]", b"{}", b'{"code": {}}', b"nul", b"1e999", b"\x00" * 99],
)
def test_what_is_no_deck_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadCards):
        parse_deck(content, "deck")
    (tmp_path / "bad.json").write_bytes(content)
    good, bad = load_folder(tmp_path)
    assert not good and len(bad) == 1 and bad[0][1] and len(bad[0][1]) <= 300


def test_pipes_and_endless_files_do_not_stop_the_set_up(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(EXAMPLE_DECK.read_bytes())
    (tmp_path / "large.json").write_bytes(EXAMPLE_DECK.read_bytes() + b" " * MOST_BYTES)
    (tmp_path / "folder.json").mkdir()
    wrong = 2
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.json")
        (tmp_path / "zero.json").symlink_to("/dev/zero")
        wrong = 4
    good, bad = load_folder(tmp_path)
    assert list(good) == [GOOD["code"]]
    assert len(bad) == wrong and all("\n" not in said for _, said in bad)
