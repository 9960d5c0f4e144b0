"""A player who only hears plays all four games to their end, a lesson, a puzzle and a stage of the Road of each."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.chance import SeededChance
from engine.content import puzzles
from engine.content.campaign import (
    CampaignProgress,
    Under,
)
from engine.seats import Seat
from engine.session import Session
from scenes.campaign.progress_view import OURS, Atlas, seat_players
from scenes.puzzles.puzzle_controller import open_puzzle
from scenes.table import game_screens
from scenes.table.sounds import CARDS, DICE, RESULT
from tests.reader.listener import Listener
from tests.support.lesson_play import begun
from tests.ui.driver import Driver

SHORT: dict[str, tuple[dict[str, Any], str]] = {
    "king_of_12": ({}, "d"),
    "legends": ({}, "a"),
    "king_of_the_dice": ({}, "a"),
    "tash_kalar": ({"form": "high", "handicap": [6, 5]}, "a"),
}
"""Options and seeds of the games that are played: short ones, two players each."""
SOUNDS = {
    "king_of_12": {DICE, CARDS, RESULT}, "legends": {CARDS, RESULT}, "king_of_the_dice": {DICE, CARDS, RESULT},
    "tash_kalar": {DICE, CARDS, RESULT},
}  # fmt: skip
"""Kinds of sounds that come in these games; a piece that becomes another one turns like a die."""
STAGES = {"king_of_12": "chapel", "legends": "bridge", "king_of_the_dice": "mill", "tash_kalar": "fairground"}
LAST_DECISIONS = {"king_of_12": 20, "legends": 84, "king_of_the_dice": 108, "tash_kalar": 284}
"""Decisions that are made at a stage before the listener sits down: the end of its game is played by ear."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    run = Driver((640, 400), speed="instant", reduced_motion=True, spoken_output="voice", coach_comments=False)
    run.ctx._travels = CampaignProgress()
    yield run
    run.close()


def sit_down(driver: Driver, session: Session) -> Listener:
    """A table with a listener at it."""
    table = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    return Listener(driver)


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_by_ear(driver: Driver, game: str) -> None:
    options, seed = SHORT[game]
    seats = [Seat("person", "", "Ann", 0), Seat("computer", "novice", "Bob", 1)]
    listener = sit_down(driver, Session.start(game, options, seats, seed))
    turn, score = listener.press(pygame.K_t), listener.press(pygame.K_p)
    assert turn and "Ann" in score and "Bob" in score
    assert listener.play(lambda: listener.tree.page == "result") > 10
    assert listener.tree.title and "Bob" in listener.said
    assert listener.heard == SOUNDS[game], "and nothing of it was only a sound"
    assert not any("{" in text or "*" in text or "reader." in text for text in listener.ears.said)


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", STAGES)
def test_a_stage_of_the_road_by_ear(driver: Driver, game: str) -> None:
    """The last decisions of its game."""
    atlas = Atlas(driver.ctx)
    station = atlas.journey.stations[STAGES[game]]
    session = Session.start(station.game, station.options, seat_players(atlas, station), "goals")
    chance = SeededChance(5)
    for _ in range(LAST_DECISIONS[game]):
        owing = session.to_act()
        if not owing:
            break
        legal = [one for one in session.legal(owing[0]) if one not in session.rules.resignations]
        session.submit(owing[0], legal[chance.below(len(legal))])
    driver.ctx.travels.begins(session.id, Under(OURS, station.id))
    listener = sit_down(driver, session)
    assert {"goal.0", "goal.1", "goal.2"} <= {node.id for node in listener.tree.walk()}, "the stars are told"
    listener.play(lambda: listener.tree.page == "result")
    assert listener.tree.title


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", SHORT)
def test_a_lesson_by_ear(driver: Driver, game: str) -> None:
    """What the lesson says is spoken, and the key for what matters leads to what it asks for."""
    table = begun(driver, game, 0)
    listener = Listener(driver)
    for _ in range(150):
        if table.guide is None or table.guide.over:
            break
        listener.press(pygame.K_f)
        listener.press(pygame.K_RETURN)
        if table.guide is not None and not table.guide.reading and table.confirming:
            listener.press(pygame.K_SPACE)
    assert table.guide is None or table.guide.over, listener.ears.said[-3:]
    assert table.guide is None or table.guide.mistakes == 0, "what is spoken leads nobody astray"


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", SHORT)
def test_a_puzzle_by_ear(driver: Driver, game: str) -> None:
    """Its goal is spoken; trying what can be chosen comes to an end that is told."""
    open_puzzle(driver.ctx, game, 0)
    driver.ctx.stack.settle()
    listener = Listener(driver)
    goal = puzzles.goals(game)
    assert goal is not None
    first = puzzles.load_puzzles(game)[0]
    said = driver.ctx.say(goal.describe(first.theme, first.goal), driver.top.names).replace("*", "")
    assert said.split()[0] in listener.said
    listener.play(lambda: listener.tree.page in ("dialog", "feast"))
    assert listener.tree.title, "whether it was solved"
