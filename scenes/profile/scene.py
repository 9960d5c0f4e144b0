"""The page *You*: one person's stars, achievements, days, moments to try again, ratings and last games; and the board
with a medal for each achievement, what it asks for, and when it was done."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

from engine import registry
from engine.content import achievements, daily_challenge, lessons, spaced_repetition
from engine.content.achievements import KEPT, Achievement, Done, Record
from engine.content.daily_challenge import DailyResults
from engine.contract import Message
from engine.storage import folders, saves, statistics
from engine.storage.saves import SaveError
from scenes.campaign.progress_view import load_road
from scenes.common.player_identity import name_picture
from scenes.menus.game_choices import draw_tabs
from scenes.menus.open_save import read_scores
from scenes.profile import panels
from scenes.profile.panels import Found, Profile, build_profile, list_people, read_day
from scenes.puzzles.puzzle_list import Shelf
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.i18n import format_time
from scenes.shell.page import Page
from scenes.shell.parts import NARROW, Act, Parts
from scenes.study import retry
from scenes.tutorial.lessons import teach
from sprites.base import layout, regalia, text
from sprites.base.layout import Box, Part

TABS = ("you", "deeds", "games")
MOST_NAMES = 6
"""Names of people that stand as tabs."""
COLUMNS, FEW_ACROSS = 5, 3
"""Medals in a row: of earlier editions, and of the current one."""


def draw_person_tabs(parts: Parts, people: Sequence[str], shown: str, choose: Callable[[str], None]) -> None:
    """Draw the names of people as tabs in the top bar, where there are several; a press calls ``choose`` with a
    name."""
    names = people[:MOST_NAMES]
    if len(names) > 1:
        w = min(150.0, 700.0 / len(names)) * len(names)
        selected = names.index(shown) if shown in names else -1
        parts.ui.segmented_control(
            parts.c, "person", (1500 - w, 6.0, w, 36.0), names, selected, lambda k: choose(names[k])
        )


class You(Page):
    """Page about one person: six panels in three columns. ``given``, ``record``, ``days``: data for pictures and
    tests."""

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
        """Ask once who plays, when the page opens."""
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
        """Show another person; one of the household becomes the person who plays."""
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
        """Show the data that was read in the background."""
        if self._read is not None and self._read is not self.found:
            self.waiting = False
            self._show(self._read)

    # --- what can be done ---------------------------------------------------------------------------------

    def open_deed(self, game: str, at: int) -> None:
        """Open the page of achievements on the one with index ``at`` of a game."""
        board = Board(self.ctx, game)
        board.chosen = at
        self.ctx.stack.push(board)

    def try_moments(self, first: int = 0) -> None:
        """Retry the due moments, from index ``first`` on."""
        moments = self.found.moments
        retry.open_next(self.ctx, [*moments[first:], *moments[:first]])

    def find_nearest(self) -> tuple[str, int] | None:
        """Return game and index of the next achievement to aim for: of the game played last, else of another; None when
        all are won."""
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

    def find_done(self, deed: Achievement) -> Done | None:
        """Return when and in which game an achievement was earned; None if never."""
        return self.record.deeds.get(f"{self.game}.{deed.id}")

    # --- what is done ----------------------------------------------------------------------------------

    def choose(self, at: int) -> None:
        """Show the achievement with this index in the column."""
        self.chosen = at
        self.ui.dirty = True

    def pick(self, at: int) -> None:
        """Show the achievements of the game with this index."""
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
        routes.call(self.ctx, "show_decision", session, done.turn)

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
        done, of = panels.count_deeds(self.record, self.games)
        return self.ctx.t("deeds.count", n=done, of=of)

    def bar(self, parts: Parts) -> None:
        """Draw a tab for each game."""
        if self.games:
            draw_tabs(parts, self.games, self.game, self.pick)

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
