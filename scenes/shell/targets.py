"""Targets: what can be focused and activated, whatever the device; which of them has hover, focus or press."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from engine import names
from engine.accessibility.nodes import BUTTON, THING
from scenes.shell import finger_row, touch_sizes
from scenes.shell.text_field import ScreenKeyboard, TextField
from scenes.shell.touch_sizes import TouchSizes
from sprites.base import controls, layout, shapes
from sprites.base.canvas import Canvas
from sprites.base.controls import Picture
from sprites.base.drawn_words import DrawnWords, Written
from sprites.base.layout import Box as Box
from sprites.base.pad_signs import PadSign

TOOLTIP_AFTER = 350.0
"""Milliseconds the pointer rests before a tip appears."""
TOLD_AFTER = 600.0
"""Milliseconds the pointer rests before a target without a tip says what it is."""
ASKED = 1e9
"""Milliseconds of rest that count as reached when an explanation is asked for by a key."""


def split_id(target_id: str) -> tuple[str, int]:
    """Return kind and number of a target with an id ``KIND.NUMBER``; of others the whole id and -1."""
    kind, _, number = target_id.partition(".")
    return (kind, int(number)) if number.isdigit() else (target_id, -1)


def exactly(box: Box) -> Callable[[float, float], bool]:
    """Return a hit test for the box without a margin, for targets that lie close together."""
    x, y, w, h = box
    return lambda px, py: x <= px < x + w and y <= py < y + h


@dataclass(slots=True)
class Target:
    """A control or thing that can be focused and activated."""

    id: str
    box: Box
    activate: Callable[[], object]
    enabled: bool = True
    tip: tuple[str, str] | None = None
    adjust: Callable[[int], None] | None = None
    drag: Callable[[float, float], None] | None = None
    contains: Callable[[float, float], bool] | None = None
    radius: float = 10.0
    ring: bool = True
    sound: str = "click"
    main: bool = False
    """Whether it is the amber button of its page, which Space presses."""
    told: Callable[[], tuple[str, str]] | None = None
    """Function that returns what this is and does now, called only when the explanation is shown (rest or F1)."""
    picture: Picture | None = None
    """A small figure in the note of its tip."""
    drop: Callable[[float, float], None] | None = None
    """Called where the pointer is let go after a press on this target, on the target or elsewhere."""
    adjust_rows: Callable[[int], None] | None = None
    """Called with -1 for Up and 1 for Down while it has the focus; without it these keys move the focus."""
    role: str = THING
    """What a screen reader calls it, one of ``engine.accessibility.nodes.ROLES``."""
    label: str = ""
    """Its name, where its face has one; "" for a target that is named by its tip or by what is written on it."""
    value: str = ""
    """What is set or typed in it, in words."""
    is_on: bool | None = None
    """Whether a check box is ticked or a choice is the chosen one; None for other targets."""

    selection: tuple[int, int] = (0, 0)
    """Of a text field: where what is selected begins, and the caret."""
    is_edited: bool = False
    """Whether it is a text field that is typed into."""
    explains: bool = False
    """Whether it does nothing but explain itself: pressed with any device it shows its tip."""
    face: finger_row.Face | None = None
    """What it shows in the row of large buttons for fingers; None for what stands where the scene has it."""

    def hit(self, x: float, y: float) -> bool:
        """Whether a point hits the target (small ones are widened to 36 units)."""
        if self.contains is not None:
            return self.contains(x, y)
        bx, by, bw, bh = self.box
        grow_x = max(0.0, (36 - bw) / 2)
        grow_y = max(0.0, (36 - bh) / 2)
        return bx - grow_x <= x < bx + bw + grow_x and by - grow_y <= y < by + bh + grow_y

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box."""
        return self.box[0] + self.box[2] / 2, self.box[1] + self.box[3] / 2


