"""Turns of a finished game: decisions that one seat makes in a row, and the best line it could have played instead.

People think in turns, the log in single decisions. A turn is the steps from the moment a seat is to act until another
one is; decisions made at the same time are a turn of their own. A turn is explained from one of its decisions on
(``ai.aims``), by what the seat that asks may know of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple

from ai.analysis.decision_quality import DecisionAnalyser, Verdict
from ai.analysis.report import MOST_TOLD, WHOLE, Moment, Step, StoredMessage
from ai.analysis.steps import Stretch, stretches
from ai.levels import MASTER
from ai.opponent_registry import find_analysis_profile, find_opponents
from engine.chance import LoggedChance, SeededChance, mix
from engine.contract import Event as GameEvent, IllegalAction, Rules, View
from engine.history import History
from games.event_texts import TurnPart

LONGEST_LINE = 24
"""Decisions of a line at most."""
SMALLEST_FALL = 0.04
"""Fall of the chance from which on a turn may have lost something that the quick comparison has not seen."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """The steps of one turn. ``seat``: who played it, -1 for decisions made at the same time."""

    seat: int
    steps: tuple[Stretch, ...]

    @property
    def turn(self) -> int:
        """Number of decisions before it."""
        return self.steps[0].turn

    @property
    def end(self) -> int:
        """Number of decisions after it."""
        return self.steps[-1].end


def list_turns(steps: Sequence[Stretch]) -> list[PlayedTurn]:
    """Group the steps of a game into turns, in order."""
    found: list[PlayedTurn] = []
    for step in steps:
        seat = step.seats[0] if len(step.entries) == 1 else -1
        last = found[-1] if found else None
        if last is not None and seat >= 0 and last.seat == seat:
            found[-1] = PlayedTurn(seat, (*last.steps, step))
        else:
            found.append(PlayedTurn(seat, (step,)))
    return found


@dataclass(frozen=True, slots=True)
class TurnLoss:
    """A turn in which a seat may have lost something, by the quick comparison or by a fall of its win probability.

    ``first``: the decision from which on another line was better; ``loss``: what all decisions of the turn lost in the
    quick comparison, or that one alone where a turn is not planned as a whole; ``fall``: by how much the win
    probability fell in the turn, luck left out; ``missed``: what a simultaneous choice lost against the best response;
    ``better``: the whole better line, once it is known; ``behind``: by how much its end is evaluated higher than the
    end of the turn.
    """

    played: PlayedTurn
    seat: int
    first: Verdict
    loss: float
    fall: float = 0.0
    missed: float = 0.0
    better: tuple[int, ...] = ()
    behind: float | None = None

    @property
    def promise(self) -> float:
        """Estimated loss by which turns are sorted: ``behind`` once known; a fall counts half, as it has other causes
        too."""
        return self.behind if self.behind is not None else max(self.loss, self.missed, self.fall / 2)

    @property
    def step(self) -> Stretch:
        """The step of the first decision that was worse than the best."""
        return next(one for one in self.played.steps if one.turn == self.first.turn)


def sort_by_promise(one: TurnLoss) -> tuple[float, int]:
    """Return a sort key that puts the turn with the largest estimated loss first."""
    return -one.promise, one.first.turn


def list_losses(
    turns: Sequence[PlayedTurn], verdicts: Iterable[Verdict], seat: int, planned: bool = False
) -> list[TurnLoss]:
    """Return the clear losses of a seat, most costly first: one for a turn where turns are ``planned`` as a whole, else
    one for a decision, because dice lie between decisions.

    The loss of a planned turn begins at its first decision that differs from the expert's: the rest of the turn may
    have no better way then.
    """
    by_turn = {one.turn: one for one in verdicts if one.seat == seat}
    found = []
    for played in turns:
        own = [by_turn[step.turn] for step in played.steps if step.turn in by_turn]
        clear = [(one, one.lost.gain) for one in own if one.lost is not None and one.lost.clear]
        if planned and clear:
            differing = list_differing(own) or [clear[0][0]]  # a mixture can be better than the best single choice
            clear = [(differing[0], sum(loss for _, loss in clear))]
        found += [TurnLoss(played, seat, first, min(1.0, loss)) for first, loss in clear]
    return sorted(found, key=lambda one: (-one.loss, one.first.turn))


def list_differing(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the verdicts on decisions in which the expert would have chosen another action."""
    return [one for one in verdicts if one.lost is not None and one.best != one.chosen]


