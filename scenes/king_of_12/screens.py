"""Screens of King of 12 for the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pygame import Surface

    from engine.contract import View
    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.shell.targets import Box
    from scenes.shell.ui import Ui
    from scenes.table.game_screens import Held
    from scenes.table.table import AnyTable
    from sprites.base.canvas import Canvas

PLACES = {
    "options_panel": "scenes.king_of_12.options:OptionsPanel",
    "pictures": "scenes.king_of_12.screenshots:PICTURES",
    "course": "scenes.king_of_12.ceremony:course",
    "ceremony": "scenes.king_of_12.ceremony:ThroneCeremony",
    "points": "scenes.king_of_12.ceremony:points",
    "draw_plays": "scenes.king_of_12.trick_tables:draw_plays",
    "name_play": "scenes.king_of_12.trick_tables:name_play",
    "tell_play": "scenes.king_of_12.trick_tables:tell_play",
    "score": "scenes.king_of_12.ceremony:score",
    "word_figures": "scenes.king_of_12.card_view:word_figures",
}
"""Name of what the program asks a game for → module and name, loaded when it is asked for."""
LAST_TRICKS = 2
"""Tricks left in a possibly last round at which the music gets tense."""


def table(ctx: Context, session: Session) -> AnyTable:
    """Return the table scene, or that of a tournament."""
    from games.king_of_12.options import MOST_AT_A_TABLE
    from scenes.table.table import Table

    if len(session.seats) > MOST_AT_A_TABLE:
        from scenes.king_of_12.hall import HALL

        return Table(ctx, session, HALL)
    from scenes.king_of_12.table import TABLE

    return Table(ctx, session, TABLE)


def prepare(c: Canvas) -> Iterator[None]:
    """Make in steps what takes longest in the first picture of a table: the ground."""
    from scenes.king_of_12 import layout, mat

    mat.find_ground(c, layout.mat(c.height))
    yield


def mode(options: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Return ids of the texts that say how a game was played, in lists of games: a tournament, or the set of cards."""
    from games.king_of_12.options import MOST_AT_A_TABLE

    return (
        ("king_of_12.setup.tournament",)
        if count > MOST_AT_A_TABLE
        else (f"king_of_12.option.set.{options.get('set')}",)
    )


def held(ctx: Context, c: Canvas, view: View) -> list[Held]:
    """Return the cards in the hand of a view's seat."""
    from scenes.king_of_12.card_view import card_help, card_name, front

    def face(card: int) -> Callable[[float], Surface]:
        return lambda w: front(c, ctx.texts, card, w, body=False)

    hand = [each for each in (view["own_commit"],) if each is not None]
    hand += [card for card in view["hand"] if card not in hand]
    return [(face(card), (card_name(ctx.texts, card), card_help(ctx.texts, card, view["set"]))) for card in hand]


def find_card_face(ctx: Context, c: Canvas, state: Any, place: str, card: int) -> Held | None:
    """Return the face of a card."""
    from games.king_of_12.state import CARDS_OF
    from scenes.king_of_12.card_view import card_help, card_name, front

    tip = (card_name(ctx.texts, card), card_help(ctx.texts, card, CARDS_OF[state.cards]))
    return lambda w: front(c, ctx.texts, card, w, body=False), tip


def tension(view: View) -> int:
    """Return 1 when a player needs one crown, 2 when such a player leads with at most two tricks left in the round."""
    from games.king_of_12.rounds import CROWNS_TO_WIN

    near = [seat for seat, crowns in enumerate(view["crowns"]) if crowns == CROWNS_TO_WIN - 1]
    points = view["points"]
    leads = any(points[seat] > 0 and points[seat] == max(points) for seat in near)
    tricks_left = min(view["hand_sizes"]) - 1  # a round ends with one card in hand
    return 2 if leads and tricks_left <= LAST_TRICKS else 1 if near else 0


def card_page(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """Draw the card page: all fourteen cards with their texts."""
    from games.king_of_12.cards import CARD_COUNT
    from scenes.king_of_12.card_view import card_help, card_name, front, lay_cards, put

    for card, (x, y, w, h) in lay_cards(box, range(CARD_COUNT), 136, 20).items():
        tip = (card_name(ctx.texts, card), card_help(ctx.texts, card, range(CARD_COUNT)))
        ui.zone(f"card.{card}", (x, y, w, h), partial(ctx.ask, *tip), tip=tip, radius=8)
        draw_face = partial(front, c, ctx.texts, card, w)
        put(c, ("book", card, ctx.texts.language, round(w, 1)), draw_face, x + w / 2, y + h / 2)
