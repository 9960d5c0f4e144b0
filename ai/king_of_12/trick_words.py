"""A trick as it could have gone, in words: who would have laid which card, and what would have come of it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ai.analysis.report import MOST_CASES, Case, Laid, StoredMessage
from ai.king_of_12.win_probability import finish_trick
from engine.chance import SeededChance
from games.king_of_12.cards import ORACLE
from games.king_of_12.messages import DOMAIN, card_name, number
from games.king_of_12.state import CHOOSE, NOBODY, OVER, State
from games.king_of_12.tournament.state import TournamentState
from games.king_of_12.trick import find_plan

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
    """Return the most frequent ways in which the others' cards met the better and the played card of a seat.

    ``ends``: pairs of positions after the better and the played card, against the same cards of the others.
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
    """Return the winner of the round, and whether that won the game; None while the round goes on."""
    return (after.results[-1][1], after.phase == OVER) if len(after.results) > len(before.results) else None


def _tell_round(outcomes: tuple[Outcome, Outcome], better: Laid, played: Laid) -> StoredMessage | None:
    """Return who wins the round, or the game, with the better and the played card; None if it is the same."""
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
    """Return a key of tricks that are told alike: what comes of the seat's card and, if others are few, all cards."""
    return tuple([one.card for one in laid if len(laid) <= 1 + MOST_NAMED or one.seat == seat]), laid[seat].place


def list_last_trick(state: State) -> tuple[Laid, ...]:
    """Return what each seat laid in the last trick; () before the first one."""
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
    """Return the value by which several cards are out of a trick, if that decides who wins it or the place of a seat;
    ``sign``: -1 if the lowest wins."""
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
