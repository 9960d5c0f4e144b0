"""Advice knows where a game ends: what ends it is told by its result, what is decided is 0 or 100 %."""

from itertools import product
from typing import Any

import pytest

from ai.choose import choose
from ai.decision import Considered, Decision
from ai.win_probability import win_shares
from ai.workers.advice import add_endings
from engine import registry
from engine.chance import SeededChance
from engine.contract import Message

GAMES = [info.id for info in registry.games()]
LAST = 10
"""Decisions before the end that are looked at."""


def play_to_the_end(game: str, seats: int, seed: int, options: dict[str, Any] | None = None) -> list[tuple[Any, int]]:
    """The positions before the last decisions of a game that is played at random, with who decides."""
    rules, chance = registry.rules(game), SeededChance(seed)
    state = rules.new(rules.check_options(options or {}, seats), seats, chance)
    found: list[tuple[Any, int]] = []
    while owing := rules.to_act(state):
        found = [*found[-LAST:], (rules.clone(state), owing[0])]
        actions = []
        for seat in owing:
            legal = [one for one in rules.legal(state, seat) if one not in rules.resignations]
            actions.append((seat, chance.draw(legal)))
        for seat, action in actions:
            rules.apply(state, seat, action, chance)
    return found


def advise(game: str, state: Any, seat: int) -> Decision:
    rules = registry.rules(game)
    view, legal = rules.view(state, seat), rules.legal(state, seat)
    decision = choose(game, view, seat, legal, "novice", 1)
    rows = [Considered(action, float(action == decision.action), 0.0, [], 0.5) for action in legal]
    return add_endings(game, view, seat, legal, Decision(decision.action, rows, 0.5), 7)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_the_last_decision_of_a_game_is_known_by_its_result(game: str, seats: int) -> None:
    """Whatever is called certain comes true in the game itself."""
    rules = registry.rules(game)
    ends = 0
    for seed in range(2):
        for state, seat in play_to_the_end(game, seats, seed):
            decision = advise(game, state, seat)
            for one in decision.considered:
                told = [reason.id for reason in one.reasons if reason.id.startswith("ui.hint.ends.")]
                if not told:
                    continue
                ends += 1
                assert len(one.reasons) == 1 and one.line[0] == one.action
                twin, chance = rules.clone(state), SeededChance(seed)
                for action in one.line:
                    others = [(other, rules.legal(twin, other)[0]) for other in rules.to_act(twin) if other != seat]
                    for who, what in [(seat, action), *others]:
                        rules.apply(twin, who, what, chance)
                places = rules.result(twin)
                assert places, "the game is over then"
                assert one.chance == pytest.approx(win_shares(places)[seat])
                assert told[0].split(".")[3] == ("lost" if places[seat] > 1 else "won" if one.chance == 1 else "shared")
            if all(one.chance in (0.0, 1.0) for one in decision.considered if one.action not in rules.resignations):
                own = [one for one in decision.considered if one.action not in rules.resignations]
                assert decision.chance == max(one.chance or 0.0 for one in own)
    assert ends


@pytest.mark.parametrize("game", GAMES)
def test_in_the_middle_of_a_game_nothing_changes(game: str) -> None:
    rules, chance = registry.rules(game), SeededChance(3)
    state = rules.new({}, 2, chance)
    for _ in range(8):
        seat = rules.to_act(state)[0]
        legal = rules.legal(state, seat)
        rows = [Considered(action, 0.0, 0.0, [], 0.4) for action in legal]
        decision = Decision(legal[0], rows, 0.4)
        assert add_endings(game, rules.view(state, seat), seat, legal, decision, 1) == decision
        rules.apply(state, seat, chance.draw([one for one in legal if one not in rules.resignations]), chance)


def list_ends(rules: Any, state: Any, seat: int, action: int) -> list[bool]:
    """Whether the game is over after an action, for ways in which the others decide meanwhile and dice fall."""
    others = [one for one in rules.to_act(state) if one != seat]
    found = []
    for seed, *together in product(range(6), *(rules.legal(state, one) for one in others)):
        twin, chance = rules.clone(state), SeededChance(seed)
        for who, what in [(seat, action), *zip(others, together, strict=True)]:
            rules.apply(twin, who, what, chance)
        found.append(bool(rules.result(twin)))
    return found


@pytest.mark.parametrize(("game", "seats", "seeds"), [("king_of_12", 3, (1, 2, 5)), ("tash_kalar", 4, (1, 2))])
def test_whatever_surely_ends_the_game_is_told_to_end_it(game: str, seats: int, seeds: tuple[int, ...]) -> None:
    """Also where the result depends on what others choose, and only where nothing that they choose goes on."""
    rules = registry.rules(game)
    options = {"form": "team_high"} if game == "tash_kalar" else {}
    told = set()
    for seed in seeds:
        state, seat = play_to_the_end(game, seats, seed, options)[-1]
        view, legal = rules.view(state, seat), rules.legal(state, seat)
        rows = [Considered(action, 0.0, 0.0, [Message("some.reason")], 0.3) for action in legal]
        decision = add_endings(game, view, seat, legal, Decision(legal[-1], rows, 0.3), 7)
        for one in decision.considered:
            said = one.reasons[0]
            told.add(said.id)
            if said.id.startswith("ui.hint.ends"):
                assert all(list_ends(rules, state, seat, one.action))
            if said.id == "ui.hint.ends.won.points":
                assert said.params["own"] > said.params["best"], "equal points explain nothing"
        if decision.chance in (0.0, 1.0):
            assert {decision.action, *(one.action for one in decision.considered)}.isdisjoint(rules.resignations)
    assert "ui.hint.ends" in told or game != "king_of_12"
