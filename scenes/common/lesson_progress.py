"""Progress of a player in the lessons of a game: stars by lesson, and the place in the lesson that was left.

Kept with the settings. No table is loaded to read it, so the title can show it at once.
"""

from typing import Annotated

import msgspec

from engine.content import lessons
from engine.content.lessons import MOST_STARS, BadLessons
from engine.storage.settings import get_entry, set_entry
from scenes.shell.context import Context

_Log = Annotated[tuple[tuple[int, int], ...], msgspec.Meta(max_length=200)]


class Left(msgspec.Struct, frozen=True):
    """Where a lesson was left: its id, the step, and the decisions made before it."""

    lesson: str = ""
    step: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    log: _Log = ()


class Together(msgspec.Struct, frozen=True):
    """The first whole game with a coach: the name of its save, and the numbers of the coach's remaining comments."""

    save: str = ""
    left: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=99)], ...], msgspec.Meta(max_length=100)] = ()


class Progress(msgspec.Struct):
    """Progress in a game's lessons: stars by lesson, the lesson that was left, and the first game with a coach."""

    stars: dict[str, Annotated[int, msgspec.Meta(ge=1, le=MOST_STARS)]] = {}
    left: Left = Left()
    together: Together = Together()


def progress(ctx: Context, game: str) -> Progress:
    """Return the progress in the lessons of a game, from the settings."""
    return get_entry(ctx.settings.lessons, ctx.name_own_entry(game), Progress)


def keep(ctx: Context, game: str, reached: Progress) -> None:
    """Store the progress in the lessons of a game in the settings."""
    ctx.settings.lessons = set_entry(ctx.settings.lessons, ctx.name_own_entry(game), reached)
    ctx.save_settings()


def next_lesson(ctx: Context, game: str) -> int:
    """Return the index of the lesson to go on with: the unfinished one, else the first not done; 0 when all are.
    Lessons in which the learner has to find the move come last."""
    row, reached = lessons.row(game), progress(ctx, game)
    names = [lesson.id for lesson in row.all]
    if reached.left.lesson in names:
        return names.index(reached.left.lesson)
    return next((at for at, name in enumerate(names) if name not in reached.stars), 0)


def done(ctx: Context, game: str) -> tuple[int, int]:
    """Return how many of a game's lessons are done and how many there are, without those that make the learner find the
    move. (0, 0) for a game without lessons."""
    if not lessons.has(game):
        return 0, 0
    try:
        names = [lesson.id for lesson in lessons.row(game).lessons]
    except BadLessons:
        return 0, 0
    stars = progress(ctx, game).stars
    return sum(name in stars for name in names), len(names)


def suggest_lesson(ctx: Context, game: str) -> str:
    """Return the text id of the next lesson's title; "" when all are done, or there are none."""
    known, count = done(ctx, game)
    if known == count:
        return ""
    return lessons.text_id(game, lessons.row(game).all[next_lesson(ctx, game)].id)
