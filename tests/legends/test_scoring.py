"""Points at the end, ties, and who wins."""

import pytest

from games.legends import RULES
from games.legends.scoring import standing
from games.legends.state import OVER

from .table import CARD, Table


def test_most_armies_control_a_region_and_a_tie_controls_nothing() -> None:
    table = Table().clear().put(0, r1B_0=2, r1B_1=1).put(1, r1B_0=1, r1B_1=1)
    assert (table.owner("1B.0"), table.owner("1B.1"), table.owner("1B.2")) == (0, -1, -1)


def test_a_city_counts_as_an_army_and_breaks_a_tie() -> None:
    table = Table().clear().put(0, r1B_0=1).put(1, r1B_0=1).city(1, "1B.0")
    assert table.owner("1B.0") == 1
    table = Table().clear().city(2, "1B.4")
    assert table.owner("1B.4") == 2, "a city alone holds a region"


def test_three_tied_beneath_a_higher_one() -> None:
    table = Table().clear().put(0, r1B_0=1).put(1, r1B_0=1).put(2, r1B_0=2)
    assert table.owner("1B.0") == 2


def test_an_island_goes_to_who_controls_most_of_its_regions() -> None:
    table = Table().clear().put(0, r3B_0=1, r3B_1=1).put(1, r3B_2=5)
    islands = RULES.view(table.state, None)["islands"]
    assert table.score(0)["islands"] == [islands.index([0, 1, 2])]
    assert table.score(0)["total"] == 2 + 1
    assert table.score(1)["total"] == 1


def test_a_tie_on_an_island_gives_it_to_nobody() -> None:
    table = Table().clear().put(0, r3B_0=1).put(1, r3B_2=5)
    assert table.score(0)["islands"] == table.score(1)["islands"] == []


def test_one_segment_can_hold_several_islands() -> None:
    table = Table().clear().put(0, r2A_0=1, r2A_5=1)
    assert len(table.score(0)["islands"]) == 2
    laid = (("3A", 0), ("1B", 0), ("2A", 0), ("0A", 0))
    table = Table(laid=laid).clear().put(0, r3A_0=1, r3A_1=1, r3A_2=1)
    assert len(table.score(0)["islands"]) == 3, "linked by land, but three for scoring"


CARD_EXAMPLES = [
    (["ancient_sage", "ancient_phoenix", "ancient_woods"], {"ancient_sage": 3}),
    (["arcane_temple"], {"arcane_temple": 1}),
    (["graveyard", "cursed_king", "cursed_banshee", "cursed_tower"], {"graveyard": 3}),
    (["lake", "forest_elf", "forest_pixie"], {"lake": 2}),
    (["stronghold", "dire_giant"], {"stronghold": 1}),
    (["stronghold"], {}),
    (["night_wizard", "night_hydra", "night_village"], {"night_wizard": 3}),
    (["cursed_tower", "dire_eye", "dire_dragon", "ancient_phoenix"], {"cursed_tower": 3}),
    (["mountain_dwarf"], {}),
    (["mountain_dwarf", "mountain_treasury"], {"mountain_dwarf": 3}),
    (["noble_hills", "noble_knight"], {}),
    (["noble_hills", "noble_knight", "noble_unicorn"], {"noble_hills": 4}),
]


@pytest.mark.parametrize(("codes", "points"), CARD_EXAMPLES)
def test_points_of_cards(codes: list[str], points: dict[str, int]) -> None:
    table = Table(4).give(0, *codes)
    assert dict(table.score(0)["cards"]) == {CARD[code]: number for code, number in points.items()}


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_the_ogre_counts_coins_by_three(coins: int, points: int) -> None:
    table = Table().give(0, "dire_ogre")
    table.state.coins[0] = coins
    assert sum(number for _, number in table.score(0)["cards"]) == points


def test_an_example_in_all_its_parts() -> None:
    """Ours, in place of the rulebook's picture: three islands and ten regions, two players in them."""
    table = Table(3).clear()
    table.put(0, r3B_0=2, r3B_1=1, r2A_0=1, r2A_1=1).put(1, r3B_1=1, r3B_2=3, r2A_1=2, r2A_2=1, r2A_3=2)
    table.city(0, "3B.1").give(0, "ancient_sage", "ancient_tree_spirit").give(1, "forest_gnome")
    first, second = table.score(0), table.score(1)
    assert [table.board.codes[region] for region in first["regions"]] == ["3B.0", "3B.1", "2A.0"]
    assert [table.board.codes[region] for region in second["regions"]] == ["3B.2", "2A.1", "2A.2", "2A.3"]
    assert len(first["islands"]) == 1, "two of three regions of 3B; the small island of 2A is tied"
    assert len(second["islands"]) == 1
    assert first["total"] == 3 + 1 + 2 + 1, "regions, island, two Ancient cards, a tie for most elixirs"
    assert second["total"] == 4 + 1 + 1


def _places(*rows: tuple[int, int, int, int, int]) -> tuple[int, ...]:
    table = Table(len(rows))
    table.state.totals = (rows,)
    table.state.phase = OVER
    table.state.owing = 0
    assert RULES.result(table.state) == standing(table.state)
    return standing(table.state)


def test_ties_are_broken_by_coins_then_armies_then_regions() -> None:
    assert _places((9, 0, 1, 5, 3), (10, 0, 0, 1, 1)) == (2, 1)
    assert _places((9, 0, 1, 5, 3), (9, 0, 2, 1, 1)) == (2, 1)
    assert _places((9, 0, 2, 5, 3), (9, 0, 2, 4, 9)) == (1, 2)
    assert _places((9, 0, 2, 5, 3), (9, 0, 2, 5, 4)) == (2, 1)
    assert _places((9, 0, 2, 5, 3), (9, 0, 2, 5, 3), (8, 0, 9, 9, 9)) == (1, 1, 3)


def test_the_magic_book_wins_ties_before_all_else() -> None:
    assert _places((9, 1, 0, 1, 1), (9, 0, 9, 9, 9)) == (1, 2)
    assert _places((9, 1, 0, 1, 1), (10, 0, 0, 1, 1)) == (2, 1)
