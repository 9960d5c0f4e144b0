"""Fingers on a screen: what each of them does, told as inputs that know nothing of what lies under them.

A tap is told when the finger is lifted; one that stays is a hold and never a tap, one that moves is a drag, two that
move are a pinch. Palms and the second press of a trembling screen are no inputs, and neither is the mouse that a window
system makes of a finger.
"""

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pygame

from sprites.base.canvas import Canvas

HOLD_MS = 450.0
"""So long a finger rests until what lies under it is explained."""
DRAG_FROM = 12.0
"""Units from which on a finger that moves drags."""
BOUNCE_MS, BOUNCE_NEAR = 40.0, 60.0
"""A press so soon after the last one is the same one, if it is no further away than one finger comes in that time."""
DOUBLE_MS = 250.0
"""A second tap counts from so long after the first; before, at the same place, it is the same one."""
PALM_FINGERS, PALM_MS = 3, 200.0
"""This number of contacts within this time is a hand that leans on the screen; it is left alone as long after."""
ECHO_MS, ECHO_PIXELS = 700.0, 40.0
"""So long after a contact, and so near to it, what a mouse does is what a window system has made of the finger."""
MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)


class Gesture(NamedTuple):
    """Gesture of a finger at a place in logical units.

    ``kind``: touch (it has come down), tap, hold, drag, lift (it leaves, or stops to be one of these), pinch. ``dx``,
    ``dy``: the way since the gesture before; of a tap the whole way, of a lift units in a millisecond. ``amount``: of a
    pinch how much further the fingers are apart, as a factor.
    """

    kind: str
    finger: int
    x: float
    y: float
    dx: float = 0.0
    dy: float = 0.0
    amount: float = 0.0


@dataclass(slots=True)
class _Finger:
    number: int
    x: float
    y: float
    since: float
    start: tuple[float, float]
    state: str = "down"
    """down, held, dragging, pinching or ignored."""
    vx: float = 0.0
    vy: float = 0.0
    """Units in a millisecond, smoothed."""
    was: tuple[float, float] = (0.0, 0.0)
    """Where it was at the end of the last frame."""

    @property
    def is_free(self) -> bool:
        """Whether this finger can still become one of two that pinch."""
        return self.state in ("down", "dragging")


