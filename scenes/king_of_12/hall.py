"""Table of a King of 12 tournament: that of an ordinary game, with a strip of all tables, one of them large."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from engine.accessibility.nodes import THING
from engine.contract import Event
from engine.seats import Seat
from engine.session import Session, Update
from games.king_of_12.cards import CODES
from games.king_of_12.options import MOST_AT_A_TABLE
from scenes.common.player_identity import build_face
from scenes.king_of_12 import (
    card_view,
    hall_animate,
    hall_bracket,
    hall_layout,
    hall_state,
    mat,
    plates,
    right_column,
)
from scenes.king_of_12.animate import crown_leaves_hand, lay_crown, lay_down
from scenes.king_of_12.hall_layout import (
    CENTRE_TABLE,
    COIN_X,
    CROWN_X,
    DIE_X,
    FINAL_TABLE,
    FINGER_STATE,
    PILL_X,
    SIGN_X,
    STRIP_W,
    Row,
    boxes,
    die_size,
    hall_stage,
)
from scenes.king_of_12.hall_state import HallState, get_hall
from scenes.king_of_12.layout import CARD_W
from scenes.king_of_12.plates import draw_crowns, plate_words
from scenes.king_of_12.scene_model import KingTable, SeatStage, Stage, find_step
from scenes.king_of_12.table import ON_MAT, PLAYED, TABLE, draw_ground, draw_hands, draw_plates, take_own_card
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from scenes.table.advice import list_content
from scenes.table.script import AnyTable, Script
from scenes.table.table import Table
from scenes.table.table_game import Zone, is_never, skip_left_of_column
from sprites.base import dodecahedron, icons, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.king_of_12 import card, d12, d12_crowd

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
    """Apply simultaneous choices of others without interrupting the viewer's own; False if that cannot be."""
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
    """Choose the default large table again after the viewer has changed to ``seat``."""
    get_hall(table).stage.picked = None


def pace(table: KingTable) -> float:
    """Return the share of the usual pause before a computer decides: one over the number of seats to act."""
    return 1.0 / max(1, len(table.session.to_act()))


def list_people(table: KingTable) -> Sequence[int]:
    """Return the seats of persons in the order of the groups."""
    return [seat for seat in table.view["order"] if seat in table.people]


# --- input --------------------------------------------------------------------------------------------------


def commands(table: KingTable) -> Mapping[str, Callable[[], object]]:
    """Return the commands: Home shows the viewer's table, End the next one."""
    hall = get_hall(table)
    return {"home": hall.show_own_table, "end": lambda: hall.step_table(1)}


def press(table: KingTable, given: Input) -> bool:
    """Handle a press; return whether the input was used. A press on the strip does not skip animations."""
    return given.x >= hall_layout.STRIP_X + STRIP_W and skip_left_of_column(table, given)


# --- words --------------------------------------------------------------------------------------------------


def describe_progress(table: KingTable) -> str:
    """Return the status line: round, trick and stage."""
    t = table.ctx.t
    stage = t(f"king_of_12.hall.stage.{get_hall(table).stage.phase}")
    return t("king_of_12.hall.state", round=table.stage.round, trick=table.stage.trick, stage=stage)


def worth_a_line(table: KingTable, event: Event, anew: bool) -> bool:
    """Whether an event is worth a log line: all of the persons' tables, the centre and the final, only results of other
    tables. ``anew``: it is the first event of the game."""
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
    """Draw the hand of a seat at the large table; the bottom seat's own, face down, only where no person plays."""
    _plan_pictures(table, c)
    if table.stage.seats[k].place.side != "below":
        mat.backs(table, c, k)
    elif not table.people:
        mat.draw_closed_hand(table, c, k)


