"""Columns of keys by which several people choose at once, as a part of the page of keys: one key after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes.table import shared_keys
from scenes.table.shared_keys import COLUMNS, Columns
from sprites.base import icons, layout, pad_signs, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.menus.key_editor import KeyEditor

ESCAPE = 41
"""The place of Esc, which cancels."""
PLACES = range(4, 232)
"""Places of all keys that a keyboard can have."""
ROW_H, NAME_W, CAP_H = 74.0, 250.0, 36.0
STRIP_H = 84.0


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a column: its name, and which of its keys."""

    column: str
    at: int


class KeyColumns:
    """Which key of a column is waited for, and what a key is used for already."""

    def __init__(self, page: KeyEditor) -> None:
        self._page = page
        self.waiting: Slot | None = None
        self.taken: tuple[int, Slot] | None = None
        """A key that was pressed, and where it stands already."""

    @property
    def columns(self) -> Columns:
        """The columns in use."""
        return shared_keys.apply_own(self._page.ctx.settings.shared_columns)

    def wait_for(self, slot: Slot) -> None:
        """The next key takes this place."""
        self.waiting, self.taken = slot, None
        self._page.ui.dirty = True

    def cancel(self) -> None:
        """Change nothing."""
        self.waiting = self.taken = None
        self._page.ui.dirty = True

    def list_awaited_keys(self) -> Collection[str]:
        """Return all keys by their places while the next one is waited for."""
        return [f"key:{place}" for place in PLACES] if self.waiting is not None and self.taken is None else ()

    def take(self, place: int) -> None:
        """A key was pressed for the place that is waited for: it is put there, or it is told where it stands."""
        slot, found = self.waiting, shared_keys.find_place(self.columns, place)
        if slot is None or place == ESCAPE:
            self.cancel()
        elif not shared_keys.has_label(place):
            self._page.ctx.play("refused")
        elif found is None or found == (slot.column, slot.at):
            self._put(place)
        else:
            self.taken = (place, Slot(*found))
            self._page.ctx.play("refused")
            self._page.ui.dirty = True

    def swap(self) -> None:
        """Exchange the key in conflict and the one in whose place it was pressed."""
        if self.taken is not None:
            self._put(self.taken[0])

    def reset(self) -> None:
        """Give all columns the keys of the standard back."""
        self._keep(COLUMNS)

    def has_own(self) -> bool:
        """Whether a column differs from the standard."""
        return self.columns != COLUMNS

    def _put(self, place: int) -> None:
        if self.waiting is not None:
            self._keep(shared_keys.put(self.columns, self.waiting.column, self.waiting.at, place))

    def _keep(self, columns: Columns) -> None:
        self._page.ctx.settings.shared_columns = shared_keys.find_changes(columns)
        self._page.ctx.apply_settings()
        self.cancel()

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw what the columns are for, a row for each of them, and what a key is used for already."""
        t, (x, y, w, h) = self._page.ctx.t, box
        size = text.fit(c, t("keys.columns.note"), w, 54, "body")
        text.paragraph(c, t("keys.columns.note"), x, y + 10, w, size, "text.soft")
        parts = layout.rows((x, y + 74, w, h - 74 - STRIP_H - 70), [ROW_H] * len(COLUMNS))
        for (name, places), part in zip(self.columns.items(), parts, strict=True):
            self._draw_column(c, name, places, part)
        self._draw_strip(c, (x, y + h - STRIP_H - 64, w, STRIP_H))
        place = (x + w - 290, y + h - 52, 290.0, 44.0)
        reset = t("keys.columns.reset")
        self._page.ui.button(c, "columns.reset", place, reset, self.reset, icon="keyboard", enabled=self.has_own())

    def _draw_column(self, c: Canvas, name: str, places: tuple[int, ...], box: Box) -> None:
        x, y, w, h = box
        middle, page = y + h / 2, self._page
        label = page.ctx.t(f"choice.device.{name}")
        icons.draw(c, "keyboard", x + 14, middle, 24, "accent")
        text.draw(c, label, x + 38, middle, "label", "text", "lm", max_w=NAME_W - 46)
        shapes.line(c, x, y + h, x + w, y + h, "line", 1, 90)
        cells = layout.columns((x + NAME_W, middle - CAP_H / 2, w - NAME_W, CAP_H), len(places), gap=8)
        for at, (place, cell) in enumerate(zip(places, cells, strict=True)):
            slot = Slot(name, at)
            key = shared_keys.get_label(place)
            target = f"column.{name}.{at}"
            spoken = page.ctx.t("keys.columns.cap", column=label, n=at + 1, key=key)
            state = page.ui.zone(target, cell, self._make_waiter(slot), radius=7, label=spoken)
            is_own = place != COLUMNS[name][at]
            look = "taken" if slot == self.waiting else "hover" if state == "hover" or is_own else "normal"
            pad_signs.draw_cap(c, "…" if slot == self.waiting else key, *cell[:2], CAP_H, state=look, w=cell[2])

    def _make_waiter(self, slot: Slot) -> Callable[[], None]:
        return lambda: self.wait_for(slot)

    def _draw_strip(self, c: Canvas, box: Box) -> None:
        """Draw the question for the next key, or where the pressed one stands, with the ways to go on."""
        slot, (x, y, w, h), t = self.waiting, box, self._page.ctx.t
        if slot is None:
            return
        shapes.round_rect(c, x, y, w, h, 8, "veil", alpha=235)
        shapes.round_rect(c, x, y, w, h, 8, "bad" if self.taken else "edge.low", border=1.4)
        acts: list[tuple[str, str, Callable[[], None]]] = [("columns.cancel", t("keys.cancel"), self.cancel)]
        if self.taken is None:
            said = t("keys.wait")
        else:
            place, other = self.taken
            old = shared_keys.get_label(self.columns[slot.column][slot.at])
            key = shared_keys.get_label(place)
            said = t("keys.taken", key=key, action=t(f"choice.device.{other.column}"))
            acts.insert(0, ("columns.swap", t("keys.swap", key=key, other=old), self.swap))
        side = 150.0 * len(acts)
        icon, ink = ("warning", "danger") if self.taken else ("keyboard", "accent.bright")
        icons.draw(c, icon, x + 32, y + h / 2, 28, ink)
        size = text.fit(c, said, w - side - 80, h - 20, "name")
        tall = text.paragraph_height(c, said, w - side - 80, size)
        text.paragraph(c, said, x + 60, y + (h - tall) / 2, w - side - 80, size, "text.bright")
        for (target, label, act), part in zip(
            acts, layout.columns((x + w - side - 8, y + 16, side, h - 32), len(acts), gap=8), strict=True
        ):
            self._page.ui.button(c, target, part, label, act)
