"""Everfrost: rulings E1 to E31, a test each or more."""

import pytest

from games.tash_kalar import RULES, actions as act
from games.tash_kalar.cards import box
from games.tash_kalar.everfrost.rules import EXPANSION
from games.tash_kalar.everfrost.words import (
    change,
    get_frost,
    replace_entry,
)
from games.tash_kalar.moves import Kind, decode
from games.tash_kalar.state import first_card, supply
from tests.tash_kalar.table import CARD, Table, square, table_for

FROZEN = {
    "crystal_grower", "ice_princess", "ice_queen", "frostweave_summoner", "winter_whisperer", "ice_wyvern",
    "frostweave_illusionist",
}  # fmt: skip


def local(code: str) -> int:
    return CARD[code] - first_of_deck()


def first_of_deck() -> int:
    return EXPANSION.deck * 18


def store(table: Table, code: str, seat: int = 0) -> Table:
    """Store a card of the seat's deck, wherever it was."""
    bit = 1 << local(code)
    state = table.state
    state.pool[seat] &= ~bit
    state.hands[seat] &= ~bit
    state.discards[seat] &= ~bit
    change(state, stored=replace_entry(get_frost(state).stored, seat, local(code)))
    state.choices = None
    return table


def stored(table: Table, seat: int = 0) -> str:
    card = get_frost(table.state).stored[seat]
    return "" if card < 0 else table.state.book.card(first_card(table.state, seat) + card).code


def discards(table: Table, seat: int = 0) -> set[str]:
    first = first_card(table.state, seat)
    return {table.state.book.card(first + card).code for card in range(18) if table.state.discards[seat] >> card & 1}


def thaw(table: Table, choices: str = "") -> Table:
    table.do(EXPANSION.first_action)
    return table.choose(choices)


def can_thaw(table: Table) -> bool:
    return EXPANSION.first_action in table.legal()


# --- frozen effects ----------------------------------------------------------------------------------------------


def test_e1_seven_beings_have_a_frozen_line() -> None:
    cards = box().cards[first_of_deck() : first_of_deck() + 18]
    assert {card.code for card in cards if card is not None and card.line} == FROZEN
    only = [card.code for card in cards if card is not None and card.line and len(card.program) == 2]
    assert only == ["frostweave_summoner", "winter_whisperer"]


def test_e2_the_card_is_stored_after_its_effect_and_not_discarded() -> None:
    table = table_for("crystal_grower").draw(". . .\nc c .\n. . C", "d4").summon("crystal_grower", "e4")
    assert table.at("f6") == "H", "the normal effect: of every enemy colour one is upgraded"
    assert table.at("d5") == table.at("e5") == "c", "the line is not carried out yet"
    assert stored(table) == "crystal_grower" and "crystal_grower" not in discards(table)
    assert table.told("stored")[0]["discarded"] is None


def test_e3_a_stored_card_is_public_and_counts_in_no_pile() -> None:
    table = store(table_for("snow_fox"), "ice_wyvern")
    for seat in (0, 1, None):
        view = RULES.view(table.state, seat)
        assert view["everfrost"]["stored"][0] == local("ice_wyvern")
        assert CARD["ice_wyvern"] not in view["hand"] + view["discards"][0]
    assert table.state.pool[0].bit_count() + table.state.hands[0].bit_count() == 17


def test_e3_it_is_stored_even_if_its_being_is_gone() -> None:
    table = table_for("frostweave_illusionist").draw("c . c\n. . .\n. c .", "d4")
    table.put("C", "a5").summon("frostweave_illusionist", "e4")
    assert table.at("e4") == "C" and stored(table) == "frostweave_illusionist"


@pytest.mark.parametrize(
    ("choice", "kept", "other"), [("1", "ice_princess", "ice_wyvern"), ("2", "ice_wyvern", "ice_princess")]
)
def test_e4_of_two_cards_the_owner_keeps_either(choice: str, kept: str, other: str) -> None:
    table = store(table_for("ice_princess"), "ice_wyvern").draw(". . .\n. c .\nc . c", "d4")
    table.summon("ice_princess", "e4", "-")
    assert {act.OPTION, act.OPTION + 1} == set(table.legal()), "thawing is too late now"
    table.choose(choice)
    assert stored(table) == kept and discards(table) == {other}


