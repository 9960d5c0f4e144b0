"""Saved games: go on, or delete."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.contract import HANDICAP, Message
from engine.storage import folders, saves
from engine.storage.folders import FolderError
from engine.storage.saves import SaveError, SlotInfo
from scenes.common.resume_game import name_occasions
from scenes.common.thumbnails import Pictures
from scenes.menus.open_save import open_file, open_save, study_save
from scenes.shell.i18n import format_time
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.study import review_queue
from scenes.table import game_screens as games
from sprites.base import backdrop, controls, icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

ROW = 92.0
LEFT, SEATS = 152.0, 474.0
"""Where the words of a row begin, and its seats."""
OFFERED = 3
"""Files among the player's documents that are offered at most, the newest first."""
LOOK_MS = 1000.0
"""Milliseconds between two looks at whether files came into the folder or left it."""
NAMED = 4
"""Most players whose names fit into a row."""


class LoadScene(Scene):
    """A list, the newest game first; unreadable files stand there with their reason."""

    name = "load"
    music = "title"

    def __init__(self, ctx: Context, rows: list[SlotInfo] | None = None) -> None:
        super().__init__(ctx)
        self._given = rows
        self.rows: list[SlotInfo] = []
        self.occasions: dict[str, str] = {}
        """Names of what games of the road and of Today belong to, by their ids."""
        self.first = 0
        self.fits = 7
        self._since_look = 0.0
        self._listed: frozenset[str] = frozenset()
        self.due = 0
        """Missed moments of old games that have come back."""
        self.pictures = Pictures()
        self.given: Path | None = None
        """Where the copy of a game lies that has just been made."""
        self._look()

    def _look(self) -> None:
        self._listed = saves.listing(folders.saves())
        self.rows = list(self._given) if self._given is not None else saves.slots(folders.saves())
        self.first = min(self.first, max(0, len(self.rows) - 1))
        self.occasions = name_occasions(self.ctx)
        self.due = 0 if self._given is not None else len(review_queue.waiting(self.rows))
        self.ui.dirty = True

    def update(self, ms: float) -> None:
        """Say that a copy is ready; list a file that came into the folder meanwhile."""
        self._since_look += ms
        if self._since_look >= LOOK_MS and self._given is None:
            self._since_look = 0.0
            if self._listed != saves.listing(folders.saves()):
                self._look()
        if self.given is None or self.ctx.stack.top is not self:
            return
        t, given = self.ctx.t, self.given
        self.given = None
        self.ctx.tell_written(t("load.given.title"), t("load.given.body"), given)

    def draw(self, c: Canvas) -> None:
        """Draw the list of saved games."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.load.title"), t("ui.load.sub", n=len(self.rows)), "load")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        x, y, w = 220.0, 80.0, 1160.0
        h = c.height - 190
        shapes.panel(c, x, y, w, h)
        self.fits = max(1, int((h - 32) // ROW))
        if not self.rows:
            text.draw(c, t("ui.load.empty"), 800, y + h / 2, "aside", "text.muted", "cm", max_w=w - 80)
        for at, slot in enumerate(self.rows[self.first : self.first + self.fits]):
            self._row(c, self.first + at, slot, x + 20, y + 16 + at * ROW, w - 40)
        if len(self.rows) > self.fits:
            last = min(len(self.rows), self.first + self.fits)
            page = t("ui.load.page", first=self.first + 1, last=last, n=len(self.rows))
            text.draw(c, page, 800, y + h + 22, "body", "text.muted", "cm")
            self.ui.icon_button(c, "up", x + w - 70, y + h + 24, 18, "up", lambda: self._scroll(-self.fits))
            self.ui.icon_button(c, "down", x + w - 26, y + h + 24, 18, "down", lambda: self._scroll(self.fits))
        self.ui.button(c, "back", (220, c.height - 84, 200, 54), t("ui.back"), self.ctx.stack.pop, icon="left")
        tip = (t("load.folder"), t("load.folder.tip"))
        folder = (436.0, c.height - 84, 260.0, 54.0)
        self.ui.button(
            c, "folder", folder, t("load.folder"), lambda: self.ctx.open_folder(folders.saves()), icon="load", tip=tip,
        )  # fmt: skip
        tip = (t("ui.load.import"), t("ui.load.import.tip"))
        self.ui.button(
            c, "import", (712, c.height - 84, 200, 54), t("ui.load.import"), self.import_game, icon="plus",
            tip=tip,
        )  # fmt: skip
        if self.due:
            words = t("study.due", n=self.due)
            box = (980.0, c.height - 84, 400.0, 54.0)
            self.ui.button(c, "due", box, words, lambda: review_queue.open_next(self.ctx), icon="hint")

    def _row(self, c: Canvas, k: int, slot: SlotInfo, x: float, y: float, w: float) -> None:
        t = self.ctx.t
        box = (x, y, w - 168, ROW - 10)
        bad = slot.error is not None
        state = self.ui.zone(f"slot.{k}", box, lambda: open_save(self.ctx, slot))
        stops = (
            [(0, "control.raised"), (1, "panel.top")]
            if state in ("hover", "pressed")
            else [(0, "panel.top"), (1, "panel.low")]
        )
        shapes.gradient_box(c, *box, 10, stops, rim="edge" if state == "hover" else "edge.low")
        cy = y + (ROW - 10) / 2
        if bad:
            assert slot.error is not None
            icons.draw(c, "warning", x + 44, cy, 36, "bad")
            text.draw(c, t("load.unreadable"), x + 92, cy - 16, "title", "text", "lm", max_w=w - 268)
            reason = self.ctx.say(slot.error)
            text.paragraph(c, reason, x + 92, cy + 4, w - 248, "body", "text.warning", line=1.1)
        else:
            self.pictures.draw(c, (x + 8, y + 5, 128.0, 72.0), slot.path, slot.game)
            title = t(f"{slot.game}.name")
            text.draw(c, title, x + LEFT, cy - 16, "title", "text", "lm", max_w=SEATS - LEFT - 20)
            parts = [games.mode(self.ctx, slot.game, slot.options, len(slot.seats))]
            parts.insert(0, self.occasions.get(slot.id, ""))
            parts += [self.ctx.say(slot.progress)] if slot.progress.id else []
            parts += [t("ui.load.assisted")] if slot.assisted else []
            parts += [t("ui.load.advised")] if slot.advised else []
            parts += [t("ui.load.handicap")] if slot.options.get(HANDICAP) else []
            where = "  \u00b7  ".join(part for part in parts if part)
            if slot.taken:
                where = t("ui.load.taken")
            ink = "text.warning" if slot.taken else "text.muted"
            text.draw(c, where, x + LEFT, cy + 15, "body", ink, "lm", max_w=SEATS - LEFT - 20)
            many = len(slot.seats) > NAMED
            for n, seat in enumerate(slot.seats):
                bx = x + SEATS + n * (21 if many else 89)
                shapes.badge(c, seat.colour, seat.emblem, bx, cy, 11 if many else 15)
                if many:
                    continue  # sixteen are known by their signs
                text.draw(c, seat.name, bx + 22, cy, "body", "text", "lm", max_w=49)
            text.draw(
                c, format_time(self.ctx.texts, slot.updated), x + w - 184, cy, "fine", "text.muted", "rm", max_w=112
            )
            self.ui.icon_button(
                c, f"study.{k}", x + w - 130, cy, 20, "eye", lambda: self._study(slot), tip=(t("study.open"), "")
            )
            self.ui.icon_button(
                c, f"give.{k}", x + w - 80, cy, 20, "disk", self._giver(slot), tip=(t("ui.load.give"), "")
            )
        self.ui.icon_button(
            c, f"delete.{k}", x + w - 30, cy, 20, "trash", self._asker(slot), tip=(t("ui.load.delete"), "")
        )

    def import_game(self) -> None:
        """Offer the games among the player's documents, and say how a file from elsewhere comes in."""
        t = self.ctx.t
        choices: list[tuple[str, str, Callable[[], None]]] = [("ok", t("ui.ok"), lambda: None)]
        for number, path in enumerate(saves.list_exports(folders.exports())[:OFFERED]):
            choices.append((f"file.{number}", path.stem, partial(open_file, self.ctx, path)))
        choices.append(self.ctx.offer_folder(folders.saves()))
        self.ctx.ask(t("ui.load.import"), t("ui.load.import.body"), choices, main=0)

    def _study(self, slot: SlotInfo) -> None:
        """Look at a game, finished or not, step by step."""
        if not study_save(self.ctx, slot):
            self.ctx.notices.append(Message("study.nothing"))

    def _asker(self, slot: SlotInfo) -> Callable[[], None]:
        t = self.ctx.t

        def delete() -> None:
            try:
                saves.delete(slot.path)
            except FolderError as error:
                self.ctx.notices.append(error.message)
            self._look()

        def ask() -> None:
            self.ctx.ask(
                t("ui.load.delete.title"),
                t("ui.load.delete.body"),
                [("keep", t("ui.load.keep"), lambda: None), ("delete", t("ui.load.delete"), delete)],
                main=0,
            )

        return ask

    def _giver(self, slot: SlotInfo) -> Callable[[], None]:
        def give() -> list[Message]:
            """A copy, or why there is none; the game is played through first, which takes its time."""
            try:
                self.given = saves.give_out(slot.path, folders.exports())
                return []
            except SaveError as error:
                return [error.message]

        return lambda: self.ctx.files.submit(str(slot.path), give)

    def resume(self) -> None:
        """A game may have gone on meanwhile."""
        super().resume()
        self.pictures.forget()
        self._look()

    def _scroll(self, by: int) -> None:
        self.first = max(0, min(len(self.rows) - 1, self.first + by))
        self.ui.dirty = True

    def handle(self, given: Input) -> bool:
        """Esc goes back, the wheel and page keys scroll."""
        if given.kind == "wheel":
            self._scroll(int(-given.amount))
        elif given.kind == "command" and given.name == "back":
            self.ctx.stack.pop()
        elif given.kind == "command" and given.name in ("page_up", "page_down"):
            self._scroll(self.fits if given.name == "page_down" else -self.fits)
        else:
            return False
        return True
