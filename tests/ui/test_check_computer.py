"""The tour over this computer: what each tick says of what is broken, and that it can be done by every device."""

import json
import platform
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.workers.pool import Answer
from engine import crash
from engine.accessibility import voice
from engine.desktop import probes
from engine.desktop.probes import ABSENT, FAILED, GOOD, LEFT, SKIPPED
from scenes.dev import selftest
from scenes.menus import check_computer, check_ticks
from scenes.menus.check_computer import CheckScene
from scenes.menus.check_ticks import TICKS
from scenes.shell import routes
from scenes.shell.app import App, offer_check
from scenes.shell.commands import parse
from scenes.shell.pads import Pad
from scenes.shell.window import NoDisplay, Window
from tests.support.catalogues import LANGUAGES, OTHERS
from tests.support.spoken_trees import build_whole, list_faults, tell_page
from tests.ui.driver import Driver

KEYS = [kind.key for kind in TICKS]
SECONDS = sum(kind.seconds for kind in TICKS)


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def near(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """A voice and a process that answer at once."""
    monkeypatch.setattr(voice, "try_voice", lambda language, said: "espeak-ng")
    answer = Answer(1, None, False)  # type: ignore[arg-type]
    monkeypatch.setattr(check_ticks, "measure_start", lambda: (0.8, answer))


@pytest.fixture
def page(driver: Driver) -> CheckScene:
    """The page, before the tour."""
    routes.open(driver.ctx, "check")
    driver.run(600)
    assert isinstance(driver.top, CheckScene)
    return driver.top


def go_to(driver: Driver, key: str) -> Any:
    """Begin the tour and skip to a tick; return it."""
    page = driver.top
    if page.tick is None:
        page.start()
    while page.tick.key != key:
        page.skip()
    driver.frame()
    return page.tick


def pass_time(driver: Driver, seconds: float) -> None:
    """Let time pass."""
    driver.run(seconds * 1000, 50)


def plug_in(driver: Driver, known: bool = True) -> None:
    """Plug in a pad."""
    pads = driver.app.translator.pads
    pads.plugged[0] = Pad(0, "Anna's pad", "xbox", known, "0300000045405c405", 1)
    driver.frame()


def press_pad(driver: Driver, button: int) -> None:
    """Press and release a button of a game controller."""
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        driver.frame(16, [pygame.event.Event(kind, instance_id=0, button=button)])


# --- the tour -----------------------------------------------------------------------------------------------------


def test_it_is_opened_from_the_page_about_the_program(driver: Driver) -> None:
    routes.open(driver.ctx, "about")
    driver.run(600)
    driver.click("check")
    driver.run(600)
    assert isinstance(driver.top, CheckScene)


def test_nobody_at_the_computer_makes_it_end_within_ninety_seconds(driver: Driver, page: CheckScene) -> None:
    assert SECONDS <= 90
    driver.click("start")
    driver.until(lambda: page.is_over, round(95_000 / 16))
    assert list(page.findings) == KEYS
    states = {key: found.state for key, found in page.findings.items()}
    assert states["window"] == states["processes"] == states["folders"] == GOOD
    assert states["sharpness"] == states["keys"] == SKIPPED
    assert states["pads"] == states["touch"] == ABSENT


def test_yes_and_no_are_keys_and_the_rest_can_be_skipped(driver: Driver, page: CheckScene) -> None:
    driver.key(pygame.K_SPACE)
    driver.until(lambda: page.tick is not None and page.tick.key == "sharpness")
    driver.key(pygame.K_n)
    assert page.findings["sharpness"].state == FAILED
    del page.findings["sharpness"]
    page.start()
    driver.frame()
    driver.key(pygame.K_SPACE)
    assert page.findings["sharpness"].state == GOOD
    driver.key(pygame.K_s)
    assert page.findings["frames"].state == SKIPPED
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    assert driver.top is not page


def test_a_tour_that_was_left_goes_on_where_it_was(driver: Driver, page: CheckScene) -> None:
    go_to(driver, "sharpness")
    driver.key(pygame.K_ESCAPE)
    driver.run(600)
    routes.open(driver.ctx, "check")
    driver.run(600)
    assert driver.top is not page and list(driver.top.findings) == KEYS[:1]
    driver.click("start")
    assert driver.top.tick.key == "sharpness"


def test_a_tick_that_breaks_is_told_and_the_tour_goes_on(
    driver: Driver, page: CheckScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: Any) -> Any:
        raise RuntimeError("no")

    monkeypatch.setattr(check_ticks.SoundTick, "look", fail)
    monkeypatch.setattr(check_ticks.PadsTick, "begin", fail)
    go_to(driver, "sound")
    go_to(driver, "keys")
    page.skip()
    assert page.findings["sound"].value.id == page.findings["pads"].value.id == "check.error"
    assert page.tick is not None and page.tick.key == "touch"


# --- what is broken -------------------------------------------------------------------------------------------------


def test_a_broken_driver_of_sound_is_told(driver: Driver, page: CheckScene, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: Any, **named: Any) -> None:
        raise pygame.error("ALSA: Couldn't open audio device: No such file or directory")

    pygame.mixer.quit()
    monkeypatch.setattr(pygame.mixer, "init", refuse)
    driver.ctx.audio.enabled = True
    go_to(driver, "sound")
    driver.frame()
    found = page.findings["sound"]
    assert found.state == FAILED and found.advice == "check.sound.advice"
    assert "ALSA: Couldn't open audio device" in driver.ctx.say(found.value)


def test_bells_sound_at_both_sides_and_are_asked_about(
    driver: Driver, page: CheckScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[str, int]] = []
    monkeypatch.setattr(driver.ctx.audio, "open_device", lambda: True)
    monkeypatch.setattr(driver.ctx.audio, "play_at", lambda cue, side: heard.append((cue, side)))
    driver.ctx.audio.enabled = True
    go_to(driver, "sound")
    pass_time(driver, 2)
    assert heard == [("bell", 0), ("bell", 1)]
    driver.click("no")
    assert page.findings["sound"].value.id == "check.sound.silent"


def test_sound_that_the_player_has_switched_off_stays_off(driver: Driver, page: CheckScene) -> None:
    driver.settings.muted = True
    go_to(driver, "sound")
    driver.frame()
    assert page.findings["sound"].value.id == "check.sound.muted"


def test_a_missing_voice_is_told(driver: Driver, page: CheckScene, monkeypatch: pytest.MonkeyPatch) -> None:
    def miss(language: str, said: str) -> str:
        raise voice.NoVoice("speech-dispatcher, espeak-ng")

    monkeypatch.setattr(voice, "try_voice", miss)
    go_to(driver, "reader")
    driver.until(lambda: "reader" in page.findings)
    found = page.findings["reader"]
    assert found.state == ABSENT and found.advice == "check.reader.none.advice"
    assert driver.ctx.t("check.reader.no_voice") in driver.ctx.say(found.value)


def test_a_voice_that_hangs_is_left_after_five_seconds(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, goes_on = Clock(), threading.Event()
    monkeypatch.setattr(voice, "try_voice", lambda language, said: str(goes_on.wait(20)))
    page = CheckScene(driver.ctx, clock=clock)
    driver.ctx.stack.replace(page)
    driver.ctx.stack.settle()
    go_to(driver, "reader")
    clock.now = 4.9
    driver.frame()
    assert "reader" not in page.findings
    clock.now = 5.1
    driver.frame()
    assert page.findings["reader"].state == LEFT and page.tick is not None
    goes_on.set()


def test_a_process_that_fails_is_told(driver: Driver, page: CheckScene, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Answer(1, None, True, how="crashed")  # type: ignore[arg-type]
    monkeypatch.setattr(check_ticks, "measure_start", lambda: (3.0, failed))
    go_to(driver, "processes")
    driver.until(lambda: "processes" in page.findings)
    assert page.findings["processes"].state == FAILED


def test_a_window_that_does_not_come_back_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    turned: list[int] = []
    monkeypatch.setattr(driver.ctx, "quiet", False)
    monkeypatch.setattr(driver.window, "visible", True)
    monkeypatch.setattr(driver.window, "toggle_fullscreen", lambda: turned.append(1))
    page = CheckScene(driver.ctx)
    page.start()
    assert page.tick is not None
    page.tick._size = (1, 1)  # type: ignore[attr-defined]
    for _ in range(100):
        page.update(50)
    monkeypatch.setattr(driver.window, "visible", False)
    assert len(turned) == 2 and page.findings["window"].state == FAILED


# --- devices --------------------------------------------------------------------------------------------------------


def test_keys_are_counted_whatever_they_stand_for(driver: Driver, page: CheckScene) -> None:
    go_to(driver, "keys")
    driver.key(pygame.K_SPACE)
    driver.key(pygame.K_z)
    found = page.findings["keys"]
    assert found.state == GOOD and found.figure == "QWERTY"
    assert page.reads_bindings and page.tick is not None and page.tick.key == "pads"


def test_a_keyboard_that_sends_other_keys_is_told(driver: Driver, page: CheckScene) -> None:
    go_to(driver, "keys")
    driver.key(pygame.K_x)
    pass_time(driver, 13)
    assert page.findings["keys"].state == FAILED and page.findings["keys"].value.params["came"] == "x"


def test_no_pad_passes_by_itself(driver: Driver, page: CheckScene) -> None:
    go_to(driver, "pads")
    pass_time(driver, 5)
    assert page.findings["pads"].state == ABSENT


def test_a_pad_that_says_the_truth_is_good(driver: Driver, page: CheckScene) -> None:
    go_to(driver, "pads")
    plug_in(driver)
    for button in range(4):
        press_pad(driver, button)
    assert page.findings["pads"].state == GOOD and page.findings["pads"].value.params["count"] == 1


def test_a_pad_that_lies_is_told(driver: Driver, page: CheckScene) -> None:
    go_to(driver, "pads")
    plug_in(driver)
    for button in (0, 3, 2):
        press_pad(driver, button)
    found = page.findings["pads"]
    assert found.state == FAILED and found.value.params["asked"] == "B" and found.value.params["came"] == "Y, X"


def test_a_pad_that_moves_by_itself_is_told(driver: Driver, page: CheckScene) -> None:
    go_to(driver, "pads")
    plug_in(driver)
    for k in range(16):
        value = 32000 if k % 2 == 0 else 0
        driver.frame(16, [pygame.event.Event(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=0, value=value)])
    assert page.findings["pads"].value.id == "check.pads.moves"


def put_finger(driver: Driver, place: tuple[float, float], down: bool, finger: bool = True) -> None:
    """Put a finger, or the mouse, on a place, or lift it."""
    if finger:
        driver.finger(pygame.FINGERDOWN if down else pygame.FINGERUP, *place)
        return
    kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
    driver.frame(16, [pygame.event.Event(kind, pos=driver.pixel(*place), button=1)])


@pytest.mark.parametrize(("finger", "state"), [(True, GOOD), (False, ABSENT)])
def test_three_taps_and_a_hold(driver: Driver, page: CheckScene, finger: bool, state: str) -> None:
    tick = go_to(driver, "touch")
    for k in range(3):
        x, y = tick._find_place(k)
        put_finger(driver, (x, y), True, finger)
        pass_time(driver, 0.5)
        put_finger(driver, (x, y), False, finger)
    assert "touch" not in page.findings, "the last one was not held for long enough"
    put_finger(driver, tick._find_place(2), True, finger)
    pass_time(driver, 1)
    assert page.findings["touch"].state == state


def test_a_screen_that_takes_one_tap_is_told(driver: Driver, page: CheckScene) -> None:
    tick = go_to(driver, "touch")
    put_finger(driver, tick._find_place(0), True)
    pass_time(driver, 13)
    assert page.findings["touch"].state == FAILED


# --- by ear, by one switch ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["", *KEYS, "over"])
def test_its_tree_has_no_faults(driver: Driver, page: CheckScene, key: str) -> None:
    if key == "over":
        page.start()
        while page.tick is not None:
            page.skip()
    elif key:
        go_to(driver, key)
    told = tell_page(driver)
    assert list_faults(build_whole(page), page) == []
    assert driver.ctx.t("check.left_out").replace("*", "") in told
    if page.tick is not None and page.tick.key == key:
        assert driver.ctx.t(f"check.{key}") in page.make_spoken().find_prompt()


def test_what_was_found_is_said_with_what_to_do(driver: Driver, page: CheckScene) -> None:
    go_to(driver, "sharpness")
    page.answer(False)
    line = page.make_spoken().list_lines()[-1]
    assert "failed" in line and driver.ctx.t("check.sharpness.advice") in line


@pytest.mark.parametrize("field", ["one_switch", "is_spoken"])
def test_nothing_that_is_asked_hurries_those_who_need_longer(driver: Driver, page: CheckScene, field: str) -> None:
    tick = go_to(driver, "sharpness")
    setattr(driver.settings if field == "one_switch" else page.ctx, field, True)
    for _ in range(600):
        page.update(100)
    assert page.tick is tick
    page.answer(True)
    assert page.findings["sharpness"].state == GOOD


def test_one_switch_goes_through_the_whole_tour(driver: Driver, page: CheckScene) -> None:
    driver.settings.one_switch, driver.settings.scan_ms, driver.settings.speed = True, 400, "instant"
    for _ in range(400):
        shown = driver.ctx.stack.scanner.find_current(page.ui)
        ids = {stop.target for stop in shown.stops} if shown is not None else set()
        if page.is_over:
            break
        if ids & {"start", "yes", "skip"}:
            driver.key(pygame.K_SPACE)
        driver.frame(400)
    assert page.is_over and page.findings["sharpness"].state in (GOOD, SKIPPED)


# --- the page -------------------------------------------------------------------------------------------------------


def fill(driver: Driver, page: CheckScene) -> None:
    """End the tour with one tick of each kind of state."""
    page.start()
    states = (GOOD, FAILED, LEFT, SKIPPED, ABSENT)
    for k, key in enumerate(KEYS):
        page.findings[key] = probes.find(states[k % 5], "check.error", "check.left.advice", reason="the reason")
    page.at = len(KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_in_english_below_any_language(language: str, home: Path) -> None:
    driver = Driver(language=language)
    page = CheckScene(driver.ctx)
    fill(driver, page)
    lines = page.write()
    assert lines.count("Four Thrones on this computer") == 1
    assert len([line for line in lines if line.endswith("the reason")]) == (10 if language == "en" else 20)
    assert not [line for line in lines if "check." in line or "*" in line or "{" in line]
    driver.close()


def test_the_page_is_copied_and_saved(driver: Driver, page: CheckScene, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    saved: list[str] = []
    fill(driver, page)
    monkeypatch.setattr(check_computer, "copy_text", lambda words: not copied.append(words))  # type: ignore[func-returns-value]
    monkeypatch.setattr(check_computer, "save_text", lambda ctx, stem, lines: saved.extend(lines))
    monkeypatch.setattr(type(driver.ctx), "toast", lambda ctx, words: None)
    monkeypatch.setattr(driver.ctx, "quiet", False)
    driver.key(pygame.K_c)
    driver.click("save")
    assert copied == ["\n".join(saved) + "\n"] and "Left out:" in copied[0]


def test_no_output_names_user_host_or_home(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, home: Path
) -> None:
    secret = tmp_path / "zyxhome" / "Zyx User"
    secret.mkdir(parents=True)
    for name, value in (("HOME", str(secret)), ("USER", "zyxuser"), ("LOGNAME", "zyxuser"), ("USERNAME", "zyxuser")):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("FOUR_THRONES_HOME", str(secret / "games"))
    monkeypatch.setattr(platform, "node", lambda: "zyxhost.local")

    def fail(*given: Any) -> Any:
        raise OSError(f"zyxuser@zyxhost: cannot open {secret}/games/saves")

    monkeypatch.setattr(voice, "try_voice", fail)
    monkeypatch.setattr(check_ticks, "measure_start", fail)
    monkeypatch.setattr(probes, "_try_folder", fail)
    page = CheckScene(driver.ctx, alone=True)
    driver.ctx.stack.replace(page)
    driver.ctx.stack.settle()
    plug_in(driver)
    driver.until(lambda: page.is_over)
    data = json.dumps(check_computer.make_data(page.facts, page.findings))
    said = "\n".join([*page.write(), *(page.describe(key) for key in KEYS), data])
    assert "zyx" not in said.lower() and "Anna" not in said and "45405" not in said
    assert page.findings["folders"].state == page.findings["processes"].state == FAILED


# --- after a crash, and from the command line -------------------------------------------------------------------------


def test_it_is_offered_at_the_start_after_a_crash(driver: Driver) -> None:
    routes.open(driver.ctx, "title")
    driver.run(300)
    offer_check(driver.ctx)
    driver.run(300)
    assert driver.top.name == "title"
    crash.set_mark()
    offer_check(driver.ctx)
    driver.run(300)
    assert driver.top.name == "dialog" and driver.ctx.t("check.crash.title") in tell_page(driver)
    driver.click("check")
    driver.run(600)
    assert isinstance(driver.top, CheckScene)


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Windows that nobody sees."""
    made = Window.__init__
    monkeypatch.setattr(Window, "__init__", lambda self, ctx, size, **named: made(self, ctx, size, visible=False))
    yield


def test_the_command_prints_the_same_as_json(
    hidden: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_ticks.FramesTick, "MEDIAN_MS", 1e6)
    monkeypatch.setattr(check_ticks.FramesTick, "LATE_MS", 1e6)
    out = tmp_path / "check.json"
    request = parse(["--check", "--json", "--lang", OTHERS[0], "--out", str(out)])
    assert request.job == "check" and request.as_json
    selftest.report_on_computer(request, lambda ctx, window: App(ctx, window).loop)
    data = json.loads(out.read_text(encoding="utf-8"))
    assert list(data["checks"]) == KEYS and data["facts"]["place"]["language"] == OTHERS[0]
    assert data["checks"]["processes"]["seconds"] == 0.8
    assert data["page"][0] == "Four Thrones on this computer" and "names" in data["left_out"]
    assert capsys.readouterr().out == ""


def test_without_a_display_the_rest_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Window.__init__

    def refuse(self: Window, *given: Any, visible: bool = True) -> None:
        if visible:
            raise NoDisplay("no display was found")
        made(self, *given, visible=False)

    monkeypatch.setattr(Window, "__init__", refuse)
    assert selftest.report_on_computer(parse(["--check"]), lambda ctx, window: App(ctx, window).loop) == 1
    said = capsys.readouterr().out
    assert "no window: no display was found" in said and "DISPLAY" in said and "an answer after" in said
