"""A game is reviewed: a first look at once, then finer, step by step, from its beginning to its end.

Every review that is given is whole and adds up: what has not been worked out yet is noise. The same game gives the same
review.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import msgspec

from ai.analysis.key_moments import find_swings
from ai.analysis.steps import PositionValue, draw_chance, less, mean
from ai.opponent_registry import find_analysis_profile
from ai.win_probability import chances, sees_closely
from engine.chance import SeededChance, mix
from engine.contract import JSON
from engine.history import History

from .confirmation import LEAST, Confirmer
from .decision_quality import MOST_SAMPLES, DecisionAnalyser, Verdict
from .game_facts import FactContext, collect_facts
from .key_moments import (
    MOST_MOMENTS,
    MomentBuilder,
    find_best_choice,
    list_places,
    make_better_moment,
    sort_moments,
    weakest,
    why_nothing,
)
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
MANY = 150
"""Steps from which on fewer samples have to do, so that a long game does not take minutes."""
THIN_TURNS, THIN_IN_TURN, THIN_AFTER_TURN, THIN_CHOICES = 5, 8, (2, 1), 6
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
UNSTEADY, MORE_PLAYOUTS, REFINING = WHOLE * 6 // 100, 12, 0.4
"""A move of the chance in one turn from which on the positions before and after it are played on more often; how often;
and the part of the budget that may go into it."""
MOST_FOR_GOOD = 16
"""Pairs of play-outs at most for the best decision of a person, which nobody learns a loss from."""
CONFIRMED = 980
"""Thousandths of the work done when all moments are confirmed."""
WHOLE_BUDGET = 2
"""Seats up to which a game has the whole budget of play-outs; with more of them less by the third power of the seats:
there are more turns, and a play-out of each takes longer."""
EVERYBODY = 4
"""Up to so many seats everybody's choices are judged; in a hall only those of whoever asks."""


@dataclass(frozen=True, slots=True)
class AnalysedStep:
    """What was found of one step, the one at this place: the chance after it and its luck by seat, and its choices.

    ``mid_turn``: the turn goes on and nothing was drawn; then the chance moves by what the choice lost and nothing
    else, and what the whole turn was worth is told by its last step.
    """

    at: int
    after: tuple[int, ...]
    luck: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    mid_turn: bool = False

    def check(self, seats: int, steps: int) -> None:
        """Raises ValueError unless it is of a game with this number of seats and steps."""
        rows = [self.after, self.luck, *(one.lost.by_seat for one in self.verdicts if one.lost is not None)]
        if not 0 <= self.at < steps or any(len(row) != seats for row in rows):
            raise ValueError("a step of another game")
        if any(not 0 <= one.seat < seats for one in self.verdicts):
            raise ValueError("a choice of another game")


def nobody(at: int) -> AnalysedStep | None:
    """Return None for every step: no helper works at the analysis."""
    return None


