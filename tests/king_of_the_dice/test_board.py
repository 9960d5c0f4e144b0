"""The drawn kingdom: a coast that keeps the borders of the rules, emblems and castles inside their regions."""

from itertools import product

import pytest

from games.king_of_the_dice.maps import kingdom
from sprites.base import assets
from sprites.king_of_the_dice import board as shore
from sprites.king_of_the_dice.card_art import looks

TURNS = list(product((False, True), repeat=2))


@pytest.mark.parametrize("turned", TURNS)
def test_castles_and_emblems_stand_in_their_regions(turned: tuple[bool, bool]) -> None:
    land = shore.land(turned)
    assert len(land.sites) == 30
    for site in land.sites:
        assert shore.inside(site.outline, *site.castle)
        assert len(site.emblems) >= 2
        for point in site.emblems:
            assert shore.inside(site.outline, *point)
        assert all(0.0 < x < 1.0 and 0.0 < y < 1.0 for x, y in site.outline), "the sea is all around"


@pytest.mark.parametrize("turned", TURNS)
def test_neighbours_still_share_their_border_and_nobody_else_does(turned: tuple[bool, bool]) -> None:
    land = shore.land(turned)
    arrangement = next(each for each in kingdom().arrangements if each.turned == turned)
    joins = {frozenset(pair) for pair in arrangement.joins}
    sides: dict[frozenset[tuple[float, float]], list[int]] = {}
    for number, site in enumerate(land.sites):
        for a, b in zip(site.outline, (*site.outline[1:], site.outline[0]), strict=True):
            sides.setdefault(frozenset((a, b)), []).append(number)
    shared = {frozenset(those) for those in sides.values() if len(those) == 2}
    assert max(map(len, sides.values())) == 2
    wanted = {frozenset((a, b)) for a, mask in enumerate(arrangement.near) for b in range(30) if mask >> b & 1} - joins
    assert wanted <= shared
    assert shared <= wanted | joins
    assert land.near == tuple(frozenset(b for b in range(30) if mask >> b & 1) for mask in arrangement.near), (
        "what is drawn as touching is what the rules take for neighbours"
    )


def test_every_terrain_has_a_look_of_its_own() -> None:
    terrains = looks().terrains
    assert set(terrains) == set(kingdom().terrains)
    assert len({look.icon for look in terrains.values()}) == len(terrains)
    assert len({look.low for look in terrains.values()}) == len(terrains)
    for name, look in terrains.items():
        assert (assets.HOME / "art" / "king_of_the_dice" / f"ground_{name}.jpg").is_file()
        assert (assets.HOME / "art" / "icons" / f"{look.icon}.svg").is_file()


def test_every_kind_of_citizen_has_a_picture() -> None:
    for code, card in looks().citizens.items():
        assert (assets.HOME / "art" / "king_of_the_dice" / f"{code}.jpg").is_file()
        assert (assets.HOME / "art" / "icons" / f"{card.icon}.svg").is_file()
