"""Choices of King of the Dice: the amber button, jokers on offer, the thief's options."""

from collections.abc import Sequence
from functools import partial

from engine.contract import View
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import COLOURS, SYMBOLS, to_colour, to_number
from games.king_of_the_dice.messages import citizen_code
from games.king_of_the_dice.moves import ALL_DICE, PAYMENTS, Kind, Move, encode
from scenes.king_of_the_dice import kept_dice, requirements
from scenes.king_of_the_dice.layout import board as board_box
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.king_of_the_dice.words import card_name, citizen, pile_name
from scenes.shell.targets import Box
from scenes.table.glossary_links import underline
from scenes.table.table_game import list_amber_button, put_back_mark
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import inset
from sprites.king_of_the_dice import card as cards, pieces

REGION_PHASES = ("claim", "lay", "tame", "attack")
"""Phases in which a region is chosen."""
PANEL_PHASES = ("steal_citizen", "steal_gem", "flame")


def card_move(moves: Sequence[Move], pile: int) -> Move | None:
    """Return the move that takes the open citizen of a pile, by hiring or by an alarm; None without one."""
    return next((move for move in moves if move.pile == pile), None)


def ready_move(view: View, moves: Sequence[Move], marked: Move | None, kept: int) -> Move | None:
    """Return the move that the main button makes now, None if none; ``kept``: mask of the dice to keep."""
    if not moves:
        return None
    if view["phase"] == "roll":
        rolling = Move(Kind.KEEP, dice=kept if view["rolls"] else 0)
        return rolling if rolling in moves else None
    if marked in moves:
        return marked
    return moves[0] if len(moves) == 1 else None


def declining(moves: Sequence[Move]) -> Move | None:
    """Return the move that takes nothing, None without one."""
    return next((move for move in moves if move.declines), None)


def taking(moves: Sequence[Move]) -> list[Move]:
    """Return the moves except the one that takes nothing."""
    return [move for move in moves if not move.declines]


# --- what keys and the amber button do ------------------------------------------------------------------


def reset(table: DiceTable, action: int) -> None:
    """Close the board of jokers before the decision for ``action`` is made."""
    table.own.shows_jokers = False


def bell_rings(table: DiceTable) -> bool:
    """Whether the bell rings for the offered choice: not between the rolls of a turn."""
    return bool(table.view["phase"] != "roll" or table.view["rolls"] == 0)


def first_focus(table: DiceTable, legal: Sequence[int]) -> str | None:
    """Return the id of the first target: die, region, seat or citizen; otherwise that of the main button."""
    now = table.phase
    if now == "roll":
        return "die.0" if table.view["rolls"] else "main"
    if now in REGION_PHASES:
        return f"region.{table.moves[0].region}"
    if now in PANEL_PHASES:
        return "steal.0"
    pile = table.moves[0].pile
    return f"card.{pile}" if pile is not None else "main"


def ready_action(table: DiceTable, legal: Sequence[int]) -> int | None:
    """Return the action of the main button: roll, keep, check or take; None while none can be made."""
    move = ready_move(table.view, table.moves, table.marked_move, table.own.kept)
    return None if move is None else encode(move)


def list_action_buttons(table: DiceTable, legal: Sequence[int]) -> dict[str, int]:
    """Return the action codes of the main button and of the button that declines, by target."""
    found, declined = list_amber_button(table, legal), declining(table.moves)
    return found if declined is None else {**found, "second": encode(declined)}


def put_back(table: DiceTable) -> bool:
    """Clear the mark, or else close the joker board; return whether there was one of the two."""
    put = put_back_mark(table) or table.own.shows_jokers
    table.own.shows_jokers = False
    return put


def choose_number(table: DiceTable, at: int) -> None:
    """Choose by number key ``at`` (from 0): a die to keep, a citizen, or an item to take."""
    moves = table.moves
    now = table.phase
    if now == "roll":
        if at < 6:
            kept_dice.toggle(table, at)
    elif now == "check":
        move = card_move(moves, at)
        if move is not None:
            table.pick(move)
        else:
            table.ctx.play("refused")
    else:
        wanted = taking(moves)
        if at < len(wanted):
            table.pick(wanted[at])


