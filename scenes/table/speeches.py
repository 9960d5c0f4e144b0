"""What characters say at a table: a greeting, a line at a peak of the game, one when a leaning has acted.

A line enters the chronicle, is spoken to those who listen and seen in a bubble; the settings turn all of it off. One
rule says how often (:data:`ROUNDS_APART`, :data:`QUIET_FOR`), and none is said twice in a game. Peaks are found in
what everybody may know (``scenes.table.peaks``); a line about a secret commitment waits until all have committed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.chance import mix
from engine.contract import Event
from engine.session import Session, Update
from scenes.common import opponent_names
from scenes.shell.context import Context
from scenes.shell.layers import Line
from scenes.table.peaks import WEIGHT, Peak, PeakKind, PeakRules, Step, find_peaks, list_moods, list_speakers
from sprites.base.portrait import Mood

ROUNDS_APART = 2
"""Rounds, or tricks, from one line at a table to the next, for all speakers together."""
QUIET_FOR = 4
"""Rounds without a line before a leaning is spoken of, which leaves room for the peaks."""
WORDINGS = 3
"""Lines for each kind of peak and temperament."""
KIND = "says"
"""The kind of a line of the chronicle that was spoken."""
MOTTO = "motto"


@dataclass(frozen=True, slots=True)
class Speech:
    """A line spoken by a seat after a number of shown events."""

    seat: int
    term: str
    """Leaning that has acted, :data:`MOTTO`, or a peak with the number of its wording (``peak.last.2``)."""
    told: int


class Speeches:
    """All lines spoken at one table since it was opened."""

    def __init__(
        self,
        ctx: Context,
        session: Session,
        peaks: PeakRules | None,
        count_rounds: Callable[[], int],
        show: Callable[[int, str], None],
        answer: Callable[[int, Mood], None],
    ) -> None:
        """``count_rounds`` returns how many rounds have begun, ``show`` displays a seat's line, ``answer`` sets a
        portrait's mood."""
        self._ctx = ctx
        self._session = session
        self._rules = peaks
        self._count_rounds = count_rounds
        self._show = show
        self._answer = answer
        self._last_round = -QUIET_FOR
        """When a character spoke last."""
        self._last_seat: int | None = None
        self._greeted = session.turn > 0
        self._waiting: list[tuple[int, str, tuple[tuple[int, int], ...]]] = []
        self._peaks: list[Peak] = []
        """What is to be spoken of when it is told."""
        self._seat: int | None = None
        self._before = self._start = session.view(None)
        """What everybody knew before the next decision, and at the start of its player's turn."""
        self.said: list[Speech] = []

    # --- peaks -------------------------------------------------------------------------------------------

    def note_update(self, update: Update) -> None:
        """Find the peaks of a decision, in public information."""
        before, self._before = self._before, self._session.view(None)
        if self._rules is None or update.kind == "reset":
            self._start, self._seat = self._before, None
            self._peaks.clear()
            return
        if update.seat != self._seat:
            self._start, self._seat = before, update.seat
        public = [event for event in update.events if event.seats is None]
        found = list(find_peaks(self._rules, Step(update.seat, self._start, before, self._before, public)))
        if found:
            self._peaks.append(max(found, key=lambda peak: (peak.is_spoken, WEIGHT[peak.kind])))

    def note_events(self, events: Sequence[Event], told: int) -> None:
        """Let characters comment on the peaks that belong to these events, after ``told`` events have been shown."""
        for peak in [one for one in self._peaks if one.event is not None]:
            if any(event is peak.event for event in events):
                self._peaks.remove(peak)
                self._speak_of(peak, told)

    def _speak_of(self, peak: Peak, told: int) -> bool:
        assert self._rules is not None
        points = self._rules.count_points(self._before)
        for seat, mood in list_moods(peak, len(points)):
            self._answer(seat, mood)
        if not peak.is_spoken:
            return False
        speakers = list(list_speakers(peak, points, lambda seat: bool(self._find_temperament(seat))))
        speakers.sort(key=lambda each: each[0] == self._last_seat)
        for seat, _ in speakers[:1]:
            self._answer(seat, Mood.PLEASED)  # who praises a stroke
        return any(self._say_of(seat, kind, told) for seat, kind in speakers)

    def _say_of(self, seat: int, kind: PeakKind, told: int) -> bool:
        """Say the first wording that has not been said in this game."""
        first = mix(self._session.seed, "wording", kind) % WORDINGS
        terms = [f"peak.{kind}.{(first + k) % WORDINGS + 1}" for k in range(WORDINGS)]
        return any(self._say(seat, term, told) for term in terms)

    def _find_temperament(self, seat: int) -> str:
        who = opponent_names.find_character(self._session.seats[seat].level)
        return "" if who is None else who.temperament

    # --- leanings ----------------------------------------------------------------------------------------

    def note_leaning(self, seat: int, term: str) -> None:
        """Remember the leaning (``term``) behind a seat's pending decision; "" for none."""
        if term:
            session = self._session
            secret = tuple((other, session.find_decision_turn(other)) for other in session.to_act())
            self._waiting.append((seat, term, secret if len(secret) > 1 else ()))

    def speak(self, told: int) -> bool:
        """Show the lines that are due once ``told`` events have been shown; return whether the table must be drawn
        anew."""
        if not self._greeted:
            self._greeted = True
            return self._greet(told)
        peaks, self._peaks = self._peaks, []
        if any([self._speak_of(peak, told) for peak in peaks]):
            return True
        if not self._waiting:
            return False
        session = self._session
        owed = {(seat, session.find_decision_turn(seat)) for seat in session.to_act()}
        ready = [each for each in self._waiting if not owed.intersection(each[2])]
        for each in ready:
            self._waiting.remove(each)
            self._say(each[0], each[1], told, QUIET_FOR)
        return bool(ready)

    def _greet(self, told: int) -> bool:
        """The strongest character at the table says its motto when a game begins."""
        ranks = [
            (-opponent_names.get_rank(one), seat)
            for seat, who in enumerate(self._session.seats)
            if (one := opponent_names.find_character(who.level)) is not None
        ]
        return self._say(min(ranks)[1], MOTTO, told) if ranks else False

    # --- saying ------------------------------------------------------------------------------------------

    def _say(self, seat: int, term: str, told: int, apart: int = ROUNDS_APART) -> bool:
        """Let a seat say a line unless a character spoke in the last ``apart`` rounds, or it was said before; return
        whether said."""
        now, words, key = self._count_rounds(), self.words(seat, term), self._find_key(seat, term)
        if not words or key in self._session.said or now - self._last_round < apart:
            return False
        if not self._ctx.settings.speech_bubbles:
            return False
        self._last_round, self._last_seat = now, seat
        self._session.said.append(key)
        self.said.append(Speech(seat, term, told))
        if not self._ctx.instant:
            self._show(seat, words)
        return True

    def _find_key(self, seat: int, term: str) -> str:
        """Return the key that tells lines apart within this game, whatever seat says them."""
        return f"{term}.{self._find_temperament(seat)}" if term.startswith("peak.") else f"{term}.{seat}"

    def words(self, seat: int, term: str) -> str:
        """Return the words of a seat for a motto, a peak or a leaning (``term``); "" for nothing."""
        level = self._session.seats[seat].level
        if term == MOTTO:
            return opponent_names.get_motto_words(self._ctx, level)
        if term.startswith("peak."):
            _, kind, number = term.split(".")
            return self._ctx.t(f"ui.peak.{kind}.{self._find_temperament(seat)}.{number}")
        return opponent_names.get_line(self._ctx, level, term)

    def line(self, speech: Speech) -> Line:
        """Return a speech as a line of the log."""
        words = self._ctx.texts.quotable(self.words(speech.seat, speech.term))
        name = self._session.seats[speech.seat].name
        return Line(self._ctx.t("ui.character.says", name=name, words=words), speech.seat, 0, KIND)

    def forget(self, told: int) -> None:
        """Drop lines spoken after ``told`` events, because decisions were undone."""
        self._waiting.clear()
        self._last_round = min(self._last_round, self._count_rounds())
        self.said = [speech for speech in self.said if speech.told <= told]
