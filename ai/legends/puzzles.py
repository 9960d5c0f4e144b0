"""Turns of Legends that one card, and one way to use it, wins or makes most of."""

from collections.abc import Hashable, Iterator
from itertools import combinations
from typing import Any

from ai.puzzles.making import Lines, Setting, lines
from engine.chance import SeededChance, mix
from engine.contract import Message
from engine.goals import Goal
from games.legends.cards import MOVE_ARMIES, cards
from games.legends.puzzles import (
    LAST_CARD,
    LAST_TWO,
    LEAD_NOW,
    REGIONS,
    encode_name,
    last_but_one,
    last_turn,
    lead,
    measure_lead,
)
from games.legends.scoring import control
from games.legends.state import TAKE_CARD, State, complete, copied

SETTINGS = tuple(Setting({}, seats) for seats in (2, 3, 4))
LEVEL = "novice"
MOST_POSITIONS = 2_500
FEWEST_NEAR = {LAST_CARD: 3, LAST_TWO: 3, LEAD_NOW: 3, REGIONS: 3}
MOST_ASKED, MOST_PAIRS = 20_000, 5
"""Positions searched for what a player may ask, and pairs of regions offered."""
FEW_COINS = (2, 1)
"""Coins that are left for a turn in the middle of a game."""
SHORTEST, LONGEST = 4, 9
"""Steps of a solution that takes two regions."""
FEWEST_TURNS = 8
"""Turns before a turn in the middle of a game is worth a question."""


def propose_goals(state: State) -> Iterator[tuple[str, Goal, Any]]:
    """Yield (theme, goal, position): at the last turn of a game the win, at the last but one a win in two; before that
    the largest lead, with so few coins that all lines can be searched."""
    if state.phase == TAKE_CARD and last_turn(state):
        yield LAST_CARD, {"seat": state.active, "lead": 0}, state
    if state.phase == TAKE_CARD and last_but_one(state):
        yield LAST_TWO, {"seat": state.active}, shorten_row(state)
    elif state.phase == TAKE_CARD and state.turns >= FEWEST_TURNS and not last_turn(state):
        for coins in FEW_COINS:
            if coins < state.coins[state.active]:
                yield LEAD_NOW, {"seat": state.active, "lead": 0}, leave_coins(state, coins)


def leave_coins(state: State, coins: int) -> State:
    """Return the position with only ``coins`` left to the seat to move, so that it can afford fewer cards."""
    twin = copied(state)
    twin.coins[twin.active] = coins
    return twin


def shorten_row(state: State) -> State:
    """Return the position with the row's army-moving cards exchanged for taken ones, to have fewer lines."""
    twin = copied(state)
    lot = SeededChance(mix(*state.row, *state.coins))
    for place, wild in enumerate(twin.row):
        others = [
            (seat, at) for seat, taken in enumerate(twin.taken) for at, card in enumerate(taken) if not _moves(card)
        ]
        if _moves(wild) and others:
            seat, at = others[lot.below(len(others))]
            taken = list(twin.taken[seat])
            twin.row = (*twin.row[:place], taken[at], *twin.row[place + 1 :])
            taken[at] = wild
            twin.taken[seat] = tuple(taken)
    complete(twin)
    return twin


def _moves(card: int) -> bool:
    return any(kind == MOVE_ARMIES for kind, _ in cards()[card].actions)


def list_wishes(state: State) -> Iterator[tuple[str, Goal, int]]:
    """Yield (theme, goal, seat): in the last turns of a game to win; in the middle the largest lead, and pairs of
    regions that a turn can take."""
    if state.phase != TAKE_CARD:
        return
    seat = state.active
    if last_but_one(state):
        yield LAST_TWO, {"seat": seat}, seat
    theme = LAST_CARD if last_turn(state) else LEAD_NOW
    found = lines("legends", state, seat, theme, {"seat": seat, "lead": 0}, MOST_ASKED)
    states = [after for _, after in found.ends.values()]
    if theme == LAST_CARD:
        yield theme, {"seat": seat, "lead": max(0, *(lead(after, seat) for after in states))}, seat
        return
    results = [(measure_lead(after, seat), after.coins[seat]) for after in states]
    most = max(results)[0]
    coins = max(left for points, left in results if points == most)
    yield theme, {"seat": seat, "lead": most}, seat
    yield theme, {"seat": seat, "lead": most, "coins": coins}, seat
    for goal, _ in list(_pair_regions(found))[:MOST_PAIRS]:
        yield REGIONS, goal, seat


def tell_lacking(state: State) -> Message | None:
    """Return None: at the beginning of every turn something can be asked."""
    return None


def look(state: State) -> Hashable:
    """Return a key of a position, by which puzzles differ: the armies on the map."""
    return tuple(state.armies)


def candidates(found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
    """Yield (theme, goal, start): in the last turn the largest winning lead, in the last but one the goal asked for,
    before that leads and regions."""
    if theme == LAST_TWO:
        yield theme, goal, found.start
        return
    if theme == LEAD_NOW:
        yield from _ask_in_the_middle(found)
        return
    best = max((lead(state, found.seat) for _, state in found.ends.values()), default=-1)
    if best >= 0:
        yield theme, {"seat": found.seat, "lead": best}, found.start


def _ask_in_the_middle(found: Lines) -> Iterator[tuple[str, Goal, Any]]:
    """Yield the largest lead of all ends, if the seat leads then, and pairs of regions that one end alone controls."""
    start, seat = found.start, found.seat
    results = [(measure_lead(state, seat), state.coins[seat]) for _, state in found.ends.values()]
    most, coins = max(results)
    best = [left for points, left in results if points == most]
    if most > 0 and best.count(coins) == 1:
        yield LEAD_NOW, {"seat": seat, "lead": most} | ({"coins": coins} if len(best) > 1 else {}), start
    fit = [SHORTEST <= len(line) <= LONGEST for line, _ in found.ends.values()]
    for goal, ends in _pair_regions(found):
        if len(ends) == 1 and fit[ends[0]]:
            yield REGIONS, goal, start


def _pair_regions(found: Lines) -> Iterator[tuple[Goal, list[int]]]:
    """Yield goals of two regions that some ends control together and the seat does not yet, with the indices of these
    ends; the rarest first."""
    start, seat = found.start, found.seat
    before = control(start)
    won: dict[tuple[int, int], list[int]] = {}
    for at, (_, state) in enumerate(found.ends.values()):
        mine = [region for region, owner in enumerate(control(state)) if owner == seat and before[region] != seat]
        for pair in combinations(mine, 2):
            won.setdefault(pair, []).append(at)
    for (one, other), ends in sorted(won.items(), key=lambda each: (len(each[1]), each[0])):
        names = {"one_name": encode_name(start, one), "other_name": encode_name(start, other)}
        yield {"seat": seat, "one": one, "other": other, **names}, ends
