"""The rules of shortage, of the forms, the end of a game and teams, each in a position."""

from engine.chance import SeededChance
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.cards import LEGENDS
from games.tash_kalar.maps import bits
from games.tash_kalar.scoring import standing
from games.tash_kalar.state import MAIN, limit, supply

from .table import CARD, Table, fill, square, table_for, time_elemental


def test_shortage_the_destroyed_own_piece_is_used_again() -> None:
    table = fill(table_for("sapling").draw("c\nc\nc", "e4"), "c", 13)
    assert supply(table.state, 0, 0) == 0
    before = len(table.pieces())
    table.summon("sapling", "e4")
    assert len(table.pieces()) == before and table.at("e4") == "h"


def test_shortage_a_piece_the_pattern_does_not_need_is_picked_up() -> None:
    table = fill(table_for("sapling").draw(".\nc\nc", "e4"), "c", 14)
    table.do(act.SUMMON + CARD["sapling"]).do(act.SQUARE + square("e4"))
    assert table.phase == "picking"
    assert not {"e5", "e6"} & table.offered(act.PICK)
    table.do(act.PICK + square("c7"))
    assert table.at("c7") == "." and table.at("e4") == "h"
    assert not table.told("destroyed"), "picking up is not destroying"


def test_shortage_of_legends_when_the_pattern_needs_all_of_them() -> None:
    table = table_for("titan").draw(". . .\n. l .\n. l .\nc l c", "d5")
    assert not table.can_summon("titan")
    table = table_for("titan").draw(". . .\n. l .\n. l .\nc c c", "d5").put("l", "a5")
    assert table.summon("titan", "e5").at("a5") == "."


def test_shortage_when_placing() -> None:
    table = fill(Table("duel").hold("assassin"), "c", 15).put("h", "e1")
    table.do(act.PICK + square("e1"))
    assert table.phase == "placing" and table.state.actions == 1
    assert table.place("e1").at("e1") == "c"


def test_no_being_goes_onto_a_higher_piece() -> None:
    assert not table_for("sapling").draw("H\nc\nc\nH", "e4").can_summon("sapling")
    assert table_for("sapling").draw("C\nc\nc\nH", "e4").can_summon("sapling")


def test_improvised_summoning_once_for_each_enemy_colour() -> None:
    table = Table("melee", 3, ("sylvan", "highland", "highland"), different=False).hold("sapling", "dryad")
    table.draw(".\nc\nC", "e4")
    assert table.can_summon("sapling")
    table.summon("sapling", "e4")
    assert table.state.spent[0] == 0b10 and table.at("e6") == "C"
    table.hold("sapling").put("x", "e1").put("c", "e2")
    table.state.men = [mask & ~(1 << square("e4")) for mask in table.state.men]
    table.state.choices = None
    assert table.can_summon("sapling"), "colour 2 is not used up"
    table.do(act.SUMMON + CARD["sapling"])
    assert "e4" not in table.offered(act.SQUARE), "colour 1 is"


def test_in_a_duel_nobody_improvises_but_war_summoner_lends_a_piece() -> None:
    table = table_for("wolf_rider").draw(". . .\nc c c\n. . .", "e5").put("C", "e7")
    assert not table.can_summon("wolf_rider")
    table.state.lent, table.state.choices = 1, None
    assert table.summon("wolf_rider", "e5", "-").state.lent == 0


def test_duel_points() -> None:
    table = Table("duel")
    table.state.tally[3:6] = (3, 2, 1)
    table.place("a5").place("a6")
    assert table.state.points[0] == 1 + 2 + 2, "a pair, two heroic, one legendary; the odd common gives nothing"


def test_a_legend_gives_a_point_in_a_duel_an_upgrade_does_not() -> None:
    assert time_elemental().state.points[0] == 1
    table = table_for("tree_shepherd").draw("c . c\n. c c", "d5").put("h", "a5")
    assert table.summon("tree_shepherd", "e5", "a5 -").state.points[0] == 0


def test_melee_unpaired_commons_of_two_colours_give_one_point_of_choice() -> None:
    table = Table("melee", 3)
    table.state.tally[3:9] = (1, 0, 0, 3, 0, 0)
    table.place("a5").place("a6")
    assert table.phase == "left_over"
    assert table.legal() == (act.COLOUR + 1, act.COLOUR + 2)
    table.do(act.COLOUR + 1)
    assert table.state.points[:3] == [0, 1, 1] and table.state.active == 1
    one = Table("melee", 3)
    one.state.tally[3:6] = (1, 0, 0)
    one.place("a5").place("a6")
    assert one.state.active == 1, "a single one gives nothing"


def test_melee_a_legend_gives_a_point_in_a_colour_of_choice() -> None:
    table = Table("melee", 3).hold("time_elemental").draw("h . h\n. h .\nc . c", "d6")
    table.summon("time_elemental", "e5")
    assert table.legal() == (act.COLOUR + 1, act.COLOUR + 2)
    assert table.do(act.COLOUR + 2).state.points[2] == 1


