"""What the others did: a button shows it again, and at the speed "instant" a sentence tells it."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine import registry
from engine.session import Session
from scenes.dev.staging import seats
from scenes.shell.layers import Line
from scenes.table import game_screens, top_bar
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]


def line(text: str, kind: str) -> Line:
    return Line(text, 1, 1, kind)


def test_the_sentence_tells_what_matters_and_the_newest_for_certain() -> None:
    lines = [line("*Mia* takes a card.", "card_taken"), line("Tom moves", "moved"), line("Tom takes two", "card_taken")]

    def more(n: int) -> str:
        return f"(+{n})"

    def say(limit: int, kinds: tuple[str, ...] = ("card_taken",)) -> str:
        return top_bar.summarize(lines, kinds, lambda words: len(words) <= limit, more)

    assert say(99) == "Mia takes a card; Tom takes two"
    assert say(20) == "Tom takes two (+1)"
    assert say(5) == ""
    assert say(99, ()) == "Mia takes a card; Tom moves; Tom takes two"
    assert say(99, ("no_such_kind",)) == say(99, ()), "where nothing of what matters happened, everything is told"
    assert top_bar.summarize([], (), lambda words: True, more) == ""


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver((1920, 1080), speed="instant", language="en")
    yield made
    made.close()


def sit_down(driver: Driver, game: str) -> Any:
    table = game_screens.table(driver.ctx, Session.start(game, {}, seats(2), "recap"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.frame()
    return table


def play_to_recap(driver: Driver, table: Any) -> str:
    """Decide until the others have done something since; gives the state line then."""

    def ready() -> bool:
        if table.confirming:
            table.confirm()
        return bool(table.legal()) or table.finished

    for _ in range(60):
        driver.until(ready)
        assert not table.finished
        driver.frame()
        if table.recent:
            where = table.hooks.describe_progress(table)
            said = top_bar.extend(table, driver.window.canvas, "Title", where)
            if said != where:
                return said.removeprefix(where)
        table.decide(next(one for one in table.legal() if one not in table.session.rules.resignations))
        driver.frame()
    raise AssertionError("nothing was told")


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_at_once_a_sentence_tells_what_the_others_did(driver: Driver, game: str) -> None:
    table = sit_down(driver, game)
    said = play_to_recap(driver, table)
    assert said.startswith(" \u00b7 ") and len(said) > 12 and "*" not in said and f"{game}." not in said
    driver.ctx.settings.speed = "1"
    assert top_bar.extend(table, driver.window.canvas, "Title", "where") == "where", "what moves is seen"


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_button_shows_it_again_as_the_key_does(driver: Driver, game: str) -> None:
    table = sit_down(driver, game)
    target = table.ui.find("bar.again")
    assert target is not None and target.tip is not None
    play_to_recap(driver, table)
    driver.frame()
    assert table.past.can_see_again()
    target = table.ui.find("bar.again")
    assert target is not None and target.enabled
    target.activate()
    assert table.again.telling


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_has_a_name_in_every_language(language: str) -> None:
    driver = Driver(language=language)
    try:
        assert not driver.ctx.t("ui.bar.again").startswith("ui.")
        assert "5" in driver.ctx.t("ui.recap.more", n=5)
    finally:
        driver.close()
