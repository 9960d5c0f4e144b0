"""Turns as the rulebook tells them: prices, actions, abilities, the short row, the end."""

import pytest

from engine.chance import SeededChance
from engine.contract import IllegalAction
from games.legends import RULES, actions as act
from games.legends.cards import Card, cards
from games.legends.state import CARDS_EACH, COINS, LAST_CARD

from .table import CARD, Table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_with_the_same(seats: int) -> None:
    table = Table(seats)
    assert table.state.coins == [COINS[seats]] * seats
    for seat in range(seats):
        assert table.armies(seat, "1B.3") == 4
        assert table.armies(seat, "2A.3") == 1
        assert table.state.supply[seat] == 13
    assert len(table.state.row) == 6


def test_prices_go_by_place() -> None:
    for place, price in enumerate((0, 1, 1, 2, 2, 3)):
        table = Table().take("forest_gnome", place)
        assert table.state.coins[0] == 11 - price
    table = Table()
    table.state.coins[0] = 2
    assert table.legal() == (0, 1, 2, 3, 4)
    table.state.coins[0] = 0
    assert table.legal() == (0,)


def test_the_row_closes_up_and_a_new_card_comes_at_the_right() -> None:
    table = Table()
    row = table.state.row
    table.do(act.CARD + 2)
    while table.seat == 0:
        table.done()
    assert table.state.row[:5] == row[:2] + row[3:]
    assert table.state.row[5] == table.told("card_dealt")[-1]["card"]


def test_own_armies_go_to_the_start_region_and_to_own_cities() -> None:
    table = Table().city(0, "0A.4").city(1, "0A.1").take("dire_eye")
    assert table.regions(act.PLACE) == {"1B.3", "0A.4"}
    table.place("0A.4").place("1B.3").place("0A.4")
    assert table.armies(0, "0A.4") == 2
    table.place("1B.3")
    assert table.seat == 1


def test_never_more_than_eighteen_armies() -> None:
    table = Table().put(0, r1B_3=12)
    assert table.state.supply[0] == 1
    table.take("dire_eye").place("1B.3")
    assert table.state.supply[0] == 0
    assert table.seat == 1, "nothing is left to place"
    table = Table().put(0, r1B_3=13).take("dire_eye")
    assert table.told("action_void") == [{"seat": 0, "kind": "place"}]


def test_land_costs_1_and_sea_3() -> None:
    table = Table().clear().put(0, r1B_3=1).take("ancient_sage")
    assert table.state.left == 3
    table.do(act.FROM + table.at("1B.3"))
    assert table.regions(act.TO) == {"1B.1", "1B.2", "1B.4", "0A.3"}
    table.do(act.TO + table.at("1B.4"))
    assert table.state.left == 2
    table.do(act.FROM + table.at("1B.4"))
    assert table.regions(act.TO) == {"1B.3"}, "2A.0 lies over the sea"


def test_an_army_may_go_on_with_what_is_left() -> None:
    table = Table().clear().put(0, r1B_3=2).take("cursed_gargoyles")
    table.move("1B.3", "0A.3")
    assert table.state.left == 5 - 2, "flying helps the card's own action"
    table.move("0A.3", "0A.4").move("0A.4", "0A.3").move("1B.3", "1B.4")
    assert table.seat == 1
    assert (table.armies(0, "0A.3"), table.armies(0, "1B.4")) == (1, 1)


def test_flying_goes_down_to_1_and_not_below() -> None:
    table = Table().clear().put(0, r1B_3=1).give(0, "dire_eye", "dire_dragon", "arcane_sphinx")
    table.take("forest_gnome").move("1B.3", "0A.3")
    assert table.told("moved")[0]["cost"] == 1
    assert table.state.left == 1


def test_land_links_cost_as_land_between_islands() -> None:
    laid = (("3A", 0), ("1B", 0), ("2A", 0), ("0A", 0))
    table = Table(laid=laid).clear().put(0, r3A_0=1).take("forest_gnome")
    table.move("3A.0", "3A.1").move("3A.1", "3A.2")
    assert [step["cost"] for step in table.told("moved")] == [1, 1]
    assert len([island for island in table.board.islands if island < 1 << 3]) == 3


def test_nothing_to_move_ends_the_action() -> None:
    table = Table().clear().take("dire_goblin")
    assert table.told("action_void") == [{"seat": 0, "kind": "move"}]
    assert table.seat == 1


def test_a_city_needs_an_own_army_and_there_are_three() -> None:
    table = Table().clear().put(0, r1B_0=1, r2A_1=1).city(0, "1B.0").take("stronghold")
    assert table.regions(act.CITY) == {"1B.0", "2A.1"}
    table.build("1B.0")
    assert table.state.cities[table.at("1B.0")] == 2, "any number of cities in a region"
    table = Table().city(0, "1B.0", "1B.1", "1B.2").take("stronghold")
    assert table.told("action_void") == [{"seat": 0, "kind": "city"}]


def test_destroying_needs_an_own_army_a_city_is_not_enough() -> None:
    table = Table().clear().put(0, r1B_0=1).put(1, r1B_0=1, r1B_1=1).put(2, r1B_0=1).city(0, "1B.1")
    table.take("dire_dragon").done()
    base = act.DESTROY + table.at("1B.0")
    assert table.legal() == (act.DONE, base + act.WIDTH, base + 2 * act.WIDTH)
    supply = table.state.supply[1]
    table.destroy(1, "1B.0")
    assert table.armies(1, "1B.0") == 0
    assert table.state.supply[1] == supply + 1


