"""An evening of several games with the same players: who plays what, who leads, and one card at the end."""

from __future__ import annotations

import time
from collections.abc import Callable
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
from scenes.common.evening import keep_evening, load_evening
from scenes.common.level_names import level_name, strength
from scenes.common.suggested_opponent import AboutEven
from scenes.menus import seat_rows
from scenes.menus.handicaps import Handicaps
from scenes.menus.setup import Remembered, unique_names
from scenes.shell import routes
from scenes.shell.i18n import format_day
from scenes.shell.inputs import Input
from scenes.shell.player_identity import free_sign, next_colour, next_emblem
from scenes.shell.spoken_scene import SpokenScene
from scenes.shell.stack import Scene
from scenes.table import game_screens as games
from scenes.table.new_game import begin, new_seed
from sprites.base import backdrop, controls, icons, layout, lights, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.context import Context

MOST_OF_ONE = 3
"""How often one game can be planned."""


class SpokenEvening(SpokenScene):
    """How an evening stands is read out as a whole."""

    def __init__(self, scene: EveningScene) -> None:
        super().__init__(scene)
        self.reads_all = bool(scene.evening.games)


class EveningScene(Scene):
    """Plans an evening, shows how it stands, and its card when all games have been played."""

    name = "evening"
    music = "title"

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
                return list(known)
        first = Seat("person", "", self.ctx.t("ui.setup.you"), 0)
        return [first, Seat("person", "", opponent_names.rivals_names(self.ctx)[0], 1)]

    # --- players, as ``seat_rows`` wants them -----------------------------------------------------------

    def _change(self, k: int, **fields: object) -> None:
        self.seats[k] = msgspec.structs.replace(self.seats[k], **fields)
        self.ui.dirty = True

    def next_emblem(self, k: int) -> None:
        """Give a player the next emblem."""
        self._change(k, emblem=next_emblem(self.seats, k))

    def next_colour(self, k: int) -> None:
        """Give a player the next colour; the one that had it takes this one's."""
        for other, (colour, emblem) in enumerate(next_colour(self.seats, k)):
            self._change(other, colour=colour, emblem=emblem)

    def make_renamer(self, k: int) -> Callable[[str], None]:
        """Return what a text field calls with the new name of a player."""

        def change(name: str) -> None:
            if name and k < len(self.seats):
                self._change(k, name=name)

        return change

    def list_kinds(self, seat: Seat) -> tuple[list[str], int]:
        """Return who may play, and which of them does: a person, or a computer of a level."""
        t = self.ctx.t
        labels = [t("ui.setup.person"), *(t("ui.setup.computer", level=level_name(self.ctx, one)) for one in LEVELS)]
        level = strength(seat.level)
        return labels, 0 if seat.is_person else 1 + (LEVELS.index(level) if level in LEVELS else 0)

    def set_kind(self, k: int, choice: int) -> None:
        """Seat a person or a computer."""
        if choice:
            self._change(k, kind="computer", level=LEVELS[choice - 1])
        else:
            self._change(k, kind="person", level="")

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

    def draw(self, c: Canvas) -> None:
        """Draw the plan, the standings, or the card of the evening."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("evening.title"), t("evening.sub"), "users")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self._leave, tip=(t("ui.back"), ""))
        if not self.evening.is_planned:
            self._draw_plan(c)
        elif self.evening.is_over:
            self._draw_card(c)
        else:
            self._draw_standings(c)

    def _draw_plan(self, c: Canvas) -> None:
        t = self.ctx.t
        top, tall = 76.0, c.height - 76 - 112
        shapes.panel(c, 24, top, 760, tall)
        text.draw(c, t("ui.setup.seats"), 48, top + 34, "heading", "accent", "lm", max_w=480)
        counts = [str(n) for n in range(2, MOST_PLAYERS + 1)]
        box = (604.0, top + 14, 160.0, 38.0)
        self.ui.segmented_control(
            c, "count", box, counts, len(self.seats) - 2, lambda k: self.set_count(k + 2), name=t("ui.setup.seats")
        )
        shapes.rule(c, 42, top + 62, 724, ornament=False)
        row = min(132.0, (tall - 90) / MOST_PLAYERS)
        places = layout.rows((44, top + 76, 720, MOST_PLAYERS * row), [row - 10] * len(self.seats), gap=10)
        for k, (seat, place) in enumerate(zip(self.seats, places, strict=True)):
            seat_rows.draw_one(self, c, k, seat, place)
        shapes.panel(c, 808, top, 768, tall)
        text.draw(c, t("evening.games"), 832, top + 34, "heading", "accent", "lm", max_w=700)
        shapes.rule(c, 826, top + 62, 732, ornament=False)
        infos = registry.games()
        rows = layout.rows((832, top + 78, 720, 76.0 * len(infos)), [66.0] * len(infos), gap=10)
        for info, place in zip(infos, rows, strict=True):
            self._draw_game_row(c, info.id, place)
        text.paragraph(c, t("evening.how"), 836, top + 92 + 76 * len(infos), 700, "lead", "text.body")
        planned = self.list_games()
        label = t("evening.start", n=len(planned))
        self.ui.button(
            c, "start", (1176, c.height - 90, 400, 66), label, self.begin_evening, main=True, icon="dice",
            key=t("ui.key.main"), enabled=bool(planned),
        )  # fmt: skip
        self.ui.button(c, "back", (976, c.height - 84, 184, 54), t("ui.back"), self._leave, icon="left")

    def _draw_game_row(self, c: Canvas, game: str, box: Box) -> None:
        x, y, w, h = box
        t, middle = self.ctx.t, y + h / 2
        fits = len(self.seats) in registry.info(game).seat_counts
        shapes.gradient_box(c, *box, 10, [(0, "panel.top"), (1, "panel.low")], rim="edge.low")
        icons.draw(c, games.emblem(game), x + 38, middle, 36, "accent" if fits else "text.faint")
        ink = "text.bright" if fits else "text.faint"
        text.draw(c, t(f"{game}.name"), x + 74, middle, "title", ink, "lm", max_w=w - 330)
        labels = [t("evening.never"), *(t("evening.times", n=n) for n in range(1, MOST_OF_ONE + 1))]

        def change(count: int) -> None:
            self.counts[game] = count
            self.ui.dirty = True

        if fits:
            part = (x + w - 256, y + 13, 240.0, h - 26)
            self.ui.segmented_control(
                c,
                f"times.{game}",
                part,
                labels,
                self.counts[game],
                change,
                name=self.ctx.t("reader.times", game=self.ctx.t(f"{game}.name")),
            )

    def _draw_standings(self, c: Canvas) -> None:
        t, evening = self.ctx.t, self.evening
        top, tall = 76.0, c.height - 76 - 112
        shapes.panel(c, 24, top, 1552, tall)
        self._draw_table(c, (56, top + 20, 1488, tall - 40))
        name = t(f"{evening.next_game}.name")
        amber = (1136.0, c.height - 90, 440.0, 66.0)
        if evening.running and evening.save:
            self.ui.button(c, "go_on", amber, t("evening.go_on"), self.go_on, main=True, icon="play")
            self.ui.button(c, "next", (856, c.height - 84, 264, 54), t("evening.again"), self.play_next, icon="dice")
        else:
            label = t("evening.next", game=name)
            self.ui.button(c, "next", amber, label, self.play_next, main=True, icon="play")
        self.ui.button(c, "end", (24, c.height - 84, 264, 54), t("evening.end"), self._ask_to_end, icon="x")

    def _draw_card(self, c: Canvas) -> None:
        """Draw the card of a whole evening; kept as a picture without its buttons."""
        t = self.ctx.t
        top, tall = 66.0, c.height - 66 - 104
        places = rank_players(self.evening)
        winners = [player.name for player, place in zip(self.evening.players, places, strict=True) if place == 1]
        shapes.panel(c, 200, top, 1200, tall)
        lights.rays(c, 800, top + 96, 260, strength=0.6)
        icons.draw(c, "crown", 800, top + 56, 64, "accent.bright")
        title = t("evening.won", n=len(winners), names=self.ctx.texts.join(winners))
        text.draw(c, title, 800, top + 122, "banner", "text.title", "cm", max_w=1100)
        day = format_day(self.ctx.texts, spaced_repetition.today())
        words = t("evening.card", n=len(self.evening.played), day=day)
        text.draw(c, words, 800, top + 166, "aside", "text.soft", "cm", max_w=1100)
        self._draw_table(c, (236, top + 196, 1128, tall - 216))
        if self.saving:
            self._keep(c.copy(c.rect(180, top - 16, 1240, tall + 36)))
        y = c.height - 84
        self.ui.button(c, "picture", (656, y, 300, 54), t("result.picture"), self._picture, icon="disk")
        self.ui.button(c, "leave", (24, y, 230, 54), t("ui.menu.leave"), self._leave, icon="home")
        self.ui.button(
            c, "another", (1176, c.height - 90, 400, 66), t("evening.another"), self.end_evening, main=True,
            icon="dice", key=t("ui.key.main"),
        )  # fmt: skip

    def _draw_table(self, c: Canvas, box: Box) -> None:
        """Draw players with the points of each game and their sum, the first one on top."""
        t, evening = self.ctx.t, self.evening
        x, y, w, h = box
        points, places = sum_points(evening), rank_players(evening)
        order = sorted(range(len(places)), key=lambda at: (places[at], at))
        left, right = x + 330, x + w - 130
        columns = layout.columns((left, y, right - left, 60), len(evening.games))
        with tell_as_one(c.words, (left, y, right - left, 60)):
            for at, (game, column) in enumerate(zip(evening.games, columns, strict=True)):
                ink = "accent" if at < len(evening.played) else "text.faint"
                icons.draw(c, games.emblem(game), column[0] + column[2] / 2, y + 18, 30, ink)
                name, wide = t(f"{game}.name"), min(column[2] - 6, 180.0)
                size = text.fit(c, name, wide, 36, "fine", 1.1)
                at_x = column[0] + (column[2] - wide) / 2
                text.paragraph(c, name, at_x, y + 38, wide, size, ink, "c", line=1.1)
        text.draw(c, t("evening.sum"), right + 65, y + 36, "heading", "accent", "cm", max_w=120)
        shapes.rule(c, x, y + 76, w, ornament=False)
        pitch = min(96.0, (h - 88) / len(order))
        for line, at in enumerate(order):
            self._draw_player(c, at, places[at], points[at], (x, y + 84 + line * pitch, w, pitch - 8), columns)

    def _draw_player(self, c: Canvas, at: int, place: int, points: float, box: Box, columns: list[Box]) -> None:
        with tell_as_one(c.words, box, partial(self._describe_player, at, place, points)):
            self._draw_row(c, at, place, points, box, columns)

    def _describe_player(self, at: int, place: int, points: float) -> str:
        """Return place, name, the points of each game, and their sum."""
        t, evening = self.ctx.t, self.evening
        rows = [
            t(
                "reader.result.item",
                what=games.short_name(self.ctx, one.game),
                n=self._format(score_places(one.places)[at]),
            )
            for one in evening.played
        ]
        told = [f"{', '.join(rows)}."] if rows else []
        told.append(t("reader.result.total", n=self._format(points)))
        return t("reader.result.row", place=place, who=evening.players[at].name, points=" ".join(told))

    def _draw_row(self, c: Canvas, at: int, place: int, points: float, box: Box, columns: list[Box]) -> None:
        x, y, w, h = box
        player, middle = self.evening.players[at], y + h / 2
        rim = "edge.bright" if place == 1 and self.evening.played else "edge.low"
        shapes.gradient_box(c, *box, 10, [(0, "panel.top"), (1, "panel.low")], rim=rim)
        text.draw(c, str(place), x + 30, middle, "large figure", "text.title", "cm")
        shapes.badge(c, player.colour, player.emblem, x + 92, middle, min(30.0, h * 0.36))
        text.draw(c, player.name, x + 136, middle, "title", "text.bright", "lm", max_w=180)
        for one, column in zip(self.evening.played, columns, strict=False):
            score = score_places(one.places)[at]
            ink = "accent.bright" if one.places[at] == 1 else "text.soft"
            centre = column[0] + column[2] / 2
            text.draw(c, self._format(score), centre, middle, "strong", ink, "cm")
            if one.places[at] == 1:
                icons.draw(c, "crown", centre, middle - min(26.0, h * 0.36), 16, "accent.bright")
        text.draw(c, self._format(points), x + w - 65, middle, "large figure", "text.title", "cm")

    def _format(self, points: float) -> str:
        return str(int(points)) if points == int(points) else self.ctx.texts.decimal(points, 1)

    # --- the picture, keys --------------------------------------------------------------------------------

    def _picture(self) -> None:
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
        """Tell where a picture was written."""
        if self.saved is not None and self.ctx.stack.top is self:
            saved, self.saved = self.saved, None
            self.ctx.tell_written(self.ctx.t("result.picture.title"), self.ctx.t("result.picture.body"), saved)

    def _leave(self) -> None:
        if len(self.ctx.stack.scenes) > 1:
            self.ctx.stack.pop()
        else:
            routes.go(self.ctx, "title")

    def handle(self, given: Input) -> bool:
        """Esc goes back; Space does what the amber button does."""
        if given.kind == "command" and given.name == "back":
            self._leave()
            return True
        return False
