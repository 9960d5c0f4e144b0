"""Whether a choice was a good one: compared with what the expert would have done, in the unit of all games.

A choice is judged by what its seat knew, not by what came: positions that fit its view are drawn, the choice and its
rival are carried out in each of them with the same chance, the turn is played on by a good level, and what comes out is
judged (``steps.py``). So both have the same luck, and the difference is known with its interval from few
samples. What others decide at the same time is drawn from the mixture in which the expert would play at their seats.

The best of many noisy numbers is mostly noise. The rival of a choice is therefore named before anything is
measured: by the expert, or, where several decide at once, by samples of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ai.algorithms.confidence_intervals import Z, mean_and_error
from ai.algorithms.regret_matching import sample
from ai.analysis.steps import PositionValue, less, mean
from ai.choose import choose
from ai.decision import Decision, find_recommendation
from ai.levels import MASTER
from ai.opponent_registry import find_analysis_profile
from engine.chance import SeededChance, mix
from engine.contract import View

from .steps import Stretch, apply_decisions

IN_HALLS = "skilled"
"""Stands for the others in a hall of many."""
BATCH = 6
"""Samples after which it is looked whether more are needed."""
MOST_SAMPLES = 36
EVERYBODY = 4
"""Seats up to which everybody's choices are judged; in a hall only those of the player who asks."""
SURE = 2.4
"""Standard errors from nothing at which a difference is clear: samples are few, and are looked at again and again."""
SMALLEST = 0.005
"""Half a percent: less is no finding, however sure it is."""
TO_NAME, TO_MEASURE = 16, 32
"""Samples that name the best of choices made at the same time, and others that measure it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Difference of win probability between two choices: by seat, and its standard error for the deciding ``seat``."""

    by_seat: tuple[float, ...]
    error: float
    seat: int

    @property
    def gain(self) -> float:
        """Gain of the deciding seat."""
        return self.by_seat[self.seat]

    @property
    def notable(self) -> bool:
        """Whether the gain or loss exceeds its noise and is large enough to be mentioned."""
        return abs(self.gain) >= SMALLEST and abs(self.gain) > SURE * self.error

    @property
    def clear(self) -> bool:
        """Whether it is a notable gain, not a loss."""
        return self.gain > 0 and self.notable

    @property
    def interval(self) -> tuple[float, float]:
        """Bounds of the 95 % interval of the gain."""
        return self.gain - Z * self.error, self.gain + Z * self.error


@dataclass(frozen=True, slots=True)
class Verdict:
    """Quality of one choice. ``lost``: its loss against the expert's choice (negative when it was better), None without
    alternatives; ``best``: the expert's choice; for simultaneous decisions the best response to the others' mixed
    strategies; ``secret``: what the others' actual choices brought the seat beyond their expectation."""

    turn: int
    seat: int
    chosen: int
    best: int
    lost: Comparison | None
    decision: Decision | None
    right: tuple[int, ...] = ()
    expected: float = 0.0
    secret: float = 0.0
    mixed: bool = False
    """Whether it was made together with others, so that no choice is right by itself."""
    missed: float = 0.0
    """What such a choice clearly lost against ``best``, 0 if nothing; ``lost`` compares it with the mixture."""

    @property
    def tells(self) -> bool:
        """Whether the loss enters the breakdown: only a clear loss does; an apparent gain over the expert is noise or
        an error of the evaluator."""
        return self.lost is not None and self.lost.clear


