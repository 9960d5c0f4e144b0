"""Options and positions of every registered game, for the suites that all games share."""

import functools
import itertools
import json
import math
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import HANDICAP, JSON, BadOptions, Chance, Option, Rules
from tests.run import FEW_SAMPLES

MOST_DECISIONS = 5_000
"""No game of the house takes longer, however badly it is played."""
MOST_OPTION_SETS = 24
MANY_COMBINATIONS = 100
"""Where a game offers more, a few sets are picked in which every value stands beside many others."""
TELLING_SETS = 4
ALIKE = 4
"""Choices with more values than that, the same for several seats, need each value only for one of them."""
FULL_TABLE = 4
"""Beyond this the games take long, so only some numbers of seats and a few sets of options are played."""
STEPS = (6, 0, 3, 2)
"""Handicap by seat in the suites that all games share."""
CANDIDATES = 40
SELDOM = 200
WAYS = ("default", "twists", "handicap")
"""Sets of options that every game has, by name."""
EXAMPLE_DECK = Path(__file__).resolve().parents[2] / "docs" / "example_deck.json"
OWN_THINGS: dict[str, dict[str, Callable[[], JSON]]] = {
    "tash_kalar": {"decks": lambda: [json.loads(EXAMPLE_DECK.read_text("utf-8"))]},
}
"""What players bring along themselves, game by game: used in a set of options where another option speaks of it."""


@dataclass(frozen=True, eq=False)
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


def guest(game: str) -> Path | None:
    """The folder of a game that is not of the house: what a suite keeps about it lies there, not with the suite."""
    folder = registry.folder(game)
    return None if folder.parent.name == "games" else folder


def option_sets(rules: Rules[Any], seats: int) -> dict[str, dict[str, JSON]]:
    """Name → complete options: every combination of the choices and flags that a table may pick.

    Lists of cards are filled in at random until the rules accept them. Of thousands of
    combinations a few telling ones are taken (see :func:`_telling`). All twists together are one more set, and so is a
    handicap.
    """
    plain = _sets_without_twists(rules, seats)
    if seats > FULL_TABLE:
        return plain
    more = {"twists": twisted(rules, seats), "handicap": handicapped(rules, seats)}
    return {**plain, **{name: full for name, full in more.items() if full != plain["default"]}}


def handicapped(rules: Rules[Any], seats: int) -> dict[str, JSON]:
    """Options with a handicap of several seats, of all steps; the default ones where a game has none."""
    known = {option.name for option in rules.options()}
    return rules.check_options({HANDICAP: list(STEPS[:seats])} if HANDICAP in known else {}, seats)


def twisted(rules: Rules[Any], seats: int) -> dict[str, JSON]:
    """Options with every twist there is, all at once; a choice stands at its last value that these seats can have."""
    wish: dict[str, JSON] = {}
    for option in rules.options():
        if option.twist:
            values = [True] if option.kind == "flag" else option.values
            kept = [rules.check_options({option.name: value}, seats).get(option.name) for value in values]
            possible = [value for value in kept if value is not None]
            if possible:
                wish[option.name] = possible[-1]
    return rules.check_options(wish, seats)


def _sets_without_twists(rules: Rules[Any], seats: int) -> dict[str, dict[str, JSON]]:
    offered = [option for option in rules.options() if option.kind in ("choice", "flag") and not option.twist]
    values = [option.values if option.kind == "choice" else (False, True) for option in offered]
    offered_names = {option.name for option in offered}
    found: dict[str, dict[str, JSON]] = {}
    known: set[str] = set()
    if seats > FULL_TABLE or math.prod(len(each) for each in values) > MANY_COMBINATIONS:
        return {"default": rules.check_options({}, seats), **_telling(rules, offered, values, seats)}
    for combination in itertools.product(*values):
        wish = {option.name: value for option, value in zip(offered, combination, strict=True)}
        full = _accepted(rules, wish, seats)
        if full is None or any(full[name] != value for name, value in wish.items() if name in offered_names):
            continue  # what makes no difference here is put back to its default
        if repr(full) not in known:
            known.add(repr(full))
            found["_".join(str(value) for value in combination) or "default"] = full
    default = rules.check_options({}, seats)
    others = {name: full for name, full in found.items() if full != default}
    names = sorted(others)
    if len(names) > MOST_OPTION_SETS:
        names = random.Random(seats).sample(names, MOST_OPTION_SETS)
    return {"default": default, **{name: others[name] for name in names}}


