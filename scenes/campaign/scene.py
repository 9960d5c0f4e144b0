"""The road: the map with all stations and the card of the one that is chosen; the court with every rival met on it."""

import math
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import pygame

from ai.character import Character
from engine.content.campaign import BadCampaign, Stage
from maps.readers.campaign_map import BadMap, Way
from scenes.campaign import progress_view as atlases
from scenes.campaign.progress_view import Atlas, Score, Told, tell_bad
from scenes.campaign.stages import WIDE, StagePage, WholeJourney
from scenes.common import opponent_names
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.shell.targets import Target
from sprites.base import icons, portrait, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part
from sprites.base.timeline import Timeline
from sprites.base.wax import Wax, seal
from sprites.road import paper

MAP_W, MAP_GAP = 1152.0, 24.0
"""Width of the map, and from there to the card."""
PULSE_MS = 1400.0
BREATHS = 6.25
"""So often the light of where one is breathes; then the screen comes to rest, in the middle of a breath."""
PRESS_MS, INK_MS, FLY_MS = 420.0, 900.0, 900.0
RISE_MS = 1200.0
PER_ROW = 6
"""Rivals in a row of the court."""
STARS_BELOW = {"throne": 56.0, "hall": 62.0}
"""So far below the sign of a station of a kind its stars stand; 24 below any other."""
STAR_ARC = 120.0
BELOW_NAME = 58.0
"""So far from the hall its way ends, for the name or the stars that stand there."""


