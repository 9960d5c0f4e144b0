"""The turn as the rulebook tells it: rolls, jokers, the five citizens, alarms, set-up, end and score."""

from typing import Any

import pytest

from engine.chance import ScriptedChance, SeededChance, dice
from engine.contract import BadOptions, BadState, Event
from games.king_of_the_dice import RULES, actions as act
from games.king_of_the_dice.cards import CARDS, PILES, citizens
from games.king_of_the_dice.dice import symbol
from games.king_of_the_dice.maps import DRAGONS, kingdom
from games.king_of_the_dice.setup import create_state
from games.king_of_the_dice.state import NOTHING, State, bits, supply
from games.king_of_the_dice.turns import end_turn

from .table import FIRST_MARKET, MEETS_NOTHING, Table, site, tile_of, with_joker

THREE_ONES = (1, 1, 1, 3, 3, 6)
STRAIGHT_OF_FIVE = (2, 3, 4, 5, 6, 6)
THREE_RED_TWO_GREEN = (1, 2, 2, 2, 3, 3)
FIVE_RED = (6, 4, 2, 4, 5, 2)
ALL_EVEN = (2, 4, 6, 6, 2, 4)


# --- set-up -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("at_random", [False, True])
def test_set_up(seats: int, at_random: bool) -> None:
    for seed in range(20):
        state = create_state(seats, at_random, SeededChance(seed), None)
        assert state.flames.bit_count() == DRAGONS[seats]
        assert state.flames_left == 15 - DRAGONS[seats]
        assert state.white.bit_count() == 6 and state.gold.bit_count() == 4
        assert not (state.white | state.gold) & state.flames and not state.white & state.gold
        assert state.whites == [1] * seats and state.golds == [0] * seats
        assert (state.white_left, state.gold_left) == (12 - seats, 2)
        assert supply(state) == 30 - DRAGONS[seats] - 2
        assert state.free.bit_count() == 30 - DRAGONS[seats]
        for pile in range(PILES):
            assert state.market[pile] // 12 == pile and state.piles[pile].bit_count() == 11


def test_most_sixes_begin_and_the_tied_roll_again() -> None:
    market = [("draw", 12 * pile) for pile in range(5)]
    first = [*dice(6, 6, 1, 1, 1, 1), *dice(6, 6, 1, 1, 1, 1), *dice(6, 5, 5, 5, 5, 5)]
    second = [*dice(1, 1, 1, 1, 1, 1), *dice(6, 1, 1, 1, 1, 1)]
    told: list[Event] = []
    chance = ScriptedChance([*market, *first, *second])
    state = RULES.new({}, 3, chance, told.append)
    assert chance.rest == 0
    assert state.active == 1
    assert [event.data["seat"] for event in told if event.kind == "first_roll"] == [0, 1, 2, 0, 1]


def test_options_that_cannot_be_are_refused() -> None:
    for options, seats in (({"map": "round"}, 2), ({"maps": "random"}, 2), ({}, 5), ({}, 1)):
        with pytest.raises(BadOptions):
            RULES.check_options(options, seats)


# --- rolling ------------------------------------------------------------------------------------


def test_up_to_three_rolls_and_a_kept_die_may_be_rolled_again() -> None:
    table = Table()
    assert table.choices == [act.KEEP]
    table.do(act.KEEP, *dice(1, 1, 2, 3, 4, 6))
    assert table.choices == list(range(64)) and table.view["rolls_left"] == 2
    table.do(act.KEEP | 0b000011, *dice(1, 2, 2, 2))
    assert table.view["dice"] == [1, 1, 1, 2, 2, 2]
    table.do(act.KEEP | 0b111000, *dice(5, 5, 5))
    assert table.view["dice"] == [5, 5, 5, 2, 2, 2]
    assert table.view["phase"] == "check" and table.view["rolls_left"] == 0


def test_one_may_stop_after_any_roll() -> None:
    table = Table().roll(*THREE_ONES)
    assert table.view["phase"] == "check" and table.view["rolls"] == 1


def test_of_several_citizens_met_one_is_chosen() -> None:
    table = Table().roll(1, 1, 1, 1, 1, 6)
    assert table.choices == [act.HIRE, act.HIRE + 2]


# --- jokers -------------------------------------------------------------------------------------


