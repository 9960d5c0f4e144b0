"""The five levels of Legends.

first evening  the step that brings itself most points at once: no thought of what others lose or of sets;
novice   the step that brings most points at once;
skilled  plans the whole own turn, card and all steps, by points it can expect at the end;
expert   plans wider and plays the best plans on: the others' turns, new cards, its own next turn;
grandmaster  plans wider still, and plays the ends of its best plans on to the end of the game.

All of them see a view only. What it hides is drawn by ``determinize``, and no plan looks at it.
How long they think is counted in plans and tries, never in seconds: the same view and seed give
the same answer everywhere. In the middle of a turn the rest of it is planned anew in the same way,
so a plan that was begun is carried on unless a better one has come up.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from ai.character import NOTHING, Amounts, leaders
from ai.decision import Considered, Decision, Player, decide_at_random, decide_best, decide_index, force_decision
from ai.legends.bidding import bid, last_card_values, name_starter, place_neutral
from ai.legends.greedy import choose_greedy, gains, own_gains
from ai.legends.lookahead import EXPERT_WIDTH, SKILLED_WIDTH, finish_turn, make_planner, rank_by_lookahead
from ai.legends.own_map import island_lists
from ai.legends.plan import NEARLY_EQUAL, Plan
from ai.legends.planning import Planner
from ai.legends.playouts import rank_plans
from ai.legends.reasons import Reasons, beginning_reason, describe_turn, last_card_reason
from ai.legends.weights import Valuation, load_valuation, make_plain_valuation
from ai.legends.win_probability import EVALUATOR as EVALUATOR
from ai.levels import LEVELS
from ai.opponent_registry import Aim, AimRules, AnalysisProfile
from engine.contract import JSON, Chance, Event, Message, View
from games.legends import RULES, actions as act
from games.legends.actions import WIDTH
from games.legends.cards import BUILD_CITY, DESTROY_ARMY, MOVE_ARMIES, PLACE_ARMIES, Card, cards
from games.legends.messages import DOMAIN, card_name, region_name
from games.legends.moves import Kind, Move, decode
from games.legends.scoring import card_points, control, count_totals, elixir_points, island_owners
from games.legends.state import (
    AUCTION,
    LAST_CARD,
    LAY_NEUTRAL,
    NAME_FIRST,
    NEUTRAL_OWNER,
    NOBODY,
    OVER,
    TAKE_CARD,
    State,
)

# What each choice in Legends brings of the terms that characters lean towards (see ``ai.character``).

SLACK = {"first_evening": 0.04, "novice": 0.06, "skilled": 0.5, "expert": 0.4, "grandmaster": 0.3}
"""Points: as many as leave a character within 60 rating points of its level (with 0.25 a novice who loves raids lost
140, with 0.1 73 ± 29, with 0.07 63 ± 13), and enough to tell it from the others (with 0.2 skilled ones were taken for
each other)."""
USUAL_PRICE, USUAL_NUMBER = 1.2, 3


class _StyleBias:
    def slack(self, level: str, view: View) -> float:
        """Return the points that may be given up for a leaning: in full for a card, half of that for a single step."""
        return SLACK[level] if view["phase"] == "take_card" else SLACK[level] / 2

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Return the terms of every action: cards by price, kind and abilities; pieces by who else is where they go."""
        totals = [one["total"] for one in view["scores"]] if view.get("scores") else [0] * len(view["coins"])
        ahead = leaders(totals, seat)
        return [_rate_move(view, seat, decode(action), ahead) for action in legal]


def _rate_move(view: View, seat: int, move: Move, ahead: Sequence[int]) -> Amounts:
    if move.kind == Kind.CARD:
        own = {cards()[each].adjective for each in view["cards"][seat]} - {""}
        return _card(cards()[view["row"][move.number]], view["prices"][move.number], own)
    if move.kind == Kind.BID:
        return {"thrift": 0.5 - move.number / 2, "risk": move.number / 2 - 0.5}
    if move.kind == Kind.CITY:
        return {"raids": -1.0, "thrift": -0.4}
    if move.kind == Kind.DESTROY:
        return {"raids": 1.0, "leader": 1.0 if move.owner in ahead else -0.6}
    if move.region is None or move.kind not in (Kind.PLACE, Kind.TO, Kind.FROM):
        return NOTHING
    there = _rate_region(view, seat, move.region, ahead)
    return {term: -0.5 * amount for term, amount in there.items()} if move.kind == Kind.FROM else there


