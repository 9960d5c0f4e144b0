"""The chance to win in King of 12: a race of crowns, on top of who wins the round that is being played.

Both are told by ``evaluate.py``, which the expert thinks with too. At one table that is the chance already; in the hall
of a tournament the group winners of a round meet (``_race_of_halls``). What experience says more is a weight for each
part, by tricks played (``win_probability.json``, see ``ai.algorithms.value_function``): with all of them 1 the model is
left as it is.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import log
from pathlib import Path

from ai.algorithms.value_function import Features, FittedEvaluator
from ai.king_of_12.evaluate import (
    Chances,
    Position,
    add_crown,
    apply_model,
    make_position,
    race,
    round_chances,
    stakes,
    worth,
)
from ai.king_of_12.expert_heads_up import ends
from ai.king_of_12.heads_up_solver import FACES, Round, make_place
from ai.king_of_12.lookahead import MOST_LEFT, LeafEvaluator
from ai.king_of_12.opponent_model import Key, make_key, to_position
from ai.king_of_12.tournament_model import is_group_stage, make_group_state
from ai.opponent_registry import CHANCE
from ai.win_probability import win_shares
from engine.chance import SeededChance, mix
from engine.contract import Chance, View
from games.king_of_12 import RULES
from games.king_of_12.state import CARDS_OF, CROWN, EFFECTS, OVER, THEFT, State, copied
from games.king_of_12.tournament.state import TournamentState

# The rest of a trick whose cards lie open: every effect and theft that is still pending, chosen for the best.
#
# Between the reveal and the comparison a single choice often decides the trick, so a position there is judged by what
# the seats to act make of it, not by the points before it.

OPEN_THROWS = 3
"""Throws of the dice with which a choice is tried, the same for each of its actions."""


def is_trick_open(state: State) -> bool:
    """Whether, at a single table, cards are revealed and a choice (effect or theft) is pending."""
    return not isinstance(state, TournamentState) and state.phase in (EFFECTS, THEFT)


def finish_trick(state: State, chance: Chance) -> State:
    """Return a copy of the state after this trick, pending choices made as is best for their seats."""
    twin = copied(state)
    while is_trick_open(twin):
        seat = CARDS_OF[twin.owing][0]
        RULES.apply(twin, seat, _find_best(twin, seat), chance)
    return twin


def finish_turn(state: State, chance: Chance) -> State | None:
    """Return a copy of the state after this trick; None unless its cards are open."""
    return finish_trick(state, chance) if is_trick_open(state) else None


def _find_best(state: State, seat: int) -> int:
    """Return the seat's action with the largest win probability, the first of equal ones."""
    legal = RULES.legal(state, seat)
    if len(legal) == 1:
        return int(legal[0])
    values = [0.0] * len(legal)
    for number in range(OPEN_THROWS):
        for index, action in enumerate(legal):
            twin, chance = copied(state), SeededChance(mix("open choices", number))
            RULES.apply(twin, seat, action, chance)
            values[index] += _evaluate(finish_trick(twin, chance))[seat]
    return int(legal[max(range(len(legal)), key=values.__getitem__)])


def _evaluate(state: State) -> Sequence[float]:
    """Return the win probability by seat between two tricks, by the expert's own model."""
    if state.phase == OVER:
        return win_shares(RULES.result(state))
    if state.phase == CROWN:
        return race(add_crown(state.crowns, CARDS_OF[state.owing][0]))
    return worth(make_position(state))


# What the rest of a round between two is worth: the last tricks are solved exactly, those before them are told by the
# model that was fitted to solved rounds (``lookahead.py``). A position costs 0.05 to 0.8 ms.
#
# Those after one trick are few, and are kept. At larger tables a last trick has several equilibria, and which of them
# regret matching finds depends on the order of the seats, so the terms of ``evaluate.py`` speak there.

SOLVED_TRICKS = 2
"""Tricks before the end from which a round is solved; from three it takes 25 ms."""
ERRORS = 0.1
"""Part of the rounds that either seat may win, because nobody plays a mixture exactly: predicts results best (150 games
of Shrewd and wilder players, Brier score by tricks left 5 to 1: 0.204, 0.189, 0.172, 0.175, 0.156 by the fitted terms,
0.199, 0.182, 0.165, 0.160, 0.142 so)."""


def solve_round(position: Position) -> tuple[float, ...] | None:
    """Return the win probability of both seats under optimal play of the round; None for other tables than two seats,
    and while too many tricks are left."""
    if position.seats != 2 or position.is_over or position.prize is not None or position.left > MOST_LEFT:
        return None
    return _solve(make_key(position))


