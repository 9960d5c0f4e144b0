"""Whether habits are found: planted persons, and persons without a habit, over ten games each.

``python3 -m ai.lab.habits usual --persons 12 --out ai/analysis/habits.json`` measures how often Casual players do what
can be a habit; ``python3 -m ai.lab.habits planted`` plays ten games of twelve persons who lean far towards one term,
three in each game, and of ten without a habit, and tells who is named. Losses are those that Shrewd sees.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, pstdev

import msgspec

from ai.analysis.habits import Habit, HabitGame, Usual, find_habits, find_loss, list_chances, load_usual
from ai.character import StyleBias, bias_player
from ai.choose import choose, find_thinker, think
from ai.decision import Decision
from ai.lab.self_play import play_course
from ai.opponent_registry import find_opponents
from engine.chance import SeededChance, mix
from engine.contract import View
from engine.history import History

GAMES = 10
LEVEL = "novice"
QUICK = "skilled"
PULL, GIVEN_UP = 4.0, 8.0
"""How far planted persons lean, and what they give up for it, in multiples of what characters do."""
PLANTED = {
    "king_of_12": (("risk", True), ("raids", True), ("greatness", True)),
    "king_of_the_dice": (("risk", True), ("thrift", False), ("sets", False)),
    "legends": (("thrift", True), ("raids", True), ("sets", True)),
    "tash_kalar": (("raids", False), ("thrift", True), ("risk", True)),
}
"""The habit of each planted person, three a game."""


class _Generous:
    """A style bias that gives up more for a leaning."""

    def __init__(self, base: StyleBias) -> None:
        self.base = base
        self.amounts = base.amounts

    def slack(self, level: str, view: View) -> float:
        """Return what a person with a planted habit may give up for it."""
        return GIVEN_UP * self.base.slack(level, view)


def play_person(game: str, seed: int, planted: tuple[str, bool] | None = None) -> History:
    """Return a game of Casual players; seat 0 has the habit ``planted`` (term, more or less). Deterministic."""
    leans = find_opponents(game).style_bias
    own = None
    if planted is not None and leans is not None:
        term, more = planted
        own = bias_player(find_thinker(game, LEVEL), _Generous(leans), LEVEL, {term: 1 + (PULL if more else -PULL)})

    def decide(view: View, seat: int, legal: Sequence[int], turn: int) -> Decision:
        draw = mix(seed, turn, seat)
        if own is not None and seat == 0:
            return own(view, seat, legal, SeededChance(draw))
        return choose(game, view, seat, legal, LEVEL, draw)

    return play_course(game, 2, mix(seed, game, "habits"), decide)


def find_losses(game: str, course: History, seat: int, seed: int) -> dict[int, float]:
    """Return the loss of win probability of each choice of a seat, as the level Shrewd sees it, by decisions before."""
    rules, found = course.rules, dict[int, float]()
    for at, entry in enumerate(course.entries):
        state = course.positions[at].state
        legal = rules.legal(state, seat) if entry.seat == seat else ()
        if len(legal) < 2:
            continue
        decision = think(game, rules.view(state, seat), seat, legal, QUICK, mix(seed, at))
        loss = find_loss(game, state, seat, decision, entry.action)
        if loss is not None:
            found[course.base + at] = loss
    return found


def play_games(game: str, seed: int, planted: tuple[str, bool] | None, losses: bool = True) -> list[HabitGame]:
    """Play ten games of one person (``planted``: its habit) and return its chances; ``losses``: with their losses."""
    found = []
    for number in range(GAMES):
        own = mix(seed, number)
        course = play_person(game, own, planted)
        lost = find_losses(game, course, 0, own) if losses else {}
        found.append(HabitGame(f"{number}", 0, list_chances(game, course, 0, lost)))
    return found


def measure_usual(game: str, persons: int, seed: int) -> dict[str, Usual]:
    """Return how often Casual players follow each habit, by its key."""
    shares: dict[Habit, list[float]] = {}
    for person in range(persons):
        every = [one for played in play_games(game, mix(seed, "usual", person), None, False) for one in played.chances]
        for habit in {one.habit for one in every}:
            of_habit = [one.done for one in every if one.habit == habit]
            shares.setdefault(habit, []).append(mean(of_habit))
    return {habit.key: Usual(round(mean(each), 4), round(pstdev(each), 4)) for habit, each in sorted(shares.items())}


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.habits", description=__doc__)
    parser.add_argument("what", choices=("usual", "planted"))
    parser.add_argument("--game", action="append", default=[])
    parser.add_argument("--persons", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args(argv)
    games = given.game or list(PLANTED)
    if given.what == "usual":
        usual: dict[str, Usual] = {}
        for game in games:
            usual |= measure_usual(game, given.persons, given.seed)
        data = msgspec.json.format(msgspec.json.encode(usual), indent=1)
        print(data.decode()) if given.out is None else given.out.write_bytes(data + b"\n")
        return 0
    known = load_usual()
    named = 0
    for game in games:
        for number, planted in enumerate(PLANTED[game]):
            found = find_habits(play_games(game, mix(given.seed, "planted", number), planted), known)
            hit = Habit(game, *planted) in [one.habit for one in found]
            named += hit
            told = [(one.habit.key, one.done, one.chances, round(100 * one.cost, 1)) for one in found]
            print(game, planted, "named" if hit else "missed", told, flush=True)
    wrong = 0
    for person in range(given.persons):
        game = games[person % len(games)]
        found = find_habits(play_games(game, mix(given.seed, "none", person), None), known)
        wrong += bool(found)
        print(game, "without", [(one.habit.key, one.done, one.chances) for one in found], flush=True)
    print(f"{named} of {sum(len(PLANTED[game]) for game in games)} planted persons named; "
          f"{wrong} of {given.persons} without a habit given one")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
