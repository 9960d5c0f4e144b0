"""Sentences: reasons for the hint, the most telling first, parts of a turn, and facts of a finished game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ai.analysis.game_facts import FactContext, fact
from ai.analysis.report import Fact
from ai.king_of_the_dice.evaluate import apply_action, estimate_turns, jokers
from ai.king_of_the_dice.hold_policies import HoldValues
from engine.contract import Event, Message
from engine.history import History
from games.event_texts import WHERE, Decided, TurnPart, add_effect
from games.king_of_the_dice import actions as act, odds
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import nets, to_colour, to_number
from games.king_of_the_dice.maps import kingdom, largest_group
from games.king_of_the_dice.messages import DOMAIN, citizen_name, colour_name, region_name
from games.king_of_the_dice.state import ATTACK, CLAIM, LAY, ROLL, ROLLS, STEAL_CITIZEN, STEAL_GEM, TAME, State

EXPLAINED_HOLDS = 4
LIKELY = 0.05
MOST_CHANCES = 2

Why = Callable[[int], list[Message]]


def explain_holds(state: State, rolled: HoldValues, values: Sequence[float]) -> Why:
    """Return a function from holds to reasons: expected points, for the best ones also chances of citizens."""
    left = ROLLS - state.rolls
    best = set(sorted(range(len(values)), key=lambda keep: -values[keep])[:EXPLAINED_HOLDS])

    def why(keep: int) -> list[Message]:
        found: list[tuple[float, Message]] = []
        if keep in best:
            for pile, card in enumerate(state.market):
                if card < 0:
                    continue
                chance = odds.citizens_plan([card]).keeping(state.dice, keep, left)
                gain = rolled.prospects.best(pile) if rolled.prospects is not None else 1.0
                if chance >= LIKELY:
                    params = {"citizen": citizen_name(pile), "percent": round(100 * chance)}
                    found.append((chance * gain, _hint("chance", **params)))
        found.sort(key=lambda pair: -pair[0])
        return [*(message for _, message in found[:MOST_CHANCES]), _points("over_alarm", values[keep])]

    return why


def explain_check(values: dict[int, float]) -> Why:
    """Return a function from actions after the roll (hire, alarm, jokers) to reasons; ``values``: gain by action."""
    alarms = [value for action, value in values.items() if act.ALARM <= action <= act.ALARM_ALONE]

    def why(action: int) -> list[Message]:
        told = [_points("brings", values[action])]
        if action >= act.JOKER:
            told.insert(0, _hint("jokers"))
        elif action >= act.ALARM:
            told.insert(0, _hint("super_joker"))
            if len(alarms) > 1 and values[action] > sorted(alarms)[-2]:
                told.append(_hint("denies"))
        return told

    return why


def explain_places(state: State, seat: int) -> Why:
    """Return a function from actions on the map (region, theft, flame) to reasons."""
    near = kingdom().arrangements[state.arrangement].near
    area = largest_group(near, state.marks[seat]).bit_count()

    def why(action: int) -> list[Message]:
        told: list[Message] = []
        phase = state.phase
        if phase in (CLAIM, TAME, ATTACK):
            twin = apply_action(state, action)
            grown = largest_group(near, twin.marks[seat]).bit_count()
            told.append(_hint("area", n=grown) if grown > area else _hint("apart"))
            if twin.golds[seat] > state.golds[seat]:
                told.append(_hint("gem.gold"))
            if twin.whites[seat] > state.whites[seat]:
                told.append(_hint("gem.white"))
            if phase == TAME:
                told.append(_hint("flame", n=twin.tamed[seat]))
            if phase == ATTACK:
                victim = next(other for other in range(state.seats) if state.marks[other] & ~twin.marks[other])
                told.append(_hint("loses", player={"seat": victim}))
        elif phase == LAY:
            region = action - act.LAY
            rivals = [other for other in range(state.seats) if other != seat and near[region] & state.marks[other]]
            told.append(_hint("blocks", player={"seat": rivals[0]}) if rivals else _hint("dragon_away"))
        elif phase == STEAL_GEM:
            gold = action >= act.STEAL_GEM and bool((action - act.STEAL_GEM) & 1)
            told.append(_hint("nothing") if action == act.STEAL_NO_GEM else _hint("gem.gold" if gold else "gem.white"))
        elif phase == STEAL_CITIZEN:
            told.append(_theft(state, seat, action))
        else:
            told.append(_hint("their_flame", player={"seat": action - act.FLAME_OF}))
        return told[:3]

    return why


def _theft(state: State, seat: int, action: int) -> Message:
    """Return the reason for a theft: a citizen brings its joker, best together with another citizen."""
    if action == act.STEAL_NO_CITIZEN:
        return _hint("nothing")
    card = citizens().cards[action - act.STEAL_CITIZEN]
    mine = estimate_turns(state) / state.seats
    pair = bool(state.open[seat] & citizens().with_joker[card.joker])
    useful = jokers(1 << card.id | state.open[seat], state.down[seat], mine) > 0
    return _hint("pair" if pair and useful else "joker")


def _points(name: str, value: float) -> Message:
    return _hint(name, n=round(value, 1))


def _hint(name: str, **params: object) -> Message:
    return Message(f"king_of_the_dice.hint.{name}", params)


# Tells a turn of King of the Dice: what was kept, the result, the citizen hired, and what was done on the map.

_BASE = f"{DOMAIN}.turn"


def describe_turn(decided: Sequence[Decided], seat: int) -> list[TurnPart]:
    """Return the parts of a seat's turn, in order; ``decided``: its actions with their events."""
    parts: list[TurnPart] = []
    faces: Sequence[int] = ()
    for number, (_, events) in enumerate(decided, 1):
        for event in events:
            if event.seats is not None and seat not in event.seats:
                continue
            begun = _begin_part(event, seat, faces)
            if event.kind == "rolled":
                faces = event.data["faces"]
            if begun is not None:
                parts.append(replace(begun, decisions=number))
            elif parts and event.kind == "gem_taken" and event.data.get("seat") == seat:
                gem = "gold" if event.data["gold"] else "white"
                parts[-1] = add_effect(parts[-1], Message(f"{_BASE}.gem.{gem}"), number)
    return parts


