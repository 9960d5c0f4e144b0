"""Side panel with the newest lines of the log; the wheel scrolls back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ai.decision import Decision
from engine.seats import Seat
from scenes.shell import layers
from scenes.shell.context import Context
from scenes.shell.layers import Line, PanelCache
from scenes.shell.targets import Box, Target
from scenes.shell.ui import Ui
from scenes.table import glossary_links
from scenes.table.companion import Aside
from scenes.table.game_log import Row, find_line
from scenes.table.speeches import KIND
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas


@dataclass(frozen=True, slots=True)
class News:
    """Content of the log panel: log lines, or the expert's advice.

    ``lines``: with the number of those scrolled past and the turn ``since`` which they are new; ``missed``: another
    player sat here meanwhile; ``hint`` and the number of hints so far, which tells one from the next; ``hinting``: one
    is being computed; ``aside``: draws another panel in place of all that; ``rows``: the lines of the advice as drawn;
    ``open_all`` opens the whole log; ``comment`` draws what a coach says at the upper end of the panel's box, and
    returns what is left of the box.
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
        """Newest line that tells what happened, not what was said of it; "" before there is one."""
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


def draw(
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
        ui.note(Target(f"line.{number}", place, _open(open_line, line), ring=False, radius=6))
        words = (x + look.text, place[1] + look.gap / 2, wide)
        glossary_links.note(c, ctx, ui, game, str(number), line.text, words, "body")


def _open(open_line: Callable[[Line], None], line: Line) -> Callable[[], None]:
    return lambda: open_line(line)
