"""What is on a page, as plain data in reading order: zones, and in them nodes with role, name, state and place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

THING, BUTTON, CHECK, CHOICE, SLIDER, LIST, FIELD, TEXT = (
    "thing", "button", "check", "choice", "slider", "list", "field", "text",
)  # fmt: skip
ROLES = (THING, BUTTON, CHECK, CHOICE, SLIDER, LIST, FIELD, TEXT)
"""What a node can be: something on a table, a button, a check box, one of several choices, a slider, a closed list, a
text field, or a text that is only read."""

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


class Node(NamedTuple):
    """One element of a page.

    ``value``: its present setting or text; ``about``: sentences on what it does or means now; ``states``: words of
    :data:`STATES`; ``place``: its position in its zone, from 1, and the number of nodes there; ``box`` in pixels of the
    window; ``selection``: start of the selection in a text field, and the caret.
    """

    id: str
    role: str
    name: str
    value: str = ""
    about: str = ""
    states: tuple[str, ...] = ()
    place: tuple[int, int] = (1, 1)
    box: Box = (0.0, 0.0, 0.0, 0.0)
    selection: tuple[int, int] = (0, 0)

    @property
    def can_press(self) -> bool:
        """Whether the node can be pressed: it is an enabled control or a usable thing."""
        return self.role != TEXT and DISABLED not in self.states


DISABLED, ON, OFF, MATTERS, MAIN, TYPING = "disabled", "on", "off", "matters", "main", "typing"
STATES = (DISABLED, ON, OFF, MATTERS, MAIN, TYPING)
"""Cannot be used now; ticked or chosen; not so; can be chosen for the decision at hand; the main button; typed into."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a page that can be jumped to. ``is_board``: its nodes lie in two dimensions, so arrow keys move by
    position."""

    id: str
    name: str
    nodes: tuple[Node, ...]
    is_board: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """A page: its name, its zones in reading order, and the id of the node that has the focus ("" for none).

    ``opened`` changes whenever a page is opened or returned to; ``open_list`` is the id of an open list that hides
    everything else.
    """

    page: str = ""
    title: str = ""
    zones: tuple[Zone, ...] = ()
    focus: str = ""
    opened: int = 0
    open_list: str = ""

    def walk(self) -> Iterator[Node]:
        """Return all nodes in reading order."""
        for zone in self.zones:
            yield from zone.nodes

    def find(self, node_id: str) -> Node | None:
        """Return the node of that id, or None."""
        return next((node for node in self.walk() if node.id == node_id), None)

    def rename(self, node_id: str, name: str) -> "Tree":
        """Return a copy of the tree in which one node has another name."""
        zones = [
            replace(zone, nodes=tuple(one._replace(name=name) if one.id == node_id else one for one in zone.nodes))
            for zone in self.zones
        ]
        return replace(self, zones=tuple(zones))

    def find_zone(self, node_id: str) -> Zone | None:
        """Return the zone of a node, or None."""
        return next((zone for zone in self.zones if any(node.id == node_id for node in zone.nodes)), None)


def number(nodes: Sequence[Node], *, is_board: bool = False) -> tuple[Node, ...]:
    """Return the nodes with ``place`` set to (position from 1, number of nodes); unchanged if they are on a board."""
    if is_board:
        return tuple(nodes)
    many = len(nodes)
    return tuple([one._replace(place=(at, many)) for at, one in enumerate(nodes, 1)])
