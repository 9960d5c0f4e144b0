"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), the baseline for all levels.

It uses the rules contract only. Each simulation determinizes the view, descends the tree by UCB among the actions that
are legal in that state, adds one node, plays out at random and backs up every seat's share of the win. Seats that
decide simultaneously select independently. Its level is ``ismcts:1000`` for a thousand simulations per decision; it is
for measurements only.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

from ai.decision import Decision, Player, force_decision, make_decision
from ai.levels import ISMCTS
from ai.win_probability import win_shares
from engine import registry
from engine.contract import Chance, View

EXPLORATION = 0.7
"""Exploration constant of UCB, for shares of the win between 0 and 1."""


MAX_DIGITS = 6
"""Most digits of the number of simulations."""


class UnknownSearch(ValueError):
    """A level such as ``ismcts:1000`` has no valid number of simulations; the text says what was expected."""


class _Node:
    """Statistics of a node by (seat, action): visits, sum of the seat's shares, times the action was legal."""

    __slots__ = ("after", "legal", "sums", "visits")

    def __init__(self) -> None:
        self.visits: dict[tuple[int, int], int] = {}
        self.sums: dict[tuple[int, int], float] = {}
        self.legal: dict[tuple[int, int], int] = {}
        self.after: dict[tuple[tuple[int, int], ...], _Node] = {}

    def select(self, seat: int, legal: Sequence[int], chance: Chance) -> tuple[int, bool]:
        """Select an action of this seat by UCB; return it and whether it was never tried here."""
        new = [action for action in legal if (seat, action) not in self.visits]
        for action in legal:
            self.legal[seat, action] = self.legal.get((seat, action), 0) + 1
        if new:
            return chance.draw(new), True

        def bound(action: int) -> float:
            count = self.visits[seat, action]
            return self.sums[seat, action] / count + EXPLORATION * sqrt(log(self.legal[seat, action]) / count)

        return max(legal, key=bound), False


def make_player(game: str, level: str) -> Player:
    """Return the player of a level such as ``ismcts:1000`` (number of simulations); raises :class:`UnknownSearch`."""
    number = level.removeprefix(ISMCTS)
    if not (number.isascii() and number.isdigit() and len(number) <= MAX_DIGITS and int(number)):
        raise UnknownSearch(f"{level[:40]!r}: expected {ISMCTS} and a number of games, as in {ISMCTS}1000")
    games = int(number)
    rules: Any = registry.rules(game)
    given_up = frozenset(rules.resignations)

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        left = [action for action in legal if action not in given_up]
        if len(legal) == 1:
            return force_decision(legal[0])
        root = _Node()
        for _ in range(games):
            _simulate(rules, rules.determinize(view, chance), root, given_up, chance)
        visits = [root.visits.get((seat, action), 0) if action in left else 0 for action in legal]
        values = [
            root.sums.get((seat, action), 0.0) / max(1, count) for action, count in zip(legal, visits, strict=True)
        ]
        top = max(range(len(legal)), key=visits.__getitem__)
        return make_decision(legal, [float(index == top) for index in range(len(legal))], values, top)

    return play


def _simulate(rules: Any, state: Any, root: _Node, given_up: frozenset[int], chance: Chance) -> None:
    """Run one simulation from ``state``: selection, expansion, random playout, backup."""
    way: list[tuple[_Node, tuple[tuple[int, int], ...]]] = []
    node: _Node | None = root
    while owing := rules.to_act(state):
        answers: list[tuple[int, int]] = []
        fresh = False
        for seat in owing:
            legal = [action for action in rules.legal(state, seat) if action not in given_up]
            if node is None:
                answers.append((seat, chance.draw(legal)))
            else:
                action, new = node.select(seat, legal, chance)
                answers.append((seat, action))
                fresh |= new
        for seat, action in answers:
            rules.apply(state, seat, action, chance)
        if node is not None:
            joint = tuple(answers)
            way.append((node, joint))
            node = None if fresh else node.after.setdefault(joint, _Node())
    shares = win_shares(rules.result(state))
    for passed, joint in way:
        for seat, action in joint:
            passed.visits[seat, action] = passed.visits.get((seat, action), 0) + 1
            passed.sums[seat, action] = passed.sums.get((seat, action), 0.0) + shares[seat]
