"""What is asked of the opponents of every game: legal, repeatable, blind to what is hidden, never without an answer."""

import functools
from typing import Any

import pytest

from ai.choose import choose
from ai.levels import GENTLE_RIVAL, GRANDMASTER, ISMCTS, LEVELS, NEWCOMER, PLANLESS, QUICK_LEVELS, RANDOM
from ai.opponent_registry import find_opponents, quick_choice
from engine import registry
from engine.chance import SeededChance, mix
from tests.shared.counted import calls
from tests.shared.samples import few_setups, positions as positions_of

GAMES = [info.id for info in registry.games()]
PHASES_EACH = 2
LITTLE_WORK = 3000
"""Calls of functions: a millisecond is some 2,000 of them."""


@functools.cache
def positions(game: str, seed: int, each: int = PHASES_EACH) -> list[tuple[Any, Any, int]]:
    """Rules, state and seat: some decisions of every phase, with every option at work and with real choices only."""
    found: dict[str, list[tuple[Any, Any, int]]] = {}
    for setup in few_setups():
        if setup.game != game:
            continue
        rules = setup.rules
        picks = SeededChance(mix(seed, str(setup)))
        for state in positions_of(setup, seed):
            seat = picks.draw(rules.to_act(state))
            if len(rules.legal(state, seat)) < 2 or picks.below(4):
                continue
            kept = found.setdefault(str(rules.view(state, None)["phase"]), [])
            if len(kept) < each:
                kept.append((rules, rules.clone(state), seat))
    return [each for phase in sorted(found) for each in found[phase]]


def hold_answers(game: str, level: str, each: int) -> None:
    """Ask at some positions of each phase, and again where only what is hidden differs."""
    for number, (rules, state, seat) in enumerate(positions(game, 3, each)):
        legal = list(rules.legal(state, seat))
        view = rules.view(state, seat)
        decision = choose(game, view, seat, legal, level, number)
        assert decision.action in legal
        assert sorted(one.action for one in decision.considered) == legal
        assert sum(one.weight for one in decision.considered) == pytest.approx(1)
        other = rules.determinize(view, SeededChance(number))
        assert choose(game, rules.view(other, seat), seat, legal, level, number) == decision


@pytest.mark.sample(3)
@pytest.mark.parametrize("level", (RANDOM, PLANLESS, NEWCOMER, GENTLE_RIVAL, f"{ISMCTS}3", *QUICK_LEVELS))
@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_legal_repeatable_and_blind_to_what_is_hidden(game: str, level: str) -> None:
    """Of the expert, who thinks longest, one of each phase; two in the long run."""
    hold_answers(game, level, 1 if level == "expert" else PHASES_EACH)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_an_answer_of_the_expert_is_so_more_often(game: str) -> None:
    hold_answers(game, "expert", 2 * PHASES_EACH)


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_grandmaster_repeats_itself(game: str) -> None:
    """One late position of each game: its work is counted, not timed."""
    rules, state, seat = positions(game, 4)[-1]
    legal, view = list(rules.legal(state, seat)), rules.view(state, seat)
    decision = choose(game, view, seat, legal, GRANDMASTER, 1)
    other = rules.determinize(view, SeededChance(2))
    assert decision.action in legal
    assert choose(game, rules.view(other, seat), seat, legal, GRANDMASTER, 1) == decision


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_expert_gives_one_to_three_reasons_that_can_be_read(game: str) -> None:
    from scenes.shell.i18n import Texts

    texts = Texts("en")
    names = ["Ann", "Ben", "Cid", "Dot"]
    for rules, state, seat in positions(game, 5, 1):
        legal = list(rules.legal(state, seat))
        decision = choose(game, rules.view(state, seat), seat, legal, "expert", 1)
        for one in decision.considered:
            assert 1 <= len(one.reasons) <= 3, (legal, one)
            for reason in one.reasons:
                assert reason.id.startswith(f"{game}.hint.")
                said = texts.message(reason, names)
                assert said != reason.id and "{" not in said


@pytest.mark.parametrize("game", GAMES)
def test_the_last_resort_is_little_work(game: str) -> None:
    """Well under a millisecond (``last_resort_us`` of ``engine.bench``): some 2,000 calls of functions."""
    for rules, state, seat in positions(game, 7):
        view, legal = rules.view(state, seat), list(rules.legal(state, seat))
        assert quick_choice(game, view, seat, legal, 1).action in legal  # what is kept from then on is kept now
        assert calls(functools.partial(quick_choice, game, view, seat, legal, 1)) < LITTLE_WORK


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_every_level_is_there(game: str, level: str) -> None:
    assert level in find_opponents(game).players
