"""The files of a household after a winter of play, and the rooms of the program as a player enters them."""

import random
import shutil
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pygame

from engine import registry
from engine.content import achievements, campaign, daily_challenge, puzzles, season
from engine.content.daily_challenge import DailyResults, Day, Try
from engine.content.evening import Evening
from engine.storage import folders, saves, statistics
from scenes.common.occasions import keep_evening
from scenes.dev.shots_menus import build_season
from scenes.dev.shots_progress import build_games, build_record, travel
from scenes.puzzles import puzzle_results
from scenes.shell import routes
from scenes.shell.context import Context

FILES = Path(__file__).parent.parent / "reliability" / "player_files_0_1_0"
"""Other files of a player: saved games, a game with its study, a deck, a map, a road."""
PEOPLE = ("Leo", "Anna", "Ben", "Emma, 9")
PIXELS = 8
"""Side of the squares, in pixels of a picture of 320 x 180, by which an empty room is measured."""
PLAIN = 13
"""Most difference of brightness (of 255) within a square where nothing is drawn but the ground."""


def write_winter(ctx: Context) -> None:
    """Write the files of four people who have played a winter long: all kinds that the rooms read."""
    shutil.copytree(FILES, folders.saves().parent, dirs_exist_ok=True)
    for name in PEOPLE:
        ctx.household.add(name, "2026-09-01")
    ctx.save_household()
    today = date.today()
    for played in build_games(random.Random(7), today):
        statistics.enter(played)
    days = {}
    for before in range(0, 110, 3):
        day = today - timedelta(before)
        tables = {game: Try(f"{day}-{game}", "", 1 + before % 3, f"{day}T19:00:00+00:00")
                  for game in daily_challenge.games(day)[: 1 + before % 4]}  # fmt: skip
        days[day] = Day(tables, 1 + before % 2, before % 2 == 0)
    daily_challenge.KEPT.saver(DailyResults(days))()
    achievements.KEPT.saver(build_record(2, 3))()
    travel(ctx, 12)
    campaign.KEPT.saver(ctx.travels)()
    for found in (build_season(8), build_season(6, "2026-2")):
        season.get_file(found.id).saver(found)()
    past = build_season(8).evenings[-1]
    keep_evening(ctx, Evening(list(past.players), [info.id for info in registry.games()], list(past.played[:2])))
    for game in (info.id for info in registry.games()):
        record = puzzle_results.get_record(ctx, game)
        for at, puzzle in enumerate(puzzles.load_shelf(game)):
            if at % 3:
                record.finish_try(puzzle, puzzle_results.SOLVED if at % 5 else puzzle_results.TRIED)
        puzzle_results.keep(ctx, game, record)


def _open_gallery(ctx: Context) -> None:
    page = routes.scene("set_up", ctx, registry.games()[0].id)
    ctx.stack.push(page)
    page.open_gallery(None)  # type: ignore[attr-defined]


def _open_study(ctx: Context) -> None:
    """Open the study of a finished game; there is none before one was played."""
    over = [slot for slot in saves.slots(folders.saves()) if slot.over]
    if over:
        routes.call(ctx, "open_save", over[0])
    else:
        routes.open(ctx, "load")


def list_rooms() -> dict[str, Callable[[Context], object]]:
    """Return how each room is opened, by its name; those of a game by the name of the game as well."""
    plain = ("title", "you", "people", "today", "road", "ladder", "evening", "season", "statistics", "load",
             "deeds", "settings", "ease", "listening", "keys", "about", "check")  # fmt: skip
    found: dict[str, Callable[[Context], object]] = {name: _make_way(name) for name in plain}
    for info in registry.games():
        found[f"set_up {info.id}"] = _make_way("set_up", info.id)
        found[f"puzzles {info.id}"] = _make_way("puzzles", info.id)
    found["rules"] = _make_way("rules", registry.games()[0].id)
    found["workshop"] = lambda ctx: routes.call(ctx, "open_workshop", registry.games()[0].id)
    return {**found, "gallery": _open_gallery, "study": _open_study}


def _make_way(name: str, *given: str) -> Callable[[Context], object]:
    return lambda ctx: routes.open(ctx, name, *given)


def measure_emptiness(picture: pygame.Surface) -> float:
    """Return the area of the largest box in which nothing is drawn, as a share of the picture."""
    small = pygame.transform.smoothscale(picture.convert(24), (320, 180))
    wide, high = 320 // PIXELS, 180 // PIXELS
    heights, largest = [0] * wide, 0
    for row in range(high):
        for at in range(wide):
            grey = [sum(small.get_at((at * PIXELS + x, row * PIXELS + y))[:3]) / 3
                    for x in range(PIXELS) for y in range(PIXELS)]  # fmt: skip
            heights[at] = heights[at] + 1 if max(grey) - min(grey) <= PLAIN else 0
        for left in range(wide):
            low = heights[left]
            for right in range(left, wide):
                low = min(low, heights[right])
                largest = max(largest, low * (right - left + 1))
    return largest / (wide * high)
