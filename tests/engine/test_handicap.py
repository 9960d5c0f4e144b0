"""A handicap per seat: refused where it is forged, told, kept, and nothing where there is none."""

from typing import Any

import pytest

from engine import registry
from engine.chance import SeededChance
from engine.contract import HANDICAP, MOST_STEPS, BadOptions, BadState, Event
from engine.seats import Seat
from engine.session import Session
from engine.storage import statistics

GAMES = [info.id for info in registry.games() if HANDICAP in {one.name for one in registry.rules(info.id).options()}]


def seat(name: str, kind: Any = "person") -> Seat:
    return Seat(kind, "" if kind == "person" else "novice", name)


def test_every_game_of_the_house_has_one() -> None:
    assert set(GAMES) >= {"king_of_12", "king_of_the_dice", "legends", "tash_kalar"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("steps", [[1], [1, 0, 0], [7, 0], [-1, 0], [True, 0], [1.0, 0], "10", {"0": 1}, 3, None])
def test_forged_steps_are_refused(game: str, steps: Any) -> None:
    with pytest.raises(BadOptions, match=HANDICAP):
        registry.rules(game).check_options({HANDICAP: steps}, 2)


@pytest.mark.parametrize("game", GAMES)
def test_no_steps_are_no_option(game: str) -> None:
    rules = registry.rules(game)
    assert rules.check_options({HANDICAP: [0, 0]}, 2) == rules.check_options({}, 2)
    begun = [rules.dump(rules.new(options, 2, SeededChance(3))) for options in ({}, {HANDICAP: [0, 0]})]
    assert begun[0] == begun[1]
    assert HANDICAP not in begun[0] and HANDICAP not in rules.view(rules.new({}, 2, SeededChance(3)), 0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("step", range(1, MOST_STEPS + 1))
def test_each_step_is_told_and_kept_and_seen(game: str, step: int) -> None:
    rules = registry.rules(game)
    told: list[Event] = []
    state = rules.new({HANDICAP: [0, step]}, 2, SeededChance(3), told.append)
    events = [event for event in told if event.kind == HANDICAP]
    assert [dict(event.data) for event in events] == [{"seat": 1, "step": step}]
    assert rules.describe(events[0]) is not None and rules.explain(events[0]) is not None
    dumped = rules.dump(state)
    assert dumped[HANDICAP] == [0, step]
    assert all(rules.view(state, who)[HANDICAP] == [0, step] for who in (0, 1, None))
    for forged in ([0, 0], [step], [0, 7], [step, 0, 0], [0, -1]):
        with pytest.raises(BadState):
            rules.check_state(rules.load({**dumped, HANDICAP: forged}), rules.check_options({}, 2), 2)
    other = rules.check_options({HANDICAP: [step, 0]}, 2)
    with pytest.raises(BadState, match=HANDICAP):
        rules.check_state(state, other, 2)


def test_a_tournament_has_none() -> None:
    rules = registry.rules("king_of_12")
    assert HANDICAP not in rules.check_options({HANDICAP: [1] * 8}, 8)


@pytest.mark.parametrize(("steps", "helped"), [([3, 0], True), ([0, 3], False)])
def test_the_record_knows_it_and_takes_no_rating_from_it(steps: list[int], helped: bool) -> None:
    statistics.clear()
    session = Session.start("king_of_12", {HANDICAP: steps}, [seat("Eva"), seat("Odo", "computer")], "seed")
    assert session.helped == helped
    while not session.over:
        who = session.to_act()[0]
        session.submit(who, session.legal(who)[0])
    assert statistics.record(session)
    stats = statistics.summary()["king_of_12"]
    played = stats.last[0]
    assert (played.handicap, played.assisted, played.advised) == (tuple(steps), False, False)
    assert stats.persons.played == 1 and not stats.players[0].meetings
