"""Loads what the first table needs while the program rests, so that a table opens within 0.3 s of the click."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from engine import registry
from sprites.base import backdrop

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.window import Window

SHARED = ("scenes.table.table", "ai.workers.pool", "engine.session")
"""Modules of every table."""


def run(ctx: Context, window: Window) -> Iterator[None]:
    """Load one thing after the other, each within some 50 ms: the background of tables, then modules, then pictures,
    game by game.

    A game whose modules cannot be loaded is left out; opening it tells why.
    """
    backdrop.table(window.canvas, "table")
    yield
    modules = [*SHARED]
    for info in registry.games():
        modules += [info.rules, info.screens, f"{info.screens.rpartition('.')[0]}.table"]
    for module in modules:
        try:
            import_module(module)
        except Exception as error:  # a third-party game may raise anything
            ctx.missed.lines.append(f"{module}: {type(error).__name__}: {error}")
        yield
    screens = import_module("scenes.table.game_screens")  # above this module, so not imported with it
    for info in registry.games():
        try:
            yield from screens.prepare(info.id, window.canvas)
        except Exception as error:  # as above
            ctx.missed.lines.append(f"{info.screens}: {type(error).__name__}: {error}")
