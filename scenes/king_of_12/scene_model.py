"""Scene model of the King of 12 table.

The stage can be built from any view; animations then move its items,
and the next view corrects it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.contract import Event, View
from games.king_of_12.moves import Kind, Move
from games.king_of_12.trick import DOUBLED, FACE, FIXED
from scenes.king_of_12.layout import Place, places, token_spot
from scenes.shell.i18n import number_text
from sprites.base import dodecahedron

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import TableState
    from scenes.table.table import Table


@dataclass(slots=True)
class Die:
    """A die: position, pose and light."""

    face: int
    x: float
    y: float
    size: float
    spin: float
    quat: Any = None
    lift: float = 0.0
    dim: float = 0.0
    rolling: bool = False
    glow: float = 0.0
    crowd: float = -1.0
    """Progress of a crowd roll (0 … 1); negative without one."""
    goal: int = field(default=1, compare=False)
    """Face on which a roll or a turn ends; unused at rest."""
    model: tuple[float, float] | None = field(default=None, compare=False)
    """Size and spin of the picture that is scaled while the die moves to a place of another size."""

    def roll_to(self, goal: int) -> None:
        """Begin a roll or a turn that ends on a face."""
        self.rolling, self.goal = True, goal

    def land(self, face: int) -> None:
        """Come to rest on a face."""
        self.face = face
        self.settle()

    def settle(self) -> None:
        """Come to rest with the die's face up."""
        self.quat = dodecahedron.pose(self.face, self.spin)
        self.lift = 0.0
        self.rolling = False
        self.crowd = -1.0


@dataclass(slots=True)
class Card:
    """A card on the mat. ``turn`` 0 = back up, 1 = face up."""

    code: int | None
    x: float
    y: float
    angle: float
    turn: float = 0.0
    dim: float = 0.0
    scale: float = 1.0
    alpha: float = 255.0
    glow: float = 0.0


@dataclass(slots=True)
class Flying:
    """A token on its way."""

    value: int
    x: float
    y: float
    lift: float = 0.0


@dataclass(slots=True)
class SeatStage:
    """What lies before a seat: its place, die, card and tokens, the size of its hand, and its score."""

    place: Place
    die: Die
    card: Card | None = None
    pill: str = ""
    pill_kind: str = field(default="plain", compare=False)
    ribbon: str = ""
    """Text id, as the language can change meanwhile."""
    ribbon_points: int = field(default=0, compare=False)
    ribbon_kind: str = field(default="gold", compare=False)
    """Kinds and numbers of pill and ribbon, drawn only with their texts."""
    ones: int = 0
    twos: int = 0
    points: int = 0
    """Sum of these tokens."""
    crowns: int = 0
    hand_size: int = 0
    played: list[int] = field(default_factory=list)
    """Cards played this round, which everybody has seen."""
    ready: bool = False
    crown_slide: float = 1.0

    @property
    def large(self) -> bool:
        """Whether the items of this seat lie on the mat, not in the strip of a hall."""
        return self.place.card_scale == 1.0

    @property
    def tokens(self) -> list[int]:
        """Values of the tokens, those of 2 first."""
        return [2] * self.twos + [1] * self.ones

    def hold(self, held: Mapping[str, Any]) -> None:
        """Set the tokens from the holdings (``held``) of an event."""
        self.ones, self.twos = held["tokens"]
        self.points = held["points"]

    def give_back(self) -> None:
        """Remove all tokens."""
        self.ones = self.twos = self.points = 0

    def next_token(self) -> tuple[float, float]:
        """Return the position of the next token."""
        return token_spot(self.place, self.ones + self.twos) if self.large else self.place.tokens

    def show_sum(self, how: str, face: int, amount: int, value: int) -> None:
        """Show ``value`` of the die with the sum that leads to it; parameters as in :func:`sum_text`."""
        self.pill, self.pill_kind = sum_text(how, face, amount, value), "plain"

    def clear_trick(self) -> None:
        """Remove card, value and ribbon of the trick."""
        self.card = None
        self.pill = self.ribbon = ""
        self.ready = False
        self.die.dim = 0.0
        self.die.glow = 0.0


