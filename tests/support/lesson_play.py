"""Playing lessons through at their tables."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pygame

from engine import registry
from engine.content import lessons
from engine.content.lessons import OTHERWISE
from scenes.tutorial.lessons import open_lesson
from scenes.tutorial.view import find_box, matches_target
from tests.ui.driver import Driver

GAMES = [info.id for info in registry.games() if info.lessons]


def begun(driver: Driver, game: str, at: int) -> Any:
    lesson = lessons.row(game).all[at]
    table = open_lesson(driver.ctx, game, lesson, at)
    driver.ctx.stack.replace(table)
    driver.ctx.stack.settle()
    driver.until(lambda: table.resting, 400)
    driver.frame()
    return table


def settled(driver: Driver, table: Any, by_keys: bool = True) -> None:
    """Wait until the table does; where it waits for the players, they have seen it."""
    driver.until(lambda: table.resting or table.confirming, 400)
    driver.frame()
    while table.confirming:
        if by_keys:
            driver.key(pygame.K_SPACE)
        else:
            driver.click("main")
        driver.until(lambda: table.resting or table.confirming, 400)
        driver.frame()


def mistakes(table: Any) -> Iterator[tuple[str, str]]:
    """Targets that are wrong now, one for each answer, and the answer's name."""
    step = table.guide.step
    wanted = table.guide.next_target()
    for pattern, answer in step.wrong.items():
        if pattern == OTHERWISE:
            continue
        found = [one for one in table.ui.targets if one.id != wanted and matches_target(one.id, (pattern,))]
        assert found, f"step {step.id}: nothing on the table is {pattern}"
        yield found[-1].id, answer


def list_unlit(driver: Driver, table: Any) -> list[str]:
    """List what the step points at and what is not on the table."""
    guide, things = table.guide, table.hooks.lesson_things(table)
    with patch.object(guide, "_lit", wraps=guide._lit) as light:
        table.ui.dirty = True
        driver.frame()
    noted = light.call_args.args[0]
    return [one for one in guide.step.point if one not in things and find_box(guide, noted, one) is None]


def blundered(driver: Driver, table: Any) -> int:
    """Make every mistake of the step; each is answered and changes nothing."""
    guide, step = table.guide, table.guide.step
    turn, made = table.session.turn, 0
    for target, answer in list(mistakes(table)):
        before = guide.mistakes
        driver.click(target)
        assert guide.mistakes == before + 1, f"{step.id}: {target} was not answered"
        assert guide.answer == guide.text_id(answer)
        made += 1
    if step.want and table.may_act():
        wrong = [one for one in table.legal() if not lessons.fits(table.hooks.codec.decode(one), step.want[guide.made])]
        for action in wrong[:40]:
            table.decide(action)
            assert guide.answer, f"{step.id}: another decision has no answer"
            made += 1
    assert table.session.turn == turn, f"{step.id}: a mistake was carried out"
    assert guide.step is step
    return made


def played(driver: Driver, table: Any, by_keys: bool) -> int:
    """Do what the lesson asks for until it is over; returns how many mistakes were made on the way."""
    guide, made = table.guide, 0
    seen = -1
    for _ in range(120):
        settled(driver, table, by_keys)
        if guide.over:
            return made
        if guide.at != seen:
            seen = guide.at
            assert guide.look.corner is not None, f"{guide.step.id}: the list of steps has no place"
            unlit = list_unlit(driver, table)
            assert not unlit, f"{guide.step.id}: nothing on the table is {unlit}"
            if not by_keys and not guide.reading:
                made += blundered(driver, table)
                settled(driver, table)
        if guide.reading:
            if by_keys:
                driver.key(pygame.K_SPACE)
            else:
                driver.click("guide.next")
            continue
        wanted = guide.next_target()
        assert wanted is not None and driver.target(wanted), guide.step.id
        if by_keys:
            reached(driver, table, wanted)
            driver.key(pygame.K_RETURN)
        else:
            driver.click(wanted)
    raise AssertionError(f"stuck at {guide.step.id}: {guide.pressed} pressed, {guide.made} made")


def reached(driver: Driver, table: Any, wanted: str) -> None:
    """Tab to a target."""
    for _ in range(len(table.ui.targets) + 1):
        if table.ui.focus == wanted and table.ui.show_focus:
            return
        driver.key(pygame.K_TAB)
    raise AssertionError(f"Tab never comes to {wanted}")
