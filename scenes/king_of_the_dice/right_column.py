"""Right column of King of the Dice: rivals' plates, own panel with citizens, last moves or advice."""

from collections.abc import Sequence
from functools import partial

from ai.decision import Considered
from engine.contract import Event
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import COLOURS, nets, to_colour, to_number
from games.king_of_the_dice.messages import citizen_code
from games.king_of_the_dice.moves import Kind, decode
from scenes.common.turn_sentence import tell_turn
from scenes.king_of_the_dice import choices
from scenes.king_of_the_dice.layout import split_right_column
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.king_of_the_dice.words import citizen, list_score_words
from scenes.shell.targets import Target
from scenes.table.advice import (
    Numbers,
    draw_bar,
    foot_line,
    lines,
    list_content,
    note_option,
    note_rows,
    open_button,
    tell_reasons,
)
from scenes.table.game_log import Places
from scenes.table.table_game import list_others
from sprites.base import icons, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Stack, columns, inset, middle, rows
from sprites.base.theme import player as look_of
from sprites.king_of_the_dice import card as cards, pieces

MARKS = {
    "first_roll": "dice", "market": "card-pick", "tiles_returned": "cycle", "game_ends": "hourglass",
    "round_goes_on": "hourglass", "no_flame": "flame", "game_won": "crown",
}  # fmt: skip


def find_mark(table: DiceTable, event: Event) -> int | str | None:
    """Return the mark of a log line: its seat, else an icon."""
    for key in ("seat", "owner"):
        if isinstance(event.data.get(key), int):
            return int(event.data[key])
    return MARKS.get(event.kind, "dice")


class Regions(Places):
    """Links from log lines to the regions they name."""

    def list_action_places(self, action: int) -> tuple[int, ...]:
        """Return the place of an action, () for one without a place."""
        move = decode(action)
        return (move.place,) if move.place is not None else ()


def draw(table: DiceTable, c: Canvas) -> None:
    """Draw the column below the tray."""
    plates, panel = split_right_column(len(table.seats), c.height, table.goals is not None, table.by_fingers)
    moods = table.portraits.list_moods()
    for k, box in zip(list_others(table), plates, strict=True):
        table.draw_layer(c, f"plate.{k}", partial(_plate, table, c, k, box), moods, waits=True)
    head, row, rest, card_w = _split_panel(panel, table.ui.touch.least if table.by_fingers else 0.0)
    table.draw_layer(c, "own", partial(_own, table, c, panel, head), moods, waits=True)
    news = table.news
    if table.by_fingers:  # there is room for one of both
        rest = (*row[:3], panel[1] + panel[3] - row[1] - 8)
    told = news.advises or news.aside is not None or news.comment is not None
    if not (table.by_fingers and told):
        table.draw_layer(c, "cards", partial(_cards, table, c, row, card_w), waits=True)
    if told or not table.by_fingers:
        show = partial(_moves, table, c, rest)
        table.draw_layer(c, "moves", show, list_content=partial(list_content, table), waits=True)


# --- plates --------------------------------------------------------------------------------------------------


def score_words(table: DiceTable, k: int) -> str:
    """Return the score of a seat in words: a line per part, and the total."""
    t = table.ctx.t
    parts = table.stage.scores[k]
    total = t("king_of_the_dice.score.total", points=parts["total"])
    return "\n".join([*list_score_words(t, parts), f"*{total}*"])


def _counts(table: DiceTable, k: int) -> tuple[int, ...]:
    stage = table.stage
    white, gold = stage.gems[k]
    return len(stage.marks(k)), white, gold, stage.tamed[k], len(stage.citizens[k]) + len(stage.supers[k])


def _draw_names(c: Canvas, box: Box, name: str, role: str, styles: tuple[str, str], *, max_w: float) -> None:
    """Draw a seat's name, and its role below, in two rows that fill the box; ``styles``: text styles of both."""
    upper, lower = rows(box, 2)
    text.draw(c, name, box[0], middle(upper), styles[0], "text.bright", "lm", max_w=max_w)
    text.draw(c, role, box[0], middle(lower), styles[1], "text.muted", "lm", max_w=box[2], fixed=True)


