"""The estimate of a round between two that is not solved: fair to both seats, near the truth, its numbers checked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai.algorithms.value_function import BadCoefficients
from ai.king_of_12.evaluate import make_position
from ai.king_of_12.heads_up_solver import Round, make_place
from ai.king_of_12.lookahead import FILE, MOST_LEFT, PARTS, LeafEvaluator, extract_features, load_coefficients, read
from games.king_of_12.cards import CARD_COUNT, GOLEM, ORACLE
from tests.support.two_seats import never, reached


@pytest.mark.parametrize("left", range(2, MOST_LEFT + 1))
def test_what_one_seat_expects_the_other_does_without(left: int) -> None:
    estimate = LeafEvaluator()
    found = set()
    for number in range(12):
        position = make_position(reached(number, left))
        own, other = make_place(position, 0), make_place(position, 1)
        found.add(estimate(own, left))
        assert 0 < estimate(own, left) < 1
        assert estimate(own, left) + estimate(other, left) == pytest.approx(1, abs=1e-12)
        mirrored = [-number for number in extract_features(other, left, estimate)]
        assert extract_features(own, left, estimate) == pytest.approx(mirrored)
    assert len(found) > 8


def test_what_is_looked_at_is_what_is_weighed() -> None:
    """The fit and the game count the same."""
    for number in range(4):
        place = make_place(make_position(reached(number, 3)), 0)
        for at, (name, wanted) in enumerate((("points", 2), ("faces", 12), ("cards", CARD_COUNT), ("trick", 3))):
            assert PARTS[name] == wanted
            numbers = {part: tuple(0.0 for _ in range(count)) for part, count in PARTS.items()}
            weighed = tuple(0.1 * (one + 1) for one in range(wanted))
            only = type(load_coefficients()[3])(**(numbers | {name: weighed}))
            begins = sum(list(PARTS.values())[:at])
            terms = extract_features(place, 3, LeafEvaluator())[begins : begins + wanted]
            strength = sum(weight * term for weight, term in zip(weighed, terms, strict=True))
            share = LeafEvaluator({3: only})(place, 3)
            assert share == pytest.approx(1 / (1 + 2.718281828459045**-strength)), name


def test_it_is_near_what_the_round_is_worth() -> None:
    estimate = LeafEvaluator()
    off = []
    for number in range(60):
        place = make_place(make_position(reached(number, 2)), 0)
        worth = Round(never).value(place, 2, 2)
        off.append((estimate(place, 2) - worth) ** 2)
    assert (sum(off) / len(off)) ** 0.5 < 0.2, "0.4 are they apart, and 0.3 was the model of one strength by seat off"


BREAK: dict[str, tuple[Callable[[Any], object], str]] = {
    "a number of tricks": (lambda data: data.pop("3"), "expected 2, 3, 4, 5, found 2, 4, 5"),
    "too few faces": (lambda data: data["2"]["faces"].pop(), "12 numbers"),
    "no number": (lambda data: data["4"]["cards"].__setitem__(GOLEM, "many"), f"4.cards[{GOLEM}]"),
    "too large": (lambda data: data["4"]["cards"].__setitem__(ORACLE, 1e9), f"4.cards[{ORACLE}]"),
    "a part": (lambda data: data["5"].pop("trick"), "trick"),
    "another part": (lambda data: data["5"].__setitem__("dice", []), "dice"),
}


@pytest.mark.parametrize("name", BREAK)
def test_bad_numbers_are_told_with_file_and_place(name: str, tmp_path: Path) -> None:
    data = json.loads(FILE.read_text("utf-8"))
    change, told = BREAK[name]
    change(data)
    path = tmp_path / "unsolved.json"
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(BadCoefficients) as raised:
        read(path)
    assert str(path) in str(raised.value) and told in str(raised.value)
