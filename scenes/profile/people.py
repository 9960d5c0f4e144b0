"""Who plays at this computer: the list of people, each with a name and a portrait, and who of them plays now."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from engine import names
from engine.accessibility.nodes import CHOICE
from engine.contract import Message
from engine.seats import Portrait
from engine.storage import statistics
from engine.storage.household import MOST, Person, read_clock
from scenes.common.player_identity import ENAMELS, draw_portrait, name_picture
from scenes.shell.context import Context
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from sprites.base import icons, layout, shapes, strokes
from sprites.base.layout import Box, Part
from sprites.base.raster import Point

EMBLEMS = len(Portrait.EMBLEMS)
ASKED = "people"
"""Entry of ``guided`` once it was asked who plays."""
ROW, FOUND_ROW = 100.0, 42.0
"""Height of a person's row unless the list is long, and of the row of a name in the record."""
MOST_FOUND = 5
"""Names of the record that are offered, at most."""
HUB, INNER, OUTER = 104.0, 138.0, 210.0
"""Radii of the portrait and of the ring round it."""
UPPER, LOWER = 206.0, 128.0
"""Degrees of the ring with emblems above the portrait, and with colours below it."""


class PeoplePage(Page):
    """Page of the people at this computer: the list at the left, the portrait of the chosen person at the right; the
    main button sets who plays."""

    name = "people"
    music = "title"
    head, icon = "people.title", "users"
    margin = 24.0

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        ctx.read_household()
        self.chosen = ctx.person if ctx.person in ctx.household.people else ""
        self.typed = ""
        self.found: Sequence[str] | None = None
        """Names of people in the record, who played most comes first; None until it has been read."""
        self._read: Sequence[str] | None = None
        ctx.records.submit("people", self._look)

    def _look(self) -> list[Message]:
        """Read the record; runs in the background."""
        told: list[Message] = []
        counts: dict[str, int] = {}
        if not self.ctx.quiet:
            for played in statistics.load_games(told):
                for name, kind in zip(played.names, played.kinds, strict=True):
                    if kind == "person":
                        counts[name] = counts.get(name, 0) + 1
        self._read = sorted(counts, key=lambda name: -counts[name])
        return told

    def update(self, ms: float) -> None:
        """Show the names of persons that were read from the record."""
        if self._read is not None:
            self.found, self._read = self._read, None
            self.ui.dirty = True

    # --- what is done -------------------------------------------------------------------------------------

    def choose(self, person: str) -> None:
        """Show the portrait of a person."""
        self.chosen = person
        self.ui.dirty = True

    def add(self, name: str) -> None:
        """Add a person to the list; one of that name who was removed comes back with all progress."""
        self.typed = ""
        self.ui.dirty = True
        if not names.clean(name):
            return
        people, known, usual = self.ctx.read_household(), self.ctx.household.find(name), self.ctx.t("ui.setup.you")
        if known is not None and names.fold(people.people[known].name) != names.fold(name):
            self.ctx.toast(self.ctx.t("people.taken"))
        earlier = (usual,) if self.found is None or usual in self.found else ()  # else nobody has played under it
        self.chosen = known or people.add(name, read_clock(), earlier) or self.chosen
        self.ctx.save_household()

    def rename(self, name: str) -> None:
        """Rename the chosen person; the name of another person is refused."""
        if self.chosen and not self.ctx.household.rename(self.chosen, name, read_clock()):
            self.ctx.play("refused")
            self.ctx.toast(self.ctx.t("people.taken"))
        self.ctx.save_household()
        self.ui.dirty = True

    def change(self, **fields: Any) -> None:
        """Change fields of the chosen person: portrait, whether it is a child, whether it is away."""
        self.ctx.household.change(self.chosen, read_clock(), **fields)
        self.ctx.save_household()
        self.ui.dirty = True

    def change_portrait(self, **fields: Any) -> None:
        """Change fields of the chosen person's portrait."""
        portrait = self.ctx.household.people[self.chosen].portrait
        self.change(portrait=msgspec.structs.replace(portrait, **fields))

    def ask_to_remove(self) -> None:
        """Ask before a person is taken off the list."""
        t, name = self.ctx.t, self.ctx.household.people[self.chosen].name
        choices = [("stay", t("ui.cancel"), lambda: None), ("remove", t("people.remove"), self.remove)]
        self.ctx.ask(t("people.remove.title", name=name), t("people.remove.body", name=name), choices)

    def remove(self) -> None:
        """Remove the chosen person from the list; no progress is deleted."""
        self.change(away=True)
        self.choose(next(iter(self.ctx.household.list_ids()), ""))
        self.ctx.choose_person(self.chosen)

    def play(self) -> None:
        """Let the chosen person play from now on."""
        self.ctx.choose_person(self.chosen)
        self.go_back()

    # --- drawing ------------------------------------------------------------------------------------------

    def body(self, parts: Parts) -> Part:
        """Return the list, and the portrait of the chosen person."""
        people = self.ctx.household
        ids = people.list_ids()
        known = people.list_known_names()
        new = [name for name in self.found or () if names.fold(name) not in known][
            : max(0, min(MOST_FOUND, 9 - len(ids)))
        ]
        room = parts.c.height - 380 - (len(new) and 50 + FOUND_ROW * len(new))
        high = min(ROW, room / max(1, len(ids)))
        rows = [self._make_person(parts, key, people.people[key], high) for key in ids]
        if new:
            rows.append(parts.section("people.record"))
            for at, guest in enumerate(new):
                found = [parts.icon("plus", 18, width=78), parts.line(guest, "name", share=1)]
                row = parts.row(found, FOUND_ROW, gap=8)
                rows.append(parts.press(f"found.{at}", row, partial(self.add, guest), label=guest))
        hint = self.ctx.t("people.new")
        field = parts.field(
            "new", self.typed, self.add, hint=hint, limit=names.MOST_TYPED, height=46, width=638, label=hint
        )
        if not self.chosen:
            face = Part(250, lambda box: draw_portrait(parts.c, Portrait(), box[0] + 320, box[1] + 130, HUB))
            note = parts.prose(self.ctx.t("people.first"), 600, "lead", align="c")
            first = parts.panel([face, parts.row([field], 62), parts.space(10), note, *rows], pad=20)
            high = 470 + sum(row.size for row in rows)
            return Part(0, lambda box: first.draw(layout.centre(box, 680, min(box[3], high))), 1)
        note = parts.note(self.ctx.t("people.note"), "lead", height=66)
        foot = [parts.row([field], 62), parts.space(10 if self.ui.touch.least else 0)] if len(ids) < MOST else []
        left = parts.panel([parts.space(6), *rows], width=680, pad=20, foot=[*foot, note])
        one = people.people[self.chosen]
        draw = partial(_draw_fan, self, parts, one.portrait)
        label = self.ctx.t("people.name")
        name = parts.row([
            parts.space(share=1),
            parts.field("name", one.name, self.rename, limit=names.MOST_TYPED, height=46, width=300, label=label),
            parts.button("remove", self.ctx.t("people.remove"), self.ask_to_remove, "x", height=46, width=250),
            parts.space(share=1),
        ], 60, gap=16)  # fmt: skip
        tip = (self.ctx.t("people.child"), self.ctx.t("people.child.tip"))
        child = parts.row([
            parts.space(share=1),
            parts.checkbox("child", tip[0], one.child, lambda on: self.change(child=on), height=36, width=260, tip=tip),
            parts.space(share=1),
        ], 40)  # fmt: skip
        return parts.row([left, parts.panel([parts.space(10), name, child, Part(0, draw, 1)], share=1)], gap=24)

    def _make_person(self, parts: Parts, key: str, one: Person, high: float) -> Part:
        """Return the row of a person: portrait, name, whether it is a child and whether it plays now."""
        is_playing = key == self.ctx.person and bool(self.ctx.settings.person)
        told = [self.ctx.t(words) for words, so in (("people.child", one.child), ("people.plays", is_playing)) if so]
        plays = " \u00b7 ".join(told)
        row = parts.row([
            Part(110, lambda box: draw_portrait(parts.c, one.portrait, box[0] + 56, layout.middle(box), 0.38 * high)),
            parts.line(one.name, "title", "text.bright", share=1),
            parts.line(plays, "aside", "accent", width=230, align="r"), parts.space(16),
        ], high, gap=8)  # fmt: skip
        return parts.press(f"person.{key}", row, partial(self.choose, key), marked=key == self.chosen, label=one.name,
                           value=plays)  # fmt: skip

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the back button, and the main button that says who plays."""
        t = self.ctx.t
        row = [parts.space(share=1), parts.button("back", t("ui.back"), self.go_back, "left", width=184)]
        if self.chosen:
            label = t("people.play", name=self.ctx.household.people[self.chosen].name)
            row.append(parts.button("play", label, self.play, "check", main=True, width=400))
        return row

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space lets the chosen person play."""
        return {"back": self.go_back, "main": self.play if self.chosen else self.go_back}


