"""Setting up a game: seats, names, colours, levels, the game's own options, seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ai.levels import LEVELS
from engine import registry
from engine.content import lessons
from engine.contract import HANDICAP, BadOptions
from engine.seats import COLOURS, FOREIGN, Seat
from engine.storage.settings import get_entry
from scenes.common import opponent_names
from scenes.common.level_names import level_name, strength
from scenes.common.rematch import replace_rival
from scenes.common.suggested_opponent import AboutEven
from scenes.menus import seat_rows, twists
from scenes.menus.handicap_page import HandicapPage
from scenes.menus.handicaps import Handicaps
from scenes.menus.handicaps import Remembered as HandicapMemory
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.player_identity import all_differ, free_sign, next_colour, next_emblem
from scenes.shell.stack import Scene
from scenes.shell.targets import Box, Target
from scenes.table import game_screens as games
from scenes.table.new_game import begin, new_seed
from scenes.tutorial.lessons import teach
from sprites.base import backdrop, controls, layout, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.table import AnyTable

MANY = 4
"""With more seats than these, each has a smaller box in two columns."""


NAMED = 4
"""Files that cannot be used and are named, at most."""


class Remembered(msgspec.Struct):
    """How a game was set up last, as the settings keep it."""

    seats: list[Seat] = []
    options: dict[str, Any] = {}
    try_again: bool = False
    handicap: HandicapMemory = msgspec.field(default_factory=HandicapMemory)


NOTE = 128.0
"""Height of the panel that is left to its head and to the two lines of the note below many seats."""
FEWEST = 2
"""Seats that are offered first, or as near to them as a game can be played."""


class SetUp(Scene):
    """One screen: seats on the left, options on the right, the amber button below."""

    name = "setup"
    music = "title"
    start_text = "ui.setup.start"
    """Text id of the amber button."""

    def __init__(self, ctx: Context, game: str) -> None:
        super().__init__(ctx)
        self.game = game
        self.info = registry.info(game)
        self.rules = registry.rules(game)
        ctx.roster.look()
        self.level_names = self._list_levels()
        remembered = self._load_last_setup()
        self.seats: list[Seat] = self._seats(remembered)
        self.options: dict[str, Any] = self._options(remembered)
        self.seed = ""
        self.placeholder = new_seed()
        self.try_again = remembered.try_again
        self.panel = games.options_panel(game)(self)
        self.even = AboutEven(ctx, game)
        self.handicaps = Handicaps(game, self.even, remembered.handicap)
        self._even_read = False
        self.error = ""
        self.more = False
        """Whether what a first game does not need is shown too: the seed, promo cards."""

    def enter(self) -> None:
        """Who sets this game up for the first time is offered its lessons, where there are some."""
        settings = self.ctx.settings
        if not lessons.has(self.game) or self.game in settings.guided or self.game in settings.last_setup:
            return  # asked before, or played before
        settings.guided = [*settings.guided, self.game]
        self.ctx.save_settings()
        t = self.ctx.t
        choices = [
            ("stay", t("setup.offer.seats"), lambda: None),
            ("play", t("ui.tutorial.offer.no"), self.start),
            ("show", t("ui.tutorial.offer.yes"), lambda: teach(self.ctx, self.game)),
        ]
        name = games.short_name(self.ctx, self.game)
        self.ctx.ask(t("ui.tutorial.offer.title", game=name), t("ui.tutorial.offer"), choices)

    def _list_levels(self) -> list[str]:
        """The built-in levels, then those that the player's own opponents bring along."""
        return [*LEVELS, *self.ctx.roster.levels(self.game)]

    def update(self, ms: float) -> None:
        """Take in what the player's own opponents offer; a seat whose opponent cannot play gets another level."""
        if self.even.read and not self._even_read:
            self._even_read = self.ui.dirty = True
        if not self.ctx.roster.poll():
            return
        self.level_names = self._list_levels()
        for k, seat in enumerate(self.seats):
            if seat.kind == "computer" and not self._plays(seat.level):
                self._change(k, level="skilled")
        self.ui.dirty = True

    def _load_last_setup(self) -> Remembered:
        """How this game was set up last; the settings may have been written by anybody."""
        return get_entry(self.ctx.settings.last_setup, self.game, Remembered)

    def _seats(self, remembered: Remembered) -> list[Seat]:
        seats = [
            seat if seat.name else msgspec.structs.replace(seat, name=str(k + 1))
            for k, seat in enumerate(remembered.seats)
        ]
        if len(seats) in self.info.seat_counts and all(map(self._fits, seats)) and all_differ(seats):
            return seats
        you = Seat("person", "", self.ctx.t("ui.setup.you"), 0, "")
        count = min((each for each in self.info.seats if each >= FEWEST), default=self.info.seats[0])
        found = [you]
        while len(found) < count:
            found.append(self._make_rival(found, LEVELS[0]))
        return found

    def _make_rival(self, others: Sequence[Seat], level: str) -> Seat:
        """Return a new computer's seat: a character of this strength, a nameless player when all of them sit here."""
        level = LEVELS[0] if self.ctx.settings.child_mode else level
        sign = free_sign(others)
        one = opponent_names.pick_character(self.game, level, [seat.level for seat in others])
        if one is not None:
            return Seat("computer", one, opponent_names.seat_name(self.ctx, one), *sign)
        taken = {seat.name for seat in others}
        free = (name for name in opponent_names.rivals_names(self.ctx) if name not in taken)
        return Seat("computer", level, next(free, str(len(others) + 1)), *sign)

    def _fits(self, seat: Seat) -> bool:
        """Whether such a seat can be chosen here."""
        known = seat.kind == "person" or (seat.kind == "computer" and self._plays(seat.level))
        return known and seat.colour < COLOURS

    def _plays(self, level: str) -> bool:
        """Whether there is such an opponent here."""
        return level in self.level_names or opponent_names.find_character(level) is not None

    def _options(self, remembered: Remembered) -> dict[str, Any]:
        """Options of the last game; the simplest ones for a first game."""
        try:
            first = lessons.row(self.game).first if lessons.has(self.game) and not remembered.seats else {}
            plain = {name: value for name, value in (remembered.options or first).items() if name != HANDICAP}
            return self.rules.check_options(plain, len(self.seats))
        except Exception:  # whatever stood in the settings, the game can be set up
            return {option.name: option.default for option in self.rules.options() if option.kind != "steps"}

    # --- changes --------------------------------------------------------------------------------------

    def _change(self, k: int, **fields: Any) -> None:
        if k < len(self.seats):  # the seat may have gone while its name was being typed
            self.seats[k] = msgspec.structs.replace(self.seats[k], **fields)
        self.ui.dirty = True

    def set_count(self, count: int) -> None:
        """Change the number of seats."""
        while len(self.seats) > count:
            self.seats.pop()
        while len(self.seats) < count:
            self.seats.append(self._make_rival(self.seats, self._level_in_use()))
        if not all_differ(self.seats):
            kept: list[Seat] = []
            for seat in self.seats:
                colour, emblem = free_sign(kept)
                kept.append(msgspec.structs.replace(seat, colour=colour, emblem=emblem))
            self.seats = kept
        self.ui.dirty = True

    def _level_in_use(self) -> str:
        """Level for a new seat: that of the last computer, a character's own level, the mildest where none sits."""
        levels = [strength(seat.level) for seat in self.seats if seat.kind == "computer"]
        return next((level for level in reversed(levels) if self._plays(level)), LEVELS[0])

    def set_kind(self, k: int, choice: int) -> None:
        if choice == 0:
            self._change(k, kind="person", level="")
        elif choice <= len(self.level_names):
            self._change(k, kind="computer", level=self.level_names[choice - 1])
        else:
            self.open_gallery([k])

    def open_gallery(self, free: list[int] | None = None) -> None:
        """Choose named opponents: for these seats, else for all that computers have."""
        open_seats = free or [k for k, seat in enumerate(self.seats) if seat.kind == "computer"]
        routes.open(
            self.ctx, "gallery", self.game, self.seats, open_seats or [len(self.seats) - 1], self._seat_character
        )

    def _seat_character(self, k: int, level: str) -> None:
        """A character sits down, under its own name."""
        self._change(k, kind="computer", level=level, name=opponent_names.seat_name(self.ctx, level))

    def levels(self) -> list[str]:
        """The levels of opponents, those in the user's folder included."""
        return self.level_names

    def make_renamer(self, k: int) -> Callable[[str], None]:
        """Return what a text field calls with the new name of a seat."""

        def change(name: str) -> None:
            if name:
                self._change(k, name=name)

        return change

    def next_colour(self, k: int) -> None:
        """The next colour; of up to four seats, the one that had it takes this one's."""
        if k >= len(self.seats):
            return
        for other, (colour, emblem) in enumerate(next_colour(self.seats, k)):
            self._change(other, colour=colour, emblem=emblem)

    def next_emblem(self, k: int) -> None:
        if k < len(self.seats):
            self._change(k, emblem=next_emblem(self.seats, k))

    def start(self) -> None:
        """Begin the game in the place of this page."""
        table = self.begin_table()
        if table is not None:
            self.ctx.stack.swap(table)

    def check_setup(self) -> tuple[dict[str, Any], list[Seat]] | None:
        """Return options and seats as they are set up here; None when no game can be played so, which is told."""
        self.error = self.panel.problem()
        if self.error:
            self.ctx.play("refused")
            self.ui.dirty = True
            return None
        try:
            options = self.rules.check_options(self.handicaps.add_to_options(self.options, self.seats), len(self.seats))
        except BadOptions as error:
            self.error = str(error)
            self.ctx.play("refused")
            self.ui.dirty = True
            return None
        names = unique_names([seat.name for seat in self.seats])
        return options, [msgspec.structs.replace(seat, name=name) for seat, name in zip(self.seats, names, strict=True)]

    def begin_table(self) -> AnyTable | None:
        """Return the table of a new game with what is set up here; None when that cannot be played, which is told."""
        checked = self.check_setup()
        if checked is None:
            return None
        options, seats = checked
        seed = self.seed or self.placeholder
        first = not self._load_last_setup().seats and not self.seed
        table = begin(self.ctx, self.game, options, seats, seed, try_again=self.try_again, first=first)
        self.ctx.settings.last_setup = {
            **(self.ctx.settings.last_setup or {}),
            self.game: {
                "seats": msgspec.to_builtins(seats),
                "options": dict(options),
                "try_again": self.try_again,
                "handicap": msgspec.to_builtins(self.handicaps.remember(self.seats, self.options)),
            },
        }
        self.ctx.save_settings()
        return table

    # --- drawing -----------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Draw seats, options and the start button."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t(f"{self.game}.name"), t("ui.setup.sub"), games.emblem(self.game))
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        top, bottom = 76.0, c.height - 112
        self._draw_seats(c, 24, top, 760, bottom - top)
        shapes.panel(c, 808, top, 768, bottom - top)
        self.panel.draw(c, 808, top, 768, bottom - top)
        self._draw_foot(c, c.height - 90)

    def _draw_seats(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        shapes.panel(c, x, y, w, h)
        counts = self.info.seat_counts
        part = min(56.0, 580.0 / len(counts))
        room = w - 60 - part * len(counts)
        text.draw(c, t("ui.setup.seats"), x + 24, y + 34, "heading", "accent", "lm", max_w=room)
        self.ui.segmented_control(
            c,
            "count",
            (x + w - 24 - part * len(counts), y + 14, part * len(counts), 38),
            [str(n) for n in counts],
            counts.index(len(self.seats)),
            lambda k: self.set_count(counts[k]),
            name=t("ui.setup.seats"),
        )
        shapes.rule(c, x + 18, y + 62, w - 36, ornament=False)
        if len(self.seats) > MANY:
            seat_rows.draw_many(self, c, (x + 16, y + 72, w - 32, h - NOTE))
        else:
            row = min(132.0, (h - 84) / 4)
            places = layout.rows((x + 20, y + 76, w - 40, 4 * row), [row - 10] * len(self.seats), gap=10)
            for k, (seat, box) in enumerate(zip(self.seats, places, strict=True)):
                seat_rows.draw_one(self, c, k, seat, box)
        self._draw_hint(c, (x + 30, y + h - 38, w - 60, 32))

    def _draw_hint(self, c: Canvas, box: Box) -> None:
        """Below the seats: that people take turns, or what is the matter with the player's own opponents."""
        t = self.ctx.t
        roster = self.ctx.roster
        bad = roster.problems()
        words, ink = t("ui.setup.people_hint"), "text.muted"
        if roster.busy:
            words = t("ui.setup.opponents.looking")
        elif bad:
            words, ink = t("ui.setup.opponents.bad", n=len(bad), names=", ".join(list(bad)[:NAMED])), "text.warning"
            why = [
                f"*{name}*: {offer.problem or t(f'ui.setup.opponents.{offer.failure}')}"
                for name, offer in list(bad.items())[:NAMED]
            ]
            tip = (t("ui.setup.opponents"), "\n".join(why))
            self.ui.note(Target("opponents", (box[0], box[1], box[2] - 200, box[3]), lambda: None, tip=tip, sound=""))
        person = next((seat.name for seat in self.seats if seat.is_person), "")
        even = None if bad or roster.busy else self.even.level_for(person)
        if even is not None:
            words, ink = t("ui.setup.even", name=level_name(self.ctx, even)), "accent"
        x, y, w, h = box
        wide = 190.0
        if self.handicaps.is_offered(self.seats):
            self._draw_handicap_button(c, (x + w - 2 * wide - 8, y - 4, wide, 36))
        tip = (t("ui.setup.opponent"), t("ui.setup.opponent.tip"))
        self.ui.button(
            c,
            "gallery",
            (x + w - wide, y - 4, wide, 36),
            t("ui.setup.opponent"),
            self.open_gallery,
            icon="users",
            tip=tip,
        )
        room = w - (2 * wide + 8 if self.handicaps.is_offered(self.seats) else wide)
        size = text.fit(c, words, room - 16, h + 8, "remark")
        tall = text.paragraph_height(c, words, room - 16, size)
        text.paragraph(c, words, x - 6, y + (h - tall) / 2 - 9, room - 16, size, ink)

    def _draw_handicap_button(self, c: Canvas, box: Box) -> None:
        """The way to the handicaps, with how many steps are given."""
        t, steps = self.ctx.t, self.handicaps.list_steps(self.seats, self.options)
        label = t("handicap.button.n", n=sum(steps)) if any(steps) else t("handicap.button")
        weaker = self.handicaps.list_weaker_computers(self.seats, self.options)
        words = t("handicap.weaker", names=self.ctx.texts.join(weaker)) if weaker else t("handicap.tip")
        tip = (t("handicap.title"), words)
        self.ui.button(c, "handicap", box, label, self.open_handicaps, icon="weight-scale", tip=tip)

    def open_handicaps(self) -> None:
        """Open the page of handicaps."""
        self.ctx.stack.push(HandicapPage(self.ctx, self.game, self.seats, self.options, self.handicaps))

    def list_kinds(self, seat: Seat) -> tuple[list[str], int]:
        """Choices for a seat, and the index of the chosen one."""
        t = self.ctx.t
        levels = self.levels()
        names = [t("ui.setup.computer", level=level_name(self.ctx, level)) for level in levels]
        labels = [t("ui.setup.person"), *names, t("ui.setup.choose")]
        if seat.kind == "person":
            return labels, 0
        one = opponent_names.find_character(seat.level)
        if one is None:
            return labels, 1 + levels.index(seat.level)
        labels[-1] = t(
            "ui.setup.character", name=level_name(self.ctx, seat.level), level=level_name(self.ctx, one.level)
        )
        return labels, len(labels) - 1

    def _draw_foot(self, c: Canvas, y: float) -> None:
        t = self.ctx.t
        label = t("setup.less" if self.more else "setup.more")
        tip = (t("setup.more"), t("setup.more.tip"))
        icon = "left" if self.more else "plus"
        self.ui.button(c, "more", (40, y + 10, 140, 46), label, self._toggle_more, icon=icon, tip=tip)
        width = 160.0
        if self.more:
            width += self._draw_seed(c, 40 + width, y)
            if twists.list_twists(self.game, len(self.seats), self.options):
                width += self._draw_twists(c, 40 + width, y)
        tip = (t("ui.setup.try_again"), t("ui.setup.try_again.tip"))
        box = (50 + width, y + 15, min(480.0, 940.0 - width), 36.0)

        def again(on: bool) -> None:
            self.try_again = on

        self.ui.checkbox(c, "try_again", box, self.try_again, t("ui.setup.try_again"), again, tip=tip)
        self.error = self.panel.problem()
        if self.error:
            text.draw(c, self.error, 1190, y - 12, "strong", "text.warning", "rm", max_w=700)
        self.ui.button(
            c,
            "start",
            (1216, y, 360, 66),
            t(self.start_text),
            self.start,
            main=True,
            icon="dice",
            key=t("ui.key.main"),
            enabled=not self.error,
        )
        self.ui.button(c, "back", (1016, y + 6, 184, 54), t("ui.back"), self.ctx.stack.pop, icon="left")

    def _toggle_more(self) -> None:
        self.more = not self.more
        self.ui.dirty = True

    def _draw_twists(self, c: Canvas, x: float, y: float) -> float:
        """The way to the twists, with how many are on; returns how wide it is."""
        t, on = self.ctx.t, twists.count_chosen_twists(self.game, len(self.seats), self.options)
        label = t("twists.button.n", n=on) if on else t("twists.button")
        tip = (t("twists.title"), t("twists.tip"))
        self.ui.button(c, "twists", (x, y + 10, 190, 46), label, self._open_twists, icon="shuffle", tip=tip)
        return 206.0

    def _open_twists(self) -> None:
        def changed() -> None:
            self.ui.dirty = True

        self.ctx.stack.push(twists.Twists(self.ctx, self.game, len(self.seats), self.options, changed))

    def _draw_seed(self, c: Canvas, x: float, y: float) -> float:
        """The seed with its field; returns how wide they are."""
        t = self.ctx.t
        text.draw(c, t("ui.setup.seed"), x, y + 33, "name", "text", "lm", max_w=120)
        width = min(130.0, text.width(c, t("ui.setup.seed"), "name") + 16)

        def change(seed: str) -> None:
            self.seed = seed

        self.ui.text_field(
            c,
            "seed",
            (x + width, y + 12, 210, 42),
            self.seed,
            change,
            placeholder=self.placeholder,
            limit=24,
            tip=(t("ui.setup.seed"), t("ui.setup.seed.tip")),
        )
        return width + 226

    def handle(self, given: Input) -> bool:
        """Handle keys: Space starts, Esc goes back."""
        if given.kind != "command":
            return False
        if given.name == "main":
            self.start()
        elif given.name == "back":
            self.ctx.stack.pop()
        else:
            return bool(self.panel.handle(given))
        return True


def unique_names(names: list[str]) -> list[str]:
    """Names that tell the seats apart: a second Leo becomes Leo 2."""
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return result


def play_at_once(ctx: Context, game: str) -> None:
    """Begin a game with the seats and options of the last time; the set-up opens where they cannot be used at once."""
    page = SetUp(ctx, game)
    known = get_entry(ctx.settings.last_setup, game, Remembered)
    asks = any(seat.level.startswith(FOREIGN) for seat in known.seats)  # opponents from files are not known yet
    table = None if asks else page.begin_table()
    if table is None:
        ctx.stack.push(page)
    else:
        ctx.stack.push(table)


def challenge(ctx: Context, game: str, level: str) -> None:
    """Begin a game as it was set up last, with a character on the first computer's seat."""
    page = SetUp(ctx, game)
    if not any(not seat.is_person for seat in page.seats):
        ctx.stack.push(page)
        return
    page.seats = replace_rival(ctx, page.seats, level)
    table = page.begin_table()
    ctx.stack.push(page if table is None else table)
