"""How the opponents of King of 12 picture a tournament: their own group, and the centre as its prize.

Winning the group is worth nothing by itself; what counts is what the winner's card and die can
expect in the centre. Second place is a sure point. The group of the seat becomes a game at one table,
with that prize instead of the points for first place, and is thought through like any other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any

from ai.algorithms.regret_matching import sample
from ai.decision import Considered, Decision
from ai.king_of_12.evaluate import Chances, Position, Prize, make_position
from ai.king_of_12.lookahead import Evaluator
from engine.contract import Chance, Message, View
from games.king_of_12 import RULES
from games.king_of_12.state import CARDS_OF, NOTHING, OVER, State, blank
from games.king_of_12.tournament.state import TournamentState
from games.king_of_12.trick import apply_effects, compare, effect_choices, find_plan, open_cards, tokens

RIVAL_SETS = 24
"""Guesses at who else comes to the centre, with which card and die.

The chance of a prize is then right to about a tenth, and a decision stays near a tenth of a second.
"""
TRIAL_TRICKS = 36
"""Tricks with random cards that show which cards serve a rival in its group: each of seven cards about five times."""
FIRST_IS_WORTH, SECOND_IS_WORTH = 1.5, 1.0
"""What the places of a group are taken to be worth to rivals: in between knowing the centre and not.

Second place is one sure point. Who is first goes to the centre, where 2 points, 1 or none wait: worth 2, as at a table
of its own, to a player who thinks of the group alone, and about 1 to one who knows the centre.
"""
LIKING_SPREAD = 0.3
"""How closely rivals keep to the cards that serve them (unit: what places are worth).

