"""Words of Everfrost in the effects of cards. Rulings E2 to E31 of the rules reference."""

from typing import Any, NamedTuple

from engine.contract import Emit, Event
from games.tash_kalar import actions as act, summoning
from games.tash_kalar.cards import LEGENDS
from games.tash_kalar.effect_compiler import Step
from games.tash_kalar.effects import destroy, put, take
from games.tash_kalar.expansions import ATTACK, GROWTH, Word
from games.tash_kalar.maps import NEAR, Orientation, bits, rotate, to_column_row, to_square
from games.tash_kalar.state import (
    CENTRE,
    HEADING,
    LAST,
    MARKS,
    SELF,
    TIMES,
    State,
    count_sides,
    count_stock,
    empty,
    find_man,
    first_card,
    get_side,
    own_mask,
    supply,
)

# What a state knows of frozen effects.

NEITHER = -1
MOST_SLOWED = 99
"""Highest number of actions that a next turn lacks; a turn never has as many."""


class Frost(NamedTuple):
    """Field of the state.

    ``stored``: by seat the index in its deck of the stored card, -1 for none; ``slowed``: by side how many actions its
    next turn lacks; ``gone``: by colour (common or heroic, legendary) pieces out of the game. While a card is summoned:
    ``victim``, the piece its summoning destroyed (3 * colour + rank) or -1, ``pending``, the place in the deck of a
    card about to be stored, and ``borrowed``, 1 if one enemy piece may be in its pattern.
    """

    stored: tuple[int, ...]
    slowed: tuple[int, ...]
    gone: tuple[tuple[int, int], ...]
    victim: int = NEITHER
    pending: int = NEITHER
    borrowed: int = 0


def get_frost(state: State) -> Frost:
    """Return the Everfrost field of a state; raises LookupError in a game without frozen effects."""
    for value in state.added:
        if isinstance(value, Frost):
            return value
    raise LookupError("frozen effects do not occur in this game")


def change(state: State, **values: Any) -> None:
    """Set entries, given by name, of the Everfrost field in the state."""
    for at, value in enumerate(state.added):
        if isinstance(value, Frost):
            state.added[at] = value._replace(**values)


