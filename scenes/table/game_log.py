"""The lines of a table's chronicle, made from the events as they are told, the places that they refer to, and the panel
with the newest of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from ai.decision import Decision
from engine.contract import Event, Message, View
from engine.seats import Seat
from games.event_texts import TurnPart
from scenes.shell import layers
from scenes.shell.context import Context
from scenes.shell.layers import Line, PanelCache
from scenes.shell.targets import Box, Target
from scenes.shell.ui import Ui
from scenes.table import glossary_links
from scenes.table.companion import Aside
from scenes.table.script import AnyTable
from scenes.table.speeches import KIND
from sprites.base import icons, layout, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.strokes import draw_number

PLACE_FIELDS = ("region", "square", "from", "to")
"""Fields of events that are places of a board."""


class Places:
    """Places of the board, by number, of events, actions and texts; this base knows only those of events."""

    def list_event_places(self, event: Event) -> tuple[int, ...]:
        """Return the places of an event, including origin and target."""
        return tuple(event.data[name] for name in PLACE_FIELDS if isinstance(event.data.get(name), int))

    def list_action_places(self, action: int) -> tuple[int, ...]:
        """Return the places at which an action would be carried out."""
        return ()

    def list_named_places(self, message: Message, view: View) -> tuple[int, ...]:
        """Return the places that a text names, at a table with this view."""
        return ()


@dataclass(frozen=True, slots=True)
class Row:
    """A drawn line of advice: its box, its places on the board, and its tooltip."""

    box: Box
    places: tuple[int, ...]
    tip: tuple[str, str] | None = None


def find_line(target: str | None) -> int | None:
    """Return the index of the log line to which a target id belongs, itself or by a glossary word; None for other
    targets."""
    kind, _, rest = (target or "").partition(".")
    number = rest.partition(".")[0]
    return int(number) if kind in ("line", "word") and number.isdecimal() else None


def list_pointed_places(hot: Iterable[str | None], lines: Sequence[Line], rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the places to which the hovered or focused line (``hot``: target ids) refers: of the log or of ``rows`` of
    advice."""
    for target in hot:
        line = find_line(target)
        if line is not None:
            return lines[line].places if line < len(lines) else ()
        if target is not None and target.startswith("advice."):
            row = int(target.removeprefix("advice."))
            return rows[row].places if row < len(rows) else ()
    return ()


class Way(NamedTuple):
    """Moves of one seat from place ``start`` to ``end``, since the viewer's last decision. ``label`` is their numbers
    in the order of play: "2", or "2, 3" for several along the same way."""

    start: int
    end: int
    seat: int
    label: str


def number_ways(lines: Iterable[Line]) -> list[Way]:
    """Return the moves that log lines tell of, numbered from 1 over all seats; equal moves of a seat are one."""
    numbers: dict[tuple[int, int, int], list[int]] = {}
    moves = [line for line in lines if line.way is not None and isinstance(line.mark, int)]
    for number, line in enumerate(moves, 1):
        assert line.way is not None and isinstance(line.mark, int)
        numbers.setdefault((*line.way, line.mark), []).append(number)
    return [Way(*key, ", ".join(map(str, found))) for key, found in numbers.items()]


class NumberMark(NamedTuple):
    """The number of a step at a place of the board; ``colour``: role of the theme."""

    place: int
    label: str
    colour: str


class ArrowMark(NamedTuple):
    """Arrow from where a piece moved, or a shot was fired, to its end; ``colour``: role of the theme."""

    start: int
    end: int
    colour: str


class GhostMarks(NamedTuple):
    """What a seat could have done: places and moves of the alternative choice, and the words on its tag."""

    places: tuple[int, ...]
    ways: tuple[tuple[int, int], ...]
    seat: int
    label: str


class TurnMarks(NamedTuple):
    """Marks drawn over a board: numbers, arrows, places where a piece was lost, and what was passed over."""

    numbers: tuple[NumberMark, ...] = ()
    arrows: tuple[ArrowMark, ...] = ()
    lost: tuple[int, ...] = ()
    ghosts: GhostMarks | None = None


STEP_INK = "accent.bright"
"""Role of the numbers and arrows of a turn."""


def mark_parts(parts: Sequence[TurnPart], colours: Sequence[str] = ()) -> TurnMarks:
    """Return marks of what each part of a turn did on the board; ``colours``: theme role by part, () for the usual
    one."""
    colours = colours or [STEP_INK] * len(parts)
    numbers: dict[int, list[int]] = {}
    arrows: list[ArrowMark] = []
    lost: list[int] = []
    for number, part in enumerate(parts):
        ends = part.places or tuple(end for _, end in part.moves)[-1:] or part.lost
        for place in ends[:1] if part.moves else ends:
            numbers.setdefault(place, []).append(number)
        arrows += [ArrowMark(*way, colours[number]) for way in part.moves]
        lost += [place for place in part.lost if place not in lost]
    marks = [
        NumberMark(place, ", ".join(str(one + 1) for one in found), colours[found[-1]])
        for place, found in numbers.items()
    ]
    return TurnMarks(tuple(marks), tuple(arrows), tuple(lost))


