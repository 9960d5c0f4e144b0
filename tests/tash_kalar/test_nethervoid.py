"""Nethervoid: rulings N1 to N35, a test each or more."""

from engine.chance import SeededChance
from engine.contract import Event
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.card_draws import draw_beings
from games.tash_kalar.effects import (
    convert,
    destroy,
    relocate,
    set_rank,
    take,
)
from games.tash_kalar.maps import bits, format_square
from games.tash_kalar.nethervoid.rules import EXPANSION, find_gateway, get_void, open_gateway
from games.tash_kalar.state import deck_size, first_card, supply
from games.tash_kalar.summoning import targets
from tests.tash_kalar.table import CARD, Table, fill, square, table_for


def gateway(table: Table, side: int = 0) -> str:
    found = get_void(table.state).gateways[side]
    return "" if found < 0 else format_square(found)


def mark(table: Table, name: str, side: int = 0) -> Table:
    """Make a square the Gateway of a side."""
    open_gateway(table.state, square(name), None, side)
    table.state.choices = None
    return table


def imp(form: str = "duel") -> Table:
    """Shadow Imp can be summoned on e5."""
    return table_for("shadow_imp", form=form).draw("c . .\n. . c", "d4")


def hound() -> Table:
    """Hell Hound can be summoned on f5."""
    return table_for("hell_hound").draw(". c c .\nc . . c", "c5")


# --- the Gateway -------------------------------------------------------------------------------------------------


def test_n1_there_is_none_at_the_start_and_one_at_most() -> None:
    assert get_void(imp().state).gateways == (-1, -1)
    table = mark(mark(imp(), "d4"), "f5")
    assert gateway(table) == "f5"


def test_n2_in_everything_else_it_is_an_ordinary_piece() -> None:
    table = mark(imp(), "d4").summon("shadow_imp", "e5", "-")
    assert table.at("e5") == "c" and gateway(table) == "d4"


def test_n3_without_a_gateway_the_next_being_becomes_it_before_its_effect() -> None:
    table = imp()
    table.do(act.SUMMON + CARD["shadow_imp"]).do(act.SQUARE + square("e5"))
    assert gateway(table) == "e5"
    table.choose("e6")
    assert gateway(table) == "e6" and table.phase == "main", "being the Gateway it moves nothing else"


def test_n4_a_heroic_being_takes_the_mark_from_a_common_piece() -> None:
    assert gateway(mark(hound(), "d5").summon("hell_hound", "f5", "-")) == "f5"


def test_n5_a_being_summoned_on_the_gateway_is_the_gateway() -> None:
    table = mark(imp().put("c", "e5"), "e5").summon("shadow_imp", "e5", "-")
    assert gateway(table) == "e5"


def test_n6_otherwise_the_mark_stays() -> None:
    assert gateway(mark(imp(), "f5").summon("shadow_imp", "e5", "-")) == "f5"
    assert gateway(mark(hound().put("h", "a5"), "a5").summon("hell_hound", "f5", "-")) == "a5"
    assert gateway(mark(hound().put("h", "d5"), "d5").summon("hell_hound", "f5", "-")) == "d5", "a pattern piece"


def test_n7_only_beings_of_nethervoid_become_it() -> None:
    table = Table(decks=("highland", "nethervoid")).hold("wild_eagle")
    way = table.state.book.card(CARD["wild_eagle"]).ways[0]
    for offset in way.pieces:
        table.put("h", format_square(square("e5") + offset))
    table.do(act.SUMMON + CARD["wild_eagle"]).do(act.SQUARE + square("e5"))
    assert table.at("e5") != "." and gateway(table) == ""
    assert gateway(imp().place("a5")) == "", "no placed piece"


def test_n8_a_legendary_piece_is_no_gateway() -> None:
    table = mark(imp().put("h", "a5"), "a5")
    set_rank(table.state, square("a5"), 2, None)
    assert gateway(table) == ""


