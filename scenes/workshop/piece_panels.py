"""The left column of the editor (pieces, what each player has, the turn), and the strip of cards below the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.accessibility.nodes import SLIDER
from engine.content.arrangement import CardPlace, Choice, Number, Piece
from scenes.shell.page import Sheet
from scenes.shell.parts import Act, Parts
from scenes.shell.targets import Target
from scenes.table import game_screens as games
from scenes.workshop.draft_board import REMOVE
from sprites.base import drawn_words, icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.workshop.editor import EditorScene

PER_ROW = 4
GAP = 8.0
LABEL_H, STEPPER_H = 15.0, 30.0
NUMBERS_PER_ROW, FEWER_PER_ROW = 3, 2
"""Numbers next to each other, and where a name has no room for that."""
CHIP, CHIPS_PER_ROW = 32.0, 8
TABS_H, SPACE = 46.0, 12.0
TABS = ("pieces", "players", "turn", "cards")
TABS_W = 190.0
SHEET_PER_ROW, ROW_H = 4, 44.0
MOST_TABS = 6
"""Places of cards that have room as tabs; of more, one seat's are shown."""
SIGN, SMALL_SIGN = 24.0, 19.0

LESS_MORE = (("less", "minus"), ("more", "plus"))
LEFT_RIGHT = (("left", "left"), ("right", "right"))
"""Target and icon of the two buttons that change a value."""
LABELS = {"less": "reader.less", "more": "reader.more", "left": "reader.previous", "right": "reader.next"}


def draw(scene: EditorScene, parts: Parts, narrow: bool, room: Box) -> None:
    """Draw pieces, players and turn one below the other, as tabs where there is too little room. For fingers the cards
    are a fourth tab."""
    _, _, w, h = room
    pieces, turn = _make_pieces(scene, parts), _make_turn(scene, parts, w)
    panels = [pieces, _make_players(scene, parts, w, h - pieces.size - turn.size - 2 * SPACE), turn]
    whole = parts.column([panel for panel in panels if panel.size], gap=SPACE)
    if not narrow and whole.size <= h:
        whole.draw(room)
        return
    panels[1] = _make_players(scene, parts, w, h - parts.ui.touch.grow(TABS_H))
    if parts.ui.touch.least:
        panels.append(_make_cards(scene, parts))
    shown = [
        (scene.ctx.t(f"ui.edit.tab.{name}"), panel) for name, panel in zip(TABS, panels, strict=False) if panel.size
    ]
    pages = [Part(0, partial(_draw_high, panel)) for _, panel in shown]
    parts.tabs([label for label, _ in shown], pages).draw(room)


def _draw_high(panel: Part, box: Box) -> None:
    """Draw a panel no higher than it has to be."""
    panel.draw((*box[:3], min(box[3], panel.size)))


# --- pieces -------------------------------------------------------------------------------------


def _make_pieces(scene: EditorScene, parts: Parts) -> Part:
    """Return the pieces and the one that removes."""
    t, pieces = scene.ctx.t, scene.draft.arranger.list_pieces(scene.draft.state)
    if not pieces:
        return parts.space()
    cells = [_make_piece(scene, parts, piece) for piece in (*pieces, None)]
    grid = parts.grid(cells, PER_ROW, gap=GAP, height=60)
    said = parts.note(t("ui.edit.pieces.help"), "remark", "text.muted", height=26, middle=True)
    keys = "" if scene.ui.touch.in_use else t("ui.edit.keys", n=min(9, len(pieces)))
    return parts.caption_panel(t("ui.edit.pieces"), parts.column([parts.space(8), grid, said]), note=keys)