def draw_numbers(c: Canvas, marks: TurnMarks, size: float, find_spot: Callable[[int], tuple[float, float]]) -> None:
    """Draw the numbers of all steps; ``find_spot`` returns x and y of a place."""
    for mark in marks.numbers:
        x, y = find_spot(mark.place)
        draw_number(c, x, y, mark.label, mark.colour, size)


GHOST = 120
"""Opacity of a piece that was not played."""


def draw_ghosts(
    c: Canvas, marks: TurnMarks, find_spot: Callable[[int], tuple[float, float]],
    draw_piece: Callable[[float, float, int], None],
) -> None:  # fmt: skip
    """Draw the alternative choice: translucent pieces, dashed moves, and a tag. ``find_spot`` returns x and y of a
    place; ``draw_piece`` draws a piece of a seat at x and y."""
    ghosts = marks.ghosts
    if ghosts is None:
        return
    spots = [find_spot(place) for place in (*(end for _, end in ghosts.ways), *ghosts.places)]
    for start, end in ghosts.ways:
        for dash in strokes.dashes([find_spot(start), find_spot(end)], 9, 7):
            strokes.line(c, dash, "text.bright", 2.6, 200)
    for x, y in dict.fromkeys(spots):
        draw_piece(x, y, ghosts.seat)
    if spots:
        x, y = spots[0]
        shapes.pill(c, x, y + 42, ghosts.label, "dark", size=14)


def join_reason(line: Line) -> str:
    """Return a line of the log, followed by its reason."""
    return line.text.replace("*", "") + ("\n\n" + line.why if line.why else "")


class Lines:
    """Lines of the log of a table; only new events are converted, unless the language changes."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._from: tuple[int, str] = (-1, "")
        self._spoken = 0
        self._of: list[tuple[int, Event]] = []
        self.all: list[Line] = []

    def forget(self) -> None:
        """Convert all events anew at the next update."""
        self._from = (-1, "")

    def update(self) -> list[Line]:
        """Return the lines of all events told so far."""
        table = self._table
        key = (len(table.told), table.ctx.texts.language)
        same = self._of is table.told  # another list: the history of another seat
        said = table.speeches.said
        same = same and self._spoken <= len(said)
        if same and key == self._from and self._spoken == len(said):
            return self.all
        start = 0
        if same and self._from[1] == key[1] and 0 <= self._from[0] < len(table.told):
            start = self._from[0]
        else:
            self.clear()
        for at, (turn, event) in enumerate(table.told[start:], start):
            self._speak(at)
            if table.hooks.worth_a_line(table, event, at == 0):
                self._add(turn, event)
        self._speak(len(table.told))
        self._from, self._of = key, table.told
        return self.all

    def _speak(self, at: int) -> None:
        """What was said before event number ``at``."""
        said = self._table.speeches.said
        while self._spoken < len(said) and said[self._spoken].told <= at:
            self.all.append(self._table.speeches.line(said[self._spoken]))
            self._spoken += 1

    def clear(self) -> None:
        """Drop all lines."""
        self.all = []
        self._spoken = 0

    def _add(self, turn: int, event: Event) -> None:
        table = self._table
        message = table.session.rules.describe(event)
        if message is None:
            return
        why = table.session.rules.explain(event)
        words = table.ctx.say(why, table.names, table.hooks.list_features(table.view)) if why is not None else ""
        said, places = table.ctx.say(message, table.names), table.spoken.list_event_places(event)
        start, end = event.data.get("from"), event.data.get("to")
        way = (start, end) if isinstance(start, int) and isinstance(end, int) else None
        mark = self._table.hooks.find_mark(self._table, event)
        self.all.append(Line(said, mark, turn, event.kind, words, places, way))


def explain_events(table: AnyTable, events: Iterable[Event]) -> list[str]:
    """Return one text for each event that has a line, with its reason on a second line, each reason once."""
    rules = table.session.rules
    rows: list[str] = []
    seen: set[str] = set()
    for event in events:
        line = rules.describe(event)
        if line is None:
            continue
        words = table.ctx.say(line, table.names)
        why = rules.explain(event)
        reason = table.ctx.say(why, table.names, table.hooks.list_features(table.view)) if why is not None else ""
        if reason and reason not in seen:
            seen.add(reason)
            words += "\n" + reason
        rows.append(words)
    return rows


@dataclass(frozen=True, slots=True)
class News:
    """Content of the log panel: log lines, or the expert's advice.

    ``lines``, ``scroll``: log lines, and how many of the newest are scrolled out; ``since``: turn from which lines are
    new; ``missed``: another player sat here meanwhile; ``hint``, ``hints``: the advice, and the number of hints so far;
    ``hinting``: one is being computed; ``aside`` draws another panel instead; ``rows``: drawn lines of advice;
    ``open_all`` opens the whole log; ``comment`` draws the coach's words in a box and returns the rest of it.
    """

    lines: Sequence[Line]
    scroll: int
    since: int
    open_line: Callable[[Line], None]
    missed: bool
    hint: Decision | None
    hints: int
    hinting: bool
    aside: Aside | None = None
    rows: list[Row] = field(default_factory=list)
    open_all: Callable[[], None] | None = None
    comment: Callable[[Canvas, Box], Box] | None = None

    @property
    def advises(self) -> bool:
        """Whether advice is shown in place of the log."""
        return self.hint is not None or self.hinting

    @property
    def last_line(self) -> str:
        """Newest line that tells an event, not a character's speech; "" before there is one."""
        return next((line.text for line in reversed(self.lines) if line.kind != KIND), "")


