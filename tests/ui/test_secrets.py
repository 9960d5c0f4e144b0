"""Several people at one computer: what only one of them was told is not drawn for the others."""

import random

from engine.seats import Seat
from engine.session import Session
from scenes.king_of_12.scene_model import KingTable
from scenes.king_of_12.table import TABLE
from scenes.table.table import Table
from tests.ui.driver import Driver


def _with_a_crown() -> tuple[Session, int]:
    """A game of two people at the first choice after one of them has laid a crown; and who that was."""
    seats = [Seat("person", "", "Leo", 0, ""), Seat("person", "", "Mia", 1, "")]
    session = Session.start("king_of_12", {"set": "first", "promo": "none"}, seats, "crown")
    chance = random.Random(5)
    for _ in range(500):
        view = session.view(None)
        if sum(view["crowns"]) == 1 and view["phase"] == "choose":
            return session, view["crowns"].index(1)
        seat = session.to_act()[0]
        session.submit(seat, chance.choice(list(session.legal(seat))))
    raise AssertionError("nobody won a round")


def _private(table: KingTable) -> list[str]:
    table.chronicle.update()
    return [line.text for line in table.chronicle.all if line.kind == "crown_card"]


def test_the_chronicle_and_the_hand_belong_to_whom_they_are_shown(driver: Driver) -> None:
    session, owner = _with_a_crown()
    table = Table(driver.ctx, session, TABLE)
    table.start()
    table.viewpoint.watch_from(owner, secret=True)
    assert _private(table) and table.own.hand_cards()
    table.viewpoint.watch_from(1 - owner, secret=True)
    assert not _private(table)
    table.viewpoint.watch_from(owner, secret=True)
    assert _private(table)
    table.viewpoint.hide_hand()
    assert not _private(table) and not table.own.hand_cards()
    table.viewpoint.watch_from(owner, secret=False)  # a choice that is made while all look on
    assert not _private(table) and not table.own.hand_cards()
    table.leave()
