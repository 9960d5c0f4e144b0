"""A game is reviewed: a first look at once, then finer, step by step, from its beginning to its end.

Every review that is given is whole and adds up: what has not been worked out yet is noise. The same game gives the same
review.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from typing import Any

import msgspec

from ai.analysis.key_moments import find_swings
from ai.analysis.steps import PositionValue, draw_chance, less, mean
from ai.opponent_registry import find_analysis_profile
from ai.win_probability import chances, sees_closely
from engine.chance import SeededChance, mix
from engine.contract import JSON
from engine.history import History

from .confirmation import FLOOR, LEAST, SHORTEST, Confirmation, Confirmer, find_own_levels
from .decision_quality import MOST_SAMPLES, DecisionAnalyser, Verdict
from .game_facts import FactContext, collect_facts
from .key_moments import (
    EVERYBODY,
    MOST_MOMENTS,
    MomentBuilder,
    find_best_choices,
    list_places,
    make_better_moment,
    sort_moments,
    weakest,
    why_nothing,
)
from .pieces import PieceStore, Task, hash_decisions, make_key
from .report import STEPS_DONE, WHOLE, Moment, Review, Step, Why, differences, millionths
from .steps import (
    Stretch,
    charge_choice,
    follow_evaluation,
    move_by_choices,
    rebase,
    replay_with_chance,
    scale_choices,
    share_gains,
    stretches,
)
from .turns import (
    PlayedTurn,
    TurnLoss,
    find_best_line,
    find_falls,
    find_whole_line,
    list_candidates,
    list_losses,
    list_played_line,
    list_turns,
    seed_analysis,
    sort_by_promise,
)

FIRST_LOOK = 4
"""Other draws that the first look compares with."""
OTHER_DRAWS, OTHER_TURNS = 32, 12
"""Other draws that a step is compared with: where the position is judged as it stands, and where a turn has to be
played on."""
IN_TURN = 16
"""Times that a turn is played on in the middle of it, for the position that came and for those that did not."""
AFTER_TURN = 6, 1
"""Times that the next turn is played on for the position that came, and for each that did not."""
THIN_TURNS, THIN_IN_TURN, THIN_AFTER_TURN, THIN_CHOICES = 5, 8, (2, 1), 6
"""The same where games are so long that fewer samples have to do."""
CLOSE_DRAWS = 16
"""The same where positions are looked at closely, which takes so much longer."""
OTHER_DEALS = 32
THINKING: Why = "thinking"
TELL_EVERY = 6
"""Steps after which a finer review is given."""
MOST_CHECKED, MOST_CHECKED_IN_ALL, MOST_OF_EVERY = 5, 10, 12
"""Turns of a seat, and of all together, that are confirmed at most, the most promising ones; and of all where the game
has every turn looked at."""
SMALLEST_BEHIND = 0.03
"""Difference of the ends of two turns from which on they are played on, where every turn is looked at."""
UNSTEADY, MORE_PLAYOUTS, MOST_ROUNDS, SURE, REFINING = WHOLE * 6 // 100, 12, 8, 1.645, 0.5
"""A move of the chance in one turn from which on the positions before and after it are played on more often; how often
in one round, and how many rounds at most; the standard deviations from which on a move is certain; and the part of the
budget that may go into it."""
GENEROUS = 1.5
"""How many equal parts of the budget a turn may take."""
MOST_GOOD, MOST_FOR_GOOD = 3, 16
"""Good decisions of a person that are praised at most, and pairs of play-outs for each, which nobody learns a loss
from."""
CONFIRMED = 980
"""Thousandths of the work done when all moments are confirmed."""
WHOLE_BUDGET = 2
"""Seats up to which a game has the whole budget of play-outs; with more of them less by the third power of the seats:
there are more turns, and a play-out of each takes longer."""


@dataclass(frozen=True, slots=True)
class AnalysedStep:
    """Analysis of step ``at``: win probability after it and luck, by seat, and the verdicts on its choices.

    ``mid_turn``: the turn goes on and nothing was drawn; then only what the choice lost changes the win probability,
    and the last step of the turn tells what the whole turn was worth.
    """

    at: int
    after: tuple[int, ...]
    luck: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    mid_turn: bool = False


class Checked(msgspec.Struct, frozen=True):
    """A turn that was checked: what play-outs say of its loss, and the moments that hold."""

    found: Confirmation
    moments: tuple[Moment, ...]


def take_value(worked: AnalysedStep, value: tuple[int, ...]) -> AnalysedStep:
    """The same step with what play-outs say of the position after it."""
    more = [(now - was) / WHOLE for was, now in zip(worked.after, value, strict=True)]
    verdicts = [replace(one, secret=one.secret + more[one.seat]) if one.mixed else one for one in worked.verdicts]
    return replace(worked, after=value, verdicts=tuple(verdicts))


class Analyser:
    """Analyses one game. ``people``: seats whose best decision is searched too."""

    def __init__(
        self, game: str, course: History, options: dict[str, JSON], id: str, people: Sequence[int],
        levels: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """``levels``: of the seats, for what choices cost against who sat there."""
        self.game = game
        self.course = course
        self.options = options
        self.id = id
        self.worth = PositionValue(game, [one.state for one in course.positions])
        self.rules = course.rules
        self.stretches = stretches(course)
        self.seats = len(self.worth.evaluate(course.positions[0].state))
        self.people = [seat for seat in people if seat < self.seats]
        self.whose = list(range(self.seats)) if self.seats <= EVERYBODY else self.people
        self.seed = seed_analysis(id)
        profile = find_analysis_profile(game)
        self.marks = hash_decisions(course, game, id, self.seats, self.whose, profile.thin, tuple(levels))
        """What stands for the game up to each position, in the keys of pieces."""
        self.at_a_glance = sees_closely(game)
        """Whether the judge sees what a turn that is about to begin will bring, so that it need not be played on."""
        self.thin = profile.thin
        self.choices = DecisionAnalyser(self.worth, self.seed, THIN_CHOICES if self.thin else MOST_SAMPLES)
        self.verdicts: list[Verdict] = []
        self.evaluations: list[Sequence[int]] = []
        """The evaluation after every step that is worked out; () within a turn, where only choices move the chance."""
        self.worked: dict[int, AnalysedStep] = {}
        self.refined: set[int] = set()
        """The steps after which enough play-outs tell the chance, so that the curve follows them at once."""
        self.checked: list[tuple[TurnLoss, Checked]] = []
        """The turns that were checked, the most promising first."""
        self.turns = list_turns(self.stretches)
        self.profile = replace(profile, budget=profile.budget * min(1.0, (WHOLE_BUDGET / self.seats) ** 3))
        self.confirmer = Confirmer(self.worth, self.choices, self.profile, self.seed, find_own_levels(levels))
        self.moments = MomentBuilder(course, self.stretches, self.profile, self.seed)

    def first(self, closely: bool = False) -> Review:
        """Return a first quick analysis: evaluation of every position, and luck of the draws; ``closely``: slower and
        more precise."""
        begin, deal = self._opening()
        steps = []
        before = begin
        for stretch in self.stretches:
            after = millionths(self.worth.evaluate(stretch.after))
            luck: Sequence[int] = (0,) * self.seats
            if stretch.by_chance:
                seen = self.worth.evaluate(stretch.after, closely)
                luck = differences(less(seen, self._other(stretch, FIRST_LOOK, 0, closely)))
            steps.append(self._step(stretch, before, after, luck, (), False))
            before = after
        why: tuple[Why, ...] = tuple([THINKING] * self.seats)
        return Review(self.game, self.id, self.course.turn, self.course.base, begin, deal, steps, [], why, 0)

    def finer(self, so_far: Review, store: PieceStore | None = None, part: float = 0.0) -> Iterator[Review]:
        """Yield increasingly precise versions of an analysis, the last one finished.

        ``store``: results known already, and others who work at it; ``part``: where to begin in each list of work, as a
        fraction of its length.
        """
        store = store or PieceStore()
        yield from self._work_out_steps(so_far, store, part)
        steps = self._build_steps(so_far)
        if self.worth.plays_out:
            self._refine_curve(steps, so_far.begin, store)
        listed = self._list_candidates(steps, so_far.begin)
        ends = [self._make_ends_task(one) for one, is_compared in listed if is_compared]
        for _ in store.work(ends, round(part * len(ends))):
            yield msgspec.structs.replace(so_far, steps=self._settle(steps, so_far.begin), done=STEPS_DONE - 1)
        losses = self._choose_losses(listed, store)
        pairs = self._share_pairs(losses)
        tasks = [self._make_check_task(one, most) for one, most in zip(losses, pairs, strict=True)]
        for count in store.work(tasks, round(part * len(tasks))):
            known = [(loss, store.find(task)) for loss, task in zip(losses, tasks, strict=True) if store.has(task)]
            waiting = [loss for loss, task in zip(losses, tasks, strict=True) if not store.has(task)]
            self.checked = known
            now = self._settle(steps, so_far.begin)
            found = [moment for _, checked in known for moment in checked.moments]
            done = STEPS_DONE + (CONFIRMED - STEPS_DONE) * count // max(1, len(tasks))
            yield msgspec.structs.replace(
                so_far, steps=now, moments=sort_moments(found), done=done, checking=list_places(waiting)
            )
        moments = yield from self._finish_moments(found, so_far, now, store, part)
        foreseen_by = self.worth, self.seed
        swings = find_swings(self.course, self.turns, now, so_far.begin, self.profile, foreseen_by, moments)
        why = tuple([self._why(now, so_far.begin, moments, seat) for seat in range(self.seats)])
        facts = collect_facts(self.game, FactContext(self.course, self.seats, self.verdicts, tuple(self.whose)))
        yield msgspec.structs.replace(
            so_far, steps=now, moments=moments, why=why, besides=facts, swings=swings, done=1000
        )

    def work_ahead(self, store: PieceStore) -> Iterator[None]:
        """Work out what holds for the end of a game that goes on: its steps, and the turns that may have lost something
        so far, where play-outs do not depend on how the game will be played. Yields after every piece."""
        first = self.first()
        for _ in self._work_out_steps(first, store, 0.0, ahead=True):
            yield
        if self.worth.plays_out:
            return
        listed = self._list_candidates(self._build_steps(first), first.begin)
        for _ in store.work([self._make_ends_task(one) for one, is_compared in listed if is_compared]):
            yield
        losses = self._choose_losses(listed, store)
        pairs = self._share_pairs(losses)
        for _ in store.work([self._make_check_task(*one) for one in zip(losses, pairs, strict=True)]):
            yield

    def whole(self) -> Review:
        """Return the finished analysis."""
        return list(self.finer(self.first()))[-1]

    # --- pieces -------------------------------------------------------------------------------------

    def _make_task(self, kind: Any, compute: Callable[[], Any], name: str, end: int, *parts: object) -> Task:
        """Return a task that depends on the decisions before the position after ``end`` of them, on all of them where
        play-outs are like the whole game, and on ``parts``."""
        whole = self.marks[-1] if self.worth.plays_out and name != "step" else b""
        return Task(make_key(name, self.marks[end - self.course.base], whole, *parts), kind, compute)

    def _make_ends_task(self, loss: TurnLoss) -> Task:
        def compare() -> tuple[tuple[int, ...], float]:
            better = find_best_line(self.choices, loss, True)
            return better, self.confirmer.compare_ends(loss, better, list_played_line(loss, True))

        kind = tuple[tuple[int, ...], float]
        return self._make_task(kind, compare, "ends", loss.played.end, loss.seat, loss.first.turn, loss.first.best)

    def _make_check_task(self, loss: TurnLoss, most: int) -> Task:
        key = loss.seat, loss.first.turn, loss.first.best, loss.better, loss.promise, most
        return self._make_task(Checked, partial(self._check, loss, most), "check", loss.played.end, *key)

    # --- steps --------------------------------------------------------------------------------------

    def _opening(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The chance at the first position, and how lucky the deal was."""
        begin = self.worth.evaluate(self.course.positions[0].state)
        if self.course.base:
            return millionths(begin), (0,) * self.seats
        rows = []
        for number in range(OTHER_DEALS):
            chance = SeededChance(mix(self.seed, "deal", number))
            rows.append(chances(self.game, self.rules.new(self.options, self.seats, chance)))
        return millionths(begin), differences(less(begin, mean(rows)))

    def _other(self, stretch: Stretch, draws: int, played_on: int, closely: bool = True) -> tuple[float, ...]:
        """What the step was worth on average with other draws; ``played_on``: how often each turn is played on."""
        rows = []
        for number in range(draws):
            chance = SeededChance(mix(self.seed, "draws", stretch.turn, number))
            rows.append(self._evaluate(stretch, replay_with_chance(self.rules, stretch, chance), played_on, closely))
        return mean(rows)

    def _evaluate(self, stretch: Stretch, state: Any, times: int, closely: bool = True) -> tuple[float, ...]:
        """What a position after a step is worth, as it stands or with its turn played on this many times: whatever was
        drawn in the step, what chance does afterwards is the same."""
        if not times:
            return self.worth.evaluate(state, closely)
        seeds = [mix(self.seed, "on", stretch.turn, again) for again in range(times)]
        return self.worth.evaluate_after_turn(state, seeds, closely)

    def _play_turn_on(self, stretch: Stretch) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """What a position in the middle of a turn is worth, and by how much more than after other draws.

        Draws and the rest of the turn are those with which the position before the step was played on, so the two
        differ by what the decision changes and by nothing else.
        """
        worth, end = self.worth, stretch.end
        seeds = [mix(self.seed, "on", again) for again in range(THIN_IN_TURN if self.thin else IN_TURN)]
        seen = worth.evaluate_after_turn(stretch.after, seeds, True, end)
        rows = []
        for seed in seeds:
            state = replay_with_chance(self.rules, stretch, draw_chance(seed, stretch.turn))
            over = self.rules.to_act(state) != stretch.seats
            rows.append(worth.evaluate(state, True) if over else worth.evaluate_after_turn(state, (seed,), True, end))
        return seen, less(seen, mean(rows))

    def _compare_draws(self, stretch: Stretch, alone: bool) -> tuple[float, ...]:
        """How much more a position after a turn is worth than after other draws; ``alone``: one seat is to act, and
        its turn is played on where the judge does not see what it will bring."""
        times, of_others = THIN_AFTER_TURN if self.thin else AFTER_TURN
        if not alone or self.at_a_glance:
            times = of_others = 0
        turns = THIN_TURNS if self.thin else OTHER_TURNS
        draws = turns if of_others else CLOSE_DRAWS if self.at_a_glance else OTHER_DRAWS
        return less(self._evaluate(stretch, stretch.after, times), self._other(stretch, draws, of_others))

    def _work_out_steps(self, so_far: Review, store: PieceStore, part: float, ahead: bool = False) -> Iterator[Review]:
        """Work out every step, and what play-outs say of the positions after them."""
        ends = [stretch.end for stretch in self.stretches]
        tasks = [self._make_task(AnalysedStep, partial(self.analyse_step, at), "step", end, at)
                 for at, end in enumerate(ends)]  # fmt: skip
        values: dict[int, Task] = {}
        if self.worth.plays_out and not ahead:
            for at, stretch in enumerate(self.stretches):
                if not self._goes_on(stretch):
                    values[at] = self._make_task(
                        tuple[int, ...], partial(self._judge_finely, at), "value", ends[at], at
                    )
        work = [*tasks, *values.values()]
        told = 0
        for count in store.work(work, round(part * len(tasks))):
            self.worked = {at: store.find(task) for at, task in enumerate(tasks) if store.has(task)}
            for at, task in values.items():
                if at in self.worked and store.has(task):
                    self.worked[at] = take_value(self.worked[at], store.find(task))
            if count - told >= TELL_EVERY:
                told = count
                done = min(STEPS_DONE * count // max(1, len(work)), STEPS_DONE - 1)
                self.verdicts = [verdict for at in sorted(self.worked) for verdict in self.worked[at].verdicts]
                steps = self._settle(self._build_steps(so_far), so_far.begin)
                yield msgspec.structs.replace(so_far, steps=steps, done=done)
            elif ahead:
                yield so_far
        self.verdicts = [verdict for at in range(len(tasks)) for verdict in self.worked[at].verdicts]

    def _build_steps(self, so_far: Review) -> list[Step]:
        """The steps as far as they are worked out; the others as they were, from where the one before them ends."""
        self.evaluations = [() for _ in self.stretches]
        steps = list(so_far.steps)
        before: Sequence[int] = so_far.begin
        for at, stretch in enumerate(self.stretches):
            worked = self.worked.get(at)
            if worked is None:
                steps[at] = rebase(steps[at], before, False)
            else:
                self.evaluations[at] = () if worked.mid_turn else worked.after
                step = self._step(stretch, before, worked.after, worked.luck, worked.verdicts, True)
                steps[at] = self._move(at, step, before)
            before = steps[at].chance
        return steps

    def _goes_on(self, stretch: Stretch) -> bool:
        """Whether the turn goes on after a step."""
        return len(stretch.entries) == 1 and self.rules.to_act(stretch.after) == stretch.seats

    def _judge(self, state: Any) -> tuple[float, ...]:
        """What a position after a turn is worth by itself; play-outs that are like the whole game come at its end."""
        return (
            self.worth.evaluate(state, True) if self.worth.plays_out else self.worth.evaluate_finely(state, self.seed)
        )

    def _judge_finely(self, at: int) -> tuple[int, ...]:
        """What play-outs say of the position after a step, in millionths."""
        return millionths(self.worth.evaluate_finely(self.stretches[at].after, self.seed))

    def analyse_step(self, at: int) -> AnalysedStep:
        """Analyse one step; the result depends on nothing that comes after it."""
        stretch = self.stretches[at]
        goes_on = self._goes_on(stretch)
        if goes_on and not stretch.by_chance:
            before = self.worth.evaluate(stretch.before)
            found = self.choices.rate_choices(stretch, self.whose, before)
            return AnalysedStep(at, millionths(before), (0,) * self.seats, tuple(found), True)
        if goes_on:
            now, luck = self._play_turn_on(stretch)
        else:
            now = self._judge(stretch.after)
            alone = len(self.rules.to_act(stretch.after)) == 1
            luck = self._compare_draws(stretch, alone) if stretch.by_chance else (0.0,) * self.seats
        found = self.choices.rate_choices(stretch, self.whose, less(now, luck))
        return AnalysedStep(at, millionths(now), differences(luck), tuple(found))

    def _steady_curve(self, steps: list[Step], begin: Sequence[int]) -> None:
        """Let the curve follow the evaluations again, now that the losses of choices are known better."""
        before: Sequence[int] = begin
        for at, step in enumerate(steps):
            steps[at] = self._move(at, step, before)
            before = steps[at].chance

    def _move(self, at: int, step: Step, before: Sequence[int]) -> Step:
        """Return a step after which the chance follows the evaluation, the closer the more of the game is played, and
        with more seats later, because few play-outs tell less of each."""
        if at not in self.worked:
            return rebase(step, before, False)
        now, offered = self.evaluations[at], self._has_opportunities(self.stretches[at])
        if not now:
            return rebase(msgspec.structs.replace(step, chance=move_by_choices(step, before)), before, offered)
        first, last = self.profile.follow
        share = first + (last - first) * ((at + 1) / len(self.stretches)) ** self.seats
        if at in self.refined or self.rules.result(self.stretches[at].after):
            share = 1.0
        return follow_evaluation(step, before, now, share, offered)

    def _refine_curve(self, steps: list[Step], begin: Sequence[int], store: PieceStore) -> None:
        """Play positions between which the chance moves far on more often, the farthest moves first, until each move is
        certain or gone: after few play-outs most large moves are noise."""
        lasts, at = [], -1
        for played in self.turns:
            at += len(played.steps)
            lasts.append(at)
        curve = [tuple(begin), *(tuple(self.evaluations[last] or steps[last].chance) for last in lasts)]
        rounds = [0] * len(curve)
        budget = REFINING * self.profile.budget

        def find_move(end: int) -> int:
            """How far the chance moves in a turn, if play-outs could change that."""
            far = max(abs(b - a) for a, b in zip(curve[end - 1], curve[end], strict=True))
            return 0 if far < UNSTEADY or not list_open(end) or is_certain(end, far) else far

        def list_open(end: int) -> list[int]:
            """The positions before and after a turn that can be played on more often, those less known first."""
            known = [one for one in (end - 1, end) if one and rounds[one] < MOST_ROUNDS]
            return [one for one in known if rounds[one] == min(rounds[other] for other in known)]

        def is_certain(end: int, far: int) -> bool:
            """Whether a move is larger than the noise of both positions."""
            error = sum(max(one * (WHOLE - one) for one in curve[at]) / (MORE_PLAYOUTS * max(1, rounds[at]))
                        for at in (end - 1, end) if at)  # fmt: skip
            return min(rounds[max(1, end - 1)], rounds[end]) > 0 and far > SURE * sqrt(error)

        while budget > 0:
            end = max(range(1, len(curve)), key=find_move)
            if not find_move(end):
                break
            for position in list_open(end):
                stretch = self.stretches[lasts[position - 1]]
                done = rounds[position]
                seed = mix(self.seed, "round", done) if done else self.seed
                play = partial(self.worth.evaluate_finely, stretch.after, seed, MORE_PLAYOUTS)
                found = store.find(self._make_task(tuple[float, ...], play, "round", stretch.end, done))
                both = zip(curve[position], found, strict=True)
                known = [(done * was / WHOLE + now) / (done + 1) for was, now in both]
                curve[position] = millionths(known)
                rounds[position] += 1
                budget -= MORE_PLAYOUTS / 2 * self._measure_rest(stretch.end)
                self.evaluations[lasts[position - 1]] = curve[position]
                self.refined.add(lasts[position - 1])
        self._steady_curve(steps, begin)

    def _step(
        self,
        stretch: Stretch,
        before: Sequence[int],
        after: Sequence[int],
        luck: Sequence[int],
        verdicts: Sequence[Verdict],
        fine: bool,
    ) -> Step:
        own, others, secret = ([0] * self.seats for _ in range(3))
        for verdict in verdicts:
            if verdict.tells:
                assert verdict.lost is not None
                lost = differences(verdict.lost.by_seat)
                own[verdict.seat] -= lost[verdict.seat]
                if len(stretch.entries) == 1:
                    for seat in range(self.seats):
                        others[seat] -= lost[seat] if seat != verdict.seat else 0
            secret[verdict.seat] += round(verdict.secret * WHOLE)
        known = zip(after, before, luck, own, others, secret, strict=True)
        rest = [now - sum(parts) for now, *parts in known]
        offered = [0] * self.seats
        if fine and self._has_opportunities(stretch):
            offered, rest = rest, offered
        return Step(
            stretch.end, stretch.seats, tuple(after), tuple(luck), tuple(own), tuple(others), tuple(secret),
            tuple(offered), tuple(rest), fine,
        )  # fmt: skip

    def _has_opportunities(self, stretch: Stretch) -> bool:
        """Whether what is not explained of a step lay in its position: one seat that was rated decided, nothing was
        drawn."""
        return len(stretch.entries) == 1 and not stretch.by_chance and stretch.seats[0] in self.whose

    # --- moments ------------------------------------------------------------------------------------

    def _list_candidates(self, steps: Sequence[Step], begin: Sequence[int]) -> list[tuple[TurnLoss, bool]]:
        """The turns that may have lost something, each with whether the ends of both ways are compared first."""
        planned, every = self.profile.planned, self.profile.every
        every_from = self.course.turn - every * (self.course.turn - self.course.base) if every else inf
        found: list[tuple[TurnLoss, bool]] = []
        for seat in self.whose:
            falls = find_falls(self.turns, steps, begin, seat) if self.worth.plays_out else {}
            for one in list_candidates(self.turns, self.verdicts, seat, falls, planned, every_from):
                small = every == 1 or one.promise < SMALLEST_BEHIND
                found.append((one, one.played.turn >= every_from and small))
        return found

    def _choose_losses(self, listed: Sequence[tuple[TurnLoss, bool]], store: PieceStore) -> list[TurnLoss]:
        """The turns to be checked: the most promising of each seat, or every one, the most promising of all first."""
        every = self.profile.every == 1
        by_seat: dict[int, list[TurnLoss]] = {}
        for loss, is_compared in listed:
            if is_compared:
                better, behind = store.find(self._make_ends_task(loss))
                loss = replace(loss, better=better, behind=behind)
            by_seat.setdefault(loss.seat, []).append(loss)
        found = [loss for of_seat in by_seat.values()
                 for loss in (of_seat if every else sorted(of_seat, key=sort_by_promise)[:MOST_CHECKED])]  # fmt: skip
        found = [one for one in found if one.behind is None or one.behind >= SMALLEST_BEHIND]
        found.sort(key=sort_by_promise)
        return found[: MOST_OF_EVERY if every else MOST_CHECKED_IN_ALL]

    def _share_pairs(self, losses: Sequence[TurnLoss]) -> list[int]:
        """The pairs of play-outs that each turn may take: more than an equal part of the budget, because most need
        less."""
        budget = self.profile.budget * (1 - REFINING if self.worth.plays_out else 1)
        if not budget:
            return [self.profile.pairs] * len(losses)
        part = max(FLOOR, GENEROUS * budget / max(1, len(losses)))
        return [
            min(self.profile.pairs, int(part / max(SHORTEST, self._measure_rest(one.first.turn)))) for one in losses
        ]

    def _check(self, loss: TurnLoss, most: int) -> Checked:
        """Check one turn by at most ``most`` pairs of play-outs: a moment if its loss holds, a good one if the turn
        was clearly better than the expert's."""
        line = find_best_line(self.choices, loss, self.profile.planned)
        found = self.confirmer.confirm(loss, line, list_played_line(loss, self.profile.planned), most)
        moments: list[Moment] = []
        if found.holds:
            moments.append(self.moments.build(loss, find_whole_line(self.choices, loss, line), found))
        elif found.high < -LEAST:
            moments += self._confirm_good(make_better_moment(loss.first), replace(loss, behind=0.0), line)
        return Checked(found, tuple(moments))

    def _measure_rest(self, turn: int) -> float:
        """The part of the game that is still to come after this number of decisions, and that is played on for."""
        if self.profile.play_on is not None:
            return 1.0
        return 1 - (turn - self.course.base) / max(1, self.course.turn - self.course.base)

    def _settle(self, steps: Sequence[Step], begin: Sequence[int]) -> list[Step]:
        """The steps with what was found in the place of the quick losses; what has not been checked counts for as much
        as such losses are worth on average."""
        scaled = list(steps)
        for loss, checked in self.checked:
            found = checked.found
            self._rescale(loss, max(0.0, found.loss) if found.holds else 0.0, scaled, begin, found.takers)
        known = {(loss.seat, loss.first.turn) for loss, _ in self.checked}
        for seat in self.whose:
            for loss in list_losses(self.turns, self.verdicts, seat, self.profile.planned):
                if (seat, loss.first.turn) not in known:
                    self._rescale(loss, self.profile.trust * loss.loss, scaled, begin)
        if self.profile.follow != (1.0, 1.0):
            self._steady_curve(scaled, begin)
        return scaled

    def _rescale(
        self, loss: TurnLoss, true: float, steps: list[Step], begin: Sequence[int], takers: Sequence[float] = ()
    ) -> None:
        """Scale the choices of a turn to their true loss, or the one that was compared where a turn is not planned; the
        rest belongs to the course of the game. ``takers``: the parts of the loss that the others gain."""
        share = min(1.0, true / loss.loss) if loss.loss else 0.0
        rest = true - share * loss.loss
        turns = {step.end for step in (loss.played.steps if self.profile.planned else (loss.step,))}
        for at, step in enumerate(steps):
            if step.turn in turns and loss.seat in step.seats:
                offered = self._has_opportunities(self.stretches[at])
                steps[at] = scale_choices(step, loss.seat, share, offered)
                if step.turn == loss.step.end and rest > 0:
                    steps[at] = charge_choice(steps[at], loss.seat, rest, offered)
                if takers:
                    steps[at] = share_gains(steps[at], takers, offered)
        if self.worth.plays_out or self.profile.planned:
            self._carry_again(loss.played, steps, begin)

    def _carry_again(self, played: PlayedTurn, steps: list[Step], begin: Sequence[int]) -> None:
        """Let the chance move within a turn by what its choices have cost, after they were scaled."""
        first = self.stretches.index(played.steps[0])
        before = steps[first - 1].chance if first else tuple(begin)
        for at in range(first, first + len(played.steps) - 1):
            step, offered = steps[at], self._has_opportunities(self.stretches[at])
            if any(step.luck) or any(step.secret):
                steps[at] = rebase(step, before, offered)
                return
            after = move_by_choices(step, before)
            steps[at] = rebase(msgspec.structs.replace(step, chance=after), before, offered)
            before = after
        last = first + len(played.steps) - 1
        steps[last] = rebase(steps[last], before, self._has_opportunities(self.stretches[last]))

    def _finish_moments(
        self, confirmed: Sequence[Moment], so_far: Review, steps: list[Step], store: PieceStore, part: float
    ) -> Generator[Review, None, list[Moment]]:
        """The moments with the weakest level that finds each, and the best decisions of every person, in turns that
        cost nothing."""
        at = {stretch.turn: stretch for stretch in self.stretches}
        verdicts = {(one.turn, one.seat): one for one in self.verdicts}
        dearest = {seat: sorted([one for one in confirmed if one.seat == seat and not one.good],
                                key=lambda one: -one.cost) for seat in self.whose}  # fmt: skip
        asked = [one for seat in self.whose for one in dearest[seat][:MOST_MOMENTS]]
        seen = [self._make_task(str, partial(weakest, self.choices, verdicts[one.turn, one.seat], at[one.turn]),
                                "seen", one.end, one.seat, one.turn) for one in asked]  # fmt: skip
        good = []
        for seat in self.people:
            told = sorted({step.turn for one in dearest[seat] for step in self._find_turn(one.turn).steps})
            known = [one for one in confirmed if one.seat == seat and one.good]
            find = partial(self._find_good, seat, told, at, verdicts, MOST_GOOD - len(known))
            good.append(self._make_task(tuple[Moment, ...], find, "good", self.course.turn, seat, told, len(known)))
        for _ in store.work([*seen, *good], round(part * len(seen))):
            yield msgspec.structs.replace(so_far, steps=steps, moments=sort_moments(confirmed), done=CONFIRMED)
        levels = {(one.turn, one.seat): store.find(task) for one, task in zip(asked, seen, strict=True)}
        found = [one if one.good else msgspec.structs.replace(one, seen_by=levels.get((one.turn, one.seat), ""))
                 for one in confirmed]  # fmt: skip
        return sort_moments([*found, *(one for task in good for one in store.find(task))])

    def _find_good(
        self, seat: int, told: Sequence[int], at: Mapping[int, Stretch], verdicts: Mapping[tuple[int, int], Verdict],
        most: int,
    ) -> tuple[Moment, ...]:  # fmt: skip
        """Return the best decisions of a seat, compared with a casual player's, that hold: at most the given number."""
        free = [one for one in self.verdicts if one.turn not in told]
        found: list[Moment] = []
        for good in find_best_choices(self.choices, free, at, seat)[: most + 1]:
            if len(found) < most:
                loss = TurnLoss(self._find_turn(good.turn), seat, verdicts[good.turn, seat], good.cost / WHOLE)
                found += self._confirm_good(good, loss, (good.best,))
        return tuple(found)

    def _find_turn(self, turn: int) -> PlayedTurn:
        """The turn in which the decision after this number of others was made."""
        return next(one for one in self.turns if one.turn <= turn < one.end)

    def _confirm_good(self, good: Moment, gain: TurnLoss, other: Sequence[int]) -> list[Moment]:
        """A good find, confirmed against another line; none if it does not hold. ``gain``: what the other line would
        have lost."""
        own = list_played_line(gain, self.profile.planned)
        found = self.confirmer.confirm(gain, own, other, MOST_FOR_GOOD)
        if not found.holds:
            return []
        line = find_whole_line(self.choices, gain, other, good.against)
        return [self.moments.build_good(good, gain, line, found)]

    def _why(self, steps: Sequence[Step], begin: Sequence[int], moments: Sequence[Moment], seat: int) -> Why:
        if any(one.seat == seat and not one.good for one in moments):
            return ""
        if seat not in self.whose:
            return "no_choice"
        return why_nothing(steps, begin, seat, sum(one.seat == seat and one.lost is not None for one in self.verdicts))
