"""Make every package that can be made here, install it, play it, remove it: ``python3 build/release.py``.

Each package is a module of ``build/package`` (:data:`PACKAGES`) that says what it is and how it is proved:

``TITLE``        what the table at the end calls it
``NEEDS``        programs it takes → the Debian packages they come from, installed when they are not there
``make(out)``    makes the package in the folder ``out`` and returns where it lies
``prove(path)``  installs, starts, plays and removes it; figures for the table (sizes in MB, times in s, by name)

Whatever either raises is a failure, told at once and again at the end; the others are made all the same. A package
that builds on another (an installer on the program) takes what that one has left in the same folder.
"""

from __future__ import annotations

import argparse
import importlib
import os
import shutil
import subprocess
import sys
import time
import traceback
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "out"

PACKAGES = ("executables", "deb", "appimage", "archive", "windows", "windows_suites", "installer", "shops")
"""Modules of ``build/package`` in the order in which they are made."""


def main(argv: list[str]) -> int:
    """Make and prove the packages; 0 when all went well."""
    parser = argparse.ArgumentParser(prog="release.py", description="Make and prove the packages of Four Thrones.")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"only these of {', '.join(PACKAGES)}")
    parser.add_argument("--make-only", action="store_true", help="make the packages, prove nothing")
    wanted = parser.parse_args(argv)
    for name in wanted.packages:
        if name not in PACKAGES:
            parser.error(f"unknown package {name!r}: expected one of {', '.join(PACKAGES)}")

    sys.path[:0] = [str(ROOT), str(ROOT / "build"), str(ROOT / "build" / "package")]
    begun = time.monotonic()
    figures: dict[str, dict[str, float]] = {}
    failed: dict[str, str] = {}
    for name in wanted.packages or PACKAGES:
        module = importlib.import_module(name)
        started = time.monotonic()
        print(f"\n== {module.TITLE}", flush=True)
        try:
            install(module)
            path = module.make(OUT)
            figures[module.TITLE] = {} if wanted.make_only else module.prove(path)
        except Exception as error:
            failed[module.TITLE] = f"{type(error).__name__}: {error}".splitlines()[0]
            traceback.print_exc()
        print(f"== {module.TITLE}: {time.monotonic() - started:.0f} s", flush=True)
    print(table(figures, failed))
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{(time.monotonic() - begun) / 60:.1f} minutes{load}. {'FAILED' if failed else 'All went well.'}")
    return 1 if failed else 0


def install(module: ModuleType) -> None:
    """The Debian packages of the programs that a package takes and this system lacks; raises CalledProcessError."""
    need = [package for program, package in module.NEEDS.items() if shutil.which(program) is None]
    if not need:
        return
    print(f"Installing {' '.join(need)} ...", flush=True)
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *need]):
        subprocess.run([*as_root, "apt-get", *command], env=quiet, stdout=subprocess.DEVNULL, check=True)


def table(figures: dict[str, dict[str, float]], failed: dict[str, str]) -> str:
    """One line for each figure, then what has failed."""
    rows = [(title, name, f"{value:8.2f}") for title, found in figures.items() for name, value in found.items()]
    rows += [(title, "FAILED", why) for title, why in failed.items()]
    wide = [max((len(row[at]) for row in rows), default=0) for at in (0, 1)]
    return "\n" + "\n".join(f"{title:{wide[0]}}  {name:{wide[1]}}  {value}" for title, name, value in rows)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from engine import bootstrap

    bootstrap.ready("dev")
    sys.exit(main(sys.argv[1:]))
