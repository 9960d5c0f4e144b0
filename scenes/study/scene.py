"""The study: a game seen again, step by step, and what decided it."""

from collections.abc import Callable, Hashable
from functools import cached_property, partial
from itertools import pairwise

import msgspec

from ai.analysis.report import Fact, Moment, Review, read_review
from ai.analysis.worker import AnalysisWorker
from engine import registry
from engine.replay import Rewound
from engine.session import Session
from engine.storage import studies
from engine.storage.studies import Branch, Study
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.i18n import format_time
from scenes.shell.inputs import Input
from scenes.shell.layers import LayerCache, PanelCache
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.study import course_panel, overview, turn_panel
from scenes.study.course_panel import Bookmarks
from scenes.study.moments import MomentSides
from scenes.study.own_line import OwnLines
from scenes.study.row_scroll import RowScroll
from scenes.study.table_preview import Filming, Pane
from scenes.study.turn_view import LineCache, TurnView
from scenes.study.turn_why import TurnWhy
from scenes.table import game_screens as games
from scenes.table.script import AnyTable
from sprites.base.canvas import Canvas
from sprites.base.layout import Part
from sprites.base.timeline import Timeline

GLIDE_MS = 260.0
REST_MS = 450.0
"""Between two steps while the game is played by itself, at the first speed."""