class Fingers:
    """Tracks the fingers on the screen and recognises gestures."""

    def __init__(self) -> None:
        self._clock = 0.0
        self._down: dict[Hashable, _Finger] = {}
        self._count = 0
        self._deaf_until = -1.0
        """Until when contacts are those of a leaning hand."""
        self._last: tuple[float, float, float] | None = None
        """Time and place of the last press that counted."""
        self._seen: tuple[float, float, float] | None = None
        """Time of the last event of a finger, and its place in pixels."""
        self.types = False
        """Whether a text is typed: letters come quickly."""

    def is_echo(self, event: Any) -> bool:
        """Whether a mouse event was synthesised from a touch."""
        if getattr(event, "touch", False):
            return True
        if self._seen is None or (not self._down and self._clock - self._seen[0] > ECHO_MS):
            return False
        at = getattr(event, "pos", None)
        return at is None or math.dist(at, self._seen[1:]) < ECHO_PIXELS

    def forget(self) -> None:
        """Forget all fingers: without focus the window does not learn when they leave."""
        self._down.clear()

    def update(self, ms: float) -> Iterator[Gesture]:
        """Advance by ``ms`` milliseconds; yields a hold where a finger has rested for long enough."""
        self._clock += ms
        for finger in self._down.values():
            finger.vx, finger.vy = (
                (speed + (now - then) / max(1.0, ms)) / 2
                for speed, now, then in ((finger.vx, finger.x, finger.was[0]), (finger.vy, finger.y, finger.was[1]))
            )
            finger.was = (finger.x, finger.y)
            if finger.state == "down" and self._clock - finger.since >= HOLD_MS:
                finger.state = "held"
                yield Gesture("hold", finger.number, finger.x, finger.y)

    def read(self, event: Any, canvas: Canvas, size: tuple[float, float]) -> Iterator[Gesture]:
        """Yield the gestures of a pygame finger event; ``size``: width and height of the window in mouse
        coordinates."""
        key = (event.touch_id, event.finger_id)
        wide, high = canvas.size
        x, y = canvas.logical((event.x * wide, event.y * high))
        self._seen = (self._clock, event.x * size[0], event.y * size[1])
        if event.type == pygame.FINGERDOWN:
            yield from self._press(key, x, y)
            return
        finger = self._down.get(key)
        if finger is None:
            return
        if event.type == pygame.FINGERMOTION:
            yield from self._move(finger, x, y)
        else:
            del self._down[key]
            yield from self._lift(finger, x, y)

    def _press(self, key: Hashable, x: float, y: float) -> Iterator[Gesture]:
        self._count += 1
        finger = _Finger(self._count, x, y, self._clock, (x, y), was=(x, y))
        self._down[key] = finger
        if self._clock < self._deaf_until or self._is_bounce(x, y):
            finger.state = "ignored"
            return
        self._last = (self._clock, x, y)
        fresh = [each for each in self._down.values() if self._clock - each.since <= PALM_MS]
        if len(fresh) >= PALM_FINGERS:
            self._deaf_until = self._clock + PALM_MS
            for each in fresh:
                yield from self._drop(each)
            return
        yield Gesture("touch", finger.number, x, y)

    def _is_bounce(self, x: float, y: float) -> bool:
        if self._last is None:
            return False
        since, away = self._clock - self._last[0], math.dist(self._last[1:], (x, y))
        return (since < BOUNCE_MS and away < BOUNCE_NEAR) or (since < DOUBLE_MS and away < DRAG_FROM and not self.types)

    def _drop(self, finger: _Finger) -> Iterator[Gesture]:
        """A finger is none after all."""
        was, finger.state = finger.state, "ignored"
        if was != "ignored":
            yield Gesture("lift", finger.number, finger.x, finger.y)

    def _move(self, finger: _Finger, x: float, y: float) -> Iterator[Gesture]:
        dx, dy = x - finger.x, y - finger.y
        other = next((each for each in self._down.values() if each is not finger and each.state == "pinching"), None)
        if finger.state == "pinching" and other is not None:
            before = max(1.0, math.dist((finger.x, finger.y), (other.x, other.y)))
            finger.x, finger.y = x, y
            now = max(1.0, math.dist((x, y), (other.x, other.y)))
            middle = (x + other.x) / 2, (y + other.y) / 2
            yield Gesture("pinch", finger.number, *middle, dx / 2, dy / 2, now / before)
            return
        if finger.state == "down" and math.dist((x, y), finger.start) < DRAG_FROM:
            return  # where it came down is where it taps, however it rolls
        if finger.state == "down":
            second = next((each for each in self._down.values() if each is not finger and each.is_free), None)
            if second is not None:
                for each in (second, finger):
                    yield from self._drop(each)
                    each.state = "pinching"
                finger.x, finger.y = x, y
                return
            finger.state = "dragging"
        finger.x, finger.y = x, y
        if finger.state in ("dragging", "held"):
            yield Gesture("drag", finger.number, x, y, dx, dy)

    def _lift(self, finger: _Finger, x: float, y: float) -> Iterator[Gesture]:
        if finger.state == "down":
            way = x - finger.start[0], y - finger.start[1]
            yield Gesture("tap", finger.number, x, y, *way)
        elif finger.state == "dragging":
            yield Gesture("lift", finger.number, x, y, finger.vx, finger.vy)
        elif finger.state != "ignored":
            yield Gesture("lift", finger.number, x, y)
            for each in self._down.values():
                if finger.state == "pinching" and each.state == "pinching":
                    each.state = "ignored"
