"""Sentences: reasons for the hint, computed from the search, and the reading of people in a finished game.

For every own card some replies are drawn from the others' mixed strategies, and what happens
is counted: how often the card is cancelled and with whom, how often it wins or comes second,
how often the value is equal to another, the mean points.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ai.algorithms.regret_matching import sample
from ai.analysis.decision_quality import SMALLEST, Verdict
from ai.analysis.game_facts import FactContext, fact, tenths
from ai.analysis.report import WHOLE, Fact, round_to_sum
from ai.decision import Considered, Decision
from ai.king_of_12.evaluate import Position, weights, worth
from ai.king_of_12.lookahead import resolve_trick
from engine.contract import Chance, Message
from engine.history import History
from games.king_of_12.messages import DOMAIN, card_name
from games.king_of_12.state import CARDS_OF, CHOOSE

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
"""How telling a better die and a card kept are, next to shares of tricks: after a likely win, before a rare mishap."""
MOST_REASONS = 3
"""Lines that fit next to the table."""


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
    """Return the decision with one to three reasons for every card.

    ``mixes``: probability with which every seat plays each of its ``cards_of``.
    """
    told = []
    replies = [[hand[sample(mix, chance)] for hand, mix in zip(cards_of, mixes, strict=True)] for _ in range(SAMPLES)]
    for one in decision.considered:
        tally = _count(position, seat, one.action, replies, chance)
        reasons = _reasons(position, seat, one, tally)
        told.append(Considered(one.action, one.weight, one.value, reasons))
    return Decision(decision.action, told)


def give_reasons(decision: Decision, reason: Callable[[Considered], Message]) -> Decision:
    """Return the decision with one reason for every action; ``reason``: action considered to message."""
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
    """Return the reasons for a card, the most telling first; the expected points are always the last."""
    found: list[tuple[float, Message]] = []
    for other, times in enumerate(tally.cancelled):
        share = times / SAMPLES
        if share >= LIKELY_CANCELLED:
            found.append((share, hint("cancels_with", player={"seat": other}, percent=_percent(share))))
    for name, times, likely in (
        ("wins", tally.first, LIKELY_WIN),
        ("second", tally.second, LIKELY_SECOND),
        ("equal", tally.equal, LIKELY_EQUAL),
    ):
        share = times / SAMPLES
        if share >= likely:
            found.append((share, hint(name, percent=_percent(share))))
    if position.left > 1:
        better = tally.face / SAMPLES - position.faces[seat]
        if better >= MUCH_BETTER_FACE:
            found.append((TELLING_DIE, hint("high_die")))
        kept = _strongest(position, seat, one.action)
        if kept is not None:
            found.append((TELLING_CARD, hint("keeps", card=card_name(kept))))
    found.sort(key=lambda pair: -pair[0])
    reasons = [message for _, message in found[: MOST_REASONS - 1]]
    reasons.append(hint("points", n=round(tally.points / SAMPLES, 1)))
    return reasons


def _strongest(position: Position, seat: int, card: int) -> int | None:
    """Return the strongest card of the hand, if it is another one and clearly stronger; else None."""
    uses = weights()[position.seats, position.left].cards
    best = max(CARDS_OF[position.hands[seat]], key=uses.__getitem__)
    return best if uses[best] - uses[card] >= STRONGER else None


def _percent(share: float) -> int:
    """Percentage in steps of five: the samples tell no more."""
    return 5 * round(share * 20)


def hint(name: str, **params: object) -> Message:
    """Return the message of a reason, ``king_of_12.hint.NAME``."""
    return Message(f"king_of_12.hint.{name}", params)


# The reading of people in a finished game of King of 12.
#
# How easy the cards of a seat were to guess, and what it brought when cards met that were laid at the same time.
#
# The mixture is the one the review has measured a card against: the Master's, exact where a round between two can be
# solved. A counter of habits is the plainest reader there is: it knows the earlier tricks, and names the card in hand
# that was laid most often for the times it could have been; where no card leads, it says nothing.

SHOWN_CARDS = 3
"""Cards of a mixture that are named, the commonest first."""
TENTH = WHOLE // 1000


def facts(known: FactContext, seat: int) -> list[Fact]:
    """Return facts about a seat: how predictable its cards were, what secret choices brought it, and the tricks in
    which the others' cards decided most."""
    decided = [one for one in known.list_verdicts(seat) if one.decision is not None]
    laid = [one for one in decided if known.course.get_position(one.turn).state.phase == CHOOSE]
    named, right, blind = habits(known.course, seat)
    return [
        *_predictable(laid),
        *([fact(DOMAIN, "habit", n=named, right=right, blind=round(blind, 1))] if named else []),
        *_list_secret_choices(known, seat),
        *_tricks(known.course, laid),
    ]