@lru_cache(maxsize=8192)
def _solve(key: Key) -> tuple[float, float]:
    position = to_position(key)
    left = position.left
    depth = left if left <= SOLVED_TRICKS else 0
    rounds = Round(LeafEvaluator(), position.twists, FACES).value(make_place(position, 0), left, depth)
    lose, win = ends(position, 0)
    own = lose + (win - lose) * (ERRORS / 2 + (1 - ERRORS) * rounds)
    return own, 1 - own


FILE = Path(__file__).with_name("win_probability.json")
SOLVED = "solved"
KINDS = ("2", "3", "4", SOLVED, "hall_2", "hall_3", "hall_4", "final")
"""Seats at one table; a round between two that is solved (``solve_round``); groups of a hall; the last round of a
tournament."""
FEATURES = {"crowns": 1.0, "points": 1.0, "hand": 1.0}
"""The terms, each taken as it is before any game is looked at: the log of the chance by ``crowns`` alone; what the
``points`` of this round add to it, and then the ``hand``: die and cards."""
AT = (0.0, 0.34, 0.67, 0.84)
"""Parts of a round at which weights are fitted: before the first, third and fifth trick, and before the sixth."""
TRICKS = 6
"""Tricks of a round at most."""
THROWS, LAST_THROWS = 4, 12
"""Throws of the dice over which the end of an open trick is averaged."""
MIDDLE_FACE = 6
"""A die like any other, for what points say alone."""
NO_CHANCE = 1e-9
CROWN_IN_HALL = 5.0
"""How many times as often a player with a crown becomes champion as one without, when a new round begins."""


def extract(state: State) -> Features:
    """Return the features of a state, by side."""
    if isinstance(state, TournamentState):
        return _look_at_final(state) if state.finalists else _look_at_hall(state)
    if is_trick_open(state):
        return _look_at_open_trick(state)
    crowns = state.crowns
    if state.phase == CROWN:
        crowns = add_crown(crowns, CARDS_OF[state.owing][0])
        return Features(str(state.seats), 0.0, [(_log(chance), 0.0, 0.0) for chance in race(crowns)])
    position = make_position(state)
    solved = solve_round(position)
    rows = _parts(race(crowns), worth(_alike(position)), solved or worth(position))
    return Features(SOLVED if solved else str(state.seats), _progress(position), rows)


def _look_at_open_trick(state: State) -> Features:
    """Return the features after a trick's pending choices, a mean over several throws of the dice that may follow.

    If one of them may end the game, probabilities are averaged: in a mean of logarithms one lost throw would count for
    all.
    """
    ends = [finish_trick(state, SeededChance(mix("open trick", number))) for number in range(THROWS)]
    if any(end.phase == OVER for end in ends):
        ends += [finish_trick(state, SeededChance(mix("open trick", number))) for number in range(THROWS, LAST_THROWS)]
        chances = [sum(column) / LAST_THROWS for column in zip(*map(_evaluate, ends), strict=True)]
        return Features(str(state.seats), 0.0, [(_log(chance), 0.0, 0.0) for chance in chances])
    found = [extract(end) for end in ends]
    rows = [[sum(terms) / THROWS for terms in zip(*row, strict=True)]
            for row in zip(*(one.rows for one in found), strict=True)]  # fmt: skip
    return Features(found[0].kind, found[0].progress, rows)


def _progress(position: Position) -> float:
    return max(0.0, 1 - position.left / TRICKS)


def _log(chance: float) -> float:
    return log(chance) if chance > NO_CHANCE else log(NO_CHANCE)


def _parts(crowns: Sequence[float], points: Sequence[float], whole: Sequence[float]) -> list[Sequence[float]]:
    """Return rows of log-probabilities that take in more and more, each less the one before it."""
    rows: list[Sequence[float]] = []
    for first, second, third in zip(crowns, points, whole, strict=True):
        logs = _log(first), _log(second), _log(third)
        rows.append((logs[0], logs[1] - logs[0], logs[2] - logs[1]))
    return rows


def _alike(position: Position) -> Position:
    """The same points with the same die and cards for everybody."""
    cards = 0
    for hand in position.hands:
        cards |= hand
    count = position.seats
    faces, hands = [MIDDLE_FACE] * count, [cards] * count
    return Position(faces, position.points, position.twos, hands, position.left, position.crowns, position.prize)


# --- tournaments ------------------------------------------------------------------------------------


def _guess_centre(place: int, card: int, face: int) -> Chances:
    """Return equal probabilities of 0, 1 and 2 points: this evaluator does not look into the centre of a hall."""
    return (1 / 3, 1 / 3, 1 / 3)


