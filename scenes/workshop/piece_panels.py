"""The left column of the editor (pieces, what each player has, the turn), and the strip of cards below the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.accessibility.nodes import SLIDER
from engine.content.arrangement import CardPlace, Choice, Number, Piece
from scenes.shell.inputs import Input
from scenes.shell.page import veil
from scenes.shell.parts import Parts
from scenes.shell.stack import Scene
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
TABS = ("pieces", "players", "turn")
TABS_W = 190.0
SHEET_PER_ROW, ROW_H = 4, 44.0
MOST_TABS = 6
"""Places of cards that have room as tabs; of more, one seat's are shown."""
SIGN, SMALL_SIGN = 24.0, 19.0


def draw(scene: EditorScene, parts: Parts, narrow: bool, room: Box) -> None:
    """Draw the three panels one below the other; one of three tabs in a narrow window, or where they have no room."""
    x, y, w, h = room
    pieces, turn = _make_pieces(scene, parts), _make_turn(scene, parts, w)
    panels = [pieces, _make_players(scene, parts, w, h - pieces.size - turn.size - 2 * SPACE), turn]
    whole = parts.column([panel for panel in panels if panel.size], gap=SPACE)
    if not narrow and whole.size <= h:
        whole.draw(room)
        return
    panels[1] = _make_players(scene, parts, w, h - TABS_H)
    shown = [at for at, panel in enumerate(panels) if panel.size]
    tab = scene.tab if scene.tab in shown else shown[0]
    labels = [scene.ctx.t(f"ui.edit.tab.{TABS[at]}") for at in shown]
    scene.ui.segmented_control(
        parts.c, "tab", (x, y, w, TABS_H - 8), labels, shown.index(tab), lambda k: scene.pick_tab(shown[k])
    )
    panels[tab].draw((x, y + TABS_H, w, min(h - TABS_H, panels[tab].size)))


# --- pieces -------------------------------------------------------------------------------------


def _make_pieces(scene: EditorScene, parts: Parts) -> Part:
    """Return the pieces and the one that removes."""
    t, pieces = scene.ctx.t, scene.draft.arranger.list_pieces(scene.draft.state)
    if not pieces:
        return parts.space()
    cells = [Part(0, partial(_draw_piece, scene, parts.c, piece)) for piece in pieces]
    grid = parts.grid([*cells, Part(0, partial(_draw_remover, scene, parts.c))], PER_ROW, gap=GAP, height=60)
    said = parts.line(t("ui.edit.pieces.help"), "remark", "text.muted", height=26)
    keys = "" if scene.ui.touch.in_use else t("ui.edit.keys", n=min(9, len(pieces)))
    return parts.caption_panel(t("ui.edit.pieces"), parts.column([parts.space(8), grid, said]), note=keys)


def _draw_piece(scene: EditorScene, c: Canvas, piece: Piece, box: Box) -> None:
    """Draw a piece with how many are left."""
    x, y, w, _ = box
    t, over = scene.ctx.t, piece.left < 0
    _draw_cell(scene, c, box, piece.id, scene.say(piece.name), over)
    seat = None if piece.seat is None else scene.seats[piece.seat]
    games.draw_piece(c, scene.draft.game, piece.look, seat, (x + w / 2, y + 23, 38))
    if piece.left < 99:
        said = t("ui.edit.over", n=-piece.left) if over else t("ui.edit.left", n=piece.left)
        ink = "text.warning" if over else "text" if scene.piece == piece.id else "text.muted"
        text.draw(c, said, x + w / 2, y + 50, "fine", ink, "cm", max_w=w - 4)


def _draw_remover(scene: EditorScene, c: Canvas, box: Box) -> None:
    x, y, w, _ = box
    label = scene.ctx.t("ui.edit.remove")
    _draw_cell(scene, c, box, REMOVE, label, False)
    icons.draw(c, "trash", x + w / 2, y + 22, 24, "text")
    text.draw(c, label, x + w / 2, y + 48, "fine", "text", "cm", max_w=w - 6)


def _draw_cell(scene: EditorScene, c: Canvas, box: Box, piece: str, name: str, over: bool) -> None:
    chosen, choose = scene.piece == piece, partial(scene.choose_piece, piece)
    state = scene.ui.zone(f"piece.{piece}", box, choose, radius=8, tip=(name, ""), is_on=chosen or None)
    shapes.round_rect(c, *box, 8, "panel.low" if not chosen else "accent", alpha=255 if not chosen else 60)
    edge = "danger" if over else "accent.bright" if chosen or state == "hover" else "edge.low"
    shapes.round_rect(c, *box, 8, edge, border=2.4 if chosen or over else 1.2)


