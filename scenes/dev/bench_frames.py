"""How long the frames of a table take at 1920×1080 while things move and the worker thinks."""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from engine import registry
from engine.seats import Seat
from engine.session import Session
from engine.storage.settings import Settings
from scenes.dev.selftest import computer_seats, headless, sizes
from scenes.shell.context import Context
from scenes.shell.window import Window
from scenes.table import game_screens as games

SIZE = (1920, 1080)
FRAMES = 900
STEP_MS = 1000 / 60


def run(game: str) -> int:
    """Print the figures as JSON: those of a full table, and of a full hall where there is one."""
    counts = sizes(registry.info(game).seat_counts)
    figures = measure(game, seats=counts[0])
    if len(counts) > 1:
        figures["hall"] = measure(game, seats=counts[-1])
    print(json.dumps(figures))
    return 0


def measure(game: str, frames: int = FRAMES, seats: int = 4) -> dict[str, Any]:
    """Median and 99th percentile of update + draw in ms, and peak memory of window and worker in MB."""
    if not os.environ.get("DISPLAY"):
        headless()
    settings = Settings()
    settings.computer_pause = 0
    ctx = Context(settings, sound=False, quiet=True)
    Window(ctx, SIZE, visible=False)
    # Sixteen masters would think for so long that hardly a frame moved.
    players = computer_seats(seats, "expert" if seats <= 4 else "novice")
    scene = _table(ctx, game, players, 0)
    times: list[float] = []
    worker_pid = None
    games_played = 0
    # The first frames make the cached pictures of this size; a player sees them behind the fade.
    for _ in range(30):
        ctx.stack.update(STEP_MS)
        ctx.window.draw()
    while len(times) < frames:
        start = time.perf_counter()
        scene.stir(len(times))
        ctx.stack.update(STEP_MS)
        moving = scene.moving
        ctx.stack.dirty = True
        ctx.window.draw()
        spent = time.perf_counter() - start
        if moving:
            times.append(spent * 1000)
        time.sleep(max(0.0, STEP_MS / 1000 - spent))
        if scene.finished:
            games_played += 1
            scene = _table(ctx, game, players, games_played)
    worker_pid = ctx.thinker.process_id
    result = {
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(sorted(times)[int(len(times) * 0.99)], 2),
        "frames": len(times),
        "window_mb": peak_mb(os.getpid()),
        "worker_mb": peak_mb(worker_pid) if worker_pid else None,
    }
    ctx.close()
    return result


def _table(ctx: Context, game: str, seats: list[Seat], number: int) -> Any:
    scene: Any = games.table(ctx, Session.start(game, {}, seats, f"bench{number}"))
    scene.game_over = lambda: None
    ctx.stack.replace(scene)
    ctx.stack.settle()
    return scene


def peak_mb(pid: int) -> float | None:
    """Peak resident memory of a process in MB, where the system tells."""
    if sys.platform == "win32":
        return _peak_on_windows(pid)
    status = Path(f"/proc/{pid}/status")
    try:
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM"):
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
        """PROCESS_MEMORY_COUNTERS."""

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
