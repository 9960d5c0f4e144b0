"""Check this computer: a tour of at most ninety seconds that ends in one page to copy, which names nobody."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from engine.contract import JSON, Message
from engine.desktop import probes
from engine.desktop.packed import read_version
from engine.desktop.probes import ABSENT, FAILED, GOOD, LEFT, SKIPPED, Finding, find
from engine.languages.languages import FALLBACK
from scenes.common.exports import save_text
from scenes.menus.check_ticks import TICKS, Tick
from scenes.shell import sdl
from scenes.shell.context import Context
from scenes.shell.i18n import Texts
from scenes.shell.inputs import Input
from scenes.shell.page import Page
from scenes.shell.parts import PAD, Act, Parts
from scenes.shell.spoken_scene import SpokenScene
from scenes.shell.text_field import copy_text
from sprites.base import backdrop, icons, layout, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import make_plain, tell_as_one
from sprites.base.layout import Box, Part
from sprites.base.raster import Stops


class Look(NamedTuple):
    """Colours and sign of a tick's row: its disc with the sign in it, its finding and its figure."""

    disc: Stops
    sign: str = ""
    note: str = "text.soft"
    figure: str = "text.soft"


PLAIN: Stops = ((0.0, "control.high"), (1.0, "control.low"))
GREEN: Stops = ((0.0, "good.high"), (1.0, "good.low"))
RED: Stops = ((0.0, "bad"), (1.0, "paper.alert"))
RUNS: Stops = ((0.0, "selected.high"), (1.0, "selected.low"))
LOOKS = {
    "": Look(PLAIN), SKIPPED: Look(PLAIN, "ph-minus"), ABSENT: Look(PLAIN, "ph-minus"),
    GOOD: Look(GREEN, "ph-check", figure="text.good"),
    FAILED: Look(RED, "close", "text.warning", "text.warning"),
    LEFT: Look(RED, "hourglass", "text.warning", "text.warning"),
}  # fmt: skip
"""By the state of a finding."""
KEYS = [kind.key for kind in TICKS]
ROW = 73.0
PATIENCE = 5.0
"""How many times as long those who listen have, where keys do not lead over the page meanwhile."""


class SpokenCheck(SpokenScene):
    """Speech of the check page: what the current tick asks, and each finding as it comes."""

    _scene: "CheckScene"

    def find_prompt(self) -> str:
        """Return what the running tick asks the person to do."""
        tick, t = self._scene.tick, self._scene.ctx.t
        return "" if tick is None else make_plain(f"{t(f'check.{tick.key}')}. {t(tick.words)}")

    def list_lines(self) -> Sequence[str]:
        """Return the findings so far as sentences."""
        return [self._scene.describe(key) for key in self._scene.findings]