def test_e5_thawed_before_between_and_after_the_actions_of_the_own_turn() -> None:
    table = store(table_for("snow_fox"), "crystal_grower").put("c", "e5")
    assert can_thaw(table)
    table.place("a5")
    assert can_thaw(table)
    table.ends_turns = False
    table.place("a4")
    assert table.state.actions == 0 and can_thaw(table) and act.END in table.legal()
    thaw(table, "e5")
    assert table.at("e5") == "h"


def test_e5_never_in_another_turn_or_inside_an_effect() -> None:
    table = store(table_for("snow_fox"), "crystal_grower").draw(". c .\n. . c", "d4")
    table.do(act.SUMMON + CARD["snow_fox"])
    assert not can_thaw(table)
    table.do(act.SQUARE + square("d4"))
    assert not can_thaw(table), "inside the effect"
    table.choose("-")
    assert can_thaw(table)
    table.place("a5")
    table.ends_turns = False
    if act.END in table.legal():
        table.do(act.END)
    assert table.state.active == 1 and not can_thaw(table)


def test_e6_a_thaw_costs_no_action_and_the_card_goes_to_the_discards() -> None:
    table = store(table_for("snow_fox"), "crystal_grower").put("c", "e5")
    thaw(table, "")
    assert table.state.actions == 2 and table.at("e5") == "h"
    assert stored(table) == "" and discards(table) == {"crystal_grower"}
    assert table.state.summoned == (0, 0, 0, 0, 0)
    assert not can_thaw(table)


def test_e7_with_nothing_to_do_the_card_is_spent() -> None:
    table = store(table_for("snow_fox"), "crystal_grower")
    thaw(table)
    assert discards(table) == {"crystal_grower"} and table.phase == "main"


def test_e8_an_action_gained_after_the_last_goes_on_with_the_turn() -> None:
    table = store(table_for("snow_fox", form="high"), "winter_whisperer").hold("snow_fox", flares=(0,))
    store(table, "winter_whisperer").put("c", "e5").put("c", "e6")
    table.state.actions = 0
    table.state.choices = None
    table.ends_turns = False
    thaw(table, "e5 1")
    assert table.state.actions == 1 and table.state.flares[0] == 0 and table.state.active == 0
    assert act.END not in table.legal()


def test_e9_a_thaw_gives_the_opponent_nothing() -> None:
    table = store(table_for("snow_fox"), "crystal_grower").put("c", "e5")
    before = list(table.state.points)
    thaw(table)
    assert table.state.points == before


def test_e10_it_stays_from_turn_to_turn() -> None:
    table = store(table_for("snow_fox"), "crystal_grower").put("c", "e5").put("C", "e7")
    table.ends_turns = False
    for name in ("a5", "a4"):
        table.place(name)
    table.do(act.END)
    assert stored(table) == "crystal_grower" and table.state.active == 1


def test_e12_in_a_team_only_the_member_who_summoned_thaws_it() -> None:
    decks = ("everfrost", "highland", "everfrost", "sylvan")
    table = store(Table("team_duel", 4, decks).hold("snow_fox"), "crystal_grower", 2).put("c", "e5")
    assert not can_thaw(table), "the card lies before the partner"
    table.state.active = table.state.acting = 2
    table.state.choices = None
    assert can_thaw(table)


def test_e13_saves_and_views_know_the_stored_card() -> None:
    table = store(table_for("snow_fox"), "ice_queen")
    dumped = RULES.dump(table.state)
    assert dumped["everfrost"]["stored"] == [local("ice_queen"), -1]
    assert RULES.dump(RULES.load(dumped)) == dumped


# --- the beings --------------------------------------------------------------------------------------------------


def test_e14_snow_fox_moves_up_to_twice() -> None:
    table = table_for("snow_fox").draw(". c .\n. . c", "d4").put("C", "d5")
    table.summon("snow_fox", "d4", "c4 b4")
    assert table.at("b4") == "c" and table.at("d4") == "."


