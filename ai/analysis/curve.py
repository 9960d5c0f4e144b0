"""The win probability of every seat through a game, and the parts of each of its changes, which always add up.

The curve follows the evaluations of the positions. Within a turn only the cost of choices moves it; what luck and
choices do not explain is an opportunity of the position, or noise. Once play-outs have checked a loss, the step is told
with what they found in the place of the quick estimate.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean

import msgspec

from ai.algorithms.confidence_intervals import mean_and_error
from ai.opponent_registry import AnalysisProfile
from engine.history import History

from .confirmation import Confirmation
from .decision_quality import Verdict
from .report import WHOLE, Review, Step, differences, millionths
from .step_analyser import AnalysedStep
from .steps import Stretch, charge_choice, follow_evaluation, mean, move_by_choices, rebase, scale_choices, share_gains
from .turns import PlayedTurn, TurnLoss, list_losses

UNSTEADY, MORE_PLAYOUTS, MOST_ROUNDS, SURE, REFINING = WHOLE * 6 // 100, 6, 16, 1.645, 0.5
"""A move of the chance in one turn from which on the positions before and after it are played on more often; how often
in one round, and how many rounds at most; the standard deviations from which on a move is certain; and the part of the
budget that may go into it."""


def measure_noise(rounds: Sequence[Sequence[float]]) -> float:
    """Return the standard deviation of one round's estimates of a position, largest of all seats; ``rounds``: rows by
    seat."""
    return sqrt(len(rounds)) * max(mean_and_error(row)[1] for row in zip(*rounds, strict=True))


@dataclass(slots=True)
class Curve:
    """Builds the steps of one game from what is analysed so far. ``whose``: seats whose choices are judged;
    ``plays_out``: whether the win probability comes from play-outs."""

    course: History
    stretches: Sequence[Stretch]
    turns: Sequence[PlayedTurn]
    whose: Sequence[int]
    profile: AnalysisProfile
    plays_out: bool
    evaluations: list[Sequence[int]] = field(default_factory=list)
    """The evaluation after every step that is worked out; () for others, and within a turn, where only choices move the
    chance."""
    refined: set[int] = field(default_factory=set)
    """The steps after which enough play-outs tell the chance, so that the curve follows them at once."""
    _worked: Mapping[int, AnalysedStep] = field(default_factory=dict)

    def build_steps(self, so_far: Review, worked: Mapping[int, AnalysedStep]) -> list[Step]:
        """Return all steps of the game: those in ``worked`` (by index) as analysed, the others as in ``so_far`` but
        continued from the step before."""
        self._worked = worked
        self.evaluations = [() for _ in self.stretches]
        steps = list(so_far.steps)
        before: Sequence[int] = so_far.begin
        for at, stretch in enumerate(self.stretches):
            if at in worked:
                found = worked[at]
                self.evaluations[at] = () if found.mid_turn else found.after
                steps[at] = self.make_step(stretch, before, found.after, found.luck, found.verdicts, True)
            steps[at] = self._move(at, steps[at], before)
            before = steps[at].chance
        return steps

    def make_step(
        self,
        stretch: Stretch,
        before: Sequence[int],
        after: Sequence[int],
        luck: Sequence[int],
        verdicts: Sequence[Verdict],
        fine: bool,
    ) -> Step:
        """Return a step with its components in millionths; ``before``, ``after`` and ``luck``: by seat too."""
        seats = range(len(before))
        own, others, secret = ([0] * len(before) for _ in range(3))
        for verdict in verdicts:
            if verdict.tells:
                assert verdict.lost is not None
                lost = differences(verdict.lost.by_seat)
                own[verdict.seat] -= lost[verdict.seat]
                if len(stretch.entries) == 1:
                    for seat in seats:
                        others[seat] -= lost[seat] if seat != verdict.seat else 0
            secret[verdict.seat] += round(verdict.secret * WHOLE)
        known = zip(after, before, luck, own, others, secret, strict=True)
        rest = [now - sum(parts) for now, *parts in known]
        offered = [0] * len(before)
        if fine and self._has_opportunities(stretch):
            offered, rest = rest, offered
        return Step(
            stretch.end, stretch.seats, tuple(after), tuple(luck), tuple(own), tuple(others), tuple(secret),
            tuple(offered), tuple(rest), fine,
        )  # fmt: skip

    def settle(
        self, steps: Sequence[Step], begin: Sequence[int], checked: Sequence[tuple[TurnLoss, Confirmation]],
        verdicts: Sequence[Verdict],
    ) -> list[Step]:  # fmt: skip
        """Return the steps with confirmed losses in place of those of the quick comparison; a loss that was not checked
        is scaled by the share that play-outs confirm on average."""
        scaled = list(steps)
        for loss, found in checked:
            self._rescale(loss, max(0.0, found.loss) if found.holds else 0.0, scaled, begin, found.takers)
        known = {(loss.seat, loss.first.turn) for loss, _ in checked}
        for seat in self.whose:
            for loss in list_losses(self.turns, verdicts, seat, self.profile.planned):
                if (seat, loss.first.turn) not in known:
                    self._rescale(loss, self.profile.trust * loss.loss, scaled, begin)
        if self.profile.follow != (1.0, 1.0):
            self._steady(scaled, begin)
        return scaled

    def refine(
        self, steps: list[Step], begin: Sequence[int],
        play_rounds: Callable[[Sequence[tuple[Stretch, int]]], Sequence[Sequence[float]]],
    ) -> None:  # fmt: skip
        """Refine in place the turns with the largest changes of win probability: their end positions are played out
        more often until each change is certain or small, because after few play-outs most large changes are noise.

        ``play_rounds``: (stretch, number of the round) pairs to the win probabilities by seat of one round of
        :data:`MORE_PLAYOUTS` play-outs each.
        """
        lasts, at = [], -1
        for played in self.turns:
            at += len(played.steps)
            lasts.append(at)
        curve = [tuple(begin), *(tuple(self.evaluations[last] or steps[last].chance) for last in lasts)]
        rounds: list[list[Sequence[float]]] = [[] for _ in curve]  # what each says of a position
        budget = REFINING * self.profile.budget

        def find_move(end: int) -> int:
            """Largest change of a seat's win probability in a turn; 0 if more play-outs could not change it."""
            far = max(abs(b - a) for a, b in zip(curve[end - 1], curve[end], strict=True))
            return 0 if far < UNSTEADY or not list_open(end) or is_certain(end, far) else far

        def list_open(end: int) -> list[int]:
            """The positions before and after a turn that can be played on more often, those less known first."""
            known = [one for one in (end - 1, end) if one and len(rounds[one]) < MOST_ROUNDS]
            return [one for one in known if len(rounds[one]) == min(len(rounds[other]) for other in known)]

        def is_certain(end: int, far: int) -> bool:
            """Whether a move is larger than the noise of both positions: that of their own rounds, or of all where that
            is more."""
            both = [rounds[at] for at in (end - 1, end) if at]
            if min(map(len, both)) < 2:
                return False
            usual = fmean([measure_noise(one) for one in rounds if len(one) > 1])
            error = sum(max(usual, measure_noise(one)) ** 2 / len(one) for one in both)
            return far > SURE * WHOLE * sqrt(error)

        while budget > 0:
            end = max(range(1, len(curve)), key=find_move)
            if not find_move(end):
                break
            known_less = list_open(end)
            asked = [(self.stretches[lasts[position - 1]], len(rounds[position])) for position in known_less]
            for position, (stretch, _), row in zip(known_less, asked, play_rounds(asked), strict=True):
                rounds[position].append(row)
                curve[position] = millionths(mean(rounds[position]))
                budget -= MORE_PLAYOUTS / 2 * self.measure_rest(stretch.end)
                self.evaluations[lasts[position - 1]] = curve[position]
                self.refined.add(lasts[position - 1])
        self._steady(steps, begin)

    def measure_rest(self, turn: int) -> float:
        """Return the part of the game (0 to 1) after the first ``turn`` decisions; 1 where a play-out covers only the
        next turns."""
        if self.profile.play_on is not None:
            return 1.0
        return 1 - (turn - self.course.base) / max(1, self.course.turn - self.course.base)

    def carry_again(self, played: PlayedTurn, steps: list[Step], begin: Sequence[int]) -> None:
        """Update in place the win probabilities within a turn from the scaled costs of its choices."""
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

    def _rescale(
        self, loss: TurnLoss, true: float, steps: list[Step], begin: Sequence[int], takers: Sequence[float] = ()
    ) -> None:
        """Scale, in place, the choices of a turn (or only the compared one, if turns are not planned) to their true
        loss; the rest goes to the course of the game. ``takers``: shares of the loss that the others gain."""
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
        if self.plays_out or self.profile.planned:
            self.carry_again(loss.played, steps, begin)

    def _steady(self, steps: list[Step], begin: Sequence[int]) -> None:
        """Recompute, in place, how the curve follows the evaluations, now that losses of choices are known better."""
        before: Sequence[int] = begin
        for at, step in enumerate(steps):
            steps[at] = self._move(at, step, before)
            before = steps[at].chance

    def _move(self, at: int, step: Step, before: Sequence[int]) -> Step:
        """Return a step whose win probability follows the evaluation, the more closely the later in the game; with more
        seats this comes later, because few play-outs tell less about each."""
        if at not in self._worked:
            return rebase(step, before, False)
        now, offered = self.evaluations[at], self._has_opportunities(self.stretches[at])
        if not now:
            return rebase(msgspec.structs.replace(step, chance=move_by_choices(step, before)), before, offered)
        first, last = self.profile.follow
        share = first + (last - first) * ((at + 1) / len(self.stretches)) ** len(before)
        if at in self.refined or self.course.rules.result(self.stretches[at].after):
            share = 1.0
        return follow_evaluation(step, before, now, share, offered)

    def _has_opportunities(self, stretch: Stretch) -> bool:
        """Whether the unexplained part of a step came from its position: one rated seat decided, and nothing was
        drawn."""
        return len(stretch.entries) == 1 and not stretch.by_chance and stretch.seats[0] in self.whose