def _telling(
    rules: Rules[Any], offered: Sequence[Option], values: Sequence[Sequence[JSON]], seats: int
) -> dict[str, dict[str, JSON]]:
    """Few sets with every value at least once, each the one of some random ones with most new pairs of values."""
    dice = random.Random(seats)
    values = [
        [value for value in row if _stays(rules, option.name, value, seats)]
        for option, row in zip(offered, values, strict=True)
    ]
    kin = [next(n for n, other in enumerate(values) if other == row or n == k) for k, row in enumerate(values)]
    kin = [first if len(values[k]) > ALIKE else k for k, first in enumerate(kin)]
    missing = {(kin[number], value) for number, row in enumerate(values) for value in row}
    pairs: set[frozenset[tuple[int, JSON]]] = set()
    found: dict[str, dict[str, JSON]] = {}
    while len(found) < TELLING_SETS or missing:
        best: tuple[int, list[tuple[int, JSON]], dict[str, JSON]] | None = None
        for _ in range(CANDIDATES):
            chosen = [(number, dice.choice(list(row))) for number, row in enumerate(values)]
            fresh = {frozenset(pair) for pair in itertools.combinations(chosen, 2)} - pairs
            score = len(fresh) + 100 * len(missing.intersection((kin[number], value) for number, value in chosen))
            if best is None or score > best[0]:
                wish = {offered[number].name: value for number, value in chosen}
                full = _accepted(rules, wish, seats)
                if full is not None:
                    best = (score, chosen, full)
        assert best is not None, f"{rules.id}: no options that the rules accept"
        _, chosen, full = best
        missing.difference_update((kin[number], full[offered[number].name]) for number, _ in chosen)
        missing.difference_update((kin[number], value) for number, value in chosen)
        pairs |= {frozenset(pair) for pair in itertools.combinations(chosen, 2)}
        found[_name(offered, full)] = full
    return found


def _stays(rules: Rules[Any], name: str, value: JSON, seats: int) -> bool:
    """Whether this number of seats can choose a value; others are put back to the default."""
    full = _accepted(rules, {name: value}, seats)
    return full is None or full[name] == value


def _name(offered: Sequence[Option], full: Mapping[str, JSON]) -> str:
    """What differs from the defaults."""
    said = [
        option.name if option.kind == "flag" else f"{option.name}_{full[option.name]}"
        for option in offered
        if full[option.name] != option.default
    ]
    return "-".join(said) or "none"


def _accepted(rules: Rules[Any], wish: dict[str, JSON], seats: int) -> dict[str, JSON] | None:
    own = {name: made() for name, made in OWN_THINGS.get(rules.id, {}).items()}
    try:
        full = rules.check_options(wish, seats)
        if own and any(full[name] != value for name, value in wish.items()):
            return rules.check_options({**wish, **own}, seats)
        return full
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
    found = (check for name, check in sorted(vars(module).items()) if name.startswith("test_"))
    return [check for check in found if all(mark.name != "soak" for mark in getattr(check, "pytestmark", ()))]


def seat_counts(rules: Rules[Any]) -> list[int]:
    """Every number of seats at one table, the smallest beyond it, and of more every fourth."""
    return [count for count in rules.seat_counts if count <= FULL_TABLE + 1 or count % 4 == 0]


def setups() -> list[Setup]:
    """Every game with the numbers of seats and the sets of options that are tested; see ``--quick`` for few."""
    few = bool(os.environ.get(FEW_SAMPLES))
    return [setup for info in registry.games() for setup in _setups_of(info.id, few)]


