"""How true the reasons of turns are: aims that are told, checked in new play-outs of both choices.

``python3 -m ai.lab.turn_aims --games 6 --turns 100 king_of_12``: of this many turns of games between Shrewd and
Casual players, how many are told by an aim, and how many of the aims come true within two turns of their owner in at
least 70 % of new play-outs, and more often than after the choice that was passed over.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ai.aims import HAPPENS, PAIRS, Explained, choose_other, draw_fitting, explain_turn, play_line_on
from ai.analysis.steps import stretches
from ai.analysis.turns import TurnQuestion, find_question, list_turns
from ai.choose import choose
from ai.decision import Decision
from ai.lab.self_play import play_course
from ai.opponent_registry import Aim, find_opponents
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import View
from engine.history import History

CHECKS = 40
"""New play-outs of each choice."""
LEVELS = ("skilled", "novice")
"""Who plays the games, by seat."""


class CheckedTurn(NamedTuple):
    """An explained turn: the question, the answer, and how often its aim comes true after both choices (0 to 1)."""

    question: TurnQuestion
    told: Explained
    shares: tuple[float, float] = (0.0, 0.0)

    @property
    def holds(self) -> bool:
        """Whether the aim came true as often as claimed, and more often than after the other choice."""
        own, other = self.shares
        return self.told.aim is not None and own >= HAPPENS and own > other


def play_game(game: str, seats: int, seed: int, levels: Sequence[str] = LEVELS) -> History:
    """Play a game of built-in levels to its end; deterministic."""

    def decide(view: View, seat: int, legal: Sequence[int], turn: int) -> Decision:
        return choose(game, view, seat, legal, levels[seat % len(levels)], mix(seed, turn, seat))

    return play_course(game, seats, mix(seed, game, "aims"), decide)


def check_turns(
    game: str,
    seats: int,
    games: int,
    turns: int,
    seed: int,
    levels: Sequence[str] = LEVELS,
    checks: int = CHECKS,
) -> list[CheckedTurn]:
    """Explain about ``turns`` turns as a rival sees them during the game; return them with their aims checked."""
    found: list[CheckedTurn] = []
    for number in range(games):
        course = play_game(game, seats, mix(seed, number), levels)
        played = [(one, seat) for one in list_turns(stretches(course)) for seat in one.steps[0].seats]
        picks = SeededChance(mix(seed, number, "turns"))
        for _ in range(turns // games):
            whole, seat = played.pop(picks.below(len(played)))
            turn = whole.turn
            question = find_question(game, course.until(whole.end), seat, (seat + 1) % seats, turn)
            if question is None or not question.view:
                continue
            told = explain_turn(game, question.view, seat, question.line, mix(seed, number, turn), PAIRS)
            shares = (0.0, 0.0)
            if told.aim is not None:
                rules, lines = registry.rules(game), (question.line, told.line)
                states = draw_fitting(rules, question.view, seat, question.line, mix(seed, turn, "check"), checks)
                if told.reason.kind == "mistake":
                    lines = lines[::-1]
                if states:
                    shares = count_aim(game, states, seat, lines, told.aim, mix(seed, turn, "new"))
            found.append(CheckedTurn(question, told, shares))
    return found


def count_aim(
    game: str, states: Sequence[Any], seat: int, lines: Sequence[Sequence[int]], aim: Aim, seed: int
) -> tuple[float, float]:
    """Return the shares of new play-outs in which an aim comes true after each of two lines; an empty line stands for
    another choice in each position."""
    wanted, played = find_opponents(game).aims, lines[0][0]
    assert wanted is not None
    found = []
    for line in lines:
        ends = [
            (
                state,
                *play_line_on(game, state, seat, line or choose_other(game, state, seat, played, seed), mix(seed, at)),
            )
            for at, state in enumerate(states)
        ]
        found.append(sum(aim in set(wanted.find(state, end, events, seat)) for state, end, events in ends) / len(ends))
    return found[0], found[1]


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.turn_aims", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", nargs="+", default=list(LEVELS))
    parser.add_argument("--list", action="store_true", help="print every turn")
    given = parser.parse_args(argv)
    found = check_turns(given.game, given.seats, given.games, given.turns, given.seed, given.levels)
    if given.list:
        for one in found:
            reason = one.told.reason
            print(*one.question[:2], reason.kind, one.told.aim, reason.shares, one.shares, reason.other)
    kinds = Counter(one.told.reason.kind for one in found)
    aims = [one for one in found if one.told.aim is not None]
    holding = sum(one.holds for one in aims)
    print(f"{given.game}: {len(found)} turns, {len(aims)} with an aim, {holding} of them hold; {dict(kinds)}")
    print(dict(Counter(one.told.aim[0] for one in aims if one.told.aim is not None)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
