"""What is asked before a turn ends: whether what is left of it shall be given away, and, while something that was done
in it can still be taken back, whether it shall end at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.chance import SeededChance

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context


class TurnEnd:
    """Asks before a decision that passes the turn on."""

    def __init__(self, ctx: Context, session: Session) -> None:
        self._ctx, self._session = ctx, session
        self._sure: tuple[int, int] | None = None
        """The turn and the action that the person wants in any case."""

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
