"""The ceremony at the end of a game: a clock of steps, and what a game draws for any share of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

from engine.content.objectives import Facts, collect
from scenes.results.outcome import Outcome
from scenes.shell.i18n import number_text
from scenes.shell.spoken_scene import end_sentence
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from scenes.table import game_screens as games
from scenes.table.script import AnyTable
from scenes.table.table import Table
from sprites.base import backdrop, drawn_words, layout, portrait, regalia, shapes, text, theme, timeline
from sprites.base.canvas import Canvas

FALL_MS = 700.0
"""How long the crown falls; it bounces twice within the last part."""
TITLE = ("base/leaf.light", "base/gilt.high", "base/gilt.low")
"""Colours of the title, from top to bottom."""
ROW = 50.0
NARROW = 0.75
"""Pixels per unit below which a ceremony leaves out what is ornament."""
CENTRED = (150.0, 818.0, 1000.0, 52.0)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a ceremony: start and duration in ms, sound; ``stop``: a key press skips to its end."""

    name: str
    start: float
    duration: float
    cue: str = ""
    stop: bool = False


class Reveal:
    """Clock of a ceremony, from which the progress of each step follows."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = list(steps)
        self._by_name = {step.name: step for step in self.steps}
        self.length = max((step.start + step.duration for step in self.steps), default=0.0)
        self.now = 0.0
        self.hurries = 0

    @property
    def is_over(self) -> bool:
        """Whether all steps have ended."""
        return self.now >= self.length

    def share(self, name: str) -> float:
        """Return the progress of a step, 0 … 1; 1 for an unknown step."""
        step = self._by_name.get(name)
        if step is None or self.is_over:
            return 1.0
        return max(0.0, min(1.0, (self.now - step.start) / max(1.0, step.duration)))

    def ease(self, name: str) -> float:
        """Return the progress of a step, 0 … 1, slowing down towards its end."""
        return timeline.ease_out_cubic(self.share(name))

    def advance(self, ms: float) -> list[str]:
        """Advance by ``ms`` milliseconds; return the sounds of the steps that have begun."""
        before, self.now = self.now, min(self.length, self.now + ms)
        return [step.cue for step in self.steps if step.cue and before <= step.start < self.now]

    def hurry(self) -> None:
        """Skip to the end of the next step that is a ``stop``; the second time to the end of all."""
        self.hurries += 1
        ends = sorted(step.start + step.duration for step in self.steps if step.stop)
        beyond = [end for end in ends if end > self.now]
        self.now = beyond[0] if beyond and self.hurries == 1 else self.length

    def finish(self) -> None:
        """Skip to the final state."""
        self.now = self.length


def list_medal_steps(start: float, count: int) -> list[Step]:
    """Return the steps that show ``count`` medals one after the other, from ``start`` ms on."""
    return [Step(f"medal.{at}", start + 350 * at, 250, "coin") for at in range(count)]


@dataclass(frozen=True, slots=True)
class Slots:
    """Places of the shared parts of a ceremony, for a height of 900 units; None for a part that is not shown."""

    title: tuple[float, float, float]
    """Middle, height and room of the title."""
    quote: tuple[float, float, float]
    """Middle, height and room of the line below the title."""
    strip: Box
    buttons: tuple[Box, ...]
    """Rows of plain buttons: they are dealt out to these in proportion to the widths."""
    amber: Box
    medals: Box | None = None
    note: Box | None = None
    record: Box | None = None
    highlight: Box | None = None
    title_style: str = "triumph"
    ink: str = ""
    """Colour of title and line on a ground that is too light for gold."""

    def move(self, shift: float, low: float) -> "Slots":
        """Return the slots moved down by ``shift`` units, strip and buttons by ``low``."""

        def lower(box: Box | None) -> Box | None:
            return None if box is None else move_box(box, shift)

        title, quote = ((x, y + shift, room) for x, y, room in (self.title, self.quote))
        buttons = tuple(move_box(box, low) for box in self.buttons)
        return Slots(
            title, quote, move_box(self.strip, low), buttons, move_box(self.amber, low), lower(self.medals),
            lower(self.note), lower(self.record), lower(self.highlight), self.title_style, self.ink,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Highlight:
    """The most memorable turn of the person who played. ``decision``: number of decisions before it; ``draw`` draws its
    picture into a box, in canvas units."""

    decision: int
    title: str
    note: str
    words: str
    draw: Callable[[Canvas, Box], None]


def move_box(box: Box, down: float) -> Box:
    """Return the box moved down by ``down`` units."""
    return box[0], box[1] + down, box[2], box[3]


class Ceremony:
    """Ceremony of a game without one of its own: portrait, crown, and table of results. Other games subclass it.
    ``shift``: how far everything is moved down, in units, in a window taller than 16 : 9."""

    slots = Slots(
        (800.0, 352.0, 1200.0), (800.0, 396.0, 1100.0), (440.0, 742.0, 720.0, 46.0), (CENTRED,),
        (1166.0, 812.0, 300.0, 64.0), medals=(1010.0, 70.0, 448.0, 216.0), note=(1010.0, 296.0, 448.0, 96.0),
        record=(142.0, 120.0, 448.0, 110.0), title_style="triumph",
    )  # fmt: skip

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    @cached_property
    def highlight(self) -> Highlight | None:
        """The most memorable turn of the one person who played; None without one."""
        seat = self.outcome.person
        return None if seat is None else self.find_highlight(seat, collect(self.outcome.session, seat))

    def find_highlight(self, seat: int, facts: Facts) -> Highlight | None:
        """Return the most memorable turn of a seat; None for a game without such turns."""
        return None

    def find_slots(self, height: float) -> Slots:
        """Return the places of the shared parts in a window of this height; the lower ones stay at the lower edge."""
        return self.slots.move((height - 900) / 2, height - 900)

    def list_steps(self) -> list[Step]:
        """Return the steps of the ceremony in order."""
        return [
            Step("dim", 0, 300),
            Step("portrait", 300, 450, stop=True),
            Step("count", 700, 1400, "points", stop=True),
            Step("crown", 2300, FALL_MS, "crown", stop=True),
            Step("title", 3000, 350),
            *list_medal_steps(3600, len(self.outcome.medals)),
            Step("strip", 4900 + 350 * len(self.outcome.medals), 300, stop=True),
        ]

    def list_rows(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the rows to be spoken, the best first: the step that reveals a result, and its seats. [] where the
        drawn texts are spoken as they are."""
        return []

    def find_place(self, seats: tuple[int, ...]) -> int:
        """Return the place of the seats of a spoken row."""
        return self.outcome.result[seats[0]]

    def describe_points(self, seat: int) -> str:
        """Return the result of a seat in words: each number with its meaning."""
        return ""

    def describe_seats(self, seats: tuple[int, ...]) -> str:
        """Return the names of the seats of a spoken row."""
        who = self.outcome.session.seats[seats[0]]
        return f"{who.name}, {self.outcome.describe_kind(who)}"

    def list_spoken_rows(self, reveal: Reveal) -> list[str]:
        """Return what a screen reader says: winner, places, points and medals, as far as they have been revealed."""
        one, rows = self.outcome, self.list_rows()
        told = [one.title, one.quote] if rows and reveal.share("title") > 0 else []
        for step, seats in rows:
            if reveal.share(step) > 0:
                place, who, points = self.find_place(seats), self.describe_seats(seats), self.describe_points(seats[0])
                points = points[:1].upper() + points[1:]
                told.append(one.ctx.t("reader.result.row", place=place, who=who, points=points))
        medals = [
            f"{medal.name} ({medal.kind})" for at, medal in enumerate(one.medals) if reveal.share(f"medal.{at}") >= 1
        ]
        return [*told, one.ctx.t("reader.result.medals", names=", ".join(medals))] if rows and medals else told

    def draw_ground(self, c: Canvas, below: "AnyTable | None", reveal: Reveal) -> None:
        """Draw the background: the table below, blurred and dim."""
        draw_dimmed_table(c, below, self.outcome, reveal.share("dim"))

    def draw(self, c: Canvas, shift: float, reveal: Reveal) -> None:
        """Draw the game's own parts at the progress of ``reveal``, moved down by ``shift`` units."""
        one = self.outcome
        cx, cy = 800.0, 200.0 + shift
        if one.won is not False:
            regalia.rays(c, cx, cy, 330, strength=reveal.share("crown"))
        if reveal.share("portrait"):
            draw_winners(c, one, cx, cy + 30 * (1 - reveal.ease("portrait")), 84, reveal)
        draw_places(c, one, (350.0, 424.0 + shift, 900.0), reveal.ease("count"))