def make_explaining(
    target_id: str, box: Box, tip: tuple[str, str] | None, *, value: str = "", radius: float = 10, exact: bool = False
) -> Target:
    """Return the target of a thing that has only a tooltip, see :meth:`TargetRegistry.explain`."""
    target = Target(target_id, box, lambda: None, tip=tip, ring=False, sound="", radius=radius, value=value)
    target.contains, target.explains = exactly(box) if exact else None, True
    return target


def _is_hit_outside(target: Target, box: Box, x: float, y: float) -> bool:
    """Whether a point hits a target that a box covers in part."""
    return target.hit(x, y) and not exactly(box)(x, y)


class RecordedTargets(NamedTuple):
    """Targets, texts and late drawings that a part of a scene registered while it was drawn."""

    targets: Sequence[Target]
    late: Sequence[Callable[[], None]]
    """What is drawn above the scene."""
    words: Sequence[Written]
    """What was written, while a screen reader wants it."""
    first: Sequence[str | None]
    """The target that lies above its neighbours, where the part says which."""
    small: Sequence[Target]
    """Things that fingers press as one."""


class TargetRegistry:
    """Targets registered by the last drawing, with hover, focus, press, open list and text caret."""

    def __init__(self, play_sound: Callable[[str], None] | None = None) -> None:
        self.targets: list[Target] = []
        self.hover: str | None = None
        self.focus: str | None = None
        self.show_focus = False
        self.pressed: str | None = None
        self.fired: Target | None = None
        """The target that was used last, until the scene has taken note of it."""
        self.open_list: str | None = None
        self.editing: str | None = None
        self.field: TextField | None = None
        self.find_main_sign: Callable[[], PadSign | None] = lambda: None
        """The button of the pad in use that presses the amber button."""
        self.allows_drag: Callable[[], bool] = lambda: True
        """Whether moving the pointer with its button held does something."""
        self.scan_box: Box | None = None
        """What the frame of one-switch play is on."""
        self._edited: str | None = None
        """The field to which the focus returns from the keyboard on the screen."""
        self.keyboard: ScreenKeyboard | None = None
        """The keyboard on the screen, while a pad types."""
        self.wants_keyboard: Callable[[], str] = lambda: ""
        """Whose letters a keyboard on the screen shows when a pad opens a text field; "" for none."""
        self.x = -1.0
        self.y = -1.0
        self.hover_time = 0.0
        self.touch = TouchSizes()
        """How large things are for fingers, and whether they are in use."""
        self.has_row = False
        """Whether the scene fills the window, so that its main buttons may stand in the row for fingers."""
        self.row_signs: Sequence[str] = ()
        """Those of the scene, see :class:`scenes.shell.stack.Scene`."""
        self.corner: Box | None = None
        """Where the amber button of a table stands for fingers; None: in the row of a page."""
        self.draw_over: Callable[[Canvas], None] = lambda c: None
        """Draws what shows a finger where it is."""
        self.clock = 0.0
        self.idle_ms = 0.0
        """Time since the last input, and since something moved."""
        self.inputs = 0
        """How many inputs have begun, moves of the pointer aside."""
        self.dirty = True
        self.moved = False
        """Whether only what moves looks different: layers of the scene are taken over, see ``scenes.shell.layers``."""
        self.revision = 0
        """Number that changes whenever something but motion may have changed what is drawn."""
        self.stale = False
        """Whether something was carried out since the last drawing: its targets may lead to what is gone."""
        self.drawing = 0
        """Number of the drawing."""
        self.may_wait = False
        """Whether parts that have changed may be drawn in one of the next frames, so that no frame takes long."""
        self.has_waiting = False
        """Whether the last drawing shows parts as they were before."""
        self._building: list[Target] = []
        self.small: list[Target] = []
        """Things of this drawing that fingers press as one, see :meth:`explain_each`."""
        self._late: list[Callable[[], None]] = []
        self.play_sound = play_sound or (lambda cue: None)
        self._modal_from: int | None = None
        self._explained: dict[str, int] = {}
        """Which of some small things a finger has had explained last, see :meth:`explain_each`."""
        self.opened: dict[str, int] = {}
        """Which part of a page with several is open, by the page's name."""
        self.first_stop: Callable[[], str | None] = lambda: None
        """Where the focus comes first, when nothing has it yet; None for the first control of the page."""
        self.idle: tuple[str, ...] = ()
        """How the ids of targets begin which the focus does not light for now: nothing can be chosen there."""
        self.first: str | None = None
        """A target that lies above its neighbours whatever their order (a raised card)."""
        self.words: DrawnWords | None = None
        """What was written in this drawing, while a screen reader wants it."""

    def begin(self) -> None:
        """Start a drawing: forget the targets of the last one."""
        self.drawing += 1
        if self.dirty or self.stale:
            self.revision += 1
        self._building, self.small = [], []
        self._late = []
        self._modal_from = None
        self.first = None
        self.has_waiting = False

    def cover(self, box: Box) -> None:
        """Remove targets under a box about to be drawn over; targets whose middle stays visible lose only the covered
        area."""
        is_below = exactly(box)
        if self._modal_from is not None:
            self._modal_from -= sum(is_below(*one.centre) for one in self._building[: self._modal_from])
        self._building = [
            replace(one, contains=partial(_is_hit_outside, one, box))
            if one.face is None and touch_sizes.measure_gap(one.box, box) < 0
            else one
            for one in self._building
            if not is_below(*one.centre)
        ]
        if self.words is not None:
            self.words.cover(box)

    def modal(self, *, hides: bool = True) -> None:
        """Disable all targets registered so far (for dialogs); ``hides``: texts below count as out of sight."""
        self._modal_from = len(self._building)
        if hides and self.words is not None:
            self.words.found.clear()

    def belongs_to_list(self, target_id: str | None) -> bool:
        """Whether a target belongs to the open list or opened seat; once that has been drawn, every reachable one
        does."""
        return target_id is not None and (self._modal_from is not None or target_id.startswith(self.open_list or ""))

    def draw_on_top(self, draw: Callable[[], None]) -> None:
        """Call ``draw`` at the end of the drawing, above everything else: for an open list or an opened seat."""
        self._late.append(draw)

    def keep(self) -> None:
        """Finish a drawing whose scene gets no input: without finger row, lists, focus ring and tooltip."""
        self.targets = self._building
        self.dirty = False

    def end(self, c: Canvas) -> None:
        """Finish a drawing: the row for fingers, open lists, focus ring and tooltip come on top."""
        faces: dict[str, Target] = {}
        if self.has_row and c.foot:
            # What is noted twice, as by a lesson for what may be pressed in it, stands there once.
            faces = {one.id: one for one in self._building if one.face is not None}
            if "undo" in faces:
                faces.pop("bar.undo", None)  # the larger one is enough
            row = list(faces.values())
            if self.corner is None:
                finger_row.place(row, c, self.touch.least, self.touch.gap)
            else:
                finger_row.place_round(row, self.corner)
            finger_row.draw(c, self, row)
        for draw in self._late:
            draw()
        self._draw_keyboard(c)
        reach = self._building[self._modal_from :] if self._modal_from is not None else self._building
        self.targets = [one for one in reach if one.face is None or faces.get(one.id) is one]
        if self.touch.in_use and self.touch.least:
            touch_sizes.separate(self.targets, self.touch)
        while self.focus is not None and self.find(self.focus) is None:
            self.focus = self.focus.rpartition(".")[0] or None  # what has gone leaves it to what it was a part of
            self.revision += 1
        if self.hover is not None and self.find(self.hover) is None:
            self.rest()
            self.revision += 1
        focused = self.find(self.focus)
        if focused is not None and self.show_focus and focused.ring:
            x, y, w, h = focused.box
            shapes.focus_ring(c, x, y, w, h, focused.radius)
        if self.scan_box is not None:
            shapes.scan_frame(c, *self.scan_box)
        self.draw_over(c)
        self._tooltip(c)
        self.dirty = self.moved = False
        self.stale = False

    def list_state(self) -> tuple[object, ...]:
        """Return the state on which drawing depends: equal states without motion give equal drawings."""
        return self.revision, *self.list_pointers()

    def list_pointers(self) -> tuple[object, ...]:
        """Return which targets have hover, focus and press, and how that is shown."""
        return self.hover, self.focus, self.show_focus, self.idle, self.pressed, self.open_list

    def list_own_pointers(self, ids: Collection[str]) -> tuple[object, ...]:
        """Return which of these targets have hover, focus or press, and how that is shown: what drawing them reads of
        this registry."""
        touched = self.hover, self.visible_focus, self.focus, self.pressed, self.open_list, self.editing
        return tuple(each if each in ids else None for each in touched)

    def record(self, draw: Callable[[], None]) -> RecordedTargets | None:
        """Call ``draw``; return what it registered, or None where it also changed earlier registrations."""
        building, late, modal, words, first = self._building, self._late, self._modal_from, self.words, self.first
        found = words.found if words is not None else []
        starts, small = (len(building), len(late), len(found)), len(self.small)
        draw()
        now = words.found if words is not None else found
        if self._building is not building or self._modal_from != modal or now is not found or len(found) < starts[2]:
            return None
        raised = (self.first,) if self.first != first else ()
        return RecordedTargets(building[starts[0] :], late[starts[1] :], found[starts[2] :], raised, self.small[small:])

    def list_current_targets(self) -> Sequence[Target]:
        """Return the targets that this drawing has registered so far."""
        return self._building

    def replay(self, noted: RecordedTargets) -> None:
        """Register the recorded targets again."""
        self._building += noted.targets
        self.small += noted.small
        self._late += noted.late
        if self.words is not None:
            self.words.found += noted.words
        for first in noted.first:
            self.first = first

    def _draw_keyboard(self, c: Canvas) -> None:
        field = next((one for one in self._building if one.id == self.editing), None)
        if self.keyboard is None or field is None:
            return
        self.modal()
        self.note(field)  # still there, so it goes on being edited
        self.keyboard.draw(c, self, field)

    def commit_text(self) -> None:
        """End typing and hand the text over."""
        field, self.field, self.editing = self.field, None, None
        if self.keyboard is not None:
            self.keyboard = None
            self.focus = self._edited
        self.dirty = True
        if field is not None:
            self.stale = True
            field.done(names.clean(field.text, field.limit))

    def _tooltip(self, c: Canvas) -> None:
        # What the pointer rests on explains itself; what keys have marked only on request (F1).
        waited = ASKED if self.show_focus else TOOLTIP_AFTER
        target = self.help_target if self.hover_time >= waited else None
        if target is None or target.id == self.editing or self.open_list is not None or self.pressed is not None:
            return
        tip = target.tip
        if tip is None and target.told is not None and self.hover_time >= TOLD_AFTER:
            tip = target.told()
        if tip is not None:
            controls.tooltip(c, tip[0], tip[1], target.box, picture=target.picture, by_finger=self.touch.in_use)

    def takes_row(self, target_id: str, *, main: bool = False) -> bool:
        """Whether a button is drawn in the row for fingers instead of at its own place."""
        return self.has_row and self.touch.least > 0 and finger_row.takes(target_id, self.row_signs, main=main)

    def rest(self) -> None:
        """Forget the hovered target until the pointer moves."""
        self.hover = None
        self.hover_time = 0.0
        self.dirty = True

    def find(self, target_id: str | None) -> Target | None:
        """Return the target of that id in the last drawing."""
        if target_id is None:
            return None
        for target in self.targets:
            if target.id == target_id:
                return target
        return None

    @property
    def visible_focus(self) -> str | None:
        """Focused target while the focus ring is shown; None while the mouse is used."""
        idle = self.focus is not None and self.focus.startswith(self.idle)
        return self.focus if self.show_focus and not idle else None

    @property
    def hot(self) -> tuple[str | None, str | None]:
        """Hovered target, and focused one if the focus ring is shown."""
        return self.hover, self.visible_focus

    def list_hot_numbers(self, prefix: str) -> list[int]:
        """Return the numbers of hovered and focused targets with the id ``prefix`` + number, in this order."""
        return [int(one[len(prefix) :]) for one in self.hot if one is not None and one.startswith(prefix)]

    @property
    def amber(self) -> Target | None:
        """The main button, if it can be pressed."""
        return next((one for one in reversed(self.targets) if one.main and one.enabled), None)

    def state(self, target_id: str, enabled: bool = True) -> str:
        """Return the state in which a control is drawn: disabled, pressed, hover or normal."""
        if not enabled:
            return "disabled"
        if self.pressed == target_id and self.hover == target_id:
            return "pressed"
        return "hover" if self.hover == target_id else "normal"

    def find_in_drawing(self, target_id: str) -> Target | None:
        """Return the target of that id registered in the current drawing."""
        return next((one for one in reversed(self._building) if one.id == target_id), None)

    def note(self, target: Target) -> Target:
        """Register a target that the scene has drawn itself, and return it."""
        self._building.append(target)
        if self.words is not None:
            self.words.note_target(target.id, target.box)
        return target

    def explain(
        self, target_id: str, box: Box, tip: tuple[str, str] | None, *, value: str = "", radius: float = 10,
        exact: bool = False,
    ) -> None:  # fmt: skip
        """Register a thing that has only a tooltip; ``exact``: no margin, because its neighbours are close."""
        self.note(make_explaining(target_id, box, tip, value=value, radius=radius, exact=exact))

    def explain_each(self, name: str, targets: Sequence[Target]) -> None:
        """Register things that explain themselves. Where fingers are used and they are too small they are one target,
        and each tap explains the next of them; ``name`` tells them from others."""
        is_small = any(min(one.box[2:]) < self.touch.pitch - self.touch.gap / 2 for one in targets)
        if not (targets and is_small and self.touch.in_use):
            for one in targets:
                self.note(one)
            return
        self.small += targets
        last = min(self._explained.get(name, -1), len(targets) - 1)

        def explain_next() -> None:
            at = self._explained[name] = (last + 1) % len(targets)
            self.hover, self.hover_time = targets[at].id, ASKED

        whole = layout.surround([one.box for one in targets])
        grown = layout.centre(whole, self.touch.grow(whole[2]), self.touch.grow(whole[3]))
        self.note(replace(targets[max(0, last)], box=grown, contains=None, activate=explain_next, explains=False))

    def zone(
        self,
        target_id: str,
        box: Box,
        activate: Callable[[], None],
        *,
        enabled: bool = True,
        tip: tuple[str, str] | None = None,
        radius: float = 10,
        ring: bool = True,
        sound: str = "click",
        main: bool = False,
        label: str = "",
        role: str = BUTTON,
        is_on: bool | None = None,
        value: str = "",
    ) -> str:
        """Register a target that the scene draws itself; return the state in which to draw it (see :meth:`state`). The
        parameters are fields of :class:`Target`."""
        target = Target(target_id, box, activate, enabled, tip, radius=radius, ring=ring, sound=sound)
        target.main, target.label, target.role, target.is_on, target.value = main, label, role, is_on, value
        self.note(target)
        return self.state(target_id, enabled)

    @property
    def help_target(self) -> Target | None:
        """Target for which help is wanted: the focused one, else the hovered one; of two the one that has a tooltip."""
        marked, under = self.find(self.focus), self.find(self.hover)
        order = (marked, under) if self.show_focus else (under,)
        found = [one for one in order if one is not None]
        return next((one for one in found if one.tip is not None or one.told is not None), found[0] if found else None)
