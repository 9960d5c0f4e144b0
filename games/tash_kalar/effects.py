"""Interpreter of effect programs, step by step.

``run`` continues until a choice is needed or the effect is over; ``legal`` lists the choices (see
``candidates``); ``choose`` carries one out. The registers of an effect are in ``State.fx``.

Rulings: T3 Bomb; T7 what Titan destroys is not destroyed by the player; T11 red and green squares work
in every form; T12 Forest Ancient destroys one common of the colour of each piece placed; T18 no square twice.
"""

from typing import Any

from engine.contract import Chance, Emit, Event
from games.tash_kalar import actions as act, effect_compiler as word
from games.tash_kalar.candidates import AT_ONCE, candidates, find_only_mover, get_program, hit, targets
from games.tash_kalar.effect_compiler import ANY_NUMBER, Step
from games.tash_kalar.expansions import list_conditions
from games.tash_kalar.maps import COLOURED, GREEN, MIDDLE, RED, bits, heading
from games.tash_kalar.scoring import count_destruction_points, scores
from games.tash_kalar.state import (
    CENTRE,
    COUNT,
    EACH,
    EFFECT,
    EQUALS,
    FRESH,
    HEADING,
    LAST,
    LAST_RANK,
    LOCK,
    MOST_ACTIONS,
    PC,
    PICKED,
    PLACED_COUNTS,
    SEEN,
    SELF,
    SELF_MOVED,
    TIMES,
    USED_MASK,
    State,
    count_sides,
    count_supply,
    deck_size,
    find_man,
    first_card,
    get_side,
    supply,
)

# Placing, moving, turning and destroying pieces, including updates of the current effect's registers.
#
# The events about a piece say whose decision it is (``seat`` and its ``side``), and what else has changed with it:
# ``supply`` of its colour (common or heroic, legendary), ``scores`` of all sides, and the ``actions`` left.


def _describe_actor(state: State) -> dict[str, int]:
    """Event data: the deciding seat and its side."""
    return {"seat": state.acting, "side": get_side(state, state.acting)}


