"""Results so far: per game, against each level, each person, the last games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ai.levels import LEVELS
from engine import registry
from engine.contract import Message
from engine.storage import folders, saves, statistics
from engine.storage.saves import SlotInfo
from engine.storage.statistics import GameStats
from scenes.common.level_names import strength
from scenes.common.thumbnails import Pictures
from scenes.menus import game_tabs
from scenes.menus.open_save import study_save
from scenes.shell.i18n import format_time
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.table import game_screens as games
from sprites.base import backdrop, controls, icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context


class StatisticsScene(Scene):
    """Three panels: totals and levels, persons, last games."""

    name = "statistics"
    music = "title"

    def __init__(self, ctx: Context, given: dict[str, GameStats] | None = None) -> None:
        super().__init__(ctx)
        self.game = registry.games()[0].id
        self.stats: dict[str, GameStats] = {}
        self._read: dict[str, GameStats] | None = given
        self.waiting = given is None
        self.files: dict[str, SlotInfo] = {}
        """The games of the list that are still saved."""
        self._found: dict[str, SlotInfo] = {}
        self.pictures = Pictures()
        if given is None:
            ctx.records.submit("summary", self._look)
        else:
            self.stats = given

    def _look(self) -> list[Message]:
        """Read the record in the background: another program may hold the file for seconds."""
        told: list[Message] = []
        try:
            self._read = statistics.summary(told)
            self._found = {slot.id: slot for slot in saves.slots(folders.saves()) if slot.over and slot.id}
        finally:
            if self._read is None:
                self._read = {}
        return told

    @property
    def moving(self) -> bool:
        """Whether the record is still being read."""
        return self.waiting

    def update(self, ms: float) -> None:
        """Show what has been read."""
        if self.waiting and self._read is not None:
            self.waiting, self.stats = False, self._read
            self.ui.dirty = True
        if self.files is not self._found:
            self.files = self._found
            self.ui.dirty = True

    def draw(self, c: Canvas) -> None:
        """Everything about one game."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.statistics.title"), t(f"{self.game}.name"), "trophy")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        game_tabs.draw(self.ctx, self.ui, c, [info.id for info in registry.games()], self.game, self._pick)
        stats = self.stats.get(self.game, GameStats(self.game))
        y, h = 84.0, c.height - 190
        self._totals(c, stats, 60, y, 460, h)
        self._persons(c, stats, 540, y, 440, h)
        self._last(c, stats, 1000, y, 540, h)
        self.ui.button(c, "back", (60, c.height - 84, 220, 54), t("ui.back"), self.ctx.stack.pop, icon="left", size=19)

    def _pick(self, k: int) -> None:
        self.game = registry.games()[k].id
        self.ui.dirty = True

    def _head(self, c: Canvas, x: float, y: float, w: float, h: float, key: str) -> None:
        shapes.panel(c, x, y, w, h)
        text.draw(c, self.ctx.t(key), x + 24, y + 32, "sc", 18.5, "accent", "lm", max_w=w - 48)
        shapes.rule(c, x + 18, y + 56, w - 36, ornament=False)

    def _totals(self, c: Canvas, stats: GameStats, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        self._head(c, x, y, w, h, "ui.statistics.totals")
        rows = [
            ("played", str(stats.played)),
            ("won", f"{stats.persons.won} / {stats.persons.played}"),
            ("place", self.ctx.texts.decimal(stats.persons.mean_place, 1) if stats.persons.played else "\u2013"),
            ("turns", f"{stats.mean_turns:.0f}" if stats.played else "\u2013"),
            ("assisted", str(stats.assisted)),
            ("advised", str(stats.advised)),
        ]
        yy = y + 86
        for key, value in rows:
            text.draw(c, t(f"ui.statistics.{key}"), x + 24, yy, "serif", 17, "text", "lm", max_w=w - 150)
            text.draw(c, value, x + w - 24, yy, "black", 19, "text.title", "rm")
            yy += 36
        yy += 14
        text.draw(c, t("ui.statistics.against"), x + 24, yy, "sc", 17, "accent", "lm", max_w=w - 48)
        shapes.rule(c, x + 18, yy + 20, w - 36, ornament=False)
        yy += 52
        for level in LEVELS:
            met = [tally for each, tally in stats.against.items() if strength(each) == level]
            played, won = sum(tally.played for tally in met), sum(tally.won for tally in met)
            share = won / played if played else 0.0
            text.draw(c, t(f"ui.level.{level}"), x + 24, yy, "serif_bold", 17, "text", "lm", max_w=120)
            shapes.round_rect(c, x + 150, yy - 8, 190, 16, 8, "well")
            if won:
                shapes.gradient_box(
                    c, x + 150, yy - 8, max(12.0, 190 * share), 16, 8, [(0, "accent.bright"), (1, "accent")]
                )
            text.draw(c, f"{won} / {played}", x + w - 24, yy, "sans_bold", 15.5, "text", "rm")
            yy += 40

    def _nothing(self, c: Canvas, key: str, x: float, y: float, w: float) -> None:
        """Why a list is empty: it is still being read, or this."""
        words = self.ctx.t("ui.statistics.reading" if self.waiting else key)
        text.paragraph(c, words, x + 24, y + 80, w - 48, "italic", 17, "text.muted")

    def _persons(self, c: Canvas, stats: GameStats, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        self._head(c, x, y, w, h, "ui.statistics.persons")
        if not stats.players:
            self._nothing(c, "ui.statistics.nobody", x, y, w)
        yy = y + 92
        for player in stats.players[: int((h - 100) // 62)]:
            icons.draw(c, "person", x + 40, yy, 26, "accent")
            text.draw(c, player.name, x + 68, yy - 9, "serif_bold", 18, "text", "lm", max_w=200)
            words = t("ui.statistics.streak", n=player.best_streak)
            text.draw(c, words, x + 68, yy + 14, "sans", 14, "text.muted", "lm", max_w=250)
            won = f"{player.tally.won} / {player.tally.played}"
            text.draw(c, won, x + w - 24, yy, "black", 19, "text.title", "rm")
            yy += 62

    def _last(self, c: Canvas, stats: GameStats, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        self._head(c, x, y, w, h, "ui.statistics.last")
        if not stats.last:
            self._nothing(c, "ui.statistics.none", x, y, w)
        yy = y + 88
        for played in stats.last[: int((h - 90) // 52)]:
            winners = [name for name, place in zip(played.names, played.places, strict=True) if place == 1]
            slot = self.files.get(played.id)
            if slot is not None:
                tip = (t("study.open"), "")
                state = self.ui.zone(f"study.{played.id}", (x + 12, yy - 24, w - 24, 48), self._opener(slot), tip=tip)
                if state in ("hover", "pressed"):
                    shapes.round_rect(c, x + 12, yy - 24, w - 24, 48, 8, "accent", alpha=36)
            if slot is not None:
                self.pictures.draw(c, (x + 16, yy - 22, 78.0, 44.0), slot.path, slot.game)
            else:
                icons.draw(c, "crown", x + 55, yy, 24, "accent")
            text.draw(c, join_names(c, winners, 230, 17), x + 106, yy - 9, "serif_bold", 17, "text", "lm", max_w=230)
            rest = [name for name, place in zip(played.names, played.places, strict=True) if place != 1]
            mode = "" if slot is None else games.mode(self.ctx, slot.game, slot.options, len(slot.seats))
            help_ = "ui.load.assisted" if played.assisted else "ui.load.advised" if played.advised else ""
            marks = [part for part in (self.ctx.t(help_) if help_ else "", mode) if part]
            others = join_names(c, rest, 240 - sum(text.width(c, part, "sans", 14) + 16 for part in marks), 14)
            below = "  \u00b7  ".join(part for part in (*marks, others) if part)
            text.draw(c, below, x + 106, yy + 13, "sans", 14, "text.muted", "lm", max_w=280)
            text.draw(c, format_time(self.ctx.texts, played.ended), x + w - 24, yy, "sans", 14, "text.muted", "rm")
            yy += 52

    def _opener(self, slot: SlotInfo) -> Callable[[], None]:
        def open_study() -> None:
            if not study_save(self.ctx, slot):
                self.ctx.notices.append(Message("study.nothing"))

        return open_study

    def handle(self, given: Input) -> bool:
        """Esc and Space go back."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False


def join_names(c: Canvas, names: Sequence[str], room: float, size: float) -> str:
    """As many names as fit into ``room``, and how many more there are."""
    for count in range(len(names), 0, -1):
        more = f" +{len(names) - count}" if count < len(names) else ""
        said = ", ".join(names[:count]) + more
        if text.width(c, said, "sans", size) <= room:
            return said
    return f"+{len(names)}" if names else ""
