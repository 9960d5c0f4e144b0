"""A player who hears and presses only bids in an auction, arranges positions and spends an evening with headphones."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.seats import Seat
from engine.session import Session
from scenes.shell import routes
from scenes.table import game_screens
from scenes.workshop.editor import EditorScene
from tests.reader.count_words import USUAL
from tests.reader.listener import MOST_STEPS, Listener
from tests.ui.driver import Driver

ARRANGED = {
    "king_of_12": ("Leo, Die: more", "", "9"),
    "legends": ("Army: Leo", "High Gate", "Army: Leo"),
    "king_of_the_dice": ("Castle: Leo", "Western lake", "Castle: Leo"),
    "tash_kalar": ("Heroic piece: Leo", "E5", "Heroic piece: Leo"),
}
"""What is chosen in the editor, where it is put, and what is told then."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    run = Driver((640, 400), fresh=False, **USUAL)
    yield run
    run.close()


def test_an_auction_by_ear(driver: Driver) -> None:
    seats = [Seat("person", "", "Ann", 0), *(Seat("computer", "novice", name, 1) for name in ("Bob", "Cat"))]
    driver.ctx.stack.replace(game_screens.table(driver.ctx, Session.start("legends", {}, seats, "a")))
    driver.ctx.stack.settle()
    listener = Listener(driver)
    listener.rest(8)
    assert "Your secret bid" in listener.said and "Bid 0" in listener.said
    assert "slider, 0" in listener.press(pygame.K_f)
    assert [listener.press(pygame.K_RIGHT) for _ in range(2)] == ["1. Bid 1.", "2. Bid 2."]
    listener.press(pygame.K_SPACE)
    listener.rest(60)
    assert "Bids: Ann 2, Bob 0, Cat 0. Ann wins the auction with a bid of 2 coins" in listener.said
    assert "Who goes first?" in listener.said and listener.list_matters()


@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["sample", "whole"])
@pytest.mark.parametrize("game", ARRANGED)
def test_an_arranged_position_by_ear(driver: Driver, game: str, is_whole: bool) -> None:
    piece, place, told = ARRANGED[game]
    driver.ctx.stack.replace(EditorScene(driver.ctx, game))
    driver.ctx.stack.settle()
    listener = Listener(driver)
    listener.seek(piece)
    said = listener.press(pygame.K_RETURN)
    if place:
        node = listener.find_focus()
        assert "chosen" in said or (node is not None and "on" in node.states)
        listener.go_to(place)
        assert "Empty" in listener.said
        said = listener.press(pygame.K_RETURN)
    assert said.startswith(told)
    listener.press(pygame.K_SPACE)
    listener.rest(8)
    assert "Play on. Against whom?" in listener.said
    listener.seek("Casual")
    listener.press(pygame.K_RETURN)
    listener.rest(20)
    assert listener.tree.page == "table"
    if is_whole:
        listener.play(lambda: listener.tree.page == "result")


@pytest.mark.parametrize("games", [1, pytest.param(2, marks=pytest.mark.soak)], ids=["sample", "whole"])
def test_an_evening_with_headphones_for_two(driver: Driver, games: int) -> None:
    """Nothing but the curtain is told until its owner has put the headphones on."""
    routes.open(driver.ctx, "title")
    driver.ctx.stack.settle()
    listener = Listener(driver)
    listener.seek("Evening")
    listener.press(pygame.K_RETURN)
    listener.rest(8)
    for name in ("Legends", "King of the Dice", "Tash-Kalar"):
        listener.seek(f"{name}: how many games: –")
        assert listener.press(pygame.K_RETURN) == "chosen."
    listener.seek(f"King of 12: how many games: {games}×")
    listener.press(pygame.K_RETURN)
    listener.seek("Start with")
    listener.press(pygame.K_RETURN)
    called: list[str] = []
    for _ in range(MOST_STEPS):
        listener.rest(10)
        top: Any = driver.top
        if f"after {games} of {games} games" in listener.said:
            break
        if top.name == "curtain":
            called.append(listener.ears.said[-1].partition(",")[0])
            assert "headphones" in listener.ears.said[-1] and driver.ctx.heard_by is None
        elif top.name == "table" and listener.list_matters():
            if driver.ctx.heard_by is not None:
                assert called[-1] == top.names[driver.ctx.heard_by], "only who was called hears a hand"
            elif top.viewer is None:
                assert "Nobody" in listener.press(pygame.K_i)
            listener.go_to_matter()
            listener.press(pygame.K_RETURN)
            listener.rest(8)
        if driver.top is top:
            listener.press(pygame.K_SPACE)
    assert set(called) == {"Leo", "Ann"} and f"Game {games} of {games}" in listener.said
    assert "Place 1: " in listener.said
