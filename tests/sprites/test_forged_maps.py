"""Maps that anybody may have made: small files that ask for much, links, pipes, and thousands of forged ones."""

import base64
import gzip
import os
import re
import time
import tracemalloc
import zlib
from collections import Counter
from pathlib import Path

import pytest

from engine.chance import SeededChance
from maps.readers import king_of_the_dice as king_of_the_dice_map, legends as legends_map, tash_kalar as tash_kalar_map
from maps.readers.tiled_map import MOST_BYTES, BadMap
from tests.support.forged_maps import GOOD, forged, write_map

TILES = 16 * 12
MANY_TILESETS = GOOD.read_text("utf-8").replace(
    "<layer", '<tileset firstgid="9" source="regions.tsx"/>' * 40 + "<layer", 1
)
QUICK = 150
LONG = 12_000
LOADERS = {
    "legends": (legends_map.load, GOOD),
    "king_of_the_dice": (king_of_the_dice_map.load, king_of_the_dice_map.FOLDER / "west.tmx"),
    "tash_kalar": (tash_kalar_map.load, tash_kalar_map.ARENA_MAP),
}


def packed(data: bytes, compression: str) -> str:
    attributes = f' compression="{compression}"' if compression else ""
    return f'<data encoding="base64"{attributes}>{base64.b64encode(data).decode()}</data>'


def with_layer(data: str) -> str:
    return re.sub(r"<data encoding=\"csv\">.*?</data>", lambda _: data, GOOD.read_text("utf-8"), count=1, flags=re.S)


def refused(path: Path, most_s: float = 2.0) -> str:
    """Why a map is refused, soon and without much memory."""
    tracemalloc.start()
    begun = time.perf_counter()
    with pytest.raises(BadMap) as told:
        legends_map.load(path)
    took, (_, peak) = time.perf_counter() - begun, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert took < most_s and peak < 60 << 20
    return str(told.value)


def test_a_map_of_a_player_loads_as_before(tmp_path: Path) -> None:
    there = write_map(tmp_path, GOOD.read_text("utf-8"))
    assert legends_map.load(there).regions == legends_map.load(GOOD).regions


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
def test_packed_layers_are_read(compression: str, tmp_path: Path) -> None:
    found = re.search(r"<data encoding=\"csv\">(.*?)</data>", GOOD.read_text("utf-8"), flags=re.S)
    assert found
    plain = b"".join(int(tile).to_bytes(4, "little") for tile in found.group(1).split(","))
    data = {"": plain, "zlib": zlib.compress(plain), "gzip": gzip.compress(plain)}[compression]
    path = write_map(tmp_path, with_layer(packed(data, compression)))
    assert legends_map.load(path).regions == legends_map.load(GOOD).regions


@pytest.mark.parametrize("compression", ["zlib", "gzip"])
def test_a_layer_that_unpacks_to_hundreds_of_megabytes(compression: str, tmp_path: Path) -> None:
    pack = zlib.compressobj(9, zlib.DEFLATED, 15 if compression == "zlib" else 31)
    block = bytes(1 << 20)
    bomb = b"".join(pack.compress(block) for _ in range(300)) + pack.flush()
    assert len(bomb) < 400_000
    assert f"expected {TILES} tiles" in refused(write_map(tmp_path, with_layer(packed(bomb, compression))))


def test_a_picture_of_ten_billion_tiles(tmp_path: Path) -> None:
    text = GOOD.read_text("utf-8")
    tileset = (
        '<tileset firstgid="1" name="x" tilewidth="1" tileheight="1">'
        '<image source="terrain.png" width="100000" height="100000"/></tileset>'
    )
    path = write_map(tmp_path, text.replace('<tileset firstgid="1" source="terrain.tsx"/>', tileset))
    assert "image.width" in refused(path)


