"""What is added to advice: how near the end is, and what the whole turn would be."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from ai.algorithms.heartbeat import beat
from ai.choose import MOST_TOGETHER, is_last_action, think
from ai.decision import Considered, Decision, is_mixed
from ai.levels import MASTER
from ai.opponent_registry import AnalysisProfile, find_analysis_profile, find_opponents
from ai.win_probability import chances, find_sides, win_shares
from ai.workers.protocol import MOST_PARTS
from engine import registry
from engine.chance import LoggedChance, SeededChance, mix
from engine.contract import Event, Message, Rules, View
from games.event_texts import Decided, TurnPart

# What advice knows of the end: an action that ends the game is told by its result, and what is decided is certain.
#
# The last turn of a game is looked through to its end, on states that fit the view of the seat. A chance is certain
# when every one of them comes to the same, whatever others decide at the same time and whatever is drawn; everything
# else stays as the level has judged it.

STATES = 4
"""States that fit a view, and draws of a decision, that have to agree."""
MOST_LOOKED = 2000
"""Positions looked at in each of them."""
LONGEST = 24
"""Decisions of a turn at most."""
MOST_KEPT = 2
"""Reasons in addition to the one that the game ends: more do not fit next to the table."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Lower and upper bound of the share of the win for a seat's side. If the game is certain to end with the turn,
    also the final state of the best line and its actions."""

    low: float
    high: float
    end: Any = None
    line: tuple[int, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether both bounds are equal."""
        return self.low == self.high


OPEN = Outcome(0.0, 1.0)


class LastTurn:
    """Searches the outcomes of the last turn of a game for one seat, from one state."""

    def __init__(self, rules: Rules[Any], seat: int, sides: Sequence[int], seed: int) -> None:
        self.rules = rules
        self.seat = seat
        self.sides = sides
        self.seed = seed
        self.left = MOST_LOOKED

    def may_end(self, state: Any) -> bool:
        """Whether the game may end in this turn: by one of the actions at once, or at the end of a random turn."""
        for action in self._list_own(state):
            end = self._try(state, action).end
            if end is not None and self.rules.result(end):
                return True
        for number in range(2):
            twin, chance = self.rules.clone(state), SeededChance(mix(self.seed, "random", number))
            for _ in range(LONGEST):
                if self.seat not in (owing := self.rules.to_act(twin)):
                    break
                for seat in owing:
                    legal = self._list_own(twin) if seat == self.seat else self.rules.legal(twin, seat)
                    self.rules.apply(twin, seat, chance.draw(legal), chance)
            if self.rules.result(twin):
                return True
        return False

    def evaluate(self, state: Any, action: int, depth: int = LONGEST) -> Outcome:
        """Return the outcome of an action with the best rest of the turn; ``OPEN`` if the game may go on after it."""
        found = self._try(state, action)
        if found.end is None:
            return OPEN
        if self.rules.result(found.end):
            return found
        if depth <= 1 or self.left <= 0:
            return OPEN
        best: Outcome | None = None
        high = 0.0
        for after in self._list_own(found.end):
            one = self.evaluate(found.end, after, depth - 1)
            high = max(high, one.high)
            if best is None or (one.low, one.end is not None) > (best.low, best.end is not None):
                best = replace(one, line=(action, *one.line))
            if one.low == 1.0:
                break
        return OPEN if best is None else replace(best, high=high, end=best.end if best.low == high else None)

    def _list_own(self, state: Any) -> list[int]:
        return [one for one in self.rules.legal(state, self.seat) if one not in self.rules.resignations]

    def _try(self, state: Any, action: int) -> Outcome:
        """Return the outcome of an action with all simultaneous decisions of others.

        Share and state if the game is over; a state without bounds if the turn goes on and nothing was drawn; no state
        else.
        """
        beat()
        rules = self.rules
        others = [seat for seat in rules.to_act(state) if seat != self.seat]
        choices = [rules.legal(state, seat) for seat in others]
        if prod(map(len, choices)) > MOST_TOGETHER:
            self.left = 0
            return OPEN
        own = self.sides[self.seat]
        shares: list[float] = []
        end: Any = None
        for together in product(*choices):
            for number in range(STATES):
                self.left -= 1
                twin, chance = rules.clone(state), LoggedChance(SeededChance(mix(self.seed, action, number)))
                rules.apply(twin, self.seat, action, chance)
                for seat, other in zip(others, together, strict=True):
                    rules.apply(twin, seat, other, chance)
                drawn = bool(chance.take())
                places = rules.result(twin)
                if not places:
                    goes_on = rules.to_act(twin) == (self.seat,) and not drawn and not others
                    return Outcome(0.0, 1.0, twin) if goes_on else OPEN
                pairs = zip(win_shares(places), self.sides, strict=True)
                shares.append(min(1.0, sum(share for share, side in pairs if side == own)))
                end = twin
                if not drawn:
                    break
        return Outcome(min(shares), max(shares), end, (action,))