def test_e14_only_onto_empty_squares_as_a_common_piece() -> None:
    table = table_for("snow_fox").draw(". c .\n. . c", "d4").put("C", "d5")
    table.do(act.SUMMON + CARD["snow_fox"]).do(act.SQUARE + square("d4"))
    assert "d5" not in table.offered(act.SQUARE)


def test_e15_royal_reindeer_rises_when_nothing_was_destroyed() -> None:
    table = table_for("royal_reindeer").draw(". . .\nc c .\n. . c", "d4")
    table.summon("royal_reindeer", "e4", "e2")
    assert table.at("e2") == "h"
    table = table_for("royal_reindeer").draw(". . .\nc c .\n. . c", "d4")
    assert table.summon("royal_reindeer", "e4", "-").at("e4") == "h", "without a leap"


def test_e15_it_does_not_rise_when_summoning_or_leap_destroyed_a_piece() -> None:
    table = table_for("royal_reindeer").draw(". . .\nc c .\n. . c", "d4").put("C", "e2")
    assert table.summon("royal_reindeer", "e4", "e2").at("e2") == "c"
    table = table_for("royal_reindeer").draw(". C .\nc c .\n. . c", "d4")
    assert table.summon("royal_reindeer", "e4", "-").at("e4") == "c"


def test_e16_crystal_mirror_places_a_piece_of_the_same_rank() -> None:
    table = table_for("crystal_mirror").draw("c\n.\nc", "e4").put("H", "c4").put("C", "d5")
    table.do(act.SUMMON + CARD["crystal_mirror"]).do(act.SQUARE + square("e5"))
    assert table.offered(act.SQUARE) == {"c4", "d5"}
    table.choose("c4")
    assert table.at("g4") == "h" and table.at("f5") == ".", "one heroic piece or two common ones"


@pytest.mark.parametrize(
    ("rows", "corner", "squares"),
    [("c\n.\nc", "e4", "c4 d4 c5 d5 c6 d6"), ("c . c", "d5", "d3 e3 f3 d4 e4 f4")],
)
def test_e16_what_can_be_mirrored_is_offered_in_ascending_order(rows: str, corner: str, squares: str) -> None:
    """Whichever way the pattern is turned."""
    table = table_for("crystal_mirror").draw(rows, corner)
    for name in squares.split():
        table.put("C", name)
    table.do(act.SUMMON + CARD["crystal_mirror"]).do(act.SQUARE + square("e5"))
    assert len(table.offered(act.SQUARE)) > 2
    assert list(table.legal()) == sorted(table.legal())


def test_e16_a_second_common_piece_is_of_the_same_side() -> None:
    table = table_for("crystal_mirror").draw("c\n.\nc", "e4").put("C", "c4").put("C", "d6").put("C", "g6")
    table.do(act.SUMMON + CARD["crystal_mirror"]).do(act.SQUARE + square("e5"))
    table.choose("c4")
    assert table.at("g4") == "c" and table.offered(act.SQUARE) == {"d6"}
    table.choose("d6")
    assert table.at("f6") == "c"


def test_e17_crystal_grower_thawed_upgrades_an_own_common_piece() -> None:
    table = store(table_for("snow_fox"), "crystal_grower").put("c", "e5").put("c", "e6")
    assert thaw(table, "e6").at("e6") == "h"


def test_e18_ice_princess() -> None:
    table = table_for("ice_princess").draw(". . .\n. c .\nc . c", "d4").put("C", "d7")
    table.do(act.SUMMON + CARD["ice_princess"]).do(act.SQUARE + square("e4"))
    assert "e4" not in table.offered(act.SQUARE), "not with itself"
    table.choose("d6 d7")
    assert table.at("d7") == "c"
    table = store(table_for("snow_fox"), "ice_princess").put("c", "e5").put("C", "e6")
    table.do(EXPANSION.first_action)
    assert "e6" not in table.offered(act.SQUARE), "a standard move of a common piece takes nothing"


