"""What follows from hands, crowns and points of a tournament that is arranged by hand: groups, results, the final."""

from games.king_of_12.rounds import CROWNS_TO_WIN, drop_equal
from games.king_of_12.state import CARDS_OF, NOBODY, NOTHING, Seats
from games.king_of_12.trick import GOLEM_VALUE, find_plan

from .rounds import find_round_length
from .state import FINAL, GROUPS, Told, TournamentState, players, rotate_seats, split_groups


def derive(hall: TournamentState) -> None:
    """Derive groups, winners, finalists and the last trick at the beginning of a trick."""
    hall.round = len(hall.results) + 1
    hall.groups = split_groups(hall.order, hall.sizes)
    _derive_results(hall)
    hall.covered = [laid.bit_count() for laid in hall.laid]
    hall.stage = FINAL if hall.finalists else GROUPS
    here = players(hall)
    for seat in range(hall.seats):
        if seat not in here:
            hall.hands[seat] = hall.cards & ~hall.laid[seat]
    _derive_tricks(hall, here)
    hall.waiting = here
    hall.length = find_round_length(hall)
    hall.champion = NOTHING
    hall.tables, hall.worked, hall.thefts, hall.half = (), (), (), ()
    hall.done = _derive_last_trick(hall)


def _derive_results(hall: TournamentState) -> None:
    """Derive the winners of all finished rounds: in groups until two players have two crowns, then in the final.

    The groups of earlier rounds follow from the present seating, as the change of seats is fixed. In rounds of the
    final only the finalists have points.
    """
    count = len(hall.results)
    tables, winners = _play_groups(hall, count, True)
    kings: list[int] = []
    if max(_count_crowns(hall, winners), default=0) >= CROWNS_TO_WIN:
        for in_groups in range(1, count + 1):
            found, won = _play_groups(hall, in_groups, False)
            crowns, before = _count_crowns(hall, won), _count_crowns(hall, won[:-1])
            crowned = [seat for seat in hall.order if crowns[seat] >= CROWNS_TO_WIN]
            alone = all(sum(points) == sum(points[seat] for seat in crowned) for points, _ in hall.results[in_groups:])
            if len(crowned) > 1 and max(before) < CROWNS_TO_WIN and alone:
                tables, winners, kings = found, won, crowned
                break
    hall.finalists = tuple(kings)
    results = [(points, won) for (points, _), won in zip(hall.results, winners, strict=False)]
    for points, _ in hall.results[len(tables) :]:
        tables.append((hall.finalists,))
        results.append((points, find_winners(points, (hall.finalists,))))
    hall.results = tuple(results)
    hall.groups_then = tuple(tables)
    hall.crowns = tuple(min(number, CROWNS_TO_WIN) for number in _count_crowns(hall, winners))


def _play_groups(hall: TournamentState, rounds: int, going_on: bool) -> tuple[list[tuple[Seats, ...]], list[int]]:
    """Return groups, and winners as masks, of the first rounds; ``going_on``: seats have changed after the last one
    too."""
    tables = [split_groups(order, hall.sizes) for order in _find_orders(hall, rounds, going_on)]
    winners = [find_winners(points, groups) for (points, _), groups in zip(hall.results, tables, strict=False)]
    return tables, winners


def _count_crowns(hall: TournamentState, winners: list[int]) -> list[int]:
    """Count the rounds that each player has won; ``winners``: mask of the winners per round."""
    return [sum(won >> seat & 1 for won in winners) for seat in range(hall.seats)]


def _find_orders(hall: TournamentState, rounds: int, going_on: bool) -> list[Seats]:
    """Return the seating of each of the first rounds."""
    orders: list[Seats] = []
    order = hall.order
    for at in range(rounds):
        if at or going_on:
            order = _rotate_back(order, hall.sizes)
        orders.insert(0, order)
    return orders


def _rotate_back(order: Seats, sizes: tuple[int, ...]) -> Seats:
    """Return the seating of the round before."""
    moved = rotate_seats(tuple(range(len(order))), sizes)
    before = list(order)
    for place, was in enumerate(moved):
        before[was] = order[place]
    return tuple(before)


def find_winners(points: Seats, tables: tuple[Seats, ...]) -> int:
    """Return the mask of the winners of a round, one per table unless nobody wins there."""
    found = 0
    for table in tables:
        winner = drop_equal([points[seat] for seat in table])[0]
        if winner != NOBODY:
            found |= 1 << table[winner]
    return found


def _derive_tricks(hall: TournamentState, here: Seats) -> None:
    """Derive the tricks of the round from the cards that are no longer in hand; known tricks keep their order."""
    played: dict[int, list[int]] = {}
    for seat in here:
        gone = CARDS_OF[hall.cards & ~(hall.hands[seat] | hall.laid[seat])]
        before = [trick[seat] for trick in hall.tricks if trick[seat] in gone]
        played[seat] = [*before, *(card for card in gone if card not in before)]
    rows = min(map(len, played.values()))
    hall.tricks = tuple(
        tuple(played[seat][at] if seat in played else NOTHING for seat in range(hall.seats)) for at in range(rows)
    )


def _derive_last_trick(hall: TournamentState) -> Told:
    """Return the last finished trick: the known one if it fits, else one without winners."""
    if not hall.tricks and not hall.results:
        return ()
    number = hall.round if hall.tricks else hall.round - 1
    tables = hall.groups_then[-1] if not hall.tricks else (hall.finalists,) if hall.finalists else hall.groups
    told = []
    for table in tables:
        cards = (
            tuple(hall.tricks[-1][seat] for seat in table) if hall.tricks else (CARDS_OF[hall.cards][0],) * len(table)
        )
        faces = tuple(hall.faces[seat] for seat in table)
        golem = find_plan(cards).golem
        values = tuple(GOLEM_VALUE if at == golem else face for at, face in enumerate(faces))
        trick = (number, len(hall.tricks) or 1, cards, faces, (0,) * len(table), values, NOBODY, NOBODY)
        told.append((table, trick))
    known = hall.done[: len(told)]
    marks = [(table, trick[0], trick[1:3] if hall.tricks else ()) for table, trick in told]
    if [(table, trick[0], trick[1:3] if hall.tricks else ()) for table, trick in known] == marks:
        return hall.done
    return tuple(told)