def test_the_end_in_a_duel_everybody_has_one_more_turn() -> None:
    table = Table("duel")
    table.state.points[0] = 17
    table.state.tally[3:6] = (0, 1, 0)
    table.place("a5").place("a6")
    for _ in range(2):
        assert table.phase == "main"
        for _ in range(2):
            free = next(action for action in table.legal() if act.PLACE <= action < act.PICK)
            table.do(free)
    assert table.phase == "over"
    assert RULES.result(table.state) == (1, 2)


def test_the_end_in_the_high_form_counts_legends_in_the_arena_now() -> None:
    table = Table("high")
    table.state.points[0] = 8
    table.put("l", "i5").place("a5").place("a6")
    assert table.state.final == 2
    without = Table("high")
    without.state.points[0] = 8
    assert without.place("a5").place("a6").state.final == -1


def test_the_last_card_of_a_deck_triggers_the_end() -> None:
    for form, seats, left in (("duel", 2, 0), ("team_duel", 4, 6)):
        table = Table(form, seats)
        state = table.state
        table.hold("assassin") if state.decks[0] == 1 else None
        for card in [card for card in range(18) if state.pool[0] >> card & 1]:
            if state.pool[0].bit_count() > left + 1:
                state.pool[0] ^= 1 << card
                state.discards[0] |= 1 << card
        lowest = state.hands[0] & -state.hands[0]
        state.hands[0] ^= lowest
        state.discards[0] |= lowest
        state.choices = None
        table.place("a5").place("a6")
        assert state.final == seats, form


def test_ties_go_to_upgraded_pieces_then_to_pieces_and_are_shared_then() -> None:
    assert standing(Table("duel").put("h", "e5").put("C", "e6").put("C", "e7").state) == (1, 2)
    assert standing(Table("duel").put("c", "e5").put("C", "e6").put("C", "e7").state) == (2, 1)
    assert standing(Table("duel").put("c", "e5").put("C", "e6").state) == (1, 1)


def test_melee_the_weakest_colour_counts_then_the_next() -> None:
    table = Table("melee", 3)
    table.state.points = [0, 2, 5, 0, 2, 0, 4, 0, 9, 1, 0, 0]
    assert standing(table.state) == (1, 2, 3)


def giving_up(table: Table) -> Table:
    table.state.may_surrender, table.state.choices = 1, None
    return table


def test_t16_surrender_is_for_two_sides_and_possible_after_an_action() -> None:
    table = giving_up(Table("duel"))
    assert act.SURRENDER in table.legal()
    table.place("a5")
    assert act.SURRENDER in table.legal()
    table.do(act.SURRENDER)
    assert RULES.result(table.state) == (2, 1)
    assert act.SURRENDER not in Table("melee", 3, surrender=True).legal()


def test_t16_surrender_is_possible_in_the_middle_of_a_summoning_and_the_card_goes_somewhere() -> None:
    for choices in ((), ("e5",)):
        table = giving_up(table_for("blood_shaman").draw(". . c\n. . c\nc c .", "d4"))
        table.do(act.SUMMON + CARD["blood_shaman"])
        for each in choices:
            table.do(act.SQUARE + square(each))
        assert table.phase == ("effect" if choices else "target")
        table.do(act.SURRENDER)
        assert RULES.result(table.state) == (2, 1)
        assert RULES.dump(RULES.load(RULES.dump(table.state))) == RULES.dump(table.state)


def test_t16_surrender_is_not_for_the_partner_who_finishes_a_turn() -> None:
    table = giving_up(Table("team_duel", 4))
    assert act.SURRENDER in table.legal()
    assert act.SURRENDER not in table.do(act.HAND_OVER).legal()


def test_t18_the_eldest_tree_tends_every_square_once() -> None:
    table = table_for("the_eldest_tree").put("h", "f4").put("c", "c5").put("c", "g5").put("h", "d6").put("C", "e4")
    table.summon("the_eldest_tree", "e5", "e4")
    assert table.at("e4") == "." and table.phase == "effect"
    assert "e4" not in table.offered(act.SQUARE)


def test_discarding_once_a_turn_and_other_cards_under_their_decks() -> None:
    table = Table("duel", 2, ("sylvan", "highland")).hold("sapling", "dryad", "unicorn", "titan", flares=(3,))
    table.do(act.DISCARD + CARD["dryad"])
    assert table.phase == "returning" and table.state.actions == 1
    table.do(act.RETURN + CARD["titan"]).do(act.RETURN + CARD["sapling"]).do(act.DONE)
    assert table.state.bottoms[0] == (0,) and table.state.legend_bottom == ((11, 0),)
    assert not [action for action in table.legal() if act.DISCARD <= action < act.RETURN]
    other = RULES.view(table.state, 1)
    assert other["legend_deck"]["bottom"] == [[None, 0]] and other["bottom_sizes"][0] == 1
    table.place("a5")
    assert table.state.hands[0].bit_count() == 3


