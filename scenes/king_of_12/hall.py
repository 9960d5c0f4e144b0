"""Table of a King of 12 tournament: that of an ordinary game, with a strip of all tables, one of them large."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace

from engine.contract import Event
from engine.session import Session, Update
from games.king_of_12.options import MOST_AT_A_TABLE
from scenes.common.player_identity import build_face
from scenes.king_of_12 import (
    card_view,
    hall_animate,
    hall_bracket,
    hall_layout,
    hall_state,
    hall_strip,
    mat,
    plates,
    right_column,
)
from scenes.king_of_12.animation_context import crown_leaves_hand, lay_crown, lay_down
from scenes.king_of_12.hall_layout import FINGER_STATE, hall_stage
from scenes.king_of_12.hall_state import HallState, get_hall
from scenes.king_of_12.layout import CARD_W
from scenes.king_of_12.scene_model import KingTable, Stage, find_step
from scenes.king_of_12.table import ON_MAT, PLAYED, TABLE, draw_ground, draw_hands, draw_plates, take_own_card
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from scenes.table.advice import list_content
from scenes.table.script import AnyTable, Script
from scenes.table.table import Table
from scenes.table.table_game import Zone, is_never, skip_left_of_column
from sprites.base import portrait
from sprites.base.canvas import Canvas
from sprites.king_of_12 import card

BACK_WIDTHS = (15.0, 94.0, 66.0)
"""Widths of card backs, those of the strip first, where all are visible at once."""

# --- stage --------------------------------------------------------------------------------------------------


def make_stage(table: KingTable) -> Stage:
    """Return the stage of the view at rest."""
    hall = get_hall(table)
    table.beside.tweens.clear()
    picked = None if hall.made is None else hall.made.picked
    hall.made = hall_stage(table.view, picked, hall.first, table.height, table.by_fingers)
    return hall.made


def show_without_script(table: KingTable, update: Update) -> bool:
    """Apply simultaneous choices of others (including crowns) without interrupting the viewer's own."""
    if any(event.kind not in ("committed", "crown_laid", "crown_card") for event in update.events):
        return False
    if not update.view["to_act"]:
        return False
    take_own_card(table, update)
    table.note([event for event in update.events if event.kind != "committed"])
    for event in update.events:
        if event.kind == "committed":
            lay_down(table, event.data["seat"])
        elif event.kind == "crown_laid":
            lay_crown(table, event.data)
        else:
            crown_leaves_hand(table, event.data)
    return True


def script(table: KingTable, update: Update) -> Script:
    """Return the animation of an update."""
    take_own_card(table, update)
    yield from hall_animate.tell(table, update.events)
    table.stage.step = find_step(update.view)


def forget_pick(table: KingTable, seat: int | None) -> None:
    """Choose the default large table again, after a change of the viewer."""
    get_hall(table).stage.picked = None


def pace(table: KingTable) -> float:
    """Pace of computers; simultaneous decisions do not wait for each other."""
    return 1.0 / max(1, len(table.session.to_act()))


def list_people(table: KingTable) -> Sequence[int]:
    """Return the people in group order."""
    return [seat for seat in table.view["order"] if seat in table.people]


# --- input --------------------------------------------------------------------------------------------------


def commands(table: KingTable) -> Mapping[str, Callable[[], object]]:
    """Return the commands: Home shows the viewer's table, End the next one."""
    hall = get_hall(table)
    return {"home": hall.show_own_table, "end": lambda: hall.step_table(1)}


def press(table: KingTable, given: Input) -> bool:
    """Handle a press; a press on the strip does not skip animations."""
    return given.x >= hall_layout.STRIP_X + hall_layout.STRIP_W and skip_left_of_column(table, given)


# --- words --------------------------------------------------------------------------------------------------


def describe_progress(table: KingTable) -> str:
    """Return the status line: round, trick and stage."""
    t = table.ctx.t
    stage = t(f"king_of_12.hall.stage.{get_hall(table).stage.phase}")
    return t("king_of_12.hall.state", round=table.stage.round, trick=table.stage.trick, stage=stage)


