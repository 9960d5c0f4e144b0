"""A road with what has been reached on it: map, journey and record together, as the screens want it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from engine import registry
from engine.content import campaign, objectives, puzzles
from engine.content.campaign import LADDER, BadCampaign, Campaign, Stage, Under
from engine.content.objectives import Goal
from engine.content.puzzles import BadPuzzles
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, safe_read, saves
from engine.storage.saves import SlotInfo
from maps.readers import campaign_map
from maps.readers.campaign_map import BadMap, RoadMap
from scenes.common import lesson_progress, opponent_names
from scenes.common.opponent_names import level_name
from scenes.puzzles import puzzle_results as puzzle_record
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.page import introduce
from scenes.table.new_game import begin, new_seed, sitting
from scenes.table.script import AnyTable
from sprites.base import icons, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.wax import Wax, build_wax, seal
from sprites.road import paper

OURS = "road"
"""The name of the road that the game brings along."""
"""The name under which the steps of all ladders are kept."""
MOST_ROADS = 20
"""Maps of the player's folder offered at most."""
WON = 1
"""The bit of the goal that passes a station."""


class Reward(NamedTuple):
    """Total of a campaign: stars won and possible, thrones won and possible, and whether anything was tried."""

    stars: int
    most_stars: int
    thrones: int
    all_thrones: int
    is_begun: bool


class Score(NamedTuple):
    """Result at a station: reached goals as a mask (bit = goal's index), number of stars, whether passed, number of
    tries."""

    bits: int
    stars: int
    passed: bool
    tries: int


def list_roads() -> list[str]:
    """Return the names of all campaigns: the built-in one, then those in the player's folder. A file that cannot be a
    campaign is listed by its whole file name."""
    found, others = safe_read.list_files(folders.roads(), ".tmx", safe_read.NOT_TILED)
    own = [path.stem if fits(path.stem) else path.name for path in found]
    return [OURS, *own, *(path.name for path in others)][: 1 + MOST_ROADS]


def fits(name: str) -> bool:
    """Whether this name of a campaign can be stored with progress."""
    plain = name not in (OURS, LADDER) and 0 < len(name) <= 40
    return plain and all(letter.isascii() and (letter.isalnum() or letter in "_-") for letter in name)


def find_road_file(name: str) -> Path:
    """Return the file of a campaign map; raises :class:`BadMap` for an invalid name."""
    if name == OURS:
        return campaign_map.ROAD_MAP
    usual = folders.roads() / f"{name}.tmx"
    if fits(name):
        found, _ = safe_read.list_files(folders.roads(), ".tmx")
        return next((path for path in found if path.stem == name), usual)
    if name.casefold().endswith(".tmx"):
        raise BadMap(f"{name}: name of the file: expected lower-case letters, digits, _ and -")
    raise BadMap(f"{name}: name of the file: expected the ending .tmx (in Tiled: Save As)")


def check_rivals(stations: Iterable[Stage]) -> None:
    """Raise :class:`BadCampaign` if a stage names an unknown opponent."""
    for one in stations:
        for rival in one.rivals:
            if opponent_names.playable(rival) != rival:
                raise BadCampaign(f"station {one.id}: rivals: there is no opponent {rival.removeprefix('who:')!r}")


