"""Summoning: cards, squares and orientations; shortage and improvised summoning.

Ruling T2: only ways of showing the pattern that differ in effect are offered: by marked squares or directions,
by the pieces used where an effect (or the shortage) asks for them, and by the enemy piece that helps.
"""

from engine.contract import Emit, Event

from . import actions as act
from .cards import IN_DECK, LEGENDARY, LEGENDS, Card
from .effects import destroy, put, take
from .maps import COLOURED, GREEN, RED, bits, find_marks, fits, fits_with_one, fits_with_several, shift_ranks
from .scoring import add_points
from .state import (
    CENTRE,
    DUEL,
    FRESH,
    MARKS,
    MELEE,
    NOTHING,
    SELF,
    USED_MASK,
    WAYS,
    State,
    count_sides,
    find_man,
    first_card,
    get_side,
    ground,
    own_mask,
    supply,
)

Variant = tuple[int, int]
"""Index of the way the card is held, and 1 + place in the pattern of an enemy piece used (0 = none).

With several enemy pieces it is the one of improvised summoning, or else the first one: which others there are follows
from the squares of the pattern.
"""


def count_lent(state: State) -> int:
    """Return the number of enemy pieces of any colour that the next pattern may contain."""
    found = state.lent
    for one in state.expansions:
        found += one.count_lent(state)
    return found


def find_pattern_colour(state: State) -> int:
    """Return the colour whose pieces form the next pattern: that of the side on turn, or another by an expansion."""
    for one in state.expansions:
        colour = one.find_pattern_colour(state)
        if colour >= 0:
            return colour
    return get_side(state, state.active)


def find_unspent(state: State) -> int:
    """Return the mask of enemy pieces that may serve in an improvised summoning (Melee), those of colours not used
    up."""
    if state.form != MELEE:
        return 0
    own, forming, spent = get_side(state, state.active), find_pattern_colour(state), state.spent[state.active]
    found = 0
    for colour in range(count_sides(state)):
        if colour not in (own, forming) and not spent >> colour & 1:
            found |= own_mask(state, colour)
    return found


def _enemies_that_help(state: State) -> tuple[tuple[int, int, int], int]:
    """Return masks by rank of the enemy pieces that may stand in a pattern, and how many of them may.

    Improvised summoning permits one of a colour not used up; each other permission one of any colour. They add up
    (E20, open question 3); with several the last one needs :func:`find_unspent`.
    """
    lent = count_lent(state)
    if not lent and state.form != MELEE:
        return (0, 0, 0), 0
    unspent = find_unspent(state)
    found = [0, 0, 0]
    own = get_side(state, state.active)
    forming = find_pattern_colour(state)
    for colour in range(count_sides(state)):
        if colour not in (own, forming):
            for rank in range(3):
                found[rank] |= state.men[3 * colour + rank] if lent else state.men[3 * colour + rank] & unspent
    return (found[0], found[1], found[2]), lent + bool(unspent)


def _find_enterable(state: State) -> tuple[int, int, int]:
    """Return by rank of a card the mask of squares without a piece of a higher rank."""
    heroic = legendary = 0
    men = state.men
    for colour in range(0, len(men), 3):
        heroic |= men[colour + 1]
        legendary |= men[colour + 2]
    here = ground(state)
    return here & ~(heroic | legendary), here & ~legendary, here


def cards_in_hand(state: State, seat: int) -> list[int]:
    """Return the numbers of the beings and legends a seat holds."""
    first = first_card(state, seat)
    return [first + card for card in bits(state.hands[seat])] + [LEGENDS + card for card in bits(state.legends[seat])]


def summonable(state: State) -> list[int]:
    """Return the cards in the hand of the seat on turn that can be summoned, ascending."""
    side, forming = get_side(state, state.active), 3 * find_pattern_colour(state)
    men = state.men
    own = shift_ranks(men[forming], men[forming + 1], men[forming + 2])
    helpers, most = _enemies_that_help(state)
    others = shift_ranks(*helpers) if any(helpers) else None
    short = (not supply(state, side, 0), not supply(state, side, 2))
    enterable_by_rank = _find_enterable(state)
    cards = state.book.cards
    found = []
    for number in cards_in_hand(state, state.active):
        card = cards[number]
        assert card is not None
        enterable = enterable_by_rank[card.rank]
        if most > 1 or (short[card.rank == LEGENDARY] and _may_lack_a_piece(state, card)):
            if targets(state, card):
                found.append(number)
        elif fits(card.ways, own, enterable) or (others and fits_with_one(card.ways, own, others, enterable)):
            found.append(number)
    return found


