"""The middle end every game is played through: it alone holds the true state.

Scenes and opponents ask it for views, hand it decisions, and are told what they may see.
"""

from __future__ import annotations

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
from engine.chance import LoggedChance, ReplayedChance, SeededChance, mix
from engine.contract import JSON, BadOptions, BadState, Event, Message, Rules, View
from engine.history import Entry, History, checksum, visible
from engine.seats import Seat
from engine.state_check import check_playable
from engine.storage import autosave, files, folders, save_format
from engine.storage.autosave import Autosaver
from engine.storage.folders import FolderError
from engine.storage.save_format import Base, Head, Opening, Progress, Save
from engine.undo import UndoPoint, find_undo_point


@dataclass(frozen=True, slots=True)
class Update:
    """What a subscriber is told: after a decision, or "reset" after undo and redo.

    ``turn`` decisions were made in all; ``seat`` made the last one; ``action`` is given to that
    seat only (others learn from events and view); ``view`` is the subscriber's new view.
    """

    kind: str
    turn: int
    seat: int | None
    action: int | None
    events: list[Event]
    view: View = field(repr=False)


PATIENCE_S = 0.05
"""So long a decision waits until it is on a quick disk, where nobody looks at a window."""

Subscriber = Callable[[Update], None]


class ReplayFailed(ValueError):
    """A log does not lead to the states its checksums tell of; ``turn`` is where it leaves the way."""

    def __init__(self, turn: int, why: str) -> None:
        super().__init__(f"turn {turn}: {why}")
        self.turn = turn


