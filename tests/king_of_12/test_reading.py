"""What the tricks that lie open say of how somebody thinks, and what the expert makes of it."""

from collections.abc import Sequence

import pytest

from ai.algorithms.regret_matching import Payoffs
from ai.choose import choose
from ai.king_of_12 import expert_heads_up, expert_multiplayer
from ai.king_of_12.evaluate import make_position
from ai.king_of_12.expert_heads_up import mask_crowns
from ai.king_of_12.opponent_model import (
    CAREFUL,
    FIRM,
    Key,
    Kinds,
    find_posterior,
    make_key,
    past,
    score_kinds,
    to_position,
)
from ai.king_of_12.tournament_model import make_determinizer
from ai.levels import LEVELS
from engine.chance import SeededChance
from engine.contract import BadState, View
from games.king_of_12 import RULES
from games.king_of_12.actions import LAY
from games.king_of_12.cards import CARD_COUNT, PARASITE, SORCERER
from games.king_of_12.options import TWISTS
from games.king_of_12.state import CARDS_OF, CHOOSE, CROWN, OVER, State, to_mask
from tests.support.in_turn import take_turns

GAME = "king_of_12"
COUNT = {2: 4, 3: 2, 4: 2}
AHEAD = {2: 1, 3: 1, 4: 1}
"""Which of the kinds looks ahead."""
"""Kinds of thinking by seats: the first by habit, the last looking ahead."""


def at_random(seats: int, seed: int, choices: int = 30) -> tuple[State, list[tuple[Key, list[int]]]]:
    """A choice of cards after so many, played at random, and every trick until then as it was."""
    chance = SeededChance(f"reading {seats} {seed}")
    state = RULES.new({"set": "random", TWISTS[seed % len(TWISTS)]: bool(seed % 2)}, seats, chance)
    tricks: list[tuple[Key, list[int]]] = []
    while RULES.to_act(state) and (choices > 0 or state.phase != CHOOSE):
        if state.phase == CHOOSE:
            tricks.append((make_key(make_position(state)), [-1] * seats))
        for seat in RULES.to_act(state):
            action = chance.draw(RULES.legal(state, seat))
            if state.phase == CHOOSE and tricks[-1][1][seat] < 0:
                tricks[-1][1][seat] = action
            RULES.apply(state, seat, action, chance)
        choices -= 1
    return state, tricks


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_trick_lies_open_as_it_was(seats: int) -> None:
    for seed in range(6):
        state, tricks = at_random(seats, seed)
        view = RULES.view(state, 0)
        assert [(key, list(cards)) for key, cards in past(view, state.laid)] == tricks, seed
        assert RULES.determinize(view, SeededChance(1)).course == state.course


def test_a_game_saved_before_the_course_was_kept_is_read_as_far_as_it_is_known() -> None:
    state, tricks = at_random(2, 4, 4)
    data = RULES.dump(state)
    assert isinstance(data, dict) and len(data["course"]) == len(tricks)
    old = RULES.load({name: value for name, value in data.items() if name != "course"})
    assert old.course == () and "course" not in RULES.dump(old)
    assert list(past(RULES.view(old, 0), old.laid)) == []
    late = RULES.load({**data, "course": data["course"][1:]})
    assert list(past(RULES.view(late, 0), late.laid)) == [], "of this round a part is missing"


@pytest.mark.parametrize("wrong", ["rounds", "cards", "other"])
def test_a_course_that_no_game_has_is_refused(wrong: str) -> None:
    state, _ = at_random(2, 4, 3)
    number, *rest, cards = state.course[-1]
    strange = next(card for card in range(CARD_COUNT) if not state.cards >> card & 1)
    row = {
        "rounds": (number + 1, *rest, cards), "cards": (number, *rest, (strange, cards[1])),
        "other": (number, *rest, cards[::-1] if cards[0] != cards[1] else (strange, strange)),
    }[wrong]  # fmt: skip
    data = RULES.dump(state)
    assert isinstance(data, dict)
    with pytest.raises(BadState, match="course"):
        RULES.load({**data, "course": [*data["course"][:-1], [list(x) if isinstance(x, tuple) else x for x in row]]})


def kinds(seats: int) -> Kinds:
    return expert_heads_up.kinds if seats == 2 else expert_multiplayer.kinds


def odds_of(view: View, laid: Sequence[int]) -> float:
    """How much likelier it is that seat 1 thinks of one trick only, as a logarithm."""
    found = score_kinds(view, laid, (1,), kinds(view["seats"]), COUNT[view["seats"]])[1]
    return found[0] - found[AHEAD[view["seats"]]]


