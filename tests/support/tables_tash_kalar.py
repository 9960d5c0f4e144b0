"""Opening tables of Tash-Kalar."""

from __future__ import annotations

from typing import Any

from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens as games
from tests.ui.driver import Driver


def open_table(
    driver: Driver, form: str = "high", persons: int = 1, count: int = 2, *, curtains: bool = True, **options: Any
) -> Any:
    """A table with persons first, then computers; everything happens at once."""
    driver.settings.speed = "instant"
    driver.ctx.instant = not curtains
    names = ("Leo", "Mia", "Tom", "Eva")
    seats = [
        Seat("person", "", names[k], k) if k < persons else Seat("computer", "novice", names[k], k)
        for k in range(count)
    ]
    table = games.table(driver.ctx, Session.start("tash_kalar", {"form": form, **options}, seats, "whole game"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.frame()
    return table
