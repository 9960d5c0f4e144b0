"""About: version and day, what it runs on, whose work is in it, and a report to copy for support."""

from __future__ import annotations

import platform
import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from engine.bootstrap import ROOT
from engine.desktop.version import read_home_page, read_release_day, read_version
from engine.storage import folders
from scenes.shell.i18n import format_day
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from scenes.shell.text_field import copy_text
from sprites.base import backdrop, controls, cover, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.context import Context

CREDITS = Path(ROOT) / "docs" / "credits.md"
MOST_BYTES = 1 << 18
LOG_BYTES = 4096
"""So much of the end of the log goes into a report."""
LINE, GAP = 1.25, 20.0
MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)|`")


class AboutScene(Scene):
    """What this program is on the left, the credits on the right."""

    name = "about"

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.credits = read_credits()
        self.first = 0
        self.fits = 1

    def draw(self, c: Canvas) -> None:
        """Both panels and the way back."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.settings.title"), t("about.title"), "info")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        high = c.height - 196
        self._draw_program(c, (60, 84, 560, high))
        self._draw_credits(c, (640, 84, 900, high))
        self.ui.button(
            c, "back", (640, c.height - 92, 320, 62), t("ui.settings.done"), self.ctx.stack.pop, main=True,
            icon="check", key=t("ui.key.main"),
        )  # fmt: skip

    def _draw_program(self, c: Canvas, box: Box) -> None:
        t = self.ctx.t
        x, y, w, h = box
        shapes.panel(c, x, y, w, h)
        cover.logo(c, t("ui.name"), x + w / 2, y + 56, 52)
        shapes.rule(c, x + 40, y + 100, w - 80)
        day = read_release_day()
        rows = [t("ui.title.version", version=read_version())]
        if day:
            rows.append(t("about.released", day=format_day(self.ctx.texts, date.fromisoformat(day))))
        rows += [*list_parts(), t("about.offline")]
        top = y + 124.0
        for row in rows:
            text.paragraph(c, row, x + 40, top, w - 80, "lead", "text")
            top += text.paragraph_height(c, row, w - 80, "lead") + GAP
        acts = [
            ("copy", "copy", t("about.copy"), lambda: self._copy(write_report(self.ctx))),
            ("log", "folder", t("about.log"), lambda: self.ctx.open_folder(folders.logs())),
        ]
        page = read_home_page()
        if page:
            acts.append(("page", "copy", t("about.page"), lambda: self._copy(page)))
        for k, (name, icon, label, act) in enumerate(reversed(acts)):
            self.ui.button(c, name, (x + 40, y + h - 74 - 62 * k, w - 80, 50), label, act, icon=icon)

    def _draw_credits(self, c: Canvas, box: Box) -> None:
        x, y, w, h = box
        shapes.panel(c, x, y, w, h)
        text.draw(c, self.ctx.t("about.credits"), x + 32, y + 36, "title", "accent", "lm", max_w=w - 170)
        last = len(self.credits) - 1
        self.ui.icon_button(
            c,
            "up",
            x + w - 84,
            y + 36,
            18,
            "up",
            lambda: self._scroll(-1),
            enabled=self.first > 0,
            label=self.ctx.t("reader.scroll.up"),
        )
        self.ui.icon_button(
            c,
            "down",
            x + w - 40,
            y + 36,
            18,
            "down",
            lambda: self._scroll(1),
            enabled=self.first < last,
            label=self.ctx.t("reader.scroll.down"),
        )
        outer = c.surface.get_clip()
        c.surface.set_clip(c.rect(x, y + 64, w, h - 80).clip(outer))
        top, self.fits = y + 74.0, 0
        for heading, words in self.credits[self.first :]:
            if top > y + h - 30:
                break
            style, colour = ("title", "text.title") if heading else ("body", "text.body")
            text.paragraph(c, words, x + 32, top, w - 64, style, colour, line=LINE)
            top += text.paragraph_height(c, words, w - 64, style, line=LINE) + GAP + (4 if heading else 0)
            self.fits += top < y + h
        c.surface.set_clip(outer)

    def _copy(self, words: str) -> None:
        if not self.ctx.quiet:
            self.ctx.toast(self.ctx.t("about.copied" if copy_text(words) else "about.no_clipboard"))

    def _scroll(self, by: int) -> None:
        self.first = max(0, min(len(self.credits) - 1, self.first + by))
        self.ui.dirty = True

    def handle(self, given: Input) -> bool:
        """Esc and the main key go back; wheel and page keys turn the credits."""
        if given.kind == "wheel":
            self._scroll(int(-given.amount))
        elif given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
        elif given.kind == "command" and given.name in ("page_up", "page_down"):
            self._scroll(max(1, self.fits) if given.name == "page_down" else -max(1, self.fits))
        else:
            return False
        return True


def list_parts() -> list[str]:
    """Return what the program runs on, a line each: system, Python, pygame-ce and SDL."""
    sdl = ".".join(str(number) for number in pygame.get_sdl_version())
    return [
        f"{platform.system()} {platform.release()}, {platform.machine()}",
        f"Python {platform.python_version()} · pygame-ce {pygame.version.ver} · SDL {sdl}",
    ]


def write_report(ctx: Context) -> str:
    """Return the facts that support needs, as plain text; no name and no path of the player's."""
    size = ctx.window.size if ctx.window is not None else (0, 0)
    driver = pygame.display.get_driver() if pygame.display.get_init() else "none"
    rows = [f"Four Thrones {read_version()} ({read_release_day()})", *list_parts()]
    rows.append(f"Window {size[0]}×{size[1]}, {driver}, language {ctx.language}, text {ctx.settings.text_size}")
    log = _read_end(folders.logs() / "four_thrones.log")
    if log:
        rows += ["", "End of the log:", log.replace(str(Path.home()), "~")]
    return "\n".join(rows) + "\n"


def read_credits() -> list[tuple[bool, str]]:
    """Return the credits as (whether it is a heading, words), one paragraph or row of a table each.

    The title of the file is left out, and so are stars, which would make the words bold.
    """
    try:
        with CREDITS.open("rb") as file:
            lines = file.read(MOST_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    found: list[tuple[bool, str]] = []
    joins = False
    for line in lines:
        words = MARKS.sub(lambda match: match.group(1) or "", line).replace("*", "").strip()
        if line.startswith("#"):
            found.append((True, words.lstrip("# ")))
            joins = False
        elif not words or set(words) <= set("|- "):
            joins = False
        elif line.startswith("|"):
            found.append((False, " · ".join(cell.strip() for cell in words.strip("|").split("|"))))
            joins = False
        elif line.startswith("- "):
            found.append((False, f"• {words[2:]}"))
            joins = True
        elif joins:
            found[-1] = (False, f"{found[-1][1]} {words}")
        else:
            found.append((False, words))
            joins = True
    return found[1:] if found and found[0][0] else found


def _read_end(path: Path) -> str:
    """Return the last part of a file as text, "" where there is none."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - LOG_BYTES))
            return file.read(LOG_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
