"""What shops and software centres want to know: the files in ``store``, filled in for one release, and the icon."""

from __future__ import annotations

import gzip
import struct
from datetime import UTC, datetime
from pathlib import Path

import contents
import package_texts
import release_notes

STORE = Path(__file__).resolve().parent / "store"
DEVELOPERS = "The developers of Four Thrones"
ADDRESS = "developers@four-thrones.invalid"
"""Debian wants an address, and the project has none: who releases puts a real one here, and nowhere else."""
MAINTAINER = f"{DEVELOPERS} <{ADDRESS}>"

SCREENSHOTS = ("king_of_12/table", "legends/table", "king_of_the_dice/dice-table", "tash_kalar/tash-table")
"""Scenes that are shown, as ``--screenshot`` calls them; their captions lie in the folders of the languages."""


HERE = Path(__file__).resolve().parent
PNG = b"\x89PNG\r\n\x1a\n"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Sides of the squares that desktops ask for, in pixels."""


def screenshot_name(scene: str) -> str:
    """Return the file name of the picture of a scene."""
    return scene.replace("/", "-") + ".png"


def metainfo(address: str | None = None) -> str:
    """Return the AppStream description; with screenshots if ``address``, the URL below which they lie, is given."""
    text = (STORE / f"{contents.APP_ID}.metainfo.xml").read_text("utf-8")
    rows = []
    for number, scene in enumerate(SCREENSHOTS if address is not None else ()):
        kind = ' type="default"' if number == 0 else ""
        said = package_texts.write_tags("caption", package_texts.list_captions(scene), 6)
        place = f"{str(address).rstrip('/')}/{screenshot_name(scene)}"
        image = f'<image type="source" width="1600" height="900">{place}</image>'
        rows.append(f"    <screenshot{kind}>\n{said}\n      {image}\n    </screenshot>\n")
    pictures = f"  <screenshots>\n{''.join(rows)}  </screenshots>\n" if rows else ""
    return text.format(**package_texts.describe(), releases=release_notes.describe_releases(), screenshots=pictures)


def page() -> str:
    """Return the text for a shop's page, in all languages; Markdown."""
    rows = []
    for texts in package_texts.read_texts().values():
        rows += [f"## {texts.summary}", ""]
        for part in texts.description:
            rows += [part, ""] if isinstance(part, str) else [*(f"- {item}" for item in part), ""]
    return "\n".join(rows).strip() + "\n"


def release_date() -> datetime:
    """Return the day of this release by the changelog; raises Failure when it has none."""
    return datetime.fromisoformat(release_notes.find_entry().day).replace(tzinfo=UTC)


def put_desktop_files(root: Path) -> None:
    """Write desktop file, description, file type and icons below ``root`` (``/usr``, or the same inside a package)."""
    share = root / "share"
    desktop, kind = (_read(f"{contents.APP_ID}.{ending}") for ending in ("desktop", "mime.xml"))
    _write(share / "applications" / f"{contents.APP_ID}.desktop", package_texts.fill_desktop(desktop))
    _write(share / "metainfo" / f"{contents.APP_ID}.metainfo.xml", metainfo())
    _write(share / "mime" / "packages" / f"{contents.APP_ID}.xml", package_texts.fill_mime(kind))
    for size, picture in icon_pictures().items():
        folder = share / "icons" / "hicolor" / f"{size}x{size}"
        _write(folder / "apps" / f"{contents.APP_ID}.png", picture)
        _write(folder / "mimetypes" / f"{contents.SAVE_TYPE.replace('/', '-')}.png", picture)


def put_papers(root: Path, package: str) -> None:
    """Write licences, news and the manual page where Debian wants them."""
    share = root / "share"
    licences = {name: (contents.ROOT / file).read_text("utf-8") for name, file in _LICENCES.items()}
    _write(share / "doc" / package / "copyright", _read("copyright").format(**licences))
    when = release_date().strftime("%a, %d %b %Y %H:%M:%S +0000")
    news = f"{package} ({contents.version()}) stable; urgency=medium\n\n  * Release {contents.version()}.\n\n"
    _write(share / "doc" / package / "changelog.gz", _compress(f"{news} -- {MAINTAINER}  {when}\n"))
    _write(share / "man" / "man6" / f"{package}.6.gz", _compress(_read("four-thrones.6")))
    _write(share / "lintian" / "overrides" / package, _read("lintian-overrides"))


_LICENCES = {"licence": "LICENSE", "art": "LICENSE-art", "credits": "docs/credits.md"}


def _compress(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def _read(name: str) -> str:
    return (STORE / name).read_text("utf-8")


def _write(path: Path, what: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(what.encode() if isinstance(what, str) else what)
    path.chmod(0o644)


def icon_pictures() -> dict[int, bytes]:
    """Return side in pixels → PNG bytes of the icon. Raises KeyError when the icons lack a size."""
    found: dict[int, bytes] = {}
    data = (HERE / "icon.icns").read_bytes()
    at = 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at + 4)
        _note(found, data[at + 8 : at + length])
        at += length
    data = (HERE / "icon.ico").read_bytes()
    (count,) = struct.unpack_from("<H", data, 4)
    for number in range(count):
        length, at = struct.unpack_from("<II", data, 6 + 16 * number + 8)
        _note(found, data[at : at + length])
    return {size: found[size] for size in SIZES}


def _note(found: dict[int, bytes], picture: bytes) -> None:
    if picture.startswith(PNG):
        (width,) = struct.unpack_from(">I", picture, 16)
        found[width] = picture
