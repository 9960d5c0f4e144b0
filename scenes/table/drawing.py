"""What a table looks like, from the wood up: its zones, goals, the top bar, and what lies over all of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from scenes.table import prompts
from sprites.base import theme

if TYPE_CHECKING:
    from scenes.table.table import AnyTable
    from scenes.table.table_game import Zone
    from sprites.base.canvas import Canvas

ASKED_FRAME = 16.0
"""Width of the frame in the colour of the person who is asked."""


def draw_table(table: AnyTable, c: Canvas) -> None:
    """Draw everything: the zones of the game, the top bar, and the speech box of a guided game."""
    hooks, acts = table.hooks, table.may_act()
    by_fingers = table.ui.corner is not None
    least = table.ui.touch.least
    if abs(c.height - table.height) > 0.5 or (by_fingers, least) != (table.by_fingers, table.least):
        table.height, table.by_fingers, table.least = c.height, by_fingers, least
        hooks.resize(table)
    nobody_acts = table.runner.moving or not (table.finished or acts)
    table.ui.may_wait = nobody_acts and table.speed > 0 and not (table.ui.stale or table.ctx.instant)
    table.past.find_news()
    hooks.prepare(table, c)
    for zone in hooks.zones:
        _draw_zone(table, c, zone)
    table.plans.draw(c)
    table.last_call.draw(c)
    if table.finished_turn.is_open:
        table.finished_turn.draw(c)
    table.rival_why.draw(c)
    if table.goals is not None:
        table.goals.draw(c, hooks.find_goal_cells(table, len(table.goals.goals)), hooks.find_goal_origin(table))
        twist = hooks.find_twist_place(table)
        if twist is not None:
            table.goals.draw_twists(c, twist[:2], twist[2])
    if acts and table.viewer is not None:
        table.turn_end.mark_endings(c, table.ui, table.viewer, hooks.list_action_buttons(table, table.legal()))
        if table.ctx.settings.couch:
            _draw_turn_frame(c, table.seats[table.viewer].colour)
    table.bubble.draw(c)
    table.refusals.draw(c)
    table.bar.draw(c)
    if table.opponents.slow:
        prompts.draw_force_button(table, c)
    if table.guide is not None:
        table.guide.draw(c)


def _draw_zone(table: AnyTable, c: Canvas, zone: Zone[Any, Any, Any]) -> None:
    if not zone.is_shown(table):
        return
    if not zone.name:
        zone.draw(table, c)
        return
    content = None if zone.list_content is None else partial(zone.list_content, table)
    moving = zone.moving(table)
    table.layers.draw(c, table.ui, zone.name, moving, partial(zone.draw, table, c), content, waits=zone.waits)


def _draw_turn_frame(c: Canvas, colour: int) -> None:
    """Frame the window in the colour of the person who is asked, to be seen from the sofa."""
    ink = theme.rgb(theme.player(colour, c.palette).base)
    (wide, high), edge = c.size, c.px(ASKED_FRAME)
    for box in ((0, 0, wide, edge), (0, high - edge, wide, edge), (0, 0, edge, high), (wide - edge, 0, edge, high)):
        c.surface.fill(ink, box)
