"""A page: a scene that describes itself in parts, with a top bar, a foot and a way back; and what lies
over a darkened one: a question on parchment, a sheet of rows on leather."""

from collections.abc import Callable, Sequence
from functools import partial

from scenes.shell import finger_row, routes
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.parts import Act, Parts, Scrolls
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

WIDE, FOOT, LOW = 1600.0, 62.0, 30.0
"""Width of a page, height of the row of buttons below the body, room below the body where there are none."""

ROW_MARGIN = 16.0
"""Room round the body where fingers need large parts."""
Choice = tuple[str, str, Callable[[], None]]
Picture = Callable[[Canvas, float, float], None]
"""Draws around a middle (x, y), at most ``PICTURE_TALL`` high."""
PICTURE_TALL = 120.0


class Page(Scene):
    """Base of pages. Its content is ``body``; Esc and Space go back."""

    head = ""
    about = ""
    """Text ids of what stands in the top bar, and behind it."""
    icon = ""
    done = ""
    """Text id of an amber button in the middle of the foot in place of a plain way back."""

    ground = "table"
    """Backdrop of the page."""
    margin = 60.0
    """Room at the left and right of body and foot."""
    top, low = 84.0, 110.0
    """Room above and below the body; where there is no room for a foot, the way back in the bar is all."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.scrolls = Scrolls()

    def go_back(self) -> None:
        """Leave the page, to the title where there is nothing below it."""
        routes.back(self.ctx)

    def subtitle(self) -> str:
        """Return the text shown after the title in the top bar."""
        return self.ctx.t(self.about) if self.about else ""

    def bar_words(self) -> tuple[str, str, str]:
        """Return title, text after it, and icon of the top bar."""
        return self.ctx.t(self.head), self.subtitle(), self.icon

    def body(self, parts: Parts) -> Part:
        """Return the content between top bar and foot."""
        return parts.space()

    def bar(self, parts: Parts) -> None:
        """Draw further controls in the top bar."""

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the parts of the row below the body: the back button. With none the body also fills the foot's
        place."""
        t, back = self.ctx.t, self.go_back
        if self.done:
            button = parts.button("back", t(self.done), back, "check", main=True, width=320)
            return parts.space(share=1), button, parts.space(share=1)
        return parts.button("back", t("ui.back"), back, "left", width=220), parts.space(share=1)

    def draw(self, c: Canvas) -> None:
        """Draw bar, body and foot."""
        t, parts = self.ctx.t, Parts(self.ctx, self.ui, c, self.scrolls)
        c.surface.blit(backdrop.table(c, self.ground), (0, 0))
        controls.top_bar(c, *self.bar_words())
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.go_back, tip=(t("ui.back"), ""))
        self.bar(parts)
        left, wide = self.margin, WIDE - 2 * self.margin
        foot = self.foot(parts) if self.low > FOOT else ()
        if c.foot:
            self._draw_for_fingers(parts, foot)
            return
        low = self.low if foot else min(self.low, LOW)
        self.body(parts).draw((left, self.top, wide, c.height - self.top - low))
        layout.draw_columns((left, c.height - low + 18, wide, FOOT), foot, gap=20)

    def _draw_for_fingers(self, parts: Parts, foot: Sequence[Part]) -> None:
        """The body reaches down to the row of large buttons, in which the foot stands between signs and amber."""
        c, touch = parts.c, self.ui.touch
        has_tabs = not all(map(finger_row.is_sign, self.ui.list_current_targets()))  # controls that stay in the bar
        top = max(self.top, touch.least + 2 * touch.gap) if has_tabs else self.top
        self.body(parts).draw((ROW_MARGIN, top, WIDE - 2 * ROW_MARGIN, c.height - top - ROW_MARGIN))
        signs = sum(map(finger_row.is_sign, self.ui.list_current_targets()))
        room = finger_row.find_words_box(c, signs, touch.least, touch.gap)
        layout.draw_columns(room, foot, gap=max(finger_row.GAP, touch.gap))

    def list_acts(self) -> dict[str, Act]:
        """Return the commands that the page handles: Esc goes back, and so does Space where no button has it."""
        has_main = any(target.main for target in self.ui.targets)
        return {"back": self.go_back} if has_main else {"back": self.go_back, "main": self.go_back}

    def handle(self, given: Input) -> bool:
        """Handle commands of the page, wheel and page keys; return whether the input was used."""
        act = self.list_acts().get(given.name) if given.kind == "command" else None
        if act is not None:
            act()
        elif not self.scrolls.handle(given):
            return False
        self.ui.dirty = True
        return True


def veil(c: Canvas, alpha: int = 115) -> None:
    """Darken all that is drawn so far."""
    shapes.round_rect(c, c.left, 0, c.right - c.left, c.height + c.foot, 0, "shadow", alpha=alpha)


