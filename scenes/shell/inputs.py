"""Every input device turned into a few plain inputs.

The mouse gives pointer inputs in logical units, fingers give gestures (``fingers.py``), keyboard and game pad give
commands by the table ``bindings.json``. Scenes never see pygame events.
"""

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

import pygame

from scenes.shell import bindings
from scenes.shell.bindings import Bindings
from scenes.shell.fingers import FINGERS, MOUSE, Fingers, Gesture
from scenes.shell.pads import Pads, Press
from sprites.base.canvas import Canvas

LINE = 44.0
"""Units of a way that scroll by a line."""
SLOWS_MS = 325.0
"""So long a list that runs on needs to lose most of its speed."""
LEAST_SPEED = 0.05
"""Units in a millisecond below which it stands."""


@dataclass(frozen=True, slots=True)
class Input:
    """One input. ``kind``: move, press, release, wheel, command, text, edit, key, binding; of a finger touch, tap,
    hold, drag, lift, pinch (``scenes.shell.fingers.Gesture``).

    ``x``/``y`` are logical units, ``name`` the command, the typed text, what is done in a text field, where a key
    lies, or (``binding``) the key or part of a pad as bindings name it; ``amount`` wheel steps, or
    how much further two fingers are apart; ``device`` mouse, touch, keyboard or pad, ``pad`` the number of that pad at
    SDL, ``finger`` that of a finger, ``dx`` and ``dy`` its way.
    """

    kind: str
    x: float = 0.0
    y: float = 0.0
    name: str = ""
    amount: float = 0.0
    device: str = "mouse"
    button: int = 1
    pad: int = -1
    finger: int = 0
    dx: float = 0.0
    dy: float = 0.0


SIDE_BUTTONS = {6: "mouse 4", 7: "mouse 5"}
"""Buttons of SDL that are the side buttons of a mouse, and how bindings name them."""
SHIFTS = ("left shift", "right shift")
MODIFIERS = frozenset(
    {*SHIFTS, "left ctrl", "right ctrl", "left alt", "right alt", "left meta", "right meta", "alt gr"}
)
"""Keys that are held while another one is pressed."""