def add_endings(game: str, view: View, seat: int, legal: Sequence[int], decision: Decision, seed: int) -> Decision:
    """Return the decision with the ends of the game that are certain: exact win probabilities, the result as the reason
    of actions that end it, and an action that wins for certain chosen, if there is one. Raises ``UnknownGame``."""
    rules, points = registry.rules(game), find_opponents(game).points
    chance = SeededChance(mix(seed, "endings"))
    found: dict[int, list[Outcome]] = {}
    ending = {action for action in legal if action not in rules.resignations}
    for number in range(STATES):
        state = rules.determinize(view, chance)
        sides = find_sides(game, state) or range(len(chances(game, state)))
        search = LastTurn(rules, seat, sides, mix(seed, number))
        if not number and not search.may_end(state):
            return decision
        for action in legal:
            if action not in rules.resignations:
                found.setdefault(action, []).append(search.evaluate(state, action))
        ending = {action for action in ending if is_last_action(rules, state, seat, action, mix(seed, number))}
    known = {action: _join(rows) for action, rows in found.items()}
    together = len(rules.to_act(state)) > 1
    considered = [
        _tell_end(one, keeps=together) if one.action in ending and not known[one.action].certain
        else _tell(one, known.get(one.action, OPEN), seat, rules, points)
        for one in decision.considered
    ]  # fmt: skip
    best = max(known.values(), key=lambda one: one.low)
    chosen, now = decision.action, decision.chance
    is_decided = best.low == max(one.high for one in known.values())
    if is_decided:
        now = best.low
        considered = [one for one in considered if one.action not in rules.resignations]  # nothing is saved by them
    better = best.low > 0 and best.low >= known.get(chosen, OPEN).high and best.low > known.get(chosen, OPEN).low
    if better or (is_decided and chosen in rules.resignations):
        chosen = next(action for action, one in known.items() if one == best)
        if all(one.action != chosen for one in considered):
            considered.append(_tell(Considered(chosen, 0.0, best.low), best, seat, rules, points))
        considered = [replace(one, weight=float(one.action == chosen)) for one in considered]
        considered.sort(key=lambda one: -one.weight)
    return replace(decision, action=chosen, considered=considered, chance=now)


def _join(rows: Sequence[Outcome]) -> Outcome:
    """What holds in all states that fit the view."""
    first = rows[0]
    low, high = min(one.low for one in rows), max(one.high for one in rows)
    sure = low == high and all(one.end is not None for one in rows)
    return Outcome(low, high, first.end if sure else None, first.line)


def _tell_end(one: Considered, *, keeps: bool) -> Considered:
    """Return the action told as one that ends the game in an unknown way; ``keeps``: with its reasons, which say why it
    is good against simultaneous decisions of others."""
    return replace(one, reasons=[Message("ui.hint.ends"), *(one.reasons[:MOST_KEPT] if keeps else ())])