def test_armies_of_the_dire_giant_cannot_be_destroyed() -> None:
    table = Table().clear().put(0, r1B_0=1).put(1, r1B_0=1).put(2, r1B_0=1).give(1, "dire_giant")
    table.take("dire_dragon").done()
    assert table.legal() == (act.DONE, act.DESTROY + 2 * act.WIDTH + table.at("1B.0"))


def test_a_stroke_means_one_of_the_two() -> None:
    table = Table().take("cursed_king")
    assert table.legal() == (act.DONE, act.FIRST_ACTION, act.SECOND_ACTION)
    table.do(act.SECOND_ACTION)
    assert (table.phase, table.state.left) == ("move_from", 4)
    table.done()
    assert table.seat == 1
    table = Table().take("cursed_king").do(act.FIRST_ACTION)
    assert (table.phase, table.state.left) == ("place", 3)
    table = Table().take("cursed_king").done()
    assert table.seat == 1, "or none"


def test_only_what_can_be_begun_is_offered() -> None:
    table = Table(4).city(0, "1B.0", "1B.1", "1B.2").take("castle_place")
    assert table.legal() == (act.DONE, act.FIRST_ACTION)
    table = Table(4).put(0, r1B_3=13).take("castle_place")
    assert table.legal() == (act.DONE, act.SECOND_ACTION)
    table = Table(4).put(0, r1B_3=13).city(0, "1B.0", "1B.1", "1B.2").take("castle_place")
    assert table.seat == 1


def test_a_plus_means_left_before_right_each_in_part_or_not_at_all() -> None:
    table = Table().clear().put(0, r1B_3=1).put(1, r1B_3=1).take("arcane_manticore")
    assert table.phase == "place"
    table.place("1B.3").done()
    assert table.phase == "destroy"
    with pytest.raises(IllegalAction):
        table.place("1B.3")
    table.done()
    assert table.seat == 1


def test_night_hydra_does_not_help_its_own_move_and_destroy() -> None:
    table = Table().clear().put(0, r1B_3=1).put(1, r1B_3=1).take("night_hydra")
    assert table.state.left == 5
    table.done()
    assert (table.phase, table.state.left) == ("destroy", 1)


def test_noble_unicorn_moves_five() -> None:
    assert Table().take("noble_unicorn").state.left == 5


def test_ancient_woods_places_two() -> None:
    table = Table().take("ancient_woods").build("1B.3")
    assert (table.phase, table.state.left) == ("place", 2)


def test_the_new_city_is_a_place_for_armies_at_once() -> None:
    table = Table().take("ancient_woods").build("2A.3")
    assert table.regions(act.PLACE) == {"1B.3", "2A.3"}


@pytest.mark.parametrize("card", cards(), ids=lambda card: card.code)
def test_every_card_begins_its_action_with_its_own_bonus(card: Card) -> None:
    table = Table(4).clear()
    for seat in range(4):
        table.put(seat, r1B_3=2)
    coins = table.state.coins[0]
    table.take(card.code)
    for number, (kind, count) in enumerate(card.actions):
        if card.join == "/":
            continue
        bonus = card.amount("plus_army") if kind == 0 else card.amount("plus_move") if kind == 1 else 0
        assert table.phase == ("place", "move_from", "city", "destroy")[kind], number
        assert table.state.left == count + bonus
        table.done()
    if card.join == "/":
        assert table.legal() == (act.DONE, act.FIRST_ACTION, act.SECOND_ACTION)
        table.done()
    assert table.seat == 1
    state = table.state
    assert state.coins[0] == coins + card.amount("coins")
    assert state.elixirs[0] == card.amount("elixir")
    assert state.flying[0] == card.amount("flying")
    assert (state.plus_move[0], state.plus_army[0]) == (card.amount("plus_move"), card.amount("plus_army"))
    assert state.immune == card.amount("immune")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_when_everybody_has_taken_the_cards_and_the_row_gets_short(seats: int) -> None:
    chance = SeededChance(seats)
    state = RULES.new({}, seats, chance)
    shortest = 6
    while RULES.to_act(state):
        seat = RULES.to_act(state)[0]
        legal = RULES.legal(state, seat)
        if RULES.view(state, None)["phase"] == "take_card":
            shortest = min(shortest, len(state.row))
            assert legal[-1] < len(state.row)
            view = RULES.view(state, seat)
            assert view["prices"] == [0, 1, 1, 2, 2, 3]
            assert [cost["price"] for cost in view["costs"]] == view["prices"][: len(legal)]
        RULES.apply(state, seat, chance.draw(legal), chance)
    assert [len(taken) for taken in state.taken] == [CARDS_EACH[seats]] * seats
    assert shortest == {2: 6, 3: 3, 4: 3}[seats]
    assert state.phase != LAST_CARD


def test_cards_that_are_not_in_play_never_come() -> None:
    table = Table(2)
    seen = {*table.state.row, *(card for card in range(34) if table.state.deck >> card & 1)}
    assert len(seen) == 27
    assert CARD["castle_move"] not in seen and CARD["mountain_dwarf"] not in seen
