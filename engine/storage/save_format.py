"""The save file: versioned JSON with a checksum over everything in it.

``{"kind": "four-thrones save", "format": 1, "generation": 7, "order": 31, "check": CRC-32 of the
bytes of "save", "save": {…}}``. ``generation`` counts how often this game was written, ``order`` all
that was written in its folder; files of earlier versions have neither, which counts as 0.
A file that was given away from the study has ``"study": {…}`` behind the save, see ``engine.storage.studies``.
Inside: options, seats, seed, the log of ``[seat, action, draws, checksum]`` and one snapshot.

A right checksum says that a file is as it was written, not that it makes sense. So every field has
bounds, and the fields must agree with each other; what the game itself means (options, states) is
checked by its rules when a session is made of the save.
"""

import re
import zlib
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

import msgspec

from engine import schema
from engine.chance import LoggedChance, ReplayedChance, SeededChance, mix
from engine.contract import JSON, BadOptions, BadState, Event, Rules
from engine.history import Check, Draws, Entry, History, checksum
from engine.seats import MOST_SEATS, Seat
from engine.storage.safe_read import describe_error

KIND = "four-thrones save"
FORMAT = 1
POSITION_FORMAT = 2
"""Format of an arranged position (``engine.content.drafts``), which is no game to go on with."""
MOST_DECISIONS = 100_000
"""Most decisions of a game in a file: twenty times those of the longest game."""
MOST_SAID = 64
"""Most lines of characters that are kept with a game, so that none is said twice."""
LONGEST_SEED = 1_000
"""Most characters of a seed; each decision reads it once."""

Turn = Annotated[int, msgspec.Meta(ge=0, le=MOST_DECISIONS)]
Time = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[0-9TZ:+. -]*\Z")]
"""ISO time; "" if it is not known."""
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]{1,40}\Z")]
HEAD_BYTES = 256
"""Bytes at the beginning of a file that hold its head."""
MOST_COUNTED = 1 << 50
_HEAD = re.compile(
    rb'\s*\{\s*"kind":\s*"four-thrones save",\s*"format":\s*\d{1,9},\s*'
    rb'(?:"generation":\s*(\d{1,18}),\s*"order":\s*(\d{1,18}),\s*)?"check":\s*(\d{1,18}),'
)


class Opening(msgspec.Struct, frozen=True):
    """Recorded chance of the set-up of a game, and the checksum of the state after it."""

    draws: Draws
    checksum: Check


class Base(msgspec.Struct, frozen=True):
    """The position from which the log continues, if that is not the opening."""

    turn: Turn
    state: Any


class Progress(msgspec.Struct, frozen=True):
    """How far a game is, as a text id ("" = nothing to show) and the numbers in the text."""

    id: Annotated[str, msgspec.Meta(pattern=r"^(ui\.save\.progress\.[a-z_]{1,30})?\Z")]
    params: Annotated[dict[Name, Turn], msgspec.Meta(max_length=8)]


class Summary(msgspec.Struct, kw_only=True):
    """The part of a save that a list of saves shows."""

    game: Name
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    turn: Turn
    over: bool
    assisted: bool
    started: Time
    updated: Time
    progress: Progress
    advised: bool = False