def _draw_fan(page: PeoplePage, parts: Parts, own: Portrait, box: Box) -> None:
    """Draw the portrait with emblems above it, colours below, and the divisions in a row at the lower edge; all stand
    in rows where fingers need large signs."""
    c, t, least = parts.c, page.ctx.t, page.ui.touch.least
    k = min(1.2, (box[3] - 100) / (2 * OUTER + 8))
    cx, cy, high = box[0] + box[2] / 2, box[1] + OUTER * k + 4, least + page.ui.touch.gap
    rows = [(EMBLEMS, -90.0, UPPER), (Portrait.COLOURS, 90.0, -LOWER)]
    if least:
        low = box[1] + box[3] - 4 * high
        half, cy = EMBLEMS // 2, (box[1] + low) / 2
        emblems = [*_list_row(cx, low + high / 2, half, high), *_list_row(cx, low + 1.5 * high, EMBLEMS - half, high)]
        places = [emblems, _list_row(cx, low + 2.5 * high, Portrait.COLOURS, high)]
        k = min(k, (cy - box[1]) / HUB)
    else:
        for _, middle, width in rows:
            strokes.polygon(c, _list_ring(cx, cy, k, middle, abs(width)), [(0, "paper"), (1, "paper.low")])
        places = [_list_arc(cx, cy, k, *row) for row in rows]
    draw_portrait(c, own, cx, cy, HUB * k)
    r, k = max(20 * k, least / 2), 1.2 if least else k
    for at, (emblem, (x, y)) in enumerate(zip(Portrait.EMBLEMS, places[0], strict=True)):
        label = name_picture(page.ctx, emblem)
        state = _press(page, parts, f"emblem.{at}", (x, y, r), label, emblem == own.emblem, emblem=emblem)
        is_lit = emblem == own.emblem
        if is_lit or state == "hover":
            alpha = 255 if is_lit else 60
            shapes.round_rect(c, x - 22 * k, y - 22 * k, 44 * k, 44 * k, 22 * k, "paper.title", alpha=alpha)
        icons.draw(c, emblem, x, y, 32 * k, "paper" if is_lit else "accent" if least else "paper.label")
    for colour, (x, y) in enumerate(places[1]):
        (high_ink, base, low_ink), is_on = ENAMELS[colour], colour == own.colour
        label = t(f"people.colour.{colour}")
        state = _press(page, parts, f"colour.{colour}", (x, y, r), label, is_on, colour=colour)
        rim = "paper.title" if is_on or state == "hover" else "paper.line"
        shapes.outline(c, "circle", x, y, 20 * k, [(0, high_ink), (0.5, base), (1, low_ink)], rim=rim,
                       rim_w=3 if is_on else 1)  # fmt: skip
        if is_on:
            icons.draw(c, "check", x, y, 20 * k, "text.bright")
    lowest = box[1] + box[3] - (high / 2 if least else 42)
    for at, (x, y) in enumerate(_list_row(cx, lowest, len(Portrait.DIVISIONS), max(78.0, high))):
        division = Portrait.DIVISIONS[at]
        label, is_on = t("people.division", n=at + 1), division == own.division
        _press(page, parts, f"division.{at}", (x, y, max(33.0, least / 2)), label, is_on, division=division)
        if is_on:
            shapes.round_rect(c, x - 36, y - 36, 72, 72, 36, "edge.bright", border=2)
        draw_portrait(c, msgspec.structs.replace(own, division=division), x, y, 30)