class Session:
    """One game being played. Made by :meth:`start` or from a save, see ``engine.storage.saves.load``.

    Every decision draws its chance from the session's seed and the number of the decision:
    taking it back and making it again gives the same dice.
    """

    def __init__(self, save: Save, course: History, autosave: Path | None, known: Iterable[Head] = ()) -> None:
        self.id = save.id
        self.game = save.game
        self.rules: Rules[Any] = course.rules
        self.options: dict[str, JSON] = dict(save.options)
        self.seats = list(save.seats)
        self.seed = save.seed
        self._secret = save.secret or _new_secret()
        self.try_again = save.try_again
        self.assisted = save.assisted
        self.advised = save.advised
        """Whether advice was shown to a person in this game; once it was, it stays so."""
        self.started = save.started
        self.updated = save.updated
        self.autosave = autosave
        self.patience = PATIENCE_S
        """Seconds that a decision waits at most for the disk; a table with a window sets 0."""
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
    ) -> Session:
        """Begin a game; raises BadOptions, UnknownGame. Nothing is saved before the first decision."""
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
        cls, game: str, options: Mapping[str, JSON], seats: Sequence[Seat], seed: str, state: Any, *, turn: int = 1
    ) -> Session:
        """A game that begins at a position which the rules have checked (a lesson), kept nowhere.

        ``turn`` decisions are said to have been made. Raises BadOptions, UnknownGame.
        """
        rules = registry.rules(game)
        full = rules.check_options(options, len(seats))
        base = Base(turn, rules.dump(state))
        save = _fresh(rules, game, full, seats, seed, Opening((), 0), base, True)
        return cls(save, History(rules, state, base=turn), None)

    @classmethod
    def resume(cls, save: Save, autosave: Path | None, known: Iterable[Head] = ()) -> tuple[Session, list[Message]]:
        """Go on with a saved game. ``known`` are the heads of what lies in the place of the autosave.

        The log is replayed with its recorded chance and every checksum is compared. Where that
        fails because the rules have changed, the snapshot takes over and a message says so.
        Raises UnknownGame; BadOptions when the rules do not play with these options; BadState when
        the snapshot is no good either.
        """
        rules = registry.rules(save.game)
        options = _options(rules, save)
        save = msgspec.structs.replace(save, options=options)
        try:
            return cls(save, replay_save(rules, save), autosave, known), []
        except ReplayFailed:
            state = _load_state(rules, save, save.snapshot)
        rest = _from_snapshot(save, rules.version)
        course = History(rules, state, base=save.turn)
        same = save.rules == rules.version
        notice = "ui.save.notice.differs" if same else "ui.save.notice.rules_changed"
        return cls(rest, course, autosave, known), [Message(notice)]

    # --- looking --------------------------------------------------------------------------------

    @property
    def log(self) -> list[Entry]:
        """The decisions made, oldest first (since the snapshot, when one has taken over)."""
        return list(self._course.entries)

    @property
    def turn(self) -> int:
        """How many decisions were made."""
        return self._course.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._course.last.owing

    @property
    def names(self) -> list[str]:
        """The names by seat."""
        return [seat.name for seat in self.seats]

    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision; several = simultaneous; () = over."""
        return self._course.last.owing

    def find_decision_turn(self, seat: int) -> int:
        """The turn at which the decision this seat owes was first asked for (-1 when it owes none).

        It stays the same while others commit themselves beside it; opponents' seeds use it.
        """
        return self._course.last.since.get(seat, -1)

    def opponent_seed(self, seat: int) -> int:
        """The seed for the decision this seat owes, when a computer makes it; the same when it is asked again.

        The built-in levels get one derived from the session's seed: a seed that is typed in again gives the same
        game. An opponent from a file gets one that is made with a secret of this save alone, by a keyed hash
        (BLAKE2b): its chance tells it nothing about the seed, and a guess of the seed cannot be tried out on it.
        """
        turn = self.find_decision_turn(seat)
        if not self.seats[seat].is_foreign:
            return mix(self.seed, "opponent", turn, seat)
        import hashlib  # brings OpenSSL along: not before the first picture

        key = hashlib.blake2b(self._secret.encode("utf-8", "surrogatepass")).digest()
        made = hashlib.blake2b(f"opponent {turn} {seat}".encode(), key=key, digest_size=8).digest()
        return int.from_bytes(made, "big")

    def replace_computer(self, seat: int, level: str) -> None:
        """From now on a computer of this level plays at a seat where a computer played.

        Raises ValueError for a person's seat. Raises FolderError as :meth:`submit`; it is replaced all the same.
        """
        if self.seats[seat].is_person:
            raise ValueError(f"a person sits at seat {seat}")
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], level=level)
        error = self._keep()
        if error is not None:
            raise error

    def legal(self, seat: int) -> Sequence[int]:
        """What this seat may do now, ascending; empty when it owes no decision."""
        return self.rules.legal(self._course.last.state, seat)

    def view(self, seat: int | None) -> View:
        """All and only what this seat may know now; None = a watcher."""
        return self.rules.view(self._course.last.state, seat)

    def result(self) -> tuple[int, ...]:
        """Standing per seat when the game is over (1 = winner), () before."""
        return self.rules.result(self._course.last.state)

    def events_for(self, seat: int | None) -> list[tuple[int, Event]]:
        """All that this seat was told so far: (turn, event), oldest first."""
        return self._course.list_events(seat)

    def subscribe(self, seat: int | None, callback: Subscriber) -> Callable[[], None]:
        """Be told of every decision as this seat (None = a watcher) may see it; returns how to stop."""
        entry = (seat, callback)
        self._subscribers.append(entry)

        def stop() -> None:
            with contextlib.suppress(ValueError):
                self._subscribers.remove(entry)

        return stop

    # --- deciding -------------------------------------------------------------------------------

    def submit(self, seat: int, action: int) -> None:
        """Carry out a decision, save, and tell the subscribers.

        The save is written beside the game, see :mod:`engine.storage.autosave`. Raises IllegalAction with
        nothing changed. Raises FolderError once when the game cannot be saved (see :meth:`trouble`
        for a failure that comes later); the decision stands, everybody was told, and the game may
        go on without saving.
        """
        self._play(seat, action)
        self._follow_redo(seat, action)
        error = self._keep()
        self._tell("decision")
        if error is not None:
            raise error

    def _play(self, seat: int, action: int) -> None:
        seeded = SeededChance(mix(self.seed, "decision", self._course.turn))
        self._course.play(seat, action, LoggedChance(seeded))

    def _follow_redo(self, seat: int, action: int) -> None:
        """Which decisions can still be made again: the rest after one that was just made again, and all
        after a secret commitment beside them."""
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
        """Whether the game counts as one with help: undo beyond a barrier, a position played on from, or advice.

        Such a game earns no deed, no star and no rating. What differs is only the mark: one with advice has best
        results of its own, one that is assisted has none.
        """
        return self.assisted or self.advised

    def note_advice(self) -> bool:
        """Note for ever that advice was shown, and save; return whether it is news. Raises FolderError like submit."""
        if self.advised:
            return False
        self.advised = True
        error = self._keep()
        if error is not None:
            raise error
        return True

    # --- taking back ----------------------------------------------------------------------------

    def undo_check(self, seat: int | None) -> tuple[bool, str]:
        """Whether the last decision of this seat (None: of the person who decided last) can be taken
        back, and else the text id of the reason."""
        way = self._way(seat)
        return not way.reason, way.reason

    def may_go_back(self, seat: int) -> bool:
        """Whether the last decision of all was this seat's, and can be taken back without lifting a barrier."""
        entries = self._course.entries
        mine = bool(entries) and entries[-1].seat == seat
        return mine and not find_undo_point(self._course, self.seats, seat, False).reason

    def undo(self, seat: int | None) -> None:
        """Go back to before that decision; raises ValueError when :meth:`undo_check` says no."""
        way = self._way(seat)
        if way.reason:
            raise ValueError(way.reason)
        self._redo.append(self._course.cut(way.turn))
        self.assisted = self.assisted or way.lifted
        self._finish_step()

    def _way(self, seat: int | None) -> UndoPoint:
        return find_undo_point(self._course, self.seats, seat, self.try_again)

    def redo_check(self) -> tuple[bool, str]:
        """Whether there is something taken back to be made again, and else the reason's text id."""
        return (True, "") if self._redo else (False, "ui.undo.reason.no_redo")

    def redo(self) -> None:
        """Make the decisions of the last undo again; raises ValueError when there are none."""
        if not self._redo:
            raise ValueError("ui.undo.reason.no_redo")
        for entry in self._redo.pop():
            if entry.action not in self.legal(entry.seat):
                self._redo.clear()
                break
            self._play(entry.seat, entry.action)
        self._finish_step()

    def _finish_step(self) -> None:
        error = self._keep()
        self._tell("reset")
        if error is not None:
            raise error

    # --- keeping and telling --------------------------------------------------------------------

    def _keep(self) -> FolderError | None:
        """Save; the first failure is returned, later ones pass in silence until saving works again."""
        self.updated = _timestamp()
        keeper = self._find_autosaver()
        if keeper is None:
            return None
        keeper.keep(save_format.encode_body(self.record()))
        keeper.wait(self.patience)
        return keeper.trouble()

    def _find_autosaver(self) -> Autosaver | None:
        """Who keeps this game in the file of its autosave; None when it is not kept."""
        if self._keeper is not None and self._keeper.path != self.autosave:
            self._keeper.close()
            self._keeper, self._known, self._loaded = None, (), None
        if self._keeper is None and self.autosave is not None:
            self._keeper = Autosaver(self.autosave, self._known, self._loaded)
            weakref.finalize(self, self._keeper.close)
        return self._keeper

    def claim(self) -> bool:
        """Own the autosave from now on; False while another copy of the program plays this game."""
        keeper = self._find_autosaver()
        return keeper is None or keeper.claim()

    def trouble(self) -> FolderError | None:
        """What has failed in saving since it was last asked or raised; told once until saving works again."""
        return self._keeper.trouble() if self._keeper is not None else None

    def keep(self) -> FolderError | None:
        """Save the game as it stands, before its first decision too; the failure comes back where there is one."""
        return self._keep()

    def finish(self, seconds: float = autosave.CLOSING_S) -> bool:
        """Wait until the newest state is on the disk; False when it is not after this time."""
        return self._keeper is None or self._keeper.finish(seconds)

    def close(self) -> None:
        """The game is left: give its save free as soon as the last decision is on the disk; does not wait."""
        if self._keeper is not None:
            self._keeper.close()

    def save(self, path: Path) -> None:
        """Write the game to a file and wait for it; the previous content is kept beside it. Raises FolderError."""
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
        """Everything a save holds."""
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
        """Give every subscriber its own update; views are shared by subscribers of one seat."""
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
        """The whole course with all states; for ``engine.replay`` and tests, never for scenes or opponents."""
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
    """The save of a game that begins now, at its opening or at the position of ``base``."""
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
        secret=_new_secret(),
        try_again=try_again,
        opening=opening,
        base=base,
        log=[],
        snapshot=None,
        result=(),
    )


