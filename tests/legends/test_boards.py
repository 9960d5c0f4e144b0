"""Every board that can be laid: its borders, its islands, its start regions, and what moves cost."""

import heapq
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from engine.chance import SeededChance
from games.legends import RULES
from games.legends.board import CENTRE, INNER, RING, SHAPES, Board, Laid, build_key, get_board, list_regions
from games.legends.cards import (
    PORTALS,
    ROGUES,
)
from games.legends.maps import sides
from games.legends.pieces import step_cost, to_mask
from games.legends.state import State

SHAPE_NUMBERS = range(len(SHAPES))


def compositions() -> Iterator[tuple[Laid, ...]]:
    """All ways to lay four segments at the four places: order, side up, half turn."""
    for order in permutations(range(4)):
        for ups, turns in product(product((0, 1), repeat=4), repeat=2):
            yield tuple((2 * segment + up, turn) for segment, up, turn in zip(order, ups, turns, strict=True))


def edges(board: Board) -> dict[frozenset[int], bool]:
    """Pairs of neighbours → whether by land, read from the data of the sides."""
    found: dict[frozenset[int], bool] = {}
    for place, (side, _) in enumerate(board.laid):
        offset = board.place_of.index(place)
        for pairs, land in ((sides()[side].land, True), (sides()[side].sea, False)):
            for a, b in pairs:
                found[frozenset((offset + a, offset + b))] = land
    for pair in board.links:
        found[frozenset(pair)] = False
    return found


@pytest.mark.parametrize("shape", SHAPE_NUMBERS, ids=SHAPES)
def test_every_board_hangs_together_and_can_be_started(shape: int) -> None:
    for laid in compositions():
        board = get_board(build_key(shape, laid))
        assert board.laid == laid
        pairs = edges(board)
        for region in range(board.n):
            near = list_regions(board.land[region] | board.sea[region])
            assert region not in near
            assert set(near) == {other for pair in pairs if region in pair for other in pair if other != region}
        reached = 1
        for _ in range(board.n):
            for region in list_regions(reached):
                reached |= board.land[region] | board.sea[region]
        assert reached == (1 << board.n) - 1
        assert sum(board.islands) == reached, "every region is on one island"
        homes = {place for place, (side, _) in enumerate(laid) if sides()[side].start_here}
        homes = homes or (set(INNER) if shape == RING else {CENTRE})
        assert board.starts
        assert {board.place_of[region] for region in board.starts} <= homes
        for start in board.starts:
            assert any(start in link for link in board.links)
            assert board.joint_places(start)


def plain_distances(
    board: Board, start: int, sea: int, pairs: dict[frozenset[int], bool] | None = None, barred: int = -1
) -> dict[int, int]:
    """The plain search for shortest paths, on the pairs read from the data, round a barred region."""
    pairs = edges(board) if pairs is None else pairs
    found: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        cost, region = heapq.heappop(queue)
        if region in found:
            continue
        found[region] = cost
        for pair, land in pairs.items():
            if region in pair:
                other = next(iter(pair - {region}))
                if other != barred:
                    heapq.heappush(queue, (cost + (1 if land else sea), other))
    return found


def reached(state: State, start: int, points: int) -> dict[int, int]:
    """What an army of seat 0 reaches step by step with so many points, and the points it takes."""
    cheapest = {start: 0}
    todo = [start]
    while todo:
        region = todo.pop()
        left = points - cheapest[region]
        for target in list_regions(to_mask(state, 0, region, left)) if left else ():
            cost = cheapest[region] + step_cost(state, 0, region, target)
            if cost < cheapest.get(target, 99):
                cheapest[target] = cost
                todo.append(target)
    return cheapest


@pytest.mark.parametrize("flying", range(4))
@pytest.mark.parametrize("seed", range(6))
def test_moves_cost_what_the_shortest_path_costs(seed: int, flying: int) -> None:
    """What an army reaches with each number of points, step by step, against the plain search."""
    state = RULES.new({"shape": ("t", "ring")[seed % 2]}, 4, SeededChance(seed))
    state.flying[0] = flying
    board = state.board
    for start in range(board.n):
        wanted = plain_distances(board, start, max(1, 3 - flying))
        for points in range(1, 8):
            cheapest = reached(state, start, points)
            assert cheapest == {region: cost for region, cost in wanted.items() if cost <= points}


@pytest.mark.parametrize("seed", range(12))
def test_portals_and_rogues_are_in_the_way_as_the_rules_say(seed: int) -> None:
    """Magic Portals make their regions land neighbours; without a coin nobody passes the Band of Rogues."""
    state = RULES.new({"portals": True, "rogues": True}, 2, SeededChance(seed))
    board = state.board
    a, b = (state.spots[token] for token in PORTALS)
    assert board.land[a] >> b & 1 and board.land[b] >> a & 1 and not board.sea[a] >> b & 1
    rogues = state.spots[ROGUES]
    for coins in (1, 0):
        state.coins[0] = coins
        for start in range(board.n):
            pairs = {**edges(board), frozenset((a, b)): True}
            wanted = plain_distances(board, start, 3, pairs, -1 if coins else rogues)
            found = reached(state, start, 7)
            assert found == {region: cost for region, cost in wanted.items() if cost <= 7}
            assert coins or rogues not in found or start == rogues