def _begin_part(event: Event, seat: int, faces: Sequence[int]) -> TurnPart | None:
    """Return the part of a turn that an event begins, None if it begins none; ``faces``: of the dice before it."""
    data = event.data
    if data.get("seat") != seat:
        return None
    if event.kind == "rolled":
        if not data["kept"]:
            return TurnPart(Message(f"{_BASE}.rolled.all"), leads=True)
        kept = sorted((nets()[at][(faces or data["faces"])[at]] for at in data["kept"]), reverse=True)
        die = f"{_BASE}.die"
        dice = [{"text": die, "number": to_number(sign), "colour": colour_name(to_colour(sign))} for sign in kept]
        return TurnPart(Message(f"{_BASE}.kept", {WHERE: {"list": dice}, "roll": data["roll"]}), leads=True)
    if event.kind == "result_stands":
        faces = sorted(data["faces"], reverse=True)
        return TurnPart(Message(f"{_BASE}.result", {"dice": " ".join(map(str, faces))}), leads=True, drawn=True)
    if event.kind == "jokers_used":
        said = Message(f"{_BASE}.joker", {"number": data["number"], "colour": colour_name(data["colour"])})
        return TurnPart(said, leads=True)
    if event.kind == "hired":
        return TurnPart(Message(f"{_BASE}.hired", {"citizen": citizen_name(data["pile"])}))
    if event.kind == "alarm":
        return TurnPart(Message(f"{_BASE}.alarm"))
    if event.kind in ("claimed", "tamed", "attacked", "dragon_lands"):
        said = Message(f"{_BASE}.{event.kind}", {"region": region_name(data["region"])})
        fell = (data["region"],) if event.kind == "attacked" else ()
        return TurnPart(said, places=(data["region"],), lost=fell)
    if event.kind == "gem_stolen":
        return TurnPart(Message(f"{_BASE}.gem_stolen", {"victim": {"seat": data["victim"]}}))
    if event.kind == "citizen_stolen":
        return TurnPart(Message(f"{_BASE}.citizen_stolen", {"victim": {"seat": data["victim"]}}))
    return None


