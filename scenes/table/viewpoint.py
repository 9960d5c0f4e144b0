"""From whose side a table is seen: the seat that looks on, what it may know, and the updates that it gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.contract import Event
    from engine.session import Update
    from scenes.table.table import AnyTable


class Viewpoint:
    """The seat that looks on at one table (``table.viewer``), and its subscription to the session."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self.unsubscribe: Callable[[], None] = lambda: None
        """Ends the subscription."""

    def subscribe(self) -> None:
        """Get the updates of the seat that looks on, from now on."""
        table = self._table
        self.unsubscribe = table.session.subscribe(table.viewer, self._receive)
        table.finished_turn.restart()

    def _receive(self, update: Update) -> None:
        """The session reports what has happened; it is told when all before it has been."""
        table = self._table
        table.finished_turn.note_update(update)
        table.queue.append(update)
        if not table.behind_glass and (table.guide is None or table.guide.whole):
            table.speeches.note_update(update)
        table.ui.dirty = True

    def list_known_events(self) -> list[tuple[int, Event]]:
        """Return everything that has happened, as far as those who look on may know it."""
        table = self._table
        return list(table.session.events_for(None if table.overlooked else table.viewer))

    def watch_from(self, seat: int | None, secret: bool) -> None:
        """Show the table from this seat's side; ``secret``: with its hand."""
        table = self._table
        table.hooks.change_eyes(table, seat)
        if seat is not None:
            table.below = seat
        self.listen_from(seat, overlooked=table.shared and not secret)
        table.word_for_viewer()
        table.refresh()

    def listen_from(self, seat: int | None, overlooked: bool = False) -> None:
        """Subscribe to the updates of a seat (None = public information), and show only those."""
        table = self._table
        self.unsubscribe()
        if table.ctx.heard_by != seat:
            table.ctx.heard_by = None
        if seat != table.viewer or overlooked != table.overlooked:
            table.hints.drop()
            table.again.forget(table.session.view(seat))
            if table.shared:
                table.ctx.forget_told()
        table.viewer, table.overlooked = seat, overlooked
        table.told = self.list_known_events()
        self.subscribe()

    def hide_hand(self) -> None:
        """Show public information only (shared computer, between two people)."""
        table = self._table
        if table.shared and table.viewer is not None:
            self.listen_from(None)
            table.refresh()
