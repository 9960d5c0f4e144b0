"""Whole games of King of the Dice by mouse and by keyboard, and what its table promises."""

from typing import Any

import pygame
import pytest

from games.king_of_the_dice.moves import ALL_DICE
from scenes.king_of_the_dice import kept_dice
from scenes.king_of_the_dice.kept_dice import Chances
from scenes.results.scene import GameResult
from tests.support.hands import by_mouse_and_fingers
from tests.support.tables_king_of_the_dice import open_table
from tests.ui.driver import Driver, FingerDriver

STEPS = 9000


def _wanted(table: Any) -> list[str]:
    """Targets that mean a decision now."""
    regions = {move.place for move in table.moves}
    piles = {move.pile for move in table.moves}
    found = []
    for target in table.ui.targets:
        kind, _, number = target.id.partition(".")
        if not number.isdigit():
            continue
        decides = {"region": int(number) in regions, "card": int(number) in piles}
        if decides.get(kind, kind in ("steal", "offer", "joker")):
            found.append(target.id)
    return found


@pytest.mark.sample(2)
@pytest.mark.parametrize("count", [2, 4])
@by_mouse_and_fingers
def test_a_whole_game_by_mouse_alone(driver: Driver, count: int) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, count=count)
    kept = False
    for step in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if driver.top is not table:
            driver.frame()
            continue
        if table.confirming:
            driver.click("main")
        elif table.may_act():
            driver.frame(0)
            if table.view["phase"] == "roll":
                if table.view["rolls"] and not kept:
                    driver.click(f"die.{step % 6}")
                    kept = True
                    assert table.own.kept
                else:
                    kept = False
                    driver.click("main" if step % 3 or not table.view["rolls"] else "second")
            elif table.chosen is not None and driver.has("main"):
                driver.click("main")
            else:
                ids = _wanted(table)
                driver.click(ids[step % len(ids)])
        else:
            driver.wait()
    assert isinstance(driver.top, GameResult)
    assert table.session.over


def test_a_whole_game_by_keyboard_alone(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, count=2)
    for step in range(STEPS):
        if isinstance(driver.top, GameResult):
            break
        if driver.top is table and table.may_act() and table.chosen is None:
            if table.view["phase"] == "roll":
                if table.view["rolls"]:
                    driver.key(pygame.K_1 + step % 6)
            else:
                before = len(table.session.log)
                for number in range(9):
                    driver.key(pygame.K_1 + number)
                    if table.chosen is not None or len(table.session.log) > before:
                        break
                assert table.chosen is not None or len(table.session.log) > before
        driver.key(pygame.K_SPACE)
        driver.wait()
    assert isinstance(driver.top, GameResult)


def test_three_people_share_the_computer_without_a_curtain(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, persons=3)
    seen = set()
    for _ in range(400):
        assert driver.top is table, "nothing is secret in this game, so nothing has to be covered"
        if table.may_act():
            seen.add(table.below)
            driver.key(pygame.K_SPACE) if table.view["phase"] == "roll" else table.decide(table.legal()[0])
        driver.wait()
    assert seen == {0, 1, 2}


def test_kept_dice_lie_on_the_ledge_and_come_back(driver: Driver) -> None:
    table = open_table(driver)
    driver.until(table.may_act)
    driver.click("main")
    driver.until(lambda: table.may_act() and table.view["rolls"] == 1)
    felt = table.stage.dice[2].y
    driver.click("die.2")
    driver.run(600)
    assert table.own.kept == 4
    assert table.stage.dice[2].y > felt + 80
    faces = list(table.view["dice"])
    driver.click("main")
    driver.until(lambda: table.may_act() and table.view["rolls"] == 2)
    assert table.view["dice"][2] == faces[2]
    assert table.own.kept == 4, "what was kept stays kept until it is released"
    driver.click("die.2")
    assert table.own.kept == 0


def test_all_six_kept_means_the_result(driver: Driver) -> None:
    table = open_table(driver)
    driver.until(table.may_act)
    driver.click("main")
    driver.until(lambda: table.may_act() and table.view["rolls"] == 1)
    for k in range(6):
        driver.key(pygame.K_1 + k)
    driver.click("main")
    driver.until(lambda: not table.busy)
    assert table.view["phase"] != "roll" or table.view["active"] != 0


