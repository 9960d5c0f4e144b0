"""The opponents of Heap: leave a multiple of four."""

from collections.abc import Mapping, Sequence

from ai.decision import Considered, Decision, Player, decide_at_random, decide_best, force_decision
from engine.contract import Chance, Message, View


def novice(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Anything, but the last stones when they can be taken."""
    return (
        decide_best(legal, [float(each == view["left"]) for each in legal])
        if view["left"] in legal
        else decide_at_random(legal, chance)
    )


def skilled(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """The classic: leave a multiple of four, when there are two."""
    return decide_best(legal, [float((view["left"] - each) % 4 == 0) for each in legal])


def expert(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """The same, with a reason."""
    found = skilled(view, seat, legal, chance)
    reason = [Message("heap.hint.four")]
    return Decision(
        found.action, [Considered(each.action, each.weight, each.value, reason) for each in found.considered]
    )


def quick(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """At once."""
    return force_decision(legal[0])


PLAYERS: Mapping[str, Player] = {
    "first_evening": novice,
    "novice": novice,
    "skilled": skilled,
    "expert": expert,
    "grandmaster": expert,
}
"""The players by level."""
