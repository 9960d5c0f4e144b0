"""What the rest of the program asks of the King of the Dice screens."""

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

FEW_TILES, LAST_TILES = 7, 2
"""Tiles left of which music speaks: a quarter of those of a game, about; and as many as one citizen may claim."""


def table(ctx: Context, session: Session) -> PlayScene[Any]:
    """The table."""
    from scenes.king_of_the_dice.table import Table

    return Table(ctx, session)


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Ids of texts: which map."""
    return ("king_of_the_dice.option.map", f"king_of_the_dice.option.map.{options.get('map')}")


def options_panel() -> Any:
    """The map and what is shown, at set-up."""
    from scenes.king_of_the_dice.options import OptionsPanel

    return OptionsPanel


def pictures() -> Any:
    """Scenes for screenshots."""
    from scenes.king_of_the_dice.screenshots import PICTURES

    return PICTURES


def result_table(ctx: Context, session: Session, view: View, c: Canvas, place: tuple[float, float, float]) -> None:
    """How a finished game went."""
    from scenes.king_of_the_dice import result_table

    result_table.draw(ctx, session, view, c, place)


def points(session: Session) -> Sequence[int]:
    """The points at the end, by seat."""
    from scenes.king_of_the_dice.result_table import points

    return points(session)


def tie(session: Session, view: View) -> str:
    """The id of the text about what has decided a tie; "" where there was none."""
    from scenes.king_of_the_dice.result_table import tie

    return tie(session, view)


def tension(view: View) -> int:
    """By the tiles left: 1 when few are, 2 when a turn may take the last."""
    tiles = view["supply"]["tiles"]
    return 2 if tiles <= LAST_TILES else 1 if tiles <= FEW_TILES else 0


def card_page(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """The six kinds of citizens, the dice and their signs."""
    from scenes.king_of_the_dice import card_page

    card_page.draw(ctx, ui, c, box)


def word_figures() -> dict[str, Picture]:
    """Small figures for the words that the rule book explains."""
    from scenes.king_of_the_dice import glossary_figures as drawn

    return drawn.word_figures()
