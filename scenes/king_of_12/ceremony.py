"""The ceremony of King of 12: places from last to second, then the winner on the throne, and the crown comes down."""

from functools import cached_property
from typing import Any, NamedTuple

from engine.session import Session
from games.king_of_12.rounds import totals
from scenes.common.player_identity import get_emblem
from scenes.results.ceremony import FALL_MS, NARROW, Ceremony, Reveal, Slots, Step, draw_winners, list_medal_steps
from scenes.results.score_chart import History, draw_side_chart, get_history
from sprites.base import dodecahedron, icons, regalia, shapes, text
from sprites.base.canvas import Canvas
from sprites.king_of_12 import d12, throne

# Points of a finished game of King of 12, and how they grew.


def course(session: Session) -> History:
    """Return the history of the total points: by seat, a row after each change, also for tournaments."""
    found: History = []
    for position in session.course.positions:
        state: Any = position.state
        now = totals(state)
        if not found or found[-1] != now:
            found.append(now)
    return found


def score(session: Session) -> list[int]:
    """Return the crowns by seat, which decide the game."""
    return list(session.view(None)["crowns"])


def points(session: Session) -> list[int]:
    """Return the points of all rounds, by seat."""
    return get_history(session, course)[-1]


CX, TOP = 800.0, 96.0
"""Middle of the throne, top of its back."""
FACE = (800.0, 300.0, 102.0)
LEFT, WIDE = 40.0, 448.0
ROW, PITCH = 110.0, 122.0
MOST_ROWS, MOST_ROUNDS = 3, 6


class RoundScore(NamedTuple):
    """A player's round: its number, the points, whether it was won, and whether the points were lost to a tie."""

    number: int
    points: int
    won: bool
    lost: bool