def shares(verdict: Verdict) -> dict[int, float]:
    """Return the probability of each action in the mixed strategy of a verdict's decision."""
    considered = () if verdict.decision is None else verdict.decision.considered
    total = sum(one.weight for one in considered)
    return {one.action: one.weight / total for one in considered if one.weight > 0} if total else {}


def predictable(laid: Sequence[Verdict]) -> tuple[float, float]:
    """Return two mean probabilities in the mixed strategies of these decisions: of the cards laid, and of cards drawn
    by them."""
    mixes = [shares(one) for one in laid]
    played = sum(mix.get(one.chosen, 0.0) for one, mix in zip(laid, mixes, strict=True))
    own = sum(share * share for mix in mixes for share in mix.values())
    return played / len(laid), own / len(laid)


def habits(course: History, seat: int) -> tuple[int, int, float]:
    """Return three numbers for a count of a seat's earlier cards as a predictor: tricks with a prediction, hits, and
    the expected hits of random guesses at these tricks."""
    held: Counter[int] = Counter()
    times: Counter[int] = Counter()
    named = right = 0
    blind = 0.0
    for at, entry in enumerate(course.entries):
        state = course.positions[at].state
        if entry.seat != seat or state.phase != CHOOSE:
            continue
        hand = CARDS_OF[state.hands[seat]]
        rates = {card: Fraction(times[card], held[card] or 1) for card in hand}
        leading = [card for card in hand if rates[card] == max(rates.values())]
        card = entry.action
        if len(hand) > 1 and len(leading) == 1:
            named += 1
            right += leading[0] == card
            blind += 1 / len(hand)
        times[card] += 1
        held.update(hand)
    return named, right, blind


def _predictable(laid: Sequence[Verdict]) -> list[Fact]:
    if not laid:
        return []
    played, own = predictable(laid)
    return [fact(DOMAIN, "chance", n=len(laid), played=round(100 * played), own=round(100 * own))]


def _list_secret_choices(known: FactContext, seat: int) -> list[Fact]:
    """The line of secret choices of the bill, split."""
    moved = [round(one.secret * WHOLE) for one in known.list_verdicts(seat)]
    won, lost = sum(one for one in moved if one > 0), sum(one for one in moved if one < 0)
    if not won and not lost:
        return []
    shown = [one * TENTH for one in round_to_sum([won, lost], TENTH)]
    return [fact(DOMAIN, "met", won=tenths(shown[0]), lost=tenths(-shown[1]), sum=tenths(sum(shown)))]


def _tricks(course: History, laid: Sequence[Verdict]) -> list[Fact]:
    """Return facts about the tricks in which the others' cards brought most, and cost most."""
    found = []
    for name, one in (
        ("best", max(laid, key=lambda one: one.secret, default=None)),
        ("worst", min(laid, key=lambda one: one.secret, default=None)),
    ):
        if one is None or (one.secret if name == "best" else -one.secret) < SMALLEST:
            continue
        mix = shares(one)
        commonest = sorted(mix, key=lambda action: (-mix[action], action))[:SHOWN_CARDS]
        state = course.get_position(one.turn).state
        found.append(fact(DOMAIN,
            name, one.turn, round=state.round, trick=1 + len(state.tricks), card=card_name(one.chosen),
            percent=tenths(abs(round(one.secret * WHOLE))),
            mixture={"list": [_share(action, mix[action]) for action in commonest]},
        ))  # fmt: skip
    return found


def _share(action: int, share: float) -> dict[str, Any]:
    return {"text": f"{DOMAIN}.beside.share", "card": card_name(action), "percent": round(100 * share)}
