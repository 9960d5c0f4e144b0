"""Make the executables of this system and try them out: ``python3 build/build.py``.

Makes a one-folder and a one-file program in ``build/out`` with PyInstaller, then runs the smoke
test of ``build/package/smoke.py`` on both and prints sizes and start times. Sets itself up like
``game.py``; the packages come from ``requirements-dev.lock``. PyInstaller packs for the system
it runs on only.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "out"
WORK = ROOT / "build" / "work" / sys.platform
STAMP = "made-from.txt"


def main(argv: list[str]) -> int:
    """Build and test the executables; return 0 if all went well, else 1."""
    parser = argparse.ArgumentParser(prog="build.py", description="Make the executables of Four Thrones.")
    parser.add_argument("--reuse", action="store_true", help="do not build again what was made from the same files")
    parser.add_argument("--no-smoke", action="store_true", help="build only")
    parser.add_argument("--out", type=Path, default=OUT, metavar="FOLDER", help="where they are put (build/out)")
    wanted = parser.parse_args(argv)
    out = wanted.out.absolute()

    sys.path.insert(0, str(ROOT / "build" / "package"))
    import contents
    import smoke

    mark = contents.fingerprint()
    stamp = out / STAMP
    is_made = stamp.is_file() and stamp.read_text(encoding="utf-8") == mark
    if not (wanted.reuse and is_made):
        status = _build(out)
        if status:
            return status
        stamp.write_text(mark, encoding="utf-8")
    return 0 if wanted.no_smoke else smoke.run(out)


def _build(out: Path) -> int:
    """Call PyInstaller; what it says is shown only when it fails."""
    print("Packing the game; this takes a minute or two ...", flush=True)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    command += ["--workpath", str(WORK), "--distpath", str(out), str(ROOT / "build" / "package" / "four_thrones.spec")]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        print(done.stdout.decode("utf-8", "replace"))
        print(f"PyInstaller has failed (status {done.returncode}).")
    return done.returncode


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from engine import bootstrap

    bootstrap.ready("dev")
    sys.exit(main(sys.argv[1:]))
