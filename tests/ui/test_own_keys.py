"""Own keys and buttons: what can be changed, conflicts, the way back, and that all of it outlives the program."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.seats import Seat
from engine.session import Session
from engine.storage import settings as engine_settings
from engine.storage.settings import Settings
from scenes.menus.key_editor import HOLD_MS
from scenes.menus.keys import GROUPS, KeysScene
from scenes.menus.settings import SettingsScene
from scenes.results.scene import GameResult
from scenes.shell import bindings
from scenes.shell.bindings import COMMANDS, KEYS, PAD
from scenes.shell.context import Context
from scenes.shell.pads import DECK, NINTENDO, PLAYSTATION, XBOX, find_maker
from scenes.table import game_screens as games, shared_keys
from scenes.table.shared_choice import BEAT_MS, REVEAL_MS, SharedChoice
from sprites.base import controls
from tests.support.catalogues import OTHERS
from tests.support.virtual_pads import UNKNOWN, VirtualPad, allow_background
from tests.ui.driver import Driver


def press(driver: Driver, code: int, mod: int = 0) -> None:
    """Press and release a key at its place on a US keyboard."""
    place = pygame.key.name(code)
    scancode = next((number for number, sign in _us().items() if sign == place), 0)
    driver.frame(16, [pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=scancode)])
    driver.frame(16, [pygame.event.Event(pygame.KEYUP, key=code, mod=mod, unicode="", scancode=scancode)])


def _us() -> dict[int, str]:
    from scenes.shell.bindings import US

    return US


@pytest.fixture
def page(driver: Driver) -> KeysScene:
    """The page of keys over the settings."""
    driver.ctx.stack.replace(SettingsScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.click("keys")
    driver.run(600)
    assert isinstance(driver.top, KeysScene)
    return driver.top


@pytest.fixture
def pad() -> Iterator[VirtualPad]:
    """A virtual pad, plugged in for the length of a test."""
    allow_background()
    pygame.event.get()
    plugged = VirtualPad()
    yield plugged
    plugged.close()


def test_every_command_stands_on_the_page_once() -> None:
    listed = [command for group in GROUPS.values() for command in group]
    assert sorted(listed) == sorted(COMMANDS)


def test_a_key_is_added_replaced_and_taken_back(driver: Driver, page: KeysScene) -> None:
    driver.click("add.keys.hint")
    press(driver, pygame.K_u)
    assert driver.ctx.bindings.list_keys("hint") == ["h", "u"]
    driver.click("key.hint.0")
    press(driver, pygame.K_k, pygame.KMOD_LCTRL)
    assert driver.ctx.bindings.list_keys("hint") == ["ctrl+k", "u"]
    assert driver.settings.bindings == {"keys": {"ctrl+k": "hint", "u": "hint", "h": ""}}
    assert driver.ctx.t("ui.settings.keys").count("*Ctrl+K*") == 1, "texts name the new key"
    driver.click("undo")
    assert driver.ctx.bindings.list_keys("hint") == ["h", "u"]
    driver.click("reset.keys")
    assert driver.settings.bindings == {} and driver.ctx.bindings == bindings.standard()


def test_a_conflict_is_told_and_solved_by_swapping_or_taking(driver: Driver, page: KeysScene) -> None:
    driver.click("key.chronicle.0")
    press(driver, pygame.K_h)
    assert page.conflict is not None and page.conflict.other == "hint"
    assert driver.ctx.bindings == bindings.standard(), "nothing is changed before it is decided"
    assert driver.has("swap") and not driver.has("take"), "advice would have no key left"
    driver.click("swap")
    assert (driver.ctx.bindings.keys["h"], driver.ctx.bindings.keys["c"]) == ("chronicle", "hint")
    driver.click("key.why.0")
    press(driver, pygame.K_BACKSPACE)
    driver.click("take")
    assert driver.ctx.bindings.keys["backspace"] == "why"
    assert driver.ctx.bindings.list_keys("undo") == ["ctrl+z"]
    assert driver.ctx.bindings.list_keys("why") == ["backspace"]


def test_the_last_key_and_escape_stay(driver: Driver, page: KeysScene) -> None:
    driver.click("key.hint.0")
    assert not driver.has("remove")
    press(driver, pygame.K_ESCAPE)
    assert page.waiting is None and driver.top is page, "Esc only closes the row"
    driver.click("key.undo.1")
    driver.click("remove")
    assert driver.ctx.bindings.list_keys("undo") == ["ctrl+z"]
    driver.click("key.back.0")
    assert page.waiting is None, "Esc is locked"
    driver.click("add.keys.back")
    press(driver, pygame.K_BACKSPACE)
    assert driver.ctx.bindings.list_keys("back") == ["escape", "backspace"]
    press(driver, pygame.K_ESCAPE)
    driver.run(600)
    assert isinstance(driver.top, SettingsScene)


def test_while_trying_a_key_only_tells_what_it_does(driver: Driver, page: KeysScene) -> None:
    driver.click("try")
    press(driver, pygame.K_F11)
    assert page.tried == (KEYS, "f11") and not driver.window.fullscreen
    press(driver, pygame.K_ESCAPE)
    assert page.tried is None and driver.top is page


def test_every_change_survives_a_restart(driver: Driver, page: KeysScene) -> None:
    """Each command gets a key and a button of its own; the file that is written brings all of them back."""
    table = driver.ctx.bindings
    for number, command in enumerate(sorted(COMMANDS)):
        table = bindings.bind(table, KEYS, f"ctrl+alt+f{number}", command)
        table = bindings.bind(table, PAD, f"paddle{number}", command)
        for key in table.list_keys(command):
            if key in bindings.standard().keys and bindings.can_lose(table, KEYS, key):
                table = bindings.unbind(table, KEYS, key)
    page.change(table)
    engine_settings.saver(driver.settings)()
    loaded, notices = engine_settings.load()
    assert not notices
    again = Context(loaded, sound=False, quiet=True)
    try:
        for section in (KEYS, PAD):
            assert again.bindings.get_section(section) == table.get_section(section)
        assert again.bindings.key_for("hint") == table.key_for("hint") != "h"
    finally:
        again.close()
        engine_settings.path().unlink()


def press_place(driver: Driver, place: int) -> None:
    """Press the key at a place, whatever it prints."""
    event: dict[str, Any] = {"key": place, "mod": 0, "unicode": "", "scancode": place}
    driver.frame(16, [pygame.event.Event(pygame.KEYDOWN, **event), pygame.event.Event(pygame.KEYUP, **event)])
    driver.frame()


def test_keys_of_a_column_are_changed_one_by_one(driver: Driver, page: KeysScene) -> None:
    driver.click(f"group.{len(GROUPS)}")
    first, second, third = shared_keys.COLUMNS[shared_keys.LETTERS][:3]
    free = 55
    driver.click("column.letters.0")
    press_place(driver, free)
    assert driver.settings.shared_columns == {"letters": [free, *shared_keys.COLUMNS["letters"][1:]]}
    driver.click("column.letters.2")
    press_place(driver, second)
    assert page.conflict is not None and driver.has("columns.swap"), "it is told where the key stands"
    driver.click("columns.swap")
    assert page.columns["letters"][:3] == (free, third, second)
    driver.click("column.letters.3")
    press_place(driver, 41)
    assert page.waiting is None and driver.top is page, "Esc cancels"
    devices = shared_keys.give_out(["Leo"], [], {}, shared_keys.apply_own(driver.settings.shared_columns))
    assert devices[0].keys[0] == f"key:{free}"
    engine_settings.saver(driver.settings)()
    loaded, notices = engine_settings.load()
    engine_settings.path().unlink()
    assert not notices and shared_keys.apply_own(loaded.shared_columns)["letters"][0] == free
    driver.click("columns.reset")
    assert driver.settings.shared_columns == {} and page.columns["letters"][0] == first


@pytest.mark.parametrize(
    "own",
    [None, 7, {"letters": 3}, {"letters": [1, 2]}, {"letters": [20] * 8}, {"no such": [4] * 8}, {"letters": ["a"] * 8}],
)
def test_columns_that_make_no_sense_change_nothing(own: Any) -> None:
    assert shared_keys.apply_own(own) == shared_keys.COLUMNS


def test_an_action_is_found_by_its_name_and_by_its_key(driver: Driver, page: KeysScene) -> None:
    driver.click("find")
    driver.frame(16, [pygame.event.Event(pygame.TEXTINPUT, text="advice")])
    driver.key(pygame.K_RETURN)
    driver.frame()
    assert page.find_commands() == ["hint"] and driver.has("key.hint.0") and not driver.has("key.undo.0")
    page.look_for("m")
    driver.frame()
    assert page.find_commands()[0] == "sound", "M is printed on its key"
    page.look_for("no such thing")
    driver.frame()
    assert page.find_commands() == []
    press(driver, pygame.K_ESCAPE)
    assert driver.top is page and not page.query and driver.has("key.undo.0"), "Esc ends the search first"


@pytest.mark.parametrize(
    "own",
    [None, 7, [], {"keys": 3}, {"keys": {"h": 5, "j": "no such", "": "hint", "x" * 99: "hint"}}, {"pad": {"a": None}}],
)
def test_own_keys_that_make_no_sense_change_nothing(own: Any) -> None:
    assert bindings.apply_own(own) == bindings.standard()


def test_no_file_takes_away_what_the_program_needs() -> None:
    empty = {section: dict.fromkeys(bindings.standard().get_section(section), "") for section in (KEYS, PAD)}
    table = bindings.apply_own(empty)
    assert set(table.keys.values()) == COMMANDS
    assert set(table.pad.values()) >= bindings.NEEDED_ON_PAD
    assert table.keys["escape"] == "back"
    stolen = {KEYS: {key: "hint" for key in bindings.standard().keys}}
    assert set(bindings.apply_own(stolen).keys.values()) == COMMANDS


def test_settings_of_an_earlier_version_know_no_own_keys() -> None:
    path = engine_settings.path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"language": OTHERS[0], "speed": "2"}), "utf-8")
    loaded, notices = engine_settings.load()
    path.unlink()
    assert not notices and loaded == Settings(language=OTHERS[0], speed="2")


# --- hurrying ------------------------------------------------------------------------------------------------


def test_hurrying_can_be_a_switch_and_have_another_key(driver: Driver) -> None:
    driver.settings.bindings = {"keys": {"f": "hurry"}}
    driver.ctx.apply_settings()
    event: dict[str, Any] = {"key": pygame.K_f, "mod": 0, "unicode": "f", "scancode": 9}
    driver.frame(16, [pygame.event.Event(pygame.KEYDOWN, **event)])
    assert driver.ctx.hurry
    driver.frame(16, [pygame.event.Event(pygame.KEYUP, **event)])
    assert not driver.ctx.hurry
    driver.settings.hurry_switch = True
    shift: dict[str, Any] = {"key": pygame.K_LSHIFT, "mod": pygame.KMOD_LSHIFT, "unicode": "", "scancode": 225}
    for hurried in (True, False):
        driver.frame(16, [pygame.event.Event(pygame.KEYDOWN, **shift), pygame.event.Event(pygame.KEYUP, **shift)])
        assert driver.ctx.hurry is hurried
    tab: dict[str, Any] = {"key": pygame.K_TAB, "mod": pygame.KMOD_LSHIFT, "unicode": "", "scancode": 43}
    kinds = (pygame.KEYDOWN, pygame.KEYUP)
    driver.frame(16, [pygame.event.Event(kinds[0], **shift), pygame.event.Event(kinds[0], **tab)])
    driver.frame(16, [pygame.event.Event(kinds[1], **tab), pygame.event.Event(kinds[1], **shift)])
    assert not driver.ctx.hurry, "Shift was held for another key"


def test_a_stick_that_goes_back_is_nothing_pressed_in_between(driver: Driver) -> None:
    driver.settings.hurry_switch = True
    driver.ctx.apply_settings()
    shift: dict[str, Any] = {"key": pygame.K_LSHIFT, "mod": pygame.KMOD_LSHIFT, "unicode": "", "scancode": 225}
    for hurried, turned in ((True, 0.9), (False, -0.8), (True, 0.7)):
        stick = [
            pygame.event.Event(pygame.JOYAXISMOTION, instance_id=0, joy=0, axis=0, value=each) for each in (turned, 0.2)
        ]
        keys = [pygame.event.Event(kind, **shift) for kind in (pygame.KEYDOWN, pygame.KEYUP)]
        driver.frame(16, [stick[0], keys[0], stick[1], keys[1]])
        assert driver.ctx.hurry is hurried


# --- pads ----------------------------------------------------------------------------------------------------


def test_makers_are_known_by_vendor_or_type() -> None:
    assert find_maker(0, "030000005e0400008e02000014010000") == XBOX
    assert find_maker(0, "030000004c050000c405000011010000") == PLAYSTATION
    assert find_maker(0, "030000007e0500000920000011010000") == NINTENDO
    assert find_maker(0, "03000000de2800000512000011010000") == DECK
    assert find_maker(7, "not a guid") == PLAYSTATION
    assert find_maker(5, "0" * 32) == NINTENDO
    assert find_maker(0, "") == XBOX


def test_a_pad_says_a_thing_once_and_by_its_own_binding(driver: Driver, pad: VirtualPad, page: KeysScene) -> None:
    driver.frame(16, pygame.event.get())
    plugged = driver.app.translator.pads.plugged[pad.instance]
    assert plugged.known and driver.ctx.pads == [pad.instance]
    driver.click("pad.hint.0")
    driver.frame(16, pad.press("x"))
    assert page.conflict is not None and page.conflict.other == "main"
    driver.click("swap")
    assert (driver.ctx.bindings.pad["x"], driver.ctx.bindings.pad["y"]) == ("hint", "main")
    driver.frame(16, pad.press("dpdown"))
    driver.frame(16, pad.press("dpdown"))
    driver.frame(16, pad.press("b"))
    driver.run(600)
    assert isinstance(driver.top, SettingsScene), "B goes back one page, not two"
    driver.frame(16, pad.hold("righttrigger+"))
    assert driver.ctx.hurry
    driver.frame(16, pad.let_go("righttrigger+"))
    assert not driver.ctx.hurry


def test_b_cancels_and_is_bound_itself_when_it_is_held(driver: Driver, pad: VirtualPad, page: KeysScene) -> None:
    driver.frame(16, pygame.event.get())
    driver.click("add.pad.again")
    driver.frame(16, pad.press("b"))
    driver.frame()
    assert page.waiting is None and driver.ctx.bindings == bindings.standard() and driver.top is page
    driver.click("add.pad.again")
    driver.frame(16, pad.hold("b"))
    driver.run(HOLD_MS + 100)
    assert page.conflict is not None and (page.conflict.key, page.conflict.other) == ("b", "back")
    driver.frame(16, pad.let_go("b"))
    driver.frame(16, pad.press("b"))
    assert page.waiting is None and driver.top is page, "B leaves the question, not the page"


def test_delete_and_a_held_y_empty_a_binding(driver: Driver, pad: VirtualPad, page: KeysScene) -> None:
    driver.frame(16, pygame.event.get())
    page.ui.set_focus("key.undo.1")
    driver.frame(16, [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DELETE, mod=0, unicode="", scancode=76)])
    assert driver.ctx.bindings.list_keys("undo") == ["ctrl+z"]
    page.ui.set_focus("key.undo.0")
    driver.frame(16, [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DELETE, mod=0, unicode="", scancode=76)])
    assert driver.ctx.bindings.list_keys("undo") == ["ctrl+z"], "the last key stays"
    page.ui.set_focus("pad.chronicle.0")
    driver.frame(16, pad.press("y"))
    driver.run(HOLD_MS + 100)
    assert driver.ctx.bindings.list_keys("chronicle", PAD) == ["leftstick"], "it was not held"
    driver.frame(16, pad.hold("y"))
    driver.run(HOLD_MS + 100)
    driver.frame(16, pad.let_go("y"))
    assert driver.ctx.bindings.list_keys("chronicle", PAD) == []
    driver.click("undo")
    assert driver.ctx.bindings.list_keys("chronicle", PAD) == ["leftstick"]
    driver.frame(16, pad.hold("y"))
    driver.click(f"group.{len(GROUPS)}")
    driver.click("column.letters.0")
    driver.run(HOLD_MS + 100)
    driver.frame(16, pad.let_go("y"))
    assert page.waiting is not None and page.conflict is None, "a column takes keys alone"


def test_a_pad_that_sdl_does_not_know_speaks_by_numbers(driver: Driver) -> None:
    allow_background()
    pygame.event.get()
    pad = VirtualPad(UNKNOWN)
    try:
        driver.frame(16, pygame.event.get())
        assert not driver.app.translator.pads.plugged[pad.instance].known
        driver.ctx.stack.replace(SettingsScene(driver.ctx))
        driver.ctx.stack.settle()
        driver.frame(16, pad.press("a"))
        assert driver.top.ui.show_focus
        assert driver.ctx.find_maker() == "" and driver.ctx.bindings.find_raw_number("x") == "3"
    finally:
        pad.close()


def test_plugging_in_and_out_is_told(driver: Driver) -> None:
    driver.ctx.stack.replace(SettingsScene(driver.ctx))
    driver.run(600)
    allow_background()
    pygame.event.get()
    pad = VirtualPad()
    driver.frame(16, pygame.event.get())
    assert any("Virtual" in words for words, *_ in driver.window._toasts)
    pad.close()
    pygame.event.pump()
    driver.frame(16, pygame.event.get())
    assert [words for words, *_ in driver.window._toasts] == [driver.ctx.t("ui.pad.gone")]
    assert driver.ctx.pads == []


def test_a_pad_types_a_name_on_the_screen(driver: Driver, pad: VirtualPad, monkeypatch: pytest.MonkeyPatch) -> None:
    from scenes.menus.setup import SetUp

    driver.frame(16, pygame.event.get())
    scene = SetUp(driver.ctx, "king_of_12")
    driver.ctx.stack.replace(scene)
    driver.ctx.stack.settle()
    driver.frame()
    driver.click("seat.0")
    driver.frame()
    scene.ui.set_focus("seat.0.name")
    driver.frame(16, pad.press("a"))
    driver.frame()
    assert scene.ui.keyboard is not None and scene.ui.focus == "letter.q"
    places: list[bool] = []
    monkeypatch.setattr(controls, "toast", lambda *given, at_top=False: places.append(at_top))
    driver.ctx.toast("said meanwhile")
    driver.ctx.stack.dirty = True
    driver.frame()
    assert places and all(places), "nothing lies over the letters"
    monkeypatch.undo()
    for _ in range(30):
        driver.frame(16, pad.press("x"))
    driver.frame(16, pad.press("a"))
    driver.frame(16, pad.press("dpright"))
    driver.frame(16, pad.press("a"))
    driver.frame(16, pad.press("b"))
    driver.frame()
    assert scene.ui.keyboard is None and scene.ui.focus == "seat.0.name"
    assert scene.seats[0].name == "qw"
    driver.settings.screen_keyboard = False
    driver.frame(16, pad.press("a"))
    assert scene.ui.typing and scene.ui.keyboard is None


def test_two_people_play_a_whole_game_by_two_pads_alone(driver: Driver) -> None:
    """Cards by the eight buttons of each pad, all else by the cross, A and X."""
    driver.settings.share_keyboard = True
    driver.settings.speed = "instant"
    driver.ctx.stack.replace(SettingsScene(driver.ctx))
    driver.run(600)
    allow_background()
    pygame.event.get()
    pads = [VirtualPad(), VirtualPad()]
    try:
        driver.frame(16, pygame.event.get())
        seats = [Seat("person", "", name, at) for at, name in enumerate(("Leo", "Anna"))]
        table: Any = games.table(driver.ctx, Session.start("king_of_12", {}, seats, "two pads"))
        driver.ctx.stack.replace(table)
        driver.ctx.stack.settle()
        by_number = {pad.instance: pad for pad in pads}
        chance = random.Random(5)
        for _ in range(4000):
            top: Any = driver.top
            if isinstance(top, GameResult):
                break
            if isinstance(top, SharedChoice):
                assert all(device.number for device in top.devices), "nobody uses the keyboard"
                for at, seat in enumerate(top.seats):
                    if seat not in top.ready and top.since_all < 0:
                        _, number, part = chance.choice(top.devices[at].keys).split(":")
                        driver.frame(16, by_number[int(number)].press(part))
                driver.frame(max(BEAT_MS, REVEAL_MS))
            elif top is table and table.may_act():
                wanted = table.hooks.first_focus(table, list(table.legal()))
                for _ in range(60):
                    if table.ui.focus == wanted or wanted is None:
                        break
                    driver.frame(16, pads[0].press("rightshoulder"))
                driver.frame(16, pads[0].press("a"))
                driver.frame(16, pads[0].press("x"))
            else:
                driver.frame(16, pads[1].press("x"))
        assert table.session.over and isinstance(driver.top, GameResult)
        assert {entry.seat for entry in table.session.log} == {0, 1}
    finally:
        for pad in pads:
            pad.close()
