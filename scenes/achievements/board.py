"""Board of achievements: a medal for each, game by game, and a column with what it asks for and when it was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.content import achievements, lessons
from engine.content.achievements import KEPT, Achievement, Done, Record
from engine.storage import folders, saves
from engine.storage.saves import SaveError
from scenes.common.picture_names import name_picture
from scenes.menus import game_tabs
from scenes.puzzles.puzzle_list import Shelf
from scenes.shell import routes
from scenes.shell.i18n import format_time
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from scenes.tutorial.lessons import teach
from sprites.base import backdrop, controls, icons, layout, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

LEFT, TOP, WIDE, SIDE = 24.0, 66.0, 1152.0, 376.0
COLUMNS = 5
GOLD = ("base/star.high", "base/star.deep", "base/medal.low")
DARK = ("control.high", "base/medal.dark", "base/medal.dark.low")


class Board(Scene):
    """One game's deeds at a time. ``record`` is given by pictures and tests."""

    name = "deeds"
    music = "title"

    def __init__(self, ctx: Context, game: str = "", record: Record | None = None) -> None:
        super().__init__(ctx)
        self.record = ctx.progress(KEPT) if record is None else record
        self.games = achievements.games()
        self.trouble = achievements.trouble()
        self.game = game if game in self.games else (self.games or [""])[0]
        self.chosen = 0

    def enter(self) -> None:
        """Tell of a game whose deeds cannot be read; those of the others are shown."""
        if self.trouble and self.games:
            self.ctx.toast(self.trouble)

    @property
    def all(self) -> tuple[Achievement, ...]:
        """Deeds of the game that is shown: those that can be done, then the earlier ones that this player did."""
        if not self.game:
            return ()
        return achievements.load_achievements(self.game) + tuple(
            deed for deed in achievements.list_earlier(self.game) if self.done(deed)
        )

    def done(self, deed: Achievement, game: str = "") -> Done | None:
        """When an achievement was earned; None if never."""
        return self.record.deeds.get(f"{game or self.game}.{deed.id}")

    def count(self, game: str) -> tuple[int, int]:
        """How many of a game's deeds are done, and how many there are."""
        some = achievements.load_achievements(game)
        return sum(self.done(deed, game) is not None for deed in some), len(some)

    # --- what is done ----------------------------------------------------------------------------------

    def chooser(self, at: int) -> Callable[[], None]:
        """Return a callback that chooses an achievement."""

        def call() -> None:
            self.chosen = at
            self.ui.dirty = True

        return call

    def pick(self, at: int) -> None:
        """Show the achievements of another game."""
        self.game, self.chosen = self.games[at], 0
        self.ui.dirty = True

    def open(self) -> None:
        """The lesson or the puzzles that the chosen deed belongs to."""
        kind, _, name = self.all[self.chosen].opens.partition(" ") if self.all else ("", "", "")
        if kind == "lesson":
            row = lessons.row(self.game).lessons
            at = next((number for number, lesson in enumerate(row) if lesson.id == name), None)
            teach(self.ctx, self.game, at)
        elif kind == "puzzle":
            shelf = Shelf(self.ctx, self.game)
            if name in shelf.order:
                shelf.theme = name
            self.ctx.stack.push(shelf)
        else:
            self.ctx.play("refused")

    def see(self) -> None:
        """The game in which the chosen deed was done, at that moment."""
        done = self.done(self.all[self.chosen])
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

    def leave_board(self) -> None:
        """Back to the screen below, or to the title."""
        routes.back(self.ctx)

    def handle(self, given: Input) -> bool:
        """Space opens what a deed belongs to, Esc goes back, the page keys change the game."""
        if given.kind != "command":
            return False
        keys: dict[str, Callable[[], None]] = {
            "main": self.open, "back": self.leave_board,
            "page_up": lambda: self._turn(-1), "page_down": lambda: self._turn(1),
        }  # fmt: skip
        if given.name not in keys:
            return False
        keys[given.name]()
        return True

    def _turn(self, by: int) -> None:
        if self.games:
            self.pick((self.games.index(self.game) + by) % len(self.games))

    # --- drawing ---------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Tabs, medals, and the column of the chosen one."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        counts = [self.count(game) for game in self.games]
        done, of = (sum(part) for part in zip(*counts, strict=True)) if counts else (0, 0)
        controls.top_bar(c, t("ui.title.deeds"), t("deeds.count", n=done, of=of), "trophy")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.leave_board, tip=(t("ui.back"), ""))
        h = c.height - TOP - 22
        shapes.panel(c, LEFT, TOP, WIDE, h)
        if not self.games:
            text.paragraph(c, self.trouble, LEFT + 40, TOP + 60, WIDE - 80, "lead", "text")
            return
        game_tabs.draw(self.ctx, self.ui, c, self.games, self.game, self.pick)
        self._medals(c, h)
        self._column(c, (LEFT + WIDE + 24, TOP, SIDE, h))

    def _medals(self, c: Canvas, h: float) -> None:
        """Draw this game's deeds in one row with what each asks for, and those of earlier editions in rows below."""
        deeds_shown = self.all
        current = len(achievements.load_achievements(self.game))
        left, right = LEFT + 16, LEFT + WIDE - 16
        first = (h - 28) * 0.52 if current < len(deeds_shown) else h - 28
        for at, box in enumerate(layout.columns((left, TOP + 14, right - left, first), max(1, current))[:current]):
            self._medal(c, at, deeds_shown[at], layout.inset(box, 5))
        if current == len(deeds_shown):
            return
        top = TOP + 14 + first
        shapes.rule(c, left + 14, top + 10, right - left - 28)
        text.paragraph(c, self.ctx.t("deeds.earlier"), left + 14, top + 18, right - left - 28, "aside", "text.muted")
        room = h - 28 - first - 44
        earlier = deeds_shown[current:]
        cells = layout.grid(
            (left, top + 44, right - left, room),
            len(earlier),
            COLUMNS,
            height=min(room / 2, room / -(-len(earlier) // COLUMNS)),
        )
        for at, (deed, box) in enumerate(zip(earlier, cells, strict=True), current):
            self._medal(c, at, deed, layout.inset(box, 4, 2))

    def _describe_when(self, deed: Achievement) -> str:
        """Return when it was done, or that it is still to be done."""
        done = self.done(deed)
        if done is None:
            return self.ctx.t("deeds.open")
        return self.ctx.t("deeds.done", date=format_time(self.ctx.texts, done.when))

    def _medal(self, c: Canvas, at: int, deed: Achievement, box: Box) -> None:
        x, y, w, h = box
        t = self.ctx.t
        done = self.done(deed) is not None
        parts = name_picture(self.ctx, deed.icon), self._describe_when(deed)
        state = self.ui.zone(f"deed.{at}", box, self.chooser(at), radius=12, value=", ".join(filter(None, parts)))
        if at == self.chosen:
            shapes.round_rect(c, *box, 12, "accent", alpha=40)
            shapes.round_rect(c, *box, 12, "edge.bright", border=1.6)
        elif state in ("hover", "pressed"):
            shapes.round_rect(c, *box, 12, "accent", alpha=22)
        r = min(78.0, w * 0.36, h * 0.3)
        middle = y + h * (0.38 if deed.earlier else 0.32)
        self._coin(c, x + w / 2, middle, r, deed.icon, done)
        name = t(deed.text_id(self.game))
        top = middle + r + (6 if deed.earlier else 18)
        room = y + h - top - 4
        style, room = ("label", room) if deed.earlier else ("title", 56.0)
        font = text.fit(c, name, w - 16, room, style, least=12)
        ink = "text.title" if done else "text.muted"
        high = text.paragraph(c, name, x + 8, top, w - 16, font, ink, align="c")
        if not deed.earlier:
            asked = t(f"{deed.text_id(self.game)}.text")
            text.paragraph(c, asked, x + 10, top + high + 12, w - 20, "lead", "text", align="c")

    def _coin(self, c: Canvas, cx: float, cy: float, r: float, icon: str, done: bool) -> None:
        """Gold in relief with a laurel when it is done, a dark place with a dashed look otherwise."""
        high, base, low = GOLD if done else DARK
        if done:
            shapes.glow(c, cx, cy, r * 1.5, "glow", 70)
        shapes.outline(c, "circle", cx, cy, r, [(0, high), (0.5, base), (1, low)], rim="edge" if done else low, rim_w=2)
        shapes.outline(c, "circle", cx, cy, r * 0.84, [(0, low), (1, base)])
        shapes.outline(c, "circle", cx, cy, r * 0.81, [(0, base), (1, high if done else low)])
        if done:
            icons.draw(c, icon, cx + r * 0.02, cy + r * 0.03, r * 1.02, "text.bright")
            icons.gradient(c, icon, cx, cy, r * 1.02, ("base/medal.sign.high", "base/medal.sign.low"))
            shapes.outline(c, "circle", cx + r * 0.72, cy + r * 0.72, r * 0.27, [(0, "good.high"), (1, "good.low")],
                           rim="good.ink")  # fmt: skip
            icons.draw(c, "check", cx + r * 0.72, cy + r * 0.72, r * 0.3, "good.ink")
        else:
            icons.draw(c, icon, cx, cy, r * 1.02, "control.text.disabled")

    def _column(self, c: Canvas, box: Box) -> None:
        x, y, w, h = box
        t = self.ctx.t
        shapes.panel(c, x, y, w, h - 132)
        deed = self.all[self.chosen]
        done = self.done(deed)
        middle = x + w / 2
        self._coin(c, middle, y + 126, 84, deed.icon, done is not None)
        title = t(deed.text_id(self.game))
        high = text.paragraph(c, title, x + 22, y + 230, w - 44, "heading", "text.title", align="c")
        yy = y + 240 + high
        said = t("deeds.earlier.text" if deed.earlier else f"{deed.text_id(self.game)}.text")
        yy += text.paragraph(c, said, x + 30, yy, w - 60, "lead", "text", align="c") + 16
        shapes.rule(c, x + 30, yy, w - 60)
        words = self._describe_when(deed)
        ink = "text.muted" if done is None else "text.good"
        text.paragraph(c, words, x + 22, yy + 16, w - 44, "aside", ink, align="c")
        about = t("deeds.about")
        top = y + h - 132 - 26 - text.paragraph_height(c, about, w - 48, "remark")
        text.paragraph(c, about, x + 24, top, w - 48, "remark", "text.muted", align="c")
        kind = deed.opens.partition(" ")[0]
        label = t("deeds.lesson" if kind == "lesson" else "deeds.puzzles")
        self.ui.button(
            c, "main", (x, y + h - 122, w, 60), label, self.open, main=True, icon="star",
            enabled=bool(kind), key=t("ui.key.main"),
        )  # fmt: skip
        self.ui.button(c, "see", (x, y + h - 52, w, 46), t("deeds.see"), self.see, icon="eye", enabled=done is not None)
