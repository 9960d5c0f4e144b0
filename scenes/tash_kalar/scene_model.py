"""Scene model of the Tash-Kalar table.

The stage can be built from any view; animations then move its items, and the next
view corrects it. Positions in the arena are columns and rows (1 … 9, fractions while moving), so that a window
of another size keeps the stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.contract import View
from games.tash_kalar.cards import FLARES, RANK_NAMES
from games.tash_kalar.maps import to_column_row
from scenes.tash_kalar import expansion_screens
from scenes.tash_kalar.expansion_screens import Mark

if TYPE_CHECKING:
    from games.tash_kalar.moves import Move
    from scenes.table.table import Table
    from scenes.tash_kalar.table_state import TableState

NOBODY = -1


@dataclass(slots=True)
class Man:
    """A piece in the arena; ``x``, ``y``: column and row, fractions while it moves."""

    colour: int
    rank: int
    x: float
    y: float
    lift: float = 0.0
    scale: float = 1.0
    squeeze: float = 1.0
    alpha: float = 255.0
    marks: tuple[Mark, ...] = ()


@dataclass(slots=True)
class Spark:
    """A light on a square: ``kind`` "flash" or "rubble" (splinters); ``t`` 0 … 1 is the share of its time."""

    kind: str
    x: float
    y: float
    colour: int = 0
    t: float = 0.0


@dataclass(slots=True)
class Held:
    """A card in the hand or moving: beings and legends by number, flares from FLARES, -1 = face down."""

    card: int
    x: float
    y: float
    w: float
    alpha: float = 255.0
    deck: str = ""
    seat: int = 0


@dataclass(slots=True)
class Rising:
    """Rising points: text, position (logical units), opacity."""

    label: str
    x: float
    y: float
    alpha: float = 255.0


@dataclass(slots=True)
class Stage:
    """Stage of the whole table.

    ``points`` by side and colour, ``scores`` their totals; ``destroyed`` this turn by colour and rank, ``worth``
    its points; ``kept`` by seat: cards in places of expansions, each with the code of its expansion.
    """

    seats: int
    form: str
    men: dict[int, Man]
    supply: list[list[int]]
    hand: list[Held]
    hand_sizes: list[list[int]]
    deck_sizes: list[int]
    legend_deck: int
    flare_deck: int
    tasks: list[int]
    next_task: int | None
    points: list[list[int]]
    scores: list[int]
    destroyed: list[list[int]]
    worth: list[int]
    active: int
    acting: int
    actions: int
    turn: int
    kept: list[list[tuple[str, int]]]
    shown: Held | None = None
    """Card being played, next to the arena."""
    sparks: list[Spark] = field(default_factory=list)
    flying: list[Held] = field(default_factory=list)
    rising: list[Rising] = field(default_factory=list)
    pattern: tuple[int, ...] = ()
    landing: int = NOBODY
    pattern_alpha: float = 0.0
    picked: int = NOBODY
    victim: int = NOBODY
    """Square whose piece was just crushed by a move."""
    shot: tuple[int, int] | None = None
    """Origin and direction of a shot."""
    glare: float = 0.0
    """Light of a flare over the whole arena, 0 … 1."""
    banner: str = ""
    banner_alpha: float = 0.0
    marked_task: int | None = None


def from_view(view: View, overlooked: bool) -> Stage:
    """Build the stage of a view at rest; the table lays out the hands.

    ``overlooked``: several people watch, so the hand stays face down.
    """
    men: dict[int, Man] = {}
    marks = expansion_screens.list_marks(view)
    for colour, pieces in enumerate(view["pieces"]):
        for rank, name in enumerate(RANK_NAMES):
            for square in pieces[name]:
                x, y = to_column_row(square)
                men[square] = Man(colour, rank, float(x), float(y), marks=marks.get(square, ()))
    cards = [] if view["seat"] is None else list_hand(view)
    if overlooked:
        cards = [NOBODY] * len(cards)
    sizes = zip(view["hand_sizes"], view["legend_sizes"], view["flare_sizes"], strict=True)
    return Stage(
        seats=view["seats"],
        form=view["form"],
        men=men,
        supply=[list(each) for each in view["supply"]],
        hand=[Held(card, 0.0, 0.0, 0.0) for card in cards],
        hand_sizes=[list(each) for each in sizes],
        deck_sizes=list(view["deck_sizes"]),
        legend_deck=view["legend_deck"]["pool"] + len(view["legend_deck"]["bottom"]),
        flare_deck=view["flare_deck"]["pool"] + len(view["flare_deck"]["bottom"]),
        tasks=list(view["tasks"]),
        next_task=view["next_task"],
        points=[list(each) for each in view["points"]],
        scores=list(view["scores"]),
        destroyed=[list(each) for each in view["destroyed"]],
        worth=list(view["worth"]),
        active=view["active"],
        acting=view["acting"],
        actions=view["actions"],
        turn=view["turn"],
        kept=[[] for _ in view["hand_sizes"]],
        picked=view["effect"]["picked"],
    )


def list_hand(view: View) -> list[int]:
    """Return the cards in the viewer's hand, in the order of display."""
    held = [card for card in view["hand"] if not _is_being_played(view, card)]
    legends = [card for card in view["legends"] if not _is_being_played(view, card)]
    return [*held, *legends, *(FLARES + flare for flare in view["flares"])]


def _is_being_played(view: View, card: int) -> bool:
    """Whether the viewer has shown this card and its summoning is not finished, so that it is not in the hand."""
    return bool(view["card"] == card and view["active"] == view["seat"])


def clear_stage(stage: Stage, ready: Mapping[str, Any]) -> None:
    """Reset the stage to before a game's first event, which carries the supplies (``ready``): no pieces, no cards."""
    stage.supply = [list(each) for each in ready["supply"]]
    stage.deck_sizes = list(ready["deck_sizes"])
    stage.legend_deck, stage.flare_deck = ready["legend_deck"], ready["flare_deck"]
    stage.men = {}
    stage.hand = []
    stage.hand_sizes = [[0, 0, 0] for _ in stage.hand_sizes]
    stage.tasks = []
    stage.next_task = None
    stage.points = [[0] * len(row) for row in stage.points]
    stage.scores = [0] * len(stage.scores)
    stage.actions = 0
    stage.turn = 0
    stage.kept = [[] for _ in stage.kept]


TashTable: TypeAlias = "Table[Move, Stage, TableState]"
"""A table of Tash-Kalar."""