def _draw_counters(
    c: Canvas, cells: Sequence[Box], counts: Sequence[int], colour: int, size: float, style: str
) -> None:
    """Draw signs with their numbers: castles, white and gold gems, flames, citizens."""
    for at, (cell, count) in enumerate(zip(cells, counts, strict=True)):
        x, y = cell[0] + size - 4.5, middle(cell)
        if at == 0:
            look = look_of(colour, c.palette)
            icons.gradient(c, "medieval-gate", x, y, size, (look.high, look.base))
        elif at == 3:
            pieces.flame(c, x, y, size - 1)
        elif at == 4:
            icons.draw(c, "card-pick", x, y, size, "accent")
        else:
            pieces.gem(c, x, y, size * 0.42, at == 2)
        text.draw(c, str(count), x + size - 7, y + 0.5, style, "text.bright", "lm", fixed=True)


def _plate(table: DiceTable, c: Canvas, k: int, box: Box) -> None:
    x, y, w, h = box
    player, role, counts = table.seats[k], table.role(k), _counts(table, k)
    shown = table.write_points(k, str(table.stage.scores[k]["total"]))
    active = table.stage.active == k and not table.finished

    def paint(layer: Canvas) -> None:
        portrait.draw_plate(layer, box, player.colour, 9, (66, h), owes=active)
        if table.by_fingers:
            text.draw(layer, player.name, x + 84, y + 25, "name", "text.bright", "lm", max_w=w - 92)
            shapes.pill(layer, x + 104, y + 58, shown, "plain", size=17)
            cells = columns((x + 130, y + 38, w - 136, 40.0), len(counts))
            _draw_counters(layer, cells, counts, player.colour, 18, "label")
            return
        _face, names, points, *counters = columns(box, [74.0, 124.0, 56.0] + [51.0] * len(counts))
        _draw_names(layer, (names[0], names[1] + 10, names[2], 44.0), player.name, role, ("name", "fine"), max_w=122)
        shapes.pill(layer, points[0] + points[2] / 2, middle(box), shown, "plain", size=17)
        _draw_counters(layer, counters, counts, player.colour, 22, "name")

    key = (player, role, counts, shown, active)
    table.panels.draw(c, f"plate.{k}", key, box, paint)
    if table.by_fingers:
        table.portraits.draw(c, k, x + 42, middle(box), 33, box, "below")
    else:
        table.portraits.draw(c, k, x + 36, middle(box), 25, box, "left")
    _plate_target(table, k, box)


def _plate_target(table: DiceTable, k: int, box: Box) -> None:
    target_id = f"plate.{k}"
    tip = None
    if target_id in (table.ui.hover, table.ui.focus):
        rows = [table.role(k) if table.hides_points(k) else score_words(table, k), _joker_words(table, k)]
        tip = (table.seats[k].name, "\n".join(row for row in rows if row))
    table.ui.note(Target(target_id, box, partial(table.rival_why.ask_rival, k), tip=tip, sound="", radius=10))


def _joker_words(table: DiceTable, k: int) -> str:
    """Return the jokers of another seat's citizens in words."""
    t = table.ctx.t
    if k == table.below:
        return ""
    names = []
    for card in table.stage.citizens[k]:
        sign = citizens().cards[card].joker
        colour = t(f"king_of_the_dice.colour.{COLOURS[to_colour(sign)]}")
        names.append(f"{to_number(sign)}\u00a0{colour}")
    if table.stage.supers[k]:
        names.append(t("king_of_the_dice.plate.supers", n=len(table.stage.supers[k])))
    return t("king_of_the_dice.plate.jokers", names=", ".join(names)) if names else ""


# --- the viewer's panel -------------------------------------------------------------------------------------------


HEAD_H = 72.0
"""Height of the viewer's name, points and counters, down to the line below them."""


def _split_panel(box: Box, least: float) -> tuple[Box, Box, Box, float]:
    """Return the boxes of head, cards and log in the viewer's panel, and the width of its cards; ``least``: the least
    size of a target for a finger."""
    x, y, w, h = box
    card_w = max(least, cards.SMALL[0]) if h < 340 else 104.0  # fewer players leave room for larger cards
    if least:
        card_w = min(card_w, (h - 16.0 - max(HEAD_H, least)) * cards.SMALL[0] / cards.SMALL[1])
    column = Stack((x, y, w, h - 8))
    head = column.take(max(HEAD_H, least))
    row = column.take(card_w * cards.SMALL[1] / cards.SMALL[0], gap=8.0)
    return head, row, column.take(column.room - 9.0, gap=9.0), card_w