class Travelled:
    """Base of campaigns and ladders: stations with the player's progress at each."""

    def __init__(self, ctx: Context, name: str, journey: Campaign) -> None:
        self.ctx = ctx
        self.name = name
        self.journey = journey
        self.unfinished: dict[str, SlotInfo] = {}
        """The game to go on with, by station."""
        self._read: dict[str, SlotInfo] = {}
        check_rivals(journey.stations.values())

    # --- what has been reached ------------------------------------------------------------------------

    def score(self, name: str) -> Score:
        """Return the result at a station; for lessons and puzzles from their own records."""
        station = self.journey.stations[name]
        if station.kind == "lesson":
            stars = lesson_progress.progress(self.ctx, station.game).stars.get(station.learn, 0)
            return Score((1 << stars) - 1, stars, stars > 0, int(stars > 0))
        if station.kind == "puzzle":
            return self._puzzle(station)
        reached = self.ctx.travels.find(self.name, name)
        bits = reached.stars & (1 << station.most) - 1
        return Score(bits, bits.bit_count(), bool(bits & WON), reached.tries)

    def _puzzle(self, station: Stage) -> Score:
        kept = puzzle_record.get_record(self.ctx, station.game)
        state, tries = kept.state.get(station.learn, ""), kept.tries.get(station.learn, 0)
        stars = max(1, 4 - tries) if state == puzzle_record.SOLVED else 0
        return Score((1 << stars) - 1, stars, state in (puzzle_record.SOLVED, puzzle_record.SHOWN), tries)

    def list_passed_stages(self) -> set[str]:
        """Return the names of all stations that have been passed."""
        return {name for name in self.journey.order if self.score(name).passed}

    # --- games that are not over ------------------------------------------------------------------------

    def search_saves(self) -> None:
        """Start to search the saves for unfinished games of stations in the background; :meth:`collect_saves` takes the
        result."""
        stations = {
            game: under.station
            for game, under in self.ctx.travels.games.items()
            if under.road == self.name and not under.done
        }
        if self.ctx.quiet or not stations:
            self._read = {}
        else:
            self.ctx.records.submit("unfinished", lambda: self._read_saves(stations))

    def _read_saves(self, stations: Mapping[str, str]) -> None:
        """Read the saves; the game saved last comes first. Runs in the background."""
        found: dict[str, SlotInfo] = {}
        for slot in saves.slots(folders.saves()):
            if slot.error is None and not slot.over and slot.id in stations:
                found.setdefault(stations[slot.id], slot)
        self._read = found

    def collect_saves(self) -> bool:
        """Take the result of the search; return whether unfinished games have changed."""
        before, self.unfinished = self.unfinished, self._read
        return before is not self._read

    # --- words ----------------------------------------------------------------------------------------

    def title(self, station: Stage) -> str:
        """Return the name of a stage."""
        return station.title or station.id

    def realm(self, station: Stage) -> str:
        """Return the name of the region of a stage; "" for a stage that lies on no map."""
        return ""

    def describe_station(self, station: Stage) -> str:
        """Return the line that says where a stage stands in the order."""
        order = self.journey.order
        return self.ctx.t("road.where", n=order.index(station.id) + 1, of=len(order))

    def rivals(self, station: Stage) -> list[str]:
        """Return the names of the opponents at a station."""
        return [level_name(self.ctx, rival)[: opponent_names.AT_SEAT] for rival in station.rivals]

    def wax(self, station: Stage) -> Wax:
        """Return colour and icon of a station's seal: its own or its game's colour; lessons and puzzles have icons of
        their own."""
        info = registry.info(station.game)
        icon = {"lesson": "book", "puzzle": "question"}.get(station.kind, info.emblem)
        return build_wax(station.colour or info.cover.colour, icon)


class Atlas(Travelled):
    """One campaign with its map and progress; raises :class:`BadMap` or :class:`BadCampaign` for an invalid map."""

    def __init__(self, ctx: Context, name: str = OURS) -> None:
        self.map: RoadMap = campaign_map.load(find_road_file(name))
        ways = [(way.start, way.end) for way in self.map.ways]
        super().__init__(ctx, name, campaign.whole([(one.id, one.kind, one.said) for one in self.map.places], ways))
        self.at = {one.id: (one.x, one.y) for one in self.map.places}

    def sum_up(self) -> Reward:
        """Return the total of what has been won in the campaign."""
        scores = {name: self.score(name) for name in self.journey.order}
        thrones = self.journey.thrones
        return Reward(
            sum(score.stars for score in scores.values()),
            self.journey.most_stars,
            sum(scores[name].passed for name in thrones),
            len(thrones),
            any(score.stars or score.tries for score in scores.values()),
        )

    def find_next_station(self) -> str:
        """Return the name of the station to play next."""
        return self.journey.next_stage(self.list_passed_stages(), self.ctx.travels.last.get(self.name, ""))

    def find_waiting_stage(self) -> Stage | None:
        """Return the stage to play next; None when the last hall has been won."""
        return None if self.is_won() else self.journey.stations.get(self.find_next_station())

    def is_won(self) -> bool:
        """Whether the last hall has been won."""
        return any(one.kind == "hall" and self.score(one.id).passed for one in self.journey.stations.values())

    def title(self, station: Stage) -> str:
        """Return the name of a stage."""
        return self.ctx.t(f"road.station.{station.id}") if self.name == OURS else super().title(station)

    def realm(self, station: Stage) -> str:
        """Return the name of the region of a stage."""
        return self.ctx.t(f"road.name.{station.realm}") if self.name == OURS else station.realm

    def words(self, name: str) -> str:
        """Return a name on the map in the player's language; names on a custom map are shown as they are."""
        return self.ctx.t(f"road.name.{name}") if self.name == OURS else name


def load_begun_road(ctx: Context) -> Atlas | None:
    """Return the built-in campaign if the player has tried or won anything on it; else None."""
    road = load_road(ctx)
    return road if road is not None and road.sum_up().is_begun else None


def load_road(ctx: Context) -> Atlas | None:
    """Return the built-in campaign; None when its map is invalid, which is reported where the campaign is opened."""
    try:
        return Atlas(ctx)
    except (BadMap, BadCampaign):
        return None


