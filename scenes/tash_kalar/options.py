"""Set-up options of Tash-Kalar: form of play, a deck per seat, custom decks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.storage import folders
from games.tash_kalar.options import (
    BASE_DECKS,
    DECK_NAMES,
    DIFFERENT,
    FITTING,
    FORM,
    RANDOM,
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

if TYPE_CHECKING:
    from engine.seats import Seat


class OptionsPanel(GameOptions):
    """Panel: the form, the boxes of the decks, then custom decks and faults of files."""

    heading = "tash_kalar.option.form"

    def __init__(self, setup: SetUp) -> None:
        super().__init__(setup)
        self.at = 0
        """Seat whose deck is chosen."""
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

    def _look(self, deck: str) -> None:
        ctx, colour = self.setup.ctx, self.setup.seats[self.at].colour
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
        text.draw(c, t(self.heading), column.x, middle(column.take(62.0)) + 2, "heading", "accent", "lm", max_w=170)
        forms, form = FITTING[len(self.setup.seats)], self.form()
        place = (x + 204, y + 12, w - 228, 42.0) if len(forms) < 3 else column.take(44.0)
        ui.segmented_control(
            c, "form", place, [t(f"tash_kalar.option.form.{name}") for name in forms], forms.index(form),
            lambda k: self.set_option(FORM, forms[k]),
        )  # fmt: skip
        shapes.rule(c, x + 18, column.y + 2, w - 36, ornament=False)
        column.skip(6)
        head = column.take(44.0)
        text.draw(c, t("tash_kalar.setup.decks"), column.x, middle(head) + 1, "heading", "accent", "lm", max_w=170)
        self.at %= len(self.setup.seats)
        signs = [self._tell_owner(k) for k in range(len(self.setup.seats))]
        whose = t("tash_kalar.option.decks")
        place = (x + 204, head[1] + 3, w - 228, 38.0)
        ui.segmented_control(c, "whose", place, signs, self.at, self._choose_seat, name=whose)
        column.skip(8)
        decks = [deck for deck in self.list_decks() if deck != "random" and not deck.startswith("own_")]
        lines = -(-len(decks) // 3)
        shows_own, shows_drawn = self.setup.more or self.found or self.bad, self.setup.more or RANDOM in self.options
        needed = 100 + (64 if shows_drawn else 0) + (94 if shows_own else 0) + (40 if self.bad else 0)
        high = min(134.0, (column.room - needed) / lines - 8)
        area = column.take(lines * (high + 8))
        for deck, cell in zip(decks, grid(area, len(decks), 3, gap=10, row_gap=8, height=high), strict=True):
            owners, take, look = self._list_owners(deck), partial(self._take, deck), partial(self._look, deck)
            deck_boxes.draw(c, ui, self.setup.ctx.texts, deck, form, cell, owners, take, look)
        self._draw_random(c, column.take(40.0, gap=6.0))
        left, right = columns(column.take(38.0, gap=4.0), 2)
        self._flag(c, DIFFERENT, (*left[:2], left[2] - 8, left[3]))
        if form != "melee":
            self._flag(c, SURRENDER, right)
        if shows_drawn:
            place = column.take(24.0)
            text.draw(c, t("tash_kalar.option.random_decks"), column.x, middle(place), "caption", "accent", "lm")
            ticked, boxes = deck_boxes.list_ticked_boxes(self.options), list_boxes()
            for one, cell in zip(boxes, columns(column.take(36.0, gap=4.0), max(3, len(boxes)), gap=10), strict=False):
                name, tick = t(f"{one.domain}.name"), partial(self._tick_box, one)
                ui.checkbox(c, f"drawn.{one.domain}", cell, one in ticked, name, tick)
        if shows_own:
            self._draw_own(c, column.take(column.room))

    def _list_owners(self, deck: str) -> list[Seat]:
        """Return the seats with this deck; a deck that is not there any more is a random one."""
        decks = self.list_decks()
        wishes = [str(self.options.get(name, "random")) for name in DECK_NAMES[: len(self.setup.seats)]]
        found = [wish if wish in decks else "random" for wish in wishes]
        return [seat for seat, wish in zip(self.setup.seats, found, strict=True) if wish == deck]

    def _tell_owner(self, k: int) -> str:
        """Return the name of who sits there, with the team."""
        t, name = self.setup.ctx.t, self.setup.seats[k].name
        return f"{name} \u00b7 {t('tash_kalar.setup.team', number=k % 2 + 1)}" if self.teams else name

    def _choose_seat(self, k: int) -> None:
        self.at = k
        self.setup.ui.dirty = True

    def _take(self, deck: str) -> None:
        """Give a deck to the seat that chooses; then the next one chooses."""
        self.set_option(DECK_NAMES[self.at], deck)
        self.at += 1

    def _draw_random(self, c: Canvas, box: Box) -> None:
        """Draw the other choices of a deck: at random, or one of the player's own."""
        t, own = self.setup.ctx.t, deck_boxes.list_chosen_decks(self.options)
        others = [deck for deck in self.list_decks() if deck == "random" or deck.startswith("own_")]
        for deck, cell in zip(others, columns(box, max(3, len(others)), gap=10), strict=False):
            owners = self._list_owners(deck)
            name = card_faces.deck_name(self.setup.ctx.texts, deck, own)
            name = t("tash_kalar.option.deck_1.random") if deck == "random" else name
            state = self.setup.ui.zone(f"box.{deck}", cell, partial(self._take, deck), label=name, sound="card_lift",
                                       value=", ".join(seat.name for seat in owners))  # fmt: skip
            rim = "edge.bright" if owners else "edge" if state == "hover" else "edge.low"
            high = "control.raised" if owners or state == "hover" else "panel.top"
            shapes.gradient_box(c, *cell, 9, [(0.0, high), (1.0, "panel.low")], rim=rim)
            icons.draw(c, "shuffle" if deck == "random" else "card-random", cell[0] + 22, middle(cell), 18, "accent")
            look = 34 if deck != "random" else 0
            if look:
                label = f"{t('tash_kalar.setup.look')}: {name}"
                at = cell[0] + cell[2] - 20, middle(cell)
                self.setup.ui.icon_button(c, f"look.{deck}", *at, 14, "eye", partial(self._look, deck), tip=(label, ""))
            room = cell[2] - 50 - look - 26 * len(owners)
            text.draw(c, name, cell[0] + 40, middle(cell), "name", "text.bright", "lm", max_w=room)
            for k, seat in enumerate(owners):
                shapes.badge(c, seat.colour, seat.emblem, cell[0] + cell[2] - 20 - look - 26 * k, middle(cell), 11)

    def _flag(self, c: Canvas, name: str, box: Box) -> None:
        t = self.setup.ctx.t
        label = t(f"tash_kalar.option.{name}")
        self.draw_flag(c, name, box, label, tip=(label, t(f"tash_kalar.setup.{name}.tip")))

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
