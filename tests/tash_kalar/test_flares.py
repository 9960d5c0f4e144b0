"""Every flare at work, by each of its two conditions, and not playable when one piece is lacking (ruling T9)."""

import pytest

from games.tash_kalar import actions as act
from games.tash_kalar.cards import FLARE_COUNT, box

from .table import Table

UPPER, LOWER = "upper", "lower"
EFFECTS: list[tuple[int, str, str, dict[str, str], int]] = [
    # flare, part, choices, what stands where afterwards, actions gained
    (0, UPPER, "c>b4", {"b4": "c"}, 0),
    (0, LOWER, "h>b4", {"b4": "h"}, 0),
    (1, UPPER, "c>b4", {"b4": "c"}, 0),
    (1, LOWER, "c>b4", {"b4": "c"}, 0),
    (2, UPPER, "a5 a4 b5 b4 -", {"a5": ".", "a4": "c", "b4": "c"}, 0),
    (2, UPPER, "-", {"a5": "c"}, 0),
    (2, LOWER, "", {}, 1),
    (3, UPPER, "c>b4", {"b4": "c"}, 0),
    (3, LOWER, "1 c>b4", {"b4": "c"}, 0),
    (3, LOWER, "2 c8", {"c8": "c"}, 0),
    (4, UPPER, "1 a5 a4", {"a5": ".", "a4": "c"}, 0),
    (4, UPPER, "2 a5", {"a5": "h"}, 0),
    (4, LOWER, "c>b4 c>b5", {"b4": "c", "b5": "c"}, 0),
    (5, UPPER, "1 c>b4", {"b4": "c"}, 0),
    (5, UPPER, "2 a5", {"a5": "h"}, 0),
    (5, LOWER, "a5 c8", {"a5": ".", "c8": "c"}, 0),
    (5, LOWER, "-", {"a5": "c"}, 0),
    (6, UPPER, "c>b4", {"b4": "c"}, 0),
    (6, LOWER, "", {"a5": "h"}, 1),
    (7, UPPER, "", {}, 1),
    (7, LOWER, "c>b4", {"b4": "c"}, 0),
    (8, UPPER, "h>b4", {"b4": "h"}, 0),
    (8, LOWER, "a5 a4 a4 a3", {"a5": ".", "a3": "c"}, 0),
    (9, UPPER, "c>b4 c>c4", {"b4": "c", "c4": "c"}, 0),
    (9, LOWER, "c>b4", {"b4": "c"}, 0),
    (10, UPPER, "c>b4", {"b4": "c"}, 0),
    (10, LOWER, "1 a5 a4", {"a4": "c"}, 0),
    (10, LOWER, "2 a5 a4 a4 a3", {"a3": "c"}, 0),
    (10, LOWER, "-", {"a5": "c"}, 0),
    (11, UPPER, "a5 b2", {"a5": ".", "b2": "c"}, 0),
    (11, LOWER, "", {}, 1),
]


def behind(flare: int, part: str, less: int = 0) -> Table:
    """A table where seat 0 holds a flare and is behind by just enough for one of its conditions, or a bit less."""
    card = box().flares[flare]
    table = Table("duel")
    table.hold(flares=(flare,))
    names = [f"{column}{row}" for row in (8, 9) for column in "cdefg"]
    if part == UPPER:
        for number in range(card.upgraded - less):
            table.put("H", names[number]).put("c", f"{'abcdefg'[number]}5")
    else:
        table.put("c", "a5")
        for name in names[: card.pieces + 1 - less]:
            table.put("C", name)
    return table


def find_action(flare: int) -> int:
    """Playing it against seat 1."""
    return act.FLARE + 4 * flare + 1


@pytest.mark.parametrize(("flare", "part", "choices", "after", "gained"), EFFECTS)
def test_a_flare_at_work(flare: int, part: str, choices: str, after: dict[str, str], gained: int) -> None:
    table = behind(flare, part).do(find_action(flare)).choose(choices)
    assert table.phase == "main", table.legal()
    assert {name: table.at(name) for name in after} == after
    assert table.state.actions == 2 + gained, "a flare itself costs no action"
    played = table.told("flare_played")[0]
    assert (played[UPPER], played[LOWER]) == (part == UPPER, part == LOWER)
    assert table.state.points[5] == 1, "the opponent gets a point in a Duel"


@pytest.mark.parametrize("flare", range(FLARE_COUNT))
@pytest.mark.parametrize("part", [UPPER, LOWER])
def test_a_flare_cannot_be_played_one_piece_short(flare: int, part: str) -> None:
    assert find_action(flare) in behind(flare, part).legal()
    assert find_action(flare) not in behind(flare, part, less=1).legal()


def test_all_parts_of_all_flares_are_here() -> None:
    shown = {(flare, part) for flare, part, *_ in EFFECTS}
    assert shown == {(flare, part) for flare in range(FLARE_COUNT) for part in (UPPER, LOWER)}


def test_t9_both_conditions_are_compared_once_and_the_upper_effect_comes_first() -> None:
    table = Table("duel").hold(flares=(1,))
    for name in ("c8", "d8", "e8", "f8"):
        table.put("H", name)
    table.do(find_action(1)).choose("c>b4")
    assert table.phase == "effect", "the lower one still follows, though only three pieces are lacking now"
    table.choose("c>b5")
    assert table.phase == "main" and table.at("b5") == "c"


def test_a_flare_may_be_played_after_the_last_action_and_gives_an_action_then() -> None:
    table = behind(2, LOWER).place("b4").place("b5")
    assert table.phase == "main" and find_action(2) not in table.legal(), "two pieces more: no longer behind by 5"
    table = behind(2, LOWER)
    for name in ("c9", "d9", "e9", "f9", "g9"):
        table.put("C", name)
    table.place("b4").place("b5")
    assert set(table.legal()) == {act.END, find_action(2)}
    table.do(find_action(2))
    assert table.state.actions == 1


def test_in_the_high_form_nobody_gets_a_point_for_a_flare() -> None:
    table = Table("high").hold(flares=(7,))
    for name in ("c8", "d8", "e8", "f8"):
        table.put("H", name).put("c", f"{name[0]}5")
    table.do(find_action(7))
    assert sum(table.state.points) == 0


def test_in_a_melee_the_opponent_compared_with_gets_a_point_in_ones_own_colour() -> None:
    table = Table("melee", 3).hold(flares=(7,))
    for name in ("c8", "d8", "e8", "f8"):
        table.put("y", name).put("c", f"{name[0]}5")
    offered = [action for action in table.legal() if action >= act.FLARE]
    assert offered == [act.FLARE + 4 * 7 + 2], "only the one who is ahead"
    table.do(offered[0])
    assert table.state.points[4 * 2 + 0] == 1 and sum(table.state.points) == 1
