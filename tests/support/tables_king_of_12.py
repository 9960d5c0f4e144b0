"""Opening tables of King of 12."""

from typing import Any

from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens as games
from tests.ui.driver import Driver


def open_table(driver: Driver, persons: int = 1, count: int = 3, options: dict[str, Any] | None = None) -> Any:
    """A table with persons first, then computers."""
    names = ("Leo", "Mia", "Tom", "Eva")
    seats = [
        Seat("person", "", names[k], k) if k < persons else Seat("computer", "novice", names[k], k)
        for k in range(count)
    ]
    table = games.table(driver.ctx, Session.start("king_of_12", options or {}, seats, "whole game"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.frame()
    return table