def test_n9_the_mark_travels_and_stays_when_the_piece_turns() -> None:
    table = mark(imp().put("c", "a5"), "a5")
    relocate(table.state, square("a5"), square("b5"), False, None)
    set_rank(table.state, square("b5"), 1, None)
    assert gateway(table) == "b5"
    set_rank(table.state, square("b5"), 0, None)
    assert gateway(table) == "b5"


def test_n10_destroyed_converted_or_picked_up_there_is_none() -> None:
    table = mark(imp().put("c", "a5"), "a5")
    destroy(table.state, square("a5"), True, None)
    assert gateway(table) == ""
    table = mark(imp().put("c", "a5"), "a5")
    take(table.state, square("a5"), None)
    assert gateway(table) == ""
    table = mark(imp().put("C", "a5"), "a5", 1)
    convert(table.state, square("a5"), 0, None)
    assert gateway(table, 0) == gateway(table, 1) == "", "the new owner gets no mark"


def test_n10_picked_up_for_a_summoning_that_being_becomes_it() -> None:
    table = fill(imp(), "c", 14)
    free = next(name for name, sign in table.pieces().items() if sign == "c" and name not in ("d4", "f5"))
    mark(table, free)
    assert not supply(table.state, 0, 0)
    table.do(act.SUMMON + CARD["shadow_imp"]).do(act.SQUARE + square("e5"))
    while table.phase in ("showing", "picking"):
        wanted = act.PICK + square(free)
        table.do(wanted if wanted in table.legal() else table.legal()[0])
    assert gateway(table) == "e5"


def test_n11_without_a_gateway_its_clauses_do_nothing() -> None:
    table = table_for("demon_of_sloth").draw(". .\nc .", "d4").put("h", "a5")
    table.ends_turns = False
    table.state.actions = 1
    table.state.choices = None
    mark(table, "a5").summon("demon_of_sloth", "e4")
    assert table.at("a5") == "." and table.at("e4") == "h" and gateway(table) == ""
    assert not EXPANSION.zones["beside gateway"](table.state)


def test_n12_each_side_has_its_own() -> None:
    table = mark(mark(imp().put("C", "a5"), "a5", 1), "d4")
    assert find_gateway(table.state) == square("d4") and gateway(table, 1) == "a5"


def test_n13_beside_the_gateway_are_the_eight_squares_around_it() -> None:
    table = table_for("flame_imp").draw("c . .\n. c .", "d4").put("C", "e4").put("C", "a5")
    mark(table, "d4")
    table.do(act.SUMMON + CARD["flame_imp"]).do(act.SQUARE + square("f4"))
    assert table.offered(act.SQUARE) == {"e4", "e5"}, "own ones too, not the Gateway itself"


def test_n14_toward_the_gateway_the_distance_shrinks() -> None:
    table = mark(table_for("power_seeker").draw(". c . c .\n. . c . c", "d4").put("h", "d8"), "d8")
    table.do(act.SUMMON + CARD["power_seeker"]).do(act.SQUARE + square("d4"))
    assert table.offered(act.SQUARE) == {"c5", "d5", "e5"}


def test_n15_a_card_makes_another_piece_the_gateway() -> None:
    table = mark(table_for("gate_keeper").draw(". c .\nc . c", "d4"), "e4").summon("gate_keeper", "e5", "2 c>a5")
    assert gateway(table) == "a5" and table.at("e4") == "c"


def test_n16_a_team_has_one_gateway() -> None:
    table = Table("team_duel", 4, ("nethervoid", "highland", "sylvan", "imperial_north")).hold("shadow_imp")
    assert len(get_void(table.state).gateways) == 2


def test_n17_colours_are_those_of_the_square_at_that_moment() -> None:
    for name, more in (("e5", True), ("a7", False)):
        table = table_for("acolyte_of_destruction").draw(". . .\nc . c\n. . .\n. c .", "f3")
        mark(table.put("h", name).put("C", "c4").put("H", "c5"), name)
        table.summon("acolyte_of_destruction", "g3", "c4")
        assert ("c5" in table.offered(act.SQUARE)) == more, name


# --- the beings --------------------------------------------------------------------------------------------------


