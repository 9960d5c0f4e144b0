"""Set-up options of Tash-Kalar: form of play, a deck per seat, custom decks, and the boxes that decks come in."""

from collections.abc import Callable, MutableMapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.seats import Seat
from engine.storage import folders, safe_read
from engine.storage.safe_read import Unreadable, describe_error, one_line, text_after_name
from games.tash_kalar.cards import BUILT_IN, IN_DECK, MOST_OWN, BadCards, find_deck_text, list_decks, parse_deck
from games.tash_kalar.options import (
    BASE_DECKS,
    DECK_NAMES,
    DIFFERENT,
    FITTING,
    FORM,
    OWN,
    RANDOM,
    SURRENDER,
    Character,
    DeckBox,
    find_balance,
    find_faults,
    list_boxes,
    list_random_decks,
    list_usual_decks,
    measure_cards,
)
from games.tash_kalar.setup import AHEAD
from games.tash_kalar.state import DECK_OF, DECKS
from scenes.menus.game_options import GameOptions
from scenes.menus.setup import SetUp
from scenes.shell.context import Context
from scenes.shell.i18n import Texts
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.shell.ui import Ui
from scenes.tash_kalar import card_faces, card_viewer
from scenes.tash_kalar.tooltips import draw_handicap
from sprites.base import backdrop, controls, icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Stack, columns, grid, middle
from sprites.base.raster import Point
from sprites.tash_kalar import card as cards

Options = MutableMapping[str, Any]
BACK = 40.0
"""Width of the backs on a box."""
FIGURE, PERCENT = 42.0, 12.0
"""Width of a figure, and what a percentage, the last of them, needs more."""
_TRAITS = (("attack", "crossed-swords"), ("growth", "sprout"), ("movement", "walking-boot"))


def list_ticked_boxes(options: Options) -> list[DeckBox]:
    """Return the boxes all of whose decks random decks are drawn from."""
    ticked = list_random_decks({**options, OWN: options.get(OWN) or []})
    return [one for one in list_boxes() if all(deck in ticked for deck in one.decks)]


def _set_decks(options: Options, decks: list[str]) -> bool:
    own = len(options.get(OWN) or [])
    usual = list_usual_decks(own)
    wanted = [*decks, *(f"own_{number}" for number in range(1, own + 1))]
    if not wanted:
        return False
    options[RANDOM] = [deck for deck in DECKS if deck in wanted]
    if options[RANDOM] == usual:
        del options[RANDOM]
    return True


def measure_box(box: DeckBox) -> Character:
    """Return the character of a box: the mean of its different decks."""
    book = card_faces.book([])
    firsts = dict.fromkeys(book.first(DECK_OF[DECKS.index(deck)]) for deck in box.decks)
    found = measure_cards([book.card(first + number) for first in firsts for number in range(IN_DECK)])
    attack, growth, movement = (round(count / len(firsts)) for count in found[:3])
    return Character(attack, growth, movement, found.pieces)


def describe_box(texts: Texts, box: DeckBox, form: str) -> tuple[str, str]:
    """Return title and text of a box's tooltip: its character in words and numbers, and how often it won in a form."""
    found = measure_box(box)
    numbers = texts.t(
        "tash_kalar.setup.box.tip", attack=found.attack, growth=found.growth, movement=found.movement,
        pieces=texts.decimal(found.pieces, 1),
    )  # fmt: skip
    rows = [texts.t(f"{box.domain}.character"), numbers]
    fared = find_balance(box.domain, form)
    if fared is not None:
        won, low, high = (round(100 * share) for share in (fared.won, fared.low, fared.high))
        rows.append(texts.t(
            "tash_kalar.setup.box.balance", won=won, low=low, high=high, games=fared.games,
            level=texts.t(f"ui.level.{fared.level}"), form=texts.t(f"tash_kalar.option.form.{form}"),
        ))  # fmt: skip
    return texts.t(f"{box.domain}.name"), "\n".join(rows)


def draw_backs(c: Canvas, deck: str, x: float, y: float, w: float) -> None:
    """Draw three backs of a deck, ``w`` units wide, the lowest with its corner at x, y."""
    made = cards.back(c, card_faces.deck_look(deck), w)
    for k in range(3):
        at = c.x(x + 3 * k), c.y(y - 4 * k)
        shapes.shadow(c, made, *at, "coin", key="deck")
        c.surface.blit(made, at)


