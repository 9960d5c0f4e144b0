"""Opponents of Legends answer legally, deterministically, know nothing but their view, and say why."""

import functools
import re
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from ai.choose import choose
from ai.lab.arena import Match, play
from ai.legends import planning
from ai.legends.assets import worths
from ai.legends.lookahead import margin
from ai.legends.own_map import rival_weights
from ai.legends.plan import Plan, apply_plan, bought
from ai.legends.planning import Planner
from ai.legends.weights import Outlook, load_plain_weights, make_plain_valuation
from ai.levels import QUICK_LEVELS
from ai.opponent_registry import quick_choice
from engine import registry
from engine.bootstrap import ROOT
from engine.chance import SeededChance
from games.legends import RULES, actions as act
from games.legends.cards import (
    DRAGON,
    DRAGON_ARMIES,
    EXPLORE,
    RED_SORCERESS,
    TREASURE,
    TREASURE_COINS,
)
from games.legends.options import GAMES_IN_FULL
from games.legends.scoring import scores
from games.legends.state import (
    ARMIES,
    AUCTION,
    CARDS_EACH,
    LAST_CARD,
    NAME_FIRST,
    NEUTRAL_OWNER,
    NOTHING,
    OVER,
    PHASES,
    PLACING,
    TAKE_CARD,
    State,
    complete,
)
from tests.ai.duels import wins
from tests.legends.table import Table
from tests.shared.counted import calls
from tests.shared.samples import option_sets
from tests.support.catalogues import PLACEHOLDER, texts
from tests.support.in_turn import count_examples
from tests.support.legends_positions import EVERYTHING, positions
from tests.support.own_segments import PORT, large

GAME = "legends"
WAYS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"setup": "by_hand", "explore": "open", "leaders": True}),
    (3, {**EVERYTHING, "length": "full"}),
    (4, {**EVERYTHING, "shape": "ring", "segments": [PORT, large(1)]}),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("level", QUICK_LEVELS)
@pytest.mark.parametrize(("seats", "options"), WAYS, ids=["2", "2_by_hand", "3_full", "4_ring_own"])
def test_answers_are_legal_and_weights_add_to_one(level: str, seats: int, options: dict[str, Any]) -> None:
    pairs = positions(seats, options, 2)
    assert len({state.phase for state, _ in pairs}) >= 6
    for number, (state, seat) in enumerate(pairs):
        legal = list(RULES.legal(state, seat))
        before = RULES.dump(state)
        decision = choose(GAME, RULES.view(state, seat), seat, legal, level, number)
        assert decision.action in legal
        assert sorted(one.action for one in decision.considered) == legal
        assert sum(one.weight for one in decision.considered) == pytest.approx(1)
        assert next(one for one in decision.considered if one.action == decision.action).weight > 0
        assert RULES.dump(state) == before


@pytest.mark.sample(2)
@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_same_view_and_seed_give_the_same_decision(level: str) -> None:
    for state, seat in positions(3, EVERYTHING, 1):
        view, legal = RULES.view(state, seat), RULES.legal(state, seat)
        assert choose(GAME, view, seat, legal, level, 7) == choose(GAME, view, seat, legal, level, 7)


@pytest.mark.sample(2)
@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_hidden_bids_and_tokens_make_no_difference(level: str) -> None:
    """Two states that differ in what the seat cannot see lead to the same decision."""
    differing = 0
    for number in range(3):
        chance = SeededChance(number)
        state = RULES.new({"explore": "swamp"}, 3, chance)
        RULES.apply(state, 1, act.BID + 3 + number, chance)
        pairs = [(RULES.clone(state), 0)]
        for seat in (0, 2):
            RULES.apply(state, seat, act.BID, chance)
        RULES.apply(state, 1, act.NAME, chance)
        # Seat 2 has looked at all face-down tokens.
        state.down = tuple((region, token, 1 << 2) for token, (region, _, _) in enumerate(state.down))
        pairs.append((RULES.clone(state), 0))
        RULES.apply(state, 0, RULES.legal(state, 0)[0], chance)
        if RULES.to_act(state) == (0,):
            pairs.append((state, 0))
        for each, seat in pairs:
            view = RULES.view(each, seat)
            other = RULES.determinize(view, SeededChance(number + 1))
            differing += RULES.dump(other) != RULES.dump(each)
            legal = RULES.legal(each, seat)
            one = choose(GAME, view, seat, legal, level, 3)
            two = choose(GAME, RULES.view(other, seat), seat, legal, level, 3)
            assert one == two
    assert differing > 3


