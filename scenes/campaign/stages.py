"""Pages on which a stage is chosen, with its card (who waits there, its twist, its stars): their base, the ladders of
ten steps in each game, and the list of the whole journey."""

from collections.abc import Callable, Sequence
from functools import partial

from engine import registry
from engine.content import objectives
from engine.content.campaign import Stage
from scenes.campaign import progress_view as atlases
from scenes.campaign.progress_view import Atlas, Ladders, Score, Travelled, go_to_road
from scenes.common import opponent_names
from scenes.common.player_identity import build_plain_face
from scenes.shell.context import Context
from scenes.shell.page import Page, Sheet
from scenes.shell.parts import Act, Parts
from scenes.table import game_screens
from sprites.base import icons, layout, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part
from sprites.base.wax import seal
from sprites.road import paper

SMALLEST = 12.0
"""What is said of a twist is never set smaller, whatever the player's text size."""
WIDE = 376.0
"""Width of the column with the card."""
LOW = 46.0
"""Room left free below the stars to win, where there is some."""
COLUMNS, FINGER_COLUMNS = 4, 5
"""Columns of the list of the journey: large rows need one more, and are read from left to right."""
ROW_MOST, BETWEEN = 54.0, 4.0
GAP = 12.0
HEAD, LOW_HEAD = 56.0, 38.0
"""Height of the name of a ladder; where fingers need large steps there is less room for it."""


