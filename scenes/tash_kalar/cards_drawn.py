"""The faces of cards as this table shows them: with the names of the language in use and the owner's pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from games.tash_kalar.cards import FLARES
from scenes.tash_kalar import faces, words
from sprites.base.canvas import Canvas
from sprites.tash_kalar import card as cards

if TYPE_CHECKING:
    from scenes.tash_kalar.choosing import ChoosingTable


def face(table: ChoosingTable, c: Canvas, card: int, w: float, side: int | None = None) -> pygame.Surface:
    """A card ``w`` units wide. ``side``: whose pieces are drawn on it (None = those of the person below)."""
    own = table.own_side() if side is None else side
    if words.is_flare(card):
        return _flare(table, c, card - FLARES, w, own)
    seat = table.session.seats[own]
    deck = table.words.owner_of(card, own)
    return faces.face(c, table.ctx.texts, table.reading.card(card), deck, seat.colour, w, emblem=seat.emblem)


def _flare(table: ChoosingTable, c: Canvas, flare: int, w: float, own: int) -> pygame.Surface:
    sides = len(table.view["pieces"])
    rivals = [side for side in range(sides) if side != own]
    rival = rivals[0]
    lit = (True, True)
    if table.reading.own_turn and own == table.own_side() and table.flare_in_hand(flare):
        chosen = table.flare_rival(flare)
        if chosen is not None:
            rival = chosen
            holds = table.reading.flare_holds(flare, rival)
            lit = holds if any(holds) else (True, True)
    seat = table.session.seats[rival]
    return faces.flare_face(c, table.ctx.texts, flare, seat.colour, w, emblem=seat.emblem, lit=lit)


def task(table: ChoosingTable, c: Canvas, number: int, *, following: bool) -> pygame.Surface:
    """A task beside the arena, with its progress where it can be counted."""
    progress = None
    if not following and table.shows_progress(number):
        progress = table.reading.task_progress(number)
    h = 86.0 if following else cards.TASK_H
    return faces.task_face(c, table.ctx.texts, number, h=h, progress=progress, following=following)
