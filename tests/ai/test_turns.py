"""An analysis speaks of turns: they are put together, confirmed by play-outs, and swings are marked."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ai.analysis.analyser import MOST_FOR_GOOD, SMALLEST_BEHIND, Analyser, Checked
from ai.analysis.confirmation import (
    BOUND,
    Confirmation,
    Confirmer,
    PlayedPair,
    find_own_levels,
)
from ai.analysis.curve import MOST_ROUNDS, UNSTEADY
from ai.analysis.decision_quality import Comparison, Verdict
from ai.analysis.key_moments import (
    build_moment,
    find_choice,
    find_swings,
    is_cause,
)
from ai.analysis.pieces import PieceStore
from ai.analysis.report import WHOLE, Gain, Moment, Review, Step
from ai.analysis.steps import Stretch, charge_choice, scale_choices
from ai.analysis.turns import (
    PlayedTurn,
    TurnLoss,
    find_best_line,
    find_falls,
    list_candidates,
    list_losses,
    list_played_line,
    list_turns,
)
from ai.decision import Decision, force_decision
from ai.review import make_analyser, play_game
from engine.chance import SeededChance

Case = tuple[Analyser, Review]


@pytest.fixture(scope="module")
def case() -> Case:
    """The first turns of a game of Legends between players who do not think."""
    session = play_game("legends", {}, 2, "random", 6)
    session.course.cut(18)
    analyser = make_analyser(session, (0, 1))
    return analyser, analyser.whole()


def _list_losses(analyser: Analyser, steps: list[Step], review: Review) -> list[TurnLoss]:
    return analyser._choose_losses(analyser._list_candidates(steps, review.begin), PieceStore())


@pytest.mark.parametrize("game", ["king_of_12", "legends", "tash_kalar", "king_of_the_dice"])
def test_turns_are_decisions_in_a_row(game: str) -> None:
    steps = make_analyser(play_game(game, {}, 2, "random", 2), ()).stretches
    turns = list_turns(steps)
    assert [step for played in turns for step in played.steps] == steps
    for one, other in pairwise(turns):
        assert one.end == other.turn and (one.seat != other.seat or one.seat == -1)


def test_a_moment_is_a_turn_that_was_confirmed(case: Case) -> None:
    analyser, review = case
    costly = [one for one in review.moments if not one.good]
    assert costly, "players who do not think lose something"
    for one in costly:
        assert one.pairs and one.low < one.cost < one.high and one.line[0] == one.best
        assert one.end in {played.end for played in analyser.turns}
        assert one.fits(analyser.course)
        assert not {said.id for said in one.reasons} & set(analyser.profile.left_out), "true of every choice"
    assert len({(one.seat, one.end) for one in costly}) == len(costly), "one moment a turn"


def test_a_scaled_turn_with_luck_in_its_middle_adds_up(case: Case) -> None:
    """The chance moves by the choices up to the luck; the step with it begins where they have led."""
    analyser, review = case
    played = next(one for one in analyser.turns if one.seat >= 0 and len(one.steps) > 2)
    at = analyser.stretches.index(played.steps[0])
    steps = list(review.steps)
    seat = played.seat
    steps[at] = scale_choices(steps[at], seat, 0.5, False)
    steps[at] = charge_choice(steps[at], seat, 0.1, False)
    middle = steps[at + 1]
    gain = (WHOLE // 20, -WHOLE // 20)
    steps[at + 1] = msgspec.structs.replace(
        middle, luck=gain, noise=tuple(a - b for a, b in zip(middle.noise, gain, strict=True))
    )
    analyser.curve.carry_again(played, steps, review.begin)
    assert steps[at].chance != review.steps[at].chance
    msgspec.structs.replace(review, steps=steps).__post_init__()


def test_what_did_not_hold_is_not_counted_as_a_loss(case: Case) -> None:
    analyser, review = case
    shown = {(one.seat, one.turn) for one in review.moments if not one.good}
    lost = list_losses(analyser.turns, analyser.verdicts, 0, True)
    assert lost == sorted(lost, key=lambda one: -one.loss)
    by_end = {step.turn: step for step in review.steps}
    for loss in lost[:5]:
        if (0, loss.first.turn) not in shown and loss.first.turn in {one.first.turn for one, _ in analyser.checked}:
            assert not any(by_end[step.end].own[0] for step in loss.played.steps)


def test_the_better_line_ends_the_turn(case: Case) -> None:
    analyser, _ = case
    found = [one for seat in (0, 1) for one in list_losses(analyser.turns, analyser.verdicts, seat)]
    loss = next(one for one in found if one.played.seat >= 0)
    seat = loss.seat
    line = find_best_line(analyser.choices, loss, True)
    state = analyser.rules.clone(loss.step.before)
    for action in line:
        assert analyser.rules.to_act(state) == (seat,)
        analyser.rules.apply(state, seat, action, SeededChance(1))
    assert analyser.rules.to_act(state) != (seat,)
    assert find_best_line(analyser.choices, loss, False) == line[:1]


def test_every_swing_of_a_tenth_is_marked(case: Case) -> None:
    analyser, review = case
    before = review.begin
    chance = {step.turn: step.chance for step in review.steps}
    marked = {swing.end: swing for swing in review.swings}
    for played in analyser.turns:
        after = chance[played.end]
        large = max(abs(b - a) for a, b in zip(before, after, strict=True)) >= WHOLE // 10
        assert large == (played.end in marked)
        if large:
            assert marked[played.end].change == tuple(b - a for a, b in zip(before, after, strict=True))
        before = after


def test_the_swings_of_a_review_are_explained_by_its_moments(case: Case) -> None:
    analyser, review = case
    explained = 0
    for swing in review.swings:
        choice = find_choice(swing, review.moments)
        if choice is not None and is_cause(swing, choice):
            assert swing.cause != "course"
            explained += 1
    assert explained, "players who do not think move the chance by their choices"
    judge = analyser.worth, analyser.seed
    bare = find_swings(analyser.course, analyser.turns, review.steps, review.begin, analyser.profile, judge)
    assert [one.change for one in bare] == [one.change for one in review.swings]


def test_a_fall_makes_a_turn_worth_checking(case: Case) -> None:
    analyser, _ = case
    clear = list_losses(analyser.turns, analyser.verdicts, 0, True)
    falls = {played.end: 0.3 for played in analyser.turns}
    assert [one.first.turn for one in list_candidates(analyser.turns, analyser.verdicts, 0, {}, True)] == [
        one.first.turn for one in clear
    ]
    more = list_candidates(analyser.turns, analyser.verdicts, 0, falls, True)
    assert {one.first.turn for one in clear} < {one.first.turn for one in more}
    assert all(one.first.best != one.first.chosen for one in more)
    assert [one.promise for one in more] == sorted([one.promise for one in more], reverse=True)


def test_a_planned_turn_begins_where_it_leaves_the_plan(case: Case) -> None:
    """What clearly lost may come too late in a turn for a better way; elsewhere dice lie between the decisions."""
    analyser, _ = case
    played = next(one for one in analyser.turns if one.seat >= 0 and len(one.steps) > 1)
    nothing = Comparison((0.0, 0.0), 0.01, played.seat)
    clear = Comparison((0.3, 0.3), 0.01, played.seat)
    first, second = (
        Verdict(step.turn, played.seat, 1, 2, lost, None)
        for step, lost in zip(played.steps[:2], (nothing, clear), strict=True)
    )
    found = {planned: list_losses([played], [first, second], played.seat, planned) for planned in (True, False)}
    assert [one.first for one in found[True]] == [first] and [one.first for one in found[False]] == [second]
    assert found[True][0].loss == found[False][0].loss == 0.3
    assert not list_candidates([played], [first], played.seat, {}, True), "nothing is seen to be lost"
    (other,) = list_candidates([played], [first], played.seat, {}, True, every_from=0)
    assert other.first == first and other.promise == 0 and replace(other, behind=0.2).promise == 0.2
    bid = replace(second, best=second.chosen)
    (mixed,) = list_losses([played], [bid], played.seat, True)
    assert mixed.first == bid, "a mixture of bids was better than the best single one, which was bid"


def test_where_dice_part_a_turn_the_dearest_decision_is_compared() -> None:
    """It alone is scaled by what was found; the others of its turn count with what such losses keep on average."""
    analyser = make_analyser(play_game("king_of_the_dice", {}, 2, "random", 2), (0,))
    review = analyser.first()
    played = next(one for one in analyser.turns if len(one.steps) > 1)
    small, large = (
        Verdict(step.turn, played.seat, 1, 2, Comparison(tuple([loss if seat == played.seat else -loss
                for seat in (0, 1)]), 0.01, played.seat), None)
        for step, loss in zip(played.steps[:2], (0.1, 0.3), strict=True)
    )  # fmt: skip
    analyser.verdicts = [small, large]
    steps, before, first = list(review.steps), review.begin, analyser.stretches.index(played.steps[0])
    for at, step in enumerate(review.steps):
        verdict = [one for one in analyser.verdicts if one.turn == analyser.stretches[at].turn]
        steps[at] = analyser.curve.make_step(analyser.stretches[at], before, step.chance, step.luck, verdict, True)
        before = step.chance
    (loss,) = _list_losses(analyser, steps, review)
    assert (loss.first, loss.loss) == (large, 0.3), "not the first one"
    nothing = Checked(Confirmation(0.0, -0.1, 0.1, 8, (), (0.5, 0.5)), ())
    analyser.checked = [(loss, nothing)]
    steps = analyser._settle(steps, review.begin)
    kept = round(-100_000 * analyser.profile.trust)
    assert [steps[first + at].own[played.seat] for at in (0, 1)] == [kept, 0]
    assert [steps[first + at].others[1 - played.seat] for at in (0, 1)] == [-kept, 0]
    msgspec.structs.replace(review, steps=steps).__post_init__()


def test_a_turn_better_than_the_experts_is_a_good_find(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is confirmed with both turns exchanged."""
    analyser, review = case
    loss = next(one for one, _ in analyser.checked if one.played.seat >= 0)
    asked = []

    def confirm(loss: TurnLoss, better: tuple[int, ...], worse: tuple[int, ...], most: int = 0) -> Confirmation:
        asked.append((better, worse, most))
        gain = -0.4 if len(asked) == 1 else 0.3
        assert loss.promise == 0 or len(asked) != 2, "the quick loss is refuted"
        return Confirmation(gain, gain - 0.1, gain + 0.1, 8 * len(asked), (Gain("land", (len(asked), 0)),), ())

    monkeypatch.setattr(analyser.confirmer, "confirm", confirm)
    own, line = list_played_line(loss, True), find_best_line(analyser.choices, loss, True)
    checked = analyser._check(loss, 0)
    (good,) = checked.moments
    assert asked == [(line, own, 0), (own, line, MOST_FOR_GOOD)]
    assert (good.good, good.against, good.cost, good.low, good.high) == (True, "expert", 300_000, 200_000, 400_000)
    assert (good.seat, good.turn, good.end) == (loss.seat, loss.first.turn, loss.played.end) and good.fits(
        analyser.course
    )
    assert good.line == line and good.pairs == 16 and good.gains == (Gain("land", (2, 0)),)
    monkeypatch.setattr(analyser, "checked", [(loss, checked)])
    steps = analyser._settle(review.steps, review.begin)
    kept = {step.turn: step.own[loss.seat] for step in steps}
    assert not any(kept[step.end] for step in loss.played.steps), "it cost nothing"
    assert len(asked) == 2
    there = Confirmation(0.3, 0.2, 0.4, 8, (), there=(-0.05, -0.12, 0.02))
    monkeypatch.setattr(analyser.confirmer, "confirm", lambda *_: there)
    assert analyser._confirm_good(good, loss, line) == [], "it brought nothing against those who sat there"


