"""Worked examples: positions of a game with the decisions that follow, for the pages of its rule book.

A game that has some names their file in its manifest (``examples``). An example begins where a lesson does, or at a
position of its own (as :mod:`engine.content.lessons` has them), and goes on by moves that are named, by those of the
lesson, or by any legal ones drawn from its seed. What is shown and said of it is not here: the table of the game draws
it, and its chronicle tells it, so that neither can go stale.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from engine import registry, schema
from engine.chance import SeededChance, mix
from engine.content import lessons
from engine.content.lessons import BadLessons, Lesson, Move, Name
from engine.contract import BadOptions
from engine.schema import Misfit, expect
from engine.seats import Seat
from engine.session import Session

Count = Annotated[int, msgspec.Meta(ge=0, le=1500)]


class BadExamples(Misfit):
    """A file of examples, or an example in it, cannot be used; the text names the place."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An example that a page of the rulebook shows.

    ``page``    of the book, from 1 on
    ``ruling``  the paragraph of that page it belongs to, from 1 on; 0 = the page as a whole
    ``lesson``  whose position, moves and replies are taken; "" = the fields below
    ``seats``, ``options``, ``seed``, ``log``, ``position``: as in a lesson
    ``moves``   the decisions that are shown, seat by seat
    ``drawn``   number of further decisions, any legal ones
    ``skip``    number of lines before the first that is shown
    ``most``    number of lines shown
    ``eyes``    the seat from which the table is seen
    """

    page: Annotated[int, msgspec.Meta(ge=1, le=40)]
    ruling: Count = 0
    lesson: str = ""
    seats: Annotated[int, msgspec.Meta(ge=2, le=16)] = 2
    options: dict[str, Any] = {}
    seed: str = "example"
    log: tuple[tuple[int, Move], ...] = ()
    position: dict[str, Any] = {}
    moves: tuple[tuple[int, Move], ...] = ()
    drawn: Count = 0
    skip: Count = 0
    most: Annotated[int, msgspec.Meta(ge=1, le=5)] = 5
    eyes: Annotated[int, msgspec.Meta(ge=0, le=15)] = 0


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A keyword explained in the rulebook; ``page`` is where it stands. ``texts`` is the catalogue of its words, ""
    that of the game."""

    id: Name
    page: Annotated[int, msgspec.Meta(ge=1, le=40)]
    texts: Name | Literal[""] = ""

    def text_id(self, game: str) -> str:
        """Return the text id of the word's name; those of its meaning and its forms have ``.note`` and ``.forms``
        appended."""
        return f"{self.texts or game}.word.{self.id}"


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Examples and keywords of a game's rulebook."""

    shows: tuple[float, float, float, float] | None = None
    """The part of the table that is shown, in units of a window 1600 by 900; None = all but the column of decisions."""
    icons: tuple[str, ...] = ()
    """Icon before the title of each page, by name."""
    examples: tuple[Example, ...] = ()
    words: tuple[Word, ...] = ()
    added_pages: tuple[tuple[str, int], ...] = ()
    """Catalogue and number of each page of additions; filled in when these are read."""

    def __post_init__(self) -> None:
        """Check that each paragraph has at most one example and each word one entry."""
        places = [(one.page, one.ruling) for one in self.examples]
        names = [one.id for one in self.words]
        for at, place in enumerate(places):
            expect(place not in places[:at], f"examples[{at}].ruling", "a paragraph without an example", place[1])
        for at, name in enumerate(names):
            expect(name not in names[:at], f"words[{at}].id", "another word", name)

    def list_page(self, page: int) -> tuple[Example, ...]:
        """Return the examples of a page, in the order of its paragraphs."""
        return tuple(sorted((one for one in self.examples if one.page == page), key=lambda one: one.ruling))

    def find_added_page(self, addition: str) -> int:
        """Return the first page of an addition, from 1; raises LookupError for one without pages."""
        for at, (name, _) in enumerate(self.added_pages):
            if name == addition:
                return len(self.icons) - len(self.added_pages) + at + 1
        raise LookupError(addition)


