"""A journey: stations from place to place, each with a game and goals for stars, and what is open to whom.

Where the stations lie says a map (``maps.readers.campaign_map``); here stands what they mean. A station is open when
one of those before it has been passed, and the last hall when all thrones are won.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Annotated, Any

import msgspec

from engine import names, registry, schema
from engine.content import lessons, objectives, puzzles
from engine.content.lessons import BadLessons
from engine.content.objectives import BadObjectives, Goal
from engine.content.puzzles import BadPuzzles
from engine.contract import BadOptions
from engine.seats import WHO, Level
from engine.storage.household import ProgressFile

MOST_STARS = 3
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
PLAYED = ("game", "throne", "hall")
"""Kinds of stations at which a whole game is played."""
LADDER = "ladder"
"""Name under which progress on the ladders of all games is kept."""
LEVELS = ("random", "first_evening", "novice", "skilled", "expert", "grandmaster")
"""Levels that a rival can have if it is not a character."""


class BadCampaign(ValueError):
    """Invalid campaign data; the text names the station and what was expected."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One station.

    ``kind`` game, throne, hall, lesson or puzzle. Where a game is played: ``rivals`` the levels of the other seats (the
    traveller sits first), ``options`` of the game, ``plain`` the same without twists, ``twists`` the names of those,
    ``goals`` for stars, of which the first passes the station. ``learn`` id of the lesson or the puzzle. ``title`` and
    ``realm`` as the author of the map wrote them, or ""; ``colour`` of its seal, or "" for that of the game's cover.
    """

    id: str
    kind: str
    game: str
    rivals: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    plain: Mapping[str, Any] = field(default_factory=dict)
    twists: tuple[str, ...] = ()
    goals: tuple[Goal, ...] = ()
    learn: str = ""
    title: str = ""
    realm: str = ""
    colour: str = ""

    @property
    def is_played(self) -> bool:
        """Whether the station is a whole game, not a lesson or a puzzle."""
        return self.kind in PLAYED

    @property
    def most(self) -> int:
        """Number of stars that can be won here."""
        return len(self.goals) if self.is_played else MOST_STARS

    @property
    def seats(self) -> int:
        """Number of seats."""
        return 1 + len(self.rivals)


def station(name: str, kind: str, said: Mapping[str, Any]) -> Stage:
    """Build a station from its properties in a map; raises :class:`BadCampaign`."""
    try:
        return _station(name, kind, said)
    except (BadObjectives, BadOptions, BadLessons, BadPuzzles, schema.Misfit) as error:
        raise BadCampaign(f"station {name}: {error}") from error


def _station(name: str, kind: str, said: Mapping[str, Any]) -> Stage:
    allowed = {"game", "title", "realm", "colour"} | ({"rivals", "options", "goals"} if kind in PLAYED else {"learn"})
    for other in said:
        if other not in allowed:
            raise BadCampaign(f"station {name}: {str(other)[:40]}: expected one of {', '.join(sorted(allowed))}")
    words = {key: str(said.get(key, "")) for key in allowed}
    if words["game"] not in [info.id for info in registry.games()]:
        raise BadCampaign(f"station {name}: game: expected one that there is, found {words['game'][:40]!r}")
    game = words["game"]
    for key in ("title", "realm"):
        if words[key] != names.clean(words[key], 40):
            raise BadCampaign(f"station {name}: {key}: expected one line of up to 40 letters")
    if words["colour"] and not _COLOUR.match(words["colour"]):
        raise BadCampaign(f"station {name}: colour: expected one like #5f3f9c, found {words['colour'][:40]!r}")
    plainly = Stage(name, kind, game, title=words["title"], realm=words["realm"], colour=words["colour"])
    if kind not in PLAYED:
        known = _to_learn(game, kind)
        if words["learn"] not in known:
            raise BadCampaign(f"station {name}: learn: expected a {kind} of {game}, found {words['learn'][:40]!r}")
        return replace(plainly, learn=words["learn"])
    rivals = tuple(_rival(name, each) for each in words["rivals"].split())
    rules = registry.rules(game)
    if len(rivals) + 1 not in rules.seat_counts:
        raise BadCampaign(f"station {name}: rivals: expected as many as {game} has seats for, found {len(rivals)}")
    options = rules.check_options(_options(name, words["options"]), len(rivals) + 1)
    offered = [option for option in rules.options() if option.twist]
    twists = tuple(option.name for option in offered if option.name in options)
    plain = {key: value for key, value in options.items() if key not in twists}
    goals = objectives.read(game, words["goals"] or "win", "goals")
    if not 0 < len(goals) <= MOST_STARS:
        raise BadCampaign(f"station {name}: goals: expected one to {MOST_STARS}, found {len(goals)}")
    return replace(plainly, rivals=rivals, options=options, plain=plain, twists=twists, goals=goals)


def _to_learn(game: str, kind: str) -> Sequence[str]:
    if kind == "lesson":
        return [lesson.id for lesson in lessons.row(game).lessons] if lessons.has(game) else []
    return [puzzle.id for puzzle in puzzles.load_puzzles(game)]


def _rival(name: str, said: str) -> str:
    level = said if said in LEVELS else WHO + said
    try:
        return schema.convert(level, Level)
    except msgspec.ValidationError as error:
        raise BadCampaign(f"station {name}: rivals: expected named opponents or levels, found {said[:40]!r}") from error


def _options(name: str, said: str) -> dict[str, Any]:
    try:
        found = json.loads(said or "{}")
    except (ValueError, RecursionError) as error:
        raise BadCampaign(f"station {name}: options: expected JSON: {error}") from error
    if not isinstance(found, dict):
        raise BadCampaign(f"station {name}: options: expected an object, found {said[:40]!r}")
    return found


class Campaign:
    """All stations of a campaign in the order of its map, and the ways between them."""

    def __init__(self, stations: Sequence[Stage], ways: Iterable[tuple[str, str]]) -> None:
        self.stations = {one.id: one for one in stations}
        self.order = tuple(self.stations)
        self.before: dict[str, tuple[str, ...]] = dict.fromkeys(self.order, ())
        self.after: dict[str, tuple[str, ...]] = dict.fromkeys(self.order, ())
        for start, end in ways:
            self.before[end] += (start,)
            self.after[start] += (end,)
        self.thrones = tuple(one.id for one in stations if one.kind == "throne")
        self._check()

    def _check(self) -> None:
        if not [name for name in self.order if not self.before[name]]:
            raise BadCampaign("path: expected a station that no way leads to, to begin with")
        reached, waiting = set[str](), [name for name in self.order if not self.before[name]]
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += self.after[name]
        for name in self.order:
            if name not in reached:
                raise BadCampaign(f"station {name}: expected a way that leads there")

    def is_open(self, name: str, passed: Iterable[str]) -> bool:
        """Whether a player who has passed these stages may play this one."""
        done = set(passed)
        if self.stations[name].kind == "hall" and not done.issuperset(self.thrones):
            return False
        return name in done or not self.before[name] or not done.isdisjoint(self.before[name])

    def missing_throne(self, name: str, passed: Iterable[str]) -> str:
        """Return the throne that must be won before this station opens, "" when none is missing.

        For a hall this is the first throne not won yet, for other stations one that every way to them passes through.
        """
        done = set(passed)
        if self.stations[name].kind == "hall":
            return next((throne for throne in self.thrones if throne not in done), "")
        for throne in self.thrones:
            if throne not in done and throne != name and not self._reachable(name, throne):
                return throne
        return ""

    def _reachable(self, name: str, without: str) -> bool:
        waiting = [one for one in self.order if not self.before[one] and one != without]
        seen = set[str]()
        while waiting:
            one = waiting.pop()
            if one == name:
                return True
            if one not in seen:
                seen.add(one)
                waiting += [each for each in self.after[one] if each != without]
        return False

    def next_stage(self, passed: Iterable[str], last: str = "") -> str:
        """Return the station to play next: ``last`` while it is open and not passed, else an open one right after it,
        else the first open one not passed, else the last of all."""
        done = set(passed)
        free = [name for name in self.order if name not in done and self.is_open(name, done)]
        onward = [name for name in self.after.get(last, ()) if name in free]
        if last in free:
            return last
        return (onward or free or [self.order[-1]])[0]

    @property
    def most_stars(self) -> int:
        """Number of stars that can be won in the whole campaign."""
        return sum(one.most for one in self.stations.values())


class Rung(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a game's ladder as its file has it; the fields are as in :class:`Stage`."""

    rivals: str
    options: dict[str, Any]


