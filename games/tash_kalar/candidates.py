"""Choices in a step of an effect: pieces, squares, directions, cards.

Rulings: T4 straight moves stop at the first square that cannot be entered; T5 shots run to the edge,
only what the card says blocks them; T6 groups are connected by the 8 neighbours; T10 an effect that names no
owner may have to hit an own piece; T13 converting needs an own piece in supply; T14 of two ways only those
that do something.
"""

from . import actions as act, effect_compiler as word
from .cards import box
from .effect_compiler import ANY_NUMBER, Step
from .expansions import list_zones
from .maps import (
    AT_2,
    BESIDE_GREEN,
    BOARD,
    COLOURED,
    DIAGONAL,
    NEAR,
    NEAR_GREEN,
    NEAR_RED,
    RAYS,
    STRAIGHT,
    WITHIN_2,
    WITHIN_3,
    bits,
    find_neighbours,
    measure_distance,
)
from .state import (
    CENTRE,
    EACH,
    EQUALS,
    FLARE_SOURCE,
    HEADING,
    LAST,
    LINE_SOURCE,
    LOCK,
    MARKS,
    PICKED,
    PLACED_COUNTS,
    SEEN,
    SELF,
    SELF_MOVED,
    TIMES,
    USED_MASK,
    WAYS,
    State,
    count_sides,
    empty,
    find_man,
    find_upgrades,
    first_card,
    get_side,
    ground,
    own_mask,
    supply,
)

AT_ONCE = frozenset((word.JUMP, word.IF, word.BY_RANK, word.GAIN, word.DRAW, word.TURN, word.LEND, word.ADDED_AT_ONCE))
"""Steps without a choice."""


def get_program(state: State) -> tuple[Step, ...]:
    """Return the program of the current effect."""
    if state.source >= LINE_SOURCE:
        return state.book.card(state.source - LINE_SOURCE).line
    if state.source >= FLARE_SOURCE:
        flare, part = divmod(state.source - FLARE_SOURCE, 2)
        return box().flares[flare].programs[part]
    return state.book.card(state.source).program


def zone(state: State, where: int) -> int:
    """Return the mask of squares that a zone word (its number) means now."""
    fx = state.fx
    if where == word.ANYWHERE:
        return BOARD
    if where in (word.SELF, word.LAST):
        square = fx[SELF] if where == word.SELF else fx[LAST]
        return 1 << square if square >= 0 else 0
    if where == word.MARKED:
        return fx[MARKS]
    if where == word.USED:
        return fx[USED_MASK]
    if where == word.NEAR_RED_SQUARE:
        return NEAR_RED
    if where == word.NEAR_GREEN_SQUARE:
        return NEAR_GREEN
    if where == word.BESIDE_GREEN_SQUARE:
        return BESIDE_GREEN
    if where == word.ON_COLOUR:
        return COLOURED
    if where == word.BESIDE_OWN:
        return find_neighbours(own_mask(state, get_side(state, state.active)))
    if where == word.BESIDE_LAST:
        return NEAR[fx[LAST]] if fx[LAST] >= 0 else 0
    if where >= len(word.WHERE):
        return list_zones()[where - len(word.WHERE)][1](state)
    centre = fx[CENTRE]
    if centre < 0:
        return 0
    if where == word.LINES:
        found = 0
        for direction in bits(fx[WAYS]):
            for square in RAYS[centre][direction]:
                found |= 1 << square
        return found
    around = {
        word.ADJACENT: NEAR, word.ON_DIAGONAL: DIAGONAL, word.ORTHOGONAL: STRAIGHT, word.UP_TO_2: WITHIN_2,
        word.UP_TO_3: WITHIN_3,
    }  # fmt: skip
    return around[where][centre]


