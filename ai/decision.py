"""What an opponent answers: an action, and what it thought of each action."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.contract import Message


@dataclass(frozen=True, slots=True)
class Considered:
    """One legal action as the opponent sees it.

    ``weight`` how often it would choose it (the weights of a decision add to 1); ``value`` what
    it expects of it, in the unit of the level: a chance to win the game for an expert, points
    of this trick for others; ``reasons`` one to three texts for the hint, most telling first.
    """

    action: int
    weight: float
    value: float
    reasons: list[Message] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Decision:
    """The chosen action and all actions considered, the likeliest first."""

    action: int
    considered: list[Considered] = field(default_factory=list)


def only(action: int) -> Decision:
    """The decision when there is no choice."""
    return Decision(action, [Considered(action, 1.0, 0.0)])
