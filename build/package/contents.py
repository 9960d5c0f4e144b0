"""What goes into the executables: our modules, the data they read, and what stays outside."""

import hashlib
import importlib.util
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path, PureWindowsPath

ROOT = Path(__file__).resolve().parents[2]
NAME = "FourThrones"
FOLDER = "FourThrones"
ONE_FILE = "FourThrones-one-file"
APP = "Four Thrones.app"
APP_ID = "org.four_thrones.FourThrones"
"""What the desktops of Linux call the program."""
SAVE_TYPE = "application/x-four-thrones-save"
"""The media type of a saved game; its files end in ``.throne``."""
ROOMS = ("engine", "games", "ai", "maps", "scenes", "sprites")

RECIPE = (
    "boot.py", "contents.py", "four_thrones.spec", "late_hooks.py", "libraries.py",
    "windows.manifest", "icon.ico", "icon.icns",
)  # fmt: skip
"""The files next to this one that a build depends on."""

DATA = (
    "sprites/**/*.json",
    "sprites/art/**/*",
    "sprites/fonts/**/*",
    "scenes/**/*.json",
    "games/**/*.json",
    "ai/**/*.json",
    "locale/*/language.json",
    "locale/*/LC_MESSAGES/*.mo",
    "sounds/*.ogg",
    "sounds/*.json",
    "sounds/LICENSE*",
    "maps/**/*",
    "docs/credits.md",
    "docs/make_a_*.md",
    "docs/example_deck.json",
    "LICENSE*",
    "pyproject.toml",
    "CHANGELOG.md",
)
"""Patterns below the project's folder. Everything keeps its place, because modules find data next to themselves."""

LEFT_OUT = [
    "numpy", "tkinter", "_tkinter", "PIL", "setuptools", "pkg_resources", "wheel", "pip", "_distutils_hack",
    "distutils", "lib2to3", "idlelib", "ensurepip", "venv", "test", "unittest", "doctest", "pydoc", "pdb",
    # Encrypted connections: three megabytes, and the game speaks to nobody. hashlib has its own arithmetic.
    "ssl", "_ssl", "_hashlib", "ftplib", "imaplib", "smtplib", "poplib", "nntplib", "xmlrpc", "http",
    # What only parts of the standard library ask for that nobody here uses, or do without.
    "email", "urllib.request", "mimetypes", "xml.sax", "importlib.metadata", "_pydecimal", "typing_extensions",
    "lzma", "_lzma", "bz2", "_bz2", "tarfile",
    "tomllib", "asyncio", "concurrent", "curses", "readline", "pygame.tests", "pygame.examples", "pygame.docs",
    "pygame.freetype", "pygame._freetype", "pygame.ftfont", "pygame.surfarray", "pygame.sndarray",
    "pygame._debug", "pygame._sdl2.audio", "pygame._sdl2.controller_old", "pygame._sdl2.mixer", "pygame._sdl2.sdl2",
    "pygame._sdl2.touch", "pygame._sdl2.video", "pygame._sdl2.window",
    "pygame.camera", "pygame._camera_opencv", "pygame._camera_vidcapture",
]  # fmt: skip
"""Never needed while playing."""

NOT_DRAWN = ("pygame/freesansbold.ttf",)
"""What the library brings for programs without fonts of their own. Its icon stays: every new window reads it first."""

OTHER_FORMATS = (
    "libtiff-5.dll", "libwebp-7.dll", "libwebpdemux-2.dll", "libxmp.dll", "libwavpack-1.dll", "libopusfile-0.dll",
    "libopus-0.dll", "libogg-0.dll", "portmidi.dll",
)  # fmt: skip
"""What the libraries of pictures and sounds load on Windows when a file wants it: ours are PNG, JPEG, SVG, Vorbis."""

OPTIONAL = ("accesskit",)
"""Packages that are packed where they are installed: answers for screen readers."""

FOR_OPPONENTS = [
    "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "heapq", "itertools", "json", "math",
    "operator", "random", "statistics", "typing",
]  # fmt: skip
"""Parts of the standard library that a third-party opponent's file may want to import."""


