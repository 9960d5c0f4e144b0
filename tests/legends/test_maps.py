"""The Tiled maps say what the rules' data says: side by side, and for every board that can be laid."""

import os
import runpy
import shutil
import subprocess
import sys
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from engine.bootstrap import ROOT
from games.legends.board import RING, SHAPES, build_key, get_board, list_regions
from games.legends.maps import SIDE_CODES, sides
from maps.readers.legends import (
    FOLDER,
    BadMap,
    SegmentMap,
    lay_out,
    load,
    load_folder,
    neighbours,
)

MAPS = {code: load(FOLDER / f"{code}.tmx") for code in SIDE_CODES}
CODES = list(MAPS)


def test_the_sides_are_those_of_the_rules() -> None:
    assert tuple(CODES) == SIDE_CODES


@pytest.mark.parametrize("side", sides(), ids=lambda side: side.code)
def test_a_map_is_the_graph_of_its_side(side: Any) -> None:
    found = MAPS[side.code]
    assert found.code == side.code
    assert len(found.regions) == side.regions
    assert sorted(found.islands) == sorted(side.islands)
    assert sorted(found.land) == sorted(side.land)
    assert sorted(found.sea) == sorted(side.sea)
    assert {edge: each.region for edge, each in found.exits.items()} == side.exits
    assert (found.start_here, found.land_links) == (side.start_here, side.land_links)


@pytest.mark.sample(2)
@pytest.mark.parametrize("shape", range(len(SHAPES)), ids=SHAPES)
def test_every_board_is_the_chart_of_its_maps(shape: int) -> None:
    """All orders, sides and turns of the four segments, in each shape."""
    for order in permutations(range(4)):
        for ups, turns in product(product((0, 1), repeat=4), repeat=2):
            laid = [(2 * segment + up, turn) for segment, up, turn in zip(order, ups, turns, strict=True)]
            board = get_board(build_key(shape, laid))
            chart = lay_out(SHAPES[shape], [(MAPS[SIDE_CODES[side]], bool(turn)) for side, turn in laid])
            assert chart.codes == board.codes
            assert _pairs(board.land) == chart.land
            assert _pairs(board.sea) == chart.sea
            assert sorted(sum(1 << r for r in island) for island in chart.islands) == sorted(board.islands)


def _pairs(masks: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(a, b) for a, mask in enumerate(masks) for b in list_regions(mask) if a < b}


@pytest.mark.parametrize("code", CODES)
def test_pieces_have_places_of_their_own_inside_their_region(code: str) -> None:
    segment = MAPS[code]
    used: set[Any] = set()
    for region in segment.regions:
        centres = {segment.centre(cell) for cell in region.hexes}
        places = [region.token, *region.armies, *region.cities]
        assert len(set(places)) == len(places)
        assert set(places) <= centres
        assert region.label in centres
        assert region.terrain != "sea"
        assert not used & set(region.hexes)
        used |= set(region.hexes)


@pytest.mark.parametrize("code", CODES)
def test_neighbouring_regions_differ_in_terrain(code: str) -> None:
    segment = MAPS[code]
    home = {region: number for number, island in enumerate(segment.islands) for region in island}
    for a, b in segment.land:
        if home[a] == home[b]:
            assert segment.regions[a].terrain != segment.regions[b].terrain


@pytest.mark.parametrize("code", CODES)
def test_routes_lead_over_open_water_from_shore_to_shore(code: str) -> None:
    segment = MAPS[code]
    land = {segment.centre(cell): number for number, region in enumerate(segment.regions) for cell in region.hexes}
    for route in segment.routes:
        assert [land.get(point) for point in route.way] == [route.a, *[None] * (len(route.way) - 2), route.b]
    width, height = segment.size
    middles = {"N": (width / 2, 0), "E": (width, height / 2), "S": (width / 2, height), "W": (0, height / 2)}
    for edge, way_out in segment.exits.items():
        assert [land.get(point) for point in way_out.way] == [way_out.region, *[None] * (len(way_out.way) - 1)]
        assert way_out.way[-1] == middles[edge]


def test_turned_segments_keep_to_the_grid_and_routes_meet() -> None:
    chart = lay_out(
        "t_below", [(MAPS[code], turned) for code, turned in zip(CODES[::2], (True, False) * 2, strict=True)]
    )
    width, height = MAPS["0A"].size
    assert chart.size == (3 * width, 2 * height)
    straight = {MAPS["0A"].centre((x, y)) for x in range(16) for y in range(12)}
    for number in range(len(MAPS["0A"].regions)):
        assert set(chart.hexes(number)) <= straight, "a half turn leads from hex to hex"
        assert set(chart.hexes(number)) >= {chart.label(number), chart.token(number), chart.army(number, 4)}
        assert chart.city(number, 0) in chart.hexes(number)
    for route in chart.routes:
        assert route.way[0] in chart.hexes(route.a)
        assert route.way[-1] in chart.hexes(route.b)
    assert not chart.wrapped
    ring = lay_out(SHAPES[RING], [(MAPS[code], False) for code in CODES[::2]])
    assert ring.size == (4 * width, height)
    assert len(ring.wrapped) == 2