class StagePage(Page):
    """Base of pages on which a stage is chosen and played: the campaign map and the ladders."""

    music = "title"
    margin, top, low = 24.0, 62.0, 20.0
    sign = ""
    """How the ids of the targets of its stages begin."""

    def __init__(self, ctx: Context, atlas: Travelled) -> None:
        super().__init__(ctx)
        self.atlas = atlas
        self.scores: dict[str, Score] = {}
        self.passed: set[str] = set()
        self.chosen = ""
        self.look()

    def look(self) -> None:
        """Read the progress, and search for unfinished games."""
        self.scores = {name: self.atlas.score(name) for name in self.atlas.journey.order}
        self.passed = {name for name, score in self.scores.items() if score.passed}
        self.atlas.search_saves()

    def enter(self) -> None:
        """Set the focus to the chosen stage."""
        self.ui.set_focus(f"{self.sign}.{self.chosen}", show=False)

    def resume(self) -> None:
        """Refresh the progress after a game, a lesson or a puzzle."""
        super().resume()
        self.look()

    def update(self, ms: float) -> None:
        """Show which stages have an unfinished game."""
        if self.atlas.collect_saves():
            self.ui.dirty = True

    @property
    def station(self) -> Stage:
        """The chosen stage."""
        return self.atlas.journey.stations[self.chosen]

    def is_open(self, name: str) -> bool:
        """Whether a stage can be played."""
        return self.atlas.journey.is_open(name, self.passed)

    def choose(self, name: str) -> None:
        """Choose a stage and show its card."""
        self.chosen = name
        self.ui.set_focus(f"{self.sign}.{name}", show=False)
        self.ui.dirty = True

    def press(self, name: str) -> None:
        """Choose a stage; chosen already, it is played."""
        if name == self.chosen and self.is_open(name):
            self.set_out()
        else:
            self.choose(name)

    def set_out(self, anew: bool = False, plain: bool = False) -> None:
        """Play at the chosen stage. ``anew``: start another game, the unfinished one stays saved; ``plain``: play
        without its twist, which passes the stage but wins no further stars."""
        if self.is_open(self.chosen) and (self.station.twists or not plain):
            atlases.set_out(self.atlas, self.chosen, plain=plain, anew=anew)
        else:
            self.ctx.play("refused")

    # --- the card -----------------------------------------------------------------------------------------

    def make_column(self, parts: Parts, below: Part) -> Part:
        """Return the card of the chosen stage, the button to play there, and the part ``below`` it. For an unfinished
        game there are two buttons: continue, or begin anew."""
        t, station = self.ctx.t, self.station
        can, unfinished = self.is_open(station.id), station.id in self.atlas.unfinished
        label = t("road.set_out") if station.is_played else t(f"road.set_out.{station.kind}")
        label = t("ui.title.continue") if unfinished else label
        main = parts.button("main", label, self.set_out, "play", height=58, main=True, enabled=can)
        anew = parts.button("anew", t("puzzle.again"), partial(self.set_out, True), "redo", height=58, enabled=can)
        buttons = [parts.at_width(218, main), parts.at_width(146, anew)] if unfinished else [parts.at_width(WIDE, main)]
        high = main.size or anew.size * unfinished  # the amber button may stand below the page
        card = Part(0, partial(self._draw_card, parts), 1)
        return parts.at_width(
            WIDE, parts.column([card, parts.space(14), parts.row(buttons, high, gap=12), parts.space(8), below])
        )

    def _draw_card(self, parts: Parts, box: Box) -> None:
        """Draw the card of the chosen stage; the twist gets the space that the other parts leave."""
        atlas, station = self.atlas, self.station
        r = 50.0 if len(station.twists) > 2 else 62.0 if box[3] < 690 else 74.0
        motto = opponent_names.get_motto(self.ctx, station.rivals[0]) if station.rivals else ""
        above = [
            _make_head(parts, atlas.describe_station(station), atlas.realm(station)),
            Part(16 + 2 * r, partial(self._draw_face, parts.c, r)),
            parts.space(14),
            parts.line(atlas.title(station), "display", "text.title", align="c", height=34, shadow=True),
            parts.line(motto, "aside", "text.body", align="c", height=22),
            Part(34, partial(self._draw_game, parts.c)),
            parts.space(9 + _find_growth(parts.c)),
        ]
        is_short, goals = station.is_played and len(station.goals) == 1, self._list_goals(parts)
        needed = sum(part.size for part in goals)
        room = box[3] - sum(part.size for part in above)
        twists = self._list_twists(parts, room - (16 if is_short else needed + 8))
        room -= sum(part.size for part in twists)
        if needed + 8 > room and is_short:
            goals = []
        rows = [*above, *twists, parts.space(max(8.0, room - needed - LOW)), *goals]
        parts.panel([parts.column(rows)], pad=18).draw(box)

    def _draw_face(self, c: Canvas, r: float, box: Box) -> None:
        cx, cy, station = box[0] + box[2] / 2, box[1] + box[3] - r, self.station
        if not station.is_played:
            wax = self.atlas.wax(station)
            shapes.glow(c, cx, cy, r * 2.1, wax.high, 70)
            seal(c, wax, cx, cy, r * 0.86)
            return
        one = opponent_names.find_character(station.rivals[0])
        shapes.glow(c, cx, cy, r * 2.1, one.enamel[0] if one else "base/portrait.plain.high", 70)
        for rival, side in zip(station.rivals[1:3], (1, -1), strict=False):
            portrait.draw(c, *build_plain_face(rival), cx + side * r * 1.5, cy + r * 0.42, r * 0.48)
        arms, rank = build_plain_face(station.rivals[0])
        if rank >= portrait.CROWNED:  # the crown has to stay below the line of the heading
            cy, r = cy + r * 0.12, r * 0.88
        portrait.draw(c, arms, rank, cx, cy, r)

    def _draw_game(self, c: Canvas, box: Box) -> None:
        """Draw the game, and who else plays."""
        t, station = self.ctx.t, self.station
        said = game_screens.short_name(self.ctx, station.game)
        if station.is_played:
            said = t("road.game", game=said, names=self.ctx.texts.join(self.atlas.rivals(station)))
        else:
            said = t(f"road.kind.{station.kind}", game=said)
        room, middle, y = box[2] - 40, box[0] + box[2] / 2, box[1] + box[3] / 2
        long = min(room, text.width(c, said, "body"))
        icons.draw(c, registry.info(station.game).emblem, middle - long / 2 - 12, y, 19, "accent")
        text.draw_rows(c, said, middle + 8, y, room, "body", "text.soft")

    def _list_twists(self, parts: Parts, room: float) -> list[Part]:
        """Return the twists on parchment, as large as fits; for a lesson or a puzzle its subject."""
        t, c, station = self.ctx.t, parts.c, self.station
        if not station.is_played:
            words = t(f"road.about.{station.kind}")
            return [parts.space(8), parts.prose(words, WIDE - 48, "aside", "text.soft", align="c")]
        if not station.twists:
            return []
        rows = [(t(f"{station.game}.option.{name}"), self._describe_twist(name)) for name in station.twists]
        head, font = text.find_font("title" if len(rows) == 1 else "name"), text.find_font("body")
        wide, lead = WIDE - 36, 34 + _find_growth(c)

        def heights() -> list[float]:
            return [head.size + 20 + text.paragraph_height(c, body, wide - 44, font) for _, body in rows]

        while lead + sum(heights()) > room and font.size * max(1.0, c.text_scale) > SMALLEST:
            font, head = text.resize(font, font.size - 0.5), text.resize(head, max(14.0, head.size - 0.5))
        font = text.limit(font, (room - lead) / len(rows) - head.size - 20)
        tall = heights()

        def draw(box: Box) -> None:
            x, y, w, h = box
            shapes.panel(c, x, y, w, h, "parchment", radius=10)
            shapes.ribbon(c, x + w / 2, y + 3, t("road.twist"), "gold", size=15)
            top = y + lead + 2
            for (title, body), high in zip(rows, tall, strict=True):
                text.draw(c, title, x + w / 2, top, head, "paper.alert", "cm", max_w=w - 30)
                low = top + head.size * 0.82
                text.paragraph(c, body, x + 22, low, w - 44, font, "paper.text", "c", bold_colour="paper.alert")
                top += high

        return [Part(lead + sum(tall), draw)]

    def _describe_twist(self, name: str) -> str:
        """Return the text of a twist, with the player's name where its value is a seat."""
        t, station = self.ctx.t, self.station
        value, what = station.options[name], t(f"{station.game}.option.{name}.help")
        names = [t("ui.setup.you"), *self.atlas.rivals(station)]
        seat = str(value).removeprefix("seat_")
        if not isinstance(value, bool) and seat.isdigit() and 0 < int(seat) <= len(names):
            return t("road.twist.seat", name=names[int(seat) - 1], what=what)
        return what

    def _list_goals(self, parts: Parts) -> list[Part]:
        """Return the stars to win, or what has to be won before."""
        t, station, score = self.ctx.t, self.station, self.scores[self.chosen]
        tried = t("road.tried", n=score.tries) if score.tries else t("road.new")
        head = _make_head(parts, t("road.goals"), tried)
        if not self.is_open(station.id):
            throne = self.atlas.journey.missing_throne(station.id, self.passed)
            said = t("road.locked.way")
            if throne:
                said = t("road.locked.throne", name=self.atlas.title(self.atlas.journey.stations[throne]))
            words = parts.column([parts.space(16), parts.note(said, "label", "text", share=1)], share=1)
            locked = parts.row([parts.icon("lock", 24, "text.muted", width=40), words], 60, gap=6)
            return [head, locked, parts.space(28)]
        if not station.is_played:
            stars = [_make_star(parts, k < score.stars, 52) for k in range(station.most)]
            row = parts.row([parts.space(share=1), *stars, parts.space(share=1)], 74, gap=0)
            return [head, row, parts.space(70)]
        rows = []
        for k, goal in enumerate(station.goals):
            won, told = bool(score.bits >> k & 1), self.ctx.say(objectives.text(station.game, goal))
            line = parts.note(told, "label", "text.bright" if won else "text", share=1, middle=True)
            rows.append(parts.row([_make_star(parts, won, 40), line], 38, gap=6))
        return [head, parts.space(8), *rows, parts.space(22)]


