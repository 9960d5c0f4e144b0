"""A click that does nothing answers: a few words at the pointer say why, and the rule book is one click away.

The words are those of the game for what was clicked in this phase (``GAME.refused.PHASE.THING``, where the catalogue
has them), else the tip of a control that cannot be used, else what can be done now.
"""

from __future__ import annotations

from scenes.shell.targets import Box, Target, exactly
from scenes.table.script import AnyTable
from sprites.base import layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import make_plain

STAYS_MS = 3200.0
TARGET = "refused"
WIDE, ROW = 286.0, 26.0
OFF = (16.0, 20.0)
"""From the pointer to the words."""


class Refusals:
    """Explanation of the last refused click at one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self.words = ""
        """What is said; "" for nothing."""
        self._at = (0.0, 0.0)
        self._age = 0.0
        self._seen = table.ctx.refusals
        self._before: tuple[object, ...] = ()

    def _find_text(self, target_id: str) -> str:
        """Return the id of the game's words for what was clicked; "" where it has none."""
        thing, phase = target_id.partition(".")[0], self._table.phase
        text_id = f"{self._table.game}.refused.{phase}.{thing}"
        return text_id if self._table.ctx.texts.has(text_id) else ""

    def update(self, ms: float) -> None:
        """Check whether the last click was refused, or changed nothing although something of the game was clicked."""
        table, ctx = self._table, self._table.ctx
        fired, table.ui.fired = table.ui.fired, None
        refused, self._seen = ctx.refusals != self._seen, ctx.refusals
        now = (table.get_pending(), table.chosen, table.confirming, ctx.stack.top)  # what others decide hides no words
        same, self._before = now == self._before, now
        if self.words:
            self._age += ms
            if self._age > STAYS_MS or not same:
                self.dismiss()
        if same and (refused or (fired is not None and self._find_text(fired.id))):
            self.show(fired)

    def show(self, target: Target | None) -> None:
        """Say why a click on a target, or on none, does nothing."""
        table = self._table
        guided = table.guide is not None and not table.guide.whole
        if not table.may_act() or guided or table.ctx.instant:
            return
        text_id = "" if target is None else self._find_text(target.id)
        tip = target.tip[1] if target is not None and target.tip is not None and not target.enabled else ""
        spoken = table.hooks.spoken(table)
        asked = spoken.find_prompt() if table.finished_turn.is_open else spoken.describe_call()
        words = table.ctx.t(text_id) if text_id else tip or asked
        self.words = make_plain(words)
        x, y = table.ui.x, table.ui.y
        self._at = target.centre if target is not None and table.ui.show_focus else (x, y)
        self._age = 0.0
        table.ctx.tell_toast(self.words)
        table.ui.dirty = True

    def dismiss(self) -> None:
        """Hide the explanation."""
        self.words = ""
        self._table.ui.dirty = True

    def _open_rules(self) -> None:
        self.dismiss()
        self._table.bar.open_rules()

    def _find_place(self, c: Canvas, room: tuple[float, float, float]) -> Box:
        """Below the pointer or above it, where it lies over nothing that can be chosen, if there is such a place.
        ``room``: left edge, width, height."""
        x, w, h = room
        below: Box = (x, self._at[1] + OFF[1], w, h)
        above: Box = (x, max(56.0, self._at[1] - OFF[1] - h), w, h)
        places = [below, above] if below[1] + h < c.height - 8 else [above]
        choices = [one.centre for one in self._table.ui.targets if one.enabled and one.id != TARGET]
        return min(places, key=lambda place: sum(exactly(place)(*centre) for centre in choices))

    def draw(self, c: Canvas) -> None:
        """Draw the explanation next to the pointer, within the window; a click on its last line opens the rulebook, and
        one above that means what lies below."""
        if not self.words:
            return
        table = self._table
        tall = text.paragraph_height(c, self.words, WIDE - 28, "body", line=1.16)
        w, h = WIDE, table.ui.touch.grow(tall + ROW + 22)
        x = min(max(self._at[0] + OFF[0], c.left + 8), c.right - 8 - w)
        box = self._find_place(c, (x, w, h))
        body, link = layout.rows(layout.inset(box, 14, 9), [0.0, ROW], shares=[1.0, 0.0])

        def paint(layer: Canvas) -> None:
            shapes.panel(layer, *box, "parchment", radius=10)
            text.paragraph(layer, self.words, *body[:3], "body", "paper.text", line=1.16)
            rule = table.ctx.t("ui.refused.rule")
            text.draw(layer, rule, link[0], layout.middle(link) + 2, "strong", "paper.link", "lm", max_w=link[2])

        table.panels.draw(c, TARGET, (self.words, box), box, paint)
        place = box if table.by_fingers else link
        target = Target(TARGET, place, self._open_rules, ring=False, sound="click")
        target.contains = exactly(place)
        target.label = f"{self.words} {table.ctx.t('ui.refused.rule')}"
        table.ui.note(target)
