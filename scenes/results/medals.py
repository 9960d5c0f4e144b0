"""Medals at the end of a game: deeds, stars of the Road and personal bests. They land one by one, stay, and explain
themselves when they are chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprites.base import layout, lights, regalia, shapes, text
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.results.reveal import Reveal
    from scenes.shell.ui import Ui
    from sprites.base.canvas import Canvas

SHOWN = 4
"""Medals side by side, at most."""
BESIDE = 252.0
"""Width of a medal with its words to the right, at most."""
MOST_IN_ROW = 2
"""Medals in a low panel that have their words to the right; of more only the names are shown, below."""
WIDE_ROW = 190.0
"""Height from which on the words of medals stand below them, not to the right."""


@dataclass(frozen=True, slots=True)
class Medal:
    """One medal: its icon, name and kind in words, what it was given for, and its metal."""

    icon: str
    name: str
    kind: str
    note: str
    metal: tuple[str, str, str] = regalia.GOLD


class MedalRow:
    """The medals of one result, and which of them explains itself."""

    def __init__(self, medals: Sequence[Medal]) -> None:
        self.medals = list(medals)[:SHOWN]
        self.chosen: int | None = None

    def draw(self, c: Canvas, ui: Ui, box: Box, reveal: Reveal) -> None:
        """Draw the panel with the medals that have landed; each is a target."""
        in_row = box[3] < WIDE_ROW and len(self.medals) <= MOST_IN_ROW
        if in_row:
            box = (box[0], box[1], min(box[2], BESIDE * len(self.medals)), box[3])
        shapes.panel(c, *box)
        cells = layout.columns(layout.inset(box, 12, 8), len(self.medals), gap=6)
        for at, (medal, cell) in enumerate(zip(self.medals, cells, strict=True)):
            self._draw_place(c, at, medal, cell, in_row, reveal)
            if reveal.share(f"medal.{at}") >= 1:
                name = f"{medal.name}: {medal.kind}. {medal.note}"
                ui.zone(f"medal.{at}", cell, self._chooser(at), radius=12, label=name)
        if ui.hover is not None and ui.hover.startswith("medal."):
            self.chosen = int(ui.hover[6:])

    def _draw_place(self, c: Canvas, at: int, medal: Medal, cell: Box, in_row: bool, reveal: Reveal) -> None:
        x, y, w, h = cell
        r = min(42.0, h * 0.42, w * 0.24) if in_row else min(50.0, w * 0.38, h * 0.25)
        cx, cy = (x + r + 8, y + h / 2) if in_row else (x + w / 2, y + r * 1.13 + h * 0.03)
        stops = [(0, "base/medal.dark.low"), (1, "base/medal.dark")]
        shapes.outline(c, "circle", cx, cy, r * 1.13, stops, rim="line", rim_w=1)
        share = reveal.share(f"medal.{at}")
        if share <= 0:
            return
        lift = 26 * (1 - share) ** 2
        regalia.medal(c, cx, cy - lift, r, medal.icon, medal.metal, glow=round(90 * share))
        if share < 1:
            return
        if at == self.chosen:
            shapes.round_rect(c, cx - r * 1.13, cy - r * 1.13, r * 2.26, r * 2.26, r * 1.13, "edge.bright", border=2)
        lights.glint(c, cx - r * 0.9, cy - r * 0.8, r * 0.22)
        if in_row:
            left = cx + r + 14
            room = x + w - left
            low = _draw_name(c, medal.name, (left, cy - 24, room, 38.0), "l")
            text.draw(c, medal.kind, left, low + 12, "body", "accent", "lm", max_w=room)
        elif h >= WIDE_ROW - 20:
            low = _draw_name(c, medal.name, (x, cy + r * 1.13 + 8, w, 40.0), "c")
            text.draw(c, medal.kind, x + w / 2, low + 12, "body", "accent", "cm", max_w=w)
        else:
            _draw_name(c, medal.name, (x, cy + r * 1.13 + 4, w, y + h - cy - r * 1.13 - 4), "c")

    def _chooser(self, at: int) -> Callable[[], None]:
        def choose() -> None:
            self.chosen = None if self.chosen == at else at

        return choose

    def draw_note(self, c: Canvas, box: Box) -> None:
        """Draw what the chosen medal was given for, on parchment; nothing when none is chosen."""
        if self.chosen is None or self.chosen >= len(self.medals):
            return
        medal = self.medals[self.chosen]
        x, y, w, _h = box
        high = text.paragraph_height(c, medal.note, w - 32, "body")
        shapes.panel(c, x, y, w, high + 62, "parchment", radius=10)
        text.draw(c, medal.name, x + 16, y + 24, "heading", "paper.title", "lm", max_w=w - 32)
        text.paragraph(c, medal.note, x + 16, y + 42, w - 32, "body", "paper.text")


def _draw_name(c: Canvas, name: str, box: Box, align: str) -> float:
    """Draw the name of a medal in one row, or in two where one would be too small; return its lower edge."""
    x, y, w, h = box
    lines, size = text.rows(c, name, w, "name", h)
    at = x + w / 2 if align == "c" else x
    for k, line in enumerate(lines):
        text.draw(c, line, at, y + 11 + 19 * k, size, "text.bright", f"{align}m", max_w=w)
    return y + 11 + 19 * len(lines)