def _own(table: DiceTable, c: Canvas, box: Box, head: Box) -> None:
    t, k = table.ctx.t, table.below
    player, role, counts = table.seats[k], table.role(k), _counts(table, k)[:4]
    total = table.stage.scores[k]["total"]

    def paint_ground(layer: Canvas) -> None:
        portrait.draw_plate(layer, box, player.colour)
        shapes.rule(layer, box[0] + 16, box[1] + HEAD_H, box[2] - 32, ornament=False)

    def paint_head(layer: Canvas) -> None:
        _face, names, points, _, counters = columns(head, [82.0, 114.0, 72.0, 5.0, 58.0 * len(counts)])
        _draw_names(
            layer, (names[0], names[1] + 14, names[2], 48.0), player.name, role, ("title", "fine"), max_w=names[2]
        )
        cells, upper = columns(counters, len(counts)), head[1] + 32
        shapes.pill(layer, points[0] + points[2] / 2, upper, str(total), "win", size=22)
        _draw_counters(layer, [(x, y, w, 64.0) for x, y, w, _ in cells], counts, player.colour, 24, "title")
        for cell, name in zip((points, *cells), ("points", "castles", "white", "gold", "flames"), strict=True):
            words, room = t(f"king_of_the_dice.plate.{name}"), 62 if name == "points" else 55
            text.draw(
                layer, words, cell[0] + cell[2] / 2, head[1] + 59, "fine", "text.muted", "cm", max_w=room, fixed=True
            )

    # The head changes often, the large panel does not.
    table.panels.draw(c, "own", player.colour, box, paint_ground)
    if table.stage.active == k and not table.finished:
        shapes.frame_box(c, *inset(box, -1), 13, "edge.bright", 1.8, alpha=220)
    key = (player, role, counts, total)
    table.panels.draw(c, "own.head", key, head, paint_head)
    table.portraits.draw(c, k, head[0] + 42, middle(head) - 1, 30, head, "left")
    _plate_target(table, k, (*head[:3], head[3] - 2))


def _cards(table: DiceTable, c: Canvas, box: Box, card_w: float) -> None:
    """Draw the viewer's citizens, and the super jokers face down; equal jokers side by side."""
    t = table.ctx.t
    x, y, w, card_h = box
    stage = table.stage
    known = citizens().cards
    own = sorted(stage.citizens[table.below], key=lambda card: (known[card].joker, card))
    supers = stage.supers[table.below]
    total = len(own) + len(supers)
    if not total:
        words = t("king_of_the_dice.plate.no_citizens")
        text.paragraph(c, words, x + 40, y + 34, w - 80, "remark", "text.muted", "c")
        return
    pitch = min(card_w + 8, (w - 40 - card_w) / max(1, total - 1))
    places = columns((x + 20, y, w - 40, card_h), [card_w] * total, gap=pitch - card_w)
    crowded = pitch < card_w * 0.75
    signs = [known[card].joker for card in own]
    found = []
    for at, (card, (cx, *_)) in enumerate(zip([*own, *supers], places, strict=True)):
        down = at >= len(own)
        if down:
            made = cards.back(c, card_w)
            tip = (t("king_of_the_dice.super.name"), t("king_of_the_dice.super.help"))
        else:
            sign = known[card].joker
            made = cards.small(c, citizen_code(card), to_number(sign), to_colour(sign), card_w, crowded=crowded)
            tip = citizen(table.ctx, card)
        free = (cx, y, pitch if at < total - 1 else card_w, card_h)  # what the next card leaves uncovered
        paired = not down and (signs.count(known[card].joker) > 1 or bool(supers))
        up = -4.0 if table.ui.hover == f"own.{card}" else 0.0
        shapes.shadow(c, made, c.x(cx), c.y(y + up), "lying", key=("dice small", card_w))
        c.surface.blit(made, (c.x(cx), c.y(y + up)))
        if paired or (down and total > 1):
            frame = inset((cx, y + up, card_w, card_h), -1.5)
            shapes.round_rect(c, *frame, 8, "edge.bright", alpha=230, border=1.8)
        found.append(Target(f"own.{card}", free, partial(table.ctx.ask, *tip), tip=tip, radius=7, sound=""))
    table.ui.explain_each("own", found)


def _moves(table: DiceTable, c: Canvas, box: Box) -> None:
    """Draw the expert's advice, or the log without a panel: the newest lines that fit; the wheel scrolls back."""
    x, y, w, h = box
    news = table.news
    if news.advises:
        _advice(table, c, box)
        return
    if news.aside is not None:
        news.aside(c, (x + 12, y - 2, w - 24, h + 2))
        return
    if news.comment is not None:
        _, y, _, h = news.comment(c, (x + 12, y - 2, w - 24, h + 2))
    if h:
        lines(c, table, (x, y, w, h))
        open_button(c, table, x + w - 24, y + 20)