def test_two_equal_jokers_add_a_die_and_a_super_joker_pairs_with_any() -> None:
    equal = with_joker(4, "green")[:2]
    sign = symbol(4, 1)
    table = Table().give(0, *equal).roll(*MEETS_NOTHING)
    assert [a for a in table.choices if a >= act.JOKER] == [act.JOKER + 3 * sign + act.EQUAL_PAIR]
    table = Table().give(0, equal[0], down=[50]).roll(*MEETS_NOTHING)
    assert [a for a in table.choices if a >= act.JOKER] == [act.JOKER + 3 * sign + act.WITH_SUPER]
    table.do(act.JOKER + 3 * sign + act.WITH_SUPER)
    assert table.view["gone"] == sorted([equal[0], 50])
    assert table.view["added"] == [sign]
    assert table.view["met"] == [None, 0, None, None, None]


def test_two_super_jokers_make_any_die() -> None:
    table = Table().give(0, down=[50, 51]).roll(*MEETS_NOTHING)
    assert [a for a in table.choices if a >= act.JOKER] == [act.JOKER + 3 * sign + act.TWO_SUPERS for sign in range(18)]


def test_one_citizen_or_two_different_jokers_are_no_pair() -> None:
    table = Table().give(0, with_joker(4, "green")[0], with_joker(4, "red")[0]).roll(*MEETS_NOTHING)
    assert [a for a in table.choices if a >= act.JOKER] == []


def test_jokers_can_be_used_as_often_as_there_are_pairs() -> None:
    table = Table().give(0, *with_joker(4, "green")[:2], down=[50, 51]).roll(*MEETS_NOTHING)
    table.do(act.JOKER + 3 * symbol(4, 1) + act.EQUAL_PAIR).do(act.JOKER + 3 * symbol(1, 0) + act.TWO_SUPERS)
    assert table.view["added"] == [symbol(4, 1), symbol(1, 0)]
    assert [a for a in table.choices if a >= act.JOKER] == []


# --- citizens -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "tiles"), [((1, 1, 1, 3, 3, 6), 1), ((1, 1, 1, 1, 3, 6), 2)])
def test_the_dwarf_draws_by_the_best_tier_and_claims_one(faces: tuple[int, ...], tiles: int) -> None:
    oak, pine = site("oak"), site("pine")
    table = Table().roll(*faces)
    table.hire(0, *[tile_of(oak), tile_of(pine)][:tiles])
    assert table.choices == sorted(act.CLAIM + region for t in ("oak", "pine")[:tiles] for region in sites(t))
    table.do(act.CLAIM + oak)
    view = table.view
    assert view["markers"][0] == [oak] and oak not in view["free"]
    assert view["supply"]["known"] == [tile_of(pine)][: tiles - 1], "the rest is shuffled back"
    assert view["supply"]["tiles"] == 27
    assert view["citizens"][0] == [0] and view["active"] == 1


def sites(terrain: str) -> tuple[int, int]:
    return site(terrain, 0), site(terrain, 1)


def test_the_best_tier_of_the_dwarf_brings_a_gem_gold_first_then_white_then_nothing() -> None:
    for gold, white, gems in ((2, 5, [1, 1]), (0, 5, [2, 0]), (0, 0, [1, 0])):
        table = Table()
        table.state.gold_left, table.state.white_left = gold, white
        table.roll(1, 1, 1, 1, 1, 6)
        table.hire(0, *(tile_of(site(t)) for t in ("hills", "pine", "oak")))
        assert len(table.choices) == 6
        region = next(r for r in sites("pine") + sites("oak") if not (table.state.white | table.state.gold) >> r & 1)
        table.do(act.CLAIM + region)
        assert table.view["gems"][0] == gems
        assert ("no_gem" in table.kinds()) == (gold == white == 0)


def test_the_last_listed_tier_that_is_met_counts_though_tiers_do_not_contain_each_other() -> None:
    pairs = 8
    tiers = citizens().cards[pairs].tiers
    table = Table().market(pairs, 19, 24, 36, 48).roll(2, 2, 3, 3, 5, 5)
    assert table.view["met"][0] == 2 and tiers[2].draw == 3 and not tiers[2].gem
    table = Table().market(pairs, 19, 24, 36, 48).roll(2, 2, 2, 3, 3, 5)
    assert table.view["met"][0] == 1


def test_a_gem_lying_there_is_taken() -> None:
    region = bits(kingdom().gold)[0]
    table = Table().roll(*THREE_ONES).hire(0, tile_of(region)).do(act.CLAIM + region)
    assert table.view["gems"][0] == [1, 1]
    assert region not in table.view["gold"]


def test_a_tile_whose_other_region_is_taken_leaves_no_choice() -> None:
    west, east = sites("oak")
    table = Table().own(1, west).roll(*THREE_ONES).hire(0, tile_of(west) + 15)
    assert table.view["markers"] == [[east], [west]]


