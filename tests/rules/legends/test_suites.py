"""Legends keeps the contract and tells no secrets: the checks that all games share, run on this rule set."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from engine import registry
from engine.contract import Rules
from games.legends import RULES
from tests.contract import test_contract as contract
from tests.leaks import test_leaks as leaks
from tests.samples import Setup, checks

from .test_own_segments import PORT, large


class LegendsSetup(Setup):
    """A way to begin this game, whether or not it is offered on the title screen."""

    @property
    def rules(self) -> Rules[Any]:
        return RULES


EVERYTHING = {"citadels": True, "dragon": True, "portals": True, "rogues": True, "leaders": True}


def _setup(seats: int, name: str, **options: Any) -> Setup:
    return LegendsSetup("legends", seats, RULES.check_options(options, seats), name)


SETUPS = [
    _setup(2, "default"),
    _setup(3, "default"),
    _setup(4, "default"),
    _setup(2, "by_hand_ring_open", setup="by_hand", shape="ring", explore="open", tie="die", **EVERYTHING),
    _setup(3, "by_hand_t_swamp", setup="by_hand", explore="swamp", youngest=2, **EVERYTHING),
    _setup(4, "ring_swamp", shape="ring", explore="swamp", youngest=3, **EVERYTHING),
    _setup(3, "own_segments", setup="by_hand", segments=[PORT, large(1)], **EVERYTHING),
    _setup(2, "full_by_hand", length="full", setup="by_hand", explore="swamp", **EVERYTHING),
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
    assert len(checks(contract)) >= 10
    assert len(checks(leaks)) >= 7
