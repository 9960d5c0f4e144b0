"""Counts the words that a player hears a decision: whole games by speech and keys alone, with fixed seeds.

``python3 -m tests.reader.count_words GAME [SEED ...]`` prints medians; ``--log`` what was said, decision by decision.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready("dev")

import argparse
import statistics
from typing import Any, NamedTuple

import pygame

from engine.accessibility.nodes import DISABLED, MAIN, ON, THING
from engine.seats import Seat
from engine.session import Session
from scenes.table import game_screens
from tests.reader.listener import MOST_STEPS, Listener
from tests.ui.driver import Driver

FORMS: dict[str, dict[str, Any]] = {"tash_kalar": {"form": "high", "handicap": [6, 5]}}
"""Options of the games: short ones."""
SEEDS = ("a", "b", "c")
USUAL: dict[str, Any] = {"speed": "instant", "reduced_motion": True, "spoken_output": "voice", "coach_comments": False}


class Heard(NamedTuple):
    """What was said between two decisions of the player, and the action that was chosen then."""

    said: tuple[str, ...]
    action: int

    @property
    def words(self) -> int:
        """How many words that were: groups of letters and digits."""
        return sum(any(letter.isalnum() for letter in word) for text in self.said for word in text.split())


def play(game: str, seed: str, most: int = 0) -> list[Heard]:
    """Play a game against the weakest level by keys, and return what was heard before each decision.

    ``most``: number of decisions after which it ends; 0 for a whole game.
    """
    driver = Driver((640, 400), **USUAL)
    try:
        seats = [Seat("person", "", "Ann", 0), Seat("computer", "novice", "Bob", 1)]
        table: Any = game_screens.table(driver.ctx, Session.start(game, FORMS.get(game, {}), seats, seed))
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        listener = Listener(driver, seed)
        said = listener.ears.said
        found: list[Heard] = []
        start, known = 0, 0
        for _ in range(MOST_STEPS):
            log = table.session.log
            for entry in log[known:]:
                if entry.seat == 0:
                    found.append(Heard(tuple(said[start:]), entry.action))
                    start = len(said)
            known = len(log)
            if listener.tree.page == "result" or (most and len(found) >= most):
                return found
            if table.busy and not table.confirming:
                listener.rest()
                continue
            if listener.tree.page != "table":
                listener.choose_on_page()
                continue
            matters = listener.list_matters()
            if len(matters) == 1 and MAIN in matters[0].states:
                listener.press(pygame.K_SPACE)
                listener.rest(30)
                continue
            node = listener.go_to_matter()
            if node is not None and DISABLED not in node.states:
                listener.press(pygame.K_RETURN)
            listener.rest(8)
            nodes = list(listener.tree.walk())
            is_chosen = any(ON in one.states and one.role == THING for one in nodes)
            is_prepared = node is not None and node.id.startswith(("die.", "bid."))
            main = next((one for one in nodes if MAIN in one.states), None)
            waits = len(table.session.log) == known and main is not None and DISABLED not in main.states
            if waits and (is_chosen or is_prepared):
                listener.press(pygame.K_SPACE)
        raise AssertionError(f"this game never ends: {said[-5:]}")
    finally:
        driver.close()


def main() -> None:
    """Play and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("seeds", nargs="*", default=SEEDS)
    asked.add_argument("--log", action="store_true")
    given = asked.parse_args()
    heard = [one for seed in given.seeds for one in play(given.game, seed)]
    if given.log:
        for one in heard:
            print(f"\n== {one.words} words before {one.action}", *one.said, sep="\n")
    words = sorted(one.words for one in heard)
    print(
        given.game,
        len(words),
        "decisions; median",
        statistics.median(words),
        "nine of ten",
        words[len(words) * 9 // 10],
    )


if __name__ == "__main__":
    main()
