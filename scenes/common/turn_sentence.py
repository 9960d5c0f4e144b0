"""A turn in one sentence: "Summon Hill Giant on C4 (destroys D4), then claim Corner Chain"; lines of puzzles."""

from collections.abc import Callable, Sequence
from typing import Any

from ai.decision import ReasonKind, TurnReason
from ai.opponent_registry import find_analysis_profile
from engine import registry
from engine.chance import SeededChance
from engine.content import puzzles
from engine.contract import Event, Message
from games.event_texts import Decided, TurnPart, merge_messages, merge_parts
from scenes.shell.i18n import Texts


def tell_turn(texts: Texts, parts: Sequence[TurnPart], names: Sequence[str]) -> str:
    """Return a turn as one sentence, with bold names between asterisks."""
    said = [_tell(texts, part, names) for part in merge_parts(parts)]
    if not said:
        return texts.t("ui.turn.nothing")
    if len(said) == 1:
        return capitalize(said[0])
    return capitalize(texts.t("ui.turn.then", first=", ".join(said[:-1]), last=said[-1]))


def shorten_turn(
    texts: Texts, parts: Sequence[TurnPart], names: Sequence[str], fits: Callable[[str], bool], by_luck: bool = False
) -> str:
    """Return the sentence of a turn, shortened to fit. First, parts that only lead to others are left out (``by_luck``:
    not those with dice or draws); then only the first parts are told, with the number of the others."""
    said = tell_turn(texts, parts, names)
    if fits(said):
        return said
    parts = [part for part in parts if not part.leads or (by_luck and part.drawn)] or parts
    said = tell_turn(texts, parts, names)
    for kept in range(len(parts) - 1, 0, -1):
        if fits(said):
            break
        first = ", ".join(_tell(texts, part, names) for part in merge_parts(parts[:kept]))
        said = capitalize(texts.t("ui.turn.longer", said=first, n=len(parts) - kept))
    return said


def tell_part(texts: Texts, part: TurnPart, names: Sequence[str], begins: bool = True) -> str:
    """Return one part of a turn in words; ``begins``: as a sentence of its own, else for use within one."""
    said = _tell(texts, merge_parts([part])[0], names)
    return capitalize(said) if begins else said


def _tell(texts: Texts, part: TurnPart, names: Sequence[str]) -> str:
    said = texts.message(part.said, names)
    if not part.effects:
        return said
    effects = ", ".join(texts.message(one, names) for one in merge_messages(part.effects))
    return texts.t("ui.turn.effects", action=said, effects=effects)


SHORTER: tuple[ReasonKind, ...] = ("better", "mistake", "even", "alike", "worth", "worse")
"""Kinds of reasons with a shorter text: for two parts that speak of the same card, or would be too long."""
MOST_WORDS = 14


def tell_reason(texts: Texts, reason: TurnReason, names: Sequence[str]) -> str:
    """Return in one sentence why a turn was played: its aim, and what it passed over."""
    told = {name: one for name, one in (("aim", reason.aim), ("other", reason.other)) if one is not None}
    cards = [one.params.get("card") for one in told.values()]
    alone = reason.other is None or (len(cards) == 2 and cards[0] is not None and cards[0] == cards[1])
    params = {name: {"text": one.id, **one.params} for name, one in told.items()}
    whole = f"rival.{reason.kind}"
    short = f"{whole}.alone" if reason.kind in SHORTER else whole
    said = texts.message(Message(short if alone else whole, params), names)
    return said if len(said.split()) <= MOST_WORDS else texts.message(Message(short, params), names)


def capitalize(said: str) -> str:
    """Return a text with its first letter capitalised, whatever marks stand before it."""
    for at, letter in enumerate(said):
        if letter != "*":
            return said[:at] + letter.upper() + said[at + 1 :]
    return said


def describe_line(
    texts: Texts, game: str, start: Any, theme: str, actions: Sequence[int], names: Sequence[str],
    name_action: Callable[[int], str],
) -> str:  # fmt: skip
    """Return a line of a puzzle in words: as a turn, decision by decision, or as the name of the seat it answers with.
    ``start``: the position, ``name_action`` returns the table's name of a decision."""
    known = puzzles.goals(game)
    if known is not None and theme in known.QUESTIONS:
        return names[actions[0]]
    parts = _list_line_parts(game, start, actions)
    if parts:
        return tell_turn(texts, parts, names).replace("*", "")
    return "; ".join(said for said in map(name_action, actions) if said) or "–"


def _list_line_parts(game: str, start: Any, actions: Sequence[int]) -> list[TurnPart]:
    """Return the parts of a line that is one turn; [] for a game without turn parts, or when others decide too."""
    describe = find_analysis_profile(game).describe_turn
    rules, decided, chance = registry.rules(game), list[Decided](), SeededChance(0)
    state = rules.clone(start)
    seat = rules.to_act(state)[0]
    for action in actions:
        if rules.to_act(state) != (seat,) or action not in rules.legal(state, seat):
            return []
        events: list[Event] = []
        rules.apply(state, seat, action, chance, events.append)
        decided.append((action, events))
    return [] if describe is None else describe(decided, seat)