def _make_piece(scene: EditorScene, parts: Parts, piece: Piece | None) -> Part:
    """Return a kind of piece with the number left; None: the eraser."""
    t, c, name = scene.ctx.t, parts.c, REMOVE if piece is None else piece.id
    label = t("ui.edit.remove") if piece is None else scene.say(piece.name)
    said, ink, over, chosen = label, "text", False, scene.piece == name
    if piece is not None:
        over = piece.left < 0
        said = t("ui.edit.over", n=-piece.left) if over else t("ui.edit.left", n=piece.left)
        ink = "text.warning.strong" if over else "text" if chosen else "text.muted"

    def draw(box: Box) -> None:
        x, y, w, _ = box
        if piece is None:
            icons.draw(c, "trash", x + w / 2, y + 23, 24, "text")
        else:
            _draw_look(scene, c, piece, (x + w / 2, y + 23, 38))
        if piece is None or piece.left < 99:
            text.draw(c, said, x + w / 2, y + 50, "fine", ink, "cm", max_w=w - 4)

    return _make_cell(parts, f"piece.{name}", label, partial(scene.choose_piece, name), draw, chosen, over=over)


def _make_cell(
    parts: Parts, name: str, label: str, act: Act, draw_inner: Callable[[Box], None], chosen: bool, *,
    over: bool = False, plain: bool = False,
) -> Part:  # fmt: skip
    """Return a small field that can be chosen; ``over``: more than available is in use; ``plain``: without a plate."""
    c, radius = parts.c, 6 if plain else 8

    def draw(box: Box) -> None:
        state = parts.ui.zone(name, box, act, radius=radius, tip=(label, ""), is_on=chosen or None)
        fill = 60 if chosen else 255 if not plain else 26 if state == "hover" else 0
        if fill:
            shapes.round_rect(c, *box, radius, "panel.low" if fill == 255 else "accent", alpha=fill)
        edge = "danger" if over else "accent.bright" if chosen or (state == "hover" and not plain) else "edge.low"
        thick = (1.6, 1.0) if plain else (2.4, 1.2)
        shapes.round_rect(c, *box, radius, edge, border=thick[not (chosen or over)])
        draw_inner(box)

    return Part(0, draw, tall=parts.ui.touch.least)


def _draw_look(scene: EditorScene, c: Canvas, piece: Piece, place: tuple[float, float, float]) -> None:
    """Draw a piece: ``place`` is its middle and its size."""
    seat = None if piece.seat is None else scene.seats[piece.seat]
    games.draw_piece(c, scene.draft.game, piece.look, seat, place)


def draw_ghost(scene: EditorScene, c: Canvas, box: Box) -> None:
    """Draw a ghost of the piece that a press would put on the place with this box."""
    x, y, w, h = box
    shapes.plaque(c, box, 6, ground="accent", ink="accent.bright", dark=70, edge=255, border=2)
    pieces = scene.draft.arranger.list_pieces(scene.draft.state)
    piece = next((one for one in pieces if one.id == scene.piece), None)
    if piece is not None:
        _draw_look(scene, c, piece, (x + w / 2, y + h / 2, min(w, h) * 0.8))


# --- numbers ----------------------------------------------------------------------------------------


def _make_players(scene: EditorScene, parts: Parts, w: float, most: float) -> Part:
    """Return what all players have, or if that is higher than ``most``, a sign for each and what the chosen one has."""
    arranger, state = scene.draft.arranger, scene.draft.state
    numbers, choices = arranger.list_numbers(state), arranger.list_choices(state)
    rows = [
        ([one for one in numbers if one.seat == seat], [one for one in choices if one.seat == seat])
        for seat in range(len(scene.seats))
    ]
    if not any(own or chosen for own, chosen in rows):
        return parts.space()
    single = all(len(own) <= 1 and not chosen for own, chosen in rows)
    title = scene.say(rows[0][0][0].name) if single else scene.ctx.t("ui.edit.players")
    seats = [_list_seat_rows(scene, parts, seat, *row, single, w) for seat, row in enumerate(rows)]
    columns = [parts.column(seat) for seat in seats]
    panel = parts.caption_panel(title, parts.column([*columns, parts.space(2)]))
    if panel.size <= most:
        return panel
    shown = min(max(scene.seat, 0), len(seats) - 1)
    signs = make_seat_signs(scene, parts, CHIP, shown, "values_of", w - 24 - parts.ui.touch.least, whole=False)
    panel = parts.caption_panel(title, parts.column([signs, *seats[shown]]))
    return Part(panel.size - columns[shown].size + max(column.size for column in columns) + 10, panel.draw)


