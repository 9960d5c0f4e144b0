"""The ticks of the tour over this computer: what each does, draws and finds.

What a tick asks of a person passes by itself when its time is over; what it measures has the limit of a probe.
"""

import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from ai.workers.pool import measure_start
from engine.accessibility import voice
from engine.contract import JSON
from engine.desktop import probes
from engine.desktop.probes import ABSENT, FAILED, GOOD, LIMIT_S, SKIPPED, Finding, Probe, find
from scenes.shell import bindings
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from sprites.base import icons, pad_signs, shapes, strokes
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.base.theme import rgb

ASKED_S = 12.0
"""So long a person has for what is asked."""
NAME = "Four Thrones"


class Tick:
    """One test of the check; ``alone``: no person is asked, and what needs one is only probed."""

    key, icon = "", ""
    seconds = LIMIT_S
    asks = needs_person = reads_bindings = False
    """Whether the answer is yes or no; whether a person is needed; whether every key is wanted by its name."""
    figure = ""
    """Which of the figures stands at the end of the row."""

    def __init__(self, ctx: Context, clock: Callable[[], float] = time.monotonic, alone: bool = False) -> None:
        self.ctx, self.clock, self.alone = ctx, clock, alone
        self.ms = 0.0
        """Time since it began."""

    def begin(self) -> None:
        """Start the test."""

    def look(self, ms: float) -> Finding | None:
        """Advance the test by ``ms``; return its finding, None while it goes on."""
        self.ms += ms
        return self.end() if self.alone and self.needs_person else None

    def end(self) -> Finding | None:
        """Return the finding when the tick's time is over; None to go on, for a test that ends by itself."""
        return self.find(SKIPPED)

    def measure(self) -> dict[str, JSON]:
        """Return the measured figures, by name, which every finding of this tick contains."""
        return {}

    def find(self, state: str, /, *, said: str = "", **params: JSON) -> Finding:
        """Return a finding with the tick's figures and ``params``; ``said``: its text id, by default that of the state.
        A failed one has the tick's advice."""
        told = {**self.measure(), **params}
        advice = f"check.{self.key}.advice" if state == FAILED else ""
        figure = f"{told[self.figure]}" if self.figure in told else ""
        return find(state, said or f"check.{self.key}.{state}", advice, figure, **told)

    def answer(self, yes: bool) -> Finding:
        """Return the finding for a person's answer; no (False) means that the thing does not work."""
        return self.find(GOOD if yes else FAILED)

    def take(self, given: Input) -> Finding | None:
        """Handle an input that no control has used; return a finding if it completes the test, else None."""
        return None

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw the picture of the test."""

    @property
    def words(self) -> str:
        """Text id of the instruction on the stage."""
        return f"check.{self.key}.{'do' if self.needs_person else 'plan'}"


class WindowTick(Tick):
    """Test of full screen: switch to it and back."""

    key, icon, seconds = "window", "screen", 4.0
    STAY_MS = 700.0

    def begin(self) -> None:
        """Go to the full screen, where there is a real window."""
        window = self.ctx.window
        self._size, self._took = window.system.size, 0.0
        self._turns = 0 if self.ctx.quiet or not window.visible else 2
        self._toggle()

    def _toggle(self) -> None:
        if self._turns:
            begin = time.perf_counter()
            self.ctx.window.toggle_fullscreen()
            self._took += time.perf_counter() - begin
            self._turns -= 1

    def look(self, ms: float) -> Finding | None:
        """Go back to the former size; return the finding once the window has that size again, else None."""
        super().look(ms)
        if self._turns and self.ms > self.STAY_MS:
            self._toggle()
        if self._turns or (self._took and self.ms < 2 * self.STAY_MS):
            return None
        if self.ctx.window.system.size != self._size:
            self._took += ms / 1000
            return None
        return self.find(GOOD)

    def end(self) -> Finding:
        """Return the finding that the window did not return to its former size."""
        return self.find(FAILED)

    def measure(self) -> dict[str, JSON]:
        """Return the window's size, its pixel ratio, and the seconds that switching took."""
        w, h = self.ctx.window.system.size
        back = {"text": "check.window.back", "seconds": round(self._took, 1)} if self._took else ""
        return {"width": w, "height": h, "ratio": round(self.ctx.window.ratio, 2), "back": back}


