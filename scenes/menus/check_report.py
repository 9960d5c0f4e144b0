"""The page on this computer, as text and as data: it names nobody, and is read in English below any other language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from engine.contract import JSON, Message
from engine.desktop import probes
from engine.desktop.packed import read_version
from engine.desktop.probes import FAILED, LEFT, Finding
from engine.languages.languages import FALLBACK
from scenes.shell import sdl
from scenes.shell.i18n import Texts

if TYPE_CHECKING:
    from scenes.shell.context import Context

LEFT_OUT = ("names", "computer", "folders", "networks", "devices", "time")
"""What is never told."""
DOTS = "\u2026"
"""Stands for what is not known yet."""
WIDEST = 16
"""Letters of a label, behind which the values stand."""


def list_facts(ctx: Context) -> dict[str, Message]:
    """Return facts that need no probe: version, system, processor, screen, language and time zone."""
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
        dpi = sdl.find_density(0)
        density = {"text": "check.density", "dpi": dpi} if dpi else ""
        driver = pygame.display.get_driver()
        params = {"width": w, "height": h, "rate": rate or "?", "density": density, "driver": driver}
        facts["screen"] = Message("check.screen.value", params)
    return facts


def list_rows(
    texts: Texts, facts: Mapping[str, Message], keys: Sequence[str], findings: Mapping[str, Finding]
) -> list[tuple[str, str, str]]:
    """Return the rows of the report: label, finding ("" so far), and its state ("" for a fact)."""
    rows = [(texts.t(f"check.{key}"), texts.message(value), "") for key, value in facts.items()]
    for key in keys:
        found = findings.get(key)
        state = "waits" if found is None else found.state
        rows.append((texts.t(f"check.{key}"), "" if found is None else texts.message(found.value), state))
    return rows


def write_page(
    texts: Texts, facts: Mapping[str, Message], keys: Sequence[str], findings: Mapping[str, Finding]
) -> list[str]:
    """Return the page as lines of plain text, with the same in English below where the language is another."""
    t = texts.t
    lines = [t("check.page.title"), t("check.page.sub"), ""]
    for label, value, state in list_rows(texts, facts, keys, findings):
        sign = f"[{t(f'check.state.{state}')}] " if state and value else ""
        lines.append(f"{label + ':':<{WIDEST}} {sign}{value or DOTS}")
    for key in keys:
        found = findings.get(key)
        if found is not None and found.advice:
            lines.append(f"{t(f'check.{key}')}: {t(found.advice)}")
    lines += ["", t("check.left_out")]
    english = [] if texts.language == FALLBACK else ["", *write_page(Texts(FALLBACK), facts, keys, findings)]
    return [*(line.replace("*", "") for line in lines), *english]


def make_data(facts: Mapping[str, Message], keys: Sequence[str], findings: Mapping[str, Finding]) -> dict[str, JSON]:
    """Return the page as plain data, with its text in English."""
    return {
        "facts": {key: dict(value.params) for key, value in facts.items()},
        "checks": {key: findings[key].to_json() for key in keys if key in findings},
        "left_out": list(LEFT_OUT),
        "page": write_page(Texts(FALLBACK), facts, keys, findings),
    }


def is_well(findings: Mapping[str, Finding]) -> bool:
    """Whether nothing failed and nothing was left."""
    return not any(found.state in (FAILED, LEFT) for found in findings.values())
