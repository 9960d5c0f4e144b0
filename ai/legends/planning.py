"""The best ways to play out a turn, found by a beam search over whole places, marches and buildings.

A turn is a few stages (the actions of a card). In each stage a handful of the best positions of
its own pieces goes on. Marches are looked at as whole journeys of one army, so that a step that
leads nowhere by itself is not cut off. What a plan is worth is counted in points at the end of
the game, the others' points against it (see ``ground`` and ``assets``).
"""

from collections.abc import Iterable, Sequence
from copy import copy

from ai.algorithms.heartbeat import beat
from games.legends import actions as act
from games.legends.board import list_regions
from games.legends.cards import (
    BANDIT_KING,
    BOOK,
    BUILD_CITY,
    COTTAGE,
    DESTROY_ARMY,
    DRAGON,
    DRAGON_ARMIES,
    EXPLORE,
    MOVE_ARMIES,
    PLACE_ARMIES,
    RED_SORCERESS,
    ROGUES,
    SORCERESS_ARMIES,
    SPRING,
    STABLE,
    SWAMP,
    TOKEN_POINTS,
    TREASURE,
    WHITE_KNIGHT,
    cards,
)
from games.legends.pieces import count_unbuilt_cities, homes as homes_of, is_truce, sea_cost, step_cost, sunk, to_mask
from games.legends.state import (
    BUILDING,
    CHOOSE_ACTION,
    DESTROYING,
    KNIGHT_ARMY,
    MOVE_FROM,
    MOVE_TO,
    NEUTRAL_OWNER,
    NOTHING,
    PLACING,
    PRICES,
    TAKE_CARD,
    State,
)
from games.legends.turns import add_bonuses, step_choices

from .assets import army_worth, assets, city_worth, coin_worth
from .own_map import KEPT_POINT, Onward, OwnMap, change_row, journeys
from .plan import END_OF_STAGE, Node, Plan, bought, find_best_of_each, keep_better, sort_key
from .weights import Outlook

Stage = tuple[int, int]
"""Kind of action (``games.legends.cards``) and how many armies, points or cities it has left."""

TREASURE_WORTH = 0.2
"""One coin."""
BOOK_TIE = 0.1
"""The Magic Book breaks ties, in addition to its point."""

_KIND_OF = {PLACING: PLACE_ARMIES, MOVE_FROM: MOVE_ARMIES, BUILDING: BUILD_CITY, DESTROYING: DESTROY_ARMY}