def toggle_jokers(table: DiceTable) -> None:
    """Open or close the board of all jokers."""
    table.own.shows_jokers = not table.own.shows_jokers
    table.ui.dirty = True


# --- jokers ----------------------------------------------------------------------------------------------


def joker_moves(moves: Sequence[Move]) -> list[Move]:
    """Return the moves that add a die."""
    return [move for move in moves if move.kind == Kind.JOKER]


def list_helpful_piles(view: View, sign: int) -> list[int]:
    """List the piles whose citizen one more die of symbol ``sign`` would win, or raise to a better tier."""
    found: list[int] = view["helps"].get(str(sign), [])
    return found


def offers(view: View, moves: Sequence[Move]) -> list[tuple[Move, list[int]]]:
    """Return one joker move per symbol with the piles that it helps with, those with most piles first."""
    found: dict[int, Move] = {}
    for move in joker_moves(moves):
        found.setdefault(move.symbol, move)
    rows = [(move, list_helpful_piles(view, sign)) for sign, move in found.items()]
    return sorted(rows, key=lambda row: (-len(row[1]), row[0].symbol))


# --- words ---------------------------------------------------------------------------------------------------


def move_label(table: DiceTable, move: Move | None) -> str:
    """Return the label of the main button for a move."""
    if move is None:
        return ""
    t = table.ctx.t
    if move.stops:
        return t("king_of_the_dice.button.stop")
    if move.kind == Kind.KEEP:
        if table.view["rolls"] == 0:
            return t("king_of_the_dice.button.roll")
        return t("king_of_the_dice.button.again", n=table.view["rolls_left"])
    if move.kind == Kind.ALARM:
        return t("king_of_the_dice.button.alarm")
    if move.kind == Kind.JOKER:
        colour = t(f"king_of_the_dice.colour.{COLOURS[to_colour(move.symbol)]}")
        return t("king_of_the_dice.button.joker", number=to_number(move.symbol), colour=colour)
    if move.card is not None:
        return t("king_of_the_dice.button.steal", citizen=card_name(table.ctx, move.card))
    return table.describe(move)


def instruction(table: DiceTable) -> tuple[str, str]:
    """Return the instruction for the bottom seat: a title and a short sentence."""
    t = table.ctx.t
    view = table.view
    now = table.phase
    base = "king_of_the_dice.call"
    if not now:
        if table.finished or table.confirming or view["phase"] == "over":
            return t(f"{base}.over"), ""
        stage = table.stage
        title = t(f"{base}.roll_of", n=stage.rolls) if stage.rolls and table.view["phase"] == "roll" else ""
        name = table.names[stage.active]
        return title or t(f"{base}.turn"), t(f"{base}.wait", name=name)
    if now == "roll":
        if view["rolls"] == 0:
            return t(f"{base}.turn"), t(f"{base}.first_roll")
        words = t(f"{base}.keep_all") if table.own.kept == ALL_DICE else t(f"{base}.keep")
        return t(f"{base}.roll_of", n=view["rolls"]), words
    if now == "check" and table.own.preview is not None:
        pile, found = table.own.preview
        points = requirements.describe_points(found)
        return pile_name(table.ctx, pile), t("king_of_the_dice.preview.points", points=points).replace("*", "")
    if now == "check":
        if view["forced"]:
            return t(f"{base}.check"), t(f"{base}.forced")
        if any(move.kind == Kind.HIRE for move in table.moves):
            return t(f"{base}.check"), t(f"{base}.may_hire")
        helpful = any(piles for _, piles in offers(view, table.moves))
        return t(f"{base}.check"), t(f"{base}.jokers" if helpful else f"{base}.alarm")
    return t(f"{base}.{now}"), t(f"{base}.{now}.words")


# --- the panel over the map ----------------------------------------------------------------------------------


def draw_panel(table: DiceTable, c: Canvas) -> None:
    """Draw the panel of citizens or gems to steal, flames to take, or all jokers."""
    now = table.phase
    if now == "steal_citizen":
        _citizens(table, c)
    elif now in ("steal_gem", "flame"):
        _seats(table, c, now)
    elif now == "check" and table.own.shows_jokers:
        _jokers(table, c)


