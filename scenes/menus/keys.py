"""Own keys and buttons: what every key and every button of a pad stands for, and the devices that are plugged in."""

from collections.abc import Sequence
from functools import partial

from engine.languages import languages
from engine.storage.settings import PAD_SIGNS
from scenes.menus.key_editor import MOST_KEYS, MOST_PARTS, SHARED, KeyEditor, Waiting
from scenes.shell import bindings
from scenes.shell.bindings import KEYS, PAD
from scenes.shell.context import Context
from scenes.shell.parts import Act, Parts
from scenes.table import shared_keys
from scenes.table.shared_keys import COLUMNS
from sprites.base import layout, pad_signs, regalia, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

GROUPS = {
    "table": {
        "activate": "ph-hand-pointing", "main": "hand", "back": "skip", "undo": "undo", "redo": "redo", "hint": "hint",
        "why": "why", "why_rival": "why", "rules": "rules", "chronicle": "scroll", "again": "eye", "hurry": "fast",
        "skip": "fast",
    },
    "move": {
        "left": "left", "right": "right", "up": "up", "down": "down", "next": "right", "previous": "left",
        "page_up": "up", "page_down": "down", "home": "up", "end": "down", "turn_left": "anticlockwise-rotation",
        "turn_right": "clockwise-rotation",
    },
    "window": {
        "settings": "settings", "sound": "sound", "explain": "question", "faster": "speed", "slower": "speed",
        "fullscreen": "fullscreen", "search": "search", "copy": "copy", "paste": "disk", "names": "text",
        "quit": "exit",
    },
    "listening": {
        "next_zone": "right", "previous_zone": "left", "go_to": "ph-hand-pointing", "next_matter": "star",
        "say_turn": "hourglass", "say_score": "trophy", "say_hand": "card-pick", "say_news": "eye",
        "say_patterns": "hint", "say_place": "question", "say_again": "redo", "speech": "sound",
    },
    "choices": dict.fromkeys(bindings.CHOICES, "dice"),
}  # fmt: skip
"""Commands with their icons, by the part of the page on which they stand."""
ICONS = {command: icon for group in GROUPS.values() for command, icon in group.items()}
MOST_FOUND = 12
"""Actions that a search shows at most."""
PITCH, OPEN = 48.0, 84.0
"""Height of a row, and of the question in an open one."""
LEFT, CAPS, SIGNS = 300.0, 344.0, 154.0
"""Widths of the columns: the name of a command, its keys, its buttons of a pad."""
CAP, SIGN = 32.0, 16.0
"""Height of a key, radius of a button."""
PICTURE, TAB = 260.0, 198.0
"""Least height of the picture, and width of a device."""
SIGN_ROWS = (("xbox", ("a", "b", "x", "y")), ("playstation", ("a", "b", "x", "y")), ("nintendo", ("b", "a", "y", "x")))
"""Buttons below, right, left and above, with the signs of three makers."""
LEFT_LINES = ("lefttrigger", "leftshoulder", "leftstick", "dpup")
RIGHT_LINES = ("righttrigger", "rightshoulder", "y", "b", "a", "x", "rightstick")
"""Parts that are explained next to the picture, from above."""
_SPOTS = {
    "lefttrigger": (-96.0, -92.0), "leftshoulder": (-92.0, -68.0), "leftstick": (-104.0, -18.0), "dpup": (-52.0, 38.0),
    "righttrigger": (96.0, -92.0), "rightshoulder": (92.0, -68.0), "y": (98.0, -44.0), "b": (124.0, -19.0),
    "a": (98.0, 6.0), "x": (72.0, -19.0), "rightstick": (52.0, 38.0), "back": (-26.0, -22.0), "start": (26.0, -22.0),
}  # fmt: skip
"""Where parts lie, from the middle of the picture."""
_BODY = (
    (-70, -60), (-40, -52), (40, -52), (70, -60), (110, -62), (142, -34), (166, 46), (170, 88), (150, 102), (126, 90),
    (88, 52), (-88, 52), (-126, 90), (-150, 102), (-170, 88), (-166, 46), (-142, -34), (-110, -62),
)  # fmt: skip
"""Outline of a pad, from the middle of the picture."""


