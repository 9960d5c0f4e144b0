"""What pages, dialogs and tables are made of: parts that know their height and draw their box.

A part is a :class:`sprites.base.layout.Part`. :class:`Parts` makes them for one drawing: what is pressed is noted as a
target of the scene's ``ui``, what is written is told to listeners with it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.layers import draw_titled_panel
from scenes.shell.targets import Target
from scenes.shell.ui import Ui
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box, Part
from sprites.base.raster import Point

Act = Callable[[], None]
Picture = Callable[[Box], object]
"""Draws a picture into a row; it stands at the left end, or where it likes."""
Tip = tuple[str, str] | None
PAD, HEAD, LOW_HEAD = 24.0, 62.0, 46.0
"""Room at the sides of what stands in a panel, and height of a panel's head, large or small."""

LARGE, LEAST_ARROW, LONG = 1.3, 40.0, 150.0
"""Text size above which rows grow with it, and columns are scrolled as by fingers; height of their arrows, and of a
row that else takes the rest."""
NARROW = 0.7
"""Pixels per unit below which a window is small."""
SCROLLED_FROM = 3.5
"""A column is scrolled by fingers from this height on, in heights of what they press; a lower one is pressed
together."""

BUTTON, MAIN = 54.0, 62.0
"""Heights of a button and of the amber one."""
MOST_SIDE_BY_SIDE = 6
"""Choices in a row; more are a list."""


