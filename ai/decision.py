"""What an opponent answers: an action, and what it thought of each action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.contract import Chance, Message, View


@dataclass(frozen=True, slots=True)
class Considered:
    """One legal action as the opponent sees it.

    ``weight`` how often it would choose it (the weights of a decision add to 1); ``value`` what
    it expects of it, in the unit of the level: a chance to win the game for most experts, points
    for others; ``reasons`` one to three texts for the hint, most telling first; ``chance`` to win of whoever asked
    after this action, where advice was asked for and it can be told from the value.
    """

    action: int
    weight: float
    value: float
    reasons: list[Message] = field(default_factory=list)
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The chosen action and all actions considered, the likeliest first.

    ``chance`` to win of whoever asked, its team's in a team game, as its view tells now (``ai.win_probability``); only
    where advice was asked for. ``leaning``: the term by which a character has chosen so (``ai.leanings``), else "".
    """

    action: int
    considered: list[Considered] = field(default_factory=list)
    chance: float | None = None
    leaning: str = ""


NOISE = 0.005
"""Chances to win that differ by less cannot be told apart: choices with such chances are about equal."""


def count_equals(shown: Sequence[Considered]) -> int:
    """Return how many of these choices, the first one among them, are about as good as the first; 0 without chances."""
    if not shown or shown[0].chance is None:
        return 0
    top = shown[0].chance
    return sum(one.chance is not None and abs(one.chance - top) < NOISE for one in shown)


def recommended(decision: Decision, left_out: Sequence[int]) -> int | None:
    """The action that a decision speaks for most, but for those that are nobody's advice; None when it names none."""
    considered = [one for one in decision.considered if one.action not in left_out]
    return max(considered, key=lambda one: one.weight).action if considered else None


def is_mixed(decision: Decision) -> bool:
    """Whether it leaves the choice to luck, so that nobody can foresee it."""
    return max((one.weight for one in decision.considered), default=1.0) < 1


Player = Callable[[View, int, Sequence[int], Chance], Decision]
"""Seat, view, legal actions and a source of chance in, a decision out."""


def only(action: int) -> Decision:
    """The decision when there is no choice."""
    return Decision(action, [Considered(action, 1.0, 0.0)])


def any_of(legal: Sequence[int], chance: Chance) -> Decision:
    """Any action, all equally likely."""
    if len(legal) == 1:
        return only(legal[0])
    share = 1 / len(legal)
    return Decision(chance.draw(legal), [Considered(action, share, 0.0) for action in legal])


def weighed(legal: Sequence[int], weights: Sequence[float], values: Sequence[float], pick: int) -> Decision:
    """The action at index ``pick``, with how often each would be chosen and what is expected of it."""
    considered = [Considered(*each) for each in zip(legal, weights, values, strict=True)]
    considered.sort(key=lambda one: (-one.weight, -one.value, one.action))
    return Decision(legal[pick], considered)


def picked(legal: Sequence[int], values: Sequence[float], pick: int) -> Decision:
    """The action at index ``pick`` and no other."""
    return weighed(legal, [float(index == pick) for index in range(len(legal))], values, pick)


def best(legal: Sequence[int], values: Sequence[float]) -> Decision:
    """The action with the highest value; among equals the first."""
    return picked(legal, values, max(range(len(legal)), key=values.__getitem__))
