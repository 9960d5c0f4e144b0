"""Data that cannot be used is refused, and the message names the place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import BadState
from engine.schema import Misfit
from games.legends import RULES
from games.legends.cards import CARDS_FILE, cards
from games.legends.maps import SEGMENTS_FILE, BadSegments, sides

Change = Callable[[Any], object]

BAD_CARDS: list[tuple[Change, str]] = [
    (lambda data: data.pop("cards"), "cards"),
    (lambda data: data["cards"].pop(), "cards: expected a list of length >= 34"),
    (lambda data: data["cards"].__setitem__(3, 7), r"cards\[3\]"),
    (lambda data: data["cards"][3].update(id=9), r"cards\[3\]\.id"),
    (lambda data: data["cards"][3].update(code=""), r"cards\[3\]\.code"),
    (lambda data: data["cards"][3].update(code="lake"), "different codes"),
    (lambda data: data["cards"][3].update(adjective="green"), r"cards\[3\]\.adjective"),
    (lambda data: data["cards"][3].update(min_players=5), r"cards\[3\]\.min_players"),
    (lambda data: data["cards"][3].update(abilities=[]), r"cards\[3\]\.abilities"),
    (lambda data: data["cards"][3].update(abilities=[["swimming", 1]]), r"cards\[3\]\.abilities"),
    (lambda data: data["cards"][3].update(abilities=[["flying", 0]]), r"cards\[3\]\.abilities"),
    (lambda data: data["cards"][3].update(abilities=[["set_bonus", 3, "noble", "x"]]), r"cards\[3\]\.abilities"),
    (lambda data: data["cards"][3].update(abilities=[["vp_per_adjective", 1, "green"]]), r"cards\[3\]\.abilities"),
    (lambda data: data["cards"][3].update(actions=[["sing", 1]]), r"cards\[3\]\.actions"),
    (lambda data: data["cards"][3].update(actions=[["move", 0], ["city", 1]]), r"cards\[3\]\.actions"),
    (lambda data: data["cards"][3].update(join=""), r"cards\[3\]\.join"),
    (lambda data: data["cards"][3].update(join="&"), r"cards\[3\]\.join"),
]

BAD_SEGMENTS: list[tuple[Change, str]] = [
    (lambda data: data.pop("2A"), "expected the sides"),
    (lambda data: data.update({"2A": 1}), "2A: expected an object"),
    (lambda data: data["2A"].update(regions=9), r"2A\.regions"),
    (lambda data: data["2A"].update(islands=[[0, 1]]), r"2A\.islands"),
    (lambda data: data["2A"].update(islands=None), r"2A\.islands"),
    (lambda data: data["2A"].update(sea=[[4, 1]]), r"2A\.sea"),
    (lambda data: data["2A"].update(sea=[[1, 4], [1, 4]]), r"2A\.sea"),
    (lambda data: data["2A"].update(sea=5), r"2A\.sea"),
    (lambda data: data["2A"]["land"].append([1, 2]), "different islands"),
    (lambda data: data["2A"]["land"].remove([5, 6]), "connected by land"),
    (lambda data: data["2A"]["exits"].pop("N"), r"2A\.exits"),
    (lambda data: data["2A"]["exits"].update(N=7), r"2A\.exits\.N"),
    (lambda data: data["2A"].update(start_here="no"), r"2A\.start_here"),
]


def _written(source: Path, change: Change, path: Path) -> Path:
    data = json.loads(source.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")
    return path


@pytest.mark.parametrize(("change", "place"), BAD_CARDS)
def test_bad_cards_are_named(change: Change, place: str, tmp_path: Path) -> None:
    with pytest.raises(Misfit, match=place):
        cards(_written(CARDS_FILE, change, tmp_path / "cards.json"))


@pytest.mark.parametrize(("change", "place"), BAD_SEGMENTS)
def test_bad_segments_are_named(change: Change, place: str, tmp_path: Path) -> None:
    with pytest.raises(BadSegments, match=place):
        sides(_written(SEGMENTS_FILE, change, tmp_path / "segments.json"))


def test_files_that_are_no_data_are_named(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text("{", "utf-8")
    with pytest.raises(Misfit, match="cannot be read"):
        cards(path)
    with pytest.raises(BadSegments, match="cannot be read"):
        sides(tmp_path / "nowhere.json")


def test_the_cards_and_sides_are_there() -> None:
    assert len(cards()) == 34
    assert [side.regions for side in sides()] == [5, 3, 7, 5, 7, 5, 3, 3]
    assert sum(len(side.islands) for side in sides()) == 1 + 2 + 1 + 1 + 2 + 3 + 3 + 1
    kinds = [card.adjective for card in cards()]
    counts = {"ancient": 4, "arcane": 3, "cursed": 5, "dire": 5, "forest": 4, "mountain": 2, "night": 3, "noble": 3}
    assert {kind: kinds.count(kind) for kind in counts} == counts
    assert sum(card.amount("flying") > 0 for card in cards()) == 5


def _state(**options: Any) -> Any:
    """A dumped game of two in the middle of its turns."""
    chance = SeededChance(3)
    state = RULES.new(options, 2, chance)
    while state.turns < 6 or RULES.view(state, None)["phase"] != "move_to":
        seat = RULES.to_act(state)[0]
        RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
    return json.loads(json.dumps(RULES.dump(state)))


BAD_STATES: list[tuple[Change, str]] = [
    (lambda data: data.pop("turns"), "turns: missing"),
    (lambda data: data.update(seats=5), "seats"),
    (lambda data: data.update(phase=99), "phase"),
    (lambda data: data.update(owing=4), "owing"),
    (lambda data: data.update(owing=0), "owing"),
    (lambda data: data.update(phase=17), "owing"),
    (lambda data: data.update(coins=[1]), "coins"),
    (lambda data: data.update(coins=[1, -1]), r"coins\[1\]"),
    (lambda data: data.update(laid=[[0, 0], [1, 0], [4, 0], [6, 0]]), "laid"),
    (lambda data: data.update(laid=[]), "armies|laid"),
    (lambda data: data["armies"].pop(0), "armies"),
    (lambda data: data["armies"].append([0, 31, 1]), "armies"),
    (lambda data: data["armies"].append([3, 1, 1]), "armies: seats"),
    (lambda data: data["armies"].append([4, 1, 11]), "armies: too many"),
    (lambda data: data.update(cities=[[0, 1, 3], [0, 2, 1]]), "cities"),
    (lambda data: data["taken"].pop(), "taken"),
    (lambda data: data["taken"][0].append(data["row"][0]), "taken"),
    (lambda data: data["row"].pop(), "deck"),
    (lambda data: data.update(card=-1), "card"),
    (lambda data: data.update(picked=-1), "picked"),
    (lambda data: data.update(picked=31), "picked"),
    (lambda data: data.update(start=-1), "start"),
    (lambda data: data.update(spots=[0]), "spots"),
    (lambda data: data["spots"].__setitem__(10, -1), "spots"),
    (lambda data: data.update(down=[[1, 2]]), "down"),
    (lambda data: data.update(totals=[[[1, 2]]]), "totals"),
    (lambda data: data.update(todo=7), "todo"),
    (lambda data: data.update(phase=4, left=0), "left"),
]


@pytest.mark.parametrize(("change", "place"), BAD_STATES)
def test_bad_states_are_named(change: Change, place: str) -> None:
    data = _state(portals=True)
    RULES.load(data)
    change(data)
    with pytest.raises(BadState, match=place):
        RULES.load(data)
