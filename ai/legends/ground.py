"""The map as one seat sees it while it plans a turn: what every change of its own pieces is worth.

While a seat carries out a card, the others' pieces stand still, but for armies that it destroys.
So the worth of a region is a short table over the own strength there, and islands are looked up
by the own strengths on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import exp
from operator import mul

from games.legends.actions import FROM, TO, WIDTH
from games.legends.board import Board, regions_of
from games.legends.state import NEUTRAL_OWNER, State
from games.legends.tokens import CITADELS, KNIGHT_REGIONS, WHITE_KNIGHT
from games.legends.twists import doomed

from .numbers import Numbers
from .outlook import Outlook, Strengths


def rival_weights(worths: Sequence[float], seat: int, numbers: Numbers) -> list[float]:
    """How much each other seat's points count against the own: the leaders' more."""
    top = max(worth for other, worth in enumerate(worths) if other != seat)
    found = [0.0 if other == seat else exp((worth - top) / numbers.rivalry) for other, worth in enumerate(worths)]
    total = sum(found)
    return [numbers.rivals * share / total for share in found]


@lru_cache(maxsize=256)
def island_lists(board: Board) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Regions of each island, and the island of each region."""
    islands = tuple(regions_of(mask) for mask in board.islands)
    home = [0] * board.n
    for number, regions in enumerate(islands):
        for region in regions:
            home[region] = number
    return islands, tuple(home)


Journey = tuple[int, int, tuple[int, ...]]
"""Where an army goes, the move points it takes, the actions on the way."""

Onward = tuple[float, int, int, int, float, tuple[int, ...]]
"""A journey of one army from a position: its place in the order (less is better), origin, target, move points, what it
brings, the actions on the way."""

KEPT_POINT = 0.05
"""What an unused move point counts while the beam compares unfinished marches: a little less than a move point of a
later round (``Numbers.move_point``), since it is lost when the turn ends."""


@lru_cache(maxsize=2048)
def journeys(board: Board, sea: int, avoided: int, gone: int = 0) -> tuple[tuple[Journey, ...], ...]:
    """From each region the cheapest ways to all others, nearest first, 8 points far.

    ``avoided`` is a region that may be entered but is not crossed (-1 for none); ``gone`` those that nobody enters.
    """
    found = []
    for start in range(board.n):
        best: dict[int, tuple[int, tuple[int, ...]]] = {}
        queue = [(0, start, start)]
        while queue:
            cost, region, before = heappop(queue)
            if region in best:
                continue
            way = (*best[before][1], FROM + before, TO + region) if region != start else ()
            best[region] = cost, way
            if region == avoided and region != start:
                continue
            for step, masks in ((1, board.land), (sea, board.sea)):
                for target in regions_of(masks[region] & ~gone):
                    if target not in best and cost + step <= 8:
                        heappush(queue, (cost + step, target, region))
        del best[start]
        found.append(tuple((target, cost, way) for target, (cost, way) in best.items()))
    return tuple(found)


_Island = tuple[list[float], dict[Strengths, float], dict[Strengths, list[float]], tuple[Strengths, ...]]
"""What the chances of each owner weigh; worths and chances of all owners by the own strengths; those of the others."""