class KeysScene(KeyEditor):
    """Page of key bindings: the list of commands on the left, devices and switches on the right."""

    name = "keys"
    head, about, icon = "ui.settings.title", "keys.sub", "settings"
    margin = 24.0

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.group = "table"
        self.query = ""
        """What is looked for: a part of the name of an action, or what is printed on its key."""

    def body(self, parts: Parts) -> Part:
        """Return the list and the devices."""
        names = [*GROUPS, SHARED]
        labels, at = [self.ctx.t(f"keys.group.{name}") for name in names], names.index(self.group)
        tabs = parts.segments("group", labels, -1 if self.query else at, lambda k: self._show(names[k]), height=44)
        has_columns = self.group == SHARED and not self.query
        rows = self._list_columns(parts) if has_columns else self._list_commands(parts)
        devices = parts.panel(_list_device_rows(self, parts), title="keys.devices", width=652, pad=16)
        commands = parts.panel([parts.space(14), tabs, *rows], width=884, pad=16)
        if parts.c.foot:
            return parts.tabs([self.ctx.t("keys.button"), self.ctx.t("keys.devices")], [commands, devices])
        return parts.row([commands, devices], gap=16)

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return undo, restoring the standard, the number of changed keys, and the back button."""
        t, own = self.ctx.t, sum(bindings.has_own(self.table, command) for command in bindings.COMMANDS)
        found = [parts.button("undo", t("keys.undo"), self.undo, "undo", enabled=self.can_undo(), width=214)]
        for section, icon in ((KEYS, "keyboard"), (PAD, "gamepad")):
            changed = self.table.get_section(section) != bindings.standard().get_section(section)
            label, act = t(f"keys.reset.{section}"), partial(self.reset, section)
            found.append(parts.button(f"reset.{section}", label, act, icon, enabled=changed, width=214))
        words = t("keys.own", n=own, all=len(bindings.COMMANDS)) if own else t("keys.own.none")
        done = parts.button("done", t("ui.settings.done"), self.ctx.stack.pop, "check", main=True, width=316)
        return *found, parts.line(words, "aside", "text.soft", share=1), done

    # --- what is shown --------------------------------------------------------------------------------

    def look_for(self, query: str) -> None:
        """Show the commands that match a search text; those of the open part of the page when it is empty."""
        self.query = query.strip()
        self.cancel()

    def find_commands(self) -> list[str]:
        """Return the shown commands: of the open group, or those that match the search, matching key labels first."""
        if not self.query:
            return list(GROUPS.get(self.group, ()))
        wanted = self.query.casefold()
        every = [command for group in GROUPS.values() for command in group]
        by_key = [command for command in every if wanted in map(str.casefold, self.list_labels(command))]
        by_name = [command for command in every if wanted in self.name_command(command).casefold()]
        return list(dict.fromkeys([*by_key, *by_name]))[:MOST_FOUND]

    def _show(self, group: str) -> None:
        self.group, self.query = group, ""
        self.cancel()

    def list_acts(self) -> dict[str, Act]:
        """Return the actions of commands; back closes the open row, else ends the search, else leaves the page."""
        back = self.cancel if self.waiting is not None else self.go_back
        leave = partial(self.look_for, "") if self.query else back
        return {"undo": self.undo, "search": partial(self.ui.begin_typing, "find"), "back": leave, "main": back}

    # --- commands -------------------------------------------------------------------------------------

    def _list_commands(self, parts: Parts) -> list[Part]:
        """Return the search, and a row for each command."""
        t, commands = self.ctx.t, self.find_commands()
        find = parts.field("find", self.query, self.look_for, hint=t("keys.find"), limit=24, icon="search", height=34)
        head = [parts.at_width(LEFT - 18, find), parts.space(18)]
        for icon, word, width in (("keyboard", "keys.keyboard", CAPS), ("gamepad", "keys.pad", SIGNS)):
            head.append(parts.icon(icon, 20, "accent.low", width=28))
            head.append(parts.line(t(word), "strong", "text.muted", width=width - 16))
        is_open, touch = self.waiting is not None and self.waiting.command in commands, parts.ui.touch
        room = parts.c.height - 316 - (OPEN if is_open else 0)
        pitch = touch.least + touch.gap or min(PITCH, room / max(1, len(commands)))
        rows = [self._make_row(parts, command, pitch) for command in commands]
        none = parts.line(t("keys.find.none"), "aside", "text.soft", align="c", height=120)
        return [
            parts.space(6), parts.row(head, 34, gap=0), parts.space(4), parts.rule(6, ornament=False),
            parts.fill(parts.column(rows or [none])),
        ]  # fmt: skip

    def _make_row(self, parts: Parts, command: str, pitch: float) -> Part:
        c, is_open = parts.c, self.waiting is not None and self.waiting.command == command
        first, touch = (*self.list_caps(command, KEYS), "")[0], parts.ui.touch
        signs = max(SIGNS, MOST_PARTS * (touch.least + touch.gap))
        line = parts.row([
            Part(16, partial(self._draw_mark, parts, command)), parts.icon(ICONS[command], 21, width=24),
            parts.space(10),
            parts.line(self.name_command(command), "label", "text.bright" if is_open else "text", width=LEFT - 60),
            parts.space(10),
            Part(CAPS, parts.row(self._list_caps(parts, command), gap=8).draw), parts.space(12),
            Part(signs, parts.row(self._list_signs(parts, command), gap=8).draw),
            self._make_plain(parts, f"edit.{command}", "edit", 19, partial(self.wait_for, command, KEYS, first),
                             self.ctx.t("reader.key.change", command=self.name_command(command)), lit=is_open),
        ], pitch, gap=0)  # fmt: skip

        def draw(box: Box) -> None:
            x, y, w, h = box
            if is_open:
                place = (x - 8, y + 1, w + 16, h - 2)
                shapes.gradient_box(c, *place, 10, ((0, "selected.high"), (1, "selected.low")))
                shapes.round_rect(c, *place, 10, "edge.bright", border=2)
            else:
                shapes.line(c, x, y + h, x + w, y + h, "line", 1, 90)
            line.draw((x, y, w, pitch))
            if is_open:
                self._make_question(parts).draw((x + 4, y + pitch, w - 8, h - pitch - 8))

        return Part(pitch + (OPEN + 2 * touch.gap if is_open else 0), draw)

    def _draw_mark(self, parts: Parts, command: str, box: Box) -> None:
        """Mark a command with a key of the player's own."""
        if bindings.has_own(self.table, command):
            shapes.round_rect(parts.c, box[0] + 1, layout.middle(box) - 4, 8, 8, 4, "accent.bright")

    def _list_caps(self, parts: Parts, command: str) -> list[Part]:
        """Return the keys of a command, and the way to one more."""
        t, found, waiting, conflict = self.ctx.t, [], self.waiting, self.conflict
        keys = self.list_caps(command, KEYS)
        for at, key in enumerate(keys):
            shown = label = self.ctx.texts.name_key(key)
            locked = key in self.table.locked
            act: Act = partial(self.wait_for, command, KEYS, key)
            if locked:
                act = partial(self.ctx.toast, t("keys.locked"))
            look = "locked" if locked else "own" if key not in bindings.standard().list_keys(command) else "normal"
            if conflict is not None and waiting is not None and (command, key) == (waiting.command, waiting.key):
                shown, look = self.name_key(conflict.section, conflict.key), "taken"
            spoken = t("reader.key.cap", command=self.name_command(command), key=label)
            tip = (label, t("keys.cap.tip"))
            found.append(_make_cap(parts, f"key.{command}.{at}", shown, act, spoken, look, CAP, tip=tip))
        return [*found, *([self._make_plus(parts, command, KEYS)] if len(keys) < MOST_KEYS else [])]

    def _list_signs(self, parts: Parts, command: str) -> list[Part]:
        """Return the buttons of a pad for a command, and the way to one more."""
        t, name, signs = self.ctx.t, self.name_command(command), self.list_caps(command, PAD)
        tip, grow = (name, t("keys.cap.tip")), parts.ui.touch.grow

        def draw(box: Box, part: str, at: int) -> None:
            x, middle, spoken = box[0] + box[2] / 2, layout.middle(box), t("reader.key.button", command=name, part=part)
            target, act = f"pad.{command}.{at}", partial(self.wait_for, command, PAD, part)
            place = layout.centre(box, box[2], grow(2 * SIGN))
            if self.ui.zone(target, place, act, radius=SIGN, label=spoken, tip=tip) == "hover":
                shapes.glow(parts.c, x, middle, SIGN * 1.8)
            pad_signs.draw(parts.c, part, self.find_maker(), x, middle, SIGN, number=self.find_number(part))

        found = [
            Part(grow(pad_signs.get_width(part, SIGN)), partial(draw, part=part, at=at))
            for at, part in enumerate(signs)
        ]
        return [*found, *([self._make_plus(parts, command, PAD)] if len(signs) < MOST_PARTS else [])]

    def _make_plus(self, parts: Parts, command: str, section: str) -> Part:
        spoken = self.ctx.t("reader.key.add", command=self.name_command(command))
        act = partial(self.wait_for, command, section, "")
        return self._make_plain(parts, f"add.{section}.{command}", "plus", 13, act, spoken, edge="line")

    def _make_plain(
        self, parts: Parts, name: str, icon: str, size: float, act: Act, spoken: str, *, lit: bool = False,
        edge: str = "",
    ) -> Part:  # fmt: skip
        """Return a small icon that is pressed, without a plate."""

        def draw(box: Box) -> None:
            place, reach = layout.centre(box, 30, 30), parts.ui.touch.grow(30)
            state = self.ui.zone(name, layout.centre(box, reach, reach), act, radius=7, label=spoken)
            if edge:
                shapes.round_rect(parts.c, *place, 7, edge, border=1)
            parts.icon(icon, size, "text.bright" if lit or state == "hover" else "text.muted").draw(place)

        return Part(parts.ui.touch.grow(32), draw)

    # --- the question of an open row ------------------------------------------------------------------

    def _make_question(self, parts: Parts) -> Part:
        """Return what an open row asks: for a key, or what becomes of a key that is taken."""
        t, c, waiting, conflict = self.ctx.t, parts.c, self.waiting, self.conflict
        if waiting is None:
            return parts.space()
        said, bad = t("keys.wait"), conflict is not None
        note = t("keys.wait.adds")
        if waiting.key:
            note = t("keys.wait.replaces", key=self.name_key(waiting.section, waiting.key))
        if conflict is not None:
            key, action = self.name_key(conflict.section, conflict.key), self.name_command(conflict.other)
            said, note = t("keys.taken", key=key, action=action), t("keys.taken.why")
        words = [parts.space(10), parts.note(said, "name", "text.bright", share=1, middle=True)]
        words += [parts.line(note, colour="text.body", height=26)] if waiting.section != SHARED else []
        icon = parts.icon("warning" if bad else "keyboard", 28, "danger" if bad else "accent.bright", width=44)
        prefix = "columns." if waiting.section == SHARED else ""
        buttons = [parts.button(f"{prefix}{name}", label, act, width=136, enabled=enabled)
                   for name, label, act, enabled in self._list_answers(waiting)]  # fmt: skip
        row = parts.row([icon, parts.fill(parts.column([*words, parts.space(8)])), *buttons], gap=8)

        def draw(box: Box) -> None:
            shapes.plaque(c, box, 8, dark=235, edge=255, border=1.4, ink="bad" if bad else "edge.low")
            row.draw(layout.inset(box, 10, 2))

        return Part(OPEN + 2 * parts.ui.touch.gap, draw, 1)

    def _list_answers(self, waiting: Waiting) -> list[tuple[str, str, Act, bool]]:
        """Return what can be answered in an open row: target, label, action and whether it is possible."""
        t, conflict, section, found = self.ctx.t, self.conflict, waiting.section, list[tuple[str, str, Act, bool]]()
        old = self.name_key(section, waiting.key) if waiting.key else ""
        if conflict is None and old and section != SHARED:
            can = bindings.can_lose(self.table, section, waiting.key)
            found.append(("remove", t("keys.remove", key=old), partial(self.remove, section, waiting.key), can))
        key = "" if conflict is None else self.name_key(conflict.section, conflict.key)
        if conflict is not None and old:
            found.append(("swap", t("keys.swap", key=key, other=old), self.swap, True))
        if conflict is None or section == SHARED:
            return [*found, ("cancel", t("keys.cancel"), self.cancel, True)]
        again = partial(self.wait_for, waiting.command, section, waiting.key)
        found.append(("take", t("keys.take", key=key), self.take, self.can_take()))
        return [*found, ("another", t("keys.another"), again, True)]

    # --- columns of keys of several people ------------------------------------------------------------

    def _list_columns(self, parts: Parts) -> list[Part]:
        """Return what the columns are for, a row for each of them, and what a key is used for already."""
        t, columns = self.ctx.t, self.columns
        label, act = t("keys.columns.reset"), partial(self.keep_columns, COLUMNS)
        reset = parts.button("columns.reset", label, act, "keyboard", height=44, width=290, enabled=columns != COLUMNS)
        return [
            parts.space(10),
            parts.note(t("keys.columns.note"), height=64),
            *(self._make_column(parts, name, places) for name, places in columns.items()),
            parts.space(share=1),
            Part(OPEN, self._make_question(parts).draw),
            Part(parts.ui.touch.grow(64), parts.row([parts.space(share=1), reset]).draw),
        ]

    def _make_column(self, parts: Parts, name: str, places: Sequence[int]) -> Part:
        label, caps = self.name_command(name), []
        for at, place in enumerate(places):
            key, act = shared_keys.get_label(place), partial(self.wait_for, name, SHARED, str(place))
            spoken = self.ctx.t("keys.columns.cap", column=label, n=at + 1, key=key)
            is_open = self.waiting == Waiting(name, SHARED, str(place))
            look = "taken" if is_open else "own" if place != COLUMNS[name][at] else "normal"
            caps.append(_make_cap(parts, f"column.{name}.{at}", "…" if is_open else key, act, spoken, look, 36))
        name_part = parts.line(label, "label", width=204)
        row = parts.row([
            parts.icon("keyboard", 24, width=28), parts.space(10), name_part, parts.space(8),
            parts.fill(parts.row(caps, gap=8, even=len(caps))),
        ], max(73.0, parts.ui.touch.pitch), gap=0)  # fmt: skip
        return parts.column([row, parts.rule(1, ornament=False)])


