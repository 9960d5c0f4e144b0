"""The numbered rulings of the rules reference, each in a position."""

import random

import pytest

from games.tash_kalar import RULES, actions as act, effect_compiler as word
from games.tash_kalar.candidates import get_program
from games.tash_kalar.cards import box
from games.tash_kalar.maps import BOARD, bits, format_square
from games.tash_kalar.scoring import score
from games.tash_kalar.state import PC, PICKED, TIMES, supply

from .table import CARD, Table, fill, square, table_for, time_elemental


def test_t1_with_a_piece_to_place_the_turn_cannot_be_ended() -> None:
    table = table_for("sapling")
    assert act.END not in table.legal()


def test_t1_with_no_free_piece_and_nothing_to_summon_the_turn_may_be_ended() -> None:
    table = table_for("sapling")
    for name in ["c1", "e1", "g1", "a3", "c3", "e3", "g3", "i3", "a5", "c5", "e5", "g5", "i5", "a7", "c7", "e7"]:
        table.put("c", name)
    assert supply(table.state, 0, 0) == 0
    legal = table.legal()
    assert act.END in legal
    assert act.PICK + square("c7") in legal, "picking one up to place it is allowed"
    assert act.DISCARD + CARD["sapling"] in legal, "so is discarding"
    table.do(act.END)
    assert table.state.active == 1


def test_t1_what_can_be_summoned_must_be() -> None:
    table = fill(table_for("sapling"), "c", 16)
    assert table.can_summon("sapling")
    assert act.END not in table.legal()


def test_t2_only_ways_that_differ_in_effect_are_offered() -> None:
    table = table_for("sylvan_princess").draw(". c . . .\nc . . . c\n. . . . .\n. c . . .\n. . . . .", "b3")
    two_ways = table_for("wild_eagle").draw("c . c\n. . .\nc . c", "d4")
    two_ways.do(act.SUMMON + CARD["wild_eagle"]).do(act.SQUARE + square("e5"))
    assert two_ways.phase == "effect", "four ways to show it for e5, none of which matters"
    assert table.phase == "main"


def test_t2_ways_that_mark_other_squares_are_offered() -> None:
    table = table_for("time_mage").draw(". c .\nc . c\n. c .", "c4").put("c", "b4")
    table.do(act.SUMMON + CARD["time_mage"])
    assert "e4" in table.offered(act.SQUARE)
    table = table_for("gun_tower").draw("c c\nc c", "e6").do(act.SUMMON + CARD["gun_tower"])
    table.do(act.SQUARE + square("e5"))
    assert table.phase == "main", "both of its directions are the same either way"


def test_t2_which_pieces_are_used_is_asked_where_the_effect_needs_them() -> None:
    table = table_for("clan_guardian").draw(". . c .\n. . c .\nc c . c\n. . c .", "c3")
    table.do(act.SUMMON + CARD["clan_guardian"]).do(act.SQUARE + square("e5"))
    assert table.phase == "showing"
    assert len(table.legal()) == 2


def test_t3_bombs_last_action_means_no_action_left_when_it_is_summoned() -> None:
    for actions, sign in ((2, "."), (1, "c")):
        table = table_for("bomb").draw(". c\n. c", "e6")
        table.state.actions = actions
        table.summon("bomb", "e5")
        assert table.at("e5") == sign


def test_t4_straight_moves_stop_at_the_first_square_that_cannot_be_entered() -> None:
    table = table_for("messenger").draw("c . .\n. c .\n. . c", "d4").put("c", "b8").put("H", "e8")
    table.state.men = [mask & ~(1 << square("d4")) for mask in table.state.men]
    table.summon("messenger", "d4", "b8 c8 d8")
    assert table.at("d8") == "c" and table.at("e8") == "H"
    assert table.phase == "main"


def test_t5_shots_run_to_the_edge_and_only_what_the_card_says_blocks_them() -> None:
    cannon = table_for("cannon").draw(". c c\nc . .", "c5").put("L", "f5").put("C", "i5").summon("cannon", "e5", "E")
    assert cannon.at("i5") == "." and cannon.at("f5") == "L"
    tower = table_for("gun_tower").draw("c c\nc c", "e6").put("L", "c5").put("C", "b5").put("C", "d5")
    tower.summon("gun_tower", "e5", "W")
    assert (tower.at("d5"), tower.at("c5"), tower.at("b5")) == (".", "L", "C")


