"""Every numbered ruling, L1 to L16."""

import pytest

from engine.chance import SeededChance
from engine.contract import IllegalAction
from games.legends import RULES, actions as act
from games.legends.board import RING, T_ABOVE, T_BELOW, build_key, get_board
from games.legends.cards import (
    DRAGON,
    SPRING,
    cards,
    deck_for,
)
from games.legends.maps import SIDE_CODES
from games.legends.scoring import standing
from games.legends.state import NEUTRAL_OWNER

from .table import CARD, LAID, Table

ONE_A = SIDE_CODES.index("1A")


@pytest.mark.parametrize("shape", [T_ABOVE, T_BELOW, RING])
@pytest.mark.parametrize("place", range(4))
def test_l01_the_start_region_is_on_1a_wherever_it_lies(shape: int, place: int) -> None:
    others = [(0, 0), (5, 1), (7, 0)]
    laid = [*others[:place], (ONE_A, 0), *others[place:]]
    board = get_board(build_key(shape, laid))
    assert board.starts
    assert all(board.codes[region].startswith("1A.") for region in board.starts)


def test_l01_without_1a_it_is_on_the_central_segment_with_an_exit_that_meets_another() -> None:
    board = get_board(build_key(T_BELOW, [(SIDE_CODES.index(code), turned) for code, turned in LAID]))
    assert [board.codes[region] for region in board.starts] == ["1B.0", "1B.3", "1B.4"]
    above = get_board(build_key(T_ABOVE, board.laid))
    assert [above.codes[region] for region in above.starts] == ["1B.0", "1B.2", "1B.4"]


def test_l01_in_the_ring_it_is_on_an_inner_segment() -> None:
    board = get_board(build_key(RING, [(SIDE_CODES.index(code), turned) for code, turned in LAID]))
    assert [board.codes[region] for region in board.starts] == ["1B.0", "1B.4", "2A.0", "2A.6"]


@pytest.mark.parametrize(("youngest", "winner"), [(0, 2), (1, 2), (2, 2), (3, 3)])
def test_l02_the_youngest_of_the_tied_names_and_pays(youngest: int, winner: int) -> None:
    table = Table(4, play=False, youngest=youngest)
    for seat, bid in enumerate((1, 0, 4, 4)):
        table.do(act.BID + bid, seat)
    assert table.told("bids_opened") == [{"bids": [1, 0, 4, 4]}]
    assert RULES.to_act(table.state) == (winner,)
    assert table.state.coins == [9 - 4 * (seat == winner) for seat in range(4)]
    table.do(act.NAME + 1)
    assert RULES.to_act(table.state) == (1,)


def test_l02_nobody_bids_and_the_youngest_names() -> None:
    table = Table(3, play=False, youngest=2)
    for seat in range(3):
        table.do(act.BID, seat)
    assert RULES.to_act(table.state) == (2,)
    assert table.state.coins == [11, 11, 11]


def test_l03_bonuses_count_for_every_action_of_a_card() -> None:
    table = Table().give(0, "forest_tree_town", "forest_pixie")
    table.take("noble_unicorn")
    assert (table.phase, table.state.left) == ("move_from", 4 + 2)
    table.done()
    assert (table.phase, table.state.left) == ("place", 1 + 1)


def test_l03_bonuses_do_not_grow_from_step_to_step() -> None:
    table = Table().give(0, "forest_tree_town").take("forest_gnome")
    assert table.state.left == 3
    table.move("1B.3", "1B.2")
    assert table.state.left == 2


def test_l04_lake_graveyard_stronghold_and_castles_have_no_adjective() -> None:
    without = {card.code for card in cards() if not card.adjective}
    assert without == {"lake", "graveyard", "stronghold", "castle_move", "castle_place"}
    table = Table(4).give(0, "night_wizard", "castle_move", "lake", "graveyard", "stronghold")
    assert table.score(0)["cards"] == [[CARD["night_wizard"], 1]]


def test_l05_own_armies_stay_and_neutral_ones_can_be_destroyed() -> None:
    table = Table(2).clear().put(0, r1B_0=2).put(NEUTRAL_OWNER, r1B_0=1, r1B_1=1)
    table.take("dire_dragon").done()
    table_at = table.at("1B.0")
    assert table.legal() == (act.DONE, act.DESTROY + act.WIDTH * NEUTRAL_OWNER + table_at)
    table.destroy(NEUTRAL_OWNER, "1B.0")
    assert table.armies(NEUTRAL_OWNER, "1B.0") == 0
    assert table.armies(0, "1B.0") == 2


