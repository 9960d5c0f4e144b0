"""Handicaps at set-up: proposed, chosen by hand, remembered, and in the game that begins."""

from typing import Any

import pytest

from ai.handicap import StepValues, Worth, find_worth, propose, rate_opponent
from ai.levels import LEVELS
from engine import registry
from engine.contract import HANDICAP
from engine.seats import Seat
from engine.session import Session
from scenes.common.matchmaking import carry_handicap, rotate_seats
from scenes.menus.setup import SetUp
from scenes.results.outcome import Outcome
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver

STEPS = Worth({"skilled": StepValues([20, 90, 150, 220, 300, 400], [300] * 6)})


def open_page(driver: Driver, game: str = "king_of_12") -> SetUp:
    page = SetUp(driver.ctx, game)
    page.seats = [Seat("person", "", "Anna", 1), Seat("computer", "expert", "Ben")]
    driver.ctx.stack.push(page)
    driver.ctx.stack.settle()
    page.open_handicaps()
    driver.ctx.stack.settle()
    driver.frame()
    return page


def test_the_proposal_brings_everybody_nearest_to_the_strongest() -> None:
    found = propose([1200, 1495, 1410], STEPS)
    assert found.steps == (5, 0, 2)
    assert sum(found.before) == pytest.approx(1) == pytest.approx(sum(found.after))
    assert found.is_even and min(found.before) < 0.15
    assert not propose([900, 1600], STEPS).is_even, "even six steps leave less than 40 %"
    assert propose([1200, 1200], STEPS).steps == (0, 0)


def test_a_team_is_weighed_as_one_side() -> None:
    sides = (0, 1, 0, 1)
    found = propose([1200, 1500, 1400, 1500], STEPS, sides=sides)
    assert found.steps == (4, 0, 0, 0), "200 points are missing, which the weaker of the two gets"
    assert len(found.before) == len(found.after) == 2
    assert found.before[0] == pytest.approx(1 / (1 + 10 ** (200 / 400))) and found.is_even
    assert propose([1000, 1800, 1000, 1800], STEPS, sides=sides).steps == (6, 0, 6, 0), "both members get all there is"
    assert propose([1200, 1300, 1300, 1200], STEPS, sides=sides).steps == (0, 0, 0, 0)


def test_the_page_knows_teams_and_the_form_of_the_number_of_seats(driver: Driver) -> None:
    page = open_page(driver, "tash_kalar")
    page.seats[:] = [Seat("computer", level, level) for level in ("novice", "expert", "skilled", "expert")]
    page.options.update(form="team_duel")
    assert page.handicaps.list_sides(page.seats, page.options) == (0, 1, 0, 1)
    before, after = page.handicaps.expect_shares(page.seats, page.options)
    assert len(before) == len(after) == 2
    driver.frame()
    page.options.update(form="high")
    assert page.handicaps.list_sides(page.seats, page.options) == (0, 1, 2, 3), "four seats play a Melee"
    page.options.update(deck_1="no such deck")
    assert page.handicaps.list_sides(page.seats, page.options) == (0, 1, 2, 3), "what cannot be played is left out"


def test_levels_that_were_measured_against_each_other_go_by_what_they_did() -> None:
    pairs = {"3": (0.36, 0.28, 0.45), "4": (0.52, 0.43, 0.61), "6": (0.9, 0.83, 0.94)}
    worth = Worth(STEPS.levels, {"novice expert": pairs})
    found = propose([1200, 1900], worth, ["novice", "expert"])
    assert found.steps == (4, 0) and found.after == (0.52, 0.48) and found.is_even and found.interval == (0.43, 0.61)
    turned = propose([1900, 1200], worth, ["expert", "novice"])
    assert turned.steps == (0, 4) and turned.after == (0.48, 0.52)
    assert propose([1300, 1700], worth, ["", "expert"]).steps == (6, 0), "a person goes by rating"


def test_nothing_is_proposed_that_leaves_the_weaker_side_too_little() -> None:
    """Of what was measured the whole interval lies below 40 %; the page says what the best steps would leave."""
    worth = Worth(STEPS.levels, {"novice expert": {"6": (0.2, 0.14, 0.28)}})
    found = propose([1200, 1900], worth, ["novice", "expert"])
    assert found.steps == (0, 0) and found.after == (0.2, 0.8) and not found.is_even
    near = Worth(STEPS.levels, {"novice expert": {"6": (0.38, 0.3, 0.47)}})
    assert propose([1200, 1900], near, ["novice", "expert"]).steps == (6, 0)
    guess = propose([900, 1900], STEPS)
    assert guess.steps == (0, 0) and 0 < guess.after[0] < 0.1


def test_a_step_is_worth_what_its_receiver_makes_of_it() -> None:
    weak = StepValues([100, 200, 300, 400, 500, 600], [60] * 6)
    worth = Worth({"first_evening": weak, "skilled": STEPS.levels["skilled"]})
    assert propose([1200, 1500], worth, ["first_evening", ""]).steps == (3, 0)
    assert propose([1200, 1500], worth, ["skilled", ""]).steps == (5, 0)
    assert worth.find_values("novice") is weak and worth.find_values("grandmaster") is STEPS.levels["skilled"]


@pytest.mark.parametrize("game", ["king_of_12", "king_of_the_dice", "legends", "tash_kalar"])
def test_every_game_has_measured_steps_that_never_fall(game: str) -> None:
    worth = find_worth(game, registry.rules(game).check_options({}, 2), 2)
    assert worth is not None
    for values in worth.levels.values():
        assert values.points == sorted(values.points) and min(values.games) > 20


