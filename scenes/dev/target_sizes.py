"""How large the targets of a scene are under a finger, in millimetres: ``game.py --targets``.

A target that is too small counts as it is shown in the glass (:mod:`scenes.shell.magnifier`) where a tap on it opens
that, and as a finger's breadth where it stands alone and a tap near it is meant for it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes.dev import screenshots
from scenes.shell.magnifier import find_factor

if TYPE_CHECKING:
    from scenes.shell.commands import Request
    from scenes.shell.targets import Target
    from scenes.shell.ui import Ui

PIXELS_PER_INCH = 216
"""Of a handheld of 7 inches with 1280 × 800 pixels."""
STEPS = (0.5, 0.3, 0.7, 0.15, 0.85)


@dataclass(frozen=True, slots=True)
class Measured:
    """Size of a target on the screen and under a finger, and where it comes from."""

    name: str
    wide: float
    high: float
    least: float
    """The smaller side under the finger, in millimetres."""
    how: str
    """direct, alone, glass, or hidden for one that others cover."""


def find_point(ui: Ui, target: Target) -> tuple[float, float] | None:
    """Return a point at which a target is the uppermost, its middle if it can be; None for one that others cover."""
    x, y, w, h = target.box
    spots = ((x + w * across, y + h * down) for down in STEPS for across in STEPS)
    return next((spot for spot in spots if ui.hit_test(*spot) == target.id), None)


def measure(ui: Ui) -> list[Measured]:
    """Measure all targets of the last drawing, those first that are smallest."""
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
        elif min(w, h) >= least - 0.5:
            found.append(Measured(name, *size, min(size), "direct"))
        else:
            found.append(Measured(name, *size, least / mm, "alone"))
    return sorted(found, key=lambda one: (one.least, one.name))


def show(request: Request) -> int:
    """Print the targets of a scene with their sizes; 0, 1 where one is too small, or 2 for an unknown scene."""
    opens = screenshots.find_scene(request.scene)
    if opens is None:
        return 2
    with screenshots.open_scene(request, opens, (1280, 800), touch_density=PIXELS_PER_INCH) as (ctx, window):
        window.draw()
        top = ctx.stack.top
        assert top is not None
        touch = top.ui.touch
        return int(_print_rows(measure(top.ui), request.millimetres or touch.least / touch.mm) > 0)


def _print_rows(rows: Sequence[Measured], wanted: float) -> int:
    small = [one for one in rows if one.least < wanted - 0.05 and one.how != "hidden"]
    for one in rows:
        mark = "too small" if one in small else ""
        print(f"{one.name:32} {one.wide:6.1f} x {one.high:5.1f} mm  {one.how:7} {one.least:5.1f} mm  {mark}".rstrip())
    print(f"{len(rows)} targets, {len(small)} smaller than {wanted:.1f} mm", file=sys.stderr)
    return len(small)