def test_l06_neutral_armies_block_and_hold_regions_and_islands_but_score_nothing() -> None:
    table = Table(2).clear()
    table.put(0, r2A_0=1, r2A_1=1).put(NEUTRAL_OWNER, r2A_0=1)
    assert table.owner("2A.0") == -1, "as many neutral ones"
    assert table.score(0)["total"] == 1 + 1, "one region of two, and so the island"
    table.put(NEUTRAL_OWNER, r2A_0=1)
    assert table.owner("2A.0") == NEUTRAL_OWNER
    assert table.score(0)["total"] == 1, "the island is tied with the neutral"
    assert table.score(1)["total"] == 0


def test_l07_bonus_armies_may_be_placed_and_may_be_left_out() -> None:
    table = Table().give(0, "night_hydra", "forest_pixie")
    before = table.armies(0, "1B.3")
    table.take("noble_hills")
    for count in range(1, 6):
        assert act.DONE in table.legal()
        table.place("1B.3")
        assert table.armies(0, "1B.3") == before + count
    assert table.phase == "take_card"
    assert table.seat == 1


def test_l08_no_elixir_no_points() -> None:
    table = Table()
    assert [table.score(seat)["elixirs"] for seat in range(3)] == [0, 0, 0]
    table.give(1, "dire_goblin")
    assert [table.score(seat)["elixirs"] for seat in range(3)] == [0, 2, 0]
    table.give(0, "cursed_king")
    assert [table.score(seat)["elixirs"] for seat in range(3)] == [1, 1, 0]


def test_l09_segments_lie_straight_or_turned_by_half_a_turn() -> None:
    state = Table(3, play=False).state
    table = RULES.new({"setup": "by_hand"}, 3, Table().chance)
    RULES.apply(table, 0, act.STEM_BELOW, Table().chance)
    assert RULES.legal(table, 0) == tuple(range(act.SEGMENT, act.SEGMENT + 16))
    RULES.apply(table, 0, act.SEGMENT + 5, Table().chance)
    assert RULES.legal(table, 0) == tuple(a for a in range(act.SEGMENT, act.SEGMENT + 16) if a - 20 not in (4, 5, 6, 7))
    straight = state.board
    turned = get_board(build_key(T_BELOW, [(side, 1) for side, _ in straight.laid]))
    exits = {(straight.codes[a], straight.codes[b]) for a, b in straight.links}
    assert exits == {("3B.2", "1B.0"), ("1B.4", "2A.0"), ("1B.3", "0A.3")}
    exits = {(turned.codes[a], turned.codes[b]) for a, b in turned.links}
    assert exits == {("3B.0", "1B.4"), ("1B.0", "2A.6"), ("1B.2", "0A.2")}


def test_l10_the_joint_region_is_on_another_segment_and_not_the_central_one() -> None:
    board = Table().board
    allowed = {board.codes[region].split(".")[0] for region in board.joint_places(Table().at("1B.3"))}
    assert allowed == {"3B", "2A", "0A"}
    laid = [(ONE_A, 0), (0, 0), (5, 0), (7, 0)]
    board = get_board(build_key(T_BELOW, laid))
    allowed = {board.codes[region].split(".")[0] for region in board.joint_places(board.starts[0])}
    assert allowed == {"2B", "3B"}, "neither the start region's segment nor the central one"
    ring = get_board(build_key(RING, laid))
    allowed = {ring.codes[region].split(".")[0] for region in ring.joint_places(ring.starts[0])}
    assert allowed == {"0A", "2B", "3B"}


@pytest.mark.parametrize("youngest", [0, 1])
def test_l11_two_seats_lay_ten_neutral_armies_and_the_youngest_begins(youngest: int) -> None:
    table = Table(2, play=False, youngest=youngest)
    for number in range(10):
        assert RULES.to_act(table.state) == ((youngest + number) % 2,)
        assert len(table.legal()) == table.board.n, "anywhere"
        table.do(act.NEUTRAL + number)
    assert sum(table.state.armies[act.WIDTH * NEUTRAL_OWNER :]) == 10
    assert RULES.to_act(table.state) == (0, 1)
    assert table.phase == "auction"


