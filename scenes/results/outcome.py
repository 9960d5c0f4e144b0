"""What a finished game has come to: places and words for them, medals, personal bests, the record against rivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec

from ai.ratings import find_rating
from engine.content import achievements
from engine.content.achievements import KEPT, Achievement, BadAchievements
from engine.contract import View
from engine.seats import Seat
from engine.session import Session
from engine.storage.settings import get_entry, set_entry
from scenes.common import opponent_names, player_identity
from scenes.common.opponent_names import level_name, strength
from scenes.table import game_screens as games
from sprites.base import layout, regalia, shapes, text
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.common.matchmaking import AboutEven
    from scenes.results.ceremony import Reveal
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui
    from sprites.base.canvas import Canvas

MOST = 200
"""Results kept per game, at most."""
ADVISED = "advised"
"""The last part of the kind of a game in which advice was shown."""
_Points = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
SHOWN = 4
"""Medals side by side, at most."""
ROW_CELL = 252.0
"""Width of a medal with its words to the right, at most."""
MOST_IN_ROW = 2
"""Medals in a low panel that have their words to the right; of more only the names are shown, below."""
WIDE_ROW = 190.0
"""Height from which on the words of medals stand below them, not to the right."""


class Outcome:
    """Outcome of one game; ``view``: the information that may be shown."""

    def __init__(self, ctx: Context, session: Session, view: View) -> None:
        self.ctx = ctx
        self.session = session
        self.view = view
        self.result = session.result() or tuple(range(1, len(session.seats) + 1))
        """Places by seat; by seats as they sit when the game is not over."""
        self.order = sorted(range(len(self.result)), key=lambda seat: (self.result[seat], seat))
        """All seats, the first place first."""
        self.winners = [seat for seat in self.order if self.result[seat] == 1]
        people = [seat for seat, one in enumerate(session.seats) if one.is_person]
        self.person = people[0] if len(people) == 1 else None
        """The seat of the one person who played; None for several or none."""
        self.won = None if self.person is None else self.result[self.person] == 1
        """Whether that person has won, alone or with others; None when nobody's view is taken."""
        self.has_person_won = any(self.result[seat] == 1 for seat in people)
        self.medals: list[Medal] = []
        self.tie = ""
        """What has decided where points have not: a tie-breaker, or that a player gave up."""

    @property
    def rivals(self) -> list[int]:
        """Seats except the first winner's, best first."""
        return self.order[1:]

    @property
    def others(self) -> list[int]:
        """Seats that did not win, best first."""
        return [seat for seat in self.order if self.result[seat] != 1]

    @property
    def title(self) -> str:
        """Text of the game that says who has won."""
        t, game = self.ctx.t, self.session.game
        if self.won and len(self.winners) == 1 and self.person is not None:
            own = f"{game}.result.title.you"
            name = self.session.seats[self.person].name
            return t(own, name=name) if self.ctx.texts.has(own) else t("ui.result.title.you")
        names = self.ctx.texts.join([self.session.seats[seat].name for seat in self.winners])
        own = f"{game}.result.title"
        return t(own if self.ctx.texts.has(own) else "ui.result.title", n=len(self.winners), name=names)

    @property
    def quote(self) -> str:
        """Line below the title: handicaps and tie-breaker; without these a character's comment or a general one."""
        handicap, farewell = self.handicap, self.farewell
        if self.tie or handicap:
            return "  \u00b7  ".join(part for part in (handicap, self.tie) if part)
        if farewell is None:
            return self.ctx.t(f"{self.session.game}.result.sub")
        name, words = self.session.seats[farewell[0]].name, self.ctx.texts.quotable(farewell[1])
        return self.ctx.t("ui.character.says", name=name, words=words).replace("*", "")

    @property
    def farewell(self) -> tuple[int, str] | None:
        """Seat and words of the character that has won, or of the best one beaten by a person. None when nobody speaks,
        or where handicaps or a tie-breaker are told."""
        seats, points = self.session.seats, games.score(self.session)
        people = [seat for seat in self.order if seats[seat].is_person]
        rivals = [seat for seat in self.order if opponent_names.find_character(seats[seat].level) is not None]
        if len(self.winners) != 1 or not points or not people or not rivals or self.tie or self.handicap:
            return None
        if not self.ctx.settings.speech_bubbles or self.winners[0] not in (people[0], rivals[0]):
            return None
        person, rival = people[0], rivals[0]
        won = self.winners[0] == rival
        score = f"{points[self.winners[0]]} : {points[person if won else rival]}"
        words = opponent_names.get_farewell(self.ctx, seats[rival].level, won, seats[person].name, score)
        return (rival, words) if words else None

    @property
    def handicap(self) -> str:
        """Text of the handicaps: who had how many steps; "" without any."""
        t = self.ctx.t
        steps = zip(self.session.seats, self.session.handicap, strict=False)
        names = [t("ui.handicap.of", name=seat.name, n=step) for seat, step in steps if step]
        return t("ui.result.handicap", names=self.ctx.texts.join(names)) if names else ""

    def describe_kind(self, seat: Seat) -> str:
        """Return the kind of player at a seat: "You" or the name of a level."""
        if seat.is_person:
            return self.ctx.t("ui.plate.person" if self.person is None else "ui.plate.you")
        return level_name(self.ctx, strength(seat.level))

    draw_face = staticmethod(player_identity.draw_face)


