"""A plaque until the person has decided: the goal in a first game, and what is at stake in the last trick or turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenes.shell.targets import Target, exactly
from sprites.base import icons, shapes, text
from sprites.base.timeline import ease_in_out_cubic

if TYPE_CHECKING:
    from scenes.shell.targets import Box
    from scenes.table.peaks import PeakRules
    from scenes.table.table import AnyTable
    from sprites.base.canvas import Canvas

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
    def is_shown(self) -> bool:
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
        elif self.is_shown and self._age < BREATH_MS * BREATHS:
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
        if not self.is_shown or self._tells_goal or self._enders:
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
        if not self.is_shown:
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
        key = (title, stakes, table.ctx.texts.language)
        table.panels.make(c, "last", key, box, paint).set_alpha(alpha)
        table.panels.draw(c, "last", key, box, paint, shift)
        target = Target(TARGET, shown, self.dismiss, ring=False, sound="")
        target.contains = exactly(shown)
        target.label = self.say()
        table.ui.note(target)
