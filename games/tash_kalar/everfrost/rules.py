"""Frozen effects and the other words of Everfrost. Rulings E1 to E31 of the rules reference.

A card with a frozen line is stored after its effect, before its owner; only one at a time. In any of its own turns the
seat may thaw it, which costs no action.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from engine.content.arrangement import Choice, Number
from engine.contract import JSON, BadState, Chance, Emit, Event, Message, Problem
from games.event_texts import PLAYER, Table
from games.tash_kalar import effects, summoning
from games.tash_kalar.card_arrangement import free_being
from games.tash_kalar.cards import IN_DECK, LEGEND_COUNT, LEGENDS, Card
from games.tash_kalar.expansions import ACTIONS_EACH, Condition, Expansion, Word, Zone, read_manifest
from games.tash_kalar.maps import RAYS, WITHIN_2, find_neighbours
from games.tash_kalar.messages import card_name, name_card, square_name
from games.tash_kalar.moves import Kind, Move
from games.tash_kalar.puzzle_themes import StrikeTheme
from games.tash_kalar.state import (
    CENTRE,
    COUNT,
    EFFECT,
    HEADING,
    LEGEND_POINT,
    LEGENDARY_PIECES,
    LINE_SOURCE,
    MELEE,
    PICKING,
    SELF,
    SHOWING,
    TARGET,
    State,
    count_sides,
    count_stock,
    first_card,
    get_side,
    limit,
    own_mask,
)
from games.tash_kalar.turns import show_card

from .words import (
    MOST_SLOWED,
    NEITHER,
    Banish,
    Borrow,
    Defect,
    Fetch,
    Freeze,
    Frost,
    Mirror,
    Slow,
    Store,
    change,
    get_frost,
    replace_entry,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# --- zones and conditions -----------------------------------------------------------------------------------------


def find_next_square(state: State) -> int:
    """Return the mask of the square next to the being in the direction of its last move."""
    fx = state.fx
    ray = RAYS[fx[SELF]][fx[HEADING]] if fx[SELF] >= 0 and fx[HEADING] >= 0 else ()
    return 1 << ray[0] if ray else 0


def find_near_own(state: State) -> int:
    """Return the mask of squares within distance 2 of the being that touch an own piece (E27)."""
    if state.fx[CENTRE] < 0:
        return 0
    return WITHIN_2[state.fx[CENTRE]] & find_neighbours(own_mask(state, get_side(state, state.active)))


def find_beside_heroic(state: State) -> int:
    """Return the mask of squares that touch an own heroic piece (E29)."""
    return find_neighbours(state.men[3 * get_side(state, state.active) + 1])


def took_enemy(state: State) -> bool:
    """Whether the summoning destroyed an enemy piece on its square (E23)."""
    victim = get_frost(state).victim
    return victim >= 0 and victim // 3 != get_side(state, state.active)


def took_nothing(state: State) -> bool:
    """Whether neither the summoning nor the last move destroyed a piece (E15)."""
    return get_frost(state).victim < 0 and not state.fx[COUNT]


# --- the expansion ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Everfrost(Expansion):
    """Rules of the expansion Everfrost."""

    line: ClassVar[str] = "frozen"
    after_line: ClassVar[Sequence[Mapping[str, Any]]] = ({"do": "freeze"}, {"do": "store"})
    words: ClassVar[Mapping[str, Word]] = {
        "freeze": Freeze(), "store": Store(), "fetch": Fetch(), "borrow": Borrow(), "slow": Slow(),
        "banish": Banish(), "defect": Defect(), "mirror": Mirror(),
    }  # fmt: skip
    zones: ClassVar[Mapping[str, Zone]] = {
        "ahead": find_next_square,
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
    turn_texts = tuple(events)

    def create(self, seats: int, sides: int) -> Frost:
        """Return the expansion's field for a new game: no card stored, no turn shortened, no piece out of the game."""
        return Frost((NEITHER,) * seats, (0,) * sides, ((0, 0),) * sides)

    def dump(self, value: Frost) -> JSON:
        """Return the expansion's field as plain data by names; -1 stands for none."""
        data = value._asdict()
        return {name: [list(each) for each in entry] if name == "gone" else list(entry) if isinstance(entry, tuple)
                else entry for name, entry in data.items()}  # fmt: skip

    def load(self, data: JSON, seats: int, sides: int) -> Frost:
        """Build the expansion's field from plain data; raises ``BadState`` where names, lengths or ranges are wrong."""
        if not isinstance(data, dict) or set(data) != set(Frost._fields):
            raise BadState(f"{self.code}: expected {', '.join(Frost._fields)}")
        gone = data["gone"]
        if not isinstance(gone, list) or len(gone) != sides or not all(_is_row(each, 2, 0, 17) for each in gone):
            raise BadState(f"{self.code}.gone: expected two numbers for each colour, found {gone!r}")
        if not _is_row(data["stored"], seats, NEITHER, IN_DECK - 1):
            raise BadState(f"{self.code}.stored: expected a card or -1 for each seat, found {data['stored']!r}")
        if not _is_row(data["slowed"], sides, 0, MOST_SLOWED):
            raise BadState(f"{self.code}.slowed: expected a number for each colour, found {data['slowed']!r}")
        for name, low, high in (("victim", -1, 11), ("pending", -1, IN_DECK - 1), ("borrowed", 0, 1)):
            if type(data[name]) is not int or not low <= data[name] <= high:
                raise BadState(f"{self.code}.{name}: expected a number from {low} to {high}, found {data[name]!r}")
        return Frost(
            tuple(data["stored"]), tuple(data["slowed"]), tuple((common, legends) for common, legends in gone),
            data["victim"], data["pending"], data["borrowed"],
        )  # fmt: skip

    def find_problems(self, state: State, value: Frost) -> Iterable[Problem]:
        """Yield stored cards without a frozen line, and values of a summoning or an effect outside of one."""
        for seat, card in enumerate(value.stored):
            if card >= 0 and not self._has_line(state, seat, card):
                yield Problem(f"{self.code}.stored", "illegal", {"found": card})
        if value.pending >= 0:
            first = first_card(state, state.active)
            lies = state.card == first + value.pending or state.discards[state.active] >> value.pending & 1
            if state.phase != EFFECT:
                yield Problem(f"{self.code}.pending", "phase")
            elif not lies or not self._has_line(state, state.active, value.pending):
                yield Problem(f"{self.code}.pending", "illegal", {"found": value.pending})
        if value.borrowed and state.phase not in (TARGET, SHOWING, PICKING):
            yield Problem(f"{self.code}.borrowed", "phase")
        if value.victim >= 0 and state.phase not in (EFFECT, LEGEND_POINT):
            yield Problem(f"{self.code}.victim", "phase")
        if value.victim >= 3 * count_sides(state):
            yield Problem(f"{self.code}.victim", "seats", {"seats": count_sides(state)})

    def _has_line(self, state: State, seat: int, card: int) -> bool:
        return bool(state.book.card(first_card(state, seat) + card).line)

    def find_fault(self, card: Card) -> str:
        """Return the fault of a card: freeze, store, fetch, borrow or another keyword used where it cannot be; "" for
        none."""
        words = [type(step.word) for step in card.program]
        if words.count(Freeze) > bool(card.line) or any(isinstance(step.word, Freeze) for step in card.line):
            return "effect: expected no freeze: a card with a frozen line is stored by itself"
        if Borrow in words or (len(card.line) > 1 and any(isinstance(step.word, Borrow) for step in card.line)):
            return "lines: expected borrow as the only step of a frozen line"
        if any(isinstance(step.word, Mirror | Banish | Defect) for step in card.line):
            return "lines: expected none of mirror, banish and defect, which belong to a summoning"
        for row in (words[: len(words) - 1] if card.line else words, [type(step.word) for step in card.line]):
            after_fetch = sum(one is Fetch and other is Store for one, other in pairwise(row))
            if not row.count(Fetch) == row.count(Store) == after_fetch:
                return "effect: expected store right after fetch, and nowhere else"
        sides = {(-dx, dy) for dx, dy in card.marks}
        if Mirror in words and (sides != set(card.marks) or any(dx == 0 for dx, _ in card.marks)):
            return "pattern: expected marked squares in pairs left and right of the summoning square"
        return ""

    def find_deck_fault(self, cards: Sequence[Card]) -> str:
        """Return the fault of a deck that fetches frozen lines without a card that has one; "" for none."""
        fetches = any(isinstance(step.word, Fetch) for card in cards for step in (*card.program, *card.line))
        if fetches and not any(card.line for card in cards):
            return "expected a card with a frozen line, since one is fetched"
        return ""

    def count_removals(self, state: State, colour: int, rank: int) -> int:
        """Return the number of pieces of this colour and rank that Deathbringer has taken out of the game."""
        return int(get_frost(state).gone[colour][rank == 2])

    def count_lent(self, state: State) -> int:
        """Return 1 while a card is summoned by the frozen line of Frost Summoner, else 0."""
        return get_frost(state).borrowed

    def on_summoning(self, state: State, card: Card, victim: int, emit: Emit | None) -> None:
        """Record which piece the summoning destroyed; the permission to borrow an enemy piece ends."""
        change(state, victim=victim, pending=NEITHER, borrowed=0)

    def on_effect_ends(self, state: State) -> None:
        """Forget the piece that the summoning destroyed and the card about to be stored."""
        frost = get_frost(state)
        if frost.victim >= 0 or frost.pending >= 0:
            change(state, victim=NEITHER, pending=NEITHER)

    def find_cards(self, state: State, seat: int) -> int:
        """Return the mask of the seat's stored card, 0 without one."""
        card = get_frost(state).stored[seat]
        return 1 << card if card >= 0 else 0

    def on_card_removal(self, state: State, seat: int, card: int) -> None:
        """Take the card out of the store if it lies there."""
        stored = get_frost(state).stored
        if stored[seat] == card:
            change(state, stored=replace_entry(stored, seat, NEITHER))

    def list_numbers(self, state: State) -> Iterable[Number]:
        """Yield by colour the number of actions its next turn lacks, and the numbers of its pieces out of the game."""
        frost = get_frost(state)
        for side, slowed in enumerate(frost.slowed):
            yield Number(
                f"{self.code}.slowed.{side}", Message("everfrost.arrange.slowed"), slowed, 0, MOST_SLOWED, side
            )
            for at, (kind, most) in enumerate((("pieces", limit(state)), ("legends", LEGENDARY_PIECES))):
                name = Message(f"everfrost.arrange.gone.{kind}")
                yield Number(f"{self.code}.gone.{side}.{at}", name, frost.gone[side][at], 0, most, side)

    def list_choices(self, state: State) -> Iterable[Choice]:
        """Yield the stored card of each seat whose deck has frozen lines."""
        for seat, stored in enumerate(get_frost(state).stored):
            lines = self._list_lines(state, seat)
            if lines:
                first = first_card(state, seat)
                cards = [state.book.card(first + card) for card in lines]
                labels = [Message("ui.edit.card", {"card": card_name(card.number, card.name)}) for card in cards]
                name = Message("everfrost.arrange.stored", {"player": {"seat": seat}})
                chosen = 1 + lines.index(stored) if stored in lines else 0
                yield Choice(
                    f"{self.code}.stored.{seat}", name, (Message("everfrost.arrange.none"), *labels), chosen, seat
                )

    def set_value(self, state: State, name: Sequence[str], value: int) -> None:
        """Set a number, or store a card, from wherever it was; the one stored before goes back into its deck."""
        kind, at = name[0], int(name[1])
        frost = get_frost(state)
        if kind == "slowed":
            change(state, slowed=replace_entry(frost.slowed, at, value))
        elif kind == "gone":
            common, legends = frost.gone[at]
            pair = (value, legends) if name[2] == "0" else (common, value)
            change(state, gone=(*frost.gone[:at], pair, *frost.gone[at + 1 :]))
            count_stock(state)
        else:
            if frost.stored[at] >= 0:
                state.pool[at] |= 1 << frost.stored[at]
            card = self._list_lines(state, at)[value - 1] if value else NEITHER
            if card >= 0:
                free_being(state, at, card)
            change(state, stored=replace_entry(frost.stored, at, card))

    def _list_lines(self, state: State, seat: int) -> list[int]:
        return [card for card in range(IN_DECK) if self._has_line(state, seat, card)]

    def list_actions(self, state: State) -> list[int]:
        """List the actions that thaw the stored card, alone or to summon a card with its help (E5, E20)."""
        seat = state.active
        stored = get_frost(state).stored[seat]
        if stored < 0 or state.acting != seat:
            return []
        # Frost Summoner alone borrows.
        line = state.book.card(first_card(state, state.active) + stored).line
        if not any(isinstance(step.word, Borrow) for step in line):
            return [self.first_action]
        if not state.actions:
            return []
        own = state.book.card
        alone = {card: summoning.targets(state, own(card)) for card in summoning.summonable(state)}
        change(state, borrowed=1)
        helped = {card: summoning.targets(state, own(card)) for card in summoning.summonable(state)}
        change(state, borrowed=0)
        found = [card for card in helped if helped[card] & ~alone.get(card, 0) or _opens_ways(state, own(card))]
        return [self.first_action + 1 + card for card in sorted(found)]

    def apply(self, state: State, action: int, chance: Chance, emit: Emit | None) -> bool:
        """Thaw the stored card, which goes to the discards; return whether its frozen line has begun."""
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
        """Return minus the number of actions that the turn lacks, and reset it."""
        frost = get_frost(state)
        side = get_side(state, state.active)
        if not frost.slowed[side]:
            return 0
        change(state, slowed=replace_entry(frost.slowed, side, 0))
        return -frost.slowed[side]

    def on_turn_ends(self, state: State) -> None:
        """End the permission to borrow an enemy piece."""
        if get_frost(state).borrowed:
            change(state, borrowed=0)

    def describe_action(self, move: Move) -> Message:
        """Return the text of a thaw, alone or with a summoning."""
        if move.card < 0:
            return Message(f"{self.code}.action.thaw")
        return Message(f"{self.code}.action.borrow", {"card": card_name(move.card)})

    def list_moves(self) -> Iterable[tuple[int, Move]]:
        """Yield the moves to thaw, and to summon each card with a borrowed piece."""
        yield self.first_action, Move(Kind.USE, number=self.deck)
        for card in range(LEGENDS + LEGEND_COUNT):
            yield self.first_action + 1 + card, Move(Kind.USE, number=self.deck, card=card)