class Ladders(Travelled):
    """The ladders of all games, for players who have won the last hall. A ladder that cannot be used is left out;
    ``problems`` says why."""

    def __init__(self, ctx: Context) -> None:
        self.problems: list[str] = []
        rows = []
        for info in registry.games():
            try:
                row = campaign.ladder(info.id)
                check_rivals(row)
            except BadCampaign as error:
                self.problems.append(str(error))
            else:
                rows.append(row)
        super().__init__(ctx, LADDER, campaign.ladders(rows))

    def title(self, station: Stage) -> str:
        """Return the game's name as the title of its ladder."""
        return self.ctx.t(f"{station.game}.cover").split("|")[-1]

    def describe_station(self, station: Stage) -> str:
        """Return the line that names the step of the ladder."""
        return self.ctx.t("road.ladder.step", n=self.step(station))

    def step(self, station: Stage) -> int:
        """Return the number of the step, from 1."""
        return int(station.id.rpartition("_")[2])

    def games(self) -> list[str]:
        """Return the games that have a ladder."""
        return list(dict.fromkeys(one.game for one in self.journey.stations.values()))


def set_out(atlas: Travelled, name: str, plain: bool = False, anew: bool = False) -> None:
    """Open the game, lesson or puzzle of the station ``name``, over the map. An unfinished game is continued, unless
    one is begun ``plain`` (without twist) or ``anew``."""
    ctx, station = atlas.ctx, atlas.journey.stations[name]
    if name in atlas.unfinished and not (plain or anew):
        routes.call(ctx, "open_save", atlas.unfinished[name])
        return
    if station.kind == "lesson":
        from engine.content import lessons

        at = [lesson.id for lesson in lessons.row(station.game).lessons].index(station.learn)
        routes.call(ctx, "teach", station.game, at)
        return
    if station.kind == "puzzle":
        from scenes.puzzles.puzzle_controller import Occasion, open_puzzle

        try:
            ids = [puzzle.id for puzzle in puzzles.load_puzzles(station.game)]
            back = Occasion("road.title", partial(go_to_road, ctx, atlas.name))  # the record of puzzles counts it
            open_puzzle(ctx, station.game, ids.index(station.learn), back)
        except BadPuzzles as error:
            ctx.ask(ctx.t("puzzle.bad"), str(error))
        return
    options = station.plain if plain else station.options
    table = begin(ctx, station.game, options, seat_players(atlas, station), new_seed(), try_again=False)
    ctx.travels.begins(table.session.id, Under(atlas.name, name, plain and bool(station.twists)))
    ctx.save_travels()
    routes.call(ctx, "watch_goals", table)
    ctx.stack.push(table)


def seat_players(atlas: Travelled, station: Stage) -> Sequence[Seat]:
    """Return the seats of a station's game: the player first."""
    return sitting(atlas.ctx, station.game, ["", *station.rivals])


def open_road(ctx: Context) -> None:
    """Open the campaign from another screen; an invalid map is reported."""
    try:
        routes.open(ctx, "road")
    except (BadMap, BadCampaign) as error:
        tell_bad(ctx, OURS, error)
    else:
        introduce(ctx, "road", _picture)


def _picture(c: Canvas, x: float, y: float) -> None:
    """Draw the picture of the introduction: a path from game to game up to the High Hall."""
    places = [(-190.0, 14.0), (-100.0, -16.0), (-10.0, 16.0), (80.0, -12.0), (180.0, -4.0)]
    for (ax, ay), (bx, by) in pairwise(places):
        for k in range(3, 16, 3):
            ends = [(x + ax + (bx - ax) * at / 18, y + ay + (by - ay) * at / 18) for at in (k, k + 1.5)]
            strokes.line(c, ends, "road/thread", 2.2)
    for k, (info, (dx, dy)) in enumerate(zip(registry.games(), places, strict=False)):
        wax = build_wax(info.cover.colour, info.emblem)
        if k == 0:
            seal(c, wax, x + dx, y + dy, 19)
            paper.draw_stars(c, x + dx, y + dy + 29, 2, 3)
        else:
            paper.draw_disc(c, wax, x + dx, y + dy)
    paper.draw_hall(c, x + places[-1][0], y + places[-1][1], won=False, now=False, pulse=0.0)


def go_to_road(ctx: Context, name: str = OURS, *given: Any) -> None:
    """Replace all screens by a campaign, or by the title if its map is invalid by now, which is reported."""
    try:
        routes.go(ctx, "road", name, *given)
    except (BadMap, BadCampaign) as error:
        routes.go(ctx, "title")
        tell_bad(ctx, name, error)


def tell_bad(ctx: Context, name: str, error: BadMap | BadCampaign) -> None:
    """Show why a campaign cannot be used: the name of its file, and the fault in the player's language."""
    try:
        path = find_road_file(name)
    except BadMap:
        path = Path(name)
    said = safe_read.text_after_name(str(error), path)
    body = f"{path.name}: {ctx.texts.complaints.translate(said)}"
    ctx.ask(ctx.t("road.bad"), body)


