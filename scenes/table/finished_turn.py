"""A finished turn is seen before it ends: what it did stands on the board and in one line, next to End turn and Undo.
In the last turn or trick a plaque tells what is at stake before the person decides; in a first game it tells the goal.

The last step of the turn is not made yet: it stays marked, so it can be taken back like any mark. What it would do is
tried on a position that fits the view, so nothing hidden is used.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ai.opponent_registry import find_analysis_profile
from engine.chance import SeededChance
from engine.contract import Event, View
from engine.session import Update
from games.event_texts import TurnPart
from scenes.common.turn_sentence import shorten_turn
from scenes.shell.i18n import number_text
from scenes.shell.spoken_scene import end_sentence
from scenes.shell.targets import Box, Target, exactly
from scenes.table import loop
from scenes.table.game_log import STEP_INK, mark_parts
from scenes.table.peaks import PeakRules
from scenes.table.script import AnyTable
from sprites.base import icons, layout, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import make_plain
from sprites.base.timeline import ease_in_out_cubic

LOW = 200.0
"""Height of a panel below which its title and buttons are lower."""
END_TALL, LOW_END_TALL = 56.0, 46.0
STEP_MS = 200.0
"""From one step to the next, as they appear on the board."""
WAITS_MS = 3000.0
"""After how long a turn ends by itself, where the setting says so."""
RING_AT = 2.0
"""How far the ring round the main button that shows this is from its rim."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Effect of a finished turn: ``points`` by seat after it, ``gains`` the change of each, ``parts`` what was done."""

    turn: int
    action: int
    parts: tuple[TurnPart, ...]
    points: tuple[int, ...]
    gains: tuple[int, ...]


