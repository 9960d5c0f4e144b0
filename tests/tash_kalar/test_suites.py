"""A few telling ways to play Tash-Kalar keep the contract and leak nothing."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from engine import registry
from engine.contract import Rules
from games.tash_kalar import RULES
from tests.shared.contract import test_contract as contract
from tests.shared.leaks import test_leaks as leaks
from tests.shared.samples import Setup, checks

from .own_deck import mixed_deck, own_deck


class TashKalarSetup(Setup):
    """A way to begin this game before it is offered on the title screen."""

    @property
    def rules(self) -> Rules[Any]:
        return RULES


def _setup(seats: int, name: str, **options: Any) -> Setup:
    return TashKalarSetup("tash_kalar", seats, RULES.check_options(options, seats), name)


SETUPS = [
    _setup(2, "duel", form="duel", surrender=False, deck_1="sylvan", deck_2="imperial_north"),
    _setup(3, "melee", deck_1="highland", deck_2="highland", different=False),
    _setup(4, "team_high", form="team_high", deck_1="own_1", decks=[own_deck()], surrender=False),
    _setup(2, "frozen_gateway", form="high", surrender=False, deck_1="everfrost", deck_2="nethervoid"),
    _setup(3, "mixed", deck_1="own_1", deck_2="nethervoid", deck_3="everfrost", decks=[mixed_deck()]),
]


@pytest.mark.parametrize("check", [*checks(contract), *checks(leaks)], ids=lambda check: check.__name__)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_all_games_share(setup: Setup, check: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "rules", lambda game: RULES)
    if "seed" in inspect.signature(check).parameters:
        check(setup, 1)
    else:
        check(setup)
