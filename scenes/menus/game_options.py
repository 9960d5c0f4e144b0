"""Options of a game at set-up: the panel that each game draws itself, its goal, how earlier games ended, and the
twists, which change the choices, each with its description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import registry
from engine.contract import BadOptions, Option
from scenes.common.player_identity import draw_face
from scenes.menus.handicap_page import LINE
from scenes.shell import routes
from scenes.shell.page import Sheet
from scenes.shell.parts import Parts
from scenes.table import game_screens
from sprites.base import layout, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.menus.setup import SetUp
    from scenes.shell.context import Context
    from scenes.shell.inputs import Input

GOAL = 92.0
"""Height of the goal."""
FACES = 4
"""Most players whose earlier games are told."""


class GameOptions:
    """Panel of a game's options; a game draws its own."""

    heading = ""
    """Text id of the heading."""

    def __init__(self, setup: SetUp) -> None:
        self.setup = setup

    @property
    def options(self) -> dict[str, Any]:
        """Options being edited."""
        return self.setup.options

    def problem(self) -> str:
        """Return why a game cannot start with these options, in the player's language; "" when it can."""
        return ""

    def handle(self, given: Input) -> bool:
        """Handle an input of the panel; return whether it was used."""
        return False

    def set_option(self, name: str, value: Any) -> None:
        """Change an option."""
        self.options[name] = value
        self.setup.ui.dirty = True

    def draw_choice(
        self, c: Canvas, name: str, values: Sequence[Any], box: Box, labels: Sequence[str] = (),
        tips: Sequence[tuple[str, str]] | None = None,
    ) -> None:  # fmt: skip
        """Draw the values of an option side by side; ``labels`` replace their texts in the catalogue."""
        shown = labels or [self.setup.ctx.t(f"{self.setup.game}.option.{name}.{value}") for value in values]
        now = self.options.get(name)
        self.setup.ui.segmented_control(
            c, name, box, shown, values.index(now) if now in values else 0,
            lambda k: self.set_option(name, values[k]), tips=tips,
        )  # fmt: skip

    def draw_flag(self, c: Canvas, name: str, box: Box, label: str, *, tip: tuple[str, str] | None = None) -> None:
        """Draw the tick box of an option that is on or off."""
        on, change = bool(self.options.get(name)), partial(self.set_option, name)
        self.setup.ui.checkbox(c, name, box, on, label, change, tip=tip)

    def goal(self) -> str:
        """Return how the game is won with these options, in one sentence."""
        return self.setup.ctx.t(f"{self.setup.game}.goal")

    def draw_table(self, c: Canvas, box: Box) -> None:
        """Draw what lies on the table round which the seats are drawn."""

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel and register its targets."""

    def draw_nothing_own(self, c: Canvas, box: Box, words: str, folder: Path) -> None:
        """Draw a hint where the player has no content of its own yet: ``words``, and a button that opens the folder."""
        x, y, w, _ = box
        tall = text.paragraph(c, words, x, y, w, "fine", "text.muted")
        self.setup.ui.button(
            c, "own.folder", (x, y + tall + 10, min(w, 230.0), 38.0), self.setup.ctx.t("ui.folder.open"),
            lambda: self.setup.ctx.open_folder(folder), icon="open-folder",
        )  # fmt: skip


def make_goal(page: SetUp, parts: Parts) -> Part:
    """Return the part that tells newcomers how the game is won."""
    words = parts.note(f"{page.ctx.t('setup.goal')} {page.panel.goal()}", "lead", "paper.text", line=1.16, middle=True)
    icon = parts.icon(game_screens.emblem(page.game), 42, "paper.icon", width=60)
    row = parts.row([icon, parts.fill(words), parts.space(6)], gap=8)
    return parts.panel([Part(0, row.draw, 1)], kind="parchment", pad=10, height=GOAL)


def make_record(page: SetUp, parts: Parts) -> Part | None:
    """Return the part with the results of earlier games of these players; None if there are none."""
    t, names = page.ctx.t, [seat.name for seat in page.seats]
    won, last = page.even.count_wins(names)
    if last is None or len(names) > FACES:
        return None
    score = " : ".join(map(str, won)) if len(won) == 2 else " \u00b7 ".join(map(str, won))
    head = t("setup.record", n=sum(won), names=page.ctx.texts.join(names), score=score)
    best = next((name for name, place in zip(last.names, last.places, strict=True) if place == 1), "")
    won_last = parts.line(t("setup.record.last", name=best), colour="text.body", height=26)
    words = parts.middle(parts.line(head, "name", "text.bright", height=28), won_last)
    seats = page.ctx.household.give_portraits(page.seats)

    def draw_faces(box: Box) -> None:
        for k, seat in enumerate(seats):
            draw_face(parts.c, seat, box[0] + 36 + 46 * k, layout.middle(box), 26, sign=0.0)

    faces, opens = Part(20.0 + 46 * len(seats), draw_faces), partial(routes.open, page.ctx, "statistics")
    see = parts.button("record", t("ui.title.statistics"), opens, "trophy", height=46, width=150)
    inside = parts.row([faces, words, see, parts.space(4)], gap=12)
    return parts.panel([Part(0, inside.draw, 1)], pad=6, height=LINE)


def list_twists(game: str, seats: int, options: Mapping[str, Any]) -> list[Option]:
    """Return the twists possible with this number of seats and these options."""
    rules = registry.rules(game)
    plain = {one.name: options[one.name] for one in rules.options() if one.name in options and not one.twist}
    try:
        rules.check_options(plain, seats)
    except BadOptions:  # something is still being chosen
        plain = {}

    def is_possible(option: Option) -> bool:
        values = option.values if option.kind == "choice" else (False, True)
        return any(option.name in rules.check_options({**plain, option.name: value}, seats) for value in values)

    return [option for option in rules.options() if option.twist and is_possible(option)]


def count_chosen_twists(game: str, seats: int, options: Mapping[str, Any]) -> int:
    """Return the number of twists that are on."""
    return sum(bool(options.get(one.name, one.default) != one.default) for one in list_twists(game, seats, options))


class Twists(Sheet):
    """A sheet over the set-up: a box to tick for each flag, a row of values for each choice."""

    name = "twists"
    head = "twists.title"

    def __init__(self, ctx: Context, game: str, seats: int, options: dict[str, Any]) -> None:
        """``options`` are changed in place."""
        super().__init__(ctx)
        self.game, self.seats, self.options = game, seats, options
        self.all = list_twists(game, seats, options)

    def list_rows(self, parts: Parts) -> Sequence[Part]:
        """Return the twists, one below the other, and the back button."""
        t = self.ctx.t
        chosen = bool(count_chosen_twists(self.game, self.seats, self.options))
        foot = [
            parts.button("none", t("twists.none"), self._clear, "x", height=46, enabled=chosen, width=230),
            parts.space(share=1),
            parts.button("done", t("twists.done"), self.ctx.stack.pop, "check", height=52, main=True, width=260),
        ]
        sub = parts.line(t("twists.sub"), "aside", "text.muted", align="c", height=26)
        twists = [row for option in self.all for row in self._list_one(parts, option)]
        return [sub, parts.space(6), parts.rule(18), *twists, parts.space(6), parts.row(foot, 56)]

    def _list_one(self, parts: Parts, option: Option) -> list[Part]:
        """Return a twist and its description."""
        t, game, change = self.ctx.t, self.game, partial(self.options.__setitem__, option.name)
        label = t(f"{game}.option.{option.name}")
        if option.kind == "flag":
            found = [parts.checkbox(option.name, label, bool(self.options.get(option.name)), change, height=36)]
        else:
            values, now = self._values(option), self.options.get(option.name, option.default)
            names = [t(f"{game}.option.{option.name}.{value}") for value in values]
            at = values.index(now) if now in values else 0
            pick = parts.segments(option.name, names, at, lambda k: change(values[k]), height=38)
            found = [parts.inset(parts.line(label, "name", height=38), 8), parts.inset(pick, 8, 4)]
        words = t(f"{game}.option.{option.name}.help")
        return [*found, parts.inset(parts.prose(words, self.width - 136, "body", "text.soft", gap=12), 36)]

    def _values(self, option: Option) -> list[Any]:
        """The values that this number of seats can choose."""
        rules = registry.rules(self.game)
        return [
            value
            for value in option.values
            if rules.check_options({option.name: value}, self.seats).get(option.name, option.default) == value
        ]

    def _clear(self) -> None:
        for option in self.all:
            self.options.pop(option.name, None)
