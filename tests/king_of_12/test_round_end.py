"""End of a round, crowns, end of the game, options."""

import json
from pathlib import Path

import pytest

from engine.chance import SeededChance
from engine.contract import BadOptions, BadState
from engine.schema import Misfit
from games.king_of_12 import RULES
from games.king_of_12.actions import LAY
from games.king_of_12.cards import CARDS_FILE, deck

from .table import CARD, FIRST_GAME, Table, last_trick


def test_a_round_ends_with_one_card_in_hand() -> None:
    table = last_trick([9, 5], ("knight", "golem"))
    table.play("golem", "knight")
    assert table.told("round_ends") == [{"round": 1, "points": [1, 2], "seat": 0, "cause": "cards"}]


def test_a_round_goes_on_with_two_cards_in_hand() -> None:
    table = Table([5, 5], FIRST_GAME)
    for trick, card in enumerate(("knight", "machine", "golem", "parasite", "alchemist"), 1):
        assert RULES.view(table.state, None)["trick"] == trick
        table.play(card, card)
    assert RULES.view(table.state, 0)["hand_sizes"] == [2, 2]
    assert "round_ends" not in table.kinds()


def test_a_round_ends_with_eight_points() -> None:
    table = Table([9, 5], FIRST_GAME).give((0, 3), (0, 0)).play("machine", "alchemist")
    assert table.told("round_ends") == [{"round": 1, "points": [8, 1], "seat": 0, "cause": "points"}]
    assert table.told("round_won")[0]["seat"] == 0


def test_seven_points_do_not_end_a_round() -> None:
    table = Table([9, 5], FIRST_GAME).give((1, 2), (0, 0)).play("machine", "alchemist")
    assert table.points == [7, 1]
    assert "round_ends" not in table.kinds()


def test_a_seat_with_a_crown_makes_the_round_shorter() -> None:
    table = Table([9, 5, 3], FIRST_GAME).crown(1, "oracle")
    assert table.state.length == 5
    assert RULES.view(table.state, 0)["hand_sizes"] == [7, 6, 7]


def test_the_winner_lays_a_crown_from_the_whole_hand() -> None:
    table = Table([9, 5], FIRST_GAME).give((0, 3), (0, 0)).play("machine", "alchemist")
    assert RULES.legal(table.state, 0) == tuple(LAY + card for card in FIRST_GAME)
    table.choose(0, LAY + CARD["machine"], rolls=[4, 11])
    assert table.state.crowns == (1, 0)
    assert table.points == [0, 0]
    assert table.faces == [4, 11]
    assert RULES.legal(table.state, 0) == (0, 1, 2, 3, 5, 6)
    assert RULES.legal(table.state, 1) == FIRST_GAME
    assert RULES.view(table.state, 0)["own_crowns"] == [CARD["machine"]]
    assert RULES.view(table.state, 1)["own_crowns"] == []


def test_the_crown_card_is_told_to_its_owner_only() -> None:
    table = Table([9, 5], FIRST_GAME).give((0, 3), (0, 0)).play("machine", "alchemist")
    table.choose(0, LAY + CARD["machine"], rolls=[4, 11])
    told = [event for event in table.events if event.kind in ("crown_laid", "crown_card")]
    assert [(event.kind, event.seats) for event in told] == [("crown_laid", None), ("crown_card", (0,))]
    assert "card" not in told[0].data


def test_cards_played_since_cannot_be_the_crown() -> None:
    table = Table([9, 5], FIRST_GAME).give((0, 3), (0, 0)).play("machine", "alchemist")
    table.choose(0, LAY + CARD["golem"], rolls=[4, 11]).play("knight", "golem")
    assert RULES.view(table.state, 1)["shown"] == [[CARD["knight"]], []]
    for seed in range(40):
        guess = RULES.determinize(RULES.view(table.state, 1), SeededChance(seed))
        assert not guess.laid[0] & 1 << CARD["knight"]


def test_the_second_crown_wins_at_once_without_a_card() -> None:
    table = Table([9, 5, 2], FIRST_GAME).crown(0, "oracle").give((0, 3), (0, 0), (0, 0))
    table.play("machine", "alchemist", "parasite")
    assert table.told("game_won") == [{"seat": 0}]
    assert RULES.to_act(table.state) == ()
    assert RULES.result(table.state) == (1, 2, 2)
    assert RULES.view(table.state, 2)["crowns"] == [2, 0, 0]
    assert RULES.view(table.state, 2)["result"] == [1, 2, 2]


