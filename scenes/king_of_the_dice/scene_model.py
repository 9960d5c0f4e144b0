"""Scene model of the King of the Dice table.

The stage can be set up from any view; the script moves its things about while it tells the events, and the next view
puts it right again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.contract import View
from games.king_of_the_dice.dice import nets, to_colour
from scenes.king_of_the_dice.layout import Spot, list_spots
from sprites.king_of_the_dice import wooden_d6

if TYPE_CHECKING:
    from games.king_of_the_dice.moves import Move
    from scenes.king_of_the_dice.table_state import TableState
    from scenes.table.table import Table


@dataclass(slots=True)
class Die:
    """One of the six dice: face, position and pose."""

    number: int
    face: int
    x: float
    y: float
    size: float
    spin: float
    quat: Any = None
    lift: float = 0.0
    rolling: bool = False
    moving: bool = False
    """Whether it moves between felt and ledge; its size changes, so it is drawn in the fast way."""
    dim: bool = False

    def await_roll(self) -> None:
        """Show the die's own number, dimmed, before the first roll of a turn."""
        self.face = self.number + 1
        self.dim = True
        self.settle()

    def settle(self) -> None:
        """Come to rest with the face up."""
        self.quat = wooden_d6.pose(self.face, self.spin)
        self.lift = 0.0
        self.rolling = self.moving = False

    @property
    def colours(self) -> tuple[int, ...]:
        """The colours of its faces 1 … 6."""
        return tuple(to_colour(sign) for sign in nets()[self.number][1:])


@dataclass(slots=True)
class Flying:
    """A moving item: a gem, a flame or a citizen; ``value``: the citizen's card, -1 for one face down."""

    kind: str
    x: float
    y: float
    value: int = 0
    scale: float = 1.0
    alpha: float = 255.0


@dataclass(slots=True)
class Stage:
    """Stage of the whole table."""

    dice: list[Die]
    kept: int = 0
    """Mask of the dice on the ledge."""
    added: list[int] = field(default_factory=list)
    owner: dict[int, int] = field(default_factory=dict)
    flames: set[int] = field(default_factory=set)
    dead: set[int] = field(default_factory=set)
    white: set[int] = field(default_factory=set)
    gold: set[int] = field(default_factory=set)
    rise: dict[int, float] = field(default_factory=dict)
    """Rising castles: region → progress 0 … 1."""
    market: list[int | None] = field(default_factory=list)
    slide: dict[int, float] = field(default_factory=dict)
    """Arriving cards of the market: pile → progress 0 … 1."""
    left: list[int] = field(default_factory=list)
    citizens: list[list[int]] = field(default_factory=list)
    supers: list[list[int]] = field(default_factory=list)
    gems: list[list[int]] = field(default_factory=list)
    tamed: list[int] = field(default_factory=list)
    supply: dict[str, int] = field(default_factory=dict)
    scores: list[dict[str, Any]] = field(default_factory=list)
    """By seat, as in the view."""
    drawn: list[int] = field(default_factory=list)
    """Terrains of the open tiles."""
    active: int = 0
    turn: int = 0
    round: int = 0
    rolls: int = 0
    rolled: bool = False
    flying: list[Flying] = field(default_factory=list)
    walking: int | None = None
    """Seat whose regions are being counted."""
    banner: str = ""
    banner_alpha: float = 0.0
    light: int | None = None
    """Region of the latest event."""
    large: bool = False
    """Whether dice are large."""
    by_fingers: bool = False
    """Whether each die stays in a field of its own."""

    def signs(self) -> list[int]:
        """Return the symbols of the dice, then those added by jokers; none before the first roll."""
        if not self.rolled:
            return []
        return [nets()[die.number][die.face] for die in self.dice] + self.added

    def list_spots(self, kept: int) -> list[Spot]:
        """Return x, y, size and spin of the six dice; ``kept``: mask of those on the ledge."""
        return list_spots(kept, large=self.large, by_fingers=self.by_fingers)

    def marks(self, seat: int) -> frozenset[int]:
        """Return the regions of a seat."""
        return frozenset(region for region, owner in self.owner.items() if owner == seat)


def from_view(view: View, kept: int, *, large: bool = False, by_fingers: bool = False) -> Stage:
    """Build the stage of a view at rest; ``kept``: mask of the dice to stay, ``large``: dice are seen from afar."""
    rolled = view["rolls"] > 0
    dice = []
    spots = list_spots(kept if rolled else 0, large=large, by_fingers=by_fingers)
    for k, (x, y, size, spin) in enumerate(spots):
        die = Die(k, view["dice"][k], x, y, size, spin)
        die.settle() if rolled else die.await_roll()
        dice.append(die)
    store = view["supply"]
    return Stage(
        dice,
        kept if rolled else 0,
        list(view["added"]),
        {region: seat for seat, regions in enumerate(view["markers"]) for region in regions},
        set(view["flames"]),
        set(view["dead"]),
        set(view["white"]),
        set(view["gold"]),
        market=list(view["market"]),
        left=[len(cards) for cards in view["piles"]],
        citizens=[list(cards) for cards in view["citizens"]],
        supers=[list(cards) for cards in view["super_jokers"]],
        gems=[list(pair) for pair in view["gems"]],
        tamed=list(view["tamed"]),
        supply={name: store[name] for name in ("tiles", "flames", "white", "gold")},
        scores=list(view["scores"]),
        drawn=list(view["terrains"]),
        active=view["active"],
        turn=view["turn"],
        round=view["round"],
        rolls=view["rolls"],
        rolled=rolled,
        large=large,
        by_fingers=by_fingers,
    )


DiceTable: TypeAlias = "Table[Move, Stage, TableState]"
"""A table of King of the Dice."""
