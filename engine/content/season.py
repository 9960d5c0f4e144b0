"""A season: the evenings of a household, their points added up, who beat whom, and the turn that brought most.

One file a season in a folder of its own; nothing is worked out and stored, so that a list of seasons is made by reading
them. Who takes part is known by the household's list, so that a new name changes nothing; guests by their name.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, NamedTuple

import msgspec

from engine import names, schema
from engine.content.evening import (
    MOST_GAMES,
    MOST_LINES,
    MOST_PLAYERS,
    Evening,
    Line,
    PlayedGame,
    rank_players,
    sum_points,
)
from engine.contract import Message
from engine.seats import Seat
from engine.storage import folders, safe_read
from engine.storage.folders import FolderError
from engine.storage.household import Household, ProgressFile

FORMAT = 1
EVENINGS = 8
"""Number of evenings after which a season is over."""
MOST_EVENINGS = 40
"""Most evenings of a season, which has more than usual when it went on in two windows at once."""
MOST_SEASONS = 400
GUEST = "guest:"
"""Prefix of the key of a person who is not on the list of the household."""
SHAPE = r"^\d{4}-[1-4](-\d{1,4})?\Z"
Id = Annotated[str, msgspec.Meta(pattern=SHAPE)]
_Session = Annotated[str, msgspec.Meta(max_length=80)]


class PastEvening(msgspec.Struct, frozen=True):
    """A finished evening of a season; ``keys``: those of the players (:func:`find_key`), in order; ``day``: an ISO
    date."""

    id: _Session
    day: Annotated[str, msgspec.Meta(max_length=10)]
    players: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=2, max_length=MOST_PLAYERS)]
    keys: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=MOST_PLAYERS)]
    played: Annotated[tuple[PlayedGame, ...], msgspec.Meta(max_length=MOST_GAMES)]
    lines: Annotated[tuple[Line, ...], msgspec.Meta(max_length=MOST_LINES)] = ()

    def __post_init__(self) -> None:
        """Refuse a number of keys or places that differs from that of the players."""
        count = len(self.players)
        if len(self.keys) != count or any(len(one.places) != count for one in self.played):
            raise ValueError("expected a key and a place for each player")

    @property
    def evening(self) -> Evening:
        """The evening as finished: the games played are those planned."""
        return Evening(list(self.players), [one.game for one in self.played], list(self.played), lines=list(self.lines))


class Season(msgspec.Struct):
    """The evenings of a season, the first one first. ``removed``: ids of evenings that were taken out; ``is_closed``:
    no further evening is added; ``is_removed``: the season is listed nowhere."""

    id: Id = "2000-1"
    format: Annotated[int, msgspec.Meta(ge=1)] = FORMAT
    evenings: Annotated[list[PastEvening], msgspec.Meta(max_length=MOST_EVENINGS)] = []
    removed: Annotated[list[_Session], msgspec.Meta(max_length=MOST_EVENINGS)] = []
    is_closed: bool = False
    is_removed: bool = False

    @property
    def is_over(self) -> bool:
        """Whether no further evening is added."""
        return self.is_closed or len(self.evenings) >= EVENINGS

    @property
    def is_newer(self) -> bool:
        """Whether a newer program wrote the file, so that only its format is known."""
        return self.format > FORMAT


class Standing(NamedTuple):
    """One person in a season: key, latest seat, and by evening the points (None: absent) and whether it was won."""

    key: str
    seat: Seat
    evenings: tuple[float | None, ...]
    won: tuple[bool, ...]

    @property
    def points(self) -> float:
        """Sum of the points of all evenings."""
        return sum(each or 0.0 for each in self.evenings)

    @property
    def mean(self) -> float:
        """Mean points per evening, over the evenings with this person."""
        return self.points / max(1, sum(each is not None for each in self.evenings))


class Duel(NamedTuple):
    """Games of one person with another: won, lost, and the largest difference of their handicap steps in one game."""

    won: int = 0
    lost: int = 0
    steps: int = 0


class BestTurn(NamedTuple):
    """The turn that brought the largest share of the winner's points: number of the evening (from 1), game, who made
    it, points, number of the turn."""

    evening: int
    game: PlayedGame
    seat: Seat
    points: int
    turn: int


def list_standings(season: Season) -> list[Standing]:
    """Return everybody who took part, most points first; equal points by the mean, then in order of appearance."""
    seats: dict[str, Seat] = {}
    evenings: list[dict[str, tuple[float, bool]]] = []
    for past in season.evenings:
        seats.update(zip(past.keys, past.players, strict=True))
        won = [place == 1 for place in rank_players(past.evening)]
        evenings.append(dict(zip(past.keys, zip(sum_points(past.evening), won, strict=True), strict=True)))
    people = []
    for key, seat in seats.items():
        found = [one.get(key, (None, False)) for one in evenings]
        people.append(Standing(key, seat, tuple([gained for gained, _ in found]), tuple([won for _, won in found])))
    return sorted(people, key=lambda one: (-one.points, -one.mean))


def list_duels(season: Season) -> Mapping[tuple[str, str], Duel]:
    """Return the duels by pair of keys (one, other); a game that ended on the same place counts for neither."""
    found: dict[tuple[str, str], Duel] = {}
    for past in season.evenings:
        for one in past.played:
            steps = one.handicap or (0,) * len(one.places)
            for k, (key, place) in enumerate(zip(past.keys, one.places, strict=True)):
                for other, (rival, theirs) in enumerate(zip(past.keys, one.places, strict=True)):
                    if k != other and place and theirs:
                        won, lost, most = found.get((key, rival), Duel())
                        apart = abs(steps[k] - steps[other])
                        found[key, rival] = Duel(won + (place < theirs), lost + (place > theirs), max(most, apart))
    return found


def find_best_turn(season: Season) -> BestTurn | None:
    """Return the best turn of a season (see :class:`BestTurn`); None while none is known."""
    turns = [
        BestTurn(at, one, past.players[one.best[0]], one.best[1], one.best[2])
        for at, past in enumerate(season.evenings, 1)
        for one in past.played
        if one.best_share and one.best[0] < len(past.players)
    ]
    return max(turns, key=lambda each: each.game.best_share, default=None)


def find_key(household: Household, seat: Seat) -> str:
    """Return the key of a player: a household person's id, "LEVEL:NAME" of a computer, "guest:NAME" of a guest."""
    if not seat.is_person:
        return f"{seat.level}:{names.fold(seat.name)}"
    return household.find(seat.name) or GUEST + names.fold(seat.name)


