"""What shops and software centres want to know: the files in ``store``, filled in for one release, and the icon."""

from __future__ import annotations

import gzip
import struct
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import contents
import release_notes

STORE = Path(__file__).resolve().parent / "store"
DEVELOPERS = "The developers of Four Thrones"
ADDRESS = "developers@four-thrones.invalid"
"""Debian wants an address, and the project has none: whoever releases puts a real one here, and nowhere else."""
MAINTAINER = f"{DEVELOPERS} <{ADDRESS}>"

SCREENSHOTS = {
    "king_of_12/table": {
        "en": "King of 12: a trick",
        "cs": "12 říší: jeden zdvih",
        "sk": "12 ríší: jeden zdvih",
        "ru": "Дюжина короля: розыгрыш",
    },
    "legends/table": {
        "en": "Eight-Minute Empire: Legends: the chart of the islands",
        "cs": "Minutová říše: Legendy: mapa ostrovů",
        "sk": "Minutová ríša: Legendy: mapa ostrovov",
        "ru": "Восьмиминутная империя: Легенды: карта островов",
    },
    "king_of_the_dice/dice-table": {
        "en": "King of the Dice: the kingdom, the dice and the market",
        "cs": "Král kostek: království, kostky a trh",
        "sk": "Kráľ kociek: kráľovstvo, kocky a trh",
        "ru": "Король кубиков: королевство, кубики и рынок",
    },
    "tash_kalar/tash-table": {
        "en": "Tash-Kalar: the arena",
        "cs": "Tash-Kalar: aréna",
        "sk": "Tash-Kalar: aréna",
        "ru": "Таш-Калар: арена",
    },
}
"""Scenes that are shown, as ``--screenshot`` calls them, with a caption by language."""


LANG = "{http://www.w3.org/XML/1998/namespace}lang"
HERE = Path(__file__).resolve().parent
PNG = b"\x89PNG\r\n\x1a\n"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Sides of the squares that desktops ask for, in pixels."""


def screenshot_name(scene: str) -> str:
    """File name of the picture of a scene."""
    return scene.replace("/", "-") + ".png"


def metainfo(address: str | None = None) -> str:
    """The AppStream description; with screenshots when it is known below which address they lie."""
    text = (STORE / f"{contents.APP_ID}.metainfo.xml").read_text("utf-8")
    text = text.replace("  <releases/>", release_notes.describe_releases(), 1)
    if address is None:
        return text
    rows = []
    for number, (scene, captions) in enumerate(SCREENSHOTS.items()):
        kind = ' type="default"' if number == 0 else ""
        said = ""
        for code, words in captions.items():
            language = "" if code == "en" else f' xml:lang="{code}"'
            said += f"      <caption{language}>{words}</caption>\n"
        image = f'<image type="source" width="1600" height="900">{address.rstrip("/")}/{screenshot_name(scene)}</image>'
        rows.append(f"    <screenshot{kind}>\n{said}      {image}\n    </screenshot>")
    pictures = "  <screenshots>\n" + "\n".join(rows) + "\n  </screenshots>\n"
    return text.replace("  <content_rating", pictures + "  <content_rating", 1)


def page() -> str:
    """The text for a shop's page, in four languages, made from the AppStream description; Markdown."""
    described = ElementTree.fromstring(metainfo())
    rows = []
    for code in ("en", "cs", "sk", "ru"):
        own = {LANG: code} if code != "en" else {}
        (summary,) = (each.text or "" for each in described.findall("summary") if each.attrib == own)
        rows += [f"## {summary}", ""]
        for each in described.findall("description/*"):
            if each.tag == "p" and each.attrib == own:
                rows += [each.text or "", ""]
            elif each.tag == "ul":
                rows += [*(f"- {item.text}" for item in each if item.attrib == own), ""]
    return "\n".join(rows).strip() + "\n"


def release_date() -> datetime:
    """The day of this release, as the changelog tells it; raises Failure when it does not know it."""
    return datetime.fromisoformat(release_notes.find_entry().day).replace(tzinfo=UTC)


def put_desktop_files(root: Path) -> None:
    """Desktop file, description, file type and icons below ``root`` (``/usr``, or the same inside a package)."""
    share = root / "share"
    _write(share / "applications" / f"{contents.APP_ID}.desktop", _read(f"{contents.APP_ID}.desktop"))
    _write(share / "metainfo" / f"{contents.APP_ID}.metainfo.xml", metainfo())
    _write(share / "mime" / "packages" / f"{contents.APP_ID}.xml", _read(f"{contents.APP_ID}.mime.xml"))
    for size, picture in icon_pictures().items():
        folder = share / "icons" / "hicolor" / f"{size}x{size}"
        _write(folder / "apps" / f"{contents.APP_ID}.png", picture)
        _write(folder / "mimetypes" / f"{contents.SAVE_TYPE.replace('/', '-')}.png", picture)


def put_papers(root: Path, package: str) -> None:
    """Licences, news and the page of the manual, where Debian wants them."""
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
    """Side in pixels → the picture, a PNG file. Raises KeyError when the icons lack a size."""
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
