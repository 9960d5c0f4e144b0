"""The expert at a table of two: exact near the end of a round, and never easy prey.

Between two seats a round is a game of opposites and can be solved (``heads_up_solver``): to its end where few tricks
are left, else as deep as the time of a decision allows, with an estimate below (``lookahead``). The expert plays the
exact mixture, bent towards what it takes for the other's habit (thinking of one trick only), but only so far that a
rival who knew its mixture could gain no more by it than ``MOST_LOST`` says, and what the other's cards have told. While
a crown is hidden there are several hands to be thought of, and the mixture is rehearsed over all of them.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log, sqrt
from operator import mul

from ai.algorithms.ismcts import EXPLORATION
from ai.algorithms.regret_matching import Payoffs, run_over_worlds, softmax
from ai.algorithms.zero_sum import Matrix, exploit_habit, find_value, solve
from ai.decision import Decision
from ai.king_of_12.evaluate import Position, stakes
from ai.king_of_12.heads_up_solver import FACES, Place, Round, find_flags, make_place, standing
from ai.king_of_12.lookahead import Evaluator, LeafEvaluator, build_payoffs, point_lead
from ai.king_of_12.opponent_model import (
    ANY_SEED,
    FIRM,
    Key,
    LogLikelihoods,
    blend,
    drop_traces,
    find_habits,
    find_posterior,
    find_table_habits,
    lower_levels,
    make_key,
    point_gain,
    sample_decision,
    score_kinds,
    to_position,
)
from ai.king_of_12.reasons import add_reasons
from ai.king_of_12.tournament_model import Determinizer
from engine.chance import SeededChance
from engine.contract import Chance, View
from games.king_of_12.actions import LAY
from games.king_of_12.cards import ORACLE
from games.king_of_12.options import FRESH
from games.king_of_12.state import CARDS_OF, to_mask

# How a tree search that knows no game comes to choose between two: it tries cards by turns and counts what they win.
#
# Such a search (``ai.algorithms.ismcts`` is one) looks at a trick as if most of what comes after it were played at
# random; of the next one it finds out a little. Both seats try, each for itself, the card whose bound is highest:
# what it has won on average, and more the seldomer it was tried. In the end the card is played that was tried most
# often. Where many cards are left it is enough to know how often everybody tries which (``find_visit_balance``);
# where two or three are left the course of the trials decides, and they are made (``simulate_uct``).

TRIED = 1500
"""Playouts of the modelled search; a search with fewer is predicted less well (``measurements/opponent_models.jsonl``).
"""
SPREAD = 0.03
"""How far off it is what a card has won, after this number of games (unit: chance to win the game)."""
FAR, CLOSE = 5, 2
"""With this many tricks left or more, what comes after this trick is estimated; with fewer the search finds out
half of it itself."""
SEEN = 3
"""Tricks played at random in between, after which points alone count; two faces stand for an Oracle's die while three
tricks or more are left."""
ROUNDS_OF_BALANCE = 12
TRIALS, LONG = 12, 600
"""So often are trials made, each so long."""
UNDECIDED = 2
"""Trials that went evenly, taken to have been made in addition."""
RANGE, FACTOR, ADDED = 0x7FFFFFFF, 1103515245, 12345
"""Of a congruence that stands for luck: always the same, and quick."""


@lru_cache(maxsize=4096)
def predict_uct(key: Key, seat: int, throws: Sequence[int]) -> list[float]:
    """Return the mixed strategy of a UCT player (tree search without knowledge); ``throws``: faces tried for an
    Oracle's die where many tricks are left."""
    position = to_position(key)
    left, place = position.left, make_place(position, seat)
    if left >= FAR or (position.twists & FRESH and left > CLOSE):
        table = Round(LeafEvaluator(), position.twists).table(place, left, 1)
    elif left > CLOSE:
        table = Round(estimate_from_points, position.twists, throws, carelessly).table(place, left, min(left, SEEN))
    else:
        table = Round(estimate_from_points, position.twists, FACES, half_carelessly).table(place, left, left)
    rows, _ = stakes(position.crowns)
    lose, win = rows[1 - seat][seat], rows[seat][seat]
    chances = [[lose + (win - lose) * rounds for rounds in row] for row in table]
    return simulate_uct(chances) if left <= CLOSE else find_visit_balance(chances)


def carelessly(table: Matrix) -> float:
    """Return the mean of a pay-off table, its value under uniformly random play."""
    return sum(map(sum, table)) / (len(table) * len(table[0]))