class CheckScene(Page):
    """Page that checks the computer: the list of ticks at the left, the running one in the middle, the report at the
    right."""

    name = "check"
    head, about, icon = "check.title", "check.sub", "screen"
    speech = SpokenCheck
    margin, top, low = 24.0, 60.0, 18.0

    def __init__(self, ctx: Context, alone: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        """``alone``: begin at once, and ask nobody."""
        super().__init__(ctx)
        self.findings: dict[str, Finding] = ctx.checked
        self.facts = list_facts(ctx)
        self.alone, self._clock = alone, clock
        self.at = -1
        """Number of the tick that runs; -1 before the tour, the number of ticks after it."""
        self.ticks: list[Tick] = []
        if alone:
            self.start()

    # --- the tour -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin the check: continue a started one, or start again after the last tick."""
        if len(self.findings) == len(TICKS):
            self.findings.clear()
        self.at = next(k for k, kind in enumerate(TICKS) if kind.key not in self.findings)
        self.ticks = [kind(self.ctx, self._clock, self.alone) for kind in TICKS]
        self._begin()

    @property
    def tick(self) -> Tick | None:
        """The running tick, None without one."""
        return self.ticks[self.at] if 0 <= self.at < len(self.ticks) else None

    @property
    def is_over(self) -> bool:
        """Whether every tick has ended, was skipped or timed out."""
        return self.at >= len(TICKS)

    @property
    def is_patient(self) -> bool:
        """Whether ticks that need a person wait longer: for users of a screen reader or of one switch."""
        return self.ctx.is_spoken or self.ctx.settings.one_switch

    @property
    def moving(self) -> bool:
        """Whether a tick is running."""
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
        """Advance the running tick by ``ms``, and end it when its time is over."""
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
        """Pass a person's answer to the running tick: whether the tested thing works."""
        if self.tick is not None:
            self._note(self.tick.answer(yes))

    def skip(self) -> None:
        """End the running tick as skipped."""
        self._note(find(SKIPPED, "check.skipped"))

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings, which the player's own do not change: N says no, S skips, C copies."""
        acts = {"back": self.go_back, "chronicle": self.copy}
        no = partial(self.answer, False)
        return acts if self.tick is None else {**acts, "skip": no, "settings": self.skip}

    def handle(self, given: Input) -> bool:
        """Handle keys of the page, and pass other inputs to the running tick; return whether the input was used."""
        tick = self.tick
        if tick is None or given.kind not in ("binding", "press", "release", "touch", "tap", "lift"):
            return super().handle(given)
        keys: dict[str, Act] = {"escape": self.go_back, "s": self.skip, "n": partial(self.answer, False)}
        if given.kind == "binding" and given.name in keys:
            keys[given.name]()
        else:
            self._note(tick.take(given))
        return True

    # --- the page -------------------------------------------------------------------------------------------------

    def describe(self, key: str) -> str:
        """Return the finding of the tick ``key`` in one sentence, with advice where it failed."""
        t, found = self.ctx.t, self.findings[key]
        said = f"{t(f'check.{key}')}: {t(f'check.state.{found.state}')}. {self.ctx.say(found.value)}"
        return make_plain(f"{said}. {t(found.advice)}" if found.advice else said)

    def write(self) -> list[str]:
        """Return the report as lines of plain text."""
        return write_page(self.ctx.texts, self.facts, self.findings)

    def copy(self) -> None:
        """Copy the report to the clipboard."""
        if not self.ctx.quiet:
            done = copy_text("\n".join(self.write()) + "\n")
            self.ctx.toast(self.ctx.t("about.copied" if done else "about.no_clipboard"))

    def save(self) -> None:
        """Save the report as a text file among the player's documents."""
        save_text(self.ctx, self.ctx.t("check.title"), self.write())

    # --- the picture ----------------------------------------------------------------------------------------------

    def body(self, parts: Parts) -> Part:
        """Return the list of ticks, the stage of the running one, and the report."""
        t = self.ctx.t
        asked = [
            self._make_line(parts, icon, t(f"check.asked.{name}"))
            for name, icon in (("senses", "eye"), ("file", "disk"), ("sent", "ph-globe"))
        ]
        stage = Part(552, partial(self._draw_stage if self.tick is not None else self._draw_end, parts))
        middle = parts.column([stage, Part(0, parts.panel(asked, title="check.asked").draw, 1.0)], gap=12)
        ticks = [Part(72, partial(self._draw_progress, parts.c))]
        ticks += [Part(ROW, partial(self._draw_tick, parts.c, k, kind)) for k, kind in enumerate(TICKS)]
        page = parts.column([Part(0, partial(self._draw_page, parts.c), 1.0), self._make_buttons(parts)], gap=16)
        return parts.row([parts.panel(ticks, width=560), parts.at_width(512, middle), parts.at_width(440, page)])

    def _draw_progress(self, c: Canvas, box: Box) -> None:
        """Draw how many ticks are done, and the longest time that the rest can take."""
        t, (x, y, w, _), done = self.ctx.t, box, max(self.at, 0)
        left = sum(kind.seconds for kind in TICKS[done:])
        if self.tick is not None:
            left -= min(self.tick.seconds, self.tick.ms / 1000)
        count = f"{done} / {len(TICKS)}"
        said = count if self.is_over else t("check.progress", count=count, seconds=round(left))
        with tell_as_one(c.words, (x, y, w, 34)):
            text.draw(c, t("check.tour"), x + 6, y + 26, "heading", "accent", "lm", max_w=w / 2)
            text.draw(c, said, x + w - 6, y + 26, "lead", "text.soft", "rm", max_w=w / 2)
        shapes.round_rect(c, x + 6, y + 46, w - 12, 10, 5, "well")
        if done:
            stops = ((0.0, "accent.bright"), (1.0, "accent"))
            shapes.gradient_box(c, x + 6, y + 46, (w - 12) * done / len(TICKS), 10, 5, stops)

    def _draw_tick(self, c: Canvas, k: int, kind: type[Tick], box: Box) -> None:
        """Draw a row of the tour: how it stands, what it is, what was found or will be done."""
        t, (x, y, w, h) = self.ctx.t, layout.inset(box, 0, 2)
        found, runs = self.findings.get(kind.key), k == self.at
        state, figure = ("", "") if found is None else (found.state, found.figure)
        bright = runs or found is not None
        middle, room = y + h / 2, w - 118 - (text.width(c, figure, "strong") + 30 if figure else 14)
        if runs:
            shapes.gradient_box(c, x, y, w, h, 8, RUNS, rim="edge.bright")
        elif k + 1 < len(TICKS):
            shapes.rule(c, x + 80, y + h + 1, w - 100, ornament=False)
        look = LOOKS.get(state, LOOKS[""])
        shapes.outline(c, "circle", x + 34, middle, 14, look.disc, rim="edge.low", rim_w=1.2)
        if runs or look.sign:
            icons.draw(c, "play" if runs else look.sign, x + 34, middle, 16, "text.bright")
        icons.draw(c, kind.icon, x + 82, middle, 25, "accent" if bright else "edge.low")
        said = t(f"check.{kind.key}.plan") if found is None else self.ctx.say(found.value)
        with tell_as_one(c.words, box, None if found is None else partial(self.describe, kind.key)):
            name, soft = ("text", look.note) if bright else ("text.dim", "text.dim")
            text.draw(c, t(f"check.{kind.key}"), x + 112, middle - 13, "title", name, "lm", max_w=room)
            text.draw(c, said, x + 112, middle + 13, "lead", soft, "lm", max_w=room)
            text.draw(c, figure, x + w - 14, middle, "strong", look.figure, "rm")

    def _draw_stage(self, parts: Parts, box: Box) -> None:
        """Draw the tick that runs, with its answers."""
        (x, y, w, h), tick, c, t = box, self.tick, parts.c, self.ctx.t
        assert tick is not None
        left = round(tick.seconds - tick.ms / 1000)
        passes = t("check.passes", seconds=max(0, left)) if tick.needs_person and not self.is_patient else ""
        shapes.panel(c, *box)
        icons.draw(c, tick.icon, x + 36, y + 32, 25, "accent")
        name = f"{self.at + 1} \u00b7 {t(f'check.{tick.key}')}"
        text.draw(c, name, x + 60, y + 32, "heading", "accent", "lm", max_w=200)
        text.draw(c, passes, x + w - 20, y + 32, "remark", "text.soft", "rm", max_w=230)
        shapes.rule(c, x + 18, y + 56, w - 36, ornament=False)
        parts.note(t(tick.words), "title", "text").draw((x + PAD, y + 74, w - 2 * PAD, 72))
        mat = (x + PAD, y + 154, w - 2 * PAD, h - 254)
        draw_velvet(c, mat)
        tick.draw(c, mat)
        no, answers = partial(self.answer, False), []
        if tick.asks:
            yes = parts.button("yes", t("check.yes"), partial(self.answer, True), "check", main=True, height=56)
            answers += [yes, parts.button("no", t("check.no"), no, "close", height=56)]
        elif tick.needs_person:
            answers.append(parts.button("no", t("check.broken"), no, "close", height=56))
        answers.append(parts.button("skip", t("check.skip"), self.skip, "skip", height=56))
        parts.row([parts.fill(each) for each in answers], gap=14).draw((x + PAD, y + h - 84, w - 2 * PAD, 62.0))

    def _draw_end(self, parts: Parts, box: Box) -> None:
        """Draw what stands on the stage before the tour and after it, and the button that begins it."""
        (x, y, w, h), over, c, t = box, self.is_over, parts.c, self.ctx.t
        shapes.panel(c, *box)
        title, words, label = ("over.title", "over", "again") if over else ("title", "intro", "start")
        told = [t(f"check.{words}")]
        advice = {key: found.advice for key, found in self.findings.items() if over and found.advice}
        told += [f"*{t(f'check.{key}')}*: {t(each)}" for key, each in advice.items()]
        text.draw(c, t(f"check.{title}"), x + PAD, y + 40, "display", "text.title", "lm", max_w=w - 2 * PAD)
        shapes.rule(c, x + 18, y + 66, w - 36)
        room = h - 190 if advice else 84
        parts.note("\n".join(told), "lead", "text.body").draw((x + PAD, y + 90, w - 2 * PAD, room))
        if not advice:
            mat = (x + PAD, y + 186, w - 2 * PAD, h - 300)
            draw_velvet(c, mat)
            icons.draw(c, "check" if over else "throne", x + w / 2, layout.middle(mat), 96, "accent")
        button = parts.button("start", t(f"check.{label}"), self.start, "play", main=not over, height=62, width=330)
        button.draw((x, y + h - 90, w, 62.0))

    def _make_line(self, parts: Parts, icon: str, words: str) -> Part:
        """Return an icon with a few words."""
        note = parts.note(words, "lead", "text.body", share=1.0)
        return parts.row([parts.icon(icon, 22, width=42), parts.inset(note, 0, 8), parts.space(10)], 54, gap=0)

    def _make_buttons(self, parts: Parts) -> Part:
        """Return the buttons that copy and save the page."""
        t, tick = self.ctx.t, self.tick
        main = self.is_over or (tick is not None and not tick.asks and not tick.reads_bindings)
        label = t("check.copy" if self.is_over else "check.copy_far")
        copy = parts.button("copy", label, self.copy, "copy", height=66, main=main, width=264)
        return parts.row(
            [copy, parts.fill(parts.button("save", t("check.save"), self.save, "disk", height=66))], 66, gap=14
        )

    def _draw_page(self, c: Canvas, box: Box) -> None:
        """Draw the page on parchment."""
        t, (x, y, w, h) = self.ctx.t, box
        shapes.panel(c, *box, "parchment")
        text.draw(c, t("check.page.title"), x + 24, y + 36, "title", "paper.title", "lm", max_w=w - 48)
        text.draw(c, t("check.page.sub"), x + 24, y + 62, "remark", "paper.text.muted", "lm", max_w=w - 48)
        rows = list_rows(self.ctx.texts, self.facts, self.findings)
        step, low = min(36.0, (h - 262) / len(rows)), y + h - 124
        for k, (label, value, state) in enumerate(rows):
            middle = y + 106 + k * step + (8 if state else 0)
            ink = "paper.text" if value else "paper.text.muted"
            value = value or (DOTS if k - len(self.facts) == self.at else "")
            with tell_as_one(c.words, (x + 24, middle - 12, w - 48, 24)):
                text.draw(c, label, x + 24, middle, "strong", ink, "lm", max_w=120)
                ink = "paper.alert" if state in (FAILED, LEFT) else ink
                text.draw_rows(c, value, x + 146, middle, w - 164, "body", ink, "l", high=step)
        for edge in (y + 84, low):
            shapes.rule(c, x + 24, edge, w - 48, colour="paper.line", ornament=False)
        icons.draw(c, "eye-slash", x + 38, low + 34, 22, "paper.icon")
        words = t("check.left_out")
        text.paragraph(c, words, x + 62, low + 18, w - 90, text.fit(c, words, w - 90, 66, "body"), "paper.text")
        text.draw(c, t("check.witness"), x + 24, y + h - 24, "remark", "paper.alert", "lm", max_w=w - 48)


def draw_velvet(c: Canvas, box: Box) -> None:
    """Draw the cloth behind the picture of a tick."""
    x, y, w, h = box

    def make() -> pygame.Surface:
        return backdrop.make_velvet(raster.round_rect_mask(c.px(w), c.px(h), c.px(12)))

    c.surface.blit(c.cache.get(("check cloth", w, h), make), (c.x(x), c.y(y)))
    shapes.frame_box(c, x, y, w, h, 12, "edge", 1.5)


# The page on this computer, as text and as data: it names nobody, and is read in English below any other language.

LEFT_OUT = ("names", "computer", "folders", "networks", "devices", "time")
"""What is never told."""
DOTS = "\u2026"
"""Stands for what is not known yet."""
WIDEST = 16
"""Letters of a label, behind which the values stand."""


def list_facts(ctx: Context) -> dict[str, Message]:
    """Return facts known without a test, by name: version, system, processor, language and time zone, screen."""
    sdl_version = ".".join(map(str, pygame.get_sdl_version()))
    facts = {
        "version": Message(
            "check.version.value",
            {"version": read_version(), "pygame": pygame.version.ver, "sdl": sdl_version},
        ),
        "system": probes.describe_system(),
        "processor": probes.describe_processor(),
        "place": Message("check.place.value", {"language": ctx.language, "zone": probes.describe_zone()}),
    }
    if pygame.display.get_init():
        w, h = pygame.display.get_desktop_sizes()[0]
        rate = next(iter(pygame.display.get_desktop_refresh_rates()), 0)
        dpi = sdl.find_density()
        density = {"text": "check.density", "dpi": dpi} if dpi else ""
        driver = pygame.display.get_driver()
        params = {"width": w, "height": h, "rate": rate or "?", "density": density, "driver": driver}
        facts["screen"] = Message("check.screen.value", params)
    return facts


def list_rows(
    texts: Texts, facts: Mapping[str, Message], findings: Mapping[str, Finding]
) -> list[tuple[str, str, str]]:
    """Return the rows of the report: label, text ("" for a pending tick), and the tick's state ("" for a fact)."""
    rows = [(texts.t(f"check.{key}"), texts.message(value), "") for key, value in facts.items()]
    for key in KEYS:
        found = findings.get(key)
        state = "waits" if found is None else found.state
        rows.append((texts.t(f"check.{key}"), "" if found is None else texts.message(found.value), state))
    return rows


def write_page(texts: Texts, facts: Mapping[str, Message], findings: Mapping[str, Finding]) -> list[str]:
    """Return the report as lines of plain text; in another language, an English version follows."""
    t = texts.t
    lines = [t("check.page.title"), t("check.page.sub"), ""]
    for label, value, state in list_rows(texts, facts, findings):
        sign = f"[{t(f'check.state.{state}')}] " if state and value else ""
        lines.append(f"{label + ':':<{WIDEST}} {sign}{value or DOTS}")
    for key in KEYS:
        found = findings.get(key)
        if found is not None and found.advice:
            lines.append(f"{t(f'check.{key}')}: {t(found.advice)}")
    lines += ["", t("check.left_out")]
    english = [] if texts.language == FALLBACK else ["", *write_page(Texts(FALLBACK), facts, findings)]
    return [*(line.replace("*", "") for line in lines), *english]


def make_data(facts: Mapping[str, Message], findings: Mapping[str, Finding]) -> dict[str, JSON]:
    """Return the report as JSON data: facts, findings, what was left out, and the page in English."""
    return {
        "facts": {key: dict(value.params) for key, value in facts.items()},
        "checks": {key: findings[key].to_json() for key in KEYS if key in findings},
        "left_out": list(LEFT_OUT),
        "page": write_page(Texts(FALLBACK), facts, findings),
    }
