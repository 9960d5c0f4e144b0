"""Shortcuts on every layout: Latin or not, AZERTY, keypad with and without NumLock; keys are called what is printed."""

from typing import Any

import pygame
import pytest

from scenes.shell import bindings, sdl
from scenes.shell.i18n import KEY_SLOT, Texts
from scenes.shell.inputs import Translator
from sprites.base.canvas import Canvas
from tests.support.catalogues import LANGUAGES, LONGEST
from tests.ui.driver import Driver

RUSSIAN = dict(zip("qwertyuiop[]asdfghjkl;'zxcvbnm,.", "йцукенгшщзхъфывапролджэячсмитьбю", strict=True))
HEBREW = dict(zip("qwertyuiopasdfghjkl;zxcvbnm", "/'קראטוןםפשדגכעיחלךףזסבהנמצ", strict=True))
AZERTY = dict(zip("qwazm;,", "azqw,mù", strict=True))


class Printed:
    """A layout that prints other signs than a US keyboard."""

    def __init__(self, printed: dict[str, str]) -> None:
        self.codes = {place: ord(printed.get(sign, sign)) for place, sign in bindings.US.items()}

    def find_code(self, place: int) -> int:
        """The key code of a scancode."""
        return self.codes.get(place, 0)

    def find_place(self, code: int) -> int:
        """The scancode of a key code."""
        return next((place for place, given in self.codes.items() if given == code), 0)


def _press(layout: Printed, sign: str, mod: int = 0) -> Any:
    """The event of the key that prints ``sign`` on a US keyboard."""
    place = next(place for place, printed in bindings.US.items() if printed == sign)
    return pygame.event.Event(pygame.KEYDOWN, key=layout.find_code(place), scancode=place, mod=mod, unicode="")


def _label(command: str) -> str:
    """What the layout in use prints on the first key of a command."""
    key = bindings.standard().key_for(command)
    return bindings.get_label(key) if key else ""


def _commands(event: Any, typing: bool = False) -> list[str]:
    translator = Translator()
    translator.typing = typing
    return [one.name or one.kind for one in translator.translate(event, Canvas(pygame.Surface((160, 90))))]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a layout the one in use."""

    def take(printed: dict[str, str]) -> Printed:
        layout = Printed(printed)
        monkeypatch.setattr(bindings, "find_code", layout.find_code)
        monkeypatch.setattr(bindings, "find_place", layout.find_place)
        return layout

    return take


@pytest.mark.parametrize("printed", [{}, RUSSIAN, HEBREW], ids=["us", "russian", "hebrew"])
def test_every_shortcut_by_letter_works_on_every_layout(use: Any, printed: dict[str, str]) -> None:
    layout = use(printed)
    for key, command in bindings.standard().keys.items():
        *held, last = key.split("+") if len(key) > 1 else [key]
        if last.isascii() and len(last) == 1 and last.isalpha():
            mod = sum(
                {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT}[h] for h in held
            )
            assert _commands(_press(layout, last, mod)) == [command], key


def test_a_latin_layout_goes_by_what_is_printed(use: Any) -> None:
    layout = use(AZERTY)
    assert _commands(_press(layout, ";")) == ["sound"], "the key that prints m"
    assert _commands(_press(layout, "m")) == [], "the comma is no second m"
    assert _commands(_press(layout, "z", pygame.KMOD_LCTRL)) == [], "Ctrl+W is bound to nothing"
    assert _commands(_press(layout, "w", pygame.KMOD_LCTRL)) == ["undo"]


def test_digits_of_the_upper_row_go_by_their_place(use: Any) -> None:
    layout = use(dict(zip("1234567890", "&é\"'(-è_çà", strict=True)))
    for number in range(1, 10):
        assert _commands(_press(layout, str(number))) == [f"choice_{number}"]
        assert _commands(_press(layout, str(number)), typing=True) == [], "the text comes by itself"


def test_while_typing_letters_are_text_and_ctrl_is_not(use: Any) -> None:
    layout = use(RUSSIAN)
    assert _commands(_press(layout, "s"), typing=True) == []
    assert _commands(_press(layout, "c", pygame.KMOD_LCTRL), typing=True) == ["copy"]


@pytest.mark.parametrize("number", range(1, 10))
def test_the_keypad_chooses_with_numlock_and_moves_without(number: int) -> None:
    key = pygame.K_KP1 + number - 1
    plain = {1: "end", 2: "down", 3: "page_down", 4: "left", 6: "right", 7: "home", 8: "up", 9: "page_up"}
    event = pygame.event.Event(pygame.KEYDOWN, key=key, scancode=88 + number, mod=pygame.KMOD_NUM, unicode="")
    assert _commands(event) == [f"choice_{number}"]
    assert _commands(event, typing=True) == []
    event = pygame.event.Event(pygame.KEYDOWN, key=key, scancode=88 + number, mod=0, unicode="")
    assert _commands(event) == [name for at, name in plain.items() if at == number]
    for other, name in ((pygame.K_KP_PLUS, "faster"), (pygame.K_KP_MINUS, "slower"), (pygame.K_KP_ENTER, "activate")):
        assert _commands(pygame.event.Event(pygame.KEYDOWN, key=other, scancode=0, mod=0, unicode="")) == [name]


def test_keys_are_called_what_the_layout_prints(use: Any) -> None:
    use({})
    assert (_label("hint"), _label("undo"), _label("search")) == ("H", "Ctrl+Z", "Ctrl+F")
    assert _label("faster") == "+"
    use(RUSSIAN)
    assert (_label("hint"), _label("undo")) == ("Р", "Ctrl+Я")
    assert "*Р*" in Texts(LONGEST).t("ui.settings.keys")
    assert _label("nothing") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_a_text_names_has_a_binding(language: str) -> None:
    texts = Texts(language)
    texts.t("ui.ok"), texts.t("legends.name"), texts.t("tash_kalar.name")
    named = set()
    for catalogue in texts._domains.values():
        for text in getattr(catalogue, "_catalog", {}).values():
            for command in KEY_SLOT.findall(text):
                named.add(command)
                assert _label(command), command
    assert {"hint", "rules", "why", "chronicle", "again", "sound", "search", "names", "skip", "turn_left"} <= named


@pytest.mark.parametrize("can_ask", [True, False])
def test_sdl_is_asked_what_a_key_prints(monkeypatch: pytest.MonkeyPatch, can_ask: bool) -> None:
    pygame.display.init()
    assert hasattr(sdl.find_library(), "SDL_GetKeyFromScancode")
    if not can_ask:
        monkeypatch.setattr(sdl, "find_library", object)
    place = bindings.find_place(ord("h"))
    assert place and bindings.find_code(place) == ord("h") and bindings.find_place(ord("ы")) == 0


def test_a_cyrillic_key_opens_the_settings() -> None:
    driver = Driver(language=LONGEST)
    try:
        from scenes.shell import routes

        routes.open(driver.ctx, "title")
        driver.run(400)
        event = pygame.event.Event(pygame.KEYDOWN, key=ord("ы"), scancode=22, mod=0, unicode="ы")
        driver.frame(16, [event])
        driver.run(400)
        assert driver.top.name == "settings"
    finally:
        driver.close()
