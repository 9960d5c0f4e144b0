"""Set-up options of Tash-Kalar: form of play, a deck per seat, custom decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from scenes.menus.setup import GameOptions, SetUp
from scenes.tash_kalar import card_faces, deck_boxes, own_decks
from scenes.tash_kalar.deck_scene import DeckScene
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.tash_kalar import card as cards

ROOMY = 260.0
"""Height below the decks of the seats from which the boxes have their usual height."""


class OptionsPanel(GameOptions):
    """Panel: the form, a row with the deck of each seat, then custom decks and faults of files."""

    def __init__(self, setup: SetUp) -> None:
        super().__init__(setup)
        self.found, self.bad = own_decks.load_folder(folders.decks())
        self.bad = [*find_faults(), *self.bad]
        own_decks.renew(self.options, self.found)
        for deck in own_decks.list_chosen_decks(self.options):
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
            *(f"own_{k + 1}" for k in range(len(own_decks.list_chosen_decks(self.options)))),
        ]

    # --- changes ----------------------------------------------------------------------------------------

    def _set(self, name: str, value: Any) -> None:
        self.options[name] = value
        self.setup.ui.dirty = True

    def _flag(self, name: str) -> Callable[[bool], None]:
        return lambda on: self._set(name, on)

    def _deck(self, seat: int) -> Callable[[int], None]:
        return lambda k: self._set(DECK_NAMES[seat], self.list_decks()[k])

    def _look(self, deck: str, colour: int) -> Callable[[], None]:
        def show() -> None:
            ctx = self.setup.ctx
            ctx.stack.push(DeckScene(ctx, deck, own_decks.list_chosen_decks(self.options), colour))

        return show

    def _own(self, code: str) -> Callable[[bool], None]:
        def change(on: bool) -> None:
            if not own_decks.tick(self.options, self.found[code], on):
                self.setup.ctx.play("refused")
                self.setup.ctx.toast(self.setup.ctx.t("tash_kalar.setup.own.many"))
            deck_boxes.renew_random_decks(self.options)
            self.setup.ui.dirty = True

        return change

    def _tick_box(self, box: DeckBox) -> Callable[[bool], None]:
        def change(on: bool) -> None:
            if not deck_boxes.tick_box(self.options, box, on):
                self.setup.ctx.play("refused")
                self.setup.ctx.toast(self.setup.ctx.t("tash_kalar.setup.box.one"))
            self.setup.ui.dirty = True

        return change

    # --- drawing -----------------------------------------------------------------------------------------

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel."""
        t = self.setup.ctx.t
        ui = self.setup.ui
        text.draw(c, t("tash_kalar.option.form"), x + 24, y + 32, "heading", "accent", "lm")
        forms = FITTING[len(self.setup.seats)]
        form = self.form()
        labels = [t(f"tash_kalar.option.form.{name}") for name in forms]
        ui.segmented_control(
            c, "form", (x + 24, y + 52, w - 48, 40), labels, forms.index(form), lambda k: self._set(FORM, forms[k])
        )
        words = t(f"tash_kalar.setup.form.{form}")
        size = text.fit(c, words, w - 48, 52, "body")
        text.paragraph(c, words, x + 24, y + 106, w - 48, size, "text.body")
        yy = y + 166
        shapes.rule(c, x + 18, yy, w - 36, ornament=False)
        text.draw(c, t("tash_kalar.setup.decks"), x + 24, yy + 24, "heading", "accent", "lm")
        yy += 46
        for seat in range(len(self.setup.seats)):
            self._seat(c, seat, x + 24, yy, w - 48)
            yy += 52
        yy += 6
        half = (w - 48) / 2
        on = bool(self.options.get(DIFFERENT))
        ui.checkbox(
            c,
            DIFFERENT,
            (x + 24, yy, half - 8, 38),
            on,
            t("tash_kalar.option.different"),
            self._flag(DIFFERENT),
            tip=self._find_tip(DIFFERENT),
        )
        if form != "melee":
            on = bool(self.options.get(SURRENDER))
            box = (x + 24 + half, yy, half, 38.0)
            ui.checkbox(
                c,
                SURRENDER,
                box,
                on,
                t("tash_kalar.option.surrender"),
                self._flag(SURRENDER),
                tip=self._find_tip(SURRENDER),
            )
        yy += 48
        shapes.rule(c, x + 18, yy, w - 36, ornament=False)
        yy += 6
        high = deck_boxes.HEAD + (deck_boxes.LOW if y + h - yy < ROOMY else deck_boxes.TALL)
        deck_boxes.draw(c, ui, self.setup.ctx.texts, self.options, form, (x + 24, yy, w - 48, high), self._tick_box)
        yy += high + 4
        self._draw_own(c, x + 24, yy, w - 48, y + h - yy - 6)

    def _find_tip(self, name: str) -> tuple[str, str]:
        """Return title and text of an option's tooltip."""
        t = self.setup.ctx.t
        return t(f"tash_kalar.option.{name}"), t(f"tash_kalar.setup.{name}.tip")

    def _seat(self, c: Canvas, k: int, x: float, y: float, w: float) -> None:
        """Draw a seat: its sign, its deck, and a button to view it."""
        t = self.setup.ctx.t
        seat = self.setup.seats[k]
        side = self.setup.seats[k % 2] if self.teams else seat
        offered = self.list_decks()
        wish = str(self.options.get(DECK_NAMES[k], "random"))
        if wish not in offered:
            wish = "random"
        cy = y + 23
        shapes.badge(c, seat.colour, seat.emblem, x + 18, cy, 16)
        if self.teams:
            text.draw(c, seat.name, x + 44, cy - 9, "name", "text", "lm", max_w=150)
            label = t("tash_kalar.setup.team", number=k % 2 + 1)
            text.draw(c, label, x + 44, cy + 11, "fine", "text.muted", "lm", max_w=150)
        else:
            text.draw(c, seat.name, x + 44, cy, "name", "text", "lm", max_w=150)
        if wish == "random":
            shapes.round_rect(c, x + 208, y + 1, 29, 44, 4, "edge.low", border=1)
            icons.draw(c, "shuffle", x + 222.5, cy, 18, "accent")
        else:
            made = cards.back(c, card_faces.deck_look(wish), 30)
            shapes.shadow(c, made, c.x(x + 208), c.y(y), "lying", key="deck")
            c.surface.blit(made, (c.x(x + 208), c.y(y)))
        names = [
            card_faces.deck_name(self.setup.ctx.texts, deck, own_decks.list_chosen_decks(self.options))
            for deck in offered
        ]
        box = (x + 250, y + 3, 270.0, 40.0)
        name = f"{t('tash_kalar.option.decks')}: {seat.name}"
        self.setup.ui.dropdown(c, f"deck.{k}", box, names, offered.index(wish), self._deck(k), name=name)
        self.setup.ui.button(
            c,
            f"look.{k}",
            (x + 532, y + 3, w - 532, 40),
            t("tash_kalar.setup.look"),
            self._look(wish, side.colour),
            icon="eye",
            enabled=wish != "random",
        )

    def _draw_own(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the custom decks and the faults of invalid files."""
        t = self.setup.ctx.t
        text.draw(c, t("tash_kalar.option.decks"), x, y + 12, "caption", "accent", "lm", max_w=w)
        yy = y + 28
        if not self.found and not self.bad:
            self.draw_nothing_own(c, (x, yy + 6, w, h), t("tash_kalar.setup.own.none"), folders.decks())
            return
        chosen = {deck["code"] for deck in own_decks.list_chosen_decks(self.options)}
        columns = 3
        rows = max(1, int((h - 30 - (60 if self.bad else 0)) / 38))
        for k, code in enumerate(list(self.found)[: columns * rows]):
            box = (x + (k % columns) * w / columns, yy + (k // columns) * 38, w / columns - 8, 36.0)
            name = str(self.found[code]["name"])
            self.setup.ui.checkbox(c, f"own.{code}", box, code in chosen, name, self._own(code))
        yy += -(-min(len(self.found), columns * rows) // columns) * 38 + 8
        told = self.setup.ctx.texts.complaints.translate if self.bad else str
        for number, (file, reason) in enumerate(self.bad):
            words = t("tash_kalar.setup.own.bad", file=f"*{file}*", reason=told(reason))
            tall = text.paragraph_height(c, words, w, "fine")
            if yy + tall > y + h:
                more = t("tash_kalar.setup.own.more", n=len(self.bad) - number)
                text.draw(c, more, x + w, y + 12, "fine", "text.warning", "rm")
                break
            yy += text.paragraph(c, words, x, yy, w, "fine", "text.warning", bold_colour="text.warning.strong") + 7
