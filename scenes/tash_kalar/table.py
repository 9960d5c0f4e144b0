"""The table of Tash-Kalar: arena in the middle, players, tasks and decks left, the turn right, the hand below."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace

from engine.chance import SeededChance
from engine.session import Session
from games.tash_kalar import RULES, messages, moves
from games.tash_kalar.expansions import list_expansions
from games.tash_kalar.maps import to_column_row
from games.tash_kalar.moves import DONE, END, HAND_OVER, SURRENDER, Kind, Move, decode, encode
from games.tash_kalar.state import PHASES
from scenes.shell.context import Context
from scenes.shell.finger_row import find_state_box
from scenes.shell.inputs import Input
from scenes.shell.targets import Box, split_id
from scenes.table import advice
from scenes.table.card_help import CardNote, PlanCard
from scenes.table.portraits import Reaction
from scenes.table.script import AnyTable
from scenes.table.table import Table
from scenes.table.table_game import (
    TableGame,
    Zone,
    find_top_box,
    name_move,
    offer_choice,
    scroll_log,
    show_resized,
    skip_left_of_column,
)
from scenes.tash_kalar import arena, choices, hand, kept_cards, left_column, right_column, tooltips
from scenes.tash_kalar.animate import tell
from scenes.tash_kalar.layout import GOAL_H, GOAL_W, find_shown_spot, find_shown_width, layout, layout_for_fingers
from scenes.tash_kalar.peaks import PEAKS
from scenes.tash_kalar.scene_model import Held, Stage, TashTable, clear_stage, from_view
from scenes.tash_kalar.spoken_table import SpokenTable
from scenes.tash_kalar.table_state import TableState
from scenes.tash_kalar.words import Squares, find_mark
from sprites.base.canvas import Canvas
from sprites.base.portrait import Mood

REACTIONS = (
    Reaction("points", Mood.PLEASED),
    Reaction("claimed", Mood.PLEASED),
    Reaction("destroyed", Mood.STRUCK, "colour", by="side"),
    Reaction("downgraded", Mood.STRUCK, "colour", by="side"),
    Reaction("converted", Mood.STRUCK, "lost.colour", by="side"),
    Reaction("flare_played", Mood.PLEASED),
)
"""What pleases and strikes the players."""

# --- stage --------------------------------------------------------------------------------------------------


def make_stage(table: TashTable) -> Stage:
    """Return the stage of the view."""
    stage = from_view(table.view, table.overlooked)
    stage.kept = [table.own.reading.list_kept_cards(seat) for seat in range(stage.seats)]
    return stage


def settle(table: TashTable) -> None:
    """Lay out hand and shown card, and leave modes of the turn panel that the new choice does not have."""
    own, card = table.own, table.view["playing"]
    own.lay_out()
    if card is not None:
        x, y = find_shown_spot(table.own.places)
        table.stage.shown = Held(card, x, y, find_shown_width(table.own.places), seat=table.view["active"])
    if own.choices.phase != "main":
        own.let_go()
    if all(held.card != own.pinned for held in table.stage.hand):
        own.pinned = None
    own.put_at = 0


def reset_to_opening(table: TashTable) -> None:
    """Prepare a new game: an empty arena, no cards drawn."""
    clear_stage(table.stage, table.queue[0].events[0].data)


def forget_pictures(table: TashTable) -> None:
    """Forget which pictures of cards have been rendered."""
    table.own.faces = hand.Faces()


def advance(table: TashTable, ms: float) -> None:
    """Make the next queued decision of a choice when the table is at rest; advance lights and previews by ``ms``."""
    own = table.own
    if own.plan and table.ctx.stack.top is table and table.may_act():
        move = own.plan.pop(0)
        if move in own.choices:
            table.make(move)
        else:
            own.plan = []
    offered = not table.ctx.steady and table.may_act()
    fading = own.preview_fade.advance(ms)
    if own.pulse.update(ms, offered, table.ui.idle_ms) or fading:
        table.ui.moved = True


def pace(table: TashTable) -> float:
    """Return the share of the usual pause before a computer decides: 1 for an action, less for steps of an effect."""
    return 1.0 if table.view["phase"] in ("main", "start") else 0.35


def resize(table: TashTable) -> None:
    """Lay out again after a resize; pieces keep their columns and rows."""
    least = table.ui.touch.least
    table.own.places = layout_for_fingers(table.height, least) if table.by_fingers else layout(table.height)
    show_resized(table)


# --- deciding -----------------------------------------------------------------------------------------------


def keeps_turn(table: TashTable, action: int) -> bool:
    """Whether the same person decides next in the same turn after this action, as far as the view tells."""
    state = RULES.clone(table.own.reading.state)
    before = state.turn
    RULES.apply(state, table.viewer or 0, action, SeededChance(1))
    return RULES.to_act(state) == (table.viewer,) and state.turn == before


def is_still_there(table: TashTable, seat: int) -> bool:
    """Whether ``seat`` has decided last and decides again, so that no curtain is needed."""
    return bool(seat == table.own.last_seat and table.view["acting"] == seat)


def change_eyes(table: TashTable, seat: int | None) -> None:
    """Remember ``seat`` as the one that looks on now."""
    table.own.last_seat = seat


def offer(table: TashTable, legal: Sequence[int]) -> None:
    """Offer a choice to the bottom seat, unless queued decisions follow."""
    if table.own.plan:
        return
    offer_choice(table, legal)
    if table.view["phase"] == "effect" and table.own.choices.has(Kind.RECALL):
        table.own.open_piles(table.view["active"], recall=True)


def press_amber(table: TashTable, legal: Sequence[int]) -> None:
    """Handle the main button, which may queue several decisions: a card with its shown square and orientation."""
    own = table.own
    placement = own.placement() if choices.is_choosing_square(table) else None
    move = own.ready_move()
    if move is not None:
        own.carry_out(move)
    elif placement is not None:
        own.go_on_summoning(placement)
    elif own.choices.has(Kind.RECALL):
        own.open_piles(table.view["active"], recall=True)
    else:
        table.ctx.play("refused")


def prepare_decision(table: TashTable, action: int) -> None:
    """Reset the selection before a decision is made."""
    table.own.let_go()
    table.own.last_seat = table.viewer


def put_back(table: TashTable) -> bool:
    """Clear mark and modes, or take back a shown card or a picked piece; return whether there was one."""
    own = table.own
    modes = own.discarding or own.placing or own.using is not None
    if table.chosen is not None or modes or own.pinned is not None:
        table.chosen = own.pinned = None
        own.let_go()
        table.ui.dirty = True
        return True
    picked = own.choices.phase == "effect" and table.view["effect"]["picked"] >= 0
    if (choices.is_choosing_square(table) or picked) and table.back.state()[0]:
        table.back.undo()
        return True
    return False


def list_action_buttons(table: TashTable, legal: Sequence[int]) -> dict[str, int]:
    """Return the action codes, by target, of the main button and of those that decline and end the turn."""
    ready, now = table.own.ready_move(), table.own.choices
    found = {} if ready is None else {"main": encode(ready)}
    if now.declining:
        found["second"] = encode(DONE)
    elif END in now and ready != END:
        found["second" if HAND_OVER in now else "third"] = encode(END)
    return found


def ends_in_words(table: TashTable, action: int) -> bool:
    """Whether an action itself says that it ends the turn, so that nothing is asked."""
    return decode(action) == END


def drop_plans(table: TashTable) -> None:
    """Drop the queued decisions of a choice."""
    table.own.plan = []


def bell_rings(table: TashTable) -> bool:
    """Whether the bell rings for the offered choice: for an action, not for each step of its effect."""
    return bool(table.view["phase"] == "main")


def first_focus(table: TashTable, legal: Sequence[int]) -> str | None:
    """Return the id of the first target: card, task, choice or square; None without one."""
    now = table.own.choices.phase
    lit = sorted(table.own.choices.lit(table.own.placing))
    if now == "main":
        return "hand.0" if table.stage.hand else "sq.56"
    if now == "claiming":
        tasks = table.own.choices.list_moves(Kind.TASK)
        return f"task.{tasks[0].number}" if tasks else "second"
    if table.own.choices.buttons(table.marked_move):
        return "choice.0"
    if lit:
        return f"sq.{lit[0]}"
    return "hand.0" if now == "returning" else None


# --- input --------------------------------------------------------------------------------------------------


def commands(table: TashTable) -> Mapping[str, Callable[[], object]]:
    """Return the commands by name: turning the card left and right, ending the turn."""
    own = table.own
    return {
        "turn_left": lambda: own.turn_placement(-1),
        "turn_right": lambda: own.turn_placement(1),
        "end": lambda: _end_key(table),
    }


def wheel(table: TashTable, given: Input) -> bool:
    """Turn the previewed card by the wheel over the arena, else scroll the log; return whether the input was used."""
    if not 330 < given.x < 1270 or table.own.find_preview_card() is None:
        return scroll_log(table, given)
    table.own.turn_placement(-1 if given.amount > 0 else 1)
    return True


def press(table: TashTable, given: Input) -> bool:
    """Handle a press: the right button reads a card or clears the mark, others skip motions; True if it was used."""
    if given.button != 3:
        return skip_left_of_column(table, given)
    card = table.own.hand_hover()
    if card is None:
        return put_back(table)
    table.own.read_card(card)
    return True


def explain_focus(table: TashTable) -> bool:
    """Show the card of the hand that is pointed at or focused in large; return False without one."""
    card = table.own.hand_hover()
    if card is None:
        return False
    table.own.read_card(card, told=tooltips.card(table, card))
    return True


def _end_key(table: TashTable) -> None:
    if END in table.own.choices:
        table.make(END)
    elif table.own.choices.declining:
        table.own.decline()
    elif table.legal():
        table.ctx.play("refused")


def choose_number(table: TashTable, at: int) -> None:
    """Choose by number key ``at`` (from 0): a choice of the panel, a kind of piece, a task, or a card of the hand."""
    buttons, kinds = table.own.choices.buttons(table.marked_move), table.own.choices.pieces
    if buttons and not table.own.marks(Kind.FLARE):
        if at < len(buttons):
            table.own.press_button(buttons[at])
    elif len(kinds) > 1:
        if at < len(kinds):
            table.own.choose_kind(at)
    elif table.own.choices.phase == "claiming":
        if at < len(table.stage.tasks):
            table.own.press_task(table.stage.tasks[at])
    elif at >= len(table.stage.hand) and table.stage.kept[table.below]:
        code, card = table.stage.kept[table.below][0]
        table.own.press_kept_card(table.below, code, card)
        table.ui.set_focus(f"kept.{table.below}.{card}")
    elif at < len(table.stage.hand):
        card = table.stage.hand[at].card
        if table.own.choices.find_card_move(card, table.own.discarding, table.own.using) is not None:
            table.own.press_card(at)
        table.ui.set_focus(f"hand.{at}")


# --- drawing ------------------------------------------------------------------------------------------------


def prepare(table: TashTable, c: Canvas) -> None:
    """Find, for this frame, the bottom seat's point of attention and what its choice would change."""
    own = table.own
    own.sight = own.find_sight()
    found = tooltips.find_moves(table)
    own.changes = own.afterwards.find(table.view, table.below, found)
    own.preview_fade.show(found or None, at_once=table.ctx.speed == 0)
    own.faces.begin()


