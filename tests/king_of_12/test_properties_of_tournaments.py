"""What always holds in a tournament, over all numbers of players and random play."""

from collections import Counter

from hypothesis import given, settings, strategies as st

from engine.chance import SeededChance
from engine.contract import Event
from games.king_of_12 import RULES
from games.king_of_12.state import CARDS_OF, CROWN, NOTHING, OVER
from games.king_of_12.tournament.state import TournamentState, sizes_for
from tests.support.in_turn import count_examples


def check(hall: TournamentState) -> None:
    """Dice, tokens, cards and places of one position."""
    seats = range(hall.seats)
    assert all(1 <= face <= 12 for face in hall.faces)
    assert sorted(hall.order) == list(seats)
    assert sorted(seat for group in hall.groups for seat in group) == list(seats)
    for seat in seats:
        assert hall.points[seat] == hall.ones[seat] + 2 * hall.twos[seat]
        where = [*CARDS_OF[hall.hands[seat]], *CARDS_OF[hall.laid[seat]]]
        where += [cards[seat] for cards in hall.tricks if cards[seat] != NOTHING]
        where += [hall.commits[seat]] if hall.commits[seat] != NOTHING else []
        assert sorted(where) == list(CARDS_OF[hall.cards])
        assert hall.covered[seat] <= hall.crowns[seat] <= 2 or hall.phase == CROWN
    assert len(hall.finalists) != 1 and len(hall.finalists) <= 4
    assert bool(hall.waiting) == (hall.phase != OVER)


@settings(max_examples=count_examples(60), deadline=None)
@given(
    seats=st.integers(5, 16),
    twelve=st.sampled_from(["fours", "threes"]),
    promo=st.sampled_from(["none", "collector", "faun"]),
    seed=st.integers(0, 2**32),
)
def test_a_tournament_of_any_size_ends_and_keeps_its_things(seats: int, twelve: str, promo: str, seed: int) -> None:
    chance, players = SeededChance(seed), SeededChance(seed + 1)
    events: list[Event] = []
    options = {"set": "random", "promo": promo, "twelve": twelve}
    hall = RULES.new(options, seats, chance, events.append)
    assert isinstance(hall, TournamentState)
    assert [len(group) for group in hall.groups] == list(sizes_for(seats, twelve))
    for _ in range(20_000):
        owing = RULES.to_act(hall)
        if not owing:
            break
        check(hall)
        seat = players.draw(owing)
        RULES.apply(hall, seat, players.draw(RULES.legal(hall, seat)), chance, events.append)
    check(hall)
    standing = RULES.result(hall)
    assert standing.count(1) == 1 and hall.crowns[standing.index(1)] == 2
    kinds = Counter(event.kind for event in events)
    assert kinds["game_won"] == 1 and kinds["round_begins"] == hall.round
    # Whoever meets in the centre has won a group, and nobody scores first place in a group.
    centre: set[int] = set()
    for event in events:
        if event.kind == "to_centre":
            centre.add(event.data["seat"])
        elif event.kind == "centre_meets":
            assert set(event.data["seats"]) == centre
            centre.clear()
        elif event.kind == "scored" and event.data["place"] == 1:
            assert not centre
    assert sum(hall.crowns) <= sum(kind in ("round_won",) for kind in kinds.elements())


@settings(max_examples=count_examples(25), deadline=None)
@given(seats=st.integers(5, 16), seed=st.integers(0, 2**32))
def test_the_gains_of_the_last_trick_are_told_in_the_view(seats: int, seed: int) -> None:
    """The points of the round are the sum of the gains of its tricks, thefts aside (no Ladies here)."""
    chance, players = SeededChance(seed), SeededChance(seed + 1)
    hall = RULES.new({"set": "chosen", "cards": [1, 2, 3, 4, 7, 9]}, seats, chance)
    assert isinstance(hall, TournamentState)
    total, count = [0] * seats, 0
    while owing := RULES.to_act(hall):
        tricks, number = len(hall.tricks), hall.round
        seat = players.draw(owing)
        RULES.apply(hall, seat, players.draw(RULES.legal(hall, seat)), chance)
        if hall.round != number or hall.phase in (CROWN, OVER):
            total = [0] * seats
        elif len(hall.tricks) > tricks:
            gains = RULES.view(hall, None)["last"]["gains"]
            total = [have + gain for have, gain in zip(total, gains, strict=True)]
            assert hall.points == total
            count += 1
    assert count
