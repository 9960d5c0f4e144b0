"""What the table of a King of 12 tournament keeps: which table is large, and whether the standings are shown."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.contract import Event
from scenes.king_of_12 import hall_layout, right_column
from scenes.king_of_12.hall_bracket import Bracket
from scenes.king_of_12.hall_layout import HallStage, natural
from scenes.king_of_12.layout import FINGER_LEFT, Place
from scenes.king_of_12.plates import draw_crowns
from scenes.king_of_12.scene_model import KingTable
from scenes.king_of_12.table_state import TableState
from scenes.shell.layers import draw_titled_panel
from scenes.shell.targets import Box, make_explaining
from scenes.shell.ui import Ui
from scenes.table.call_to_action import Call
from scenes.table.game_log import explain_events
from sprites.base import layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.timeline import Timeline

# Right column of the hall: call to action, standings, reasons of a trick's outcome.

MOST_NAMED = 3
"""Most waiting players that are named; more are counted."""
MOST_REASONS = 14
"""Most lines of a sheet."""


def make_call(table: KingTable, hall: HallStage) -> Call:
    """Return the texts of the call-to-action panel for what is asked or shown in the hall now."""
    t = table.ctx.t
    if table.confirming and hall.sheet is not None:
        return Call(*_round_words(table, hall.sheet), t("king_of_12.button.go_on"), "crown")
    if table.confirming and hall.on_to_centre:
        return Call(*_group_words(table), t("king_of_12.hall.button.on"), "right")
    waiting = not (table.moves or table.confirming or table.finished or table.busy)
    if waiting and len(table.pending) > MOST_NAMED:
        return right_column.waits(table, t("king_of_12.hall.call.wait", n=len(table.pending)))
    return right_column.call(table)


def _group_words(table: KingTable) -> tuple[str, str]:
    """Return title and text about the outcome at the large table before the winners meet."""
    t = table.ctx.t
    first = next((event.data for event in table.stage.outcome if event.kind == "to_centre"), None)
    second = next((event.data for event in table.stage.outcome if event.kind == "scored"), None)
    if first is None:
        return t("king_of_12.hall.call.nobody.title"), t("king_of_12.hall.call.nobody")
    title = right_column.address_player(table, "king_of_12.hall.call.to_centre.title", first["seat"])
    if second is None:
        return title, t("king_of_12.call.no_second")
    return title, right_column.address_player(table, "king_of_12.call.second", second["seat"], n=second["points"])


def _round_words(table: KingTable, sheet: Sequence[Event]) -> tuple[str, str]:
    t = table.ctx.t
    winners = [event.data["seat"] for event in sheet if event.kind == "round_won"]
    title = t("king_of_12.round.title", n=sheet[0].data["round"])
    if not winners:
        return title, t("king_of_12.hall.call.no_crown")
    names = table.ctx.texts.join([table.names[seat] for seat in winners])
    return title, t("king_of_12.hall.call.crowns", names=names)


def list_large_table_events(told: right_column.Told, hall: HallStage, first: int) -> list[Event]:
    """List the events since the last reveal at the large table and in the centre; ``told``: all events told so far."""
    hallway = hall.hallway
    own = hallway.home(first)  # while the centre is large: the events that led there
    large = set(hallway.table(own if hall.large == hall_layout.CENTRE_TABLE else hall.large))
    found: list[Event] = []
    here = False
    for event in right_column.last_trick(told):
        if event.kind == "at_table":
            here = event.data["stage"] != "groups" or bool(set(event.data["seats"]) & large)
        elif event.kind in ("centre_meets", "round_ends", "discarded"):
            here = True
        if here:
            found.append(event)
    return found


# --- standings ------------------------------------------------------------------------------------


def draw_buttons(
    t: Callable[[str], str], ui: Ui, c: Canvas, rounds: Callable[[], None], standings: Callable[[], None], shown: bool
) -> None:
    """Draw the hall's two buttons of the top bar, which call ``rounds`` and ``standings``; ``shown``: those are."""
    ui.icon_button(
        c, "bar.rounds", 1270, 30, 16, "history", rounds,
        tip=(t("king_of_12.hall.rounds"), t("king_of_12.hall.rounds.tip")),
    )  # fmt: skip
    ui.icon_button(
        c, "bar.standings", 1312, 30, 16, "podium", standings, on=shown,
        tip=(t("king_of_12.hall.standings"), t("king_of_12.hall.standings.tip")),
    )  # fmt: skip


def draw_standings(table: KingTable, c: Canvas, box: Box, first: int) -> None:
    """Draw all players by their places, in the view after the last finished animation; ``first`` is marked."""
    x, y, w, h = box
    t = table.ctx.t
    places, crowns = table.view["standing"], table.view["crowns"]
    points = [table.write_points(k, str(total)) for k, total in enumerate(table.view["totals"])]
    order = sorted(range(len(places)), key=lambda k: (places[k], k))
    half = (len(order) + 1) // 2 if len(order) > 8 else len(order)
    columns = 1 if half == len(order) else 2
    row = min(34.0, (h - 62) / half)
    sides = layout.columns((x + 8, y + 52, w - 16, half * row), columns)
    boxes = [cell for side in sides for cell in layout.rows(side, [row] * half)]
    cells = list(zip(order, boxes, strict=False))

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, t("king_of_12.hall.standings"), "podium")
        for k, cell in cells:
            left, _, wide, _ = cell
            cy = layout.middle(cell)
            player = table.seats[k]
            if k == first and table.people:
                shapes.round_rect(layer, left, cy - row / 2 + 1, wide - 2, row - 2, 6, "accent", alpha=36)
            shapes.badge(layer, player.colour, player.emblem, left + 14, cy, min(11.0, row * 0.38))
            room = wide - 28 - 56
            text.draw(layer, player.name, left + 29, cy, "name", "text.bright", "lm", max_w=room)
            text.draw(layer, points[k], left + wide - 40, cy, "name", "text.title", "cm", fixed=True)
            draw_crowns(layer, left + wide - 23, cy, 12.5, crowns[k], pitch=14)

    key = tuple((k, crowns[k], points[k]) for k in order)
    table.panels.draw(c, "standings", key, box, paint)
    found = []
    for k, cell in cells:
        now = table.write_points(k, str(table.view["points"][k]))
        words = t("king_of_12.hall.standings.of", points=points[k], crowns=crowns[k], now=now)
        found.append(make_explaining(f"standing.{k}", cell, (table.names[k], words), radius=6))
    table.ui.explain_each("standings", found)


