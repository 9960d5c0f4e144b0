"""Puzzle goals: a card that is right against all replies, and a seat that certainly holds the Knight.

For a card no crown lies there yet, so everybody's hand is known, and nothing is secret but what is chosen now. What the
others choose for their effects, and what an Oracle throws, counts as what would hurt most; what one may choose oneself
as what helps most, the others' choices of the same moment unknown.

The Knight is asked for where crowns lie: a seat holds it for certain when it does with every card that can be its
crown.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import product

from engine.chance import ConstantChance
from engine.contract import Event, Message
from engine.goals import Answer, Condition, Goal

from . import RULES
from .cards import KNIGHT
from .messages import card_name
from .state import CARDS_OF, CHOOSE, EFFECTS, THEFT, State, copied

UNBEATEN, ROUND, HOLDER = THEMES = ("unbeaten", "sure_round", "knight")
QUESTIONS = (HOLDER,)
LUCK_ASIDE = ()
Good = Callable[[State, State], bool]
"""Predicate over the positions before and after a trick: whether the goal is reached."""


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Return the cards in hand, or all seats if the puzzle asks for a seat."""
    return range(state.seats) if theme in QUESTIONS else CARDS_OF[state.hands[seat]]


def is_over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """Return True: a line is a single card or seat."""
    return True


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """Return the chosen card or seat as the key of the line's end."""
    return actions[0]


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """Return 0 if the goal is certain, 1 if replies or a possible crown refute it."""
    seat = goal["seat"]
    if theme == HOLDER:
        return sum(not one.holds for one in _build_holder_conditions(start, seat, actions[0]))
    return int(next(answers(start, seat, actions[0], _choose_criterion(theme, seat)), None) is not None)


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """Return conditions with texts: the card is certain or refuted by certain replies; or the seat holds the Knight."""
    seat = goal["seat"]
    if theme == HOLDER:
        return _build_holder_conditions(start, seat, actions[0])
    found = next(answers(start, seat, actions[0], _choose_criterion(theme, seat)), None)
    if found is None:
        return (Condition(_build_message(f"{theme}.holds"), True),)
    cards = [card_name(card) for other, card in enumerate(found) if other != seat]
    return (Condition(_build_message(f"{theme}.fails", cards={"list": cards}), False),)


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """Return two hints: where to look; then two cards or seats, one of them right."""
    if theme == HOLDER:
        others = [seat for seat in range(start.seats) if seat != solution[0] and not _has_played(start, seat)]
        seats = sorted((solution[0], (others or [goal["seat"]])[0]))
        told = Message("king_of_12.puzzle.hint.two_seats", {"seats": {"seats": seats}})
        return Message(f"king_of_12.puzzle.hint.{theme}"), told
    hand = CARDS_OF[start.hands[goal["seat"]]]
    other = next(card for card in hand if card != solution[0])
    two = {"list": [card_name(card) for card in sorted((other, solution[0]))]}
    return Message(f"king_of_12.puzzle.hint.{theme}"), Message("king_of_12.puzzle.hint.two", {"cards": two})


def list_places(theme: str, goal: Goal) -> Sequence[int]:
    """Return (): no goal names a place of the board."""
    return ()


def describe(theme: str, goal: Goal) -> Message:
    """Return the goal as a text."""
    return Message(f"king_of_12.puzzle.{theme}")


def possible_hands(state: State, asked: int, seat: int) -> list[int]:
    """Return the hands (masks) that a seat can hold as far as ``asked`` knows, one per card that can be its crown.

    A card played since the crown was laid cannot be the crown. A seat knows its own crown.
    """
    played = sum(1 << cards[seat] for cards in state.tricks)
    if seat == asked or not state.crowns[seat]:
        return [state.hands[seat]]
    pool = CARDS_OF[state.cards & ~(state.shown[seat] | played)]
    return [state.cards & ~(played | 1 << crown) for crown in pool]


def _has_played(state: State, seat: int) -> bool:
    """Whether a seat has played the Knight in this round."""
    return any(cards[seat] == KNIGHT for cards in state.tricks)


def _build_holder_conditions(state: State, asked: int, seat: int) -> tuple[Condition, ...]:
    played = _has_played(state, seat)
    hidden = not played and not all(hand >> KNIGHT & 1 for hand in possible_hands(state, asked, seat))
    player = {"seat": seat}
    return (
        Condition(_build_message("knight.played" if played else "knight.unplayed", player=player), not played),
        Condition(_build_message("knight.hidden" if hidden else "knight.not_hidden", player=player), not hidden),
    )


def answers(state: State, seat: int, card: int, good: Good) -> Iterator[tuple[int, ...]]:
    """Yield the tricks (cards by seat) with this card of the seat after which the goal is not certain."""
    hands = [(card,) if other == seat else CARDS_OF[hand] for other, hand in enumerate(state.hands)]
    for cards in product(*hands):
        laid = copied(state)
        for other, each in enumerate(cards[:-1]):
            RULES.apply(laid, other, each, ConstantChance(1))
        if not _certain(state, laid, state.seats - 1, cards[-1], seat, good):
            yield cards


