"""The last trick, card or turn is told in words and light, once, with what is at stake."""

from typing import Any

import pytest

from engine import registry
from engine.chance import SeededChance
from engine.seats import Seat
from engine.session import Session
from scenes.king_of_12.peaks import find_needs
from scenes.table import game_screens
from scenes.table.finished_turn import BREATH_MS, BREATHS, GLIDE_MS, STAYS_MS, TARGET
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]


def test_who_can_still_take_the_throne_and_by_how_many_points() -> None:
    assert find_needs({"points": [4, 4, 1], "crowns": [1, 0, 1]}) == {0: 1}, "four more are too many for one trick"
    assert find_needs({"points": [3, 5, 4], "crowns": [0, 1, 1]}) == {1: 0, 2: 2}
    assert find_needs({"points": [4, 4], "crowns": [0, 0]}) == {}


def open_last(driver: Driver, game: str) -> Any:
    """Return a table at which the person decides for the last time in this stretch of the game."""
    count = min(2, max(registry.info(game).seats))
    for attempt in range(60):
        seats = [Seat("person", "", "Leo", 0), *(Seat("computer", "novice", f"C{k}", k) for k in range(1, count))]
        session = Session.start(game, {}, seats, f"last {attempt}")
        chance = SeededChance(attempt)
        hooks: Any = game_screens.table(driver.ctx, session).hooks
        while not session.over:
            if 0 in session.to_act() and hooks.peaks.is_last(session.view(0)) and session.turn > 4:
                table = game_screens.table(driver.ctx, session)
                driver.ctx.stack.replace(table)
                driver.ctx.stack.settle()
                driver.until(table.may_act)
                driver.run(64)
                return table
            seat = session.to_act()[-1]
            legal = [one for one in session.legal(seat) if one not in session.rules.resignations]
            session.submit(seat, legal[chance.below(len(legal))])
    raise AssertionError("no game comes to its last turn")


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_plaque_stands_until_the_person_has_decided(driver: Driver, game: str) -> None:
    table = open_last(driver, game)
    plaque = table.last_call
    assert plaque.is_visible and driver.has(TARGET) and 0 < plaque.light <= 1
    assert table.make_spoken().find_prompt().startswith(driver.ctx.t(f"{game}.last"))
    plaque.update(BREATH_MS * BREATHS)
    table.ui.moved = False
    plaque.update(16)
    assert not table.ui.moved, "its light comes to rest"
    driver.click(TARGET)
    driver.run(32)
    assert not driver.has(TARGET) and plaque.light == 0
    plaque.update(16)
    assert not plaque.is_visible, "it comes once"


@pytest.mark.parametrize("reduced", [False, True], ids=["moving", "reduced"])
def test_the_plaque_comes_to_light_at_the_throne(driver: Driver, reduced: bool) -> None:
    driver.settings.reduced_motion = reduced
    table = open_last(driver, "king_of_12")
    place, throne = table.hooks.find_last_box(table), table.own.centre()
    x, y, w, h = driver.target(TARGET).box
    assert (x, y, w, h) == place if reduced else (x + w / 2, y + h / 2) == pytest.approx(throne)
    driver.run(STAYS_MS + GLIDE_MS + 64)
    assert driver.target(TARGET).box == pytest.approx(place)


def test_nothing_is_said_before_the_last_trick(driver: Driver) -> None:
    session = Session.start("king_of_12", {}, [Seat("person", "", "Leo", 0), Seat("computer", "novice", "C", 1)], "x")
    table: Any = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(table.may_act)
    driver.run(64)
    assert not table.last_call.is_visible and not driver.has(TARGET) and table.last_call.light == 0


@pytest.mark.parametrize(
    ("points", "said"),
    [([6, 2], "Last trick if Leo reaches 8 points"), ([6, 7], "Last trick if anyone reaches 8 points"), ([5, 5], "")],
)
def test_a_trick_that_only_may_be_the_last_is_told_with_its_condition(
    driver: Driver, points: list[int], said: str
) -> None:
    session = Session.start("king_of_12", {}, [Seat("person", "", "Leo", 0), Seat("computer", "novice", "C", 1)], "x")
    table: Any = game_screens.table(driver.ctx, session)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(table.may_act)
    table.view = {**table.view, "points": points}
    table.last_call.update(16)
    assert table.last_call.is_visible is bool(said) and table.last_call.light == 0
    assert not said or table.last_call.say().startswith(said)
    table.view = {**table.view, "hand_sizes": [2, 2], "committed": [False, False]}
    table.last_call.update(16)
    assert table.last_call.is_visible and table.last_call.light > 0, "the last one is told in any case"
    assert table.last_call.say().startswith("Last trick of the round")


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_tells_the_goal_once(driver: Driver, game: str, tmp_path: Any) -> None:
    shown = []
    for number in range(2):
        count = min(2, max(registry.info(game).seats))
        seats = [Seat("person", "", "Leo", 0), *(Seat("computer", "novice", f"C{k}", k) for k in range(1, count))]
        session = Session.start(game, {}, seats, "goal", autosave=tmp_path / f"{number}.json")
        table: Any = game_screens.table(driver.ctx, session)
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        driver.until(table.may_act)
        driver.run(64)
        shown.append(table.last_call.is_visible and table.last_call.say())
        if not number:
            legal = [one for one in table.legal() if one not in session.rules.resignations]
            session.submit(0, legal[0])
            driver.run(64)
            assert not table.last_call._tells_goal, "until the first decision"
    goal = driver.ctx.t(f"{game}.goal")
    assert shown == [f"Your goal. {goal}", False]


def test_the_stakes_name_once_what_several_need(driver: Driver) -> None:
    seats = [Seat("person", "", "Leo", 0), *(Seat("computer", "novice", name, 1) for name in ("Hilda", "Roque"))]
    table: Any = game_screens.table(driver.ctx, Session.start("king_of_12", {}, seats, "x"))
    for points, said in (
        ([4, 4, 4], "Points needed for the throne: Leo\u00a01 · Hilda\u00a01 · Roque\u00a01"),
        ([3, 4, 1], "Hilda holds the throne as it stands · Leo needs 2 points for the throne"),
    ):
        table.view = {**table.view, "points": points, "crowns": [1, 1, 1]}
        assert table.last_call._describe_stakes() == said