def test_between_two_levels_count_as_they_were_measured_between_two() -> None:
    two = [rate_opponent("king_of_12", {}, 2, level) for level in LEVELS]
    assert two == sorted(two)
    assert two[3] - two[2] > rate_opponent("king_of_12", {}, 4, "expert") - rate_opponent(
        "king_of_12", {}, 4, "skilled"
    )


def test_chips_propose_and_the_game_begins_with_the_steps() -> None:
    driver = Driver()
    page = open_page(driver)
    page.seats[1] = Seat("computer", "novice", "Ben")
    assert page.handicaps.list_steps(page.seats, page.options) == [0, 0]
    driver.click("seat.0.child")
    steps = page.handicaps.list_steps(page.seats, page.options)
    assert steps[0] > 0 == steps[1]
    driver.click("seat.0.step.2")
    assert page.handicaps.list_steps(page.seats, page.options) == [2, 0]
    driver.click("use")
    assert page.handicaps.list_steps(page.seats, page.options) == steps
    table = page.begin_table()
    assert table is not None and table.session.options[HANDICAP] == steps
    again = SetUp(driver.ctx, "king_of_12")
    assert again.handicaps.list_steps(again.seats, again.options) == steps
    again.set_count(3)
    more = again.begin_table()
    assert more is not None and len(more.session.options[HANDICAP]) == 3
    again.set_count(6)
    hall = again.begin_table()
    assert hall is not None and HANDICAP not in hall.session.options


def test_no_handicap_is_what_it_always_was() -> None:
    driver = Driver()
    for info in registry.games():
        page = SetUp(driver.ctx, info.id)
        table = page.begin_table()
        assert table is not None and HANDICAP not in table.session.options


def test_whatever_the_settings_say_the_page_opens() -> None:
    driver = Driver()
    every: list[Any] = [{"mode": "x"}, {"steps": [9, -1, 3]}, {"strengths": {"Anna": "god"}}, [], 5]
    for forged in every:
        driver.ctx.settings.last_setup = {"king_of_12": {"handicap": forged, "options": {HANDICAP: [1, 2, 3]}}}
        page = SetUp(driver.ctx, "king_of_12")
        assert page.begin_table() is not None


def test_the_result_and_the_lists_name_it(driver: Driver) -> None:
    seats = [Seat("person", "", "Anna", 1), Seat("computer", "novice", "Ben", 0)]
    session = Session.start("king_of_12", {HANDICAP: [4, 0]}, seats, "told")
    while not session.over:
        who = session.to_act()[0]
        session.submit(who, session.legal(who)[0])
    outcome = Outcome(driver.ctx, session, session.view(None))
    assert outcome.quote.startswith("Handicap: Anna 4")
    turned = rotate_seats(session.seats)
    assert carry_handicap(session.options, session.seats, turned)[HANDICAP] == [0, 4]


def test_a_person_counts_as_a_level_that_met_the_rival(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    page = open_page(driver)
    page.seats[1] = Seat("computer", "skilled", "Ben")
    casual, shrewd = (rate_opponent("king_of_12", {}, 2, level) for level in ("novice", "skilled"))
    worth = Worth(STEPS.levels, {"novice skilled": {"3": (0.44, 0.35, 0.53)}})
    monkeypatch.setattr(page.handicaps, "find_worth", lambda seats, options: worth)
    monkeypatch.setattr(page.handicaps, "rate", lambda seats, options: [casual, shrewd])
    found = page.handicaps.propose(page.seats, page.options)
    assert found is not None and found.steps == (3, 0) and found.interval == (0.35, 0.53)


@pytest.mark.parametrize("game", [info.id for info in registry.games()])
def test_a_child_is_never_better_than_the_first_evening(driver: Driver, game: str) -> None:
    """No proposal gives the gentlest computer something against a child; stronger ones give the child something."""
    page = open_page(driver, game)
    for level, wants in (("first_evening", False), ("novice", True), ("expert", True)):
        page.seats[1] = Seat("computer", level, "Ben")
        page.handicaps.mode = "propose"
        page.handicaps.set_strength(page.seats[0], "child")
        steps = page.handicaps.list_steps(page.seats, page.options)
        found = page.handicaps.propose(page.seats, page.options)
        assert found is not None and steps[1] == 0, (level, steps)
        assert steps[0] or not wants or not found.is_even, (level, steps)
        before, _ = page.handicaps.expect_shares(page.seats, page.options)
        assert before[0] <= 0.5
        assert page.handicaps.list_weaker_computers(page.seats, page.options) == []


def test_the_set_up_says_where_the_computer_is_weaker(driver: Driver) -> None:
    page = open_page(driver, "legends")
    page.seats[1] = Seat("computer", "first_evening", "Ben")
    page.handicaps.mode = "propose"
    page.handicaps.set_strength(page.seats[0], "knows")
    assert page.handicaps.list_weaker_computers(page.seats, page.options) == ["Ben"]
    words = driver.ctx.t("handicap.weaker", names="Ben")
    driver.top.ui.dirty = True
    assert words in tell_page(driver)
    driver.ctx.stack.pop()
    driver.ctx.stack.settle()
    driver.frame()
    assert driver.target("handicap").tip == (driver.ctx.t("handicap.title"), words)
