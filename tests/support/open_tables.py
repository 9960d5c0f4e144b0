"""A table of a person and a computer, opened up to the first choice of the person."""

from collections.abc import Sequence
from typing import Any

from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens as games
from tests.ui.driver import Driver


def open_table(
    driver: Driver, game: str, people: int = 1, *, options: dict[str, Any] | None = None, seed: str = "presets",
    names: Sequence[str] = ("Leo", "Mia", "Tom", "Eva"),
) -> Any:  # fmt: skip
    """Open a table of people and, if there is one only, a computer; return it at the first choice of a person."""
    count = max(2, people)
    seats = [
        Seat("person" if k < people else "computer", "" if k < people else "novice", names[k], k) for k in range(count)
    ]
    table: Any = games.table(driver.ctx, Session.start(game, options or {}, seats, seed))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(lambda: table.may_act() or table.confirming)
    while not table.may_act():
        table.confirm()
        driver.frame()
    driver.frame()
    return table