def played_by(seats: int, model: str, seed: int, tricks: int = 5) -> tuple[State, View]:
    """A game whose seat 1 plays by habit, or as somebody who looks ahead; the others at random."""
    chance = SeededChance(f"{model} {seed}")
    state = RULES.new({}, seats, chance)
    while len(state.course) < tricks or state.phase != CHOOSE:
        for seat in RULES.to_act(state):
            legal = RULES.legal(state, seat)
            action = chance.draw(legal)
            if seat == 1 and state.phase == CHOOSE and len(legal) > 1:
                action = legal[_drawn(state, model, chance)]
            RULES.apply(state, seat, action, chance)
    return state, RULES.view(state, 0)


def _drawn(state: State, model: str, chance: SeededChance) -> int:
    """Cards in hand and legal actions stand in the same order; a committed card is back in hand here."""
    mixes = kinds(state.seats)(make_key(make_position(state)), 1, [[0.0] * COUNT[state.seats]] * state.seats)
    mix = mixes[AHEAD[state.seats] if model == "ahead" else 0]
    point = chance.below(1 << 20) / (1 << 20)
    for index, share in enumerate(mix):
        point -= share
        if point < 0:
            return index
    return len(mix) - 1


@pytest.mark.sample(2)
@pytest.mark.parametrize("games", [3, pytest.param(6, marks=pytest.mark.soak)])
@pytest.mark.parametrize("seats", [2, 3])
def test_who_thinks_of_one_trick_is_told_from_who_looks_ahead(seats: int, games: int) -> None:
    said = {}
    for model in ("habit", "ahead"):
        found = []
        for seed in range(games):
            state, view = played_by(seats, model, seed)
            found.append(odds_of(view, state.laid))
            assert abs(found[-1]) <= CAREFUL[1] * len(state.course)
        said[model] = sum(found) / len(found)
    assert said["habit"] > 0.5 > -0.2 > said["ahead"], said


def test_before_anything_lies_open_both_are_as_likely() -> None:
    state = RULES.new({}, 2, SeededChance(1))
    assert odds_of(RULES.view(state, 0), state.laid) == 0
    assert find_posterior((0, 0), (0, 0)) == [0.5, 0.5] and find_posterior((1, 0), (0, 0))[0] > 0.7


def test_crowns_are_those_of_the_position() -> None:
    for seed in range(8):
        state, _ = at_random(2, seed)
        if state.phase == CHOOSE and any(state.laid):
            view = RULES.view(state, 0)
            position = make_determinizer(view, 0).sample(SeededChance(2))
            mine, other = mask_crowns(position, view)
            assert mine == state.laid[0] and other.bit_count() == state.laid[1].bit_count()


def test_a_hidden_crown_is_any_card_that_it_can_be_the_likeliest_first() -> None:
    tried = 0
    for seed in range(12):
        state, _ = at_random(2, seed, 8)
        if state.phase != CHOOSE or not state.laid[1]:
            continue
        tried += 1
        view = RULES.view(state, 0)
        found = expert_heads_up.list_crown_guesses(make_determinizer(view, 0).sample(SeededChance(2)), 1, view, 14)
        crowns = [mask_crowns(position, view)[1] for position, _ in found]
        assert state.laid[1] in crowns and len(set(crowns)) == len(crowns) == len(found)
        assert not any(to_mask(view["shown"][1]) & crown for crown in crowns)
        likely = [share for _, share in found]
        assert likely == sorted(likely, reverse=True) and sum(likely) == pytest.approx(1)
        assert all(position.hands[0] == found[0][0].hands[0] for position, _ in found)
    assert tried


def test_the_crown_of_the_first_set_is_the_parasite() -> None:
    state = RULES.new({}, 2, SeededChance(3))
    chance = SeededChance(4)
    while state.phase != CROWN:
        for seat in RULES.to_act(state):
            RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
    seat = RULES.to_act(state)[0]
    legal = RULES.legal(state, seat)
    values = expert_heads_up.crown_values(make_determinizer(RULES.view(state, seat), seat), legal, chance)
    assert legal[values.index(max(values))] == LAY + PARASITE and legal[values.index(min(values))] == LAY + SORCERER
    assert choose(GAME, RULES.view(state, seat), seat, legal, "expert", 1).action == LAY + PARASITE


