"""Whatever a text is made of, it can be drawn and measured."""

import random

import pygame
import pytest
from hypothesis import given, settings, strategies as st

from sprites.base import controls, text
from sprites.base.canvas import Canvas
from tests.support.in_turn import count_examples

ODD = [
    "\u200b", "\u200d", "\u202e", "\u2060", "\u00ad", "\ufe0f", "\0", "a\0b", "\ud800", "a\udfff", "\n", "a\nb", "\t",
    "\x1b[31m", "\u0301", "Z" + "\u0336" * 500, "🎲", "\ufdfd" * 300, "\U0010ffff", "\u3164", "\u2028", "\u200b \u200b",
    "x" * 100_000, "\n" * 50_000, "a " * 10_000, "{icon:no_such_icon}", "{icon:", "*", "**a", "{name}", "%s", "",
]  # fmt: skip


@pytest.fixture(scope="module")
def canvas() -> Canvas:
    pygame.display.init()
    return Canvas(pygame.Surface((640, 360)))


def show(canvas: Canvas, s: str) -> None:
    """Every way in which a text comes onto the screen."""
    text.draw(canvas, s, 10, 10, max_w=200)
    text.draw(canvas, s, 10, 10, "display", "accent", "cm", shadow=True, gradient=("#ffffff", "#000000"), alpha=90)
    assert text.width(canvas, s) >= 0
    text.paragraph(canvas, s, 10, 10, 300)
    text.paragraph_height(canvas, s, 300)
    text.fit(canvas, s, 300, 100)
    text.widest(canvas, s, 300)
    controls.text_field(canvas, 10, 10, 120, 30, s, focused=True)
    controls.text_field(canvas, 10, 10, 120, 30, s, caret=1)
    controls.button(canvas, 10, 10, 120, 48, s, key=s[:3])


@pytest.mark.parametrize("s", ODD, ids=lambda s: ascii(s)[:24])
def test_odd_texts_are_drawn(canvas: Canvas, s: str) -> None:
    show(canvas, s)


@settings(max_examples=count_examples(60), deadline=None)
@given(st.text(st.characters(categories=None), max_size=60))
def test_any_text_is_drawn(s: str) -> None:
    pygame.display.init()
    show(Canvas(pygame.Surface((320, 180))), s)


@pytest.mark.soak
def test_every_character_is_drawn() -> None:
    """All 1,114,112 places of Unicode, in an odd order, twenty in a text."""
    pygame.display.init()
    canvas = Canvas(pygame.Surface((320, 180)))
    places = list(range(0x110000))
    random.Random(1).shuffle(places)
    for at in range(0, len(places), 20):
        s = "".join(map(chr, places[at : at + 20]))
        text.draw(canvas, s, 10, 10)
        text.paragraph(canvas, s, 10, 10, 300)
        if at % 20_000 == 0:
            canvas.cache.clear()


def test_what_cannot_be_seen_takes_no_room(canvas: Canvas) -> None:
    assert text.width(canvas, "\u200b\u202e") == 0
    assert text.width(canvas, "Le\u200bo") == text.width(canvas, "Leo")


def test_a_long_path_is_broken_into_lines(canvas: Canvas) -> None:
    path = "/home/" + "folder/" * 40
    assert text.widest(canvas, path, 300) < text.width(canvas, path) / 2