def _colours(state: State, who: int) -> list[int]:
    """Return the colours of a step."""
    own = get_side(state, state.active)
    sides = range(count_sides(state))
    if who == word.ANYBODY:
        return list(sides)
    if who == word.OWN:
        return [own]
    if who == word.PLACED:
        return [colour for colour in sides if state.fx[PLACED_COUNTS] >> 4 * colour & 15]
    enemies = [colour for colour in sides if colour != own]
    if who == word.MORE_COMMONS:
        mine = state.men[3 * own].bit_count()
        return [colour for colour in enemies if state.men[3 * colour].bit_count() > mine]
    if who == word.MORE_UPGRADED:
        mine = find_upgrades(state, own).bit_count()
        return [colour for colour in enemies if find_upgrades(state, colour).bit_count() > mine]
    return enemies


def _pieces(state: State, who: int, rank: int) -> int:
    """Return the mask of the pieces of these owners and ranks."""
    men = state.men
    found = 0
    for colour in _colours(state, who):
        if rank & 1:
            found |= men[3 * colour]
        if rank & 2:
            found |= men[3 * colour + 1]
        if rank & 4:
            found |= men[3 * colour + 2]
    return found


def targets(state: State, step: Step) -> int:
    """Return the mask of the squares of pieces that a step can affect."""
    found = _pieces(state, step.who, step.rank)
    if step.where != word.ANYWHERE:
        found &= zone(state, step.where)
    if step.other and state.fx[SELF] >= 0:
        found &= ~(1 << state.fx[SELF])
    return found


def candidates(state: State, step: Step) -> list[int]:
    """List the actions of the current step without skipping it, ascending; [] when nothing (more) can be done."""
    fx = state.fx
    op = step.op
    if op in (word.MOVE, word.LEAP):
        return _moves(state, step)
    if op == word.CHOOSE:
        program = get_program(state)
        return [act.OPTION + way for way, pc in enumerate(step.ways) if _would_do(state, program[pc])]
    if op == word.ADDED and step.word is not None:
        return sorted(step.word.list_candidates(state, step))
    if fx[TIMES] >= step.times[0] and not step.each_colour:
        return []
    if op == word.DISCARD:
        return [act.OPTION] if state.flares[state.active] else []
    if op == word.PLACE:
        return _places(state, step)
    if op == word.TEND:
        return [
            act.SQUARE + square
            for square in bits(_find_eldest_tree_targets(state) & zone(state, step.where) & ~fx[SEEN])
        ]
    if op == word.SHOOT:
        return _shots(state, step)
    if op == word.RECALL:
        first = first_card(state, state.active)
        return [act.RECALL + first + card for card in bits(state.discards[state.active])]
    found = targets(state, step)
    if step.each_colour:
        found = _next_colour(state, found)
    if step.group:
        found &= ~fx[SEEN]
        if fx[TIMES]:
            found &= find_neighbours(fx[SEEN])
    elif op == word.UPGRADE:
        found &= ~_cannot_rise(state)
    elif op == word.DOWNGRADE:
        found &= ~_cannot_fall(state)
    elif op == word.CONVERT:
        found = _convertible(state, step, found)
    return [act.SQUARE + square for square in bits(found)]


def _would_do(state: State, step: Step) -> bool:
    """Whether the first step of an alternative can be carried out."""
    if step.op in AT_ONCE:
        return True
    if step.all_of_them:
        return bool(targets(state, step))
    return bool(candidates(state, step))


def _next_colour(state: State, found: int) -> int:
    """Return the pieces in ``found`` of the next due colour, for steps with one piece per colour, own one first."""
    sides = count_sides(state)
    own = get_side(state, state.active)
    for number in range(state.fx[EACH], sides):
        here = found & own_mask(state, (own + number) % sides)
        if here:
            return here
    return 0


def _cannot_rise(state: State) -> int:
    """Return the mask of pieces that cannot be upgraded: legendary; heroic without a legendary one in supply."""
    found = 0
    for colour in range(count_sides(state)):
        found |= state.men[3 * colour + 2]
        if state.men[3 * colour + 1] and not supply(state, colour, 2):
            found |= state.men[3 * colour + 1]
    return found


def _cannot_fall(state: State) -> int:
    """Return the mask of pieces that cannot be downgraded: common; legendary without a heroic one in supply."""
    found = 0
    for colour in range(count_sides(state)):
        found |= state.men[3 * colour]
        if state.men[3 * colour + 2] and not supply(state, colour, 1):
            found |= state.men[3 * colour + 2]
    return found