def _card(card: Card, price: int, own: set[str]) -> Amounts:
    most = max(number for _, number in card.actions)
    kinds = {kind for kind, _ in card.actions}
    scoring = any(ability[0].startswith(("vp_", "set_")) for ability in card.abilities)
    raids = 1.0 * (DESTROY_ARMY in kinds) - 1.0 * (BUILD_CITY in kinds) - 0.4 * (kinds == {PLACE_ARMIES})
    return {
        "thrift": (USUAL_PRICE - price) / 1.5,
        "sets": 0.8 * scoring + 0.7 * (card.adjective in own) + 0.3 * bool(card.amount("elixir")) - 0.5,
        "greatness": (most - USUAL_NUMBER) / 2,
        "risk": 0.7 * bool({MOVE_ARMIES, DESTROY_ARMY} & kinds)
        + 0.5 * bool(card.amount("flying"))
        - 1.0 * bool(card.amount("immune"))
        - 0.3,
        "raids": raids,
        "leader": 0.7 * (DESTROY_ARMY in kinds),
    }


def _rate_region(view: View, seat: int, region: int, ahead: Sequence[int]) -> Amounts:
    """Return the terms of going to a region: whether others stand there, the leader among them, and whether own regions
    lie on its island."""
    others = sum(armies[region] for other, armies in enumerate(view["armies"]) if other != seat)
    others += view["neutral"][region]
    held = view["control"][region]
    led = any(view["armies"][other][region] for other in ahead)
    island = next(regions for regions in view["islands"] if region in regions)
    own = any(view["control"][each] == seat for each in island if each != region)
    return {
        "risk": 0.6 if others else -0.4,
        "raids": 0.8 if held not in (-1, seat) else -0.3,
        "leader": 0.8 if led else -0.2,
        "sets": 0.7 if own else -0.4,
    }


STYLE_BIAS = _StyleBias()


EXPERT_PLANS = 6
"""Cards that the expert looks ahead from: as many as lie in the row. Its numbers are limited by the time of a decision
(``measurements/decision_time.jsonl``)."""
EXPERT_GAP = 2.5
"""Points by which a plan may look worse than the best and is still looked at; set by hand, to spare time."""
EXPERT_TRIES = 12
"""Deals of new cards that each of them is played on with."""
GRANDMASTER_WIDTH = 20
"""Beam width of the grandmaster: most of its time goes into rollouts, so a wider beam costs little."""
SKILLED_BIDS = 3
"""A skilled player bids 0, 1 or 2 as it happens: less than the place is worth (``bidding``).

Were it always the same, every auction among such players would be a tie, and the youngest seat, which then names who
begins, would win more than its share."""


