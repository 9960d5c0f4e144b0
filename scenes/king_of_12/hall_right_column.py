"""Right column of the hall: call to action, standings, reasons of a trick's outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.contract import Event
from games.king_of_12.rounds import CROWNS_TO_WIN
from scenes.king_of_12 import right_column
from scenes.king_of_12.hall_scene_model import HallStage
from scenes.shell.panels import draw_titled_panel
from scenes.shell.targets import Box, Target
from scenes.shell.ui import Ui
from sprites.base import layout, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

MOST_NAMED = 3
"""Most waiting players that are named; more are counted."""
MOST_REASONS = 14
"""Most lines of a sheet."""


def call(table: KingTable, hall: HallStage) -> right_column.Call:
    """Return the texts of the call-to-action panel."""
    t = table.ctx.t
    if table.confirming and hall.sheet is not None:
        return (*_round_words(table, hall.sheet), t("king_of_12.button.go_on"), "crown", True)
    if table.confirming and hall.on_to_centre:
        return (*_group_words(table), t("king_of_12.hall.button.on"), "right", True)
    waiting = not (table.moves or table.confirming or table.finished or table.busy)
    if waiting and len(table.pending) > MOST_NAMED:
        return right_column.waits(table, t("king_of_12.hall.call.wait", n=len(table.pending)))
    return right_column.call(table)


def _group_words(table: KingTable) -> tuple[str, str]:
    """Return the outcome at the large table before the winners meet."""
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
    """List the events since the reveal at the large table and in the centre."""
    hallway = hall.hallway
    own = hallway.home(first)  # while the centre is large: the events that led there
    large = set(hallway.table(own if hall.at_centre else hall.large))
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


def buttons(
    t: Callable[[str], str], ui: Ui, c: Canvas, rounds: Callable[[], None], standings: Callable[[], None], shown: bool
) -> None:
    """Draw the hall's two buttons of the top bar; ``shown``: whether the standings are shown."""
    ui.icon_button(
        c, "bar.rounds", 1270, 30, 16, "history", rounds,
        tip=(t("king_of_12.hall.rounds"), t("king_of_12.hall.rounds.tip")),
    )  # fmt: skip
    ui.icon_button(
        c, "bar.standings", 1312, 30, 16, "podium", standings, on=shown,
        tip=(t("king_of_12.hall.standings"), t("king_of_12.hall.standings.tip")),
    )  # fmt: skip


def standings(table: KingTable, c: Canvas, box: Box, first: int) -> None:
    """Draw all players by their places in the view after the last finished animation."""
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
            for n in range(CROWNS_TO_WIN):
                shapes.crown(layer, left + wide - 23 + n * 14, cy, 12.5, n < crowns[k])

    key = (tuple((k, crowns[k], points[k]) for k in order), table.ctx.texts.language, c.palette)
    table.panels.draw(c, "standings", key, box, paint)
    for k, cell in cells:
        now = table.write_points(k, str(table.view["points"][k]))
        words = t("king_of_12.hall.standings.of", points=points[k], crowns=crowns[k], now=now)
        table.ui.note(
            Target(
                f"standing.{k}",
                cell,
                lambda: None,
                tip=(table.names[k], words),
                ring=False,
                radius=6,
                sound="",
            )
        )
