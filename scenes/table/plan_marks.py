"""Marks of a plan: while others play, a person numbers cards in the order in which they shall be played or taken.

They are drawn for that person alone, and neither saved nor told to anyone else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sprites.base import shapes

if TYPE_CHECKING:
    from scenes.shell.targets import Target
    from scenes.table.table import AnyTable
    from sprites.base.canvas import Canvas

MARK_R = 13.0


class PlanCard(NamedTuple):
    """A card that a plan can name; ``is_open``: it can still be played or taken."""

    card: Hashable
    is_open: bool = True


@dataclass(slots=True)
class _Press:
    """What a press on such a card does: it marks it while others play, else what the game says."""

    marks: PlanMarks
    card: Hashable
    usual: Callable[[], None]

    def __call__(self) -> None:
        if self.marks.can_mark():
            self.marks.toggle(self.card)
        else:
            self.usual()


class PlanMarks:
    """The marks of all persons at one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._marked: dict[int, list[Hashable]] = {}
        self._has_told = False

    def list_marks(self) -> list[Hashable]:
        """Return the cards that the person looking on has marked, in order; none while others look on too."""
        table = self._table
        return self._marked.get(table.viewer, []) if table.viewer is not None and not table.overlooked else []

    def can_mark(self) -> bool:
        """Whether a press on a card marks it: its person looks on alone, and others play."""
        table = self._table
        alone = table.viewer in table.people and not table.overlooked and table.guide is None
        return alone and not (table.finished or table.behind_glass or table.confirming or table.may_act())

    def toggle(self, card: Hashable) -> None:
        """Mark a card as the next of the plan, or take its mark away."""
        table = self._table
        assert table.viewer is not None
        marked = self._marked.setdefault(table.viewer, [])
        if card in marked:
            marked.remove(card)
        else:
            marked.append(card)
            if not self._has_told:
                table.ctx.toast(table.ctx.t("plan.marked"))
            self._has_told = True
        table.ctx.play("card_lift")
        table.ui.dirty = True

    def draw(self, c: Canvas) -> None:
        """Draw the marks on the cards of this drawing, and let presses on these cards mark them."""
        table, marked = self._table, self.list_marks()
        found: list[tuple[Target, PlanCard]] = []
        for target in table.ui.list_current_targets():
            known = table.hooks.find_plan_card(table, target.id)
            if known is not None:
                found.append((target, known))
        gone = {one.card for _, one in found if not one.is_open}
        marked[:] = [card for card in marked if card not in gone]
        order = [card for card in marked if any(one.card == card for _, one in found)]
        for target, one in found:
            if not isinstance(target.activate, _Press):
                target.activate = _Press(self, one.card, target.activate)
            number = order.index(one.card) + 1 if one.card in order else 0
            target.value = table.ctx.t("plan.mark", n=number) if number else ""
            if number:
                x, y, w, _ = target.box
                shapes.coin(c, x + w / 2, y + 2, MARK_R, str(number), "gold")
