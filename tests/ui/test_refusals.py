"""A click that does nothing answers with a few words; one that does something has none."""

from typing import Any

import pytest

from engine import registry
from engine.seats import Seat
from engine.session import Session
from scenes.menus.rulebook import RuleBook
from scenes.table import game_screens
from scenes.table.prompts import REFUSAL, STAYS_MS
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
REFUSED = {
    "king_of_12": "choose.hand choose.die choose.step choose.plate choose.backs choose.crown choose.tokens choose.main "
                  "effects.hand effects.die crown.die theft.hand",
    "king_of_the_dice": "check.card roll.region roll.plate roll.die check.region check.die check.main claim.region "
                        "lay.region tame.region attack.region claim.card",
    "legends": "take_card.region take_card.card place.region place.card move_from.region move_to.region city.region "
               "destroy.region auction.card take_card.main name_first.region choose_action.region",
    "tash_kalar": "main.sq main.task main.main main.row main.player target.sq target.hand effect.sq effect.hand "
                  "placing.sq returning.sq claiming.sq",
}  # fmt: skip
"""By game the commonest clicks of newcomers that do nothing: phase and what was clicked."""


def open_table(driver: Driver, game: str) -> Any:
    seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
    table = game_screens.table(driver.ctx, Session.start(game, {}, seats, "refused"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(lambda: table.resting and table.may_act())
    driver.run(64)
    return table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commonest_refusals_of_each_game_have_words(driver: Driver, language: str) -> None:
    driver.settings.language = language
    driver.ctx.apply_settings()
    for game in GAMES:
        ids = [f"{game}.refused.{one}" for one in REFUSED[game].split()]
        assert len(ids) == 12 and all(map(driver.ctx.texts.has, ids))
        assert all(len(driver.ctx.t(one)) <= 80 for one in ids)


def test_what_cannot_be_used_says_why_and_leads_to_the_rules(driver: Driver) -> None:
    table = open_table(driver, "king_of_12")
    driver.click("step.score")
    driver.run(32)
    assert table.refusals.words == "The steps follow by themselves once all have chosen." and driver.has(REFUSAL)
    driver.run(STAYS_MS + 100)
    assert not driver.has(REFUSAL) and table.refusals.words == ""
    driver.click("main")
    driver.run(32)
    assert table.refusals.words == "First pick a card in your hand."
    driver.click(REFUSAL)
    driver.run(64)
    driver.ctx.stack.settle()
    assert isinstance(driver.top, RuleBook) and table.refusals.words == ""


def test_anything_else_says_what_can_be_done(driver: Driver) -> None:
    table = open_table(driver, "king_of_12")
    driver.click_at(700, 560)
    driver.run(32)
    assert table.refusals.words == table.make_spoken().find_prompt() != ""


def test_a_click_that_does_something_says_nothing(driver: Driver) -> None:
    table = open_table(driver, "king_of_12")
    driver.click("hand.0")
    driver.run(48)
    assert table.chosen is not None and table.refusals.words == ""
    driver.click("hand.0")
    driver.run(48)
    assert table.refusals.words == ""


def test_a_region_that_is_not_to_be_chosen_answers(driver: Driver) -> None:
    table = open_table(driver, "king_of_the_dice")
    driver.until(lambda: table.phase == "roll")
    driver.click("region.3")
    driver.run(48)
    assert table.refusals.words == "Regions are claimed after a citizen is hired."
    driver.click("main")
    driver.run(48)
    assert table.refusals.words == "", "the turn goes on"


def test_what_others_decide_meanwhile_hides_no_words(driver: Driver) -> None:
    seats = [Seat("person", "", name, at) for at, name in enumerate(("Leo", "Mia"))]
    table: Any = game_screens.table(driver.ctx, Session.start("king_of_12", {}, seats, "refused"))
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    table.viewpoint.watch_from(0, secret=True)
    driver.until(table.may_act)
    table.view = {**table.view, "hand_sizes": [2, 2]}
    driver.run(32)
    driver.click_at(700, 560)
    driver.run(32)
    said = table.refusals.words
    assert said.startswith("Your choice.") and table.last_call.is_visible, "what is at stake stands elsewhere"
    table.session.submit(1, table.session.legal(1)[0])
    assert table.busy and table.last_call.is_visible, "it stays while the others choose"
    driver.run(64)
    assert table.refusals.words == said != ""
