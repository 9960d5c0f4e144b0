"""What this computer can do, printed: the page of the check, without anybody being asked."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.desktop.probes import FAILED, Finding, find
from engine.storage import settings as engine_settings
from scenes.menus import check_report
from scenes.menus.check_computer import CheckScene
from scenes.menus.check_ticks import TICKS
from scenes.shell.context import Context
from scenes.shell.window import NoDisplay, Window

if TYPE_CHECKING:
    from scenes.shell.commands import Request

STEP_S = 0.5
SIZE = (1280, 720)


def run(request: Request, make_loop: Callable[[Context, Window], Callable[[float], None]]) -> int:
    """Print the page, or write it into the file of ``--out``; return 1 where something failed, else 0."""
    settings, _ = engine_settings.load()
    settings.language = request.language or settings.language
    ctx = Context(settings)
    facts = check_report.list_facts(ctx)
    findings: dict[str, Finding] = {}
    try:
        window = Window(ctx, request.size or SIZE)
        loop, ctx.save_settings = make_loop(ctx, window), _keep_nothing  # type: ignore[method-assign]
        page = CheckScene(ctx, alone=True)
        ctx.stack.push(page)
        end = time.monotonic() + sum(kind.seconds for kind in TICKS)
        while ctx.running and not page.is_over and time.monotonic() < end:
            loop(STEP_S)
        facts, findings = page.facts, page.findings
    except NoDisplay as error:
        findings = look_without_window(ctx, str(error))
    finally:
        ctx.close()
    keys = [kind.key for kind in TICKS]
    if request.as_json:
        said = json.dumps(check_report.make_data(facts, keys, findings), ensure_ascii=False, indent=1)
    else:
        said = "\n".join(check_report.write_page(ctx.texts, facts, keys, findings))
    if request.out is not None:
        request.out.write_text(said + "\n", encoding="utf-8")
    else:
        print(said)
    return 0 if check_report.is_well(findings) else 1


def look_without_window(ctx: Context, reason: str) -> dict[str, Finding]:
    """Return what can be found where no window opens."""
    found = {"window": find(FAILED, "check.window.none", "check.window.none.advice", reason=reason)}
    for kind in TICKS:
        if not kind.needs_window:
            tick = kind(ctx, alone=True)
            tick.begin()
            while kind.key not in found:
                each = tick.look(STEP_S * 1000)
                if each is not None:
                    found[kind.key] = each
                time.sleep(STEP_S)
    return found


def _keep_nothing() -> None:
    """Change no settings of the player."""
