"""First steps on a bare Python: an environment of our own inside the project folder.

``ready()`` returns at once when the packages of the lock file are at hand: in an executable, in
an environment made earlier, under ``uv run``. Otherwise it makes ``.runtime/NAME``, installs the
locked packages there with their hashes checked, and starts the same command again inside.

Needs only the standard library, and must be *readable* by Python 3.6, so that an old Python
gets as far as the sentence that says which one is needed.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOCKS = {"run": "requirements.lock", "dev": "requirements-dev.lock"}
OPTIONAL = "requirements-optional.lock"
"""Packages that are installed where they exist; elsewhere the game runs without them."""
STAMP = "ready"
COMPLETE = "complete\n"
_INSIDE = "FOUR_THRONES_INSIDE"
_MENDED = "FOUR_THRONES_MENDED"


class SetupError(Exception):
    """The environment could not be made; the text says why and what to do."""


def ready(kind: str = "run") -> None:
    """Make sure that this process can import the packages of a lock file.

    ``kind`` is "run" (to play) or "dev" (tests, checks, executables). Returns when they can be imported; otherwise the
    process is replaced by one that can, or ends with a message.
    """
    _leave_closed_folder()
    if getattr(sys, "frozen", False):
        return
    try:
        if sys.version_info < OLDEST:
            raise SetupError(
                "Four Thrones needs Python 3.11 or newer, this is {}.{}. Newer ones: "
                "https://www.python.org/downloads/".format(*sys.version_info[:2])
            )
        lock = _read_lock(kind)
        place = os.path.join(runtime_folder(), environment_name(kind, lock))
        if not missing(lock, sys.path):
            return
        # A bare Python that a process of the environment has started inherits the mark, but is not inside.
        if os.environ.get(_INSIDE) == place and _same_folder(sys.prefix, place):
            _begin_anew(place)
            raise SetupError(
                f"The packages in {place} cannot be found from inside. Delete that folder and start again."
            )
        if not _is_ready(place):
            _set_up(place, lock, kind)
        try:
            _start_again(place)
        except OSError:  # its Python is no program any more
            _unmark(place)
            _set_up(place, lock, kind)
    except SetupError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped. Nothing half-done is left behind; the next start begins afresh.\n")
        sys.exit(130)
    _start_again(place)


def _leave_closed_folder() -> None:
    """Change to the home folder where the current one is gone or may not be entered.

    A worker process begins by entering the folder of the process that started it, and would end there.
    """
    try:
        os.chdir(os.getcwd())
    except OSError:
        home = os.path.expanduser("~")
        os.chdir(home if os.access(home, os.X_OK) else os.path.abspath(os.sep))


def mend() -> None:
    """After a failed import rebuild our environment if a package in it is damaged, and start the program again.

    Returns when no package is damaged or the environment is not ours: then the fault lies elsewhere.
    """
    try:
        place = os.path.join(runtime_folder(), environment_name("run", _read_lock("run")))
        if getattr(sys, "frozen", False) or not _same_folder(sys.prefix, place):
            return
        broken = find_damage(_read_lock("run"), sys.path)
    except SetupError:
        return
    if broken:
        sys.stderr.write("Damaged files in {}: {}\n".format(place, ", ".join(broken[:3])))
        _begin_anew(place)


def find_damage(lock: str, folders: "list[str]") -> "list[str]":
    """List the files of the locked packages whose size or hash differs from the installer's record."""
    import base64
    import csv
    import hashlib

    found = []
    wanted = {_plain(f"{name}-{version}") for name, version in read_pins(lock)}
    for folder in folders:
        try:
            entries = [each for each in os.listdir(folder or ".") if each.endswith(".dist-info")]
        except OSError:
            continue
        for entry in entries:
            if _plain(entry[:-10]) not in wanted:
                continue
            record = os.path.join(folder, entry, "RECORD")
            try:
                with open(record, encoding="utf-8", newline="") as file:
                    rows = [row for row in csv.reader(file) if len(row) == 3 and row[1].startswith("sha256=")]
                if not rows:
                    raise ValueError("it is empty")
            except (OSError, ValueError, csv.Error):
                found.append(record)
                continue
            for name, want, _size in rows:
                path = os.path.join(folder, *name.split("/"))
                try:
                    with open(path, "rb") as content:
                        have = hashlib.sha256(content.read()).digest()
                except OSError:
                    have = b""
                if base64.urlsafe_b64encode(have).rstrip(b"=").decode() != want[7:]:
                    found.append(path)
    return found


