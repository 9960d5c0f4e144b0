"""The lower strip of the editor: places where cards lie, their cards, and the sheet to add one from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.content.arrangement import CardPlace
from scenes.shell.dialog import veil
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.table import game_screens as games
from scenes.workshop.piece_panels import CHIPS_PER_ROW, draw_seat_signs
from sprites.base import icons, shapes, text, text_overflow
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.workshop.editor_view import Arranging

TABS_W = 190.0
CARD_H = 152.0
PER_ROW, ROW_H = 4, 44.0
MOST_TABS = 6
"""Places of cards that have room as tabs; of more, one seat's are shown."""
SIGN, SMALL_SIGN = 24.0, 19.0


def draw(scene: Arranging, c: Canvas, room: Box) -> None:
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
    _draw_tabs(scene, c, places, (x + 10, top, TABS_W, y + h - 10 - top), signs=top == y + 10)
    _draw_cards(scene, c, chosen, (x + TABS_W + 24, y + 12, w - TABS_W - 36, h - 24))


def _name(scene: Arranging, place: CardPlace) -> str:
    name = scene.say(place.name)
    return name if place.seat is None else f"{scene.seats[place.seat].name}: {name}"


def _draw_tabs(scene: Arranging, c: Canvas, places: list[CardPlace], room: Box, *, signs: bool) -> None:
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


def _choose(scene: Arranging, place: str) -> None:
    scene.place_of_cards = place
    scene.ui.dirty = True


def _draw_cards(scene: Arranging, c: Canvas, place: CardPlace, room: Box) -> None:
    """Draw the cards of a place, each with its cross, and the field to add one."""
    x, y, w, h = room
    text.draw(c, _name(scene, place), x, y + 6, "caption", "accent", "lm", max_w=w)
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


def open_sheet(scene: Arranging, place: str) -> None:
    """Open the sheet of cards that can be added to a place."""
    scene.ctx.stack.push(CardSheet(scene, place))


class CardSheet(Scene):
    """All cards that a place can get, by name."""

    opaque = False
    name = "card_sheet"

    def __init__(self, editor: Arranging, place: str) -> None:
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
        per_row = PER_ROW if count <= 64 else PER_ROW + 1
        rows = -(-count // per_row)
        pitch = min(ROW_H, (c.height - 190) / max(1, rows))
        w, h = 1180.0, rows * pitch + 130
        x, y = (1600 - w) / 2, (c.height - h) / 2
        shapes.panel(c, x, y, w, h)
        title = _name(editor, found)
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
