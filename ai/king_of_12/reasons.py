"""Sentences: reasons for the hint, the reading of people in a finished game, and a trick as it could have gone.

For every own card some replies are drawn from the others' mixed strategies, and what happens
is counted: how often the card is cancelled and with whom, how often it wins or comes second,
how often the value is equal to another, the mean points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ai.algorithms.regret_matching import sample
from ai.analysis.decision_quality import SMALLEST, Verdict
from ai.analysis.game_facts import FactContext, fact, tenths
from ai.analysis.report import MOST_CASES, WHOLE, Case, Fact, Laid, StoredMessage, round_to_sum
from ai.decision import Considered, Decision
from ai.king_of_12.evaluate import Position, weights, worth
from ai.king_of_12.lookahead import resolve_trick
from ai.king_of_12.win_probability import finish_trick
from engine.chance import SeededChance
from engine.contract import Chance, Message
from engine.history import History
from games.king_of_12.cards import ORACLE
from games.king_of_12.messages import DOMAIN, card_name, number
from games.king_of_12.state import CARDS_OF, CHOOSE, NOBODY, OVER, State
from games.king_of_12.tournament.state import TournamentState
from games.king_of_12.trick import find_plan

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


def add_chance_reasons(decision: Decision) -> Decision:
    """Return the decision with the win probability as the reason for every action."""
    return _map_reasons(decision, lambda one: _hint("chance", percent=round(100 * one.value)))


def add_point_reasons(decision: Decision, points: Mapping[int, float]) -> Decision:
    """Return the decision with the expected points as the reason for every action."""
    return _map_reasons(decision, lambda one: _hint("points", n=round(points[one.action], 1)))


def add_crown_reasons(decision: Decision) -> Decision:
    """Return the decision about a crown with reasons: which cards are missed least, and which are better kept in
    hand."""
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
    """Percentage in steps of five: the samples tell no more."""
    return 5 * round(share * 20)


def _hint(name: str, **params: object) -> Message:
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
    """Return facts: how predictable the seat was, what guessing its cards brought, and the tricks in which that decided
    most."""
    decided = [one for one in known.list_verdicts(seat) if one.decision is not None]
    laid = [one for one in decided if known.course.get_position(one.turn).state.phase == CHOOSE]
    named, right, blind = habits(known.course, seat)
    return [
        *_predictable(laid),
        *([_make_fact("habit", n=named, right=right, blind=round(blind, 1))] if named else []),
        *_list_secret_choices(known, seat),
        *_tricks(known.course, laid),
    ]


def shares(verdict: Verdict) -> dict[int, float]:
    """Return the probability of each action in the decision's mixed strategy."""
    considered = () if verdict.decision is None else verdict.decision.considered
    total = sum(one.weight for one in considered)
    return {one.action: one.weight / total for one in considered if one.weight > 0} if total else {}


def predictable(laid: Sequence[Verdict]) -> tuple[float, float]:
    """Return the mean probability that the mixed strategies gave to the laid cards, and to cards drawn from
    themselves."""
    mixes = [shares(one) for one in laid]
    played = sum(mix.get(one.chosen, 0.0) for one, mix in zip(laid, mixes, strict=True))
    own = sum(share * share for mix in mixes for share in mix.values())
    return played / len(laid), own / len(laid)


def habits(course: History, seat: int) -> tuple[int, int, float]:
    """Return how often a counter of habits had a card to predict, how often it was right, and the expected hits of
    random guesses at the same tricks."""
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
    return [_make_fact("chance", n=len(laid), played=round(100 * played), own=round(100 * own))]


def _list_secret_choices(known: FactContext, seat: int) -> list[Fact]:
    """The line of secret choices of the bill, split."""
    moved = [round(one.secret * WHOLE) for one in known.list_verdicts(seat)]
    won, lost = sum(one for one in moved if one > 0), sum(one for one in moved if one < 0)
    if not won and not lost:
        return []
    shown = [one * TENTH for one in round_to_sum([won, lost], TENTH)]
    return [_make_fact("met", won=tenths(shown[0]), lost=tenths(-shown[1]), sum=tenths(sum(shown)))]


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


