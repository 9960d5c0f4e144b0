"""What cards, coins, elixirs and tokens are worth to each seat beside the map, in points at the end.

The weights are estimates, set by hand; the reason stands with each. ``build/fit/legends.py`` looks at what they leave
unexplained, in 240 games of skilled players at 2 to 4 seats: the points by which each weight is off, with twice the
standard error, are quoted as "off by". One weight is looked at at a time, so what goes together in play (armies out on
the map, and coins spent for the cards that brought them there) shares its error.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from games.legends.cards import ADJECTIVES, cards
from games.legends.state import ARMIES, CARDS_EACH, State
from games.legends.tokens import (
    FAIRY_QUEEN,
    QUEEN_FOREST_CARDS,
    RED_SORCERESS,
    SORCERESS_ARMIES,
    TOKEN_POINTS,
)

from .outlook import Outlook

MOVE_POINT = 0.07
"""Points that one more move point per action brings per round; half of the cards have a move action. Off by
-0.01 ± 0.02."""
PLACED_ARMY = 0.03
"""The same for one more army per place action; it stands where own pieces stand already, and the supply is limited, so
less than half as much. Off by -0.05 ± 0.02."""
FLYING = (0.0, 0.12, 0.2)
"""Points that one and two Flying bring per round; more make nothing cheaper. Each saves one of the three points of a
step over the sea, for every such step, so more than a move point. Off by -0.01 ± 0.01."""
IMMUNE = 0.05
"""Per round: one card in five destroys, and there are others to be hit. Off by +0.02 ± 0.04."""
ARMY = 0.07
"""An army on the map, beyond the region it holds: it can walk to where it is wanted. Off by -0.11 ± 0.01, together with
the coins that are spent for armies."""
CITY = 0.06
"""A city to place armies at, per round: as much as two armies more at each placing, since they may go elsewhere. Off by
-0.06 ± 0.02, together with the coins."""
CITY_ROUNDS = 6.0
"""Rounds beyond which a city brings no more: every placing takes armies out of a supply that ends."""
COIN_SATURATION = 2.4
"""Points a round that plenty of coins bring at most: the choice among all six cards, for the whole game.

