"""Every registered game, with every number of seats and every set of options, keeps the contract."""

from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

import msgspec
import pytest

from engine import registry
from engine.chance import LoggedChance, ReplayedChance, SeededChance, mix
from engine.contract import BadOptions, BadState, Event, IllegalAction, Message
from tests.shared.samples import (
    MOST_DECISIONS,
    Setup,
    as_bytes,
    by_turns_of,
    choose,
    few_setups,
    positions,
    setups,
    short_setups,
    watchers,
)

SEEDS = (1, 2)
WRONG = (-1, 0, 1, 7, 25, 41, 51, 65, 10**9)
"""Actions that are rarely legal."""

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
short_of_setups = pytest.mark.parametrize("setup", short_setups(), ids=str)


def plain(data: Any) -> Any:
    """The data after a way through JSON: what is not plain JSON comes back changed or not at all."""
    return msgspec.json.decode(msgspec.json.encode(data))


@every_setup
def test_it_says_what_it_is(setup: Setup) -> None:
    rules = setup.rules
    assert rules.id == setup.game
    assert isinstance(rules.version, int) and rules.version >= 1
    assert list(rules.seat_counts) == sorted(set(rules.seat_counts))
    full = rules.check_options(setup.options, setup.seats)
    assert full == setup.options == plain(full), "complete options stay as they are"
    left_out = {option.name for option in rules.options()} - set(full)
    assert set(full) <= {option.name for option in rules.options()}
    seldom = {one.name for one in rules.options() if one.twist or one.kind == "steps" or one.default is None}
    assert left_out <= seldom, "only twists and handicaps that are off, and data that are not set"
    with pytest.raises(BadOptions):
        rules.check_options({"no such option": 1}, setup.seats)
    with pytest.raises(BadOptions):
        rules.check_options({}, 99)


# --- one walk, many checks --------------------------------------------------------------------------------


def well_formed(setup: Setup, state: Any, number: int) -> None:
    """Who owes a decision has something to choose, nobody else has; nobody has won yet."""
    rules = setup.rules
    owing = rules.to_act(state)
    assert isinstance(owing, tuple) and list(owing) == sorted(set(owing))
    assert rules.result(state) == ()
    for seat in range(setup.seats):
        legal = list(rules.legal(state, seat))
        assert all(type(action) is int for action in legal)
        assert legal == sorted(set(legal))
        assert bool(legal) == (seat in owing)


def illegal_changes_nothing(setup: Setup, state: Any, number: int) -> None:
    """What is not legal is refused, and the state is as it was."""
    rules = setup.rules
    before = as_bytes(rules.dump(state))
    owing = rules.to_act(state)
    for seat in range(-1, setup.seats + 1):
        legal = set(rules.legal(state, seat)) if seat in owing else set()
        for action in WRONG:
            if action not in legal:
                with pytest.raises(IllegalAction):
                    rules.apply(state, seat, action, SeededChance(0))
    assert as_bytes(rules.dump(state)) == before
    assert rules.to_act(state) == owing


def copies_are_independent(setup: Setup, state: Any, number: int) -> None:
    """Copied, dumped and loaded it is the same, goes on in the same way, and leaves the original alone."""
    rules = setup.rules
    dumped = rules.dump(state)
    written = as_bytes(dumped)
    assert dumped == plain(dumped)
    twin, loaded = rules.clone(state), rules.load(plain(dumped))
    assert as_bytes(rules.dump(twin)) == written == as_bytes(rules.dump(loaded))
    seat, action = choose(rules, state, SeededChance(mix(5, number)))
    for copy in (twin, loaded):
        rules.apply(copy, seat, action, SeededChance(number))
    assert as_bytes(rules.dump(twin)) == as_bytes(rules.dump(loaded))
    assert as_bytes(rules.dump(state)) == written, "a move on a copy has changed the original"


def order_of_commitments_never_matters(setup: Setup, state: Any, number: int) -> None:
    """Several commit themselves in one order and in the other."""
    rules = setup.rules
    owing = rules.to_act(state)
    if len(owing) < 2:
        return
    players = SeededChance(mix(number, "order"))
    picks = {seat: players.draw(rules.legal(state, seat)) for seat in owing}
    ends = []
    for order in (owing, owing[::-1]):
        copy = rules.clone(state)
        chance = SeededChance(number)
        for seat in order:
            assert picks[seat] in rules.legal(copy, seat)
            rules.apply(copy, seat, picks[seat], chance)
        ends.append(as_bytes(rules.dump(copy)))
    assert ends[0] == ends[1]


def small(setup: Setup, state: Any, number: int) -> None:
    """A state is slots of numbers, tuples and short lists."""
    assert not hasattr(state, "__dict__"), "a state has __slots__"
    twin = setup.rules.clone(state)
    names = {name for cls in type(state).__mro__ for name in getattr(cls, "__slots__", ())}
    for name in names:
        _assert_small(getattr(state, name), getattr(twin, name), f"{type(state).__name__}.{name}")