ADVICE_H = 150.0
"""Height from which all considered choices are listed."""
CAPTION_ROOM = 100.0
"""Width reserved for the number next to a single choice."""
OPTION_H = 23.0
"""Height of the line of a considered choice."""


def _advice(table: DiceTable, c: Canvas, box: Box) -> None:
    """Draw the expert's advice on the viewer's options."""
    t = table.ctx.t
    x, y, w, h = box
    hint = table.news.hint
    considered = sorted(hint.considered, key=lambda one: -one.weight)[:3] if hint is not None else []
    tight = h < ADVICE_H  # with three rivals there is room only for the best choice and its reasons

    def paint(layer: Canvas) -> None:
        table.news.rows.clear()
        shapes.rule(layer, x + 16, y, w - 32, ornament=False)
        icons.draw(layer, "hint", x + 28, y + 18, 18, "glow")
        if hint is None:
            text.draw(layer, t("ui.hint.thinking"), x + 46, y + 18, "remark", "text", "lm", max_w=w - 66)
            return
        shown = considered[:1] if tight else considered
        numbers = Numbers(table, hint, shown)
        if not tight:
            text.draw(layer, t("ui.hint.title"), x + 46, y + 18, "caption", "accent", "lm")
            numbers.name(layer, x + w - 22, y + 18, w - 190)
        column = Stack(inset(box, 16.0, 6.5 if tight else 28.5))  # alone, the best choice shares the line of the icon
        for at, one in enumerate(shown):
            _option(table, layer, column.take(OPTION_H), numbers, one, best=at == 0, tight=tight)
        column.skip(7.5 if tight else 11.5)
        foot = y + h + 4 if tight else foot_line(table, layer, (x + 12, y + 12, w - 24, h), hint, numbers)
        reasons = considered[0].reasons if considered else ()
        tell_reasons(table, layer, reasons, (x + 28, column.y), w - 56, foot, "fine", 4)

    table.panels.draw(c, "advice", (hint is None, table.news.hints), box, paint)
    note_rows(table)


def _option(
    table: DiceTable, layer: Canvas, box: Box, numbers: Numbers, one: Considered, *, best: bool, tight: bool
) -> None:
    """Draw a line for a considered choice: its name or dice, a bar, its number; ``tight``: with less room."""
    name, bar, number = columns(box, [0.0, 64.0, 58.0], shares=[1.0, 0.0, 0.0])
    yy = middle(box)
    move = decode(int(one.action))
    left = name[0] + (30 if tight else 12)
    if move.kind == Kind.KEEP and not move.stops and table.view["rolls"]:
        _draw_dice(layer, table, move.dice, left, yy)
    else:
        room = bar[0] - 12 - left - (CAPTION_ROOM if tight else 0)
        text.draw(layer, _tell(table, one), left, yy, "name" if best else "label", "text", "lm", max_w=room)
    if tight:
        numbers.name(layer, bar[0] - 10, yy, CAPTION_ROOM)
    draw_bar(layer, bar[0], yy, bar[2], numbers.part(one), best=best)
    text.draw(layer, numbers.words(one), number[0] + number[2] - 6, yy, "strong", "text", "rm")
    note_option(table, numbers, one, _tell(table, one), box)


def _draw_dice(c: Canvas, table: DiceTable, keep: int, x: float, y: float) -> None:
    """Draw the dice that the expert would keep."""
    at = 0
    for k, face in enumerate(table.view["dice"]):
        if keep >> k & 1 and face:
            sign = nets()[k][face]
            pieces.mini_die(c, x + 10 + at * 25, y, 20, str(face), to_colour(sign))
            at += 1
    if not at:
        text.draw(c, table.ctx.t("king_of_the_dice.hint.roll_all"), x, y, "label", "text", "lm", max_w=260)


def _tell(table: DiceTable, one: Considered) -> str:
    """Return in words the turn that a choice begins, or the name of the choice where dice are rolled again."""
    move = decode(int(one.action))
    if move.kind == Kind.KEEP or not one.plan:
        return choices.move_label(table, move) if move.card is not None else table.describe(move)
    return tell_turn(table.ctx.texts, one.plan, table.names).replace("*", "")
