"""Opponents know stored cards and the Gateway: by features of the expansions, which games of the base do not have."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ai.algorithms.value_function import BadCoefficients
from ai.choose import choose
from ai.tash_kalar import everfrost, nethervoid
from ai.tash_kalar.duel_value import evaluate_turn_end, make_card_worth
from ai.tash_kalar.evaluate import (
    AddedValue,
    Evaluator,
    evaluate_expansions,
    find_weights,
    list_card_gains,
    list_reasons,
    read_weights,
)
from ai.tash_kalar.planning import _key, gains
from engine.chance import SeededChance
from engine.contract import Event
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.cards import IN_DECK, box
from games.tash_kalar.everfrost.rules import EXPANSION as EVERFROST
from games.tash_kalar.everfrost.words import change
from games.tash_kalar.expansions import list_expansions, load_part
from games.tash_kalar.nethervoid.rules import open_gateway
from games.tash_kalar.state import DUEL, HIGH, State, copied
from tests.support.catalogues import PLACEHOLDER, texts
from tests.tash_kalar.table import CARD, Table, square, table_for

HOUSE = tuple(one for one in list_expansions() if one.code in ("everfrost", "nethervoid"))
VALUES: tuple[AddedValue, ...] = (everfrost.VALUE, nethervoid.VALUE)


def judge(state: State, seat: int = 0) -> Evaluator:
    return Evaluator(state, seat, find_weights(state.form))


def store(table: Table, code: str, seat: int = 0) -> Table:
    """Store a card out of the seat's deck."""
    local = CARD[code] - EVERFROST.deck * IN_DECK
    table.state.pool[seat] &= ~(1 << local)
    table.state.hands[seat] &= ~(1 << local)
    change(table.state, stored=(local, -1) if seat == 0 else (-1, local))
    table.state.choices = None
    return table


def test_every_expansion_of_the_house_has_a_value_and_gains_for_all_its_cards() -> None:
    assert {code for code, value in load_part("opponents") if value} >= {one.code for one in HOUSE}
    cards = [card for one in HOUSE for card in box().cards[one.deck * IN_DECK :][:IN_DECK] if card]
    assert len(cards) == 2 * IN_DECK
    for form in (HIGH, DUEL):
        assert set(list_card_gains(form)) >= {card.code for card in cards}
        worth = make_card_worth(form)
        assert len({worth(card) for card in cards}) > IN_DECK, "cards of a rank are told apart"


def test_cards_that_destroy_are_worth_more_in_the_duel() -> None:
    """There what is destroyed brings points; one list for both forms had the cards of the High Form."""
    high, duel = list_card_gains(HIGH), list_card_gains(DUEL)
    assert duel["demon_of_lust"] > high["demon_of_lust"] + 0.3
    assert duel["acolyte_of_growth"] < high["acolyte_of_growth"] - 0.3


@pytest.mark.parametrize("code", ["demon_of_greed", "possessed_summoner", "winter_whisperer"])
def test_actions_that_a_card_brings_are_part_of_what_it_is_worth(code: str) -> None:
    """They were left out: Greed counted only the two pieces that it costs, a point less than others of its rank."""
    assert list_card_gains(HIGH)[code] > -0.2


def test_in_games_of_the_base_nothing_is_added() -> None:
    table = Table("high", decks=("sylvan", "highland")).put("c", "e5")
    assert evaluate_expansions(table.state, 0) == 0.0 and not table.state.expansions


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.file.stem)
def test_weights_are_those_of_known_features(value: AddedValue, tmp_path: Path) -> None:
    weights = read_weights(value)
    assert set(weights.features) == set(value.features)
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"features": {"luck": 1.0}, "cards": {}}))
    with pytest.raises(BadCoefficients, match=r"bad\.json: features: expected some of"):
        read_weights(type(value)(bad))
    bad.write_text(json.dumps({"features": {}, "cards": {"snow_fox": 1000}}))
    with pytest.raises(BadCoefficients, match=r"bad\.json"):
        read_weights(type(value)(bad))


def test_what_one_side_has_the_other_lacks() -> None:
    table = store(Table("high", decks=("everfrost", "nethervoid")), "ice_queen").put("C", "e5").put("c", "e6")
    open_gateway(table.state, square("e5"), None, side=1)
    assert evaluate_expansions(table.state, 0) == pytest.approx(-evaluate_expansions(table.state, 1)) != 0


def measure_gateway(table: Table, at: str) -> float:
    """Return what a Gateway there adds for its side."""
    gateway = copied(table.state)
    open_gateway(gateway, square(at), None, side=0)
    return evaluate_expansions(gateway, 0) - evaluate_expansions(table.state, 0)


def test_a_heroic_gateway_is_worth_what_it_reaches_and_a_common_one_nothing() -> None:
    """A heroic being takes it from a common piece; a common one counted as much as a heroic one."""
    table = Table("high", decks=("nethervoid", "highland")).put("h", "d8").put("h", "h2").put("c", "e5")
    table.put("C", "d9").put("C", "c9").put("H", "e9")
    assert measure_gateway(table, "d8") > measure_gateway(table, "h2") + 0.1
    assert measure_gateway(table, "e5") <= 0 < measure_gateway(table, "h2")