def draw_places(c: Canvas, one: Outcome, place: tuple[float, float, float], share: float) -> None:
    """Draw a row with place, name and points for each seat, the first place first; ``place``: x, y and width.

    ``share``: fraction of the points counted so far.
    """
    x, y, w = place
    points = games.points(one.session)
    shapes.panel(c, x, y, w, 28 + ROW * len(one.order))
    for at, seat in enumerate(one.order):
        middle = y + 14 + ROW * (at + 0.5)
        who = one.session.seats[seat]
        number = one.ctx.t("ui.result.place", place=one.result[seat])
        text.draw(c, number, x + 44, middle, "figure", "text.title", "cm")
        one.draw_face(c, who, x + 104, middle, 20)
        text.draw(c, who.name, x + 140, middle, "title", "text.bright", "lm", max_w=w - 260)
        if points:
            counted = number_text(round(points[seat] * share))
            text.draw(c, counted, x + w - 50, middle, "large figure", "text.title", "cm", fixed=True)


def find_played_table(scenes: Sequence[Scene], scene: Scene) -> "AnyTable | None":
    """Return the table directly below a scene; None when there is none."""
    at = scenes.index(scene) if scene in scenes else 0
    below = scenes[at - 1] if at else None
    return below if isinstance(below, Table) else None


