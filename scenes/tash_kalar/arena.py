"""The arena with marks, pieces, previews, lights, and selectable squares."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame

from engine.seats import Seat
from games.tash_kalar import effect_compiler as word
from games.tash_kalar.cards import RANK_NAMES, box
from games.tash_kalar.maps import BOARD, RAYS, WALL_SQUARES, bits, to_column_row
from games.tash_kalar.moves import Kind, Move
from games.tash_kalar.options import FITTING
from scenes.shell.targets import Target, exactly
from scenes.table.game_log import TurnMarks, draw_ghosts, draw_numbers
from scenes.tash_kalar import choices, tooltips, words
from scenes.tash_kalar.expansion_screens import find_screens
from scenes.tash_kalar.layout import layout
from scenes.tash_kalar.rules_view import Near, Placement
from scenes.tash_kalar.scene_model import Man, Stage, TashTable
from sprites.base import backdrop, icons, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.tash_kalar import arena, arena as drawn, pieces
from sprites.tash_kalar.arena import Board

SQUARES = tuple(bits(BOARD))
GHOST, FALLEN = 150, 85


class Squares:
    """Targets of the squares, made once per layout of the arena."""

    def __init__(self) -> None:
        self._of: tuple[Board, list[Target]] | None = None

    def targets(self, board: Board, press: Callable[[int], None]) -> list[Target]:
        """Return a target per square, in the order of ``SQUARES``; ``press`` is called with the pressed square."""
        if self._of is None or self._of[0] != board:
            self._of = (board, [_target(press, board, square) for square in SQUARES])
        return self._of[1]


def draw(table: TashTable, c: Canvas) -> None:
    """Draw everything in the arena; register the targets of the squares."""
    board = table.own.places.board
    preview = table.own.sight.preview
    lit = table.own.choices.lit(table.own.placing)
    hot = table.own.sight.square
    for square in table.spoken_of:
        drawn.mark_spoken(c, board, to_column_row(square))
    for square in table.faint:
        drawn.mark_spoken(c, board, to_column_row(square), faint=True)
    if table.stage.pattern and table.stage.pattern_alpha > 8:
        _draw_event_pattern(table, c, board)
    if isinstance(preview, Placement):
        _draw_placement(table, c, board, preview)
    elif isinstance(preview, Near):
        _draw_near_placement(c, board, preview)
    deeds = {}
    if table.own.choices.phase != "main" or table.own.placing:
        _legal(table, c, board, lit, hot)
        deeds = _deeds(table, lit)
    if table.marked_move is not None and (preview is None or table.own.sight.square_marked):
        for square, move in table.own.choices.by_square.items():
            if move == table.marked_move:
                drawn.mark_legal(c, board, to_column_row(square), hot=True)
    mover = table.stage.picked
    if mover < 0 and table.own.choices and table.view["phase"] == "effect":
        mover = table.own.reading.mover
    if mover >= 0:
        drawn.mark_origin(c, board, to_column_row(mover))
    _draw_fallen(table, c, board)
    for man in sorted(table.stage.men.values(), key=lambda each: (each.lift > 1, each.y, each.rank)):
        draw_man(table, c, board, man)
    for way in table.ways:
        drawn.way(c, board, to_column_row(way.start), to_column_row(way.end), table.seats[way.seat].colour, way.label)
    for square, deed in deeds.items():
        tooltips.draw_sign(c, board, to_column_row(square), deed)
    _ghosts(table, c, board, preview, hot)
    tooltips.draw_changes(table, c, board, table.own.changes, table.own.preview_fade.alpha)
    _draw_advice(table, c, board)
    _shots(table, c, board, hot)
    for spark in table.stage.sparks:
        x, y = board.x + (spark.x - 0.5) * board.cell, board.y + (spark.y - 0.5) * board.cell
        if spark.kind == "rubble":
            pieces.draw_rubble(c, x, y, side_look(table, spark.colour)[0], spark.t, pieces.RADIUS * board.k)
        else:
            pieces.draw_flash(c, x, y, spark.t, pieces.RADIUS * board.k)
    if table.stage.glare > 0.06:
        x, y = board.middle
        shapes.glow(c, x, y, 5 * board.cell, "glow", round(150 * table.stage.glare), add=True)
    if table.turn_marks is not None:
        _draw_turn(table, table.turn_marks, c, board)
    focus = table.ui.visible_focus
    if focus is not None and focus.startswith("sq."):
        drawn.mark_cursor(c, board, to_column_row(int(focus[3:])))
    _targets(table)


def rising(stage: Stage, c: Canvas) -> None:
    """Draw rising points over the panels."""
    for each in stage.rising:
        if each.alpha > 8:
            dark = round(each.alpha * 0.8)
            text.draw(c, each.label, each.x + 1, each.y + 2, "large figure", "veil", "cm", alpha=dark)
            text.draw(c, each.label, each.x, each.y, "large figure", "text.title", "cm", alpha=round(each.alpha))


def banner(stage: Stage, board: Board, c: Canvas) -> None:
    """Draw the words over the arena that tell whose turn it is, or that the last turns begin."""
    if not stage.banner or stage.banner_alpha < 8:
        return
    x, y = board.middle
    w, h = 460.0, 64.0
    layer = c.layer(w, h)
    on = c.on(layer, (x - w / 2, y - h / 2))
    shapes.round_rect(on, x - w / 2, y - h / 2, w, h, 14, "veil", alpha=225)
    shapes.round_rect(on, x - w / 2 + 3, y - h / 2 + 3, w - 6, h - 6, 12, "edge", alpha=170, border=1.2)
    text.draw(on, stage.banner, x, y, "display", "text.title", "cm", max_w=w - 40)
    layer.set_alpha(round(stage.banner_alpha))
    c.surface.blit(layer, (c.x(x - w / 2), c.y(y - h / 2)))


# --- under the pieces ---------------------------------------------------------------------------------


def _links(squares: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs of squares of a pattern, joined by lines into one tree: each with the nearest joined one."""
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
    (x1, y1), (x2, y2) = to_column_row(one), to_column_row(other)
    return float((x1 - x2) ** 2 + (y1 - y2) ** 2)