CHANGE_MS = 340.0
"""Duration of the way of dice and cards to another table, in ms."""


class HallState(TableState):
    """State of the table of a tournament."""

    wide_hand = hall_layout.FINGER_HAND

    def __init__(self, table: KingTable) -> None:
        super().__init__(table)
        self.made: HallStage | None = None
        """The stage that was made last."""
        self.show_standings = False
        self.line_table: tuple[str, tuple[int, ...]] = ("", ())
        """Stage and players of the table that the lines of the log are about."""

    @property
    def stage(self) -> HallStage:
        """Stage of the hall."""
        assert self.made is not None
        return self.made

    @property
    def first(self) -> int:
        """Player at the bottom of the large table, if seated there."""
        return self._table.viewer if self._table.viewer is not None else self._table.below

    # --- where things lie ---------------------------------------------------------------------------------

    def mat_box(self, height: float) -> Box:
        """Return the box of the mat for a window height."""
        _, y, _, h = super().mat_box(height)
        return hall_layout.MAT_X, y, hall_layout.MAT_W, h

    def centre(self) -> tuple[float, float]:
        """Return the middle of the mat."""
        x, y = super().centre()
        return x + hall_layout.SHIFT + FINGER_LEFT * self._table.by_fingers, y

    def find_hand_x(self) -> float:
        """Return the middle of the viewer's hand."""
        return hall_layout.HAND_X

    def list_large_seats(self) -> Sequence[int]:
        """Return the players at the large table."""
        return self.stage.large_seats

    def spots(self) -> list[Place]:
        """Return the places by player in the present window, and lay out the rows of the strip for it."""
        height = self._table.height
        self.stage.hallway = replace(self.stage.hallway, by_fingers=self._table.by_fingers)
        self.stage.rows = hall_layout.rows(self.stage.hallway, height)
        return self.stage.places(self.first, height)

    # --- which table is large -----------------------------------------------------------------------------

    def pick_table(self, number: int) -> None:
        """Show table ``number`` large; motions under way finish at once."""
        stage, table = self.stage, self._table
        if number not in stage.hallway.tables() or number == stage.large:
            return
        table.ctx.play("card_lift")
        table.timeline.finish()
        table.beside.finish()
        stage.picked = stage.large = number
        motions = table.timeline if not table.busy else table.beside
        self.move_all(motions=motions)
        table.ui.dirty = True

    def move_all(self, ms: float = CHANGE_MS, motions: Timeline | None = None) -> None:
        """Move every die and card whose place has changed there in ``ms`` milliseconds."""
        table, stage = self._table, self.stage
        motions, ms = motions or table.timeline, table.ms(ms)
        for seat, place in zip(stage.seats, stage.places(self.first, table.height), strict=True):
            if place == seat.place:
                continue
            larger = max(seat.place, place, key=lambda one: one.die_size)
            seat.die.model = (larger.die_size, larger.spin)
            seat.place = place
            seat.die.spin = place.spin
            seat.die.settle()
            x, y = float(place.die[0]), float(place.die[1])
            motions.tween(seat.die, ms, x=x, y=y, size=float(place.die_size))
            if seat.card is not None:
                x, y = float(place.card[0]), float(place.card[1])
                motions.tween(seat.card, ms, x=x, y=y, angle=float(place.card_angle), scale=place.card_scale)

    def step_table(self, by: int) -> None:
        """Show the table of the strip that lies ``by`` places after the large one, round and round."""
        tables = self.stage.hallway.tables()
        at = tables.index(self.stage.large) if self.stage.large in tables else 0
        self.pick_table(tables[(at + by) % len(tables)])

    def show_own_table(self) -> None:
        """Show the default table large: the centre while it plays, else the viewer's one."""
        self.pick_table(natural(self.stage.hallway, self.first))
        self.stage.picked = None

    # --- panels -------------------------------------------------------------------------------------------

    def toggle_standings(self) -> None:
        """Toggle between standings and log."""
        self.show_standings = not self.show_standings
        self._table.ui.dirty = True

    def open_rounds(self) -> None:
        """Open the page of the rounds: pairings and points."""
        table = self._table
        table.ctx.stack.push(Bracket(table.ctx, table.session.seats, table.view, table.write_points))

    def find_call(self) -> Call:
        """Return the texts of the call-to-action panel."""
        return make_call(self._table, self.stage)

    def list_reasons(self) -> list[str]:
        """Return the last events of the trick at the large table and in the centre in words, each with its reason."""
        events = list_large_table_events(self._table.told, self.stage, self.first)
        return explain_events(self._table, events)[-MOST_REASONS:]


def get_hall(table: KingTable) -> HallState:
    """Return the state of a tournament's table."""
    assert isinstance(table.own, HallState)
    return table.own
