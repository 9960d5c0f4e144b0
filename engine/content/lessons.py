"""Lessons: tiny matches that teach a game, one idea each. They are data, and their positions are real ones.

A game that has lessons names their file in its manifest (``lessons``). A lesson begins at a position: the options, the
number of seats and a seed give the opening, ``log`` the decisions made from there, and ``position`` whatever is set
otherwise in the dumped state (a merge patch, RFC 7396). The rules load and check the result as they do with a save, so
a lesson whose position cannot be any more is refused, with the place that is wrong.

The words of a lesson are not here: their ids follow from the names (see :func:`text_id`).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Literal

import msgspec

from engine import registry, schema
from engine.chance import SeededChance, mix
from engine.contract import JSON, BadOptions, BadState
from engine.schema import Misfit, expect
from engine.seats import Seat
from engine.session import Session

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,29}$")]
TargetName = Annotated[str, msgspec.Meta(pattern=r"^[a-z_]+([.][a-z0-9_]+)*[.]?[*]?$", max_length=40)]
"""Id of a thing at a table; with ``*`` at the end, all ids that begin so."""
Move = dict[str, int | str | bool | None]
"""Fields of one of the game's moves; fields left out can have any value."""
TEACHER = 0
"""The seat of the person who learns."""
MOST_STARS = 3
OTHERWISE = "*"
"""In ``wrong``: any other decision."""


class BadLessons(Misfit):
    """A file of lessons, or the position of a lesson, cannot be used; the text names the place."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the character says, and what the learner does then.

    ``id``     names its words
    ``point``  ids of the things that are lit
    ``do``     ids of what is to be pressed, one after the other; () = there is only something to read
    ``only``   ids of other things that can be used
    ``want``   the moves expected, in this order; any other move is answered and not carried out
    ``until``  name of the table's signal that ends the step without a decision ("kept"); "" = when all is done
    ``wrong``  id of what is pressed by mistake → name of the answer; ``*`` for any other decision
    ``thread`` ids of things that a dotted line joins
    ``find``   whether the learner has to find what to press: nothing is lit, the whole table can be seen
    ``note``   whether a line of small print follows
    ``beside`` where the speech bubble stands if the usual place would hide something
    """

    id: Name
    point: tuple[TargetName, ...] = ()
    do: tuple[TargetName, ...] = ()
    only: tuple[TargetName, ...] = ()
    want: tuple[Move, ...] = ()
    until: str = ""
    wrong: dict[str, Name] = {}
    thread: tuple[TargetName, ...] = ()
    find: bool = False
    note: bool = False
    beside: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        """Check that a step with ``want`` or ``find`` has something to press."""
        expect(bool(self.do or self.until) or not self.want, "want", "something to press in ``do``", list(self.want))
        expect(bool(self.do and self.wrong) or not self.find, "find", "something to press, and answers to mistakes")

    @property
    def reading(self) -> bool:
        """Whether the step is only a text to read, without anything to do."""
        return not self.do and not self.until


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scripted decision of a rival: its seat and the fields of its move."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=15)]
    move: Move


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson. ``who``: the name of the character who speaks. ``replies``: those of the rivals, each seat's in
    order. ``texts``: the catalogue of its words, "" for that of the game."""

    id: Name
    who: Name
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1)]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=15)] = 2
    seats: Annotated[int, msgspec.Meta(ge=2, le=16)] = 2
    options: dict[str, Any] = {}
    seed: str = "lesson"
    log: tuple[tuple[int, Move], ...] = ()
    position: dict[str, Any] = {}
    replies: tuple[Reply, ...] = ()
    texts: Name | Literal[""] = ""

    def __post_init__(self) -> None:
        """Check that the names of the steps differ, as their words are found by them."""
        names = [step.id for step in self.steps]
        for at, name in enumerate(names):
            expect(name not in names[:at], f"steps[{at}].id", "another name", name)

    @property
    def begun(self) -> bool:
        """Whether the lesson starts at the opening of a game, with the events of the opening."""
        return not self.log and not self.position


class News(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the coach says in a first whole game when a phase or an event occurs for the first time.

    ``phase``: that of the view when the person decides, or ``event``: kind of event; ``point``: ids of what is lit.
    """

    id: Name
    phase: str = ""
    event: str = ""
    point: tuple[TargetName, ...] = ()

    def __post_init__(self) -> None:
        """Check that exactly one trigger is set."""
        expect(bool(self.phase) != bool(self.event), "phase", "either a phase or an event")