LADDER_FILE = "ladder.json"
"""Name of a game's ladder file, next to its manifest."""
RUNGS = 10


def ladder(game: str) -> tuple[Stage, ...]:
    """Return the ten steps of a game's ladder, () when it has none; raises :class:`BadCampaign`."""
    path = registry.folder(game) / LADDER_FILE
    if not path.exists():
        return ()
    try:
        rungs = schema.read(path, tuple[Rung, ...])
    except schema.Misfit as error:
        raise BadCampaign(str(error)) from error
    if len(rungs) != RUNGS:
        raise BadCampaign(f"{path}: expected {RUNGS} steps, found {len(rungs)}")
    found = []
    for number, rung in enumerate(rungs, 1):
        said = {"game": game, "rivals": rung.rivals, "options": json.dumps(rung.options), "goals": objectives.WIN}
        found.append(station(f"{game}_{number}", "game", said))
    return tuple(found)


def ladders(steps: Iterable[Sequence[Stage]] | None = None) -> Campaign:
    """Build a campaign of parallel ladders (those of all games by default), each climbed step by step; raises
    :class:`BadCampaign`."""
    rows = [ladder(info.id) for info in registry.games()] if steps is None else steps
    found: list[Stage] = []
    ways: list[tuple[str, str]] = []
    for row in rows:
        found += row
        ways += pairwise([one.id for one in row])
    return Campaign(found, ways)