A card that is half a point better is played five times as often; nearer than that five trials of a card cannot tell.
"""
LIKED_BEFORE = 0.5
"""What every card is taken to have brought in one trick before the trials: so no card is ruled out by bad luck."""

Rival = tuple[int, int, int]
"""Place in the hall, card, face."""
Liking = tuple[tuple[int, ...], list[float]]
"""The cards of a hand, and in what shares they are played."""


def is_tournament(view: View) -> bool:
    """Whether this is a view of a tournament."""
    return "groups" in view


def is_group_stage(view: View) -> bool:
    """Whether this is a view of a tournament before the final: groups, whose winners go on to the centre."""
    return is_tournament(view) and not view["finalists"]


def list_table_players(view: View, seat: int) -> list[int]:
    """Return the players at the table of ``seat``: its group, or the finalists."""
    tables: list[list[int]] = [view["finalists"], *view["groups"]]
    return next(table for table in tables if seat in table)


def determinize_table(view: View, seat: int, chance: Chance, guesses: int = RIVAL_SETS) -> tuple[State, Prize | None]:
    """Return the group of the seat as the state of a single table, hidden cards drawn, and the prize of its winner in
    the centre.

    ``guesses``: number of samples of the rivals there; the prize is None with 0, and in the final, where first place
    counts as usual.
    """
    hall = RULES.determinize(view, chance)
    assert isinstance(hall, TournamentState)
    group = list_table_players(view, seat)
    with_prize = guesses and not hall.finalists
    return make_group_state(hall, group), Centre(hall, group, chance, guesses) if with_prize else None


def make_group_state(hall: TournamentState, group: Sequence[int]) -> State:
    """Return a group of the hall (its players) as the state of a single table."""
    state = blank(len(group), hall.cards)
    state.round = hall.round
    state.phase = hall.phase
    state.length = hall.length
    for name in ("faces", "ones", "twos", "points", "hands", "commits"):
        setattr(state, name, [getattr(hall, name)[seat] for seat in group])
    # In the final everybody has two crowns; the last round decides like one for the second crown.
    state.crowns = tuple([min(1, hall.crowns[seat]) for seat in group])
    state.laid = tuple([hall.laid[seat] for seat in group])
    state.tricks = tuple([tuple([cards[seat] for seat in group]) for cards in hall.tricks])
    return state


class Centre:
    """Expected points of a group winner in the centre.

    The other groups are played out ``sets`` times with cards that serve their players well; against the winners met
    that way, every card and face that this group can send is tried once.
    """

    def __init__(self, hall: TournamentState, group: Sequence[int], chance: Chance, sets: int = RIVAL_SETS) -> None:
        self._chance = chance
        self._places = [hall.order.index(seat) for seat in group]
        others = [table for table in hall.groups if group[0] not in table]
        likings = [_likings(hall, table, chance) for table in others]
        self._rivals = [self._sample_rivals(hall, others, likings, chance) for _ in range(sets)]
        self._known: dict[tuple[int, int, int], Chances] = {}

    def _sample_rivals(
        self, hall: TournamentState, others: Sequence[Sequence[int]], likings: Sequence[list[Liking]], chance: Chance
    ) -> list[Rival]:
        """Sample the winners of the other groups, each player choosing a plausible card."""
        found = []
        for table, liked in zip(others, likings, strict=True):
            cards = tuple([hand[sample(shares, chance)] for hand, shares in liked])
            faces = [hall.faces[seat] for seat in table]
            first, _ = play_table(cards, faces, chance)
            if first >= 0:
                found.append((hall.order.index(table[first]), cards[first], faces[first]))
        return found

    def __call__(self, place: int, card: int, face: int) -> Chances:
        """Return the probabilities of 0, 1, 2 points in the centre for a winner: its place in the group, card, face."""
        key = (place, card, face)
        found = self._known.get(key)
        if found is None:
            counts = [0, 0, 0]
            for rivals in self._rivals:
                counts[self._gain(rivals, *key)] += 1
            none, one, two = (count / len(self._rivals) for count in counts)
            self._known[key] = found = (none, one, two)
        return found

    def _gain(self, rivals: list[Rival], place: int, card: int, face: int) -> int:
        own = (self._places[place], card, face)
        seats = sorted([own, *rivals])
        at = seats.index(own)
        cards = tuple([each[1] for each in seats])
        plan = find_plan(cards)
        if at not in plan.asks:
            return self._points(cards, [each[2] for each in seats], at, None)
        faces = [each[2] for each in seats]
        open_cards(plan, faces, range(len(seats)), None)
        # The seat makes its own choice for the best.
        choices = effect_choices(plan, at, faces[at])
        return max(self._points(cards, [each[2] for each in seats], at, choice) for choice in choices)

    def _points(self, cards: tuple[int, ...], faces: list[int], at: int, choice: int | None) -> int:
        first, second = play_table(cards, faces, self._chance, at, choice)
        most, least = tokens(find_plan(cards))
        return most if first == at else least if second == at else 0


def get_hand(hall: TournamentState, seat: int) -> tuple[int, ...]:
    """Return the cards that a player could choose from in this trick, including the one it has chosen."""
    return CARDS_OF[hall.hands[seat] | (1 << hall.commits[seat] if hall.commits[seat] >= 0 else 0)]


def _likings(hall: TournamentState, table: Sequence[int], chance: Chance) -> list[Liking]:
    """Return, for each player of another table, the cards and their probabilities, by what random tricks show."""
    hands = [get_hand(hall, seat) for seat in table]
    gains = [[LIKED_BEFORE] * len(hand) for hand in hands]
    counts = [[1] * len(hand) for hand in hands]
    for _ in range(TRIAL_TRICKS):
        picks = [chance.below(len(hand)) for hand in hands]
        faces = [hall.faces[seat] for seat in table]
        first, second = play_table(tuple([hand[pick] for hand, pick in zip(hands, picks, strict=True)]), faces, chance)
        for at, pick in enumerate(picks):
            counts[at][pick] += 1
            gains[at][pick] += FIRST_IS_WORTH if at == first else SECOND_IS_WORTH if at == second else 0.0
    return [
        (hand, [exp(gain / count / LIKING_SPREAD) for gain, count in zip(got, tried_, strict=True)])
        for hand, got, tried_ in zip(hands, gains, counts, strict=True)
    ]


def play_table(
    cards: tuple[int, ...], faces: list[int], chance: Chance, at: int = NOTHING, choice: int | None = None
) -> tuple[int, int]:
    """Play one trick of a table; return the places of the winner and the second (-1: none). Effects are chosen at
    random, except ``choice`` at place ``at``. ``faces`` is changed."""
    seats = range(len(cards))
    plan = find_plan(cards)
    open_cards(plan, faces, seats, None)
    picks = [NOTHING] * len(cards)
    for place in plan.asks:
        if place == at and choice is not None:
            picks[place] = choice
        else:
            picks[place] = chance.draw(effect_choices(plan, place, faces[place]))
    amounts, values = apply_effects(plan, faces, picks, chance, seats, None)
    return compare(plan, faces, amounts, values, seats, None)


# --- choices in the middle of a trick ---------------------------------------------------------------


def evaluate_actions(
    view: View,
    seat: int,
    legal: Sequence[int],
    chance: Chance,
    judge_from: Callable[[Position], Evaluator],
    tries: int,
    guesses: int = RIVAL_SETS,
) -> list[float]:
    """Return the value of each action of an effect or a theft in a tournament, by the rules, over ``tries`` samples.

    ``guesses``: number of samples of the centre in the tricks after this one.
    """
    sums = [0.0] * len(legal)
    group = list_table_players(view, seat)
    place = group.index(seat)
    for _ in range(tries):
        start: Any = RULES.determinize(view, chance)
        prize = Centre(start, group, chance, guesses) if guesses and not start.finalists else None
        judge = judge_from(make_position(make_group_state(start, group), prize))
        for index, action in enumerate(legal):
            hall: Any = RULES.clone(start)
            rounds, tricks = len(hall.results), len(hall.tricks)
            RULES.apply(hall, seat, action, chance)
            while len(hall.results) == rounds and len(hall.tricks) == tricks:
                other = hall.waiting[0]
                RULES.apply(hall, other, chance.draw(RULES.legal(hall, other)), chance)
            if len(hall.results) == rounds:
                after = make_position(make_group_state(hall, group), prize)
            else:
                points = [float(hall.results[-1][0][each]) for each in group]
                none = [0] * len(group)
                after = Position(none, points, none, none, 0, make_group_state(start, group).crowns, prize)
            sums[index] += judge(after)[place]
    return [value / tries for value in sums]


def rename_decision(decision: Decision, group: Sequence[int]) -> Decision:
    """Return the decision with places of a group in its reasons renamed to players of the hall."""
    considered = [
        Considered(one.action, one.weight, one.value, [_rename_message(reason, group) for reason in one.reasons])
        for one in decision.considered
    ]
    return Decision(decision.action, considered)


def _rename_message(reason: Message, group: Sequence[int]) -> Message:
    params = {
        key: {"seat": group[value["seat"]]} if isinstance(value, dict) and "seat" in value else value
        for key, value in reason.params.items()
    }
    return Message(reason.id, params)


# How a seat pictures its table: a position with what the view hides drawn at random.


@dataclass(frozen=True, slots=True)
class Determinizer:
    """Samples positions of the table of a seat: ``group`` sits there, the seat at index ``place``.

    A single table is the whole game; in a tournament it is the group of the seat.
    """

    view: View
    seat: int
    place: int
    group: Sequence[int]

    def sample(self, chance: Chance, guesses: int = RIVAL_SETS) -> Position:
        """Return a position that fits the view, with hidden cards drawn; ``guesses``: samples of the centre
        (tournaments)."""
        if not is_tournament(self.view):
            return make_position(RULES.determinize(self.view, chance))
        state, prize = determinize_table(self.view, self.seat, chance, guesses)
        return make_position(state, prize)

    @property
    def has_group(self) -> bool:
        """Whether this is a group of a tournament, whose winner goes on to the centre."""
        return is_group_stage(self.view)

    @property
    def seats(self) -> int:
        """Number of players at this table."""
        return len(self.group)

    def evaluate_actions(
        self,
        legal: Sequence[int],
        chance: Chance,
        judge_from: Callable[[Position], Evaluator],
        tries: int,
        guesses: int = RIVAL_SETS,
    ) -> list[float]:
        """Return the values of actions of an effect or a theft, from ``tries`` samples; ``guesses``: of the centre."""
        if is_tournament(self.view):
            return evaluate_actions(self.view, self.seat, legal, chance, judge_from, tries, guesses)
        return _evaluate_actions(self.view, self.seat, legal, chance, judge_from, tries)


def make_determinizer(view: View, seat: int) -> Determinizer:
    """Return the determinizer of the seat's own table."""
    if is_tournament(view):
        group = list_table_players(view, seat)
        return Determinizer(view, seat, group.index(seat), group)
    return Determinizer(view, seat, seat, range(view["seats"]))