def draw_ground(table: TashTable, c: Canvas) -> None:
    """Draw wood and arena."""
    walled = bool(table.view["options"].get("walls"))
    c.surface.blit(arena.find_ground(c, table.own.places.board, table.stage.form, walled), (0, 0))


def list_arena(table: TashTable) -> tuple[Hashable, ...]:
    """Return a key that changes with what moves in the arena: pieces, lights, a preview."""
    stage, pulse = table.stage, table.own.pulse.strength
    men = tuple((each.x, each.y, each.lift, each.scale, each.squeeze, each.alpha) for each in stage.men.values())
    sparks = tuple(spark.t for spark in stage.sparks)
    return pulse, men, (*sparks, stage.pattern_alpha, stage.glare, table.own.preview_fade.alpha)


def list_moods(table: TashTable) -> tuple[Hashable, ...]:
    """Return a key that changes with the moods of the portraits."""
    return (table.portraits.list_moods(),)


def find_pulse(table: TashTable) -> tuple[Hashable, ...]:
    """Return a key that changes with the light on legal choices."""
    return (table.own.pulse.strength,)


def draw_left_column(table: TashTable, c: Canvas) -> None:
    """Draw tasks, decks and kept cards."""
    hand.plan_backs(table, c)
    left_column.draw(table, c)
    kept_cards.draw_recent(table, c)
    kept_cards.draw(table, c)


