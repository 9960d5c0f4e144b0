"""The screens of Heap: stones on a table, three buttons, and what else the program asks of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from engine.session import Session, Update
from scenes.menus.game_options import GameOptions
from scenes.shell.context import Context
from scenes.shell.targets import Box
from scenes.shell.ui import Ui
from scenes.table.script import AnyTable, Script
from scenes.table.table import Table
from scenes.table.table_game import Numbers, TableGame, Zone, do_nothing
from sprites.base import backdrop, shapes, text
from sprites.base.canvas import Canvas
from tests.sample_game.rules import MOST, SIZES


@dataclass
class Stage:
    """What lies there: stones, and whose turn it is."""

    left: int
    active: int


HeapTable: TypeAlias = Table[int, Stage, None]


def make_stage(table: HeapTable) -> Stage:
    """Return what the view shows."""
    return Stage(table.view["left"], table.view["active"])


def script(table: HeapTable, update: Update) -> Script:
    """The stones go."""
    table.note(update.events)
    for event in update.events:
        if event.kind == "took":
            table.stage.left = event.data["left"]
            table.stage.active = (event.data["seat"] + 1) % len(table.names)
            yield 120.0


def draw_stones(table: HeapTable, c: Canvas) -> None:
    """The table, and the stones in rows."""
    c.surface.blit(backdrop.table(c, "table"), (0, 0))
    for k in range(table.stage.left):
        shapes.coin(c, 420 + (k % 10) * 84, 240 + (k // 10) * 110, 32, "")


def draw_buttons(table: HeapTable, c: Canvas) -> None:
    """How many lie there, and a button for each number that may be taken."""
    t = table.ctx.t
    text.draw(c, t("heap.event.laid", n=table.stage.left), 800, 620, "title", "text", "cm")
    for k in range(1, MOST + 1):
        box = (380.0 + (k - 1) * 290, 700.0, 260.0, 64.0)
        table.ui.button(
            c, f"take.{k}", box, t("heap.action.take", n=k), partial(table.decide, k), enabled=k in table.legal()
        )


def take_one(table: HeapTable, legal: Sequence[int]) -> int:
    """Return what the amber button does."""
    return 1


def describe_progress(table: HeapTable) -> str:
    """Whose turn it is."""
    return table.names[table.stage.active]


HEAP: TableGame[int, Stage, None] = TableGame(
    codec=Numbers(),
    own=do_nothing,
    make_stage=make_stage,
    script=script,
    zones=(Zone(draw_stones), Zone(draw_buttons)),
    describe_progress=describe_progress,
    ready_action=take_one,
)
"""The whole table."""


class Panel(GameOptions):
    """How many stones."""

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """A row of sizes."""

        def choose(k: int) -> None:
            self.options["size"] = SIZES[k]
            self.setup.ui.dirty = True

        at = SIZES.index(self.options["size"])
        self.setup.ui.segmented_control(
            c, "size", (x + 24, y + 40, w - 48, 42), [str(size) for size in SIZES], at, choose
        )


def table(ctx: Context, session: Session) -> AnyTable:
    """The table of a session."""
    return Table(ctx, session, HEAP)


def opening(ctx: Context, seed: str) -> None:
    """A scene for screenshots."""
    from scenes.dev.staging import open_table, seats

    open_table(ctx, Session.start("heap", {}, seats(2, 1), seed))


options_panel = Panel
pictures = {"table": opening}


def card_page(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """There are no cards."""
    text.draw(c, ctx.t("heap.why"), box[0] + box[2] / 2, box[1] + 60, "title", "text", "cm", max_w=box[2])
