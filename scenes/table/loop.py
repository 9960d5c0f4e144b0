"""The loop of a table: time tells events, asks opponents and hands decisions over, inputs do what keys say; then all is
drawn, from the wood up."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from scenes.shell.inputs import Input
from scenes.table import prompts
from scenes.table.script import AnyTable
from scenes.table.table_game import Zone
from sprites.base import theme
from sprites.base.canvas import Canvas

PAGE = 4
"""Lines of the log that a page key scrolls."""
CARDS = ("hand.", "card.", "taken.")
"""How the targets of cards begin: the focus lifts none of them while nothing can be chosen."""


def advance_beside(table: AnyTable, ms: float) -> None:
    """Advance motions that are independent of the running script."""
    beside = table.beside
    if table.ctx.stack.top is table and beside.active:
        table.ui.moved = True
        if table.ctx.speed == 0 or table.skipping:
            beside.finish()
        else:
            beside.update(ms * table.ctx.speed)
    if beside.changes != table.seen_beside:
        table.seen_beside = beside.changes
        table.ui.dirty = True


def advance(table: AnyTable, ms: float) -> None:
    """Advance the table: play events, ask opponents, and submit their decisions."""
    trouble = table.session.trouble()
    if trouble is not None:
        table.turns.report_folder_error(trouble)
    table.ui.idle = () if table.may_act() or (table.plans.can_mark() and not table.busy) else CARDS
    top = table.ctx.stack.top
    if top is not table and not (top is not None and top.lets_table_go_on):
        return
    if table.guide is None and (table.session.over or table.waits_for_person):
        table.ctx.thought_over = table.session
    speed = table.speed
    if table.timeline.active or table.layers.left_out_in == table.ui.drawing:
        table.ui.moved = True  # where a motion ends has to be drawn too, and details that were left out
    if speed == 0:
        table.runner.hurry()
    else:
        table.runner.update(ms * speed)
    table.tell()
    if table.timeline.changes != table.seen_changes:
        table.seen_changes = table.timeline.changes
        table.ui.dirty = True
    table.sounds.advance(ms, table.may_act())
    if table.goals is not None and table.goals.update(ms):
        table.ui.moved = True
    table.portraits.update(ms)
    table.bubble.update(ms)
    table.finished_turn.update(ms)
    table.rival_why.update()
    table.refusals.update(ms)
    table.opponents.ask()
    table.hints.update(table.opponents.poll())
    slow = table.opponents.slow
    table.opponents.wait(ms)
    if slow != table.opponents.slow:
        table.ui.dirty = True
    if not table.busy:
        table.answer_events()
        table.last_call.update(ms)
        table.ui.dirty = table.speeches.speak(len(table.told)) or table.ui.dirty
        table.coach.update()
        table.turns.count_rest(ms)
        if table.guide is not None:
            table.guide.update(ms)
        if table.ctx.stack.top is not table or not prompts.tell(table):
            table.turns.go_on()


def watch(table: AnyTable, ms: float, speed: float) -> None:
    """Advance a table that is only watched: play events, ask no opponent, offer no choice. ``speed``: factor on all
    motion, 0 = none."""
    if speed == 0:
        table.runner.hurry()
    else:
        table.runner.update(ms * speed)
    if table.runner.run(speed == 0, False) or table.timeline.active:
        table.ui.dirty = True


# --- inputs --------------------------------------------------------------------------------------------


def hurries(table: AnyTable, given: Input) -> bool:
    """Return whether an input skips the running animation, because otherwise it would make a choice."""
    if given.kind != "command" or not table.busy or table.confirming:
        return False
    if given.name == "activate" and (table.ui.focus is None or table.ui.focus.startswith("bar.")):
        return False
    acts = given.name in ("main", "activate") or given.name.startswith("choice_")
    return acts and not table.behind_glass


def handle(table: AnyTable, given: Input) -> bool:
    """Handle keys that every table has, wheel and presses; return whether the input was used."""
    if given.kind == "command":
        return run_command(table, given.name)
    if given.kind == "press" and given.button == 1 and not table.busy:
        table.refusals.show(None)
    return {"wheel": table.hooks.wheel, "press": table.hooks.press}.get(given.kind, table.hooks.drag)(table, given)


def run_command(table: AnyTable, name: str) -> bool:
    """Run a command at this table; return False when it has none of that name."""
    if name.startswith("choice_"):
        table.hooks.choose_number(table, int(name[-1]) - 1)
        return True
    act = {**list_commands(table), **table.hooks.commands(table)}.get(name)
    if act is None:
        return False
    act()
    table.ui.dirty = True
    return True


def list_commands(table: AnyTable) -> Mapping[str, Callable[[], object]]:
    """Return the functions of commands at every table, by the names of ``bindings.json``."""
    return {
        "back": partial(step_out, table),
        "main": partial(press_main, table),
        "undo": table.back.undo,
        "redo": table.back.redo,
        "hint": table.hints.ask,
        "rules": table.bar.open_rules,
        "settings": table.bar.open_settings,
        "sound": table.bar.toggle_sound,
        "why": table.past.explain,
        "why_rival": table.rival_why.ask,
        "explain": partial(explain_focus, table),
        "chronicle": table.past.open,
        "again": table.past.see_again,
        "skip": table.turns.rush,
        "page_up": partial(table.past.scroll_lines, PAGE),
        "page_down": partial(table.past.scroll_lines, -PAGE),
    }


def press_main(table: AnyTable) -> None:
    """Speed up the running animation; without one do what the main button does."""
    if not table.skip():
        use_main(table)


def use_main(table: AnyTable) -> None:
    """Do what the main button does now: the guide's action, go on, show the result, answer, end the turn, or decide."""
    legal = table.legal()
    if table.guide is not None and table.guide.takes_main():
        table.ui.dirty = True
    elif table.confirming:
        table.confirm()
    elif table.finished:
        table.show_result()
    elif table.question is not None:
        if not table.question.confirm():
            table.ctx.play("refused")
    elif table.finished_turn.is_open:
        table.finished_turn.end()
    elif legal:
        table.hooks.press_amber(table, legal)


def step_out(table: AnyTable) -> None:
    """Close an answer, clear a mark or skip an animation (the first that applies); else open the menu."""
    if table.rival_why.is_open:
        table.rival_why.close()
    elif not table.hooks.put_back(table) and not table.skip():
        table.bar.open_menu()


def explain_focus(table: AnyTable) -> None:
    """Show the tooltip of the focused or hovered target; without one explain the last event."""
    target = table.ui.help_target
    if table.hooks.explain_focus(table):
        return
    if target is not None and (target.tip is not None or target.told is not None):
        table.ui.show_tip()
    else:
        table.past.explain()


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
