"""The rivals of a lesson: they do what its data say, so that the tiny match goes as it is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.content.lessons import Replies, Reply
from engine.session import Session
from scenes.table.opponents import Hint, Opponents

if TYPE_CHECKING:
    from scenes.shell.context import Context


class Scripted(Opponents):
    """Answers at once with the next reply of the seat; without one it makes only what it is forced to."""

    def __init__(self, ctx: Context, session: Session, replies: Sequence[Reply], codec: Any) -> None:
        super().__init__(ctx, session)
        self._replies = Replies(replies, codec)
        self._pass_over_log()

    def _pass_over_log(self) -> None:
        """Skip replies that were already played before the lesson was resumed."""
        course = self.session.course
        for at, entry in enumerate(self.session.log):
            before = course.get_position(course.base + at).state
            self._replies.note_decision(entry.seat, self.session.rules.legal(before, entry.seat))

    def ask(self) -> None:
        """Accept a request; scripted opponents answer at once."""

    def poll(self) -> Hint | None:
        """A lesson gives its own advice."""
        return None

    def ask_hint(self, seat: int) -> None:
        """Accept a request for a hint; there is none in a lesson."""

    @property
    def busy(self) -> bool:
        """Whether a rival is about to act."""
        return self.ready() is not None

    def ready(self) -> int | None:
        """A rival that owes a decision and has one; where all choose at the same time, the person does first."""
        owing = self.session.to_act()
        if any(self.session.seats[seat].is_person for seat in owing):
            return None
        for seat in owing:
            if self.session.seats[seat].kind == "computer" and self._action(seat) is not None:
                return seat
        return None

    def fetch(self, seat: int) -> int:
        """Return the scripted decision of a seat."""
        action = self._action(seat)
        assert action is not None
        self._replies.note_decision(seat, self.session.legal(seat))
        return action

    def _action(self, seat: int) -> int | None:
        return self._replies.action(seat, self.session.legal(seat))
