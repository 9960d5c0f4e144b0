"""Parts of the rulebook other than its text: worked examples at the game's own table behind glass, and the search."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from engine.accessibility.nodes import CHOICE
from engine.content import rulebook_examples
from engine.content.rulebook_examples import Example
from engine.history import visible
from engine.replay import Rewound
from engine.seats import Seat
from scenes.common import opponent_names
from scenes.shell.context import Context
from scenes.shell.spoken_scene import end_sentence
from scenes.shell.targets import Box
from scenes.shell.ui import Ui
from scenes.study.table_preview import Pane
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.base.controls import CHOSEN
from sprites.base.drawn_words import make_plain

# The search over the pages of all rule books.

SNIPPET = 60
"""Letters of the line that a hit shows."""
SHORTEST = 2
"""Letters from which on is searched."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that matches the search: its game, number, title, and the line with the match."""

    game: str
    page: int
    title: str
    line: str


def split_query(query: str) -> list[str]:
    """Return the words of a query in the form in which they are searched; [] for a query that is too short."""
    return query.replace("'", "\u2019").casefold().split() if len(query.strip()) >= SHORTEST else []


def find_hits(pages: Iterable[tuple[str, int, str, str]], query: str) -> list[Hit]:
    """Return the pages (game, number, title, text) that have all words of a query."""
    wanted = split_query(query)
    return [
        Hit(game, page, title, _find_line(body, wanted[0]))
        for game, page, title, body in (pages if wanted else ())
        if all(word in f"{title}\n{body}".casefold() for word in wanted)
    ]


