"""Progress in campaigns: one file next to the record of finished games.

By road and station the stars that were won and how often it was tried, and which running games belong to a station.
Only what has been won since is added to what lies on the disk, so two copies of the program take nothing from each
other. A file that is no good is set aside, which is told, and an empty one takes its place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from engine.storage import folders
from engine.storage.progress_file import ProgressFile

FILE = "road.json"
MOST_GAMES = 60
"""Running games remembered at most; the oldest are forgotten."""

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


class CampaignProgress(msgspec.Struct, dict=True):
    """By road and station what was reached, by a game's id where it belongs, by road what was played last."""

    roads: dict[_Id, dict[_Id, Reached]] = {}
    games: dict[_Id, Under] = {}
    last: dict[_Id, _Id] = {}

    def find(self, road: str, station: str) -> Reached:
        """Result reached at a stage."""
        return self.roads.get(road, {}).get(station, Reached())

    def record_end(self, road: str, station: str, stars: int) -> int:
        """A game has ended with these goals reached; gives those that are new."""
        before = self.find(road, station)
        now = Reached(min(9999, before.tries + 1), before.stars | stars)
        self.roads = {**self.roads, road: {**self.roads.get(road, {}), station: now}}
        self.last = {**self.last, road: station}
        return stars & ~before.stars

    def record_game(self, game_id: str) -> None:
        """A game has ended and counted; however often it is looked at, it does not count again."""
        self.games = {**self.games, game_id: msgspec.structs.replace(self.games[game_id], done=True)}

    def begins(self, game_id: str, under: Under) -> None:
        """A game begins that belongs to a station."""
        kept = [one for one in self.games.items() if one[0] != game_id][1 - MOST_GAMES :]
        self.games = {**dict(kept), game_id: under}
        self.last = {**self.last, under.road: under.station}


def path() -> Path:
    """Path of the progress file."""
    return folders.statistics() / FILE


def merge(found: CampaignProgress, now: CampaignProgress) -> CampaignProgress:
    """Both together: every star that either has."""
    roads = {name: dict(stations) for name, stations in found.roads.items()}
    for name, stations in now.roads.items():
        known = roads.setdefault(name, {})
        for station, reached in stations.items():
            before = known.get(station, Reached())
            known[station] = Reached(max(before.tries, reached.tries), before.stars | reached.stars)
    both = {**found.games, **now.games}
    for name, one in found.games.items():
        if one.done:  # counted once by any copy of the program it counts no more
            both[name] = one
    games = dict(list(both.items())[-MOST_GAMES:])
    return CampaignProgress(roads, games, {**found.last, **now.last})


KEPT = ProgressFile(path, CampaignProgress, merge, "road.file")
