"""What plays on to the end, and what is ripe, says what the quick look cannot."""

from typing import Any

import pytest

from ai.analysis.steps import (
    PositionValue,
    draw_chance,
)
from ai.choose import make_answer, play_out as played_by, think
from ai.king_of_the_dice.win_probability import FEATURES, GAME_TILES, extract
from ai.lab.self_play import play_game
from ai.legends import playouts as legends_playouts
from ai.legends.greedy import gains
from ai.legends.lookahead import EXPERT_WIDTH, SKILLED_WIDTH, make_planner, play_turn as played_turn
from ai.legends.plan import Plan
from ai.legends.playouts import (
    AS_PLANNED,
    EQUAL,
    FORESEEN,
    LATE,
    LOOSE,
    MASTERLY_PLANS,
    MOST_SLACK,
    POLICIES,
    STEPWISE,
    STEPWISE_ALONE,
    TIE,
    can_play_out,
    choose_policy,
    draw_plan,
    estimate,
    find_deals,
    find_part,
    find_scale,
    foresee,
    is_stepwise,
    measure_predictability,
    plan_like_master,
    plan_quickly,
    plan_stepwise,
    play_out,
    take_best_steps,
)
from ai.tash_kalar.evaluate import Evaluator
from ai.tash_kalar.playouts import choose_move, order_draws, play_turns
from ai.tash_kalar.win_probability import (
    NOTHING,
    evaluate_ripeness,
    play_on_quickly,
)
from ai.win_probability import adapt_playouts, chances, chances_by_playouts, plays_out
from engine import registry
from engine.chance import SeededChance, mix
from games.king_of_the_dice.state import ROLL, State, supply
from games.legends import RULES
from games.legends.actions import NAME
from games.legends.scoring import sums
from games.legends.state import NAME_FIRST, OVER, TAKE_CARD, count_turns
from games.tash_kalar import RULES as TASH_KALAR
from games.tash_kalar.maps import bits
from games.tash_kalar.state import MAIN, get_side


def _options(game: str, seats: int, **given: object) -> dict[str, object]:
    return dict(registry.rules(game).check_options(given, seats))


@pytest.fixture(scope="module")
def legends() -> list[object]:
    return list(play_game("legends", _options("legends", 3), 3, "novice", 3).positions.values())


def test_a_game_of_legends_is_played_to_its_end(legends: list[object]) -> None:
    states: list[object] = [one for one in legends if can_play_out(one)]  # type: ignore[arg-type]
    late = states[-2]
    before = registry.rules("legends").dump(late)
    points = play_out(late, SeededChance(1))  # type: ignore[arg-type]
    assert registry.rules("legends").dump(late) == before, "the position itself stays"
    assert len(points) == 3 and max(points) > 0
    found = estimate(late, 1)  # type: ignore[arg-type]
    assert sum(found) == pytest.approx(1) and found == estimate(late, 1)  # type: ignore[arg-type]
    best = max(range(3), key=points.__getitem__)
    assert found[best] == max(found)


def test_the_last_turns_are_played_as_shrewd_plays_them() -> None:
    """Step by step, on the same draws: a plan that is made once for a turn misses points that decide games."""
    rules = registry.rules("legends")
    states = play_game("legends", _options("legends", 2), 2, "skilled", 3).positions.values()
    late = [one for one in states if can_play_out(one) and count_turns(2) - one.turns <= STEPWISE]
    for seed, state in enumerate(late[::9]):
        twin = rules.clone(state)
        played_by(rules, twin, SeededChance(seed), make_answer("legends", "skilled", lambda turn, seat: turn))
        assert play_out(state, SeededChance(seed), plan_stepwise) == pytest.approx(
            [row[0] for row in sums(twin)], abs=TIE
        )


