"""The ceremony of Tash-Kalar: pillars grow in the arena, the crowd rises in a wave, the champion gets the laurel, and
the loser stands near, lit and cheered too."""

from functools import cached_property
from typing import NamedTuple

import pygame

from engine.content.objectives import Facts
from engine.contract import View
from engine.session import Session
from games.tash_kalar.cards import RANK_NAMES, box
from games.tash_kalar.scoring import find_best_turn, scores
from scenes.results.ceremony import (
    FALL_MS,
    Ceremony,
    Highlight,
    Reveal,
    Slots,
    Step,
    describe_total,
    draw_dimmed_table,
    draw_falling_crown,
    list_medal_steps,
)
from scenes.results.outcome import Outcome
from scenes.results.score_chart import History, list_points
from scenes.shell.i18n import number_text
from scenes.shell.spoken_scene import end_sentence
from scenes.shell.targets import Box
from scenes.table.script import AnyTable
from scenes.tash_kalar import card_faces
from sprites.base import icons, regalia, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.tash_kalar import card as cards, pieces, stand

# Points of a finished game of Tash-Kalar, how they grew, and what broke a tie.


def points(session: Session) -> list[int]:
    """Return the final points, by seat."""
    view = session.view(None)
    return [view["scores"][side] for side in view["sides"]]


def tie(session: Session, view: View) -> str:
    """Return the text id of what broke the tie between the first two sides; "" when points or a surrender decided."""
    sides = sorted(set(view["sides"]))
    if view["loser"] is not None:
        return ""
    places = dict(zip(view["sides"], session.result(), strict=True))
    first, second = sorted(sides, key=lambda side: places[side])[:2]
    if view["scores"][first] != view["scores"][second]:
        return ""
    if places[first] == places[second]:
        return "tash_kalar.result.tie.shared"
    if view["form"] == "melee" and _others(view, first) != _others(view, second):
        return "tash_kalar.result.tie.colours"
    upgraded = [sum(len(view["pieces"][side][name]) for name in RANK_NAMES[1:]) for side in (first, second)]
    return f"tash_kalar.result.tie.{'upgraded' if upgraded[0] != upgraded[1] else 'pieces'}"


def _others(view: View, side: int) -> list[int]:
    """Return a side's points against each other colour, the lowest first."""
    return sorted(number for other, number in enumerate(view["points"][side]) if other != side)


def course(session: Session) -> History:
    """Return the points of every side after each turn: a row per turn."""
    return list_points(session, scores)


LEFT, WIDE, FIRST = 40.0, 440.0, 122.0
GROUND = 592.0
"""Where the pillars stand."""


class Pillar(NamedTuple):
    """Middle, top, half the width of a pillar, and the radius of the portraits on it."""

    x: float
    top: float
    half: float
    r: float


PILLARS = {
    1: (Pillar(800, 398, 96, 116),),
    2: (Pillar(716, 398, 96, 116), Pillar(922, 470, 74, 74)),
    3: (Pillar(800, 398, 84, 100), Pillar(634, 476, 62, 62), Pillar(966, 500, 62, 58)),
    4: (Pillar(726, 398, 80, 98), Pillar(890, 462, 58, 60), Pillar(580, 494, 54, 52), Pillar(1024, 512, 54, 50)),
}
"""By the number of sides, the best first."""