def _stand(c: Canvas, title: str, box: Box) -> None:
    x, y, w, _ = box
    shapes.panel(c, *box)
    text.draw(c, title, x + w / 2, y + 24, "heading", "text.title", "cm", max_w=w - 40)
    shapes.rule(c, x + w / 2 - 120, y + 42, 240)


def _panel_box(w: float, h: float, height: float) -> Box:
    """Return the box of a panel at the middle of the lower edge of the map."""
    x, y, wide, high = board_box(height)
    return x + (wide - w) / 2, y + high - h - 14, w, h


def citizen_boxes(count: int, height: float) -> tuple[Box, list[Box]]:
    """Return the boxes of the panel of stealable citizens and of its ``count`` cards; ``height``: of the window."""
    rows = 1 if count <= 10 else 2 if count <= 24 else 3
    per = -(-count // rows)
    w = min(900.0, max(420.0, per * 82.0 + 48))
    pitch = min(82.0, (w - 48) / per)
    card_w = min(72.0, pitch - 6)
    high = card_w * 1.4 + 12
    panel = _panel_box(w, 62 + rows * high, height)
    found = []
    for at in range(count):
        row, column = divmod(at, per)
        here = min(per, count - row * per)
        cx = panel[0] + w / 2 + (column - (here - 1) / 2) * pitch
        found.append((cx - card_w / 2, panel[1] + 52 + row * high, card_w, card_w * 1.4))
    return panel, found


def seat_boxes(count: int, height: float) -> tuple[Box, list[Box]]:
    """Return the boxes of the panel of gems or flames to take and of its ``count`` fields; ``height``: of the
    window."""
    panel = _panel_box(max(400.0, count * 118.0 + 40), 176, height)
    middle = panel[0] + panel[2] / 2
    return panel, [(middle + (at - (count - 1) / 2) * 118 - 54, panel[1] + 54, 108.0, 108.0) for at in range(count)]


def _citizens(table: DiceTable, c: Canvas) -> None:
    moves = [move for move in taking(table.moves) if move.card is not None]
    panel, boxes = citizen_boxes(len(moves), c.height)
    _stand(c, table.ctx.t("king_of_the_dice.steal.citizen"), panel)
    for at, (move, box) in enumerate(zip(moves, boxes, strict=True)):
        card, marked = move.card, table.marked_move == move
        assert card is not None
        tip = citizen(table.ctx, card)
        state = table.ui.zone(f"steal.{at}", box, partial(table.pick, move), radius=7, tip=tip)
        if marked or state == "hover":
            shapes.glow_box(c, *box, 8, strength=210 if marked else 120)
        joker = citizens().cards[card].joker
        made = cards.small(c, citizen_code(card), to_number(joker), to_colour(joker), box[2])
        c.surface.blit(made, (c.x(box[0]), c.y(box[1])))
        if marked:
            shapes.round_rect(c, *inset(box, -2), 9, "edge.bright", border=2.4)
        seat = table.seats[next(k for k, own in enumerate(table.view["citizens"]) if card in own)]
        shapes.badge(c, seat.colour, seat.emblem, box[0] + box[2] - 10, box[1] + box[3] - 10, 11)


def _seats(table: DiceTable, c: Canvas, now: str) -> None:
    moves = [move for move in taking(table.moves) if move.seat is not None]
    panel, boxes = seat_boxes(len(moves), c.height)
    _stand(c, table.ctx.t(f"king_of_the_dice.steal.{'flame' if now == 'flame' else 'gem'}"), panel)
    for at, (move, box) in enumerate(zip(moves, boxes, strict=True)):
        assert move.seat is not None
        seat, marked = table.seats[move.seat], table.marked_move == move
        cx, cy = box[0] + 54, box[1] + 40
        state = table.ui.zone(f"steal.{at}", box, partial(table.pick, move), radius=10)
        if marked:
            shapes.glow_box(c, *box, 10, strength=170)
        face = "control.hover" if state == "hover" else "control"
        stops = ((0.0, f"{face}.high"), (1.0, f"{face}.low"))
        shapes.gradient_box(c, *box, 10, stops, rim="edge.bright" if marked else "edge.low")
        if now == "flame":
            pieces.flame(c, cx + 20, cy, 32, table.own.beat)
        else:
            pieces.gem(c, cx + 20, cy, 15, move.gold)
        shapes.badge(c, seat.colour, seat.emblem, cx - 22, cy, 19)
        text.draw(c, seat.name, cx, cy + 46, "name", "text", "cm", max_w=100)


def _jokers(table: DiceTable, c: Canvas) -> None:
    """Draw all dice that jokers can add: six numbers by three colours, for each payment."""
    t = table.ctx.t
    own, moves = table.own, joker_moves(table.moves)
    payments = [each for each in PAYMENTS if any(move.payment == each for move in moves)]
    if not payments:
        return
    if own.payment not in payments:
        own.payment = payments[0]
    least = table.ui.touch.least
    size, across, down = (least, least + 8, least + 8) if least else (38.0, 52.0, 46.0)
    head, edge = 67 + table.ui.touch.grow(34.0), 98 + 5 * across + size
    x, y, w, _ = box = _panel_box(edge + 304, head + 2 * down + size + 19, c.height)
    _stand(c, t("king_of_the_dice.jokers.title"), box)
    labels = [t(f"king_of_the_dice.jokers.pay.{each}") for each in payments]

    def pay(k: int) -> None:
        own.payment = payments[k]
        table.ui.dirty = True

    bar = (x + 24, y + 54, w - 48, head - 67)
    table.ui.segmented_control(c, "jokers.pay", bar, labels, payments.index(own.payment), pay)
    for sign in range(SYMBOLS):
        move = Move(Kind.JOKER, symbol=sign, payment=own.payment)
        number, colour = to_number(sign), to_colour(sign)
        cell = (x + 51 + (number - 1) * across, y + head + colour * down, size, size)
        if move not in moves:
            shapes.round_rect(c, *inset(cell, 2), 7, "shadow", alpha=70)
            continue
        marked = table.marked_move == move
        tip = joker_tip(table, move)
        state = table.ui.zone(f"joker.{sign}", cell, partial(table.pick, move), radius=8, tip=tip)
        if state == "hover" or marked:
            shapes.glow_box(c, *cell, 9, strength=220)
        useful = bool(list_helpful_piles(table.view, sign))
        cx, cy, side = cell[0] + size / 2, cell[1] + size / 2, min(50, size - 4)
        pieces.mini_die(c, cx, cy, side, str(number), colour, lit=useful or marked)
    place = left, top, wide = x + edge, y + head + 3, w - edge - 24
    words = t("king_of_the_dice.jokers.help")
    font = text.fit(c, words, wide, 78, "body")
    text.paragraph(c, words, *place, font, "text.body", bold_colour="text.strong")
    underline(c, table.ctx, table.ui, "king_of_the_dice", "jokers", words, place, font)
    if table.marked_move is not None and table.marked_move in moves:
        won = _tell_gain(table, table.marked_move)
        line = won or t("king_of_the_dice.jokers.wins_none")
        font = text.fit(c, line, wide, 48, "label")
        text.paragraph(c, line, left, top + 86, wide, font, "glow" if won else "text.muted")
    close = partial(toggle_jokers, table)
    table.ui.icon_button(c, "jokers.close", x + w - 24, y + 24, 14, "close", close, label=t("ui.back"))


def _tell_gain(table: DiceTable, move: Move) -> str:
    """Return in words which citizens a joker would win; "" for none."""
    names = [pile_name(table.ctx, pile) for pile in list_helpful_piles(table.view, move.symbol)]
    return table.ctx.t("king_of_the_dice.jokers.wins", names=table.ctx.texts.join(names)) if names else ""


def joker_tip(table: DiceTable, move: Move) -> tuple[str, str]:
    """Return title and text of a joker's tooltip: effect and cost."""
    rows = (table.reason(move), _tell_gain(table, move))
    return table.describe(move), "\n".join(row for row in rows if row)
