"""What else there is to say of a game: whole sentences, those that tell of one place in it lead there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scenes.shell.panels import draw_titled_panel
from scenes.shell.targets import Box
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking

LEAST = 12.0
"""Least size of the sentences: the largest in which all have room is taken."""
GAP = 16.0
LEFT, RIGHT = 18.0, 40.0
TOP = 52.0


def room(scene: Looking, c: Canvas, box: Box) -> tuple[text.Font, list[float]]:
    """The font, and how high every sentence stands."""
    _, _, w, h = box
    said = [scene.ctx.say(one.said.message(), scene.names) for one in scene.facts]
    font = text.find_font("label")
    while True:
        heights = [text.paragraph_height(c, one, w - LEFT - RIGHT, font) for one in said]
        if sum(heights) + GAP * len(said) <= h - TOP - 4 or font.size <= LEAST:
            return font, heights
        font = text.resize(font, font.size - 0.5)


def draw_facts(scene: Looking, c: Canvas, box: Box) -> None:
    """The sentences, one below the other."""
    x, y, w, _ = box
    font, heights = room(scene, c, box)
    hot = [one for one in scene.ui.hot if one is not None and one.startswith("fact.")]
    rows = []
    at = y + TOP
    for number, high in enumerate(heights):
        rows.append((number, (x + 8, at - GAP / 2, w - 16, high + GAP)))
        at += high + GAP

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, "")
        for number, row in rows:
            one = scene.facts[number]
            if one.turn is not None:
                if one.turn == scene.turn:
                    shapes.gradient_box(layer, *row, 8, [(0, "marked.high"), (1, "panel.top")], rim="edge.bright")
                elif f"fact.{number}" in hot:
                    shapes.round_rect(layer, *row, 8, "accent", alpha=34)
                icons.draw(layer, "ph-caret-right", row[0] + row[2] - 14, row[1] + row[3] / 2, 13, "accent")
            words = scene.ctx.say(one.said.message(), scene.names)
            text.paragraph(layer, words, x + LEFT, row[1] + GAP / 2, w - LEFT - RIGHT, font, "text.body")

    turn = scene.turn if any(one.turn == scene.turn for one in scene.facts) else None
    key = (scene.ctx.texts.language, scene.mark_of_review, scene.whose, box, turn, tuple(hot))
    scene.panels.draw(c, "facts", key, box, paint)
    for number, row in rows:
        place = scene.facts[number].turn
        if place is not None:
            scene.ui.zone(f"fact.{number}", row, _leader(scene, place))


def _leader(scene: Looking, turn: int) -> Callable[[], None]:
    return lambda: scene.go(turn)