def _list_seat_rows(
    scene: EditorScene, parts: Parts, seat: int, numbers: list[Number], choices: list[Choice], single: bool, w: float
) -> list[Part]:
    """Return the rows of what one player has; a ``single`` number stands next to the name."""
    one = scene.seats[seat]
    badge = Part(34, lambda box: shapes.badge(parts.c, one.colour, one.emblem, box[0] + 14, box[1] + 13, 11))
    head = [badge, parts.line(one.name, "name", share=1)]
    if single:
        stepper = _make_number(scene, parts, numbers[0], labelled=False)
        wide = parts.at_width(200 if parts.ui.touch.least else 100, stepper)
        return [parts.row([*head, wide], stepper.size, gap=0), parts.space(10)]
    labelled = [_make_stepped_choice(scene, parts, choice) for choice in choices]
    return [parts.row(head, 26, gap=0), *_list_numbers(scene, parts, numbers, w), *labelled, parts.space(4)]


def make_seat_signs(
    scene: EditorScene, parts: Parts, size: float, chosen: int, kind: str, w: float, *, whole: bool
) -> Part:
    """Return a sign for each seat in rows of width ``w``; ``whole``: before them one for the table. ``kind``: first
    part of the target ids, ``size``: height of a row."""
    seats = [*([-1] if whole else []), *range(len(scene.seats))]
    cells = [_make_seat_sign(scene, parts, seat, seat == chosen, kind) for seat in seats]
    across = min(CHIPS_PER_ROW, int(w / (parts.ui.touch.grow(1) + parts.ui.touch.gap)))
    gap = max(3, parts.ui.touch.gap)
    return parts.column([parts.grid(cells, across, gap=gap, row_gap=gap + 1, height=size), parts.space(6)])


def _make_seat_sign(scene: EditorScene, parts: Parts, seat: int, on: bool, kind: str) -> Part:
    c, one = parts.c, scene.seats[max(0, seat)]

    def draw(box: Box) -> None:
        x, y, size = box[0] + box[2] / 2, layout.middle(box), min(box[3], CHIP)
        if seat < 0:
            icons.draw(c, "dice", x, y, size * 0.6, "text")
        else:
            shapes.badge(c, one.colour, one.emblem, x, y, size * 0.34)

    name = scene.ctx.t("ui.edit.table") if seat < 0 else one.name
    return _make_cell(parts, f"{kind}.{seat}", name, partial(scene.pick_seat, seat), draw, on, plain=True)


def _list_numbers(scene: EditorScene, parts: Parts, numbers: Sequence[Number], w: float) -> list[Part]:
    """Return rows of numbers, as many in a row as fit into the width; for fingers one in each."""
    room = (w - 24) / NUMBERS_PER_ROW - 6
    fit = all(text.width(parts.c, scene.say(one.name), "fine") <= room for one in numbers)
    steppers = [_make_number(scene, parts, number, labelled=True) for number in numbers]
    if parts.ui.touch.least:
        return steppers
    return [parts.grid(steppers, NUMBERS_PER_ROW if fit else FEWER_PER_ROW, row_gap=4, height=LABEL_H + STEPPER_H)]


def _make_number(scene: EditorScene, parts: Parts, number: Number, *, labelled: bool) -> Part:
    """Return a number between its two buttons."""

    def change(by: int) -> None:
        scene.set_value(number.id, max(number.least, min(number.most, number.value + by)))

    return _make_stepper(
        scene, parts, number.id, LESS_MORE, (scene.say(number.name), number.seat), scene.say(number.tell_value()),
        change, can=(number.value > number.least, number.value < number.most),
        style="name" if number.words else "figure", labelled=labelled,
    )  # fmt: skip


