"""Decisions of the person at a table: what may be chosen, marking it, and carrying it out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from engine.contract import Message
from engine.storage.folders import FolderError
from scenes.table.table_hooks import TableHooks
from scenes.table.table_view import M

if TYPE_CHECKING:
    from ai.decision import Decision
    from scenes.table.end_turn_confirm import TurnEnd
    from scenes.table.hints import Hints
    from scenes.table.turns import Turns


class Decisions(TableHooks[M]):
    """A table at which a person chooses; ``M`` is what the game calls a move."""

    hints: Hints
    turn_end: TurnEnd
    turns: Turns
    _decoded: tuple[Sequence[int], tuple[M, ...]] = ((), ())
    """The legal actions, and the same as moves."""

    def confirm(self) -> None:
        """The players have seen what the table waits for: go on."""
        raise NotImplementedError

    def listen_from(self, seat: int | None, overlooked: bool = False) -> None:
        """Subscribe to what this seat may know (None = what everybody may), and tell only that."""
        raise NotImplementedError

    # --- choosing -----------------------------------------------------------------------------------

    def may_act(self) -> bool:
        """Whether the person below owes a decision that can be made now."""
        return (
            self.viewer is not None
            and not self.busy
            and not (self.finished or self.behind_glass or self.question is not None)
            and self.session.seats[self.viewer].kind == "person"
            and self.viewer in self.session.to_act()
        )

    def legal(self) -> Sequence[int]:
        """What the person below may do now."""
        if not self.may_act():
            return ()
        assert self.viewer is not None
        return self.session.legal(self.viewer)

    @property
    def moves(self) -> tuple[M, ...]:
        """What the person below may do now."""
        legal = self.legal()
        if legal != self._decoded[0]:
            self._decoded = legal, tuple(map(self.codec.decode, legal))
        return self._decoded[1]

    @property
    def marked_move(self) -> M | None:
        """The move that is marked."""
        return None if self.chosen is None else self.codec.decode(self.chosen)

    def pick(self, move: M) -> None:
        """Mark a move; marking it again carries it out."""
        self.choose(self.codec.encode(move))

    def make(self, move: M) -> None:
        """Carry a move out."""
        self.decide(self.codec.encode(move))

    def choose(self, action: int) -> None:
        """Mark an action; marking it again carries it out."""
        if action not in self.legal():
            self.ctx.play("refused")
            return
        if self.chosen == action:
            self.decide(action)
            return
        self.chosen = action
        self.ctx.play("card_lift")
        self.ui.dirty = True

    def describe(self, move: M) -> str:
        """What the rules call a move; "" when they have no name for it."""
        return self._format_message(self.session.rules.describe(self.codec.encode(move)))

    def name_action(self, action: int) -> str:
        """Name of an action for the seat that looks at ``self.view``; "" when it has none."""
        return self.describe(self.codec.decode(action)).replace("*", "")

    def reason(self, move: M) -> str:
        """The rule behind a move, in words; "" when there is nothing to say."""
        return self._format_message(self.session.rules.explain(self.codec.encode(move)), self.list_features())

    def _format_message(self, message: Message | None, there: Collection[str] = ()) -> str:
        return "" if message is None else self.ctx.say(message, self.names, there)

    def drop_mark(self) -> None:
        """Let go of a mark that can no longer be carried out."""
        if self.chosen is not None and self.chosen not in self.legal():
            self.chosen = None

    def main_action(self) -> None:
        """What the amber button does, and its key."""
        legal = self.legal()
        if self.guide is not None and self.guide.takes_main():
            self.ui.dirty = True
        elif self.confirming:
            self.confirm()
        elif self.finished:
            self.show_result()
        elif self.question is not None:
            if not self.question.confirm():
                self.ctx.play("refused")
        elif legal:
            action = self.ready_action(legal)
            if action is None:
                self.ctx.play("refused")
            else:
                self.turn_end.amber(action, self.describe_unused(action), self.decide)

    def main_or_skip(self) -> None:
        """The amber button was pressed: while things move it hurries them on."""
        if not self.skip():
            self.main_action()

    def decide(self, action: int) -> None:
        """The person below made a decision."""
        if self.viewer is None or action not in self.legal():
            self.ctx.play("refused")
            return
        taught = self.guide is not None and not self.guide.whole
        asked = taught or self.ends_in_words(action)
        if not asked and self.turn_end.asks(self.viewer, action):
            self.turn_end.ask(action, self.decide, self.stay_on)
            return
        if self.guide is not None and not self.guide.allows(action):
            return
        seat = self.viewer
        self.hints.drop()
        self.prepare_decision(seat, action)
        if self.shared:
            # Nobody may see on the way what the next person holds, or read what this one was told.
            self.listen_from(None)
            self.view = self.session.view(None)
        self.submit(seat, action)

    def submit(self, seat: int, action: int) -> None:
        """Hand a decision to the session; a save that cannot be written is told once."""
        self.turns.note_event()
        try:
            self.session.submit(seat, action)
        except FolderError as error:
            self.report_folder_error(error)
        self.ui.dirty = True

    def report_folder_error(self, error: FolderError) -> None:
        """The step is done but could not be saved: say so once."""
        if error.message not in self.ctx.notices:
            self.ctx.notices.append(error.message)

    # --- hints ------------------------------------------------------------------------------------------

    @property
    def hint(self) -> Decision | None:
        """The advice that is shown."""
        return self.hints.shown

    @property
    def advised_move(self) -> M | None:
        """The move that the advice recommends most, if any is shown."""
        best = self.hints.best
        return None if best is None else self.codec.decode(best)

    def get_pending(self) -> tuple[int, int] | None:
        """The decision that the person below owes; None when nobody is there to make one."""
        if self.viewer is None or self.viewer not in self.session.to_act():
            return None
        return self.viewer, self.session.find_decision_turn(self.viewer)
