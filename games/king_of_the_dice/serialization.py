"""Serialization of states: dump to plain JSON data, load with every value checked and compared with the others."""

from collections.abc import Iterator

from engine import states
from engine.contract import JSON, BadState, Problem
from engine.states import collect_problems

from .cards import BULLY, CARDS, DWARF, IN_PILE, PILES, TAMER, THIEF, citizens
from .maps import IN_HALF, kingdom
from .options import NO_JOKERS, UNFORCED
from .setup import count_bonus_gems
from .state import FLAMES, GOLD_GEMS, NOTHING, PHASES, ROLLS, WHITE_GEMS, State, blank, count_remaining_turns, supply
from .turns import can_hire_by_dice, choices

SCHEMA = states.StateSchema(State)
dump = SCHEMA.dump
"""Dump the state without the choices, which are derived."""


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    state = read(data)
    states.refuse(find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state, consistent or not; raises :class:`BadState` naming the place where a field is out of
    bounds."""
    found = SCHEMA.read(data)
    if found.arrangement >= len(kingdom().arrangements):
        raise BadState(f"arrangement: expected one of {len(kingdom().arrangements)}, found {found.arrangement}")
    state = blank(found.seats)
    SCHEMA.take(state, found)
    states.check_steps(state.handicap, state.seats)
    if state.active >= state.seats:
        raise BadState(f"active: expected a seat below {state.seats}, found {state.active}")
    return state


# Check that a loaded state, valid field by field, is a position that a game can reach.


def find_problems(state: State) -> list[Problem]:
    """List the reasons why a state cannot occur in a game; fills in the legal actions of a possible one."""
    return collect_problems(state, (_check_cards, _check_map, _check_phase)) or collect_problems(
        state, (_check_choices,)
    )


def _check_choices(state: State) -> Iterator[Problem]:
    """Derive the legal actions, and check that there are some unless the game is over."""
    state.choices = choices(state)
    if not state.choices and PHASES[state.phase] != "over":
        yield Problem("phase", "stuck")


def _check_cards(state: State) -> Iterator[Problem]:
    """Check that every citizen is in at most one place, and that piles hold only their own citizens."""
    seen = 0
    places = [1 << card if card >= 0 else 0 for card in state.market] + state.piles + state.open + state.down
    for mask in places:
        if seen & mask:
            yield Problem("market", "two_places")
        seen |= mask
    for pile in range(PILES):
        own = (1 << IN_PILE) - 1 << IN_PILE * pile
        if state.piles[pile] & ~own or (state.market[pile] >= 0 and not own >> state.market[pile] & 1):
            yield Problem(f"piles[{pile}]", "derived", {"fields": "piles"})
        if state.piles[pile] and state.market[pile] == NOTHING:
            yield Problem(f"market[{pile}]", "missing")
    gone = CARDS - seen.bit_count()
    if gone % 2 or gone < 2 * len(state.added):
        yield Problem("added", "derived", {"fields": "market, piles, open, down"})


def _check_map(state: State) -> Iterator[Problem]:
    """Check that regions, tiles, gems and flames occur once each."""
    seen = state.free
    for name, mask in (("flames", state.flames), *(("marks", mask) for mask in state.marks)):
        if seen & mask:
            yield Problem(name, "two_places")
        seen |= mask
    if state.white & state.gold:
        yield Problem("gold", "two_places")
    if any((state.white | state.gold) & mask for mask in state.marks):
        yield Problem("marks", "two_places")
    white, gold = count_bonus_gems(state.handicap)
    if state.white.bit_count() + sum(state.whites) + state.white_left != WHITE_GEMS + white:
        yield Problem("whites", "total", {"wanted": WHITE_GEMS + white})
    if state.gold.bit_count() + sum(state.golds) + state.gold_left != GOLD_GEMS + gold:
        yield Problem("golds", "total", {"wanted": GOLD_GEMS + gold})
    lit = state.flames.bit_count()
    if lit + sum(state.tamed) + state.flames_left != FLAMES:
        yield Problem("tamed", "total", {"wanted": FLAMES})
    if state.unseen & state.known or any((state.unseen | state.known) >> tile & 1 for tile in state.drawn):
        yield Problem("known", "two_places")
    if len(set(state.drawn)) != len(state.drawn) or supply(state) < 0:
        yield Problem("drawn", "twice", {"found": str(list(state.drawn))})
    for terrain, regions in enumerate(kingdom().sites):
        tiles = sum((state.unseen | state.known) >> tile & 1 for tile in (terrain, terrain + IN_HALF))
        tiles += sum(tile % IN_HALF == terrain for tile in state.drawn)
        if tiles != sum(state.free >> region & 1 for region in regions):
            yield Problem("free", "derived", {"fields": "known, unseen, drawn"})


def _check_phase(state: State) -> Iterator[Problem]:
    """Check that the fields of the phase are set."""
    phase = PHASES[state.phase]
    if (0 in state.dice) != (state.rolls == 0) or (0 in state.dice and any(state.dice)):
        yield Problem("dice", "derived", {"fields": "rolls"})
    if phase in ("roll", "check"):
        yield from _check_turn(state)
    elif phase == "over":
        if supply(state) or count_remaining_turns(state):
            yield Problem("phase", "end")
    elif not state.rolls and (max(state.market) != NOTHING or phase not in ("lay", "flame")):
        yield Problem("rolls", "needed")
    yield from _check_effect(state, phase)
    if phase == "lay" and len(state.drawn) != 1:
        yield Problem("drawn", "needed")
    if phase not in ("claim", "lay") and state.drawn:
        yield Problem("drawn", "empty")
    if phase == "flame":
        if not any(state.tamed) or state.tamed[state.active] or state.flames_left:
            yield Problem("tamed", "phase")
        taken = state.free | state.flames
        for mask in state.marks:
            taken |= mask
        if taken >> state.claims & 1:
            yield Problem("claims", "derived", {"fields": "free, flames, marks"})
    elif phase != "claim" and state.claims:
        yield Problem("claims", "empty")
    if state.added and state.twists & NO_JOKERS:
        yield Problem("added", "options")
    if phase in ("lay", "flame") and state.forced:
        yield Problem("forced", "phase")


def _check_turn(state: State) -> Iterator[Problem]:
    """Check the phases of rolling and of deciding after the rolls."""
    rolling, out = PHASES[state.phase] == "roll", max(state.market) == NOTHING
    if not supply(state) and not (state.finish and (state.turn - 1) % state.seats):
        yield Problem("phase", "end")
    if rolling and (state.rolls == ROLLS or out):
        yield Problem("rolls", "phase")
    if not rolling and (state.rolls == 0) != out:
        yield Problem("rolls", "needed")
    if state.added and (rolling or out):
        yield Problem("added", "empty")
    free = rolling or out or state.twists & UNFORCED
    forced = 0 if free else int(can_hire_by_dice(state))
    if state.forced != forced:
        yield Problem("forced", "differs", {"wanted": forced, "found": state.forced})


_AT_WORK: dict[str, tuple[int, ...]] = {
    "claim": tuple(pile for pile in range(PILES) if pile not in (TAMER, BULLY)), "tame": (TAMER,), "attack": (BULLY,),
    "steal_citizen": (THIEF,), "steal_gem": (THIEF,),
}  # fmt: skip
"""Phase → piles whose citizens lead to it."""


def _check_effect(state: State, phase: str) -> Iterator[Problem]:
    """Check the citizen whose effect is carried out, and the tiles it may claim."""
    if phase not in _AT_WORK:
        if state.hired != NOTHING:
            yield Problem("hired", "empty")
        return
    if state.hired == NOTHING or not state.open[state.active] >> state.hired & 1:
        yield Problem("hired", "needed")
    card = citizens().cards[state.hired]
    steals = phase in ("steal_citizen", "steal_gem")
    if card.pile not in _AT_WORK[phase] or (steals and card.steals_gem != (phase == "steal_gem")):
        yield Problem("hired", "derived", {"fields": "phase"})
    if phase == "claim":
        claims = 1 if card.pile in (DWARF, THIEF) else len(state.drawn)
        if state.claims != claims or not 0 < len(state.drawn) <= max(tier.draw for tier in card.tiers):
            yield Problem("claims", "derived", {"fields": "hired, drawn"})
