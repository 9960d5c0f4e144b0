"""Rows of the page of keys: a command with its keys and buttons; the open row asks for a key or tells a conflict."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scenes.menus.key_editor import MOST_KEYS, MOST_PARTS, KeyEditor
from scenes.shell import bindings
from scenes.shell.bindings import KEYS, PAD
from sprites.base import icons, layout, pad_signs, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

Act = Callable[[], None]
PITCH, OPEN = 48.0, 84.0
"""Height of a row, and what an open one is higher."""
CAPS_X, PADS_X, PENCIL_X = 300.0, 656.0, 826.0
"""Where keys, buttons of a pad and the pencil begin, from the left edge of the list."""
CAP_H, SIGN_R = 32.0, 16.0
ICONS = {
    "activate": "ph-hand-pointing", "main": "hand", "back": "skip", "undo": "undo", "redo": "redo", "hint": "hint",
    "why": "why", "rules": "rules", "chronicle": "scroll", "again": "eye", "hurry": "fast", "skip": "fast",
    "left": "left", "right": "right", "up": "up", "down": "down", "next": "right", "previous": "left",
    "page_up": "up", "page_down": "down", "home": "up", "end": "down",
    "turn_left": "anticlockwise-rotation", "turn_right": "clockwise-rotation",
    "explain": "question", "settings": "settings", "sound": "sound", "faster": "speed", "slower": "speed",
    "next_zone": "right", "previous_zone": "left", "go_to": "ph-hand-pointing", "next_matter": "star",
    "say_turn": "hourglass", "say_score": "trophy", "say_hand": "card-pick", "say_news": "eye", "say_patterns": "hint",
    "say_place": "question", "say_again": "redo", "speech": "sound",
    "fullscreen": "fullscreen", "search": "search", "copy": "copy", "paste": "disk", "names": "text", "quit": "exit",
}  # fmt: skip


def draw(c: Canvas, page: KeyEditor, commands: Sequence[str], box: Box) -> None:
    """Draw the heads of the columns and a row for each command."""
    t = page.ctx.t
    x, y, w, h = box
    for left, icon, word in ((CAPS_X, "keyboard", "keys.keyboard"), (PADS_X, "gamepad", "keys.pad")):
        icons.draw(c, icon, x + left + 10, y + 14, 20, "accent.low")
        text.draw(c, t(word), x + left + 28, y + 15, "strong", "text.muted", "lm", max_w=150)
    shapes.rule(c, x, y + 32, w, ornament=False)
    opened = page.waiting is not None and page.waiting.command in commands
    pitch = min(PITCH, (h - 42 - (OPEN if opened else 0)) / max(1, len(commands)))
    top = y + 38
    for command in commands:
        is_open = page.waiting is not None and page.waiting.command == command
        high = pitch + (OPEN if is_open else 0)
        _draw_row(c, page, command, (x, top, w, high), pitch, is_open=is_open)
        top += high


def _draw_row(c: Canvas, page: KeyEditor, command: str, box: Box, pitch: float, *, is_open: bool) -> None:
    x, y, w, h = box
    middle = y + pitch / 2
    if is_open:
        shapes.gradient_box(c, x - 8, y + 1, w + 16, h - 2, 10, ((0, "selected.high"), (1, "selected.low")))
        shapes.round_rect(c, x - 8, y + 1, w + 16, h - 2, 10, "edge.bright", border=2)
    else:
        shapes.line(c, x, y + h, x + w, y + h, "line", 1, 90)
    if bindings.has_own(page.table, command):
        shapes.round_rect(c, x + 1, middle - 4, 8, 8, 4, "accent.bright")
    icons.draw(c, ICONS.get(command, "dice"), x + 28, middle, 21, "accent")
    name = page.name_command(command)
    text.draw(c, name, x + 50, middle, "label", "text.bright" if is_open else "text", "lm", max_w=CAPS_X - 60)
    _draw_caps(c, page, command, x, middle)
    _draw_signs(c, page, command, x, middle)
    edit = (x + PENCIL_X - 16, middle - 16, 32.0, 32.0)
    first = (*page.list_caps(command, KEYS), "")[0]
    label = page.ctx.t("reader.key.change", command=name)
    state = page.ui.zone(f"edit.{command}", edit, lambda: page.wait_for(command, KEYS, first), radius=8, label=label)
    icons.draw(c, "edit", x + PENCIL_X, middle, 19, "text.bright" if state == "hover" or is_open else "text.muted")
    if is_open:
        _draw_open(c, page, (x + 4, y + pitch, w - 8, h - pitch - 8))


def _draw_caps(c: Canvas, page: KeyEditor, command: str, x: float, middle: float) -> None:
    keys = page.list_caps(command, KEYS)
    left, right = x + CAPS_X, x + PADS_X - 12
    labels = [page.ctx.texts.name_key(key) for key in keys]
    wide = [pad_signs.get_cap_width(c, label, CAP_H) for label in labels]
    room = right - left - (CAP_H + 8)
    shrink = min(1.0, (room - 8 * len(wide)) / max(1.0, sum(wide)))
    tip = page.ctx.t("keys.cap.tip")
    for at, (key, label, long) in enumerate(zip(keys, labels, wide, strict=True)):
        w = long * shrink
        target = f"key.{command}.{at}"
        locked = key in page.table.locked
        act = (lambda: page.ctx.toast(page.ctx.t("keys.locked"))) if locked else _wait(page, command, KEYS, key)
        spoken = page.ctx.t("reader.key.cap", command=page.name_command(command), key=label)
        state = page.ui.zone(
            target, (left, middle - CAP_H / 2, w, CAP_H), act, radius=7, label=spoken, tip=(label, tip)
        )
        is_own = key not in bindings.standard().list_keys(command)
        look = "locked" if locked else "hover" if state == "hover" or is_own else "normal"
        conflict, waiting = page.conflict, page.waiting
        if conflict is not None and waiting is not None and (command, key) == (waiting.command, waiting.key):
            label, look = page.name_key(conflict.section, conflict.key), "taken"
        pad_signs.draw_cap(c, label, left, middle - CAP_H / 2, CAP_H, state=look, w=w)
        left += w + 8
    _draw_plus(c, page, command, KEYS, left, middle, len(keys))


def _draw_signs(c: Canvas, page: KeyEditor, command: str, x: float, middle: float) -> None:
    parts = page.list_caps(command, PAD)
    left, maker = x + PADS_X, page.find_maker()
    tip = (page.name_command(command), page.ctx.t("keys.cap.tip"))
    for at, part in enumerate(parts):
        w = pad_signs.get_width(part, SIGN_R)
        box = (left, middle - SIGN_R, w, 2 * SIGN_R)
        spoken = page.ctx.t("reader.key.button", command=page.name_command(command), part=part)
        target, act = f"pad.{command}.{at}", _wait(page, command, PAD, part)
        state = page.ui.zone(target, box, act, radius=SIGN_R, label=spoken, tip=tip)
        if state == "hover":
            shapes.glow(c, left + w / 2, middle, SIGN_R * 1.8)
        pad_signs.draw(c, part, maker, left + w / 2, middle, SIGN_R, number=page.find_number(part))
        left += w + 8
    _draw_plus(c, page, command, PAD, left, middle, len(parts))


def _wait(page: KeyEditor, command: str, section: str, key: str) -> Act:
    return lambda: page.wait_for(command, section, key)


def _draw_plus(c: Canvas, page: KeyEditor, command: str, section: str, x: float, middle: float, count: int) -> None:
    if count >= (MOST_KEYS if section == KEYS else MOST_PARTS):
        return
    box = (x, middle - 15, 30.0, 30.0)
    spoken = page.ctx.t("reader.key.add", command=page.name_command(command))
    state = page.ui.zone(f"add.{section}.{command}", box, _wait(page, command, section, ""), radius=7, label=spoken)
    ink = "text.bright" if state == "hover" else "text.dim"
    shapes.round_rect(c, *box, 7, "line", border=1)
    icons.draw(c, "plus", x + 15, middle, 13, ink)


def _draw_open(c: Canvas, page: KeyEditor, box: Box) -> None:
    """Draw what an open row asks: for a key, or what becomes of a key that is taken."""
    t, waiting, conflict = page.ctx.t, page.waiting, page.conflict
    if waiting is None:
        return
    x, y, w, h = box
    is_bad = conflict is not None
    shapes.round_rect(c, x, y, w, h, 8, "veil", alpha=235)
    shapes.round_rect(c, x, y, w, h, 8, "bad" if is_bad else "edge.low", border=1.4)
    icons.draw(c, "warning" if is_bad else "keyboard", x + 32, y + h / 2, 28, "danger" if is_bad else "accent.bright")
    if conflict is not None:
        key = page.name_key(conflict.section, conflict.key)
        head, note = t("keys.taken", key=key, action=page.name_command(conflict.other)), t("keys.taken.why")
    else:
        head = t("keys.wait")
        key = page.name_key(waiting.section, waiting.key) if waiting.key else ""
        note = t("keys.wait.replaces", key=key) if key else t("keys.wait.adds")
    acts = list(_list_acts(page))
    side = 128.0 * len(acts) + 8
    room = w - 60 - side - 8
    rows, size = text.rows(c, head, room, "name", 40)
    for k, row in enumerate(rows):
        lift = y + (24 if len(rows) == 1 else 16 + 20 * k)
        text.draw(c, row, x + 60, lift, size, "text.bright", "lm", max_w=room)
    text.draw(c, note, x + 60, y + h - 18, "body", "text.body", "lm", max_w=room)
    for (target, label, act, enabled), part in zip(
        acts, layout.columns((x + w - side, y + 14, side - 8, h - 28), len(acts), gap=8), strict=True
    ):
        page.ui.button(c, target, part, label, act, enabled=enabled)


def _list_acts(page: KeyEditor) -> list[tuple[str, str, Act, bool]]:
    """Target, label, action and whether it is possible, for each button of the open row."""
    t, waiting, conflict = page.ctx.t, page.waiting, page.conflict
    if waiting is None:
        return []
    if conflict is None:
        acts: list[tuple[str, str, Act, bool]] = [("cancel", t("keys.cancel"), page.cancel, True)]
        if waiting.key:
            key, section = waiting.key, waiting.section
            label = t("keys.remove", key=page.name_key(section, key))
            can = bindings.can_lose(page.table, section, key)
            acts.insert(0, ("remove", label, lambda: page.remove(section, key), can))
        return acts
    key = page.name_key(conflict.section, conflict.key)
    other = page.name_key(waiting.section, waiting.key) if waiting.key else ""
    command, section, replaced = waiting.command, waiting.section, waiting.key
    acts = []
    if other:
        acts.append(("swap", t("keys.swap", key=key, other=other), page.swap, page.can_swap()))
    acts.append(("take", t("keys.take", key=key), page.take, page.can_take()))
    acts.append(("another", t("keys.another"), lambda: page.wait_for(command, section, replaced), True))
    return acts
