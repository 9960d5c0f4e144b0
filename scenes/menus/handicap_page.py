"""The page of handicaps at set-up: how strong everybody is, what is proposed, and what each step gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ai.handicap import CHILD, KNOWS_IT, NEWCOMER
from engine.contract import MOST_STEPS
from engine.seats import Seat
from scenes.common.level_names import level_name
from scenes.menus.handicaps import MODES, RATED, STRENGTHS, Handicaps
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.table import game_screens as games
from sprites.base import backdrop, controls, icons, layout, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.context import Context

CHIPS = {CHILD: "star", NEWCOMER: "why", KNOWS_IT: "book", RATED: "trophy"}
"""Strength of a person → icon of its chip."""
WITH_ICON = 120.0
"""Narrower chips have no icon."""
LEFT, RIGHT = 790.0, 746.0
"""Widths of the panels."""
PROPOSAL = 184.0
NOTES = ("handicap.note.told", "handicap.note.rating", "handicap.note.rules")


class HandicapPage(Scene):
    """Seats with chips and steps on the left, the ladder of steps on the right."""

    name = "handicaps"
    music = "title"

    def __init__(
        self, ctx: Context, game: str, seats: Sequence[Seat], options: Mapping[str, Any], handicaps: Handicaps
    ) -> None:
        super().__init__(ctx)
        self.game, self.seats, self.options, self.handicaps = game, seats, options, handicaps
        self.chosen = self._find_weakest()
        """Seat whose steps are lit on the ladder."""

    def _find_weakest(self) -> int:
        ratings = self.handicaps.rate(self.seats, self.options)
        return ratings.index(min(ratings))

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Draw both panels and the button that leads back."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t(f"{self.game}.name"), t("handicap.title"), games.emblem(self.game))
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        top, tall = 66.0, c.height - 66 - 100
        steps = self.handicaps.list_steps(self.seats, self.options)
        shapes.panel(c, 24, top, LEFT, tall)
        room = tall - 24 - PROPOSAL - 12
        card = min(222.0, room / len(self.seats) - 10)
        boxes = layout.rows((40, top + 14, LEFT - 32, room), [card] * len(self.seats), gap=10)
        for k, box in enumerate(boxes):
            self._draw_seat(c, k, steps[k], box)
        self._draw_proposal(c, steps, (40, top + tall - PROPOSAL - 14, LEFT - 32, PROPOSAL))
        shapes.panel(c, 830, top, RIGHT, tall)
        self._draw_ladder(c, steps, (846, top + 14, RIGHT - 32, tall - 28))
        self.ui.button(
            c, "done", (1216, c.height - 82, 360, 62), t("handicap.done"), self.ctx.stack.pop, main=True, icon="check",
            key=t("ui.key.main"),
        )  # fmt: skip

    def _draw_seat(self, c: Canvas, k: int, step: int, box: Box) -> None:
        t, seat = self.ctx.t, self.seats[k]
        x, y, w, h = box
        lit = k == self.chosen
        shapes.gradient_box(
            c, x, y, w, h, 10, [(0, "panel.top"), (1, "panel.low")], rim="edge.bright" if lit else "edge.low"
        )
        shapes.round_rect(c, x + 6, y + 10, 6, h - 20, 3, theme.player(seat.colour, c.palette).base)
        wide = h >= 180
        radius = min(30.0, h * 0.2)
        first = y + (46 if wide else h * 0.27)
        shapes.badge(c, seat.colour, seat.emblem, x + 58, first, radius)
        kind = t("ui.setup.person") if seat.is_person else level_name(self.ctx, seat.level)
        name = text.draw(c, seat.name, x + 104, first, "title", "text.bright", "lm", max_w=190)
        text.draw(c, kind, x + 116 + name, first, "body", "text.muted", "lm", max_w=max(60.0, 220 - name))
        if wide:
            text.draw(c, t("handicap.strength"), x + 30, y + 100, "name", "text", "lm", max_w=118)
            self._draw_chips(c, k, (x + 156, y + 83, w - 172, 34))
            text.draw(c, t("handicap.word"), x + 30, y + 148, "name", "text", "lm", max_w=118)
            self._draw_stepper(c, k, step, (x + 156, y + 129, 380, 38))
            self._draw_worth(c, step, (x + 556, y + 129, w - 570, 38))
            words = t(f"{self.game}.handicap.sum.{step}") if step else t("handicap.nothing")
            text.draw(c, words, x + 156, y + h - 22, "aside", "text.soft", "lm", max_w=w - 172)
            return
        self._draw_chips(c, k, (x + 340, first - 17, w - 352, 34))
        second = y + h * 0.72
        self._draw_stepper(c, k, step, (x + 30, second - 19, 380, 38))
        words = t(f"{self.game}.handicap.sum.{step}") if step else t("handicap.nothing")
        text.draw(c, words, x + 428, second, "remark", "text.soft", "lm", max_w=w - 442)

    def _draw_chips(self, c: Canvas, k: int, box: Box) -> None:
        """Draw what a person can be; of a computer its rating."""
        t, seat = self.ctx.t, self.seats[k]
        x, y, w, h = box
        if not seat.is_person:
            rating = round(self.handicaps.rate(self.seats, self.options)[k])
            text.draw(c, t("handicap.rating.n", n=rating), x + 6, y + h / 2, "body", "text.muted", "lm", max_w=w)
            return
        own, chosen = self.handicaps.get_own_rating(seat), self.handicaps.get_strength(seat)
        for strength, part in zip(STRENGTHS, layout.columns(box, 4, gap=8), strict=True):
            label = t(f"handicap.strength.{strength}")
            if strength == RATED and own is not None:
                label = t("handicap.rating.n", n=own)
            self._draw_chip(c, k, strength, label, part, strength == chosen, strength != RATED or own is not None)

    def _draw_chip(self, c: Canvas, k: int, strength: str, label: str, box: Box, on: bool, enabled: bool) -> None:
        x, y, w, h = box
        tip = (label, self.ctx.t(f"handicap.strength.{strength}.tip"))
        state = self.ui.zone(
            f"seat.{k}.{strength}", box, self._set_strength(k, strength), enabled=enabled, tip=tip, radius=17
        )
        if on:
            shapes.gradient_box(c, *box, h / 2, [(0, "confirm.high"), (1, "confirm.low")])
        else:
            shapes.round_rect(c, *box, h / 2, "glow" if state == "hover" else "edge", alpha=150, border=1)
        ink = "confirm.text" if on else "text" if enabled else "text.faint"
        if w < WITH_ICON:
            text.draw(c, label, x + w / 2, y + h / 2, "strong", ink, "cm", max_w=w - 10)
            return
        icons.draw(c, CHIPS[strength], x + 19, y + h / 2, 18, ink)
        text.draw(c, label, x + 34, y + h / 2, "strong", ink, "lm", max_w=w - 42)

    def _draw_stepper(self, c: Canvas, k: int, step: int, box: Box) -> None:
        """Draw minus, the places 0 to 6, plus."""
        t = self.ctx.t
        x, y, w, h = box
        middle = y + h / 2
        more, less = (t("handicap.more"), ""), (t("handicap.less"), "")
        change = self._change_step(k)
        self.ui.icon_button(
            c, f"seat.{k}.less", x + 18, middle, 17, "minus", lambda: change(step - 1), enabled=step > 0, tip=less
        )
        places = layout.columns((x + 46, y, w - 92, h), MOST_STEPS + 1)
        shapes.round_rect(c, x + 44, y, w - 88, h, 9, "veil", alpha=220)
        for number, place in enumerate(places):
            state = self.ui.zone(f"seat.{k}.step.{number}", place, _call(change, number), radius=7)
            inner = (place[0] + 2, place[1] + 3, place[2] - 4, place[3] - 6)
            if number == step:
                shapes.gradient_box(c, *inner, 7, [(0, "confirm.high"), (1, "confirm.low")])
            elif 0 < number < step:
                shapes.round_rect(c, *inner, 7, "confirm.low", alpha=90)
            elif state == "hover":
                shapes.round_rect(c, *inner, 7, "glow", alpha=40)
            ink = "confirm.text" if number == step else "text.title" if 0 < number < step else "text.soft"
            text.draw(c, str(number), place[0] + place[2] / 2, middle, "strong", ink, "cm")
        self.ui.icon_button(
            c, f"seat.{k}.more", x + w - 18, middle, 17, "plus", lambda: change(step + 1), enabled=step < MOST_STEPS,
            tip=more,
        )  # fmt: skip

    def _draw_worth(self, c: Canvas, step: int, box: Box) -> None:
        """Draw what the steps of a seat are worth in rating points."""
        t = self.ctx.t
        worth = self.handicaps.find_worth(self.seats, self.options)
        words = t("handicap.none") if not step else ""
        if step and worth is not None:
            words = t("handicap.worth", n=worth.points[step - 1])
        text.draw(c, words, box[0], box[1] + box[3] / 2, "body", "text.muted", "lm", max_w=box[2])

    def _draw_proposal(self, c: Canvas, steps: Sequence[int], box: Box) -> None:
        """Draw on parchment what would make the table even, and what can be expected without and with the handicap."""
        t = self.ctx.t
        x, y, w, h = box
        proposal = self.handicaps.propose(self.seats, self.options)
        if proposal is None:
            return
        shapes.panel(c, x, y, w, h, "parchment", radius=10, shadow=False)
        in_use = steps == list(proposal.steps)
        texts = self.ctx.texts
        names = [
            t("handicap.for", n=step, name=seat.name)
            for seat, step in zip(self.seats, proposal.steps, strict=True)
            if step
        ]
        title = t("handicap.even", steps=texts.join(names)) if names else t("handicap.even.already")
        if not proposal.is_even:
            least = min(proposal.after)
            weakest = self._group_seats()[proposal.after.index(least)]
            title = t("handicap.leaves", n=round(100 * least), name=self._name_side(weakest))
        text.draw(c, title, x + 24, y + 30, "title", "paper.title", "lm", max_w=w - 230)
        guess = not self.handicaps.has_measurement(self.seats, self.options) or any(
            seat.is_person and self.handicaps.get_strength(seat) != RATED for seat in self.seats
        )
        sub = t("handicap.guess" if guess else "handicap.measured")
        if not in_use:
            chosen = t("handicap.differs", proposed=sum(proposal.steps), chosen=sum(steps))
            sub = f"{chosen} \u00b7 {sub}"
        weaker = self.handicaps.list_weaker_computers(self.seats, self.options)
        if weaker:
            sub = f"{t('handicap.weaker', names=texts.join(weaker))} \u00b7 {sub}"
        text.draw(c, sub, x + 24, y + 58, "body", "paper.text.muted", "lm", max_w=w - 230)
        if in_use and any(steps):
            icons.draw(c, "check", x + w - 150, y + 36, 24, "good.low")
            text.draw(c, t("handicap.in_use"), x + w - 130, y + 36, "name", "paper.text", "lm", max_w=114)
        elif any(proposal.steps) and not in_use:
            self.ui.button(c, "use", (x + w - 186, y + 16, 166, 40), t("handicap.use"), self._use)
        before, after = self.handicaps.expect_shares(self.seats, self.options)
        label = t("handicap.with") if any(steps) else t("handicap.with.none")
        for words, shares, down in ((t("handicap.without"), before, 88.0), (label, after, 134.0)):
            text.draw(c, words, x + 24, y + down + 15, "name", "paper.text", "lm", max_w=150)
            self._draw_bar(c, shares, (x + 184, y + down, w - 208, 30))

    def _group_seats(self) -> list[list[Seat]]:
        """Return the seats of each side."""
        sides = self.handicaps.list_sides(self.seats, self.options)
        paired = list(zip(self.seats, sides, strict=True))
        return [[seat for seat, own in paired if own == side] for side in range(max(sides) + 1)]

    def _name_side(self, seats: Sequence[Seat]) -> str:
        return self.ctx.texts.join([seat.name for seat in seats])

    def _draw_bar(self, c: Canvas, shares: Sequence[float], box: Box) -> None:
        """Draw a bar with the share of each side, in its first seat's colour; two have a mark in the middle."""
        x, y, w, h = box
        shapes.round_rect(c, x, y, w, h, 6, "paper.edge")
        left = x + 2
        percents = _round_percents(shares)
        for k, (seats, share, percent) in enumerate(zip(self._group_seats(), shares, percents, strict=True)):
            part = (w - 4) * share
            look = theme.player(seats[0].colour, c.palette)
            shapes.gradient_box(c, left, y + 2, max(2.0, part), h - 4, 4, [(0, look.high), (1, look.base)])
            words = self.ctx.t("handicap.share", name=self._name_side(seats), n=percent)
            short = self.ctx.t("handicap.percent", n=percent)
            shown = words if text.width(c, words, "strong") < part - 14 else short
            if text.width(c, shown, "strong") < part - 16:
                at, anchor = (left + part - 8, "rm") if k == len(shares) - 1 else (left + 8, "lm")
                text.draw(c, shown, at, y + h / 2, "strong", "confirm.text", anchor, max_w=part - 12)
            left += part
        if len(shares) == 2:
            shapes.round_rect(c, x + w / 2 - 1, y - 5, 2, h + 10, 1, "paper.text")

    def _draw_ladder(self, c: Canvas, steps: Sequence[int], box: Box) -> None:
        """Draw the six steps of the chosen seat, the switch of modes, and what a handicap means for the game."""
        t = self.ctx.t
        x, y, w, h = box
        text.draw(c, t("handicap.ladder"), x + 4, y + 18, "heading", "accent", "lm", max_w=w * 0.5)
        keeps = t("handicap.ladder.keeps")
        text.draw(c, keeps, x + w - 4, y + 18, "fine", "text.muted", "rm", max_w=w * 0.46)
        shapes.rule(c, x, y + 38, w, ornament=False)
        worth = self.handicaps.find_worth(self.seats, self.options)
        figure = games.handicap_figure(self.game)
        if figure is not None:
            figure(self.ctx, c, (x + 380, y + 48, w - 380, 386), self.seats, steps, self.options, self.chosen)
        wide = w if figure is None else 366.0
        rows = layout.rows((x, y + 48, wide, 366), MOST_STEPS, gap=6)
        for step, row in enumerate(rows, 1):
            self._draw_step(c, step, steps[self.chosen], None if worth is None else worth.points[step - 1], row)
        games_ = 0 if worth is None else min(worth.games)
        words = t("handicap.ladder.from", n=games_)
        text.draw(c, words, x + wide - 4, y + 430, "remark", "text.muted", "rm", max_w=wide)
        shapes.rule(c, x + 30, y + 452, w - 60)
        yy = y + 468
        for note, icon in zip(NOTES, ("scroll", "trophy", "book"), strict=True):
            icons.draw(c, icon, x + 18, yy + 14, 20, "accent")
            text.draw(c, t(note), x + 42, yy + 14, "body", "text.body", "lm", max_w=w - 50)
            yy += 33
        labels = [t(f"handicap.mode.{mode}") for mode in MODES]
        box = (x, y + h - 76, min(w, 560.0), 40)
        self.ui.segmented_control(c, "mode", box, labels, MODES.index(self.handicaps.mode), self._set_mode)
        words = t(f"handicap.mode.{self.handicaps.mode}.tip")
        text.draw(c, words, x + 2, y + h - 14, "body", "text.muted", "lm", max_w=w)

    def _draw_step(self, c: Canvas, step: int, given: int, points: int | None, box: Box) -> None:
        x, y, w, h = box
        has = step <= given
        shapes.gradient_box(
            c, *box, 9, [(0, "marked.high" if step == given else "panel.top"), (1, "panel.low")],
            rim="edge.bright" if step == given else "edge.low",
        )  # fmt: skip
        if has:
            shapes.gradient_box(c, x + 12, y + h / 2 - 17, 34, 34, 17, [(0, "confirm.high"), (1, "confirm.low")])
        else:
            shapes.round_rect(c, x + 12, y + h / 2 - 17, 34, 34, 17, "edge.low", border=1)
        text.draw(c, str(step), x + 29, y + h / 2, "strong", "confirm.text" if has else "text.muted", "cm")
        ink = "text.bright" if has else "text.muted"
        words = self.ctx.t(f"{self.game}.handicap.{step}")
        room = w - 128
        size = text.fit(c, words, room, h - 8, "name", 1.12)
        tall = text.paragraph_height(c, words, room, size, line=1.12)
        text.paragraph(c, words, x + 60, y + (h - tall) / 2 + 1, room, size, ink, line=1.12)
        if points is not None:
            ink = "gain" if has else "text.muted"
            text.draw(c, f"+{points}", x + w - 16, y + h / 2, "strong", ink, "rm", max_w=80)

    # --- changes --------------------------------------------------------------------------------------

    def _set_strength(self, k: int, strength: str) -> Callable[[], None]:
        def change() -> None:
            self.handicaps.set_strength(self.seats[k], strength)
            self.chosen = self._find_weakest()
            if self.handicaps.mode == "none":
                self.handicaps.mode = "propose"
            self.ui.dirty = True

        return change

    def _change_step(self, k: int) -> Callable[[int], None]:
        def change(step: int) -> None:
            self.handicaps.set_step(k, step, self.seats, self.options)
            self.chosen = k
            self.ui.dirty = True

        return change

    def _set_mode(self, number: int) -> None:
        self.handicaps.mode = MODES[number]
        self.ui.dirty = True

    def _use(self) -> None:
        self.handicaps.mode = "propose"
        self.ui.dirty = True

    def handle(self, given: Input) -> bool:
        """Handle keys: 1 to 6 set the steps of the chosen seat; Space and Esc go back to the set-up."""
        if given.kind != "command":
            return False
        if given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        if given.name.startswith("choice_") and int(given.name[-1]) <= MOST_STEPS:
            focus = self.ui.focus or ""
            seat = int(focus.split(".")[1]) if focus.startswith("seat.") else self.chosen
            self._change_step(seat)(int(given.name[-1]))
            return True
        return False


def _call(function: Callable[[int], None], value: int) -> Callable[[], None]:
    return lambda: function(value)


def _round_percents(shares: Sequence[float]) -> list[int]:
    """Whole percents that add up to 100: the largest remainders are rounded up."""
    exact = [100 * share for share in shares]
    found = [int(each) for each in exact]
    for k in sorted(range(len(exact)), key=lambda k: found[k] - exact[k])[: 100 - sum(found)]:
        found[k] += 1
    return found