# The goals of a stage: counted at its table, entered after the game, told in one line below its result.

STAR = ("base/star.high", "base/star.low")
GAP = 26.0


def find_goals(ctx: Context, session: Session) -> Sequence[Goal]:
    """Return the goals of a campaign game's station; () for any other game. A game without the station's twist has only
    the first goal, to win."""
    found = _find_stage(ctx, session)
    if found is None:
        return ()
    _, station = found
    return station.goals[:1] if ctx.travels.games[session.id].plain else station.goals


def _find_stage(ctx: Context, session: Session) -> tuple[Travelled, Stage] | None:
    """The road and the stage that a game belongs to."""
    under = ctx.travels.games.get(session.id)
    if under is None:
        return None
    try:
        road = Ladders(ctx) if under.road == LADDER else Atlas(ctx, under.road)
    except (BadMap, BadCampaign):
        return None
    station = road.journey.stations.get(under.station)
    return None if station is None else (road, station)


def watch_goals(ctx: Context, table: AnyTable) -> None:
    """Show live counts of a stage's goals at its table; do nothing for another table."""
    found, goals = _find_stage(ctx, table.session), find_goals(ctx, table.session)
    if found is not None and goals:
        road, station = found
        from scenes.table.goal_strip import GoalStrip  # only where a stage is played

        strip = GoalStrip(table, goals, lambda: f"{road.describe_station(station)}: {road.title(station)}")
        strip.twists = () if ctx.travels.games[table.session.id].plain else station.twists
        table.watch_goals(strip)


@dataclass(frozen=True, slots=True)
class Told:
    """Result of a campaign game: reached goals and newly reached ones as masks (bit = goal's index), and whether it
    passed the station for the ``first`` time."""

    road: str
    station: Stage
    bits: int
    fresh: int
    first: bool


def evaluate_game(ctx: Context, session: Session) -> Told | None:
    """Return the result of a finished campaign game; None for any other game. It is recorded once, however often it is
    called."""
    known: dict[str, Told] = ctx.road_news
    if session.id in known:
        return known[session.id]
    found = _find_stage(ctx, session) if session.over else None
    if found is None or not found[1].is_played:
        return None
    (atlas, station), under = found, ctx.travels.games[session.id]
    bits = find_reached_goals(session, station)
    if under.plain:
        bits &= WON  # without its twist a station can be passed, and no more
    if under.done:
        return Told(under.road, station, bits, 0, False)
    before = atlas.score(station.id)
    fresh = ctx.travels.record_end(under.road, station.id, bits)
    ctx.travels.record_game(session.id)
    ctx.save_travels()
    known[session.id] = Told(under.road, station, bits, fresh, bool(bits & WON) and not before.passed)
    return known[session.id]


def find_reached_goals(session: Session, station: Stage) -> int:
    """Return the goals that a finished game has reached, as a mask (bit = goal's index)."""
    seat = next((number for number, one in enumerate(session.seats) if one.is_person), 0)
    if session.helped:
        return 0
    known = objectives.collect(session, seat)
    return sum(1 << at for at, goal in enumerate(station.goals) if objectives.is_reached(session.game, goal, known))


def road_line(ctx: Context, c: Canvas, told: Told, at: tuple[float, float], room: float) -> None:
    """Draw each goal with its star in one line, centred at ``at`` and at most ``room`` wide; reached ones gold, new
    ones with a glow."""
    station = told.station
    words = [ctx.say(objectives.text(station.game, goal)) for goal in station.goals]
    font = text.find_font("aside")
    while font.size > 12 and _measure_goals(c, words, font) > room:
        font = text.resize(font, font.size - 0.5)
    y = at[1]
    x = at[0] - _measure_goals(c, words, font) / 2
    for number, said in enumerate(words):
        won, fresh = told.bits >> number & 1, told.fresh >> number & 1
        if fresh:
            shapes.glow(c, x + 11, y, 24, "glow", 190)
        if won:
            icons.gradient(c, "round-star", x + 11, y, 23, STAR)
        else:
            icons.draw(c, "round-star", x + 11, y, 23, "line")
        ink = "text.bright" if won else "text.dim"
        spoken = partial(ctx.t, f"reader.result.stars.{'won' if won else 'missed'}", goal=said)
        with tell_as_one(c.words, (x, y - 12, room, 24.0), spoken):
            wide = text.draw(c, said, x + 28, y, font, ink, "lm", shadow=True)
        x += 28 + wide + GAP


def _measure_goals(c: Canvas, words: list[str], font: text.Font) -> float:
    return sum(28 + text.width(c, said, font) for said in words) + GAP * (len(words) - 1)