def _begin_anew(place: str) -> None:
    """Start again outside the environment, so that it is made anew; return if that was tried before."""
    if os.environ.get(_MENDED) == place:
        return
    sys.stderr.write(f"The packages in {place} are damaged; they are installed anew.\n")
    _unmark(place)
    os.environ[_MENDED] = place
    os.environ.pop(_INSIDE, None)
    _replace_process(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))


def _unmark(place: str) -> None:
    """The environment is no longer a finished one."""
    import shutil

    stamp = os.path.join(place, STAMP)
    try:
        os.unlink(stamp)
    except OSError:
        shutil.rmtree(stamp, ignore_errors=True)


def runtime_folder() -> str:
    """Return the folder of all environments: ``.runtime`` of the project, or FOUR_THRONES_RUNTIME."""
    return os.path.abspath(os.environ.get("FOUR_THRONES_RUNTIME") or os.path.join(ROOT, ".runtime"))


def environment_name(kind: str, lock: str) -> str:
    """Return the folder name of an environment, which depends on the lock file, the Python and the system."""
    import zlib

    bits = 64 if sys.maxsize > 1 << 32 else 32
    tag = sys.implementation.cache_tag or "python"
    return f"{kind}-{tag}-{sys.platform}{bits}-{zlib.crc32((lock + _read_optional()).encode()):08x}"