def test_the_first_turn_of_the_game_has_one_action() -> None:
    for seed in range(5):
        table = Table("high", seed=seed)
        state = RULES.new({"form": "high"}, 2, table.chance)
        assert state.turn == 1 and state.actions == 1


def test_duel_the_second_seat_lays_a_piece_of_each_colour() -> None:
    state = RULES.new({"form": "duel"}, 2, Table().chance)
    second = 1 - state.first
    assert RULES.to_act(state) == (second,)
    RULES.apply(state, second, RULES.legal(state, second)[0], Table().chance)
    assert sum(mask.bit_count() for mask in state.men) == 2 and state.active == state.first


def test_melee_the_right_neighbour_lays_three_pieces() -> None:
    for seats in (3, 4):
        table = Table()
        state = RULES.new({"form": "melee"}, seats, table.chance)
        right = (state.first - 1) % seats
        for _ in range(3):
            assert RULES.to_act(state) == (right,)
            RULES.apply(state, right, RULES.legal(state, right)[-1], table.chance)
        with_piece = {man // 3 for man, mask in enumerate(state.men) if mask}
        assert len(with_piece) == 3
        assert seats == 3 or (state.first + 1) % 4 not in with_piece


def test_score_markers_are_pieces_of_the_box() -> None:
    found = [limit(Table(form, seats).state) for form, seats in (("high", 2), ("duel", 2), ("melee", 3), ("melee", 4))]
    assert found == [17, 16, 15, 14]


# --- teams ------------------------------------------------------------------------------------------


def test_team_the_partner_places_what_is_left_and_the_turn_ends() -> None:
    table = Table("team_duel", 4).do(act.HAND_OVER)
    assert table.seat == 2
    assert all(act.PLACE <= action < act.PICK for action in table.legal()), "no card, no flare, no discarding"
    assert table.state.legends[0] == 0 and table.state.legends[2]
    table.place("a5").place("a6")
    assert table.state.active == 1 and table.at("a5") == "c"


def test_team_the_partner_finishes_an_effect() -> None:
    table = Table("team_duel", 4, ("sylvan",)).hold("kiskin_farseeders").draw(". . c\nc . .", "d5")
    table.do(act.SUMMON + CARD["kiskin_farseeders"]).do(act.SQUARE + square("e5"))
    table.do(act.HAND_OVER)
    assert table.seat == 2
    table.choose("c>d5")
    assert table.at("d5") == "c" and table.phase == "main" and table.seat == 2
    table.place("a5")
    assert table.state.active == 1


def test_team_the_legends_go_to_the_partner_who_draws() -> None:
    table = Table("team_duel", 4).place("a5").place("a6")
    assert table.state.legends[0] == 0 and table.state.legends[2].bit_count() == 2


def test_team_before_an_extra_turn_the_legends_come_back_after_a_hand_over() -> None:
    table = Table("team_duel", 4).hold("time_elemental").draw("h . h\n. h .\nc . c", "d6")
    table.summon("time_elemental", "e5").do(act.HAND_OVER).place("a5")
    assert table.seat == 0 and table.state.actions == 2
    assert (table.state.legends[0].bit_count(), table.state.legends[2]) == (2, 0)


def test_team_one_colour_and_one_score() -> None:
    table = Table("team_duel", 4)
    table.state.points[4 + 1] = 3
    assert standing(table.state) == (3, 1, 3, 1)


def test_the_view_says_who_plays_which_colour_and_what_legends_give() -> None:
    assert RULES.view(Table("team_duel", 4).state, 0)["sides"] == [0, 1, 0, 1]
    assert RULES.view(Table("melee", 3).state, None)["sides"] == [0, 1, 2]
    for form, points in (("high", 2), ("duel", 0)):
        view = RULES.view(Table(form).put("l", "e5").put("l", "c4").put("C", "d4").state, 0)
        assert view["legend_points"] == [points, 0] == view["scores"]


def test_team_the_giver_still_knows_the_legends_it_gave() -> None:
    """The view keeps them, and a guess at what is hidden deals no others there."""
    table = Table("team_duel", 4).place("a5").place("a6")
    given = [LEGENDS + card for card in bits(table.state.legends[2])]
    assert RULES.view(table.state, 0)["known_legends"] == given and len(given) == 2
    assert RULES.view(table.state, 1)["known_legends"] == [] == RULES.view(table.state, None)["known_legends"]
    for seed in range(10):
        guess = RULES.determinize(RULES.view(table.state, 0), SeededChance(seed))
        assert guess.legends[2] == table.state.legends[2]


def test_team_a_legend_put_under_the_deck_may_be_any_of_the_known_ones() -> None:
    table = Table("team_duel", 4).place("a5").place("a6")
    state = table.state
    state.active = state.acting = 2
    state.phase, state.choices, state.actions = MAIN, None, 2
    being = next(each for each in table.legal() if act.DISCARD <= each < act.RETURN)
    legend = LEGENDS + bits(state.legends[2])[0]
    table.do(being).do(act.RETURN + legend)
    assert RULES.view(state, 0)["known_legends"] == []
