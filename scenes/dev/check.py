"""What this computer can do, printed: the page of the check, without anybody being asked."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.desktop.probes import FAILED, SKIPPED, Finding, find
from engine.storage import settings as engine_settings
from scenes.menus import check_report
from scenes.menus.check_computer import KEYS, CheckScene
from scenes.menus.check_ticks import TICKS
from scenes.shell.context import Context
from scenes.shell.window import NoDisplay, Window

if TYPE_CHECKING:
    from scenes.shell.commands import Request

STEP_S = 0.5
SIZE = (1280, 720)


def run(request: Request, make_loop: Callable[[Context, Window], Callable[[float], None]]) -> int:
    """Print the page, or write it into the file of ``--out``; return 1 where something failed, else 0.

    Where no window opens that is said, and the rest is looked at without one.
    """
    settings, _ = engine_settings.load()
    settings.language = request.language or settings.language
    ctx = Context(settings)
    missing: dict[str, Finding] = {}
    try:
        try:
            window = Window(ctx, request.size or SIZE)
        except NoDisplay as error:
            told = find(FAILED, "check.window.none", "check.window.none.advice", reason=str(error))
            missing = {"window": told, "frames": find(SKIPPED, "check.skipped")}
            os.environ["SDL_VIDEODRIVER"] = "dummy"
            window = Window(ctx, SIZE, visible=False)
        loop, ctx.save_settings = make_loop(ctx, window), _keep_nothing  # type: ignore[method-assign]
        page = CheckScene(ctx, alone=True)
        ctx.stack.push(page)
        end = time.monotonic() + sum(kind.seconds for kind in TICKS)
        while ctx.running and not page.is_over and time.monotonic() < end:
            loop(STEP_S)
        page.findings.update(missing)
        if missing:
            page.facts.pop("screen", None)
    finally:
        ctx.close()
    said = "\n".join(page.write())
    if request.as_json:
        said = json.dumps(check_report.make_data(page.facts, KEYS, page.findings), ensure_ascii=False, indent=1)
    if request.out is not None:
        request.out.write_text(said + "\n", encoding="utf-8")
    else:
        print(said)
    return 0 if check_report.is_well(page.findings) else 1


def _keep_nothing() -> None:
    """Change no settings of the player."""