def draw_ghost(scene: EditorScene, c: Canvas, box: Box) -> None:
    """Draw a ghost of the piece that a press would put on a place."""
    x, y, w, h = box
    shapes.round_rect(c, x, y, w, h, 6, "accent", alpha=70)
    shapes.round_rect(c, x, y, w, h, 6, "accent.bright", border=2)
    pieces = scene.draft.arranger.list_pieces(scene.draft.state)
    piece = next((one for one in pieces if one.id == scene.piece), None)
    if piece is not None:
        seat = None if piece.seat is None else scene.seats[piece.seat]
        games.draw_piece(c, scene.draft.game, piece.look, seat, (x + w / 2, y + h / 2, min(w, h) * 0.8))


# --- numbers ----------------------------------------------------------------------------------------


def _make_players(scene: EditorScene, parts: Parts, w: float, most: float) -> Part:
    """Return what each player has; where that is higher than ``most``, a sign of each and what the chosen one has."""
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
    seats = [_make_seat(scene, parts, seat, *row, single, w) for seat, row in enumerate(rows)]
    panel = parts.caption_panel(title, parts.column([*seats, parts.space(2)]))
    if panel.size <= most:
        return panel
    shown = min(max(scene.seat, 0), len(seats) - 1)
    signs = make_seat_signs(scene, parts, CHIP, shown, "values_of", whole=False)
    panel = parts.caption_panel(title, parts.column([signs, seats[shown]]))
    return Part(panel.size - seats[shown].size + max(seat.size for seat in seats) + 10, panel.draw)


def _make_seat(
    scene: EditorScene, parts: Parts, seat: int, numbers: list[Number], choices: list[Choice], single: bool, w: float
) -> Part:
    """Return what one player has; a ``single`` number stands next to the name."""
    one = scene.seats[seat]
    badge = Part(34, lambda box: shapes.badge(parts.c, one.colour, one.emblem, box[0] + 14, box[1] + 13, 11))
    head = [badge, parts.line(one.name, "name", share=1)]
    if single:
        stepper = Part(100, partial(_draw_stepper, scene, parts.c, numbers[0], False))
        return parts.column([parts.row([*head, stepper], STEPPER_H, gap=0), parts.space(10)])
    labelled = [_make_labelled_choice(scene, parts, choice) for choice in choices]
    return parts.column(
        [parts.row(head, 26, gap=0), _make_numbers(scene, parts, numbers, w), *labelled, parts.space(4)]
    )


def make_seat_signs(scene: EditorScene, parts: Parts, size: float, chosen: int, kind: str, *, whole: bool) -> Part:
    """Return a sign for each seat, with ``whole`` first one for the table; ids of the targets begin with ``kind``."""
    seats = [*([-1] if whole else []), *range(len(scene.seats))]
    cells = [Part(0, partial(_draw_seat_sign, scene, parts.c, seat, seat == chosen, kind)) for seat in seats]
    return parts.column([parts.grid(cells, CHIPS_PER_ROW, gap=3, row_gap=4, height=size), parts.space(6)])


def _draw_seat_sign(scene: EditorScene, c: Canvas, seat: int, on: bool, kind: str, box: Box) -> None:
    name = scene.ctx.t("ui.edit.table") if seat < 0 else scene.seats[seat].name
    pick = partial(scene.pick_seat, seat)
    state = scene.ui.zone(f"{kind}.{seat}", box, pick, radius=6, tip=(name, ""), is_on=on or None)
    if on or state == "hover":
        shapes.round_rect(c, *box, 6, "accent", alpha=60 if on else 26)
    shapes.round_rect(c, *box, 6, "accent.bright" if on else "edge.low", border=1.6 if on else 1.0)
    x, y = box[0] + box[2] / 2, layout.middle(box)
    if seat < 0:
        icons.draw(c, "dice", x, y, box[3] * 0.6, "text")
    else:
        shapes.badge(c, scene.seats[seat].colour, scene.seats[seat].emblem, x, y, box[3] * 0.34)


def _make_numbers(scene: EditorScene, parts: Parts, numbers: Sequence[Number], w: float) -> Part:
    """Return numbers in rows, as many next to each other as their names have room in a panel of this width."""
    room = (w - 24) / NUMBERS_PER_ROW - 6
    fit = all(text.width(parts.c, scene.say(one.name), "fine") <= room for one in numbers)
    steppers = [Part(0, partial(_draw_stepper, scene, parts.c, number, True)) for number in numbers]
    return parts.grid(steppers, NUMBERS_PER_ROW if fit else FEWER_PER_ROW, row_gap=4, height=LABEL_H + STEPPER_H)