def plain_data_in_words(setup: Setup, state: Any, number: int) -> None:
    """Views and events are plain data, and whatever happens or can be done has its words.

    Words depend on nothing but the action or event, so each action is asked for once in a game.
    """
    rules = setup.rules
    for seat in watchers(setup.seats, number):
        view = rules.view(state, seat)
        assert view == plain(view)
    told: list[Event] = []
    seat, action = choose(rules, state, SeededChance(mix(9, number)))
    rules.apply(rules.clone(state), seat, action, SeededChance(number), told.append)
    for event in told:
        assert isinstance(event.data, dict) and dict(event.data) == plain(event.data)
        assert event.seats is None or set(event.seats) <= set(range(setup.seats))
    known = _SAID.setdefault(setup.game, set())
    fresh = [each for each in rules.legal(state, seat) if each not in known]
    known.update(fresh)
    everything: list[int | Event] = [*told, *fresh]
    for what in everything:
        for message in (rules.describe(what), rules.explain(what)):
            if message is not None:
                assert isinstance(message, Message)
                assert message.id.split(".")[0] in list_domains(setup.game), message.id
                assert dict(message.params) == plain(dict(message.params))


def list_domains(game: str) -> set[str]:
    """Catalogues that a game tells its events in: its own and those of folders in it that have a manifest."""
    return {game, *(path.parent.name for path in registry.folder(game).glob("*/manifest.json"))}


_SAID: dict[str, set[int]] = {}
CHECKS: tuple[tuple[int, Callable[[Setup, Any, int], None]], ...] = (
    (1, well_formed),
    (3, order_of_commitments_never_matters),
    (5, plain_data_in_words),
    (4, copies_are_independent),
    (7, illegal_changes_nothing),
    (17, small),
)
"""Positions of a walk between two checks; the seeds begin at different ones. A long run has each at every position."""


def walk(setup: Setup, seed: int, thorough: bool) -> None:
    """A whole random game, checked on the way; every state that was kept stays as it was, and the end is an end."""
    rules = setup.rules
    state = None
    kept: list[tuple[Any, bytes]] = []
    for number, state in enumerate(positions(setup, seed)):
        for every, check in CHECKS:
            if thorough or (number + seed) % every == 0:
                check(setup, state, number)
        if number % 7 == seed:
            kept.append((rules.clone(state), as_bytes(rules.dump(state))))
    for copy, dumped in kept:
        assert as_bytes(rules.dump(copy)) == dumped, "a later move has changed an old state"
    assert rules.to_act(state) == ()
    assert all(not rules.legal(state, seat) for seat in range(setup.seats))
    standing = rules.result(state)
    assert len(standing) == setup.seats
    for place in standing:  # ties share the better place
        assert place == 1 + sum(other < place for other in standing)
    sides = rules.sides(setup.options, setup.seats)
    assert len(sides) == setup.seats and set(sides) == set(range(len(set(sides))))
    assert len(set(zip(sides, standing, strict=True))) == len(set(sides)), "a side wins and loses together"


@pytest.mark.parametrize(("setup", "seed"), by_turns_of(SEEDS, few_setups()), ids=str)
def test_a_walk_keeps_the_contract(setup: Setup, seed: int) -> None:
    walk(setup, seed, thorough=False)


@pytest.mark.soak
@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_every_position_of_a_walk_keeps_the_contract(setup: Setup, seed: int) -> None:
    walk(setup, seed, thorough=True)


@every_setup
def test_nonsense_is_no_state(setup: Setup) -> None:
    rules = setup.rules
    state = next(positions(setup, 6))
    good = plain(rules.dump(state))
    nonsense: list[Any] = [None, [], {}, "state", 7, {**good, next(iter(good)): "nonsense"}]
    for bad in nonsense:
        with pytest.raises(BadState):
            rules.load(bad)


@short_of_setups
def test_a_replay_leads_to_the_same_states(setup: Setup) -> None:
    rules = setup.rules
    told: list[Event] = []
    chance = LoggedChance(SeededChance(7))
    state = rules.new(setup.options, setup.seats, chance, told.append)
    opening = chance.take()
    silent = rules.new(setup.options, setup.seats, ReplayedChance(opening))
    assert rules.dump(silent) == rules.dump(state)
    players = SeededChance(7)
    for _ in range(MOST_DECISIONS):
        if not rules.to_act(state):
            break
        seat, action = choose(rules, state, players)
        told.clear()
        rules.apply(state, seat, action, chance, told.append)
        draws = ReplayedChance(chance.take())
        rules.apply(silent, seat, action, draws)
        assert draws.rest == 0
        assert rules.dump(silent) == rules.dump(state), "telling what happens has changed what happens"
    assert rules.to_act(silent) == ()


def _assert_small(value: Any, copied: Any, place: str) -> None:
    if is_dataclass(value):
        params: Any = type(value).__dict__["__dataclass_params__"]
        assert params.frozen and copied is value, f"{place}: is shared and never changes"
        return
    assert value is None or isinstance(value, (int, tuple, list)), f"{place}: {type(value).__name__}"
    if isinstance(value, (tuple, list)):
        for index, (inner, other) in enumerate(zip(value, copied, strict=True)):
            _assert_small(inner, other, f"{place}[{index}]")
