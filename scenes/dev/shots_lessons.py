"""Moments of lessons for screenshots: a lesson played by its own hand to one of its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.content import lessons
from scenes.dev.staging import rest

if TYPE_CHECKING:
    from scenes.shell.context import Context

TRIES = 400


def show_step(game: str, lesson: str, step: str = "") -> Callable[[Context, str], None]:
    """Opens a lesson at a step; without a step at its end."""

    def show(ctx: Context, seed: str) -> None:
        from scenes.tutorial.lessons import open_lesson

        row = lessons.row(game)
        number = row.index(lesson)
        table = open_lesson(ctx, game, row.all[number], number)
        ctx.stack.replace(table)
        ctx.stack.settle()
        table.skip()
        rest(ctx, table)
        walk(ctx, table, step)

    return show


def walk(ctx: Context, table: Any, step: str = "") -> None:
    """Do what the lesson asks for until it has come to a step, or to its end."""
    guide = table.guide
    for _ in range(TRIES):
        if guide.over or guide.step.id == step:
            return
        if guide.reading:
            guide.go_on()
        else:
            ctx.stack.dirty = True
            if ctx.window is not None:
                ctx.window.draw()
            guide.press()
            ctx.stack.update(16)
            table.skip()
        ctx.stack.update(16)
        table.confirm()
        rest(ctx, table)
        ctx.stack.update(16)


def pictures(game: str) -> dict[str, Callable[[Context, str], None]]:
    """Moments of a game's lessons: something to do, the first with a note, the end of the row, something to find;
    and lessons of additions."""
    if not lessons.has(game):
        return {}
    found = lessons.row(game).lessons
    second = found[min(1, len(found) - 1)]
    doing = next((step for step in second.steps if not step.reading), second.steps[0])
    added = [lesson for lesson in found if lesson.texts]
    hidden = [(lesson.id, step.id) for lesson in lessons.row(game).finding for step in lesson.steps if step.find]
    return {
        **{f"lesson-find-{lesson}": show_step(game, lesson, step) for lesson, step in reversed(hidden)},
        "lesson-first": show_step(game, found[0].id, found[0].steps[0].id),
        "lesson-doing": show_step(game, second.id, doing.id),
        "lesson-done": show_step(game, found[-1].id),
        **{f"lesson-{one.id}": show_step(game, one.id, one.steps[len(one.steps) // 2].id) for one in added},
    }
