"""Viewers of a single card and of the open discards."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from games.tash_kalar.cards import (
    FLARE_COUNT,
    FLARES,
    IN_DECK,
    LEGEND_COUNT,
    LEGENDS,
    TASK_COUNT,
    Card,
    box,
    list_decks,
)
from games.tash_kalar.moves import DONE, Kind, Move
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import veil
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from scenes.shell.ui import Ui
from scenes.tash_kalar import card_faces
from scenes.tash_kalar.choices import Choices
from scenes.tash_kalar.expansion_screens import find_word
from scenes.tash_kalar.hand import Drawn
from sprites.base import controls, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import columns, grid, inset, middle, rows
from sprites.tash_kalar import card as cards

# Card browser: decks, legends, flares and tasks; the card under the pointer is enlarged.

GROUPS = ("imperial", "highland", "sylvan", "legends", "flares", "tasks")
"""Groups of the box; a group for the deck of each expansion follows."""
LOOKS = ("imperial_north", "highland", "sylvan")
LARGE_ON_PAGE = 1.75
"""Scale of the card under the pointer relative to the hand."""
PAGE = "tash_kalar.cards"

Face = Callable[[float], pygame.Surface]
"""Returns the face of a card at a width."""
Tip = tuple[str, str]


def draw_card_page(ctx: Context, ui: Ui, c: Canvas, area: Box) -> None:
    """Draw the buttons of all groups of cards, and below them the cards of the open group."""
    x, y, w, h = area
    t = ctx.t
    added = list_decks()
    labels = [*(t(f"tash_kalar.page.{group}") for group in GROUPS), *(t(f"{one.code}.name") for one in added)]
    opened = ui.opened.get(PAGE, 0)

    def choose(k: int) -> None:
        open_group(ui, k)
        ctx.play("card_lift")

    high = ui.touch.grow(36.0)
    ui.segmented_control(c, "group", (x, y, w, high), labels, opened, choose)
    group = GROUPS[opened] if opened < len(GROUPS) else added[opened - len(GROUPS)].code
    below = (x, y + high + 10, w, h - high - 10)
    if group == "tasks":
        draw_tasks(ctx, ui, c, below)
        return
    shown: list[tuple[Face, Tip]] = []
    if group == "flares":
        shown = [(_flare(c, ctx, flare), card_faces.flare_tip(ctx.texts, flare)) for flare in range(FLARE_COUNT)]
    else:
        numbers = {**{name: at for at, name in enumerate(GROUPS[:3])}, **{one.code: one.deck for one in added}}
        first = LEGENDS if group == "legends" else numbers[group] * IN_DECK
        found = box().cards[first : first + (LEGEND_COUNT if group == "legends" else IN_DECK)]
        deck = LOOKS[opened] if opened < len(LOOKS) else group
        shown = [entry(c, ctx, card, deck, 0) for card in found if card is not None]
    draw_cards(ctx, ui, c, below, shown)


def open_group(ui: Ui, k: int) -> None:
    """Open group ``k`` on the card page."""
    ui.opened[PAGE] = k
    ui.dirty = True


def entry(c: Canvas, ctx: Context, card: Card, deck: str, colour: int) -> tuple[Face, Tip]:
    """Return face and tooltip of a being or a legend for :func:`draw_cards`."""
    return lambda w: card_faces.face(c, ctx.texts, card, deck, colour, w), card_faces.tip(ctx.texts, card)


def _flare(c: Canvas, ctx: Context, flare: int) -> Face:
    return lambda w: card_faces.flare_face(c, ctx.texts, flare, 1, w)


def draw_cards(ctx: Context, ui: Ui, c: Canvas, area: Box, shown: list[tuple[Face, Tip]]) -> None:
    """Draw cards in rows of six; the one pointed at or focused is drawn large next to its place."""
    x, _, w, h = area
    lines = max(1, -(-len(shown) // 6))
    ratio = cards.HEIGHT / cards.WIDTH
    card_w = min(cards.WIDTH * 1.04, (w - 50) / 6, (h - (lines - 1) * 8) / lines / ratio)
    card_h = card_w * ratio
    between = min(18.0, (h - lines * card_h) / max(1, lines - 1))
    cells = grid(area, len(shown), 6, gap=(w - 6 * card_w) / 5, row_gap=between, height=card_h)
    raised: tuple[Face, Box] | None = None
    for k, ((face, tip), cell) in enumerate(zip(shown, cells, strict=True)):
        if _note(ctx, ui, f"card.{k}", cell, tip, 6):
            shapes.glow_box(c, *cell, 6, strength=150)
            raised = (face, cell)
        made = face(card_w)
        shapes.shadow(c, made, c.x(cell[0]), c.y(cell[1]), "lying", key="tash page")
        c.surface.blit(made, (c.x(cell[0]), c.y(cell[1])))
    if raised is not None:
        face, cell = raised
        wide, at = cards.WIDTH * LARGE_ON_PAGE, cell[0] + card_w / 2
        left = at + card_w * 0.62 if at < x + w / 2 else at - card_w * 0.62 - wide
        _draw_large(c, face(wide), left, middle(cell), wide * ratio, "tash page large")


def draw_tasks(ctx: Context, ui: Ui, c: Canvas, area: Box) -> None:
    """Draw all tasks in three columns (four where fingers are used), in the order of their kinds."""
    x, _, w, _ = area
    across, gap = (4, 12) if ui.touch.least else (3, 6)
    cells = [cell for column in columns(area, across, gap=12) for cell in rows(column, TASK_COUNT // across, gap=gap)]
    raised: tuple[int, Box] | None = None
    for task, cell in enumerate(cells):
        if _note(ctx, ui, f"card.{task}", cell, card_faces.task_tip(ctx.texts, task), 8):
            raised = (task, cell)
        made = card_faces.task_face(c, ctx.texts, task, cell[2], cell[3])
        c.surface.blit(made, (c.x(cell[0]), c.y(cell[1])))
    if raised is not None:
        task, cell = raised
        wide, high = 400.0, 124.0
        left = min(x + w - wide, max(x, cell[0] + (cell[2] - wide) / 2))
        _draw_large(c, card_faces.task_face(c, ctx.texts, task, wide, high), left, middle(cell), high, "tash page task")


def _note(ctx: Context, ui: Ui, target: str, cell: Box, tip: Tip, radius: float) -> bool:
    """Register the target of a card; return whether it is pointed at or focused."""
    state = ui.zone(target, cell, partial(ctx.ask, *tip), radius=radius, sound="", label=tip[0])
    return state == "hover" or ui.visible_focus == target


def _draw_large(c: Canvas, made: pygame.Surface, left: float, centre: float, high: float, key: str) -> None:
    """Draw a large card within the window, as near to the given middle as it fits."""
    place = c.x(left), c.y(min(c.height - high - 16, max(60.0, centre - high / 2)))
    shapes.shadow(c, made, *place, "lifted", key=key)
    c.surface.blit(made, place)


CARD = 158.0
LARGE = 346.0
COLUMNS = 7
ROW = CARD * 1.5 + 16


def nothing_box(height: float) -> Box:
    """Return the box of the button that takes no card back; ``height``: of the window."""
    return 800 - 340.0, 55 + height - 110 - 66, 260.0, 50.0


class CardScene(Scene):
    """A large card over the table, with title and text ``told`` next to it; any input closes it."""

    opaque = False
    name = "card"
    reads_all = True

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
        """Close the card by any key or click; return whether the input was used."""
        if given.kind == "press" or (given.kind == "command" and given.name in ("back", "main", "activate", "explain")):
            self.close()
        return True


class Piles(Scene):
    """Discards: a tab per seat, one for the legends and one for the flares.

    ``recall``: one of the viewer's cards may come back. ``given``: legends that the viewer has given to the partner;
    they lie behind the discards of the partner and of the legends, with the partner's name on them.
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
        head, foot = self.ui.touch.grow(44), self.ui.touch.grow(50)
        if not self.recall:
            place = (x + 60, y + 58, w - 120, head)
            self.ui.segmented_control(c, "tab", place, self.tabs(), self.at, self._open)
        self._cards(c, (x + 40, y + 72 + head, w - 80, h - 106 - head - foot))
        self._buttons(c, y + h - 16 - foot, foot)

    def _open(self, at: int) -> None:
        self.at = at
        self.row = 0
        self.chosen = None
        self.ui.dirty = True

    def _find_side(self) -> int | None:
        """Return the side whose discards the open tab shows, None for legends and flares."""
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
        """Draw the name of its holder on a band at the foot of a card that is not discarded."""
        x, y, w, h = box
        top, high = y + h - 13, 27.0
        shapes.plaque(c, (x + 4, top, w - 8, high), 9, dark=240, edge=190, border=1.2)
        look = self.words.seats[self.words.reading.side(seat)]
        shapes.badge(c, look.colour, look.emblem, x + 20, top + high / 2, 9)
        words = self.ctx.t("tash_kalar.piles.held", name=self.words.names[seat])
        text.draw(c, words, x + 36, top + high / 2, "name", "text.bright", "lm", max_w=w - 46)

    def _buttons(self, c: Canvas, top: float, high: float) -> None:
        t, key = self.ctx.t, self.ctx.t("ui.key.main")
        if not self.recall:
            self.ui.button(c, "close", (680, top, 240, high), t("ui.ok"), self.close, main=True, key=key)
            return
        label = t("tash_kalar.button.choose.card")
        if self.chosen is not None:
            label = t(self._find_text("button"), card=self.words.card(self.chosen))
        if self.choices.declining:
            self.ui.button(c, "nothing", nothing_box(c.height), t("tash_kalar.button.done.effect"), self._nothing)
        box = (740 if self.choices.declining else 600, top, 400, high)
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
        """Scroll by wheel and page keys, change tabs by arrows, close by Esc or a click outside; True if used."""
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