class Companion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Coach of the first whole game: the character who speaks, and the remarks."""

    who: Name
    news: tuple[News, ...] = ()


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Place for the speech bubble where it hides little, in units of a window 900 high.

    ``x`` is its left edge and ``low`` its lower one; the portrait is below the bubble, or at its side with
    ``beside``.
    """

    x: float
    low: float
    beside: bool = False


class Corner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Place for the list of a lesson's steps, at most ``h`` high, in units of a window 900 high."""

    x: float
    y: float
    w: Annotated[float, msgspec.Meta(ge=200, le=600)]
    h: Annotated[float, msgspec.Meta(ge=120, le=800)]


class Added(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lessons of an addition (such as an expansion); they follow those of the game itself."""

    lessons: tuple[Lesson, ...] = ()
    finding: tuple[Lesson, ...] = ()


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All lessons of a game, in the order in which they are learnt: those that show, then those in which the learner
    has to find (``finding``).

    ``first`` are the options of the simplest game, which is offered to players who have played none yet; ``laid`` the
    kinds of moves at its beginning that the computer makes for everyone, as the texts of actions name them.
    ``rooms`` for the speech: the first one that hides nothing that is lit is taken; ``corners`` for the list likewise.
    """

    lessons: Annotated[tuple[Lesson, ...], msgspec.Meta(min_length=1, max_length=8)]
    companion: Companion | None = None
    first: dict[str, Any] = {}
    laid: tuple[Name, ...] = ()
    rooms: tuple[Room, ...] = ()
    corners: tuple[Corner, ...] = ()
    finding: Annotated[tuple[Lesson, ...], msgspec.Meta(max_length=8)] = ()

    def __post_init__(self) -> None:
        """Check that names of lessons differ."""
        names = [lesson.id for lesson in self.all]
        for at, name in enumerate(names):
            place = f"lessons[{at}].id" if at < len(self.lessons) else f"finding[{at - len(self.lessons)}].id"
            expect(name not in names[:at], place, "another name", name)

    @property
    def all(self) -> tuple[Lesson, ...]:
        """Return all lessons, those that show first; the index of a lesson here is its number."""
        return (*self.lessons, *self.finding)

    def index(self, name: str) -> int:
        """Return the index of a lesson in the row; 0 for an unknown name."""
        return next((at for at, lesson in enumerate(self.all) if lesson.id == name), 0)


@cache
def row(game: str) -> Row:
    """Return the lessons of a game that has some, and of its additions; raises :class:`BadLessons`, ``UnknownGame``."""
    name = registry.info(game).lessons
    found = schema.read(registry.folder(game) / name, Row, BadLessons, named_by="id")
    for addition, path in registry.list_added_files(game, name).items():
        more = schema.read(path, Added, BadLessons, named_by="id")
        rows = [tuple(msgspec.structs.replace(one, texts=addition) for one in added)
                for added in (more.lessons, more.finding)]  # fmt: skip
        found = msgspec.structs.replace(found, lessons=(*found.lessons, *rows[0]), finding=(*found.finding, *rows[1]))
    return found


def lay_out(session: Session) -> None:
    """Make the opening moves of a first game (``Row.laid``) at random by the game's seed; nothing for most games."""
    kinds = row(session.game).laid if has(session.game) else ()
    chance = SeededChance(mix(session.seed, "laid"))
    while kinds and not session.over:
        seat = session.to_act()[0]
        legal = session.legal(seat)
        words = session.rules.describe(legal[0])
        if words is None or words.id.rpartition(".")[2] not in kinds:
            return
        session.submit(seat, legal[chance.below(len(legal))])


def has(game: str) -> bool:
    """Whether a game has lessons."""
    return bool(registry.info(game).lessons)


def text_id(game: str, *names: str) -> str:
    """Return the text id of a lesson's title (``names``: the lesson), a step, or an answer or note of a step (lesson,
    step, …), in the catalogue of the addition that the lesson belongs to."""
    domain = game
    if has(game):
        domain = next((one.texts for one in row(game).all if one.id == names[0] and one.texts), game)
    return ".".join((domain, "lesson", *names))


def words(game: str) -> Iterator[str]:
    """Yield the text ids of everything that the lessons of a game say."""
    whole = row(game)
    for lesson in whole.all:
        yield text_id(game, lesson.id)
        for step in lesson.steps:
            yield text_id(game, lesson.id, step.id)
            yield text_id(game, lesson.id, step.id, "line")
            if step.note:
                yield text_id(game, lesson.id, step.id, "note")
            for answer in dict.fromkeys(step.wrong.values()):
                yield text_id(game, lesson.id, step.id, answer)
    for news in whole.companion.news if whole.companion else ():
        yield text_id(game, "companion", news.id)


def fits(move: object, wanted: Move) -> bool:
    """Whether a move agrees with every field that the wanted move sets."""
    return all(getattr(move, name, None) == value for name, value in wanted.items())


def find_action(legal: Sequence[int], moves: Any, wanted: Move) -> int | None:
    """Return the first legal action whose move fits the wanted fields, or None. ``moves``: the game's action codec."""
    return next((action for action in legal if fits(moves.decode(action), wanted)), None)


class Replies:
    """Pending scripted replies of the rivals in a lesson, by seat; ``moves`` is the action codec of their game."""

    def __init__(self, replies: Sequence[Reply], moves: Any) -> None:
        self._moves = moves
        self._left: dict[int, list[Reply]] = {}
        for reply in replies:
            self._left.setdefault(reply.seat, []).append(reply)

    def action(self, seat: int, legal: Sequence[int]) -> int | None:
        """Return a seat's only legal action, else that of its next scripted reply; None if there is none or it is
        illegal."""
        if len(legal) == 1:
            return legal[0]
        left = self._left.get(seat)
        return find_action(legal, self._moves, left[0].move) if left else None

    def note_decision(self, seat: int, legal: Sequence[int]) -> None:
        """Record a decision of a seat among these actions; unless it was forced, the seat's next scripted reply is used
        up."""
        left = self._left.get(seat)
        if left and len(legal) > 1:
            del left[0]


def codec(game: str) -> Any:
    """Return the module ``moves`` of a game that has lessons."""
    return import_module(f"{registry.info(game).rules}.moves")


def position(game: str, lesson: Lesson) -> Any:
    """Return the state at which a lesson begins; raises :class:`BadLessons` for an invalid one."""
    rules = registry.rules(game)
    place = f"{rules.id}: lesson {lesson.id}"
    try:
        options = rules.check_options(lesson.options, lesson.seats)
        chance = SeededChance(mix(lesson.seed, "opening"))
        state = rules.new(options, lesson.seats, chance)
        for number, (seat, wanted) in enumerate(lesson.log):
            action = find_action(rules.legal(state, seat), codec(game), wanted)
            expect(action is not None, f"log[{number}]", "a legal move", wanted)
            rules.apply(state, seat, action or 0, SeededChance(mix(lesson.seed, "log", number)))
        if lesson.position:
            state = rules.load(_merge_patch(rules.dump(state), lesson.position))
        rules.check_state(state, options, lesson.seats)
    except (BadOptions, BadState, Misfit, LookupError) as error:
        raise BadLessons(f"{place}: {error}") from error
    return state


def _merge_patch(data: Any, patch: Mapping[str, JSON]) -> Any:
    """Return a dict with a patch merged into it: dicts name by name, other values replaced."""
    merged = dict(data)
    for name, value in patch.items():
        there = merged.get(name)
        merged[name] = _merge_patch(there, value) if isinstance(value, dict) and isinstance(there, dict) else value
    return merged


def begin(game: str, lesson: Lesson, seats: Sequence[Seat]) -> Session:
    """Return an unsaved session at the beginning of a lesson; raises :class:`BadLessons`."""
    if lesson.begun:
        try:
            return Session.start(game, lesson.options, seats, lesson.seed, try_again=True)
        except BadOptions as error:
            raise BadLessons(f"{game}: lesson {lesson.id}: {error}") from error
    state = position(game, lesson)
    return Session.from_position(game, lesson.options, seats, lesson.seed, state)