# The holds of a finished game of King of the Dice, against exact chances.
#
# A hold is as good as the best when no other one makes it likelier to meet a citizen that it may be for: one of those
# on the market, or any of them. It is measured by the one that it served best: whose chance, as a part of the best
# one, was largest. Which citizen is worth rolling for, the breakdown tells. Jokers are left out: what they add is paid
# for.

SAME = 1e-9
"""Chances that are nearer to each other than this are the same number, worked out in another order."""
ANY = -1
"""Instead of a pile: any citizen of the market."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A hold that was played, rated for one citizen: its pile, the probability ``kept`` to meet it, and the ``best``
    one."""

    turn: int
    pile: int
    kept: float
    best: float

    @property
    def lost(self) -> float:
        """Probability lost against the best hold; 0 if the difference is negligible."""
        return self.best - self.kept if self.best - self.kept > SAME else 0.0

    @property
    def sort_key(self) -> tuple[float, float]:
        """Sort key; the largest one selects the citizen by which a hold is rated: fraction of its best probability that
        was kept, then that probability."""
        return (1.0 if not self.lost else self.kept / self.best), self.best


def facts(known: FactContext, seat: int) -> list[Fact]:
    """Return facts about a seat's holds: how many were as good as the best, the mean loss, and the most costly one."""
    holds = list_holds(known.course, seat)
    if not holds:
        return []
    good = sum(not one.lost for one in holds)
    found = [fact(DOMAIN, "holds", n=len(holds), good=good)]
    if good == len(holds):
        return found
    mean = sum(one.lost for one in holds) / len(holds)
    found.append(fact(DOMAIN, "loss", points=round(100 * mean, 1)))
    dearest = max(holds, key=lambda one: one.lost)
    chances = {"kept": round(100 * dearest.kept), "best": round(100 * dearest.best)}
    if dearest.pile == ANY:
        found.append(fact(DOMAIN, "dearest.any", dearest.turn, **chances))
    else:
        found.append(fact(DOMAIN, "dearest", dearest.turn, citizen=citizen_name(dearest.pile), **chances))
    return found


def list_holds(course: History, seat: int) -> list[Hold]:
    """Return the ratings of all holds of a seat after a first roll, in order."""
    found = []
    for at, entry in enumerate(course.entries):
        state: State = course.positions[at].state
        if entry.seat == seat and state.phase == ROLL and state.rolls:
            found.append(evaluate_hold(state, entry.action, course.base + at))
    return found


def evaluate_hold(state: State, keep: int, turn: int) -> Hold:
    """Rate a hold (mask) for the citizen that it served best; ``turn``: decisions made before."""
    left = ROLLS - state.rolls
    market = {pile: card for pile, card in enumerate(state.market) if card >= 0}

    def rate_pile(pile: int) -> Hold:
        plan = odds.citizens_plan([market[pile]] if pile != ANY else market.values())
        return Hold(turn, pile, plan.keeping(state.dice, keep, left), plan.value(state.dice, left))

    # Any hold is as good as another for a citizen whom nothing can meet any more.
    each = [one for one in map(rate_pile, market) if one.best > SAME]
    if not each:
        return Hold(turn, ANY, 0.0, 0.0)
    best = max(each, key=lambda one: one.sort_key)
    if not best.lost or len(market) < 2:
        return best
    return max(best, rate_pile(ANY), key=lambda one: one.sort_key)  # asked last, for it takes a tenth of a second
