"""The chance to win in Legends: what every seat can expect at the end, and who has the last word.

The terms are what points come from, each by itself: sure ones, and those that may still come. What each of them weighs
at which part of the game is fitted (``win_probability.json``, see ``ai.algorithms.value_function``). Leads in regions,
on islands and in elixirs last with the chances of ``weights.py``, but as uncertain as they have been measured
there, for here nobody chooses a plan.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from math import exp, sqrt
from pathlib import Path

import msgspec

from ai.algorithms.value_function import Features, FittedEvaluator, PlayoutMixture
from ai.legends.assets import CARD_KINDS, coin_worth, find_treasurers, list_kinds, list_masks, list_sets
from ai.legends.bidding import foresee_naming
from ai.legends.lookahead import make_planner
from ai.legends.own_map import island_lists
from ai.legends.playouts import (
    AS_PLANNED,
    STYLE_PART,
    Predictability,
    can_play_out,
    estimate,
    find_part,
    find_weights,
    foresee,
    measure_predictability,
)
from ai.legends.weights import PARTS_OF_A_ROUND, Outlook, count_quarters, load_plain_weights, make_plain_valuation
from games.legends.actions import CARD, WIDTH
from games.legends.cards import (
    CITADELS,
    FAIRY_QUEEN,
    KNIGHT_REGIONS,
    QUEEN_FOREST_CARDS,
    RED_SORCERESS,
    SORCERESS_ARMIES,
    TOKEN_POINTS,
    WHITE_KNIGHT,
)
from games.legends.options import count_games
from games.legends.state import (
    ARMIES,
    CARDS_EACH,
    LAST_CARD,
    NEUTRAL_OWNER,
    PRICES,
    TAKE_CARD,
    State,
    copied,
    count_turns,
)

# What the row has to offer: the points that the next turns bring with the cards that lie there.
#
# The judge of positions counts what each seat has, so it sees nothing of a card before a seat takes it. Here
# everybody plans a turn with each card of the row, on the map as it is; then the cards are taken in the order of
# play, each time the one that brings the seat most at the price of that moment, until none is left. No card is drawn
# and nobody answers anybody, so two rows can be compared without any noise between them.

ROW_WIDTH = 1
"""A quick plan is enough to tell cards apart."""


def evaluate_row(state: State) -> list[list[float]]:
    """Return by seat, for each of its next turns, the gain in lead by its best card of this row (points); empty lists
    except at the beginning of a turn."""
    found: list[list[float]] = [[] for _ in range(state.seats)]
    if state.phase != TAKE_CARD:
        return found
    outlook = make_plain_valuation().find_outlook_after_turn(state)
    brings = [_brings(state, seat) for seat in range(state.seats)]
    coins, row = list(state.coins), list(state.row)
    for turn in range(min(len(row), count_turns(state.seats) - state.turns)):
        seat = (state.active + turn) % state.seats
        purse = coins[seat]
        gains = [
            brings[seat][card] + coin_worth(purse - price, outlook) - coin_worth(purse, outlook)
            for card, price in zip(row, PRICES, strict=False)
            if price <= purse
        ]
        best = max(range(len(gains)), key=gains.__getitem__)
        found[seat].append(gains[best])
        coins[seat] -= PRICES[best]
        del row[best]
    return found


def _brings(state: State, seat: int) -> dict[int, float]:
    """Return, by card of the row, the points that a turn with it would bring if it were free."""
    twin = copied(state)
    twin.active = seat
    twin.coins[seat] = max(twin.coins[seat], PRICES[-1])
    purse, planner = twin.coins[seat], make_planner(twin, seat, make_plain_valuation(), ROW_WIDTH)
    outlook = planner.outlook
    stands = planner.standing(twin) - coin_worth(purse, outlook)
    found: dict[int, float] = {}
    for plan in planner.plans():
        place = plan.action - CARD
        gain = plan.value - coin_worth(purse - PRICES[place], outlook) - stands
        found[twin.row[place]] = max(gain, found.get(twin.row[place], gain))
    return found


FILE = Path(__file__).with_name("win_probability.json")
KINDS = ("2", "3", "4")
"""Numbers of seats."""
FEATURES = {
    "regions": 1.0, "islands": 1.0, "elixirs": 1.0, "sure": 1.0, "sets": 0.5, "coins": 0.05, "purse": 0.6,
    "moves": 0.07, "placing": 0.03, "flying": 0.1, "immune": 0.05, "armies": 0.05, "cities": 0.2, "to_come": 0.5,
    "last_word": 1.5,
}  # fmt: skip
"""The terms, with what each is worth in points before any game is looked at:

