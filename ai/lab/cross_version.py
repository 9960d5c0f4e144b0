"""Plays against opponents of another checkout; each side uses its own rules, kept in step by seed and log.

It measures a level against its earlier version. If the two sides disagree on legal moves or the result, the rules have
changed: :class:`OutOfStep` is raised and the game is not counted.
"""

import inspect
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PREFIX = "before:"
"""``before:expert`` is the expert of the other checkout."""
NEEDED = ("ai/choose.py", "engine/registry.py", "engine/chance.py")


class OutOfStep(Exception):
    """The two checkouts disagree about a game; the text says at which turn and about what."""


class NoCheckout(ValueError):
    """A folder is not a checkout of this project; the text names it and what is missing."""


def check_checkout(folder: Path) -> Path:
    """Return the folder if it is a checkout; raises :class:`NoCheckout`."""
    for name in NEEDED:
        if not (folder / name).is_file():
            raise NoCheckout(f"{folder}: expected a checkout of this project, found no {name}")
    return folder


class CrossVersionGame:
    """One game in the other checkout, run in a separate process until it is closed."""

    def __init__(self, folder: Path, game: str, options: Mapping[str, Any], seats: int, seed: int) -> None:
        # The source is passed, not its file: the file's folder would be on the import path before the checkout.
        source = f"from __future__ import annotations\n{inspect.getsource(serve)}\nserve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", source], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.turn = 0
        self._now = self._ask({"new": [game, dict(options), seats, seed]})

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def compare(self, owing: Sequence[int], legal: Mapping[int, Sequence[int]], result: Sequence[int]) -> None:
        """Raise :class:`OutOfStep` unless the other checkout has the same seats to act, legal actions and result."""
        there = self._now
        mine: dict[str, Any] = {
            "owing": list(owing),
            "legal": {str(seat): list(actions) for seat, actions in legal.items()},
            "result": list(result),
        }
        for what, value in mine.items():
            if there[what] != value:
                raise OutOfStep(f"turn {self.turn}: {what} here {value}, there {there[what]}")

    def choose(self, seat: int, level: str, seed: int) -> tuple[int, float]:
        """Return the action that the other checkout's opponent chooses, and the seconds it took."""
        answer = self._ask({"choose": [seat, level.removeprefix(PREFIX), seed]})
        return answer["action"], answer["seconds"]

    def apply(self, answers: Sequence[tuple[int, int]]) -> None:
        """Apply the decisions of a turn, in order."""
        self._now = self._ask({"apply": [list(each) for each in answers]})
        self.turn += 1

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return the answer; raises :class:`OutOfStep` if there is none."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline())
        except (OSError, ValueError) as error:
            raise OutOfStep(f"turn {self.turn}: the other checkout ended at {question}") from error
        assert isinstance(answer, dict)
        return answer


def serve() -> None:
    """Answer requests until the input ends, in a process of the other checkout.

    A request is one JSON line, ``{"new": …}``, ``{"choose": …}`` or ``{"apply": …}``, answered by one line. Only what
    every checkout has is used: the registry, seeded chance, and the entry point to the opponents.
    """
    import json
    import sys
    import time

    from ai.choose import choose
    from engine import registry
    from engine.chance import SeededChance, mix

    rules: Any = None
    state: Any = None
    chance: Any = None
    game = ""

    def describe() -> dict[str, Any]:
        owing = list(rules.to_act(state))
        legal = {str(seat): [int(action) for action in rules.legal(state, seat)] for seat in owing}
        return {"owing": owing, "legal": legal, "result": list(rules.result(state))}

    for line in sys.stdin:
        asked = json.loads(line)
        if "new" in asked:
            game, options, seats, seed = asked["new"]
            rules = registry.rules(game)
            chance = SeededChance(mix(seed, "table"))
            state = rules.new(rules.check_options(options, seats), seats, chance)
            answer = describe()
        elif "choose" in asked:
            seat, level, seed = asked["choose"]
            begun = time.process_time()
            decision = choose(game, rules.view(state, seat), seat, list(rules.legal(state, seat)), level, seed)
            answer = {"action": int(decision.action), "seconds": time.process_time() - begun}
        else:
            for seat, action in asked["apply"]:
                rules.apply(state, seat, action, chance, None)
            answer = describe()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
