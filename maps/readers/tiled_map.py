"""Safe reading of Tiled maps from untrusted files: every bound is checked before the work is done.

A small file can demand much: a layer that unpacks to hundreds of megabytes, a picture of ten billion
tiles, exponential entities, a tileset behind a link or a pipe. So the map and its tilesets
are read through :mod:`engine.storage.safe_read`, only from the map's own folder or the game's, checked as
plain XML, and only then given to pytmx, with layers already unpacked and without any picture: nothing
here needs them. Raises :class:`BadMap` naming the place.
"""

import base64
import binascii
import math
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from xml.etree import ElementTree
from xml.parsers import expat

import pytmx

from engine.storage import safe_read
from engine.storage.safe_read import Unreadable, describe_error

GAME_MAPS = Path(__file__).absolute().parent.parent
"""Folder of shared files that maps may use in addition to their own folder."""
MOST_BYTES = 1 << 20
MOST_ELEMENTS = 20_000
DEEPEST = 24
MOST_SIDE = 512
"""Most tiles along a side of a map."""
MOST_TILE = 1_024
"""Most pixels along a side of a tile."""
MOST_LAYERS = 32
MOST_TILESETS = 16
MOST_GID = 1 << 16
TURNS = 0xF000_0000
"""Bits of a tile that say how it is turned or mirrored: what it stands for is the same."""
MOST_PICTURE = 8_192
"""Most pixels along a side of a tileset's picture."""
FARTHEST = 1_000_000.0
"""Largest coordinate on a map, in pixels."""

_NEEDED = {
    "map": {"version", "orientation", "width", "height", "tilewidth", "tileheight", "hexsidelength", "staggeraxis"}
    | {"staggerindex"},
    "layer": {"name", "id", "width", "height"},
    "objectgroup": {"name", "id"},
    "group": {"name", "id"},
    "object": {"name", "id", "type", "gid", "x", "y", "width", "height", "rotation"},
    "tileset": {"name", "firstgid", "source", "tilewidth", "tileheight", "tilecount", "columns", "spacing", "margin"},
    "tile": {"id", "type"},
}
"""Attributes that are read; all others are ignored."""
_KINDS: dict[str, Callable[[str], object]] = {
    "string": str,
    "int": int,
    "float": float,
    "bool": lambda said: {"true": True, "false": False}[said.lower()],
    "color": str,
    "file": str,
    "object": int,
}
"""Kinds of properties that are read; all others are ignored."""
_UNPACKED = {"": None, "zlib": 15, "gzip": 31}
_NOT_NEEDED = ("image", "animation", "objectgroup")


T = TypeVar("T")


class BadMap(ValueError):
    """Invalid map; the text names file, place and expected value."""


def read(path: Path, make: Callable[[Any], T]) -> T:
    """Return ``make`` of a map read with pytmx, without its pictures; raises :class:`BadMap`."""
    try:
        return make(_read(path))
    except BadMap:
        raise
    except Unreadable as error:
        raise BadMap(f"{error.path}: cannot be read: {describe_error(error.cause)}") from error
    except Exception as error:  # pytmx can raise any exception on bad input
        raise BadMap(f"{path}: cannot be read: {describe_error(error)}") from error


def _read(path: Path) -> Any:
    root = _tree(path, path.parent)
    if root.tag != "map":
        raise BadMap(f"{path}: expected a map, found {root.tag[:40]!r}")
    if root.get("infinite", "0") != "0":
        raise BadMap(f"{path}: infinite: expected a map of fixed size")
    width, height = (_whole(path, root, name, MOST_SIDE) for name in ("width", "height"))
    for name in ("tilewidth", "tileheight"):
        _whole(path, root, name, MOST_TILE)
    tilesets = list(root.iter("tileset"))
    if len(tilesets) > MOST_TILESETS:
        raise BadMap(f"{path}: expected at most {MOST_TILESETS} tilesets, found {len(tilesets)}")
    for tileset in tilesets:
        _complete(path, tileset)
    if sum(each.tag in ("layer", "objectgroup", "imagelayer", "group") for each in root.iter()) > MOST_LAYERS:
        raise BadMap(f"{path}: expected at most {MOST_LAYERS} layers")
    for layer in root.iter("layer"):
        if (layer.get("width"), layer.get("height")) != (root.get("width"), root.get("height")):
            raise BadMap(f"{path}: layer {layer.get('name', '')[:40]}: expected the size of the map")
        _unpack(path, layer, width * height)
    for parent in list(root.iter()):
        for picture in parent.findall("imagelayer"):
            parent.remove(picture)
    for each in root.iter("object"):
        _check_object(path, each)
    _place_objects(path, root, (0.0, 0.0))
    _strip_extras(root)
    # A property may have a name reserved by pytmx: properties are only looked up by name.
    found = pytmx.TiledMap(allow_duplicate_names=True)
    found.filename = str(path)
    found.parse_xml(root)
    return found


