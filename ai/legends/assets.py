"""What cards, coins, elixirs and tokens are worth to each seat off the map, in points at the end, by the numbers of
an outlook (``weights.py``).
"""

from functools import lru_cache
from math import exp

from ai.legends.own_map import island_lists
from ai.legends.weights import Outlook
from games.legends.actions import WIDTH
from games.legends.cards import (
    ADJECTIVES,
    CITADELS,
    FAIRY_QUEEN,
    KNIGHT_REGIONS,
    QUEEN_FOREST_CARDS,
    RED_SORCERESS,
    SORCERESS_ARMIES,
    TOKEN_POINTS,
    WHITE_KNIGHT,
    cards,
)
from games.legends.state import ARMIES, CARDS_EACH, NEUTRAL_OWNER, State

TIE_COIN = 0.02
"""Coins break ties: enough to tell positions of equal points apart, and less than any point."""
SPENT_A_ROUND = 0.7
"""Coins that the holder of the card that counts coins spends in a round: less than others, who pay 1.06."""

CARD_KINDS = (*ADJECTIVES, "flying")
"""Kinds of cards that sets count."""


@lru_cache(maxsize=1)
def list_kinds() -> tuple[tuple[int, ...], ...]:
    """Return, by card, the indices of the kinds as which it counts in sets."""
    found = []
    for card in cards():
        own = [CARD_KINDS.index(card.adjective)] if card.adjective else []
        if card.amount("flying"):
            own.append(len(ADJECTIVES))
        found.append(tuple(own))
    return tuple(found)


@lru_cache(maxsize=1)
def list_masks() -> tuple[int, ...]:
    """Return, by kind, the mask of its cards."""
    return tuple(
        sum(1 << card.id for card in cards() if kind in list_kinds()[card.id]) for kind in range(len(CARD_KINDS))
    )


