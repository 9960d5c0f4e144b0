"""Layout and scene model of the hall: the strip of all tables at the left, one table large, every player's items."""

from dataclasses import dataclass, field, replace

from engine.contract import View
from scenes.king_of_12.layout import FINGER_LEFT, HandSizes, Place, places
from scenes.king_of_12.scene_model import Stage, find_step, lay_hand, make_seat, sum_text
from scenes.shell.finger_row import FINGER_TOP, STRIP_H, STRIP_Y, lay_plates
from sprites.base.layout import Box

CENTRE_TABLE = -1
"""Number of the table where the group winners meet; groups are numbered from 0."""
FINAL_TABLE = 0
"""Number of the finalists' table in the last round, the only one."""
STRIP_X, STRIP_W, STRIP_TOP = 12.0, 284.0, 60.0
GAP, HEAD, FOOT = 8.0, 28.0, 5.0
CENTRE_H = 84.0
HAND_X = 787.0
SIGN_X, DIE_X, PILL_X, COIN_X, CROWN_X = 134.0, 166.0, 200.0, 229.0, 249.0
"""Where things stand in a row of the strip."""
SMALL_CARD = 0.22
"""Scale of a card in the strip."""
SHIFT = 145.0
"""Offset of the large table to the right of an ordinary game's table."""
MAT_X, MAT_W = 308.0, 958.0
FINGER_STATE: Box = (104.0, STRIP_Y, 196.0, STRIP_H)
"""Where it stands for fingers how far the tournament is: above the strip of tables."""
FINGER_PLATES: Box = (MAT_X, STRIP_Y, 852.0, STRIP_H)
"""Room of the plates of the large table there."""
FINGER_HAND = HandSizes(132.0, 196.0, 64.0, 139.0)
_PLATES: dict[str, Box] = {
    "below": (330.0, 526.0, 224.0, 66.0),
    "left": (316.0, 250.0, 206.0, 62.0),
    "top": (409.0, 60.0, 224.0, 62.0),
    "right": (1052.0, 250.0, 206.0, 62.0),
}


@dataclass(frozen=True, slots=True)
class Hallway:
    """Current seating: groups, players of the centre, finalists (the latter two may be empty)."""

    groups: tuple[tuple[int, ...], ...]
    centre: tuple[int, ...] = ()
    finalists: tuple[int, ...] = ()
    by_fingers: bool = False
    """Whether signs and plates stand at the upper edge."""

    def table(self, number: int) -> tuple[int, ...]:
        """Return the players of table ``number``."""
        if number == CENTRE_TABLE:
            return self.centre
        return self.finalists or self.groups[number]

    def tables(self) -> list[int]:
        """Return the numbers of the tables in the order of the strip."""
        if self.finalists:
            return [FINAL_TABLE]
        return [*range(len(self.groups)), *([CENTRE_TABLE] if self.centre else [])]

    def rows(self) -> list[tuple[int, ...]]:
        """Return the players of each box of the strip: the groups, or the finalists and the spectators."""
        if not self.finalists:
            return list(self.groups)
        everybody = [seat for group in self.groups for seat in group]
        return [self.finalists, tuple(seat for seat in everybody if seat not in self.finalists)]

    def home(self, seat: int) -> int:
        """Return the number of the table at which a player sits before the winners meet; 0 for spectators."""
        if self.finalists:
            return FINAL_TABLE
        return next((number for number, group in enumerate(self.groups) if seat in group), 0)


@dataclass(slots=True)
class Row:
    """Row of a player in the strip: left end, middle line, height."""

    x: float
    y: float
    h: float


def boxes(hallway: Hallway, height: float) -> tuple[list[Box], Box]:
    """Return the boxes of the groups in the strip, and the box of the centre (height 0 in the last round)."""
    lists = hallway.rows()
    centre = 0.0 if hallway.finalists else CENTRE_H + GAP
    count = sum(len(one) for one in lists)
    top = FINGER_TOP if hallway.by_fingers else STRIP_TOP
    room = height - top - 14 - centre - len(lists) * (HEAD + FOOT + GAP)
    row = min(50.0, room / max(1, count))
    y, found = top, []
    for one in lists:
        h = HEAD + FOOT + row * len(one)
        found.append((STRIP_X, y, STRIP_W, h))
        y += h + GAP
    return found, (STRIP_X, y, STRIP_W, CENTRE_H if centre else 0.0)


def rows(hallway: Hallway, height: float) -> dict[int, Row]:
    """Return the row of every player in the strip, by player."""
    found: dict[int, Row] = {}
    panels, _ = boxes(hallway, height)
    for one, (x, y, _w, h) in zip(hallway.rows(), panels, strict=True):
        row = (h - HEAD - FOOT) / max(1, len(one))
        for k, seat in enumerate(one):
            found[seat] = Row(x, y + HEAD + row * (k + 0.5), row)
    return found


def die_size(row: float) -> float:
    """Return the size of a die in a row ``row`` units high."""
    return min(40.0, row - 1)