def _strip_extras(root: ElementTree.Element) -> None:
    """Remove unneeded attributes and properties, so that additions of Tiled cannot break pytmx."""
    for each in list(root.iter()):
        needed = _NEEDED.get(each.tag)
        if needed is None:
            continue
        if each.tag in ("object", "tile") and not each.get("type"):
            each.set("type", each.get("class", ""))  # name in Tiled 1.9
        for name in [name for name in each.attrib if name not in needed]:
            del each.attrib[name]
        for properties in each.findall("properties"):
            for one in list(properties):
                if one.tag != "property" or not _is_readable(one):
                    properties.remove(one)


def _is_readable(one: ElementTree.Element) -> bool:
    """Whether a property is of a kind that is read. A value that does not fit its kind becomes a text, which the
    property's reader refuses by name."""
    kind = one.get("type", "string")
    if kind not in _KINDS:
        return False
    said = one.get("value")
    try:
        _KINDS[kind](one.text or "" if said is None else said)
    except (ValueError, KeyError):
        one.attrib.pop("type")
    return True


def _tree(path: Path, folder: Path) -> ElementTree.Element:
    """Return the parsed XML of a file in a folder; only plain XML of bounded size."""
    data = safe_read.read(path, bytes, MOST_BYTES, folder)
    depth = count = 0

    def begin(_name: str, _attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if depth > DEEPEST or count > MOST_ELEMENTS:
            raise BadMap(f"{path}: expected at most {MOST_ELEMENTS} elements, {DEEPEST} deep")

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_args: Any) -> None:
        raise BadMap(f"{path}: expected no document type and no entities")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.Parse(data, True)
    return ElementTree.fromstring(data)


def _whole(path: Path, node: ElementTree.Element, name: str, most: int, least: int = 1) -> int:
    said = node.get(name, "")
    if not (said.isascii() and said.isdigit() and len(said) < 8 and least <= int(said) <= most):
        raise BadMap(f"{path}: {node.tag}.{name}: expected a whole number {least} to {most}, found {said[:40]!r}")
    return int(said)


def _complete(path: Path, tileset: ElementTree.Element) -> None:
    """Replace a reference to a tileset file by its content, and strip tilesets."""
    _whole(path, tileset, "firstgid", MOST_GID)
    source, where = tileset.get("source"), path
    if source is not None:
        where = _place(path, path.parent, source)
        if where.suffix.casefold() != ".tsx":
            raise BadMap(f"{path}: tileset: expected a .tsx file (in Tiled: Export As), found {source[:80]!r}")
        folder = path.parent if where.resolve().is_relative_to(path.parent.resolve()) else GAME_MAPS
        other = _tree(where, folder)
        if other.tag != "tileset" or other.get("source") is not None:
            raise BadMap(f"{where}: expected a tileset")
        del tileset.attrib["source"]
        tileset.attrib.update({name: value for name, value in other.attrib.items() if name != "firstgid"})
        tileset.extend(list(other))
    for name in ("tilewidth", "tileheight"):
        _whole(where, tileset, name, MOST_TILE)
    for name in ("tilecount", "columns", "spacing", "margin"):
        if tileset.get(name) is not None:
            _whole(where, tileset, name, MOST_GID, 0)
    for picture in tileset.iter("image"):
        for name in ("width", "height"):
            if picture.get(name) is not None:
                _whole(where, picture, name, MOST_PICTURE)
        _place(path, where.parent, picture.get("source", ""))
    for tile in tileset.iter("tile"):
        _whole(where, tile, "id", MOST_GID, 0)
    for parent in list(tileset.iter()):
        for name in _NOT_NEEDED:
            for each in parent.findall(name):
                parent.remove(each)


def _place(path: Path, folder: Path, source: str) -> Path:
    """Return the path of a file that a map names; it must lie in the map's folder or the game's, links followed."""
    if "\0" in source or Path(source).is_absolute() or ":" in source or "\\" in source:
        raise BadMap(f"{path}: {source[:80]!r}: expected a plain path beside the map")
    named = folder / source
    reached = named.resolve()
    if not any(reached.is_relative_to(allowed.resolve()) for allowed in (path.parent, GAME_MAPS)):
        raise BadMap(f"{path}: {source[:80]!r}: it lies outside the folder of the map")
    return named


