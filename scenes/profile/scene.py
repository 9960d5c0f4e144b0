"""The page *You*: one person's stars, achievements, days, moments to try again, ratings and last games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from engine import registry
from engine.content import achievements, daily_challenge, spaced_repetition
from engine.content.achievements import KEPT, Record
from engine.content.daily_challenge import DailyResults
from engine.contract import Message
from engine.storage import folders, saves, statistics
from engine.storage.statistics import PlayedGame
from scenes.achievements.board import Board
from scenes.campaign.progress_view import load_road
from scenes.menus.open_save import study_save
from scenes.profile import panels
from scenes.profile.record import Found, Profile, build_profile, list_people
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.study import review_queue
from sprites.base import backdrop, controls, layout
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

LEFT, TOP, BELOW = 24.0, 66.0, 22.0
WIDTHS = (380.0, 640.0, 508.0)
GAP = 12.0
NARROW = 0.7
"""Pixels per unit below which a window shows one of three tabs."""
TABS = ("you", "deeds", "games")
MOST_NAMES = 6
"""Names of people that stand as tabs."""


class You(Scene):
    """Six panels in three columns. ``given`` and ``record`` are for pictures and tests."""

    name = "you"
    music = "title"

    def __init__(
        self, ctx: Context, given: Found | None = None, record: Record | None = None, days: DailyResults | None = None
    ) -> None:
        super().__init__(ctx)
        self.today: date = spaced_repetition.today()
        self.record = ctx.progress(KEPT) if record is None else record
        self.days = ctx.progress(daily_challenge.KEPT) if days is None else days
        self.games: Sequence[str] = [info.id for info in registry.games()]
        self.found = given or Found()
        self.people: list[str] = []
        self.profile = Profile("", (), {}, ())
        self.waiting = given is None
        self.tab = 0
        self._read: Found | None = given
        if given is None:
            _ = ctx.travels  # read here, since it may have notices for the window
            ctx.records.submit("profile", self._look)
        else:
            self._show(given)

    def resume(self) -> None:
        """Something may have been played or solved meanwhile."""
        super().resume()
        if not self.ctx.quiet:
            self.ctx.records.submit("profile", self._look)

    def _look(self) -> list[Message]:
        """Read the record, the saves and the Road; runs in the background."""
        told: list[Message] = []
        found = Found()
        try:
            found.games = statistics.load_games(told)
            slots = saves.slots(folders.saves())
            found.slots = {slot.id: slot for slot in slots if slot.over and slot.id}
            found.moments = review_queue.waiting(slots)
            road = load_road(self.ctx)
            if road is not None:
                found.stars = road.sum_up()[:4]
        finally:
            self._read = found
        return told

    def _show(self, found: Found) -> None:
        self.found = found
        self.people = list_people(found.games)
        name = self.profile.name if self.profile.name in self.people else next(iter(self.people), "")
        self.choose_person(name)

    def choose_person(self, name: str) -> None:
        """Show another person of the record."""
        self.profile = build_profile(name, self.found.games, self.games, self.today)
        self.ui.dirty = True

    @property
    def moving(self) -> bool:
        """Whether the record is still being read."""
        return self.waiting

    def update(self, ms: float) -> None:
        """Show what has been read."""
        if self._read is not None and self._read is not self.found:
            self.waiting = False
            self._show(self._read)

    # --- what can be done ---------------------------------------------------------------------------------

    def close(self) -> None:
        """Back to the screen below."""
        self.ctx.stack.pop()

    def open_deed(self, game: str, at: int) -> Callable[[], None]:
        """Return a callback that opens the board of achievements on one of a game."""

        def call() -> None:
            board = Board(self.ctx, game)
            board.chosen = at
            self.ctx.stack.push(board)

        return call

    def try_moments(self, first: int = 0) -> Callable[[], None]:
        """Return a callback that opens the moments that are due, from this one on."""

        def call() -> None:
            moments = self.found.moments
            review_queue.open_next(self.ctx, [*moments[first:], *moments[:first]])

        return call

    def open_game(self, played: PlayedGame) -> Callable[[], None] | None:
        """Return a callback that opens a finished game in the study; None when its save has gone."""
        slot = self.found.slots.get(played.id)
        if slot is None:
            return None

        def call() -> None:
            if not study_save(self.ctx, slot):
                self.ctx.notices.append(Message("study.nothing"))

        return call

    def open_puzzles(self) -> None:
        """Open the puzzles."""
        routes.open(self.ctx, "puzzles")

    def open_statistics(self) -> None:
        """Open the statistics of all games."""
        routes.open(self.ctx, "statistics")

    def play(self, game: str) -> Callable[[], None]:
        """Return a callback that begins a game with the seats of the last one."""
        return lambda: routes.call(self.ctx, "play_at_once", game)

    def find_nearest(self) -> tuple[str, int] | None:
        """Return game and place of the achievement to go for next: of the game played last, else of the next one."""
        last = self.profile.games[0].game if self.profile.games else ""
        for game in sorted(achievements.games(), key=lambda one: one != last):
            for at, deed in enumerate(achievements.load_achievements(game)):
                if f"{game}.{deed.id}" not in self.record.deeds:
                    return game, at
        return None

    # --- drawing ------------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Draw three columns, or one of three tabs in a narrow window."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("you.title"), panels.describe_since(self), "person")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.close, tip=(t("ui.back"), ""))
        self._names(c)
        columns = (panels.draw_person_column, panels.draw_deeds, panels.draw_record_column)
        h = c.height - TOP - BELOW
        if c.scale < NARROW:
            labels = [t(f"you.tab.{tab}") for tab in TABS]
            self.ui.segmented_control(c, "tab", (500, TOP, 600, 40), labels, self.tab, self._pick_tab)
            columns[self.tab](self, c, (LEFT + 326, TOP + 52, 900, h - 52))
            return
        room = (LEFT, TOP, 1600 - 2 * LEFT, h)
        for draw, box in zip(columns, layout.columns(room, list(WIDTHS), gap=GAP), strict=True):
            draw(self, c, box)

    def _names(self, c: Canvas) -> None:
        """Draw the people of the record as tabs, where there are several."""
        names = self.people[:MOST_NAMES]
        if len(names) > 1:
            w = min(150.0, 700.0 / len(names)) * len(names)
            selected = names.index(self.profile.name) if self.profile.name in names else -1
            box = (1500 - w, 6.0, w, 36.0)
            self.ui.segmented_control(c, "person", box, names, selected, lambda k: self.choose_person(names[k]))

    def _pick_tab(self, k: int) -> None:
        self.tab = k
        self.ui.dirty = True

    def handle(self, given: Input) -> bool:
        """Esc goes back; Space tries the first moment, else goes back."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.close()
            return True
        return False