@functools.cache
def _setups_of(game: str, few: bool) -> tuple[Setup, ...]:
    """Picking telling options takes a moment, and many suites ask for them."""
    rules = registry.rules(game)
    if few:
        least, most = rules.seat_counts[0], [count for count in rules.seat_counts if count <= FULL_TABLE][-1]
        return tuple(Setup(game, count, rules.check_options({}, count), "default") for count in (least, most))
    return tuple(
        Setup(game, seats, full, name)
        for seats in seat_counts(rules)
        for name, full in option_sets(rules, seats).items()
    )


def few_setups() -> list[Setup]:
    """Of every game as few of :func:`setups` as show each number of seats and each value of each option once.

    For suites that take seconds for each set-up; their long runs take all.
    """
    return [
        setup for info in registry.games() for setup in _few(tuple(each for each in setups() if each.game == info.id))
    ]


def short_setups() -> list[Any]:
    """All of :func:`setups` as parameters; those that are not among the few run with ``--soak`` only."""
    few = set(few_setups())
    return [pytest.param(setup, marks=() if setup in few else pytest.mark.soak) for setup in setups()]


@functools.cache
def _few(offered: tuple[Setup, ...]) -> tuple[Setup, ...]:
    shown = {setup: _values(setup) for setup in offered}
    missing = set().union(*shown.values())
    found: list[Setup] = []
    while missing:
        best = max(offered, key=lambda setup: len(missing & shown[setup]))  # of equals the first
        missing -= shown[best]
        found.append(best)
    return tuple(each for each in offered if each in found)


def _values(setup: Setup) -> set[tuple[str, bytes]]:
    """What a set-up has: its number of seats, and values of options that do not stand for themselves alone.

    Long choices that are the same for several seats count as one, as in :func:`_telling`.
    """
    plain = {option.name for option in setup.rules.options() if option.kind in ("choice", "flag") or option.twist}
    kin = _find_kin(setup.game)
    own = {(kin.get(name, name), as_bytes(value)) for name, value in setup.options.items() if name in plain}
    return own | {("seats", as_bytes(setup.seats)), ("name", as_bytes(setup.name if setup.name in WAYS else ""))}


@functools.cache
def _find_kin(game: str) -> Mapping[str, str]:
    """Names of long choices → the first with the same values."""
    rows: dict[tuple[JSON, ...], str] = {}
    return {
        option.name: rows.setdefault(tuple(option.values), option.name)
        for option in registry.rules(game).options()
        if option.kind == "choice" and len(option.values) > ALIKE
    }


def by_turns_of(seeds: Sequence[int], offered: Sequence[Setup] | None = None) -> list[tuple[Setup, int]]:
    """Every set-up (of those offered, if any are) with one of the seeds, by turns."""
    return [
        (setup, seeds[number % len(seeds)]) for number, setup in enumerate(setups() if offered is None else offered)
    ]


def default_setups() -> list[Setup]:
    """Every built game with every number of seats, as it is offered first."""
    return [setup for setup in setups() if setup.name == "default"]


def as_bytes(data: JSON) -> bytes:
    """Plain data in the one way it can be written: quicker to compare and to keep than copies of it."""
    return msgspec.json.encode(data, order="deterministic")


def watchers(seats: int, number: int) -> list[int | None]:
    """Who looks at a position: everybody round a table; of a hall three seats, others each time; and a watcher."""
    if seats <= FULL_TABLE:
        return [*range(seats), None]
    return [*sorted({(number + step * seats // 3) % seats for step in range(3)}), None]


def choose(rules: Rules[Any], state: Any, chance: Chance) -> tuple[int, int]:
    """A random seat that owes a decision and a random action of it; one time in 200 it may also give up."""
    seat = chance.draw(rules.to_act(state))
    legal = rules.legal(state, seat)
    if rules.resignations and chance.below(SELDOM):
        legal = [action for action in legal if action not in rules.resignations]
    return seat, chance.draw(legal)


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
