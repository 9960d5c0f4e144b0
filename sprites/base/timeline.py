"""Animation timing: tweens, easings, one global time scale, and the slow beat of what may be chosen.

Scenes describe a motion by target and duration in ms; nothing sleeps.
``finish`` drops all motions at their end values, so that a click can always skip.
"""

import math
from collections.abc import Callable
from typing import Any

Easing = Callable[[float], float]
LOOP_MS = 1400.0
BEAT_MS = 70.0
"""A picture every so often is enough for a beat as slow as that."""
AMBIENT_MS = 8000.0
"""How long motion that only decorates goes on after the last input; then the table rests and costs nothing."""


def linear(t: float) -> float:
    """Easing with constant speed."""
    return t


def ease_out_cubic(t: float) -> float:
    """Easing with a quick start and a soft landing: hovers and dealing."""
    return 1 - (1 - t) ** 3


def ease_in_out_cubic(t: float) -> float:
    """Easing with soft start and landing: cards and tokens that travel."""
    return 4 * t * t * t if t < 0.5 else 1 - (-2 * t + 2) ** 3 / 2


def ease_in_out_sine(t: float) -> float:
    """Easing with the softest start and landing, by sine: for reveals."""
    return -(math.cos(math.pi * t) - 1) / 2


def ease_out_back(t: float) -> float:
    """Easing that overshoots a little and comes back: things that drop into place."""
    return 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2


def ease_in_quad(t: float) -> float:
    """Easing that speeds up: things that sink away."""
    return t * t


class Tween:
    """A motion: calls ``step`` with the eased progress 0 … 1 until its time is over."""

    __slots__ = ("age", "begin", "delay", "done", "duration", "easing", "end", "step")

    def __init__(
        self,
        duration: float,
        step: Callable[[float], None],
        easing: Easing = ease_in_out_cubic,
        delay: float = 0.0,
        begin: Callable[[], None] | None = None,
        end: Callable[[], None] | None = None,
    ) -> None:
        self.duration = max(duration, 0.001)
        self.step = step
        self.easing = easing
        self.delay = delay
        self.begin = begin
        self.end = end
        self.age = 0.0
        self.done = False

    def advance(self, ms: float) -> bool:
        """Advance by ``ms`` milliseconds; return whether ``begin`` or ``end`` was called."""
        if self.done:
            return False
        self.age += ms
        t = (self.age - self.delay) / self.duration
        if t < 0:
            return False
        called = self.begin is not None
        if self.begin is not None:
            begin, self.begin = self.begin, None
            begin()
        if t < 1:
            self.step(self.easing(t))
            return called
        self.done = True
        self.step(1.0)
        if self.end is None:
            return called
        self.end()
        return True

    def finish(self) -> None:
        """Jump to the end."""
        self.advance(self.delay + self.duration + 1)


class Timeline:
    """The running motions of a scene."""

    def __init__(self) -> None:
        self.tweens: list[Tween] = []
        self.changes = 0
        """How often something but numbers that move has changed: a motion called its begin or end, the first
        has begun or the last has ended."""

    @property
    def active(self) -> bool:
        """Whether anything still moves."""
        return bool(self.tweens)

    def add(self, tween: Tween) -> Tween:
        """Start a motion."""
        self.changes += not self.tweens
        self.tweens.append(tween)
        if tween.delay <= 0 and tween.advance(0):
            self.changes += 1
        return tween

    def run(
        self,
        duration: float,
        step: Callable[[float], None],
        easing: Easing = ease_in_out_cubic,
        delay: float = 0.0,
        begin: Callable[[], None] | None = None,
        end: Callable[[], None] | None = None,
    ) -> Tween:
        """Start a motion of ``duration`` ms after ``delay`` ms; ``step`` is called with its eased progress 0 … 1."""
        return self.add(Tween(duration, step, easing, delay, begin, end))

    def tween(
        self,
        thing: Any,
        duration: float,
        easing: Easing = ease_in_out_cubic,
        delay: float = 0.0,
        arc: float = 0.0,
        end: Callable[[], None] | None = None,
        **goal: float,
    ) -> Tween:
        """Move attributes of ``thing`` to ``goal`` within ``duration`` ms; ``arc`` lifts y on the way, in units."""
        start: dict[str, float] = {}

        def step(t: float) -> None:
            if not start:
                start.update({name: getattr(thing, name) for name in goal})
            for name, value in goal.items():
                setattr(thing, name, start[name] + (value - start[name]) * t)
            if arc and "y" in goal and t < 1:
                thing.y -= arc * math.sin(math.pi * t)

        return self.add(Tween(duration, step, easing, delay, end=end))

    def update(self, ms: float) -> None:
        """Advance every motion by ``ms`` milliseconds."""
        if not self.tweens:
            return
        for tween in list(self.tweens):
            self.changes += tween.advance(ms)
        self.tweens = [tween for tween in self.tweens if not tween.done]
        self.changes += not self.tweens

    def finish(self) -> None:
        """Finish all motions at their end values, including those that an ``end`` function starts."""
        for _ in range(100):
            if not self.tweens:
                return
            self.changes += 1
            batch, self.tweens = self.tweens, []
            for tween in batch:
                tween.finish()


class Pulse:
    """Pulse of legal choices: a strength that goes from 1 to 0.6 and back while choices are offered and inputs
    arrive."""

    def __init__(self) -> None:
        self._age = 0.0
        self._resting = False

    def update(self, ms: float, offered: bool, idle_ms: float = 0.0) -> bool:
        """Advance by ``ms`` milliseconds; return whether to draw again. ``offered``: choices are; ``idle_ms``: time
        since the last input."""
        if not offered:
            self._age = 0.0
            return False
        if idle_ms <= AMBIENT_MS:
            self._resting = False
        if self._resting:
            return False
        before = self._age
        self._age += ms
        if idle_ms > AMBIENT_MS and self._age // LOOP_MS != before // LOOP_MS:
            self._resting = True
            self._age -= self._age % LOOP_MS
        return self._age // BEAT_MS != before // BEAT_MS

    @property
    def strength(self) -> float:
        """Present strength, 0.6 … 1; 1 while nothing is offered, or animations are off."""
        return 0.8 + 0.2 * math.cos(self._age / LOOP_MS * 2 * math.pi)