def _make_stepper(
    scene: EditorScene, parts: Parts, target: str, ends: tuple[tuple[str, str], ...], name: tuple[str, int | None],
    value: str, change: Callable[[int], None], *, can: tuple[bool, bool] = (True, True), style: str = "name",
    labelled: bool = True,
) -> Part:  # fmt: skip
    """Return a value between two buttons that call ``change`` with -1 and 1; ``name``: its text and seat. ``labelled``:
    the name stands above; ``can``: which buttons are enabled. A number is a target too."""
    t, c, touch, is_number = scene.ctx.t, parts.c, parts.ui.touch, ends is LESS_MORE
    r, high = max(11.0, touch.least / 2), touch.grow(STEPPER_H)
    inside = 2 * r + 3 + max(1.0, touch.gap)
    whose = name[0] if name[1] is None else f"{scene.seats[name[1]].name}, {name[0]}"

    def draw(box: Box) -> None:
        x, y, w, h = box
        middle = y + h - high / 2
        if labelled:
            left, align = (x + w / 2, "cm") if is_number else (x, "lm")
            text.draw(c, name[0], left, y + 6, "fine", "text.muted", align, max_w=w - 4)
        for (sign, icon), by, at, on in zip(ends, (-1, 1), (x + r + 3, x + w - r - 3), can, strict=True):
            parts.ui.icon_button(c, f"{sign}.{target}", at, middle, r, icon, partial(change, by), enabled=on,
                                 tip=(name[0], ""), label=t(LABELS[sign], name=whose), value=value)  # fmt: skip
        if is_number and not scene.ctx.settings.one_switch:  # its frame goes to less and more
            place = (x + inside, middle - high / 2 + 2, w - 2 * inside, high - 4)
            field = Target(f"number.{target}", place, lambda: None, adjust=change)
            field.role, field.label, field.value = SLIDER, whose, value
            parts.ui.note(field)
        text.draw(c, value, x + w / 2, middle, style, "text.title", "cm", max_w=w - 2 * inside, fixed=style == "figure")

    return Part(high + LABEL_H if labelled else high, draw)


def _make_turn(scene: EditorScene, parts: Parts, w: float) -> Part:
    """Return the rows for who moves, other choices, and numbers of the whole game."""
    arranger, state = scene.draft.arranger, scene.draft.state
    choices = [one for one in arranger.list_choices(state) if one.seat is None]
    numbers = [one for one in arranger.list_numbers(state) if one.seat is None]
    if not choices and not numbers:
        return parts.space()
    rows = [_make_choice(scene, parts, choice, w) for choice in choices] + _list_numbers(scene, parts, numbers, w)
    return parts.caption_panel(scene.ctx.t("ui.edit.turn"), parts.column([*rows, parts.space(6)]))


def _make_choice(scene: EditorScene, parts: Parts, choice: Choice, w: float) -> Part:
    """Return a choice whose values stand next to each other, where they have room."""
    labels, name = [scene.say(label) for label in choice.labels], scene.say(choice.name)
    part = (w - 24) / len(labels) - 12
    if any(text.width(parts.c, label, "fine") > part for label in labels):
        return _make_stepped_choice(scene, parts, choice)
    change = partial(scene.set_value, choice.id)
    segments = parts.segments(f"choice.{choice.id}", labels, choice.chosen, change, label=name, height=32)
    return parts.column([parts.line(name, "fine", "text.muted", height=17), segments, parts.space(9)])


def _make_stepped_choice(scene: EditorScene, parts: Parts, choice: Choice) -> Part:
    """Return the chosen one of many values between two buttons that lead to the others."""

    def turn(by: int) -> None:
        scene.set_value(choice.id, (choice.chosen + by) % len(choice.labels))

    chosen, name = scene.say(choice.labels[choice.chosen]), (scene.say(choice.name), choice.seat)
    return parts.column([_make_stepper(scene, parts, choice.id, LEFT_RIGHT, name, chosen, turn), parts.space(4)])


