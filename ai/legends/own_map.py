"""The map as one seat sees it while it plans a turn: what every change of its own pieces is worth.

While a seat carries out a card, the others' pieces stand still, but for armies that it destroys.
So the worth of a region is a short table over its own strength there, and islands are looked up
by its own strengths on them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from heapq import heappop, heappush
from math import exp
from operator import mul

from ai.legends.weights import EvaluationWeights, Outlook, Strengths
from games.legends.actions import FROM, TO, WIDTH
from games.legends.board import Board, list_regions
from games.legends.cards import CITADELS, KNIGHT_REGIONS, WHITE_KNIGHT
from games.legends.pieces import find_sinking_regions
from games.legends.state import NEUTRAL_OWNER, State

# An island as one seat sees it while it plans a turn: what it and its regions are worth by its own strengths there.

Weights = tuple[float, ...]
MOST_ISLANDS = 2000
"""Number of islands kept in mind, some 30 MB. The same ones come back in many positions that are thought of."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Change of an island's value by an own army: when one leaves a place, arrives at a place, or moves between two
    (``within[from][to]``). Lists by place."""

    leaving: list[float]
    arriving: list[float]
    within: list[list[float]]


Region = dict[int, tuple[tuple[float, ...], float]]
"""By own strength the chances of the owners in a region, and what it is worth."""


@lru_cache(maxsize=MOST_ISLANDS)
def _find_caches(
    outlook: Outlook, rivals: tuple[Strengths, ...], factors: Weights, signed: Weights, pieces: Weights
) -> tuple[dict[Strengths, float], dict[Strengths, Changes], list[Region]]:
    """Return empty caches of an island by own strengths: values, changes, and one for each of its regions."""
    return {}, {}, list(map(partial(_region, outlook, factors), rivals, pieces))


@lru_cache(maxsize=MOST_ISLANDS)
def _leads(outlook: Outlook, rivals: tuple[Strengths, ...]) -> dict[Strengths, list[float]]:
    """Return the cache of control of an island by own strengths, shared by islands with the same rivals."""
    return {}


@lru_cache(maxsize=MOST_ISLANDS)
def _region(outlook: Outlook, factors: Weights, rivals: Strengths, points: float) -> Region:
    """Return the cache of a region with these strengths of the others, filled on demand."""
    return {}


class Island:
    """An island for one seat. ``rivals``: the others' strengths by region, in one order of owners; ``factors`` and
    ``signed``: weight of each owner's probability of control, its own seat first, in regions and on the island;
    ``pieces``: points of each region."""

    __slots__ = ("_changes", "_leads", "_regions", "_worths", "factors", "outlook", "pieces", "rivals", "signed")

    def __init__(
        self, outlook: Outlook, rivals: tuple[Strengths, ...], factors: Weights, signed: Weights, pieces: Weights
    ) -> None:
        self.outlook = outlook
        self.rivals = rivals
        self.factors = factors
        self.signed = signed
        self.pieces = pieces
        self._worths, self._changes, self._regions = _find_caches(outlook, rivals, factors, signed, pieces)
        self._leads = _leads(outlook, rivals)

    def worth(self, own: Strengths) -> float:
        """Return the value of the island and its regions with these own strengths (by place) over the others'."""
        found = self._worths.get(own)
        if found is None:
            regions = [
                table.get(one) or self._evaluate_region(place, one)
                for place, (one, table) in enumerate(zip(own, self._regions, strict=True))
            ]
            leads = self._leads.get(own)
            if leads is None:
                shares = zip(*[row for row, _ in regions], strict=True)
                leads = self._leads[own] = self.outlook.leads(list(map(sum, shares)))
            found = sum(map(mul, self.signed, leads))
            for _, value in regions:
                found += value
            self._worths[own] = found
        return found

    def _evaluate_region(self, place: int, own: int) -> tuple[tuple[float, ...], float]:
        """Return the owners' chances of control in the region at ``place`` and its value; cached by own strength."""
        row = self.outlook.shares((own, *self.rivals[place]))
        found = self._regions[place][own] = row, self.pieces[place] * sum(map(mul, self.factors, row))
        return found

    def changes(self, own: Strengths) -> Changes:
        """Return the changes of value by one own army at each place; ``leaving`` is meaningless for empty places."""
        found = self._changes.get(own)
        if found is None:
            worth, stands = self.worth, self.worth(own)
            places = range(len(own))
            arriving = [worth(change_row(own, place, 1)) - stands for place in places]
            leaving, within = [0.0] * len(own), [arriving] * len(own)
            for place in places:
                if own[place]:
                    left = change_row(own, place, -1)
                    leaving[place] = worth(left) - stands
                    within[place] = [worth(change_row(left, to, 1)) - stands for to in places]
            found = self._changes[own] = Changes(leaving, arriving, within)
        return found

    def remove_army(self, place: int, owner: int) -> "Island":
        """Return a copy of the island without one army of the rival at index ``owner`` in the region at index
        ``place``."""
        row = change_row(self.rivals[place], owner, -1)
        rivals = (*self.rivals[:place], row, *self.rivals[place + 1 :])
        return Island(self.outlook, rivals, self.factors, self.signed, self.pieces)


def change_row(row: Strengths, at: int, by: int) -> Strengths:
    """Return a copy of the row with ``by`` added at index ``at``."""
    return (*row[:at], row[at] + by, *row[at + 1 :])


