"""The five levels of King of the Dice.

first evening  keeps the commonest dice and takes the points that lie nearest: it thinks of no joker;
novice   rolls for the citizen that is easiest to meet and takes the points that lie nearest;
skilled  rolls for the one citizen that promises most, and sees what its regions can grow to;
expert   rolls for the whole market at once, and judges by numbers fitted to games what everybody can
         expect in the end;
grandmaster  rolls with two dice in mind that jokers could add, and thinks through more jokers.

All of them see a view only, and nothing in it is hidden. They draw no lots but between equals:
the same view and seed give the same answer everywhere.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ai.character import Amounts, leaders
from ai.decision import Considered, Decision, Player, decide_index, force_decision
from ai.king_of_the_dice import reasons, win_probability
from ai.king_of_the_dice.evaluate import Evaluator, evaluate_action, own, points
from ai.king_of_the_dice.final_score import evaluate_final_lead
from ai.king_of_the_dice.hold_policies import (
    HoldPolicy,
    common_dice,
    evaluate_check,
    hold_best_target,
    hold_common_dice,
    hold_easiest,
    make_market_policy,
)
from ai.king_of_the_dice.reasons import describe_turn
from ai.king_of_the_dice.win_probability import EVALUATOR as EVALUATOR
from ai.levels import LEVELS
from ai.opponent_registry import Aim, AimRules, AnalysisProfile
from engine.contract import JSON, Chance, Event, Message, View
from games.king_of_the_dice import RULES, actions as act, odds
from games.king_of_the_dice.cards import BULLY, DWARF, LANDOWNER, PILES, TAMER, THIEF
from games.king_of_the_dice.maps import kingdom, largest_group
from games.king_of_the_dice.messages import citizen_name, region_name
from games.king_of_the_dice.moves import ALL_DICE, Kind, Move, decode
from games.king_of_the_dice.scoring import parts as count_parts
from games.king_of_the_dice.state import CHECK, CLAIM, ROLL, ROLLS, State

# What each choice in King of the Dice brings of the terms that characters lean towards (see ``ai.character``).

SLACK = {"first_evening": 4.0, "novice": 3.0, "skilled": 0.5, "expert": 0.45, "grandmaster": 0.35}
"""Points: cost the lower levels nothing that could be measured (120 games each); with less their characters could not
be told apart: there is seldom more than one citizen to choose."""
ROLLING = {"first_evening": 0.0, "novice": 0.12, "skilled": 0.3, "expert": 0.3, "grandmaster": 0.25}
"""By the choice of dice."""

_PILES: dict[int, dict[str, float]] = {
    DWARF: {"sets": 1.0, "raids": -0.4, "greatness": -0.2},
    THIEF: {"raids": 0.7, "sets": 0.4, "leader": 0.6, "greatness": -0.5},
    TAMER: {"greatness": 1.0, "raids": -0.2, "sets": -0.3},
    BULLY: {"raids": 1.0, "leader": 0.8, "sets": -0.7},
    LANDOWNER: {"raids": -1.0, "leader": -0.7, "sets": -0.4, "greatness": 0.3},
}

_BUILDING: dict[Kind, dict[str, float]] = {
    Kind.CLAIM: {},
    Kind.LAY: {"greatness": 1.0},
    Kind.TAME: {"greatness": 1.0},
    Kind.ATTACK: {"raids": 1.0},
}


class _StyleBias:
    def slack(self, level: str, view: View) -> float:
        """Return what may be given up: for a hold in the unit of the level (probability or points), else in points."""
        return ROLLING[level] if view["phase"] == "roll" else SLACK[level]

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Return the terms of every action: boldness by dice rolled again; the others by what they do."""
        ahead = leaders([one["total"] for one in view["scores"]], seat)
        return [_rate_move(view, decode(action), ahead) for action in legal]


def _rate_move(view: View, move: Move, ahead: Sequence[int]) -> Amounts:
    if move.kind == Kind.KEEP:
        rolled = (ALL_DICE ^ move.dice).bit_count()
        return {"risk": rolled / 3 - 0.7 if rolled else -1.0, "greatness": 0.1 * (rolled > 3)}
    if move.kind == Kind.HIRE:
        assert move.pile is not None
        return _PILES[move.pile]
    if move.kind == Kind.ALARM:
        return {"thrift": 0.8, "risk": -0.3}
    if move.kind == Kind.JOKER:
        return {"thrift": -1.0, "risk": 0.3, "greatness": 0.4}
    return _place(view, move, ahead) if move.kind in _BUILDING else _theft(view, move, ahead)


def _theft(view: View, move: Move, ahead: Sequence[int]) -> Amounts:
    if move.declines:
        return {"raids": -1.0, "leader": -0.5}
    if move.kind == Kind.STEAL_CITIZEN:
        owner = next((seat for seat, cards in enumerate(view["citizens"]) if move.card in cards), None)
        return {"raids": 0.7, "thrift": 0.5, "leader": 1.0 if owner in ahead else -0.4}
    led = 1.0 if move.seat in ahead else -0.4
    return {"leader": led} if move.kind == Kind.FLAME else {"raids": 0.8, "sets": 0.6 + 0.3 * move.gold, "leader": led}


