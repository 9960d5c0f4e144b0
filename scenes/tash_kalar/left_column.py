"""Left column: players with scores and pieces, tasks or scoring of the turn, decks."""

from functools import partial

from games.tash_kalar.cards import RANK_NAMES
from games.tash_kalar.moves import Kind, Move
from games.tash_kalar.state import FACE_DOWN
from scenes.shell.finger_row import PLATES
from scenes.shell.layers import draw_titled_panel
from scenes.shell.targets import Box, Target
from scenes.tash_kalar import tooltips
from scenes.tash_kalar.expansion_screens import list_for
from scenes.tash_kalar.layout import (
    COLUMN_W,
    LEFT_X,
    NEXT_HEAD,
    TASKS_HEAD,
    deck_spot,
    find_tasks_down,
    player_box,
    players_box,
    task_box,
)
from scenes.tash_kalar.scene_model import TashTable
from sprites.base import icons, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Stack, columns, inset, middle, rows
from sprites.base.portrait import Side
from sprites.base.raster import Stops
from sprites.tash_kalar import card as cards, pieces

_LIT: Stops = ((0, "confirm.high"), (1, "confirm.low"))
_DARK: Stops = ((0, "control.high"), (1, "control.disabled.high"))
PIP = 7.6
"""Distance between the notches of points in the High Form."""
RULES_H = 140.0
"""Preferred space of the scoring text under the destroyed pieces."""


def draw(table: TashTable, c: Canvas) -> None:
    """Draw what stands below the players."""
    if table.stage.form == "high":
        _tasks(table, c)
    else:
        _, y, _, h = _find_players_box(table)
        _this_turn(table, c, table.own.places.top if table.by_fingers else y + h + 12)
    _decks(table, c)


# --- players ------------------------------------------------------------------------------------------


def sides(table: TashTable) -> list[int]:
    """Return the colours in the order of their rows, that of the bottom seat first."""
    count = len(table.view["pieces"])
    own = table.own.reading.side(table.anchor)
    return [(own + k) % count for k in range(count)]


def members(table: TashTable, side: int) -> list[int]:
    """Return the seats of a colour."""
    return [seat for seat in range(table.stage.seats) if table.own.reading.side(seat) == side]


def _about(table: TashTable, seat: int) -> str:
    return f"{table.role(seat)} · {table.own.words.deck_name(seat)}"


def _find_players_box(table: TashTable) -> Box:
    return players_box(table.stage.form, len(table.view["pieces"]))


def draw_players(table: TashTable, c: Canvas) -> None:
    """Draw the players with scores and pieces."""
    order, stage = sides(table), table.stage
    box = PLATES if table.by_fingers else _find_players_box(table)
    cells = [player_box(at, stage.form, len(order), table.by_fingers) for at in range(len(order))]
    key = (
        tuple(
            (
                side, tuple(table.seats[k] for k in members(table, side)), stage.scores[side],
                tuple(stage.points[side]), tuple(stage.supply[side]), stage.acting in members(table, side),
            )
            for side in order
        ),
        stage.active, stage.acting, table.finished,
        tuple(_about(table, seat) for seat in range(stage.seats)), table.view["final"],
        tuple(table.hides_points(seat) for seat in range(stage.seats)),
    )  # fmt: skip

    def paint(layer: Canvas) -> None:
        for each in cells if table.by_fingers else [box]:
            shapes.panel(layer, *each)
        for side, cell in zip(order, cells, strict=True):
            _player(table, layer, side, cell)
        if table.by_fingers:
            return
        for x, y, w, _ in cells[1:]:
            shapes.line(layer, x + 16, y, x + w - 16, y, "line", 1, 150)

    table.panels.draw(c, "players", key, box, paint)
    for side, cell in zip(order, cells, strict=True):
        _faces(table, c, side, cell, box)
        target, seats = f"player.{side}", members(table, side)
        tip = None
        if target in (table.ui.hover, table.ui.focus):
            tip = (" · ".join(table.names[seat] for seat in seats), _player_words(table, side))
        show = partial(table.own.open_piles, seats[0])
        table.ui.note(Target(target, inset(cell, 4.0, 0.0), show, tip=tip, radius=9, sound=""))


