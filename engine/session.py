"""A running game: holds the true state and mediates between rules, players and storage.

Scenes and opponents read views from it, submit decisions and receive updates limited to what their seat may see.
"""

import contextlib
import os
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.chance import LoggedChance, SeededChance, mix
from engine.contract import HANDICAP, JSON, Event, Message, Rules, View
from engine.history import Entry, History, UndoPoint, checksum, find_undo_point, visible
from engine.seats import Seat
from engine.storage import autosave, files, folders, save_format
from engine.storage.autosave import Autosaver
from engine.storage.folders import FolderError
from engine.storage.save_format import (
    MOST_SAID,
    Base,
    Head,
    Opening,
    Progress,
    ReplayFailed,
    Save,
    check_options,
    load_state,
    replay_save,
)


@dataclass(frozen=True, slots=True)
class Update:
    """Notification of a subscriber; ``kind``: "decision", or "reset" after undo and redo.

    ``turn``: number of decisions made; ``seat``: who made the last one (None at "reset"); ``action``: given to that
    seat only; ``view``: the subscriber's new view.
    """

    kind: str
    turn: int
    seat: int | None
    action: int | None
    events: list[Event]
    view: View = field(repr=False)


PATIENCE_S = 0.05
"""Seconds a decision waits for the disk in a session without a window."""

Subscriber = Callable[[Update], None]