def _describe_piece(state: State, man: int, square: int) -> dict[str, Any]:
    """Event data about a piece, after the change."""
    return {
        **_describe_actor(state), "colour": man // 3, "rank": man % 3, "square": square,
        "supply": count_supply(state, man // 3), "scores": scores(state), "actions": state.actions,
    }  # fmt: skip


def _count_losses(state: State, colour: int) -> dict[str, Any]:
    """Return as event data the pieces of a colour destroyed this turn, by rank, and the points that they will give."""
    return {"destroyed": state.tally[3 * colour : 3 * colour + 3], "worth": count_destruction_points(state, colour)}


def put(state: State, man: int, square: int, emit: Emit | None) -> None:
    """Put a piece (3 * colour + rank) of the supply on an empty square."""
    state.men[man] |= 1 << square
    if emit is not None:
        emit(Event("put", _describe_piece(state, man, square)))


def convert(state: State, square: int, rank: int, emit: Emit | None) -> None:
    """Destroy an enemy piece and put one of this rank of the side on turn in its place."""
    was = find_man(state, square)
    destroy(state, square, True, None)
    man = 3 * get_side(state, state.active) + rank
    state.men[man] |= 1 << square
    if emit is not None:
        lost = {"colour": was // 3, "supply": count_supply(state, was // 3), **_count_losses(state, was // 3)}
        emit(Event("converted", {**_describe_piece(state, man, square), "lost": lost}))


def take(state: State, square: int, emit: Emit | None) -> None:
    """Pick up an own piece (shortage), which is not destroying."""
    man = find_man(state, square)
    state.men[man] ^= 1 << square
    for one in state.expansions:
        one.on_removal(state, square)
    if emit is not None:
        emit(Event("taken_up", _describe_piece(state, man, square)))


def destroy(state: State, square: int, by_you: bool, emit: Emit | None) -> None:
    """Return a piece to its owner's supply; ``by_you``: it counts for points and tasks if it is an enemy's."""
    man = find_man(state, square)
    state.men[man] ^= 1 << square
    counts = by_you and man // 3 != get_side(state, state.active)
    if counts:
        state.tally[man] += 1
    fx = state.fx
    if fx[SELF] == square:
        fx[SELF] = -1
    if fx[LAST] == square:
        fx[LAST] = -1
    fx[USED_MASK] &= ~(1 << square)
    fx[SEEN] &= ~(1 << square)
    for one in state.expansions:
        one.on_removal(state, square)
    if emit is not None:
        data = {**_describe_piece(state, man, square), "counts": counts, **_count_losses(state, man // 3)}
        emit(Event("destroyed", data))


def relocate(state: State, origin: int, target: int, leap: bool, emit: Emit | None) -> None:
    """Move a piece; the deciding player destroys another piece on the target, whichever piece moves."""
    man = find_man(state, origin)
    if emit is not None:
        where = {"from": origin, "to": target, "leap": leap}
        emit(Event("moved", {**_describe_actor(state), "colour": man // 3, "rank": man % 3, **where}))
    if find_man(state, target) >= 0:
        destroy(state, target, True, emit)
    state.men[man] ^= 1 << origin | 1 << target
    for one in state.expansions:
        one.on_move(state, origin, target)
    fx = state.fx
    if fx[SELF] == origin:
        fx[SELF] = fx[CENTRE] = target
    for mask in (USED_MASK, SEEN):
        if fx[mask] >> origin & 1:
            fx[mask] ^= 1 << origin | 1 << target


def set_rank(state: State, square: int, rank: int, emit: Emit | None) -> None:
    """Upgrade or downgrade a piece to this rank, which does not count as destroying; nothing for the same rank.

    The caller has checked that a piece of this rank is in supply.
    """
    man = find_man(state, square)
    old = man % 3
    if rank == old or not 0 <= rank <= 2:
        return
    state.men[man] ^= 1 << square
    state.men[man - old + rank] |= 1 << square
    for one in state.expansions:
        one.on_rank_change(state, square, rank)
    if emit is not None:
        kind = "upgraded" if rank > old else "downgraded"
        emit(Event(kind, _describe_piece(state, man - old + rank, square)))


def begin(state: State, source: int) -> None:
    """Begin an effect from ``source`` without a summoned piece (a flare or a second program), with fresh registers."""
    state.source = source
    state.fx = list(FRESH)


def run(state: State, chance: Chance, emit: Emit | None) -> bool:
    """Continue the effect; return True when it is over, False when a choice is pending."""
    while True:
        program = get_program(state)
        fx = state.fx
        if fx[PC] >= len(program):
            if not state.queue:
                return True
            begin(state, state.queue[0])
            state.queue = state.queue[1:]
            continue
        step = program[fx[PC]]
        if step.op in AT_ONCE:
            _run_automatic_step(state, step, emit)
            continue
        if step.all_of_them:
            _destroy_all(state, step, emit)
            continue
        found = candidates(state, step)
        if not found:
            _leave(state, step)
        elif len(found) == 1 and (not step.may or fx[PICKED] >= 0 or (step.run_on and fx[TIMES])):
            choose(state, found[0], emit)
        else:
            state.phase = EFFECT
            return False


def legal(state: State) -> tuple[int, ...]:
    """Return the legal actions of the current step."""
    step = get_program(state)[state.fx[PC]]
    found = candidates(state, step)
    if step.may and state.fx[PICKED] < 0 and not (step.run_on and state.fx[TIMES]):
        return (act.DONE, *found)
    return tuple(found)


def decline(state: State, emit: Emit | None) -> None:
    """Skip the current optional step, or the rest of it."""
    if emit is not None:
        emit(Event("left_out", {"seat": state.acting}))
    _leave(state, get_program(state)[state.fx[PC]], declined=True)


def _leave(state: State, step: Step, declined: bool = False) -> None:
    fx = state.fx
    fx[PC] = fx[PC] + 1 if fx[TIMES] else step.after if declined else step.none
    _reset(fx)


def _reset(fx: list[int]) -> None:
    """Reset the registers of a single step."""
    fx[PICKED] = fx[LOCK] = -1
    fx[TIMES] = fx[EQUALS] = fx[SEEN] = fx[EACH] = fx[SELF_MOVED] = 0


# --- carrying out -------------------------------------------------------------------------------


def choose(state: State, action: int, emit: Emit | None) -> None:
    """Carry out a choice of the current step; the action must be one of its candidates."""
    fx = state.fx
    step = get_program(state)[fx[PC]]
    op = step.op
    if op in (word.MOVE, word.LEAP):
        square = action - act.SQUARE
        mover = fx[PICKED] if fx[PICKED] >= 0 else find_only_mover(state, step)
        if mover < 0:
            fx[PICKED] = square
            if emit is not None:
                emit(Event("picked", {"seat": state.acting, "square": square, "moves": True}))
            return
        _move(state, step, mover, square, emit)
        return
    if op == word.CHOOSE:
        if emit is not None:
            emit(Event("option_chosen", {"seat": state.acting, "option": action - act.OPTION}))
        fx[PC] = step.ways[action - act.OPTION]
        _reset(fx)
        return
    fx[TIMES] += 1
    if op == word.ADDED and step.word is not None:
        step.word.choose(state, step, action, emit)
        return
    if op == word.DISCARD:
        _discard_flare(state, emit)
        return
    if op == word.SHOOT:
        fx[HEADING] = action - act.DIRECTION
        if emit is not None:
            emit(Event("shot", {"seat": state.acting, "square": fx[CENTRE], "direction": fx[HEADING]}))
        for square in hit(state, step, fx[HEADING]):
            destroy(state, square, True, emit)
        return
    if op == word.RECALL:
        _recall(state, action - act.RECALL, emit)
        return
    if op == word.PLACE:
        man, square = divmod(action - act.PUT, 128)
        put(state, man, square, emit)
        fx[PLACED_COUNTS] += 1 << 4 * (man // 3)
        fx[LAST], fx[LAST_RANK] = square, man % 3
        return
    _to_piece(state, step, action - act.SQUARE, emit)


def _to_piece(state: State, step: Step, square: int, emit: Emit | None) -> None:
    """Apply a step to the chosen piece (or square)."""
    fx = state.fx
    man = find_man(state, square)
    fx[LAST], fx[LAST_RANK] = square, man % 3
    op = step.op
    own = get_side(state, state.active)
    if op == word.TEND:
        if man < 0:
            put(state, 3 * own, square, emit)
        elif man // 3 == own:
            set_rank(state, square, 1, emit)
        else:
            destroy(state, square, True, emit)
    elif op == word.DESTROY:
        if step.who == word.PLACED:
            fx[PLACED_COUNTS] -= 1 << 4 * (man // 3)
        destroy(state, square, not step.uncounted, emit)
        fx[LAST] = square
        fx[COUNT] = fx[TIMES]
    elif op == word.UPGRADE:
        if step.each_colour:
            fx[EACH] = (man // 3 - own) % count_sides(state) + 1
        set_rank(state, square, man % 3 + 1, emit)
    elif op == word.DOWNGRADE:
        if man % 3 == 1 or supply(state, man // 3, 1):
            set_rank(state, square, man % 3 - 1, emit)
        elif emit is not None:
            emit(Event("picked", {"seat": state.acting, "square": square, "moves": False}))
    elif op == word.CONVERT:
        convert(state, square, man % 3 if step.number < 0 else step.number, emit)
        fx[LAST] = square
    elif emit is not None:  # a piece was picked
        emit(Event("picked", {"seat": state.acting, "square": square, "moves": False}))
    fx[SEEN] |= 1 << square  # last: destroying clears the square together with its piece


def _move(state: State, step: Step, origin: int, target: int, emit: Emit | None) -> None:
    """Move a piece; a piece on the target is destroyed."""
    fx = state.fx
    man = find_man(state, origin)
    victim = find_man(state, target)
    if step.alike:
        fx[LOCK] = man
    if step.self_once and origin == fx[SELF]:
        fx[SELF_MOVED] = 1
    fx[HEADING] = heading(origin, target)
    relocate(state, origin, target, step.op == word.LEAP, emit)
    fx[SEEN] |= 1 << target
    fx[LAST], fx[LAST_RANK] = target, man % 3
    fx[PICKED] = -1
    fx[TIMES] += 1
    if step.counting:
        fx[COUNT] = int(victim >= 0)
    if victim >= 0 and victim % 3 == man % 3 and step.equal < ANY_NUMBER:
        fx[EQUALS] += 1
    ends = (step.stops == word.STOPS_ON_EMPTY and victim < 0) or (
        step.stops == word.STOPS_ON_LEGEND and victim >= 0 and victim % 3 == 2
    )
    if ends:
        fx[TIMES] = ANY_NUMBER


def _destroy_all(state: State, step: Step, emit: Emit | None) -> None:
    """Destroy all pieces of the step at once, without a choice."""
    fx = state.fx
    last = fx[LAST]
    found = bits(targets(state, step))
    for square in found:
        destroy(state, square, not step.uncounted, emit)
    fx[LAST] = last
    fx[COUNT] = fx[TIMES] = len(found)
    _leave(state, step)


def _recall(state: State, card: int, emit: Emit | None) -> None:
    """Put a card of the active seat's discards on top of its deck, visibly."""
    seat = state.active
    local = card - first_card(state, seat)
    state.discards[seat] ^= 1 << local
    state.tops[seat] = (local, *state.tops[seat])
    if emit is not None:
        emit(Event("recalled", {"seat": seat, "card": card, "left": deck_size(state, seat)}))


def _discard_flare(state: State, emit: Emit | None) -> None:
    """Discard the flare of the seat on turn, unplayed; it is drawn again at the end of the turn."""
    seat = state.active
    flare = state.flares[seat] & -state.flares[seat]
    state.flares[seat] ^= flare
    state.flare_discard |= flare
    if emit is not None:
        emit(Event("flare_discarded", {"seat": seat, "flare": flare.bit_length() - 1}))


def _run_automatic_step(state: State, step: Step, emit: Emit | None) -> None:
    """Steps without a choice."""
    fx = state.fx
    op = step.op
    if op == word.JUMP:
        fx[PC] = step.after
        return
    if op == word.IF:
        fx[PC] = step.ways[0 if _holds(state, step.number) else 1]
        return
    if op == word.BY_RANK:
        fx[PC] = step.ways[fx[LAST_RANK]] if fx[LAST_RANK] >= 0 else step.after
        return
    if op == word.ADDED_AT_ONCE:
        if step.word is not None:
            step.word.run(state, step, emit)
        fx[PC] += 1
        return
    seat = state.active
    data: dict[str, int] = {"seat": seat}
    if op == word.GAIN:
        gained = min(step.number, MOST_ACTIONS - state.actions)
        state.actions += gained
        data["actions"] = gained
        data["left"] = state.actions
    elif op == word.DRAW:
        beings, legends = state.extra
        state.extra = (beings + 1, legends) if step.number == 0 else (beings, legends + 1)
        data["kind"] = step.number
    elif op == word.TURN:
        state.extra_turn = 1
    else:
        state.lent = 1
    if emit is not None:
        name = {word.GAIN: "actions_gained", word.DRAW: "extra_card", word.TURN: "extra_turn", word.LEND: "lent"}[op]
        emit(Event(name, data))
    fx[PC] += 1


def _holds(state: State, condition: int) -> bool:
    """Whether a condition of an effect (its number) holds.

    Ruling T3: Bomb's "last action" means that no action is left when it is summoned. Ruling T11: colours count in
    every form.
    """
    fx = state.fx
    centre = 1 << fx[CENTRE] if fx[CENTRE] >= 0 else 0
    if condition == word.ACTIONS_LEFT:
        return state.actions > 0
    if condition == word.SELF_ON_RED:
        return bool(centre & RED)
    if condition == word.SELF_ON_GREEN:
        return bool(centre & GREEN)
    if condition == word.SELF_ON_OUTER:
        return bool(centre & COLOURED & ~MIDDLE)
    if condition == word.LAST_ON_RED:
        return fx[LAST] >= 0 and bool(1 << fx[LAST] & RED)
    if condition == word.LAST_WAS_L:
        return fx[LAST_RANK] == 2
    if condition >= len(word.CONDITIONS):
        return list_conditions()[condition - len(word.CONDITIONS)][1](state)
    return fx[COUNT] >= (1 if condition == word.DESTROYED_1 else 2)
