"""``python3 -m tests.compare COMMIT``: what looks or sounds different from a commit, scene by scene.

The commit is unpacked and drawn once, below the runtime folder; then this checkout is drawn, in a folder of its own
there, and compared with it.
Pairs that differ are put side by side next to the drawings. ``--speed`` also plays both by turns with
``engine.bench --rules-only``. Play-throughs byte by byte are tests/shared/golden.
"""

import sys

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready("dev")

import argparse
import difflib
import io
import json
import os
import shutil
import statistics
import subprocess
import tarfile
import tempfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pygame

from engine.bootstrap import ROOT, runtime_folder
from tests.compare import walk

PROCESSES = 2
HALF_TONE = 24
"""Difference of a colour that is seen."""
TURNS = 3


class Difference(NamedTuple):
    """How a scene differs: share of the pixels that are seen to differ, lines of the tree, and which."""

    name: str
    pixels: float
    lines: int
    told: str


def unpack(commit: str) -> Path:
    """Return the folder of a commit's files, unpacked once; raises CalledProcessError for an unknown one."""
    run = subprocess.run(
        ["git", "rev-parse", f"{commit}^{{commit}}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    place = Path(runtime_folder()) / "compared" / run.stdout.strip()[:12]
    if not (place / "source").exists():
        files = subprocess.run(["git", "archive", run.stdout.strip()], cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(files)) as packed:
            packed.extractall(place / "unpacking", filter="data")
        (place / "unpacking").rename(place / "source")
    return place


def draw(source: Path, out: Path, patterns: Sequence[str], *, whole: bool) -> None:
    """Draw the scenes of a checkout that are not in a folder yet, by several processes with a home of their own."""
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "PYTHONPATH": str(source)}
        more = [*(["--all"] if whole else []), *patterns]
        running = [
            subprocess.Popen(
                [sys.executable, str(Path(walk.__file__)), str(out), str(part), str(PROCESSES), *more], cwd=source,
                env=env, stdout=subprocess.DEVNULL,
            )
            for part in range(PROCESSES)
        ]  # fmt: skip
        for process in running:
            process.wait()


def compare(before: Path, now: Path, sides: Path) -> list[Difference]:
    """Return what differs between two folders of drawings; pairs of pictures that do are put side by side."""
    found = []
    names = sorted({path.stem for folder in (before, now) for path in folder.glob("*.txt")})
    for name in names:
        one, two = (_read(folder / f"{name}.txt") for folder in (before, now))
        told = [line for line in difflib.unified_diff(one, two, lineterm="", n=0) if line[:2] not in ("--", "++", "@@")]
        pixels = _compare_pictures(before / f"{name}.png", now / f"{name}.png", sides / f"{name}.png")
        if told or pixels:
            found.append(Difference(name, pixels, len(told), "\n".join(told[:6])))
    return found


def _read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else ["not drawn"]


def _compare_pictures(one: Path, two: Path, sides: Path) -> float:
    """Return the share of pixels that are seen to differ: 1 for pictures of which one is missing."""
    if not (one.exists() and two.exists()):
        return float(one.exists() or two.exists())
    if one.read_bytes() == two.read_bytes():
        return 0.0
    first, second = pygame.image.load(str(one)), pygame.image.load(str(two))
    if first.get_size() != second.get_size():
        return 1.0
    mask = pygame.mask.from_threshold(first, (0, 0, 0), (HALF_TONE, HALF_TONE, HALF_TONE, 255), second)
    wide, high = first.get_size()
    share = 1 - mask.count() / (wide * high)
    if share:
        both = pygame.Surface((2 * wide, high))
        both.blits([(first, (0, 0)), (second, (wide, 0))])
        sides.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(both, str(sides))
    return share


def measure_speed(before: Path) -> list[str]:
    """Return decisions a second of this checkout as shares of the commit's, both measured by turns."""
    found: dict[str, list[float]] = {}
    for _ in range(TURNS):
        told = []
        for source in (before, Path(ROOT)):
            command = [sys.executable, "-m", "engine.bench", "--rules-only", "--seconds", "0.2", "--samples", "60"]
            run = subprocess.run(command, cwd=source, capture_output=True, text=True, check=True)
            told.append(json.loads(run.stdout)["games"])
        for game, seats in told[0].items():
            for count, figures in seats.items():
                now = told[1][game][count]["decisions_per_s"]
                found.setdefault(f"{game} {count}", []).append(now / figures["decisions_per_s"])
    return [f"{name}: {statistics.median(shares):.2f}" for name, shares in found.items()]


def main(argv: Sequence[str]) -> int:
    """Print what differs; 0 when nothing does, 1 otherwise, 2 where the commit cannot be had."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.compare", description="Compare scenes with a commit's.")
    parser.add_argument("commit", help="what this checkout is compared with")
    parser.add_argument("pattern", nargs="*", help="only scenes whose name has one of these regular expressions")
    parser.add_argument("--all", action="store_true", help="each scene in four languages and three sizes")
    parser.add_argument("--speed", action="store_true", help="also decisions a second of the rules, by turns")
    wanted = parser.parse_args(argv)
    try:
        place = unpack(wanted.commit)
    except (subprocess.CalledProcessError, OSError) as error:  # unknown, or no git here
        print(f"{wanted.commit}: {getattr(error, 'stderr', '') or error}", file=sys.stderr)
        return 2
    drawn = place / ("drawn-all" if wanted.all else "drawn")
    draw(place / "source", drawn, wanted.pattern, whole=wanted.all)
    own = place.parent / f"checkout-{zlib.crc32(ROOT.encode()):08x}"  # others may compare theirs at the same time
    now, sides = own / "now", own / "different"
    shutil.rmtree(own, ignore_errors=True)
    draw(Path(ROOT), now, wanted.pattern, whole=wanted.all)
    before = drawn
    if wanted.pattern:  # what was drawn earlier of other scenes is not missing now
        before = own / "before"
        before.mkdir()
        stems = {path.stem for path in now.glob("*.txt")}
        for path in drawn.iterdir():
            if path.stem in stems:
                shutil.copy2(path, before)
    found = compare(before, now, sides)
    for one in found:
        print(f"{one.name}: {one.pixels:.3%} of the picture, {one.lines} lines of the tree\n{one.told}".rstrip())
    print(f"{len(found)} of {len(list(now.glob('*.txt')))} differ; pairs lie in {sides}")
    if wanted.speed:
        print("\n".join(measure_speed(place / "source")))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
