"""Moments of puzzles for screenshots: the shelf, a puzzle of each theme, one that has failed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.content import puzzles
from scenes.dev.staging import rest

if TYPE_CHECKING:
    from scenes.shell.context import Context

Show = Callable[[Any, str], None]


def pictures(game: str) -> dict[str, Show]:
    """Name → function(ctx, seed) that opens the moment; none for a game without puzzles."""
    known = puzzles.goals(game)
    if known is None:
        return {}
    found: dict[str, Show] = {"puzzles": _shelf(game)}
    there = [puzzle.theme for puzzle in puzzles.load_puzzles(game)]
    for theme in known.THEMES:
        if theme in there:
            found[f"puzzle-{theme.replace('_', '-')}"] = _table(game, there.index(theme))
    found["puzzle-failed"] = _fail_puzzle(game)
    return found


def _shelf(game: str) -> Show:
    def show(ctx: Context, seed: str) -> None:
        from scenes.puzzles.puzzle_list import Shelf

        some = puzzles.load_puzzles(game)
        state = {
            puzzle.id: ("solved", "solved", "tried", "solved", "shown")[at % 5] for at, puzzle in enumerate(some[:17])
        }
        ctx.settings.puzzles = {game: {"rating": 1287.0, "rated": len(state), "state": state}}
        ctx.stack.push(Shelf(ctx, game))

    return show


def _open_puzzle(ctx: Context, game: str, number: int) -> Any:
    from scenes.puzzles.puzzle_controller import open_puzzle_table

    table = open_puzzle_table(ctx, game, number)
    ctx.stack.replace(table)
    ctx.stack.settle()
    table.skip()
    rest(ctx, table)
    return table


def _table(game: str, number: int) -> Show:
    def show(ctx: Context, seed: str) -> None:
        _open_puzzle(ctx, game, number)

    return show


def _fail_puzzle(game: str) -> Show:
    """A line that misses its goal, in the dialog that says what is missing."""

    def show(ctx: Context, seed: str) -> None:
        table = _open_puzzle(ctx, game, 0)
        for _ in range(40):
            if table.guide.over:
                break
            wanted, legal = table.guide.puzzle.solution, table.legal()
            others = [action for action in legal if action not in wanted]
            table.decide((others or list(legal))[0])
            rest(ctx, table)
            table.guide.update(0)
        ctx.stack.settle()

    return show
