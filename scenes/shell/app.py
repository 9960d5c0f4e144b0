"""The program with its window: start, main loop, what is loaded while it rests."""

import contextlib
import math
import os
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pygame

from engine import crash, registry
from engine.contract import Message
from engine.desktop import system
from engine.languages import languages
from engine.storage import files, folders, settings as engine_settings
from engine.storage.safe_read import FileMessage
from scenes.shell import routes
from scenes.shell.commands import parse
from scenes.shell.context import Context
from scenes.shell.inputs import Input, Translator
from scenes.shell.listener_keys import ListenerKeys
from scenes.shell.narrator import Narrator
from scenes.shell.window import NoDisplay, Window, find_first_size
from sprites.base import backdrop

WAITS = ((10.0, 1 / 15), (1.0, 1 / 25))
"""After how long without an input or a change the loop turns more slowly, and for how long it then sleeps each time,
the longest first. Music is queued 0.1 s ahead, so no wait is longer."""
REST_S = 60.0
"""After how long without an input or a change the screen may be darkened and locked as the system has it."""
STICKS = (pygame.JOYAXISMOTION, pygame.CONTROLLERAXISMOTION)
"""Events of a stick, which come all the time from one that is worn: only what they press is an input."""
REPEAT_AFTER_MS, REPEAT_MS = 380, 35
"""When a held key begins to repeat itself in a text field, and how often it does."""
NOT_SAVED = ("ui.folder.no_permission", "ui.folder.no_space", "ui.folder.failed")
"""Notices that something was not kept: they sound more serious than others."""
SHARED = ("scenes.table.table", "ai.workers.pool", "engine.session")
"""Modules of every table."""


def main(argv: list[str]) -> int:
    """Run the program; returns the exit code (0 fine, 1 crashed, 2 bad call or no display)."""
    request = parse(argv)
    if request.job == "list-scenes":
        from scenes.dev.screenshots import names

        try:
            print("\n".join(names()), flush=True)
        except BrokenPipeError:  # the reader, such as head, has seen enough; nothing is left for the last flush
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    try:
        if request.job == "selftest":
            from scenes.dev.selftest import run as selftest

            return selftest(request.games)
        if request.job == "screenshot":
            from scenes.dev.screenshots import take

            return take(request)
        if request.job == "check-language":
            from engine.languages.check import check_language

            lines = check_language(request.language)
            print(*lines, sep="\n")
            return int(len(lines) > 1)
        if request.job == "targets":
            from scenes.dev.screenshots import show_targets

            return show_targets(request)
        if request.job == "check":
            from scenes.dev.selftest import report_on_computer

            return report_on_computer(request, lambda ctx, window: App(ctx, window).loop)
        if request.job == "bench-frames":
            from scenes.dev.bench_frames import run as bench

            return bench(request.games, request.size, lambda ctx, window: App(ctx, window).loop)
        return play(request)
    except NoDisplay as error:
        said = (
            f"Four Thrones cannot open a window: {error}\n"
            "A graphical desktop is needed (on Linux: a DISPLAY or WAYLAND_DISPLAY to draw on)."
        )
        print(said, file=sys.stderr)
        if system.is_silent():
            log = crash.write(said)
            system.show_message(said + (f"\n\n{log}" if log is not None else ""))
        return 2


