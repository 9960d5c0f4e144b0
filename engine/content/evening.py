"""An evening: several games in a row with the same players, points for places, seats that move on after each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from engine.seats import Seat

MOST_PLAYERS, MOST_GAMES = 4, 12
_Place = Annotated[int, msgspec.Meta(ge=1, le=MOST_PLAYERS)]


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game of an evening: its id, the session's id, and the place of each player in the evening's order."""

    game: str
    session: str
    places: Annotated[list[_Place], msgspec.Meta(max_length=MOST_PLAYERS)]


class Evening(msgspec.Struct):
    """Players in the order of the first game, the games that are planned, and those that were played.

    ``running``: the session of the game that was begun last, ``save``: the name of its file; "" for none.
    """

    players: Annotated[list[Seat], msgspec.Meta(max_length=MOST_PLAYERS)] = []
    games: Annotated[list[str], msgspec.Meta(max_length=MOST_GAMES)] = []
    played: Annotated[list[PlayedGame], msgspec.Meta(max_length=MOST_GAMES)] = []
    running: str = ""
    save: str = ""

    @property
    def is_planned(self) -> bool:
        """Whether there are players and games that fit each other."""
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
    """Return the seats of the next game: everybody moves on by one after each game."""
    by = len(evening.played) % max(1, len(evening.players))
    return [*evening.players[by:], *evening.players[:by]]


def score_places(places: Sequence[int]) -> list[float]:
    """Return the points of a game by player: 1 for each player placed behind, 1/2 for each on the same place."""
    return [sum((other > own) + (other == own) / 2 for other in places) - 0.5 for own in places]


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


def enter_game(evening: Evening, session: str, game: str, names: Sequence[str], places: Sequence[int]) -> bool:
    """Record the result of the running game by seat, or correct that of an earlier game.

    Returns whether anything has changed; False for a game that does not belong to the evening.
    """
    players = [player.name for player in evening.players]
    if not places or sorted(names) != sorted(players):
        return False
    entry = PlayedGame(game, session, [places[list(names).index(name)] for name in players])
    known = [one.session for one in evening.played]
    if session in known:
        at = known.index(session)
        changed = evening.played[at] != entry
        evening.played[at] = entry
        return changed
    if session != evening.running or evening.is_over:
        return False
    evening.played.append(entry)
    evening.running = evening.save = ""
    return True
