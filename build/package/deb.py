"""The package for Debian, Ubuntu and their relatives."""

import shutil
import tempfile
from pathlib import Path

import contents
import linux
import smoke
import store
from smoke import Failure

TITLE = "Debian package"
NEEDS = {
    "dpkg-deb": "dpkg", "objdump": "binutils", "lintian": "lintian", "desktop-file-validate": "desktop-file-utils",
    "appstreamcli": "appstream", "xdg-mime": "xdg-utils", "gio": "libglib2.0-bin",
    "update-mime-database": "shared-mime-info", "update-desktop-database": "desktop-file-utils",
    **linux.DISPLAY_TOOLS,
}  # fmt: skip

PACKAGE = "four-thrones"
HOME = Path("usr/lib") / PACKAGE
PROGRAM = Path("/usr/games") / PACKAGE

OPENED_AT_START = ("zlib1g", "libx11-6", "libxext6", "libxcursor1", "libxfixes3", "libxi6", "libxrandr2")
"""What the loader is linked against, and what SDL opens for a window."""

OPENED_WHEN_THERE = (
    "libasound2 | libasound2t64", "libdecor-0-0", "libegl1", "libgl1", "libpipewire-0.3-0 | libpipewire-0.3-0t64",
    "libpulse0", "libudev1", "libwayland-client0", "libwayland-cursor0", "libwayland-egl1", "libxkbcommon0", "libxss1",
)  # fmt: skip
"""Sound, Wayland, faster drawing, game pads: SDL does without what it does not find."""

CONTROL = """\
Package: {package}
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: {recommends}
Section: games
Priority: optional
Description: four fantasy board games for one table
 Board games against computer opponents of five levels, or passed from hand to
 hand at one computer: King of 12, Legends, King of the Dice and Tash-Kalar.
 Every game is saved after each decision. In English, Czech, German, Slovak and
 Russian.
"""


def make(out: Path) -> Path:
    """Make the package from the one-folder program in ``out``; return its path."""
    program = linux.program_folder(out)
    architecture = smoke.call("dpkg", "--print-architecture").strip()
    made = out / f"{PACKAGE}_{contents.version()}_{architecture}.deb"
    with tempfile.TemporaryDirectory(prefix="four-thrones-deb-") as place:
        root = Path(place) / "root"
        shutil.copytree(program, root / HOME, symlinks=True)
        store.put_desktop_files(root / "usr")
        store.put_papers(root / "usr", PACKAGE)
        (root / "usr/games").mkdir()
        (root / "usr/games" / PACKAGE).symlink_to(Path("../lib") / PACKAGE / contents.NAME)
        _set_modes(root)
        control = CONTROL.format(
            package=PACKAGE,
            version=contents.version(),
            architecture=architecture,
            maintainer=store.MAINTAINER,
            kilobytes=smoke.measure_size(root) // 1024,
            depends=", ".join([f"libc6 (>= {linux.glibc(program)})", *OPENED_AT_START]),
            recommends=", ".join(OPENED_WHEN_THERE),
        )
        _write_control(root, control)
        smoke.call("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, made)
    return made


def _set_modes(root: Path) -> None:
    """Let everybody read all files below ``root``; only the program may be run."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.name == contents.NAME else 0o644)


def _write_control(root: Path, control: str) -> None:
    folder = root / "DEBIAN"
    folder.mkdir(mode=0o755)
    (folder / "control").write_text(control, encoding="utf-8")
    files = sorted(path for path in (root / "usr").rglob("*") if path.is_file() and not path.is_symlink())
    sums = smoke.call("md5sum", *(path.relative_to(root) for path in files), cwd=root)
    (folder / "md5sums").write_text(sums, encoding="utf-8")
    for path in folder.iterdir():
        path.chmod(0o644)


def prove(path: Path) -> dict[str, float]:
    """Check by lintian; install, play as an ordinary user, open a save by its type, remove. Return MB and s by name."""
    smoke.call("lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", path)
    with linux.home_of_nobody() as home:
        save = linux.put_save(home)
        kept = save.read_bytes()
        linux.run_as_root("apt-get", "install", "-y", "-qq", "--no-install-recommends", str(path.resolve()))
        try:
            installed = smoke.measure_size(Path("/") / HOME)
            share, name = Path("/usr/share"), contents.APP_ID
            smoke.call("desktop-file-validate", share / "applications" / f"{name}.desktop")
            smoke.call("appstreamcli", "validate", "--no-net", share / "metainfo" / f"{name}.metainfo.xml")
            _file_type(home)
            linux.prove_play(PROGRAM, home)
            linux.opens_a_save(PROGRAM, home)
            seconds = smoke.start_seconds(PROGRAM)
        finally:
            linux.run_as_root("dpkg", "--purge", PACKAGE)
        if (Path("/") / HOME).exists() or PROGRAM.is_symlink():
            raise Failure("removed, and yet there is something left of it")
        if save.read_bytes() != kept:
            raise Failure("a saved game has not stayed as it was")
    return {
        "package, MB": path.stat().st_size / smoke.MEGABYTE,
        "installed, MB": installed / smoke.MEGABYTE,
        "first frame, s": seconds,
    }


def _file_type(home: Path) -> None:
    """Check that a saved game is known by its name and opened with the program. Raises Failure."""
    save = home / "game.throne"
    save.write_text("{}", encoding="utf-8")
    save.chmod(0o644)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(home)}
    for command, answer in (
        (["gio", "info", "-a", "standard::content-type", str(save)], contents.SAVE_TYPE),
        (["xdg-mime", "query", "default", contents.SAVE_TYPE], f"{contents.APP_ID}.desktop"),
    ):
        said = smoke.call(*command, env=env, **smoke.ordinary_user())
        if answer not in said.split():
            raise Failure(f"{' '.join(command)} says {said.strip()!r}, not {answer!r}")
