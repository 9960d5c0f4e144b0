"""With segments of a player's own, which no set of offered values has, Legends keeps the contract as well."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from engine import registry
from engine.contract import Rules
from games.legends import RULES
from tests.shared.contract import test_contract as contract
from tests.shared.leaks import test_leaks as leaks
from tests.shared.samples import Setup, checks
from tests.support.own_segments import PORT, large


class LegendsSetup(Setup):
    """A way to begin this game with options that are made, not picked."""

    @property
    def rules(self) -> Rules[Any]:
        return RULES


EVERYTHING = {"citadels": True, "dragon": True, "portals": True, "rogues": True, "leaders": True}


def _setup(seats: int, name: str, **options: Any) -> Setup:
    return LegendsSetup("legends", seats, RULES.check_options(options, seats), name)


SETUPS = [
    _setup(3, "own_segments", setup="by_hand", segments=[PORT, large(1)], **EVERYTHING),
    _setup(2, "own_large_ring", shape="ring", explore="swamp", segments=[large(number) for number in range(4)]),
]


@pytest.mark.parametrize("check", [*checks(contract), *checks(leaks)], ids=lambda check: check.__name__)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_all_games_share(setup: Setup, check: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "rules", lambda game: RULES)
    if "seed" in inspect.signature(check).parameters:
        check(setup, 1)
    else:
        check(setup)


def test_there_is_something_to_check() -> None:
    assert len(checks(contract)) >= 4 and len(contract.CHECKS) >= 6
    assert len(checks(leaks)) >= 2 and len(leaks.CHECKS) >= 6