class Scrolls:
    """First visible row of each scrolled list, by the list's name."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}
        self._count: dict[str, int] = {}
        self._fits: dict[str, int] = {}

    def note(self, name: str, count: int, fits: int) -> None:
        """Record how many rows the list ``name`` has, and how many of them fit in its box."""
        self._count[name], self._fits[name] = count, fits

    def is_at_end(self, name: str, way: int) -> bool:
        """Whether a list cannot be scrolled further up (-1) or down (1)."""
        first = self.first.get(name, 0)
        return first <= 0 if way < 0 else first >= self._count.get(name, 1) - 1

    def turn(self, name: str, by: int) -> None:
        """Scroll the list ``name`` by this number of rows, down if positive."""
        self.first[name] = max(0, min(self._count.get(name, 1) - 1, self.first.get(name, 0) + by))

    def handle(self, given: Input) -> bool:
        """Scroll all lists by wheel or page keys; return False for other inputs, and where there is no list."""
        pages = {"page_up": -1, "page_down": 1}.get(given.name, 0) if given.kind == "command" else 0
        if not self._count or (given.kind != "wheel" and not pages):
            return False
        for name, fits in self._fits.items():
            self.turn(name, pages * max(1, fits) if pages else -int(given.amount))
        return True


class Parts:
    """Creates the parts (layout elements) of one drawing of a scene. ``share`` is a part's share of left-over space,
    ``gap`` the space between parts; sizes are in units."""

    def __init__(self, ctx: Context, ui: Ui, c: Canvas, scrolls: Scrolls | None = None) -> None:
        self.ctx, self.t, self.ui, self.c = ctx, ctx.t, ui, c
        self.scrolls = scrolls or Scrolls()
        self._columns = 0
        """How many columns have been drawn that are scrolled because their parts are large."""
        self.least = ui.touch.least or (LEAST_ARROW if c.text_scale > LARGE else 0.0)
        """Least height of what is pressed where columns are scrolled, else 0."""
        self.is_narrow = c.scale < NARROW or c.foot > 0
        """Whether there is little room: a small window, or parts large enough for fingers."""

    # --- room ---------------------------------------------------------------------------------------------

    def space(self, size: float = 0.0, share: float = 0.0) -> Part:
        """Return an empty part of this size; with a ``share`` it takes a share of the space left over."""
        return Part(size, lambda box: None, share)

    def column(self, parts: Iterable[Part], *, gap: float = 0.0, share: float = 0.0) -> Part:
        """Return parts one below the other; what has no room at the end is left out, or scrolled to by fingers."""
        rows = [replace(part, size=part.tall) if part.tall > part.size else part for part in parts]
        if self.c.text_scale > LARGE:  # what takes the rest is not set small for that
            rows = [replace(row, size=max(row.size, LONG)) if row.size and row.share else row for row in rows]
        least, needed = self.least, sum(row.size for row in rows) + gap * max(0, len(rows) - 1)

        def draw(box: Box) -> None:
            is_tight = least > 0 and needed > box[3] + 1
            if is_tight and box[3] >= SCROLLED_FROM * least:
                self._draw_column_scrolled(rows, box, gap)
                return
            if is_tight or any(row.share for row in rows):
                layout.draw_rows(box, rows, gap=gap)
                return
            stack = layout.Stack(box)
            for row in rows:
                if row.size > stack.room + 1:
                    break
                row.draw(stack.take(row.size))
                stack.skip(gap)

        tall = needed if any(row.tall for row in rows) else 0.0
        return Part(needed, draw, share, tall)

    def middle(self, *rows: Part) -> Part:
        """Return parts one below the other in the middle of their box."""
        return self.column([self.space(share=1), *rows, self.space(share=1)], share=1)

    def _draw_column_scrolled(self, rows: Sequence[Part], box: Box, gap: float) -> None:
        """Draw the rows that have room, from the one that is scrolled to, with arrows at their right."""
        x, y, w, h = box
        least, self._columns = self.least, self._columns + 1
        name = f"column.{self._columns}"
        wide, stack, fits = w - least - 2 * PAD / 3, layout.Stack((x, y, w, h)), 0
        first = self.scrolls.first.get(name, 0)
        for row in rows[first:]:
            if row.size > stack.room + 1:
                break
            left, top, _, high = stack.take(row.size)
            row.draw((left, top, wide, high))
            stack.skip(gap)
            fits += 1
        self.scrolls.note(name, len(rows), fits)
        right, r = x + w - least / 2, least / 2
        can = first > 0, first + fits < len(rows)
        self.draw_arrows(name, ((right, y + r), (right, y + h - r)), r, can, max(1, fits - 1))

    def draw_arrows(
        self, name: str, places: tuple[Point, Point], r: float, can: tuple[bool, bool], by: int = 1
    ) -> None:
        """Draw the arrows that scroll a list up and down by ``by`` rows. ``places``: middles of both arrows, ``r``:
        their radius, ``can``: whether each is enabled."""
        for way, place, step, is_on in zip(("up", "down"), places, (-by, by), can, strict=True):
            self.ui.icon_button(self.c, f"{name}.{way}", *place, r, way, partial(self._turn, name, step), enabled=is_on,
                                label=self.t(f"reader.scroll.{way}"))  # fmt: skip

    def row(
        self, parts: Sequence[Part], height: float = 0.0, *, gap: float = 20.0, share: float = 0.0, even: int = 0
    ) -> Part:
        """Return parts side by side. Their sizes are widths; with ``even`` each takes one of that many equal
        columns."""

        def draw(box: Box) -> None:
            if not even:
                layout.draw_columns(box, parts, gap=gap)
                return
            for part, place in zip(parts, layout.columns(box, even, gap=gap), strict=False):
                part.draw(place)

        tall = max((part.tall for part in parts), default=0.0)
        return Part(max(height, tall) if height else height, draw, share, tall)

    def grid(
        self, cells: Sequence[Part], across: int, *, gap: float = 0.0, row_gap: float | None = None,
        height: float = 0.0, share: float = 0.0, least_lines: int = 1,
    ) -> Part:  # fmt: skip
        """Return parts in rows of ``across``, ``height`` high, or filling the box as ``least_lines`` or more would."""
        lines, between = -(-len(cells) // across), gap if row_gap is None else row_gap
        tall = max((cell.tall for cell in cells), default=0.0)
        height = max(height, tall) if height else height

        def draw(box: Box) -> None:
            high = height or box[3] / max(lines, least_lines) - between
            for cell, place in zip(cells, layout.grid(box, len(cells), across, gap=gap, row_gap=row_gap, height=high),
                                   strict=True):  # fmt: skip
                cell.draw(place)

        return Part(
            0.0 if share else lines * (height + between), draw, share, lines * (tall + between) if tall else 0.0
        )

    def at_width(self, width: float, part: Part, share: float = 0.0) -> Part:
        """Return a column's part for use in a row: ``width`` wide, and as high as the row."""
        return Part(width, part.draw, share, part.tall)

    def fill(self, part: Part) -> Part:
        """Return the part, enlarged to take the space that the others leave."""
        return Part(0, part.draw, 1, part.tall)

    def inset(self, part: Part, across: float, down: float = 0.0) -> Part:
        """Return a part with margins: ``across`` left and right, ``down`` above and below."""
        tall = part.tall + 2 * down if part.tall else 0.0
        return Part(part.size + 2 * down, lambda box: part.draw(layout.inset(box, across, down)), part.share, tall)

    # --- panels -------------------------------------------------------------------------------------------

    def panel(
        self, rows: Iterable[Part], *, title: str = "", icon: str = "", width: float = 0.0, share: float = 0.0,
        foot: Sequence[Part] = (), kind: str = "leather", pad: float = PAD / 2,
        side: Part | None = None, height: float = 0.0,
    ) -> Part:  # fmt: skip
        """Return a panel with a heading (text id) and rows below it; ``side`` stands at the right of the heading,
        ``foot`` ends at the lower edge. Its size is its width in a row, else its ``height``."""

        def draw(box: Box) -> None:
            x, y, w, h = box
            shapes.panel(self.c, *box, kind)
            wide = side.size + PAD if side is not None else 0.0
            head = self._draw_head(title, icon, (x, y, w, h), wide) if title else 0.0
            if side is not None:
                side.draw((x + w - wide, y + 8, side.size, 48.0))
            inner = (x + pad, y + head, w - 2 * pad, h - head - (12.0 if title else 0.0))
            low = sum(part.size for part in foot)
            self.column(rows).draw((*inner[:3], inner[3] - low))
            self.column(foot).draw((inner[0], inner[1] + inner[3] - low, inner[2], low))

        return Part(width or height, draw, share)

    def caption_panel(self, title: str, inner: Part, *, note: str = "", width: float = 0.0, share: float = 0.0) -> Part:
        """Return a panel with a small heading and a ``note`` at its right, and a part below. Its size is its width in a
        row, else as high as the part."""

        def draw(box: Box) -> None:
            x, y, w, h = box
            draw_titled_panel(self.c, box, title, note=note)
            inner.draw((x + PAD / 2, y + LOW_HEAD, w - PAD, h - LOW_HEAD - 8))

        return Part(width or (0.0 if share else inner.size + LOW_HEAD + 8), draw, share)

    def _draw_head(self, title: str, icon: str, box: Box, side: float = 0.0) -> float:
        x, y, w, _ = box
        if icon:
            icons.draw(self.c, icon, x + PAD + 12, y + 32, 24, "accent")
        left = PAD + (36 if icon else 0)
        text.draw(self.c, self.t(title), x + left, y + 32, "heading", "accent", "lm", max_w=w - left - PAD - side)
        shapes.rule(self.c, x + 18, y + 56, w - 36, ornament=False)
        return HEAD

    def scroll(
        self, rows: Sequence[Part], name: str, *, title: str = "", share: float = 0.0, whole: bool = False,
        shown: str = "",
    ) -> Part:  # fmt: skip
        """Return a panel whose rows are scrolled by arrows, wheel and page keys (:meth:`Scrolls.handle`).

        ``whole``: a row for which there is no room is left out, not cut off, and a panel without a title has no head
        while all rows have room. ``shown`` (text id) says which are seen.
        """

        def draw(box: Box) -> None:
            x, y, w, h = box
            shapes.panel(self.c, *box)
            if whole and not title and sum(row.size for row in rows) <= h - 28:
                self.scrolls.note(name, 1, 1)
                self.column(rows).draw(layout.inset(box, PAD, 16))
                return
            r = max(18.0, self.ui.touch.least / 2)
            head = self._draw_head(title, "", box, 76.0) if title else max(HEAD, 2 * r + self.ui.touch.gap - 8)
            fits = self._draw_scrolled(rows, self.scrolls.first.get(name, 0), (x, y + head, w, h - head), whole=whole)
            self.scrolls.note(name, len(rows), fits)
            if shown:
                first = self.scrolls.first.get(name, 0)
                words = self.t(shown, first=first + 1, last=first + fits, n=len(rows))
                text.draw(self.c, words, x + w - 116, y + 32, "body", "text.muted", "rm")
            right, top = x + w - 22 - r, y + max(32.0, r + 4)
            can = not self.scrolls.is_at_end(name, -1), not self.scrolls.is_at_end(name, 1)
            self.draw_arrows(name, ((right - r - max(26, r + self.ui.touch.gap), top), (right, top)), r, can)

        return Part(0, draw, share)

    def _draw_scrolled(self, rows: Sequence[Part], first: int, box: Box, *, whole: bool) -> int:
        """Draw the rows that have room below a head; return how many."""
        x, y, w, h = box
        fits = 0
        outer = self.c.surface.get_clip()
        self.c.surface.set_clip(self.c.rect(x, y + 2, w, h - 18).clip(outer))
        stack = layout.Stack((x + PAD, y + 12, w - 2 * PAD, h - 12))
        for part in rows[first:]:
            if stack.room < (part.size if whole else 30):
                break
            part.draw(stack.take(part.size))
            fits += stack.room > 0
        self.c.surface.set_clip(outer)
        return fits

    def _turn(self, name: str, by: int) -> None:
        self.scrolls.turn(name, by)
        self.ui.dirty = True

    def card(
        self, inner: Part, *, press: tuple[str, Act] | None = None, width: float = 0.0, share: float = 0.0,
        marked: bool = False, edge: bool = False,
    ) -> Part:  # fmt: skip
        """Return a raised plate with a part on it; ``press`` is its target and what a press does. One that is
        ``marked`` is lit, one with an ``edge`` only framed."""

        def draw(box: Box) -> None:
            state = "normal" if press is None else self.ui.zone(press[0], box, press[1])
            lit = state in ("hover", "pressed")
            high, low = ("control.raised", "panel.top") if lit else ("panel.top", "panel.low")
            stops = [(0.0, "marked.high" if marked else high), (1.0, low)]
            rim = "edge.bright" if marked or edge else "edge" if state == "hover" else "edge.low"
            shapes.gradient_box(self.c, *box, 10, stops, rim=rim)
            inner.draw(box)

        return Part(width or inner.size, draw, share, self.ui.touch.pitch if press is not None else 0.0)

    def press(
        self, name: str, inner: Part, act: Act, *, marked: bool = False, radius: float = 8.0, tip: Tip = None,
        label: str = "", value: str = "",
    ) -> Part:  # fmt: skip
        """Return a part that can be pressed: it is lit under the pointer, a plate while it is ``marked``."""

        def draw(box: Box) -> None:
            state = self.ui.zone(name, box, act, radius=radius, tip=tip, label=label, value=value, is_on=marked or None)
            if marked:
                stops = [(0.0, "marked.high"), (1.0, "panel.top")]
                shapes.gradient_box(self.c, *box, radius, stops, rim="edge.bright")
            elif state in ("hover", "pressed"):
                shapes.round_rect(self.c, *box, radius, "accent", alpha=30)
            inner.draw(box)

        return Part(inner.size, draw, inner.share, self.ui.touch.pitch)

    # --- words --------------------------------------------------------------------------------------------

    def line(
        self, words: str, style: str = "body", colour: str = "text", *, align: str = "l", height: float = 32.0,
        width: float = 0.0, share: float = 0.0, shadow: bool = False,
    ) -> Part:  # fmt: skip
        """Return one line of text. Its size is its width in a row, else its height."""

        def draw(box: Box) -> None:
            x, _, w, _ = box
            at = x + {"l": 0.0, "c": w / 2, "r": w}[align]
            text.draw(self.c, words, at, layout.middle(box), style, colour, f"{align}m", max_w=w, shadow=shadow)

        return Part(width or (0.0 if share else height), draw, share)

    def prose(
        self, words: str, width: float, style: str = "body", colour: str = "text.body", *, gap: float = 20.0,
        line: float = 1.22, align: str = "l",
    ) -> Part:  # fmt: skip
        """Return running text as high as it is at this width, with room below it."""
        high = text.paragraph_height(self.c, words, width, style, line=line)

        def draw(box: Box) -> None:
            left = box[0] + (box[2] - width) / 2 if align == "c" else box[0]
            text.paragraph(self.c, words, left, box[1], width, style, colour, align, line=line)

        return Part(high + gap, draw)

    def note(
        self, words: str, style: str = "body", colour: str = "text.soft", *, height: float = 0.0, share: float = 0.0,
        line: float = 1.22, middle: bool = False,
    ) -> Part:  # fmt: skip
        """Return running text that gets smaller where its box has no room for it; at the top or in the middle of it."""

        def draw(box: Box) -> None:
            x, y, w, h = box
            size = text.fit(self.c, words, w, h, style, line)
            if middle:
                y += (h - text.paragraph_height(self.c, words, w, size, line=line)) / 2
            bold = "paper.alert" if colour.startswith("paper.") else "text.strong"
            text.paragraph(self.c, words, x, y, w, size, colour, line=line, bold_colour=bold)

        return Part(height, draw, share)

    def section(self, title: str) -> Part:
        """Return a heading (text id) between rows."""

        def draw(box: Box) -> None:
            x, y, w, _ = box
            text.draw(self.c, self.t(title), x + 12, y + 32, "heading", "accent", "lm", max_w=w - 24)
            shapes.rule(self.c, x + 6, y + 52, w - 12, ornament=False)

        return Part(64, draw)

    def rule(self, height: float, *, ornament: bool = True) -> Part:
        """Return a line at the top of a row."""
        return Part(height, lambda box: shapes.rule(self.c, *box[:3], ornament=ornament))

    # --- rows ---------------------------------------------------------------------------------------------

    def pair(
        self, label: str, value: str, height: float = 36.0, *, styles: tuple[str, str] = ("label", "figure"),
        colour: str = "text.title", middle: Picture | None = None,
    ) -> Part:  # fmt: skip
        """Return a label at the left and its value at the right, told as one; ``middle`` draws what is between."""

        def draw(box: Box) -> None:
            x, y, w, h = layout.inset(box, 12, 0)
            if middle is not None:
                middle((x, y, w, h))
            with tell_as_one(self.c.words, box):
                room = w - 102 if middle else w - text.width(self.c, value, styles[1]) - 16
                self.line(label, styles[0]).draw((x, y, room, h))
                self.line(value, styles[1], colour, align="r").draw((x, y, w, h))

        return Part(height, draw)

    def meter(self, label: str, value: str, share: float) -> Part:
        """Return a label, a bar of which a ``share`` is filled, and its value."""

        def bar(box: Box) -> None:
            x, y = box[0] + 126, layout.middle(box) - 8
            shapes.round_rect(self.c, x, y, 190, 16, 8, "well")
            if share:
                stops = [(0.0, "accent.bright"), (1.0, "accent")]
                shapes.gradient_box(self.c, x, y, max(12.0, 190 * share), 16, 8, stops)

        return self.pair(label, value, 40, styles=("name", "strong"), colour="text", middle=bar)

    def entry(
        self, title: str, note: str, value: str, height: float, picture: Picture, *, indent: float,
        act: tuple[str, Act, str] | None = None, told: Callable[[], str] | None = None, picture_w: float = 0.0,
    ) -> Part:  # fmt: skip
        """Return a row with a picture, a title with a note below it, and a value at the right.

        ``act``: target, what a press does, and its tip; ``told``: the row in words; ``picture_w``: room for the picture
        right of the words.
        """

        def draw(box: Box) -> None:
            x, _, w, _ = box
            middle = layout.middle(box)
            if act is not None:
                said = f"{told()}. {act[2]}" if told is not None else act[2]
                tip = (act[2], "") if act[2] else None
                state = self.ui.zone(act[0], box, act[1], tip=tip, radius=8, label=said if act[2] else "")
                if state in ("hover", "pressed"):
                    shapes.round_rect(self.c, *box, 8, "accent", alpha=36)
            picture(box)
            with tell_as_one(self.c.words, box, told):
                room = w - indent - picture_w - 24 - text.width(self.c, value, "figure")
                text.draw(self.c, title, x + indent, middle - 9, "name", "text", "lm", max_w=room)
                text.draw(self.c, value, x + w - 12, middle, "figure", "text.title", "rm")
                text.draw(self.c, note, x + indent, middle + 13, "fine", "text.muted", "lm", max_w=room)

        return Part(height, draw, tall=self.ui.touch.pitch if act is not None else 0.0)

    def icon(self, icon: str, size: float, colour: str = "accent", *, width: float = 0.0) -> Part:
        """Return an icon in the middle of its box; its size is a width."""
        return Part(width or size, lambda box: icons.draw(
            self.c, icon, box[0] + box[2] / 2, layout.middle(box), size, colour))  # fmt: skip

    def tick(self, size: float) -> Part:
        """Return a green sign that something is done, in the middle of its box; its size is a width."""

        def draw(box: Box) -> None:
            x, y = box[0] + box[2] / 2, layout.middle(box)
            shapes.outline(self.c, "circle", x, y, size / 2, [(0, "good.high"), (1, "good.low")], rim="good.ink")
            icons.draw(self.c, "check", x, y, size * 0.55, "good.ink")

        return Part(size, draw)

    def icon_at(self, icon: str, x: float, size: float) -> Picture:
        """Return a function that draws an icon in a row's box, ``x`` units from its left end."""
        return lambda box: icons.draw(self.c, icon, box[0] + x, layout.middle(box), size, "accent")

    # --- controls -----------------------------------------------------------------------------------------

    def button(
        self, name: str, label: str, act: Act, icon: str | None = None, *, height: float = 0.0, main: bool = False,
        enabled: bool = True, tip: Tip = None, width: float = 0.0,
    ) -> Part:  # fmt: skip
        """Return a button in the middle of its row; height 0: the usual one, width 0: that of the row. The ``main``
        one, of which a page has one, is higher and names its key. Its size is its width in a row of buttons, else its
        height."""
        height = self.ui.touch.grow(height or (MAIN if main else BUTTON))

        def draw(box: Box) -> None:
            place = layout.centre(box, width or box[2], min(height, box[3]) or height)
            key = self.t("ui.key.main") if main else None
            self.ui.button(self.c, name, place, label, act, main=main, icon=icon, key=key, enabled=enabled, tip=tip)

        if self.ui.takes_row(name, main=main):
            return Part(0.0, draw)  # it takes no room here
        return Part(width or height, draw, tall=self.ui.touch.pitch)

    def icon_button(
        self, name: str, icon: str, act: Act, tip: str, *, size: float = 20.0, width: float = 50.0, enabled: bool = True
    ) -> Part:
        """Return a round button with an icon in the middle of its box; its size is a width."""
        size, width = max(size, self.ui.touch.least / 2), max(width, self.ui.touch.pitch)
        return Part(width, lambda box: self.ui.icon_button(
            self.c, name, box[0] + box[2] / 2, layout.middle(box), size, icon, act, enabled=enabled, tip=(tip, "")
        ), tall=self.ui.touch.pitch)  # fmt: skip

    def checkbox(
        self, name: str, label: str, on: bool, change: Callable[[bool], None], *, height: float = 44.0, tip: Tip = None,
        width: float = 0.0, share: float = 0.0,
    ) -> Part:  # fmt: skip
        """Return a tick box with its label. Its size is its width in a row, else its height."""
        height = self.ui.touch.grow(height * max(1.0, self.c.text_scale / 1.15 if self.least else 1.0))

        def draw(box: Box) -> None:
            self.ui.checkbox(self.c, name, _make_low(box, height), on, label, change, tip=tip)

        return Part(width or (0.0 if share else height), draw, share, self.ui.touch.pitch or (self.least and height))

    def choice(
        self, name: str, label: str, icon: str, labels: Sequence[str], chosen: int, change: Callable[[int], None]
    ) -> Part:
        """Return a label with a row of choices below it, of which one is on; a list of more than six."""
        high = self.ui.touch.grow(42.0)

        def draw(box: Box) -> None:
            x, y, w, _ = box
            icons.draw(self.c, icon, x + 12, y + 20, 22, "accent")
            text.draw(self.c, label, x + 36, y + 20, "name", "text", "lm", max_w=w - 40)
            few = len(labels) <= MOST_SIDE_BY_SIDE
            part = (self.segments if few else self.dropdown)(name, labels, chosen, change, label=label)
            part.draw((x, y + 40, w, high))

        return Part(62.0 + high, draw, tall=self.ui.touch.least and 62.0 + high)

    def segments(
        self, name: str, labels: Sequence[str], chosen: int, change: Callable[[int], None], *, label: str = "",
        height: float = 42.0, width: float = 0.0, share: float = 0.0,
    ) -> Part:  # fmt: skip
        """Return a row of choices of which one is on (-1: none), in the middle of its box; ``label`` is told with each.
        Its size is its width in a row, else its height. Where one would be too narrow for a finger it is a list."""
        height = self.ui.touch.grow(height)

        def draw(box: Box) -> None:
            place = _make_low(box, height)
            if box[2] < len(labels) * self.ui.touch.least:
                self.ui.dropdown(self.c, name, place, labels, chosen, change, name=label)
                return
            self.ui.segmented_control(self.c, name, place, labels, chosen, change, name=label)

        return Part(width or (0.0 if share else height), draw, share, self.ui.touch.pitch)

    def slider(self, name: str, label: str, value: float, shown: str, change: Callable[[float], None]) -> Part:
        """Return a slider for a ``value`` from 0 to 1, which is ``shown`` at its right end."""
        high = self.ui.touch.grow(50.0)
        return Part(high + 20, lambda box: self.ui.slider(
            self.c, name, (box[0], box[1] + 20, box[2], high), value, label, shown, change),
            tall=self.ui.touch.least and high + 20)  # fmt: skip

    def tabs(self, labels: Sequence[str], pages: Sequence[Part]) -> Part:
        """Return the page of the open tab below a row of tabs; the ``ui`` of the scene stores which tab is open."""
        at = min(self.ui.opened.get("tab", 0), len(pages) - 1)

        def turn_to(k: int) -> None:
            self.ui.opened["tab"], self.ui.dirty = k, True

        return self.column([self.segments("tab", labels, at, turn_to), self.space(8), self.fill(pages[at])], share=1)

    def dropdown(
        self, name: str, labels: Sequence[str], chosen: int, change: Callable[[int], None], *, label: str = "",
        height: float = 40.0, width: float = 0.0,
    ) -> Part:  # fmt: skip
        """Return a closed list; ``label`` is told with what is chosen. Its size is its width in a row, else its
        height."""
        height = self.ui.touch.grow(height)
        return Part(width or height, lambda box: self.ui.dropdown(
            self.c, name, _make_low(box, height), labels, chosen, change, name=label),
            tall=self.ui.touch.pitch)  # fmt: skip

    def field(
        self, name: str, words: str, change: Callable[[str], None], *, hint: str = "", limit: int = 16,
        icon: str | None = None, height: float = 44.0, width: float = 0.0, label: str = "", tip: Tip = None,
    ) -> Part:  # fmt: skip
        """Return a line of text to type into; ``hint`` stands there while it is empty, ``label`` is told. Its size is
        its width in a row, else its height."""
        height = self.ui.touch.grow(height)
        return Part(width or height, lambda box: self.ui.text_field(
            self.c, name, _make_low(box, height), words, change, placeholder=hint, limit=limit, icon=icon, name=label,
            tip=tip), tall=self.ui.touch.pitch)  # fmt: skip

    def tell_as_one(self, part: Part, told: Callable[[], str] | None = None) -> Part:
        """Return a part that is spoken as one: as the words that ``told`` returns, else as all its words in a row."""

        def draw(box: Box) -> None:
            with tell_as_one(self.c.words, box, told):
                part.draw(box)

        return Part(part.size, draw, part.share, part.tall)

    def explain(self, name: str, part: Part, tip: Tip) -> Part:
        """Return the part as a target ``name`` that shows a tooltip and does nothing else."""

        def draw(box: Box) -> None:
            self.ui.note(Target(name, box, lambda: None, tip=tip, sound="", explains=True))
            part.draw(box)

        return Part(part.size, draw, part.share)


def _make_low(box: Box, height: float) -> Box:
    """Return the middle of a box, no higher than a control."""
    return layout.centre(box, box[2], min(height, box[3]) or height)
