"""Right column of Tash-Kalar: the turn with its actions, placement hints and buttons around the log."""

from collections.abc import Callable
from functools import partial

from games.tash_kalar.moves import END, HAND_OVER, SURRENDER, Kind, Move
from scenes.shell.targets import Box
from scenes.table.call_to_action import draw_button
from scenes.table.glossary_links import underline
from scenes.tash_kalar import tooltips
from scenes.tash_kalar.choices import (
    Prompt,
    ask_handover,
    ask_surrender,
    find_button,
    find_card,
    find_note,
    find_prompt,
)
from scenes.tash_kalar.expansion_screens import find_word, list_for
from scenes.tash_kalar.layout import FLAG, choice_box, row_box
from scenes.tash_kalar.scene_model import TashTable
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import inset, middle
from sprites.base.raster import Stops
from sprites.tash_kalar import pieces

BADGE_ROOM = "      "
"""Before the words of a button with a badge."""
_AMBER: Stops = ((0, "shine"), (0.5, "confirm"), (1, "confirm.low"))
_SPENT: Stops = ((0, "marked.high"), (1, "control.hover.low"))


def draw(table: TashTable, c: Canvas) -> None:
    """Draw the prompt and the buttons below the log; register the targets."""
    _fit(table, c, find_prompt(table))
    _buttons(table, c)


# --- the turn -----------------------------------------------------------------------------------------


def draw_turn(table: TashTable, c: Canvas) -> None:
    """Draw the turn panel above the log; register the targets."""
    box = x, y, w, h = table.own.places.turn
    t = table.ctx.t
    stage = table.stage
    now = table.own.choices.phase
    own = stage.acting == table.below and table.viewer is not None
    title = t("tash_kalar.turn.yours") if own else t("tash_kalar.turn.of", name=table.names[stage.acting])
    if table.finished:
        title = t("tash_kalar.turn.over")
    note = "" if table.finished else t("tash_kalar.turn.actions", n=stage.actions)
    buttons = table.own.choices.buttons(table.marked_move)
    kinds = table.own.choices.pieces
    chosen = len(kinds) > 1
    key = (title, note, stage.actions, bool(buttons) or chosen, own)
    rows = not buttons and not chosen

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, x, y, w, h)
        if table.by_fingers:
            return
        room = text.width(layer, note, "body")
        text.draw(layer, title, x + 18, y + 24, "heading", "text.title", "lm", max_w=w - 74 - room)
        text.draw(layer, note, x + w - 18, y + 24, "body", "text.muted", "rm")
        shapes.rule(layer, x + 14, y + 41, w - 28, ornament=False)
        if rows:
            _diamonds(layer, x + w / 2, y + 77, stage.actions)

    table.panels.draw(c, "turn", key, box, paint)
    if table.by_fingers:
        head = table.hooks.find_state_box(table)
        text.draw(c, f"{title} \u00b7 {note}", head[0], head[1] + 66, "label", "text.body", "lm", max_w=head[2])
    if buttons:
        _choice_buttons(table, c, buttons)
    elif chosen:
        _kinds(table, c, kinds)
    else:
        _rows(table, c, now)


def _diamonds(c: Canvas, cx: float, cy: float, actions: int) -> None:
    """Draw an amber diamond per action left."""
    count = max(2, actions)
    pitch = min(72.0, 230.0 / count)
    for k in range(count):
        lit = k < actions
        px = cx + (k - (count - 1) / 2) * pitch
        if lit:
            shapes.glow(c, px, cy, 42, "glow", 110)
        stops = _AMBER if lit else _SPENT
        shapes.outline(c, "diamond", px, cy, 18, stops, rim="confirm.text", rim_w=2, shadow="chip" if lit else None)
        icons.draw(c, "power-lightning", px, cy, 19, "paper.title" if lit else "line")


_ROWS = (
    ("place", "round-shield", (Kind.PLACE, Kind.PICK)),
    ("summon", "magic-portal", (Kind.SUMMON,)),
    ("discard", "card-discard", (Kind.DISCARD,)),
)


def _rows(table: TashTable, c: Canvas, now: str) -> None:
    """Draw the lines of the turn panel as buttons: the uses of an action, and the free actions of expansions."""
    t = table.ctx.t
    added = [one for one in list_for(table.view) if one.icon]
    count = len(_ROWS) + len(added)
    for at, (kind, icon, kinds) in enumerate(_ROWS):
        can = now == "main" and any(map(table.own.choices.has, kinds))
        tip = (t(f"tash_kalar.turn.{kind}"), t(f"tash_kalar.turn.{kind}.tip"))
        x, y, w, h = box = row_box(table.own.places, at, count)
        _row(table, c, kind, box, icon, tip, can, partial(table.own.press_row, kind))
        stops: Stops = ((0, "confirm.high"), (1, "confirm.low")) if can else _SPENT
        shapes.outline(c, "diamond", x + w - 18, y + h / 2, 6.5, stops)
    for at, one in enumerate(added, len(_ROWS)):
        can = now == "main" and table.own.can_use(one.code)
        tip = (t(f"{one.code}.turn.use"), t(f"{one.code}.turn.use.tip"))
        _row(
            table,
            c,
            f"use.{one.code}",
            row_box(table.own.places, at, count),
            one.icon,
            tip,
            can,
            partial(table.own.press_use, one.code),
        )


