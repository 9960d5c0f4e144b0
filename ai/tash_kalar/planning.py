"""The best ways to play out a turn: a beam search over whole actions, the steps of their effects included.

The turn is played with the rules themselves. Between two actions the positions are valued as a whole and the best
go on; within an action, from choosing a card to the end of its effect, a quick value sorts out most of the steps.
Players that look no further than one step are here as well: the novice, and the player of last resort.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ai.algorithms.heartbeat import beat
from ai.tash_kalar.evaluate import Evaluator
from ai.tash_kalar.pattern_distance import Ground, completing
from engine.chance import ConstantChance, SeededChance
from engine.contract import Chance, View
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.cards import LEGENDS, RANK_NAMES, box
from games.tash_kalar.maps import NEAR, bits
from games.tash_kalar.moves import decode
from games.tash_kalar.state import MAIN, OVER, PICKED, RETURNING, State, copied, first_card

UNFINISHED = 0.6
"""What a plan whose further course was cut off is thought to be worth less than it looks: a third of a turn, as the
best of several courses is better than the first one looked at."""
WANTED = 0.25
"""An own piece on a square that completes a card of the hand, while steps are compared: about what a common piece is
worth, once more."""
MOST = 60_000
"""Positions after which no more plans of an action are carried on, the best first: a crowded board would take three
times as many, and the grandmaster more than three seconds."""
NEVER = (act.SURRENDER, act.HAND_OVER)
"""What is never looked at."""
FOOLISH = -20.0
"""The worth of giving up and of handing the turn over: less than any move can lose."""
SUMMONED = (0.7, 1.2, 2.5)
"""What a novice thinks a being of each rank is worth before it looks where: a little more than the piece it becomes and
what its effect brings on average (``evaluate.POWER``), for a novice likes to summon."""
GRAIN = 1e-4
"""Chance among equals: up to a tenth of a point, so that nearly equal moves are taken by turns."""


@dataclass(frozen=True, slots=True)
class Breadth:
    """Budget of a plan, in positions; the levels are limited by the time of a turn
    (``measurements/decision_time.jsonl``).

    ``turn``: positions kept between two actions;
    ``steps``: positions kept within an action;
    ``ends``: ends of an action that are fully evaluated, and ``kept``: those of them that are kept.
    ``squares``: squares on which a piece is tried after the first action, 0 for those that complete a pattern;
    ``first``: whether the first action is tried on every square.
    ``closing``: further positions without an action left whose turn is ended: a player with a flare has to end the turn
    (ruling T15), and only an ended turn can be evaluated.
    """

    turn: int
    steps: int
    ends: int
    kept: int
    squares: int
    first: bool = True
    closing: int = 0


@dataclass(slots=True)
class Plan:
    """A plan for the rest of the turn: its value, its actions (``steps``), and the final position."""

    value: float
    steps: tuple[int, ...]
    state: State
    whole: bool

    @property
    def action(self) -> int:
        """The first action of the plan."""
        return self.steps[0]


class Planner:
    """Plans the rest of the turn of the seat that decides in ``state``; ``looked``: positions searched so far."""

    def __init__(self, state: State, judge: Evaluator, breadth: Breadth) -> None:
        self.root = state
        self.judge = judge
        self.breadth = breadth
        self.turn = state.turn
        self.chance = ConstantChance()  # cards drawn in a plan are never looked at, so any will do
        self.first: dict[int, Plan] = {}
        self.ends: list[Plan] = []
        self.looked = 0
        self._placed_worth: dict[int, float] = {}

    def plans(self) -> list[Plan]:
        """Search, and return the best plan for every first action that was searched, best first."""
        self._search()
        best: dict[int, Plan] = {}
        for plan in (*self.ends, *self.first.values()):
            known = best.get(plan.action)
            if known is None or plan.value > known.value:
                best[plan.action] = plan
        return sorted(best.values(), key=_value_key)

    def best_ends(self, count: int) -> list[Plan]:
        """Return up to ``count`` best plans that end the turn, in different positions; [] if no plan was searched so
        far."""
        return self._distinct(list(self.ends))[:count]

    def _search(self) -> None:
        self._find_wants()
        layer = [Plan(0.0, (), self.root, False)]
        if not self._rests(self.root):
            breadth = self.breadth
            layer = self._best(self._finish_action(layer, breadth.steps * 2, breadth.ends, breadth.turn))
        while layer:
            found: list[Plan] = []
            for plan in layer:
                if self.looked > MOST:
                    break
                found += self._expand(plan)
            layer = self._best(found)

    # --- steps ----------------------------------------------------------------------------------

    def _apply(self, state: State, action: int) -> State:
        self.looked += 1
        after = copied(state)
        RULES.apply(after, after.acting, action, self.chance)
        return after

    def _is_over(self, state: State) -> bool:
        return state.turn != self.turn or state.phase == OVER

    def _rests(self, state: State) -> bool:
        """Whether the state lies between two actions or at the end of the turn."""
        return state.phase == MAIN or self._is_over(state)

    def _find_wants(self) -> None:
        """Set the evaluator's ``wants``: by square, how much an own piece there would help the cards in hand."""
        judge, state = self.judge, self.root
        found: dict[int, float] = {}
        ground = Ground(state, judge.side)
        for card in (*judge.beings.values(), *judge.great.values()):
            for square in bits(completing(card.ways, ground, card.rank)):
                found[square] = found.get(square, 0.0) + WANTED
        judge.wants = found

    def _options(self, plan: Plan) -> Iterable[int]:
        """List the actions worth trying in a position."""
        state = plan.state
        legal = RULES.legal(state, state.acting)
        squares = self.breadth.squares
        if not plan.steps and self.breadth.first:
            return [action for action in legal if action not in NEVER]
        places = 0
        for action in legal:
            if act.PLACE <= action < act.PICK:
                places |= 1 << action - act.PLACE
        if places.bit_count() > squares:
            places &= self._telling(state, places)
        return [
            action
            for action in legal
            if action not in NEVER and (not act.PLACE <= action < act.PICK or places >> action - act.PLACE & 1)
        ]

    def _telling(self, state: State, places: int) -> int:
        """Return of ``places`` (a mask) the squares where a piece completes a pattern, then some next to own pieces."""
        ground = Ground(state, self.judge.side)
        found = 0
        hand, first = state.hands[state.active], first_card(state, state.active)
        numbers = [first + each for each in bits(hand)] + [LEGENDS + each for each in bits(state.legends[state.active])]
        for number in numbers:
            card = state.book.card(number)
            found |= completing(card.ways, ground, card.rank)
        found &= places
        if found.bit_count() < self.breadth.squares:
            rest = sorted(bits(places & ~found), key=lambda square: (-self._placed_worth.get(square, 0.0), square))
            for square in rest[: self.breadth.squares - found.bit_count()]:
                found |= 1 << square
        return found or places & -places

    def _expand(self, plan: Plan) -> list[Plan]:
        """All ways to carry out one more action."""
        beat()
        found: list[Plan] = []
        under_way: list[Plan] = []
        values: dict[int, float] = {}
        for action in self._options(plan):
            after = self._apply(plan.state, action)
            steps = (*plan.steps, action)
            if self._rests(after):
                done = self._make_plan(steps, after)
                found.append(done)
                if act.PLACE <= action < act.PICK:
                    values[action - act.PLACE] = done.value
            else:
                under_way.append(Plan(0.0, steps, after, False))
        if not plan.steps:
            self._placed_worth = values
        breadth = self.breadth
        for begun in under_way:
            found += self._finish_action([begun], breadth.steps, breadth.ends, breadth.kept)
        return found

    def _make_plan(self, steps: tuple[int, ...], state: State) -> Plan:
        over = self._is_over(state)
        plan = Plan(self.judge.value(state), steps, state, over)
        if over:
            self.ends.append(plan)
        else:
            self._note(plan)
        return plan

    def _note(self, plan: Plan) -> None:
        """Keep the best unfinished plan for every first action."""
        known = self.first.get(plan.action)
        worth = plan.value - UNFINISHED
        if known is None or worth > known.value:
            self.first[plan.action] = Plan(worth, plan.steps, plan.state, False)

    def _finish_action(self, front: list[Plan], width: int, ends: int, kept: int) -> list[Plan]:
        """Return the best plans found in which the action that was begun is carried to its end."""
        judge = self.judge
        done: list[Plan] = []
        while front:
            going: list[Plan] = []
            picked: list[Plan] = []
            for plan in front:
                state = plan.state
                for action in self._steps(state):
                    after = self._apply(state, action)
                    begun = Plan(judge.sketch(after), (*plan.steps, action), after, False)
                    if self._rests(after):
                        done.append(begun)
                    elif after.fx[PICKED] >= 0:
                        picked.append(begun)
                    else:
                        going.append(begun)
                    if not plan.steps:
                        self._note(Plan(judge.value(after), begun.steps, after, False))
            front = self._distinct(going)[:width] + picked
        done = self._distinct(done)[:ends]
        return sorted((self._make_plan(plan.steps, plan.state) for plan in done), key=_value_key)[:kept]

    def _steps(self, state: State) -> Iterable[int]:
        """Return the choices within an action. What goes under the decks is only considered when it is to be chosen."""
        legal = RULES.legal(state, state.acting)
        if state.phase == RETURNING and state is not self.root:
            return (act.DONE,)
        return [action for action in legal if action not in NEVER]

    def _distinct(self, plans: list[Plan]) -> list[Plan]:
        """Drop equivalent plans and sort the rest, best first."""
        plans.sort(key=_value_key)
        seen = set()
        found = []
        for plan in plans:
            key = _key(plan.state)
            if key not in seen:
                seen.add(key)
                found.append(plan)
        return found

    def _best(self, plans: list[Plan]) -> list[Plan]:
        """Return the plans to go on with, none that is finished; some further ones without actions are ended."""
        breadth = self.breadth
        found = self._distinct([plan for plan in plans if not plan.whole])
        spent = [plan for plan in found[breadth.turn :] if plan.state.phase == MAIN and not plan.state.actions]
        for plan in spent[: breadth.closing]:
            self._end(plan)
        return found[: breadth.turn]

    def _end(self, plan: Plan) -> None:
        """End the turn of a plan without actions left; its task is claimed in the best way."""
        after = self._apply(plan.state, act.END)
        steps = (*plan.steps, act.END)
        if self._rests(after):
            self._make_plan(steps, after)
        else:
            breadth = self.breadth
            self._finish_action([Plan(0.0, steps, after, False)], breadth.steps, breadth.ends, breadth.kept)