def _place(view: View, move: Move, ahead: Sequence[int]) -> Amounts:
    found = dict(_BUILDING[move.kind])
    found["sets"] = 1.0 if move.region in view["gold"] else 0.7 if move.region in view["white"] else -0.3
    if move.kind == Kind.ATTACK:
        owner = next((seat for seat, marks in enumerate(view["markers"]) if move.region in marks), None)
        found["leader"] = 1.0 if owner in ahead else -0.5
    return found


STYLE_BIAS = _StyleBias()


EQUAL = 1e-9
KEPT_GRAIN = 1e-6


@dataclass(frozen=True, slots=True)
class Mind:
    """Parameters of a level: hold policy, evaluator, most jokers considered.

    ``denies``: whether it counts which citizen it leaves to the next player; ``explains``: whether it gives reasons.
    """

    aim: HoldPolicy
    judge: Evaluator
    jokers: int
    denies: bool
    explains: bool


FIRST_EVENING = Mind(hold_common_dice, points, 0, False, False)
NOVICE = Mind(hold_easiest, points, 0, False, False)
SKILLED = Mind(hold_best_target, own, 1, False, False)
EXPERT = Mind(make_market_policy(0), evaluate_final_lead, 1, True, True)
GRANDMASTER = Mind(make_market_policy(2), evaluate_final_lead, 4, True, True)


UNSEEN = -10.0
"""Points that a careless player gives to what it does not look at, so that no leaning finds it."""