def _row(
    table: TashTable,
    c: Canvas,
    kind: str,
    box: Box,
    icon: str,
    tip: tuple[str, str],
    can: bool,
    press: Callable[[], None],
) -> None:
    """Draw a line of the panel: icon and words."""
    x, y, w, h = box
    on = kind == table.own.row_in_use()
    state = table.ui.zone(f"row.{kind}", box, press, enabled=can, tip=tip, radius=8)
    if on or (can and state == "hover"):
        shapes.round_rect(c, x, y + 1, w, h - 2, 8, "accent", alpha=70 if on else 44)
    ink = "text.faint" if not can else "text.bright" if on or state == "hover" else "text.soft"
    icons.draw(
        c, icon, x + 20, y + h / 2, min(20, h - 4), "text.faint" if not can else "accent.bright" if on else "accent"
    )
    if table.by_fingers:
        shapes.round_rect(c, x, y, w, h, 8, "edge.bright" if on else "edge.low", border=1.4)
        font, room = text.fit(c, tip[0], w - 62, h - 8, "label"), w - 62
        tall = text.paragraph_height(c, tip[0], room, font)
        text.paragraph(c, tip[0], x + 36, y + (h - tall) / 2, room, font, ink)
        return
    text.draw(c, tip[0], x + 42, y + h / 2, "name" if on else "label", ink, "lm", max_w=w - 76)


def _choice_buttons(table: TashTable, c: Canvas, found: list[Move]) -> None:
    """Draw a button per alternative, colour or opponent."""
    name = {Kind.OPTION: "way", Kind.COLOUR: "colour"}.get(found[0].kind, "rival")
    added = table.own.choices.phase == "effect" and find_word(table.own.reading.step) is not None
    _ask(table, c, table.own.words.step() if added else table.ctx.t(f"tash_kalar.turn.choose.{name}"), wide=added)
    for at, move in enumerate(found):
        box, seat = choice_box(table.own.places, at, len(found)), table.seats[move.colour]
        way = move.kind is Kind.OPTION
        label = table.own.words.way(move.number) if way else BADGE_ROOM + seat.name
        table.ui.button(c, f"choice.{at}", box, label, partial(table.own.press_button, move), key=str(at + 1))
        if not way:
            shapes.badge(c, seat.colour, seat.emblem, box[0] + 24, middle(box), 12)
        if table.advised_move == move:
            icons.draw(c, "hint", box[0] + box[2] - 6, box[1] + 4, 20, "glow")


def _kinds(table: TashTable, c: Canvas, kinds: list[tuple[int, int]]) -> None:
    """Draw the choice of the next piece, if any."""
    _ask(table, c, table.ctx.t("tash_kalar.turn.choose.piece"))
    for at, (colour, rank) in enumerate(kinds):
        box, seat = choice_box(table.own.places, at, len(kinds)), table.seats[colour]
        words = table.own.words.rank(rank)
        label = f"{BADGE_ROOM}{words[:1].upper()}{words[1:]} · {seat.name}"
        table.ui.button(c, f"kind.{at}", box, label, partial(table.own.choose_kind, at), key=str(at + 1))
        if (colour, rank) == table.own.choices.piece:
            shapes.round_rect(c, *inset(box, -1), 10, "edge.bright", border=2.4)
        pieces.draw_piece(c, box[0] + 24, middle(box), 11, seat.colour, rank, emblem=seat.emblem, shadow=False)


def _ask(table: TashTable, c: Canvas, words: str, *, wide: bool = False) -> None:
    """Draw the question that the buttons of the turn panel answer; ``wide``: there is no surrender flag next to it."""
    x, y, w, _ = table.own.places.turn
    y -= 40 * table.by_fingers
    text.draw(c, words, x + w / 2, y + 62, "remark", "text.body", "cm", max_w=w - (40 if wide else 92))


# --- what fits here -----------------------------------------------------------------------------------


FOOT_H = 34.0


