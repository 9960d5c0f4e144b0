"""Views: everything is public except future chance."""

from collections.abc import Callable

from engine.contract import HANDICAP, Chance, Emit, View, twist_bits, twist_names

from . import actions as act, effects, options
from .cards import IN_PILE, PILES, citizens
from .dice import nets
from .maps import IN_HALF, kingdom
from .scoring import WORTH, parts, scores, standing
from .state import (
    ATTACK,
    CHECK,
    CLAIM,
    NOTHING,
    OVER,
    PHASES,
    ROLLS,
    TAME,
    State,
    bits,
    blank,
    copied,
    count_remaining_turns,
    count_supply,
    find_round,
    to_mask,
)
from .turns import choices, find_met_conditions, signs


def view(state: State, seat: int | None) -> View:
    """Return the whole game as plain data for a seat (None = spectator); only ``choices``, ``gains``, ``helps`` differ.

    ``dice``: faces, 0 before the first roll; ``symbols`` of the dice and ``added`` ones;
    ``met``: per pile the index of the tier of its open citizen that the dice meet now, else None;
    ``piles``: which citizens lie under the open one, in no order; ``dead``: tiles without a flame;
    ``turns_left``: turns to come after this one once the supply is empty and the round is finished, else None;
    ``supply.unseen``: tiles nobody has seen, two of which have left the game; ``terrains`` those of the tiles in
    ``drawn``; ``scores`` as in ``scoring.describe_parts``, ``worth`` of one of each part.

    For the seat with a pending decision: ``choices``: legal actions; ``gains``: points that each of them brings when a
    region is claimed, tamed or attacked; ``helps``: after the roll, by symbol (as text) that jokers could add, the
    piles whose citizens it would win, or with a better tier.
    """
    rolled = state.rolls > 0
    taken = to_mask([card for card in state.market if card >= 0])
    for mask in (*state.piles, *state.open, *state.down):
        taken |= mask
    owned = state.flames
    for mask in state.marks:
        owned |= mask
    return {
        "seat": seat,
        "seats": state.seats,
        "arrangement": kingdom().arrangements[state.arrangement].name,
        "options": {options.FINISH: bool(state.finish)},
        "twists": twist_names(options.TWISTS, state.twists),
        "turn": state.turn,
        "turns_left": count_remaining_turns(state),
        "round": find_round(state),
        "phase": PHASES[state.phase],
        "active": state.active,
        "to_act": [] if state.phase == OVER else [state.active],
        "choices": list(state.choices) if seat == state.active else [],
        "gains": _gains(state) if seat == state.active else [],
        "helps": _helps(state) if seat == state.active else {},
        "rolls": state.rolls,
        "rolls_left": ROLLS - state.rolls if PHASES[state.phase] == "roll" else 0,
        "dice": list(state.dice),
        "symbols": [net[face] for net, face in zip(nets(), state.dice, strict=True)] if rolled else [],
        "added": list(state.added),
        "forced": bool(state.forced),
        "met": _tiers(state, find_met_conditions(state)) if rolled else [None] * PILES,
        "market": [None if card == NOTHING else card for card in state.market],
        "piles": [bits(mask) for mask in state.piles],
        "citizens": [bits(mask) for mask in state.open],
        "super_jokers": [bits(mask) for mask in state.down],
        "gone": bits((1 << PILES * IN_PILE) - 1 & ~taken),
        "markers": [bits(mask) for mask in state.marks],
        "flames": bits(state.flames),
        "free": bits(state.free),
        "dead": bits((1 << 2 * IN_HALF) - 1 & ~state.free & ~owned),
        "white": bits(state.white),
        "gold": bits(state.gold),
        "gems": [[white, gold] for white, gold in zip(state.whites, state.golds, strict=True)],
        "tamed": list(state.tamed),
        "supply": {
            **count_supply(state), "unseen": bits(state.unseen), "known": bits(state.known),
        },
        "drawn": list(state.drawn),
        "terrains": [tile % IN_HALF for tile in state.drawn],
        "claims": state.claims,
        "hired": None if state.hired == NOTHING else state.hired,
        "scores": scores(state),
        "worth": dict(WORTH),
        "result": list(standing(state)) if state.phase == OVER else [],
        **({HANDICAP: list(state.handicap)} if state.handicap else {}),
    }  # fmt: skip