def test_the_thief_of_citizens_claims_one_of_two_and_steals_an_open_citizen_but_no_super_joker() -> None:
    oak = site("oak")
    table = Table(3).market(0, 12, 24, 36, 48).give(1, 5, down=[6]).give(2, 30, down=[31])
    table.give(0, 7).roll(1, 2, 3, 4, 6, 6)
    table.hire(1, tile_of(oak), tile_of(site("pine"))).do(act.CLAIM + oak)
    assert table.choices == [act.STEAL_NO_CITIZEN, act.STEAL_CITIZEN + 5, act.STEAL_CITIZEN + 30]
    table.do(act.STEAL_CITIZEN + 30)
    assert table.view["citizens"] == [[7, 12, 30], [5], []]
    assert table.view["super_jokers"] == [[], [6], [31]]
    assert table.view["supply"]["known"] == [tile_of(site("pine"))]


def test_the_thief_of_gems_claims_one_and_steals_any_gem() -> None:
    oak = site("oak")
    table = Table(3)
    table.state.golds, table.state.gold_left = [0, 0, 2], 0
    table.state.whites = [1, 0, 1]
    table.roll(*STRAIGHT_OF_FIVE)
    table.hire(1, tile_of(oak)).do(act.CLAIM + oak)
    assert table.choices == [act.STEAL_NO_GEM, act.STEAL_GEM + 4, act.STEAL_GEM + 5]
    before = table.view["gems"][0]
    table.do(act.STEAL_GEM + 5)
    assert table.view["gems"][0] == [before[0], before[1] + 1]
    assert table.view["gems"][2] == [1, 1]


def test_stealing_is_up_to_the_thief_and_void_with_nothing_to_steal() -> None:
    oak = site("oak")
    table = Table().roll(*STRAIGHT_OF_FIVE).hire(1, tile_of(oak)).do(act.CLAIM + oak)
    table.do(act.STEAL_NO_GEM)
    assert table.told("steal_declined") == [{"seat": 0, "what": "gem"}]
    table = Table().market(0, 12, 24, 36, 48).give(1, down=[6]).roll(1, 2, 3, 4, 6, 6)
    table.hire(1, tile_of(oak), tile_of(site("pine"))).do(act.CLAIM + oak)
    assert table.told("steal_void") == [{"seat": 0, "what": "citizen"}]
    assert table.view["active"] == 1


def test_the_tamer_takes_any_flame_with_its_region_and_gem() -> None:
    gold = bits(kingdom().gold)[0]
    table = Table().own(0, 29).dragon(gold, 2).roll(*THREE_RED_TWO_GREEN)
    table.do(act.HIRE + 2, ("draw", table.next_of(2)))
    assert table.choices == sorted([act.TAME + gold, act.TAME + 2])
    table.do(act.TAME + gold)
    view = table.view
    assert view["markers"][0] == sorted([gold, 29]) and view["flames"] == [2]
    assert view["tamed"] == [1, 0] and view["gems"][0] == [1, 1]


def test_the_tamer_without_a_flame_on_the_map_has_no_effect() -> None:
    table = Table().roll(*THREE_RED_TWO_GREEN)
    table.do(act.HIRE + 2, ("draw", table.next_of(2)))
    assert table.told("tame_void") == [{"seat": 0}] and table.view["active"] == 1


def test_the_bully_takes_a_touching_region_first() -> None:
    near = bits(kingdom().arrangements[kingdom().usual[2]].near[0])
    far = next(region for region in range(30) if region not in near and region)
    table = Table().own(0, 0).own(1, near[0], far).roll(*FIVE_RED)
    table.do(act.HIRE + 3, ("draw", table.next_of(3)))
    assert table.view["markers"] == [sorted([0, near[0]]), [far]]
    assert table.told("attacked") == [{"seat": 0, "victim": 1, "region": near[0]}]


def test_the_landowner_claims_both() -> None:
    oak, pine = site("oak"), site("pine")
    table = Table().own(1, sites("pine")[1]).roll(*ALL_EVEN)
    table.hire(4, tile_of(oak), tile_of(pine) + 15)
    assert table.choices == [act.CLAIM + region for region in sites("oak")]
    table.do(act.CLAIM + oak)
    assert table.view["markers"][0] == sorted([oak, pine])


def test_the_landowner_with_two_tiles_of_one_terrain_has_no_choice() -> None:
    table = Table().roll(*ALL_EVEN).hire(4, tile_of(site("oak")), tile_of(site("oak")) + 15)
    assert table.view["markers"][0] == sorted(sites("oak"))