class DecisionAnalyser:
    """Rates the decisions of one game; ``seed`` determines its samples, whose number per comparison is limited."""

    def __init__(self, worth: PositionValue, seed: int, most: int = MOST_SAMPLES) -> None:
        self.most = most
        self.worth = worth
        self.rules = worth.rules
        self.profile = find_analysis_profile(worth.game)
        self.seed = seed
        self._known: dict[tuple[int, int, str, int], Decision | None] = {}

    def decision(self, before: Any, seat: int, turn: int, level: str = MASTER, again: int = 0) -> Decision | None:
        """Return the (cached) decision of a level at a pending decision of a seat; None when there is only one action.
        ``turn``: decisions made before; ``again``: number of a repeated attempt, with another seed."""
        key = (turn, seat, level, again)
        if key not in self._known:
            legal = self.rules.legal(before, seat)
            found = None
            if len(legal) > 1:
                seed = mix(self.seed, *key)
                found = choose(self.worth.game, self._find_view(before, seat), seat, legal, level, seed)
            self._known[key] = found
        return self._known[key]

    def _find_view(self, state: Any, seat: int) -> View:
        """Return a seat's view; for simultaneous decisions without what it tells of the others' habits."""
        view = self.rules.view(state, seat)
        neutral = self.profile.neutral_view
        return view if neutral is None or len(self.rules.to_act(state)) < 2 else neutral(view)

    def choose_once(self, state: Any, seat: int, legal: Sequence[int], seed: int, level: str = MASTER) -> int:
        """Return a level's best action in a position that was not played in the game; resignations are left out."""
        if len(legal) == 1:
            return int(legal[0])
        found = choose(self.worth.game, self.rules.view(state, seat), seat, legal, level, mix(self.seed, seed))
        return self._find_best(found)

    def find_plan(self, stretch: Stretch) -> tuple[int, ...]:
        """Return the expert's planned actions from this decision on, to the end of the turn where it plans so far."""
        seat = stretch.seats[0]
        found = self.decision(stretch.before, seat, stretch.turn)
        if found is None:
            return tuple(self.rules.legal(stretch.before, seat))
        best = self._find_best(found)
        return next((one.line for one in found.considered if one.action == best and one.line), (best,))

    def _find_best(self, found: Decision) -> int:
        """What the hint at the table recommends."""
        advice = find_recommendation(found, self.rules.resignations)
        return found.action if advice is None else advice

    def accept_choice(self, stretch: Stretch, found: Decision) -> Verdict:
        """Return a verdict without loss on a choice that was the expert's too; ``found``: the expert's decision."""
        seat, chosen = stretch.seats[0], stretch.entries[0].action
        nothing = Comparison((0.0,) * len(self.worth.evaluate(stretch.before)), 0.0, seat)
        return Verdict(stretch.turn, seat, chosen, chosen, nothing, found, (chosen,))

    def rate_choices(self, stretch: Stretch, whose: Sequence[int], expected: Sequence[float]) -> list[Verdict]:
        """Return verdicts on the choices of the seats ``whose`` in one step; ``expected``: value of the step by seat
        before its dice were thrown."""
        if len(stretch.entries) == 1:
            entry = stretch.entries[0]
            return [self._rate_open_choice(stretch, entry.seat, entry.action)] if entry.seat in whose else []
        return self._together(stretch, whose, expected)

    # --- one after the other ------------------------------------------------------------------------

    def _rate_open_choice(self, stretch: Stretch, seat: int, chosen: int) -> Verdict:
        found = self.decision(stretch.before, seat, stretch.turn)
        if found is None:
            return Verdict(stretch.turn, seat, chosen, chosen, None, None)
        best = self._find_best(found)
        if best == chosen:
            return self.accept_choice(stretch, found)
        lost, expects = self.compare(stretch, seat, best, chosen)
        right = (best,) if lost.clear else (best, chosen)
        return Verdict(stretch.turn, seat, chosen, best, lost, found, right, expects)

    def compare(self, stretch: Stretch, seat: int, one: int, other: int) -> tuple[Comparison, float]:
        """Return the gain of action ``one`` over ``other``, and the seat's expected win probability after ``one``."""
        view = self.rules.view(stretch.before, seat)
        rows: list[tuple[float, ...]] = []
        worths: list[float] = []
        gain, error = 0.0, 0.0
        others = self.find_others(stretch, seat)
        while len(rows) < self.most:
            for number in range(len(rows), len(rows) + BATCH):
                seed = mix(self.seed, "sample", stretch.turn, seat, number)
                state = self._fitting(view, seed, stretch.before)
                first = self._evaluate_action(state, seat, one, seed, others)
                rows.append(less(first, self._evaluate_action(state, seat, other, seed, others)))
                worths.append(first[seat])
            gain, error = mean_and_error([row[seat] for row in rows])
            hopeless = abs(gain) + SURE * error < SMALLEST
            if hopeless or (abs(gain) > SURE * error and error < abs(gain) / 8):
                break
        return Comparison(mean(rows), error, seat), sum(worths) / len(worths)

    def _fitting(self, view: View, seed: int, true: Any) -> Any:
        """A position that fits what the seat knew."""
        return self.rules.determinize(view, SeededChance(mix(seed, "hidden")))

    def _evaluate_action(
        self, state: Any, seat: int, action: int, seed: int, others: Mapping[int, Decision]
    ) -> tuple[float, ...]:
        """Return the win probability by seat after an action, together with the simultaneous decisions of others."""
        owing = self.rules.to_act(state)
        actions = {seat: action}
        if len(owing) > 1:
            picks = SeededChance(mix(seed, "others"))
            for other in owing:
                if other != seat:
                    actions[other] = sample_decision(others.get(other), picks, self.rules.legal(state, other))
        chance = SeededChance(mix(seed, "chance"))
        after = apply_decisions(self.rules, state, actions, chance)
        if self.rules.to_act(after) != (seat,):
            return self.worth.evaluate(after)
        return self.worth.evaluate_after_turn(after, (mix(seed, "rest"),))

    # --- at the same time ---------------------------------------------------------------------------

    def find_others(self, stretch: Stretch, seat: int) -> dict[int, Decision]:
        """Return the decisions (mixed strategies) of the other seats that decide at the same time, by seat."""
        found = {}
        for other in self.rules.to_act(stretch.before):
            if other != seat and len(self.rules.to_act(stretch.before)) > 1:
                decision = self.decision(stretch.before, other, stretch.turn, self.level_of_others(stretch))
                if decision is not None:
                    found[other] = decision
        return found

    def level_of_others(self, stretch: Stretch) -> str:
        """Return the level that stands for the other seats: the expert at one table, a quicker one in a tournament."""
        return MASTER if len(self.rules.to_act(stretch.before)) <= EVERYBODY else IN_HALLS

    def _together(self, stretch: Stretch, whose: Sequence[int], expected: Sequence[float]) -> list[Verdict]:
        level = self.level_of_others(stretch)
        chosen = {entry.seat: entry.action for entry in stretch.entries}
        mixes: dict[int, Decision] = {}
        for seat in self.rules.to_act(stretch.before):
            found = self.decision(stretch.before, seat, stretch.turn, MASTER if seat in whose else level)
            if found is not None:
                mixes[seat] = found
        verdicts = []
        for seat, action in chosen.items():
            if seat not in whose:
                continue
            decision = mixes.get(seat)
            if decision is None:
                verdicts.append(Verdict(stretch.turn, seat, action, action, None, None))
            else:
                verdicts.append(self._rate_secret_choice(stretch, seat, action, decision, mixes, expected[seat]))
        return verdicts

    def _rate_secret_choice(
        self,
        stretch: Stretch,
        seat: int,
        chosen: int,
        decision: Decision,
        mixes: Mapping[int, Decision],
        expected: float,
    ) -> Verdict:
        view = self.rules.view(stretch.before, seat)
        legal = [one for one in self.rules.legal(stretch.before, seat) if one not in self.rules.resignations]
        options = sorted({*(one.action for one in decision.considered), chosen} & {*legal, chosen})

        def rows(action: int, numbers: range) -> list[tuple[float, ...]]:
            found = []
            for number in numbers:
                seed = mix(self.seed, "trick", stretch.turn, seat, number)
                state = self._fitting(view, seed, stretch.before)
                found.append(self._evaluate_action(state, seat, action, seed, mixes))
            return found

        naming, measuring = range(TO_NAME), range(TO_NAME, TO_NAME + TO_MEASURE)
        named = {action: rows(action, naming) for action in options}
        best = max(options, key=lambda action: (mean(named[action])[seat], -action))
        weights = {one.action: one.weight for one in decision.considered if one.weight > 0 and one.action in options}
        measured = {action: rows(action, measuring) for action in {*weights, chosen, best}}
        mixture = [_mix_values(measured, weights, at) for at in range(TO_MEASURE)]
        lost = _compare_rows(mixture, measured[chosen], seat)
        behind = _compare_rows(measured[best], measured[chosen], seat)
        right = [one for one in options if not _compare_rows(named[best], named[one], seat).clear]
        wrong = lost.clear or behind.clear
        right = [one for one in right if one != chosen] if wrong else sorted({*right, chosen})
        secret = expected - mean(measured[chosen])[seat]
        promised, missed = mean(measured[best])[seat], behind.gain if behind.clear else 0.0
        return Verdict(stretch.turn, seat, chosen, best, lost, decision, tuple(right), promised, secret, True, missed)


def _mix_values(
    measured: Mapping[int, Sequence[Sequence[float]]], weights: Mapping[int, float], at: int
) -> tuple[float, ...]:
    """What a mixture of choices is worth in one sample, by seat."""
    total = sum(weights.values())
    parts = [[weight / total * number for number in measured[one][at]] for one, weight in weights.items()]
    return tuple([sum(column) for column in zip(*parts, strict=True)])


def _compare_rows(one: Sequence[Sequence[float]], other: Sequence[Sequence[float]], seat: int) -> Comparison:
    """Return the comparison of two choices that were carried out in the same samples."""
    pairs = [less(first, second) for first, second in zip(one, other, strict=True)]
    return Comparison(mean(pairs), mean_and_error([row[seat] for row in pairs])[1], seat)


def sample_decision(decision: Decision | None, chance: SeededChance, legal: Sequence[int]) -> int:
    """Draw an action by the decision's weights, restricted to ``legal``; any legal action if none of them has one."""
    if decision is None or not decision.considered:
        return chance.draw(legal)
    allowed = set(legal)
    left = [one for one in decision.considered if one.action in allowed and one.weight > 0]
    if not left:
        return chance.draw(legal)
    return left[sample([one.weight for one in left], chance)].action
