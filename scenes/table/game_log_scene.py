"""The whole chronicle over a table: full height, for one player or for all, and what happened meanwhile once more."""

from functools import partial

from engine.storage import saves
from scenes.common.exports import save_text
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.layers import Line
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from scenes.table.game_log import find_line
from scenes.table.glossary_links import dots, underline
from scenes.table.script import AnyTable
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

X, W = 948.0, 628.0
HEAD, FOOT = 104.0, 76.0
GAP = 11.0
DIVIDER = 30.0
"""Height of the line above what happened since the player's last decision."""
ALL = -1


def find_marks(table: AnyTable) -> list[int]:
    """Return the seats that have lines in the log."""
    return sorted({line.mark for line in table.chronicle.all if isinstance(line.mark, int)})


class ChronicleScene(Scene):
    """Scene of the whole log. ``who``: seat whose lines are shown, or ALL; ``back``: number of the newest lines
    scrolled out of sight."""

    opaque = False
    lets_table_go_on = True
    name = "chronicle"

    def __init__(self, ctx: Context, table: AnyTable) -> None:
        super().__init__(ctx)
        self.table = table
        self.who = ALL
        self.back = 0
        self.most = 0
        """So far the lines can be scrolled: until the oldest ones fill the page."""
        self.marks = find_marks(table)

    @property
    def shown(self) -> list[int]:
        """Indices of the lines that pass the filter."""
        lines = self.table.chronicle.all
        return [k for k, line in enumerate(lines) if self.who == ALL or line.mark == self.who]

    def leave(self) -> None:
        """Remove the highlights on the board."""
        self.table.past.line_shown = None

    def update(self, ms: float) -> None:
        """Show what happens meanwhile; highlight on the board what the line under the pointer refers to."""
        self.ui.dirty = self.ui.dirty or self.table.ui.dirty
        self.marks = find_marks(self.table)
        lit = next((find_line(each) for each in self.ui.hot if each is not None and find_line(each) is not None), None)
        if lit != self.table.past.line_shown:
            self.table.past.line_shown = lit
            self.table.ui.dirty = self.ui.dirty = True

    def draw(self, c: Canvas) -> None:
        """Draw title, filter, lines and buttons."""
        self.ui.modal()
        t = self.ctx.t
        box = (X, 62.0, W, c.height - 84)
        x, y, w, h = box
        shapes.round_rect(c, x - 8, y - 8, w + 16, h + 16, 18, "shadow", alpha=120)
        shapes.panel(c, *box)
        text.draw(c, t("ui.chronicle"), x + 24, y + 30, "display", "text.title", "lm", max_w=w - 90)
        r, high = max(16.0, self.ui.touch.least / 2), self.ui.touch.grow(46.0)
        head, foot = HEAD + 2 * (2 * r - 32), FOOT + high - 46
        self.ui.icon_button(
            c, "close", x + w - 14 - r, y + 14 + r, r, "close", self.ctx.stack.pop, tip=(t("ui.back"), "")
        )
        tip = (t("reader.save"), t("reader.save.tip"))
        self.ui.icon_button(c, "save_text", x + w - 26 - 3 * r, y + 14 + r, r, "disk", self._save_text, tip=tip)
        self._filter(c, x, y + head - 16 - r, w)
        shapes.rule(c, x + 18, y + head - 8, w - 36, ornament=False)
        self._lines(c, (x, y + head, w, h - head - foot))
        shapes.rule(c, x + 18, y + h - foot + 4, w - 36, ornament=False)
        again = (x + w - 344, y + h - 14 - high, 320.0, high)
        enabled = self.table.past.can_see_again()
        tip = (t("chronicle.again"), t("chronicle.again.tip"))
        self.ui.button(
            c,
            "again",
            again,
            t("chronicle.again"),
            self._again,
            main=True,
            icon="eye",
            enabled=enabled,
            tip=tip,
        )
        back = (x + 24, y + h - 14 - high, 220.0, high)
        self.ui.button(c, "back", back, t("ui.back"), self.ctx.stack.pop, icon="left")

    def _save_text(self) -> None:
        """Save the lines that are shown, with their reasons, as a text file."""
        t, table = self.ctx.t, self.table
        lines = [t(f"{table.game}.name"), t("ui.chronicle"), ""]
        for number in self.shown:
            line = table.chronicle.all[number]
            lines += [line.text, *([f"  {line.why}"] if line.why else [])]
        save_text(self.ctx, f"{saves.make_stem(table.session)}-chronicle", lines)

    def _filter(self, c: Canvas, x: float, cy: float, w: float) -> None:
        """A round field for everybody who is spoken of, and one for all."""
        t = self.ctx.t
        high = self.ui.touch.grow(34.0)
        pitch = min(high + 12, (w - 130) / max(1, len(self.marks)))
        on = self.who == ALL
        state = self.ui.zone("who.all", (x + 20, cy - high / 2, 84, high), partial(self._pick, ALL), radius=17)
        ink = "glow" if on else "text" if state == "hover" else "text.muted"
        shapes.round_rect(c, x + 20, cy - 17, 84, 34, 17, "accent" if on else "edge.low", alpha=60 if on else 30)
        text.draw(c, t("chronicle.all"), x + 62, cy, "name", ink, "cm", max_w=74)
        for k, mark in enumerate(self.marks):
            seat = self.table.session.seats[mark]
            cx = x + 130 + k * pitch + (high - 34) / 2
            r = min(15.0, pitch / 2 - 2)
            half = max(r + 3, min(high, pitch - 8) / 2)
            box = (cx - half, cy - half, 2 * half, 2 * half)
            self.ui.zone(f"who.{mark}", box, partial(self._pick, mark), tip=(seat.name, ""), radius=half)
            if self.who == mark:
                shapes.glow(c, cx, cy, r + 12, alpha=170)
            shapes.badge(c, seat.colour, seat.emblem, cx, cy, r)
        if self.who != ALL:
            name = self.table.session.seats[self.who].name
            left = x + 130 + len(self.marks) * pitch
            text.draw(c, name, left, cy, "name", "text", "lm", max_w=max(40.0, x + w - 24 - left))

    def _pick(self, mark: int) -> None:
        self.who, self.back = mark, 0
        self.ui.dirty = True

    def _lines(self, c: Canvas, box: Box) -> None:
        """Draw the lines from the newest upwards, as many as there is room for."""
        x, y, w, h = box
        lines, numbers = self.table.chronicle.all, self.shown
        if not numbers:
            text.draw(c, self.ctx.t("chronicle.none"), x + w / 2, y + h / 2, "aside", "text.muted", "cm")
            return
        since = self.table.past.news().since
        room, fit = h - 6 - DIVIDER, 0
        while fit < len(numbers):
            room -= self._measure(c, lines[numbers[fit]], w)
            if room < 0:
                break
            fit += 1
        self.most = len(numbers) - max(1, fit)
        self.back = min(self.back, self.most)
        end = len(numbers) - self.back
        bottom = y + h - 6
        for at in range(end - 1, -1, -1):
            line = lines[numbers[at]]
            first_new = line.turn >= since > 0 and (at == 0 or lines[numbers[at - 1]].turn < since)
            tall = self._measure(c, line, w)
            if bottom - tall - (DIVIDER if first_new else 0) < y:
                break
            bottom -= tall
            self._line(c, numbers[at], line, (x, bottom, w, tall), line.turn >= since)
            if first_new:
                bottom -= DIVIDER
                words = self.ctx.t("chronicle.meanwhile")
                wide = text.draw(c, words, x + w / 2, bottom + DIVIDER / 2, "remark", "accent", "cm", max_w=w - 120)
                for left, right in ((x + 24, x + w / 2 - wide / 2 - 12), (x + w / 2 + wide / 2 + 12, x + w - 24)):
                    shapes.line(c, left, bottom + DIVIDER / 2, right, bottom + DIVIDER / 2, "edge.low", 1, alpha=170)

    def _measure(self, c: Canvas, line: Line, w: float) -> float:
        """Return the height of a line; a finger's breadth where fingers are used."""
        touch = self.ui.touch
        return max(text.paragraph_height(c, line.text, w - 104, "body") + GAP, touch.least + touch.gap)

    def _line(self, c: Canvas, number: int, line: Line, box: Box, new: bool) -> None:
        x, y, w, h = box
        place = (x + 14, y, w - 28, h - self.ui.touch.gap)
        target = f"line.{number}"
        self.ui.zone(target, place, lambda: self.table.past.explain_line(line), radius=7)
        if any(each is not None and find_line(each) == number for each in self.ui.hot):
            shapes.round_rect(c, *place, 7, "accent", alpha=38)
        if isinstance(line.mark, int):
            seat = self.table.session.seats[line.mark]
            shapes.badge(c, seat.colour, seat.emblem, x + 40, y + 15, 10)
        elif line.mark:
            icons.draw(c, line.mark, x + 40, y + 15, 18, "accent")
        ink, bold = ("text", "text.strong") if new else ("text.muted", "text.quiet")
        text.paragraph(c, line.text, x + 64, y + GAP / 2, w - 104, "body", ink, bold_colour=bold)
        game, here = self.table.session.game, (x + 64, y + GAP / 2, w - 104)
        dotted = "accent" if new else "edge.low"
        if self.ui.touch.least:  # the line explains its words
            dots(c, self.ctx, game, line.text, here, "body", ink=dotted)
        else:
            underline(c, self.ctx, self.ui, game, str(number), line.text, here, "body", ink=dotted)

    def _explain(self) -> None:
        """What the marked word means; of a marked line, why it came to be."""
        target = self.ui.help_target
        if target is not None and target.tip is not None:
            self.ui.show_tip()
        elif target is not None and find_line(target.id) is not None:
            self.ui.fire(target)

    def _again(self) -> None:
        self.ctx.stack.pop()
        self.table.past.see_again()

    def _scroll(self, by: float) -> None:
        self.back = int(min(self.most, max(0, self.back + by)))
        self.ui.dirty = True

    def handle(self, given: Input) -> bool:
        """Handle Esc (close), Space (replay), F1 (explain), wheel, page keys, Home, End; return whether the input was
        used."""
        if given.kind == "wheel":
            self._scroll(given.amount * 2)
            return True
        if given.kind == "press":
            if given.x < X - 8:
                self.ctx.stack.pop()
            return True
        if given.kind != "command":
            return False
        steps = {"page_up": 8.0, "page_down": -8.0, "home": 1e6, "end": -1e6}
        if given.name in steps:
            self._scroll(steps[given.name])
        elif given.name in ("back", "chronicle"):
            self.ctx.stack.pop()
        elif given.name == "main" and self.table.past.can_see_again():
            self._again()
        elif given.name == "explain":
            self._explain()
        else:
            return given.name in ("main", "again")
        return True
