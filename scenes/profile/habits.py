"""What a person keeps doing, over the kept analyses of their games: at most three habits, each with a cure."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from operator import truediv
from typing import TYPE_CHECKING, Any

import msgspec
import pygame

from ai.analysis.habits import (
    LEAST_GAMES,
    Chance,
    FoundHabit,
    HabitGame,
    find_habits,
    is_gone,
    list_chances,
    load_usual,
)
from ai.analysis.report import WHOLE, Moment, Review, read_review
from ai.choose import think
from ai.levels import MASTER
from engine import registry
from engine.content import spaced_repetition
from engine.content.spaced_repetition import Missed
from engine.contract import Message
from engine.replay import Rewound
from engine.seats import WHO, Seat
from engine.session import Session
from engine.storage import folders, saves, studies
from engine.storage.household import read_clock
from engine.storage.saves import SaveError, SlotInfo
from scenes.common.player_identity import draw_face
from scenes.shell import routes
from scenes.shell.i18n import format_time
from scenes.shell.page import Page
from scenes.shell.parts import Parts
from scenes.study import retry
from scenes.study.table_preview import Pane
from scenes.table import game_screens
from sprites.base import drawn_words, layout, raster, regalia, shapes, text
from sprites.base.canvas import HEIGHT, WIDTH, Canvas
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.shell.context import Context

MOST_GAMES = 40
"""Newest analysed games that are looked at."""
PAUSE_S = 0.01
"""Rest between two games, so that the window keeps its frames."""
SHOWN, TABLES = 3, 5
"""Positions of a habit that are shown, and tables of a practice."""
PICTURE = (196.0, 132.0)
ROW = 232.0
READER = Seat("computer", WHO + "old_king")


@dataclass(slots=True)
class KnownGames:
    """Analysed games of one person, oldest first: sessions, moments and chances; habits then, and those that have
    gone."""

    sessions: dict[str, Session] = field(default_factory=dict)
    moments: dict[str, list[Moment]] = field(default_factory=dict)
    games: list[HabitGame] = field(default_factory=list)
    habits: list[FoundHabit] = field(default_factory=list)
    gone: list[FoundHabit] = field(default_factory=list)
    tables: dict[str, list[Missed]] = field(default_factory=dict)
    """Tables of the practice of each habit, by its key."""


def find_losses(review: Review, seat: int) -> dict[int, float]:
    """Return what the choices of a seat cost in an analysed game, as parts of 1, by number of decisions before."""
    found, before = {}, review.first
    for step in review.steps:
        if seat in step.seats and step.own[seat] < 0:
            found[before] = -step.own[seat] / WHOLE
        before = step.turn
    return found


def add_game(known: KnownGames, session: Session, review: Review, seat: int) -> None:
    """Add an analysed game of a person."""
    known.sessions[session.id] = session
    known.moments[session.id] = [one for one in review.moments if one.seat == seat and not one.good]
    chances = list_chances(session.game, session.course, seat, find_losses(review, seat))
    known.games.append(HabitGame(session.id, seat, chances))


def judge(known: KnownGames) -> KnownGames:
    """Find the habits of the games, and those of the first half that have gone since."""
    usual, half = load_usual(), len(known.games) // 2
    known.habits = find_habits(known.games, usual)
    for one in find_habits(known.games[:half], usual):
        later: list[Chance] = [each for game in known.games[half:] for each in game.chances if each.habit == one.habit]
        if is_gone(later, one.done / one.chances):
            known.gone.append(one)
    known.tables = {one.habit.key: list_tables(known, one) for one in known.habits}
    return known


def list_tables(known: KnownGames, one: FoundHabit) -> list[Missed]:
    """Return the tables of a practice: own turns of the habit that were confirmed, the dearest first, then others where
    the Master would have done something else."""
    places = sorted(one.places, key=lambda place: -place[3])
    confirmed = {
        (id, moment.seat, turn): moment for id, moments in known.moments.items() for moment in moments
        for turn in range(moment.turn, max(moment.end, moment.turn + 1))
    }  # fmt: skip
    found: dict[tuple[str, int], Moment] = {}
    for place in [*(place for place in places if place[:3] in confirmed), *places]:
        moment = confirmed.get(place[:3]) or make_moment(known.sessions[place[0]], *place[1:])
        if moment is not None and len(found) < TABLES:
            found.setdefault((place[0], moment.turn), moment)
    today = spaced_repetition.today()
    return [Missed(id, known.sessions[id].game, turn, moment.seat, msgspec.Raw(msgspec.json.encode(moment)), today)
            for (id, turn), moment in found.items()]  # fmt: skip


def make_moment(session: Session, seat: int, turn: int, loss: float) -> Moment | None:
    """Return a moment at a decision where the Master would have done something else, None where it would not."""
    course, rules = session.course, session.course.rules
    state, chosen = course.get_position(turn).state, course.entries[turn - course.base].action
    legal = [one for one in rules.legal(state, seat) if one not in rules.resignations]
    if len(legal) < 2:
        return None
    best = think(session.game, rules.view(state, seat), seat, legal, MASTER, turn).action
    cost = min(WHOLE, round(loss * WHOLE))
    return None if best == chosen else Moment(turn, seat, chosen, best, cost, cost, cost, (best,), ())


class HabitsPage(Page):
    """The page of one person; guests have none. ``known``: for pictures and tests."""

    name = "habits"
    music = "title"
    head, icon = "habits.title", "person"
    margin, top, low = 24.0, 60.0, 22.0

    def __init__(self, ctx: Context, person: str, known: KnownGames | None = None) -> None:
        super().__init__(ctx)
        self.person = person
        self.owner = ctx.find_owner(person)
        self.known = known
        self._pictures: dict[tuple[str, int], pygame.Surface] = {}
        if known is None and self.owner is not None:
            ctx.records.submit("habits", self._look)

    def _look(self) -> list[Message]:
        """Read the analysed games of the person; runs in the background, a game at a time."""
        known, since = KnownGames(), self.ctx.settings.habits_since.get(self.owner or "", "")
        slots = [one for one in saves.slots(folders.saves()) if one.over and one.updated > since]
        for slot in sorted(slots, key=lambda one: one.updated)[-MOST_GAMES:]:
            self._read(known, slot)
            time.sleep(PAUSE_S)
        self.known = judge(known)
        return []

    def _read(self, known: KnownGames, slot: SlotInfo) -> None:
        seats = [k for k, seat in enumerate(slot.seats)
                 if seat.is_person and self.ctx.find_owner(seat.name) == self.owner]  # fmt: skip
        kept = bytes(studies.load(slot.id).review) if len(seats) == 1 else b"null"
        if kept == b"null":
            return
        try:
            session = saves.look(slot.path).session
        except SaveError:
            return
        review = read_review(kept, session)
        if review is not None and review.finished:
            add_game(known, session, review, seats[0])

    @property
    def moving(self) -> bool:
        """Whether games are still being read, or positions painted."""
        return self.known is None or len(self._pictures) < len(self._list_pictures())

    def update(self, ms: float) -> None:
        """Paint one position a frame."""
        for place in self._list_pictures():
            if place not in self._pictures:
                self._pictures[place] = self._paint(*place)
                self.ui.dirty = True
                return

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
        """Count no game that has ended by now."""
        if self.owner is not None:
            self.ctx.settings.habits_since = {**self.ctx.settings.habits_since, self.owner: read_clock()}
            self.ctx.save_settings()
        self.known = KnownGames()
        self.ui.dirty = True

    def open_place(self, game: str, turn: int) -> None:
        """Open the study of a game at a position."""
        assert self.known is not None
        study: Any = routes.scene("study", self.ctx, self.known.sessions[game])
        study.go(turn)
        self.ctx.stack.push(study)

    def practise(self, habit: FoundHabit) -> None:
        """Open the tables of a habit, one after the other."""
        assert self.known is not None
        retry.open_next(self.ctx, list(self.known.tables[habit.habit.key]))

    # --- drawing ----------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return how many games are looked at."""
        return self.ctx.t("habits.games", name=self.person, n=0 if self.known is None else len(self.known.games))

    def body(self, parts: Parts) -> Part:
        """Return up to three habits, what has gone below, and how it is found at the right."""
        t, known = self.ctx.t, self.known
        rows = [self._make_row(parts, number, one) for number, one in enumerate(known.habits if known else ())]
        if not rows:
            words = "habits.guest" if self.owner is None else "habits.reading" if known is None else "habits.none"
            left = max(0, LEAST_GAMES - (len(known.games) if known is not None else 0))
            rows = [parts.panel([parts.note(t(words, n=left), "aside", height=120)], height=ROW, pad=24)]
        for one in (known.gone if known else [])[:1]:
            gone = t("habits.gone", what=self._name(one), done=one.done, chances=one.chances)
            laurel, told = parts.icon("laurels", 34, "gain", width=70), parts.line(gone, "name", "gain", share=1)
            rows.append(parts.panel([parts.row([laurel, told], 58)], height=74))
        right = [
            self._make_sum(parts),
            parts.caption_panel(t("habits.how"), parts.note(t("habits.how.body"), height=150)),
        ]
        right += [parts.space(share=1), parts.button("forget", t("habits.forget"), self.forget, "trash", height=46)]
        habits = known.habits if known else []
        can = known is not None and bool(habits) and bool(known.tables.get(habits[0].habit.key))
        main = partial(self.practise, habits[0]) if can else self.go_back
        label = t("habits.practise.first" if can else "ui.back")
        right.append(parts.button("main", label, main, "dice-target" if can else "left", height=74, main=True))
        return parts.row(
            [parts.column(rows, gap=12, share=1), parts.at_width(360, parts.column(right, gap=12))], gap=14
        )

    def _name(self, one: FoundHabit) -> str:
        return self.ctx.t(f"habits.{one.habit.term}.{'more' if one.habit.more else 'less'}")

    def _make_row(self, parts: Parts, number: int, one: FoundHabit) -> Part:
        """Return a habit: what it is, how often, in how many games, what it costs, three positions, practice."""
        t, c, decimal = self.ctx.t, parts.c, self.ctx.texts.decimal
        why = t(f"ui.leaning.{one.habit.term}.{'more' if one.habit.more else 'less'}.about")
        figures = [
            parts.line(t("habits.often", done=one.done, chances=one.chances), "name", "text.title"),
            parts.line(t("habits.in_games", n=sum(one.games), of=len(one.games)), "body"),
            Part(22, lambda box: self._draw_games(c, one, box)),
            parts.line(t("habits.cost", cost=decimal(100 * one.cost, 1)), "name", "loss"),
            parts.line(t("habits.interval", low=decimal(100 * one.low, 1), high=decimal(100 * one.high, 1)), "remark"),
            Part(22, lambda box: self._draw_cost(c, one, box)),
        ]
        told = [
            parts.line(self._name(one), "display", "text.title", height=36),
            parts.line(game_screens.short_name(self.ctx, one.habit.game), "caption", "accent", height=24),
            parts.note(why, "body", height=24),
            *[Part(20, part.draw) for part in figures],
        ]
        emblem = registry.info(one.habit.game).emblem
        assert self.known is not None
        tables = self.known.tables.get(one.habit.key)
        places = [self._make_place(parts, number, at, place) for at, place in enumerate(one.places[:SHOWN])]
        practise = parts.button(f"practise.{number}", t("habits.practise"), partial(self.practise, one), "dice-target",
                                height=40, enabled=bool(tables))  # fmt: skip
        views = parts.column([parts.row(places, PICTURE[1] + 24, gap=12), parts.space(8), practise])
        medal = Part(92, lambda box: regalia.medal(c, box[0] + 46, box[1] + 50, 36, emblem, glow=0))
        inner = parts.row([medal, parts.column(told, share=1), parts.at_width(620, views)], ROW - 24, gap=10)
        return parts.panel([parts.space(12), inner], height=ROW, pad=14)

    def _draw_games(self, c: Canvas, one: FoundHabit, box: Box) -> None:
        """Draw a square for each game, the newest at the right: filled where it came."""
        for at, came in enumerate(one.games[-18:]):
            cell = (box[0] + 18 * at, box[1] + 4, 13.0, 13.0)
            shapes.round_rect(c, *cell, 4, "accent" if came else "edge.low", border=0 if came else 1.6)

    def _draw_cost(self, c: Canvas, one: FoundHabit, box: Box) -> None:
        """Draw the cost as a bar from the right with its interval; the most costly habit fills it."""
        assert self.known is not None
        most, wide, y = max(each.high for each in self.known.habits), 284.0, box[1] + 10
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
            said = t("habits.place", when=when, cost=self.ctx.texts.decimal(100 * loss, 0))
            text.draw(c, said, box[0], box[1] + PICTURE[1] + 13, "fine", "text.muted", "lm", max_w=PICTURE[0])

        label = t("habits.open", turn=turn)
        name, act = f"place.{number}.{at}", partial(self.open_place, game, turn)
        return parts.at_width(PICTURE[0], parts.press(name, Part(0, draw), act, tip=(label, ""), label=label))

    def _make_sum(self, parts: Parts) -> Part:
        """Return who has read the games, and what all habits cost together."""
        t, habits = self.ctx.t, self.known.habits if self.known else []
        cost = sum(each.cost for each in habits)
        face = Part(118, lambda box: draw_face(parts.c, READER, box[0] + 56, layout.middle(box), 46, sign=0))
        said = t("habits.sum" if habits else "habits.sum.none", cost=self.ctx.texts.decimal(100 * cost, 1))
        head = parts.row([face, parts.note(t("habits.reader"), "name", share=1, middle=True)], 120)
        return parts.panel([head, parts.note(said, "aside", "text.body", height=110)], height=258, pad=18)


def _fill(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return the middle of a picture, scaled so that it fills this size."""
    whole = pygame.transform.smoothscale_by(picture, max(map(truediv, size, picture.get_size())))
    shown = pygame.Rect((0, 0), size)
    shown.center = whole.get_rect().center
    return raster.native(whole.subsurface(shown.clip(whole.get_rect())))
