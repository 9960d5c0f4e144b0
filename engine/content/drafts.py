"""Drafts: positions that are being arranged, with undo, what the rules say of them, and their files."""

import contextlib
import os
import zlib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec

from engine import registry, schema
from engine.chance import SeededChance, mix
from engine.content import puzzles
from engine.content.arrangement import Arranger, Explanation
from engine.content.puzzles import BadPuzzles, Puzzle
from engine.contract import JSON, BadOptions, BadState, Chance, Message, Problem, Rules
from engine.names import clean
from engine.registry import UnknownGame
from engine.seats import MOST_SEATS, Seat
from engine.storage import files, folders, safe_read, saves
from engine.storage.safe_read import Unreadable, describe_error
from engine.storage.save_format import KIND, POSITION_FORMAT, Name, Time, check_playable

MOST_STEPS = 400
"""Most positions kept for undo."""
MOST_DECISIONS = 4_000
"""Most random decisions until a game comes to a point that can be arranged."""


def find_arranger(game: str) -> Arranger | None:
    """Return the arranger of a game; None where no position can be arranged. Raises UnknownGame."""
    module = registry.info(game).arrangement
    return cast(Arranger, import_module(module)) if module else None


def list_games() -> list[str]:
    """List the games whose positions can be arranged, in title order."""
    return [info.id for info in registry.games() if info.arrangement]


class Draft:
    """A position of a game, lawful or not, that is changed step by step.

    ``options`` are complete; ``state`` is not to be changed in place, only by :meth:`change` and :meth:`replace`.
    """

    def __init__(self, game: str, options: Mapping[str, JSON], state: Any) -> None:
        found = find_arranger(game)
        if found is None:
            raise registry.UnknownGame(game)
        self.game = game
        self.options = dict(options)
        self.arranger: Arranger = found
        self.rules: Rules[Any] = registry.rules(game)
        self._states = [state]
        self._at = 0
        self._problems: list[Problem] | None = None

    @property
    def state(self) -> Any:
        """The current position."""
        return self._states[self._at]

    @property
    def seats(self) -> int:
        """Number of seats."""
        return int(self.state.seats)

    # --- changing ---------------------------------------------------------------------------------

    def change(self, edit: Callable[[Any], None]) -> bool:
        """Apply an edit to a copy of the position, keep that as an undoable step, and return whether it differs."""
        state = self.rules.clone(self.state)
        edit(state)
        return self.replace(state)

    def replace(self, state: Any) -> bool:
        """Make this state the position, as a step that can be undone; return whether it differs from the last one."""
        if self.rules.dump(state) == self.rules.dump(self.state):
            return False
        self._states[self._at + 1 :] = [state]
        del self._states[: max(0, len(self._states) - MOST_STEPS)]
        self._at = len(self._states) - 1
        self._problems = None
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return self._at + 1 < len(self._states)

    def undo(self) -> bool:
        """Go one step back; return False if there was none."""
        return self._step(-1, self.can_undo)

    def redo(self) -> bool:
        """Repeat the step undone last; return False if there was none."""
        return self._step(1, self.can_redo)

    def _step(self, by: int, possible: bool) -> bool:
        if possible:
            self._at += by
            self._problems = None
        return possible

    # --- what the rules say ---------------------------------------------------------------------------

    @property
    def problems(self) -> Sequence[Problem]:
        """Reasons why the position cannot occur in a game; none for a lawful one."""
        if self._problems is None:
            self._problems = self._find_problems()
        return self._problems

    def _find_problems(self) -> list[Problem]:
        state = self.rules.clone(self.state)
        try:
            return list(self.arranger.find_problems(state)) or find_strange_options(self)
        except (IndexError, KeyError, ValueError):  # values that no check of single fields has caught
            return [Problem("state", "stuck")]

    def explain(self, problem: Problem) -> Explanation:
        """Explain a problem in the words of the game, else in general ones."""
        found = self.arranger.explain(self.state, problem)
        if found is not None:
            return found
        reason = Message(f"ui.problem.{problem.reason}", dict(problem.params))
        return Explanation(Message("ui.edit.wrong"), reason)

    def settle(self) -> Any:
        """Return the position with all derived fields filled in, checked by playing it on; raises ``BadState``."""
        state = self.rules.load(self.rules.dump(self.state))
        check_playable(self.rules, state, self.options, self.seats)
        if not self.rules.to_act(state):
            raise BadState("state: the game is over")
        return state