def half_carelessly(table: Matrix) -> float:
    """Return the mean of a pay-off table's values under random play and under optimal play."""
    return (carelessly(table) + find_value(table)) / 2


def estimate_from_points(place: Place, left: int) -> float:
    """Return the first seat's probability to win the round, by points alone."""
    return standing(place[2:6], left, find_flags(*place[6:])).even


def find_visit_balance(table: Matrix) -> list[float]:
    """Return the probability that UCT visits each row most, from the balance of visits; table: win probabilities."""
    columns = list(zip(*table, strict=True))
    rows, replies = [1 / len(table)] * len(table), [1 / len(columns)] * len(columns)
    for turn in range(ROUNDS_OF_BALANCE):
        part = max(1 / (1 + turn / 2), 0.4)
        mine = tries([sum(map(mul, replies, row)) for row in table])
        yours = tries([1 - sum(map(mul, rows, column)) for column in columns])
        rows = [one + (other - one) * part for one, other in zip(rows, mine, strict=True)]
        replies = [one + (other - one) * part for one, other in zip(replies, yours, strict=True)]
    values = [sum(map(mul, replies, row)) for row in table]
    return softmax(values, SPREAD)


def tries(values: Sequence[float]) -> list[float]:
    """Return the share of visits that UCB1 gives to actions of these values once their confidence bounds are equal."""
    wide = EXPLORATION * EXPLORATION * log(TRIED) / TRIED
    top = max(values)
    low, high = top + sqrt(wide), top + sqrt(wide * len(values))
    for _ in range(20):
        bound = (low + high) / 2
        if sum([wide / (bound - value) ** 2 for value in values]) > 1:
            low = bound
        else:
            high = bound
    shares = [wide / (high - value) ** 2 for value in values]
    total = sum(shares)
    return [share / total for share in shares]


def simulate_uct(table: Matrix) -> list[float]:
    """Return the probability that each row is the most visited one, by simulating UCT searches with the table as win
    probabilities."""
    found = [UNDECIDED / len(table)] * len(table)
    for number in range(1, TRIALS + 1):
        visits = trial(table, LONG, number)
        found[visits.index(max(visits))] += 1
    total = sum(found)
    return [count / total for count in found]


def trial(table: Matrix, games: int, luck: int) -> list[int]:
    """Return how often UCT visits each row in ``games`` play-outs; table: win probabilities; ``luck``: seed."""
    rows, columns = range(len(table)), range(len(table[0]))
    tried, won = [0] * len(table), [0.0] * len(table)
    replied, lost = [0] * len(table[0]), [0.0] * len(table[0])
    luck *= 7919
    row = column = 0
    for game in range(games):
        curious = EXPLORATION * sqrt(log(game + 1))
        row = game if game < len(rows) else _highest(rows, tried, won, curious)
        column = game if game < len(columns) else _highest(columns, replied, lost, curious)
        luck = luck * FACTOR + ADDED & RANGE
        win = luck < table[row][column] * RANGE
        tried[row] += 1
        replied[column] += 1
        won[row] += win
        lost[column] += not win
    return tried


def _highest(actions: range, counts: Sequence[int], sums: Sequence[float], curious: float) -> int:
    best, found = -1.0, 0
    for action in actions:
        count = counts[action]
        bound = sums[action] / count + curious / sqrt(count)
        if bound > best:
            best, found = bound, action
    return found