class Best(msgspec.Struct):
    """Best result: ``points``, the id of its ``game``, and the best points ``before`` it."""

    points: _Points
    game: Annotated[str, msgspec.Meta(max_length=64)] = ""
    before: _Points | None = None


class Bests(msgspec.Struct):
    """Best results by key, made of person, way to play and number of seats."""

    best: Annotated[dict[str, Best], msgspec.Meta(max_length=MOST + 1)] = {}


class Comparison(NamedTuple):
    """A result compared with the best one: its points, the best before it (None for a first result), and whether it is
    a new best; ``advised``: advice was shown."""

    points: int
    old: int | None
    is_best: bool
    advised: bool

    def describe(self, ctx: Context) -> str:
        """Return the comparison in words."""
        t = ctx.t
        if not self.is_best:
            said = t("result.best.stands", n=self.points, old=self.old)
        elif self.old is None:
            said = t("result.best.first", n=self.points)
        else:
            said = t("result.best.new", n=self.points, old=self.old)
        return t("result.best.advised", said=said) if self.advised else said


def compare_best(ctx: Context, session: Session) -> Comparison | None:
    """Return the result compared with the best of the one person who played, and store a new best; None without points.

    Games with advice have bests of their own; assisted ones and those with a handicap have none. Repeated calls return
    the same.
    """
    people = [seat for seat, who in enumerate(session.seats) if who.is_person]
    found = games.points(session) if len(people) == 1 and not session.assisted and not session.handicap else ()
    if not found:
        return None
    points = found[people[0]]
    mode = games.mode_ids(session.game, session.options, len(session.seats))
    advice = (ADVISED,) if session.advised else ()
    name = ctx.household.find_first_name(session.seats[people[0]].name)
    kind = "|".join((name, *mode, str(len(session.seats)), *advice))
    known = get_entry(ctx.settings.bests, session.game, Bests)
    best = known.best.get(kind)
    if best is not None and best.game != session.id and points <= best.points:
        return Comparison(points, best.points, False, session.advised)
    if best is None or best.game != session.id:
        before = None if best is None else best.points
        best = Best(points, session.id, before)
        kept = dict(list(known.best.items())[-MOST + 1 :])
        ctx.settings.bests = set_entry(ctx.settings.bests, session.game, Bests({**kept, kind: best}))
        ctx.save_settings()
    return Comparison(points, best.before, True, session.advised)


def draw_record(c: Canvas, lines: Sequence[tuple[str, str]], box: Box) -> None:
    """Draw labels and values, see :func:`list_lines`."""
    shapes.panel(c, *box)
    cells = layout.rows(layout.inset(box, 24, 10), len(lines))
    for at, ((label, value), cell) in enumerate(zip(lines, cells, strict=True)):
        if at:
            shapes.rule(c, cell[0], cell[1], cell[2], ornament=False)
        middle = layout.middle(cell)
        with tell_as_one(c.words, cell, partial(_join_line, label, value)):
            wide = text.draw(c, value, cell[0] + cell[2], middle, "figure", "text.title", "rm")
            text.draw(c, label, cell[0], middle, "label", "text.body", "lm", max_w=cell[2] - wide - 16)


def _join_line(label: str, value: str) -> str:
    return f"{label}: {value}"


def list_lines(outcome: Outcome, record: AboutEven | None) -> list[tuple[str, str]]:
    """Return (label, value) of the lines on advice, record and rating; [] before the record has been read."""
    if record is None or outcome.person is None:
        return []
    t, session = outcome.ctx.t, outcome.session
    person = session.seats[outcome.person].name
    rivals = [seat for seat in session.seats if not seat.is_person]
    lines = []
    if session.advised:
        lines.append((t("result.advised"), t("result.advised.cost")))
    if rivals:
        best = max(rivals, key=lambda seat: _rate(session.game, seat))
        won, lost = record.count_meetings(person, best.level)
        if won + lost:
            lines.append((t("result.record.against", name=best.name), f"{won}\u00a0:\u00a0{lost}"))
    rating = record.estimate_rating(person)
    if rating is not None:
        lines.append((t("result.record.rating"), str(rating)))
    return lines


def _rate(game: str, seat: Seat) -> int:
    rated = find_rating(game, seat.level)
    return 0 if rated is None else rated.rating


