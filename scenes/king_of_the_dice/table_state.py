"""What a table of King of the Dice keeps next to its stage: kept dice, odds, previews, the map and its flames."""

from __future__ import annotations

import math

from games.king_of_the_dice.guaranteed_gain import CitizenPreview
from games.king_of_the_dice.moves import PAYMENTS
from scenes.king_of_the_dice.kept_dice import Chances
from scenes.king_of_the_dice.kingdom import GLINT_EVERY, Kingdom
from scenes.king_of_the_dice.requirements import Previews
from scenes.king_of_the_dice.scene_model import DiceTable
from scenes.table.script import PreviewFade
from sprites.base.timeline import AMBIENT_MS

BEAT = 110.0
"""Milliseconds between two frames of the flames."""


class TableState:
    """State of one table that is neither the session's nor on the stage."""

    def __init__(self, table: DiceTable) -> None:
        self._table = table
        self.kept = 0
        """Mask of the kept dice."""
        self.first_rolls = 0
        """How many throws are shown that decide who begins."""
        self.shows_jokers, self.payment = False, PAYMENTS[0]
        """Whether the board of all jokers is open, and the payment that it shows."""
        self.beat = 0
        """Frame counter of the flames."""
        self._beat_time = 0.0
        self.chances = Chances()
        self._chances_known = 0
        self.kingdom = Kingdom()
        self.previews = Previews()
        self.preview: tuple[int, CitizenPreview] | None = None
        """Pile and preview of the citizen at hand."""
        self.preview_fade = PreviewFade()

    def pulse(self) -> float:
        """Return the pulse of legal choices, 0.6 … 1."""
        if self._table.ctx.steady or self._table.ctx.instant:
            return 0.95
        return 0.8 + 0.2 * math.sin(self.beat * BEAT / 1400 * 2 * math.pi)

    def advance(self, ms: float) -> None:
        """Let the flames burn; new odds and a fading preview are drawn."""
        table = self._table
        if self.chances.known != self._chances_known:
            self._chances_known = self.chances.known
            table.ui.dirty = True
        if self.preview_fade.advance(ms):
            table.ui.dirty = True
        if table.ctx.steady or table.ctx.instant:
            return
        if table.ui.idle_ms > AMBIENT_MS and self.beat % GLINT_EVERY == GLINT_EVERY - 1:
            return
        self._beat_time += ms
        if self._beat_time >= BEAT:
            self._beat_time %= BEAT
            self.beat += 1
            table.ui.moved = True