def _read_optional() -> str:
    """Return the text of the lock file of optional packages; "" if it cannot be read."""
    try:
        with open(os.path.join(ROOT, OPTIONAL), encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return ""


def read_pins(lock: str) -> "list[tuple[str, str]]":
    """Return (name, version) of each package in a lock file that this system needs; raises ValueError naming the
    line."""
    found = []
    for line in lock.splitlines():
        if not line or line[0] in " #":
            continue
        need, _, marker = line.rstrip("\\ ").partition(";")
        name, _, version = need.strip().partition("==")
        if not _is_word(name) or not _is_word(version):
            raise ValueError("expected NAME==VERSION, found {!r}".format(line[:40]))
        if marker and not _applies(marker.strip()):
            continue
        found.append((name.strip(), version.strip()))
    return found


def _applies(marker: str) -> bool:
    """Whether a marker NAME == 'VALUE' or NAME != 'VALUE' of a lock file applies here; raises ValueError for others."""
    made = {"cpython": "CPython", "pypy": "PyPy"}.get(sys.implementation.name, sys.implementation.name)
    known = {"sys_platform": sys.platform, "platform_python_implementation": made}
    words = marker.split()
    if len(words) != 3 or words[0] not in known or words[1] not in ("==", "!="):
        raise ValueError("expected a marker, found {!r}".format(marker[:40]))
    return (known[words[0]] == words[2].strip("'\"")) == (words[1] == "==")


def _is_word(text: str) -> bool:
    """Whether this can be the name or the version of a package."""
    text = text.strip()
    return bool(text) and all(letter.isalnum() or letter in "._-+!" for letter in text)


def missing(lock: str, folders: "list[str]") -> "list[str]":
    """List the packages of the lock file that no folder has in exactly that version.

    Looks for the ``NAME-VERSION.dist-info`` folders that every installer writes: that takes less than a millisecond,
    where ``importlib.metadata`` alone takes fifteen to import.
    """
    have = set()  # type: set[str]
    for folder in folders:
        try:
            entries = os.listdir(folder or ".")
        except OSError:
            continue
        have.update(_plain(entry[:-10]) for entry in entries if entry.endswith(".dist-info"))
    return [name for name, version in read_pins(lock) if _plain(f"{name}-{version}") not in have]


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").replace(".", "_")


def _read_lock(kind: str) -> str:
    path = os.path.join(ROOT, LOCKS[kind])
    try:
        with open(path, encoding="utf-8") as file:
            lock = file.read()
        if not read_pins(lock):
            raise ValueError("it names no package")
        return lock
    except OSError as error:
        raise SetupError(f"{path} cannot be read ({error.strerror}). Is the project complete?") from error
    except ValueError as error:  # bytes that are no text (UnicodeDecodeError is one), or lines that say nothing
        raise SetupError(f"{path} is damaged ({error}). Take the file from the project again.") from error


def _is_ready(place: str) -> bool:
    """Whether the environment is complete: its stamp, which is written last, is whole and its Python still exists."""
    try:
        with open(os.path.join(place, STAMP), encoding="utf-8") as stamp:
            return stamp.read(100) == COMPLETE and os.path.exists(find_python(place))
    except (OSError, ValueError):
        return False


def find_python(place: str) -> str:
    """Path of the interpreter in an environment."""
    if os.name == "nt":
        return os.path.join(place, "Scripts", "python.exe")
    return os.path.join(place, "bin", "python")


def _same_folder(a: str, b: str) -> bool:
    return os.path.realpath(a) == os.path.realpath(b)


def _start_again(place: str) -> None:
    """Run the same command with the environment's Python; does not return."""
    os.environ[_INSIDE] = place
    _replace_process(find_python(place))


def _replace_process(python: str) -> None:
    """Run the same command with another Python; does not return. Raises OSError if ``python`` cannot be run."""
    command = [python, *sys.orig_argv[1:]]
    os.environ.pop("__PYVENV_LAUNCHER__", None)  # macOS would start the old Python again
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(command[0], command)
    import subprocess  # on Windows execv returns to the prompt while the game still runs

    try:
        sys.exit(subprocess.call(command))
    except KeyboardInterrupt:
        sys.exit(130)


def _set_up(place: str, lock: str, kind: str) -> None:
    import shutil

    folder = os.path.dirname(place)
    try:
        os.makedirs(folder, exist_ok=True)
        guard = _open_guard(place + ".lock")
    except OSError as error:
        raise SetupError(
            f"The folder {folder} cannot be written ({error.strerror}). Allow writing there, or name "
            "another folder in the environment variable FOUR_THRONES_RUNTIME."
        ) from error
    with guard:
        _wait_for(guard)
        if _is_ready(place):  # another start has finished the work meanwhile
            return
        shutil.rmtree(place, ignore_errors=True)  # what an interrupted start has left
        _clear(place)
        count = len(read_pins(lock))
        what = "Four Thrones" if kind == "run" else "the tests of Four Thrones"
        sys.stderr.write(f"Setting up {what}: installing {count} packages into {place}. This happens once ...\n")
        sys.stderr.flush()
        try:
            _make(place, guard.fileno())
            _install(place, os.path.join(ROOT, LOCKS[kind]), guard.fileno())
            if _read_optional():
                _install_optional(place, guard.fileno())
            with open(os.path.join(place, STAMP), "w") as stamp:
                stamp.write(COMPLETE)
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        sys.stderr.write("Done.\n")


def _open_guard(path: str) -> "IO[str]":
    """Open the lock file, to be held open during the work; remove anything else of its name. Raises OSError."""
    if os.path.lexists(path) and (os.path.islink(path) or not os.path.isfile(path)):
        _clear(path)
    try:
        return open(path, "a+")
    except PermissionError:  # left without the right to write
        _clear(path)
        return open(path, "a+")


def _clear(path: str) -> None:
    """Remove a file, a link or a folder."""
    import shutil

    try:
        os.unlink(path)
    except OSError:
        shutil.rmtree(path, ignore_errors=True)


def _wait_for(guard: "object") -> None:
    """Hold the lock of an open file until the file is closed or this process ends."""
    import time

    told = False
    while not try_lock(guard.fileno()):  # type: ignore[attr-defined]
        if not told:
            sys.stderr.write("Another start is setting up at this moment; waiting for it ...\n")
            told = True
        time.sleep(0.2)


def try_lock(number: int) -> bool:
    """Lock an open file without waiting, until it is closed; return False if another process has the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _make(place: str, guard: int) -> None:
    """An empty environment with pip."""
    import importlib.util

    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupError(_venv_remedy())
    status, output = _run([sys.executable, "-I", "-m", "venv", place], guard)
    if status:
        if "ensurepip" in output:
            raise SetupError(_venv_remedy())
        raise SetupError(f"No environment could be made in {place}:\n{_tail(output)}")


def _venv_remedy() -> str:
    version = "{}.{}".format(*sys.version_info[:2])
    return (
        "This Python lacks its modules venv and ensurepip, which the first start needs. "
        f"Debian, Ubuntu: sudo apt install python3-venv (or python{version}-venv). "
        "Others: install Python from https://www.python.org/downloads/. Then start again."
    )


def _install_optional(place: str, guard: int) -> None:
    """Install the optional packages; where that fails, print a line and go on."""
    try:
        _install(place, os.path.join(ROOT, OPTIONAL), guard)
    except SetupError:
        sys.stderr.write("Screen readers cannot be answered here: their package does not exist for this system.\n")


def _install(place: str, lock_file: str, guard: int) -> None:
    """Install the locked packages from wheels only, each file checked against its hash."""
    command = [find_python(place), "-I", "-m", "pip", "install", "--quiet", "--no-input", "--no-deps"]
    command += ["--require-hashes", "--only-binary", ":all:", "--retries", "2"]
    command += ["--disable-pip-version-check", "--requirement", lock_file]
    status, output = _run(command, guard)
    if status:
        log = place + ".log"
        try:
            with open(log, "w", encoding="utf-8") as file:
                file.write(output)
        except OSError:
            log = ""
        note = f"\nAll that pip said: {log}" if log else ""
        raise SetupError(f"{_reason(output)}\n{_tail(output)}{note}")


def _reason(output: str) -> str:
    """One clear sentence for what went wrong with pip."""
    if "DO NOT MATCH THE HASHES" in output:
        return "A downloaded package is not the one this project was tested with; nothing was installed."
    if "No space left" in output or "Disk quota" in output:
        return "There is no space left on the disk for the packages."
    network = ("NewConnectionError", "NameResolutionError", "ConnectTimeout", "ProxyError", "ReadTimeout")
    if any(word in output for word in (*network, "SSLError", "ConnectionResetError", "Max retries exceeded")):
        return (
            "The packages could not be downloaded: no connection to the Python package index. "
            "The first start needs the internet once. Connect and start again."
        )
    if "No matching distribution" in output:
        version = "{}.{}".format(*sys.version_info[:2])
        return (
            f"There is no ready-made package for Python {version} on this system. "
            "Try another Python, 3.11 to 3.14, 64 bit."
        )
    return "The packages could not be installed."


def _run(command: "list[str]", guard: int) -> "tuple[int, str]":
    """Run a command; return its exit status and its output.

    The command inherits the lock: if this process is killed, the next start waits until the orphan has ended instead of
    working in the same folder at the same time.
    """
    import subprocess

    drop = ("PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PYTHONHOME")
    env = {name: value for name, value in os.environ.items() if name not in drop}
    env["PIP_USER"] = "0"
    inherited = () if os.name == "nt" else (guard,)
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env=env,
            pass_fds=inherited,
            check=False,
        )
    except OSError as error:
        return 1, str(error)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def _tail(output: str) -> str:
    """The last lines, where tools say what went wrong."""
    return "\n".join("  " + line for line in output.strip().splitlines()[-4:])
