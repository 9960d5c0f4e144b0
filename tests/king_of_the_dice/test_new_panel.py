"""A worked example: a panel that the table of King of the Dice does not have, and how much must be known to add it."""

import ast
from dataclasses import replace
from pathlib import Path

from engine.session import Session
from scenes.dev.staging import seats
from scenes.king_of_the_dice.layout import FRAME_X, FRAME_Y
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.king_of_the_dice.table import TABLE
from scenes.table.table import Table
from scenes.table.table_game import Zone
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from tests.ui.driver import Driver

MOST_CONCEPTS = 12
"""Names from outside the game's folder that a new panel needs."""
BOX = (FRAME_X + 20, FRAME_Y + 20, 180.0, 44.0)


def draw_kept_dice(table: DiceTable, c: Canvas) -> None:
    """Draw how many dice are kept; a press releases all of them."""
    x, y, w, h = BOX
    kept = table.own.kept.bit_count()

    def release() -> None:
        table.own.kept = table.stage.kept = 0
        table.ui.dirty = True

    shapes.panel(c, x, y, w, h)
    text.draw(c, f"{kept} / 6", x + w / 2, y + h / 2, "figure", "text", "cm")
    table.ui.zone("kept", BOX, release, tip=(table.ctx.t("king_of_the_dice.tray.kept"), ""))


def list_kept_dice(table: DiceTable) -> int:
    """Return all that the panel shows."""
    return table.own.kept


WITH_PANEL = replace(TABLE, zones=(*TABLE.zones, Zone(draw_kept_dice, "kept dice", list_content=list_kept_dice)))


def test_a_panel_is_a_function_and_a_zone() -> None:
    driver = Driver()
    try:
        session = Session.start("king_of_the_dice", {}, seats(2), "panel")
        table = Table(driver.ctx, session, WITH_PANEL)
        table.start()
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        table.skip()
        driver.until(table.may_act)
        table.own.kept = 0b101
        table.ui.dirty = True
        driver.frame()
        assert driver.has("kept")
        driver.click("kept")
        assert table.own.kept == 0
    finally:
        driver.close()


def test_it_needs_few_concepts() -> None:
    """Names that the panel imports from outside its game's folder, and members of the table that it uses."""
    tree = ast.parse(Path(__file__).read_text("utf-8"))
    shown = [one for one in tree.body if getattr(one, "name", "") in ("draw_kept_dice", "list_kept_dice")]
    shown += [one for one in tree.body if isinstance(one, ast.Assign) and "WITH_PANEL" in ast.unparse(one.targets[0])]
    nodes = [node for one in shown for node in ast.walk(one)]
    imported = {
        name.asname or name.name
        for one in tree.body
        if isinstance(one, ast.ImportFrom) and not str(one.module).startswith("scenes.king_of_the_dice")
        for name in one.names
    }
    used = {node.id for node in nodes if isinstance(node, ast.Name)} & imported
    members = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "table"
    }
    assert len(used | members) <= MOST_CONCEPTS, sorted(used | members)
    assert {"Canvas", "Zone", "own", "stage", "ui"} <= used | members
