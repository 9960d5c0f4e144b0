"""Positions of King of the Dice with one best hold, or one citizen and one region that bring most for certain.

What a turn is about names its theme: jokers before anything else, then the bully, then the end of the game, then which
of several citizens is hired.
"""

from collections.abc import Hashable, Iterator
from typing import Any

from ai.puzzles.making import Lines, Setting, lines
from engine.chance import SeededChance, mix
from engine.contract import Message
from engine.goals import Goal
from games.king_of_the_dice import actions as act
from games.king_of_the_dice.arrangement import OPEN, remove_card
from games.king_of_the_dice.cards import BULLY as BULLY_PILE
from games.king_of_the_dice.options import UNFORCED
from games.king_of_the_dice.puzzles import (
    BULLY,
    CLEARLY,
    HOLD,
    JOKER,
    LAST,
    NEARLY_AS_GOOD,
    POINTS,
    STOP,
    TWO,
    chances,
    count_gain,
    estimate_gains,
    may_ask,
)
from games.king_of_the_dice.state import CHECK, ROLL, State, bits, copied, supply
from games.king_of_the_dice.turns import can_hire_by_dice, check_choices

SETTINGS = tuple(Setting({}, seats) for seats in (2, 3))
LEVEL = "skilled"
MOST_POSITIONS = 2_000
FEWEST_NEAR = {HOLD: 3, STOP: 3, TWO: 2, JOKER: 2, BULLY: 2, LAST: 2, POINTS: 3}
LIKELY, SURE = 15, 95
"""Percent between which a chance is worth to be thought about."""
FEWEST_POINTS = 3
MOST_THROWS, WANTED_THROWS = 200, 4
"""Other dice thrown in a position, and how many throws of each kind are tried."""
LAST_TILES = 2
"""Most tiles in the supply when a turn is among the last."""


def propose_goals(state: State) -> Iterator[tuple[str, Goal, Any]]:
    """Yield (theme, goal, position): in the roll phase whether to stop, and the dice to keep for one citizen; once the
    dice lie, the most points, with these dice and with others."""
    if state.phase == ROLL and may_ask(state, HOLD):
        if _is_dilemma(state):
            yield STOP, {}, state
        piles = [pile for pile, card in enumerate(state.market) if card >= 0]
        pile = piles[sum(state.dice) % len(piles)]
        if LIKELY <= max(chances(state, pile)) <= SURE:
            yield HOLD, {"pile": pile}, state
    elif state.phase == CHECK and state.rolls and not state.added:
        lot = SeededChance(mix(state.turn, *state.dice))
        for other in (state, *_throw_for_themes(state, lot), *_throw_without_jokers(state, lot)):
            if may_ask(other, POINTS) and len(other.choices) > 1:
                yield POINTS, {"points": 0}, other


def _throw_for_themes(state: State, lot: SeededChance) -> Iterator[State]:
    """Yield the position with other dice: some that meet the bully, some that meet several citizens, some at random."""
    last = supply(state) <= LAST_TILES
    wanted = {BULLY: WANTED_THROWS, TWO: WANTED_THROWS * (1 + last), JOKER: WANTED_THROWS * (1 + last)}
    for _ in range(MOST_THROWS):
        twin = copied(state)
        twin.dice = tuple([lot.die(6) for _ in state.dice])
        twin.forced = int(not twin.twists & UNFORCED and can_hire_by_dice(twin))
        twin.choices = check_choices(twin)
        hired = [action for action in twin.choices if act.HIRE <= action < act.ALARM]
        kind = BULLY if act.HIRE + BULLY_PILE in hired else TWO if len(hired) > 1 else JOKER
        if wanted[kind] and (kind != JOKER or hired or not twin.forced):
            wanted[kind] -= 1
            yield twin
        if not any(wanted.values()):
            return


def _throw_without_jokers(state: State, lot: SeededChance) -> Iterator[State]:
    """Yield the position of the last turns with other dice and one open citizen of the seat, too few for a joker."""
    if supply(state) > LAST_TILES:
        return
    wanted = WANTED_THROWS
    for _ in range(MOST_THROWS):
        twin = copied(state)
        for card in bits(twin.open[twin.active])[1:]:
            remove_card(twin, f"{OPEN}.{twin.active}", card)
        twin.dice = tuple([lot.die(6) for _ in state.dice])
        twin.forced = int(not twin.twists & UNFORCED and can_hire_by_dice(twin))
        twin.choices = check_choices(twin)
        can_hire = any(act.HIRE <= action < act.ALARM for action in twin.choices)
        if can_hire and not any(act.JOKER <= action < act.CLAIM for action in twin.choices):
            wanted -= 1
            yield twin
        if not wanted:
            return


def _is_dilemma(state: State) -> bool:
    """Whether a citizen can be hired now, and the values of stopping and rolling on differ clearly but not much."""
    if not can_hire_by_dice(state):
        return False
    gains = estimate_gains(state)
    best_roll = max(gains[: act.STOP])
    return gains[act.STOP] > 0 and CLEARLY <= abs(gains[act.STOP] - best_roll) <= 2 * NEARLY_AS_GOOD


def list_wishes(state: State) -> Iterator[tuple[str, Goal, int]]:
    """Yield (theme, goal, seat): in the roll phase whether to stop, and the dice to keep for each citizen; afterwards
    the most points of the turn."""
    seat = state.active
    if state.phase == ROLL and may_ask(state, HOLD):
        yield STOP, {}, seat
        for pile, card in enumerate(state.market):
            if card >= 0:
                yield HOLD, {"pile": pile}, seat
    elif state.phase == CHECK:
        found = lines("king_of_the_dice", state, seat, POINTS, {"points": 0}, MOST_POSITIONS)
        ends = [(count_gain(found.start, after, line), line) for line, after in found.ends.values()]
        if ends:
            most, line = max(ends)
            yield find_theme(state, line) or TWO, {"points": most}, seat


def tell_lacking(state: State) -> Message | None:
    """Return the message "roll first" for a position without dice, else that there is nothing to choose."""
    return Message(f"king_of_the_dice.maker.{'nothing' if state.rolls else 'roll_first'}")


def look(state: State) -> Hashable:
    """Return a key of a position's appearance, by which puzzles differ: dice and market."""
    return state.dice, tuple(state.market)


def candidates(found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
    """Yield (theme, goal, start): holds as they are given; the most points of a turn, themed by the line to them."""
    if theme in (HOLD, STOP):
        yield theme, goal, found.start
        return
    ends = [(count_gain(found.start, state, line), line) for line, state in found.ends.values()]
    most, line = max(ends, default=(0, ()))
    named = find_theme(found.start, line) if most >= FEWEST_POINTS else ""
    if named:
        yield named, {"points": most}, found.start


def find_theme(start: State, line: tuple[int, ...]) -> str:
    """Return the theme of a line of most points, by what it does; "" if it is not worth asking."""
    if any(act.JOKER <= action < act.CLAIM for action in line):
        return JOKER
    if act.ATTACK <= line[-1] < act.STEAL_NO_CITIZEN:
        return BULLY
    if supply(start) <= LAST_TILES:
        return LAST
    if sum(act.HIRE <= action < act.ALARM for action in start.choices) > 1:
        return TWO
    return POINTS if line[-1] >= act.TAME else ""
