"""Bills of many games of equal players: whether luck is fair, and what an average bill looks like.

Luck is what a draw was worth against other draws of the same kind, so its mean over many games is nothing for every
seat, however well or badly positions are judged; a mean that is clear of nothing is a fault. All sums must be exact.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from ai.intervals import mean_interval
from ai.same_table import play_out
from engine.chance import mix
from engine.seats import Seat
from engine.session import Session

from .account import WHOLE, Review, bill
from .reviewed import Reviewer

TOLD_EVERY = 10
LINES = ("place", "luck", "own", "others", "secret", "noise", "end")


def played(game: str, options: dict[str, Any], seats: int, level: str, seed: int) -> Session:
    """One game of a level against itself; the same arguments give the same game."""
    sitting = [Seat("computer", level, f"{number + 1}", number) for number in range(seats)]
    session = Session.start(game, options, sitting, f"{seed}")
    session.id = f"{seed:x}"
    return play_out(session)


def reviewer_of(session: Session, people: Sequence[int] | None = None) -> Reviewer:
    """Who reviews a game; ``people`` are those who sit there, or everybody where nobody does."""
    if people is None:
        people = [number for number, seat in enumerate(session.seats) if seat.is_person] or range(len(session.seats))
    return Reviewer(session.game, session.course, session.options, session.id, people)


def exact(review: Review, result: Sequence[float]) -> bool:
    """Whether every bill of a game adds up, and ends at the result."""
    for seat in range(review.seats):
        one = bill(review, seat)
        if one.start + sum(number for _, number in one.lines) != one.end:
            return False
        if abs(one.end - result[seat] * WHOLE) > review.seats:
            return False
    return True


def measured(
    game: str,
    options: dict[str, Any],
    seats: int,
    games: int,
    seed: int,
    level: str,
    only_luck: bool,
    loud: bool = False,
) -> dict[str, Any]:
    """The mean bill of every seat over so many games; the same arguments give the same figures.

    ``only_luck`` leaves the choices unjudged, which takes a thousandth of the time: everything else is noise then.
    """
    from ai.chance_to_win import shares_of

    rows: list[list[dict[str, int]]] = [[] for _ in range(seats)]
    inexact = 0
    try:
        for number in range(games):
            session = played(game, options, seats, level, mix(seed, "reviewed", number))
            reviewer = reviewer_of(session, ())
            review = reviewer.first(closely=True) if only_luck else reviewer.whole()
            inexact += not exact(review, shares_of(session.result()))
            for seat in range(seats):
                one = bill(review, seat)
                rows[seat].append({name: getattr(one, name) for name in LINES})
            if loud and (number + 1) % TOLD_EVERY == 0:
                print(f"{number + 1} of {games} games", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    return {
        "game": game, "seats": seats, "options": options, "level": level, "seed": seed, "games": len(rows[0]),
        "inexact": inexact, "only_luck": only_luck, "by_seat": [_means(one) for one in rows],
    }  # fmt: skip


def _means(rows: Sequence[dict[str, int]]) -> dict[str, dict[str, float]]:
    """Mean and 95 % interval of every line, as shares of 1."""
    found = {}
    for name in LINES:
        found[name] = dict(
            zip(("mean", "low", "high"), mean_interval([row[name] / WHOLE for row in rows]), strict=True)
        )
    return found


def table(figures: dict[str, Any]) -> str:
    """The figures as lines of text, in percent."""
    lines = [f"bills that do not add up: {figures['inexact']} of {figures['games']}"]
    for seat, means in enumerate(figures["by_seat"]):
        said = (f"{name} {100 * one['mean']:+.1f} ({100 * one['low']:+.1f} to {100 * one['high']:+.1f})"
                for name, one in means.items())  # fmt: skip
        lines.append(f"seat {seat + 1}: " + ", ".join(said))
    return "\n".join(lines)
