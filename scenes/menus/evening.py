"""An evening of several games with the same players: who plays what, who leads, and one card at the end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pygame

from ai.levels import LEVELS
from engine import registry
from engine.content import spaced_repetition
from engine.content.evening import (
    MOST_GAMES,
    MOST_PLAYERS,
    Evening,
    rank_players,
    score_places,
    seat_players,
    sum_points,
)
from engine.contract import HANDICAP, BadOptions
from engine.seats import Seat
from engine.storage import folders, saves
from engine.storage.settings import get_entry
from scenes.common import opponent_names
from scenes.common.matchmaking import AboutEven
from scenes.common.occasions import keep_evening, load_evening
from scenes.common.opponent_names import level_name, strength
from scenes.common.player_identity import free_sign
from scenes.menus import seat_rows
from scenes.menus.handicaps import Handicaps
from scenes.menus.setup import Remembered, unique_names
from scenes.shell import routes
from scenes.shell.i18n import format_day
from scenes.shell.page import FOOT, Page
from scenes.shell.parts import Parts
from scenes.shell.spoken_scene import SpokenScene
from scenes.table import game_screens as games
from scenes.table.new_game import begin, new_seed
from sprites.base import icons, layout, lights, raster, shapes, text
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.shell.context import Context

MOST_OF_ONE = 3
"""How often one game can be planned."""
NAMES, TOTAL = 330.0, 130.0
"""Widths of the columns with a player, and with the sum of points."""


class SpokenEvening(SpokenScene):
    """Speech of the evening page, which is read out as a whole."""

    def __init__(self, scene: EveningScene) -> None:
        super().__init__(scene)
        self.reads_all = bool(scene.evening.games)


class EveningScene(Page):
    """Page of an evening: its plan, its standings, and a final card when all games have been played."""

    name = "evening"
    music = "title"
    head, icon = "evening.title", "users"
    margin = 24.0
    bounds: tuple[int, int] | None = None
    """No rating is chosen here: the games of an evening have ratings of their own."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.evening = load_evening(ctx)
        self.seats: list[Seat] = list(self.evening.players) or self._propose_players()
        self.counts = {info.id: 1 for info in registry.games()}
        """How often each game is planned."""
        self.saving = False
        """The next drawing is kept as a picture."""
        self.saved: Path | None = None
        """Where a picture lies that has just been written."""

    def make_spoken(self) -> SpokenScene:
        """Return what a screen reader is told: all of the standings."""
        return SpokenEvening(self)

    def _propose_players(self) -> list[Seat]:
        """Return the people who played together last, else two."""
        for game in self.ctx.settings.last_setup:
            known = get_entry(self.ctx.settings.last_setup, game, Remembered).seats
            if 1 < len(known) <= MOST_PLAYERS and sum(seat.is_person for seat in known) > 1:
                return [seat if self._fits(seat) else msgspec.structs.replace(seat, level=LEVELS[0]) for seat in known]
        first = Seat("person", "", self.ctx.person_name, 0)
        return [first, Seat("person", "", opponent_names.rivals_names(self.ctx)[0], 1)]

    def _fits(self, seat: Seat) -> bool:
        """Whether a person, or a computer of a level or with a name, sits there."""
        return seat.is_person or strength(seat.level) in LEVELS

    # --- players, as ``seat_rows`` wants them -----------------------------------------------------------

    def list_kinds(self, seat: Seat) -> tuple[list[str], int]:
        """Return who may play, and which of them does: a person, or a computer of a level."""
        people, at = seat_rows.list_people(self, seat)
        computers = [self.ctx.t("ui.setup.computer", level=level_name(self.ctx, one)) for one in LEVELS]
        level = strength(seat.level)
        chosen = at if seat.is_person else len(people) + (LEVELS.index(level) if level in LEVELS else 0)
        return [*people, *computers], chosen

    def set_kind(self, k: int, choice: int) -> None:
        """Seat a person or a computer."""
        people = len(seat_rows.list_people(self, self.seats[k])[0])
        if choice < people:
            seat_rows.seat_person(self, k, choice)
        else:
            seat_rows.change_seat(self, k, kind="computer", level=LEVELS[choice - people])

    def set_count(self, count: int) -> None:
        """Change the number of players."""
        while len(self.seats) > count:
            self.seats.pop()
        while len(self.seats) < count:
            names = {seat.name for seat in self.seats}
            free = (one for one in opponent_names.rivals_names(self.ctx) if one not in names)
            self.seats.append(Seat("person", "", next(free, str(len(self.seats) + 1)), *free_sign(self.seats)))
        self.ui.dirty = True

    # --- what happens -----------------------------------------------------------------------------------

    def list_games(self) -> list[str]:
        """Return the games in the order in which they are planned: each once, then those that come again."""
        fitting = [info.id for info in registry.games() if len(self.seats) in info.seat_counts]
        rounds = range(1, MOST_OF_ONE + 1)
        return [game for turn in rounds for game in fitting if self.counts[game] >= turn][:MOST_GAMES]

    def begin_evening(self) -> None:
        """Begin with the first game."""
        planned = self.list_games()
        if not planned:
            self.ctx.play("refused")
            return
        names = unique_names([seat.name for seat in self.seats])
        players = [msgspec.structs.replace(seat, name=name) for seat, name in zip(self.seats, names, strict=True)]
        self.evening = Evening(players, planned)
        self.play_next()

    def play_next(self) -> None:
        """Begin the next game: its options of the last time, seats moved on by one."""
        ctx, game, seats = self.ctx, self.evening.next_game, seat_players(self.evening)
        table = begin(ctx, game, self._find_options(game, seats), seats, new_seed(), try_again=False)
        self.evening.running = table.session.id
        self.evening.save = "" if table.session.autosave is None else table.session.autosave.name
        keep_evening(ctx, self.evening)
        routes.go(ctx, "title")
        ctx.stack.push(table)

    def _find_options(self, game: str, seats: list[Seat]) -> dict[str, object]:
        """Return the options of the last time that fit; a handicap only where the set-up proposes it."""
        known = get_entry(self.ctx.settings.last_setup, game, Remembered)
        rules = registry.rules(game)
        plain = {name: value for name, value in known.options.items() if name != HANDICAP}
        try:
            options = rules.check_options(plain, len(seats))
        except BadOptions:
            options = rules.check_options({}, len(seats))
        if known.handicap.mode != "propose":
            return options
        handicaps = Handicaps(game, AboutEven(self.ctx, game), known.handicap)
        return rules.check_options(handicaps.add_to_options(options, seats), len(seats))

    def go_on(self) -> None:
        """Go on with the game that is under way."""
        routes.call(self.ctx, "open_file", folders.saves() / self.evening.save)

    def end_evening(self) -> None:
        """Forget this evening and plan another one with the same players."""
        self.seats = list(self.evening.players)
        self.evening = Evening()
        keep_evening(self.ctx, self.evening)
        self.ui.dirty = True

    def _ask_to_end(self) -> None:
        t = self.ctx.t
        choices = [("stay", t("ui.cancel"), lambda: None), ("end", t("evening.end"), self.end_evening)]
        self.ctx.ask(t("evening.end.title"), t("evening.end.body"), choices)

    # --- drawing ----------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return what an evening is."""
        return self.ctx.t("evening.sub")

    def body(self, parts: Parts) -> Part:
        """Return the plan, the standings, or the card of the evening."""
        if not self.evening.is_planned:
            players = seat_rows.make_panel(self, parts, range(2, MOST_PLAYERS + 1))
            rows = [self._make_game(parts, info.id) for info in registry.games()]
            how = parts.prose(self.ctx.t("evening.how"), 700, "lead")
            plan = [parts.space(14), *rows, parts.space(18), parts.inset(how, 4)]
            return parts.row([players, parts.panel(plan, title="evening.games", width=768, pad=24)], gap=24)
        if self.evening.is_over:
            return parts.inset(Part(0, partial(self._draw_card, parts)), 176)
        return parts.panel([parts.space(20), *self._list_standings(parts)], share=1, pad=32)

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the buttons: to begin, to go on, or to plan another evening."""
        t, evening, room = self.ctx.t, self.evening, parts.space(share=1)
        if not evening.is_planned:
            planned = self.list_games()
            back = parts.button("back", t("ui.back"), self.go_back, "left", width=184)
            label, can = t("evening.start", n=len(planned)), bool(planned)
            start = parts.button(
                "start", label, self.begin_evening, "dice", height=FOOT, main=True, enabled=can, width=400
            )
            return room, back, start
        if evening.is_over:
            leave = parts.button("leave", t("ui.menu.leave"), self.go_back, "home", width=230)
            picture = parts.button("picture", t("result.picture"), self._save_picture, "disk", width=300)
            label = t("evening.another")
            again = parts.button("another", label, self.end_evening, "dice", height=FOOT, main=True, width=400)
            return leave, room, picture, room, again
        end = parts.button("end", t("evening.end"), self._ask_to_end, "x", width=264)
        if evening.running and evening.save:
            label = t("evening.go_on")
            go_on = parts.button("go_on", label, self.go_on, "play", height=FOOT, main=True, width=440)
            return end, room, parts.button("next", t("evening.again"), self.play_next, "dice", width=264), go_on
        label = t("evening.next", game=t(f"{evening.next_game}.name"))
        return end, room, parts.button("next", label, self.play_next, "play", height=FOOT, main=True, width=440)

    def _make_game(self, parts: Parts, game: str) -> Part:
        """Return how often a game is planned."""
        t, fits, name = self.ctx.t, len(self.seats) in registry.info(game).seat_counts, self.ctx.t(f"{game}.name")
        row = [
            parts.icon(games.emblem(game), 36, "accent" if fits else "text.faint", width=74),
            parts.line(name, "title", "text.bright" if fits else "text.faint", share=1),
        ]
        if fits:
            labels = [t("evening.never"), *(t("evening.times", n=n) for n in range(1, MOST_OF_ONE + 1))]
            row.append(parts.segments(f"times.{game}", labels, self.counts[game], partial(self._plan_game, game),
                                      label=t("reader.times", game=name), width=240))  # fmt: skip
        return parts.inset(parts.card(parts.row([*row, parts.space(16)], 66, gap=0)), 0, 5)

    def _plan_game(self, game: str, count: int) -> None:
        self.counts[game] = count
        self.ui.dirty = True

    def _draw_card(self, parts: Parts, box: Box) -> None:
        """Draw the card of a whole evening; kept as a picture without its buttons."""
        t, c, (x, y, w, h) = self.ctx.t, parts.c, box
        places, middle = rank_players(self.evening), x + w / 2
        winners = [player.name for player, place in zip(self.evening.players, places, strict=True) if place == 1]
        day = format_day(self.ctx.texts, spaced_repetition.today())
        shapes.panel(c, *box)
        lights.rays(c, middle, y + 96, 260, strength=0.6)
        icons.draw(c, "crown", middle, y + 56, 64, "accent.bright")
        title = t("evening.won", n=len(winners), names=self.ctx.texts.join(winners))
        words = t("evening.card", n=len(self.evening.played), day=day)
        parts.column([
            parts.space(100), parts.line(title, "banner", "text.title", align="c", height=44),
            parts.line(words, "aside", "text.soft", align="c", height=44),
            parts.space(8), *self._list_standings(parts),
        ]).draw(layout.inset(box, 36, 0))  # fmt: skip
        if self.saving:
            self._keep(c.copy(c.rect(x - 20, y - 16, w + 40, h + 36)))

    def _list_standings(self, parts: Parts) -> list[Part]:
        """Return players with the points of each game and their sum, the first one on top."""
        points, places = sum_points(self.evening), rank_players(self.evening)
        order = sorted(range(len(places)), key=lambda at: (places[at], at))
        heads = [Part(0, partial(self._draw_game_head, parts, at), 1) for at in range(len(self.evening.games))]
        total = parts.line(self.ctx.t("evening.sum"), "heading", "accent", align="c", width=TOTAL)
        games_row = parts.fill(parts.row(heads, gap=0))
        return [
            parts.row([parts.space(NAMES), parts.tell_as_one(games_row), total], 76, gap=0),
            parts.rule(8, ornament=False),
            *(self._make_player(parts, at, places[at], points[at]) for at in order),
        ]

    def _draw_game_head(self, parts: Parts, at: int, box: Box) -> None:
        game, ink = self.evening.games[at], "accent" if at < len(self.evening.played) else "text.faint"
        name, wide = self.ctx.t(f"{game}.name"), min(box[2] - 6, 180.0)
        size = text.fit(parts.c, name, wide, 36, "fine", 1.1)
        icons.draw(parts.c, games.emblem(game), box[0] + box[2] / 2, box[1] + 18, 30, ink)
        text.paragraph(parts.c, name, box[0] + (box[2] - wide) / 2, box[1] + 38, wide, size, ink, "c", line=1.1)

    def _make_player(self, parts: Parts, at: int, place: int, points: float) -> Part:
        """Return place, sign and name of a player, the points of each game, and their sum."""
        player = self.evening.players[at]
        scores = [Part(0, partial(self._draw_score, parts, at, number), 1) for number in range(len(self.evening.games))]
        row = parts.row([
            parts.line(str(place), "large figure", "text.title", align="c", width=60),
            Part(76, lambda box: shapes.badge(
                parts.c, player.colour, player.emblem, box[0] + 32, layout.middle(box), 30)),
            parts.line(player.name, "title", "text.bright", width=NAMES - 136),
            parts.fill(parts.row(scores, gap=0)),
            parts.line(self._format(points), "large figure", "text.title", align="c", width=TOTAL),
        ], 88, gap=0)  # fmt: skip
        card = parts.card(row, marked=place == 1 and bool(self.evening.played))
        return parts.inset(parts.tell_as_one(card, partial(self._describe_player, at, place, points)), 0, 4)

    def _draw_score(self, parts: Parts, at: int, number: int, box: Box) -> None:
        """Draw what a player got in a game that has been played."""
        if number >= len(self.evening.played):
            return
        one, x = self.evening.played[number], box[0] + box[2] / 2
        has_won = one.places[at] == 1
        if has_won:
            icons.draw(parts.c, "crown", x, layout.middle(box) - 26, 16, "accent.bright")
        score = self._format(score_places(one.places)[at])
        parts.line(score, "strong", "accent.bright" if has_won else "text.soft", align="c").draw(box)

    def _describe_player(self, at: int, place: int, points: float) -> str:
        """Return place, name, the points of each game, and their sum."""
        t, evening = self.ctx.t, self.evening
        rows = []
        for one in evening.played:
            score, what = self._format(score_places(one.places)[at]), games.short_name(self.ctx, one.game)
            rows.append(t("reader.result.item", what=what, n=score))
        told = [f"{', '.join(rows)}."] if rows else []
        told.append(t("reader.result.total", n=self._format(points)))
        return t("reader.result.row", place=place, who=evening.players[at].name, points=" ".join(told))

    def _format(self, points: float) -> str:
        return str(int(points)) if points == int(points) else self.ctx.texts.decimal(points, 1)

    # --- the picture, keys --------------------------------------------------------------------------------

    def _save_picture(self) -> None:
        """Keep the card as a picture among the player's documents."""
        self.saving = self.ui.dirty = True

    def _keep(self, shown: pygame.Surface) -> None:
        self.saving = False
        stem = f"evening-{time.strftime('%Y%m%d')}"

        def write() -> None:
            self.saved = saves.write_new(folders.exports(), stem, ".png", raster.png(shown))

        if not self.ctx.quiet:
            self.ctx.files.submit(f"picture {stem}", write)

    def update(self, ms: float) -> None:
        """Report where a picture was written."""
        if self.saved is not None and self.ctx.stack.top is self:
            saved, self.saved = self.saved, None
            self.ctx.tell_written(self.ctx.t("result.picture.title"), self.ctx.t("result.picture.body"), saved)

    def go_back(self) -> None:
        """Leave the page, to the title where there is nothing below it."""
        if len(self.ctx.stack.scenes) > 1:
            super().go_back()
        else:
            routes.go(self.ctx, "title")
