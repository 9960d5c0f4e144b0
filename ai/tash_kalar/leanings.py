"""What each choice in Tash-Kalar brings of the terms that characters lean towards (see ``ai.leanings``)."""

from __future__ import annotations

from collections.abc import Sequence

from ai.leanings import NOTHING, Amounts
from engine.chance import SeededChance
from engine.contract import View
from games.tash_kalar import RULES
from games.tash_kalar.cards import Card
from games.tash_kalar.effect_compiler import OPS
from games.tash_kalar.maps import NEAR, SIZE, to_column_row
from games.tash_kalar.moves import RANKS, Kind, Move, decode
from games.tash_kalar.state import State, find_man, find_occupied_squares, get_side, own_mask

SLACK = {"first_evening": 0.03, "novice": 0.3, "skilled": 0.25, "expert": 0.1, "grandmaster": 0.15}
"""Points a character gives up for its leanings, by level. Few for First evening, whose choices are near each other by
chance; more cost experts strength (``measurements/characters.jsonl``, ``design_choices.jsonl``)."""
FIRST_ROUNDS = 3
IN_FIRST_ROUNDS = {"grandmaster": 2.0}
"""So many times as much in the first rounds. A grandmaster tells squares so finely apart that its leanings hardly
showed there: with 0.15 who loves great things chose 0.17 more of them than its level did (± 0.23; 120 openings)."""
_HARM = {OPS.index(name) for name in ("destroy", "convert", "shoot", "downgrade")}
_MAKE = {OPS.index(name) for name in ("upgrade", "place", "draw", "gain")}
_MIDDLE = (SIZE + 1) // 2
_GREAT = (-0.5, 0.4, 1.5)
"""Of a common, heroic, legendary being."""


class _StyleBias:
    def slack(self, level: str, view: View) -> float:
        """Points given up for a leaning; the same for all decisions of a round."""
        return SLACK[level] * (IN_FIRST_ROUNDS.get(level, 1.0) if view["round"] <= FIRST_ROUNDS else 1.0)

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Beings by rank and what they do, pieces by their neighbours, targets by whose they are."""
        state = RULES.determinize(view, SeededChance(0))
        side = get_side(state, seat)
        own = own_mask(state, side)
        theirs, ahead = find_occupied_squares(state) ^ own, _find_leader(view, side)
        return [_rate_move(state, decode(action), own, theirs, ahead) for action in legal]


def _find_leader(view: View, side: int) -> int:
    """The other side with the most points."""
    scores = view["scores"]
    return max((other for other in range(len(scores)) if other != side), key=lambda other: float(scores[other]))


def _rate_move(state: State, move: Move, own: int, theirs: int, ahead: int) -> Amounts:
    if move.kind == Kind.TASK:
        return {"sets": 1.0}
    if move.kind == Kind.SQUARE:
        return _target(state, move.square, own, theirs, ahead)
    if move.kind == Kind.PLACE:
        with_own = (NEAR[move.square] & own).bit_count()
        with_theirs = (NEAR[move.square] & theirs).bit_count()
        off = max(abs(number - _MIDDLE) for number in to_column_row(move.square))
        return {
            "risk": 0.5 * min(2, with_theirs) - 0.3,
            "sets": 0.4 * min(3, with_own) - 0.4,
            "greatness": 0.2 - 0.1 * off,
            "thrift": 0.3 * off - 0.6,
            "raids": 0.3 * min(2, with_theirs) - 0.3 * min(2, with_own),
        }
    if move.kind == Kind.SUMMON:
        return _summoning(state.book.card(move.card))
    if move.kind == Kind.DISCARD:
        return {"thrift": -0.6, "sets": -0.6, "risk": 0.6}
    if move.kind == Kind.FLARE:
        return {"thrift": -1.0, "risk": 0.4, "leader": 0.6}
    return NOTHING


def _target(state: State, square: int, own: int, theirs: int, ahead: int) -> Amounts:
    bit = 1 << square
    if theirs & bit:
        colour, rank = divmod(find_man(state, square), RANKS)
        return {"raids": 1.0, "leader": 0.8 if colour == ahead else -0.4, "greatness": 0.5 * rank}
    if own & bit:
        return {"raids": -0.3}
    near = (NEAR[square] & theirs).bit_count()
    return {"risk": 0.4 * min(2, near) - 0.3, "sets": 0.3 * min(3, (NEAR[square] & own).bit_count()) - 0.3}


def _summoning(card: Card) -> Amounts:
    ops = {step.op for step in card.program}
    return {
        "greatness": _GREAT[card.rank],
        "raids": 0.8 * bool(ops & _HARM) - 0.8 * bool(ops & _MAKE),
        "thrift": -0.2,
        "leader": 0.5 * bool(ops & _HARM),
    }


STYLE_BIAS = _StyleBias()