def test_the_expert_takes_more_from_who_thinks_of_one_trick_only() -> None:
    """The same position after the same cards; only what the earlier dice make of them differs."""
    moved = 0
    for seed in range(4):
        state, view = played_by(2, "habit", seed, 2)
        unread = {**view, "course": []}
        odds = odds_of(view, state.laid)
        if odds < 0.5:
            continue
        legal = list(RULES.legal(state, 0))
        with_it = choose(GAME, view, 0, legal, "expert", 5)
        without = choose(GAME, unread, 0, legal, "expert", 5)
        mixes = [{one.action: round(one.weight, 6) for one in each.considered} for each in (with_it, without)]
        moved += mixes[0] != mixes[1]
    assert moved


def test_a_position_is_as_it_was() -> None:
    _, tricks = at_random(3, 2, 2)
    position = to_position(tricks[-1][0])
    assert position.seats == 3 and not position.is_over
    assert [CARDS_OF[hand] for hand in position.hands] == [CARDS_OF[hand] for hand in tricks[-1][0][3]]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("level", "seats"), take_turns([(0, 2), (0, 3), (1, 3), (1, 2)]))
def test_the_grandmaster_tells_the_lower_levels_apart(seats: int, level: int) -> None:
    """First evening by its own kind of thinking, after two rounds; the kinds of both are the last two. Casual, which
    draws among near choices, is never taken for it."""
    count = COUNT[seats] + 2
    total = [0.0] * count
    for seed in range(2):
        chance = SeededChance(f"lower {seed}")
        state = RULES.new({}, seats, chance)
        while state.phase != OVER and (len(state.results) < 2 or state.phase != CHOOSE):
            for seat in RULES.to_act(state):
                legal = RULES.legal(state, seat)
                asked = seat == 1 and state.phase == CHOOSE and len(legal) > 1
                action = (
                    choose(GAME, RULES.view(state, 1), 1, legal, LEVELS[level], seed * 1000 + len(state.course)).action
                    if asked
                    else chance.draw(legal)
                )
                RULES.apply(state, seat, action, chance)
        found = score_kinds(RULES.view(state, 0), state.laid, (1,), kinds(seats), count, FIRM)[1]
        total = [so_far + each for so_far, each in zip(total, found, strict=True)]
    best = max(range(count), key=total.__getitem__)
    assert (best == count - 2) == (level == 0), total


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_it_is_read_where_the_winner_of_a_trick_rolls_anew(games: int) -> None:
    """There no estimate stands below the last trick but one, so the end of a round is read whole."""
    for seed in range(games):
        chance = SeededChance(f"fresh {seed}")
        state = RULES.new({"fresh": True}, 2, chance)
        while not state.results:
            for seat in RULES.to_act(state):
                RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
        found = score_kinds(RULES.view(state, 0), state.laid, (0, 1), expert_heads_up.kinds, COUNT[2])
        assert all(any(row) for row in found)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seats", [3, 4])
def test_at_larger_tables_the_expert_minds_what_lies_open(seats: int) -> None:
    """The same position, read and unread: what is expected of the others differs, and so do the uses of the cards."""
    state, view = played_by(seats, "habit", 2, 3)
    legal = list(RULES.legal(state, 0))
    uses = [
        {one.action: one.value for one in choose(GAME, each, 0, legal, "expert", 7).considered}
        for each in (view, {**view, "course": []})
    ]
    assert uses[0] != uses[1]


def test_answers_as_others_find_them_are_softer_than_rehearsed_ones() -> None:
    """A card that is nearly as good, or usual, is played now and then."""
    payoffs = Payoffs([2, 2], [(1.0, 0.5), (0.98, 0.5), (0.98, 0.5), (0.96, 0.5)])
    mine, other = expert_multiplayer.answers(payoffs, [[0.5, 0.5], [1.0, 0.0]], 0.8, SeededChance(1))
    assert sum(mine) == pytest.approx(1) and sum(other) == pytest.approx(1)
    assert 0.15 < mine[1] < 0.35 and mine[0] > mine[1]


@pytest.mark.parametrize("games", [5, pytest.param(12, marks=pytest.mark.soak)])
def test_who_plays_any_card_is_not_taken_for_a_player_of_habits(games: int) -> None:
    """All kinds foretell it badly; then nothing more is risked than before a card was seen."""
    found = [0.0] * 4
    for seed in range(games):
        chance = SeededChance(f"any {seed}")
        state = RULES.new({}, 2, chance)
        while len(state.course) < 5 or state.phase != CHOOSE:
            for seat in RULES.to_act(state):
                RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
        told = score_kinds(RULES.view(state, 0), state.laid, (1,), expert_heads_up.kinds, 4)[1]
        found = [so_far + each for so_far, each in zip(found, told, strict=True)]
    assert found[2] == max(found), found
