"""Controls of one scene.

A scene draws its controls through :class:`Ui`; each call draws the control in its present state
and notes a target. Every input, whatever its device, ends in "focus a target" or "activate a
target" of the last drawing (:mod:`scenes.shell.target_input`).
"""

from collections.abc import Callable, Sequence
from functools import partial

from engine.accessibility.nodes import CHECK, CHOICE, FIELD, LIST, SLIDER
from scenes.shell.finger_row import Face
from scenes.shell.target_input import BLINK_MS, TargetInput
from scenes.shell.targets import Box, Target
from scenes.shell.text_field import TextField
from sprites.base import controls, layout, pad_signs
from sprites.base.canvas import Canvas

STEP = 0.05
"""How far a slider is moved by one step."""


class Ui(TargetInput):
    """Controls of a scene: each one draws itself and registers its target."""

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
        sound: str = "click",
    ) -> None:
        """Draw a button with a label, below it ``sub``, and register it as a target; ``key``: the key drawn on the main
        one; ``tip``: title and words."""
        x, y, w, h = box
        state = self.zone(
            target_id, box, activate, enabled=enabled, tip=tip, radius=min(10, h * 0.24), sound=sound, main=main,
            label=label,
        )  # fmt: skip
        if self.takes_row(target_id, main=main):
            self._building[-1].face = Face(label, icon, sub=sub)
            return
        kind = "main" if main else "plain"
        sign = self.find_main_sign() if main and key else None
        if sign is not None or self.touch.in_use:
            key = None
        controls.button(c, x, y, w, h, label, kind=kind, state=state, icon=icon, key=key, sub=sub)
        if sign is not None:
            pad_signs.draw(c, sign.part, sign.maker, x + w - 19, y + h - 17, 11, number=sign.number)

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
        label: str = "",
        value: str = "",
    ) -> None:
        """Draw a round button with an icon; ``label`` names it where no tip does, ``value`` is what it changes."""
        box = (cx - r, cy - r, 2 * r, 2 * r)
        state = self.zone(target_id, box, activate, enabled=enabled, tip=tip, radius=r, label=label, value=value)
        if self.takes_row(target_id):
            self._building[-1].face = Face(icon=icon, is_on=on)
            return
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
    ) -> None:
        """Draw a slider with its label above; ``box`` is label and track together (height 46)."""
        x, y, w, h = box

        def drag(px: float, _py: float) -> None:
            raw = min(1.0, max(0.0, (px - x) / w))
            change(round(raw / STEP) * STEP)

        def adjust(by: int) -> None:
            change(min(1.0, max(0.0, round(value / STEP + by) * STEP)))

        target = Target(target_id, box, lambda: None, adjust=adjust, drag=drag, sound="")
        target.role, target.label, target.value = SLIDER, label, value_text
        self.note(target)
        controls.slider(c, x, y + h - 16, w, value, label, value_text, self.state(target_id))

    def checkbox(
        self,
        c: Canvas,
        target_id: str,
        box: Box,
        checked: bool,
        label: str,
        change: Callable[[bool], None],
        *,
        tip: tuple[str, str] | None = None,
    ) -> None:
        """Draw a tick box with its label and register it as a target."""
        state = self.zone(target_id, box, lambda: change(not checked), tip=tip, label=label, role=CHECK, is_on=checked)
        controls.checkbox(c, box[0], layout.middle(box), box[2], checked, label, state)

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
        name: str = "",
    ) -> None:
        """Draw a row of choices of which one is on; ``name``: what is chosen, said before each of them."""
        x, y, w, h = box
        part = w / len(labels)
        hover = None
        for k in range(len(labels)):
            part_id = f"{target_id}.{k}"
            part_box = (x + k * part, y, part, h)
            tip = tips[k] if tips else None
            target = Target(part_id, part_box, partial(change, k), tip=tip, radius=8)
            target.role, target.is_on = CHOICE, k == selected
            label = tips[k][0] if tips and labels[k].startswith("icon:") else labels[k]
            target.label = f"{name}{' ' if name.endswith('?') else ': '}{label}" if name else label
            self.note(target)
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
        name: str = "",
    ) -> None:
        """Draw a closed list, which opens below on activation, on top of everything else. ``name``: what is chosen."""
        x, y, w, h = box

        def toggle() -> None:
            self.open_list = None if self.open_list == target_id else target_id
            if self.open_list:
                self.focus = f"{target_id}.{selected}"

        label = labels[selected] if 0 <= selected < len(labels) else ""
        value = label if name else ""
        state = self.zone(target_id, box, toggle, label=name or label, role=LIST, value=value)
        opened = self.open_list == target_id
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
            row = self.touch.grow(controls.MENU_ROW)
            full = row * len(labels) + 8
            top = y + h + 4 if y + h + 4 + full <= c.height - 8 else max(8, y - 4 - full)
            for k in range(len(labels)):
                part_id = f"{target_id}.{k}"
                target = Target(part_id, (x + 6, top + 4 + k * row, w - 12, row), partial(pick, k), radius=6)
                target.role, target.label, target.is_on = CHOICE, labels[k], k == selected
                self.note(target)
                if part_id in (self.hover, self.focus if self.show_focus else None):
                    hover = k
            controls.menu(c, x, top, w, list(labels), selected, hover, row=row)

        self.draw_on_top(open_menu)

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
        name: str = "",
    ) -> None:
        """Draw a text field; activating it starts typing, Enter ends it. An ``icon`` stands at its right end; ``name``
        is said instead of the placeholder."""
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

        field = self.field if self.editing == target_id else None
        target = Target(target_id, box, edit, enabled, tip, drag=point, drop=drop)
        target.role, target.label, target.value = FIELD, name or placeholder, text if field is None else field.text
        target.is_edited = field is not None
        target.selection = (len(text), len(text)) if field is None else field.ends
        self.note(target)
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