def _value_key(plan: Plan) -> tuple[float, tuple[int, ...]]:
    return -plan.value, plan.steps


def _key(state: State) -> tuple[object, ...]:
    return (*state.men, state.turn, state.phase, state.actions, state.hands[state.active], state.flares[state.active],
            state.legends[state.active], tuple(state.fx), *state.tally, *state.added)  # fmt: skip


def gains(state: State, judge: Evaluator, legal: Sequence[int], chance: Chance) -> list[float]:
    """Return the value in points of the position after each action; ties are broken at random."""
    return [worth + chance.below(1000) * GRAIN for worth in rate_moves(state, judge, legal)]


def rate_moves(state: State, judge: Evaluator, actions: Sequence[int]) -> list[float]:
    """Return the value in points of the position after each action."""
    RULES.legal(state, state.acting)  # copies know it then, and need not list it again
    return [_worth(state, judge, action) for action in actions]


def _worth(state: State, judge: Evaluator, action: int) -> float:
    if action in NEVER:
        return FOOLISH
    if state.phase == MAIN and act.SUMMON <= action < act.DISCARD:
        return judge.value(state) + SUMMONED[state.book.card(action - act.SUMMON).rank]
    if action >= act.ACTIONS_END and decode(action).card >= 0:
        return judge.value(state) + SUMMONED[state.book.card(decode(action).card).rank]
    after = copied(state)
    RULES.apply(after, after.acting, action, SeededChance(0))
    if after.fx[PICKED] >= 0 and state.fx[PICKED] < 0:
        # A piece was only picked up: what counts is where it can go.
        return max(_worth(after, judge, target) for target in RULES.legal(after, after.acting))
    return judge.value(after)


