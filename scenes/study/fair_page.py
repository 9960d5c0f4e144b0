"""Fair dice: results of dice and draws in one or all finished games, compared with their expectation."""

from functools import partial

from engine import registry, verify
from engine.contract import Message
from engine.session import Session
from engine.storage import folders, saves
from engine.storage.saves import SaveError
from engine.verify import DrawCounts, Tally
from scenes.shell.context import Context
from scenes.shell.layers import draw_titled_panel
from scenes.shell.page import Page
from scenes.shell.parts import Parts
from sprites.base import layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

KINDS = ("person", "computer", "table")
MOST_GAMES = 200
"""Saved games counted at most, the newest first."""
COLUMNS = {"person": "partial", "computer": "luck", "table": "series.table"}


class FairPage(Page):
    """Page of dice statistics: persons, computers, and joint rolls side by side; a panel for each kind of dice, one for
    draws."""

    name = "fair"
    music = "title"
    head = "study.fair"
    margin, top, low = 24.0, 66.0, 98.0

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx)
        self.session = session
        self.icon = registry.info(session.game).emblem
        self.all = False
        self.own = verify.count_draws(session.course, [seat.kind for seat in session.seats])
        self.of_all = DrawCounts()
        self._seen = 0
        self._asked = self._left = False

    @property
    def shown(self) -> DrawCounts:
        """The shown counts: of this game, or of all games read so far."""
        return self.of_all if self.all else self.own

    def show_all(self, at: int) -> None:
        """Show the counts of this game (0), or of all finished ones of its kind (1)."""
        self.all = at == 1
        self.ui.dirty = True
        if self.all and not self._asked:
            self._asked = True
            self.ctx.records.submit("fair", self._count)

    def _count(self) -> list[Message]:
        """Count the draws of saved finished games of this kind, at most ``MOST_GAMES``, without assisted ones; return
        []."""
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
            found.add(verify.count_draws(session.course, [seat.kind for seat in session.seats]))
            self.of_all = found
        return []

    def leave(self) -> None:
        """Stop counting when the page is left."""
        self._left = True

    def update(self, ms: float) -> None:
        """Show the counts of games read in the background."""
        if self.all and self.of_all.games != self._seen:
            self._seen = self.of_all.games
            self.ui.dirty = True

    def subtitle(self) -> str:
        """Return the name of the game."""
        return self.ctx.t(f"{self.session.game}.name")

    def bar(self, parts: Parts) -> None:
        """Draw the choice between this game and all."""
        labels = [self.ctx.t("study.fair.this"), self.ctx.t("study.fair.all")]
        self.ui.segmented_control(parts.c, "which", (1096, 10, 480, 40), labels, int(self.all), self.show_all)

    def body(self, parts: Parts) -> Part:
        """Return the seed and its code, and below them the counts."""
        rows = self._rows()
        kinds = KINDS if any("table" in tallies for _, tallies in rows) else KINDS[:2]
        panels = [
            parts.row([Part(0, partial(self._draw_panel, parts.c, title, kind, tallies.get(kind))) for kind in kinds],
                      250, gap=12, even=len(kinds))
            for title, tallies in rows
        ]  # fmt: skip
        if not rows:
            words = self.ctx.t("study.fair.none")
            panels = [parts.space(106), parts.prose(words, 1000, "aside", "text.muted", align="c")]
        tallies = Part(0, lambda box: layout.draw_rows(box, panels, gap=12), 1)
        return parts.column([self._make_seed(parts), tallies], gap=14)

    def _make_seed(self, parts: Parts) -> Part:
        t, code = self.ctx.t, verify.seed_code(self.session.seed)
        if self.all:
            words = t("study.fair.counted", n=self.of_all.games)
        elif self.session.over:
            words = t("study.fair.seed", seed=self.session.seed, code=code)
        else:
            words = t("study.fair.code", code=code)
        how = parts.prose(t("study.fair.how"), 1504, "body", "text.body")
        return parts.panel(
            [parts.space(16), parts.line(words, "title", "text.title"), parts.space(4), how], height=116, pad=24
        )

    def _rows(self) -> list[tuple[str, dict[str, Tally]]]:
        shown = self.shown
        found: list[tuple[str, dict[str, Tally]]] = []
        for sides in sorted({sides for by_sides in shown.dice.values() for sides in by_sides}):
            of_kind = {kind: by_sides[sides] for kind, by_sides in shown.dice.items() if sides in by_sides}
            found.append((self.ctx.t("study.fair.dice", sides=sides), of_kind))
        if shown.draws:
            found.append((self.ctx.t("study.fair.draws"), dict(shown.draws)))
        return found

    def _draw_panel(self, c: Canvas, title: str, kind: str, tally: Tally | None, box: Box) -> None:
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
            label = str(at + 1) if len(tally.counts) != verify.QUARTERS else t(f"study.fair.quarter.{at + 1}")
            text.draw(c, label, left + part / 2, low + 13, "fine", "text.muted", "cm", max_w=part - 4)
        uneven = tally.unevenness
        if uneven is None:
            words = t("study.fair.few")
        else:
            words = t("study.fair.verdict", percent=t("ui.percent", value=round(100 * uneven)))
        text.draw(c, words, x + w / 2, y + h - 22, "remark", "text.body", "cm", max_w=w - 40)