def _player(table: TashTable, c: Canvas, side: int, box: Box) -> None:
    x, y, w, h = box
    stage, goal = table.stage, table.view["goal"]
    seats, look = members(table, side), table.seats[side]
    frame = (x + 5, y + 2, w - 10, h - 4)
    if stage.acting in seats and not table.finished:
        shapes.round_rect(c, *frame, 9, "accent", alpha=44)
        shapes.round_rect(c, *frame, 9, "edge.bright", alpha=200, border=1.4)
    else:
        portrait.draw_seat_frame(c, frame, look.colour, 9)
    tall = h > 60
    squeeze = max(0.0, 82 - h) if tall else 0.0
    top = y + (20 - squeeze / 2 if tall else h / 2 - 8)
    below = y + (39 - squeeze if tall else h / 2 + 13)
    _face, names, _gap, supply, score = columns(box, [62.0, w - 198.0, 14.0, 84.0, 38.0])
    left = names[0]
    points = table.write_points(seats[0], str(stage.scores[side]))
    text.draw(c, points, score[0] + score[2] - 18, top, "large figure", "text.bright", "rm", fixed=True)
    for cell, number, radius, rank in zip(columns(supply, 2), stage.supply[side], (6.6, 4.8), (0, 2), strict=True):
        pieces.draw_piece(c, cell[0], top, radius, look.colour, rank, emblem=look.emblem, shadow=False)
        text.draw(c, str(number), cell[0] + 11, top + 0.5, "strong", "text.body", "lm", fixed=True)
    pips = x + w - 17 - goal * PIP
    if len(seats) == 2:
        first = top - 14 if tall else y + h / 2 - 20
        for seat, line in zip(seats, rows((left, first, names[2], 40.0), 2), strict=True):
            ink = "text.bright" if stage.acting == seat and not table.finished else "text.quiet"
            text.draw(c, table.names[seat], left, middle(line), "name", ink, "lm", max_w=line[2])
    else:
        name, fine = (text.resize(style, most / c.text_scale) for style, most in (("name", 23.0), ("fine", 18.0)))
        text.draw(c, look.name, left, top, name, "text.bright", "lm", max_w=names[2])
        long = pips - 6 - left if stage.form == "high" else w - 82 if tall else 150.0
        about = _about(table, side)
        if text.width(c, about, fine) > long:
            about = table.own.words.deck_name(side)
        text.draw(c, about, left, below, fine, "text.soft", "lm", max_w=long)
    if table.hides_points(seats[0]):
        return
    if stage.form == "high":
        for k, pip in enumerate(columns((pips, below, goal * PIP, 0.0), goal)):
            shapes.outline(c, "circle", pip[0] + PIP / 2, below, 3.5, _LIT if k < stage.scores[side] else _DARK)
    elif stage.form == "duel":
        for k, notch in enumerate(columns((left, y + 62, w - 82, 9.0), goal)):
            shapes.gradient_box(c, *inset(notch, 0.8, 0.0), 3, _LIT if k < stage.scores[side] else _DARK)
    else:
        _colours(table, c, side, left, y + h - 18, w - 66)


def _faces(table: TashTable, c: Canvas, side: int, box: Box, panel: Box) -> None:
    """Draw the portrait of a colour's player, or the two of a team; their bubbles stand right of the panel."""
    x, y, _w, h = box
    seats = members(table, side)
    bubble: Side = "below" if table.by_fingers else "right"
    if len(seats) == 1:
        r = 24.0 if h > 60 else 21.0
        table.portraits.draw(c, seats[0], x + 33, y + (31 if h > 60 else h / 2 - 2), r, panel, bubble)
        return
    for at, seat in enumerate(seats):
        spot = (x + 22 + 19 * at, y + h / 2 - 8 + 12 * at)
        table.portraits.draw(c, seat, *spot, 16, panel, bubble, sign=at == len(seats) - 1)


def _colours(table: TashTable, c: Canvas, side: int, x: float, y: float, room: float) -> None:
    """Draw a side's points of a Melee: a number per enemy colour, the lowest one framed, because only it counts."""
    points = table.stage.points[side]
    enemies = [colour for colour in range(len(points)) if colour != side]
    pitch = min(74.0, room / len(enemies))
    for colour, cell in zip(enemies, columns((x, y, pitch * len(enemies), 0.0), len(enemies)), strict=True):
        look = table.seats[colour]
        cx = cell[0] + 12
        if points[colour] == table.stage.scores[side]:
            shapes.round_rect(c, cx - 14, y - 13, pitch - 8, 26, 8, "edge", alpha=190, border=1.3)
        pieces.draw_piece(c, cx, y, 7.6, look.colour, 0, emblem=look.emblem, shadow=False)
        label = f"{points[colour]}/{table.view['goal']}"
        text.draw(c, label, cx + 14, y + 0.5, "strong", "text.bright", "lm", fixed=True)


