"""The button of an action that ends the game says so, at the tables of all games."""

from typing import Any

import pytest

from engine import registry
from engine.chance import SeededChance
from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens
from tests.ai.test_game_end import GAMES, list_ends, play_to_the_end
from tests.support.advice import settle, words_of
from tests.ui.driver import Driver

TAG = "Ends the game"


def find_endings(rules: Any, state: Any, seat: int) -> list[int]:
    """The actions after which the game is over on all that fits what a seat sees, whatever others decide meanwhile."""
    view, chance = rules.view(state, seat), SeededChance(9)
    fitting = [state, *(rules.determinize(view, chance) for _ in range(12))]
    own = [action for action in rules.legal(state, seat) if action not in rules.resignations]
    return [action for action in own if all(all(list_ends(rules, one, seat, action)) for one in fitting)]


def sit_down(driver: Driver, rules: Any, state: Any) -> Any:
    """The table of two people at a position."""
    seats = [Seat("person", "", "Ann", 0), Seat("person", "", "Bob", 1)]
    session = Session.from_position(rules.id, rules.check_options({}, 2), seats, "end", rules.clone(state))
    table: Any = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    settle(driver, table)
    return table


@pytest.mark.parametrize("seed", [24, 42])
def test_a_button_says_nothing_where_others_or_dice_may_go_on(
    driver: Driver, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, words = registry.rules("king_of_12"), words_of("draw", monkeypatch)
    state, seat = play_to_the_end("king_of_12", 2, seed)[-1]
    table = sit_down(driver, rules, state)
    assert table.viewer == seat and not find_endings(rules, state, seat)
    table.chosen = table.legal()[0]
    table.ui.dirty = True
    driver.run(100)
    assert driver.has("main") and TAG not in words


@pytest.mark.parametrize("game", GAMES)
def test_the_button_says_that_it_ends_the_game(driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.rules(game)
    words = words_of("draw", monkeypatch)
    seen = set()
    for seed in range(8):
        positions = play_to_the_end(game, 2, seed)
        for state, seat in (positions[0], positions[-1]):
            endings = find_endings(rules, state, seat)
            table = sit_down(driver, rules, state)
            if table.viewer != seat:
                continue
            if (
                endings
                and not set(endings) & set(table.hooks.list_action_buttons(table, table.legal()).values())
                and game != "tash_kalar"
            ):
                table.chosen = endings[0]
            table.ui.dirty = True
            words.clear()
            driver.run(100)
            ends = any(action in endings for action in table.hooks.list_action_buttons(table, table.legal()).values())
            assert (TAG in words) == ends
            for name, action in table.hooks.list_action_buttons(table, table.legal()).items():
                if action in endings and table.ui.find(name) is not None and table.ui.find(name).enabled:
                    assert TAG in table.ui.find(name).label
            seen.add(ends)
        if seen == {True, False} and game != "king_of_12":  # there some choices of others end it, and some do not
            break
    assert True in seen