def draw(
    c: Canvas, ui: Ui, texts: Texts, deck: str, form: str, cell: Box, owners: Sequence[Seat], take: Callable[[], None],
    look: Callable[[], None],
) -> None:  # fmt: skip
    """Draw the box of a deck: three backs, name, manner, traits, share of games won; signs of its ``owners``. A press
    calls ``take``, the eye calls ``look``."""
    x, y, w, h = cell
    box = next(one for one in list_boxes() if deck in one.decks)
    title, note = texts.t(find_deck_text(deck)), describe_box(texts, box, form)
    state = ui.zone(f"box.{deck}", cell, take, tip=(title, note[1]), label=title,
                    value=", ".join(seat.name for seat in owners), sound="card_lift")  # fmt: skip
    if owners or state == "hover":
        shapes.glow_box(c, *cell, 10, strength=90 if owners else 60, reach=9)
    high = "control.raised" if owners or state == "hover" else "panel.top"
    shapes.gradient_box(c, *cell, 10, [(0.0, high), (1.0, "panel.low")], rim="edge.bright" if owners else "edge.low")
    draw_backs(c, deck, x + 12, y + 16, BACK)
    left = x + BACK + 32
    room = x + w - 10 - left
    for k, seat in enumerate(owners):
        shapes.badge(c, seat.colour, seat.emblem, x + BACK + 16 - 26 * k, y + 70, 12)
    top = y + 10
    top += text.paragraph(
        c, title, left, top, room, text.fit(c, title, room, 42, "name", 1.05), "text.bright", line=1.05
    )
    words = texts.t(f"{box.domain}.character" if len(box.decks) == 1 else f"tash_kalar.manner.{deck}")
    size = text.fit(c, words, room, y + h - 34 - top, "fine", 1.08)
    text.paragraph(c, words, left, top + 5, room, size, "text.body", line=1.08)
    found, fared = measure_box(DeckBox(box.domain, (deck,))), find_balance(box.domain, form)
    shown = [(icon, str(count)) for (_, icon), count in zip(_TRAITS, found[:3], strict=True)]
    if fared is not None:
        shown.append(("trophy", texts.t("ui.percent", value=round(100 * fared.won))))
    wide = min(FIGURE, (room - PERCENT) / len(shown))
    for (icon, said), part in zip(shown, columns((left, y + h - 25, wide * len(shown), 18.0), len(shown)), strict=True):
        icons.draw(c, icon, part[0] + 8, part[1] + 9, 15, "accent")
        text.draw(c, said, part[0] + 20, part[1] + 9.5, "strong", "text.body", "lm", fixed=True)
    label = f"{texts.t('tash_kalar.setup.look')}: {title}"
    ui.icon_button(c, f"look.{deck}", x + 34, y + h - 24, 15, "eye", look, tip=(label, ""))


# Custom decks: files in the folder ``decks``, and those chosen for a game.

Deck = dict[str, Any]
MOST_BYTES = 256 << 10
"""Largest deck file; eighteen cards with long texts take a tenth of it."""


def load_folder(folder: Path) -> tuple[dict[str, Deck], list[tuple[str, str]]]:
    """Return the valid decks of a folder by code, and pairs of file name and fault for the other files."""
    taken = {*BUILT_IN, *(one.code for one in list_decks())}
    good: dict[str, Deck] = {}
    bad: list[tuple[str, str]] = []
    paths, others = safe_read.list_files(folder, ".json", safe_read.NOT_JSON)
    bad += [(one_line(path.name, 80), "name of the file: expected the ending .json") for path in others]
    for path in paths:
        try:
            deck = safe_read.read(path, partial(parse_deck, place=str(path)), MOST_BYTES)
        except Unreadable as error:
            said = str(error.cause) if isinstance(error.cause, BadCards) else describe_error(error.cause)
            bad.append((one_line(path.name, 80), text_after_name(said, path)))
            continue
        if deck["code"] in good or deck["code"] in taken:
            bad.append((path.name, f"code: {deck['code']!r} appears twice"))
            continue
        good[deck["code"]] = deck
    return good, bad


def list_chosen_decks(options: dict[str, Any]) -> list[Deck]:
    """Return the custom decks of the game's options, in their order."""
    found = options.get(OWN)
    return found if isinstance(found, list) else []