class SharpnessTick(Tick):
    """Test of sharp pixels: two lines, each one pixel wide, which merge in a picture that the system stretches."""

    key, icon = "sharpness", "search"
    seconds, asks, needs_person = ASKED_S, True, True

    def measure(self) -> dict[str, JSON]:
        """Return how many pixels a unit of the window has, in percent."""
        return {"percent": round(100 * self.ctx.window.ratio)}

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw both lines, with one pixel between them."""
        x, y, w, h = box
        place = c.rect(x + w / 2, y + h * 0.2, 1, h * 0.6)
        for right in (0, 2):
            c.surface.fill(rgb("text.bright"), pygame.Rect(place.x + right, place.y, 1, place.h))


class FramesTick(Tick):
    """Test of frame times: while nothing moves, then while three coins cross the stage."""

    key, icon, seconds, figure = "frames", "speed", 6.0, "rate"
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
        """Record the duration of the frame; return the finding after the last one, else None."""
        super().look(ms)
        now, last = self.clock(), self._last
        self._last = now
        if ms and self.ms > self.FIRST_MS:
            (self._rest if self.ms < self.REST_MS else self._moved).append((now - last) * 1000)
        return self.end() if self.ms >= self.REST_MS + self.MOVE_MS else None

    def end(self) -> Finding:
        """Return the finding: median, 99th percentile and worst frame time in ms (still, moving), and frames per
        second."""
        rest, moved = find_hundredths(self._rest), find_hundredths(self._moved)
        rate = min(60, round(1000 / moved[0])) if moved[0] else 60
        state = GOOD if moved[0] <= self.MEDIAN_MS and moved[1] <= self.LATE_MS else FAILED
        told = {"rest": ", ".join(map(str, rest)), "moved": ", ".join(map(str, moved))}
        return self.find(state, said="check.frames.good", rate=f"{rate}/60", **told)

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw three coins on their way."""
        x, y, w, h = box
        for k in range(3):
            turn = max(0.0, self.ms - self.REST_MS) / 900 + k * 2.1
            shapes.coin(c, x + w * (0.5 + 0.36 * math.sin(turn)), y + h * (0.25 + 0.25 * k), 30, "")


