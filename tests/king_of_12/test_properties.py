"""What must hold in every King of 12 game, however it is played."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from engine.chance import SeededChance
from engine.contract import Event
from games.king_of_12 import RULES
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.state import State
from tests.support.in_turn import count_examples

SETS = st.sampled_from(["first", "random"])
PROMOS = st.sampled_from(["none", "collector", "faun"])
SEATS = st.integers(2, 4)
SEEDS = st.integers(0, 2**40)


def play(seats: int, options: dict[str, Any], seed: int, look: Any = None, limit: int = 4000) -> State:
    """Play at random to the end; ``look(state, events)`` after every decision."""
    chance = SeededChance(seed)
    choices = SeededChance(seed + 1)
    events: list[Event] = []
    state = RULES.new(options, seats, chance, events.append)
    for _ in range(limit):
        if look is not None:
            look(state, events)
        owing = RULES.to_act(state)
        if not owing:
            return state
        seat = choices.draw(owing)
        action = choices.draw(RULES.legal(state, seat))
        RULES.apply(state, seat, action, chance, events.append)
    raise AssertionError("the game does not end")


@settings(max_examples=count_examples(60), deadline=None)
@given(SEATS, SETS, PROMOS, SEEDS)
def test_pieces_and_cards_are_conserved(seats: int, card_set: str, promo: str, seed: int) -> None:
    def look(state: State, events: list[Event]) -> None:
        assert all(1 <= face <= 12 for face in state.faces)
        for seat in range(seats):
            assert state.points[seat] == state.ones[seat] + 2 * state.twos[seat]
            assert min(state.ones[seat], state.twos[seat]) >= 0
            cards = [card for card in range(CARD_COUNT) if state.hands[seat] >> card & 1]
            cards += [card for card in range(CARD_COUNT) if state.laid[seat] >> card & 1]
            cards += [trick[seat] for trick in state.tricks]
            cards += [state.commits[seat]] if state.commits[seat] >= 0 else []
            assert len(cards) == 7
            assert sum(1 << card for card in cards) == state.cards

    state = play(seats, {"set": card_set, "promo": promo}, seed, look)
    assert sorted(RULES.result(state))[0] == 1
    assert max(state.crowns) == 2
    assert RULES.result(state).count(1) == 1


@settings(max_examples=count_examples(60), deadline=None)
@given(SEATS, SETS, PROMOS, SEEDS)
def test_running_points_are_the_points_told(seats: int, card_set: str, promo: str, seed: int) -> None:
    """The score kept in the state is the score recomputed from the events."""

    def look(state: State, events: list[Event]) -> None:
        points = [0] * seats
        for event in events:
            data = event.data
            if event.kind == "round_begins":
                points = [0] * seats
            elif event.kind == "scored":
                points[data["seat"]] += data["points"]
            elif event.kind == "theft":
                points[data["thief"]] += data["token"]
                points[data["victim"]] -= data["token"]
            elif event.kind == "points_dropped":
                for seat in data["seats"]:
                    points[seat] = 0
        assert points == state.points

    play(seats, {"set": card_set, "promo": promo}, seed, look)


@settings(max_examples=count_examples(80), deadline=None)
@given(SEATS, SETS, PROMOS, SEEDS)
def test_a_determinized_state_fits_the_view(seats: int, card_set: str, promo: str, seed: int) -> None:
    chance = SeededChance(seed + 2)

    def look(state: State, events: list[Event]) -> None:
        for seat in (None, *range(seats)):
            view = RULES.view(state, seat)
            guess = RULES.determinize(view, chance)
            assert RULES.view(guess, seat) == view
            RULES.load(RULES.dump(guess))

    play(seats, {"set": card_set, "promo": promo}, seed, look)


@settings(max_examples=count_examples(30), deadline=None)
@given(SEATS, SETS, PROMOS, SEEDS)
def test_dump_and_load_give_the_same_state(seats: int, card_set: str, promo: str, seed: int) -> None:
    def look(state: State, events: list[Event]) -> None:
        data = RULES.dump(state)
        again = RULES.load(data)
        assert RULES.dump(again) == data == RULES.dump(RULES.clone(state))
        for name in State.__slots__:
            assert getattr(again, name) == getattr(state, name), name

    play(seats, {"set": card_set, "promo": promo}, seed, look)


@settings(max_examples=count_examples(60), deadline=None)
@given(SEATS, SETS, PROMOS, SEEDS)
def test_others_never_learn_a_crown_card(seats: int, card_set: str, promo: str, seed: int) -> None:
    def look(state: State, events: list[Event]) -> None:
        for event in events:
            if event.kind == "crown_card":
                assert event.seats == (event.data["seat"],)
            if event.kind == "crown_laid":
                assert set(event.data) == {"seat", "crowns", "hand_size"}
        for owner in range(seats):
            if not state.laid[owner]:
                continue
            crown = state.laid[owner].bit_length() - 1
            for seat in (None, *range(seats)):
                if seat == owner:
                    continue
                view = RULES.view(state, seat)
                assert crown not in view["shown"][owner]
                assert view["own_crowns"] == ([] if seat is None else view["own_crowns"])

    play(seats, {"set": card_set, "promo": promo}, seed, look)


@settings(max_examples=count_examples(40), deadline=None)
@given(SEATS, PROMOS, SEEDS)
def test_hidden_cards_do_not_change_a_view(seats: int, promo: str, seed: int) -> None:
    """Swapping what is hidden from a seat leaves its view as it was."""
    chance = SeededChance(seed + 3)

    def look(state: State, events: list[Event]) -> None:
        seat = seed % seats
        view = RULES.view(state, seat)
        others = [RULES.determinize(view, chance) for _ in range(3)]
        assert all(RULES.view(other, seat) == view for other in others)

    play(seats, {"set": "random", "promo": promo}, seed, look)


@settings(max_examples=count_examples(40), deadline=None)
@given(SEATS, PROMOS, SEEDS, st.randoms(use_true_random=False))
def test_the_order_of_commitments_does_not_matter(seats: int, promo: str, seed: int, order: Any) -> None:
    one, two = SeededChance(seed), SeededChance(seed)
    a = RULES.new({"set": "random", "promo": promo}, seats, one)
    b = RULES.new({"set": "random", "promo": promo}, seats, two)
    choices = SeededChance(seed + 1)
    while owing := list(RULES.to_act(a)):
        picks = {seat: choices.draw(RULES.legal(a, seat)) for seat in owing}
        for seat in owing:
            RULES.apply(a, seat, picks[seat], one)
        order.shuffle(owing)
        for seat in owing:
            RULES.apply(b, seat, picks[seat], two)
        assert RULES.dump(a) == RULES.dump(b)


@settings(max_examples=count_examples(40), deadline=None)
@given(SEATS, PROMOS, SEEDS)
def test_playing_with_and_without_events_is_the_same(seats: int, promo: str, seed: int) -> None:
    one, two = SeededChance(seed), SeededChance(seed)
    options = {"set": "random", "promo": promo}
    loud = RULES.new(options, seats, one, lambda event: None)
    quiet = RULES.new(options, seats, two)
    choices = SeededChance(seed + 1)
    while owing := RULES.to_act(loud):
        action = choices.draw(RULES.legal(loud, owing[0]))
        RULES.apply(loud, owing[0], action, one, lambda event: None)
        RULES.apply(quiet, owing[0], action, two)
        assert RULES.dump(loud) == RULES.dump(quiet)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_event_and_action_can_be_described(seats: int) -> None:
    for promo in ("none", "collector", "faun"):
        for seed in range(30):

            def look(state: State, events: list[Event]) -> None:
                for event in events:
                    RULES.describe(event)
                    RULES.explain(event)
                events.clear()
                for seat in RULES.to_act(state):
                    for action in RULES.legal(state, seat):
                        assert RULES.describe(action) is not None
                        assert RULES.explain(action) is not None

            play(seats, {"set": "random", "promo": promo}, seed, look)
