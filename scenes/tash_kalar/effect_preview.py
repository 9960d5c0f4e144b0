"""The arena after the choice at hand, before it is made: ghosts of the pieces that will stand there, signs on those
that fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.tash_kalar.maps import to_column_row
from games.tash_kalar.moves import Kind, Move, encode
from games.tash_kalar.rules import Change, preview_arena
from maps.readers.tash_kalar import Place
from scenes.tash_kalar.rules_view import Placement
from sprites.base import icons, shapes
from sprites.base.canvas import Canvas
from sprites.tash_kalar import arena as drawn, pieces
from sprites.tash_kalar.arena import Board

if TYPE_CHECKING:
    from engine.contract import View
    from scenes.tash_kalar.table_state import TashTable

GHOST = 205
"""Opacity of a piece that will stand where another one, or none, stands now."""
STEPS = frozenset({"effect", "picking", "placing", "legend_point", "left_over"})
"""Phases in which the square or button under the pointer is a choice of its own."""
Moves = tuple[Move, ...]


class Afterwards:
    """Cache of the squares that moves would change, for one view."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._moves: Moves = ()
        self._found: tuple[Change, ...] = ()

    def find(self, view: View, seat: int, moves: Moves) -> tuple[Change, ...]:
        """Return the changes of these moves of a seat."""
        if self._view is not view or self._moves != moves:
            self._view, self._moves = view, moves
            self._found = preview_arena(view, seat, [encode(move) for move in moves]) if moves else ()
        return self._found


def find_moves(table: TashTable) -> Moves:
    """Return the moves that a click or the main button would make now; none without a choice."""
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
    """The decisions of a summoning that are still to be made: the card, its square, the way it is held."""
    phase = table.own.choices.phase
    way = (shown.show,) if shown.choices > 1 else ()
    if phase == "showing":
        return (shown.show,)
    square = Move(Kind.SQUARE, square=shown.square)
    if phase == "target":
        return (square, *way)
    summon = table.own.find_use(card) or Move(Kind.SUMMON, card=card)
    return (summon, square, *way) if phase == "main" and summon in table.own.choices else ()


def draw(table: TashTable, c: Canvas, board: Board, changes: tuple[Change, ...], alpha: int) -> None:
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
    """Return what happens on a square where a piece will stand: it comes, changes sides, rises or falls in rank."""
    if change.before < 0:
        return "place"
    if change.before // 3 != change.after // 3:
        return "convert"
    return "upgrade" if change.after > change.before else "downgrade"


def describe(table: TashTable, changes: tuple[Change, ...]) -> str:
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