def test_only_what_is_judged_alone_or_ends_soon_is_played_step_by_step() -> None:
    """Comparisons are many; and loose players do not look for every point."""
    states = play_game("legends", _options("legends", 2), 2, "skilled", 3).positions.values()
    at = {count_turns(2) - one.turns: one for one in states if can_play_out(one)}
    for left in (STEPWISE, STEPWISE_ALONE, STEPWISE_ALONE + 1):
        assert is_stepwise(at[left], 0.0) == (left <= STEPWISE_ALONE)
        assert is_stepwise(at[left], 0.0, 1) == (left == STEPWISE)
        assert not is_stepwise(at[left], LOOSE)


def test_the_end_is_foreseen_in_points(legends: list[object]) -> None:
    rules = registry.rules("legends")
    over = rules.clone(legends[-1])
    while owing := rules.to_act(over):
        rules.apply(over, owing[0], rules.legal(over, owing[0])[0], SeededChance(1))
    assert foresee(over, 1) == [row[0] for row in sums(over)]
    assert foresee(legends[0], 1) == [], "the auction is not played out"  # type: ignore[arg-type]
    late = next(one for one in legends if can_play_out(one) and one.turns + 2 == count_turns(3))  # type: ignore[arg-type, attr-defined]
    seeds = [mix(1, "play-out", number) for number in range(find_deals(late, True))]  # type: ignore[arg-type]
    rows = [play_out(late, SeededChance(seed), plan_stepwise) for seed in seeds]  # type: ignore[arg-type]
    for seat, points in enumerate(foresee(late, 1)):  # type: ignore[arg-type]
        played = sum(row[seat] for row in rows) / len(rows)
        assert played <= points <= played + TIE, "who loses a tie has its points nevertheless"


