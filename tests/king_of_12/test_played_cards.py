"""A rival's plate shows the cards it has played this round, as everybody has seen them."""

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.session import Session
from scenes.dev.staging import find_moment, seats
from scenes.king_of_12 import plates
from scenes.king_of_12.scene_model import from_view
from scenes.table import game_screens
from tests.ui.driver import Driver


def test_the_plates_hold_the_cards_of_this_round() -> None:
    session = Session.start("king_of_12", {}, seats(4), "plates")
    chance, most = SeededChance(3), 0
    while session.to_act():
        view = session.view(0)
        stage = from_view(view, 0, 900.0)
        assert [seat.played for seat in stage.seats] == view["played"]
        most = max(most, len(stage.seats[1].played))
        seat = session.to_act()[-1]
        legal = session.legal(seat)
        session.submit(seat, legal[chance.below(len(legal))])
    assert most >= 4


@pytest.mark.parametrize("narrow", [False, True])
def test_up_to_seven_cards_have_room_on_a_plate(narrow: bool) -> None:
    session = Session.start("king_of_12", {}, seats(4), "plates")
    for seat in from_view(session.view(0), 0, 900.0).seats:
        x, y, w, h = seat.place.plate
        wide = plates.NARROW_W if narrow else plates.PLATE_CARD_W
        face = plates.find_plate_layout(seat).face
        for count in range(1, 8):
            seat.played = list(range(count))
            spots = [plates.find_card_spot(seat, at, narrow) for at in range(count)]
            if seat.place.side == "below":
                assert spots == [None] * count
                continue
            found = [spot for spot in spots if spot is not None]
            assert len(found) == count and [spot[0] for spot in found] == sorted({spot[0] for spot in found})
            assert found[0][0] - wide / 2 >= x + face[0] + face[2] - 1, "no card covers the portrait"
            assert found[-1][0] + wide / 2 <= x + w and y <= found[0][1] <= y + h


def test_a_played_card_flies_to_its_plate_and_stays_there() -> None:
    def is_moment(session: Session) -> bool:
        legal = session.legal(0)
        return bool(legal) and session.view(0)["phase"] == "choose" and session.view(0)["trick"] >= 2

    driver = Driver(speed="4")
    try:
        table: Any = game_screens.table(driver.ctx, find_moment("king_of_12", "fly", is_moment))
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        table.skip()
        driver.until(lambda: bool(table.legal()))
        before = [len(seat.played) for seat in table.stage.seats]
        trick = table.view["trick"]
        table.decide(table.legal()[0])
        for _ in range(4000):
            driver.frame()
            if table.confirming:
                table.confirm()
            if table.view["trick"] == trick + 1 or not table.session.to_act():
                break
        assert [len(seat.played) for seat in table.stage.seats] == [count + 1 for count in before]
        assert "\n" in (table.ui.find("plate.1").tip or ("", ""))[1], "the tip names the cards too"
    finally:
        driver.close()