class FinishedTurn:
    """The turn of the bottom seat, shown once its last step is chosen."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._picture: Picture | None = None
        self._start: View = {}
        """What the person knew when the turn began, and after how many decisions."""
        self._first = 0
        self._last: View = {}
        """What the person knew after the last decision."""
        self._shown = 0
        """How many turns have been shown."""
        self._age = 0.0
        """Milliseconds since the turn was shown."""
        self._left = 0.0
        """Milliseconds until the turn ends by itself; 0 where it does not."""
        self._inputs = 0
        """How many inputs had come when the turn was shown."""

    # --- following the game ------------------------------------------------------------------------------

    def restart(self) -> None:
        """Find the beginning of the turn anew, after a change of viewer or an undo beyond it. In the middle of a turn
        the points at its beginning are unknown; only the gains from now on are shown."""
        session, viewer = self._table.session, self._table.viewer
        self._picture, self._last, self._first = None, session.view(viewer), session.turn
        for entry in reversed(session.log):
            if entry.seat != viewer:
                break
            self._first -= 1
        self._start = self._last if self._first == session.turn else {}

    def note_update(self, update: Update) -> None:
        """Record the view at which a turn of the viewer begins, if this update begins one."""
        before, self._last = self._last, update.view
        mine, kind = update.seat == self._table.viewer, self._table.hooks.round_event
        if update.kind == "reset":
            if update.turn < self._first:
                self.restart()
        elif not mine:
            self._start, self._first = update.view, update.turn
        elif any(event.kind == kind and event.data.get("seat") == update.seat for event in update.events):
            self._start, self._first = before, update.turn - 1

    # --- showing -----------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the finished turn is shown: its last action is still the chosen one."""
        made, table = self._picture, self._table
        return made is not None and (made.turn, made.action) == (table.session.turn, table.chosen)

    def show(self, seat: int, action: int) -> None:
        """Show the turn that ends with this action."""
        table = self._table
        rules, events, chance = table.session.rules, list[Event](), SeededChance(1)
        state = rules.determinize(table.session.view(seat), chance)
        rules.apply(state, seat, action, chance, events.append)
        made = [event for event in table.session.events_for(seat) if event[0] > self._first]
        decided = [
            (entry.action, [event for turn, event in made if turn == at])
            for at, entry in enumerate(table.session.log[self._first - table.session.turn :], self._first + 1)
        ] if self._first < table.session.turn else []  # fmt: skip
        describe, peaks = find_analysis_profile(table.game).describe_turn, table.hooks.peaks
        told = describe([*decided, (action, events)], seat) if describe is not None else []
        parts = tuple([part for part in told if not part.leads] or told)
        points: tuple[int, ...] = ()
        gains: tuple[int, ...] = ()
        if peaks is not None:
            points = tuple(peaks.count_points(rules.view(state, seat)))
        if peaks is not None and self._start:
            gains = tuple(new - old for new, old in zip(points, peaks.count_points(self._start), strict=False))
        self._picture = Picture(table.session.turn, action, parts, points, gains)
        table.chosen = action
        self._shown += 1
        self._age = 0.0
        self._mark_steps()
        self._left = WAITS_MS if table.ctx.settings.ends_turns else 0.0
        self._inputs = table.ui.inputs

    def _mark_steps(self) -> None:
        """Mark the steps on the board, one after the other."""
        table, made = self._table, self._picture
        assert made is not None
        seen = made.parts if table.ctx.is_still else made.parts[: 1 + int(self._age / STEP_MS)]
        table.turn_marks = mark_parts(seen)
        table.ui.dirty = True

    def end(self) -> None:
        """End the turn."""
        made, table = self._picture, self._table
        assert made is not None
        self.close()
        table.turn_end.agree(made.action)
        table.decide(made.action)

    def close(self) -> None:
        """Hide the finished turn without ending it."""
        table = self._table
        if self._picture is not None:
            self._picture = table.turn_marks = None
            table.ui.dirty = True

    def update(self, ms: float) -> None:
        """Hide the finished turn when something else was chosen or has happened; else end it after its time, unless an
        input has stopped the clock."""
        table, made = self._table, self._picture
        if made is None:
            return
        if not self.is_open:
            self.close()
            return
        before, self._age = self._age, self._age + ms
        if int(before / STEP_MS) != int(self._age / STEP_MS) <= len(made.parts):
            self._mark_steps()
        if self._left:
            self._left = max(0.0, self._left - ms) if table.ui.inputs == self._inputs else 0.0
            table.ui.moved = True
            if not self._left and table.ui.inputs == self._inputs:
                self.end()

    # --- words -------------------------------------------------------------------------------------------

    def say(self) -> str:
        """Return what the turn did, what it changes, and how it ends, as spoken text."""
        gains = ", ".join(words for words, _ in self._list_gains())
        t = self._table.ctx.t
        itself = t("turn_end.itself") if self._left else ""
        rows = [t("turn_end.heard"), itself, self._tell(lambda said: True), gains]
        return " ".join(end_sentence(make_plain(row)) for row in rows if row)

    def _tell(self, fits: Callable[[str], bool]) -> str:
        table, made = self._table, self._picture
        assert made is not None
        return shorten_turn(table.ctx.texts, made.parts, table.names, fits)

    def _list_gains(self) -> list[tuple[str, str]]:
        """The changes of points in words, with their colours: one's own first."""
        table, made = self._table, self._picture
        assert made is not None
        found = []
        for seat in sorted(range(len(made.gains)), key=lambda one: one != table.below):
            gain = made.gains[seat]
            if gain and not table.hides_points(seat):
                name = table.ctx.t("turn_end.you") if table.people == [seat] else table.names[seat]
                found.append((f"{number_text(f'{gain:+d}')}\u00a0{name}", "gain" if gain > 0 else "loss"))
        return found

    def draw(self, c: Canvas) -> None:
        """Draw the panel over the one in which the game asks."""
        table, made = self._table, self._picture
        box = table.hooks.find_finished_box(table)
        if made is None or box is None:
            return
        x, y, w, h = box
        t = table.ctx.t
        table.ui.cover(box)
        tall, head = (END_TALL, 52.0) if h > LOW else (LOW_END_TALL, 38.0)
        foot = y + h - tall - 10
        body, buttons = (x + 16, y + head, w - 32, foot - 26 - y - head), (x + 12, foot, w - 24, tall)

        gains, counts = self._list_gains(), self._left > 0
        now = "" if not made.points else t("result.medal.points", n=made.points[table.below])

        def paint(layer: Canvas) -> None:
            said = self._tell(lambda said: text.paragraph_height(layer, said, body[2], "body", line=1.18) <= body[3])
            shapes.panel(layer, *box)
            middle, room = y + head / 2 - 1, w - (84 if counts else 60)
            icons.draw(layer, "check", x + 26, middle, 22, "gain")
            text.draw(layer, t("turn_end.stands"), x + 46, middle, "heading", "text.title", "lm", max_w=room)
            if h > LOW:
                shapes.rule(layer, x + 14, y + 43, w - 28, ornament=False)
            font = text.fit(layer, said, body[2], body[3], "body", 1.18)
            text.paragraph(layer, said, *body[:3], font, "text.body", line=1.18, bold_colour="text.strong")
            _draw_gains(layer, gains, now, (body[0], foot - 26, body[2], 22.0))

        key = (self._shown, tuple(gains), now, counts)
        table.panels.draw(c, "finished", key, box, paint)
        main, undo = layout.columns(buttons, [0.0, 96.0], gap=8, shares=[1.0, 0.0])
        act, shortcut = partial(loop.press_main, table), t("ui.key.main")
        table.ui.button(c, "main", main, t("turn_end.end"), act, main=True, icon="check", key=shortcut)
        table.ui.button(c, "undo", undo, t("ui.undo.button"), table.back.undo)
        if not self._left:
            return
        seconds = number_text(str(math.ceil(self._left / 1000)))
        text.draw(c, seconds, x + w - 22, y + head / 2 - 1, "heading", STEP_INK, "cm")
        if not (table.ctx.is_still or table.ui.touch.in_use):
            _draw_ring(c, layout.inset(main, -RING_AT, -RING_AT), self._left / WAITS_MS)


