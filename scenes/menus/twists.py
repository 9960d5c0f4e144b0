"""Twists of a game at set-up: options that change the choices, each with its description."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine import registry
from engine.contract import BadOptions, Option
from scenes.shell.dialog import veil
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

WIDE = 860.0


def list_twists(game: str, seats: int, options: Mapping[str, Any]) -> list[Option]:
    """The twists that this number of seats can play with, by the other options that are chosen."""
    rules = registry.rules(game)
    plain = {one.name: options[one.name] for one in rules.options() if one.name in options and not one.twist}
    try:
        rules.check_options(plain, seats)
    except BadOptions:  # something is still being chosen
        plain = {}

    def possible(option: Option) -> bool:
        values = option.values if option.kind == "choice" else (False, True)
        return any(option.name in rules.check_options({**plain, option.name: value}, seats) for value in values)

    return [option for option in rules.options() if option.twist and possible(option)]


def count_chosen_twists(game: str, seats: int, options: Mapping[str, Any]) -> int:
    """How many of them are on."""
    return sum(bool(options.get(one.name, one.default) != one.default) for one in list_twists(game, seats, options))


class Twists(Scene):
    """A sheet over the set-up: a box to tick for each flag, a row of values for each choice."""

    opaque = False
    name = "twists"

    def __init__(
        self, ctx: Context, game: str, seats: int, options: dict[str, Any], changed: Callable[[], None]
    ) -> None:
        """``options`` are changed in place, and ``changed`` is called each time."""
        super().__init__(ctx)
        self.game, self.seats, self.options, self.changed = game, seats, options, changed
        self.all = list_twists(game, seats, options)

    def draw(self, c: Canvas) -> None:
        """Veil, leather, one twist below the other."""
        t = self.ctx.t
        veil(c)
        self.ui.modal()
        heights = [self._height(c, option) for option in self.all]
        h = 182 + sum(heights)
        x, y = (1600 - WIDE) / 2, max(12.0, (c.height - h) / 2)
        shapes.panel(c, x, y, WIDE, h)
        text.draw(c, t("twists.title"), 800, y + 36, "display", "text.title", "cm", max_w=WIDE - 80)
        text.draw(c, t("twists.sub"), 800, y + 66, "aside", "text.muted", "cm", max_w=WIDE - 80)
        shapes.rule(c, x + 40, y + 84, WIDE - 80)
        yy = y + 98
        for option, height in zip(self.all, heights, strict=True):
            self._one(c, option, x + 32, yy)
            yy += height
        self.ui.button(
            c, "none", (x + 32, y + h - 64, 230, 46), t("twists.none"), self._clear, icon="x",
            enabled=bool(count_chosen_twists(self.game, self.seats, self.options)),
        )  # fmt: skip
        self.ui.button(
            c, "done", (x + WIDE - 292, y + h - 68, 260, 52), t("twists.done"), self.ctx.stack.pop, main=True,
            icon="check", key=t("ui.key.main"),
        )  # fmt: skip

    def _words(self, option: Option) -> str:
        return self.ctx.t(f"{self.game}.option.{option.name}.help")

    def _height(self, c: Canvas, option: Option) -> float:
        more = 46.0 if option.kind == "choice" else 0.0
        return 48 + text.paragraph_height(c, self._words(option), WIDE - 120, "body") + more

    def _one(self, c: Canvas, option: Option, x: float, y: float) -> None:
        t, game = self.ctx.t, self.game
        label = t(f"{game}.option.{option.name}")
        if option.kind == "flag":
            on = bool(self.options.get(option.name))
            self.ui.checkbox(c, option.name, (x, y, WIDE - 64, 36), on, label, self._set(option))
        else:
            text.draw(c, label, x + 8, y + 18, "name", "text", "lm", max_w=WIDE - 90)
            values = self._values(option)
            now = self.options.get(option.name, option.default)
            names = [t(f"{game}.option.{option.name}.{value}") for value in values]
            at = values.index(now) if now in values else 0
            change = self._set(option)
            self.ui.segmented_control(
                c, option.name, (x + 8, y + 40, WIDE - 80, 38), names, at, lambda k: change(values[k])
            )
            y += 46
        text.paragraph(c, self._words(option), x + 36, y + 38, WIDE - 120, "body", "text.soft", bold_colour="accent")

    def _values(self, option: Option) -> list[Any]:
        """The values that this number of seats can choose."""
        rules = registry.rules(self.game)
        return [
            value
            for value in option.values
            if rules.check_options({option.name: value}, self.seats).get(option.name, option.default) == value
        ]

    def _set(self, option: Option) -> Callable[[Any], None]:
        def change(value: Any) -> None:
            self.options[option.name] = value
            self.ui.dirty = True
            self.changed()

        return change

    def _clear(self) -> None:
        for option in self.all:
            self.options.pop(option.name, None)
        self.ui.dirty = True
        self.changed()

    def handle(self, given: Input) -> bool:
        """Space and Esc go back to the set-up, which has everything already."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
