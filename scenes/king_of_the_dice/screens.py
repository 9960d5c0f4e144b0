"""Screens of King of the Dice for the rest of the program."""

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
    "options_panel": "scenes.king_of_the_dice.options:OptionsPanel",
    "pictures": "scenes.king_of_the_dice.screenshots:PICTURES",
    "course": "scenes.king_of_the_dice.ceremony:course",
    "ceremony": "scenes.king_of_the_dice.ceremony:NightCeremony",
    "points": "scenes.king_of_the_dice.ceremony:points",
    "tie": "scenes.king_of_the_dice.ceremony:tie",
    "card_page": "scenes.king_of_the_dice.market:draw_card_page",
    "word_figures": "scenes.king_of_the_dice.market:word_figures",
}
"""Name of what the program asks a game for → module and name, loaded when it is asked for."""

FEW_TILES, LAST_TILES = 7, 2
"""Tiles left at which the music gets tense: about a quarter; as many as one citizen can claim."""


def table(ctx: Context, session: Session) -> AnyTable:
    """Return the table scene."""
    from scenes.king_of_the_dice.table import TABLE
    from scenes.table.table import Table

    return Table(ctx, session, TABLE)


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return ids of the texts that say how a game was played, in lists of games: on which map."""
    return ("king_of_the_dice.option.map", f"king_of_the_dice.option.map.{options.get('map')}")


def prepare(c: Canvas) -> Iterator[None]:
    """Make in steps what takes longest in the first picture of a table: the maps of games for two and
    for four."""
    from games.king_of_the_dice.maps import kingdom
    from scenes.king_of_the_dice.layout import board
    from sprites.king_of_the_dice import board as drawn
    from sprites.king_of_the_dice.board import land

    found = kingdom()
    yield
    for number in dict.fromkeys((found.usual[2], found.usual[4])):
        arrangement = found.arrangements[number]
        made = land(arrangement.turned)
        yield
        yield from drawn.prepare_ground(c, made, board(c.height), arrangement.name)


def draw_piece(c: Canvas, look: str, seat: Seat | None, place: tuple[float, float, float]) -> None:
    """Draw a castle, a flame, a gem, or a castle of nobody for the tile alone."""
    from sprites.king_of_the_dice import pieces

    x, y, size = place
    if look in ("castle", "tile"):
        pieces.castle(c, x, y, size * 0.9, None if seat is None else seat.colour, "" if seat is None else seat.emblem)
    elif look == "flame":
        pieces.flame(c, x, y, size * 0.6)
    else:
        pieces.gem(c, x, y, size * 0.3, look == "gold")


def find_card_face(ctx: Context, c: Canvas, state: Any, place: str, card: int) -> Held | None:
    """Return the face of a citizen as it lies before its owner; None for a tile."""
    if place in ("known", "unseen"):
        return None
    from games.king_of_the_dice.cards import PILE_CODES, citizens
    from games.king_of_the_dice.dice import to_colour, to_number
    from games.king_of_the_dice.messages import citizen_code
    from scenes.king_of_the_dice.words import condition_words
    from sprites.king_of_the_dice import card as cards

    joker, code = citizens().cards[card].joker, citizen_code(card)
    wants = [condition_words(ctx, tier.condition) for tier in citizens().cards[card].tiers]
    told = "\n".join([*dict.fromkeys(wants), ctx.t(f"king_of_the_dice.citizen.{code}.text")])
    named = PILE_CODES[citizens().cards[card].pile]
    names = (ctx.t(f"king_of_the_dice.citizen.{named}.name"), told)
    return lambda w: cards.small(c, code, to_number(joker), to_colour(joker), w), names


def tension(view: View) -> int:
    """Return the tension: 1 when few tiles are left, 2 when a turn may take the last."""
    tiles = view["supply"]["tiles"]
    return 2 if tiles <= LAST_TILES else 1 if tiles <= FEW_TILES else 0