def whole(places: Iterable[tuple[str, str, Mapping[str, Any]]], ways: Iterable[tuple[str, str]]) -> Campaign:
    """Build the campaign of a map; raises :class:`BadCampaign`. ``places``: id, kind and properties of each station;
    ``ways``: pairs of ids, the second opened by the first."""
    return Campaign([station(*place) for place in places], ways)


# Progress in campaigns: one file next to the record of finished games.
#
# By road and station the stars that were won and how often it was tried, and which running games belong to a station.
# Only what has been won since is added to what lies on the disk, so two copies of the program take nothing from each
# other. A file that is no good is set aside, which is told, and an empty one takes its place.

FILE = "road.json"
MOST_GAMES = 60
"""Running games remembered at most; the oldest are forgotten."""

_Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{1,80}\Z")]
_Tries = Annotated[int, msgspec.Meta(ge=0, le=9999)]
_Stars = Annotated[int, msgspec.Meta(ge=0, le=7)]


class Reached(msgspec.Struct):
    """Result at one station: number of finished games, and the goals ever reached, as a mask with bit = index."""

    tries: _Tries = 0
    stars: _Stars = 0


class Under(msgspec.Struct, frozen=True):
    """The station a game belongs to; ``plain``: played without the station's twist; ``done``: it has been counted."""

    road: _Id
    station: _Id
    plain: bool = False
    done: bool = False


class CampaignProgress(msgspec.Struct, dict=True):
    """Progress: results by campaign and station; the station of each running or counted game, by game id; the station
    played last, by campaign."""

    roads: dict[_Id, dict[_Id, Reached]] = {}
    games: dict[_Id, Under] = {}
    last: dict[_Id, _Id] = {}

    def find(self, road: str, station: str) -> Reached:
        """Return the result at a station; an empty one if it was never played. ``road``: id of the campaign."""
        return self.roads.get(road, {}).get(station, Reached())

    def record_end(self, road: str, station: str, stars: int) -> int:
        """Record a finished game with these goals; return those reached for the first time. Both are masks (bit =
        index)."""
        before = self.find(road, station)
        now = Reached(min(9999, before.tries + 1), before.stars | stars)
        self.roads = {**self.roads, road: {**self.roads.get(road, {}), station: now}}
        self.last = {**self.last, road: station}
        return stars & ~before.stars

    def record_game(self, game_id: str) -> None:
        """Mark a finished game as counted, so that it is not counted again."""
        self.games = {**self.games, game_id: msgspec.structs.replace(self.games[game_id], done=True)}

    def begins(self, game_id: str, under: Under) -> None:
        """Record that a new game belongs to a station, and that this is the last station of its campaign."""
        kept = [one for one in self.games.items() if one[0] != game_id][1 - MOST_GAMES :]
        self.games = {**dict(kept), game_id: under}
        self.last = {**self.last, under.road: under.station}


def merge(found: CampaignProgress, now: CampaignProgress) -> CampaignProgress:
    """Return two records of progress merged: the goals reached in either, the larger numbers of games."""
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


KEPT = ProgressFile(FILE, CampaignProgress, merge, "road.file")
