"""What the record of finished games says about one person: days, ratings and their course, the last games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from ai import character
from ai.ratings import GAMES, Own, nearest_even, own_rating
from engine import names
from engine.content.spaced_repetition import Missed
from engine.seats import WHO
from engine.storage.saves import SlotInfo
from engine.storage.statistics import Meeting, PlayedGame, find_seat, list_meetings

CURVE_GAMES = 30
"""Games whose ratings the curve shows."""
WEEK = 7


@dataclass(frozen=True, slots=True)
class GameRating:
    """A person's rating in one game.

    ``own``: None before the fifth game; ``left``: games until then. ``curve``: ratings after each of the last games.
    ``week``: change within the last seven days, None without games before them. ``even``: a character of about the
    same strength.
    """

    game: str
    own: Own | None
    left: int
    curve: tuple[int, ...]
    week: int | None
    even: str | None


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything about one person. ``games`` newest first; ``days``: number of finished games by day."""

    name: str
    games: tuple[PlayedGame, ...]
    days: dict[date, int]
    ratings: tuple[GameRating, ...]


@dataclass(slots=True)
class Found:
    """What was read in the background. ``stars``: stars won, stars there are, thrones won, thrones there are."""

    games: list[PlayedGame] = field(default_factory=list)
    slots: dict[str, SlotInfo] = field(default_factory=dict)
    moments: list[Missed] = field(default_factory=list)
    stars: tuple[int, int, int, int] | None = None


def list_people(games: Sequence[PlayedGame]) -> list[str]:
    """Names of all persons in the record, who played last comes first."""
    found: dict[str, str] = {}
    for played in reversed(games):
        for name, kind in zip(played.names, played.kinds, strict=True):
            if kind == "person":
                found.setdefault(names.fold(name), name)
    return list(found.values())


def read_day(stamp: str) -> date | None:
    """Local day of an ISO time; None when it is none."""
    try:
        return datetime.fromisoformat(stamp).astimezone().date()
    except (ValueError, OverflowError, OSError):
        return None


def build_profile(name: str, games: Sequence[PlayedGame], ids: Iterable[str], today: date) -> Profile:
    """Return the profile of a person from the record (oldest first) for the games ``ids``."""
    own = [played for played in games if find_seat(played, name) is not None]
    days: dict[date, int] = {}
    for played in own:
        day = read_day(played.ended)
        if day is not None:
            days[day] = days.get(day, 0) + 1
    ratings = tuple(_rate(game, name, [one for one in own if one.game == game], today) for game in ids)
    return Profile(name, tuple(reversed(own)), days, ratings)


def count_streak(days: Collection[date], today: date) -> int:
    """Return how many days in a row, up to today or yesterday, are among ``days``."""
    day = today if today in days else today - timedelta(1) if today > date.min else today
    count = 0
    while day in days:
        count += 1
        if day == date.min:
            break
        day -= timedelta(1)
    return count


def _rate(game: str, name: str, games: Sequence[PlayedGame], today: date) -> GameRating:
    """Rate a person; games with help, advice or a handicap do not count."""
    counted = [one for one in games if not (one.assisted or one.advised)]
    meetings: list[Meeting] = []
    course: list[tuple[date | None, Own | None]] = []
    for at, played in enumerate(counted, 1):
        seat = find_seat(played, name)
        if seat is not None and not any(played.handicap):
            meetings += list_meetings(played, played.places[seat])
        if at > len(counted) - CURVE_GAMES or at == len(counted):
            course.append((read_day(played.ended), own_rating(game, meetings, at)))
    own = course[-1][1] if course else None
    before = [rated for day, rated in course if rated is not None and day is not None and (today - day).days >= WEEK]
    week = own.rating - before[-1].rating if own is not None and before else None
    even = nearest_even(game, own, [WHO + stem for stem in character.ours()])
    curve = tuple(rated.rating for _, rated in course if rated is not None)
    return GameRating(game, own, max(0, GAMES - len(counted)), curve, week, even)
