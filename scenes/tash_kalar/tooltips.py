"""Tooltips of the arena, the hand and the panels, and the preview of what a choice would change."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from engine.contract import View
from engine.seats import Seat
from games.tash_kalar.cards import RANK_NAMES
from games.tash_kalar.maps import to_column_row
from games.tash_kalar.messages import square_name
from games.tash_kalar.moves import Kind, Move, encode
from games.tash_kalar.options import FORM, list_sides
from games.tash_kalar.rules import Change, preview_arena
from games.tash_kalar.setup import AHEAD, list_first_squares
from games.tash_kalar.state import FACE_DOWN
from maps.readers.tash_kalar import Place
from scenes.common.glossary import notes
from scenes.shell.context import Context
from scenes.tash_kalar.card_faces import task_tip
from scenes.tash_kalar.rules_view import Placement
from scenes.tash_kalar.scene_model import TashTable
from scenes.tash_kalar.words import is_flare
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.controls import Picture
from sprites.base.layout import Box
from sprites.tash_kalar import arena as drawn, pieces
from sprites.tash_kalar.arena import Board, draw_ground
from sprites.tash_kalar.pieces import draw_piece

Told = tuple[str, str]
"""Title and text."""


def square(table: TashTable, at: int) -> Told:
    """Return title and text of a square's tooltip: colour, piece, what can destroy it, current moves."""
    t = table.ctx.t
    rows = []
    man = table.stage.men.get(at)
    if table.own.square_kind(at) == "wall":
        rows.append(t("tash_kalar.option.walls.help"))
    elif man is None:
        rows.append(t("tash_kalar.told.empty"))
    else:
        rank = table.own.words.rank(man.rank)
        rows.append(t("tash_kalar.told.stands", name=table.seats[man.colour].name, rank=rank))
        rows.append(t(f"tash_kalar.told.rank.{RANK_NAMES[man.rank]}"))
        rows += [t(f"{mark.code}.mark.{mark.kind}.told") for mark in man.marks]
    kind = table.own.square_kind(at)
    if kind not in ("plain", "wall"):
        rows.append(t(f"tash_kalar.told.{kind}"))
    move = table.own.choices.by_square.get(at)
    if move is not None:
        rows.append(t("tash_kalar.told.now", deed=table.own.words.move(move)))
    return t("tash_kalar.told.square", square=square_name(at)), "\n".join(rows)


def card(table: TashTable, number: int) -> Told:
    """Return title and text of a card's tooltip: effect, placements or missing pieces; of a flare: the comparison."""
    t = table.ctx.t
    rows = [table.own.words.effect(number)]
    if is_flare(number):
        rows += _counts(table)
    elif table.viewer is not None:
        fits = sorted({each.square for each in table.own.list_placements(number)})
        near = table.own.reading.list_near_placements(number)
        if fits:
            rows.append(t("tash_kalar.told.fits", squares=", ".join(map(square_name, fits))))
        elif near:
            missing = sorted(at for at, _ in near[0].missing)
            names = ", ".join(map(square_name, missing))
            rows.append(t("tash_kalar.told.near", n=len(missing), squares=names))
    if table.own.sight.card == number or table.own.sight.flare is not None:
        rows.append(describe_changes(table, table.own.changes))
    rows += notes(table.ctx.texts, "tash_kalar", rows[0])
    return table.own.words.card(number), "\n".join(row for row in rows if row)


def tell_kept_card(table: TashTable, seat: int, code: str, number: int) -> Told:
    """Return title and text for a card in a place of an expansion: whose it is, its text, and how it is used."""
    t = table.ctx.t
    rows = [t(f"{code}.table.kept.told", name=table.names[seat]), table.own.words.effect(number)]
    if seat == table.below and table.own.can_use(code):
        rows.append(t(f"{code}.turn.use.tip"))
    return table.own.words.card(number), "\n".join(rows)


def _counts(table: TashTable) -> list[str]:
    """Return a line for each colour: its numbers of pieces and upgraded pieces in the arena."""
    found = []
    for colour, men in enumerate(table.view["pieces"]):
        common, *upgraded = (len(men[name]) for name in RANK_NAMES)
        found.append(
            table.ctx.t(
                "tash_kalar.told.counts", name=table.seats[colour].name, pieces=common + sum(upgraded),
                upgraded=sum(upgraded),
            )
        )  # fmt: skip
    return found


