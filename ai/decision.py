"""An opponent's decision: the chosen action and its assessment of every action considered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.contract import Chance, Message, View
from games.event_texts import TurnPart


@dataclass(frozen=True, slots=True)
class Considered:
    """Assessment of one legal action.

    ``weight``: probability of choosing it (the weights of a decision add up to 1). ``value``: expected result in the
    unit of the level (win probability for most experts, points for others). ``reasons``: one to three texts for the
    hint, most important first. ``chance``: win probability of the deciding seat after this action; set only when advice
    was requested and the value can be converted. ``line``: the actions of the planned turn that the reasons describe,
    this one first; () if none was planned. ``plan``: that turn as parts to be told, in advice only.
    """

    action: int
    weight: float
    value: float
    reasons: list[Message] = field(default_factory=list)
    chance: float | None = None
    line: tuple[int, ...] = ()
    plan: tuple[TurnPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The chosen action and all actions considered, most probable first.

    ``chance``: current win probability of the deciding seat (of its team in a team game) according to its view; set
    only when advice was requested (``ai.win_probability``). ``leaning``: the term that made a character choose this
    action (``ai.character``), else "".
    """

    action: int
    considered: list[Considered] = field(default_factory=list)
    chance: float | None = None
    leaning: str = ""


NOISE = 0.005
"""Win probabilities closer than this cannot be told apart: such choices count as about equal."""


def count_equals(shown: Sequence[Considered]) -> int:
    """Return how many leading choices have about the first one's win probability (itself included); 0 without any."""
    if not shown or shown[0].chance is None:
        return 0
    top = shown[0].chance
    return sum(one.chance is not None and abs(one.chance - top) < NOISE for one in shown)


def find_recommendation(decision: Decision, left_out: Sequence[int]) -> int | None:
    """Return the action with the largest weight that is not in ``left_out``; None if there is none."""
    considered = [one for one in decision.considered if one.action not in left_out]
    return max(considered, key=lambda one: one.weight).action if considered else None


def is_mixed(decision: Decision) -> bool:
    """Whether the decision is a mixed strategy, with no action of weight 1."""
    return max((one.weight for one in decision.considered), default=1.0) < 1


ReasonKind = Literal["better", "worth", "even", "alike", "mistake", "worse", "only", "later", "failed"]
"""What is told of a turn: its aim, or only that it was worth more; the aim of one of two equal choices, or only that
they are equal; the aim it has missed, or only that another choice was better; that it had no choice; that it cannot be
told before the game is over; that there was no answer."""


@dataclass(frozen=True, slots=True)
class TurnReason:
    """Why a turn was played: the ``aim`` in words, and ``other``, the choice that was passed over, in words.

    ``action`` and ``parts``: first action and parts of the other choice. By (played turn, other choice): ``chances``:
    win probabilities of the seat, with ``margins``, half of their 95 % intervals; ``shares``: parts of the play-outs in
    which the aim came true. ``threatens``: seat that loses by the aim, -1 for none.
    """

    kind: ReasonKind
    aim: Message | None = None
    other: Message | None = None
    action: int = -1
    parts: tuple[TurnPart, ...] = ()
    chances: tuple[float, float] = (0.0, 0.0)
    margins: tuple[float, float] = (0.0, 0.0)
    shares: tuple[float, float] = (0.0, 0.0)
    threatens: int = -1


Player = Callable[[View, int, Sequence[int], Chance], Decision]
"""A player: (view, seat, legal actions, chance) to decision."""


def force_decision(action: int) -> Decision:
    """Return the decision that consists of the only legal action."""
    return Decision(action, [Considered(action, 1.0, 0.0)])


def decide_at_random(legal: Sequence[int], chance: Chance) -> Decision:
    """Return a decision with an action drawn uniformly from ``legal``."""
    if len(legal) == 1:
        return force_decision(legal[0])
    share = 1 / len(legal)
    return Decision(chance.draw(legal), [Considered(action, share, 0.0) for action in legal])


def make_decision(legal: Sequence[int], weights: Sequence[float], values: Sequence[float], pick: int) -> Decision:
    """Return the decision for ``legal[pick]``; ``weights`` and ``values`` in the order of ``legal``."""
    considered = [Considered(*each) for each in zip(legal, weights, values, strict=True)]
    considered.sort(key=lambda one: (-one.weight, -one.value, one.action))
    return Decision(legal[pick], considered)


def decide_index(legal: Sequence[int], values: Sequence[float], pick: int) -> Decision:
    """Return the decision that gives ``legal[pick]`` the weight 1; ``values`` in the order of ``legal``."""
    return make_decision(legal, [float(index == pick) for index in range(len(legal))], values, pick)


def decide_best(legal: Sequence[int], values: Sequence[float]) -> Decision:
    """Return the decision for the action with the highest value, the first one of equals."""
    return decide_index(legal, values, max(range(len(legal)), key=values.__getitem__))