def test_e19_ice_queen() -> None:
    table = table_for("ice_queen").draw(". c .\n. c .\nc . c", "d4").put("h", "a5").put("H", "a6")
    table.summon("ice_queen", "e4", "a5 a6")
    assert table.at("a6") == "h" and table.at("e4") == "h"
    table = store(table_for("snow_fox"), "ice_queen").put("h", "e5").put("c", "e6")
    assert thaw(table, "e6").at("e6") == "h", "own common pieces may be taken"


def test_e20_frostweave_summoner_lends_an_enemy_piece_to_the_next_pattern() -> None:
    table = store(table_for("snow_fox"), "frostweave_summoner").draw(". C .\n. . c", "d4")
    assert not table.can_summon("snow_fox") and not can_thaw(table)
    borrow = [action for action in table.legal() if decode(action).kind == Kind.USE]
    assert [decode(action).card for action in borrow] == [CARD["snow_fox"]]
    table.do(borrow[0])
    assert table.phase == "target" and discards(table) == {"frostweave_summoner"}
    table.do(act.SQUARE + square("d4"))
    assert table.at("d4") == "c" and table.at("e4") == "C"
    assert table.told("summoned")[0]["helped_by"] == square("e4")
    assert get_frost(table.state).borrowed == 0


def test_e20_it_is_offered_only_with_a_summoning() -> None:
    table = store(table_for("snow_fox"), "frostweave_summoner")
    assert not any(decode(action).kind == Kind.USE for action in table.legal())


def borrow(table: Table, code: str) -> Table:
    """Thaw Frostweave Summoner with the summoning of a card."""
    return table.do(EXPANSION.first_action + 1 + CARD[code])


def can_borrow(table: Table) -> set[int]:
    return {decode(action).card for action in table.legal() if decode(action).kind == Kind.USE}


def test_e20_it_adds_up_with_a_piece_that_war_summoner_lends() -> None:
    table = store(table_for("snow_fox"), "frostweave_summoner").draw(". C .\n. . C", "d4")
    assert not can_borrow(table), "one permission is not enough for two enemy pieces"
    table.state.lent = 1
    table.state.choices = None
    assert not table.can_summon("snow_fox") and can_borrow(table) == {CARD["snow_fox"]}
    borrow(table, "snow_fox").do(act.SQUARE + square("d4"))
    assert table.at("d4") == "c" and table.told("summoned")[0]["helpers"] == [square("e4"), square("f5")]
    assert table.state.lent == 0 and get_frost(table.state).borrowed == 0


def test_e20_it_adds_up_with_an_improvised_summoning_which_alone_spends_its_colour() -> None:
    table = store(table_for("snow_fox", form="melee", seats=3), "frostweave_summoner").draw(". C .\n. . x", "d4")
    assert not table.can_summon("snow_fox") and can_borrow(table) == {CARD["snow_fox"]}
    borrow(table, "snow_fox").do(act.SQUARE + square("d4"))
    assert table.phase == "showing", "which of the two colours is spent"
    showing = {action: decode(action).helper for action in table.legal()}
    table.do(next(action for action, helper in showing.items() if helper == 2))
    assert table.at("d4") == "c" and [told["colour"] for told in table.told("improvised")] in ([1], [2])
    assert table.state.spent[0].bit_count() == 1


def test_e20_it_saves_the_colour_of_an_improvised_summoning() -> None:
    table = store(table_for("snow_fox", form="melee", seats=3), "frostweave_summoner").draw(". C .\n. . c", "d4")
    assert table.can_summon("snow_fox") and can_borrow(table) == {CARD["snow_fox"]}
    borrow(table, "snow_fox").do(act.SQUARE + square("d4"))
    assert table.at("d4") == "c" and table.state.spent[0] == 0 and not table.told("improvised")


def test_e20_a_colour_used_up_helps_only_by_the_lent_piece() -> None:
    table = store(table_for("snow_fox", form="melee", seats=3), "frostweave_summoner").draw(". C .\n. . C", "d4")
    table.state.spent[0] = 1 << 1
    table.state.choices = None
    assert not can_borrow(table)
    table.put("x", "f5")
    assert can_borrow(table) == {CARD["snow_fox"]}
    borrow(table, "snow_fox").do(act.SQUARE + square("d4"))
    assert [told["colour"] for told in table.told("improvised")] == [2], "the colour that is left"


