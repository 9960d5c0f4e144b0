"""Puzzles one after the other: a mix of all games, and a streak against the clock, from easy to hard."""

import secrets
import time

from engine.content import puzzles
from engine.content.puzzles import Puzzle
from scenes.puzzles import puzzle_results
from scenes.puzzles.puzzle_controller import Occasion, open_puzzle
from scenes.shell import routes
from scenes.shell.context import Context

STREAK_S = 180.0
"""Seconds of a streak."""
MISSES = 3
"""Misses that end a streak."""
HARDER = 40
"""Rating by which each puzzle of a streak is harder than the one before, in games that have such."""


class Mix(Occasion):
    """Occasion of a mix of puzzles: the games take turns, in a new order each round."""

    is_fast = False

    def __init__(self, ctx: Context) -> None:
        super().__init__("puzzle.all", self._open_shelf)
        self.ctx = ctx
        self.solved = 0
        self.met = 0
        self._games: list[str] = []
        self._last: dict[str, str] = {}
        """The puzzle of each game that was met last."""

    def finish_try(self, solved: bool) -> None:
        """Count a finished try."""
        self.met += 1
        self.solved += solved

    def _open_shelf(self) -> None:
        """Open the shelf again."""
        routes.go(self.ctx, "puzzles", next(reversed(self._last), ""))

    def next_label(self) -> str:
        """Return the label of the button to the next puzzle."""
        return self.ctx.t("puzzle.next")

    def describe(self) -> str:
        """Return how many of the puzzles so far were solved."""
        return self.ctx.t("puzzle.mix.where", n=self.solved, of=self.met)

    def check(self) -> bool:
        """Return True: a mix has no end."""
        return True

    def go_on(self) -> None:
        """Open the next puzzle; raises BadPuzzles."""
        game = self._draw_game()
        shelf = puzzles.load_shelf(game)
        number = self._pick_number(game, shelf)
        self._last.pop(game, "")
        self._last[game] = shelf[number].id
        open_puzzle(self.ctx, game, number, self)

    def _pick_number(self, game: str, shelf: tuple[Puzzle, ...]) -> int:
        """Return the index of the puzzle that comes next in a game."""
        record = puzzle_results.get_record(self.ctx, game)
        return puzzle_results.next_one(record, shelf, self._last.get(game, ""))

    def _draw_game(self) -> str:
        if not self._games:
            self._games = [game for game in puzzles.games() if puzzles.load_shelf(game)]
            secrets.SystemRandom().shuffle(self._games)
        return self._games.pop()


class Streak(Mix):
    """Occasion of a streak of puzzles: it ends after three minutes, or with the third miss."""

    is_fast = True

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._end = time.monotonic() + STREAK_S
        self._told = False
        self._seen: set[str] = set()

    @property
    def misses(self) -> int:
        """Number of failed tries."""
        return self.met - self.solved

    @property
    def seconds(self) -> int:
        """Whole seconds that remain."""
        return max(0, round(self._end - time.monotonic()))

    @property
    def is_over(self) -> bool:
        """Whether the time is over or the third miss has come."""
        return self.misses >= MISSES or time.monotonic() >= self._end

    def describe(self) -> str:
        """Return the numbers of solved and missed puzzles, and the time left."""
        minutes, seconds = divmod(self.seconds, 60)
        clock = f"{minutes}:{seconds:02d}"
        return self.ctx.t("puzzle.streak.where", n=self.solved, misses=self.misses, most=MISSES, time=clock)

    def next_label(self) -> str:
        """Return the label of the button to the next puzzle, or to the end."""
        return self.ctx.t("puzzle.streak.end" if self.is_over else "puzzle.next")

    def check(self) -> bool:
        """Return whether the streak goes on; when it is over show its result."""
        if time.monotonic() >= self._end and not self._told:
            self._tell()
        return not self._told

    def go_on(self) -> None:
        """Open the next puzzle, or show the result of the streak; raises BadPuzzles."""
        if self.is_over:
            self._tell()
        else:
            super().go_on()

    def _pick_number(self, game: str, shelf: tuple[Puzzle, ...]) -> int:
        """Return the index of the unused puzzle nearest to the wanted rating, which rises with every puzzle of the
        streak."""
        wanted = shelf[0].rating + HARDER * self.met
        new = [at for at, puzzle in enumerate(shelf) if puzzle.id not in self._seen] or list(range(len(shelf)))
        number = min(new, key=lambda at: abs(shelf[at].rating - wanted))
        self._seen.add(shelf[number].id)
        return number

    def _tell(self) -> None:
        """Record the streak, and tell of it."""
        if self._told:
            return
        self._told = True
        t = self.ctx.t
        best = puzzle_results.get_streaks(self.ctx).best
        puzzle_results.keep_streak(self.ctx, self.solved)
        said = t("puzzle.streak.solved", n=self.solved)
        more = t("puzzle.streak.record") if self.solved > best else t("puzzle.streak.best", n=best)
        self.ctx.play("round_won" if self.solved > best else "refused")
        self.ctx.ask(
            t("puzzle.streak"), f"{said}\n\n{more}",
            [("shelf", t("puzzle.all"), self.open), ("again", t("puzzle.streak.again"), self._begin_again)], main=1,
            by_itself=True,
        )  # fmt: skip

    def _begin_again(self) -> None:
        Streak(self.ctx).go_on()