def task(table: TashTable, number: int, *, following: bool) -> Told:
    """Return title and text of a task's tooltip: condition, points, and progress of the seat on turn."""
    t = table.ctx.t
    title, body = task_tip(table.ctx.texts, number)
    if number == FACE_DOWN:
        return title, body
    if following:
        return title, f"{body}\n{t('tash_kalar.told.task.next')}"
    have, want = table.own.reading.task_progress(number)
    now = (
        t("tash_kalar.told.task.met")
        if number in table.own.list_met_tasks()
        else t("tash_kalar.told.task", have=have, want=want)
    )
    return title, f"{body}\n{now}"


# Figures of the Tash-Kalar glossary: pieces on a few squares.

CELL, PIECE = 42.0, 13.0
OWN, ENEMY = 0, 1
COMMON, HEROIC, LEGENDARY = range(3)
Man = tuple[int, int] | None
"""Colour and rank of a square's piece, or None."""


def _row(c: Canvas, x: float, y: float, men: Sequence[Man], sign: str = "", falls: int = -1) -> None:
    """Draw squares in a row; ``sign``: icon between them, ``falls``: index of the square whose piece is destroyed."""
    left = x - CELL * len(men) / 2
    for at, man in enumerate(men):
        _square(c, left + CELL * (at + 0.5), y, man)
    if sign:
        icons.draw(c, sign, left + CELL * len(men) / 2, y - (0 if len(men) > 2 else 26), 20, "paper.link")
    if falls >= 0:
        icons.draw(c, "crossed-swords", left + CELL * (falls + 0.5) + 12, y - 12, 17, "paper.link")


def _square(c: Canvas, x: float, y: float, man: Man, lit: bool = False) -> None:
    shapes.round_rect(
        c,
        x - CELL / 2 + 1,
        y - CELL / 2 + 1,
        CELL - 2,
        CELL - 2,
        4,
        "tash_kalar/square.lit" if lit else "tash_kalar/square.plain",
    )
    if man is not None:
        draw_piece(c, x, y, PIECE, man[0], man[1], shadow=False)


def _around(c: Canvas, x: float, y: float) -> None:
    cell = CELL * 0.7
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            left, top = x + cell * column - cell / 2, y + cell * row - cell / 2
            colour = "tash_kalar/square.plain" if column == row == 0 else "tash_kalar/square.lit"
            shapes.round_rect(c, left + 1, top + 1, cell - 2, cell - 2, 3, colour)
    draw_piece(c, x, y, PIECE * 0.75, OWN, COMMON, shadow=False)


def word_figures() -> dict[str, Picture]:
    """Return the functions that draw the figures of glossary words, by word."""
    own, hero, legend = (OWN, COMMON), (OWN, HEROIC), (OWN, LEGENDARY)
    foe = (ENEMY, COMMON)
    ahead = "ph-arrow-right"
    return {
        "upgrade": partial(_row, men=(own, hero, legend)),
        "combat_move": partial(_row, men=(own, foe), sign=ahead, falls=1),
        "standard_move": partial(_row, men=(hero, foe), sign=ahead, falls=1),
        "combat_leap": partial(_row, men=(own, None, None, None, foe), sign=ahead, falls=4),
        "standard_leap": partial(_row, men=(hero, None, None, None, foe), sign=ahead, falls=4),
        "convert": partial(_row, men=(foe, None, own), sign=ahead),
        "improvised": partial(_row, men=(own, foe, own)),
        "flare": partial(_row, men=(own, None, foe, foe, foe, foe)),
        "adjacent": _around,
    }


# The arena with what a handicap puts there before the first turn, for the set-up.

MARGIN = 26.0