# A trick as it could have gone, in words: who would have laid which card, and what would have come of it.

Trick = tuple[Laid, ...]
Key = tuple[tuple[int, ...], int]
Outcome = tuple[int, bool] | None
POINTS = (0, 2, 1)
"""What a place brings in a trick."""
SMALLEST_GAIN = 0.2
"""Points by which the better card brings more, or less, in this trick on average, if that matters."""
MOST_NAMED = 2
"""Others whose cards a sentence names; of more it says only what comes of it."""


def describe_cases(before: State, seat: int, ends: Sequence[tuple[State, State]]) -> tuple[Case, ...]:
    """Return the likeliest ways the others' cards could have met both cards of a seat, the commonest first.

    ``ends``: positions with the better and the played card, each against the same cards of the others.
    """
    if isinstance(before, TournamentState) or before.phase != CHOOSE:
        return ()
    ways: Counter[tuple[Key, Key]] = Counter()
    examples: dict[tuple[Key, Key], tuple[Trick, Trick]] = {}
    gained = 0
    rounds: dict[tuple[Key, Key], Counter[tuple[Outcome, Outcome]]] = {}
    for throw, pair in enumerate(ends):
        after = [finish_trick(end, SeededChance(throw)) for end in pair]
        better, played = map(list_last_trick, after)
        if better and played:
            way = _make_key(seat, better), _make_key(seat, played)
            ways[way] += 1
            examples.setdefault(way, (better, played))
            rounds.setdefault(way, Counter())[_find_outcome(before, after[0]), _find_outcome(before, after[1])] += 1
            gained += POINTS[better[seat].place] - POINTS[played[seat].place]
    matters = gained >= SMALLEST_GAIN * len(ends)
    instead = "less" if gained <= -SMALLEST_GAIN * len(ends) else "later"
    goes_on = any((None, None) in outcomes for outcomes in rounds.values())

    def rank(way: tuple[Key, Key]) -> tuple[bool, int]:
        better, played = examples[way]
        return matters and POINTS[better[seat].place] > POINTS[played[seat].place], ways[way]

    found = []
    for way in sorted(ways, key=rank, reverse=True)[:MOST_CASES]:
        better, played = examples[way]
        said = _tell(seat, better, played)
        round_told = _tell_round(rounds[way].most_common(1)[0][0], better[seat], played[seat])
        if round_told and (not matters or better[seat].place == played[seat].place):
            said = round_told, said[0]
        elif not matters and goes_on:
            said = _say(instead, card=card_name(played[seat].card)), said[0]
        found.append(Case(round(1000 * ways[way] / len(ends)), said, played, better))
    return tuple(found)


def _find_outcome(before: State, after: State) -> Outcome:
    """Who won the round, and whether that brought the throne; None where the round goes on."""
    return (after.results[-1][1], after.phase == OVER) if len(after.results) > len(before.results) else None


def _tell_round(outcomes: tuple[Outcome, Outcome], better: Laid, played: Laid) -> StoredMessage | None:
    """Who wins the round, or the throne, with the better and the played card, where that differs."""
    (one, two), cards = outcomes, [card_name(laid.card) for laid in (better, played)]
    if one is None or two is None or one[0] == two[0]:
        return None
    both = list(zip((one, two), cards, (better, played), strict=True))
    for (winner, is_over), card, laid in reversed(both):
        if is_over and (winner == laid.seat) == (laid is better):
            return _say("throne", card=card, player={"seat": winner})
    if NOBODY in (one[0], two[0]):
        ((winner, _), card, _), (_, other, _) = sorted(both, key=lambda way: way[0][0] == NOBODY)
        return _say("unwon", card=card, player={"seat": winner}, other=other)
    return _say("round", card=cards[0], player={"seat": one[0]}, other=cards[1], rival={"seat": two[0]})


