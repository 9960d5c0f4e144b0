"""Whom to play next: the same game with other seats or stronger opponents, and opponents about even with a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import msgspec

from ai import character
from ai.levels import LEVELS
from ai.ratings import Own, find_rating, nearest_even, own_rating, rank_level
from engine.contract import HANDICAP, Message
from engine.seats import WHO, Seat
from engine.storage import statistics
from engine.storage.statistics import PlayedGame, PlayerStats, find_player, find_seat
from scenes.common import opponent_names

if TYPE_CHECKING:
    from scenes.shell.context import Context


def rotate_seats(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats moved on by one: the second player sits first."""
    return [*seats[1:], seats[0]]


def carry_handicap(options: Mapping[str, Any], before: Sequence[Seat], now: Sequence[Seat]) -> dict[str, Any]:
    """Return the options with each handicap where its player sits now; a new player takes over that of the seat."""
    steps = options.get(HANDICAP)
    if not steps:
        return dict(options)
    names = [seat.name for seat in before]
    return {
        **options,
        HANDICAP: [steps[names.index(seat.name) if seat.name in names else k] for k, seat in enumerate(now)],
    }


def stronger(ctx: Context, seats: Sequence[Seat]) -> list[Seat] | None:
    """Return the seats with each computer a level stronger, or a stronger character; None when none can be.

    Opponents from files stay who they are.
    """
    taken = {seat.level for seat in seats}
    found: list[Seat] = []
    for seat in seats:
        found.append(_next(ctx, seat, taken))
        taken.add(found[-1].level)
    return found if found != list(seats) else None


def _next(ctx: Context, seat: Seat, taken: set[str]) -> Seat:
    if seat.kind == "person":
        return seat
    if seat.level in LEVELS[:-1]:
        return msgspec.structs.replace(seat, level=LEVELS[LEVELS.index(seat.level) + 1])
    one = opponent_names.find_character(seat.level)
    if one is None:
        return seat
    ranks = {
        WHO + stem: opponent_names.get_rank(each) for stem, each in character.ours().items() if WHO + stem not in taken
    }
    better = sorted((rank, level) for level, rank in ranks.items() if rank > opponent_names.get_rank(one))
    if not better:
        return seat
    return msgspec.structs.replace(seat, level=better[0][1], name=opponent_names.seat_name(ctx, better[0][1]))


def next_rival(game: str, seats: Sequence[Seat], result: Sequence[int], even: str | None) -> str:
    """Return the level of the character whom the one person at a table could meet next, after this result.

    ``even`` is the character about even with the person; without one it is the mildest who did not sit there. After a
    win it is nobody rated below the strongest opponent who was beaten. "" when several people or none sat there, or
    when there is no such character.
    """
    taken = {seat.level for seat in seats}
    people = [number for number, seat in enumerate(seats) if seat.is_person]
    if len(people) != 1 or len(taken) == 1:
        return ""
    won = result[people[0]] == 1
    least = max(_strength(game, level) for level in taken if level) if won else -inf
    if even is not None and _strength(game, even) >= least:
        return "" if even in taken else even
    return next((level for strength, level in sorted(_list_others(game, seats)) if strength >= least), "")


def find_easier_rival(game: str, seats: Sequence[Seat]) -> str:
    """Return the level of the strongest character rated below every computer at the table; "" when there is none."""
    least = min((_strength(game, seat.level) for seat in seats if not seat.is_person), default=-inf)
    return max((pair for pair in _list_others(game, seats) if pair[0] < least), default=(0, ""))[1]


def find_harder_rival(game: str, seats: Sequence[Seat]) -> str:
    """Return the level of the weakest character rated above every computer at the table; "" when there is none."""
    most = max((_strength(game, seat.level) for seat in seats if not seat.is_person), default=inf)
    return min((pair for pair in _list_others(game, seats) if pair[0] > most), default=(0, ""))[1]


def _list_others(game: str, seats: Sequence[Seat]) -> list[tuple[float, str]]:
    """Strength and level of every character who does not sit at the table."""
    others = {WHO + stem for stem in character.ours()} - {seat.level for seat in seats}
    return [(_strength(game, level), level) for level in others]


def _strength(game: str, level: str) -> float:
    """Rating of a level or character in a game; where there is none, the rank of its level."""
    rated = find_rating(game, level)
    return rank_level(opponent_names.strength(level)) if rated is None else rated.rating


def replace_rival(ctx: Context, seats: Sequence[Seat], level: str) -> list[Seat]:
    """Return the seats with a character on the first computer's seat."""
    found = list(seats)
    at = next(at for at, seat in enumerate(found) if not seat.is_person)
    found[at] = msgspec.structs.replace(
        found[at], kind="computer", level=level, name=opponent_names.seat_name(ctx, level)
    )
    return found


class AboutEven:
    """Finds opponents about even with a person in one game; reads the record of finished games once."""

    def __init__(self, ctx: Context, game: str) -> None:
        self._game = game
        self._players: list[PlayerStats] | None = None
        self._last: list[PlayedGame] = []
        self._known: dict[str, str | None] = {}
        ctx.records.submit("summary", self._look)

    def _look(self) -> list[Message]:
        told: list[Message] = []
        found = statistics.summary(told).get(self._game)
        self._last = found.last if found is not None else []
        self._players = found.players if found is not None else []
        return told

    @property
    def read(self) -> bool:
        """Whether the record has been read."""
        return self._players is not None

    def level_for(self, person: str) -> str | None:
        """Return the level of the character nearest to even; None before the fifth game, or when none is."""
        if self._players is None:
            return None
        if person not in self._known:
            own = self._find_rating(person)
            self._known[person] = nearest_even(self._game, own, [WHO + stem for stem in character.ours()])
        return self._known[person]

    def count_games(self, person: str) -> int:
        """Return the number of games a person has finished, a lower bound: old ones that did not count are
        forgotten."""
        record = find_player(self._players or (), person)
        return max(
            0 if record is None else record.tally.played,
            sum(find_seat(played, person) is not None for played in self._last),
        )

    def find_streak(self, person: str) -> int:
        """Return the games won in a row by a person up to the latest, or lost ones as a negative number.

        A game with help or advice is passed over, and so is one with other people.
        """
        streak = 0
        for played in self._last:
            has_help = played.assisted or played.advised
            if has_help or played.kinds.count("person") != 1 or find_seat(played, person) is None:
                continue
            won = played.places[played.kinds.index("person")] == 1
            if streak and won != (streak > 0):
                break
            streak += 1 if won else -1
        return streak

    def count_meetings(self, person: str, level: str) -> tuple[int, int]:
        """Return how often a person was placed before and after a computer of this level or character."""
        record = find_player(self._players or (), person)
        scores = [one.score for one in record.meetings if one.level == level] if record is not None else []
        return sum(score == 1 for score in scores), sum(score == 0 for score in scores)

    def estimate_rating(self, person: str) -> int | None:
        """Return the rating of a person in this game; None before the fifth game."""
        own = self._find_rating(person)
        return None if own is None else own.rating

    def _find_rating(self, person: str) -> Own | None:
        record = find_player(self._players or (), person)
        return None if record is None else own_rating(self._game, record.meetings, record.tally.played)