def renew_own_decks(options: dict[str, Any], found: dict[str, Deck]) -> None:
    """Replace, in the options, custom decks of the last game by those found now under the same code."""
    options[OWN] = [found.get(deck["code"], deck) for deck in list_chosen_decks(options)]


def tick_own_deck(options: dict[str, Any], deck: Deck, on: bool) -> bool:
    """Add a custom deck (``on``) or remove it; seats keep their decks, or get a random one for the removed deck. Return
    False when there is no room."""
    decks = [each for each in list_chosen_decks(options) if each["code"] != deck["code"]]
    if on:
        if len(decks) >= MOST_OWN:
            return False
        decks.append(deck)
    before = [each["code"] for each in list_chosen_decks(options)]
    after = [each["code"] for each in decks]
    for name in DECK_NAMES:
        wish = str(options.get(name, "random"))
        if wish.startswith("own_"):
            number = int(wish[4:]) - 1
            code = before[number] if number < len(before) else ""
            options[name] = f"own_{after.index(code) + 1}" if code in after else "random"
    options[OWN] = decks
    return True


# Viewer of a deck before the game.


class DeckScene(Scene):
    """Scene with the eighteen beings of a deck on parchment."""

    name = "deck"
    music = "title"

    def __init__(self, ctx: Context, deck: str, own: list[Deck], colour: int) -> None:
        super().__init__(ctx)
        self.deck = deck
        self.own = own
        self.colour = colour

    def draw(self, c: Canvas) -> None:
        """Draw the cards and the back button."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        title = card_faces.deck_name(self.ctx.texts, self.deck, self.own)
        controls.top_bar(c, title, t("tash_kalar.name"), "scroll")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        x, y, w, h = 200.0, 76.0, 1200.0, c.height - 176
        shapes.panel(c, x, y, w, h, "parchment")
        text.draw(c, title, x + w / 2, y + 34, "display", "paper.title", "cm", max_w=w - 120)
        book = card_faces.book(self.own)
        first = book.first(DECK_OF[DECKS.index(self.deck)])
        found = [book.card(first + k) for k in range(IN_DECK)]
        shown = [card_viewer.entry(c, self.ctx, card, self.deck, self.colour) for card in found]
        card_viewer.draw_cards(self.ctx, self.ui, c, (x + 40, y + 60, w - 80, h - 84), shown)
        self.ui.button(
            c, "back", (690, c.height - 84, 220, 54), t("ui.back"), self.ctx.stack.pop, main=True, icon="left",
            key=t("ui.key.main"),
        )  # fmt: skip

    def handle(self, given: Input) -> bool:
        """Go back by Space and Esc; return whether the input was used."""
        if given.kind == "command" and given.name in ("main", "back"):
            self.ctx.stack.pop()
            return True
        return False


DECK, DECK_MS = 48.0, 350.0
"""Width of a deck next to its owner, and how long it flies there."""
FALL_MS, APART_MS = 300.0, 70.0
"""Time in which a piece of a handicap falls on the arena, and that from one to the next."""


class OptionsPanel(GameOptions):
    """Panel: the form, the boxes of the decks, then custom decks and faults of files."""

    heading = "tash_kalar.option.form"

    def __init__(self, setup: SetUp) -> None:
        super().__init__(setup)
        self.at = 0
        """Seat whose deck is chosen."""
        self.taken: tuple[int, Point] | None = None
        """Whose deck was taken last, and from where."""
        self.steps: list[int] = []
        self.lying: list[int] = []
        """Steps of handicap in the last drawing, and those whose pieces have fallen on the arena."""
        self.found, self.bad = load_folder(folders.decks())
        self.bad = [*find_faults(), *self.bad]
        renew_own_decks(self.options, self.found)
        for deck in list_chosen_decks(self.options):
            self.found.setdefault(deck["code"], deck)

    @property
    def teams(self) -> bool:
        """Whether it is a team game."""
        return self.form().startswith("team")

    def form(self) -> str:
        """Return the form that will be played: the chosen one, or the first that fits the number of seats."""
        fitting = FITTING[len(self.setup.seats)]
        now = self.options.get(FORM)
        return str(now) if now in fitting else fitting[0]

    def list_decks(self) -> list[str]:
        """Return the decks that a seat can choose, named as in the options."""
        added = [deck for box in list_boxes() for deck in box.decks if deck not in BASE_DECKS]
        return [
            "random",
            *BASE_DECKS,
            *added,
            *(f"own_{k + 1}" for k in range(len(list_chosen_decks(self.options)))),
        ]

    # --- changes ----------------------------------------------------------------------------------------

    def _look(self, deck: str) -> None:
        ctx, colour = self.setup.ctx, self.setup.seats[self.at].colour
        ctx.stack.push(DeckScene(ctx, deck, list_chosen_decks(self.options), colour))

    def _own(self, code: str, on: bool) -> None:
        if not tick_own_deck(self.options, self.found[code], on):
            self.setup.ctx.play("refused")
            self.setup.ctx.toast(self.setup.ctx.t("tash_kalar.setup.own.many"))
        if RANDOM in self.options:
            _set_decks(self.options, [deck for one in list_ticked_boxes(self.options) for deck in one.decks])
        self.setup.ui.dirty = True

    def _tick_box(self, box: DeckBox, on: bool) -> None:
        decks = [deck for one in list_ticked_boxes(self.options) if one != box for deck in one.decks]
        if not _set_decks(self.options, [*decks, *(box.decks if on else ())]):
            self.setup.ctx.play("refused")
            self.setup.ctx.toast(self.setup.ctx.t("tash_kalar.setup.box.one"))
        self.setup.ui.dirty = True

    def goal(self) -> str:
        """Return in words what wins in the form of play."""
        return self.setup.ctx.t(f"tash_kalar.setup.form.{self.form()}")

    # --- drawing -----------------------------------------------------------------------------------------

    def draw_table(self, c: Canvas, box: Box) -> None:
        """Draw the arena with what the handicaps put down."""
        setup, faces = self.setup, self.setup.faces
        steps = list(setup.handicaps.list_steps(setup.seats, self.options))
        if self.steps and steps != self.steps:
            self.taken = None
            faces.begin_flight(FALL_MS + APART_MS * max(AHEAD[step].pieces for step in steps))
        self.steps = steps
        if setup.ctx.is_still or faces.flown >= faces.lasts or len(self.lying) != len(steps):
            self.lying = steps

        def find_height(seat: int, number: int) -> float:
            new = number - AHEAD[self.lying[seat]].pieces
            return 0.0 if new < 0 else 1 - min(1.0, max(0.0, (faces.flown - APART_MS * new) / FALL_MS)) ** 2

        self._draw_deck_backs(c)
        form = {**self.options, FORM: self.form()}
        draw_handicap(setup.ctx, c, box, setup.seats, steps, form, steps.index(max(steps)), find_height)

    def _draw_deck_backs(self, c: Canvas) -> None:
        """Draw the back of each deck next to its owner; the one taken last flies there from its box."""
        faces = self.setup.faces
        for k, ((x, y, r), deck) in enumerate(zip(faces.places, self._list_wishes(), strict=False)):
            if deck == "random":
                continue
            is_low, plate = len(faces.places) > 2 and k in (0, 3), 62 * max(1.0, c.text_scale)
            x, y = (x + (r + 42) * (1 if k else -1), y) if is_low else (x, y + r + plate + 40)
            end = x - DECK / 2, y - 0.7 * DECK, 0.0
            if self.taken is None or self.taken[0] != k or faces.flown >= faces.lasts:
                draw_backs(c, deck, *end[:2], DECK)
            else:
                place = faces.find_on_way((*self.taken[1], 0.0), end)[:2]
                self.setup.ui.draw_on_top(partial(draw_backs, c, deck, *place, DECK))

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel."""
        t, ui = self.setup.ctx.t, self.setup.ui
        column = Stack((x + 24, y, w - 48, h - 6))
        text.draw(c, t(self.heading), column.x, middle(column.take(62.0)) + 2, "heading", "accent", "lm", max_w=170)
        forms, form = FITTING[len(self.setup.seats)], self.form()
        place = (x + 204, y + 12, w - 228, 42.0) if len(forms) < 3 else column.take(44.0)
        self.draw_choice(c, FORM, forms, place)
        shapes.rule(c, x + 18, column.y + 2, w - 36, ornament=False)
        column.skip(6)
        head = column.take(44.0)
        text.draw(c, t("tash_kalar.setup.decks"), column.x, middle(head) + 1, "heading", "accent", "lm", max_w=170)
        self.at %= len(self.setup.seats)
        signs = [seat.name for seat in self.setup.seats]
        if self.teams:
            signs = [f"{name} \u00b7 {t('tash_kalar.setup.team', number=k % 2 + 1)}" for k, name in enumerate(signs)]
        whose = t("tash_kalar.option.decks")
        place = (x + 204, head[1] + 3, w - 228, 38.0)
        ui.segmented_control(c, "whose", place, signs, self.at, self._choose_seat, name=whose)
        column.skip(8)
        decks = [deck for deck in self.list_decks() if deck != "random" and not deck.startswith("own_")]
        lines = -(-len(decks) // 3)
        shows_own, shows_drawn = self.setup.more or self.found or self.bad, self.setup.more or RANDOM in self.options
        needed = 100 + (64 if shows_drawn else 0) + (94 if shows_own else 0) + (40 if self.bad else 0)
        high = min(160.0, (column.room - needed) / lines - 8)
        area = column.take(lines * (high + 8))
        for deck, cell in zip(decks, grid(area, len(decks), 3, gap=10, row_gap=8, height=high), strict=True):
            owners, take, look = self._list_owners(deck), partial(self._take, deck), partial(self._look, deck)
            draw(c, ui, self.setup.ctx.texts, deck, form, cell, owners, take, look)
            self._let_carry(c, deck, cell)
        self._draw_random(c, column.take(40.0, gap=6.0))
        left, right = columns(column.take(38.0, gap=4.0), 2)
        self._flag(c, DIFFERENT, (*left[:2], left[2] - 8, left[3]))
        if form != "melee":
            self._flag(c, SURRENDER, right)
        if shows_drawn:
            place = column.take(24.0)
            text.draw(c, t("tash_kalar.option.random_decks"), column.x, middle(place), "caption", "accent", "lm")
            ticked, boxes = list_ticked_boxes(self.options), list_boxes()
            for one, cell in zip(boxes, columns(column.take(36.0, gap=4.0), max(3, len(boxes)), gap=10), strict=False):
                name, tick = t(f"{one.domain}.name"), partial(self._tick_box, one)
                ui.checkbox(c, f"drawn.{one.domain}", cell, one in ticked, name, tick)
        if shows_own:
            self._draw_own(c, column.take(column.room))

    def _list_owners(self, deck: str) -> list[Seat]:
        """Return the seats with this deck."""
        return [seat for seat, wish in zip(self.setup.seats, self._list_wishes(), strict=True) if wish == deck]

    def _list_wishes(self) -> list[str]:
        """Return the deck that each seat has chosen; "random" for one that does not exist any more."""
        decks = self.list_decks()
        wishes = [str(self.options.get(name, "random")) for name in DECK_NAMES[: len(self.setup.seats)]]
        return [wish if wish in decks else "random" for wish in wishes]

    def _choose_seat(self, k: int) -> None:
        self.at = k
        self.setup.ui.dirty = True

    def _let_carry(self, c: Canvas, deck: str, cell: Box) -> None:
        """Let the box of a deck be dragged to the seat that is to have it."""

        def put(under: str) -> None:
            if under.startswith("seat.") and under.count(".") == 1:
                self.at = int(under.removeprefix("seat."))
                self._take(deck)

        dx, dy = self.setup.ui.let_carry(f"box.{deck}", put)
        if dx or dy:
            self.setup.ui.draw_on_top(partial(draw_backs, c, deck, cell[0] + 12 + dx, cell[1] + 16 + dy, DECK))

    def _take(self, deck: str) -> None:
        """Give a deck to the seat that is choosing: it flies there, and the next seat chooses."""
        self.set_option(DECK_NAMES[self.at], deck)
        taken = self.setup.ui.find(f"box.{deck}")
        if taken is not None:
            self.taken = self.at, taken.centre
            self.setup.faces.begin_flight(DECK_MS)
        self.at += 1

    def _draw_random(self, c: Canvas, box: Box) -> None:
        """Draw the choices of a deck without a box: a random one, and the custom ones."""
        t, own = self.setup.ctx.t, list_chosen_decks(self.options)
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
        chosen = {deck["code"] for deck in list_chosen_decks(self.options)}
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
