"""A small table for rule tests: an arena drawn in letters, cards by name, choices as a player would write them.

Pieces: ``c h l`` of seat 0, ``C H L`` of seat 1, ``x y z`` of seat 2, ``X Y Z`` of seat 3 (common, heroic, legendary);
``.`` is an empty square. Squares are named a1 (top left) to i9.

Choices: a square (``e5``), ``-`` for leaving out, ``1`` or ``2`` for one of two ways, ``N`` … ``NW`` for a direction,
``c>e5`` for a piece put down, ``<herald`` for a card taken back.
"""

from typing import Any

from engine.chance import SeededChance
from engine.contract import Event
from games.tash_kalar import RULES, actions as act
from games.tash_kalar.cards import LEGENDS, box
from games.tash_kalar.maps import BOARD, COMPASS, SIZE, bits, format_square, to_square
from games.tash_kalar.state import ALL_BEINGS, ALL_LEGENDS, MAIN, PHASES, State, first_card
from tests.support.legal_order import check_order

SIGNS = "chlCHLxyzXYZ"
CARD = {card.code: card.number for card in box().cards if card}
TASK = {task.code: number for number, task in enumerate(box().tasks)}
DECK_OF_CARD = ("imperial_north", "highland", "sylvan", "everfrost", "nethervoid")


def square(name: str) -> int:
    """The number of a square."""
    return to_square("abcdefghi".index(name[0]) + 1, int(name[1]))


class Table:
    """A game in which seat 0 is about to use the first of its two actions, with an arena as drawn."""

    def __init__(
        self,
        form: str = "duel",
        seats: int = 2,
        decks: tuple[str, ...] = (),
        seed: int = 0,
        own: tuple[dict[str, Any], ...] = (),
        **options: Any,
    ) -> None:
        self.events: list[Event] = []
        self.ends_turns = True
        self.chance = SeededChance(seed)
        wishes = {f"deck_{number}": deck for number, deck in enumerate(decks, 1)}
        full = {"form": form, "surrender": False, "decks": list(own), **wishes, **options}
        self.state: State = RULES.new(full, seats, self.chance)
        self.state.men = [0] * len(self.state.men)
        self.state.turn = seats + 1
        self.state.active = self.state.acting = self.state.first = 0
        self.state.actions = 2
        self.state.phase = MAIN
        if self.state.teams:
            for seat in range(seats):
                self.hold_legends(seat, ["titan", "leviathan"] if seat == 0 else [])
            self.hold_legends(1, ["fire_dragon", "hell_bull"])
        self.state.choices = None

    # --- arranging ------------------------------------------------------------------------------

    def draw(self, rows: str, corner: str = "a1") -> "Table":
        """Put pieces as drawn; the first sign stands on ``corner``. Signs may stand apart or together."""
        x, y = "abcdefghi".index(corner[0]) + 1, int(corner[1])
        for down, row in enumerate(line.replace(" ", "") for line in rows.strip().splitlines()):
            for right, sign in enumerate(row):
                if sign != ".":
                    self.put(sign, format_square(to_square(x + right, y + down)))
        return self

    def put(self, sign: str, name: str) -> "Table":
        where = 1 << square(name)
        assert BOARD & where, name
        self.state.men = [mask & ~where for mask in self.state.men]
        self.state.men[SIGNS.index(sign)] |= where
        self.state.choices = None
        return self

    def hold(self, *codes: str, seat: int = 0, flares: tuple[int, ...] = ()) -> "Table":
        """Exactly these cards in the hand of a seat; whatever it held goes back."""
        state = self.state
        first = first_card(state, seat)
        beings = [CARD[code] - first for code in codes if CARD[code] < LEGENDS]
        state.discards[seat] = 0
        state.tops[seat] = state.bottoms[seat] = ()
        state.hands[seat] = sum(1 << card for card in beings)
        state.pool[seat] = ALL_BEINGS & ~state.hands[seat]
        self.hold_legends(seat, [code for code in codes if CARD[code] >= LEGENDS])
        state.flare_pool |= state.flares[seat]
        state.flares[seat] = sum(1 << flare for flare in flares)
        for flare in flares:
            state.flare_pool &= ~(1 << flare)
            for other in range(state.seats):
                if other != seat and state.flares[other] >> flare & 1:
                    state.flares[other] ^= 1 << flare
        state.choices = None
        return self

    def hold_legends(self, seat: int, codes: list[str]) -> None:
        state = self.state
        wanted = sum(1 << CARD[code] - LEGENDS for code in codes)
        for other in range(state.seats):
            state.legends[other] &= ~wanted
        state.legends[seat] = wanted
        held = 0
        for each in state.legends:
            held |= each
        state.legend_pool, state.legend_discard, state.legend_bottom = ALL_LEGENDS & ~held, 0, ()

    # --- looking --------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        return RULES.to_act(self.state)[0]

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]

    def legal(self) -> tuple[int, ...]:
        return tuple(RULES.legal(self.state, self.state.acting))

    def offered(self, base: int) -> set[str]:
        """Squares offered by actions of this kind."""
        return {format_square(each - base) for each in self.legal() if base <= each < base + 128}

    def can_summon(self, code: str) -> bool:
        return act.SUMMON + CARD[code] in self.legal()

    def at(self, name: str) -> str:
        where = square(name)
        return next((SIGNS[man] for man, mask in enumerate(self.state.men) if mask >> where & 1), ".")

    def pieces(self) -> dict[str, str]:
        """Square → sign of everything in the arena."""
        return {format_square(each): SIGNS[man] for man, mask in enumerate(self.state.men) for each in bits(mask)}

    def drawn(self, corner: str, width: int, height: int) -> str:
        """A part of the arena in letters."""
        x, y = "abcdefghi".index(corner[0]) + 1, int(corner[1])
        rows = []
        for down in range(height):
            rows.append(" ".join(self.at(format_square(to_square(x + right, y + down))) for right in range(width)))
        assert x + width - 1 <= SIZE and y + height - 1 <= SIZE
        return "\n".join(rows)

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.data) for event in self.events if event.kind == kind]

    # --- playing --------------------------------------------------------------------------------

    def do(self, action: int) -> "Table":
        """A decision; where only the end of the turn is left, giving up aside, the turn is ended too."""
        self.apply(action)
        left = [each for each in self.legal() if each != act.SURRENDER] if RULES.to_act(self.state) else []
        if left == [act.END] and self.ends_turns:
            self.apply(act.END)
        return self

    def apply(self, action: int) -> None:
        RULES.apply(self.state, self.state.acting, action, self.chance, self.events.append)
        check_order(RULES, self.state)

    def place(self, name: str) -> "Table":
        return self.do(act.PLACE + square(name))

    def summon(self, code: str, name: str, choices: str = "") -> "Table":
        """Summon a card there and make these choices."""
        self.do(act.SUMMON + CARD[code])
        self.do(act.SQUARE + square(name))
        return self.choose(choices)

    def choose(self, choices: str) -> "Table":
        for each in choices.split():
            self.do(action_of(each))
        return self