def _plan_pictures(table: KingTable, c: Canvas) -> None:
    """Plan to render the backs, faces and portraits that a player shows at the large table."""
    for w in BACK_WIDTHS:
        for seat in table.session.seats:
            card.plan_back(c, seat.colour, seat.emblem, w)
    for seat in table.session.seats:
        portrait.plan(c, *build_face(seat, c.palette), plates.SMALL.face[2])
    for code in table.session.options["cards"]:
        card_view.plan_front(c, table.ctx.texts, code, CARD_W)


def draw_news(table: KingTable, c: Canvas) -> None:
    """Draw the standings while they are switched on, else the log or advice."""
    hall = get_hall(table)
    if hall.show_standings and not table.news.advises:
        hall_state.draw_standings(table, c, right_column.split_column(table)[1], hall.first)
    else:
        right_column.draw_news(table, c)


def list_news_content(table: KingTable) -> Hashable:
    """Return a key that changes with the log; with the standings it is a new one each time."""
    return object() if get_hall(table).show_standings else list_content(table)


def draw_bar_buttons(table: KingTable, c: Canvas) -> None:
    """Draw the buttons of standings and rounds."""
    hall = get_hall(table)
    shown = hall.show_standings
    hall_state.draw_buttons(table.ctx.t, table.ui, c, hall.open_rounds, hall.toggle_standings, shown)


def shows_standings(table: KingTable) -> Hashable:
    """Return whether the standings are shown, a key for drawing the buttons anew."""
    return get_hall(table).show_standings


def find_state_place(table: KingTable) -> Box:
    """Return the box of the status line where fingers are used."""
    return FINGER_STATE


# --- the strip of all tables: a box per group, a row per player with die, value, points and crowns ---------------


def draw_strip(table: KingTable, c: Canvas) -> None:
    """Draw the strip of all tables: a box per group, then all rows, with players who change seats on top."""
    stage, t = get_hall(table).stage, table.ctx.t
    finalists, centre = stage.hallway.finalists, stage.hallway.centre
    panels, box = boxes(stage.hallway, c.height)
    for number, each in enumerate(panels):
        if finalists:
            title = t("king_of_12.hall.final" if number == FINAL_TABLE else "king_of_12.hall.onlookers")
            _box(table, c, number, each, title, "", large=stage.large == number == FINAL_TABLE, opens=False)
        else:
            title = t("king_of_12.hall.group", number=number + 1)
            _box(table, c, number, each, title, "eye", large=stage.large == number)
    if box[3]:
        large = stage.large == CENTRE_TABLE
        note = t("king_of_12.hall.centre.here") if large else "" if centre else t("king_of_12.hall.centre.empty")
        title = t("king_of_12.hall.centre")
        _box(table, c, CENTRE_TABLE, box, title, "throne", note, large=large, opens=bool(centre))
    still = [k for k in stage.rows if k not in stage.movers]
    for k in [*still, *sorted(stage.movers)]:
        _row(table, c, k, stage.rows[k])
    for k, seat in enumerate(stage.seats):
        if not seat.large and (not finalists or k in finalists):
            _small(table.seats[k], c, k, seat)


def _box(
    table: KingTable, c: Canvas, number: int, box: Box, title: str, icon: str, note: str = "", *, large: bool,
    opens: bool = True,
) -> None:  # fmt: skip
    """Draw the box of a table, or of the centre with a note; if it ``opens``, a press shows that table large."""
    name = "centre" if number == CENTRE_TABLE else str(number)
    hot = opens and f"group.{name}" in table.hot
    x, y, w, h = box
    ink = "text.title" if large else "text.muted" if icon == "throne" and not opens else "accent"

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h, radius=10)
        if large:
            shapes.bright_frame(layer, box, 10)
        elif hot:
            shapes.round_rect(layer, x, y, w, h, 10, "glow", alpha=22)
        text.draw(layer, title, x + 14, y + 17, "caption", ink, "lm", max_w=w - 60)
        if icon:
            lit = ink if icon == "throne" else "accent.bright" if large or hot else "line"
            icons.draw(layer, icon, x + w - 20, y + 16, 16, lit)
        if note:
            size = text.fit(layer, note, w - 28, h - 34, "fine", 1.15)
            text.paragraph(layer, note, x + 14, y + 34, w - 28, size, "text.quiet", line=1.15)

    table.panels.draw(c, f"box.{name}", (title, large, hot, ink, note), box, paint)
    told = [] if large or not opens else [table.ctx.t("king_of_12.hall.group.tip")]
    hall = get_hall(table)
    if table.by_fingers and number in hall.stage.hallway.tables():  # for fingers a row is too small
        seats = hall.stage.hallway.table(number)
        told += [f"*{table.names[k]}:* {plate_words(table, hall.stage.seats[k])}" for k in seats]
    tip = (title, "\n".join(told))
    if opens:
        table.ui.zone(f"group.{name}", box, partial(hall.pick_table, number), tip=tip, role=THING)
    elif told:
        table.ui.explain(f"group.{name}", box, tip)


