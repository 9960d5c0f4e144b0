"""A small feast after a solved puzzle: why it works against every answer, what the tempting way would have brought, and
what it is worth."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from ai.puzzles.making import LIKELY_LEVEL, Lines, Wish, play_level
from engine.chance import SeededChance
from engine.content import puzzles
from engine.goals import Answer, Condition
from scenes.common import opponent_names
from scenes.common.player_identity import build_plain_face
from scenes.common.turn_sentence import describe_line
from scenes.puzzles import puzzle_results
from scenes.puzzles.position_pictures import PositionPictures
from scenes.puzzles.puzzle_controller import Setter
from scenes.puzzles.puzzle_list import draw_bar
from scenes.shell.context import Context
from scenes.shell.layers import draw_titled_panel
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.table import game_screens, new_game
from sprites.base import icons, layout, portrait, regalia, shapes, text, wax
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box, Part

LEFT = 908.0
POSITION, REASONS, HIGH_REASONS = 296.0, 164.0, 230.0
CELLS, FACE, TITLE, RATING, END = 300.0, 800.0, 1100.0, 1400.0, 2300.0
"""When the parts of the feast begin, in milliseconds, and when all stands."""
CELL_MS, APART_MS = 160.0, 50.0
COUNT_MS = 600.0
CARD_ROOM = 300.0
"""Least width next to the position for the card that solves it."""
MOST_SENTENCES = 4
SPEAKS_EVERY = 3
"""At every third puzzle the coach says something."""
LINES = 2
ROW = 7
"""Stars in a row that are shown."""


class Way(NamedTuple):
    """A line of the puzzle: its actions, name and sentence; ``found``: conditions after it, ``answers``: replies to
    it."""

    actions: tuple[int, ...]
    name: str
    said: str
    found: Sequence[Condition]
    answers: Sequence[Answer]

    @property
    def is_good(self) -> bool:
        """Whether the line reaches the goal."""
        return all(one.holds for one in self.found)


class Feast(Page):
    """Page after a solved puzzle, over its table. ``before``: the record before this try, ``spent_s``: seconds it
    took."""

    name = "feast"
    reads_all = True
    margin, top, low = 24.0, 66.0, 24.0

    def __init__(self, ctx: Context, setter: Setter, before: puzzle_results.Record, spent_s: float) -> None:
        super().__init__(ctx)
        self.setter, self.before, self.spent_s = setter, before, spent_s
        self.puzzle = setter.puzzle
        self.kept = puzzle_results.get_record(ctx, setter.game)
        self.coming = setter.find_next()
        self.series = [each for each in setter.all if each.theme == self.puzzle.theme and each.shelf]
        self.pictures = PositionPictures(ctx, self.ui)
        self.good = self._build_way(tuple(setter.last_line))
        self.tempting: Way | None = None
        self._found: tuple[int, ...] | None = None
        self.shown_for = END if ctx.is_still else 0.0
        if setter.tempting:
            self.tempting = self._build_way(setter.tempting)
        elif ctx.instant:
            self._work()
        else:
            ctx.records.submit("tempting", self._work)

    # --- what the ways bring ----------------------------------------------------------------------------------

    def _work(self) -> None:
        """Find the tempting line: what Casual plays, or if that is the solution, the other card that fails against
        fewest answers."""
        one, start = self.setter, self.setter.start
        wish = Wish(self.puzzle.theme, self.puzzle.goal, self.puzzle.seat)
        line, reached = play_level(one.game, Lines(start, self.puzzle.seat, 0), wish, LIKELY_LEVEL)
        if not reached and line and one.goals.is_over(start, self._play(line), self.puzzle.theme, self.puzzle.goal):
            self._found = line
        elif self.good.answers:
            others = (each for each in one.goals.choices(start, self.puzzle.seat, self.puzzle.theme)
                      if each != self.puzzle.solution[0])  # fmt: skip
            self._found = min(((each,) for each in others), key=lambda each: sum(
                not answer.holds for answer in self._list_answers(each)), default=None)  # fmt: skip

    def _play(self, line: Sequence[int]) -> Any:
        """Return the position after a line."""
        rules, luck, state = self.setter.rules, SeededChance(0), self.setter.rules.clone(self.setter.start)
        for action in () if self.puzzle.theme in self.setter.goals.QUESTIONS else line:
            rules.apply(state, self.puzzle.seat, action, luck)
        return state

    @property
    def goes_on(self) -> bool:
        """Whether the game continues after the solution."""
        return bool(self.setter.rules.to_act(self._play(self.good.actions)))

    def play_on(self) -> None:
        """Start a game from the position after the solution, with the seats of the table."""
        one = self.setter
        new_game.play_on(
            self.ctx, one.game, self.puzzle.options, one.table.session.seats, self._play(self.good.actions)
        )

    def _list_answers(self, line: Sequence[int]) -> Sequence[Answer]:
        list_answers = getattr(self.setter.goals, "list_answers", None)
        if list_answers is None or len(line) != 1:
            return ()
        found: Sequence[Answer] = list_answers(self.setter.start, self.puzzle.theme, self.puzzle.goal, line[0])
        return found

    def _build_way(self, line: tuple[int, ...]) -> Way:
        """Return a line with what comes of it."""
        one, puzzle, table = self.setter, self.puzzle, self.setter.table
        found = one.goals.conditions(one.start, self._play(line), line, puzzle.theme, puzzle.goal)
        said = describe_line(self.ctx.texts, one.game, one.start, puzzle.theme, line, table.names,
                             partial(table.hooks.name_action, table))  # fmt: skip
        return Way(line, said if len(line) == 1 else "", said, found, self._list_answers(line))

    def tell_way(self, way: Way) -> str:
        """Return what a line brings, in sentences: against an answer that refutes it or the tempting line."""
        said = [self.ctx.say(one.text, self.setter.table.names) for one in way.found]
        if way.answers:
            spoils = self.tempting.answers if self.tempting is not None and self.tempting.answers else way.answers
            at = next((at for at, one in enumerate(spoils) if not one.holds), 0)
            told = [self.setter.rules.describe(event) for event in way.answers[at].events]
            lines = [self.ctx.say(each, self.setter.table.names) for each in told if each is not None]
            return ". ".join([*said, *lines][: MOST_SENTENCES + 1]) + "."
        marks = ["puzzle.holds" if one.holds else "puzzle.fails" for one in way.found]
        told_marks = [self.ctx.t(mark, what=what) for mark, what in zip(marks, said, strict=True)]
        return "\n".join([*([] if way.name else [way.said]), *told_marks])

    # --- time ---------------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether the page is still being animated."""
        return self.shown_for < END

    def _share(self, begin: float, length: float) -> float:
        return min(1.0, max(0.0, (self.shown_for - begin) / length))

    def update(self, ms: float) -> None:
        """Advance the animation; show the tempting line once it is known."""
        if self._found is not None and self.tempting is None:
            way, self._found = self._build_way(self._found), None
            self.tempting = None if way.is_good else way
            self.ui.dirty = True
        if self.moving:
            for at, cue in ((CELLS, "click"), (FACE, "round_won"), (RATING, "coin")):
                if self.shown_for < at <= self.shown_for + ms:
                    self.ctx.play(cue)
            self.shown_for += ms
            self.ui.dirty = True

    def go_on(self) -> None:
        """Go to the next puzzle; during the animation only end that."""
        if self.moving:
            self.shown_for = END
            self.ui.dirty = True
        else:
            self.setter.go_on()

    def leave(self) -> None:
        """Drop what was needed only to make pictures."""
        self.pictures.forget()

    def go_back(self) -> None:
        """Go to the shelf, or to where the puzzle was opened."""
        self.setter.leave()

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space opens the next puzzle."""
        return {"back": self.go_back, "main": self.go_on}

    # --- drawing ------------------------------------------------------------------------------------------------

    def bar_words(self) -> tuple[str, str, str]:
        """Return the game's name, the number of the puzzle, and the icon."""
        game = self.setter.game
        return self.ctx.t(f"{game}.name"), self.setter.describe_progress(), game_screens.emblem(game)

    def body(self, parts: Parts) -> Part:
        """Return position, answers and reasons at the left, and what was won at the right."""
        table = self.good.answers and not parts.is_narrow
        pictures = [Part(POSITION, partial(self._draw_boards, parts), 0 if table else 1)]
        if table:
            pictures.append(Part(0, partial(self._draw_answers, parts), 1))
        high = REASONS if table or self.tempting is None else HIGH_REASONS
        left = parts.column([*pictures, parts.row(self._list_reasons(parts), high, gap=12)], gap=12, share=1)
        return parts.row([parts.at_width(LEFT, left), parts.fill(self._make_right(parts))], gap=24)

    def _list_reasons(self, parts: Parts) -> list[Part]:
        rows = [self._make_reason(parts, self.good, good=True)]
        if self.tempting is not None:
            rows.append(self._make_reason(parts, self.tempting, good=False))
        return [parts.fill(row) for row in rows]

    def _make_reason(self, parts: Parts, way: Way, *, good: bool) -> Part:
        """Return a sheet of parchment with a sentence about a line."""
        t, c = self.ctx.t, parts.c
        kind = f"puzzle.feast.{'good' if good else 'bad'}"
        head = t(kind, way=self._name_way(c, way)) if way.name else t(f"{kind}.line")

        def draw(box: Box) -> None:
            x, y, w, h = box
            shapes.panel(c, *box, "parchment", radius=10)
            stops = [(0, "good.high"), (1, "good.low")] if good else [(0, "strike"), (1, "bad")]
            shapes.outline(c, "circle", x + 34, y + 34, 14, stops, rim="paper.edge", shadow="chip")
            icons.draw(c, "check" if good else "close", x + 34, y + 34, 16, "good.ink" if good else "text.bright")
            text.draw(c, head, x + 58, y + 34, "title", "paper.title" if good else "paper.alert", "lm", max_w=w - 76)
            parts.note(self.tell_way(way), "lead", "paper.text").draw((x + 22, y + 56, w - 44, h - 68))

        return Part(0, draw, 1)

    def _draw_boards(self, parts: Parts, box: Box) -> None:
        """Draw the position on its own, or next to it how it lies after the answer and after the tempting way."""
        t, c = self.ctx.t, parts.c
        boards: list[tuple[str, tuple[int, ...], Way | None]] = [("puzzle.feast.start", (), None)]
        if len(self.good.actions) > 1:
            boards.append(("puzzle.feast.end", self.good.actions, self.good))
            if self.tempting is not None:
                boards.append(("puzzle.feast.tempting", self.tempting.actions, self.tempting))
        room = (*box[:2], min(box[3] * 1.9, box[2] - CARD_ROOM), box[3]) if self.good.answers else box
        for (label, line, way), cell in zip(boards, layout.columns(room, len(boards), gap=12), strict=True):
            x, y, w, h = cell
            low = 0.0 if len(boards) == 1 else 34.0
            place = wax.draw_frame(c, (x, y, w, h - low), lit=way is self.good)
            self.pictures.draw(c, place, self.setter.game, self.puzzle, line)
            wax.draw_glass(c, place)
            if low:
                text.draw(c, t(label), x + w / 2, y + h - 14, "name", "text.bright", "cm", max_w=w - 60)
                if way is not None:
                    icons.draw(c, "check" if way.is_good else "close", x + 20, y + h - 14, 18,
                               "gain" if way.is_good else "loss")  # fmt: skip
        if self.good.answers:
            cx, cy = room[0] + room[2] + (box[2] - room[2]) / 2, layout.middle(box)
            regalia.rays(c, cx, cy, 190, 14, 0.6)
            self._draw_card(c, self.good.actions[0], cx, cy, min(box[3], CARD_ROOM) / 1.8)

    def _draw_card(self, c: Canvas, card: int, cx: float, cy: float, w: float) -> None:
        held = game_screens.find_card_face(self.ctx, c, self.setter.game, self.setter.start, "hand", card)
        if held is not None:
            c.blit_centred(held[0](w), cx, cy)

    def _name_way(self, c: Canvas, way: Way) -> str:
        """Return the name of a line's card where it plays one, else the line's own name."""
        one = self.setter
        held = (
            game_screens.find_card_face(self.ctx, c, one.game, one.start, "hand", way.actions[0])
            if way.answers
            else None
        )
        return way.name if held is None else held[1][0]

    def _draw_answers(self, parts: Parts, box: Box) -> None:
        """Draw the table of all answers: the rival's cards, and for each of the two ways the points of both."""
        t, c, (x, y, w, h) = self.ctx.t, parts.c, box
        rival = self.setter.table.names[1 - self.puzzle.seat]
        draw_titled_panel(c, box, t("puzzle.feast.answers"), note=t("puzzle.feast.answers.note", name=rival))
        ways = [self.good, *([self.tempting] if self.tempting is not None and self.tempting.answers else [])]
        count = len(self.good.answers)
        pitch = min(104.0, (w - 200) / count)
        left, tall = x + w - 14 - pitch * count, 54.0
        low = y + h - 12 - 60 * len(ways)
        text.draw(c, t("puzzle.feast.plays", name=rival), x + 24, (y + 46 + low) / 2, "aside", "text.soft", "lm",
                  max_w=left - x - 30)  # fmt: skip
        for at, one in enumerate(self.good.answers):
            self._draw_card(c, one.reply, left + pitch * (at + 0.5), (y + 46 + low) / 2,
                            min(74.0, pitch - 10, (low - y - 58) / 1.55))  # fmt: skip
        for row, way in enumerate(ways):
            top, good = low + 60 * row, way is self.good
            ink = "good" if good else "bad"
            shapes.plaque(c, (x + 12, top, w - 24, tall), 9, ground=ink, ink=ink, dark=46, edge=170, border=1.2)
            text.draw(c, self._name_way(c, way), x + 28, top + 18, "name", "text.bright", "lm", max_w=left - x - 34)
            note = t("puzzle.feast.chosen" if good else "puzzle.feast.tempting")
            text.draw(c, note, x + 28, top + 40, "body", "text.good" if good else "text.warning", "lm",
                      max_w=left - x - 34)  # fmt: skip
            for at, one in enumerate(way.answers):
                if self._share(CELLS + APART_MS * (at + row * count), CELL_MS):
                    self._draw_cell(c, one, (left + pitch * at + 4, top + 5, pitch - 8, tall - 10))

    def _draw_cell(self, c: Canvas, one: Answer, box: Box) -> None:
        x, middle, w = box[0], layout.middle(box), box[2]
        if not one.holds:
            shapes.gradient_box(c, *box, 8, [(0, "paper.alert"), (1, "paper.alert")], rim="loss")
        ink = "text.bright" if one.holds else "text.warning.strong"
        with tell_as_one(c.words, box, partial(self._tell_answer, one)):
            text.draw(c, f"{one.own}\u2009:\u2009{one.other}", x + w / 2 - 10, middle, "figure", ink, "cm", fixed=True)
        icons.draw(c, "check" if one.holds else "close", x + w / 2 + 26, middle, 15, "gain" if one.holds else ink)

    def _tell_answer(self, one: Answer) -> str:
        table = self.setter.table
        card = table.hooks.name_action(table, one.reply)
        return self.ctx.t(f"puzzle.feast.told.{'holds' if one.holds else 'fails'}", card=card, n=one.own, of=one.other)

    def _make_right(self, parts: Parts) -> Part:
        """Return the coach, the value of the try, and the buttons."""
        t, one = self.ctx.t, self.setter
        shelf_label = t("puzzle.all" if one.occasion is None else one.occasion.label)
        on = one.series.next_label() if one.series is not None else t("puzzle.next")
        if one.occasion is not None and one.series is None:
            on = shelf_label
        ways = [
            parts.button("shelf", shelf_label, self.go_back, "star", height=46),
            parts.button("show", t("puzzle.show"), lambda: one.show(anew=True), "eye", height=46),
            parts.button("play_on", t("ui.edit.play"), self.play_on, "dice", height=46, enabled=self.goes_on),
        ]
        return parts.column([
            Part(0, partial(self._draw_feast, parts), 1),
            Part(178, parts.caption_panel(t("puzzle.own"), parts.tell_as_one(
                Part(0, partial(self._draw_rating, parts)), self._tell_rating),
                                   note=t("puzzle.feast.of", n=self.puzzle.rating)).draw),
            parts.row([Part(0, partial(self._draw_row, parts), 1), Part(0, partial(self._draw_theme, parts), 1)], 122,
                      gap=12),
            parts.row(ways, 46, gap=12, even=3),
            parts.button("next", on, self.go_on, "play", height=68, main=True),
        ], gap=12, share=1)  # fmt: skip

    @property
    def has_moved_rating(self) -> bool:
        """Whether this try changed the rating."""
        return self.before.counts(self.puzzle) and self.setter.given is None

    @property
    def has_seen_answer(self) -> bool:
        """Whether the answer was shown before this try."""
        return self.before.state.get(self.puzzle.id) == puzzle_results.SHOWN

    def _draw_feast(self, parts: Parts, box: Box) -> None:
        """Draw a pleased face in rays of light, the title, and how it was solved."""
        t, c, (x, y, w, h) = self.ctx.t, parts.c, box
        cx, cy, r = x + w / 2, y + h * 0.37, min(92.0, h * 0.26)
        share = self._share(FACE, 400)
        if not self.has_seen_answer and share:
            regalia.rays(c, cx, cy, r * 3.0, strength=round(8 * share) / 8)
            if not self.ctx.steady:
                regalia.gold_leaf(c, cx, y + h * 0.5, w * 0.9, h * 0.9, 40, seed=11)
        coach = opponent_names.find_coach(self.setter.game)
        if coach is not None:
            arms, rank = build_plain_face(coach)
            portrait.draw_mood(c, arms, rank, cx, cy, r, portrait.Mood.PLEASED, round(4 * share) / 4, still=True)
        title = t("puzzle.feast.seen" if self.has_seen_answer else "puzzle.solved")
        if self._share(TITLE, 1):
            text.draw(c, title, cx, y + h - 66, text.resize("triumph", 60), "text.title", "cm", max_w=w)
            text.draw(c, self._tell_try(), cx, y + h - 22, "aside", "text.body", "cm", max_w=w)
            if self.kept.ended % SPEAKS_EVERY == 0 and coach is not None:
                said = t(f"puzzle.feast.said.{1 + self.kept.ended // SPEAKS_EVERY % LINES}")
                wide, high = portrait.measure(c, said, portrait.LEAST_W)
                portrait.draw_bubble(c, said, (x, cy - high / 2 - 20, wide, high), (cx - r - 6, cy))

    def _tell_try(self) -> str:
        """Return in how many tries it was solved, and whether that was rated."""
        t, tries = self.ctx.t, self.kept.tries.get(self.puzzle.id, 1)
        if not self.has_moved_rating:
            return f"{t('puzzle.tries', n=tries)} {t('puzzle.feast.unrated')}"
        if self.puzzle.id in self.before.clued:
            return t("puzzle.feast.clue")
        minutes, seconds = divmod(round(self.spent_s), 60)
        return t("puzzle.feast.first", time=f"{minutes}:{seconds:02d}")

    def _tell_rating(self) -> str:
        gained = round(self.kept.rating) - round(self.before.rating)
        return f"{self.ctx.t('puzzle.own')}: {round(self.kept.rating)} ({gained:+d})"

    def _draw_rating(self, parts: Parts, box: Box) -> None:
        """Draw the rating before and after, and where both lie next to that of the puzzle."""
        t, c, (x, y, w, _) = self.ctx.t, parts.c, box
        old, new = self.before.rating, self.kept.rating
        now = old + (new - old) * self._share(RATING, COUNT_MS)
        middle = y + 34
        text.draw(c, str(round(old)), x + 10, middle, "large figure", "text.soft", "lm")
        icons.draw(c, "ph-arrow-right", x + 100, middle, 22, "accent")
        text.draw(c, str(round(now)), x + 124, middle, text.resize("triumph", 46), "text.figure", "lm")
        gained = round(new) - round(old)
        if gained:
            shapes.pill(c, x + 276, middle, f"{gained:+d}".replace("-", "\u2212"), "win" if gained > 0 else "plain")
        if self.coming is not None:
            pays = t("puzzle.pays", rating=self.coming.rating, gain=round(self.kept.measure_gain(self.coming)))
            parts.note(pays, "body", "text.body").draw((x + 340, y + 12, w - 350, 48))
        low = min(old, new, self.puzzle.rating) - 60
        wide = max(old, new, self.puzzle.rating) + 60 - low
        left, across, bar = x + 12, w - 24, y + 88

        def find_x(rating: float) -> float:
            return left + across * (rating - low) / wide

        draw_bar(c, (left, bar - 5, across, 10), (now - low) / wide)
        icons.draw(c, "star", find_x(self.puzzle.rating), bar, 20, "text.bright")
        shapes.outline(c, "circle", find_x(now), bar, 9, [(0, "text"), (1, "accent")], rim="rim.dark", shadow="coin")
        for mark in range(100 * int(low // 100 + 1), int(low + wide), 100):
            text.draw(c, str(mark), find_x(mark), bar + 22, "fine", "text.muted", "cm")

    def _draw_row(self, parts: Parts, box: Box) -> None:
        """Draw how many puzzles in a row were solved at the first try, as stars."""
        t, c, (x, y, w, _) = self.ctx.t, parts.c, box
        shapes.panel(c, *box)
        row = t("puzzle.feast.row", n=self.kept.row)
        text.draw(c, row, x + 20, y + 28, "title", "text.bright", "lm", max_w=w - 140)
        text.draw(c, t("puzzle.best", n=self.kept.best_row), x + w - 20, y + 28, "body", "text.soft", "rm", max_w=110)
        for at in range(ROW):
            metal = regalia.GOLD if at < self.kept.row else regalia.DARK
            regalia.medal(c, x + 36 + at * (w - 72) / (ROW - 1), y + 78, 15.5, "star", metal, glow=0)

    def _draw_theme(self, parts: Parts, box: Box) -> None:
        """Draw how much of the series is solved."""
        t, c, (x, y, w, _) = self.ctx.t, parts.c, box
        shapes.panel(c, *box)
        done, count = sum(map(self.kept.is_solved, self.series)), len(self.series)
        theme = t(puzzles.theme_id(self.setter.game, self.puzzle.theme))
        text.draw(c, theme, x + 20, y + 28, "title", "text.bright", "lm", max_w=w - 40)
        draw_bar(c, (x + 20, y + 58, w - 40, 10), done / max(1, count))
        text.draw(c, t("deeds.count", n=done, of=count), x + 20, y + 92, "strong", "text.soft", "lm")
        missed = sum(each.id in self.kept.missed for each in self.series)
        if missed:
            back = t("puzzle.feast.missed", n=missed)
            text.draw(c, back, x + w - 20, y + 92, "body", "text.muted", "rm", max_w=w / 2)
