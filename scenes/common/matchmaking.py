"""Whom to play next: the same game with other seats or stronger opponents, and opponents about even with a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import msgspec

from ai import character
from ai.levels import LEVELS
from ai.ratings import find_rating, own_rating, suggest_even
from engine.contract import HANDICAP, Message
from engine.seats import AT_RATING, EVEN, WHO, Seat
from engine.storage import statistics
from engine.storage.statistics import GameStats, PlayedGame, PlayerStats, find_player, find_seat
from scenes.common import opponent_names
from scenes.shell.context import Context


def rotate_seats(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats moved on by one: the second player becomes the first."""
    return [*seats[1:], seats[0]]


def carry_handicap(options: Mapping[str, Any], before: Sequence[Seat], now: Sequence[Seat]) -> dict[str, Any]:
    """Return the options with each player's handicap moved to the new seat; a new player takes over that of the
    seat."""
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


def find_next_rival(game: str, seats: Sequence[Seat], is_harder: bool) -> str:
    """Return the character rated next above all computers at the table (``is_harder``), else next below; "" for
    none."""
    here = [_strength(game, seat.level) for seat in seats if not seat.is_person]
    others = {WHO + stem for stem in character.ours()} - {seat.level for seat in seats}
    rated = [(_strength(game, level), level) for level in others]
    if is_harder:
        return min((one for one in rated if one[0] > max(here, default=inf)), default=(0, ""))[1]
    return max((one for one in rated if one[0] < min(here, default=-inf)), default=(0, ""))[1]


def _strength(game: str, level: str) -> float:
    """Return the rating of a level or character in a game; without one the rank of its level."""
    rated = find_rating(game, level)
    if rated is not None:
        return rated.rating
    strength = opponent_names.strength(level)
    return LEVELS.index(strength) if strength in LEVELS else len(LEVELS)


def replace_rival(ctx: Context, seats: Sequence[Seat], level: str) -> list[Seat]:
    """Return the seats with this level or character on the first computer's seat. A character brings its own name; a
    level keeps the seat's name unless that is a character's."""
    at, seat = next((at, seat) for at, seat in enumerate(seats) if not seat.is_person)
    others = [each.name for k, each in enumerate(seats) if k != at]
    keeps = not level.startswith(WHO) and not seat.level.startswith(WHO)
    name = seat.name if keeps else opponent_names.seat_name(ctx, level, others)
    return [*seats[:at], msgspec.structs.replace(seat, kind="computer", level=level, name=name), *seats[at + 1 :]]


@dataclass(frozen=True, slots=True)
class EvenRival:
    """A computer about as strong as a person: level and rating; ``more``: increase since the last one, None for the
    first."""

    level: str
    rating: int
    more: int | None

    def tell(self, ctx: Context) -> str:
        """Return the rival in words, such as "about 1130, a little stronger than last time"."""
        if self.more is None:
            return ctx.t("even.first", rating=self.rating)
        kind = "same" if not self.more else "stronger" if self.more > 0 else "milder"
        return ctx.t(f"even.{kind}", rating=self.rating)


def find_even(game: str, found: GameStats | None, person: str) -> EvenRival | None:
    """Return a rival about as strong as a person, for a new one of level First evening; None where a game has no
    ratings."""
    record = None if found is None else find_player(found.players, person)
    last = [] if found is None else found.last
    level = suggest_even(game, () if record is None else record.meetings, count_streak(last, person))
    rated = find_rating(game, level)
    if rated is None:
        return None
    before = next(
        (find_rating(game, one) for each in last if find_seat(each, person) is not None for one in each.levels
         if one.startswith(AT_RATING)), None,
    )  # fmt: skip
    return EvenRival(level, rated.rating, None if before is None else rated.rating - before.rating)


def count_streak(last: Sequence[PlayedGame], person: str) -> int:
    """Return how many last games (latest first) a person has won in a row, or lost as a negative number. Games with
    help, advice or other people are skipped."""
    streak = 0
    for played in last:
        has_help = played.assisted or played.advised
        if has_help or played.kinds.count("person") != 1 or find_seat(played, person) is None:
            continue
        won = played.places[played.kinds.index("person")] == 1
        if streak and won != (streak > 0):
            break
        streak += 1 if won else -1
    return streak


class AboutEven:
    """Finds opponents about as strong as a person in one game; reads the record of finished games once."""

    def __init__(self, ctx: Context, game: str, given: GameStats | None = None) -> None:
        self._game, self._find_owner = game, ctx.find_owner
        self._players: list[PlayerStats] | None = None
        self._found: GameStats | None = None
        self._last: list[PlayedGame] = []
        self.known: dict[str, EvenRival | None] = {}
        """Rivals about even that have been worked out, by person."""
        if given is None:
            ctx.records.submit("summary", self._look)
        else:
            self._take(given)

    def _look(self) -> list[Message]:
        told: list[Message] = []
        self._take(statistics.summary(told).get(self._game))
        return told

    def _take(self, found: GameStats | None) -> None:
        self._found, self._last = found, found.last if found is not None else []
        self._players = found.players if found is not None else []

    @property
    def read(self) -> bool:
        """Whether the record has been read."""
        return self._players is not None

    def find_rival(self, person: str) -> EvenRival | None:
        """Return a rival about as strong as the person, for a guest of level First evening; None before the record was
        read."""
        if self._players is not None and person not in self.known:
            found = None if self._find_owner(person) is None else self._found
            self.known[person] = find_even(self._game, found, person)
        return self.known.get(person)

    def seat_rivals(self, seats: Sequence[Seat], last: str) -> list[Seat]:
        """Return the seats with a rating in place of the level "about even"; ``last``: the level before the record was
        read."""
        rival = self.find_rival(next((seat.name for seat in seats if seat.is_person), ""))
        level = last if rival is None else rival.level
        return [msgspec.structs.replace(seat, level=level) if seat.level == EVEN else seat for seat in seats]

    def count_games(self, person: str) -> int:
        """Return how many games a person has finished, at least: old games that do not count for ratings are not
        stored."""
        record = find_player(self._players or (), person)
        return max(
            0 if record is None else record.tally.played,
            sum(find_seat(played, person) is not None for played in self._last),
        )

    def find_streak(self, person: str) -> int:
        """Return the streak of a person (:func:`count_streak`)."""
        return count_streak(self._last, person)

    def count_meetings(self, person: str, level: str) -> tuple[int, int]:
        """Return how often a person was placed before and how often after a computer of this level or character."""
        record = find_player(self._players or (), person)
        scores = [one.score for one in record.meetings if one.level == level] if record is not None else []
        return sum(score == 1 for score in scores), sum(score == 0 for score in scores)

    def count_wins(self, names: Sequence[str]) -> tuple[list[int], PlayedGame | None]:
        """Return the wins of each player in the recent games of exactly these players, and the latest one (None without
        any)."""
        met = [played for played in self._last if sorted(played.names) == sorted(names)]
        won = [sum(played.places[played.names.index(name)] == 1 for played in met) for name in names]
        return won, met[0] if met else None

    def estimate_rating(self, person: str) -> int | None:
        """Return the rating of a person in this game; None for a guest, and before the fifth game."""
        record = None if self._find_owner(person) is None else find_player(self._players or (), person)
        own = None if record is None else own_rating(self._game, record.meetings, record.tally.played)
        return None if own is None else own.rating
