"""The arena with everything on it: marks, pieces, what is previewed, lights, and the squares to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from games.tash_kalar import program as word
from games.tash_kalar.maps import BOARD, RAYS, bits, place_of
from games.tash_kalar.moves import Kind, Move
from maps.readers.tash_kalar import Place
from scenes.shell.targets import Target
from scenes.tash_kalar import words
from scenes.tash_kalar.rules_view import Near, Placement
from scenes.tash_kalar.stage import Man, Spark
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.tash_kalar import arena as drawn
from sprites.tash_kalar import pieces as pieces
from sprites.tash_kalar.arena import Board

if TYPE_CHECKING:
    from scenes.tash_kalar.choosing import ChoosingTable

SQUARES = tuple(bits(BOARD))
GHOST = 150


def spot(square: int) -> Place:
    """Column and row of a square."""
    return place_of(square)


def draw(table: ChoosingTable, c: Canvas) -> None:
    """Everything in the arena; notes its targets."""
    board = table.places.board
    preview = table.preview()
    lit = table.choices.lit(table.placing)
    hot = table.hot_square()
    for square in table.lit_by_line():
        drawn.mark_spoken(c, board, spot(square))
    if table.stage.pattern and table.stage.pattern_alpha > 8:
        _told_pattern(table, c, board)
    if isinstance(preview, Placement):
        _below(table, c, board, preview)
    elif isinstance(preview, Near):
        _below_near(c, board, preview)
    _legal(table, c, board, lit, hot)
    if table.marked is not None and (preview is None or table.places_beside()):
        for square, move in table.choices.by_square.items():
            if move == table.marked:
                drawn.mark_legal(c, board, spot(square), hot=True)
    _origin(table, c, board)
    _men(table, c, board)
    for cx, cy, icon, high, low in table.late:
        shapes.outline(c, "circle", cx, cy, 10 * board.k, ((0, high), (1, low)), rim="#2a1608", rim_w=1.3)
        icons.draw(c, icon, cx, cy, 12.5 * board.k, "#fff3e0")
    table.late.clear()
    _ghosts(table, c, board, preview, hot)
    _advised(table, c, board)
    _shots(table, c, board, hot)
    for spark in table.stage.sparks:
        _spark(table, c, board, spark)
    if table.stage.glare > 0.06:
        x, y = board.middle
        shapes.glow(c, x, y, 5 * board.cell, "#ffcf6a", round(150 * table.stage.glare), add=True)
    _cursor(table, c, board)
    _targets(table)


def rising(table: ChoosingTable, c: Canvas) -> None:
    """Points that rise; drawn over the panels."""
    for each in table.stage.rising:
        if each.alpha > 8:
            dark = round(each.alpha * 0.8)
            text.draw(c, each.label, each.x + 1, each.y + 2, "black", 30, "#1a0f07", "cm", alpha=dark)
            text.draw(c, each.label, each.x, each.y, "black", 30, "gold_hi", "cm", alpha=round(each.alpha))


def banner(table: ChoosingTable, c: Canvas) -> None:
    """A line over the arena: whose turn it is, one more turn for everybody."""
    shown = table.stage.banner
    if shown is None or shown.alpha < 8:
        return
    board = table.places.board
    x, y = board.middle
    w, h = 460.0, 64.0
    layer = c.layer(w, h)
    on = c.on(layer, (x - w / 2, y - h / 2))
    shapes.rounded(on, x - w / 2, y - h / 2, w, h, 14, "#140b06", alpha=225)
    shapes.rounded(on, x - w / 2 + 3, y - h / 2 + 3, w - 6, h - 6, 12, "gold", alpha=170, border=1.2)
    text.draw(on, shown.label, x, y, "sc_x", 25, "gold_hi", "cm", max_w=w - 40)
    layer.set_alpha(round(shown.alpha))
    c.surface.blit(layer, (c.x(x - w / 2), c.y(y - h / 2)))


# --- under the pieces ---------------------------------------------------------------------------------


def _links(squares: Sequence[int]) -> list[tuple[int, int]]:
    """The lines that join the squares of a pattern: each to the nearest one already joined."""
    if len(squares) < 2:
        return []
    joined, rest = [squares[0]], list(squares[1:])
    found = []
    while rest:
        _, one, other = min((_apart(a, b), a, b) for a in joined for b in rest)
        found.append((one, other))
        joined.append(other)
        rest.remove(other)
    return found


def _apart(one: int, other: int) -> float:
    (x1, y1), (x2, y2) = place_of(one), place_of(other)
    return float((x1 - x2) ** 2 + (y1 - y2) ** 2)


def _told_pattern(table: ChoosingTable, c: Canvas, board: Board) -> None:
    stage = table.stage
    faint = stage.pattern_alpha < 140
    for square in stage.pattern:
        drawn.mark_pattern(c, board, spot(square), faint=faint)
    if not faint:
        for one, other in _links([*stage.pattern, *([stage.landing] if stage.landing >= 0 else [])]):
            drawn.link(c, board, spot(one), spot(other))
    if stage.landing >= 0:
        drawn.mark_target(c, board, spot(stage.landing), faint=faint)


def _below(table: ChoosingTable, c: Canvas, board: Board, shown: Placement) -> None:
    """A pattern that fits: its squares, the lines between them, the square of the being, other squares of it."""
    card = table.previewed_card()
    others = {each.square for each in table.reading.placements(card)} if card is not None else set()
    for square in others - {shown.square}:
        drawn.mark_target(c, board, spot(square), faint=True)
    pattern = [*shown.used, *([shown.helper] if shown.helper >= 0 else [])]
    for square in pattern:
        if square != shown.square:
            drawn.mark_pattern(c, board, spot(square))
    for one, other in _links([*(each for each in pattern if each != shown.square), shown.square]):
        drawn.link(c, board, spot(one), spot(other))
    for square in shown.marks:
        drawn.mark_square(c, board, spot(square))
    drawn.mark_target(c, board, spot(shown.square))


def _below_near(c: Canvas, board: Board, near: Near) -> None:
    for square in near.used:
        if square != near.square:
            drawn.mark_pattern(c, board, spot(square))
    for square, _ in near.missing:
        drawn.mark_missing(c, board, spot(square))
    if near.square not in [square for square, _ in near.missing]:
        drawn.mark_target(c, board, spot(near.square), faint=True)


def _legal(table: ChoosingTable, c: Canvas, board: Board, lit: dict[int, Move], hot: int | None) -> None:
    now = table.choices.phase
    if now == "main" and not table.placing:
        return
    strength = table.pulse.strength
    same = lit.get(hot) if hot is not None else None
    for square, move in lit.items():
        one_of = move.kind is Kind.DIRECTION and move == same
        drawn.mark_legal(c, board, spot(square), strength, hot=square == hot or one_of)
    _deeds(table, c, board, lit)


def _advised(table: ChoosingTable, c: Canvas, board: Board) -> None:
    """The square that the expert recommends: its frame and a lamp."""
    best = table.hinted()
    if best is None or table.busy:
        return
    for square, move in table.choices.by_square.items():
        if move == best:
            x, y, w, h = board.box(spot(square), 1.5)
            shapes.rounded(c, x, y, w, h, 7, "#fff0bd", border=2.4)
            shapes.glow(c, x + w - 8, y + 8, 20, "#1a0f07", 230)
            icons.draw(c, "hint", x + w - 8, y + 8, 22, "glow")
            return


_DEEDS = {
    "move": "destroy", "leap": "destroy", "destroy": "destroy", "upgrade": "upgrade", "downgrade": "downgrade",
    "convert": "convert", "tend": "tend",
}  # fmt: skip
_BADGES = {
    "destroy": ("crossed-swords", "#ff9d72", "#c23d1f"), "upgrade": ("ph-arrow-fat-up", "#a8d17f", "#4f7a2e"),
    "downgrade": ("ph-arrow-fat-down", "#e0c38a", "#8c6426"), "convert": ("cycle", "#9fd0f5", "#2d6cb5"),
}  # fmt: skip


def _deeds(table: ChoosingTable, c: Canvas, board: Board, lit: dict[int, Move]) -> None:
    """What would happen to the pieces that can be chosen: a small sign at their corner."""
    step = table.reading.step
    deed = _DEEDS.get(words.step_op(step)) if table.choices.phase == "effect" else None
    if deed is None or step is None or (step.op in (word.MOVE, word.LEAP) and table.reading.mover < 0):
        return
    for square in lit:
        man = table.stage.men.get(square)
        if man is None:
            continue
        now = deed if deed != "tend" else "upgrade" if man.colour == table.own_side() else "destroy"
        icon, high, low = _BADGES[now]
        x, y, w, _ = board.box(spot(square))
        cx, cy = x + w - 6 * board.k, y + 6 * board.k
        table.late.append((cx, cy, icon, high, low))


def _origin(table: ChoosingTable, c: Canvas, board: Board) -> None:
    mover = table.stage.picked
    if mover < 0 and table.legal() and table.view["phase"] == "effect":
        mover = table.reading.mover
    if mover >= 0:
        drawn.mark_origin(c, board, spot(mover))


# --- pieces and what is above them --------------------------------------------------------------------


def side_look(table: ChoosingTable, colour: int) -> tuple[int, str]:
    """Colour and emblem of the pieces of a side."""
    seat = table.session.seats[colour]
    return seat.colour, seat.emblem


def _men(table: ChoosingTable, c: Canvas, board: Board) -> None:
    for man in sorted(table.stage.men.values(), key=lambda each: (each.lift > 1, each.y, each.rank)):
        draw_man(table, c, board, man)


def draw_man(table: ChoosingTable, c: Canvas, board: Board, man: Man) -> None:
    """A piece where it stands or flies."""
    colour, emblem = side_look(table, man.colour)
    x = board.x + (man.x - 0.5) * board.cell
    y = board.y + (man.y - 0.5) * board.cell
    if man.lift > 2:
        shapes.glow(c, x, y + 6 * board.k, 26 * board.k, "#000000", max(30, round(130 - man.lift * 0.8)))
    pieces.draw_piece(
        c, x, y - man.lift * board.k, pieces.RADIUS * board.k, colour, man.rank, emblem=emblem,
        alpha=round(man.alpha), scale=man.scale, squeeze=man.squeeze,
    )  # fmt: skip


def _ghost(
    table: ChoosingTable, c: Canvas, board: Board, square: int, colour: int, rank: int, alpha: int = GHOST
) -> None:
    look, emblem = side_look(table, colour)
    x, y = board.centre(spot(square))
    pieces.draw_piece(c, x, y, pieces.RADIUS * board.k, look, rank, emblem=emblem, alpha=alpha)


def _ghosts(table: ChoosingTable, c: Canvas, board: Board, preview: Placement | Near | None, hot: int | None) -> None:
    own = table.own_side()
    card = table.previewed_card()
    if preview is not None and card is not None:
        rank = table.reading.card(card).rank
        if isinstance(preview, Placement):
            _rays(table, c, board, preview)
            if preview.victim >= 0:
                drawn.mark_victim(c, board, spot(preview.square))
            else:
                _ghost(table, c, board, preview.square, own, rank)
            if preview.helper >= 0:
                x, y, w, _ = board.box(spot(preview.helper))
                shapes.outline(c, "circle", x + w - 7, y + 7, 11, ((0, "#6e4a28"), (1, "#24150a")), rim="gold")
                icons.draw(c, "shaking-hands", x + w - 7, y + 7, 15, "#fff0c8")
        else:
            for square, needed in preview.missing:
                _ghost(table, c, board, square, own, needed, 120)
            if preview.square not in table.stage.men and all(preview.square != each for each, _ in preview.missing):
                _ghost(table, c, board, preview.square, own, rank, 90)
        if not table.places_beside() and not (table.pinned == card and hot is not None):
            return
    found = table.choices.by_square
    for square, move in found.items():
        marked = move == table.marked
        if not (marked or square == hot) or square in table.stage.men:
            continue
        if move.kind is Kind.PLACE:
            _ghost(table, c, board, square, own, 0, 190 if marked else 130)
        elif move.kind is Kind.PUT:
            _ghost(table, c, board, square, move.colour, move.rank, 190 if marked else 130)
        elif table.reading.mover >= 0 and table.reading.mover in table.stage.men:
            man = table.stage.men[table.reading.mover]
            _ghost(table, c, board, square, man.colour, man.rank, 140)


def _rays(table: ChoosingTable, c: Canvas, board: Board, shown: Placement) -> None:
    """The directions a card points to."""
    for direction in bits(shown.directions):
        way = RAYS[shown.square][direction]
        if way:
            drawn.ray(c, board, spot(shown.square), spot(way[0]), lit=False)


def _shots(table: ChoosingTable, c: Canvas, board: Board, hot: int | None) -> None:
    stage = table.stage
    if stage.shot is not None:
        square, direction = stage.shot
        way = RAYS[square][direction]
        if way:
            drawn.ray(c, board, spot(square), spot(way[-1]))
        return
    legal = table.choices.of(Kind.DIRECTION)
    centre = table.view["effect"]["centre"]
    if not legal or centre < 0:
        return
    chosen = table.choices.by_square.get(hot) if hot is not None else None
    for move in legal:
        way = RAYS[centre][move.number]
        if way:
            drawn.ray(c, board, spot(centre), spot(way[-1] if move == chosen else way[0]), lit=move == chosen)
    if chosen is not None:
        for square in table.reading.shot(chosen.number):
            drawn.mark_victim(c, board, spot(square))


def _spark(table: ChoosingTable, c: Canvas, board: Board, spark: Spark) -> None:
    x = board.x + (spark.x - 0.5) * board.cell
    y = board.y + (spark.y - 0.5) * board.cell
    if spark.kind == "rubble":
        pieces.draw_rubble(c, x, y, side_look(table, spark.colour)[0], spark.t, pieces.RADIUS * board.k)
    else:
        pieces.draw_flash(c, x, y, spark.t, pieces.RADIUS * board.k)


def _cursor(table: ChoosingTable, c: Canvas, board: Board) -> None:
    focus = table.ui.focus if table.ui.show_focus else None
    if focus is not None and focus.startswith("sq."):
        drawn.mark_cursor(c, board, spot(int(focus[3:])))


# --- targets --------------------------------------------------------------------------------------------


def _targets(table: ChoosingTable) -> None:
    board = table.places.board
    targets = table.square_targets.get(board)
    if targets is None:
        table.square_targets = {board: [_target(table, board, square) for square in SQUARES]}
        targets = table.square_targets[board]
    by_square = table.choices.by_square
    card = table.previewed_card() if table.marked is not None or table.choosing_square() else None
    landing = {each.square for each in table.reading.placements(card)} if card is not None else set()
    idle = not table.legal()
    for square, target in zip(SQUARES, targets, strict=True):
        target.enabled = idle or square in by_square or square in landing
        table.ui.note(target)


def _target(table: ChoosingTable, board: Board, square: int) -> Target:
    box = board.box(spot(square), 0)
    return Target(f"sq.{square}", box, _press(table, square), ring=False, radius=7, sound="", contains=_within(box))


def _within(box: tuple[float, float, float, float]) -> Callable[[float, float], bool]:
    x, y, w, h = box
    return lambda px, py: x <= px < x + w and y <= py < y + h


def _press(table: ChoosingTable, square: int) -> Callable[[], None]:
    def press() -> None:
        table.press_square(square)

    return press
