"""The cards of the box, the pattern search against brute force, and decks of a player's own that are refused."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.contract import BadOptions
from games.tash_kalar import RULES
from games.tash_kalar.cards import CARDS_FILE, DOMAIN, BadCards, Card, box, check_deck, parse_deck
from games.tash_kalar.maps import (
    BOARD,
    CENTRAL,
    DIRECTIONS,
    GREEN,
    NEAR,
    ORIENTATIONS,
    RED,
    bits,
    find_neighbours,
    fits,
    fits_with_one,
    shift_ranks,
    to_column_row,
    to_square,
)
from tests.shared.counted import calls

from .own_deck import own_deck

CARDS: list[Card] = [card for card in box().cards if card]


def test_the_arena_has_69_squares() -> None:
    assert BOARD.bit_count() == 69
    assert (RED.bit_count(), GREEN.bit_count(), CENTRAL.bit_count()) == (4, 5, 9)
    for square in bits(BOARD):
        x, y = to_column_row(square)
        around = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
        there = {to_square(a, b) for a, b in around if 1 <= a <= 9 and 1 <= b <= 9 and BOARD >> to_square(a, b) & 1}
        assert set(bits(NEAR[square])) == there == set(bits(find_neighbours(1 << square)))


def test_the_box_is_complete() -> None:
    own = [card for card in CARDS if card.domain == DOMAIN]
    assert len(own) == 3 * 18 + 12
    assert [sum(card.rank == rank for card in own) for rank in range(3)] == [15, 39, 12]
    assert len(box().flares) == 12 and len(box().tasks) == 24
    assert sum(not task.advanced for task in box().tasks) == 16


def flip(dx: int, dy: int, orientation: int) -> tuple[int, int]:
    """One of the eight ways to hold a card, by turning and mirroring a point."""
    if orientation & 1:
        dx = -dx
    if orientation & 2:
        dy = -dy
    return (dy, dx) if orientation & 4 else (dx, dy)


def brute_force(card: Card, own: dict[tuple[int, int], int], enemy: dict[tuple[int, int], int], helpers: int) -> int:
    """Every square in every way, looked at one by one; ``helpers`` pieces may be the enemy's."""
    found = 0
    for square in bits(BOARD):
        x, y = to_column_row(square)
        for orientation in range(ORIENTATIONS):
            lacking = 0
            for dx, dy, rank in card.pieces:
                a, b = flip(dx, dy, orientation)
                place = (x + a, y + b)
                if own.get(place, -1) < rank:
                    lacking += 1 if enemy.get(place, -1) >= rank else 99
            if lacking == helpers:
                found |= 1 << square
    return found


def masks(pieces: dict[tuple[int, int], int]) -> tuple[int, int, int]:
    common, heroic, legendary = (
        sum(1 << to_square(*place) for place, rank in pieces.items() if rank == wanted) for wanted in range(3)
    )
    return common, heroic, legendary


@pytest.mark.parametrize("seed", range(6))
def test_the_search_finds_what_brute_force_finds(seed: int) -> None:
    dice = random.Random(seed)
    squares = [to_column_row(square) for square in bits(BOARD)]
    dice.shuffle(squares)
    own = {place: dice.choice((0, 0, 1, 2)) for place in squares[:22]}
    enemy = {place: dice.choice((0, 0, 1, 2)) for place in squares[22:34]}
    mine, theirs = shift_ranks(*masks(own)), shift_ranks(*masks(enemy))
    for card in CARDS:
        assert fits(card.ways, mine, BOARD) == brute_force(card, own, enemy, 0), card.code
        assert fits_with_one(card.ways, mine, theirs, BOARD) == brute_force(card, own, enemy, 1), card.code


def test_a_card_is_searched_by_little_work() -> None:
    """Ten microseconds a card (the random play of ``engine.bench`` stands on it): whole boards by bits, not squares."""
    dice = random.Random(1)
    arenas = [shift_ranks(*masks({to_column_row(s): 0 for s in dice.sample(bits(BOARD), 12)})) for _ in range(20)]

    def search() -> None:
        for own in arenas:
            for card in CARDS:
                fits(card.ways, own, BOARD)

    search()
    assert calls(search) < 10 * len(arenas) * len(CARDS)


# --- what is refused ------------------------------------------------------------------------------


