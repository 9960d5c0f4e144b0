"""Scripts tell what has happened, step by step; with the fades that every game has: a banner across the table, and the
preview of a choice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Hashable
from typing import Protocol

from engine.session import Update
from sprites.base.timeline import Timeline

CONFIRM = -1.0
"""Yielded by a script: go on when the players have seen it."""

Script = Generator[float, None, None]
"""Starts motions on the timeline and yields how many milliseconds to wait for them, or ``CONFIRM``."""

SEEN_MS = 1200.0
"""How long a result stays when nobody is there to confirm it."""


class ScriptRunner:
    """The updates that have not been told yet, and the script that tells the one in hand.

    ``begin`` makes the script of an update, or None when it needs none; ``rested`` is called when a script has ended;
    ``length`` says how long a wait is with the settings in use.
    """

    def __init__(
        self, begin: Callable[[Update], Script | None], rested: Callable[[], None], length: Callable[[float], float]
    ) -> None:
        self.queue: deque[Update] = deque()
        self.timeline = Timeline()
        self.confirming = False
        """Whether the script waits until the players have seen something."""
        self.skipping = False
        self._begin, self._rested, self._length = begin, rested, length
        self._script: Script | None = None
        self._wait = 0.0

    @property
    def moving(self) -> bool:
        """Whether something is on its way."""
        return self.timeline.active or (self._script is not None and not self.confirming)

    @property
    def busy(self) -> bool:
        """Whether events are still being told."""
        return self._script is not None or bool(self.queue)

    def update(self, ms: float) -> None:
        """Let time pass, in milliseconds of the table's own time."""
        self.timeline.update(ms)
        self._wait = max(0.0, self._wait - ms)

    def hurry(self) -> None:
        """Everything on its way arrives now, and nothing waits."""
        self.timeline.finish()
        self._wait = 0.0

    def run(self, instant: bool, watched: bool) -> bool:
        """Go as far as time allows; ``watched``: a person is there to confirm. False when nothing was to be done."""
        done = False
        for _ in range(10_000):
            if self.confirming:
                return done
            if self._script is None:
                if not self.queue:
                    return done
                done = True
                self._script = self._begin(self.queue.popleft())
                if self._script is None:
                    continue
            if self.skipping or instant:
                self.timeline.finish()
            elif self._wait > 0 or self.timeline.active:
                return done
            script = self._script
            if script is None:
                continue  # what arrived has dropped the script
            done = True
            try:
                wait = next(script)
            except StopIteration:
                self._script = None
                self.skipping = False
                self.timeline.finish()
                self._rested()
                continue
            if wait == CONFIRM:
                self.skipping = False
                if watched:
                    self.confirming = True
                    self.timeline.finish()
                    return done
                self._wait = SEEN_MS
            else:
                self._wait = self._length(wait)
        return done

    def confirm(self) -> bool:
        """The players have seen it: go on. False when nothing waits for them."""
        if not self.confirming:
            return False
        self.confirming = False
        self._wait = 0.0
        return True

    def skip(self) -> bool:
        """Run the script to its end; False when nothing was being told."""
        if self.confirming or self._script is None:
            return False
        self.skipping = True
        self.hurry()
        return True

    def drop(self) -> None:
        """Tell nothing more of all that: what was told is taken back."""
        self.skip()
        self.confirming = False
        self._script = None
        self.timeline.finish()
        self.queue.clear()


class Teller(Protocol):
    """What a script needs in order to move things: a timeline, and how long motions last."""

    timeline: Timeline

    def ms(self, duration: float, /) -> float:
        """The length of a motion; shorter with less motion."""
        ...


class WithBanner(Protocol):
    """A stage on which a banner can be seen: 0 … 255."""

    banner_alpha: float


def show_banner(
    on: Teller,
    stage: WithBanner,
    hold: float,
    *,
    fade: float = 220.0,
    rest: float = 60.0,
    gone: Callable[[], None] | None = None,
) -> Generator[float, None, None]:
    """The script: ``hold`` and ``rest`` are waits, ``fade`` the length of each change, in milliseconds.

    The stage has its words already; ``gone`` takes them off when nothing is seen of them any more.
    """

    def at(alpha: float) -> None:
        stage.banner_alpha = alpha

    on.timeline.run(on.ms(fade), lambda t: at(255 * t))
    yield hold
    on.timeline.run(on.ms(fade), lambda t: at(255 * (1 - t)), end=gone)
    yield rest


FADE_MS = 120.0


class PreviewFade:
    """Which choice is previewed, and how much of it is seen."""

    def __init__(self) -> None:
        self.key: Hashable = None
        self._age = 0.0

    def update(self, key: Hashable, ms: float, at_once: bool) -> bool:
        """Preview the choice ``key`` (None = none); whether it has to be drawn anew. ``at_once``: without a fade."""
        return self.show(key, at_once) or self.advance(ms)

    def show(self, key: Hashable, at_once: bool) -> bool:
        """Preview a choice from now on; whether it is another one."""
        if key == self.key:
            return False
        self.key = key
        self._age = FADE_MS if at_once else 0.0
        return True

    def advance(self, ms: float) -> bool:
        """Let time pass; whether it has to be drawn anew."""
        if not self.moving:
            return False
        self._age = min(FADE_MS, self._age + ms)
        return True

    @property
    def alpha(self) -> int:
        """Opacity of the preview, 0 … 255."""
        return 0 if self.key is None else round(255 * self._age / FADE_MS)

    @property
    def moving(self) -> bool:
        """Whether it still fades in."""
        return self.key is not None and self._age < FADE_MS
