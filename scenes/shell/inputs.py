"""Every input device turned into a few plain inputs.

Mouse and touch give pointer inputs in logical units; keyboard and game pad give commands by the
table ``bindings.json``. Scenes never see pygame events.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pygame

from engine import schema
from engine.schema import expect
from scenes.shell import keyboard
from scenes.shell.text_field import EDITS
from sprites.base.canvas import Canvas

BINDINGS = Path(__file__).with_name("bindings.json")

COMMANDS = frozenset(
    {"left", "right", "up", "down", "next", "previous", "activate", "main", "back", "explain", "fullscreen"}
    | {"undo", "redo", "hint", "rules", "sound", "settings", "why", "page_up", "page_down", "home", "end", "quit"}
    | {"faster", "slower", "turn_left", "turn_right", "names", "again", "chronicle", "copy", "search", "skip"}
    | {f"choice_{number}" for number in range(1, 10)}
)
"""What keys and pad buttons can be bound to."""


@dataclass(frozen=True, slots=True)
class Input:
    """One input. ``kind``: move, press, release, wheel, command, text, edit, key.

    ``x``/``y`` are logical units, ``name`` the command, the typed text, what is done in a text field or where a key
    lies, ``amount`` wheel steps, ``device`` mouse, touch, keyboard or pad.
    """

    kind: str
    x: float = 0.0
    y: float = 0.0
    name: str = ""
    amount: float = 0.0
    device: str = "mouse"
    button: int = 1


def _name_place(event: Any) -> str:
    """Return where a key or button lies that was pressed, as ``key:SCANCODE``, ``pad:PAD:bBUTTON`` or
    ``pad:PAD:hX,Y``; "" for other events."""
    if event.type == pygame.KEYDOWN:
        return f"key:{getattr(event, 'scancode', 0)}"
    pad = getattr(event, "instance_id", 0)
    if event.type == pygame.JOYBUTTONDOWN:
        return f"pad:{pad}:b{event.button}"
    return f"pad:{pad}:h{event.value[0]},{event.value[1]}" if event.type == pygame.JOYHATMOTION else ""


class BadBindings(schema.Misfit):
    """The table of key bindings is wrong; the text names file, place and expected value."""


class Bindings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``bindings.json``: what keys, buttons, hats and axes of a pad stand for; how far an axis must be moved.

    While a text is edited the keys of ``editing`` come first.
    """

    keys: dict[str, str]
    editing: dict[str, str]
    pad_buttons: dict[str, str]
    pad_hats: dict[str, str]
    pad_axes: dict[str, str]
    pad_threshold: float

    def __post_init__(self) -> None:
        """Check that all bindings name existing commands."""
        for key, edit in self.editing.items():
            expect(edit in EDITS, f"editing.{key}", f"one of {', '.join(sorted(EDITS))}", edit)
        for section in ("keys", "pad_buttons", "pad_hats", "pad_axes"):
            for key, command in getattr(self, section).items():
                expect(command in COMMANDS, f"{section}.{key}", f"one of {', '.join(sorted(COMMANDS))}", command)

    def key_for(self, command: str) -> str:
        """The first key that stands for a command; "" when none does."""
        return next((key for key, meant in self.keys.items() if meant == command), "")


def load_bindings(path: Path = BINDINGS) -> Bindings:
    """The checked table of bindings; raises :class:`BadBindings`."""
    return schema.read(path, Bindings, BadBindings)


@functools.cache
def bindings() -> Bindings:
    """The table of bindings in use."""
    return load_bindings()


def key_label(command: str) -> str:
    """What the player's keyboard prints on the key of a command; "" when no key stands for it."""
    key = bindings().key_for(command)
    return keyboard.get_label(key) if key else ""


class Translator:
    """Turns pygame events into inputs; knows whether Shift is held and whether text is being typed."""

    def __init__(self, table: Bindings | None = None) -> None:
        table = table or bindings()
        self.keys = table.keys
        self.editing = table.editing
        self.pad_buttons = table.pad_buttons
        self.hats = table.pad_hats
        self.axes = table.pad_axes
        self.threshold = table.pad_threshold
        self.typing = False
        self.pads: dict[int, Any] = {}
        self.own_keys: frozenset[str] = frozenset()
        """Keys and buttons by their place that belong to people now; they stand for nothing else meanwhile."""
        self._axis_state: dict[tuple[int, int], str] = {}

    def is_hurrying(self) -> bool:
        """Whether Shift is held down."""
        return bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)

    def translate(self, event: Any, canvas: Canvas) -> Iterator[Input]:
        """The inputs one pygame event stands for (none for most)."""
        kind = event.type
        own = _name_place(event) if self.own_keys else ""
        if own in self.own_keys:
            yield Input("key", name=own, device="pad" if own.startswith("pad") else "keyboard")
        elif kind == pygame.MOUSEMOTION:
            x, y = canvas.logical(event.pos)
            yield Input("move", x, y, button=1 if event.buttons[0] else 0)
        elif kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button in (1, 2, 3):
            x, y = canvas.logical(event.pos)
            yield Input("press" if kind == pygame.MOUSEBUTTONDOWN else "release", x, y, button=event.button)
        elif kind == pygame.MOUSEWHEEL:
            x, y = canvas.logical(pygame.mouse.get_pos())
            yield Input("wheel", x, y, amount=float(event.y))
        elif kind == pygame.KEYDOWN:
            yield from self._key(event)
        elif kind == pygame.TEXTINPUT and self.typing:
            yield Input("text", name=event.text, device="keyboard")
        elif kind == pygame.JOYBUTTONDOWN:
            command = self.pad_buttons.get(str(event.button))
            if command:
                yield Input("command", name=command, device="pad")
        elif kind == pygame.JOYHATMOTION:
            command = self.hats.get(f"{event.value[0]},{event.value[1]}")
            if command:
                yield Input("command", name=command, device="pad")
        elif kind == pygame.JOYAXISMOTION:
            yield from self._axis(event)
        elif kind == pygame.JOYDEVICEADDED:
            # A pad may be gone again before it is opened (a loose plug); then there is nothing to listen to.
            with contextlib.suppress(pygame.error, OverflowError):
                pad = pygame.joystick.Joystick(event.device_index)
                self.pads[pad.get_instance_id()] = pad
        elif kind == pygame.JOYDEVICEREMOVED:
            self.pads.pop(event.instance_id, None)
            yield Input("command", name="pad_gone", device="pad")

    def _key(self, event: Any) -> Iterator[Input]:
        name, held = keyboard.get_key_name(event), keyboard.get_modifiers(event)
        is_plain = not {"ctrl", "alt"} & set(held)
        full = "+".join([*held, name])
        if self.typing:
            edit = self.editing.get(full)
            if edit:
                yield Input("edit", name=edit, device="keyboard")
                return
            if (len(name) == 1 and is_plain) or name == "space":
                return
        command = self.keys.get(full) or (self.keys.get(name) if is_plain else None)
        if command:
            yield Input("command", name=command, device="keyboard")

    def _axis(self, event: Any) -> Iterator[Input]:
        pad = int(getattr(event, "instance_id", 0))
        sign = "+" if event.value > self.threshold else "-" if event.value < -self.threshold else ""
        if abs(event.value) > 0.35 and not sign:
            return
        before = self._axis_state.get((pad, event.axis), "")
        self._axis_state[(pad, event.axis)] = sign
        if sign and sign != before:
            command = self.axes.get(f"{event.axis}{sign}")
            if command:
                yield Input("command", name=command, device="pad")
