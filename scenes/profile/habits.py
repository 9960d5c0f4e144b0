"""What a person keeps doing, over the kept analyses of their games: at most three habits, each with a cure."""

from functools import partial
from itertools import chain, pairwise
from math import hypot
from operator import truediv

import pygame

from ai.algorithms.confidence_intervals import interval
from ai.analysis.habits import LEAST_GAMES, FoundHabit
from engine import registry
from engine.content import spaced_repetition
from engine.contract import Message
from engine.replay import Rewound
from engine.seats import WHO, Seat
from engine.storage.folders import FolderError
from engine.storage.household import read_clock
from scenes.common.opponent_names import seat_name
from scenes.common.player_identity import draw_face
from scenes.profile.habit_games import MOST_DEALT, KnownGames, deal_table, read_games
from scenes.profile.scene import draw_person_tabs
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.i18n import format_time
from scenes.shell.page import Page
from scenes.shell.parts import LARGE, Parts
from scenes.study import retry
from scenes.study.table_preview import Pane
from scenes.table import game_screens
from sprites.base import drawn_words, layout, raster, regalia, shapes, text
from sprites.base.canvas import HEIGHT, WIDTH, Canvas
from sprites.base.layout import Box, Part

SHOWN = 3
"""Positions of a habit that are shown."""
PICTURE = (196.0, 132.0)
ROW, GONE, FIGURES = 232.0, 74.0, 96.0
"""Heights of a habit, of one that has gone, and of the figures of a habit."""
COURSE = 7
"""Parts of the games for which the share of chances is drawn."""
READER = Seat("computer", WHO + "old_king")


