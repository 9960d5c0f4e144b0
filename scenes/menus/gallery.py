"""The gallery: who is to sit on a seat, with rating, record and manner; by mouse, keys or pad."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ai import character
from ai.levels import LEVELS
from ai.ratings import AT, Own, Rated, even, find_rating, own_rating
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import Message
from engine.seats import COLOURS, WHO, Seat
from engine.storage import statistics
from engine.storage.statistics import GameStats, PlayerStats
from scenes.common import opponent_names
from scenes.common.level_names import level_name
from scenes.menus import gallery_card, game_tabs
from scenes.menus.gallery_card import Shown
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.table.new_game import begin, new_seed
from sprites.base import backdrop, controls, layout, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Stack

if TYPE_CHECKING:
    from scenes.shell.context import Context

COLUMNS, WIDE, HIGH, GAP = 4, 279.0, 220.0, 12.0
LEFT, TOP = 24.0, 120.0
STEP = 150
"""Points of rating between two levels, about."""
NAMED = 4
"""Files that cannot be used and are named, at most."""
ORDERS = ("low", "high", "met")
"""From the weakest, from the strongest, those met most often first."""

Sit = Callable[[int, str], None]
"""Seat and level: this opponent sits down there."""


class Gallery(Scene):
    """Cards of all characters, and the chosen one large; ``free`` seats are filled one after the other."""

    name = "gallery"
    music = "title"

    def __init__(
        self,
        ctx: Context,
        game: str,
        seats: Sequence[Seat],
        free: Sequence[int],
        sit: Sit,
        given: dict[str, GameStats] | None = None,
    ) -> None:
        super().__init__(ctx)
        self.game = self.played = game
        self.seats = list(seats)
        self.free = list(free)
        self.at = 0
        self.sit = sit
        self.person = next((seat.name for seat in seats if seat.is_person), "")
        self.characters, self.bad = character.load_all()
        self.stats: dict[str, GameStats] = given or {}
        self._read: dict[str, GameStats] | None = None
        self._own: dict[str, Own | None] = {}
        self.filter = 0
        self.only_even = False
        self.order = 0
        self.row = 0
        self.chosen = self.seats[self.free[0]].level if self.free else ""
        if self.chosen.removeprefix(WHO) not in self.characters:
            self.chosen = WHO + next(iter(self.characters))
        if given is None:
            ctx.records.submit("summary", self._look)

    def _look(self) -> list[Message]:
        """Read the record in the background: another program may hold the file for seconds."""
        told: list[Message] = []
        self._read = statistics.summary(told)
        return told

    def update(self, ms: float) -> None:
        """Show what has been read."""
        if self._read is not None:
            self.stats, self._read = self._read, None
            self._own.clear()
            self.ui.dirty = True

    # --- what is shown -------------------------------------------------------------------------------

    def _find_record(self, game: str) -> PlayerStats | None:
        found = self.stats.get(game)
        return found.find_player(self.person) if found is not None else None

    def own(self) -> Own | None:
        """The person's rating in the game that is shown; worked out once for each game."""
        if self.game not in self._own:
            record = self._find_record(self.game)
            found = None if record is None else own_rating(self.game, record.meetings, record.tally.played)
            self._own[self.game] = found
        return self._own[self.game]

    def everybody(self) -> list[Shown]:
        """All characters in the order that is chosen."""
        record, own = self._find_record(self.game), self.own()
        found = []
        for stem, one in self.characters.items():
            level = WHO + stem
            rated = find_rating(self.game, level)
            scores = tuple(each.score for each in record.meetings if each.level == level) if record is not None else ()
            found.append(Shown(level, one, rated, scores, even(own, rated), self._find_seat(level)))
        usual = usual_ratings(self.game)

        def strength(one: Shown) -> tuple[int, int]:
            rank = opponent_names.get_rank(one.who)
            return (one.rated.rating if one.rated else usual[rank]), rank

        by_strength = sorted(found, key=strength)
        if ORDERS[self.order] == "high":
            by_strength.reverse()
        elif ORDERS[self.order] == "met":
            by_strength.sort(key=lambda one: -len(one.scores))
        return by_strength

    def _find_seat(self, level: str) -> int:
        """At which seat (from 1) a character sits already, other than the one that is being filled; 0 = nowhere."""
        now = self.free[self.at] if self.free else -1
        return next((k + 1 for k, seat in enumerate(self.seats) if seat.level == level and k != now), 0)

    def list_shown(self, everybody: Sequence[Shown]) -> list[Shown]:
        """Opponents that pass the filters."""
        return [
            one
            for one in everybody
            if (not self.filter or opponent_names.get_rank(one.who) == self.filter - 1)
            and (not self.only_even or one.even)
        ]

    # --- doing ---------------------------------------------------------------------------------------

    def choose(self, level: str) -> None:
        """Select an opponent; selecting it again seats it."""
        if self.chosen == level:
            self.sit_down()
        self.chosen = level
        self.ui.dirty = True

    def sit_down(self) -> None:
        """The chosen one takes the seat; when the last free seat is taken, back to where we came from."""
        if not self.free or self._find_seat(self.chosen):
            self.ctx.play("refused")
            return
        seat = self.free[self.at]
        self.sit(seat, self.chosen)
        self.seats[seat] = Seat("computer", self.chosen, opponent_names.seat_name(self.ctx, self.chosen))
        self.ctx.play("card_play")
        self.at += 1
        if self.at >= len(self.free):
            self.at = len(self.free) - 1
            self.ctx.stack.pop()
        self.ui.dirty = True

    def fate(self) -> None:
        """Anybody of those that are shown and free."""
        open_now = [one.level for one in self.list_shown(self.everybody()) if not one.seated]
        if not open_now:
            self.ctx.play("refused")
            return
        lot = SeededChance(mix("fate", int(1000 * self.ui.clock)))
        self.chosen = open_now[lot.below(len(open_now))]
        self.sit_down()

    def watch(self) -> None:
        """Start a game between the selected opponent and the one nearest to it in strength."""
        everybody = self.everybody()
        one = next((each for each in everybody if each.level == self.chosen), everybody[0])
        info = registry.info(self.played)

        def away(other: Shown) -> tuple[int, int]:
            ratings = [each.rated.rating if each.rated else 0 for each in (one, other)]
            return abs(opponent_names.get_rank(one.who) - opponent_names.get_rank(other.who)), abs(
                ratings[0] - ratings[1]
            )

        others = sorted((each for each in everybody if each.level != one.level), key=away)
        pair = [one, *others][: info.seats[0]]
        seats = [
            Seat("computer", each.level, opponent_names.seat_name(self.ctx, each.level), k % COLOURS)
            for k, each in enumerate(pair)
        ]
        options = registry.rules(self.played).check_options({}, len(seats))
        self.ctx.stack.swap(begin(self.ctx, self.played, options, seats, new_seed(), try_again=False))

    # --- drawing -------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Filters, the grid, the large card."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        seat = t("ui.gallery.seat", n=self.free[self.at] + 1) if self.free else ""
        controls.top_bar(c, t("ui.gallery.title"), seat, "users")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        game_tabs.draw(self.ctx, self.ui, c, [info.id for info in registry.games()], self.game, self._show_game)
        everybody = self.everybody()
        self._draw_filters(c, everybody)
        shown = self.list_shown(everybody)
        self._draw_grid(c, shown, c.height - 90)
        one = next((each for each in everybody if each.level == self.chosen), everybody[0])
        self._draw_side(c, one)
        self._draw_foot(c)

    def _draw_filters(self, c: Canvas, everybody: Sequence[Shown]) -> None:
        t = self.ctx.t
        ranks = [opponent_names.get_rank(one.who) for one in everybody]
        labels = [t("ui.gallery.count", level=t("ui.gallery.all"), n=len(everybody))]
        labels += [
            t("ui.gallery.count", level=level_name(self.ctx, level), n=ranks.count(rank))
            for rank, level in enumerate(LEVELS)
        ]
        self.ui.segmented_control(c, "filter", (LEFT, 66, 690, 38), labels, self.filter, self._set_filter)
        even_ones = sum(one.even for one in everybody)
        box = (LEFT + 702, 67.0, 238.0, 36.0)
        self.ui.checkbox(c, "even", box, self.only_even, t("ui.gallery.even.n", n=even_ones), self._set_even)
        orders = [t(f"ui.gallery.order.{name}") for name in ORDERS]
        self.ui.dropdown(
            c, "order", (LEFT + 950, 67, 202, 36), orders, self.order, self._set_order, name=t("ui.gallery.order")
        )

    def _draw_grid(self, c: Canvas, shown: Sequence[Shown], bottom: float) -> None:
        rows = max(1, int((bottom - TOP + GAP) // (HIGH + GAP)))
        last = max(0, (len(shown) + COLUMNS - 1) // COLUMNS - rows)
        self.row = min(self.row, last)
        visible = shown[self.row * COLUMNS : (self.row + rows) * COLUMNS]
        room = (LEFT, TOP, COLUMNS * (WIDE + GAP) - GAP, rows * (HIGH + GAP) - GAP)
        cells = list(zip(visible, layout.grid(room, len(visible), COLUMNS, gap=GAP, height=HIGH), strict=True))
        if not visible:
            text.draw(c, self.ctx.t("ui.gallery.none"), LEFT + 576, TOP + 120, "aside", "text.muted", "cm")
        for one, box in sorted(cells, key=lambda cell: cell[0].level == self.chosen):
            hot = f"who.{one.level}" in self.ui.hot
            gallery_card.card(c, self.ctx, one, box, chosen=one.level == self.chosen, hot=hot)
        for one, box in cells:
            self.ui.zone(f"who.{one.level}", box, self._choosing(one.level), radius=12)

    def _choosing(self, level: str) -> Callable[[], None]:
        return lambda: self.choose(level)

    def _draw_side(self, c: Canvas, one: Shown) -> None:
        t = self.ctx.t
        elsewhere: list[tuple[str, Rated]] = []
        for info in registry.games():
            rated = find_rating(info.id, one.level)
            if info.id != self.game and rated is not None and len(elsewhere) < 3:
                elsewhere.append((info.id, rated))
        side = Stack((1200.0, 66.0, 376.0, 802.0))
        gallery_card.large(c, self.ctx, one, self.own(), elsewhere, side.take(666))
        label = t("ui.gallery.sit", name=opponent_names.get_name(self.ctx, one.level))
        self.ui.button(
            c,
            "sit",
            side.take(62, gap=14),
            label,
            self.sit_down,
            main=True,
            icon="wooden-chair",
            key=t("ui.key.main"),
            enabled=not one.seated,
        )
        watch, fate = layout.columns(side.take(46, gap=14), 2, gap=12)
        self.ui.button(c, "watch", watch, t("ui.gallery.watch"), self.watch, icon="eye")
        self.ui.button(c, "fate", fate, t("ui.gallery.fate"), self.fate, icon="shuffle")

    def _draw_foot(self, c: Canvas) -> None:
        t = self.ctx.t
        y = c.height - 78
        self.ui.button(c, "back", (24, y, 200, 54), t("ui.back"), self.ctx.stack.pop, icon="left")
        words, ink = t("ui.gallery.frames"), "text.muted"
        if self.bad:
            words, ink = t("ui.gallery.bad", names=", ".join(list(self.bad)[:NAMED])), "text.warning"
        text.draw(c, words, 1176, y + 27, "remark", ink, "rm", max_w=930)
        if self.bad:
            told = self.ctx.texts.complaints.translate
            why = "\n".join(f"*{name}*: {told(reason)}" for name, reason in list(self.bad.items())[:NAMED])
            tip = (t("ui.gallery.title"), why)
            self.ui.zone("bad", (246, y + 8, 930, 38), lambda: None, tip=tip, sound="")

    # --- input ---------------------------------------------------------------------------------------

    def _show_game(self, k: int) -> None:
        self.game = registry.games()[k].id
        self.ui.dirty = True

    def _set_filter(self, k: int) -> None:
        self.filter, self.row = k, 0
        self.ui.dirty = True

    def _set_even(self, on: bool) -> None:
        self.only_even, self.row = on, 0
        self.ui.dirty = True

    def _set_order(self, k: int) -> None:
        self.order = k
        self.ui.dirty = True

    def handle(self, given: Input) -> bool:
        """Space sits down, Esc goes back, numbers filter by level, wheel and page keys scroll."""
        if given.kind == "wheel":
            self._scroll(-1 if given.amount > 0 else 1)
            return True
        if given.kind != "command":
            return False
        if given.name == "main":
            self.sit_down()
        elif given.name == "back":
            self.ctx.stack.pop()
        elif given.name in ("page_up", "page_down"):
            self._scroll(-1 if given.name == "page_up" else 1)
        elif given.name.startswith("choice_") and int(given.name[-1]) <= len(LEVELS) + 1:
            self._set_filter(int(given.name[-1]) - 1)
        else:
            return False
        return True

    def _scroll(self, by: int) -> None:
        self.row = max(0, self.row + by)
        self.ui.dirty = True


def usual_ratings(game: str) -> list[int]:
    """By level its rating in a game; one that is not rated stands a step above the level below it."""
    found: list[int] = []
    below = AT - 2 * STEP
    for level in LEVELS:
        rated = find_rating(game, level)
        below = below + STEP if rated is None else rated.rating
        found.append(below)
    return found
