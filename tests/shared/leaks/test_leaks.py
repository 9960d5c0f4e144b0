"""Nobody learns what is not theirs to know: not through views, events, undo, replay or updates."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.chance import SeededChance, mix
from engine.contract import Event
from engine.history import visible
from engine.replay import Rewound
from engine.seats import Portrait, Seat
from engine.session import Session, Update
from tests.shared.samples import (
    FULL_TABLE,
    Setup,
    as_bytes,
    by_turns_of,
    choose,
    default_setups,
    few_setups,
    positions,
    setups,
    watchers,
)

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
SEEDS = (11, 12)
MANY_ACTIONS = 8


def everybody(setup: Setup) -> tuple[int | None, ...]:
    return (*range(setup.seats), None)


# --- one walk, many checks --------------------------------------------------------------------------------


def a_view_is_enough_to_build_a_state_that_fits_it(setup: Setup, state: Any, number: int) -> None:
    rules = setup.rules
    chance = SeededChance(mix(number, "guess"))
    owing = rules.to_act(state)
    for seat in watchers(setup.seats, number):
        view = rules.view(state, seat)
        given = as_bytes(view)
        guess = rules.determinize(view, chance)
        assert as_bytes(view) == given, "building a state has changed the view"
        assert as_bytes(rules.view(guess, seat)) == given
        assert rules.to_act(guess) == owing
        if seat in owing and seat is not None:
            assert list(rules.legal(guess, seat)) == list(rules.legal(state, seat))


def a_guess_can_be_played_to_the_end(setup: Setup, state: Any, number: int) -> None:
    rules = setup.rules
    chance = SeededChance(mix(number, "to the end"))
    guess = rules.determinize(rules.view(state, number % setup.seats), chance)
    for _ in range(5_000):
        if not rules.to_act(guess):
            break
        rules.apply(guess, *choose(rules, guess, chance), chance)
    assert rules.result(guess)


def a_view_is_not_part_of_the_state(setup: Setup, state: Any, number: int) -> None:
    rules = setup.rules
    before = as_bytes(rules.dump(state))
    for seat in everybody(setup):
        _spoil(rules.view(state, seat))
    assert as_bytes(rules.dump(state)) == before


def _spoil(data: Any) -> None:
    """Overwrite all that can be overwritten."""
    inner = list(data.values()) if isinstance(data, dict) else list(data) if isinstance(data, list) else []
    for each in inner:
        _spoil(each)
    if isinstance(data, (dict, list)):
        data.clear()


def by_turns(owing: Sequence[int], number: int) -> Sequence[int]:
    """Of many seats three at each position, so that all have their turn in a hall."""
    if len(owing) <= FULL_TABLE:
        return owing
    return sorted({owing[(number + step * len(owing) // 3) % len(owing)] for step in range(3)})


def some(legal: Sequence[int], number: int) -> Sequence[int]:
    """Of many actions a few at each position, others each time."""
    step = -(-len(legal) // MANY_ACTIONS)
    return legal if step < 2 else legal[number % step :: step]


def a_secret_commitment_shows_nowhere(setup: Setup, state: Any, number: int) -> None:
    """Whichever action a seat commits to while others still owe theirs: nobody else sees a difference."""
    rules = setup.rules
    owing = rules.to_act(state)
    if len(owing) < 2:
        return
    for seat in by_turns(owing, number):
        others = [other for other in watchers(setup.seats, number + seat) if other != seat]
        seen = [_outcome(rules, state, seat, action, others) for action in rules.legal(state, seat)]
        assert all(each == seen[0] for each in seen)


def a_view_shows_no_more_than_was_told(setup: Setup, state: Any, number: int) -> None:
    """Two decisions of which a seat is told the same leave it with the same view."""
    rules = setup.rules
    owing = rules.to_act(state)
    if len(owing) > 1:
        return
    seat = owing[0]
    others = [other for other in watchers(setup.seats, number) if other != seat]
    seen: dict[tuple[int | None, str], Any] = {}
    for action in some(rules.legal(state, seat), number):
        told, views = _outcome(rules, state, seat, action, others)
        for other, events, view in zip(others, told, views, strict=True):
            assert seen.setdefault((other, repr(events)), view) == view


def hidden_data_of_others_changes_nothing_for_a_seat(setup: Setup, state: Any, number: int) -> None:
    """In the true state and in one that merely fits a seat's view, its secret commitment tells it the same."""
    rules = setup.rules
    chance = SeededChance(mix(number, "hidden"))
    owing = rules.to_act(state)
    if len(owing) < 2:
        return
    for seat in by_turns(owing, number):
        guess = rules.determinize(rules.view(state, seat), chance)
        action = chance.draw(rules.legal(state, seat))
        assert _outcome(rules, state, seat, action, [seat]) == _outcome(rules, guess, seat, action, [seat])