def rival_weights(worths: Sequence[float], seat: int, numbers: EvaluationWeights) -> list[float]:
    """Return by seat the weight of its points against those of ``seat``: most for leaders, 0 for ``seat``."""
    top = max(worth for other, worth in enumerate(worths) if other != seat)
    found = [0.0 if other == seat else exp((worth - top) / numbers.rivalry) for other, worth in enumerate(worths)]
    total = sum(found)
    return [numbers.rivals * share / total for share in found]


@lru_cache(maxsize=256)
def island_lists(board: Board) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the regions of each island, and the number of the island of each region."""
    islands = tuple(list_regions(mask) for mask in board.islands)
    home = [0] * board.n
    for number, regions in enumerate(islands):
        for region in regions:
            home[region] = number
    return islands, tuple(home)


@lru_cache(maxsize=256)
def list_places(board: Board) -> tuple[int, ...]:
    """Return the index of each region within its island."""
    islands, home = island_lists(board)
    return tuple(islands[number].index(region) for region, number in enumerate(home))


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
    """Return the cheapest routes from each region to all others, nearest first, within 8 move points.

    ``sea``: price of a sea link; ``avoided``: a region that may be entered but not crossed (-1 for none); ``gone``:
    mask of regions that cannot be entered.
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
                for target in list_regions(masks[region] & ~gone):
                    if target not in best and cost + step <= 8:
                        heappush(queue, (cost + step, target, region))
        del best[start]
        found.append(tuple((target, cost, way) for target, (cost, way) in best.items()))
    return tuple(found)


class OwnMap:
    """The map for one seat, valued in points. ``weights``: how much each seat's points count against it."""

    __slots__ = (
        "_islands", "_onward", "home", "islands", "n", "others", "outlook", "own", "places", "worths",
    )  # fmt: skip

    def __init__(self, state: State, seat: int, weights: Sequence[float], outlook: Outlook) -> None:
        board = state.board
        self.n = board.n
        self.outlook = outlook
        self.islands, self.home = island_lists(board)
        self.places = list_places(board)
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
        under = find_sinking_regions(state)
        factors = [1.0, *[-worth for worth in self.worths]]
        self._islands = []
        for regions in self.islands:
            large = len(regions) >= KNIGHT_REGIONS
            signed = list(factors)
            for place, owner in enumerate((seat, *order)):
                if large and state.leaders[owner] == WHITE_KNIGHT:
                    signed[place] *= 2
            if under >> regions[0] & 1:
                signed = [0.0] * len(signed)  # what sinks is worth nothing to anybody
            pieces = [0.0 if under >> region & 1 else 2.0 if region in citadels else 1.0 for region in regions]
            rivals = tuple([self.others[region] for region in regions])
            self._islands.append(Island(outlook, rivals, tuple(factors), tuple(signed), tuple(pieces)))
        self._onward: dict[tuple[Strengths, Strengths, int], tuple[int, list[Onward]]] = {}

    def island(self, number: int, own: Sequence[int]) -> float:
        """Return the value of an island and its regions; ``own``: strengths by region of the whole map."""
        return self._islands[number].worth(tuple([own[region] for region in self.islands[number]]))

    def whole(self, own: Sequence[int]) -> float:
        """Return the value of the whole map with these own strengths by region."""
        return sum(self.island(number, own) for number in range(len(self.islands)))

    def around(self, a: int, b: int, own: Sequence[int]) -> float:
        """Return the value of the islands of two regions, to be compared before and after a change in them."""
        first, second = self.home[a], self.home[b]
        found = self.island(first, own)
        return found + self.island(second, own) if second != first else found

    def onward(
        self, armies: Strengths, own: Strengths, sea: int, ways: Sequence[Sequence[Journey]], most: int
    ) -> list[Onward]:
        """Return every journey of one army for up to ``most`` move points, best first; ``ways``: :func:`journeys` for
        this price of a ``sea`` link.

        Many cards begin from the same position, so the result is cached.
        """
        key = armies, own, sea
        known = self._onward.get(key)
        if known is None or known[0] < most:
            known = self._onward[key] = most, sorted(self._journeys(armies, own, ways, most))
        return known[1]

    def _journeys(
        self, armies: Strengths, own: Strengths, ways: Sequence[Sequence[Journey]], most: int
    ) -> Iterator[Onward]:
        """Yield the journeys of one army; on two different islands leaving and arriving change the value apart."""
        home, places = self.home, self.places
        changes = [
            island.changes(tuple([own[each] for each in regions]))
            for island, regions in zip(self._islands, self.islands, strict=True)
        ]
        for origin, count in enumerate(armies):
            if not count:
                continue
            island, place = home[origin], places[origin]
            leaving, within = changes[island].leaving[place], changes[island].within[place]
            for target, cost, steps in ways[origin]:
                if cost > most:
                    break
                there = home[target]
                at = places[target]
                gain = within[at] if there == island else leaving + changes[there].arriving[at]
                yield KEPT_POINT * cost - gain, origin, target, cost, gain, steps

    def evaluate_removal(self, region: int, place: int, own: Sequence[int]) -> float:
        """Return the change of value if an army of the owner at index ``place`` of ``others`` is destroyed in a
        region."""
        number = self.home[region]
        regions, island = self.islands[number], self._islands[number]
        key = tuple([own[each] for each in regions])
        return island.remove_army(self.places[region], place).worth(key) - island.worth(key)
