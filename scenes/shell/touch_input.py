"""What fingers do to targets: a tap activates, a hold explains, a drag moves what can be dragged.

A small target among others is shown larger first (:class:`Magnifier`), and the tap counts there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

from engine.accessibility.nodes import THING
from scenes.shell.fingers import HOLD_MS
from scenes.shell.inputs import Input
from scenes.shell.targets import ASKED, Box, Target
from sprites.base import raster, shapes, strokes, text

if TYPE_CHECKING:
    from scenes.shell.target_input import TargetInput
    from sprites.base.canvas import Canvas

RADIUS = 165.0
RIM = 9.0
LEAST_FACTOR, MOST_FACTOR = 1.8, 8.5
CAPTION_H = 44.0
RING, RING_AFTER_MS = 46.0, 160.0
"""Radius of the ring round a finger that rests, and when it begins to close."""
KEEP_UP = 24.0
"""An explanation stays when the finger that asked for it slides so far up."""
ROUND = 8
"""Directions in which neighbours are looked for."""


def find_factor(targets: Sequence[Target], least: float) -> float:
    """Return the magnification at which the smallest target is ``least`` units wide, within bounds."""
    smallest = min(min(target.box[2:]) for target in targets)
    return min(MOST_FACTOR, max(LEAST_FACTOR, least / max(1.0, smallest)))


class Magnifier:
    """Magnified view of one place; drawn at the side of the finger, never over the place itself."""

    def __init__(self, at: tuple[float, float], targets: Sequence[Target], least: float) -> None:
        self.at = at
        self.factor = find_factor(targets, least)
        self._name = next((words for target in targets if (words := _name(target))), "")
        self.middle = (0.0, 0.0)
        """Where it stood in the last drawing."""

    def move(self, dx: float, dy: float) -> None:
        """Move the magnified place by (dx, dy)."""
        self.at = (self.at[0] + dx, self.at[1] + dy)

    def find_source(self, x: float, y: float) -> tuple[float, float] | None:
        """Return the point of the page shown at a point of the magnifier; None outside of it."""
        dx, dy = x - self.middle[0], y - self.middle[1]
        if math.hypot(dx, dy) > RADIUS:
            return None
        return self.at[0] + dx / self.factor, self.at[1] + dy / self.factor

    def draw(self, c: Canvas) -> None:
        """Draw the magnifier on top of everything, on the side with more room."""
        x, y = self.at
        away = RADIUS / self.factor + RADIUS + RIM + 12
        side = 1 if x < (c.left + c.right) / 2 else -1
        mx = min(c.right - RADIUS - RIM - 6, max(c.left + RADIUS + RIM + 6, x + side * away))
        my = min(c.height - RADIUS - RIM - 6, max(RADIUS + RIM + CAPTION_H + 14, y - RADIUS / 2))
        self.middle = (mx, my)
        half = RADIUS / self.factor
        place = c.rect(x - half, y - half, 2 * half, 2 * half)
        whole = pygame.Rect((0, 0), c.size)
        seen = place.clip(whole)
        size = c.px(2 * RADIUS)
        glass = pygame.Surface((size, size), pygame.SRCALPHA)
        if seen.w and seen.h:
            shown = c.copy(seen)
            k = size / max(1, place.w)
            large = pygame.transform.smoothscale(shown, (max(1, round(seen.w * k)), max(1, round(seen.h * k))))
            glass.blit(large, ((seen.x - place.x) * k, (seen.y - place.y) * k))
        c.blit_centred(raster.clip(glass, raster.round_rect_mask(size, size, size / 2)), mx, my)
        rim = size + 2 * c.px(RIM)
        c.blit_centred(raster.tint(raster.round_rect_mask(rim, rim, rim / 2, c.px(RIM)), "accent"), mx, my)
        if self._name:
            wide = min(2 * RADIUS, text.width(c, self._name, "name") + 36)
            top = my - RADIUS - RIM - CAPTION_H - 4
            shapes.panel(c, mx - wide / 2, top, wide, CAPTION_H, "parchment", radius=9)
            text.draw(c, self._name, mx, top + CAPTION_H / 2, "name", "paper.text", "cm", max_w=wide - 20)


def _name(target: Target) -> str:
    return target.label or (target.tip[0] if target.tip is not None else "")


class Seen(NamedTuple):
    """A target as it was when a finger came down on it; if another one has taken its place when the finger is lifted,
    the tap is ignored. Its box may change, as that of a card that is raised."""

    id: str
    label: str
    value: str
    enabled: bool


def remember(target: Target) -> Seen:
    """Return what identifies a target, to recognise another one in its place."""
    return Seen(target.id, target.label, target.value, target.enabled)


class TouchInput:
    """Handles the fingers on one scene."""

    def __init__(self, ui: TargetInput) -> None:
        self._ui = ui
        self._under: dict[int, Seen] = {}
        """What each finger came down on."""
        self._dragged: tuple[int, str] | None = None
        """The finger that drags a target, and which."""
        self._held: tuple[int, float] | None = None
        """The finger that has asked for an explanation, and how far it has slid up since."""
        self._sure = ""
        """The target that was chosen in the magnifier last: it is known which one is meant."""
        self.magnifier: Magnifier | None = None
        self._rests: tuple[float, float, float] | None = None
        """Place of the finger that rests, and for how long it has."""

    def update(self, ms: float) -> None:
        """Advance the ring around a resting finger."""
        if self._rests is not None:
            x, y, since = self._rests
            self._rests = (x, y, since + ms)
            self._ui.moved = True

    def draw(self, c: Canvas) -> None:
        """Draw the magnifier, and the ring that fills while a finger rests on something with a tooltip."""
        if self.magnifier is not None:
            self.magnifier.draw(c)
        if self._rests is not None and self._rests[2] > RING_AFTER_MS:
            x, y, since = self._rests
            share = min(1.0, (since - RING_AFTER_MS) / (HOLD_MS - RING_AFTER_MS))
            strokes.draw_closing_ring(c, x, y, RING, share)

    def handle(self, given: Input) -> bool:
        """Handle a gesture; return whether it was for a target."""
        ui = self._ui
        ui.x, ui.y = given.x, given.y
        ui.show_focus = False
        ui.dirty = True
        self._rests = None
        takes: dict[str, Callable[[Input], bool]] = {
            "touch": self._touch, "tap": self._tap, "hold": self._hold, "drag": self._drag, "lift": self._lift,
        }  # fmt: skip
        take = takes.get(given.kind)
        return take is not None and take(given)

    def find(self, x: float, y: float) -> Target | None:
        """Return the target that a finger means: the one at the point, or the nearest one within a finger's breadth."""
        ui, least = self._ui, self._ui.touch.least
        exact = ui.find(ui.hit_test(x, y))
        if exact is not None or not least:
            return exact
        near = [one for one in ui.targets if one.contains is None and _grows_to(one, least, x, y)]
        return min(near, key=lambda one: measure_distance(one.box, x, y), default=None)

    def list_confused(self, target: Target, x: float, y: float) -> list[Target]:
        """Return other targets that a finger at a point might mean; mostly none for a target that is large enough."""
        ui = self._ui
        least, half_gap = ui.touch.least, ui.touch.gap / 2
        if not least:
            return []
        is_small = min(target.box[2:]) < ui.touch.smallest - 0.1
        radii = (half_gap, least / 4, least / 2 - 1) if is_small else (half_gap,)
        if not is_small and target.contains is not None:
            return []  # squares and regions of a board touch
        found: dict[str, Target] = {}
        for radius in radii:
            for step in range(ROUND):
                angle = math.tau * step / ROUND
                other = ui.find(ui.hit_test(x + radius * math.cos(angle), y + radius * math.sin(angle)))
                if other is not None and other.id != target.id:
                    found[other.id] = other
        return list(found.values())

    # --- gestures -----------------------------------------------------------------------------------------

    def _touch(self, given: Input) -> bool:
        ui = self._ui
        if self._held is not None or ui.hover_time >= ASKED:
            ui.rest()  # an explanation that stayed open
        self._held = None
        target = None if self.magnifier is not None else self.find(given.x, given.y)
        if target is None:
            return self.magnifier is not None
        self._under[given.finger] = remember(target)
        if target.tip is not None or target.told is not None:
            self._rests = (given.x, given.y, 0.0)
        ui.pressed = ui.hover = target.id
        ui.hover_time = 0.0
        return True

    def _tap(self, given: Input) -> bool:
        ui, seen = self._ui, self._under.pop(given.finger, None)
        ui.pressed = None
        lens, self.magnifier = self.magnifier, None
        if lens is not None:
            at = lens.find_source(given.x, given.y)
            target = ui.find(ui.hit_test(*at)) if at is not None else None
            if target is not None and at is not None:
                self._sure = target.id
                self._use(target, *at)
            elif at is not None:
                self.magnifier = lens  # nothing lies there
            return True
        x, y = given.x - given.dx, given.y - given.dy
        target = self.find(x, y)
        if ui.open_list is not None and not ui.belongs_to_list(None if target is None else target.id):
            ui.open_list = None
            return True
        if ui.editing is not None and (target is None or target.id != ui.editing) and ui.keyboard is None:
            ui.commit_text()
        if seen is None or target is None or remember(target) != seen:
            ui.rest()
            return seen is not None
        if target.id != self._sure:
            self._sure = ""
            confused = self.list_confused(target, x, y)
            if confused:
                self.magnifier = Magnifier((x, y), [target, *confused], ui.touch.least)
                ui.rest()
                return True
        self._use(target, x, y)
        return True

    def _use(self, target: Target, x: float, y: float) -> None:
        """Do what a click on a target does; what is pointed at by a finger stays so until the next tap."""
        ui = self._ui
        ui.focus = target.id
        ui.pressed = target.id
        ui.hover = target.id if target.role == THING else None
        if target.enabled and target.drag is not None:
            ui.stale = True
            target.drag(x, y)
        ui.press_target(target)
        if target.drop is not None:
            target.drop(x, y)
        ui.pressed = None
        if ui.hover == target.id and target.role == THING:
            ui.hover_time = ASKED  # its note opens, unless what was done has changed everything

    def _hold(self, given: Input) -> bool:
        ui, seen = self._ui, self._under.pop(given.finger, None)
        ui.pressed = None
        target = ui.find(seen.id) if seen is not None else None
        if target is None:
            return False
        self._held = (given.finger, 0.0)
        ui.hover, ui.hover_time = target.id, ASKED
        ui.play_sound("click")
        return True

    def _drag(self, given: Input) -> bool:
        ui = self._ui
        if self._held is not None and self._held[0] == given.finger:
            self._held = (given.finger, self._held[1] - given.dy)
            return True
        if self.magnifier is not None:
            self.magnifier.move(given.dx, given.dy)
            return True
        if self._dragged is None:
            seen = self._under.pop(given.finger, None)
            target = ui.find(seen.id) if seen is not None else None
            if target is None or target.drag is None or not target.enabled or not ui.allows_drag():
                ui.pressed = None
                ui.rest()
                return False
            self._dragged = (given.finger, target.id)
            ui.pressed = target.id
            ui.stale = True
            target.drag(given.x - given.dx, given.y - given.dy)
        held = ui.find(self._dragged[1])
        if held is None or held.drag is None or self._dragged[0] != given.finger:
            return False
        moved, ui.moved = ui.moved, False
        ui.dirty = False
        held.drag(given.x, given.y)
        ui.dirty = ui.dirty or not ui.moved  # what is dragged says where it only moves something
        ui.moved = ui.moved or moved
        return True

    def _lift(self, given: Input) -> bool:
        ui = self._ui
        self._under.pop(given.finger, None)
        if self._held is not None and self._held[0] == given.finger:
            if self._held[1] < KEEP_UP:
                self._held = None
                ui.rest()
            return True
        if self._dragged is None or self._dragged[0] != given.finger:
            ui.pressed = None
            return self.magnifier is not None
        target, self._dragged = ui.find(self._dragged[1]), None
        if target is not None and target.drop is not None:
            target.drop(given.x, given.y)
        ui.pressed = None
        ui.rest()
        return True


def measure_distance(box: Box, x: float, y: float) -> float:
    """Return the distance from a point to a box, in units; 0 inside it."""
    left, top, w, h = box
    return math.hypot(max(left - x, 0.0, x - left - w), max(top - y, 0.0, y - top - h))


def _grows_to(target: Target, least: float, x: float, y: float) -> bool:
    """Whether a point lies in a target after it is enlarged to ``least``, the size for a finger."""
    left, top, w, h = target.box
    across, down = max(w, least) / 2, max(h, least) / 2
    return abs(x - left - w / 2) <= across and abs(y - top - h / 2) <= down