def _opens_ways(state: State, card: Card) -> bool:
    """Whether a borrowed piece opens other ways to show a pattern on the same squares: with other pieces where it
    matters which ones, or without spending a colour."""
    if not (card.by_pieces or card.by_way or state.form == MELEE):
        return False
    alone = summoning.list_showings(state, card)
    change(state, borrowed=1)
    helped = summoning.list_showings(state, card)
    change(state, borrowed=0)
    return not helped <= alone


def _is_row(row: Any, count: int, low: int, high: int) -> bool:
    return (
        isinstance(row, list) and len(row) == count and all(type(each) is int and low <= each <= high for each in row)
    )


EXPANSION = Everfrost(**read_manifest(__file__))
"""The expansion, found by its manifest."""


# Theme of puzzles of Everfrost: thaw a card and destroy enemy pieces in one turn.


def has_stored_card(start: State) -> bool:
    """Whether the seat on turn has stored a card, in a game with this expansion."""
    return EXPANSION in start.expansions and bool(EXPANSION.find_cards(start, start.active))


def has_thawed_card(start: State, state: State, actions: Sequence[int]) -> bool:
    """Whether one of the actions thaws a card."""
    return any(0 <= action - EXPANSION.first_action < ACTIONS_EACH for action in actions)


THEME = StrikeTheme(EXPANSION.code, "thaw", has_stored_card, has_thawed_card)
"""The theme of puzzles, found by the manifest of the expansion."""