def enter_evening(season: Season, evening: Evening, household: Household, day: date) -> None:
    """Enter an evening or update its entry, which keeps its day; does nothing if it was removed or has no games."""
    if not evening.played or evening.id in season.removed:
        return
    at = next((at for at, past in enumerate(season.evenings) if past.id == evening.id), len(season.evenings))
    began = season.evenings[at].day if at < len(season.evenings) else day.isoformat()
    keys = tuple(find_key(household, seat) for seat in evening.players)
    entry = PastEvening(evening.id, began, tuple(evening.players), keys, tuple(evening.played), tuple(evening.lines))
    season.evenings[at : at + 1] = [entry]


def weave(evening: Evening, household: Household, day: date) -> None:
    """Save an evening in the season that has it, else in the running one, else in a new one; raises FolderError. For a
    background thread."""
    seasons, _ = list_seasons()
    own = next((one for one in seasons if any(past.id == evening.id for past in one.evenings)), None)
    if own is None:
        own = seasons[0] if seasons and not seasons[0].is_over else Season(name_season(day, list_ids()))
    enter_evening(own, evening, household, day)
    if own.evenings:
        get_file(own.id).saver(own)()


def name_season(day: date, taken: Sequence[str]) -> str:
    """Return an unused id for a new season: year and quarter, 1 = spring; January and February belong to winter of the
    year before."""
    quarter = (day.month - 3) % 12 // 3 + 1
    stem = f"{day.year - (day.month < 3)}-{quarter}"
    return next(each for each in (stem, *(f"{stem}-{at}" for at in range(2, 9999))) if each not in taken)


def merge(found: Season, now: Season) -> Season:
    """Merge a season as read from the disk with that of this window: of each evening the version with more games.

    Raises FolderError for the file of a newer program, which is left as it is.
    """
    if found.is_newer:
        raise FolderError(tell_newer(now.id), get_file(now.id).path())
    removed = list(dict.fromkeys([*found.removed, *now.removed]))[-MOST_EVENINGS:]
    evenings = {past.id: past for past in found.evenings}
    for past in now.evenings:
        there = evenings.get(past.id, past)
        evenings[past.id] = max(past, there, key=lambda one: (len(one.played), len(one.lines)))
    kept = [past for past in evenings.values() if past.id not in removed][-MOST_EVENINGS:]
    return Season(now.id, FORMAT, sorted(kept, key=lambda past: past.day), removed, found.is_closed or now.is_closed,
                  found.is_removed or now.is_removed)  # fmt: skip


class _Head(msgspec.Struct):
    format: int = FORMAT


def decode(data: bytes) -> Season:
    """Decode a file of a season; of a newer program's file only the format is read."""
    head = schema.decode(data, _Head)
    return Season(format=head.format) if head.format > FORMAT else schema.decode(data, Season)


def get_file(season: str) -> ProgressFile[Season]:
    """Return the file of a season."""
    return ProgressFile(f"{season}.json", Season, merge, "season.file", decode, folders.seasons)


def tell_newer(season: str) -> Message:
    """Return the message about a season that a newer program wrote."""
    return safe_read.about("season.newer", path=str(get_file(season).path()), reason="")


def list_ids() -> list[str]:
    """List the ids of all files of seasons, whatever is in them."""
    try:
        return [path.stem for path in folders.seasons().glob("*.json") if re.match(SHAPE, path.stem)][:MOST_SEASONS]
    except OSError:
        return []


def list_seasons() -> tuple[list[Season], list[Message]]:
    """Read all seasons, the newest first, and return messages about files that cannot be used; never raises."""
    found, told = [], list[Message]()
    for each in list_ids():
        season, messages = get_file(each).load()
        told += messages
        if season.is_newer:
            told.append(tell_newer(each))
        elif season.id == each and not season.is_removed:
            found.append(season)
    return sorted(found, key=lambda one: [int(part) for part in one.id.split("-")], reverse=True), told