def action_of(choice: str) -> int:
    """A choice as a player would write it."""
    if choice == "-":
        return act.DONE
    if choice in "12":
        return act.OPTION + int(choice) - 1
    if choice in COMPASS:
        return act.DIRECTION + COMPASS.index(choice)
    if choice[0] == "<":
        return act.RECALL + CARD[choice[1:]]
    if choice[1] == ">":
        return act.PUT + 128 * SIGNS.index(choice[0]) + square(choice[2:])
    if choice[0] == "=":
        return act.SHOW + int(choice[1:])
    return act.SQUARE + square(choice)


def table_for(code: str, **options: Any) -> Table:
    """A table where seat 0 plays the deck of a card and holds it alone."""
    number = CARD[code]
    own = DECK_OF_CARD[number // 18] if number < LEGENDS else "imperial_north"
    decks = (own, "highland" if own != "highland" else "sylvan")
    return Table(decks=decks, **options).hold(code)


def fill(table: Table, sign: str, number: int, rows: str = "789") -> Table:
    """Add ``number`` pieces on empty squares of these rows."""
    names = [f"{column}{row}" for row in rows for column in "cdefgab" if BOARD >> square(f"{column}{row}") & 1]
    for name in [name for name in names if table.at(name) == "."][:number]:
        table.put(sign, name)
    return table


def time_elemental(form: str = "duel") -> Table:
    table = table_for("time_elemental", form=form).draw("h . h\n. h .\nc . c", "d6")
    return table.summon("time_elemental", "e5")