def test_t6_groups_hang_together_by_all_eight_squares_around() -> None:
    table = table_for("leviathan").draw(". . h h .\nh c . . .", "a6").put("C", "g2").put("C", "h3").put("C", "e2")
    table.summon("leviathan", "e5", "2 g2")
    assert "h3" in table.offered(act.SQUARE) and "e2" not in table.offered(act.SQUARE)


def test_t7_what_titan_destroys_is_not_destroyed_by_the_player() -> None:
    table = table_for("titan").draw(". . .\n. h .\n. h .\nc c c", "d5").put("L", "e4").summon("titan", "e5")
    assert table.at("e4") == "."
    assert sum(table.state.tally) == 0
    swordmaster = table_for("swordmaster").draw("c\n.\nc", "e4").put("C", "f4").summon("swordmaster", "e5", "f4")
    assert swordmaster.state.tally[3] == 1


def test_t8_the_end_is_tested_before_the_extra_turn_and_the_last_turns_begin_after_it() -> None:
    table = time_elemental()
    table.state.points[0] = 18
    table.place("a5")
    assert table.state.active == 0 and table.state.actions == 2
    assert table.state.triggered and table.state.final == -1, "tested, but the last turns are still to come"
    table.place("a6").place("a7")
    assert table.state.active == 1 and table.state.final == 2


def test_t8_a_legend_lost_in_the_extra_turn_does_not_undo_the_end() -> None:
    """High Form: 8 claimed and the legend in the arena are 9 when the turn ends."""
    table = time_elemental("high")
    table.state.points[0] = 8
    table.place("a5")
    assert table.state.active == 0 and table.state.actions == 2, "the extra turn"
    table.state.men[2] = 0
    assert score(table.state, 0) == 8
    table.place("a6").place("a7")
    assert table.state.active == 1 and table.state.final == 2


def test_t8_in_a_seats_last_turn_it_still_gives_one_more() -> None:
    table = time_elemental()
    table.state.final = 1
    table.place("a5")
    assert table.state.active == 0 and table.phase == "main"
    table.place("a6").place("a7")
    assert table.phase == "over"


def test_t9_flares_are_compared_once() -> None:
    """The upper effect of flare 1 brings the seat nearer, yet the lower one follows."""
    table = Table("duel").hold(flares=(1,))
    fill(table, "H", 4).do(act.FLARE + 4 + 1).choose("c>b4 c>b5")
    assert table.at("b5") == "c"


def test_t10_an_effect_without_an_owner_may_have_to_hit_an_own_piece() -> None:
    table = table_for("blood_shaman").draw(". . c\n. . c\nc c .", "d4")
    table.summon("blood_shaman", "e5", "e5")
    assert table.at("e5") == ".", "the new one included"


def test_t11_coloured_squares_work_in_every_form() -> None:
    for form in ("high", "duel"):
        table = table_for("ritual_master", form=form).draw("c . .\n. . .\nc . c", "b2").summon("ritual_master", "c3")
        assert table.state.actions == 3


def test_t12_forest_ancient_may_use_two_enemy_colours() -> None:
    table = Table("melee", 3, ("sylvan", "highland", "highland"), different=False).hold("forest_ancient")
    table.draw(". c .\nc . c\nc . .", "d4").put("C", "a5").put("x", "i5")
    table.summon("forest_ancient", "e5", "C>e6 x>f6")
    assert table.offered(act.SQUARE) == {"e6", "f6"}, "a5 and i5 are too far"
    table.choose("e6")
    assert table.at("f6") == ".", "the one left is destroyed without asking"


def test_t13_converting_needs_a_piece_of_ones_own_in_supply() -> None:
    def table() -> Table:
        return table_for("sylvan_princess").draw(". c .\n. . c\n. c .", "d6").put("C", "d4")

    found = fill(table(), "c", 12, "123")
    assert supply(found.state, 0, 0) == 1
    found.summon("sylvan_princess", "e5")
    assert supply(found.state, 0, 0) == 0 and found.phase == "main" and found.at("d4") == "C"
    assert table().summon("sylvan_princess", "e5", "d4").at("d4") == "c"