_BUILDING: dict[int, tuple[int, Callable[[State, int, Emit | None], object]]] = {
    CLAIM: (act.CLAIM, effects.settle),
    TAME: (act.TAME, effects.tame),
    ATTACK: (act.ATTACK, effects.attack),
}
"""Phase → first code of its actions, and the function that places the marker."""


def _gains(state: State) -> list[int]:
    if state.phase not in _BUILDING:
        return []
    first, build = _BUILDING[state.phase]
    seat = state.active
    now = parts(state, seat)["total"]
    gains = []
    for action in state.choices:
        twin = copied(state)
        build(twin, action - first, None)
        gains.append(parts(twin, seat)["total"] - now)
    return gains


def _helps(state: State) -> dict[str, list[int]]:
    if state.phase != CHECK:
        return {}
    joined = sorted({(action - act.JOKER) // 3 for action in state.choices if action >= act.JOKER})
    if not joined:
        return {}
    now = _tiers(state, find_met_conditions(state))
    dice = signs(state)
    helps = {}
    for sign in joined:
        then = _tiers(state, citizens().conditions.match([*dice, sign]))
        helps[str(sign)] = [pile for pile in range(PILES) if then[pile] is not None and then[pile] != now[pile]]
    return helps


def _tiers(state: State, met: int) -> list[int | None]:
    """Return per pile the index of its open citizen's tier that these conditions (mask) meet, else None."""
    found: list[int | None] = []
    for card in state.market:
        tier = citizens().best_tier(card, met) if card >= 0 else None
        found.append(None if tier is None else citizens().cards[card].tiers.index(tier))
    return found


def determinize(view: View, chance: Chance) -> State:
    """Return the state of a view; nothing but future chance is hidden, so nothing is drawn."""
    twists = twist_bits(options.TWISTS, dict.fromkeys(view.get("twists", ()), True))
    state = blank(view["seats"], int(view["options"][options.FINISH]), twists, tuple(view.get(HANDICAP, ())))
    names = [each.name for each in kingdom().arrangements]
    state.arrangement = names.index(view["arrangement"])
    state.turn = view["turn"]
    state.phase = PHASES.index(view["phase"])
    state.active = view["active"]
    state.rolls = view["rolls"]
    state.dice = tuple(view["dice"])
    state.added = tuple(view["added"])
    state.forced = int(view["forced"])
    state.market = [NOTHING if card is None else card for card in view["market"]]
    state.piles = [to_mask(cards) for cards in view["piles"]]
    state.open = [to_mask(cards) for cards in view["citizens"]]
    state.down = [to_mask(cards) for cards in view["super_jokers"]]
    state.marks = [to_mask(regions) for regions in view["markers"]]
    state.flames = to_mask(view["flames"])
    state.free = to_mask(view["free"])
    state.white = to_mask(view["white"])
    state.gold = to_mask(view["gold"])
    state.whites = [white for white, _ in view["gems"]]
    state.golds = [gold for _, gold in view["gems"]]
    state.tamed = list(view["tamed"])
    store = view["supply"]
    state.unseen = to_mask(store["unseen"])
    state.known = to_mask(store["known"])
    state.flames_left, state.white_left, state.gold_left = store["flames"], store["white"], store["gold"]
    state.drawn = tuple(view["drawn"])
    state.claims = view["claims"]
    state.hired = NOTHING if view["hired"] is None else view["hired"]
    state.choices = choices(state)
    return state