class ArenaCeremony(Ceremony):
    """The stand above, pillars in the middle, a box for every side at the left, medals at the right."""

    slots = Slots(
        (800.0, 652.0, 780.0), (800.0, 694.0, 720.0), (440.0, 736.0, 720.0, 46.0), ((214.0, 818.0, 856.0, 52.0),),
        (1086.0, 812.0, 300.0, 64.0), medals=(1120.0, 398.0, WIDE, 160.0), note=(1120.0, 566.0, WIDE, 120.0),
        record=(LEFT, 622.0, WIDE, 96.0), highlight=(1120.0, FIRST, WIDE, 264.0), title_style="triumph",
    )  # fmt: skip

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        loser = outcome.view["loser"]
        if loser is not None:  # that has decided, in plain words
            seats = outcome.session.seats
            names = [seats[seat].name for seat, side in enumerate(outcome.view["sides"]) if side == loser]
            outcome.tie = outcome.ctx.t("tash_kalar.result.surrendered", name=outcome.ctx.texts.join(names))

    @cached_property
    def sides(self) -> list[tuple[int, ...]]:
        """The seats of each side, the best side first."""
        view, one = self.outcome.view, self.outcome
        found = [
            tuple(seat for seat in range(view["seats"]) if view["sides"][seat] == side)
            for side in sorted(set(view["sides"]))
        ]
        return sorted(found, key=lambda seats: (one.result[seats[0]], seats[0]))

    def find_highlight(self, seat: int, facts: Facts) -> Highlight | None:
        """Return the best turn of the person who played, None without one."""
        one = self.outcome
        best = find_best_turn(seat, facts.events, facts.turns)
        if best is None:
            return None
        t, texts, options = one.ctx.t, one.ctx.texts, one.view["options"]
        book = card_faces.book(options["decks"])
        summoned = [book.card(number) for number in best.cards]
        parts = [texts.join([card_faces.name(texts, card) for card in summoned])] if summoned else []
        if best.destroyed:
            parts.append(t("tash_kalar.best_turn.destroyed", n=best.destroyed))
        if best.points:
            parts.append(t("tash_kalar.best_turn.points", n=best.points))

        player = one.session.seats[seat]
        deck = options[f"deck_{seat + 1}"]

        def draw(c: Canvas, box: Box) -> None:
            x, y, w, h = box
            wide = h * cards.WIDTH / cards.HEIGHT
            pitch = min(wide + 12, (w - wide) / max(1, len(summoned) - 1))
            for at, card in enumerate(summoned):
                made = card_faces.face(c, texts, card, deck, player.colour, wide, emblem=player.emblem)
                px, py = c.x(x + at * pitch), c.y(y)
                shapes.shadow(c, made, px, py, "hand")
                c.surface.blit(made, (px, py))
            if not summoned:
                icons.draw(c, "crossed-swords", x + w / 2, y + h / 2, min(h, 90), "accent")

        note = t("tash_kalar.best_turn.number", n=best.number)
        return Highlight(best.begin, t("tash_kalar.best_turn"), note, "  \u00b7  ".join(parts), draw)

    @property
    def pillars(self) -> tuple[Pillar, ...]:
        """A pillar for each side."""
        return PILLARS[min(4, len(self.sides))]

    def _find_score(self, seats: tuple[int, ...]) -> int:
        return int(self.outcome.view["scores"][self.outcome.view["sides"][seats[0]]])

    def list_rows(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the seats of each side, the best first, each with the step that reveals them."""
        return [(f"row.{at}", seats) for at, seats in enumerate(self.sides)]

    def find_place(self, seats: tuple[int, ...]) -> int:
        """Return the place of a side, from 1."""
        one = self.outcome
        return 1 + sum(one.result[other[0]] < one.result[seats[0]] for other in self.sides)

    def describe_seats(self, seats: tuple[int, ...]) -> str:
        """Return in words the names, kind and decks of a side."""
        return ", ".join(self._name_side(seats))

    def describe_points(self, seat: int) -> str:
        """Return in words what brought points to the side of a seat, with the sum."""
        one = self.outcome
        t, view, side = one.ctx.t, one.view, one.view["sides"][seat]
        told = []
        if view["form"] == "high":
            tasks = [box().tasks[task] for task in view["claimed"][side]]
            told = [
                t("reader.result.item", what=t(f"tash_kalar.task.{task.code}.name"), n=task.points) for task in tasks
            ]
            legends = view["legend_points"][side]
            told += [t("tash_kalar.reader.result.legends", n=legends)] if legends else []
        elif view["form"] == "melee":
            for other, number in enumerate(view["points"][side]):
                if other != side:
                    name = one.session.seats[other].name
                    told.append(t("tash_kalar.reader.result.against", name=name, n=number))
        else:
            count = sum(len(men) for men in view["pieces"][side].values())
            return t("tash_kalar.reader.score", points=self._find_score((seat,)), n=count) + "."
        rows = end_sentence(", ".join(told))
        return " ".join(part for part in (rows, describe_total(t, self._find_score((seat,)))) if part)

    def _name_side(self, seats: tuple[int, ...]) -> tuple[str, str]:
        """Return the names of a side, and who plays which deck."""
        one, options = self.outcome, self.outcome.view["options"]
        names = one.ctx.texts.join([one.session.seats[seat].name for seat in seats])
        decks = [card_faces.deck_name(one.ctx.texts, options[f"deck_{k + 1}"], options["decks"]) for k in seats]
        kind = one.describe_kind(one.session.seats[seats[0]])
        return names, f"{kind} · {decks[0]}" if len(seats) == 1 else " · ".join(decks)

    def list_steps(self) -> list[Step]:
        """Return the steps: the crowd sits, points are counted side by side, pillars grow, heads rise, laurel and
        crown, medals."""
        steps = [Step("dim", 0, 300), Step("crowd", 100, 400)]
        begin = 600.0
        for order, at in enumerate(reversed(range(len(self.sides)))):
            steps += [
                Step(f"row.{at}", begin + 650 * order, 300, "card_play"),
                Step(f"points.{at}", begin + 250 + 650 * order, 600, "points"),
            ]
        begin += 650 * len(self.sides) + 300
        steps += [
            Step("pillars", begin, 500, "castle", stop=True),
            Step("portrait", begin + 350, 400),
            Step("wave", begin + 600, 900, "round_won" if self._cheers else ""),
            Step("crown", begin + 1200, FALL_MS, "crown", stop=True),
            Step("title", begin + 1900, 350),
            Step("second_wave", begin + 2000, 900),
            *list_medal_steps(begin + 2300, len(self.outcome.medals)),
            Step("strip", begin + 2600 + 350 * len(self.outcome.medals), 300, stop=True),
        ]
        return steps

    @property
    def _cheers(self) -> bool:
        """Whether the crowd rises: not when a player has given up."""
        return self.outcome.view["loser"] is None

    # --- drawing ---------------------------------------------------------------------------------------------

    def draw_ground(self, c: Canvas, below: "AnyTable | None", reveal: Reveal) -> None:
        """Draw the dim table below the stand."""
        draw_dimmed_table(c, below, self.outcome, reveal.share("dim"))
        share = reveal.share("crowd")
        if share <= 0:
            return
        shade = [(0.0, theme.colour("veil", 0)), (0.35, theme.colour("veil", 170)), (1.0, theme.colour("veil", 215))]
        shapes.gradient_box(c, c.left, 600, c.right - c.left, c.height - 600, 0, shade)
        total = sum(max(0, self._find_score(seats)) for seats in self.sides) or 1
        colours = [
            (self.outcome.session.seats[seats[0]].colour, max(0, self._find_score(seats)) / total)
            for seats in self.sides
        ]
        wave = 0.0
        if self._cheers and not reveal.is_over:
            first, second = reveal.share("wave"), reveal.share("second_wave")
            wave = second if 0 < second < 1 else first
        if not reveal.is_over:
            stand.find_stand(c, colours)  # the next wave needs it: it must not leave the cache
        if share < 1 or 0 < wave < 1:
            stand.draw_stand(c, colours, wave, round(255 * share))
        else:  # at rest ground and stand are one opaque picture, which is painted sooner
            self._draw_resting(c, colours)
        if share >= 1:
            for x in (548.0, 1052.0):
                stand.draw_fire(c, x, 346)

    def _draw_resting(self, c: Canvas, colours: list[tuple[int, float]]) -> None:
        """Draw the stand over what has been drawn so far in this frame, as one picture."""
        key = ("arena at rest", self.outcome.session.id, self.outcome.ctx.texts.language, c.palette)

        def make() -> pygame.Surface:
            made = c.copy(pygame.Rect((0, 0), c.size))
            stand.draw_stand(c.on(made, (c.left, 0.0)), colours)
            return made

        c.surface.blit(c.cache.get(key, make), (0, 0))

    def draw(self, c: Canvas, shift: float, reveal: Reveal) -> None:
        """Draw pillars with portraits, and the boxes of all sides."""
        one, crowned = self.outcome, reveal.share("crown")
        if one.won is not False and crowned:
            regalia.beam(c, 800, 260, 1100, 640 + shift, strength=crowned)
        grown = reveal.ease("pillars")
        if grown > 0:
            for at in reversed(range(len(self.sides))):
                self._draw_pillar(c, at, shift, grown, reveal)
        for at in range(len(self.sides)):
            ease = reveal.ease(f"row.{at}")
            if ease > 0:
                self._draw_box(c, at, LEFT - 60 * (1 - ease), shift, reveal.share(f"points.{at}"))
        if one.won is not False and reveal.share("crown") > 0.74:
            regalia.gold_leaf(c, 790, 270 + shift, 760, 420, 54, fall=-(1 - reveal.ease("title")) * 180, seed=5)

    def _draw_pillar(self, c: Canvas, at: int, shift: float, grown: float, reveal: Reveal) -> None:
        one, spot = self.outcome, self.pillars[min(at, len(self.pillars) - 1)]
        seats = [one.session.seats[seat] for seat in self.sides[at]]
        bottom = GROUND + shift
        top = bottom - (GROUND - spot.top) * grown
        stand.draw_pillar(c, spot.x, top, spot.half, bottom, seats[0].colour)
        place = self.find_place(self.sides[at])
        if grown >= 1:
            font = text.resize("large figure", spot.half * 0.5)
            words = one.ctx.t("ui.result.place", place=place)
            half, y = font.size * 0.72, (top + 60 + bottom) / 2
            shapes.round_rect(c, spot.x - half, y - half, 2 * half, 2 * half, 8, "panel.low", alpha=235)
            text.draw(c, words, spot.x, y, font, "text.title", "cm")
        rise = reveal.ease("portrait")
        if rise <= 0:
            return
        r = spot.r if len(seats) == 1 else spot.r * 0.66
        y = spot.top + shift - r - 12 + 40 * (1 - rise)
        first = place == 1
        if first and reveal.share("crown") > 0:
            if one.won is not False:
                regalia.rays(c, spot.x, y, 330, 16, strength=reveal.share("crown"))
            stand.draw_laurel(c, spot.x, y, r if len(seats) == 1 else r * 1.5)
        shapes.glow(c, spot.x, y, r * 1.7, "base/leaf", 120 if first or self.sides[at][0] == one.person else 50)
        for k, seat in enumerate(seats):
            x = spot.x + (k - (len(seats) - 1) / 2) * r * 1.8
            one.draw_face(c, seat, x, y, r)
            if first:
                draw_falling_crown(c, x, y - r * 1.12, r * 0.9, reveal)

    def _draw_box(self, c: Canvas, at: int, x: float, shift: float, share: float) -> None:
        """Draw the members of side ``at``, and what brought it points, with the sum; ``share`` of it is shown."""
        one, seats = self.outcome, self.sides[at]
        side = one.view["sides"][seats[0]]
        count = len(self.sides)
        pitch = 218.0 if count <= 2 else 162.0 if count == 3 else 124.0
        high = pitch - 12
        y = FIRST + at * pitch + shift
        shapes.panel(c, x, y, WIDE, high)
        if one.person in seats:
            shapes.round_rect(c, x + 5, y + 5, WIDE - 10, high - 10, 8, "accent", alpha=22)
            shapes.round_rect(c, x - 1, y - 1, WIDE + 2, high + 2, 13, "edge.bright", alpha=190, border=1.5)
        middle = y + (50 if count <= 3 else 38)
        for k, number in enumerate(seats):
            one.draw_face(c, one.session.seats[number], x + 50 + 54 * k, middle, 30 if len(seats) == 1 else 24, sign=10)
        left = x + 100 + 54 * (len(seats) - 1)
        names, words = self._name_side(seats)
        room = x + WIDE - 90 - left
        text.draw(c, names, left, middle - 12, "title", "text.bright", "lm", max_w=room)
        text.draw(c, words, left, middle + 14, "body", "text.muted", "lm", max_w=room)
        total = self._find_score(seats)
        kind = "win" if one.result[seats[0]] == 1 else "plain"
        shapes.pill(c, x + WIDE - 46, middle, number_text(round(total * share)), kind, size=25)
        line = y + high - (62 if count <= 2 else 40 if count == 3 else 28)
        if count <= 3:
            shapes.rule(c, x + 18, middle + 42, WIDE - 36, ornament=False)
        written = self._draw_points(c, x + 44, line - (14 if count <= 2 else 0), side, share)
        if count <= 2 and share >= 1 and written:
            summed = f"{' + '.join(map(str, written))} = {total}"
            text.draw(c, summed, x + WIDE - 22, y + high - 24, "strong", "text.body", "rm", max_w=WIDE - 60)

    def _draw_points(self, c: Canvas, x: float, y: float, side: int, share: float) -> list[int]:
        """Draw what brought a side points, one after the other; return the numbers to be written as a sum, if any."""
        view = self.outcome.view
        if view["form"] == "high":
            tasks = [box().tasks[task] for task in view["claimed"][side]]
            legends = view["legend_points"][side]
            found = [task.points for task in tasks] + ([legends] if legends else [])
            pitch = min(72.0, 340.0 / max(1, len(found)))
            for k, points in enumerate(found):
                if k >= share * len(found):
                    break
                at = x + k * pitch
                if k < len(tasks):
                    cards.task_sign(c, tasks[k].code, at, y, 21)
                else:
                    icons.gradient(c, "crown", at, y, 34, ("base/leaf", "base/gilt"))
                stops = [(0.0, "base/leaf"), (1.0, "accent.low")]
                shapes.outline(c, "circle", at + 19, y + 17, 11, stops, rim="base/gilt.rim", rim_w=1.2)
                text.draw(c, str(points), at + 19, y + 17, "name", "confirm.text", "cm", fixed=True)
            return found
        if view["form"] == "melee":
            at = x
            for other, number in enumerate(view["points"][side]):
                if other == side:
                    continue
                seat = self.outcome.session.seats[other]
                shapes.badge(c, seat.colour, seat.emblem, at, y, 15)
                text.draw(c, str(round(number * share)), at + 30, y, "figure", "text", "cm")
                at += 84
            return []
        for rank, name in enumerate(RANK_NAMES):
            colour = self.outcome.session.seats[side % len(self.outcome.session.seats)].colour
            pieces.draw_piece(c, x + rank * 96, y, 15, colour, rank)
            number = round(len(view["pieces"][side][name]) * share)
            text.draw(c, str(number), x + 36 + rank * 96, y, "figure", "text", "cm")
        return []
