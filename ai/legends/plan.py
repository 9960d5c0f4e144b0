"""A plan for a turn: what it does step by step, what it says will come of it, and carrying it out by the rules."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.contract import Chance
from games.legends import RULES, actions as act
from games.legends.cards import cards
from games.legends.options import GAMES_IN_FULL
from games.legends.state import NOTHING, TAKE_CARD, State, copied
from games.legends.turns import buy

Trail = tuple["Trail | None", tuple[int, ...]]
"""The steps of a plan from the last back to the first, so that plans share their beginnings; no steps: a stage ends."""
Pieces = tuple[int, ...]

END_OF_STAGE: tuple[int, ...] = ()
NEARLY_EQUAL = 1e-9
"""Sums that differ by no more are equal: they were added in another order."""
_OPTIONS = (act.FIRST_ACTION, act.SECOND_ACTION)


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for the rest of the turn: its value, its first action, and the position at its end.

    ``armies``: its own ones by region; ``coins``: of all seats, without those of treasures; ``cities``: regions built
    in; ``destroyed``: pairs of owner and region; ``trail``: the actions that lead there, without taking the card.
    """

    value: float
    action: int
    armies: Pieces
    coins: Pieces
    cities: tuple[int, ...] = ()
    destroyed: tuple[tuple[int, int], ...] = ()
    dragon: bool = False
    trail: Trail | None = None

    def stages(self) -> list[list[int]]:
        """Return the plan's actions for each stage of the turn, in order."""
        found: list[list[int]] = [[]]
        parts = []
        trail = self.trail
        while trail is not None:
            trail, steps = trail
            parts.append(steps)
        for steps in reversed(parts):
            if steps == END_OF_STAGE:
                found.append([])
            else:
                found[-1] += steps
        return found


def bought(state: State, seat: int, place: int) -> State:
    """Return a copy of the state in which a seat has taken the card at this place of the row, but not used it yet."""
    after = copied(state)
    buy(after, seat, place, None)
    return after


def apply_plan(state: State, seat: int, plan: Plan, chance: Chance, line: list[int] | None = None) -> State:
    """Return the state after a seat has played its turn as planned, by the rules; the next turn begins. The actions are
    appended to ``line``, if one is given.

    Two things differ from the game: face-down tokens are left where they are, because they are unknown, and each game
    is treated as the last, so that nothing is set up for another one.
    """
    after = copied(state)
    done: list[int] = [] if line is None else line

    def play(action: int) -> None:
        RULES.apply(after, seat, action, chance)
        done.append(action)

    after.game = GAMES_IN_FULL
    down, after.down = after.down, ()
    turn = after.turns
    if after.phase == TAKE_CARD:
        card = cards()[after.row[plan.action]]
        stages = 1 if card.join == "/" else len(card.actions)
        play(plan.action)
    else:
        stages = 1 + len(after.todo)
    for number, steps in enumerate(plan.stages()):
        for action in steps:
            # An action that nothing can be done with is not offered, and nothing is planned for it.
            if action not in _OPTIONS or action in RULES.legal(after, seat):
                play(action)
        while after.turns == turn and len(after.todo) >= stages - 1 - number:
            play(act.DONE)
    while after.turns == turn:
        play(act.DONE)
    after.game = state.game
    after.down = down
    return after


def find_best_of_each(plans: Iterable[Plan]) -> list[Plan]:
    """Return the best plan of each first action, best first."""
    found: dict[int, Plan] = {}
    for plan in plans:
        known = found.get(plan.action)
        if known is None or plan.value > known.value + NEARLY_EQUAL:
            found[plan.action] = plan
    return sorted(found.values(), key=lambda plan: (-plan.value, plan.action))


# A position within a turn, while it is planned.


class Node:
    """Search node: own pieces, what was built and destroyed so far, and the actions that led there."""

    __slots__ = ("armies", "built", "coins", "destroyed", "dragon", "first", "left", "own", "supply", "trail", "value")

    def __init__(self, value: float, armies: Pieces, own: Pieces, supply: int, coins: Pieces) -> None:
        self.value = value
        self.armies = armies
        self.own = own
        self.supply = supply
        self.coins = coins
        self.left = 0
        self.first = NOTHING
        self.built: tuple[int, ...] = ()
        self.destroyed: tuple[tuple[int, int], ...] = ()
        self.dragon = False
        self.trail: Trail | None = None

    def extend(self, value: float, steps: tuple[int, ...]) -> "Node":
        """Return a copy with this value after further steps (actions)."""
        twin = Node(value, self.armies, self.own, self.supply, self.coins)
        twin.left = self.left
        twin.first = steps[0] if self.first == NOTHING else self.first
        twin.built = self.built
        twin.destroyed = self.destroyed
        twin.dragon = self.dragon
        twin.trail = self.trail, steps
        return twin


def sort_key(node: Node) -> tuple[float, int]:
    """Return a sort key of nodes: highest value first, then lowest first action."""
    return -node.value, node.first


def keep_better(found: dict[tuple[int, ...], Node], node: Node) -> None:
    """Store a node in ``found`` by its armies, unless a stored node with the same armies is as good."""
    known = found.get(node.armies)
    if known is None or node.value > known.value + NEARLY_EQUAL:
        found[node.armies] = node
