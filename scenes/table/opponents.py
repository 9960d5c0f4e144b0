"""The computer opponents of one table: questions to the workers, answers back, and the hint.

Every answer belongs to a seat and to the turn at which its decision was asked for; one that comes late,
when the decision has been made or taken back or the seat has another player, is dropped.
"""

import time
from dataclasses import dataclass
from typing import Any

from ai.opponent_registry import quick_choice
from ai.workers.pool import COMMENT, HINT
from engine.chance import mix
from engine.session import Session
from scenes.common import opponent_names
from scenes.shell.context import Context

SLOW_MS = 15_000.0
"""Milliseconds of waiting for computers after which a person may have them decide at once."""
Owed = tuple[int, int]
"""A decision: the seat that owes it, and the turn at which it was first asked for."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice, and the decision it is for."""

    owed: Owed
    decision: Any


@dataclass(frozen=True, slots=True)
class Trouble:
    """Failure of an opponent, for which the fallback player decided.

    ``how`` crashed, slow, illegal or silent; ``given_up``: it is not asked any more.
    """

    level: str
    how: str
    given_up: bool


class Opponents:
    """Requests decisions of computers as soon as they are pending, and holds them until the table fetches them."""

    def __init__(self, ctx: Context, session: Session) -> None:
        self.ctx = ctx
        self.session = session
        self.troubles: dict[int, Trouble] = {}
        """The seats whose opponent failed when it was asked last."""
        self._tickets: dict[int, Owed] = {}
        self._answers: dict[int, tuple[int, int]] = {}
        self._leanings: dict[int, str] = {}
        self._asked: set[Owed] = set()
        self._hint: tuple[int, Owed] | None = None
        self._comment: tuple[int, Owed] | None = None
        """Question for a comment of the coach, and for which decision."""
        self._found: Hint | None = None
        """What was found for such a comment."""
        self._told: set[tuple[int, str, bool]] = set()
        self._waited = 0.0
        """Milliseconds since a computer has last been asked or has answered."""
        self._looked = time.monotonic()

    @property
    def busy(self) -> bool:
        """Whether a request is open or an answer waits to be fetched."""
        return bool(self._tickets or self._answers)

    @property
    def hinting(self) -> bool:
        """Whether a hint is being computed."""
        return self._hint is not None

    def ask(self) -> None:
        """Request the decision of every computer that has to decide and has not been asked yet."""
        session = self.session
        for seat in session.to_act():
            player = session.seats[seat]
            owed = (seat, session.find_decision_turn(seat))
            if player.kind != "computer" or owed in self._asked:
                continue
            self._asked.add(owed)
            legal = list(session.legal(seat))
            if len(legal) == 1:
                self._answers[seat] = (owed[1], legal[0])
                continue
            seed, level = session.opponent_seed(seat), opponent_names.playable(player.level)
            level = opponent_names.mark_gentle_level(self.ctx, session.seats, level)
            ticket = self.ctx.thinker.ask(session.game, session.view(seat), seat, legal, level, seed)
            self._tickets[ticket] = owed
            self._waited = 0.0

    def poll(self) -> Hint | None:
        """Take in the answers of the workers; return a hint if one has come whose decision is still pending."""
        hint = None
        if not self._tickets and self._hint is None and self._comment is None:
            return hint
        for answer in self.ctx.thinker.poll():
            if self._hint is not None and answer.ticket == self._hint[0]:
                owed, self._hint = self._hint[1], None
                if self._is_owed(owed):
                    hint = Hint(owed, answer.decision)
                continue
            if self._comment is not None and answer.ticket == self._comment[0]:
                self._found, self._comment = Hint(self._comment[1], answer.decision), None
                continue
            asked = self._tickets.pop(answer.ticket, None)
            self._waited = 0.0
            if asked is None or not self._is_owed(asked):
                continue
            seat, turn = asked
            self._note(seat, answer)
            if answer.decision.action in self.session.legal(seat):
                self._answers[seat] = (turn, answer.decision.action)
                self._leanings[seat] = answer.decision.leaning
            else:
                self._asked.discard(asked)
        return hint

    def wait(self, ms: float) -> None:
        """Add ``ms`` milliseconds to the waiting time, or the real time since the last call if that is longer."""
        now = time.monotonic()
        ms, self._looked = max(ms, 1000 * (now - self._looked)), now
        self._waited = self._waited + ms if self._tickets else 0.0

    @property
    def slow(self) -> tuple[int, ...]:
        """Seats that have been thinking for so long that a person may end the wait."""
        if self._waited < SLOW_MS:
            return ()
        return tuple(sorted({seat for seat, _ in self._tickets.values()}))

    def force_decisions(self) -> None:
        """Let every computer that is still thinking decide at once, by the fallback player."""
        session = self.session
        for ticket, owed in list(self._tickets.items()):
            self.ctx.thinker.cancel(ticket, end=True)
            del self._tickets[ticket]
            if self._is_owed(owed):
                seat = owed[0]
                seed = session.opponent_seed(seat)
                decision = quick_choice(session.game, session.view(seat), seat, list(session.legal(seat)), seed)
                self._answers[seat] = (owed[1], decision.action)
        self._waited = 0.0

    def _is_owed(self, owed: Owed) -> bool:
        """Whether that decision is still to be made."""
        seat, turn = owed
        return seat in self.session.to_act() and turn == self.session.find_decision_turn(seat)

    def _note(self, seat: int, answer: Any) -> None:
        """Remember whether the opponent of a seat is well."""
        if answer.fallback:
            level = self.session.seats[seat].level
            self.troubles[seat] = Trouble(level, answer.how or "crashed", answer.given_up)
        else:
            self.troubles.pop(seat, None)

    def news(self) -> int | None:
        """Return a seat whose opponent file has failed, once for each failed level and once more when it is given up;
        else None."""
        for seat, trouble in self.troubles.items():
            mark = (seat, trouble.level, trouble.given_up)
            if self.session.seats[seat].is_foreign and mark not in self._told:
                self._told.add(mark)
                return seat
        return None

    def replace(self, seat: int, level: str) -> None:
        """Set another level for a computer from its next decision on; raises FolderError when that cannot be saved."""
        self.troubles.pop(seat, None)
        for ticket, owed in list(self._tickets.items()):
            if owed[0] == seat:
                self.ctx.thinker.cancel(ticket)
                del self._tickets[ticket]
                self._asked.discard(owed)
        self.session.replace_computer(seat, level)

    def ready(self) -> int | None:
        """Return a seat whose decision is ready to be fetched, None without any."""
        for seat in self.session.to_act():
            answer = self._answers.get(seat)
            if answer is not None and answer[0] == self.session.find_decision_turn(seat):
                return seat
        return None

    def fetch(self, seat: int) -> int:
        """Return the action of a ready seat, once."""
        turn, action = self._answers.pop(seat)
        self._asked.discard((seat, turn))
        return action

    def leaning(self, seat: int) -> str:
        """Return the leaning that decided the last fetched decision of a seat, once; "" for none."""
        return self._leanings.pop(seat, "")

    def ask_hint(self, seat: int) -> None:
        """Request the strongest level's advice for a person, from that person's own view."""
        self.drop_hint()
        self._hint = self._ask_master(seat, HINT)

    def drop_hint(self) -> None:
        """Drop the advice, because it is not needed any more or another person looks on."""
        if self._hint is not None:
            self.ctx.thinker.cancel(self._hint[0])
            self._hint = None

    def ask_comment(self, seat: int) -> None:
        """Request the Master's assessment for a comment of the coach, from the person's own view."""
        self.drop_comment()
        self._comment = self._ask_master(seat, COMMENT)

    def _ask_master(self, seat: int, purpose: str) -> tuple[int, Owed]:
        """Ask the Master about the options of a person, on that person's own view; return the ticket and for what."""
        session = self.session
        seed = mix(session.seed, purpose, session.turn, seat)
        ticket = self.ctx.thinker.ask(
            session.game, session.view(seat), seat, list(session.legal(seat)), "expert", seed, purpose=purpose
        )
        return ticket, (seat, session.find_decision_turn(seat))

    def take_comment(self, owed: Owed) -> Any:
        """Return the Master's assessment of this decision, once; None while it is not there."""
        found, self._found = self._found, None
        return found.decision if found is not None and found.owed == owed else None

    def drop_comment(self) -> None:
        """Drop the request for a comment, because its decision has been made."""
        if self._comment is not None:
            self.ctx.thinker.cancel(self._comment[0])
        self._comment = self._found = None

    def forget(self) -> None:
        """Drop all requests and answers (undo, leaving the table)."""
        self.drop_hint()
        self.drop_comment()
        for ticket in list(self._tickets):
            self.ctx.thinker.cancel(ticket)
        self._tickets.clear()
        self._answers.clear()
        self._asked.clear()