def _draw_event_pattern(table: TashTable, c: Canvas, board: Board) -> None:
    stage = table.stage
    faint = stage.pattern_alpha < 140
    for square in stage.pattern:
        drawn.mark_pattern(c, board, to_column_row(square), faint=faint)
    if not faint:
        for one, other in _links([*stage.pattern, *([stage.landing] if stage.landing >= 0 else [])]):
            drawn.link(c, board, to_column_row(one), to_column_row(other))
    if stage.landing >= 0:
        drawn.mark_target(c, board, to_column_row(stage.landing), faint=faint)


def _draw_placement(table: TashTable, c: Canvas, board: Board, shown: Placement) -> None:
    """Draw a fitting pattern: its squares, the lines between them, the being's square, alternative squares."""
    card = table.own.sight.card
    others = {each.square for each in table.own.list_placements(card)} if card is not None else set()
    for square in others - {shown.square}:
        drawn.mark_target(c, board, to_column_row(square), faint=True)
    pattern = [*shown.used, *([shown.helper] if shown.helper >= 0 else [])]
    for square in pattern:
        if square != shown.square:
            drawn.mark_pattern(c, board, to_column_row(square))
    for one, other in _links([*(each for each in pattern if each != shown.square), shown.square]):
        drawn.link(c, board, to_column_row(one), to_column_row(other))
    for square in shown.marks:
        drawn.mark_square(c, board, to_column_row(square))
    drawn.mark_target(c, board, to_column_row(shown.square))


def _draw_near_placement(c: Canvas, board: Board, near: Near) -> None:
    for square in near.used:
        if square != near.square:
            drawn.mark_pattern(c, board, to_column_row(square))
    for square, _ in near.missing:
        drawn.mark_missing(c, board, to_column_row(square))
    if near.square not in [square for square, _ in near.missing]:
        drawn.mark_target(c, board, to_column_row(near.square), faint=True)


def _legal(table: TashTable, c: Canvas, board: Board, lit: dict[int, Move], hot: int | None) -> None:
    """Light legal squares."""
    same = lit.get(hot) if hot is not None else None
    for square, move in lit.items():
        one_of = move.kind is Kind.DIRECTION and move == same
        drawn.mark_legal(c, board, to_column_row(square), table.own.pulse.strength, hot=square == hot or one_of)


def _draw_advice(table: TashTable, c: Canvas, board: Board) -> None:
    """Draw frame and lamp of the square that the expert recommends."""
    best = table.advised_move
    if best is None or table.busy:
        return
    for square, move in table.own.choices.by_square.items():
        if move == best:
            x, y, w, h = board.box(to_column_row(square), 1.5)
            shapes.round_rect(c, x, y, w, h, 7, "shine", border=2.4)
            shapes.glow(c, x + w - 8, y + 8, 20, "veil", 230)
            icons.draw(c, "hint", x + w - 8, y + 8, 22, "glow")
            return


_DEEDS = {
    "move": "destroy", "leap": "destroy", "destroy": "destroy", "upgrade": "upgrade", "downgrade": "downgrade",
    "convert": "convert", "tend": "tend",
}  # fmt: skip


