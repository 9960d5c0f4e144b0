"""The price of the auction in a finished game of Legends: what was paid, what would have been enough, and what it was
worth in the judge's eyes to begin, and to be the one who says who begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ai.analysis.game_facts import FactContext, fact
from ai.analysis.report import Fact
from ai.win_probability import chances
from engine.chance import SeededChance
from engine.history import History
from games.legends import RULES, options
from games.legends.actions import NAME
from games.legends.messages import DOMAIN
from games.legends.state import AUCTION, NAME_FIRST, State


def facts(known: FactContext, seat: int) -> list[Fact]:
    """Of every auction of the game what the seat bid and would have had to bid, and what there was to win."""
    found: list[Fact] = []
    for turn in auctions(known.course):
        before, named = known.course.get_position(turn).state, known.course.get_position(turn + 1).state
        found += _price(before, named, seat, turn)
        rows = worth_of_places(named)
        found.append(_make_fact("first", turn + 1, points=round(100 * gain(rows, seat, seat), 1)))
        if seat == named.namer and turn + 1 < known.course.turn:
            first = known.course.get_position(turn + 2).state.active
            if first != seat:
                params = {"player": {"seat": first}, "points": round(100 * gain(rows, first, seat), 1)}
                found.append(_make_fact("named", turn + 1, **params))
    return found


def auctions(course: History) -> list[int]:
    """The turns at which the last bid of an auction was made."""
    pairs = zip(course.positions, course.positions[1:], strict=False)
    return [
        course.base + at
        for at, (one, other) in enumerate(pairs)
        if one.state.phase == AUCTION and other.state.phase == NAME_FIRST
    ]


def least(bids: Sequence[int], seat: int, youngest: int, by_die: bool) -> int:
    """The smallest bid that would have won for certain against the others' bids."""
    seats = len(bids)
    most = max(bid for other, bid in enumerate(bids) if other != seat)
    if by_die:
        return most + 1
    tied = [other for other, bid in enumerate(bids) if bid == most or other == seat]
    first = min(tied, key=lambda other: (other - youngest) % seats)
    return most if first == seat else most + 1


def worth_of_places(state: State) -> list[tuple[float, ...]]:
    """By who begins the chances of all seats, as the judge sees them."""
    rows = []
    for first in range(state.seats):
        twin = RULES.clone(state)
        RULES.apply(twin, twin.namer, NAME + first, SeededChance(0))
        rows.append(chances(DOMAIN, twin))
    return rows


def gain(rows: Sequence[Sequence[float]], first: int, seat: int) -> float:
    """What it is worth to a seat that this one begins, against the mean of all others beginning."""
    others = [row[seat] for at, row in enumerate(rows) if at != first]
    return rows[first][seat] - sum(others) / len(others)


def _price(before: State, named: State, seat: int, turn: int) -> list[Fact]:
    bids, winner = named.bids, named.namer
    by_die = bool(named.options & options.TIE_DIE)
    enough = least(bids, seat, named.youngest, by_die)
    if seat == winner:
        name = "paid" if bids[seat] > enough else "paid.least" if bids[seat] == enough else "paid.die"
        return [_make_fact(name, turn, n=bids[seat], enough=enough)]
    name = "lost" if enough <= before.coins[seat] else "lost.purse"
    return [_make_fact(name, turn, bid=bids[seat], player={"seat": winner}, price=bids[winner], n=enough)]


def _make_fact(name: str, turn: int | None = None, **params: Any) -> Fact:
    return fact(f"{DOMAIN}.beside.{name}", turn, **params)
