"""What the rest of the program asks of the Legends screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.contract import View
    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.shell.targets import Box
    from scenes.shell.ui import Ui
    from scenes.table.table_scene import PlayScene
    from sprites.base.canvas import Canvas
    from sprites.base.controls import Picture


def table(ctx: Context, session: Session) -> PlayScene[Any]:
    """The table."""
    from scenes.legends.table import Table

    return Table(ctx, session)


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Ids of texts: one game or three."""
    return (f"legends.option.length.{options.get('length')}",)


def options_panel() -> Any:
    """Map, options and own segments at set-up."""
    from scenes.legends.options import OptionsPanel

    return OptionsPanel


def pictures() -> Any:
    """Scenes for screenshots."""
    from scenes.legends.screenshots import PICTURES

    return PICTURES


def result_table(ctx: Context, session: Session, view: View, c: Canvas, place: tuple[float, float, float]) -> None:
    """How a finished game went."""
    from scenes.legends import result_table

    result_table.draw(ctx, session, view, c, place)


def points(session: Session) -> Sequence[int]:
    """The points at the end, by seat."""
    from scenes.legends.result_table import points

    return points(session)


def tie(session: Session, view: View) -> str:
    """The id of the text about what has decided a tie; "" where there was none."""
    from scenes.legends.result_table import tie

    return tie(session, view)


def tension(view: View) -> int:
    """By the rounds: 1 for the last quarter, 2 for the last round."""
    if view["round"] >= view["rounds"]:
        return 2
    return 1 if view["round"] > view["rounds"] * 3 // 4 else 0


def card_page(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """All cards with their texts."""
    from scenes.legends import card_page

    card_page.draw(ctx, ui, c, box)


def word_figures() -> dict[str, Picture]:
    """Small figures for the words that the rule book explains."""
    from scenes.legends import glossary_figures as drawn

    return drawn.word_figures()
