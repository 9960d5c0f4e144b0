"""Targets, focus and controls of one scene.

A scene draws its controls through :class:`Ui`; each call draws the control in its present state
and notes a target. Every input, whatever its device, ends in "focus a target" or "activate a
target" of the last drawing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from engine import names
from scenes.shell.inputs import Input
from scenes.shell.targets import Box, Target
from scenes.shell.text_field import TextField
from sprites.base import controls, shapes
from sprites.base.canvas import Canvas

TOOLTIP_AFTER = 350.0
BLINK_MS = 530.0
"""So long a caret is seen, and so long it is not."""
TOLD_AFTER = 600.0
"""So long the pointer rests before what has no tip of its own says what it is."""
ASKED = 1e9
"""Milliseconds of rest that count as reached when an explanation is asked for by a key."""


class Ui:
    """The targets of a scene with hover, focus, press, open list and text caret."""

    def __init__(self, play_sound: Callable[[str], None] | None = None) -> None:
        self.targets: list[Target] = []
        self.hover: str | None = None
        self.focus: str | None = None
        self.show_focus = False
        self.pressed: str | None = None
        self.open_list: str | None = None
        self.editing: str | None = None
        self.field: TextField | None = None
        self.x = -1.0
        self.y = -1.0
        self.hover_time = 0.0
        self.clock = 0.0
        self.dirty = True
        self.stale = False
        """Whether something was carried out since the last drawing: its targets may lead to what is gone."""
        self._building: list[Target] = []
        self._late: list[Callable[[], None]] = []
        self._play = play_sound or (lambda cue: None)
        self._modal_from: int | None = None
        self.opened: dict[str, int] = {}
        """Which part of a page with several is open, by the page's name."""
        self.first_stop: Callable[[], str | None] = lambda: None
        """Where the focus comes first, when nothing has it yet; None for the first control of the page."""
        self.idle: tuple[str, ...] = ()
        """How the ids of targets begin which the focus does not light for now: nothing can be chosen there."""
        self.first: str | None = None
        """A target that lies above its neighbours whatever their order (a raised card)."""

    # --- drawing -------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start a drawing: forget the targets of the last one."""
        self._building = []
        self._late = []
        self._modal_from = None
        self.first = None

    def cover(self, box: Box) -> None:
        """Something is about to be drawn over a box: what was noted there before can no longer be reached."""
        x, y, w, h = box

        def apart(one: Target) -> bool:
            left, top, wide, high = one.box
            return left + wide <= x or x + w <= left or top + high <= y or y + h <= top

        self._building = [one for one in self._building if apart(one)]

    def modal(self) -> None:
        """From here on only targets noted later can be reached (dialogs)."""
        self._modal_from = len(self._building)

    def end(self, c: Canvas) -> None:
        """Finish a drawing: open lists, focus ring and tooltip come on top."""
        for draw in self._late:
            draw()
        reach = self._building[self._modal_from :] if self._modal_from is not None else self._building
        self.targets = reach
        if self.focus is not None and self.find(self.focus) is None:
            self.focus = None
        if self.hover is not None and self.find(self.hover) is None:
            self.rest()
        focused = self.find(self.focus)
        if focused is not None and self.show_focus and focused.ring:
            x, y, w, h = focused.box
            shapes.focus_ring(c, x, y, w, h, focused.radius)
        self._tooltip(c)
        self.dirty = False
        self.stale = False

    def _tooltip(self, c: Canvas) -> None:
        # What the pointer rests on explains itself; what keys have marked only on request (F1).
        waited = ASKED if self.show_focus else TOOLTIP_AFTER
        target = self.asked if self.hover_time >= waited else None
        if target is None or target.id == self.editing or self.open_list is not None or self.pressed is not None:
            return
        tip = target.tip
        if tip is None and target.told is not None and self.hover_time >= TOLD_AFTER:
            tip = target.told()
        if tip is not None:
            controls.tooltip(c, tip[0], tip[1], target.box, picture=target.picture)

    def rest(self) -> None:
        """Forget the hovered target until the pointer moves."""
        self.hover = None
        self.hover_time = 0.0
        self.dirty = True

    def find(self, target_id: str | None) -> Target | None:
        """The target of that id in the last drawing."""
        if target_id is None:
            return None
        for target in self.targets:
            if target.id == target_id:
                return target
        return None

    @property
    def shown_focus(self) -> str | None:
        """Focused target while the focus ring is shown; None while the mouse is used."""
        idle = self.focus is not None and self.focus.startswith(self.idle)
        return self.focus if self.show_focus and not idle else None

    @property
    def hot(self) -> tuple[str | None, str | None]:
        """What the pointer and, when it is shown, the focus are on."""
        return self.hover, self.shown_focus

    def list_pointed(self, prefix: str) -> list[int]:
        """The numbers of the targets ``prefix`` + number that pointer and shown focus are on, in this order."""
        return [int(one[len(prefix) :]) for one in self.hot if one is not None and one.startswith(prefix)]

    @property
    def amber(self) -> Target | None:
        """The amber button that can be pressed now."""
        return next((one for one in reversed(self.targets) if one.main and one.enabled), None)

    def state(self, target_id: str, enabled: bool = True) -> str:
        """How a control is to be drawn now."""
        if not enabled:
            return "disabled"
        if self.pressed == target_id and self.hover == target_id:
            return "pressed"
        return "hover" if self.hover == target_id else "normal"

    def note(self, target: Target) -> Target:
        """Note a target that the scene has drawn itself."""
        self._building.append(target)
        return target

    def zone(
        self,
        target_id: str,
        box: Box,
        activate: Callable[[], None],
        *,
        enabled: bool = True,
        tip: tuple[str, str] | None = None,
        contains: Callable[[float, float], bool] | None = None,
        radius: float = 10,
        ring: bool = True,
        sound: str = "click",
        main: bool = False,
    ) -> str:
        """A target that the scene draws itself; returns its state."""
        target = Target(
            target_id, box, activate, enabled, tip, contains=contains, radius=radius, ring=ring, sound=sound
        )
        target.main = main
        self.note(target)
        return self.state(target_id, enabled)

    def button(
        self,
        c: Canvas,
        target_id: str,
        box: Box,
        label: str,
        activate: Callable[[], None],
        *,
        main: bool = False,
        enabled: bool = True,
        icon: str | None = None,
        key: str | None = None,
        sub: str | None = None,
        tip: tuple[str, str] | None = None,
        size: float | None = None,
        sound: str = "click",
    ) -> None:
        """Draw a button with a label and register it as a target."""
        x, y, w, h = box
        state = self.zone(
            target_id, box, activate, enabled=enabled, tip=tip, radius=min(10, h * 0.24), sound=sound, main=main
        )
        kind = "main" if main else "plain"
        controls.button(c, x, y, w, h, label, kind=kind, state=state, icon=icon, key=key, sub=sub, size=size)

    def icon_button(
        self,
        c: Canvas,
        target_id: str,
        cx: float,
        cy: float,
        r: float,
        icon: str,
        activate: Callable[[], None],
        *,
        enabled: bool = True,
        on: bool = False,
        tip: tuple[str, str] | None = None,
    ) -> None:
        """A round button with an icon."""
        box = (cx - r, cy - r, 2 * r, 2 * r)
        state = self.zone(target_id, box, activate, enabled=enabled, tip=tip, radius=r)
        controls.icon_button(c, cx, cy, r, icon, state, on)

    def slider(
        self,
        c: Canvas,
        target_id: str,
        box: Box,
        value: float,
        label: str,
        value_text: str,
        change: Callable[[float], None],
        *,
        step: float = 0.05,
    ) -> None:
        """A slider with its label above; ``box`` is label and track together (height 46)."""
        x, y, w, h = box

        def drag(px: float, _py: float) -> None:
            raw = min(1.0, max(0.0, (px - x) / w))
            change(round(raw / step) * step)

        def adjust(by: int) -> None:
            change(min(1.0, max(0.0, round(value / step + by) * step)))

        target = Target(target_id, box, lambda: None, adjust=adjust, drag=drag, sound="")
        self.note(target)
        controls.slider(c, x, y + h - 16, w, value, label, value_text, self.state(target_id))

    def checkbox(
        self, c: Canvas, target_id: str, box: Box, checked: bool, label: str, change: Callable[[bool], None]
    ) -> None:
        """A box to tick with its label."""
        state = self.zone(target_id, box, lambda: change(not checked))
        controls.checkbox(c, box[0], box[1] + (box[3] - 24) / 2, box[2], checked, label, state)

    def segmented_control(
        self,
        c: Canvas,
        target_id: str,
        box: Box,
        labels: Sequence[str],
        selected: int,
        change: Callable[[int], None],
        *,
        tips: Sequence[tuple[str, str]] | None = None,
    ) -> None:
        """A row of choices of which one is on."""
        x, y, w, h = box
        part = w / len(labels)
        hover = None
        for k in range(len(labels)):
            part_id = f"{target_id}.{k}"
            part_box = (x + k * part, y, part, h)
            tip = tips[k] if tips else None
            self.note(Target(part_id, part_box, _call(change, k), tip=tip, radius=8))
            if self.hover == part_id:
                hover = k
        controls.segment_control(c, x, y, w, h, list(labels), selected, hover)

    def dropdown(
        self,
        c: Canvas,
        target_id: str,
        box: Box,
        labels: Sequence[str],
        selected: int,
        change: Callable[[int], None],
        *,
        enabled: bool = True,
    ) -> None:
        """A closed list; opens below on activation, on top of everything else."""
        x, y, w, h = box

        def toggle() -> None:
            self.open_list = None if self.open_list == target_id else target_id
            if self.open_list:
                self.focus = f"{target_id}.{selected}"

        state = self.zone(target_id, box, toggle, enabled=enabled)
        opened = self.open_list == target_id and enabled
        label = labels[selected] if 0 <= selected < len(labels) else ""
        controls.dropdown(c, x, y, w, h, label, state, opened)
        if not opened:
            return

        def pick(k: int) -> None:
            self.open_list = None
            self.focus = target_id
            change(k)

        def open_menu() -> None:
            self.modal()
            hover = None
            row = controls.MENU_ROW
            full = row * len(labels) + 8
            top = y + h + 4 if y + h + 4 + full <= c.height - 8 else max(8, y - 4 - full)
            for k in range(len(labels)):
                part_id = f"{target_id}.{k}"
                self.note(Target(part_id, (x + 6, top + 4 + k * row, w - 12, row), _call(pick, k), radius=6))
                if part_id in (self.hover, self.focus if self.show_focus else None):
                    hover = k
            controls.menu(c, x, top, w, list(labels), selected, hover)

        self._late.append(open_menu)

    def text_field(
        self,
        c: Canvas,
        target_id: str,
        box: Box,
        text: str,
        change: Callable[[str], None],
        *,
        placeholder: str = "",
        limit: int = 16,
        enabled: bool = True,
        tip: tuple[str, str] | None = None,
        icon: str | None = None,
    ) -> None:
        """A line of text; activating it starts typing, Enter ends it. An ``icon`` stands at its right end."""
        x, y, w, h = box
        room = w - controls.FIELD_ICON if icon else w

        def edit() -> None:
            if self.editing != target_id or self.field is None:
                self.editing, self.field = target_id, TextField(text, limit, change)

        def point(px: float, _py: float) -> None:
            edit()
            field = self.field
            if field is not None:
                at = controls.field_place(c, (x, y, room, h), field.text, field.scroll, px)
                field.place(at, select=field.held)
                field.held = True

        def drop(_px: float, _py: float) -> None:
            if self.field is not None:
                self.field.held = False

        self.note(Target(target_id, box, edit, enabled, tip, drag=point, drop=drop))
        field = self.field if self.editing == target_id else None
        if field is None:
            controls.text_field(c, x, y, w, h, text, placeholder=placeholder, icon=icon)
            return
        field.scroll = controls.text_field(
            c,
            x,
            y,
            w,
            h,
            field.text,
            caret=field.caret,
            selection=field.selection,
            scroll=field.scroll,
            caret_on=field.age % (2 * BLINK_MS) < BLINK_MS,
            focused=True,
            icon=icon,
        )

    # --- input ---------------------------------------------------------------------------------

    @property
    def typing(self) -> bool:
        """Whether a text field takes the keys."""
        return self.editing is not None

    def update(self, ms: float) -> None:
        """Let time pass for tooltips and the caret."""
        self.clock += ms
        before = self.hover_time
        self.hover_time += ms
        if any(before < after <= self.hover_time for after in (TOOLTIP_AFTER, TOLD_AFTER)):
            self.dirty = True
        if self.field is not None:
            phase, self.field.age = int(self.field.age / BLINK_MS), self.field.age + ms
            self.dirty = self.dirty or int(self.field.age / BLINK_MS) != phase
        if self.editing is not None and not self.dirty and self.find(self.editing) is None:
            self.commit_text()  # the field is gone

    def point(self) -> None:
        """Find what lies under the pointer."""
        found = None
        top = self.find(self.first)
        order = [top, *reversed(self.targets)] if top is not None else reversed(self.targets)
        for target in order:
            if target.hit(self.x, self.y):
                found = target.id
                break
        if found != self.hover:
            self.hover = found
            self.hover_time = 0.0
            self.dirty = True

    def handle(self, given: Input) -> bool:
        """Take one input; True when a target used it."""
        if given.kind in ("move", "press", "release"):
            return self._pointer(given)
        if given.kind in ("text", "edit") and self.field is not None:
            if given.kind == "text":
                self.field.insert(given.name)
            else:
                self.field.edit(given.name)
            self.dirty = True
            return True
        if given.kind == "command":
            return self._command(given)
        return False

    def _pointer(self, given: Input) -> bool:
        self.x, self.y = given.x, given.y
        if given.kind == "move":
            if self.show_focus:
                self.show_focus = False
                self.dirty = True
            self.point()
            held = self.find(self.pressed)
            if held is not None and held.drag is not None:
                held.drag(given.x, given.y)
                self.dirty = True
                return True
            return False
        self.point()
        if given.button != 1:
            return False
        if given.kind == "press":
            self.dirty = True
            if self.editing is not None and self.hover != self.editing:
                self.commit_text()
            if self.open_list is not None and (self.hover is None or not self.hover.startswith(self.open_list)):
                self.open_list = None
                return True
            target = self.find(self.hover)
            if target is None:
                return False
            self.pressed = target.id
            self.focus = target.id
            if target.enabled and target.drag is not None:
                self.stale = True
                target.drag(given.x, given.y)
            return True
        pressed, self.pressed = self.pressed, None
        self.dirty = True
        if pressed is None:
            return False
        target = self.find(pressed)
        if target is not None and self.hover == pressed:
            self.fire(target)
        if target is not None and target.drop is not None:
            target.drop(given.x, given.y)
        return True

    def fire(self, target: Target) -> None:
        """Activate a target, or refuse with a dull knock when it is disabled."""
        # Who clicks knows what it is: the tooltip waits until the pointer has been elsewhere.
        self.hover_time = -math.inf if target.enabled else 0.0
        self.dirty = True
        if not target.enabled:
            self._play("refused")
            return
        if target.sound:
            self._play(target.sound)
        self.stale = True
        target.activate()

    def commit_text(self) -> None:
        """End typing and hand the text over."""
        field, self.field, self.editing = self.field, None, None
        self.dirty = True
        if field is not None:
            self.stale = True
            field.done(names.clean(field.text, field.limit))

    def _command(self, given: Input) -> bool:
        name = given.name
        if given.device == "pad" and not self.show_focus:
            self.show_focus = self.dirty = True  # a pad has no pointer, so its user has to see the focus
        if self.editing is not None:
            if name in ("activate", "back", "next", "previous"):
                self.commit_text()
                self.show_focus = self.show_focus or name in ("next", "previous")
                if name in ("activate", "back"):
                    return True
            else:
                return False
        if name == "back" and self.open_list is not None:
            self.focus, self.open_list = self.open_list, None
            self.dirty = True
            return True
        if name in ("next", "previous"):
            self._step(1 if name == "next" else -1)
            return True
        if name in ("left", "right", "up", "down"):
            focused = self.find(self.focus)
            if name in ("left", "right") and focused is not None and focused.adjust is not None and focused.enabled:
                focused.adjust(1 if name == "right" else -1)
                self.show_focus = True
                self.dirty = True
                return True
            return self._turn(name)
        if name == "activate":
            focused = self.find(self.focus)
            if focused is not None and self.show_focus:
                self.fire(focused)
                return True
        return False

    def press_amber(self) -> bool:
        """Press the amber button; False when there is none that can be pressed."""
        amber = self.amber
        if amber is None:
            return False
        self.fire(amber)
        return True

    def _begin_focus(self) -> bool:
        """Put the first focus where something is to be decided, not on the bar; False when it has begun before."""
        wanted = self.find(self.first_stop())
        if self.find(self.focus) is not None and (self.show_focus or wanted is None):
            return False
        if wanted is None:
            inner = (one for one in self.targets if one.enabled and not one.id.startswith("bar."))
            wanted = next(inner, self.targets[0] if self.targets else None)
        if wanted is not None:
            self.set_focus(wanted.id)
        return True

    def set_focus(self, target_id: str, show: bool = True) -> None:
        """Put the focus on a target."""
        self.focus = target_id
        self.show_focus = self.show_focus or show
        self.hover_time = 0.0
        self.dirty = True

    @property
    def asked(self) -> Target | None:
        """What an explanation is wanted of: what keys have marked, else what the pointer rests on; of two the one
        that has one."""
        marked, under = self.find(self.focus), self.find(self.hover)
        order = (marked, under) if self.show_focus else (under,)
        found = [one for one in order if one is not None]
        return next((one for one in found if one.tip is not None or one.told is not None), found[0] if found else None)

    def show_tip(self) -> None:
        """Explain at once what is marked or pointed at, without waiting."""
        self.hover_time = ASKED
        self.show_focus = self.show_focus or self.find(self.hover) is None
        self.dirty = True

    def _step(self, by: int) -> None:
        ids = [target.id for target in self.targets]
        if not ids or (by > 0 and self._begin_focus()):
            return
        at = ids.index(self.focus) + by if self.focus in ids else -1
        self.focus = ids[at % len(ids)]
        self.show_focus = True
        self.hover_time = 0.0
        self.dirty = True

    def _turn(self, direction: str) -> bool:
        """Move the focus to the nearest target in a direction."""
        if not self.targets:
            return False
        start = self.find(self.focus)
        if self._begin_focus() or start is None or not self.show_focus:
            self.show_focus = True
            self.dirty = True
            return True
        dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[direction]
        sx, sy = start.centre
        best: Target | None = None
        best_cost = math.inf
        for target in self.targets:
            if target.id == start.id:
                continue
            tx, ty = target.centre
            along = (tx - sx) * dx + (ty - sy) * dy
            if along <= 2:
                continue
            across = abs((tx - sx) * dy) + abs((ty - sy) * dx)
            cost = along + 2.2 * across
            if cost < best_cost:
                best, best_cost = target, cost
        if best is None:
            return True
        self.focus = best.id
        self.hover_time = 0.0
        self.dirty = True
        return True


def _call(function: Callable[[int], None], value: int) -> Callable[[], None]:
    def call() -> None:
        function(value)

    return call
