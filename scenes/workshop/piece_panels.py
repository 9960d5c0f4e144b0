"""The left column of the editor: pieces, what each player has, and the turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.content.arrangement import CardPlace, Choice, Number
from scenes.shell.dialog import veil
from scenes.shell.inputs import Input
from scenes.shell.panels import draw_titled_panel
from scenes.shell.stack import Scene
from scenes.table import game_screens as games
from scenes.workshop.draft_board import REMOVE
from sprites.base import icons, shapes, text, text_overflow
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.workshop.editor import EditorScene

PER_ROW = 4
CELL_H, GAP, HEAD = 60.0, 8.0, 54.0
LABEL_H, STEPPER_H = 15.0, 30.0
NUMBER_H = LABEL_H + STEPPER_H + 4
NUMBERS_PER_ROW, FEWER_PER_ROW = 3, 2
"""Numbers next to each other, and where a name has no room for that."""
CHOICE_H = 58.0
CHIP, CHIPS_PER_ROW = 32.0, 8
TABS_H, SPACE = 46.0, 12.0
TABS = ("pieces", "players", "turn")
TABS_W = 190.0
CARD_H = 152.0
SHEET_PER_ROW, ROW_H = 4, 44.0
MOST_TABS = 6
"""Places of cards that have room as tabs; of more, one seat's are shown."""
SIGN, SMALL_SIGN = 24.0, 19.0


def draw(scene: EditorScene, c: Canvas, room: Box, narrow: bool) -> None:
    """Draw the three panels one below the other; one of three tabs in a narrow window, or where they have no room."""
    x, y, w, h = room
    panels = (_draw_pieces, _draw_players, _draw_turn)
    pieces, turn = _measure_pieces(scene), _measure_turn(scene, c, w)
    players = _measure_players(scene, c, (w, h - pieces - turn - 2 * SPACE))
    heights = [pieces, players, turn]
    if not narrow and sum(heights) + SPACE * (sum(map(bool, heights)) - 1) <= h:
        for panel, high in zip(panels, heights, strict=True):
            if high:
                panel(scene, c, (x, y, w, high))
                y += high + SPACE
        return
    heights[1] = _measure_players(scene, c, (w, h - TABS_H))
    shown = [at for at, high in enumerate(heights) if high]
    tab = scene.tab if scene.tab in shown else shown[0]
    labels = [scene.ctx.t(f"ui.edit.tab.{TABS[at]}") for at in shown]
    scene.ui.segmented_control(
        c, "tab", (x, y, w, TABS_H - 8), labels, shown.index(tab), lambda k: scene.pick_tab(shown[k])
    )
    panels[tab](scene, c, (x, y + TABS_H, w, min(h - TABS_H, heights[tab])))


# --- pieces -------------------------------------------------------------------------------------


