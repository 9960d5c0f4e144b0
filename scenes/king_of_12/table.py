"""The table of King of 12: seats, dice, cards, hand, trick steps, log, call to action."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import partial

from engine.contract import View
from engine.session import Update
from games.king_of_12 import moves
from games.king_of_12.cards import CODES, FACES
from games.king_of_12.moves import Move, decode
from games.king_of_12.rules import CardPreview, Standing
from scenes.king_of_12 import card_view, choices, mat, plates, right_column
from scenes.king_of_12.animate import ANIMATIONS, lay_down
from scenes.king_of_12.choices import LIFT_MS
from scenes.king_of_12.layout import CARD_W, COLUMN_X
from scenes.king_of_12.peaks import PEAKS
from scenes.king_of_12.scene_model import KingTable, Stage, find_step, from_view
from scenes.king_of_12.spoken_table import SpokenTable
from scenes.king_of_12.table_state import TableState
from scenes.shell.finger_row import find_corner, find_state_box
from scenes.shell.targets import Box, split_id
from scenes.table.advice import list_content
from scenes.table.card_help import CardNote, PlanCard
from scenes.table.portraits import Reaction
from scenes.table.script import Script
from scenes.table.table_game import TableGame, Zone
from scenes.tutorial.view import SHEET
from sprites.base import controls, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.portrait import Mood

REACTIONS = (
    Reaction("scored", Mood.PLEASED, where={"place": 1}),
    Reaction("to_centre", Mood.PLEASED),
    Reaction("round_won", Mood.PLEASED),
    Reaction("theft", Mood.PLEASED, "thief"),
    Reaction("theft", Mood.STRUCK, "victim"),
    Reaction("silenced", Mood.STRUCK),
    Reaction("cards_cancelled", Mood.STRUCK, "seats"),
    Reaction("dice_cancelled", Mood.STRUCK, "seats"),
    Reaction("points_dropped", Mood.STRUCK, "seats"),
)
"""What pleases and strikes the players."""

OWNER_UP = 262.0
"""How far above the lower edge it says whose hand lies there."""

# --- stage --------------------------------------------------------------------------------------------------


def make_stage(table: KingTable) -> Stage:
    """Return the stage of the view at rest."""
    return from_view(table.view, table.anchor, table.height, table.ctx.settings.couch, table.by_fingers)


def reset_to_opening(table: KingTable) -> None:
    """Prepare a new game: the dice show any face but the one about to be rolled."""
    for seat in table.stage.seats:
        seat.die.face = (seat.die.face + 4) % len(FACES) + 1
        seat.die.settle()


def script(table: KingTable, update: Update) -> Script:
    """Return the animation of an update."""
    take_own_card(table, update)
    yield from ANIMATIONS.tell(table, update.events)
    table.stage.step = find_step(update.view)


def show_without_script(table: KingTable, update: Update) -> bool:
    """Apply simultaneous card choices of others without interrupting the viewer's own; False for other events."""
    if not all(event.kind == "committed" for event in update.events):
        return False
    take_own_card(table, update)
    table.note(update.events)
    for event in update.events:
        lay_down(table, event.data["seat"])
    return True


def take_own_card(table: KingTable, update: Update) -> None:
    """Apply the viewer's played card, an event that only its seat gets."""
    if update.action is not None and any(event.kind == "committed" for event in update.events):
        table.stage.leave_hand(decode(update.action))


def advance(table: KingTable, ms: float) -> None:
    """Advance lifted cards of the fan, and a preview that fades in, by ``ms``."""
    own, step = table.own, 1.0 if table.ctx.speed == 0 or table.ctx.reduced else ms / LIFT_MS
    own.fan.update(find_raised_cards(table), step)
    shown = choices.find_preview(table, table.marked_move) if table.legal() else None
    faded = own.preview.update(shown, ms, at_once=table.ctx.speed == 0)
    if own.fan.moving or faded:
        table.ui.dirty = True


def find_raised_cards(table: KingTable) -> set[int]:
    """Return the raised cards of the fan: those pointed at or focused, and the marked one."""
    raised = set(table.ui.list_hot_numbers("hand."))
    if not table.ui.show_focus and table.stage.on_table is not None:
        raised.discard(table.stage.on_table)  # the pointer still rests where it was played: keep the mat visible
    marked = table.marked_move
    if marked is not None and marked.from_hand is not None and table.legal():
        raised.add(marked.from_hand)
    return raised


def is_moving(table: KingTable) -> bool:
    """Whether a card is being lifted, or a preview fades in."""
    return table.own.fan.moving or table.own.preview.moving


