"""While others play: private marks of a plan, the log that goes on, all at once up to one's own turn, shorter rolls."""

from typing import Any

import pygame
import pytest

from engine import registry
from engine.seats import Seat
from engine.session import Session
from scenes.king_of_the_dice.animate import SHORTEST_ROLL, find_pace
from scenes.shell import routes
from scenes.table import game_screens as games
from tests.support.open_tables import open_table
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games()]
CARDS = {"king_of_12": "hand.", "tash_kalar": "hand.", "legends": "card.", "king_of_the_dice": "card."}


def reach_others(driver: Driver, game: str) -> Any:
    """A table at which computers have to play, and the person has cards to plan with."""
    table = open_table(driver, game)
    driver.settings.computer_pause = 5000
    for _ in range(2000):
        table.confirm()
        if table.may_act():
            legal = [action for action in table.legal() if action not in table.session.rules.resignations]
            table.turns.submit(table.viewer, legal[0])
        elif not table.busy and table.plans.can_mark() and list_cards(table):
            return table
        driver.frame(40)
    raise AssertionError("others never play")


def list_cards(table: Any) -> list[Any]:
    """The targets of cards that a plan can name."""
    found = [one for one in table.ui.targets if table.hooks.find_plan_card(table, one.id) is not None]
    return [one for one in found if table.hooks.find_plan_card(table, one.id).is_open]


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_numbered_while_others_play(driver: Driver, game: str) -> None:
    table = reach_others(driver, game)
    one, other = list_cards(table)[:2]
    turn = table.session.turn
    for target in (one, other):
        assert target.id.startswith(CARDS[game])
        driver.click(target.id)
    driver.frame()
    values = [table.ui.find(target.id).value for target in (one, other)]
    assert values == [driver.ctx.t("plan.mark", n=number) for number in (1, 2)]
    driver.click(one.id)
    driver.frame()
    assert table.ui.find(one.id).value == "" and table.ui.find(other.id).value == driver.ctx.t("plan.mark", n=1)
    assert table.session.turn == turn, "a mark is no move"


def picture(driver: Driver) -> bytes:
    """What is drawn now, with nothing under the pointer."""
    driver.top.ui.rest()
    driver.top.ui.focus = None
    driver.top.panels.clear()
    driver.top.layers.clear()
    driver.run(200)
    return pygame.image.tobytes(driver.window.surface, "RGB")


@pytest.mark.parametrize("game", GAMES)
def test_nobody_else_sees_the_marks_of_a_plan(driver: Driver, game: str) -> None:
    """Not in the picture, not by ear, not in the save, not in what opponents are asked."""
    seats = [Seat("computer", "novice", "Tom"), Seat("person", "", "Leo", 1), Seat("person", "", "Mia", 2)]
    form = {"form": "melee"} if game == "tash_kalar" else {}
    table: Any = games.table(driver.ctx, Session.start(game, form, seats, "plans"))
    driver.settings.computer_pause, driver.settings.reduced_motion = 60_000, True
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    table.plans._has_told = True  # no note about the first mark
    driver.run(2000)
    table.uncovered = True
    saved = table.session.record()

    def look(seat: int) -> tuple[bytes, str]:
        table.viewpoint.watch_from(seat, secret=True)
        driver.run(1000)
        return picture(driver), tell_page(driver)

    look(1)
    for target in list_cards(table)[:2]:
        table.plans.toggle(table.hooks.find_plan_card(table, target.id).card)
    own = look(1)
    assert table.viewer == 1 and len(table.plans.list_marks()) == 2
    table.viewpoint.watch_from(1, secret=False)
    assert table.plans.list_marks() == [] and not table.plans.can_mark(), "all look on"
    other = look(2)
    assert table.viewer == 2 and table.plans.list_marks() == [] and table.session.record() == saved
    table.plans._marked.clear()
    assert (picture(driver), tell_page(driver)) == other
    without = look(1)
    assert own[0] != without[0] and own[1] != without[1]


def test_a_mark_goes_with_its_card(driver: Driver) -> None:
    table = reach_others(driver, "king_of_12")
    target = list_cards(table)[-1]
    driver.click(target.id)
    driver.settings.computer_pause = 0
    wanted = None
    for _ in range(2000):
        table.confirm()
        wanted = next((move for move in table.moves if f"hand.{move.from_hand}" == target.id), None)
        if wanted is not None:
            break
        if table.may_act():
            table.turns.submit(table.viewer, table.legal()[0])
        driver.frame(40)
    assert wanted is not None and len(table.plans.list_marks()) == 1
    table.make(wanted)
    driver.run(100)
    assert table.plans.list_marks() == []


def test_cards_that_others_have_taken_are_not_counted(driver: Driver) -> None:
    table = reach_others(driver, "legends")
    one, other = list_cards(table)[:2]
    for target in (one, other):
        driver.click(target.id)
    row, at = list(table.view["row"]), int(one.id.removeprefix("card."))
    row[at] = next(card for card in range(35) if card not in row)
    table.view = {**table.view, "row": row}
    driver.frame()
    assert table.ui.find(other.id).value == driver.ctx.t("plan.mark", n=1)


def test_seeing_again_without_motion_asks_for_no_pause_of_no_length(driver: Driver) -> None:
    """What is told again moves even where nothing else does; the computers after it still have their pause."""
    table = reach_others(driver, "legends")
    driver.settings.speed, table.again.telling = "instant", True
    assert driver.ctx.speed == 0 < table.speed
    driver.run(100)
    assert table.session.turn > 0


@pytest.mark.parametrize("game", GAMES)
def test_one_key_leads_to_the_own_turn(driver: Driver, game: str) -> None:
    table = reach_others(driver, game)
    driver.settings.speed, turn = "1", table.session.turn
    assert driver.has("bar.to_turn") and not driver.has("bar.again")
    driver.key(ord("n"))
    for _ in range(60):
        driver.frame(16)
        if table.may_act() and not table.busy:
            break
    assert table.may_act() and table.session.turn > turn and not table.turns.is_rushing
    assert not driver.has("bar.to_turn")
    driver.key(ord("n"))
    assert not table.turns.is_rushing and table.may_act(), "one's own turn is not rushed"


def test_computers_play_on_while_the_log_is_read(driver: Driver) -> None:
    table = reach_others(driver, "legends")
    turn, lines = table.session.turn, len(table.chronicle.all)
    routes.open(driver.ctx, "chronicle", table)
    driver.settings.computer_pause = 0
    driver.until(lambda: bool(table.pending == (0,)) and not table.busy)
    driver.run(100)
    assert driver.top.name == "chronicle" and table.session.turn > turn
    assert len(table.chronicle.all) > lines and driver.top.shown[-1] == len(table.chronicle.all) - 1
    driver.top.ui.dirty = True
    turn = table.session.turn
    driver.run(500)
    assert table.session.turn == turn, "nobody decides for a person"


def test_rolls_of_rivals_get_shorter(driver: Driver) -> None:
    table = open_table(driver, "king_of_the_dice")
    paces = {}
    for seat in (0, 1):
        table.stage.active = seat
        for number in (1, 3, 20):
            table.stage.round = number
            paces[seat, number] = find_pace(table)
    assert paces[1, 1] == 1.0 > paces[1, 3] > paces[1, 20] == SHORTEST_ROLL
    assert {pace for (seat, _), pace in paces.items() if seat == 0} == {1.0}
    driver.settings.shorter_rolls = False
    assert find_pace(table) == 1.0
