"""The table of King of the Dice: map, market, tray, plates; all choices by mouse, keys or pad."""

from collections.abc import Hashable
from functools import partial

import pygame

from engine.session import Update
from games.king_of_the_dice import messages, moves
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import to_colour, to_number
from games.king_of_the_dice.messages import citizen_code
from scenes.king_of_the_dice import choices, kept_dice, kingdom, market, requirements, right_column, tray, words
from scenes.king_of_the_dice.animate import tell
from scenes.king_of_the_dice.kingdom import GLINT_EVERY
from scenes.king_of_the_dice.layout import (
    FRAME_H,
    FRAME_W,
    FRAME_X,
    FRAME_Y,
    GOALS,
    LARGE_GOALS,
    LARGE_TRAY,
    LEDGE,
    RIGHT_W,
    RIGHT_X,
    TRAY,
    board,
    split_right_column,
)
from scenes.king_of_the_dice.peaks import PEAKS
from scenes.king_of_the_dice.scene_model import DiceTable, Flying, Stage, from_view
from scenes.king_of_the_dice.spoken_table import SpokenTable
from scenes.king_of_the_dice.table_state import BEAT, TableState
from scenes.shell.finger_row import find_free_height
from scenes.table.game_log import explain_events
from scenes.table.portraits import Reaction
from scenes.table.script import Script
from scenes.table.table import Table
from scenes.table.table_game import TableGame, Zone, find_top_box
from sprites.base import backdrop
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, inset
from sprites.base.portrait import Mood
from sprites.base.timeline import AMBIENT_MS
from sprites.king_of_the_dice import board as drawn, card as cards, pieces

REACTIONS = (
    Reaction("claimed", Mood.PLEASED),
    Reaction("tamed", Mood.PLEASED),
    Reaction("attacked", Mood.PLEASED),
    Reaction("gem_stolen", Mood.PLEASED),
    Reaction("citizen_stolen", Mood.PLEASED),
    Reaction("attacked", Mood.STRUCK, "victim"),
    Reaction("gem_stolen", Mood.STRUCK, "victim"),
    Reaction("citizen_stolen", Mood.STRUCK, "victim"),
    Reaction("flame_lit", Mood.STRUCK, "owner"),
    Reaction("alarm", Mood.STRUCK),
)
"""What pleases and strikes the players."""

PLACE = 44.0
"""Size of the castle of a region, where a piece is put by hand."""

# --- stage --------------------------------------------------------------------------------------------------


def make_stage(table: DiceTable) -> Stage:
    """Return the stage of the view; dice stay kept between the rolls of a turn."""
    table.own.kingdom.arrangement = table.view["arrangement"]
    if table.view["phase"] != "roll" or table.view["rolls"] == 0:
        table.own.kept = 0
    return from_view(table.view, table.own.kept, large=table.ctx.settings.couch, by_fingers=table.by_fingers)


def settle(table: DiceTable) -> None:
    """Close the board of jokers when none can be played, and have the odds computed if they are shown."""
    if not choices.joker_moves(table.moves):
        table.own.shows_jokers = False
    kept_dice.want_odds(table)


def reset_to_opening(table: DiceTable) -> None:
    """Prepare a new game: the market is closed, no dice are rolled."""
    begun = next(event for event in table.queue[0].events if event.kind == "game_begins")
    table.stage.left = list(begun.data["piles"])
    table.stage.market = [None] * len(table.stage.left)


def script(table: DiceTable, update: Update) -> Script:
    """Return the animation of an update."""
    if not any(event.kind == "rolled" for event in update.events):
        table.own.kept = 0
    if table.ctx.window is not None:
        market.plan_faces(table, table.ctx.window.canvas, update.view["market"])

    return tell(table, update.events)


