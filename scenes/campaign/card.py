"""The card of a stage (who waits there, its twist, its stars), and the list of the whole journey."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine import registry
from engine.content import objectives
from engine.content.campaign import Stage
from scenes.campaign import progress_view as atlases
from scenes.campaign.progress_view import Atlas
from scenes.common import opponent_names
from scenes.common.player_identity import build_plain_face
from scenes.shell.inputs import Input
from scenes.shell.page import veil
from scenes.shell.parts import Parts
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from scenes.table import game_screens
from sprites.base import icons, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part
from sprites.base.wax import seal

if TYPE_CHECKING:
    from scenes.campaign.ladder import LadderScene
    from scenes.campaign.scene import RoadScene
    from scenes.shell.context import Context

SMALLEST = 12.0
"""What is said of a twist is never set smaller, whatever the player's text size."""
STAR = ("base/star.high", "base/star.low")
WIDE = 376.0
"""Width of the column with the card."""
X, W = 120.0, 1360.0
COLUMNS = 4
ROW_MOST = 58.0


def _draw_card(scene: RoadScene | LadderScene, c: Canvas, box: Box) -> None:
    """Draw the card of the chosen stage."""
    x, y, w, h = box
    atlas, station = scene.atlas, scene.station
    shapes.panel(c, x, y, w, h)
    text.draw(c, atlas.describe_station(station), x + 20, y + 26, "heading", "accent", "lm", max_w=w * 0.56)
    text.draw(c, atlas.realm(station), x + w - 20, y + 26.5, "body", "text.muted", "rm", max_w=w * 0.36)
    shapes.rule(c, x + 14, y + 46, w - 28, ornament=False)
    r = 50.0 if len(station.twists) > 2 else 62.0 if h < 690 else 74.0
    top = y + 62 + r
    _face(scene, c, station, x + w / 2, top, r)
    yy = top + r + 31
    text.draw(c, atlas.title(station), x + w / 2, yy, "display", "text.title", "cm", shadow=True, max_w=w - 36)
    motto = opponent_names.get_motto(scene.ctx, station.rivals[0]) if station.rivals else ""
    if motto:
        text.draw(c, motto, x + w / 2, yy + 28, "aside", "text.body", "cm", max_w=w - 36)
    _game(scene, c, station, x, yy + 56, w)
    yy += 82 + _find_growth(c)
    few = station.is_played and len(station.goals) == 1
    below = 16 if few else 186 if scene.is_open(station.id) else 130  # what is locked says so in two lines at most
    yy = _twist(scene, c, station, (x + 18, yy, w - 36, y + h - yy - below))
    if not few or yy + 100 < y + h:
        _goals(scene, c, station, x, max(yy + 20, y + h - 210), w)


def make_column(scene: RoadScene | LadderScene, parts: Parts, below: Part) -> Part:
    """Return the card of the chosen station, the button to play there, and the part ``below`` it.

    Where a game is not over the button goes on with it, and one can be begun anew.
    """
    t, station = scene.ctx.t, scene.station
    can, unfinished = scene.is_open(station.id), station.id in scene.atlas.unfinished
    label = t("road.set_out") if station.is_played else t(f"road.set_out.{station.kind}")
    label = t("ui.title.continue") if unfinished else label
    main = parts.button("main", label, scene.set_out, "play", height=58, main=True, enabled=can)
    anew = parts.button("anew", t("puzzle.again"), partial(scene.set_out, True), "redo", height=58, enabled=can)
    buttons = [parts.at_width(218, main), parts.at_width(146, anew)] if unfinished else [parts.at_width(WIDE, main)]
    card = Part(0, partial(_draw_card, scene, parts.c), 1)
    return parts.at_width(
        WIDE, parts.column([card, parts.space(14), parts.row(buttons, 58, gap=12), parts.space(8), below])
    )


def portraits(c: Canvas, station: Stage, x: float, y: float, r: float) -> None:
    """Draw the rivals of a stage as a row of small portraits from x on."""
    for number, rival in enumerate(station.rivals):
        arms, rank = build_plain_face(rival)
        portrait.draw(c, arms, rank, x + number * 2.7 * r, y, r)


def _face(scene: RoadScene | LadderScene, c: Canvas, station: Stage, cx: float, cy: float, r: float) -> None:
    if not station.is_played:
        wax = scene.atlas.wax(station)
        shapes.glow(c, cx, cy, r * 2.1, wax.high, 70)
        seal(c, wax, cx, cy, r * 0.86)
        return
    one = opponent_names.find_character(station.rivals[0])
    shapes.glow(c, cx, cy, r * 2.1, one.enamel[0] if one else "base/portrait.plain.high", 70)
    for number, rival in enumerate(station.rivals[1:3]):
        side = -1 if number else 1
        arms, rank = build_plain_face(rival)
        portrait.draw(c, arms, rank, cx + side * r * 1.5, cy + r * 0.42, r * 0.48)
    arms, rank = build_plain_face(station.rivals[0])
    if rank >= portrait.CROWNED:  # the crown has to stay below the line of the heading
        cy, r = cy + r * 0.12, r * 0.88
    portrait.draw(c, arms, rank, cx, cy, r)