def _draw_ring(c: Canvas, box: Box, share: float) -> None:
    """Draw what is left of a ring round a box, which opens clockwise from the middle of its upper side."""
    x, y, w, h = box
    r = min(14.0, h / 2)
    corners = ((x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180))
    path = [
        (cx + r * math.cos(math.radians(first + turn)), cy + r * math.sin(math.radians(first + turn)))
        for cx, cy, first in corners
        for turn in range(0, 91, 15)
    ]
    top = (x + w / 2, y)
    strokes.line(c, strokes.part([top, *reversed(path), top], share), STEP_INK, 2.2)


def _draw_gains(c: Canvas, gains: Sequence[tuple[str, str]], now: str, box: Box) -> None:
    """Draw the changes of points from the left, and how many there are then at the right end, as far as they fit."""
    x, _, w, _ = box
    at, middle = x, layout.middle(box)
    for words, ink in gains:
        wide = text.width(c, words, "strong")
        if at + wide > x + w:
            return
        text.draw(c, words, at, middle, "strong", ink, "lm")
        at += wide + 14
    if now and at + text.width(c, now, "body") <= x + w:
        text.draw(c, now, x + w, middle, "body", "text.muted", "rm")


RISE_MS, STAYS_MS, GLIDE_MS = 240.0, 900.0, 360.0
"""How long the plaque comes to light, stays at what is at stake, and takes to its place."""
BREATH_MS, BREATHS = 1400.0, 6
"""Length of a breath of the light, and their number before it comes to rest."""
TARGET = "last"
CUE = "summon_common"
"""A low drum."""
MOST_NAMED = 3


