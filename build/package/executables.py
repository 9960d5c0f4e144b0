"""The one-folder and the one-file program of this system, as the other packages take them."""

import contextlib
import subprocess
import sys
import time
from pathlib import Path

import linux
import smoke

from tests.window.desktop import Desktop

TITLE = "Programs of this system"
NEEDS = {"objdump": "binutils", **linux.DISPLAY_TOOLS}
FIRST_FRAME_S = 0.4
"""So long the start of the folder may take."""
FOLDER = "one-folder, first frame, s"
MORE_TRIES, PAUSE_S = 2, 15.0
"""What the packages have written may still be on its way to the disk: it is measured again after a pause."""


def make(out: Path) -> Path:
    """Make the one-folder and the one-file program, unless they are up to date; return the folder of both."""
    subprocess.run([sys.executable, str(out.parent / "build.py"), "--reuse", "--no-smoke"], check=True)
    return out


def prove(path: Path) -> dict[str, float]:
    """Run the smoke test on both programs; return sizes in MB and start times in s by name. Raises Failure."""
    figures: dict[str, float] = {}
    if smoke.run(path, figures, smoke.PLAYED):
        raise smoke.Failure("the smoke test has failed")
    return figures


def measure(path: Path) -> dict[str, float]:
    """Return the seconds to the first frame of both programs on a display; raises Failure for a slow start."""
    figures: dict[str, float] = {}
    found = smoke.programs(path)
    with contextlib.closing(Desktop()) as desktop:
        for kind, program in found.items():
            figures[f"{kind}, first frame, s"] = smoke.start_seconds(program, desktop.name)
        for _ in range(MORE_TRIES):
            if figures[FOLDER] > FIRST_FRAME_S:
                time.sleep(PAUSE_S)
                figures[FOLDER] = min(figures[FOLDER], smoke.start_seconds(found["one-folder"], desktop.name))
    seconds = figures[FOLDER]
    if seconds > FIRST_FRAME_S:
        smoke.too_long(f"first frame after {seconds:.2f} s, more than {FIRST_FRAME_S} s")
    return figures
