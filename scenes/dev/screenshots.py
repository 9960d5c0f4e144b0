"""Pictures of every scene, drawn without a real window."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine import registry
from engine.languages.languages import FALLBACK
from engine.storage.settings import Settings
from scenes.dev import shots_menus, shots_progress, shots_study, shots_tables
from scenes.dev.selftest import headless
from scenes.dev.staging import Show
from scenes.table import game_screens as games

if TYPE_CHECKING:
    from scenes.shell.commands import Request
    from scenes.shell.context import Context
    from scenes.shell.window import Window


def all_scenes() -> dict[str, Show]:
    """Name → function(ctx, seed) that opens the scene; those of a game are named GAME/SCENE."""
    scenes = {**shots_menus.PICTURES, **shots_progress.PICTURES}
    for info in registry.games():
        for room in (games, shots_tables, shots_study):
            for name, show in room.pictures(info.id).items():
                scenes[f"{info.id}/{name}"] = show
    return scenes


def names() -> list[str]:
    """All names that --screenshot takes."""
    return list(all_scenes())


def find_scene(name: str) -> Show | None:
    """Return what opens a scene, which may be named without its game, or a step of a lesson; None for an unknown name,
    with a message."""
    scenes = all_scenes()
    named = [show for each, show in scenes.items() if name == each.split("/")[-1]]
    found = scenes.get(name) or shots_tables.find_step(name) or next(iter(named), None)
    if found is None:
        print(f"unknown scene {name!r}: expected one of {', '.join(scenes)}", file=sys.stderr)
    return found


@contextmanager
def open_scene(request: Request, show: Show, size: tuple[int, int], **fields: Any) -> Iterator[tuple[Context, Window]]:
    """Context with a scene at rest in a hidden window of the wanted size, else of ``size``; ``fields``: settings that
    the request may change. Where ``touch_density`` is set fingers are in use."""
    headless()
    from scenes.shell.context import Context
    from scenes.shell.window import Window

    settings = Settings(language=request.language or FALLBACK, text_size=request.text_size, speed="instant", **fields)
    for field, value in request.settings:
        setattr(settings, field, value)
    ctx = Context(settings, sound=False, quiet=True)
    ctx.instant = True
    try:
        window = Window(ctx, request.size or size, visible=False, faked_ratio=request.ratio)
        if settings.touch_density:
            ctx.use_device("touch")
        show(ctx, request.seed)
        ctx.stack.settle()
        ctx.stack.fade = 0.0
        yield ctx, window
    finally:
        ctx.close()


def take(request: Request) -> int:
    """Draw one scene into a PNG file; return 0, or 2 for an unknown scene or a file that cannot be written."""
    show = find_scene(request.scene)
    if show is None:
        return 2
    import pygame

    with open_scene(request, show, (1600, 900)) as (ctx, window):
        for _ in range(3):
            ctx.stack.update(0)
            window.draw()
            window.finish_plans()
        assert request.out is not None
        try:
            pygame.image.save(window.surface, str(request.out))
        except (pygame.error, OSError) as error:
            print(f"{request.out}: cannot be written: {error}", file=sys.stderr)
            return 2
    return 0