def replay_save(rules: Rules[Any], save: Save) -> History:
    """The course of a saved game, played again with its recorded chance; raises :class:`ReplayFailed`."""
    turn = 0
    try:
        course = _first_position(rules, save)
        for entry in save.log:
            turn = course.turn
            chance = ReplayedChance(entry.draws)
            again = course.play(entry.seat, entry.action, LoggedChance(chance))
            if again != entry:
                raise ReplayFailed(turn, "the state or the use of chance differs")
    except ReplayFailed:
        raise
    except Exception as error:  # rules that have changed may fail on an old log in any way
        raise ReplayFailed(turn, repr(error)) from error
    return course


def _first_position(rules: Rules[Any], save: Save) -> History:
    if save.base is not None:
        return History(rules, _load_state(rules, save, save.base.state), base=save.base.turn)
    chance = ReplayedChance(save.opening.draws)
    events: list[Event] = []
    state = rules.new(save.options, len(save.seats), chance, events.append)
    if chance.rest or checksum(rules, state) != save.opening.checksum:
        raise ReplayFailed(0, "the opening differs")
    return History(rules, state, events)


def _options(rules: Rules[Any], save: Save) -> dict[str, JSON]:
    """The options of a saved game as the rules take them; raises BadOptions."""
    try:
        return rules.check_options(save.options, len(save.seats))
    except BadOptions:
        raise
    except Exception as error:  # forged in a way that no check of a single option foresees
        raise BadOptions(f"options: {type(error).__name__}: {error}") from error


def _load_state(rules: Rules[Any], save: Save, data: JSON) -> Any:
    """A dumped state of this game that can be played on from; raises BadState."""
    try:
        state = rules.load(data)
    except BadState:
        raise
    except Exception as error:  # the same for states
        raise BadState(f"state: {type(error).__name__}: {error}") from error
    check_playable(rules, state, save.options, len(save.seats))
    return state


def _from_snapshot(save: Save, version: int) -> Save:
    """The save as it is when its snapshot has taken over from its log."""
    return msgspec.structs.replace(
        save, rules=version, base=Base(save.turn, save.snapshot), log=[], opening=Opening((), 0)
    )


def _new_secret() -> str:
    return os.urandom(16).hex()


def _timestamp() -> str:
    try:
        return datetime.now(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):  # a clock beyond the year 9999
        return datetime.max.replace(tzinfo=UTC).isoformat(timespec="seconds")
