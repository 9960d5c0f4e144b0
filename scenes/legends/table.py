"""The table of Legends: the sea chart in the middle, the card row above it, the players in its free corners."""

import math
from collections.abc import Callable, Hashable, Mapping
from functools import partial

from engine.session import Update
from games.legends import messages, moves
from games.legends.moves import Move, decode
from scenes.legends import action, board, choices, options, region_targets, right_column, row
from scenes.legends.animate import ANIMATIONS
from scenes.legends.layout import GOALS, OWN_X, card_box
from scenes.legends.peaks import PEAKS
from scenes.legends.scene_model import LegendsTable, Stage, clear_stage, from_view
from scenes.legends.spoken_table import SpokenTable
from scenes.legends.table_state import Regions, TableState, find_mark
from scenes.shell.targets import Box, Target
from scenes.table import advice
from scenes.table.portraits import Reaction
from scenes.table.script import Script
from scenes.table.table import Table
from scenes.table.table_game import TableGame, Zone, find_top_box, list_nothing
from sprites.base import backdrop
from sprites.base.canvas import Canvas
from sprites.base.portrait import Mood

REACTIONS = (
    Reaction("auction_won", Mood.PLEASED),
    Reaction("built", Mood.PLEASED),
    Reaction("token_taken", Mood.PLEASED),
    Reaction("destroyed", Mood.PLEASED, by="owner"),
    Reaction("destroyed", Mood.STRUCK, "owner", by="seat"),
    Reaction("action_void", Mood.STRUCK),
)
"""What pleases and strikes the players."""

SEA = 18.0
"""Rim of a sheet of sea, free for the frame of a lit part."""
PLACE = 44.0
"""Size of the middle of a region, where a piece is put by hand."""

# --- stage --------------------------------------------------------------------------------------------------


def make_stage(table: LegendsTable) -> Stage:
    """Return the stage of the view."""
    return from_view(table.view, lambda place: card_box(place, table.own.places)[:2], table.overlooked)


def settle(table: LegendsTable) -> None:
    """Show the chart of the view, keep the bid possible, and note the points at the beginning of a card."""
    own = table.own
    own.show_board(table.view["segments"], table.view["shape"])
    own.bid = min(own.bid, own.most)
    own.previews.note(table.view, table.below)


def reset_to_opening(table: LegendsTable) -> None:
    """Prepare a new game: an empty chart and row."""
    clear_stage(table.stage)


def script(table: LegendsTable, update: Update) -> Script:
    """Return the animation of an update."""
    public = [event for event in update.events if event.seats is None or not table.overlooked]
    return ANIMATIONS.tell(table, public)


def show_without_script(table: LegendsTable, update: Update) -> bool:
    """Apply simultaneous bids of others without interrupting the viewer's own; False for other events."""
    if not update.events or not all(event.kind == "bid_made" for event in update.events):
        return False
    table.note(update.events)
    for event in update.events:
        table.stage.committed[event.data["seat"]] = True
    return True


def advance(table: LegendsTable, ms: float) -> None:
    """Advance chart, previews and the light on choices by ``ms``."""
    own = table.own
    if own.after_curtain and table.ctx.stack.top is table:
        seen, own.after_curtain = own.after_curtain, ""
        table.ctx.ask(table.ctx.t("legends.peek.title"), seen)
    own.follow_focus()
    region_targets.glide(table, ms)
    move = region_targets.find_hot_move(table) if table.legal() else None
    shown = None if own.previews.find(table.view, move) is None else move
    fading = own.preview.update(shown, ms, at_once=table.ctx.speed == 0)
    offered = not table.ctx.steady and table.view["phase"] in choices.ON_MAP and table.may_act()
    beats = own.pulse.update(ms, offered, table.ui.idle_ms)
    if own.chart.moving:
        own.chart.update(ms, at_once=table.ctx.speed == 0)
        table.ui.moved = True
    if fading or beats or own.is_settling:
        table.ui.moved = True


def is_moving(table: LegendsTable) -> bool:
    """Whether the view of the chart moves, or a preview fades in."""
    own = table.own
    return own.chart.moving or own.is_settling or own.preview.moving


def pace(table: LegendsTable) -> float:
    """Return the share of the usual pause before a computer decides: 1 for a card, less for the steps of its action."""
    return 1.0 if choices.is_cards(table.view) else 0.4