def _row(table: KingTable, c: Canvas, k: int, row: Row) -> None:
    """Draw sign, name and crowns of a player; items at the large table as small copies."""
    hall = get_hall(table)
    stage, seat = hall.stage, hall.stage.seats[k]
    player = table.seats[k]
    owes = not table.busy and k in table.pending and not seat.ready
    own = k == hall.first and bool(table.people)
    moving = k in stage.movers
    looks_on = bool(stage.hallway.finalists) and k not in stage.hallway.finalists
    gone = k in stage.gone and bool(stage.hallway.centre)
    face = None if looks_on or seat.pill or seat.die.rolling or gone else seat.die.face
    points = None if looks_on else table.write_points(k, str(seat.points))
    key = ("hall row", player, seat.crowns, seat.ready, owes, own, moving, points, face, round(row.h, 1))

    def make() -> pygame.Surface:
        layer = c.layer(STRIP_W, row.h + 4)
        on = c.on(layer, (0.0, -row.h / 2 - 2))
        _label(on, player.colour, player.emblem, player.name, row.h, seat, own or moving)
        if owes:
            icons.draw(on, "hourglass", SIGN_X, 0, 14, "text.dim")
        if face is not None:
            text.draw(on, str(face), PILL_X, 0, "name", "text.body", "cm", fixed=True)
        if points is not None:
            shapes.coin(on, COIN_X, 0, min(11.0, row.h * 0.33), points, "gold" if seat.points else "copper")
        return layer

    made = c.cache.get((*key, c.palette, c.patterns, c.text_scale), make)
    if moving:
        box = (row.x + 4, row.y - row.h / 2, STRIP_W - 8, row.h)
        shapes.glow_box(c, *box, 9, strength=150)
        shapes.gradient_box(c, *box, 8, [(0, "control.raised"), (1, "control.hover.low")], rim="edge")
    c.surface.blit(made, (c.x(row.x), c.y(row.y - row.h / 2 - 2)))
    if looks_on:
        return  # only the crowns matter
    if seat.place.side != "row":
        _draw_mirror(table, c, k, seat, row)
    if not table.by_fingers and (table.confirming or not table.busy):
        _tips(table, k, seat, row)


def _label(c: Canvas, colour: int, emblem: str, name: str, h: float, seat: SeatStage, lit: bool) -> None:
    if lit:
        shapes.round_rect(c, 5, -h / 2 + 1, STRIP_W - 10, h - 2, 7, "accent", alpha=36)
    shapes.badge(c, colour, emblem, 21, 0, min(14.0, h * 0.38))
    room = 80.0 - (16 if seat.ready else 0)
    font = text.resize("name", h * 0.44)
    text.draw(c, name, 39, 0, font, "text.bright", "lm", max_w=room)
    if seat.ready:
        icons.draw(c, "check", 41 + min(room, text.width(c, name, font)) + 9, 0, 14, "good")
    draw_crowns(c, CROWN_X, 0, 14.5, seat.crowns, pitch=16)


