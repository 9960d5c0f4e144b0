"""The page *You*: one person's stars, achievements, days, moments to try again, ratings and last games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from engine import registry
from engine.content import achievements, daily_challenge, spaced_repetition
from engine.content.achievements import KEPT, Record
from engine.content.daily_challenge import DailyResults
from engine.contract import Message
from engine.storage import folders, saves, statistics
from engine.storage.saves import SlotInfo
from scenes.achievements.board import Board
from scenes.campaign.progress_view import load_road
from scenes.menus.open_save import read_scores, study_save
from scenes.profile import panels
from scenes.profile.panels import Found, Profile, build_profile, list_people, read_day
from scenes.shell import routes
from scenes.shell.page import Page
from scenes.shell.parts import NARROW, Parts
from scenes.study import retry
from sprites.base import layout
from sprites.base.layout import Part

if TYPE_CHECKING:
    from scenes.shell.context import Context

TABS = ("you", "deeds", "games")
MOST_NAMES = 6
"""Names of people that stand as tabs."""


def draw_person_tabs(parts: Parts, people: Sequence[str], shown: str, choose: Callable[[str], None]) -> None:
    """Draw the names of people as tabs in the top bar, where there are several."""
    names = people[:MOST_NAMES]
    if len(names) > 1:
        w = min(150.0, 700.0 / len(names)) * len(names)
        selected = names.index(shown) if shown in names else -1
        parts.ui.segmented_control(
            parts.c, "person", (1500 - w, 6.0, w, 36.0), names, selected, lambda k: choose(names[k])
        )


class You(Page):
    """Six panels in three columns. ``given`` and ``record`` are for pictures and tests."""

    name = "you"
    music = "title"
    head, icon = "you.title", "person"
    margin, top, low = 24.0, 66.0, 22.0

    def __init__(
        self, ctx: Context, given: Found | None = None, record: Record | None = None, days: DailyResults | None = None
    ) -> None:
        super().__init__(ctx)
        self.today: date = spaced_repetition.today()
        self._given = record is not None
        self.record = ctx.progress(KEPT) if record is None else record
        self.days = ctx.progress(daily_challenge.KEPT) if days is None else days
        self.games: Sequence[str] = [info.id for info in registry.games()]
        self.found = given or Found()
        self.people: list[str] = []
        self.profile = Profile("", (), {}, ())
        self.waiting = given is None
        self._read: Found | None = given
        if given is None:
            _ = ctx.travels  # read here, since it may have notices for the window
            ctx.records.submit("profile", self._look)
        else:
            self._show(given)

    def enter(self) -> None:
        """Ask once who plays."""
        routes.call(self.ctx, "ask_who_plays")

    def resume(self) -> None:
        """Refresh the page: something may have been played, or another person plays."""
        super().resume()
        self.profile = Profile("", (), {}, ())
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
            found.moments = retry.waiting(slots, self.ctx.is_own)
            road = load_road(self.ctx)
            if road is not None:
                found.stars, found.owner = road.sum_up()[:4], self.ctx.person
        finally:
            self._read = found
        found.scores = read_scores(found.games[-panels.SHOWN :], found.slots)  # the page is seen meanwhile
        return told

    def _show(self, found: Found) -> None:
        self.found = found
        own = [one.name for one in map(self.ctx.household.people.get, self.ctx.household.list_ids()) if one is not None]
        self.people = list(dict.fromkeys([*own, *list_people(found.games)]))
        known = self.profile.name in self.people
        name = self.profile.name if known else self.ctx.person_name if own else next(iter(self.people), "")
        self._show_person(name)

    def choose_person(self, name: str) -> None:
        """Show another person; one of the household plays from now on."""
        owner = self.ctx.find_owner(name)
        if owner is not None and owner != self.ctx.person:
            self.ctx.choose_person(owner)
            self.found.stars = None
            self.ctx.records.submit("profile", self._look)
        self._show_person(name)

    def _show_person(self, name: str) -> None:
        if not self._given:
            owner = self.ctx.find_owner(name)
            self.record = Record() if owner is None else self.ctx.progress(KEPT, owner)
            self.days = DailyResults() if owner is None else self.ctx.progress(daily_challenge.KEPT, owner)
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

    def open_deed(self, game: str, at: int) -> None:
        """Open the board of achievements on one of a game."""
        board = Board(self.ctx, game)
        board.chosen = at
        self.ctx.stack.push(board)

    def try_moments(self, first: int = 0) -> None:
        """Open the moments that are due, from this one on."""
        moments = self.found.moments
        retry.open_next(self.ctx, [*moments[first:], *moments[:first]])

    def open_game(self, slot: SlotInfo) -> None:
        """Open a finished game in the study."""
        if not study_save(self.ctx, slot):
            self.ctx.notices.append(Message("study.nothing"))

    def find_nearest(self) -> tuple[str, int] | None:
        """Return game and index of the next achievement to go for: of the game played last, else of the next one."""
        last = self.profile.games[0].game if self.profile.games else ""
        for game in sorted(achievements.games(), key=lambda one: one != last):
            for at, deed in enumerate(achievements.load_achievements(game)):
                if f"{game}.{deed.id}" not in self.record.deeds:
                    return game, at
        return None

    # --- drawing ------------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return how many games the person has finished, and since when."""
        games, t = self.profile.games, self.ctx.t
        day = read_day(games[-1].ended) if games else None
        if day is None:
            return t("you.games", n=len(games)) if games else ""
        return t("you.since", n=len(games), day=day.day, month=t(f"ui.month.{day.month}"), year=day.year)

    def bar(self, parts: Parts) -> None:
        """Draw the people as tabs, where there are several, and the button to their list."""
        tip, people = (self.ctx.t("people.title"), ""), partial(routes.open, self.ctx, "people")
        self.ui.icon_button(parts.c, "people", 1564, 24, 16, "users", people, tip=tip)
        draw_person_tabs(parts, self.people, self.profile.name, self.choose_person)

    def body(self, parts: Parts) -> Part:
        """Return three columns, or one of three tabs in a narrow window."""
        columns = panels.list_columns(self, parts)
        if parts.c.scale >= NARROW:
            return parts.row(columns, gap=panels.GAP)
        shown = parts.tabs([self.ctx.t(f"you.tab.{tab}") for tab in TABS], columns)
        return Part(0, lambda box: shown.draw(layout.centre(box, 900, box[3])), 1)