CHECKS: tuple[tuple[int, Callable[[Setup, Any, int], None]], ...] = (
    (3, a_secret_commitment_shows_nowhere),
    (4, hidden_data_of_others_changes_nothing_for_a_seat),
    (6, a_view_is_enough_to_build_a_state_that_fits_it),
    (7, a_view_shows_no_more_than_was_told),
    (29, a_view_is_not_part_of_the_state),
    (53, a_guess_can_be_played_to_the_end),
)
"""Positions of a walk between two checks; the seeds begin at different ones. A long run has each at every position."""


def walk(setup: Setup, seed: int, thorough: bool) -> None:
    """A whole random game; whatever is looked at on the way, nobody learns what is not theirs to know."""
    for number, state in enumerate(positions(setup, seed)):
        for every, check in CHECKS:
            if thorough or (number + seed) % every == 0:
                check(setup, state, number)


@pytest.mark.parametrize(("setup", "seed"), by_turns_of(SEEDS, few_setups()), ids=str)
def test_a_walk_leaks_nothing(setup: Setup, seed: int) -> None:
    """In set-ups that show every value of every option; the long run takes all, and looks at every position."""
    walk(setup, seed, thorough=False)


@pytest.mark.soak
@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_no_position_of_a_walk_leaks(setup: Setup, seed: int) -> None:
    walk(setup, seed, thorough=True)


def _outcome(
    rules: Any, state: Any, seat: int, action: int, others: list[int | None] | list[int]
) -> tuple[list[list[Event]], list[bytes]]:
    """What each of the others is told of a decision, and sees after it."""
    after = rules.clone(state)
    told: list[Event] = []
    rules.apply(after, seat, action, SeededChance(0), told.append)
    return (
        [[event for event in told if visible(event, other)] for other in others],
        [as_bytes(rules.view(after, other)) for other in others],
    )


@pytest.mark.sample(4)
@pytest.mark.parametrize("setup", default_setups(), ids=str)
def test_who_sits_there_is_in_no_view(setup: Setup) -> None:
    """Portraits, children and names change nothing of what anybody, an opponent above all, is told or shown."""
    computers = [Seat("computer", "novice", f"{k}", k) for k in range(setup.seats)]
    family = [Seat("person", "", f"Kept secret {k}", k, "", Portrait("owl", k % 8), k == 0) for k in range(setup.seats)]
    told: list[list[Any]] = []
    for seats in (computers, family):
        session = Session.start(setup.game, setup.options, seats, "family")
        updates: list[Update] = []
        for watcher in everybody(setup):
            session.subscribe(watcher, updates.append)
        chance = SeededChance(17)
        while not session.over and session.turn < 120:
            seat = chance.draw(session.to_act())
            session.submit(seat, chance.draw(session.legal(seat)))
        seen = [(one.events, as_bytes(one.view)) for one in updates]
        told.append([seen, [as_bytes(session.view(watcher)) for watcher in everybody(setup)], session.result()])
    assert told[0] == told[1] and "Kept secret" not in repr(told)


@pytest.mark.sample(2)
@pytest.mark.parametrize("setup", default_setups(), ids=str)
def test_the_session_has_one_filter_for_everything(setup: Setup) -> None:
    """Updates, history and replay agree, for each seat and for a watcher; actions go to their own seat only.

    The filter is the session's; the options of a game make no difference to it.
    """
    seats = [Seat("computer", "novice", f"Seat {number}", number) for number in range(setup.seats)]
    session = Session.start(setup.game, setup.options, seats, "leaks")
    rules = setup.rules
    updates: dict[int | None, list[Update]] = {watcher: [] for watcher in everybody(setup)}
    for watcher, into in updates.items():
        session.subscribe(watcher, into.append)
    opening = {watcher: session.events_for(watcher) for watcher in updates}
    chance = SeededChance(16)
    actors = []
    while not session.over:
        seat = chance.draw(session.to_act())
        actors.append(seat)
        session.submit(seat, chance.draw(session.legal(seat)))
    for watcher, got in updates.items():
        assert [update.seat for update in got] == actors
        assert all((update.action is not None) == (update.seat == watcher) for update in got)
        history = opening[watcher] + [(update.turn, event) for update in got for event in update.events]
        assert session.events_for(watcher) == history
        assert all(visible(event, watcher) for _, event in history)
        replay = Rewound(session, 0)
        for turn, update in enumerate(got, start=1):
            replay.go(turn)
            assert replay.view(watcher) == update.view
            assert [event for at, event in replay.events_for(watcher) if at == turn] == update.events
    assert rules.result(session.course.last.state) == session.result()