class Ground:
    """The map for one seat. ``weights`` by seat: how much the points of the others count against it."""

    __slots__ = (
        "_cells", "_islands", "_onward", "_pieces", "home", "islands", "n", "others", "outlook", "own", "worths",
    )  # fmt: skip

    def __init__(self, state: State, seat: int, weights: Sequence[float], outlook: Outlook) -> None:
        board = state.board
        self.n = board.n
        self.outlook = outlook
        self.islands, self.home = island_lists(board)
        order = [other for other in range(state.seats) if other != seat]
        self.worths = [weights[other] for other in order]
        armies, cities = state.armies, state.cities
        rows = []
        for owner in (seat, *order):
            at = WIDTH * owner
            rows.append([a + c for a, c in zip(armies[at : at + self.n], cities[at : at + self.n], strict=True)])
        if state.present[NEUTRAL_OWNER]:
            rows.append(armies[WIDTH * NEUTRAL_OWNER : WIDTH * NEUTRAL_OWNER + self.n])
            self.worths.append(0.0)
        self.own: Strengths = tuple(rows[0])
        self.others: list[Strengths] = list(zip(*rows[1:], strict=True))
        citadels = {state.spots[token] for token in CITADELS}
        under = doomed(state)
        self._pieces = [0.0 if under >> region & 1 else 2.0 if region in citadels else 1.0 for region in range(self.n)]
        knights = [[1.0 + (state.leaders[owner] == WHITE_KNIGHT)] for owner in (seat, *order)]
        self._islands: list[_Island] = []
        for regions in self.islands:
            large = len(regions) >= KNIGHT_REGIONS
            factors = [knight[0] if large else 1.0 for knight in knights]
            signed = [factors[0]] + [-factor * worth for factor, worth in zip(factors[1:], self.worths, strict=False)]
            if under >> regions[0] & 1:
                signed = [0.0] * len(signed)  # what sinks is worth nothing to anybody
            rivals = tuple([self.others[region] for region in regions])
            self._islands.append((signed + [0.0] * (len(rows) - len(signed)), {}, outlook.against(rivals), rivals))
        self._cells: list[dict[int, float]] = [{} for _ in range(self.n)]
        self._onward: dict[tuple[Strengths, Strengths, int], tuple[int, list[Onward]]] = {}

    def region(self, region: int, own: int) -> float:
        """The worth of a region with so much own strength."""
        found = self._cells[region].get(own)
        if found is None:
            shares = self.outlook.shares((own, *self.others[region]))
            found = shares[0]
            for share, worth in zip(shares[1:], self.worths, strict=True):
                found -= share * worth
            found *= self._pieces[region]
            self._cells[region][own] = found
        return found

    def island(self, number: int, own: Sequence[int]) -> float:
        """The worth of an island; ``own`` strengths by region of the whole map."""
        return self._held(number, tuple([own[region] for region in self.islands[number]]))

    def _held(self, number: int, key: Strengths) -> float:
        """The worth of an island; ``key`` the own strengths on it."""
        signed, known, leads, others = self._islands[number]
        found = known.get(key)
        if found is None:
            owners = leads.get(key)
            if owners is None:
                rows = [(own, *row) for own, row in zip(key, others, strict=True)]
                owners = leads[key] = self.outlook.of_island(rows)
            found = known[key] = sum(map(mul, signed, owners))
        return found

    def whole(self, own: Sequence[int]) -> float:
        """The worth of the whole map with these own strengths by region."""
        return sum(self.region(region, strength) for region, strength in enumerate(own)) + sum(
            self.island(number, own) for number in range(len(self.islands))
        )

    def around(self, a: int, b: int, own: Sequence[int]) -> float:
        """The worth of two regions and their islands; the difference before and after is that of a change."""
        first, second = self.home[a], self.home[b]
        found = self.island(first, own)
        if second != first:
            found += self.island(second, own)
        found += self.region(a, own[a])
        return found + self.region(b, own[b]) if a != b else found

    def onward(
        self, armies: Strengths, own: Strengths, sea: int, ways: Sequence[Sequence[Journey]], most: int
    ) -> list[Onward]:
        """Every journey of one army for up to ``most`` points, best first; ``ways`` at this price of the ``sea``.

        Many cards begin from the same position, so what was worked out is kept.
        """
        key = armies, own, sea
        known = self._onward.get(key)
        if known is None or known[0] < most:
            known = self._onward[key] = most, sorted(self._journeys(armies, own, ways, most))
        return known[1]

    def _journeys(
        self, armies: Strengths, own: Strengths, ways: Sequence[Sequence[Journey]], most: int
    ) -> Iterator[Onward]:
        """Leaving and arriving change the worth of two islands by themselves, unless these are one."""
        home, islands, held, region = self.home, self.islands, self._held, self.region
        keys = [tuple([own[each] for each in regions]) for regions in islands]
        stands = [held(number, key) for number, key in enumerate(keys)]
        arrived: list[float | None] = [None] * self.n
        for origin, count in enumerate(armies):
            if not count:
                continue
            island = home[origin]
            left = changed(keys[island], islands[island].index(origin), -1)
            less = region(origin, own[origin] - 1) - region(origin, own[origin])
            leaving = less + held(island, left) - stands[island]
            for target, cost, steps in ways[origin]:
                if cost > most:
                    break
                there = home[target]
                place = islands[there].index(target)
                if there == island:
                    gain = less + region(target, own[target] + 1) - region(target, own[target])
                    gain += held(island, changed(left, place, 1)) - stands[island]
                else:
                    coming = arrived[target]
                    if coming is None:
                        coming = region(target, own[target] + 1) - region(target, own[target])
                        coming += held(there, changed(keys[there], place, 1)) - stands[there]
                        arrived[target] = coming
                    gain = leaving + coming
                yield KEPT_POINT * cost - gain, origin, target, cost, gain, steps

    def without(self, region: int, place: int, own: Sequence[int]) -> float:
        """What it changes to destroy an army of the owner at this place of ``others``."""
        island = self.home[region]
        before = self.region(region, own[region]) + self.island(island, own)
        kept = self.others[region]
        cells, known = self._cells[region], self._islands[island]
        self.others[region] = tuple(number - (each == place) for each, number in enumerate(kept))
        rivals = tuple([self.others[each] for each in self.islands[island]])
        self._cells[region], self._islands[island] = {}, (known[0], {}, self.outlook.against(rivals), rivals)
        after = self.region(region, own[region]) + self.island(island, own)
        self.others[region] = kept
        self._cells[region], self._islands[island] = cells, known
        return after - before


def changed(row: Strengths, at: int, by: int) -> Strengths:
    """The row with one number changed."""
    return (*row[:at], row[at] + by, *row[at + 1 :])
