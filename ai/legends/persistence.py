"""How likely what stands on the map now lasts to the end: soft control of regions, islands, elixirs.

With turns still to come a lead is no more than a chance; after the last turn it is certain. One
:class:`Outlook` belongs to one number of rounds still to play.

How uncertain leads are was measured in games of skilled players (240 games at 2 to 4 seats,
183,000 leads): spreads of 1.04 for regions, 0.38 for islands, 0.94 for elixirs. Those of regions and islands here are
about half of that, set by hand; the measured ones take in what a seat gives up by itself for something better. Skilled
players with the measured ones won 53 of 100 games of two against those with these, and no more with spreads between
(104 of 200): no gain that could be told from luck.
"""

from __future__ import annotations

from math import exp, sqrt

from .weights import EvaluationWeights

Strengths = tuple[int, ...]
CERTAIN = 0.02
"""Spread below which a lead is certain."""
FAR = 12
"""Spreads from which on a lead is certain."""


class Outlook:
    """``rounds`` turns each seat has still to play, on average, seen by one set of ``numbers``; caches what it has
    worked out."""

    __slots__ = ("_known", "_most", "elixir", "island", "numbers", "region", "rounds")

    def __init__(self, rounds: float, numbers: EvaluationWeights) -> None:
        self.rounds = rounds
        self.numbers = numbers
        root = sqrt(rounds)
        self.region = numbers.region_spread * root
        self.island = numbers.island_spread * root
        self.elixir = numbers.elixir_spread * root
        self._known: dict[tuple[int, ...], tuple[float, ...]] = {}
        self._most: dict[tuple[int, ...], tuple[float, ...]] = {}

    def shares(self, strengths: tuple[int, ...]) -> tuple[float, ...]:
        """The chance of each owner to control a region in which the owners have these strengths."""
        found = self._known.get(strengths)
        if found is None:
            found = self._known[strengths] = self._shares(strengths)
        return found

    def _shares(self, strengths: tuple[int, ...]) -> tuple[float, ...]:
        ranked = sorted(strengths)
        best, second = ranked[-1], ranked[-2]
        return tuple(
            chance(own - (second if own == best else best) - 0.5, self.region) if own else 0.0 for own in strengths
        )

    def leads(self, sums: list[float]) -> list[float]:
        """The chance of each owner to control an island, from its expected numbers of regions there."""
        spread, (*_, second, best) = self.island, sorted(sums)
        found = []
        for own in sums:
            lead = own - (second if own == best else best) - 0.5
            if own <= 0.05:
                found.append(0.0)
            elif spread < CERTAIN or abs(lead) > FAR * spread:
                found.append(1.0 if lead > 0 else 0.0)
            else:
                found.append(1 / (1 + exp(-lead / spread)))
        return found

    def most(self, numbers: tuple[int, ...]) -> tuple[float, ...]:
        """Expected points for most elixirs: 2, tied for most 1 each (ruling L8: none without an elixir)."""
        found = self._most.get(numbers)
        if found is None:
            found = self._most[numbers] = tuple([self._elixir_share(numbers, seat) for seat in range(len(numbers))])
        return found

    def _elixir_share(self, numbers: tuple[int, ...], seat: int) -> float:
        own = numbers[seat]
        if not own:
            return 0.0
        other = max(number for each, number in enumerate(numbers) if each != seat)
        return chance(own - other + 0.5, self.elixir) + chance(own - other - 0.5, self.elixir)


def chance(lead: float, spread: float) -> float:
    """The chance that a lead of so much lasts; certain when nothing can change any more."""
    if spread < CERTAIN or abs(lead) > FAR * spread:
        return 1.0 if lead > 0 else 0.0
    return 1 / (1 + exp(-lead / spread))
