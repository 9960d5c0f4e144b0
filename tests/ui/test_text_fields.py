"""Text fields: the caret is where the next letter comes, long text scrolls, and everything a line of text can do."""

import random
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine import names
from scenes.shell import bindings, routes, text_field
from scenes.shell.text_field import EDITS, TextField
from sprites.base import controls, shapes, text
from sprites.base.canvas import Canvas
from tests.ui.driver import Driver

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The system's clipboard; its last entry counts."""
    kept: list[str] = [""]
    monkeypatch.setattr(pygame.scrap, "put_text", kept.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: kept[-1])
    return kept


@pytest.fixture
def driver() -> Iterator[Driver]:
    """The set-up of a game, whose fields take names."""
    run = Driver()
    routes.open(run.ctx, "title")
    run.run(400)
    routes.open(run.ctx, "set_up", "king_of_12")
    run.run(600)
    yield run
    run.close()


def _field(value: str, at: int | None = None, limit: int = 20) -> TextField:
    made = TextField(value, limit, lambda _: None)
    if at is not None:
        made.place(at)
    return made


def _type(driver: Driver, typed: str) -> None:
    driver.frame(16, [pygame.event.Event(pygame.TEXTINPUT, text=each) for each in typed])


def _caret_drawn(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Where the caret is drawn in one picture, in logical units."""
    seen: list[float] = []
    line = shapes.line

    def watch(c: Canvas, x1: float, y1: float, x2: float, y2: float, *more: Any, **named: Any) -> None:
        if x1 == x2:
            seen.append(x1)
        line(c, x1, y1, x2, y2, *more, **named)

    with monkeypatch.context() as patched:
        patched.setattr(shapes, "line", watch)
        driver.ctx.stack.dirty = True
        driver.frame(0)
    x, _, w, _ = driver.target(driver.top.ui.editing).box
    return [at for at in seen if x <= at <= x + w]


def test_the_caret_stands_behind_the_text_and_blinks(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.click("seat.0")
    driver.click("seat.0.name")
    driver.key(pygame.K_a, CTRL)
    _type(driver, "Anna")
    x = driver.target("seat.0.name").box[0] + controls.FIELD_PAD
    c = driver.window.canvas
    assert _caret_drawn(driver, monkeypatch) == [pytest.approx(x + text.width(c, "Anna", text.Font("sans", 18)), abs=1)]
    driver.key(pygame.K_LEFT)
    assert _caret_drawn(driver, monkeypatch) == [pytest.approx(x + text.width(c, "Ann", text.Font("sans", 18)), abs=1)]
    seen = []
    for _ in range(22):
        driver.run(96)
        seen.append(bool(_caret_drawn(driver, monkeypatch)))
    assert 6 <= sum(seen) <= 16


@pytest.mark.parametrize("size", [100, 130])
def test_the_caret_of_long_text_is_in_sight(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    run = Driver(text_size=size)
    try:
        routes.open(run.ctx, "title")
        run.run(400)
        routes.open(run.ctx, "rules", "king_of_12", 0)
        run.run(600)
        run.key(pygame.K_f, CTRL)
        _type(run, "WWWWWW MMMMMMM WWWWWW MMMMMM W")
        x, _, w, _ = run.target("search").box
        for key in (0, pygame.K_HOME, pygame.K_END, *[pygame.K_LEFT] * 25, *[pygame.K_DELETE] * 3):
            if key:
                run.key(key)
            (at,) = _caret_drawn(run, monkeypatch)
            assert x + 8 <= at <= x + w - controls.FIELD_ICON
    finally:
        run.close()


def test_keys_move_and_remove(driver: Driver, clipboard: list[str]) -> None:
    driver.click("seat.0")
    driver.click("seat.0.name")
    field = driver.top.ui.field
    driver.key(pygame.K_a, CTRL)
    _type(driver, "one two")
    for key, mod, value, caret in (
        (pygame.K_LEFT, 0, "one two", 6),
        (pygame.K_DELETE, 0, "one tw", 6),
        (pygame.K_HOME, 0, "one tw", 0),
        (pygame.K_DELETE, 0, "ne tw", 0),
        (pygame.K_RIGHT, CTRL, "ne tw", 3),
        (pygame.K_RIGHT, SHIFT, "ne tw", 4),
        (pygame.K_x, CTRL, "ne w", 3),
        (pygame.K_END, 0, "ne w", 4),
        (pygame.K_v, CTRL, "ne wt", 5),
        (pygame.K_BACKSPACE, CTRL, "ne ", 3),
        (pygame.K_z, CTRL, "ne wt", 5),
        (pygame.K_z, CTRL, "ne w", 4),
        (pygame.K_y, CTRL, "ne wt", 5),
        (pygame.K_z, CTRL | SHIFT, "ne ", 3),
        (pygame.K_a, CTRL, "ne ", 3),
        (pygame.K_c, CTRL, "ne ", 3),
        (pygame.K_BACKSPACE, 0, "", 0),
    ):
        driver.key(key, mod)
        assert (field.text, field.caret) == (value, caret), pygame.key.name(key)
    assert clipboard[-1] == "ne "
    assert driver.top.ui.typing, "nothing of that has left the field"


def test_the_mouse_places_the_caret_and_selects(driver: Driver) -> None:
    driver.click("seat.0")
    driver.click("seat.0.name")
    driver.key(pygame.K_a, CTRL)
    _type(driver, "abcdef")
    field, c = driver.top.ui.field, driver.window.canvas
    x, y, _, h = driver.target("seat.0.name").box
    left, middle = x + controls.FIELD_PAD, y + h / 2
    places = [left + text.width(c, "abcdef"[:at], "lead") for at in range(7)]
    driver.click_at(places[2] + 1, middle)
    assert (field.caret, field.selected) == (2, "")
    pos = driver.pixel(places[1] + 1, middle)
    driver.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)])
    pos = driver.pixel(places[4] + 1, middle)
    driver.frame(16, [pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(9, 0), buttons=(1, 0, 0))])
    driver.frame(16, [pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1)])
    assert field.selected == "bcd"
    _type(driver, "X")
    assert field.text == "aXef" and driver.top.ui.field is field
    driver.click_at(places[6] + 9, middle)
    assert field.caret == 4
    driver.key(pygame.K_RETURN)
    assert driver.top.seats[0].name == "aXef"


def test_a_held_key_repeats_only_while_typing(driver: Driver) -> None:
    assert pygame.key.get_repeat() == (0, 0)
    driver.click("seat.0")
    driver.click("seat.0.name")
    driver.frame()
    assert pygame.key.get_repeat()[0] > 0
    driver.key(pygame.K_RETURN)
    driver.frame()
    assert pygame.key.get_repeat() == (0, 0)


def test_what_is_pasted_fits_and_can_be_shown(clipboard: list[str]) -> None:
    field = _field("ab", 1, limit=8)
    clipboard.append("x\ny\u202e\x00z" + "w" * 500)
    field.edit("paste")
    assert field.text == "ax yzwwb" and field.caret == 7
    field.edit("paste")
    assert field.text == "ax yzwwb", "a full field takes nothing"
    field.edit("undo")
    assert (field.text, field.caret) == ("ab", 1)


def test_a_clipboard_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
    monkeypatch.setattr(pygame.scrap, "get_text", refuse)
    field = _field("abc")
    for how in ("select_all", "copy", "cut", "paste"):
        field.edit(how)
    assert field.text == "abc", "what could not be copied is not cut"


def test_letters_with_signs_on_them_are_one_step() -> None:
    field = _field("ax\u0323\u0302b", 4)
    field.edit("left")
    assert field.caret == 1
    field.edit("right")
    assert field.caret == 4
    field.edit("erase")
    assert field.text == "ab"
    field = _field("e")
    field.insert("\u0301")
    assert field.text == "é"


def test_every_edit_has_a_key_and_random_edits_keep_the_field_whole(clipboard: list[str]) -> None:
    assert set(bindings.standard().editing.values()) == EDITS
    rng = random.Random(7)
    for _ in range(60):
        limit = rng.choice((1, 5, 24))
        field = _field(names.clean_input("některé jméno", limit), limit=limit)
        for _ in range(60):
            if rng.random() < 0.4:
                field.insert(rng.choice(("a", " ", "я", "\u0301", "\u200b", "two words", "\ud800", "🎲")))
            else:
                field.edit(rng.choice(sorted(EDITS)))
            first, last = field.selection
            assert 0 <= first <= last <= len(field.text) <= limit
            assert field.caret in (first, last)
            assert names.clean_input(field.text, limit) == field.text
    assert text_field.paste_text() == clipboard[-1]


OWN_KEYS: dict[str, dict[str, str]] = {
    "elsewhere": {"return": "", "j": "activate"},
    "something else": {"return": "hint", "tab": "rules", "j": "activate", "k": "next"},
    "shift": {"left shift": "activate", "return": ""},
}
FIELDS: dict[str, tuple[tuple[Any, ...], str]] = {
    "set_up": (("set_up", "king_of_12"), "seat.0.name"),
    "seed": (("set_up", "legends"), "seed"),
    "rules": (("rules", "king_of_12", 0), "search"),
    "keys": (("keys",), "find"),
}


@pytest.mark.parametrize("own", list(OWN_KEYS))
@pytest.mark.parametrize("field", list(FIELDS))
def test_enter_ends_every_text_whatever_it_is_bound_to(field: str, own: str) -> None:
    run = Driver(bindings={"keys": OWN_KEYS[own]}, speed="instant")
    room, target = FIELDS[field]
    try:
        routes.open(run.ctx, "title")
        run.ctx.stack.settle()
        routes.open(run.ctx, *room)
        run.ctx.stack.settle()
        run.run(60)
        page = run.top
        if field == "seed" and not run.has(target):
            run.click("more")
        if not run.has(target):
            run.click("seat.0")
        for key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB):
            run.click(target)
            run.frame()
            run.key(pygame.K_a, CTRL)
            shift = (pygame.KEYDOWN, pygame.K_LSHIFT), (pygame.KEYUP, pygame.K_LSHIFT)
            run.frame(16, [pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=0) for kind, code in shift])
            _type(run, "Jot")
            run.key(pygame.K_j)
            assert run.top.ui.typing, "letters are letters, and so are capital ones"
            run.key(key)
            run.frame()
            assert run.top is page and not run.top.ui.typing
            assert run.target(target).value == "Jot"
    finally:
        run.close()
