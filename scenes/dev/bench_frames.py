"""How long the frames of all tables take while things move and the worker thinks, and what they need at rest."""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.seats import Seat
from engine.session import Session
from engine.storage.settings import FOR_READERS, OWN_VOICE, Settings
from scenes.dev.selftest import computer_seats, headless, sizes
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.narrator import Narrator
from scenes.shell.window import Window
from scenes.table import game_screens
from sprites.base.timeline import AMBIENT_MS

FRAMES, SPOKEN_FRAMES = 300, 120
OPENING_FRAMES = 30
"""Frames of a table behind the fade, which are not timed."""
STEP_MS = 1000 / 60
LONGEST_MS = 2 * STEP_MS
"""Milliseconds that no frame shall take while things move."""
SPOKEN_FIGURES = ("median_ms", "p99_ms", "worst_ms")
REST_S = 2.0
"""How long a table at rest is watched for what it costs."""
LONGEST_WAIT_S = 40.0
"""How long a table may take to come to rest."""
SIZE = (1920, 1080)
MakeLoop = Callable[[Context, Window], Callable[[float], None]]
"""Makes the main loop of the program, which runs for a number of seconds."""


def run(games: Sequence[str], size: tuple[int, int] | None, make_loop: MakeLoop) -> int:
    """Print the figures of the tables of these games, opened one after the other in one window, as JSON; return 0.

    ``GAME`` (and ``GAME_hall`` for a tournament): see :func:`measure`; ``spoken``: the same frames with a listener;
    ``after_all_mb``: memory of the window's process after the last table. In the usual size also ``rest_cpu`` and
    ``title_cpu``: per cent of a core that a table and the title take at rest.
    """
    if not os.environ.get("DISPLAY"):
        headless()
    settings = Settings()
    settings.computer_pause = 0
    ctx = Context(settings, sound=False, quiet=True)
    loop, at_rest = make_loop(ctx, Window(ctx, size or SIZE, visible=False)), size in (None, SIZE)
    routes.open(ctx, "title")
    figures: dict[str, Any] = {"title_cpu": measure_rest(ctx, loop)} if at_rest else {}
    for game in games:
        counts = sizes(registry.info(game).seat_counts)
        figures[game] = measure(ctx, game, counts[0])
        if at_rest:
            figures[game]["rest_cpu"] = measure_resting_table(ctx, game, loop)
        figures[game]["spoken"] = measure_spoken(ctx, game, counts[0])
        if len(counts) > 1:
            figures[f"{game}_hall"] = measure(ctx, game, counts[-1])
    figures["after_all_mb"] = measure_memory(os.getpid())
    ctx.close()
    print(json.dumps(figures))
    return 0


def measure_spoken(ctx: Context, game: str, seats: int) -> dict[str, Any]:
    """Measure frames of a table whose accessibility tree is built and sent; return ``SPOKEN_FIGURES`` of a frame, wall
    and processor time."""
    ctx.settings.spoken_output = OWN_VOICE
    narrator = Narrator(ctx)  # without a voice: what is measured is the tree
    try:
        figures = measure(ctx, game, seats, SPOKEN_FRAMES, narrator)
    finally:
        ctx.settings.spoken_output = FOR_READERS
        narrator.update(0.0)
    return {name: figure for name, figure in figures.items() if name.removeprefix("cpu_") in SPOKEN_FIGURES}