def test_a_hex_has_six_neighbours_that_have_it_too() -> None:
    for cell in ((3, 4), (3, 5)):
        assert len(set(neighbours(cell))) == 6
        assert all(cell in neighbours(near) for near in neighbours(cell))


def test_charts_of_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="four sides"):
        lay_out("cross", [(MAPS["0A"], False)] * 4)
    with pytest.raises(ValueError, match="four sides"):
        lay_out("ring", [(MAPS["0A"], False)] * 3)


def test_the_committed_maps_are_those_the_script_draws() -> None:
    """Written anew by ``python build/bake/maps/legends.py``."""
    files = runpy.run_path(str(Path(ROOT) / "build" / "bake" / "maps" / "legends.py"))["files"]()
    for name, text in files.items():
        assert (FOLDER / name).read_text("utf-8") == text, f"run build/bake/maps/legends.py: {name} differs"
    kept = {path.name for path in FOLDER.iterdir() if path.suffix in (".tmx", ".tsx")}
    assert kept == set(files)


CHANGES = [
    ('orientation="hexagonal"', 'orientation="orthogonal"', "map"),
    ('width="16"', 'width="15"', "map|cannot be read"),
    ('name="links"', 'name="other"', "layer links"),
    ('name="side"', 'name="page"', "property side"),
    ('name="start_here" type="bool" value="false"', 'name="start_here" value="no"', "property start_here"),
    ('value="N"', 'value="up"', "layer exits"),
    ('type="sea"', 'type="river"', "layer links"),
    ('name="owner" type="int" value="4"', 'name="owner" type="int" value="9"', "layer slots"),
    ('name="region" type="int" value="3"', 'name="region" type="int" value="30"', "layer names"),
    ("<map ", "<mop ", "cannot be read"),
    ("</map>", "", "cannot be read"),
]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of a player's own with one good map."""
    for name in ("terrain.tsx", "regions.tsx", "terrain.png", "regions.png", "0A.tmx"):
        shutil.copy(FOLDER / name, tmp_path)
    return tmp_path


def test_a_players_own_map_is_read(own: Path) -> None:
    good, bad = load_folder(own)
    assert [segment.code for segment in good] == ["0A"]
    assert bad == []
    assert load_folder(own / "nowhere") == ([], [])


@pytest.mark.parametrize(("was", "now", "place"), CHANGES)
def test_a_bad_map_is_named_with_the_reason(own: Path, was: str, now: str, place: str) -> None:
    text = (own / "0A.tmx").read_text("utf-8")
    assert was in text
    (own / "bad.tmx").write_text(text.replace(was, now), "utf-8")
    good, bad = load_folder(own)
    assert [segment.path.name for segment in good] == ["0A.tmx"]
    assert len(bad) == 1
    assert "bad.tmx" in str(bad[0])
    with pytest.raises(BadMap, match=place):
        load(own / "bad.tmx")


def test_a_region_in_pieces_is_refused(own: Path) -> None:
    text = (own / "0A.tmx").read_text("utf-8")
    head, layers = text.split('name="regions"', 1)
    rows = layers.split("\n")
    first = next(number for number, row in enumerate(rows) if row.startswith("0,0,0"))
    assert rows[first].startswith("0,")
    rows[first] = "13" + rows[first][1:]
    (own / "0A.tmx").write_text(head + 'name="regions"' + "\n".join(rows), "utf-8")
    with pytest.raises(BadMap, match="region 4 is not connected"):
        load(own / "0A.tmx")


def test_the_loader_opens_no_display(own: Path) -> None:
    read = "import pygame, maps.readers.legends as m; m.load(m.FOLDER / '0A.tmx')"
    code = f"{read}; assert not pygame.display.get_init()"
    environment = {**os.environ, "SDL_VIDEODRIVER": "none"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("tmxrasterizer") is None, reason="tmxrasterizer of Tiled is not installed")
@pytest.mark.parametrize("code", CODES)
def test_tiled_draws_the_map(code: str, tmp_path: Path) -> None:
    picture = tmp_path / f"{code}.png"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = ["tmxrasterizer", str(FOLDER / f"{code}.tmx"), str(picture)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert picture.stat().st_size > 5_000


@pytest.mark.parametrize(("name", "tiles"), [("terrain", 8), ("regions", 8)])
def test_the_pictures_of_the_tile_sets_fit(name: str, tiles: int) -> None:
    head = (FOLDER / f"{name}.png").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (32 * tiles, 36)


def test_sides_are_alike_in_size() -> None:
    assert {segment.size for segment in MAPS.values()} == {(528.0, 333.0)}
    assert all(isinstance(segment, SegmentMap) for segment in MAPS.values())
