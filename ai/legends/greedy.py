"""Players that look no further than the step to be taken: first evening, novice, and the player of last resort."""

from collections.abc import Sequence

from engine.chance import SeededChance
from engine.contract import Chance, View
from games.legends import RULES, actions as act
from games.legends.cards import cards
from games.legends.scoring import count_totals
from games.legends.state import MOVE_FROM, PRICES, State
from games.legends.turns import step_choices

COIN = 0.3
"""What a novice thinks a coin is worth: three of them a point, as the cards that count coins have it."""
STEP = 0.05
"""It rather does something than nothing: less than any difference in points can be."""
ELIXIR = 0.3
"""An elixir: it may lead to the two points for most of them."""
FELT_COIN = 0.15
"""What a coin seems worth to a player who has not run out of them yet."""
ROUGHLY = 1e-6
"""Chance among equals; a thousand times as much at the most."""
ACTION = 0.1
"""An army, point or city of the card's action: enough to tell cards apart that give no points."""


def gains(state: State, seat: int, legal: Sequence[int], chance: Chance) -> list[float]:
    """Return the points that each action brings at once, over the others' mean; ties are broken at random."""
    before = _lead(state, seat)
    found = []
    for action in legal:
        gain = _gain(state, seat, action, before)
        if action != act.DONE:
            gain += STEP
        found.append(gain + chance.below(1000) * 1e-6)
    return found


def own_gains(state: State, seat: int, legal: Sequence[int], chance: Chance) -> list[float]:
    """Return the points that each action brings the seat at once, ignoring other cards and what others lose."""
    before = _points(state, seat)
    found = []
    for action in legal:
        if action < act.DONE:
            card = cards()[state.row[action]]
            most = max(number for _, number in card.actions)
            gain = ELIXIR * card.amount("elixir") + ACTION * most - FELT_COIN * PRICES[action]
        else:
            gain = _own_gain(state, seat, action, before)
        found.append(gain + STEP * (action != act.DONE) + chance.below(1000) * ROUGHLY)
    return found


def _own_gain(state: State, seat: int, action: int, before: float) -> float:
    after = RULES.clone(state)
    RULES.apply(after, seat, action, SeededChance(0))
    if len(after.totals) > len(state.totals):
        return 0.0  # the last step of a game: it does not think of an end
    if state.phase == MOVE_FROM and action != act.DONE:
        return max(_own_gain(after, seat, target, before) for target in step_choices(after, seat))
    return _points(after, seat) - before


def _points(state: State, seat: int) -> float:
    return float(count_totals(state)[seat])


def _gain(state: State, seat: int, action: int, before: float) -> float:
    if action < act.DONE:
        return _card_gain(state, seat, action)
    after = RULES.clone(state)
    RULES.apply(after, seat, action, SeededChance(0))
    if state.phase == MOVE_FROM and action != act.DONE:
        return max(_gain(after, seat, target, before) for target in step_choices(after, seat))
    if len(after.totals) > len(state.totals):
        rows = after.totals[-1]
        others = sum(row[0] for row in rows) - rows[seat][0]
        return float(rows[seat][0] - others / (len(rows) - 1) - before)
    return _lead(after, seat) - before


def _card_gain(state: State, seat: int, place: int) -> float:
    """Return the points of a card: sets with cards taken before, elixirs and armies roughly, less its price."""
    card = cards()[state.row[place]]
    kinds = [cards()[other].adjective for other in state.taken[seat]]
    gain = ELIXIR * card.amount("elixir") - COIN * PRICES[place]
    for ability in card.abilities:
        if ability[0] == "vp_per_adjective":
            gain += ability[1] * (kinds.count(ability[2]) + (card.adjective == ability[2]))
    return gain + ACTION * max(number for _, number in card.actions)


def _lead(state: State, seat: int) -> float:
    found = count_totals(state)
    return float(found[seat] - (sum(found) - found[seat]) / (len(found) - 1))


def choose_greedy(view: View, seat: int, legal: Sequence[int]) -> int:
    """Return a sensible action from the view itself, without applying any.

    The numbers only put actions into an order: cards by what they allow against their price; armies from where most are
    spare to where one more wins or saves a region; never an idle step where another is possible.
    """
    values = [_rate_action(view, seat, action) for action in legal]
    return legal[max(range(len(legal)), key=values.__getitem__)]


def _rate_action(view: View, seat: int, action: int) -> float:
    if action < act.DONE:
        most: int = max(number for _, number in cards()[view["row"][action]].actions)
        return most - 1.5 * PRICES[action]
    if action < act.PLACE:
        return 0.1 if action in (act.FIRST_ACTION, act.SECOND_ACTION) else 0.0
    base, region = action - action % act.WIDTH, action % act.WIDTH
    lead = _lead_in_region(view, seat, region)
    if base == act.FROM:
        return 0.5 + lead / 10
    if base >= act.DESTROY:
        return 1.0 if lead in (-1, 0) else 0.5
    return 1.0 if lead in (-1, 0) else 0.4 - abs(lead) / 20


def _lead_in_region(view: View, seat: int, region: int) -> int:
    """Return the seat's strength in a region minus that of the strongest other."""
    strengths = [armies[region] + cities[region] for armies, cities in zip(view["armies"], view["cities"], strict=True)]
    own = strengths.pop(seat)
    return int(own - max([*strengths, view["neutral"][region]]))