def _convertible(state: State, step: Step, found: int) -> int:
    """Return which pieces of ``found`` (mask) can be converted. Ruling T13: an own piece must be in supply."""
    own = get_side(state, state.active)
    kept = 0
    for rank in range(3):
        if supply(state, own, rank if step.number < 0 else step.number):
            kept |= _pieces(state, step.who, 1 << rank)
    return found & kept


def _places(state: State, step: Step) -> list[int]:
    """List the actions that put a piece from the supply on an empty square of the zone."""
    free = zone(state, step.where) & empty(state)
    if not free:
        return []
    squares = bits(free)
    found = []
    for colour in _colours(state, step.who):
        for rank in range(3):
            if step.rank >> rank & 1 and supply(state, colour, rank):
                base = act.PUT + 128 * (3 * colour + rank)
                found += [base + square for square in squares]
    return found


def _find_eldest_tree_targets(state: State) -> int:
    """Return the mask for Eldest Tree: enemy pieces below legendary, own commons, empty squares for an own common."""
    own = get_side(state, state.active)
    found = _pieces(state, word.ENEMY, 3) | state.men[3 * own]
    return found | empty(state) if supply(state, own, 0) else found


def hit(state: State, step: Step, direction: int) -> list[int]:
    """Return the squares whose pieces a shot in this direction (0 to 7) destroys (ruling T5)."""
    origin = state.fx[LAST] if step.along_last else state.fx[CENTRE]
    if origin < 0:
        return []
    wanted = _pieces(state, step.who, step.rank)
    blocking = BOARD & ~ground(state)
    if step.stop:
        blocking |= _pieces(state, word.ANYBODY, step.stop)
    found: list[int] = []
    for way in ((direction - 1) % 8, direction, (direction + 1) % 8) if step.fan else (direction,):
        in_line = 0
        for square in RAYS[origin][way][: step.reach]:
            if blocking >> square & 1:
                break
            if wanted >> square & 1:
                found.append(square)
                in_line += 1
                if in_line == step.count:
                    break
    return found


def _shots(state: State, step: Step) -> list[int]:
    """List the actions for a shot's directions. A forced shot may miss (ruling T2: one such direction is offered)."""
    fx = state.fx
    if step.along_last:
        return [act.DIRECTION + fx[HEADING]] if fx[HEADING] >= 0 and hit(state, step, fx[HEADING]) else []
    found: list[int] = []
    harmless: list[int] = []
    for direction in bits(fx[WAYS]):
        (found if hit(state, step, direction) else harmless).append(act.DIRECTION + direction)
    if not found or step.may:
        return found
    return sorted(found + harmless[:1])


# --- moves ----------------------------------------------------------------------------------------


def _count_moves(state: State, step: Step, mover: int) -> int:
    """Return the number of moves the step allows; for some cards it depends on the rank of the piece on ``mover``."""
    times = step.times
    if times[0] == times[1] == times[2]:
        return times[0]
    if step.alike:
        return times[state.fx[LOCK] % 3] if state.fx[LOCK] >= 0 else max(times)
    man = find_man(state, mover) if mover >= 0 else -1
    return times[man % 3] if man >= 0 else 0


def find_only_mover(state: State, step: Step) -> int:
    """Return the square of the only piece that may move, -2 when there is a choice, -1 when the piece is gone."""
    fx = state.fx
    if step.one_piece and fx[TIMES]:
        return fx[LAST]
    if step.also[0] >= 0:
        return -2
    if step.where == word.SELF:
        return fx[SELF]
    if step.where == word.LAST:
        return fx[LAST]
    if step.where >= len(word.WHERE):
        there = zone(state, step.where)
        return -2 if there & (there - 1) else there.bit_length() - 1
    return -2


