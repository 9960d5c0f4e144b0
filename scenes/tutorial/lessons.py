"""The row of lessons of a game at their tables, the ways between them, and the coach of a first whole game."""

import contextlib
from collections.abc import Callable, Collection, Sequence
from functools import partial

from ai.levels import LEVELS
from engine.content import lessons
from engine.content.lessons import BadLessons, Lesson, News, Room, Step
from engine.contract import IllegalAction
from engine.seats import WHO, Seat
from engine.session import Session
from scenes.common import opponent_names
from scenes.common.lesson_progress import Left, Together, keep, next_lesson, progress
from scenes.common.player_identity import build_plain_face
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.table import game_screens as games
from scenes.table.new_game import begin, give_signs, new_seed, place_for, sitting
from scenes.table.opponents import Opponents
from scenes.table.script import AnyTable
from scenes.tutorial.controller import Guide, Scripted
from scenes.tutorial.view import Coin, Voice, Way
from sprites.base.canvas import Canvas


def teach(ctx: Context, game: str, at: int | None = None) -> None:
    """Open a lesson over the title: the one with index ``at``, None for the one to go on with."""
    try:
        row = lessons.row(game)
        number = next_lesson(ctx, game) if at is None else at
        table = open_lesson(ctx, game, row.all[number], number)
    except BadLessons as error:
        ctx.ask(ctx.t("lesson.bad"), str(error))
        return
    if game not in ctx.settings.guided:
        ctx.settings.guided = [*ctx.settings.guided, game]
    routes.go(ctx, "title")
    ctx.stack.push(table)


def open_lesson(ctx: Context, game: str, lesson: Lesson, number: int) -> AnyTable:
    """Return the table of a lesson (index ``number``), at the saved step or at its beginning; raises BadLessons."""
    seats = _seats(ctx, game, lesson)
    session = lessons.begin(game, lesson, seats)
    left = progress(ctx, game).left
    step = 0
    if left.lesson == lesson.id and _replay_left(session, left):
        step = left.step
    elif session.log:
        session = lessons.begin(game, lesson, seats)
    table = games.table(ctx, session)
    table.opponents = Scripted(ctx, session, lesson.replies, table.hooks.codec)
    row = lessons.row(game)
    course = RowOf(ctx, game, number)
    voice = get_voice(ctx, lesson.who)
    table.guide = Guide(table, lesson, course, voice, step, row.rooms, row.corners, number)
    return table


def _replay_left(session: Session, left: Left) -> bool:
    """Replay the decisions of an interrupted lesson; return False when they are illegal now."""
    try:
        for seat, action in left.log:
            session.submit(seat, action)
    except (IllegalAction, IndexError):
        return False
    return True


def _seats(ctx: Context, game: str, lesson: Lesson) -> list[Seat]:
    you = Seat("person", "", ctx.person_name)
    return give_signs(ctx, game, [you, *opponent_names.cast_rivals(ctx, game, lesson.seats - 1)])


def get_voice(ctx: Context, name: str) -> Voice:
    """Return the character with this name as a speaker."""
    level = WHO + name
    return Voice(opponent_names.get_name(ctx, level), *build_plain_face(level))


class RowOf:
    """The row of lessons that a lesson at a table belongs to; used by its controller."""

    def __init__(self, ctx: Context, game: str, number: int) -> None:
        self.ctx = ctx
        self.game = game
        self.number = number

    @property
    def first(self) -> int:
        """Index of the first lesson in the same row: of lessons that show, or of those that make the learner find the
        move."""
        shown = len(lessons.row(self.game).lessons)
        return shown if self.number >= shown else 0

    def remember_step(self, guide: Guide) -> None:
        """Store the current step as the place to resume the lesson."""
        log = tuple((entry.seat, entry.action) for entry in guide.table.session.log)
        now = progress(self.ctx, self.game)
        now.left = Left(guide.lesson.id, guide.at, log)
        keep(self.ctx, self.game, now)

    def done(self, guide: Guide) -> None:
        """Store the stars of a finished lesson, if more than before."""
        now = progress(self.ctx, self.game)
        now.stars = {**now.stars, guide.lesson.id: max(guide.stars, now.stars.get(guide.lesson.id, 0))}
        now.left = Left()
        keep(self.ctx, self.game, now)

    def strip(self) -> Sequence[Coin]:
        """Return a coin for each lesson: those that show, then those that make the learner find the move."""
        t, stars = self.ctx.t, progress(self.ctx, self.game).stars
        return [
            Coin(t(lessons.text_id(self.game, lesson.id)), stars.get(lesson.id, 0), at == self.number)
            for at, lesson in enumerate(lessons.row(self.game).all)
        ]

    def go(self, at: int) -> None:
        """Open the lesson of the game with this index; the current one is restarted."""
        self._leave_place()
        teach(self.ctx, self.game, at)

    def skip(self) -> None:
        """Open the next lesson; after the last one the title."""
        if not self.last():
            self.go(self.number + 1)
            return
        self._leave_place()
        routes.go(self.ctx, "title")

    def _leave_place(self) -> None:
        now = progress(self.ctx, self.game)
        now.left = Left()
        keep(self.ctx, self.game, now)

    def last(self) -> bool:
        """Return whether this is the last lesson of the row."""
        row = lessons.row(self.game)
        return self.number + 1 >= (len(row.all) if self.first else len(row.lessons))

    def list_next_steps(self, guide: Guide) -> Sequence[Way]:
        """Return the buttons at the end of a lesson: next lesson, the whole game, a game of one's own (as possible),
        and the title."""
        t = self.ctx.t
        ways = [Way("lesson.title", t("lesson.title"), "home", partial(routes.go, self.ctx, "title"))]
        if guide.lesson.begun:
            ways.insert(0, Way("lesson.on", t("lesson.on"), "play", guide.release))
        elif self.last():
            ways.insert(0, Way("lesson.play", t("lesson.play"), "play", partial(first_game, self.ctx, self.game)))
        if not self.last():
            ways.insert(0, Way("lesson.next", t("lesson.next"), "right", partial(self.go, self.number + 1)))
        elif not self.first and lessons.row(self.game).finding:
            ways.insert(1, Way("lesson.find", t("lesson.find"), "search", partial(self.go, self.number + 1)))
        return ways

    def release(self, table: AnyTable) -> None:
        """Continue the lesson's game as an ordinary one, which is saved from now on."""
        table.session.autosave = place_for(self.ctx, self.game)
        table.opponents = Opponents(self.ctx, table.session)