def _game(scene: RoadScene | LadderScene, c: Canvas, station: Stage, x: float, y: float, w: float) -> None:
    """The game, and who else plays."""
    t = scene.ctx.t
    said = game_screens.short_name(scene.ctx, station.game)
    if station.is_played:
        said = t("road.game", game=said, names=scene.ctx.texts.join(scene.atlas.rivals(station)))
    else:
        said = t(f"road.kind.{station.kind}", game=said)
    room = w - 76
    long = min(room, text.width(c, said, "body"))
    icons.draw(c, registry.info(station.game).emblem, x + w / 2 - long / 2 - 12, y, 19, "accent")
    text.draw_rows(c, said, x + w / 2 + 8, y + 0.5, room, "body", "text.soft")


def _find_growth(c: Canvas) -> float:
    """Return how much further the ribbon over the twists reaches up and down with large texts."""
    return 12 * max(0.0, c.text_scale - 1.15)


def _twist(scene: RoadScene | LadderScene, c: Canvas, station: Stage, box: Box) -> float:
    """The twists on parchment, as large as there is room for them; gives where they end."""
    x, y, w, room = box
    t, game = scene.ctx.t, station.game
    if not station.is_played:
        said = t(f"road.about.{station.kind}")
        tall = text.paragraph(c, said, x + 6, y + 8, w - 12, "aside", "text.soft", "c")
        return y + 8 + tall
    if not station.twists:
        return y
    rows = [(t(f"{game}.option.{name}"), describe_twist(scene, station, name)) for name in station.twists]
    head, font = text.find_font("title" if len(rows) == 1 else "name"), text.find_font("body")

    def heights() -> list[float]:
        return [head.size + 12 + text.paragraph_height(c, body, w - 44, font) for _, body in rows]

    while 34 + sum(heights()) + 8 * len(rows) > room and font.size * max(1.0, c.text_scale) > SMALLEST:
        font, head = text.resize(font, font.size - 0.5), text.resize(head, max(14.0, head.size - 0.5))
    font = text.limit(font, (room - 34) / len(rows) - head.size - 20)
    tall = 34 + _find_growth(c) + sum(heights()) + 8 * len(rows)
    shapes.panel(c, x, y, w, tall, "parchment", radius=10)
    shapes.ribbon(c, x + w / 2, y + 3, t("road.twist"), "gold", size=15)
    yy = y + 36 + _find_growth(c)
    for (title, body), height in zip(rows, heights(), strict=True):
        text.draw(c, title, x + w / 2, yy, head, "paper.alert", "cm", max_w=w - 30)
        low = yy + head.size * 0.82
        text.paragraph(c, body, x + 22, low, w - 44, font, "paper.text", "c", bold_colour="paper.alert")
        yy += height + 8
    return y + tall


def describe_twist(scene: RoadScene | LadderScene, station: Stage, name: str) -> str:
    """Return the text of a twist; of a seat that it names, the player there."""
    t, value = scene.ctx.t, station.options[name]
    if isinstance(value, bool):
        return t(f"{station.game}.option.{name}.help")
    names = [t("ui.setup.you"), *scene.atlas.rivals(station)]
    seat = str(value).removeprefix("seat_")
    if seat.isdigit() and 0 < int(seat) <= len(names):
        return t("road.twist.seat", name=names[int(seat) - 1], what=t(f"{station.game}.option.{name}.help"))
    return t(f"{station.game}.option.{name}.help")


def _goals(scene: RoadScene | LadderScene, c: Canvas, station: Stage, x: float, y: float, w: float) -> None:
    """The stars to win, or what has to be won before."""
    t, score = scene.ctx.t, scene.scores[station.id]
    text.draw(c, t("road.goals"), x + 20, y, "heading", "accent", "lm", max_w=w * 0.55)
    tried = t("road.tried", n=score.tries) if score.tries else t("road.new")
    text.draw(c, tried, x + w - 20, y + 0.5, "body", "text.muted", "rm", max_w=w * 0.4)
    shapes.rule(c, x + 14, y + 19, w - 28, ornament=False)
    if not scene.is_open(station.id):
        throne = scene.atlas.journey.missing_throne(station.id, scene.passed)
        if throne:
            name = scene.atlas.title(scene.atlas.journey.stations[throne])
            said = t("road.locked.throne", name=name)
        else:
            said = t("road.locked.way")
        icons.draw(c, "lock", x + 38, y + 50, 24, "text.muted")
        text.paragraph(c, said, x + 64, y + 42, w - 88, "label", "text")
        return
    if not station.is_played:
        for k in range(3):
            _star(c, x + w / 2 + (k - 1) * 52, y + 56, k < score.stars)
        return
    for k, goal in enumerate(station.goals):
        row = y + 46 + k * 38
        won = bool(score.bits >> k & 1)
        _star(c, x + 38, row, won)
        words = scene.ctx.say(objectives.text(station.game, goal))
        text.draw_rows(c, words, x + 64, row, w - 84, "label", "text.bright" if won else "text", "l", high=36)


def _star(c: Canvas, x: float, y: float, won: bool) -> None:
    if won:
        shapes.glow(c, x, y, 22, "glow", 120)
        icons.gradient(c, "round-star", x, y, 25, STAR)
    else:
        icons.draw(c, "round-star", x, y, 25, "edge.low")
        icons.draw(c, "round-star", x, y, 20.5, "rim.dark")


class WholeJourney(Scene):
    """Sheet over the map that lists all stations; choosing one chooses it on the map."""

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
        """Draw the stations in four columns, in the order of the path."""
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
        """Handle Space and Esc, which go back to the map."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