ENGLISH = texts("en", GAME)
SOURCE = "\n".join(path.read_text("utf-8") for path in sorted((Path(ROOT) / "ai" / "legends").glob("*.py")))


def test_the_expert_gives_one_to_three_reasons_for_every_option() -> None:
    told = set()
    for seats, options in WAYS[1:]:
        for state, seat in positions(seats, options, 2, seed=3):
            legal = RULES.legal(state, seat)
            decision = choose(GAME, RULES.view(state, seat), seat, legal, "expert", 1)
            for one in decision.considered:
                assert 1 <= len(one.reasons) <= 3
                for reason in one.reasons:
                    told.add(reason.id)
                    for form in ENGLISH[reason.id]:
                        assert set(PLACEHOLDER.findall(form)) <= set(reason.params), reason.id
                    for value in reason.params.values():
                        if isinstance(value, dict) and "text" in value:
                            assert value["text"] in ENGLISH
    assert len(told) >= 12


def test_every_reason_in_the_catalogue_can_be_given() -> None:
    told = {key.removesuffix(".part") for key in ENGLISH if key.startswith("legends.hint.")}
    names = {key.removeprefix("legends.hint.") for key in told}
    assert names == {name for name in names if f'"{name}"' in SOURCE}
    assert {name for name in re.findall(r'_hint\("([a-z_.]+)"', SOURCE)} <= names


def test_plans_are_worth_the_position_they_lead_to() -> None:
    """What the planner adds up step by step is what the whole position is worth at the end of the turn."""
    checked = 0
    for seats in (2, 3, 4):
        for state, seat in positions(seats, {}, 12, seed=5):
            if state.phase != TAKE_CARD or state.turns + 1 >= seats * CARDS_EACH[seats]:
                continue
            outlook = make_plain_valuation().find_outlook_after_turn(state)
            weights = rival_weights(worths(state, outlook), seat, load_plain_weights())
            plans = Planner(state, seat, weights, outlook, 6).plans()
            sums = [
                margin(apply_plan(state, seat, plan, SeededChance(1)), seat, weights, make_plain_valuation())
                for plan in plans
            ]
            for plan, found in zip(plans, sums, strict=True):
                assert plan.value - plans[0].value == pytest.approx(found - sums[0], abs=1e-6)
                checked += 1
    assert checked > 60


def test_a_plan_is_carried_on() -> None:
    """Planned anew at every step, a turn comes out as it was planned, but for a few where the beam was too narrow."""
    changes = []
    for seats in (2, 3, 4):
        chance = SeededChance(seats)
        state = RULES.new({}, seats, chance)
        promised: float | None = None
        while owing := RULES.to_act(state):
            seat = owing[0]
            if state.phase < TAKE_CARD:
                RULES.apply(state, seat, RULES.legal(state, seat)[0], chance)
                continue
            outlook = make_plain_valuation().find_outlook_after_turn(state)
            weights = [0.0 if other == seat else 1 / (seats - 1) for other in range(seats)]
            plan = Planner(state, seat, weights, outlook, 8).plans()[0]
            if promised is not None:
                changes.append(plan.value - promised)
            promised = plan.value
            RULES.apply(state, seat, plan.action, chance)
            if state.phase == TAKE_CARD:
                promised = None
    assert len(changes) > 300
    assert sum(change < -0.01 for change in changes) < len(changes) / 50
    assert min(changes) > -1


def foretold(state: State, seat: int, plan: Plan) -> State:
    """The state as a plan says that it is once the turn is over, before the next card is dealt."""
    after = bought(state, seat, plan.action) if state.phase == TAKE_CARD else RULES.clone(state)
    at, n = act.WIDTH * seat, after.board.n
    after.armies[at : at + n] = plan.armies
    for region in plan.cities:
        after.cities[at + region] += 1
    for owner, region in plan.destroyed:
        after.armies[act.WIDTH * owner + region] -= 1
        if owner != NEUTRAL_OWNER:
            (after.captured if after.leaders[seat] == RED_SORCERESS else after.supply)[owner] += 1
    after.supply[seat] = ARMIES - after.captured[seat] - sum(plan.armies)
    after.coins = list(plan.coins)
    for token, region in enumerate(after.spots):
        if (token in EXPLORE and region in plan.cities) or (token == DRAGON and plan.dragon):
            after.spots = (*after.spots[:token], NOTHING, *after.spots[token + 1 :])
            after.held[seat] |= 1 << token
            after.coins[seat] += TREASURE_COINS if token == TREASURE else 0
    after.card = after.picked = NOTHING
    after.todo, after.left = (), 0
    after.turns += 1
    complete(after)
    return after


