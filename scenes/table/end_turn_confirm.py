"""What is asked before a turn ends: whether what is left of it shall be given away, and, while something that was done
in it can still be taken back, whether it shall end at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ai.algorithms.last_decision import is_over_after
from engine.chance import SeededChance
from sprites.base import shapes, text

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui
    from sprites.base.canvas import Canvas

FITTING = 8
"""Positions that fit the view on which an action has to end the game."""
TAG_TALL = 24.0
"""The tag on a button that ends the game."""


class TurnEnd:
    """Asks before a decision that passes the turn on."""

    def __init__(self, ctx: Context, session: Session) -> None:
        self._ctx, self._session = ctx, session
        self._sure: tuple[int, int] | None = None
        """The turn and the action that the person wants in any case."""
        self._ending: tuple[int, int, dict[int, bool]] = (-1, -1, {})
        """Which actions of a seat at a turn end the game."""

    def asks(self, seat: int, action: int) -> bool:
        """Whether the person has to be asked first: the others come next, and a step of this turn can be undone."""
        session = self._session
        if not self._ctx.settings.confirm_turns or self._ctx.instant or self._sure == (session.turn, action):
            return False
        return session.to_act() == (seat,) and session.may_go_back(seat) and self._passes_on(seat, action)

    def _passes_on(self, seat: int, action: int) -> bool:
        """Rules evaluated on a position determinized from the player's view, so nothing hidden is used."""
        rules = self._session.rules
        chance = SeededChance(1)
        state = rules.determinize(self._session.view(seat), chance)
        rules.apply(state, seat, action, chance, None)
        return seat not in rules.to_act(state)

    def ends_game(self, seat: int, action: int) -> bool:
        """Whether the game is over after an action, on all positions that are tried of those that fit the view; where
        several decide at the same time, after anything that the others do."""
        session = self._session
        if self._ending[:2] != (session.turn, seat):
            self._ending = (session.turn, seat, {})
        known = self._ending[2]
        if action not in known:
            known[action] = all(self._ends_game(seat, action, number) for number in range(FITTING))
        return known[action]

    def _ends_game(self, seat: int, action: int, number: int) -> bool:
        rules = self._session.rules
        state = rules.determinize(self._session.view(seat), SeededChance(number))
        return is_over_after(rules, state, seat, action, number)

    def mark_endings(self, c: Canvas, ui: Ui, seat: int, buttons: Mapping[str, int]) -> None:
        """Say at every button that ends the game that it does."""
        words = self._ctx.t("ui.ends_game")
        for name, action in buttons.items():
            target = ui.find_in_drawing(name)
            if target is None or not target.enabled or not self.ends_game(seat, action):
                continue
            x, y, w, _ = target.box
            wide = min(w, text.width(c, words, "strong") + 24)
            shapes.panel(c, x + (w - wide) / 2, y - TAG_TALL / 2, wide, TAG_TALL, radius=TAG_TALL / 2)
            text.draw(c, words, x + w / 2, y, "strong", "text.warning", "cm", max_w=wide - 16)
            if target.label:
                target.label = f"{target.label}, {words}"

    def amber(self, action: int, unused: str, decide: Callable[[int], None]) -> None:
        """The amber button gives nothing away (``unused``, in words) unasked; Space goes on, it does not stop."""
        if not unused:
            decide(action)
            return
        t = self._ctx.t
        choices = [
            ("go_on", t("ui.unused.go_on"), lambda: None),
            ("stop", t("ui.unused.stop"), lambda: decide(action)),
        ]
        self._ctx.ask(t("ui.unused.title"), unused, choices, main=0)

    def ask(self, action: int, decide: Callable[[int], None], stay: Callable[[], None]) -> None:
        """Ask; the decision is made, or the table told that the turn goes on."""
        t, turn = self._ctx.t, self._session.turn

        def end() -> None:
            self._sure = (turn, action)
            decide(action)

        choices = [
            ("stay", t("turn_end.stay"), stay),
            ("end", t("turn_end.end"), end),
        ]
        self._ctx.ask(t("turn_end.title"), t("turn_end.body"), choices)