def find_strange_options(draft: Draft) -> list[Problem]:
    """Return a problem if the options rule out an arranged field, else []; raises ``BadState`` for other misfits."""
    try:
        draft.rules.check_state(draft.state, draft.options, draft.seats)
    except BadState as error:
        field = str(error).partition(":")[0]
        if field not in draft.arranger.SET_BY_OPTIONS:
            raise
        return [Problem(field, "options")]
    return []


def check_draft(draft: Draft) -> None:
    """Check that a draft can be listed completely, viewed from every seat, and changed; raises ``BadState``.

    A value outside the lists of the game, such as a number for a player who does not exist, could not be mended by
    hand.
    """
    arranger, state = draft.arranger, draft.state
    try:
        for choice in arranger.list_choices(state):
            if not 0 <= choice.chosen < len(choice.labels):
                raise BadState(f"{choice.id}: expected 0 to {len(choice.labels) - 1}, found {choice.chosen}")
        for lies in arranger.list_card_places(state):
            for card in lies.cards:
                arranger.name_card(state, lies.id, card)
        pieces = {piece.id for piece in arranger.list_pieces(state)}
        for place in arranger.list_places(state):
            if strange := set(arranger.list_standing(state, place)) - pieces:
                raise BadState(f"place {place}: expected pieces of the game, found {sorted(strange)}")
        arranger.list_numbers(state)
        for problem in draft.problems:
            arranger.explain(state, problem)
        for seat in (None, *range(draft.seats)):
            draft.rules.view(state, seat)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, BadState):
            raise
        raise BadState(f"state: {error}") from error


def begin_draft(game: str, options: Mapping[str, JSON], seats: int, seed: str, decisions: int = 0) -> Draft:
    """Return a draft of a new game at its first point that can be arranged, after at least ``decisions`` random ones.

    Raises BadOptions and UnknownGame.
    """
    rules = registry.rules(game)
    full = rules.check_options(options, seats)
    chance = SeededChance(mix("arrange", seed))
    state = rules.new(full, seats, chance)
    draft = Draft(game, full, state)
    found = state
    for number in range(MOST_DECISIONS):
        if draft.arranger.can_arrange(state):
            found = rules.clone(state)
            if number >= decisions:
                break
        if not rules.to_act(state):
            break
        _play_randomly(rules, state, chance)
    return Draft(game, full, found)


def _play_randomly(rules: Rules[Any], state: Any, chance: Chance) -> None:
    seat = chance.draw(rules.to_act(state))
    legal = [action for action in rules.legal(state, seat) if action not in rules.resignations]
    rules.apply(state, seat, chance.draw(legal), chance)


# Arranged positions as files: a kind of save of its own, without a log.
#
# The envelope is that of a save (``engine.storage.save_format``) with a format number that earlier versions do not
# know, so that they say the file is of a newer version. Inside: game, options, seats, the state, lawful or not, and a
# puzzle that is set in it. Whatever is wrong with a file is one :class:`PositionError` with a message.

LARGEST = 1 << 20
"""Most bytes of a file; a position has some thousand."""
LONGEST_TITLE = 60
DRAFT = "draft"
"""Part of the name of a file that was kept when the player left without saving."""


class Arranged(msgspec.Struct, kw_only=True):
    """Content of a position's file. ``title``: the player's name for it; ``lawful``: whether the rules accepted it when
    it was written, which is checked again."""

    game: Name
    options: dict[str, Any]
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    state: Any
    title: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_TITLE)] = ""
    updated: Time = ""
    puzzle: Puzzle | None = None

    def __post_init__(self) -> None:
        """Clean the title for display."""
        self.title = clean(self.title, LONGEST_TITLE)


class _Envelope(msgspec.Struct):
    kind: str
    format: int
    check: int
    save: msgspec.Raw


class NotAPosition(ValueError):
    """A file of something else, or of a newer version."""


class PositionError(Exception):
    """A file of a position cannot be used; ``message`` tells the player why."""

    def __init__(self, message: Message, path: Path) -> None:
        super().__init__(f"{message.id} {path}")
        self.message = message
        self.path = path


def encode(arranged: Arranged) -> bytes:
    """Return the bytes of a position's file."""
    body = msgspec.json.encode(arranged)
    head = f'{{"kind": "{KIND}", "format": {POSITION_FORMAT}, "check": {zlib.crc32(body)}, "save":\n'
    return head.encode() + body + b"\n}\n"