LATE_BASE = (
    "collections", "collections.abc", "copyreg", "enum", "functools", "heapq", "keyword", "linecache", "locale",
    "operator", "re", "re._casefix", "re._compiler", "re._constants", "re._parser", "reprlib", "traceback", "types",
    "warnings", "weakref", "_weakrefset",
)  # fmt: skip
"""Modules of Python's own archive that are imported after the first script, if at all."""


def take_out(archive: Path) -> None:
    """Remove the modules packed elsewhere (:data:`LATE_BASE`) from Python's archive of base modules, in place."""
    with zipfile.ZipFile(archive) as file:
        files = {name: file.read(name) for name in file.namelist()}
    late = {f"{name.replace('.', '/')}{end}.pyc" for name in LATE_BASE for end in ("", "/__init__")}
    with zipfile.ZipFile(archive, "w") as file:
        for name, data in files.items():
            if name not in late:
                file.writestr(name, data)


def copyright_line() -> str:
    """Return the copyright line of the licence."""
    lines = (ROOT / "LICENSE").read_text("utf-8").splitlines()
    return next(line for line in lines if line.startswith("Copyright"))


def version() -> str:
    """Return the version in pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def data_files() -> list[Path]:
    """Return all packed data files, sorted."""
    found = {path for pattern in DATA for path in ROOT.glob(pattern) if path.is_file()}
    return sorted(path for path in found if path.suffix != ".py" and "__pycache__" not in path.parts)


FOR_DEVELOPERS = (
    "ai/arena.py", "ai/calibration.py", "ai/review.py", "ai/king_of_12/best_response.py", "ai/lab/",
    "ai/puzzles/__main__.py",
)  # fmt: skip
"""Commands that measure opponents and make puzzles, with their folders: they are not packed, and nothing that is packed
imports them."""


def is_packed(path: Path) -> bool:
    """Whether a file of a module is packed into the programs."""
    return "__pycache__" not in path.parts and not path.relative_to(ROOT).as_posix().startswith(FOR_DEVELOPERS)


def source_files() -> list[Path]:
    """Return the files of all packed modules, sorted."""
    return sorted(
        [ROOT / "game.py", *(path for room in ROOMS for path in (ROOT / room).rglob("*.py") if is_packed(path))]
    )


def modules() -> list[str]:
    """Return the full names of all packed modules: games and opponents are imported by name, so all are listed."""
    names = []
    for path in source_files():
        parts = list(path.relative_to(ROOT).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if parts[-1] not in ("__main__", "game"):
            names.append(".".join(parts))
    return [*names, *FOR_OPPONENTS, *filter(importlib.util.find_spec, OPTIONAL)]


def libraries(found: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """Return the path of each native module by its name, from PyInstaller's table of contents."""
    names = {}
    for place, _, kind in found:
        if kind == "EXTENSION":
            path = PureWindowsPath(place)
            folders = [part for part in path.parts[:-1] if part != "lib-dynload" and not part.startswith("python3")]
            names[".".join([*folders, path.name.partition(".")[0]])] = path.as_posix()
    return names


def lean(found: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return PyInstaller's table for Windows, (place, source, kind) each, without unused libraries and duplicates.

    The hook of pygame puts SDL and related libraries into the main folder, where every module finds them; because they
    also lie next to the modules in the wheel, PyInstaller packs them there a second time.
    """
    every = list(found)
    central = {PureWindowsPath(place).name.lower() for place, _, _ in every if len(PureWindowsPath(place).parts) == 1}
    kept = []
    for place, source, kind in every:
        path = PureWindowsPath(place)
        library = path.suffix.lower() == ".dll"
        doubled = len(path.parts) > 1 and path.name.lower() in central
        if not (library and (doubled or path.name.lower() in OTHER_FORMATS)):
            kept.append((place, source, kind))
    return kept


def fingerprint() -> str:
    """Return a hash of all files that a build is made from, and of the Python that makes it."""
    digest = hashlib.sha256(f"{sys.version} {sys.platform}".encode())
    recipe = [
        ROOT / "requirements-dev.lock",
        ROOT / "requirements-optional.lock",
        ROOT / "pyproject.toml",
        ROOT / "build" / "build.py",
    ]
    recipe += [ROOT / "build" / "package" / name for name in RECIPE]
    for path in [*source_files(), *data_files(), *(path for path in recipe if path.is_file())]:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(path.read_bytes())
    return digest.hexdigest()
