"""What an opponent gains or loses by another value of one of its numbers.

``python build/fit/compare_numbers.py king_of_12 skilled NAIVE_SHARE 0 1 --seats 2 --games 300 --seed 1`` plays, for
each value, one seat with it against the same level as it is, everybody's luck the same from every seat, and prints the
share of games that seat has won with its 95 % interval. An interval that holds the equal share says that the number
hardly matters there. With ``--against novice`` all others are of that level: name the value in use too, to compare.
Numbers are constants of the modules of ``ai/GAME``; one that is only a default stays as it is.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

from ai.algorithms.confidence_intervals import interval
from ai.choose import choose
from ai.playout import play_out
from ai.win_probability import win_shares
from engine import registry
from engine.chance import SeededChance, mix


def list_modules(game: str) -> list[ModuleType]:
    """All modules of the opponents of a game."""
    package = importlib.import_module(f"ai.{game}")
    return [importlib.import_module(f"ai.{game}.{one.name}") for one in pkgutil.iter_modules(package.__path__)]


@contextmanager
def change_number(modules: Sequence[ModuleType], name: str, value: Any) -> Iterator[None]:
    """For a while a number has another value wherever it is known."""
    was = [(module, getattr(module, name)) for module in modules if hasattr(module, name)]
    try:
        for module, _ in was:
            setattr(module, name, value)
        yield
    finally:
        for module, old in was:
            setattr(module, name, old)


def play_game(game: str, level: str, others: str, seats: int, seat: int, seed: int, name: str, value: Any) -> float:
    """Play a game; the share of the win of the seat that has the other value."""
    rules, modules = registry.rules(game), list_modules(game)
    chance = SeededChance(mix(seed, "game"))
    state = rules.new({}, seats, chance)

    def answer(state: Any, one: int, turn: int) -> int:
        view, legal = rules.view(state, one), list(rules.legal(state, one))
        thinking = mix(seed, "opponent", turn, one)
        if one != seat:
            return choose(game, view, one, legal, others, thinking).action
        with change_number(modules, name, value):
            return choose(game, view, one, legal, level, thinking).action

    play_out(rules, state, chance, answer)
    return win_shares(rules.result(state))[seat]


def main() -> None:
    """Compare each value with the number as it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("level")
    parser.add_argument("name", help="the constant")
    parser.add_argument("values", nargs="+", type=json.loads)
    parser.add_argument("--against", default="", help="the level of the others, if it is another")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    known = {getattr(module, given.name) for module in list_modules(given.game) if hasattr(module, given.name)}
    if len(known) != 1:
        parser.error(f"{given.name}: expected one number in ai/{given.game}, found {sorted(known)}")
    for value in given.values:
        wins = 0.0
        for number in range(given.games):
            deal, seat = divmod(number, given.seats)
            seed = mix(given.seed, "compare", deal)
            others = given.against or given.level
            wins += play_game(given.game, given.level, others, given.seats, seat, seed, given.name, value)
        low, high = interval(wins, given.games)
        print(
            f"{given.game} {given.level} against {given.against or given.level}, {given.seats} seats: "
            f"{given.name} {value} (in use: {known.copy().pop()}): "
            f"{wins / given.games:.3f} ({low:.3f} to {high:.3f}) of {given.games}, equal {1 / given.seats:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
