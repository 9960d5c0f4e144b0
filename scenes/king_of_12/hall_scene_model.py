"""Scene model of the hall: every player's items, the large table, the rows of the strip."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.contract import View
from scenes.king_of_12.hall_layout import CENTRE_TABLE, Hallway, Row, hall_places, rows
from scenes.king_of_12.layout import Place
from scenes.king_of_12.scene_model import Card, Die, SeatStage, Stage, find_step, sum_text


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
    def at_centre(self) -> bool:
        """Whether the centre is the large table."""
        return self.large == CENTRE_TABLE

    @property
    def near(self) -> list[int]:
        """Players at the large table."""
        return [k for k in self.hallway.table(self.large) if self.seats[k].large]

    def places(self, first: int, height: float) -> list[Place]:
        """Return the current places by player; ``first`` is at the bottom of the large table."""
        return hall_places(self.hallway, self.large, first, height)


def natural(hallway: Hallway, seat: int) -> int:
    """Return the default large table: the centre while it plays, else the viewer's one."""
    return CENTRE_TABLE if hallway.centre else hallway.home(seat)


def hall_stage(view: View, picked: int | None, first: int, height: float) -> HallStage:
    """Build the stage of a view at rest; ``picked``: the table chosen to be large."""
    centre = tuple(view["tables"][0]) if view["stage"] == "centre" and view["tables"] else ()
    hallway = Hallway(tuple(map(tuple, view["groups"])), centre, tuple(view["finalists"]))
    if picked not in hallway.tables():
        picked = None
    large = natural(hallway, first) if picked is None else picked
    spots = hall_places(hallway, large, first, height)
    open_ = view["phase"] in ("effects", "theft")
    me = view["seat"]
    seats = []
    for k, place in enumerate(spots):
        die = Die(view["faces"][k], place.die[0], place.die[1], place.die_size, place.spin)
        die.settle()
        ones, twos = view["tokens"][k]
        seat = SeatStage(place, die, ones=ones, twos=twos, points=view["points"][k], crowns=view["crowns"][k])
        seat.hand_size = view["hand_sizes"][k]
        seat.played = list(view["played"][k])
        seat.ready = bool(view["committed"][k])
        seat.card = _card(view, k, place, open_)
        seats.append(seat)
    stage = HallStage(seats, round=view["round"], trick=view["trick"])
    stage.hallway, stage.large, stage.picked = hallway, large, picked
    stage.rows = rows(hallway, height)
    stage.phase = "centre" if hallway.centre else "final" if hallway.finalists else "groups"
    stage.step = find_step(view)
    for entry in view["half"]:
        _apply_group_outcome(stage, entry)
    if me is not None:
        stage.hand = list(view["hand"])
        stage.played = list(view["played"][me])
        stage.on_table = view["table"][me] if view["table"][me] is not None else view["own_commit"]
    return stage


def _card(view: View, k: int, place: Place, open_: bool) -> Card | None:
    x, y = place.card
    code = view["table"][k]
    if code is not None:
        return Card(
            code, x, y, place.card_angle, 1.0, 1.0 if view["without_effect"][k] else 0.0, scale=place.card_scale
        )
    if view["phase"] != "choose" or not view["committed"][k] or open_:
        return None
    own = view["own_commit"] if k == view["seat"] else None
    return Card(own, x, y, place.card_angle, 0.0, scale=place.card_scale)


def _apply_group_outcome(stage: HallStage, entry: View) -> None:
    """Show the outcome of a group before its winner moved to the centre."""
    for k, seat in enumerate(entry["seats"]):
        if seat == entry["first"]:
            stage.gone.add(seat)
            continue
        on = stage.seats[seat]
        if on.card is not None and entry["without_effect"][k]:
            on.card.dim = 1.0
        on.pill = sum_text(entry["sums"][k], entry["faces"][k], entry["amounts"][k], entry["values"][k])
        on.pill_kind = "out" if entry["out"][k] and seat != entry["second"] else "plain"
        on.die.dim = on.pill_kind == "out"
