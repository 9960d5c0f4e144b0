"""The computer opponents of one table: questions to the worker, answers back, and the hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.chance import mix
from engine.session import Session

if TYPE_CHECKING:
    from scenes.context import Context


class Opponents:
    """Asks as soon as a computer owes a decision; the table fetches the answer when it is ready for it."""

    def __init__(self, ctx: Context, session: Session) -> None:
        self.ctx = ctx
        self.session = session
        self._tickets: dict[int, tuple[int, int]] = {}
        self._answers: dict[int, tuple[int, int]] = {}
        self._asked: set[tuple[int, int]] = set()
        self._hint_ticket: int | None = None

    @property
    def busy(self) -> bool:
        """Whether a question is open or an answer waits to be fetched."""
        return bool(self._tickets or self._answers)

    @property
    def hinting(self) -> bool:
        """Whether a hint is being thought out."""
        return self._hint_ticket is not None

    def ask(self) -> None:
        """Ask for every computer that owes a decision and has not been asked yet."""
        session = self.session
        for seat in session.to_act():
            player = session.seats[seat]
            turn = session.turn_of(seat)
            if player.kind != "computer" or (seat, turn) in self._asked:
                continue
            self._asked.add((seat, turn))
            legal = list(session.legal(seat))
            if len(legal) == 1:
                self._answers[seat] = (turn, legal[0])
                continue
            seed = mix(session.seed, "opponent", turn, seat)
            ticket = self.ctx.thinker.ask(session.game, session.view(seat), seat, legal, player.level, seed)
            self._tickets[ticket] = (seat, turn)

    def poll(self) -> Any:
        """Take in what the worker has answered; returns the decision of a hint, if one came."""
        hint = None
        if not self._tickets and self._hint_ticket is None:
            return hint
        for answer in self.ctx.thinker.poll():
            if answer.ticket == self._hint_ticket:
                self._hint_ticket = None
                hint = answer.decision
                continue
            asked = self._tickets.pop(answer.ticket, None)
            if asked is None:
                continue
            seat, turn = asked
            if turn != self.session.turn_of(seat) or seat not in self.session.to_act():
                continue
            if answer.decision.action in self.session.legal(seat):
                self._answers[seat] = (turn, answer.decision.action)
            else:
                self._asked.discard((seat, turn))
        return hint

    def ready(self) -> int | None:
        """A seat that owes a decision and has made up its mind."""
        for seat in self.session.to_act():
            answer = self._answers.get(seat)
            if answer is not None and answer[0] == self.session.turn_of(seat):
                return seat
        return None

    def fetch(self, seat: int) -> int:
        """The action of a seat that is ready; it is handed over once."""
        turn, action = self._answers.pop(seat)
        self._asked.discard((seat, turn))
        return action

    def ask_hint(self, seat: int) -> None:
        """Let the strongest level look at the options of a person, on that person's own view."""
        session = self.session
        seed = mix(session.seed, "hint", session.turn, seat)
        self._hint_ticket = self.ctx.thinker.ask(
            session.game, session.view(seat), seat, list(session.legal(seat)), "expert", seed, purpose="hint"
        )

    def forget(self) -> None:
        """Drop all questions and answers (undo, leaving the table)."""
        for ticket in list(self._tickets):
            self.ctx.thinker.cancel(ticket)
        if self._hint_ticket is not None:
            self.ctx.thinker.cancel(self._hint_ticket)
        self._tickets.clear()
        self._answers.clear()
        self._asked.clear()
        self._hint_ticket = None
