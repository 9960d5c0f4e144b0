"""The whole life of a worker process: answer questions until the window is gone."""

from __future__ import annotations

from multiprocessing.connection import Connection

from ai.workers import protocol
from ai.workers.inbox import attended
from ai.workers.protocol import Ask, Decided, Failed, Look, Question, Ready, Reply, Seen


def serve(hears: Connection, says: Connection, guest: bool) -> None:
    """Answer the questions that are heard, one after the other.

    ``guest``: files of the player's are run here, under limits, and nothing else is asked.
    """
    from ai import choose, opponents_folder, win_probability  # noqa: F401  (loaded before time counts)
    from ai.workers import limits

    inbox = attended(hears)
    if guest:
        limits.apply()
    says.send_bytes(protocol.encode(Ready()))
    while True:
        try:
            says.send_bytes(_encoded(_answer(protocol.question(inbox.get()))))
        except (OSError, ValueError):
            return


def _answer(question: Question) -> Reply:
    """The answer; whatever goes wrong in thinking (a file may even try to end the program) is told."""
    try:
        return _looked(question) if isinstance(question, Look) else _decided(question)
    except BaseException as error:
        return Failed(question.ticket, "crashed", _words(error))


def _encoded(reply: Reply) -> bytes:
    try:
        return protocol.encode(reply)
    except Exception as error:  # a built-in level or a file has answered what cannot be told
        ticket = 0 if isinstance(reply, Ready) else reply.ticket
        return protocol.encode(Failed(ticket, "crashed", _words(error)))


def _decided(ask: Ask) -> Reply:
    from ai.choose import choose
    from ai.opponents_folder import BadAnswer
    from ai.win_probability import advised

    try:
        decision = choose(ask.game, ask.view, ask.seat, ask.legal, ask.level, ask.seed)
        if ask.judged:
            decision = advised(ask.game, ask.view, ask.seat, decision, ask.seed)
        return Decided(ask.ticket, decision)
    except BadAnswer as error:
        return Failed(ask.ticket, "silent" if error.silent else "illegal", str(error)[: protocol.MOST_WORDS])


def _looked(look: Look) -> Reply:
    from ai.opponents_folder import BadOpponent, offer

    try:
        title, games = offer(look.name)
    except BadOpponent as error:
        return Seen(look.ticket, "", (), str(error)[: protocol.MOST_WORDS])
    return Seen(look.ticket, title, games)


def _words(error: BaseException) -> str:
    """What an error says; its own words may fail too."""
    kind = type(error).__name__
    try:
        return f"{kind}: {error}"[: protocol.MOST_WORDS]
    except BaseException:
        return kind[: protocol.MOST_WORDS]