def test_n18_shadow_imp_takes_the_gateway_along() -> None:
    table = mark(imp().put("h", "a5"), "a5").summon("shadow_imp", "e5", "e6 a6")
    assert gateway(table) == "a6" and table.at("a6") == "h"
    table = mark(imp().put("h", "a5"), "a5").summon("shadow_imp", "e5", "d5")
    assert gateway(table) == "a5" and table.phase == "main", "there is no square west of it"


def test_n19_flame_imp_destroys_a_common_piece_beside_the_gateway() -> None:
    table = mark(table_for("flame_imp").draw("c . .\n. c .", "d4").put("C", "e4"), "d4")
    table.summon("flame_imp", "f4", "e4")
    assert table.at("e4") == "." and table.state.tally[3] == 1


def test_n20_gate_keeper_upgrades_or_places_the_gateway() -> None:
    table = table_for("gate_keeper").draw(". c .\nc . c", "d4").summon("gate_keeper", "e5", "1 e5")
    assert table.at("e5") == "h" and gateway(table) == "e5"
    table = table_for("gate_keeper").draw(". c .\nc . c", "d4").summon("gate_keeper", "e5", "-")
    assert gateway(table) == "e5", "it became the Gateway by itself"


def test_n21_demon_of_gluttony() -> None:
    table = mark(table_for("demon_of_gluttony").draw(". . .\nc c c", "d4").put("h", "a5"), "a5")
    table.put("C", "e3").put("H", "e2").summon("demon_of_gluttony", "e4", "e3 e2")
    assert table.at("e2") == "h" and gateway(table) == "e2"
    table = mark(table_for("demon_of_gluttony").draw(". . .\nc c c", "d4").put("h", "a5"), "a5").put("C", "e3")
    table.summon("demon_of_gluttony", "e4", "e3 -")
    assert table.at("e3") == "h" and gateway(table) == "a5", "stopping after the upgrade"


def test_n22_demon_of_pride_becomes_the_gateway() -> None:
    table = mark(table_for("demon_of_pride").draw(". .\nc .\nc c", "d4").put("h", "a5"), "a5")
    table.summon("demon_of_pride", "d4", "d3")
    assert table.at("d3") == "h" and gateway(table) == "d3"


def test_n23_acolyte_of_destruction_must_destroy_a_common_piece() -> None:
    table = table_for("acolyte_of_destruction").draw(". . .\nc . c\n. . .\n. c .", "f3")
    table.do(act.SUMMON + CARD["acolyte_of_destruction"]).do(act.SQUARE + square("g3"))
    assert act.DONE not in table.legal() and table.offered(act.SQUARE) == {"f4", "h4", "g6"}


def test_n24_acolyte_of_growth_places_more_on_green() -> None:
    table = mark(table_for("acolyte_of_growth").draw("c . c\nc . c", "d5").put("h", "c3"), "c3")
    table.summon("acolyte_of_growth", "e6", "c>a5 h>a6")
    assert table.at("a5") == "c" and table.at("a6") == "h"
    table = mark(table_for("acolyte_of_growth").draw("c . c\nc . c", "d5").put("h", "d3"), "d3")
    assert table.summon("acolyte_of_growth", "e6", "c>a5").phase == "main"


def test_n25_power_seeker_may_take_the_gateway_and_stops() -> None:
    table = mark(table_for("power_seeker").draw(". c . c .\n. . c . c", "d4").put("h", "d6"), "d6")
    table.summon("power_seeker", "d4", "d5 d6")
    assert gateway(table) == "" and table.at("d6") == "h" and table.phase == "main"
    table = table_for("power_seeker").draw(". c . c .\n. . c . c", "d4")
    table.summon("power_seeker", "d4", "d3")
    assert gateway(table) == "d3" and table.phase == "main", "being the Gateway it moves once"