class Analyser:
    """Works a review out. ``people`` are the seats whose best decision is looked for too."""

    def __init__(self, game: str, course: History, options: dict[str, JSON], id: str, people: Sequence[int]) -> None:
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
        self.at_a_glance = sees_closely(game)
        """Whether the judge sees what a turn that is about to begin will bring, so that it need not be played on."""
        self.thin = len(self.stretches) > MANY
        self.choices = DecisionAnalyser(self.worth, self.seed, THIN_CHOICES if self.thin else MOST_SAMPLES)
        self.verdicts: list[Verdict] = []
        self.evaluations: list[Sequence[int]] = []
        """The evaluation after every step that is worked out; () within a turn, where only choices move the chance."""
        self.refined: set[int] = set()
        """The steps after which enough play-outs tell the chance, so that the curve follows them at once."""
        self.losses: list[TurnLoss] = []
        """The turns that were checked."""
        self.turns = list_turns(self.stretches)
        profile = find_analysis_profile(game)
        share = min(1.0, (WHOLE_BUDGET / self.seats) ** 3) * min(1.0, MANY / len(self.stretches))
        self.profile = replace(profile, budget=profile.budget * share)
        self.confirmer = Confirmer(self.worth, self.choices, self.profile, self.seed)
        self.moments = MomentBuilder(course, self.stretches, self.profile, self.seed)

    def first(self, closely: bool = False) -> Review:
        """The first look: every position as it stands, and how lucky the draws were; ``closely`` takes longer."""
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

    def finer(self, so_far: Review, elsewhere: Callable[[int], AnalysedStep | None] = nobody) -> Iterator[Review]:
        """The same review, finer and finer, the last one finished; ``elsewhere``: what is known of a step already."""
        steps = list(so_far.steps)
        for at, stretch in enumerate(self.stretches):
            before = steps[at - 1].chance if at else so_far.begin
            worked = elsewhere(at) or self.analyse_step(at)
            self.verdicts += worked.verdicts
            self.evaluations.append(() if worked.mid_turn else worked.after)
            step = self._step(stretch, before, worked.after, worked.luck, worked.verdicts, True)
            steps[at] = self._move(at, step, before)
            if at + 1 < len(steps):  # the next step begins where this one has ended
                steps[at + 1] = rebase(steps[at + 1], steps[at].chance, False)
            if at % TELL_EVERY == TELL_EVERY - 1:
                done = STEPS_DONE * (at + 1) // len(steps)
                yield msgspec.structs.replace(so_far, steps=list(steps), done=min(done, STEPS_DONE - 1))
        if self.worth.plays_out:
            self._refine_curve(steps, so_far.begin)
        moments: list[Moment] = []
        losses = self._list_losses(steps, so_far.begin)
        yield msgspec.structs.replace(so_far, steps=list(steps), done=STEPS_DONE, checking=list_places(losses))
        for number, loss in enumerate(losses):
            self._confirm(loss, steps, so_far.begin, moments)
            done = STEPS_DONE + (CONFIRMED - STEPS_DONE) * (number + 1) // len(losses)
            yield msgspec.structs.replace(
                so_far, steps=list(steps), moments=sort_moments(moments), done=done,
                checking=list_places(losses[number + 1 :]),
            )  # fmt: skip
        self._settle(steps, so_far.begin)
        if self.profile.follow != (1.0, 1.0):
            self._steady_curve(steps, so_far.begin)
        moments = self._finish_moments(moments)
        foreseen_by = self.worth, self.seed
        swings = find_swings(self.course, self.turns, steps, so_far.begin, self.profile, foreseen_by, moments)
        why = tuple([self._why(steps, so_far.begin, moments, seat) for seat in range(self.seats)])
        facts = collect_facts(self.game, FactContext(self.course, self.seats, self.verdicts, tuple(self.whose)))
        yield msgspec.structs.replace(
            so_far, steps=steps, moments=moments, why=why, besides=facts, swings=swings, done=1000
        )

    def whole(self) -> Review:
        """The finished review."""
        return list(self.finer(self.first()))[-1]

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

    def analyse_step(self, at: int) -> AnalysedStep:
        """One step worked out; it depends on no other one."""
        stretch = self.stretches[at]
        owing = self.rules.to_act(stretch.after)
        goes_on = len(stretch.entries) == 1 and owing == stretch.seats
        if goes_on and not stretch.by_chance:
            before = self.worth.evaluate(stretch.before)
            found = self.choices.rate_choices(stretch, self.whose, before)
            return AnalysedStep(at, millionths(before), (0,) * self.seats, tuple(found), True)
        if goes_on:
            now, luck = self._play_turn_on(stretch)
        else:
            now = self.worth.evaluate_finely(stretch.after, self.seed)
            luck = self._compare_draws(stretch, len(owing) == 1) if stretch.by_chance else (0.0,) * self.seats
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
        now, offered = self.evaluations[at], self._has_opportunities(self.stretches[at])
        if not now:
            return rebase(msgspec.structs.replace(step, chance=move_by_choices(step, before)), before, offered)
        first, last = self.profile.follow
        share = first + (last - first) * ((at + 1) / len(self.stretches)) ** self.seats
        if at in self.refined or self.rules.result(self.stretches[at].after):
            share = 1.0
        return follow_evaluation(step, before, now, share, offered)

    def _refine_curve(self, steps: list[Step], begin: Sequence[int]) -> None:
        """Play positions between which the chance moves far on more often, the farthest moves first: after few
        play-outs most large moves are noise."""
        lasts, at = [], -1
        for played in self.turns:
            at += len(played.steps)
            lasts.append(at)
        curve = [tuple(begin), *(tuple(self.evaluations[last] or steps[last].chance) for last in lasts)]
        rough = set(range(1, len(curve)))
        budget = REFINING * self.confirmer.left

        def find_move(end: int) -> int:
            """How far the chance moves in a turn, if play-outs could change that."""
            far = max(abs(b - a) for a, b in zip(curve[end - 1], curve[end], strict=True))
            return far if {end - 1, end} & rough else 0

        while budget > 0 and rough:
            end = max(range(1, len(curve)), key=find_move)
            if find_move(end) < UNSTEADY:
                break
            for position in {end - 1, end} & rough:
                stretch = self.stretches[lasts[position - 1]]
                curve[position] = millionths(self.worth.evaluate_finely(stretch.after, self.seed, MORE_PLAYOUTS))
                spent = MORE_PLAYOUTS / 2 * self._measure_rest(stretch.end)
                budget, self.confirmer.left = budget - spent, self.confirmer.left - spent
                self.evaluations[lasts[position - 1]] = curve[position]
                self.refined.add(lasts[position - 1])
                rough.remove(position)
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

    def _list_losses(self, steps: Sequence[Step], begin: Sequence[int]) -> list[TurnLoss]:
        """The turns to be confirmed: the most promising of each seat, or every one, the most promising of all first."""
        planned, every = self.profile.planned, self.profile.every
        every_from = self.course.turn - every * (self.course.turn - self.course.base) if every else inf
        found: list[TurnLoss] = []
        for seat in self.whose:
            falls = find_falls(self.turns, steps, begin, seat) if self.worth.plays_out else {}
            listed = list_candidates(self.turns, self.verdicts, seat, falls, planned, every_from)
            for at, one in enumerate(listed):
                if one.played.turn >= every_from and (every == 1 or one.promise < SMALLEST_BEHIND):
                    listed[at] = self._compare_ends(one)
            found += listed if every == 1 else sorted(listed, key=sort_by_promise)[:MOST_CHECKED]
        found = [one for one in found if one.behind is None or one.behind >= SMALLEST_BEHIND]
        found.sort(key=sort_by_promise)
        return found[: MOST_OF_EVERY if every == 1 else MOST_CHECKED_IN_ALL]

    def _compare_ends(self, loss: TurnLoss) -> TurnLoss:
        """The same loss with the whole better line and what is thought of both ends."""
        better = find_best_line(self.choices, loss, True)
        behind = self.confirmer.compare_ends(loss, better, list_played_line(loss, True))
        return replace(loss, better=better, behind=behind)

    def _confirm(self, loss: TurnLoss, steps: list[Step], begin: Sequence[int], moments: list[Moment]) -> None:
        """Confirm one loss if that is affordable; append its moment if it holds, or a good one if the turn was clearly
        better than the expert's, and put what was found in the place of the quick loss."""
        rest = self._measure_rest(loss.first.turn)
        if not self.confirmer.can_afford(rest):
            return
        self.losses.append(loss)
        line = find_best_line(self.choices, loss, self.profile.planned)
        played = list_played_line(loss, self.profile.planned)
        found = self.confirmer.confirm(loss, line, played, rest)
        if found.holds:
            moments.append(self.moments.build(loss, find_whole_line(self.choices, loss, line), found))
        elif found.high < -LEAST:
            moments += self._confirm_good(make_better_moment(loss.first), replace(loss, behind=0.0), line)
        self._rescale(loss, max(0.0, found.loss) if found.holds else 0.0, steps, begin, found.takers)

    def _measure_rest(self, turn: int) -> float:
        """The part of the game that is still to come after this number of decisions, and that is played on for."""
        if self.profile.play_on is not None:
            return 1.0
        return 1 - (turn - self.course.base) / max(1, self.course.turn - self.course.base)

    def _settle(self, steps: list[Step], begin: Sequence[int]) -> None:
        """Take what has not been checked for as much as such losses are worth on average."""
        checked = {(loss.seat, loss.first.turn) for loss in self.losses}
        for seat in self.whose:
            for loss in list_losses(self.turns, self.verdicts, seat, self.profile.planned):
                if (seat, loss.first.turn) not in checked:
                    self._rescale(loss, self.profile.trust * loss.loss, steps, begin)

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

    def _finish_moments(self, confirmed: Sequence[Moment]) -> list[Moment]:
        """The moments with the weakest level that finds each, and the best decision of every person who did nothing
        better than the expert, in a turn that cost nothing."""
        at = {stretch.turn: stretch for stretch in self.stretches}
        verdicts = {(one.turn, one.seat): one for one in self.verdicts}
        found = [one for one in confirmed if one.good]
        for seat in self.whose:
            dearest = sorted([one for one in confirmed if one.seat == seat and not one.good], key=lambda one: -one.cost)
            for number, one in enumerate(dearest):
                asked = number < MOST_MOMENTS
                level = weakest(self.choices, verdicts[one.turn, seat], at[one.turn]) if asked else ""
                found.append(msgspec.structs.replace(one, seen_by=level))
            if seat not in self.people or any(one.seat == seat and one.good for one in confirmed):
                continue
            told = {step.turn for one in dearest for step in self._find_turn(one.turn).steps}
            good = find_best_choice(self.choices, [one for one in self.verdicts if one.turn not in told], at, seat)
            if good is not None:
                loss = TurnLoss(self._find_turn(good.turn), seat, verdicts[good.turn, seat], good.cost / WHOLE)
                found += self._confirm_good(good, loss, (good.best,))
        return sort_moments(found)

    def _find_turn(self, turn: int) -> PlayedTurn:
        """The turn in which the decision after this number of others was made."""
        return next(one for one in self.turns if one.turn <= turn < one.end)

    def _confirm_good(self, good: Moment, gain: TurnLoss, other: Sequence[int]) -> list[Moment]:
        """A good find, confirmed against another line; none if it does not hold. ``gain``: what the other line would
        have lost."""
        own = list_played_line(gain, self.profile.planned)
        found = self.confirmer.confirm(gain, own, other, self._measure_rest(good.turn), MOST_FOR_GOOD)
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
