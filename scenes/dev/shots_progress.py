"""What a person has come to in pictures: the road, the day's letters, deeds and the page *You*."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import msgspec

from ai.analysis.habits import Chance, FoundHabit, Habit, HabitGame
from engine import registry
from engine.content import achievements, daily_challenge
from engine.content.achievements import Done, Record
from engine.content.campaign import LADDER, CampaignProgress, Reached, Under
from engine.content.daily_challenge import DailyResults, Day, Try
from engine.content.spaced_repetition import Missed
from engine.session import Session
from engine.storage.statistics import PlayedGame
from scenes.campaign.progress_view import OURS, Atlas, seat_players
from scenes.dev import staging
from scenes.dev.staging import PageShot, Show, call, open_page, play_until, seats
from scenes.profile.habit_games import KnownGames, list_tables
from scenes.profile.panels import Found
from scenes.shell import routes
from scenes.shell.context import Context

PASSED = 12
LONG = {"king_of_12": 24, "legends": 40, "king_of_the_dice": 60, "tash_kalar": 70}
"""Number of decisions made before the goals are shown."""
SHOWN = date(2026, 11, 22)
RIVALS = ("who:mia", "who:tom", "who:hilda", "who:berta")
EVENINGS = 70


# --- the road -------------------------------------------------------------------------------------------------------


def travel(ctx: Context, stations: int) -> None:
    """Pass a number of stages, with one to three stars each."""
    ctx._travels = CampaignProgress()
    order = [one for one in Atlas(ctx).journey.stations.values() if one.is_played][:stations]
    stars = (7, 3, 7, 1, 5, 7, 3)
    ctx._travels.roads = {OURS: {one.id: Reached(1 + at % 3, stars[at % 7]) for at, one in enumerate(order)}}
    if 0 < stations < 30:
        ctx._travels.last = {OURS: order[-1].id}


def show_road(stations: int, *then: Callable[[Any], object]) -> Show:
    """Return the picture of the campaign map after ``stations`` stations; ``then``: functions called with the page."""
    return PageShot("road", before=[partial(travel, stations=stations)], then=then)


def climb(ctx: Context) -> None:
    """Pass all stations of the road, and climb some steps of the ladders."""
    travel(ctx, 99)
    climbed = (("king_of_12", 4), ("legends", 9), ("king_of_the_dice", 1))
    steps = {f"{game}_{number}": Reached(2, 1) for game, most in climbed for number in range(1, most + 1)}
    ctx.travels.roads[LADDER] = steps


def start_stage(ctx: Context, name: str, seed: str) -> Session:
    """Return the session of a stage's game, begun."""
    travel(ctx, 0)
    atlas = Atlas(ctx)
    station = atlas.journey.stations[name]
    session = Session.start(station.game, station.options, seat_players(atlas, station), seed)
    ctx.travels.begins(session.id, Under(OURS, name))
    return session


def is_long(session: Session) -> bool:
    """Whether a game is well under way and only the first seat has to decide."""
    return session.turn >= LONG.get(session.game, 40) and session.to_act() == (0,)


def show_goals(name: str, ctx: Context, seed: str) -> None:
    """Show a station in the middle of its game, with the strip of its goals."""
    session = start_stage(ctx, name, f"{seed}-road")
    play_until(session, is_long, seed)
    staging.open_table(ctx, session)


def show_stage_result(dealt: str, first: int, ctx: Context, seed: str) -> None:
    """Show the result of a campaign game with seed ``dealt``; ``first``: see :func:`staging.play_to_end`."""
    session = start_stage(ctx, "crossroads", dealt)
    staging.play_to_end(session, first)
    staging.open_result(ctx, session)


# --- the day's letters ----------------------------------------------------------------------------------------------


def show_day(ctx: Context, seed: str, day: date = SHOWN, days: DailyResults | None = None, chosen: int = -2) -> Any:
    """Show the sealed letters of a day; ``chosen``: index of the chosen letter. Return the page."""
    scene = open_page("today", ctx, day, days or DailyResults(), SHOWN)
    if chosen > -2:
        scene.chosen = scene.games[chosen]
    return scene


def show_played_day(ctx: Context, seed: str) -> None:
    """Show a day with the first table played, the second begun, the puzzle solved; and days before."""
    days: dict[date, Day] = {}
    for number in range(1, 22):
        day = SHOWN.replace(day=number)
        games = daily_challenge.games(day)
        played = [game for at, game in enumerate(games) if number % 7 == 4 or (number * (at + 3)) % 5 < 2]
        tables = {game: Try("x", "", 1 + number % 2, f"{day}T19:12:00+00:00") for game in played if number % 6}
        days[day] = Day(tables, number % 3, number % 7 == 4 or number % 4 == 1)
    first, second, third = daily_challenge.games(SHOWN)[:3]
    levels = {"first_evening": 3, "novice": 2, "skilled": 1, "expert": 1}
    advised = Try("c", "", 1, f"{SHOWN}T10:20:00+00:00", advised=True)
    tables = {first: Try("a", "", 2, f"{SHOWN}T09:12:00+00:00", levels), second: Try("b"), third: advised}
    days[SHOWN] = Day(tables, 2, True)
    scene = show_day(ctx, seed, days=DailyResults(days))
    scene.chosen = first
    scene.lost = {first: -9}


# --- you ------------------------------------------------------------------------------------------------------------


