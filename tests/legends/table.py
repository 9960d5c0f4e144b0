"""A small table for rule tests: a known board, armies where a test wants them, cards by name."""

from collections.abc import Sequence
from typing import Any

from engine.chance import SeededChance
from engine.contract import Event
from games.legends import RULES, actions as act
from games.legends.board import Board
from games.legends.cards import cards
from games.legends.maps import SIDE_CODES
from games.legends.scoring import control, scores
from games.legends.state import NEUTRAL_OWNER, State, complete
from tests.support.legal_order import check_order

CARD = {card.code: card.id for card in cards()}
LAID = (("3B", 0), ("1B", 0), ("2A", 0), ("0A", 0))
"""The usual board: a T with 1B in the middle, 0A below it."""
START = "1B.3"
JOINT = "2A.3"


class Table:
    """One game past its set-up and auction, at the first turn of seat 0.

    The map is laid by hand; ``clear`` takes all armies but those of the set-up off again.
    Nobody has bid anything.
    """

    def __init__(
        self,
        seats: int = 3,
        laid: Sequence[tuple[str, int]] = LAID,
        start: str = START,
        joint: str = JOINT,
        tokens: Sequence[str] = (),
        leaders: Sequence[int] | None = None,
        play: bool = True,
        **options: Any,
    ) -> None:
        self.events: list[Event] = []
        self.chance = SeededChance("table")
        wish = {"setup": "by_hand", **options}
        self.state: State = RULES.new(wish, seats, self.chance, self.events.append)
        if leaders is not None:
            self.state.leaders = tuple(leaders)
        if wish.get("shape") != "ring":
            self.do(act.STEM_BELOW)
        for code, turned in laid:
            self.do(act.SEGMENT + 2 * SIDE_CODES.index(code) + turned)
        self.do(act.START + self.at(start))
        self.do(act.JOINT + self.at(joint))
        for region in tokens:
            self.do(act.TOKEN + self.at(region))
        if play:
            self.play_on()

    def play_on(self) -> "Table":
        """Neutral armies in the start region, no bids; seat 0 begins."""
        while RULES.view(self.state, None)["phase"] == "neutral":
            self.do(act.NEUTRAL + self.state.start)
        for seat in RULES.to_act(self.state):
            self.do(act.BID, seat)
        self.do(act.NAME)
        self.events.clear()
        return self

    # --- looking --------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self.state.board

    def at(self, code: str) -> int:
        """The number of a region."""
        return self.board.codes.index(code)

    @property
    def seat(self) -> int:
        return RULES.to_act(self.state)[0]

    @property
    def phase(self) -> str:
        found: str = RULES.view(self.state, None)["phase"]
        return found

    def legal(self, seat: int | None = None) -> tuple[int, ...]:
        return tuple(RULES.legal(self.state, self.seat if seat is None else seat))

    def regions(self, base: int) -> set[str]:
        """Regions offered by actions of this kind."""
        return {self.board.codes[each - base] for each in self.legal() if base <= each < base + act.WIDTH}

    def armies(self, owner: int, region: str) -> int:
        return self.state.armies[act.WIDTH * owner + self.at(region)]

    def owner(self, region: str) -> int:
        return control(self.state)[self.at(region)]

    def score(self, seat: int) -> dict[str, Any]:
        return scores(self.state)[seat]

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.data) for event in self.events if event.kind == kind]

    # --- arranging ------------------------------------------------------------------------------

    def clear(self) -> "Table":
        """Take all armies off the map."""
        self.state.armies = [0] * len(self.state.armies)
        self.state.supply = [18] * self.state.seats
        complete(self.state)
        return self

    def put(self, owner: int, **regions: int) -> "Table":
        """Armies more (or less) by region: ``put(0, r1B_3=2)``."""
        for name, count in regions.items():
            self.state.armies[act.WIDTH * owner + self.at(name[1:].replace("_", "."))] += count
            if owner != NEUTRAL_OWNER:
                self.state.supply[owner] -= count
        complete(self.state)
        return self

    def city(self, owner: int, *regions: str) -> "Table":
        for region in regions:
            self.state.cities[act.WIDTH * owner + self.at(region)] += 1
        complete(self.state)
        return self

    def give(self, seat: int, *codes: str) -> "Table":
        """Cards a seat has taken before."""
        for code in codes:
            self._bring(CARD[code])
            self.state.taken[seat] += (CARD[code],)
        complete(self.state)
        return self

    def _bring(self, card: int) -> None:
        """Take a card from wherever it is."""
        state = self.state
        state.deck &= ~(1 << card)
        if card in state.row:
            other = max(number for number in range(34) if state.deck >> number & 1)
            state.deck ^= 1 << other
            state.row = tuple(other if number == card else number for number in state.row)
        assert all(card not in taken for taken in state.taken)

    # --- playing --------------------------------------------------------------------------------

    def do(self, action: int, seat: int | None = None) -> "Table":
        RULES.apply(self.state, self.seat if seat is None else seat, action, self.chance, self.events.append)
        check_order(RULES, self.state)
        return self

    def take(self, code: str, place: int = 0) -> "Table":
        """The seat whose turn it is takes this card from that place of the row."""
        self._bring(CARD[code])
        row = list(self.state.row)
        self.state.deck |= 1 << row[place]
        row[place] = CARD[code]
        self.state.row = tuple(row)
        return self.do(act.CARD + place)

    def done(self) -> "Table":
        return self.do(act.DONE)

    def place(self, region: str) -> "Table":
        return self.do(act.PLACE + self.at(region))

    def move(self, origin: str, target: str) -> "Table":
        return self.do(act.FROM + self.at(origin)).do(act.TO + self.at(target))

    def build(self, region: str) -> "Table":
        return self.do(act.CITY + self.at(region))

    def destroy(self, owner: int, region: str) -> "Table":
        return self.do(act.DESTROY + act.WIDTH * owner + self.at(region))

    def bribe(self, owner: int, region: str) -> "Table":
        return self.do(act.BRIBE + act.WIDTH * owner + self.at(region))