NEW, OLD = ("text", "text.strong", "accent"), ("text.muted", "text.quiet", "edge.low")
"""Inks of lines since the player's last decision and of older ones: text, bold text, dotted lines."""


@dataclass(frozen=True, slots=True)
class Look:
    """Metrics of the lines in their box: left edges of badge and text, margins right of the line and of the text, and
    gap between lines."""

    badge: float
    text: float
    free: float
    text_free: float
    gap: float
    inset: float


PANEL = Look(badge=25, text=42, free=8, text_free=18, gap=9, inset=8)
"""In a panel of its own, below a title, the oldest shown line at the upper edge."""
HEAD = 54.0
BARE = Look(badge=28, text=46, free=42, text_free=52, gap=7, inset=10)
"""Below something else, the newest line at the lower edge."""


def draw_panel(
    c: Canvas,
    ctx: Context,
    ui: Ui,
    kept: PanelCache,
    game: str,
    box: Box,
    lines: Sequence[Line],
    seats: Sequence[Seat],
    scroll: int,
    open_line: Callable[[Line], None] | None,
    since: int = 0,
    title: str = "",
) -> None:
    """Draw the lines, newest at the bottom, in a panel with a title if there is one.

    Lines from turn ``since`` on are bright: they happened after the last own choice. A click on a line explains it by
    ``open_line``, where that is possible, one on a glossary word opens its page.
    """
    x, y, w, h = box
    look = PANEL if title else BARE
    wide = w - look.text - look.text_free
    room = h - HEAD - 4 if title else h - 8
    end = first = max(0, len(lines) - scroll)
    heights: list[float] = []
    used = 0.0
    while first > 0 and used < room:
        tall = text.paragraph_height(c, lines[first - 1].text, wide, "body") + look.gap
        if used + tall > room and heights:
            break
        used += tall
        heights.insert(0, tall)
        first -= 1
    shown = tuple(lines[first:end])
    top = y + HEAD if title else y + h - used + 3
    hot = tuple(find_line(each) for each in ui.hot)
    column = (x + look.inset, top - look.gap / 2, w - look.inset - look.free, sum(heights))
    places = list(enumerate(zip(shown, layout.rows(column, heights), strict=True), first))

    def paint(layer: Canvas) -> None:
        if title:
            layers.draw_titled_panel(layer, box, title, "scroll")
        else:
            shapes.rule(layer, x + 16, y, w - 32, ornament=False)
        for number, (line, place) in places:
            yy = place[1] + look.gap / 2
            if number in hot:
                shapes.round_rect(layer, *place, 6, "accent", alpha=34)
            if isinstance(line.mark, int):
                seat = seats[line.mark]
                shapes.badge(layer, seat.colour, seat.emblem, x + look.badge, yy + 6, 7.5)
            elif line.mark:
                icons.draw(layer, line.mark, x + look.badge, yy + 6, 15, "accent")
            ink, bold, dotted = NEW if line.turn >= since else OLD
            text.paragraph(layer, line.text, x + look.text, yy, wide, "body", ink, bold_colour=bold)
            glossary_links.dots(layer, ctx, game, line.text, (x + look.text, yy, wide), "body", ink=dotted)

    signs = tuple((seat.colour, seat.emblem) for seat in seats)
    kept.draw(c, "chronicle", (title, first, shown, hot, since, signs), box, paint)
    if open_line is None:
        return
    for number, (line, place) in places:
        ui.note(Target(f"line.{number}", place, partial(open_line, line), ring=False, radius=6))
        words = (x + look.text, place[1] + look.gap / 2, wide)
        glossary_links.note(c, ctx, ui, game, str(number), line.text, words, "body")
