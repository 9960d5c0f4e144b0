"""Splits the history of a game into the steps that are analysed, and keeps the parts of each adding up.

Most steps are one decision. Simultaneous decisions are one step, from the position in which they were due to the one
after the last of them, which reveals all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ai.analysis.report import WHOLE, Step, differences
from ai.choose import think
from ai.opponent_registry import find_opponents
from ai.win_probability import adapt_playouts, chances, chances_by_playouts, plays_out
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import IllegalAction, Rules
from engine.history import Entry, History


@dataclass(frozen=True, slots=True)
class Stretch:
    """One step of a game: its decisions, made after ``turn`` others, and the full states before and after them."""

    turn: int
    entries: tuple[Entry, ...]
    before: Any
    after: Any

    @property
    def end(self) -> int:
        """Number of decisions made after the step."""
        return self.turn + len(self.entries)

    @property
    def seats(self) -> tuple[int, ...]:
        """Seats that decided."""
        return tuple([entry.seat for entry in self.entries])

    @property
    def by_chance(self) -> bool:
        """Whether dice or draws were involved."""
        return any(entry.draws for entry in self.entries)


def stretches(course: History) -> list[Stretch]:
    """Return the steps of a game; decisions made at the same time whose result is not revealed yet are left out."""
    found = []
    begun = 0
    for at, position in enumerate(course.positions[1:], 1):
        if position.hidden:
            continue
        entries = tuple(course.entries[begun:at])
        before = course.positions[begun].state
        found.append(Stretch(course.base + begun, entries, before, position.state))
        begun = at
    return found


def replay_with_chance(rules: Rules[Any], stretch: Stretch, chance: SeededChance) -> Any:
    """Return the state after a step is repeated with other dice and draws, up to the first illegal decision."""
    state = rules.clone(stretch.before)
    for entry in stretch.entries:
        try:
            rules.apply(state, entry.seat, entry.action, chance)
        except IllegalAction:
            break
    return state


def apply_decisions(rules: Rules[Any], before: Any, actions: dict[int, int], chance: SeededChance) -> Any:
    """Return the state after simultaneous decisions (``actions`` by seat); illegal ones are replaced at random."""
    state = rules.clone(before)
    for seat in rules.to_act(before):
        if seat not in rules.to_act(state) or seat not in actions:
            continue
        legal = rules.legal(state, seat)
        action = actions[seat]
        rules.apply(state, seat, action if action in legal else chance.draw(legal), chance)
    return state


def scale_choices(step: Step, seat: int, share: float, offered: bool) -> Step:
    """Return the step with the cost of a seat's choice, and what others gained by it, multiplied by ``share``; the
    course of the game (see :func:`add_to_course`) takes the difference. Simultaneous choices bring the others
    nothing."""
    own = tuple(round(one * share) if at == seat else one for at, one in enumerate(step.own))
    others = step.others if len(step.seats) > 1 else tuple(round(one * share) for one in step.others)
    rest = [a - b + c - d for a, b, c, d in zip(step.own, own, step.others, others, strict=True)]
    return add_to_course(msgspec.structs.replace(step, own=own, others=others), rest, offered)


def charge_choice(step: Step, seat: int, loss: float, offered: bool) -> Step:
    """Return the step with a further ``loss`` (win probability) of a seat's choice, which the others gain in equal
    parts; the course of the game (see :func:`add_to_course`) balances both."""
    seats = len(step.own)
    parts = differences([-loss if one == seat else loss / max(1, seats - 1) for one in range(seats)])
    own = tuple(one + parts[at] * (at == seat) for at, one in enumerate(step.own))
    others = tuple(one + parts[at] * (at != seat) for at, one in enumerate(step.others))
    return add_to_course(msgspec.structs.replace(step, own=own, others=others), [-one for one in parts], offered)


def share_gains(step: Step, takers: Sequence[float], offered: bool) -> Step:
    """Return the step with the others' gains from one seat's choice divided by ``takers``, the share of each seat;
    ``offered``: see :func:`add_to_course`. Unchanged for simultaneous choices and if a partner loses too."""
    if len(step.seats) > 1 or min(step.others) < 0:
        return step
    total = sum(step.others)
    others = [round(total * one) for one in takers]
    others[max(range(len(takers)), key=takers.__getitem__)] += total - sum(others)
    rest = [a - b for a, b in zip(step.others, others, strict=True)]
    return add_to_course(msgspec.structs.replace(step, others=tuple(others)), rest, offered)


def move_by_choices(step: Step, before: Sequence[int]) -> tuple[int, ...]:
    """Return the win probability by seat after a step within a turn: ``before`` plus the costs of choices, or
    ``before`` itself if one would leave 0 to 1."""
    after = tuple(one + step.own[seat] + step.others[seat] for seat, one in enumerate(before))
    return tuple(before) if any(not 0 <= one <= WHOLE for one in after) else after


def follow_evaluation(step: Step, before: Sequence[int], now: Sequence[int], share: float, offered: bool) -> Step:
    """Return the step with a new win probability: ``before`` changed by luck, by choices, and by ``share`` of what else
    the evaluation ``now`` has changed by; ``offered``: see :func:`add_to_course`."""
    named = [step.luck, step.own, step.others, step.secret]
    expected = [one + sum(row[seat] for row in named) for seat, one in enumerate(before)]
    moves = differences([share * (new - old) / WHOLE for new, old in zip(now, expected, strict=True)])
    after = tuple([old + move for old, move in zip(expected, moves, strict=True)])
    if share == 1 or sum(after) != WHOLE or any(not 0 <= one <= WHOLE for one in after):
        after = tuple(now)
    return rebase(msgspec.structs.replace(step, chance=after), before, offered)


def rebase(step: Step, before: Sequence[int], offered: bool) -> Step:
    """Return the step for another win probability before it; the difference is added as by :func:`add_to_course`."""
    named = [step.luck, step.own, step.others, step.secret, step.offered, step.noise]
    rest = [step.chance[seat] - before[seat] - sum(row[seat] for row in named) for seat in range(len(before))]
    return add_to_course(step, rest, offered)


def add_to_course(step: Step, rest: Sequence[int], offered: bool) -> Step:
    """Return the step with ``rest`` (by seat) added to its opportunities if ``offered``, else to its noise."""
    if offered:
        return msgspec.structs.replace(step, offered=tuple(a + b for a, b in zip(step.offered, rest, strict=True)))
    return msgspec.structs.replace(step, noise=tuple(a + b for a, b in zip(step.noise, rest, strict=True)))


# Value of a position in an analysis: win probability by seat after the current turn is finished.
#
# In the middle of a turn a position says little, for example when dice have been rolled but not used. The turn is
# therefore played out a few times, by the game's turn finisher or a quick level, and the results are evaluated
# (``ai.win_probability``). At the start of a turn and during simultaneous decisions the position itself is evaluated;
# a finished game counts its result. Luck and the curve use the precise evaluation (``closely``, see
# ``ai.opponent_registry``); comparisons of choices do not, because there are too many.
#
# Positions to be compared get the same seeds (common random numbers). Each decision of a turn has dice and draws of
# its own, by its number in the game: a position within a turn and the one after its next decision are then played on
# alike wherever the decision is the one that the quick level makes too.

PLAYED_ON_BY = "novice"
"""Level that finishes turns where a game names no other: a few milliseconds per decision, no random moves."""
LONGEST_TURN = 40
"""Decisions after which an unfinished turn is evaluated as it stands."""


class PositionValue:
    """Evaluates positions of one game; has no state. ``played``: the positions of the game in order; play-outs then
    play as loosely as its players did."""

    def __init__(self, game: str, played: Sequence[Any] = ()) -> None:
        self.game = game
        self.rules: Rules[Any] = registry.rules(game)
        known = find_opponents(game)
        self.finish = known.finish_turn
        self.finished_by = known.analysis.finished_by or PLAYED_ON_BY
        self.plays_out = plays_out(game)
        self.playouts = adapt_playouts(game, played)
        self.style = self.playouts.style if self.playouts is not None else ()
        """What depends on the game so far in the play-outs, and last whether the rest of the game leaves it so."""

    def evaluate(self, state: Any, closely: bool = False) -> tuple[float, ...]:
        """Win probability by seat for the position itself."""
        return chances(self.game, state, closely)

    def evaluate_finely(self, state: Any, seed: int, deals: int = 0) -> tuple[float, ...]:
        """Win probability by seat by play-outs, where the game has them; positions of one game that are
        compared get the same seed. ``deals``: number of play-outs, 0 for what the game finds affordable."""
        return chances_by_playouts(self.game, state, seed, deals, self.playouts)

    def foresee(self, state: Any, seed: int) -> Sequence[float]:
        """Expected final points by seat, by play-outs; () where they tell no points."""
        return self.playouts.foresee(state, seed) if self.playouts and self.playouts.foresee else ()

    def evaluate_after_turn(
        self, state: Any, seeds: Sequence[int], closely: bool = False, turn: int = 0
    ) -> tuple[float, ...]:
        """Win probability by seat after the current turn: the mean over ``seeds``. ``turn``: decisions made before."""
        owing = self.rules.to_act(state)
        if len(owing) != 1:
            return chances(self.game, state, closely)
        return mean([chances(self.game, self.finish_turn(state, owing[0], seed, turn), closely) for seed in seeds])

    def finish_turn(self, state: Any, seat: int, seed: int, turn: int = 0) -> Any:
        """Return the position at the end of the seat's current turn, played on by quick choices or the game's own rule;
        ``turn``: decisions made before."""
        rules = self.rules
        finished = None if self.finish is None else self.finish(state, draw_chance(seed, turn))
        if finished is not None:
            return finished
        twin = rules.clone(state)
        for number in range(turn, turn + LONGEST_TURN):
            if rules.to_act(twin) != (seat,):
                break
            rules.apply(twin, seat, self._answer(twin, seat, mix(seed, number)), draw_chance(seed, number))
        return twin

    def _answer(self, state: Any, seat: int, seed: int) -> int:
        """Action of the quick level."""
        legal = self.rules.legal(state, seat)
        if len(legal) == 1:
            return int(legal[0])
        return think(self.game, self.rules.view(state, seat), seat, legal, self.finished_by, seed).action


def draw_chance(seed: int, turn: int) -> SeededChance:
    """Return the source of dice and draws for the decision after ``turn`` others."""
    return SeededChance(mix(seed, "turn", turn))


def mean(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Mean of the rows, column by column."""
    return tuple([sum(column) / len(rows) for column in zip(*rows, strict=True)])


def less(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """Return the difference ``one - other``, element by element."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])