def _find_growth(c: Canvas) -> float:
    """Return by how much the ribbon over the twists extends up and down for large texts, in units."""
    return 12 * max(0.0, c.text_scale - 1.15)


def _make_head(parts: Parts, title: str, note: str) -> Part:
    """Return a heading with a note at its right and a line below it."""
    words = parts.row([
        parts.line(title, "heading", "accent", share=0.6), parts.line(note, "body", "text.muted", align="r", share=0.4),
    ], 38)  # fmt: skip
    return parts.column([parts.space(7), words, parts.rule(1, ornament=False)])


def _make_star(parts: Parts, won: bool, width: float) -> Part:
    def draw(box: Box) -> None:
        c, x, y = parts.c, box[0] + box[2] / 2, box[1] + box[3] / 2
        if won:
            shapes.glow(c, x, y, 22, "glow", 120)
            icons.gradient(c, "round-star", x, y, 25, atlases.STAR)
        else:
            icons.draw(c, "round-star", x, y, 25, "edge.low")
            icons.draw(c, "round-star", x, y, 20.5, "rim.dark")

    return Part(width, draw)


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
        """Return the step of a game to play next: the first unclimbed one, else the last."""
        steps = [name for name, one in self.atlas.journey.stations.items() if one.game == game]
        return next((name for name in steps if name not in self.passed), steps[-1])

    def enter(self) -> None:
        """Set the focus to the step to play next; report ladders that cannot be used."""
        super().enter()
        if self.atlas.problems:
            self.ctx.ask(self.ctx.t("road.bad"), "\n".join(self.atlas.problems))

    # --- drawing ----------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return how many steps have been climbed."""
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


