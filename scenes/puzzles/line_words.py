"""Lines of a puzzle in words: the sentence of a turn, its decisions one by one, or the seat that is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ai.opponent_registry import find_analysis_profile
from engine import registry
from engine.chance import SeededChance
from engine.content import puzzles
from engine.contract import Event
from games.event_texts import Decided, TurnPart
from scenes.common.turn_sentence import tell_turn
from scenes.shell.i18n import Texts


def describe_line(
    texts: Texts, game: str, start: Any, theme: str, actions: Sequence[int], names: Sequence[str],
    name_action: Callable[[int], str],
) -> str:  # fmt: skip
    """Return a line in words; ``name_action``: a decision in the words of the table."""
    known = puzzles.goals(game)
    if known is not None and theme in known.QUESTIONS:
        return names[actions[0]]
    parts = _list_parts(game, start, actions)
    if parts:
        return tell_turn(texts, parts, names).replace("*", "")
    return "; ".join(said for said in map(name_action, actions) if said) or "–"


def _list_parts(game: str, start: Any, actions: Sequence[int]) -> list[TurnPart]:
    """Return the parts of the turn that a line is; none where the game tells no turns or others decide too."""
    describe = find_analysis_profile(game).describe_turn
    rules, state, decided = registry.rules(game), registry.rules(game).clone(start), list[Decided]()
    seat, chance = rules.to_act(state)[0], SeededChance(0)
    for action in actions:
        if rules.to_act(state) != (seat,) or action not in rules.legal(state, seat):
            return []
        events: list[Event] = []
        rules.apply(state, seat, action, chance, events.append)
        decided.append((action, events))
    return [] if describe is None else describe(decided, seat)
