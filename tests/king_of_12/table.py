"""A small table for rule tests: set up faces and cards, play a trick, read what happened."""

from collections.abc import Sequence
from typing import Any

from engine.chance import ScriptedChance, dice
from engine.contract import Event
from games.king_of_12 import RULES
from games.king_of_12.cards import CARD_COUNT, CODES
from games.king_of_12.state import State, to_mask
from tests.support.legal_order import check_order

CARD = {code: number for number, code in enumerate(CODES)}
TOLD_BESIDES = {"held", "thief_held", "victim_held", "hand_sizes", "hand_size", "next_trick"}
"""Facts for tables in events: what follows from the rest."""
FIRST_GAME = (0, 1, 2, 3, 4, 5, 6)


class Table:
    """One game at its first trick, with given faces.

    Every seat may play any of the fourteen cards, unless ``cards`` names the seven of the set.
    """

    def __init__(self, faces: Sequence[int], cards: Sequence[int] = tuple(range(CARD_COUNT))) -> None:
        self.seats = len(faces)
        self.state: State = RULES.new({}, self.seats, ScriptedChance(dice(*faces)))
        self.state.cards = to_mask(list(cards))
        self.state.hands = [self.state.cards] * self.seats
        self.events: list[Event] = []

    def play(self, *names: str, rolls: Sequence[int] = ()) -> "Table":
        """Everybody plays a card; ``rolls`` are the dice thrown meanwhile."""
        script = ScriptedChance(dice(*rolls))
        for seat, name in enumerate(names):
            RULES.apply(self.state, seat, CARD[name], script, self.events.append)
        assert script.rest == 0
        return self

    def choose(self, seat: int, action: int, rolls: Sequence[int] = ()) -> "Table":
        """One seat makes a choice."""
        script = ScriptedChance(dice(*rolls))
        RULES.apply(self.state, seat, action, script, self.events.append)
        assert script.rest == 0
        check_order(RULES, self.state)
        return self

    def give(self, *tokens: tuple[int, int]) -> "Table":
        """Set tokens of 1 and of 2 for every seat."""
        self.state.ones = [one for one, _ in tokens]
        self.state.twos = [two for _, two in tokens]
        self.state.points = [one + 2 * two for one, two in tokens]
        return self

    def crown(self, seat: int, card: str) -> "Table":
        """Give a seat its first crown."""
        state = self.state
        state.crowns = tuple(count + (other == seat) for other, count in enumerate(state.crowns))
        state.laid = tuple(mask | (1 << CARD[card] if other == seat else 0) for other, mask in enumerate(state.laid))
        state.hands[seat] &= ~(1 << CARD[card])
        state.length = min(hand.bit_count() for hand in state.hands) - 1
        return self

    @property
    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = RULES.view(self.state, None)["last"]
        return found

    @property
    def points(self) -> list[int]:
        return self.state.points

    @property
    def faces(self) -> list[int]:
        return self.state.faces

    @property
    def values(self) -> list[int]:
        found: list[int] = self.last["values"]
        return found

    @property
    def places(self) -> tuple[int | None, int | None]:
        return self.last["first"], self.last["second"]

    @property
    def gains(self) -> list[int]:
        found: list[int] = self.last["gains"]
        return found

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind, without what test_told_facts looks after."""
        return [
            {name: value for name, value in event.data.items() if name not in TOLD_BESIDES}
            for event in self.events
            if event.kind == kind
        ]


def last_trick(faces: Sequence[int], kept: tuple[str, str], cards: Sequence[int] = FIRST_GAME) -> Table:
    """A table at the last trick of a round: every seat holds the two named cards."""
    table = Table(faces, cards)
    keep = to_mask([CARD[name] for name in kept])
    gone = [card for card in cards if not keep >> card & 1]
    table.state.tricks = tuple((card,) * table.seats for card in gone)
    table.state.hands = [keep] * table.seats
    return table