def _make_cap(
    parts: Parts, name: str, label: str, act: Act, spoken: str, look: str, height: float,
    *, tip: tuple[str, str] | None = None,
) -> Part:  # fmt: skip
    """Return a key cap; ``look``: normal, locked, taken, or own for one of the player's."""
    grow = parts.ui.touch.grow

    def draw(box: Box) -> None:
        place, reach = layout.centre(box, box[2], height), layout.centre(box, box[2], grow(height))
        state = parts.ui.zone(name, reach, act, radius=7, label=spoken, tip=tip)
        lit = look == "own" or (look == "normal" and state == "hover")
        pad_signs.draw_cap(parts.c, label, *place[:2], height, state="hover" if lit else look, w=place[2])

    return Part(grow(pad_signs.get_cap_width(parts.c, label, height)), draw)


def _list_device_rows(page: KeyEditor, parts: Parts) -> list[Part]:
    """Return the right side: devices, the signs of their buttons, a picture of a pad, and switches."""
    ctx, t = page.ctx, page.ctx.t
    chosen, makers = ctx.settings.pad_signs, [t(f"keys.signs.{name or 'device'}") for name in PAD_SIGNS]
    at = PAD_SIGNS.index(chosen) if chosen in PAD_SIGNS else 0
    signs = parts.segments("signs", makers, at, lambda k: _set(page, "pad_signs", PAD_SIGNS[k]), share=1)
    hurry = parts.segments(
        "hurry", [t("keys.hurry.held"), t("keys.hurry.switch")], int(ctx.settings.hurry_switch),
        lambda k: _set(page, "hurry_switch", k == 1), width=300,
    )  # fmt: skip
    switches = [
        parts.checkbox(field, t(word), getattr(ctx.settings, field), partial(_set, page, field))
        for field, word in (("pad_shakes", "keys.shakes"), ("screen_keyboard", "keys.screen_keyboard"))
    ]
    return [
        parts.row(_list_devices(page, parts), 60, gap=12),
        parts.space(14),
        parts.row([parts.line(t("keys.signs"), "name", width=84), signs], 44, gap=6),
        parts.space(8),
        parts.row([Part(0, partial(_draw_signs, parts.c, *one), 1) for one in SIGN_ROWS], 36),
        parts.space(10),
        Part(PICTURE, partial(_draw_picture, parts.c, page), 1),
        parts.space(12),
        parts.row([parts.line(t("keys.hurry"), "name", width=110), hurry], 44, gap=8),
        parts.space(6),
        parts.row(switches, 52, gap=12, even=2),
        parts.space(10),
        _make_try(page, parts),
    ]


