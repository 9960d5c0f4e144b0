"""Play-outs of Legends: the rest of a game by quick plans, as the points that every seat ends with.

A position in the middle of the game says little of its last turns, and these are where most points are made. Here
everybody goes on by quick plans, near the end by a new one before every step, cards are drawn at random, and the
points are counted at the end. Of several such ends each counts by how far the points are apart (a softmax), not by who
is ahead alone, because a lead of one point in a play-out would often be turned by better play.

Players that plan their turns can be foreseen far better than those who do not. In a game that has been played it is
known how much less its turns brought than quick plans (its *slack*): the looser it was, the less a lead counts, and
near the end seats then draw among the plans that look nearly as good as the best. It is also known how many of its
cards Shrewd and Casual would have taken. Where it is Casual's cards, play-outs take the best single steps as it does;
where players plan, but take other cards than Shrewd, play-outs look ahead as Masters do.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, log
from typing import NamedTuple

from ai.algorithms.regret_matching import softmax
from ai.legends.assets import worths
from ai.legends.bidding import foresee_naming, last_card_values
from ai.legends.greedy import gains
from ai.legends.lookahead import (
    EXPERT_WIDTH,
    QUICK_WIDTH,
    SKILLED_WIDTH,
    make_key,
    make_planner,
    margin,
    play_turn,
    quick_plan,
    rank_by_lookahead,
)
from ai.legends.own_map import rival_weights
from ai.legends.plan import Plan, apply_plan
from ai.legends.planning import Planner
from ai.legends.weights import Valuation, load_valuation, make_plain_valuation
from engine.chance import SeededChance, mix
from engine.contract import Chance
from engine.states import KeyedState
from games.legends import RULES
from games.legends.actions import CARD
from games.legends.options import GAMES_IN_FULL, count_games
from games.legends.scoring import sums
from games.legends.state import LAST_CARD, NAME_FIRST, OVER, TAKE_CARD, State, copied, count_turns

# How turns are played in play-outs: each of these policies foretells the players of one kind.
#
# Who plans foretells planning players, but finds points that others overlook, up to the last turn. Masters look
# further than any plan of one turn, and how well their positions are valued tells nothing of what their search will
# find.

Policy = Callable[[State, Chance, float], State]
"""Plays the turn under way: from a state, chance and the temperature at which plans are drawn, 0 for the best one; the
state where the next turn begins."""
LATE = 8
"""Turns left up to which Masters plan as widely as the player itself and again before every step: earlier, narrower
plans for whole turns tell as much of their games in half of the time; near the end they tell much less."""
MASTERLY_PLANS, MASTERLY_GAP, MASTERLY_TRIES = 3, 1.5, 2
"""What a Master of play-outs looks ahead at: fewer plans, with fewer deals of new cards, than the player itself, which
would take six times as long."""
FINE = 1 << 30
"""Steps of a number that is drawn between 0 and 1."""


def plan_quickly(state: State, chance: Chance, warmth: float) -> State:
    """Return the state after the best quick plan of the turn, or one drawn by softmax if ``warmth`` is above 0."""
    plans = make_planner(state, state.active, make_plain_valuation(), QUICK_WIDTH).plans()
    plan = draw_plan(state, plans, warmth, chance) if warmth else plans[0]
    return apply_plan(state, state.active, plan, chance)


def plan_stepwise(state: State, chance: Chance, warmth: float) -> State:
    """Return the state after the turn, planned again before every step as Shrewd does, because a plan for a whole turn
    overlooks points, which decide the game near its end. ``warmth`` is ignored."""
    valuation = make_plain_valuation()

    def choose(after: State, legal: Sequence[int]) -> int:
        return make_planner(after, after.active, valuation, SKILLED_WIDTH).plans()[0].action

    return play_turn(state, choose, chance)


def plan_like_master(state: State, chance: Chance, warmth: float) -> State:
    """Return the state after the turn by the best plan after a lookahead, as Master plays; near the end by a new plan
    before every step. ``warmth`` is ignored."""
    luck = SeededChance(chance.below(FINE))
    if count_turns(state.seats) - state.turns > LATE:
        return apply_plan(state, state.active, _find_masterly_plan(state, SKILLED_WIDTH, luck), chance)
    return play_turn(state, lambda after, legal: _find_masterly_plan(after, EXPERT_WIDTH, luck).action, chance)


def _find_masterly_plan(state: State, width: int, chance: Chance) -> Plan:
    """Return the best plan after a lookahead; in the middle of a turn the best plan itself."""
    valuation = load_valuation(state.seats)
    planner = make_planner(state, state.active, valuation, width)
    if state.phase == TAKE_CARD:
        seen = rank_by_lookahead(state, planner, valuation, MASTERLY_PLANS, MASTERLY_GAP, MASTERLY_TRIES, chance)
        if seen:
            return max(seen, key=lambda pair: pair[1])[0]
    return planner.plans()[0]


def take_best_steps(state: State, chance: Chance, warmth: float) -> State:
    """Return the state after the turn by the steps with most immediate points, as Casual plays; ties at random."""
    luck = SeededChance(chance.below(FINE))

    def choose(after: State, legal: Sequence[int]) -> int:
        values = gains(after, after.active, legal, luck)
        return legal[max(range(len(legal)), key=values.__getitem__)]

    return play_turn(state, choose, chance)


def draw_plan(state: State, plans: Sequence[Plan], warmth: float, chance: Chance) -> Plan:
    """Return one of the plans of a turn, drawn by softmax of their values (temperature ``warmth``). The random number
    depends on the card, so that compared positions go on alike."""
    luck = chance.below(FINE)

    def judge(plan: Plan) -> float:
        card = state.row[plan.action] if state.phase == TAKE_CARD else len(state.row) + plan.action
        drawn = (SeededChance(mix(luck, card)).below(FINE) + 0.5) / FINE
        return plan.value - warmth * log(-log(drawn))

    return max(plans, key=judge)


DEALS, STEPWISE_DEALS = ((0.4, 5), (0.65, 6), (1.0, 8)), ((0.6, 4), (0.865, 6), (1.0, 4))
"""Play-outs of one estimate, up to each part of the game: early ones take long and tell little; and where turns are
planned step by step, or as Masters do."""
STEPWISE, STEPWISE_ALONE = 8, 12
"""Turns left up to which a game is played on step by step, or as Masters do; and between two where a position is
judged alone: it takes three times as long, too long for comparisons, which are many. Only the last turns step by step
know less than none."""
NEAR_END = 10
"""Turns left from which on the players of loose games draw their plans."""
TIE = 0.5
"""Points that the rules for breaking ties are worth to the seat that they favour."""
SCALES = (
    (0.0, 3.0), (0.25, 2.2), (0.45, 1.7), (0.6, 1.35), (0.72, 0.8), (0.8, 0.55), (0.865, 0.3), (0.92, 0.2), (1.0, 0.2),
)  # fmt: skip
"""Points by which the odds of a play-out change by the factor e, at parts of the game: where two or three turns are
left, a lead of a point is mostly kept."""
STEPWISE_SCALES = ((0.45, 1.7), (0.55, 1.4), (0.65, 0.45), (0.8, 0.14), (0.92, 0.05), (1.0, 0.05))
"""The same where turns are planned step by step."""
MASTERLY_SCALES = ((0.45, 1.6), (0.55, 1.2), (0.75, 0.55), (0.9, 0.05), (1.0, 0.05))
"""The same where turns are planned like Masters. Fitted to 118 of their games."""
FORESEEN = 0.9
"""Part of the cards that is foreseen at least where all play as Shrewd does: all of them there, two thirds or fewer
in games of any other level."""
GREEDY = (0.8, 0.95)
"""Part of the cards that Casual would have taken, from which on some play-outs of a loose game take the best steps as
it does, and all of them: all cards in games of Casual, 0.2 to 0.57 in games of others. Where a Casual player meets a
Master (0.6 to 0.8) such play-outs know less than plans, for all seats of a play-out play alike: a curve that expected
the weaker player to lose would not tell what lost the game."""
POLICIES = 4
"""Play-outs after which the policies of a mixture come again."""
GREEDY_SCALES, GREEDY_SCALES_OF_SEVERAL = (
    ((0.0, 2.0), (0.25, 1.8), (0.5, 1.7), (0.75, 0.66), (0.9, 0.32), (1.0, 0.32)),
    ((0.0, 4.5), (0.25, 4.1), (0.5, 2.9), (0.75, 0.9), (0.9, 0.25), (1.0, 0.25)),
)
"""Points by which the odds of a play-out of best steps change by the factor e, where all cards are Casual's; between
two, and between more. Fitted to 145 games, and near the end to 180 others."""
MISSED, STEPWISE_MISSED = 0.01, 0.005
"""Chance of each seat that quick plans overlook: near the end all play-outs are alike, and now and then all wrong; and
that turns planned step by step overlook."""
EQUAL = 0.002
"""Points by which cards look equal to Casual."""
STYLE_PART = 0.75
"""Part of all turns from which it is measured how a game is played: what the analysis works out while the last turns
are played then holds at the end."""
FEWEST_TURNS, MOST_SLACK = 6, 2.0
"""Turns from which on the slack of a game is known, and the most that is assumed of it; Shrewd has −0.2 to 0."""
SPREADS = ((0.0, 3.9), (0.25, 3.9), (0.5, 3.1), (0.75, 1.1), (0.9, 1.6), (1.0, 1.6))
"""Points of :data:`SCALES` for each point of slack, at parts of the game; spreads add up like variances."""
LOOSE = 0.45
"""Slack from which on turns were not planned: Masters have 0 to 0.45, novices 0.42 to 2. Of their games, plans that are
drawn know as much when they are narrow as when they are made step by step, in a quarter of the time."""
WARMTH = 0.8
"""Points by which plans may look worse and are drawn nevertheless, for each point of slack: the temperature of a
softmax, in play-outs that begin with at most :data:`NEAR_END` turns left. Earlier, plans that are drawn know less than
the best ones."""
FOR_EACH_GAME = 5.0
"""The same for every game that follows: spreads add up like variances."""
MOST_ENDS = 4096
"""Ends of play-outs that are kept: an analysis asks for the same ones when it steadies its curve, and for the points
that are foreseen."""
Ends = list[tuple[int, ...]]
"""By seat the points and the tie-breakers in the end."""


class Predictability(NamedTuple):
    """How predictable a game was: mean points by which its turns fell short of quick plans (``slack``), and the shares
    of its cards that Shrewd (``foreseen``) and Casual (``greedy``) would have taken."""

    slack: float
    foreseen: float
    greedy: float


AS_PLANNED = Predictability(0.0, 1.0, 0.0)
"""As Shrewd plays."""


def can_play_out(state: State) -> bool:
    """Whether turns are under way or about to begin; set-up and auction are not played out."""
    return NAME_FIRST <= state.phase < OVER


def find_part(state: State) -> float:
    """Return the part of all turns (0 to 1) that has been played, those of earlier games included."""
    return (state.game - 1 + state.turns / count_turns(state.seats)) / count_games(state.options)


def measure_predictability(states: Sequence[State]) -> Predictability:
    """Return how predictable a game was in the first :data:`STYLE_PART` of its turns; as planned, if these are few.
    ``states``: its positions in order."""
    valuation = make_plain_valuation()
    lost, foreseen, greedy = [], [], []
    for before, after in pairwise([one for one in states if one.phase == TAKE_CARD and find_part(one) <= STYLE_PART]):
        if after.turns != before.turns + 1:
            continue
        seat = before.active
        weights = rival_weights(worths(before, valuation.find_outlook_after_turn(before)), seat, valuation.numbers)
        planned = apply_plan(before, seat, quick_plan(before, valuation), SeededChance(0))
        lost.append(margin(planned, seat, weights, valuation) - margin(after, seat, weights, valuation))
        taken = CARD + before.row.index(after.taken[seat][-1])
        foreseen.append(make_planner(before, seat, valuation, SKILLED_WIDTH).plans()[0].action == taken)
        legal = RULES.legal(before, seat)
        values = dict(zip(legal, gains(before, seat, legal, SeededChance(0)), strict=True))
        greedy.append(values[taken] > max(values.values()) - EQUAL)
    turns = len(lost)
    if turns < FEWEST_TURNS:
        return AS_PLANNED
    return Predictability(min(MOST_SLACK, max(0.0, sum(lost) / turns)), sum(foreseen) / turns, sum(greedy) / turns)


def play_out(state: State, chance: Chance, policy: Policy = plan_quickly, slack: float = 0.0) -> list[float]:
    """Play the rest of the current game; return the final points by seat, earlier games included, less :data:`TIE` for
    the loser of a tie. ``state`` is not changed."""
    return _count_ties(_play_rest(state, chance, policy, slack))


def _count_ties(ends: Ends) -> list[float]:
    """Return the points by seat, :data:`TIE` less for who loses a tie."""
    return [row[0] - TIE * any(other[0] == row[0] and other > row for other in ends) for row in ends]


def _play_rest(state: State, chance: Chance, policy: Policy, slack: float) -> Ends:
    """The points and the tie-breakers by seat in the end."""
    after = foresee_naming(state)
    warmth = WARMTH * slack if count_turns(state.seats) - state.turns <= NEAR_END else 0.0
    while TAKE_CARD <= after.phase < LAST_CARD and after.turns < count_turns(after.seats):
        after = policy(after, chance, warmth)
    if after.phase == LAST_CARD:
        after = copied(after)
        after.game, after.down = GAMES_IN_FULL, ()
        seat = after.active
        legal = RULES.legal(after, seat)
        values = last_card_values(after, seat, legal)
        RULES.apply(after, seat, legal[max(range(len(legal)), key=values.__getitem__)], chance)
    return sums(after)


@lru_cache(maxsize=MOST_ENDS)
def _find_end(position: KeyedState[State], seed: int, policy: Policy, slack: float) -> Ends:
    """Return the end of a play-out; cached by position and seed."""
    return _play_rest(position.state, SeededChance(seed), policy, slack)


def _find_ends(state: State, seed: int, deals: int, style: Predictability, stepwise: bool) -> list[tuple[Policy, Ends]]:
    """Who played each play-out and how it ended."""
    position = KeyedState(state, (make_key(state), state.row))
    found = []
    for number in range(deals):
        policy = choose_policy(number + seed, style, stepwise)
        found.append((policy, _find_end(position, mix(seed, "play-out", number), policy, style.slack)))
    return found


def choose_policy(number: int, style: Predictability, stepwise: bool) -> Policy:
    """Return the policy of play-out ``number`` for a game of this style; any :data:`POLICIES` consecutive numbers
    contain the policies in their shares of the mixture."""
    if style.slack >= LOOSE:
        return take_best_steps if number % POLICIES < round(POLICIES * _find_greedy_part(style)) else plan_quickly
    if stepwise:
        return plan_stepwise if style.foreseen >= FORESEEN else plan_like_master
    return plan_quickly


def _find_greedy_part(style: Predictability) -> float:
    """The part of the play-outs that take the best steps."""
    none, every = GREEDY
    return min(1.0, max(0.0, (style.greedy - none) / (every - none)))


def estimate(state: State, seed: int, deals: int = 0, style: Predictability = AS_PLANNED) -> list[float]:
    """Return the win probability by seat: the mean over play-outs, ``deals`` of them or as many as :data:`DEALS` says.

    Positions that are compared get the same seed. ``style``: how the game is played
    (:func:`measure_predictability`).
    """
    stepwise = is_stepwise(state, style.slack, deals)
    deals = deals or find_deals(state, stepwise)
    missed = STEPWISE_MISSED if stepwise else MISSED
    found = [missed] * state.seats
    sure = 1 - missed * state.seats
    for policy, ends in _find_ends(state, seed, deals, style, stepwise):
        for seat, share in enumerate(softmax(_count_ties(ends), find_scale(state, style, policy))):
            found[seat] += sure * share / deals
    return found


def foresee(state: State, seed: int, style: Predictability = AS_PLANNED) -> list[float]:
    """Return the mean final points by seat in the play-outs of :func:`estimate`, or those of a finished game; [] if
    nothing is played out."""
    if state.phase == OVER:
        return [float(row[0]) for row in sums(state)]
    if not can_play_out(state):
        return []
    stepwise = is_stepwise(state, style.slack)
    deals = find_deals(state, stepwise)
    ends = [ends for _, ends in _find_ends(state, seed, deals, style, stepwise)]
    return [sum(row[0] for row in rows) / deals for rows in zip(*ends, strict=True)]


def is_stepwise(state: State, slack: float, deals: int = 0) -> bool:
    """Whether an estimate by ``deals`` play-outs (0: the default of a single position) plans turns step by step."""
    most = STEPWISE if deals or state.seats > 2 else STEPWISE_ALONE
    return slack < LOOSE and count_turns(state.seats) - state.turns <= most


def find_deals(state: State, stepwise: bool) -> int:
    """Return the default number of play-outs for a position."""
    part = state.turns / count_turns(state.seats)
    return next(number for until, number in (STEPWISE_DEALS if stepwise else DEALS) if part <= until)


PLAYED = (
    (0.0, 0.4), (0.25, 0.7), (0.45, 0.85), (0.6, 0.85), (0.72, 0.85), (0.8, 0.7), (0.865, 0.9), (0.92, 1.2),
    (1.0, 1.2),
)  # fmt: skip
COUNTED = ((0.0, 0.22), (0.25, 0.33), (0.45, 0.33), (0.6, 0.2), (0.72, 0.25), (0.8, 0.1), (0.865, 0.0), (1.0, 0.0))
"""Weights of the log-odds at parts of the game: of play-outs, and of the fitted terms."""


OF_SEVERAL = ((0.0, 1.15), (0.3, 1.15), (0.5, 1.25), (0.75, 1.25), (0.9, 1.0), (1.0, 1.0))
"""Factor of both between more than two, where a lead is one over each of the others: without it the log-odds of Casual
players were too small, at 75 % of a game by 1.4 and 1.6 between three and 1.3 between four (30, 40 and 20 games)."""


def find_weights(state: State) -> tuple[float, float]:
    """Return (weight of play-outs, weight of the fitted terms) for a mixture of their log-odds."""
    part = state.turns / count_turns(state.seats)
    factor = _interpolate(OF_SEVERAL, part) if state.seats > 2 else 1.0
    return factor * _interpolate(PLAYED, part), factor * _interpolate(COUNTED, part)


def find_scale(state: State, style: Predictability, policy: Policy) -> float:
    """Return the points that change the odds of winning by the factor e, if a game of this style is played on from
    here."""
    part = state.turns / count_turns(state.seats)
    spread = style.slack * _interpolate(SPREADS, part)
    if policy is take_best_steps:
        scale = _interpolate(GREEDY_SCALES if state.seats == 2 else GREEDY_SCALES_OF_SEVERAL, part)
        spread *= 1 - _find_greedy_part(style)
    elif policy is plan_quickly:
        scale = _interpolate(SCALES, part)
    else:
        scale = _interpolate(STEPWISE_SCALES if policy is plan_stepwise else MASTERLY_SCALES, part)
    games_left = count_games(state.options) - state.game
    return hypot(scale, spread, games_left**0.5 * FOR_EACH_GAME)


def _interpolate(table: Sequence[tuple[float, float]], part: float) -> float:
    """Return the value of a table at this part of the game, by linear interpolation."""
    for (begin, first), (end, last) in pairwise(table):
        if part <= end:
            return first + (last - first) * (part - begin) / (end - begin)
    return table[-1][1]


# Rehearsals of the Grandmaster: games played on to their end, everybody by quick plans.
#
# What a position is worth is only guessed while rounds are left, and the guess is what a plan is chosen by; where the
# game is played on to its end, points are counted. Plans that look alike are told apart that way: not only the best
# plan of each card, but several that end differently. All of them meet the same cards, so few deals are enough, and
# those that fall behind are given up on the way.
#
# The cards of a rehearsal come from the position, not from the seed of the decision: in the middle of a turn the same
# ends meet the same cards again, so that the plan is carried on that was begun.

HalvingRound = tuple[int, int]
"""Deals for each plan that is left, and the number of plans that stay after them."""

CARD_ROUNDS: tuple[HalvingRound, ...] = ((4, 4), (5, 2), (7, 1))
"""Before a card is taken."""
STEP_ROUNDS: tuple[HalvingRound, ...] = ((4, 1),)
"""In the middle of a turn."""
CARD_ENDS, STEP_ENDS = 10, 4
"""Number of plans that are played on."""
GAP = 2.5
"""Points by which a plan may look worse than the best and is still played on."""
FURTHEST = 24
"""Turns that a rehearsal goes on for at the most: to the end between two; at four seats the first two rounds would
take more than the time of a decision, and are judged two rounds before the end."""
LOOKS = 0.3
"""Weight of how a plan looks, against what comes of it."""


def rank_plans(state: State, planner: Planner, valuation: Valuation) -> list[tuple[Plan, float]]:
    """Return plans and their values after play-outs, best first (sequential halving); only the best one if all begin
    with the same action."""
    taking = state.phase == TAKE_CARD
    plans = planner.ends(CARD_ENDS if taking else STEP_ENDS, GAP)
    if len({plan.action for plan in plans}) == 1:
        return [(plans[0], plans[0].value)]
    return _halve(state, planner, plans, valuation, CARD_ROUNDS if taking else STEP_ROUNDS, make_chance(state))


def make_chance(state: State) -> SeededChance:
    """Return the source of chance shared by all play-outs of a turn."""
    return SeededChance(mix(state.turns, state.deck, state.active))


def _halve(
    state: State,
    planner: Planner,
    plans: Sequence[Plan],
    valuation: Valuation,
    heats: Sequence[HalvingRound],
    luck: SeededChance,
) -> list[tuple[Plan, float]]:
    """Rank plans by sequential halving; a plan that was dropped counts by how far it was behind then."""
    top = max(plan.value for plan in plans)
    looks = [LOOKS * (plan.value - top) for plan in plans]
    sums = [0.0] * len(plans)
    live = list(range(len(plans)))
    given_up: list[list[tuple[int, float]]] = []
    played = 0
    for deals, stay in heats:
        for _ in range(deals):
            cards = luck.below(1 << 20)
            for index in live:
                sums[index] += play_plan_out(state, planner, plans[index], valuation, SeededChance(cards))
        played += deals
        worths = {index: sums[index] / played + looks[index] for index in live}
        live.sort(key=lambda index: -worths[index])
        given_up.append([(index, worths[index]) for index in live])
        live = live[:stay]
    winner = live[0]
    value = given_up[-1][0][1]
    found = {winner: value}
    for row in reversed(given_up):
        of_winner = dict(row)[winner]
        for index, worth in row:
            found.setdefault(index, value + min(0.0, worth - of_winner))
    return sorted(((plans[index], value) for index, value in found.items()), key=lambda pair: -pair[1])


def play_plan_out(state: State, planner: Planner, plan: Plan, valuation: Valuation, deal: SeededChance) -> float:
    """Return the expected final lead over the others' mean after this plan and then quick plans by all seats."""
    after = apply_plan(state, planner.seat, plan, deal)
    for _ in range(FURTHEST):
        if after.phase != TAKE_CARD:
            break
        after = apply_plan(after, after.active, quick_plan(after, valuation), deal)
    found = worths(after, valuation.find_outlook(after))
    own = found[planner.seat]
    return own - (sum(found) - own) / (len(found) - 1)
