"""The screens of Heap: stones on a table, three buttons, and what else the program asks of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.session import Session, Update
from scenes.menus.options_panel import GameOptions
from scenes.shell.context import Context
from scenes.shell.targets import Box
from scenes.shell.ui import Ui
from scenes.table.codec import Numbers
from scenes.table.script import Script
from scenes.table.table_scene import PlayScene
from sprites.base import backdrop, shapes, text
from sprites.base.canvas import Canvas
from tests.sample_game.rules import MOST, SIZES


@dataclass
class Stage:
    """What lies there: stones, and whose turn it is."""

    left: int
    active: int


class Table(PlayScene[int]):
    """Stones in rows, and a button for each number that may be taken."""

    codec = Numbers()

    def reset_stage(self) -> None:
        """Show the view from nothing."""
        self.stage = Stage(self.view["left"], self.view["active"])

    def script(self, update: Update) -> Script:
        """The stones go."""
        self.note(update.events)
        for event in update.events:
            if event.kind == "took":
                self.stage.left = event.data["left"]
                self.stage.active = (event.data["seat"] + 1) % len(self.names)
                yield 120.0

    def ready_action(self, legal: Sequence[int]) -> int | None:
        """Take one."""
        return 1

    def describe_progress(self) -> str:
        """Whose turn it is."""
        return self.names[self.stage.active]

    def draw_table(self, c: Canvas) -> None:
        """Stones and buttons."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        for k in range(self.stage.left):
            x, y = 420 + (k % 10) * 84, 240 + (k // 10) * 110
            shapes.coin(c, x, y, 32, "")
        text.draw(c, t("heap.event.laid", n=self.stage.left), 800, 620, "title", "text", "cm")
        for k in range(1, MOST + 1):
            box = (380.0 + (k - 1) * 290, 700.0, 260.0, 64.0)
            label = t("heap.action.take", n=k)
            self.ui.button(c, f"take.{k}", box, label, partial(self.decide, k), enabled=k in self.legal())


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


def table(ctx: Context, session: Session) -> PlayScene[Any]:
    """The table of a session."""
    return Table(ctx, session)


def opening(ctx: Context, seed: str) -> None:
    """A scene for screenshots."""
    from scenes.dev.staging import open_table, seats

    open_table(ctx, Session.start("heap", {}, seats(2, 1), seed))


options_panel = Panel
pictures = {"table": opening}


def card_page(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """There are no cards."""
    text.draw(c, ctx.t("heap.why"), box[0] + box[2] / 2, box[1] + 60, "title", "text", "cm", max_w=box[2])
