"""Right column of the King of 12 table, name plates and round result."""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ai.decision import Considered
from engine.contract import Event
from games.king_of_12.cards import CODES
from games.king_of_12.moves import Kind, decode
from scenes.common.player_identity import draw_face
from scenes.king_of_12 import choices, plates
from scenes.king_of_12.choices import move_label
from scenes.king_of_12.plates import draw_points
from scenes.king_of_12.scene_model import KingTable
from scenes.shell.finger_row import FINGER_TOP, find_corner, find_free_height
from scenes.shell.layers import draw_titled_panel
from scenes.shell.targets import Box
from scenes.table import advice, call_to_action
from scenes.table.advice import Numbers
from scenes.table.call_to_action import Call
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas

X, W = 1298.0, 286.0
GAP, CALL_H = 8.0, 104.0
"""Distance of panels for fingers, and height of the call to action and of the steps."""
STEPS = (
    ("choose", "card-pick"),
    ("cancel", "cancel"),
    ("effects", "magic-swirl"),
    ("compare", "weight-scale"),
    ("score", "two-coins"),
    ("discard", "card-discard"),
)


class StepLook(NamedTuple):
    """Colours and text style of a step: of the line below its disc, the disc, its number, its name and its icon."""

    line: str
    disc: tuple[str, str]
    number: str
    ink: str
    icon: str
    style: str = "label"


STEP_LOOKS = (
    StepLook("line", ("done.high", "control.high"), "", "text.quiet", "control.text.disabled"),
    StepLook("control.high", ("confirm.high", "confirm.low"), "confirm.text", "text.bright", "accent.bright", "name"),
    StepLook("control.high", ("panel.top", "field.low"), "text.dim", "text.dim", "control.text.disabled"),
)
"""Of steps that are done, of the one that runs, and of those to come."""
MARKS = {
    "round_begins": "dice",
    "game_begins": "throne",
    "dice_cancelled": "weight-scale",
    "cards_cancelled": "cancel",
    "values": "weight-scale",
    "no_winner": "weight-scale",
    "no_second": "weight-scale",
    "round_ends": "hourglass",
    "points_dropped": "two-coins",
    "round_unwon": "crown",
    "group_unwon": "crown",
}


def find_mark(table: KingTable, event: Event) -> int | str | None:
    """Return the mark of a log line: its seat, else an icon."""
    for key in ("seat", "by", "thief"):
        if isinstance(event.data.get(key), int) and event.kind not in ("round_ends",):
            return int(event.data[key])
    return MARKS.get(event.kind, "d12")


Told = Sequence[tuple[int, Event]]
"""Events animated so far, as pairs of turn and event."""


def last_trick(told: Told) -> list[Event]:
    """Return the events since the last reveal, up to the beginning of the next round."""
    start = 0
    for at, (_turn, event) in enumerate(told):
        if event.kind == "revealed":
            start = at
    found: list[Event] = []
    for _turn, event in told[start:]:
        if event.kind == "round_begins":
            break
        found.append(event)
    return found


def draw_steps(table: KingTable, c: Canvas) -> None:
    """Draw the steps of a trick, or the played cards while the person is asked to name a seat."""
    if table.question is not None:
        plates.draw_past_cards(table, c, find_steps_box(table))
    else:
        _tracker(table, c)


def list_steps_content(table: KingTable) -> Hashable:
    """Return a key that changes with what the steps show."""
    return object() if table.question is not None else (table.finished, table.stage.step, *table.view["set"])


def split_column(table: KingTable) -> tuple[Box, Box, Box]:
    """Return the boxes of steps, log and call to action; where fingers are used the buttons stand below the boxes."""
    if not table.by_fingers:
        high = table.height - 900
        return (X, 62.0, W, 286.0), (X, 364.0, W, 300.0 + high), (X, 676.0 + high, W, 208.0)
    x, _, w, _ = find_corner(table.height, table.hooks.amber_w)
    room = find_free_height(table.height) - FINGER_TOP
    steps, news, words = layout.rows((x, FINGER_TOP, w, room), [CALL_H, room - 2 * (CALL_H + GAP), CALL_H], gap=GAP)
    return steps, news, words


