"""The ceremony of King of the Dice: night falls on the kingdom, the winner's windows are lit, roads join the castles of
the largest area, and the crown comes down on its uppermost castle."""

import math
from functools import cached_property, partial

import pygame

from engine.content.objectives import Facts
from engine.contract import View
from engine.session import Session
from games.king_of_the_dice.dice import nets, to_colour
from games.king_of_the_dice.maps import kingdom as rules_map
from games.king_of_the_dice.scoring import find_best_roll, parts
from scenes.king_of_the_dice.layout import board
from scenes.king_of_the_dice.words import card_name, list_score_words
from scenes.results.ceremony import (
    FALL_MS,
    Ceremony,
    Highlight,
    Reveal,
    Slots,
    Step,
    SumPart,
    describe_total,
    draw_dimmed_table,
    draw_rival_row,
    draw_sum,
    draw_winners,
    list_medal_steps,
)
from scenes.results.score_chart import History, list_points
from scenes.shell.targets import Box
from scenes.table.script import AnyTable
from sprites.base import icons, layout, raster, regalia, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.king_of_the_dice import board as drawn, pieces

# Points of a finished game of King of the Dice, how they grew, and what broke a tie.


def points(session: Session) -> list[int]:
    """Return the final points, by seat."""
    return [row["total"] for row in session.view(None)["scores"]]


def tie(session: Session, view: View) -> str:
    """Return the text id of what broke the tie between the first two seats; "" when points decided."""
    first, second = sorted((row["total"] for row in view["scores"]), reverse=True)[:2]
    if first != second:
        return ""
    return f"king_of_the_dice.result.tie.{'shared' if session.result().count(1) > 1 else 'flames'}"


def course(session: Session) -> History:
    """Return the points of every seat after each turn: a row per turn."""
    return list_points(session, lambda state: [parts(state, seat)["total"] for seat in range(state.seats)])


PARTS = ("area", "others", "flames", "gold", "white")
LEFT, WIDE = 1062.0, 514.0
CX = LEFT + WIDE / 2 - 1
REACH = 26.0
"""How far the light of a region reaches beyond its border."""
WINDOW_MS = 120.0