def _player_words(table: TashTable, side: int) -> str:
    t = table.ctx.t
    stage = table.stage
    n, legends = stage.supply[side]
    rows = [t("tash_kalar.player.supply", n=n, legends=legends)]
    for seat in members(table, side):
        beings, held, flares = stage.hand_sizes[seat]
        rows.append(
            t(
                "tash_kalar.player.cards", name=table.names[seat], beings=beings, legends=held, flares=flares,
                deck=stage.deck_sizes[seat],
            )
        )  # fmt: skip
        known = table.view["open_hands"][seat]
        if known and seat != table.viewer:
            rows.append(t("tash_kalar.player.known", cards=", ".join(table.own.words.card(card) for card in known)))
        if table.own.list_given_legends() and seat == table.own.reading.partner(table.below):
            rows.append(_list_legend_gifts(table))
    for one in list_for(table.view):
        rows += one.describe_side(table.own.words, table.view[one.code], side)
    if stage.form == "high" and not table.hides_points(members(table, side)[0]):
        legends = table.view["legend_points"][side]
        rows.append(t("tash_kalar.player.high", tasks=stage.points[side][side], legends=legends))
    elif stage.form == "melee":
        rows.append(t("tash_kalar.player.melee"))
        free = [table.names[k] for k in range(stage.seats) if k != side and k not in table.view["spent"][side]]
        if free:
            rows.append(t("tash_kalar.player.improvise", names=table.ctx.texts.join(free)))
    team = members(table, side)
    if table.viewer in team and len(team) > 1:
        partners = table.ctx.texts.join([table.names[seat] for seat in team if seat != table.viewer])
        rows.append(t("ui.curtain.partner", names=partners))
    rows.append(t("tash_kalar.player.open"))
    return "\n".join(rows)


def _list_legend_gifts(table: TashTable) -> str:
    """Return in words the legends that the bottom seat has given to the partner; "" for none."""
    partner = table.names[table.own.reading.partner(table.below)]
    names = ", ".join(table.own.words.card(card) for card in table.own.list_given_legends())
    return table.ctx.t("tash_kalar.player.given", name=partner, cards=names)


# --- tasks ----------------------------------------------------------------------------------------------


def _tasks(table: TashTable, c: Canvas) -> None:
    t = table.ctx.t
    claiming = table.own.choices.phase == "claiming"
    title = t("tash_kalar.table.tasks")
    down = find_tasks_down(table.own.places)
    x, yy = TASKS_HEAD[0], middle(TASKS_HEAD) + down
    wide = text.draw(c, title, x + 18, yy, "heading", "accent", "lm", shadow=True, max_w=110)
    note = t("tash_kalar.table.tasks.claim") if claiming else t("tash_kalar.table.tasks.when")
    text.draw_rows(c, note, x + COLUMN_W - 6, yy + 0.5, COLUMN_W - wide - 34, "remark", "text.muted", "r")
    for at, number in enumerate(table.stage.tasks):
        _task(table, c, number, at, following=False)
    if table.stage.next_task is not None:
        words = t("tash_kalar.table.next_task")
        text.draw(c, words, x + 18, middle(NEXT_HEAD) + down, "caption", "accent", "lm", shadow=True, max_w=260)
        _task(table, c, table.stage.next_task, 3, following=True)