def hall_places(hallway: Hallway, large: int, first: int, height: float) -> list[Place]:
    """Return the places by player; ``large``: number of the large table, ``first``: the player at its bottom."""
    lines = rows(hallway, height)
    found = {seat: _place_row(line) for seat, line in lines.items()}
    _, (x, y, w, _h) = boxes(hallway, height)
    if large != CENTRE_TABLE:
        step = w / max(1, len(hallway.centre))
        for k, seat in enumerate(hallway.centre):
            found[seat] = _place_centre(x + step * (k + 0.5), y + 54)
    table = hallway.table(large)
    if table:
        below = table.index(first) if first in table else 0
        spots = places(len(table), below, height, by_fingers=hallway.by_fingers)
        plates = lay_plates(len(table), FINGER_PLATES)
        for at, (seat, place) in enumerate(zip(table, spots, strict=True)):
            if large == CENTRE_TABLE or seat not in hallway.centre:
                plate = plates[(at - below) % len(table)] if hallway.by_fingers else None
                found[seat] = _large(place, height, plate)
    return [found[seat] for seat in sorted(found)]


def _large(place: Place, height: float, plate: Box | None) -> Place:
    """Return a place of the ordinary table moved to the hall's large table; ``plate``: box of the plate for fingers."""
    x, y, w, h = _PLATES[place.side]
    shift = SHIFT if plate is None else SHIFT + FINGER_LEFT
    moved = place.move(shift, 0.0)
    left, top = moved.ribbon
    return replace(
        moved,
        # Here the plate of the left seat reaches below the die of the top one.
        ribbon=(left + 40, top) if place.side == "top" else moved.ribbon,
        hand=(STRIP_X + STRIP_W - 4 if place.side == "left" else place.hand[0] + shift, place.hand[1]),
        plate=plate or (x, y + (height - 900) * 0.62 * (place.side == "below"), w, h),
    )


def _place_row(row: Row) -> Place:
    x, y, plate = row.x, row.y, (row.x, row.y - row.h / 2, STRIP_W, row.h)
    die, card, pill = (x + DIE_X, y), (x + SIGN_X, y), (x + PILL_X, y)
    return Place(
        "row", die, die_size(row.h), -0.1, card, 0, pill, pill, (x + COIN_X, y), (*die, 0), plate, (x + 60, y),
        card_scale=SMALL_CARD,
    )  # fmt: skip


def _place_centre(x: float, y: float) -> Place:
    at, plate = (x, y), (x - 34, y - 26, 68, 52)
    return Place(
        "centre", (x - 10, y), 36, -0.1, (x + 20, y - 8), 0, (x + 20, y + 14), at, at, (x, y, 0), plate, at,
        card_scale=SMALL_CARD,
    )  # fmt: skip


# Scene model of the hall: every player's items, the large table, the rows of the strip.


@dataclass(slots=True)
class HallStage(Stage):
    """Stage of the hall. ``seats`` is by player, wherever they sit."""

    hallway: Hallway = field(default_factory=lambda: Hallway(()))
    large: int = 0
    """Number of the large table."""
    picked: int | None = None
    """Table chosen to be large; None = the one that matters."""
    rows: dict[int, Row] = field(default_factory=dict)
    phase: str = "groups"
    """Stage of the trick being animated: groups, centre or final."""
    gone: set[int] = field(default_factory=set)
    """Players who moved to the centre in this trick."""
    movers: set[int] = field(default_factory=set)
    """Players who are changing seats."""
    on_to_centre: bool = False
    """Whether the winners meet in the centre after the current result."""

    @property
    def large_seats(self) -> list[int]:
        """Players at the large table."""
        return [k for k in self.hallway.table(self.large) if self.seats[k].large]

    def places(self, first: int, height: float) -> list[Place]:
        """Return the current places by player; ``first``: the player at the bottom of the large table."""
        return hall_places(self.hallway, self.large, first, height)


def natural(hallway: Hallway, seat: int) -> int:
    """Return the number of the default large table: the centre while it plays, else the table of ``seat``."""
    return CENTRE_TABLE if hallway.centre else hallway.home(seat)


def hall_stage(view: View, picked: int | None, first: int, height: float, by_fingers: bool = False) -> HallStage:
    """Build the stage of a view at rest; ``picked``: the table chosen to be large, None for the default one; ``first``:
    see ``hall_places``, ``by_fingers``: see ``Hallway``."""
    centre = tuple(view["tables"][0]) if view["stage"] == "centre" and view["tables"] else ()
    hallway = Hallway(tuple(map(tuple, view["groups"])), centre, tuple(view["finalists"]), by_fingers)
    if picked not in hallway.tables():
        picked = None
    large = natural(hallway, first) if picked is None else picked
    spots = hall_places(hallway, large, first, height)
    is_hidden = view["phase"] == "choose"
    seats = [make_seat(view, k, place, lies_hidden=is_hidden) for k, place in enumerate(spots)]
    stage = HallStage(seats, round=view["round"], trick=view["trick"])
    stage.hallway, stage.large, stage.picked = hallway, large, picked
    stage.rows = rows(hallway, height)
    stage.phase = "centre" if hallway.centre else "final" if hallway.finalists else "groups"
    stage.step = find_step(view)
    for entry in view["half"]:
        _apply_group_outcome(stage, entry)
    lay_hand(view, stage)
    return stage


def _apply_group_outcome(stage: HallStage, entry: View) -> None:
    """Show the outcome of a group's trick as it was before its winner moved to the centre."""
    for k, seat in enumerate(entry["seats"]):
        if seat == entry["first"]:
            stage.gone.add(seat)
            continue
        on = stage.seats[seat]
        if on.card is not None and entry["without_effect"][k]:
            on.card.dim = 1.0
        on.pill = sum_text(entry["sums"][k], entry["faces"][k], entry["amounts"][k], entry["values"][k])
        on.pill_kind = "out" if entry["out"][k] and seat != entry["second"] else "plain"
        on.die.dim = float(on.pill_kind == "out")
