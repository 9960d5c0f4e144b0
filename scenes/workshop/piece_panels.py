"""The left column of the editor: pieces, what each player has, and the turn."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.content.arrangement import Number
from scenes.shell.panels import draw_titled_panel
from scenes.table import game_screens as games
from scenes.workshop.draft_board import REMOVE
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.workshop.editor_view import Arranging

PER_ROW = 4
CELL_H, GAP, HEAD = 60.0, 8.0, 54.0
LABEL_H, STEPPER_H = 15.0, 30.0
NUMBERS_PER_ROW = 3


def draw(scene: Arranging, c: Canvas, room: Box) -> None:
    """Draw the three panels one below the other."""
    x, y, w, h = room
    y += _draw_pieces(scene, c, (x, y, w, h))
    y += _draw_players(scene, c, (x, y, w, h))
    _draw_turn(scene, c, (x, y, w, room[1] + h - y))


# --- pieces -------------------------------------------------------------------------------------


def _draw_pieces(scene: Arranging, c: Canvas, room: Box) -> float:
    """Draw the pieces and the one that removes; return the height that was used."""
    t = scene.ctx.t
    pieces = scene.draft.arranger.list_pieces(scene.draft.state)
    if not pieces:
        return 0.0
    x, y, w, _ = room
    rows = -(-(len(pieces) + 1) // PER_ROW)
    high = HEAD + rows * (CELL_H + GAP) + 26
    keys = t("ui.edit.keys", n=min(9, len(pieces)))
    draw_titled_panel(c, (x, y, w, high), t("ui.edit.pieces"), note=keys)
    wide = (w - 24 - GAP * (PER_ROW - 1)) / PER_ROW
    for at in range(len(pieces) + 1):
        row, column = divmod(at, PER_ROW)
        box = (x + 12 + column * (wide + GAP), y + HEAD + row * (CELL_H + GAP), wide, CELL_H)
        if at == len(pieces):
            _draw_cell(scene, c, box, REMOVE, t("ui.edit.remove"), False)
            icons.draw(c, "trash", box[0] + wide / 2, box[1] + 22, 24, "text")
            text.draw(
                c, t("ui.edit.remove"), box[0] + wide / 2, box[1] + 48, "sans", 12.5, "text", "cm", max_w=wide - 6
            )
            continue
        piece = pieces[at]
        over = piece.left < 0
        _draw_cell(scene, c, box, piece.id, scene.say(piece.name), over)
        seat = None if piece.seat is None else scene.seats[piece.seat]
        games.draw_piece(c, scene.draft.game, piece.look, seat, (box[0] + wide / 2, box[1] + 23, 38))
        if piece.left < 99:
            said = t("ui.edit.over", n=-piece.left) if over else t("ui.edit.left", n=piece.left)
            ink = "text.warning" if over else "text.muted"
            text.draw(c, said, box[0] + wide / 2, box[1] + 50, "sans", 12, ink, "cm", max_w=wide - 4)
    said = t("ui.edit.pieces.help")
    text.draw(c, said, x + 14, y + high - 18, "italic", 13.5, "text.muted", "lm", max_w=w - 28)
    return high + 12


def _draw_cell(scene: Arranging, c: Canvas, box: Box, piece: str, name: str, over: bool) -> None:
    state = scene.ui.zone(f"piece.{piece}", box, partial(scene.choose_piece, piece), radius=8, tip=(name, ""))
    chosen = scene.piece == piece
    shapes.round_rect(c, *box, 8, "panel.low" if not chosen else "accent", alpha=255 if not chosen else 60)
    edge = "danger" if over else "accent.bright" if chosen or state == "hover" else "edge.low"
    shapes.round_rect(c, *box, 8, edge, border=2.4 if chosen or over else 1.2)


def draw_ghost(scene: Arranging, c: Canvas, box: Box) -> None:
    """Draw the outline of what a press would put down on a place."""
    x, y, w, h = box
    shapes.round_rect(c, x, y, w, h, 6, "accent", alpha=70)
    shapes.round_rect(c, x, y, w, h, 6, "accent.bright", border=2)
    pieces = scene.draft.arranger.list_pieces(scene.draft.state)
    piece = next((one for one in pieces if one.id == scene.piece), None)
    if piece is not None:
        seat = None if piece.seat is None else scene.seats[piece.seat]
        games.draw_piece(c, scene.draft.game, piece.look, seat, (x + w / 2, y + h / 2, min(w, h) * 0.8))


# --- numbers ----------------------------------------------------------------------------------------


def _draw_players(scene: Arranging, c: Canvas, room: Box) -> float:
    """Draw what each player has; return the height that was used."""
    numbers = scene.draft.arranger.list_numbers(scene.draft.state)
    x, y, w, _ = room
    rows = [[one for one in numbers if one.seat == seat] for seat in range(len(scene.seats))]
    if not any(rows):
        return 0.0
    row_h = 26 + LABEL_H + STEPPER_H + 8
    single = max(map(len, rows)) == 1
    if single:
        row_h = STEPPER_H + 10
    high = HEAD - 4 + len(rows) * row_h + 6
    title = scene.say(rows[0][0].name) if single else scene.ctx.t("ui.edit.players")
    draw_titled_panel(c, (x, y, w, high), title)
    for seat, own in enumerate(rows):
        top = y + HEAD - 4 + seat * row_h
        one = scene.seats[seat]
        shapes.badge(c, one.colour, one.emblem, x + 26, top + 13, 11)
        room_w = w - 60 if not single else w - 160
        text.draw(c, one.name, x + 46, top + 13, "serif_bold", 16, "text", "lm", max_w=room_w)
        if single:
            _draw_stepper(scene, c, own[0], (x + w - 114, top, 100, STEPPER_H), False)
            continue
        wide = (w - 24) / NUMBERS_PER_ROW
        for at, number in enumerate(own):
            _draw_stepper(scene, c, number, (x + 12 + at * wide, top + 26, wide, LABEL_H + STEPPER_H), True)
    return high + 12


def _draw_stepper(scene: Arranging, c: Canvas, number: Number, box: Box, labelled: bool) -> None:
    """Draw a number between its two buttons, with its name above."""
    x, y, w, h = box
    name = scene.say(number.name)
    if labelled:
        text.draw(c, name, x + w / 2, y + 6, "sans", 12, "text.muted", "cm", max_w=w - 4)
    middle = y + h - STEPPER_H / 2
    tip = (name, "")
    set_value = scene.set_value
    scene.ui.icon_button(
        c, f"less.{number.id}", x + 14, middle, 11, "minus", lambda: set_value(number.id, number.value - 1),
        enabled=number.value > number.least, tip=tip,
    )  # fmt: skip
    text.draw(c, str(number.value), x + w / 2, middle, "black", 19, "text.title", "cm", fixed=True)
    scene.ui.icon_button(
        c, f"more.{number.id}", x + w - 14, middle, 11, "plus", lambda: set_value(number.id, number.value + 1),
        enabled=number.value < number.most, tip=tip,
    )  # fmt: skip


def _draw_turn(scene: Arranging, c: Canvas, room: Box) -> None:
    """Draw who moves, other choices, and numbers of the whole game."""
    state = scene.draft.state
    choices = scene.draft.arranger.list_choices(state)
    numbers = [one for one in scene.draft.arranger.list_numbers(state) if one.seat is None]
    if not choices and not numbers:
        return
    x, y, w, h = room
    rows = -(-len(numbers) // NUMBERS_PER_ROW)
    high = min(h, HEAD - 4 + len(choices) * 58 + rows * (LABEL_H + STEPPER_H + 4) + 8)
    draw_titled_panel(c, (x, y, w, high), scene.ctx.t("ui.edit.turn"))
    top = y + HEAD - 4
    for choice in choices:
        text.draw(c, scene.say(choice.name), x + 16, top + 7, "sans", 13, "text.muted", "lm", max_w=w - 32)
        labels = [scene.say(label) for label in choice.labels]
        change = partial(scene.set_value, choice.id)
        scene.ui.segmented_control(
            c, f"choice.{choice.id}", (x + 12, top + 17, w - 24, 32), labels, choice.chosen, change
        )
        top += 58
    wide = (w - 24) / NUMBERS_PER_ROW
    for at, number in enumerate(numbers):
        row, column = divmod(at, NUMBERS_PER_ROW)
        left, below = x + 12 + column * wide, top + row * (LABEL_H + STEPPER_H + 4)
        _draw_stepper(scene, c, number, (left, below, wide, LABEL_H + STEPPER_H), True)
