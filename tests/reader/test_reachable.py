"""By ear alone: what is prepared before a decision is reached by the key for the next thing that matters, and told."""

import re
from collections.abc import Iterator

import pygame
import pytest

from engine.seats import Seat
from engine.session import Session
from scenes.dev.screenshots import all_scenes
from scenes.table import game_screens
from tests.reader.listener import Listener
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    run = Driver((640, 400), speed="instant", spoken_output="voice", coach_comments=False)
    yield run
    run.close()


def listen(driver: Driver, scene: str) -> Listener:
    """Open a scene of the screenshots and listen to it."""
    driver.ctx.instant = True
    all_scenes()[scene](driver.ctx, "7")
    driver.ctx.instant = False
    driver.ctx.stack.settle()
    driver.ctx.stack.fade = 0.0
    return Listener(driver)


def test_a_bid_above_nothing_is_made_by_ear(driver: Driver) -> None:
    listener = listen(driver, "legends/auction")
    first = int(re.findall(r"[Bb]id (\d+)", listener.said)[-1])
    assert "slider" in listener.press(pygame.K_f)
    said = listener.press(pygame.K_RIGHT)
    assert str(first + 1) in said, said
    listener.press(pygame.K_SPACE)
    listener.rest(30)
    session = driver.ctx.stack.scenes[0].session  # type: ignore[attr-defined]
    assert session.log and session.log[-1].action - 40 == first + 1


def test_dice_are_kept_by_ear(driver: Driver) -> None:
    seats = [Seat("person", "", "Ann", 0), Seat("computer", "novice", "Bob", 1)]
    session = Session.start("king_of_the_dice", {}, seats, "ears")
    driver.ctx.stack.replace(game_screens.table(driver.ctx, session))
    driver.ctx.stack.settle()
    listener = Listener(driver)
    driver.until(lambda: 0 in session.to_act() and bool(driver.top.may_act()))
    listener.press(pygame.K_SPACE)
    driver.until(lambda: session.view(0)["rolls"] == 1 and bool(driver.top.may_act()), limit=500)
    listener.rest(3)
    heard = [listener.press(pygame.K_f) for _ in range(7)]
    dice = [said for said in heard if re.search(r"\d (red|blue|yellow|green|white|black|violet|orange)", said)]
    assert len(dice) >= 6, heard
    while not (listener.tree.focus or "").startswith("die."):
        listener.press(pygame.K_f)
    assert "kept" in listener.press(pygame.K_RETURN)


@pytest.mark.parametrize("game", ["king_of_12", "king_of_the_dice", "tash_kalar"])
def test_numbers_of_the_editor_are_told_with_whose_and_which_way(driver: Driver, game: str) -> None:
    listener = listen(driver, f"{game}/workshop" if game == "king_of_the_dice" else f"{game}/workshop-whole")
    steps = []
    for tab in [target.id for target in driver.top.ui.targets if target.id.startswith("tab.")] or [""]:
        if tab:
            driver.click(tab)
            listener.rest(2)
        marks = ("less.", "more.", "left.", "right.")
        steps += [node for node in listener.tree.walk() if node.id.startswith(marks)]
    steps = list({node.id: node for node in steps}.values())
    assert steps and len({node.name for node in steps}) == len(steps), [node.name for node in steps]
    assert all(node.value for node in steps)


def test_choosing_all_at_once_tells_which_key_is_which_card(driver: Driver) -> None:
    listener = listen(driver, "king_of_12/together")
    assert re.search(r"\b[A-Z0-9]: Knight", listener.said), listener.said