def _find_line(body: str, word: str) -> str:
    """The part of a text in which a word stands."""
    flat = body.replace("\n", " ")
    at = max(0, flat.casefold().find(word))
    start = max(0, flat.rfind(" ", 0, max(0, at - SNIPPET // 3)) + 1)
    return ("…" if start else "") + flat[start : start + SNIPPET]


WIDTH, HIGHEST = 706.0, 404.0
"""Room for the table."""
FIGURE_H = HIGHEST + 186.0
"""Room for the whole example with what its step says."""
TICK_MS, FAST = 40.0, 8.0
MOST_TICKS = 3000
SEEN_TICKS = 24
"""So long the last thing that a decision brings is told before the table rests."""
FRAME_MS = 30.0
"""A picture in a book need not move as smoothly as a table: so long one of its frames lasts at least."""
STILL_FRAMES = 8
"""Frames until all cards are drawn when a moving table was stopped: it draws one card a frame."""
PAUSE_MS = 900.0
"""How long a line stands before the next, while the example is played."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the example: decisions before it (``turn``), its index among the lines of that decision, text and
    reason."""

    turn: int
    at: int
    last: bool
    text: str
    why: str


class Figure:
    """One example with its table; ``at``: index of the shown line."""

    def __init__(self, ctx: Context, game: str, example: Example) -> None:
        self.ctx, self.game, self.example = ctx, game, example
        whole = rulebook_examples.play_example(game, example, seats(ctx, rulebook_examples.count_seats(game, example)))
        self.session = Rewound(whole)
        self.session.go(self.session.first)
        self.pane = Pane(ctx, self.session, example.eyes, rulebook_examples.book(game).shows, heard=False)
        self.lines = self._lines()
        self.at = len(self.lines) - 1
        self.playing = False
        self._pause = self._owed = 0.0
        self._still = 0
        """Frames that a stopped table has still to draw."""
        self.told: list[str] = []
        """What listeners have been told of the steps that they chose."""
        self._asked: Sequence[int] = ()
        """The steps that are still to be told, as soon as the table is at rest."""
        self._picture = ""
        """What the table shows, in words, when it last was at rest."""
        self._known = 0
        """How many events had been told before the decision under way."""
        if self.lines:
            if ctx.is_still:
                self.show(self.at)
            else:
                self.play()

    def _lines(self) -> list[Told]:
        """What the chronicle tells of it, as far as it is shown."""
        whole, table = self.session.whole, self.pane.table
        rules, found = table.session.rules, []
        for turn in range(self.session.first + 1, self.session.last + 1):
            events = [one for one in whole.get_position(turn).events if visible(one, self.example.eyes)]
            told = [one for one in events if rules.describe(one) is not None]
            for at, event in enumerate(told):
                line, why = rules.describe(event), rules.explain(event)
                said = self.ctx.say(line, table.names) if line is not None else ""
                reason = (
                    self.ctx.say(why, table.names, table.hooks.list_features(table.view)) if why is not None else ""
                )
                found.append(Told(turn, at, at == len(told) - 1, said, reason))
        return found[self.example.skip :][: self.example.most]

    # --- steps ------------------------------------------------------------------------------------

    def show(self, at: int) -> None:
        """Show the table as it stands after the line with this index."""
        self.playing = False
        self.at = max(0, min(len(self.lines) - 1, at))
        line = self.lines[self.at]
        self._begin_decision(line.turn)
        wanted = line.at + (1 if line.last else 2)
        self._until(wanted)
        for _ in range(SEEN_TICKS if line.last else 0):  # before cards are taken away and the next turn begins
            self.pane.update(TICK_MS, 1.0)
        self._still = STILL_FRAMES if self.pane.moving else 0

    def _until(self, told: int) -> None:
        """Skip ahead until this number of lines of the current decision has been shown."""
        for _ in range(MOST_TICKS):
            if self._count_lines() >= told or not self.pane.busy:
                break
            self.pane.update(TICK_MS, FAST)

    def _begin_decision(self, turn: int) -> None:
        """Begin to tell the decision that leads to a turn."""
        self.pane.go(turn - 1, False)
        self._known = len(self.pane.table.told)
        self.pane.go(turn, True)

    def _count_lines(self) -> int:
        """How many lines of the decision under way have been told."""
        rules = self.pane.table.session.rules
        return sum(rules.describe(event) is not None for _, event in self.pane.table.told[self._known :])

    def play(self) -> None:
        """Play the example once, from its first line."""
        self.playing = True
        self.at, self._pause = 0, 0.0
        self._begin_decision(self.lines[0].turn)
        self._until(self.lines[0].at)

    def toggle(self) -> None:
        """Play the example, or pause it."""
        if self.playing:
            self.show(self.at)
        else:
            self.play()
        self.ask()

    def ask(self) -> None:
        """Speak all steps of the example once the table is at rest."""
        self._asked = range(len(self.lines))

    def choose(self, at: int) -> None:
        """Show the line with this index, chosen by the reader, and speak it."""
        self.show(at)
        self._asked = (self.at,)

    def describe_step(self, at: int) -> str:
        """Return what a line says and why."""
        line = self.lines[at]
        return " ".join(end_sentence(make_plain(part)) for part in (line.text, line.why) if part)

    def _tell(self, c: Canvas, box: Box) -> None:
        """Note what the picture shows for listeners, and speak the requested steps once the table is at rest."""
        if c.words is None:
            return
        if not self.playing and self._still <= 1:  # the last of the frames that the table needs
            self._picture = self.ctx.t("reader.picture", name=self.pane.describe())
            if self._asked:
                self.told += [*map(self.describe_step, self._asked), self._picture]
                self._asked = ()
        c.words.note(self._picture, box)

    def update(self, ms: float) -> bool:
        """Advance the animation; return whether it must be drawn anew."""
        if not self.playing:
            self._still = max(0, self._still - 1)
            return self._still > 0
        self._owed += ms
        if self._owed < FRAME_MS:
            return False
        ms, self._owed = self._owed, 0.0
        self.pane.update(ms, self.ctx.speed)
        line = self.lines[self.at]
        if line.last:
            self._pause += 0.0 if self.pane.busy else ms
            if self._pause < PAUSE_MS:
                return True
            self._pause = 0.0
        elif self.pane.busy and self._count_lines() <= line.at + 1:
            return True
        if self.at + 1 >= len(self.lines):
            self.playing = False
            return True
        self.at += 1
        if self.lines[self.at].turn != line.turn:
            self._begin_decision(self.lines[self.at].turn)
        return True

    # --- drawing ----------------------------------------------------------------------------------

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        self.pane.relabel()
        self.lines = self._lines()

    def draw(self, c: Canvas, ui: Ui, x: float, y: float) -> float:
        """Draw heading, table, steps and the chosen step's text from ``x``, ``y``; return the y of the lower edge."""
        t = self.ctx.t
        text.draw(c, t("rules.example"), x, y + 14, "heading", "paper.label", "lm")
        shown = self.pane.shown
        high = min(HIGHEST, WIDTH * shown[3] / shown[2])
        wide = shown[2] * high / shown[3]
        left = x + (WIDTH - wide) / 2
        box: Box = (left, y + 34, wide, high)
        shapes.box_shadow(c, *box, 8, "panel")
        self.pane.draw(c, box[0], box[1], high)
        self._tell(c, box)
        shapes.round_rect(c, box[0] - 2, box[1] - 2, box[2] + 4, box[3] + 4, 8, "edge", border=2.2)
        low = box[1] + high
        if not self.lines:
            return low + 12
        self._buttons(c, ui, x + WIDTH + 7, y + 29)
        self._nodes(c, ui, x, low + 28)
        line = self.lines[self.at]
        words = line.text.replace("*", "")
        low += 54
        low += text.paragraph(c, words, x, low, WIDTH, "strong", "paper.text", "c") + 10
        if line.why:
            low += text.paragraph(c, line.why, x + 20, low, WIDTH - 40, "remark", "paper.text.muted", "c")
        return low + 12

    def _buttons(self, c: Canvas, ui: Ui, x: float, y: float) -> None:
        """One step back, play, one step on, to the left of ``x`` and above ``y``."""
        t, last = self.ctx.t, len(self.lines) - 1
        r, pitch = max(15.0, ui.touch.least / 2), max(40.0, ui.touch.least + ui.touch.gap)
        rows: tuple[tuple[str, str, Callable[[], None], bool], ...] = (
            ("back", "left", partial(self.choose, self.at - 1), self.at > 0),
            ("play", "pause-button" if self.playing else "play", self.toggle, True),
            ("on", "right", partial(self.choose, self.at + 1), self.at < last),
        )
        for k, (name, icon, act, enabled) in enumerate(rows):
            tip = (t(f"rules.step.{name}"), "")
            ui.icon_button(c, f"figure.{name}", x - r + (k - 2) * pitch, y - r, r, icon, act, enabled=enabled, tip=tip)

    def _nodes(self, c: Canvas, ui: Ui, x: float, y: float) -> None:
        """The steps as numbers on a line."""
        count = len(self.lines)
        pitch = min(150.0, (WIDTH - 80) / max(1, count - 1))
        left = x + WIDTH / 2 - pitch * (count - 1) / 2
        if count > 1:
            shapes.line(c, left, y, left + pitch * (count - 1), y, "paper.line", 2)
        for k in range(count):
            cx = left + k * pitch
            stops = CHOSEN if k == self.at else ((0, "paper.text.muted"), (1, "paper.label"))
            rim, width = ("edge.bright", 2.5) if k == self.at else ("confirm.text", 1.5)
            shapes.outline(c, "circle", cx, y, 14, stops, rim=rim, rim_w=width)
            text.draw(c, str(k + 1), cx, y + 0.5, "strong", "text.bright", "cm", fixed=True)
            name = self.lines[k].text.replace("*", "")
            ui.zone(
                f"step.{k}", (cx - 18, y - 18, 36.0, 36.0), partial(self.choose, k), radius=18, tip=(name, ""),
                role=CHOICE, is_on=k == self.at,
            )  # fmt: skip


def seats(ctx: Context, count: int) -> list[Seat]:
    """Return seats for an example's table, with names that differ from the reader's."""
    names = opponent_names.usual_names(ctx)
    rest = [Seat("computer", "novice", names[k % len(names)], k, "") for k in range(1, count)]
    return [Seat("person", "", names[0], 0, ""), *rest]