def replace_entry(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """Return the row with one entry replaced."""
    return (*row[:at], value, *row[at + 1 :])


class Freeze(Word):
    """Keyword: the card being played will be stored (E2)."""

    at_once = True

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Mark the card as about to be stored, unless it was put under the deck; nothing for a flare or a thaw."""
        if 0 <= state.card < LEGENDS and not summoning.is_kept(state, state.card):
            change(state, pending=state.card - first_card(state, state.active))


class Store(Word):
    """Keyword: store the pending card; with one stored already its owner chooses which to keep (E4)."""

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """List the actions to keep the new card or, if there is one, the stored card."""
        frost = get_frost(state)
        if frost.pending < 0:
            return []
        return [act.OPTION] if frost.stored[state.active] < 0 else [act.OPTION, act.OPTION + 1]

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Store the chosen card; the other one goes to the discards."""
        frost, seat = get_frost(state), state.active
        new, old = frost.pending, frost.stored[seat]
        change(state, pending=NEITHER)
        if action == act.OPTION:
            change(state, stored=replace_entry(frost.stored, seat, new))
            state.discards[seat] &= ~(1 << new)
            if old >= 0:
                state.discards[seat] |= 1 << old
        if emit is not None:
            first = first_card(state, seat)
            kept, other = (new, old) if action == act.OPTION else (old, new)
            data = {"seat": seat, "card": first + kept, "discarded": first + other if other >= 0 else None}
            emit(Event("stored", {**data, "name": state.book.card(first + kept).name}))


class Fetch(Word):
    """Keyword: take a card with a frozen line from the player's discards (E22)."""

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """List the cards of the player's discards that have a frozen line."""
        if state.fx[TIMES]:
            return []
        first = first_card(state, state.active)
        lying = [first + card for card in bits(state.discards[state.active])]
        return [act.RECALL + card for card in lying if state.book.card(card).line]

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Mark the card as about to be stored; it stays in the discards until then."""
        card = action - act.RECALL
        change(state, pending=card - first_card(state, state.active))
        if emit is not None:
            emit(Event("fetched", {"seat": state.active, "card": card, "name": state.book.card(card).name}))


class Borrow(Word):
    """Keyword of Frost Summoner: its line is thawed together with the summoning that follows, and acts on that
    (E20)."""

    at_once = True


class Slow(Word):
    """Keyword: every other side has one action fewer in its next turn (E23)."""

    at_once = True

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Add a lost action for every other side; several losses add up."""
        own = get_side(state, state.active)
        before = get_frost(state).slowed
        slowed = tuple(min(MOST_SLOWED, less + (side != own)) for side, less in enumerate(before))
        change(state, slowed=slowed)
        if emit is not None:
            emit(Event("slowed", {"seat": state.active, "side": own, "slowed": list(slowed)}))


class Banish(Word):
    """Keyword: destroy an adjacent piece, which leaves the game (E30)."""

    trait = ATTACK

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """List adjacent common pieces, heroic ones next to an own piece, legendary ones next to three; never the being
        itself."""
        fx = state.fx
        if fx[TIMES] or fx[CENTRE] < 0:
            return []
        own = own_mask(state, get_side(state, state.active))
        if fx[SELF] >= 0:
            own &= ~(1 << fx[SELF])
        found = []
        for square in bits(NEAR[fx[CENTRE]]):
            man = find_man(state, square)
            if man >= 0 and (NEAR[square] & own).bit_count() >= (0, 1, 3)[man % 3]:
                found.append(act.SQUARE + square)
        return found

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Remove a piece from the game; an enemy one counts as two destroyed, and its colour has one piece fewer for
        good."""
        square = action - act.SQUARE
        man = find_man(state, square)
        colour, legendary = man // 3, man % 3 == 2
        if colour != get_side(state, state.active):
            state.tally[man] += 1
        gone = get_frost(state).gone
        common, legends = gone[colour]
        change(state, gone=replace_entry(gone, colour, (common + (not legendary), legends + legendary)))
        count_stock(state)
        destroy(state, square, True, emit)
        state.fx[LAST] = square
        if emit is not None:
            emit(Event("banished", {"seat": state.active, "colour": colour, "rank": man % 3, "square": square}))


class Defect(Word):
    """Keyword: the being turns into a common piece of an enemy colour (E31)."""

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """List the enemy colours with a common piece in supply."""
        if state.fx[TIMES] or state.fx[SELF] < 0:
            return []
        own = get_side(state, state.active)
        return [act.COLOUR + side for side in range(count_sides(state)) if side != own and supply(state, side, 0)]

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Replace the being by the enemy piece; the player's piece goes back to its supply, which is not destroying."""
        square = state.fx[SELF]
        take(state, square, emit)
        put(state, 3 * (action - act.COLOUR), square, emit)
        state.fx[SELF] = -1


class Mirror(Word):
    """Keyword: place own pieces on the mirror images of chosen ones, mirrored in the line of the pattern (E16)."""

    trait = GROWTH
    zone = "marked"

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """List the actions for a heroic piece, or up to two common ones on one side, whose mirror squares can take an
        own piece of the rank."""
        fx = state.fx
        done = fx[TIMES]
        if done >= 2 or (done and fx[HEADING] != 0):
            return []
        own = get_side(state, state.active)
        found = []
        for square, twin in _pair_marks(state):
            man = find_man(state, square)
            if man < 0 or man % 3 == 2 or not empty(state) >> twin & 1 or not supply(state, own, man % 3):
                continue
            if done and (man % 3 or square == fx[LAST] or not _is_on_side(state, square, fx[LAST])):
                continue
            found.append(act.SQUARE + square)
        return found

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Place a piece of the same rank on the mirror square."""
        square = action - act.SQUARE
        rank = find_man(state, square) % 3
        put(state, 3 * get_side(state, state.active) + rank, dict(_pair_marks(state))[square], emit)
        state.fx[LAST], state.fx[HEADING] = square, rank


def _pair_marks(state: State) -> list[tuple[int, int]]:
    """Return each marked square with its mirror square in the upright line through the summoning square."""
    way = state.book.card(state.source).ways[state.way // 8]
    upright = _is_upright(way)
    column, row = to_column_row(state.square)
    found = []
    for dx, dy in way.marks:
        twin = (-dx, dy) if upright else (dx, -dy)
        one, other = (to_square(column + x, row + y) for x, y in ((dx, dy), twin))
        if min(one, other) >= 0 and state.fx[MARKS] >> one & 1 and state.fx[MARKS] >> other & 1:
            found.append((one, other))
    return found


def _is_upright(way: Orientation) -> bool:
    """Whether the line that is upright in the pattern is upright in the arena in this orientation, too."""
    return rotate((1, 0), way.number)[0] != 0


def _is_on_side(state: State, square: int, other: int) -> bool:
    """Whether two marked squares lie on the same side of the line of the pattern."""
    centre = to_column_row(state.square)
    axis = 0 if _is_upright(state.book.card(state.source).ways[state.way // 8]) else 1
    return (to_column_row(square)[axis] < centre[axis]) == (to_column_row(other)[axis] < centre[axis])
