"""Quick play-outs: every seat plays about as Casual does, in half of the time.

Of the squares for a piece only a few are looked at: those that bring a card in hand nearer, and some at random. What
will be drawn is put in an order before anything is played, and which of nearly equal actions is taken depends on the
number of the turn alone, so that positions that are compared go on alike for as long as they can, and fewer pairs of
play-outs tell which of them is better.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import NormalDist

from ai.tash_kalar.duel_value import sureness
from ai.tash_kalar.evaluate import Evaluator, find_weights
from ai.tash_kalar.pattern_distance import Ground, completing, lacking, nearing
from ai.tash_kalar.planning import NEVER, Breadth, Plan, Planner, choose_greedy, rate_moves
from engine.chance import SeededChance, mix
from engine.contract import Chance
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.maps import bits
from games.tash_kalar.state import MAIN, OVER, START, State, copied

NEARER, ANYWHERE = 6, 6
"""Squares for a piece that are looked at: those that bring cards nearer, and others."""
COMPLETES, APPROACHES = 1.0, 0.3
"""What a square counts that completes a card, or leaves one piece to be placed: about what either is worth to the
judge (``evaluate.READY``)."""
SALT = 1 << 29
PRIME = 1_000_003
"""Actions are put in the order of their codes times a salt, modulo this."""
LONGEST = 3000
"""Decisions after which a play-out is left as it stands."""
GRAIN = 1e-7
"""Chance among equals for each step of that order: up to a tenth of a point, as in ``greedy.py``."""


def play_turns(state: State, seed: int) -> Iterator[State]:
    """Play a copy of the game to its end; yield the position after each turn, which is the one played on with.

    States that are compared get the same seed.
    """
    twin = copied(state)
    order_draws(twin, mix(seed, "order"))
    chance = SeededChance(mix(seed, "chance"))
    for _ in range(LONGEST):
        if twin.phase == OVER:
            return
        turn = twin.turn
        RULES.apply(twin, twin.acting, choose_move(twin, seed), chance)
        if twin.turn != turn or twin.phase == OVER:
            yield twin


def order_draws(state: State, seed: int) -> None:
    """Fix, in place, the order of all hidden piles by the seed alone, so that it does not depend on earlier draws."""
    for seat in range(state.seats):
        state.bottoms[seat] = (*_shuffle(state.pool[seat], mix(seed, seat)), *state.bottoms[seat])
        state.pool[seat] = 0
    legends, flares = _shuffle(state.legend_pool, mix(seed, "legends")), _shuffle(state.flare_pool, mix(seed, "flares"))
    state.legend_bottom = (*[(card, 0) for card in legends], *state.legend_bottom)
    state.flare_bottom = (*[(card, 0) for card in flares], *state.flare_bottom)
    state.task_bottom = (*_shuffle(state.task_pool, mix(seed, "tasks")), *state.task_bottom)
    state.legend_pool = state.flare_pool = state.task_pool = 0


def _shuffle(cards: int, seed: int) -> list[int]:
    """Return the cards of a mask in random order; cards that two masks share come in the same order."""
    return sorted(bits(cards), key=lambda card: mix(seed, card))


def choose_move(state: State, seed: int) -> int:
    """Return the acting seat's action with the best position after one step, out of some candidates."""
    legal = RULES.legal(state, state.acting)
    if len(legal) == 1:
        return legal[0]
    salt = SeededChance(mix(seed, state.turn, state.acting)).below(SALT)
    if state.phase == START:
        return min(legal, key=lambda action: _find_place(action, salt))
    judge = Evaluator(state, state.acting, find_weights(state.form))
    tried = [action for action in legal if action not in NEVER]
    if state.phase == MAIN:
        tried = _leave_out_squares(state, judge, tried, salt)
    values = rate_moves(state, judge, tried)
    best = max(range(len(tried)), key=lambda at: values[at] + GRAIN * _find_place(tried[at], salt))
    return tried[best]


def _find_place(action: int, salt: int) -> int:
    """The place of an action in an order of this salt."""
    return (action + 1) * salt % PRIME


def _leave_out_squares(state: State, judge: Evaluator, legal: Sequence[int], salt: int) -> list[int]:
    """The actions without most of the squares for a piece."""
    places = 0
    for action in legal:
        if act.PLACE <= action < act.PICK:
            places |= 1 << action - act.PLACE
    if places.bit_count() <= NEARER + ANYWHERE:
        return list(legal)
    wants = _find_wants(state, judge, places)
    kept = sorted(wants, key=lambda square: (-wants[square], _find_place(square, salt)))[:NEARER]
    others = sorted({*bits(places)}.difference(kept), key=lambda square: _find_place(square, salt))
    kept += others[: NEARER + ANYWHERE - len(kept)]
    squares = {act.PLACE + square for square in kept}
    return [action for action in legal if not act.PLACE <= action < act.PICK or action in squares]


def _find_wants(state: State, judge: Evaluator, places: int) -> dict[int, float]:
    """Return by square how much an own piece there would help the cards in hand."""
    ground = Ground(state, judge.side)
    found: dict[int, float] = {}
    for card in (*judge.beings.values(), *judge.great.values()):
        none, single, double = lacking(card, ground)
        if none or not single | double:
            continue
        find, worth = (completing, COMPLETES) if single else (nearing, APPROACHES)
        for square in bits(find(card.ways, ground, card.rank) & places):
            found[square] = found.get(square, 0.0) + worth * (1 + card.rank)
    return found