def draw_chronicle(table: TashTable, c: Canvas) -> None:
    """Draw the log or the advice."""
    advice.draw(table, c, table.own.places.chronicle, lambda action: table.own.words.move(decode(action)))


def list_hand(table: TashTable) -> tuple[Hashable, ...]:
    """Return a key that changes with the positions of the cards in the hand, and the light on them."""
    held = tuple((each.x, each.y, each.w, each.alpha) for each in table.stage.hand)
    return table.own.pulse.strength, held


def draw_rising(table: TashTable, c: Canvas) -> None:
    """Draw rising points, and the banner over the arena."""
    arena.rising(table.stage, c)
    arena.banner(table.stage, table.own.places.board, c)


def list_bar_content(table: TashTable) -> Hashable:
    """Return a key that changes when the flag of surrender comes or goes."""
    return SURRENDER in table.own.choices


def find_place_box(table: TashTable, place: int) -> Box:
    """Return the box of a square of the arena."""
    return table.own.places.board.box(to_column_row(place), 2.0)


def find_board_box(table: TashTable) -> Box:
    """Return the box of the arena with its rim."""
    board = table.own.places.board
    rim = 26 * board.k
    return (board.x - rim, board.y - rim, 9 * board.cell + 2 * rim, 9 * board.cell + 2 * rim)


