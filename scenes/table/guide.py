"""Guided games: speech boxes that point at things of a table, one step after the other.

A guide is data: steps with a text, what to point at, what may be touched meanwhile, and what to wait for. A game that
has one gives its steps and named conditions (see ``scenes.king_of_the_dice.first_game``) and sets ``guide`` on its
table; ``PlayScene`` does the rest. The guide can be left at any time; the game then goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from sprites.base import paint, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui

WIDTH = 430.0


@dataclass(frozen=True, slots=True)
class Step:
    """One speech box.

    ``text``: id of its words. ``point``: targets to point at ("card.0", or "die.*" for all that begin so).
    ``until``: name of the condition that ends the step; "" = the reader goes on with a button. ``only``: targets
    that may be used meanwhile, in the same way of writing; none while reading. ``at``: where the box lies when
    the place beside what is pointed at would hide something; its height counts from 900 units.
    """

    text: str
    point: tuple[str, ...] = ()
    until: str = ""
    only: tuple[str, ...] = ()
    at: tuple[float, float] | None = None


class Guided(Protocol):
    """A table as far as its guide goes."""

    ctx: Context
    ui: Ui
    guide: Guide | None

    @property
    def busy(self) -> bool:
        """Whether events are still being told."""


class Guide:
    """The speech boxes of one table."""

    def __init__(
        self,
        table: Guided,
        steps: Sequence[Step],
        conditions: Mapping[str, Callable[[], bool]],
        params: Callable[[], Mapping[str, Any]],
    ) -> None:
        self.table = table
        self.steps = tuple(steps)
        self.conditions = conditions
        self.params = params
        self.at = 0
        self._boxes: list[Box] = []

    @property
    def step(self) -> Step:
        """The step being shown."""
        return self.steps[self.at]

    @property
    def reading(self) -> bool:
        """Whether the table waits until somebody has read."""
        return not self.step.until

    def go_on(self) -> None:
        """The next step; after the last one the table is left alone."""
        self.table.ui.dirty = True
        if self.at + 1 >= len(self.steps):
            self.leave()
        else:
            self.at += 1

    def leave(self) -> None:
        """No more guidance: the game goes on."""
        self.table.guide = None
        self.table.ui.dirty = True

    def update(self) -> None:
        """Go on when what the step waits for has happened."""
        while (
            self.table.guide is self and self.step.until and not self.table.busy and self.conditions[self.step.until]()
        ):
            self.go_on()

    # --- input ----------------------------------------------------------------------------------------

    def swallows(self, given: Input) -> bool:
        """Whether an input is the guide's own affair: keys that would do something else than the step asks for."""
        if given.kind != "command":
            return False
        name = given.name
        if name == "main":
            if self.reading and not self.table.busy:
                self.go_on()
                return True
            return not self.table.busy and not _among("main", self.step.only)
        if name.startswith("choice_"):
            return not any(each.startswith(("die.", "card.")) for each in self.step.only)
        return name in ("undo", "redo", "hint")

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """The box, its pointer, and a light on what it speaks of; everything else cannot be touched meanwhile."""
        ui = self.table.ui
        if self.table.busy:
            return
        step = self.step
        noted = list(ui._building)
        self._boxes = [target.box for target in noted if _among(target.id, step.point)]
        around = _union(self._boxes)
        ui.modal()
        for target in noted:
            if _among(target.id, step.only) or target.id in ("bar.menu", "bar.sound", "bar.settings"):
                ui.note(target)
        if around is not None:
            x, y, w, h = around
            shapes.rounded(c, x - 7, y - 7, w + 14, h + 14, 16, "#0e0805", alpha=170, border=7)
            shapes.rounded(c, x - 5, y - 5, w + 10, h + 10, 14, "#fffaf0", alpha=235, border=3)
        self._speech(c, around)

    def _speech(self, c: Canvas, around: Box | None) -> None:
        t = self.table.ctx.t
        ui = self.table.ui
        words = t(self.step.text, **self.params())
        tall = text.paragraph_height(c, words, WIDTH - 48, "sans", 18, line=1.26)
        h = tall + (104 if self.reading else 84)
        wanted = self.step.at
        x, y = self._place(c, around, h) if wanted is None else (wanted[0], wanted[1] + c.height - 900)
        if around is not None:
            self._pointer(c, (x, y, WIDTH, h), around)
        shapes.panel(c, x, y, WIDTH, h, "parchment")
        text.paragraph(c, words, x + 24, y + 24, WIDTH - 48, "sans", 18, "ink", line=1.26, bold_colour="#6b2c06")
        count = t("ui.tutorial.step", at=self.at + 1, of=len(self.steps))
        foot = y + h - 50
        ui.button(c, "guide.leave", (x + 18, foot, 128, 36), t("ui.tutorial.leave"), self.leave, size=15)
        if self.reading:
            box = (x + WIDTH - 168, foot - 4, 150.0, 42.0)
            ui.button(c, "guide.next", box, t("ui.tutorial.next"), self.go_on, icon="right", size=17)
        text.draw(
            c, count, x + (WIDTH / 2 if self.reading else WIDTH - 50), foot + 18, "sans_bold", 14, "#8c6426", "cm"
        )

    def _place(self, c: Canvas, around: Box | None, h: float) -> tuple[float, float]:
        """Beside what is pointed at, where there is room; in the middle when nothing is."""
        if around is None:
            return 800 - WIDTH / 2, c.height / 2 - h / 2
        x, y, w, tall = around
        cx, cy = x + w / 2, y + tall / 2
        low, right = c.height - 12, c.right - 12
        places = (
            (x - WIDTH - 40, cy - h / 2),
            (cx - WIDTH / 2, y - h - 40),
            (cx - WIDTH / 2, y + tall + 40),
            (x + w + 40, cy - h / 2),
        )
        for px, py in places:
            px, py = (px, min(max(py, 60), low - h)) if px in (x - WIDTH - 40, x + w + 40) else (_kept(px, c), py)
            if px >= c.left + 12 and px + WIDTH <= right and py >= 56 and py + h <= low:
                return px, py
        return _kept(cx - WIDTH / 2, c), min(max(56.0, cy - h / 2), low - h)

    def _pointer(self, c: Canvas, box: Box, around: Box) -> None:
        """A small triangle from the box towards what it speaks of."""
        x, y, w, h = box
        ax, ay = around[0] + around[2] / 2, around[1] + around[3] / 2
        size = 24.0
        if around[0] >= x + w:
            tip, base = (x + w + size, min(max(ay, y + 30), y + h - 30)), "right"
        elif around[0] + around[2] <= x:
            tip, base = (x - size, min(max(ay, y + 30), y + h - 30)), "left"
        elif around[1] >= y + h:
            tip, base = (min(max(ax, x + 30), x + w - 30), y + h + size), "down"
        elif around[1] + around[3] <= y:
            tip, base = (min(max(ax, x + 30), x + w - 30), y - size), "up"
        else:
            return
        reach = size + 4
        left, top = tip[0] - reach, tip[1] - reach
        px, py = c.px(reach), c.px(reach)
        ends = {
            "right": ((0, py - px * 0.7), (0, py + px * 0.7)),
            "left": ((2 * px, py - px * 0.7), (2 * px, py + px * 0.7)),
            "down": ((px - px * 0.7, 0), (px + px * 0.7, 0)),
            "up": ((px - px * 0.7, 2 * py), (px + px * 0.7, 2 * py)),
        }[base]
        shape = paint.polygon_mask(2 * px, 2 * py, [(px, py), *ends])
        c.surface.blit(paint.tint(shape, "#4a321c"), (c.x(left), c.y(top)))
        inner = paint.polygon_mask(2 * px, 2 * py, [_towards((px, py), ends), *ends])
        c.surface.blit(paint.tint(inner, "parchment"), (c.x(left), c.y(top)))


def _towards(tip: tuple[float, float], ends: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
    return tip[0] + (middle[0] - tip[0]) * 0.14, tip[1] + (middle[1] - tip[1]) * 0.14


def _kept(x: float, c: Canvas) -> float:
    return min(max(x, c.left + 12), c.right - 12 - WIDTH)


def _among(target_id: str, wanted: Sequence[str]) -> bool:
    return any(target_id.startswith(each[:-1]) if each.endswith("*") else target_id == each for each in wanted)


def _union(boxes: Sequence[Box]) -> Box | None:
    """The box round all of them."""
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, low = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, low - top