def changed(**fields: Any) -> dict[str, Any]:
    """A deck whose third card has other fields; None takes one away."""
    deck = own_deck()
    card = {**deck["cards"][2], **fields}
    deck["cards"][2] = {name: value for name, value in card.items() if value is not None}
    return deck


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"rank": "X"}, "(charging_buck).rank"),
        ({"rank": "L"}, "(charging_buck).rank"),
        ({"name": None}, "(charging_buck).name"),
        ({"text": 7}, "(charging_buck).text"),
        ({"code": "no good"}, "cards[2].code"),
        ({"code": "sapling"}, "different codes"),
        ({"colour": "red"}, "(charging_buck).colour"),
        ({"pattern": []}, "(charging_buck).pattern"),
        ({"pattern": ["c.c"]}, "one summoning square"),
        ({"pattern": ["*?c"]}, "(charging_buck).pattern"),
        ({"pattern": ["*....c"]}, "farther than 4"),
        ({"pattern": ["*"]}, "1 to 6 pieces"),
        ({"pattern": ["Hcc"]}, "higher rank"),
        ({"pattern": ["*c+"]}, "marked squares"),
        ({"directions": ["NNE"]}, "(charging_buck).directions"),
        ({"directions": ["N"]}, "(charging_buck).directions"),
        ({"effect": "leap"}, "(charging_buck).effect"),
        ({"effect": [{"do": "fly"}]}, "(charging_buck).effect[0].do"),
        ({"effect": [{"do": "gain", "number": 0}]}, "(charging_buck).effect[0].number"),
        ({"effect": [{"do": "move"}]}, "(charging_buck).effect[0].kind"),
        ({"effect": [{"do": "upgrade", "who": "nobody"}]}, "(charging_buck).effect[0].who"),
        ({"effect": [{"do": "upgrade", "rank": "Q"}]}, "(charging_buck).effect[0].rank"),
        ({"effect": [{"do": "upgrade", "colour": 1}]}, "(charging_buck).effect[0].colour"),
        ({"effect": [{"do": "upgrade", "may": "yes"}]}, "(charging_buck).effect[0].may"),
        ({"effect": [{"do": "destroy", "then": [{"do": "draw", "card": "ace"}]}]}, "effect[0].then[0].card"),
        ({"effect": [{"choose": []}]}, "(charging_buck).effect[0].choose"),
        ({"effect": [{"if": "raining", "do": [{"do": "turn"}]}]}, "(charging_buck).effect[0].if"),
        ({"effect": [{"do": "pick", "by_rank": {"C": []}}]}, "(charging_buck).effect[0].by_rank"),
        ({"effect": [{"do": "shoot", "rank": "C"}]}, "(charging_buck).directions"),
    ],
)
def test_a_deck_that_cannot_be_used_is_refused_naming_card_and_field(fields: dict[str, Any], place: str) -> None:
    with pytest.raises(BadCards) as caught:
        check_deck(changed(**fields))
    assert place in str(caught.value)
    with pytest.raises(BadOptions):
        RULES.check_options({"decks": [changed(**fields)]}, 2)


def test_a_deck_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(own_deck()), "utf-8")
    assert parse_deck(path.read_bytes(), str(path))["name"] == "My deck"
    path.write_text("{", "utf-8")
    with pytest.raises(BadCards, match=r"deck\.json"):
        parse_deck(path.read_bytes(), str(path))
    path.write_text(json.dumps({**own_deck(), "cards": []}), "utf-8")
    with pytest.raises(BadCards, match="cards"):
        parse_deck(path.read_bytes(), str(path))


def test_own_decks_of_one_code_are_refused() -> None:
    with pytest.raises(BadOptions, match="twice"):
        RULES.check_options({"decks": [own_deck(), own_deck()]}, 2)
    full = RULES.check_options({"decks": [own_deck()], "deck_1": "own_1", "deck_2": "own_2"}, 2)
    assert (full["deck_1"], full["deck_2"]) == ("own_1", "random"), "a deck that is not there is a random one"


def test_a_form_that_does_not_fit_the_seats_becomes_the_usual_one() -> None:
    assert RULES.check_options({"form": "melee"}, 2)["form"] == "high"
    assert RULES.check_options({"form": "duel"}, 3)["form"] == "melee"
    assert RULES.check_options({"form": "team_high"}, 4)["form"] == "team_high"
    with pytest.raises(BadOptions, match="form"):
        RULES.check_options({"form": "chess"}, 2)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"code": "imperial"', '"code": "empire"', "decks[0] (empire).code"),
        ('"code": "bomb"', '"code": "herald"', "different codes"),
        ('"kind": "enemy"', '"kind": "foe"', "tasks[21] (imprisonment).kind"),
        ('"upgraded": 3, "upper"', '"upgraded": 0, "upper"', "flares[0].upgraded"),
        ('"points": 1', '"points": 7', "tasks[0] (destruction).points"),
    ],
)
def test_a_box_that_cannot_be_used_is_refused(tmp_path: Path, old: str, new: str, place: str) -> None:
    text = CARDS_FILE.read_text("utf-8")
    assert old in text
    path = tmp_path / "cards.json"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadCards) as caught:
        box(path)
    assert place in str(caught.value) and "cards.json" in str(caught.value)