def render_table(c: Canvas, below: AnyTable) -> pygame.Surface:
    """Return a picture of a table without hover and focus."""
    made = pygame.Surface(c.size).convert(c.target)
    ui, ctx = below.ui, below.ctx
    instant, ctx.instant = ctx.instant, True  # what a table paints piece by piece is painted whole
    hover, focus, ui.hover, ui.focus = ui.hover, ui.focus, None, None
    ui.begin()
    with drawn_words.mute_reports():  # it is out of focus, and looked at as a table elsewhere
        below.draw(c.on(made, (c.left, 0.0)))
    ui.hover, ui.focus = hover, focus
    ui.dirty = False
    ctx.instant = instant
    return made


def draw_dimmed_table(
    c: Canvas, below: "AnyTable | None", outcome: Outcome, share: float, light: str = "base/ceremony.dim"
) -> None:
    """Draw the played table below, blurred and dim; without a table the wood of menus. ``share``: progress of blurring
    and dimming, 0 … 1."""
    if below is None:
        c.surface.blit(backdrop.table(c, "title"), (0, 0))
        return
    key = ("ceremony table", outcome.session.id, light, outcome.ctx.texts.language)

    def find_sharp() -> pygame.Surface:
        return c.cache.get((*key, "sharp"), lambda: render_table(c, below))

    def make() -> pygame.Surface:
        sharp = find_sharp()
        w, h = sharp.get_size()
        coarse = max(2, round(4.4 * c.scale))  # as much out of focus at any size
        small = pygame.transform.smoothscale(sharp, (max(1, w // coarse), max(1, h // coarse)))
        dim = pygame.transform.smoothscale(small, (w, h))
        dim.fill(theme.rgb(light), special_flags=pygame.BLEND_RGB_MULT)
        regalia.darken_edges(dim, 0.55)
        return dim

    if share <= 0:
        c.surface.blit(find_sharp(), (0, 0))
        return
    dim = c.cache.get(key, make)
    if share < 1:
        c.surface.blit(find_sharp(), (0, 0))
        dim.set_alpha(round(255 * share))
        c.surface.blit(dim, (0, 0))
        dim.set_alpha(None)
        return
    c.cache.drop((*key, "sharp"))  # not needed again, and as large as the window
    c.surface.blit(dim, (0, 0))


def draw_winners(c: Canvas, outcome: Outcome, cx: float, cy: float, r: float, reveal: Reveal, apart: float = 0) -> None:
    """Draw the portraits of up to four winners side by side, each with the falling crown; ``apart``: distance of their
    middles."""
    seats = [outcome.session.seats[k] for k in outcome.winners[:4]]
    small = r if len(seats) == 1 else r * 0.74 if len(seats) == 2 else r * 0.56
    pitch = apart or small * 2.3
    for at, seat in enumerate(seats):
        x = cx + (at - (len(seats) - 1) / 2) * pitch
        shapes.glow(c, x, cy, small * 1.65, "base/leaf", 120)
        outcome.draw_face(c, seat, x, cy, small)
        draw_falling_crown(c, x, cy - small * 1.24, small * 1.1, reveal)


def draw_falling_crown(c: Canvas, cx: float, cy: float, size: float, reveal: Reveal) -> None:
    """Draw the crown: falling with fading copies behind it, bouncing twice, then at rest."""
    share = reveal.share("crown")
    if share <= 0:
        return
    if share >= 1:
        shapes.glow(c, cx, cy, size * 0.9, "base/leaf", 120)
        regalia.crown(c, cx, cy, size, tilt=2.0)
        return
    way = 230.0
    fall = min(1.0, share / 0.74)
    lift = way * (1 - fall * fall)
    if fall >= 1:  # two small bounces
        rest = (share - 0.74) / 0.13
        part, high = (rest, 14.0) if rest < 1 else (rest - 1, 6.0)
        lift = high * 4 * part * (1 - part)
    side = -0.5 * lift
    for k, alpha in ((3, 40), (2, 72), (1, 112)):
        if lift > 30:
            regalia.crown(c, cx + side * (1 + 0.16 * k), cy - lift * (1 + 0.16 * k), size, alpha=alpha)
    regalia.crown(c, cx + side, cy - lift, size, tilt=-lift * 0.06 + 2)


FACE = 26.0
"""Radius of the face that says farewell."""


def draw_title(c: Canvas, outcome: Outcome, slots: Slots, reveal: Reveal) -> None:
    """Draw the title and the line below it; a character's words as a bubble at its face."""
    alpha = round(255 * reveal.share("title"))
    if alpha <= 0:
        return
    cx, y, room = slots.title
    ink = slots.ink
    text.draw(
        c, outcome.title, cx, y, slots.title_style, ink or "text", "cm", max_w=room, shadow=not ink,
        alpha=alpha, gradient=None if ink else TITLE,
    )  # fmt: skip
    cx, y, room = slots.quote
    farewell = outcome.farewell
    if farewell is not None:
        seat, words = farewell
        w, h = portrait.measure(c, words, room - 4 * FACE)
        left, top = cx - w / 2 + 1.5 * FACE, y + 10 - h / 2
        outcome.draw_face(c, outcome.session.seats[seat], left - 1.5 * FACE, top + h / 2, FACE)
        portrait.draw_bubble(c, words, (left, top, w, h), (left - FACE / 2, top + h / 2), alpha)
        return
    colour = ink or "text.body"
    text.draw(c, outcome.quote, cx, y, "aside", colour, "cm", max_w=room, shadow=not ink, alpha=alpha)


# Points of a player as a sum of parts, each with its sign, that is counted part by part; rows of those who lost.

Sign = Callable[["Canvas", float, float, float, bool], None]
"""Draws the sign of a part round a middle, of a size; whether it brought any points."""
PLUS, EQUAL = "+", "="


@dataclass(frozen=True, slots=True)
class SumPart:
    """One part of a sum: its icon and its points."""

    sign: Sign
    points: int


def draw_sum(
    c: Canvas, parts: Sequence[SumPart], total: int, box: Box, size: float, share: float, *, won: bool = False
) -> None:
    """Draw the parts of a sum in columns and the total at the end; ``share``: fraction counted so far, 0 … 1."""
    counted = share * len(parts)
    pill = 2.9 * size
    y = layout.middle(box)
    cells = layout.columns((box[0], box[1], box[2] - pill, box[3]), len(parts))
    so_far = 0.0
    for at, (part, cell) in enumerate(zip(parts, cells, strict=True)):
        shown = max(0.0, min(1.0, counted - at))
        so_far += part.points * shown
        left = cell[0]
        if at:
            text.draw(c, PLUS, left - size * 0.1, y, text.resize("strong", size * 0.72), "text.muted", "cm", fixed=True)
        part.sign(c, left + size * 0.95, y, size * 1.25, bool(part.points) and shown > 0)
        ink = "text" if part.points and shown else "text.dim"
        label = number_text(round(part.points * shown))
        text.draw(c, label, left + size * 1.85, y, text.resize("figure", size), ink, "lm", fixed=True)
    edge = box[0] + box[2]
    text.draw(c, EQUAL, edge - pill + size * 0.2, y, text.resize("strong", size * 0.8), "text.muted", "cm", fixed=True)
    shapes.pill(c, edge - size * 1.2, y, number_text(round(so_far) if share < 1 else total),
                "win" if won else "plain", size=size * 0.95)  # fmt: skip


def describe_sum(t: Callable[..., str], parts: Sequence[tuple[str, int]], total: int) -> str:
    """Return a sum as spoken text: the name of each part with its points, and the total."""
    rows = [t("reader.result.item", what=what, n=number_text(points)) for what, points in parts]
    return " ".join(part for part in (end_sentence(", ".join(rows)), describe_total(t, total)) if part)


def describe_total(t: Callable[..., str], total: int) -> str:
    """Return the total of a side as spoken text."""
    return t("reader.result.total", n=number_text(total))


def draw_rival_row(
    c: Canvas, outcome: Outcome, seat: int, box: Box, parts: Sequence[SumPart], total: int, share: float
) -> None:
    """Draw place, face, name and sum of a player who did not win; the viewer's row is framed. ``share``: fraction
    counted."""
    x, y, w, h = box
    who = outcome.session.seats[seat]
    shapes.panel(c, *box, radius=10)
    if seat == outcome.person:
        shapes.round_rect(c, x - 1, y - 1, w + 2, h + 2, 11, "edge.bright", alpha=200, border=1.6)
    middle = y + h / 2
    place = outcome.ctx.t("ui.result.place", place=outcome.result[seat])
    text.draw(c, place, x + 26, middle, "figure", "text.title", "cm", max_w=34)
    outcome.draw_face(c, who, x + 70, middle, h * 0.36, sign=8.5)
    left = x + 108
    room = w * 0.36 - 108
    text.draw(c, who.name, left, y + h * 0.37, "name", "text.bright", "lm", max_w=room)
    text.draw(c, outcome.describe_kind(who), left, y + h * 0.72, "fine", "text.muted", "lm", max_w=room)
    draw_sum(c, parts, total, (x + w * 0.37, y, w * 0.63 - 10, h), 16, share)