def advance(table: DiceTable, ms: float) -> None:
    """Advance flames and a fading preview by ``ms``; ask for a new frame when these or the odds have changed."""
    own = table.own
    fading, known = own.preview_fade.advance(ms), own.chances.known
    if fading or known != own.known_chances:
        own.known_chances = known
        table.ui.dirty = True
    if table.ctx.steady or table.ctx.instant:
        return
    if table.ui.idle_ms > AMBIENT_MS and own.beat % GLINT_EVERY == GLINT_EVERY - 1:
        return
    own.beat_ms += ms
    if own.beat_ms >= BEAT:
        own.beat_ms %= BEAT
        own.beat += 1
        table.ui.moved = True


def resize(table: DiceTable) -> None:
    """Finish motions after a resize; they would arrive at the old place."""
    own, by_fingers = table.own, table.by_fingers
    own.kingdom.box, own.kingdom.by_fingers = board(table.height, by_fingers), by_fingers
    table.panels.clear()
    table.timeline.finish()
    if table.stage.by_fingers != by_fingers and not table.busy:
        table.reset_stage()


# --- drawing ------------------------------------------------------------------------------------------------


def find_preview(table: DiceTable, c: Canvas) -> None:
    """Find what the citizen pointed at or marked would bring, for this frame."""
    own, pile = table.own, requirements.find_pile(table)
    found = None if pile is None else own.previews.find(table.view, pile)
    own.preview = None if pile is None or found is None else (pile, found)
    own.preview_fade.show(pile, at_once=table.ctx.speed == 0)


def draw_ground(table: DiceTable, c: Canvas) -> None:
    """Draw wood, frame of the map and tray as one opaque picture."""

    def make() -> pygame.Surface:
        surface = backdrop.table(c, "table").copy()
        layer = c.on(surface, (c.left, 0))
        drawn.frame(layer, table.own.kingdom.box)
        tray.ground(layer, by_fingers=table.by_fingers)
        return surface

    c.surface.blit(c.cache.get(("king_of_the_dice.static", table.own.kingdom.box), make), (0, 0))


def list_rising(table: DiceTable) -> tuple[Hashable, ...]:
    """Return a key that changes with what moves on the map: castles that rise, flames, a preview, the banner."""
    stage, own = table.stage, table.own
    return *stage.rise.items(), own.beat, own.preview_fade.alpha, stage.banner_alpha


def draw_flying(table: DiceTable, c: Canvas) -> None:
    """Draw what is on its way."""
    for thing in table.stage.flying:
        if thing.kind == "flame":
            pieces.flame(c, thing.x, thing.y, 34, table.own.beat)
        elif thing.kind == "card":
            made = _find_flying_card(c, thing)
            c.blit_centred(made, thing.x, thing.y)
        else:
            pieces.gem(c, thing.x, thing.y, 12, thing.kind == "gold")


def _find_flying_card(c: Canvas, thing: Flying) -> pygame.Surface:
    """Return the picture of a flying card: one picture scaled, as making it at every size would take longer than a
    frame."""
    if thing.value >= 0:
        citizen = citizens().cards[thing.value]
        signs = to_number(citizen.joker), to_colour(citizen.joker)
        full = cards.small(c, citizen_code(thing.value), *signs, market.FLYING_W)
    else:
        full = cards.back(c, market.FLYING_W)
    if thing.scale == 1.0:
        return full
    wide, high = full.get_size()
    return pygame.transform.smoothscale(full, (max(1, round(wide * thing.scale)), max(1, round(high * thing.scale))))


def list_supply(table: DiceTable) -> Hashable:
    """Return a key that changes with what is left of the supply."""
    return tuple(table.stage.supply.items()), tuple(messages.list_features(table.view))


def find_place_box(table: DiceTable, place: int) -> Box:
    """Return the box of the castle in a region."""
    x, y = table.own.kingdom.spot(place)
    return (x - PLACE / 2, y - PLACE / 2, PLACE, PLACE)


def find_board_box(table: DiceTable) -> Box:
    """Return the box of the map with its frame."""
    return FRAME_X, FRAME_Y, FRAME_W, FRAME_H


