"""A whole computer game of every built game through the real scenes: the smoke test of any copy."""

import json
import os
import time
from collections.abc import Callable
from typing import Any

from engine import registry
from engine.desktop.probes import FAILED, LEFT, SKIPPED, Finding, find
from engine.languages import languages
from engine.seats import Seat
from engine.session import Session
from engine.storage import settings as engine_settings
from engine.storage.files import Stopwatch
from engine.storage.settings import Settings
from scenes.common.player_identity import free_sign
from scenes.menus import check_computer
from scenes.menus.check_computer import CheckScene
from scenes.menus.check_ticks import TICKS
from scenes.shell.commands import Request
from scenes.shell.context import Context
from scenes.shell.i18n import Texts
from scenes.shell.window import NoDisplay, Window
from scenes.table import game_screens as games

LIMIT_SECONDS = 240.0


def computer_seats(count: int, level: str = "novice") -> list[Seat]:
    """Return seats for a game of computers only."""
    names = ("Leo", "Mia", "Tom", "Eva")
    seats: list[Seat] = []
    for k in range(count):
        colour, emblem = free_sign(seats)
        name = names[k] if k < len(names) else f"{names[k % 4]} {k // 4 + 1}"
        seats.append(Seat("computer", level, name, colour, emblem))
    return seats


def headless() -> None:
    """Set up SDL without a real window and sound card."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"


def run(chosen: list[str]) -> int:
    """Play a game of each name, printing one line per game; return exit status 0 when all went well, else 1."""
    headless()
    import pygame

    settings = Settings()
    settings.speed = "instant"
    ctx = Context(settings, sound=False, quiet=True)
    ctx.instant = True
    Window(ctx, (1280, 720), visible=False)
    failed = 0
    try:
        for game in chosen:
            for count in sizes(registry.info(game).seat_counts):
                failed += not _play(ctx, game, count)
        failed += not _whole(ctx)
    finally:
        ctx.close()
        pygame.quit()
    return 1 if failed else 0


def sizes(counts: tuple[int, ...]) -> list[int]:
    """Return the numbers of seats to play out of ``counts``: a full table, and a full tournament if there is one."""
    return sorted({max(count for count in counts if count <= 4), counts[-1]})


def _play(ctx: Context, game: str, count: int) -> bool:
    start, lived = time.monotonic(), Stopwatch()
    session = Session.start(game, {}, computer_seats(count), "selftest")
    scene: Any = games.table(ctx, session)
    ctx.stack.replace(scene)
    frames = 0
    while not scene.finished:
        ctx.stack.update(16.0)
        if ctx.stack.needs_drawing:
            ctx.window.draw()
            frames += 1
        if lived.read() > LIMIT_SECONDS:
            print(f"{game}: FAILED: not over after {LIMIT_SECONDS:.0f} s, {session.turn} decisions")
            return False
    ctx.window.draw()
    places = ", ".join(f"{seat.name} {place}" for seat, place in zip(session.seats, session.result(), strict=True))
    seconds = time.monotonic() - start
    print(f"{game}: ok, {count} seats, {session.turn} decisions, {frames} frames, {seconds:.1f} s, places: {places}")
    return True


def _whole(ctx: Context) -> bool:
    """Whether this copy is complete: no file missing, all languages loaded, no failure of the worker process."""
    wrong = list(ctx.missed.lines)
    wrong += [f"no texts in {code!r}" for code in languages.list_codes() if not Texts(code).has("ui.name")]
    if ctx.thinker.fallbacks:
        wrong.append(f"the opponents' process has failed {ctx.thinker.fallbacks} times")
    for line in wrong:
        print(f"FAILED: {line}")
    return not wrong


# What this computer can do, printed: the page of the check, without anybody being asked.

STEP_S = 0.5
SIZE = (1280, 720)


def report_on_computer(request: Request, make_loop: Callable[[Context, Window], Callable[[float], None]]) -> int:
    """Print the check of the computer, or write it into the file of ``--out``; return 1 where something failed, else 0.
    Without a display, tests that need a window are left out, which is reported."""
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
        said = json.dumps(check_computer.make_data(page.facts, page.findings), ensure_ascii=False, indent=1)
    if request.out is not None:
        request.out.write_text(said + "\n", encoding="utf-8")
    else:
        print(said)
    return int(any(found.state in (FAILED, LEFT) for found in page.findings.values()))


def _keep_nothing() -> None:
    """Change no settings of the player."""
