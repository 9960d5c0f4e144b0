"""The chance to win in Tash-Kalar: points, pieces, cards near completion, tasks within reach, turns to come.

Sides are colours, so a team has one row. What each term weighs at which part of the game is fitted for every form
(``win_probability.json``, see ``ai.algorithms.value_function``).
"""

from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from ai.algorithms.value_function import Features, FittedEvaluator, PlayoutMixture
from ai.choose import make_answer, play_out
from ai.tash_kalar.duel_value import evaluate_turn_end, make_card_worth
from ai.tash_kalar.evaluate import Evaluator, card_power, find_weights
from ai.tash_kalar.pattern_distance import FAR, Ground, count_steps, count_turn_steps, steps_lacking
from ai.tash_kalar.playouts import play_turns
from ai.win_probability import chances, sum_by_side, win_shares
from engine.chance import SeededChance, mix
from games.tash_kalar import RULES
from games.tash_kalar.cards import LEGENDS, box
from games.tash_kalar.maps import bits
from games.tash_kalar.scoring import count_destruction_points, goal, score
from games.tash_kalar.state import FORMS, HIGH, MELEE, State, copied, count_sides, first_card, get_side, members

# What is ripe between two seats: what the side to move and its rival can summon and claim now, and how sure each is.
#
# The other terms of this module count cards near completion alike, in every turn. Here a turn with its actions
# left is filled with the best cards that they suffice for, each by what that very card usually brings, and
# ``promise`` is what the Master goes by at the end of its turn (``duel_value.py``), asked for both sides.

ACTIONS = 2
"""Actions of a turn."""
SURE = 4.0
"""Spreads of the final lead beyond which a game is sure."""
NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0)
Row = tuple[float, float, float, float, float]


def evaluate_ripeness(state: State, side: int) -> Row:
    """Return five features of one side: expected final lead in standard deviations; points it can still summon in its
    current turn, in its next turn if the rival is on turn; points of tasks it can claim, in the same two turns.

    All 0 in a Melee and for teams, where there are several rivals.
    """
    if state.form == MELEE or state.seats != 2:
        return NOTHING
    lead, off = evaluate_turn_end(state, _judge(state, side))
    on_turn = state.active == side
    actions = min(ACTIONS, state.actions) if on_turn else ACTIONS
    summoned, claimed = _summon(state, side, actions), _claim(state, side, on_turn, actions)
    promise = max(-SURE, min(SURE, lead / off))
    return (promise, summoned, 0.0, claimed, 0.0) if on_turn else (promise, 0.0, summoned, 0.0, claimed)


def _judge(state: State, seat: int) -> Evaluator:
    """Return the evaluator of a seat, which knows that seat's hand in every turn."""
    twin = copied(state)
    twin.active = seat
    return Evaluator(twin, seat, find_weights(state.form))


def _summon(state: State, side: int, actions: int) -> float:
    """Return the points of the best cards in hand for so few actions; each lacking piece takes one more."""
    if not actions:
        return 0.0
    ground, worth, first = Ground(state, side), make_card_worth(state.form), first_card(state, side)
    card = state.book.card
    found: list[list[float]] = [[], []]
    for number in (*[first + each for each in bits(state.hands[side])],
                   *[LEGENDS + each for each in bits(state.legends[side])]):  # fmt: skip
        one = card(number)
        steps = steps_lacking(one, ground)
        if steps < actions:
            found[steps].append(max(0.0, worth(one)))
    ready, near = (sorted(row, reverse=True) for row in found)
    best = sum(ready[:actions])
    return max(best, near[0]) if near else best


def _claim(state: State, side: int, on_turn: bool, actions: int) -> float:
    """Return the points of the dearest task that can be claimed at the end of the turn, discounted for every step."""
    if state.form != HIGH:
        return 0.0
    best = 0.0
    tasks = box().tasks
    for task in state.tasks:
        steps = count_turn_steps(state, task) if on_turn else count_steps(state, task, side)
        if steps < FAR and steps <= actions:
            best = max(best, tasks[task].points / sqrt(1 + steps))
    return best