class NightCeremony(Ceremony):
    """The map in its place by night; portrait, sums and record at the right, medals below the map."""

    slots = Slots(
        (CX, 318.0, 500.0), (CX, 354.0, 500.0), (24.0, 762.0, 1018.0, 46.0), ((24.0, 824.0, 1018.0, 54.0),),
        (LEFT, 818.0, WIDE, 62.0), medals=(24.0, 608.0, 502.0, 142.0), note=(538.0, 608.0, 504.0, 142.0),
        record=(LEFT, 680.0, WIDE, 104.0), highlight=(538.0, 608.0, 504.0, 142.0), title_style="banner",
    )  # fmt: skip

    @cached_property
    def lit(self) -> list[int]:
        """The regions whose windows are lit: those of the winners, the largest areas first."""
        view = self.outcome.view
        areas = [region for seat in self.outcome.winners for region in view["scores"][seat]["regions"]]
        others = [region for seat in self.outcome.winners for region in view["markers"][seat] if region not in areas]
        return areas + others

    def find_highlight(self, seat: int, facts: Facts) -> Highlight | None:
        """Return the person's best roll: the citizen that brought the most points per roll; None without one."""
        one = self.outcome
        best = find_best_roll(seat, facts.events, facts.turns)
        if best is None:
            return None
        t = one.ctx.t

        def draw(c: Canvas, box: Box) -> None:
            x, y, w, h = box
            size = min(h - 6, w / 7)
            for number, face in enumerate(best.faces):
                sign = nets()[number][face]
                cx = x + size / 2 + number * size * 1.18
                pieces.mini_die(c, cx, y + h / 2, size, str(face), to_colour(sign))

        words = t("king_of_the_dice.best_roll.words", n=best.rolls, citizen=card_name(one.ctx, best.card))
        note = t("king_of_the_dice.best_roll.turn", n=best.turn)
        return Highlight(best.decision, t("king_of_the_dice.best_roll"), note, words, draw)

    def list_rows(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the first winner, then the others, each with the step that reveals it."""
        rows = [(f"row.{at}", (seat,)) for at, seat in enumerate(self.outcome.rivals)]
        return [("count", (self.outcome.winners[0],)), *rows]

    def describe_points(self, seat: int) -> str:
        """Return in words the parts of a seat's sum, and the total."""
        t, score = self.outcome.ctx.t, self.outcome.view["scores"][seat]
        return f"{'. '.join(list_score_words(t, score))}. {describe_total(t, score['total'])}"

    @cached_property
    def land(self) -> drawn.Land:
        """The land of the game."""
        name = self.outcome.view["arrangement"]
        return drawn.land(next(each.turned for each in rules_map().arrangements if each.name == name))

    def list_steps(self) -> list[Step]:
        """Return the steps: night, windows, roads, the sums, the rows of the others from last to second, the crown,
        title, medals."""
        steps = [Step("dim", 0, 300), Step("night", 250, 900)]
        begin = 1200.0
        for at in range(len(self.lit)):
            steps.append(Step(f"window.{at}", begin + WINDOW_MS * at, 260, "castle"))
        begin += WINDOW_MS * len(self.lit) + 100
        steps += [
            Step("roads", begin, 300, stop=True), Step("portrait", begin + 200, 450),
            Step("count", begin + 500, 1000, "gem", stop=True),
        ]  # fmt: skip
        begin += 1300
        for order, at in enumerate(reversed(range(len(self.outcome.rivals)))):
            steps += [Step(f"row.{at}", begin + 350 * order, 300), Step(f"points.{at}", begin + 350 * order, 450)]
        begin += 350 * len(self.outcome.rivals) + 150
        steps += [Step("crown", begin, FALL_MS, "crown", stop=True), Step("title", begin + 600, 350)]
        steps += list_medal_steps(begin + 900, len(self.outcome.medals))
        steps.append(Step("strip", begin + 1000 + 350 * len(self.outcome.medals), 300, stop=True))
        return steps

    # --- the map -------------------------------------------------------------------------------------------

    def draw_ground(self, c: Canvas, below: "AnyTable | None", reveal: Reveal) -> None:
        """Draw the dim table, and the kingdom by night in its place."""
        draw_dimmed_table(c, below, self.outcome, reveal.share("dim"), "base/ceremony.dim")
        box = board(c.height)
        drawn.frame(c, box)
        night = round(255 * reveal.share("night"))
        day = self._find_day(c, box)
        place = c.rect(*box).topleft
        if night < 255:
            c.surface.blit(day, place)
        if night > 0:
            dark = c.cache.get((*self._key(c, box), "night"), lambda: _darken(day))
            dark.set_alpha(night)
            c.surface.blit(dark, place)
        for at, region in enumerate(self.lit):
            self._draw_window(c, box, region, reveal.ease(f"window.{at}"))
        self._draw_areas(c, box, reveal)

    def _key(self, c: Canvas, box: Box) -> tuple[object, ...]:
        return ("dice kingdom", self.outcome.session.id, c.rect(*box).size, c.palette, c.patterns)

    def _find_day(self, c: Canvas, box: Box) -> pygame.Surface:
        """Return the map with owners, castles and gems as the game left it."""
        view, land, name = self.outcome.view, self.land, self.outcome.view["arrangement"]

        def make() -> pygame.Surface:
            made = drawn.ground(c, land, box, name).copy()
            on = c.on(made, (box[0], box[1]))
            seats = self.outcome.session.seats
            owners = {region: seats[seat] for seat, regions in enumerate(view["markers"]) for region in regions}
            for region, seat in owners.items():
                drawn.owner(on, land, box, region, seat.colour, name)
            for region, site in enumerate(land.sites):
                x, y = drawn.place(box, site.castle)
                owner = owners.get(region)
                if owner is not None:
                    pieces.castle(on, x, y, 46, owner.colour, owner.emblem)
                elif region in view["flames"] or region in view["dead"]:
                    pieces.castle(on, x, y, 46, None)
                else:
                    drawn.site(on, land, box, region)
                if region in view["white"] or region in view["gold"]:
                    pieces.gem(on, x + 19, y - 16, 10, region in view["gold"])
            return made

        return c.cache.get(self._key(c, box), make)

    def _draw_window(self, c: Canvas, box: Box, region: int, share: float) -> None:
        """Draw the light of a region that falls a little beyond its border, and its castle with lit windows."""
        if share <= 0:
            return
        outline = [drawn.place(box, point) for point in self.land.sites[region].outline]
        x, y = max(box[0], min(p[0] for p in outline) - REACH), max(box[1], min(p[1] for p in outline) - REACH)
        right = min(box[0] + box[2], max(p[0] for p in outline) + REACH)
        low = min(box[1] + box[3], max(p[1] for p in outline) + REACH)
        part = c.rect(x, y, right - x, low - y)
        corner = c.rect(*box).topleft

        def make() -> pygame.Surface:
            shape = raster.polygon_mask(part.w, part.h, [(c.x(px) - part.x, c.y(py) - part.y) for px, py in outline])
            light, pad = raster.soft(shape, c.px(REACH / 2), "base/white", 255)
            mask = light.subsurface((pad, pad, part.w, part.h)).copy()
            mask.blit(shape, (0, 0))
            lit = raster.empty(part.w, part.h)
            lit.blit(self._find_day(c, box), (0, 0), part.move(-corner[0], -corner[1]))
            lit.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            return lit

        made = c.cache.get((*self._key(c, box), "window", region), make)
        made.set_alpha(round(255 * share))
        c.surface.blit(made, part.topleft)
        cx, cy = drawn.place(box, self.land.sites[region].castle)
        owner = next(seat for seat in self.outcome.winners if region in self.outcome.view["markers"][seat])
        seat = self.outcome.session.seats[owner]
        shapes.glow(c, cx, cy, 96, "base/ray", round(64 * share), add=True)
        pieces.castle(c, cx, cy, 46 + 6 * share, seat.colour, seat.emblem)
        shapes.glow(c, cx, cy + 2, 34, "base/leaf", round(80 * share), add=True)

    def _draw_areas(self, c: Canvas, box: Box, reveal: Reveal) -> None:
        """Draw the outline of each winner's largest area, its roads, what it counts, and the crown on it."""
        share = reveal.ease("roads")
        view, name = self.outcome.view, self.outcome.view["arrangement"]
        if share <= 0:
            return
        for seat in self.outcome.winners:
            score = view["scores"][seat]
            area = frozenset(score["regions"])
            if not area:
                continue
            drawn.area(c, self.land, box, area, self.outcome.session.seats[seat].colour, name)
            spots = {region: drawn.place(box, self.land.sites[region].castle) for region in area}
            for first in area:
                for second in self.land.near[first] & area:
                    if first < second:
                        _draw_road(c, spots[first], spots[second], share)
            low = max(spots.values(), key=lambda spot: spot[1])
            words = self.outcome.ctx.t(
                "king_of_the_dice.result.product",
                n=len(area),
                worth=view["worth"]["area"],
                total=score["points"]["area"],
            )
            room = text.width(c, words, "caption") / 2 + 30
            shapes.ribbon(c, max(box[0] + room, min(box[0] + box[2] - room, low[0])),
                          min(low[1] + 46, box[1] + box[3] - 22), words, "gold", size=16)  # fmt: skip
            if reveal.share("crown") >= 1:
                top = min(spots.values(), key=lambda spot: spot[1])
                regalia.crown(c, top[0], top[1] - 44, 46)
                regalia.glint(c, top[0] + 30, top[1] - 62, 10)

    # --- right of the map ----------------------------------------------------------------------------------------

    def draw(self, c: Canvas, shift: float, reveal: Reveal) -> None:
        """Draw the winner, the winner's sum, and the rows of the others."""
        one = self.outcome
        cy = 200.0 + shift
        crowned = reveal.share("crown")
        if one.won is not False and crowned:
            regalia.beam(c, CX, 90, 520, 420 + shift, strength=crowned)
            regalia.rays(c, CX, cy, 250, 16, strength=crowned)
        if reveal.share("portrait") > 0:
            draw_winners(c, one, CX, cy + 40 * (1 - reveal.ease("portrait")), 90, reveal)
        if one.won is not False and reveal.share("crown") > 0.74:
            regalia.gold_leaf(c, CX, cy, 460, 320, 32, fall=-(1 - reveal.ease("title")) * 140, seed=9)
            for x, y, r in ((-98, -64, 13), (100, -84, 10), (62, -120, 8)):
                regalia.glint(c, CX + x, cy + y, r)
        share = reveal.share("count")
        if share > 0:
            first = one.winners[0]
            box = (LEFT, 396 + shift, WIDE, 74.0)
            shapes.panel(c, *box)
            shapes.round_rect(c, *layout.inset(box, -1), 13, "edge.bright", alpha=200, border=1.6)
            name, sums = layout.columns(layout.inset(box, 12.0, 0.0), [100.0, WIDE - 124])
            seat = one.session.seats[first]
            text.draw(c, seat.name, name[0] + 10, layout.middle(box), "heading", "text.title", "lm", max_w=88)
            draw_sum(c, self._list_parts(first), one.view["scores"][first]["total"], sums, 19, share, won=True)
        for at, rival in enumerate(self.outcome.rivals):
            ease = reveal.ease(f"row.{at}")
            if ease > 0:
                box = (LEFT + 50 * (1 - ease), 482 + at * 64 + shift, WIDE, 58.0)
                parts, total = self._list_parts(rival), one.view["scores"][rival]["total"]
                draw_rival_row(c, one, rival, box, parts, total, reveal.share(f"points.{at}"))

    def _list_parts(self, seat: int) -> list[SumPart]:
        points = self.outcome.view["scores"][seat]["points"]
        return [SumPart(partial(_draw_sign, name), points[name]) for name in PARTS]


def _draw_sign(name: str, c: Canvas, x: float, y: float, size: float, counts: bool) -> None:
    """Draw the sign of a part of the score."""
    if name in ("gold", "white") and counts:
        pieces.gem(c, x, y, size * 0.46, name == "gold")
    elif name in ("gold", "white"):
        icons.draw(c, "cut-diamond", x, y, size * 0.9, "text.faint")
    elif name == "flames" and counts:
        pieces.flame(c, x, y - 1, size)
    else:
        icon = {"area": "castle", "others": "medieval-gate", "flames": "flame"}[name]
        icons.draw(c, icon, x, y, size, "accent.bright" if counts else "text.faint")


def _darken(day: pygame.Surface) -> pygame.Surface:
    """Return the map by night."""
    made = day.copy()
    made.fill(theme.rgb("king_of_the_dice/night"), special_flags=pygame.BLEND_RGB_MULT)
    return made


def _draw_road(c: Canvas, start: tuple[float, float], end: tuple[float, float], share: float) -> None:
    """Draw a dotted road between two castles, ``share`` of it from the first one."""
    (x1, y1), (x2, y2) = start, end
    count = int(math.hypot(x2 - x1, y2 - y1) / 13)
    for k in range(2, count - 1):
        along = k / count
        if along > share:
            return
        x, y = x1 + (x2 - x1) * along, y1 + (y2 - y1) * along
        stops = [(0, "base/leaf.light"), (1, "base/gilt")]
        shapes.outline(c, "circle", x, y, 2.6, stops, rim="base/gilt.rim", rim_w=1)
