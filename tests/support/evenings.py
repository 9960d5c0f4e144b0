"""People of an evening, and a game that ends at once."""

from typing import Any

from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens as games
from tests.ui.driver import Driver

PLAYERS = [Seat("person", "", name, k) for k, name in enumerate(("Leo", "Anna", "Tom"))]


def give_up(driver: Driver, people: list[str]) -> Any:
    """The table of a duel in which the first person has just given up."""
    seats = [Seat("person", "", name, k) for k, name in enumerate(people)]
    session = Session.start("tash_kalar", {"form": "duel"}, seats, "seed")
    while not session.over:
        seat = session.to_act()[0]
        leaving = [one for one in session.legal(seat) if one in session.rules.resignations and seat == 0]
        plain = [one for one in session.legal(seat) if one not in session.rules.resignations]
        session.submit(seat, (leaving or plain)[0])
    table: Any = games.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    return table