def test_ends_of_play_outs_are_kept_by_what_a_position_is_known_by(
    legends: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []
    play_rest = legends_playouts._play_rest

    def note(*given: Any) -> Any:
        played.append(given[0])
        return play_rest(*given)

    monkeypatch.setattr(legends_playouts, "_play_rest", note)
    rules = registry.rules("legends")
    late = rules.clone([one for one in legends if can_play_out(one)][-2])  # type: ignore[arg-type]
    found = estimate(late, 7)
    count = len(played)
    foresee(rules.clone(late), 7)
    assert estimate(late, 7) == found and count == len(played) > 0
    late.coins[0] += 1  # no other position, although it is the same object
    estimate(late, 7)
    assert len(played) == 2 * count


def test_play_outs_are_as_loose_as_the_players_were(legends: list[object]) -> None:
    """A lead counts less, and near the end turns are not foreseen for certain, where nobody plans."""
    planned = list(play_game("legends", _options("legends", 2), 2, "skilled", 3).positions.values())
    assert measure_predictability(planned[:8]) == AS_PLANNED
    assert measure_predictability(planned)[:2] == AS_PLANNED[:2] and measure_predictability(planned).greedy < 0.6
    slack, foreseen, greedy = measure_predictability(legends)  # type: ignore[arg-type]
    assert 0.5 < slack <= MOST_SLACK and foreseen < FORESEEN and greedy == 1
    late = next(one for one in legends if can_play_out(one) and one.turns + 8 == count_turns(3))  # type: ignore[arg-type, attr-defined]
    ends = [
        {tuple(play_out(late, SeededChance(seed), slack=loose)) for seed in range(8)}  # type: ignore[arg-type]
        for loose in (0.0, slack)
    ]
    assert len(ends[0]) < len(ends[1])
    own, loose = PositionValue("legends"), PositionValue("legends", legends)
    assert loose.evaluate_finely(late, 1) == loose.evaluate_finely(late, 1)
    assert max(loose.evaluate_finely(late, 1)) < max(own.evaluate_finely(late, 1))
    assert adapt_playouts("king_of_12", ()) is None


def test_how_a_game_is_played_is_known_from_three_quarters_of_it_on(legends: list[object]) -> None:
    """So that what is worked out during the last turns holds at the end."""
    late = [one for one in legends if find_part(one) <= 0.8]  # type: ignore[arg-type]
    early = [one for one in legends if find_part(one) <= 0.5]  # type: ignore[arg-type]
    whole, known, open_still = (PositionValue("legends", states).style for states in (legends, late, early))
    assert whole == known and known[-1] and not open_still[-1]
    assert PositionValue("legends", legends[:1]).style[:-1] == tuple(AS_PLANNED)


def test_a_lead_counts_less_the_less_a_game_was_foreseen(legends: list[object]) -> None:
    """The more slack it had where turns were planned, and the fewer of its cards Casual would have taken."""
    late: Any = next(one for one in legends if can_play_out(one) and one.turns + 4 == count_turns(3))  # type: ignore[arg-type, attr-defined]
    planned = [find_scale(late, AS_PLANNED._replace(slack=slack), plan_quickly) for slack in (0.0, 0.5, 1.0)]
    assert planned == sorted(set(planned))
    styles = [AS_PLANNED._replace(slack=1.0, greedy=greedy) for greedy in (1.0, 0.9, 0.85)]
    greedy = [find_scale(late, style, take_best_steps) for style in styles]
    assert greedy == sorted(set(greedy)) and greedy[-1] < planned[-1]


def test_play_outs_are_by_players_like_those_of_the_game(
    legends: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shrewd where all cards are its own, Masters where others were planned; of loose games the more by best steps the
    more cards are those of Casual."""
    assert choose_policy(0, AS_PLANNED, True) is plan_stepwise
    assert choose_policy(0, AS_PLANNED, False) is plan_quickly
    masters = AS_PLANNED._replace(foreseen=0.5)
    assert {choose_policy(number, masters, True) for number in range(POLICIES)} == {plan_like_master}
    assert choose_policy(0, masters._replace(slack=LOOSE), True) is plan_quickly
    counts = []
    for greedy in (0.75, 0.84, 0.88, 0.91, 1.0):
        loose = AS_PLANNED._replace(slack=1.0, foreseen=0.4, greedy=greedy)
        drawn = [choose_policy(number, loose, False) for number in range(5, 5 + POLICIES)]
        assert set(drawn) <= {plan_quickly, take_best_steps}
        counts.append(drawn.count(take_best_steps))
    assert counts == [0, 1, 2, 3, 4]
    late = next(one for one in legends if can_play_out(one) and one.turns + 4 == count_turns(3))  # type: ignore[arg-type, attr-defined]
    played: list[Any] = []

    def note(state: Any, chance: Any, policy: Any, slack: float) -> Any:
        played.append(policy)
        return [(points, 0) for points in range(3)]

    monkeypatch.setattr(legends_playouts, "_play_rest", note)
    for number, style in enumerate((AS_PLANNED, masters, AS_PLANNED._replace(slack=1.0, greedy=0.88))):
        estimate(late, 8 + 4 * number, 4, style)  # type: ignore[arg-type]
    assert played[:8] == [plan_stepwise] * 4 + [plan_like_master] * 4
    assert played[8:] == [take_best_steps] * 2 + [plan_quickly] * 2


def test_casual_players_of_play_outs_take_the_best_steps(
    legends: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No step gives up points for later ones; equal steps are taken as it happens, and the position itself stays."""
    state = next(one for one in legends if can_play_out(one) and one.phase == TAKE_CARD and one.turns == 9)  # type: ignore[arg-type, attr-defined]
    steps = 0

    def play_turn(state: Any, choose: Any, chance: Any) -> Any:
        def check(after: Any, legal: Any) -> int:
            nonlocal steps
            action = choose(after, legal)
            values = dict(zip(legal, gains(after, after.active, legal, SeededChance(3)), strict=True))
            assert values[action] > max(values.values()) - EQUAL
            steps += 1
            return int(action)

        return played_turn(state, check, chance)

    monkeypatch.setattr(legends_playouts, "play_turn", play_turn)
    before = registry.rules("legends").dump(state)
    ends = [registry.rules("legends").dump(take_best_steps(state, SeededChance(seed), 0.0)) for seed in range(6)]  # type: ignore[arg-type]
    assert steps > 6 and any(end != ends[0] for end in ends) and registry.rules("legends").dump(state) == before


def test_masters_of_play_outs_carry_out_what_looks_best_ahead(
    legends: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the plan that looks best by itself; near the end they plan again before every step."""
    states: Any = legends
    begun = [one for one in states if one.phase == TAKE_CARD and len(RULES.legal(one, one.active)) >= MASTERLY_PLANS]
    state = next(one for one in begun if count_turns(3) - one.turns > LATE)
    late = next(one for one in begun if count_turns(3) - one.turns <= LATE)
    looked: list[list[Plan]] = []

    def rank(state: Any, planner: Any, valuation: Any, plans: int, gap: float, tries: int, chance: Any) -> Any:
        looked.append(planner.plans()[:plans])
        return [(plan, float(number)) for number, plan in enumerate(looked[-1])]

    planned: list[int] = []

    def plan(state: Any, seat: int, valuation: Any, width: int) -> Any:
        planned.append(width)
        return make_planner(state, seat, valuation, width)

    monkeypatch.setattr(legends_playouts, "make_planner", plan)
    monkeypatch.setattr(legends_playouts, "rank_by_lookahead", rank)
    after = plan_like_master(state, SeededChance(1), 0.0)
    assert len(looked[0]) == MASTERLY_PLANS and after.turns == state.turns + 1
    assert after.taken[state.active][-1] == state.row[looked[0][-1].action]
    plan_like_master(next(one for one in states if can_play_out(one) and one.phase > TAKE_CARD), SeededChance(1), 0.0)
    assert len(looked) == 1, "what is left of a turn is planned"
    assert planned[0] == SKILLED_WIDTH and set(planned[1:]) <= {SKILLED_WIDTH, EXPERT_WIDTH}
    planned.clear()
    after = plan_like_master(late, SeededChance(1), 0.0)
    assert len(looked) == 2 and after.turns == late.turns + 1
    assert set(planned) == {EXPERT_WIDTH} and len(planned) > 1
    assert after.taken[late.active][-1] == late.row[looked[1][-1].action]


def test_plans_are_drawn_with_a_luck_of_each_card(legends: list[object]) -> None:
    """The better a plan looks the oftener it is drawn, and a plan that is lost changes no other draw."""
    state = next(one for one in legends if one.phase == TAKE_CARD and len(one.row) > 3)  # type: ignore[attr-defined]
    plans = [Plan(value, action, (), ()) for action, value in enumerate((1.0, 0.5, 0.0))]
    drawn = [draw_plan(state, plans, 0.5, SeededChance(seed)) for seed in range(400)]  # type: ignore[arg-type]
    counts = [drawn.count(plan) for plan in plans]
    assert counts[0] == pytest.approx(400 * 0.665, abs=40) and counts[0] > counts[1] > counts[2] > 0
    for seed, plan in enumerate(drawn):
        if plan is not plans[2]:
            assert draw_plan(state, plans[:2], 0.5, SeededChance(seed)) is plan  # type: ignore[arg-type]


def test_what_cannot_be_played_out_is_looked_at_as_it_stands(legends: list[object]) -> None:
    assert plays_out("legends") and not plays_out("king_of_12")
    first = legends[0]
    assert not can_play_out(first)  # type: ignore[arg-type]
    assert chances_by_playouts("legends", first, 1) == chances("legends", first)


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_changes_when_the_first_player_is_named_as_expected(seats: int) -> None:
    """The winner of the auction names its left neighbour; only another name moves the chances."""
    rules = registry.rules("legends")
    states = play_game("legends", _options("legends", seats), seats, "novice", 3).positions.values()
    before = next(one for one in states if one.phase == NAME_FIRST)
    named, other = rules.clone(before), rules.clone(before)
    rules.apply(named, before.namer, NAME + (before.namer + 1) % seats, SeededChance(1))
    rules.apply(other, before.namer, NAME + before.namer, SeededChance(1))
    for judge in (chances, lambda game, state: chances_by_playouts(game, state, 1, 2)):
        assert judge("legends", before) == judge("legends", named) != judge("legends", other)
    worth = PositionValue("legends")
    assert worth.evaluate_after_turn(before, (1,)) == worth.evaluate(named), "nobody wins the auction to begin itself"


def test_the_rest_of_a_full_game_keeps_it_open() -> None:
    """One game of three is worth less than the only one."""
    rules = registry.rules("legends")
    state = next(
        one
        for one in reversed(list(play_game("legends", _options("legends", 2), 2, "novice", 3).positions.values()))
        if can_play_out(one) and one.turns < count_turns(2) - 1
    )
    alone = chances_by_playouts("legends", state, 1)
    full = rules.clone(state)
    full.options = registry.rules("legends").new(_options("legends", 2, length="full"), 2, SeededChance(1)).options
    assert full.phase != OVER
    assert abs(chances_by_playouts("legends", full, 1)[0] - 0.5) < abs(alone[0] - 0.5)


@pytest.mark.parametrize("form", ["high", "duel"])
def test_what_is_ripe_is_told_for_both_sides(form: str) -> None:
    found = play_game("tash_kalar", _options("tash_kalar", 2, form=form), 2, "novice", 2)
    ripe = 0
    for state in list(found.positions.values())[::5]:
        for seat in (0, 1):
            promise, summon, summon_next, claim, claim_next = evaluate_ripeness(state, get_side(state, seat))
            assert abs(promise) <= 4
            idle = (summon_next, claim_next) if state.active == seat else (summon, claim)
            assert idle == (0, 0)
            ripe += summon > 0
    assert ripe


def test_among_several_nothing_is_said_of_ripeness() -> None:
    state = registry.rules("tash_kalar").new(_options("tash_kalar", 3, form="melee"), 3, SeededChance(1))
    assert evaluate_ripeness(state, 0) == NOTHING


@pytest.fixture(scope="module")
def dice() -> list[State]:
    return list(play_game("king_of_the_dice", _options("king_of_the_dice", 2), 2, "novice", 3).positions.values())


def test_only_the_last_turns_of_the_dice_are_played_out(dice: list[State]) -> None:
    assert not plays_out("king_of_the_dice")
    early = next(one for one in dice if supply(one) == GAME_TILES + 1)
    late = next(one for one in dice if supply(one) <= GAME_TILES)
    assert chances_by_playouts("king_of_the_dice", early, 1) == chances("king_of_the_dice", early)
    found = chances_by_playouts("king_of_the_dice", late, 1)
    assert found != chances("king_of_the_dice", late) and sum(found) == pytest.approx(1)
    assert found == chances_by_playouts("king_of_the_dice", late, 1)


def test_who_is_about_to_take_the_last_tile_has_a_turn_more(dice: list[State]) -> None:
    state = next(one for one in dice if supply(one) == 1 and one.phase == ROLL)
    to_come = [row[list(FEATURES).index("to_come")] for row in extract(state).rows]
    assert to_come[state.active] > 1 > to_come[1 - state.active] > 0


def test_a_turn_is_played_on_alike_before_and_after_the_decision_of_the_quick_level(dice: list[State]) -> None:
    """Otherwise the two differ by luck that has nothing to do with the decision, and the curve tells of it."""
    worth, rules = PositionValue("king_of_the_dice"), registry.rules("king_of_the_dice")
    rolled = [(at, one) for at, one in enumerate(dice) if one.phase == ROLL and one.rolls == 1][:6]
    values = set()
    for at, state in rolled:
        seed, seat = mix(5, at), state.active
        legal, view = rules.legal(state, seat), rules.view(state, seat)
        action = think("king_of_the_dice", view, seat, legal, worth.finished_by, mix(seed, at)).action
        after = rules.clone(state)
        rules.apply(after, seat, action, draw_chance(seed, at))
        value = worth.evaluate_after_turn(state, (seed,), turn=at)
        assert value == worth.evaluate_after_turn(after, (seed,), turn=at + 1)
        values.add(value)
    assert len(values) > 1


@pytest.mark.parametrize(("form", "seats"), [("high", 2), ("duel", 2), ("melee", 3), ("duel", 4)])
def test_tash_kalar_looks_a_few_turns_ahead(form: str, seats: int) -> None:
    options = _options("tash_kalar", seats, form=form)
    states = list(play_game("tash_kalar", options, seats, "random", 5).positions.values())
    rules = registry.rules("tash_kalar")
    for state in (states[0], states[len(states) // 2]):
        before = rules.dump(state)
        found = chances_by_playouts("tash_kalar", state, 1, 1)
        assert rules.dump(state) == before, "the position itself stays"
        assert len(found) == seats and sum(found) == pytest.approx(1)
        assert found == chances_by_playouts("tash_kalar", state, 1, 1) != chances("tash_kalar", state)


def test_a_won_game_of_tash_kalar_is_seen_to_be_won() -> None:
    """The first look takes a position for open that is won with the next turn."""
    options = _options("tash_kalar", 2, form="high")
    nearly = list(play_game("tash_kalar", options, 2, "novice", 6).positions.values())[-12]
    assert chances("tash_kalar", nearly)[0] < 0.9 and chances_by_playouts("tash_kalar", nearly, 1)[0] > 0.97


@pytest.mark.parametrize(("form", "seats"), [("high", 2), ("duel", 2), ("melee", 3), ("duel", 4)])
def test_quick_play_outs_of_tash_kalar_come_to_an_end(form: str, seats: int) -> None:
    options = _options("tash_kalar", seats, form=form)
    states = list(play_game("tash_kalar", options, seats, "random", 5).positions.values())
    state = states[len(states) * 3 // 4]
    before = TASH_KALAR.dump(state)
    lasts = [list(play_turns(state, seed))[-1] for seed in (1, 1, 2)]
    assert TASH_KALAR.dump(state) == before, "the position itself stays"
    assert TASH_KALAR.dump(lasts[0]) == TASH_KALAR.dump(lasts[1]) != TASH_KALAR.dump(lasts[2])
    assert all(TASH_KALAR.result(last) and last.loser < 0 for last in lasts), "nobody gives up"
    found = play_on_quickly(state, 1)
    assert len(found) == seats and sum(found) == pytest.approx(1) and found == play_on_quickly(state, 1)


def test_what_is_drawn_later_does_not_depend_on_what_was_drawn_before() -> None:
    """Two lines that are compared meet the same cards, whichever of them one line has drawn already."""
    state = TASH_KALAR.new(_options("tash_kalar", 2, form="high"), 2, SeededChance(3))
    other = TASH_KALAR.clone(state)
    gone = bits(state.pool[0])[2]
    other.pool[0] ^= 1 << gone
    order_draws(state, 5)
    order_draws(other, 5)
    assert not any((*state.pool, state.legend_pool, state.flare_pool, state.task_pool))
    assert tuple(card for card in state.bottoms[0] if card != gone) == other.bottoms[0]
    assert (state.bottoms[1], state.legend_bottom, state.flare_bottom, state.task_bottom) == (
        other.bottoms[1], other.legend_bottom, other.flare_bottom, other.task_bottom
    )  # fmt: skip
    assert list(state.bottoms[0]) != sorted(state.bottoms[0]), "an order of the seed"


def test_quick_play_outs_look_at_few_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision takes a third of the positions that Casual looks at, where all squares are free to it."""
    states = list(play_game("tash_kalar", _options("tash_kalar", 2, form="high"), 2, "novice", 6).positions.values())
    looked: list[int] = []
    value = Evaluator.value

    def count(judge: Evaluator, state: object) -> float:
        looked.append(1)
        return value(judge, state)  # type: ignore[arg-type]

    monkeypatch.setattr(Evaluator, "value", count)
    one = next(one for one in states[len(states) // 2 :] if one.phase == MAIN and one.actions == 2)
    legal = TASH_KALAR.legal(one, one.acting)
    think("tash_kalar", TASH_KALAR.view(one, one.acting), one.acting, legal, "novice", 1)
    whole = len(looked)
    looked.clear()
    choose_move(one, 1)
    assert whole > 50 and len(looked) < whole / 3
