"""Analyses the steps of a game one by one: the win probability after each, the luck of its draws, and its choices.

What is found of a step depends on nothing that comes after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from ai.decision import force_decision
from ai.win_probability import chances, sees_closely
from engine.chance import SeededChance, mix
from engine.contract import JSON
from engine.history import History

from .decision_quality import MOST_SAMPLES, DecisionAnalyser, Verdict
from .report import WHOLE, differences, millionths
from .steps import PositionValue, Stretch, draw_chance, less, mean, replay_with_chance

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


@dataclass(frozen=True, slots=True)
class AnalysedStep:
    """Analysis of step ``at``: win probability after it and luck, by seat in millionths, and verdicts on its choices.

    ``mid_turn``: the turn goes on and nothing was drawn; then only what the choice lost changes the win probability,
    and the turn's last step shows what the whole turn was worth.
    """

    at: int
    after: tuple[int, ...]
    luck: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    mid_turn: bool = False

    def take_value(self, value: tuple[int, ...]) -> "AnalysedStep":
        """Return the step with the win probability ``value`` (by play-outs, millionths by seat) after it."""
        more = [(now - was) / WHOLE for was, now in zip(self.after, value, strict=True)]
        verdicts = [replace(one, secret=one.secret + more[one.seat]) if one.mixed else one for one in self.verdicts]
        return replace(self, after=value, verdicts=tuple(verdicts))


@dataclass(slots=True)
class StepAnalyser:
    """Analyses the steps of one game. ``whose``: seats whose choices are judged; ``thin``: use fewer samples."""

    course: History
    stretches: Sequence[Stretch]
    worth: PositionValue
    seed: int
    whose: Sequence[int]
    thin: bool
    choices: DecisionAnalyser = field(init=False)
    at_a_glance: bool = field(init=False)
    """Whether the judge sees what a turn that is about to begin will bring, so that it need not be played on."""

    def __post_init__(self) -> None:
        """Set the fields that depend on the game."""
        self.at_a_glance = sees_closely(self.worth.game)
        self.choices = DecisionAnalyser(self.worth, self.seed, THIN_CHOICES if self.thin else MOST_SAMPLES)

    def evaluate_opening(self, options: dict[str, JSON], seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return, in millionths by seat, the win probability at the first position and the luck of the deal."""
        begin = self.worth.evaluate(self.course.positions[0].state)
        if self.course.base:
            return millionths(begin), (0,) * seats
        rows = []
        for number in range(OTHER_DEALS):
            chance = SeededChance(mix(self.seed, "deal", number))
            rows.append(chances(self.worth.game, self.worth.rules.new(options, seats, chance)))
        return millionths(begin), differences(less(begin, mean(rows)))

    def estimate_luck(self, stretch: Stretch, closely: bool) -> tuple[int, ...]:
        """Return the luck of a step's draws, quickly estimated, by seat in millionths; ``closely``: more precise."""
        seen = self.worth.evaluate(stretch.after, closely)
        return differences(less(seen, self._average_draws(stretch, FIRST_LOOK, 0, closely)))

    def analyse(self, at: int) -> AnalysedStep:
        """Analyse the step of index ``at``; the result depends on nothing that comes after it."""
        stretch = self.stretches[at]
        is_mid_turn = self.is_mid_turn(stretch)
        if is_mid_turn and not stretch.by_chance:
            before = self.worth.evaluate(stretch.before)
            found = self._rate_choices(at, before)
            return AnalysedStep(at, millionths(before), (0,) * len(before), tuple(found), True)
        if is_mid_turn:
            now, luck = self._play_turn_on(stretch)
        else:
            now = self._judge(stretch.after)
            alone = len(self.worth.rules.to_act(stretch.after)) == 1
            luck = self._compare_draws(stretch, alone) if stretch.by_chance else (0.0,) * len(now)
        found = self._rate_choices(at, less(now, luck))
        return AnalysedStep(at, millionths(now), differences(luck), tuple(found))

    def _rate_choices(self, at: int, expected: Sequence[float]) -> list[Verdict]:
        """Return verdicts on the choices of a step. In long games the expert is asked once for a turn: choices that
        follow its plan are right, and those after a deviation are rated with the deviation."""
        stretch = self.stretches[at]
        known = self._rate_by_plan(at) if self.thin and stretch.seats[0] in self.whose else None
        return self.choices.rate_choices(stretch, self.whose, expected) if known is None else [known]

    def _rate_by_plan(self, at: int) -> Verdict | None:
        """Return the verdict that follows from the plan of an earlier decision in the turn; None without a plan."""
        stretch, start = self.stretches[at], at
        while start and self.is_mid_turn(self.stretches[start - 1]):
            start -= 1
        while start < at:
            plan = self.choices.find_plan(self.stretches[start])
            own = [one.entries[0].action for one in self.stretches[start : at + 1]]
            same = len(list(takewhile(lambda both: both[0] == both[1], zip(own, plan, strict=False))))
            if same == len(own):
                return self.choices.accept_choice(stretch, force_decision(own[-1]))
            if not same:
                return Verdict(stretch.turn, stretch.seats[0], own[-1], own[-1], None, None)
            start += same
        return None

    def is_mid_turn(self, stretch: Stretch) -> bool:
        """Whether the same seat, alone, decides again after a step."""
        return len(stretch.entries) == 1 and self.worth.rules.to_act(stretch.after) == stretch.seats

    def play_out(self, at: int) -> tuple[int, ...]:
        """Return the win probability after the step of index ``at`` by play-outs, by seat in millionths."""
        return millionths(self.worth.evaluate_finely(self.stretches[at].after, self.seed))

    def _judge(self, state: Any) -> tuple[float, ...]:
        """Return the win probability by seat after a turn; whole games are played out elsewhere (:meth:`play_out`)."""
        return (
            self.worth.evaluate(state, True) if self.worth.plays_out else self.worth.evaluate_finely(state, self.seed)
        )

    def _play_turn_on(self, stretch: Stretch) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the win probability by seat in the middle of a turn, and how much more it is than after other draws.
        Draws and the rest of the turn are those with which the position before the step was played on, so the two
        differ only by what the decision changes."""
        worth, end = self.worth, stretch.end
        seeds = [mix(self.seed, "on", again) for again in range(THIN_IN_TURN if self.thin else IN_TURN)]
        seen = worth.evaluate_after_turn(stretch.after, seeds, True, end)
        rows = []
        for seed in seeds:
            state = replay_with_chance(self.worth.rules, stretch, draw_chance(seed, stretch.turn))
            over = self.worth.rules.to_act(state) != stretch.seats
            rows.append(worth.evaluate(state, True) if over else worth.evaluate_after_turn(state, (seed,), True, end))
        return seen, less(seen, mean(rows))

    def _compare_draws(self, stretch: Stretch, alone: bool) -> tuple[float, ...]:
        """Return by how much the win probability by seat after a turn exceeds that after other draws; ``alone``: one
        seat is to act, whose turn is played on if the evaluator does not see what it will bring."""
        times, of_others = THIN_AFTER_TURN if self.thin else AFTER_TURN
        if not alone or self.at_a_glance:
            times = of_others = 0
        turns = THIN_TURNS if self.thin else OTHER_TURNS
        draws = turns if of_others else CLOSE_DRAWS if self.at_a_glance else OTHER_DRAWS
        return less(self._evaluate(stretch, stretch.after, times), self._average_draws(stretch, draws, of_others))

    def _average_draws(self, stretch: Stretch, draws: int, played_on: int, closely: bool = True) -> tuple[float, ...]:
        """Return the mean value of the step with other draws; ``played_on``: how often each turn is played on."""
        rows = []
        for number in range(draws):
            chance = SeededChance(mix(self.seed, "draws", stretch.turn, number))
            rows.append(
                self._evaluate(stretch, replay_with_chance(self.worth.rules, stretch, chance), played_on, closely)
            )
        return mean(rows)

    def _evaluate(self, stretch: Stretch, state: Any, times: int, closely: bool = True) -> tuple[float, ...]:
        """Return the value by seat of a position after a step, as it stands or with its turn played on ``times`` times;
        chance in that does not depend on what was drawn in the step."""
        if not times:
            return self.worth.evaluate(state, closely)
        seeds = [mix(self.seed, "on", stretch.turn, again) for again in range(times)]
        return self.worth.evaluate_after_turn(state, seeds, closely)