def resize(table: KingTable) -> None:
    """Move everything to its new place after a resize, also during a trick."""
    if not table.busy:
        table.reset_stage()
        return
    table.timeline.finish()  # moving items would arrive at the old place
    for seat, place in zip(table.stage.seats, table.own.spots(), strict=True):
        seat.die.x += place.die[0] - seat.place.die[0]
        seat.die.y += place.die[1] - seat.place.die[1]
        if seat.card is not None:
            seat.card.x += place.card[0] - seat.place.card[0]
            seat.card.y += place.card[1] - seat.place.card[1]
        seat.place = place


# --- drawing ------------------------------------------------------------------------------------------------


def find_column_x(table: KingTable) -> float:
    """Return the left end of the column with the log and the buttons."""
    return find_corner(table.height, table.hooks.amber_w)[0] - 16 if table.by_fingers else COLUMN_X


def find_state_place(table: KingTable) -> Box:
    """Return the box of the status line where fingers are used: right of all plates."""
    return find_state_box(len(table.seats))


def draw_ground(table: KingTable, c: Canvas) -> None:
    """Draw wood and mat."""
    x = find_column_x(table)
    c.surface.blit(mat.find_ground(c, table.own.mat_box(c.height), x), (0, 0))


def draw_hands(table: KingTable, c: Canvas, draw_hand: Callable[[KingTable, Canvas, int], None]) -> None:
    """Draw the hands; they lie on the wood, and the column covers it."""
    c.surface.set_clip(c.rect(c.left, 0, find_column_x(table) - c.left, c.height))
    for k in table.own.list_large_seats():
        # Named by place: when others come to the table, their things may take the places one after the other.
        table.draw_layer(c, f"hand.{table.stage.seats[k].place.side}", partial(draw_hand, table, c, k), waits=True)
    c.surface.set_clip(None)


def draw_each_hand(table: KingTable, c: Canvas) -> None:
    """Draw the hands of all seats."""
    draw_hands(table, c, _draw_hand)


