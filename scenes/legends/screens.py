"""Screens of Legends for the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.contract import View
    from engine.seats import Seat
    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.table.game_screens import Held
    from scenes.table.table import AnyTable
    from sprites.base.canvas import Canvas

PLACES = {
    "options_panel": "scenes.legends.options:OptionsPanel",
    "pictures": "scenes.legends.screenshots:PICTURES",
    "course": "scenes.legends.ceremony:course",
    "ceremony": "scenes.legends.ceremony:IslesCeremony",
    "points": "scenes.legends.ceremony:points",
    "tie": "scenes.legends.ceremony:tie",
    "card_page": "scenes.legends.card_view:draw_card_page",
    "word_figures": "scenes.legends.card_view:word_figures",
}
"""Name of what the program asks a game for → module and name, loaded when it is asked for."""


def table(ctx: Context, session: Session) -> AnyTable:
    """Return the table scene."""
    from scenes.legends.table import TABLE
    from scenes.table.table import Table

    return Table(ctx, session, TABLE)


def prepare(_c: Canvas) -> Iterator[None]:
    """Read in steps what takes longest before the first picture of a table: the maps of the box."""
    from maps.readers.legends import SIDE_CODES
    from scenes.legends.charts import load_side

    for code in SIDE_CODES:
        load_side(code)
        yield


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return ids of the texts that say how a game was played, in lists of games: one game or three."""
    return (f"legends.option.length.{options.get('length')}",)


def draw_piece(c: Canvas, look: str, seat: Seat | None, place: tuple[float, float, float]) -> None:
    """Draw an army, a city, a token, or a seat's mark that it has seen one."""
    from sprites.base import icons, shapes
    from sprites.legends import pieces

    x, y, size = place
    kind, _, code = look.partition(".")
    if kind == "seen" and seat is not None:
        shapes.badge(c, seat.colour, seat.emblem, x - size * 0.2, y, size * 0.26)
        icons.draw(c, "eye", x + size * 0.3, y, size * 0.42, "text")
    elif kind in ("token", "start", "hidden"):
        pieces.token(c, x, y, {"start": "start", "hidden": ""}.get(kind, code), round(size * 0.42))
    elif look == "city" and seat is not None:
        pieces.draw_city(c, x, y, seat.colour, seat.emblem, 1, size * 0.3)
    else:
        colour, emblem = (None, "") if seat is None else (seat.colour, seat.emblem)
        pieces.draw_cube(c, x, y, colour, emblem, size * 0.3)


def find_card_face(ctx: Context, c: Canvas, state: Any, place: str, card: int) -> Held | None:
    """Return the face of a card; None for a token, which has only its name."""
    from scenes.legends import card_view

    if place.startswith("held."):
        return None

    return lambda w: card_view.face(c, ctx.texts, card, w), card_view.tip(ctx.texts, card)


def tension(view: View) -> int:
    """Return the tension: 1 in the last quarter of the rounds, 2 in the last round."""
    if view["round"] >= view["rounds"]:
        return 2
    return 1 if view["round"] > view["rounds"] * 3 // 4 else 0
