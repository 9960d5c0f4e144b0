"""The end of a game: who wins the throne."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from engine import registry
from engine.content.campaign import LADDER
from engine.contract import Message, View
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, saves, statistics
from engine.storage.statistics import PlayedGame
from scenes.achievements.announcements import enter_new as deeds_after
from scenes.campaign.goal_line import road_line
from scenes.campaign.results import evaluate_game
from scenes.common import opponent_names
from scenes.common.lesson_progress import suggest_lesson
from scenes.common.rematch import next_rival, replace_rival, rotate_seats, stronger
from scenes.common.suggested_opponent import AboutEven
from scenes.results import personal_bests
from scenes.results.score_counter import SHARE
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.table import game_screens as games
from scenes.table.new_game import begin, new_seed
from scenes.tutorial.lessons import teach
from sprites.base import backdrop, icons, layout, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.timeline import Timeline

if TYPE_CHECKING:
    from scenes.shell.context import Context


COUNT_MS = 1400.0
"""So long the points count up."""
HASTE_MS = 1000.0
"""For so long every press is one that was meant for the table: nobody shall miss the result."""


def enter(played: PlayedGame) -> list[Message]:
    """Enter a game into the record, in the background; returns messages for the player."""
    evaluate_game: list[Message] = []
    statistics.enter(played, evaluate_game)
    return evaluate_game


class GameResult(Scene):
    """Standing of all seats, the course of the game, and what next."""

    name = "result"

    def __init__(self, ctx: Context, session: Session, view: View) -> None:
        super().__init__(ctx)
        self.session = session
        self.view = view
        self.music = registry.info(session.game).music or None
        self.timeline = Timeline()
        self.grow = 0.0
        self.shown_for = 0.0
        places = [place for seat, place in zip(session.seats, session.result(), strict=False) if seat.is_person]
        self.stronger = stronger(ctx, session.seats) if not places or min(places) == 1 else None
        """Seats with stronger opponents; None after a defeat, or when no opponent could be stronger."""
        self.road = evaluate_game(ctx, session)
        """What the game was worth on the road, if it belongs there."""
        self.lesson = "" if self.road is not None else suggest_lesson(ctx, session.game)
        """The title's id of the lesson that comes next; "" when all are done, or there are none."""
        self.even = AboutEven(ctx, session.game) if self.road is None and not self.lesson else None
        self.rival = ""
        """The character who could come next, once the record has been read."""
        self.tie = games.tie(ctx, session, view)
        """What has decided where points have not."""
        self.best = personal_bests.describe_best(ctx, session)
        """Comparison of this result with the best so far."""
        self.saving = False
        """The next drawing is kept as a picture."""
        self.saved: Path | None = None
        """Where a picture lies that has just been written."""

    def enter(self) -> None:
        """Sound the fanfare, remember the result."""
        if not self.ctx.quiet:
            played = statistics.make_entry(self.session)
            if played is not None:
                self.ctx.records.submit(f"enter {played.id}", lambda: enter(played))
            fresh = deeds_after(self.ctx, self.session)
            if fresh:
                words = self.ctx.t("deeds.new", n=len(fresh), name=self.ctx.texts.join(fresh))
                self.ctx.toast(words, at_top=True)
        if self.ctx.speed == 0 or self.ctx.reduced:
            self.grow = 1.0
        else:
            self.timeline.tween(self, COUNT_MS, grow=1.0)

    @property
    def moving(self) -> bool:
        """Whether the picture still grows."""
        return self.timeline.active

    @property
    def awake(self) -> bool:
        """Whether the result has been seen for long enough to be left."""
        return self.ctx.instant or self.shown_for >= HASTE_MS

    def update(self, ms: float) -> None:
        """Let time pass."""
        asleep = not self.awake
        self.shown_for += ms
        self.ui.dirty = self.ui.dirty or self.timeline.active or asleep
        self.timeline.update(ms)
        if self.even is not None and self.even.read:
            session = self.session
            person = next((seat.name for seat in session.seats if seat.is_person), "")
            self.rival = next_rival(session.game, session.seats, session.result(), self.even.level_for(person))
            self.even, self.ui.dirty = None, True
        if self.saved is not None and self.ctx.stack.top is self:
            t, saved = self.ctx.t, self.saved
            self.saved = None
            self.ctx.tell_written(t("result.picture.title"), t("result.picture.body"), saved)

    def draw(self, c: Canvas) -> None:
        """The winner's emblem under a crown, the table of seats, the buttons."""
        t = self.ctx.t
        session = self.session
        result = session.result()
        c.surface.blit(backdrop.table(c, "title"), (0, 0))
        winners = [k for k, place in enumerate(result) if place == 1]
        shift = (c.height - 900) / 2
        first = winners[0] if winners else 0
        shapes.glow(c, 800, 210 + shift, 330 * self.grow + 1, alpha=150)
        shapes.badge(c, session.seats[first].colour, session.seats[first].emblem, 800, 236 + shift, 88 * self.grow + 1)
        icons.draw(c, "crown", 800, 96 + shift + 20 * (1 - self.grow), 108, "accent.bright")
        you = winners == [k for k, seat in enumerate(session.seats) if seat.kind == "person"]
        names = self.ctx.texts.join([session.seats[k].name for k in winners])
        title = t("ui.result.title.you") if you else t("ui.result.title", n=len(winners), name=names)
        text.draw(c, title, 800, 372 + shift, "sc_black", 46, "text.title", "cm", shadow=True, max_w=1300)
        sub = t(f"{session.game}.result.sub")
        text.draw(c, sub, 800, 418 + shift, "italic", 22, "text.body", "cm", shadow=True, max_w=1100)
        view = {**self.view, SHARE: self.grow}
        games.result_table(self.ctx, session, view, c, (350, 456 + shift, 900))
        words = "  \u00b7  ".join(each for each in (self.tie, self.best) if each)
        if words:
            text.draw(c, words, 800, c.height - 128, "italic", 17, "text.title", "cm", shadow=True, max_w=1400)
        if self.saving:
            self._keep(c.copy(c.rect(0, 0, 1600, c.height - 112)))
        self._buttons(c, c.height - 112)
        if self.lesson:
            words = self.ctx.t("lesson.suggest", title=self.ctx.t(self.lesson))
            self._suggestion(c, c.height - 24, "lesson", words, self._learn)
        elif self.rival:
            words = self.ctx.t("result.rival", name=opponent_names.get_name(self.ctx, self.rival))
            self._suggestion(c, c.height - 24, "rival", words, self._meet)
        if self.road is not None:
            road_line(self.ctx, c, self.road, c.height - 24)

    def _suggestion(self, c: Canvas, y: float, name: str, words: str, act: Callable[[], None]) -> None:
        """One quiet line: the lesson or the character that comes next."""
        wide = min(900.0, text.width(c, words, "italic", 17)) + 24
        box = (800 - wide / 2, y - 17, wide, 34.0)
        lit = self.ui.zone(name, box, act, enabled=self.awake, radius=8) in ("hover", "pressed")
        text.draw(c, words, 800, y, "italic", 17, "text.title" if lit else "text.quiet", "cm", max_w=900)

    def _learn(self) -> None:
        teach(self.ctx, self.session.game)

    def _meet(self) -> None:
        self._again(replace_rival(self.ctx, self.session.seats, self.rival))

    def _buttons(self, c: Canvas, y: float) -> None:
        t, awake = self.ctx.t, self.awake
        row: list[tuple[str, str, str, Callable[[], None]]] = [
            ("leave", "ui.menu.leave", "home", self._leave),
            ("study", "study.button", "book", self._study),
            ("look", "ui.result.look", "eye", self.ctx.stack.pop),
            ("seats", "ui.result.seats", "cycle", lambda: self._again(rotate_seats(self.session.seats))),
        ]
        if self.stronger is not None:
            row.append(("stronger", "ui.result.stronger", "trophy", lambda: self._again(self.stronger)))
        tips = {"study": "study.button.tip", "seats": "ui.result.seats.tip"}
        whole = layout.centre((128.0, y + 6, 1010.0, 54.0), 204.0 * len(row) - 10, 54.0)
        for (button, label, icon, act), box in zip(row, layout.columns(whole, len(row), gap=10), strict=True):
            tip = (t(label), t(tips[button])) if button in tips else None
            self.ui.button(c, button, box, t(label), act, icon=icon, size=18, enabled=awake, tip=tip)
        tip = (t("result.picture"), t("result.picture.tip"))
        self.ui.icon_button(c, "picture", 1510, y + 33, 22, "disk", self._picture, enabled=awake, tip=tip)
        again = (1152.0, y, 320.0, 66.0)
        if self.road is not None:
            self.ui.button(
                c, "road", again, t(self._way_back()), self._onward, main=True, icon="play", size=22, enabled=awake
            )
            return
        self.ui.button(
            c, "again", again, t("ui.result.again"), self._again, main=True, icon="dice", size=22, enabled=awake
        )

    def _picture(self) -> None:
        """The page as a picture among the player's documents, with all points counted."""
        self.timeline.finish()
        self.saving = self.ui.dirty = True

    def _keep(self, shown: pygame.Surface) -> None:
        self.saving = False
        session = self.session

        def write() -> None:
            self.saved = saves.write_new(folders.exports(), saves.make_stem(session), ".png", raster.png(shown))

        if not self.ctx.quiet:
            self.ctx.files.submit(f"picture {session.id}", write)

    def _study(self) -> None:
        """Draw what decided this game."""
        routes.open(self.ctx, "study", self.session)

    def _try(self) -> None:
        """Straight to the choice that cost most, as soon as it is known."""
        routes.open(self.ctx, "study", self.session, None, True)

    def _leave(self) -> None:
        routes.go(self.ctx, "title")

    def _way_back(self) -> str:
        """The id of what the amber button says in a game of the road or of a ladder."""
        assert self.road is not None
        return "road.ladder.go_on" if self.road.road == LADDER else "road.go_on"

    def _onward(self) -> None:
        """Back to the road, where what was won is seen."""
        assert self.road is not None
        if self.road.road == LADDER:
            routes.go(self.ctx, "ladder", self.road.station.id)
        else:
            from scenes.campaign.progress_view import go_to_road  # maps are not read before they are wanted

            go_to_road(self.ctx, self.road.road, self.road)

    def _again(self, seats: Sequence[Seat] | None = None) -> None:
        """The same options with a new seed; the same seats unless others are given."""
        session = self.session
        seats = list(seats or session.seats)
        table = begin(self.ctx, session.game, session.options, seats, new_seed(), try_again=session.try_again)
        stack = self.ctx.stack
        stack.replace(routes.scene("title", self.ctx))
        stack.settle()
        stack.push(table)

    def first_stop(self) -> str | None:
        """Target of the first Tab: the confirm button."""
        return "again" if self.road is None else "road"

    def handle(self, given: Input) -> bool:
        """Esc looks at the table, W asks why, H leads to the choice that cost most; nothing at once: a key that was
        meant for the table is not used."""
        if given.kind != "command" or given.name not in ("main", "back", "why", "hint"):
            return False
        if not self.awake or given.name == "main":
            return True
        if given.name == "why":
            self._study()
        elif given.name == "hint":
            self._try()
        else:
            self.ctx.stack.pop()
        return True