def test_of_a_small_supply_as_many_tiles_are_drawn_as_there_are() -> None:
    table = Table().own(1, *(region for region in range(30) if region not in (0, 1, 2)))
    table.roll(*ALL_EVEN)
    table.hire(4, tile_of(0) if table.state.unseen >> tile_of(0) & 1 else tile_of(0) + 15)
    assert table.told("tiles_drawn") == [{"seat": 0, "terrains": [tile_of(0)], "claims": 1}]
    assert table.view["phase"] == "over"


def test_tiles_shuffled_back_are_drawn_again() -> None:
    table = Table()
    table.state.known, table.state.unseen = 0b11, table.state.unseen & ~0b11
    table.roll(*THREE_ONES)
    table.do(act.HIRE, ("draw", table.next_of(0)), ("below", 1))
    assert table.view["drawn"] == [1] and table.view["supply"]["known"] == [0]


# --- alarms and exhausted piles ------------------------------------------------------------------


def test_a_gem_under_a_dragon_stays_until_the_flame_is_tamed() -> None:
    gold = bits(kingdom().gold)[0]
    table = Table().roll(*MEETS_NOTHING).alarm(0, tile_of(gold)).do(act.LAY + gold)
    view = table.view
    assert view["flames"] == [gold] and gold in view["gold"] and view["gems"][0] == [1, 0]
    table.roll(*THREE_RED_TWO_GREEN)
    table.do(act.HIRE + 2, ("draw", table.next_of(2)))
    assert table.view["gems"][1] == [1, 1]


def test_a_pile_may_run_out_and_play_goes_on_without_it() -> None:
    table = Table()
    table.state.market[0], table.state.piles[0] = NOTHING, 0
    table.roll(*THREE_ONES)
    assert table.choices == [act.ALARM + pile for pile in (1, 2, 3, 4)]
    assert table.view["market"][0] is None and table.view["met"][0] is None


# --- end and score ------------------------------------------------------------------------------


def test_the_score_adds_up() -> None:
    near = kingdom().arrangements[kingdom().usual[2]].near
    one = bits(near[0])[0]
    lonely = next(r for r in range(29, 0, -1) if not near[r] >> 0 & 1 and not near[r] >> one & 1)
    table = Table().own(0, 0, one, lonely)
    table.state.tamed, table.state.golds, table.state.whites = [2, 1], [1, 0], [2, 1]
    score = table.view["scores"][0]
    assert score["points"] == {"area": 6, "others": 1, "flames": 4, "gold": 3, "white": 4}
    assert score["total"] == 18 and score["regions"] == sorted([0, one])
    counts = {"area": 2, "others": 1, "flames": 1, "gold": 1, "white": 2}
    assert {name: score[name] for name in counts} == counts
    assert table.view["scores"][1]["total"] == 2


def ended(state: State) -> tuple[int, ...]:
    state.known, state.unseen = 0, 0b11
    end_turn(state, SeededChance(0), None)
    return RULES.result(state)


def test_of_several_largest_areas_only_one_counts() -> None:
    near = kingdom().arrangements[kingdom().usual[2]].near
    one = bits(near[0])[0]
    other = next((a, b) for a in range(29, 0, -1) for b in bits(near[a]) if not (near[a] | near[b]) & (1 | 1 << one))
    table = Table().own(0, 0, one, *other)
    assert table.view["scores"][0]["total"] == 3 * 2 + 2 + 2


def test_equal_points_are_decided_by_flames_and_else_shared() -> None:
    state = Table(3).state
    state.whites, state.tamed = [1, 3, 3], [3, 1, 1]
    assert ended(state) == (1, 2, 2), "2 + 4 against 6, with more flames"
    state = Table(3).state
    state.whites, state.tamed = [3, 3, 1], [0, 0, 0]
    assert ended(state) == (1, 1, 3)


def test_a_loaded_state_is_checked() -> None:
    good = RULES.dump(Table().roll(*THREE_ONES).state)
    spoilt: list[dict[str, Any]] = [
        {"market": [CARDS, 19, 24, 36, 48]}, {"market": [1, 19, 24, 36, 48]}, {"seats": 7},
        {"dice": [0, 1, 1, 1, 1, 1]},
        {"white_left": 3}, {"gold_left": 6}, {"flames_left": 0}, {"free": 0}, {"phase": 2}, {"phase": 3}, {"phase": 9},
        {"phase": 7}, {"phase": 4}, {"phase": 5}, {"drawn": [1]}, {"known": 1}, {"unseen": 3}, {"active": 2},
    ]  # fmt: skip
    for change in spoilt:
        with pytest.raises(BadState):
            RULES.load({**good, **change})
    assert tuple(RULES.view(RULES.load(good), None)["market"]) == FIRST_MARKET