def targets(state: State, card: Card) -> int:
    """Return the mask of squares where a card can be summoned now."""
    side, forming = get_side(state, state.active), 3 * find_pattern_colour(state)
    men = state.men
    own = shift_ranks(men[forming], men[forming + 1], men[forming + 2])
    enterable = _find_enterable(state)[card.rank]
    found = fits(card.ways, own, enterable)
    helpers, most = _enemies_that_help(state)
    if most > 1:
        found |= fits_with_several(card.ways, own, shift_ranks(*helpers), enterable, most)
    elif any(helpers):
        found |= fits_with_one(card.ways, own, shift_ranks(*helpers), enterable)
    if most > 1 or (not supply(state, side, card.rank) and _may_lack_a_piece(state, card)):
        found = sum(1 << square for square in bits(found) if variants(state, card, square))
    return found


def _may_lack_a_piece(state: State, card: Card) -> bool:
    """Whether in a shortage the pattern may need all pieces of the kind, so that none can be picked up."""
    men, side = state.men, get_side(state, state.active)
    kind = men[3 * side + 2] if card.rank == LEGENDARY else men[3 * side] | men[3 * side + 1]
    return kind.bit_count() <= len(card.pieces) + 1


def variants(state: State, card: Card, square: int) -> list[Variant]:
    """Return the ways to show the pattern at a summoning square that differ in effect (ruling T2).

    Enemy pieces are used only where needed, and a colour is spent only if no other permission serves.
    """
    forming = 3 * find_pattern_colour(state)
    men = state.men
    own = _cumulate_ranks((men[forming], men[forming + 1], men[forming + 2]))
    lent = count_lent(state)
    enemies, most = _enemies_that_help(state)
    helpers = _cumulate_ranks(enemies)
    short = _needs_own_piece(state, card, square)
    found: dict[tuple[int, int, int], Variant] = {}
    for index, way in enumerate(card.ways):
        lacking, used = _match(way.pieces, card, square, own, helpers, most)
        if used < 0 or (short and not free_for_shortage(state, card, square, used)):
            continue
        seen = used | sum(1 << there for _, there in lacking)
        first = (way.number if card.by_way else 0, seen if card.by_pieces or short else 0)
        if not lacking:
            found.setdefault((*first, -1), (index, 0))
        elif len(lacking) <= lent:
            found.setdefault((*first, ANY_COLOUR), (index, 1 + lacking[0][0]))
        else:
            unspent = find_unspent(state)
            for place, there in lacking:
                if unspent >> there & 1:
                    found.setdefault((*first, find_man(state, there) // 3), (index, 1 + place))
    least: dict[tuple[int, int], int] = {}
    for key in found:
        least[key[:2]] = min(_COST[key[2]], least.get(key[:2], _COST[0]))
    return sorted(variant for key, variant in found.items() if _COST[key[2]] == least[key[:2]])


ANY_COLOUR = 4
"""Stands for the colour of an enemy piece that costs no improvised summoning."""
_COST = {-1: 0, ANY_COLOUR: 1, 0: 2, 1: 2, 2: 2, 3: 2}
"""What the enemy pieces of a variant cost: nothing, a permission that ends anyway, a colour."""


def _match(
    offsets: tuple[int, ...], card: Card, square: int, own: tuple[int, ...], helpers: tuple[int, ...], most: int
) -> tuple[list[tuple[int, int]], int]:
    """Return (index in the pattern, square) of the enemy pieces that help, and the mask of the other pieces; -1 for the
    mask if the pattern does not fit."""
    lacking: list[tuple[int, int]] = []
    used = 0
    for place, offset in enumerate(offsets):
        there, rank = square + offset, card.pieces[place][2]
        if there >= 0 and own[rank] >> there & 1:
            used |= 1 << there
        elif len(lacking) < most and there >= 0 and helpers[rank] >> there & 1:
            lacking.append((place, there))
        else:
            return [], -1
    return lacking, used


def _cumulate_ranks(by_rank: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return the masks of pieces of at least each rank."""
    common, heroic, legendary = by_rank
    return (common | heroic | legendary, heroic | legendary, legendary)


def _needs_own_piece(state: State, card: Card, square: int) -> bool:
    """Whether a piece must be picked up: none is in supply, and the summoning does not destroy an own one of that
    kind."""
    side = get_side(state, state.active)
    if supply(state, side, card.rank):
        return False
    man = find_man(state, square)
    same_kind = man >= 0 and man // 3 == side and (man % 3 == LEGENDARY) == (card.rank == LEGENDARY)
    return not same_kind


def free_for_shortage(state: State, card: Card, square: int, used: int) -> int:
    """Return the mask of own pieces of the needed kind that the shown pattern (mask ``used``) leaves free to pick
    up."""
    side = get_side(state, state.active)
    men = state.men
    kind = men[3 * side + 2] if card.rank == LEGENDARY else men[3 * side] | men[3 * side + 1]
    return kind & ~used & ~(1 << square)


def pattern_squares(state: State, card: Card, square: int, way: int) -> int:
    """Return the mask of squares of the shown pattern; ``way``: 8 * index of the orientation + helper, as in the
    state."""
    found = 0
    for offset in card.ways[way // 8].pieces:
        found |= 1 << square + offset
    return found


def find_enemy_helpers(state: State, used: int) -> int:
    """Return the mask of enemy pieces in a shown pattern; ``used``: mask of its squares."""
    return used & ~own_mask(state, find_pattern_colour(state))


def is_improvised(state: State, used: int) -> bool:
    """Whether a pattern on these squares (mask) spends a colour: it has more enemy pieces than other permissions
    allow."""
    return find_enemy_helpers(state, used).bit_count() > count_lent(state)


def list_showings(state: State, card: Card) -> set[tuple[int, int, int, bool]]:
    """Return all ways to summon a card now: (square, orientation, helper as in :data:`Variant`, improvised or not)."""
    found = set()
    for square in bits(targets(state, card)):
        for index, helper in variants(state, card, square):
            used = pattern_squares(state, card, square, 8 * index)
            found.add((square, card.ways[index].number, helper, is_improvised(state, used)))
    return found


def to_pick_up(state: State) -> int:
    """Return the mask of the pieces of which one must be picked up for this summoning; 0 = no need."""
    card = state.book.card(state.card)
    if not _needs_own_piece(state, card, state.square):
        return 0
    own = own_mask(state, get_side(state, state.active))
    used = pattern_squares(state, card, state.square, state.way) & own
    return free_for_shortage(state, card, state.square, used)


def show_action(card: Card, variant: Variant) -> int:
    """Return the action that shows the pattern of a card in this way."""
    return act.SHOW + 8 * card.ways[variant[0]].number + variant[1]


def perform(state: State, picked: int, emit: Emit | None) -> None:
    """Carry out the summoning: play the card, pick up the piece on square ``picked`` (-1 = none), put the new one.

    Fills the registers of its effect. Upgrading a heroic piece to a legendary one is not a summoning.
    """
    card = state.book.card(state.card)
    square, seat = state.square, state.active
    side = get_side(state, seat)
    used = pattern_squares(state, card, square, state.way)
    way = card.ways[state.way // 8]
    helped = state.way % 8
    if emit is not None:
        data = {
            "seat": seat, "card": card.number, "name": card.name, "square": square, "pattern": bits(used),
            "helped_by": square + way.pieces[helped - 1] if helped else None,
        }  # fmt: skip
        enemies = find_enemy_helpers(state, used)
        emit(Event("summoned", {**data, "helpers": bits(enemies)} if enemies.bit_count() > 1 else data))
    if helped and is_improvised(state, used):
        colour = find_man(state, square + way.pieces[helped - 1]) // 3
        state.spent[seat] |= 1 << colour
        if emit is not None:
            emit(Event("improvised", {"seat": seat, "colour": colour}))
    state.lent = 0
    _leave_hand(state, card)
    if picked >= 0:
        take(state, picked, emit)
    state.fx = list(FRESH)
    victim = find_man(state, square)
    if victim >= 0:
        destroy(state, square, True, emit)
    put(state, 3 * side + card.rank, square, emit)
    fx = state.fx
    fx[SELF] = fx[CENTRE] = square
    fx[USED_MASK] = used & ~(1 << square)
    if card.marks:
        fx[MARKS] = find_marks(way, square)
    fx[WAYS] = way.directions
    there = 1 << square
    beings, red, green, either, legends = state.summoned
    state.summoned = (
        beings + 1, red + bool(there & RED), green + bool(there & GREEN), either + bool(there & COLOURED),
        legends + (card.rank == LEGENDARY),
    )  # fmt: skip
    state.source = card.number
    if card.rank == LEGENDARY and state.form == DUEL:
        add_points(state, side, 1, "legend", emit)
    for one in state.expansions:
        one.on_summoning(state, card, victim, emit)


def _leave_hand(state: State, card: Card) -> None:
    seat = state.active
    if card.number >= LEGENDS:
        left = ~(1 << card.number - LEGENDS)
        state.legends[seat] &= left
        state.known_legends[get_side(state, seat)] &= left
    else:
        local = (card.number - first_card(state, seat)) % IN_DECK
        state.hands[seat] &= ~(1 << local)
        state.open_hand[seat] &= ~(1 << local)


def is_kept(state: State, card: int) -> bool:
    """Whether the card just played has been moved by its effect: under the deck, or to a place of an expansion."""
    seat = state.active
    local = card - first_card(state, seat)
    return local in state.bottoms[seat] or any(one.find_cards(state, seat) >> local & 1 for one in state.expansions)


def finish(state: State) -> None:
    """End the effect: the card goes to the discards unless it has been moved, and the registers are reset."""
    for one in state.expansions:
        one.on_effect_ends(state)
    card = state.card
    if card >= LEGENDS:
        state.legend_discard |= 1 << card - LEGENDS
    elif card >= 0 and not is_kept(state, card):
        state.discards[state.active] |= 1 << card - first_card(state, state.active)
    state.card = state.square = state.way = state.source = NOTHING
    state.fx = list(FRESH)