def worth_a_line(table: KingTable, event: Event, anew: bool) -> bool:
    """Whether an event is worth a log line: all of the viewer's table, the centre and the final, only results of
    others."""
    hall = get_hall(table)
    if anew:
        hall.line_table = ("", ())
    if event.kind == "at_table":
        hall.line_table = (event.data["stage"], tuple(event.data["seats"]))
    elif event.kind in hall_animate.FOR_ALL:
        hall.line_table = ("", ())
    stage, seats = hall.line_table
    if stage != "groups" or event.kind in hall_animate.OUTCOMES:
        return True
    return bool(set(seats) & set(table.people)) or not table.people


# --- drawing ------------------------------------------------------------------------------------------------


def draw_each_hand(table: KingTable, c: Canvas) -> None:
    """Draw the hands at the large table."""
    draw_hands(table, c, _draw_hand)


def _draw_hand(table: KingTable, c: Canvas, k: int) -> None:
    """Draw a hand at the large table; that of the bottom seat when no viewer plays here."""
    _plan_pictures(table, c)
    if table.stage.seats[k].place.side != "below":
        mat.backs(table, c, k)
    elif not table.people:
        mat.draw_closed_hand(table, c, k)


def _plan_pictures(table: KingTable, c: Canvas) -> None:
    """Have the pictures made that players show who come to the large table."""
    for w in BACK_WIDTHS:
        for seat in table.session.seats:
            card.plan_back(c, seat.colour, seat.emblem, w)
    for seat in table.session.seats:
        portrait.plan(c, *build_face(seat, c.palette), plates.SMALL.face[2])
    for code in table.session.options["cards"]:
        card_view.plan_front(c, table.ctx.texts, code, CARD_W)


def draw_news(table: KingTable, c: Canvas) -> None:
    """Draw the standings where they are wanted, else the log or advice."""
    hall = get_hall(table)
    if hall.show_standings and not table.news.advises:
        hall_state.draw_standings(table, c, right_column.split_column(table)[1], hall.first)
    else:
        right_column.draw_news(table, c)


def list_news_content(table: KingTable) -> Hashable:
    """Return what the log shows; the standings are drawn whenever something has changed."""
    return object() if get_hall(table).show_standings else list_content(table)


def draw_bar_buttons(table: KingTable, c: Canvas) -> None:
    """Draw the buttons of standings and rounds."""
    hall = get_hall(table)
    shown = hall.show_standings
    hall_state.draw_buttons(table.ctx.t, table.ui, c, hall.open_rounds, hall.toggle_standings, shown)


def shows_standings(table: KingTable) -> Hashable:
    """Return whether the standings are shown."""
    return get_hall(table).show_standings


def find_state_place(table: KingTable) -> Box:
    """Return where it stands for fingers how far the tournament is."""
    return FINGER_STATE


HALL = replace(
    TABLE,
    peaks=None,
    own=HallState,
    make_stage=make_stage,
    script=script,
    show_without_script=show_without_script,
    change_eyes=forget_pick,
    pace=pace,
    zones=(
        Zone(draw_ground),
        Zone(draw_each_hand),
        Zone(draw_plates),
        *PLAYED,
        Zone(hall_strip.draw),
        *ON_MAT,
        Zone(hall_bracket.draw_round_sheet),
        Zone(right_column.draw_steps, "steps", list_content=right_column.list_steps_content, waits=True),
        Zone(draw_news, "news", list_content=list_news_content, waits=True),
        Zone(right_column.draw_call, "call", list_content=right_column.list_call_content, waits=True),
    ),
    draw_on_bar=draw_bar_buttons,
    list_bar_content=shows_standings,
    draw_secret_ground=is_never,
    list_people=list_people,
    commands=commands,
    press=press,
    describe_progress=describe_progress,
    worth_a_line=worth_a_line,
    find_state_box=find_state_place,
    recap_right=1236.0,
    amber_w=right_column.W,
)
"""The table of a tournament: the hall stays in sight while people choose by keys of their own."""


def open_table(ctx: Context, session: Session) -> AnyTable:
    """Return the table scene, or that of a tournament."""
    return Table(ctx, session, HALL if len(session.seats) > MOST_AT_A_TABLE else TABLE)