SOLVED, SOLVED_ONCE_SCORED = 4, 5
"""Tricks before the end from which a round is solved to the end: a second and a half of work at the most, mostly a
tenth; from five when a player has points, or where there is no Oracle (else it is five seconds)."""
AHEAD = 3
"""Tricks that are looked ahead before that."""
THROWS, THROWS_OF_MORE = (3, 10), (2, 5, 8, 11)
"""Faces that represent an Oracle's die during lookahead, for the expert and the grandmaster (errors:
``measurements/model_error.jsonl``). Four faces also represent it where a round is solved with five tricks left and two
Oracles, or with four and a hidden crown: twelve would take 2.2 s instead of 1.5 s at worst."""
HIDDEN_SOLVED, HIDDEN_AHEAD = 4, 2
"""The same while a crown is hidden."""
FRESH_SOLVED, FRESH_TWO_AHEAD = 3, 5
"""Where the winner of a trick rolls anew it has twelve outcomes: with this many tricks left a round is solved, or two
are looked ahead; at the first trick, and earlier with a hidden crown, a single one."""
WORLDS = 6
"""Guesses at a hidden crown, which is one of six or seven cards."""
WISE, WISE_SPREAD = 0.5, 0.02
"""Part of the others that is taken to lay a crown that is missed little, and how exactly (unit: rounds)."""
WORLD_REHEARSALS = 3000
"""Rehearsals over several worlds: twice those at a larger table, for the pay-offs here are quick to look up."""
MOST_LOST = {1: 0.05, 2: 0.05, 3: 0.02, 4: 0.02, 5: 0.05}
"""By tricks left: rounds that the other could gain by a decision if it knew how the expert mixes, as long as its cards
have said nothing of how it thinks. What making use of a habit may cost.

It grows and shrinks with the odds that the other thinks of one trick only (``opponent_model``). Against a player who
looks ahead odds come out, on average over what it may play, as they were at first, and so does this; against one of
habits they grow with every trick. Measured by ``python3 -m ai.lab.exploitability king_of_12``.
"""
MOST_LOST_EARLY = 0.025
"""The same where looking ahead ends at an estimate, which costs as much again: at the first trick 0.025 altogether, and
0.038 with twice of it."""
MOST_LOST_EVER = 0.5, 1.0
"""No odds let it grow beyond this for the expert, and for the grandmaster: it is enough for nearly all that a habit
gives away, and for all."""
READ_SOLVED, READ_AHEAD = 3, 2
"""How far the other is taken to look at a trick that lies open: to the end of the round with this many tricks left,
else this many tricks, with two faces of an Oracle's die. A trick that was never read before takes a fiftieth of a
second."""
FRESH_READ_SOLVED = 2
"""The same where the winner of a trick rolls anew; before that a single trick is looked at."""
FIRST = (log(0.2), 0.0, log(0.08), log(0.13))
"""Logarithms of what is thought of the ways of thinking before a card is seen: habit, the best play, any card, a tree
search that knows no game. Three times as much of all but the best play wins no more and can be exploited more
(``measurements/exploitability.jsonl``)."""
FIRST_OF_MORE = (log(0.25), 0.0, log(0.08), log(0.13), log(0.3), log(0.3))
"""The same for the grandmaster, who tells First evening and Casual by themselves."""
BEST = 1
"""Which of them is the best play, that nothing can be taken from."""
UNHEARD = 0.02
"""A tree search less likely than this is not pictured."""
MOST_BELIEVED = 0.95
"""How often the habit is expected at most when the uses of the cards are told, and over several worlds."""
CROWN_THROWS = 8
"""Dice of the next round with which a crown is tried."""
LEAST = 1e-9
"""Chances below are no less."""
EFFECT_SOLVED, EFFECT_AHEAD = 3, 2
"""The same for what an effect leads to: the round is solved to its end, or looked ahead this many tricks. It is done
for every try of the effect; solving from four tricks takes up to four seconds."""


def card(own: Determinizer, legal: Sequence[int], chance: Chance, times: int = 1) -> Decision:
    """Choose a card for this trick; ``times`` > 1: look further ahead, sample more hands and model the lower levels."""
    seat, other = own.place, 1 - own.place
    hidden = bool(own.view["crowns"][own.group[other]])
    position = own.sample(chance)
    worlds = list_crown_guesses(position, other, own.view, WORLDS * times) if hidden else [(position, 1.0)]
    positions, likely = [each for each, _ in worlds], [share for _, share in worlds]
    lose, win = ends(positions[0], seat)
    depth, throws = looking(positions[0], hidden, times > 1)
    solver = Round(LeafEvaluator(), positions[0].twists, throws)
    tables = [solver.table(make_place(position, seat), position.left, depth) for position in positions]
    first = FIRST_OF_MORE if times > 1 else FIRST
    shares = find_posterior(_infer_kinds(own.view, positions[0], other, len(first)), first)
    usual = [_foretold(position, seat, shares, chance) for position in positions]
    of_best = shares[BEST]
    believed = min(MOST_BELIEVED, 1 - of_best)
    if len(positions) == 1:
        lost = MOST_LOST[positions[0].left] if depth == positions[0].left else MOST_LOST_EARLY
        odds = (1 - of_best) / max(of_best, LEAST)
        found = exploit_habit(tables[0], usual[0], min(MOST_LOST_EVER[times > 1], lost * odds), believed)
        mix, replies = found.rows, [found.columns]
    else:
        payoffs = [
            Payoffs([len(table), len(table[0])], [(pay, 1 - pay) for row in table for pay in row]) for table in tables
        ]
        rehearsed = run_over_worlds(
            payoffs, 0, WORLD_REHEARSALS * times, chance, [(None, habit) for habit in usual], believed, likely=likely
        )
        mix, replies = rehearsed[0].average(0), [each.average(1) for each in rehearsed]
    mix = drop_traces(mix)
    guessed = [blend(reply, habit, believed) for reply, habit in zip(replies, usual, strict=True)]
    values = [0.0] * len(legal)
    for table, guess, part in zip(tables, guessed, likely, strict=True):
        for index, row in enumerate(table):
            rounds = sum([share * pay for share, pay in zip(guess, row, strict=True)])
            values[index] += (lose + (win - lose) * rounds) * part
    decision = sample_decision(legal, mix, values, chance)
    mixes = [mix, guessed[0]] if seat == 0 else [guessed[0], mix]
    return add_reasons(decision, positions[0], seat, [CARDS_OF[hand] for hand in positions[0].hands], mixes, chance)


