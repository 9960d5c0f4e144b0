"""Right column of the King of 12 table, name plates and round result."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.contract import Event
from games.king_of_12.cards import CODES
from games.king_of_12.moves import Kind, decode
from scenes.king_of_12 import card_preview, played_panel
from scenes.king_of_12.choices import move_label
from scenes.shell.panels import draw_titled_panel
from scenes.shell.targets import Box, Target
from scenes.table.advice import (
    CAPTION,
    CAPTION_RIGHT,
    Numbers,
    chronicle,
    foot_line,
    note_option,
    note_rows,
    tell_reasons,
)
from scenes.table.glossary_links import underline
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

X, W = 1298.0, 286.0
STEPS_BOX = (X, 62.0, W, 286.0)
STEPS = (
    ("choose", "card-pick"),
    ("cancel", "cancel"),
    ("effects", "magic-swirl"),
    ("compare", "weight-scale"),
    ("score", "two-coins"),
    ("discard", "card-discard"),
)
MARKS: dict[str, str] = {
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


def find_mark(event: Event) -> int | str | None:
    """Return the mark of a log line: its seat, else an icon."""
    for key in ("seat", "by", "thief"):
        if isinstance(event.data.get(key), int) and event.kind not in ("round_ends",):
            return int(event.data[key])
    return MARKS.get(event.kind, "d12")


Told = Sequence[tuple[int, Event]]
"""Events animated so far, as pairs of turn and event."""


Call = tuple[str, str, str, str | None, bool]
"""Texts of the call-to-action panel: title, text, button label, button icon, button enabled."""


def last_trick(told: Told) -> list[Event]:
    """Return the events since the reveal of the last trick, up to the next round."""
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
    """Draw the steps of a trick, or what has been played where a seat is asked for."""
    if table.question is not None:
        played_panel.draw(table, c, STEPS_BOX)
    else:
        _tracker(table, c)


def list_steps_content(table: KingTable) -> Hashable:
    """Return all that the steps show."""
    return object() if table.question is not None else (table.finished, table.stage.step, *table.view["set"])


def find_news_box(c: Canvas) -> Box:
    """Return the box between the steps and the call to action."""
    return (X, 364.0, W, 300.0 + c.height - 900)


def draw_news(table: KingTable, c: Canvas) -> None:
    """Draw the log, or advice in its place."""
    box = find_news_box(c)
    if table.news.advises:
        _advice(table, c, box)
    else:
        chronicle(c, table, box)


def draw_call(table: KingTable, c: Canvas) -> None:
    """Draw the call to action with its buttons."""
    _action(table, c, table.own.find_call(), 676 + c.height - 900)


def list_call_content(table: KingTable) -> Hashable:
    """Return all that the call to action shows."""
    return table.own.find_call(), table.back.words(), table.ui.find_main_sign()


def _tracker(table: KingTable, c: Canvas) -> None:
    t = table.ctx.t
    step = len(STEPS) + 1 if table.finished else table.stage.step
    x, y, w, h = STEPS_BOX
    places = layout.rows((x + 8, y + 52, w - 16, h - 52), [36.0] * len(STEPS), gap=2)

    def paint(layer: Canvas) -> None:
        at = "" if table.finished else t("king_of_12.table.step", step=step)
        draw_titled_panel(layer, (x, y, w, h), t("king_of_12.table.trick"), None, at)
        for number, ((name, icon), place) in enumerate(zip(STEPS, places, strict=True), 1):
            yy = layout.middle(place)
            current = number == step
            if current:
                shapes.gradient_box(
                    layer,
                    *place,
                    8,
                    [(0, "selected.high"), (1, "selected.low")],
                    angle=90,
                    rim="edge",
                )
            if number < len(STEPS):
                shapes.line(layer, x + 32, yy + 12, x + 32, yy + 26, "line" if number < step else "control.high", 2)
            stops = (
                [(0, "confirm.high"), (1, "confirm.low")]
                if current
                else [(0, "done.high"), (1, "control.high")]
                if number < step
                else [(0, "panel.top"), (1, "field.low")]
            )
            shapes.gradient_box(layer, x + 20, yy - 12, 24, 24, 12, stops, rim="veil")
            if number < step:
                icons.draw(layer, "check", x + 32, yy, 13, "text.strong")
            else:
                text.draw(layer, str(number), x + 32, yy, "strong", "confirm.text" if current else "text.dim", "cm")
            colour = "text.bright" if current else "text.quiet" if number < step else "text.dim"
            label = t(f"king_of_12.step.{name}")
            text.draw(layer, label, x + 56, yy, "name" if current else "label", colour, "lm", max_w=w - 104)
            icons.draw(layer, icon, x + w - 32, yy, 20, "accent.bright" if current else "control.text.disabled")

    table.panels.draw(c, "tracker", (step, table.ctx.texts.language), (x, y, w, h), paint)
    for (name, _icon), place in zip(STEPS, places, strict=True):
        says = table.ctx.texts.fitting(f"king_of_12.step.{name}.help", [CODES[card] for card in table.view["set"]])
        tip = (t(f"king_of_12.step.{name}"), says)
        table.ui.note(Target(f"step.{name}", place, lambda: None, tip=tip, ring=False, sound=""))


def _advice(table: KingTable, c: Canvas, box: Box) -> None:
    """Draw the expert's advice on the viewer's options."""
    t = table.ctx.t
    x, y, w, _ = box
    hint = table.news.hint
    considered: list[Any] = []
    if hint is not None:
        considered = sorted(hint.considered, key=lambda one: -one.weight)[:5]

    def paint(layer: Canvas) -> None:
        table.news.rows.clear()
        draw_titled_panel(layer, box, t("ui.hint.title"), "hint")
        if hint is None:
            text.paragraph(layer, t("ui.hint.thinking"), x + 18, y + 60, w - 36, "remark", "text")
            return
        numbers = Numbers(table, hint, considered)
        numbers.name(layer, x + w - CAPTION_RIGHT, y + CAPTION, w - 130)
        yy = y + 64
        for k, one in enumerate(considered):
            name = _option_name(table, int(one.action))
            text.draw(layer, name, x + 18, yy, "name" if k == 0 else "label", "text", "lm", max_w=118)
            shapes.round_rect(layer, x + 142, yy - 6, 78, 12, 6, "well")
            length = 78 * min(1.0, numbers.part(one))
            if length >= 3:
                stops = [(0, "accent.bright"), (1, "accent")] if k == 0 else [(0, "text.dim"), (1, "line")]
                shapes.gradient_box(layer, x + 142, yy - 6, max(12.0, length), 12, 6, stops)
            text.draw(layer, numbers.words(one), x + w - 14, yy, "strong", "text", "rm")
            note_option(table, numbers, one, name, (x + 8, yy - 14, w - 16, 28.0))
            yy += 28
        if considered:
            shapes.rule(layer, x + 14, yy - 4, w - 28, ornament=False)
            foot = foot_line(table, layer, box, hint, numbers)
            tell_reasons(table, layer, considered[0].reasons, (x + 18, yy + 8), w - 36, foot, "fine", 8)

    key = (table.ctx.texts.language, hint is None, table.news.hints)
    table.panels.draw(c, "advice", key, box, paint)
    note_rows(table)


def _option_name(table: KingTable, action: int) -> str:
    """Return the shortest name of a considered action."""
    move = decode(action)
    if move.from_hand is not None:
        return table.own.card_name(move.from_hand)
    return str(move.face) if move.kind == Kind.FACE else move_label(table, move)


# --- call to action ------------------------------------------------------------------------------------


def _action(table: KingTable, c: Canvas, said: Call, y: float) -> None:
    t = table.ctx.t
    title, body, button, icon, enabled = said
    x, w, h = X, W, 208.0
    font = text.fit(c, body, w - 44, 46, "body", 1.22)
    tall = text.paragraph_height(c, body, w - 44, font)
    place = (x + 22, y + 54 + max(0, (46 - tall) / 2), w - 44)

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h)
        text.draw(layer, title, x + w / 2, y + 27, "heading", "text.title", "cm", max_w=w - 30)
        shapes.rule(layer, x + 30, y + 45, w - 60)
        text.paragraph(layer, body, *place, font, "text.body", "c", bold_colour="text.strong")

    table.panels.draw(c, "action", (title, body, table.ctx.texts.language), (x, y, w, h), paint)
    underline(c, table.ctx, table.ui, "king_of_12", "call", body, place, font, align="c")
    key = t("ui.key.main")
    box = (x + 16, y + 104, w - 32, 52.0)
    table.ui.button(c, "main", box, button, table.main_or_skip, main=True, enabled=enabled, icon=icon, key=key)
    half = (w - 42) / 2
    table.ui.button(c, "why", (x + 16, y + 165, half, 32), t("ui.why.button"), table.past.explain, icon="question")
    table.back.draw_button(c, (x + 26 + half, y + 165, half, 32), 15)


def call(table: KingTable) -> Call:
    """Return the texts of the call-to-action panel; while things move, the last line of the log."""
    t = table.ctx.t
    marked, kind = table.marked_move, table.own.kind
    if table.confirming and table.stage.sheet is not None:
        return (*_round_words(table, table.stage.sheet[-1]), t("king_of_12.button.go_on"), "crown", True)
    if table.confirming:
        return (*trick_words(table), t("king_of_12.button.take"), "two-coins", True)
    if table.question is not None:
        seat = table.question.marked
        label = t(
            "king_of_12.button.name_seat" if seat is None else "king_of_12.button.seat", name=table.names[seat or 0]
        )
        return t("king_of_12.call.seat.title"), t("king_of_12.call.seat"), label, None, seat is not None
    if kind == Kind.CARD:
        if marked is not None and marked.card is not None:
            title = t("king_of_12.call.play.title", card=table.own.card_name(marked.card))
            preview = card_preview.find_preview(table, marked)
            body = t("king_of_12.call.play") if preview is None else card_preview.describe_choice(table, preview)
            return title, body, move_label(table, marked), "card-pick", True
        choose = t("king_of_12.button.choose")
        return t("king_of_12.call.choose.title"), t("king_of_12.call.choose"), choose, None, False
    if kind is not None:
        crown = kind == Kind.CROWN
        label = move_label(table, marked) or t(
            "king_of_12.button.choose" if crown else f"king_of_12.button.choose_{kind}"
        )
        icon = "crown" if crown else None
        return t(f"king_of_12.call.{kind}.title"), t(f"king_of_12.call.{kind}"), label, icon, marked is not None
    if table.finished:
        return t("king_of_12.call.over.title"), "", t("ui.result.show"), "trophy", True
    if table.busy:
        return t(f"king_of_12.step.{STEPS[table.stage.step - 1][0]}"), table.news.last_line, t("ui.skip"), "skip", True
    waiting = [table.names[seat] for seat in table.pending]
    return waits(table, t("king_of_12.call.wait", names=table.ctx.texts.join(waiting)))


def waits(table: KingTable, words: str) -> Call:
    """Return the call while others decide."""
    t = table.ctx.t
    return t("king_of_12.call.wait.title"), words, t("king_of_12.button.wait"), "hourglass", False


def address_player(table: KingTable, key: str, seat: int, **params: Any) -> str:
    """Return a text about a player, in its "you" form for the viewer."""
    return table.ctx.t(f"{key}.you" if table.own.is_you(seat) else key, name=table.names[seat], **params)


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


def round_result(table: KingTable, c: Canvas, events: Sequence[Event]) -> None:
    """Draw points of the round, dropped points, the crown winner."""
    t = table.ctx.t
    cx = table.own.centre()[0]
    points: list[int] = list(events[0].data["points"])
    dropped = {seat for event in events if event.kind == "points_dropped" for seat in event.data["seats"]}
    won = events[-1].data.get("seat") if events[-1].kind == "round_won" else None
    row = SHEET_ROW
    x, y, w, h = sheet_box(table.own.centre(), len(points))
    shapes.panel(c, x, y, w, h, "parchment")
    title = t("king_of_12.round.title", n=events[0].data["round"])
    text.draw(c, title, cx, y + 34, "display", "paper.title", "cm")
    cause = events[0].data["cause"]
    text.draw(c, t(f"king_of_12.round.cause.{cause}"), cx, y + 64, "aside", "paper.text.muted", "cm", max_w=w - 50)
    shapes.rule(c, cx - 150, y + 84, 300, colour="edge.low")
    for at, k in enumerate(sorted(range(len(points)), key=lambda seat: -points[seat])):
        player = table.seats[k]
        yy = y + 120 + at * row
        if k == won:
            shapes.round_rect(c, x + 24, yy - row / 2 + 3, w - 48, row - 6, 9, "accent", alpha=90)
        shapes.badge(c, player.colour, player.emblem, x + 62, yy, 19)
        text.draw(c, player.name, x + 96, yy, "title", "paper.text", "lm", max_w=170)
        shown = table.write_points(k, str(points[k]))
        shapes.coin(c, x + 298, yy, 17, shown, "copper" if shown == "0" else "gold")
        if k in dropped:
            shapes.line(c, x + 280, yy + 13, x + 316, yy - 13, "bad", 3)
            text.draw(c, t("king_of_12.round.dropped"), x + 330, yy, "body", "paper.link", "lm", max_w=w - 360)
        elif k == won:
            icons.draw(c, "crown", x + 344, yy - 2, 30, "paper.crown")
            text.draw(c, t("king_of_12.round.wins"), x + 372, yy, "name", "paper.label", "lm", max_w=w - 420)
