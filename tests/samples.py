"""Options and positions of every registered game, for the suites that all games share."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import JSON, BadOptions, Chance, Rules

MOST_DECISIONS = 5_000
"""No game of the house takes longer, however badly it is played."""
MOST_OPTION_SETS = 24


@dataclass(frozen=True)
class Setup:
    """One way to begin a game."""

    game: str
    seats: int
    options: Mapping[str, JSON]
    name: str

    @property
    def rules(self) -> Rules[Any]:
        return registry.rules(self.game)

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{self.name}"


def option_sets(rules: Rules[Any], seats: int) -> dict[str, dict[str, JSON]]:
    """Name → complete options: every combination of the choices and flags that a table may pick.

    Lists of cards are filled in at random until the rules accept them.
    """
    offered = [option for option in rules.options() if option.kind in ("choice", "flag")]
    values = [option.values if option.kind == "choice" else (False, True) for option in offered]
    found: dict[str, dict[str, JSON]] = {}
    known: set[str] = set()
    for combination in itertools.product(*values):
        wish = {option.name: value for option, value in zip(offered, combination, strict=True)}
        full = _accepted(rules, wish, seats)
        if full is not None and repr(full) not in known:
            known.add(repr(full))
            found["_".join(str(value) for value in combination) or "default"] = full
    default = rules.check_options({}, seats)
    others = {name: full for name, full in found.items() if full != default}
    names = sorted(others)
    if len(names) > MOST_OPTION_SETS:
        names = random.Random(seats).sample(names, MOST_OPTION_SETS)
    return {"default": default, **{name: others[name] for name in names}}


def _accepted(rules: Rules[Any], wish: dict[str, JSON], seats: int) -> dict[str, JSON] | None:
    try:
        return rules.check_options(wish, seats)
    except BadOptions:
        pass
    dice = random.Random(repr(sorted(wish.items())))
    lists = [option for option in rules.options() if option.kind == "cards"]
    for _ in range(400):
        for option in lists:
            size = len(option.default) + dice.randint(-2, 1)
            wish[option.name] = sorted(dice.sample(list(option.values), max(0, min(size, len(option.values)))))
        try:
            return rules.check_options(wish, seats)
        except BadOptions:
            continue
    return None


def checks(module: Any) -> list[Callable[..., None]]:
    """The checks of a shared suite, for a rule set that is not offered on the title screen yet."""
    return [check for name, check in sorted(vars(module).items()) if name.startswith("test_")]


def setups() -> list[Setup]:
    """Every built game with every number of seats and every set of options."""
    found = []
    for info in registry.built():
        rules = registry.rules(info.id)
        for seats in rules.seat_counts:
            found += [Setup(info.id, seats, full, name) for name, full in option_sets(rules, seats).items()]
    return found


def default_setups() -> list[Setup]:
    """Every built game with every number of seats, as it is offered first."""
    return [setup for setup in setups() if setup.name == "default"]


def choose(rules: Rules[Any], state: Any, chance: Chance) -> tuple[int, int]:
    """A random seat that owes a decision and a random action of it."""
    seat = chance.draw(rules.to_act(state))
    return seat, chance.draw(rules.legal(state, seat))


def positions(setup: Setup, seed: int) -> Iterator[Any]:
    """The state before every decision of one random game; it changes in place as the game goes on."""
    rules = setup.rules
    chance = SeededChance(mix(seed, "chance"))
    players = SeededChance(mix(seed, "players"))
    state = rules.new(setup.options, setup.seats, chance)
    for _ in range(MOST_DECISIONS):
        if not rules.to_act(state):
            return
        yield state
        seat, action = choose(rules, state, players)
        rules.apply(state, seat, action, chance)
    raise AssertionError(f"{setup} has not ended after {MOST_DECISIONS} decisions")
