"""Key moments of a game: the most costly decisions of each seat, and its best one."""

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile

import msgspec

from ai.analysis.confirmation import Confirmation
from ai.analysis.decision_quality import Comparison, DecisionAnalyser, Verdict
from ai.analysis.report import (
    MOST_REASONS,
    MOST_SWINGS,
    MOST_TOLD,
    WHOLE,
    Cause,
    Moment,
    Step,
    StoredMessage,
    Swing,
    Why,
)
from ai.analysis.steps import PositionValue, Stretch
from ai.analysis.turns import PlayedTurn, TurnLoss, list_events, tell_events
from ai.decision import Considered, Decision
from ai.levels import BELOW_MASTER, MASTER
from ai.opponent_registry import AnalysisProfile
from engine.contract import Message
from engine.history import History

MOST_MOMENTS = 5
"""Most costly decisions shown per seat; the others are summed up."""
CASUAL = "novice"
"""Level whose decision a good decision is compared with."""
ASKED = 3
"""How often a level is asked whether it finds the better choice; the majority counts."""
SETTLED = 0.05
"""A win probability within this distance of 0 or 1 counts as settled."""
MOSTLY = 0.6
"""Share of own decisions in settled positions from which the game counts as decided early."""
MOST_COMPARED = 16
"""Most decisions of a seat compared with a casual player's; of more an evenly spaced sample is taken."""
LUCKLESS = 0.1
"""Luck of this size or more counts as having decided the game, and losses together as worth telling."""


def make_moment(verdict: Verdict) -> Moment:
    """Return the moment of a costly decision, with the reasons that hold for the better choice alone."""
    assert verdict.lost is not None
    reasons: tuple[StoredMessage, ...] = ()
    if verdict.decision is not None:
        of_chosen = list_reasons(verdict.decision, verdict.chosen)
        reasons = tuple([one for one in list_reasons(verdict.decision, verdict.best) if one not in of_chosen])
    return _build_moment(verdict, verdict.lost, verdict.best, reasons, False)


def make_good_moment(verdict: Verdict, against: Comparison, casual: int) -> Moment:
    """Return the moment of a decision clearly better than the action ``casual``; ``against``: its gain over that."""
    reasons = () if verdict.decision is None else list_reasons(verdict.decision, verdict.chosen)
    return _build_moment(verdict, against, casual, reasons, True)


def make_better_moment(verdict: Verdict) -> Moment:
    """Return a good moment for a decision that began a turn better than the expert's; its gain is not confirmed yet."""
    assert verdict.lost is not None
    found = make_good_moment(verdict, verdict.lost, verdict.best)
    return msgspec.structs.replace(found, right=(verdict.chosen,), expected=0, against=MASTER)


def _build_moment(
    verdict: Verdict, by: Comparison, other: int, reasons: tuple[StoredMessage, ...], good: bool
) -> Moment:
    low, high = by.interval
    return Moment(
        turn=verdict.turn, seat=verdict.seat, chosen=verdict.chosen, best=other,
        cost=_whole(by.gain), low=round(low * WHOLE), high=round(high * WHOLE), right=verdict.right,
        reasons=reasons, good=good, expected=_whole(verdict.expected),
    )  # fmt: skip


def _whole(chance: float) -> int:
    return max(0, min(WHOLE, round(chance * WHOLE)))


def list_reasons(decision: Decision, action: int) -> tuple[StoredMessage, ...]:
    """Return the expert's reasons for an action, as in its hints."""
    considered: list[Considered] = [one for one in decision.considered if one.action == action]
    if not considered:
        return ()
    return tuple([store_message(reason) for reason in considered[0].reasons[:MOST_REASONS]])


def store_message(message: Message) -> StoredMessage:
    """Convert a message to its storable form."""
    return StoredMessage(message.id, dict(message.params))


def find_weakest_level(choices: DecisionAnalyser, verdict: Verdict, stretch: Stretch) -> str:
    """Return the weakest level that chooses a right action (not the played one) in most attempts, "" if none does."""
    right = set(verdict.right) - {verdict.chosen}
    for level in BELOW_MASTER:
        hits = 0
        for again in range(ASKED):
            found = choices.decision(stretch.before, verdict.seat, verdict.turn, level, again)
            hits += found is not None and found.action in right
        if 2 * hits > ASKED:
            return level
    found = verdict.decision
    return MASTER if found is not None and found.action in right else ""


