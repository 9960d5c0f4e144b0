"""Few words a decision, and the right ones first; whole games are played by what was told alone."""

import statistics
from typing import Any

import pygame
import pytest

from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens
from tests.reader.count_words import SEEDS, USUAL, play
from tests.reader.listener import Listener
from tests.ui.driver import Driver

MOST_WORDS = {"king_of_12": 44, "legends": 52, "king_of_the_dice": 54, "tash_kalar": 55}
"""Median words a decision; 138, 115, 88 and 110 before anything was left out that had just been said."""
FEW = 12


def sit_down(game: str, **settings: Any) -> Listener:
    """A listener at a new table."""
    driver = Driver((640, 400), **{**USUAL, **settings})
    seats = [Seat("person", "", "Ann", 0), Seat("computer", "novice", "Bob", 1)]
    driver.ctx.stack.replace(game_screens.table(driver.ctx, Session.start(game, {}, seats, "a")))
    driver.ctx.stack.settle()
    listener = Listener(driver)
    listener.rest(10)
    return listener


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", MOST_WORDS)
def test_the_first_decisions_take_few_words(game: str) -> None:
    """As many as the first time that anything is heard allows: a third more."""
    heard = play(game, "a", FEW)
    assert len(heard) >= FEW and statistics.median(one.words for one in heard) <= MOST_WORDS[game] * 4 / 3


@pytest.mark.soak
@pytest.mark.parametrize("game", MOST_WORDS)
def test_whole_games_by_what_was_told_in_few_words(game: str) -> None:
    heard = [one for seed in SEEDS for one in play(game, seed)]
    assert statistics.median(one.words for one in heard) <= MOST_WORDS[game]


def test_a_fresh_start_names_the_keys_once() -> None:
    listener = sit_down("king_of_12", guided=["king_of_12"])
    driver = listener.driver
    try:
        told = driver.ctx.t("reader.keys")
        assert "Enter chooses" in told and listener.said.count(told) == 1
        driver.ctx.ask("A question", "And its words.")
        listener.rest(10)
        assert listener.said.count(told) == 1
    finally:
        driver.close()


def test_what_was_said_of_a_thing_is_said_again_only_where_it_has_changed() -> None:
    listener = sit_down("tash_kalar")
    driver = listener.driver
    try:
        first, other = (node.name for node in listener.find_zone("hand")[:2])
        told = [next(iter(listener.find_zone("hand"))).id, listener.find_zone("hand")[1].id]
        said = []
        for node in (told[0], told[1], told[0]):
            start = len(listener.ears.said)
            driver.app.narrator.focus_on(node)
            listener.rest(3)
            said.append(" ".join(listener.ears.said[start:]))
        assert first in said[0] and other in said[1]
        assert first in said[2] and len(said[2]) < len(said[0])
        listener.press(pygame.K_F1)
        listener.rest(20)
        assert len(listener.ears.said[-1]) >= len(said[0]), "one key tells everything"
    finally:
        driver.close()


def test_a_sheet_that_closes_repeats_neither_title_nor_question() -> None:
    listener = sit_down("legends")
    try:
        title, question = listener.tree.title, listener.driver.app.narrator.find_spoken().find_prompt()
        assert listener.said.count(title) == listener.said.count(question) == 1
        listener.go_to(listener.find_zone("board")[3].name.split(":")[0])
        listener.rest(10)
        assert listener.said.count(title) == listener.said.count(question) == 1
    finally:
        listener.driver.close()


def test_the_patterns_of_one_being_after_the_other() -> None:
    listener = sit_down("tash_kalar")
    try:
        rows = [listener.press(pygame.K_k) for _ in range(5)]
        hand = [node.name for node in listener.find_zone("hand")][:3]
        assert all(sum(name in row for name in hand) <= 1 for row in rows), rows
        assert {name for name in hand if any(name in row for row in rows)} == set(hand)
    finally:
        listener.driver.close()


@pytest.mark.parametrize(("game", "prefix"), [("king_of_the_dice", "die."), ("tash_kalar", "row.place")])
def test_what_prepares_a_decision_is_no_refused_click(game: str, prefix: str) -> None:
    """Keeping a die and choosing to place a piece change nothing of the game yet; nobody is told that they cannot be
    done."""
    listener = sit_down(game)
    driver = listener.driver
    try:
        if game == "king_of_the_dice":
            listener.press(pygame.K_SPACE)
            listener.rest(20)
        wanted = next(one.id for one in driver.top.ui.targets if one.id.startswith(prefix))
        driver.top.ui.set_focus(wanted)
        listener.rest(2)
        listener.press(pygame.K_RETURN)
        listener.rest(3)
        assert driver.top.refusals.words == ""
    finally:
        driver.close()


def test_dice_say_who_wants_them() -> None:
    listener = sit_down("king_of_the_dice")
    driver = listener.driver
    try:
        listener.press(pygame.K_SPACE)
        listener.rest(20)
        spoken = driver.top.make_spoken()
        about = [spoken.describe_target(one) for one in driver.top.ui.targets if one.id.startswith("die.")]
        assert len(about) == 6 and any(one.startswith("For: ") for one in about), about
        card = spoken.describe_target(driver.target("card.1"))
        assert " of " in card.split(".")[0], card
    finally:
        driver.close()
