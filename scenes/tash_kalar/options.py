"""Set-up options of Tash-Kalar: form of play, a deck per seat, custom decks."""

from __future__ import annotations

from functools import partial

from engine.storage import folders
from games.tash_kalar.options import (
    BASE_DECKS,
    DECK_NAMES,
    DIFFERENT,
    FITTING,
    FORM,
    SURRENDER,
    DeckBox,
    find_faults,
    list_boxes,
)
from scenes.menus.game_options import GameOptions
from scenes.menus.setup import SetUp
from scenes.tash_kalar import card_faces, deck_boxes
from scenes.tash_kalar.deck_boxes import DeckScene
from scenes.tash_kalar.tooltips import draw_handicap
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Stack, columns, grid, middle
from sprites.tash_kalar import card as cards

ROOMY = 260.0
"""Height below the decks of the seats from which the boxes have their usual height."""


class OptionsPanel(GameOptions):
    """Panel: the form, a row with the deck of each seat, then custom decks and faults of files."""

    heading = "tash_kalar.option.form"

    def __init__(self, setup: SetUp) -> None:
        super().__init__(setup)
        self.found, self.bad = deck_boxes.load_folder(folders.decks())
        self.bad = [*find_faults(), *self.bad]
        deck_boxes.renew_own_decks(self.options, self.found)
        for deck in deck_boxes.list_chosen_decks(self.options):
            self.found.setdefault(deck["code"], deck)

    @property
    def teams(self) -> bool:
        """Whether it is a team game."""
        return self.form().startswith("team")

    def form(self) -> str:
        """Return the form that will be played with this number of seats."""
        fitting = FITTING[len(self.setup.seats)]
        now = self.options.get(FORM)
        return str(now) if now in fitting else fitting[0]

    def list_decks(self) -> list[str]:
        """Return the selectable decks of a seat, as in the options."""
        added = [deck for box in list_boxes() for deck in box.decks if deck not in BASE_DECKS]
        return [
            "random",
            *BASE_DECKS,
            *added,
            *(f"own_{k + 1}" for k in range(len(deck_boxes.list_chosen_decks(self.options)))),
        ]

    # --- changes ----------------------------------------------------------------------------------------

    def _look(self, deck: str, colour: int) -> None:
        ctx = self.setup.ctx
        ctx.stack.push(DeckScene(ctx, deck, deck_boxes.list_chosen_decks(self.options), colour))

    def _own(self, code: str, on: bool) -> None:
        if not deck_boxes.tick_own_deck(self.options, self.found[code], on):
            self.setup.ctx.play("refused")
            self.setup.ctx.toast(self.setup.ctx.t("tash_kalar.setup.own.many"))
        deck_boxes.renew_random_decks(self.options)
        self.setup.ui.dirty = True

    def _tick_box(self, box: DeckBox, on: bool) -> None:
        if not deck_boxes.tick_box(self.options, box, on):
            self.setup.ctx.play("refused")
            self.setup.ctx.toast(self.setup.ctx.t("tash_kalar.setup.box.one"))
        self.setup.ui.dirty = True

    def goal(self) -> str:
        """Return what wins in the form of play."""
        return self.setup.ctx.t(f"tash_kalar.setup.form.{self.form()}")

    # --- drawing -----------------------------------------------------------------------------------------

    def draw_table(self, c: Canvas, box: Box) -> None:
        """Draw the arena with what the handicaps put down."""
        setup = self.setup
        steps = setup.handicaps.list_steps(setup.seats, self.options)
        draw_handicap(
            setup.ctx, c, box, setup.seats, steps, {**self.options, FORM: self.form()}, steps.index(max(steps))
        )

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel."""
        t, ui = self.setup.ctx.t, self.setup.ui
        column = Stack((x + 24, y, w - 48, h - 6))
        text.draw(c, t("tash_kalar.option.form"), column.x, middle(column.take(52.0)) + 6, "heading", "accent", "lm")
        forms, form = FITTING[len(self.setup.seats)], self.form()
        ui.segmented_control(
            c, "form", column.take(40.0), [t(f"tash_kalar.option.form.{name}") for name in forms], forms.index(form),
            lambda k: self.set_option(FORM, forms[k]),
        )  # fmt: skip
        column.skip(14)
        shapes.rule(c, x + 18, column.y, w - 36, ornament=False)
        text.draw(c, t("tash_kalar.setup.decks"), column.x, middle(column.take(46.0)) + 1, "heading", "accent", "lm")
        for seat in range(len(self.setup.seats)):
            self._seat(c, seat, column.take(52.0))
        left, right = columns(column.take(38.0, gap=6.0), 2)
        self._flag(c, DIFFERENT, (*left[:2], left[2] - 8, left[3]))
        if form != "melee":
            self._flag(c, SURRENDER, right)
        column.skip(10)
        shapes.rule(c, x + 18, column.y, w - 36, ornament=False)
        column.skip(6)
        high = deck_boxes.HEAD + (deck_boxes.LOW if column.room + 6 < ROOMY else deck_boxes.TALL)
        deck_boxes.draw(c, ui, self.setup.ctx.texts, self.options, form, column.take(high), self._tick_box)
        column.skip(4)
        self._draw_own(c, column.take(column.room))

    def _flag(self, c: Canvas, name: str, box: Box) -> None:
        t = self.setup.ctx.t
        label = t(f"tash_kalar.option.{name}")
        self.draw_flag(c, name, box, label, tip=(label, t(f"tash_kalar.setup.{name}.tip")))

    def _seat(self, c: Canvas, k: int, box: Box) -> None:
        """Draw a seat: its sign, its deck, and a button to view it."""
        t, ui, seat = self.setup.ctx.t, self.setup.ui, self.setup.seats[k]
        offered = self.list_decks()
        wish = str(self.options.get(DECK_NAMES[k], "random"))
        if wish not in offered:
            wish = "random"
        x, y, w, _ = box
        cy = y + 23
        shapes.badge(c, seat.colour, seat.emblem, x + 18, cy, 16)
        text.draw(c, seat.name, x + 44, cy - (9 if self.teams else 0), "name", "text", "lm", max_w=150)
        if self.teams:
            label = t("tash_kalar.setup.team", number=k % 2 + 1)
            text.draw(c, label, x + 44, cy + 11, "fine", "text.muted", "lm", max_w=150)
        if wish == "random":
            shapes.round_rect(c, x + 208, y + 1, 29, 44, 4, "edge.low", border=1)
            icons.draw(c, "shuffle", x + 222.5, cy, 18, "accent")
        else:
            made = cards.back(c, card_faces.deck_look(wish), 30)
            shapes.shadow(c, made, c.x(x + 208), c.y(y), "lying", key="deck")
            c.surface.blit(made, (c.x(x + 208), c.y(y)))
        own = deck_boxes.list_chosen_decks(self.options)
        names = [card_faces.deck_name(self.setup.ctx.texts, deck, own) for deck in offered]
        ui.dropdown(
            c, f"deck.{k}", (x + 250, y + 3, 270.0, 40.0), names, offered.index(wish),
            lambda at: self.set_option(DECK_NAMES[k], offered[at]), name=f"{t('tash_kalar.option.decks')}: {seat.name}",
        )  # fmt: skip
        side = self.setup.seats[k % 2] if self.teams else seat
        look = partial(self._look, wish, side.colour)
        ui.button(
            c, f"look.{k}", (x + 532, y + 3, w - 532, 40), t("tash_kalar.setup.look"), look, icon="eye",
            enabled=wish != "random",
        )  # fmt: skip

    def _draw_own(self, c: Canvas, box: Box) -> None:
        """Draw the custom decks and the faults of invalid files."""
        t = self.setup.ctx.t
        x, y, w, h = box
        text.draw(c, t("tash_kalar.option.decks"), x, y + 12, "caption", "accent", "lm", max_w=w)
        if not self.found and not self.bad:
            self.draw_nothing_own(c, (x, y + 34, w, h), t("tash_kalar.setup.own.none"), folders.decks())
            return
        chosen = {deck["code"] for deck in deck_boxes.list_chosen_decks(self.options)}
        lines = max(1, int((h - 30 - (60 if self.bad else 0)) / 38))
        shown = list(self.found)[: 3 * lines]
        high = -(-len(shown) // 3) * 38.0
        cells = grid((x, y + 28, w - 8, high), len(shown), 3, gap=8, row_gap=2, height=36.0)
        for code, cell in zip(shown, cells, strict=True):
            name = str(self.found[code]["name"])
            self.setup.ui.checkbox(c, f"own.{code}", cell, code in chosen, name, partial(self._own, code))
        column = Stack((x, y + high + 36, w, h - high - 36))
        told = self.setup.ctx.texts.complaints.translate if self.bad else str
        for number, (file, reason) in enumerate(self.bad):
            words = t("tash_kalar.setup.own.bad", file=f"*{file}*", reason=told(reason))
            tall = text.paragraph_height(c, words, w, "fine")
            if tall > column.room:
                more = t("tash_kalar.setup.own.more", n=len(self.bad) - number)
                text.draw(c, more, x + w, y + 12, "fine", "text.warning", "rm")
                break
            place = column.take(tall + 7)
            text.paragraph(c, words, *place[:3], "fine", "text.warning", bold_colour="text.warning.strong")