def test_e20_a_borrowed_piece_may_replace_an_own_one_where_it_matters_which_are_used() -> None:
    own, other = ("g5 h", "f6 h", "e7 h", "g7 c", "h8 c"), ("c5 H", "d4 h", "e3 h", "c3 c", "b2 c")
    table = store(table_for("snow_fox").hold("two_headed_dragon", "snow_fox"), "frostweave_summoner")
    for entry in (*own, *other):
        name, sign = entry.split()
        table.put(sign, name)
    assert table.can_summon("two_headed_dragon") and CARD["two_headed_dragon"] in can_borrow(table)
    borrow(table, "two_headed_dragon").do(act.SQUARE + square("e5"))
    assert table.phase == "showing" and sorted(decode(action).helper > 0 for action in table.legal()) == [False, True]
    table.do(next(action for action in table.legal() if decode(action).helper))
    assert table.told("summoned")[0]["helped_by"] == square("c5")


def test_e21_winter_whisperer_gains_an_action_for_both_halves() -> None:
    for choices, actions in (("e5 1", 3), ("- 1", 2), ("e5 -", 2), ("- -", 2)):
        table = table_for("snow_fox").hold("snow_fox", flares=(0,))
        store(table, "winter_whisperer").put("c", "e5").put("c", "e6")
        thaw(table, choices)
        assert table.state.actions == actions, choices
        assert bool(table.state.flares[0]) == ("1" not in choices)
        assert table.state.tally == [0] * 6, "an own piece never counts"


def test_e22_frozen_chest_takes_a_card_from_the_discards() -> None:
    table = table_for("frozen_chest").draw("c c c", "d5")
    table.state.pool[0] &= ~(1 << local("ice_queen") | 1 << local("snow_fox"))
    table.state.discards[0] = 1 << local("ice_queen") | 1 << local("snow_fox")
    table.summon("frozen_chest", "e5", "<ice_queen")
    assert stored(table) == "ice_queen" and discards(table) == {"snow_fox", "frozen_chest"}
    assert can_thaw(table), "in the same turn"


def test_e22_with_a_card_stored_already_one_of_the_two_is_kept() -> None:
    table = store(table_for("frozen_chest").draw("c c c", "d5"), "ice_wyvern")
    table.state.pool[0] &= ~(1 << local("ice_queen"))
    table.state.discards[0] = 1 << local("ice_queen")
    table.summon("frozen_chest", "e5", "<ice_queen 2")
    assert stored(table) == "ice_wyvern" and "ice_queen" in discards(table)


def test_e23_sentinel_takes_an_action_from_the_other_players() -> None:
    table = table_for("everfrost_sentinel").draw("C .\nc .\nc c\n. c", "d4")
    table.summon("everfrost_sentinel", "d4", "d4")
    assert table.at("d4") == "c" and get_frost(table.state).slowed == (0, 1)
    table.place("a5")
    assert table.state.active == 1 and table.state.actions == 1
    assert get_frost(table.state).slowed == (0, 0)


def test_e23_only_if_the_summoning_destroyed_an_enemy() -> None:
    table = table_for("everfrost_sentinel").draw(". .\nc .\nc c\n. c", "d4")
    table.summon("everfrost_sentinel", "d4")
    assert table.at("d4") == "h" and get_frost(table.state).slowed == (0, 0)


def test_e24_glacier_giant_slides_and_breaks_a_legend() -> None:
    table = table_for("glacier_giant").draw(". . .\n. c .\nc c c", "d3").put("C", "d4").put("L", "b6")
    table.summon("glacier_giant", "e3", "d4 c5 b6")
    assert table.at("b6") == "." and table.at("c5") == ".", "the legend and the giant are destroyed"
    assert table.state.tally[3:] == [1, 0, 1]


