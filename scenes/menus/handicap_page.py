"""The page of handicaps at set-up: how strong everybody is, what is proposed, and what each step gives; and the line of
the set-up that leads to it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from ai.handicap import CHILD, KNOWS_IT, NEWCOMER, Proposal
from engine.contract import MOST_STEPS
from engine.seats import Seat
from scenes.common.opponent_names import level_name
from scenes.menus.handicaps import MODES, RATED, STRENGTHS, Handicaps
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import Page
from scenes.shell.parts import Parts
from scenes.table import game_screens as games
from sprites.base import layout, shapes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.controls import CHOSEN
from sprites.base.layout import Box, Part

CHIPS = {CHILD: "star", NEWCOMER: "why", KNOWS_IT: "book", RATED: "trophy"}
"""Strength of a person → icon of its chip."""
WITH_ICON = 120.0
"""Narrower chips have no icon."""
PROPOSAL, WIDE_FIGURE = 184.0, 334.0
"""Height of what is proposed, width of the picture next to the ladder."""
LINE = 82.0
"""Height of a line of the set-up."""
NOTES = (("handicap.note.told", "scroll"), ("handicap.note.rating", "trophy"), ("handicap.note.rules", "book"))


class HandicapPage(Page):
    """Seats with chips and steps on the left, the ladder of steps on the right."""

    name = "handicaps"
    music = "title"
    margin = 24.0

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

    def bar_words(self) -> tuple[str, str, str]:
        """Return the name of the game, what the page is for, and the game's sign."""
        return self.ctx.t(f"{self.game}.name"), self.ctx.t("handicap.title"), games.emblem(self.game)

    def body(self, parts: Parts) -> Part:
        """Return the seats with the proposal, and the ladder of steps."""
        t, steps = self.ctx.t, self.handicaps.list_steps(self.seats, self.options)
        high = 2.6 * parts.ui.touch.least or min(222.0, (parts.c.height - 436) / len(self.seats) - 10)
        seats = [parts.inset(self._make_seat(parts, k, steps[k], high), 0, 5) for k in range(len(self.seats))]
        proposal = [self._make_proposal(parts, steps), parts.space(14)]
        keeps = parts.line(t("handicap.ladder.keeps"), "fine", "text.muted", align="r", width=340)
        return parts.row([
            parts.panel([parts.space(9), *seats], width=790, pad=16, foot=proposal),
            parts.panel(self._list_ladder(parts, steps), title="handicap.ladder", width=746, pad=16, side=keeps),
        ], gap=16)  # fmt: skip

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the way back to the set-up."""
        done = parts.button("done", self.ctx.t("handicap.done"), self.go_back, "check", main=True, width=360)
        return parts.space(share=1), done

    def _make_seat(self, parts: Parts, k: int, step: int, height: float) -> Part:
        """Return a seat with its strength and its steps, in four lines or in two."""
        t, seat, c = self.ctx.t, self.seats[k], parts.c
        kind = t("ui.setup.person") if seat.is_person else level_name(self.ctx, seat.level)
        words = t(f"{self.game}.handicap.sum.{step}") if step else t("handicap.nothing")
        radius = min(30.0, height * 0.2)
        name = parts.line(seat.name, "title", "text.bright", width=min(190.0, text.width(c, seat.name, "title") + 12))
        head = [
            Part(76, lambda box: shapes.badge(c, seat.colour, seat.emblem, box[0] + 40, layout.middle(box), radius)),
            name, parts.line(kind, colour="text.muted", share=1),
        ]  # fmt: skip
        chips = parts.row(self._list_chips(parts, k), gap=8)
        stepper = parts.row(self._list_stepper(parts, k, step), gap=6)
        if height >= 180 and not parts.ui.touch.least:
            rows = [
                parts.row(head, 76, gap=8),
                self._make_line(parts, "handicap.strength", parts.fill(chips)),
                self._make_line(parts, "handicap.word", Part(380, stepper.draw), self._make_worth(parts, k, step)),
                self._make_line(parts, "", parts.line(words, "aside", "text.soft", share=1)),
            ]
        else:
            told = parts.line(words, "remark", "text.soft", share=1)
            name_part = Part(300, parts.row(head, gap=8).draw)
            rows = [
                parts.row([name_part, parts.fill(chips), parts.space(12)], height * 0.5),
                parts.row([parts.space(10), Part(380, stepper.draw), told, parts.space(12)], height * 0.4, gap=12),
            ]
        inside = parts.row([_make_stripe(parts, seat), parts.fill(parts.column(rows))], height, gap=4)
        return parts.card(inside, edge=k == self.chosen)

    def _make_line(self, parts: Parts, label: str, *row: Part) -> Part:
        said = parts.line(self.ctx.t(label) if label else "", "name", width=118)
        return parts.row([parts.space(8), said, *row, parts.space(8)], 46, gap=8)

    def _list_chips(self, parts: Parts, k: int) -> list[Part]:
        """Return what a person can be; of a computer its rating."""
        t, seat = self.ctx.t, self.seats[k]
        if not seat.is_person:
            rating = round(self.handicaps.rate(self.seats, self.options)[k])
            return [parts.line(t("handicap.rating.n", n=rating), colour="text.muted", share=1)]
        own, found = self.handicaps.get_own_rating(seat), []
        for strength in STRENGTHS:
            label = t(f"handicap.strength.{strength}")
            if strength == RATED and own is not None:
                label = t("handicap.rating.n", n=own)
            is_open = strength != RATED or own is not None
            found.append(Part(0, partial(self._draw_chip, parts, k, strength, label, is_open), 1))
        return found

    def _draw_chip(self, parts: Parts, k: int, strength: str, label: str, is_open: bool, box: Box) -> None:
        tip = (label, self.ctx.t(f"handicap.strength.{strength}.tip"))
        on, act = strength == self.handicaps.get_strength(self.seats[k]), partial(self._set_strength, k, strength)
        place = layout.centre(box, box[2], self.ui.touch.grow(34))
        state = self.ui.zone(f"seat.{k}.{strength}", place, act, enabled=is_open, tip=tip, radius=17)
        if on:
            shapes.gradient_box(parts.c, *place, 17, CHOSEN, rim="edge.bright")
        else:
            shapes.round_rect(parts.c, *place, 17, "glow" if state == "hover" else "edge", alpha=150, border=1)
        ink = "text.bright" if on else "text" if is_open else "text.faint"
        if box[2] < WITH_ICON:
            parts.line(label, "strong", ink, align="c").draw(layout.inset(place, 5, 0))
            return
        icon = parts.icon(CHIPS[strength], 18, ink, width=22)
        parts.row([icon, parts.line(label, "strong", ink, share=1)], gap=4).draw(layout.inset(place, 8, 0))

    def _list_stepper(self, parts: Parts, k: int, step: int) -> list[Part]:
        """Return minus, the places 0 to 6, plus."""
        t, change = self.ctx.t, partial(self._change_step, k)
        places = [Part(0, partial(self._draw_place, parts, k, step, number), 1) for number in range(MOST_STEPS + 1)]

        def draw(box: Box) -> None:
            place = layout.centre(box, box[2], 38)
            shapes.round_rect(parts.c, *place, 9, "veil", alpha=220)
            parts.row(places, gap=0).draw(layout.inset(place, 2, 0))

        less, more = partial(change, step - 1), partial(change, step + 1)
        return [
            parts.icon_button(f"seat.{k}.less", "minus", less, t("handicap.less"), size=17, width=38, enabled=step > 0),
            Part(0, draw, 1),
            parts.icon_button(
                f"seat.{k}.more", "plus", more, t("handicap.more"), size=17, width=38, enabled=step < MOST_STEPS
            ),
        ]

    def _draw_place(self, parts: Parts, k: int, step: int, number: int, box: Box) -> None:
        state = ""
        if not self.ui.touch.least:  # else minus and plus are large
            state = self.ui.zone(f"seat.{k}.step.{number}", box, partial(self._change_step, k, number), radius=7)
        inner, is_lower = layout.inset(box, 2, 3), 0 < number < step
        if number == step:
            shapes.gradient_box(parts.c, *inner, 7, CHOSEN, rim="edge.bright")
        elif is_lower:
            shapes.round_rect(parts.c, *inner, 7, "confirm.low", alpha=90)
        elif state == "hover":
            shapes.round_rect(parts.c, *inner, 7, "glow", alpha=40)
        ink = "text.bright" if number == step else "text.title" if is_lower else "text.soft"
        parts.line(str(number), "strong", ink, align="c").draw(box)

    def _make_worth(self, parts: Parts, k: int, step: int) -> Part:
        """Return what the steps of a seat are worth in rating points."""
        worth = self.handicaps.find_values(self.seats, self.options, k)
        words = self.ctx.t("handicap.none") if not step else ""
        if step and worth is not None:
            words = self.ctx.t("handicap.worth", n=worth.points[step - 1])
        return parts.line(words, colour="text.muted", share=1)

    # --- what is proposed -----------------------------------------------------------------------------

    def _make_proposal(self, parts: Parts, steps: Sequence[int]) -> Part:
        """Return on parchment what would make the table even, and what can be expected without and with the
        handicap."""
        t, proposal = self.ctx.t, self.handicaps.propose(self.seats, self.options)
        if proposal is None:
            return parts.space(PROPOSAL)
        in_use, side = steps == list(proposal.steps), parts.space()
        if in_use and any(steps):
            said = parts.line(t("handicap.in_use"), "name", "paper.text", width=114)
            side = Part(146, parts.row([parts.icon("check", 24, "good.low", width=28), said], gap=4).draw)
        elif any(proposal.steps) and not in_use:
            use = partial(setattr, self.handicaps, "mode", "propose")
            side = parts.button("use", t("handicap.use"), use, height=40, width=166)
        words = parts.column([
            parts.line(tell_proposal(self.ctx, self.seats, self._group(), proposal), "title", "paper.title", height=32),
            parts.line(self._tell_ground(proposal, steps), colour="paper.text.muted", height=28),
        ])  # fmt: skip
        before, after = self.handicaps.expect_shares(self.seats, self.options)
        label = t("handicap.with") if any(steps) else t("handicap.with.none")
        bars = [
            parts.row([
                parts.line(words, "name", "paper.text", width=150),
                Part(0, partial(draw_shares, self.ctx, parts.c, self._group(), shares), 1),
            ], 46, gap=10)
            for words, shares in ((t("handicap.without"), before), (label, after))
        ]  # fmt: skip
        rows = [parts.space(14), parts.row([parts.fill(words), side], 64), *bars]
        return Part(PROPOSAL, parts.panel(rows, kind="parchment", pad=24).draw)

    def _tell_ground(self, proposal: Proposal, steps: Sequence[int]) -> str:
        """Return whether a proposal was measured or guessed, whom it helps, and how what is chosen differs."""
        t, weaker = self.ctx.t, self.handicaps.list_weaker_computers(self.seats, self.options)
        guess = not self.handicaps.has_measurement(self.seats, self.options) or any(
            seat.is_person and self.handicaps.get_strength(seat) != RATED for seat in self.seats
        )
        told = [t("handicap.weaker", names=self.ctx.texts.join(weaker))] if weaker else []
        if steps != list(proposal.steps):
            told.append(t("handicap.differs", proposed=sum(proposal.steps), chosen=sum(steps)))
        if proposal.interval is not None:
            low, high = (round(100 * end) for end in proposal.interval)
            told.append(t("handicap.interval", low=low, high=high))
        return " \u00b7 ".join([*told, t("handicap.guess" if guess else "handicap.measured")])

    def _group(self) -> list[list[Seat]]:
        return self.handicaps.group_seats(self.seats, self.options)

    # --- the ladder -----------------------------------------------------------------------------------

    def _list_ladder(self, parts: Parts, steps: Sequence[int]) -> list[Part]:
        """Return the six steps of the chosen seat, what a handicap means for the game, and the switch of modes."""
        t, chosen = self.ctx.t, steps[self.chosen]
        worth = self.handicaps.find_values(self.seats, self.options, self.chosen)
        points = [None] * MOST_STEPS if worth is None else worth.points
        played = t("handicap.ladder.from", n=0 if worth is None else min(worth.games))
        rungs = [parts.inset(self._make_step(parts, k + 1, chosen, points[k]), 0, 3) for k in range(MOST_STEPS)]
        column = parts.column([*rungs, parts.line(played, "remark", "text.muted", align="r", height=24)])
        figure, row = games.handicap_figure(self.game), [parts.fill(column)]
        if figure is not None:
            row.append(Part(WIDE_FIGURE, lambda box: figure(
                self.ctx, parts.c, box, self.seats, steps, self.options, self.chosen)))  # fmt: skip
        notes = [
            parts.row([parts.icon(icon, 20, width=32), parts.line(t(note), colour="text.body", share=1)], 33, gap=8)
            for note, icon in NOTES
        ]
        labels, at = [t(f"handicap.mode.{mode}") for mode in MODES], MODES.index(self.handicaps.mode)
        modes = parts.segments("mode", labels, at, self._set_mode, height=40, width=560)
        tip = parts.line(t(f"handicap.mode.{self.handicaps.mode}.tip"), colour="text.muted", height=36)
        return [
            parts.row(row, 392, gap=14), parts.space(10), parts.rule(16), *notes, parts.space(share=1),
            parts.row([modes, parts.space(share=1)], 42), tip,
        ]  # fmt: skip

    def _make_step(self, parts: Parts, step: int, given: int, points: int | None) -> Part:
        has = step <= given
        ink = "text.bright" if has else "text.muted"

        def draw_number(box: Box) -> None:
            place = layout.centre(box, 34, 34)
            if has:
                shapes.gradient_box(parts.c, *place, 17, CHOSEN, rim="edge.bright")
            else:
                shapes.round_rect(parts.c, *place, 17, "edge.low", border=1)
            parts.line(str(step), "strong", "text.bright" if has else "text.muted", align="c").draw(place)

        worth = "" if points is None else f"+{points}"
        words = parts.note(self.ctx.t(f"{self.game}.handicap.{step}"), "name", ink, line=1.12, middle=True, share=1)
        return parts.card(parts.row([
            Part(58, draw_number), words,
            parts.line(worth, "strong", "gain" if has else "text.muted", align="r", width=52), parts.space(16),
        ], 55, gap=0), marked=step == given)  # fmt: skip

    # --- changes --------------------------------------------------------------------------------------

    def _set_strength(self, k: int, strength: str) -> None:
        self.handicaps.set_strength(self.seats[k], strength)
        self.chosen = self._find_weakest()
        if self.handicaps.mode == "none":
            self.handicaps.mode = "propose"

    def _change_step(self, k: int, step: int) -> None:
        self.handicaps.set_step(k, step, self.seats, self.options)
        self.chosen = k
        self.ui.dirty = True

    def _set_mode(self, number: int) -> None:
        self.handicaps.mode = MODES[number]

    def handle(self, given: Input) -> bool:
        """Set the steps of the chosen seat by the number keys, Esc goes back; return whether the input was used."""
        if given.kind == "command" and given.name.startswith("choice_") and int(given.name[-1]) <= MOST_STEPS:
            focus = self.ui.focus or ""
            seat = int(focus.split(".")[1]) if focus.startswith("seat.") else self.chosen
            self._change_step(seat, int(given.name[-1]))
            return True
        return super().handle(given)


def _make_stripe(parts: Parts, seat: Seat) -> Part:
    """Return a stripe in the colour of a seat."""
    look = theme.player(seat.colour, parts.c.palette)
    return Part(12, lambda box: shapes.round_rect(parts.c, box[0] + 6, box[1] + 10, 6, box[3] - 20, 3, look.base))


def make_handicap(
    parts: Parts, handicaps: Handicaps, seats: Sequence[Seat], options: Mapping[str, Any], opens: Callable[[], None]
) -> Part:
    """Return the panel of the handicap: words whose press calls ``opens``, one seat's steps, and the shares of the
    wins. The seat is the one with most steps, else the weakest."""
    ctx, t, given = parts.ctx, parts.t, (seats, options)
    steps, proposal = handicaps.list_steps(*given), handicaps.propose(*given)
    ratings = handicaps.rate(*given)
    k = steps.index(max(steps)) if any(steps) else ratings.index(min(ratings))
    names = [t("handicap.for", n=step, name=seat.name) for seat, step in zip(seats, steps, strict=True) if step]
    sides = handicaps.group_seats(*given)
    proposes = proposal is not None and list(proposal.steps) != steps
    gives = t(f"{handicaps.game}.handicap.sum.{steps[k]}") if steps[k] else t("handicap.nothing")
    low = tell_proposal(ctx, seats, sides, proposal) if proposal is not None and proposes else gives
    head = ctx.texts.join(names) if names else t("handicap.mode.none")
    weaker = handicaps.list_weaker_computers(*given)
    told = t("handicap.weaker", names=ctx.texts.join(weaker)) if weaker else t("handicap.tip")

    def change(by: int) -> None:
        handicaps.set_step(k, steps[k] + by, *given)

    note = parts.note(low, "body", "text.body", height=34, line=1.12, middle=True)
    words = parts.middle(parts.line(head, "name", "text.bright", height=30), note)
    row = parts.row([parts.icon("weight-scale", 34, width=56), parts.fill(words)], LINE, gap=8)
    pressed = parts.press("handicap", row, opens, tip=(t("handicap.title"), told))
    less = parts.icon_button("handicap.less", "minus", partial(change, -1), t("handicap.less"), size=15, width=44,
                             enabled=steps[k] > 0)  # fmt: skip
    more = parts.icon_button("handicap.more", "plus", partial(change, 1), t("handicap.more"), size=15, width=44,
                             enabled=steps[k] < MOST_STEPS)  # fmt: skip
    count = parts.line(f"{seats[k].name}  {steps[k]} / {MOST_STEPS}", "strong", "text.title", align="c", share=1)
    shares = Part(30, partial(draw_shares, ctx, parts.c, sides, handicaps.expect_shares(*given)[1]))
    right = parts.column([parts.space(share=1), parts.row([less, count, more], 36, gap=4), shares, parts.space(8)])
    inside = parts.row([parts.fill(pressed), Part(316, right.draw), parts.space(4)], gap=10)
    return parts.panel([Part(0, inside.draw, 1)], pad=6, height=max(LINE, parts.ui.touch.least + 40))


def tell_proposal(ctx: Context, seats: Sequence[Seat], sides: Sequence[Sequence[Seat]], proposal: Proposal) -> str:
    """Return in words the steps that a proposal gives, or the share of the weakest side where they do not suffice."""
    t, texts = ctx.t, ctx.texts
    if not proposal.is_even:
        least = min(proposal.after)
        weakest = texts.join([seat.name for seat in sides[proposal.after.index(least)]])
        return t("handicap.leaves", n=round(100 * least), name=weakest)
    given = [(step, seat.name) for seat, step in zip(seats, proposal.steps, strict=True) if step]
    names = [t("handicap.for", n=step, name=name) for step, name in given]
    return t("handicap.even", steps=texts.join(names)) if names else t("handicap.even.already")


def draw_shares(ctx: Context, c: Canvas, sides: Sequence[Sequence[Seat]], shares: Sequence[float], box: Box) -> None:
    """Draw a bar divided by the share of each side (0 to 1), in its first seat's colour; for two sides with a middle
    mark."""
    x, y, w, h = layout.centre(box, box[2], min(30.0, box[3]))
    shapes.round_rect(c, x, y, w, h, 6, "paper.edge")
    left = x + 2
    percents = _round_percents(shares)
    for k, (seats, share, percent) in enumerate(zip(sides, shares, percents, strict=True)):
        part = (w - 4) * share
        look = theme.player(seats[0].colour, c.palette)
        is_dark = sum(theme.rgb(look.ink)) > sum(theme.rgb(look.base))
        high, low, ink = (
            (theme.mix(look.base, look.low, 0.6), look.low, look.ink) if is_dark else (look.high, look.base, "shadow")
        )
        shapes.gradient_box(c, left, y + 2, max(2.0, part), h - 4, 4, [(0, high), (1, low)])
        words = ctx.t("handicap.share", name=ctx.texts.join([seat.name for seat in seats]), n=percent)
        short = ctx.t("handicap.percent", n=percent)
        shown = words if text.width(c, words, "strong") < part - 14 else short
        if text.width(c, shown, "strong") < part - 16:
            at, anchor = (left + part - 8, "rm") if k == len(shares) - 1 else (left + 8, "lm")
            text.draw(c, shown, at, y + h / 2, "strong", ink, anchor, max_w=part - 12)
        left += part
    if len(shares) == 2:
        shapes.round_rect(c, x + w / 2 - 1, y - 5, 2, h + 10, 1, "paper.text")


def _round_percents(shares: Sequence[float]) -> list[int]:
    """Whole percents that add up to 100: the largest remainders are rounded up."""
    exact = [100 * share for share in shares]
    found = [int(each) for each in exact]
    for k in sorted(range(len(exact)), key=lambda k: found[k] - exact[k])[: 100 - sum(found)]:
        found[k] += 1
    return found