def decode(data: bytes) -> tuple[Arranged, Draft]:
    """Decode the bytes of a file; return its content and the draft to edit.

    Raises NotAPosition, UnknownGame, BadOptions, BadState, BadPuzzles and msgspec.DecodeError.
    """
    envelope = schema.decode(data, _Envelope)
    if envelope.kind != KIND or envelope.format != POSITION_FORMAT:
        raise NotAPosition(f"{envelope.kind} {envelope.format}")
    if zlib.crc32(envelope.save) != envelope.check:
        raise NotAPosition("the checksum does not match")
    found = schema.decode(envelope.save, Arranged)
    rules = registry.rules(found.game)
    arranger = find_arranger(found.game)
    if arranger is None:
        raise UnknownGame(found.game)
    options = rules.check_options(found.options, len(found.seats))
    state = arranger.read(found.state)
    if state.seats != len(found.seats):
        raise BadState(f"seats: expected {len(found.seats)}, found {state.seats}")
    if not arranger.can_arrange(state):
        raise BadState("phase: expected a point of the game that can be arranged")
    draft = Draft(found.game, options, state)
    find_strange_options(draft)
    check_draft(draft)
    if found.puzzle is not None:
        _check_puzzle(found, draft)
    return found, draft


def _check_puzzle(found: Arranged, draft: Draft) -> None:
    """Check that a puzzle belongs to a lawful position and its answer can be played; raises BadPuzzles."""
    puzzle = found.puzzle
    assert puzzle is not None
    known = puzzles.goals(found.game)
    if known is None or puzzle.theme not in known.THEMES:
        raise BadPuzzles(f"theme: found {puzzle.theme!r}")
    start = puzzles.start(found.game, puzzle)
    if draft.rules.dump(start) != draft.rules.dump(draft.state):
        raise BadPuzzles("state: expected that of the position")
    puzzles.check_solution(found.game, puzzle)


def load(path: Path) -> tuple[Arranged, Draft]:
    """Read a position from any file; raises :class:`PositionError`."""
    try:
        return safe_read.read(path, decode, LARGEST)
    except Unreadable as error:
        raise PositionError(_describe(error), path) from error


def read_text(text: str) -> tuple[Arranged, Draft]:
    """Read a position from the text of its file, as the clipboard may hold it; raises :class:`PositionError`."""
    data = text.encode("utf-8", "replace")
    try:
        if len(data) > LARGEST:
            raise NotAPosition(f"more than {LARGEST} bytes")
        return decode(data)
    except Exception as error:  # whatever the text is, it gets a message
        place = Path("clipboard")
        raise PositionError(_describe(Unreadable(place, error)), place) from error


def _describe(error: Unreadable) -> Message:
    """Say in a sentence why a file is no good."""
    cause = error.cause
    if error.missing:
        return safe_read.about("ui.save.missing", file=error.path.name)
    if not error.damaged:
        return safe_read.about("ui.save.unreadable", file=error.path.name, reason=error.reason)
    if isinstance(cause, UnknownGame):
        return safe_read.about("ui.save.unknown_game", game=error.reason)
    if isinstance(cause, BadPuzzles):
        return safe_read.about("ui.position.bad_puzzle", reason=error.reason)
    if isinstance(cause, BadState | BadOptions):
        return safe_read.about("ui.position.impossible", place=error.reason)
    reason = error.reason if cause is None else describe_error(cause)
    return safe_read.about("ui.position.damaged", place=reason)


def save(arranged: Arranged, folder: Path | None = None, *, kind: str = "") -> Path:
    """Write a position into a new file, among the player's positions or into another folder; return its path.

    The file's name contains ``kind``, by default "puzzle" or "position". Raises FolderError.
    """
    day = "".join(letter for letter in arranged.updated[:10] if letter.isdigit())
    kind = kind or ("puzzle" if arranged.puzzle is not None else "position")
    stem = "-".join(part for part in (arranged.game, kind, day) if part)
    return saves.write_new(folder or folders.positions(), stem, saves.FILE_SUFFIX, encode(arranged))


def keep_draft(arranged: Arranged, path: Path | None) -> Path:
    """Save an unsaved draft among the positions, replacing its version at ``path``; return the path. Raises
    FolderError."""
    if path is None or not path.exists():
        return save(arranged, kind=DRAFT)
    files.write(path, encode(arranged), backup=False)
    return path


def take_draft(game: str) -> Path | None:
    """Rename the last kept draft of a game to an ordinary position; return its path, None if there is none."""
    for path in list_files():
        if path.name.startswith(f"{game}-{DRAFT}"):
            given = path.with_name(path.name.replace(f"-{DRAFT}", "-position", 1))
            if not os.path.lexists(given):
                with contextlib.suppress(OSError):
                    return path.rename(given)
            return path
    return None


def list_files(folder: Path | None = None) -> list[Path]:
    """List the files of the player's positions, or of another folder, the newest first."""
    return saves.list_exports(folder or folders.positions())
