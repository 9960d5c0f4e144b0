"""Results so far: per game, against each level, each person, the last games."""

from collections.abc import Iterator, Sequence
from functools import partial

from ai.levels import LEVELS
from engine import registry
from engine.contract import Message
from engine.seats import AT_RATING, EVEN
from engine.storage import folders, saves, statistics
from engine.storage.saves import SlotInfo
from engine.storage.statistics import GameStats, PlayedGame, PlayerStats
from scenes.common.opponent_names import strength
from scenes.common.thumbnails import Pictures
from scenes.menus.game_choices import draw_tabs, make_invitation
from scenes.menus.open_save import MOST_SCORES, open_study, read_scores
from scenes.shell.context import Context
from scenes.shell.i18n import format_time
from scenes.shell.page import Page
from scenes.shell.parts import Parts
from scenes.table import game_screens as games
from sprites.base import layout, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

PEOPLE_ACROSS, PERSON, GAMES_ACROSS = 3, 58.0, 2
"""People side by side, how high a row of them is, and games side by side."""


class StatisticsScene(Page):
    """Page of results: totals and levels at the left; at the right people, and the last games with their scores."""

    name = "statistics"
    music = "title"
    head, icon = "ui.statistics.title", "trophy"

    def __init__(self, ctx: Context, given: dict[str, GameStats] | None = None) -> None:
        super().__init__(ctx)
        self.game = registry.games()[0].id
        self.stats: dict[str, GameStats] = {}
        self._read: dict[str, GameStats] | None = given
        self.waiting = given is None
        self.files: dict[str, SlotInfo] = {}
        """The games of the list that are still saved."""
        self.scores: dict[str, tuple[int, ...]] = {}
        """Their scores by seat."""
        self._found: dict[str, SlotInfo] = {}
        self.pictures = Pictures()
        if given is None:
            ctx.records.submit("summary", self._look)
        else:
            self.stats = given

    def _look(self) -> list[Message]:
        """Read the record in the background: another program may hold the file for seconds."""
        told: list[Message] = []
        try:
            self._read = statistics.summary(told)
            slots = {slot.id: slot for slot in saves.slots(folders.saves()) if slot.over and slot.id}
            last = [played for stats in self._read.values() for played in stats.last]
            self.scores = read_scores(last, slots)  # the rest is seen meanwhile
            self._found = slots
        finally:
            if self._read is None:
                self._read = {}
        return told

    @property
    def moving(self) -> bool:
        """Whether the record is still being read."""
        return self.waiting

    def update(self, ms: float) -> None:
        """Show the record once it has been read."""
        if self.waiting and self._read is not None:
            self.waiting, self.stats = False, self._read
            self.ui.dirty = True
        if self.files is not self._found:
            self.files = self._found
            self.ui.dirty = True

    def subtitle(self) -> str:
        """Return the name of the game."""
        return self.ctx.t(f"{self.game}.name")

    def bar(self, parts: Parts) -> None:
        """Draw a tab for each game."""
        draw_tabs(parts, [info.id for info in registry.games()], self.game, self._pick)

    def _pick(self, k: int) -> None:
        self.game = registry.games()[k].id

    def body(self, parts: Parts) -> Part:
        """Return totals, results by level and by person, and the last games."""
        stats = self.stats.get(self.game, GameStats(self.game))
        if not stats.last and not self.waiting:
            return parts.row([make_invitation(parts, self.ctx.t("ui.statistics.none"), self.game)])
        persons = [self._make_person(parts, player) for player in stats.players]
        last = parts.grid(
            [self._make_last(parts, played) for played in stats.last],
            GAMES_ACROSS,
            gap=16,
            row_gap=2,
            share=1,
            least_lines=8,
        )
        people = parts.grid(persons, PEOPLE_ACROSS, gap=12, height=PERSON)
        right = [parts.caption_panel(self.ctx.t("ui.statistics.persons"), people), parts.space(16)] if persons else []
        rows = [parts.note(self.ctx.t("ui.statistics.reading"), "aside", height=40)] if self.waiting else [last]
        right.append(parts.panel(rows, title="ui.statistics.last", share=1))
        return parts.row([
            parts.panel(self._list_totals(parts, stats), title="ui.statistics.totals", width=460),
            parts.fill(parts.column(right, share=1)),
        ])  # fmt: skip

    def _list_totals(self, parts: Parts, stats: GameStats) -> Iterator[Part]:
        t = self.ctx.t
        rows = [
            ("played", str(stats.played)),
            ("won", f"{stats.persons.won} / {stats.persons.played}"),
            ("place", self.ctx.texts.decimal(stats.persons.mean_place, 1) if stats.persons.played else "\u2013"),
            ("turns", f"{stats.mean_turns:.0f}" if stats.played else "\u2013"),
            ("assisted", str(stats.assisted)),
            ("advised", str(stats.advised)),
        ]
        yield parts.space(6)
        yield from (parts.pair(t(f"ui.statistics.{key}"), value) for key, value in rows)
        yield parts.section("ui.statistics.against")
        rated = [tally for each, tally in stats.against.items() if each.startswith(AT_RATING)]
        for level in (*LEVELS, EVEN) if rated else LEVELS:
            met = [tally for each, tally in stats.against.items() if strength(each) == level] or rated * (level == EVEN)
            played, won = sum(tally.played for tally in met), sum(tally.won for tally in met)
            yield parts.meter(t(f"ui.level.{level}"), f"{won} / {played}", won / played if played else 0.0)

    def _make_person(self, parts: Parts, player: PlayerStats) -> Part:
        words = self.ctx.t("ui.statistics.streak", n=player.best_streak)
        won = f"{player.tally.won} / {player.tally.played}"
        return parts.entry(player.name, words, won, PERSON, parts.icon_at("person", 28, 26), indent=56)

    def _make_last(self, parts: Parts, played: PlayedGame) -> Part:
        """Return one of the last games: who won, with whom, when."""
        t, c, slot = self.ctx.t, parts.c, self.files.get(played.id)
        winners, rest = _list_names(played)
        mode = "" if slot is None else games.mode(self.ctx, slot.game, slot.options, len(slot.seats))
        help_ = "ui.load.assisted" if played.assisted else "ui.load.advised" if played.advised else ""
        handicap = t("ui.load.handicap") if any(played.handicap) else ""
        marks = [part for part in (t(help_) if help_ else "", handicap, mode) if part]
        others = join_names(c, rest, 200 - sum(text.width(c, part, "fine") + 16 for part in marks), "fine")
        words = "  \u00b7  ".join(part for part in (format_time(self.ctx.texts, played.ended), *marks, others) if part)
        row = parts.entry(
            join_names(c, winners, 260, "name"), words, self._format_score(played), 48, parts.icon_at("crown", 43, 24)
            if slot is None else lambda box: self.pictures.draw(
                c, (box[0] + 4, layout.middle(box) - 22, 78.0, 44.0), slot.path, slot.game),
            indent=94, told=partial(self._describe_last, played),
            act=None if slot is None else (f"study.{played.id}", partial(open_study, self.ctx, slot), t("study.open")),
        )  # fmt: skip
        return parts.inset(row, 0, 2)

    def _format_score(self, played: PlayedGame) -> str:
        """Return the points in the order of the places; "" where they are not known or too many."""
        score = self.scores.get(played.id, ())
        rows = sorted(zip(played.places, score, strict=True)) if len(score) == len(played.places) <= MOST_SCORES else ()
        return " : ".join(str(points) for _, points in rows)

    def _describe_last(self, played: PlayedGame) -> str:
        """Return who won a game, with whom and when."""
        winners, rest = _list_names(played)
        told = [self.ctx.t("reader.result.winners", n=len(winners), names=", ".join(winners))]
        told += [self.ctx.t("you.against", names=", ".join(rest))] if rest else []
        told += [self._format_score(played)] if self._format_score(played) else []
        return ". ".join([*told, format_time(self.ctx.texts, played.ended)])


def _list_names(played: PlayedGame) -> tuple[list[str], list[str]]:
    """Return the names of those who won a game, and of the others."""
    rows = list(zip(played.names, played.places, strict=True))
    return [name for name, place in rows if place == 1], [name for name, place in rows if place != 1]


def join_names(c: Canvas, names: Sequence[str], room: float, style: str) -> str:
    """Return as many names as fit into ``room`` (units) in a text style, followed by "+" and the number of the
    others."""
    for count in range(len(names), 0, -1):
        more = f" +{len(names) - count}" if count < len(names) else ""
        said = ", ".join(names[:count]) + more
        if text.width(c, said, style) <= room:
            return said
    return f"+{len(names)}" if names else ""