def _measure_pieces(scene: EditorScene) -> float:
    count = len(scene.draft.arranger.list_pieces(scene.draft.state))
    return HEAD + -(-(count + 1) // PER_ROW) * (CELL_H + GAP) + 26 if count else 0.0


def _draw_pieces(scene: EditorScene, c: Canvas, room: Box) -> None:
    """Draw the pieces and the one that removes."""
    t = scene.ctx.t
    pieces = scene.draft.arranger.list_pieces(scene.draft.state)
    x, y, w, high = room
    keys = t("ui.edit.keys", n=min(9, len(pieces)))
    draw_titled_panel(c, room, t("ui.edit.pieces"), note=keys)
    wide = (w - 24 - GAP * (PER_ROW - 1)) / PER_ROW
    for at in range(len(pieces) + 1):
        row, column = divmod(at, PER_ROW)
        box = (x + 12 + column * (wide + GAP), y + HEAD + row * (CELL_H + GAP), wide, CELL_H)
        if at == len(pieces):
            _draw_cell(scene, c, box, REMOVE, t("ui.edit.remove"), False)
            icons.draw(c, "trash", box[0] + wide / 2, box[1] + 22, 24, "text")
            text.draw(c, t("ui.edit.remove"), box[0] + wide / 2, box[1] + 48, "fine", "text", "cm", max_w=wide - 6)
            continue
        piece = pieces[at]
        over = piece.left < 0
        _draw_cell(scene, c, box, piece.id, scene.say(piece.name), over)
        seat = None if piece.seat is None else scene.seats[piece.seat]
        games.draw_piece(c, scene.draft.game, piece.look, seat, (box[0] + wide / 2, box[1] + 23, 38))
        if piece.left < 99:
            said = t("ui.edit.over", n=-piece.left) if over else t("ui.edit.left", n=piece.left)
            ink = "text.warning" if over else "text.muted"
            text.draw(c, said, box[0] + wide / 2, box[1] + 50, "fine", ink, "cm", max_w=wide - 4)
    said = t("ui.edit.pieces.help")
    text.draw(c, said, x + 14, y + high - 18, "remark", "text.muted", "lm", max_w=w - 28)


def _draw_cell(scene: EditorScene, c: Canvas, box: Box, piece: str, name: str, over: bool) -> None:
    state = scene.ui.zone(f"piece.{piece}", box, partial(scene.choose_piece, piece), radius=8, tip=(name, ""))
    chosen = scene.piece == piece
    shapes.round_rect(c, *box, 8, "panel.low" if not chosen else "accent", alpha=255 if not chosen else 60)
    edge = "danger" if over else "accent.bright" if chosen or state == "hover" else "edge.low"
    shapes.round_rect(c, *box, 8, edge, border=2.4 if chosen or over else 1.2)


def draw_ghost(scene: EditorScene, c: Canvas, box: Box) -> None:
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


class _Values(NamedTuple):
    """What can be set of one seat."""

    numbers: list[Number]
    choices: list[Choice]


def _list_by_seat(scene: EditorScene) -> list[_Values]:
    arranger, state = scene.draft.arranger, scene.draft.state
    numbers, choices = arranger.list_numbers(state), arranger.list_choices(state)
    return [
        _Values([one for one in numbers if one.seat == seat], [one for one in choices if one.seat == seat])
        for seat in range(len(scene.seats))
    ]


def _is_single(rows: Sequence[_Values]) -> bool:
    """Whether each seat has nothing but one number, which then stands next to its name."""
    return all(len(own.numbers) <= 1 and not own.choices for own in rows)


def _count_per_row(scene: EditorScene, c: Canvas, numbers: Sequence[Number], w: float) -> int:
    """Return how many numbers have room next to each other in a panel of this width, by their names."""
    room = (w - 24) / NUMBERS_PER_ROW - 6
    fit = all(text.width(c, scene.say(one.name), "fine") <= room for one in numbers)
    return NUMBERS_PER_ROW if fit else FEWER_PER_ROW


def _measure_numbers(scene: EditorScene, c: Canvas, numbers: Sequence[Number], w: float) -> float:
    return -(-len(numbers) // _count_per_row(scene, c, numbers, w)) * NUMBER_H


def _measure_values(scene: EditorScene, c: Canvas, own: _Values, w: float) -> float:
    return _measure_numbers(scene, c, own.numbers, w) + NUMBER_H * len(own.choices)


def _measure_all(scene: EditorScene, c: Canvas, rows: list[_Values], w: float) -> float:
    """Return the height of the values of all seats, those of one below those of the other."""
    if _is_single(rows):
        return HEAD + 2 + len(rows) * (STEPPER_H + 10)
    return HEAD + 2 + sum(30 + _measure_values(scene, c, own, w) for own in rows)


def _measure_players(scene: EditorScene, c: Canvas, room: tuple[float, float]) -> float:
    """Return the height of what each player has: of all, or of one chosen where all have no room (width, height)."""
    rows = _list_by_seat(scene)
    if not any(own.numbers or own.choices for own in rows):
        return 0.0
    w, most = room
    high = _measure_all(scene, c, rows, w)
    if high <= most:
        return high
    signs = -(-len(rows) // CHIPS_PER_ROW) * (CHIP + 4)
    return HEAD + signs + 36 + max(_measure_values(scene, c, own, w) for own in rows) + 10


def _draw_players(scene: EditorScene, c: Canvas, room: Box) -> None:
    """Draw what each player has, or a sign of each and what the chosen one has."""
    rows = _list_by_seat(scene)
    x, y, w, high = room
    single = _is_single(rows)
    title = scene.say(rows[0].numbers[0].name) if single else scene.ctx.t("ui.edit.players")
    draw_titled_panel(c, (x, y, w, high), title)
    top = y + HEAD - 4
    shown = list(range(len(rows)))
    if high < _measure_all(scene, c, rows, w):
        shown = [min(max(scene.seat, 0), len(rows) - 1)]
        top = draw_seat_signs(scene, c, (x + 12, top, w - 24, CHIP), shown[0], "values_of", whole=False)
    for seat in shown:
        one = scene.seats[seat]
        shapes.badge(c, one.colour, one.emblem, x + 26, top + 13, 11)
        text.draw(c, one.name, x + 46, top + 13, "name", "text", "lm", max_w=w - (160 if single else 60))
        if single:
            _draw_stepper(scene, c, rows[seat].numbers[0], (x + w - 114, top, 100, STEPPER_H), False)
            top += STEPPER_H + 10
            continue
        top = _draw_numbers(scene, c, rows[seat].numbers, (x + 12, top + 26, w - 24, high))
        for choice in rows[seat].choices:
            top = _draw_labelled_choice(scene, c, choice, (x, top, w, high))
        top += 4


def draw_seat_signs(scene: EditorScene, c: Canvas, room: Box, chosen: int, kind: str, *, whole: bool) -> float:
    """Draw a sign for each seat, with ``whole`` first one for the table; return where they end. The ids of the targets
    begin with ``kind``."""
    x, y, w, size = room
    seats = [*([-1] if whole else []), *range(len(scene.seats))]
    wide = w / CHIPS_PER_ROW
    for at, seat in enumerate(seats):
        row, column = divmod(at, CHIPS_PER_ROW)
        box = (x + column * wide, y + row * (size + 4), wide - 3, size)
        name = scene.ctx.t("ui.edit.table") if seat < 0 else scene.seats[seat].name
        state = scene.ui.zone(f"{kind}.{seat}", box, partial(scene.pick_seat, seat), radius=6, tip=(name, ""))
        on = seat == chosen
        if on or state == "hover":
            shapes.round_rect(c, *box, 6, "accent", alpha=60 if on else 26)
        shapes.round_rect(c, *box, 6, "accent.bright" if on else "edge.low", border=1.6 if on else 1.0)
        middle = box[0] + box[2] / 2, box[1] + size / 2
        if seat < 0:
            icons.draw(c, "dice", *middle, size * 0.6, "text")
        else:
            one = scene.seats[seat]
            shapes.badge(c, one.colour, one.emblem, *middle, size * 0.34)
    return y + -(-len(seats) // CHIPS_PER_ROW) * (size + 4) + 6


def _draw_numbers(scene: EditorScene, c: Canvas, numbers: list[Number], room: Box) -> float:
    """Draw numbers in rows; return where they end."""
    x, y, w, _ = room
    count = _count_per_row(scene, c, numbers, w + 24)
    for at, number in enumerate(numbers):
        row, column = divmod(at, count)
        box = (x + column * w / count, y + row * NUMBER_H, w / count, LABEL_H + STEPPER_H)
        _draw_stepper(scene, c, number, box, True)
    return y + -(-len(numbers) // count) * NUMBER_H


def _draw_stepper(scene: EditorScene, c: Canvas, number: Number, box: Box, labelled: bool) -> None:
    """Draw a number between its two buttons, with its name above."""
    x, y, w, h = box
    name = scene.say(number.name)
    if labelled:
        text.draw(c, name, x + w / 2, y + 6, "fine", "text.muted", "cm", max_w=w - 4)
    middle = y + h - STEPPER_H / 2
    tip, value = (name, ""), scene.say(number.tell_value())
    whose = name if number.seat is None else f"{scene.seats[number.seat].name}, {name}"
    less, more = (scene.ctx.t(f"reader.{step}", name=whose) for step in ("less", "more"))
    set_value = scene.set_value
    scene.ui.icon_button(
        c, f"less.{number.id}", x + 14, middle, 11, "minus", lambda: set_value(number.id, number.value - 1),
        enabled=number.value > number.least, tip=tip, label=less, value=value,
    )  # fmt: skip
    if number.words:
        text.draw(c, value, x + w / 2, middle, "name", "text.title", "cm", max_w=w - 52)
    else:
        text.draw(c, value, x + w / 2, middle, "figure", "text.title", "cm", fixed=True)
    scene.ui.icon_button(
        c, f"more.{number.id}", x + w - 14, middle, 11, "plus", lambda: set_value(number.id, number.value + 1),
        enabled=number.value < number.most, tip=tip, label=more, value=value,
    )  # fmt: skip


def _list_turn(scene: EditorScene) -> tuple[Sequence[Choice], list[Number]]:
    """Return the choices and the numbers of the whole game."""
    arranger, state = scene.draft.arranger, scene.draft.state
    choices = [one for one in arranger.list_choices(state) if one.seat is None]
    return choices, [one for one in arranger.list_numbers(state) if one.seat is None]


def _measure_turn(scene: EditorScene, c: Canvas, w: float) -> float:
    choices, numbers = _list_turn(scene)
    if not choices and not numbers:
        return 0.0
    rows = sum(CHOICE_H if _fits(scene, c, choice, w) else NUMBER_H for choice in choices)
    return HEAD + rows + _measure_numbers(scene, c, numbers, w) + 6


def _fits(scene: EditorScene, c: Canvas, choice: Choice, w: float) -> bool:
    """Whether the values of a choice have room next to each other."""
    part = (w - 24) / len(choice.labels) - 12
    return all(text.width(c, scene.say(label), "fine") <= part for label in choice.labels)


def _draw_turn(scene: EditorScene, c: Canvas, room: Box) -> None:
    """Draw who moves, other choices, and numbers of the whole game."""
    choices, numbers = _list_turn(scene)
    x, y, w, high = room
    draw_titled_panel(c, (x, y, w, high), scene.ctx.t("ui.edit.turn"))
    top = y + HEAD - 4
    for choice in choices:
        if not _fits(scene, c, choice, w):
            top = _draw_labelled_choice(scene, c, choice, (x, top, w, high))
            continue
        name = scene.say(choice.name)
        text.draw(c, name, x + 16, top + 7, "fine", "text.muted", "lm", max_w=w - 32)
        change = partial(scene.set_value, choice.id)
        labels = [scene.say(label) for label in choice.labels]
        scene.ui.segmented_control(
            c, f"choice.{choice.id}", (x + 12, top + 17, w - 24, 32), labels, choice.chosen, change, name=name
        )
        top += CHOICE_H
    _draw_numbers(scene, c, numbers, (x + 12, top, w - 24, high))


def _draw_labelled_choice(scene: EditorScene, c: Canvas, choice: Choice, room: Box) -> float:
    """Draw a choice of many values below its name; return where it ends."""
    x, y, w, _ = room
    text.draw(c, scene.say(choice.name), x + 16, y + 7, "fine", "text.muted", "lm", max_w=w - 32)
    _draw_stepped_choice(scene, c, choice, (x + 12, y + LABEL_H, w - 24, STEPPER_H))
    return y + NUMBER_H


def _draw_stepped_choice(scene: EditorScene, c: Canvas, choice: Choice, box: Box) -> None:
    """Draw the chosen one of many values between two buttons that lead to the others."""
    x, y, w, h = box
    name, chosen = scene.say(choice.name), scene.say(choice.labels[choice.chosen])
    whose = name if choice.seat is None else f"{scene.seats[choice.seat].name}, {name}"
    for sign, by, left in (("left", -1, x + 14), ("right", 1, x + w - 14)):
        label = scene.ctx.t("reader.previous" if by < 0 else "reader.next", name=whose)
        step = partial(scene.set_value, choice.id, (choice.chosen + by) % len(choice.labels))
        scene.ui.icon_button(
            c, f"{sign}.{choice.id}", left, y + h / 2, 11, sign, step, tip=(name, ""), label=label, value=chosen
        )
    text.draw(c, chosen, x + w / 2, y + h / 2, "name", "text.title", "cm", max_w=w - 64)


def draw_cards(scene: EditorScene, c: Canvas, room: Box) -> None:
    """Draw the places as tabs at the left, those of one seat where there are many; the cards of the chosen one at the
    right."""
    x, y, w, h = room
    shapes.panel(c, *room)
    places = scene.card_places
    chosen = next((place for place in places if place.id == scene.place_of_cards), None)
    if chosen is None:
        return
    top = y + 10
    if len(places) > MOST_TABS:
        seat = -1 if chosen.seat is None else chosen.seat
        whole = any(place.seat is None for place in places)
        size = SIGN if len(scene.seats) < CHIPS_PER_ROW else SMALL_SIGN
        top = draw_seat_signs(scene, c, (x + 10, top, TABS_W, size), seat, "seat", whole=whole)
        places = [place for place in places if place.seat == chosen.seat]
    _draw_places(scene, c, places, (x + 10, top, TABS_W, y + h - 10 - top), signs=top == y + 10)
    _draw_cards(scene, c, chosen, (x + TABS_W + 24, y + 12, w - TABS_W - 36, h - 24))


def _name_cards(scene: EditorScene, place: CardPlace) -> str:
    name = scene.say(place.name)
    return name if place.seat is None else f"{scene.seats[place.seat].name}: {name}"


def _draw_places(scene: EditorScene, c: Canvas, places: list[CardPlace], room: Box, *, signs: bool) -> None:
    """Draw a row for every place; ``signs``: with the sign of its seat."""
    x, y, w, h = room
    pitch = min(32.0, h / len(places))
    for at, place in enumerate(places):
        box = (x, y + at * pitch, w, pitch - 3)
        on = place.id == scene.place_of_cards
        state = scene.ui.zone(f"cards.{place.id}", box, partial(_choose, scene, place.id), radius=6)
        if on or state == "hover":
            shapes.round_rect(c, *box, 6, "accent", alpha=60 if on else 26)
        if on:
            shapes.round_rect(c, *box, 6, "accent.bright", border=1.6)
        left = x + (30 if signs else 10)
        if place.seat is not None and signs:
            one = scene.seats[place.seat]
            shapes.badge(c, one.colour, one.emblem, x + 14, box[1] + box[3] / 2, min(9, box[3] / 2 - 2))
        label = scene.say(place.name)
        size = min(16.5, pitch - 8)
        text.draw(
            c, label, left, box[1] + box[3] / 2, text.resize("label", size), "text", "lm", max_w=x + w - 30 - left
        )
        ink = "text.warning" if len(place.cards) > place.most else "text.muted"
        count = str(len(place.cards))
        text.draw(c, count, x + w - 10, box[1] + box[3] / 2, text.resize("body", size - 1), ink, "rm", fixed=True)


def _choose(scene: EditorScene, place: str) -> None:
    scene.place_of_cards = place
    scene.ui.dirty = True


def _draw_cards(scene: EditorScene, c: Canvas, place: CardPlace, room: Box) -> None:
    """Draw the cards of a place, each with its cross, and the field to add one."""
    x, y, w, h = room
    text.draw(c, _name_cards(scene, place), x, y + 6, "caption", "accent", "lm", max_w=w)
    top, high = y + 24, h - 26
    add_w = 92.0
    room_w = w - add_w - 12
    count = len(place.cards)
    with text_overflow.unheard():
        faces = [games.find_card_face(scene.ctx, c, scene.draft.game, scene.draft.state, place.id, card)
                 for card in place.cards]  # fmt: skip
        wide = 108.0
        while count and faces[0] is not None and wide > 8:
            made = faces[0][0](wide)
            if made.get_height() / c.scale <= high:
                break
            wide -= 8
    pitch = min(wide + 8, (room_w - wide) / max(1, count - 1)) if count > 1 else wide + 8
    for at, (card, face) in enumerate(zip(place.cards, faces, strict=True)):
        left = x + at * pitch
        name = scene.say(scene.draft.arranger.name_card(scene.draft.state, place.id, card))
        box = (left, top, wide, high)
        if face is not None:
            with text_overflow.unheard():
                made = face[0](wide)
            box = (left, top, wide, made.get_height() / c.scale)
            c.surface.blit(made, (c.x(left), c.y(top)))
        else:
            _draw_name(c, name, box)
        tip = (name, face[1][1] if face is not None else "")
        drop = partial(scene.remove_card, place.id, card)
        state = scene.ui.zone(f"card.{place.id}.{card}", (left, top, min(pitch, wide), box[3]), drop, tip=tip, radius=6)
        if state == "hover":
            shapes.round_rect(c, *box, 6, "danger", border=2.4)
        shapes.round_rect(c, left + min(pitch, wide) - 19, top, 18, 18, 9, "panel.low")
        icons.draw(c, "close", left + min(pitch, wide) - 10, top + 9, 11, "text")
    box = (x + w - add_w, top, add_w, high)
    state = scene.ui.zone(f"add.{place.id}", box, partial(open_sheet, scene, place.id), radius=8)
    shapes.round_rect(c, *box, 8, "accent.bright" if state == "hover" else "edge", border=1.6)
    icons.draw(c, "plus", box[0] + add_w / 2, top + high / 2 - 16, 24, "accent")
    label = scene.ctx.t("ui.edit.add")
    text.draw(c, label, box[0] + add_w / 2, top + high / 2 + 20, "fine", "text", "cm", max_w=add_w - 8)


def _draw_name(c: Canvas, name: str, box: Box) -> None:
    """Draw what has no face as a plain card with its name."""
    x, y, w, h = box
    shapes.round_rect(c, *box, 8, "panel.low")
    shapes.round_rect(c, *box, 8, "edge", border=1.4)
    tall = text.paragraph_height(c, name, w - 16, "name")
    text.paragraph(c, name, x + 8, y + (h - tall) / 2, w - 16, "name", "text", "c")


def open_sheet(scene: EditorScene, place: str) -> None:
    """Open the sheet of cards that can be added to a place."""
    scene.ctx.stack.push(CardSheet(scene, place))


class CardSheet(Scene):
    """All cards that a place can get, by name."""

    opaque = False
    name = "card_sheet"

    def __init__(self, editor: EditorScene, place: str) -> None:
        super().__init__(editor.ctx)
        self.editor = editor
        self.place = place

    def draw(self, c: Canvas) -> None:
        """Draw the names in columns."""
        veil(c)
        self.ui.modal()
        editor = self.editor
        found = next(one for one in editor.card_places if one.id == self.place)
        arranger, state = editor.draft.arranger, editor.draft.state
        count = len(found.offered)
        per_row = SHEET_PER_ROW if count <= 64 else SHEET_PER_ROW + 1
        rows = -(-count // per_row)
        pitch = min(ROW_H, (c.height - 190) / max(1, rows))
        w, h = 1180.0, rows * pitch + 130
        x, y = (1600 - w) / 2, (c.height - h) / 2
        shapes.panel(c, x, y, w, h)
        title = _name_cards(editor, found)
        text.draw(c, title, x + w / 2, y + 30, "heading", "accent", "cm", max_w=w - 60)
        wide = (w - 40) / per_row
        for at, card in enumerate(found.offered):
            column, row = divmod(at, rows)
            box = (x + 20 + column * wide, y + 58 + row * pitch, wide - 8, pitch - 5)
            label = editor.say(arranger.name_card(state, self.place, card))
            face = games.find_card_face(self.ctx, c, editor.draft.game, state, self.place, card)
            tip = None if face is None else (label, face[1][1])
            give = partial(self._give, card)
            self.ui.button(c, f"give.{card}", box, label, give, size=min(15.5, pitch * 0.42), tip=tip)
        self.ui.button(c, "close", (x + w / 2 - 100, y + h - 58, 200, 42), self.ctx.t("ui.cancel"), self._close)

    def _give(self, card: int) -> None:
        self.ctx.stack.pop()
        self.editor.add_card(self.place, card)

    def _close(self) -> None:
        self.ctx.stack.pop()

    def handle(self, given: Input) -> bool:
        """Esc closes the sheet; no press reaches the editor below."""
        if given.kind == "command" and given.name == "back":
            self._close()
            return True
        return given.kind in ("press", "command", "wheel")
