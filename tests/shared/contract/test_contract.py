"""Every registered game, with every number of seats and every set of options, keeps the contract."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from typing import Any

import pytest

from engine.chance import LoggedChance, ReplayedChance, SeededChance, mix
from engine.contract import BadOptions, BadState, Event, IllegalAction, Message
from tests.shared.samples import MOST_DECISIONS, Setup, choose, positions, setups

SEEDS = (1, 2, 3)

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def plain(data: Any) -> Any:
    """The data after a way through JSON: what is not plain JSON comes back changed or not at all."""
    return json.loads(json.dumps(data, allow_nan=False))


@every_setup
def test_it_says_what_it_is(setup: Setup) -> None:
    rules = setup.rules
    assert rules.id == setup.game
    assert isinstance(rules.version, int) and rules.version >= 1
    assert list(rules.seat_counts) == sorted(set(rules.seat_counts))
    full = rules.check_options(setup.options, setup.seats)
    assert full == setup.options == plain(full), "complete options stay as they are"
    assert set(full) == {option.name for option in rules.options()}
    with pytest.raises(BadOptions):
        rules.check_options({"no such option": 1}, setup.seats)
    with pytest.raises(BadOptions):
        rules.check_options({}, 99)


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_decisions_are_well_formed_up_to_the_end(setup: Setup, seed: int) -> None:
    rules = setup.rules
    state = None
    for state in positions(setup, seed):
        owing = rules.to_act(state)
        assert isinstance(owing, tuple) and list(owing) == sorted(set(owing))
        assert rules.result(state) == ()
        for seat in range(setup.seats):
            legal = list(rules.legal(state, seat))
            assert all(type(action) is int for action in legal)
            assert legal == sorted(set(legal))
            assert bool(legal) == (seat in owing)
    assert rules.to_act(state) == ()
    assert all(not rules.legal(state, seat) for seat in range(setup.seats))
    standing = rules.result(state)
    assert len(standing) == setup.seats
    for place in standing:  # ties share the better place
        assert place == 1 + sum(other < place for other in standing)


@every_setup
def test_what_is_illegal_changes_nothing(setup: Setup) -> None:
    rules = setup.rules
    for state in positions(setup, 4):
        before = rules.dump(state)
        owing = rules.to_act(state)
        for seat in range(-1, setup.seats + 1):
            legal = set(rules.legal(state, seat)) if seat in owing else set()
            wrong = [action for action in (-1, 0, 1, 7, 25, 41, 51, 65, 10**9) if action not in legal]
            for action in wrong:
                with pytest.raises(IllegalAction):
                    rules.apply(state, seat, action, SeededChance(0))
        assert rules.dump(state) == before
        assert list(rules.to_act(state)) == list(owing)


@every_setup
def test_a_state_can_be_copied_dumped_and_loaded(setup: Setup) -> None:
    rules = setup.rules
    players = SeededChance(5)
    kept = []
    for number, state in enumerate(positions(setup, 5)):
        dumped = rules.dump(state)
        assert dumped == plain(dumped)
        twin, loaded = rules.clone(state), rules.load(plain(dumped))
        assert rules.dump(twin) == dumped == rules.dump(loaded)
        seat, action = choose(rules, state, players)
        for copy in (twin, loaded):
            rules.apply(copy, seat, action, SeededChance(number))
        assert rules.dump(twin) == rules.dump(loaded)
        assert rules.dump(state) == dumped, "a move on a copy has changed the original"
        kept.append((twin, rules.dump(twin)))
    for copy, dumped in kept:
        assert rules.dump(copy) == dumped, "a later move has changed an old state"


@every_setup
def test_nonsense_is_no_state(setup: Setup) -> None:
    rules = setup.rules
    state = next(positions(setup, 6))
    good = plain(rules.dump(state))
    nonsense: list[Any] = [None, [], {}, "state", 7, {**good, next(iter(good)): "nonsense"}]
    for bad in nonsense:
        with pytest.raises(BadState):
            rules.load(bad)


@every_setup
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


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_simultaneous_commitments_never_matters(setup: Setup, seed: int) -> None:
    rules = setup.rules
    players = SeededChance(mix(seed, "order"))
    for state in positions(setup, seed):
        owing = rules.to_act(state)
        if len(owing) < 2:
            continue
        picks = {seat: players.draw(rules.legal(state, seat)) for seat in owing}
        ends = []
        for order in (owing, owing[::-1]):
            copy = rules.clone(state)
            chance = SeededChance(seed)
            for seat in order:
                assert picks[seat] in rules.legal(copy, seat)
                rules.apply(copy, seat, picks[seat], chance)
            ends.append(rules.dump(copy))
        assert ends[0] == ends[1]


@every_setup
def test_states_are_small(setup: Setup) -> None:
    for state in positions(setup, 8):
        assert not hasattr(state, "__dict__"), "a state has __slots__"
        twin = setup.rules.clone(state)
        names = {name for cls in type(state).__mro__ for name in getattr(cls, "__slots__", ())}
        for name in names:
            _assert_small(getattr(state, name), getattr(twin, name), f"{type(state).__name__}.{name}")


def _assert_small(value: Any, copied: Any, place: str) -> None:
    if is_dataclass(value):
        params: Any = type(value).__dict__["__dataclass_params__"]
        assert params.frozen and copied is value, f"{place}: is shared and never changes"
        return
    assert value is None or isinstance(value, (int, tuple, list)), f"{place}: {type(value).__name__}"
    if isinstance(value, (tuple, list)):
        for index, (inner, other) in enumerate(zip(value, copied, strict=True)):
            _assert_small(inner, other, f"{place}[{index}]")


@every_setup
def test_views_and_events_are_plain_data(setup: Setup) -> None:
    rules = setup.rules
    players = SeededChance(9)
    for number, state in enumerate(positions(setup, 9)):
        for seat in (*range(setup.seats), None):
            view = rules.view(state, seat)
            assert view == plain(view)
        told: list[Event] = []
        seat, action = choose(rules, state, players)
        rules.apply(rules.clone(state), seat, action, SeededChance(number), told.append)
        for event in told:
            assert isinstance(event.data, dict) and dict(event.data) == plain(event.data)
            assert event.seats is None or set(event.seats) <= set(range(setup.seats))


@every_setup
def test_everything_can_be_told_in_words(setup: Setup) -> None:
    rules = setup.rules
    players = SeededChance(10)
    for number, state in enumerate(positions(setup, 10)):
        told: list[Event] = []
        seat, action = choose(rules, state, players)
        rules.apply(rules.clone(state), seat, action, SeededChance(number), told.append)
        everything: list[int | Event] = [*told, *rules.legal(state, seat)]
        for what in everything:
            for message in (rules.describe(what), rules.explain(what)):
                if message is not None:
                    assert isinstance(message, Message)
                    assert message.id.startswith(f"{setup.game}."), message.id
                    assert dict(message.params) == plain(dict(message.params))