class Dialog(Scene):
    """Dialog with title, text and up to five buttons, OK without any; the safe choice is on the left and bound to
    Esc."""

    opaque = False
    name = "dialog"
    reads_all = True

    def __init__(
        self, ctx: Context, title: str, body: str, choices: Sequence[Choice] = (), main: int = -1,
        picture: Picture | None = None, by_itself: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(ctx)
        self.picture = picture
        self.title = title
        self.body = body
        self.choices = choices or [("ok", ctx.t("ui.ok"), lambda: None)]
        self.main = main % len(self.choices)
        self.sheet = (0.0, 0.0, 0.0, 0.0)
        self.is_asked_for = not (ctx.is_updating or by_itself)
        """Whether the player has just done something that opened it: then a click outside the sheet closes it."""

    def draw(self, c: Canvas) -> None:
        """Draw veil, parchment, picture, text and buttons."""
        veil(c)
        self.ui.modal()
        long = len(self.body) > 420
        w = 860.0 if long or len(self.choices) > 3 else 560.0 if len(self.choices) < 3 else 700.0
        tall = PICTURE_TALL if self.picture else 0.0
        font = text.fit(c, self.body, w - 80, c.height - 230 - tall, "body" if long else "lead", 1.22)
        text_h = text.paragraph_height(c, self.body, w - 80, font)
        high = self.ui.touch.grow(44.0)
        h = 124 + text_h + tall + high
        x, y = (1600 - w) / 2, (c.height - h) / 2
        self.sheet = (x, y, w, h)
        shapes.panel(c, x, y, w, h, "parchment")
        text.draw(c, self.title, x + w / 2, y + 36, "display", "paper.title", "cm", max_w=w - 60)
        shapes.rule(c, x + w / 2 - 130, y + 58, 260, colour="edge.low")
        if self.picture:
            self.picture(c, x + w / 2, y + 66 + tall / 2)
        align = "l" if long else "c"
        under = y + 76 + tall
        text.paragraph(c, self.body, x + 40, under, w - 80, font, "paper.text.muted", align, bold_colour="paper.text")
        self.draw_words(c, (x + 40, under, w - 80), font, align)
        gap = 16.0
        bw = min(230.0, (w - 60 - gap * (len(self.choices) - 1)) / len(self.choices))
        bx = x + (w - bw * len(self.choices) - gap * (len(self.choices) - 1)) / 2
        for k, (choice_id, label, _action) in enumerate(self.choices):
            box = (bx + k * (bw + gap), y + h - high - 20, bw, high)
            self.ui.button(c, choice_id, box, label, partial(self._choose, k), main=k == self.main)

    def draw_words(self, c: Canvas, place: tuple[float, float, float], font: text.Font, align: str) -> None:
        """Draw further things on top of the text, which is at ``place`` (x, y, width)."""

    def _choose(self, k: int) -> None:
        self.ctx.stack.pop()
        self.choices[k][2]()

    def handle(self, given: Input) -> bool:
        """Handle a press, Esc (safe choice) and Space (main choice); return whether the input was used. A press outside
        a sheet that the player has asked for is the safe choice too."""
        if given.kind == "press":
            x, y, w, h = self.sheet
            if self.is_asked_for and not (x <= given.x < x + w and y <= given.y < y + h):
                self._choose(0)
            return True
        if given.kind == "command" and given.name == "back":
            self._choose(0)
            return True
        if given.kind == "command" and given.name in ("main", "activate"):
            self._choose(self.main)
            return True
        return False


class Sheet(Scene):
    """Base of sheets over a darkened scene: rows on leather, as high as they need; Esc and Space close it."""

    opaque = False
    head = ""
    """Text id of what stands above the rows."""
    width = 860.0

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.scrolls = Scrolls()

    def title(self) -> str:
        """Return the heading."""
        return self.ctx.t(self.head)

    def list_rows(self, parts: Parts) -> Sequence[Part]:
        """Return the rows below the heading."""
        return ()

    def draw(self, c: Canvas) -> None:
        """Draw veil, leather and rows."""
        veil(c)
        self.ui.modal()
        parts = Parts(self.ctx, self.ui, c, self.scrolls)
        title = parts.line(self.title(), "display", "text.title", align="c", height=44)
        sheet = parts.column([parts.space(14), title, *self.list_rows(parts), parts.space(16)])
        x, high = (1600 - self.width) / 2, min(sheet.size, c.height - 24)
        y = (c.height - high) / 2
        shapes.panel(c, x, y, self.width, high)
        sheet.draw((x + 32, y, self.width - 64, high))

    def handle(self, given: Input) -> bool:
        """Close the sheet by Esc and Space, scroll by wheel and page keys; return whether the input was used."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return self.scrolls.handle(given)


def introduce(ctx: Context, room: str, picture: Picture) -> None:
    """Explain a page on top of it when it is opened for the first time: a picture and the text ``ROOM.intro``."""
    settings = ctx.settings
    if room in settings.guided:
        return
    settings.guided = [*settings.guided, room]
    ctx.save_settings()
    ctx.stack.push(Dialog(ctx, ctx.t(f"{room}.title"), ctx.t(f"{room}.intro"), picture=picture))
