"""Counts the seconds a decision takes with one switch: whole games at 1,200 ms a step, with fixed seeds.

The player wants what the level *Skilled* chooses, waits until the frame is on it, and presses at once.
``python3 -m tests.ui.count_seconds GAME [SEED ...]`` prints median, nine of ten and the longest.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready("dev")

import argparse
import statistics
from typing import Any

import pygame

from ai.choose import choose
from engine.seats import Seat
from engine.session import Session
from games.king_of_the_dice import moves as dice_moves
from games.legends import moves as legends_moves
from scenes.table import game_screens
from tests.reader.count_words import FORMS
from tests.ui.driver import Driver

STEP = 1200.0
LIKED = "skilled"
"""The level whose choices stand for those of people."""
SEEDS = ("a", "b")
MOST_STEPS = 90
"""Steps after which something else is tried."""
USUAL: dict[str, Any] = {"speed": "instant", "one_switch": True, "scan_ms": int(STEP), "coach_comments": False}


def find_wanted(table: Any, action: int, tried: int) -> str:
    """The control to press next for an action; after vain tries one control after the other."""
    amber = table.ui.amber
    if table.chosen == action and amber is not None and amber.enabled:
        return str(amber.id)
    if table.game == "king_of_the_dice" and table.phase == "roll" and table.view["rolls"]:
        move = dice_moves.decode(action)
        if move.stops and table.ui.find("second") is not None:
            return "second"
        wrong = move.dice ^ table.own.kept
        return next((f"die.{at}" for at in range(6) if wrong >> at & 1), "main")
    if table.game == "legends" and table.phase == "auction":
        bid = legends_moves.decode(action).number
        if bid == table.own.bid:
            return "main"
        return "bid.more" if bid > table.own.bid else "bid.less"
    usable = [one.id for one in table.ui.targets if one.enabled and not one.id.startswith(("bar.", "line.", "word."))]
    wanted = str(table.make_spoken().find_target(action))
    if tried % 2 == 0 and wanted in usable:
        return wanted
    return str(usable[tried % len(usable)])


def find_way_on(top: Any) -> str:
    """The control that leads on from a page or a dialog: where something would stay unused, the second choice."""
    usable = [one.id for one in top.ui.targets if one.enabled and not one.id.startswith("bar.")]
    is_sure = top.name == "dialog" and top.title == top.ctx.t("ui.unused.title")
    return str(usable[1] if is_sure else usable[0] if top.ui.amber is None else top.ui.amber.id)


def play(game: str, seed: str, most: int = 0) -> list[float]:
    """Play a game and return the seconds that each decision of the player took.

    ``most``: number of decisions after which it ends; 0 for a whole game.
    """
    driver = Driver((640, 400), **USUAL)
    try:
        seats = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
        table: Any = game_screens.table(driver.ctx, Session.start(game, FORMS.get(game, {}), seats, seed))
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        found: list[float] = []
        steps = tried = turn = 0
        action: int | None = None
        while driver.top.name != "result" and (not most or len(found) < most):
            mine = [entry for entry in table.session.log[turn:] if entry.seat == 0]
            if mine:
                found.append(steps * STEP / 1000)
                found += [0.0] * (len(mine) - 1)
                steps = tried = 0
                action = None
            turn = len(table.session.log)
            top = driver.top
            if top is table and table.may_act() and not table.confirming:
                legal = [one for one in table.legal() if one not in table.session.rules.resignations]
                if action is None or action not in legal:
                    action = choose(game, table.view, 0, legal, LIKED, turn).action
                wanted = find_wanted(table, action, tried)
            elif top is not table or (top.ui.amber is not None and (table.confirming or table.finished)):
                wanted = find_way_on(top)
            else:
                driver.frame(16)
                continue
            for _ in range(MOST_STEPS):
                shown = driver.ctx.stack.scanner.find_current(driver.top.ui)
                if shown is not None and any(stop.target == wanted for stop in shown.stops):
                    driver.key(pygame.K_SPACE)
                    if len(shown.stops) == 1:
                        break
                    continue
                driver.frame(STEP)
                steps += 1
            tried += action is not None
            driver.frame(16)
        return found
    finally:
        driver.close()


def main() -> None:
    """Play and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("seeds", nargs="*", default=SEEDS)
    given = asked.parse_args()
    taken = sorted(one for seed in given.seeds for one in play(given.game, seed))
    most = taken[len(taken) * 9 // 10]
    print(given.game, len(taken), "decisions; median", statistics.median(taken), "nine of ten", most, "most", taken[-1])


if __name__ == "__main__":
    main()
