"""Texts and waits of tables with advice."""

from typing import Any

import pytest

from engine.session import Session
from scenes.results import outcome
from sprites.base import text
from tests.ui.driver import Driver


def settle(driver: Driver, table: Any) -> None:
    """Run until a person may decide; open the curtain for the next one."""
    for _ in range(600):
        if driver.top.name == "curtain":
            driver.top.confirm()
        elif table.confirming:
            table.confirm()
        elif driver.top is table and table.may_act():
            driver.frame(0)
            return
        driver.wait(50)
    raise AssertionError("nobody may decide")


def describe_best(driver: Driver, session: Session) -> str:
    """What is said of a result next to the best so far; "" when there is nothing to compare."""
    found = outcome.compare_best(driver.ctx, session)
    return "" if found is None else found.describe(driver.ctx)


def words_of(kind: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that are drawn from now on by ``text.draw`` or ``text.paragraph``."""
    found: list[str] = []
    drawn = getattr(text, kind)

    def noted(canvas: Any, words: str, *more: Any, **named: Any) -> Any:
        found.append(words)
        return drawn(canvas, words, *more, **named)

    monkeypatch.setattr(text, kind, noted)
    return found
