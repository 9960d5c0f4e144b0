"""Every numbered ruling, D1 to D13."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import IllegalAction
from engine.schema import Misfit
from games.king_of_the_dice import RULES, actions as act
from games.king_of_the_dice.cards import CITIZENS_FILE, citizens
from games.king_of_the_dice.dice import (
    DICE_FILE,
    BadCondition,
    Conditions,
    nets,
    parse,
)
from games.king_of_the_dice.maps import KINGDOM_FILE, kingdom
from games.king_of_the_dice.state import ASIDE, bits, supply

from .table import FIRST_MARKET, MEETS_NOTHING, NOTHING, Table, site, tile_of, with_joker


def _spoilt(source: Path, folder: Path, old: str, new: str) -> Path:
    text = source.read_text("utf-8")
    assert old in text
    path = folder / source.name
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


def test_d01_every_terrain_is_once_in_each_half_and_twice_among_the_tiles() -> None:
    land = kingdom()
    assert sorted(land.terrain[:15]) == sorted(land.terrain[15:]) == list(range(15))
    assert [(land.terrain[west], land.terrain[east]) for west, east in land.sites] == [(t, t) for t in range(15)]


def test_d01_map_conditions_and_dice_come_from_files_that_are_checked(tmp_path: Path) -> None:
    wrong: list[tuple[Any, Any, Path, str, str, str]] = [
        (kingdom, Misfit, KINGDOM_FILE, '"oak"', '"pine"', "terrains"),
        (kingdom, Misfit, KINGDOM_FILE, "[0, 2]", "[2, 0]", "halves.west.borders"),
        (kingdom, Misfit, KINGDOM_FILE, '["west", 1]', '["west", 4]', "players.2.dragons"),
        (kingdom, Misfit, KINGDOM_FILE, '["west", 1]', '["north", 1]', "players.2.dragons"),
        (citizens, Misfit, CITIZENS_FILE, '"1": 3', '"7": 3', "citizens[0].condition"),
        (citizens, Misfit, CITIZENS_FILE, '"colour": "green"', '"colour": "gold"', "citizens[0].joker.colour"),
        (citizens, Misfit, CITIZENS_FILE, '"draw": 2', '"draw": 9', "citizens[0].tiers[1].draw"),
        (citizens, Misfit, CITIZENS_FILE, '"steal_gem"', '"steal_castle"', "citizens[19].effect"),
        (nets, Misfit, DICE_FILE, '"red"', '"blue"', "dice[0]"),
    ]  # fmt: skip
    for read, error, source, old, new, place in wrong:
        with pytest.raises(error) as caught:
            read(_spoilt(source, tmp_path, old, new))
        assert source.name in str(caught.value) and place in str(caught.value)
    for read, error in ((kingdom, Misfit), (citizens, Misfit), (nets, Misfit)):
        with pytest.raises(error):
            read(tmp_path / "missing.json")


@pytest.mark.parametrize(
    "data",
    [None, {}, {"numbers": {}}, {"numbers": {"1": 4, "2": 3}}, {"groups": [4, 3]}, {"groups": []}, {"straight": 7},
     {"straight": 3, "one_colour": 5}, {"one_colour": 7}, {"all_in": [0]}, {"all_in": [2, 2]}, {"sum_at_least": 37},
     {"sum_at_most": True}, {"colours": {"gold": 1}}, {"even_of_colour": {"red": "3"}}, {"luck": 1},
     {"groups": [2], "straight": 4}],
)  # fmt: skip
def test_d01_a_condition_that_cannot_be_is_refused(data: Any) -> None:
    with pytest.raises(BadCondition):
        parse(data)


def test_d02_markers_are_not_limited() -> None:
    table = Table()
    land = [region for region in range(30) if region not in land_of("volcano")]
    table.own(0, *land[:20]).market(0, 19, 24, 36, NOTHING).roll(1, 1, 1, 3, 3, 6)
    table.hire(0, 14)
    table.do(act.CLAIM + site("volcano"))
    assert len(table.view["markers"][0]) == 21


def land_of(terrain: str) -> tuple[int, int]:
    return site(terrain, 0), site(terrain, 1)


def test_d03_who_meets_a_citizen_must_hire_and_may_not_sound_the_alarm() -> None:
    table = Table().roll(1, 1, 1, 3, 3, 6)
    assert table.choices == [act.HIRE]
    assert table.view["forced"]
    with pytest.raises(IllegalAction):
        table.do(act.ALARM)


def test_d03_with_jokers_it_may_be_a_better_tier_or_citizen_but_never_the_alarm() -> None:
    table = Table().give(0, *with_joker(1, "red")[:2])
    table.roll(1, 1, 1, 3, 3, 6)
    assert table.view["met"][0] == 0
    joker = act.JOKER + 3 * 0 + act.EQUAL_PAIR
    assert table.choices == [act.HIRE, joker]
    table.do(joker)
    assert table.view["met"][0] == 1, "four 1s draw two tiles"
    assert table.choices == [act.HIRE]


def test_d03_who_meets_nobody_may_use_jokers_or_not_and_may_sound_the_alarm_even_after_them() -> None:
    table = Table().give(0, *with_joker(4, "green")[:2])
    table.roll(*MEETS_NOTHING)
    joker = act.JOKER + 3 * (3 * 3 + 1) + act.EQUAL_PAIR
    assert table.choices == [*range(act.ALARM, act.ALARM + 5), joker]
    table.do(joker)
    assert act.HIRE + 1 in table.choices, "2 3 4 5 6"
    assert act.ALARM in table.choices


def test_d04_some_six_or_more_of_the_dice_meet_a_condition() -> None:
    def met(data: dict[str, Any], *numbers: int) -> bool:
        return bool(Conditions([parse(data)]).match([3 * (number - 1) for number in numbers]))

    assert met({"all_in": [2, 4, 6]}, 2, 2, 4, 4, 6, 6, 1)
    assert not met({"all_in": [2, 4, 6]}, 2, 2, 4, 4, 6, 1, 1)
    assert met({"sum_at_most": 12}, 1, 1, 2, 2, 3, 3, 6, 6)
    assert met({"sum_at_least": 30}, 5, 5, 5, 5, 5, 4, 1)
    assert not met({"sum_at_least": 30}, 5, 5, 5, 5, 5, 4)
    assert met({"groups": [3, 3]}, 1, 1, 1, 1, 6, 6, 6)


def test_d05_used_jokers_leave_the_game() -> None:
    pair = with_joker(4, "green")[:2]
    table = Table().give(0, *pair)
    table.roll(*MEETS_NOTHING).do(act.JOKER + 3 * 10 + act.EQUAL_PAIR)
    view = table.view
    assert view["gone"] == sorted(pair)
    assert view["citizens"][0] == []
    assert all(card not in pile for pile in view["piles"] for card in pair)


def test_d06_the_nearest_rival_is_found_over_any_regions() -> None:
    near = kingdom().arrangements[kingdom().usual[3]].near
    start = 0
    one = bits(near[start])
    two = sorted({r for n in one for r in bits(near[n])} - set(one) - {start})
    three = sorted({r for n in two for r in bits(near[n])} - set(one) - set(two) - {start})
    table = Table(3).own(0, start).own(1, two[0], three[0]).own(2, two[-1]).dragon(one[0])
    table.roll(*_reds())
    table.do(act.HIRE + 3, ("draw", table.next_of(3)))
    assert table.choices == sorted({act.ATTACK + two[0], act.ATTACK + two[-1]})
    table.do(act.ATTACK + two[-1])
    assert table.view["markers"] == [sorted([start, two[-1]]), sorted([two[0], three[0]]), []]


def test_d06_without_markers_of_ones_own_all_rivals_are_nearest() -> None:
    table = Table(3).own(1, 0, 14).own(2, 29)
    table.roll(*_reds())
    table.do(act.HIRE + 3, ("draw", table.next_of(3)))
    assert table.choices == [act.ATTACK + 0, act.ATTACK + 14, act.ATTACK + 29]


def _reds() -> tuple[int, ...]:
    """Five red dice (and a green one), which meet nobody of the first market but the bully."""
    return (6, 4, 2, 4, 5, 2)


def test_d07_without_a_rival_marker_on_the_map_the_bully_has_no_effect() -> None:
    table = Table().own(0, 3)
    table.roll(*_reds())
    table.do(act.HIRE + 3, ("draw", table.next_of(3)))
    assert table.told("attack_void") == [{"seat": 0}]
    assert table.view["active"] == 1
    assert table.view["markers"] == [[3], []]


def test_d08_with_all_five_piles_out_there_is_an_alarm_without_a_card() -> None:
    table = Table()
    state = table.state
    state.market, state.piles = [NOTHING] * 4 + [48], [0] * 5
    table.roll(*MEETS_NOTHING)
    region = site("oak")
    table.do(act.ALARM + 4, ("draw", tile_of(region))).do(act.LAY + region)
    assert table.view["active"] == 1
    assert table.choices == [act.ALARM_ALONE], "there is nobody to roll for"
    table.do(act.ALARM_ALONE, ("draw", tile_of(site("pine")))).do(act.LAY + site("pine"))
    assert table.told("alarm")[-1] == {"seat": 1, "pile": None, "card": None}
    assert table.view["super_jokers"] == [[48], []]
    assert table.view["flames"] == sorted([region, site("pine")])


def test_d09_an_empty_supply_ends_the_game_though_regions_are_free() -> None:
    table = Table()
    regions = [region for region in range(30) if region not in (0, 1, 2)]
    table.own(1, *regions)
    assert supply(table.state) == 1
    table.roll(1, 1, 1, 1, 2, 2)
    table.hire(0, table_tile(table, 0))
    assert table.view["phase"] == "over"
    assert table.view["free"] == [1, 2]
    assert len(table.view["supply"]["unseen"]) == ASIDE
    assert RULES.to_act(table.state) == ()
    assert RULES.result(table.state) == (2, 1)


def table_tile(table: Table, region: int) -> int:
    """The tile of this region that is still unseen."""
    tile = tile_of(region)
    return tile if table.state.unseen >> tile & 1 else tile + 15


def test_d10_nobody_has_most_flames_with_none() -> None:
    table = Table(3)
    assert [score["flames"] for score in table.view["scores"]] == [0, 0, 0]
    table.state.tamed = [1, 0, 1]
    assert [score["flames"] for score in table.view["scores"]] == [1, 0, 1]
    assert [score["total"] for score in table.view["scores"]] == [6, 2, 6]


def test_d11_the_alarm_takes_any_open_citizen() -> None:
    for pile in range(5):
        table = Table().roll(*MEETS_NOTHING)
        region = site("lake")
        table.alarm(pile, tile_of(region)).do(act.LAY + region)
        assert table.view["super_jokers"][0] == [FIRST_MARKET[pile]]
        assert table.view["citizens"][0] == []


def test_d12_flames_come_from_the_supply_then_from_oneself_then_from_a_player_one_chooses() -> None:
    region = site("lake")

    def landed(*tamed: int, left: int = 0) -> Table:
        table = Table(3).flames(*tamed, left=left).roll(*MEETS_NOTHING)
        return table.alarm(0, tile_of(region)).do(act.LAY + region)

    table = landed(1, 1, 1, left=2)
    assert (table.state.tamed, table.state.flames_left) == ([1, 1, 1], 1)
    table = landed(1, 1, 1)
    assert table.state.tamed == [0, 1, 1]
    table = landed(0, 2, 1)
    assert table.choices == [act.FLAME_OF + 1, act.FLAME_OF + 2]
    assert table.view["active"] == 0 and table.view["dead"] == [region]
    table.do(act.FLAME_OF + 2)
    assert (table.state.tamed, table.view["flames"], table.view["dead"]) == ([0, 2, 0], [region], [])
    assert landed(0, 2, 0).state.tamed == [0, 1, 0], "one owner only: nothing to choose"


def test_d12_with_no_flame_but_on_the_map_the_tile_stays_dead() -> None:
    table = Table().flames(0, 0).roll(*MEETS_NOTHING)
    region = site("lake")
    table.alarm(0, tile_of(region)).do(act.LAY + region)
    assert table.told("no_flame") == [{"region": region}]
    view = table.view
    assert view["dead"] == [region] and view["flames"] == [] and region not in view["free"]
    assert view["active"] == 1


def test_the_data_are_those_of_the_reference() -> None:
    rows = json.loads(CITIZENS_FILE.read_text("utf-8"))["citizens"]
    assert [row["pile"] for row in rows] == sorted(5 * [1, 2, 3, 4, 5] * 2 + 2 * [1, 2, 3, 4, 5])
    assert len(citizens().conditions.all) == 60
    chance = SeededChance(1)
    assert RULES.to_act(RULES.new({}, 4, chance)) != ()


def test_d13_the_round_is_finished_when_the_option_is_on() -> None:
    for finish, phases in ((0, ["over"]), (1, ["roll", "roll", "over"])):
        table = Table(3)
        table.state.finish = finish
        table.own(1, *[region for region in range(30) if region not in (0, 1, 2)])
        table.roll(1, 1, 1, 1, 2, 2).hire(0, table_tile(table, 0))
        seen = [table.view["phase"]]
        while table.view["phase"] != "over":
            assert table.view["turns_left"] == 2 - table.state.active
            table.roll(*MEETS_NOTHING)
            table.do(act.ALARM + 2, ("draw", table.next_of(2)))
            assert table.told("nothing_to_draw")[-1]["seat"] == len(seen)
            seen.append(table.view["phase"])
        assert seen == phases
        assert [event["turns"] for event in table.told("round_goes_on")] == ([2, 1] if finish else [])


@pytest.mark.parametrize(("pile", "faces"), [(1, (1, 2, 3, 4, 5, 5)), (4, (2, 2, 4, 4, 6, 6))])
def test_d13_citizens_work_as_far_as_they_can_without_tiles(pile: int, faces: tuple[int, ...]) -> None:
    table = Table(2)
    table.state.finish = 1
    table.own(1, *[region for region in range(30) if region not in (0, 1, 2)])
    table.roll(1, 1, 1, 1, 2, 2).hire(0, table_tile(table, 0))
    table.roll(*faces).hire(pile)
    assert table.told("nothing_to_draw") == [{"seat": 1}]
    if pile == 1:
        assert table.view["phase"] == "steal_gem", "the thief still steals"
        table.do(table.choices[1])
    assert table.view["phase"] == "over" and table.state.marks[1].bit_count() == 27


def test_d13_everybody_has_as_many_turns() -> None:
    for seats in (2, 3, 4):
        for seed in range(20):
            chance = SeededChance(seed)
            state = RULES.new({"finish_round": True}, seats, chance)
            while RULES.to_act(state):
                RULES.apply(state, state.active, chance.draw(RULES.legal(state, state.active)), chance)
            assert state.turn % seats == 0
