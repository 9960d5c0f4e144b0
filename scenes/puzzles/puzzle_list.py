"""The shelf of puzzles: what has been made of each, the one to go on with; a mix of all games, and a streak."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.content import puzzles
from engine.content.puzzles import STEPS, BadPuzzles, Puzzle
from scenes.menus import game_tabs
from scenes.puzzles import puzzle_results
from scenes.puzzles.puzzle_controller import Occasion, open_puzzle
from scenes.shell import routes
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.shell.context import Context

STREAK_S = 180.0
"""Seconds of a streak."""
MISSES = 3
"""Misses that end a streak."""
COIN, PITCH = 19.0, 46.0
HEAD = 44.0


class Mix(Occasion):
    """Occasion of a mix of puzzles: the games take turns, in a new order each round."""

    def __init__(self, ctx: Context) -> None:
        super().__init__("puzzle.all", self._open_shelf)
        self.ctx = ctx
        self.solved = 0
        self.met = 0
        self._games: list[str] = []
        self._last: dict[str, str] = {}
        """The puzzle of each game that was met last."""

    def finish_try(self, solved: bool) -> None:
        """Count a try that has ended."""
        self.met += 1
        self.solved += solved

    def _open_shelf(self) -> None:
        """Open the shelf again."""
        routes.go(self.ctx, "puzzles", next(reversed(self._last), ""))

    def next_label(self) -> str:
        """Label of the button to the next puzzle."""
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
        record = puzzle_results.get_record(self.ctx, game)
        number = puzzle_results.next_one(record, shelf, self._last.pop(game, ""))
        self._last[game] = shelf[number].id
        open_puzzle(self.ctx, game, number, self)

    def _draw_game(self) -> str:
        if not self._games:
            self._games = [game for game in puzzles.games() if puzzles.load_shelf(game)]
            secrets.SystemRandom().shuffle(self._games)
        return self._games.pop()


class Streak(Mix):
    """Occasion of a streak of puzzles: it ends after three minutes, or with the third miss."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._end = time.monotonic() + STREAK_S
        self._told = False

    @property
    def misses(self) -> int:
        """Number of failed tries."""
        return self.met - self.solved

    @property
    def seconds(self) -> int:
        """Whole seconds left."""
        return max(0, round(self._end - time.monotonic()))

    @property
    def is_over(self) -> bool:
        """Whether the time is over or the misses are used up."""
        return self.misses >= MISSES or time.monotonic() >= self._end

    def describe(self) -> str:
        """Return the numbers of solved and missed puzzles, and the time left."""
        minutes, seconds = divmod(self.seconds, 60)
        clock = f"{minutes}:{seconds:02d}"
        return self.ctx.t("puzzle.streak.where", n=self.solved, misses=self.misses, most=MISSES, time=clock)

    def next_label(self) -> str:
        """Label of the button to the next puzzle, or to the end."""
        return self.ctx.t("puzzle.streak.end" if self.is_over else "puzzle.next")

    def check(self) -> bool:
        """Return whether there is time left; when it is over show the result of the streak."""
        if time.monotonic() >= self._end and not self._told:
            self._tell()
        return not self._told

    def go_on(self) -> None:
        """Open the next puzzle, or show the result of the streak; raises BadPuzzles."""
        if self.is_over:
            self._tell()
        else:
            super().go_on()

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


