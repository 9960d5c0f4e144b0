"""What the panel of the chronicle has to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenes.shell.panels import Line
from scenes.table.location_links import Row

if TYPE_CHECKING:
    from ai.decision import Decision
    from scenes.shell.targets import Box
    from scenes.table.companion import Aside
    from sprites.base.canvas import Canvas


@dataclass(frozen=True, slots=True)
class News:
    """The chronicle, or the expert's advice in its place.

    ``lines`` with the number of those scrolled past and the turn ``since`` which they are new; ``missed``: another
    player sat here meanwhile; ``hint`` and the number of hints so far, which tells one from the next; ``hinting``: one
    is being thought about; ``aside``: what stands in place of all that; ``rows``: the lines of the advice as drawn;
    ``open_all`` opens the whole chronicle; ``comment`` draws what a coach says at the upper end of the panel's box, and
    returns what is left of the box.
    """

    lines: Sequence[Line]
    scroll: int
    since: int
    open_line: Callable[[Line], None]
    missed: bool
    hint: Decision | None
    hints: int
    hinting: bool
    aside: Aside | None = None
    rows: list[Row] = field(default_factory=list)
    open_all: Callable[[], None] | None = None
    comment: Callable[[Canvas, Box], Box] | None = None

    @property
    def advises(self) -> bool:
        """Whether the expert speaks in place of the chronicle."""
        return self.hint is not None or self.hinting

    @property
    def last_line(self) -> str:
        """The newest line; "" before there is one."""
        return self.lines[-1].text if self.lines else ""