By ``build/fit/tune.py``, skilled players at 2 to 4 seats: 1.35 in place of 0.75, the number for long, leads by
1.9 ± 0.7 points (and 2 for a win), 2.43 leads over 1.35 by 2.1 ± 0.7; 4.4 loses 0.5 ± 0.4 against it, 3.4 and 1.7
bring nothing."""
COIN_HUNGER = 0.96
"""How fast that is reached: with one coin for each round to come, three fifths of it. Measured likewise: 0.6 loses
1.9 ± 0.8 points against it. What skilled players pay is 1.06 coins for a card (840 cards)."""
TIE_COIN = 0.02
"""Coins break ties: enough to tell positions of equal points apart, and less than any point."""
SET_CHANCE = 0.3
"""Part of the cards of a set still to come that a seat can hope for, beyond its equal share: it chooses them."""
SET_ROUNDS = 1.5
"""That hope is whole until two thirds of the rounds are played, then it shrinks with the rounds left."""
SPENT_A_ROUND = 0.7
"""Coins that whoever holds the card that counts coins spends in a round: less than others, who pay 1.06."""
QUEEN_CARD = 0.2
"""A forest card for the Fairy Queen, whose point needs three of them and may never come."""
CAPTURED = 0.8
"""What is captured for the Red Sorceress towards her next point, which may stay incomplete, against a full one."""
ROUNDS_FULL = 4
"""From so many rounds on, an army on the map has its full use: half of a game at four seats."""

_KINDS = (*ADJECTIVES, "flying")


@lru_cache(maxsize=1)
def _kinds_of() -> tuple[tuple[int, ...], ...]:
    """Numbers of the kinds each card counts for in sets."""
    found = []
    for card in cards():
        own = [_KINDS.index(card.adjective)] if card.adjective else []
        if card.amount("flying"):
            own.append(len(ADJECTIVES))
        found.append(tuple(own))
    return tuple(found)


@lru_cache(maxsize=1)
def _masks() -> tuple[int, ...]:
    """Mask of the cards of each kind."""
    return tuple(sum(1 << card.id for card in cards() if kind in _kinds_of()[card.id]) for kind in range(len(_KINDS)))


@lru_cache(maxsize=1)
def _sets() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """By card: (kind, points, how many), how many 0 where every card of the kind scores."""
    found = []
    for card in cards():
        own = []
        for ability in card.abilities:
            if ability[0] == "vp_per_adjective":
                own.append((_KINDS.index(ability[2]), ability[1], 0))
            elif ability[0] == "vp_per_flying":
                own.append((len(ADJECTIVES), ability[1], 0))
            elif ability[0] == "set_bonus":
                own.append((_KINDS.index(ability[2]), ability[1], ability[3]))
        found.append(tuple(own))
    return tuple(found)


@lru_cache(maxsize=1)
def _treasurers() -> int:
    """Mask of the cards that give a point per three coins."""
    return sum(1 << card.id for card in cards() if card.amount("vp_per_3_coins"))


def coin_worth(coins: int, rounds: float) -> float:
    """What coins in hand are worth: the first for each turn to come most, beyond that less and less."""
    if rounds <= 0:
        return TIE_COIN * coins
    return COIN_SATURATION * rounds * (1 - exp(-COIN_HUNGER * coins / rounds)) + TIE_COIN * coins


def army_worth(outlook: Outlook) -> float:
    """What an army on the map is worth beyond the region it helps to hold."""
    return ARMY * min(1.0, outlook.rounds / ROUNDS_FULL)


def city_worth(outlook: Outlook) -> float:
    """What a further place for new armies is worth."""
    return CITY * min(outlook.rounds, CITY_ROUNDS)


def assets(state: State, outlook: Outlook) -> list[float]:
    """Expected points of every seat from all that does not lie on the map."""
    found = outlook.most(state.elixirs)
    rounds = outlook.rounds
    seen = state.deck
    for card in state.row:
        seen |= 1 << card
    army = army_worth(outlook)
    for seat in range(state.seats):
        found[seat] += _of_seat(state, seat, rounds, seen)
        found[seat] += army * (ARMIES - state.supply[seat] - state.captured[seat])
    return found


def _of_seat(state: State, seat: int, rounds: float, open_cards: int) -> float:
    taken = state.taken[seat]
    coins = state.coins[seat]
    worth = coin_worth(coins, rounds)
    worth += rounds * (
        MOVE_POINT * state.plus_move[seat]
        + PLACED_ARMY * state.plus_army[seat]
        + FLYING[min(2, state.flying[seat])]
        + (IMMUNE if state.immune >> seat & 1 else 0.0)
    )
    sets = _sets()
    share = 0.0
    for card in taken:
        for kind, points, need in sets[card]:
            held = sum(kind in _kinds_of()[other] for other in taken)
            if not share:
                share = (1 / state.seats + SET_CHANCE) * min(1.0, rounds / CARDS_EACH[state.seats] * SET_ROUNDS)
            coming = (open_cards & _masks()[kind]).bit_count()
            if not need:
                worth += points * (held + share * coming)
            elif held >= need:
                worth += points
            elif held + coming >= need and rounds >= need - held:
                worth += points * share ** (need - held)
        if _treasurers() >> card & 1:
            worth += coins // 3 if rounds <= 0 else max(0.0, coins - SPENT_A_ROUND * rounds) / 3
    held_tokens = state.held[seat]
    if held_tokens:
        worth += sum(points for token, points in TOKEN_POINTS.items() if held_tokens >> token & 1)
    leader = state.leaders[seat]
    if leader == FAIRY_QUEEN:
        forest = sum(cards()[card].adjective == "forest" for card in taken)
        worth += 1.0 if forest >= QUEEN_FOREST_CARDS else QUEEN_CARD * forest * min(1.0, rounds)
    elif leader == RED_SORCERESS:
        whole = sum(state.captured) / SORCERESS_ARMIES
        worth += int(whole) if rounds <= 0 else CAPTURED * whole
    return worth
