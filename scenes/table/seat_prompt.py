"""A question put at a table: a seat is named for an answer, and nothing is moved meanwhile."""

from __future__ import annotations

from collections.abc import Callable


class Question:
    """Which seat is marked; marking it again, like the amber button, gives the answer."""

    def __init__(self, seats: int, answer: Callable[[int], None], moved: Callable[[], None]) -> None:
        self.seats = seats
        self.marked: int | None = None
        self._answer = answer
        self._moved = moved

    def mark(self, seat: int) -> None:
        """Mark a seat; marked again it is the answer."""
        if self.marked == seat:
            self.confirm()
        elif 0 <= seat < self.seats:
            self.marked = seat
            self._moved()

    def confirm(self) -> bool:
        """Answer with what is marked; False when nothing is."""
        if self.marked is None:
            return False
        self._answer(self.marked)
        return True

    def put_back(self) -> bool:
        """Let go of what is marked; False when nothing is."""
        had, self.marked = self.marked, None
        return had is not None