def draw_handicap(
    ctx: Context,
    c: Canvas,
    box: Box,
    seats: Sequence[Seat],
    steps: Sequence[int],
    options: Mapping[str, Any],
    chosen: int,
    find_height: Callable[[int, int], float] = lambda seat, number: 0.0,
) -> None:
    """Draw the arena with the first pieces of all seats, and below it the points of the chosen one. ``find_height``:
    height of a seat's piece over its square by (seat, number), from 1 (not seen yet) to 0."""
    x, y, w, h = box
    cell = min(w - 2 * MARGIN, h - 2 * MARGIN - 40) / 9
    board = Board(x + (w - 9 * cell) / 2, y + MARGIN, cell)
    form = str(options.get(FORM, "high"))
    kind = "duel" if "duel" in form else "melee" if len(seats) > 2 and "team" not in form else "high"
    reach, side = 2 * MARGIN, 9 * cell + 4 * MARGIN

    def make() -> pygame.Surface:
        made = c.layer(side, side)
        draw_ground(c.on(made, (board.x - reach, board.y - reach)), board, kind)
        return made

    ground = c.cache.get(("tash_kalar.small arena", kind, c.px(side)), make)
    c.surface.blit(ground, (c.x(board.x - reach), c.y(board.y - reach)))
    sides = list_sides({FORM: form}, len(seats))
    for seat, step in enumerate(steps):
        ahead = AHEAD[step]
        for number, square in enumerate(list_first_squares(seat, ahead.pieces)):
            cx, cy = board.centre(to_column_row(square))
            player, height = seats[sides[seat]], find_height(seat, number)
            draw_piece(c, cx, cy - height * cell, cell * 0.36, player.colour, int(number < ahead.heroic),
                       emblem=player.emblem, alpha=round(255 * (1 - height)))  # fmt: skip
    if not any(steps):
        return
    player, points = seats[chosen], AHEAD[steps[chosen]].points
    low = y + h - 14
    shapes.badge(c, player.colour, player.emblem, x + 22, low, 13)
    words = ctx.t("tash_kalar.handicap.begins", n=points)
    text.draw(c, words, x + 44, low, "body", "text.body", "lm", max_w=w - 48)


GHOST = 205
"""Opacity of a piece that will stand where another one, or none, stands now."""
STEPS = frozenset({"effect", "picking", "placing", "legend_point", "left_over"})
"""Phases in which the square or button under the pointer is a choice of its own."""
Moves = tuple[Move, ...]