def _deeds(table: TashTable, lit: dict[int, Move]) -> dict[int, str]:
    """Return what the effect would do to the selectable pieces, by square."""
    step = table.own.reading.step
    deed = _DEEDS.get(words.step_op(step)) if table.own.choices.phase == "effect" else None
    if deed is None or step is None or (step.op in (word.MOVE, word.LEAP) and table.own.reading.mover < 0):
        return {}
    own, men = table.own.own_side(), {square: table.stage.men[square] for square in lit if square in table.stage.men}
    tended = {square: "upgrade" if man.colour == own else "destroy" for square, man in men.items()}
    return tended if deed == "tend" else dict.fromkeys(men, deed)


# --- pieces and what is above them --------------------------------------------------------------------


def side_look(table: TashTable, colour: int) -> tuple[int, str]:
    """Return player colour and emblem of a side's pieces."""
    seat = table.seats[colour]
    return seat.colour, seat.emblem


def draw_man(table: TashTable, c: Canvas, board: Board, man: Man) -> None:
    """Draw a piece at its current position."""
    colour, emblem = side_look(table, man.colour)
    x = board.x + (man.x - 0.5) * board.cell
    y = board.y + (man.y - 0.5) * board.cell
    for mark in man.marks:
        draw_ground = find_screens(mark.code).ground_marks.get(mark.kind)
        if draw_ground is not None:
            draw_ground(c, x, y, pieces.RADIUS * board.k)
    if man.lift > 2:
        shapes.glow(c, x, y + 6 * board.k, 26 * board.k, "shadow", max(30, round(130 - man.lift * 0.8)))
    pieces.draw_piece(
        c, x, y - man.lift * board.k, pieces.RADIUS * board.k, colour, man.rank, emblem=emblem,
        alpha=round(man.alpha), scale=man.scale, squeeze=man.squeeze,
    )  # fmt: skip
    for mark in man.marks:
        draw_sign = find_screens(mark.code).piece_marks.get(mark.kind)
        if draw_sign is not None:
            draw_sign(c, x, y - man.lift * board.k, pieces.RADIUS * board.k)


def _draw_fallen(table: TashTable, c: Canvas, board: Board) -> None:
    """Draw faintly the pieces that rivals have just destroyed without an animation that showed it."""
    if table.ctx.speed != 0 or not any(line.kind == "destroyed" for line in table.recent):
        return
    fallen = {place for line in table.recent if line.kind == "destroyed" for place in line.places}
    for colour, men in enumerate(table.again.start["pieces"]):
        for rank, name in enumerate(RANK_NAMES):
            for square in fallen.intersection(men[name]):
                if square not in table.stage.men:
                    _ghost(table, c, board, square, colour, rank, FALLEN)
                    x, y = board.centre(to_column_row(square))
                    icons.draw(c, "crossed-swords", x, y, 22 * board.k, "danger")


def _draw_turn(table: TashTable, marks: TurnMarks, c: Canvas, board: Board) -> None:
    """Draw the marks of a turn: frames and numbers, arrows of pieces that moved, crossed swords where they fell."""
    for square in marks.lost:
        drawn.mark_victim(c, board, to_column_row(square))
    for mark in marks.numbers:
        x, y, w, h = board.box(to_column_row(mark.place), 2.0)
        shapes.round_rect(c, x, y, w, h, 7, mark.colour, border=3)
    for arrow in marks.arrows:
        start, end = board.centre(to_column_row(arrow.start)), board.centre(to_column_row(arrow.end))
        strokes.draw_arrow(c, *start, *end, arrow.colour, 5 * board.k, 0.24 * board.cell, edge=2.4)

    def find_corner(square: int) -> tuple[float, float]:
        x, y = board.centre(to_column_row(square))
        return x + 0.36 * board.cell, y - 0.36 * board.cell

    draw_numbers(c, marks, 19 * board.k, find_corner)

    def draw_man(x: float, y: float, seat: int) -> None:
        look, emblem = side_look(table, table.view["sides"][seat])
        pieces.draw_piece(c, x, y, pieces.RADIUS * board.k, look, 0, emblem=emblem, alpha=GHOST)

    draw_ghosts(c, marks, lambda square: board.centre(to_column_row(square)), draw_man)


def _ghost(table: TashTable, c: Canvas, board: Board, square: int, colour: int, rank: int, alpha: int = GHOST) -> None:
    look, emblem = side_look(table, colour)
    x, y = board.centre(to_column_row(square))
    pieces.draw_piece(c, x, y, pieces.RADIUS * board.k, look, rank, emblem=emblem, alpha=alpha)


