"""Characters: data files, ours and the player's; what their leanings may do; how a reader knows them."""

import json
from pathlib import Path
from typing import Any

import pytest

from ai import character
from ai.character import TERMS, BadCharacter, bias_player
from ai.choose import NoSuchOpponent, choose
from ai.decision import Considered, Decision
from ai.lab.early_style import COUNTED, Manner
from ai.levels import LEVELS
from ai.opponent_registry import find_opponents
from engine import registry
from engine.chance import SeededChance
from engine.contract import View
from engine.storage import folders
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES

OURS = list(character.ours())
HOUSE = ("king_of_12", "legends", "king_of_the_dice", "tash_kalar")
GOOD: dict[str, Any] = {"name": "Gus", "level": "novice", "leanings": {"risk": 2.0}, "lines": {"risk": "Ha!"}}


def write(name: str, data: Any) -> Path:
    folder = folders.ensure(folders.characters())
    path = folder / f"{name}.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return path


def test_there_are_twelve_of_every_level() -> None:
    assert len(OURS) == 12
    assert {one.level for one in character.ours().values()} == set(LEVELS)
    assert all(2 <= len(one.leanings) <= 3 for one in character.ours().values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_ours_have_words_in_every_language(language: str) -> None:
    texts = Texts(language)
    ids = [f"ui.character.{who}.{what}" for who in OURS for what in ("name", "title", "motto")]
    ids += [f"ui.character.{who}.{term}" for who, one in character.ours().items() for term in one.leanings]
    ids += [f"ui.leaning.{term}.{end}" for term in TERMS for end in ("more", "less", "more.about", "less.about")]
    assert [each for each in ids if texts.t(each) in (each, "")] == []


def test_a_players_character_plays(home: Path) -> None:
    write("gus", GOOD)
    known, bad = character.load_all()
    assert "gus" in known and bad == {}
    rules = registry.rules("king_of_12")
    state = rules.new(rules.check_options({}, 2), 2, SeededChance(1))
    legal = list(rules.legal(state, 0))
    assert choose("king_of_12", rules.view(state, 0), 0, legal, "who:gus", 1).action in legal


@pytest.mark.parametrize(
    ("data", "place", "wanted"),
    [
        ({**GOOD, "level": "champion"}, "level", "novice"),
        ({**GOOD, "leanings": {"risk": 9}}, "leanings", "3"),
        ({**GOOD, "leanings": {}}, "leanings", "one to 3"),
        ({**GOOD, "leanings": {"kindness": 1}}, "leanings", "risk"),
        ({**GOOD, "lines": {"raids": "Ha!"}}, "lines.raids", "one of the leanings"),
        ({**GOOD, "name": ""}, "name", "a text"),
        ({**GOOD, "motto": "x" * 200}, "motto", "at most 80"),
        ({**GOOD, "enamel": ["red", "#ffffff", "#000000"]}, "enamel[0]", ""),
        ({**GOOD, "hat": 1}, "hat", "no such field"),
        ("[" * 5000, "", ""),
    ],
)
def test_a_bad_file_is_named_with_place_and_expectation(home: Path, data: Any, place: str, wanted: str) -> None:
    write("gus", data)
    known, bad = character.load_all()
    assert "gus" not in known and not any(str(home) in reason for reason in bad.values())
    assert place in bad["gus.json"] and wanted in bad["gus.json"], bad
    with pytest.raises(NoSuchOpponent):
        choose("king_of_12", {}, 0, [1, 2], "who:gus", 1)


def test_ours_cannot_be_replaced(home: Path) -> None:
    write("mia", GOOD)
    known, bad = character.load_all()
    assert known["mia"] == character.ours()["mia"] and "mia.json" in bad


@pytest.mark.parametrize("level", ["who:../secret", "who:", "who:nobody"])
def test_nobody_else_is_one(home: Path, level: str) -> None:
    with pytest.raises(BadCharacter):
        character.find(level)


class _Leans:
    def slack(self, level: str, view: View) -> float:
        return 1.0

    def amounts(self, view: View, seat: int, legal: Any) -> list[dict[str, float]]:
        return [{"risk": float(action)} for action in legal]


def _base(values: list[float]) -> Any:
    def play(view: View, seat: int, legal: Any, chance: Any) -> Decision:
        top = max(range(len(legal)), key=values.__getitem__)
        found = [Considered(action, float(k == top), values[k]) for k, action in enumerate(legal)]
        return Decision(legal[top], found)

    return play


@pytest.mark.parametrize(
    ("values", "worth", "chosen"),
    [
        ([5.0, 4.9, 3.0, 4.8], 2.0, 3),  # the riskiest of those that are hardly worse
        ([5.0, 4.9, 3.0, 3.9], 2.0, 1),  # never one that gives away more
        ([5.0, 4.9, 3.0, 4.8], 1.0, 0),  # 1 is like the level
        ([3.0, 4.9, 4.5, 5.0], 0.0, 1),  # the other way
    ],
)
def test_a_leaning_decides_between_what_is_nearly_equal(values: list[float], worth: float, chosen: int) -> None:
    player = bias_player(_base(values), _Leans(), "novice", {"risk": worth})
    decision = player({}, 0, [0, 1, 2, 3], SeededChance(1))
    assert decision.action == chosen
    assert sum(one.weight for one in decision.considered) == pytest.approx(1)
    assert decision.leaning == ("risk" if chosen != values.index(5.0) else "")


def test_what_the_level_chose_by_a_whim_is_not_undone_by_what_is_worth_more() -> None:
    """A novice bids 0 or 1 as it happens, though a coin less is worth more: leanings alone may change that."""

    def whim(view: View, seat: int, legal: Any, chance: Any) -> Decision:
        return Decision(1, [Considered(0, 0.0, 0.0), Considered(1, 1.0, -2.0), Considered(2, 0.0, -9.0)])

    bold, careful = (bias_player(whim, _Leans(), "novice", {"risk": worth}) for worth in (2.0, 0.0))
    assert bold({}, 0, [0, 1, 2], SeededChance(1)).action == 1
    assert careful({}, 0, [0, 1, 2], SeededChance(1)).action == 0


@pytest.mark.parametrize("game", HOUSE)
def test_manners_show(game: str) -> None:
    """A bold and a careful player of one level are told apart by what a reader counts in a few decisions."""
    rules, leans = registry.rules(game), find_opponents(game).style_bias
    assert leans is not None
    manners = {1: Manner(), -1: Manner()}
    chance = SeededChance(5)
    state = rules.new(rules.check_options({}, 2), 2, chance)
    count = 0
    while count < 60 and (owing := rules.to_act(state)):
        for seat in owing:
            view, legal = rules.view(state, seat), list(rules.legal(state, seat))
            rows = leans.amounts(view, seat, legal)
            assert len(rows) == len(legal) and all(set(row) <= set(TERMS) for row in rows)
            count += len(legal) > 1
            for sign, manner in manners.items():
                best = max(range(len(legal)), key=lambda k, sign=sign: sign * rows[k].get("risk", 0.0))  # type: ignore[misc]
                manner.note(leans, view, seat, legal, legal[best])
        for seat in owing:
            rules.apply(state, seat, chance.draw(list(rules.legal(state, seat))), chance)
    at = COUNTED.index("risk")
    assert manners[1].numbers[at] > 0.1 > -0.1 > manners[-1].numbers[at]
