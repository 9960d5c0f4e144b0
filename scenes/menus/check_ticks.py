"""The ticks of the tour over this computer: what each does, draws and finds.

What a tick asks of a person passes by itself when its time is over; what it measures has the limit of a probe.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from ai.workers.start_time import measure_start
from engine.accessibility import voice
from engine.contract import JSON
from engine.desktop import probes
from engine.desktop.probes import ABSENT, FAILED, GOOD, LIMIT_S, SKIPPED, Finding, Probe, find
from scenes.shell import bindings, sdl
from scenes.shell.inputs import Input
from sprites.base import icons, pad_signs, shapes, strokes
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.base.theme import rgb

if TYPE_CHECKING:
    from scenes.shell.context import Context

ASKED_S = 12.0
"""So long a person has for what is asked."""
NAME = "Four Thrones"


class Tick:
    """One thing of the tour; ``alone``: nobody is asked, and what needs a person is only looked at."""

    key, icon = "", ""
    seconds = LIMIT_S
    asks = False
    """Whether the answer is yes or no."""
    needs_person = False
    needs_window = True
    reads_bindings = False
    """Whether every key and button is wanted by its name."""

    def __init__(self, ctx: Context, clock: Callable[[], float] = time.monotonic, alone: bool = False) -> None:
        self.ctx, self.clock, self.alone = ctx, clock, alone
        self.ms = 0.0
        """Time since it began."""

    def begin(self) -> None:
        """Begin."""

    def look(self, ms: float) -> Finding | None:
        """Let time pass; return what was found, None while it goes on."""
        self.ms += ms
        return self.look_alone() if self.alone and self.needs_person else None

    def look_alone(self) -> Finding:
        """Return what can be found without a person."""
        return find(SKIPPED, "check.skipped")

    def end(self) -> Finding | None:
        """Return what was found when the time is over; None to go on, for a probe whose limit is on the clock."""
        return find(ABSENT, "check.nothing")

    def answer(self, yes: bool) -> Finding:
        """Return what follows from the answer of a person; a no means that it does not work."""
        return self.find(GOOD if yes else FAILED)

    def find(self, state: str, figure: str = "", /, **params: JSON) -> Finding:
        """Return a finding of this tick with the text of its state, and its advice where it failed."""
        advice = f"check.{self.key}.advice" if state == FAILED else ""
        return find(state, f"check.{self.key}.{state}", advice, figure, **params)

    def take(self, given: Input) -> Finding | None:
        """Take an input that no control has used; return what was found by it."""
        return None

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw what is to be seen on the stage."""

    @property
    def words(self) -> str:
        """Text id of what is said on the stage."""
        return f"check.{self.key}.{'do' if self.needs_person else 'plan'}"


class WindowTick(Tick):
    """Full screen and back."""

    key, icon, seconds = "window", "screen", 4.0
    STAY_MS = 700.0

    def begin(self) -> None:
        """Go to the full screen, where there is a real window."""
        window = self.ctx.window
        self._size = window.system.size
        self._turned, self._back, self._took = self.ctx.quiet or not window.visible, False, 0.0
        if not self._turned:
            self._toggle()

    def _toggle(self) -> None:
        begin = time.perf_counter()
        self.ctx.window.toggle_fullscreen()
        self._took += time.perf_counter() - begin

    def look(self, ms: float) -> Finding | None:
        """Go back, and wait until the window has the size that it had."""
        super().look(ms)
        if not self._turned and self.ms > self.STAY_MS:
            self._turned = self._back = True
            self._toggle()
        if not self._turned or (self._back and self.ms < 2 * self.STAY_MS):
            return None
        if self.ctx.window.system.size != self._size:
            self._took += ms / 1000
            return None
        back = {"text": "check.window.back", "seconds": round(self._took, 1)} if self._back else ""
        return self.find(GOOD, **self._measure(), back=back)

    def end(self) -> Finding:
        """Say that the window did not come back."""
        return self.find(FAILED, **self._measure())

    def _measure(self) -> dict[str, JSON]:
        window = self.ctx.window
        w, h = window.system.size
        return {"width": w, "height": h, "ratio": round(window.ratio, 2)}


