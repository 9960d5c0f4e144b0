"""Decks of players' own: whatever a file holds is refused in words, and whatever is accepted can be played."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves
from games.tash_kalar import RULES
from games.tash_kalar.cards import BadCards, check_deck, parse_deck
from games.tash_kalar.effect_compiler import CONDITIONS, FIELDS, KINDS, WHERE, WHO
from tests.support.broken_decks import EXAMPLE, broken_decks, example

ANYWHERE = [place for place in WHERE if place not in ("marked", "lines")]
VALUES: dict[str, list[Any]] = {
    "who": list(WHO), "rank": ["C", "H", "L", "CH", "HL", "CHL"], "spare": ["C", "HL"], "where": ANYWHERE,
    "to": ANYWHERE, "times": [1, 2, 3, "any", {"C": 3, "H": 2}], "kind": list(KINDS), "card": ["being", "legend"],
    "number": [1, 2, 3], "distance": [2], "equal": [0, 1, 2], "count": [0, 1, 2], "range": [1, 2, 3],
    "into": ["C", "H", "L"], "directions": ["last"],
}  # fmt: skip
"""What the fields of a step may hold; all others are true."""
PATTERNS = (["*c"], ["c*"], [".*", "c."], ["cc*"], ["C", "c"], ["c.*"])
"""Easy ones, so that beings come into play."""
FORMS = (("duel", 2), ("high", 2), ("melee", 3), ("melee", 4), ("team_duel", 4))


def step(dice: random.Random, depth: int = 0) -> dict[str, Any]:
    """Any step of the vocabulary."""
    luck = dice.random()
    if depth < 2 and luck < 0.08:
        return {"choose": [[step(dice, depth + 1)], [step(dice, depth + 1)]], "may": luck < 0.04}
    if depth < 2 and luck < 0.16:
        return {"if": dice.choice(CONDITIONS), "do": [step(dice, depth + 1)], "else": [step(dice, depth + 1)]}
    keyword = dice.choice(list(FIELDS))
    made: dict[str, Any] = {"do": keyword}
    for name in sorted(FIELDS[keyword]):
        if name not in ("kind", "card") and dice.random() > 0.3:
            continue
        if name in ("then", "none"):
            if depth < 2:
                made[name] = [step(dice, depth + 1)]
        elif name == "by_rank":
            made[name] = {rank: [step(dice, depth + 1)] if depth < 2 else [] for rank in "CHL"}
        elif name == "also":
            made[name] = {"where": dice.choice(ANYWHERE), "rank": "CH", "kind": dice.choice(KINDS)}
        elif name == "stop":
            made[name] = dice.choice(["C", "L"] if keyword == "shoot" else ["empty", "legend"])
        elif name == "card" and keyword == "discard":
            made[name] = "flare"
        elif name == "toward":
            made[name] = dice.choice(ANYWHERE)
        elif name == "who" and keyword == "place":
            made[name] = dice.choice(["own", "enemy"])
        else:
            made[name] = dice.choice(VALUES.get(name, [True]))
    if keyword == "shoot":
        made["directions"] = "last"
    return made


def any_deck(dice: random.Random) -> dict[str, Any]:
    """A deck of easy patterns and effects that nobody thought about."""
    deck = example()
    for card in deck["cards"]:
        card.pop("directions", None)
        card["pattern"] = dice.choice(PATTERNS)
        card["rank"] = "H" if card["pattern"] == ["C", "c"] else card["rank"]
        card["effect"] = [step(dice) for _ in range(dice.randint(1, 2))]
    return deck


@pytest.mark.parametrize("seed", range(15))
def test_effects_that_nobody_thought_about_are_played_to_the_end(seed: int) -> None:
    deck = any_deck(random.Random(seed))
    form, seats = FORMS[seed % len(FORMS)]
    chance = SeededChance(seed)
    wishes = {f"deck_{seat + 1}": "own_1" for seat in range(seats)}
    state = RULES.new({"form": form, "decks": [deck], **wishes, "surrender": False}, seats, chance)
    for number in range(6000):
        owing = RULES.to_act(state)
        if not owing:
            break
        action = chance.draw(RULES.legal(state, owing[0]))
        assert RULES.describe(action) is not None
        if number % 25 == 0:
            view = RULES.view(state, owing[0])
            assert RULES.view(RULES.determinize(view, chance), owing[0]) == view
            assert RULES.dump(RULES.load(RULES.dump(state))) == RULES.dump(state)
        RULES.apply(state, owing[0], action, chance)
    assert not RULES.to_act(state)


def test_however_many_actions_a_deck_gives_the_position_can_be_loaded() -> None:
    """Two steps of nine actions each: never more than nine are left."""
    deck = example()
    for card in deck["cards"]:
        card.pop("directions", None)
        card.update(pattern=["c*"], rank="C", effect=[{"do": "gain", "number": 9}] * 2)
    chance = SeededChance(3)
    state = RULES.new({"form": "duel", "decks": [deck], "deck_1": "own_1", "deck_2": "own_1"}, 2, chance)
    most = 0
    for _ in range(400):
        owing = RULES.to_act(state)
        if not owing:
            break
        legal = [one for one in RULES.legal(state, owing[0]) if one not in RULES.resignations]
        RULES.apply(state, owing[0], chance.draw(legal), chance)
        most = max(most, state.actions)
        assert RULES.dump(RULES.load(RULES.dump(state))) == RULES.dump(state)
    assert most == 9


def test_whatever_is_wrong_with_a_deck_is_said_in_words() -> None:
    refused = 0
    for broken in broken_decks(11, 1500):
        try:
            check_deck(broken)
        except BadCards as error:
            refused += 1
            assert str(error).startswith("deck")
    assert refused > 1000


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b'{"a":' * 5_000, b'"deck"', b"[]", b"{}",
        json.dumps({"code": "x", "name": "x", "cards": [{"effect": "x"}] * 18}).encode(),
    ],
)  # fmt: skip
def test_a_file_that_is_no_deck_is_refused_naming_it(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(content)
    with pytest.raises(BadCards, match=r"mine\.json"):
        parse_deck(path.read_bytes(), str(path))


def test_steps_within_steps_without_end_are_refused(tmp_path: Path) -> None:
    deck = example()
    deck["cards"][0]["effect"] = "HERE"
    steps = '[{"do": "pick", "then": ' * 400 + "[]" + "}]" * 400
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(deck).replace('"HERE"', steps), "utf-8")
    with pytest.raises(BadCards, match="at most 40 steps"):
        parse_deck(path.read_bytes(), str(path))


@pytest.mark.parametrize("sign", ["\0", "\n", "\x1b", "\ud800"])
def test_signs_that_no_font_draws_are_refused(sign: str) -> None:
    deck = example()
    deck["cards"][4]["text"] = f"Nothing{sign}"
    with pytest.raises(BadCards, match=r"cards\[4\] \(rope_maker\)\.text"):
        check_deck(deck)


def test_a_choice_is_between_two_ways() -> None:
    deck = example()
    way = [{"do": "gain"}]
    deck["cards"][17]["effect"] = [{"choose": [way, way, way]}]
    with pytest.raises(BadCards, match=r"\(old_admiral\)\.effect\[0\]\.choose: expected two ways, found 3"):
        check_deck(deck)


def test_a_saved_game_carries_its_decks_along(tmp_path: Path) -> None:
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
    options = {"form": "duel", "decks": [example()], "deck_1": "own_1", "deck_2": "own_1", "surrender": False}
    path = tmp_path / "game.json"
    session = Session.start("tash_kalar", options, seats, "decks", autosave=path)
    chance = SeededChance(3)
    for _ in range(60):
        seat = session.to_act()[0]
        session.submit(seat, chance.draw(session.legal(seat)))
    loaded = saves.load(path)
    assert loaded.notices == []
    assert loaded.session.view(0) == session.view(0)
    deck = loaded.session.view(None)["options"]["decks"][0]
    assert deck["name"] == "Harbour Guild" and len(deck["cards"]) == 18
    shown = [event for event in loaded.session.course.last.events if event.data.get("name")]
    assert all(event.data["name"] in {card["name"] for card in deck["cards"]} for event in shown)


def test_the_guide_names_every_word_of_the_vocabulary() -> None:
    guide = (EXAMPLE.parent / "make_a_deck.md").read_text("utf-8")
    fields = {name for names in FIELDS.values() for name in names}
    for word in {*FIELDS, *fields, *WHERE, *WHO, *KINDS, *CONDITIONS}:
        assert f"`{word}`" in guide, word
