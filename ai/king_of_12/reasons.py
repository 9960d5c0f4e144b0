"""Why a card is good or not: reasons for the hint, computed from the search.

For every own card some replies are drawn from the others' mixed strategies, and what happens
is counted: how often the card is cancelled and with whom, how often it wins or comes second,
how often the value is equal to another, the mean points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ai.algorithms.regret_matching import sample
from ai.decision import Considered, Decision
from engine.contract import Chance, Message
from games.king_of_12.messages import card_name
from games.king_of_12.state import CARDS_OF

from .evaluate import weights, worth
from .lookahead import resolve_trick
from .position import Position

SAMPLES = 24
"""Tricks looked at for each card: a share is then right to about a tenth, and is told in steps of five percent."""
LIKELY_CANCELLED = LIKELY_EQUAL = 0.25
"""Mishaps are spoken of from a quarter on: with seven cards in each hand any card meets its like in one trick of seven
per opponent, so less is no reason against this one."""
LIKELY_WIN = LIKELY_SECOND = 0.4
"""Successes from here on: clearly more than the third or the quarter that a seat has by itself."""
MUCH_BETTER_FACE = 2.0
"""A die that lies so much higher afterwards is worth a word: two faces are a fifth of the whole scale."""
STRONGER = 0.15
"""How much more the strongest card must be worth (unit: strength of the model) to speak of it: the chances
of a hand with it are 1.16 times those of a hand without."""
TELLING_DIE, TELLING_CARD = 0.45, 0.3
"""How telling a better die and a card kept are, beside shares of tricks: after a likely win, before a rare mishap."""
MOST_REASONS = 3
"""So many lines fit beside the table."""


class _Tally:
    """Counts for one own card over ``SAMPLES`` tricks."""

    __slots__ = ("cancelled", "equal", "face", "first", "points", "second")

    def __init__(self, seats: int) -> None:
        self.cancelled = [0] * seats
        self.equal = 0
        self.face = 0
        self.first = 0
        self.second = 0
        self.points = 0.0


def add_reasons(
    decision: Decision,
    position: Position,
    seat: int,
    cards_of: Sequence[Sequence[int]],
    mixes: Sequence[Sequence[float]],
    chance: Chance,
) -> Decision:
    """The decision with one to three reasons for every card.

    ``mixes`` how often every seat plays each of its ``cards_of``.
    """
    told = []
    replies = [[hand[sample(mix, chance)] for hand, mix in zip(cards_of, mixes, strict=True)] for _ in range(SAMPLES)]
    for one in decision.considered:
        tally = _count(position, seat, one.action, replies, chance)
        reasons = _reasons(position, seat, one, tally)
        told.append(Considered(one.action, one.weight, one.value, reasons))
    return Decision(decision.action, told)


def add_chance_reasons(decision: Decision) -> Decision:
    """The decision with the chance to win the game as the reason for every action."""
    return _map_reasons(decision, lambda one: _hint("chance", percent=round(100 * one.value)))


def add_point_reasons(decision: Decision, points: Mapping[int, float]) -> Decision:
    """The decision with the points to be expected as the reason for every action."""
    return _map_reasons(decision, lambda one: _hint("points", n=round(points[one.action], 1)))


def add_crown_reasons(decision: Decision) -> Decision:
    """The choice of a crown: the cards that are missed least, and those better kept in hand."""
    return _map_reasons(decision, lambda one: _hint("spare" if one.weight else "needed"))


def _map_reasons(decision: Decision, reason: Callable[[Considered], Message]) -> Decision:
    told = [Considered(one.action, one.weight, one.value, [reason(one)]) for one in decision.considered]
    return Decision(decision.action, told)


def _count(position: Position, seat: int, card: int, replies: Sequence[Sequence[int]], chance: Chance) -> _Tally:
    tally = _Tally(position.seats)
    for reply in replies:
        cards = list(reply)
        cards[seat] = card
        after, first, second, values = resolve_trick(position, tuple(cards), chance, worth)
        for other, played in enumerate(cards):
            if other != seat and played == card:
                tally.cancelled[other] += 1
        tally.equal += values.count(values[seat]) > 1 and first != seat
        tally.first += first == seat
        tally.second += second == seat
        tally.points += after.mean_points()[seat] - position.points[seat]
        tally.face += after.faces[seat]
    return tally


def _reasons(position: Position, seat: int, one: Considered, tally: _Tally) -> list[Message]:
    """The most telling first; the expected points always close the list."""
    found: list[tuple[float, Message]] = []
    for other, times in enumerate(tally.cancelled):
        share = times / SAMPLES
        if share >= LIKELY_CANCELLED:
            found.append((share, _hint("cancels_with", player={"seat": other}, percent=_percent(share))))
    for name, times, likely in (
        ("wins", tally.first, LIKELY_WIN),
        ("second", tally.second, LIKELY_SECOND),
        ("equal", tally.equal, LIKELY_EQUAL),
    ):
        share = times / SAMPLES
        if share >= likely:
            found.append((share, _hint(name, percent=_percent(share))))
    if position.left > 1:
        better = tally.face / SAMPLES - position.faces[seat]
        if better >= MUCH_BETTER_FACE:
            found.append((TELLING_DIE, _hint("high_die")))
        kept = _strongest(position, seat, one.action)
        if kept is not None:
            found.append((TELLING_CARD, _hint("keeps", card=card_name(kept))))
    found.sort(key=lambda pair: -pair[0])
    reasons = [message for _, message in found[: MOST_REASONS - 1]]
    reasons.append(_hint("points", n=round(tally.points / SAMPLES, 1)))
    return reasons


def _strongest(position: Position, seat: int, card: int) -> int | None:
    """The strongest card of the hand if it is another one and clearly stronger."""
    uses = weights()[position.seats, position.left].cards
    best = max(CARDS_OF[position.hands[seat]], key=uses.__getitem__)
    return best if uses[best] - uses[card] >= STRONGER else None


def _percent(share: float) -> int:
    """In steps of five: the samples tell no more."""
    return 5 * round(share * 20)


def _hint(name: str, **params: object) -> Message:
    return Message(f"king_of_12.hint.{name}", params)
