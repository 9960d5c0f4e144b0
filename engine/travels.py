"""What has been reached on roads: one file beside the record of finished games.

By road and station the stars that were won and how often it was tried, and which running games belong to a station.
Only what has been won since is added to what lies on the disk, so two copies of the program take nothing from each
other. A file that is no good is set aside, which is told, and an empty one takes its place.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from engine import files, folders, owners, reading
from engine.contract import Message
from engine.player_file import Refused
from engine.reading import Unreadable

FILE = "road.json"
MOST_BYTES = 1 << 20
MOST_GAMES = 60
"""So many games that are under way are remembered; the oldest are forgotten."""

_Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{1,80}\Z")]
_Tries = Annotated[int, msgspec.Meta(ge=0, le=9999)]
_Stars = Annotated[int, msgspec.Meta(ge=0, le=7)]


class Reached(msgspec.Struct):
    """One station: how often it was played to an end, and the goals that were ever reached, as bits."""

    tries: _Tries = 0
    stars: _Stars = 0


class Under(msgspec.Struct, frozen=True):
    """A game that belongs to a station; ``plain`` when it is played without the station's twist, ``done`` when it has
    counted already."""

    road: _Id
    station: _Id
    plain: bool = False
    done: bool = False


class Travels(msgspec.Struct, dict=True):
    """By road and station what was reached, by a game's id where it belongs, by road what was played last."""

    roads: dict[_Id, dict[_Id, Reached]] = {}
    games: dict[_Id, Under] = {}
    last: dict[_Id, _Id] = {}

    def at(self, road: str, station: str) -> Reached:
        """What was reached at a station."""
        return self.roads.get(road, {}).get(station, Reached())

    def ended(self, road: str, station: str, stars: int) -> int:
        """A game has ended with these goals reached; gives those that are new."""
        before = self.at(road, station)
        now = Reached(min(9999, before.tries + 1), before.stars | stars)
        self.roads = {**self.roads, road: {**self.roads.get(road, {}), station: now}}
        self.last = {**self.last, road: station}
        return stars & ~before.stars

    def counted(self, game_id: str) -> None:
        """A game has ended and counted; however often it is looked at, it does not count again."""
        self.games = {**self.games, game_id: msgspec.structs.replace(self.games[game_id], done=True)}

    def begins(self, game_id: str, under: Under) -> None:
        """A game begins that belongs to a station."""
        kept = [one for one in self.games.items() if one[0] != game_id][1 - MOST_GAMES :]
        self.games = {**dict(kept), game_id: under}
        self.last = {**self.last, under.road: under.station}


def path() -> Path:
    """The file."""
    return folders.statistics() / FILE


def load() -> tuple[Travels, list[Message]]:
    """What has been reached, and what to tell the player about the file; never raises."""
    place = path()
    try:
        return reading.read(place, _decoded, MOST_BYTES), []
    except Unreadable as error:
        if error.missing:
            return Travels(), []
        if not error.damaged and not isinstance(error.cause, Refused):
            return Travels(), [reading.about("road.file.unreadable", path=str(place), reason=error.reason)]
        kept = files.set_aside(place, ".bad")
        found, again = _backup(place)
        told = "road.file.restored" if again else "road.file.damaged"
        return found, [reading.about(told, path=str(kept or place))]


def _decoded(data: bytes) -> Travels:
    return msgspec.json.decode(data, type=Travels)


def _backup(place: Path) -> tuple[Travels, bool]:
    try:
        return reading.read(files.backup_of(place), _decoded, MOST_BYTES), True
    except Unreadable:
        return Travels(), False


def merged(found: Travels, now: Travels) -> Travels:
    """Both together: every star that either has."""
    roads = {name: dict(stations) for name, stations in found.roads.items()}
    for name, stations in now.roads.items():
        known = roads.setdefault(name, {})
        for station, reached in stations.items():
            before = known.get(station, Reached())
            known[station] = Reached(max(before.tries, reached.tries), before.stars | reached.stars)
    games = dict(list({**found.games, **now.games}.items())[-MOST_GAMES:])
    return Travels(roads, games, {**found.last, **now.last})


_saving = threading.Lock()


def saver(travels: Travels) -> Callable[[], None]:
    """The work of keeping what has been reached by now, which may be done in another thread; raises FolderError."""
    now = msgspec.convert(msgspec.to_builtins(travels), Travels)

    def work() -> None:
        place = path()
        with _saving, owners.alone(place):
            try:
                found = reading.read(place, _decoded, MOST_BYTES)
            except Unreadable as error:
                if not error.missing:
                    files.set_aside(place, ".bad")
                found = _backup(place)[0]
            files.write(place, msgspec.json.format(msgspec.json.encode(merged(found, now)), indent=2) + b"\n")

    return work
