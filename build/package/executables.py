"""The one-folder and the one-file program of this system, as the other packages take them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import smoke

TITLE = "Programs of this system"
NEEDS = {"objdump": "binutils"}
FIRST_FRAME_S = 0.4
"""So long the start of the folder may take."""
BUSY = 2.0
"""With more processes than this that want to run, nobody can tell how long a start takes."""


def make(out: Path) -> Path:
    """Both programs, unless they were made from the same files before."""
    subprocess.run([sys.executable, str(out.parent / "build.py"), "--reuse", "--no-smoke"], check=True)
    return out


def prove(path: Path) -> dict[str, float]:
    """The smoke test on both."""
    figures: dict[str, float] = {}
    if smoke.run(path, figures):
        raise smoke.Failure("the smoke test has failed")
    seconds, load = figures["one-folder, first frame, s"], os.getloadavg()[0]
    if seconds > FIRST_FRAME_S:
        said = f"first frame after {seconds:.2f} s, more than {FIRST_FRAME_S} s"
        if load < BUSY:
            raise smoke.Failure(said)
        print(f"{said}, which says nothing at a load of {load:.1f}", flush=True)
    return figures