def test_entities_that_double_themselves(tmp_path: Path) -> None:
    levels = "".join(f'<!ENTITY a{k + 1} "{f"&a{k};" * 10}">' for k in range(9))
    bomb = f'<!DOCTYPE map [<!ENTITY a0 "ha">{levels}]>'
    text = GOOD.read_text("utf-8").replace("<map ", f"{bomb}<map ", 1)
    assert "no entities" in refused(write_map(tmp_path, text))
    text = GOOD.read_text("utf-8").replace("<map ", '<!DOCTYPE map SYSTEM "file:///etc/passwd"><map ', 1)
    assert "no entities" in refused(write_map(tmp_path, text))


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("large", GOOD.read_text("utf-8") + " " * MOST_BYTES),
        ("deep", "<map>" * 5_000 + "</map>" * 5_000),
        ("many", "<map>" + "<x/>" * 60_000 + "</map>"),
        ("tilesets", MANY_TILESETS),
        ("wide", GOOD.read_text("utf-8").replace('width="16"', 'width="99999999"')),
        ("endless", GOOD.read_text("utf-8").replace(' x="', ' x="1e999', 1)),
        ("numbers", with_layer('<data encoding="csv">' + ",".join(["1"] * 200_000) + "</data>")),
        ("tiles", with_layer('<data encoding="csv">' + ",".join(["268435455"] * TILES) + "</data>")),
    ],
)  # fmt: skip
def test_what_has_no_measure_is_refused(what: str, text: str, tmp_path: Path) -> None:
    assert len(refused(write_map(tmp_path, text))) < 600, what


@pytest.mark.parametrize(
    "source", ["../secret.tsx", "/etc/hosts.tsx", "link.tsx", "C:/x.tsx", "..\\secret.tsx", "a\u0000b"]
)
def test_tilesets_lie_beside_the_map_or_with_the_game(source: str, tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    (tmp_path / "secret.tsx").write_bytes((legends_map.FOLDER / "terrain.tsx").read_bytes())
    if hasattr(os, "symlink"):
        (folder / "link.tsx").symlink_to(tmp_path / "secret.tsx")
    text = GOOD.read_text("utf-8").replace("terrain.tsx", source.replace("\0", "&#1;"))
    refused(write_map(folder, text))


def test_pictures_lie_beside_the_map_or_with_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    path = write_map(folder, GOOD.read_text("utf-8"))
    tileset = folder / "terrain.tsx"
    tileset.write_text(tileset.read_text("utf-8").replace('"terrain.png"', '"../../../etc/x.png"'), "utf-8")
    assert "outside" in refused(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_or_a_device_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.tmx"
    os.mkfifo(pipe)
    assert "ordinary" in refused(pipe)
    path = write_map(tmp_path, GOOD.read_text("utf-8"))
    (tmp_path / "terrain.tsx").unlink()
    os.mkfifo(tmp_path / "terrain.tsx")
    assert "ordinary" in refused(path)
    device = tmp_path / "zero.tmx"
    device.symlink_to("/dev/zero")
    refused(device)


def forge_maps(game: str, count: int, seed: str, folder: Path) -> Counter[str]:
    load, good = LOADERS[game]
    for each in good.parent.glob("*.tsx"):
        (folder / each.name).write_bytes(each.read_bytes())
    chance = SeededChance(seed)
    text = good.read_text("utf-8")
    found: Counter[str] = Counter()
    path = folder / "forged.tmx"
    for number in range(count):
        made = forged(text, chance).encode("utf-8", "replace")
        path.write_bytes(made)
        try:
            load(path)
            found["taken"] += 1
        except BadMap as error:
            assert str(path) in str(error) or ".tsx" in str(error)
            found["refused"] += 1
        except Exception as error:
            raise AssertionError(f"{game}, forgery {number} of {seed}: {error!r}") from error
    return found


@pytest.mark.parametrize("game", sorted(LOADERS))
def test_forged_maps_are_refused_or_read(game: str, tmp_path: Path) -> None:
    found = forge_maps(game, QUICK, "quick", tmp_path)
    assert found["taken"] and found["refused"]


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(LOADERS))
def test_forged_maps_long(game: str, tmp_path: Path) -> None:
    print(game, "maps", dict(forge_maps(game, LONG, "long", tmp_path)))