def play(request: Any) -> int:
    """Open the window and play until the player leaves; return the exit code (0 fine, 1 crashed). Raises NoDisplay."""
    settings, notices = engine_settings.load()
    if request.language:
        settings.language = request.language
    ctx = Context(settings)
    ctx.notices.extend(notices)
    ctx.notices.extend(FileMessage("ui.manifest.unusable", {"reason": each}) for each in registry.problems())
    ctx.notices.extend(FileMessage("ui.language.refused", {"reason": each}) for each in languages.list_problems())
    size = request.size or (settings.window_width, settings.window_height)
    if not all(size):
        try:
            pygame.display.init()
            size = find_first_size()
        except pygame.error as error:
            raise NoDisplay(str(error)) from error
    window = Window(ctx, size, fullscreen=settings.fullscreen and request.size is None)
    narrator: Narrator | None = None
    try:
        app = App(ctx, window)
        narrator = app.narrator
        routes.open(ctx, "title")
        offer_check(ctx)
        if request.job == "bench-first-frame":
            window.draw()
            print(f"{time.time() - float(os.environ.get('FOUR_THRONES_T0', time.time())):.3f}")
            return 0
        if request.save is not None:
            routes.call(ctx, "open_file", request.save)
        app.loop()
        ctx.save_settings()  # where the window was last
        return 0
    except Exception:
        import traceback

        from scenes.shell.crash import show

        return show(ctx, traceback.format_exc())
    finally:
        if narrator is not None:
            narrator.close()
        ctx.close()
        pygame.quit()


def offer_check(ctx: Context) -> None:
    """Offer to check this computer when the last run has crashed."""
    if crash.take_mark():
        t = ctx.t
        choices = [
            ("later", t("ui.cancel"), lambda: None),
            ("check", t("check.title"), lambda: routes.open(ctx, "check")),
        ]
        ctx.ask(t("check.crash.title"), t("check.crash.body"), choices, main=1, by_itself=True)


def tidy_unpacked_folders() -> None:
    """Remove unpacked files of killed one-file programs and mark those of this one, in the background. The mark is a
    file that stays open for as long as the program runs."""
    import tempfile  # none of this is needed for the first frame, so it is not loaded before it

    from engine.desktop import packed

    own = packed.find_unpack_folder()
    if own is not None:
        packed.keep_mark(own)
        packed.remove_leftovers(own)
    packed.remove_temporary(Path(tempfile.gettempdir()))


def look_through_record() -> list[Message]:
    """Check the record of finished games and sweep half-written files of killed programs; return messages about
    problems. Runs in the background."""
    from engine.storage import statistics  # not needed for the first frame, so not loaded before it

    for folder in (folders.statistics, folders.studies, folders.exports, folders.pictures, folders.settings):
        files.sweep(folder())
    told: list[Message] = []
    statistics.check(told)
    return told


def find_wait(rested_s: float) -> float:
    """Return the sleep of the main loop in seconds, after ``rested_s`` seconds without any event."""
    return next((wait for after, wait in WAITS if rested_s > after), 0.0)