def find_steps_box(table: KingTable) -> Box:
    """Return the box of the steps of a trick, taller while the person is asked to name a seat."""
    steps, news, _ = split_column(table)
    asks = table.by_fingers and table.question is not None
    return (*steps[:3], news[1] + news[3] - steps[1]) if asks else steps


def draw_news(table: KingTable, c: Canvas) -> None:
    """Draw the log, or advice in its place."""
    if not (table.by_fingers and table.question is not None):
        advice.draw(table, c, split_column(table)[1], partial(_name_option, table), ADVICE)


def draw_call(table: KingTable, c: Canvas) -> None:
    """Draw the call to action with its buttons."""
    said = table.own.find_call()
    x, y, w, h = box = split_column(table)[2]
    room = (x + 22, y + 54, w - 44, min(46.0, h - 60))
    call_to_action.draw_words(table, c, "call", box, *said[:2], room, rule=True)
    inner = layout.inset(box, 16, 0)
    call_to_action.draw_button(table, c, (inner[0], y + 104, inner[2], 52), said)
    why, undo = layout.columns((inner[0], y + 165, inner[2], 32), 2, gap=10)
    table.ui.button(c, "why", why, table.ctx.t("ui.why.button"), table.past.explain, icon="question")
    table.back.draw_button(c, undo)


def list_call_content(table: KingTable) -> Hashable:
    """Return a key that changes with what the call to action shows."""
    return table.own.find_call(), table.back.words(), table.ui.find_main_sign()


def _tracker(table: KingTable, c: Canvas) -> None:
    t, lies = table.ctx.t, table.by_fingers
    step = len(STEPS) + 1 if table.finished else table.stage.step
    x, y, w, h = box = find_steps_box(table)
    if lies:
        places = layout.columns((x + 8, y + 50, w - 16, h - 56), len(STEPS))
    else:
        places = layout.rows((x + 8, y + 52, w - 16, h - 52), [36.0] * len(STEPS), gap=2)
    names = [t(f"king_of_12.step.{name}") for name, _icon in STEPS]
    title = names[step - 1] if lies and step <= len(STEPS) else t("king_of_12.table.trick")

    def paint(layer: Canvas) -> None:
        at = "" if table.finished else t("king_of_12.table.step", step=step)
        draw_titled_panel(layer, box, title, None, at)
        for number, ((_name, icon), place) in enumerate(zip(STEPS, places, strict=True), 1):
            yy, look = layout.middle(place), STEP_LOOKS[(number >= step) + (number > step)]
            left = place[0] + (place[2] / 2 - 24 if lies else 0.0)
            if number == step:
                stops = [(0, "selected.high"), (1, "selected.low")]
                shapes.gradient_box(layer, *place, 8, stops, angle=90, rim="edge")
            if number < len(STEPS):
                ends = (left + 36, yy, left + place[2] + 12, yy) if lies else (left + 24, yy + 12, left + 24, yy + 26)
                shapes.line(layer, *ends, look.line, 2)
            disc = [(0, look.disc[0]), (1, look.disc[1])]
            shapes.gradient_box(layer, left + 12, yy - 12, 24, 24, 12, disc, rim="veil")
            if number < step:
                icons.draw(layer, "check", left + 24, yy, 13, "text.strong")
            else:
                text.draw(layer, str(number), left + 24, yy, "strong", look.number, "cm")
            if not lies:
                text.draw(layer, names[number - 1], left + 48, yy, look.style, look.ink, "lm", max_w=w - 104)
                icons.draw(layer, icon, x + w - 32, yy, 20, look.icon)

    table.panels.draw(c, "tracker", step, box, paint)
    there = [CODES[card] for card in table.view["set"]]
    told = [table.ctx.texts.fitting(f"king_of_12.step.{name}.help", there) for name, _icon in STEPS]
    if lies:
        rows = [f"*{name}:* {says}" for name, says in zip(names, told, strict=True)]
        table.ui.explain("step", box, (t("king_of_12.table.trick"), "\n".join(rows)))
        return
    for (code, _icon), name, says, place in zip(STEPS, names, told, places, strict=True):
        table.ui.explain(f"step.{code}", place, (name, says))


