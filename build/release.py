"""Make every package that can be made here, install it, play it, remove it: ``python3 build/release.py``.

Each package is a module of ``build/package`` (:data:`PACKAGES`) that says what it is and how it is proved:

``TITLE``        what the table at the end calls it
``NEEDS``        programs it takes → the Debian packages they come from, installed when they are not there
``make(out)``    makes the package in the folder ``out`` and returns where it lies
``prove(path)``  installs, starts, plays and removes it; figures for the table (sizes in MB, times in s, by name)
``measure(path)``  if there is one: times that can only be told while nothing else runs; figures for the table

Whatever one of them raises is a failure, told at once and again at the end; the others are made all the same. A package
that builds on another (an installer on the program) takes what that one has left in the same folder. All packages
together are made in :data:`LANES` side by side, each package by a process of its own; times are measured at the end.
"""

import argparse
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "out"

LANES = (("windows", "installer"), ("executables", "deb", "appimage", "archive", "windows_suites"))
"""Packages that are made side by side, each lane from its left to its right."""
LAST = ("shops",)
"""What takes what all others have left."""
PACKAGES = (*LANES[1][:4], *LANES[0], *LANES[1][4:], *LAST)
"""Modules of ``build/package`` in the order of the table."""

Figures = dict[str, dict[str, float]]
"""Title of a package → its figures."""


def main(argv: list[str]) -> int:
    """Make and check the packages named in ``argv``, all by default; return 0 if all went well, else 1."""
    parser = argparse.ArgumentParser(prog="release.py", description="Make and prove the packages of Four Thrones.")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"only these of {', '.join(PACKAGES)}")
    parser.add_argument("--make-only", action="store_true", help="make the packages, prove nothing")
    parser.add_argument("--not-measured", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--figures", type=Path, help=argparse.SUPPRESS)
    wanted = parser.parse_args(argv)
    for name in wanted.packages:
        if name not in PACKAGES:
            parser.error(f"unknown package {name!r}: expected one of {', '.join(PACKAGES)}")

    sys.path[:0] = [str(ROOT), str(ROOT / "build"), str(ROOT / "build" / "package")]
    begun = time.monotonic()
    figures: Figures = {}
    failed: dict[str, str] = {}
    chosen = wanted.packages or list(PACKAGES)
    if wanted.packages:
        for name in chosen:
            _one(name, figures, failed, wanted.make_only)
    else:
        _all(figures, failed, wanted.make_only)
    if not wanted.packages:
        from ai.lab.measurements import list_old_lines

        old = list_old_lines()
        if old:
            failed["Measured figures"] = f"{len(old)} rows are old: python3 -m ai.lab.measurements --old"
    if not (wanted.make_only or wanted.not_measured):
        for name in chosen:
            _measure(name, figures, failed)
    if wanted.figures is not None:
        wanted.figures.write_text(json.dumps([figures, failed]), encoding="utf-8")
        return 1 if failed else 0
    print(table(figures, failed))
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{(time.monotonic() - begun) / 60:.1f} minutes{load}. {'FAILED' if failed else 'All went well.'}")
    return 1 if failed else 0


def _one(name: str, figures: Figures, failed: dict[str, str], make_only: bool) -> None:
    """Make and prove a package here."""
    module = importlib.import_module(name)
    started = time.monotonic()
    print(f"\n== {module.TITLE}", flush=True)
    try:
        install([module])
        path = module.make(OUT)
        figures[module.TITLE] = {} if make_only else module.prove(path)
    except Exception as error:
        _report(module.TITLE, error, failed)
    print(f"== {module.TITLE}: {time.monotonic() - started:.0f} s", flush=True)


def _measure(name: str, figures: Figures, failed: dict[str, str]) -> None:
    """Add a package's measured figures, if it has any and has not failed so far."""
    module = importlib.import_module(name)
    if not hasattr(module, "measure") or module.TITLE in failed:
        return
    try:
        figures[module.TITLE] |= module.measure(module.make(OUT))
    except Exception as error:
        _report(module.TITLE, error, failed)


def _report(title: str, error: Exception, failed: dict[str, str]) -> None:
    failed[title] = f"{type(error).__name__}: {error}".splitlines()[0]
    from smoke import Failure

    if isinstance(error, Failure):  # it says all there is
        print(error)
    else:
        traceback.print_exception(error, file=sys.stdout)


def _all(figures: Figures, failed: dict[str, str], make_only: bool) -> None:
    """Make and prove every package, the lanes side by side."""
    modules = {name: importlib.import_module(name) for name in PACKAGES}
    install(list(modules.values()))

    def lane(names: tuple[str, ...]) -> None:
        for name in names:
            said, status, (found, wrong) = _run_in_process(name, make_only)
            print(said, end="", flush=True)
            figures.update(found)
            failed.update(wrong)
            if status:
                failed.setdefault(modules[name].TITLE, f"ended with {status}")

    with ThreadPoolExecutor(len(LANES)) as side_by_side:
        list(side_by_side.map(lane, LANES))
    lane(LAST)
    for module in modules.values():  # in the order of the table, not of completion
        if module.TITLE in figures:
            figures[module.TITLE] = figures.pop(module.TITLE)


def _run_in_process(name: str, make_only: bool) -> tuple[str, int, tuple[Figures, dict[str, str]]]:
    """Make and prove a package in a separate process; return its output, exit status, figures and failures."""
    with tempfile.TemporaryDirectory(prefix="four-thrones-release-") as place:
        written = Path(place) / "figures.json"
        command = [sys.executable, __file__, name, "--not-measured", "--figures", str(written)]
        done = subprocess.run(
            [*command, *(["--make-only"] if make_only else [])], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        found: tuple[Figures, dict[str, str]] = ({}, {})
        if written.is_file():
            found = tuple(json.loads(written.read_text("utf-8")))
    return done.stdout.decode("utf-8", "replace"), done.returncode, found


def install(modules: list[ModuleType]) -> None:
    """Install the missing Debian packages of the programs that the builds need; raises CalledProcessError."""
    needs = {program: package for module in modules for program, package in module.NEEDS.items()}
    need = sorted({package for program, package in needs.items() if shutil.which(program) is None})
    if not need:
        return
    print(f"Installing {' '.join(need)} ...", flush=True)
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *need]):
        subprocess.run([*as_root, "apt-get", *command], env=quiet, stdout=subprocess.DEVNULL, check=True)


def table(figures: dict[str, dict[str, float]], failed: dict[str, str]) -> str:
    """Return the table of all figures, a line each, and of the failures."""
    rows = [(title, name, f"{value:8.2f}") for title, found in figures.items() for name, value in found.items()]
    rows += [(title, "FAILED", why) for title, why in failed.items()]
    wide = [max((len(row[at]) for row in rows), default=0) for at in (0, 1)]
    return "\n" + "\n".join(f"{title:{wide[0]}}  {name:{wide[1]}}  {value}" for title, name, value in rows)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from engine import bootstrap

    bootstrap.ready("dev")
    sys.exit(main(sys.argv[1:]))
