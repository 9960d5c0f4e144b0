"""A whole game by mouse alone, by keyboard alone, by game pad alone, and by several people at one computer."""

from typing import Any

import pygame
import pytest

from engine.seats import Seat
from engine.session import Session
from scenes.menus.title import Title
from scenes.results.scene import GameResult
from scenes.shell.i18n import Texts
from scenes.table import game_screens as games
from scenes.table.handover import Curtain
from tests.support.catalogues import LANGUAGES
from tests.support.hands import by_mouse_and_fingers
from tests.support.tables_king_of_12 import open_table
from tests.support.words import list_words
from tests.ui.driver import Driver

STEPS = 6000


EVERYTHING = {"set": "chosen", "cards": [1, 3, 11, 8, 9, 7], "promo": "none"}


@pytest.mark.sample(4)
@pytest.mark.parametrize("options", [{}, EVERYTHING])
@by_mouse_and_fingers
def test_a_whole_game_by_mouse_alone(driver: Driver, options: dict[str, Any]) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, options=options)
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if driver.top is not table:
            driver.frame()
            continue
        if table.confirming or (table.chosen is not None and driver.has("main")):
            driver.click("main")
        elif table.may_act():
            driver.frame(0)
            ids = [
                one.id
                for one in table.ui.targets
                if one.id.startswith(("face.", "order.", "theft."))
                or (one.id.startswith("hand.") and int(one.id[5:]) % 60 in table.stage.hand)
            ]
            driver.click(ids[len(table.session.log) % len(ids)])
        else:
            driver.wait()
    assert isinstance(driver.top, GameResult)
    assert table.session.over
    after_the_end(driver, table)


def after_the_end(driver: Driver, table: Any) -> None:
    """Nothing is done for a second; the table that is looked at stands at its end."""
    result = driver.top
    driver.frame(0)
    for key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_ESCAPE):
        driver.key(key)
    assert driver.top is result and not driver.has("again") and not driver.has("look")
    driver.run(1000)
    assert driver.has("again") and driver.has("look")
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    assert driver.top is table and table.finished
    assert table.hooks.describe_progress(table) == driver.ctx.t("king_of_12.table.round", n=table.stage.round)


def test_a_whole_game_by_keyboard_alone(driver: Driver) -> None:
    driver.settings.speed = "instant"
    driver.ctx.stack.replace(Title(driver.ctx))
    driver.run(100)
    for _ in range(40):
        if driver.top.ui.focus == "cover.king_of_12":
            break
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    driver.run(600)
    assert driver.top.name == "setup"
    driver.key(pygame.K_SPACE)
    driver.run(600)
    table = driver.top
    assert table.name == "table"
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if table.may_act() and table.chosen is None:
            driver.frame(0)
            before = len(table.session.log)
            for _step in range(60):
                focus = table.ui.focus or ""
                if focus.startswith(("face.", "order.", "theft.")):
                    break
                if focus.startswith("hand.") and int(focus[5:]) in table.stage.hand:
                    break
                driver.key(pygame.K_TAB)
            driver.key(pygame.K_RETURN)
            assert table.chosen is not None or len(table.session.log) > before
        driver.key(pygame.K_SPACE)
        driver.wait()
    assert isinstance(driver.top, GameResult)
    driver.run(1100)
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    assert driver.top is table


def test_a_whole_game_by_game_pad_alone(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver)
    for _ in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if table.may_act() and table.chosen is None:
            driver.frame(0)
            for _step in range(60):
                focus = table.ui.focus or ""
                if (focus.startswith("hand.") and int(focus[5:]) in table.stage.hand) or focus.startswith("face."):
                    break
                driver.pad(5)
            driver.pad(0)
            driver.hat(1, 0)
        driver.pad(2)
        driver.wait()
    assert isinstance(driver.top, GameResult)