class WholeJourney(Sheet):
    """Sheet over the map that lists all stations; choosing one chooses it on the map."""

    name = "whole"
    head = "road.whole"

    def __init__(
        self, ctx: Context, atlas: Atlas, chosen: str, choose: Callable[[str], None], other: Callable[[str], None]
    ) -> None:
        super().__init__(ctx)
        self.atlas, self.chosen, self.choose, self.other = atlas, chosen, choose, other
        self.roads = [] if ctx.quiet else atlases.list_roads()
        self.ui.set_focus(f"row.{chosen}", show=False)

    def list_rows(self, parts: Parts) -> Sequence[Part]:
        """Return the stations in columns, in the order of the path, and the back button."""
        t, order, passed = self.ctx.t, self.atlas.journey.order, self.atlas.list_passed_stages()
        least, foot_high, gap = self.ui.touch.least, self.ui.touch.grow(50), max(BETWEEN, self.ui.touch.gap)
        across, self.width = (FINGER_COLUMNS, 1560.0) if least else (COLUMNS, 1360.0)
        lines, room = -(-len(order) // across), parts.c.height - (112 if least else 184) - foot_high
        high = max(least, min(ROW_MOST, room / lines - gap))
        rows = [self._make_row(parts, number, high, passed) for number in range(len(order))]
        if least:
            listed = [
                parts.row(rows[at : at + across], high, gap=gap, even=across) for at in range(0, len(rows), across)
            ]
            shown = parts.column(listed, gap=gap)
        else:
            columns = [parts.column(rows[at : at + lines], gap=gap) for at in range(0, len(rows), lines)]
            shown = parts.row(columns, gap=10, even=across)
        foot = [parts.space(share=1), parts.button("done", t("ui.back"), self.ctx.stack.pop, "left", height=50,
                                                   main=True, width=260)]  # fmt: skip
        if len(self.roads) > 1:
            labels = [t("road.name.title") if name == atlases.OURS else name for name in self.roads]
            at = self.roads.index(self.atlas.name) if self.atlas.name in self.roads else 0
            foot.insert(0, parts.dropdown("roads", labels, at, self._pick_road, height=44, width=420))
        return [parts.rule(14), Part(room, shown.draw), parts.row(foot, foot_high)]

    def _make_row(self, parts: Parts, number: int, high: float, passed: set[str]) -> Part:
        atlas, c, name = self.atlas, parts.c, self.atlas.journey.order[number]
        station, score, is_open = atlas.journey.stations[name], atlas.score(name), atlas.journey.is_open(name, passed)
        wax = atlas.wax(station)

        def draw(box: Box) -> None:
            x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
            icons.draw(c, wax.icon, x, y, 22, wax.high if is_open else "text.faint")
            if station.kind in ("throne", "hall") and score.passed:
                icons.draw(c, "crown", x, y - 13, 15, "accent.bright")

        row = parts.row([
            Part(40, draw),
            parts.line(f"{number + 1}", "fine", "text.muted", align="r", width=14),
            parts.space(6),
            parts.line(atlas.title(station), "label", "text" if is_open else "text.muted", share=1),
            parts.space(4),
            *(parts.icon("round-star", 15, "accent.bright" if k < score.stars else "control.edge.disabled", width=18)
              for k in range(station.most)),
        ], high, gap=0)  # fmt: skip
        return parts.press(f"row.{name}", row, partial(self._pick, name), marked=name == self.chosen)

    def _pick(self, name: str) -> None:
        self.ctx.stack.pop()
        self.choose(name)

    def _pick_road(self, at: int) -> None:
        name = self.roads[at]
        self.ctx.stack.pop()
        if name != self.atlas.name:
            self.other(name)
