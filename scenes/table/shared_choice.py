"""All people at one computer choose at once, each by keys of their own: the screen shows only who is ready.

Nothing that is drawn, sounded or kept depends on which key was pressed. A person who has chosen is shown as ready at
the next full beat, and a changed mind shows nothing at all. When everybody is ready, all choices are handed over in the
order of the seats.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.spoken_scene import SpokenScene, end_sentence
from scenes.shell.stack import Scene
from scenes.shell.targets import Target, split_id
from scenes.table import handover
from scenes.table.script import AnyTable
from scenes.table.shared_keys import KEYS, Columns, Device, apply_own, find_next, follow_pads, give_out, list_devices
from scenes.table.table_game import SecretOption
from sprites.base import icons, layout, pad_signs, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

BEAT_MS = 500.0
"""Who is ready is shown on full beats, so that no rhythm tells who has pressed when."""
REVEAL_MS = 600.0
"""So long all marks shine before the choices are handed over."""
MOST_PEOPLE = 4
ROW, HEAD, GAP, TOP = 84.0, 132.0, 6.0, 66.0
SIDE = 296.0
WORKS = (("choice.works.mind", "cycle"), ("choice.works.hidden", "eye-slash"), ("choice.works.others", "robot"))
"""What is told of how it works, and its icons."""


class SpokenSharedChoice(SpokenScene):
    """Speech of the sheet for shared choices: which key stands for which choice, for all people."""

    _scene: "SharedChoice"

    def find_title(self, written: Sequence[str]) -> str:
        """Return the title of the sheet."""
        return self._scene.ctx.t("choice.title")

    def find_prompt(self) -> str:
        """Return everybody's keys."""
        return " ".join(end_sentence(self._scene.describe_keys(at)) for at in range(len(self._scene.seats)))

    def name_target(self, target: Target) -> str:
        """Return a person's keys."""
        kind, number = split_id(target.id)
        return self._scene.describe_keys(number) if kind == "device" else ""