def stir(table: LegendsTable, frame: int) -> None:
    """Pan and zoom the chart a little, one frame of a frame-time measurement; ``frame``: its number."""
    chart = table.own.chart
    if frame % 240 == 0:
        chart.change_zoom(1, at_once=True)
    elif frame % 240 == 200:
        chart.whole(at_once=True)
    chart.pan(9 * math.cos(frame / 23), 7 * math.sin(frame / 17))
    table.ui.moved = True


def resize(table: LegendsTable) -> None:
    """Lay out chart and panels again after a resize."""
    table.own.lay_out()
    table.own.chart.show(table.own.chart.composed, table.own.places.chart)
    if not table.busy:
        for at, card in enumerate(table.stage.row):
            card.x, card.y = card_box(at, table.own.places)[:2]


# --- drawing ------------------------------------------------------------------------------------------------


def draw_ground(table: LegendsTable, c: Canvas) -> None:
    """Draw wood around the chart."""
    wood = backdrop.table(c, "table")
    for part in table.own.chart.list_free_rects(c):
        c.surface.blit(wood, part, part)


def is_laying(table: LegendsTable) -> bool:
    """Whether fewer than four segments are laid."""
    return table.own.chart.composed is None


def draw_chronicle(table: LegendsTable, c: Canvas) -> None:
    """Draw the log or the advice."""
    news = table.news
    if table.by_fingers and not (news.advises or news.aside is not None or news.comment is not None):
        return  # the chart has its place
    advice.draw(table, c, table.own.places.chronicle, lambda wanted: action.short(table, decode(wanted)))


def find_level(table: LegendsTable) -> tuple[Hashable, ...]:
    """Return a key that changes with the zoom of the chart."""
    return (table.own.chart.level,)


def list_tools(table: LegendsTable) -> Hashable:
    """Return a key that changes with what the tools of the chart show."""
    return table.own.chart.names, table.own.places, id(table.own.chart.composed)


def list_cards(table: LegendsTable) -> tuple[Hashable, ...]:
    """Return a key that changes with where the cards of the row lie."""
    return (tuple((each.x, each.y, each.alpha, each.scale) for each in table.stage.row),)


def count_cards(table: LegendsTable) -> tuple[Hashable, ...]:
    """Return a key that changes with the number of cards in the row."""
    return (len(table.stage.row),)


def draw_taken_card(table: LegendsTable, c: Canvas) -> None:
    """Draw the card that is being taken."""
    if table.stage.card is not None:
        row.draw_taken_card(table, c, table.stage.card)


def draw_preview(table: LegendsTable, c: Canvas) -> None:
    """Draw what the move pointed at or marked would change on the chart."""
    own = table.own
    move = own.preview.key
    found = own.previews.find(table.view, move) if isinstance(move, Move) else None
    if isinstance(move, Move) and found is not None and not own.chart.moving:
        region_targets.draw_move_preview(table, c, move, found, own.preview.alpha)


def find_place_box(table: LegendsTable, place: int) -> Box:
    """Return a box around the middle of a region on the table."""
    x, y = board.find_middle(table, place)
    return (x - PLACE / 2, y - PLACE / 2, PLACE, PLACE)


def find_board_box(table: LegendsTable) -> Box:
    """Return the box of the chart."""
    return table.own.places.chart


def find_last_box(table: LegendsTable) -> Box:
    """Return the box of the last card's plaque: at the foot of the log."""
    x, y, w, h = table.own.places.chronicle
    return find_top_box(table) if table.by_fingers else (x, y + h - 84, w, 84.0)


def is_zoomed_by_fingers(table: LegendsTable) -> bool:
    """Whether fingers are used on a zoomed chart: a small chart then shows the part in sight."""
    return table.by_fingers and not table.own.chart.is_whole and table.own.chart.composed is not None


def shows_row(table: LegendsTable) -> bool:
    """Whether the row of cards is drawn: for fingers only while a card is chosen, or when its key was pressed."""
    own = table.own
    return not table.by_fingers or (not own.is_open and (own.shows_row or choices.is_cards(table.view)))


def find_twist_place(table: LegendsTable) -> tuple[float, float, float]:
    """Return left end, upper edge and room of the pill with the twists: left of the strip of goals."""
    if table.by_fingers:
        return OWN_X, table.hooks.finger_goals[1], 360.0
    return OWN_X, GOALS[1] + 3, GOALS[0] - OWN_X - 10


def find_goal_origin(table: LegendsTable) -> tuple[float, float]:
    """Return a point on the player's panel, from which an event that counts for a goal flies to its star."""
    x, y, w, _h = table.own.places.own
    return x + w / 2, y + 20


# --- keys, words, lessons -----------------------------------------------------------------------------------


