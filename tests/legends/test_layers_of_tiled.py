"""What Tiled shows is what is read: tiles turned and mirrored, layers that were moved, shapes that were turned."""

import math
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from maps.readers import king_of_the_dice, legends
from maps.readers.tiled_map import BadMap

Change = Callable[[ElementTree.Element], None]


def load_changed(folder: Path, change: Change, side: str = "0B") -> legends.SegmentMap:
    """A side of the game, read from a copy with a change."""
    shutil.copytree(legends.FOLDER, folder / "maps")
    path = folder / "maps" / f"{side}.tmx"
    tree = ElementTree.parse(path)
    change(tree.getroot())
    tree.write(path)
    return legends.load(path)


def drawn(found: legends.SegmentMap) -> tuple[object, ...]:
    """All of a side but its file, to a thousandth of a pixel."""
    said = repr((found.regions, found.routes, sorted(found.exits.items()), found.land, found.sea))
    return tuple(re.sub(r"-?\d+\.\d+", lambda each: f"{float(each[0]) + 0.0:.2f}", said).split())


def turn_tiles(flags: int) -> Change:
    def change(root: ElementTree.Element) -> None:
        for data in root.iter("data"):
            tiles = [int(tile) for tile in (data.text or "").split(",")]
            data.text = ",".join(str(tile | flags if tile else 0) for tile in tiles)

    return change


@pytest.mark.parametrize("flags", [0x1000_0000, 0x2000_0000, 0x3000_0000, 0x9000_0000, 0xF000_0000], ids=hex)
def test_a_turned_tile_stands_for_the_same(tmp_path: Path, flags: int) -> None:
    assert drawn(load_changed(tmp_path, turn_tiles(flags))) == drawn(legends.load(legends.FOLDER / "0B.tmx"))


def move_layers(root: ElementTree.Element) -> None:
    """Move the layers of objects, one by a group around it, and their objects back."""
    for layer in list(root.findall("objectgroup")):
        layer.set("offsetx", "64.5")
        layer.set("offsety", "-36")
        for each in layer.findall("object"):
            each.set("x", str(float(each.get("x", "0")) - 64.5))
            each.set("y", str(float(each.get("y", "0")) + 36))
    last = root.findall("objectgroup")[-1]
    root.remove(last)
    group = ElementTree.SubElement(root, "group", {"id": "90", "name": "all", "offsetx": "64.5", "offsety": "-30"})
    last.set("offsetx", "0")
    last.set("offsety", "-6")
    group.append(last)


def turn_shapes(root: ElementTree.Element) -> None:
    """Turn every line by a quarter, and its points back."""
    for number, each in enumerate(root.iter("object")):
        angle = (90, -33.5, 540)[number % 3]
        for shape in each.findall("polyline"):
            each.set("rotation", str(angle))
            back = math.radians(-angle)
            points = [tuple(map(float, said.split(","))) for said in shape.get("points", "").split()]
            turned = [
                (x * math.cos(back) - y * math.sin(back), x * math.sin(back) + y * math.cos(back)) for x, y in points
            ]
            shape.set("points", " ".join(f"{x:.9f},{y:.9f}" for x, y in turned))


@pytest.mark.parametrize("change", [move_layers, turn_shapes])
@pytest.mark.parametrize("side", ["0B", "2A"])
def test_objects_are_where_tiled_shows_them(tmp_path: Path, change: Change, side: str) -> None:
    assert drawn(load_changed(tmp_path, change, side)) == drawn(legends.load(legends.FOLDER / f"{side}.tmx"))


def test_tiles_that_were_moved_are_refused_with_a_reason(tmp_path: Path) -> None:
    def change(root: ElementTree.Element) -> None:
        root.findall("layer")[1].set("offsetx", "32")

    with pytest.raises(BadMap, match=r"layer regions: expected no offset of tiles .*found 32, 0"):
        load_changed(tmp_path, change)


def test_regions_of_a_moved_layer_still_touch(tmp_path: Path) -> None:
    """The halves of King of the Dice are shapes that have the points of their borders in common."""
    path = tmp_path / "west.tmx"
    tree = ElementTree.parse(king_of_the_dice.FOLDER / "west.tmx")
    for layer in tree.getroot().findall("objectgroup"):
        layer.set("offsetx", "10.3")
        for each in layer.findall("object"):
            each.set("x", str(float(each.get("x", "0")) - 10.3))
    tree.write(path)
    found, known = king_of_the_dice.load(path), king_of_the_dice.load(king_of_the_dice.FOLDER / "west.tmx")
    assert found.borders == known.borders
    assert [(round(x, 3), round(y, 3)) for x, y in found.regions[3].outline] == list(known.regions[3].outline)