def _make_key(seat: int, laid: Trick) -> Key:
    """What two tricks have in common that are told alike: what comes of the card of the seat, and where others are few
    all cards."""
    return tuple([one.card for one in laid if len(laid) <= 1 + MOST_NAMED or one.seat == seat]), laid[seat].place


def list_last_trick(state: State) -> tuple[Laid, ...]:
    """Return what lay on the table in the last trick, by seat."""
    if state.last is None:
        return ()
    _, _, cards, faces, _, values, first, second = state.last
    return tuple([
        Laid(seat, card, faces[seat], values[seat], 1 if seat == first else 2 if seat == second else 0,
             cards.count(card) > 1)
        for seat, card in enumerate(cards)
    ])  # fmt: skip


def _tell(seat: int, better: Sequence[Laid], played: Sequence[Laid]) -> tuple[StoredMessage, ...]:
    """What comes of the better card, and of the played one."""
    others = [one for one in better if one.seat != seat]
    laid = []
    for at, one in enumerate(others):
        text_id = f"{DOMAIN}.case.{'too' if at else 'plays'}"
        laid.append({"text": text_id, "player": {"seat": one.seat}, "card": card_name(one.card)})
    if len(others) > 1 and len({one.card for one in others}) == 1:
        players = {"list": [{"seat": one.seat} for one in others]}
        laid = [{"text": f"{DOMAIN}.case.all", "players": players, "card": card_name(others[0].card)}]
    name = "if" if len(others) <= MOST_NAMED else "example"
    results = [_tell_result(seat, one) for one in (better, played)]
    instead = "same" if results[0] == results[1] else "with"
    return (
        _say(name, others={"list": laid}, card=card_name(better[seat].card), result=results[0]),
        _say(instead, card=card_name(played[seat].card), result=results[1]),
    )


def _tell_result(seat: int, laid: Sequence[Laid]) -> dict[str, Any]:
    """What a trick brings a seat, as a part of a sentence."""
    own, winner = laid[seat], next((one for one in laid if one.place == 1), None)
    lowest = find_plan(tuple(one.card for one in laid)).knight >= 0
    result = _tell_place(own, winner, lowest)
    equal = _find_equal(own, laid, -1 if lowest else 1)
    if equal is not None:
        result = {"text": f"{DOMAIN}.case.equal", "value": number(equal), "result": result}
    if own.card == ORACLE and not own.cancelled:  # a chance, no promise
        return {"text": f"{DOMAIN}.case.rolled", "result": result, "face": number(own.value)}
    return {"text": f"{DOMAIN}.case.{'cancelled' if own.cancelled else 'plain'}", "result": result}


def _find_equal(own: Laid, laid: Sequence[Laid], sign: int) -> int | None:
    """The value by which several are out of a trick, where that decides who wins it or the place of a seat; ``sign``:
    -1 where the lowest wins."""
    placed, others = ([sign * one.value for one in laid if bool(one.place) is wanted] for wanted in (True, False))
    out = sorted({value for value in others if others.count(value) > 1}, reverse=True)
    if sign * own.value in out and (len(placed) < 2 or sign * own.value > min(placed)):
        return own.value
    reference = sign * own.value if own.place else max(placed, default=0)
    return next((sign * value for value in out if value > reference), None)


def _tell_place(own: Laid, winner: Laid | None, lowest: bool) -> dict[str, Any]:
    params: dict[str, Any] = {"player": {"seat": own.seat}, "value": number(own.value)}
    if own.place == 1:
        return {"text": f"{DOMAIN}.case.{'lowest' if lowest else 'first'}", **params}
    if own.place == 2:
        return {"text": f"{DOMAIN}.case.second", **params}
    if winner is None:
        return {"text": f"{DOMAIN}.case.nobody"}
    who = {"player": params["player"], "winner": {"seat": winner.seat}, "best": number(winner.value)}
    return {"text": f"{DOMAIN}.case.{'lost_lowest' if lowest else 'lost'}", **who}


def _say(name: str, **params: Any) -> StoredMessage:
    return StoredMessage(f"{DOMAIN}.case.{name}", params)