def test_a_first_crown_does_not_win() -> None:
    table = Table([9, 5], FIRST_GAME).crown(1, "oracle").give((0, 3), (0, 0)).play("machine", "alchemist")
    table.choose(0, LAY + 0, rolls=[1, 2])
    assert table.state.crowns == (1, 1)
    assert RULES.result(table.state) == ()


def test_all_played_cards_come_back_but_the_crown() -> None:
    table = last_trick([9, 5], ("knight", "golem")).play("golem", "knight")
    winner = RULES.to_act(table.state)[0]
    table.choose(winner, LAY + CARD["parasite"], rolls=[1, 2])
    assert RULES.view(table.state, winner)["hand"] == [0, 1, 2, 3, 4, 6]
    assert RULES.view(table.state, 1 - winner)["hand_sizes"][1 - winner] == 7


def test_a_die_that_was_turned_stays_turned_in_the_round() -> None:
    table = Table([9, 5]).play("reverser", "knight")
    assert table.faces == [4, 5]
    table.play("machine", "golem")
    assert table.values == [11, 12]


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"set": "all"}, "set"),
        ({"promo": "both"}, "promo"),
        ({"colour": 1}, "colour"),
        ({"set": "chosen", "cards": [1, 2, 3]}, "cards"),
        ({"set": "chosen", "cards": [1, 1, 2, 3, 4, 5]}, "cards"),
        ({"set": "chosen", "cards": [0, 1, 2, 3, 4, 5]}, "cards"),
        ({"set": "chosen", "cards": [1, 2, 3, 4, 5, 12]}, "cards"),
        ({"set": "chosen", "cards": "all"}, "cards"),
        ({"set": "chosen", "promo": "faun", "cards": [1, 2, 3, 4, 5, 6]}, "cards"),
        ({"set": "chosen", "promo": "faun", "cards": [3, 4, 5, 6, 7]}, "cards"),
    ],
)
def test_bad_options_name_the_option(options: dict[str, object], word: str) -> None:
    with pytest.raises(BadOptions, match=word):
        RULES.check_options(options, 3)


@pytest.mark.parametrize("seats", [0, 1, 17])
def test_bad_numbers_of_seats(seats: int) -> None:
    with pytest.raises(BadOptions, match="seats"):
        RULES.check_options({}, seats)


def test_chosen_sets() -> None:
    chance = SeededChance(1)
    plain = RULES.new({"set": "chosen", "cards": [3, 4, 5, 6, 7, 8]}, 2, chance)
    assert RULES.view(plain, 0)["set"] == [0, 3, 4, 5, 6, 7, 8]
    promo = RULES.new({"set": "chosen", "promo": "faun", "cards": [1, 2, 5, 6, 7]}, 2, chance)
    assert RULES.view(promo, 0)["set"] == [0, 1, 2, 5, 6, 7, 13]
    assert RULES.view(promo, 0)["promo"] == "faun"


def test_k15_in_the_first_game_a_promo_takes_the_place_of_the_golem() -> None:
    state = RULES.new({"promo": "collector"}, 2, SeededChance(1))
    assert RULES.view(state, 0)["set"] == [0, 1, 2, 3, 4, 5, 12]


def test_loading_names_the_place_of_a_bad_value() -> None:
    data = RULES.dump(RULES.new({}, 2, SeededChance(1)))
    for name, value in (("faces", [0, 5]), ("phase", 9), ("hands", [1, 2]), ("points", [1, 0]), ("seats", "2")):
        with pytest.raises(BadState, match=name):
            RULES.load({**data, name: value})
    with pytest.raises(BadState, match="missing"):
        RULES.load({key: value for key, value in data.items() if key != "faces"})
    with pytest.raises(BadState):
        RULES.load([])


def test_card_data_is_checked(tmp_path: Path) -> None:
    data = json.loads(CARDS_FILE.read_text(encoding="utf-8"))
    path = tmp_path / "cards.json"
    for index, name, value in ((3, "id", 4), (3, "code", "alchemy"), (5, "sign", "?"), (5, "blue", 1)):
        broken = json.loads(json.dumps(data))
        broken["cards"][index][name] = value
        path.write_text(json.dumps(broken), encoding="utf-8")
        with pytest.raises(Misfit, match=rf"cards.json: cards\[{index}\].{name}: expected"):
            deck(path)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(Misfit, match="cannot be read"):
        deck(path)