def test_three_people_pass_the_computer_on(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, persons=3)
    curtains = 0
    for _ in range(STEPS):
        top = driver.top
        if isinstance(top, GameResult):
            break
        if isinstance(top, Curtain):
            curtains += 1
            assert table.viewer is None, "nothing of the next hand may be known before the confirmation"
            assert table.view["hand"] == []
            assert not any(one.id.startswith("hand.") for one in top.ui.targets)
            driver.click("ready")
            driver.until(lambda: not isinstance(driver.top, Curtain))
            continue
        if table.confirming:
            driver.click("main")
        elif table.may_act():
            table.choose(table.legal()[0])
            driver.click("main")
        else:
            driver.wait()
    assert isinstance(driver.top, GameResult)
    assert curtains >= 6


def test_a_closed_curtain_looks_the_same_whatever_lies_behind(driver: Driver) -> None:
    driver.settings.speed = "instant"
    pictures = []
    for seed in ("one", "two"):
        seats = [Seat("person", "", "Leo", 0), Seat("person", "", "Mia", 1)]
        session = Session.start("king_of_12", {"set": "random"}, seats, seed)
        table = games.table(driver.ctx, session)
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        driver.until(lambda: isinstance(driver.top, Curtain))
        driver.move(5, 890)
        driver.run(100)
        driver.window.draw()
        pictures.append(pygame.image.tobytes(driver.window.surface, "RGB"))
    assert pictures[0] == pictures[1]


def test_a_click_beside_a_dialog_takes_the_safe_choice(driver: Driver) -> None:
    table = open_table(driver)
    driver.until(table.may_act)
    table.bar.open_menu()
    driver.frame()
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    table.own.show_card(0)
    driver.frame()
    assert driver.top.name == "dialog"
    driver.click_at(800, 450)
    assert driver.top.name == "dialog", "a click on the sheet itself means nothing"
    driver.click_at(60, 450)
    assert driver.top is table


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_those_who_share_the_throne_take_it_together(language: str) -> None:
    one, two = list_words(language, "throne")
    texts = Texts(language)
    for names, said in (["Leo"], one), (["Leo", "Tom"], two):
        found = texts.t("ui.result.title", n=len(names), name=texts.join(names))
        assert found.replace("\u00a0", " ") == said


def test_playing_again_keeps_the_music(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the table to its result and to the next table no frame asks for anything else."""
    audio, asked = driver.ctx.audio, set()
    monkeypatch.setattr(driver.ctx, "_awake", True)
    monkeypatch.setattr(audio, "play", lambda cue: None)
    monkeypatch.setattr(audio, "update", lambda ms: asked.add(audio.track))
    table = open_table(driver, persons=2, count=2)
    asked.clear()
    result = GameResult(driver.ctx, table.session, table.view)
    driver.ctx.stack.push(result)
    driver.until(lambda: result.awake)
    driver.run(100)
    driver.click("again")
    driver.run(600)
    assert driver.top.name in ("table", "curtain") and driver.top is not table
    assert asked == {"king_of_12"}


def test_the_fanfare_is_that_of_whoever_has_won(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(driver)
    heard: list[str] = []
    monkeypatch.setattr(driver.ctx, "play", heard.append)
    driver.settings.speed = "1"
    people = table.people
    for places, people_here, cue in (
        ((), people, "round_won"), ((1, 2, 3), [0], "victory"), ((2, 1, 3), [0], "lost"),
        ((1, 1, 1), [0], "drawn"), ((2, 1, 3), [], "victory"), ((2, 1, 3), [0, 1], "victory"),
    ):  # fmt: skip
        monkeypatch.setattr(table.session, "result", lambda places=places: places)
        table.people = people_here
        table.sounds.play("ending")
        assert heard.pop() == cue
    table.people = people
    driver.settings.speed = "instant"
    monkeypatch.setattr(driver.ctx.audio, "celebrates", lambda cue: cue == "victory")
    table.sounds.play("coin")
    assert not heard, "where all happens at once, only celebrations are heard"