class Shelf(Page):
    """Page of a game's puzzles as coins, one row for each step of difficulty."""

    name = "puzzles"
    music = "title"
    head, icon = "puzzle.title", "star"
    margin, top, low = 24.0, 66.0, 22.0

    def __init__(self, ctx: Context, game: str = "") -> None:
        super().__init__(ctx)
        self.games = puzzles.games()
        self.game = game if game in self.games else self.games[0]
        self.theme = ""
        """The theme that is shown alone; "" = all."""
        self.order: Sequence[str] = ()
        """The themes of the game, in the order in which they are shown."""
        self.all: tuple[Puzzle, ...] = ()
        self.trouble = ""
        self._read()

    def _read(self) -> None:
        self.theme = ""
        self.trouble = ""
        try:
            known = puzzles.goals(self.game)
            self.order = () if known is None else known.THEMES
            self.all = puzzles.load_shelf(self.game)
        except BadPuzzles as error:
            self.order, self.all, self.trouble = (), (), str(error)
        self.kept = puzzle_results.get_record(self.ctx, self.game)
        self.ui.dirty = True

    @property
    def shown(self) -> list[int]:
        """Numbers of the shown puzzles."""
        return [at for at, puzzle in enumerate(self.all) if self.theme in ("", puzzle.theme)]

    @property
    def next(self) -> int | None:
        """Number of the puzzle to continue with."""
        if not self.all:
            return None
        some = tuple(self.all[at] for at in self.shown)
        return self.shown[puzzle_results.next_one(self.kept, some)]

    def subtitle(self) -> str:
        """Return the name of the game."""
        return self.ctx.t(f"{self.game}.name")

    def bar(self, parts: Parts) -> None:
        """Draw a tab for each game."""
        game_tabs.draw(self.ctx, self.ui, parts.c, self.games, self.game, self._pick)

    def body(self, parts: Parts) -> Part:
        """Return the coins, and the column with the player's rating."""
        rows = [parts.space(60), parts.note(self.trouble, "lead", "text", height=300)]
        coins = [Part(0, partial(self._draw_coins, parts), 1)]
        shown = parts.panel([parts.column(rows if self.trouble else coins, share=1)], width=1152, pad=20)
        return parts.row([shown, self._make_column(parts)], gap=24)

    # --- coins --------------------------------------------------------------------------------------------

    def _draw_coins(self, parts: Parts, box: Box) -> None:
        """Draw a row of steps of difficulty below the other; closer where there are many coins."""
        per_row = int(box[2] // PITCH)
        steps = [
            [at for at in self.shown if self.all[at].step == step] for step in range(1, STEPS + 1)
        ]  # fmt: skip
        lines = [-(-len(numbers) // per_row) for numbers in steps]
        pitch = min(PITCH, (box[3] - 20 - sum(map(bool, steps)) * HEAD) / max(1, sum(lines)))
        rows = [parts.space(20)]
        for step, (numbers, count) in enumerate(zip(steps, lines, strict=True), 1):
            if not numbers:
                continue
            done = sum(self.kept.is_solved(self.all[at]) for at in numbers)
            label = parts.t("puzzle.done", n=done, of=len(numbers))
            coins = [Part(0, partial(self._draw_coin, parts.c, at)) for at in numbers]
            rows += [
                parts.row([
                    parts.space(4), *[parts.icon("star", 16, width=21)] * step,
                    parts.line(label, "body", "text.muted", align="r", share=1), parts.space(8),
                ], HEAD - 8, gap=0),
                Part(pitch * count + 6, partial(_draw_grid, coins, per_row, pitch)),
            ]  # fmt: skip
        parts.column(rows).draw(box)

    def _draw_coin(self, c: Canvas, at: int, cell: Box) -> None:
        """Solved: gold with a tick; tried: a ring; the one to go on with: amber; a number on each."""
        t, puzzle = self.ctx.t, self.all[at]
        state, r, box = self.kept.state.get(puzzle.id, ""), COIN, layout.centre(cell, 2 * COIN, 2 * COIN)
        known = state in (puzzle_results.SOLVED, puzzle_results.TRIED, puzzle_results.SHOWN)
        said = [t(puzzles.theme_id(self.game, puzzle.theme)), *([t(f"puzzle.state.{state}")] if known else [])]
        tip = (t("puzzle.number", n=at + 1), " · ".join(said))
        hot = self.ui.zone(f"puzzle.{at}", box, partial(self._open, at), tip=tip, radius=r) in ("hover", "pressed")
        now = at == self.next
        fill = "accent" if state == puzzle_results.SOLVED else "confirm" if now else "panel.top"
        shapes.round_rect(c, *box, r, "accent.bright" if hot else fill)
        shapes.round_rect(c, *box, r, "edge.bright" if now else "edge.low", border=2.4 if now or state else 1.2)
        if state == puzzle_results.SOLVED:
            icons.draw(c, "check", box[0] + r, box[1] + r, 18, "paper.text")
        else:
            ink = "paper.text" if now or hot else "text" if state else "text.muted"
            text.draw(c, str(at + 1), box[0] + r, box[1] + r, "name", ink, "cm", max_w=2 * r - 6, fixed=True)

    # --- the column -----------------------------------------------------------------------------------------

    def _make_column(self, parts: Parts) -> Part:
        """Return own rating, themes, other ways to play, and the amber button."""
        t = self.ctx.t
        value = str(round(self.kept.rating)) if self.kept.rated else "\u2013"
        solved = sum(map(self.kept.is_solved, self.all))
        themes = ["", *(theme for theme in self.order if any(puzzle.theme == theme for puzzle in self.all))]
        best = puzzle_results.get_streaks(self.ctx).best
        ways = [
            parts.button(
                name, t(f"puzzle.{name}"), act, height=44, tip=(t(f"puzzle.{name}"), t(f"puzzle.{name}.tip", n=best))
            )
            for name, act in (("mix", self.begin_mix), ("streak", self.begin_streak))
        ]
        open_workshop = partial(routes.call, self.ctx, "open_workshop", self.game)
        panel = parts.panel([parts.column([
            parts.space(12),
            parts.pair(t("puzzle.own"), value, styles=("heading", "figure"), ink="accent"),
            parts.inset(parts.line(t("puzzle.done", n=solved, of=len(self.all)), height=24), 4),
            parts.space(12),
            parts.rule(10, ornament=False),
            parts.inset(parts.line(t("puzzle.themes"), "heading", "accent"), 4),
            parts.space(6),
            *(self._make_theme(parts, at, theme) for at, theme in enumerate(themes)),
            parts.space(8),
            parts.rule(16, ornament=False),
            parts.inset(parts.note(t("puzzle.about"), "remark", "text.muted", share=1), 4),
            parts.space(4),
            parts.row(ways, 44, gap=10, even=2),
            parts.space(10),
            parts.button("workshop", t("ui.edit.title"), open_workshop, "edit", height=44),
            parts.space(18),
        ], share=1)], share=1, pad=18)  # fmt: skip
        main = parts.button(
            "main", t("puzzle.go_on"), self.go_on, "play", height=62, main=True, enabled=self.next is not None
        )
        return parts.column([panel, parts.space(14), main], share=1)

    def _make_theme(self, parts: Parts, at: int, theme: str) -> Part:
        some = [puzzle for puzzle in self.all if theme in ("", puzzle.theme)]
        count = f"{sum(map(self.kept.is_solved, some))} / {len(some)}"
        label = self.ctx.t(puzzles.theme_id(self.game, theme) if theme else "puzzle.themes.all")
        row = parts.pair(label, count, 44, styles=("label", "body"))
        return parts.inset(
            parts.press(f"theme.{at}", row, partial(self._choose, theme), marked=theme == self.theme), 0, 3
        )

    # --- what is done ---------------------------------------------------------------------------------------

    def _choose(self, theme: str) -> None:
        """Show the puzzles of one theme, or all of them."""
        self.theme = theme
        self.ui.dirty = True

    def _pick(self, k: int) -> None:
        self.game = self.games[k]
        self._read()

    def _open(self, at: int) -> None:
        self._try(lambda: open_puzzle(self.ctx, self.game, at))

    def _try(self, act: Callable[[], object]) -> None:
        """Open a puzzle; tell of a file of puzzles that is no good."""
        try:
            act()
        except BadPuzzles as error:
            self.ctx.ask(self.ctx.t("puzzle.bad"), str(error))

    def go_on(self) -> None:
        """Open the puzzle to go on with."""
        if self.next is None:
            self.ctx.play("refused")
        else:
            self._open(self.next)

    def begin_mix(self) -> None:
        """Play puzzles of all games, one after the other."""
        self._try(Mix(self.ctx).go_on)

    def begin_streak(self) -> None:
        """Play as many puzzles as can be solved in three minutes, or until the third miss."""
        self._try(Streak(self.ctx).go_on)

    def go_back(self) -> None:
        """Go back to the screen below, or to the title."""
        routes.back(self.ctx)

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space opens the next puzzle."""
        return {"main": self.go_on, "back": self.go_back}


def _draw_grid(cells: Sequence[Part], across: int, pitch: float, box: Box) -> None:
    room = (*box[:2], PITCH * across, pitch * -(-len(cells) // across))
    for cell, place in zip(cells, layout.grid(room, len(cells), across), strict=True):
        cell.draw(place)