def _tell(one: Considered, outcome: Outcome, seat: int, rules: Rules[Any], points: Any) -> Considered:
    """The same action with what is certain of it."""
    if not outcome.certain:
        return one
    told = replace(one, chance=outcome.low)
    if outcome.end is None:
        return told
    places = rules.result(outcome.end)
    place, first = places[seat], places.count(1)
    name = "lost" if place > 1 else "won" if first == 1 else "shared"
    params: dict[str, Any] = {"place": place}
    if points is not None:
        every = [float(points(outcome.end, other)) for other in range(len(places))]
        rivals = [one for other, one in enumerate(every) if places[other] != place] or every
        own, best = every[seat], max(rivals)
        apart = own >= best if name == "shared" else own > best if name == "won" else own < best
        if own.is_integer() and best.is_integer() and apart:  # equal points explain no win
            name, params = f"{name}.points", {**params, "own": int(own), "best": int(best)}
    return replace(told, reasons=[Message(f"ui.hint.ends.{name}", params)], line=outcome.line)


# Adds to advice what the whole turn would be that begins with an action, so that a plan can be told, not a click.
#
# It is the turn that the level has planned, which its reasons speak of; where it has planned none, or no further, the
# Master goes on with it on one state that fits the view.

MOST_PLANS = 3
"""Actions whose turns are told: as many as advice shows."""


def add_plans(game: str, view: View, seat: int, decision: Decision, seed: int) -> Decision:
    """Return the decision with the plans of its most probable actions; unchanged for mixed strategies, simultaneous
    decisions and games that tell no turns. Raises ``UnknownGame``."""
    profile, rules = find_analysis_profile(game), registry.rules(game)
    if profile.describe_turn is None or is_mixed(decision):
        return decision
    state = rules.determinize(view, SeededChance(mix(seed, "plan")))
    if rules.to_act(state) != (seat,):
        return decision
    kept = sorted(decision.considered, key=lambda one: -one.weight)
    told = {one.action for one in [one for one in kept if one.action not in rules.resignations][:MOST_PLANS]}
    considered = [
        replace(one, plan=_find_plan(game, profile, state, seat, one, seed))
        if one.action in told else one for one in decision.considered
    ]  # fmt: skip
    return replace(decision, considered=considered)


def carry_out_turn(
    game: str, state: Any, seat: int, line: Sequence[int], chance: LoggedChance, seed: int, goes_on: bool = True
) -> tuple[list[Decided], bool]:
    """Play a seat's turn in a copy of ``state``: a line as far as it is legal, then, if ``goes_on``, the Master's
    actions.

    It ends with the turn or, where turns are not planned as a whole, when dice decide how it goes on. Returns the
    decisions with their events, and whether dice ended it.
    """
    rules, planned = registry.rules(game), find_analysis_profile(game).planned
    twin, rest, decided = rules.clone(state), list(line), list[Decided]()
    while len(decided) < LONGEST and rules.to_act(twin) == (seat,):
        legal = rules.legal(twin, seat)
        if rest and rest[0] in legal:
            action = rest.pop(0)
        elif decided and goes_on:
            rest = []
            action = think(game, rules.view(twin, seat), seat, legal, MASTER, mix(seed, len(decided))).action
        else:
            break
        events: list[Event] = []
        rules.apply(twin, seat, action, chance, events.append)
        decided.append((action, events))
        if chance.take() and not planned:
            return decided, True
    return decided, False


def _find_plan(
    game: str, profile: AnalysisProfile, state: Any, seat: int, first: Considered, seed: int
) -> tuple[TurnPart, ...]:
    """The parts of the turn that begins with an action."""
    assert profile.describe_turn is not None
    chance = LoggedChance(SeededChance(mix(seed, "plan", first.action)))
    decided, rolled = carry_out_turn(game, state, seat, (first.action, *first.line[1:]), chance, seed)
    parts = profile.describe_turn(decided, seat)
    if rolled:  # what the dice showed is made up
        before = [part for part in parts if part.decisions < len(decided)]
        parts = parts[: len(before) + 1]
    return tuple(parts[:MOST_PARTS])
