"""What lies on the Tash-Kalar table as it is shown now.

The stage can be set up from any view; the script then moves its things about while it tells the events, and the next
view puts it right again. Places in the arena are columns and rows (1 … 9, fractions while moving), so that a window
of another size needs no new stage.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.contract import View
from games.tash_kalar.cards import LEGENDARY
from games.tash_kalar.maps import place_of
from games.tash_kalar.turns import FLARES_FROM
from games.tash_kalar.views import RANK_NAMES

NOBODY = -1


@dataclass(slots=True)
class Man:
    """A piece in the arena, or on its way there."""

    colour: int
    rank: int
    x: float
    y: float
    lift: float = 0.0
    scale: float = 1.0
    squeeze: float = 1.0
    alpha: float = 255.0


@dataclass(slots=True)
class Spark:
    """A short light or splinters: ``kind`` flash or rubble, ``t`` 0 … 1."""

    kind: str
    x: float
    y: float
    colour: int = 0
    t: float = 0.0


@dataclass(slots=True)
class Held:
    """A card in the hand or on its way: beings and legends by number, flares from FLARES_FROM, -1 = face down."""

    card: int
    x: float
    y: float
    w: float
    alpha: float = 255.0
    deck: str = ""
    seat: int = 0


@dataclass(slots=True)
class Rising:
    """Points that rise from somewhere: text, where (logical units), how visible."""

    label: str
    x: float
    y: float
    alpha: float = 255.0


@dataclass(slots=True)
class Stage:
    """The whole table."""

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
    destroyed: list[list[int]]
    active: int
    acting: int
    actions: int
    turn: int
    shown: Held | None = None
    """The card that is being played, beside the arena."""
    sparks: list[Spark] = field(default_factory=list)
    flying: list[Held] = field(default_factory=list)
    rising: list[Rising] = field(default_factory=list)
    pattern: tuple[int, ...] = ()
    landing: int = NOBODY
    pattern_alpha: float = 0.0
    picked: int = NOBODY
    victim: int = NOBODY
    """The square whose piece has been crushed by a move that was told just now."""
    shot: tuple[int, int] | None = None
    """Where a shot begins, and its direction."""
    glare: float = 0.0
    """The light of a flare over the whole arena, 0 … 1."""
    banner: str = ""
    banner_alpha: float = 0.0
    marked_task: int | None = None

    def score(self, side: int) -> int:
        """The points of a side as they are shown."""
        own = self.points[side]
        if self.form == "high":
            legends = sum(man.colour == side and man.rank == LEGENDARY for man in self.men.values())
            return own[side] + legends
        if self.form == "duel":
            return own[side]
        return min(points for colour, points in enumerate(own) if colour != side)


def shown_card(view: View) -> int | None:
    """The card that is being played in a view: a being, a legend, or a flare from FLARES_FROM on."""
    if view["card"] is not None:
        return int(view["card"])
    source = view["source"]
    if source is not None and source >= 256:
        return FLARES_FROM + (int(source) - 256) // 2
    return None


def from_view(view: View, overlooked: bool) -> Stage:
    """The stage that shows a view with nothing in motion; hands are laid out by the table.

    ``overlooked``: several people look on, so the hand stays face down.
    """
    men: dict[int, Man] = {}
    for colour, pieces in enumerate(view["pieces"]):
        for rank, name in enumerate(RANK_NAMES):
            for square in pieces[name]:
                x, y = place_of(square)
                men[square] = Man(colour, rank, float(x), float(y))
    cards = [] if view["seat"] is None else hand_of(view)
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
        destroyed=[list(each) for each in view["destroyed"]],
        active=view["active"],
        acting=view["acting"],
        actions=view["actions"],
        turn=view["turn"],
    )


def hand_of(view: View) -> list[int]:
    """The cards in the hand of the one who looks, in the order in which they lie."""
    held = [card for card in view["hand"] if not _being_played(view, card)]
    legends = [card for card in view["legends"] if not _being_played(view, card)]
    return [*held, *legends, *(FLARES_FROM + flare for flare in view["flares"])]


def _being_played(view: View, card: int) -> bool:
    """Whether a card has been shown already and only its square is still to be chosen."""
    return bool(view["card"] == card and view["active"] == view["seat"])


def emptied(stage: Stage) -> None:
    """Back to before the first event of a game: nothing in the arena, no card dealt."""
    limit = 17 if stage.form == "high" else 16 if stage.form == "duel" else 15 if stage.seats == 3 else 14
    stage.supply = [[limit, 3] for _ in stage.supply]
    stage.men = {}
    stage.hand = []
    stage.hand_sizes = [[0, 0, 0] for _ in range(stage.seats)]
    stage.tasks = []
    stage.next_task = None
    stage.points = [[0] * len(row) for row in stage.points]
    stage.deck_sizes = [18] * stage.seats
    stage.legend_deck = stage.flare_deck = 12
    stage.actions = 0
    stage.turn = 0
