"""The tournament: groups, the two stages of a trick, crowns, the change of seats, the final."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.chance import ScriptedChance, SeededChance, dice
from engine.contract import BadOptions, BadState, Event
from games.king_of_12 import RULES
from games.king_of_12.actions import LAY, TAKE_ONE, TURN
from games.king_of_12.cards import (
    ALCHEMIST,
    GAMBLER,
    GOLEM,
    KNIGHT,
    LADY,
    MACHINE,
    MERCHANTS,
    ORACLE,
    PARASITE,
    REVERSER,
    SORCERER,
    TROUBLEMAKERS,
)
from games.king_of_12.state import CHOOSE, CROWN, EFFECTS, OVER, THEFT
from games.king_of_12.tournament.state import (
    SIZES,
    TournamentState,
    rotate_seats,
    sizes_for,
    split_groups,
)
from tests.support.legal_order import check_order

BASIC = [KNIGHT, SORCERER, ORACLE, ALCHEMIST, MACHINE, PARASITE, GOLEM]
WITH_REVERSER = [SORCERER, ORACLE, ALCHEMIST, MACHINE, PARASITE, REVERSER]


class Tournament:
    """A hall whose dice and cards the test chooses. Players are numbered as they sit: 0 is seat 1."""

    def __init__(self, seats: int, cards: Sequence[int] = WITH_REVERSER, **options: Any) -> None:
        settings = {"set": "chosen", "cards": sorted(card for card in cards if card), **options}
        self.events: list[Event] = []
        hall = RULES.new(settings, seats, SeededChance(1), None)
        assert isinstance(hall, TournamentState)
        self.hall: TournamentState = hall

    def faces(self, *faces: int) -> "Tournament":
        self.hall.faces = list(faces)
        return self

    def play(self, cards: Sequence[int], *script: tuple[str, int]) -> "Tournament":
        """Everybody who plays commits a card; ``script`` is what falls when they are revealed."""
        self.events.clear()
        chance = ScriptedChance(script)
        waiting = self.hall.waiting
        for seat, card in zip(waiting, cards, strict=True):
            RULES.apply(self.hall, seat, card, chance, self.events.append)
        assert chance.rest == 0
        return self

    def choose(self, seat: int, action: int, *script: tuple[str, int]) -> "Tournament":
        chance = ScriptedChance(script)
        RULES.apply(self.hall, seat, action, chance, self.events.append)
        assert chance.rest == 0
        check_order(RULES, self.hall)
        return self

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.data) for event in self.events if event.kind == kind]

    @property
    def points(self) -> list[int]:
        return self.hall.points


# --- groups ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(5, 17))
def test_the_groups_of_the_table_in_the_rulebook(seats: int) -> None:
    wanted = {
        5: "2/3", 6: "3/3", 7: "3/4", 8: "4/4", 9: "3/3/3", 10: "3/3/4", 11: "3/4/4", 12: "4/4/4", 13: "3/3/3/4",
        14: "3/3/4/4", 15: "3/4/4/4", 16: "4/4/4/4",
    }  # fmt: skip
    hall = RULES.new({}, seats, SeededChance(1))
    assert isinstance(hall, TournamentState)
    assert "/".join(str(len(group)) for group in hall.groups) == wanted[seats]
    assert [seat for group in hall.groups for seat in group] == list(range(seats))
    assert sum(SIZES[seats]) == seats


def test_twelve_may_also_play_in_four_groups_of_three() -> None:
    hall = RULES.new({"twelve": "threes"}, 12, SeededChance(1))
    assert isinstance(hall, TournamentState)
    assert [len(group) for group in hall.groups] == [3, 3, 3, 3]
    assert RULES.check_options({"twelve": "threes"}, 11)["twelve"] == "fours"
    with pytest.raises(BadOptions, match="twelve"):
        RULES.check_options({"twelve": "sixes"}, 12)


def test_k08_players_on_every_third_seat_move_to_the_next_of_those() -> None:
    assert rotate_seats(tuple(range(8)), (4, 4)) == (0, 1, 5, 3, 4, 2, 6, 7)
    assert rotate_seats(tuple(range(12)), (4, 4, 4)) == (0, 1, 11, 3, 4, 2, 6, 7, 5, 9, 10, 8)
    assert rotate_seats(tuple(range(16)), (4, 4, 4, 4))[2::3] == (14, 2, 5, 8, 11)


def test_k08_with_five_players_seat_three_swaps_with_seat_one() -> None:
    assert rotate_seats((0, 1, 2, 3, 4), (2, 3)) == (2, 1, 0, 3, 4)


@pytest.mark.parametrize(("seats", "twelve"), [*((n, "fours") for n in range(5, 17)), (12, "threes")])
def test_k08_the_groups_change_every_time(seats: int, twelve: str) -> None:
    sizes = sizes_for(seats, twelve)
    order = tuple(range(seats))
    for _ in range(6):
        after = rotate_seats(order, sizes)
        assert sorted(after) == list(range(seats))
        assert {frozenset(g) for g in split_groups(after, sizes)} != {frozenset(g) for g in split_groups(order, sizes)}
        order = after


# --- a trick --------------------------------------------------------------------------------------


def test_worked_example_f_the_centre_of_fifteen() -> None:
    """Lea 3 Machine, Tom 10 Reverser, Bob 10 Oracle, Mia 4 Oracle win their groups of 3, 4, 4 and 4.

    In the centre the Oracles cancel; values Lea 10, Tom 3, Mia 4, Bob 10; Lea and Bob drop out;
    Mia takes 2, Tom 1, and the second of every group has 1.
    """
    hall = Tournament(15)
    # The faces that the dice must show after the group stage: Reverser and Oracle change them there.
    #            Lea        Tom           Bob          Mia
    hall.faces(3, 2, 1, 3, 2, 1, 1, 5, 2, 1, 1, 6, 2, 1, 1)
    m, r, o, k, p = MACHINE, REVERSER, ORACLE, KNIGHT, PARASITE
    cards = [m, k, k, r, k, k, p, o, k, k, p, o, k, k, p]
    hall.play(cards, *dice(10, 4))
    assert hall.told("centre_meets")[0]["seats"] == [0, 3, 7, 11]
    lea, tom, bob, mia = 0, 3, 7, 11
    assert [hall.hall.faces[each] for each in (lea, bob, mia)] == [3, 10, 4]
    assert hall.told("values")[-1]["values"] == [10, 3, 10, 4]
    assert (hall.points[lea], hall.points[tom], hall.points[bob], hall.points[mia]) == (0, 1, 0, 2)
    assert sorted(hall.points) == [0] * 9 + [1] * 5 + [2]


def test_the_group_winner_takes_nothing_in_the_group_and_second_place_its_token() -> None:
    hall = Tournament(6).faces(9, 5, 2, 8, 4, 1)
    hall.play([KNIGHT] * 3 + [MACHINE] * 3)
    # Group winners 9 and 8; in the centre the 8 has a Machine now: 15, but the live Knight lets the lowest win.
    assert hall.told("to_centre") == [
        {"seat": 0, "value": 9, "how": "highest"},
        {"seat": 3, "value": 8, "how": "highest"},
    ]
    assert hall.told("values")[-1]["values"] == [9, 15]
    assert hall.points == [2, 1, 0, 1, 1, 0]


def test_cards_cancelled_in_the_group_live_again_in_the_centre() -> None:
    hall = Tournament(6).faces(6, 5, 2, 8, 4, 1)
    hall.play([MACHINE, MACHINE, MACHINE, PARASITE, PARASITE, PARASITE])
    assert hall.told("values")[-1]["values"] == [13, 1]
    assert hall.points[0] == 2


def test_number_effects_of_the_group_are_forgotten_and_faces_stay() -> None:
    hall = Tournament(6, [ALCHEMIST, REVERSER, MACHINE, PARASITE, SORCERER, ORACLE]).faces(6, 2, 1, 3, 9, 1)
    hall.play([ALCHEMIST, KNIGHT, KNIGHT, REVERSER, PARASITE, PARASITE])
    # Group: 6 + 6 = 12; the Reverser turns 3 to 10. Centre: 12 afresh; the Reverser turns 10 back to 3.
    assert hall.hall.faces[3] == 3
    assert hall.told("values")[-1]["values"] == [12, 3]


def test_k13_a_group_without_a_winner_sends_nobody_and_one_alone_takes_two() -> None:
    hall = Tournament(6).faces(6, 6, 6, 8, 4, 1)
    hall.play([MACHINE, MACHINE, MACHINE, KNIGHT, KNIGHT, KNIGHT])
    assert hall.told("centre_meets")[0]["seats"] == [3]
    assert hall.points == [0, 0, 0, 2, 1, 0]


def test_k13_alone_with_an_own_gambler_it_takes_one() -> None:
    cards = [GAMBLER, MACHINE, PARASITE, REVERSER, SORCERER, ORACLE]
    hall = Tournament(6, cards).faces(6, 6, 6, 8, 4, 1)
    hall.play([MACHINE, MACHINE, MACHINE, GAMBLER, KNIGHT, KNIGHT])
    # In the group the Gambler is live: second place takes 2.
    assert hall.points == [0, 0, 0, 1, 2, 0]


def test_k13_nobody_in_the_centre_ends_the_trick() -> None:
    hall = Tournament(6).faces(6, 6, 6, 8, 8, 8)
    hall.play([KNIGHT] * 6)
    assert not hall.told("centre_meets") and hall.hall.phase == CHOOSE
    assert hall.points == [0] * 6 and len(hall.hall.tricks) == 1


def test_k13_merchants_of_the_centre_pass_dice_along_the_hall_and_they_stay() -> None:
    cards = [MERCHANTS, MACHINE, PARASITE, REVERSER, SORCERER, ORACLE]
    hall = Tournament(9, cards).faces(9, 1, 2, 8, 1, 2, 7, 1, 2)
    # Merchants of players 0 and 1 cancel each other in the group, and 0 wins with 9; in the centre they live.
    hall.play([MERCHANTS, MERCHANTS, PARASITE, MACHINE, KNIGHT, KNIGHT, MACHINE, KNIGHT, KNIGHT])
    passed = hall.told("dice_passed")[-1]
    assert passed["was"] == [9, 8, 7] and passed["faces"] == [7, 9, 8]
    assert [hall.hall.faces[seat] for seat in (0, 3, 6)] == [7, 9, 8]


def test_k13_the_sorcerer_chooses_again_in_the_centre() -> None:
    hall = Tournament(6).faces(9, 2, 1, 8, 1, 2)
    hall.play([SORCERER, PARASITE, PARASITE, MACHINE, PARASITE, PARASITE])
    hall.choose(0, TURN + 12)
    assert hall.hall.phase == EFFECTS and hall.hall.waiting == (0,)
    assert TURN + 12 not in RULES.legal(hall.hall, 0), "it must turn the die again"
    hall.choose(0, TURN + 11)
    assert hall.hall.faces[0] == 11 and hall.told("values")[-1]["values"] == [11, 15]


def test_k13_the_oracle_rolls_again_in_the_centre() -> None:
    hall = Tournament(6).faces(9, 2, 1, 8, 1, 2)
    hall.play([ORACLE, PARASITE, PARASITE, MACHINE, KNIGHT, KNIGHT], *dice(11, 3))
    assert [each["face"] for each in hall.told("rolled")] == [11, 3]
    assert hall.hall.faces[0] == 3 and hall.told("values")[-1]["values"] == [3, 15]


def test_choices_in_several_groups_are_made_at_once_and_in_secret() -> None:
    hall = Tournament(6).faces(9, 1, 2, 8, 1, 2)
    hall.play([SORCERER, PARASITE, PARASITE, SORCERER, PARASITE, PARASITE])
    assert hall.hall.waiting == (0, 3)
    hall.choose(3, TURN + 12)
    view = RULES.view(hall.hall, 0)
    assert view["committed"][3] and view["own_commit"] is None and view["faces"][3] == 8
    hall.choose(0, TURN + 12)
    # The Sorcerers meet in the centre and cancel each other; 12 against 12: nobody wins.
    assert hall.points == [0, 0, 1, 0, 0, 1]


def test_k13_ladies_cancelled_in_the_centre_may_steal() -> None:
    cards = [LADY, MACHINE, PARASITE, REVERSER, SORCERER, ORACLE]
    hall = Tournament(6, cards).faces(9, 1, 2, 8, 1, 2)
    hall.hall.ones[0] = hall.hall.points[0] = 1
    hall.play([LADY, KNIGHT, KNIGHT, LADY, KNIGHT, KNIGHT])
    assert hall.hall.phase == THEFT and hall.hall.waiting == (3,)
    hall.choose(3, TAKE_ONE)
    assert hall.points == [2, 0, 1, 2, 0, 1]


def test_a_lady_silences_her_own_group_only() -> None:
    cards = [LADY, MACHINE, PARASITE, REVERSER, SORCERER, ORACLE]
    hall = Tournament(6, cards).faces(9, 1, 2, 8, 1, 2)
    hall.play([MACHINE, LADY, KNIGHT, MACHINE, KNIGHT, PARASITE])
    values = [each["values"] for each in hall.told("values")]
    assert values[0] == [9, 1, 2]
    assert values[1] == [15, 1, -5]


def test_troublemakers_turn_the_dice_of_their_group_only() -> None:
    cards = [TROUBLEMAKERS, MACHINE, PARASITE, REVERSER, SORCERER, ORACLE]
    hall = Tournament(6, cards).faces(9, 1, 3, 8, 1, 2)
    hall.play([TROUBLEMAKERS, PARASITE, MACHINE, PARASITE, PARASITE, MACHINE])
    assert hall.hall.faces[:3] == [4, 12, 10]
    # In the first group 10 + 7 wins.
    assert hall.told("to_centre")[0] == {"seat": 2, "value": 17, "how": "highest"}


# --- rounds ---------------------------------------------------------------------------------------


def ended(hall: Tournament, points: Sequence[int], crowns: Sequence[int] | None = None) -> Tournament:
    """The last trick of a round: points as given before it, nobody scores in it."""
    state = hall.hall
    state.points = list(points)
    state.ones = list(points)
    state.twos = [0] * state.seats
    state.length = 1
    if crowns is not None:
        state.crowns = tuple(crowns)
        state.covered = list(crowns)
        state.laid = tuple((1 << KNIGHT) * bool(count) for count in crowns)
        state.hands = [state.cards & ~laid for laid in state.laid]
    hall.faces(*[6] * state.seats)
    hall.play([MACHINE] * state.seats)
    return hall


def test_points_are_compared_inside_each_group() -> None:
    hall = ended(Tournament(6), [3, 6, 6, 5, 4, 4])
    assert hall.hall.phase == CROWN and hall.hall.waiting == (0, 3)
    assert [each["seat"] for each in hall.told("round_won")] == [0, 3]


def test_k09_a_group_without_a_round_winner_gives_no_crown() -> None:
    hall = ended(Tournament(6), [6, 6, 0, 5, 4, 4])
    assert hall.hall.waiting == (3,)
    assert [told["seats"] for told in hall.told("group_unwon")] == [[0, 1, 2]]


def test_no_crowns_at_all_and_the_next_round_begins_with_changed_seats() -> None:
    hall = Tournament(6)
    state = hall.hall
    state.points = state.ones = [6, 6, 0, 4, 4, 4]
    state.twos = [0] * 6
    state.length = 1
    hall.faces(*[6] * 6)
    hall.play([MACHINE] * 6, *dice(1, 2, 3, 4, 5, 6))
    assert state.phase == CHOOSE and state.round == 2
    assert state.order == (0, 1, 5, 3, 4, 2)
    assert state.groups == ((0, 1, 5), (3, 4, 2))
    assert state.crowns == (0,) * 6 and state.points == [0] * 6


def test_a_round_ends_for_everybody_together_at_eight_points() -> None:
    hall = Tournament(6).faces(9, 1, 2, 8, 1, 2)
    hall.hall.twos[4] = 4
    hall.hall.points[4] = 8
    hall.play([KNIGHT] * 3 + [PARASITE] * 3)
    assert hall.told("round_ends")[0]["cause"] == "points"
    assert hall.told("round_ends")[0]["seat"] == 4


def test_crowns_are_laid_at_once_and_in_secret() -> None:
    hall = ended(Tournament(6), [3, 6, 6, 5, 4, 4])
    hall.choose(3, LAY + ORACLE)
    assert hall.hall.waiting == (0,)
    assert RULES.view(hall.hall, 0)["own_crowns"] == []
    assert RULES.view(hall.hall, 3)["own_crowns"] == [ORACLE]
    cards = [event for event in hall.events if event.kind == "crown_card"]
    assert [event.seats for event in cards] == [(3,)]
    hall.choose(0, LAY + ORACLE, *dice(1, 2, 3, 4, 5, 6))
    assert hall.hall.round == 2 and hall.hall.crowns == (1, 0, 0, 1, 0, 0)
    assert hall.hall.length == 5


def test_a_second_crown_alone_wins_the_tournament_at_once() -> None:
    hall = ended(Tournament(6), [3, 6, 6, 5, 4, 4], [1, 0, 0, 0, 1, 0])
    assert hall.hall.phase == OVER
    assert RULES.view(hall.hall, 0)["champion"] == 0


def test_the_others_stand_by_crowns_and_then_by_the_points_of_all_rounds() -> None:
    """Two have one crown, with 5 and 4 points; three have none, two of them with 6 points before they dropped them."""
    hall = ended(Tournament(6), [3, 6, 6, 5, 4, 4], [1, 0, 0, 0, 1, 0])
    assert RULES.result(hall.hall) == (1, 4, 4, 2, 3, 6)


# --- the final ------------------------------------------------------------------------------------


def final() -> Tournament:
    """Players 0 and 3 have their second crowns at the same time and have laid them."""
    hall = ended(Tournament(6), [3, 6, 6, 5, 4, 4], [1, 0, 0, 1, 0, 0])
    assert hall.hall.phase == CROWN and hall.hall.waiting == (0, 3)
    hall.choose(0, LAY + ORACLE)
    return hall.choose(3, LAY + SORCERER, *dice(10, 4))


def test_k14_finalists_lay_their_second_crowns_and_play_four_tricks_with_five_cards() -> None:
    hall = final()
    state = hall.hall
    assert state.finalists == (0, 3) and state.waiting == (0, 3) and state.length == 4
    assert [state.hands[seat].bit_count() for seat in (0, 3)] == [5, 5]
    assert RULES.legal(state, 1) == ()
    assert RULES.view(state, 1)["stage"] == "final"


def test_k14_eight_points_do_not_end_the_last_round() -> None:
    hall = final()
    state = hall.hall
    state.ones[0] = state.points[0] = 9
    hall.play([MACHINE, PARASITE])
    assert state.phase == CHOOSE and len(state.tricks) == 1
    hall.play([PARASITE, MACHINE])
    hall.play([REVERSER, ALCHEMIST])
    assert state.phase == CHOOSE
    hall.play([ALCHEMIST, REVERSER])
    assert state.phase == OVER and state.champion == 0
    assert RULES.result(state) == (1, 3, 3, 2, 5, 5)
    assert hall.told("game_won") == [{"seat": 0, "tournament": True}]


def test_k14_without_a_winner_the_last_round_is_played_again() -> None:
    hall = final()
    state = hall.hall
    state.ones = [2, 0, 0, 2, 0, 0]
    state.points = [2, 0, 0, 2, 0, 0]
    state.length = 1
    hall.faces(*[6] * 6)
    hall.play([MACHINE, MACHINE], *dice(3, 9))
    assert state.phase == CHOOSE and state.finalists == (0, 3)
    assert state.points == [0] * 6 and [state.faces[0], state.faces[3]] == [3, 9]
    assert [state.hands[seat].bit_count() for seat in (0, 3)] == [5, 5]


def test_the_others_never_learn_the_crowns_of_a_finalist() -> None:
    hall = final()
    drawn = {RULES.determinize(RULES.view(hall.hall, 1), SeededChance(seed)).laid[0] for seed in range(40)}
    assert len(drawn) > 5 and all(mask.bit_count() == 2 for mask in drawn)


# --- dumps ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("order", [0, 0, 1, 2, 3, 4], "order"),
        ("sizes", [2, 4], "sizes"),
        ("waiting", [], "waiting"),
        ("waiting", [0, 9], "waiting"),
        ("covered", [1, 0, 0, 0, 0, 0], "covered"),
        ("groups", [[0, 1, 2], [2, 3, 4]], "groups"),
        ("thefts", [[0]], "thefts"),
        ("half", [1], "half"),
        ("worked", [[[0], [1]]], "worked"),
        ("stage", 7, "stage"),
    ],
)
def test_a_damaged_dump_is_refused_with_its_place(field: str, value: Any, said: str) -> None:
    data = RULES.dump(Tournament(6).hall)
    data[field] = value
    with pytest.raises(BadState, match=said):
        RULES.load(data)