def _draw_hand(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the hand of a seat as backs; that of the bottom seat only while the viewer's cards are not shown."""
    mat.plan_back(table, c, k)
    for card in {*table.session.options["cards"], *table.stage.hand} if k == table.below else ():
        card_view.plan_front(c, table.ctx.texts, card, CARD_W)
    if table.stage.seats[k].place.side != "below":
        if not (table.own.hand_cards() and k == table.view["seat"]):
            mat.backs(table, c, k)
    elif table.view["seat"] is None:
        mat.draw_closed_hand(table, c, k)


def draw_plates(table: KingTable, c: Canvas) -> None:
    """Draw the plates of the large table."""
    moods = table.portraits.list_moods()
    for k in table.own.list_large_seats():
        name = f"plate.{table.stage.seats[k].place.side}"
        table.draw_layer(c, name, partial(plates.draw, table, c, k), moods, waits=True)


def draw_at_large_seats(
    draw: Callable[[KingTable, Canvas, int], None],
) -> Callable[[KingTable, Canvas], None]:
    """Return a function that calls ``draw`` for every seat of the large table."""

    def draw_all(table: KingTable, c: Canvas) -> None:
        for k in table.own.list_large_seats():
            draw(table, c, k)

    return draw_all


def draw_card(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the card that a seat plays."""
    card = table.stage.seats[k].card
    if card is not None:
        numbers = (card.x, card.y, card.angle, card.turn, card.dim, card.scale, card.alpha, card.glow)
        table.draw_layer(c, f"card.{k}", partial(mat.draw_played_card, table, c, k), numbers)


def draw_die(table: KingTable, c: Canvas, k: int) -> None:
    """Draw the die of a seat."""
    seat = table.stage.seats[k]
    die = seat.die
    if die.rolling:
        mat.die(table, c, k)
    else:
        pose = (die.x, die.y, die.size, die.lift, die.glow, die.dim, die.quat)
        table.draw_layer(c, f"die.{k}", partial(mat.die, table, c, k), pose)


def list_slides(table: KingTable) -> tuple[Hashable, ...]:
    """Return a key that changes while cards slide: how far each seat's has come."""
    return tuple(table.stage.seats[k].crown_slide for k in table.own.list_large_seats())


def find_why_box(table: KingTable) -> Box:
    """Return the box for the reasons of a rival's play: above the hand, on the side of the mat away from its die."""
    centre = table.own.centre()[0]
    is_left = table.stage.seats[table.rival_why.seat].die.x < centre
    return (2 * centre - 394 if is_left else 14.0, table.height - 548, 380.0, 296.0)


def list_dice(table: KingTable) -> tuple[Hashable, ...]:
    """Return a key that changes while dice move: their positions."""
    dice = [table.stage.seats[k].die for k in table.own.list_large_seats()]
    return tuple((die.x, die.y, die.size) for die in dice)


def asks_on_mat(table: KingTable) -> bool:
    """Whether the person chooses on the mat, in a panel in place of the hand."""
    return table.own.kind in choices.ON_MAT


def shows_fan(table: KingTable) -> bool:
    """Whether the viewer's hand is drawn as a fan."""
    return not asks_on_mat(table)


def draw_fan(table: KingTable, c: Canvas) -> None:
    """Draw the viewer's hand."""
    advised = table.advised_move
    best = None if advised is None else advised.from_hand
    cards, whose = table.own.hand_cards(), table.seats[table.below]
    if cards and table.anchor != table.below:  # it lies before another one's plate
        words, y = table.ctx.t("king_of_12.backs.title", name=whose.name), table.height - OWNER_UP
        half = text.width(c, words, "heading") / 2
        shapes.badge(c, whose.colour, whose.emblem, table.own.find_hand_x() - half - 26, y, 15)
        text.draw(c, words, table.own.find_hand_x(), y, "heading", "text.title", "cm", shadow=True)
    table.own.fan.draw(table, c, cards, best)


def list_lifts(table: KingTable) -> tuple[Hashable, ...]:
    """Return a key that changes while cards of the fan are lifted: how far each is."""
    return tuple(table.own.fan.lifts.items())


def draw_preview(table: KingTable, c: Canvas) -> None:
    """Draw the preview of the card that is pointed at or marked."""
    shown = table.own.preview
    if isinstance(shown.key, CardPreview):
        choices.draw_card_preview(table, c, shown.key, shown.alpha)


def find_twist_place(table: KingTable) -> tuple[float, float, float]:
    """Return left end, upper edge and room of the pill with the twists: above the player's plate."""
    x, y, w, _h = table.stage.seats[table.below].place.plate
    return x, y - 38, w


def find_goal_origin(table: KingTable) -> tuple[float, float]:
    """Return the middle of the player's die, from which an event that counts for a goal flies to its star."""
    die = table.stage.seats[table.below].die
    return die.x, die.y


# --- choosing -----------------------------------------------------------------------------------------------


def prepare_decision(table: KingTable, action: int) -> None:
    """Remove a played card from the stage's hand before its decision is made."""
    table.stage.leave_hand(decode(action))


def first_focus(table: KingTable, legal: Sequence[int]) -> str | None:
    """Return the id of the target that is focused first: card, face, order or token."""
    return choices.find_target(decode(legal[0]))


def choose_number(table: KingTable, at: int) -> None:
    """Mark choice ``at`` (from 0): a card of the fan, a choice on the mat, or a seat when one is asked for."""
    moves = table.moves
    if table.question is not None:
        table.question.mark((table.below + at) % table.question.seats)
    elif moves and moves[0].from_hand is not None:
        fan = table.own.hand_cards()
        if at < len(fan):
            table.pick(moves[0]._replace(card=fan[at]))
    elif at < len(moves):
        table.pick(moves[at])


def has_secret_heads(table: KingTable) -> bool:
    """Whether a card is drawn above each column of keys."""
    return table.session.view(None)["phase"] in choices.BY_CARD


def draw_secret_ground(table: KingTable, c: Canvas, top: float, bottom: float) -> bool:
    """Draw the dice on a strip of velvet, and the title; return True: the table itself is hidden."""
    choices.draw_secret_ground(table, c, top, bottom)
    controls.top_bar(c, table.ctx.t("king_of_12.name"), describe_progress(table), table.game_icon)
    return True


# --- words and lessons --------------------------------------------------------------------------------------


def describe_progress(table: KingTable) -> str:
    """Return the status line: progress of the game."""
    if table.finished:
        return table.ctx.t("king_of_12.table.round", n=table.stage.round)
    return table.ctx.t("king_of_12.table.state", round=table.stage.round, trick=table.stage.trick)


def list_features(view: View) -> Collection[str]:
    """Return the cards of the set."""
    return [CODES[card] for card in view["set"]]


def list_card_notes(table: KingTable) -> list[CardNote]:
    """Return the cards of the hand that can be played, with their help; those first that lead to the best place now."""
    t = table.ctx.t
    found: list[tuple[int, int, CardNote]] = []
    for move in table.moves:
        card = move.from_hand
        if card is not None:
            preview = choices.find_preview(table, move)
            places = [list(Standing).index(one.standing) for one in preview.results] if preview is not None else []
            note = CardNote(f"hand.{card}", table.own.card_name(card), t(f"king_of_12.card.{CODES[card]}.help"))
            found.append((min(places, default=len(Standing)), len(found), note))
    return [note for *_, note in sorted(found)]


def find_plan_card(table: KingTable, target: str) -> PlanCard | None:
    """Return the card of the hand behind a target; None for other targets."""
    kind, card = split_id(target)
    return PlanCard(card, card in table.stage.hand) if kind == "hand" else None


def why_last(table: KingTable) -> str:
    """Return in words why the last trick ended as it did."""
    table.chronicle.update()
    return "\n\n".join(table.own.list_reasons()) or table.ctx.t("king_of_12.why.nothing")


def lesson_things(table: KingTable) -> Mapping[str, Box]:
    """Return boxes for lessons by name: the dice of all seats, and the round sheet."""
    found = {}
    if table.stage.sheet is not None:
        found[SHEET] = right_column.sheet_box(table.own.centre(), len(table.stage.seats))
    for seat, one in enumerate(table.stage.seats):
        r = one.die.size / 2
        found[f"die.{seat}"] = (one.die.x - r, one.die.y - r, 2 * r, 2 * r)
    return found


def draw_throne_light(table: KingTable, c: Canvas) -> None:
    """Light up the throne in the mat, as strongly as ``last_call`` says, before a trick that may decide it."""
    light = table.last_call.light
    if light > 0:
        shapes.glow(c, *table.own.centre(), 150, "glow", round(8 * light) * 24)


PLAYED = (
    Zone(draw_at_large_seats(mat.crown_cards), "crowns", moving=list_slides),
    Zone(draw_at_large_seats(draw_card)),
)
"""The cards under the dice, and those that are being played."""
ON_MAT = (
    Zone(draw_at_large_seats(mat.whose), "rings", moving=list_dice),
    Zone(draw_at_large_seats(draw_die)),
    Zone(draw_at_large_seats(mat.draw_alternative)),
    Zone(draw_at_large_seats(mat.sign), "signs", moving=list_dice),
    Zone(draw_at_large_seats(mat.tokens), "tokens", moving=list_dice),
    Zone(draw_at_large_seats(mat.marks), "marks"),
    Zone(mat.draw_flying),
    Zone(mat.banner),
    Zone(choices.draw_choice, is_shown=asks_on_mat),
    Zone(draw_fan, "fan", moving=list_lifts, is_shown=shows_fan),
    Zone(draw_preview),
)
"""What lies on the mat over the played cards, and the hand before it."""


def find_last_box(table: KingTable) -> Box:
    """Return the box for the plaque of the last trick, in the free corner of the mat."""
    x, y, _, h = table.own.mat_box(table.height)
    return x + 8, y + h - 126, 484.0, 78.0


TABLE: TableGame[Move, Stage, TableState] = TableGame(
    codec=moves,
    own=TableState,
    make_stage=make_stage,
    reset_to_opening=reset_to_opening,
    script=script,
    show_without_script=show_without_script,
    advance=advance,
    is_moving=is_moving,
    resize=resize,
    zones=(
        Zone(draw_ground),
        Zone(draw_each_hand),
        Zone(draw_plates),
        Zone(draw_throne_light),
        *PLAYED,
        *ON_MAT,
        Zone(right_column.draw_sheet),
        Zone(right_column.draw_steps, "steps", list_content=right_column.list_steps_content, waits=True),
        Zone(right_column.draw_news, "news", list_content=list_content, waits=True),
        Zone(right_column.draw_call, "call", list_content=right_column.list_call_content, waits=True),
    ),
    find_state_box=find_state_place,
    column_x=COLUMN_X,
    glass_x=COLUMN_X - 4,
    find_last_box=find_last_box,
    find_stake=lambda table: table.own.centre(),
    find_why_box=find_why_box,
    find_twist_place=find_twist_place,
    find_goal_origin=find_goal_origin,
    prepare_decision=prepare_decision,
    first_focus=first_focus,
    choose_number=choose_number,
    secret_phases=frozenset({"choose", "crown"}),
    shared_phases=frozenset({"choose", "effects", "theft", "crown"}),
    list_secret_options=choices.list_secret_options,
    has_secret_heads=has_secret_heads,
    draw_secret_head=choices.draw_secret_head,
    draw_secret_ground=draw_secret_ground,
    describe_progress=describe_progress,
    list_features=list_features,
    list_card_notes=list_card_notes,
    find_plan_card=find_plan_card,
    find_mark=right_column.find_mark,
    why_last=why_last,
    recap_kinds=("scored", "no_winner", "round_won", "round_unwon"),
    reactions=REACTIONS,
    peaks=PEAKS,
    round_event="revealed",
    round_of_all=True,
    spoken=SpokenTable,
    lesson_things=lesson_things,
)
"""The table of King of 12."""