# --- cards ------------------------------------------------------------------------------------------


def draw_cards(scene: EditorScene, parts: Parts, room: Box) -> None:
    """Draw the card places as tabs at the left (those of one seat if many), and the cards of the chosen one at the
    right."""
    x, y, w, h = room
    c, places = parts.c, scene.card_places
    shapes.panel(c, *room)
    chosen = next((place for place in places if place.id == scene.place_of_cards), None)
    if chosen is None:
        return
    rows, many = [], len(places) > MOST_TABS
    if many:
        seat, whole = -1 if chosen.seat is None else chosen.seat, any(place.seat is None for place in places)
        size = SIGN if len(scene.seats) < CHIPS_PER_ROW else SMALL_SIGN
        rows.append(make_seat_signs(scene, parts, size, seat, "seat", TABS_W, whole=whole))
        places = [place for place in places if place.seat == chosen.seat]
    pitch = min(32.0, (h - 20 - sum(row.size for row in rows)) / len(places))
    rows += [_make_tab(scene, parts, place, pitch, signed=not many) for place in places]
    parts.column(rows).draw((x + 10, y + 10, TABS_W, h - 20))
    _draw_cards(scene, c, chosen, (x + TABS_W + 24, y + 12, w - TABS_W - 36, h - 24))


def _make_cards(scene: EditorScene, parts: Parts) -> Part:
    """Return, for fingers, a seat between two buttons, the list of its places, and the cards of the chosen one."""
    t, places = scene.ctx.t, scene.card_places
    chosen = next((place for place in places if place.id == scene.place_of_cards), None)
    if chosen is None:
        return parts.space()
    owners = list(dict.fromkeys(place.seat for place in places))
    own = [place for place in places if place.seat == chosen.seat]
    name = t("ui.edit.table") if chosen.seat is None else scene.seats[chosen.seat].name

    def turn(by: int) -> None:
        owner = owners[(owners.index(chosen.seat) + by) % len(owners)]
        scene.pick_seat(-1 if owner is None else owner)

    labels = [f"{scene.say(place.name)}: {len(place.cards)}" for place in own]
    rows = [
        _make_stepper(scene, parts, "seat", LEFT_RIGHT, (name, None), name, turn, labelled=False),
        parts.dropdown("cards", labels, own.index(chosen), lambda at: scene.choose_cards(own[at].id)),
        parts.button(f"add.{chosen.id}", t("ui.edit.add"), partial(scene.open_sheet, chosen.id), "plus"),
    ]
    for card in chosen.cards:
        label = scene.say(scene.draft.arranger.name_card(scene.draft.state, chosen.id, card))
        drop = partial(scene.remove_card, chosen.id, card)
        rows.append(parts.button(f"card.{chosen.id}.{card}", label, drop, "close"))
    return parts.caption_panel(t("ui.edit.tab.cards"), parts.column(rows, gap=GAP))


def _name_cards(scene: EditorScene, place: CardPlace) -> str:
    name = scene.say(place.name)
    return name if place.seat is None else f"{scene.seats[place.seat].name}: {name}"


def _make_tab(scene: EditorScene, parts: Parts, place: CardPlace, pitch: float, *, signed: bool) -> Part:
    """Return the tab of a place with the number of its cards; ``signed``: with the sign of its seat."""
    c, seat = parts.c, None if place.seat is None else scene.seats[place.seat]

    def draw(box: Box) -> None:
        x, _, w, h = box
        middle, left, size = layout.middle(box), x + (30 if signed else 10), min(16.5, pitch - 8)
        if seat is not None and signed:
            shapes.badge(c, seat.colour, seat.emblem, x + 14, middle, min(9, h / 2 - 2))
        label, count = scene.say(place.name), str(len(place.cards))
        text.draw(c, label, left, middle, text.resize("label", size), "text", "lm", max_w=x + w - 30 - left)
        ink = "text.warning" if len(place.cards) > place.most else "text.muted"
        text.draw(c, count, x + w - 10, middle, text.resize("body", size - 1), ink, "rm", fixed=True)

    marked = place.id == scene.place_of_cards
    tab = parts.press(
        f"cards.{place.id}", Part(pitch - 3, draw), partial(scene.choose_cards, place.id), marked=marked, radius=6
    )
    return parts.column([tab, parts.space(3)])