class ThroneCeremony(Ceremony):
    """Ceremony with throne and crown in the middle, the other players at the left, medals and records at the right."""

    slots = Slots(
        (CX, 652.0, 780.0), (CX, 696.0, 720.0), (440.0, 739.0, 720.0, 46.0), ((214.0, 818.0, 856.0, 52.0),),
        (1086.0, 812.0, 300.0, 64.0), medals=(1112.0, 268.0, WIDE, 216.0), note=(1112.0, 506.0, WIDE, 120.0),
        record=(1112.0, 146.0, WIDE, 110.0),
    )  # fmt: skip

    @cached_property
    def row_seats(self) -> list[int]:
        """The seats of the rows, best first; the viewer's is always among them."""
        one = self.outcome
        rest = one.others or one.winners[1:]
        found = rest[:MOST_ROWS]
        if one.person is not None and one.person in rest and one.person not in found:
            found[-1] = one.person
        return found

    @cached_property
    def is_hall(self) -> bool:
        """Whether it was a tournament, in which a row shows all points in place of rounds."""
        return "groups" in self.outcome.view

    def list_rows(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the seats with a row and all winners, the best first, each with the step that reveals it."""
        winners = [("count", (seat,)) for seat in self.outcome.winners if seat not in self.row_seats]
        rows = [(f"row.{at}", (seat,)) for at, seat in enumerate(self.row_seats)]
        return sorted([*winners, *rows], key=lambda row: self.find_place(row[1]))

    def describe_points(self, seat: int) -> str:
        """Return in words a player's crowns, and the points of each round, or of all rounds in a tournament."""
        t = self.outcome.ctx.t
        told = [t("king_of_12.reader.crowns", n=self.outcome.view["crowns"][seat])]
        if self.is_hall:
            told.append(t("king_of_12.result.points", n=points(self.outcome.session)[seat]))
        for score in [] if self.is_hall else self._list_rounds(seat):
            words = f"{t('ui.result.round', n=score.number)}: {t('king_of_12.result.points', n=score.points)}"
            ends = (("won", score.won), ("lost", score.lost))
            told.append(", ".join([words, *(t(f"king_of_12.reader.round.{end}") for end, is_so in ends if is_so)]))
        return ". ".join(told) + "."

    def list_spoken_rows(self, reveal: Reveal) -> list[str]:
        """Return the spoken rows, and in a tournament the number of players who have no row."""
        left = self._count_left_out()
        more = [self.outcome.ctx.t("king_of_12.result.more", n=left)] if left and reveal.share("banners") > 0 else []
        return [*super().list_spoken_rows(reveal), *more]

    def list_steps(self) -> list[Step]:
        """Return the steps: rows from the last place to the second, banners, portrait, the winner's points, crown,
        title, medals."""
        rows = len(self.row_seats)
        steps = [Step("dim", 0, 300), Step("throne", 100, 300)]
        for order, at in enumerate(reversed(range(rows))):
            steps.append(Step(f"row.{at}", 300 + 500 * order, 350, "card_play"))
            steps.append(Step(f"points.{at}", 450 + 500 * order, 350, "points"))
        begin = 450 + 500 * rows
        steps += [
            Step("banners", begin, 400, "curtain", stop=True),
            Step("portrait", begin + 400, 450),
            Step("count", begin + 1000, 700, "points", stop=True),
            Step("crown", begin + 1800, FALL_MS, "crown", stop=True),
            Step("title", begin + 2600, 350),
            *list_medal_steps(begin + 3000, len(self.outcome.medals)),
        ]
        steps.append(Step("strip", begin + 3150 + 350 * len(self.outcome.medals), 300, stop=True))
        return steps

    def draw(self, c: Canvas, shift: float, reveal: Reveal) -> None:
        """Draw throne, banners, crown and the rows of the others."""
        self._draw_throne(c, shift, reveal)
        self._draw_rows(c, shift, reveal)
        self._draw_count(c, shift, reveal)
        if c.scale >= NARROW and reveal.share("title") > 0:
            self._draw_course(c, shift)

    def _draw_throne(self, c: Canvas, shift: float, reveal: Reveal) -> None:
        one, top = self.outcome, TOP + shift
        crowned = reveal.share("crown")
        if one.won is not False and crowned:
            regalia.beam(c, CX, 150, 900, 640 + shift, strength=crowned)
            regalia.rays(c, CX, top + 154, 470, strength=crowned)
        shapes.glow(c, CX, top + 464, 420, "shadow", 120, 1, 0.3)
        if c.scale >= NARROW and reveal.share("banners") > 0:
            for side, seat in zip((-1, 1), (one.winners * 2)[:2], strict=True):
                who = one.session.seats[seat]
                regalia.banner(
                    c, CX + side * 246, 62 + shift, 92, 296, who.colour, get_emblem(who), reveal.ease("banners")
                )
        alpha = round(255 * reveal.share("throne"))
        if alpha:
            throne.draw(c, CX, top, alpha)
        rise = reveal.ease("portrait")
        if rise > 0:
            x, y, r = FACE
            draw_winners(c, one, x, y + shift + 60 * (1 - rise), r, reveal, apart=0 if len(one.winners) < 3 else 118)
        if len(one.winners) == 1 and alpha == 255:
            d12.draw(c, CX, top + 352, 84, dodecahedron.pose(12, 0.08))
        if one.won is not False and reveal.share("crown") > 0.74:
            fall = (1 - reveal.ease("title")) * 180
            regalia.gold_leaf(c, CX, 300 + shift, 620, 520, 48, fall=-fall)
            for x, y, r in ((-62, -48, 15), (58, -4, 11), (20, -66, 9), (-96, 50, 9), (104, 64, 12)):
                regalia.glint(c, CX + x, top + 100 + y, r)

    def _draw_count(self, c: Canvas, shift: float, reveal: Reveal) -> None:
        """Draw the winner's rounds on the lowest step of the throne."""
        if reveal.share("count") <= 0:
            return
        one, w, y = self.outcome, 372.0, 588.0 + shift
        t = one.ctx.t
        shapes.box_shadow(c, CX - w / 2, y - 25, w, 50, 12, "hand")
        shapes.round_rect(c, CX - w / 2, y - 25, w, 50, 12, "veil", alpha=240)
        shapes.round_rect(c, CX - w / 2, y - 25, w, 50, 12, "edge", alpha=200, border=1.3)
        first = one.winners[0]
        crowns = one.view["crowns"][first]
        scores = [] if self.is_hall else self._list_rounds(first)
        if scores and len(one.winners) == 1:
            label = text.draw(c, t("king_of_12.result.rounds"), CX - w / 2 + 20, y, "caption", "accent", "lm", max_w=96)
            room = w - label - 74 - 28 * crowns
            pitch = min(62.0, room / len(scores))
            left = CX - w / 2 + 34 + label + (room - pitch * (len(scores) - 1)) / 2
            self._draw_scores(c, scores, left, y + 2, pitch, reveal, "count")
        else:
            total = points(one.session)[first]
            words = t("king_of_12.result.points", n=round(total * reveal.ease("count")))
            text.draw(c, words, CX - w / 2 + 24, y, "title", "text.title", "lm", max_w=w - 120)
        for k in range(crowns):
            shapes.crown(c, CX + w / 2 - 26 - 28 * k, y, 24, True)

    def _list_rounds(self, seat: int) -> list[RoundScore]:
        """Return what a player got in each of the last rounds."""
        found = []
        for one in list(self.outcome.view["round_results"])[-MOST_ROUNDS:]:
            own = one["points"][seat]
            best = one["points"][one["winner"]] if one["winner"] is not None and one["winner"] >= 0 else 0
            tied = own > 0 and one["points"].count(own) > 1 and own >= best
            found.append(RoundScore(one["round"], own, one["winner"] == seat, tied and one["winner"] != seat))
        return found

    def _draw_scores(
        self, c: Canvas, scores: list[RoundScore], x: float, y: float, pitch: float, reveal: Reveal, step: str
    ) -> None:
        """Draw points of rounds one by one, a crown over those that won, lost ones struck through."""
        shown = reveal.share(step) * len(scores)
        for k, score in enumerate(scores):
            share = max(0.0, min(1.0, shown - k))
            if share <= 0:
                return
            at = x + k * pitch
            if score.won:
                shapes.round_rect(c, at - 19, y - 17, 38, 34, 8, "accent", alpha=46)
                shapes.round_rect(c, at - 19, y - 17, 38, 34, 8, "edge.bright", alpha=170, border=1)
                if share >= 1:
                    icons.gradient(c, "crown", at, y - 23, 20, ("base/leaf.light", "base/gilt"))
            ink = "text.title" if score.won else "text.quiet" if score.lost else "text"
            text.draw(c, str(round(score.points * share)), at, y, "figure", ink, "cm", fixed=True)
            if score.lost and share >= 1:
                shapes.line(c, at - 11, y + 8, at + 11, y - 8, "strike", 2.2)

    def _draw_rows(self, c: Canvas, shift: float, reveal: Reveal) -> None:
        """Draw those who did not win, from second to last; each row slides in from the left."""
        t = self.outcome.ctx.t
        if reveal.share("dim") < 1:
            return
        text.draw(c, t("king_of_12.result.table"), LEFT + 4, 126 + shift, "heading", "text.title", "lm", shadow=True)
        text.draw(c, t("ui.result.crowns"), LEFT + WIDE - 10, 126 + shift, "fine", "text.muted", "rm", max_w=120)
        self._draw_round_heads(c, 126 + shift)
        for at, seat in enumerate(self.row_seats):
            share = reveal.ease(f"row.{at}")
            if share > 0:
                self._draw_row(c, at, seat, LEFT - 60 * (1 - share), 146 + at * PITCH + shift, reveal)
        y = 146 + len(self.row_seats) * PITCH + 2 + shift
        left = self._count_left_out()
        seats = [] if self.is_hall else range(len(self.outcome.result))
        lost = any(score.lost for seat in seats for score in self._list_rounds(seat))
        words = t("king_of_12.result.more", n=left) if left > 0 else t("king_of_12.result.equal") if lost else ""
        if reveal.share("banners") > 0:
            text.draw(c, words, LEFT + 4, y, "remark", "text.soft", "lm", shadow=True, max_w=WIDE)

    def _draw_round_heads(self, c: Canvas, y: float) -> None:
        """Draw the numbers of the rounds above their columns."""
        rounds = [] if self.is_hall or not self.row_seats else self._list_rounds(self.row_seats[0])
        if not rounds:
            return
        first, pitch = _place_rounds(LEFT, len(rounds))
        words = self.outcome.ctx.t("king_of_12.result.rounds")
        text.draw(c, words, first - 22, y, "fine", "text.muted", "rm", max_w=80)
        for k in range(len(rounds)):
            text.draw(c, str(k + 1), first + k * pitch, y, "strong", "text.muted", "cm", fixed=True)

    def _count_left_out(self) -> int:
        """Return how many of those who did not win have no row."""
        others = self.outcome.others
        return len(others) - len([seat for seat in self.row_seats if seat in others])

    def _draw_row(self, c: Canvas, at: int, seat: int, x: float, y: float, reveal: Reveal) -> None:
        one = self.outcome
        who = one.session.seats[seat]
        shapes.panel(c, x, y, WIDE, ROW)
        if seat == one.person:
            shapes.round_rect(c, x + 5, y + 5, WIDE - 10, ROW - 10, 8, "accent", alpha=26)
            shapes.round_rect(c, x - 1, y - 1, WIDE + 2, ROW + 2, 13, "edge.bright", alpha=200, border=1.6)
        middle = y + ROW / 2
        place = one.ctx.t("ui.result.place", place=one.result[seat])
        text.draw(c, place, x + 28, middle, "large figure", "text.title" if at == 0 else "text.quiet", "cm")
        one.draw_face(c, who, x + 88, middle, 36, sign=11)
        scores = [] if self.is_hall else self._list_rounds(seat)
        first, pitch = _place_rounds(x, len(scores))
        room = (first if scores else x + WIDE - 150) - 26 - (x + 142)
        text.draw(c, who.name, x + 142, y + ROW * 0.37, "title", "text.bright", "lm", max_w=room)
        text.draw(c, one.describe_kind(who), x + 142, y + ROW * 0.68, "body", "text.muted", "lm", max_w=room)
        if scores:
            self._draw_scores(c, scores, first, middle + 4, pitch, reveal, f"points.{at}")
        else:
            total = round(points(one.session)[seat] * reveal.share(f"points.{at}"))
            text.draw(c, str(total), x + WIDE - 106, middle, "large figure", "text.title", "cm")
        shapes.line(c, x + WIDE - 80, y + 28, x + WIDE - 80, y + ROW - 28, "edge", 1, 70)
        for k in range(2):
            shapes.crown(c, x + WIDE - 55 + k * 28, middle + 1, 24, k < one.view["crowns"][seat])

    def _draw_course(self, c: Canvas, shift: float) -> None:
        """Draw how the points grew, below the rows."""
        one = self.outcome
        y = 146 + MOST_ROWS * PITCH + 16 + shift
        winners = set(one.winners)
        faint = [
            k for k, seat in enumerate(one.session.seats) if self.is_hall and not seat.is_person and k not in winners
        ]
        title = one.ctx.t("king_of_12.result.course")
        draw_side_chart(one.ctx, one.session, c, (LEFT, y, WIDE, 162.0), title, get_history(one.session, course), faint)


def _place_rounds(x: float, count: int) -> tuple[float, float]:
    """Return the x of the first of ``count`` columns of points in a row that begins at x, and their distance."""
    pitch = min(43.0, 150.0 / max(1, count - 1))
    return x + WIDE - 102 - pitch * max(0, count - 1), pitch
