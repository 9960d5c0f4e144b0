"""Why a choice is good or not: reasons for the hint, the most telling first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.contract import Message
from games.king_of_the_dice import actions as act
from games.king_of_the_dice import odds
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.maps import kingdom, largest_area
from games.king_of_the_dice.messages import citizen_name
from games.king_of_the_dice.state import ATTACK, CLAIM, LAY, ROLLS, STEAL_CITIZEN, STEAL_GEM, TAME, State

from .action_values import apply_action
from .evaluate import estimate_turns, jokers
from .hold_policies import HoldValues

EXPLAINED_HOLDS = 4
LIKELY = 0.05
MOST_CHANCES = 2

Why = Callable[[int], list[Message]]


def explain_holds(state: State, rolled: HoldValues, values: Sequence[float]) -> Why:
    """The chances of the best citizens for the best holds, and for all of them the points."""
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
    """Reasons for hiring, an alarm or jokers."""
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
    """Reasons for a region, a theft or a flame."""
    near = kingdom().arrangements[state.arrangement].near
    area = largest_area(near, state.marks[seat])

    def why(action: int) -> list[Message]:
        told: list[Message] = []
        phase = state.phase
        if phase in (CLAIM, TAME, ATTACK):
            twin = apply_action(state, action)
            grown = largest_area(near, twin.marks[seat])
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
    """A citizen is good for its joker, best of all together with another."""
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
