"""The gallery: who is to sit on a seat, with rating, record and manner; by mouse, keys or pad."""

from collections.abc import Callable, Sequence
from functools import partial

from ai import character
from ai.levels import LEVELS
from ai.ratings import USUAL, Own, find_rating, is_even, own_rating
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import Message
from engine.seats import COLOURS, WHO, Seat
from engine.storage import statistics
from engine.storage.statistics import GameStats, PlayerStats
from scenes.common import opponent_names
from scenes.common.opponent_names import level_name
from scenes.menus import gallery_card
from scenes.menus.gallery_card import Shown
from scenes.menus.game_choices import draw_tabs
from scenes.shell.context import Context
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.table.new_game import begin, new_seed
from sprites.base import layout
from sprites.base.layout import Box, Part

COLUMNS, HIGH, GAP = 4, 220.0, 12.0
STEP = 150
"""Points of rating between two levels, about."""
NAMED = 4
"""Files that cannot be used and are named, at most."""
ORDERS = ("low", "high", "met")
"""From the weakest, from the strongest, those met most often first."""

Sit = Callable[[int, str], None]
"""Seat and level: this opponent sits down there."""


class Gallery(Page):
    """Page of all characters as cards, the chosen one large; ``free``: seats that are filled one after the other."""

    name = "gallery"
    music = "title"
    head, icon = "ui.gallery.title", "users"
    margin, top = 24.0, 66.0

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
        """Show the record once it has been read."""
        if self._read is not None:
            self.stats, self._read = self._read, None
            self._own.clear()
            self.ui.dirty = True

    # --- what is shown -------------------------------------------------------------------------------

    def _find_record(self) -> PlayerStats | None:
        found = self.stats.get(self.game)
        return found.find_player(self.person) if found is not None else None

    def own(self) -> Own | None:
        """Return the person's rating in the shown game; computed once for each game."""
        if self.game not in self._own:
            record = self._find_record()
            found = None if record is None else own_rating(self.game, record.meetings, record.tally.played)
            self._own[self.game] = found
        return self._own[self.game]

    def everybody(self) -> list[Shown]:
        """Return all characters in the chosen order."""
        record, own = self._find_record(), self.own()
        found = []
        for stem, one in self.characters.items():
            level = WHO + stem
            rated = find_rating(self.game, level)
            scores = tuple(each.score for each in record.meetings if each.level == level) if record is not None else ()
            found.append(Shown(level, one, rated, scores, is_even(own, rated), self._find_seat(level)))
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
        """The seat (from 1) at which a character sits already, other than the one that is being filled; 0 = nowhere."""
        now = self.free[self.at] if self.free else -1
        return next((k + 1 for k, seat in enumerate(self.seats) if seat.level == level and k != now), 0)

    def list_shown(self, everybody: Sequence[Shown]) -> list[Shown]:
        """Return the characters that pass the filters (level, about even)."""
        return [
            one
            for one in everybody
            if (not self.filter or opponent_names.get_rank(one.who) == self.filter - 1)
            and (not self.only_even or one.even)
        ]

    # --- doing ---------------------------------------------------------------------------------------

    def choose(self, level: str) -> None:
        """Select the character with this level id; selected already, it is seated."""
        if self.chosen == level:
            self.sit_down()
        self.chosen = level

    def sit_down(self) -> None:
        """Seat the chosen opponent; after the last free seat return to the page below."""
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

    def fate(self) -> None:
        """Seat a random character among those shown and not seated."""
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

    def subtitle(self) -> str:
        """Return the seat that is being filled, in words."""
        return self.ctx.t("ui.gallery.seat", n=self.free[self.at] + 1) if self.free else ""

    def bar(self, parts: Parts) -> None:
        """Draw a tab for each game."""
        draw_tabs(parts, [info.id for info in registry.games()], self.game, self._show_game)

    def body(self, parts: Parts) -> Part:
        """Return filters, grid and back button at the left, the large card and its buttons at the right."""
        t, everybody = self.ctx.t, self.everybody()
        shown = self.list_shown(everybody)
        one = next((each for each in everybody if each.level == self.chosen), everybody[0])
        left = [
            parts.row(self._list_filters(parts, everybody), 38, gap=12), parts.space(16),
            Part(0, partial(self._draw_grid, parts, shown), 1), parts.space(12), parts.row(self._list_foot(parts), 54),
        ]  # fmt: skip
        label = t("ui.gallery.sit", name=opponent_names.get_name(self.ctx, one.level))
        more = [
            parts.button("watch", t("ui.gallery.watch"), self.watch, "eye", height=46),
            parts.button("fate", t("ui.gallery.fate"), self.fate, "shuffle", height=46),
        ]
        side = [
            Part(0, partial(gallery_card.large, parts, self.game, one, self.own()), 1), parts.space(14),
            parts.button("sit", label, self.sit_down, "wooden-chair", main=True, enabled=not one.seated),
            parts.space(14), parts.row(more, 46, gap=12, even=2),
        ]  # fmt: skip
        return parts.row([Part(1152, parts.column(left).draw), Part(376, parts.column(side).draw)], gap=24)

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return no parts: the large card reaches down to the lower edge."""
        return ()

    def _list_filters(self, parts: Parts, everybody: Sequence[Shown]) -> list[Part]:
        t, ranks = self.ctx.t, [opponent_names.get_rank(one.who) for one in everybody]
        counts = [(t("ui.gallery.all"), len(everybody))]
        counts += [(level_name(self.ctx, level), ranks.count(rank)) for rank, level in enumerate(LEVELS)]
        labels = [t("ui.gallery.count", level=name, n=count) for name, count in counts]
        even, sort = t("ui.gallery.even.n", n=sum(one.even for one in everybody)), partial(setattr, self, "order")
        names = [t(f"ui.gallery.order.{name}") for name in ORDERS]
        return [
            parts.segments("filter", labels, self.filter, partial(self._narrow, "filter"), height=38, width=690),
            parts.checkbox("even", even, self.only_even, partial(self._narrow, "only_even"), height=36, width=236),
            parts.dropdown("order", names, self.order, sort, label=t("ui.gallery.order"), height=36, width=202),
        ]

    def _draw_grid(self, parts: Parts, shown: Sequence[Shown], box: Box) -> None:
        rows = max(1, int((box[3] + GAP) // (HIGH + GAP)))
        last = max(0, (len(shown) + COLUMNS - 1) // COLUMNS - rows)
        self.scrolls.note("grid", last + 1, rows)
        first = min(self.scrolls.first.get("grid", 0), last)
        visible = shown[first * COLUMNS : (first + rows) * COLUMNS]
        cells = list(zip(visible, layout.grid(box, len(visible), COLUMNS, gap=GAP, height=HIGH), strict=True))
        if not visible:
            parts.line(self.ctx.t("ui.gallery.none"), "aside", "text.muted", align="c").draw((*box[:3], 240))
        for one, cell in sorted(cells, key=lambda cell: cell[0].level == self.chosen):
            hot = f"who.{one.level}" in self.ui.hot
            gallery_card.draw(parts.c, self.ctx, one, cell, chosen=one.level == self.chosen, hot=hot)
        for one, cell in cells:
            self.ui.zone(f"who.{one.level}", cell, partial(self.choose, one.level), radius=12)

    def _list_foot(self, parts: Parts) -> list[Part]:
        """Return the way back, and what the frames mean or which files cannot be used."""
        t, bad = self.ctx.t, list(self.bad.items())[:NAMED]
        back = parts.button("back", t("ui.back"), self.go_back, "left", width=200)
        if not bad:
            return [back, parts.line(t("ui.gallery.frames"), "remark", "text.muted", align="r", share=1)]
        words = t("ui.gallery.bad", names=", ".join(name for name, _ in bad))
        why = "\n".join(f"*{name}*: {self.ctx.texts.complaints.translate(reason)}" for name, reason in bad)
        said = parts.line(words, "remark", "text.warning", align="r", share=1)
        return [back, parts.explain("bad", said, (t("ui.gallery.title"), why))]

    # --- input ---------------------------------------------------------------------------------------

    def _show_game(self, k: int) -> None:
        self.game = registry.games()[k].id

    def _narrow(self, field: str, value: int) -> None:
        """Show other opponents, from the first row on."""
        setattr(self, field, value)
        self.scrolls.first.clear()

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space seats the chosen opponent, numbers filter by level."""
        filters = {f"choice_{k + 1}": partial(self._narrow, "filter", k) for k in range(len(LEVELS) + 1)}
        return {"back": self.go_back, "main": self.sit_down, **filters}


def usual_ratings(game: str) -> list[int]:
    """Return the rating of each level in a game; an unrated one is a fixed step above the level below it."""
    found: list[int] = []
    below = USUAL - 2 * STEP
    for level in LEVELS:
        rated = find_rating(game, level)
        below = below + STEP if rated is None else rated.rating
        found.append(below)
    return found