def test_e25_polar_bear_goes_on_while_it_destroys() -> None:
    table = table_for("polar_bear").draw(". c c .\n. c . c", "d4").put("H", "d3").put("C", "d2")
    table.summon("polar_bear", "d4", "d3 d2 e1")
    assert table.at("e1") == "h"
    table = table_for("polar_bear").draw(". c c .\n. c . c", "d4")
    table.summon("polar_bear", "d4", "d3")
    assert table.at("d3") == "h" and table.phase == "main", "the chain ends"


def test_e26_war_sled_turns_by_45_degrees_at_most() -> None:
    table = table_for("war_sled").draw("c . .\nc c c", "c4")
    table.do(act.SUMMON + CARD["war_sled"]).do(act.SQUARE + square("e4"))
    if table.phase == "showing":
        table.do(next(action for action in table.legal() if action >= act.SHOW))
    assert table.offered(act.SQUARE) == {"f3", "f4", "f5"}
    table.choose("f4")
    assert table.offered(act.SQUARE) == {"g3", "g4", "g5"}
    table.choose("g3")
    assert table.offered(act.SQUARE) == {"g2", "h2", "h3"}
    assert table.choose("-").at("g3") == "h"


def test_e27_snow_monster_destroys_common_enemies_beside_own_pieces() -> None:
    table = table_for("snow_monster").draw(". c c .\nc . . c", "d4")
    table.put("C", "e6").put("C", "g6").put("H", "d3").put("C", "c2").put("C", "e3")
    table.summon("snow_monster", "e4")
    assert table.at("e3") == "." and table.at("d3") == "H"
    assert table.at("e6") == "." and table.at("g6") == ".", "next to d5 and g5"
    assert table.at("c2") == "C", "next to no own piece"


def test_e28_frost_imp_pushes_a_common_piece_as_far_as_it_goes() -> None:
    table = table_for("frost_imp").draw("c . .\n. c .\n. . c", "d4").put("C", "f4").put("H", "i4")
    table.summon("frost_imp", "e4", "f4 g4")
    assert table.at("h4") == "C" and table.at("f4") == "."


def test_e29_ice_wyvern_dies_when_its_leap_destroys() -> None:
    table = table_for("ice_wyvern").draw(". c .\nc . .\n. c c", "d4").put("H", "e9")
    table.summon("ice_wyvern", "d4", "e9")
    assert table.at("e9") == "." and stored(table) == "ice_wyvern"
    table = store(table_for("snow_fox"), "ice_wyvern").put("h", "e5").put("l", "a5")
    table.do(EXPANSION.first_action)
    assert table.offered(act.PUT) == {"d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"}


def test_e30_deathbringer_removes_a_piece_from_the_game() -> None:
    table = table_for("deathbringer").draw(". c .\n. . .\nc c c", "d4").put("C", "g4")
    table.summon("deathbringer", "f4", "g4")
    assert table.state.tally[3] == 2 and supply(table.state, 1, 0) == 15
    assert get_frost(table.state).gone == ((0, 0), (1, 0))
    dumped = RULES.dump(table.state)
    assert supply(RULES.load(dumped), 1, 0) == 15


def test_e30_heroic_and_legendary_pieces_need_own_ones_beside_them() -> None:
    table = table_for("deathbringer").draw(". c .\n. . .\nc c c", "d4").put("H", "g4").put("L", "g5").put("H", "e3")
    table.do(act.SUMMON + CARD["deathbringer"]).do(act.SQUARE + square("f4"))
    assert table.offered(act.SQUARE) == {"e3", "e4"}, "e4 is the player's common piece"


def test_e31_frostweave_illusionist() -> None:
    table = table_for("frostweave_illusionist").draw("c . c\n. . .\n. c .", "d4")
    table.summon("frostweave_illusionist", "e4")
    assert table.at("e4") == "C" and table.state.summoned[0] == 1
    assert table.state.tally == [0] * 6, "it is not destroyed"
    table = store(table_for("snow_fox"), "frostweave_illusionist").put("C", "e5").put("C", "e6")
    thaw(table, "e6")
    assert table.at("e6") == "c" and table.state.tally[3] == 1
