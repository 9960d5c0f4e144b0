"""What characters say at the table: a motto at the beginning, and a line when a leaning of theirs has acted.

A line enters the chronicle and is seen in a bubble, unless the settings say otherwise. Nothing is said before everybody
may know what was decided: a line about a secret commitment waits until all have committed. At every table the same rule
says how often one of them speaks (:data:`ROUNDS_APART`, :data:`PAUSE`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes.common import opponent_names
from scenes.shell.panels import Line

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context

ROUNDS_APART = 2
"""Rounds, or tricks, from one line at a table to the next, for all speakers together."""
PAUSE = 6
"""So often a leaning acts in silence before its line is said again."""
KIND = "says"
"""The kind of a line of the chronicle that was spoken."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Line said by a seat after a number of events had been shown."""

    seat: int
    term: str
    """Leaning that has acted; :data:`MOTTO` for the motto."""
    told: int


MOTTO = "motto"


class Speeches:
    """Everything said at one table since it was opened."""

    def __init__(
        self, ctx: Context, session: Session, count_rounds: Callable[[], int], show: Callable[[int, str], None]
    ) -> None:
        """``count_rounds`` returns how many rounds have begun, ``show`` makes a line of a seat seen."""
        self._ctx = ctx
        self._session = session
        self._count_rounds = count_rounds
        self._show = show
        self._last_round = -ROUNDS_APART
        """When a character spoke last."""
        self._greeted = session.turn > 0
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
        """Say what is due after the events shown so far; True when the table has to be drawn anew."""
        if not self._greeted:
            self._greeted = True
            return self._greet(told)
        if not self._waiting:
            return False
        session = self._session
        owed = {(seat, session.find_decision_turn(seat)) for seat in session.to_act()}
        ready = [each for each in self._waiting if not owed.intersection(each[2])]
        for each in ready:
            self._waiting.remove(each)
            self._say(each[0], each[1], told)
        return bool(ready)

    def _greet(self, told: int) -> bool:
        """The strongest character at the table says its motto when a game begins."""
        ranks = [
            (-opponent_names.get_rank(one), seat)
            for seat, who in enumerate(self._session.seats)
            if (one := opponent_names.find_character(who.level)) is not None
        ]
        return self._say(min(ranks)[1], MOTTO, told) if ranks else False

    def _say(self, seat: int, term: str, told: int) -> bool:
        """Say a line unless a character has spoken just now; False when nothing was said."""
        now, words = self._count_rounds(), self.words(seat, term)
        if not words or now - self._last_round < ROUNDS_APART:
            return False
        self._last_round = now
        self.said.append(Speech(seat, term, told))
        if self._ctx.settings.speech_bubbles and not self._ctx.instant:
            self._show(seat, words)
        return True

    def words(self, seat: int, term: str) -> str:
        """What a seat says; "" for nothing."""
        level = self._session.seats[seat].level
        if term == MOTTO:
            return opponent_names.get_motto_words(self._ctx, level)
        return opponent_names.get_line(self._ctx, level, term)

    def line(self, speech: Speech) -> Line:
        """The line of the chronicle."""
        return Line(self._line(speech.seat, speech.term), speech.seat, 0, KIND)

    def _line(self, seat: int, term: str) -> str:
        words = self._ctx.texts.quotable(self.words(seat, term))
        return self._ctx.t("ui.character.says", name=self._session.seats[seat].name, words=words)

    def forget(self, told: int) -> None:
        """Decisions were taken back: only what was said before stays."""
        self._waiting.clear()
        self._last_round = min(self._last_round, self._count_rounds())
        self.said = [speech for speech in self.said if speech.told <= told]