@lru_cache(maxsize=1)
def list_sets() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Return, by card, how it scores sets: (kind, points, cards needed), 0 where each card of the kind scores."""
    found = []
    for card in cards():
        own = []
        for ability in card.abilities:
            if ability[0] == "vp_per_adjective":
                own.append((CARD_KINDS.index(ability[2]), ability[1], 0))
            elif ability[0] == "vp_per_flying":
                own.append((len(ADJECTIVES), ability[1], 0))
            elif ability[0] == "set_bonus":
                own.append((CARD_KINDS.index(ability[2]), ability[1], ability[3]))
        found.append(tuple(own))
    return tuple(found)


@lru_cache(maxsize=1)
def find_treasurers() -> int:
    """Return the mask of the cards that give a point per three coins."""
    return sum(1 << card.id for card in cards() if card.amount("vp_per_3_coins"))


def coin_worth(coins: int, outlook: Outlook) -> float:
    """Return the value of coins in hand in points; with few turns to come further coins add less and less."""
    rounds, numbers = outlook.rounds, outlook.numbers
    if rounds <= 0:
        return TIE_COIN * coins
    return numbers.coin_saturation * rounds * (1 - exp(-numbers.coin_hunger * coins / rounds)) + TIE_COIN * coins


def army_worth(outlook: Outlook) -> float:
    """Return the points that an army on the map is worth in addition to the region it helps to control."""
    return outlook.numbers.army * min(1.0, outlook.rounds / outlook.numbers.rounds_full)


def city_worth(outlook: Outlook) -> float:
    """Return the points that one more region where armies can be placed is worth."""
    return outlook.numbers.city * min(outlook.rounds, outlook.numbers.city_rounds)


def assets(state: State, outlook: Outlook) -> list[float]:
    """Return the expected points of every seat from everything that is not on the map."""
    found = list(outlook.most(tuple(state.elixirs)))
    seen = state.deck
    for card in state.row:
        seen |= 1 << card
    army = army_worth(outlook)
    captured = sum(state.captured)
    for seat in range(state.seats):
        taken, leader = state.taken[seat], state.leaders[seat]
        lasting = state.plus_move[seat], state.plus_army[seat], state.flying[seat], state.immune >> seat & 1
        found[seat] += army * (ARMIES - state.supply[seat] - state.captured[seat]) + _evaluate_seat(
            outlook,
            state.seats,
            taken,
            state.coins[seat],
            lasting,
            state.held[seat],
            leader,
            captured if leader == RED_SORCERESS else 0,
            seen & _mask_collection(taken),
        )
    return found


@lru_cache(maxsize=4096)
def _mask_collection(taken: tuple[int, ...]) -> int:
    """Return the mask of the cards that would count in the sets of the cards taken."""
    sets, masks = list_sets(), list_masks()
    found = 0
    for card in taken:
        for kind, _, _ in sets[card]:
            found |= masks[kind]
    return found


@lru_cache(maxsize=16384)
def _evaluate_seat(
    outlook: Outlook,
    seats: int,
    taken: tuple[int, ...],
    coins: int,
    lasting: tuple[int, int, int, int],
    held_tokens: int,
    leader: int,
    captured: int,
    open_cards: int,
) -> float:
    """Return the value of a seat's cards, coins, lasting abilities (moves, armies, flying, immune), tokens and leader.
    Cached, because most seats have what they had in the position before."""
    rounds, numbers = outlook.rounds, outlook.numbers
    plus_move, plus_army, flying, immune = lasting
    worth = coin_worth(coins, outlook)
    worth += rounds * (
        numbers.move_point * plus_move
        + numbers.placed_army * plus_army
        + (0.0, numbers.flying_one, numbers.flying_two)[min(2, flying)]
        + (numbers.immune if immune else 0.0)
    )
    sets, masks = list_sets(), list_masks()
    own = 0
    for card in taken:
        own |= 1 << card
    share = 0.0
    for card in taken:
        for kind, points, need in sets[card]:
            held = (own & masks[kind]).bit_count()
            if not share:
                share = 1 / seats + numbers.set_chance
                share *= min(1.0, rounds / CARDS_EACH[seats] * numbers.set_rounds)
            coming = (open_cards & masks[kind]).bit_count()
            if not need:
                worth += points * (held + share * coming)
            elif held >= need:
                worth += points
            elif held + coming >= need and rounds >= need - held:
                worth += points * share ** (need - held)
        if find_treasurers() >> card & 1:
            worth += coins // 3 if rounds <= 0 else max(0.0, coins - SPENT_A_ROUND * rounds) / 3
    if held_tokens:
        worth += sum(points for token, points in TOKEN_POINTS.items() if held_tokens >> token & 1)
    if leader == FAIRY_QUEEN:
        forest = sum(cards()[card].adjective == "forest" for card in taken)
        worth += 1.0 if forest >= QUEEN_FOREST_CARDS else numbers.queen_card * forest * min(1.0, rounds)
    elif leader == RED_SORCERESS:
        whole = captured / SORCERESS_ARMIES
        worth += int(whole) if rounds <= 0 else numbers.captured * whole
    return worth


# What the map is worth to every seat, and whole positions.


def worths(state: State, outlook: Outlook) -> list[float]:
    """Return the expected final points of every seat."""
    found = assets(state, outlook)
    seats, n = state.seats, state.board.n
    armies, cities = state.armies, state.cities
    rows = []
    for seat in range(seats):
        at = WIDTH * seat
        rows.append([a + c for a, c in zip(armies[at : at + n], cities[at : at + n], strict=True)])
        found[seat] += city_worth(outlook) * (state.towns[seat] & ~(1 << state.start)).bit_count()
    rows.append(armies[WIDTH * NEUTRAL_OWNER : WIDTH * NEUTRAL_OWNER + n])
    shares = [outlook.shares(strengths) for strengths in zip(*rows, strict=True)]
    for row in shares:
        for seat in range(seats):
            found[seat] += row[seat]
    for token in CITADELS:
        if state.spots[token] >= 0:
            for seat in range(seats):
                found[seat] += shares[state.spots[token]][seat]
    for regions in island_lists(state.board)[0]:
        sums = [sum(column) for column in zip(*[shares[region] for region in regions], strict=True)]
        for seat, lead in enumerate(outlook.leads(sums)[:seats]):
            knight = state.leaders[seat] == WHITE_KNIGHT and len(regions) >= KNIGHT_REGIONS
            found[seat] += 2 * lead if knight else lead
    return found
