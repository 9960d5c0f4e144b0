"""King of the Dice keeps the contract and tells no secrets: the checks that all games share, run on this rule set."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from engine import registry
from engine.contract import Rules
from games.king_of_the_dice import RULES
from tests.contract import test_contract as contract
from tests.leaks import test_leaks as leaks
from tests.samples import Setup, checks, option_sets


class DiceSetup(Setup):
    """A way to begin this game, whether or not it is offered on the title screen."""

    @property
    def rules(self) -> Rules[Any]:
        return RULES


SETUPS = [
    DiceSetup("king_of_the_dice", seats, options, name)
    for seats in RULES.seat_counts
    for name, options in option_sets(RULES, seats).items()
]


@pytest.mark.parametrize("check", [*checks(contract), *checks(leaks)], ids=lambda check: check.__name__)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_all_games_share(setup: Setup, check: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "rules", lambda game: RULES)
    if "seed" in inspect.signature(check).parameters:
        check(setup, 1)
    else:
        check(setup)


def test_every_number_of_seats_and_both_maps_are_checked() -> None:
    assert len(SETUPS) == 6
