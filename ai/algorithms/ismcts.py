"""A plain tree search that knows no game: what a level has to be better than with as much time.

Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) by the contract alone: each time what the
view hides is drawn at random, the tree is gone down by upper confidence bounds among the actions that are legal then, a
new position is played to its end at random, and everybody's share of the win is noted along the way. Seats that decide
at the same time choose each for itself. At the arena ``search:1000`` is that with a thousand games in the mind for each
decision; it is for measuring others only.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

from ai.decision import Decision, Player, only, weighed
from ai.levels import SEARCH
from ai.win_probability import shares_of
from engine import registry
from engine.contract import Chance, View

CURIOUS = 0.7
"""How much an action counts that was tried seldom, against shares of the win between 0 and 1."""


MOST_DIGITS = 6
"""Of the number of games: nobody waits for more, and a file may hold any text."""


class NoSuchSearch(ValueError):
    """What stands after the prefix is no number of games; the text says what was expected."""


class _Node:
    """What was found out from a position on, by seat and action: visits, sums of the own share, times it was legal."""

    __slots__ = ("after", "legal", "sums", "visits")

    def __init__(self) -> None:
        self.visits: dict[tuple[int, int], int] = {}
        self.sums: dict[tuple[int, int], float] = {}
        self.legal: dict[tuple[int, int], int] = {}
        self.after: dict[tuple[tuple[int, int], ...], _Node] = {}

    def chosen(self, seat: int, legal: Sequence[int], chance: Chance) -> tuple[int, bool]:
        """What this seat does next here, and whether it has never done so."""
        new = [action for action in legal if (seat, action) not in self.visits]
        for action in legal:
            self.legal[seat, action] = self.legal.get((seat, action), 0) + 1
        if new:
            return chance.draw(new), True

        def bound(action: int) -> float:
            count = self.visits[seat, action]
            return self.sums[seat, action] / count + CURIOUS * sqrt(log(self.legal[seat, action]) / count)

        return max(legal, key=bound), False


def of_level(game: str, level: str) -> Player:
    """The search of this level (``search:1000``) for a game; raises :class:`NoSuchSearch`."""
    number = level.removeprefix(SEARCH)
    if not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS and int(number)):
        raise NoSuchSearch(f"{level[:40]!r}: expected {SEARCH} and a number of games, as in {SEARCH}1000")
    games = int(number)
    rules: Any = registry.rules(game)
    given_up = frozenset(rules.resignations)

    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        left = [action for action in legal if action not in given_up]
        if len(legal) == 1:
            return only(legal[0])
        root = _Node()
        for _ in range(games):
            _one_game(rules, rules.determinize(view, chance), root, given_up, chance)
        visits = [root.visits.get((seat, action), 0) if action in left else 0 for action in legal]
        values = [
            root.sums.get((seat, action), 0.0) / max(1, count) for action, count in zip(legal, visits, strict=True)
        ]
        top = max(range(len(legal)), key=visits.__getitem__)
        return weighed(legal, [float(index == top) for index in range(len(legal))], values, top)

    return play


def _one_game(rules: Any, state: Any, root: _Node, given_up: frozenset[int], chance: Chance) -> None:
    """Down the tree to something new, then to the end at random."""
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
                action, new = node.chosen(seat, legal, chance)
                answers.append((seat, action))
                fresh |= new
        for seat, action in answers:
            rules.apply(state, seat, action, chance)
        if node is not None:
            joint = tuple(answers)
            way.append((node, joint))
            node = None if fresh else node.after.setdefault(joint, _Node())
    shares = shares_of(rules.result(state))
    for passed, joint in way:
        for seat, action in joint:
            passed.visits[seat, action] = passed.visits.get((seat, action), 0) + 1
            passed.sums[seat, action] = passed.sums.get((seat, action), 0.0) + shares[seat]