def _list_devices(page: KeyEditor, parts: Parts) -> list[Part]:
    """Return the keyboard and the pads that are plugged in; the shown one is framed."""
    t, plugged = page.ctx.t, list(page.ctx.plugged.values())[:3]
    shown = page.device if page.device in page.ctx.plugged else plugged[0].instance if plugged else -1
    wide = min(TAB, (620 - 12 * len(plugged)) / (1 + len(plugged)))

    def make(icon: str, name: str, note: str, pad: int = -1) -> Part:
        words = [
            parts.line(text.cut_to_width(parts.c, name, wide - 58, "name"), "name", "text.bright", height=24),
            parts.line(note, colour="text.muted", height=24),
        ]
        inner = [parts.icon(icon, 24, width=48), Part(wide - 58, parts.column([parts.space(6), *words]).draw)]
        press = (f"device.{pad}", partial(setattr, page, "device", pad)) if pad >= 0 else None
        return parts.card(parts.row(inner, gap=0), press=press, width=wide, marked=0 <= pad == shown)

    found = [make("keyboard", t("keys.keyboard"), languages.get_conventions(page.ctx.language).name)]
    for number, pad in enumerate(plugged, 1):
        name, note = pad.name or t("keys.pad"), t("choice.device.pad", n=number)
        found.append(make("gamepad", name, note, pad.instance))
    return found if plugged else [*found, parts.line(t("keys.devices.none"), colour="text.muted", share=1)]


