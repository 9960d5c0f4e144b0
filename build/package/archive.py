"""The archive for everybody else: the one-folder program in a ``.tar.gz``, unpacked anywhere and started."""

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import contents
import linux
import smoke
import store

TITLE = "Archive (tar.gz)"
NEEDS = {"objdump": "binutils", **linux.DISPLAY_TOOLS}

READ_ME = """\
Four Thrones {version}

Start it:      ./{name}
Needs:         Linux with glibc {glibc} or newer, X11 or Wayland with XWayland
Into a menu:   share/ has desktop file, icons and file type; copy it into ~/.local and this folder's path into the
               desktop file's Exec line
Uninstall:     remove this folder. Saved games stay in ~/.local/share/four-thrones, settings in
               ~/.config/four-thrones
"""


def make(out: Path) -> Path:
    """Make the archive from the one-folder program in ``out``; return its path."""
    program = linux.program_folder(out)
    name = f"{contents.NAME}-{contents.version()}-linux-{linux.architecture()}"
    with tempfile.TemporaryDirectory(prefix="four-thrones-archive-") as place:
        root = Path(place) / name
        shutil.copytree(program, root, symlinks=True)
        store.put_desktop_files(root)
        words = READ_ME.format(version=contents.version(), name=contents.NAME, glibc=linux.glibc(program))
        (root / "README.txt").write_text(words, encoding="utf-8")
        made = out / f"{name}.tar.gz"
        with tarfile.open(made, "w:gz", compresslevel=9) as archive:
            archive.add(root, name, filter=_anonymise)
    return made


def _anonymise(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove user and group from an entry of the archive."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def prove(path: Path) -> dict[str, float]:
    """Check that an ordinary user can unpack it into a folder with non-ASCII letters and play; return its size in
    MB."""
    with linux.home_of_nobody() as home:
        folder = home / smoke.ODD_FOLDER
        smoke.call("mkdir", folder, **smoke.ordinary_user())
        with path.open("rb") as archive:  # opened here: the checkout may lie where an ordinary user sees nothing
            subprocess.run(["tar", "-xz", "-C", str(folder)], stdin=archive, check=True, **smoke.ordinary_user())
        linux.prove_play(folder / path.name.removesuffix(".tar.gz") / contents.NAME, home)
    return {"size, MB": path.stat().st_size / smoke.MEGABYTE}
