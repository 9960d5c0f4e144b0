"""Results of puzzles: kept with the settings, one entry a game."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import Annotated, NamedTuple

import msgspec

from engine.content import puzzles
from engine.content.puzzles import BadPuzzles, Puzzle
from engine.storage.settings import get_entry, set_entry
from scenes.shell.context import Context

FIRST_RATING = 900
"""Where nothing is known of a game's puzzles; else :func:`first_rating`."""
AT_ONCE, LATER = 40.0, 24.0
"""K-factors of the player's rating: in the first tries, and later on (Elo)."""
SETTLED = 20
"""Rated tries that count as the first ones."""
BACK_AFTER = 3
"""Tries at other puzzles after which a missed one comes back."""
COURSE = 30
"""Rated tries of which the rating is remembered."""
OUT_OF_REACH = 500
"""A series opens at a rating so far below that of its easiest puzzle."""
FEW_MET = 3
"""Puzzles that must have been met before a series is called weak."""
TRIED, SOLVED, SHOWN = "tried", "solved", "shown"

_Name = Annotated[str, msgspec.Meta(max_length=40)]
_Tries = Annotated[int, msgspec.Meta(ge=0, le=9999)]
STREAK = "streak"
"""Name of the entry of streaks among those of the games."""


class Record(msgspec.Struct):
    """Record of one game: the player's rating, number of rated tries, tries and result (``state``) by puzzle id.

    ``clued``: puzzles with a hint in an unfinished first try; ``ended``: number of finished tries; ``missed``: puzzles
    not solved when last played → ``ended`` then; ``course``: ratings before and after the last rated tries; ``row``,
    ``best_row``: puzzles solved at the first try in a row, now and at most.
    """

    rating: Annotated[float, msgspec.Meta(ge=0, le=4000)] = FIRST_RATING
    rated: _Tries = 0
    tries: dict[_Name, _Tries] = {}
    state: dict[_Name, str] = {}
    clued: list[_Name] = []
    last: _Name = ""
    ended: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    missed: dict[_Name, Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = {}
    course: Annotated[list[float], msgspec.Meta(max_length=COURSE + 1)] = []
    row: _Tries = 0
    best_row: _Tries = 0

    def counts(self, puzzle: Puzzle) -> bool:
        """Whether the next finished try of this puzzle changes the rating: only the first does."""
        return puzzle.id not in self.state

    def take_clue(self, puzzle: Puzzle) -> bool:
        """Record a hint; return whether it excludes the first try from the rating. Restarting does not undo it."""
        if self.counts(puzzle) and puzzle.id not in self.clued:
            self.clued.append(puzzle.id)
        return puzzle.id in self.clued

    def finish_try(self, puzzle: Puzzle, state: str) -> None:
        """Record the end of a try. ``state``: solved, failed (``tried``), or solution shown; a hint earns no rating."""
        if state != SHOWN:
            self.tries[puzzle.id] = self.tries.get(puzzle.id, 0) + 1
        if self.counts(puzzle):
            helped = puzzle.id in self.clued
            self.clued = [one for one in self.clued if one != puzzle.id]
            step = AT_ONCE if self.rated < SETTLED else LATER
            gain = self.measure_gain(puzzle) - (0 if state == SOLVED and not helped else step)
            before, self.rating = self.rating, min(4000.0, max(0.0, self.rating + gain))
            self.course = [*(self.course or [before]), self.rating][-COURSE - 1 :]
            self.rated += 1
            self.row = min(9999, self.row + 1) if state == SOLVED and not helped else 0
            self.best_row = max(self.best_row, self.row)
        if self.state.get(puzzle.id) != SOLVED:
            self.state[puzzle.id] = state
        self.ended = min(1_000_000, self.ended + 1)
        if state == SOLVED:
            self.missed.pop(puzzle.id, None)
        else:
            self.missed[puzzle.id] = self.ended

    def measure_gain(self, puzzle: Puzzle) -> float:
        """Return the rating points that solving a puzzle at once would add."""
        expected = 1 / (1 + 10 ** ((puzzle.rating - self.rating) / 400))
        return (AT_ONCE if self.rated < SETTLED else LATER) * (1 - expected)

    def is_due(self, puzzle: Puzzle) -> bool:
        """Whether a missed puzzle is due again: ``BACK_AFTER`` other tries later."""
        return puzzle.id in self.missed and self.ended - self.missed[puzzle.id] >= BACK_AFTER

    def is_solved(self, puzzle: Puzzle) -> bool:
        """Whether the player has solved this puzzle."""
        return self.state.get(puzzle.id) == SOLVED


def get_record(ctx: Context, game: str) -> Record:
    """Return the record of a game; a new one starts with :func:`first_rating`."""
    found = get_entry(ctx.settings.puzzles, ctx.name_own_entry(game), Record)
    if not found.rated:
        found.rating = first_rating(game)
    return found


def first_rating(game: str) -> float:
    """Return the rating with which a player starts in a game: that of its easiest puzzle."""
    try:
        return float(min((puzzle.rating for puzzle in puzzles.load_shelf(game)), default=FIRST_RATING))
    except BadPuzzles:
        return FIRST_RATING


class StreakRecord(msgspec.Struct):
    """Record of streaks: the most puzzles solved in one, and their number."""

    best: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    played: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


def get_streaks(ctx: Context) -> StreakRecord:
    """Return the record of streaks."""
    return get_entry(ctx.settings.puzzles, ctx.name_own_entry(STREAK), StreakRecord)


def keep_streak(ctx: Context, solved: int) -> StreakRecord:
    """Record a finished streak with ``solved`` puzzles; return the record after it."""
    kept = get_streaks(ctx)
    kept.best, kept.played = max(kept.best, min(9999, solved)), min(1_000_000, kept.played + 1)
    ctx.settings.puzzles = set_entry(ctx.settings.puzzles, ctx.name_own_entry(STREAK), kept)
    ctx.save_settings()
    return kept


def keep(ctx: Context, game: str, record: Record) -> None:
    """Store the record of a game in the settings."""
    ctx.settings.puzzles = set_entry(ctx.settings.puzzles, ctx.name_own_entry(game), record)
    ctx.save_settings()


def next_one(record: Record, some: tuple[Puzzle, ...], after: str = "") -> int:
    """Return the index of the puzzle to continue with in ``some``, which are sorted by rating; not the one ``after``.

    A missed puzzle that is due comes first, before a first success the easiest one. Else it is an unsolved one near the
    player's rating, with weak themes preferred; when all are solved, the one following ``after``.
    """
    due = [at for at, puzzle in enumerate(some) if record.is_due(puzzle) and puzzle.id != after]
    if due:
        return min(due, key=lambda at: record.missed[some[at].id])
    open_ = [at for at, puzzle in enumerate(some) if not record.is_solved(puzzle) and puzzle.id != after]
    if not open_:
        names = [puzzle.id for puzzle in some]
        return (names.index(after) + 1) % len(some) if after in names else 0
    if SOLVED not in record.state.values():
        return open_[0]
    weak = {}
    for theme in {puzzle.theme for puzzle in some}:
        met = [puzzle for puzzle in some if puzzle.theme == theme and puzzle.id in record.state]
        weak[theme] = (sum(record.is_solved(puzzle) for puzzle in met) + 1) / (len(met) + 2)
    return min(open_, key=lambda at: (abs(some[at].rating - record.rating) * weak[some[at].theme], at))


class Series(NamedTuple):
    """The puzzles of one theme: their indices on the shelf, how many were tried (``met``) and solved (``done``), the
    index to continue with, and whether the series is still closed."""

    theme: str
    numbers: tuple[int, ...]
    met: int
    done: int
    next: int
    is_closed: bool

    @property
    def is_done(self) -> bool:
        """Whether all puzzles of the series are solved."""
        return self.done == len(self.numbers)


def list_series(record: Record, some: tuple[Puzzle, ...], themes: Sequence[str]) -> list[Series]:
    """Return the series of a game in the order of its themes; closed ones, which are still too hard, come last."""
    found = []
    for theme in themes:
        numbers = tuple(at for at, puzzle in enumerate(some) if puzzle.theme == theme)
        if numbers:
            own = tuple(some[at] for at in numbers)
            met, done = sum(puzzle.id in record.state for puzzle in own), sum(map(record.is_solved, own))
            closed = not met and find_opening(own[0]) > record.rating
            found.append(Series(theme, numbers, met, done, numbers[next_one(record, own)], closed))
    return sorted(found, key=lambda one: one.is_closed)


def find_opening(easiest: Puzzle) -> int:
    """Return the player's rating at which a series opens, from its easiest puzzle."""
    return easiest.rating - OUT_OF_REACH


def list_missed_puzzles(record: Record, some: tuple[Puzzle, ...]) -> list[tuple[int, int]]:
    """Return the missed puzzles, the next to return first: index, and the number of other tries until then."""
    found = [
        (max(0, BACK_AFTER - record.ended + record.missed[puzzle.id]), at)
        for at, puzzle in enumerate(some)
        if puzzle.id in record.missed
    ]
    return [(at, wait) for wait, at in sorted(found)]


def count_days_in_a_row(days: Collection[date], today: date) -> int:
    """Return how many consecutive days up to today, or up to yesterday, are in ``days``."""
    day = today if today in days else today - timedelta(1) if today > date.min else today
    count = 0
    while day in days:
        count += 1
        if day == date.min:
            break
        day -= timedelta(1)
    return count
