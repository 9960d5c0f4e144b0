"""The Tiled maps of the kingdom say the same as the data of the rules; what cannot be used is refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from games.king_of_the_dice.maps import DRAGONS, IN_HALF, KINGDOM_FILE, REGIONS, Arrangement, kingdom
from maps.readers import king_of_the_dice as reader
from maps.readers.king_of_the_dice import FOLDER, BadMap, Point, for_rules, lay_out, load, load_standard_map

LAND = kingdom()
by_arrangement = pytest.mark.parametrize("layout", LAND.arrangements, ids=lambda layout: layout.name)


@by_arrangement
def test_shared_borders_give_exactly_the_neighbours_of_the_rules(layout: Arrangement) -> None:
    west, east = load_standard_map()
    drawn = lay_out(west, east, layout.turned)
    assert drawn.joins == set(layout.joins)
    assert drawn.borders == {*LAND.borders, *layout.joins}
    near = [0] * REGIONS
    for a, b in drawn.borders:
        near[a] |= 1 << b
        near[b] |= 1 << a
    assert tuple(near) == layout.near


def test_the_data_of_the_rules_is_what_the_maps_give() -> None:
    """After a change of a map: ``python build/bake/bake.py kingdom`` writes the file anew."""
    data = json.loads(KINGDOM_FILE.read_text("utf-8"))
    assert for_rules(data) == data


def test_a_changed_map_gives_other_data(monkeypatch: pytest.MonkeyPatch) -> None:
    west, east = load_standard_map()
    first = next(iter(west.borders))
    changed = replace(west, borders=west.borders - {first})
    monkeypatch.setattr(reader, "load_standard_map", lambda: (changed, east))
    data = json.loads(KINGDOM_FILE.read_text("utf-8"))
    assert list(first) in data["halves"]["west"]["borders"]
    assert list(first) not in for_rules(data)["halves"]["west"]["borders"]


def test_terrains_gems_and_dragons_are_those_of_the_rules() -> None:
    regions = [region for half in load_standard_map() for region in half.regions]
    assert [region.terrain for region in regions] == [LAND.terrains[terrain] for terrain in LAND.terrain]
    for number, region in enumerate(regions):
        assert (region.gem == "white") == bool(LAND.white >> number & 1)
        assert (region.gem == "gold") == bool(LAND.gold >> number & 1)
        assert region.dragons == tuple(seats for seats in DRAGONS if number in LAND.dragons[seats])


def area(outline: tuple[Point, ...]) -> float:
    around = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in around)) / 2


def inside(outline: tuple[Point, ...], at: Point) -> bool:
    """Does a ray from the point cross the outline an odd number of times?"""
    odd = False
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (a[1] > at[1]) != (b[1] > at[1]):
            odd ^= at[0] < (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]) + a[0]
    return odd


@by_arrangement
def test_regions_fill_the_map_and_hold_their_castles_and_gems(layout: Arrangement) -> None:
    west, east = load_standard_map()
    drawn = lay_out(west, east, layout.turned)
    assert drawn.fold == west.size[0] and drawn.size == (west.size[0] + east.size[0], west.size[1])
    assert sum(area(region.outline) for region in drawn.regions) == drawn.size[0] * drawn.size[1]
    for number, region in enumerate(drawn.regions):
        for at in (region.castle, region.gem_at):
            assert [other for other, each in enumerate(drawn.regions) if inside(each.outline, at)] == [number]
        assert all((x <= drawn.fold) if number < IN_HALF else (x >= drawn.fold) for x, _ in region.outline)
        assert area(region.outline) > 10_000, "large enough for a castle, a gem and a flame"


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('value="west"', 'value="north"', "property half"),
        ('name="slots"', 'name="places"', "layer slots"),
        ('value="oak"', 'value="pine"', "layer regions"),
        ('type="gold"', 'type="silver"', "layer gems"),
        ('name="seats" type="int" value="2"', 'name="seats" type="int" value="5"', "layer dragons"),
        ('name="region" type="int" value="0"', 'name="region" type="int" value="1"', "region 1 appears twice"),
        ('name="region" type="int" value="0"', 'name="region" type="int" value="15"', "property region"),
        ('<polygon points="0,0 ', '<polygon points="1,1 ', "fits no one neighbour"),
        ("<polygon ", "<polyline ", "expected a polygon"),
        ("</map>", "", "cannot be read"),
    ],
)
def test_a_map_that_cannot_be_used_is_refused(tmp_path: Path, old: str, new: str, place: str) -> None:
    text = (FOLDER / "west.tmx").read_text("utf-8")
    assert old in text
    path = tmp_path / "west.tmx"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadMap) as caught:
        load(path)
    assert str(path) in str(caught.value) and place in str(caught.value)