@pytest.mark.parametrize("seats", [3, 4])
def test_l11_more_seats_lay_none(seats: int) -> None:
    assert Table(seats, play=False).phase == "auction"


def test_l12_coins_of_a_card_come_after_its_price() -> None:
    table = Table()
    table.state.coins[0] = 1
    with pytest.raises(IllegalAction):
        table.take("mountain_treasury", place=3)
    table = Table()
    table.state.coins[0] = 1
    table.take("mountain_treasury", place=2)
    assert table.state.coins[0] == 1 - 1 + 2


def _with_dragon(others: int) -> Table:
    """Six armies less one stand in 1B.1, those of several owners; seat 0 has one beside."""
    table = Table(3, tokens=["1B.1"], dragon=True).clear()
    return table.put(0, r1B_0=3).put(1, r1B_1=others).put(2, r1B_1=5 - others)


@pytest.mark.parametrize("others", [0, 2, 5])
def test_l13_the_seventh_army_kills_the_dragon_whoever_owns_the_others(others: int) -> None:
    table = _with_dragon(others).take("forest_pixie")
    table.move("1B.0", "1B.1")
    assert table.state.spots[DRAGON] == table.at("1B.1"), "six armies are not enough"
    table.move("1B.0", "1B.1")
    assert table.state.spots[DRAGON] == -1
    assert table.score(0)["tokens"] == [[DRAGON, 2]]


def test_l13_a_placed_army_kills_it_too_and_cities_are_no_armies() -> None:
    table = _with_dragon(5).city(0, "1B.1").city(2, "1B.1").take("dire_eye")
    table.place("1B.1")
    assert table.state.held[0] == 0
    table.place("1B.1")
    assert table.state.held[0] == 1 << DRAGON


def test_l13_armies_of_the_set_up_count_but_do_not_kill() -> None:
    table = Table(2, joint="2A.3", tokens=["2A.3"], dragon=True, play=False)
    for _ in range(10):
        table.do(act.NEUTRAL + table.at("2A.3"))
    assert table.state.held == [0, 0]
    for seat in (0, 1):
        table.do(act.BID, seat)
    table.do(act.NAME)
    table.put(0, r2A_2=1).take("forest_pixie").move("2A.2", "2A.3")
    assert table.state.held == [1 << DRAGON, 0]


def test_l14_the_first_city_in_a_region_takes_its_explore_token() -> None:
    table = Table(3, tokens=["1B.0", "1B.1", "1B.2", "1B.4", "3B.0"], explore="open").clear()
    table.put(0, r1B_0=1).put(1, r1B_0=1)
    table.take("stronghold").build("1B.0")
    assert table.state.held == [1 << SPRING, 0, 0]
    assert table.state.elixirs == [2, 0, 0]
    table.take("cursed_tower").build("1B.0")
    assert table.state.held == [1 << SPRING, 0, 0]
    assert table.state.spots[SPRING] == -1


def test_decks_of_34_32_and_27_cards() -> None:
    assert [deck_for(seats).bit_count() for seats in (4, 3, 2)] == [34, 32, 27]


def test_l15_in_a_full_game_what_breaks_ties_is_added_up_too() -> None:
    """Points, Magic Book, coins, armies, regions of three games; equal points, then more coins in all."""
    state = Table(2, length="full").state
    state.totals = (
        ((10, 0, 5, 8, 3), (12, 0, 0, 9, 4)),
        ((11, 0, 0, 8, 3), (10, 0, 2, 9, 4)),
        ((12, 0, 1, 8, 3), (11, 0, 3, 9, 4)),
    )
    assert standing(state) == (1, 2)


@pytest.mark.parametrize(("youngest", "winner"), [(0, 1), (1, 1), (2, 3), (3, 3)])
def test_l16_the_first_of_the_tied_to_the_left_counts_as_the_youngest(youngest: int, winner: int) -> None:
    table = Table(4, play=False, youngest=youngest)
    for seat, bid in enumerate((0, 2, 1, 2)):
        table.do(act.BID + bid, seat)
    assert table.told("auction_won")[0]["seat"] == winner


def test_l16_the_marked_seat_stays_the_same_through_a_full_game() -> None:
    chance = SeededChance(4)
    state = RULES.new({"length": "full", "youngest": 2}, 3, chance)
    seen = set()
    while RULES.to_act(state):
        seen.add(RULES.view(state, None)["options"]["youngest"])
        seat = RULES.to_act(state)[0]
        RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
    assert seen == {2}