def _press(
    page: PeoplePage, parts: Parts, name: str, place: tuple[float, float, float], label: str, is_on: bool, **fields: Any
) -> str:
    """Register a round target (place: x, y, radius) that changes the portrait; return its state."""
    x, y, r = place
    act = partial(page.change_portrait, **fields)
    return parts.ui.zone(name, (x - r, y - r, 2 * r, 2 * r), act, radius=r, label=label, role=CHOICE, is_on=is_on,
                         tip=(label, ""))  # fmt: skip


def _list_row(cx: float, y: float, count: int, pitch: float) -> list[Point]:
    return [(cx + (at - (count - 1) / 2) * pitch, y) for at in range(count)]


def _list_arc(cx: float, cy: float, k: float, count: int, middle: float, width: float) -> list[Point]:
    """Return the middles of the signs on a piece of the ring."""
    turns = [math.radians(middle + width * ((at + 0.5) / count - 0.5)) for at in range(count)]
    r = (INNER + OUTER) / 2 * k
    return [(cx + r * math.cos(turn), cy + r * math.sin(turn)) for turn in turns]


def _list_ring(cx: float, cy: float, k: float, middle: float, width: float) -> list[Point]:
    """Return the outline of a piece of the ring."""
    turns = [math.radians(middle + width * (step / 40 - 0.5)) for step in range(41)]
    outer = [(cx + OUTER * k * math.cos(turn), cy + OUTER * k * math.sin(turn)) for turn in turns]
    return outer + [(cx + INNER * k * math.cos(turn), cy + INNER * k * math.sin(turn)) for turn in reversed(turns)]


def ask_who_plays(ctx: Context) -> bool:
    """Ask once who plays, before a page about one person; return whether the question was opened."""
    if ctx.quiet or ctx.settings.person in ctx.household.list_ids() or ASKED in ctx.settings.guided:
        return False
    ctx.settings.guided = [*ctx.settings.guided, ASKED]
    ctx.save_settings()
    ctx.stack.push(PeoplePage(ctx))
    return True