def _draw_stepper(scene: EditorScene, c: Canvas, number: Number, labelled: bool, box: Box) -> None:
    """Draw a number between its two buttons, with its name above."""
    x, y, w, h = box
    name, middle = scene.say(number.name), y + h - STEPPER_H / 2
    if labelled:
        text.draw(c, name, x + w / 2, y + 6, "fine", "text.muted", "cm", max_w=w - 4)
    value = scene.say(number.tell_value())
    whose = name if number.seat is None else f"{scene.seats[number.seat].name}, {name}"
    for step, icon, by, at, enabled in (
        ("less", "minus", -1, x + 14, number.value > number.least),
        ("more", "plus", 1, x + w - 14, number.value < number.most),
    ):
        scene.ui.icon_button(
            c, f"{step}.{number.id}", at, middle, 11, icon, partial(scene.set_value, number.id, number.value + by),
            enabled=enabled, tip=(name, ""), label=scene.ctx.t(f"reader.{step}", name=whose), value=value,
        )  # fmt: skip
    if not scene.ctx.settings.one_switch:  # its frame goes to less and more

        def change(by: int) -> None:
            scene.set_value(number.id, max(number.least, min(number.most, number.value + by)))

        field = Target(f"number.{number.id}", (x + 26, middle - 13, w - 52, 26), lambda: None, adjust=change)
        field.role, field.label, field.value = SLIDER, whose, value
        scene.ui.note(field)
    style = "name" if number.words else "figure"
    text.draw(c, value, x + w / 2, middle, style, "text.title", "cm", max_w=w - 52, fixed=not number.words)


def _make_turn(scene: EditorScene, parts: Parts, w: float) -> Part:
    """Return who moves, other choices, and numbers of the whole game."""
    arranger, state = scene.draft.arranger, scene.draft.state
    choices = [one for one in arranger.list_choices(state) if one.seat is None]
    numbers = [one for one in arranger.list_numbers(state) if one.seat is None]
    if not choices and not numbers:
        return parts.space()
    rows = [_make_choice(scene, parts, choice, w) for choice in choices]
    if numbers:
        rows.append(_make_numbers(scene, parts, numbers, w))
    return parts.caption_panel(scene.ctx.t("ui.edit.turn"), parts.column([*rows, parts.space(6)]))


def _make_choice(scene: EditorScene, parts: Parts, choice: Choice, w: float) -> Part:
    """Return a choice whose values stand next to each other, where they have room."""
    labels, name = [scene.say(label) for label in choice.labels], scene.say(choice.name)
    part = (w - 24) / len(labels) - 12
    if any(text.width(parts.c, label, "fine") > part for label in labels):
        return _make_labelled_choice(scene, parts, choice)
    change = partial(scene.set_value, choice.id)
    segments = Part(32, lambda box: scene.ui.segmented_control(
        parts.c, f"choice.{choice.id}", box, labels, choice.chosen, change, name=name))  # fmt: skip
    return parts.column([parts.line(name, "fine", "text.muted", height=17), segments, parts.space(9)])


def _make_labelled_choice(scene: EditorScene, parts: Parts, choice: Choice) -> Part:
    """Return a choice of many values below its name."""
    label = parts.line(scene.say(choice.name), "fine", "text.muted", height=LABEL_H)
    stepped = Part(STEPPER_H, partial(_draw_stepped_choice, scene, parts.c, choice))
    return parts.column([label, stepped, parts.space(4)])


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


def draw_cards(scene: EditorScene, parts: Parts, room: Box) -> None:
    """Draw the places as tabs at the left, those of one seat where there are many; the cards of the chosen one at the
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
        rows.append(make_seat_signs(scene, parts, size, seat, "seat", whole=whole))
        places = [place for place in places if place.seat == chosen.seat]
    pitch = min(32.0, (h - 20 - sum(row.size for row in rows)) / len(places))
    rows += [_make_tab(scene, parts, place, pitch, signed=not many) for place in places]
    parts.column(rows).draw((x + 10, y + 10, TABS_W, h - 20))
    _draw_cards(scene, c, chosen, (x + TABS_W + 24, y + 12, w - TABS_W - 36, h - 24))


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
    shapes.round_rect(c, *box, 8, "panel.low")
    shapes.round_rect(c, *box, 8, "edge", border=1.4)
    tall = text.paragraph_height(c, name, w - 16, "name")
    text.paragraph(c, name, x + 8, y + (h - tall) / 2, w - 16, "name", "text", "c")


class CardSheet(Scene):
    """Sheet of all cards that can be added to a place, by name."""

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
            self.ui.button(c, f"give.{card}", box, label, give, tip=tip)
        self.ui.button(c, "close", (x + w / 2 - 100, y + h - 58, 200, 42), self.ctx.t("ui.cancel"), self.ctx.stack.pop)

    def _give(self, card: int) -> None:
        self.ctx.stack.pop()
        self.editor.add_card(self.place, card)

    def handle(self, given: Input) -> bool:
        """Handle inputs: Esc closes the sheet; no press reaches the editor below."""
        if given.kind == "command" and given.name == "back":
            self.ctx.stack.pop()
            return True
        return given.kind in ("press", "command", "wheel")
