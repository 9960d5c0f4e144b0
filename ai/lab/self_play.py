"""Self-play games of one level with their positions, for fitting evaluators.

All seats play alike, so the result depends on the position and on chance. For unusual positions a game may start with a
*wild* stretch in which every other decision is random; only later positions are recorded.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ai.choose import play_out, think
from ai.decision import Decision
from ai.win_probability import win_shares
from engine import registry
from engine.chance import LoggedChance, SeededChance, mix
from engine.contract import BadOptions, View
from engine.history import History

KEPT = 12
"""Positions of each game that are kept: their outcomes hang together, so more of them say little more."""
WILD = (0, 0, 5, 0, 0, 15, 0, 0, 40, 0, 0, 100)
"""Length of the wild stretch, in turn."""


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: shares of the win by seat, positions by decision round (those of random play left out), number
    of decisions."""

    shares: tuple[float, ...]
    positions: dict[int, Any]
    decisions: int


def play_game(game: str, options: dict[str, Any], seats: int, level: str, seed: int, wild: int = 0) -> Game:
    """Play one game of a level; deterministic. ``wild``: decision rounds of random play at its beginning."""
    rules: Any = registry.rules(game)
    chance, whims = SeededChance(mix(seed, "table")), SeededChance(mix(seed, "whims"))
    state = rules.new(options, seats, chance)
    seen = {}

    def answer(state: Any, seat: int, turn: int) -> int:
        if turn >= wild and turn not in seen:
            seen[turn] = rules.clone(state)
        legal = list(rules.legal(state, seat))
        if len(legal) == 1:
            return int(legal[0])
        if turn < wild and whims.below(2):
            return whims.draw([one for one in legal if one not in rules.resignations])
        return think(game, rules.view(state, seat), seat, legal, level, mix(seed, "opponent", turn, seat)).action

    turns = play_out(rules, state, chance, answer)
    return Game(win_shares(rules.result(state)), seen, turns)


def play_course(
    game: str, seats: int, seed: int, decide: Callable[[View, int, Sequence[int], int], Decision]
) -> History:
    """Play a game with the usual options to its end and return its course; deterministic. ``decide``: (view, seat,
    legal actions, number of decisions before) to the decision of that seat."""
    rules, chance = registry.rules(game), LoggedChance(SeededChance(seed))
    course = History(rules, rules.new({}, seats, chance))
    chance.take()
    while course.last.owing:
        seat, state = course.last.owing[0], course.last.state
        course.play(seat, decide(rules.view(state, seat), seat, rules.legal(state, seat), course.turn).action, chance)
    return course


def make_key(seats: int, wanted: dict[str, Any], number: int, seed: int, levels: Sequence[str]) -> dict[str, Any]:
    """Return the key of a game, its arguments as plain data; two games in a row are played by the same level."""
    level = levels[number // 2 % len(levels)]
    return {"seats": seats, "wanted": wanted, "number": number, "seed": seed, "level": level}


def has_usual_options(number: int) -> bool:
    """Whether game ``number`` has the usual options, not random ones."""
    return number % 2 == 0


def draw_options(game: str, seats: int, wanted: dict[str, Any], number: int, chance: SeededChance) -> dict[str, Any]:
    """Return the options of a game: the defaults, or for every second game random ones, with the wanted ones set."""
    rules = registry.rules(game)
    usual: dict[str, Any] = rules.check_options(wanted, seats)
    if has_usual_options(number):
        return usual
    offered = [option for option in rules.options() if option.kind in ("choice", "flag") and option.name not in wanted]
    for _ in range(100):
        drawn = dict(wanted)
        for option in offered:
            values = option.values if option.kind == "choice" else (False, True)
            drawn[option.name] = values[chance.below(len(values))]
        try:
            return dict(rules.check_options(drawn, seats))
        except BadOptions:
            continue
    return usual


def play_labelled_game(game: str, key: dict[str, Any]) -> dict[str, Any]:
    """Play the game of a key (:func:`make_key`); return its options, shares of the win and some positions."""
    seats, wanted, number = key["seats"], key["wanted"], key["number"]
    chance = SeededChance(mix(key["seed"], game, seats, json.dumps(wanted, sort_keys=True), number))
    options = draw_options(game, seats, wanted, number, chance)
    wild = WILD[number // 2 % len(WILD)]
    found = play_game(game, options, seats, key["level"], chance.below(1 << 30), wild)
    left = list(found.positions)
    kept = [left.pop(chance.below(len(left))) for _ in range(min(KEPT, len(left)))]
    rules = registry.rules(game)
    positions = [[at, rules.dump(found.positions[at])] for at in sorted(kept)]
    return {
        "options": options, "wild": wild, "shares": found.shares, "decisions": found.decisions, "positions": positions
    }  # fmt: skip