class SharpnessTick(Tick):
    """Two lines, each one pixel wide, which a picture that the system stretches runs into one."""

    key, icon = "sharpness", "search"
    seconds, asks, needs_person = ASKED_S, True, True

    def answer(self, yes: bool) -> Finding:
        """Return whether both lines were seen."""
        return self._find(GOOD if yes else FAILED)

    def look_alone(self) -> Finding:
        """Return the ratio alone."""
        return self._find(SKIPPED)

    def _find(self, state: str) -> Finding:
        percent = round(100 * self.ctx.window.ratio)
        return self.find(state, self.ctx.t("ui.percent", value=percent), percent=percent)

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw both lines, with one pixel between them."""
        x, y, w, h = box
        place = c.rect(x + w / 2, y + h * 0.2, 1, h * 0.6)
        for right in (0, 2):
            c.surface.fill(rgb("text.bright"), pygame.Rect(place.x + right, place.y, 1, place.h))


class FramesTick(Tick):
    """Frames while nothing moves, then while three coins cross the stage."""

    key, icon, seconds = "frames", "speed", 6.0
    FIRST_MS, REST_MS, MOVE_MS = 300.0, 1500.0, 3000.0
    """So long the page is drawn anew, then rests until, then moves for."""
    MEDIAN_MS, LATE_MS = 21.0, 51.0
    """At most this in the middle, and for all but one frame of a hundred."""

    def begin(self) -> None:
        """Begin to count."""
        self._rest: list[float] = []
        self._moved: list[float] = []
        self._last = self.clock()

    def look(self, ms: float) -> Finding | None:
        """Note how long the frame took."""
        super().look(ms)
        now, last = self.clock(), self._last
        self._last = now
        if ms and self.ms > self.FIRST_MS:
            (self._rest if self.ms < self.REST_MS else self._moved).append((now - last) * 1000)
        return self.end() if self.ms >= self.REST_MS + self.MOVE_MS else None

    def end(self) -> Finding:
        """Return median, 99th hundredth and worst, in ms, and frames a second."""
        rest, moved = find_hundredths(self._rest), find_hundredths(self._moved)
        rate = min(60, round(1000 / moved[0])) if moved[0] else 60
        state = GOOD if moved[0] <= self.MEDIAN_MS and moved[1] <= self.LATE_MS else FAILED
        told = {"rest": ", ".join(map(str, rest)), "moved": ", ".join(map(str, moved))}
        advice = "" if state == GOOD else "check.frames.advice"
        return find(state, "check.frames.good", advice, f"{rate}/60", rate=rate, **told)

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw three coins on their way."""
        x, y, w, h = box
        for k in range(3):
            turn = max(0.0, self.ms - self.REST_MS) / 900 + k * 2.1
            shapes.coin(c, x + w * (0.5 + 0.36 * math.sin(turn)), y + h * (0.25 + 0.25 * k), 30, "")