def find_hundredths(times: Sequence[float]) -> tuple[int, ...]:
    """Return median, 99th percentile and maximum of ``times``, rounded to whole numbers; zeros without any."""
    row = sorted(times) or [0.0]
    return tuple(round(row[(len(row) - 1) * share // 100]) for share in (50, 99, 100))


class SoundTick(Tick):
    """Test of stereo sound: a bell at the left, then at the right."""

    key, icon, figure = "sound", "sound", "rate"
    seconds, asks, needs_person = ASKED_S, True, True
    BELLS_MS = (300.0, 1600.0)

    def look(self, ms: float) -> Finding | None:
        """Play the bells; return a finding at once where sound is off or has no device, else None."""
        before, audio = self.ms, self.ctx.audio
        if self.ctx.settings.muted or not audio.enabled:
            return find(SKIPPED, "check.sound.muted")
        if not audio.open_device():
            return self.find(FAILED, reason=audio.problem)
        found = super().look(ms)
        for side, due in enumerate(() if found is not None else self.BELLS_MS):
            if before < due <= self.ms:
                audio.play_at("bell", side)
        return found

    def answer(self, yes: bool) -> Finding:
        """Return the finding for the answer whether both bells were heard."""
        return self.find(GOOD) if yes else self.find(FAILED, said="check.sound.silent")

    def measure(self) -> dict[str, JSON]:
        """Return sample rate and driver of the device."""
        opened = pygame.mixer.get_init()
        if not opened:
            return {"driver": os.environ.get("SDL_AUDIODRIVER", "-")}
        return {"rate": f"{opened[0] / 1000:g} kHz", "driver": pygame.mixer.get_driver()}


class KeysTick(Tick):
    """Test of the keyboard: its layout, and two keys, of which one is elsewhere on other layouts."""

    key, icon, figure = "keys", "ph-keyboard", "layout"
    seconds, needs_person, reads_bindings = ASKED_S, True, True
    WANTED = ("space", "z")
    ROW = (20, 26, 8, 21, 23, 28)
    """Scancodes of the first six letters of the upper row."""

    def begin(self) -> None:
        """Begin to listen."""
        self._came: list[str] = []

    def take(self, given: Input) -> Finding | None:
        """Handle a key; return a finding when both keys have come."""
        if given.kind == "binding" and given.device == "keyboard":
            self._came.append(given.name)
        return self.find(GOOD) if set(self.WANTED) <= set(self._came) else None

    def end(self) -> Finding:
        """Return the finding: failed with the keys that came, skipped where none came."""
        return self.answer(False) if self._came else self.find(SKIPPED)

    def measure(self) -> dict[str, JSON]:
        """Return the layout by its first letters, and the keys pressed."""
        codes = [bindings.find_code(place) for place in self.ROW]
        layout = "".join(chr(code).upper() for code in codes if 32 < code < 0x10000)
        return {"layout": layout, "came": ", ".join(self._came[:4]) or "-"}

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw both keys, with a tick on what has come."""
        x, y, w, h = box
        for k, (name, wide) in enumerate(zip(self.WANTED, (180.0, 60.0), strict=True)):
            left = x + w * 0.22 + k * 230
            pad_signs.draw_cap(c, bindings.get_label(name), left, y + h / 2 - 28, 56, w=wide)
            draw_mark(c, left + wide, y + h / 2 - 28, name in self._came)


class PadsTick(Tick):
    """Test of a game pad: four buttons, one after the other; a pad with a wrong mapping sends others, or moves by
    itself."""

    key, icon, figure = "pads", "gamepad", "count"
    seconds, needs_person, reads_bindings = ASKED_S, True, True
    WANTED = ("a", "b", "x", "y")
    NONE_S = 4.0
    """So long a pad that sleeps has to wake up."""
    WRONG, BY_ITSELF = 2, 8
    """Numbers of other buttons, and of parts that were not asked for, that are no slip of the finger."""

    def begin(self) -> None:
        """Begin to listen."""
        self._came, self._others = 0, 0
        self._wrong: list[str] = []

    def look(self, ms: float) -> Finding | None:
        """Advance the test by ``ms``; return the finding, early where no pad is plugged in; None while it goes on."""
        found = super().look(ms)
        is_late = not self.ctx.plugged and self.ms > self.NONE_S * 1000
        return self.end() if found is None and is_late else found

    def take(self, given: Input) -> Finding | None:
        """Handle a button; return a finding when all have come, or others in their place."""
        if given.kind != "binding" or given.device != "pad":
            return None
        if given.name == self.WANTED[self._came]:
            self._came += 1
        elif given.name in self.WANTED:
            self._wrong.append(given.name.upper())
        else:
            self._others += 1
        is_over = self._came == len(self.WANTED) or len(self._wrong) >= self.WRONG or self._others >= self.BY_ITSELF
        return self.end() if is_over else None

    def end(self) -> Finding:
        """Return the finding: good, or failed with the wrong buttons; skipped or absent where none was pressed."""
        if self._others >= self.BY_ITSELF:
            return self.find(FAILED, said="check.pads.moves")
        if self._came == len(self.WANTED):
            named = all(pad.known for pad in self.ctx.plugged.values())
            return self.find(GOOD, buttons={"text": f"check.pads.{'named' if named else 'raw'}"})
        pressed = self._came or self._wrong
        return self.answer(False) if pressed else self.find(SKIPPED if self.ctx.plugged else ABSENT)

    def answer(self, yes: bool) -> Finding:
        """Return the finding "failed", with the button asked for and the wrong ones that came."""
        came: JSON = ", ".join(self._wrong) or {"text": "check.nothing"}
        return self.find(FAILED, asked=self.WANTED[min(self._came, 3)].upper(), came=came)

    def measure(self) -> dict[str, JSON]:
        """Return how many pads there are."""
        return {"count": len(self.ctx.plugged)}

    def draw(self, c: Canvas, box: Box) -> None:
        """Draw the buttons, with a tick on those that have come."""
        x, y, w, h = box
        for k, part in enumerate(self.WANTED):
            cx = x + w * (0.2 + 0.2 * k)
            pad_signs.draw(c, part, self.ctx.find_maker(), cx, y + h / 2, 30)
            draw_mark(c, cx + 28, y + h / 2 - 28, k < self._came)


class TouchTick(Tick):
    """Test of a touch screen: three coins to tap in order, the last one to be held."""

    key, icon = "touch", "hand"
    seconds, needs_person = ASKED_S, True
    PLACES = ((0.2, 0.3), (0.52, 0.7), (0.8, 0.3))
    R, HOLD_MS = 44.0, 700.0

    def begin(self) -> None:
        """Begin, with no coin tapped yet."""
        self._tapped, self._by_mouse = 0, False
        self._held: float | None = None
        self._box: Box = (0, 0, 0, 0)

    def look(self, ms: float) -> Finding | None:
        """Fill the ring of a held coin; return the finding once it is full, else None."""
        found = super().look(ms)
        if found is None and self._held is not None:
            self._held += ms
            if self._held >= self.HOLD_MS:
                return self.find(ABSENT, said="check.touch.mouse") if self._by_mouse else self.find(GOOD)
        return found

    def take(self, given: Input) -> Finding | None:
        """Handle a press on the next coin, or its end, which empties the last coin's ring; return None."""
        place = (given.x, given.y)
        if given.kind in ("release", "tap", "lift"):
            self._held = None
        elif given.kind in ("press", "touch") and math.dist(self._find_place(self._tapped), place) <= self.R:
            self._by_mouse |= given.device != "touch"
            is_last = self._tapped == len(self.PLACES) - 1
            self._held = 0.0 if is_last else None
            self._tapped += not is_last
        return None

    def end(self) -> Finding:
        """Return the finding: failed after too few taps, absent without any."""
        return self.find(FAILED) if self._tapped and not self._by_mouse else self.find(ABSENT, said="check.nothing")

    def measure(self) -> dict[str, JSON]:
        """Return how many coins were tapped."""
        return {"count": self._tapped}

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
        if self._held is not None:
            strokes.draw_closing_ring(c, cx, cy, self.R + 8, self._held / self.HOLD_MS)


class ReaderTick(Tick):
    """Test of screen reader and voice: both say the name of the program."""

    key, icon = "reader", "ph-chat-text"
    seconds, asks, needs_person = 10.0, True, True

    def begin(self) -> None:
        """Look for a voice; a reader that listens says the name itself."""
        said = "" if self.alone or self._tree == "asks" else NAME
        if self._tree == "asks" and not self.alone:
            self.ctx.tell_toast(NAME)
        language, self._voice = self.ctx.language, ""
        self._probe = Probe(lambda: find(GOOD, "check.nothing", voice=voice.try_voice(language, said)), self.clock)

    @property
    def _tree(self) -> str:
        """Return the state of the accessibility tree: a reader asks for it, none does, or there is no tree."""
        adapter = None if self.ctx.window is None else self.ctx.window.adapter
        return "without" if adapter is None else "asks" if adapter.is_active else "silent"

    def look(self, ms: float) -> Finding | None:
        """Wait for the voice; return the finding where there is neither a voice nor a reader, else None."""
        self.ms += ms
        found = self._probe.read()
        if found is None or found.state == probes.LEFT:
            return found
        self._voice = found.value.params.get("voice", "")
        return self.end() if self.alone or not (self._voice or self._tree == "asks") else None

    def measure(self) -> dict[str, JSON]:
        """Return the voice, and whether a screen reader uses the accessibility tree."""
        return {
            "voice": self._voice or {"text": "check.reader.no_voice"},
            "tree": {"text": f"check.reader.{self._tree}"},
        }

    def end(self) -> Finding:
        """Return the finding "skipped"; where there is neither voice nor reader, "absent" with advice."""
        has_any = self._voice or self._tree == "asks"
        found = self.find(SKIPPED if has_any else ABSENT, said="check.reader.absent")
        return found if has_any else replace(found, advice="check.reader.none.advice")


class ProcessesTick(Tick):
    """Test of worker processes: one starts, answers and ends."""

    key, icon, figure = "processes", "ph-arrows-clockwise", "time"

    def begin(self) -> None:
        """Start the probe in a thread."""
        self._probe = Probe(self.run, self.clock)

    def run(self) -> Finding:
        """Return the finding of the probe: how long the answer took; failed if the process did not give it."""
        seconds, answer = measure_start()
        if answer.fallback:
            return self.find(FAILED, reason=f"{answer.how}")
        return self.find(GOOD, seconds=round(seconds, 1), time=f"{round(seconds * 1000)} ms")

    def look(self, ms: float) -> Finding | None:
        """Return the finding of the probe, or that it was abandoned; None while it runs."""
        super().look(ms)
        return self._probe.read()

    def end(self) -> Finding | None:
        """Return the finding of the probe; None while it runs."""
        return self._probe.read()


class FoldersTick(ProcessesTick):
    """Test of the folders: a file is written and deleted again."""

    key, icon = "folders", "disk"

    run = staticmethod(probes.look_at_folders)


TICKS: tuple[type[Tick], ...] = (
    WindowTick, SharpnessTick, FramesTick, SoundTick, KeysTick, PadsTick, TouchTick, ReaderTick, ProcessesTick,
    FoldersTick,
)  # fmt: skip


def draw_mark(c: Canvas, cx: float, cy: float, on: bool) -> None:
    """Draw a green disc, with a tick if ``on``."""
    if on:
        shapes.outline(c, "circle", cx, cy, 13, ((0.0, "good.high"), (1.0, "good.low")), rim="rim.dark", rim_w=1.2)
        icons.draw(c, "ph-check", cx, cy, 16, "text.bright")