def _ghosts(table: TashTable, c: Canvas, board: Board, preview: Placement | Near | None, hot: int | None) -> None:
    own = table.own.own_side()
    card = table.own.sight.card
    if preview is not None and card is not None:
        rank = table.own.reading.card(card).rank
        if isinstance(preview, Placement):
            _rays(table, c, board, preview)
            if preview.victim >= 0:
                drawn.mark_victim(c, board, to_column_row(preview.square))
            else:
                _ghost(table, c, board, preview.square, own, rank)
            if preview.helper >= 0:
                x, y, w, _ = board.box(to_column_row(preview.helper))
                shapes.outline(c, "circle", x + w - 7, y + 7, 11, ((0, "base/seal.high"), (1, "rim.dark")), rim="edge")
                icons.draw(c, "shaking-hands", x + w - 7, y + 7, 15, "text.bright")
        else:
            for square, needed in preview.missing:
                _ghost(table, c, board, square, own, needed, 120)
            if preview.square not in table.stage.men and all(preview.square != each for each, _ in preview.missing):
                _ghost(table, c, board, preview.square, own, rank, 90)
        if not table.own.sight.square_marked and not (table.own.sight.pinned == card and hot is not None):
            return
    found = table.own.choices.by_square
    for square, move in found.items():
        marked = move == table.marked_move
        if not (marked or square == hot) or square in table.stage.men:
            continue
        if move.kind is Kind.PLACE:
            _ghost(table, c, board, square, own, 0, 190 if marked else 130)
        elif move.kind is Kind.PUT:
            _ghost(table, c, board, square, move.colour, move.rank, 190 if marked else 130)
        elif table.own.reading.mover >= 0 and table.own.reading.mover in table.stage.men:
            man = table.stage.men[table.own.reading.mover]
            _ghost(table, c, board, square, man.colour, man.rank, 140)


def _rays(table: TashTable, c: Canvas, board: Board, shown: Placement) -> None:
    """Draw the directions of a card."""
    for direction in bits(shown.directions):
        way = RAYS[shown.square][direction]
        if way:
            drawn.ray(c, board, to_column_row(shown.square), to_column_row(way[0]), lit=False)


def _shots(table: TashTable, c: Canvas, board: Board, hot: int | None) -> None:
    stage = table.stage
    if stage.shot is not None:
        square, direction = stage.shot
        way = RAYS[square][direction]
        if way:
            drawn.ray(c, board, to_column_row(square), to_column_row(way[-1]))
        return
    legal = table.own.choices.list_moves(Kind.DIRECTION)
    centre = table.view["effect"]["centre"]
    if not legal or centre < 0:
        return
    chosen = table.own.choices.by_square.get(hot) if hot is not None else None
    for move in legal:
        way = RAYS[centre][move.number]
        if way:
            lit = move == chosen
            drawn.ray(c, board, to_column_row(centre), to_column_row(way[-1] if lit else way[0]), lit=lit)
    if chosen is not None:
        for square in table.own.reading.shot(chosen.number):
            drawn.mark_victim(c, board, to_column_row(square))


# --- targets --------------------------------------------------------------------------------------------


def _targets(table: TashTable) -> None:
    targets = table.own.squares.targets(table.own.places.board, table.own.press_square)
    by_square = table.own.choices.by_square
    card = table.own.sight.card if table.marked_move is not None or choices.is_choosing_square(table) else None
    landing = {each.square for each in table.own.list_placements(card)} if card is not None else set()
    idle = not table.own.choices
    for square, target in zip(SQUARES, targets, strict=True):
        target.enabled = idle or square in by_square or square in landing
        target.told = partial(tooltips.square, table, square)
        table.ui.note(target)


def _target(press: Callable[[int], None], board: Board, square: int) -> Target:
    box = board.box(to_column_row(square), 0)
    return Target(f"sq.{square}", box, partial(press, square), ring=False, radius=7, sound="", contains=exactly(box))


def find_ground(c: Canvas, board: Board, form: str, walled: bool) -> pygame.Surface:
    """Return the ground of the whole window for a form of play, from the cache; ``walled``: with walls round the
    arena."""

    def make() -> pygame.Surface:
        surface = backdrop.table(c, "table").copy()
        layer = c.on(surface, (c.left, 0))
        arena.draw_ground(layer, board, form, WALL_SQUARES if walled else ())
        arena.draw_braziers(layer, board)
        return surface

    return c.cache.get(("tash_kalar.static", form, walled, board), make)


def prepare(c: Canvas) -> Iterator[None]:
    """Render in steps, before the first frame of a table, its slowest pictures: the box's cards, and the grounds of the
    forms that two and four play first."""
    box()
    yield
    for form in dict.fromkeys(FITTING[seats][0] for seats in (2, 4)):
        find_ground(c, layout(c.height).board, form, False)
        yield


def draw_any_piece(c: Canvas, look: str, seat: Seat | None, place: tuple[float, float, float]) -> None:
    """Draw a piece by its ``look``: side and rank ("0.2"); ``place``: x, y, size."""
    x, y, size = place
    side, rank = map(int, look.split("."))
    colour, emblem = (side, "") if seat is None else (seat.colour, seat.emblem)
    pieces.draw_piece(c, x, y, size * (0.42, 0.42, 0.38)[rank], colour, rank, emblem=emblem, shadow=False)