def enter_deeds(ctx: Context, session: Session) -> list[tuple[Achievement, int]]:
    """Record what people of the household achieved for the first time in a finished game. Return all achievements first
    earned in it, each with the seat. Repeated calls return the same. Guests earn none."""
    found: list[tuple[Achievement, int]] = []
    records: dict[str, achievements.Record] = {}
    for seat, who in enumerate(session.seats):
        owner = ctx.find_owner(who.name) if who.is_person else None
        if owner is None:
            continue
        record = records.setdefault(owner, ctx.progress(KEPT, owner))
        try:
            fresh = achievements.find_new(session, seat, record)
            known = achievements.load_achievements(session.game)
        except BadAchievements:
            return []
        if fresh:
            ctx.keep(KEPT, record, owner)
        done = {key for key, one in record.deeds.items() if one.game == session.id}
        there = {deed.id for deed, _ in found} if not ctx.household.list_ids() else ()
        found += [(deed, seat) for deed in known if f"{session.game}.{deed.id}" in done and deed.id not in there]
    return found


@dataclass(frozen=True, slots=True)
class Medal:
    """One medal: icon, name, kind in words, reason, and metal."""

    icon: str
    name: str
    kind: str
    note: str
    metal: tuple[str, str, str] = regalia.GOLD


class MedalRow:
    """Medals of one result, and the one whose note is shown."""

    def __init__(self, medals: Sequence[Medal]) -> None:
        self.medals = list(medals)[:SHOWN]
        self.chosen: int | None = None

    def draw(self, c: Canvas, ui: Ui, box: Box, reveal: Reveal) -> None:
        """Draw the panel with the medals shown so far; each is a target."""
        in_row = box[3] < WIDE_ROW and len(self.medals) <= MOST_IN_ROW
        if in_row:
            box = (box[0], box[1], min(box[2], ROW_CELL * len(self.medals)), box[3])
        shapes.panel(c, *box)
        cells = layout.columns(layout.inset(box, 12, 8), len(self.medals), gap=6)
        for at, (medal, cell) in enumerate(zip(self.medals, cells, strict=True)):
            self._draw_place(c, at, medal, cell, in_row, reveal)
            if reveal.share(f"medal.{at}") >= 1:
                name = f"{medal.name}: {medal.kind}. {medal.note}"
                ui.zone(f"medal.{at}", cell, partial(self._choose, at), radius=12, label=name)
        if ui.hover is not None and ui.hover.startswith("medal."):
            self.chosen = int(ui.hover[6:])

    def _draw_place(self, c: Canvas, at: int, medal: Medal, cell: Box, in_row: bool, reveal: Reveal) -> None:
        x, y, w, h = cell
        r = min(42.0, h * 0.42, w * 0.24) if in_row else min(50.0, w * 0.38, h * 0.25)
        cx, cy = (x + r + 8, y + h / 2) if in_row else (x + w / 2, y + r * 1.13 + h * 0.03)
        stops = [(0, "base/medal.dark.low"), (1, "base/medal.dark")]
        shapes.outline(c, "circle", cx, cy, r * 1.13, stops, rim="line", rim_w=1)
        share = reveal.share(f"medal.{at}")
        if share <= 0:
            return
        lift = 26 * (1 - share) ** 2
        regalia.medal(c, cx, cy - lift, r, medal.icon, medal.metal, glow=round(90 * share))
        if share < 1:
            return
        if at == self.chosen:
            shapes.round_rect(c, cx - r * 1.13, cy - r * 1.13, r * 2.26, r * 2.26, r * 1.13, "edge.bright", border=2)
        regalia.glint(c, cx - r * 0.9, cy - r * 0.8, r * 0.22)
        if in_row:
            left = cx + r + 14
            room = x + w - left
            low = _draw_name(c, medal.name, (left, cy - 24, room, 38.0), "l")
            text.draw(c, medal.kind, left, low + 12, "body", "accent", "lm", max_w=room)
        elif h >= WIDE_ROW - 20:
            low = _draw_name(c, medal.name, (x, cy + r * 1.13 + 8, w, 40.0), "c")
            text.draw(c, medal.kind, x + w / 2, low + 12, "body", "accent", "cm", max_w=w)
        else:
            _draw_name(c, medal.name, (x, cy + r * 1.13 + 4, w, y + h - cy - r * 1.13 - 4), "c")

    def _choose(self, at: int) -> None:
        self.chosen = None if self.chosen == at else at

    def draw_note(self, c: Canvas, box: Box) -> None:
        """Draw the note of the chosen medal on parchment; nothing when none is chosen."""
        if self.chosen is None or self.chosen >= len(self.medals):
            return
        medal = self.medals[self.chosen]
        x, y, w, _h = box
        high = text.paragraph_height(c, medal.note, w - 32, "body")
        shapes.panel(c, x, y, w, high + 62, "parchment", radius=10)
        text.draw(c, medal.name, x + 16, y + 24, "heading", "paper.title", "lm", max_w=w - 32)
        text.paragraph(c, medal.note, x + 16, y + 42, w - 32, "body", "paper.text")


def _draw_name(c: Canvas, name: str, box: Box, align: str) -> float:
    """Draw the name of a medal in one line, or in two where it would get too small; return the y of its lower edge."""
    x, y, w, h = box
    lines, size = text.rows(c, name, w, "name", h)
    at = x + w / 2 if align == "c" else x
    for k, line in enumerate(lines):
        text.draw(c, line, at, y + 11 + 19 * k, size, "text.bright", f"{align}m", max_w=w)
    return y + 11 + 19 * len(lines)
