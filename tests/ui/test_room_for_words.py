"""No text is too wide for its place, cut off or too small to be read: every scene, each language, smallest window."""

from collections.abc import Iterator

import pygame
import pytest

from scenes.dev.screenshots import all_scenes
from scenes.shell.window import SMALLEST
from sprites.base import controls, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import Tight
from tests.support import scene_turns
from tests.support.catalogues import LANGUAGES
from tests.ui.driver import Driver

SMALL = (1280, 720)
"""A usual small window, in which nothing may look squeezed."""


@pytest.fixture
def tight() -> Iterator[Tight]:
    listening = Tight()
    yield listening
    listening.close()


def look(driver: Driver, tight: Tight, name: str, language: str) -> list[str]:
    """What has not the room it needs in one scene; its controls have to have theirs."""
    if language != driver.ctx.texts.language:
        driver.settings.language = language
        driver.ctx.apply_settings()
    tight.lines.clear()
    scene_turns.look(driver, name)
    return [f"{name}, {language}: {line}" for line in tight.lines]


def test_every_text_has_its_room_in_the_smallest_window(tight: Tight) -> None:
    """Every twelfth scene, in all languages by turns."""
    driver = Driver(SMALLEST)
    try:
        found = [
            line
            for language, name in sorted(scene_turns.shares(SMALLEST))
            for line in look(driver, tight, name, language)
        ]
    finally:
        driver.close()
    assert not found, "\n".join(found)


def squeezed(shown: list[tuple[str, str]]) -> list[str]:
    """What is drawn at less than four fifths of its size in these scenes (language, name), in a small window."""
    listening = Tight(shrinking=True)
    driver = Driver(SMALL)
    try:
        return [line for language, name in shown for line in look(driver, listening, name, language)]
    finally:
        driver.close()
        listening.close()


def test_no_text_is_much_smaller_than_it_was_meant_to_be() -> None:
    """Every twelfth scene, in all languages by turns."""
    found = squeezed(sorted(scene_turns.shares(SMALL)))
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_any_scene_is_much_smaller_than_it_was_meant_to_be(language: str) -> None:
    found = squeezed([(language, name) for name in all_scenes()])
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_every_scene_has_its_room(tight: Tight, language: str) -> None:
    driver = Driver(SMALLEST)
    try:
        found = [line for name in all_scenes() for line in look(driver, tight, name, language)]
    finally:
        driver.close()
    assert not found, "\n".join(found)


def test_what_shrinks_is_told_to_those_who_ask_for_it() -> None:
    c = Canvas(pygame.Surface(SMALL))
    words = "Rozhodnutí o příštím tahu"
    listening = Tight(shrinking=True)
    try:
        full = text.width(c, words, "heading")
        text.draw(c, words, 20, 100, "heading", max_w=full * 0.9)
        text.draw(c, words, 20, 100, "heading", max_w=full * 0.68)  # narrow letters before small ones
        text.fit(c, words, full, 40, "heading")
        controls.button(c, 20, 100, full * 1.2, 50, words)
        assert not listening.lines
        text.draw(c, words, 20, 100, "heading", max_w=full * 0.55)
        text.fit(c, words * 4, full, 40, "heading")
        controls.button(c, 20, 100, 118, 30, words)
        assert [line.startswith("shrunk to") for line in listening.lines] == [True] * 3, listening.lines
    finally:
        listening.close()


def test_a_label_goes_into_two_rows_before_it_grows_small() -> None:
    c = Canvas(pygame.Surface(SMALL))
    full = text.width(c, "Power over the centre", "heading")
    assert text.rows(c, "Power over the centre", full + 1, "heading", 50)[0] == ["Power over the centre"]
    rows, font = text.rows(c, "Power over the centre", full * 0.6, "heading", 50)
    assert rows == ["Power over", "the centre"] and font.size >= 16
    assert text.rows(c, "Unparted", 30, "heading", 50)[0] == ["Unparted"]
    assert text.rows(c, "Power over the centre", full * 0.75, "heading", 12)[0] == ["Power over the centre"], "too low"


def test_a_label_that_goes_into_two_rows_is_not_told_as_too_wide(tight: Tight) -> None:
    """As the next puzzle in the smallest window; on a low button the same label has no room."""
    c = Canvas(pygame.Surface(SMALLEST))
    words = "Weiter: Die letzten beiden Karten, Nr. 3"
    controls.button(c, 20, 100, 150, 84, words, icon="play", key="Leertaste")
    assert not tight.lines
    controls.button(c, 20, 200, 150, 30, words, icon="play", key="Leertaste")
    assert any("wider than its button" in line for line in tight.lines)


def test_what_has_no_room_is_told(tight: Tight) -> None:
    """Each way of having no room is seen: an empty list would prove nothing otherwise."""
    c = Canvas(pygame.Surface(SMALLEST), text_scale=1.15)
    words = "Rozhodnutí o příštím tahu"
    text.draw(c, words, 20, 100, max_w=400)
    assert not tight.lines
    for draw, expected in (
        (lambda: text.draw(c, words, 20, 100, "lead", max_w=60), "wider than its place"),
        (lambda: text.draw(c, words, 20, 100, "lead", max_w=78, fixed=True), "too small to be read"),
        (lambda: text.draw(c, words, c.right - 60, 100), "cut off at the side"),
        (lambda: text.draw(c, words, 20, c.height), "cut off above or below"),
        (lambda: text.paragraph(c, "Nejneobhospodařovávatelnějšímu", 20, 100, 60), "a word is wider than its place"),
        (lambda: text.fit(c, words * 20, 200, 30), "more than its place holds"),
        (lambda: controls.button(c, 20, 100, 80, 44, words * 2), "wider than its button"),
    ):
        tight.lines.clear()
        draw()
        assert any(line.startswith(expected) for line in tight.lines), (expected, tight.lines)
    tight.close()
    tight.lines.clear()
    text.draw(c, words, 20, 100, "lead", max_w=60)
    assert not tight.lines, "nobody listens any more"


def test_two_rows_below_a_call_lie_off_its_frame(tight: Tight, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language may say in two rows what others say in one."""
    lowest: list[float] = []
    draw_rows = text.draw_rows

    def note(c: Canvas, s: str, x: float, y: float, w: float, font: str, *given: str, high: float = 32.0) -> None:
        lowest.append(y + (high / 2 if len(text.rows(c, s, w, font, high)[0]) > 1 else 0.0))
        draw_rows(c, s, x, y, w, font, *given, high=high)

    monkeypatch.setattr(text, "draw_rows", note)
    driver = Driver(SMALLEST)
    try:
        for language in LANGUAGES:
            lowest.clear()
            look(driver, tight, "tash_kalar/puzzle-two-tasks", language)
            _, y, _, h = driver.top.own.places.fit
            assert y + h - 24 < max(low for low in lowest if low < y + h) <= y + h - 6
    finally:
        driver.close()
