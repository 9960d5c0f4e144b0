"""The button of an action that ends the game says so, at the tables of all games."""

from __future__ import annotations

from typing import Any

import pytest

from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens
from tests.ai.test_game_end import GAMES, play_to_the_end
from tests.support.advice import settle, words_of
from tests.ui.driver import Driver

TAG = "Ends the game"


def find_endings(rules: Any, state: Any, seat: int) -> list[int]:
    """The actions of a seat after which the game is over."""
    from engine.chance import SeededChance

    found = []
    for action in rules.legal(state, seat):
        twin, chance = rules.clone(state), SeededChance(1)
        others = [(other, rules.legal(twin, other)[0]) for other in rules.to_act(twin) if other != seat]
        for who, what in [(seat, action), *others]:
            rules.apply(twin, who, what, chance)
        if rules.result(twin) and action not in rules.resignations:
            found.append(action)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_button_says_that_it_ends_the_game(driver: Driver, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine import registry

    rules = registry.rules(game)
    words = words_of("draw", monkeypatch)
    seen = set()
    for seed in range(8):
        positions = play_to_the_end(game, 2, seed)
        for state, seat in (positions[0], positions[-1]):
            endings = find_endings(rules, state, seat)
            options = rules.check_options({}, 2)
            seats = [Seat("person", "", "Ann", 0), Seat("person", "", "Bob", 1)]
            table: Any = game_screens.table(
                driver.ctx, Session.from_position(game, options, seats, "end", rules.clone(state))
            )
            driver.ctx.stack.replace(table)
            driver.ctx.stack.settle()
            settle(driver, table)
            if table.viewer != seat:
                continue
            if (
                endings
                and not set(endings) & set(table.list_action_buttons(table.legal()).values())
                and game != "tash_kalar"
            ):
                table.chosen = endings[0]
            table.ui.dirty = True
            words.clear()
            driver.run(100)
            ends = any(action in endings for action in table.list_action_buttons(table.legal()).values())
            assert (TAG in words) == ends
            for name, action in table.list_action_buttons(table.legal()).items():
                if action in endings and table.ui.find(name) is not None and table.ui.find(name).enabled:
                    assert TAG in table.ui.find(name).label
            seen.add(ends)
        if seen == {True, False}:
            break
    assert True in seen
