"""Check this computer: a tour of at most ninety seconds that ends in one page to copy, which names nobody."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from engine.desktop.probes import ABSENT, FAILED, GOOD, LEFT, SKIPPED, Finding, find
from scenes.common.plain_text import save_text
from scenes.menus import check_report
from scenes.menus.check_ticks import TICKS, Tick
from scenes.shell.inputs import Input
from scenes.shell.page import Page
from scenes.shell.parts import PAD, Act, Parts
from scenes.shell.spoken_scene import SpokenScene
from scenes.shell.text_field import copy_text
from sprites.base import icons, layout, pictures, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import make_plain, tell_as_one
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.shell.context import Context

SIGNS = {GOOD: "ph-check", FAILED: "close", LEFT: "hourglass", SKIPPED: "ph-minus", ABSENT: "ph-minus"}
"""What stands in the disc of a tick that is over."""
COLOURS = {FAILED: "text.warning", LEFT: "text.warning", GOOD: "text.good"}
ROW = 73.0
PATIENCE = 5.0
"""So many times as long those have who listen, where keys do not lead over the page meanwhile."""


class SpokenCheck(SpokenScene):
    """Tells what is asked, and each finding as it comes."""

    def __init__(self, page: CheckScene) -> None:
        super().__init__(page)
        self._page = page

    def find_prompt(self) -> str:
        """Return what the tick on the stage asks for."""
        tick, t = self._page.tick, self._page.ctx.t
        return "" if tick is None else make_plain(f"{t(f'check.{tick.key}')}. {t(tick.words)}")

    def list_lines(self) -> Sequence[str]:
        """Return what was found so far."""
        return [self._page.describe(key) for key in self._page.findings]


class CheckScene(Page):
    """The tour at the left, the tick that runs in the middle, the page at the right."""

    name = "check"
    head, icon = "check.title", "screen"
    margin, top, low = 24.0, 60.0, 18.0

    def __init__(self, ctx: Context, alone: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        """``alone``: begin at once, and ask nobody."""
        super().__init__(ctx)
        self.findings: dict[str, Finding] = ctx.checked
        self.facts = check_report.list_facts(ctx)
        self.alone, self._clock = alone, clock
        self.at = -1
        """Number of the tick that runs; -1 before the tour, the number of ticks after it."""
        self.ticks: list[Tick] = []
        if alone:
            self.start()

    # --- the tour -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin the tour, go on with one that was left, or begin it anew."""
        if len(self.findings) == len(TICKS):
            self.findings.clear()
        self.at = next(k for k, kind in enumerate(TICKS) if kind.key not in self.findings)
        self.ticks = [kind(self.ctx, self._clock, self.alone) for kind in TICKS]
        self._begin()

    @property
    def tick(self) -> Tick | None:
        """The tick that runs."""
        return self.ticks[self.at] if 0 <= self.at < len(self.ticks) else None

    @property
    def is_over(self) -> bool:
        """Whether every tick has been found, skipped or left."""
        return self.at >= len(TICKS)

    @property
    def is_patient(self) -> bool:
        """Whether what is asked waits: who listens or uses one switch needs longer than others."""
        return self.ctx.is_spoken or self.ctx.settings.one_switch

    @property
    def moving(self) -> bool:
        """Whether a tick runs."""
        return self.tick is not None

    def _begin(self) -> None:
        tick = self.tick
        self.reads_bindings = (
            tick is not None and tick.reads_bindings and not self.alone and not self.ctx.settings.one_switch
        )
        self.ui.dirty = True
        if tick is None:
            return
        try:
            tick.begin()
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Note that a tick itself broke, and go on."""
        self._note(find(FAILED, "check.error", "check.error.advice", reason=type(error).__name__))

    def _note(self, found: Finding | None) -> None:
        """Keep what was found, and go on to the next tick."""
        tick = self.tick
        if found is not None and tick is not None:
            self.findings[tick.key] = found
            self.at += 1
            self._begin()

    def update(self, ms: float) -> None:
        """Let the tick look, and leave it when its time is over."""
        tick = self.tick
        if tick is None:
            return
        try:
            found = tick.look(ms)
            patience = (PATIENCE if tick.reads_bindings else math.inf) if tick.needs_person and self.is_patient else 1.0
            is_late = tick.ms > tick.seconds * 1000 * patience
            self._note(tick.end() if found is None and is_late else found)
        except Exception as error:
            self._fail(error)

    def answer(self, yes: bool) -> None:
        """Take the answer of a person."""
        if self.tick is not None:
            self._note(self.tick.answer(yes))

    def skip(self) -> None:
        """Go on to the next tick."""
        self._note(find(SKIPPED, "check.skipped"))

    def list_acts(self) -> dict[str, Act]:
        """Return what keys do, whatever the player has bound to them: N says no, S skips, C copies."""
        acts = {"back": self.go_back, "chronicle": self.copy}
        no = partial(self.answer, False)
        return acts if self.tick is None else {**acts, "skip": no, "settings": self.skip}

    def handle(self, given: Input) -> bool:
        """Do what a key asks for, and give the tick the rest."""
        tick = self.tick
        if tick is None or given.kind not in ("binding", "press", "release"):
            return super().handle(given)
        keys: dict[str, Act] = {"escape": self.go_back, "s": self.skip, "n": partial(self.answer, False)}
        if given.kind == "binding" and given.name in keys:
            keys[given.name]()
        else:
            self._note(tick.take(given))
        return True

    # --- the page -------------------------------------------------------------------------------------------------

    def describe(self, key: str) -> str:
        """Return a finding in one sentence, with what to do."""
        t, found = self.ctx.t, self.findings[key]
        said = f"{t(f'check.{key}')}: {t(f'check.state.{found.state}')}. {self.ctx.say(found.value)}"
        return make_plain(f"{said}. {t(found.advice)}" if found.advice else said)

    def write(self) -> list[str]:
        """Return the page as lines."""
        return check_report.write_page(self.ctx.texts, self.facts, [kind.key for kind in TICKS], self.findings)

    def copy(self) -> None:
        """Put the page into the clipboard."""
        if not self.ctx.quiet:
            done = copy_text("\n".join(self.write()) + "\n")
            self.ctx.toast(self.ctx.t("about.copied" if done else "about.no_clipboard"))

    def save(self) -> None:
        """Write the page into a file of the player's documents."""
        save_text(self.ctx, self.ctx.t("check.title"), self.write())

    # --- the picture ----------------------------------------------------------------------------------------------

    def make_spoken(self) -> SpokenScene:
        """Return what a screen reader is told."""
        return SpokenCheck(self)

    def subtitle(self) -> str:
        """Return what it costs and gives."""
        return self.ctx.t("check.sub")

    def body(self, parts: Parts) -> Part:
        """Return tour, stage and page."""
        asked = parts.panel(self._list_asked(parts), title="check.asked")
        middle = parts.column([self._make_stage(parts), Part(0, asked.draw, 1.0)], gap=12)
        page = self._make_page(parts)
        return parts.row(
            [parts.panel(self._list_ticks(parts), width=560), parts.at_width(512, middle), parts.at_width(440, page)]
        )

    def _list_ticks(self, parts: Parts) -> list[Part]:
        t, done = self.ctx.t, min(max(self.at, 0), len(TICKS))
        left = sum(tick.seconds for tick in self.ticks[done:]) if self.ticks else sum(kind.seconds for kind in TICKS)
        tick = self.tick
        left -= 0.0 if tick is None else min(tick.seconds, tick.ms / 1000)
        count = f"{done} / {len(TICKS)}"
        said = count if self.is_over else t("check.progress", count=count, seconds=round(left))

        def head(box: Box) -> None:
            x, y, w, _ = box
            with tell_as_one(parts.c.words, (x, y, w, 34)):
                text.draw(parts.c, t("check.tour"), x + 6, y + 26, "heading", "accent", "lm", max_w=w / 2)
                text.draw(parts.c, said, x + w - 6, y + 26, "lead", "text.soft", "rm", max_w=w / 2)
            shapes.round_rect(parts.c, x + 6, y + 46, w - 12, 10, 5, "well")
            if done:
                stops = ((0.0, "accent.bright"), (1.0, "accent"))
                shapes.gradient_box(parts.c, x + 6, y + 46, (w - 12) * done / len(TICKS), 10, 5, stops)

        rows = [Part(72, head)]
        for k, kind in enumerate(TICKS):
            rows.append(Part(ROW, partial(self._draw_tick, parts.c, k, kind)))
        return rows

    def _draw_tick(self, c: Canvas, k: int, kind: type[Tick], box: Box) -> None:
        """Draw a row of the tour: how it stands, what it is, what was found or will be done."""
        t, (x, y, w, h) = self.ctx.t, layout.inset(box, 0, 2)
        found, runs = self.findings.get(kind.key), k == self.at
        colour = "text" if found is not None or runs else "text.dim"
        if runs:
            stops = ((0.0, "selected.high"), (1.0, "selected.low"))
            shapes.gradient_box(c, x, y, w, h, 8, stops, rim="edge.bright")
        middle = y + h / 2
        state = None if found is None else found.state
        if state == GOOD:
            stops = ((0.0, "good.high"), (1.0, "good.low"))
        elif state in (FAILED, LEFT):
            stops = ((0.0, "bad"), (1.0, "paper.alert"))
        else:
            stops = ((0.0, "control.high"), (1.0, "control.low"))
        shapes.outline(c, "circle", x + 34, middle, 14, stops, rim="edge.low", rim_w=1.2)
        sign = "play" if runs else SIGNS.get(state or "", "")
        if sign:
            icons.draw(c, sign, x + 34, middle, 16, "text.bright")
        icons.draw(c, kind.icon, x + 82, middle, 25, "accent" if found is not None or runs else "edge.low")
        said = t(f"check.{kind.key}.plan") if found is None else self.ctx.say(found.value)
        figure = "" if found is None else found.figure
        room = w - 118 - (text.width(c, figure, "strong") + 30 if figure else 14)
        with tell_as_one(c.words, box, None if found is None else partial(self.describe, kind.key)):
            text.draw(c, t(f"check.{kind.key}"), x + 112, middle - 13, "title", colour, "lm", max_w=room)
            text.draw(c, said, x + 112, middle + 13, "lead", COLOURS.get(state or "", colour) if state in (FAILED, LEFT)
                      else "text.soft" if found is not None or runs else "text.dim", "lm", max_w=room)  # fmt: skip
            text.draw(c, figure, x + w - 14, middle, "strong", COLOURS.get(state or "", "text.soft"), "rm")
        if k + 1 < len(TICKS) and not runs:
            shapes.rule(c, x + 80, y + h + 1, w - 100, ornament=False)

    def _make_stage(self, parts: Parts) -> Part:
        """Return the panel of the tick that runs, with its answers."""
        t, tick, c = self.ctx.t, self.tick, parts.c

        def draw(box: Box) -> None:
            x, y, w, h = box
            shapes.panel(c, *box)
            if tick is None:
                self._draw_end(parts, box)
                return
            icons.draw(c, tick.icon, x + 36, y + 32, 25, "accent")
            name = f"{self.at + 1} \u00b7 {t(f'check.{tick.key}')}"
            text.draw(c, name, x + 60, y + 32, "heading", "accent", "lm", max_w=200)
            if tick.needs_person and not self.is_patient:
                seconds = max(0, round(tick.seconds - tick.ms / 1000))
                text.draw(
                    c, t("check.passes", seconds=seconds), x + w - 20, y + 32, "remark", "text.soft", "rm", max_w=230
                )
            shapes.rule(c, x + 18, y + 56, w - 36, ornament=False)
            words = t(tick.words)
            style = text.fit(c, words, w - 2 * PAD, 72, "title")
            text.paragraph(c, words, x + PAD, y + 74, w - 2 * PAD, style, "text", bold_colour="text.bright")
            mat = (x + PAD, y + 154, w - 2 * PAD, h - 254)
            draw_velvet(c, mat)
            tick.draw(c, mat)
            row = parts.row(list(self._list_answers(parts, tick)), gap=14)
            row.draw((x + PAD, y + h - 84, w - 2 * PAD, 62.0))

        return Part(552, draw)

    def _list_answers(self, parts: Parts, tick: Tick) -> list[Part]:
        """Return yes and no where that is asked, else that it does not work; and the way past it."""
        t, no = self.ctx.t, partial(self.answer, False)
        rows = [("skip", t("check.skip"), self.skip, "skip", False)]
        if tick.asks:
            rows = [
                ("yes", t("check.yes"), partial(self.answer, True), "check", True),
                ("no", t("check.no"), no, "close", False),
                *rows,
            ]
        elif tick.needs_person:
            rows = [("no", t("check.broken"), no, "close", False), *rows]
        return [
            Part(1, parts.button(name, label, act, icon, main=main, height=56).draw, 1.0)
            for name, label, act, icon, main in rows
        ]

    def _draw_end(self, parts: Parts, box: Box) -> None:
        """Draw what stands on the stage before the tour and after it, and the button that begins it."""
        t, (x, y, w, h), over = self.ctx.t, box, self.is_over
        words = t("check.over" if over else "check.intro")
        text.draw(
            parts.c,
            t("check.over.title" if over else "check.title"),
            x + PAD,
            y + 40,
            "display",
            "text.title",
            "lm",
            max_w=w - 2 * PAD,
        )
        shapes.rule(parts.c, x + 18, y + 66, w - 36)
        told = [words]
        if over:
            told += [
                f"*{t(f'check.{key}')}*: {t(found.advice)}" for key, found in self.findings.items() if found.advice
            ]
        said = "\n".join(told)
        if len(told) == 1:
            mat = (x + PAD, y + 186, w - 2 * PAD, h - 300)
            draw_velvet(parts.c, mat)
            icons.draw(parts.c, "check" if over else "throne", x + w / 2, layout.middle(mat), 96, "accent")
        style = text.fit(parts.c, said, w - 2 * PAD, 84 if len(told) == 1 else h - 190, "lead", 1.3)
        text.paragraph(
            parts.c, said, x + PAD, y + 90, w - 2 * PAD, style, "text.body", line=1.3, bold_colour="text.strong"
        )
        button = parts.button(
            "start",
            t("check.again" if over else "check.start"),
            self.start,
            "play",
            main=not over,
            height=62,
            width=330,
        )
        button.draw((x, y + h - 90, w, 62.0))

    def _list_asked(self, parts: Parts) -> list[Part]:
        rows = [
            (icon, self.ctx.t(f"check.asked.{name}"))
            for icon, name in (("eye", "senses"), ("disk", "file"), ("ph-globe", "sent"))
        ]

        def draw(icon: str, words: str, box: Box) -> None:
            x, y, w, h = box
            icons.draw(parts.c, icon, x + 26, y + 19, 22, "accent")
            style = text.fit(parts.c, words, w - 74, h - 4, "lead")
            text.paragraph(parts.c, words, x + 54, y + 11, w - 74, style, "text.body", bold_colour="text.strong")

        return [Part(54, partial(draw, icon, words)) for icon, words in rows]

    def _make_page(self, parts: Parts) -> Part:
        """Return the page on parchment, with the buttons that copy and save it."""
        t, over = self.ctx.t, self.is_over
        label, tick = t("check.copy" if over else "check.copy_far"), self.tick
        main = over or (tick is not None and not tick.asks and not tick.reads_bindings)
        buttons = parts.row([
            parts.button("copy", label, self.copy, "copy", height=66, main=main, width=264),
            Part(1, parts.button("save", t("check.save"), self.save, "disk", height=66).draw, 1.0),
        ], 66, gap=14)  # fmt: skip

        def draw(box: Box) -> None:
            x, y, w, h = box
            self._draw_page(parts.c, (x, y, w, h - 82))
            buttons.draw((x, y + h - 66, w, 66.0))

        return Part(0, draw)

    def _draw_page(self, c: Canvas, box: Box) -> None:
        t, (x, y, w, h) = self.ctx.t, box
        shapes.panel(c, *box, "parchment")
        text.draw(c, t("check.page.title"), x + 24, y + 36, "title", "paper.title", "lm", max_w=w - 48)
        text.draw(c, t("check.page.sub"), x + 24, y + 62, "remark", "paper.text.muted", "lm", max_w=w - 48)
        shapes.rule(c, x + 24, y + 84, w - 48, colour="paper.line", ornament=False)
        rows = check_report.list_rows(self.ctx.texts, self.facts, [kind.key for kind in TICKS], self.findings)
        top, step = y + 106, min(36.0, (h - 262) / len(rows))
        for k, (label, value, state) in enumerate(rows):
            middle = top + k * step + (8 if state else 0)
            ink = "paper.alert" if state in (FAILED, LEFT) else "paper.text" if value else "paper.line"
            with tell_as_one(c.words, (x + 24, middle - 12, w - 48, 24)):
                text.draw(c, label, x + 24, middle, "strong", "paper.text" if value else "paper.line", "lm", max_w=116)
                text.draw(
                    c,
                    value or (check_report.DOTS if k - len(self.facts) == self.at else ""),
                    x + 146,
                    middle,
                    "body",
                    ink,
                    "lm",
                    max_w=w - 164,
                )
        low = y + h - 124
        shapes.rule(c, x + 24, low, w - 48, colour="paper.line", ornament=False)
        icons.draw(c, "eye-slash", x + 38, low + 34, 22, "paper.icon")
        words = t("check.left_out")
        style = text.fit(c, words, w - 90, 66, "body")
        text.paragraph(c, words, x + 62, low + 18, w - 90, style, "paper.text")
        text.draw(c, t("check.witness"), x + 24, y + h - 24, "remark", "paper.alert", "lm", max_w=w - 48)


def draw_velvet(c: Canvas, box: Box) -> None:
    """Draw the cloth on which a tick shows what it does."""
    x, y, w, h = box

    def make() -> pygame.Surface:
        cloth = pygame.transform.smoothscale(pictures.load("velvet.jpg"), (c.px(w), c.px(h)))
        return raster.clip(cloth, raster.round_rect_mask(*cloth.get_size(), c.px(12)))

    c.surface.blit(c.cache.get(("check cloth", w, h), make), (c.x(x), c.y(y)))
    shapes.frame_box(c, x, y, w, h, 12, "edge", 1.5)