def build_games(chance: random.Random, today: date) -> list[PlayedGame]:
    """Return games of one person against characters in the weeks before a day, oldest first."""
    found = []
    for number in range(EVENINGS):
        game = chance.choice(registry.games()).id
        day = today - timedelta(round((EVENINGS - number) * 1.6))
        ended = datetime(day.year, day.month, day.day, 19, chance.randrange(60), tzinfo=UTC)
        rivals = chance.sample(RIVALS, chance.randint(1, 3))
        places = list(range(1, len(rivals) + 2))
        chance.shuffle(places)
        names = tuple(rival.removeprefix("who:").title() for rival in rivals)
        kinds = ("person", *["computer"] * len(rivals))
        found.append(PlayedGame(f"g{number}", game, ended.isoformat(), 30, False, ("Leo", *names), kinds,
                                ("", *rivals), tuple(places)))  # fmt: skip
    return found


def build_record(skip: int, of: int, earlier: bool = False) -> Record:
    """Return a record with all achievements of each game but every ``of``-th one, from index ``skip`` on."""
    record = Record()
    for game in achievements.games():
        deeds = [*achievements.load_achievements(game), *(achievements.list_earlier(game) if earlier else ())]
        for at, deed in enumerate(deeds):
            if at % of != skip:
                record.deeds[f"{game}.{deed.id}"] = Done("2026-11-20T19:41:00+00:00", "x", "", 12)
    return record


def show_deeds(game: str, ctx: Context, seed: str) -> None:
    """Show the achievements of a player who has earned two of three, with some of earlier editions."""
    open_page("deeds", ctx, game, build_record(2, 3, earlier=True)).chosen = 3


def show_you(ctx: Context, seed: str) -> None:
    """Show the profile of a person with many games."""
    today = date.today()
    games = build_games(random.Random(7), today)
    days = DailyResults({today - timedelta(k): Day(solved=True, tries=1) for k in range(0, 110, 3)})
    moments = [
        Missed(played.id, played.game, 9 + at, 0, msgspec.Raw(b"{}"), today) for at, played in enumerate(games[-3:])
    ]
    routes.open(ctx, "you", Found(games, {}, moments, (27, 111, 2, 4)), build_record(3, 5), days)


def is_further(turn: int, session: Session) -> bool:
    """Whether at least ``turn`` decisions have been made."""
    return session.turn >= turn


def show_habits(ctx: Context, seed: str) -> None:
    """Show the habits of a person: three, and one that is gone; the games were never analysed."""
    known = KnownGames()
    for at, (game, term) in enumerate((("king_of_12", "thrift"), ("legends", "raids"), ("tash_kalar", "risk"))):
        places = []
        for number in range(3):
            session = Session.start(game, {}, seats(2), f"{seed}-{number}")
            play_until(session, partial(is_further, LONG[game] + 6 * number), seed)
            session.id = f"{game}-{number}"
            known.sessions[session.id], known.moments[session.id] = session, []
            chances = [Chance(each, Habit(game, term, at != 0), each > number + 1, 0.0) for each in range(6)]
            known.games.append(HabitGame(session.id, 0, tuple(chances)))
            turn = max(at for at, entry in enumerate(session.log) if entry.seat == 0)
            places.append((session.id, 0, turn, 0.03 + number / 100))
        cost = 0.046 - at / 90
        games = (True, True, False, True) * 3
        known.habits.append(FoundHabit(Habit(game, term, at != 0), 11, 16, games, cost, 0.011, 0.07, tuple(places)))
    known.gone = [(FoundHabit(Habit("legends", "sets", True), 9, 14, (), 0.02, 0.01, 0.03, ()), 1, 17)]
    known.tables = {one.habit.key: list_tables(known, one) for one in known.habits}
    seat_household(ctx)
    page = open_page("habits", ctx, "Bert\u00edk", known)
    ctx.stack.settle()
    for _ in range(9):
        page.update(0.0)


def seat_household(ctx: Context) -> None:
    """Add a family to the household."""
    for name in ("Jana", "Bert\u00edk", "Grandmother", "Tom\u00e1\u0161"):
        ctx.household.add(name, "2026-11-20")
    ctx.settings.person = ctx.household.find("Bert\u00edk") or ""


PICTURES: dict[str, Show] = {
    "today": show_day,
    "today-played": show_played_day,
    "today-past": partial(show_day, day=date(2026, 10, 31), chosen=-1),
    "road": show_road(PASSED),
    "road-new": show_road(0),
    "road-locked": show_road(3, call("choose", "high_hall")),
    "road-whole": show_road(PASSED, call("_whole")),
    "road-result": partial(show_stage_result, "road", -1),
    "road-lost": partial(show_stage_result, "lost 3", 0),
    "court": PageShot("court", before=[partial(travel, stations=99)]),
    "ladder": PageShot("ladder", ["legends_9"], before=[climb]),
    "road-goals-cards": partial(show_goals, "chapel"),
    "road-goals-chart": partial(show_goals, "orchard"),
    "road-goals-dice": partial(show_goals, "cellar"),
    "road-goals-arena": partial(show_goals, "dunes"),
    "you": show_you,
    "you-new": PageShot("you", [Found(), Record(), DailyResults()]),
    "habits": show_habits,
    "people": PageShot("people", before=[seat_household]),
    "people-empty": PageShot("people"),
}
"""Screenshot name → function(ctx, seed) that opens the scene."""