def _fit(table: TashTable, c: Canvas, said: Prompt) -> None:
    """Draw the prompt, or what can be done with the card pointed at."""
    box = x, y, w, h = table.own.places.fit
    t, turning = table.ctx.t, said.ways > 1
    changes = tooltips.describe_changes(table, table.own.changes)
    body = f"{said.body}\n*{changes}*" if changes else said.body
    r = max(26.0, table.ui.touch.least) / 2
    foot_w = w - (44 + 4 * r if turning else 30)
    low = 7 + r if turning else 20 + 8 * (len(text.rows(c, said.foot, foot_w, "remark", FOOT_H)[0]) - 1)
    room = h - 50 - (max(30.0, 2 * r + 4) if turning else low + 10 if said.foot else 6)
    font = text.fit(c, body, w - 36, room, "body", 1.18)
    tall = text.paragraph_height(c, body, w - 36, font, line=1.18)
    place = (x + 18, y + 42 + max(0.0, (room - tall) / 2) * 0.7, w - 36)

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, *box)
        text.draw(layer, said.title, x + w / 2, y + 23, "heading", "text.title", "cm", max_w=w - 28)
        text.paragraph(layer, body, *place, font, "text.body", "c", bold_colour="text.strong", line=1.18)
        if said.foot:
            text.draw_rows(layer, said.foot, x + w / 2, y + h - low, foot_w, "remark", "text.muted", high=FOOT_H)

    table.panels.draw(c, "fit", (said.title, body, said.foot, turning), box, paint)
    underline(c, table.ctx, table.ui, "tash_kalar", "fit", body, place, font, line=1.18, align="c",
              area=(x, y, w, h - 12 - 2 * r if turning else h))  # fmt: skip
    for name, by, cx in (("left", -1, x + 11 + r), ("right", 1, x + w - 11 - r)) if turning else ():
        turn, tip = partial(table.own.turn_placement, by), (t(f"tash_kalar.fit.{name}"), "")
        table.ui.icon_button(c, f"turn.{name}", cx, y + h - 6 - r, r, f"caret-{name}", turn, tip=tip)


# --- buttons ------------------------------------------------------------------------------------------


def _buttons(table: TashTable, c: Canvas) -> None:
    draw_button(table, c, table.own.places.main, find_button(table))
    _second(table, c)
    _third(table, c)
    table.back.draw_button(c, table.own.places.undo)
    text.draw(c, find_note(table), *table.own.places.note, "remark", "text.muted", "cm", max_w=296, shadow=True)


def _second(table: TashTable, c: Canvas) -> None:
    """Draw the secondary button: skip, claim nothing, discard the marked card, place a piece, or why."""
    t = table.ctx.t
    now = table.own.choices.phase
    legal = table.own.choices
    draw = partial(table.ui.button, c, "second", table.own.places.second)
    if legal.declining:
        name = now if now in ("claiming", "returning") else "effect"
        if now == "effect" and table.view["effect"]["times"]:
            name = "enough"
        draw(t(f"tash_kalar.button.done.{name}"), table.own.decline, icon="check", key=t("tash_kalar.key.end"))
        return
    if END in legal and HAND_OVER in legal and table.own.ready_move() != END:  # the hand-over is in its usual place
        _end_button(table, c, "second", table.own.places.second, icon="check")
        return
    summoning = table.own.marks(Kind.SUMMON)
    card = find_card(table.marked_move) if summoning else table.own.sight.pinned if table.marked_move is None else None
    discard = None if card is None else Move(Kind.DISCARD, card=card)
    if discard is not None and discard in legal:
        label = t("tash_kalar.button.discard_instead" if summoning else "tash_kalar.turn.discard")
        draw(label, partial(table.own.mark, discard), icon="card-discard")
    elif now == "main" and legal.list_moves(Kind.PLACE, Kind.PICK):
        draw(t("tash_kalar.button.place_piece"), partial(table.own.press_row, "place"), icon="round-shield")
    else:
        draw(t("ui.why.button"), table.past.explain, icon="question")


def _end_button(
    table: TashTable, c: Canvas, target: str, box: Box, *, icon: str | None = None, enabled: bool = True
) -> None:
    """Draw the button that ends the turn early."""
    t = table.ctx.t
    table.ui.button(
        c, target, box, t("tash_kalar.button.end"), partial(table.make, END), icon=icon, enabled=enabled,
        tip=_tell_action(table, "end"), key=t("tash_kalar.key.end") if enabled else None,
    )  # fmt: skip


def _tell_action(table: TashTable, name: str) -> tuple[str, str]:
    """Return name and reason of an action of the rules."""
    return table.ctx.t(f"tash_kalar.action.{name}"), table.ctx.t(f"tash_kalar.action.{name}.why")


def _third(table: TashTable, c: Canvas) -> None:
    """Draw the button that ends the turn early, or hands over to the partner in a team."""
    box, legal = table.own.places.third, table.own.choices
    if HAND_OVER in legal:
        label = table.ctx.t("tash_kalar.button.hand_over")
        tip = (label, table.ctx.t("tash_kalar.action.hand_over.why"))
        table.ui.button(c, "third", box, label, partial(ask_handover, table), icon="users", tip=tip)
    elif table.own.ready_move() != END and (END in legal or not table.by_fingers):  # else it is the amber button
        _end_button(table, c, "third", box, enabled=END in legal)


def surrender_button(table: TashTable, c: Canvas) -> None:
    """Draw the surrender flag above the turn panel, if the rules allow it."""
    if SURRENDER not in table.own.choices:
        return
    tip = _tell_action(table, "surrender")
    table.ui.icon_button(c, "surrender", *FLAG, 13, "flying-flag", partial(ask_surrender, table), tip=tip)