def test_n26_hell_hound_goes_under_its_deck() -> None:
    for choices, sinks in (("g5", True), ("-", True), ("g4", False)):
        table = hound().put("C", "g5").put("L", "g4")
        before = deck_size(table.state, 0)
        table.summon("hell_hound", "f5", choices)
        local = CARD["hell_hound"] - first_card(table.state, 0)
        assert (table.state.bottoms[0] == (local,)) == sinks, choices
        assert bool(table.state.discards[0] >> local & 1) != sinks
        assert deck_size(table.state, 0) == before + sinks
        assert RULES.dump(RULES.load(RULES.dump(table.state))) == RULES.dump(table.state)


def test_n26_everybody_remembers_what_went_under_the_deck() -> None:
    """Every seat knows where it lies, beside what went there unseen, and that it is drawn."""
    table = hound().put("C", "g5")
    table.ends_turns = False
    table.summon("hell_hound", "f5", "g5")
    state, sunk = table.state, CARD["hell_hound"]
    first = first_card(state, 0)
    hidden = next(card for card in bits(state.pool[0]))
    state.pool[0] ^= 1 << hidden
    state.bottoms[0] = (*state.bottoms[0], hidden)
    for seat in (0, 1, None):
        view = RULES.view(state, seat)
        assert view["bottoms_seen"][0] == [sunk, None]
        for seed in range(8):
            other = RULES.determinize(view, SeededChance(seed))
            assert other.bottoms[0][0] == sunk - first and RULES.view(other, seat) == view
    assert RULES.load(RULES.dump(state)).sunk == state.sunk
    state.discards[0] |= state.pool[0]
    state.pool[0], state.tops[0] = 0, ()
    events: list[Event] = []
    draw_beings(state, 0, 1, SeededChance(1), events.append)
    assert events[0].data["seen"] == [sunk], "who counts along knows what is drawn"
    view = RULES.view(state, 1)
    assert view["open_hands"][0] == [sunk] and view["bottoms_seen"][0] == [None]
    assert all(RULES.determinize(view, SeededChance(seed)).hands[0] >> sunk - first & 1 for seed in range(8))
    assert RULES.dump(RULES.load(RULES.dump(state))) == RULES.dump(state)


def test_n26_with_an_empty_deck_it_is_discarded() -> None:
    table = hound()
    table.state.discards[0], table.state.pool[0] = table.state.pool[0], 0
    table.summon("hell_hound", "f5", "-")
    assert table.state.bottoms[0] == ()


def test_n27_vortexmaster_moves_the_gateway_and_a_piece_beside_it() -> None:
    table = table_for("vortexmaster").draw(". c .\nc . c\n. c .\n. . .", "d3").put("h", "a5").put("c", "a6")
    mark(table, "a5").summon("vortexmaster", "e6", "b5 a6 a7")
    assert gateway(table) == "b5" and table.at("a7") == "c"


def test_n28_gate_master_raises_the_gateway_and_counts_as_a_legend() -> None:
    table = mark(table_for("gate_master").draw(". c c .\nc . c c", "d4").put("h", "a5"), "a5")
    table.summon("gate_master", "e5", "d5")
    assert table.at("a5") == "l" and gateway(table) == "d5"
    assert table.state.summoned[4] == 1 and table.state.points[0] == 1
    table = table_for("gate_master").draw(". c c .\nc . c c", "d4").summon("gate_master", "e5", "d5")
    assert table.at("e5") == "l" and gateway(table) == "d5", "it was the Gateway itself by then"


def test_n28_in_a_melee_the_colour_is_chosen() -> None:
    table = Table("melee", 3, ("nethervoid", "highland", "sylvan")).hold("gate_master")
    mark(table.draw(". c c .\nc . c c", "d4").put("h", "a5"), "a5")
    table.summon("gate_master", "e5", "d5")
    assert set(table.legal()) == {act.COLOUR + 1, act.COLOUR + 2}
    table.do(act.COLOUR + 2)
    assert table.state.points[:4] == [0, 0, 1, 0]


def test_n29_hell_rider_rides_once_as_the_gateway_else_three_times() -> None:
    table = table_for("hell_rider").draw("c c c\nc . .", "d4").summon("hell_rider", "d4", "d3")
    assert table.phase == "main" and gateway(table) == "d3"
    table = mark(table_for("hell_rider").draw("c c c\nc . .", "d4").put("h", "a5"), "a5")
    table.summon("hell_rider", "d4", "d3 d2 d1")
    assert table.at("d1") == "h" and table.phase == "main"