def _draw_signs(c: Canvas, maker: str, parts: Sequence[str], box: Box) -> None:
    """Draw the four buttons at the right as a maker signs them."""
    for k, part in enumerate(parts):
        pad_signs.draw(c, part, maker, box[0] + box[2] / 2 + (k - 1.5) * 38, layout.middle(box), 14)


def _draw_picture(c: Canvas, page: KeyEditor, box: Box) -> None:
    """Draw a pad with lines from its parts to what they do."""
    x, y, w, h = box
    shapes.round_rect(c, x, y, w, h, 10, "veil", alpha=200)
    cx, cy = x + w / 2, y + h / 2 + 6
    body = [(cx + dx, cy + dy) for dx, dy in _smooth(_BODY)]
    regalia.polygon(c, body, ((0.0, "base/pad.high"), (1.0, "base/pad.low")), rim="edge.low")
    maker = page.find_maker()
    for part, (dx, dy) in _SPOTS.items():
        r = 15.0 if part.endswith("stick") else 11.0
        pad_signs.draw(c, part, maker, cx + dx, cy + dy, r, number=page.find_number(part))
    for parts, side in ((LEFT_LINES, -1), (RIGHT_LINES, 1)):
        for part, (_, top, _, high) in zip(parts, layout.rows((x, y + 8, w, h - 16), len(parts)), strict=True):
            _draw_line(c, page, part, (cx, cy), side, top + high / 2, w / 2 - 188)
    for part, lift in (("back", -1), ("start", 1)):
        words = _name_use(page, part)
        text.draw(c, words, cx + lift * 4, y + 16, "strong", "text.soft", "rm" if lift < 0 else "lm", max_w=84)
        dx, dy = _SPOTS[part]
        strokes.line(c, [(cx + dx, y + 28), (cx + dx, cy + dy - 13)], "accent.low", 1)


