"""The Gateway and the other words of Nethervoid. Rulings N1 to N35 of the rules reference.

The Gateway is a mark on one own common or heroic piece. "The Gateway" of a card is always that of the side on turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from engine.content.arrangement import Choice
from engine.contract import JSON, BadState, Emit, Event, Message, Problem
from games.event_texts import PLAYER, Table, seat
from games.tash_kalar import actions as act
from games.tash_kalar.cards import IN_DECK, LEGENDARY, LEGENDS, Card
from games.tash_kalar.effect_compiler import BadEffect, Step
from games.tash_kalar.effects import put, set_rank
from games.tash_kalar.expansions import GROWTH, Condition, Expansion, Word, Zone, read_manifest
from games.tash_kalar.maps import BOARD, GREEN, NEAR, RED, bits, find_neighbours
from games.tash_kalar.messages import name_card, square_name
from games.tash_kalar.puzzle_themes import StrikeTheme
from games.tash_kalar.scoring import add_points
from games.tash_kalar.state import (
    DUEL,
    EFFECT,
    LAST,
    LAST_RANK,
    MELEE,
    SELF,
    TIMES,
    State,
    count_sides,
    deck_size,
    empty,
    find_man,
    first_card,
    get_side,
    own_mask,
    supply,
)
from games.tash_kalar.summoning import is_kept

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NOWHERE = -1


class Void(NamedTuple):
    """Field of the state.

    ``gateways``: by side the square of its Gateway, -1 for none; ``possessed``: the colour whose pieces form the next
    pattern of this turn, -1 for none; ``raised``: 1 if the effect under way has made the Gateway a legendary piece.
    """

    gateways: tuple[int, ...]
    possessed: int = NOWHERE
    raised: int = 0


def get_void(state: State) -> Void:
    """Return the Nethervoid field of a state; raises ValueError in a game without this expansion."""
    found: Void = EXPANSION.get(state)
    return found


def find_gateway(state: State) -> int:
    """Return the square of the Gateway of the side on turn, -1 for none (N12)."""
    return int(get_void(state).gateways[get_side(state, state.active)])


def open_gateway(state: State, square: int, emit: Emit | None, side: int = -1) -> None:
    """Make the piece on a square the Gateway of a side, by default of the one on turn; -1 removes the Gateway."""
    void = get_void(state)
    side = get_side(state, state.active) if side < 0 else side
    if void.gateways[side] == square:
        return
    EXPANSION.set(state, void._replace(gateways=(*void.gateways[:side], square, *void.gateways[side + 1 :])))
    if emit is not None and square >= 0:
        emit(Event("gateway", {"seat": state.active, "side": side, "square": square}))


# --- words --------------------------------------------------------------------------------------------------------


class Open(Word):
    """Keyword: the last chosen piece, or the being itself, becomes the Gateway (N15)."""

    at_once = True
    fields = frozenset({"self"})

    def compile(self, entry: Mapping[str, Any], place: str) -> bool:
        """Return whether the being itself becomes the Gateway."""
        found = entry.get("self", False)
        if not isinstance(found, bool):
            raise BadEffect(f"{place}.self: expected true or false, found {found!r}")
        return found

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Open the Gateway if the piece is an own common or heroic one (N1, N8)."""
        square = state.fx[SELF if step.data else LAST]
        man = find_man(state, square) if square >= 0 else -1
        if man >= 0 and man // 3 == get_side(state, state.active) and man % 3 != LEGENDARY:
            open_gateway(state, square, emit)


class Raise(Word):
    """Keyword: upgrade the Gateway (N28); a heroic one needs a legendary piece in supply."""

    trait = GROWTH
    at_once = True

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Upgrade the Gateway and record whether it has become a legendary piece."""
        square = find_gateway(state)
        EXPANSION.set(state, get_void(state)._replace(raised=0))
        if square < 0:
            return
        rank = find_man(state, square) % 3
        if rank == 0 or supply(state, get_side(state, state.active), LEGENDARY):
            set_rank(state, square, rank + 1, emit)
            EXPANSION.set(state, get_void(state)._replace(raised=int(rank == 1)))


class MoveGateway(Word):
    """Keyword: choose an own common or heroic piece as the Gateway (N28)."""

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """List all own common and heroic pieces, the present Gateway too."""
        if state.fx[TIMES]:
            return []
        side = 3 * get_side(state, state.active)
        return [act.SQUARE + square for square in bits(state.men[side] | state.men[side + 1])]

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Make the chosen piece the Gateway instead of the old one."""
        open_gateway(state, action - act.SQUARE, emit)


