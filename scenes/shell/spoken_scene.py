"""What a screen reader is told of a scene: its zones, the names of its targets, and answers to questions about it.

Every scene has one (``Scene.make_spoken``). The usual one reads what is written on the page; tables know more
(:mod:`scenes.table.spoken_table`), and each game its own places and cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from scenes.shell.targets import Target
from sprites.base.drawn_words import make_plain

if TYPE_CHECKING:
    from scenes.shell.targets import TargetRegistry

BAR_HEIGHT = 54.0
"""What is written above this height is the title of a page."""
QUESTIONS = ("turn", "score", "hand", "news", "patterns")
"""What can be asked of a scene by a key of its own."""


class ZonePlan(NamedTuple):
    """A zone: its id, how the ids of its targets begin, and whether they lie side by side as on a board.

    A zone without beginnings takes what no other zone has. It is named by the text ``reader.zone.ID``.
    """

    id: str
    beginnings: tuple[str, ...] = ()
    is_board: bool = False


class Matter(NamedTuple):
    """A target that matters for the decision at hand, and why, in words ("" where its name says enough)."""

    target: str
    reason: str = ""


class Neighbour(NamedTuple):
    """A target near another one, and how it lies to it, in words."""

    target: str
    name: str
    relation: str = ""


PAGE = ZonePlan("page")
BAR = ZonePlan("bar", ("bar.",))


class SpokenScene:
    """What is told of any scene."""

    zones: Sequence[ZonePlan] = (PAGE, BAR)
    text_zone = "page"
    """The zone in which what is only read stands."""
    reads_all = False
    """Whether everything on the page is read out when it opens (dialogs)."""

    def __init__(self, scene: SpokenSource) -> None:
        self._scene = scene

    def find_title(self, written: Sequence[str]) -> str:
        """Return the name of the page; ``written``: what stands in its upper bar."""
        title = getattr(self._scene, "title", "")
        return make_plain(title) if isinstance(title, str) and title else ". ".join(written)

    def name_target(self, target: Target) -> str:
        """Return the name of a target from what the scene knows; "" to take its label, tip or the words on it."""
        return ""

    def describe_target(self, target: Target) -> str:
        """Return what a target is and does now; "" to take its tip."""
        return ""

    def describe_picture(self, targets: Sequence[Target]) -> str:
        """Return what a picture of the scene with these targets shows; "" where it cannot be told."""
        return ""

    def list_matters(self) -> list[Matter]:
        """Return what matters for the decision at hand, the most important first: on most pages the main button."""
        amber = self._scene.ui.amber
        return [] if amber is None else [Matter(amber.id)]

    def find_marked_place(self) -> str:
        """Return the target that is marked, to be carried out by choosing it again; "" for none."""
        return ""

    def list_neighbours(self, target: str) -> list[Neighbour]:
        """Return the places near one, for going there."""
        return []

    def list_lines(self) -> Sequence[str]:
        """Return the lines of what has happened; they are spoken as they come."""
        return ()

    def find_prompt(self) -> str:
        """Return what is to be done now; it is spoken when it changes."""
        return ""

    def answer(self, question: str) -> str:
        """Return the answer to one of :data:`QUESTIONS`; "" where the page knows none."""
        return ""

    def find_secret_owner(self) -> str:
        """Return the name of the person who alone may hear what is on the page; "" when everybody may."""
        return ""

    def open_secret(self) -> None:
        """Note that the owner of what is secret here is the only one who listens."""

    def find_zone(self, target_id: str) -> str:
        """Return the id of the zone of a target."""
        rest = ""
        for zone in self.zones:
            if target_id.startswith(zone.beginnings) and zone.beginnings:
                return zone.id
            rest = rest or ("" if zone.beginnings else zone.id)
        return rest


class SpokenSource(Protocol):
    """A scene, as far as it is needed here."""

    name: str

    @property
    def ui(self) -> TargetRegistry:
        """Its targets."""