class App:
    """The main loop: handles events, advances time, draws frames."""

    def __init__(self, ctx: Context, window: Window) -> None:
        self.ctx = ctx
        self.window = window
        self.translator = Translator(ctx.bindings)
        ctx.shake_pad = self.translator.pads.shake
        self.narrator = Narrator(ctx, window.adapter)
        self._listener_keys = ListenerKeys(ctx, self.narrator)
        ctx.tell_toast, ctx.tell_refusal = self.narrator.note_toast, self.narrator.note_refusal
        ctx.forget_told = self.narrator.forget
        self.sound_ready = False
        self._reported = 0
        self._busy_at = time.monotonic()
        """When something last happened or moved."""
        self._rests = False
        """Whether the system may darken the screen."""
        self._was_used = False
        """Whether there was an input in this turn of the loop."""
        self._is_size_asked = False
        """Whether the first finger has been asked how large the screen is."""
        self._preloading = preload(ctx, window)
        system.postpone_collections()

    def loop(self, seconds: float = math.inf) -> None:
        """Run the main loop until the player leaves, or for a number of seconds."""
        clock = pygame.time.Clock()
        end = time.monotonic() + seconds
        while self.ctx.running and time.monotonic() < end:
            self.allow_rest(time.monotonic() - self._busy_at)
            wait = find_wait(time.monotonic() - self._busy_at)
            if wait:
                time.sleep(wait)  # pygame.event.wait would look for events a thousand times a second
                if self.ctx.stack.top is not None and self.ctx.stack.top.name == "title":
                    next(self._preloading, None)  # only where nobody is typing: a step can take a tenth of a second
            if self.frame(pygame.event.get(), min(clock.tick(60), 100)):
                self._busy_at = time.monotonic()

    def allow_rest(self, rested_s: float) -> None:
        """Allow the screen saver after ``rested_s`` seconds without any event, else disable it."""
        rests = rested_s > REST_S
        if rests != self._rests:
            self._rests = rests
            with contextlib.suppress(pygame.error):
                pygame.display.set_allow_screensaver(rests)

    def frame(self, events: list[Any], ms: float) -> bool:
        """Run one turn of the main loop, ``ms`` after the last one; return whether something happened or moved."""
        begin = time.perf_counter()
        self._was_used = False
        for event in events:
            self.take(event)
        for given in self.translator.update(ms):
            self.give(given)
        self.ctx.hurry = self.translator.is_hurrying()
        self.ctx.parts_down = self.translator.parts_down
        top = self.ctx.stack.top
        self._listen_for_text(bool(top and top.ui.typing) and not self.ctx.stack.scanning)  # a switch chooses letters
        self.ctx.plugged = self.translator.pads.plugged
        self.ctx.pads = list(self.ctx.plugged)
        self.ctx.is_updating = True
        self.ctx.stack.update(ms)
        self.window.update(ms)
        self.ctx.listen(ms)
        self.report_files()
        self.ctx.notices += self.ctx.files.messages() + self.ctx.records.messages() + self.ctx.texts.take_faults()
        if self.ctx.notices and self.ctx.stack.top is not None and self.ctx.stack.top.name != "dialog":
            self.tell(self.ctx.notices.pop(0))
        self.ctx.is_updating = False
        busy = self.ctx.stack.needs_drawing
        if busy:
            self.window.draw()
            if not self.sound_ready:
                self.sound_ready = True
                self.ctx.wake_sound()
                with contextlib.suppress(pygame.error):
                    pygame.joystick.init()
                    for event in pygame.event.get(pygame.JOYDEVICEADDED):  # those that were there before need no note
                        self.translator.pads.open(event.device_index)
                if not self.ctx.quiet:
                    self.ctx.records.submit("open", self.ctx.open_mark)
                    self.ctx.records.submit("check", look_through_record)
                    self.ctx.records.submit("unpacked", tidy_unpacked_folders)
                    self.ctx.records.submit("watch", crash.watch)
        self.narrator.update(ms, time.perf_counter() - begin)
        self.ctx.lend_cores(self.narrator.is_speaking)
        self.window.prepare(time.perf_counter() - begin)
        return busy or self._was_used or any(event.type not in STICKS for event in events)

    def _listen_for_text(self, typing: bool) -> None:
        """Keys are text while a field is edited, and a key that is held repeats itself there."""
        if typing != self.translator.typing:
            self.translator.typing = typing
            with contextlib.suppress(pygame.error):
                pygame.key.set_repeat(*((REPEAT_AFTER_MS, REPEAT_MS) if typing else ()))

    def report_files(self) -> None:
        """Log missing or damaged files of the game, and report them once."""
        missed = self.ctx.missed.lines
        if len(missed) <= self._reported:
            return
        new = missed[self._reported :]
        first = self._reported == 0
        self._reported = len(missed)
        print("\n".join(new), file=sys.stderr)
        log = None if self.ctx.quiet else crash.write("\n".join(new))
        if first:
            self.ctx.notices.append(Message("ui.files.missing", {"path": str(log)} if log else {}))

    def tell(self, message: Any) -> None:
        """Show a notice of the engine in a dialog."""
        self.ctx.play("save_failed" if message.id in NOT_SAVED else "notice")
        choices = [("ok", self.ctx.t("ui.ok"), lambda: None)]
        path = message.params.get("path")
        if isinstance(path, str) and message.id != "ui.folder.at":  # where no window of files can be shown, words tell
            choices.append(self.ctx.offer_folder(Path(path)))
        self.ctx.ask(self.ctx.t("ui.notice.title"), self.ctx.say(message), choices, main=0)

    def take(self, event: Any) -> None:
        """Handle one pygame event."""
        if event.type == pygame.QUIT:
            self.ctx.stack.keep_work(self._leave)
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.WINDOWDISPLAYCHANGED):
            surface, canvas = self.window.surface, self.window.canvas
            if surface is not canvas.target or surface.get_size() != canvas.size:
                self.window.resize()
            self.window.invalidate()  # what was drawn before the window had this size may be lost
        elif event.type == pygame.WINDOWMOVED:
            self.window.note_place()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.window.invalidate()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F9 and not getattr(sys, "frozen", False):
            self.window.shows_damage = not self.window.shows_damage
            self.window.invalidate()
        elif event.type == pygame.KEYMAPCHANGED:
            self.ctx.stack.relabel()  # texts name keys as the new layout prints them
        elif event.type == pygame.DROPFILE:
            routes.call(self.ctx, "open_file", Path(event.file), True)
        elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self.ctx.audio.away = event.type == pygame.WINDOWFOCUSLOST
            self.translator.release_all()
        elif event.type == pygame.AUDIODEVICEADDED:
            self.ctx.audio.handle_new_device()
        elif event.type == pygame.AUDIODEVICEREMOVED and not getattr(event, "iscapture", False):
            self.ctx.audio.handle_lost_device()
        else:
            top, translator = self.ctx.stack.top, self.translator
            translator.table = self.ctx.bindings
            translator.ratio = self.window.ratio
            translator.toggles_hurry = self.ctx.settings.hurry_switch
            translator.reads_bindings = top is not None and top.reads_bindings
            translator.own_keys = frozenset(top.list_own_keys()) if top is not None else frozenset()
            for given in self.translator.translate(event, self.window.canvas):
                self.give(given)

    def _leave(self) -> None:
        """Close all scenes and the program."""
        for scene in self.ctx.stack.scenes:
            scene.leave()
        self.ctx.quit()

    def give(self, given: Input) -> None:
        """Handle an input: global commands first, then the scenes."""
        self._was_used = True
        self.ctx.use_device(given.device)
        if given.kind != "move":
            self.ctx.pad_in_use = self.translator.pads.plugged.get(given.pad)
        if given.kind == "command":
            if given.name == "fullscreen":
                self.window.toggle_fullscreen()
                return
            if given.name == "quit":
                self.ctx.stack.keep_work(self.ctx.quit)
                return
            if given.name in ("faster", "slower"):
                self.ctx.change_speed(1 if given.name == "faster" else -1)
                return
            if given.name in ("pad_new", "pad_gone"):
                pad = self.translator.pads.plugged.get(given.pad)
                self.ctx.toast(
                    self.ctx.t("ui.pad.new", name=pad.name or self.ctx.t("keys.pad"))
                    if pad
                    else self.ctx.t("ui.pad.gone")
                )
                self.ctx.play("notice")
                return
        if not self._listener_keys.take(given):
            self.ctx.stack.handle(given)
        if given.kind == "tap" and not self.ctx.settings.touch_density and not self._is_size_asked:
            self._is_size_asked = True
            routes.open(self.ctx, "coin")


def preload(ctx: Context, window: Window) -> Iterator[None]:
    """Yield after each step of loading, within some 50 ms: the background of tables, all modules, then pictures by
    game. A game whose modules cannot be loaded is left out; opening it tells why."""
    backdrop.table(window.canvas, "table")
    yield
    modules = [*SHARED]
    for info in registry.games():
        modules += [info.rules, info.screens]
    for module in modules:
        try:
            import_module(module)
        except Exception as error:  # a third-party game may raise anything
            ctx.missed.lines.append(f"{module}: {type(error).__name__}: {error}")
        yield
    screens = import_module("scenes.table.game_screens")  # above this module, so not imported with it
    for info in registry.games():
        try:
            yield from screens.prepare(info.id, window.canvas)
        except Exception as error:  # as above
            ctx.missed.lines.append(f"{info.screens}: {type(error).__name__}: {error}")
