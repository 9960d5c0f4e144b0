"""The seats of a game or an evening as faces round a table: who sits down, a fan of others, a note with the rest."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from engine.accessibility.nodes import LIST
from engine.names import MOST_TYPED
from engine.seats import AT_RATING, Seat
from scenes.common import opponent_names, player_identity
from scenes.common.player_identity import draw_face
from scenes.menus import seat_changes
from scenes.menus.seat_changes import Face, SeatEditor
from scenes.shell.parts import Parts
from scenes.shell.targets import Target
from sprites.base import icons, layout, portrait, shapes, strokes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

WIDE, HIGH = 816.0, 566.0
"""Size of the room below the head of the panel for which the places are given; in a larger one they grow."""
NEAR, MIDDLE, FAR, STEP = 100.0, 143.0, 190.0, 38.0
"""Radii of the fan: inner, of its faces, outer; degrees between two faces."""
OPEN_MS, APART_MS = 180.0, 30.0
"""How long the fan takes to open, and what each of its faces comes later."""
FLY_MS = 260.0
"""How long a chosen face flies to its seat, and the one that sat there back."""
FACE, FRONT = 31.0, 78.0
"""Radius of a face in the fan, and of the portrait in its middle."""
ROW, NOTE = 96.0, 316.0
"""Height of the faces in a row, which two seats have instead of a fan, and width of the note."""
RATING_STEP = 50
FEW = 4
"""Seats that sit at fixed places; more have two rows along a long table."""
PLACES = {
    1: ((408.0, 410.0, 70.0),),
    2: ((122.0, 180.0, 92.0), (694.0, 180.0, 92.0)),
    3: ((408.0, 410.0, 70.0), (116.0, 170.0, 78.0), (700.0, 170.0, 78.0)),
    4: ((252.0, 414.0, 68.0), (116.0, 150.0, 74.0), (700.0, 150.0, 74.0), (564.0, 414.0, 68.0)),
}
"""Middle and radius of each portrait, by the number of seats."""
CHAIR = (116.0, 440.0, 52.0)
"""The empty chair for one more where three sit."""
TABLES: dict[int, Box] = {
    2: (228.0, 40.0, 360.0, 360.0),
    3: (214.0, 76.0, 388.0, 262.0),
    4: (214.0, 72.0, 388.0, 262.0),
}
LONG_TABLE: Box = (40.0, 196.0, 736.0, 150.0)


class Flight(NamedTuple):
    """The player who left seat ``k``, and middle and radius of the face that flies to it."""

    k: int
    left: Seat
    spot: tuple[float, float, float]


@dataclass
class SeatFaces:
    """The panel of seats of a scene.

    ``list_faces``: players offered for a seat; ``tell``: name below a portrait, and a note on its player;
    ``draw_table`` draws the table; ``gallery`` opens the gallery for a seat, or with None for all computers.
    """

    scene: SeatEditor
    tell: Callable[[Seat], tuple[str, str]]
    list_faces: Callable[[int], Sequence[Face]]
    draw_table: Callable[[Canvas, Box], None]
    gallery: Callable[[int | None], None] | None = None
    edit_portrait: Callable[[Seat], None] | None = None
    list_sides: Callable[[], Sequence[int]] = tuple
    """Returns the side of each seat; () where everybody plays for themselves."""
    shown: int = -1
    """Seat whose faces stand in the row of two seats, or that was opened last."""
    age: float = 0.0
    """Time since a seat was opened, in milliseconds."""
    flight: Flight | None = None
    flown: float = FLY_MS
    """Time since something was chosen that flies to a seat, and how long it flies."""
    lasts: float = FLY_MS
    places: Sequence[tuple[float, float, float]] = ()
    """Middle and radius of each portrait in the last drawing."""
    spoken: str = ""
    """Who has said its motto during this visit."""

    def update(self, ms: float) -> None:
        """Advance the opening fan, and a chosen face on its way to its seat."""
        ctx = self.scene.ctx
        ms = ms if ctx.fades and not ctx.reduced else OPEN_MS + 8 * APART_MS
        if self.is_open and self.age < OPEN_MS + 8 * APART_MS:
            self.age += ms
            self.scene.ui.dirty = True
        if self.flown < self.lasts:
            self.flown += ms
            self.flight = self.flight if self.flown < self.lasts else None
            self.scene.ui.dirty = True

    def begin_flight(self, lasts: float = FLY_MS) -> None:
        """Start the flight of the chosen face to its seat; ``lasts``: in milliseconds."""
        self.flown, self.lasts = 0.0, lasts

    def find_on_way(
        self, begin: tuple[float, float, float], end: tuple[float, float, float]
    ) -> tuple[float, float, float]:
        """Return middle (x, y) and radius of a flying face between those at ``begin`` and ``end``."""
        done = 1 - (1 - min(1.0, self.flown / self.lasts)) ** 2
        x, y, r = (a + (b - a) * done for a, b in zip(begin, end, strict=True))
        return x, y, 6.0 * round(r / 6)  # pictures of few sizes

    @property
    def is_open(self) -> bool:
        """Whether the fan or the note of a seat is open."""
        return (self.scene.ui.open_list or "").startswith("seat.")

    def _is_seat_open(self, k: int) -> bool:
        return f"{self.scene.ui.open_list}.".startswith(f"seat.{k}.")

    def _toggle(self, k: int) -> None:
        """Open a seat, or close it."""
        ui, was_open = self.scene.ui, self._is_seat_open(k)
        ui.open_list = None if was_open else f"seat.{k}"
        ui.focus = f"seat.{k}" if was_open else f"seat.{k}.face.0"
        self.shown, self.age = k, 0.0
        if not was_open:
            self.scene.ctx.play("card_lift")
        ui.dirty = True

    def _close(self) -> None:
        self.scene.ui.open_list, self.scene.ui.focus = None, f"seat.{self.shown}"

    # --- the table ------------------------------------------------------------------------------------

    def make_panel(self, parts: Parts, counts: Sequence[int], hint: Part | None = None, *, width: float = WIDE) -> Part:
        """Return the panel of seats; ``counts``: numbers of seats to choose from, ``hint``: a part at its lower
        edge."""
        count, t = len(self.scene.seats), self.scene.ctx.t
        at = counts.index(count)

        def change(by: int) -> None:
            self.scene.set_count(counts[at + by])

        labels = [t("setup.at_table", n=each) for each in counts]
        number = parts.line(labels[at], "name", "text.title", align="c", width=176)
        if len(counts) > FEW:  # many steps have a shorter way
            number = parts.dropdown(
                "count", labels, at, lambda k: self.scene.set_count(counts[k]), height=36, width=176
            )
        row = [
            parts.icon_button("count.less", "minus", partial(change, -1), t("setup.fewer"), size=16, enabled=at > 0),
            number,
            parts.icon_button(
                "count.more", "plus", partial(change, 1), t("setup.one_more"), size=16, enabled=at < len(counts) - 1
            ),
            parts.line(t("setup.up_to", n=counts[-1]), colour="text.muted", align="r", width=74),
        ]
        if self.gallery is not None and count > 2:
            tip = t("ui.setup.opponent")
            row.insert(0, parts.icon_button("gallery", "users", partial(self.gallery, None), tip, size=16))
        side = Part(sum(part.size for part in row) + 4 * len(row), parts.row(row, gap=4).draw)
        table = Part(0, partial(self._draw, parts, at < len(counts) - 1), 1)
        rows = [table] if hint is None else [table, parts.inset(hint, 20)]
        return parts.panel(rows, title="ui.setup.seats", side=side, width=width, pad=0)

    def _place(self, box: Box, count: int) -> list[tuple[float, float, float]]:
        """Return middle and radius of each portrait in the room."""
        if count in PLACES:
            found = list(PLACES[count])
        else:  # seat 0 is the first of the lower row; play goes round the table
            upper = count // 2
            pitch = (WIDE - 16) / (count - upper)
            r = min(60.0, 0.385 * pitch)
            found = [(8 + pitch / 2, 430.0, r)]
            found += [(8 + (WIDE - 16) * (k + 0.5) / upper, 88.0, r) for k in range(upper)]
            found += [(8 + pitch * (k + 0.5), 430.0, r) for k in range(count - upper - 1, 0, -1)]
        return [(*self._spot(box, x, y), r * self._grow(box)) for x, y, r in found]

    @staticmethod
    def _grow(box: Box) -> float:
        return min(box[2] / WIDE, box[3] / HIGH)

    def _spot(self, box: Box, x: float, y: float) -> tuple[float, float]:
        """Return where a place of the usual room lies in this one."""
        return box[0] + x * box[2] / WIDE, box[1] + y * box[3] / HIGH

    def _draw(self, parts: Parts, can_grow: bool, box: Box) -> None:
        """Draw table and seats; what is open comes later, above all."""
        c, seats = parts.c, self.scene.ctx.household.give_portraits(self.scene.seats)
        count = len(seats)
        k = self._grow(box)
        x, y, w, h = TABLES.get(count, LONG_TABLE)
        cx, cy = self._spot(box, x + w / 2, y + h / 2)
        shapes.glow(c, cx, cy, 300 * k, "glow", 40)
        places, sides = self._place(box, count), self.list_sides()
        self.places = places
        for at, side in enumerate(sides):  # a ribbon joins the members of a team
            for other in range(at + 1 if len(set(sides)) < len(sides) else count, count):
                if sides[other] == side:
                    look = theme.player(seats[at].colour, c.palette)
                    shapes.line(c, *places[at][:2], *places[other][:2], look.base, 12 * k, 150)
        self.draw_table(c, (cx - w * k / 2, cy - h * k / 2, w * k, h * k))
        for at, seat in enumerate(seats):
            if not self._is_seat_open(at) or count == 2:
                self._draw_seat(parts, at, seat, places[at])
        flight = self.flight
        if flight is not None and flight.k < count:
            draw_face(c, flight.left, *self.find_on_way(places[flight.k], flight.spot), sign=0.0)
        if can_grow and count == FEW - 1:
            self._draw_chair(parts, box)
        shown = (
            self.shown if 0 <= self.shown < count else next((n for n, one in enumerate(seats) if not one.is_person), 0)
        )
        faces = self.list_faces(shown) if self.is_open or count == 2 else ()
        if count == 2 and faces:
            self._draw_row(parts, shown, faces, box)
        if self.is_open and self._is_seat_open(shown):
            parts.ui.draw_on_top(partial(self._draw_open, parts, shown, seats[shown], faces, places[shown], box))

    def _draw_seat(
        self, parts: Parts, k: int, seat: Seat, place: tuple[float, float, float], open: float = 0.0
    ) -> None:
        """Draw who sits on a seat, the seat's sign and the name on a plate; ``open``: how far the fan is."""
        c, ui, (cx, cy, r) = parts.c, parts.ui, place
        name, words = self.tell(seat)
        label, value = parts.t("reader.seat", n=k + 1), f"{name}, {words}" if words else name
        people = sum(one.is_person for one in self.scene.seats)
        told = (name, parts.t("ui.setup.people_hint" if seat.is_person and people > 1 else "setup.seat.tip"))
        state = ui.zone(f"seat.{k}", (cx - r, cy - r, 2 * r, 2 * r), partial(self._toggle, k), radius=r + 3,
                        label=label, value=value, role=LIST, tip=None if open else told)  # fmt: skip
        if open or state in ("hover", "pressed"):
            shapes.glow(c, cx, cy, r * 1.7, "glow", 150 if open else 100)
        flight = self.flight
        spot = place if flight is None or flight.k != k else self.find_on_way(flight.spot, place)
        draw_face(c, seat, *spot, sign=max(10.0, r * 0.24))
        if open:
            shapes.round_rect(c, cx - r - 6, cy - r - 6, 2 * r + 12, 2 * r + 12, r + 6, "edge.bright", border=2.4)
        if (
            self.edit_portrait is not None
            and seat.name == self.scene.ctx.person_name
            and not ui.touch.least
            and not open
        ):
            edit, tip = partial(self.edit_portrait, seat), parts.t("setup.portrait")
            at = cx - 0.84 * r, cy - 0.66 * r
            ui.icon_button(c, f"portrait.{k}", *at, 15, "edit", edit, tip=(tip, ""))
        small = r < 46
        near = [abs(x - cx) - 6 for n, (x, y, _) in enumerate(self.places) if n != k and abs(y - cy) < r]
        most = min([2.5 * r if small else 3.0 * r, *near])
        wide = min(most, max(text.width(c, name, "name"), 0.0 if small else text.width(c, words, "body")) + 36)
        is_low = small or not words or (open > 0 and c.text_scale > 1)  # then the note below tells the rest
        high = (28 if is_low else 54) * max(1.0, c.text_scale)
        plate = (cx - wide / 2, cy + r + 8, wide, high)
        shapes.box_shadow(c, *plate, 12, "chip")
        shapes.gradient_box(c, *plate, 12, [(0, "panel.top"), (1, "panel.low")], rim="edge.low")
        rows = [parts.line(name, "name", "text.bright", align="c")]
        if not is_low:
            rows.append(parts.line(words, "fine", "text.soft", align="c"))
        for row, line in zip(rows, layout.rows(layout.inset(plate, 8, 3), len(rows)), strict=True):
            row.draw(line)

    def _draw_chair(self, parts: Parts, box: Box) -> None:
        """Draw the empty chair that waits for one more."""
        c, (cx, cy), r = parts.c, self._spot(box, *CHAIR[:2]), CHAIR[2] * self._grow(box)
        words, count = parts.t("setup.one_more"), len(self.scene.seats)
        state = parts.ui.zone("chair", (cx - r, cy - r, 2 * r, 2 * r), partial(self.scene.set_count, count + 1),
                              radius=r, label=words)  # fmt: skip
        stops = [(0.0, "control.raised" if state == "hover" else "panel.top"), (1.0, "panel.low")]
        shapes.outline(c, "circle", cx, cy, r, stops)
        ring = [(cx + r * math.cos(math.tau * n / 88), cy + r * math.sin(math.tau * n / 88)) for n in range(89)]
        strokes.strokes(c, strokes.dashes(ring, 10, 8), "edge.bright" if state == "hover" else "edge", 1.6)
        icons.draw(c, "plus", cx, cy - 0.24 * r, r * 0.56, "accent")
        size = text.fit(c, words, 1.5 * r, 0.62 * r, "fine", 1.05)
        text.paragraph(c, words, cx - 0.75 * r, cy + 0.16 * r, 1.5 * r, size, "text.soft", "c", line=1.05)

    # --- faces to choose from -------------------------------------------------------------------------

    def _draw_face(
        self, parts: Parts, k: int, at: int, faces: Sequence[Face], place: tuple[float, float, float],
        drawn: tuple[float, float] | None = None, *, shows: bool = True,
    ) -> None:  # fmt: skip
        """Draw a face that can be chosen, once it ``shows``, on its way at ``drawn``; left and right go to its
        neighbours."""
        c, ui, face, (cx, cy, r) = parts.c, parts.ui, faces[at], place
        name = f"seat.{k}.face.{at}"

        def step(by: int) -> None:
            ui.focus = f"seat.{k}.face.{(at + by) % len(faces)}"

        r = max(r, ui.touch.least / 2)
        target = Target(name, (cx - r, cy - r, 2 * r, 2 * r), partial(self._take, face, k, (cx, cy, r)), radius=r)
        target.label = face.seat.name if face.label == face.seat.name else f"{face.seat.name}, {face.label}"
        target.value = parts.t(face.group) if face.take is not None else face.words
        target.adjust, target.sound = step, "wood_bounce" if face.take is not None else "refused"
        if ui.touch.least:  # round as they are, they stand apart
            target.contains = partial(_is_in_circle, (cx, cy), r)
        ui.note(target)
        if not shows:
            return
        cx, cy = drawn or (cx, cy)
        lit = ui.state(name) in ("hover", "pressed") or (ui.show_focus and ui.focus == name)
        if lit:
            shapes.glow(c, cx, cy, r * 1.8, "confirm", 210)
        draw_face(c, face.seat, cx, cy, r * (1.13 if lit else 1.0), dim=face.take is None, sign=0.0)
        wide = min(2.4 * r, text.width(c, face.label, "strong") + 16)
        shapes.round_rect(c, cx - wide / 2, cy + r - 3, wide, 21, 10, "field.low", alpha=240)
        text.draw(c, face.label, cx, cy + r + 7.5, "strong", "text.title", "cm", max_w=wide - 8)

    def _take(self, face: Face, k: int, spot: tuple[float, float, float]) -> None:
        """Let a player sit down: the face flies from its spot to the seat, and who sat there back."""
        if face.take is not None:
            left = self.scene.ctx.household.give_portraits(self.scene.seats)[k]
            face.take()
            self._close()
            self.flight = Flight(k, left, spot)
            self.begin_flight()

    def _draw_row(self, parts: Parts, k: int, faces: Sequence[Face], box: Box) -> None:
        """Draw the faces in a row below the table, as two seats have them."""
        c, t = parts.c, parts.t
        x, y, w, h = box
        high = max(ROW, parts.ui.touch.least + 46)
        row = (x + 16, y + h - high - 12, w - 32, high)
        shapes.gradient_box(c, *row, 10, [(0, "panel.top"), (1, "panel.low")], rim="edge.low")
        name = self.tell(self.scene.seats[k])[0]
        left = [parts.line(t("setup.instead", name=name), "name", "text.bright", height=34),
                parts.line(t("setup.instead.how"), colour="text.soft", height=26)]  # fmt: skip
        parts.middle(*left).draw((row[0] + 16, row[1], 176, high))
        size = parts.ui.touch.grow(50.0)
        room = row[2] - 206 - size - 8
        pitch = room / len(faces)
        for at in range(len(faces)):
            spot = (row[0] + 200 + (at + 0.5) * pitch, row[1] + high / 2 - 4, 25.0)
            self._draw_face(parts, k, at, faces, spot)
        for group, first, last in _find_groups(faces):
            middle = row[0] + 200 + (first + last + 1) / 2 * pitch
            self._draw_ribbon(c, t(group), middle, row[1] - 6, group, (last - first + 1.8) * pitch)
        if self.gallery is not None:
            gallery = parts.icon_button("gallery", "users", partial(self.gallery, k), t("ui.setup.opponent"), size=18)
            gallery.draw((row[0] + row[2] - size - 8, row[1], size, high))

    @staticmethod
    def _draw_ribbon(c: Canvas, words: str, cx: float, cy: float, group: str, room: float) -> None:
        size = 14.0 * min(1.0, room / (text.width(c, words, "caption") + 26))
        shapes.ribbon(c, cx, cy, words, "gold" if group.endswith("even") else "silver", size=max(12.0, size))

    def _draw_open(self, parts: Parts, k: int, seat: Seat, faces: Sequence[Face], place: tuple[float, float, float],
                   box: Box) -> None:  # fmt: skip
        """Draw the opened seat: its portrait comes forward, round it the fan of faces, at the lower right the note."""
        c, ui = parts.c, parts.ui
        ui.modal()
        grow, share = self._grow(box), min(1.0, self.age / OPEN_MS)
        share = 1 - (1 - share) ** 2
        note = self._make_note(parts, k, faces)
        wide = max(NOTE * grow, 4.4 * ui.touch.least)
        high = note.tall or note.size
        if len(self.scene.seats) == 2:
            at = (box[0] + box[2] / 2 - wide / 2, box[1] + box[3] - ROW * max(1.0, ui.touch.least / 50) - 36 - high)
            self._draw_seat(parts, k, seat, place, 1.0)
            if faces:
                self._draw_row(parts, k, faces, box)
        else:
            self._draw_fan(parts, k, seat, faces, place, box, share, wide)
            at = (box[0] + box[2] - wide - 14, box[1] + box[3] - high - 10)
        shapes.panel(c, *at, wide, high, "parchment", radius=10)
        note.draw(layout.inset((*at, wide, high), 14, 0))

    def _draw_fan(self, parts: Parts, k: int, seat: Seat, faces: Sequence[Face], place: tuple[float, float, float],
                  box: Box, share: float, note: float) -> None:  # fmt: skip
        c, grow, reach = parts.c, self._grow(box), (FAR + 36) * self._grow(box)
        right = box[0] + box[2] - reach - (note if box[2] > 1.5 * WIDE else 0.0)
        end_x, end_y = max(box[0] + reach, min(right, place[0])), box[1] + 210 * grow
        cx, cy = place[0] + (end_x - place[0]) * share, place[1] + (end_y - place[1]) * share
        front = place[2] + (FRONT * grow - place[2]) * share
        first = -90 - (len(faces) - 1) / 2 * STEP

        def find(angle: float, r: float) -> tuple[float, float]:
            turn = math.radians(angle)
            return cx + r * grow * share * math.cos(turn), cy + r * grow * share * math.sin(turn)

        if faces:
            last = first + (len(faces) - 1) * STEP
            turns = [first - 22 + (last - first + 44) * n / 60 for n in range(61)]
            ring = [find(turn, FAR) for turn in turns] + [find(turn, NEAR) for turn in reversed(turns)]
            strokes.polygon(c, ring, [(0, "paper"), (1, "paper.low")])
            strokes.line(c, [*ring, ring[0]], "paper.edge", 2)
        self._draw_seat(parts, k, seat, (cx, cy, front), share or 0.01)
        for at in range(len(faces)):
            (x, y), turn = find(first + at * STEP, MIDDLE), math.radians(first + at * STEP)
            end = end_x + MIDDLE * grow * math.cos(turn), end_y + MIDDLE * grow * math.sin(turn) - 7 * grow
            shows = self.age >= APART_MS * at
            self._draw_face(parts, k, at, faces, (*end, FACE * grow), (x, y - 7 * grow), shows=shows)
        for group, begin, last in _find_groups(faces):
            turn = first + (begin + last) / 2 * STEP
            x, y = find(turn, FAR + 5)
            half = text.width(c, parts.t(group), "caption") / 2 + 13
            x += math.cos(math.radians(turn)) * (half - 14)  # at the side of the ring, not on its faces
            most = box[0] + box[2] - half - 4
            if x > most:  # no room at the side: below the last face
                x, y = most, y + (FACE + 4 + 16 * c.text_scale) * grow
            x = max(box[0] + half + 4, x)
            self._draw_ribbon(c, parts.t(group), x, y, group, 2 * half)
            if begin:
                edge = first + (begin - 0.5) * STEP
                shapes.line(c, *find(edge, NEAR + 6), *find(edge, FAR - 6), "paper.line", 1.4, 200)
        motto = opponent_names.get_motto_words(self.scene.ctx, seat.level)
        if motto and self.spoken in ("", seat.level) and share >= 1:
            self.spoken = seat.level
            w, h = portrait.measure(c, motto)
            is_left = cx - box[0] > box[2] / 2
            x = max(box[0] + 8, cx - (FAR - 10) * grow - w) if is_left else cx + (FAR - 10) * grow
            y = box[1] + 10
            portrait.draw_bubble(c, motto, (x, y, w, h), (x + w + 18 if is_left else x - 18, y + h + 16))

    # --- the note -------------------------------------------------------------------------------------

    def _make_note(self, parts: Parts, k: int, faces: Sequence[Face]) -> Part:
        """Return what is known of the face that is pointed at; else the name of who sits there, its sign, and
        everything else that can sit there."""
        ui, t, seat = parts.ui, parts.t, self.scene.seats[k]
        named = ui.hover or "", (ui.focus or "") if ui.show_focus else ""
        face = next((one for at, one in enumerate(faces) if f"seat.{k}.face.{at}" in named), None)
        change = partial(_rename, self.scene, k)
        label = t("reader.seat.name", n=k + 1)
        head = parts.field(f"seat.{k}.name", seat.name, change, hint=t("ui.setup.name"), limit=MOST_TYPED, height=40,
                           label=label)  # fmt: skip
        words = opponent_names.get_title(self.scene.ctx, seat.level) or self.tell(seat)[1]
        middle = parts.note(words, "body", "paper.text", height=48, middle=True)
        if face is not None:
            asked = t("setup.instead.of", one=face.seat.name, other=seat.name)
            head = parts.line(asked, "title", "paper.title", height=head.tall or head.size)
            middle = parts.note(face.words, "body", "paper.text", height=48)
        elif self.scene.bounds is not None and seat.level.startswith(AT_RATING):
            middle = self._make_rating(parts, k, self.scene.bounds, int(seat.level.removeprefix(AT_RATING)))
        labels, chosen = self.scene.list_kinds(seat)
        kind = parts.dropdown(
            f"seat.{k}.kind", labels, chosen, partial(self.scene.set_kind, k), label=t("reader.seat", n=k + 1)
        )
        signs = [self._make_emblem(parts, k), self._make_colour(parts, k)]
        low: list[Part] = []
        if self.gallery is not None and not seat.is_person:
            low.append(parts.button(f"seat.{k}.gallery", t("setup.all"), partial(self.gallery, k), "users", height=38))
        if self.edit_portrait is not None and seat.is_person:
            edit = partial(self.edit_portrait, seat)
            low.append(parts.button(f"seat.{k}.portrait", t("setup.portrait"), edit, "edit", height=38))
        low = [parts.fill(one) for one in low]
        if len(self.scene.seats) > 2:
            low.append(parts.icon_button(f"seat.{k}.leave", "x", partial(self._leave, k), t("setup.leave"), size=18))
        rows = [head, parts.space(2), middle, parts.row([*signs, parts.fill(kind)], 42, gap=6)]
        rows += [parts.space(4), parts.row(low, 42, gap=8)] if low else []
        return parts.column([parts.space(8), *rows, parts.space(8)])

    def _leave(self, k: int) -> None:
        """Empty a seat: the others move up."""
        self._close()
        seats = self.scene.seats
        seats.append(seats.pop(k))
        self.scene.set_count(len(seats) - 1)

    def empty_seat_in_focus(self) -> bool:
        """Remove the focused seat; return whether a seat of more than two has the focus."""
        name = (self.scene.ui.focus or "").split(".")
        if name[0] != "seat" or len(self.scene.seats) <= 2:
            return False
        self._leave(int(name[1]))
        return True

    def _make_rating(self, parts: Parts, k: int, bounds: tuple[int, int], rating: int) -> Part:
        """Return minus and plus for a computer that plays at a rating."""
        t, row = parts.t, []
        for name, icon, wanted in (("less", "minus", max(bounds[0], rating - RATING_STEP)),
                                   ("more", "plus", min(bounds[1], rating + RATING_STEP))):  # fmt: skip
            change = partial(seat_changes.change_seat, self.scene, k, level=f"{AT_RATING}{wanted}")
            tip = t(f"ui.setup.rating.{name}")
            row.append(
                parts.icon_button(f"seat.{k}.{name}", icon, change, tip, size=15, width=38, enabled=wanted != rating)
            )
        return parts.row([row[0], parts.line(str(rating), "figure", "paper.text", align="c", share=1), row[1]], 48)

    def _make_emblem(self, parts: Parts, k: int) -> Part:
        """Return the sign of a seat; a press gives it the next emblem."""
        t, seat, ctx = parts.t, self.scene.seats[k], self.scene.ctx
        tip, label = (t("ui.setup.emblem"), t("ui.setup.emblem.tip")), t("reader.seat.emblem", n=k + 1)
        value = player_identity.name_picture(ctx, player_identity.get_emblem(seat))

        def draw(box: Box) -> None:
            x, y, w, h = place = layout.centre(box, box[2], box[2])
            act = partial(seat_changes.take_next_emblem, self.scene, k)
            state = parts.ui.zone(f"seat.{k}.emblem", place, act, tip=tip, radius=w / 2, label=label, value=value)
            if state == "hover":
                shapes.glow(parts.c, x + w / 2, y + h / 2, w * 0.8)
            shapes.badge(parts.c, seat.colour, seat.emblem, x + w / 2, y + h / 2, 16)

        return Part(parts.ui.touch.grow(38.0), draw, tall=parts.ui.touch.least)

    def _make_colour(self, parts: Parts, k: int) -> Part:
        """Return the shape of a seat's colour; a press gives it the next one."""
        t, c, colour = parts.t, parts.c, self.scene.seats[k].colour
        # The names of the colours are true in the usual palette only; the shapes are the same in all.
        value = t(f"{'ui.colour' if c.palette == 'standard' else 'ui.shape'}.{colour}")
        tip, label = (t("ui.setup.colour"), t("ui.setup.colour.tip")), t("reader.seat.colour", n=k + 1)

        def draw(box: Box) -> None:
            x, y, w, h = place = layout.centre(box, box[2], min(box[2], box[3]))
            act = partial(seat_changes.take_next_colour, self.scene, k)
            state = parts.ui.zone(f"seat.{k}.colour", place, act, tip=tip, label=label, value=value)
            rim = "edge.bright" if state == "hover" else "edge.low"
            shapes.gradient_box(c, *place, 9, [(0, "control.high"), (1, "control.low")], rim=rim)
            look = theme.player(colour, c.palette)
            stops = [(0, look.high), (0.45, look.base), (1, look.low)]
            shapes.outline(c, look.shape, x + w / 2, y + h / 2, 12, stops, rim="edge")

        return Part(parts.ui.touch.grow(38.0), draw, tall=parts.ui.touch.least)


def _rename(scene: SeatEditor, k: int, name: str) -> None:
    if name:
        seat_changes.change_seat(scene, k, name=name)


def _find_groups(faces: Sequence[Face]) -> list[tuple[str, int, int]]:
    """Return each group of faces with its first and last place."""
    names = [face.group for face in faces]
    return [(name, names.index(name), len(names) - 1 - names[::-1].index(name)) for name in dict.fromkeys(names)]


def _is_in_circle(centre: tuple[float, float], r: float, x: float, y: float) -> bool:
    """Whether a point lies in a circle."""
    return math.dist(centre, (x, y)) <= r
