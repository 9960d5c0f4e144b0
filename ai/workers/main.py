"""Main loop of a worker process: answers questions until the window closes the connection."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from ai.algorithms import heartbeat
from ai.workers import protocol
from ai.workers.protocol import Ask, AskWhy, Decided, Failed, Look, Question, Ready, Reasoned, Reply, Seen, start_inbox

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Resource limits of a worker that runs a player's file, where the operating system has them.
#
# Linux and macOS do (macOS does not enforce the one on memory). On Windows a process cannot limit itself; only the
# deadlines of the window apply there.

MEMORY = 1 << 30
"""Bytes of address space."""


def apply_limits() -> None:
    """Limit memory, forbid new threads and processes, and disable core dumps.

    Forbidding threads and processes has no effect for the superuser.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, most in (("RLIMIT_AS", MEMORY), ("RLIMIT_NPROC", 0), ("RLIMIT_CORE", 0)):
        number = getattr(resource, what, None)
        if number is None:
            continue
        # If one limit is refused, the others may still be granted.
        with contextlib.suppress(OSError, ValueError):
            hard = resource.getrlimit(number)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(number, (least, least))


def serve(hears: Connection, says: Connection, guest: bool) -> None:
    """Answer incoming questions one after the other.

    ``guest``: this worker runs files of the player, under limits, and answers nothing else.
    """
    from ai import choose, opponents_folder, win_probability  # noqa: F401  (loaded before time counts)

    inbox = start_inbox(hears)
    if guest:
        apply_limits()
    else:
        heartbeat.start(says.send_bytes)
    says.send_bytes(protocol.encode(Ready()))
    while True:
        try:
            says.send_bytes(_encode(_answer(protocol.question(inbox.get()))))
        except (OSError, ValueError):
            return


def _answer(question: Question) -> Reply:
    """Answer a question; any error, even an attempt of a file to exit, becomes a reply."""
    try:
        if isinstance(question, AskWhy):
            return _explain(question)
        return _inspect(question) if isinstance(question, Look) else _decide(question)
    except BaseException as error:
        return Failed(question.ticket, "crashed", _words(error))


def _encode(reply: Reply) -> bytes:
    try:
        return protocol.encode(reply)
    except Exception as error:  # the decision of a level or file cannot be encoded
        ticket = 0 if isinstance(reply, Ready) else reply.ticket
        return protocol.encode(Failed(ticket, "crashed", _words(error)))


def _decide(ask: Ask) -> Reply:
    from ai.choose import choose
    from ai.opponents_folder import BadAnswer
    from ai.win_probability import add_chances
    from ai.workers.advice import add_endings, add_plans

    try:
        decision = choose(ask.game, ask.view, ask.seat, ask.legal, ask.level, ask.seed)
        if ask.judged:
            decision = add_chances(ask.game, ask.view, ask.seat, decision, ask.seed)
            decision = add_endings(ask.game, ask.view, ask.seat, ask.legal, decision, ask.seed)
            decision = add_plans(ask.game, ask.view, ask.seat, decision, ask.seed)
        return Decided(ask.ticket, decision)
    except BadAnswer as error:
        return Failed(ask.ticket, "silent" if error.silent else "illegal", str(error)[: protocol.MOST_WORDS])


def _explain(ask: AskWhy) -> Reply:
    from ai.aims import explain_turn

    return Reasoned(ask.ticket, explain_turn(ask.game, ask.view, ask.seat, ask.line, ask.seed).reason)


def _inspect(look: Look) -> Reply:
    from ai.opponents_folder import BadOpponent, offer

    try:
        title, games = offer(look.name)
    except BadOpponent as error:
        return Seen(look.ticket, "", (), str(error)[: protocol.MOST_WORDS])
    return Seen(look.ticket, title, games)


def _words(error: BaseException) -> str:
    """Text of an error; safe for errors whose ``str`` fails."""
    kind = type(error).__name__
    try:
        return f"{kind}: {error}"[: protocol.MOST_WORDS]
    except BaseException:
        return kind[: protocol.MOST_WORDS]
