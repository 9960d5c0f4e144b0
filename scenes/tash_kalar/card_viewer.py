"""Viewers of a single card and of the open discards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from games.tash_kalar.cards import FLARES, LEGENDS
from games.tash_kalar.moves import DONE, Kind, Move
from scenes.shell.dialog import veil
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from scenes.tash_kalar.card_view import Drawn
from scenes.tash_kalar.choices import Choices
from scenes.tash_kalar.expansion_screens import find_word
from sprites.base import controls, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import inset

if TYPE_CHECKING:
    from scenes.shell.context import Context

CARD = 158.0
LARGE = 346.0
COLUMNS = 7
ROW = CARD * 1.5 + 16


def nothing_box(height: float) -> Box:
    """Return the button that takes no card back, in a window of a height."""
    return 800 - 340.0, 55 + height - 110 - 66, 260.0, 50.0


class CardScene(Scene):
    """A large card over the table with its current state (``told``); any input closes it."""

    opaque = False
    name = "card"

    def __init__(
        self, ctx: Context, face: Callable[[Canvas, float], pygame.Surface], told: tuple[str, str] | None = None
    ) -> None:
        super().__init__(ctx)
        self.face = face
        self.told = told

    def draw(self, c: Canvas) -> None:
        """Draw veil and card."""
        veil(c, 150)
        self.ui.modal()
        made = self.face(c, LARGE)
        x, y = 800 - LARGE / 2, (c.height - LARGE * 1.5) / 2 - 20
        at = (c.x(x), c.y(y))
        shapes.shadow(c, made, *at, "lifted", key="card")
        c.surface.blit(made, at)
        if self.told is not None:
            controls.tooltip(c, *self.told, (x, y, LARGE, LARGE * 1.5))
        self.ui.button(
            c, "ok", (800 - 110, y + LARGE * 1.5 + 22, 220, 46), self.ctx.t("ui.ok"), self.close, main=True,
            key=self.ctx.t("ui.key.main"),
        )  # fmt: skip

    def close(self) -> None:
        """Return to the table."""
        if self.ctx.stack.top is self:
            self.ctx.stack.pop()

    def handle(self, given: Input) -> bool:
        """Handle input: any key and any click close it."""
        if given.kind == "press" or (given.kind == "command" and given.name in ("back", "main", "activate", "explain")):
            self.close()
        return True


class Piles(Scene):
    """Discards: a tab per seat, one for the legends and one for the flares.

    ``recall``: an own card may come back. ``given``: legends given to the partner by the viewer; they lie
    behind the partner's discards and behind those of the legends, with the partner's name on them.
    """

    opaque = False
    name = "piles"

    def __init__(
        self,
        ctx: Context,
        drawn: Drawn,
        choices: Choices,
        do: Callable[[Move], None],
        at: int,
        recall: bool = False,
        given: Sequence[int] = (),
    ) -> None:
        super().__init__(ctx)
        self.drawn = drawn
        self.words = drawn.words
        self.choices = choices
        self.do = do
        self.at = at
        self.recall = recall
        self.given = frozenset(given)
        seat = self.words.reading.seat
        self.partner = self.words.reading.partner(seat) if given and seat is not None else None
        self.chosen: int | None = None
        self.row = 0
        self.sheet: Box = (0.0, 0.0, 0.0, 0.0)

    # --- what is in the piles -------------------------------------------------------------------------

    def cards(self) -> list[int]:
        """Return the cards of the open tab."""
        view = self.words.view
        seats = len(self.words.seats)
        held = sorted(self.given)
        if self.at < seats:
            return [*view["discards"][self.at], *(held if self.at == self.partner and not self.recall else [])]
        if self.at == seats:
            return [*(LEGENDS + card for card in view["legend_deck"]["discards"]), *held]
        return [FLARES + card for card in view["flare_deck"]["discards"]]

    def tabs(self) -> list[str]:
        """Return the names of the tabs."""
        t = self.ctx.t
        return [*self.words.names, t("tash_kalar.table.legends"), t("tash_kalar.table.flares")]

    def usable(self, card: int) -> bool:
        """Whether a card can be put back on the deck now."""
        return self.recall and Move(Kind.RECALL, card=card) in self.choices

    def _find_text(self, group: str) -> str:
        """Return the text id of the step that asks for a discarded card."""
        added = find_word(self.words.reading.step)
        return f"tash_kalar.{group}.recall" if added is None else f"{added[0].code}.{group}.{added[1]}"

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Draw veil, parchment, tabs, cards."""
        veil(c, 130)
        self.ui.modal()
        x, y, w, h = self.sheet = (165.0, 55.0, 1270.0, c.height - 110)
        shapes.panel(c, *self.sheet, "parchment")
        title = self.ctx.t(self._find_text("piles") if self.recall else "tash_kalar.piles.title")
        text.draw(c, title, 800, y + 34, "display", "paper.title", "cm", max_w=w - 80)
        if not self.recall:
            self.ui.segmented_control(c, "tab", (x + 60, y + 58, w - 120, 44), self.tabs(), self.at, self._open)
        self._cards(c, (x + 40, y + 116, w - 80, h - 200))
        self._buttons(c, y + h - 66)

    def _open(self, at: int) -> None:
        self.at = at
        self.row = 0
        self.chosen = None
        self.ui.dirty = True

    def _find_side(self) -> int | None:
        """Return the colour of the open tab, None for legends and flares."""
        return self.words.reading.side(self.at) if self.at < len(self.words.seats) else None

    def _cards(self, c: Canvas, box: Box) -> None:
        x, y, w, h = box
        found = self.cards()
        if not found:
            words = self.ctx.t("tash_kalar.piles.empty")
            text.draw(c, words, x + w / 2, y + h / 2, "aside", "paper.text.muted", "cm", max_w=w - 60)
            return
        shown, rows = max(1, int(h // ROW)), -(-len(found) // COLUMNS)
        self.row = max(0, min(self.row, rows - shown))
        pitch = (w - CARD) / (COLUMNS - 1)
        for k, card in enumerate(found[self.row * COLUMNS : (self.row + shown) * COLUMNS]):
            self._card(c, card, x + (k % COLUMNS) * pitch, y + k // COLUMNS * ROW)
        if rows > shown:
            ways = (("up", -1, y + 20, self.row > 0), ("down", 1, y + h - 24, self.row < rows - shown))
            for name, by, cy, on in ways:
                scroll = partial(self._scroll, by)
                self.ui.icon_button(c, f"scroll.{name}", x + w + 20, cy, 16, f"caret-{name}", scroll, enabled=on)

    def _card(self, c: Canvas, card: int, x: float, y: float) -> None:
        made = self.drawn.face(c, card, CARD, self._find_side())
        box = (x, y, CARD, CARD * 1.5)
        label = self.words.card(card)
        if self.recall and not self.usable(card):
            label = self.ctx.t("tash_kalar.piles.not_now", card=label)
        state = self.ui.zone(f"pile.{card}", box, partial(self._press, card), radius=9, sound="card_lift", label=label)
        at = (c.x(x), c.y(y))
        if self.chosen == card or state == "hover" or self.usable(card):
            shapes.glow_box(c, *box, 10, "confirm.low", 220 if self.chosen == card else 140, reach=10)
        shapes.shadow(c, made, *at, "lying", key="card")
        c.surface.blit(made, at)
        if self.recall and not self.usable(card):  # it can be read, not chosen
            shapes.round_rect(c, *box, 9, "paper.low", alpha=170)
        if card in self.given and self.partner is not None:
            self._draw_holder(c, self.partner, box)
        if self.chosen == card:
            shapes.round_rect(c, *inset(box, -2), 11, "confirm.low", border=3)

    def _draw_holder(self, c: Canvas, seat: int, box: Box) -> None:
        """Draw a band with the holder at the foot of a card that is not discarded."""
        x, y, w, h = box
        top, high = y + h - 13, 27.0
        shapes.plaque(c, (x + 4, top, w - 8, high), 9, dark=240, edge=190, border=1.2)
        look = self.words.seats[self.words.reading.side(seat)]
        shapes.badge(c, look.colour, look.emblem, x + 20, top + high / 2, 9)
        words = self.ctx.t("tash_kalar.piles.held", name=self.words.names[seat])
        text.draw(c, words, x + 36, top + high / 2, "name", "text.bright", "lm", max_w=w - 46)

    def _buttons(self, c: Canvas, top: float) -> None:
        t, key = self.ctx.t, self.ctx.t("ui.key.main")
        if not self.recall:
            self.ui.button(c, "close", (680, top, 240, 50), t("ui.ok"), self.close, main=True, key=key)
            return
        label = t("tash_kalar.button.choose.card")
        if self.chosen is not None:
            label = t(self._find_text("button"), card=self.words.card(self.chosen))
        if self.choices.declining:
            self.ui.button(c, "nothing", nothing_box(c.height), t("tash_kalar.button.done.effect"), self._nothing)
        box = (740 if self.choices.declining else 600, top, 400, 50)
        self.ui.button(c, "take", box, label, self._take, main=True, enabled=self.chosen is not None, key=key)

    # --- doing ----------------------------------------------------------------------------------------

    def _press(self, card: int) -> None:
        if not self.usable(card):
            side = self._find_side()
            self.ctx.stack.push(CardScene(self.ctx, lambda c, w: self.drawn.face(c, card, w, side)))
        elif self.chosen == card:
            self._take()
        else:
            self.chosen = card
            self.ui.dirty = True

    def _take(self) -> None:
        if self.chosen is None:
            self.ctx.play("refused")
            return
        self.close()
        self.do(Move(Kind.RECALL, card=self.chosen))

    def _nothing(self) -> None:
        self.close()
        self.do(DONE)

    def _scroll(self, by: int) -> None:
        self.row += by
        self.ui.dirty = True

    def close(self) -> None:
        """Return to the table."""
        if self.ctx.stack.top is self:
            self.ctx.stack.pop()

    def handle(self, given: Input) -> bool:
        """Handle input: Esc and a click outside close it; wheel and page keys scroll; arrows change tabs."""
        if given.kind == "press":
            x, y, w, h = self.sheet
            if not (x <= given.x < x + w and y <= given.y < y + h):
                self.close()
            return True
        if given.kind == "wheel":
            self._scroll(-1 if given.amount > 0 else 1)
            return True
        if given.kind != "command":
            return False
        if given.name == "main" and self.recall:
            self._take()
        elif given.name in ("back", "main"):
            self.close()
        elif given.name == "end" and self.recall and self.choices.declining:
            self._nothing()
        elif given.name in ("page_up", "page_down"):
            self._scroll(-1 if given.name == "page_up" else 1)
        elif given.name in ("turn_left", "turn_right") and not self.recall:
            self._open((self.at + (1 if given.name == "turn_right" else -1)) % len(self.tabs()))
        else:
            return False
        return True
