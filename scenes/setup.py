"""Setting up a game: seats, names, colours, levels, the game's own options, seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from engine import registry
from engine.contract import BadOptions
from engine.seats import Seat
from scenes import games
from scenes.inputs import Input
from scenes.levels import level_name, offered
from scenes.new_game import begin, new_seed
from scenes.stack import Scene
from sprites import backdrop, controls, shapes, text, theme
from sprites.canvas import Canvas

if TYPE_CHECKING:
    from scenes.context import Context

EMBLEMS = ("", "wolf", "eagle", "bear", "fox", "horse", "owl", "unicorn", "lily")


class SetUp(Scene):
    """One screen: seats on the left, options on the right, the amber button below."""

    name = "setup"
    music = "title"

    def __init__(self, ctx: Context, game: str) -> None:
        super().__init__(ctx)
        self.game = game
        self.info = registry.info(game)
        self.rules = registry.rules(game)
        self.level_names = offered(game)
        remembered = ctx.settings.last_setup.get(game) if isinstance(ctx.settings.last_setup, dict) else None
        self.seats: list[Seat] = self._seats(remembered)
        self.options: dict[str, Any] = self._options(remembered)
        self.seed = ""
        self.placeholder = new_seed()
        self.try_again = bool((remembered or {}).get("try_again", False))
        self.panel = games.options_panel(game)(self)
        self.error = ""

    def enter(self) -> None:
        """Who sets this game up for the first time is offered the guided game, where there is one."""
        show = games.first_game(self.game)
        settings = self.ctx.settings
        if show is None or self.game in settings.guided:
            return
        settings.guided = [*settings.guided, self.game]
        self.ctx.save_settings()
        t = self.ctx.t
        choices = [
            ("play", t("ui.tutorial.offer.no"), lambda: None),
            ("show", t("ui.tutorial.offer.yes"), lambda: show(self.ctx)),
        ]
        self.ctx.ask(t("ui.tutorial.offer.title"), t("ui.tutorial.offer"), choices)

    def _seats(self, remembered: dict[str, Any] | None) -> list[Seat]:
        try:
            seats = msgspec.convert((remembered or {}).get("seats", []), list[Seat])
        except msgspec.ValidationError:
            seats = []
        fits = len(seats) in self.info.seat_counts and all(
            0 <= seat.colour < 4 and (seat.kind == "person" or seat.level in self.level_names) for seat in seats
        )
        if fits and len({seat.colour for seat in seats}) == len(seats):
            return seats
        you = Seat("person", "", self.ctx.t("ui.setup.you"), 0, "")
        levels = ("skilled", "novice", "expert")
        names = self._computer_names()
        others = [Seat("computer", levels[k], names[k], k + 1, "") for k in range(3)]
        return [you, *others][: self.info.seat_counts[-1]]

    def _computer_names(self) -> list[str]:
        """Names for opponents, as they are usual in the language."""
        return self.ctx.t("ui.setup.computers").split(", ")

    def _options(self, remembered: dict[str, Any] | None) -> dict[str, Any]:
        given = (remembered or {}).get("options", {})
        try:
            return self.rules.check_options(given, len(self.seats))
        except (BadOptions, TypeError, ValueError):
            return {option.name: option.default for option in self.rules.options()}

    # --- changes --------------------------------------------------------------------------------------

    def _change(self, k: int, **fields: Any) -> None:
        self.seats[k] = msgspec.structs.replace(self.seats[k], **fields)
        self.ui.dirty = True

    def set_count(self, count: int) -> None:
        """More or fewer seats."""
        while len(self.seats) > count:
            self.seats.pop()
        while len(self.seats) < count:
            used = {seat.colour for seat in self.seats}
            names = {seat.name for seat in self.seats}
            colour = next(one for one in range(4) if one not in used)
            name = next(one for one in self._computer_names() if one not in names)
            self.seats.append(Seat("computer", "skilled", name, colour, ""))
        self.ui.dirty = True

    def _set_kind(self, k: int, choice: int) -> None:
        if choice == 0:
            self._change(k, kind="person", level="")
        else:
            self._change(k, kind="computer", level=self.levels()[choice - 1])

    def levels(self) -> list[str]:
        """The levels of opponents, those in the user's folder included."""
        return self.level_names

    def _set_name(self, k: int) -> Callable[[str], None]:
        def change(name: str) -> None:
            if name:
                self._change(k, name=name)

        return change

    def _next_colour(self, k: int) -> None:
        """The next colour; the seat that had it takes this one's."""
        mine = self.seats[k].colour
        wanted = (mine + 1) % 4
        for other, seat in enumerate(self.seats):
            if other != k and seat.colour == wanted:
                self._change(other, colour=mine)
        self._change(k, colour=wanted)

    def _next_emblem(self, k: int) -> None:
        taken = {seat.emblem for other, seat in enumerate(self.seats) if other != k and seat.emblem}
        at = EMBLEMS.index(self.seats[k].emblem) if self.seats[k].emblem in EMBLEMS else 0
        for step in range(1, len(EMBLEMS) + 1):
            emblem = EMBLEMS[(at + step) % len(EMBLEMS)]
            if emblem not in taken:
                self._change(k, emblem=emblem)
                return

    def start(self) -> None:
        """Begin the game."""
        self.error = self.panel.problem()
        if self.error:
            self.ctx.play("refused")
            self.ui.dirty = True
            return
        try:
            options = self.rules.check_options(self.options, len(self.seats))
        except BadOptions as error:
            self.error = str(error)
            self.ctx.play("refused")
            self.ui.dirty = True
            return
        names = unique_names([seat.name for seat in self.seats])
        seats = [msgspec.structs.replace(seat, name=name) for seat, name in zip(self.seats, names, strict=True)]
        seed = self.seed or self.placeholder
        table = begin(self.ctx, self.game, options, seats, seed, try_again=self.try_again)
        self.ctx.settings.last_setup = {
            **(self.ctx.settings.last_setup or {}),
            self.game: {
                "seats": msgspec.to_builtins(seats),
                "options": dict(options),
                "try_again": self.try_again,
            },
        }
        self.ctx.save_settings()
        self.ctx.stack.swap(table)

    # --- drawing -----------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Seats, options, start."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t(f"ui.game.{self.game}"), t("ui.setup.sub"), "throne")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        top, bottom = 76.0, c.height - 112
        self._draw_seats(c, 24, top, 760, bottom - top)
        shapes.panel(c, 808, top, 768, bottom - top)
        self.panel.draw(c, 808, top, 768, bottom - top)
        self._draw_foot(c, c.height - 90)

    def _draw_seats(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        shapes.panel(c, x, y, w, h)
        text.draw(c, t("ui.setup.seats"), x + 24, y + 34, "sc", 19, "gold", "lm")
        counts = self.info.seat_counts
        self.ui.segmented(
            c,
            "count",
            (x + w - 24 - 56 * len(counts), y + 14, 56 * len(counts), 38),
            [str(n) for n in counts],
            counts.index(len(self.seats)),
            lambda k: self.set_count(counts[k]),
        )
        shapes.rule(c, x + 18, y + 62, w - 36, ornament=False)
        row = min(132.0, (h - 84) / 4)
        for k, seat in enumerate(self.seats):
            self._draw_seat(c, k, seat, x + 20, y + 76 + k * row, w - 40, row - 10)
        text.draw(c, t("ui.setup.people_hint"), x + w / 2, y + h - 22, "italic", 15, "mute", "cm", max_w=w - 60)

    def _draw_seat(self, c: Canvas, k: int, seat: Seat, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        look = theme.player(seat.colour, c.palette)
        # The names of the colours are true in the usual palette only; the shapes are the same in all.
        naming = "ui.colour" if c.palette == "standard" else "ui.shape"
        shapes.gradient_box(c, x, y, w, h, 10, [(0, "#3a291b"), (1, "#241810")], rim="gold_lo")
        shapes.rounded(c, x + 6, y + 10, 6, h - 20, 3, look.base)
        cy = y + h / 2
        badge = (x + 24, cy - 36, 72.0, 72.0)
        state = self.ui.zone(
            f"seat.{k}.emblem",
            badge,
            lambda: self._next_emblem(k),
            tip=(t("ui.setup.emblem"), t("ui.setup.emblem.tip")),
            radius=36,
        )
        if state == "hover":
            shapes.glow(c, x + 60, cy, 56)
        shapes.badge(c, seat.colour, seat.emblem, x + 60, cy, 32)
        self.ui.text_field(
            c,
            f"seat.{k}.name",
            (x + 116, cy - 20, 190, 40),
            seat.name,
            self._set_name(k),
            placeholder=t("ui.setup.name"),
            limit=12,
        )
        levels = self.levels()
        labels = [
            t("ui.setup.person"),
            *(t("ui.setup.computer", level=level_name(self.ctx, level)) for level in levels),
        ]
        chosen = 0 if seat.kind == "person" else 1 + levels.index(seat.level)
        self.ui.dropdown(
            c, f"seat.{k}.kind", (x + 318, cy - 20, 244, 40), labels, chosen, lambda n: self._set_kind(k, n)
        )
        box = (x + 574, cy - 20, 130.0, 40.0)
        state = self.ui.zone(
            f"seat.{k}.colour", box, lambda: self._next_colour(k), tip=(t("ui.setup.colour"), t("ui.setup.colour.tip"))
        )
        shapes.gradient_box(c, *box, 9, [(0, "#4a3423"), (1, "#2c1d12")], rim="gold" if state == "hover" else "gold_lo")
        shapes.outline(c, look.shape, x + 598, cy, 13, [(0, look.high), (0.45, look.base), (1, look.low)], rim="gold")
        text.draw(c, t(f"{naming}.{seat.colour}"), x + 620, cy, "sans_bold", 14.5, "cream", "lm", max_w=78)

    def _draw_foot(self, c: Canvas, y: float) -> None:
        t = self.ctx.t
        text.draw(c, t("ui.setup.seed"), 40, y + 33, "serif_bold", 17, "cream", "lm", max_w=120)
        width = min(130.0, text.width(c, t("ui.setup.seed"), "serif_bold", 17) + 16)

        def change(seed: str) -> None:
            self.seed = seed

        self.ui.text_field(
            c, "seed", (40 + width, y + 12, 210, 42), self.seed, change, placeholder=self.placeholder, limit=24
        )
        tip = (t("ui.setup.try_again"), t("ui.setup.try_again.tip"))
        box = (300 + width, y + 15, 480.0 - width, 36.0)

        def again(on: bool) -> None:
            self.try_again = on

        self.ui.checkbox(c, "try_again", box, self.try_again, t("ui.setup.try_again"), again)
        for target in self.ui._building:
            if target.id == "try_again":
                target.tip = tip
        self.error = self.panel.problem()
        if self.error:
            text.draw(c, self.error, 1190, y - 12, "sans_bold", 15, "#ffb49a", "rm", max_w=700)
        self.ui.button(
            c,
            "start",
            (1216, y, 360, 66),
            t("ui.setup.start"),
            self.start,
            main=True,
            icon="dice",
            size=23,
            key=t("ui.key.space"),
            enabled=not self.error,
        )
        self.ui.button(c, "back", (1016, y + 6, 184, 54), t("ui.back"), self.ctx.stack.pop, icon="left", size=19)

    def handle(self, given: Input) -> bool:
        """Space starts, Esc goes back."""
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