class Planner:
    """Plans the rest of a seat's turn by beam search of this ``width``, twice as wide once a card is taken."""

    def __init__(self, state: State, seat: int, weights: Sequence[float], outlook: Outlook, width: int) -> None:
        self.state = state
        self.seat = seat
        self.weights = weights
        self.outlook = outlook
        # With the card taken there is less to look at, so it is looked at more widely.
        self.width = width if state.phase == TAKE_CARD else 2 * width
        self.ground = OwnMap(state, seat, weights, outlook)
        self.army = army_worth(outlook)
        places = (state.towns[seat] & ~(1 << state.start)).bit_count()
        self.base = self.ground.whole(self.ground.own) + places * city_worth(outlook)
        n = self.ground.n
        at = act.WIDTH * seat
        self.armies = tuple(state.armies[at : at + n])
        self._begun: list[Node] = []
        self._of_cards: dict[tuple[int, int], list[Plan]] = {}

    def turn_to(self, state: State) -> "Planner":
        """Return this planner for a state that differs only in the order of the row and the deck; plans with the same
        card at the same place are shared."""
        twin = copy(self)
        twin.state, twin._begun = state, []
        return twin

    def plans(self) -> list[Plan]:
        """Return the best plan that begins with each legal action, best first.

        A first step whose continuation was pruned is valued as the position after it.
        """
        return find_best_of_each(self._all())

    def ends(self, most: int, gap: float) -> list[Plan]:
        """Return at most ``most`` plans with different ends whose values are within ``gap`` of the best: first the best
        one for each card, then others; each part best first."""
        found: dict[tuple[object, ...], Plan] = {}
        cards_seen: set[int] = set()
        first: list[Plan] = []
        plans = sorted(self._all(), key=lambda plan: (-plan.value, plan.action))
        taking = self.state.phase == TAKE_CARD
        for plan in plans:
            if plan.value < plans[0].value - gap:
                break
            if taking and plan.action not in cards_seen:
                cards_seen.add(plan.action)
                first.append(plan)
            found.setdefault((plan.action if taking else 0, plan.armies, plan.cities, plan.destroyed), plan)
        others = [plan for plan in found.values() if plan not in first]
        return [*first, *others[: max(0, most - len(first))]]

    def _all(self) -> list[Plan]:
        beat()
        state, seat = self.state, self.seat
        found: list[Plan] = []
        if state.phase == TAKE_CARD:
            for place in range(len(state.row)):
                if PRICES[place] <= state.coins[seat]:
                    key = state.row[place], place
                    if key not in self._of_cards:
                        self._of_cards[key] = self._plan_card(bought(state, seat, place), place)
                    found += self._of_cards[key]
        elif state.phase == CHOOSE_ACTION:
            options = cards()[state.card].actions
            legal = step_choices(state, seat)
            for number, (kind, count) in enumerate(options):
                if act.FIRST_ACTION + number not in legal:
                    continue
                node = self._node(act.FIRST_ACTION + number)
                node.trail = None, (act.FIRST_ACTION + number,)
                found += self._run_stages(state, [node], [self._stage(state, kind, count)])
            found.append(self._to_plan(self._node(act.DONE), self._assets(state)))
        else:
            nodes, stages = self._under_way()
            stages += [self._stage(state, kind, count) for kind, count in state.todo]
            found = self._run_stages(state, nodes, stages)
            worth = self._assets(state)
            if state.phase not in (MOVE_TO, KNIGHT_ARMY):
                self._begun.append(self._node(act.DONE))
            found += [self._to_plan(node, worth) for node in self._begun]
        return found

    # --- beginnings -----------------------------------------------------------------------------

    def _node(self, first: int = NOTHING) -> Node:
        state, seat = self.state, self.seat
        node = Node(self.base, self.armies, self.ground.own, state.supply[seat], tuple(state.coins))
        node.first = first
        return node

    def standing(self, state: State) -> float:
        """Return the value of a plan that does nothing in ``state``."""
        return self.base + self._assets(state)

    def _assets(self, state: State) -> float:
        """Its own points off the map, less the others'."""
        found = assets(state, self.outlook)
        return found[self.seat] - sum(
            weight * worth for weight, worth in zip(self.weights, found, strict=True) if weight
        )

    def _stage(self, state: State, kind: int, count: int) -> Stage:
        """Kind and amount with which an action of a card starts."""
        return kind, add_bonuses(state, self.seat, kind, count)

    def _plan_card(self, after: State, place: int) -> list[Plan]:
        """Return the plans with the card of this place; its lasting abilities are in ``after`` already."""
        card = cards()[after.taken[self.seat][-1]]
        choices: list[tuple[Stage, ...]] = [(each,) for each in card.actions] if card.join == "/" else [card.actions]
        found = []
        for number, stages in enumerate(choices):
            node = self._node(act.CARD + place)
            node.coins = tuple(after.coins)
            if card.join == "/":
                node.trail = None, (act.FIRST_ACTION + number,)
            found += self._run_stages(after, [node], [self._stage(after, kind, count) for kind, count in stages])
        return found

    def _under_way(self) -> tuple[list[Node], list[Stage]]:
        """Return the nodes from which a turn in the middle of an action goes on, and the rest of that action."""
        state = self.state
        if state.phase == MOVE_TO:
            self._begun = self._first_steps()
            return self._begun, [(MOVE_ARMIES, -1)]
        if state.phase == KNIGHT_ARMY:
            nodes = [self._node(act.DONE)]
            nodes[0].trail = None, (act.DONE,)
            if state.supply[self.seat]:
                nodes.append(self._add_army(self._node(), state.picked, (act.PLACE + state.picked,)))
            self._begun = nodes
            return nodes, [(BUILD_CITY, state.left)]
        return [self._node()], [(_KIND_OF[state.phase], state.left)]

    def _first_steps(self) -> list[Node]:
        """Return a node for each step of an army that has been picked up; the march goes on from there."""
        state, seat = self.state, self.seat
        origin = state.picked
        found = []
        for target in list_regions(to_mask(state, seat, origin, state.left)):
            node = self._move_army(self._node(), origin, target, (act.TO + target,))
            node.left = state.left - step_cost(state, seat, origin, target)
            found.append(node)
        return found

    # --- stages ---------------------------------------------------------------------------------

    def _run_stages(self, state: State, nodes: list[Node], stages: Sequence[Stage]) -> list[Plan]:
        """Carry the stages out; ``state`` has the card's abilities."""
        for kind, count in stages:
            if kind == PLACE_ARMIES:
                nodes = self._place_armies(state, nodes, count)
            elif kind == MOVE_ARMIES:
                nodes = self._march_armies(state, nodes, count)
            elif kind == BUILD_CITY:
                nodes = self._cities(state, nodes, count)
            else:
                nodes = self._destroy_armies(state, nodes, count)
            for node in nodes:
                if node.first == NOTHING:
                    node.first = act.DONE
                node.trail = node.trail, END_OF_STAGE
        worth = self._assets(state)
        return [self._to_plan(node, worth) for node in nodes]

    def _to_plan(self, node: Node, worth: float) -> Plan:
        return Plan(
            node.value + worth, node.first, node.armies, node.coins, node.built, node.destroyed, node.dragon,
            node.trail,
        )  # fmt: skip

    def _best(self, nodes: Iterable[Node]) -> list[Node]:
        return sorted(nodes, key=sort_key)[: self.width]

    def _note(self, layer: Sequence[Node], steps: Iterable[Node]) -> None:
        """Keep all first steps of the turn, before the best nodes are chosen."""
        if layer[0].first == NOTHING:
            self._begun += steps

    def _coin(self, node: Node) -> float:
        """Value of the next coin spent."""
        outlook, coins = self.outlook, node.coins[self.seat]
        return coin_worth(coins, outlook) - coin_worth(coins - 1, outlook)

    def _enter_region(self, node: Node, region: int, passing: int = 0) -> None:
        """Update a node whose army enters a region: rogues take a coin, the dragon may fall.

        ``passing``: 1 if the army has moved on already, else 0.
        """
        spots = self.state.spots
        if region == spots[ROGUES]:
            node.value -= self._coin(node)
            node.coins = change_row(node.coins, self.seat, -1)
        elif region == spots[DRAGON] and not node.dragon:
            others = sum(self.state.armies[act.WIDTH * owner + region] for owner in range(5) if owner != self.seat)
            if others + node.armies[region] + passing >= DRAGON_ARMIES:
                node.dragon = True
                node.value += TOKEN_POINTS[DRAGON]

    def _add_army(self, node: Node, region: int, steps: tuple[int, ...]) -> Node:
        """The node with one more army from the supply."""
        ground = self.ground
        own = change_row(node.own, region, 1)
        gain = ground.around(region, region, own) - ground.around(region, region, node.own)
        twin = node.extend(node.value + gain + self.army, steps)
        twin.own = own
        twin.armies = change_row(node.armies, region, 1)
        twin.supply -= 1
        self._enter_region(twin, region)
        return twin

    def _move_army(self, node: Node, origin: int, target: int, steps: tuple[int, ...]) -> Node:
        """The node with an army moved."""
        own = change_row(change_row(node.own, origin, -1), target, 1)
        gain = self.ground.around(origin, target, own) - self.ground.around(origin, target, node.own)
        twin = node.extend(node.value + gain, steps)
        twin.own = own
        twin.armies = change_row(change_row(node.armies, origin, -1), target, 1)
        self._enter_region(twin, target)
        return twin

    def _place_armies(self, state: State, nodes: list[Node], count: int) -> list[Node]:
        """Place up to ``count`` armies."""
        seat = self.seat
        rogues = state.spots[ROGUES]
        ends = {(node.armies, node.built, node.first): node for node in nodes}
        layer = nodes
        for _ in range(count):
            found: dict[tuple[int, ...], Node] = {}
            bribes = []
            for node in layer:
                if not node.supply:
                    continue
                towns = state.towns[seat]
                for region in node.built:
                    towns |= 1 << region
                homes = homes_of(state, seat, towns)
                for region in list_regions(homes):
                    if region != rogues or node.coins[seat]:
                        keep_better(found, self._add_army(node, region, (act.PLACE + region,)))
                if state.leaders[seat] == BANDIT_KING and node.coins[seat]:
                    for owner in range(state.seats):
                        for region in list_regions(state.towns[owner] & ~homes) if owner != seat else ():
                            if region == rogues and node.coins[seat] < 2:
                                continue
                            action = act.BRIBE + act.WIDTH * owner + region
                            twin = self._add_army(node, region, (action,))
                            twin.value -= self._coin(twin) * (1 + self.weights[owner])
                            twin.coins = change_row(change_row(twin.coins, seat, -1), owner, 1)
                            keep_better(found, twin)
                            bribes.append(twin)
            self._note(layer, (*found.values(), *bribes))  # two may have a city in one region: either can be bribed
            layer = self._best(found.values())
            if not layer:
                break
            for node in layer:
                ends[node.armies, node.built, node.first] = node
        return self._best(ends.values())

    def _march_armies(self, state: State, nodes: list[Node], points: int) -> list[Node]:
        """Return the nodes after armies have moved for up to ``points``; -1: each node has its own number left."""
        layer = nodes
        if points >= 0:
            for node in layer:
                node.left = points
        ends = {(node.armies, node.first): node for node in layer}
        sea = sea_cost(state, self.seat)
        ways = journeys(state.board, sea, state.spots[ROGUES], sunk(state))
        while layer:
            beginning = layer[0].first == NOTHING
            offers: list[tuple[float, int, Onward, Node | None]] = []
            for at, node in enumerate(layer):
                offers += self._offers(
                    at, node, self.ground.onward(node.armies, node.own, sea, ways, node.left), beginning
                )
            offers.sort(key=_hope_key)
            found: dict[tuple[tuple[int, ...], int], Node] = {}
            for _, at, onward, twin in offers:
                node, (_, origin, target, cost, _, _) = layer[at], onward
                armies = change_row(change_row(node.armies, origin, -1), target, 1)
                key = armies, node.left - cost
                if key in found:
                    continue
                found[key] = twin or self._marching(node, onward)
                if not beginning and len(found) >= self.width:
                    break
            self._note(layer, found.values())
            layer = list(found.values())[: self.width]
            for node in layer:
                known = ends.get((node.armies, node.first))
                if known is None or node.value > known.value:
                    ends[node.armies, node.first] = node
        return self._best(ends.values())

    def _offers(
        self, at: int, node: Node, ways: Iterable[Onward], everything: bool
    ) -> list[tuple[float, int, Onward, Node | None]]:
        """Return the best journeys from a node (index ``at`` of its layer) with a rank, smaller is better: as many as
        could go on, or ``everything``. Journeys on which something happens are carried out in a node."""
        spots, left, value = self.state.spots, node.left, node.value + KEPT_POINT * node.left
        rogues, dragon = spots[ROGUES], spots[DRAGON]
        wild = rogues != NOTHING or dragon != NOTHING
        fight = act.TO + dragon if dragon != NOTHING else NOTHING
        found: list[tuple[float, int, Onward, Node | None]] = []
        room = self.width
        for onward in ways:
            if onward[3] > left:
                continue
            target = onward[2]
            if wild and (target == rogues or fight in onward[5]):
                if target == rogues and not node.coins[self.seat]:
                    continue
                twin = self._marching(node, onward)
                if target != dragon and fight in onward[5]:
                    self._enter_region(twin, dragon, passing=1)
                self._enter_region(twin, target)
                found.append((-twin.value - KEPT_POINT * twin.left, at, onward, twin))
            elif room or everything:
                room -= 1
                found.append((onward[0] - value, at, onward, None))
            elif not wild:
                break
        return found

    def _marching(self, node: Node, onward: Onward) -> Node:
        """The node with an army gone on a journey."""
        _, origin, target, cost, gain, steps = onward
        twin = node.extend(node.value + gain, steps)
        twin.own = change_row(change_row(node.own, origin, -1), target, 1)
        twin.armies = change_row(change_row(node.armies, origin, -1), target, 1)
        twin.left = node.left - cost
        return twin

    def _cities(self, state: State, nodes: list[Node], count: int) -> list[Node]:
        """Return the nodes after up to ``count`` cities are built; the White Knight may bring an army to each."""
        seat = self.seat
        free = count_unbuilt_cities(state, seat)
        ends = list(nodes)
        layer = nodes
        for _ in range(count):
            found = []
            for node in layer:
                if len(node.built) >= free:
                    continue
                for region, number in enumerate(node.armies):
                    if number:
                        found.append(self._add_city(state, node, region))
            self._note(layer, found)
            layer = self._best(found)
            ends += layer
        return self._best(ends)

    def _add_city(self, state: State, node: Node, region: int) -> Node:
        ground = self.ground
        own = change_row(node.own, region, 1)
        gain = ground.around(region, region, own) - ground.around(region, region, node.own)
        if not state.towns[self.seat] >> region & 1 and region not in node.built and region != state.start:
            gain += city_worth(self.outlook)
        twin = node.extend(
            node.value + gain + self._explore_token_value(state, region, node.built), (act.CITY + region,)
        )
        twin.own = own
        twin.built = (*node.built, region)
        if state.leaders[self.seat] == WHITE_KNIGHT and twin.supply:
            if region != state.spots[ROGUES]:
                return self._add_army(twin, region, (act.PLACE + region,))
            if twin.coins[self.seat]:
                twin.trail = twin.trail, (act.DONE,)
        return twin

    def _explore_token_value(self, state: State, region: int, built: Sequence[int]) -> float:
        """Return the value of the explore token that the first city here takes."""
        if region in built:
            return 0.0
        for token in EXPLORE:
            if state.spots[token] == region:
                return self.token_worth(token)
        for place, token, seen in state.down:
            if place == region:
                if seen >> self.seat & 1:
                    return self.token_worth(token)
                return sum(self.token_worth(each) for each in (*EXPLORE, SWAMP)) / (len(EXPLORE) + 1)
        return 0.0

    def token_worth(self, token: int) -> float:
        """Points that an explore token is worth from now on."""
        rounds, numbers = self.outlook.rounds, self.outlook.numbers
        if token == SPRING:
            return numbers.spring
        if token == COTTAGE:
            return numbers.placed_army * rounds
        if token == STABLE:
            return numbers.move_point * rounds
        if token == TREASURE:
            return TREASURE_WORTH
        return TOKEN_POINTS[token] + (BOOK_TIE if token == BOOK else 0.0)

    def _destroy_armies(self, state: State, nodes: list[Node], count: int) -> list[Node]:
        """Return the nodes after up to ``count`` armies are destroyed; a second one in a place has the same value."""
        if is_truce(state):
            return nodes
        ends = list(nodes)
        layer = nodes
        for _ in range(count):
            found = []
            for node in layer:
                for place, owner in enumerate(self._owners()):
                    if owner != NEUTRAL_OWNER and state.immune >> owner & 1:
                        continue
                    for region in list_regions(state.present[owner]):
                        if node.armies[region] and (owner, region) not in node.destroyed:
                            found.append(self._remove_army(state, node, place, owner, region))
            self._note(layer, found)
            layer = self._best(found)
            ends += layer
        return self._best(ends)

    def _owners(self) -> list[int]:
        """Owners in the order of ``Ground.others``."""
        found = [other for other in range(self.state.seats) if other != self.seat]
        if self.state.present[NEUTRAL_OWNER]:
            found.append(NEUTRAL_OWNER)
        return found

    def _remove_army(self, state: State, node: Node, place: int, owner: int, region: int) -> Node:
        gain = self.ground.evaluate_removal(region, place, node.own)
        coins = node.coins
        if owner != NEUTRAL_OWNER:
            gain += self.weights[owner] * self.army
            if state.leaders[self.seat] == RED_SORCERESS:
                gain += self.outlook.numbers.captured / SORCERESS_ARMIES
            elif state.leaders[self.seat] == BANDIT_KING and coins[owner]:
                gain += self._coin(node)
                coins = change_row(change_row(coins, owner, -1), self.seat, 1)
        twin = node.extend(node.value + gain, (act.DESTROY + act.WIDTH * owner + region,))
        twin.coins = coins
        twin.destroyed = (*node.destroyed, (owner, region))
        return twin


def _hope_key(offer: tuple[float, int, Onward, Node | None]) -> tuple[float, int, int, int]:
    hope, at, onward, _ = offer
    return hope, at, onward[1], onward[2]