def _foretold(position: Position, seat: int, shares: Sequence[float], chance: Chance) -> list[float]:
    """Return the opponent's expected mixed strategy if it does not play best, weighted by the opponent models."""
    of_habit, _, of_any, of_trial, *of_lower = shares
    near = build_payoffs(position, 1, chance, point_lead(position))
    habit = find_habits(near, seat, chance)[1 - seat] or []
    even = 1 / len(habit)
    trial = predict_uct(make_key(position), 1 - seat, THROWS) if of_trial > UNHEARD else [even] * len(habit)
    other_than_best = of_habit + of_any + of_trial
    pairs = zip(habit, trial, strict=True)
    found = [(of_habit * one + of_trial * two + of_any * even) for one, two in pairs]
    for share, mixes in zip(of_lower, _find_lower_levels(make_key(position)) if of_lower else (), strict=True):
        other_than_best += share
        found = [so_far + share * one for so_far, one in zip(found, mixes[1 - seat], strict=True)]
    return [likely / other_than_best for likely in found]


@lru_cache(maxsize=4096)
def _evaluate_against_habit(key: Key, seat: int, habit: tuple[float, ...]) -> list[float]:
    position = to_position(key)
    left = position.left
    fresh = position.twists & FRESH and left > FRESH_READ_SOLVED
    depth, throws = (1, FACES) if fresh else (left, FACES) if left <= READ_SOLVED else (READ_AHEAD, THROWS)
    table = Round(LeafEvaluator(), position.twists, throws).table(make_place(position, seat), left, depth)
    pairs = zip(solve(table).rows, exploit_habit(table, habit, MOST_LOST_EARLY).rows, strict=True)
    return [(even + bent) / 2 for even, bent in pairs]


def kinds(key: Key, seat: int, so_far: LogLikelihoods) -> Sequence[Sequence[float]]:
    """Return the mixed strategy of ``seat`` at a revealed trick for each kind of opponent: habit; best play, half of it
    exploiting the other's habit; uniform; UCT; then First evening and Casual, if ``so_far`` has room for them."""
    habits = find_table_habits(key)
    hand = habits[seat]
    best = _evaluate_against_habit(key, seat, tuple(habits[1 - seat]))
    found = [hand, best, [1 / len(hand)] * len(hand), predict_uct(key, seat, THROWS)]
    if len(so_far[seat]) > len(found):
        found += [[*mixes[seat]] for mixes in _find_lower_levels(key)]
    return found


@lru_cache(maxsize=4096)
def _find_lower_levels(key: Key) -> tuple[Sequence[Sequence[float]], Sequence[Sequence[float]]]:
    """How First evening and Casual play, by seat."""
    position, chance = to_position(key), SeededChance(ANY_SEED)
    points = build_payoffs(position, 1, chance, point_gain(position))
    return lower_levels(points, [CARDS_OF[hand] for hand in position.hands], chance)


def _infer_kinds(view: View, position: Position, other: int, count: int) -> Sequence[float]:
    """Return the log-likelihood of each opponent model given its cards; all 0 in a final, which stores no past
    tricks."""
    if "course" not in view:
        return [0.0] * count
    return score_kinds(view, mask_crowns(position, view), (other,), kinds, count, FIRM)[other]


