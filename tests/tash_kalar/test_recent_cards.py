"""What the others have played or discarded last lies open next to the arena."""

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import Event
from engine.session import Session
from games.tash_kalar.cards import LEGENDS
from scenes.dev.staging import seats
from scenes.table import game_screens
from scenes.tash_kalar.kept_cards import find_recent_box, list_recent_cards
from scenes.tash_kalar.layout import RIGHT_X, layout
from tests.ui.driver import Driver


def played(count: int, decisions: int = 160) -> Session:
    session = Session.start("tash_kalar", {"form": "melee"} if count > 2 else {}, seats(count), "recent")
    chance = SeededChance(4)
    for _ in range(decisions):
        if not session.to_act():
            break
        seat = session.to_act()[0]
        legal = [one for one in session.legal(seat) if one not in session.rules.resignations]
        session.submit(seat, legal[chance.below(len(legal))])
    return session


def test_the_newest_open_cards_of_a_seat_are_listed() -> None:
    view = {"discards": [[], [4, 7, 9]], "legend_deck": {"discards": []}, "flare_deck": {"discards": [2]}}
    events = [
        Event("summoned", {"seat": 1, "card": 4}), Event("discarded", {"seat": 1, "card": 7}),
        Event("summoned", {"seat": 0, "card": 5}), Event("flare_played", {"seat": 1, "flare": 2}),
        Event("summoned", {"seat": 1, "card": 8}),
    ]  # fmt: skip
    found = list_recent_cards(events, view, 1, 3)
    assert [unused for _, unused in found] == [False, True, False]
    assert [card for card, _ in found][:2] == [4, 7], "a card that was taken back is not among them"
    assert list_recent_cards(events, view, 1, 1) == found[-1:]
    assert list_recent_cards(events, view, 0, 3) == []


def test_every_listed_card_lies_open() -> None:
    session = played(2, 220)
    view = session.view(0)
    events = [event for _, event in session.events_for(0)]
    found = list_recent_cards(events, view, 1, 9)
    assert found
    away = {*view["discards"][1]}
    for card, _ in found:
        assert card in away or card >= LEGENDS, "a being lies among the discards of its seat"


@pytest.mark.parametrize("height", [900.0, 1000.0, 1200.0])
def test_the_pictures_have_room_beside_the_arena(height: float) -> None:
    for rivals in (1, 2, 3):
        (x, y, w, h), most = find_recent_box(layout(height), rivals)
        places = layout(height)
        assert most >= 1 and x + w <= RIGHT_X and x >= places.board.x + 9 * places.board.cell
        assert y + h <= places.hand_y - 100


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_picture_names_its_card_and_opens_the_discards(count: int) -> None:
    driver = Driver((1920, 1080), speed="instant")
    try:
        table: Any = game_screens.table(driver.ctx, played(count))
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        table.skip()
        driver.frame()
        found = [target for target in table.ui.targets if target.id.startswith("recent.")]
        assert found
        for target in found:
            assert (
                target.tip is not None and target.tip[0] and table.names[int(target.id.split(".")[1])] in target.tip[1]
            )
        found[0].activate()
        driver.ctx.stack.settle()
        assert driver.top is not table
    finally:
        driver.close()
