"""Whose turn it is at a table: what computers decide is handed over after a pause, persons are offered their choice,
between several persons at one computer a curtain is drawn; from whose side it is seen, and what that seat may know."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.contract import Event
from engine.session import Update
from engine.storage.folders import FolderError
from scenes.shell import routes
from scenes.table.script import AnyTable
from scenes.table.shared_choice import MOST_PEOPLE


class Turns:
    """Controls the turns at one table: pauses, hand-over, offers."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._idle = 0.0
        """Milliseconds since something last happened."""
        self._offered: tuple[int, int] | None = None
        """The decision that was offered last."""
        self.is_rushing = False
        """Whether all runs without motion until a person is asked."""

    def note_event(self) -> None:
        """Restart the pause, because something was shown or decided."""
        self._idle = 0.0

    def count_rest(self, ms: float) -> None:
        """Add ``ms`` milliseconds in which nothing happened."""
        self._idle += ms

    def go_on(self) -> None:
        """Let the game go on, now that nothing is being animated: take a computer's decision, offer a choice, or end
        the game."""
        table = self._table
        owing = table.session.to_act()
        self.is_rushing = self.is_rushing and not any(seat in table.people for seat in owing) and bool(owing)
        if not owing:
            if not table.finished and table.ctx.stack.top is table:
                table.finished = True
                table.show_result()
            return
        ready = table.opponents.ready()
        if ready is not None:
            self._submit_ready(ready)
            return
        if self._table.ctx.settings.share_keyboard and self.can_share_keys():
            if table.ctx.stack.top is table:
                table.viewpoint.hide_hand()
                routes.open(table.ctx, "shared_choice", table, [seat for seat in table.people if seat in owing])
            return
        if table.may_act():
            now = table.get_pending()
            if now != self._offered:
                self._offered = now
                table.hooks.offer_choice(table, table.legal())
        waiting = [seat for seat in self._order_people() if seat in owing] if table.shared else []
        if waiting and table.viewer not in waiting:
            self._call(waiting[0])

    def can_rush(self) -> bool:
        """Whether :meth:`rush` is possible: people play at this table, and it is not their turn or something is being
        animated."""
        table = self._table
        alone = table.guide is None and not (table.finished or table.behind_glass)
        return alone and bool(table.people) and (table.busy or not any(k in table.people for k in table.pending))

    def rush(self) -> None:
        """Show everything without motion until a person has to decide."""
        if self.can_rush():
            self.is_rushing = True
            self._table.confirm()
            self._table.skip()
        else:
            self._table.ctx.play("refused")

    def _order_people(self) -> list[int]:
        """Return the people at this computer in the order in which they are called to it."""
        table = self._table
        order = [*table.hooks.list_people(table)]
        start = order.index(table.below) if table.below in order else 0
        return order[start:] + order[:start]

    def _call(self, seat: int) -> None:
        """Another person owes a decision now."""
        table = self._table
        if table.uncovered or table.hooks.is_still_there(table, seat):
            table.viewpoint.watch_from(seat, secret=True)
        elif table.ctx.stack.top is table:
            self.draw_curtain(seat)

    def submit(self, seat: int, action: int) -> None:
        """Submit a decision to the session; a save that cannot be written is reported once."""
        table = self._table
        self.note_event()
        try:
            table.session.submit(seat, action)
        except FolderError as error:
            self.report_folder_error(error)
        table.ui.dirty = True

    def report_folder_error(self, error: FolderError) -> None:
        """Report once that the game could not be saved; the decision stands."""
        notices = self._table.ctx.notices
        if error.message not in notices:
            notices.append(error.message)

    def submit_together(self, chosen: Mapping[int, int]) -> None:
        """Submit simultaneous decisions (seat → action), in the order of the seats."""
        for seat, action in chosen.items():
            if action in self._table.session.legal(seat):
                self.submit(seat, action)

    def can_share_keys(self) -> bool:
        """Return whether all pending seats are people who can choose at once by keys of their own."""
        table = self._table
        owing = table.session.to_act()
        if not table.shared or table.guide is not None or len(table.people) > MOST_PEOPLE:
            return False
        phase = table.session.view(None).get("phase")
        secret = len(owing) > 1 or phase in table.hooks.secret_phases
        return secret and phase in table.hooks.shared_phases and all(seat in table.people for seat in owing)

    def _submit_ready(self, seat: int) -> None:
        """A computer knows what it wants: after a pause it is done."""
        table = self._table
        reading = table.guide is not None and table.guide.reading
        if self._idle >= self._pause() and not reading:
            action = table.opponents.fetch(seat)
            table.speeches.note_leaning(seat, table.opponents.leaning(seat))
            self.submit(seat, action)

    def _pause(self) -> float:
        table, ctx = self._table, self._table.ctx
        return 0.0 if table.speed == 0 else table.hooks.pace(table) * ctx.settings.computer_pause / table.speed

    def draw_curtain(self, seat: int) -> None:
        """Show the table to the next person at this computer: behind a curtain if something is secret, else at once."""
        table = self._table
        several = len([k for k in table.session.to_act() if k in table.people]) > 1
        if not several and table.session.view(None).get("phase") not in table.hooks.secret_phases:
            table.viewpoint.watch_from(seat, secret=False)
            return
        table.viewpoint.hide_hand()
        if table.ctx.instant:
            table.viewpoint.watch_from(seat, secret=True)
            return
        look_away = [table.names[k] for k in table.people if k != seat]
        sides = table.session.rules.sides(table.session.options, len(table.names))
        partners = [name for k, name in enumerate(table.names) if k != seat and sides[k] == sides[seat]]
        share = self._share_keys if self.can_share_keys() else None
        place = table.people.index(seat)
        ready = partial(self._show_hand, seat)
        routes.open(table.ctx, "curtain", table.session.seats[seat], look_away, ready, share, place, partners)

    def _show_hand(self, seat: int) -> None:
        """Show a hand to its owner, who has confirmed being there, with headphones on where it is read out."""
        table = self._table
        table.viewpoint.watch_from(seat, secret=True)
        if table.ctx.is_spoken:
            table.ctx.heard_by = seat

    def _share_keys(self) -> None:
        """Have people choose at once from now on."""
        ctx = self._table.ctx
        ctx.settings.share_keyboard = True
        ctx.save_settings()


class Viewpoint:
    """The viewer of one table (``table.viewer``): the seat whose information is shown, and its subscription."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self.unsubscribe: Callable[[], None] = lambda: None
        """Ends the subscription."""

    def subscribe(self) -> None:
        """Subscribe to the updates of the viewer."""
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
        """Return (turn, event) of everything that has happened, as far as those who look on may know it."""
        table = self._table
        return list(table.session.events_for(None if table.overlooked else table.viewer))

    def watch_from(self, seat: int | None, secret: bool) -> None:
        """Show the table from this seat's side; ``secret``: including its hand."""
        table = self._table
        table.hooks.change_eyes(table, seat)
        if seat is not None:
            table.below = seat
        self.listen_from(seat, overlooked=table.shared and not secret)
        table.word_for_viewer()
        table.refresh()

    def listen_from(self, seat: int | None, overlooked: bool = False) -> None:
        """Subscribe to the updates of a seat (None = public information) and rebuild the log from what it may know.
        ``overlooked``: other people see the screen too."""
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
        """Show public information only, at a shared computer between two people."""
        table = self._table
        if table.shared and table.viewer is not None:
            self.listen_from(None)
            table.refresh()
