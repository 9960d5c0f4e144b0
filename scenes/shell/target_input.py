"""What inputs do to targets: pointing, pressing, moving the focus, typing."""

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from scenes.shell.inputs import Input
from scenes.shell.targets import ASKED, TOLD_AFTER, TOOLTIP_AFTER, Box, Target, TargetRegistry
from scenes.shell.text_field import PREFIX, ScreenKeyboard
from scenes.shell.touch_input import TouchInput, measure_distance
from sprites.base.raster import Point

BLINK_MS = 530.0
"""Milliseconds a caret is visible, and then hidden."""
SLIP = 40.0
"""So far the pointer may leave a target that was pressed, where nothing is dragged."""
LEAST, ASIDE = 2.0, 2.2
"""So far a target lies at least in the direction of an arrow key, and how much a unit to the side counts."""
OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}


class TargetInput(TargetRegistry):
    """Targets with input: focus and activation by any device."""

    _entries_of: Sequence[tuple[str, Box]] = ()
    """The targets, with their places, for which the entries were found."""
    _entries: Mapping[tuple[str, str], str] = MappingProxyType({})

    def __init__(self, play_sound: Callable[[str], None] | None = None) -> None:
        super().__init__(play_sound)
        self.fingers = TouchInput(self)
        self._carried: tuple[str, Point, Point] | None = None
        """The target that is carried, where that began, and where it is now."""
        self.draw_over = self.fingers.draw

    @property
    def typing(self) -> bool:
        """Whether a text field takes the keys."""
        return self.editing is not None

    def update(self, ms: float) -> None:
        """Advance tooltips and the caret by ``ms`` milliseconds."""
        self.clock += ms
        self.idle_ms += ms
        self.fingers.update(ms)
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
        """Update the hovered target from the position of the pointer."""
        found = self.hit_test(self.x, self.y)
        if found != self.hover:
            self.hover = found
            self.hover_time = 0.0
            self.dirty = True

    def hit_test(self, x: float, y: float) -> str | None:
        """Return the id of the uppermost target at a point; None where there is none."""
        top = self.find(self.first)
        order = [top, *reversed(self.targets)] if top is not None else reversed(self.targets)
        return next((target.id for target in order if target.hit(x, y)), None)

    def let_carry(self, target_id: str, put: Callable[[str], None]) -> Point:
        """Make a target of the current drawing draggable; ``put`` is called with the id of the target it is dropped on.
        Return by how far (dx, dy) it is dragged now."""
        target = next(one for one in reversed(self._building) if one.id == target_id)
        if self._carried is not None and self.pressed != self._carried[0]:
            self._carried = None  # let go where nothing was told of it

        def drag(x: float, y: float) -> None:
            begun = self._carried[1] if self._carried is not None else (x, y)
            self._carried = target_id, begun, (x, y)

        def drop(x: float, y: float) -> None:
            was_carried, self._carried = self._carried is not None and self._carried[1] != (x, y), None
            under = self.hit_test(x, y)
            if was_carried and self.allows_drag() and under not in (None, target_id):
                put(str(under))

        target.drag, target.drop = drag, drop
        if self._carried is None or self._carried[0] != target_id:
            return 0.0, 0.0
        _, (left, top), (x, y) = self._carried
        return x - left, y - top

    def handle(self, given: Input) -> bool:
        """Handle an input; return whether a target used it."""
        self.idle_ms = 0.0
        if given.device == "touch":
            return self.fingers.handle(given)
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
            if held is not None and held.drag is not None and self.allows_drag():
                moved, self.moved = self.moved, False
                held.drag(given.x, given.y)
                self.dirty = self.dirty or not self.moved  # what is dragged says where it only moves something
                self.moved = self.moved or moved
                return True
            return False
        self.point()
        if given.button != 1:
            return False
        if given.kind == "press":
            self.dirty = True
            if self.editing is not None and self.hover != self.editing:
                self.commit_text()
            if self.open_list is not None and not self.belongs_to_list(self.hover):
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
        slipped = target is not None and target.enabled and measure_distance(target.box, self.x, self.y) < SLIP
        if target is not None and (self.hover == pressed or (slipped and not self.allows_drag())):
            self.fire(target)
        if target is not None and target.drop is not None:
            target.drop(given.x, given.y)
        return True

    def fire(self, target: Target) -> None:
        """Activate a target, or refuse with a dull knock when it is disabled."""
        # Who clicks knows what it is: the tooltip waits until the pointer has been elsewhere.
        self.hover_time = -math.inf if target.enabled else 0.0
        self.dirty = True
        self.fired = target
        if target.explains:
            self.hover_time, self.hover = ASKED, target.id
            return
        if not target.enabled:
            self.play_sound("refused")
            return
        if target.sound:
            self.play_sound(target.sound)
        self.stale = True
        target.activate()

    def _command(self, given: Input) -> bool:
        name = given.name
        if given.device == "pad" and not self.show_focus:
            self.show_focus = self.dirty = True  # a pad has no pointer, so its user has to see the focus
        if self.keyboard is not None:
            return self._command_keyboard(name)
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
            adjust = None if focused is None else focused.adjust if name in ("left", "right") else focused.adjust_rows
            if focused is not None and adjust is not None and focused.enabled:
                adjust(1 if name in ("right", "down") else -1)
                self.show_focus = True
                self.dirty = True
                return True
            return self._turn(name)
        if name == "activate":
            focused = self.find(self.focus)
            if focused is not None and self.show_focus:
                self.press_target(focused, by_pad=given.device == "pad")
                return True
        return False

    def press_target(self, target: Target, *, by_pad: bool = True) -> None:
        """Activate a control; ``by_pad``: a text field opens the on-screen keyboard."""
        self.fire(target)
        if by_pad and self.editing is not None and self.keyboard is None:
            self._open_keyboard()

    def _open_keyboard(self) -> None:
        """Let a pad type with a keyboard on the screen, unless the player does not want it."""
        language = self.wants_keyboard()
        if language:
            self.keyboard = ScreenKeyboard()
            self.keyboard.language = language
            self._edited = self.editing
            self.focus, self.dirty = f"{PREFIX}{self.keyboard.list_rows()[1][0]}", True

    def _command_keyboard(self, name: str) -> bool:
        """What buttons do while the keyboard on the screen is open: choose types, main erases, back ends."""
        if name in ("left", "right", "up", "down"):
            self._turn(name)
        elif name in ("next", "previous"):
            self._step(1 if name == "next" else -1)
        elif name == "activate":
            focused = self.find(self.focus)
            if focused is not None:
                self.fire(focused)
        elif name == "main" and self.field is not None:
            self.field.edit("erase")
        elif name == "back":
            self.commit_text()
        self.dirty = True
        return True

    def press_amber(self) -> bool:
        """Press the main button; return False when there is none or it is disabled."""
        amber = self.amber
        if amber is None:
            return False
        self.fire(amber)
        return True

    def _begin_focus(self) -> bool:
        """Set the first focus: on the pending decision if there is one, else outside the bar; False when there is a
        focus."""
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
        """Put the focus on a target; ``show``: make the focus ring visible."""
        self.focus = target_id
        self.show_focus = self.show_focus or show
        self.hover_time = 0.0
        self.dirty = True

    def begin_typing(self, field_id: str) -> None:
        """Put the focus on a text field and begin to type."""
        self.set_focus(field_id)
        target = self.find(field_id)
        if target is not None:
            target.activate()

    def show_tip(self) -> None:
        """Show the tooltip of the focused or hovered target at once."""
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
        best = self.find_towards(direction, self.targets)
        if best is None:
            return True
        self.focus = best.id
        self.hover_time = 0.0
        self.dirty = True
        return True

    def find_towards(self, direction: str, targets: Sequence[Target]) -> Target | None:
        """Return the nearest of some targets in a direction from the focused one, or one reached only from there; or
        None."""
        start = self.find(self.focus)
        if start is None:
            return None
        entry = self._find_entries(targets).get((start.id, direction))
        found = _find_ways(start, targets).get(direction)
        return self.find(entry) or (None if found is None else found[1])

    def _find_entries(self, targets: Sequence[Target]) -> Mapping[tuple[str, str], str]:
        """Return, for targets that are nearest of no other one, from where they are reached: (target, direction) →
        target. Each is reached from its own nearest target, in the opposite direction."""
        places = [(one.id, one.box) for one in targets]
        if places != self._entries_of:
            ways = [(one, _find_ways(one, targets)) for one in targets]
            reached = {near.id for _, each in ways for _, near in each.values()}
            lone = [
                (cost, one.id, near.id, OPPOSITE[arrow])
                for one, each in ways
                if one.id not in reached
                for arrow, (cost, near) in each.items()
            ]
            entries: dict[tuple[str, str], str] = {}
            for _, one_id, near_id, arrow in sorted(lone):
                if one_id not in entries.values():
                    entries.setdefault((near_id, arrow), one_id)
            self._entries_of, self._entries = places, entries
        return self._entries


def _find_ways(start: Target, targets: Sequence[Target]) -> dict[str, tuple[float, Target]]:
    """Return for each direction with a target in it: the distance of the nearest one, and that target."""
    sx, sy = start.centre
    ways: dict[str, tuple[float, Target]] = {}
    for target in targets:
        if target.id == start.id:
            continue
        x, y, w, h = target.box
        dx, dy = x + w / 2 - sx, y + h / 2 - sy
        wide, high = abs(dx), abs(dy)
        if wide > LEAST:
            arrow, cost = "right" if dx > 0 else "left", wide + ASIDE * high
            if arrow not in ways or cost < ways[arrow][0]:
                ways[arrow] = cost, target
        if high > LEAST:
            arrow, cost = "down" if dy > 0 else "up", high + ASIDE * wide
            if arrow not in ways or cost < ways[arrow][0]:
                ways[arrow] = cost, target
    return ways