def find_why_box(table: DiceTable) -> Box:
    """Return the box for the reasons of a rival's play: over the player's panel."""
    low = find_free_height(table.height) if table.by_fingers else table.height - 10
    return RIGHT_X, low - 364, RIGHT_W, 364.0


def find_last_box(table: DiceTable) -> Box:
    """Return the box of the last turn's plaque: over the log, or over what is left for fingers; for a child, whose
    notes stand in the log, over the ledge, on which no dice lie yet."""
    if table.by_fingers:
        return find_top_box(table)
    return inset(LEDGE, -2.0, 1.0) if table.for_child else (RIGHT_X + 12, table.height - 96, 492.0, 74.0)


def find_goal_origin(table: DiceTable) -> tuple[float, float]:
    """Return the sign on the player's panel, from which an event that counts for a goal flies to its star."""
    x, y, _w, _h = split_right_column(len(table.seats), table.height, True, table.by_fingers)[1]
    return x + 40, y + 36


# --- words --------------------------------------------------------------------------------------------------


def describe_progress(table: DiceTable) -> str:
    """Return the status line: round and turn."""
    stage = table.stage
    if table.finished:
        return table.ctx.t("king_of_the_dice.table.over", round=stage.round)
    return table.ctx.t("king_of_the_dice.table.state", round=stage.round, name=table.names[stage.active])


def why_last(table: DiceTable) -> str:
    """Return why the last turn went as it did: its last events, each with its rule."""
    # Newest first, so that text cut off below loses no reason.
    rows = explain_events(table, words.last_turn(table.session.rules, table.told))[::-1]
    return "\n\n".join(rows[-6:]) or table.ctx.t("king_of_the_dice.why.nothing")


TABLE: TableGame[moves.Move, Stage, TableState] = TableGame(
    codec=moves,
    own=TableState,
    make_stage=make_stage,
    settle=settle,
    reset_to_opening=reset_to_opening,
    script=script,
    zones=(
        Zone(draw_ground),
        Zone(kingdom.draw, "kingdom", moving=list_rising),
        Zone(market.draw),
        Zone(tray.draw),
        Zone(right_column.draw),
        Zone(draw_flying),
        Zone(market.draw_lifted_citizen),
        Zone(choices.draw_panel),
    ),
    prepare=find_preview,
    draw_on_bar=kingdom.draw_supply,
    list_bar_content=list_supply,
    advance=advance,
    resize=resize,
    forget_pictures=kingdom.forget_pictures,
    find_place_box=find_place_box,
    find_board_box=find_board_box,
    column_x=RIGHT_X,
    amber_w=RIGHT_W,
    goal_place=GOALS,
    finger_goals=LARGE_GOALS,
    find_last_box=find_last_box,
    find_finished_box=lambda table: LARGE_TRAY if table.by_fingers else TRAY,
    find_why_box=find_why_box,
    find_goal_origin=find_goal_origin,
    first_focus=choices.first_focus,
    ready_action=choices.ready_action,
    list_action_buttons=choices.list_action_buttons,
    choose_number=choices.choose_number,
    put_back=choices.put_back,
    prepare_decision=choices.reset,
    bell_rings=choices.bell_rings,
    describe_progress=describe_progress,
    list_features=messages.list_features,
    list_card_notes=market.list_card_notes,
    find_plan_card=market.find_plan_card,
    find_mark=right_column.find_mark,
    why_last=why_last,
    places=right_column.Regions,
    recap_kinds=("hired", "claimed", "tamed", "attacked", "alarm", "citizen_stolen", "gem_stolen"),
    recap_right=1080.0,
    reactions=REACTIONS,
    peaks=PEAKS,
    spoken=SpokenTable,
    lesson_ends=kept_dice.list_lesson_ends,
    lesson_next=kept_dice.find_lesson_target,
    lesson_words=kept_dice.list_lesson_words,
)
"""The table of King of the Dice."""


open_table = partial(Table, hooks=TABLE)