def _smooth(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A closed line with its corners cut three times (Chaikin 1974)."""
    line = list(points)
    for _ in range(3):
        pairs = zip(line, line[1:] + line[:1], strict=True)
        line = [
            (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairs for share in (0.25, 0.75)
        ]
    return line


def _name_use(page: KeyEditor, part: str) -> str:
    """What a part of a pad does, in words; "" for nothing."""
    command = page.table.pad.get(part) or page.table.pad.get(f"{part}+", "")
    if command == "main":
        return page.ctx.t("keys.short.main")
    if command in ("next", "previous"):
        return page.ctx.t(f"keys.short.{command}")
    return page.name_command(command) if command else ""


def _draw_line(
    c: Canvas, page: KeyEditor, part: str, middle: tuple[float, float], side: int, y: float, room: float
) -> None:
    words = page.ctx.t("keys.group.move") if part == "dpup" else _name_use(page, part)
    if not words:
        return
    dx, dy = _SPOTS[part]
    start = (middle[0] + dx + side * 13, middle[1] + dy)
    end = (middle[0] + side * 182, y)
    strokes.line(c, [start, (end[0] - side * 8, y), end], "accent.low", 1)
    shapes.round_rect(c, start[0] - 2.5, start[1] - 2.5, 5, 5, 2.5, "accent.bright")
    left = end[0] + side * 5
    text.draw(c, words, left, y, "strong", "text.body", "lm" if side > 0 else "rm", max_w=room)


def _set(page: KeyEditor, field: str, value: object) -> None:
    setattr(page.ctx.settings, field, value)
    page.ctx.apply_settings()


def _make_try(page: KeyEditor, parts: Parts) -> Part:
    """Return the line of the try-out: a button that starts it, or the key pressed last with its command."""
    t, tried = page.ctx.t, page.tried
    if tried is None:
        return parts.button("try", t("keys.try.start"), page.begin_trying, "keyboard", height=50)
    section, key = tried
    words, row = t("keys.try.how"), [parts.space(16), parts.line(t("keys.try"), "heading", "accent", width=120)]
    if key:
        command, name = page.table.get_section(section).get(key, ""), page.name_key(section, key)
        words = t("keys.try.nothing", key=name)
        if command:
            words = t("keys.try.found", key=name, action=page.name_command(command))
    if key and section != KEYS:
        maker, number = page.find_maker(), page.find_number(key)
        row.append(Part(48, lambda box: pad_signs.draw(
            parts.c, key, maker, box[0] + 20, layout.middle(box), 14, number=number)))  # fmt: skip
    line = parts.row([*row, parts.line(words, "lead", "text.bright", share=1), parts.space(12)], gap=0)

    def draw(box: Box) -> None:
        shapes.plaque(parts.c, box, 9, dark=220, edge=255, border=1.4, ink="edge.bright")
        line.draw(box)

    return Part(50, draw)