def commands(table: LegendsTable) -> Mapping[str, Callable[[], object]]:
    """Return the commands: page keys zoom, Home shows the whole map, L the names of the regions."""
    own = table.own
    zoom = {"page_up": partial(own.zoom, 1), "page_down": partial(own.zoom, -1)}
    return {**zoom, "home": own.whole_map, "names": own.toggle_names}


def name_action(table: LegendsTable, code: int) -> str:
    """Return the text of an action with the names of regions and cards."""
    return table.own.label(decode(code))


def describe_progress(table: LegendsTable) -> str:
    """Return the status line: number of rounds played."""
    n = table.view["rounds"]
    return table.ctx.t("legends.table.state", round=min(table.view["round"], n), n=n)


def lesson_things(table: LegendsTable) -> Mapping[str, Box]:
    """Return boxes for lessons by name: the sheets of sea within their rims, so that two can be lit side by side; while
    the row of cards is hidden, its key stands for every card."""
    sheets = enumerate(table.own.chart.sheets())
    found = {f"sea.{at}": (x + SEA, y + SEA, w - 2 * SEA, h - 2 * SEA) for at, (x, y, w, h) in sheets}
    if not shows_row(table):
        found |= {f"card.{at}": table.own.places.keys[0] for at in range(len(table.stage.row))}
    return found


def lesson_box(table: LegendsTable, target: Target) -> Box:
    """Return the box of a lesson's target; for a region, the box around its shores."""
    chart = table.own.chart
    if not target.id.startswith("region.") or chart.composed is None:
        return target.box
    left, top, right, bottom = chart.composed.shores.boxes[int(target.id[7:])]
    (x, y), (end, low) = chart.point((left, top)), chart.point((right, bottom))
    return x, y, end - x, low - y


TABLE: TableGame[Move, Stage, TableState] = TableGame(
    codec=moves,
    own=TableState,
    make_stage=make_stage,
    settle=settle,
    reset_to_opening=reset_to_opening,
    script=script,
    show_without_script=show_without_script,
    advance=advance,
    is_moving=is_moving,
    is_painting=lambda table: table.own.chart.is_painting,
    pace=pace,
    stir=stir,
    resize=resize,
    zones=(
        Zone(draw_ground),
        Zone(board.draw),
        Zone(options.draw_segment_choice, is_shown=is_laying),
        Zone(right_column.draw),
        Zone(draw_chronicle, "chronicle", list_content=advice.list_content, waits=True),
        Zone(action.draw_tools, "tools", moving=find_level, list_content=list_tools, waits=True),
        Zone(row.draw, "row", moving=list_cards, is_shown=shows_row),
        Zone(row.draw_prices, "prices", moving=count_cards, list_content=list_nothing, is_shown=shows_row),
        Zone(draw_taken_card),
        Zone(action.draw, "action", waits=True),
        Zone(draw_preview),
        Zone(action.draw_small_chart, is_shown=is_zoomed_by_fingers),
        Zone(board.draw_overlay),
        Zone(row.draw_preview),
    ),
    find_place_box=find_place_box,
    find_board_box=find_board_box,
    goal_place=GOALS,
    finger_goals=(400.0, 108.0, 800.0, 36.0),
    find_last_box=find_last_box,
    find_finished_box=lambda table: table.own.places.action,
    find_twist_place=find_twist_place,
    find_goal_origin=find_goal_origin,
    first_focus=choices.first_focus,
    ready_action=choices.ready_action,
    list_action_buttons=choices.list_action_buttons,
    describe_waste=choices.describe_waste,
    ends_in_words=choices.ends_in_words,
    put_back=choices.put_back,
    choose_number=choices.choose_number,
    secret_phases=frozenset({"auction"}),
    shared_phases=frozenset({"auction"}),
    list_secret_options=choices.list_bids,
    commands=commands,
    press=region_targets.press,
    wheel=region_targets.wheel,
    drag=region_targets.drag,
    name_action=name_action,
    describe_progress=describe_progress,
    list_features=messages.list_features,
    list_card_notes=choices.list_card_notes,
    find_plan_card=choices.find_plan_card,
    find_mark=find_mark,
    places=Regions,
    recap_kinds=("card_taken", "built", "destroyed"),
    reactions=REACTIONS,
    peaks=PEAKS,
    round_event="card_taken",
    spoken=SpokenTable,
    lesson_things=lesson_things,
    lesson_box=lesson_box,
)
"""The table of Legends."""


open_table = partial(Table, hooks=TABLE)
