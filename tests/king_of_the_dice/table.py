"""A small table for rule tests: put citizens, markers and dragons where they are wanted and play turns."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.chance import ScriptedChance, SeededChance, dice
from engine.contract import Event
from games.king_of_the_dice import RULES, actions as act
from games.king_of_the_dice.cards import IN_PILE, citizens
from games.king_of_the_dice.maps import IN_HALF, REGIONS, kingdom
from games.king_of_the_dice.scoring import FLAME_POINTS, parts
from games.king_of_the_dice.setup import create_state
from games.king_of_the_dice.state import CHECK, NOTHING, OVER, State, bits, copied, to_mask
from games.king_of_the_dice.turns import begin_turn
from tests.support.legal_order import check_order

MEETS_NOTHING = (1, 2, 3, 5, 6, 6)
"""Faces that meet none of the citizens that :class:`Table` opens first."""
FIRST_MARKET = (0, 19, 24, 36, 48)
"""Three 1s; a straight of 5; 3 red and 2 green; five red; all even."""


def site(terrain: str, half: int = 0) -> int:
    """The region of a terrain in the west (0) or the east (1)."""
    return kingdom().sites[kingdom().terrains.index(terrain)][half]


def tile_of(region: int) -> int:
    """The first tile of a region's terrain."""
    return kingdom().terrain[region]


def hired_in(seats: int, number: int) -> Iterator[State]:
    """A game at random, its positions in which citizens are hired, and its end."""
    chance = SeededChance(40 + number)
    state = RULES.new({}, seats, chance)
    while state.phase != OVER:
        if state.phase == CHECK:
            yield copied(state)
        legal = RULES.legal(state, state.active)
        RULES.apply(state, state.active, act.STOP if act.STOP in legal else chance.draw(legal), chance)
    yield state


def without_flames(state: State, seat: int) -> int:
    """The score of a seat but for most flames."""
    found = parts(state, seat)
    return int(found["total"] - FLAME_POINTS * found["flames"])


class Table:
    """A game at its first turn, seat 0 to roll, with a market that the test knows and no dragons.

    The supply holds ``supply`` tiles (28 at first), all of them unseen.
    """

    def __init__(self, seats: int = 2) -> None:
        self.state: State = create_state(seats, False, SeededChance(1), None)
        state = self.state
        state.active = 0
        state.free = (1 << REGIONS) - 1
        state.flames = 0
        state.flames_left = 15
        state.unseen = (1 << REGIONS) - 1
        self.market(*FIRST_MARKET)
        self.events: list[Event] = []
        state.turn = 0
        begin_turn(state, None)

    def market(self, *cards: int) -> "Table":
        """Open these citizens, one of each pile."""
        for pile, card in enumerate(cards):
            self.state.market[pile] = card
            self.state.piles[pile] = ((1 << IN_PILE) - 1 << IN_PILE * pile) & ~(1 << card if card >= 0 else 0)
        return self

    def give(self, seat: int, *cards: int, down: Sequence[int] = ()) -> "Table":
        """Citizens lie before a seat, open and as super jokers; they come from the piles."""
        state = self.state
        state.open[seat] |= to_mask(list(cards))
        state.down[seat] |= to_mask(list(down))
        for card in (*cards, *down):
            state.piles[card // IN_PILE] &= ~(1 << card)
        return self

    def own(self, seat: int, *regions: int) -> "Table":
        """Markers of a seat, on tiles."""
        for region in regions:
            self._tile(region)
            self.state.marks[seat] |= 1 << region
        return self

    def dragon(self, *regions: int) -> "Table":
        """Flames on the map, from the supply."""
        for region in regions:
            self._tile(region)
            self.state.flames |= 1 << region
            self.state.flames_left -= 1
        return self

    def _tile(self, region: int) -> None:
        terrain = tile_of(region)
        tile = terrain if self.state.unseen >> terrain & 1 else terrain + IN_HALF
        self.state.unseen &= ~(1 << tile)
        self.state.free &= ~(1 << region)

    def flames(self, *tamed: int, left: int = 0) -> "Table":
        """Flames that seats have and the supply has left; the others are out of the way in no seat's hands."""
        self.state.tamed = list(tamed)
        self.state.flames_left = left
        return self

    def roll(self, *faces: int) -> "Table":
        """Roll these faces and let them stand."""
        self.do(act.KEEP, *dice(*faces))
        return self.do(act.STOP)

    def do(self, action: int, *script: tuple[str, int]) -> "Table":
        """The active seat chooses; ``script`` is what falls and is drawn meanwhile."""
        chance = ScriptedChance(script)
        RULES.apply(self.state, self.state.active, action, chance, self.events.append)
        assert chance.rest == 0
        check_order(RULES, self.state)
        return self

    def hire(self, pile: int, *tiles: int, opens: int | None = None) -> "Table":
        """Hire the citizen of a pile; these tiles are drawn (all of them unseen so far)."""
        return self.do(act.HIRE + pile, ("draw", opens or self.next_of(pile)), *(("draw", tile) for tile in tiles))

    def alarm(self, pile: int, tile: int) -> "Table":
        """Sound the alarm, take the citizen of a pile, draw this tile."""
        return self.do(act.ALARM + pile, ("draw", self.next_of(pile)), ("draw", tile))

    def next_of(self, pile: int) -> int:
        """A citizen that can be opened next."""
        return bits(self.state.piles[pile])[0]

    @property
    def choices(self) -> list[int]:
        return list(RULES.legal(self.state, self.state.active))

    @property
    def view(self) -> dict[str, Any]:
        return RULES.view(self.state, None)

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind, without the scores and the supply that go with them."""
        found = [event.data for event in self.events if event.kind == kind]
        return [{key: data[key] for key in data if key not in ("scores", "supply")} for data in found]


def with_joker(number: int, colour: str, but: Sequence[int] = FIRST_MARKET) -> list[int]:
    """Citizens whose joker shows this, but not these."""
    sign = 3 * (number - 1) + ("red", "green", "blue").index(colour)
    return [card for card in bits(citizens().with_joker[sign]) if card not in but]


__all__ = ["FIRST_MARKET", "MEETS_NOTHING", "NOTHING", "Table", "site", "tile_of", "with_joker"]
