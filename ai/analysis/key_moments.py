"""The decisions of a game that are worth a second look: those that cost most, and the best one made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ai.decision import Considered, Decision
from ai.levels import LEVELS
from engine.contract import Message

from .decision_quality import EXPERT, Choices, Compared, Verdict
from .report import MOST_REASONS, WHOLE, Moment, Said, Step, Why
from .steps import Stretch

MOST_MOMENTS = 5
"""So many costly decisions of a seat are shown; the others are added up."""
CASUAL = "novice"
"""A good decision is measured by what this level would have done."""
ASKED = 3
"""Times that a level is asked whether it sees the better choice; it does when it answers so more often than not."""
SETTLED = 0.05
"""Nearer to 0 or 1 a chance can hardly be moved any more."""
MOSTLY = 0.6
"""A game in which so large a share of the own decisions came when it was settled was decided by then."""
MOST_COMPARED = 16
"""So many of a seat's own decisions are compared with a casual player's; more of them are taken at equal distances."""
LUCKLESS = 0.1
"""Luck of so much or more decides a game."""


def costly(verdicts: Sequence[Verdict], seat: int) -> list[Verdict]:
    """The choices of a seat that clearly cost something, the dearest first."""
    found = [one for one in verdicts if one.seat == seat and one.lost is not None and one.lost.clear]
    return sorted(found, key=lambda one: (-_gain(one), one.turn))


def _gain(verdict: Verdict) -> float:
    return 0.0 if verdict.lost is None else verdict.lost.gain


def moment(verdict: Verdict, seen_by: str = "") -> Moment:
    """A costly choice as a moment."""
    assert verdict.lost is not None
    reasons = () if verdict.decision is None else reasons_for(verdict.decision, verdict.best)
    return _moment(verdict, verdict.lost, verdict.best, reasons, seen_by, False)


def well_found(verdict: Verdict, against: Compared, casual: int) -> Moment:
    """A choice that was clearly better than what a casual player does there."""
    reasons = () if verdict.decision is None else reasons_for(verdict.decision, verdict.chosen)
    return _moment(verdict, against, casual, reasons, "", True)


def _moment(verdict: Verdict, by: Compared, other: int, reasons: tuple[Said, ...], seen_by: str, good: bool) -> Moment:
    low, high = by.interval
    return Moment(
        turn=verdict.turn, seat=verdict.seat, chosen=verdict.chosen, best=other,
        cost=_whole(by.gain), low=round(low * WHOLE), high=round(high * WHOLE), right=verdict.right,
        reasons=reasons, seen_by=seen_by, good=good, expected=_whole(verdict.expected),
    )  # fmt: skip


def _whole(chance: float) -> int:
    return max(0, min(WHOLE, round(chance * WHOLE)))


def reasons_for(decision: Decision, action: int) -> tuple[Said, ...]:
    """What the expert says for an action, as its hints do."""
    considered: list[Considered] = [one for one in decision.considered if one.action == action]
    if not considered:
        return ()
    return tuple([said(reason) for reason in considered[0].reasons[:MOST_REASONS]])


def said(message: Message) -> Said:
    """A message that can be kept."""
    return Said(message.id, dict(message.params))


def weakest(choices: Choices, verdict: Verdict, stretch: Stretch) -> str:
    """The weakest level that would have chosen rightly there, more often than not; "" when none does."""
    for level in LEVELS[: LEVELS.index(EXPERT)]:
        hits = 0
        for again in range(ASKED):
            found = choices.decision(stretch.before, verdict.seat, verdict.turn, level, again)
            hits += found is not None and found.action in verdict.right
        if 2 * hits > ASKED:
            return level
    found = verdict.decision
    return EXPERT if found is not None and found.action in verdict.right else ""


def best_found(
    choices: Choices, verdicts: Sequence[Verdict], stretches: Mapping[int, Stretch], seat: int
) -> Moment | None:
    """The choice of a seat that gained most on what a casual player would have done; None when none clearly did."""
    differing: list[tuple[Verdict, int]] = []
    for verdict in verdicts:
        if verdict.seat != seat or verdict.decision is None or (verdict.lost is not None and verdict.lost.clear):
            continue
        casual = choices.decision(stretches[verdict.turn].before, seat, verdict.turn, CASUAL)
        if casual is not None and casual.action != verdict.chosen and casual.action not in verdict.right:
            differing.append((verdict, casual.action))
    best: Moment | None = None
    apart = max(1, -(-len(differing) // MOST_COMPARED))
    for verdict, casually in differing[::apart]:
        by, _ = choices.compared(stretches[verdict.turn], seat, verdict.chosen, casually)
        if by.clear and (best is None or _whole(by.gain) > best.cost):
            best = well_found(verdict, by, casually)
    return best


def why_nothing(steps: Sequence[Step], begin: Sequence[int], seat: int, chosen: int) -> Why:
    """Why there was nothing for a seat to be learnt from; ``chosen``: how often it had a choice."""
    if not chosen:
        return "no_choice"
    before = [begin[seat], *(step.chance[seat] for step in steps)]
    own = [before[at] for at, step in enumerate(steps) if seat in step.seats]
    settled = [chance for chance in own if not SETTLED * WHOLE < chance < (1 - SETTLED) * WHOLE]
    if own and len(settled) >= MOSTLY * len(own):
        return "decided"
    luck = sum(step.luck[seat] for step in steps)
    return "luck" if abs(luck) >= LUCKLESS * WHOLE else "well_played"