@cache
def book(game: str) -> Book:
    """Return the examples and keywords of a game's rulebook, empty for a game without any, and of its additions, whose
    pages follow those of the game. Raises :class:`BadExamples`."""
    name = registry.info(game).examples
    if not name:
        return Book()
    found = schema.read(registry.folder(game) / name, Book, BadExamples)
    for addition, path in registry.list_added_files(game, name).items():
        more, before = schema.read(path, Book, BadExamples), len(found.icons)
        examples = (msgspec.structs.replace(one, page=one.page + before) for one in more.examples)
        words = (msgspec.structs.replace(one, page=one.page + before, texts=addition) for one in more.words)
        pages = [(addition, number) for number in range(1, len(more.icons) + 1)]
        found = msgspec.structs.replace(
            found, icons=(*found.icons, *more.icons), examples=(*found.examples, *examples),
            words=(*found.words, *words), added_pages=(*found.added_pages, *pages),
        )  # fmt: skip
    return found


def find_page_text(game: str, page: int) -> str:
    """Return the text id of a page (from 1) of a game's rulebook, to which ``.title`` or ``.body`` is appended.

    The pages of additions are in their own catalogues, numbered from 1 there."""
    try:
        added = book(game).added_pages
        before = len(book(game).icons) - len(added)
    except BadExamples:
        added, before = (), 0
    if added and before < page <= before + len(added):
        addition, number = added[page - before - 1]
        return f"{addition}.rules.{number}"
    return f"{game}.rules.{page}"


def _lesson(game: str, example: Example) -> Lesson:
    """Return the lesson of the example, or a lesson made of its own fields."""
    if example.lesson:
        row = lessons.row(game)
        expect(example.lesson in [one.id for one in row.lessons], "lesson", "the name of a lesson", example.lesson)
        return row.lessons[row.index(example.lesson)]
    step = lessons.Step("only")
    return Lesson(
        "example", "nobody", (step,), seats=example.seats, options=example.options, seed=example.seed, log=example.log,
        position=example.position,
    )  # fmt: skip


def begin(game: str, example: Example, seats: Sequence[Seat]) -> Session:
    """Return an unsaved session at the beginning of an example; raises :class:`BadExamples`."""
    try:
        return lessons.begin(game, _lesson(game, example), seats)
    except (BadLessons, BadOptions, Misfit) as error:
        raise BadExamples(f"{game}: example of page {example.page}: {error}") from error


def count_seats(game: str, example: Example) -> int:
    """Return the number of seats in an example."""
    return _lesson(game, example).seats


def play_example(game: str, example: Example, seats: Sequence[Seat]) -> Session:
    """Return the session of :func:`begin` after all decisions of the example; raises :class:`BadExamples`."""
    session = begin(game, example, seats)
    moves = lessons.codec(game)
    lesson = _lesson(game, example)
    if example.lesson:
        _play_lesson(session, lesson, moves)
    for number, (seat, wanted) in enumerate(example.moves):
        action = lessons.find_action(session.legal(seat), moves, wanted)
        if action is None:
            raise BadExamples(f"{game}: example of page {example.page}: moves[{number}]: expected a legal move")
        session.submit(seat, action)
    for number in range(example.drawn):
        if session.over:
            break
        seat = session.to_act()[0]
        legal = [action for action in session.legal(seat) if action not in session.rules.resignations]
        session.submit(seat, SeededChance(mix(example.seed, "drawn", number)).draw(legal))
    return session


def _play_lesson(session: Session, lesson: Lesson, moves: Any) -> None:
    """Play all decisions that a lesson waits for, and the replies of the rivals."""
    wants = [want for step in lesson.steps for want in step.want]
    replies = lessons.Replies(lesson.replies, moves)
    while not session.over:
        owing = session.to_act()
        seat = lessons.TEACHER if lessons.TEACHER in owing else owing[0]
        legal = session.legal(seat)
        if seat == lessons.TEACHER:
            action = lessons.find_action(legal, moves, wants.pop(0)) if wants else None
        else:
            action = replies.action(seat, legal)
            replies.note_decision(seat, legal)
        if action is None:
            return
        session.submit(seat, action)