def _look_at_hall(hall: TournamentState) -> Features:
    """Return the features of all players in the hall: who wins its group, and what comes of that."""
    kind = f"hall_{len(hall.groups)}"
    crowns = hall.crowns
    if hall.phase == CROWN:  # those who still have to lay theirs have won it already
        crowns = tuple([count + (seat in hall.waiting) for seat, count in enumerate(crowns)])
        return Features(kind, 0.0, [(_log(chance), 0.0, 0.0) for chance in _evaluate_crowns(crowns, hall.groups)])
    tables = [_table(hall, group) for group in hall.groups]

    def won(judge: Callable[[Position], Sequence[float]]) -> list[float]:
        winning = [0.0] * hall.seats
        for group, position in zip(hall.groups, tables, strict=True):
            for seat, chance in zip(group, judge(position), strict=True):
                winning[seat] = chance
        return _race_of_halls(crowns, hall.groups, winning)

    rows = _parts(
        _evaluate_crowns(crowns, hall.groups), won(lambda one: round_chances(_alike(one))), won(round_chances)
    )
    return Features(kind, _progress(tables[0]), rows)


def _table(hall: TournamentState, group: Sequence[int]) -> Position:
    """Return the position of a group, laid cards back in hand; faster than ``make_position`` of a whole state."""
    commits = hall.commits
    return Position(
        [hall.faces[seat] for seat in group],
        [hall.points[seat] for seat in group],
        [hall.twos[seat] for seat in group],
        [hall.hands[seat] | (1 << commits[seat] if commits[seat] >= 0 else 0) for seat in group],
        hall.length - len(hall.tricks),
        (0,) * len(group),
        _guess_centre,
    )


@lru_cache(maxsize=256)
def _evaluate_crowns(crowns: tuple[int, ...], groups: tuple[tuple[int, ...], ...]) -> list[float]:
    """Chances with a round that is anybody's."""
    winning = [0.0] * len(crowns)
    for group in groups:
        for seat in group:
            winning[seat] = 1 / len(group)
    return _race_of_halls(crowns, groups, winning)


def _race_of_halls(crowns: Sequence[int], groups: Sequence[Sequence[int]], winning: Sequence[float]) -> list[float]:
    """Return every player's probability to become champion, from its probability to win its group in this round.

    A winner with a crown is king: alone it is champion, among several any of them may be. With no king the next round
    begins, in which a crown counts ``CROWN_IN_HALL`` times.
    """
    kings = [sum([winning[seat] for seat in group if crowns[seat]]) for group in groups]
    found = [0.0] * len(crowns)
    later = [0.0] * len(crowns)
    nobody = 1.0
    for number, group in enumerate(groups):
        king = kings[number]
        nobody *= 1 - king
        # The mean of 1 / (1 + kings of the other groups): the integral of the product of (1 - k x) from 0 to 1.
        one, two, three = 0.0, 0.0, 0.0
        for other, chance in enumerate(kings):
            if other != number and chance:
                three += chance * two
                two += chance * one
                one += chance
        share = 1 - one / 2 + two / 3 - three / 4
        with_hope = (CROWN_IN_HALL - 1) / max(NO_CHANCE, 1 - king)
        for seat in group:
            if crowns[seat]:
                found[seat] = winning[seat] * share
                later[seat] = CROWN_IN_HALL
            else:
                later[seat] = 1 + with_hope * winning[seat]
    if nobody > 0:
        total = sum(later)
        for seat, weight in enumerate(later):
            found[seat] += nobody * weight / total
    return found


def _look_at_final(hall: TournamentState) -> Features:
    """Return the features in a tournament's last round: first place counts as usual, and points do not end it."""
    finalists = hall.finalists
    position = make_position(make_group_state(hall, finalists))
    equal = [1 / len(finalists)] * len(finalists)
    if hall.phase == CROWN or not position.left:
        rows = _parts(equal, equal, equal)
    else:
        columns = stakes((1,) * len(finalists))[1]
        rows = _parts(equal, apply_model(_alike(position), columns), apply_model(position, columns))
    by_seat: list[Sequence[float]] = [(_log(0.0), 0.0, 0.0)] * hall.seats
    for seat, row in zip(finalists, rows, strict=True):
        by_seat[seat] = row
    return Features("final", _progress(position), by_seat)


def sides(state: State) -> Sequence[int]:
    """Side of each seat: every seat is its own side."""
    return range(state.seats)


def unit(view: View) -> str:
    """Return the unit of the expert's values: ``CHANCE``; "" in the group stage of a tournament and when a crown is
    laid."""
    return "" if is_group_stage(view) or view["phase"] == "crown" else CHANCE


EVALUATOR = FittedEvaluator(FILE, FEATURES, AT, KINDS, extract, sides, hides=True, unit=unit)
"""The judge of positions."""
