"""Two manifests for Flatpak: one takes the packed archive, the other builds from sources.

Flathub refuses the first: it is for those who build it for themselves. The second has our sources as an archive and the
packages as locked wheels, each by its hash. ``python3 build/package/flatpak.py`` renews the list of wheels
(``store/flatpak_wheels.json``) after the locks have changed; it asks the package index, everything else here does not.
Written for each release, not built and not handed in by us yet.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import contents

RUNTIME, PYTHON = "24.08", "3.12"
"""The runtime of freedesktop.org, and the Python in it."""
PROCESSORS = ("x86_64", "aarch64")
LOCKS = ("requirements.lock", "requirements-optional.lock")
WHEELS = Path(__file__).resolve().parent / "store" / "flatpak_wheels.json"
FILES = "https://files.pythonhosted.org/packages"
HOME = "/app/lib/four-thrones"
WITH_PACKAGES = f"env PYTHONPATH=/app/lib/python{PYTHON}/site-packages python3"
START = f"exec {WITH_PACKAGES} {HOME}/game.py"
PLACED = "import sys, pathlib; sys.path.insert(0, 'build/package'); import store; "
COMMANDS = (
    "pip3 install --no-index --no-deps --no-build-isolation --prefix=/app *.whl",
    f"mkdir -p {HOME} /app/bin",
    f"cp -a ai docs engine games locale maps scenes sounds sprites {HOME}/",
    f"cp -a game.py *.lock LICENSE* pyproject.toml CHANGELOG.md {HOME}/",
    f"python3 -m compileall -q {HOME}",
    f"{WITH_PACKAGES} -c \"{PLACED}store.put_desktop_files(pathlib.Path('/app'))\"",
    f"printf '#!/bin/sh\\n{START} \"$@\"\\n' > /app/bin/four-thrones",
    "chmod 755 /app/bin/four-thrones",
)
COMMANDS_OF_PACKED = (
    f"mkdir -p {HOME} /app/bin",
    f"cp -a {contents.NAME} _internal {HOME}/",
    "cp -a share /app/",
    f"ln -s {HOME}/{contents.NAME} /app/bin/four-thrones",
)
RIGHTS = (
    "--socket=wayland", "--socket=fallback-x11", "--share=ipc", "--socket=pulseaudio", "--device=all",
    "--filesystem=xdg-documents", "--talk-name=org.a11y.Bus",
)  # fmt: skip
"""No network; only the player's documents."""


def pack_sources(folder: Path) -> Path:
    """Write an archive of the last commit's sources into ``folder``; return its path."""
    name = f"four-thrones-{contents.version()}-sources"
    made = folder / f"{name}.tar.gz"
    command = ["git", "archive", "--format=tar.gz", f"--prefix={name}/", f"--output={made}", "HEAD"]
    subprocess.run(command, cwd=contents.ROOT, check=True)
    return made


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_manifest(archive: Path, address: str, packed: bool = False) -> dict[str, Any]:
    """Return the manifest for an archive that can be fetched below the URL ``address``: of the sources, or of the
    ``packed`` program."""
    own = {"type": "archive", "url": f"{address}/{archive.name}", "sha256": sha256(archive)}
    more = {"build-options": {"strip": False, "no-debuginfo": True}} if packed else {}
    return {
        "id": contents.APP_ID, "runtime": "org.freedesktop.Platform", "runtime-version": RUNTIME,
        "sdk": "org.freedesktop.Sdk", "command": "four-thrones", "finish-args": list(RIGHTS),
        "modules": [{"name": "four-thrones", "buildsystem": "simple", **more,
                     "build-commands": list(COMMANDS_OF_PACKED if packed else COMMANDS),
                     "sources": [own, *([] if packed else json.loads(WHEELS.read_text("utf-8")))]}],
    }  # fmt: skip


def list_wheels() -> list[dict[str, Any]]:
    """Download all wheels that the lock files name; return them as sources of a manifest."""
    found: dict[str, dict[str, Any]] = {}
    for processor in PROCESSORS:
        with tempfile.TemporaryDirectory() as place:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
            command += ["--dest", place, "--only-binary", ":all:", "--python-version", PYTHON, "--implementation", "cp"]
            command += [
                f"--platform={kind}_{processor}" for kind in ("manylinux2014", "manylinux_2_17", "manylinux_2_28")
            ]
            command += [word for lock in LOCKS for word in ("--requirement", str(contents.ROOT / lock))]
            subprocess.run(command, check=True)
            for wheel in sorted(Path(place).glob("*.whl")):
                data = wheel.read_bytes()
                path = hashlib.blake2b(data, digest_size=32).hexdigest()  # where the index keeps it
                url = f"{FILES}/{path[:2]}/{path[2:4]}/{path[4:]}/{wheel.name}"
                source: dict[str, Any] = {"type": "file", "url": url, "sha256": hashlib.sha256(data).hexdigest()}
                if not wheel.stem.endswith("-any"):
                    source |= {"only-arches": [processor]}
                found[wheel.name] = source
    return [found[name] for name in sorted(found)]


if __name__ == "__main__":
    WHEELS.write_text(json.dumps(list_wheels(), indent=1) + "\n", "utf-8")
