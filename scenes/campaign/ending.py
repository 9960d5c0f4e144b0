"""End of the campaign: the player's court in the High Hall, with every rival met on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.campaign import progress_view as atlases
from scenes.campaign.progress_view import Atlas
from scenes.common import opponent_names
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, icons, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.timeline import Timeline
from sprites.base.wax import seal
from sprites.road import nodes

if TYPE_CHECKING:
    from ai.character import Character
    from scenes.shell.context import Context

RISE_MS = 1200.0
PER_ROW = 6


class Court(Scene):
    """Oneself on the throne under four banners, the others in two rows before it."""

    name = "court"
    music = "title"

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
        if not (self.ctx.reduced or self.ctx.instant or self.ctx.speed == 0):
            self.grown = 0.0
            self.timeline.tween(self, RISE_MS, grown=1.0)
        self.ctx.play("crown")

    @property
    def moving(self) -> bool:
        """Whether the light still rises."""
        return self.timeline.active

    def update(self, ms: float) -> None:
        """Let time pass."""
        if self.timeline.active:
            self.timeline.update(ms)
            self.ui.dirty = True

    def draw(self, c: Canvas) -> None:
        """Banners, throne, court, ribbon."""
        t, atlas = self.ctx.t, self.atlas
        c.surface.blit(backdrop.table(c, "title"), (0, 0))
        controls.top_bar(c, t("road.court"), t("road.court.sub"), "crown")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
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
        box = (1216.0, c.height - 84, 360.0, 60.0)
        self.ui.button(c, "main", box, t("road.court.back"), self.ctx.stack.pop, main=True, icon="left",
                       key=t("ui.key.main"))  # fmt: skip
        self.ui.button(c, "title", (1016.0, c.height - 78, 184.0, 50.0), t("lesson.title"), self._title, icon="home")

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
            nodes.stars(c, x, y + 76, self.atlas.score(name).stars, station.most)

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

    def _title(self) -> None:
        routes.go(self.ctx, "title")

    def handle(self, given: Input) -> bool:
        """Space and Esc go back to the road."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