def ended(after: State, seat: int) -> None:
    """The rules' own end of a turn, for a state that stands where all actions are done; nobody looks at tokens."""
    down, after.down = after.down, ()
    game, after.game = after.game, GAMES_IN_FULL
    after.turns -= 1
    after.active, after.owing, after.phase = seat, 1 << seat, PLACING
    RULES.apply(after, seat, act.DONE, SeededChance(9))
    after.down, after.game = down, game


def crowd(state: State, seat: int, own: int) -> None:
    """So many armies beside the dragon, some of them its own, that one more, or one fewer, decides about it."""
    region = state.spots[DRAGON]
    rival = (seat + 1) % state.seats
    for owner, number in ((seat, own), (rival, DRAGON_ARMIES - 1 - own)):
        if region != NOTHING and state.supply[owner] >= number:
            state.supply[owner] -= number
            state.armies[act.WIDTH * owner + region] += number
    complete(state)


ALL_PLANS = [
    (seats, options) for seats in (2, 3, 4) for options in option_sets(RULES, seats).values()
]  # fmt: skip
PLANNED = count_examples(2000)
"""Positions whose plans are all played by the rules."""


whole = attrgetter(*State.__slots__)
"""All there is of a state."""


def test_every_plan_comes_out_by_the_rules_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """All plans of many positions, over all options and steps of a turn: the whole state is the one foretold.

    Not only the best of each first action: all that the beam has kept.
    Face-down tokens are the one thing that is left out: planning, they lie where they are (they stay in both states).
    """
    monkeypatch.setattr(planning, "find_best_of_each", list)
    checked, seen = 0, set()
    each = -(-PLANNED // (len(ALL_PLANS) * 50))
    for number, (seats, options) in enumerate(ALL_PLANS):
        for state, seat in positions(seats, options, 9 * each, seed=number):
            if not TAKE_CARD <= state.phase < LAST_CARD:
                continue
            checked += 1
            seen.add(state.phase)
            if checked % 2:
                crowd(state, seat, checked // 2 % 2)
            before = RULES.dump(state)
            weights = [0.0 if other == seat else 1 / (seats - 1) for other in range(seats)]
            plans = Planner(
                state, seat, weights, make_plain_valuation().find_outlook_after_turn(state), 1 + number % 3
            ).plans()
            assert {plan.action for plan in plans} == set(RULES.legal(state, seat))
            for plan in plans:
                found = apply_plan(state, seat, plan, SeededChance(9))
                wanted = foretold(state, seat, plan)
                ended(wanted, seat)
                assert whole(found) == whole(wanted)
            assert RULES.dump(state) == before
    assert checked >= PLANNED, checked
    assert seen == set(range(TAKE_CARD, LAST_CARD))


def test_control_is_certain_at_the_end_and_likely_before() -> None:
    end, early = Outlook(0.0, load_plain_weights()), Outlook(6.0, load_plain_weights())
    assert end.shares((3, 2, 0)) == (1.0, 0.0, 0.0)
    assert end.shares((2, 2, 0)) == (0.0, 0.0, 0.0)
    assert end.most((2, 2, 0)) == (1.0, 1.0, 0.0)
    assert end.most((3, 2, 0)) == (2.0, 0.0, 0.0)
    assert 0.5 < early.shares((4, 2, 0))[0] < 1
    assert early.shares((1, 1, 0))[0] == early.shares((1, 1, 0))[1] > 0


def test_after_the_last_turn_worth_is_the_score() -> None:
    for seed in range(6):
        chance = SeededChance(seed)
        state = RULES.new({}, 3, chance)
        while RULES.to_act(state):
            seat = RULES.to_act(state)[0]
            legal = RULES.legal(state, seat)
            RULES.apply(state, seat, legal[0] if state.phase == AUCTION else chance.draw(legal), chance)
        found = worths(state, Outlook(0.0, load_plain_weights()))
        for seat, score in enumerate(scores(state)):
            assert round(found[seat] - 0.02 * state.coins[seat], 6) == score["total"]


def test_the_last_turn_is_played_for_the_points_it_brings() -> None:
    """Two seats, the very last card: one move takes a region from the rival and wins."""
    table = Table(2).clear()
    table.put(0, r1B_3=1, r3B_0=2).put(1, r1B_4=1, r3B_2=1)
    state = table.state
    state.turns = 2 * CARDS_EACH[2] - 1
    decision = choose(GAME, RULES.view(state, 0), 0, RULES.legal(state, 0), "expert", 1)
    state = RULES.clone(state)
    before = scores(state)[0]["total"]
    chance = SeededChance(1)
    while RULES.to_act(state):
        view, legal = RULES.view(state, 0), RULES.legal(state, 0)
        RULES.apply(state, 0, choose(GAME, view, 0, legal, "expert", 1).action, chance)
    assert scores(state)[0]["total"] >= before + 1
    assert RULES.result(state)[0] == 1
    assert decision.considered[0].value > 0


@pytest.mark.parametrize("level", ["skilled", "expert"])
def test_who_names_the_first_player_plays_last(level: str) -> None:
    chance = SeededChance(2)
    state = RULES.new({}, 4, chance)
    for seat, bid in enumerate((0, 0, 5, 1)):
        RULES.apply(state, seat, act.BID + bid, chance)
    assert state.phase == NAME_FIRST
    assert choose(GAME, RULES.view(state, 2), 2, RULES.legal(state, 2), level, 1).action == act.NAME + 3


def test_the_last_resort_is_little_work() -> None:
    for state, seat in positions(4, EVERYTHING, 4):
        view, legal = RULES.view(state, seat), RULES.legal(state, seat)
        assert quick_choice(GAME, view, seat, legal, 1).action in legal
        assert calls(functools.partial(quick_choice, GAME, view, seat, legal, 1)) < 500


def test_the_last_resort_takes_an_action_where_there_is_one() -> None:
    """It does not leave out what it may do: doing nothing is the exception."""
    pairs = [(state, seat) for state, seat in positions(3, {}, 6) if state.phase > TAKE_CARD]
    answers = [
        quick_choice(GAME, RULES.view(state, seat), seat, RULES.legal(state, seat), 1).action for state, seat in pairs
    ]
    assert answers.count(act.DONE) < len(answers) / 4
    assert {PHASES[state.phase] for state, _ in pairs} >= {"place", "move_from", "move_to"}


@pytest.mark.parametrize(
    ("strong", "weak", "games", "enough"),
    [("novice", "random", 12, 10), pytest.param("skilled", "novice", 16, 12, marks=pytest.mark.soak)],
)
def test_a_higher_level_beats_a_lower_one(strong: str, weak: str, games: int, enough: int) -> None:
    """Fixed seeds. An equal opponent would win so many games in two to four of a hundred trials."""
    assert wins(GAME, strong, weak, 2, games, "legends strength") >= enough


def test_the_arena_shares_a_win_that_the_rules_share(monkeypatch: pytest.MonkeyPatch) -> None:
    tied = replace(RULES, result=lambda state: (1, 3, 1) if state.phase == OVER else ())
    monkeypatch.setattr(registry, "rules", lambda game: tied)
    record = play(Match(GAME, ("random", "random", "novice"), RULES.check_options({}, 3), 1))
    assert record.wins == [0.5, 0.0, 0.5]


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4])
def test_the_expert_beats_the_skilled(seats: int) -> None:
    """An equal opponent would win so many games in one of a hundred trials."""
    assert wins(GAME, "expert", "skilled", seats, 40, "legends strength") >= 28


def test_skilled_players_do_not_always_tie_in_the_auction() -> None:
    """Else the youngest seat would name who begins in every game, and win more than its share."""
    bids = set()
    for seed in range(12):
        state = RULES.new({}, 3, SeededChance(seed))
        view = RULES.view(state, 1)
        assert view["phase"] == "auction"
        bids.add(choose(GAME, view, 1, RULES.legal(state, 1), "skilled", seed).action - act.BID)
    assert bids == {0, 1, 2}
