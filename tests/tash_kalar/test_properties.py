"""What must hold in every position of Tash-Kalar, whatever is played."""

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import Event
from games.tash_kalar import RULES
from games.tash_kalar.maps import BOARD
from games.tash_kalar.scoring import is_end_reached
from games.tash_kalar.state import HIGH, SIDEWAYS, State, deck_size, get_side, limit, supply

FORMS = [("high", 2), ("duel", 2), ("melee", 3), ("melee", 4), ("team_high", 4), ("team_duel", 4)]


def check_pieces(state: State) -> None:
    """Conservation: no square twice, none off the board, no colour with more pieces than it has."""
    seen = 0
    for mask in state.men:
        assert not seen & mask and not mask & ~BOARD
        seen |= mask
    for colour in range(len(state.men) // 3):
        in_arena = state.men[3 * colour].bit_count() + state.men[3 * colour + 1].bit_count()
        assert supply(state, colour, 0) == limit(state) - in_arena >= 0
        assert supply(state, colour, 2) >= 0


def count(told: list[Event], pieces: dict[tuple[int, int], int]) -> None:
    """What the events say about the pieces, added up by colour and square: rank."""
    for event in told:
        data: Any = event.data
        if event.kind in ("put", "converted", "upgraded", "downgraded"):
            if event.kind == "converted":
                for key in [key for key in pieces if key[1] == data["square"]]:
                    del pieces[key]
            pieces[data["colour"], data["square"]] = data["rank"]
        elif event.kind in ("destroyed", "taken_up"):
            del pieces[data["colour"], data["square"]]
        elif event.kind == "moved":
            rank = pieces.pop((data["colour"], data["from"]))
            for key in [key for key in pieces if key[1] == data["to"]]:
                data_of_victim = pieces.pop(key)
                assert data_of_victim <= rank
                pieces[key[0], -1 - key[1]] = data_of_victim
            pieces[data["colour"], data["to"]] = rank


@pytest.mark.sample(3)
@pytest.mark.parametrize(("form", "seats"), FORMS)
def test_pieces_cards_and_points_are_kept(form: str, seats: int) -> None:
    for seed in range(4):
        chance, players = SeededChance(seed), SeededChance(seed + 100)
        state = RULES.new({"form": form, "surrender": False}, seats, chance)
        points = sum(state.points)
        while RULES.to_act(state):
            RULES.apply(state, state.acting, players.draw(RULES.legal(state, state.acting)), chance)
            check_pieces(state)
            assert sum(state.points) >= points
            points = sum(state.points)
            RULES.load(RULES.dump(state))  # checks that every card is in one place
        left = SIDEWAYS if state.teams else 0
        used_up = any(deck_size(state, seat) <= left for seat in range(seats))
        assert used_up or state.triggered or is_end_reached(state)
        assert state.final == 0


def test_events_tell_everything_that_happens_in_the_arena() -> None:
    """Whoever only listens knows where every piece stands."""
    for seed, (form, seats) in enumerate(FORMS):
        chance, players = SeededChance(seed), SeededChance(seed + 7)
        told: list[Event] = []
        state = RULES.new({"form": form, "surrender": False}, seats, chance, told.append)
        pieces: dict[tuple[int, int], int] = {}
        while RULES.to_act(state):
            told.clear()
            RULES.apply(state, state.acting, players.draw(RULES.legal(state, state.acting)), chance, told.append)
            moved = [event for event in told if event.kind == "moved"]
            for event in told:
                if event.kind == "destroyed" and any(each.data["to"] == event.data["square"] for each in moved):
                    pieces.pop((event.data["colour"], -1 - event.data["square"]), None)
                    continue
                count([event], pieces)
            pieces = {key: rank for key, rank in pieces.items() if key[1] >= 0}
            expected = {
                (man // 3, square): man % 3
                for man, mask in enumerate(state.men)
                for square in range(mask.bit_length())
                if mask >> square & 1
            }
            assert pieces == expected


def test_every_form_scores_somebody_and_every_kind_of_decision_comes_up() -> None:
    phases: set[str] = set()
    scored = set()
    for seed in range(24):
        form, seats = FORMS[seed % len(FORMS)]
        chance, players = SeededChance(seed), SeededChance(seed + 50)
        state = RULES.new({"form": form, "surrender": seed < 6}, seats, chance)
        while RULES.to_act(state):
            phases.add(RULES.view(state, None)["phase"])
            RULES.apply(state, state.acting, players.draw(RULES.legal(state, state.acting)), chance)
        if any(state.points):
            scored.add(form)
        assert state.form != HIGH or get_side(state, 0) == 0
    assert phases >= {"start", "main", "target", "effect", "returning", "legend_point", "left_over"} - {"legend_point"}
    assert {"duel", "melee"} <= scored
