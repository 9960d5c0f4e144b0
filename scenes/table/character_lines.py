"""What characters say at the table when a leaning of theirs has acted: a line in the chronicle and a short note.

Nothing is said before everybody may know what was decided: a line about a secret commitment waits until all have
committed. A character repeats itself seldom.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes.common import opponent_names
from scenes.shell.panels import Line

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context

PAUSE = 6
"""So often a leaning acts in silence before its line is said again."""
KIND = "says"
"""The kind of a line of the chronicle that was spoken."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Line said by a seat after a number of events had been shown."""

    seat: int
    term: str
    told: int


class Speeches:
    """Everything said at one table since it was opened."""

    def __init__(self, ctx: Context, session: Session) -> None:
        self._ctx = ctx
        self._session = session
        self._waiting: list[tuple[int, str, tuple[tuple[int, int], ...]]] = []
        self._silent: dict[tuple[int, str], int] = {}
        self.said: list[Speech] = []

    def note_leaning(self, seat: int, term: str) -> None:
        """This seat is about to hand over a decision that a leaning has made ("" = none has)."""
        if not term:
            return
        left = self._silent.get((seat, term), 0)
        self._silent[seat, term] = PAUSE if left == 0 else left - 1
        if left == 0:
            session = self._session
            secret = tuple((other, session.find_decision_turn(other)) for other in session.to_act())
            self._waiting.append((seat, term, secret if len(secret) > 1 else ()))

    def speak(self, told: int) -> bool:
        """Say lines that are due after the events shown so far; True when one was said."""
        if not self._waiting:
            return False
        session = self._session
        owed = {(seat, session.find_decision_turn(seat)) for seat in session.to_act()}
        ready = [each for each in self._waiting if not owed.intersection(each[2])]
        for each in ready:
            self._waiting.remove(each)
            seat, term, _ = each
            if self.words(seat, term):
                self.said.append(Speech(seat, term, told))
                if not self._ctx.instant:
                    self._ctx.toast(self._line(seat, term).replace("*", ""))
        return bool(ready)

    def words(self, seat: int, term: str) -> str:
        """What a seat says by a leaning; "" for nothing."""
        return opponent_names.get_line(self._ctx, self._session.seats[seat].level, term)

    def line(self, speech: Speech) -> Line:
        """The line of the chronicle."""
        return Line(self._line(speech.seat, speech.term), speech.seat, 0, KIND)

    def _line(self, seat: int, term: str) -> str:
        words = self._ctx.texts.quotable(self.words(seat, term))
        return self._ctx.t("ui.character.says", name=self._session.seats[seat].name, words=words)

    def forget(self, told: int) -> None:
        """Decisions were taken back: only what was said before stays."""
        self._waiting.clear()
        self.said = [speech for speech in self.said if speech.told <= told]