def find_goal_cells(table: TashTable, count: int) -> list[Box]:
    """Return the boxes of a stage's ``count`` goals: a column next to the cut corner of the arena."""
    places = table.own.places
    return [(places.right_x - GOAL_W - 8, places.top + at * GOAL_H, GOAL_W, GOAL_H) for at in range(count)]


def find_twist_place(table: TashTable) -> tuple[float, float, float]:
    """Return left end, upper edge and room of the pill with the twists: below the goals."""
    count, places = 0 if table.goals is None else len(table.goals.goals), table.own.places
    return places.right_x - GOAL_W - 8, places.top + count * GOAL_H + 8, GOAL_W


def find_goal_origin(table: TashTable) -> tuple[float, float]:
    """Return the middle of the arena, from which an event that counts for a goal flies to its star."""
    return table.own.places.board.middle


# --- words --------------------------------------------------------------------------------------------------


def name_action(table: TashTable, action: int) -> str:
    """Return the name of an action for the viewer; for a step of an effect with its card and what it does."""
    move, card = decode(action), table.view["playing"]
    if card is None or move.kind not in (Kind.SQUARE, Kind.OPTION, Kind.DIRECTION):
        return name_move(table, action)
    words = table.own.words
    step = words.way(move.number) if move.kind is Kind.OPTION else name_move(table, action)
    return f"{words.card(card)}: {step[:1].lower()}{step[1:]}"


def describe_progress(table: TashTable) -> str:
    """Return the status line: form, goal, round."""
    t = table.ctx.t
    form = t(f"tash_kalar.option.form.{table.view['options']['form']}")
    return t("tash_kalar.table.state", form=form, goal=table.view["goal"], round=max(1, table.view["round"]))


def list_card_notes(table: TashTable) -> list[CardNote]:
    """Return the cards of the hand with their effects for a child, those first that can be played now."""
    held = [(at, one.card) for at, one in enumerate(table.stage.hand) if one.card >= 0]
    held.sort(key=lambda pair: not hand.usable(table, pair[1]))
    return [CardNote(f"hand.{at}", table.own.words.card(card), table.own.words.effect(card)) for at, card in held]