def _draw_cards(scene: EditorScene, c: Canvas, place: CardPlace, room: Box) -> None:
    """Draw the cards of a place, each with its cross, and the field to add one."""
    x, y, w, h = room
    text.draw(c, _name_cards(scene, place), x, y + 6, "caption", "accent", "lm", max_w=w)
    top, high = y + 24, h - 26
    add_w = 92.0
    room_w = w - add_w - 12
    count = len(place.cards)
    with drawn_words.mute_reports():
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
            with drawn_words.mute_reports():
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
    state = scene.ui.zone(f"add.{place.id}", box, partial(scene.open_sheet, place.id), radius=8)
    shapes.round_rect(c, *box, 8, "accent.bright" if state == "hover" else "edge", border=1.6)
    icons.draw(c, "plus", box[0] + add_w / 2, top + high / 2 - 16, 24, "accent")
    label = scene.ctx.t("ui.edit.add")
    text.draw(c, label, box[0] + add_w / 2, top + high / 2 + 20, "fine", "text", "cm", max_w=add_w - 8)


def _draw_name(c: Canvas, name: str, box: Box) -> None:
    """Draw what has no face as a plain card with its name."""
    x, y, w, h = box
    shapes.plaque(c, box, 8, ground="panel.low", dark=255, edge=255, border=1.4)
    tall = text.paragraph_height(c, name, w - 16, "name")
    text.paragraph(c, name, x + 8, y + (h - tall) / 2, w - 16, "name", "text", "c")


class CardSheet(Sheet):
    """Sheet of all cards, by name, that can be added to a place."""

    name = "card_sheet"
    width = 1180.0

    def __init__(self, editor: EditorScene, place: str) -> None:
        super().__init__(editor.ctx)
        self.editor = editor
        self.place = next(one for one in editor.card_places if one.id == place)

    def title(self) -> str:
        """Return the name of the place."""
        return _name_cards(self.editor, self.place)

    def list_rows(self, parts: Parts) -> Sequence[Part]:
        """Return the names in columns; for fingers in rows that are scrolled."""
        count = len(self.place.offered)
        across = SHEET_PER_ROW if count <= 64 else SHEET_PER_ROW + 1
        lines = -(-count // across)
        pitch = min(ROW_H, (parts.c.height - 190) / max(1, lines))
        cells = [self._make_card(parts, card, pitch - 5) for card in self.place.offered]
        if parts.ui.touch.least:
            rows = [parts.row(cells[at : at + across], pitch, gap=8, even=across) for at in range(0, count, across)]
        else:
            columns = [parts.column(cells[at : at + lines], gap=5) for at in range(0, count, lines or 1)]
            rows = [parts.row(columns, lines * pitch, gap=8, even=across)]
        close = parts.button("close", self.ctx.t("ui.cancel"), self.ctx.stack.pop, height=42, width=200)
        return [*rows, parts.space(10), parts.row([parts.space(share=1), close, parts.space(share=1)], 42)]

    def _make_card(self, parts: Parts, card: int, high: float) -> Part:
        editor = self.editor
        state, place = editor.draft.state, self.place.id
        label = editor.say(editor.draft.arranger.name_card(state, place, card))
        face = games.find_card_face(self.ctx, parts.c, editor.draft.game, state, place, card)
        tip = None if face is None else (label, face[1][1])
        return parts.button(f"give.{card}", label, partial(self._give, card), height=high, tip=tip)

    def _give(self, card: int) -> None:
        self.ctx.stack.pop()
        self.editor.add_card(self.place.id, card)
