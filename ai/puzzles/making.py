"""Puzzles: the search that proves that only one line reaches a goal, their making from a position, and one's own.

The game's module (``ai/<id>/puzzles.py``, :class:`PuzzleMaker`) proposes goals. A goal makes a puzzle if exactly one
end reaches it, enough lines miss it by one, and no earlier puzzle is like it.
"""

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import log2
from typing import Any, Protocol, cast

from ai.choose import think
from ai.levels import QUICK_LEVELS
from engine import registry
from engine.chance import LoggedChance, SeededChance, mix
from engine.content import puzzles
from engine.content.puzzles import Puzzle
from engine.contract import Message
from engine.goals import Condition, Goal, Goals

# Exhaustive search of a puzzle, which proves that only one line reaches its goal.
#
# Lines that differ only in order reach the same end and count once. Positions in which a line could draw or roll
# before its end are rejected, unless the theme ignores it (``LUCK_ASIDE``); draws with the last step do not matter.
#
# A theme may be a question (``QUESTIONS``): the answer is a seat and no action is played.

MOST_POSITIONS = 400_000
"""Most positions searched per puzzle."""


class NoPuzzle(ValueError):
    """A position cannot be searched: it has too many lines, or chance is involved."""


@dataclass(slots=True)
class Lines:
    """All end positions of a search: for each different one the first line (actions) that reached it, and its state."""

    start: Any
    seat: int
    first: int
    """Number of first actions."""
    ends: dict[Hashable, tuple[tuple[int, ...], Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proof:
    """Lines that reach the goal, one for each such end; numbers of ends that miss it by one, ends, and first
    actions."""

    solutions: tuple[tuple[int, ...], ...]
    near: int
    ends: int
    first: int

    @property
    def unique(self) -> bool:
        """Whether exactly one end reaches the goal."""
        return len(self.solutions) == 1


def lines(game: str, start: Any, seat: int, theme: str, goal: Goal, most: int = MOST_POSITIONS) -> Lines:
    """Return all ends of the seat's lines; raises :class:`NoPuzzle` for over ``most`` positions, or for chance."""
    rules, known = registry.rules(game), find_goals(game)
    found = Lines(start, seat, len(known.choices(start, seat, theme)))
    if theme in known.QUESTIONS:
        found.ends.update({answer: ((answer,), start) for answer in known.choices(start, seat, theme)})
        return found
    seen: set[Hashable] = set()
    stack: list[tuple[Any, tuple[int, ...]]] = [(start, ())]
    while stack:
        state, actions = stack.pop()
        for action in known.choices(state, seat, theme):
            after, luck = rules.clone(state), LoggedChance(SeededChance(0))
            rules.apply(after, seat, action, luck)
            line = (*actions, action)
            if known.is_over(start, after, theme, goal):
                found.ends.setdefault(known.end(after, line, theme), (line, after))
                continue
            if theme not in known.LUCK_ASIDE and luck.take():
                raise NoPuzzle("a line is left to luck")
            whole = _whole(after)
            if whole in seen:
                continue
            seen.add(whole)
            if len(seen) + len(found.ends) > most:
                raise NoPuzzle(f"more than {most} positions")
            stack.append((after, line))
    return found


def find_shortest_line(game: str, found: Lines, theme: str, goal: Goal) -> tuple[int, ...]:
    """Return a shortest line that reaches the goal; the lines of the search ``found`` may be longer than necessary.

    Raises :class:`NoPuzzle` if no line does.
    """
    rules, known = registry.rules(game), find_goals(game)
    seen: set[Hashable] = set()
    waiting: deque[tuple[Any, tuple[int, ...]]] = deque([(found.start, ())])
    while waiting:
        state, actions = waiting.popleft()
        for action in known.choices(state, found.seat, theme):
            line = (*actions, action)
            after = rules.clone(state)
            if theme not in known.QUESTIONS:
                rules.apply(after, found.seat, action, SeededChance(0))
            if known.is_over(found.start, after, theme, goal) or theme in known.QUESTIONS:
                if not known.short(found.start, after, line, theme, goal):
                    return line
                continue
            whole = _whole(after)
            if whole not in seen:
                seen.add(whole)
                waiting.append((after, line))
    raise NoPuzzle("no line reaches the goal")


def find_solutions(game: str, found: Lines, theme: str, goal: Goal) -> Proof:
    """Return which ends of a search reach a goal."""
    known = find_goals(game)
    solutions, near = [], 0
    for line, state in found.ends.values():
        short = known.short(found.start, state, line, theme, goal)
        if not short:
            solutions.append(line)
        near += short == 1
    return Proof(tuple(solutions), near, len(found.ends), found.first)


def wrong(game: str, puzzle: Puzzle) -> str:
    """Search a puzzle again; return what is wrong with it in words, "" if its only solution is proved."""
    try:
        found = lines(game, puzzles.start(game, puzzle), puzzle.seat, puzzle.theme, puzzle.goal)
        proof = find_solutions(game, found, puzzle.theme, puzzle.goal)
    except (NoPuzzle, puzzles.BadPuzzles) as error:
        return str(error)
    if not proof.unique:
        return f"{len(proof.solutions)} ends reach the goal"
    if (proof.near, proof.ends, proof.first) != (puzzle.near, puzzle.ends, puzzle.first):
        return f"expected {puzzle.near} near misses of {puzzle.ends} ends, found {proof.near} of {proof.ends}"
    return "" if reaches(game, puzzle, puzzle.solution) else "its solution does not reach the goal"


def reaches(game: str, puzzle: Puzzle, actions: Sequence[int]) -> bool:
    """Whether these actions, played from the start of a puzzle, reach its goal; False if one is illegal."""
    rules, known = registry.rules(game), find_goals(game)
    start = puzzles.start(game, puzzle)
    state = rules.clone(start)
    for action in () if puzzle.theme in known.QUESTIONS else actions:
        if action not in rules.legal(state, puzzle.seat):
            return False
        rules.apply(state, puzzle.seat, action, SeededChance(0))
    return not known.short(start, state, actions, puzzle.theme, puzzle.goal)


def find_goals(game: str) -> Goals:
    """Return the puzzle goals of a game; raises :class:`NoPuzzle` if it has none."""
    known = puzzles.goals(game)
    if known is None:
        raise NoPuzzle(f"{game} has no puzzles")
    return known


def _whole(state: Any) -> Hashable:
    """Return a hashable key of a state: all fields but the derived choices."""
    kind = type(state)
    return tuple(
        [
            tuple(value) if isinstance(value := getattr(state, name), list) else value
            for name in kind.__slots__
            if name not in ("choices", "book")
        ]
    )


# Makes a puzzle of a goal that only one line of a position reaches.

OF_LEVEL = {"first_evening": -260, "novice": -180, "skilled": -60, "expert": 60, "": 160}
"""Rating adjustment by the weakest level that solves the puzzle."""
EASIEST, A_STEP, A_CHOICE, AN_END = 620, 90, 70, 25
"""Base rating, and increments per further step and per doubling of first actions and of ends."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A kind of game that positions for puzzles are taken from."""

    options: Mapping[str, Any]
    seats: int


class PuzzleMaker(Protocol):
    """Interface of a game's puzzle module on the opponents' side.

    A module may also have ``count_thoughts(start, theme, solution)``: the number of considerations in a solution, as a
    measure of difficulty, where that is not its number of steps.
    """

    SETTINGS: Sequence[Setting]
    LEVEL: str
    """Level that plays the games."""
    MOST_POSITIONS: int
    """Most positions searched per puzzle."""
    FEWEST_NEAR: Mapping[str, int]
    """By theme: least number of lines that miss the goal by one."""

    def propose_goals(self, state: Any) -> Iterator[tuple[str, Goal, Any]]:
        """Yield (theme, goal, start position) to search; the start is this state or a variant of it."""
        ...

    def candidates(self, found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
        """Yield (theme, goal, start position) for goals that perhaps only one of the ends found reaches."""
        ...

    def list_wishes(self, state: Any) -> Iterator[tuple[str, Goal, int]]:
        """Yield (theme, goal, seat) for all that a player may ask of exactly this position."""
        ...

    def tell_lacking(self, state: Any) -> Message | None:
        """Return what a position lacks if nothing can be asked of it; None where something can be asked of any
        position."""
        ...

    def look(self, state: Any) -> Hashable:
        """Key of a position: puzzles with equal key, goal and solution count as duplicates."""
        ...


def find_maker(game: str) -> PuzzleMaker:
    """Return the puzzle maker of a game; raises :class:`NoPuzzle` if there is none."""
    try:
        return cast(PuzzleMaker, import_module(f"{registry.info(game).opponents.rpartition('.')[0]}.puzzles"))
    except ModuleNotFoundError as error:
        raise NoPuzzle(f"{game} has no puzzles") from error


def build_puzzle(
    game: str, own: PuzzleMaker, found: Lines, proof: Proof, theme: str, goal: Goal, options: Mapping[str, Any],
    name: str,
) -> Puzzle:  # fmt: skip
    """Return the puzzle of a goal proved by ``proof``, with a shortest solution and a rating; ``name``: its id."""
    solution = find_shortest_line(game, found, theme, goal)
    count_thoughts = getattr(own, "count_thoughts", None)
    thoughts = count_thoughts(found.start, theme, solution) if count_thoughts is not None else len(solution)
    # The weakest level that reaches the goal without knowing it, none for questions.
    wish = Wish(theme, goal, found.seat)
    level = next((each for each in QUICK_LEVELS if play_level(game, found, wish, each)[1]), "")
    of_level = 0 if theme in find_goals(game).QUESTIONS else OF_LEVEL[level]
    rating = EASIEST + A_STEP * thoughts + A_CHOICE * log2(proof.first) + AN_END * log2(proof.ends) + of_level
    dumped = registry.rules(game).dump(found.start)
    return Puzzle(
        name[-40:].strip("-"), theme, goal, dict(options), found.seat, dumped, solution, proof.first, proof.ends,
        proof.near, level, round(rating), 1,
    )  # fmt: skip


# Puzzles of one's own: what can be asked of a position, how many answers it has, and how hard it is.

MOST_FOR_A_QUESTION = 60_000
"""Most positions searched for one question, some seconds of one core."""
LIKELY_LEVEL = "novice"
"""Casual, whose answer is told."""
MOST_STEPS = 40
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Wish:
    """A question about a position: whether this seat can reach a goal, under a theme."""

    theme: str
    goal: Goal
    seat: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of the search of a question.

    ``reason``: "" or why it cannot be proved, "luck" or "many"; ``answers``: a line of each end that reaches the goal;
    ``lacking``: without an answer, the conditions at the end that comes closest, each with whether it holds;
    ``casual``: the line that a Casual player plays; ``found``: whether that line is an answer; ``puzzle``: the finished
    puzzle when the answer is the only one.
    """

    reason: str = ""
    proof: Proof | None = None
    answers: tuple[tuple[int, ...], ...] = ()
    lacking: tuple[Condition, ...] = ()
    casual: tuple[int, ...] = ()
    found: bool = False
    puzzle: Puzzle | None = None


def list_wishes(game: str, state: Any) -> list[Wish]:
    """List what can be asked of a position, the most telling first; none where its game has no puzzles or no theme
    fits."""
    try:
        return [Wish(theme, goal, seat) for theme, goal, seat in find_maker(game).list_wishes(state)]
    except NoPuzzle:
        return []


def explain_none(game: str, state: Any) -> Message | None:
    """Return a message on why nothing can be asked of a position; None where its game gives no reason."""
    try:
        own = find_maker(game)
        list(own.list_wishes(state))
    except NoPuzzle as error:
        return Message(f"ui.maker.{_find_reason(error)}.body")
    return own.tell_lacking(state)


def _find_reason(error: NoPuzzle) -> str:
    return "luck" if "luck" in str(error) else "many"


def examine(game: str, state: Any, options: Mapping[str, Any], wish: Wish, name: str) -> Verdict:
    """Search all lines of a question and return the verdict; ``name``: id of the puzzle that may be made."""
    own, known = find_maker(game), find_goals(game)
    try:
        found = lines(game, state, wish.seat, wish.theme, wish.goal, MOST_FOR_A_QUESTION)
    except NoPuzzle as error:
        return Verdict(_find_reason(error))
    proof = find_solutions(game, found, wish.theme, wish.goal)
    casual, reached = play_level(game, found, wish, LIKELY_LEVEL)
    if not proof.solutions:
        return Verdict("", proof, (), _find_lacking(game, found, wish), casual, reached)
    puzzle = None
    if proof.unique and proof.first > 1 and proof.ends > 1:
        puzzle = build_puzzle(game, own, found, proof, wish.theme, wish.goal, options, name[-LONGEST_NAME:])
    answers = proof.solutions if puzzle is None else (puzzle.solution,)
    if wish.theme in known.QUESTIONS:
        casual = ()
    return Verdict("", proof, answers, (), casual, reached, puzzle)


def _find_lacking(game: str, found: Lines, wish: Wish) -> tuple[Condition, ...]:
    """Return the conditions at the end that misses the goal by least, each with whether it holds."""
    known = find_goals(game)
    ends = [
        (known.short(found.start, state, line, wish.theme, wish.goal), len(line), line, state)
        for line, state in found.ends.values()
    ]
    if not ends:
        return ()
    _, _, line, state = min(ends, key=lambda each: each[:3])
    return tuple(known.conditions(found.start, state, line, wish.theme, wish.goal))


def play_level(game: str, found: Lines, wish: Wish, level: str) -> tuple[tuple[int, ...], bool]:
    """Return the line that a level plays and whether it reaches the goal; ((), False) for themes without moves."""
    rules, known = registry.rules(game), find_goals(game)
    if wish.theme in known.QUESTIONS:
        return (), False
    state = rules.clone(found.start)
    actions: list[int] = []
    for number in range(MOST_STEPS):
        legal: Sequence[int] = rules.legal(state, wish.seat)
        allowed = known.choices(state, wish.seat, wish.theme)
        fitting = [action for action in legal if action in allowed]
        if not fitting:
            return tuple(actions), False
        view = rules.view(state, wish.seat)
        action = think(game, view, wish.seat, list(legal), level, mix(number, level)).action
        if action not in fitting:
            return tuple(actions), False
        rules.apply(state, wish.seat, action, SeededChance(0))
        actions.append(action)
        if known.is_over(found.start, state, wish.theme, wish.goal):
            return tuple(actions), not known.short(found.start, state, actions, wish.theme, wish.goal)
    return tuple(actions), False
