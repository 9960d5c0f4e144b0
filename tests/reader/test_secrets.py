"""Nothing is spoken and nothing is in the tree that the people who hear it may not know."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.accessibility.nodes import Tree
from engine.chance import SeededChance
from engine.seats import Seat
from engine.session import Session
from scenes.shell.narrator import HEADPHONES
from scenes.table import game_screens
from scenes.table.handover import Curtain
from tests.reader.listener import Listener
from tests.ui.driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    run = Driver((640, 400), speed="instant", reduced_motion=True, spoken_output="voice", coach_comments=False)
    yield run
    run.close()


def share(driver: Driver, game: str, seed: str, people: int = 2) -> Any:
    """A table of two people at one computer, or of a person and a computer."""
    seats = [Seat("person", "", "Ann", 0), Seat("person" if people > 1 else "computer", "", "Bob", 1)]
    options = {"set": "random"} if game == "king_of_12" else {"form": "high"}
    table = game_screens.table(driver.ctx, Session.start(game, options, seats, seed))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    return table


def list_words(tree: Tree) -> str:
    """Everything that a tree tells."""
    return " ".join(f"{node.name} {node.value} {node.about}" for node in tree.walk())


def list_hand(table: Any, seat: int) -> list[str]:
    """Names of the cards that only a seat knows."""
    view = table.session.view(seat)
    if table.game == "king_of_12":
        return [table.own.card_name(card) for card in view["hand"]]
    return [table.own.words.card(card) for card in (*view["hand"], *view["legends"])]


@pytest.mark.parametrize("game", ["king_of_12", "tash_kalar"])
def test_a_hand_is_told_only_when_its_owner_has_put_headphones_on(driver: Driver, game: str) -> None:
    table = share(driver, game, "one")
    listener = Listener(driver)
    driver.until(lambda: isinstance(driver.top, Curtain))
    listener.rest(3)
    assert table.view["hand"] == [] and listener.tree.page == "curtain"
    owner = table.names[driver.top.ctx.stack.scenes[-1].seat.name == "Bob"]
    assert any(node.name.startswith(f"Headphones on, {owner}") for node in listener.tree.walk())
    hand = list_hand(table, table.names.index(owner))
    for name in hand if game == "tash_kalar" else ():
        assert name not in listener.said and name not in list_words(listener.tree)
    listener.press(pygame.K_SPACE)
    driver.until(lambda: driver.top is table)
    listener.rest(3)
    assert driver.ctx.heard_by == table.viewer
    assert all(name in list_words(listener.tree) for name in hand)
    assert hand[0] in listener.press(pygame.K_i)


@pytest.mark.parametrize("game", ["king_of_12", "tash_kalar"])
def test_who_turns_speech_on_with_an_open_hand_is_asked_for_headphones_first(driver: Driver, game: str) -> None:
    driver.settings.spoken_output = "reader"
    table = share(driver, game, "one")
    driver.until(lambda: isinstance(driver.top, Curtain))
    driver.frame()
    driver.key(pygame.K_SPACE)
    driver.until(lambda: driver.top is table and table.may_act())
    assert driver.ctx.heard_by is None and table.view["hand"]
    listener = Listener(driver)
    listener.rest(3)
    hand = list_hand(table, table.viewer)
    whole = driver.app.narrator.build(whole=True)
    assert [node.id for zone in whole.zones if zone.id != "bar" for node in zone.nodes] == [HEADPHONES]
    for key in (pygame.K_i, pygame.K_k, pygame.K_o, pygame.K_v, pygame.K_f, pygame.K_RIGHT):
        listener.press(key)
    assert not any(name in listener.said or name in list_words(whole) for name in hand)
    driver.ctx.ask(hand[0], "what it does", [("ok", "Got it", lambda: None)])
    driver.ctx.stack.settle()
    listener.rest(3)
    assert listener.tree.page == "dialog" and listener.tree.focus == HEADPHONES
    assert hand[0] not in listener.said, "a page above the table tells nothing either"
    driver.ctx.stack.pop()
    driver.ctx.stack.settle()
    listener.rest(2)
    listener.press(pygame.K_RETURN)
    assert hand[0] in listener.press(pygame.K_i)
    table.viewpoint.hide_hand()
    assert driver.ctx.heard_by is None, "the next one is asked again"


@pytest.mark.parametrize("game", ["king_of_12", "tash_kalar"])
def test_what_a_rival_holds_changes_nothing_that_is_told(driver: Driver, game: str) -> None:
    """Two games that differ only in what the viewer may not know are told alike."""
    table = share(driver, game, "one", people=1)
    driver.until(lambda: bool(table.may_act()))
    session = table.session
    states = [session.course.last.state, session.rules.determinize(session.view(0), SeededChance(9))]
    told: list[tuple[str, list[str]]] = []
    for state in states:
        other = Session.from_position(game, session.options, session.seats, session.seed, state)
        table = game_screens.table(driver.ctx, other)
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        table.skip()
        driver.until(lambda: bool(table.may_act()))  # noqa: B023
        driver.ctx.stack.collects_words = driver.ctx.stack.dirty = True
        driver.frame()
        spoken = table.make_spoken()
        answers = [spoken.answer(question) for question in ("turn", "score", "hand", "news", "patterns")]
        told.append((list_words(driver.app.narrator.build(whole=True)), answers))
    hidden = [session.rules.view(state, 1)["hand"] for state in states]
    assert told[0] == told[1] and hidden[0] != hidden[1]