def test_a_turn_that_cost_something_holds_no_good_find(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    analyser, review = case
    dearest = max((one for one in review.moments if not one.good), key=lambda one: one.cost)
    asked: dict[int, set[int]] = {0: set(), 1: set()}

    def find(_: object, verdicts: list[Verdict], __: object, seat: int) -> list[Moment]:
        asked[seat].update(one.turn for one in verdicts)
        return []

    monkeypatch.setattr("ai.analysis.analyser.find_best_choices", find)
    monkeypatch.setattr("ai.analysis.analyser.find_weakest_level", lambda *_: "")
    list(analyser._finish_moments([dearest], review, review.steps, PieceStore(), 0.0))
    assert dearest.turn in asked[1 - dearest.seat], "the other seat is free to have one there"
    played = next(one for one in analyser.turns if one.turn <= dearest.turn < one.end)
    assert asked[dearest.seat] and not asked[dearest.seat] & {step.turn for step in played.steps}
    long = max(analyser.turns, key=lambda one: len(one.steps))
    seat = long.seat
    goods = [msgspec.structs.replace(dearest, turn=step.turn, seat=seat, good=True) for step in long.steps[1::-1]]
    confirmed: list[Moment] = []

    def confirm(good: Moment, *_: object) -> list[Moment]:
        confirmed.append(good)
        return [good]

    monkeypatch.setattr("ai.analysis.analyser.find_best_choices", lambda *_: goods)
    monkeypatch.setattr(analyser, "_confirm_good", confirm)
    verdicts = {(one.turn, seat): Verdict(one.turn, seat, 1, 2, None, None) for one in goods}
    assert analyser._find_good(seat, (), {}, verdicts, 3) == (goods[1],) == tuple(confirmed), "a turn is praised once"
    monkeypatch.setattr("ai.analysis.analyser.find_best_choices", find)
    asked[seat].clear()
    list(analyser._finish_moments([goods[0]], review, review.steps, PieceStore(), 0.0))
    assert not asked[seat] & {step.turn for step in long.steps}, "nor once more against another level"


def test_the_ends_of_both_turns_are_compared(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every turn is looked at, by the judge alone; what is no better is not played on."""
    analyser, review = case
    dearest = max((one for one in review.moments if not one.good), key=lambda one: one.cost)
    loss = next(one for one, _ in analyser.checked if (one.first.turn, one.seat) == (dearest.turn, dearest.seat))
    played = list_played_line(loss, True)
    assert analyser.confirmer.compare_ends(loss, played, played) == 0
    behind = analyser.confirmer.compare_ends(loss, dearest.line, played)
    assert behind == -analyser.confirmer.compare_ends(loss, played, dearest.line) != 0
    usual, steps = analyser.profile, list(review.steps)
    analyser.profile = replace(usual, every=1.0)
    found = _list_losses(analyser, steps, review)
    analyser.profile = usual
    assert found and all(one.promise >= SMALLEST_BEHIND and one.better for one in found)
    assert [one.promise for one in found] == sorted([one.promise for one in found], reverse=True)
    monkeypatch.setattr(analyser.confirmer, "compare_ends", lambda *_: 0.5)
    analyser.profile = replace(usual, every=0.8)
    late = [one for one in _list_losses(analyser, steps, review) if one.behind is not None]
    analyser.profile = replace(usual, every=0.0)
    usually = {(one.seat, one.first.turn) for one in _list_losses(analyser, steps, review)}
    analyser.profile = usual
    assert late and all(one.better and one.played.turn >= 0.2 * analyser.course.turn for one in late)
    assert not usually & {(one.seat, one.first.turn) for one in late}, "only what was not listed otherwise"
    few = analyser.confirmer.confirm(replace(loss, behind=0.5), played, played, most=8)
    assert few.loss < 0.5 * usual.trust, "play-outs that say nothing was lost count against it"


def test_a_judge_before_the_end_leaves_its_error(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even many pairs make sure what is judged after a few turns; to the end they nearly do."""
    monkeypatch.setattr("ai.analysis.confirmation.CERTAIN", 0.0)
    analyser, review = case
    dearest = max((one for one in review.moments if not one.good), key=lambda one: one.cost)
    loss = next(one for one, _ in analyser.checked if (one.first.turn, one.seat) == (dearest.turn, dearest.seat))
    found = []
    for error in (0.0, 0.1):
        profile = replace(analyser.profile, error=error, spread=0.1, pairs=16, half_width=0.0, budget=0.0)
        confirmer = Confirmer(analyser.worth, analyser.choices, profile, analyser.seed)
        found.append(confirmer.confirm(loss, dearest.line, list_played_line(loss, profile.planned)))
    sure, unsure = ((one.high - one.loss) / BOUND for one in found)
    assert unsure == pytest.approx((sure**2 + 0.1**2) ** 0.5) and found[0].loss == found[1].loss


def test_a_game_with_play_outs_of_its_own_is_played_on_by_them(case: Case) -> None:
    """Both lines with the same seed, and what is left of the game does not count: none of it is played to its end."""
    analyser, _ = case
    loss = analyser.checked[0][0]
    line = list_played_line(loss, True)
    seeds: list[int] = []

    def play_on(state: object, seed: int) -> tuple[float, float]:
        seeds.append(seed)
        return (0.75, 0.25) if len(seeds) % 2 else (0.5, 0.5)

    profile = replace(analyser.profile, play_on=play_on, pairs=8, budget=8.0)
    confirmer = Confirmer(analyser.worth, analyser.choices, profile, analyser.seed)
    rows = [confirmer.play_pair(loss, line, line, number).gains for number in range(2)]
    assert rows == [(0.25, -0.25)] * 2
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]


@pytest.mark.parametrize(("chance", "doubt"), [(0.5, 1.0), (0.9, 0.36), (1.0, 0.0)])
def test_the_judge_errs_less_where_the_game_is_nearly_decided(case: Case, chance: float, doubt: float) -> None:
    """The next turns end with its opinion, which errs in log-odds; a game that is over is not judged at all."""
    analyser, _ = case
    loss = analyser.checked[0][0]
    line = list_played_line(loss, True)
    halves = []
    for error in (0.0, 0.2):
        profile = replace(
            analyser.profile, play_on=lambda *_: (chance, 1 - chance), error=error, pairs=8, budget=0.0, half_width=0.0
        )
        found = Confirmer(analyser.worth, analyser.choices, profile, analyser.seed).confirm(loss, line, line)
        halves.append((found.high - found.loss) / BOUND)
    sure, unsure = halves
    assert unsure == pytest.approx((sure**2 + (0.2 * doubt) ** 2) ** 0.5)


def test_a_hopeless_loss_is_given_up_early(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """And costs no words, which in Legends take as long as to check it."""
    analyser, _ = case
    monkeypatch.setattr(Confirmer, "_describe_cases", lambda *_: pytest.fail("nobody is told"))
    loss = analyser.checked[0][0]
    line = list_played_line(loss, analyser.profile.planned)
    found = analyser.confirmer.confirm(replace(loss, loss=0.0, fall=0.0), line, line)
    assert not found.holds and found.pairs < analyser.profile.pairs, "both lines are the same"


def test_what_exceeds_the_budget_has_fewer_pairs_and_a_wider_interval(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.analysis.confirmation.CERTAIN", 0.0)
    analyser, review = case
    dearest = max((one for one in review.moments if not one.good), key=lambda one: one.cost)
    loss = next(one for one, _ in analyser.checked if (one.first.turn, one.seat) == (dearest.turn, dearest.seat))
    worse, usual = list_played_line(loss, analyser.profile.planned), analyser.profile
    analyser.profile = replace(usual, pairs=16, half_width=0.0)
    confirmer = Confirmer(analyser.worth, analyser.choices, analyser.profile, analyser.seed)
    analyser.profile = replace(analyser.profile, budget=1.0)
    most = analyser._share_pairs([loss] * 10)
    analyser.profile = usual
    assert set(most) == {8}, "a batch at least"
    whole, cut = (confirmer.confirm(loss, dearest.line, worse, pairs) for pairs in (0, most[0]))
    assert (whole.pairs, cut.pairs) == (16, 8) and cut.high - cut.low > whole.high - whole.low
    monkeypatch.setattr("ai.analysis.confirmation.CERTAIN", 10.0)
    sure = confirmer.confirm(loss, dearest.line, worse)
    assert sure.pairs < 16 and sure.holds, "a large loss is certain after few of them"


def test_nothing_costs_more_than_the_whole_chance(case: Case) -> None:
    """The interval of a normal distribution may reach beyond what can be lost."""
    analyser, review = case
    dearest = max((one for one in review.moments if not one.good), key=lambda one: one.cost)
    loss = next(one for one, _ in analyser.checked if (one.first.turn, one.seat) == (dearest.turn, dearest.seat))
    found = build_moment(loss, dearest.line, Confirmation(0.97, 0.89, 1.05, 16, ()), ())
    assert (found.cost, found.low, found.high) == (970_000, 890_000, WHOLE)
    assert not found.expected or found.expected >= found.cost, "nobody loses a chance that was not there"


def test_where_the_curve_moves_far_it_comes_from_many_play_outs(case: Case) -> None:
    """From the few of a first look most swings would be noise."""
    analyser, review = case
    chances = {analyser.course.base: review.begin} | {step.turn: step.chance for step in review.steps}
    far = max(analyser.turns, key=lambda one: abs(chances[one.end][0] - chances[one.turn][0]))
    assert abs(chances[far.end][0] - chances[far.turn][0]) >= UNSTEADY, "players who do not think move it"
    last = next(at for at, one in enumerate(analyser.stretches) if one.end == far.end)
    assert last in analyser.curve.refined and chances[far.end] == tuple(analyser.curve.evaluations[last])


def test_where_every_turn_is_looked_at_moments_come_before_the_steps(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the turns in which a first look sees the chance fall most; later reviews keep them."""
    analyser, review = case
    moment = next(one for one in review.moments if not one.good)
    asked: list[TurnLoss] = []

    def check(loss: TurnLoss, _: int) -> Checked:
        asked.append(loss)
        return Checked(Confirmation(0.3, 0.2, 0.4, 8, ()), (moment,))

    monkeypatch.setattr(analyser, "_check", check)
    monkeypatch.setattr(analyser.confirmer, "compare_ends", lambda *_: 0.5)
    monkeypatch.setattr("ai.analysis.analyser.MOST_FIRST", 3)
    begin = analyser.first()
    falls = {seat: find_falls(analyser.turns, begin.steps, begin.begin, seat) for seat in analyser.whose}
    usually = next(iter(analyser.finer(begin)))
    assert not usually.moments and not asked, "elsewhere steps come first"
    monkeypatch.setattr(analyser, "profile", replace(analyser.profile, every=1.0))
    reviews = analyser.finer(begin)
    found = [next(reviews) for _ in range(2)]
    while len(asked) == len(found[-1].moments) and not found[-1].done:
        found.append(next(reviews))
    assert found[0].moments == [moment] and found[-1].done and len(found[-1].moments) == len(asked)
    dropped = [falls[one.seat][one.played.end] for one in asked]
    assert dropped == sorted(dropped, reverse=True)


@pytest.mark.parametrize("noise, least, most", [(0.01, 2, 2), (0.15, 3, MOST_ROUNDS)])
def test_a_move_is_played_on_until_it_is_clear_of_the_noise_of_its_play_outs(
    case: Case, noise: float, least: int, most: int
) -> None:
    """Play-outs of the same position that hardly differ need not be many."""
    analyser, review = case
    ends = [one.end for one in analyser.turns]
    rounds = dict.fromkeys(ends, 0)

    def play_rounds(asked: Sequence[tuple[Stretch, int]]) -> list[tuple[float, float]]:
        rows = []
        for stretch, number in asked:
            rounds[stretch.end] = number + 1
            chance = 0.45 + 0.1 * (ends.index(stretch.end) % 2) + noise * (-1) ** number
            rows.append((chance, 1 - chance))
        return rows

    profile = replace(analyser.profile, budget=1e6)
    curve = replace(analyser.curve, profile=profile, refined=set(), evaluations=list(analyser.curve.evaluations))
    curve.refine(list(review.steps), review.begin, play_rounds)
    assert least <= max(rounds.values()) <= most


def test_a_loss_is_told_against_those_who_sat_there_where_it_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others then choose, and play on, at their own levels; strong tables have no second view."""
    session = play_game("king_of_12", {}, 3, "random", 3)
    analyser = make_analyser(session, (0,))
    step = next(one for one in analyser.stretches if len(one.entries) == 3)
    legal = analyser.rules.legal(step.before, 0)
    verdict = Verdict(step.turn, 0, legal[0], legal[1], None, None)
    loss = TurnLoss(PlayedTurn(-1, (step,)), 0, verdict, 0.3)
    asked: list[tuple[int, str]] = []

    def choose(game: str, view: object, seat: int, legal: list[int], level: str, seed: int) -> Decision:
        asked.append((seat, level))
        return force_decision(legal[0])

    monkeypatch.setattr("ai.analysis.confirmation.choose", choose)
    monkeypatch.setattr("ai.analysis.decision_quality.choose", choose)
    levels = find_own_levels(("grandmaster", "novice", "who:mia"))
    assert find_own_levels(("", "at:1130")) == ("", "at:1130"), "a rival about even is below Master"
    assert levels == ("", "novice", "who:mia") and find_own_levels(("", "file:x", "expert", "who:nobody")) == ("",) * 4
    profile = replace(analyser.profile, pairs_there=8)
    for own, expected in (((), None), (("", "", ""), None), (levels, True)):
        confirmer = Confirmer(analyser.worth, analyser.choices, profile, analyser.seed, own)
        found = confirmer._compare_at_own_levels(loss, (legal[1],), (legal[0],), 5.0, 0.01)
        assert (found is not None) is bool(expected)
    assert {(1, "novice"), (2, "who:mia")} <= set(asked) and not any(level == "grandmaster" for _, level in asked)
    assert found is not None and found[1] < found[0] < found[2]
    assert confirmer._compare_at_own_levels(loss, (legal[1],), (legal[0],), found[0], 0.01) is None, "it is the same"


@pytest.mark.parametrize("plan, told", [
    (lambda own: own, "right"), (lambda own: own[:1], "asked"), (lambda own: (-1, *own[1:]), "left"),
    (lambda own: (own[0], -1), "asked"),
])  # fmt: skip
def test_the_expert_is_asked_once_for_a_turn(
    monkeypatch: pytest.MonkeyPatch, plan: Callable[[Sequence[int]], Sequence[int]], told: str
) -> None:
    """In long games: what follows its plan is right, what comes after a choice that left it is rated with that one."""
    steps: Any = make_analyser(play_game("tash_kalar", {}, 2, "random", 4), (0,)).steps
    first = next(at for at in range(len(steps.stretches)) if all(map(steps.is_mid_turn, steps.stretches[at : at + 2])))
    own = [steps.stretches[at].entries[0].action for at in (first, first + 1)]
    monkeypatch.setattr(steps.choices, "find_plan", lambda stretch: plan(own))
    monkeypatch.setattr(steps.choices, "rate_choices", lambda *_: ["asked"])
    (found,) = steps._rate_choices(first + 1, ())
    known = "asked" if found == "asked" else "left" if found.lost is None else "right"
    assert known == told and steps._rate_choices(first, ()) == ["asked"]


def test_a_turn_that_dice_part_is_finished_as_well_as_it_is_judged() -> None:
    """A quick player would not see what a joker was laid for."""
    session = play_game("king_of_the_dice", {}, 2, "random", 3)
    analyser = make_analyser(session, (0,))
    turn = next(one for one in analyser.turns if len(one.steps) > 2)
    state = turn.steps[1].before
    end = analyser.confirmer._end_turn(state, turn.seat, 5)
    assert session.rules.to_act(end) != (turn.seat,)
    same = analyser.worth.finish_turn(state, turn.seat, 5)
    assert session.rules.view(end, None) == session.rules.view(same, None)
    verdict = SimpleNamespace(turn=turn.steps[1].turn, best=0, chosen=0)
    loss = TurnLoss(turn, turn.seat, verdict, 0.1)  # type: ignore[arg-type]
    pair = analyser.confirmer.play_pair(loss, (turn.steps[1].entries[0].action,), (turn.steps[1].entries[0].action,), 0)
    assert all(session.rules.to_act(one) != (turn.seat,) for one in pair.ends) and not any(pair.gains)


def test_a_few_games_all_won_are_not_certain(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four pairs of which one way wins all tell little of how often it would win of many."""
    analyser, _ = case
    loss = analyser.checked[0][0]
    confirmer = Confirmer(analyser.worth, analyser.choices, analyser.profile, analyser.seed)
    pair = PlayedPair((0.0, 0.0), ((0.5, 0.5), (0.5, 0.5)), (loss.step.before, loss.step.before))
    gains = tuple([1.0 if seat == loss.seat else -1.0 for seat in (0, 1)])
    monkeypatch.setattr(confirmer, "play_pair", lambda *_: pair._replace(gains=gains))
    found = confirmer.confirm(loss, (0,), (0,))
    assert found.holds and (found.pairs > 4 or found.high - found.loss > 0.2)
