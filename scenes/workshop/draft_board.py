"""The board of a draft: the game's own table drawn small, and where its places lie."""

from collections.abc import Sequence
from typing import Any

from engine.content.drafts import Draft
from engine.history import History
from engine.replay import Rewound
from engine.seats import Seat
from engine.session import Session
from scenes.shell.context import Context
from scenes.shell.targets import Box
from scenes.study.table_preview import Pane
from scenes.table.game_log import NumberMark, TurnMarks
from sprites.base.canvas import Canvas

SEED = "workshop"
REMOVE = "remove"
"""The piece that takes others away."""


class DraftSession(Rewound):
    """A session that shows any position of its game; no decisions are made in it."""

    def show(self, state: Any) -> None:
        """Show another position."""
        self._course = History(self.rules, state, base=self.turn)
        self._tell("reset")


class DraftBoard:
    """The small table that shows a draft; nobody plays at it."""

    def __init__(self, ctx: Context, seats: Sequence[Seat]) -> None:
        self.ctx = ctx
        self.seats = list(seats)
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self._pane: Pane | None = None
        self._session: DraftSession | None = None
        self._shown: Any = None
        self.marks: tuple[int, ...] = ()
        """Places that are marked with numbers."""

    def lay(self, draft: Draft) -> Pane:
        """Return the table, updated to the draft's position."""
        if self._pane is None or self._session is None:
            eyes = 0 if not draft.arranger.list_places(draft.state) else None
            whole = Session.from_position(draft.game, draft.options, self.seats, SEED, draft.state)
            self._session = DraftSession(whole)
            self._pane = Pane(self.ctx, self._session, eyes, heard=False, only_board=True)
            self._mark()
        elif self._shown is not draft.state:
            self._session.show(draft.state)
            table = self._pane.table
            table.runner.drop()
            table.told = []
            table.refresh()
            self._mark()
        self._shown = draft.state
        return self._pane

    def mark(self, places: tuple[int, ...]) -> None:
        """Mark these places of the board with numbers, as for the places of a problem."""
        self.marks = places
        self._mark()

    def _mark(self) -> None:
        if self._pane is not None:
            marks = tuple(NumberMark(place, str(at + 1), "danger") for at, place in enumerate(self.marks))
            self._pane.table.turn_marks = TurnMarks(marks) if marks else None

    def draw(self, c: Canvas, draft: Draft, room: Box) -> None:
        """Draw the board in the middle of a box, as large as it fits."""
        self.box = self.lay(draft).fit_table(c, room)

    def find_place(self, place: int) -> Box | None:
        """Return the box of a place of the board on the page; None for a game without a board."""
        assert self._pane is not None
        found = self._pane.table.hooks.find_place_box(self._pane.table, place)
        if found is None:
            return None
        left, top, _, high = self._pane.shown
        scale = self.box[3] / high
        x, y, w, h = found
        return self.box[0] + (x - left) * scale, self.box[1] + (y - top) * scale, w * scale, h * scale

    def name_action(self, draft: Draft, action: int) -> str:
        """Return the table's name of an action, with cards and places; "" without one."""
        table = self.lay(draft).table
        return table.hooks.name_action(table, action)

    def relabel(self) -> None:
        """Adapt to a change of language, palette or size."""
        if self._pane is not None:
            self._pane.relabel()

    def close(self) -> None:
        """Release the table."""
        if self._pane is not None:
            self._pane.close()
            self._pane = self._session = None