class HabitsPage(Page):
    """Page of one person's habits; guests have none. ``known``: the games, given for pictures and tests."""

    name = "habits"
    music = "title"
    head, icon = "habits.title", "person"
    margin, top, low = 24.0, 60.0, 22.0

    def __init__(self, ctx: Context, person: str, known: KnownGames | None = None) -> None:
        super().__init__(ctx)
        self.person = person
        self.owner = ctx.find_owner(person)
        self.known = known
        self.opened = 0
        """The habit whose positions are shown where there is no room for those of all."""
        self._pictures: dict[tuple[str, int], pygame.Surface] = {}
        self._is_given, self._deals = known is not None, False
        self._read()

    def _read(self) -> None:
        if not self._is_given and self.owner is not None:
            self.ctx.records.submit("habits", self._look)

    def _look(self) -> list[Message]:
        """Read the analysed games of the person; runs in the background, a game at a time."""
        owner = self.owner
        since = self.ctx.settings.habits_since.get(owner or "", "")
        known = read_games(lambda name: self.ctx.find_owner(name) == owner, since)
        if owner == self.owner:
            self.known = known
        return []

    def _deal(self, known: KnownGames, person: str, owner: str) -> list[Message]:
        """Deal one table for a habit that has too few, in the background; return messages about a folder error."""
        habit, told = known.find_short(), list[Message]()
        if habit is not None:
            number = known.dealt[habit.key] = known.dealt.get(habit.key, 0) + 1
            try:
                dealt = deal_table(habit, owner, (person, seat_name(self.ctx, "novice")), number)
                known.tables[habit.key] += [] if dealt is None else [dealt]
            except FolderError as error:
                told, known.dealt = [error.message], dict.fromkeys(known.tables, MOST_DEALT)
        self._deals = False
        return told

    def choose_person(self, name: str) -> None:
        """Show the page of another person."""
        self.person, self.owner, self.known = name, self.ctx.find_owner(name), None
        self._pictures.clear()
        self._read()
        self.ui.dirty = True

    @property
    def moving(self) -> bool:
        """Whether games are still being read, or positions painted."""
        return self.known is None or len(self._pictures) < len(self._list_pictures())

    def update(self, ms: float) -> None:
        """Paint one missing picture of a position, or have one table dealt in the background where a habit has too
        few."""
        for place in self._list_pictures():
            if place not in self._pictures:
                self._pictures[place] = self._paint(*place)
                self.ui.dirty = True
                return
        if self.known is not None and not (self._is_given or self._deals) and self.known.find_short() is not None:
            self._deals = self.ui.dirty = True
            self.ctx.records.submit("practice", partial(self._deal, self.known, self.person, self.owner or ""))

    def _list_pictures(self) -> list[tuple[str, int]]:
        habits = [] if self.known is None else self.known.habits
        return [(place[0], place[2]) for one in habits for place in one.places[:SHOWN]]

    def _paint(self, game: str, turn: int) -> pygame.Surface:
        assert self.known is not None
        session = self.known.sessions[game]
        seat = next(one.seat for one in self.known.games if one.id == game)
        pane = Pane(self.ctx, Rewound(session, turn), seat, heard=False, only_board=True)
        canvas = Canvas(pygame.Surface((WIDTH // 2, HEIGHT // 2)), palette=self.ctx.settings.palette)
        with drawn_words.mute_reports():
            pane.paint(canvas)
        made = canvas.target.subsurface(canvas.rect(*pane.shown)).copy()
        pane.close()
        return made

    # --- what can be done -------------------------------------------------------------------------

    def forget(self) -> None:
        """Ignore all games that have ended by now, for habits from now on."""
        if self.owner is not None:
            self.ctx.settings.habits_since = {**self.ctx.settings.habits_since, self.owner: read_clock()}
            self.ctx.save_settings()
        self.known = KnownGames()
        self.ui.dirty = True

    def open_place(self, game: str, turn: int) -> None:
        """Open the study of a game at the position after ``turn`` decisions."""
        assert self.known is not None
        routes.call(self.ctx, "show_decision", self.known.sessions[game], turn)

    def practise(self, habit: FoundHabit) -> None:
        """Open the tables of a habit, one after the other; each comes back on other days."""
        assert self.known is not None
        tables, today = list(self.known.tables[habit.habit.key]), spaced_repetition.today()
        retry.change_list(self.ctx, "habits", lambda listed: spaced_repetition.take_up(listed, tables, today))
        retry.open_next(self.ctx, tables)

    # --- drawing ----------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return the person's name and the number of games read."""
        return self.ctx.t("habits.games", name=self.person, n=0 if self.known is None else len(self.known.games))

    def bar(self, parts: Parts) -> None:
        """Draw the people of the household as tabs, where there are several."""
        people = [self.ctx.household.people[one].name for one in self.ctx.household.list_ids()]
        draw_person_tabs(parts, people, self.person, self.choose_person)

    def body(self, parts: Parts) -> Part:
        """Return up to three habits, below them what is gone; the explanation at the right, or below in a narrow
        window."""
        t, known = self.ctx.t, self.known
        habits = known.habits if known is not None else []
        is_low = parts.is_narrow or parts.c.text_scale > LARGE
        rows: list[Part] = []
        for number, one in enumerate(habits):
            rows += self._list_low_rows(parts, number, one) if is_low else [self._make_row(parts, number, one)]
        if not rows:
            words = "habits.guest" if self.owner is None else "habits.reading" if known is None else "habits.none"
            left = max(0, LEAST_GAMES - (len(known.games) if known is not None else 0))
            rows = [parts.panel([parts.note(t(words, n=left), "aside", height=120)], height=ROW, pad=24)]
        for one, done, of in (known.gone if known else [])[:1]:
            gone = t("habits.gone", what=self._name(one), done=one.done, chances=one.chances, last=done, of=of)
            laurel, told = parts.icon("laurels", 34, "gain", width=70), parts.note(gone, "name", "gain", middle=True)
            rows.append(parts.panel([parts.row([laurel, parts.fill(told)], GONE - 8)], height=GONE))
        how = parts.note(t("habits.how.body"), height=150 * max(1.0, parts.c.text_scale if is_low else 1.0))
        right = [self._make_sum(parts), *self._list_courses(parts), parts.caption_panel(t("habits.how"), how)]
        forget = parts.button("forget", t("habits.forget"), self.forget, "trash", height=46)
        can = known is not None and bool(habits) and bool(known.tables.get(habits[0].habit.key))
        main = partial(self.practise, habits[0]) if can else self.go_back
        label = t("habits.practise.first" if can else "ui.back")
        amber = parts.button("main", label, main, "dice-target" if can else "left", height=74, main=True)
        if is_low:
            listed = parts.scroll([*rows, *right, forget], "habits", whole=True, share=1)
            return parts.column([listed, amber], gap=12)
        right += [parts.space(share=1), forget, amber]
        return parts.row(
            [parts.column(rows, gap=12, share=1), parts.at_width(360, parts.column(right, gap=12))], gap=14
        )

    def _name(self, one: FoundHabit) -> str:
        return self.ctx.t(f"habits.{one.habit.term}.{'more' if one.habit.more else 'less'}")

    def _make_row(self, parts: Parts, number: int, one: FoundHabit) -> Part:
        """Return a habit: what it is, how often, in how many games, what it costs, three positions, practice."""
        told = parts.row([self._make_medal(parts, one), parts.column(self._list_words(parts, one), share=1)], 118)
        left = parts.column([told, parts.space(share=1), self._make_figures(parts, one)], share=1)
        practise = parts.row([
            parts.note(self.ctx.t("habits.where"), "remark", "text.muted", share=1, middle=True),
            self._make_practice(parts, number, one),
        ], 44)  # fmt: skip
        views = parts.column([self._make_places(parts, number, one), parts.space(6), practise])
        return parts.panel(
            [parts.space(8), parts.row([left, parts.at_width(620, views)], ROW - 20)], height=ROW, pad=14
        )

    def _list_low_rows(self, parts: Parts, number: int, one: FoundHabit) -> list[Part]:
        """Return a habit in a small window, and below it its positions while it is open."""
        words = parts.column(self._list_words(parts, one), share=1)
        figures = parts.at_width(500, self._make_figures(parts, one))
        high = FIGURES * max(1.0, parts.c.text_scale) + 8
        head = parts.row([self._make_medal(parts, one), words, figures, parts.space(4)], high)
        pressed = parts.press(f"habit.{number}", head, partial(self.open_habit, number),
                              marked=number == self.opened, label=self._name(one))  # fmt: skip
        found = [parts.panel([pressed], height=high + 8, pad=8)]
        if number == self.opened:
            practise = self._make_practice(parts, number, one)
            views = parts.at_width(620, self._make_places(parts, number, one))
            found.append(parts.row([parts.space(88), views, practise], PICTURE[1] + 34))
        return found

    def open_habit(self, number: int) -> None:
        """Show or hide the positions of the habit with this index."""
        self.opened = -1 if number == self.opened else number
        self.ui.dirty = True

    def _make_medal(self, parts: Parts, one: FoundHabit) -> Part:
        emblem = registry.info(one.habit.game).emblem
        return Part(92, lambda box: regalia.medal(parts.c, box[0] + 46, box[1] + 50, 36, emblem, glow=0))

    def _list_words(self, parts: Parts, one: FoundHabit) -> list[Part]:
        """Return what a habit is, its game, and what such a player does."""
        why = self.ctx.t(f"ui.leaning.{one.habit.term}.{'more' if one.habit.more else 'less'}.about")
        grown = max(1.0, parts.c.text_scale)
        return [
            parts.line(self._name(one), "display", "text.title", height=34 * grown),
            parts.line(game_screens.short_name(self.ctx, one.habit.game), "caption", "accent", height=24 * grown),
            parts.note(why, "body", height=36 * grown),
        ]

    def _make_figures(self, parts: Parts, one: FoundHabit) -> Part:
        """Return how often and in how many games a habit came, and what it costs a game."""
        t, c, decimal = self.ctx.t, parts.c, self.ctx.texts.decimal
        grown = max(1.0, c.text_scale)
        often = [
            parts.line(t("habits.often", done=one.done, chances=one.chances), "name", "text.title", height=28 * grown),
            parts.line(t("habits.in_games", n=sum(one.games), of=len(one.games)), "body", height=28 * grown),
            Part(24, lambda box: self._draw_games(c, one, box)),
        ]
        bounds = t("habits.interval", low=decimal(100 * one.low, 1), high=decimal(100 * one.high, 1))
        cost = [
            parts.line(t("habits.cost", cost=decimal(100 * one.cost, 1)), "name", "loss", height=28 * grown),
            parts.line(bounds, "remark", "text.muted", height=28 * grown),
            Part(24, lambda box: self._draw_cost(c, one, box)),
        ]
        return parts.row([parts.column(often, share=1), parts.at_width(240, parts.column(cost))], FIGURES, gap=16)

    def _make_practice(self, parts: Parts, number: int, one: FoundHabit) -> Part:
        assert self.known is not None
        can = bool(self.known.tables.get(one.habit.key))
        act, words = partial(self.practise, one), self.ctx.t("habits.practise")
        return parts.button(f"practise.{number}", words, act, "dice-target", height=40, width=240, enabled=can)

    def _make_places(self, parts: Parts, number: int, one: FoundHabit) -> Part:
        places = [self._make_place(parts, number, at, place) for at, place in enumerate(one.places[:SHOWN])]
        return parts.row(places, PICTURE[1] + 26, gap=12)

    def _draw_games(self, c: Canvas, one: FoundHabit, box: Box) -> None:
        """Draw a square for each game, the newest at the right: filled where it came."""
        for at, came in enumerate(one.games[-18:]):
            cell = (box[0] + 18 * at, box[1] + 4, 13.0, 13.0)
            shapes.round_rect(c, *cell, 4, "accent" if came else "edge.low", border=0 if came else 1.6)

    def _draw_cost(self, c: Canvas, one: FoundHabit, box: Box) -> None:
        """Draw the cost as a bar from the right with its interval; the most costly habit fills it."""
        assert self.known is not None
        most, wide, y = max(each.high for each in self.known.habits), box[2], box[1] + 10
        shapes.round_rect(c, box[0], y - 5, wide, 10, 5, "well")
        shapes.round_rect(c, box[0] + wide * (1 - one.cost / most), y - 5, wide * one.cost / most, 10, 5, "loss")
        left, right = (box[0] + wide * (1 - part / most) for part in (one.high, one.low))
        shapes.line(c, left, y, right, y, "text.bright", 1.6)
        for x in (left, right):
            shapes.line(c, x, y - 6, x, y + 6, "text.bright", 1.6)

    def _make_place(self, parts: Parts, number: int, at: int, place: tuple[str, int, int, float]) -> Part:
        game, _, turn, loss = place
        c, t = parts.c, self.ctx.t

        def draw(box: Box) -> None:
            made = self._pictures.get((game, turn))
            frame = (box[0], box[1], *PICTURE)
            if made is not None:
                place = c.rect(*frame)
                shown = c.cache.get(("habit", game, turn, place.size), lambda: _fill(made, place.size))
                c.surface.blit(shown, place)
            shapes.round_rect(c, *frame, 4, "edge", border=1.5)
            assert self.known is not None
            when = format_time(self.ctx.texts, self.known.sessions[game].updated)
            cost, y = t("habits.place.cost", cost=self.ctx.texts.decimal(100 * loss, 0)), box[1] + PICTURE[1] + 14
            room = text.draw(c, cost, box[0] + PICTURE[0], y, "name", "loss", "rm")
            text.draw(c, when, box[0], y, "fine", "text.muted", "lm", max_w=PICTURE[0] - room - 8)

        label = t("habits.open", turn=turn)
        name, act = f"place.{number}.{at}", partial(self.open_place, game, turn)
        return parts.at_width(PICTURE[0], parts.press(name, Part(0, draw), act, tip=(label, ""), label=label))

    def _make_sum(self, parts: Parts) -> Part:
        """Return who has read the games, and what all habits cost together with the interval of that."""
        t, decimal, habits = self.ctx.t, self.ctx.texts.decimal, self.known.habits if self.known else []
        cost, error = sum(one.cost for one in habits), hypot(*(one.high - one.cost for one in habits))
        face = Part(118, lambda box: draw_face(parts.c, READER, box[0] + 56, layout.middle(box), 46, sign=0))
        said = t("habits.sum" if habits else "habits.sum.none", cost=decimal(100 * cost, 1))
        bounds = [decimal(100 * max(0.0, end), 1) for end in (cost - error, cost + error)]
        head = parts.row([face, parts.note(t("habits.reader"), "name", share=1, middle=True)], 120)
        rows = [head, parts.note(said, "aside", "text.body", height=44)]
        if habits:
            rows.append(parts.line(t("habits.interval", low=bounds[0], high=bounds[1]), "remark", "text.muted"))
        return parts.panel(rows, height=214, pad=18)

    def _list_courses(self, parts: Parts) -> list[Part]:
        """Return the course of the first habit: its share of its chances over time, with 90 % bounds, oldest games
        first."""
        known = self.known
        if known is None or not known.habits:
            return []
        first = known.habits[0].habit
        games = [done for one in known.games if (done := [each.done for each in one.chances if each.habit == first])]
        size = -(-len(games) // COURSE)
        groups = [[*chain(*games[at : at + size])] for at in range(0, len(games), size or 1)]
        if len(groups) < 2:
            return []

        def draw(box: Box) -> None:
            c, points = parts.c, []
            for group, (x, y, w, h) in zip(groups, layout.columns(box, len(groups)), strict=True):
                low, high = interval(sum(group), len(group))
                shapes.round_rect(c, x + w / 2 - 4, y + h * (1 - high), 8, h * (high - low), 3, "accent.low")
                points.append((x + w / 2, y + h * (1 - sum(group) / len(group))))
            for (x, y), (right, end) in pairwise(points):
                shapes.line(c, x, y, right, end, "text.title", 2)
            for x, y in points:
                shapes.round_rect(c, x - 4, y - 4, 8, 8, 4, "text.bright")

        return [parts.caption_panel(self._name(known.habits[0]), Part(110, draw), note=self.ctx.t("habits.course"))]


def _fill(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return the middle of a picture, scaled so that it fills this size."""
    whole = pygame.transform.smoothscale_by(picture, max(map(truediv, size, picture.get_size())))
    shown = pygame.Rect((0, 0), size)
    shown.center = whole.get_rect().center
    return raster.native(whole.subsurface(shown.clip(whole.get_rect())))