def _draw_option(layer: Canvas, box: Box, name: str, numbers: Numbers, one: Considered) -> None:
    """Draw an option with a bar as long as its value, and its number."""
    x, y, w, h = box
    middle, first = y + h / 2, numbers.is_first(one)
    text.draw(layer, name, x + 10, middle, "name" if first else "label", "text", "lm", max_w=118)
    advice.draw_bar(layer, x + 134, middle, 78.0, numbers.part(one), best=first)
    text.draw(layer, numbers.words(one), x + w - 6, middle, "strong", "text", "rm")


ADVICE = advice.OptionsLook(_draw_option, most=5, top=50, tall=28, under=22, rule=10, edge=18, gap=8)


def _name_option(table: KingTable, action: int) -> str:
    """Return the shortest name of a considered action."""
    move = decode(action)
    if move.from_hand is not None:
        return table.own.card_name(move.from_hand)
    return str(move.face) if move.kind == Kind.FACE else move_label(table, move)


# --- call to action ------------------------------------------------------------------------------------


def call(table: KingTable) -> Call:
    """Return the texts of the call-to-action panel as of now; while things move, the last line of the log."""
    t = table.ctx.t
    marked, kind = table.marked_move, table.own.kind
    if table.confirming and table.stage.sheet is not None:
        return Call(*_round_words(table, table.stage.sheet[-1]), t("king_of_12.button.go_on"), "crown")
    if table.confirming:
        return Call(*trick_words(table), t("king_of_12.button.take"), "two-coins")
    if table.question is not None:
        seat = table.question.marked
        label = t(f"king_of_12.button.{'name_seat' if seat is None else 'seat'}", name=table.names[seat or 0])
        return Call(t("king_of_12.call.seat.title"), t("king_of_12.call.seat"), label, enabled=seat is not None)
    if kind == Kind.CARD:
        if marked is not None and marked.card is not None:
            title = t("king_of_12.call.play.title", card=table.own.card_name(marked.card))
            preview = choices.find_preview(table, marked)
            body = t("king_of_12.call.play") if preview is None else choices.describe_choice(table, preview)
            return Call(title, body, move_label(table, marked), "card-pick")
        choose = t("king_of_12.button.choose")
        return Call(t("king_of_12.call.choose.title"), t("king_of_12.call.choose"), choose, enabled=False)
    if kind is not None:
        crown = kind == Kind.CROWN
        label = move_label(table, marked) or t(f"king_of_12.button.choose{'' if crown else f'_{kind}'}")
        title, body = t(f"king_of_12.call.{kind}.title"), t(f"king_of_12.call.{kind}")
        return Call(title, body, label, "crown" if crown else None, marked is not None)
    if table.finished:
        return Call(t("king_of_12.call.over.title"), "", t("ui.result.show"), "trophy")
    if table.busy:
        step = t(f"king_of_12.step.{STEPS[table.stage.step - 1][0]}")
        return Call(step, table.news.last_line, t("ui.skip"), "skip")
    waiting = [table.names[seat] for seat in table.pending]
    return waits(table, t("king_of_12.call.wait", names=table.ctx.texts.join(waiting)))


def waits(table: KingTable, words: str) -> Call:
    """Return the call with a disabled button while others decide; ``words``: its text."""
    t = table.ctx.t
    return Call(t("king_of_12.call.wait.title"), words, t("king_of_12.button.wait"), "hourglass", False)


def address_player(table: KingTable, key: str, seat: int, **params: Any) -> str:
    """Return a text about a player, in its "you" form for the viewer."""
    return table.ctx.t(f"{key}.you" if list(table.people) == [seat] else key, name=table.names[seat], **params)


