"""Saved games: go on, or delete."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from engine.contract import HANDICAP, Message
from engine.seats import Seat
from engine.storage import folders, saves
from engine.storage.folders import FolderError
from engine.storage.saves import SaveError, SlotInfo
from scenes.common.occasions import name_occasions
from scenes.common.thumbnails import Pictures
from scenes.menus.game_choices import make_invitation
from scenes.menus.open_save import open_file, open_save, open_study
from scenes.shell.context import Context
from scenes.shell.i18n import format_time
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.study import retry
from scenes.table import game_screens as games
from sprites.base import layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

ROW, HIGH_ROW, FEW = 92.0, 150.0, 4
"""Height of a row, and of one of a few games, which fill the page."""
OFFERED = 3
"""Files among the player's documents that are offered at most, the newest first."""
LOOK_MS = 1000.0
"""Milliseconds between two looks at whether files came into the folder or left it."""
NAMED = 4
"""Most players whose names fit into a row."""


class LoadScene(Page):
    """Page of saved games, newest first; unreadable files are listed with their reason."""

    name = "load"
    music = "title"
    head, icon = "ui.load.title", "load"
    margin = 220.0

    def __init__(self, ctx: Context, rows: list[SlotInfo] | None = None) -> None:
        super().__init__(ctx)
        self._given = rows
        self.rows: list[SlotInfo] = []
        self.occasions: dict[str, str] = {}
        """Names of what games of the road and of Today belong to, by their ids."""
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
        self.occasions = name_occasions(self.ctx)
        self.due = 0 if self._given is not None else len(retry.waiting(self.rows, self.ctx.is_own))
        self.ui.dirty = True

    def update(self, ms: float) -> None:
        """Report a finished copy; list a save that another program has added meanwhile."""
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

    def subtitle(self) -> str:
        """Return the number of saved games, as text."""
        return self.ctx.t("ui.load.sub", n=len(self.rows))

    def body(self, parts: Parts) -> Part:
        """Return the list of saved games."""
        high = HIGH_ROW if len(self.rows) <= FEW else ROW
        rows = [Part(high, partial(self._draw_row, parts, k, slot)) for k, slot in enumerate(self.rows)]
        if not rows:
            return parts.row([make_invitation(parts, self.ctx.t("ui.load.empty"))])
        return parts.scroll(rows, "games", whole=True, shown="ui.load.page")

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the buttons: back, open the folder, import a game, and retry the due moments."""
        t, ctx = self.ctx.t, self.ctx
        folder, come_in = (t("load.folder"), t("load.folder.tip")), (t("ui.load.import"), t("ui.load.import.tip"))
        found = [
            parts.button("back", t("ui.back"), ctx.stack.pop, "left", width=200),
            parts.button("folder", folder[0], lambda: ctx.open_folder(folders.saves()), "load", tip=folder, width=260),
            parts.button("import", come_in[0], self.import_game, "plus", tip=come_in, width=200),
            parts.space(share=1),
        ]
        if self.due:
            label = t("study.due", n=self.due)
            found.append(parts.button("due", label, lambda: retry.open_next(ctx), "hint", width=400))
        return found

    def _draw_row(self, parts: Parts, k: int, slot: SlotInfo, box: Box) -> None:
        t = self.ctx.t
        inner = self._list_bad(parts, slot) if slot.error is not None else self._list_words(parts, slot)
        card = parts.card(parts.row(inner, gap=16), press=(f"slot.{k}", partial(open_save, self.ctx, slot)), share=1)
        acts = [("delete", "trash", t("ui.load.delete"), self._ask_to_delete)]
        if slot.error is None:
            acts.insert(0, ("give", "disk", t("ui.load.give"), self._give))
            acts.insert(0, ("study", "eye", t("study.open"), partial(open_study, self.ctx)))
        buttons = [parts.icon_button(f"{name}.{k}", icon, partial(act, slot), tip) for name, icon, tip, act in acts]
        parts.row([card, parts.space(13 + 50 * (3 - len(acts))), *buttons], gap=0).draw((*box[:3], box[3] - 10))

    def _list_bad(self, parts: Parts, slot: SlotInfo) -> list[Part]:
        """Return what a row says of a file that cannot be read."""
        reason = parts.note(self.ctx.say(slot.error) if slot.error else "", colour="text.warning", share=1)
        words = parts.column([parts.space(9), parts.line(self.ctx.t("load.unreadable"), "title"), reason], share=1)
        return [parts.icon("warning", 36, "bad", width=72), words, parts.space(0)]

    def _list_words(self, parts: Parts, slot: SlotInfo) -> list[Part]:
        """Return the texts of a row: where the game belongs, its name, its players, and when it was saved."""
        t, c = self.ctx.t, parts.c
        marks = [self.occasions.get(slot.id, ""), games.mode(self.ctx, slot.game, slot.options, len(slot.seats))]
        marks += [self.ctx.say(slot.progress)] if slot.progress.id else []
        marks += [t("ui.load.assisted")] if slot.assisted else []
        marks += [t("ui.load.advised")] if slot.advised else []
        marks += [t("ui.load.handicap")] if slot.options.get(HANDICAP) else []
        where = t("ui.load.taken") if slot.taken else "  \u00b7  ".join(mark for mark in marks if mark)
        told = parts.line(where, colour="text.warning" if slot.taken else "text.muted")
        words = parts.middle(parts.line(t(f"{slot.game}.name"), "title"), told)
        return [
            Part(144, lambda box: self.pictures.draw(c, layout.inset(box, 8, 5), slot.path, slot.game)),
            parts.at_width(302, words),
            Part(336, partial(_draw_seats, c, slot.seats)),
            parts.at_width(110, parts.line(format_time(self.ctx.texts, slot.updated), "fine", "text.muted", align="r")),
        ]

    def import_game(self) -> None:
        """Offer the games among the player's documents, and explain how to import others."""
        t = self.ctx.t
        choices: list[tuple[str, str, Act]] = [("ok", t("ui.ok"), lambda: None)]
        for number, path in enumerate(saves.list_exports(folders.exports())[:OFFERED]):
            choices.append((f"file.{number}", path.stem, partial(open_file, self.ctx, path)))
        choices.append(self.ctx.offer_folder(folders.saves()))
        self.ctx.ask(t("ui.load.import"), t("ui.load.import.body"), choices, main=0)

    def _ask_to_delete(self, slot: SlotInfo) -> None:
        self.ctx.ask_whether("ui.load.delete", "delete", partial(self._delete, slot), stay="ui.load.keep", main=0)

    def _delete(self, slot: SlotInfo) -> None:
        try:
            saves.delete(slot.path)
        except FolderError as error:
            self.ctx.notices.append(error.message)
        self._look()

    def _give(self, slot: SlotInfo) -> None:
        """Export a copy of a save in the background, after checking it by playing it through."""
        self.ctx.files.submit(str(slot.path), partial(self._write_copy, slot), asked=True)

    def _write_copy(self, slot: SlotInfo) -> list[Message]:
        try:
            self.given = saves.give_out(slot.path, folders.exports())
        except SaveError as error:
            return [error.message]
        return []

    def resume(self) -> None:
        """Read the list again, because a game may have been continued."""
        super().resume()
        self.pictures.forget()
        self._look()


def _draw_seats(c: Canvas, seats: Sequence[Seat], box: Box) -> None:
    """Draw the signs of the players side by side, with their names where there is room; many are known by signs."""
    many = len(seats) > NAMED
    for seat, (x, y, _, h) in zip(seats, layout.columns(box, [21.0 if many else 89.0] * len(seats)), strict=True):
        shapes.badge(c, seat.colour, seat.emblem, x + 15, y + h / 2, 11 if many else 15)
        if not many:
            text.draw(c, seat.name, x + 37, y + h / 2, "body", "text", "lm", max_w=49)
