"""A position within a turn, while it is planned."""

from __future__ import annotations

from games.legends.state import NOTHING

from .plan import NEARLY_EQUAL, Pieces, Trail


class Node:
    """Its own pieces, what has been built and destroyed so far, and the actions that led there."""

    __slots__ = ("armies", "built", "coins", "destroyed", "dragon", "first", "left", "own", "supply", "trail", "value")

    def __init__(self, value: float, armies: Pieces, own: Pieces, supply: int, coins: Pieces) -> None:
        self.value = value
        self.armies = armies
        self.own = own
        self.supply = supply
        self.coins = coins
        self.left = 0
        self.first = NOTHING
        self.built: tuple[int, ...] = ()
        self.destroyed: tuple[tuple[int, int], ...] = ()
        self.dragon = False
        self.trail: Trail | None = None

    def extend(self, value: float, steps: tuple[int, ...]) -> Node:
        """A copy worth ``value`` after some more steps."""
        twin = Node(value, self.armies, self.own, self.supply, self.coins)
        twin.left = self.left
        twin.first = steps[0] if self.first == NOTHING else self.first
        twin.built = self.built
        twin.destroyed = self.destroyed
        twin.dragon = self.dragon
        twin.trail = self.trail, steps
        return twin


def sort_key(node: Node) -> tuple[float, int]:
    """Sort key of positions, the best first; equal ones by their first action."""
    return -node.value, node.first


def keep_better(found: dict[tuple[int, ...], Node], node: Node) -> None:
    """Keep a position under its armies unless a known one with these armies is as good."""
    known = found.get(node.armies)
    if known is None or node.value > known.value + NEARLY_EQUAL:
        found[node.armies] = node
