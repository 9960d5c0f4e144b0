"""An evening: several games in a row with the same players, points for places, seats that move on after each game."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

import msgspec

from engine import names
from engine.contract import MOST_STEPS
from engine.seats import Seat

MOST_PLAYERS, MOST_GAMES = 4, 12
MOST_LINES, MOST_WORDS = 12, 90
"""Most lines in the guest book, and most letters of a line."""
_Place = Annotated[int, msgspec.Meta(ge=0, le=MOST_PLAYERS)]
_Steps = Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]
_Count = Annotated[int, msgspec.Meta(ge=0)]


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game of an evening: its id, the session's id, and the place of each player in the evening's order, 0
    for one who was not at the table; ``points`` and steps of ``handicap`` in the same order, () where the game counts
    none or they were not kept.

    ``best``: the turn that brought most points: player (index), points and number of the turn, () for none; ``ended``:
    an ISO time, and ``save``: the name of its file, "" where they were not kept.
    """

    game: str
    session: str
    places: Annotated[list[_Place], msgspec.Meta(max_length=MOST_PLAYERS)]
    points: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    handicap: Annotated[tuple[_Steps, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    best: Annotated[tuple[_Count, ...], msgspec.Meta(max_length=3)] = ()
    ended: Annotated[str, msgspec.Meta(max_length=40)] = ""
    save: Annotated[str, msgspec.Meta(max_length=200)] = ""

    @property
    def best_share(self) -> float:
        """Share of the winner's points that the best turn brought, 0 to 1; 0 without one."""
        return self.best[1] / max(1, *self.points) if len(self.best) == 3 and self.points else 0.0


class Line(msgspec.Struct, frozen=True):
    """A line that a player wrote into the guest book of an evening."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    words: Annotated[str, msgspec.Meta(max_length=400)]

    def __post_init__(self) -> None:
        """Clean name and words for display."""
        msgspec.structs.force_setattr(self, "name", names.clean(self.name))
        msgspec.structs.force_setattr(self, "words", names.clean(self.words, MOST_WORDS))


class Evening(msgspec.Struct):
    """Players in the order of the first game, the games that are planned, and those that were played.

    ``running``: the session of the game that was begun last, ``save``: the name of its file; "" for none.
    ``handicap``: steps of each player in every game that has handicaps, () as each game was set up last; ``away``:
    names of players who have got up.
    """

    players: Annotated[list[Seat], msgspec.Meta(max_length=MOST_PLAYERS)] = []
    games: Annotated[list[str], msgspec.Meta(max_length=MOST_GAMES)] = []
    played: Annotated[list[PlayedGame], msgspec.Meta(max_length=MOST_GAMES)] = []
    running: str = ""
    save: str = ""
    handicap: Annotated[tuple[_Steps, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    lines: Annotated[list[Line], msgspec.Meta(max_length=MOST_LINES)] = []
    away: Annotated[list[str], msgspec.Meta(max_length=MOST_PLAYERS)] = []

    @property
    def present(self) -> list[Seat]:
        """Players at the table now, in the order of the evening; all players if fewer than two are left."""
        here = [player for player in self.players if player.name not in self.away]
        return here if len(here) > 1 else self.players

    @property
    def id(self) -> str:
        """Id of the evening: that of its first session; "" before it."""
        return self.played[0].session if self.played else self.running

    @property
    def is_planned(self) -> bool:
        """Whether it can be played: two or more players of different names, at least one game, and a place of each
        player in every game played."""
        fits = all(len(one.places) == len(self.players) for one in self.played)
        names = {player.name for player in self.players}
        return len(self.players) > 1 and len(names) == len(self.players) and bool(self.games) and fits

    @property
    def is_over(self) -> bool:
        """Whether all games that were planned have been played."""
        return self.is_planned and len(self.played) >= len(self.games)

    @property
    def next_game(self) -> str:
        """Id of the game that comes next, "" when all have been played."""
        return "" if self.is_over or not self.is_planned else self.games[len(self.played)]


def seat_players(evening: Evening) -> list[Seat]:
    """Return the seats of the next game: all move on by one seat after each game."""
    here = evening.present
    by = len(evening.played) % max(1, len(here))
    return [*here[by:], *here[:by]]


def join_table(evening: Evening, player: Seat) -> None:
    """Add a player; in the games played before, this one has place 0 and no points."""
    evening.players = [*evening.players, player]
    evening.played = [
        msgspec.structs.replace(one, places=[*one.places, 0], points=_lengthen(one.points),
                                handicap=_lengthen(one.handicap))
        for one in evening.played
    ]  # fmt: skip
    evening.handicap = _lengthen(evening.handicap)


def _lengthen(kept: tuple[int, ...]) -> tuple[int, ...]:
    return (*kept, 0) if kept else ()


def find_number(evening: Evening, session: str) -> int:
    """Return which game of the evening a session is, from 1; 0 for a game outside it."""
    known = [*(one.session for one in evening.played), evening.running]
    return 1 + known.index(session) if session and session in known else 0


def score_places(places: Sequence[int]) -> list[float]:
    """Return the points of a game by player: 1 for each player placed behind, 1/2 for each other one on the same place;
    0 for one who was not at the table. ``places``: 1 = first, 0 = absent."""
    return [
        sum((other > own) + (other == own) / 2 for other in places if other) - 0.5 if own else 0.0 for own in places
    ]


def sum_points(evening: Evening) -> list[float]:
    """Return the points of each player over all games."""
    total = [0.0] * len(evening.players)
    for one in evening.played:
        for at, points in enumerate(score_places(one.places)):
            total[at] += points
    return total


def rank_players(evening: Evening) -> list[int]:
    """Return the place of each player, 1 = most points; equal points share the better place."""
    points = sum_points(evening)
    return [1 + sum(other > own for other in points) for own in points]


def enter_game(
    evening: Evening, session: str, game: str, names: Sequence[str], places: Sequence[int], points: Sequence[int] = (),
    *, handicap: Sequence[int] = (), best: tuple[int, ...] = (), ended: str = "",
) -> bool:  # fmt: skip
    """Enter the result of the running game, or a new result of a game that was entered before; lists go by seat.

    Returns whether anything has changed; False for a game that does not belong to the evening.
    """
    players, known = [player.name for player in evening.players], [one.session for one in evening.played]
    is_new = session not in known
    if is_new and (session != evening.running or sorted(names) != sorted(player.name for player in evening.present)):
        return False
    if not places or not set(names) <= set(players) or (is_new and evening.is_over):
        return False
    seats = [list(names).index(name) if name in names else -1 for name in players]

    def arrange(given: Sequence[int]) -> tuple[int, ...]:
        return tuple(given[seat] if seat >= 0 else 0 for seat in seats) if len(given) == len(names) else ()

    turn = (seats.index(best[0]), *best[1:]) if best and best[0] in seats else ()
    entry = PlayedGame(game, session, list(arrange(places)), arrange(points), arrange(handicap), turn, ended,
                       evening.save)  # fmt: skip
    if is_new:
        evening.played.append(entry)
        evening.running = evening.save = ""
        return True
    at = known.index(session)
    before = evening.played[at]
    evening.played[at] = msgspec.structs.replace(entry, ended=before.ended, save=before.save)
    return before != evening.played[at]


def find_best_turn(course: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """Return seat, points and number (from 1) of the turn that brought a seat most points; () if none brought any.

    ``course``: points before the first turn and after each turn; rows that go by side instead of by seat are
    ignored."""
    gains = [
        (row[seat] - before[seat], -turn, seat)
        for turn, (before, row) in enumerate(pairwise(course), 1)
        for seat in range(seats)
        if len(row) == seats
    ]
    gain, turn, seat = max(gains, default=(0, 0, 0))
    return (seat, gain, -turn) if gain > 0 else ()