class Listed(Summary, kw_only=True):
    """What a list of saves reads: the summary, the permanent id of the game, and its unchecked options."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{1,64}\Z")]
    options: dict[str, Any]


class Save(Listed, kw_only=True):
    """A whole game. ``rules`` is the version of the rule set that played it.

    ``secret``: key from which the seeds of opponents from files are derived; "" in saves of earlier versions. ``said``:
    keys of the lines that characters have said.
    """

    rules: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    seed: Annotated[str, msgspec.Meta(max_length=LONGEST_SEED)]
    try_again: bool
    opening: Opening
    base: Base | None
    log: Annotated[list[Entry], msgspec.Meta(max_length=MOST_DECISIONS)]
    snapshot: Any
    result: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_SEATS)]
    secret: Annotated[str, msgspec.Meta(max_length=64)] = ""
    said: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=60)], ...], msgspec.Meta(max_length=MOST_SAID)] = ()


class Head(msgspec.Struct, frozen=True):
    """Identifies the state of a game in a file without reading the state: files with equal heads hold the same."""

    generation: int
    order: int
    check: int


class _Envelope(msgspec.Struct):
    kind: str
    format: int
    check: int
    save: msgspec.Raw
    generation: int = 0
    order: int = 0
    study: msgspec.Raw = msgspec.Raw(b"")


class NotASave(ValueError):
    """The file is JSON of something other than a saved game."""


class NewerFormat(ValueError):
    """Written by a newer version of the program; ``args[0]`` is its format."""


class DamagedSave(ValueError):
    """The file is cut off, changed, or unreadable; the text names the place."""


def encode(save: Save, generation: int = 0, order: int = 0, study: bytes = b"") -> bytes:
    """Return the bytes of a save file; ``study``: the notes on the game (``engine.storage.studies``), as JSON."""
    return wrap(encode_body(save), generation, order, study)


encode_body: Callable[[Save], bytes] = msgspec.json.encode
"""Return the part of a save file with the game; :func:`wrap` makes a file of it."""


def wrap(body: bytes, generation: int, order: int, study: bytes = b"") -> bytes:
    """Return the bytes of a save file around the encoded game ``body``."""
    count = f'"generation": {generation}, "order": {order}, ' if generation or order else ""
    head = f'{{"kind": "{KIND}", "format": {FORMAT}, {count}"check": {zlib.crc32(body)}, "save":\n'
    return head.encode() + body + (b',\n"study": ' + study if study else b"") + b"\n}\n"


def extract_study(data: bytes) -> bytes:
    """Return the notes on a game (a study as JSON) from the bytes of its file, unchecked; b"" if there are none."""
    try:
        return bytes(schema.decode(data, _Envelope).study)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return b""


def head(data: bytes) -> Head | None:
    """Return the head of a file from its first bytes (unchecked); None when they are not a save's.

    ``data`` may be only the first :data:`HEAD_BYTES` of the file.
    """
    found = _HEAD.match(data)
    if found is None:
        return None
    generation, order, check = (int(part or 0) for part in found.groups())
    # A number that no counting reaches is forged and counts as none.
    return Head(generation if generation <= MOST_COUNTED else 0, order if order <= MOST_COUNTED else 0, check)


def decode(data: bytes) -> Save:
    """Decode a save file; raises :class:`NotASave`, :class:`NewerFormat`, :class:`DamagedSave`."""
    save = _decode(data, Save)
    _check_agreement(save)
    return save


def decode_summary(data: bytes) -> Listed:
    """Decode only what a list shows; the checksum of the whole file is checked all the same. Raises as
    :func:`decode`."""
    return _decode(data, Listed)


def _check_agreement(save: Save) -> None:
    """Check that fields which repeat others agree with them; raises :class:`DamagedSave`."""
    seats = len(save.seats)
    begun = 0 if save.base is None else save.base.turn
    if begun + len(save.log) != save.turn:
        raise DamagedSave(f"turn: expected {begun + len(save.log)}, found {save.turn}")
    for number, entry in enumerate(save.log):
        if entry.seat >= seats:
            raise DamagedSave(f"log[{number}]: expected a seat below {seats}, found {entry.seat}")
    result = save.result
    if bool(result) != save.over or (result and len(result) != seats):
        raise DamagedSave("result: expected a place for each seat when the game is over, and none before")
    if any(place != 1 + sum(other < place for other in result) for place in result):
        raise DamagedSave(f"result: expected places from 1 on, found {list(result)}")


T = TypeVar("T", bound=Summary)


def _decode(data: bytes, kind: type[T]) -> T:
    """Check the envelope of a file; return the game in it, or the part of it that ``kind`` names."""
    try:
        envelope = schema.decode(data, _Envelope)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        if KIND.encode() in data[:100]:
            raise DamagedSave(describe_error(error)) from error
        raise NotASave(describe_error(error)) from error
    if envelope.kind != KIND:
        raise NotASave(envelope.kind)
    if envelope.format > FORMAT:
        raise NewerFormat(envelope.format)
    if zlib.crc32(envelope.save) != envelope.check:
        raise DamagedSave("the checksum does not match")
    try:
        return schema.decode(envelope.save, kind)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DamagedSave(describe_error(error)) from error


# Plausibility check of a loaded position by playing it.
#
# The rules validate loaded states field by field. A position not reached by playing (a snapshot used in place of its
# log) is also viewed by every seat, rebuilt from each view, and played out at random; an error there would have
# occurred at the table.

GAMES = 2
"""Number of random games from the position."""
MOST_CHECKED = 5_000
"""Decisions after which a random game is ended; no game takes longer."""
LOOKS = 40
"""Interval, in decisions, at which views are checked."""


def check_playable(rules: Rules[Any], state: Any, options: Mapping[str, JSON], seats: int) -> None:
    """Raise :class:`BadState` unless a game with these options and seats can be continued from this state."""
    try:
        rules.check_state(state, options, seats)
        _look(rules, state, seats)
        for number in range(GAMES):
            _play(rules, rules.clone(state), seats, SeededChance(mix("trial", number)))
    except BadState:
        raise
    except Exception as error:  # impossible states may raise any exception
        raise BadState(f"state: cannot be played on from: {type(error).__name__}: {error}") from error


def _look(rules: Rules[Any], state: Any, seats: int) -> None:
    """Check that exactly the seats to act have legal actions, and that each view determinizes to the same view."""
    owing = rules.to_act(state)
    for seat in range(seats):
        if bool(rules.legal(state, seat)) != (seat in owing):
            raise BadState(f"state: expected choices for seat {seat} exactly when it owes a decision")
    if any(not 0 <= seat < seats for seat in owing) or bool(rules.result(state)) == bool(owing):
        raise BadState("state: expected a result when nobody owes a decision")
    for seen in (None, *range(seats)):
        view = rules.view(state, seen)
        if rules.view(rules.determinize(view, SeededChance("trial")), seen) != view:
            raise BadState(f"state: what {'a watcher' if seen is None else f'seat {seen}'} sees cannot be")


def _play(rules: Rules[Any], state: Any, seats: int, chance: SeededChance) -> None:
    for number in range(MOST_CHECKED):
        owing = rules.to_act(state)
        if not owing:
            if len(rules.result(state)) != seats:
                raise BadState(f"state: expected a result for {seats} seats")
            return
        if number % LOOKS == LOOKS - 1:
            _look(rules, state, seats)
        seat = chance.draw(owing)
        rules.apply(state, seat, chance.draw(rules.legal(state, seat)), chance)


# Positions of a saved game: its log replayed with the recorded chance, its options and its dumped states checked.


class ReplayFailed(ValueError):
    """The log does not lead to the states of its checksums; ``turn``: number of decisions at the first mismatch."""

    def __init__(self, turn: int, why: str) -> None:
        super().__init__(f"turn {turn}: {why}")
        self.turn = turn


def replay_save(rules: Rules[Any], save: Save) -> History:
    """Replay a saved game with its recorded chance; raises :class:`ReplayFailed`."""
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
    except Exception as error:  # changed rules may fail on an old log with any exception
        raise ReplayFailed(turn, repr(error)) from error
    return course


def _first_position(rules: Rules[Any], save: Save) -> History:
    """Return the history at the position from which a save starts, without its decisions."""
    if save.base is not None:
        return History(rules, load_state(rules, save, save.base.state), base=save.base.turn)
    chance = ReplayedChance(save.opening.draws)
    events: list[Event] = []
    state = rules.new(save.options, len(save.seats), chance, events.append)
    if chance.rest or checksum(rules, state) != save.opening.checksum:
        raise ReplayFailed(0, "the opening differs")
    return History(rules, state, events)


def check_options(rules: Rules[Any], save: Save) -> dict[str, JSON]:
    """Return the options of a saved game, checked and completed; raises BadOptions."""
    try:
        return rules.check_options(save.options, len(save.seats))
    except BadOptions:
        raise
    except Exception as error:  # forged options may pass all checks of single options
        raise BadOptions(f"options: {type(error).__name__}: {error}") from error


def load_state(rules: Rules[Any], save: Save, data: JSON) -> Any:
    """Return the state of dumped ``data``, checked against the options and seats of a save; raises BadState."""
    try:
        state = rules.load(data)
    except BadState:
        raise
    except Exception as error:  # likewise for states
        raise BadState(f"state: {type(error).__name__}: {error}") from error
    check_playable(rules, state, save.options, len(save.seats))
    return state
