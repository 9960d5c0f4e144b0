"""The ceremony of Legends: the map is the result. Flags go up on the winner's regions, islands count, a banner unrolls
with the title, and three fireworks rise over the sea."""

from functools import cached_property, partial
from typing import Any, cast

from engine.contract import View
from engine.session import Session
from games.legends.scoring import PARTS
from scenes.common.player_identity import get_emblem
from scenes.legends.layout import OWN_W, OWN_X, RIVAL_W, RIVAL_X, layout
from scenes.results.ceremony import (
    FALL_MS,
    Ceremony,
    Reveal,
    Slots,
    Step,
    SumPart,
    describe_sum,
    draw_dimmed_table,
    draw_falling_crown,
    draw_rival_row,
    draw_sum,
    list_medal_steps,
    render_table,
)
from scenes.results.score_chart import History
from scenes.table.script import AnyTable
from sprites.base import icons, regalia, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.legends import pieces

# Points of a finished game of Legends, how they grew, and what broke a tie.

CRITERIA = ("book", "coins", "armies", "regions")
"""Tie-breakers in order."""


def tie(session: Session, view: View) -> str:
    """Return the text id of what broke the tie between the first two seats; "" when points decided."""
    first, second = sorted((tuple(row) for row in view["sums"]), reverse=True)[:2]
    if first[0] != second[0]:
        return ""
    found = (name for name, one, other in zip(CRITERIA, first[1:], second[1:], strict=True) if one != other)
    return f"legends.result.tie.{next(found, 'shared')}"


def points(session: Session) -> list[int]:
    """Return the final points, by seat."""
    return [row[0] for row in session.view(None)["sums"]]


def course(session: Session) -> History:
    """Return the points of every seat after each turn, a row per turn, summed over the games of a full game.

    Changes after the last turn of a game (a leader's last card, points counted at the end) have a row of their own if
    they change the points.
    """
    rules: Any = session.rules
    found: History = []
    seen = (0, 0)
    for position in session.course.positions:
        state = position.state
        now = (len(state.totals), state.turns)
        if now == seen:
            continue
        ended = now[0] > seen[0]
        seen = now
        view = rules.view(state, None)
        if [view["points"]] != found[-1:] if ended else state.turns and view["scores"]:
            found.append(view["points"])
    return found


FACE = (376.0, 122.0, 86.0)
BANNER = (382.0, 62.0, 880.0, 118.0)
SUM = (456.0, 190.0, 706.0, 46.0)
ROW, PITCH = 62.0, 68.0
DARK = 255
"""Sum of the parts of a colour below which a player's ink is dark, for it is written on a light cloth."""
FLAG_MS, ISLAND_MS = 320.0, 400.0
SIGNS = {
    "regions": "flying-flag", "islands": "island", "cards": "card-pick", "elixirs": "standing-potion",
    "tokens": "star-formation", "citadels": "guarded-tower", "leader": "visored-helm",
}  # fmt: skip
ALWAYS = ("regions", "islands", "cards", "elixirs")
"""Parts of the sum that are shown even where nobody has any."""
FIREWORKS = ((0.36, 0.13, "base/leaf"), (0.66, 0.16, "base/ray"), (0.5, 0.36, "base/leaf.light"))
"""Place in shares of the map, and colour."""