def test_a_stored_card_is_worth_something() -> None:
    plain = Table("high", decks=("everfrost", "nethervoid")).put("c", "e5").put("C", "c5")
    frozen = store(Table("high", decks=("everfrost", "nethervoid")).put("c", "e5").put("C", "c5"), "ice_queen")
    seat = judge(plain.state)
    assert judge(frozen.state).margin(frozen.state) == seat.margin(plain.state)
    assert evaluate_expansions(frozen.state, 0) > evaluate_expansions(plain.state, 0) + 0.1
    lacking = copied(frozen.state)
    change(lacking, slowed=(1, 0))
    assert evaluate_expansions(lacking, 0) < evaluate_expansions(frozen.state, 0) - 0.3
    assert evaluate_turn_end(frozen.state, judge(frozen.state))[0] > evaluate_turn_end(plain.state, seat)[0]


def test_nothing_is_expected_of_it_when_no_turn_is_left() -> None:
    plain, frozen = (Table("high", decks=("everfrost", "nethervoid")).put("c", "e5") for _ in range(2))
    store(frozen, "ice_queen")
    for table in (plain, frozen):
        table.state.final = 1
        table.state.hands[0] = 0
    assert judge(frozen.state).value(frozen.state) == judge(plain.state).value(plain.state)


def test_plans_that_differ_in_what_is_stored_are_not_the_same() -> None:
    table = Table("high", decks=("everfrost", "nethervoid")).put("c", "e5")
    other = copied(table.state)
    change(other, slowed=(0, 1))
    assert _key(table.state) != _key(other)


def test_a_novice_sees_what_a_borrowed_piece_brings() -> None:
    table = store(table_for("snow_fox", form="high"), "frostweave_summoner").draw(". C .\n. . c", "d4")
    legal = list(table.legal())
    values = dict(zip(legal, gains(table.state, judge(table.state), legal, SeededChance(1)), strict=True))
    borrow = EVERFROST.first_action + 1 + CARD["snow_fox"]
    assert values[borrow] > max(value for action, value in values.items() if act.DISCARD <= action < act.FLARE)


@pytest.mark.parametrize(("level", "decisions"), [("first_evening", 60), ("novice", 60), ("skilled", 8), ("expert", 2)])
def test_levels_play_with_both_expansions(level: str, decisions: int) -> None:
    options = RULES.check_options({"form": "duel", "deck_1": "everfrost", "deck_2": "nethervoid"}, 2)
    chance = SeededChance(4)
    state = RULES.new(options, 2, chance)
    told: set[str] = set()
    for number in range(decisions):
        if not RULES.to_act(state):
            break
        seat, legal = state.acting, list(RULES.legal(state, state.acting))
        action = choose("tash_kalar", RULES.view(state, seat), seat, legal, level, number).action
        assert action in legal
        RULES.apply(state, seat, action, chance, lambda event: told.add(event.kind))
    assert "put" in told


def collect_reasons(seeds: Sequence[int]) -> dict[str, set[str]]:
    """Return the reasons for the turns of random games, by the id of their text with the names of its parameters."""
    found: dict[str, set[str]] = {}
    options = RULES.check_options({"form": "high", "deck_1": "everfrost", "deck_2": "nethervoid"}, 2)
    for seed in seeds:
        chance = SeededChance(seed)
        state = RULES.new(options, 2, chance)
        before, events = copied(state), list[Event]()
        while RULES.to_act(state):
            seat, turn = state.acting, state.turn
            legal = [each for each in RULES.legal(state, seat) if each != act.SURRENDER]
            RULES.apply(state, seat, chance.draw(legal), chance, events.append)
            if state.turn != turn:
                for _, message in list_reasons(before, state, events, before.acting):
                    found[message.id] = set(message.params)
                before, events = copied(state), []
    return found


def test_reasons_of_advice_speak_of_what_expansions_bring() -> None:
    told = collect_reasons([*range(12), 24])
    catalogues = {code: texts("en", code) for code in ("everfrost", "nethervoid")}
    written = {
        key: set(PLACEHOLDER.findall(" ".join(forms)))
        for catalogue in catalogues.values()
        for key, forms in catalogue.items()
        if ".hint." in key
    }
    assert told == written, "every text is given, with the parameters that it asks for"


def test_advice_names_the_frozen_card_that_it_thaws() -> None:
    table = store(table_for("snow_fox", form="high"), "crystal_grower").draw(". c .\n. . c", "d4")
    seat = table.state.acting
    advice = choose("tash_kalar", RULES.view(table.state, seat), seat, list(table.legal()), "expert", 1)
    best = advice.considered[0].reasons
    assert best[0].id == "everfrost.hint.thawed" and best[0].params["card"]
