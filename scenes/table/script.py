"""Scripts tell what has happened, one update after the other, step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator

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
