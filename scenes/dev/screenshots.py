"""Pictures of every scene, drawn without a real window, and the sizes of their targets under a finger.

A target that is too small counts as it is shown in the glass (:mod:`scenes.shell.touch_input`) where a tap on it opens
that, and as a finger's breadth where it stands alone and a tap near it is meant for it.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from engine import registry
from engine.languages.languages import FALLBACK
from engine.storage.settings import Settings
from scenes.dev import shots_menus, shots_progress, shots_study, shots_tables
from scenes.dev.selftest import headless
from scenes.dev.staging import Show
from scenes.shell.commands import Request
from scenes.shell.context import Context
from scenes.shell.targets import Target
from scenes.shell.touch_input import find_factor
from scenes.shell.ui import Ui
from scenes.shell.window import Window
from scenes.table import game_screens as games

PIXELS_PER_INCH = 216
"""Of a handheld of 7 inches with 1280 × 800 pixels."""
STEPS = (0.5, 0.3, 0.7, 0.15, 0.85)


def all_scenes() -> dict[str, Show]:
    """Return all scenes: name → function(ctx, seed) that opens it; those of a game are named GAME/SCENE."""
    scenes = {**shots_menus.PICTURES, **shots_progress.PICTURES}
    for info in registry.games():
        for room in (games, shots_tables, shots_study):
            for name, show in room.pictures(info.id).items():
                scenes[f"{info.id}/{name}"] = show
    return scenes


def names() -> list[str]:
    """Return all names that --screenshot takes."""
    return list(all_scenes())


def find_scene(name: str) -> Show | None:
    """Return the function that opens a scene or a step of a lesson; None for an unknown name, which is reported. A
    scene can be named without its game."""
    scenes = all_scenes()
    named = [show for each, show in scenes.items() if name == each.split("/")[-1]]
    found = scenes.get(name) or shots_tables.find_step(name) or next(iter(named), None)
    if found is None:
        print(f"unknown scene {name!r}: expected one of {', '.join(scenes)}", file=sys.stderr)
    return found


@contextmanager
def open_scene(request: Request, show: Show, size: tuple[int, int], **fields: Any) -> Iterator[tuple[Context, Window]]:
    """Open a scene in a hidden window and yield context and window once it is at rest.

    ``size``: in pixels, unless the request has one; ``fields``: settings, which the request may change. With
    ``touch_density`` set fingers are in use.
    """
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


@dataclass(frozen=True, slots=True)
class Measured:
    """Size of a target on the screen in millimetres, its smaller side under the finger, and how a finger presses it."""

    name: str
    wide: float
    high: float
    least: float
    """The smaller side under the finger, in millimetres."""
    how: str
    """direct, alone, glass, or hidden for one that others cover."""


def find_point(ui: Ui, target: Target) -> tuple[float, float] | None:
    """Return a point at which a target is the uppermost, if possible its middle; None for a covered one."""
    x, y, w, h = target.box
    spots = ((x + w * across, y + h * down) for down in STEPS for across in STEPS)
    return next((spot for spot in spots if ui.hit_test(*spot) == target.id), None)


def measure_targets(ui: Ui) -> list[Measured]:
    """Return the measures of all targets of the last drawing, the smallest first."""
    mm, least, found = ui.touch.mm, ui.touch.least, []
    for target in ui.targets:
        (_, _, w, h), at = target.box, find_point(ui, target)
        name, size = target.id, (w / mm, h / mm)
        if at is None:
            found.append(Measured(name, *size, min(size), "hidden"))
            continue
        confused = ui.fingers.list_confused(target, *at)
        if confused:
            factor = find_factor([target, *confused], least)
            found.append(Measured(name, *size, min(size) * factor, "glass"))
        elif min(w, h) >= ui.touch.smallest - 0.1:
            found.append(Measured(name, *size, min(size), "direct"))
        else:
            found.append(Measured(name, *size, least / mm, "alone"))
    return sorted(found, key=lambda one: (one.least, one.name))


def show_targets(request: Request) -> int:
    """Print the targets of a scene with their sizes in millimetres; return 0, 1 if one is too small, 2 for an unknown
    scene."""
    opens = find_scene(request.scene)
    if opens is None:
        return 2
    with open_scene(request, opens, (1280, 800), touch_density=PIXELS_PER_INCH) as (ctx, window):
        window.draw()
        top = ctx.stack.top
        assert top is not None
        touch = top.ui.touch
        return int(_print_rows(measure_targets(top.ui), request.millimetres or touch.smallest / touch.mm) > 0)


def _print_rows(rows: Sequence[Measured], wanted: float) -> int:
    small = [one for one in rows if one.least < wanted - 0.05 and one.how != "hidden"]
    for one in rows:
        mark = "too small" if one in small else ""
        print(f"{one.name:32} {one.wide:6.1f} x {one.high:5.1f} mm  {one.how:7} {one.least:5.1f} mm  {mark}".rstrip())
    print(f"{len(rows)} targets, {len(small)} smaller than {wanted:.1f} mm", file=sys.stderr)
    return len(small)
