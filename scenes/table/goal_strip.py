"""The stars of a stage while its game is played: each goal with a live count, and a word when one is won or lost.

The strip counts what the table has told so far, so it never runs ahead of the motions; a decision that is taken back
takes its step back too.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from engine.content import objectives
from engine.content.objectives import Facts, Goal, GoalState, Progress, measure_progress
from engine.contract import View
from scenes.shell.targets import Box, Target
from scenes.table.script import AnyTable
from sprites.base import icons, layout, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.timeline import ease_in_out_cubic

NARROW = 0.7
"""Pixels per unit below which only stars and counts are shown, the goals as tips."""
FLIGHT_MS, GOLD_MS, GLOW_MS, DIM_MS = 600.0, 250.0, 400.0, 300.0
ARC = 70.0
"""Height of the arc on which what counts flies to its star."""
WORD_IN_MS, WORD_MS, WORD_OUT_MS = 160.0, 3000.0, 160.0
SHOWN_MS = WORD_IN_MS + WORD_MS + WORD_OUT_MS
BREATH_MS, BREATHS = 1400.0, 6.0
"""So often the outline of a star one step away breathes; then the table comes to rest."""
REST_MS = BREATH_MS * BREATHS
"""After so long nothing of a cell moves any more."""
MOST_PIPS, PIP = 8, 9.0
"""Most pips, and their pitch; more are shown as a bar ``BAR`` wide."""
BAR = 70.0
GOLD = ("base/star.high", "base/star.low")
PILL_H = 30.0
"""Height of the pill with the twists."""
DONE = (GoalState.WON, GoalState.LOST)


@dataclass(slots=True)
class Word:
    """A short message about the goal number ``at``, shown for ``age`` milliseconds so far."""

    at: int
    said: str
    age: float = 0.0

    @property
    def alpha(self) -> float:
        """Opacity, 0 … 1."""
        return min(1.0, self.age / WORD_IN_MS, (SHOWN_MS - self.age) / WORD_OUT_MS)


class GoalStrip:
    """Strip with the live goals of a campaign station at its table."""

    def __init__(self, table: AnyTable, goals: Sequence[Goal], name: Callable[[], str] = lambda: "") -> None:
        self._table = table
        self.name = name
        """Returns the name of the stage in the language in use."""
        self.twists: tuple[str, ...] = ()
        """Options of the game by which the stage changes the rules."""
        self.goals = tuple(goals)
        self.progress: list[Progress] = []
        self.words: list[Word] = []
        """What is told of goals that are won or lost; the first one now, the others after it."""
        self._ages = [REST_MS] * len(self.goals)
        """Milliseconds since a goal has changed."""
        self._grown = [False] * len(self.goals)
        """Whether that change was a step forward."""
        self._seen: tuple[int, bool, bool] = (-1, False, False)
        self._view: View | None = None

    # --- counting -------------------------------------------------------------------------------------

    def count(self) -> None:
        """Measure the progress of all goals again, from the events shown so far."""
        table = self._table
        session = table.session
        seat = table.people[0] if table.people else 0
        result = session.result() if table.finished else ()
        known = Facts(seat, len(session.seats), result, [event for _, event in table.told], table.view)
        before, self.progress = (
            self.progress,
            [measure_progress(session.game, goal, known, helped=session.helped) for goal in self.goals],
        )
        for at, (old, new) in enumerate(zip(before, self.progress, strict=False)):
            if old != new:
                self._change(at, old, new)

    def _change(self, at: int, old: Progress, new: Progress) -> None:
        """A goal stands differently: move what shows it, and tell what cannot change any more."""
        ctx = self._table.ctx
        self.words = [word for word in self.words if word.at != at]
        forward = new.count > old.count and not new.most and new.goal.name != objectives.WIN
        self._ages[at] = REST_MS if ctx.reduced or ctx.speed == 0 else 0.0
        self._grown[at] = forward
        over = self._table.finished  # from now on the result tells everything
        if new.state in DONE and old.state not in DONE and not over and not self._table.session.helped:
            won = new.state is GoalState.WON
            said = ctx.t("road.goal.won" if won else "road.goal.lost", goal=self.short(new.goal))
            self.words.append(Word(at, said, WORD_IN_MS if ctx.reduced else 0.0))
            self._sound("bell" if won else "wood_bounce")
        elif forward and not over:
            self._sound("coin")

    def _sound(self, cue: str) -> None:
        if not self._table.ctx.instant:
            self._table.ctx.play(cue)

    def update(self, ms: float) -> bool:
        """Advance by ``ms`` milliseconds; return whether the strip must be drawn anew."""
        table = self._table
        seen = (len(table.told), table.finished, table.session.helped)
        changed = seen != self._seen or self._view is not table.view
        if changed:
            self._seen, self._view = seen, table.view
            self.count()
        moving = self.moving
        self._ages = [min(REST_MS, age + ms) for age in self._ages]
        if self.words:
            self.words[0].age += ms
            if self.words[0].age >= SHOWN_MS:
                self.words.pop(0)
        return changed or moving

    @property
    def moving(self) -> bool:
        """Whether something of the strip is animated."""
        return bool(self.words) or any(age < self._rest(at) for at, age in enumerate(self._ages))

    def _rest(self, at: int) -> float:
        """How long a goal moves after a change."""
        near = at < len(self.progress) and self.progress[at].state is GoalState.NEAR
        return REST_MS if near else FLIGHT_MS + GOLD_MS + GLOW_MS

    # --- words ----------------------------------------------------------------------------------------

    def short(self, goal: Goal) -> str:
        """Return the goal in two or three words."""
        t, game = self._table.ctx.t, self._table.session.game
        return t("road.goal.win.short" if goal.name == objectives.WIN else f"{game}.goal.{goal.name}.short")

    def describe_count(self, one: Progress) -> str:
        """Return the current count of a goal in words."""
        t = self._table.ctx.t
        if self._table.session.helped:
            return t("road.count.helped")
        have = str(one.count).replace("-", "\u2212")
        if one.goal.name == objectives.WIN:
            return self._describe_win(one, have)
        if one.state is GoalState.LOST:
            return t("road.count.lost", count=have if one.most else f"{have}/{one.wanted}")
        if one.most:
            return t("road.count.most", have=have, most=one.wanted) if one.wanted else t("road.count.none", have=have)
        count = f"{have}/{one.wanted}"
        return t("road.count.near", count=count) if one.state is GoalState.NEAR else count

    def _describe_win(self, one: Progress, have: str) -> str:
        t, game = self._table.ctx.t, self._table.session.game
        if one.wanted:
            return t(f"{game}.goal.win.count", count=f"{have}/{one.wanted}")
        if not one.lead or one.count == 0:
            return t("road.count.level") if one.lead else ""
        return t("road.count.ahead" if one.count > 0 else "road.count.behind", have=str(abs(one.count)))

    def _tip(self, one: Progress) -> tuple[str, str]:
        ctx, helped = self._table.ctx, self._table.session.helped
        state = ctx.t(f"road.goal.state.{'helped' if helped else one.state.value}")
        return ctx.say(objectives.text(self._table.session.game, one.goal)), f"{self.describe_count(one)}\n{state}"

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, c: Canvas, cells: Sequence[Box], origin: tuple[float, float]) -> None:
        """Draw a cell for each goal; counted events fly from ``origin`` (x, y) to its star."""
        if not self.progress:
            return
        table = self._table
        narrow = c.scale < NARROW
        lines = tuple(self.describe_count(one) for one in self.progress)
        states = tuple((one.count, one.state) for one in self.progress)
        box = layout.surround(cells)

        def paint(layer: Canvas) -> None:
            shapes.panel(layer, *box, radius=10)
            for at, (one, cell) in enumerate(zip(self.progress, cells, strict=True)):
                self._paint_cell(layer, one, cell, lines[at], narrow)

        table.panels.draw(c, "goals", (states, lines, narrow), box, paint)
        found = []
        for at, (one, cell) in enumerate(zip(self.progress, cells, strict=True)):
            self._draw_star(c, at, one, cell)
            found.append(Target(f"goal.{at}", cell, lambda: None, tip=self._tip(one), ring=False, sound=""))
        table.ui.explain_each("goals", found)
        for at, cell in enumerate(cells):
            self._draw_flight(c, at, cell, origin)
        if self.words:
            self._draw_word(c, self.words[0], cells)

    def draw_twists(self, c: Canvas, spot: tuple[float, float], room: float) -> None:
        """Draw a pill with the twists of the station, from ``spot`` (left end, upper edge), at most ``room`` wide."""
        if not self.twists:
            return
        table, (x, y) = self._table, spot
        t, game = table.ctx.t, table.session.game
        names = ", ".join(t(f"{game}.option.{name}") for name in self.twists)
        whole = f"{t('road.twist')}: {names}"
        fits = (each for each in (whole, names) if text.width(c, each, "strong") + 50 <= room)
        words = next(fits, t("road.twist"))  # the tip says the rest
        wide = min(room, text.width(c, words, "strong") + 50)

        def paint(layer: Canvas) -> None:
            shapes.plaque(layer, (x, y, wide, PILL_H), PILL_H / 2, dark=225, edge=150, border=1.2)
            icons.draw(layer, "shuffle", x + 19, y + PILL_H / 2, 16, "accent.bright")
            text.draw(layer, words, x + 34, y + PILL_H / 2 + 0.5, "strong", "text.soft", "lm", max_w=wide - 48)

        table.panels.draw(c, "twists", (words, wide), (x, y, wide, PILL_H), paint)
        rows = [t(f"{game}.option.{name}.help") for name in self.twists if table.session.options.get(name) is True]
        tip = (whole, "\n".join(rows))
        table.ui.note(Target("twists", (x, y, wide, PILL_H), lambda: None, tip=tip, ring=False, sound=""))

    def _paint_cell(self, c: Canvas, one: Progress, cell: Box, line: str, narrow: bool) -> None:
        """Paint what a cell says; its star is drawn over it."""
        x, y, w, h = cell
        if one.state is GoalState.WON:
            shapes.round_rect(c, x + 4, y + 4, w - 8, h - 8, 8, "selected.high", alpha=110)
        size = _star_size(cell)
        left = x + 8 + size + 7
        room = x + w - 8 - left
        lost = one.state is GoalState.LOST
        ink = "text.dim" if lost else "text.bright"
        below = "text.warning" if lost else "text.figure" if one.state is GoalState.WON else "text.quiet"
        if narrow:
            text.draw(c, line, left, y + h / 2, "strong", below, "lm", max_w=room)
            return
        if h < 40:  # one line: what is asked for, then the count
            wide = text.draw(c, self.short(one.goal), left, y + h / 2, "name", ink, "lm", max_w=room * 0.6)
            text.draw(c, line, left + wide + 9, y + h / 2, "strong", below, "lm", max_w=room - wide - 9)
            return
        text.draw(c, self.short(one.goal), left, y + h * 0.32, "name", ink, "lm", max_w=room)
        wide = text.draw(c, line, left, y + h * 0.7, "strong", below, "lm", max_w=room)
        if one.wanted and not one.most and not one.lead and one.goal.name != objectives.WIN and not lost:
            _paint_pips(c, one, left + wide + 12, y + h * 0.7, x + w - 10)

    def _draw_star(self, c: Canvas, at: int, one: Progress, cell: Box) -> None:
        size = _star_size(cell)
        x, y, age = cell[0] + 8 + size / 2, cell[1] + cell[3] / 2, self._ages[at]
        if one.state is GoalState.WON:
            since = age - (FLIGHT_MS if self._grown[at] else 0.0)
            grown = max(0.0, min(1.0, since / GOLD_MS))
            if 0 < since < GOLD_MS + GLOW_MS:
                fade = 1 - max(0.0, since - GOLD_MS) / GLOW_MS
                shapes.glow(c, x, y, size * 1.2, "glow", round(230 * grown * fade))
            if grown < 1:
                _outline(c, x, y, size, "accent")
            if grown > 0:
                icons.gradient(c, "round-star", x, y, size * ease_in_out_cubic(grown), GOLD)
        elif one.state is GoalState.LOST:
            grey = min(1.0, age / DIM_MS)
            _outline(c, x, y, size, "line", 255 if grey >= 1 else 255 - round(90 * (1 - grey)))
            r = size * 0.42 * grey
            if r > 0.5:
                shapes.line(c, x - r, y + r, x + r, y - r, "strike", 2.6)
        elif one.state is GoalState.HELD:
            _outline(c, x, y, size, "accent")
            icons.draw(c, "round-star", x, y, size * 0.42, "accent")
        else:
            breath = 0.0
            if one.state is GoalState.NEAR and age < REST_MS:
                breath = 0.5 - 0.5 * math.cos(math.tau * age / BREATH_MS)
            if one.state is GoalState.NEAR:
                shapes.glow(c, x, y, size * 0.95, "glow", round(70 + 120 * breath))
            _outline(c, x, y, size, "accent.bright" if one.state is GoalState.NEAR else "accent")

    def _draw_flight(self, c: Canvas, at: int, cell: Box, origin: tuple[float, float]) -> None:
        """Draw what counts on its way to the star."""
        age = self._ages[at]
        if not self._grown[at] or age >= FLIGHT_MS or self._table.ctx.reduced:
            return
        size = _star_size(cell)
        goal = (cell[0] + 8 + size / 2, cell[1] + cell[3] / 2)
        trail = []
        for k in range(5):
            share = ease_in_out_cubic(max(0.0, age / FLIGHT_MS - k * 0.05))
            x = origin[0] + (goal[0] - origin[0]) * share
            y = origin[1] + (goal[1] - origin[1]) * share - ARC * math.sin(math.pi * share)
            shapes.glow(c, x, y, 15 - 2.4 * k, "glow", 220 - 40 * k)
            trail.append((x, y))
        icons.gradient(c, "round-star", *trail[0], 15, GOLD)

    def _draw_word(self, c: Canvas, word: Word, cells: Sequence[Box]) -> None:
        """Draw a word on parchment below its star, or next to it where the stars stand in a column."""
        x, y, _w, h = cells[word.at]
        wide = min(340.0, text.width(c, word.said, "name") + 34)
        column = len(cells) > 1 and cells[0][0] == cells[1][0]
        star = x + 8 + _star_size(cells[word.at]) / 2
        left = max(12.0, min(1588.0 - wide, x - wide - 10 if column else star - wide / 2))
        high = y + h / 2 - 19 if column else y + h + 9
        alpha = round(255 * word.alpha)

        def make() -> pygame.Surface:
            layer = c.layer(wide + 24, 62)
            on = c.on(layer, (-12, -12))
            shapes.panel(on, 0, 0, wide, 38, "parchment", radius=9)
            text.draw(on, word.said, wide / 2, 19.5, "name", "paper.text", "cm", max_w=wide - 22)
            return layer

        made = c.cache.get(("goal word", word.said, c.scale, c.text_scale), make)
        c.surface.blit(made if alpha > 254 else raster.fade(made, alpha), (c.x(left - 12), c.y(high - 12)))


def _star_size(cell: Box) -> float:
    return min(34.0, cell[3] - 12)


def _outline(c: Canvas, x: float, y: float, size: float, colour: str, alpha: int = 255) -> None:
    """Draw a star that is not won: its rim round a dark middle."""
    icons.draw(c, "round-star", x, y, size, colour, alpha=alpha)
    icons.draw(c, "round-star", x, y, size - 7, "well")


def _paint_pips(c: Canvas, one: Progress, x: float, y: float, right: float) -> None:
    """Paint a pip for each step, or a bar where there are many; nothing where there is no room for all."""
    have = max(0, min(one.wanted, one.count))
    if one.wanted <= MOST_PIPS:
        if x + (one.wanted - 1) * PIP + 4 > right:
            return
        for number in range(one.wanted):
            shapes.round_rect(c, x + number * PIP - 3, y - 3, 6, 6, 3, "glow" if number < have else "control.raised")
    elif x + BAR <= right:
        shapes.round_rect(c, x, y - 3, BAR, 6, 3, "control.raised")
        if have:
            shapes.round_rect(c, x, y - 3, max(6.0, BAR * have / one.wanted), 6, 3, "glow")


def lay_cells(place: Box, count: int) -> list[Box]:
    """Return a cell of ``place`` for each of ``count`` goals, from left to right; the first goal, to win, gets the
    shortest."""
    x, y, w, h = place
    shares = {1: (1.0,), 2: (0.46, 0.54)}.get(count, (152 / 534, 176 / 534, 206 / 534))
    wide = w if count >= 3 else w * (0.36 if count == 1 else 0.7)
    cells, at = [], x + w - wide
    for share in shares[:count]:
        cells.append((at, y, wide * share, h))
        at += wide * share
    return cells