class Translator:
    """Translates pygame events into inputs; keeps track of pads, of the key that speeds things up, and of text
    input."""

    def __init__(self, table: Bindings | None = None) -> None:
        self.table = table or bindings.standard()
        self.pads = Pads(self.table.raw_pad, self.table.pad_threshold)
        self.fingers = Fingers()
        self.ratio = 1.0
        """Pixels in one unit of the pointer's place."""
        self.typing = False
        self.reads_bindings = False
        """Whether every key and button comes as an input of kind ``binding`` and does nothing else."""
        self.toggles_hurry = False
        """Whether the key that hurries is a switch instead of being held."""
        self.own_keys: frozenset[str] = frozenset()
        """Keys and buttons by their place that belong to people now; they stand for nothing else meanwhile."""
        self._parts_down: set[tuple[int, str]] = set()
        """Pads and their parts that are pressed."""
        self._hurried = False
        self._held: set[Hashable] = set()
        """Keys and buttons that are held and hurry."""
        self._tapped: Hashable = None
        """What was pressed last, as long as nothing else is pressed."""

    @property
    def parts_down(self) -> frozenset[str]:
        """Return the parts that are pressed on any pad, by their names."""
        return frozenset(part for _, part in self._parts_down)

    def _find_point(self, canvas: Canvas, place: tuple[float, float]) -> tuple[float, float]:
        """The logical position of the pointer."""
        return canvas.logical((place[0] * self.ratio, place[1] * self.ratio))

    def is_hurrying(self) -> bool:
        """Whether the key that speeds things up is held down, or switched on."""
        if self.toggles_hurry:
            return self._hurried
        by_shift = any(self.table.keys.get(key) == "hurry" for key in SHIFTS)
        return bool(self._held) or (by_shift and bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def release_all(self) -> None:
        """Forget all held keys: without focus the window does not learn when they are released."""
        self._held.clear()
        self._parts_down.clear()
        self._tapped = None
        self.fingers.forget()

    def update(self, ms: float) -> Iterator[Input]:
        """Yield inputs that come from time alone: a finger that rests."""
        self.fingers.types = self.typing
        yield from map(_tell_gesture, self.fingers.update(ms))

    def translate(self, event: Any, canvas: Canvas) -> Iterator[Input]:
        """Yield the inputs of a pygame event (none for most)."""
        kind = event.type
        if kind in FINGERS:
            size = canvas.size[0] / self.ratio, canvas.size[1] / self.ratio
            yield from map(_tell_gesture, self.fingers.read(event, canvas, size))
        elif kind in MOUSE and self.fingers.is_echo(event):
            return
        elif kind == pygame.MOUSEMOTION:
            x, y = self._find_point(canvas, event.pos)
            yield Input("move", x, y, button=1 if event.buttons[0] else 0)
        elif kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            yield from self._button(event, canvas)
        elif kind == pygame.MOUSEWHEEL:
            x, y = self._find_point(canvas, pygame.mouse.get_pos())
            yield Input("wheel", x, y, amount=float(event.y))
        elif kind in (pygame.KEYDOWN, pygame.KEYUP):
            yield from self._key(event)
        elif kind == pygame.TEXTINPUT:
            if self.typing:
                yield Input("text", name=event.text, device="keyboard")
        elif kind == pygame.JOYDEVICEADDED:
            pad = self.pads.open(event.device_index)
            if pad is not None:
                yield Input("command", name="pad_new", device="pad", pad=pad.instance)
        elif kind == pygame.JOYDEVICEREMOVED:
            self.pads.close(event.instance_id)
            self._parts_down = {each for each in self._parts_down if each[0] != event.instance_id}
            self._held = {each for each in self._held if not str(each).startswith(f"pad:{event.instance_id}:")}
            yield Input("command", name="pad_gone", device="pad")
        else:
            yield from self._pad(event)

    def _button(self, event: Any, canvas: Canvas) -> Iterator[Input]:
        side = SIDE_BUTTONS.get(event.button)
        is_down = event.type == pygame.MOUSEBUTTONDOWN
        if side is not None:
            yield from self._press(Press(bindings.KEYS, side, side, is_down, "mouse"))
        elif event.button in (1, 2, 3):
            x, y = self._find_point(canvas, event.pos)
            yield Input("press" if is_down else "release", x, y, button=event.button)

    def _press(self, press: Press) -> Iterator[Input]:
        """A key that has no modifiers, or a part of a pad."""
        if press.is_down and self.reads_bindings:
            yield Input("binding", name=press.name, device=press.device, pad=press.pad)
            return
        command = self.table.get_section(press.section).get(press.name, "")
        if command == "hurry" or not press.is_down:
            self._hurry(command, press.place, press.is_down)
        elif command:
            self._tapped = None
            yield Input("command", name=command, device=press.device, pad=press.pad)

    def _hurry(self, command: str, held: Hashable, is_down: bool) -> None:
        """Note that a key or button is held that hurries; as a switch it works when it was pressed alone."""
        if is_down:
            self._tapped = held
            if held not in SHIFTS:
                self._held.add(held)
            return
        self._held.discard(held)
        if self._tapped != held:
            return  # something else is let go, such as a stick that trembles
        if command == "hurry" and self.toggles_hurry:
            self._hurried = not self._hurried
        self._tapped = None

    def _pad(self, event: Any) -> Iterator[Input]:
        for press in self.pads.read(event):
            (self._parts_down.add if press.is_down else self._parts_down.discard)((press.pad, press.name))
            if press.is_down and press.place in self.own_keys:
                yield Input("key", name=str(press.place), device="pad")
            else:
                yield from self._press(press)

    def _key(self, event: Any) -> Iterator[Input]:
        is_down = event.type == pygame.KEYDOWN
        place = f"key:{getattr(event, 'scancode', 0)}"
        if place in self.own_keys:
            if is_down:
                yield Input("key", name=place, device="keyboard")
            return
        name, modifiers = bindings.get_key_name(event), bindings.get_modifiers(event)
        if name in MODIFIERS:
            yield from self._modifier(name, is_down)
            return
        if not is_down:
            self._hurry(self.table.keys.get(name, ""), name, False)
            return
        full = "+".join([*modifiers, name])
        if self.reads_bindings:
            self._tapped = None
            if name:
                yield Input("binding", name=full, device="keyboard")
            return
        is_plain = not {"ctrl", "alt"} & set(modifiers)
        if self.typing:
            edit = self.table.editing.get(full)
            end = bindings.ENDS_OF_TEXT.get(full) or (bindings.ENDS_OF_TEXT.get(name) if is_plain else None)
            if end:
                yield Input("command", name=end, device="keyboard")
                return
            if edit:
                yield Input("edit", name=edit, device="keyboard")
                return
            if (len(name) == 1 and is_plain) or name == "space":
                return
        command = self.table.keys.get(full) or (self.table.keys.get(name) if is_plain else None)
        if command == "hurry":
            self._hurry(command, name, True)
        else:
            self._tapped = None
        if command and command != "hurry":
            yield Input("command", name=command, device="keyboard")

    def _modifier(self, name: str, is_down: bool) -> Iterator[Input]:
        """A key that is held for others: bound alone it counts when it is let go and nothing came in between; in a text
        it only makes capital letters."""
        if self.typing and is_down and not self.reads_bindings:
            return
        if not self.reads_bindings:
            yield from self._press(Press(bindings.KEYS, name, name, is_down, "keyboard"))
        elif is_down:
            self._tapped = name
        elif self._tapped == name:
            self._tapped = None
            yield Input("binding", name=name, device="keyboard")


def _tell_gesture(one: Gesture) -> Input:
    return Input(one.kind, one.x, one.y, amount=one.amount, device="touch", finger=one.finger, dx=one.dx, dy=one.dy)


class Scrolling:
    """Kinetic scrolling of a list by finger: the distance still to scroll, and the speed after the finger is lifted."""

    def __init__(self) -> None:
        self._way = self._speed = 0.0
        self._at = (0.0, 0.0)

    def stop(self) -> None:
        """Stop scrolling, because a finger has come down."""
        self._way = self._speed = 0.0

    def drag(self, given: Input) -> None:
        """Scroll by the motion of a finger."""
        if not self._way:
            self._at = (given.x - given.dx, given.y - given.dy)
        self._way += given.dy

    def let_go(self, given: Input) -> None:
        """Start kinetic scrolling with the finger's speed ``dy``."""
        self._speed = given.dy

    def update(self, ms: float) -> bool:
        """Advance time; return whether the list still scrolls."""
        if abs(self._speed) < LEAST_SPEED:
            self._speed = 0.0
            return False
        self._way += self._speed * ms
        self._speed *= math.exp(-ms / SLOWS_MS)
        return True

    def list_steps(self) -> Iterator[Input]:
        """Yield the due lines as steps of a wheel, where the finger came down."""
        while abs(self._way) >= LINE:
            step = math.copysign(1.0, self._way)
            self._way -= step * LINE
            yield Input("wheel", *self._at, amount=step, device="touch")
