"""Random games with the decks of expansions: pieces, cards and fields are kept, and views can be filled."""

import json
from collections import Counter
from typing import Any

import pytest

from engine.chance import SeededChance, mix
from games.tash_kalar import RULES
from games.tash_kalar.expansions import list_expansions
from games.tash_kalar.maps import BOARD
from games.tash_kalar.state import State, count_sides, supply

from .own_deck import mixed_deck

FORMS = (("high", 2), ("duel", 2), ("melee", 3), ("melee", 4), ("team_high", 4), ("team_duel", 4))
DECKS = ("everfrost", "nethervoid", "own_1", "everfrost", "nethervoid", "highland", "sylvan")
TWISTS = ("quiet_ground", "open_hands", "no_flares", "walls", "hidden_tasks")
MOST = 5_000
GAMES = 12
CHECKED = 20
"""One position in as many is looked at closely."""


def set_up(number: int) -> tuple[dict[str, Any], int]:
    """Options and seats of a game: forms, decks, twists and handicaps in turn."""
    dice = SeededChance(mix("expansions", number))
    form, seats = FORMS[number % len(FORMS)]
    options: dict[str, Any] = {"form": form, "surrender": False, "decks": [mixed_deck()]}
    for seat in range(1, seats + 1):
        options[f"deck_{seat}"] = DECKS[dice.below(len(DECKS))]
    for twist in TWISTS:
        if dice.below(6) == 0:
            options[twist] = True
    if dice.below(6) == 0:
        options["legend"] = f"seat_{dice.below(seats) + 1}"
    if dice.below(4) == 0:
        options["handicap"] = [dice.below(7) for _ in range(seats)]
    return RULES.check_options(options, seats), seats


def play(number: int, seen: Counter[str]) -> None:
    """Play a random game; ``seen`` counts what happened in it."""
    options, seats = set_up(number)
    chance, players = SeededChance(mix("chance", number)), SeededChance(mix("players", number))
    state = RULES.new(options, seats, chance)
    for _ in range(MOST):
        if not RULES.to_act(state):
            break
        legal = RULES.legal(state, state.acting)
        assert legal
        RULES.apply(state, state.acting, players.draw(legal), chance, lambda event: seen.update((event.kind,)))
        check_pieces(state)
        if players.below(CHECKED) == 0:
            check_closely(state, players)
    assert not RULES.to_act(state), "a game ends"
    seen["games"] += 1


def check_pieces(state: State) -> None:
    """No square twice, no colour with more pieces than it has left, every Gateway a piece of its colour."""
    taken = 0
    for mask in state.men:
        assert not taken & mask and not mask & ~BOARD
        taken |= mask
    for colour in range(count_sides(state)):
        assert supply(state, colour, 0) >= 0 and supply(state, colour, 2) >= 0
    for one, value in zip(state.expansions, state.added, strict=True):
        assert not list(one.find_problems(state, value))


def check_closely(state: State, chance: SeededChance) -> None:
    """It loads as it was dumped, and every view is filled to a state with the same view and the same choices."""
    dumped = RULES.dump(state)
    assert RULES.dump(RULES.load(json.loads(json.dumps(dumped)))) == dumped
    for seat in range(state.seats):
        view = RULES.view(state, seat)
        filled = RULES.determinize(view, chance)
        assert RULES.view(filled, seat) == view
        assert RULES.legal(filled, seat) == RULES.legal(state, seat)
        assert filled.added == state.added
        RULES.load(RULES.dump(filled))  # every card is in one place


def test_random_games_with_both_expansions() -> None:
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        play(number, seen)
    assert seen["games"] == GAMES
    assert all(seen[kind] for kind in ("stored", "thawed", "gateway"))


@pytest.mark.soak
def test_ten_thousand_random_games() -> None:
    seen: Counter[str] = Counter()
    for number in range(10_000):
        play(number, seen)
    print(dict(seen))
    assert {kind for one in list_expansions() for kind in one.events} <= set(seen)