def _evaluate_actions(
    view: View,
    seat: int,
    legal: Sequence[int],
    chance: Chance,
    judge_from: Callable[[Position], Evaluator],
    tries: int,
) -> list[float]:
    """Return the value of each action at a single table, by the rules, with hidden choices drawn at random."""
    sums = [0.0] * len(legal)
    for _ in range(tries):
        start = RULES.determinize(view, chance)
        judge = judge_from(make_position(start))
        for index, action in enumerate(legal):
            sums[index] += _apply_and_evaluate(start, seat, action, chance, judge)[seat]
    return [value / tries for value in sums]


def _apply_and_evaluate(start: State, seat: int, action: int, chance: Chance, judge: Evaluator) -> Sequence[float]:
    """Return the values by seat after an action and random choices of the others that are still to decide."""
    state = RULES.clone(start)
    rounds = len(state.results)
    RULES.apply(state, seat, action, chance)
    phase = start.phase
    while state.phase == phase and state.owing and len(state.tricks) == len(start.tricks):
        other = RULES.to_act(state)[0]
        RULES.apply(state, other, chance.draw(RULES.legal(state, other)), chance)
    if len(state.results) == rounds and state.phase != OVER:
        return judge(make_position(state))
    points = state.results[-1][0]
    ended = Position(state.faces, [*points], [0] * state.seats, [0] * state.seats, 0, start.crowns)
    return judge(ended)
