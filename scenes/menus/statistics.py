"""Results so far: per game, against each level, each person, the last games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ai.levels import LEVELS
from engine import registry
from engine.contract import Message
from engine.storage import folders, saves, statistics
from engine.storage.saves import SlotInfo
from engine.storage.statistics import GameStats, PlayedGame
from scenes.common.level_names import strength
from scenes.common.thumbnails import Pictures
from scenes.menus import game_tabs
from scenes.menus.open_save import study_save
from scenes.shell.i18n import format_time
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.table import game_screens as games
from sprites.base import backdrop, controls, icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box, Stack

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
        """Draw all statistics of one game."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.statistics.title"), t(f"{self.game}.name"), "trophy")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        game_tabs.draw(self.ctx, self.ui, c, [info.id for info in registry.games()], self.game, self._pick)
        stats = self.stats.get(self.game, GameStats(self.game))
        parts = (self._totals, 460.0), (self._persons, 440.0), (self._last, 540.0)
        panels = layout.columns((60.0, 84.0, 1480.0, c.height - 190), [width for _, width in parts], gap=20)
        for (draw, _), box in zip(parts, panels, strict=True):
            draw(c, stats, box)
        self.ui.button(c, "back", (60, c.height - 84, 220, 54), t("ui.back"), self.ctx.stack.pop, icon="left")

    def _pick(self, k: int) -> None:
        self.game = registry.games()[k].id
        self.ui.dirty = True

    def _open_panel(self, c: Canvas, box: Box, key: str) -> Stack:
        """Draw a panel with its heading; returns the room below."""
        x, y, w, h = box
        shapes.panel(c, x, y, w, h)
        text.draw(c, self.ctx.t(key), x + 24, y + 32, "heading", "accent", "lm", max_w=w - 48)
        shapes.rule(c, x + 18, y + 56, w - 36, ornament=False)
        return Stack((x + 12, y + 62, w - 24, h - 74))

    def _totals(self, c: Canvas, stats: GameStats, box: Box) -> None:
        t = self.ctx.t
        stack = self._open_panel(c, box, "ui.statistics.totals")
        left, right, w = box[0] + 24, box[0] + box[2] - 24, box[2]
        rows = [
            ("played", str(stats.played)),
            ("won", f"{stats.persons.won} / {stats.persons.played}"),
            ("place", self.ctx.texts.decimal(stats.persons.mean_place, 1) if stats.persons.played else "\u2013"),
            ("turns", f"{stats.mean_turns:.0f}" if stats.played else "\u2013"),
            ("assisted", str(stats.assisted)),
            ("advised", str(stats.advised)),
        ]
        stack.skip(6)
        for key, value in rows:
            row = stack.take(36)
            middle = layout.middle(row)
            with tell_as_one(c.words, row):
                text.draw(c, t(f"ui.statistics.{key}"), left, middle, "label", "text", "lm", max_w=w - 150)
                text.draw(c, value, right, middle, "figure", "text.title", "rm")
        middle = layout.middle(stack.take(36, gap=14))
        text.draw(c, t("ui.statistics.against"), left, middle, "heading", "accent", "lm", max_w=w - 48)
        shapes.rule(c, left - 6, middle + 20, w - 36, ornament=False)
        stack.skip(14)
        for level in LEVELS:
            met = [tally for each, tally in stats.against.items() if strength(each) == level]
            played, won = sum(tally.played for tally in met), sum(tally.won for tally in met)
            share = won / played if played else 0.0
            row = stack.take(40)
            middle = layout.middle(row)
            shapes.round_rect(c, left + 126, middle - 8, 190, 16, 8, "well")
            if won:
                shapes.gradient_box(
                    c, left + 126, middle - 8, max(12.0, 190 * share), 16, 8, [(0, "accent.bright"), (1, "accent")]
                )
            with tell_as_one(c.words, row):
                text.draw(c, t(f"ui.level.{level}"), left, middle, "name", "text", "lm", max_w=120)
                text.draw(c, f"{won} / {played}", right, middle, "strong", "text", "rm")

    def _nothing(self, c: Canvas, key: str, box: Box) -> None:
        """Why a list is empty: it is still being read, or this."""
        words = self.ctx.t("ui.statistics.reading" if self.waiting else key)
        text.paragraph(c, words, box[0] + 24, box[1] + 80, box[2] - 48, "aside", "text.muted")

    def _persons(self, c: Canvas, stats: GameStats, box: Box) -> None:
        stack = self._open_panel(c, box, "ui.statistics.persons")
        if not stats.players:
            self._nothing(c, "ui.statistics.nobody", box)
        for player in stats.players[: int(stack.room // 62)]:
            x, _, w, _ = place = stack.take(62)
            middle = layout.middle(place)
            icons.draw(c, "person", x + 28, middle, 26, "accent")
            words = self.ctx.t("ui.statistics.streak", n=player.best_streak)
            won = f"{player.tally.won} / {player.tally.played}"
            with tell_as_one(c.words, place):
                text.draw(c, player.name, x + 56, middle - 9, "name", "text", "lm", max_w=200)
                text.draw(c, won, x + w - 12, middle, "figure", "text.title", "rm")
                text.draw(c, words, x + 56, middle + 14, "fine", "text.muted", "lm", max_w=250)

    def _last(self, c: Canvas, stats: GameStats, box: Box) -> None:
        stack = self._open_panel(c, box, "ui.statistics.last")
        if not stats.last:
            self._nothing(c, "ui.statistics.none", box)
        stack.skip(2)
        for played in stats.last[: int(stack.room // 52)]:
            place = stack.take(48)
            stack.skip(4)
            with tell_as_one(c.words, place, partial(self._describe_last, played)):
                self._draw_last(c, played, place)

    def _describe_last(self, played: PlayedGame) -> str:
        """Return who won a game, with whom and when."""
        winners, rest = _list_names(played)
        parts = [self.ctx.t("reader.result.winners", n=len(winners), names=", ".join(winners))]
        parts += [self.ctx.t("you.against", names=", ".join(rest))] if rest else []
        return ". ".join([*parts, format_time(self.ctx.texts, played.ended)])

    def _draw_last(self, c: Canvas, played: PlayedGame, place: Box) -> None:
        """Draw one of the last games: who won, with whom, when."""
        t, (x, _, w, _), yy = self.ctx.t, place, layout.middle(place)
        winners, rest = _list_names(played)
        slot = self.files.get(played.id)
        if slot is not None:
            tip, label = (t("study.open"), ""), f"{self._describe_last(played)}. {t('study.open')}"
            state = self.ui.zone(f"study.{played.id}", place, self._opener(slot), tip=tip, label=label)
            if state in ("hover", "pressed"):
                shapes.round_rect(c, *place, 8, "accent", alpha=36)
        if slot is not None:
            self.pictures.draw(c, (x + 4, yy - 22, 78.0, 44.0), slot.path, slot.game)
        else:
            icons.draw(c, "crown", x + 43, yy, 24, "accent")
        text.draw(c, join_names(c, winners, 230, "name"), x + 94, yy - 9, "name", "text", "lm", max_w=230)
        mode = "" if slot is None else games.mode(self.ctx, slot.game, slot.options, len(slot.seats))
        help_ = "ui.load.assisted" if played.assisted else "ui.load.advised" if played.advised else ""
        handicap = self.ctx.t("ui.load.handicap") if any(played.handicap) else ""
        marks = [part for part in (self.ctx.t(help_) if help_ else "", handicap, mode) if part]
        others = join_names(c, rest, 240 - sum(text.width(c, part, "fine") + 16 for part in marks), "fine")
        below = "  \u00b7  ".join(part for part in (*marks, others) if part)
        text.draw(c, below, x + 94, yy + 13, "fine", "text.muted", "lm", max_w=280)
        text.draw(c, format_time(self.ctx.texts, played.ended), x + w - 12, yy, "fine", "text.muted", "rm")

    def _opener(self, slot: SlotInfo) -> Callable[[], None]:
        def open_study() -> None:
            if not study_save(self.ctx, slot):
                self.ctx.notices.append(Message("study.nothing"))

        return open_study

    def handle(self, given: Input) -> bool:
        """Handle keys: Esc and Space go back."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False


def _list_names(played: PlayedGame) -> tuple[list[str], list[str]]:
    """Return the names of those who won a game, and of the others."""
    rows = list(zip(played.names, played.places, strict=True))
    return [name for name, place in rows if place == 1], [name for name, place in rows if place != 1]


def join_names(c: Canvas, names: Sequence[str], room: float, style: str) -> str:
    """As many names as fit into ``room``, and how many more there are."""
    for count in range(len(names), 0, -1):
        more = f" +{len(names) - count}" if count < len(names) else ""
        said = ", ".join(names[:count]) + more
        if text.width(c, said, style) <= room:
            return said
    return f"+{len(names)}" if names else ""