def first_game(ctx: Context, game: str) -> None:
    """Open the first whole game: the simplest options, the easiest rival, and a coach."""
    row = lessons.row(game)
    rival = opponent_names.pick_character(game, LEVELS[0], ()) or LEVELS[0]
    seats = sitting(ctx, game, ["", rival])
    table = begin(ctx, game, row.first, seats, new_seed(), try_again=True, first=True)
    go_along(ctx, table)
    routes.go(ctx, "title")
    ctx.stack.push(table)


def go_along(ctx: Context, table: AnyTable, left: Collection[int] | None = None) -> None:
    """Add the coach to the table of a first whole game; ``left``: indices of its remaining comments, None for all."""
    game, path = table.session.game, table.session.autosave
    row = lessons.row(game)
    if row.companion is None:
        return

    def keep_rest(left: Sequence[int]) -> None:
        if path is not None:
            now = progress(ctx, game)
            now.together = Together(path.name, tuple(left)) if left else Together()
            keep(ctx, game, now)

    voice = get_voice(ctx, row.companion.who)
    table.guide = Mentor(table, row.companion, RowOf(ctx, game, 0), voice, row.rooms, keep_rest, left)


def rejoin(ctx: Context, table: AnyTable) -> None:
    """Add the coach to the table of a continued first game, with its remaining comments."""
    game, path = table.session.game, table.session.autosave
    if path is None or not lessons.has(game):
        return
    together = progress(ctx, game).together
    if together.save == path.name and together.left:
        with contextlib.suppress(BadLessons):
            go_along(ctx, table, together.left)


class Mentor(Guide):
    """Coach of a first whole game, with its remaining comments; ``now``: whether it is speaking."""

    whole = True
    leave_words = "lesson.alone"

    def __init__(
        self,
        table: AnyTable,
        companion: lessons.Companion,
        course: RowOf,
        voice: Voice,
        rooms: Sequence[Room],
        kept: Callable[[Sequence[int]], None] = lambda left: None,
        left: Collection[int] | None = None,
    ) -> None:
        """``kept`` is called with the indices of the remaining comments whenever they change, with none after the coach
        has left. ``left``: the remaining comments of a saved game, None for a new one."""
        steps = tuple(Step(news.id, point=news.point) for news in companion.news)
        super().__init__(table, Lesson("companion", companion.who, steps), course, voice, rooms=rooms)
        self.news: tuple[News, ...] = companion.news
        self.left = [at for at in range(len(self.news)) if left is None or at in left]
        """Numbers of what has not been said yet."""
        self.now = False
        self._heard = 0 if left is None else len(table.told)
        self._kept = kept
        kept(self.left)

    @property
    def reading(self) -> bool:
        """Whether the table waits until the text has been read."""
        return self.now

    def describe_progress(self) -> str:
        """Return the progress of the game, as for any other one."""
        return self.table.hooks.describe_progress(self.table)

    def go_on(self) -> None:
        """Close the current comment; the coach leaves after its last one."""
        self.now = False
        self.table.ui.dirty = True
        self._kept(self.left)
        if not self.left:
            self.release()

    def release(self) -> None:
        """Remove the coach; it does not return when the game is loaded."""
        self._kept(())
        self.table.guide = None
        self.table.ui.dirty = True

    course_on = release

    def describe_spoken(self) -> str:
        """Return the coach's current words; "" while it is silent."""
        return super().describe_spoken() if self.now else ""

    def update(self, ms: float) -> None:
        """Speak the next comment that applies once the table is at rest."""
        if self.look.moves:
            self.look.moves = False
            self.table.ui.dirty = True
        if self.now or not self.table.resting:
            return
        told = [event.kind for _turn, event in self.table.told[self._heard :]]
        self._heard = len(self.table.told)
        found = next((at for at in self.left if self._is_new(self.news[at], told)), None)
        if found is not None:
            self.left.remove(found)
            self.at, self.now = found, True
            self.table.ui.dirty = True

    def _is_new(self, news: News, told: Sequence[str]) -> bool:
        if news.event:
            return news.event in told
        return bool(self.table.may_act() and self.table.view["phase"] == news.phase)

    def holds(self, target: str) -> bool:
        """Return False: every control belongs to the table."""
        return False

    def advise(self) -> bool:
        """Return False: the table gives its own advice."""
        return False

    def next_target(self) -> str | None:
        """Return None: no target has to be pressed."""
        return None

    def allows(self, action: int) -> bool:
        """Return whether an action is allowed: every one, except while a text is read."""
        return not self.now

    def swallows(self, given: Input) -> bool:
        """Return whether an input was used by an open comment."""
        if not self.now or self.table.busy or given.kind not in ("press", "wheel", "command"):
            return False
        if given.kind == "command" and given.name in ("main", "activate", "back"):
            self.go_on()
        if given.kind == "command" and given.name == "skip":
            self.course_on()
        return True

    def draw(self, c: Canvas) -> None:
        """Draw the speech while the coach speaks."""
        if self.now and not self.table.busy:
            super().draw(c)