def measure(
    ctx: Context, game: str, seats: int, frames: int = FRAMES, narrator: Narrator | None = None
) -> dict[str, Any]:
    """Time a table of computers while things move and the worker thinks; return the figures in milliseconds and MB.

    ``first_ms``: from the click to the first picture; ``median_ms``, ``p99_ms``, ``worst_ms``: update and drawing of a
    frame; ``cpu_median_ms``, ``cpu_p99_ms``, ``cpu_worst_ms``: processor time of update, drawing and showing, which
    other programs lengthen less; ``over_33``: number of frames whose processor time exceeds two frames of the screen;
    ``flip_median_ms``, ``flip_p99_ms``: showing; ``window_mb``, ``worker_mb``: memory of both processes.
    """
    # Sixteen masters would think for so long that hardly a frame moved.
    players = computer_seats(seats, "expert" if seats <= 4 else "novice")
    window = ctx.window
    assert window is not None
    begin = time.perf_counter()
    scene = _table(ctx, game, players, 0)
    window.draw()
    first = time.perf_counter() - begin
    times: list[float] = []
    flips: list[float] = []
    busy: list[float] = []
    games_played = 0
    # The next frames make the cached pictures of this size, and the first tree for a listener; a player sees them
    # behind the fade.
    for _ in range(OPENING_FRAMES):
        start = time.perf_counter()
        ctx.stack.update(STEP_MS)
        window.draw()
        spent = time.perf_counter() - start
        if narrator is not None:
            narrator.update(STEP_MS, spent)
        window.prepare(spent)
        time.sleep(max(0.0, STEP_MS / 1000 - spent))
    while len(times) < frames:
        start, busy_before = time.perf_counter(), time.process_time()
        scene.hooks.stir(scene, len(times))
        ctx.stack.update(STEP_MS)
        moving = scene.moving
        damage = window.paint()
        painted = time.perf_counter()
        window.show(damage)
        shown = time.perf_counter()
        if narrator is not None:
            narrator.update(STEP_MS, shown - start)
        window.prepare(shown - start)
        spent = time.perf_counter() - start
        if moving:
            flips.append((shown - painted) * 1000)
            times.append(spent * 1000 - flips[-1])
            busy.append((time.process_time() - busy_before) * 1000)
        time.sleep(max(0.0, STEP_MS / 1000 - spent))
        if scene.finished:
            games_played += 1
            scene = _table(ctx, game, players, games_played)
            window.draw()  # a player sees this behind the fade
    worker = ctx.thinker.process_id
    memory = measure_memory(os.getpid())
    scene.opponents.forget()
    scene.session.close()
    return {
        "first_ms": round(first * 1000, 1),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": find_share(times, 0.99),
        "worst_ms": round(max(times), 2),
        "cpu_median_ms": round(statistics.median(busy), 2),
        "cpu_p99_ms": find_share(busy, 0.99),
        "cpu_worst_ms": round(max(busy), 2),
        "over_33": sum(spent > LONGEST_MS for spent in busy),
        "flip_median_ms": round(statistics.median(flips), 2),
        "flip_p99_ms": find_share(flips, 0.99),
        "frames": len(times),
        "window_mb": memory,
        "worker_mb": measure_memory(worker) if worker else None,
    }


def find_share(times: Sequence[float], share: float) -> float:
    """Return the quantile of frame times at ``share`` (0 … 1)."""
    return round(sorted(times)[min(len(times) - 1, int(len(times) * share))], 2)


def measure_resting_table(ctx: Context, game: str, loop: Callable[[float], None]) -> float:
    """Return per cent of a core that a table takes while a person thinks; ``loop`` runs the main loop for some
    seconds."""
    seats = computer_seats(min(registry.info(game).seat_counts), "novice")
    seats[0] = msgspec.structs.replace(seats[0], kind="person", level="")
    scene: Any = game_screens.table(ctx, Session.start(game, {}, seats, "rest"))
    ctx.stack.replace(scene)
    ctx.stack.settle()
    scene.skip()
    return measure_rest(ctx, loop)


def measure_rest(ctx: Context, loop: Callable[[float], None]) -> float:
    """Return per cent of a core that the main loop takes at rest; ``loop`` runs it for some seconds."""
    stack, end = ctx.stack, time.monotonic() + LONGEST_WAIT_S
    while time.monotonic() < end:  # until it has come to rest
        loop(REST_S / 2)
        if stack.top is not None and stack.top.ui.idle_ms > AMBIENT_MS + 1000 * REST_S:
            break
    loop(REST_S / 2)
    begin = time.process_time()
    loop(REST_S)
    return round((time.process_time() - begin) / REST_S * 100, 2)


def _table(ctx: Context, game: str, seats: list[Seat], number: int) -> Any:
    scene: Any = game_screens.table(ctx, Session.start(game, {}, seats, f"bench{number}"))
    scene.game_over = lambda: None
    ctx.stack.replace(scene)
    ctx.stack.settle()
    return scene


def measure_memory(pid: int) -> float | None:
    """Return the memory of a process in MB: its proportional set size (PSS) on Linux, elsewhere its peak."""
    if sys.platform == "win32":
        return _peak_on_windows(pid)
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return round(int(line.split()[1]) / 1024, 1)
    except OSError:
        pass
    if pid == os.getpid():
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)
    return None


def _peak_on_windows(pid: int) -> float | None:
    """Peak working set of a process in MB, as Windows tells it."""
    if sys.platform != "win32":
        return None
    import ctypes
    from ctypes import wintypes

    class Counters(ctypes.Structure):
        """The Windows structure PROCESS_MEMORY_COUNTERS."""

        _fields_ = (
            ("cb", wintypes.DWORD), ("faults", wintypes.DWORD), ("peak", ctypes.c_size_t), ("now", ctypes.c_size_t),
            ("rest", ctypes.c_size_t * 6),
        )  # fmt: skip

    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.OpenProcess.restype = wintypes.HANDLE
    process = kernel.OpenProcess(0x1000, False, pid)  # PROCESS_QUERY_LIMITED_INFORMATION
    if not process:
        return None
    try:
        found = Counters(cb=ctypes.sizeof(Counters))
        told = kernel.K32GetProcessMemoryInfo(wintypes.HANDLE(process), ctypes.byref(found), found.cb)
        return round(found.peak / (1 << 20), 1) if told else None
    finally:
        kernel.CloseHandle(wintypes.HANDLE(process))