def _task(table: TashTable, c: Canvas, number: int, at: int, *, following: bool) -> None:
    box = x, y, w, h = task_box(at, find_tasks_down(table.own.places))
    target = f"task.{number}" if number != FACE_DOWN else f"task.hidden.{at}"
    move = Move(Kind.TASK, number=number)
    legal = move in table.own.choices
    chosen = table.marked_move == move
    hot = table.ui.hover == target
    if legal or chosen or table.stage.marked_task == number:
        strength = 235 if chosen or hot or table.stage.marked_task == number else round(190 * table.own.pulse.strength)
        shapes.glow_box(c, x, y, w, h, 10, "glow", strength, reach=10)
    else:
        shapes.box_shadow(c, x, y, w, h, 10, "panel")
    c.surface.blit(table.own.cards.task(c, number, following=following), (c.x(x), c.y(y)))
    if chosen:
        shapes.round_rect(c, x - 2, y - 2, w + 4, h + 4, 12, "edge.bright", border=2.6)
    if not following and number in table.own.list_met_tasks():
        cx, cy = x + w - 14, y + 14
        shapes.outline(c, "circle", cx, cy, 11, ((0, "good.high"), (1, "good.low")), rim="good.ink", shadow="coin")
        icons.draw(c, "check-mark", cx, cy, 12, "good.ink")
    told = partial(tooltips.task, table, number, following=following)
    table.ui.note(Target(target, box, partial(table.own.press_task, number), radius=10, sound="", told=told))


# --- what counts this turn (Duel, Melee) ------------------------------------------------------------------


def _this_turn(table: TashTable, c: Canvas, top: float) -> None:
    """Draw the pieces destroyed this turn and the points for them; below them the scoring rules."""
    t = table.ctx.t
    stage = table.stage
    own = table.own.reading.side(stage.active)
    enemies = [colour for colour in range(len(stage.destroyed)) if colour != own]
    column = Stack((LEFT_X, top, COLUMN_W, table.own.places.decks[1] - 12 - top))
    head, pitch, gap = 52.0, 42.0, 12.0
    if column.room - head - pitch * len(enemies) < RULES_H:  # four colours: rows and rules are closer together
        head, pitch, gap = 42.0, 26.0, 8.0
    box = column.take(head + pitch * len(enemies))
    x, y, w, h = box
    key = (
        tuple(tuple(row) for row in stage.destroyed), tuple(stage.worth), own,
        tuple((seat.colour, seat.emblem) for seat in table.seats),
    )  # fmt: skip

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, t("tash_kalar.table.destroyed"), head=head - 12)
        for colour, line in zip(enemies, rows((x, y + head - 10, w, h - head), len(enemies)), strict=True):
            with tell_as_one(layer.words, line, partial(_describe_destruction, table, colour)):
                _losses(table, layer, colour, line)

    table.panels.draw(c, "this turn", key, box, paint)
    column.skip(gap)
    _what_scores(table, c, column.take(min(column.room, 196.0 * c.text_scale)), head - 12)


def _losses(table: TashTable, c: Canvas, colour: int, line: Box) -> None:
    """Draw what has been destroyed of a colour this turn, by rank, and the points for it."""
    x, _, w, _ = line
    look, y = table.seats[colour], middle(line)
    for rank, cell in enumerate(columns((x, y, 198.0, 0.0), 3)):
        left, count = cell[0] + 32, table.stage.destroyed[colour][rank]
        alpha = 255 if count else 90
        pieces.draw_piece(c, left, y, 9.4, look.colour, rank, emblem=look.emblem, shadow=False, alpha=alpha)
        ink = "text.bright" if count else "text.muted"
        text.draw(c, f"×{count}", left + 18, y + 0.5, "strong", ink, "lm", fixed=True)
    points = table.stage.worth[colour]
    shapes.pill(c, x + w - 34, y, f"+{points}", "win" if points else "dark", size=16)


def _describe_destruction(table: TashTable, colour: int) -> str:
    """Return in words what has been destroyed of a colour this turn, and the points for it; "" for nothing."""
    t, stage = table.ctx.t, table.stage
    player = ", ".join(table.names[seat] for seat in members(table, colour))
    said = [
        t(f"tash_kalar.hint.destroys.{name}", n=count, player=player)
        for name, count in zip(RANK_NAMES, stage.destroyed[colour], strict=True)
        if count
    ]
    points = stage.worth[colour]
    return " ".join([*said, f"+{points}"] if points else said)


SCORING_LINE = 1.12
"""Line height of the scoring text, which has little space in a Melee."""


