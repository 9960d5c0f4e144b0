"""Whose turn it is at a table: what computers decide is handed over after a pause, persons are offered their choice,
and between several persons at one computer a curtain is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.shell import routes
from scenes.table.shared_choice import MOST_PEOPLE

if TYPE_CHECKING:
    from scenes.table.table_view import AnyTable


class Turns:
    """The turns at one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._idle = 0.0
        """Milliseconds since something last happened."""
        self._offered: tuple[int, int] | None = None
        """The decision that was offered last."""

    def note_event(self) -> None:
        """Something is being told, or has been decided."""
        self._idle = 0.0

    def count_rest(self, ms: float) -> None:
        """So long nothing has happened."""
        self._idle += ms

    def go_on(self) -> None:
        """Nothing is being told: whose decision is it?"""
        table = self._table
        owing = table.session.to_act()
        if not owing:
            if not table.finished:
                table.finished = True
                table.show_result()
            return
        ready = table.opponents.ready()
        if ready is not None:
            self._submit_ready(ready)
            return
        if self.shares_keys():
            table.choose_together([seat for seat in table.people if seat in owing])
            return
        if table.may_act():
            self._offer()
        waiting = [seat for seat in table.person_order() if seat in owing] if table.shared else []
        if waiting and table.viewer not in waiting:
            table.next_person(waiting[0])

    def can_share_keys(self) -> bool:
        """Whether all who owe a decision now are people who could choose at once, each by keys of their own."""
        table = self._table
        owing = table.session.to_act()
        if not table.shared or table.guide is not None or len(table.people) > MOST_PEOPLE:
            return False
        phase = table.session.view(None).get("phase")
        secret = len(owing) > 1 or phase in table.secret_phases
        return secret and phase in table.shared_phases and all(seat in table.people for seat in owing)

    def shares_keys(self) -> bool:
        """Whether these people want to."""
        return self._table.ctx.settings.share_keyboard and self.can_share_keys()

    def _submit_ready(self, seat: int) -> None:
        """A computer knows what it wants: after a pause it is done."""
        table = self._table
        reading = table.guide is not None and table.guide.reading
        if self._idle >= self._pause() and not reading:
            action = table.opponents.fetch(seat)
            table.speeches.note_leaning(seat, table.opponents.leaning(seat))
            table.submit(seat, action)

    def _pause(self) -> float:
        ctx = self._table.ctx
        return 0.0 if ctx.speed == 0 else self._table.pace() * ctx.settings.computer_pause / ctx.speed

    def _offer(self) -> None:
        """Every decision is offered once."""
        table = self._table
        now = table.get_pending()
        if now != self._offered:
            self._offered = now
            table.offers_choice(table.legal())

    def draw_curtain(self, seat: int) -> None:
        """Another person comes to the computer; the others look away where they would see what they must not."""
        table = self._table
        several = len([k for k in table.session.to_act() if k in table.people]) > 1
        if not several and table.session.view(None).get("phase") not in table.secret_phases:
            table.watch_from(seat, secret=False)
            return
        table.hide_hand()
        if table.ctx.instant:
            table.watch_from(seat, secret=True)
            return
        look_away = [table.names[k] for k in table.people if k != seat]
        share = self._share_keys if self.can_share_keys() else None
        routes.open(table.ctx, "curtain", table.session.seats[seat], look_away, lambda: self._show_hand(seat), share)

    def _show_hand(self, seat: int) -> None:
        """Show a hand to its owner, who has confirmed to be there; where it is read out, with headphones on."""
        table = self._table
        table.watch_from(seat, secret=True)
        if table.ctx.is_spoken:
            table.ctx.heard_by = seat

    def _share_keys(self) -> None:
        """From now on people choose at once."""
        ctx = self._table.ctx
        ctx.settings.share_keyboard = True
        ctx.save_settings()
