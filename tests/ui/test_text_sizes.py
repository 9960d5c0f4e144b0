"""How large the smallest text is on the sofa, on a handheld and with high contrast, and that it has its room."""

import math
from collections.abc import Mapping
from typing import Any

import pygame
import pytest

from scenes.dev.screenshots import all_scenes
from scenes.menus.settings import PRESETS
from scenes.shell.layers import draw_titled_panel
from sprites.base import drawn_words, fonts, text, theme
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import Tight
from sprites.king_of_12.card import card_looks
from tests.support import scene_turns
from tests.support.catalogues import LANGUAGES, LONGEST, OTHERS
from tests.ui.driver import Driver

SCREENS: dict[str, tuple[tuple[int, int], Mapping[str, Any], float]] = {
    "sofa": ((1280, 720), PRESETS["sofa"], 24 * 720 / 1080),
    "handheld": ((1280, 800), PRESETS["handheld"], 12.0),
    "contrast": ((1280, 720), {"contrast": True}, 17.5 * 720 / 900),
}
"""Window, settings and pixels of the smallest text: 24 px at 1920 × 1080 are 16 px at 1280 × 720."""
SHARE = 43
"""Every how many scenes one is drawn; the long run draws all."""


PAGES = ("settings", "keys", "keys-shared", "keys-conflict", "ease")
TABLES = ("king_of_12/choose", "legends/choose", "king_of_the_dice/dice-table", "tash_kalar/tash-table")
UNITS = ((1024, 640), (1280, 720), (1920, 1080))


def find_small_texts(
    preset: str, shown: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch, *,
    units: tuple[int, int] | None = None, ratio: float = 1.0,
) -> list[str]:  # fmt: skip
    """What is too small, or has no room, in these scenes (language, name).

    Rules of cards get smaller before their end is cut off, by two fifths at most, and seals stay within their circles.
    A table that is shown as a small picture, as in the analysis, counts as a picture.
    """
    size, settings, least = SCREENS[preset]
    if units is not None:
        least *= min(units[0] / 1600, units[1] / 900) / min(size[0] / 1600, size[1] / 900) * ratio
    driver = Driver(units or size, fresh=True, ratio=ratio if units else 0.0, **settings)
    drawn: list[tuple[int, str]] = []
    render = fonts.render_line

    def note(words: str, face: str, px: int, ink: tuple[int, int, int]) -> Any:
        if drawn_words.is_listening():
            drawn.append((px, words))
        return render(words, face, px, ink)

    seals = {look.seal.text for look in card_looks().values()}
    rules: set[str] = set()
    arrange = text._arrange

    def note_rule(c: Canvas, s: str, w: float, font: text.Font, *more: Any) -> tuple[str, str, int]:
        if font.whole:
            rules.update(s.replace("*", "").split())
        return arrange(c, s, w, font, *more)

    monkeypatch.setattr(text, "render_line", note)
    monkeypatch.setattr(text, "_arrange", note_rule)
    tight, found = Tight(), []
    try:
        for language, name in shown:
            driver.settings.language = language
            driver.ctx.apply_settings()
            drawn.clear()
            tight.lines.clear()
            scene_turns.look(driver, name)
            assert drawn, name
            for px, words in drawn:
                is_rule = len(words) < 3 or all(word in rule for word in words.split() for rule in [" ".join(rules)])
                if px < math.floor(least * (0.6 if is_rule else 1.0)) and words not in seals:
                    found.append(f"{name}, {language}: {px} px: {words}")
            found += [f"{name}, {language}: {line}" for line in tight.lines]
    finally:
        tight.close()
        driver.close()
        theme.choose(None)
        monkeypatch.setattr(text, "render_line", render)
        monkeypatch.setattr(text, "_arrange", arrange)
    return found