def list_candidates(
    turns: Sequence[PlayedTurn],
    verdicts: Iterable[Verdict],
    seat: int,
    falls: Mapping[int, float],
    planned: bool = False,
    every_from: float = inf,
) -> list[TurnLoss]:
    """Return the turns of a seat that may have lost something, the most promising first.

    These are turns with a clear loss (the largest one of each), and turns in which the expert would have chosen
    otherwise: all from ``every_from`` decisions on, before that those with a fall, or a simultaneous choice worse than
    the best response. ``falls``: fall of the win probability by number of decisions after the turn, rounded to
    hundredths so that the rest of a game seldom changes earlier results. ``planned``: see :func:`list_losses`.
    """
    verdicts = [one for one in verdicts if one.seat == seat]
    clear = {one.played.end: one for one in reversed(list_losses(turns, verdicts, seat, planned))}
    by_turn = {one.turn: one for one in verdicts}
    found = []
    for played in turns:
        fall = round(falls.get(played.end, 0.0), 2)
        own = [by_turn[step.turn] for step in played.steps if step.turn in by_turn]
        missed = max([one.missed for one in own], default=0.0)
        if played.end in clear:
            found.append(replace(clear[played.end], fall=fall, missed=missed))
            continue
        differing = list_differing(own)
        if differing and (played.turn >= every_from or missed or fall >= SMALLEST_FALL):
            found.append(TurnLoss(played, seat, differing[0], 0.0, fall, missed))
    return sorted(found, key=sort_by_promise)


def find_falls(turns: Sequence[PlayedTurn], steps: Sequence[Step], begin: Sequence[int], seat: int) -> dict[int, float]:
    """Return the fall of the seat's win probability in each turn, luck left out, by the decisions made after it."""
    found, at = {}, 0
    before = begin[seat]
    for played in turns:
        own = steps[at : at + len(played.steps)]
        at += len(own)
        found[played.end] = (before - own[-1].chance[seat] + sum(step.luck[seat] for step in own)) / WHOLE
        before = own[-1].chance[seat]
    return found


def list_played_line(loss: TurnLoss, planned: bool) -> tuple[int, ...]:
    """Return the played actions from the first decision of a loss to the end of the turn; only the first one where a
    turn is not ``planned`` as a whole."""
    if not planned or loss.played.seat < 0:
        return (loss.first.chosen,)
    return tuple([entry.action for step in loss.played.steps for entry in step.entries if step.turn >= loss.step.turn])


def find_best_line(choices: DecisionAnalyser, loss: TurnLoss, planned: bool) -> tuple[int, ...]:
    """Return the actions of the better turn, from the first decision that was worse to the end of the turn.

    Only its first action where turns are not ``planned`` as a whole, because dice decide how they go on.
    """
    if loss.better:
        return loss.better
    line = (loss.first.best,)
    return find_whole_line(choices, loss, line) if planned else line


def find_whole_line(
    choices: DecisionAnalyser, loss: TurnLoss, line: Sequence[int], level: str = MASTER
) -> tuple[int, ...]:
    """Return ``line`` continued by a level to the end of the turn, with one sample of dice and draws."""
    if loss.played.seat < 0:
        return tuple(line)
    found, rules, chance = list(line), choices.rules, SeededChance(seed_line(choices.seed, loss.step.turn))
    state = rules.clone(loss.step.before)
    apply_line(rules, state, loss.seat, found, chance)
    while rules.to_act(state) == (loss.seat,) and len(found) < LONGEST_LINE:
        legal = rules.legal(state, loss.seat)
        found.append(choices.choose_once(state, loss.seat, legal, mix(loss.step.turn, len(found)), level))
        rules.apply(state, loss.seat, found[-1], chance)
    return tuple(found)


def seed_analysis(id: str) -> int:
    """Return the seed of the analysis of a game with this id."""
    return mix(id, "review")


def seed_line(seed: int, turn: int) -> int:
    """Return the seed of dice and draws in the better line of a turn; ``seed``: that of the analysis."""
    return mix(seed, "line", turn)


def replay_line(course: History, moment: Moment, id: str) -> History:
    """Return a copy of the game up to a moment, continued by the moment's better line as far as it is legal.

    ``id``: id of the game, which determines dice and draws.
    """
    found = course.until(moment.turn)
    chance = LoggedChance(SeededChance(seed_line(seed_analysis(id), moment.turn)))
    for action in moment.line:
        if found.last.owing != (moment.seat,) or action not in found.rules.legal(found.last.state, moment.seat):
            break
        try:
            found.play(moment.seat, action, chance)
        except IllegalAction:
            break
    return found