def find_plan_card(table: TashTable, target: str) -> PlanCard | None:
    """Return the card of the hand behind a target; None for other targets."""
    held, (kind, at) = table.stage.hand, split_id(target)
    return PlanCard(held[at].card) if kind == "hand" and at < len(held) and held[at].card >= 0 else None


def find_last_box(table: TashTable) -> Box:
    """Return the box of the last turn's plaque: over the log; for a child, whose notes stand there, over the decks, or
    over what is left for fingers."""
    places = table.own.places
    if table.by_fingers and table.for_child:
        return find_top_box(table)
    return (*(places.decks if table.for_child else places.chronicle)[:3], 84.0)


def find_finished_box(table: TashTable) -> Box:
    """Return the box of a finished turn: from the prompt down to the last button."""
    x, y, w, h = table.own.places.fit
    if table.by_fingers:
        top = table.own.places.chronicle[1]
        return x, top, w, y + h - top
    return x, y, w, table.own.places.undo[1] + table.own.places.undo[3] - y


TABLE: TableGame[Move, Stage, TableState] = TableGame(
    codec=moves,
    own=TableState,
    make_stage=make_stage,
    settle=settle,
    reset_to_opening=reset_to_opening,
    script=tell,
    advance=advance,
    pace=pace,
    resize=resize,
    forget_pictures=forget_pictures,
    prepare=prepare,
    zones=(
        Zone(draw_ground),
        Zone(arena.draw, "arena", moving=list_arena),
        Zone(left_column.draw_players, "players", moving=list_moods, waits=True),
        Zone(draw_left_column, "left", moving=find_pulse, waits=True),
        Zone(right_column.draw_turn, "turn", waits=True),
        Zone(draw_chronicle, "chronicle", list_content=advice.list_content, waits=True),
        Zone(right_column.draw, "right", waits=True),
        Zone(hand.draw_moving_cards),
        Zone(hand.draw, "hand", moving=list_hand),
        Zone(draw_rising),
    ),
    find_state_box=lambda table: find_state_box(len(table.view["pieces"])),
    draw_on_bar=right_column.surrender_button,
    list_bar_content=list_bar_content,
    find_place_box=find_place_box,
    find_board_box=find_board_box,
    glass_x=1276.0,
    find_last_box=find_last_box,
    find_finished_box=find_finished_box,
    find_why_box=lambda table: (12.0, table.height - 372, 316.0, 360.0),
    find_goal_cells=find_goal_cells,
    find_goal_origin=find_goal_origin,
    find_twist_place=find_twist_place,
    first_focus=first_focus,
    list_action_buttons=list_action_buttons,
    press_amber=press_amber,
    choose_number=choose_number,
    put_back=put_back,
    prepare_decision=prepare_decision,
    offer_choice=offer,
    bell_rings=bell_rings,
    ends_in_words=ends_in_words,
    is_halfway=choices.is_choosing_square,
    drop_plans=drop_plans,
    secret_phases=frozenset(PHASES),
    keeps_turn=keeps_turn,
    is_still_there=is_still_there,
    change_eyes=change_eyes,
    commands=commands,
    press=press,
    wheel=wheel,
    explain_focus=explain_focus,
    name_action=name_action,
    describe_progress=describe_progress,
    list_features=messages.list_features,
    list_card_notes=list_card_notes,
    find_plan_card=find_plan_card,
    find_mark=find_mark,
    places=Squares,
    recap_kinds=("summoned", "flare_played", "claimed", "destroyed", "discarded"),
    reactions=REACTIONS,
    peaks=PEAKS,
    spoken=SpokenTable,
)
"""The table of Tash-Kalar."""


def open_table(ctx: Context, session: Session) -> AnyTable:
    """Return the table scene; its recap also tells the events of expansions."""
    added = [kind for one in list_expansions() for kind in one.events]
    return Table(ctx, session, replace(TABLE, recap_kinds=(*TABLE.recap_kinds, *added)))
