"""Opening tables of Legends, and their targets."""

from typing import Any

from engine.seats import Seat
from engine.session import Session
from games.legends.moves import DONE, decode
from scenes.legends import choices
from scenes.table import game_screens as games
from tests.ui.driver import Driver


def open_table(
    driver: Driver, persons: int = 1, count: int = 3, options: dict[str, Any] | None = None, seed: str = "legends"
) -> Any:
    """A table with persons first, then computers."""
    names = ("Leo", "Mia", "Tom", "Eva")
    seats = [
        Seat("person", "", names[k], k) if k < persons else Seat("computer", "novice", names[k], k)
        for k in range(count)
    ]
    table = games.table(driver.ctx, Session.start("legends", options or {}, seats, seed))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.frame()
    return table


def target_of(table: Any, wanted: int) -> str:
    """The control that stands for an action."""
    phase = table.view["phase"]
    move = decode(wanted)
    if move == DONE:
        return f"choice.{wanted}" if phase == "choose_action" else "main"
    if choices.is_cards(table.view):
        return f"card.{move.number}"
    if phase == "segment":
        return f"segment.{wanted}"
    if phase in choices.ON_MAP:
        assert move.region is not None
        several = len(choices.group_by_region(table.moves)[move.region]) > 1
        return f"piece.{wanted}" if several else f"region.{move.region}"
    return f"choice.{wanted}"
