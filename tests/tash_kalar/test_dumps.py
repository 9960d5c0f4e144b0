"""Dumped data that is not a state is refused with the name of the place."""

import json
from typing import Any

import pytest

from engine.contract import BadState
from games.tash_kalar import RULES, actions as act

from .table import CARD, Table, square, table_for


def effect_under_way() -> Table:
    table = table_for("tree_shepherd").draw("c . c\n. c c", "d5")
    return table.do(act.SUMMON + CARD["tree_shepherd"]).do(act.SQUARE + square("e5"))


def test_a_half_finished_effect_goes_on_after_loading() -> None:
    table = effect_under_way()
    table.state = RULES.load(json.loads(json.dumps(RULES.dump(table.state))))
    assert table.choose("d5").at("d5") == "h"


@pytest.mark.parametrize(
    ("name", "value", "place"),
    [
        ("seats", 5, "seats"),
        ("form", "melee", "form"),
        ("decks", ["random", "sylvan"], "decks"),
        ("own_decks", [{}], "own_decks"),
        ("active", 7, "active"),
        ("acting", 1, "acting"),
        ("men", [[0], [], [], [], [], []], "men[0]"),
        ("men", [[30], [30], [], [], [], []], "men[1]"),
        ("men", [[], [], [28, 29, 30, 31], [], [], []], "men[0]"),
        ("hands", [1, 1], "hands[0]"),
        ("legends", [3, 3], "legends"),
        ("task_pool", 1, "tasks"),
        ("card", CARD["swordmaster"], "card"),
        ("source", 300, "source"),
        ("fx", [], "fx"),
        ("phase", 4, "square"),
        ("tops", [[99], []], "tops[0]"),
    ],
)
def test_nonsense_is_refused(name: str, value: Any, place: str) -> None:
    table = effect_under_way() if name in ("source", "card") else Table("high", decks=("imperial_north", "sylvan"))
    data = {**RULES.dump(table.state), name: value}
    with pytest.raises(BadState) as caught:
        RULES.load(data)
    assert str(caught.value).startswith(place), caught.value
    with pytest.raises(BadState, match=name):
        RULES.load({key: each for key, each in data.items() if key != name})