@pytest.mark.sample(3)
@pytest.mark.parametrize("preset", SCREENS)
def test_no_text_is_smaller_than_a_preset_says(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number = list(SCREENS).index(preset)
    names = list(all_scenes())[number * (SHARE // len(SCREENS)) :: SHARE]
    found = find_small_texts(preset, [(OTHERS[number % len(OTHERS)], name) for name in names], monkeypatch)
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", SCREENS)
def test_no_text_of_any_scene_is_smaller_than_a_preset_says(
    preset: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_small_texts(preset, [(language, name) for name in all_scenes()], monkeypatch)
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("preset", ["sofa", "contrast"])
@pytest.mark.parametrize("ratio", [1.5, 2.0])
@pytest.mark.parametrize("units", UNITS)
def test_texts_have_their_room_where_units_are_larger_than_pixels(
    units: tuple[int, int], ratio: float, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = [(language, name) for language in LANGUAGES for name in PAGES]
    shown += [(LANGUAGES[(at + UNITS.index(units)) % len(LANGUAGES)], name) for at, name in enumerate(TABLES)]
    found = find_small_texts(preset, shown, monkeypatch, units=units, ratio=ratio)
    assert not found, "\n".join(found)


def test_letters_become_narrow_before_the_end_is_cut_off() -> None:
    c = Canvas(pygame.Surface((1280, 720)), least_text=20)
    words = "Decide which of your five cards is played"
    full = text.width(c, words)
    assert text.draw(c, words, 20, 100, max_w=full) == full
    narrow = text.draw(c, words, 20, 100, max_w=full * 0.8)
    assert full * 0.7 < narrow <= full * 0.8
    listening = Tight()
    try:
        assert text.draw(c, words, 20, 100, max_w=full * 0.4) <= full * 0.4
        font = text.fit(c, words * 4, full, 40)
        assert text.paragraph_height(c, words * 4, full, font) <= 40 < text.paragraph_height(c, words * 4, full)
        assert not listening.lines, "a text that is cut off has its room"
    finally:
        listening.close()
    cut = [word for word, _ in text.word_boxes(c, words * 4, full, font)]
    assert cut[-1].endswith("…") and cut[0] == "Decide"


def test_the_head_of_a_panel_has_room_for_title_and_note() -> None:
    c = Canvas(pygame.Surface((1280, 720)), text_scale=1.6)
    c.words = drawn_words.DrawnWords()
    draw_titled_panel(c, (0, 0, 470, 200), "Кто кого победил", note="Победы : поражения, строка против столбца")
    note, title = (one.box for one in c.words.found)
    assert title[0] + title[2] < note[0] and note[0] + note[2] <= 470 - 17
    assert title[2] > 120 and note[2] > 240, "none of them gets small for the sake of the other"


def test_narrow_letters_are_as_high_as_others() -> None:
    wide, narrow = (fonts.render_line("Thrones", face, 24, (255, 255, 255)) for face in ("sans", "sans~80"))
    assert wide.get_height() == narrow.get_height() and 0.75 < narrow.get_width() / wide.get_width() < 0.85
    assert fonts.find_bold("sans~80") == "sans_x~80" and fonts.find_bold("sans") == "sans_x"


def test_a_rule_is_told_whole_in_smaller_letters() -> None:
    """Other texts keep their least size and lose their end; a rule of a card keeps its end."""
    c = Canvas(pygame.Surface((1280, 720)), least_text=20)
    words = "Decide which of your five cards is played. " * 3
    for whole in (True, False):
        for font in (text.limit(text.Font("sans", 9), 60, whole=whole), text.fit(c, words, 300, 60, whole=whole)):
            shown = [word for word, _ in text.word_boxes(c, words, 300, font)]
            assert shown[-1].endswith("…") is not whole
            assert text.paragraph_height(c, words, 300, font) <= 60


RULES = ("king_of_12/choose", "king_of_the_dice/dice-hire", "tash_kalar/tash-table", "legends/choose")


@pytest.mark.parametrize("name", RULES)
def test_rules_on_cards_are_whole_on_the_sofa(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No rule of a card or a task ends with dots, in the language with the longest words."""
    shown: dict[str, str] = {}
    arrange = text._arrange

    def note(c: Canvas, s: str, w: float, font: text.Font, *more: Any) -> tuple[str, str, int]:
        found = arrange(c, s, w, font, *more)
        if font.whole:
            shown[s] = found[0]
        return found

    monkeypatch.setattr(text, "_arrange", note)
    driver = Driver((1280, 720), fresh=True, language=LONGEST, text_size=130, least_text=20, couch=True)
    try:
        all_scenes()[name](driver.ctx, "7")
        driver.ctx.stack.settle()
        driver.run(600)
    finally:
        driver.close()
    assert len(shown) >= (0 if name.startswith("legends") else 3)
    assert {words: end for words, end in shown.items() if words != end} == {}