FILE = Path(__file__).with_name("win_probability.json")
KINDS = ("high_2", "duel_2", "melee_3", "melee_4", "high_4", "duel_4")
"""Forms with their numbers of seats; High Form and Duel of four are for teams."""
FEATURES = {
    "points": 1.0, "others": 0.5, "common": 0.2, "heroic": 0.3, "legendary": 0.5, "ready": 0.5, "near": 0.3,
    "far": 0.1, "flares": 0.2, "tasks": 0.5, "task_next": 0.3, "turn": 0.5, "order": 0.5, "last_turns": 0.5,
    "promise": 1.0, "summon": 0.2, "summon_next": 0.1, "claim": 0.2, "claim_next": 0.1,
}  # fmt: skip
"""The terms, with what each is worth in points before any game is looked at:

``points`` made, with those for what was destroyed this turn; in a Melee of the weakest colour, ``others`` the mean of
the other colours; pieces ``common``, ``heroic``, ``legendary``; cards in hand by what summoning them brings: ``ready``
to be summoned, ``near`` one piece short, ``far`` two; ``flares`` in hand; ``tasks`` points of the open tasks, less for
every step away, ``task_next`` the next one; ``turn`` actions left of the own turn; ``order`` the sooner on turn the
higher; ``last_turns`` turns left once the end has been triggered. Between two seats also what is ripe:
``promise`` the expected final lead in spreads of it; ``summon`` and ``claim`` points that the turn
under way can still bring, ``summon_next`` and ``claim_next`` those that the rival's answer can.
"""
AT = (0.0, 0.3, 0.6, 0.9, 1.0)
"""Parts of a game at which weights are fitted: nearer to each other where they change quickly, towards the end."""
STEP = 0.6
"""What a task counts less with every step, as in ``evaluate.py``."""
FULL_TURN = 2
TURNS_AHEAD = 4
"""Turns of a closer look."""
AHEAD_BY = "novice", "novice", "novice", "skilled"
"""Who plays them, one time after the other: strong players see a win that weak ones do not, and nobody knows how strong
those are who play. Once is enough for the stronger level, whose play depends less on chance and takes six times as
long."""
AHEAD_WEIGHTS = 0.75, 0.9, 1.3
"""The factor of the log-odds of a closer look at the beginning of a game, what it grows by with the progress, and the
largest one."""
QUICK_TURNS = 6
"""Turns of a quick play-out: the later the judge is asked the less it errs, but the more pairs are needed."""
BEFORE_THE_END = 0.9
"""The part of a game that is over when the points for the end are nearly there; the rest are the last turns."""


def extract(state: State) -> Features:
    """Return the features of a position, by side."""
    count = count_sides(state)
    tasks = [(0.0, 0.0)] * count
    if state.form == HIGH:
        tasks = [_tasks(state, side) for side in range(count)]
    rows = [[*_points(state, side), *_pieces(state, side), *_hands(state, side), *tasks[side], *_order(state, side),
             *evaluate_ripeness(state, side)]
            for side in range(count)]  # fmt: skip
    return Features(f"{FORMS[state.form]}_{state.seats}", _progress(state), rows)


def _progress(state: State) -> float:
    """How near the points are to the end, then the last turns."""
    if state.final >= 0:
        return 1 - (1 - BEFORE_THE_END) / 2 * min(state.final, state.seats) / state.seats
    high = state.form == HIGH
    most = max(score(state, side) for side in range(count_sides(state))) if high else max(state.points)
    return BEFORE_THE_END * min(1.0, most / goal(state))


def _points(state: State, side: int) -> tuple[float, float]:
    """Return the points of a side, and in a Melee the mean of its colours without the weakest."""
    on_turn = get_side(state, state.active) == side
    if state.form == HIGH:
        return score(state, side), 0.0
    if state.form != MELEE:
        return score(state, side) + (count_destruction_points(state, 1 - side) if on_turn else 0), 0.0
    found = [
        state.points[4 * side + colour] + (count_destruction_points(state, colour) if on_turn else 0)
        for colour in range(count_sides(state))
        if colour != side
    ]
    least = min(found)
    return least, (sum(found) - least) / (len(found) - 1)


def _pieces(state: State, side: int) -> list[int]:
    return [mask.bit_count() for mask in state.men[3 * side : 3 * side + 3]]