class LastCall:
    """Plaque that is shown until a decision is made: the goal in a first game, or what is at stake at the end."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._owed: dict[int, int] = {}
        """By seat, the decision before which its person was told."""
        self._enders: Sequence[int] | None = None
        """Those by whose points this trick may be the last, () where it is in any case, None where it is not."""
        self._age = 0.0
        self._goal: tuple[int, int] | None = None
        """The decision before which the goal of the game is told."""

    @property
    def _tells_goal(self) -> bool:
        return self._goal is not None and self._goal == self._table.get_pending()

    @property
    def is_visible(self) -> bool:
        """Whether the plaque is shown: the pending decision is the person's first one in the last trick or turn."""
        owed = None if self._table.behind_glass else self._table.get_pending()
        return owed is not None and (self._tells_goal or self._owed.get(owed[0]) == owed[1])

    def dismiss(self) -> None:
        """Hide the plaque."""
        self._owed, self._goal = dict.fromkeys(self._owed, -1), None
        self._table.ui.dirty = True

    def update(self, ms: float) -> None:
        """Check whether the last trick or turn has begun, and advance the glow."""
        table = self._table
        peaks, whole = table.hooks.peaks, table.guide is None or table.guide.whole
        if peaks is None or not whole or table.behind_glass or not table.may_act():
            return
        owed = table.get_pending()
        self._begin_goal(owed)
        enders = self._find_enders(peaks)
        if enders != self._enders:
            self._enders = enders
            self._owed.clear()
        if enders is not None and owed is not None and owed[0] not in self._owed:
            self._owed[owed[0]] = owed[1]
            self._age = 0.0
            if not enders:
                table.ctx.play(CUE)
            table.ui.dirty = True
        elif self.is_visible and self._age < BREATH_MS * BREATHS:
            self._age += ms
            table.ui.moved = True

    def _find_enders(self, peaks: PeakRules) -> Sequence[int] | None:
        table = self._table
        if peaks.is_last(table.view):
            return ()
        enders = tuple(peaks.list_enders(table.view))
        return enders if enders and not self._hides_points() else None

    def _hides_points(self) -> bool:
        return any(map(self._table.hides_points, range(len(self._table.names))))

    def _begin_goal(self, owed: tuple[int, int] | None) -> None:
        """Tell the goal before the first decision of a person who has neither played this game nor learned it."""
        table = self._table
        settings, key = table.ctx.settings, f"{table.game}.goal"
        if table.ctx.instant or key in settings.guided or len(table.people) != 1:
            return
        settings.guided = [*settings.guided, key]
        table.ctx.save_settings()
        if table.guide is None and table.game not in settings.lessons and table.session.autosave is not None:
            self._goal, self._age = owed, 0.0
            table.ui.dirty = True

    @property
    def light(self) -> float:
        """Brightness of the glow on what is at stake, 0 … 1."""
        if not self.is_visible or self._tells_goal or self._enders:
            return 0.0
        if self._table.ctx.is_still or self._table.ctx.settings.no_flashes or self._age >= BREATH_MS * BREATHS:
            return 0.6
        return 0.85 - 0.5 * abs(1 - 2 * (self._age / BREATH_MS % 1))

    def say(self) -> str:
        """Return the text of the plaque as it is spoken."""
        return f"{self._title}. {self._describe_stakes()}"

    @property
    def _title(self) -> str:
        table, enders = self._table, self._enders
        if self._tells_goal:
            return table.ctx.t("ui.goal")
        if not enders:
            return table.ctx.t(f"{table.game}.last")
        many = "" if len(enders) == 1 else ".any"
        return table.ctx.t(f"{table.game}.last.if{many}", name=table.names[enders[0]])

    def _describe_stakes(self) -> str:
        """Who can still take the throne and by how many points; else how the first ones stand."""
        table = self._table
        peaks, t = table.hooks.peaks, table.ctx.t
        assert peaks is not None
        if self._tells_goal:
            return t(f"{table.game}.goal")
        if self._hides_points():
            return t("last.hidden")
        needs = sorted(peaks.find_needs(table.view).items(), key=lambda each: each[1])[:MOST_NAMED]
        if needs:
            parts = [t("last.holds", name=table.names[seat]) for seat, n in needs if n <= 0]
            short = [(table.names[seat], n) for seat, n in needs if n > 0]
            if len(short) > 1:
                parts.append(t("last.needs.many", who=" \u00b7 ".join(f"{name}\u00a0{n}" for name, n in short)))
            else:
                parts += [t("last.needs", name=name, n=n) for name, n in short]
            return " \u00b7 ".join(parts)
        points = peaks.count_points(table.view)
        order = sorted(range(len(points)), key=lambda seat: (-points[seat], seat != table.below))[:MOST_NAMED]
        return " \u00b7 ".join(f"{table.names[seat]}\u00a0{points[seat]}" for seat in order)

    def _find_motion(self, box: Box) -> tuple[tuple[float, float], int]:
        """Return how far the plaque is from its place, and its opacity: it comes to light at what is at stake."""
        table = self._table
        if table.ctx.is_still:
            return (0.0, 0.0), 255
        stake = None if self._enders or self._tells_goal else table.hooks.find_stake(table)
        rise = min(1.0, self._age / RISE_MS)
        if stake is None:
            return (0.0, 26 * (1 - rise) ** 2), round(255 * rise)
        left = 1 - ease_in_out_cubic(min(1.0, max(0.0, (self._age - STAYS_MS) / GLIDE_MS)))
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        return ((stake[0] - x) * left, (stake[1] - y) * left), round(255 * rise)

    def draw(self, c: Canvas) -> None:
        """Draw the plaque; a click hides it."""
        table = self._table
        if not self.is_visible:
            return
        x, y, w, h = box = table.hooks.find_last_box(table)
        title, stakes = self._title, self._describe_stakes()

        def paint(layer: Canvas) -> None:
            shapes.panel(layer, *box, radius=12)
            shapes.frame_box(layer, x + 2, y + 2, w - 4, h - 4, 10, "edge.bright", 1.6)
            for cx in (x + 24, x + w - 24):
                icons.gradient(layer, "crown", cx, y + 25, 26, ("accent.bright", "accent"))
            text.draw(layer, title, x + w / 2, y + 25, "heading", "text.title", "cm", max_w=w - 92)
            font = text.fit(layer, stakes, w - 28, h - 50, "strong", 1.15)
            text.paragraph(layer, stakes, x + 14, y + 42, w - 28, font, "text.bright", "c", line=1.15)

        shift, alpha = self._find_motion(box)
        shown: Box = (x + shift[0], y + shift[1], w, h)
        table.ui.cover(shown)
        key = (title, stakes)
        table.panels.make(c, "last", key, box, paint).set_alpha(alpha)
        table.panels.draw(c, "last", key, box, paint, shift)
        target = Target(TARGET, shown, self.dismiss, ring=False, sound="")
        target.contains = exactly(shown)
        target.label = self.say()
        table.ui.note(target)
