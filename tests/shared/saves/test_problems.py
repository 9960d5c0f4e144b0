"""Problems of impossible positions: place, reason and parameters, shown in the player's language."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from engine import registry, states
from engine.bootstrap import ROOT
from engine.chance import SeededChance
from engine.contract import BadState, Message, Problem
from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES

FILES = [*sorted((Path(ROOT) / "games").rglob("serialization.py")), Path(ROOT) / "engine" / "states.py"]


def list_reasons() -> dict[str, set[frozenset[str]]]:
    """Reasons in the code, with the parameters that each is given."""
    found: dict[str, set[frozenset[str]]] = {}
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem":
                reason, *rest = node.args[1:]
                assert isinstance(reason, ast.Constant)
                keys = [key.value for key in rest[0].keys] if rest and isinstance(rest[0], ast.Dict) else []  # type: ignore[union-attr]
                found.setdefault(str(reason.value), set()).add(frozenset(map(str, keys)))
    return found


def test_every_game_has_a_checker() -> None:
    assert {path.parent.name for path in FILES} >= {info.id for info in registry.games()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_text_with_its_parameters(language: str) -> None:
    texts = Texts(language)
    reasons = list_reasons()
    assert len(reasons) > 15
    for reason, given in reasons.items():
        text_id = f"ui.problem.{reason}"
        assert texts.has(text_id), text_id
        assert len(given) == 1, f"{reason}: expected the same parameters everywhere, found {given}"
        names = sorted(*given)
        said = texts.t(text_id, **{name: f"<{name}>" for name in names})
        assert [name for name in names if f"<{name}>" not in said] == []
        assert "{" not in said


def dump_start(game: str) -> tuple[Any, Any]:
    """The rules and a dumped first position for two."""
    rules = registry.rules(game)
    state = rules.new(rules.check_options({}, 2), 2, SeededChance(1))
    return rules, json.loads(json.dumps(rules.dump(state)))


WRONG: dict[str, dict[str, Any]] = {
    "king_of_12": {"crowns": [1, 0], "length": 3},
    "legends": {"totals": [[[0, 0, 0, 0, 0]] * 2], "turns": 3, "namer": 0},
    "king_of_the_dice": {"claims": 3, "hired": 1, "rolls": 1},
    "tash_kalar": {"final": 2, "loser": 1},
}


@pytest.mark.parametrize("game", sorted(WRONG))
def test_all_problems_of_a_position_are_told_at_once(game: str) -> None:
    rules, data = dump_start(game)
    rules.load(data)
    with pytest.raises(BadState) as caught:
        rules.load({**data, **WRONG[game]})
    problems = caught.value.problems
    assert len(problems) > 1
    assert str(caught.value) == str(problems[0])
    assert all(problem.place and problem.reason in list_reasons() for problem in problems)


def test_a_problem_is_shown_in_the_players_language() -> None:
    problem = Problem("bids", "at_most", {"most": 12})
    assert str(problem) == "bids: at most (most 12)"
    shown = {
        language: Texts(language).message(Message("ui.save.unplayable", {"place": problem.to_json()}))
        for language in LANGUAGES
    }
    assert "(bids: expected at most 12)" in shown["en"]
    assert len(set(shown.values())) == len(LANGUAGES)


def test_what_stumbles_after_a_problem_ends_the_search() -> None:
    def find(state: list[int]) -> Any:
        if not state:
            yield Problem("list", "needed")
        yield Problem("list", "at_most", {"most": state[0]})

    assert [problem.reason for problem in states.collect_problems([], [find])] == ["needed"]
    with pytest.raises(TypeError):
        states.collect_problems(None, [lambda state: iter(state)])