class CountLegend(Word):
    """Keyword: a Gateway raised to a legendary piece makes this summoning count as one of a legend (N28)."""

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """List the enemy colours that may give the point in a Melee; one action without a choice in other forms."""
        if state.fx[TIMES] or not get_void(state).raised:
            return []
        if state.form != MELEE:
            return [act.OPTION]
        own = get_side(state, state.active)
        return [act.COLOUR + colour for colour in range(count_sides(state)) if colour != own]

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Count this summoning as one of a legend, on the being's square, with its point in Melee and Duel (N28,
        X9)."""
        EXPANSION.set(state, get_void(state)._replace(raised=0))
        beings, red, green, either, legends = state.summoned
        state.summoned = (beings, red, green, either, legends + 1)
        if state.form == MELEE:
            add_points(state, action - act.COLOUR, 1, "legend", emit)
        elif state.form == DUEL:
            add_points(state, get_side(state, state.active), 1, "legend", emit)


class Sink(Word):
    """Keyword: the card goes to the bottom of the player's deck, unless that is empty (N26)."""

    at_once = True

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Put the card under the deck, in view of every seat."""
        seat = state.active
        if state.card >= 0 and deck_size(state, seat) and not is_kept(state, state.card):
            local = state.card - first_card(state, seat)
            state.bottoms[seat] = (*state.bottoms[seat], local)
            state.sunk[seat] |= 1 << local
            if emit is not None:
                data = {"seat": seat, "card": state.card, "name": state.book.card(state.card).name}
                emit(Event("sunk", {**data, "left": deck_size(state, seat)}))


class Idle(Word):
    """Keyword: spend an action on nothing (N33)."""

    at_once = True

    def run(self, state: State, step: Step, emit: Emit | None) -> None:
        """Take one of the actions left, if there is one."""
        if not state.actions:
            return
        state.actions -= 1
        if emit is not None:
            emit(Event("idled", {"seat": state.active, "actions": state.actions}))


class Nothing(Word):
    """Keyword that does nothing, for a branch of a condition."""

    at_once = True


class Possess(Word):
    """Keyword: place a common enemy piece next to one of its colour, which then forms the next pattern (N35)."""

    def list_candidates(self, state: State, step: Step) -> list[int]:
        """List the actions that put a common enemy piece from supply on an empty square next to one of its colour."""
        if state.fx[TIMES]:
            return []
        own, free = get_side(state, state.active), empty(state)
        found = []
        for side in range(count_sides(state)):
            if side != own and supply(state, side, 0):
                there = find_neighbours(own_mask(state, side)) & free
                found += [act.PUT + 128 * 3 * side + square for square in bits(there)]
        return found

    def choose(self, state: State, step: Step, action: int, emit: Emit | None) -> None:
        """Put the enemy piece; its colour is possessed until the end of the turn or the next summoning."""
        man, square = divmod(action - act.PUT, 128)
        put(state, man, square, emit)
        state.fx[LAST], state.fx[LAST_RANK] = square, 0
        EXPANSION.set(state, get_void(state)._replace(possessed=man // 3))
        if emit is not None:
            emit(Event("possessed", {"seat": state.active, "side": man // 3}))


# --- zones and conditions -----------------------------------------------------------------------------------------


def find_gateway_zone(state: State) -> int:
    """Return the mask of the Gateway's square."""
    square = find_gateway(state)
    return 1 << square if square >= 0 else 0


def find_beside_gateway(state: State) -> int:
    """Return the mask of the squares around the Gateway, without its own (N13)."""
    square = find_gateway(state)
    return NEAR[square] if square >= 0 else 0


def find_off_gateway(state: State) -> int:
    """Return the mask of all squares but that of the Gateway."""
    return BOARD & ~find_gateway_zone(state)


def find_beside_while_behind(state: State) -> int:
    """Return the squares around the Gateway at the first choice, later only while an opponent has more pieces (N34)."""
    own = get_side(state, state.active)
    mine = own_mask(state, own).bit_count()
    behind = any(own_mask(state, side).bit_count() > mine for side in range(count_sides(state)) if side != own)
    return find_beside_gateway(state) if behind or not state.fx[TIMES] else 0


def is_self_gateway(state: State) -> bool:
    """Whether the being whose effect is carried out is the Gateway."""
    return state.fx[SELF] >= 0 and find_gateway(state) == state.fx[SELF]


def is_red_gateway(state: State) -> bool:
    """Whether the Gateway stands on a red square (N17)."""
    return bool(find_gateway_zone(state) & RED)