class RoadScene(StagePage):
    """Page of the campaign map: stations with progress, the chosen one, and its card."""

    name = "road"
    head, icon, sign = "road.title", "walking-boot", "station"
    atlas: Atlas

    def __init__(self, ctx: Context, road: str = atlases.OURS, news: Told | None = None) -> None:
        super().__init__(ctx, Atlas(ctx, road))
        self.timeline = Timeline()
        self.clock = 0.0
        self.pressed = 1.0
        """How far the newest seal has come down, 0 … 1."""
        self.inked = 1.0
        """How much of the way from there is inked on."""
        self.fresh = ""
        """The station that has just been passed for the first time."""
        self.landed = 1.0
        """How far the stars that have just been won have flown to their seal, 0 … 1."""
        self.new_stars: tuple[str, int] = ("", 0)
        """The station where stars have just been won, and how many."""
        if news is not None and news.station.id in self.scores:
            self._tell(news)

    def look(self) -> None:
        """Read the progress, and where the path continues."""
        super().look()
        self.won = self.atlas.sum_up()
        self.here = self.atlas.find_next_station()
        self.chosen = self.chosen or self.here

    def _tell(self, news: Told) -> None:
        """Animate the result of the game just played: the seal, the path to newly opened stations, the stars won."""
        if news.first:
            self.fresh = news.station.id
        else:
            self.chosen = self.here if news.bits else news.station.id
        self.new_stars = (news.station.id, news.fresh.bit_count())
        if self.ctx.reduced or self.ctx.speed == 0:
            return
        wait = 260.0
        if news.first:
            self.pressed = self.inked = 0.0
            self.timeline.tween(self, PRESS_MS, delay=wait, pressed=1.0, end=lambda: self.ctx.play("card_play"))
            self.timeline.tween(self, INK_MS, delay=wait + PRESS_MS, inked=1.0)
            wait += PRESS_MS + INK_MS
        if news.fresh:
            self.landed = 0.0
            self.timeline.tween(self, FLY_MS, delay=wait, landed=1.0, end=lambda: self.ctx.play("points"))

    def enter(self) -> None:
        """Set the focus to the next station; ask once for the player's name."""
        routes.call(self.ctx, "ask_who_plays")
        super().enter()

    @property
    def moving(self) -> bool:
        """Whether something is animated: a seal, a path, or the pulse of the next station."""
        breathing = self.clock < BREATHS * PULSE_MS and not (self.ctx.steady or self.ctx.instant)
        return self.timeline.active or breathing

    def update(self, ms: float) -> None:
        """Advance the animations by ``ms`` milliseconds."""
        super().update(ms)
        if self.moving:
            self.clock += ms
            self.timeline.update(ms)
            self.ui.dirty = True

    @property
    def pulse(self) -> float:
        """Brightness of the light at the next station, 0 … 1."""
        if self.ctx.steady or self.ctx.instant or self.clock >= BREATHS * PULSE_MS:
            return 0.5
        return 0.5 - 0.5 * math.cos(math.tau * self.clock / PULSE_MS)

    # --- drawing ----------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return the stars and thrones won, as text."""
        won = self.won
        return self.ctx.t("road.sub", stars=won.stars, most=won.most_stars, thrones=won.thrones, of=won.all_thrones)

    def bar(self, parts: Parts) -> None:
        """Draw the buttons to settings and, once the hall has been won, to court and ladders."""
        t, ctx, c = self.ctx.t, self.ctx, parts.c
        if self.atlas.is_won():
            court = partial(routes.open, ctx, "court", self.atlas.name)
            self.ui.button(c, "court", (1150, 8, 186, 36), t("road.court"), court, icon="crown")
            ladder = partial(routes.open, ctx, "ladder")
            self.ui.button(c, "ladder", (1346, 8, 186, 36), t("road.ladder"), ladder, icon="podium")
        tip, act = (t("ui.title.settings"), ""), partial(routes.open, ctx, "settings")
        self.ui.icon_button(c, "bar.settings", 1564, 24, 16, "settings", act, tip=tip)

    def body(self, parts: Parts) -> Part:
        """Return the map and the card of the chosen stage."""
        t, plain = self.ctx.t, self.is_open(self.chosen) and bool(self.station.twists)
        tip, act = (t("road.plain"), t("road.plain.tip")), partial(self.set_out, plain=True)
        below = parts.row([
            parts.button("plain", tip[0], act, "shuffle", height=44, enabled=plain, tip=tip),
            parts.button("whole", t("road.whole"), self._whole, "ph-list", height=44),
        ], 44, gap=12, even=2)  # fmt: skip
        columns = [Part(MAP_W, partial(self._draw_map, parts.c)), self.make_column(parts, below)]

        def draw(box: Box) -> None:
            parts.row(columns, gap=MAP_GAP).draw(box)
            self._draw_flying_stars(parts.c, (*box[:2], MAP_W, box[3]))

        return Part(0, draw)

    def _draw_map(self, c: Canvas, box: Box) -> None:
        atlas = self.atlas
        paper.draw_map(c, atlas.map, box, (atlas.name, self.ctx.texts.language), atlas.words)
        self._ways(c, box)
        self._stations(c, box)

    def _ways(self, c: Canvas, box: Box) -> None:
        """Draw the paths: travelled ones in red dashes, others in small brown ones; cached while nothing changes."""
        atlas = self.atlas
        been = frozenset(self.passed)
        running = self.fresh if self.inked < 1 else ""
        key = ("road ways", atlas.name, box, c.scale, been, running)
        layer = c.cache.get(key, lambda: self._draw_ways(c, box, running))
        c.surface.blit(layer, (c.x(box[0]), c.y(box[1])))
        if running:
            for way in atlas.map.ways:
                if way.start == running and self.inked > 0:
                    self._draw_dashes(c, strokes.part(self._clip_way(way, box), self.inked), True)

    def _clip_way(self, way: Way, box: Box) -> list[tuple[float, float]]:
        """Return the visible points of a path; one to the hall ends below the hall's name."""
        points = [paper.place(self.atlas.map, box, *point) for point in way.points]
        end = self.atlas.journey.stations.get(way.end)
        if end is None or end.kind != "hall":
            return points
        long = sum(math.dist(one, two) for one, two in pairwise(points))
        return strokes.part(points, max(0.0, 1 - BELOW_NAME / max(1.0, long)))

    def _draw_ways(self, c: Canvas, box: Box, running: str) -> pygame.Surface:
        layer = c.layer(box[2], box[3])
        on = c.on(layer, (box[0], box[1]))
        for way in self.atlas.map.ways:
            been = way.start in self.passed and way.start != running
            self._draw_dashes(on, self._clip_way(way, box), been and (way.end in self.passed or self.is_open(way.end)))
        return layer

    def _draw_dashes(self, c: Canvas, points: Sequence[tuple[float, float]], been: bool) -> None:
        dashes = strokes.dashes(points, *((11.0, 7.0) if been else (4.0, 9.0)))
        strokes.strokes(c, dashes, "text.bright", 7.0 if been else 5.0, 120)
        strokes.strokes(
            c, dashes, "road/route.done" if been else "road/route.open", 4.2 if been else 2.8, 245 if been else 215
        )

    def _stations(self, c: Canvas, box: Box) -> None:
        for name in self.atlas.journey.order:
            x, y = paper.place(self.atlas.map, box, *self.atlas.at[name])
            station, score = self.atlas.journey.stations[name], self.scores[name]
            wax = self.atlas.wax(station)
            now = name == self.here and not score.passed
            r = 40.0 if station.kind in ("throne", "hall") else 24.0
            self._draw_selection(c, name, x, y, r)
            self._sign(c, station, wax, score, x, y, now)
            if score.passed or score.stars:
                coming = self.new_stars[1] if name == self.new_stars[0] and self.landed < 1 else 0
                paper.draw_stars(c, x, y + STARS_BELOW.get(station.kind, 24.0), score.stars - coming, station.most)
            elif station.kind == "hall":
                paper.draw_halo(c, self.atlas.title(station), x, y + 44, "caption", strokes.INK)
            tip = (self.atlas.title(station), self._tip(station, score))
            self.ui.note(
                Target(
                    f"station.{name}", (x - r, y - r, 2 * r, 2 * r), partial(self.press, name), tip=tip,
                    adjust=self._along, radius=r,
                )
            )  # fmt: skip

    def _draw_flying_stars(self, c: Canvas, box: Box) -> None:
        """Draw the stars that have just been won on their way from the card to the seal."""
        name, count = self.new_stars
        if not 0 < self.landed < 1:
            return
        station, score = self.atlas.journey.stations[name], self.scores[name]
        x, y = paper.place(self.atlas.map, box, *self.atlas.at[name])
        for number in range(count):
            end = paper.find_star(x, y + STARS_BELOW.get(station.kind, 24.0), score.stars - 1 - number, station.most)
            start = (box[0] + MAP_W + MAP_GAP + WIDE / 2 + 46 * (number - (count - 1) / 2), c.height - 260)
            share = self.landed
            px = start[0] + (end[0] - start[0]) * share
            py = start[1] + (end[1] - start[1]) * share - STAR_ARC * math.sin(math.pi * share)
            shapes.glow(c, px, py, 34 - 16 * share, "glow", 210)
            icons.gradient(c, "round-star", px, py, 34 - 22 * share, atlases.STAR)

    def _sign(self, c: Canvas, station: Stage, wax: Wax, score: Score, x: float, y: float, now: bool) -> None:
        if station.kind == "throne":
            label = self.atlas.title(station)
            paper.draw_throne(c, wax, x, y, label, won=score.passed, now=now, pulse=self.pulse)
        elif station.kind == "hall":
            paper.draw_hall(c, x, y, won=score.passed, now=now and self.is_open(station.id), pulse=self.pulse)
        elif score.passed:
            coming = station.id == self.fresh and self.pressed < 1
            if coming:
                paper.draw_disc(c, wax, x, y)
                if self.pressed > 0:
                    grown, alpha = 1.0 + 0.9 * (1 - self.pressed), round(255 * self.pressed)
                    seal(c, wax, x, y, paper.STATION_R, grown=grown, alpha=alpha)
            else:
                seal(c, wax, x, y, paper.STATION_R)
        elif now:
            paper.mark_next_stage(c, wax, x, y, self.pulse)
        else:
            paper.draw_disc(c, wax, x, y, dim=not self.is_open(station.id))

    def _draw_selection(self, c: Canvas, name: str, x: float, y: float, r: float) -> None:
        hot = f"station.{name}" in (self.ui.hover, self.ui.visible_focus)
        if name == self.chosen or hot:
            colour, alpha = ("text.bright", 220) if name == self.chosen else ("base/star.high", 130)
            shapes.glow(c, x, y, r * 1.5, colour, alpha)

    def _tip(self, station: Stage, score: Score) -> str:
        t = self.ctx.t
        parts = [t(f"{station.game}.name")]
        if score.passed:
            parts.append(t("road.stars", stars=score.stars, most=station.most))
        elif not self.is_open(station.id):
            parts.append(t("road.locked"))
        return " · ".join(parts)

    # --- what can be done ---------------------------------------------------------------------------------

    def _along(self, by: int) -> None:
        """The next station along the path, or the one before."""
        order = self.atlas.journey.order
        self.choose(order[max(0, min(len(order) - 1, order.index(self.chosen) + by))])

    def _whole(self) -> None:
        self.ctx.stack.push(WholeJourney(self.ctx, self.atlas, self.chosen, self.choose, self._other))

    def _other(self, road: str) -> None:
        """Open another campaign; one that cannot be used is reported, and this one stays."""
        try:
            scene = RoadScene(self.ctx, road)
        except (BadMap, BadCampaign) as error:
            tell_bad(self.ctx, road, error)
            return
        self.ctx.stack.swap(scene)

    def go_back(self) -> None:
        """Go back to the title."""
        routes.go(self.ctx, "title")

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space plays, Home goes to the next station; Left and Right go along the path."""
        return {"main": self.set_out, "home": lambda: self.choose(self.here), "back": self.go_back}


class Court(Page):
    """Page after the campaign is won: the player on a throne under four banners, the rivals in two rows before it."""

    name = "court"
    music = "title"
    head, icon, ground = "road.court", "crown", "title"
    about = "road.court.sub"
    margin, top, low = 0.0, 0.0, 102.0

    def __init__(self, ctx: Context, road: str = atlases.OURS) -> None:
        super().__init__(ctx)
        self.atlas = Atlas(ctx, road)
        self.met = self._everybody()
        self.timeline = Timeline()
        self.grown = 1.0

    def _everybody(self) -> list[tuple[str, Character]]:
        """Return the characters of the road (level, character) in their order, as many as have room."""
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

    def body(self, parts: Parts) -> Part:
        """Return banners, throne, court and ribbon."""
        return Part(0, lambda box: self._draw_court(parts.c))

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the buttons to the title and back to the road."""
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