def _movers(state: State, step: Step) -> list[tuple[int, int, int]]:
    """Return the pieces that may move, in groups: mask, kind of move, moves left onto an equal rank."""
    fx = state.fx
    found = targets(state, step)
    if step.different:
        found &= ~fx[SEEN]
    if fx[LOCK] >= 0:
        found &= state.men[fx[LOCK]]
    if step.self_once and fx[TIMES] == step.times[0] - 1 and not fx[SELF_MOVED]:
        found &= 1 << fx[SELF] if fx[SELF] >= 0 else 0
    movers = [(found, step.kind, step.equal - fx[EQUALS])]
    if step.also[0] >= 0:
        where, rank, kind = step.also
        more = zone(state, where) & _pieces(state, word.ANYBODY, rank) & ~found
        movers.append((more, kind, ANY_NUMBER if kind == word.COMBAT else 0))
    return movers


def _moves(state: State, step: Step) -> list[int]:
    fx = state.fx
    fixed = find_only_mover(state, step)
    if fixed == -1 or fx[TIMES] >= _count_moves(state, step, fixed):
        return []
    if fixed < 0:
        fixed = fx[PICKED]
    if fixed >= 0:
        for mask, kind, equals in _movers(state, step):
            if mask >> fixed & 1 or (step.one_piece and fx[TIMES]):
                entered = _find_entry_squares(state, step, kind, equals)
                return [act.SQUARE + square for square in bits(_find_destinations(state, step, fixed, entered))]
        return []
    found = 0
    for mask, kind, equals in _movers(state, step):
        entered = _find_entry_squares(state, step, kind, equals)
        for square in bits(mask):
            if _find_destinations(state, step, square, entered):
                found |= 1 << square
    return [act.SQUARE + square for square in bits(found)]


def _find_entry_squares(state: State, step: Step, kind: int, equals: int) -> tuple[int, int, int]:
    """Return by rank of the mover the mask of squares that may be entered."""
    men = state.men
    by_rank = [0, 0, 0]
    for index, mask in enumerate(men):
        by_rank[index % 3] |= mask
    free = ground(state) & ~(by_rank[0] | by_rank[1] | by_rank[2])
    if step.spare:
        for rank in range(3):
            if step.spare >> rank & 1:
                by_rank[rank] = 0
    if kind == word.ONTO_EMPTY:
        return (free, free, free)
    common, heroic, legendary = by_rank
    if kind == word.COMBAT and equals > 0:
        return (free | common, free | common | heroic, free | common | heroic | legendary)
    return (free, free | common, free | common | heroic)


def _find_destinations(state: State, step: Step, square: int, entered: tuple[int, int, int]) -> int:
    """Return the destinations of the piece on a square."""
    fx = state.fx
    man = find_man(state, square)
    if man < 0:
        return 0
    if step.op == word.LEAP:
        around = (AT_2[square] if step.distance else BOARD) & ~(1 << square)
    elif step.straight_on or (step.line and fx[TIMES]):
        ray = RAYS[square][fx[HEADING]] if fx[HEADING] >= 0 else ()
        around = 1 << ray[0] if ray else 0
    elif step.bend and fx[TIMES]:
        return _find_bends(square, fx[HEADING]) & entered[man % 3]
    else:
        around = NEAR[square]
    found = around & entered[man % 3]
    if step.toward >= 0:
        found &= _find_nearer_squares(square, zone(state, step.toward))
    if found and step.to != word.ANYWHERE:
        if step.to == word.BESIDE_OWN:
            found &= find_neighbours(own_mask(state, get_side(state, state.active)) & ~(1 << square))
        else:
            found &= zone(state, step.to)
    return found


def _find_bends(square: int, direction: int) -> int:
    """Return the mask of adjacent squares at most 45 degrees off a direction."""
    found = 0
    for way in (direction - 1, direction, direction + 1) if direction >= 0 else ():
        ray = RAYS[square][way % 8]
        found |= 1 << ray[0] if ray else 0
    return found


def _find_nearer_squares(square: int, goal: int) -> int:
    """Return the mask of adjacent squares that are nearer to the square in ``goal``, a mask of one square."""
    if not goal:
        return 0
    there = goal.bit_length() - 1
    away = measure_distance(square, there)
    return sum(1 << each for each in bits(NEAR[square]) if measure_distance(each, there) < away)