class Afterwards:
    """Cache of what the moves of a choice would change, for one view."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._moves: Moves = ()
        self._found: tuple[Change, ...] = ()

    def find(self, view: View, seat: int, moves: Moves) -> tuple[Change, ...]:
        """Return the changes that these moves of a seat would make, one after the other."""
        if self._view is not view or self._moves != moves:
            self._view, self._moves = view, moves
            self._found = preview_arena(view, seat, [encode(move) for move in moves]) if moves else ()
        return self._found


def find_moves(table: TashTable) -> Moves:
    """Return the moves that a click or the main button would make now, to be previewed; () for none."""
    choices, sight = table.own.choices, table.own.sight
    if not choices or table.overlooked or not table.helps:
        return ()
    if choices.phase in STEPS:
        move = None if sight.square is None else choices.by_square.get(sight.square)
        buttons = choices.buttons(table.marked_move)
        for at in table.ui.list_hot_numbers("choice."):
            if at < len(buttons):
                move = buttons[at]
        return () if move is None else (move,)
    if isinstance(sight.preview, Placement) and sight.card is not None and not sight.square_marked:
        return _list_summoning(table, sight.card, sight.preview)
    marked = table.marked_move
    alone = marked is not None and (marked.kind is Kind.FLARE or (marked.kind is Kind.USE and marked.card < 0))
    return (marked,) if marked is not None and alone and marked in choices else ()


def _list_summoning(table: TashTable, card: int, shown: Placement) -> Moves:
    """Return the decisions still to be made for a summoning: the card, its square, its orientation."""
    phase = table.own.choices.phase
    way = (shown.show,) if shown.choices > 1 else ()
    if phase == "showing":
        return (shown.show,)
    square = Move(Kind.SQUARE, square=shown.square)
    if phase == "target":
        return (square, *way)
    summon = table.own.find_use(card) or Move(Kind.SUMMON, card=card)
    return (summon, square, *way) if phase == "main" and summon in table.own.choices else ()


def draw_changes(table: TashTable, c: Canvas, board: Board, changes: tuple[Change, ...], alpha: int) -> None:
    """Draw the changes of a choice; the square of the being itself is drawn with its pattern."""
    preview = table.own.sight.preview
    own = preview.square if isinstance(preview, Placement) else -1
    come = [change.after for change in changes if change.before < 0]
    for change in changes:
        if change.square == own:
            continue
        place = to_column_row(change.square)
        if change.after >= 0:
            _draw_ghost(table, c, board, change, alpha)
        elif alpha > 127:
            if change.before in come:
                drawn.mark_origin(c, board, place)
            else:
                drawn.mark_victim(c, board, place)


def _draw_ghost(table: TashTable, c: Canvas, board: Board, change: Change, alpha: int) -> None:
    colour, rank = divmod(change.after, 3)
    seat = table.seats[colour]
    place = to_column_row(change.square)
    x, y = board.centre(place)
    if change.before >= 0:
        shapes.glow(c, x, y, 30 * board.k, "glow", round(150 * alpha / 255))
    pieces.draw_piece(
        c, x, y, pieces.RADIUS * board.k, seat.colour, rank, emblem=seat.emblem, alpha=round(GHOST * alpha / 255)
    )
    if alpha > 127:
        draw_sign(c, board, place, _find_sign(change))


SIGNS = {
    "destroy": ("crossed-swords", "tash_kalar/destroy.high", "tash_kalar/destroy.low"),
    "upgrade": ("ph-arrow-fat-up", "good.high", "good.low"),
    "downgrade": ("ph-arrow-fat-down", "tash_kalar/downgrade.high", "edge.low"),
    "convert": ("cycle", "tash_kalar/convert.high", "tash_kalar/convert.low"),
    "place": ("plus", "good.high", "good.low"),
}
"""Icon and colours of the sign of what happens on a square."""


def draw_sign(c: Canvas, board: Board, place: Place, name: str) -> None:
    """Draw the sign of what happens on a square at its upper right corner."""
    icon, high, low = SIGNS[name]
    x, y, w, _ = board.box(place)
    cx, cy = x + w - 6 * board.k, y + 6 * board.k
    shapes.outline(c, "circle", cx, cy, 10 * board.k, ((0, high), (1, low)), rim="rim.dark", rim_w=1.3)
    icons.draw(c, icon, cx, cy, 12.5 * board.k, "text.bright")


def _find_sign(change: Change) -> str:
    """Return the icon of a change that leaves a piece on its square: it comes, changes sides, or changes its rank."""
    if change.before < 0:
        return "place"
    if change.before // 3 != change.after // 3:
        return "convert"
    return "upgrade" if change.after > change.before else "downgrade"


def describe_changes(table: TashTable, changes: tuple[Change, ...]) -> str:
    """Return the changes in words, counted: "Destroyed: 2 · Your losses: 1 · Upgraded: 1"; "" for none."""
    names = ("destroyed", "lost", "placed", "converted", "upgraded", "downgraded", "moved")
    t, counts = table.ctx.t, dict.fromkeys(names, 0)
    left = [change.before for change in changes if change.after < 0]
    preview = table.own.sight.preview
    own = preview.square if isinstance(preview, Placement) else -1
    for change in changes:
        if change.square == own:  # where the being will stand: only what falls there is news
            left += [change.before] if change.before >= 0 else []
        elif change.before < 0:
            if change.after in left:
                left.remove(change.after)
                counts["moved"] += 1
            else:
                counts["placed"] += 1
        elif change.after >= 0:
            if change.before // 3 != change.after // 3:
                counts["converted"] += 1
            else:
                counts["upgraded" if change.after > change.before else "downgraded"] += 1
    mover = table.own.reading.side(table.view["active"])
    counts["lost"] = sum(piece // 3 == mover for piece in left)
    counts["destroyed"] = len(left) - counts["lost"]
    return " \u00b7 ".join(t(f"tash_kalar.preview.{name}", n=n) for name, n in counts.items() if n)