class StudyScene(Page):
    """Page of the analysis of one game. ``review``: given if already known (pictures, tests). ``trying``: retry the
    most costly choice as soon as it is known, unless the player does something else meanwhile."""

    name = "study"
    margin, top, low = 24.0, 62.0, 22.0
    row_signs = (
        "go.", "step.", "before", "after", "more", "chapter", "mark", "arrange", "why", "hands", "large", "fair",
    )  # fmt: skip

    def __init__(
        self, ctx: Context, session: Session, review: Review | None = None, trying: bool = False,
        branch: Branch | None = None,
    ) -> None:  # fmt: skip
        """``branch``: the session is a line of the player's own; its hands are open and nothing is stored."""
        super().__init__(ctx)
        self.own_line = branch
        self.head, self.icon = "study.title" if branch is None else "study.line", registry.info(session.game).emblem
        self.trying = trying and session.over
        self.whole = session
        self.music = registry.info(session.game).music or None
        self.names = [seat.name for seat in session.seats]
        self.over = session.over
        self.first, self.last = session.course.base, session.turn
        self.people = [seat for seat, one in enumerate(session.seats) if one.is_person]
        eyes = self.people[0] if self.people else 0
        self.eyes: int | None = eyes if self.is_open or len(self.people) == 1 else None
        self.whose = self.eyes or 0
        self.shown = Rewound(session)
        self.pane = Pane(ctx, self.shown, self.eyes)
        self.panels = PanelCache()
        self.layers = LayerCache()
        self.timeline = Timeline()
        self.playing = False
        self.speed = 1.0
        self.unit = "decision"
        self.scroll = 0
        self.rows = RowScroll()
        self.large = False
        """Nothing but the table and what moves it."""
        self.open_hands = False
        self.folded = False
        """What was better is a lamp only, where it would lie over the table."""
        """Whether the panel with all hands is open."""
        self.moment: Moment | None = None
        self.turn_view: TurnView | None = None
        """The chosen moment as a turn on two boards."""
        self.lines = LineCache(session)
        self.own = OwnLines(self)
        self.why = TurnWhy(ctx, session, self.pane.table, self.panels)
        self.bookmarks = Bookmarks(ctx, self.ui, lambda: (self.study, self.turn), self._change_study)
        self._page = "moments"
        self.case = 0
        """Which way that the chosen moment could have gone is shown."""
        self.more = False
        """Whether the figures of a moment are shown."""
        self.detailed = False
        """Whether other facts of the game stand where the moments do."""
        self.study: Study = studies.load(session.id).within(self.first, self.last)
        self._on_disk = self.study
        """What of the study is on the disk, as far as this window knows."""
        self.review = review
        if review is None and self.over:
            self.review = read_review(self.study.review, session)
        self.mark_of_review = 0
        """Tells one review from the next."""
        self.moments: list[Moment] = []
        self.sorted = MomentSides(None, len(self.names))
        self.side = "own"
        """Whose moments are listed."""
        self._worker: AnalysisWorker | None = None
        self.stopped = False
        """Whether the analysis has ended before it was finished."""
        self._filming: Filming | None = None
        self._rest = 0.0
        self.cursor = self._aim = -1.0
        """Where the playhead is drawn, as a logical x, and where it is on its way to; below 0 before the first time."""
        self._take_moments()
        self.ui.set_focus("track", show=False)

    # --- who may see what -------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether all hands may be shown: after the end, and in an own line of a finished game."""
        return self.over or self.own_line is not None

    def can_look_from(self, seat: int) -> bool:
        """Whether the game can be shown from this seat's side: only with open hands, after the end."""
        return self.is_open or self.people == [seat]

    def look_from(self, seat: int) -> None:
        """Show the game from a seat's side."""
        self.eyes = self.whose = seat
        self.moment = None
        self.pane.look_from(seat)
        self.pane.go(self.shown.turn, False)
        self._take_moments()
        self.ui.dirty = True

    # --- coming and going -------------------------------------------------------------------------

    def enter(self) -> None:
        """Start the analysis, unless it is finished."""
        if self.over and not self.ctx.quiet and (self.review is None or not self.review.finished):
            self.analyse()
            if self.trying:
                self.ctx.toast(self.ctx.t("study.try.soon"))

    def analyse(self) -> None:
        """Start the analysis, continuing an earlier attempt of this run of the program."""
        self.stopped = False
        self.mark_of_review += 1
        self._worker = self.ctx.analyses.adopt(self.whole)
        if self._worker is not None and self._worker.review is not None:
            self._take_review()
        self.ui.dirty = True

    def _dismiss(self) -> None:
        """Stop the analysis; an unfinished one keeps its results for the next attempt."""
        if self._worker is None:
            return
        self.ctx.analyses.give_back(self.whole, self._worker)
        self._worker = None

    def leave(self) -> None:
        """Stop the analysis and release the tables."""
        self.pane.close()
        self.close_turn()
        if self._filming is not None:
            self._filming.pane.close()
        self._dismiss()

    def keep_work(self) -> bool:
        """Store a line that is being played at a table above; return True."""
        self.own.keep_current_line()
        return True

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        super().relabel()
        self.panels.clear()
        self.layers.clear()
        self.pane.relabel()
        if self.turn_view is not None:
            self.turn_view.relabel()

    def keep(self) -> None:
        """Save bookmarks, own lines and analysis, in the background."""
        if self.ctx.quiet or self.own_line is not None:
            return
        study = self.study

        def write() -> None:
            studies.keep(study, self._on_disk)
            self._on_disk = study

        self.ctx.files.submit(f"study {study.id}", write, asked=True)

    def _change_study(self, study: Study) -> None:
        self.study = study
        self.keep()
        self.ui.dirty = True

    # --- time --------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether the next frame will look different."""
        turning = self.turn_view is not None and self.turn_view.moving
        return self.timeline.active or self.playing or self.pane.moving or turning

    def update(self, ms: float) -> None:
        """Advance the table, the replay and the running analysis by ``ms`` milliseconds."""
        if self._worker is not None and self._worker.poll():
            self._take_review()
        self._film_on()
        if self.ctx.stack.top is not self:
            return
        self._try_dearest_moment()
        if self.turn_view is None and self.own_line is None and self.why.update(self.turn, self.eyes):
            self.ui.dirty = True
        still = self.ctx.instant
        self.pane.update(ms, 0.0 if still else self.speed)
        self.timeline.update(ms)
        if self.turn_view is not None:
            self.turn_view.update(ms, 0.0 if still else self.speed)
        if self.playing and not self.pane.busy:
            self._rest -= ms * self.speed
            if self._rest <= 0:
                self._rest = REST_MS
                if self.turn >= self.last:
                    self.playing = False
                else:
                    self._go_to(self.turn + 1, True)
        if self.moving or self.pane.table.ui.dirty:
            self.ui.dirty = True

    def _try_dearest_moment(self) -> None:
        """Once the review is complete, retry the most costly moment if that was asked for."""
        if self.trying and self.review is not None and self.review.finished:
            self.trying = False
            if overview.to_try(self):
                overview.retry_moment(self)

    def _take_review(self) -> None:
        """Take over a finer analysis."""
        assert self._worker is not None
        found = self._worker.review
        if found is not None and (self.review is None or found.done >= self.review.done):
            self.review = found
            self._take_moments()
            if self.review.finished:
                self.study = msgspec.structs.replace(self.study, review=msgspec.Raw(msgspec.json.encode(self.review)))
                self.keep()
        if self._worker.problem:
            self.stopped = self.review is None or not self.review.finished
            self.mark_of_review += 1
            self._dismiss()
        self.ui.dirty = True

    def _take_moments(self) -> None:
        self.mark_of_review += 1
        self.sorted = MomentSides(self.review, len(self.names))
        self.moments = self.sorted.by_seat[self.whose]
        if (shown := self.moment) is not None:
            same = [one for one in self.sorted.by_seat[shown.seat] if one.turn == shown.turn]
            self.moment = same[0] if same else None

    def turn_side(self, at: int) -> None:
        """Show the list of moments with this index."""
        self.side = self.sorted.names[at]
        self.ui.dirty = True

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Further facts about the game, as seen by the seat whose breakdown is shown."""
        found = () if self.review is None else self.review.besides
        return found[self.whose] if found else ()

    @property
    def pages(self) -> list[str]:
        """Names of the tabs; facts only where the game has some."""
        lines = ["lines"] if self.over else []
        return ["moments", "swings", *(["facts"] if self.facts else []), *lines]

    @property
    def page(self) -> str:
        """Name of the shown tab."""
        return self._page if self._page in self.pages else "moments"

    def show_page(self, page: str) -> None:
        """Show the tab of this name."""
        self._page = page
        self.ui.dirty = True

    def turn_case(self, at: int) -> None:
        """Show the alternative course with this index of the chosen moment."""
        self.case = at
        self.ui.dirty = True

    def turn_more(self) -> None:
        """Show or hide the figures of a moment."""
        self.more = not self.more
        self.ui.dirty = True

    def turn_details(self) -> None:
        """Show or fold the parts of the line "course of the game" in the breakdown."""
        self.detailed = not self.detailed
        self.ui.dirty = True

    # --- moving through the game --------------------------------------------------------------------

    @property
    def table(self) -> AnyTable:
        """Table shown at the chosen step; it takes no input."""
        return self.pane.table

    @property
    def turn(self) -> int:
        """Number of decisions made before the shown position."""
        return self.shown.turn

    def _go_to(self, turn: int, told: bool) -> None:
        self.trying = False
        self.pane.go(turn, told and not self.ctx.instant)
        self.scroll = 0
        self.ui.dirty = True

    def go(self, turn: int) -> None:
        """Show the position after ``turn`` decisions."""
        self.playing = False
        self.close_turn()
        if turn != self.turn:
            self._go_to(max(self.first, min(self.last, turn)), False)

    def step(self, by: int) -> None:
        """Go one step (decision, turn or round, by the chosen unit) forward (1) or back (-1)."""
        self.playing = False
        self.close_turn()
        if self.unit == "decision":
            turn = self.turn + by
        else:
            marks = self.turn_marks if self.unit == "round" else self.turns
            ahead = [mark for mark in marks if (mark > self.turn if by > 0 else mark < self.turn)]
            turn = (ahead[0] if by > 0 else ahead[-1]) if ahead else (self.last if by > 0 else self.first)
        turn = max(self.first, min(self.last, turn))
        self._go_to(turn, turn == self.turn + 1)

    @cached_property
    def turns(self) -> list[int]:
        """Positions (decisions made before them) at which other seats have to decide than before."""
        positions = self.whole.course.positions
        return [
            self.first + at
            for at, (one, other) in enumerate(pairwise(positions), 1)
            if other.owing != one.owing and not other.hidden
        ]

    @cached_property
    def turn_marks(self) -> tuple[int, ...]:
        """Positions (decisions made before them) at which a round after the first begins."""
        rules = self.whole.rules
        rounds = [rules.view(position.state, None).get("round") for position in self.whole.course.positions]
        return tuple([self.first + at for at, (one, other) in enumerate(pairwise(rounds), 1) if one != other])

    def toggle(self) -> None:
        """Start or stop the replay."""
        self.playing = not self.playing
        if self.playing and self.turn >= self.last:
            self._go_to(self.first, False)
        self._rest = 0.0
        self.ui.dirty = True

    def set_speed(self, at: int) -> None:
        """Choose the replay speed with this index."""
        self.speed = course_panel.SPEEDS[at]
        self.ui.dirty = True

    def set_unit(self, at: int) -> None:
        """Choose the unit of a step by index: decision, turn, round."""
        self.unit = course_panel.UNITS[at]
        self.ui.dirty = True

    def glide(self, x: float) -> float:
        """Return the x coordinate at which the playhead is drawn: it glides to ``x``, except under the pointer."""
        if self.ctx.instant or self.ctx.reduced or self.ui.pressed == "track":
            self.cursor, self._aim = x, x
        elif x != self._aim:
            self._aim = x
            if self.cursor < 0:
                self.cursor = x
            self.timeline.tween(self, GLIDE_MS, cursor=x)
        return self.cursor if self.timeline.active else x

    def enlarge(self) -> None:
        """Show the table as large as possible, or in its usual size again."""
        self.close_turn()
        self.large = not self.large
        self._place_playhead()
        self.ui.dirty = True

    def _place_playhead(self) -> None:
        """Place the playhead without gliding at the next drawing, since the curve is elsewhere."""
        self.timeline.finish()
        self.cursor = self._aim = -1.0

    @property
    def may_open_hands(self) -> bool:
        """Whether all hands can be shown: after the end, in a game with hands."""
        return self.is_open and games.has_hands(self.whole.game)

    def turn_hands(self) -> None:
        """Show or hide all hands."""
        self.close_turn()
        self.open_hands = not self.open_hands and self.may_open_hands
        self.ui.dirty = True

    def toggle_why(self) -> None:
        """Show or hide why each turn was played."""
        self.why.toggle()
        self.ui.dirty = True

    def fold(self) -> None:
        """Show or hide the better choice on the table."""
        self.folded = not self.folded
        self.ui.dirty = True

    # --- moments ------------------------------------------------------------------------------------

    def open_moment(self, moment: Moment) -> None:
        """Show the position of a moment, or its whole turn on two boards where the game has a board."""
        self.moment, self.case = moment, 0
        self.go(moment.turn)
        self._open_turn(moment)
        self.ui.dirty = True

    def _open_turn(self, moment: Moment) -> None:
        """Show a moment as a turn on two boards, if it is a turn and its game has a board."""
        board = self.table.hooks.find_board_box(self.table)
        lines = self.lines.find(moment) if self.over and board is not None else None
        if lines is not None:
            eyes = moment.seat if self.can_look_from(moment.seat) else None
            self.turn_view = TurnView(self.ctx, self.ui, moment, lines, eyes)
            self._place_playhead()
            self.ui.set_focus("steps", show=False)

    def close_turn(self) -> None:
        """Go back from a turn to the whole game."""
        if self.turn_view is not None:
            self.turn_view.close()
            self.turn_view = None
            self._place_playhead()
            self.ui.set_focus("track", show=False)
            self.ui.dirty = True

    def to_moment(self, by: int) -> None:
        """Go to the next moment of the game (1) or the previous one (-1); after the last comes the first."""
        turns = sorted(self.moments, key=lambda one: one.turn)
        ahead = [one for one in turns if (one.turn > self.turn if by > 0 else one.turn < self.turn)]
        if ahead:
            self.open_moment(ahead[0] if by > 0 else ahead[-1])
        elif turns:
            self.open_moment(turns[0] if by > 0 else turns[-1])

    def film(self) -> None:
        """Start the animation of the game, worked on in every frame and written to a file at its end."""
        if self._filming is None:
            self._filming = Filming(self.ctx, self.whole, self.eyes)
            self.ctx.toast(self.ctx.t("study.filming"))

    def _film_on(self) -> None:
        if self._filming is None:
            return
        self._filming.go_on()
        data = self._filming.data
        if data is not None:
            self._filming.pane.close()
            self._filming = None
            overview.export_film(self, data)

    # --- drawing --------------------------------------------------------------------------------------

    def result_words(self) -> str:
        """Return the text that names the winners, the last line of the breakdown."""
        winners = [self.names[seat] for seat, place in enumerate(self.whole.result()) if place == 1]
        return self.ctx.t("study.bill.end", n=len(winners), name=self.ctx.texts.join(winners))

    def draw_layer(self, c: Canvas, name: str, content: Hashable, paint: Callable[[], None]) -> None:
        """Draw a panel, reused from the last frame while its content, analysis and seat are the same."""
        language = self.ctx.texts.language
        self.layers.draw(c, self.ui, name, (), paint, lambda: (content, language, self.mark_of_review, self.whose))

    def subtitle(self) -> str:
        """Return the game's name, when it was played, and the number of seats."""
        t, whole = self.ctx.t, self.whole
        said = t(f"{whole.game}.name"), format_time(self.ctx.texts, whole.updated), t("study.seats", n=len(self.names))
        return " · ".join(said)

    def bar(self, parts: Parts) -> None:
        """Draw the buttons for views and for other pages of the game, from the right."""
        t, whole = self.ctx.t, self.whole
        fair, arrange = partial(routes.open, self.ctx, "fair", whole), self._arrange
        size = (t("study.small_table" if self.large else "study.large"), "")
        can_arrange = self.over and bool(registry.info(whole.game).arrangement)
        icons = (
            ("fair", "dice", fair, False, (t("study.fair"), t("study.fair.tip")), self.over),
            ("large", "fullscreen", self.enlarge, self.large, size, True),
            ("hands", "eye", self.turn_hands, self.open_hands, (t("study.hands"), t("study.hands.tip")),
             self.may_open_hands),
            ("why", "why", self.toggle_why, self.why.wanted, (t("rival.ask"), t("rival.ask.tip")),
             self.own_line is None),
            ("arrange", "edit", arrange, False, (t("ui.edit.title"), t("study.arrange.tip")), can_arrange),
        )  # fmt: skip
        x = 1564 if self.over else 1522
        for name, icon, act, on, tip, is_there in icons:
            if is_there:
                self.ui.icon_button(parts.c, name, x, 30, 16, icon, act, on=on, tip=tip)
                x -= 42

    def body(self, parts: Parts) -> Part:
        """Return the table, the curve below it, breakdown and moments at the side; or a turn on two boards."""
        if self.turn_view is None:
            return overview.make_overview(self, parts)
        view = self.turn_view
        return Part(0, lambda box: turn_panel.draw(self, view, parts))

    def _arrange(self) -> None:
        """Open the position editor with the position that is shown."""
        routes.call(self.ctx, "arrange", self.whole, self.turn)

    # --- input ------------------------------------------------------------------------------------------

    def go_back(self) -> None:
        """Go back from a turn to the whole game, or to the screen below."""
        if self.turn_view is None:
            self.ctx.stack.pop()
        else:
            self.close_turn()

    def handle(self, given: Input) -> bool:
        """Scroll a list or the log by the wheel, handle commands; return whether the input was used. Any input stops an
        automatic retry."""
        self.trying = False
        if given.kind != "wheel":
            return super().handle(given)
        if not self.rows.take_wheel(given.x, given.y, given.amount):
            lines = self.pane.table.chronicle.all
            self.scroll = int(min(max(0, len(lines) - 1), max(0, self.scroll + given.amount)))
        self.ui.dirty = True
        return True

    def list_acts(self) -> dict[str, Act]:
        """Return the actions of the study's commands."""
        keys: dict[str, Act] = {
            "back": self.go_back, "main": partial(overview.main, self), "page_up": partial(self.to_moment, -1),
            "page_down": partial(self.to_moment, 1), "home": partial(self.go, self.first),
            "end": partial(self.go, self.last), "hint": partial(self.to_moment, 1), "names": self.turn_hands,
            "undo": self.own.bring_back, "why": self.toggle_why, "why_rival": self.toggle_why,
        }  # fmt: skip
        if self.turn_view is not None:
            keys |= {f"choice_{at + 1}": partial(self.turn_view.show, at) for at in range(3)}
        return keys


def show_decision(ctx: Context, session: Session, turn: int, branch: Branch | None = None) -> None:
    """Open the study of a game, or of a line of the player's own, at the position after ``turn`` decisions."""
    scene = StudyScene(ctx, session, branch=branch)
    scene.go(turn)
    ctx.stack.push(scene)
