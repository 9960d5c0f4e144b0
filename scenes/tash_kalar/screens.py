"""Screens of Tash-Kalar for the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
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
    "options_panel": "scenes.tash_kalar.options:OptionsPanel",
    "pictures": "scenes.tash_kalar.screenshots:PICTURES",
    "course": "scenes.tash_kalar.ceremony:course",
    "ceremony": "scenes.tash_kalar.ceremony:ArenaCeremony",
    "points": "scenes.tash_kalar.ceremony:points",
    "tie": "scenes.tash_kalar.ceremony:tie",
    "card_page": "scenes.tash_kalar.card_viewer:draw_card_page",
    "word_figures": "scenes.tash_kalar.tooltips:word_figures",
    "draw_handicap": "scenes.tash_kalar.tooltips:draw_handicap",
}
"""Name of what the program asks a game for → module and name, loaded when it is asked for."""


def table(ctx: Context, session: Session) -> AnyTable:
    """Return the table scene."""
    from scenes.table.table import Table
    from scenes.tash_kalar.expansion_screens import list_recap_kinds
    from scenes.tash_kalar.table import TABLE

    kinds = (*TABLE.recap_kinds, *list_recap_kinds())
    return Table(ctx, session, replace(TABLE, recap_kinds=kinds))


def prepare(c: Canvas) -> Iterator[None]:
    """Make in steps what takes longest in the first picture of a table: the cards of the box, and the grounds of the
    forms that two and four play first."""
    from games.tash_kalar.cards import box
    from games.tash_kalar.options import FITTING
    from scenes.tash_kalar.arena import find_ground
    from scenes.tash_kalar.layout import layout

    box()
    yield
    for form in dict.fromkeys(FITTING[seats][0] for seats in (2, 4)):
        find_ground(c, layout(c.height).board, form, False)
        yield


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return ids of the texts that say how a game was played, in lists of games: in which form."""
    return (f"tash_kalar.option.form.{options.get('form')}",)


def held(ctx: Context, c: Canvas, view: View) -> list[Held]:
    """Return beings, legends and flares in the hand of a view's seat."""
    from games.tash_kalar.cards import box
    from scenes.tash_kalar import card_faces

    seat = view["seat"]
    deck = view["options"].get(f"deck_{seat + 1}", "")

    def being(number: int) -> Held:
        card = box().cards[number]
        assert card is not None
        return lambda w: card_faces.face(c, ctx.texts, card, deck, seat, w), card_faces.tip(ctx.texts, card)

    def flare(number: int) -> Held:
        return lambda w: card_faces.flare_face(c, ctx.texts, number, seat, w), card_faces.flare_tip(ctx.texts, number)

    return [*map(being, (*view["hand"], *view["legends"])), *map(flare, view["flares"])]


def draw_piece(c: Canvas, look: str, seat: Seat | None, place: tuple[float, float, float]) -> None:
    """Draw a piece of a colour and rank ("0.2")."""
    from sprites.tash_kalar import pieces

    x, y, size = place
    side, rank = map(int, look.split("."))
    colour, emblem = (side, "") if seat is None else (seat.colour, seat.emblem)
    pieces.draw_piece(c, x, y, size * (0.42, 0.42, 0.38)[rank], colour, rank, emblem=emblem, shadow=False)


def find_card_face(ctx: Context, c: Canvas, state: Any, place: str, card: int) -> Held | None:
    """Return the face of a being, legend, flare or task."""
    from games.tash_kalar.cards import LEGENDS
    from games.tash_kalar.state import DECKS, first_card
    from scenes.tash_kalar import card_faces
    from sprites.tash_kalar.card import TASK_H, TASK_W

    kind, _, number = place.partition(".")
    if kind in ("tasks", "next", "claimed", "task_bottom", "turned"):
        return lambda w: card_faces.task_face(c, ctx.texts, card, w, w * TASK_H / TASK_W), card_faces.task_tip(
            ctx.texts, card
        )
    seat = int(number or 0)
    if kind.endswith("_bottom"):
        card, seat = divmod(card, 4)
    if kind in ("flares", "flare_discard", "flare_bottom"):
        return lambda w: card_faces.flare_face(c, ctx.texts, card, seat, w), card_faces.flare_tip(ctx.texts, card)
    legend = kind in ("legends", "partner", "legend_discard", "legend_bottom")
    found = state.book.card(LEGENDS + card if legend else first_card(state, seat) + card)
    deck = DECKS[state.decks[seat]]
    return lambda w: card_faces.face(c, ctx.texts, found, deck, seat, w), card_faces.tip(ctx.texts, found)


def tension(view: View) -> int:
    """Return the tension: 2 in the last turns, 1 when a side has three quarters of the points that end the game."""
    if view["final"] >= 0:
        return 2
    return 1 if max(view["scores"]) * 4 >= view["goal"] * 3 else 0
