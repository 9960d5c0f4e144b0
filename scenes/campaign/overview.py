"""The whole journey as a list: every station with its game and its stars, and other roads to travel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scenes.campaign import progress_view as atlases
from scenes.campaign.progress_view import Atlas
from scenes.shell.dialog import veil
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

X, W = 120.0, 1360.0
COLUMNS = 4
ROW_MOST = 58.0


class WholeJourney(Scene):
    """Sheet over the map; choosing a stage there chooses it on the map."""

    opaque = False
    name = "whole"

    def __init__(
        self, ctx: Context, atlas: Atlas, chosen: str, choose: Callable[[str], None], other: Callable[[str], None]
    ) -> None:
        super().__init__(ctx)
        self.atlas, self.chosen, self.choose, self.other = atlas, chosen, choose, other
        self.roads = [] if ctx.quiet else atlases.list_roads()
        self.ui.set_focus(f"row.{chosen}", show=False)

    def draw(self, c: Canvas) -> None:
        """Four columns of stations in the order of the path."""
        t, atlas = self.ctx.t, self.atlas
        veil(c)
        self.ui.modal()
        h = c.height - 96
        y = 48.0
        shapes.panel(c, X, y, W, h)
        text.draw(c, t("road.whole"), 800, y + 36, "display", "text.title", "cm", max_w=W - 500)
        shapes.rule(c, X + 40, y + 64, W - 80)
        order = atlas.journey.order
        rows = -(-len(order) // COLUMNS)
        row = min(ROW_MOST, (h - 164) / rows)
        wide = (W - 48) / COLUMNS
        passed = atlas.list_passed_stages()
        for number, name in enumerate(order):
            column, at = divmod(number, rows)
            self._row(c, name, number, (X + 24 + column * wide, y + 78 + at * row, wide - 10, row - 5), passed)
        foot = y + h - 64
        if len(self.roads) > 1:
            labels = [t("road.name.title") if name == atlases.OURS else name for name in self.roads]
            at = self.roads.index(atlas.name) if atlas.name in self.roads else 0
            self.ui.dropdown(c, "roads", (X + 30, foot + 2, 420, 44), labels, at, self._road)
        self.ui.button(
            c, "done", (X + W - 292, foot, 260, 50), t("ui.back"), self.ctx.stack.pop, main=True, icon="left",
            key=t("ui.key.main"),
        )  # fmt: skip

    def _row(self, c: Canvas, name: str, number: int, box: tuple[float, float, float, float], passed: set[str]) -> None:
        x, y, w, h = box
        atlas = self.atlas
        station, score = atlas.journey.stations[name], atlas.score(name)
        state = self.ui.zone(f"row.{name}", box, lambda: self._pick(name), radius=8)
        if name == self.chosen:
            shapes.round_rect(c, x, y, w, h, 8, "accent", alpha=46)
        elif state == "hover":
            shapes.round_rect(c, x, y, w, h, 8, "accent", alpha=24)
        is_open = atlas.journey.is_open(name, passed)
        ink = "text" if is_open else "text.muted"
        wax = atlas.wax(station)
        icons.draw(c, wax.icon, x + 20, y + h / 2, 22, wax.high if is_open else "text.faint")
        text.draw(c, f"{number + 1}", x + 50, y + h / 2, "fine", "text.muted", "rm", fixed=True)
        title = atlas.title(station)
        text.draw(c, title, x + 60, y + h / 2, "label", ink, "lm", max_w=w - 138)
        if station.kind in ("throne", "hall") and score.passed:
            icons.draw(c, "crown", x + 20, y + h / 2 - 13, 15, "accent.bright")
        for k in range(station.most):
            won = k < score.stars
            icons.draw(
                c, "round-star", x + w - 52 + 18 * k, y + h / 2, 15, "accent.bright" if won else "control.edge.disabled"
            )

    def _pick(self, name: str) -> None:
        self.ctx.stack.pop()
        self.choose(name)

    def _road(self, at: int) -> None:
        name = self.roads[at]
        self.ctx.stack.pop()
        if name != self.atlas.name:
            self.other(name)

    def handle(self, given: Input) -> bool:
        """Space and Esc go back to the map."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
