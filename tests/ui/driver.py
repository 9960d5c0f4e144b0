"""Drives the program without a real window: time passes by hand, inputs are real pygame events."""

import itertools
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest

from ai.aims import explain_turn
from ai.choose import choose
from ai.decision import TurnReason
from ai.win_probability import add_chances
from ai.workers.pool import HINT
from engine import registry
from engine.desktop import system
from engine.storage.settings import Settings
from scenes.dev.screenshots import PIXELS_PER_INCH, find_point
from scenes.shell.app import App
from scenes.shell.context import Context
from scenes.shell.fingers import ECHO_MS
from scenes.shell.targets import Target
from scenes.shell.window import Window
from sprites.base.canvas import SWEEP, Cache, Canvas

BESIDE_S = 30.0
"""How long a thread or a process may take."""
RELEASES = 20
"""Closed scenes after which garbage is collected once."""
SHOULDERS = (4, 5)
"""Buttons of a game pad that lead to the control before and the next one."""
PICTURES = 30
"""While nothing is done, of this number of pictures one is drawn, unless a test asks for fewer."""


class NearThinker:
    """The opponents of the tests: the same interface as the worker, answering at once in this process."""

    def __init__(self, level: str = "novice") -> None:
        self.level = level
        self.answers: list[Any] = []
        self.asked: list[tuple[Any, ...]] = []
        self.number = 0
        self.why = 0, TurnReason("failed")
        """The newest question why a turn was played, and its answer."""
        self.process_id: int | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is still to be fetched."""
        return bool(self.answers)

    def ask(
        self, game: str, view: Any, seat: int, legal: list[int], level: str, seed: int, purpose: str = "move"
    ) -> int:
        """Answer with the weakest level, so that tests are quick."""
        self.number += 1
        self.asked.append((game, view, seat, list(legal), level, purpose))
        decision = choose(game, view, seat, legal, self.level, seed)
        if purpose == HINT:
            decision = add_chances(game, view, seat, decision, seed)
        self.answers.append(_Answer(self.number, decision))
        return self.number

    def poll(self) -> list[Any]:
        """What has been answered since the last poll."""
        answers, self.answers = self.answers, []
        return answers

    def cancel(self, ticket: int, end: bool = False) -> None:
        """Forget a question."""
        self.answers = [answer for answer in self.answers if answer.ticket != ticket]

    def ask_why(self, game: str, view: Any, seat: int, line: Sequence[int], seed: int) -> int:
        """Explain a turn at once, from few play-outs."""
        self.number += 1
        self.why = self.number, explain_turn(game, view, seat, line, seed, pairs=6).reason
        return self.number

    def take_reason(self, ticket: int) -> TurnReason:
        """The answer to the newest question; a dropped one has failed."""
        return self.why[1] if ticket == self.why[0] else TurnReason("failed")

    def close(self) -> None:
        """Nothing to end."""


class _Answer:
    def __init__(self, ticket: int, decision: Any) -> None:
        self.ticket = ticket
        self.decision = decision
        self.fallback = False


class Stock(Cache):
    """Pictures that were made in one test and are used again in the next, where they would be the same."""

    def clear(self) -> None:
        """They stay: a window of another size, language or palette has a stock of its own."""

    def finish_sweep(self) -> None:
        """They stay, too, when a scene is closed; what was planned for it is forgotten."""
        self.drop(SWEEP)
        self._forget_plans()


MOST_STOCKS = 4
_stocks: OrderedDict[Hashable, Stock] = OrderedDict()


def stock(c: Canvas, language: str) -> Stock:
    """The pictures made before for such a window."""
    key = (c.size, c.text_scale, c.least_text, c.palette, c.patterns, language)
    found = _stocks.pop(key, None) or Stock(100 << 20)
    _stocks[key] = found
    while len(_stocks) > MOST_STOCKS:
        _stocks.popitem(last=False)
    return found


class Stocked(Window):
    """A window that finds the pictures which tests before have made.

    It seldom collects garbage when a scene is closed: tests have loaded so much that each time takes long.
    """

    closed = itertools.count(1)

    def paint(self) -> list[pygame.Rect]:
        """As in the program."""
        if not self.ctx.stack.closed or next(self.closed) % RELEASES == 0:
            return super().paint()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(system, "free_memory", lambda: None)
            return super().paint()

    def _canvas(self) -> Canvas:
        made = super()._canvas()
        made.cache = stock(made, self.ctx.settings.language)
        return made


class Driver:
    """One run of the program; with ``fresh`` all pictures are made anew (for tests of files that are missing).

    ``ratio``: pixels in one unit of the window, as on a screen that has more of them.
    """

    def __init__(
        self, size: tuple[int, int] = (1280, 720), *, fresh: bool = False, ratio: float = 0.0, **settings: Any
    ) -> None:
        # The lessons of every game have been offered before and who plays was asked, unless a test wants to see that.
        guided = [*(info.id for info in registry.games()), "road", "today", "people", "keys"]
        usual = {
            "speed": "4",
            "computer_pause": 0,
            "language": "en",
            "guided": guided,
            "confirm_turns": False,
            "ask_advice": False,
        }
        self.settings = Settings(**{**usual, **settings})
        self.ctx = Context(self.settings, sound=False, quiet=True)
        self.ctx._thinker = NearThinker()  # type: ignore[assignment]
        self.window = (Window if fresh else Stocked)(self.ctx, size, visible=False, faked_ratio=ratio)
        self.app = App(self.ctx, self.window)
        self.unseen = 0
        self.pictures = PICTURES

    def close(self) -> None:
        """End the run."""
        self.ctx.close()

    @property
    def top(self) -> Any:
        """The scene on top."""
        return self.ctx.stack.top

    def frame(self, ms: float = 16.0, events: list[Any] | None = None) -> None:
        """One turn of the main loop."""
        self.app.frame(events or [], ms)

    def wait(self, ms: float = 16.0, events: list[Any] | None = None) -> None:
        """One turn of the main loop as on a slow computer, which draws one in ``pictures`` of them."""
        self.unseen += 1
        if self.unseen % self.pictures:
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(self.window, "draw", lambda: None)
                self.frame(ms, events)
        else:
            self.frame(ms, events)

    def run(self, ms: float, step: float = 16.0) -> None:
        """Let time pass, and see how it is then."""
        while ms > step:
            self.wait(step)
            ms -= step
        self.frame(step)

    def until(self, wanted: Callable[[], bool], limit: int = 4000) -> None:
        """Let time pass until something is so; what is done in the background has some seconds of the clock for it."""
        begun = time.monotonic()
        frames = 0
        while not wanted():
            if frames >= limit:
                assert time.monotonic() < begun + BESIDE_S, "this never happened"
                time.sleep(0.005)
            self.wait()
            frames += 1

    def target(self, target_id: str) -> Target:
        """The target of that id in the picture that is seen, or that will be next."""
        found: Target | None = None if self.ctx.stack.needs_drawing else self.top.ui.find(target_id)
        if found is None:
            self.ctx.stack.dirty = True
            self.frame(0.0)
            found = self.top.ui.find(target_id)
        assert found is not None, f"{target_id} not among {[one.id for one in self.top.ui.targets]}"
        return found

    def has(self, target_id: str) -> bool:
        """Whether the target exists and is enabled."""
        if self.ctx.stack.needs_drawing:
            self.frame(0.0)
        found: Target | None = self.top.ui.find(target_id)
        return found is not None and found.enabled

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a logical point."""
        canvas = self.window.canvas
        return canvas.x(x), canvas.y(y)

    def move(self, x: float, y: float) -> None:
        """Move the pointer to a logical point."""
        pos = self.pixel(x, y)
        self.frame(16, [pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))])

    def click_at(self, x: float, y: float) -> None:
        """Click a logical point; what the pointer changes on its way there may stay unseen."""
        pos = self.pixel(x, y)
        self.wait(16, [pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))])
        self.app.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        self.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1)])

    def click(self, target_id: str) -> None:
        """Click the middle of a target."""
        self.click_at(*self.target(target_id).centre)

    def carry(self, target_id: str, onto: str) -> None:
        """Press on a target, move to the middle of another one, and let go there."""
        first, last = (self.pixel(*self.target(each).centre) for each in (target_id, onto))
        self.frame(16, [pygame.event.Event(pygame.MOUSEMOTION, pos=first, rel=(0, 0), buttons=(0, 0, 0))])
        self.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=first, button=1)])
        self.frame(16, [pygame.event.Event(pygame.MOUSEMOTION, pos=last, rel=(9, 9), buttons=(1, 0, 0))])
        self.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONUP, pos=last, button=1)])

    def finger(self, kind: int, x: float, y: float, number: int = 0) -> None:
        """Post what a finger does at a logical point through the queue of the program, and let a frame pass."""
        (left, top), (wide, high) = self.pixel(x, y), self.window.canvas.size
        place: dict[str, Any] = {"x": left / wide, "y": top / high, "dx": 0.0, "dy": 0.0, "pressure": 1.0}
        pygame.event.post(pygame.event.Event(kind, touch_id=1, finger_id=number, **place))
        self.frame(16, pygame.event.get((pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)))

    def tap_at(self, x: float, y: float) -> None:
        """Tap a logical point, some time after the tap before."""
        self.wait(260)
        self.finger(pygame.FINGERDOWN, x, y)
        self.finger(pygame.FINGERUP, x, y)

    def tap_through(self, x: float, y: float) -> None:
        """Tap a logical point, and once more in the glass where that opens."""
        self.tap_at(x, y)
        lens = self.top.ui.fingers.magnifier
        if lens is not None:
            (mx, my), factor = lens.middle, lens.factor
            self.tap_at(mx + (x - lens.at[0]) * factor, my + (y - lens.at[1]) * factor)

    def tap(self, target_id: str) -> None:
        """Tap a target."""
        target = self.target(target_id)
        self.tap_through(*(find_point(self.top.ui, target) or target.centre))

    def key(self, key: int, mod: int = 0) -> None:
        """Press and release a key; where Tab leads to is seen with the next frame."""
        turn = self.wait if key == pygame.K_TAB else self.frame
        turn(
            16,
            [
                pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0),
                pygame.event.Event(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0),
            ],
        )

    def pad(self, button: int) -> None:
        """Press a button of a game pad; where a shoulder leads to is seen with the next frame."""
        turn = self.wait if button in SHOULDERS else self.frame
        turn(16, [pygame.event.Event(pygame.JOYBUTTONDOWN, joy=0, instance_id=0, button=button)])

    def choose_by_switch(self, wanted: str, step: float) -> None:
        """Wait for the frame that goes over the controls, ``step`` ms each, and press, until one has been used."""
        for _ in range(160):
            shown = self.ctx.stack.scanner.find_current(self.top.ui)
            if shown is not None and any(stop.target == wanted for stop in shown.stops):
                self.key(pygame.K_SPACE)
                if len(shown.stops) == 1:
                    return
            self.frame(step)
        raise AssertionError(f"the frame never comes to {wanted}")

    def hat(self, x: int, y: int) -> None:
        """Press the cross of a game pad."""
        for value in ((x, y), (0, 0)):
            self.frame(16, [pygame.event.Event(pygame.JOYHATMOTION, joy=0, instance_id=0, hat=0, value=value)])


class FingerDriver(Driver):
    """One run on a handheld that is played by fingers: what a test clicks is tapped, every fifth time clicked.

    ``mixes``: whether there is a mouse as well.
    """

    mixes = True
    taps = 0

    def __init__(self, **settings: Any) -> None:
        super().__init__((1280, 800), touch_density=PIXELS_PER_INCH, **settings)

    def click(self, target_id: str) -> None:
        """Tap a target."""
        self.taps += 1
        if self.mixes and self.taps % 5 == 0:
            self.wait(ECHO_MS + 16)
            super().click_at(*self.target(target_id).centre)
        else:
            self.tap(target_id)

    def click_at(self, x: float, y: float) -> None:
        """Tap a logical point."""
        self.tap_through(x, y)
