"""Frozen effects and the other words of Everfrost. Rulings E1 to E31 of the rules reference.

A card with a frozen line is stored after its effect, before its owner; only one at a time. In any of its own turns the
seat may thaw it, which costs no action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from engine.contract import JSON, BadState, Chance, Emit, Event, Message, Problem
from games.event_texts import PLAYER, Table
from games.tash_kalar import actions as act
from games.tash_kalar import effects, summoning
from games.tash_kalar.cards import IN_DECK, LEGEND_COUNT, LEGENDS, Card
from games.tash_kalar.effect_compiler import Step
from games.tash_kalar.expansions import ATTACK, GROWTH, Condition, Expansion, Word, Zone, read_manifest
from games.tash_kalar.maps import BOARD, NEAR, RAYS, WIDTH, WITHIN_2, bits, find_neighbours, to_column_row
from games.tash_kalar.messages import card_name, name_card, square_name
from games.tash_kalar.moves import Kind, Move
from games.tash_kalar.pieces import destroy, put, take
from games.tash_kalar.state import (
    CENTRE,
    COUNT,
    HEADING,
    LAST,
    LINE_SOURCE,
    PICKING,
    SELF,
    SHOWING,
    TARGET,
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
from games.tash_kalar.turns import show_card

NEITHER = -1


class Frost(NamedTuple):
    """Field of the state.

    ``stored``: by seat the place in its deck of its stored card, -1 for none; ``slowed``: by side how many actions its
    next turn lacks; ``gone``: by colour how many common or heroic and legendary pieces are out of the game. While a
    card is summoned: ``victim``, the piece its summoning destroyed (3 * colour + rank) or -1, ``pending``, the place
    in the deck of a card about to be stored, and ``borrowed``, 1 if one enemy piece may be in its pattern.
    """

    stored: tuple[int, ...]
    slowed: tuple[int, ...]
    gone: tuple[tuple[int, int], ...]
    victim: int = NEITHER
    pending: int = NEITHER
    borrowed: int = 0


def get_frost(state: State) -> Frost:
    """Return the field of a game in which frozen effects occur."""
    found: Frost = EXPANSION.get(state)
    return found


def change(state: State, **values: Any) -> None:
    """Change entries of the field."""
    EXPANSION.set(state, get_frost(state)._replace(**values))


def replace_entry(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """Return the row with one entry replaced."""
    return (*row[:at], value, *row[at + 1 :])


# --- words --------------------------------------------------------------------------------------------------------


class Freeze(Word):
    """The card being played is about to be stored (E2)."""

    at_once = True

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Note the card; a flare or a thaw plays none."""
        if 0 <= state.card < LEGENDS:
            change(state, pending=state.card - first_card(state, state.active))


class Store(Word):
    """Store the pending card; with one stored already the owner keeps either (E4)."""

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """Keep the new card, or the old one."""
        frost = get_frost(state)
        if frost.pending < 0:
            return []
        return [act.OPTION] if frost.stored[state.active] < 0 else [act.OPTION, act.OPTION + 1]

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Store the card; the other one goes to the discards."""
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
    """Take a card with a frozen line from the own discards (E22)."""

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """Cards of the own discards that have a frozen line."""
        if state.fx[TIMES]:
            return []
        first = first_card(state, state.active)
        lying = [first + card for card in bits(state.discards[state.active])]
        return [act.RECALL + card for card in lying if state.book.card(card).line]

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """The card is pending now; it leaves the discards when it is stored."""
        card = action - act.RECALL
        change(state, pending=card - first_card(state, state.active))
        if emit is not None:
            emit(Event("fetched", {"seat": state.active, "card": card, "name": state.book.card(card).name}))


class Borrow(Word):
    """The line of Frost Summoner: it has its effect on the summoning that follows (E20)."""

    at_once = True

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Nothing is done: the line is thawed together with a summoning."""


