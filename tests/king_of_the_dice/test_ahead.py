"""What the next player does with an end of the own turn, and what is taken from it."""

from __future__ import annotations

import pytest

from ai.king_of_the_dice import checking
from ai.king_of_the_dice.ahead import TINT, a_turn_later, looked_again
from ai.king_of_the_dice.checking import checked, hoped
from ai.king_of_the_dice.gains import prospects
from ai.king_of_the_dice.in_the_end import IN_THE_END
from engine.chance import SeededChance
from games.king_of_the_dice import RULES
from games.king_of_the_dice import actions as act
from games.king_of_the_dice.cards import BULLY, LANDOWNER, PILES, citizens
from games.king_of_the_dice.maps import kingdom
from games.king_of_the_dice.state import ATTACK, CHECK, CLAIM, OVER, TAME, State, bits, copied
from tests.king_of_the_dice.table import Table


def test_between_two_what_the_next_turn_brings_one_it_costs_the_other() -> None:
    """There the lead of one is that of the other, the other way round."""
    judge, seen = IN_THE_END, 0
    for state in ends_of_turns(2):
        mover = state.active
        found = prospects(state, mover, judge)
        theirs = judge(state, mover) + found.alarm + hoped(state, found, found)
        assert a_turn_later(state, 1 - mover, judge) == pytest.approx(-theirs, abs=1e-4 / TINT * 1e-6 + 1e-3)
        seen += 1
    assert seen > 10


def ends_of_turns(seats: int) -> list[State]:
    found = []
    chance = SeededChance(8)
    state = RULES.new({}, seats, chance)
    turn = state.turn
    while state.phase != OVER:
        legal = RULES.legal(state, state.active)
        RULES.apply(state, state.active, act.STOP if act.STOP in legal else chance.draw(legal), chance)
        if state.turn != turn and state.phase != OVER:
            turn = state.turn
            found.append(copied(state))
    return found[::2]


def test_a_bully_who_waits_makes_what_can_be_lost_worth_less() -> None:
    """Three regions beside the rival's: with the bully on the market the next turn may break them."""
    table = Table(3)
    area = [0, *bits(kingdom().arrangements[table.state.arrangement].near[0])[:2]]
    rival = next(
        region for region in bits(kingdom().arrangements[table.state.arrangement].near[area[1]]) if region not in area
    )
    state = table.own(0, *area).own(1, rival).state
    state.active = 1
    calm, threatened = copied(state), copied(state)
    for each, pile in ((calm, LANDOWNER), (threatened, BULLY)):
        each.market = [12 * pile + 3 if at == pile else -1 for at in range(PILES)]
    judge = IN_THE_END
    assert judge(calm, 0) == judge(threatened, 0)
    lost = a_turn_later(calm, 2, judge) - a_turn_later(threatened, 2, judge)
    assert a_turn_later(calm, 0, judge) - a_turn_later(threatened, 0, judge) > max(0.0, lost)


def test_only_choices_near_the_best_that_end_the_turn_are_looked_at_again() -> None:
    judge, changed = IN_THE_END, 0
    for number in range(3):
        chance = SeededChance(60 + number)
        state = RULES.new({}, 3, chance)
        while state.phase != OVER:
            legal = list(RULES.legal(state, state.active))
            if state.phase in (CLAIM, TAME, ATTACK) and len(legal) > 1:
                values = [float(-at) for at in range(len(legal))]
                again = looked_again(state, state.active, judge, legal, values)
                changed += again != values
                if state.claims > 1:
                    assert again == values
                far = [at for at, value in enumerate(values) if value < -3]
                assert all(again[at] < max(again[:3]) for at in far)
            RULES.apply(state, state.active, act.STOP if act.STOP in legal else chance.draw(legal), chance)
    assert changed > 10


def test_of_two_alarms_the_one_that_takes_what_the_next_player_wants() -> None:
    """An easy landowner and a hard one: whoever cannot hire takes away the one that the next would meet."""
    landowners = sorted(range(12 * LANDOWNER, 12 * LANDOWNER + 12), key=_easy)
    state = Table().own(0, 3).own(1, 20).state
    state.phase, state.rolls, state.dice = CHECK, 3, (1, 2, 3, 5, 6, 6)
    state.market = [0, 12, 24, 36, landowners[-1]]
    state.piles[LANDOWNER] = sum(1 << card for card in landowners[:-1])
    state.choices = (act.ALARM + LANDOWNER, act.ALARM + BULLY)
    found = checked(state, 0, IN_THE_END, 0, True)
    assert found[act.ALARM + LANDOWNER] > found[act.ALARM + BULLY]
    plain = checked(state, 0, IN_THE_END, 0, False)
    assert plain[act.ALARM + LANDOWNER] == plain[act.ALARM + BULLY]


def _easy(card: int) -> float:
    return checking._chance(citizens().cards[card].tiers[0].condition)