class SharedChoice(Scene):
    """Sheet over the lower part of a table on which people choose at once; the table above shows public information."""

    opaque = False
    name = "shared_choice"
    speech = SpokenSharedChoice

    def __init__(self, ctx: Context, table: AnyTable, seats: Sequence[int]) -> None:
        super().__init__(ctx)
        self.table = table
        self.seats = list(seats)
        options = table.hooks.list_secret_options
        self.options: dict[int, list[SecretOption]] = {seat: options(table, seat) for seat in seats}
        self._legal = {seat: frozenset(table.session.legal(seat)) for seat in seats}
        self._chosen: dict[int, int] = {}
        self._page: dict[int, int] = dict.fromkeys(seats, 0)
        self.ready: set[int] = set()
        """Seats that are shown as ready."""
        self.clock = 0.0
        self.since_all = -1.0
        """Milliseconds since all are shown as ready, negative before."""
        self.devices: list[Device] = []
        self.awake = set(ctx.awake_pads)
        """Pads that are shown as awake; one that has just been taken up is shown at the next full beat too."""
        self._pads: dict[int, int] = {}
        self.lost: dict[int, Device] = {}
        """Pads that people had and that are gone, by the number of the person."""
        self.unsure: set[int] = set()
        """People whose pad came back after others missed one at the same time: its first press only shows whose it
        is."""
        self._confused: set[int] = set()
        """People who miss a pad, and did so together with others."""
        self.give_out()

    # --- keys -----------------------------------------------------------------------------------------

    def list_own_keys(self) -> Mapping[str, int]:
        """Return the keys of all people: key → index of the person in ``seats``."""
        return {key: at for at, device in enumerate(self.devices) for key in device.keys}

    def _read_columns(self) -> Columns:
        return apply_own(self.ctx.settings.shared_columns)

    def give_out(self) -> None:
        """Assign a device to each person, as last time where that is connected."""
        names = [self.table.names[seat] for seat in self.seats]
        self._pads = self._number_pads()
        self.devices = give_out(names, self._pads, self.ctx.settings.shared_keys, self._read_columns())
        self.ui.dirty = True

    def _number_pads(self) -> dict[int, int]:
        """Return the pads that are plugged in by their numbers, which they keep when they come back."""
        known = self.ctx.plugged
        return {(known[pad].number if pad in known else 0) or at: pad for at, pad in enumerate(self.ctx.pads, 1)}

    def _follow_pads(self) -> None:
        """Pads have come or gone: nobody else's changes its person."""
        before, self._pads = self._pads, self._number_pads()
        missed = set(self.lost)
        self.devices, self.lost = follow_pads(self.devices, self.lost, before, self._pads, self._read_columns())
        back = missed - self.lost.keys()
        self.unsure = (self.unsure | back & self._confused) - self.lost.keys()
        self._confused = (self._confused - back) | (set(self.lost) if len(self.lost) > 1 else set())
        self.ui.dirty = True

    def change_device(self, at: int) -> None:
        """Give the person with this index the next column or pad that nobody has."""
        device = find_next(list_devices(self._pads, self._read_columns()), self.devices, self.devices[at])
        self.devices[at] = device
        self.lost.pop(at, None)
        self.unsure.discard(at)
        kept = {**self.ctx.settings.shared_keys}
        wanted = [self.lost.get(each, one) for each, one in enumerate(self.devices)]
        kept.update({self.table.names[seat]: one.name for seat, one in zip(self.seats, wanted, strict=True)})
        self.ctx.settings.shared_keys = kept
        self.ctx.save_settings()
        self.ui.dirty = True

    def needs_pages(self, seat: int) -> bool:
        """Whether a seat has more choices than keys, so that the last key turns to the next page."""
        return len(self.options[seat]) > KEYS

    def press(self, key: str) -> None:
        """Handle a person's own key; nothing visible or audible depends on which one it is."""
        at = self.list_own_keys().get(key)
        if at is None or self.since_all >= 0:
            return
        if self.devices[at].number:
            self.ctx.awake_pads.add(self.devices[at].instance)
            if at in self.unsure:
                self.unsure.discard(at)
                self.ui.dirty = True
                return
        seat, place = self.seats[at], self.devices[at].keys.index(key)
        number = place
        if self.needs_pages(seat):
            pages = -(-len(self.options[seat]) // (KEYS - 1))
            if place == KEYS - 1:
                self._page[seat] = (self._page[seat] + 1) % pages
                return
            number = self._page[seat] * (KEYS - 1) + place
            self._page[seat] = 0
        if number < len(self.options[seat]):
            action = self.options[seat][number].action
            if action in self._legal[seat]:
                self._chosen[seat] = action

    def describe_keys(self, at: int) -> str:
        """Return whose keys row ``at`` shows, and which key stands for which choice, as spoken text."""
        seat, device = self.seats[at], self.devices[at]
        options = self.options[seat]
        pages = [[f"{self.ctx.t('choice.gone') if one.gone else one.label}" for one in options]]
        if self.needs_pages(seat):
            pages = [pages[0][start : start + KEYS - 1] for start in range(0, len(options), KEYS - 1)]
            pages = [[*page, *[""] * (KEYS - 1 - len(page)), self.ctx.t("choice.further")] for page in pages]
        told = [
            ", ".join(f"{key.upper()}: {label}" for key, label in zip(device.labels, page, strict=False) if label)
            for page in pages
        ]
        return f"{self.table.names[seat]}, {self._name_device(at)}: {'; '.join(told)}"

    # --- time -----------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether the marks shine."""
        return self.since_all >= 0

    def update(self, ms: float) -> None:
        """Advance time; who has become ready is shown at fixed intervals only."""
        if self.ctx.stack.top is not self:
            return
        if self._number_pads() != self._pads:
            self._follow_pads()
        if self.since_all >= 0:
            self.since_all += ms
            if self.since_all >= (0 if self.ctx.instant else REVEAL_MS):
                chosen = {seat: self._chosen[seat] for seat in sorted(self.seats)}
                self.seats, self._chosen = sorted(self.seats), {}
                self.ctx.stack.pop()
                self.table.turns.submit_together(chosen)
            return
        before, self.clock = self.clock, self.clock + ms
        if int(self.clock // BEAT_MS) == int(before // BEAT_MS):
            return
        if self.awake != self.ctx.awake_pads:
            self.awake = set(self.ctx.awake_pads)
            self.ui.dirty = True
        now = set(self._chosen)
        if now != self.ready:
            self.ready = now
            self.ctx.play("click")
            self.ui.dirty = True
        if len(self.ready) == len(self.seats):
            self.since_all = 0.0

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Draw the public state of the game, the rows of keys, and the explanation."""
        self.ui.modal()
        labels = [[one.label for one in self.options[seat]] for seat in self.seats]
        common = all(each == labels[0] for each in labels) and len(labels[0]) <= KEYS
        head = HEAD if common and self.table.hooks.has_secret_heads(self.table) else 44.0
        across = handover.sits_across(self.ctx, len(self.seats), 1)
        tall = head + (1 if across else len(self.seats)) * (ROW + GAP) + 52
        bottom = c.height - 14
        top = bottom - tall
        upper = TOP + tall - 52 if across else TOP
        covers = self.table.hooks.draw_secret_ground(self.table, c, upper, top)
        shapes.panel(c, 24, top, 1232, tall)
        self._draw_heads(c, (24, top, 1232, head), common)
        for at, seat in enumerate(self.seats):
            if handover.sits_across(self.ctx, len(self.seats), at):
                self._draw_across(c, at, seat, head, common)
            else:
                self._draw_row(c, at, seat, (33, top + head + at * (ROW + GAP), 1214, ROW), common)
        words = self.ctx.t("choice.secret")
        text.draw(c, words, 640, bottom - 26, "aside", "text.soft", "cm", max_w=1180)
        self._draw_side(c, 76.0 if covers else top, bottom, whole=covers)
        if len(self.seats) == 2 and self.ctx.touch.in_use:
            handover.draw_switch(c, self.ctx, self.ui, (1600 - 90.0, 176.0))

    def _draw_across(self, c: Canvas, at: int, seat: int, head: float, common: bool) -> None:
        """Draw the choices of a person who sits across at that side of the screen, turned."""
        area = (24.0, 14.0, 1232.0, head + ROW + GAP + 12)

        def draw() -> None:
            shapes.panel(c, *area)
            self._draw_heads(c, (area[0], area[1], area[2], head), common)
            self._draw_row(c, at, seat, (33, area[1] + head, 1214, ROW), common)

        handover.draw_upside_down(c, self.ui, area, draw)

    def _find_columns(self, x: float, y: float, w: float, h: float) -> list[Box]:
        left, right = x + 310, x + w - 110
        most = max(len(self.options[seat]) for seat in self.seats)
        return layout.columns((left, y, right - left, h), min(most, KEYS), gap=8)

    def _draw_heads(self, c: Canvas, box: Box, common: bool) -> None:
        t = self.ctx.t
        x, y, w, h = box
        text.draw(c, t("choice.title"), x + 24, y + 30, "heading", "accent", "lm", max_w=270)
        if h > 60:
            text.paragraph(c, t("choice.how"), x + 24, y + 52, 270, "body", "text.body")
        text.draw(c, t("choice.ready"), x + w - 66, y + h - 22, "heading", "accent", "cm", max_w=96)
        if not common:
            return
        for option, column in zip(self.options[self.seats[0]], self._find_columns(x, y, w, h), strict=False):
            if self.table.hooks.has_secret_heads(self.table):
                self.table.hooks.draw_secret_head(self.table, c, option.action, (column[0], y + 8, column[2], h - 14))
            else:
                middle = column[0] + column[2] / 2
                text.draw(c, option.label, middle, y + h - 20, "name", "text", "cm", max_w=column[2])

    def _draw_row(self, c: Canvas, at: int, seat: int, box: Box, common: bool) -> None:
        t, player, device = self.ctx.t, self.table.session.seats[seat], self.devices[at]
        x, y, w, h = box
        shapes.gradient_box(c, *box, 10, [(0, "panel.top"), (1, "panel.low")], rim="edge.low")
        shapes.round_rect(c, x + 6, y + 9, 6, h - 18, 3, theme.player(player.colour, c.palette).base)
        shapes.badge(c, player.colour, player.emblem, x + 50, y + h / 2, 25)
        text.draw(c, player.name, x + 90, y + h / 2 - 14, "title", "text.bright", "lm", max_w=200)
        label = self._name_device(at)
        area = (x + 86, y + h / 2, 210.0, 34.0)
        tip = (label, t("choice.device.tip"))
        state = self.ui.zone(f"device.{at}", area, lambda: self.change_device(at), tip=tip, radius=8)
        ink = "text" if state == "hover" else "text.muted"
        icons.draw(c, "gamepad" if device.number else "keyboard", x + 98, y + h / 2 + 16, 16, ink)
        text.draw(c, label, x + 112, y + h / 2 + 16, "body", ink, "lm", max_w=184)
        options = self.options[seat]
        paged = self.needs_pages(seat)
        columns = self._find_columns(x - 9, y, w + 18, h)
        # Fingers choose as the person's keys do; nothing is drawn or heard of which cell it was.
        for key, column in zip(device.keys, columns, strict=False) if self.ctx.touch.in_use else ():
            self.ui.zone(f"cell.{at}.{key}", column, partial(self.press, key), ring=False, sound="")
        for place, column in enumerate(columns):
            if paged:
                self._draw_page(c, seat, device, place, column)
            elif place < len(options):
                self._draw_cap(c, device, place, options[place], column, "" if common else options[place].label)
        self._draw_mark(c, seat, x + w - 57, y + h / 2)

    def _name_device(self, at: int) -> str:
        """Return the name of a person's column or pad; a pad that may be asleep asks to be taken up instead.

        A person who has lost a pad is told which keys to use meanwhile; a pad of uncertain owner asks to be tried.
        """
        t, device = self.ctx.t, self.devices[at]
        if not device.number:
            name = t(f"choice.device.{device.name}")
            return t("choice.device.lost", keys=name) if at in self.lost else name
        if at in self.unsure:
            return t("choice.device.unsure")
        awake = device.instance in self.awake
        return t("choice.device.pad", n=device.number) if awake else t("choice.device.asleep")

    def _draw_cap(self, c: Canvas, device: Device, place: int, option: SecretOption, box: Box, below: str) -> None:
        """Draw a key, or that the choice is gone; the key of a choice that only its owner knows to be gone stays."""
        x, y, w, h = box
        middle = y + h / 2 - (10 if below else 0)
        if option.gone:
            shapes.round_rect(c, x + w / 2 - 40, middle - 13, 80, 26, 8, "veil", alpha=200)
            text.draw(c, self.ctx.t("choice.gone"), x + w / 2, middle, "caption", "text.muted", "cm", max_w=74)
            return
        side = 38.0 if below else 44.0
        label = device.labels[place]
        if device.number:
            maker = self.ctx.find_maker(device.instance)
            number = "" if maker else self.ctx.bindings.find_raw_number(label)
            pad_signs.draw(c, label, maker, x + w / 2, middle, side / 2 - 2, number=number)
        else:
            pad_signs.draw_cap(c, label, x + w / 2 - side / 2, middle - side / 2, side, w=side)
        if below:
            text.draw(c, below, x + w / 2, y + h - 13, "fine", "text.soft", "cm", max_w=w)

    def _draw_page(self, c: Canvas, seat: int, device: Device, place: int, box: Box) -> None:
        """Draw a key that stands for several choices, one for each time that the last key was pressed before."""
        options = self.options[seat]
        if place == KEYS - 1:
            words = self.ctx.t("choice.further")
        else:
            words = " \u00b7 ".join(one.label for one in options[place :: KEYS - 1])
        self._draw_cap(c, device, place, SecretOption(-1, ""), box, words)

    def _draw_mark(self, c: Canvas, seat: int, x: float, y: float) -> None:
        """Draw a tick for a person who is ready, else an hourglass."""
        if seat not in self.ready:
            shapes.round_rect(c, x - 20, y - 20, 40, 40, 20, "edge", border=1)
            icons.draw(c, "hourglass", x, y, 20, "text.muted")
            return
        if self.since_all >= 0:
            shapes.glow(c, x, y, 42)
        shapes.gradient_box(c, x - 20, y - 20, 40, 40, 20, [(0, "good.high"), (1, "good.low")])
        icons.draw(c, "check", x, y, 22, "good.ink")

    def _draw_side(self, c: Canvas, top: float, bottom: float, *, whole: bool) -> None:
        """Draw the column on the right: how many are ready, the way back to the curtain, and if it is ``whole`` how all
        this works."""
        t, x = self.ctx.t, 1280.0
        low = bottom - (76 if whole else 46)
        shapes.panel(c, x, top, SIDE, 250 if whole else low - top - 8)
        text.draw(c, t("choice.all"), x + 22, top + 30, "heading", "accent", "lm", max_w=SIDE - 40)
        shapes.rule(c, x + 16, top + 54, SIDE - 32, ornament=False)
        count = t("choice.count", n=len(self.ready), all=len(self.seats))
        text.draw(c, count, x + 22, top + 88, "title", "text.title", "lm", max_w=SIDE - 40)
        missing = [self.table.names[seat] for seat in self.seats if seat not in self.ready]
        waits = t("choice.waiting", names=self.ctx.texts.join(missing)) if missing else t("choice.reveal")
        text.paragraph(c, waits, x + 22, top + 116, SIDE - 44, "body", "text.body")
        self.ui.button(c, "curtain", (x, low, SIDE, 46), t("choice.curtain"), self._use_curtain, icon="curtain")
        menu = (t("ui.bar.menu"), t("ui.bar.menu.tip"))
        self.ui.icon_button(c, "bar.menu", 36, 24, 16, "menu", self.table.bar.open_menu, tip=menu)
        if not whole:
            return
        for seat, part in zip(self.seats, layout.columns((x + 16, top + 180, SIDE - 32, 56), 4), strict=False):
            player = self.table.session.seats[seat]
            middle = part[0] + part[2] / 2
            shapes.badge(c, player.colour, player.emblem, middle, top + 206, 20)
            if seat in self.ready:
                icons.draw(c, "check", middle + 16, top + 222, 18, "good")
        shapes.panel(c, x, top + 262, SIDE, low - top - 274)
        text.draw(c, t("choice.works"), x + 22, top + 292, "heading", "accent", "lm", max_w=SIDE - 40)
        shapes.rule(c, x + 16, top + 316, SIDE - 32, ornament=False)
        y = top + 336
        for key, icon in WORKS:
            icons.draw(c, icon, x + 32, y + 10, 22, "accent")
            room = (x + 58, y, SIDE - 76)
            y += text.paragraph(c, t(key), *room, "body", "text.body", bold_colour="text.bright") + 14

    def _use_curtain(self) -> None:
        """Have people choose one after the other from now on; what has been pressed is forgotten."""
        self.ctx.settings.share_keyboard = False
        self.ctx.save_settings()
        self._chosen, self.ready = {}, set()
        self.ctx.stack.pop()

    def handle(self, given: Input) -> bool:
        """Handle everybody's keys, and Esc (menu); return True, since the sheet uses every input."""
        if given.kind == "key":
            self.press(given.name)
        elif given.kind == "command" and given.name == "back":
            self.table.bar.open_menu()
        return True
