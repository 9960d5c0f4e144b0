"""Scene model of the Legends table.

The stage can be built from any view; animations then move its items,
and the next view corrects it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from games.legends.cards import TOKEN_CODES
from games.legends.scoring import PARTS
from games.legends.state import NEUTRAL_OWNER as NEUTRAL, NOBODY
from scenes.table.script import CONFIRM, Data, Script

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.contract import View
    from games.legends.moves import Move
    from scenes.legends.table_state import TableState
    from scenes.table.table import Table


@dataclass(slots=True)
class Flying:
    """A moving piece. ``kind``: cube, city, token, coin; ``seat`` 4 = neutral; position on the chart or the table."""

    kind: str
    seat: int
    x: float
    y: float
    lift: float = 0.0
    alpha: float = 255.0
    scale: float = 1.0
    code: str = ""
    on_chart: bool = True


@dataclass(slots=True)
class OwnerChange:
    """A region that has just changed hands: pairs of seat and change of its points, and the light's strength 0 … 1."""

    points: tuple[tuple[int, int], ...]
    strength: float = 1.0


@dataclass(slots=True)
class RowCard:
    """A card of the row: its number, left and top edge in units, opacity 0 … 255."""

    card: int
    x: float
    y: float
    alpha: float = 255.0
    scale: float = 1.0
    owner: int = -1
    """Seat that it is on its way to; -1 while it lies in the row."""


@dataclass(slots=True)
class Walk:
    """Final scoring on the map: regions marked now and their owner, and by seat the points and parts found so far."""

    regions: tuple[int, ...] = ()
    owner: int = NOBODY
    label: str = ""
    points: list[int] = field(default_factory=list)
    parts: list[dict[str, int]] = field(default_factory=list)
    done: bool = False


@dataclass(slots=True)
class Stage:
    """Stage of the whole table."""

    seats: int
    regions: int
    armies: list[list[int]]
    """By owner (4 = neutral) and region."""
    cities: list[list[int]]
    owners: list[int]
    """Controller of each region: a seat, 4 for neutral armies, -1 for none."""
    coins: list[int]
    supply: list[int]
    cities_left: list[int]
    elixirs: list[int]
    taken: list[list[int]]
    row: list[RowCard]
    tokens: dict[int, str]
    down: dict[int, str]
    """Face-down tokens by region: code if the viewer has seen it, or ""."""
    start: int | None
    segments: list[list[Any]]
    shape: str
    leaders: list[int | None]
    bids: list[int | None]
    committed: list[bool]
    dice: dict[int, int] = field(default_factory=dict)
    flying: list[Flying] = field(default_factory=list)
    banner: str = ""
    banner_alpha: float = 0.0
    picked: int | None = None
    card: RowCard | None = None
    """Card on its way to its owner."""
    walk: Walk | None = None
    doomed: tuple[int, ...] = ()
    """Regions that will sink or have sunk."""
    sunk: bool = False

    def paid(self, told: Iterable[Sequence[int]]) -> None:
        """Set the coins of seats from pairs of seat and coins."""
        for seat, coins in told:
            self.coins[seat] = coins

    def resize(self, regions: int) -> None:
        """Reset to an empty board of ``regions`` regions."""
        self.regions = regions
        self.armies = [[0] * regions for _ in self.armies]
        self.cities = [[0] * regions for _ in self.cities]
        self.owners = [NOBODY] * regions


def from_view(view: View, card_place: Any, overlooked: bool) -> Stage:
    """Build the stage of a view at rest; ``card_place`` returns the upper left corner of a place of the row.

    ``overlooked``: several people watch, so face-down tokens stay unknown.
    """
    count, n = view["seats"], len(view["regions"])
    armies = [list(row) for row in view["armies"]]
    armies += [[0] * n for _ in range(NEUTRAL - count)]
    armies.append(list(view["neutral"]))
    tokens = {region: TOKEN_CODES[token] for token, region in view["tokens"]}
    down = {
        each["region"]: "" if each["token"] is None or overlooked else TOKEN_CODES[each["token"]]
        for each in view["face_down"]
    }
    bids: list[int | None] = list(view["bids"]) if view["bids"] else [None] * count
    return Stage(
        seats=count,
        regions=n,
        armies=armies,
        cities=[list(row) for row in view["cities"]],
        owners=list(view["control"]),
        coins=list(view["coins"]),
        supply=list(view["supply"]),
        cities_left=list(view["cities_left"]),
        elixirs=[bonus["elixirs"] for bonus in view["bonuses"]],
        taken=[list(taken) for taken in view["cards"]],
        row=[RowCard(card, *card_place(place)) for place, card in enumerate(view["row"])],
        tokens=tokens,
        down=down,
        start=view["start"],
        segments=[list(each) for each in view["segments"]],
        shape=view["shape"],
        leaders=list(view["leaders"]),
        bids=bids if view["phase"] in ("auction", "name_first") else [None] * count,
        committed=list(view["committed"]) if view["phase"] == "auction" else [False] * count,
        picked=view["picked"],
        doomed=tuple(view["doomed"]),
        sunk=view["sunk"],
    )


def clear_stage(stage: Stage) -> None:
    """Reset to before the first event of a game: no piece, token or card."""
    stage.resize(stage.regions)
    stage.taken = [[] for _ in range(stage.seats)]
    stage.elixirs = [0] * stage.seats
    stage.row = []
    stage.tokens = {}
    stage.down = {}
    stage.start = None
    stage.leaders = [None] * stage.seats
    stage.bids = [None] * stage.seats
    stage.committed = [False] * stage.seats


# Animation of the final scoring: region by region, island by island, then the rest.

PLACES = {"regions": ("click", 260.0), "islands": ("coin", 520.0)}
"""Marks on the map with sound and duration in ms."""


def animate_scoring(table: LegendsTable, data: Data) -> Script:
    """Mark and count every region and island that scores; a click skips to the sums."""
    seats = len(data["scores"])
    found = Walk(label=PARTS[0], points=[0] * seats, parts=[dict.fromkeys(PARTS, 0) for _ in range(seats)])
    table.stage.walk = found
    table.own.chart.whole()
    yield 500
    for part, steps in groupby(data["steps"], key=lambda step: str(step["part"])):
        found.label = part
        if part in PLACES:
            sound, wait = PLACES[part]
            for step in steps:
                found.regions = tuple(step["regions"])
                _count(found, step)
                table.sounds.play(sound)
                yield wait
            found.regions = ()
            continue
        for step in steps:
            _count(found, step)
        table.sounds.play("points")
        yield 620
    found.label = ""
    found.done = True
    table.sounds.play("ending")
    yield 200
    yield CONFIRM
    table.stage.walk = None


def _count(found: Walk, step: dict[str, Any]) -> None:
    seat = found.owner = step["seat"]
    found.points[seat] = step["points"]
    found.parts[seat][step["part"]] = step["of_part"]


LegendsTable: TypeAlias = "Table[Move, Stage, TableState]"
"""A table of Legends."""
