"""About: version and day, what it runs on, whose work is in it, and a report to copy for support."""

import platform
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pygame

from engine.bootstrap import ROOT
from engine.desktop.packed import read_home_page, read_release_day, read_version
from engine.desktop.probes import mask
from engine.storage import folders
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.i18n import format_day
from scenes.shell.page import Page
from scenes.shell.parts import Parts
from scenes.shell.text_field import copy_text
from sprites.base import cover
from sprites.base.layout import Part

CREDITS = Path(ROOT) / "docs" / "credits.md"
MOST_BYTES = 1 << 18
LOG_BYTES = 4096
"""So much of the end of the log goes into a report."""
MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)|`")


class AboutScene(Page):
    """Page about the program: version and system on the left, the credits on the right."""

    name = "about"
    head, about, icon, done = "ui.settings.title", "about.title", "info", "ui.settings.done"

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.credits = read_credits()

    def body(self, parts: Parts) -> Part:
        """Return the panel with facts about the program, and the credits."""
        program = parts.panel(self._list_facts(parts), width=560, foot=self._list_buttons(parts), pad=40)
        rows = []
        for is_heading, words in self.credits:
            style, colour, gap = ("title", "text.title", 24) if is_heading else ("body", "text.body", 20)
            rows.append(parts.prose(words, 812, style, colour, gap=gap, line=1.25))
        return parts.row([program, parts.scroll(rows, "credits", title="about.credits", share=1)])

    def _list_facts(self, parts: Parts) -> Iterator[Part]:
        t, day = self.ctx.t, read_release_day()
        rows = [t("ui.title.version", version=read_version())]
        if day:
            rows.append(t("about.released", day=format_day(self.ctx.texts, date.fromisoformat(day))))
        yield Part(100, lambda box: cover.logo(parts.c, t("ui.name"), box[0] + box[2] / 2, box[1] + 56, 52))
        yield parts.rule(24)
        yield from (parts.prose(row, 480, "lead", "text") for row in (*rows, *list_parts(), t("about.offline")))

    def _list_buttons(self, parts: Parts) -> list[Part]:
        t, page = self.ctx.t, read_home_page()
        acts = [
            ("check", "screen", t("check.title"), lambda: routes.open(self.ctx, "check")),
            ("copy", "copy", t("about.copy"), lambda: self._copy(write_report(self.ctx))),
            ("log", "folder", t("about.log"), lambda: self.ctx.open_folder(folders.logs())),
        ]
        if page:
            acts.append(("page", "copy", t("about.page"), lambda: self._copy(page)))
        buttons = [parts.button(name, label, act, icon, height=50) for name, icon, label, act in acts]
        return [parts.column(buttons, gap=12), parts.space(24)]

    def _copy(self, words: str) -> None:
        if not self.ctx.quiet:
            self.ctx.toast(self.ctx.t("about.copied" if copy_text(words) else "about.no_clipboard"))


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
        rows += ["", "End of the log:", *(mask(line) for line in log.splitlines())]
    return "\n".join(rows) + "\n"


def read_credits() -> list[tuple[bool, str]]:
    """Return the credits as (is a heading, text), one for each paragraph or table row. The file's title is left out,
    and so are stars, which would make words bold."""
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
