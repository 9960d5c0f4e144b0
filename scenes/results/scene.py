"""The end of a game: a ceremony, and when its end state stands, what next."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from ai.ratings import rate_seats
from engine import registry
from engine.content import achievements, daily_challenge, objectives
from engine.content.campaign import LADDER
from engine.content.daily_challenge import Try
from engine.content.evening import find_best_turn, find_number
from engine.contract import Message, View
from engine.seats import Seat
from engine.session import Session
from engine.storage import saves, statistics
from engine.storage.statistics import PlayedGame
from scenes.campaign.progress_view import WON, evaluate_game, road_line
from scenes.common.exports import KeptPicture
from scenes.common.matchmaking import carry_handicap, rotate_seats, stronger
from scenes.common.occasions import load_evening, note_result, tell_gains
from scenes.common.opponent_names import mark_gentle_level
from scenes.results import outcome
from scenes.results.ceremony import Ceremony, Highlight, Reveal, Slots, draw_title, find_played_table
from scenes.results.next_offer import NextOffer
from scenes.results.outcome import Medal, MedalRow, Outcome, draw_record, enter_deeds as enter_deeds, list_lines
from scenes.results.score_chart import CourseSheet
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.table import game_screens as games
from scenes.table.new_game import begin, new_seed
from scenes.table.script import AnyTable
from sprites.base import icons, layout, regalia, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one

HIGHLIGHT_WORDS = 46.0
HASTE_MS = 1000.0
"""For so long every press is one that was meant for the table: nobody shall miss the result."""
SETTLE_MS = 400.0
"""For so long after the ceremony has ended every press is one that was meant to hurry it."""


def enter(played: PlayedGame) -> list[Message]:
    """Enter a game into the record, in the background; return messages for the player."""
    told: list[Message] = []
    statistics.enter(played, told)
    return told


class GameResult(Scene):
    """Page at the end of a game: its ceremony, its medals, and what to do next."""

    name = "result"
    row_signs = ("course", "picture")
    reads_all = True

    def __init__(self, ctx: Context, session: Session, view: View) -> None:
        super().__init__(ctx)
        self.title = ctx.t("reader.result.page")
        """What it is called by ear; the winner is told when revealed."""
        self.session = session
        self.view = view
        self.music = registry.info(session.game).music or None
        self.outcome = Outcome(ctx, session, view)
        self.stronger = stronger(ctx, session.seats) if self.outcome.has_person_won else None
        """Seats with stronger opponents; None where no person has won, or when no opponent could be stronger."""
        self.road = evaluate_game(ctx, session)
        """What the game was worth on the road, if it belongs there."""
        self.outcome.tie = games.tie(ctx, session, view)
        is_known = find_number(load_evening(ctx), session.id) and games.tells_course(session.game)
        best = find_best_turn(games.course(session), len(session.seats)) if is_known else ()
        self.of_evening = note_result(ctx, session, games.points(session), best)
        """Whether the game belongs to the evening that is under way: then nothing outside it is offered."""
        self.letter = ctx.progress(daily_challenge.KEPT).find_day(session.id)
        """The day whose letter this game was."""
        self.best = outcome.compare_best(ctx, session)
        """Comparison of this result with the best so far."""
        self.outcome.medals = self._list_medals(enter_deeds(ctx, session))
        self.medals = MedalRow(self.outcome.medals)
        self.next = NextOffer(self.outcome, self._again)
        if self.road is not None and not self.road.bits & WON:
            self.next.tell_loss(games.points(session))
        own = games.ceremony(session.game)
        self.ceremony: Ceremony = Ceremony(self.outcome) if own is None else own(self.outcome)
        self.reveal = Reveal(self.ceremony.list_steps())
        self.shown_for = 0.0
        self.settled_for = 0.0
        self.below: AnyTable | None = None
        """The table that was played at, on which the ceremony is held."""
        self.picture = KeptPicture(self, saves.make_stem(session))

    def _list_medals(self, deeds: Sequence[tuple[achievements.Achievement, int]]) -> list[Medal]:
        """Return the medals for what the game brought: achievements, stars of the road, a personal best."""
        t, game, kind = self.ctx.t, self.session.game, self.ctx.t("result.medal.deed")
        several = sum(seat.is_person for seat in self.session.seats) > 1 and bool(self.ctx.household.list_ids())
        found = []
        for deed, seat in deeds:
            of = f"{kind} \u00b7 {self.session.names[seat]}" if several else kind
            found.append(Medal(deed.icon, t(deed.text_id(game)), of, t(f"{deed.text_id(game)}.text")))
        if self.road is not None:
            for at, goal in enumerate(self.road.station.goals):
                if self.road.fresh >> at & 1:
                    words = self.ctx.say(objectives.text(game, goal))
                    found.append(Medal("star", t("result.medal.star"), t("road.title"), words))
        best = self.best
        if best is not None and best.is_best:
            kind = t("result.medal.first" if best.old is None else "result.medal.best")
            name = t("result.medal.points", n=best.points)
            found.append(Medal("laurels", name, kind, best.describe(self.ctx), regalia.SILVER))
        return found

    def enter(self) -> None:
        """Record the result; start the ceremony, or show its final state when animations are off."""
        self.below = find_played_table(self.ctx.stack.scenes, self)
        if not self.ctx.quiet:
            played = statistics.make_entry(self.session)
            if played is not None:
                one = self.session
                levels = [mark_gentle_level(self.ctx, one.seats, level) for level in played.levels]
                played = replace(played, rated=rate_seats(one.game, one.options, levels))
                self.ctx.records.submit(f"enter {played.id}", lambda: enter(played))
        if self.road is None and not self.of_evening and self.letter is None:
            self.next.read()
        if self.ctx.speed == 0 or self.ctx.reduced:
            self.reveal.finish()

    @property
    def moving(self) -> bool:
        """Whether the ceremony is running."""
        return not self.reveal.is_over

    @property
    def awake(self) -> bool:
        """Whether the final state has been shown for long enough that keys may leave the page."""
        stands = self.shown_for >= HASTE_MS and self.settled_for >= SETTLE_MS
        return self.reveal.is_over and (self.ctx.instant or stands)

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds."""
        asleep = not self.awake
        self.shown_for += ms
        if self.reveal.is_over:
            self.settled_for += ms
        else:
            for cue in self.reveal.advance(ms * (self.ctx.speed or 1000.0)):
                self.ctx.play(cue)
        news = self.next.update()
        self.ui.dirty = self.ui.dirty or asleep or news
        self.picture.tell()

    def draw(self, c: Canvas) -> None:
        """Draw the ceremony of the game, then the shared parts."""
        shift = (c.height - 900) / 2
        slots = self.ceremony.find_slots(c.height)
        written = len(c.words.found) if c.words is not None else 0
        self.ceremony.draw_ground(c, self.below, self.reveal)
        self.ceremony.draw(c, shift, self.reveal)
        draw_title(c, self.outcome, slots, self.reveal)
        if c.words is not None and self.ceremony.list_rows():
            del c.words.found[written:]
            for words in self.ceremony.list_spoken_rows(self.reveal):
                c.words.note(words, (0.0, 60.0, 1600.0, c.height - 160.0))
        one = self.ceremony.highlight
        if slots.highlight is not None and one is not None and self.reveal.share("title") > 0:
            self._draw_highlight(c, slots.highlight, one)
        box, lines = slots.record, list_lines(self.outcome, self.next.record)
        if box is not None and lines and self.reveal.share("title") > 0:
            draw_record(c, lines, box)
        if slots.medals is not None and self.medals.medals and self.reveal.share("title") > 0:
            self.medals.draw(c, self.ui, slots.medals, self.reveal)
        elif slots.note is not None and self.best is not None and not self.best.is_best and self.reveal.is_over:
            x, y, w, _h = slots.note
            text.draw(c, self.best.describe(self.ctx), x + w / 2, y + 14, "aside", "text.soft", "cm", max_w=w)
        if slots.note is not None:
            self.medals.draw_note(c, slots.note)
        if self.road is not None and self.next.offer is None and self.reveal.share("strip") > 0:
            x, y, w, h = slots.strip
            ground = (x - 150, y, w + 300, h) if w > 600 else (x, y, w, h)
            shapes.round_rect(c, *ground, h / 2, "veil", alpha=190)
            road_line(self.ctx, c, self.road, (ground[0] + ground[2] / 2, y + h / 2), ground[2] - 40)
        elif self.of_evening or self.letter is not None:
            if self.reveal.share("strip") > 0:
                self._draw_gains(c, slots.strip)
        elif self.road is None or self.next.offer is not None:
            share = self.reveal.share("strip")
            self.next.draw(c, self.ui, slots.strip, self.awake, share)
        self.picture.take(c, (0, 0, 1600, c.height - 92))
        if self.reveal.share("strip") > 0:
            self._draw_buttons(c, slots)

    def _draw_highlight(self, c: Canvas, box: layout.Box, one: Highlight) -> None:
        """Draw the turn that will be remembered, and a button that shows it again."""
        x, y, w, h = box
        shapes.panel(c, *box)
        text.draw(c, one.title, x + 18, y + 24, "heading", "accent", "lm", max_w=w - 120)
        text.draw(c, one.note, x + w - 18, y + 24, "fine", "text.muted", "rm", max_w=110)
        label = self.ctx.t("result.highlight.see")
        wide = min(w - 36, 150.0)
        picture = (x + 18, y + 42, w - 36 - (wide + 16 if h < 200 else 0), h - 42 - 18 - HIGHLIGHT_WORDS)
        one.draw(c, picture)
        room = w - 36 - (wide + 16)
        font = text.fit(c, one.words, room, HIGHLIGHT_WORDS, "label", least=13)
        text.paragraph(c, one.words, x + 18, y + h - HIGHLIGHT_WORDS - 10, room, font, "text.body")
        place = (x + w - wide - 16, y + h - 54, wide, 40.0)
        self.ui.button(c, "highlight", place, label, self._see_highlight, icon="eye", enabled=self.awake)

    def _draw_gains(self, c: Canvas, box: layout.Box) -> None:
        """Draw the evening points that each player gets, or the stars of a daily letter and the next letter."""
        (x, _, w, h), middle = box, layout.middle(box)
        shapes.plaque(c, box, h / 2, dark=235, edge=170, border=1.4)
        if self.of_evening or self.letter is None:
            said = tell_gains(self.ctx, load_evening(self.ctx), self.session.id)
            icons.draw(c, "users", x + 34, middle, 24, "accent.bright")
            text.draw(c, said, x + w / 2 + 20, middle, "name", "text.title", "cm", max_w=w - 110)
            return
        won, most, said = self._find_letter_stars(self.letter)
        with tell_as_one(c.words, box, lambda: f"{self.ctx.t('road.stars', stars=won, most=most)} {said}"):
            for k in range(most):
                icons.draw(c, "round-star", x + 34 + 28 * k, middle, 24, "accent.bright" if k < won else "line")
            text.draw(c, said, x + w / 2 + 50, middle, "name", "text.title", "cm", max_w=w - 170)

    def _find_letter_stars(self, day: date) -> tuple[int, int, str]:
        """Return the stars of this letter, the largest possible number, and the text that names the next letter."""
        from scenes.daily.letters import MOST_STARS, stars  # tables of the day: only where a letter was played

        made, result = self.ctx.progress(daily_challenge.KEPT).get(day), self.outcome
        place = result.result[result.person] if result.person is not None else 0
        won = stars(Try(place=place, advised=self.session.advised), len(self.session.seats))
        left = [
            game for game in daily_challenge.games(day)
            if game != self.session.game and not made.tables.get(game, Try()).place
        ]  # fmt: skip
        if made.solved and not left:
            return won, MOST_STARS, self.ctx.t("today.letters.none")
        coming = self.ctx.t(f"{left[0]}.name" if left else "today.puzzle")
        return won, MOST_STARS, self.ctx.t("today.next", game=coming)

    def _see_highlight(self) -> None:
        """Open the study where the turn begins."""
        one = self.ceremony.highlight
        assert one is not None
        routes.call(self.ctx, "show_decision", self.session, one.decision)

    def _draw_buttons(self, c: Canvas, slots: Slots) -> None:
        t, awake = self.ctx.t, self.awake
        row: list[tuple[str, str, str, Callable[[], None]]] = [
            ("leave", "ui.menu.leave", "home", partial(self._go, "title")),
            ("study", "study.button", "book", self._study),
            ("look", "ui.result.look", "eye", self.ctx.stack.pop),
        ]
        if not self.of_evening:
            row.append(("seats", "ui.result.seats", "cycle", lambda: self._play_on(rotate_seats(self.session.seats))))
        if self.stronger is not None and not self.of_evening:
            row.append(("stronger", "ui.result.stronger", "trophy", lambda: self._play_on(self.stronger)))
        tips = {"study": "study.button.tip", "seats": "ui.result.seats.tip"}
        for (button, label, icon, act), box in zip(row, deal_boxes(slots.buttons, len(row)), strict=True):
            tip = (t(label), t(tips[button])) if button in tips else None
            self.ui.button(c, button, box, t(label), act, icon=icon, enabled=awake, tip=tip)
        tip = (t("result.picture"), t("result.picture.tip"))
        self.ui.icon_button(c, "picture", 1568, 34, 20, "disk", self._picture, enabled=awake, tip=tip)
        if games.tells_course(self.session.game):
            tip = (t(f"{self.session.game}.result.course"), "")
            self.ui.icon_button(c, "course", 1516, 34, 20, "ph-chart-bar", self._show_course, enabled=awake, tip=tip)
        button, label, icon, act = self._find_way_on()
        self.ui.button(c, button, slots.amber, t(label), act, main=True, icon=icon, enabled=awake)

    def _find_way_on(self) -> tuple[str, str, str, Callable[[], None]]:
        """Return id, text, icon and action of the main button: back to what the game was played for, else again."""
        if self.road is not None:
            label = "road.ladder.go_on" if self.road.road == LADDER else "road.go_on"
            return "road", label, "play", self._onward
        if self.of_evening:
            return "evening", "evening.on", "users", partial(self._go, "evening")
        if self.letter is not None:
            return "letter", "today.on", "scroll", partial(self._go, "today", self.letter)
        return "again", "ui.result.again", "dice", self._play_on

    def _show_course(self) -> None:
        """Show how the points grew."""
        self.ctx.stack.push(CourseSheet(self.ctx, self.session))

    def _picture(self) -> None:
        """Save the page as a picture among the player's documents, with all points counted."""
        self.reveal.finish()
        self.picture.ask()

    def _study(self, straight: bool = False) -> None:
        """Open the analysis of this game; ``straight``: at the most costly choice as soon as it is known."""
        routes.open(self.ctx, "study", self.session, None, straight)

    def _go(self, name: str, *given: Any) -> None:
        """Go to another screen instead of what was offered."""
        self.next.decline()
        routes.go(self.ctx, name, *given)

    def _onward(self) -> None:
        """Back to the road, where what was won is seen."""
        assert self.road is not None
        if self.road.road == LADDER:
            routes.go(self.ctx, "ladder", self.road.station.id)
        else:
            routes.call(self.ctx, "go_to_road", self.road.road, self.road)

    def _play_on(self, seats: Sequence[Seat] | None = None) -> None:
        """Play again instead of what was offered."""
        self.next.decline()
        self._again(seats)

    def _again(self, seats: Sequence[Seat] | None = None) -> None:
        """Start a game with the same options and a new seed; by default with the same seats."""
        session = self.session
        seats = list(seats or session.seats)
        options = carry_handicap(session.options, session.seats, seats)
        table = begin(self.ctx, session.game, options, seats, new_seed(), try_again=session.try_again)
        routes.go(self.ctx, "title")
        self.ctx.stack.push(table)

    def first_stop(self) -> str | None:
        """Return the target of the first Tab: the confirm button."""
        return self._find_way_on()[0]

    def hurry_on(self, given: Input) -> bool:
        """Skip the ceremony by a key or click to its next stop, the second time to its end; return whether the input
        was used."""
        if self.reveal.is_over:
            return False
        acts = given.kind == "command" or (given.kind == "press" and given.button == 1)
        if acts and self.shown_for > 0:
            self.reveal.hurry()
            self.ui.dirty = True
        return acts

    def handle(self, given: Input) -> bool:
        """Handle Esc (table), W (explanation) and H (most costly choice); return whether the input was used. At first
        keys are ignored, since they may have been meant for the table."""
        if given.kind != "command" or given.name not in ("main", "back", "why", "hint"):
            return False
        if not self.awake or given.name == "main":
            return True
        if given.name == "why":
            self._study()
        elif given.name == "hint":
            self._study(straight=True)
        else:
            self.ctx.stack.pop()
        return True


def deal_boxes(rows: Sequence[layout.Box], count: int) -> list[layout.Box]:
    """Return boxes for ``count`` buttons, distributed over the rows in proportion to their widths."""
    whole = sum(box[2] for box in rows)
    counts = [max(1, round(count * box[2] / whole)) for box in rows]
    counts[-1] = max(0, count - sum(counts[:-1]))
    return [each for box, n in zip(rows, counts, strict=True) if n for each in layout.columns(box, n, gap=10)]
