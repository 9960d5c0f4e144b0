"""A coach comments plans in the first games: threats and aims from the Master's reasons, once a turn, never a move."""

import re
from pathlib import Path
from typing import Any

import pytest

from ai.decision import Considered, Decision
from engine import registry
from engine.contract import Message
from engine.seats import Seat
from engine.session import Session
from scenes.shell.i18n import Texts
from scenes.table import game_screens
from scenes.table.coach_comments import FIRST_GAMES, list_comments
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]


class Record:
    """What is known of a person: how many games were played."""

    read = True

    def __init__(self, played: int) -> None:
        self.played = played

    def count_games(self, person: str) -> int:
        return self.played


def open_table(driver: Driver, played: int = 0, game: str = "king_of_12") -> Any:
    session = Session.start(game, {}, [Seat("person", "", "Leo"), Seat("computer", "who:mia", "Mia", 1)], "coach")
    table: Any = game_screens.table(driver.ctx, session)
    table.coach._even = Record(played)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    table.coach._even = Record(played)
    return table


def answer(driver: Driver, table: Any, *reasons: Message) -> None:
    """The Master gives these reasons for the person's next decision."""
    driver.until(table.may_act)
    table.opponents.take_comment = lambda owed: Decision(0, [Considered(0, 1.0, 0.5, list(reasons))])
    driver.run(80)


def hint(name: str, game: str = "king_of_12", **params: Any) -> Message:
    return Message(f"{game}.hint.{name}", params)


@pytest.mark.parametrize("game", GAMES)
def test_every_comment_is_one_on_a_reason_that_the_master_gives(game: str) -> None:
    sources = "".join(path.read_text("utf-8") for path in sorted(Path("ai", game).rglob("*.py")))
    reasons = set(re.findall(r'"([a-z_.]+)"', sources))
    texts = Path("locale/en/LC_MESSAGES", f"{game}.po").read_text("utf-8")
    found = re.findall(rf'msgid "{game}\.coach\.([a-z_.]+)"', texts)
    assert len(found) >= 7 and set(found) <= reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_comment_names_no_number_that_a_reason_lacks(language: str) -> None:
    texts = Texts(language)
    for game in GAMES:
        source = Path("locale/en/LC_MESSAGES", f"{game}.po").read_text("utf-8")
        for name in re.findall(rf'msgid "{game}\.coach\.([a-z_.]+)"', source):
            needed = set(re.findall(r"{(\w+)}", texts.t(f"{game}.coach.{name}")))
            assert needed <= {"player", "region", "card", "task", "citizen"}, name


def test_a_newcomer_gets_one_comment_a_turn_and_loses_nothing_by_it(driver: Driver) -> None:
    table = open_table(driver)
    answer(driver, table, hint("points", n=1), hint("wins", percent=60))
    assert table.coach.words == driver.ctx.t("king_of_12.coach.wins")
    assert not table.session.advised and not table.session.helped, "the game counts in full"
    driver.frame()
    spoken = table.coach._spoken_at
    table.coach._asked = None
    answer(driver, table, hint("keeps"))
    assert table.coach._spoken_at == spoken and table.coach.words == driver.ctx.t("king_of_12.coach.wins")
    table.decide(table.legal()[0])
    table.opponents.take_comment = lambda owed: None

    def is_silent() -> bool:
        table.confirm()
        return bool(table.coach.words == "")

    driver.until(is_silent)


def test_the_same_comment_does_not_come_again_in_the_first_games(driver: Driver) -> None:
    table = open_table(driver)
    driver.until(table.may_act)
    coach = table.coach
    found = Decision(0, [Considered(0, 1.0, 0.5, [hint("wins"), hint("keeps")])])
    coach._say(found)
    assert coach.words == driver.ctx.t("king_of_12.coach.wins")
    coach._say(found)
    assert coach.words == driver.ctx.t("king_of_12.coach.keeps")
    other = open_table(driver).coach
    other._say(found)
    assert other.words == "", "nor in the next game"
    driver.settings.coach_lines = {}
    other._say(found)
    assert other.words == driver.ctx.t("king_of_12.coach.wins"), "somebody else has not been told"


def test_who_has_played_or_wants_no_coach_has_none(driver: Driver) -> None:
    table = open_table(driver, FIRST_GAMES)
    answer(driver, table, hint("wins"))
    assert table.coach.words == "" and not table.coach.active
    table.coach._even = Record(FIRST_GAMES - 1)
    assert table.coach.active
    driver.settings.coach_comments = False
    assert not table.coach.active
    driver.settings.coach_comments = True
    table.people = [0, 1]
    assert not table.coach.active, "several people at one computer"


def test_reasons_of_the_best_actions_come_first_and_plans_never() -> None:
    decision = Decision(
        7, [Considered(1, 0.2, 0.0, [hint("blocks", "legends")]), Considered(7, 0.8, 0.0, [hint("plan.2", "legends")])]
    )
    texts = Texts("en")
    assert [one.id for one in list_comments(decision, texts.has)] == ["legends.coach.blocks"]
    assert not texts.has("tash_kalar.coach.plan.2") and not texts.has("legends.coach.ahead")


@pytest.mark.parametrize("game", GAMES)
def test_a_long_comment_leaves_its_place_to_the_chronicle(driver: Driver, game: str) -> None:
    table = open_table(driver, 0, game)
    driver.until(table.may_act)
    table.coach._asked = table.coach._spoken_for = table.get_pending()
    table.coach.words = "A word about plans. " * 8
    driver.frame()
    left = table.coach.draw(driver.window.canvas, (20.0, 100.0, 300.0, 200.0))
    assert left[1] > 160 and 0 <= left[3] < 140