def first_evening(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Take the action that brings its own seat most points at once; set-up and auction carelessly."""
    state = RULES.determinize(view, chance)
    if len(legal) == 1 or state.phase < TAKE_CARD:
        return take_carelessly(view, seat, legal, chance)
    return decide_best(legal, own_gains(state, seat, legal, chance))


def take_carelessly(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Bid the least, and choose anything else at random, so that turns end early."""
    if view["phase"] == "auction":
        return decide_index(legal, [-float(index) for index in range(len(legal))], 0)
    return decide_at_random(legal, chance)


def novice(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Take the single step that brings most points at once; set-up, auction and first player nearly at random."""
    if len(legal) == 1:
        return force_decision(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == AUCTION:
        return decide_index(legal, [-float(index) for index in range(len(legal))], chance.below(2))
    if state.phase == NAME_FIRST:
        return decide_index(legal, [float(index == seat) for index in range(len(legal))], seat)
    if state.phase < TAKE_CARD:
        return decide_at_random(legal, chance)
    return decide_best(legal, gains(state, seat, legal, chance))


def skilled(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Plan the whole turn and take its first step."""
    if len(legal) == 1:
        return force_decision(legal[0])
    state = RULES.determinize(view, chance)
    if state.phase == AUCTION:
        coins = chance.below(min(SKILLED_BIDS, len(legal)))
        return decide_index(legal, [-abs(index - coins) / 4 for index in range(len(legal))], coins)
    if state.phase < TAKE_CARD or state.phase == LAST_CARD:
        return _outside_turns(state, seat, legal, make_plain_valuation(), chance)
    plans = make_planner(state, seat, make_plain_valuation(), SKILLED_WIDTH).plans()
    return decide_best(legal, _values(legal, plans))


def expert(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Plan the whole turn; play the best plans on by a lookahead."""
    return _plan_turn(view, seat, legal, chance, EXPERT_WIDTH, _look)


def grandmaster(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Plan the whole turn; play several plans on to the end of the game."""
    return _plan_turn(view, seat, legal, chance, GRANDMASTER_WIDTH, _rehearse)


Further = Callable[[State, Planner, Valuation, dict[int, Plan], dict[int, float], Chance], None]
"""Looks further than the own turn: puts what it finds in the place of the plans, best first, and their values."""


def _plan_turn(view: View, seat: int, legal: Sequence[int], chance: Chance, width: int, further: Further) -> Decision:
    """Plan the turn with this beam width and look ``further``; return the decision with reasons for each action."""
    if len(legal) == 1:
        return force_decision(legal[0])
    state = RULES.determinize(view, chance)
    valuation = load_valuation(state.seats)
    if state.phase < TAKE_CARD or state.phase == LAST_CARD:
        return _trim_reasons(_outside_turns(state, seat, legal, valuation, chance), state, seat)
    planner = make_planner(state, seat, valuation, width)
    plans = {plan.action: plan for plan in planner.plans()}
    values = {action: plan.value for action, plan in plans.items()}
    further(state, planner, valuation, plans, values, chance)
    decision = decide_best(legal, [values[action] for action in legal])
    reasons = Reasons(state, seat, planner)
    told = []
    for one in decision.considered:
        why, line = reasons.explain(plans[one.action], one.value)
        told.append(Considered(one.action, one.weight, one.value, why, line=line))
    return Decision(decision.action, told)


def _look(
    state: State,
    planner: Planner,
    valuation: Valuation,
    plans: dict[int, Plan],
    values: dict[int, float],
    chance: Chance,
) -> None:
    """Before a card is taken, replace the values of the best plans by those after a lookahead; the others stay
    below."""
    if state.phase != TAKE_CARD:
        return
    seen = rank_by_lookahead(state, planner, valuation, EXPERT_PLANS, EXPERT_GAP, EXPERT_TRIES, chance)
    if seen:
        _lower_other_plans([value for _, value in seen], [plan for plan, _ in seen], values)
        values.update((plan.action, value) for plan, value in seen)


def _rehearse(
    state: State,
    planner: Planner,
    valuation: Valuation,
    plans: dict[int, Plan],
    values: dict[int, float],
    chance: Chance,
) -> None:
    """Replace the plans and values with the best ends by those after play-outs; the others stay below."""
    seen = rank_plans(state, planner, valuation)
    if len(seen) > 1:
        _lower_other_plans([value for _, value in seen], [plan for plan, _ in seen], values)
        for plan, value in reversed(seen):
            plans[plan.action], values[plan.action] = plan, value


def _lower_other_plans(seen: Sequence[float], close: Sequence[Plan], values: dict[int, float]) -> None:
    """Shift all values so that plans that were not looked at stay below those that were."""
    lowest = min(seen) - min(plan.value for plan in close)
    for action in values:
        values[action] += lowest


def _values(legal: Sequence[int], plans: Sequence[Plan]) -> list[float]:
    values = {plan.action: plan.value for plan in plans}
    return [values[action] for action in legal]


def _outside_turns(state: State, seat: int, legal: Sequence[int], valuation: Valuation, chance: Chance) -> Decision:
    """Set-up, auction and the last card of the Fairy Queen."""
    if state.phase == LAY_NEUTRAL:
        return place_neutral(state, seat, legal, valuation, chance)
    if state.phase == AUCTION:
        return bid(state, seat, legal, chance)
    if state.phase == NAME_FIRST:
        return name_starter(state, seat, legal)
    if state.phase == LAST_CARD:
        return decide_best(legal, last_card_values(state, seat, legal))
    return decide_at_random(legal, chance)


def _trim_reasons(decision: Decision, state: State, seat: int) -> Decision:
    least = min(one.value for one in decision.considered) + NEARLY_EQUAL

    def reason(one: Considered) -> Message:
        if state.phase == LAST_CARD:
            return last_card_reason(state, seat, one.action)
        return beginning_reason(state, seat, one.action, one.value > least)

    told = [Considered(one.action, one.weight, one.value, [reason(one)]) for one in decision.considered]
    return Decision(decision.action, told)


def quick(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Choose a sensible step from the view alone, in well under a millisecond."""
    return force_decision(
        choose_greedy(view, seat, legal) if view["phase"] not in ("auction", "name_first") else legal[0]
    )


FINISH_TURN = finish_turn
"""Plays a turn to its end at one go."""


def count_points(state: State, seat: int) -> float:
    """Return the points of a seat as they stand, earlier games included."""
    earlier = sum(row[seat][0] for row in state.totals)
    return earlier if state.phase in (AUCTION, NAME_FIRST, OVER) else earlier + count_totals(state)[seat]


POINTS = count_points
"""Points as they stand."""
ANALYSIS = AnalysisProfile(
    pairs=96, batch=8, budget=210.0, planned=True, every=0.35, spread=0.2, error=0.02, follow=(0.4, 0.9),
    events=("card_taken", "placed", "moved", "built", "destroyed", "token_taken", "bids_opened", "auction_won"),
    describe_turn=describe_turn, left_out=("legends.hint.ahead", "legends.hint.behind", "legends.hint.even"),
)  # fmt: skip
"""How its analysis plays on: by the play-outs of its evaluator."""
GAME_FACTS = "ai.legends.reasons"
"""Who knows what else there is to say of a finished game (``ai.analysis.game_facts``)."""
PLAYERS: Mapping[str, Player] = dict(zip(LEVELS, (first_evening, novice, skilled, expert, grandmaster), strict=True))
"""The players by level."""
CARELESS = take_carelessly
"""What levels do that do not look (``ai.algorithms.skill``)."""


# What turns of Legends are for: land, islands, cities, cards, elixirs, and what a rival shall not have.

WORTH = {
    "island": 1.6, "take": 1.5, "region": 1.0, "elixirs": 0.9, "cards": 0.8, "deny": 0.7, "keep": 0.7,
    "destroy": 0.6, "city": 0.5, "gather": 0.3, "coins": 0.25,
}  # fmt: skip
GATHERED = 2
"""Armies more in a region that are told as gathered."""


def find_aims(before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Aim]:
    """Yield the aims of a seat that came true between two positions of one game."""
    if before.board is not after.board or before.game != after.game:
        return
    owners, now = control(before), control(after)
    for region, (was, is_now) in enumerate(zip(owners, now, strict=True)):
        if is_now == seat:
            yield (
                ("keep", region)
                if was == seat
                else (("region", region) if was in (NOBODY, NEUTRAL_OWNER) else ("take", region, was))
            )
        at = WIDTH * seat + region
        if after.armies[at] - before.armies[at] >= GATHERED:
            yield "gather", region
    islands = zip(island_owners(before, owners), island_owners(after, now), strict=True)
    for number, (was, is_now) in enumerate(islands):
        regions = island_lists(before.board)[0][number]
        if is_now == seat != was and len(regions) > 1:
            yield "island", regions[0]
    for event in events:
        if event.data.get("seat") == seat and event.kind == "built":
            yield "city", event.data["region"]
        if event.data.get("seat") == seat and event.kind == "destroyed" and event.data["owner"] != NEUTRAL_OWNER:
            yield "destroy", event.data["region"], event.data["owner"]
    if elixir_points(after.elixirs)[seat] > elixir_points(before.elixirs)[seat]:
        yield ("elixirs",)
    if sum(points for _, points in card_points(after, seat)) > sum(points for _, points in card_points(before, seat)):
        yield ("cards",)
    if after.coins[seat] >= before.coins[seat]:
        yield ("coins",)
    taken = {(event.data["seat"], event.data["card"]) for event in events if event.kind == "card_taken"}
    for card in before.row:
        yield from (
            ("deny", card, rival) for rival in range(before.seats) if rival != seat and (rival, card) not in taken
        )


def name_subject(state: State, kind: str, number: int) -> dict[str, JSON]:
    """Return the name of the aim's card (kind "deny") or region as a parameter."""
    return {"card": card_name(number)} if kind == "deny" else {"region": region_name(state.board.codes[number])}


def name_choice(state: State, action: int) -> Message | None:
    """Return a message that names the card which an action buys; None for other actions."""
    if state.phase != TAKE_CARD or not act.CARD <= action < act.CARD + len(state.row):
        return None
    return Message(f"{DOMAIN}.aim.buy", {"card": card_name(state.row[action - act.CARD])})


def relates(state: State, aim: Aim, action: int) -> bool:
    """Whether an aim can come of an action: only buying that very card denies it to rivals."""
    kind, *about = aim
    return kind != "deny" or (state.phase == TAKE_CARD and state.row[action - act.CARD] == about[0])


AIMS = AimRules(WORTH, find_aims, name_subject, name_choice, relates)
"""What turns are for (``ai.aims``)."""