def take_carelessly(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide without a look at the citizens: keep the highest dice, hire any citizen, claim a region with a gem."""
    state = RULES.determinize(view, chance)
    among: Sequence[int] = ()
    if state.phase == ROLL:
        # The dice with the highest number look like the best ones.
        among = [sum(1 << at for at, face in enumerate(state.dice) if face == max(state.dice))]
    elif state.phase == CHECK:
        among = [action for action in legal if act.HIRE <= action < act.ALARM] or [
            action for action in legal if decode(action).kind != Kind.JOKER
        ]
    elif state.phase == CLAIM:
        gems = state.white | state.gold
        among = [action for action in legal if action >= act.CLAIM and gems >> (action - act.CLAIM) & 1]
    return _pick(legal, among or legal, chance)


def _pick(legal: Sequence[int], among: Sequence[int], chance: Chance) -> Decision:
    """One of the actions that are looked at, whichever."""
    values = [0.0 if action in among else UNSEEN for action in legal]
    return decide_index(legal, values, legal.index(chance.draw(among)))


def _player(mind: Mind) -> Player:
    def play(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
        return decide(mind, view, seat, legal, chance)

    return play


def decide(mind: Mind, view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide as the level of this mind does."""
    state = RULES.determinize(view, chance)
    if len(legal) == 1:
        return force_decision(legal[0])
    why: Callable[[int], list[Message]] = lambda action: []  # noqa: E731
    if state.phase == ROLL:
        rolled = mind.aim(state, seat, mind.judge)
        # Of equally good holds the one that keeps most: nobody likes to see sure dice rolled again.
        values = [value + KEPT_GRAIN * keep.bit_count() for keep, value in enumerate(rolled.values)]
        if mind.explains:
            why = reasons.explain_holds(state, rolled, values)
    elif state.phase == CHECK:
        found = evaluate_check(state, seat, mind.judge, mind.jokers, mind.denies)
        values = [found[action] for action in legal]
        if mind.explains:
            why = reasons.explain_check(found)
    else:
        now = mind.judge(state, seat)
        values = [evaluate_action(state, seat, mind.judge, action) - now for action in legal]
        if mind.explains:
            why = reasons.explain_places(state, seat)
    return _best(legal, values, chance, why)


def _best(
    legal: Sequence[int], values: Sequence[float], chance: Chance, why: Callable[[int], list[Message]]
) -> Decision:
    """The best action; equally good ones are drawn from."""
    top = max(values)
    chosen = chance.draw([action for action, value in zip(legal, values, strict=True) if value >= top - EQUAL])
    pairs = sorted(zip(legal, values, strict=True), key=lambda pair: (pair[0] != chosen, -pair[1]))
    return Decision(
        chosen, [Considered(action, float(action == chosen), value, why(action)) for action, value in pairs]
    )


def quick(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Decide without looking ahead: hire what is met, claim next to own regions."""
    if len(legal) == 1:
        return force_decision(legal[0])
    phase = view["phase"]
    if phase == "roll":
        met = any(tier is not None for tier in view["met"])
        return _answer(legal, act.STOP if met else common_dice(view["symbols"], view["dice"]), chance)
    if phase == "check":
        order = (LANDOWNER, DWARF, THIEF, TAMER)
        for pile in (*order, *(pile for pile in range(PILES) if pile not in order)):
            if act.HIRE + pile in legal:
                return _answer(legal, act.HIRE + pile, chance)
    if phase == "claim":
        gems = {*view["gold"], *view["white"]}
        best = max(legal, key=lambda action: action - act.CLAIM in gems)
        return _answer(legal, best, chance)
    return _answer(legal, chance.draw(legal), chance)


def _answer(legal: Sequence[int], action: int, chance: Chance) -> Decision:
    chosen = action if action in legal else chance.draw(legal)
    return Decision(chosen, [Considered(each, float(each == chosen), 0.0) for each in legal])


def sureness(state: State, action: int) -> float:
    """Return the probability to hire some citizen after a hold (0 to 1); 1 for all other decisions."""
    if state.phase != ROLL:
        return 1.0
    plan = odds.citizens_plan([card for card in state.market if card >= 0])
    left = ROLLS - state.rolls
    return plan.keeping(state.dice, action, left) if left else plan.value(state.dice, 0)


SURENESS = sureness
"""By what advice orders choices that are about equal."""


POINTS = points
"""Points as they stand."""
ANALYSIS = AnalysisProfile(
    pairs=144,
    pairs_there=16,
    events=("result_stands", "hired", "tamed", "attacked", "claimed", "gem_stolen", "citizen_stolen", "dragon_lands"),
    describe_turn=describe_turn,
    term_groups=(("territory", ("land", "growth")),),
    finished_by=win_probability.LEVEL,
)
"""How its analysis plays on: to the end, by quick choices; a turn to its end by Shrewd, who gets more out of dice."""
GAME_FACTS = "ai.king_of_the_dice.reasons"
"""Who knows what else there is to say of a finished game (``ai.analysis.game_facts``)."""
PLAYERS: Mapping[str, Player] = dict(
    zip(LEVELS, map(_player, (FIRST_EVENING, NOVICE, SKILLED, EXPERT, GRANDMASTER)), strict=True)
)
"""The players by level."""
CARELESS = take_carelessly
"""What levels do that do not look (``ai.algorithms.skill``)."""


def keep_commonest(view: View, legal: Sequence[int]) -> int | None:
    """Return the hold that keeps the dice of the most frequent number or colour; None outside of the roll phase."""
    hold = common_dice(view["symbols"], view["dice"]) if view["phase"] == "roll" else None
    return hold if hold in legal else None


FIRST_LOOK = keep_commonest
"""What a beginner does where no action brings points."""


# What turns of King of the Dice are for: regions, the largest area, gems, flames, citizens, dragons in the way.

WORTH = {
    "gold": 1.5, "attack": 1.4, "area": 1.2, "white": 1.2, "steal": 1.2, "flame": 1.0, "hire": 1.0, "dragon": 0.8,
    "joker": 0.6, "region": 0.5, "more": 0.45, "hires": 0.4, "jokers": 0.35, "points": 0.3,
}  # fmt: skip
_OF_REGION = {"claimed": "region", "tamed": "flame", "dragon_lands": "dragon"}


def find_aims(before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Aim]:
    """Yield the aims of a seat that came true between two positions."""
    near = kingdom().arrangements[before.arrangement].near
    was, now = (largest_group(near, state.marks[seat]).bit_count() for state in (before, after))
    if now > was:
        yield ("area",)
    if after.golds[seat] > before.golds[seat]:
        yield ("gold",)
    if after.whites[seat] > before.whites[seat]:
        yield ("white",)
    if after.down[seat].bit_count() > before.down[seat].bit_count():
        yield ("joker",)
    if after.marks[seat].bit_count() > before.marks[seat].bit_count():
        yield ("more",)
    if count_parts(after, seat)["total"] > count_parts(before, seat)["total"]:
        yield ("points",)
    own_turn = list(takewhile(lambda event: event.kind != "turn_begins", events))
    if not any(event.kind == "jokers_used" for event in own_turn):
        yield ("jokers",)
    for event in events:
        data = event.data
        if data.get("seat") != seat:
            continue
        if event.kind in _OF_REGION:
            yield _OF_REGION[event.kind], data["region"]
        elif event.kind == "attacked":
            yield "attack", data["region"], data["victim"]
        elif event.kind in ("gem_stolen", "citizen_stolen"):
            yield "steal", 0, data["victim"]
        elif event.kind == "hired":
            yield "hire", data["pile"]
            yield ("hires",)


def name_subject(state: State, kind: str, number: int) -> dict[str, JSON]:
    """Return the name of the aim's citizen or region as a parameter; {} for a theft."""
    if kind == "steal":
        return {}
    return {"citizen": citizen_name(number)} if kind == "hire" else {"region": region_name(number)}


def rate_decision(state: State) -> int:
    """Return how telling a decision is: 2 for whom to hire, 1 for choices on the map, 0 for dice to keep."""
    return {CHECK: 2, ROLL: 0}.get(state.phase, 1)


AIMS = AimRules(WORTH, find_aims, name_subject, rate_decision=rate_decision)
"""What turns are for (``ai.aims``)."""