def list_answers(start: State, theme: str, goal: Goal, action: int) -> list[Answer]:
    """Return an :class:`Answer` for each card with which the only rival can reply to a card; [] with several rivals."""
    own = goal["seat"]
    if theme in QUESTIONS or start.seats != 2:
        return []
    refuting = {cards[1 - own] for cards in answers(start, own, action, _choose_criterion(theme, own))}
    found = []
    for reply in CARDS_OF[start.hands[1 - own]]:
        cards, laid, told = (reply, action) if own else (action, reply), copied(start), list[Event]()
        RULES.apply(laid, 0, cards[0], ConstantChance(1), told.append)
        gains, events = _find_worst(start, laid, 1, cards[1], own)
        found.append(Answer(reply, gains[own], gains[1 - own], reply not in refuting, (*told, *events)))
    return found


def _find_worst(before: State, state: State, seat: int, action: int, own: int) -> tuple[list[int], tuple[Event, ...]]:
    """Return the points by seat that a trick of two seats brings after a decision, and its events, for the worst dice
    and rival's choices and the best own choice, which is made before the rival's."""
    found = []
    for face in range(1, 13):
        after, die, told = copied(state), ConstantChance(face), list[Event]()
        RULES.apply(after, seat, action, die, told.append)
        gains = _list_gains(before, after)
        events: tuple[Event, ...] = ()
        owing = sorted(CARDS_OF[after.owing], key=lambda each: each != own) if after.phase in (EFFECTS, THEFT) else []
        if owing:
            choices = [_find_worst(before, after, owing[0], each, own) for each in RULES.legal(after, owing[0])]
            gains, events = (max if owing[0] == own else min)(choices, key=lambda one: one[0][own] - one[0][1 - own])
        found.append((gains, (*told, *events)))
        if die.throws in (0, state.seats):
            break
    return min(found, key=lambda one: one[0][own] - one[0][1 - own])


def _choose_criterion(theme: str, seat: int) -> Good:
    return partial(_unbeaten if theme == UNBEATEN else _round_certain, seat=seat)


def _unbeaten(before: State, after: State, seat: int) -> bool:
    """Whether no other seat gained more points in the trick."""
    gained = _list_gains(before, after)
    return gained[seat] == max(gained)


def _round_certain(before: State, after: State, seat: int) -> bool:
    """Whether the round is won, or can certainly be won in the next trick."""
    if after.round != before.round or after.phase not in (CHOOSE, EFFECTS, THEFT):
        return bool(after.results) and after.results[-1][1] == seat
    return any(
        next(answers(after, seat, card, _choose_criterion(ROUND, seat)), None) is None
        for card in CARDS_OF[after.hands[seat]]
    )


def _list_gains(before: State, after: State) -> list[int]:
    """Return the points by seat that a trick has brought, before equal points of an ended round are dropped."""
    points = after.results[-1][0] if len(after.results) > len(before.results) else after.points
    return [now - was for now, was in zip(points, before.points, strict=True)]


def _certain(before: State, state: State, seat: int, action: int, own: int, good: Good) -> bool:
    """Whether a decision reaches the goal with every following roll and every choice of others."""
    for face in range(1, 13):
        after, die = copied(state), ConstantChance(face)
        RULES.apply(after, seat, action, die)
        if not _goes_well(before, after, own, good):
            return False
        # A new round rolls all dice; only an Oracle rolls one more.
        if die.throws in (0, state.seats):
            break
    return True


def _goes_well(before: State, state: State, own: int, good: Good) -> bool:
    """Whether some own effect choice makes the goal certain against all choices of others."""
    if state.phase not in (EFFECTS, THEFT):
        return good(before, state)
    owing = CARDS_OF[state.owing]
    others = [other for other in owing if other != own]
    for mine in RULES.legal(state, own) if own in owing else (None,):
        ours = [] if mine is None else [(own, mine)]
        if all(
            _has_good_outcome(before, state, [*zip(others, theirs, strict=True), *ours], own, good)
            for theirs in product(*[RULES.legal(state, other) for other in others])
        ):
            return True
    return False


def _has_good_outcome(before: State, state: State, picks: Sequence[tuple[int, int]], own: int, good: Good) -> bool:
    """Whether the goal is certain after these effect choices."""
    chosen = copied(state)
    for seat, action in picks[:-1]:
        RULES.apply(chosen, seat, action, ConstantChance(1))
    return _certain(before, chosen, *picks[-1], own, good)


def _build_message(name: str, **params: object) -> Message:
    return Message(f"king_of_12.puzzle.condition.{name}", params)
