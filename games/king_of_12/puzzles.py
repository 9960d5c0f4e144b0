"""Goals of puzzles: a card that is right whatever the others do, and who holds the Knight for certain.

For a card no crown lies there yet, so everybody's hand is known, and nothing is secret but what is chosen now. What the
others choose for their effects, and what an Oracle throws, counts as what would hurt most; what one may choose oneself
as what helps most, the others' choices of the same moment unknown.

The Knight is asked for where crowns lie: a seat holds it for certain when it does with every card that can be its
crown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product

from engine.chance import SureChance
from engine.contract import Message
from engine.goals import Condition, Goal

from . import RULES
from .cards import KNIGHT
from .messages import card_name
from .state import CARDS_OF, CHOOSE, EFFECTS, THEFT, State, copied

UNBEATEN, ROUND, HOLDER = THEMES = ("unbeaten", "sure_round", "knight")
QUESTIONS = (HOLDER,)
LUCK_ASIDE = ()
Good = Callable[[State, State], bool]
"""The position before a trick and after it in, whether that is what was wanted out."""


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """The cards in hand; of a question everybody at the table."""
    return range(state.seats) if theme in QUESTIONS else CARDS_OF[state.hands[seat]]


def over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """A card has been chosen, or a seat named."""
    return True


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """The card, or the seat."""
    return actions[0]


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """1 when there are cards of the others against which it is not certain, or a crown that is the Knight."""
    seat = goal["seat"]
    if theme == HOLDER:
        return sum(not one.holds for one in _of_holder(start, seat, actions[0]))
    return int(next(answers(start, seat, actions[0], _wanted(theme, seat)), None) is not None)


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """Whether the card is certain, else by which cards of the others it fails; whether a seat holds the Knight."""
    seat = goal["seat"]
    if theme == HOLDER:
        return _of_holder(start, seat, actions[0])
    found = next(answers(start, seat, actions[0], _wanted(theme, seat)), None)
    if found is None:
        return (Condition(_said(f"{theme}.holds"), True),)
    cards = [card_name(card) for other, card in enumerate(found) if other != seat]
    return (Condition(_said(f"{theme}.fails", cards={"list": cards}), False),)


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """What to look at; then two cards, or two seats, of which one is right."""
    if theme == HOLDER:
        others = [seat for seat in range(start.seats) if seat != solution[0] and not _has_played(start, seat)]
        seats = sorted((solution[0], (others or [goal["seat"]])[0]))
        told = Message("king_of_12.puzzle.hint.two_seats", {"seats": {"seats": seats}})
        return Message(f"king_of_12.puzzle.hint.{theme}"), told
    hand = CARDS_OF[start.hands[goal["seat"]]]
    other = next(card for card in hand if card != solution[0])
    two = {"list": [card_name(card) for card in sorted((other, solution[0]))]}
    return Message(f"king_of_12.puzzle.hint.{theme}"), Message("king_of_12.puzzle.hint.two", {"cards": two})


def describe(theme: str, goal: Goal) -> Message:
    """The goal in words."""
    return Message(f"king_of_12.puzzle.{theme}")


def possible_hands(state: State, asked: int, seat: int) -> list[int]:
    """What a seat can hold as another knows it: the hand with each card that can lie under its die.

    A card that was played since the crown was laid cannot be the crown. One's own crown is no secret.
    """
    played = sum(1 << cards[seat] for cards in state.tricks)
    if seat == asked or not state.crowns[seat]:
        return [state.hands[seat]]
    pool = CARDS_OF[state.cards & ~(state.shown[seat] | played)]
    return [state.cards & ~(played | 1 << crown) for crown in pool]


def _has_played(state: State, seat: int) -> bool:
    """Whether a seat has played the Knight in this round."""
    return any(cards[seat] == KNIGHT for cards in state.tricks)


def _of_holder(state: State, asked: int, seat: int) -> tuple[Condition, ...]:
    played = _has_played(state, seat)
    hidden = not played and not all(hand >> KNIGHT & 1 for hand in possible_hands(state, asked, seat))
    player = {"seat": seat}
    return (
        Condition(_said("knight.played" if played else "knight.unplayed", player=player), not played),
        Condition(_said("knight.hidden" if hidden else "knight.not_hidden", player=player), not hidden),
    )


def answers(state: State, seat: int, card: int, good: Good) -> Iterator[tuple[int, ...]]:
    """The cards of a trick, this one among them, after which what is wanted is not certain."""
    hands = [(card,) if other == seat else CARDS_OF[hand] for other, hand in enumerate(state.hands)]
    for cards in product(*hands):
        laid = copied(state)
        for other, each in enumerate(cards[:-1]):
            RULES.apply(laid, other, each, SureChance(1))
        if not _certain(state, laid, state.seats - 1, cards[-1], seat, good):
            yield cards


def _wanted(theme: str, seat: int) -> Good:
    if theme == UNBEATEN:
        return lambda before, after: _unbeaten(before, after, seat)
    return lambda before, after: _round_certain(before, after, seat)


def _unbeaten(before: State, after: State, seat: int) -> bool:
    """Nobody has made more points in the trick."""
    gained = [now - was for now, was in zip(_points(before, after), before.points, strict=True)]
    return gained[seat] == max(gained)


def _round_certain(before: State, after: State, seat: int) -> bool:
    """The round is won, or some card wins it for certain in the trick to come."""
    if after.round != before.round or after.phase not in (CHOOSE, EFFECTS, THEFT):
        return bool(after.results) and after.results[-1][1] == seat
    return any(
        next(answers(after, seat, card, _wanted(ROUND, seat)), None) is None for card in CARDS_OF[after.hands[seat]]
    )


def _points(before: State, after: State) -> Sequence[int]:
    """Points after a trick, before those of a round that it has ended are dropped."""
    return after.results[-1][0] if len(after.results) > len(before.results) else after.points


def _certain(before: State, state: State, seat: int, action: int, own: int, good: Good) -> bool:
    """Whether a decision leads to what is wanted whatever is thrown and chosen then."""
    for face in range(1, 13):
        after, die = copied(state), SureChance(face)
        RULES.apply(after, seat, action, die)
        if not _goes_well(before, after, own, good):
            return False
        # A new round throws everybody's die; only an Oracle throws one more.
        if die.throws in (0, state.seats):
            break
    return True


def _goes_well(before: State, state: State, own: int, good: Good) -> bool:
    """Whether what is wanted is certain from here: effects are chosen, the own one as it helps most."""
    if state.phase not in (EFFECTS, THEFT):
        return good(before, state)
    owing = CARDS_OF[state.owing]
    others = [other for other in owing if other != own]
    for mine in RULES.legal(state, own) if own in owing else (None,):
        ours = [] if mine is None else [(own, mine)]
        if all(
            _after(before, state, [*zip(others, theirs, strict=True), *ours], own, good)
            for theirs in product(*[RULES.legal(state, other) for other in others])
        ):
            return True
    return False


def _after(before: State, state: State, picks: Sequence[tuple[int, int]], own: int, good: Good) -> bool:
    """Whether it goes well after these effects have been chosen."""
    chosen = copied(state)
    for seat, action in picks[:-1]:
        RULES.apply(chosen, seat, action, SureChance(1))
    return _certain(before, chosen, *picks[-1], own, good)


def _said(name: str, **params: object) -> Message:
    return Message(f"king_of_12.puzzle.condition.{name}", params)
