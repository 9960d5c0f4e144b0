"""The toy game stands in for the registered ones."""

from pathlib import Path

import pytest

from engine import registry
from tests.engine.toy import Toy


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The toy game, found in the registry as long as the test runs."""
    rules = Toy()

    def find(game: str) -> Toy:
        if game != "toy":
            raise registry.UnknownGame(game)
        return rules

    monkeypatch.setattr(registry, "rules", find)
    entry = registry.GameInfo("toy", 1, rules.seat_counts, (1, 1), "tests.engine.toy", "", "")
    known = registry._Found({"toy": entry}, {"toy": Path(__file__).parent}, [])
    monkeypatch.setattr(registry, "_all", lambda: known)
    return rules
