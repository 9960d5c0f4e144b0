"""Measures whether leanings show in the first turns: ``python3 -m ai.lab.early_style GAME who:mia skilled``.

Characters and their levels play the first :data:`EARLY_TURNS` turns of arena games. For every term of the
leanings (``ai.character``) the amounts of the chosen actions are compared with the mean of the legal ones, in
standard deviations of the legal actions. Reported is how much more of each leaning's term a character chose than its
level, with 95 % intervals.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from ai.algorithms.confidence_intervals import Z
from ai.character import BLUFF, LIKE_ITS_LEVEL, TERMS, StyleBias, find
from ai.choose import choose, play_out
from ai.lab.arena import Match, plan_matches
from ai.lab.command_line import add_game_arguments, read_game
from ai.opponent_registry import find_opponents
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import View
from engine.seats import WHO

COUNTED = tuple(term for term in TERMS if term != BLUFF)
"""All terms but bluffing, which no single decision shows."""


@dataclass(slots=True)
class Manner:
    """Sums of a player's style by term, over its decisions."""

    more: dict[str, float] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0.0))
    spread: dict[str, float] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0.0))

    def note(self, leans: StyleBias, view: View, seat: int, legal: Sequence[int], action: int) -> None:
        """Add a decision; decisions whose actions have equal amounts change nothing."""
        if len(legal) < 2:
            return
        rows = leans.amounts(view, seat, legal)
        chosen = rows[legal.index(action)]
        for term in COUNTED:
            amounts = [row.get(term, 0.0) for row in rows]
            mean = sum(amounts) / len(amounts)
            apart = sqrt(sum((amount - mean) ** 2 for amount in amounts) / len(amounts))
            if apart > _SAME:
                self.more[term] += chosen.get(term, 0.0) - mean
                self.spread[term] += apart

    @property
    def empty(self) -> bool:
        """Whether no informative decision was added."""
        return not any(self.spread.values())

    def add(self, other: "Manner") -> None:
        """Add the decisions of another game."""
        for term in COUNTED:
            self.more[term] += other.more[term]
            self.spread[term] += other.spread[term]

    @property
    def numbers(self) -> tuple[float, ...]:
        """Mean lean towards each term of ``COUNTED``, 0 for none."""
        return tuple(self.more[term] / self.spread[term] if self.spread[term] else 0.0 for term in COUNTED)


_SAME = 1e-6
EARLY_TURNS = 3
"""Number of a player's turns that count as the first ones."""


@dataclass(slots=True)
class Play:
    """Style of one player in its first :data:`EARLY_TURNS` turns of a running game.

    A turn is a run of decisions without other players' in between, or one simultaneous decision. Turns without
    informative decisions (such as placing neutral armies) do not count. ``had``: whether a further turn has begun.
    """

    early: Manner = field(default_factory=Manner)
    had: bool = False
    _turns: int = 0
    _last: int = -2
    _counted: bool = False

    def note(
        self, leans: StyleBias, view: View, seat: int, legal: Sequence[int], action: int, step: int, together: bool
    ) -> None:
        """Add a decision, the ``step``-th of the game; ``together``: made simultaneously with others."""
        if together or self._last != step - 1:
            self._counted = False
        self._last = step
        decision = Manner()
        decision.note(leans, view, seat, legal, action)
        if decision.empty:
            return
        self._turns += not self._counted
        self._counted = True
        self.had = self._turns > EARLY_TURNS
        if not self.had:
            self.early.add(decision)


class Opening(NamedTuple):
    """The first turns of a game: by seat, level and style."""

    levels: tuple[str, ...]
    early: list[Manner]


Shown = dict[str, dict[str, tuple[float, float]]]
"""By character and term: difference to its level in the direction of the leaning, with standard error."""


def play_opening(match: Match, leans: StyleBias) -> Opening:
    """Play the first turns of a game and return the styles shown in them."""
    rules: Any = registry.rules(match.game)
    chance = SeededChance(mix(match.seed, "table"))
    state = rules.new(match.options, len(match.levels), chance)
    plays = [Play() for _ in match.levels]

    def answer(state: Any, seat: int, turn: int) -> int:
        view, legal = rules.view(state, seat), list(rules.legal(state, seat))
        seed = mix(match.seed, "opponent", turn, seat)
        action = choose(match.game, view, seat, legal, match.levels[seat], seed).action
        plays[seat].note(leans, view, seat, legal, action, turn, together=len(rules.to_act(state)) > 1)
        return action

    play_out(rules, state, chance, answer, enough=lambda: all(play.had for play in plays))
    return Opening(match.levels, [play.early for play in plays])


def measure_early_style(openings: Sequence[Opening]) -> Shown:
    """Return by character and term its lean in the first turns compared with that of its level.

    Terms that single decisions cannot show, and characters without games of their level, are left out.
    """
    found: dict[str, list[Manner]] = {}
    for opening in openings:
        for level, manner in zip(opening.levels, opening.early, strict=True):
            found.setdefault(level, []).append(manner)
    shown: Shown = {}
    for who, manners in found.items():
        character = find(who) if who.startswith(WHO) else None
        if character is None or character.level not in found:
            continue
        shown[who] = {}
        leanings: dict[str, float] = {term: worth for term, worth in character.leanings.items()}
        for term in COUNTED:
            worth = leanings.get(term, LIKE_ITS_LEVEL)
            if worth != LIKE_ITS_LEVEL:
                (own, one), (usual, two) = _mean_lean(manners, term), _mean_lean(found[character.level], term)
                shown[who][term] = (own - usual) * (1 if worth > LIKE_ITS_LEVEL else -1), sqrt(one * one + two * two)
    return shown


def _mean_lean(manners: Sequence[Manner], term: str) -> tuple[float, float]:
    """Mean lean towards a term over these games, with standard error (ratio estimator)."""
    spread = sum(manner.spread[term] for manner in manners)
    if not spread:
        return 0.0, 0.0
    ratio = sum(manner.more[term] for manner in manners) / spread
    return ratio, sqrt(sum((manner.more[term] - ratio * manner.spread[term]) ** 2 for manner in manners)) / spread


def format_lines(shown: Shown) -> Iterator[str]:
    """Yield the result as text, one line per character."""
    for who, terms in shown.items():
        early = [f"{term} {further:+.2f} ({further - Z * error:+.2f} to {further + Z * error:+.2f})"
                 for term, (further, error) in terms.items()]  # fmt: skip
        yield f"{who:<14}in its first turns further than its level: {', '.join(early) or 'nothing that shows at once'}"


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit status, 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.early_style", description="Whether leanings show at once.")
    add_game_arguments(parser, 100, None)
    parser.add_argument("levels", nargs="+", help=f"characters ({WHO}mia) and their levels")
    given = parser.parse_args(arguments)
    seats, options = read_game(parser, given, len(given.levels), given.levels)
    leans = find_opponents(given.game).style_bias
    if leans is None:
        parser.error(f"{given.game} does not say what leanings mean there")
    if not any(find(level).level in given.levels for level in given.levels if level.startswith(WHO)):
        parser.error("give a character and its level")
    matches = plan_matches(given.game, given.levels, seats, given.games, given.seed, options)
    openings = []
    try:
        for match in matches:
            openings.append(play_opening(match, leans))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    print(f"{given.game}: the first turns of {len(openings)} games at {seats} seats, seed {given.seed}")
    for line in format_lines(measure_early_style(openings)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