def test_n30_demon_of_wrath() -> None:
    table = mark(table_for("demon_of_wrath").draw(". . c\nc . c\n. c .", "d4").put("h", "a5"), "a5").put("C", "a6")
    table.summon("demon_of_wrath", "e4")
    assert table.at("a6") == "."
    table = mark(table_for("demon_of_wrath").draw(". . c\nc . c\n. c .", "d4").put("h", "a5"), "a5").put("C", "b7")
    table.summon("demon_of_wrath", "e4", "a6")
    assert table.at("b7") == "." and gateway(table) == "a6"


def test_n31_demon_of_greed_pays_with_own_pieces() -> None:
    table = mark(table_for("demon_of_greed").draw("c c .\n. . .\nc . c", "d4").put("c", "a5").put("h", "a6"), "a5")
    table.do(act.SUMMON + CARD["demon_of_greed"]).do(act.SQUARE + square("e5"))
    assert gateway(table) == "e5" and "e5" not in table.offered(act.SQUARE) and act.DONE not in table.legal()
    table.choose("a5")
    assert table.at("a6") == ".", "the only heroic piece that is not the Gateway"
    assert table.state.actions == 3


def test_n32_demon_of_lust_draws_two_pieces_near() -> None:
    table = mark(table_for("demon_of_lust").draw(". . .\nc c .\n. c c", "d4").put("h", "a5").put("C", "c7"), "a5")
    table.summon("demon_of_lust", "d4", "c7")
    assert table.at("b6") == "C" and "b6" not in table.offered(act.SQUARE), "another piece now"
    assert "a5" not in table.offered(act.SQUARE)


def test_n33_demon_of_sloth_idles_or_ends_the_gateway() -> None:
    table = table_for("demon_of_sloth").draw(". .\nc .", "d4")
    table.ends_turns = False
    table.state.actions = 3
    table.summon("demon_of_sloth", "e4")
    assert table.state.actions == 1 and gateway(table) == "e4"
    table = table_for("demon_of_sloth").draw(". .\nc .", "d4")
    table.ends_turns = False
    table.state.actions = 1
    table.state.choices = None
    table.summon("demon_of_sloth", "e4")
    assert table.at("e4") == "." and gateway(table) == ""


def test_n34_demon_of_envy_places_until_it_has_as_many() -> None:
    table = table_for("demon_of_envy").draw("c . .\n. c c", "d4")
    for name in ("a5", "a6", "b7", "h8", "g8"):
        table.put("C", name)
    table.do(act.SUMMON + CARD["demon_of_envy"]).do(act.SQUARE + square("e5"))
    assert act.DONE not in table.legal()
    table.choose("c>e4")
    assert act.DONE not in table.legal(), "four against five"
    table.choose("c>f4")
    assert table.phase == "main", "five against five"


def test_n35_possessed_summoner() -> None:
    table = table_for("possessed_summoner").draw(". . c\nc c .\n. c .", "d4").put("C", "g4").put("C", "i6")
    table.hold("possessed_summoner", "shadow_imp", flares=(0,))
    table.summon("possessed_summoner", "e4", "C>g5 1")
    assert get_void(table.state).possessed == 1 and table.state.actions == 2
    card = table.state.book.card(CARD["shadow_imp"])
    assert targets(table.state, card) == 1 << square("h5") | 1 << square("h6"), "only C at g4, g5 and i6 form it"
    table.summon("shadow_imp", "h6", "-")
    assert table.at("h6") == "c" and get_void(table.state).possessed == -1


def test_n35_the_possession_ends_with_the_turn() -> None:
    table = table_for("possessed_summoner").draw(". . c\nc c .\n. c .", "d4").put("C", "a5")
    table.summon("possessed_summoner", "e4", "C>a6")
    table.place("a7")
    assert table.state.active == 1 and get_void(table.state).possessed == -1
    assert EXPANSION.find_pattern_colour(table.state) == -1
