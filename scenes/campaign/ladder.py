"""What the High Hall opens: the ladders of ten steps in each game, and the court with every rival that was met."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine import registry
from engine.content.campaign import Stage
from scenes.campaign import progress_view as atlases
from scenes.campaign.card import StagePage
from scenes.campaign.progress_view import Atlas, Ladders, go_to_road
from scenes.common import opponent_names
from scenes.common.player_identity import build_plain_face
from scenes.shell import routes
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.table import game_screens
from sprites.base import icons, layout, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part
from sprites.base.timeline import Timeline
from sprites.base.wax import seal
from sprites.road import paper

if TYPE_CHECKING:
    from ai.character import Character
    from scenes.shell.context import Context

GAP = 12.0
HEAD, LOW_HEAD = 56.0, 38.0
"""Height of the name of a ladder; where fingers need large steps there is less room for it."""
RISE_MS = 1200.0
PER_ROW = 6


class LadderScene(StagePage):
    """Page of the ladders side by side, the first step at the bottom, with the card of the chosen step."""

    name = "ladder"
    head, icon, sign = "road.ladder", "podium", "step"
    atlas: Ladders

    def __init__(self, ctx: Context, chosen: str = "") -> None:
        super().__init__(ctx, Ladders(ctx))
        known = chosen if chosen in self.scores else self.atlas.journey.order[0]
        self.chosen = self._next(self.atlas.journey.stations[known].game)

    def _next(self, game: str) -> str:
        """The step of a game to go on with: the first that is not climbed, the last when all are."""
        steps = [name for name, one in self.atlas.journey.stations.items() if one.game == game]
        return next((name for name in steps if name not in self.passed), steps[-1])

    def enter(self) -> None:
        """Set the focus to the step to go on with; tell which ladders cannot be used."""
        super().enter()
        if self.atlas.problems:
            self.ctx.ask(self.ctx.t("road.bad"), "\n".join(self.atlas.problems))

    # --- drawing ----------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return how many steps are climbed."""
        return self.ctx.t("road.ladder.sub", n=len(self.passed), of=len(self.atlas.journey.order))

    def body(self, parts: Parts) -> Part:
        """Return the ladders, and the card of the chosen step."""
        games = self.atlas.games()
        ladders = [self._make_ladder(parts, game) for game in games]
        back = parts.button("road", self.ctx.t("road.go_on"), self.go_back, "walking-boot", height=38)
        return parts.row([
            parts.at_width(1152, parts.row(ladders, gap=GAP, even=len(games))), self.make_column(parts, back)
        ], gap=24)  # fmt: skip

    def _make_ladder(self, parts: Parts, game: str) -> Part:
        steps = [self._make_step(parts, one) for one in self.atlas.journey.stations.values() if one.game == game]

        def draw(box: Box) -> None:
            x, y, w, h = box
            stops = [(0, "road/ladder.side.high"), (1, "road/ladder.side.low")]
            for side in (x + 20, x + w - 20):
                shapes.gradient_box(parts.c, side - 5, y + 4, 10, h - 8, 5, stops)
            for step, place in zip(steps, reversed(layout.rows(box, len(steps))), strict=True):
                step.draw(place)

        head = parts.row([
            parts.icon(registry.info(game).emblem, 26, width=32),
            parts.line(game_screens.short_name(self.ctx, game), "heading", "text.title", share=1),
        ], LOW_HEAD if parts.c.foot else HEAD, gap=6)  # fmt: skip
        return parts.panel(
            [parts.column([head, parts.rule(6, ornament=False), Part(0, draw, 1), parts.space(4)], share=1)], pad=14
        )

    def _make_step(self, parts: Parts, station: Stage) -> Part:
        c, name, wax = parts.c, station.id, self.atlas.wax(station)
        is_open, number = self.is_open(name), self.atlas.step(station)

        def draw(box: Box) -> None:
            x, y, w, h = box
            cy = y + h / 2
            stops = [(0, "road/ladder.rung.high"), (1, "road/ladder.rung.low")]
            shapes.gradient_box(c, x + 8, cy + 15, w - 16, 9, 4, stops)
            if name in self.passed:
                seal(c, wax, x + 36, cy - 4, paper.STATION_R)
            else:
                paper.draw_disc(c, wax, x + 36, cy - 4, dim=not is_open)
            ink = "text.title" if is_open else "text.muted"
            text.draw(c, f"{number}", x + 70, cy - 4, "figure", ink, "cm", fixed=True)
            for at, rival in enumerate(station.rivals):
                portrait.draw(c, *build_plain_face(rival), x + 112 + 40.5 * at, cy - 5, 15)

        tip = (self.atlas.describe_station(station), self.ctx.texts.join(self.atlas.rivals(station)))
        return parts.press(
            f"step.{name}", Part(0, draw), partial(self.press, name), marked=name == self.chosen, tip=tip
        )

    def go_back(self) -> None:
        """Go back to the campaign map."""
        go_to_road(self.ctx)

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space plays the chosen step, Home goes to the step to go on with."""
        home = partial(self.choose, self._next(self.station.game))
        return {"main": self.set_out, "back": self.go_back, "home": home}


class Court(Page):
    """Page after the campaign is won: the player on a throne under four banners, the rivals in two rows before it."""

    name = "court"
    music = "title"
    head, icon, ground = "road.court", "crown", "title"
    margin, top, low = 0.0, 0.0, 102.0

    def __init__(self, ctx: Context, road: str = atlases.OURS) -> None:
        super().__init__(ctx)
        self.atlas = Atlas(ctx, road)
        self.met = self._everybody()
        self.timeline = Timeline()
        self.grown = 1.0

    def _everybody(self) -> list[tuple[str, Character]]:
        """All named opponents of the road, in the order in which they are met."""
        found: dict[str, Character] = {}
        for station in self.atlas.journey.stations.values():
            for rival in station.rivals:
                one = opponent_names.find_character(rival)
                if one is not None:
                    found.setdefault(rival, one)
        return sorted(found.items(), key=lambda pair: pair[1].order)[: 2 * PER_ROW]

    def enter(self) -> None:
        """Start the rising light."""
        if not self.ctx.is_still:
            self.grown = 0.0
            self.timeline.tween(self, RISE_MS, grown=1.0)
        self.ctx.play("crown")

    @property
    def moving(self) -> bool:
        """Whether the light still rises."""
        return self.timeline.active

    def update(self, ms: float) -> None:
        """Advance the light by ``ms`` milliseconds."""
        if self.timeline.active:
            self.timeline.update(ms)
            self.ui.dirty = True

    def subtitle(self) -> str:
        """Return whose court it is."""
        return self.ctx.t("road.court.sub")

    def body(self, parts: Parts) -> Part:
        """Return banners, throne, court and ribbon."""
        return Part(0, lambda box: self._draw_court(parts.c))

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the ways to the title and back to the road."""
        t, leave = self.ctx.t, partial(routes.go, self.ctx, "title")
        return [
            parts.space(share=1),
            parts.button("title", t("lesson.title"), leave, "home", height=50, width=184),
            parts.button("main", t("road.court.back"), self.go_back, "left", height=60, main=True, width=360),
            parts.space(4),
        ]

    def _draw_court(self, c: Canvas) -> None:
        t, atlas = self.ctx.t, self.atlas
        shift = (c.height - 900) / 3
        cx, cy = 800.0, 302.0 + shift
        shapes.glow(c, cx, cy - 10, 380 * self.grown + 1, "glow", 190)
        self._banners(c, cx, cy)
        for dx, dy in ((-3, 0), (3, 0), (0, -3), (0, 3)):
            icons.draw(c, "stone-throne", cx + dx, cy + dy, 330, "veil")
        icons.gradient(c, "stone-throne", cx, cy, 330, ("base/star.high", "base/star.deep", "base/throne.low"))
        shapes.badge(c, 0, "", cx, cy - 26, 66, active=True)
        icons.draw(c, "imperial-crown", cx, cy - 118, 92, "veil")
        icons.gradient(c, "imperial-crown", cx, cy - 119, 86, ("shine", "base/star.low"))
        shapes.ribbon(c, cx, cy + 178, t("ui.setup.you"), "gold", size=21)
        most = atlas.journey.most_stars
        said = t("road.court.stars", stars=atlas.sum_up().stars, most=most)
        text.draw(c, said, cx, cy + 218, "aside", "text.body", "cm", shadow=True, max_w=1100)
        self._rows(c, cy + 284)

    def _banners(self, c: Canvas, cx: float, cy: float) -> None:
        """A seal for each throne that was won."""
        thrones = self.atlas.journey.thrones
        for number, name in enumerate(thrones):
            station = self.atlas.journey.stations[name]
            wax = self.atlas.wax(station)
            side = -1 if number < (len(thrones) + 1) // 2 else 1
            step = number if side < 0 else len(thrones) - 1 - number
            x = cx + side * (250 + 190 * (1 - step % 2))
            y = cy - 40
            shapes.gradient_box(c, x - 62, y - 150, 124, 250, 6, [(0, wax.base), (1, wax.low)], rim="edge.low")
            seal(c, wax, x, y - 50, 40)
            title = self.atlas.title(station)
            high = text.paragraph_height(c, title, 112, "heading", line=1.15)
            text.paragraph(c, title, x - 56, y + 34 - high / 2, 112, "heading", align="c", line=1.15)
            paper.draw_stars(c, x, y + 76, self.atlas.score(name).stars, station.most)

    def _rows(self, c: Canvas, y: float) -> None:
        """The portraits of all whom one has met."""
        for number, (level, one) in enumerate(self.met):
            row, column = divmod(number, PER_ROW)
            count = min(PER_ROW, len(self.met) - row * PER_ROW)
            x = 800 + (column - (count - 1) / 2) * 164
            yy = y + row * 136
            portrait.draw(c, opponent_names.build_arms(one), opponent_names.get_rank(one), x, yy, 42)
            name = opponent_names.get_name(self.ctx, level)
            text.draw(c, name, x, yy + 62, "name", "text", "cm", shadow=True, max_w=156)