def test_t15_the_end_of_a_turn_looks_the_same_whatever_flare_is_held() -> None:
    """A turn that waited only where a flare can be played would tell everybody about it."""
    seen = []
    for flare in range(11):
        table = Table("duel", 2, ("sylvan", "highland")).hold(flares=(11,), seat=1).hold("sapling", flares=(flare,))
        table.put("H", "e5").put("H", "e6").ends_turns = False
        table.place("a5").place("a6")
        view = RULES.view(table.state, 1)
        seen.append({name: value for name, value in view.items() if name != "choices"})
        assert act.END in table.legal()
    assert all(view == seen[0] for view in seen)


def test_t15_without_a_flare_the_turn_ends_by_itself() -> None:
    table = Table("duel", 2, ("sylvan", "highland")).hold("sapling")
    table.ends_turns = False
    table.place("a5").place("a6")
    assert table.state.active == 1


SEVERAL = [
    card.code
    for card in box().cards
    if card and any(step.op == word.TEND or step.group or step.different for step in card.program)
]
"""Cards that deal with several squares or pieces, each of them once."""


@pytest.mark.parametrize("code", SEVERAL)
def test_t18_what_an_effect_is_done_with_is_not_offered_again(code: str) -> None:
    met = 0
    for seed in range(60):
        dice = random.Random(f"{code} {seed}")
        table = table_for(code)
        for name in [format_square(each) for each in bits(BOARD)]:
            if dice.random() < 0.3:
                table.put(dice.choice("cchCCH"), name)
        card = box().cards[CARD[code]]
        assert card is not None
        for offset in card.ways[0].pieces:
            table.put("h" if card.rank < 2 else "l", format_square(square("e5") + offset))
        if not table.can_summon(code):
            continue
        table.do(act.SUMMON + CARD[code])
        if "e5" not in table.offered(act.SQUARE):
            continue
        table.do(act.SQUARE + square("e5"))
        done: set[int] = set()
        at = -1
        while table.phase in ("effect", "showing", "picking") and RULES.to_act(table.state):
            fx = table.state.fx
            step = get_program(table.state)[fx[PC]] if table.phase == "effect" else None
            if fx[PC] != at or not fx[TIMES]:
                done, at = set(), fx[PC]
            choosing = step is not None and fx[PICKED] < 0 and (step.op == word.TEND or step.group or step.different)
            offered = {each - act.SQUARE for each in table.legal() if act.SQUARE <= each < act.PLACE}
            if choosing:
                assert not offered & done, f"{code}, seed {seed}"
                met += bool(done)
            legal = [each for each in table.legal() if each != act.DONE] or [act.DONE]
            action = dice.choice(legal)
            picked = fx[PICKED]
            table.do(action)
            if choosing and step is not None and not step.different:
                done.add(action - act.SQUARE)
            elif step is not None and step.different and picked >= 0:
                done = (done - {picked, action - act.SQUARE}) | {action - act.SQUARE}
    assert met > 5


def test_t14_of_two_ways_only_those_that_do_something_are_offered() -> None:
    table = table_for("fire_elemental").draw(". . C . .\n. . . . .\n. . . . .\n. h . c .\nh . c . c", "c3")
    table.do(act.SUMMON + CARD["fire_elemental"]).do(act.SQUARE + square("e5"))
    assert table.at("e3") == ".", "nothing stands beside it, so the second way is taken unasked"
    alone = table_for("fire_elemental").draw(". . . . .\n. h . c .\nh . c . c", "c5")
    alone.do(act.SUMMON + CARD["fire_elemental"]).do(act.SQUARE + square("e5"))
    assert alone.phase == "main" and alone.at("e5") == "l", "neither does anything: it is summoned all the same"


@pytest.mark.parametrize(("flare", "behind"), [(3, 5), (4, 3), (5, 4)])
def test_t14_flares_with_two_ways_offer_only_what_can_be_done(flare: int, behind: int) -> None:
    """No enemy common to convert, no own common to move or upgrade: placing is what is left, or nothing at all."""
    table = Table("duel").hold(flares=(flare,))
    for name in ["c8", "d8", "e8", "f8", "g8"][:behind]:
        table.put("H", name)
    table.do(act.FLARE + 4 * flare + 1)
    assert not [each for each in table.legal() if act.OPTION <= each < act.DIRECTION]
    assert table.phase == ("main" if flare == 4 else "effect")
    assert table.state.points[5] == 1, "it counts as played whatever it does"