def is_green_gateway(state: State) -> bool:
    """Whether the Gateway stands on a green square (N17)."""
    return bool(find_gateway_zone(state) & GREEN)


def has_enemy_commons(state: State) -> bool:
    """Whether a common piece of an enemy touches the Gateway (N30)."""
    own, there = get_side(state, state.active), find_beside_gateway(state)
    return any(state.men[3 * side] & there for side in range(count_sides(state)) if side != own)


# --- the expansion ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Nethervoid(Expansion):
    """Rules of the expansion Nethervoid."""

    words: ClassVar[Mapping[str, Word]] = {
        "open": Open(), "raise": Raise(), "move_gateway": MoveGateway(), "count_legend": CountLegend(),
        "sink": Sink(), "idle": Idle(), "nothing": Nothing(), "possess": Possess(),
    }  # fmt: skip
    zones: ClassVar[Mapping[str, Zone]] = {
        "gateway": find_gateway_zone, "beside gateway": find_beside_gateway, "off gateway": find_off_gateway,
        "beside gateway while behind": find_beside_while_behind,
    }  # fmt: skip
    conditions: ClassVar[Mapping[str, Condition]] = {
        "self is the gateway": is_self_gateway, "gateway on red": is_red_gateway, "gateway on green": is_green_gateway,
        "enemy commons beside gateway": has_enemy_commons,
    }  # fmt: skip

    events: ClassVar[Table] = {
        "gateway": ("event.gateway", {**PLAYER, "square": lambda data: square_name(data["square"])}),
        "sunk": ("event.sunk", {**PLAYER, "card": name_card}),
        "idled": ("event.idled", PLAYER),
        "possessed": ("event.possessed", {**PLAYER, "other": seat("side")}),
    }
    turn_texts = tuple(events)

    def create(self, seats: int, sides: int) -> Void:
        """Return the expansion's field for a new game: there is no Gateway."""
        return Void((NOWHERE,) * sides)

    def dump(self, value: Void) -> JSON:
        """Return the expansion's field as plain data by names; -1 stands for none."""
        return {"gateways": list(value.gateways), "possessed": value.possessed, "raised": value.raised}

    def load(self, data: JSON, seats: int, sides: int) -> Void:
        """Build the expansion's field from plain data; raises ``BadState`` where names, lengths or ranges are wrong."""
        if not isinstance(data, dict) or set(data) != set(Void._fields):
            raise BadState(f"{self.code}: expected {', '.join(Void._fields)}")
        squares = data["gateways"]
        if not isinstance(squares, list) or len(squares) != sides or not all(map(_is_square, squares)):
            raise BadState(f"{self.code}.gateways: expected a square or -1 for each colour, found {squares!r}")
        for name, low, high in (("possessed", NOWHERE, sides - 1), ("raised", 0, 1)):
            if type(data[name]) is not int or not low <= data[name] <= high:
                raise BadState(f"{self.code}.{name}: expected a number from {low} to {high}, found {data[name]!r}")
        return Void(tuple(squares), data["possessed"], data["raised"])

    def find_problems(self, state: State, value: Void) -> Iterable[Problem]:
        """Yield a Gateway that is not a common or heroic piece of its side, and a possessed colour that is not an
        enemy's."""
        for side, square in enumerate(value.gateways):
            if square >= 0 and not (state.men[3 * side] | state.men[3 * side + 1]) >> square & 1:
                yield Problem(f"{self.code}.gateways", "board", {"found": square})
        if value.possessed == get_side(state, state.active):
            yield Problem(f"{self.code}.possessed", "illegal", {"found": value.possessed})
        if value.raised and state.phase != EFFECT:
            yield Problem(f"{self.code}.raised", "phase")

    def find_fault(self, card: Card) -> str:
        """Return the fault of a card that counts a legend before raising the Gateway, or has such a keyword in its
        line; "" for none."""
        words = [type(step.word) for step in card.program]
        if any(isinstance(step.word, CountLegend | Sink) for step in card.line):
            return "lines: expected neither count_legend nor sink, which belong to a summoning"
        if CountLegend in words and Raise not in words[: words.index(CountLegend)]:
            return "effect: expected raise before count_legend"
        return ""

    def on_removal(self, state: State, square: int) -> None:
        """Remove the Gateway if it was the piece that has left (N10)."""
        self.on_move(state, square, NOWHERE)

    def on_move(self, state: State, origin: int, target: int) -> None:
        """Move the Gateway along if its piece has moved (N9)."""
        for side, gateway in enumerate(get_void(state).gateways):
            if gateway == origin:
                open_gateway(state, target, None, side)

    def on_rank_change(self, state: State, square: int, rank: int) -> None:
        """Remove the Gateway if its piece has become legendary (N8)."""
        if rank == LEGENDARY:
            self.on_move(state, square, NOWHERE)

    def find_pattern_colour(self, state: State) -> int:
        """Return the possessed colour, -1 for none."""
        return get_void(state).possessed

    def on_summoning(self, state: State, card: Card, victim: int, emit: Emit | None) -> None:
        """Make the new being the Gateway before its effect, if its card opens one (N3 to N7); the possession ends."""
        EXPANSION.set(state, get_void(state)._replace(possessed=NOWHERE, raised=0))
        # Beings of Nethervoid open it, and of another deck those whose cards speak of the Gateway (N7, X2).
        if card.number >= LEGENDS or (card.number // IN_DECK != self.deck and self.code not in card.uses):
            return
        # A heroic being takes it from a common piece; one that is only part of the pattern keeps it (open question 1).
        gateway = find_gateway(state)
        if gateway < 0 or (find_man(state, state.square) % 3 == 1 and find_man(state, gateway) % 3 == 0):
            open_gateway(state, state.square, emit)

    def on_effect_ends(self, state: State) -> None:
        """Forget that the Gateway was raised; it counts for one effect only."""
        void = get_void(state)
        if void.raised:
            EXPANSION.set(state, void._replace(raised=0))

    def list_choices(self, state: State) -> Iterable[Choice]:
        """Yield the Gateway of each colour, and whose pieces form the next pattern."""
        void = get_void(state)
        for side, gateway in enumerate(void.gateways):
            squares = self._list_bearers(state, side)
            labels = [Message("ui.edit.place", {"place": square_name(square)}) for square in squares]
            name = Message("nethervoid.arrange.gateway", {"player": {"seat": side}})
            chosen = 1 + squares.index(gateway) if gateway in squares else 0
            none = Message("nethervoid.arrange.nowhere")
            yield Choice(f"{self.code}.gateway.{side}", name, (none, *labels), chosen, side)
        others = [side for side in range(count_sides(state)) if side != get_side(state, state.active)]
        players = [Message("ui.edit.player", {"player": {"seat": side}}) for side in others]
        chosen = 1 + others.index(void.possessed) if void.possessed in others else 0
        labels = [Message("nethervoid.arrange.own"), *players]
        yield Choice(f"{self.code}.possessed", Message("nethervoid.arrange.possessed"), tuple(labels), chosen)

    def set_value(self, state: State, name: Sequence[str], value: int) -> None:
        """Put the Gateway of a colour on a piece, or choose whose pieces form the next pattern; index 0 for none."""
        if name[0] == "gateway":
            side = int(name[1])
            open_gateway(state, self._list_bearers(state, side)[value - 1] if value else NOWHERE, None, side)
            return
        others = [side for side in range(count_sides(state)) if side != get_side(state, state.active)]
        EXPANSION.set(state, get_void(state)._replace(possessed=others[value - 1] if value else NOWHERE))

    def _list_bearers(self, state: State, side: int) -> list[int]:
        """List the squares of the pieces that can be the Gateway of a colour (N8)."""
        return bits(state.men[3 * side] | state.men[3 * side + 1])

    def on_turn_ends(self, state: State) -> None:
        """End the possession of a colour (N35)."""
        void = get_void(state)
        if void.possessed >= 0:
            EXPANSION.set(state, void._replace(possessed=NOWHERE))


def _is_square(value: Any) -> bool:
    return type(value) is int and (value == NOWHERE or (value >= 0 and bool(BOARD >> value & 1)))


EXPANSION = Nethervoid(**read_manifest(__file__))
"""The expansion, found by its manifest."""


# Theme of puzzles of Nethervoid: destroy enemy pieces and end the turn with a heroic Gateway.


def can_become_heroic(start: State) -> bool:
    """Whether the side on turn has no heroic Gateway yet, in a game with this expansion."""
    return EXPANSION in start.expansions and not is_heroic(start, start, ())


def is_heroic(start: State, state: State, actions: Sequence[int]) -> bool:
    """Whether the Gateway of the side on turn is a heroic piece."""
    square = find_gateway(state)
    return square >= 0 and find_man(state, square) % 3 == 1


THEME = StrikeTheme(EXPANSION.code, "heroic_gateway", can_become_heroic, is_heroic)
"""The theme of puzzles, found by the manifest of the expansion."""