def find_hundredths(times: Sequence[float]) -> tuple[int, int, int]:
    """Return median, 99th hundredth and the worst of some times, rounded; zeros for none."""
    row = sorted(times)
    return (
        (round(row[len(row) // 2]), round(row[min(len(row) - 1, len(row) * 99 // 100)]), round(row[-1]))
        if row
        else (0, 0, 0)
    )


class SoundTick(Tick):
    """A bell at the left, then at the right."""

    key, icon, needs_window = "sound", "sound", False
    seconds, asks, needs_person = ASKED_S, True, True
    BELLS_MS = (300.0, 1600.0)

    def look(self, ms: float) -> Finding | None:
        """Sound the bells; where there is no device nobody is asked."""
        before = self.ms
        found = super().look(ms)
        if found is not None:
            return found
        audio, settings = self.ctx.audio, self.ctx.settings
        if settings.muted or not audio.enabled:
            return find(SKIPPED, "check.sound.muted")
        if not audio.open_device():
            return self._miss()
        for side, due in enumerate(self.BELLS_MS):
            if before < due <= self.ms:
                audio.play_at("bell", side)
        return None

    def look_alone(self) -> Finding:
        """Return what the device is."""
        if not self.ctx.audio.open_device():
            return self._miss() if self.ctx.audio.problem else find(SKIPPED, "check.sound.muted")
        return self.find(SKIPPED, self._measure()["rate"], **self._measure())

    def answer(self, yes: bool) -> Finding:
        """Return whether both bells were heard."""
        told = self._measure()
        if yes:
            return self.find(GOOD, told["rate"], **told)
        return find(FAILED, "check.sound.silent", "check.sound.advice", told["rate"], **told)

    def _measure(self) -> dict[str, JSON]:
        rate, _, channels = pygame.mixer.get_init() or (0, 0, 0)
        return {"rate": f"{rate / 1000:g} kHz", "channels": channels, "driver": self._find_driver()}

    def _miss(self) -> Finding:
        """Return that there is no device, and why."""
        return self.find(FAILED, reason=self.ctx.audio.problem, driver=os.environ.get("SDL_AUDIODRIVER", "-"))

    def _find_driver(self) -> str:
        return pygame.mixer.get_driver() if pygame.mixer.get_init() else "-"


class KeysTick(Tick):
    """The layout, and two keys: one that every program sees, and one that lies elsewhere on other layouts."""

    key, icon = "keys", "ph-keyboard"
    seconds, needs_person, reads_bindings = ASKED_S, True, True
    WANTED = ("space", "z")
    ROW = (20, 26, 8, 21, 23, 28)
    """Scancodes of the first six letters of the upper row."""

    def begin(self) -> None:
        """Begin to listen."""
        self._came: list[str] = []

    def take(self, given: Input) -> Finding | None:
        """Take a key; ready when both have come."""
        if given.kind == "binding" and given.device == "keyboard":
            self._came.append(given.name)
        return self.end() if set(self.WANTED) <= set(self._came) else None

    def end(self) -> Finding:
        """Return the layout and whether both keys came; where none came, nobody was at the keyboard."""
        layout = self._read_layout()
        if set(self.WANTED) <= set(self._came):
            return self.find(GOOD, layout, layout=layout)
        if not self._came:
            return self.find(ABSENT, layout, layout=layout)
        return self.find(FAILED, layout, layout=layout, came=", ".join(self._came[:4]))

    def answer(self, yes: bool) -> Finding:
        """Return what came when a person says that it does not work."""
        layout = self._read_layout()
        return self.find(FAILED, layout, layout=layout, came=", ".join(self._came[:4]) or "-")

    def look_alone(self) -> Finding:
        """Return the layout alone."""
        layout = self._read_layout()
        return self.find(SKIPPED, layout, layout=layout)

    def _read_layout(self) -> str:
        codes = [bindings.system_layout().find_code(place) for place in self.ROW]
        return "".join(chr(code).upper() for code in codes if 32 < code < 0x10000)

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw both keys, with a tick on what has come."""
        x, y, w, h = box
        for k, (name, wide) in enumerate(zip(self.WANTED, (180.0, 60.0), strict=True)):
            label, left = bindings.get_label(name), x + w * 0.22 + k * 230
            pad_signs.draw_cap(c, label, left, y + h / 2 - 28, 56, w=wide)
            draw_mark(c, left + wide, y + h / 2 - 28, name in self._came)


class PadsTick(Tick):
    """Four buttons of a pad, one after the other: a pad that lies sends others, or moves by itself."""

    key, icon = "pads", "gamepad"
    seconds, needs_person, reads_bindings = ASKED_S, True, True
    WANTED = ("a", "b", "x", "y")
    NONE_S = 4.0
    """So long a pad that sleeps has to wake up."""
    WRONG, BY_ITSELF = 2, 8
    """So many other buttons are no slip of the finger, so many parts that nobody asked for are no accident."""

    def begin(self) -> None:
        """Begin to listen."""
        self._came = 0
        self._wrong: list[str] = []
        self._others = 0

    def look(self, ms: float) -> Finding | None:
        """Pass by where no pad is plugged in."""
        found = super().look(ms)
        if found is None and not self.ctx.plugged and self.ms > self.NONE_S * 1000:
            return self.find(ABSENT)
        return found

    def take(self, given: Input) -> Finding | None:
        """Take a button; ready when all have come, or others in their place."""
        if given.kind != "binding" or given.device != "pad":
            return None
        if given.name == self.WANTED[self._came]:
            self._came += 1
        elif given.name in self.WANTED:
            self._wrong.append(given.name)
        else:
            self._others += 1
        is_over = self._came == len(self.WANTED) or len(self._wrong) >= self.WRONG or self._others >= self.BY_ITSELF
        return self.end() if is_over else None

    def end(self) -> Finding:
        """Return how many pads there are and what came of the buttons."""
        count = len(self.ctx.plugged)
        if self._others >= self.BY_ITSELF:
            return find(FAILED, "check.pads.moves", "check.pads.advice", str(count), count=count)
        if self._came == len(self.WANTED):
            named = all(pad.known for pad in self.ctx.plugged.values())
            return self.find(
                GOOD, str(count), count=count, buttons={"text": f"check.pads.{'named' if named else 'raw'}"}
            )
        if not count:
            return self.find(ABSENT)
        asked = self.WANTED[self._came].upper()
        came = ", ".join(each.upper() for each in self._wrong)
        return self.find(FAILED, str(count), count=count, asked=asked, came=came or {"text": "check.nothing"})

    def answer(self, yes: bool) -> Finding:
        """Return what came when a person says that it does not work."""
        return self.end()

    def look_alone(self) -> Finding:
        """Return how many there are."""
        count = len(self.ctx.plugged)
        return self.find(SKIPPED, str(count), count=count) if count else self.find(ABSENT)

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw the buttons, with a tick on those that have come."""
        x, y, w, h = box
        for k, part in enumerate(self.WANTED):
            cx = x + w * (0.2 + 0.2 * k)
            pad_signs.draw(c, part, self.ctx.find_maker(), cx, y + h / 2, 30)
            draw_mark(c, cx + 28, y + h / 2 - 28, k < self._came)


class TouchTick(Tick):
    """Three coins to tap in their order, the last one held."""

    key, icon = "touch", "hand"
    seconds, needs_person = ASKED_S, True
    PLACES = ((0.2, 0.3), (0.52, 0.7), (0.8, 0.3))
    R, HOLD_MS = 44.0, 700.0

    def begin(self) -> None:
        """Begin with the first coin."""
        self._tapped = 0
        self._held: float | None = None
        self._by_mouse = False
        self._box: Box = (0, 0, 0, 0)

    def look(self, ms: float) -> Finding | None:
        """Close the ring of a finger that rests."""
        found = super().look(ms)
        if found is None and self._held is not None:
            self._held += ms
            if self._held >= self.HOLD_MS:
                return self.find(GOOD) if not self._by_mouse else find(ABSENT, "check.touch.mouse")
        return found

    def take(self, given: Input) -> Finding | None:
        """Take a tap on the next coin; letting go opens the ring of the last one again."""
        if given.kind == "release":
            self._held = None
        elif given.kind == "press":
            cx, cy = self._find_place(self._tapped)
            if math.dist((cx, cy), (given.x, given.y)) <= self.R:
                self._by_mouse |= given.device != "touch"
                if self._tapped == len(self.PLACES) - 1:
                    self._held = 0.0
                else:
                    self._tapped += 1
        return None

    def end(self) -> Finding:
        """Return that no finger came, or not often enough."""
        return (
            self.find(FAILED, count=self._tapped)
            if self._tapped and not self._by_mouse
            else find(ABSENT, "check.nothing")
        )

    def answer(self, yes: bool) -> Finding:
        """Return how far it went when a person says that it does not work."""
        return self.find(FAILED, count=self._tapped)

    def look_alone(self) -> Finding:
        """Return how many devices there are."""
        return find(SKIPPED, "check.pads.skipped", count=sdl.count_touch_devices())

    def _find_place(self, k: int) -> tuple[float, float]:
        x, y, w, h = self._box
        return x + w * self.PLACES[k][0], y + h * self.PLACES[k][1]

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw the coins, and the ring of the one that is held."""
        self._box = box
        ways = [self._find_place(k) for k in range(len(self.PLACES))]
        strokes.strokes(c, strokes.dashes(ways, 3, 16), "accent.bright", 3)
        for k, (cx, cy) in enumerate(ways):
            shapes.coin(c, cx, cy, self.R, str(k + 1))
            draw_mark(c, cx + 32, cy - 32, k < self._tapped)
            if k == len(ways) - 1 and self._held is not None:
                share = min(1.0, self._held / self.HOLD_MS)
                r, turns = self.R + 8, [at * math.tau / 48 for at in range(49)]
                ring = [(cx + r * math.sin(turn), cy - r * math.cos(turn)) for turn in turns]
                strokes.line(c, strokes.part(ring, share), "glow", 6)


class ReaderTick(Tick):
    """Screen reader and voice: both say the name of the program."""

    key, icon = "reader", "ph-chat-text"
    seconds, asks, needs_person, needs_window = 10.0, True, True, False

    def begin(self) -> None:
        """Look for a voice; a reader that listens says the name itself."""
        said = "" if self.alone or self._asks() else NAME
        if not said and not self.alone:
            self.ctx.tell_toast(NAME)
        self._probe = Probe(
            lambda: find(GOOD, "check.reader.good", voice=voice.try_voice(self.ctx.language, said)), self.clock
        )
        self._voice: Finding | None = None

    def _asks(self) -> bool:
        adapter = None if self.ctx.window is None else self.ctx.window.adapter
        return bool(adapter and adapter.is_active)

    def look(self, ms: float) -> Finding | None:
        """Wait for the voice; where there is none and no reader, nobody is asked."""
        self.ms += ms
        if self._voice is None:
            self._voice = self._probe.read()
            if self._voice is None:
                return None
            if self._voice.state == probes.LEFT:
                return self._voice
            if self.alone:
                return self.end()
            if self._voice.state != GOOD and not self._asks():
                return self._tell(ABSENT)
        return None

    def _tell(self, state: str) -> Finding:
        adapter = None if self.ctx.window is None else self.ctx.window.adapter
        tree = "asks" if self._asks() else "silent" if adapter is not None else "without"
        has_voice = self._voice is not None and self._voice.state == GOOD
        found: JSON = {"text": "check.reader.no_voice"}
        if has_voice and self._voice is not None:
            found = self._voice.value.params["voice"]
        told = self.find(state, voice=found, tree={"text": f"check.reader.{tree}"})
        return told if has_voice or self._asks() else replace(told, advice="check.reader.none.advice")

    def answer(self, yes: bool) -> Finding:
        """Return what was heard."""
        return self._tell(GOOD if yes else FAILED)

    def end(self) -> Finding:
        """Return what there is when nobody has answered."""
        return replace(self._tell(ABSENT), state=SKIPPED)


class ProbeTick(Tick):
    """A look in the background."""

    needs_window = False

    def begin(self) -> None:
        """Begin to look."""
        self._probe = Probe(self.measure, self.clock)

    def measure(self) -> Finding:
        """Return what is found; runs on a thread of its own."""
        return self.find(GOOD)

    def look(self, ms: float) -> Finding | None:
        """Return what was found, or that the probe was left."""
        super().look(ms)
        return self._probe.read()

    def end(self) -> Finding | None:
        """Return what the probe says."""
        return self._probe.read()


class ProcessesTick(ProbeTick):
    """A process of opponents starts, answers and ends."""

    key, icon = "processes", "ph-arrows-clockwise"

    def measure(self) -> Finding:
        """Return how long the answer took; failed where the process did not give it itself."""
        seconds, answer = measure_start()
        if answer.fallback:
            return self.find(FAILED, reason=f"{answer.how}")
        return self.find(GOOD, f"{round(seconds * 1000)} ms", seconds=round(seconds, 1))


class FoldersTick(ProbeTick):
    """A file is written and deleted again."""

    key, icon = "folders", "disk"

    def measure(self) -> Finding:
        """Return what the folders allow."""
        return probes.look_at_folders()


TICKS: tuple[type[Tick], ...] = (
    WindowTick, SharpnessTick, FramesTick, SoundTick, KeysTick, PadsTick, TouchTick, ReaderTick, ProcessesTick,
    FoldersTick,
)  # fmt: skip


def draw_mark(c: Canvas, cx: float, cy: float, on: bool) -> None:
    """Draw a green disc with a tick where something has come."""
    if on:
        shapes.outline(c, "circle", cx, cy, 13, ((0.0, "good.high"), (1.0, "good.low")), rim="rim.dark", rim_w=1.2)
        icons.draw(c, "ph-check", cx, cy, 16, "text.bright")