def choose_greedy(view: View, legal: Sequence[int]) -> int:
    """Return a sensible action from the view itself, without applying any.

    The numbers only put actions into an order: tasks, then summonings (legends first), choices in effects by the rank
    they hit, pieces adjacent to its own, all else; cards are kept.
    """
    values = [_rate_action(view, action) for action in legal]
    return legal[max(range(len(legal)), key=values.__getitem__)]


def _rate_action(view: View, action: int) -> float:
    if action in NEVER:
        return FOOLISH
    if action == act.DONE:
        return 0.5
    if action < act.COLOUR:
        return 10.0 + box().tasks[action - act.TASK].points if action >= act.TASK else 0.0
    if act.SUMMON <= action < act.DISCARD:
        return 9.0 if action - act.SUMMON >= LEGENDS else 8.0
    if act.DISCARD <= action < act.FLARE:
        return -1.0
    if act.SQUARE <= action < act.SUMMON:
        return 1.0 + _about(view, action % act.SQUARES, action >= act.PLACE)
    return 2.0


def _about(view: View, square: int, placing: bool) -> float:
    """Return a rank of a square: enemy pieces are good to hit, own pieces are good to be near."""
    side = view["sides"][view["seat"]]
    for colour, pieces in enumerate(view["pieces"]):
        for rank, name in enumerate(RANK_NAMES):
            if square in pieces[name]:
                return -1.0 - rank if colour == side else 1.0 + rank
    if not placing:
        return 0.3
    own = [each for squares in view["pieces"][side].values() for each in squares]
    return sum(bool(NEAR[square] >> each & 1) for each in own) / 4
