"""The native libraries of the programs: empty ones in place of codecs that are never used, and whose the others are.

SDL's mixer and image library are linked against decoders for formats of which not one file is in the game: modules,
MIDI, MP3, FLAC, Opus, WavPack, TIFF, WebP. They and what only they need (a C++ library among it) are a sixth of the
program: 8 MB of the folder, 3 MB of the one file (Linux). The loader insists on finding them, so each is replaced by a
library of the same name that has the functions asked for, of the same versions, which do nothing and return zero. Ogg
Vorbis, JPEG, PNG and SVG stay. Needs a C compiler and binutils; without a compiler everything stays inside.

``libraries.json`` names every native library: ``{name: [project, licence]}``. What is not there must not be packed, and
``docs/credits.md`` tells of each project. Modules of Python packages belong to :data:`PACKAGES`.
"""

import json
import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

UNUSED = (
    "libfluidsynth", "libxmp", "libmpg123", "libFLAC", "libwavpack", "libopusfile", "libtiff", "libwebp",
    "libwebpdemux",
)  # fmt: skip
"""Names of libraries as they begin, up to the first hyphen."""

Binary = tuple[str, str, str]
"""Where it goes, where it comes from, and of what kind it is: an entry in PyInstaller's lists."""
TABLE = Path(__file__).with_name("libraries.json")
"""Name of a library → its project and licence."""
PACKAGES = {"pygame": "pygame-ce", "msgspec": "msgspec", "accesskit": "AccessKit"}
"""Folder of a package with native modules → its name in the credits; those of Python itself lie in lib-dynload."""


def replace(binaries: list[Binary], work: Path) -> list[Binary]:
    """Return the list with empty stub libraries, made in ``work``, for unused ones, and without what only those needed.

    Unchanged without a C compiler. Raises CalledProcessError when the compiler refuses.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        print("No C compiler: the codecs that the game never uses stay inside.")
        return binaries
    work.mkdir(parents=True, exist_ok=True)
    unused = {name for name, _, _ in binaries if _is_bundled(name) and Path(name).name.split("-")[0] in UNUSED}
    kept = [entry for entry in binaries if entry[0] not in unused]
    asked = {symbol for _, source, _ in kept if "pygame" in source for symbol in _symbols(source, "--undefined-only")}
    for name, source, kind in binaries:
        if name in unused:
            made = work / Path(name).name
            _make(compiler, made, _symbols(source, "--defined-only") & asked)
            kept.append((name, str(made), kind))
    return _drop_orphans(kept)


def remove_dangling_links(datas: list[Binary], binaries: list[Binary]) -> list[Binary]:
    """Return ``datas`` without links to libraries that are no longer among ``binaries``."""
    names = {name for name, _, _ in binaries}
    return [
        (place, source, kind)
        for place, source, kind in datas
        if kind != "SYMLINK" or (Path(place).parent / source).as_posix() in names
    ]


def _is_bundled(name: str) -> bool:
    """Whether a file came with pygame, in its folder of libraries."""
    return Path(name).parent.name == "pygame_ce.libs"


def _symbols(source: str, which: str) -> set[str]:
    """Return names of functions with their versions, as ``name`` or ``name@VERSION``."""
    said = subprocess.run(
        ["nm", "--dynamic", "--with-symbol-versions", "--format=just-symbols", which, source],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
    ).stdout  # fmt: skip
    return {line.strip().replace("@@", "@") for line in said.splitlines() if line.strip()}


def _make(compiler: str, made: Path, symbols: set[str]) -> None:
    """Compile a library that has these functions."""
    versions: dict[str, list[str]] = defaultdict(list)
    for symbol in sorted(symbols):
        name, _, version = symbol.partition("@")
        versions[version].append(name)
    source, script = made.with_suffix(".c"), made.with_suffix(".map")
    source.write_text("".join(f"long {name}(void) {{ return 0; }}\n" for names in versions.values() for name in names))
    parts = [f"{version} {{ global: {'; '.join(names)}; }};" for version, names in versions.items() if version]
    options = [f"-Wl,-soname,{made.name}", "-Os", "-nostdlib", "-fno-builtin", "-fno-asynchronous-unwind-tables"]
    if parts:
        script.write_text("\n".join(parts))
        options.append(f"-Wl,--version-script={script}")
    subprocess.run([compiler, "-shared", "-fPIC", *options, "-o", str(made), str(source)], check=True)


def _drop_orphans(entries: list[Binary]) -> list[Binary]:
    """Return the entries without those libraries of pygame or C++ that no remaining entry needs."""
    while True:
        said = subprocess.run(
            ["objdump", "-p", *(source for _, source, _ in entries)], stdout=subprocess.PIPE, text=True, check=False
        ).stdout
        needed = {line.split()[1] for line in said.splitlines() if line.split()[:1] == ["NEEDED"]}
        stay = [
            entry for entry in entries
            if Path(entry[0]).name in needed
            or not (_is_bundled(entry[0]) or Path(entry[0]).name in ("libstdc++.so.6", "libgcc_s.so.1"))
        ]  # fmt: skip
        if len(stay) == len(entries):
            return entries
        entries = stay


def find_unknown(folder: Path) -> list[str]:
    """Return the native libraries in a packed folder that are not in the table of licences, sorted; none for a file."""
    known = [name.lower() for name in json.loads(TABLE.read_text("utf-8"))]
    empty = [name.lower().removeprefix("lib") for name in UNUSED]
    unknown = set()
    for path in folder.rglob("*"):
        name = path.name.lower()
        folders = path.relative_to(folder).parts[:-1]
        if not re.search(r"\.(so|dll|dylib)\b", name) or path.is_symlink():
            continue
        if any(part in ("lib-dynload", *PACKAGES) for part in folders):
            continue  # a module of Python or of a package that is named in the credits
        plain = name.removeprefix("lib")
        if not any(re.match(rf"{re.escape(each)}(?![a-z_])", plain) for each in (*known, *empty)):
            unknown.add(path.name)
    return sorted(unknown)
