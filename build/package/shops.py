"""What a shop wants in addition to the packages: pictures, a film, texts, manifests for Flatpak and winget, checksums.

Made last, from what lies in the folder of results. Where the files of a release can be fetched is known only when one
is published: ``FOUR_THRONES_DOWNLOADS`` in the environment names that address. Without it the manifests name an address
that does not exist, good enough to be checked.
"""

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import contents
import film
import flatpak
import linux
import smoke
import store
from smoke import Failure

TITLE = "For shops"
NEEDS = {"appstreamcli": "appstream", "flatpak-builder": "flatpak-builder", "sha256sum": "coreutils", **film.NEEDS}

FOLDER = "shops"
CHECKSUMS = "SHA256SUMS"
DOWNLOADS = "FOUR_THRONES_DOWNLOADS"
NOWHERE = "https://downloads.example.org/four-thrones"
PICTURE = (1600, 900)
PACKAGES = ("*.deb", "*.AppImage", "*.tar.gz", "*.exe", "*.dmg", contents.ONE_FILE)
"""Files in the folder of results that are given to players."""

OWN_USE = f"{contents.APP_ID}.for-own-use.json"
FROM_SOURCES = f"{contents.APP_ID}.json"
PAGE = "itch.md"
FILM = "four-thrones.mp4"
WINGET = "1.12.0"
WINGET_ID = "FourThrones.FourThrones"


def make(out: Path) -> Path:
    """Write everything for shops into a folder below ``out``, which is returned; checksums lie next to the packages."""
    folder = out / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    address = os.environ.get(DOWNLOADS) or NOWHERE
    _pictures(linux.program_folder(out), folder)
    (folder / f"{contents.APP_ID}.metainfo.xml").write_text(store.metainfo(address), encoding="utf-8")
    archive = _only(out, "*-linux-*.tar.gz")
    if archive is None:
        raise Failure("the archive has not been made")
    for name, manifest in (
        (OWN_USE, flatpak.write_manifest(archive, address, packed=True)),
        (FROM_SOURCES, flatpak.write_manifest(flatpak.pack_sources(out), address)),
    ):
        (folder / name).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    (folder / PAGE).write_text(store.page(), encoding="utf-8")
    film.make(folder / FILM)
    (out / store.NOTES).write_text(store.write_notes(), encoding="utf-8")
    installer = _only(out, "*setup*.exe")
    if installer is None:
        print("No installer for Windows lies here: no manifest for winget.")
    else:
        for name, data in winget(installer, address).items():
            (folder / name).write_text(yaml(data), encoding="utf-8")
    windows = out.with_name("windows") / f"{contents.ONE_FILE}.exe"
    if windows.is_file():
        shutil.copy2(windows, out)
    (out / CHECKSUMS).write_text(checksums(out), encoding="utf-8")
    return folder


def _only(out: Path, pattern: str) -> Path | None:
    """The newest file of this form."""
    return max(out.glob(pattern), key=lambda path: path.stat().st_mtime, default=None)


def _pictures(program: Path, folder: Path) -> None:
    """The screenshots, drawn by the packed program itself."""
    for scene in store.SCREENSHOTS:
        made = folder / store.screenshot_name(scene)
        drawn = ("--screenshot", scene, "--size", f"{PICTURE[0]}x{PICTURE[1]}", "--lang", "en", "--seed", "7")
        said = smoke.call(program / contents.NAME, *drawn, "--out", made)
        if not made.is_file():
            raise Failure(f"no picture of {scene}:\n{said}")


def checksums(out: Path) -> str:
    """Return the checksums of all packages, in the format of ``sha256sum -c``."""
    files = sorted({path for pattern in PACKAGES for path in out.glob(pattern) if path.is_file()})
    return "".join(f"{flatpak.sha256(path)}  {path.name}\n" for path in files)


def winget(installer: Path, address: str) -> dict[str, dict[str, Any]]:
    """Return the three manifests for winget by file name; ``address``: URL below which the installer lies."""
    head = {"PackageIdentifier": WINGET_ID, "PackageVersion": contents.version()}
    foot = {"ManifestVersion": WINGET}
    return {
        f"{WINGET_ID}.yaml": {**head, "DefaultLocale": "en-US", "ManifestType": "version", **foot},
        f"{WINGET_ID}.installer.yaml": {
            **head,
            "Platform": ["Windows.Desktop"],
            "MinimumOSVersion": "10.0.0.0",
            "InstallerType": "nullsoft",
            "Scope": "user",
            "InstallModes": ["interactive", "silent"],
            "UpgradeBehavior": "install",
            "FileExtensions": ["throne"],
            "ReleaseDate": store.release_date().date().isoformat(),
            "Installers": [
                {
                    "Architecture": "x64",
                    "InstallerUrl": f"{address}/{installer.name}",
                    "InstallerSha256": flatpak.sha256(installer).upper(),
                }
            ],
            "ManifestType": "installer",
            **foot,
        },
        f"{WINGET_ID}.locale.en-US.yaml": {
            **head,
            "PackageLocale": "en-US",
            "Publisher": store.DEVELOPERS,
            "PackageName": "Four Thrones",
            "License": "MIT; pictures, sounds and texts CC BY 4.0",
            "Copyright": contents.copyright_line(),
            "ShortDescription": "Four fantasy board games for one table",
            "Tags": ["board-game", "dice", "cards", "fantasy", "hotseat"],
            "ManifestType": "defaultLocale",
            **foot,
        },
    }


def yaml(data: Any, indent: str = "") -> str:
    """Return mappings, lists and strings as block YAML, strings always in quotes."""
    rows = []
    for key, value in data.items():
        if isinstance(value, str):
            rows.append(f"{indent}{key}: {json.dumps(value)}\n")
            continue
        rows.append(f"{indent}{key}:\n")
        for each in value:
            if isinstance(each, str):
                rows.append(f"{indent}- {json.dumps(each)}\n")
            else:
                rows.append(f"{indent}- " + yaml(each, indent + "  ").lstrip())
    return "".join(rows)


def prove(path: Path) -> dict[str, float]:
    """Check that pictures are not blank, that tools accept the description and Flatpak manifests, and that checksums
    match; return figures by name. Raises Failure."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    for scene in store.SCREENSHOTS:
        picture = pygame.image.load(path / store.screenshot_name(scene))
        if picture.get_size() != PICTURE or len({tuple(picture.get_at((x, 450))) for x in range(0, 1600, 4)}) < 50:
            raise Failure(f"the picture of {scene} shows nothing")
    path = path.resolve()
    smoke.call("appstreamcli", "validate", "--no-net", path / f"{contents.APP_ID}.metainfo.xml")
    for manifest in (OWN_USE, FROM_SOURCES):
        with tempfile.TemporaryDirectory() as place:  # flatpak-builder leaves a folder where it is started
            said = smoke.call("flatpak-builder", "--show-manifest", path / manifest, cwd=place)
        if "Unknown property" in said:
            raise Failure(f"{manifest}:\n{said}")
    smoke.call("sha256sum", "--check", "--strict", "--quiet", CHECKSUMS, cwd=path.parent)
    return {
        "pictures, MB": sum(file.stat().st_size for file in path.glob("*.png")) / smoke.MEGABYTE,
        "film, MB": (path / FILM).stat().st_size / smoke.MEGABYTE,
        "film, s": film.check(path / FILM),
    }
