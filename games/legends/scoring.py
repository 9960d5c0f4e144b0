"""Control of regions, and the points of every seat as if the game ended now."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import Any

from .actions import WIDTH
from .board import list_regions
from .cards import (
    BOOK,
    CITADELS,
    FAIRY_QUEEN,
    KNIGHT_REGIONS,
    QUEEN_FOREST_CARDS,
    RED_SORCERESS,
    SORCERESS_ARMIES,
    TOKEN_POINTS,
    WHITE_KNIGHT,
    cards,
)
from .state import ARMIES, NOBODY, OWNERS, State

PARTS = ("regions", "islands", "cards", "elixirs", "tokens", "citadels", "leader")
"""Parts of the score in the order of counting."""
_STARTS = range(0, OWNERS * WIDTH, WIDTH)
MOST_ELIXIRS = 2
MOST_ELIXIRS_TIED = 1


def control(state: State) -> list[int]:
    """Return by region its owner: a seat, NEUTRAL_OWNER, or NOBODY.

    Strictly most armies; a city counts as one. Ruling L6: neutral armies count like those of a
    further player.
    """
    n, armies, cities = state.board.n, state.armies, state.cities
    rows = [armies[at : at + n] for at in _STARTS]
    for seat in range(state.seats):
        if state.towns[seat]:
            at = WIDTH * seat
            rows[seat] = list(map(add, rows[seat], cities[at : at + n]))
    return list(map(_strongest, zip(*rows)))  # noqa: B905  a row has n numbers, and this is called very often


def controller(state: State, region: int) -> int:
    """Return the owner of one region, see :func:`control`."""
    armies = state.armies[region::WIDTH]
    cities = [*state.cities[region::WIDTH], 0]
    return _strongest(tuple([a + c for a, c in zip(armies, cities, strict=True)]))


@lru_cache(maxsize=4096)
def _strongest(strengths: tuple[int, ...]) -> int:
    best = max(strengths)
    return strengths.index(best) if best and strengths.count(best) == 1 else NOBODY


def island_owners(state: State, owners: Sequence[int]) -> Sequence[int]:
    """Return by island its owner: who controls strictly most of its regions (ruling L6: also neutral), or NOBODY."""
    return _divide_islands(tuple(owners), state.board.islands)


@lru_cache(maxsize=4096)
def _divide_islands(owners: tuple[int, ...], islands: tuple[int, ...]) -> tuple[int, ...]:
    """Return the owner of each island, given the owners of the regions and the masks of the islands (cached)."""
    found = []
    for island in islands:
        counts = [0] * OWNERS
        for region in list_regions(island):
            if owners[region] != NOBODY:
                counts[owners[region]] += 1
        best = max(counts)
        found.append(counts.index(best) if best and counts.count(best) == 1 else NOBODY)
    return tuple(found)


def card_points(state: State, seat: int) -> list[tuple[int, int]]:
    """Return the cards of a seat that score now: pairs (card, points). Ruling L4: some cards have no adjective."""
    return _list_paid(state.taken[seat], state.coins[seat])


def _list_paid(taken: Sequence[int], coins: int) -> list[tuple[int, int]]:
    deck = cards()
    kinds = [deck[card].adjective for card in taken]
    found = []
    for card in taken:
        points = 0
        for ability in deck[card].abilities:
            name = ability[0]
            if name == "vp_per_adjective":
                points += ability[1] * kinds.count(ability[2])
            elif name == "vp_per_flying":
                points += ability[1] * sum(deck[other].amount("flying") > 0 for other in taken)
            elif name == "vp_per_3_coins":
                points += ability[1] * (coins // 3)
            elif name == "set_bonus" and kinds.count(ability[2]) >= ability[3]:
                points += ability[1]
        if points:
            found.append((card, points))
    return found


def elixir_points(elixirs: Sequence[int]) -> list[int]:
    """Return the elixir points by seat: 2 for most, 1 each in a tie. Ruling L8: none without an elixir."""
    most = max(elixirs)
    if not most:
        return [0] * len(elixirs)
    points = MOST_ELIXIRS_TIED if list(elixirs).count(most) > 1 else MOST_ELIXIRS
    return [points if count == most else 0 for count in elixirs]


def leader_points(state: State, seat: int, islands: Sequence[int]) -> int:
    """Return the points of a seat's leader at the end; ``islands``: owners as from :func:`island_owners`."""
    leader = state.leaders[seat]
    if leader == FAIRY_QUEEN:
        forest = sum(cards()[card].adjective == "forest" for card in state.taken[seat])
        return 1 if forest >= QUEEN_FOREST_CARDS else 0
    if leader == RED_SORCERESS:
        return sum(state.captured) // SORCERESS_ARMIES
    if leader == WHITE_KNIGHT:
        masks = state.board.islands
        return sum(
            owner == seat and mask.bit_count() >= KNIGHT_REGIONS for owner, mask in zip(islands, masks, strict=True)
        )
    return 0