def mask_crowns(position: Position, view: View) -> list[int]:
    """Return by seat the mask of the cards laid as crowns."""
    whole = to_mask(view["set"])
    return [whole & ~hand & ~to_mask(gone) for hand, gone in zip(position.hands, view["played"], strict=True)]


def looking(position: Position, hidden: bool, more: bool = False) -> tuple[int, Sequence[int]]:
    """Return the search depth in tricks, and the faces tried for an Oracle's die. ``hidden``: a crown is unknown."""
    left = position.left
    if position.twists & FRESH:
        return (left if left <= FRESH_SOLVED else 2 if left <= FRESH_TWO_AHEAD and not hidden else 1), FACES
    oracles = sum(hand >> ORACLE & 1 for hand in position.hands)
    if hidden:
        faces = THROWS_OF_MORE if oracles and left == HIDDEN_SOLVED else FACES
        return (left if left <= HIDDEN_SOLVED else HIDDEN_AHEAD), faces
    if left <= SOLVED or (left <= SOLVED_ONCE_SCORED and (any(position.points) or not oracles)):
        return left, THROWS_OF_MORE if left > SOLVED and oracles > 1 else FACES
    if oracles:
        return AHEAD, THROWS_OF_MORE if more else THROWS
    return AHEAD + (more and not position.twists), FACES


def ends(position: Position, seat: int) -> tuple[float, float]:
    """Return the seat's probability to win the game once it has lost this round, and once it has won it."""
    rows, _ = stakes(position.crowns)
    return rows[1 - seat][seat], rows[seat][seat]


def crown_values(own: Determinizer, legal: Sequence[int], chance: Chance) -> list[float]:
    """Return for each card the mean share of the next round won without it: high values are cards to lay as a crown."""
    position, seat = own.sample(chance), own.place
    mine = position.hands[seat]
    found = dict(zip(CARDS_OF[mine], _evaluate_discards(mine, position.hands[1 - seat], position.twists), strict=True))
    return [found[action - LAY] for action in legal]


@lru_cache(maxsize=64)
def _evaluate_discards(mine: int, theirs: int, twists: int) -> list[float]:
    """Return the mean rounds won without each of these cards in turn. The dice are drawn, the same for every card, and
    each throw is used both ways round."""
    chance = SeededChance(ANY_SEED)
    throws = [(chance.die(12), chance.die(12)) for _ in range(CROWN_THROWS)]
    solver = Round(LeafEvaluator(), twists)
    found = []
    for card in CARDS_OF[mine]:
        hand = mine & ~(1 << card)
        left = min(hand.bit_count(), theirs.bit_count()) - 1
        places = [(*dice, 0, 0, 0, 0, hand, theirs) for one, two in throws for dice in ((one, two), (two, one))]
        found.append(sum([solver.value(place, left, 1) for place in places]) / len(places))
    return found


def list_crown_guesses(position: Position, other: int, view: View, most: int) -> list[tuple[Position, float]]:
    """Return at most ``most`` positions, one for each card the other's crown may be, and probabilities; likeliest
    first.

    Half of the players are assumed to lay a card that is missed little, the others any card.
    """
    whole = to_mask(view["set"])
    worths = dict(zip(CARDS_OF[whole], _evaluate_discards(whole, whole, position.twists), strict=True))
    top = max(worths.values())
    wise = {card: exp((worth - top) / WISE_SPREAD) for card, worth in worths.items()}
    total = sum(wise.values())
    guesses = [(WISE * wise[card] / total + (1 - WISE) / len(wise), card) for card in worths]
    guesses = sorted([guess for guess in guesses if guess[1] not in view["shown"][other]], reverse=True)[:most]
    total = sum([share for share, _ in guesses])
    gone = to_mask(view["played"][other])
    found = []
    for share, card in guesses:
        each = to_position(make_key(position))
        each.hands[other] = whole & ~gone & ~(1 << card)
        found.append((each, share / total))
    return found


def make_evaluator(before: Position) -> Evaluator:
    """Return an evaluator of positions after an effect: probability to win the game, by seat."""
    solver = Round(LeafEvaluator(), before.twists)

    def judge(position: Position) -> tuple[float, ...]:
        left = position.left
        solve, ahead = (FRESH_SOLVED, 1) if before.twists & FRESH else (EFFECT_SOLVED, EFFECT_AHEAD)
        depth = left if left <= solve else ahead
        rounds = solver.value(make_place(position, 0), left, depth)
        lose, win = ends(position, 0)
        own = lose + (win - lose) * rounds
        return own, 1 - own

    return judge
