"""Measure what ``ai/legends`` judges positions by: how far leads last, and what the rest of its points is worth.

Skilled players play whole games against each other. At the beginning of every turn it is noted who leads by how much
in every region, on every island and in elixirs, and what the evaluation expects of every seat; at the end, who controls
what and how many points each has. Printed are

- the spreads of ``weights.py`` that make what happened most likely;
- for every weight of ``assets.py`` the slope of the error (points made less points expected) over what it is
  multiplied with, counted off the mean of the table: points that should be added to the weight, with twice its
  standard error.

Run ``python build/fit/legends.py`` from the project folder; it takes about ten minutes, depends on the seed and on
nothing else, and changes no file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from math import exp, log, sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

from ai.legends.assets import worths
from ai.legends.own_map import island_lists
from ai.legends.players import PLAYERS
from ai.legends.weights import make_plain_valuation
from engine.chance import SeededChance
from games.legends import RULES
from games.legends.actions import WIDTH
from games.legends.scoring import control, island_owners, scores
from games.legends.state import ARMIES, OWNERS, TAKE_CARD, State

GAMES = 120
"""Games, a third of them at each number of seats."""
SEED = 1

Sample = tuple[float, float, bool]
"""Rounds to go, the lead, and whether it brought what it was about."""
FEATURES: dict[str, Callable[[State, int, float], float]] = {
    "MOVE_POINT": lambda state, seat, rounds: rounds * state.plus_move[seat],
    "PLACED_ARMY": lambda state, seat, rounds: rounds * state.plus_army[seat],
    "FLYING": lambda state, seat, rounds: rounds * min(2, state.flying[seat]),
    "IMMUNE": lambda state, seat, rounds: rounds * (state.immune >> seat & 1),
    "ARMY": lambda state, seat, rounds: float(ARMIES - state.supply[seat] - state.captured[seat]),
    "CITY": lambda state, seat, rounds: min(rounds, 6.0) * (state.towns[seat] & ~(1 << state.start)).bit_count(),
    "coins": lambda state, seat, rounds: float(state.coins[seat]),
}


class Measured:
    """Return the samples of all games."""

    def __init__(self) -> None:
        self.regions: list[Sample] = []
        self.islands: list[Sample] = []
        self.elixirs: list[Sample] = []
        self.errors: list[float] = []
        self.features: dict[str, list[float]] = {name: [] for name in FEATURES}

    def play(self, seats: int, seed: int) -> None:
        """One game, from its first turn on."""
        chance = SeededChance(seed)
        state = RULES.new({"tie": "youngest"}, seats, chance)
        seen: list[State] = []
        last = state
        while RULES.to_act(state):
            last = RULES.clone(state)
            if state.phase == TAKE_CARD:
                seen.append(last)
            for seat in RULES.to_act(state):
                view = RULES.view(state, seat)
                choice = PLAYERS["skilled"](view, seat, RULES.legal(state, seat), SeededChance(chance.below(1 << 30)))
                RULES.apply(state, seat, choice.action, chance)
        owners = control(state)
        self._note(seen, owners, island_owners(state, owners), [score["total"] for score in scores(state)], state)

    def _note(
        self, seen: Sequence[State], owners: Sequence[int], islands: Sequence[int], points: Sequence[int], end: State
    ) -> None:
        for state in seen:
            outlook = make_plain_valuation().find_outlook(state)
            rounds = outlook.rounds
            rows = []
            for owner in range(OWNERS):
                at = WIDTH * owner
                armies = state.armies[at : at + state.board.n]
                cities = state.cities[at : at + state.board.n] if owner < state.seats else [0] * state.board.n
                rows.append(tuple(a + c for a, c in zip(armies, cities, strict=True)))
            columns = list(zip(*rows, strict=True))
            for region, strengths in enumerate(columns):
                self.regions += leads(strengths, owners[region], rounds, state.seats)
            shares = [outlook.shares(strengths) for strengths in columns]
            for number, regions in enumerate(island_lists(state.board)[0]):
                sums = [sum(column) for column in zip(*[shares[region] for region in regions], strict=True)]
                self.islands += leads(sums, islands[number], rounds, state.seats)
            for seat, own in enumerate(state.elixirs):
                other = max(count for each, count in enumerate(state.elixirs) if each != seat)
                most = max(count for each, count in enumerate(end.elixirs) if each != seat)
                if own:  # two points for most, one of them when tied: each point is a question of its own
                    self.elixirs.append((rounds, own - other + 0.5, end.elixirs[seat] >= most))
                    self.elixirs.append((rounds, own - other - 0.5, end.elixirs[seat] > most))
            expected = worths(state, outlook)
            errors = subtract_mean([made - thought for made, thought in zip(points, expected, strict=True)])
            self.errors += errors
            for name, value in FEATURES.items():
                self.features[name] += subtract_mean([value(state, seat, rounds) for seat in range(state.seats)])


def leads(strengths: Sequence[float], owner: int, rounds: float, seats: int) -> Iterable[Sample]:
    """The lead of every seat that is there at all, less the half that a tie is short of."""
    ranked = sorted(strengths)
    best, second = ranked[-1], ranked[-2]
    for seat in range(seats):
        own = strengths[seat]
        if own > 0.05:
            yield rounds, own - (second if own == best else best) - 0.5, owner == seat


def subtract_mean(row: Sequence[float]) -> list[float]:
    """The row less its mean."""
    mean = sum(row) / len(row)
    return [value - mean for value in row]


def likely(samples: Sequence[Sample], spread: float) -> float:
    """The log of how likely what happened is, when leads are uncertain by ``spread`` times the root of the rounds."""
    found = 0.0
    for rounds, lead, kept in samples:
        x = max(-12.0, min(12.0, lead / (spread * sqrt(rounds))))
        found -= log(1 + exp(-x if kept else x))
    return found


def best_spread(samples: Sequence[Sample]) -> float:
    """The spread that makes what happened most likely, to a hundredth."""
    samples = [one for one in samples if one[0] > 0]
    return max((step / 100 for step in range(4, 400, 2)), key=lambda spread: likely(samples, spread))


def slope(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float]:
    """How much ``ys`` rise with ``xs`` (both off their means), and the standard error."""
    square = sum(x * x for x in xs)
    found = sum(x * y for x, y in zip(xs, ys, strict=True)) / square
    rest = sum((y - found * x) ** 2 for x, y in zip(xs, ys, strict=True))
    return found, sqrt(rest / max(1, len(xs) - 1) / square)


def main() -> None:
    """Play, then print what was found."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    measured = Measured()
    for number in range(games):
        measured.play(2 + number % 3, SEED * 1000 + number)
    for name in ("regions", "islands", "elixirs"):
        samples = getattr(measured, name)
        print(f"{name}: spread {best_spread(samples):.2f} ({len(samples)} leads)")
    for name, values in measured.features.items():
        if any(values):
            more, error = slope(values, measured.errors)
            print(f"{name}: {more:+.3f} ± {2 * error:.3f}")


if __name__ == "__main__":
    main()