class IslesCeremony(Ceremony):
    """Banner and sum above the map, rows and medals in the corners that the map leaves free."""

    def __init__(self, outcome: Any) -> None:
        super().__init__(outcome)
        self._below: Any = None
        """The table with the chart; without it there is a banner and no map."""

    def find_slots(self, height: float) -> Slots:
        """Return the boxes of the ceremony's parts in the free corners of the map, which depend on its shape."""
        top = layout(self.outcome.view["shape"], 0, height).own[1]
        low = top + 230
        look = theme.player(
            self.outcome.session.seats[self.outcome.winners[0]].colour, self.outcome.ctx.settings.palette
        )
        dark = look.ink if sum(theme.rgb(look.ink)) < DARK else ""
        return Slots(
            (834.0, 104.0, 700.0), (834.0, 146.0, 700.0), (RIVAL_X, top + 156, RIVAL_W, 46.0),
            ((OWN_X, low, OWN_W, 52.0), (RIVAL_X, low, 158.0, 52.0)), (RIVAL_X + 168, low - 6, RIVAL_W - 168, 64.0),
            medals=(RIVAL_X, top, RIVAL_W, 130.0), note=(RIVAL_X, top - 122, RIVAL_W, 110.0), title_style="triumph",
            ink=dark,
        )  # fmt: skip

    @cached_property
    def flags(self) -> list[tuple[int, int]]:
        """The regions of the winners, as pairs of region and seat."""
        control = self.outcome.view["control"]
        return [
            (region, seat) for seat in self.outcome.winners for region, owner in enumerate(control) if owner == seat
        ]

    @cached_property
    def islands(self) -> list[int]:
        """The islands that count for a winner."""
        scores = self.outcome.view["scores"]
        return [island for seat in self.outcome.winners for island in scores[seat].get("islands", ())]

    def list_rows(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the first winner, then the others, each with the step that reveals it."""
        rows = [(f"row.{at}", (seat,)) for at, seat in enumerate(self.outcome.rivals)]
        return [("count", (self.outcome.winners[0],)), *rows]

    def describe_points(self, seat: int) -> str:
        """Return in words the parts of a seat's sum, or of several games the points of each."""
        t, view = self.outcome.ctx.t, self.outcome.view
        if len(view["totals"]) > 1:
            names = [t("legends.result.game", n=number + 1) for number in range(len(view["totals"]))]
        else:
            names = [t(f"legends.score.{name}") for name in self._list_part_names()]
        points = [part.points for part in self._list_parts(seat)]
        return describe_sum(t, list(zip(names, points, strict=True)), self._find_total(seat))

    def list_steps(self) -> list[Step]:
        """Return the steps: flags, islands, the sums of the others from last to second, the banner with the winner,
        fireworks, medals."""
        one = self.outcome
        pace = min(FLAG_MS, 2400 / max(1, len(self.flags)))
        steps = [Step("dim", 0, 300)]
        begin = 400.0
        for at in range(len(self.flags)):
            steps.append(Step(f"flag.{at}", begin + pace * at, 300, "city"))
        begin += pace * len(self.flags) + 200
        for at in range(len(self.islands)):
            steps.append(Step(f"island.{at}", begin + ISLAND_MS * at, 300, "coin", stop=at == len(self.islands) - 1))
        begin += ISLAND_MS * len(self.islands)
        for order, at in enumerate(reversed(range(len(self.outcome.rivals)))):
            steps += [Step(f"row.{at}", begin + 350 * order, 300), Step(f"points.{at}", begin + 350 * order, 450)]
        begin += 350 * len(self.outcome.rivals)
        steps += [
            Step("count", begin, 900, "points", stop=True), Step("banner", begin + 800, 700, "curtain"),
            Step("portrait", begin + 900, 400), Step("crown", begin + 1300, FALL_MS, "crown", stop=True),
            Step("title", begin + 1500, 350),
        ]  # fmt: skip
        begin += 2100
        if one.won is not False:
            steps += [Step(f"firework.{at}", begin - 200 + 500 * at, 1300, "crack") for at in range(len(FIREWORKS))]
        steps += list_medal_steps(begin, len(one.medals))
        steps.append(Step("strip", begin + 200 + 350 * len(one.medals), 300, stop=True))
        return steps

    # --- the map -------------------------------------------------------------------------------------------

    def draw_ground(self, c: Canvas, below: "AnyTable | None", reveal: Reveal) -> None:
        """Draw the dim table with its map in a better light."""
        share = reveal.share("dim")
        draw_dimmed_table(c, below, self.outcome, share)
        self._below = below
        if below is None or share <= 0:
            return
        key = ("legends ceremony map", self.outcome.session.id, self.outcome.ctx.texts.language)

        def make() -> Any:
            made = render_table(c, below)
            made.fill(theme.rgb("legends/ceremony.light"), special_flags=3)
            return made

        chart = self._chart
        sharp = c.cache.get(key, make)
        for box in chart.sheets():
            place = c.rect(*box)
            c.surface.blit(sharp, place.topleft, place)

    @property
    def _chart(self) -> Any:
        """The chart of the table below."""
        return cast("Any", self._below).own.chart

    def _draw_flags(self, c: Canvas, reveal: Reveal) -> None:
        """Draw the flags of the winners and the ribbons of their islands."""
        chart, one = self._chart, self.outcome
        phase = int(reveal.now / 140) if not (reveal.is_over or one.ctx.reduced) else 2
        for at, (region, seat) in sorted(enumerate(self.flags), key=lambda pair: self._find_foot(pair[1][0])[1]):
            who = one.session.seats[seat]
            x, y = self._find_foot(region)
            share = reveal.ease(f"flag.{at}")
            if share > 0:
                shapes.glow(c, x, y, 60, "base/ray", round(70 * share), add=True)
                pieces.draw_flag(c, x, y, who.colour, get_emblem(who), share, (phase + at) % pieces.PHASES)
        for at, island in enumerate(self.islands):
            if reveal.share(f"island.{at}") > 0:
                regions = [region for region, _ in self.flags if region in one.view["islands"][island]]
                x, y = max((chart.point(chart.composed.foot(region)) for region in regions), key=lambda spot: spot[1])
                shapes.ribbon(c, x, y - 8, one.ctx.t("legends.result.island"), "gold", size=14)

    def _find_foot(self, region: int) -> tuple[float, float]:
        """Return where the flag of a region stands."""
        chart = self._chart
        x, y = chart.point(chart.composed.find_owner_spot(region))
        _, low = chart.point(chart.composed.foot(region))
        return x, y + 0.4 * max(0.0, low - y)

    # --- round the map ---------------------------------------------------------------------------------------

    def draw(self, c: Canvas, shift: float, reveal: Reveal) -> None:
        """Draw flags, fireworks, the banner, and the sums."""
        if self._below is not None and reveal.share("dim") >= 1:
            self._draw_flags(c, reveal)
            x, y, w, h = self._chart.box
            for at, (across, down, colour) in enumerate(() if self.outcome.ctx.steady else FIREWORKS):
                regalia.firework(c, x + across * w, y + down * h, 70, reveal.share(f"firework.{at}"), colour)
        self._draw_banner(c, reveal)
        self._draw_sums(c, reveal)

    def _draw_banner(self, c: Canvas, reveal: Reveal) -> None:
        one = self.outcome
        who = one.session.seats[one.winners[0]]
        x, y, r = FACE
        share = reveal.ease("banner")
        if share <= 0:
            return
        crowned = reveal.share("crown")
        if one.won is not False and crowned:
            regalia.rays(c, x, y, 250, strength=crowned)
        regalia.bar(c, x - 7, 8, 14, 224, 6)
        regalia.ball(c, x, 8, 11)
        pieces.draw_long_banner(c, *BANNER, who.colour, share)
        rise = reveal.ease("portrait")
        if rise > 0:
            for at, seat in reversed(list(enumerate(one.winners[:3]))):
                size = r if at == 0 else r * 0.5
                cx = x if at == 0 else x - 84 - 92 * at
                one.draw_face(c, one.session.seats[seat], cx, y + 60 * (1 - rise), size)
            draw_falling_crown(c, x, y - r * 1.02, r * 0.86, reveal)
        if one.won is not False and reveal.share("crown") > 0.74:
            regalia.gold_leaf(c, 800, 118, 1000, 180, 36, fall=-(1 - reveal.ease("title")) * 120)

    def _draw_sums(self, c: Canvas, reveal: Reveal) -> None:
        one, first = self.outcome, self.outcome.winners[0]
        share = reveal.share("count")
        if share > 0:
            x, y, w, h = SUM
            shapes.round_rect(c, x, y, w, h, h / 2, "veil", alpha=235)
            shapes.round_rect(c, x, y, w, h, h / 2, "edge", alpha=200, border=1.4)
            name = one.session.seats[first].name
            label = text.draw(c, name, x + 24, y + h / 2, "heading", "text.title", "lm", max_w=110)
            box = (x + 44 + label, y, w - label - 54, h)
            draw_sum(c, self._list_parts(first), self._find_total(first), box, 20, share, won=True)
        top = layout(one.view["shape"], 0, c.height).own[1]
        for at, seat in enumerate(self.outcome.rivals):
            ease = reveal.ease(f"row.{at}")
            if ease > 0:
                row = (OWN_X - 50 * (1 - ease), top + at * PITCH, OWN_W, ROW)
                points = reveal.share(f"points.{at}")
                draw_rival_row(c, one, seat, row, self._list_parts(seat), self._find_total(seat), points)

    def _find_total(self, seat: int) -> int:
        return int(self.outcome.view["sums"][seat][0])

    def _list_parts(self, seat: int) -> list[SumPart]:
        """Return the parts of a player's points; of several games the points of each."""
        view = self.outcome.view
        if len(view["totals"]) > 1:
            return [
                SumPart(partial(_draw_number, number + 1), rows[seat][0]) for number, rows in enumerate(view["totals"])
            ]
        parts = view["scores"][seat]["parts"]
        return [SumPart(partial(_draw_sign, SIGNS[name]), parts[name]) for name in self._list_part_names()]

    def _list_part_names(self) -> list[str]:
        """The parts of the sum that anybody has, or that are always shown."""
        scores = self.outcome.view["scores"]
        return [name for name in PARTS if name in ALWAYS or any(score["parts"][name] for score in scores)]


def _draw_sign(icon: str, c: Canvas, x: float, y: float, size: float, counts: bool) -> None:
    """Draw the icon of a part of the sum."""
    icons.draw(c, icon, x, y, size, "accent.bright" if counts else "text.faint")


def _draw_number(number: int, c: Canvas, x: float, y: float, size: float, counts: bool) -> None:
    """Draw which game it was."""
    style, ink = text.resize("caption", size * 0.7), "accent" if counts else "text.faint"
    text.draw(c, f"{number}.", x, y, style, ink, "cm", fixed=True)
