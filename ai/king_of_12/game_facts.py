"""The reading of people in a finished game of King of 12.

How easy the cards of a seat were to guess, and what it brought when cards met that were laid at the same time.

The mixture is the one the review has measured a card against: the Master's, exact where a round between two can be
solved. A counter of habits is the plainest reader there is: it knows the earlier tricks, and names the card in hand
that was laid most often for the times it could have been; where no card leads, it says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ai.analysis.decision_quality import SMALLEST, Verdict
from ai.analysis.game_facts import FactContext, fact, tenths
from ai.analysis.report import WHOLE, Fact, differences, round_to_sum
from engine.history import History
from games.king_of_12.messages import DOMAIN, card_name
from games.king_of_12.state import CARDS_OF, CHOOSE

SHOWN_CARDS = 3
"""Cards of a mixture that are named, the commonest first."""
TENTH = WHOLE // 1000


def facts(known: FactContext, seat: int) -> list[Fact]:
    """How predictable the seat was, what guessing brought it, and the tricks in which that decided most."""
    laid = [one for one in known.list_verdicts(seat) if one.decision is not None and _chooses(known.course, one.turn)]
    return [
        *_predictable(laid),
        *_habits(known.course, seat),
        *_list_secret_choices(known, seat),
        *_tricks(known.course, laid),
    ]


def shares(verdict: Verdict) -> dict[int, float]:
    """By action how often the mixture plays it."""
    considered = () if verdict.decision is None else verdict.decision.considered
    total = sum(one.weight for one in considered)
    return {one.action: one.weight / total for one in considered if one.weight > 0} if total else {}


def predictable(laid: Sequence[Verdict]) -> tuple[float, float]:
    """The mean chance that the mixtures gave to the cards that were laid, and to cards that they draw themselves."""
    mixes = [shares(one) for one in laid]
    played = sum(mix.get(one.chosen, 0.0) for one, mix in zip(laid, mixes, strict=True))
    own = sum(share * share for mix in mixes for share in mix.values())
    return played / len(laid), own / len(laid)


def habits(course: History, seat: int) -> tuple[int, int, float]:
    """How often a counter of habits had a card to name, how often it was that card, and how often blind guesses at the
    same tricks would have been right on average."""
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


def _chooses(course: History, turn: int) -> bool:
    return bool(course.get_position(turn).state.phase == CHOOSE)


def _predictable(laid: Sequence[Verdict]) -> list[Fact]:
    if not laid:
        return []
    played, own = predictable(laid)
    return [_make_fact("chance", n=len(laid), played=round(100 * played), own=round(100 * own))]


def _habits(course: History, seat: int) -> list[Fact]:
    named, right, blind = habits(course, seat)
    return [_make_fact("habit", n=named, right=right, blind=round(blind, 1))] if named else []


def _list_secret_choices(known: FactContext, seat: int) -> list[Fact]:
    """The line of secret choices of the bill, split, and what of the own choices was made at the same time."""
    moved = [round(one.secret * WHOLE) for one in known.list_verdicts(seat)]
    won, lost = sum(one for one in moved if one > 0), sum(one for one in moved if one < 0)
    if not won and not lost:
        return []
    shown = [one * TENTH for one in round_to_sum([won, lost], TENTH)]
    found = [_make_fact("met", won=tenths(shown[0]), lost=tenths(-shown[1]), sum=tenths(sum(shown)))]
    own = sum(
        differences(one.lost.by_seat)[seat] for one in known.list_verdicts(seat) if one.mixed and one.tells and one.lost
    )
    return [*found, _make_fact("own", own=tenths(-own))] if own else found


def _tricks(course: History, laid: Sequence[Verdict]) -> list[Fact]:
    """The tricks in which what the others laid brought most, and cost most."""
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
        found.append(_make_fact(
            name, one.turn, round=state.round, trick=1 + len(state.tricks), card=card_name(one.chosen),
            percent=tenths(abs(round(one.secret * WHOLE))),
            mixture={"list": [_share(action, mix[action]) for action in commonest]},
        ))  # fmt: skip
    return found


def _share(action: int, share: float) -> dict[str, Any]:
    return {"text": f"{DOMAIN}.beside.share", "card": card_name(action), "percent": round(100 * share)}


def _make_fact(name: str, turn: int | None = None, **params: Any) -> Fact:
    return fact(f"{DOMAIN}.beside.{name}", turn, **params)