@dataclass(slots=True)
class Stage:
    """Stage of the whole table."""

    seats: list[SeatStage]
    step: int = 1
    hand: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)
    on_table: int | None = None
    banner: str = field(default="", compare=False)
    """Words; their opacity is ``banner_alpha``."""
    banner_alpha: float = 0.0
    flying: list[Flying] = field(default_factory=list)
    round: int = 1
    trick: int = 1
    outcome: list[Event] = field(default_factory=list)
    """Score events of the current trick."""
    round_end: list[Event] = field(default_factory=list)
    """Events of the round's end so far."""
    sheet: list[Event] | None = None
    """Draw the end of a round on a sheet over the mat."""

    def leave_hand(self, move: Move) -> None:
        """Remove the played card from the hand, if the viewer's move plays one."""
        if move.kind == Kind.CARD:
            self.on_table = move.card
            if move.card in self.hand:
                self.hand.remove(move.card)


def sum_text(how: str, face: int, amount: int, value: int) -> str:
    """Return a value with its sum: "9 + 7 = 16", "4 × 2 = 8", "12"; ``how``: kind of sum, as in the rules."""
    shown = number_text(value)
    if how == FACE:
        return shown
    if how == FIXED:
        return f"{face} \u2192 {shown}"
    if how == DOUBLED:
        return f"{face} \u00d7 2 = {shown}"
    sign = "+" if amount > 0 else "\u2212"
    return f"{face} {sign} {abs(amount)} = {shown}"


def find_step(view: View) -> int:
    """Return the current step of a trick: 3 while effects are decided, else 1 (cards are chosen)."""
    return 3 if view["phase"] in ("effects", "theft") else 1


def make_seat(view: View, k: int, place: Place, *, lies_hidden: bool) -> SeatStage:
    """Return what lies before seat ``k`` at rest; ``lies_hidden``: a card laid for this trick shows its back."""
    die = Die(view["faces"][k], place.die[0], place.die[1], place.die_size, place.spin)
    die.settle()
    ones, twos = view["tokens"][k]
    seat = SeatStage(place, die, ones=ones, twos=twos, points=view["points"][k], crowns=view["crowns"][k])
    seat.hand_size = view["hand_sizes"][k]
    seat.played = list(view["played"][k])
    seat.ready = bool(view["committed"][k])
    code, scale = view["table"][k], place.card_scale
    if code is not None:
        seat.card = Card(code, *place.card, place.card_angle, 1.0, float(view["without_effect"][k]), scale=scale)
    elif seat.ready and lies_hidden:
        own = view["own_commit"] if k == view["seat"] else None
        seat.card = Card(own, *place.card, place.card_angle, 0.0, scale=scale)
    return seat


def lay_hand(view: View, stage: Stage) -> None:
    """Put on the stage the hand of the view's seat, the cards it has played, and its card on the table."""
    me = view["seat"]
    if me is not None:
        stage.hand = list(view["hand"])
        stage.played = list(view["played"][me])
        stage.on_table = view["table"][me] if view["table"][me] is not None else view["own_commit"]


def from_view(view: View, below: int, height: float, large: bool = False, by_fingers: bool = False) -> Stage:
    """Build the stage of a view at rest; ``below``: seat at the bottom; ``large``, ``by_fingers``: see ``places``."""
    spots = places(view["seats"], below, height, large, by_fingers)
    is_hidden = view["phase"] not in ("effects", "theft")
    seats = [make_seat(view, k, place, lies_hidden=is_hidden) for k, place in enumerate(spots)]
    for k, seat in enumerate(seats):
        how = view["sums"][k]
        if view["table"][k] is not None and how != FACE:
            seat.pill = sum_text(how, view["faces"][k], view["amounts"][k], view["values"][k])
    stage = Stage(seats, round=view["round"], trick=view["trick"])
    stage.step = find_step(view)
    lay_hand(view, stage)
    return stage


KingTable: TypeAlias = "Table[Move, Stage, TableState]"
"""A table of King of 12, or of one of its tournaments."""