def _what_scores(table: TashTable, c: Canvas, box: Box, head: float) -> None:
    t, goal, form = table.ctx.t, table.view["goal"], table.stage.form
    side, top = (18.0, 52.0) if head == 40 else (14.0, head + 6)
    x, y, w, h = box[0] + side, box[1] + top, box[2] - 2 * side, box[3] - top - 10

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, t("tash_kalar.table.scoring"), head=head)
        body = t(f"tash_kalar.table.scoring.{form}", goal=goal)
        font = text.fit(layer, body, w, h, "body", SCORING_LINE)
        text.paragraph(layer, body, x, y, w, font, "text.body", bold_colour="text.strong", line=SCORING_LINE)

    table.panels.draw(c, "scoring", (goal, form), box, paint)


# --- decks ------------------------------------------------------------------------------------------------


NAME_W = 92.0
"""Width of the name under a deck."""


def _decks(table: TashTable, c: Canvas) -> None:
    t, stage, seat = table.ctx.t, table.stage, table.below
    box = table.own.places.decks
    spots = [deck_spot(table.own.places, at) for at in range(3)]
    counts = (stage.deck_sizes[seat], stage.legend_deck, stage.flare_deck)
    names = (table.own.words.deck_name(seat), t("tash_kalar.table.legends"), t("tash_kalar.table.flares"))
    looks = (table.own.words.deck_look(seat), "legends", "flares")

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, t("tash_kalar.table.decks"), note=t("tash_kalar.table.decks.open"))
        for spot, look, count, name in zip(spots, looks, counts, names, strict=True):
            _deck(layer, *spot, look, count)
            _name_of_deck(layer, name, spot[0], spot[1] + 76)

    table.panels.draw(c, "decks", (counts, names, looks), box, paint)
    for at, (cx, cy) in enumerate(spots):
        target = f"deck.{at}"
        if table.ui.hover == target:
            shapes.round_rect(c, cx - 36, cy - 54, 72, 104, 8, "edge.bright", border=2)
        tip = (names[at], _deck_words(table, at)) if target in (table.ui.hover, table.ui.focus) else None
        show = partial(table.own.open_piles, seat if at == 0 else stage.seats + at - 1)
        table.ui.note(Target(target, (cx - 42, cy - 56, 88.0, 146.0), show, tip=tip, radius=8, sound="card_lift"))


def _deck(c: Canvas, cx: float, cy: float, look: str, count: int) -> None:
    """Draw a deck with the number of its cards, or its empty place."""
    made = cards.back(c, look, 64)
    for k in range(min(3, count)):
        left, top = c.find_corner(made, cx + k * 2 - 2, cy - k * 2)
        if k == 0:
            shapes.shadow(c, made, left, top, "lying", key="card")
        c.surface.blit(made, (left, top))
    if not count:
        shapes.round_rect(c, cx - 32, cy - 48, 64, 96, 6, "edge", alpha=80, border=1.4)
    shapes.plaque(c, (cx + 12, cy + 34, 34, 23), 11, dark=255, edge=160)
    text.draw(c, str(count), cx + 29, cy + 46, "strong", "text.bright", "cm", fixed=True)


def _name_of_deck(c: Canvas, name: str, cx: float, cy: float) -> None:
    """Draw the name of a deck in one line, or two where a long name has a gap."""
    if " " in name and text.width(c, name, "fine") > NAME_W:
        first, _, second = name.partition(" ")
        for row, part in enumerate((first, second)):
            text.draw(c, part, cx, cy - 5 + row * 15, "fine", "text.soft", "cm", max_w=NAME_W)
        return
    text.draw(c, name, cx, cy, "fine", "text.soft", "cm", max_w=NAME_W)


def _deck_words(table: TashTable, at: int) -> str:
    t = table.ctx.t
    view = table.view
    if at == 0:
        seat = table.below
        rows = [t("tash_kalar.deck.own.tip", left=table.stage.deck_sizes[seat], away=len(view["discards"][seat]))]
        if view["teams"]:
            rows.append(t("tash_kalar.deck.own.sideways"))
        top = view["tops"][seat]
        if top:
            rows.append(t("tash_kalar.deck.own.top", cards=", ".join(table.own.words.card(card) for card in top)))
        return "\n".join(rows)
    pile = view["legend_deck"] if at == 1 else view["flare_deck"]
    left = table.stage.legend_deck if at == 1 else table.stage.flare_deck
    words = t("tash_kalar.deck.shared.tip", left=left, away=len(pile["discards"]))
    return f"{words}\n{_list_legend_gifts(table)}" if at == 1 and table.own.list_given_legends() else words