class Slow(Word):
    """Every other side has an action fewer in its next turn (E23)."""

    at_once = True

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Losses add up."""
        own = get_side(state, state.active)
        slowed = tuple(less + (side != own) for side, less in enumerate(get_frost(state).slowed))
        change(state, slowed=slowed)
        if emit is not None:
            emit(Event("slowed", {"seat": state.active, "side": own, "slowed": list(slowed)}))


class Banish(Word):
    """Destroy an adjacent piece, which leaves the game (E30)."""

    trait = ATTACK

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """Common pieces, heroic ones next to an own piece, legendary ones next to three, other than the being."""
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
        """An enemy piece counts as two destroyed; its colour has one piece fewer for good."""
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
    """The being turns into a common piece of an enemy colour (E31)."""

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """Enemy colours with such a piece in supply."""
        if state.fx[TIMES] or state.fx[SELF] < 0:
            return []
        own = get_side(state, state.active)
        return [act.COLOUR + side for side in range(count_sides(state)) if side != own and supply(state, side, 0)]

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """The own piece goes back to its supply, which is not destroying."""
        square = state.fx[SELF]
        take(state, square, emit)
        put(state, 3 * (action - act.COLOUR), square, emit)
        state.fx[SELF] = -1


class Mirror(Word):
    """Place own pieces where chosen ones are mirrored in the line of the pattern (E16)."""

    trait = GROWTH
    zone = "marked"

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """A heroic piece, or up to two common ones on one side, whose mirror squares take an own piece of the rank."""
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
    """Each marked square of the arena with its mirror square in the line of the pattern."""
    centre, way = state.square, state.book.card(state.source).ways[state.way // 8]
    across = 1 if abs(way.pieces[0]) == WIDTH else WIDTH  # from the line of the pattern sideways
    along = WIDTH if across == 1 else 1
    found = []
    for row in (-along, 0, along):
        for away in (-2 * across, -across, across, 2 * across):
            one, other = centre + row + away, centre + row - away
            if one >= 0 and other >= 0 and BOARD >> one & 1 and BOARD >> other & 1:
                found.append((one, other))
    return found


def _is_on_side(state: State, square: int, other: int) -> bool:
    """Whether two marked squares lie on the same side of the line of the pattern."""
    way = state.book.card(state.source).ways[state.way // 8]
    centre = to_column_row(state.square)
    axis = 0 if abs(way.pieces[0]) == WIDTH else 1
    return (to_column_row(square)[axis] < centre[axis]) == (to_column_row(other)[axis] < centre[axis])


# --- zones and conditions -----------------------------------------------------------------------------------------


def find_ahead(state: State) -> int:
    """Return the square before the being in the direction of its last move."""
    fx = state.fx
    ray = RAYS[fx[SELF]][fx[HEADING]] if fx[SELF] >= 0 and fx[HEADING] >= 0 else ()
    return 1 << ray[0] if ray else 0


def find_near_own(state: State) -> int:
    """Return the squares within distance 2 of the being that touch an own piece (E27)."""
    if state.fx[CENTRE] < 0:
        return 0
    return WITHIN_2[state.fx[CENTRE]] & find_neighbours(own_mask(state, get_side(state, state.active)))


def find_beside_heroic(state: State) -> int:
    """Return the squares that touch an own heroic piece (E29)."""
    return find_neighbours(state.men[3 * get_side(state, state.active) + 1])


def took_enemy(state: State) -> bool:
    """Whether the summoning itself destroyed an enemy piece (E23)."""
    victim = get_frost(state).victim
    return victim >= 0 and victim // 3 != get_side(state, state.active)


def took_nothing(state: State) -> bool:
    """Whether neither the summoning nor the move just made destroyed a piece (E15)."""
    return get_frost(state).victim < 0 and not state.fx[COUNT]


# --- the expansion ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Everfrost(Expansion):
    """What Everfrost adds to the rules."""

    line: ClassVar[str] = "frozen"
    after_line: ClassVar[Sequence[Mapping[str, Any]]] = ({"do": "freeze"}, {"do": "store"})
    words: ClassVar[Mapping[str, Word]] = {
        "freeze": Freeze(), "store": Store(), "fetch": Fetch(), "borrow": Borrow(), "slow": Slow(),
        "banish": Banish(), "defect": Defect(), "mirror": Mirror(),
    }  # fmt: skip
    zones: ClassVar[Mapping[str, Zone]] = {
        "ahead": find_ahead,
        "within 2 beside own": find_near_own,
        "beside own heroic": find_beside_heroic,
    }
    conditions: ClassVar[Mapping[str, Condition]] = {
        "summoning took an enemy": took_enemy,
        "took nothing": took_nothing,
    }

    events: ClassVar[Table] = {
        "stored": ("event.stored", {**PLAYER, "card": name_card}),
        "thawed": ("event.thawed", {**PLAYER, "card": name_card}),
        "fetched": ("event.fetched", {**PLAYER, "card": name_card}),
        "slowed": ("event.slowed", {}),
        "banished": ("event.banished", {"square": lambda data: square_name(data["square"])}),
    }

    def create(self, seats: int, sides: int) -> Frost:
        """Nothing is stored, slowed or gone."""
        return Frost((NEITHER,) * seats, (0,) * sides, ((0, 0),) * sides)

    def dump(self, value: Frost) -> JSON:
        """By names; -1 stands for none."""
        data = value._asdict()
        return {name: [list(each) for each in entry] if name == "gone" else list(entry) if isinstance(entry, tuple)
                else entry for name, entry in data.items()}  # fmt: skip

    def load(self, data: JSON, seats: int, sides: int) -> Frost:
        """Check names, lengths and ranges; raises ``BadState``."""
        if not isinstance(data, dict) or set(data) != set(Frost._fields):
            raise BadState(f"{self.code}: expected {', '.join(Frost._fields)}")
        gone = data["gone"]
        if not isinstance(gone, list) or len(gone) != sides or not all(_is_row(each, 2, 0, 17) for each in gone):
            raise BadState(f"{self.code}.gone: expected two numbers for each colour, found {gone!r}")
        if not _is_row(data["stored"], seats, NEITHER, IN_DECK - 1):
            raise BadState(f"{self.code}.stored: expected a card or -1 for each seat, found {data['stored']!r}")
        if not _is_row(data["slowed"], sides, 0, 99):
            raise BadState(f"{self.code}.slowed: expected a number for each colour, found {data['slowed']!r}")
        for name, low, high in (("victim", -1, 11), ("pending", -1, IN_DECK - 1), ("borrowed", 0, 1)):
            if type(data[name]) is not int or not low <= data[name] <= high:
                raise BadState(f"{self.code}.{name}: expected a number from {low} to {high}, found {data[name]!r}")
        return Frost(
            tuple(data["stored"]), tuple(data["slowed"]), tuple((common, legends) for common, legends in gone),
            data["victim"], data["pending"], data["borrowed"],
        )  # fmt: skip

    def find_problems(self, state: State, value: Frost) -> Iterable[Problem]:
        """A stored card has a frozen line; nothing is pending or borrowed without a card being played."""
        for seat, card in enumerate(value.stored):
            if card >= 0 and not state.book.card(first_card(state, seat) + card).line:
                yield Problem(f"{self.code}.stored", "illegal", {"found": card})
        if state.card < 0 and value.pending >= 0:
            yield Problem(f"{self.code}.pending", "empty")
        if value.borrowed and state.phase not in (TARGET, SHOWING, PICKING):
            yield Problem(f"{self.code}.borrowed", "phase")
        if value.victim >= 3 * count_sides(state):
            yield Problem(f"{self.code}.victim", "seats", {"seats": count_sides(state)})

    def count_removed(self, state: State, colour: int, rank: int) -> int:
        """Pieces that Deathbringer has taken out of the game."""
        return int(get_frost(state).gone[colour][rank == 2])

    def count_lent(self, state: State) -> int:
        """One, while a card is summoned by the line of Frost Summoner."""
        return get_frost(state).borrowed

    def on_summoned(self, state: State, card: Card, victim: int, emit: Emit | None) -> None:
        """Note what was destroyed; the permission to borrow is used up."""
        change(state, victim=victim, pending=NEITHER, borrowed=0)

    def find_cards(self, state: State, seat: int) -> int:
        """The stored card."""
        card = get_frost(state).stored[seat]
        return 1 << card if card >= 0 else 0

    def list_actions(self, state: State) -> list[int]:
        """Thaw the stored card, or summon one by its help (E5, E20)."""
        seat = state.active
        stored = get_frost(state).stored[seat]
        if stored < 0 or state.acting != seat:
            return []
        if not _is_borrowing(state, stored):
            return [self.first_action]
        if not state.actions:
            return []
        alone = {card: summoning.targets(state, state.book.card(card)) for card in summoning.summonable(state)}
        change(state, borrowed=1)
        helped = {card: summoning.targets(state, state.book.card(card)) for card in summoning.summonable(state)}
        change(state, borrowed=0)
        return [self.first_action + 1 + card for card in sorted(helped) if helped[card] & ~alone.get(card, 0)]

    def apply(self, state: State, action: int, chance: Chance, emit: Emit | None) -> bool:
        """Thaw: the card goes to the discards and its line begins."""
        seat = state.active
        frost = get_frost(state)
        stored = frost.stored[seat]
        card = first_card(state, seat) + stored
        change(state, stored=replace_entry(frost.stored, seat, NEITHER))
        state.discards[seat] |= 1 << stored
        if emit is not None:
            emit(Event("thawed", {"seat": seat, "card": card, "name": state.book.card(card).name}))
        if action == self.first_action:
            effects.begin(state, LINE_SOURCE + card)
            return True
        change(state, borrowed=1)
        show_card(state, action - self.first_action - 1, emit)
        return False

    def count_actions(self, state: State) -> int:
        """The actions that the turn lacks."""
        frost = get_frost(state)
        side = get_side(state, state.active)
        if not frost.slowed[side]:
            return 0
        change(state, slowed=replace_entry(frost.slowed, side, 0))
        return -frost.slowed[side]

    def on_turn_ends(self, state: State) -> None:
        """What concerns a summoning is over."""
        change(state, victim=NEITHER, pending=NEITHER, borrowed=0)

    def describe_action(self, move: Move) -> Message:
        """Thaw, alone or with a summoning."""
        if move.card < 0:
            return Message(f"{self.code}.action.thaw")
        return Message(f"{self.code}.action.borrow", {"card": card_name(move.card)})

    def list_moves(self) -> Iterable[tuple[int, Move]]:
        """Thaw, and a summoning with a borrowed piece for every card."""
        yield self.first_action, Move(Kind.USE, number=self.deck)
        for card in range(LEGENDS + LEGEND_COUNT):
            yield self.first_action + 1 + card, Move(Kind.USE, number=self.deck, card=card)


def _is_borrowing(state: State, stored: int) -> bool:
    """Whether the line of a stored card is that of Frost Summoner."""
    line = state.book.card(first_card(state, state.active) + stored).line
    return any(isinstance(step.word, Borrow) for step in line)


def _is_row(row: Any, count: int, low: int, high: int) -> bool:
    return (
        isinstance(row, list) and len(row) == count and all(type(each) is int and low <= each <= high for each in row)
    )


EXPANSION = Everfrost(**read_manifest(Path(__file__).parent))
"""The expansion, found by its manifest."""