def _draw_mirror(table: KingTable, c: Canvas, k: int, seat: SeatStage, row: Row) -> None:
    """Draw a copy of the die in the row of a player at the large table or in the centre."""
    stage = get_hall(table).stage
    if k in stage.gone and stage.hallway.centre:
        icons.draw(c, "arrow-right", row.x + DIE_X, row.y, 17, "accent.bright")
    elif not seat.die.rolling:
        pose = dodecahedron.pose(seat.die.face, -0.1)
        d12.draw(c, row.x + DIE_X, row.y, die_size(row.h), pose, dim=seat.die.dim, shadow=False)
    if seat.card is not None and seat.place.side != "centre" and k not in stage.gone:
        _sign(table.seats[k], c, seat, row.x + SIGN_X, row.y, 1.0)
    if seat.pill and k not in stage.gone:
        shapes.pill(c, row.x + PILL_X, row.y, seat.pill.rsplit(" ", 1)[-1], seat.pill_kind, size=13)


def _small(player: Seat, c: Canvas, k: int, seat: SeatStage) -> None:
    """Draw die, card sign and value of a player whose table is not the large one."""
    die = seat.die
    if die.glow > 0.02 or (seat.pill_kind == "win" and seat.pill):
        shapes.glow(c, die.x, die.y, die.size * 0.9, alpha=120)
    if die.crowd >= 0:
        made = d12_crowd.frame(c, seat.place.die_size, die.goal, die.spin, die.crowd, k)
        y = die.y - d12_crowd.height(die.crowd, seat.place.die_size)
        c.blit_centred(made, die.x, y)
    elif die.rolling:
        d12.draw(c, die.x, die.y, seat.place.die_size, die.quat, fast=True, shadow=False)
    elif abs(die.size - seat.place.die_size) > 0.5:
        mat.travelling(c, die)
    else:
        d12.draw(c, die.x, die.y, seat.place.die_size, die.quat, dim=die.dim, shadow=False)
    if seat.card is not None:
        _sign(player, c, seat, seat.card.x, seat.card.y, seat.card.alpha / 255)
    if seat.pill:
        shapes.pill(c, *seat.place.pill, seat.pill.rsplit(" ", 1)[-1], seat.pill_kind, size=13)
    if seat.place.side == "centre":
        shapes.badge(c, player.colour, player.emblem, die.x - 20, die.y - 14, 9)


def _sign(player: Seat, c: Canvas, seat: SeatStage, x: float, y: float, strength: float) -> None:
    laid = seat.card
    if laid is None or strength < 0.1:
        return
    if laid.code is not None and laid.turn >= 0.5:
        made = card.sign(c, CODES[laid.code], 12.5, dim=laid.dim >= 0.5)
        if laid.glow > 0.02:
            shapes.glow(c, x, y, 22, alpha=int(190 * laid.glow))
    else:
        made = card.back(c, player.colour, player.emblem, 15)
    c.blit_centred(made, x, y)


def _tips(table: KingTable, k: int, seat: SeatStage, row: Row) -> None:
    """Register the tooltips of a row and of the open card in it."""
    hall = get_hall(table)
    box = (row.x + 4, row.y - row.h / 2, 112.0, row.h)
    tip = (table.names[k], f"{table.role(k)}. {plate_words(table, seat)}")
    show = partial(hall.pick_table, hall.stage.hallway.home(k))
    table.ui.zone(f"row.{k}", box, show, tip=tip, radius=7, role=THING)
    laid = seat.card
    if laid is None or laid.code is None or laid.turn < 0.99 or seat.place.side != "row":
        return
    spot = (row.x + SIGN_X - 15, row.y - row.h / 2, 30.0, row.h)
    tip = table.own.card_tip(laid.code)
    table.ui.zone(f"sign.{k}", spot, partial(table.ctx.ask, *tip), tip=tip, radius=8, role=THING)


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
        Zone(draw_strip),
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
    """Return the table scene of a game, or of a tournament."""
    return Table(ctx, session, HALL if len(session.seats) > MOST_AT_A_TABLE else TABLE)