def find_best_choices(
    choices: DecisionAnalyser, verdicts: Sequence[Verdict], stretches: Mapping[int, Stretch], seat: int
) -> list[Moment]:
    """Return moments of the seat's decisions that clearly gained on a casual player's choice, the best first."""
    differing: list[tuple[Verdict, int]] = []
    for verdict in verdicts:
        if verdict.seat != seat or verdict.decision is None or (verdict.lost is not None and verdict.lost.clear):
            continue
        casual = choices.decision(stretches[verdict.turn].before, seat, verdict.turn, CASUAL)
        if casual is not None and casual.action != verdict.chosen and casual.action not in verdict.right:
            differing.append((verdict, casual.action))
    found: list[Moment] = []
    apart = max(1, -(-len(differing) // MOST_COMPARED))
    for verdict, casually in differing[::apart]:
        by, _ = choices.compare(stretches[verdict.turn], seat, verdict.chosen, casually)
        if by.clear:
            found.append(make_good_moment(verdict, by, casually))
    return sorted(found, key=lambda one: (-one.cost, one.turn))


def explain_nothing(steps: Sequence[Step], begin: Sequence[int], seat: int, chosen: int) -> Why:
    """Return the reason (a key of texts) why a seat has no key moments; ``chosen``: number of its decisions."""
    if not chosen:
        return "no_choice"
    before = [begin[seat], *(step.chance[seat] for step in steps)]
    own = [before[at] for at, step in enumerate(steps) if seat in step.seats]
    settled = [chance for chance in own if not SETTLED * WHOLE < chance < (1 - SETTLED) * WHOLE]
    if own and len(settled) >= MOSTLY * len(own):
        return "decided"
    luck, *others = (abs(sum(step.part(name)[seat] for step in steps)) for name in ("luck", "others", "secret"))
    if luck >= max(LUCKLESS * WHOLE, *others):
        return "luck"
    return "small" if sum(step.own[seat] for step in steps) <= -LUCKLESS * WHOLE else "well_played"


def build_moment(loss: TurnLoss, line: tuple[int, ...], found: Confirmation, left_out: Collection[str]) -> Moment:
    """Return the moment of a confirmed loss; ``line``: the whole better turn; ``left_out``: ids of reasons that are not
    shown."""
    moment = _take_confirmation(make_moment(loss.first), loss, line, found, left_out)
    expected = max(moment.expected, moment.cost) if moment.expected else 0  # play-outs may think more of it
    right = tuple([one for one in moment.right if one != moment.chosen])
    return msgspec.structs.replace(moment, right=right, expected=expected)


def build_good_moment(
    good: Moment, gain: TurnLoss, line: tuple[int, ...], found: Confirmation, left_out: Collection[str]
) -> Moment:
    """Return a good moment with its confirmed gain; ``line``: the whole turn it is compared with. A turn of several
    decisions has no reasons, because they tell a plan that need not be the one that was played."""
    bare = good if gain.played.end == good.turn + 1 else msgspec.structs.replace(good, reasons=())
    return _take_confirmation(bare, gain, line, found, left_out)


def _take_confirmation(
    moment: Moment, of: TurnLoss, line: tuple[int, ...], found: Confirmation, left_out: Collection[str]
) -> Moment:
    cost, low, high = (max(-WHOLE, min(WHOLE, round(one * WHOLE))) for one in (found.loss, found.low, found.high))
    return msgspec.structs.replace(
        moment, reasons=tuple([one for one in moment.reasons if one.id not in left_out]), cost=cost, low=low, high=high,
        end=of.played.end, line=line, pairs=found.pairs, gains=found.gains, there=store_bounds(found.there),
        cases=found.cases,
    )  # fmt: skip


def store_bounds(found: tuple[float, float, float] | None) -> tuple[int, int, int] | None:
    """Convert (loss, lower bound, upper bound) to millionths; None stays None."""
    if found is None:
        return None
    middle, low, high = (max(-WHOLE, min(WHOLE, round(one * WHOLE))) for one in found)
    return middle, low, high


def sort_moments(moments: Sequence[Moment]) -> list[Moment]:
    """Return moments sorted by turn, then seat."""
    return sorted(moments, key=lambda one: (one.turn, one.seat))


LARGE = WHOLE // 10
"""Change of the win probability from which on a turn is marked."""


def find_swings(
    course: History,
    turns: Sequence[PlayedTurn],
    steps: Sequence[Step],
    begin: Sequence[int],
    profile: AnalysisProfile,
    foreseen_by: tuple[PositionValue, int],
    moments: Sequence[Moment] = (),
) -> list[Swing]:
    """Return the turns in which some win probability changes by :data:`LARGE` or more, in order, with sentences about
    what happened; if neither luck nor a choice explains one, with the final points expected before and after it.

    ``foreseen_by``: evaluator of the expected points, and the seed of its play-outs; ``moments``: those of the game;
    one that explains the swing it lies in (:func:`is_cause`) makes its choice the cause.
    """
    chances = {course.base: begin} | {step.turn: step.chance for step in steps}
    changes = [tuple(after - before for before, after in zip(chances[one.turn], chances[one.end], strict=True))
               for one in turns if one.end in chances]  # fmt: skip
    large = [at for at, change in enumerate(changes) if max(map(abs, change)) >= LARGE][:MOST_SWINGS]
    found: list[Swing] = []
    for at, following in zip(large, [*large, len(turns)][1:], strict=True):
        played, change = turns[at], changes[at]
        own = [step for step in steps if played.turn < step.turn <= played.end]
        told = _tell(course, turns[at:following], profile)
        swing = Swing(played.turn, played.end, played.seat, change, find_cause(own, change, played.seat), told)
        choice = find_choice(swing, moments)
        if choice is not None and is_cause(swing, choice):
            swing = msgspec.structs.replace(swing, cause=find_cause(own, change, choice.seat, choice.cost))
        if swing.cause == "course":
            worth, seed = foreseen_by
            ends = [worth.foresee(state, seed) for state in (played.steps[0].before, played.steps[-1].after)]
            rows = tuple([tuple([round(100 * points) for points in row]) for row in ends]) if all(ends) else ()
            swing = msgspec.structs.replace(swing, foreseen=rows)
        found.append(swing)
    return found


def find_choice(swing: Swing, moments: Sequence[Moment]) -> Moment | None:
    """Return the most costly moment within a turn, if its cost is at least half of the swing or 10 %; moments that
    moved the win probability in the swing's direction come first."""
    least = min(LARGE, max(map(abs, swing.change)) // 2)
    within = [one for one in moments if swing.turn <= one.turn < swing.end and one.cost >= least]
    return max(within, key=lambda one: (is_along(swing, one), one.cost), default=None)


def is_along(swing: Swing, moment: Moment) -> bool:
    """Whether the win probability of the moment's seat changed in the direction of the moment's choice."""
    change = swing.change[moment.seat]
    return change > 0 if moment.good else change < 0


def is_cause(swing: Swing, moment: Moment) -> bool:
    """Whether a moment explains at least half of the swing it lies in, in the same direction."""
    return is_along(swing, moment) and 2 * moment.cost >= max(map(abs, swing.change))


def _tell(course: History, turns: Sequence[PlayedTurn], profile: AnalysisProfile) -> tuple[StoredMessage, ...]:
    """Return what happened in the first of these turns, in sentences; also in the turns up to the next simultaneous
    choice, if a later decision delays the result of such a choice."""
    events = list_events(course, turns[0])
    if turns[0].seat < 0 and profile.results:
        for later in takewhile(lambda one: one.seat >= 0, turns[1:]):
            if any(event.kind in profile.results for event in events):
                break
            events += list_events(course, later)
    told = tell_events(course.rules, events, profile.events)
    drawn = profile.describe_draws(events) if profile.describe_draws else None
    return told if drawn is None else (*told[: MOST_TOLD - 1], store_message(drawn))


def find_cause(steps: Sequence[Step], change: Sequence[int], acting: int, chosen: int = 0) -> Cause:
    """Return the largest cause of a swing for one seat: the ``acting`` one if its change is large, else that with the
    largest change.

    ``change``: by seat, in millionths. ``chosen``: cost of the moment that explains the swing, 0 if none does; with
    one, the course of the game is no cause, and luck counts only for the acting seat.
    """
    far = acting >= 0 and (chosen or abs(change[acting]) >= LARGE)
    seat = acting if far else max(range(len(change)), key=lambda one: abs(change[one]))
    sign = 1 if change[seat] > 0 else -1
    parts: dict[Cause, int] = {
        "luck": sum(step.luck[seat] for step in steps),
        "choice": max(sign * sum(step.own[seat] + step.others[seat] for step in steps), chosen) * sign,
        "secret": sum(step.secret[seat] for step in steps),
        "course": sum(step.offered[seat] + step.noise[seat] for step in steps),
    }
    if chosen:
        del parts["course"]
    return max(parts, key=lambda name: sign * parts[name])
