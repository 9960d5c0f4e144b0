"""The AppImage: one file without installing and without FUSE, which newer systems do not install; runtime 0.9 MB.

It starts on every Linux of our C library or a newer one.
It is the runtime of ``appimage/runtime.c``, compiled here, with the packed one-folder program behind it.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import contents
import linux
import smoke
import store
from smoke import Failure

TITLE = "AppImage"
NEEDS = {"gcc": "gcc", "mksquashfs": "squashfs-tools", **linux.DISPLAY_TOOLS}

RUNTIME = Path(__file__).resolve().parent / "appimage" / "runtime.c"
LIBRARIES = ("libsquashfuse-dev", "libzstd-dev", "libc6-dev")
"""Debian packages that the runtime is compiled with."""
PACKING = (
    "-comp", "zstd", "-Xcompression-level", "19", "-b", "256K", "-root-owned", "-noappend", "-no-xattrs", "-quiet",
    "-no-progress",
)  # fmt: skip
MARK = b"AI\x02"
"""An AppImage of the second kind, in the bytes of an ELF head that mean nothing (8 to 10)."""


def make(out: Path) -> Path:
    """Make the AppImage from the one-folder program in ``out``; return its path."""
    program = linux.program_folder(out)
    made = out / f"{contents.NAME}-{contents.version()}-{linux.architecture()}.AppImage"
    with tempfile.TemporaryDirectory(prefix="four-thrones-appimage-") as place:
        packed = Path(place) / "packed"
        smoke.call("mksquashfs", _folder(Path(place) / "AppDir", program), packed, *PACKING)
        runtime = _runtime(Path(place))
        made.write_bytes(runtime[:8] + MARK + runtime[11:] + packed.read_bytes())
    made.chmod(0o755)
    said = smoke.call(made, "--appimage-offset")
    if int(said) != len(runtime):
        raise Failure(f"the runtime has {len(runtime)} bytes and thinks it has {said}")
    return made


def _folder(root: Path, program: Path) -> Path:
    """Return the folder packed into an AppImage: the program, its start script, and files for desktops."""
    home = Path("usr/lib/four-thrones")
    shutil.copytree(program, root / home, symlinks=True)
    store.put_desktop_files(root / "usr")
    (root / "AppRun").symlink_to(home / contents.NAME)
    shutil.copy(root / f"usr/share/applications/{contents.APP_ID}.desktop", root)
    (root / f"{contents.APP_ID}.png").write_bytes(store.icon_pictures()[256])
    (root / ".DirIcon").symlink_to(f"{contents.APP_ID}.png")
    return root


def _runtime(place: Path) -> bytes:
    """Return the compiled runtime; its libraries are installed first, if missing. Raises Failure."""
    compiled = place / "runtime"
    command = ["gcc", "-static", "-Os", "-Wall", "-Wextra", "-Werror", "-s", "-o", str(compiled), str(RUNTIME),
               "-lsquashfuse", "-lzstd"]  # fmt: skip
    if subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode:
        linux.run_as_root("apt-get", "install", "-y", "-qq", "--no-install-recommends", *LIBRARIES)
        smoke.call(*command)
    return compiled.read_bytes()


def prove(path: Path) -> dict[str, float]:
    """Check that it plays, as an ordinary user, from a read-only folder with non-ASCII letters, and cleans up even when
    killed; return sizes in MB and times in s. Raises Failure."""
    with linux.home_of_nobody() as home:
        folder = home.parent / smoke.ODD_FOLDER
        folder.mkdir()
        copy = Path(shutil.copy(path, folder))
        folder.chmod(0o555)
        linux.prove_play(copy, home)
        linux.opens_a_save(copy, home)
        _check_clean(home)
        _prove_cleanup(copy, home)
        seconds = smoke.start_seconds(copy)
        folder.chmod(0o755)
    return {"size, MB": path.stat().st_size / smoke.MEGABYTE, "first frame, s": seconds}


def _check_clean(home: Path) -> None:
    left = list(home.glob("four-thrones-run-*"))
    if left:
        raise Failure(f"it has left {left}")


def _prove_cleanup(program: Path, home: Path) -> None:
    """Check that a start removes what a killed program left, and nothing of a running one."""
    env = linux.environment(home) | {"SDL_VIDEODRIVER": "dummy"}
    started = subprocess.Popen(
        [str(program), "--selftest"], env=env, stdout=subprocess.DEVNULL, **smoke.ordinary_user(),
        start_new_session=True,
    )  # fmt: skip
    folder = _wait_for_folder(home)
    started.kill()  # the runtime alone: the program plays on in its folder
    started.wait()
    _start_once(program, home)
    if not folder.exists():
        raise Failure("the folder of a program that runs was removed")
    with contextlib.suppress(ProcessLookupError):  # on a busy machine it may have played to its end meanwhile
        os.killpg(started.pid, 9)
    time.sleep(1)
    # The next start takes the folder for one that was left a minute after its last change.
    while folder.exists() and time.time() - folder.stat().st_ctime < 61:
        time.sleep(1)
    _start_once(program, home)
    _check_clean(home)


def _wait_for_folder(home: Path) -> Path:
    """Return the folder of the one running program, once all is unpacked and the program has begun."""
    for _ in range(300):
        time.sleep(0.1)
        for folder in home.glob("four-thrones-run-*"):
            if (folder / "usr/share").is_dir():
                return folder
    raise Failure("nothing was unpacked within 30 s")


def _start_once(program: Path, home: Path) -> None:
    smoke.call(program, "--help", env=linux.environment(home), **smoke.ordinary_user())
