"""What lies on the Legends table as it is shown now.

The stage can be set up from any view; the script then moves its things about while it tells the
events, and the next view puts it right again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.contract import View
from games.legends.cards import cards
from games.legends.tokens import EXPLORE, SPRING, SPRING_ELIXIRS, TOKEN_CODES

NEUTRAL = 4
NOBODY = -1


@dataclass(slots=True)
class Flying:
    """A piece on its way. ``kind``: cube, city, token, coin; ``seat`` 4 = neutral; places on the chart or the table."""

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
class RowCard:
    """A card of the row: its number, where it is (left edge and top), how visible."""

    card: int
    x: float
    y: float
    alpha: float = 255.0
    scale: float = 1.0


@dataclass(slots=True)
class Walk:
    """The scoring going over the map: what is marked now, and the points found so far per seat."""

    region: int | None = None
    island: tuple[int, ...] = ()
    owner: int = NOBODY
    label: str = ""
    points: list[int] = field(default_factory=list)
    parts: list[dict[str, int]] = field(default_factory=list)
    done: bool = False


@dataclass(slots=True)
class Stage:
    """The whole table."""

    seats: int
    regions: int
    armies: list[list[int]]
    """By owner (4 = neutral) and region."""
    cities: list[list[int]]
    coins: list[int]
    supply: list[int]
    elixirs: list[int]
    taken: list[list[int]]
    row: list[RowCard]
    tokens: dict[int, str]
    down: dict[int, str]
    """Face-down tokens by region: what the viewer has seen of them, or ""."""
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
    banner_params: dict[str, Any] = field(default_factory=dict)
    picked: int | None = None
    card: RowCard | None = None
    """The card being taken, on its way to its owner."""
    walk: Walk | None = None
    active: int = 0
    _owners: list[int] | None = None

    def changed(self) -> None:
        """Pieces changed: who controls what has to be worked out anew."""
        self._owners = None

    def owners(self) -> list[int]:
        """Who controls each region: a seat, 4 for neutral armies, -1 for nobody (most armies, a city counts as one)."""
        if self._owners is None:
            found = []
            for region in range(self.regions):
                counts = [
                    row[region] + (self.cities[owner][region] if owner < len(self.cities) else 0)
                    for owner, row in enumerate(self.armies)
                ]
                best = max(counts)
                found.append(counts.index(best) if best and counts.count(best) == 1 else NOBODY)
            self._owners = found
        return self._owners


def from_view(view: View, card_place: Any, overlooked: bool) -> Stage:
    """The stage that shows a view with nothing in motion; ``card_place`` gives the corner of a place of the row.

    ``overlooked``: several people look on, so face-down tokens stay unknown.
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
        coins=list(view["coins"]),
        supply=list(view["supply"]),
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
        active=view["active"],
    )


def emptied(stage: Stage) -> None:
    """Back to before the first event of a game: no piece, no token, no card."""
    stage.armies = [[0] * stage.regions for _ in stage.armies]
    stage.cities = [[0] * stage.regions for _ in stage.cities]
    stage.supply = [18] * stage.seats
    stage.taken = [[] for _ in range(stage.seats)]
    stage.elixirs = [0] * stage.seats
    stage.row = []
    stage.tokens = {}
    stage.down = {}
    stage.start = None
    stage.leaders = [None] * stage.seats
    stage.bids = [None] * stage.seats
    stage.committed = [False] * stage.seats
    stage.changed()


def elixirs_of(card: int) -> int:
    """Elixirs that a card gives."""
    return cards()[card].amount("elixir")


def elixirs_of_token(token: int) -> int:
    """Elixirs that a token gives."""
    return SPRING_ELIXIRS if token == SPRING and token in EXPLORE else 0
