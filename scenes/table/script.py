"""Scripts tell what has happened, step by step; with the motions that every game has: pauses, things on their way, a
banner across the table, and the preview of a choice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from engine.contract import Event
from engine.session import Update
from sprites.base.timeline import Timeline

if TYPE_CHECKING:
    from scenes.table.table import Table

CONFIRM = -1.0
"""Yielded by a script: go on when the players have seen it."""

AnyTable: TypeAlias = "Table[Any, Any, Any]"
"""A table of any game."""
Script = Generator[float, None, None]
"""Starts motions on the timeline and yields how many milliseconds to wait for them, or ``CONFIRM``."""

SEEN_MS = 1200.0
"""How long a result stays when nobody is there to confirm it."""


class ScriptRunner:
    """Queue of updates to be animated, and the script that animates the current one.

    ``begin`` creates the script of an update, or None when it needs none; ``rested`` is called when a script has ended;
    ``length`` converts a wait by the settings in use.
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
        """Whether motions are running."""
        return self.timeline.active or (self._script is not None and not self.confirming)

    @property
    def busy(self) -> bool:
        """Whether events are still being animated."""
        return self._script is not None or bool(self.queue)

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds, already scaled by the table's speed."""
        self.timeline.update(ms)
        self._wait = max(0.0, self._wait - ms)

    def hurry(self) -> None:
        """Finish the running motions and the current wait at once."""
        self.timeline.finish()
        self._wait = 0.0

    def run(self, instant: bool, watched: bool) -> bool:
        """Run scripts until a motion, a wait or a confirmation; return False when nothing was run. ``instant``: without
        motions and waits; ``watched``: a person is there to confirm."""
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
        """Continue after the players' confirmation; return False when nothing waits for it."""
        if not self.confirming:
            return False
        self.confirming = False
        self._wait = 0.0
        return True

    def skip(self) -> bool:
        """Run the script to its end; return False when nothing was being animated."""
        if self.confirming or self._script is None:
            return False
        self.skipping = True
        self.hurry()
        return True

    def drop(self) -> None:
        """Drop all updates, because they have been undone."""
        self.skip()
        self.confirming = False
        self._script = None
        self.timeline.finish()
        self.queue.clear()


Data = Mapping[str, Any]
"""Data of an event."""
Animation = Callable[[Any, Any], Script]
"""Animates an event at a table by its data, or simultaneous events given as a list."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Animations:
    """The animations of a game."""

    scripts: Mapping[str, Animation]
    """Kind of an event → its animation."""
    together: Mapping[str, Collection[str]]
    """Kinds whose events are simultaneous when they follow each other, so that their animation gets a list → the causes
    for which they are; none = for any."""
    late: Collection[str] = ()
    """Kinds that the log must not show before the table does."""

    def tell(self, table: AnyTable, events: Sequence[Event]) -> Script:
        """Return the script of these events, with simultaneous ones together."""
        for group in self.split(events):
            yield from self.play(table, group)

    def split(self, events: Sequence[Event]) -> Iterator[list[Event]]:
        """Yield the groups of events that are animated together."""
        group: list[Event] = []
        for event in events:
            if group and not self._is_same_moment(group[0], event):
                yield group
                group = []
            group.append(event)
        if group:
            yield group

    def _is_same_moment(self, first: Event, other: Event) -> bool:
        causes = self.together.get(first.kind)
        if causes is None or first.kind != other.kind:
            return False
        return not causes or bool(first.data["cause"] == other.data["cause"] in causes)

    def play(self, table: AnyTable, group: list[Event]) -> Script:
        """Return the script of a group of simultaneous events, which are entered into the log as it begins."""
        kind = group[0].kind
        if kind not in self.late:
            table.note(group)
        if kind in self.scripts:
            yield from self.scripts[kind](table, group if kind in self.together else group[0].data)
        if kind in self.late:
            table.note(group)


def pause(ms: float, cue: str, table: AnyTable, data: Data) -> Script:
    """Yield the wait ``ms`` after playing the sound ``cue``, if any: the script of an event that shows nothing."""
    if cue:
        table.sounds.play(cue)
    yield ms


def show_until_end(things: list[T], thing: T, then: Callable[[], None] | None = None) -> Callable[[], None]:
    """Add a thing to the drawn ones; return a function for the end of its motion: it removes the thing and calls
    ``then``."""
    things.append(thing)

    def end() -> None:
        if thing in things:
            things.remove(thing)
        if then is not None:
            then()

    return end


def show_banner(table: AnyTable, words: str, hold: float, *, fade: float = 220.0, rest: float = 60.0) -> Script:
    """Return the script of a banner: fade in, wait ``hold``, fade out, wait ``rest``; all times in milliseconds."""
    stage = table.stage
    stage.banner = words

    def at(alpha: float) -> None:
        stage.banner_alpha = alpha

    table.timeline.run(table.ms(fade), lambda t: at(255 * t))
    yield hold
    table.timeline.run(table.ms(fade), lambda t: at(255 * (1 - t)))
    yield rest
    stage.banner = ""


FADE_MS = 120.0


class PreviewFade:
    """The previewed choice, and the opacity of its preview, which fades in."""

    def __init__(self) -> None:
        self.key: Hashable = None
        self._age = 0.0

    def update(self, key: Hashable, ms: float, at_once: bool) -> bool:
        """Preview the choice ``key`` (None = none); return whether it must be drawn anew. ``at_once``: without a
        fade."""
        return self.show(key, at_once) or self.advance(ms)

    def show(self, key: Hashable, at_once: bool) -> bool:
        """Set the previewed choice; return whether it has changed."""
        if key == self.key:
            return False
        self.key = key
        self._age = FADE_MS if at_once else 0.0
        return True

    def advance(self, ms: float) -> bool:
        """Advance the fade; return whether it must be drawn anew."""
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