class Session:
    """A running game, created by :meth:`start` or from a save (``engine.storage.saves.load``).

    The chance of every decision is derived from the session's seed and the number of the decision: undoing and
    repeating it gives the same dice.
    """

    def __init__(self, save: Save, course: History, autosave: Path | None, known: Iterable[Head] = ()) -> None:
        self.id = save.id
        self.game = save.game
        self.rules: Rules[Any] = course.rules
        self.options: dict[str, JSON] = dict(save.options)
        self.seats = list(save.seats)
        self.seed = save.seed
        self._secret = save.secret or os.urandom(16).hex()
        self.try_again = save.try_again
        self.assisted = save.assisted
        self.advised = save.advised
        """Whether advice was ever shown to a person in this game."""
        self.said = list(save.said)
        """Keys of the lines that characters have said in this game."""
        self.started = save.started
        self.updated = save.updated
        self.autosave = autosave
        self.patience = PATIENCE_S
        """Most seconds a decision waits for the disk; 0 at a table with a window."""
        self._known = tuple(known)
        self._loaded = save_format.encode_body(save) if self._known else None
        self._keeper: Autosaver | None = None
        self._opening = save.opening
        self._base = save.base
        self._course = course
        self._subscribers: list[tuple[int | None, Subscriber]] = []
        self._redo: list[list[Entry]] = []

    @classmethod
    def start(
        cls,
        game: str,
        options: Mapping[str, JSON],
        seats: Sequence[Seat],
        seed: str,
        *,
        try_again: bool = False,
        autosave: Path | None = None,
    ) -> "Session":
        """Start a game; raises BadOptions, UnknownGame. Nothing is saved before the first decision."""
        rules = registry.rules(game)
        full = rules.check_options(options, len(seats))
        chance = LoggedChance(SeededChance(mix(seed, "opening")))
        events: list[Event] = []
        state = rules.new(full, len(seats), chance, events.append)
        opening = Opening(tuple(chance.take()), checksum(rules, state))
        save = _fresh(rules, game, full, seats, seed, opening, None, try_again)
        return cls(save, History(rules, state, events), autosave)

    @classmethod
    def from_position(
        cls, game: str, options: Mapping[str, JSON], seats: Sequence[Seat], seed: str, state: Any
    ) -> "Session":
        """Start a game at a position already checked by the rules (a lesson), numbered turn 1; it is not saved.

        Raises BadOptions, UnknownGame.
        """
        rules = registry.rules(game)
        full = rules.check_options(options, len(seats))
        base = Base(1, rules.dump(state))
        save = _fresh(rules, game, full, seats, seed, Opening((), 0), base, True)
        return cls(save, History(rules, state, base=1), None)

    @classmethod
    def resume(cls, save: Save, autosave: Path | None, known: Iterable[Head] = ()) -> "tuple[Session, list[Message]]":
        """Resume a saved game; return it with messages for the player. ``known``: heads of the autosave files.

        The log is replayed with its recorded chance and all checksums are compared. If that fails, the game goes on
        from the snapshot and a message says so. Raises UnknownGame, BadOptions for unsupported options, BadState for an
        invalid snapshot.
        """
        rules = registry.rules(save.game)
        options = check_options(rules, save)
        save = msgspec.structs.replace(save, options=options)
        try:
            return cls(save, replay_save(rules, save), autosave, known), []
        except ReplayFailed:
            state = load_state(rules, save, save.snapshot)
        base = Base(save.turn, save.snapshot)
        rest = msgspec.structs.replace(save, rules=rules.version, base=base, log=[], opening=Opening((), 0))
        course = History(rules, state, base=save.turn)
        same = save.rules == rules.version
        notice = "ui.save.notice.differs" if same else "ui.save.notice.rules_changed"
        return cls(rest, course, autosave, known), [Message(notice)]

    # --- reading --------------------------------------------------------------------------------

    @property
    def log(self) -> list[Entry]:
        """Decisions so far, oldest first; after a start from a snapshot only those since then."""
        return list(self._course.entries)

    @property
    def turn(self) -> int:
        """Number of decisions made."""
        return self._course.turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self._course.last.owing

    @property
    def names(self) -> list[str]:
        """Player names by seat."""
        return [seat.name for seat in self.seats]

    def to_act(self) -> tuple[int, ...]:
        """Seats that have to decide; several for simultaneous decisions, () when the game is over."""
        return self._course.last.owing

    def find_decision_turn(self, seat: int) -> int:
        """Turn at which this seat was first asked for its open decision, -1 if it has none.

        It does not change while other seats make simultaneous decisions; opponents' seeds use it.
        """
        return self._course.last.since.get(seat, -1)

    def opponent_seed(self, seat: int) -> int:
        """Seed for a computer's open decision at this seat; repeatable.

        For built-in levels it is derived from the session's seed, so a typed seed gives the same game. For opponent
        files it is derived by a keyed hash (BLAKE2b) from a secret of this save, so it reveals nothing about the
        session's seed.
        """
        turn = self.find_decision_turn(seat)
        if not self.seats[seat].is_foreign:
            return mix(self.seed, "opponent", turn, seat)
        import hashlib  # imports OpenSSL, so not before the first frame

        key = hashlib.blake2b(self._secret.encode("utf-8", "surrogatepass")).digest()
        made = hashlib.blake2b(f"opponent {turn} {seat}".encode(), key=key, digest_size=8).digest()
        return int.from_bytes(made, "big")

    def replace_computer(self, seat: int, level: str) -> None:
        """Let a computer of another level continue at a computer's seat.

        Raises ValueError for a person's seat, and FolderError as :meth:`submit`, after replacing.
        """
        if self.seats[seat].is_person:
            raise ValueError(f"a person sits at seat {seat}")
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], level=level)
        self._finish_step()

    def legal(self, seat: int) -> Sequence[int]:
        """Legal actions of the seat, ascending; empty if it has no decision to make."""
        return self.rules.legal(self._course.last.state, seat)

    def view(self, seat: int | None) -> View:
        """View of a seat; None = spectator."""
        return self.rules.view(self._course.last.state, seat)

    def result(self) -> tuple[int, ...]:
        """Final places by seat (1 = winner), () while the game runs."""
        return self.rules.result(self._course.last.state)

    def events_for(self, seat: int | None) -> list[tuple[int, Event]]:
        """Return the events visible to this seat as (turn, event), oldest first."""
        return self._course.list_events(seat)

    def subscribe(self, seat: int | None, callback: Subscriber) -> Callable[[], None]:
        """Call ``callback`` at updates of this seat (None = spectator); return the function that unsubscribes."""
        entry = (seat, callback)
        self._subscribers.append(entry)

        def stop() -> None:
            with contextlib.suppress(ValueError):
                self._subscribers.remove(entry)

        return stop

    # --- deciding -------------------------------------------------------------------------------

    def submit(self, seat: int, action: int) -> None:
        """Apply a decision, save, and notify the subscribers.

        Saving runs in the background (:mod:`engine.storage.autosave`). Raises IllegalAction with nothing changed.
        Raises FolderError once if the game cannot be saved (later failures: :meth:`trouble`); the decision is kept,
        subscribers are notified, and the game may continue unsaved.
        """
        self._play(seat, action)
        self._follow_redo(seat, action)
        self._finish_step("decision")

    def _play(self, seat: int, action: int) -> None:
        seeded = SeededChance(mix(self.seed, "decision", self._course.turn))
        self._course.play(seat, action, LoggedChance(seeded))

    def _follow_redo(self, seat: int, action: int) -> None:
        """Update the redo stack after a decision: if it repeats the next undone one, the rest stays; after a
        simultaneous secret decision all stays; else the stack is cleared."""
        if not self._redo:
            return
        chunk = self._redo[-1]
        for index, entry in enumerate(chunk):
            if entry.seat == seat:
                if entry.action == action:
                    del chunk[index]
                    if not chunk:
                        self._redo.pop()
                    return
                break
        else:
            if seat in self._course.last.hidden:
                return
        self._redo.clear()

    # --- help -----------------------------------------------------------------------------------

    @property
    def helped(self) -> bool:
        """Whether help was used: undo of revealed information, play from an earlier position, advice, or a person's
        handicap.

        Such a game earns no achievements, stars or ratings. Personal bests are separate for advised games and not
        recorded for assisted ones.
        """
        ahead = any(step and seat.is_person for step, seat in zip(self.handicap, self.seats, strict=False))
        return self.assisted or self.advised or ahead

    @property
    def handicap(self) -> tuple[int, ...]:
        """Step of the handicap of each seat, () without one."""
        return tuple(self.options.get(HANDICAP, ()))

    def note_advice(self) -> bool:
        """Record that advice was shown, and save; return whether it is the first time. Raises FolderError as
        :meth:`submit`."""
        if self.advised:
            return False
        self.advised = True
        self._finish_step()
        return True

    # --- undo -----------------------------------------------------------------------------------

    def undo_check(self, seat: int | None) -> tuple[bool, str]:
        """Return whether the last decision of this seat (None: of the last person) can be undone, and else the text
        id of the reason."""
        way = self._way(seat)
        return not way.reason, way.reason

    def may_go_back(self, seat: int) -> bool:
        """Whether the last decision was this seat's and can be undone without revealing information."""
        entries = self._course.entries
        mine = bool(entries) and entries[-1].seat == seat
        return mine and not find_undo_point(self._course, self.seats, seat, False).reason

    def undo(self, seat: int | None) -> None:
        """Undo the last decision of a seat (None: of the last person); raises ValueError if :meth:`undo_check` forbids
        it."""
        way = self._way(seat)
        if way.reason:
            raise ValueError(way.reason)
        self._redo.append(self._course.cut(way.turn))
        self.assisted = self.assisted or way.lifted
        self._finish_step("reset")

    def _way(self, seat: int | None) -> UndoPoint:
        return find_undo_point(self._course, self.seats, seat, self.try_again)

    def redo_check(self) -> tuple[bool, str]:
        """Return whether there is something to redo, and else the text id of the reason."""
        return (True, "") if self._redo else (False, "ui.undo.reason.no_redo")

    def redo(self) -> None:
        """Repeat the decisions of the last undo, as far as they are legal; raises ValueError if there are none."""
        if not self._redo:
            raise ValueError("ui.undo.reason.no_redo")
        for entry in self._redo.pop():
            if entry.action not in self.legal(entry.seat):
                self._redo.clear()
                break
            self._play(entry.seat, entry.action)
        self._finish_step("reset")

    def _finish_step(self, kind: str = "") -> None:
        """Save, and notify the subscribers of a step of this kind ("" = none); raises a failure of saving once."""
        error = self.keep()
        if kind:
            self._tell(kind)
        if error is not None:
            raise error

    # --- saving and notifying -------------------------------------------------------------------

    def keep(self) -> FolderError | None:
        """Save the current state, even before the first decision; return a failure not reported yet, else None."""
        self.updated = _timestamp()
        keeper = self._find_autosaver()
        if keeper is None:
            return None
        keeper.keep(save_format.encode_body(self.record()))
        keeper.wait(self.patience)
        return keeper.trouble()

    def _find_autosaver(self) -> Autosaver | None:
        """Return the autosaver of this game, or None if it is not saved."""
        if self._keeper is not None and self._keeper.path != self.autosave:
            self._keeper.close()
            self._keeper, self._known, self._loaded = None, (), None
        if self._keeper is None and self.autosave is not None:
            self._keeper = Autosaver(self.autosave, self._known, self._loaded)
            weakref.finalize(self, self._keeper.close)
        return self._keeper

    def claim(self) -> bool:
        """Become owner of the autosave; return False while another process plays this game."""
        keeper = self._find_autosaver()
        return keeper is None or keeper.claim()

    def trouble(self) -> FolderError | None:
        """Return a saving failure not reported yet, else None; repeated ones only after saving has worked again."""
        return self._keeper.trouble() if self._keeper is not None else None

    def finish(self, seconds: float = autosave.CLOSING_S) -> bool:
        """Wait until the newest state is on the disk; return False on failure or timeout."""
        return self._keeper is None or self._keeper.finish(seconds)

    def close(self) -> None:
        """Leave the game: release its save as soon as the last decision is on the disk; does not wait."""
        if self._keeper is not None:
            self._keeper.close()

    def save(self, path: Path) -> None:
        """Write the game to a file and wait for it; the file's old content becomes the backup. Raises FolderError."""
        folders.ensure(path.parent)
        generation = 1 + max((head.generation for head in self._known), default=0)
        try:
            data = save_format.encode(self.record(), generation, autosave.next_order(path.parent))
        except OSError as error:
            raise folders.failure(error, path) from error
        files.write(path, data)
        head = save_format.head(data)
        if path == self.autosave and self._keeper is None and head is not None:
            self._known = (head,)

    def record(self) -> Save:
        """Return everything a save contains."""
        position = self._course.last
        return Save(
            game=self.game,
            seats=tuple(self.seats),
            turn=self.turn,
            over=self.over,
            assisted=self.assisted,
            advised=self.advised,
            started=self.started,
            updated=self.updated,
            progress=self._progress(),
            id=self.id,
            rules=self.rules.version,
            options=self.options,
            seed=self.seed,
            secret=self._secret,
            said=tuple(self.said[-MOST_SAID:]),
            try_again=self.try_again,
            opening=self._opening,
            base=self._base,
            log=self._course.entries,
            snapshot=self.rules.dump(position.state),
            result=self.result(),
        )

    def _progress(self) -> Progress:
        if self.over:
            return Progress("ui.save.progress.over", {})
        number = self.view(None).get("round")
        if isinstance(number, int):
            return Progress("ui.save.progress.round", {"round": number})
        return Progress("ui.save.progress.turn", {"turn": self.turn})

    def _tell(self, kind: str) -> None:
        """Notify every subscriber; subscribers of one seat share a view."""
        position = self._course.last
        entry = self._course.entries[-1] if kind == "decision" else None
        views: dict[int | None, View] = {}
        for seat, callback in list(self._subscribers):
            if seat not in views:
                views[seat] = self.view(seat)
            events = [] if entry is None else [event for event in position.events if visible(event, seat)]
            action = entry.action if entry is not None and entry.seat == seat else None
            actor = entry.seat if entry is not None else None
            callback(Update(kind, self.turn, actor, action, events, views[seat]))

    @property
    def course(self) -> History:
        """Full history with all states; for ``engine.replay`` and tests, never for scenes or opponents."""
        return self._course


def _fresh(
    rules: Rules[Any],
    game: str,
    options: Mapping[str, JSON],
    seats: Sequence[Seat],
    seed: str,
    opening: Opening,
    base: Base | None,
    try_again: bool,
) -> Save:
    """Return the save of a new game, at its opening or at the position ``base``."""
    now = _timestamp()
    return Save(
        game=game,
        seats=tuple(seats),
        turn=base.turn if base is not None else 0,
        over=False,
        assisted=base is not None,
        started=now,
        updated=now,
        progress=Progress("", {}),
        id=os.urandom(8).hex(),
        rules=rules.version,
        options=dict(options),
        seed=seed,
        secret=os.urandom(16).hex(),
        try_again=try_again,
        opening=opening,
        base=base,
        log=[],
        snapshot=None,
        result=(),
    )


def _timestamp() -> str:
    try:
        return datetime.now(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):  # the clock is beyond the year 9999
        return datetime.max.replace(tzinfo=UTC).isoformat(timespec="seconds")