def trick_words(table: KingTable) -> tuple[str, str]:
    """Return title and text about the scores of the trick."""
    t = table.ctx.t
    by_place: dict[int, Mapping[str, Any]] = {
        event.data["place"]: event.data for event in table.stage.outcome if "place" in event.data
    }
    first, second = by_place.get(1), by_place.get(2)
    if first is None:
        return t("king_of_12.call.nobody.title"), t("king_of_12.call.nobody")
    winner = first["seat"]
    parts = [address_player(table, "king_of_12.call.won", winner, n=first["points"])]
    if second is not None:
        parts.append(address_player(table, "king_of_12.call.second", second["seat"], n=second["points"]))
    else:
        parts.append(t("king_of_12.call.no_second"))
    return address_player(table, "king_of_12.call.won.title", winner), " ".join(parts)


def _round_words(table: KingTable, last: Event) -> tuple[str, str]:
    """Return title and text about the end of a round, by the last event of its sheet."""
    t = table.ctx.t
    if last.kind == "round_unwon":
        return t("king_of_12.call.round_unwon.title"), t("king_of_12.call.round_unwon")
    data = last.data
    body = "king_of_12.call.round_won.second" if data["wins"] else "king_of_12.call.round_won"
    title = address_player(table, "king_of_12.call.round_won.title", data["seat"])
    return title, t(body, name=table.names[data["seat"]], n=data["points"])


# --- the end of a round ---------------------------------------------------------------------------------------


SHEET_ROW = 58.0


def sheet_box(centre: tuple[float, float], seats: int) -> Box:
    """Return the box of the round sheet for ``seats`` seats."""
    w, h = 668.0, 142 + SHEET_ROW * seats
    return centre[0] - w / 2, centre[1] - h / 2, w, h


class RoundEnd(NamedTuple):
    """How a round ended: points by seat, whose points were lost, and who won a crown."""

    points: list[int]
    dropped: set[int]
    winners: set[int]


def draw_sheet_head(table: KingTable, c: Canvas, box: Box, events: Sequence[Event]) -> RoundEnd:
    """Draw the sheet of a round with its title and the cause of its end; return how it ended."""
    t = table.ctx.t
    x, y, w, _ = box
    cx, data = x + w / 2, events[0].data
    shapes.panel(c, *box, "parchment")
    text.draw(c, t("king_of_12.round.title", n=data["round"]), cx, y + 33, "display", "paper.title", "cm")
    cause = t(f"king_of_12.round.cause.{data['cause']}")
    text.draw(c, cause, cx, y + 62, "aside", "paper.text.muted", "cm", max_w=w - 50)
    shapes.rule(c, cx - 150, y + 81, 300, colour="edge.low")
    dropped = {seat for event in events if event.kind == "points_dropped" for seat in event.data["seats"]}
    winners = {event.data["seat"] for event in events if event.kind == "round_won"}
    return RoundEnd(list(data["points"]), dropped, winners)


def draw_sheet(table: KingTable, c: Canvas) -> None:
    """Draw the end of a round on a sheet over the mat: points, dropped points, the crown winner."""
    events = table.stage.sheet
    if events is None:
        return
    t = table.ctx.t
    x, y, w, h = box = sheet_box(table.own.centre(), len(table.seats))
    points, dropped, winners = draw_sheet_head(table, c, box, events)
    order = sorted(range(len(points)), key=lambda seat: -points[seat])
    column = (x + 24, y + 91, w - 48, h)
    for k, row in zip(order, layout.rows(column, [SHEET_ROW] * len(order)), strict=True):
        player, middle = table.seats[k], layout.middle(row)
        if k in winners:
            shapes.round_rect(c, *layout.inset(row, 0, 3), 9, "accent", alpha=90)
        draw_face(c, player, x + 62, middle, 20, sign=9)
        text.draw(c, player.name, x + 96, middle, "title", "paper.text", "lm", max_w=170)
        shown = table.write_points(k, str(points[k]))
        draw_points(c, x + 298, middle, 17, shown, is_lost=k in dropped)
        if k in dropped:
            text.draw(c, t("king_of_12.round.dropped"), x + 330, middle, "body", "paper.link", "lm", max_w=w - 360)
        elif k in winners:
            icons.draw(c, "crown", x + 344, middle - 2, 30, "paper.crown")
            text.draw(c, t("king_of_12.round.wins"), x + 372, middle, "name", "paper.label", "lm", max_w=w - 420)
