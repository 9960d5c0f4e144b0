"""A game is reviewed: a first look at once, then finer, step by step, from its beginning to its end.

Every review that is given is whole and adds up: what has not been worked out yet is noise. The same game gives the same
review.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf, log2
from typing import Any

import msgspec

from ai.opponent_registry import find_analysis_profile
from engine.chance import mix
from engine.contract import JSON
from engine.history import History

from .confirmation import LEAST, Confirmation, Confirmer, find_own_levels
from .curve import MORE_PLAYOUTS, REFINING, Curve
from .decision_quality import EVERYBODY, Verdict
from .game_facts import FactContext, collect_facts
from .key_moments import (
    MOST_MOMENTS,
    build_good_moment,
    build_moment,
    explain_nothing,
    find_best_choices,
    find_swings,
    find_weakest_level,
    make_better_moment,
    sort_moments,
)
from .pieces import PieceStore, Task, hash_positions, make_key
from .report import STEPS_DONE, WHOLE, Moment, Review, Step, Why, millionths
from .step_analyser import AnalysedStep, StepAnalyser
from .steps import PositionValue, Stretch, stretches
from .turns import (
    PlayedTurn,
    TurnLoss,
    find_best_line,
    find_falls,
    find_whole_line,
    list_candidates,
    list_played_line,
    list_turns,
    seed_analysis,
    sort_by_promise,
)

THINKING: Why = "thinking"
TELL_EVERY = 6
"""Steps after which a finer review is given."""
MOST_CHECKED, MOST_CHECKED_IN_ALL, MOST_OF_EVERY = 5, 10, 12
"""Turns of a seat, and of all together, that are confirmed at most, the most promising ones; and of all where the game
has every turn looked at."""
SMALLEST_BEHIND = 0.03
"""Difference of the ends of two turns from which on they are played on, where every turn is looked at."""
FEWEST = 8
"""Pairs of play-outs that a turn may take at least."""
GENEROUS, FLOOR = 1.5, 3.0
"""How many equal parts of the budget a turn may take, and how much of it at least: near the end of a game, where
play-outs are short, that pays for more pairs."""
SHORTEST = 0.01
"""Part of a game that a play-out is taken for at least."""
MOST_GOOD, MOST_FOR_GOOD = 3, 16
"""Good decisions of a person that are praised at most, and pairs of play-outs for each, which nobody learns a loss
from."""
MOST_FIRST, SURELY_AMONG = 10, 0.12
"""Turns that are looked at before all others, where every turn is, and the difference of ends from which on one is
checked at once: so large, it is among those that are checked in the end."""
CONFIRMED = 980
"""Thousandths of the work done when all moments are confirmed."""
WHOLE_BUDGET = 2
"""Seats up to which the checks of a game have the whole budget of play-outs; with more of them less by the third power
of the seats: there are more turns, and a play-out of each takes longer. The curve has it whole: it stops by itself."""


class Checked(msgspec.Struct, frozen=True):
    """A turn checked by play-outs: the result, and the moments that it confirmed (none if the loss does not hold)."""

    found: Confirmation
    moments: tuple[Moment, ...]


class Analyser:
    """Analyses one game. ``people``: seats of persons, whose best decisions are looked for too."""

    def __init__(
        self, game: str, course: History, options: dict[str, JSON], id: str, people: Sequence[int],
        levels: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """``levels``: level of each seat, against which losses are measured too."""
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
        self.marks = hash_positions(course, game, id, self.seats, self.whose, profile.thin, tuple(levels))
        """What stands for the game up to each position, in the keys of pieces."""
        self.steps = StepAnalyser(course, self.stretches, self.worth, self.seed, self.whose, profile.thin)
        self.choices = self.steps.choices
        self.verdicts: list[Verdict] = []
        self.worked: dict[int, AnalysedStep] = {}
        self.checked: list[tuple[TurnLoss, Checked]] = []
        """The turns that were checked, the most promising first."""
        self.turns = list_turns(self.stretches)
        self.profile = replace(profile, budget=profile.budget * min(1.0, (WHOLE_BUDGET / self.seats) ** 3))
        self.curve = Curve(course, self.stretches, self.turns, self.whose, profile, self.worth.plays_out)
        self.confirmer = Confirmer(self.worth, self.choices, self.profile, self.seed, find_own_levels(levels))

    def first(self, closely: bool = False) -> Review:
        """Return a quick first analysis: evaluation of every position and luck of the draws. ``closely``: evaluate luck
        more precisely and more slowly."""
        begin, deal = self.steps.evaluate_opening(self.options, self.seats)
        steps = []
        before = begin
        for stretch in self.stretches:
            after = millionths(self.worth.evaluate(stretch.after))
            luck: Sequence[int] = (0,) * self.seats
            if stretch.by_chance:
                luck = self.steps.estimate_luck(stretch, closely)
            steps.append(self.curve.make_step(stretch, before, after, luck, (), False))
            before = after
        why: tuple[Why, ...] = tuple([THINKING] * self.seats)
        return Review(self.game, self.id, self.course.turn, self.course.base, begin, deal, steps, [], why, 0)

    def finer(self, so_far: Review, store: PieceStore | None = None, part: float = 0.0) -> Iterator[Review]:
        """Yield increasingly precise versions of the analysis ``so_far``, the last one finished.

        ``store``: known results, and results that other processes send; ``part``: where to begin in each list of tasks,
        as a fraction of its length, so that processes begin at different tasks.
        """
        store = store or PieceStore()
        if self.profile.every == 1 and not part:
            for moments in self._check_first(so_far, store):
                so_far = msgspec.structs.replace(so_far, moments=sort_moments(moments))
                yield so_far
        yield from self._work_out_steps(so_far, store, part)
        steps, losses, tasks = yield from self._find_losses(so_far, store, part)
        for count in store.work(tasks, round(part * len(tasks))):
            waiting = [(loss.first.turn, loss.seat) for loss, task in zip(losses, tasks, strict=True)
                       if not store.has(task)]  # fmt: skip
            self.checked = [(loss, store.find(task)) for loss, task in zip(losses, tasks, strict=True)
                            if store.has(task)]  # fmt: skip
            now = self._settle(steps, so_far.begin)
            found = [moment for _, checked in self.checked for moment in checked.moments]
            done = STEPS_DONE + (CONFIRMED - STEPS_DONE) * count // max(1, len(tasks))
            yield msgspec.structs.replace(
                so_far, steps=now, moments=sort_moments(found), done=done, checking=tuple(waiting)
            )
        moments = yield from self._finish_moments(found, so_far, now, store, part)
        foreseen_by = self.worth, self.seed
        swings = find_swings(self.course, self.turns, now, so_far.begin, self.profile, foreseen_by, moments)
        why = tuple([self._explain_nothing(now, so_far.begin, moments, seat) for seat in range(self.seats)])
        facts = collect_facts(self.game, FactContext(self.course, self.seats, self.verdicts, tuple(self.whose)))
        yield msgspec.structs.replace(
            so_far, steps=now, moments=moments, why=why, besides=facts, swings=swings, done=1000
        )

    def prepare(self, store: PieceStore) -> Iterator[object]:
        """Put into ``store`` the results for a running game that stay valid at its end: its steps and, if the style of
        later play does not matter to play-outs, its possible losses. Yields after every piece."""
        first = self.first()
        yield from self._work_out_steps(first, store, 0.0, ahead=True)
        if self._knows_style():
            _, _, tasks = yield from self._find_losses(first, store, 0.0)
            yield from store.work(tasks)

    def whole(self) -> Review:
        """Compute and return the finished analysis; may take minutes."""
        return list(self.finer(self.first()))[-1]

    # --- pieces -------------------------------------------------------------------------------------

    def _knows_style(self) -> bool:
        """Whether the rest of the game can no longer change how play-outs play."""
        return not self.worth.style or bool(self.worth.style[-1])

    def _make_task(self, kind: Any, compute: Callable[[], Any], name: str, end: int, *parts: object) -> Task:
        """Return a task whose result depends on the first ``end`` decisions, on how play-outs play, and on
        ``parts``."""
        style = () if name == "step" else self.worth.style
        return Task(make_key(name, self.marks[end - self.course.base], style, *parts), kind, compute)

    def _make_step_task(self, at: int) -> Task:
        return self._make_task(AnalysedStep, partial(self.steps.analyse, at), "step", self.stretches[at].end, at)

    def _make_ends_task(self, loss: TurnLoss) -> Task:
        def compare() -> tuple[tuple[int, ...], float]:
            if self.profile.thin:  # as planned at its first decision: quicker than to ask the expert again at each
                better = find_whole_line(self.choices, loss, self.choices.find_plan(loss.step))
            else:
                better = find_best_line(self.choices, loss, True)
            return better, self.confirmer.compare_ends(loss, better, list_played_line(loss, True))

        kind = tuple[tuple[int, ...], float]
        return self._make_task(kind, compare, "ends", loss.played.end, loss.seat, loss.first.turn, loss.first.best)

    def _make_check_task(self, loss: TurnLoss, most: int) -> Task:
        key = loss.seat, loss.first.turn, loss.first.best, loss.better, loss.promise, most
        return self._make_task(Checked, partial(self._check, loss, most), "check", loss.played.end, *key)

    # --- steps --------------------------------------------------------------------------------------

    def _work_out_steps(self, so_far: Review, store: PieceStore, part: float, ahead: bool = False) -> Iterator[Review]:
        """Analyse every step and play out the positions after them; yield reviews on the way."""
        tasks = [self._make_step_task(at) for at in range(len(self.stretches))]
        values: dict[int, Task] = {}
        if self.worth.plays_out and (not ahead or self._knows_style()):
            for at, stretch in enumerate(self.stretches):
                if not self.steps.is_mid_turn(stretch):
                    compute = partial(self.steps.play_out, at)
                    values[at] = self._make_task(tuple[int, ...], compute, "value", stretch.end, at)
        work = [*tasks, *values.values()]
        shown = 0
        for count in store.work(work, round(part * len(tasks))):
            if ahead:
                yield so_far
            elif count - shown >= TELL_EVERY:
                shown = count
                self._collect_steps(store, tasks, values)
                done = min(STEPS_DONE * count // max(1, len(work)), STEPS_DONE - 1)
                steps = self._settle(self.curve.build_steps(so_far, self.worked), so_far.begin)
                yield msgspec.structs.replace(so_far, steps=steps, done=done)
        self._collect_steps(store, tasks, values)

    def _find_losses(
        self, so_far: Review, store: PieceStore, part: float
    ) -> Generator[Review, None, tuple[list[Step], list[TurnLoss], list[Task]]]:
        """Return the steps, the turns that may have lost something, and for each of these the task that checks it."""
        steps = self.curve.build_steps(so_far, self.worked)
        if self.worth.plays_out:
            self.curve.refine(steps, so_far.begin, partial(self._play_rounds, store, part))
        listed = self._list_candidates(steps, so_far.begin)
        ends = [self._make_ends_task(one) for one, is_compared in listed if is_compared]
        for _ in store.work(ends, round(part * len(ends))):
            yield msgspec.structs.replace(so_far, steps=self._settle(steps, so_far.begin), done=STEPS_DONE - 1)
        losses = self._choose_losses(listed, store)
        tasks = [self._make_check_task(*one) for one in zip(losses, self._share_pairs(losses), strict=True)]
        return steps, losses, tasks

    def _collect_steps(self, store: PieceStore, tasks: Sequence[Task], values: Mapping[int, Task]) -> None:
        """Take over the known results of steps, with the win probabilities by play-outs."""
        self.worked = {at: store.find(task) for at, task in enumerate(tasks) if store.has(task)}
        for at, task in values.items():
            if at in self.worked and store.has(task):
                self.worked[at] = self.worked[at].take_value(store.find(task))
        self.verdicts = [verdict for worked in self.worked.values() for verdict in worked.verdicts]

    def _play_rounds(
        self, store: PieceStore, part: float, asked: Sequence[tuple[Stretch, int]]
    ) -> list[Sequence[float]]:
        """Return the win probability by seat after each step asked for, from its round of play-outs."""
        tasks = []
        for stretch, number in asked:
            seed = mix(self.seed, "round", number) if number else self.seed
            play = partial(self.worth.evaluate_finely, stretch.after, seed, MORE_PLAYOUTS)
            tasks.append(self._make_task(tuple[float, ...], play, "round", stretch.end, number))
        for _ in store.work(tasks, round(part * len(tasks))):
            pass
        return [store.find(task) for task in tasks]

    def _settle(self, steps: Sequence[Step], begin: Sequence[int]) -> list[Step]:
        """Return the steps with what was found by now."""
        found = [(loss, checked.found) for loss, checked in self.checked]
        return self.curve.settle(steps, begin, found, self.verdicts)

    # --- moments ------------------------------------------------------------------------------------

    def _check_first(self, so_far: Review, store: PieceStore) -> Iterator[list[Moment]]:
        """Check the turns in which the win probability falls most at first look, and yield all moments so far after
        each: they are shown long before all steps are analysed. Such losses are large enough to be checked in the end
        too."""
        falls = {seat: find_falls(self.turns, so_far.steps, so_far.begin, seat) for seat in self.whose}
        own = [one for one in self.turns if one.seat in self.whose]
        found: list[Moment] = []
        for played in sorted(own, key=lambda one: -falls[one.seat][one.end])[:MOST_FIRST]:
            tasks = [self._make_step_task(self.stretches.index(step)) for step in played.steps]
            verdicts = [verdict for task in tasks for verdict in store.find(task).verdicts]
            for loss in list_candidates([played], verdicts, played.seat, {}, True, 0.0):
                better, behind = store.find(self._make_ends_task(loss))
                loss = replace(loss, better=better, behind=behind)
                if behind >= SURELY_AMONG:
                    checked = store.find(self._make_check_task(loss, self._share_pairs([loss] * MOST_OF_EVERY)[0]))
                    found += checked.moments
                    yield found

    def _list_candidates(self, steps: Sequence[Step], begin: Sequence[int]) -> list[tuple[TurnLoss, bool]]:
        """Return the turns that may have lost something, each with whether the ends of both lines come first."""
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
        """Return the turns to be checked, the most promising first: the best few of each seat, or every one."""
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
        """Return how many pairs of play-outs each turn may take: more than an equal part of the budget, because most
        need less; in steps of a factor two, so that the rest of a game seldom changes earlier results."""
        budget = self.profile.budget * (1 - REFINING if self.worth.plays_out else 1)
        if not budget:
            return [self.profile.pairs] * len(losses)
        part = max(FLOOR, GENEROUS * budget / max(1, len(losses)))
        pairs = [part / max(SHORTEST, self.curve.measure_rest(one.first.turn)) for one in losses]
        return [min(self.profile.pairs, FEWEST << max(0, round(log2(one / FEWEST)))) for one in pairs]

    def _check(self, loss: TurnLoss, most: int) -> Checked:
        """Check one turn by at most ``most`` pairs of play-outs; the result has a moment if its loss is confirmed, a
        good moment if the turn was clearly better than the expert's."""
        loss = self._plan_again(loss) if self.profile.thin and loss.better else loss
        line = find_best_line(self.choices, loss, self.profile.planned)
        found = self.confirmer.confirm(loss, line, list_played_line(loss, self.profile.planned), most)
        moments: list[Moment] = []
        if found.holds:
            moments.append(build_moment(loss, find_whole_line(self.choices, loss, line), found, self.profile.left_out))
        elif found.high < -LEAST:
            moments += self._confirm_good(make_better_moment(loss.first), replace(loss, behind=0.0), line)
        return Checked(found, tuple(moments))

    def _plan_again(self, loss: TurnLoss) -> TurnLoss:
        """Return the loss against the turn that the expert plays if it plans again at every decision, if that ends
        better than its first plan; else the same loss."""
        line = find_best_line(self.choices, replace(loss, better=()), True)
        more = self.confirmer.compare_ends(loss, line, loss.better) if line != loss.better else 0.0
        return replace(loss, better=line, behind=(loss.behind or 0.0) + more) if more > 0 else loss

    def _finish_moments(
        self, confirmed: Sequence[Moment], so_far: Review, steps: list[Step], store: PieceStore, part: float
    ) -> Generator[Review, None, list[Moment]]:
        """Return the moments with the weakest level that finds each, and the best decisions of every person in turns
        without loss."""
        at = {stretch.turn: stretch for stretch in self.stretches}
        verdicts = {(one.turn, one.seat): one for one in self.verdicts}
        dearest = {seat: sorted([one for one in confirmed if one.seat == seat and not one.good],
                                key=lambda one: -one.cost) for seat in self.whose}  # fmt: skip
        asked = [one for seat in self.whose for one in dearest[seat][:MOST_MOMENTS]]
        seen = []
        for one in asked:
            find_level = partial(find_weakest_level, self.choices, verdicts[one.turn, one.seat], at[one.turn])
            seen.append(self._make_task(str, find_level, "seen", one.end, one.seat, one.turn))
        good = []
        for seat in self.people:
            known = [one for one in confirmed if one.seat == seat and one.good]
            told = sorted({step.turn for one in (*dearest[seat], *known) for step in self._find_turn(one.turn).steps})
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
        """Return the confirmed best decisions of a seat, compared with a casual player's: at most the given number; of
        a turn that is planned as a whole only the first that was better."""
        free = [one for one in self.verdicts if one.turn not in told]
        found: list[Moment] = []
        listed = find_best_choices(self.choices, free, at, seat)
        if self.profile.planned:
            first = {self._find_turn(one.turn).turn: one for one in sorted(listed, key=lambda one: -one.turn)}
            listed = [one for one in listed if one in first.values()]
        for good in listed[: most + 1]:
            if len(found) < most:
                loss = TurnLoss(self._find_turn(good.turn), seat, verdicts[good.turn, seat], good.cost / WHOLE)
                found += self._confirm_good(good, loss, (good.best,))
        return tuple(found)

    def _find_turn(self, turn: int) -> PlayedTurn:
        """Return the turn that contains the decision after ``turn`` others."""
        return next(one for one in self.turns if one.turn <= turn < one.end)

    def _confirm_good(self, good: Moment, gain: TurnLoss, other: Sequence[int]) -> list[Moment]:
        """Return [the good moment], confirmed against another line; [] if it is not confirmed, or brought no certain
        gain against the actual opponents. ``gain``: what the other line would have lost."""
        own = list_played_line(gain, self.profile.planned)
        found = self.confirmer.confirm(gain, own, other, MOST_FOR_GOOD)
        if not found.holds or (found.there is not None and found.there[1] <= 0):
            return []
        line = find_whole_line(self.choices, gain, other, good.against)
        return [build_good_moment(good, gain, line, found, self.profile.left_out)]

    def _explain_nothing(
        self, steps: Sequence[Step], begin: Sequence[int], moments: Sequence[Moment], seat: int
    ) -> Why:
        """Return why a seat has no key moments, "" where it has some."""
        if any(one.seat == seat and not one.good for one in moments):
            return ""
        if seat not in self.whose:
            return "no_choice"
        return explain_nothing(
            steps, begin, seat, sum(one.seat == seat and one.lost is not None for one in self.verdicts)
        )