def _unpack(path: Path, layer: ElementTree.Element, count: int) -> None:
    """Unpack the tiles of a layer to plain numbers, at most as many as the map has."""
    here = f"{path}: layer {layer.get('name', '')[:40]}"
    data = layer.find("data")
    if data is None or len(data):
        raise BadMap(f"{here}: expected one block of data, as CSV or base64")
    encoding, compression = data.get("encoding", ""), data.get("compression", "")
    text = (data.text or "").strip()
    if encoding == "csv":
        if text.count(",") >= count:
            raise BadMap(f"{here}: expected {count} tiles")
        parts = [part.strip() for part in text.split(",")]
        tiles = [int(part) if part.isascii() and part.isdigit() and len(part) < 24 else -1 for part in parts]
    elif encoding == "base64" and compression in _UNPACKED:
        tiles = _from_bytes(here, text, _UNPACKED[compression], count)
    else:
        raise BadMap(f"{here}: expected CSV, or base64 plain, as zlib or as gzip")
    if len(tiles) != count or not all(0 <= tile < 1 << 32 and tile & ~TURNS <= MOST_GID for tile in tiles):
        raise BadMap(f"{here}: expected {count} tiles of the map's tilesets")
    data.attrib.clear()
    data.set("encoding", "csv")
    data.text = ",".join(str(tile & ~TURNS) for tile in tiles)


def _from_bytes(here: str, text: str, window: int | None, count: int) -> list[int]:
    try:
        packed = base64.b64decode(text)
        # Unpack at most what the map can have, whatever the data contain.
        plain = packed if window is None else zlib.decompressobj(window).decompress(packed, 4 * count + 1)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise BadMap(f"{here}: cannot be unpacked: {error}") from error
    if len(plain) != 4 * count:
        raise BadMap(f"{here}: expected {count} tiles")
    return list(struct.unpack(f"<{count}L", plain))


def _place_objects(path: Path, parent: ElementTree.Element, offset: tuple[float, float]) -> None:
    """Put the objects of all layers where Tiled shows them: layers and their groups may be moved, shapes turned."""
    for layer in parent:
        if layer.tag not in ("layer", "objectgroup", "group"):
            continue
        here = f"{path}: layer {layer.get('name', '')[:40]}"
        x, y = (
            at + _number(here, layer.get(name, "0")) for at, name in zip(offset, ("offsetx", "offsety"), strict=True)
        )
        if layer.tag == "layer" and (x or y):
            raise BadMap(f"{here}: expected no offset of tiles (in Tiled: Layer Properties), found {x:g}, {y:g}")
        if layer.tag == "group":
            _place_objects(path, layer, (x, y))
        for each in layer.findall("object") if layer.tag == "objectgroup" else ():
            for name, moved in (("x", x), ("y", y)):
                each.set(name, repr(float(each.get(name, "0")) + moved))
            if each.get("gid", "").isdigit():
                each.set("gid", str(int(each.get("gid", "")) & ~TURNS))
            _turn_shape(each)


def _turn_shape(each: ElementTree.Element) -> None:
    """Turn the points of a shape clockwise around the place of its object; a point or a box has no direction here."""
    angle = math.radians(float(each.get("rotation", "0")) % 360)
    each.set("rotation", "0")
    for shape in (*each.findall("polygon"), *each.findall("polyline")) if angle else ():
        points = [tuple(map(float, said.split(","))) for said in shape.get("points", "").split()]
        turned = [
            (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)) for x, y in points
        ]
        # Rounded, so that the borders of two shapes still have their points in common.
        shape.set("points", " ".join(f"{round(x, 3)},{round(y, 3)}" for x, y in turned))


def _number(here: str, said: str) -> float:
    """A finite number up to ``FARTHEST``."""
    try:
        value = float(said) if len(said) < 40 else math.inf
    except ValueError:
        value = math.inf
    if not abs(value) <= FARTHEST:
        raise BadMap(f"{here}: expected numbers up to {FARTHEST:.0f}, found {said[:40]!r}")
    return value


def _check_object(path: Path, each: ElementTree.Element) -> None:
    """Check that numbers of an object are finite and bounded, and that it uses no template file."""
    here = f"{path}: object {each.get('id', '')[:20]}"
    if each.get("template") is not None:
        raise BadMap(f"{here}: expected no template (in Tiled: Detach)")
    numbers = [each.get(name, "0") for name in ("x", "y", "width", "height", "rotation")]
    for name in ("polygon", "polyline"):
        for shape in each.findall(name):
            numbers += shape.get("points", "").replace(",", " ").split()
    for said in numbers:
        _number(here, said)
