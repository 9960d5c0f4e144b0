"""Two people on both sides of one screen: what is for the one across is turned to that side."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.shell.context import Context
from scenes.shell.targets import Box, TargetRegistry
from sprites.base import controls
from sprites.base.canvas import Canvas

BUTTON_R = 40.0


def sits_across(ctx: Context, people: int, place: int) -> bool:
    """Return whether the person at this place in the row of people sits on the far side of a touch screen shared by
    two."""
    return ctx.settings.opposite and ctx.touch.in_use and people == 2 and place == 1


def turn(c: Canvas, ui: TargetRegistry, area: Box, draw: Callable[[], None]) -> None:
    """Draw an area and its targets rotated by 180 degrees."""
    noted = ui.record(draw)
    x, y, w, h = area
    place = c.rect(*area)
    c.surface.blit(pygame.transform.rotate(c.copy(place), 180), place)
    for target in noted.targets if noted is not None else ():
        left, top, wide, high = target.box
        target.box = (2 * x + w - left - wide, 2 * y + h - top - high, wide, high)


def draw_switch(c: Canvas, ctx: Context, ui: TargetRegistry, at: tuple[float, float]) -> None:
    """Draw the button that switches whether two people sit across from each other."""

    def change() -> None:
        ctx.settings.opposite = not ctx.settings.opposite
        ctx.save_settings()

    box = (at[0] - BUTTON_R, at[1] - BUTTON_R, 2 * BUTTON_R, 2 * BUTTON_R)
    tip = (ctx.t("touch.opposite"), ctx.t("touch.opposite.tip"))
    state = ui.zone("opposite", box, change, tip=tip, radius=BUTTON_R, is_on=ctx.settings.opposite)
    controls.icon_button(c, *at, BUTTON_R, "cycle", state, ctx.settings.opposite)