``regions`` (and citadels), ``islands``, ``elixirs`` points expected for leads; ``sure`` points for cards, tokens,
leaders and earlier games; ``sets`` points that cards still to be taken could bring; ``coins``, and ``purse``: as many
as there are turns to spend them in, the first most; ``moves``, ``placing``, ``flying``, ``immune`` lasting abilities
times rounds to come; ``armies`` and ``cities`` on the map; ``to_come`` whether the own turn of this round is still to
come; ``last_word`` the place in the order of play, 1 for who plays last.
"""
AT = (0.0, 0.3, 0.6, 0.8, 0.92, 1.0)
"""Parts of a game at which weights are fitted: nearer to each other where they change quickly, towards the end."""
REGION_SPREAD, ISLAND_SPREAD, ELIXIR_SPREAD = 1.04, 0.38, 0.94
"""As measured, see ``weights.py``."""
COIN_HUNGER = 0.6
"""How fast more coins a round bring less; what they weigh is fitted."""
TYPICAL = 1.8
"""Points that a row brings with an ordinary turn, by its plan; less or more than that is told of a row."""
KEPT, KEPT_LATER = 0.2, 0.7
"""How much of a lead that the plans of a row promise is still there at the end: so much at the beginning, and so much
more, by the square of what is over, at the end. Skilled players at three seats, 45 games, the lead at the end against
the one that is judged now, per point that the row promises more: 0.22 ± 0.09 in the first third, 0.40 ± 0.07 in the
second, 0.45 ± 0.06 in the last, 1.03 ± 0.08 in the last three turns (standard errors)."""
NEARLY_OVER = 0.02
"""The part of a game that is taken to be uncertain to its very end."""

_FOREST = CARD_KINDS.index("forest")


@lru_cache(maxsize=128)
def _outlook(parts: int) -> Outlook:
    """Return the outlook with this number of quarter-rounds to play, leads being as uncertain as measured."""
    numbers = msgspec.structs.replace(
        load_plain_weights(), region_spread=REGION_SPREAD, island_spread=ISLAND_SPREAD, elixir_spread=ELIXIR_SPREAD
    )
    return Outlook(parts / PARTS_OF_A_ROUND, numbers)


def extract(state: State) -> Features:
    """Return the features of a position, by side."""
    state = foresee_naming(state)
    seats = state.seats
    turns = count_turns(seats)
    left = max(0, turns - state.turns)
    outlook = _outlook(count_quarters(state))
    part = 1 - left / turns
    regions, islands = _map(state, outlook)
    elixirs = outlook.most(tuple(state.elixirs))
    open_cards = state.deck
    for card in state.row:
        open_cards |= 1 << card
    rounds = left / seats
    rows = []
    for seat in range(seats):
        sure, sets = _cards(state, seat, open_cards, rounds)
        coins = state.coins[seat]
        purse = rounds * (1 - exp(-COIN_HUNGER * coins / rounds)) if rounds else 0.0
        rows.append(
            [
                regions[seat], islands[seat], elixirs[seat], sure, sets, coins, purse,
                rounds * state.plus_move[seat], rounds * state.plus_army[seat], rounds * min(2, state.flying[seat]),
                rounds * (state.immune >> seat & 1), ARMIES - state.supply[seat] - state.captured[seat],
                (state.towns[seat] & ~(1 << state.start)).bit_count() if state.start >= 0 else 0,
                *_order(state, seat),
            ]
        )  # fmt: skip
    shrunk = _shrunk(state, part)
    if shrunk < 1:
        rows = [[shrunk * one for one in row] for row in rows]
    return Features(str(seats), part, rows)


def _shrunk(state: State, part: float) -> float:
    """Return the factor of a lead in this game, smaller with the luck of further games to come."""
    games_left = count_games(state.options) - state.game if state.game else 0
    rest = max(NEARLY_OVER, 1 - part)
    return sqrt(rest / (rest + games_left)) if games_left else 1.0


def discount_row(state: State) -> list[float]:
    """Return by seat how many points more than usual the cards of the row bring in the next turns, discounted."""
    state = foresee_naming(state)
    part = state.turns / count_turns(state.seats)
    kept = (KEPT + KEPT_LATER * part * part) * _shrunk(state, part)
    return [kept * sum(points - TYPICAL for points in turns) for turns in evaluate_row(state)]


def _map(state: State, outlook: Outlook) -> tuple[list[float], list[float]]:
    """Return the expected points by seat for regions with their citadels, and for islands."""
    seats, n = state.seats, state.board.n
    regions, islands = [0.0] * seats, [0.0] * seats
    if not n:
        return regions, islands
    armies = state.armies
    strengths = []
    for seat in range(seats):
        at = WIDTH * seat
        row = armies[at : at + n]
        if state.towns[seat]:
            row = [a + c for a, c in zip(row, state.cities[at : at + n], strict=True)]
        strengths.append(row)
    if state.present[NEUTRAL_OWNER]:
        strengths.append(armies[WIDTH * NEUTRAL_OWNER : WIDTH * NEUTRAL_OWNER + n])
    columns = list(zip(*strengths, strict=True))
    shares = outlook.shares
    for inside in island_lists(state.board)[0]:
        sums = [sum(each) for each in zip(*[shares(columns[region]) for region in inside], strict=True)]
        leads = outlook.leads(sums)
        large = len(inside) >= KNIGHT_REGIONS
        for seat in range(seats):
            regions[seat] += sums[seat]
            islands[seat] += 2 * leads[seat] if large and state.leaders[seat] == WHITE_KNIGHT else leads[seat]
    for token in CITADELS:
        if state.spots[token] >= 0:
            for seat, share in zip(range(seats), shares(columns[state.spots[token]]), strict=False):
                regions[seat] += share
    return regions, islands


def _cards(state: State, seat: int, open_cards: int, rounds: float) -> tuple[float, float]:
    """Return the points for cards, tokens, leader and earlier games as they are, and those that sets may still
    bring."""
    kinds, sets, masks, taken = list_kinds(), list_sets(), list_masks(), state.taken[seat]
    held = [0] * len(CARD_KINDS)
    for card in taken:
        for kind in kinds[card]:
            held[kind] += 1
    sure = float(sum(row[seat][0] for row in state.totals))
    hoped = 0.0
    reach = rounds / CARDS_EACH[state.seats]
    for card in taken:
        for kind, points, need in sets[card]:
            if not need:
                sure += points * held[kind]
                hoped += points * reach * (open_cards & masks[kind]).bit_count()
            elif held[kind] >= need:
                sure += points
            elif rounds >= need - held[kind] <= (open_cards & masks[kind]).bit_count():
                hoped += points * reach ** (need - held[kind])
        if find_treasurers() >> card & 1:
            sure += state.coins[seat] // 3
    if state.held[seat]:
        sure += sum(points for token, points in TOKEN_POINTS.items() if state.held[seat] >> token & 1)
    leader = state.leaders[seat]
    if leader == FAIRY_QUEEN:
        sure += held[_FOREST] >= QUEEN_FOREST_CARDS
    elif leader == RED_SORCERESS:
        sure += sum(state.captured) / SORCERESS_ARMIES
    return sure, hoped


def _order(state: State, seat: int) -> tuple[float, float]:
    """Return whether the seat's turn of this round is to come, and its place in the order of play (0 to 1); 0 while
    nobody is on turn."""
    seats = state.seats
    if state.phase < TAKE_CARD or state.phase == LAST_CARD:
        return 0.0, 0.0
    first = (state.active - state.turns) % seats
    place = (seat - first) % seats
    return float(place >= state.turns % seats), place / (seats - 1)


def sides(state: State) -> Sequence[int]:
    """Side of each seat: every seat is its own side."""
    return range(state.seats)


def _adapt(played: Sequence[State]) -> PlayoutMixture:
    is_final = bool(played) and find_part(played[-1]) >= STYLE_PART
    return make_playouts(measure_predictability(played), is_final)


def make_playouts(style: Predictability = AS_PLANNED, is_final: bool = False) -> PlayoutMixture:
    """Return the play-outs of a game of this style; ``is_final``: whether later turns cannot change the style."""
    return PlayoutMixture(
        partial(estimate, style=style), can_play_out, find_weights, foresee=partial(foresee, style=style),
        adapt=_adapt, style=(*style, is_final),
    )  # fmt: skip


EVALUATOR = FittedEvaluator(
    FILE, FEATURES, AT, KINDS, extract, sides, hides=True, offered=("sure", discount_row), unit="sure",
    playouts=make_playouts(),
)  # fmt: skip
"""The judge of positions."""