# How the game goes on after the end of a turn, for a few hands drawn: a further look of the grandmaster.
#
# Two seats. The rival answers and its own next turn follows, both planned as a skilled player plans, choosing among
# the ends by what they promise; all ends of the turn meet the same luck. A few hands tell the ends apart but roughly,
# so the best are followed with more, and how sure the game is then counts less than what the end promises.

HANDS = 3
"""Courses of the game that every end is followed through."""
LAST, MORE = 3, 9
"""Ends, the best by these, that are followed through more courses, and how many in all."""
TURNS = 2
"""The rival's answer and the side's next turn: the answer alone says little more than what the end promises."""
SHARE = 0.35
"""What that weighs against what the end promises: with few courses it says a little more than that, not all; with fewer
than ``HANDS``, where there is no room for more, so much less."""
ENDS = 8
"""Ends of a turn that are judged by what they promise."""
BREADTH = Breadth(turn=3, steps=2, ends=6, kept=2, squares=6, closing=ENDS, first=False)
NORMAL = NormalDist()
SUREST = 6.0
"""As sure as a chance can say, in spreads."""


def search_replies(
    ends: Sequence[Plan], promised: Sequence[float], judge: Evaluator, chance: Chance, room: int
) -> list[float]:
    """Return for each end of the turn how sure a win is after further play: the lead in standard deviations.

    ``promised``: the same without further play; ``room``: most positions to search. On a crowded board fewer
    continuations are played, but one at least.
    """
    seeds = [chance.below(1 << 30) for _ in range(MORE)]
    found: list[list[float]] = [[] for _ in ends]
    front, looked = list(range(len(ends))), 0
    for begin, end in ((0, HANDS), (HANDS, MORE)):
        for number in range(begin, end):
            # As many again as so far for each end and course: one more course has to fit in.
            if looked + looked // max(1, sum(map(len, found))) * len(front) > room and number:
                break
            for each in front:
                sure, positions = _evaluate_sample(ends[each].state, judge, seeds[number])
                found[each].append(sure)
                looked += positions
        mixed = [_mix_outcomes(sure, after) for sure, after in zip(promised, found, strict=True)]
        front = sorted(front, key=lambda each: (-mixed[each], each))[:LAST]
    worst = min(mixed[each] for each in front)
    return [sure if each in front else min(sure, worst) for each, sure in enumerate(mixed)]


def _mix_outcomes(sure: float, after: Sequence[float]) -> float:
    share = SHARE * min(1.0, len(after) / HANDS)
    chance = share * sum(map(NORMAL.cdf, after)) / len(after) + (1 - share) * NORMAL.cdf(sure)
    least = NORMAL.cdf(-SUREST)
    return NORMAL.inv_cdf(min(max(chance, least), 1 - least))


def _evaluate_sample(end: State, judge: Evaluator, seed: int) -> tuple[float, int]:
    """Return how sure a win is for the judge's seat after the next turns, hidden things drawn by this seed, and the
    number of positions searched."""
    if end.phase == OVER:
        return sureness(end, judge), 0
    luck = SeededChance(seed)
    state = RULES.determinize(RULES.view(end, judge.seat), luck)
    _draw_anew(state, judge, luck)
    sure, looked = 0.0, 0
    for _ in range(TURNS):
        if state.phase != OVER:
            own = state.active == judge.seat
            found, positions = _play_turn(state, luck)
            sure = found if own else -found
            looked += positions
    return sure, looked


def _draw_anew(state: State, judge: Evaluator, chance: Chance) -> None:
    """Replace, in place, the cards drawn within the plan by others, because nobody can know them."""
    seat = judge.seat
    drawn = state.hands[seat] & ~judge.hand & ~state.open_hand[seat]
    state.pool[seat] |= drawn
    state.hands[seat] ^= drawn
    for _ in range(drawn.bit_count()):
        card = 1 << chance.draw(bits(state.pool[seat]))
        state.pool[seat] ^= card
        state.hands[seat] |= card
    drawn = state.legends[seat] & ~judge.legends
    state.legend_pool |= drawn
    state.legends[seat] ^= drawn
    for _ in range(drawn.bit_count()):
        card = 1 << chance.draw(bits(state.legend_pool))
        state.legend_pool ^= card
        state.legends[seat] |= card


def _play_turn(state: State, chance: Chance) -> tuple[float, int]:
    """Play the most promising turn; return how sure a win is then for the seat whose turn it was, and the number of
    positions searched."""
    turn = state.turn
    judge = Evaluator(state, state.active, replace(find_weights(state.form), theirs_near=0.0))
    planner = Planner(state, judge, BREADTH)
    planner.plans()
    ends = planner.best_ends(ENDS)
    steps = max(ends, key=lambda plan: sureness(plan.state, judge)).steps if ends else ()
    for action in steps:
        # Cards that are really drawn may leave a plan that counted on others with nothing to do.
        if action in RULES.legal(state, state.acting):
            RULES.apply(state, state.acting, action, chance)
    while state.turn == turn and state.phase != OVER:
        view = RULES.view(state, state.acting)
        RULES.apply(state, state.acting, choose_greedy(view, RULES.legal(state, state.acting)), chance)
    return sureness(state, judge), planner.looked
