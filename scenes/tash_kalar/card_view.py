"""Card faces at a table: names in the current language, pieces of the owner."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from games.tash_kalar.cards import FLARES, LEGENDS
from games.tash_kalar.moves import Kind, Move
from games.tash_kalar.state import FACE_DOWN
from scenes.tash_kalar import card_faces
from scenes.tash_kalar.words import Words, is_flare
from sprites.base import shapes
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.tash_kalar.card_art import FLARE, draw_small


@dataclass(frozen=True, slots=True)
class Drawn:
    """Draws cards with their owner's pieces, and flares against the marked opponent."""

    words: Words
    own: int
    marked: Move | None = None

    def face(self, c: Canvas, card: int, w: float, side: int | None = None) -> pygame.Surface:
        """Return a card ``w`` units wide. ``side``: owner of the drawn pieces (None = the bottom seat)."""
        words = self.words
        own = self.own if side is None else side
        if is_flare(card):
            return self._flare(c, card - FLARES, w, own)
        seat = words.seats[own]
        deck = words.find_owner(card, own)
        return card_faces.face(c, words.texts, words.reading.card(card), deck, seat.colour, w, emblem=seat.emblem)

    def small(self, c: Canvas, card: int, size: tuple[float, float], side: int) -> pygame.Surface:
        """Return a card without its words, ``size`` units wide and high, with the piece of a side."""
        words = self.words
        seat = words.seats[side]
        if is_flare(card):
            return draw_small(c, "", FLARE, 0, seat.colour, size)
        being = words.reading.card(card)
        look = "legends" if card >= LEGENDS else card_faces.deck_look(words.find_owner(card, side))
        return draw_small(c, card_faces.picture(being), look, being.rank, seat.colour, size, seat.emblem)

    def draw_small(self, c: Canvas, card: int, box: Box, side: int) -> None:
        """Draw such a card with its shadow."""
        shapes.box_shadow(c, *box, 4, "coin")
        c.surface.blit(self.small(c, card, box[2:], side), (c.x(box[0]), c.y(box[1])))

    def _flare(self, c: Canvas, flare: int, w: float, own: int) -> pygame.Surface:
        words, reading = self.words, self.words.reading
        rival = next(side for side in range(len(words.view["pieces"])) if side != own)
        lit = (True, True)
        if reading.own_turn and own == self.own and flare in words.view["flares"]:
            chosen = self.rival(flare)
            if chosen is not None:
                rival = chosen
                holds = reading.flare_holds(flare, rival)
                lit = holds if any(holds) else (True, True)
        seat = words.seats[rival]
        return card_faces.flare_face(c, words.texts, flare, seat.colour, w, emblem=seat.emblem, lit=lit)

    def rival(self, flare: int) -> int | None:
        """Return the opponent of a flare: the marked one, or the only possible one."""
        marked = self.marked
        if marked is not None and marked.kind is Kind.FLARE and marked.card == FLARES + flare:
            return marked.colour
        rivals = self.words.reading.rivals()
        return rivals[0] if len(rivals) == 1 else None

    def task(self, c: Canvas, number: int, *, following: bool) -> pygame.Surface:
        """Return a task of the left column, with its progress where it can be counted."""
        progress = None if following or number == FACE_DOWN else self.words.reading.task_progress(number)
        if progress is not None and progress[1] <= 1:
            progress = None
        return card_faces.task_face(c, self.words.texts, number, progress=progress, following=following)
