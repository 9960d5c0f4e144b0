"""Moments are confirmed before they are shown: the played turn and the better one are played on side by side.

Positions that fit what the seat knew are drawn; in each of them both turns are carried out and the game goes on with
the same chance (common random numbers), to its end or for a few turns (:class:`ai.opponent_registry.AnalysisProfile`).
The quick comparison that has named the better turn is the largest of many noisy ones, so it promises too much: its
loss, scaled down, is only the prior mean, and the play-outs are the observation (normal-normal model). The interval is
that of the posterior, with the error of the play-outs' own judgement in it. Where they end with the judge's opinion of
the next turns, that errs in log-odds: by much where the game is even, by little where it is nearly decided.

Where every turn is looked at, the ends of both turns are compared first, by the judge alone. In Tash-Kalar that tells
more of the true loss than the quick comparison of single decisions: a plan is worth little until it is carried out.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from statistics import fmean
from typing import Any, NamedTuple

from ai.algorithms.confidence_intervals import mean_and_error
from ai.algorithms.value_function import FittedEvaluator
from ai.analysis.steps import PositionValue, less, mean
from ai.choose import choose, think
from ai.levels import BELOW_MASTER
from ai.opponent_registry import AnalysisProfile, find_evaluator, find_opponents, quick_choice
from ai.ratings import find_level
from ai.win_probability import chances
from engine.chance import SeededChance, mix
from engine.contract import Event
from engine.seats import AT_RATING

from .decision_quality import DecisionAnalyser, sample_decision
from .report import RESULT, WHOLE, Case, Gain, StoredMessage
from .steps import apply_decisions
from .turns import TurnLoss, apply_line

BATCH = 4
"""Pairs of play-outs against who sat there after which it is looked whether more are needed."""
ENOUGH = 2.0
"""Standard deviations from nothing at which a sign is clear and no more pairs are played."""
BOUND = 1.645
"""Standard deviations from the middle to the bounds of the interval that is told: 90 %. A moment is shown when that
does not contain nothing."""
HOPELESS = (-0.5, 0.0)
"""Standard deviations from nothing below which, after one batch and after two, a sign will hardly become clear."""
LIKELY = 0.75
"""Part of the interval of as many pairs as are allowed that a loss reaches after more, or it will hardly be clear of
nothing with all of them."""
CERTAIN = 0.5
"""Part of a loss that its interval may have to each side, where that is wider than what a moment may have."""
LEAST = 0.01
"""Smallest loss that is shown."""
NEGLIGIBLE = 0.4
"""Part of the error of the play-outs' own judgement below which the sampling error hardly widens the interval, so that
no more pairs are played."""
LEAST_SPREAD = 0.15
"""Standard deviation of a single pair that is assumed at least, so that a few equal pairs do not count as certain."""
ENDS = 4
"""Positions in which the ends of both turns are compared: what is hidden hardly changes that comparison."""
FIRST_PAIRS = 2
"""Pairs of play-outs that do the same where a game is played out: near its end they are nearly sure."""
LONGEST = 3000
"""Decisions after which a play-out is judged as it stands."""
TERM_SAMPLES = 6
"""Positions in which the terms of both turns are compared."""
TOLD_SAMPLES = 24
"""Pairs of play-outs from which it is told how a moment could have gone, unless many play-outs tell it of each."""
SMALLEST_CHANGE = 0.5
"""Points by which both ways differ at least where their points are told."""
MOST_GAINS = 3
LARGEST_SCALE = 2.0
"""Factor by which terms are scaled at most so that they add up to the confirmed loss."""
SMALLEST_GAIN = WHOLE // 100
MOST_CERTAIN = 0.98
"""Win probability up to which terms are told apart."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Comparison of the played turn with a better one by play-outs: loss of win probability, bounds of its 90 %
    interval, number of pairs, and the gains of the better turn by term of the evaluator."""

    loss: float
    low: float
    high: float
    pairs: int
    gains: tuple[Gain, ...]
    takers: tuple[float, ...] = ()
    """By seat the part of the loss that it gains; () if that is not known."""
    there: tuple[float, float, float] | None = None
    """The loss against who sat at the table, with its bounds, where it differs by more than both intervals allow."""
    cases: tuple[Case, ...] = ()
    """How it could have gone."""

    @property
    def holds(self) -> bool:
        """Whether the loss is clear and large enough to be shown."""
        return self.loss >= LEAST and self.low > 0


class TermSample(NamedTuple):
    """Effect of the better turn on the evaluator's terms in one sample: side of each seat, win probability of each
    side, and by side how much more log-odds each term has after the better turn."""

    sides: tuple[int, ...]
    chances: tuple[float, ...]
    differences: tuple[Mapping[str, float], ...]


class PlayedPair(NamedTuple):
    """Two lines played out with the same dice and draws: by seat, by how much the better line gains and the win
    probabilities after the better and the other one; the positions right after both."""

    gains: tuple[float, ...]
    values: tuple[tuple[float, ...], tuple[float, ...]]
    ends: tuple[Any, Any]


class Confirmer:
    """Confirms the losses of one game by play-outs; deterministic."""

    def __init__(
        self, worth: PositionValue, choices: DecisionAnalyser, profile: AnalysisProfile, seed: int,
        levels: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """``levels``: by seat, as :func:`find_own_levels` returns them."""
        self.worth = worth
        self.rules = worth.rules
        self.choices = choices
        self.profile = profile
        self.seed = mix(seed, "confirm")
        self.levels = levels
        judge = find_evaluator(worth.game)
        self.judge = judge if isinstance(judge, FittedEvaluator) else None

    def confirm(self, loss: TurnLoss, better: Sequence[int], worse: Sequence[int], most: int = 0) -> Confirmation:
        """Play the lines ``better`` and ``worse`` out from the first decision of a loss, in pairs, until one is clearly
        better or the limit is reached: the profile's, or ``most`` if that is smaller and not 0."""
        profile, seat = self.profile, loss.seat
        pairs = min(most or profile.pairs, profile.pairs)
        prior, variance = profile.trust * loss.promise, profile.spread**2
        rows: list[PlayedPair] = []
        terms: list[TermSample | None] = []
        found, spread = prior, profile.spread
        while len(rows) < pairs:
            for number in range(len(rows), len(rows) + profile.batch):
                pair = self.play_pair(loss, better, worse, number)
                if number < TERM_SAMPLES and self.judge is not None:
                    seed = mix(self.seed, loss.first.turn, number)
                    ends = [self._end_turn(one, seat, seed) for one in pair.ends]
                    terms.append(self._compare_terms(self.judge, *ends))
                rows.append(pair)
            middle, noise = mean_and_error([row.gains[seat] for row in rows])
            # A few games that were all won by one way and lost by the other do not make it certain.
            noise = max(noise, LEAST_SPREAD / sqrt(len(rows)), abs(middle) / (len(rows) + 1))
            weight = variance / (variance + noise**2)
            found = prior + weight * (middle - prior)
            # To the end of a game play-outs err by how they are played, whatever they end with; where the judge has the
            # last word, it errs in log-odds.
            error = profile.error
            if profile.play_on is not None:
                error *= fmean([4 * value[seat] * (1 - value[seat]) for row in rows for value in row.values])
            spread = sqrt(variance * (1 - weight) + error**2)
            wide = max(profile.half_width, CERTAIN * found)
            narrow = BOUND * spread <= wide or noise <= NEGLIGIBLE * error
            if len(rows) <= len(HOPELESS) * profile.batch:
                least = HOPELESS[len(rows) // profile.batch - 1] * spread
            else:
                rest = len(rows) / pairs * noise**2
                least = LIKELY * BOUND * sqrt(variance * rest / (variance + rest) + error**2)
            hopeless = found + ENOUGH * spread < LEAST or found < least
            if hopeless or (found > ENOUGH * spread and narrow):
                break
        holds = found >= LEAST and found > BOUND * spread
        there = self._compare_at_own_levels(loss, better, worse, found, spread) if holds else None
        gains = [row.gains for row in rows]
        reasons = choose_gains(terms, seat, len(gains[0]), found, profile.term_groups)
        low, high = found - BOUND * spread, found + BOUND * spread
        cases = self._describe_cases(loss, rows, reasons) if holds else ()
        return Confirmation(found, low, high, len(rows), reasons, find_takers(mean(gains), seat), there, cases)

    def _describe_cases(self, loss: TurnLoss, rows: Sequence[PlayedPair], gains: Sequence[Gain]) -> tuple[Case, ...]:
        """Return the ways it could have gone, in sentences: by the game itself, or by the final points of both lines
        and the better one's largest gain."""
        ends = [row.ends for row in rows[: ENDS if self.worth.plays_out else TOLD_SAMPLES]]
        if self.profile.describe_cases is not None:
            return self.profile.describe_cases(loss.step.before, loss.seat, ends)
        seats = range(len(rows[0].gains))
        better, played = ([self._foresee_points(pair[way], loss, at, seats) for at, pair in enumerate(ends)]
                          for way in (0, 1))  # fmt: skip
        is_exact = len(set(better)) == len(set(played)) == 1
        told = self._tell_points(loss.seat, mean(better), mean(played), is_exact)
        repeats = told is not None and bool(gains) and gains[0].term in self.profile.point_terms
        ending = ends if gains and gains[0].term == RESULT else []
        over = [sum(bool(self.rules.result(pair[way])) for pair in ending) for way in (0, 1)]
        term = None if repeats else tell_largest_gain(self.worth.game, gains, loss.seat, over[0] < over[1])
        said = tuple([one for one in (told, term) if one is not None])
        return (Case(1000, said),) if said else ()

    def _tell_points(
        self, seat: int, better: Sequence[float], played: Sequence[float], is_exact: bool
    ) -> StoredMessage | None:
        """Return a sentence on the points that the better turn brings a seat, or takes from the rival who loses most;
        with "about" unless ``is_exact``, because dice and draws in the rest of the turn change them."""
        changes = [one - other for one, other in zip(better, played, strict=True)]
        if not changes or max(changes[seat], -min(changes)) < SMALLEST_CHANGE:
            return None
        who = seat if changes[seat] >= SMALLEST_CHANGE else changes.index(min(changes))
        numbers = {"better": round(better[who]), "played": round(played[who])}
        if numbers["better"] == numbers["played"] or (who == seat and changes[seat] < 0):
            return None  # what the seat loses itself explains nothing
        name = "points" if self.worth.plays_out else "points_now" if is_exact else "points_now.about"
        return StoredMessage(f"study.case.{name}", {"player": {"seat": who}, **numbers})

    def _foresee_points(self, state: Any, loss: TurnLoss, number: int, seats: Sequence[int]) -> tuple[float, ...]:
        """Return the expected final points by seat of a running game, or those right after the turn where play-outs
        take too long; () if the game tells none."""
        seed = mix(self.seed, loss.first.turn, number)
        if self.worth.plays_out:
            return tuple(self.worth.foresee(state, seed))
        points = find_opponents(self.worth.game).points
        if points is None:
            return ()
        end = self._end_turn(state, loss.seat, seed)
        return tuple([points(end, seat) for seat in seats])

    def _compare_at_own_levels(
        self, loss: TurnLoss, better: Sequence[int], worse: Sequence[int], found: float, spread: float
    ) -> tuple[float, float, float] | None:
        """Return the loss against the actual opponents and its bounds; None if none of them plays below the strong
        level, or if the loss is the same within the intervals."""
        others = [level for seat, level in enumerate(self.levels) if seat != loss.seat]
        if not self.profile.pairs_there or not any(others):
            return None
        rows: list[float] = []
        middle = width = 0.0
        while len(rows) < self.profile.pairs_there:
            for number in range(len(rows), len(rows) + BATCH):
                seed = mix(self.seed, "there", loss.first.turn, number)
                ends = self._carry_out_both(loss, better, worse, seed, True)
                best, other = (self._play_on_at_own_levels(end, seed)[loss.seat] for end in ends)
                rows.append(best - other)
            middle, noise = mean_and_error(rows)
            width = hypot(max(noise, LEAST_SPREAD / sqrt(len(rows))), self.profile.error)
            if abs(middle - found) < width:  # it would hardly become clear
                return None
        if abs(middle - found) <= BOUND * hypot(width, spread):
            return None
        return middle, middle - BOUND * width, middle + BOUND * width

    def _play_on_at_own_levels(self, state: Any, seed: int) -> tuple[float, ...]:
        """Return the win probability by seat if all seats go on at their own levels."""

        def answer(twin: Any, seat: int, own: int) -> int:
            level = self.levels[seat]
            legal = self.rules.legal(twin, seat)
            if not level or len(legal) == 1:
                return self._answer(twin, seat, own)
            return choose(self.worth.game, self.rules.view(twin, seat), seat, legal, level, own).action

        return self._play_to_end(state, seed, answer)

    def play_pair(self, loss: TurnLoss, better: Sequence[int], worse: Sequence[int], number: int) -> PlayedPair:
        """Play two lines in determinization ``number`` of the position before the loss, then play both out with the
        same dice and draws."""
        seed = mix(self.seed, loss.first.turn, number)
        ends = self._carry_out_both(loss, better, worse, seed)
        best, other = (self._play_on(end, seed) for end in ends)
        return PlayedPair(less(best, other), (best, other), ends)

    def compare_ends(self, loss: TurnLoss, better: Sequence[int], worse: Sequence[int]) -> float:
        """Return by how much the seat's win probability at the end of the better turn exceeds that of the worse one, by
        a few play-outs where the game has them."""
        if self.worth.plays_out:
            rows = [self.play_pair(loss, better, worse, number) for number in range(FIRST_PAIRS)]
            return sum(row.gains[loss.seat] for row in rows) / FIRST_PAIRS
        found = 0.0
        for number in range(ENDS):
            seed = mix(self.seed, loss.first.turn, number)
            ends = [self._end_turn(one, loss.seat, seed) for one in self._carry_out_both(loss, better, worse, seed)]
            best, other = (self.worth.evaluate(one)[loss.seat] for one in ends)
            found += (best - other) / ENDS
        return found

    def _carry_out_both(
        self, loss: TurnLoss, better: Sequence[int], worse: Sequence[int], seed: int, there: bool = False
    ) -> tuple[Any, Any]:
        """Return the positions after two lines (or at the end of their turn, if the game has a level that finishes it),
        from one determinization; ``there``: simultaneous decisions of others are made at their own levels."""
        seat = loss.seat
        view = self.rules.view(loss.step.before, seat)
        state = self.rules.determinize(view, SeededChance(mix(seed, "hidden")))
        actions = self._draw_others(loss, state, seed, there)
        ends = [self._carry_out(state, seat, line, seed, actions) for line in (better, worse)]
        if self.profile.finished_by:  # who plays on would not see what the better action is for
            ends = [self._end_turn(end, seat, seed) for end in ends]
        return ends[0], ends[1]

    def _draw_others(self, loss: TurnLoss, state: Any, seed: int, there: bool) -> dict[int, int]:
        """What the others decide at the same time as a seat."""
        rules, picks, actions = self.rules, SeededChance(mix(seed, "others")), {}
        mixtures = self.choices.find_others(loss.step, loss.seat)
        for other in rules.to_act(state):
            if other == loss.seat:
                continue
            legal, level = rules.legal(state, other), self.levels[other] if there else ""
            if level:
                view = rules.view(state, other)
                actions[other] = choose(self.worth.game, view, other, legal, level, mix(seed, "there", other)).action
            else:
                actions[other] = sample_decision(mixtures.get(other), picks, legal)
        return actions

    def _carry_out(self, state: Any, seat: int, line: Sequence[int], seed: int, others: Mapping[int, int]) -> Any:
        """Return the position after a turn: first action, simultaneous decisions of others, then the rest."""
        rules, actions = self.rules, {seat: line[0], **others}
        chance = SeededChance(mix(seed, "chance"))
        after = apply_decisions(rules, state, actions, chance)
        apply_line(rules, after, seat, line[1:], chance)
        return after

    def _end_turn(self, state: Any, seat: int, seed: int) -> Any:
        """The position at the end of the turn of a seat."""
        if self.profile.finished_by:
            return self.worth.finish_turn(state, seat, seed)
        twin, chance = self.rules.clone(state), SeededChance(mix(seed, "end"))
        for number in range(LONGEST):
            if self.rules.to_act(twin) != (seat,):
                break
            self.rules.apply(twin, seat, self._answer(twin, seat, mix(seed, number)), chance)
        return twin

    def _play_on(self, state: Any, seed: int) -> tuple[float, ...]:
        """Win probability by seat when the game goes on from here."""
        if self.profile.play_on is not None:
            return tuple(self.profile.play_on(state, mix(seed, "on")))
        if self.worth.plays_out:
            return self.worth.evaluate_finely(state, mix(seed, "on"), 1)
        return self._play_to_end(state, seed, self._answer)

    def _play_to_end(self, state: Any, seed: int, answer: Callable[[Any, int, int], int]) -> tuple[float, ...]:
        """Return the win probability by seat at the end of the game, or at the event ``until`` of the profile."""
        rules, game = self.rules, self.worth.game
        twin, chance = rules.clone(state), SeededChance(mix(seed, "on"))
        seen: list[str] = []

        def notice(event: Event) -> None:
            if event.kind == self.profile.until:
                seen.append(event.kind)

        listen = notice if self.profile.until else None
        for number in range(LONGEST):
            owing = rules.to_act(twin)
            if not owing:
                break
            if self.profile.until and seen[-1:] == [self.profile.until]:
                break
            answers = [(one, answer(twin, one, mix(seed, number))) for one in owing]
            for one, action in answers:
                rules.apply(twin, one, action, chance, listen)
        return chances(game, twin)

    def _answer(self, state: Any, seat: int, seed: int) -> int:
        """Return the action of the player that plays a seat on."""
        legal = self.rules.legal(state, seat)
        if len(legal) == 1:
            return int(legal[0])
        view, game = self.rules.view(state, seat), self.worth.game
        if self.profile.level:
            return think(game, view, seat, legal, self.profile.level, seed).action
        return quick_choice(game, view, seat, legal, seed).action

    def _compare_terms(self, judge: FittedEvaluator, best: Any, other: Any) -> TermSample | None:
        """Return how the terms differ after the better turn; None if the game is over after one of them."""
        if self.rules.result(best) or self.rules.result(other):
            return None
        one, two = judge.weigh_features(best), judge.weigh_features(other)
        differences = [{name: a[name] - b[name] for name in a} for a, b in zip(one, two, strict=True)]
        pairs = zip(judge.evaluate_sides(best), judge.evaluate_sides(other), strict=True)
        return TermSample(tuple(judge.sides(best)), tuple([(a + b) / 2 for a, b in pairs]), tuple(differences))


def find_own_levels(levels: Sequence[str]) -> tuple[str, ...]:
    """Return by seat its level if that is a computer level below Master, against whom losses are measured too; "" for
    persons, players' opponent files and levels as strong as Master."""
    return tuple([one if one.startswith(AT_RATING) or find_level(one) in BELOW_MASTER else "" for one in levels])


def tell_largest_gain(game: str, gains: Sequence[Gain], seat: int, goes_on: bool) -> StoredMessage | None:
    """Return a sentence on the largest of ``gains`` (who gains or loses most by the better turn), None without gains.
    ``goes_on``: whether the other turn, not the better one, ends the game."""
    if not gains:
        return None
    top = gains[0]
    if top.term == RESULT:
        return StoredMessage("study.case.result.other" if goes_on else "study.case.result")
    who = max(range(len(top.by_seat)), key=lambda one: abs(top.by_seat[one]))
    way = "more" if top.by_seat[who] > 0 else "less"
    return StoredMessage(f"study.case.{way}", {"player": {"seat": who}, "term": {"text": f"{game}.term.{top.term}"}})


def choose_gains(
    found_terms: Sequence[TermSample | None],
    seat: int,
    seats: int,
    loss: float,
    groups: Sequence[tuple[str, Sequence[str]]] = (),
) -> tuple[Gain, ...]:
    """Return the terms in which the better turn differs most, each by seat in millionths of this seat's win
    probability; those in its favour come first.

    A rival's gain counts against the seat by how much of the seat's win probability that rival takes (derivatives of
    the softmax); what all gain or lose alike counts for nobody; a team counts once. () if the differences as a whole
    point against the better turn. If a turn ends the game in most samples, that is the only term
    (:data:`ai.analysis.report.RESULT`). The large terms of each of the ``groups`` are told as one.
    """
    samples = [one for one in found_terms if one is not None]
    if loss > 0 and 2 * len(samples) < len(found_terms):
        return (Gain(RESULT, tuple(round(WHOLE * loss) if one == seat else 0 for one in range(seats))),)
    if not samples:
        return ()
    sides, count = samples[0].sides, len(samples)
    own, members = sides[seat], Counter(sides)
    parts = [float(other == seat) if side == own else 1 / members[side] for other, side in enumerate(sides)]
    chances = [min(MOST_CERTAIN, max(1 - MOST_CERTAIN, sum(column) / count))
               for column in zip(*(one.chances for one in samples), strict=True)]  # fmt: skip
    slopes = [chances[own] * (1 - chance if side == own else chance) for side, chance in enumerate(chances)]

    def weigh(row: Sequence[float]) -> list[float]:
        # What all of them gain or lose alike moves nobody's chance.
        common = max(0.0, min(row)) + min(0.0, max(row))
        return [slope * (change - common) for slope, change in zip(slopes, row, strict=True)]

    changes = {
        name: [sum(one.differences[side][name] for one in samples) / count for side in range(len(chances))]
        for name in samples[0].differences[own]
    }
    means = {name: weigh(row) for name, row in changes.items()}
    worth = {name: 2 * row[own] - sum(row) for name, row in means.items()}
    whole = sum(worth.values())
    if whole <= 0 or loss <= 0:
        return ()
    scale = min(LARGEST_SCALE, loss / whole)
    for group, terms in groups:
        large = [name for name in terms if abs(worth.get(name, 0.0)) * scale * WHOLE >= SMALLEST_GAIN]
        if len(large) > 1:
            means[group] = weigh([sum(column) for column in zip(*(changes[name] for name in large), strict=True)])
            worth[group] = sum(worth.pop(name) for name in large)
    found = []
    for name in sorted(worth, key=lambda one: -abs(worth[one])):
        row = tuple([round(WHOLE * scale * means[name][side] * part) for side, part in zip(sides, parts, strict=True)])
        if abs(worth[name]) * scale * WHOLE >= SMALLEST_GAIN and all(abs(one) <= 4 * WHOLE for one in row):
            found.append(Gain(name, row))
    return tuple(sorted(found[:MOST_GAINS], key=lambda gain: -worth[gain.term]))


def find_takers(gains: Sequence[float], seat: int) -> tuple[float, ...]:
    """Return, by seat, the share of the loss of ``seat`` that each other seat gains (adding up to 1), () if nobody
    does. ``gains``: by seat, what the better turn would have gained."""
    found = [max(0.0, -one) if other != seat else 0.0 for other, one in enumerate(gains)]
    return tuple([one / sum(found) for one in found]) if any(found) else ()