def scores(state: State, owners: Sequence[int] | None = None) -> list[dict[str, Any]]:
    """Return the points of every seat by part, and the tie-breakers (plain JSON data).

    ``regions`` and ``islands`` are lists of numbers (a point each; islands: index in ``Board.islands``); ``cards`` and
    ``tokens`` pairs of number and points; ``citadels`` tokens in controlled regions; ``elixirs`` and ``leader`` points;
    ``parts`` the points of each of these, ``total`` their sum. ``owners``: result of :func:`control`, if it is known
    already. ``book``, ``coins``, ``armies`` (on the map), then the number of regions break ties.
    """
    if owners is None:
        owners = control(state)
    islands = island_owners(state, owners)
    found = []
    for seat, points in enumerate(count_parts(state, owners, islands)):
        held = state.held[seat]
        parts = dict(zip(PARTS, points, strict=True))
        found.append(
            {
                "regions": [region for region, owner in enumerate(owners) if owner == seat],
                "islands": [number for number, owner in enumerate(islands) if owner == seat],
                "cards": [list(pair) for pair in card_points(state, seat)],
                "elixirs": parts["elixirs"],
                "tokens": [list(pair) for pair in _list_tokens(held)],
                "citadels": [token for token in CITADELS if _find_holder(state, owners, token) == seat],
                "leader": parts["leader"],
                "parts": parts,
                "total": sum(parts.values()),
                "book": held >> BOOK & 1,
                "coins": state.coins[seat],
                "armies": on_map(state, seat),
            }
        )
    return found


def count_parts(state: State, owners: Sequence[int], islands: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the points of every seat by part, in the order of :data:`PARTS`; arguments as from :func:`control` and
    :func:`island_owners`."""
    elixirs = elixir_points(state.elixirs)
    citadels = [_find_holder(state, owners, token) for token in CITADELS]
    return [
        (
            owners.count(seat), islands.count(seat), _count_paid(state.taken[seat], state.coins[seat]), elixirs[seat],
            _count_tokens(state.held[seat]), citadels.count(seat), leader_points(state, seat, islands),
        )
        for seat in range(state.seats)
    ]  # fmt: skip


def count_totals(state: State) -> list[int]:
    """Return the total points by seat."""
    owners = control(state)
    return [sum(points) for points in count_parts(state, owners, island_owners(state, owners))]


def _find_holder(state: State, owners: Sequence[int], token: int) -> int:
    """Return the owner of the region in which a citadel stands; NOBODY if it is not on the map."""
    spot = state.spots[token]
    return owners[spot] if spot >= 0 else NOBODY


def _list_tokens(held: int) -> list[tuple[int, int]]:
    """The tokens among those held that score, with their points."""
    return [(token, points) for token, points in TOKEN_POINTS.items() if held >> token & 1]


@lru_cache(maxsize=1024)
def _count_tokens(held: int) -> int:
    return sum(points for _, points in _list_tokens(held))


@lru_cache(maxsize=1024)
def _count_paid(taken: tuple[int, ...], coins: int) -> int:
    return sum(points for _, points in _list_paid(taken, coins))


def list_scoring_steps(state: State, found: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """List the steps that add up to the points in ``found``, from :func:`scores` (plain JSON data).

    Region by region, island by island, then each other ``part`` seat by seat: the ``seat``, the ``regions`` concerned,
    and the seat's points so far: ``points`` in all, ``of_part`` in this part.
    """
    owner_of = {region: seat for seat, score in enumerate(found) for region in score["regions"]}
    owner_of_island = {number: seat for seat, score in enumerate(found) for number in score["islands"]}
    steps: list[tuple[str, int, list[int], int]] = [("regions", owner_of[one], [one], 1) for one in sorted(owner_of)]
    for number in sorted(owner_of_island):
        steps.append(("islands", owner_of_island[number], list(list_regions(state.board.islands[number])), 1))
    for part in PARTS[2:]:
        steps += [(part, seat, [], score["parts"][part]) for seat, score in enumerate(found) if score["parts"][part]]
    told = []
    points = [0] * state.seats
    of_part = [dict.fromkeys(PARTS, 0) for _ in points]
    for part, seat, regions, more in steps:
        points[seat] += more
        of_part[seat][part] += more
        told.append(
            {"part": part, "seat": seat, "regions": regions, "points": points[seat], "of_part": of_part[seat][part]}
        )
    return told


def on_map(state: State, seat: int) -> int:
    """Count the armies of a seat on the map."""
    return ARMIES - state.supply[seat] - state.captured[seat]


def ending(state: State) -> tuple[tuple[int, int, int, int, int], ...]:
    """Return the deciding values by seat: (points, Magic Book, coins, armies on the map, controlled regions)."""
    return tuple(
        (score["total"], score["book"], score["coins"], score["armies"], len(score["regions"]))
        for score in scores(state)
    )


def sums(state: State) -> list[tuple[int, ...]]:
    """Return the deciding values by seat, summed over the finished games; [] before the first is over."""
    return [tuple(sum(column) for column in zip(*rows, strict=True)) for rows in zip(*state.totals, strict=True)]


def standing(state: State) -> tuple[int, ...]:
    """Return the final places by seat: 1 = winner, ties share the better place.

    Ties: the Magic Book, then most coins, most armies on the map, most regions, then shared. In a
    full game points are added over the three games, and so is everything that breaks ties (ruling L15).
    """
    found = sums(state)
    return tuple(1 + sum(other > own for other in found) for own in found)