def apply_line(rules: Rules[Any], state: Any, seat: int, line: Sequence[int], chance: SeededChance) -> None:
    """Apply the actions of a line to ``state`` in place, until one is illegal or another seat has to decide."""
    for action in line:
        if rules.to_act(state) != (seat,) or action not in rules.legal(state, seat):
            break
        try:
            rules.apply(state, seat, action, chance)
        except IllegalAction:
            break


def list_events(course: History, played: PlayedTurn) -> list[GameEvent]:
    """Return the events of a turn."""
    return [event for turn in range(played.turn, played.end) for event in course.get_position(turn + 1).events]


def tell_events(rules: Rules[Any], events: Iterable[GameEvent], kinds: Sequence[str]) -> tuple[StoredMessage, ...]:
    """Return sentences for the public events of these kinds, in order; a limited number."""
    found: list[StoredMessage] = []
    for event in events:
        if event.kind not in kinds or event.seats is not None:
            continue
        said = rules.describe(event)
        if said is not None and len(found) < MOST_TOLD:
            found.append(StoredMessage(said.id, dict(said.params)))
    return tuple(found)


class TurnQuestion(NamedTuple):
    """A turn of a seat to be explained, from its ``turn``-th decision of the game on.

    ``view``: what the seat that asks knew then, empty where the turn rests on what is hidden from it; ``line``: the
    actions of the seat from there on. ``first`` and ``end``: numbers of decisions before and after the whole turn.
    """

    turn: int
    seat: int
    view: View
    line: tuple[int, ...]
    first: int
    end: int


def list_turn_parts(game: str, course: History, seat: int, first: int, end: int) -> tuple[TurnPart, ...]:
    """Return the parts of what a seat did in these decisions; () for seat -1 and for games that tell no turns."""
    describe = find_analysis_profile(game).describe_turn
    return () if describe is None or seat < 0 else tuple(describe(course.list_decisions(first, end), seat))


def find_question(game: str, course: History, seat: int, viewer: int | None, before: int = -1) -> TurnQuestion | None:
    """Return the question about the last turn of a seat, or about the turn that contains decision ``before``; None for
    none and for turns of the set-up.

    ``viewer``: seat that asks, None for spectators. When the game is over nothing is hidden: then the view is that of
    the seat that played. Raises ``UnknownGame``.
    """
    turns = [one for one in list_turns(stretches(course)) if any(seat in step.seats for step in one.steps)]
    turns = [one for one in turns if before < 0 or one.turn <= before < one.end]
    if not turns:
        return None
    played, rules = turns[-1], course.rules
    describe = find_analysis_profile(game).describe_turn
    decided = course.list_decisions(played.turn, played.end)
    at = None if describe is not None and not describe(decided, seat) else _find_decision(game, course, played, seat)
    if at is None:
        return None
    steps = [step for step in played.steps if step.turn >= at]
    line = tuple([entry.action for step in steps for entry in step.entries if entry.seat == seat])
    over = not course.last.owing
    events = [event for _, told in decided for event in told]
    wanted = find_opponents(game).aims
    by_chance = () if wanted is None else wanted.by_chance
    secret = any(
        event.seats is not None and viewer not in event.seats and event.kind not in by_chance for event in events
    )
    view = rules.view(course.get_position(at).state, seat if over else viewer) if over or not secret else {}
    return TurnQuestion(at, seat, view, line, played.turn, played.end)


def _find_decision(game: str, course: History, played: PlayedTurn, seat: int) -> int | None:
    """Return the number of decisions before the one that says most about a turn: the first with a choice, or the most
    telling one if dice divide the turn; None without any."""
    known = find_opponents(game)
    rate_decision = None if known.aims is None else known.aims.rate_decision
    found: list[tuple[int, int]] = []
    for step in played.steps:
        if seat in step.seats and len(course.rules.legal(step.before, seat)) > 1:
            found.append((0 if rate_decision is None else rate_decision(step.before), step.turn))
    if not found:
        own = [step.turn for step in played.steps if seat in step.seats]
        return own[0] if own else None
    if known.analysis.planned or rate_decision is None:
        return found[0][1]
    return max(found)[1]