def test_chances_are_shown_and_can_be_hidden(driver: Driver) -> None:
    table = open_table(driver)
    driver.until(table.may_act)
    cards = [card for card in table.stage.market if card is not None]
    table.own.chances.want(cards, now=True)
    assert all(0 < (kept_dice.find_chance(table, card) or 0) <= 1 for card in cards)
    driver.settings.show_odds = False
    assert all(kept_dice.find_chance(table, card) is None for card in cards)


def test_a_click_on_a_citizen_keeps_the_best_dice(driver: Driver) -> None:
    table = open_table(driver)
    driver.until(table.may_act)
    driver.click("main")
    driver.until(lambda: table.may_act() and table.view["rolls"] == 1)
    table.own.chances.want([card for card in table.stage.market if card is not None], now=True)
    driver.click("card.1")
    assert table.own.kept == kept_dice.hold_for(table, 1)


@pytest.mark.parametrize(
    ("card", "dice", "wanted"),
    [
        (0, (1, 1, 1, 4, 5, 6), 0b000111),
        (0, (1, 1, 1, 1, 1, 6), 0b011111),
        (8, (1, 1, 4, 4, 3, 2), 0b001111),
        (12, (1, 2, 3, 4, 6, 6), 0b001111),
        (18, (1, 1, 1, 4, 5, 6), 0b111000),
    ],
    ids=["three of a kind, then four", "the best tier", "two pairs", "a straight", "a straight of one colour"],
)
def test_dice_kept_for_a_citizen_that_is_matched_leave_a_roll_for_more(
    card: int, dice: tuple[int, ...], wanted: int
) -> None:
    """What counts stays, the others are rolled: for a better tier, or for another citizen; no free roll is given up."""
    chances = Chances()
    chances.want([card], now=True)
    assert chances.chance(card, dice, 2) == 1.0
    assert chances.hold(card, dice, 2) == wanted
    assert chances.hold(card, dice, 0) == ALL_DICE


def test_what_a_region_would_bring_is_what_it_brings(driver: Driver) -> None:
    driver.settings.speed = "instant"
    table = open_table(driver, count=2, seed="gains")
    seen = 0
    for step in range(STEPS):
        if seen >= 6 or isinstance(driver.top, GameResult):
            break
        if not table.may_act():
            driver.wait()
            continue
        phase, legal = table.view["phase"], table.legal()
        action = legal[step % len(legal)] if phase not in ("roll", "check") else legal[0]
        if phase in ("claim", "tame") and table.view["claims"] < 2:
            told = table.view["gains"][table.view["choices"].index(action)]
            before = table.view["scores"][0]["total"]
            table.session.submit(0, action)
            after = table.session.view(0)["scores"][0]["total"]
            assert after - before == told, (phase, action)
            seen += 1
            driver.wait()
        else:
            table.decide(action)
    assert seen


def test_the_box_of_drawn_tiles_covers_no_region_that_can_be_chosen() -> None:
    """Three tiles, the most there are: fewer need less room, and fewer regions may be chosen."""
    from itertools import combinations

    from games.king_of_the_dice.maps import kingdom as rules_map
    from scenes.king_of_the_dice.kingdom import Kingdom

    rules, shown = rules_map(), Kingdom()
    for layout in rules.arrangements:
        shown.arrangement = layout.name
        inner = {region: shown.inner_points(region) for region in range(len(rules.terrain))}
        assert all(inner.values())
        shown.inner_points = inner.__getitem__  # type: ignore[method-assign,assignment]
        wide = 24 + 96.0 * 3
        for terrains in combinations(rules.sites, 3):
            regions = frozenset(region for two in terrains for region in two)
            x, y = shown.free_place(regions, wide, 96.0)
            assert not any(x <= px <= x + wide and y <= py <= y + 96 for each in regions for px, py in inner[each])
        del shown.inner_points


def test_a_die_that_a_finger_keeps_stays_in_its_field() -> None:
    hand = FingerDriver(speed="instant")
    try:
        table = open_table(hand, count=2)
        hand.until(table.may_act)
        hand.tap("main")
        hand.until(lambda: table.may_act() and table.view["rolls"] == 1)
        lay = [(die.x, die.y) for die in table.stage.dice]
        for number in (0, 4):
            hand.tap(f"die.{number}")
        assert table.own.kept == 0b10001 and [(die.x, die.y) for die in table.stage.dice] == lay
        hand.tap("die.4")
        assert table.own.kept == 1
    finally:
        hand.close()
