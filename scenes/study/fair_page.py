"""Fair dice: results of dice and draws in one or all finished games, compared with their expectation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import fairness, registry, verify
from engine.contract import Message
from engine.fairness import DrawCounts, Tally
from engine.session import Session
from engine.storage import folders, saves
from engine.storage.saves import SaveError
from scenes.shell.inputs import Input
from scenes.shell.panels import draw_titled_panel
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from sprites.base import backdrop, controls, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

KINDS = ("person", "computer", "table")
MOST_GAMES = 200
"""Saved games counted at most, the newest first."""
COLUMNS = {"person": "partial", "computer": "luck", "table": "series.table"}


class FairPage(Scene):
    """People, computers, and what nobody rolled alone, side by side; a panel for each kind of dice, one for draws."""

    name = "fair"
    music = "title"

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx)
        self.session = session
        self.all = False
        self.own = fairness.count_draws(session.course, [seat.kind for seat in session.seats])
        self.of_all = DrawCounts()
        self._seen = 0
        self._asked = self._left = False

    @property
    def shown(self) -> DrawCounts:
        """What is shown: of this game, or of all that have been counted so far."""
        return self.of_all if self.all else self.own

    def show_all(self, at: int) -> None:
        """This game, or all finished ones of the same kind."""
        self.all = at == 1
        self.ui.dirty = True
        if self.all and not self._asked:
            self._asked = True
            self.ctx.records.submit("fair", self._count)

    def _count(self) -> list[Message]:
        """Read every finished game that is saved, without assisted games and lessons, in the background."""
        slots = [slot for slot in saves.slots(folders.saves()) if slot.over and slot.game == self.session.game]
        for slot in [slot for slot in slots if not slot.assisted][:MOST_GAMES]:
            if self._left:
                break
            try:
                session = saves.look(slot.path).session
            except SaveError:
                continue
            found = DrawCounts()
            found.add(self.of_all)
            found.add(fairness.count_draws(session.course, [seat.kind for seat in session.seats]))
            self.of_all = found
        return []

    def leave(self) -> None:
        """Stop counting when the page is left."""
        self._left = True

    def update(self, ms: float) -> None:
        """Take over the games counted meanwhile."""
        if self.all and self.of_all.games != self._seen:
            self._seen = self.of_all.games
            self.ui.dirty = True

    def draw(self, c: Canvas) -> None:
        """The seed and its code above, the tallies below."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        name = t(f"{self.session.game}.name")
        controls.top_bar(c, t("study.fair"), name, registry.info(self.session.game).emblem)
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        labels = [t("study.fair.this"), t("study.fair.all")]
        self.ui.segmented_control(c, "which", (1096, 10, 480, 40), labels, int(self.all), self.show_all)
        self._seed(c, (24, 66, 1552, 116))
        rows = self._rows()
        if not rows:
            words = t("study.fair.none")
            text.paragraph(c, words, 300, 300, 1000, "aside", "text.muted", "c")
        shared = any("table" in tallies for _, tallies in rows)
        kinds = KINDS if shared else KINDS[:2]
        wide = (1552 - 12 * (len(kinds) - 1)) / len(kinds)
        top, room = 196.0, c.height - 196 - 90
        tall = min(250.0, room / max(1, len(rows)) - 12)
        for number, (title, tallies) in enumerate(rows):
            y = top + number * (tall + 12)
            for column, kind in enumerate(kinds):
                self._panel(c, (24 + column * (wide + 12), y, wide, tall), title, kind, tallies.get(kind))
        self.ui.button(c, "back", (24, c.height - 76, 220, 54), t("ui.back"), self.ctx.stack.pop, icon="left")

    def _seed(self, c: Canvas, box: Box) -> None:
        t = self.ctx.t
        x, y, w, h = box
        shapes.panel(c, x, y, w, h)
        code = verify.seed_code(self.session.seed)
        if self.all:
            words = t("study.fair.counted", n=self.of_all.games)
        elif self.session.over:
            words = t("study.fair.seed", seed=self.session.seed, code=code)
        else:
            words = t("study.fair.code", code=code)
        text.draw(c, words, x + 24, y + 32, "title", "text.title", "lm", max_w=w - 48)
        text.paragraph(c, t("study.fair.how"), x + 24, y + 52, w - 48, "body", "text.body")

    def _rows(self) -> list[tuple[str, dict[str, Tally]]]:
        shown = self.shown
        found: list[tuple[str, dict[str, Tally]]] = []
        for sides in sorted({sides for by_sides in shown.dice.values() for sides in by_sides}):
            of_kind = {kind: by_sides[sides] for kind, by_sides in shown.dice.items() if sides in by_sides}
            found.append((self.ctx.t("study.fair.dice", sides=sides), of_kind))
        if shown.draws:
            found.append((self.ctx.t("study.fair.draws"), dict(shown.draws)))
        return found

    def _panel(self, c: Canvas, box: Box, title: str, kind: str, tally: Tally | None) -> None:
        t = self.ctx.t
        x, y, w, h = box
        size = 0 if tally is None else tally.size
        draw_titled_panel(c, box, f"{title} · {t(f'study.fair.{kind}')}", note=t("study.fair.size", n=size))
        if tally is None or not size:
            text.draw(c, t("study.fair.nothing"), x + w / 2, y + h / 2 + 10, "aside", "text.muted", "cm", max_w=w - 60)
            return
        low, high = y + h - 62, y + 66
        most = max([*tally.counts, *tally.expected])
        part = (w - 60) / len(tally.counts)
        for at, (count, wanted) in enumerate(zip(tally.counts, tally.expected, strict=True)):
            left = x + 30 + at * part
            bar = (low - high) * count / most
            shapes.round_rect(c, left + part * 0.18, low - bar, part * 0.64, max(1.0, bar), 3, COLUMNS[kind])
            level = low - (low - high) * wanted / most
            shapes.line(c, left + part * 0.08, level, left + part * 0.92, level, "graph.cursor", 2)
            text.draw(c, str(count), left + part / 2, low - bar - 9, "strong", "text", "cm", fixed=True)
            label = str(at + 1) if len(tally.counts) != fairness.QUARTERS else t(f"study.fair.quarter.{at + 1}")
            text.draw(c, label, left + part / 2, low + 13, "fine", "text.muted", "cm", max_w=part - 4)
        uneven = tally.unevenness
        if uneven is None:
            words = t("study.fair.few")
        else:
            words = t("study.fair.verdict", percent=t("ui.percent", value=round(100 * uneven)))
        text.draw(c, words, x + w / 2, y + h - 22, "remark", "text.body", "cm", max_w=w - 40)

    def handle(self, given: Input) -> bool:
        """Handle keys: Esc and Space go back."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
