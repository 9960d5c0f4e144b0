"""Board of achievements: a medal for each, game by game, and a column with what it asks for and when it was done."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.content import achievements, lessons
from engine.content.achievements import KEPT, Achievement, Done, Record
from engine.storage import folders, saves
from engine.storage.saves import SaveError
from scenes.common.player_identity import name_picture
from scenes.menus import game_tabs
from scenes.puzzles.puzzle_list import Shelf
from scenes.shell.i18n import format_time
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.tutorial.lessons import teach
from sprites.base import regalia, text
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.shell.context import Context

COLUMNS, FEW_ACROSS = 5, 3


class Board(Page):
    """Page of the achievements of one game at a time. ``record`` is given by pictures and tests."""

    name = "deeds"
    music = "title"
    head, icon = "ui.title.deeds", "trophy"
    margin, top, low = 24.0, 66.0, 22.0

    def __init__(self, ctx: Context, game: str = "", record: Record | None = None) -> None:
        super().__init__(ctx)
        self.record = ctx.progress(KEPT) if record is None else record
        self.games = achievements.games()
        self.trouble = achievements.trouble()
        self.game = game if game in self.games else (self.games or [""])[0]
        self.chosen = 0

    def enter(self) -> None:
        """Show a notice for a game whose achievements cannot be read; those of the others are shown."""
        if self.trouble and self.games:
            self.ctx.toast(self.trouble)

    @property
    def all(self) -> tuple[Achievement, ...]:
        """Achievements of the shown game: those that can be earned, then earlier ones that this player has earned."""
        if not self.game:
            return ()
        return achievements.load_achievements(self.game) + tuple(
            deed for deed in achievements.list_earlier(self.game) if self.find_done(deed)
        )

    def find_done(self, deed: Achievement, game: str = "") -> Done | None:
        """Return when an achievement was earned; None if never."""
        return self.record.deeds.get(f"{game or self.game}.{deed.id}")

    def count(self, game: str) -> tuple[int, int]:
        """Return how many of a game's achievements are earned, and how many there are."""
        some = achievements.load_achievements(game)
        return sum(self.find_done(deed, game) is not None for deed in some), len(some)

    # --- what is done ----------------------------------------------------------------------------------

    def choose(self, at: int) -> None:
        """Show another achievement in the column."""
        self.chosen = at
        self.ui.dirty = True

    def pick(self, at: int) -> None:
        """Show the achievements of another game."""
        self.game, self.chosen = self.games[at], 0
        self.ui.dirty = True

    def open(self) -> None:
        """Open the lesson or the puzzles that the chosen achievement belongs to."""
        kind, _, name = self.all[self.chosen].opens.partition(" ") if self.all else ("", "", "")
        if kind == "lesson":
            row = lessons.row(self.game).lessons
            at = next((number for number, lesson in enumerate(row) if lesson.id == name), None)
            teach(self.ctx, self.game, at)
        elif kind == "puzzle":
            shelf = Shelf(self.ctx, self.game)
            if any(one.theme == name for one in shelf.series):
                shelf.open_series(name)
            self.ctx.stack.push(shelf)
        else:
            self.ctx.play("refused")

    def see(self) -> None:
        """Open the game in which the chosen achievement was earned, at that moment."""
        done = self.find_done(self.all[self.chosen])
        slot = saves.find(folders.saves(), done.save, done.game) if done is not None else None
        if done is None or slot is None:
            self.ctx.toast(self.ctx.t("deeds.gone"))
            return
        try:
            session = saves.look(slot.path).session
        except SaveError as error:
            self.ctx.notices.append(error.message)
            return
        from scenes.study.scene import StudyScene  # with all that reviews games: not before it is wanted

        study = StudyScene(self.ctx, session)
        study.go(done.turn)
        self.ctx.stack.push(study)

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space opens what an achievement belongs to, the page keys change the game."""
        return {
            "main": self.open, "back": self.go_back,
            "page_up": partial(self._turn, -1), "page_down": partial(self._turn, 1),
        }  # fmt: skip

    def _turn(self, by: int) -> None:
        if self.games:
            self.pick((self.games.index(self.game) + by) % len(self.games))

    # --- drawing ---------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return how many achievements are earned, as a text."""
        counts = [self.count(game) for game in self.games]
        done, of = (sum(part) for part in zip(*counts, strict=True)) if counts else (0, 0)
        return self.ctx.t("deeds.count", n=done, of=of)

    def bar(self, parts: Parts) -> None:
        """Draw a tab for each game."""
        if self.games:
            game_tabs.draw(self.ctx, self.ui, parts.c, self.games, self.game, self.pick)

    def body(self, parts: Parts) -> Part:
        """Return the medals of the game, and the column of the chosen one."""
        if not self.games:
            return parts.row([parts.panel([parts.space(60), parts.note(self.trouble, "lead", height=300)], width=1152)])
        return parts.row([self._make_medals(parts), self._make_column(parts)], gap=24)

    def _make_medals(self, parts: Parts) -> Part:
        """Return this game's deeds with what each asks for: in rows of few, in one above those of earlier editions."""
        shown = self.all
        current = len(achievements.load_achievements(self.game))
        medals = [self._make_medal(parts, at, deed) for at, deed in enumerate(shown)]
        if current == len(shown):
            rows = [parts.space(14), parts.grid(medals, FEW_ACROSS, gap=10, share=1)]
        else:
            rows = [
                parts.space(14), parts.row(medals[:current], gap=10, even=max(1, current), share=0.52),
                parts.space(10), parts.rule(8),
                parts.line(self.ctx.t("deeds.earlier"), "aside", "text.muted", height=26),
                parts.grid(medals[current:], COLUMNS, gap=8, row_gap=4, share=0.48, least_lines=2),
            ]  # fmt: skip
        return parts.panel([parts.column([*rows, parts.space(14)], share=1)], width=1152, pad=21)

    def _describe_when(self, deed: Achievement) -> str:
        """Return when it was done, or that it is still to be done."""
        done = self.find_done(deed)
        if done is None:
            return self.ctx.t("deeds.open")
        return self.ctx.t("deeds.done", date=format_time(self.ctx.texts, done.when))

    def _make_medal(self, parts: Parts, at: int, deed: Achievement) -> Part:
        value = ", ".join(filter(None, (name_picture(self.ctx, deed.icon), self._describe_when(deed))))
        medal = Part(0, partial(self._draw_medal, parts, deed))
        return parts.press(
            f"deed.{at}", medal, partial(self.choose, at), marked=at == self.chosen, radius=12, value=value
        )

    def _draw_medal(self, parts: Parts, deed: Achievement, box: Box) -> None:
        x, y, w, h = box
        c, t, done = parts.c, self.ctx.t, self.find_done(deed) is not None
        r = min(78.0, w * 0.36, h * 0.3)
        middle = y + h * (0.38 if deed.earlier else 0.32)
        _draw_coin(parts, x + w / 2, middle, r, deed.icon, done)
        name = t(deed.text_id(self.game))
        top = middle + r + (6 if deed.earlier else 18)
        style, room = ("label", y + h - top - 4) if deed.earlier else ("title", 56.0)
        font = text.fit(c, name, w - 16, room, style, least=12)
        high = text.paragraph(c, name, x + 8, top, w - 16, font, "text.title" if done else "text.muted", align="c")
        if not deed.earlier:
            asked = t(f"{deed.text_id(self.game)}.text")
            text.paragraph(c, asked, x + 10, top + high + 12, w - 20, "lead", "text", align="c")

    def _make_column(self, parts: Parts) -> Part:
        """Return what is told of the chosen deed, and the two ways on."""
        t, deed = self.ctx.t, self.all[self.chosen]
        done, text_id = self.find_done(deed), deed.text_id(self.game)
        said = t("deeds.earlier.text" if deed.earlier else f"{text_id}.text")
        ink = "text.muted" if done is None else "text.good"
        about = parts.panel([parts.column([
            Part(230, lambda box: _draw_coin(
                parts, box[0] + box[2] / 2, box[1] + 126, 84, deed.icon, done is not None)),
            parts.prose(t(text_id), 332, "heading", "text.title", gap=10, align="c"),
            parts.prose(said, 316, "lead", "text", gap=16, align="c"),
            parts.rule(16),
            parts.prose(self._describe_when(deed), 332, "aside", ink, align="c"),
            parts.space(share=1),
            parts.prose(t("deeds.about"), 328, "remark", "text.muted", gap=26, align="c"),
        ], share=1)], share=1)  # fmt: skip
        kind = deed.opens.partition(" ")[0]
        label = t("deeds.lesson" if kind == "lesson" else "deeds.puzzles")
        return parts.column([
            about,
            parts.space(10),
            parts.button("main", label, self.open, "star", height=60, main=True, enabled=bool(kind)),
            parts.space(10),
            parts.button("see", t("deeds.see"), self.see, "eye", height=46, enabled=done is not None),
            parts.space(6),
        ], share=1)  # fmt: skip


def _draw_coin(parts: Parts, cx: float, cy: float, r: float, icon: str, done: bool) -> None:
    """Draw a medal with a green sign when it is won, a dark place otherwise."""
    regalia.medal(parts.c, cx, cy, r, icon, regalia.GOLD if done else regalia.DARK)
    if done:
        parts.tick(0.54 * r).draw((cx + 0.45 * r, cy + 0.45 * r, 0.54 * r, 0.54 * r))