def _hands(state: State, side: int) -> list[float]:
    """Return the value of a side's cards that lack nothing, one piece, two pieces; and of its flares."""
    ground = Ground(state, side)
    found = [0.0, 0.0, 0.0, 0.0]
    flares = 0
    book = state.book
    for seat in members(state, side):
        first = first_card(state, seat)
        beings = [first + each for each in bits(state.hands[seat])]
        for number in (*beings, *[LEGENDS + each for each in bits(state.legends[seat])]):
            card = book.card(number)
            found[steps_lacking(card, ground)] += card_power(card)
        flares += state.flares[seat].bit_count()
    return [*found[:3], flares]


def _tasks(state: State, side: int) -> tuple[float, float]:
    """Return the points of the tasks, discounted for every step that a side is away from them."""
    tasks = box().tasks
    on_turn = get_side(state, state.active) == side
    found = 0.0
    for task in state.tasks:
        steps = count_turn_steps(state, task) if on_turn else count_steps(state, task, side)
        if steps < FAR:
            found += tasks[task].points * STEP**steps
    steps = count_steps(state, state.next_task, side) if state.next_task >= 0 else FAR
    return found, tasks[state.next_task].points * STEP**steps if steps < FAR else 0.0


def _order(state: State, side: int) -> tuple[float, float, float]:
    """Return the actions left of the side's turn, how soon its next one comes, and the turns left at the end."""
    seats = state.seats
    ahead = [(seat - state.active) % seats for seat in members(state, side)]
    turn = (state.actions + 1) / (FULL_TURN + 1) if not min(ahead) else 0.0
    left = sum(0 < each < state.final for each in ahead)
    return turn, 1 - min(ahead) / seats, left


def sides(state: State) -> Sequence[int]:
    """Side of each seat: its colour."""
    return [get_side(state, seat) for seat in range(state.seats)]


def evaluate_next_turns(state: State, seed: int, deals: int = 0) -> list[float]:
    """Return the mean win probability by side over the ends of the next turns, played by the levels of
    :data:`AHEAD_BY`; states that are compared get the same seed. ``deals``: number of play-outs, 0 for the default.

    What one turn prepares is often undone in the next one, so the mean over several turns says more than any of them; a
    game that is nearly over is played to its end.
    """
    rows: list[Sequence[float]] = []
    for number in range(deals or len(AHEAD_BY)):
        rows += _play_turns(state, AHEAD_BY[number % len(AHEAD_BY)], mix(seed, "ahead", number))
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _play_turns(state: State, level: str, seed: int) -> list[Sequence[float]]:
    """Play the next turns; return the win probability of each side after each of them."""
    twin, active = RULES.clone(state), state.active
    found: list[Sequence[float]] = []

    def has_seen_enough() -> bool:
        nonlocal active
        if twin.active != active:
            active = twin.active
            found.append(EVALUATOR.evaluate_sides(twin))
        return len(found) == TURNS_AHEAD

    answer = make_answer("tash_kalar", level, lambda turn, seat: mix(seed, "decision", turn, seat))
    play_out(RULES, twin, SeededChance(seed), answer, enough=has_seen_enough)
    if result := RULES.result(twin):
        found += [sum_by_side("tash_kalar", twin, win_shares(result))] * (TURNS_AHEAD - len(found))
    return found


def play_on_quickly(state: State, seed: int) -> tuple[float, ...]:
    """Return the mean win probability by seat over the ends of the next turns of one quick play-out; states that are
    compared get the same seed."""
    found: list[Sequence[float]] = []
    for after in play_turns(state, seed):
        found.append(chances("tash_kalar", after))
        if len(found) == QUICK_TURNS:
            break
    found += [found[-1] if found else chances("tash_kalar", state)] * (QUICK_TURNS - len(found))
    return tuple([sum(column) / QUICK_TURNS for column in zip(*found, strict=True)])


def find_playout_weights(state: State) -> tuple[float, float]:
    """Return (weight of play-outs, weight of the fitted terms) for a mixture of their log-odds."""
    least, more, most = AHEAD_WEIGHTS
    return min(most, least + more * _progress(state)), 0.0


EVALUATOR = FittedEvaluator(
    FILE, FEATURES, AT, KINDS, extract, sides, hides=True, unit="points",
    playouts=PlayoutMixture(evaluate_next_turns, lambda state: True, find_playout_weights, whole=False),
)  # fmt: skip
"""The judge of positions."""
