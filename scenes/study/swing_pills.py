"""Labels of the swings above and below the curve: what happened, in a few words, each joined to its mark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ai.analysis.report import WHOLE, Swing
from scenes.shell.targets import Box
from scenes.study.swings import (
    choose_sentences,
    describe_swing,
    draw_sign,
    explain_swing,
    format_change,
    lead_to,
    list_swings,
    shorten_swing,
)
from sprites.base import shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking

APART = 150.0
"""Swings closer than this, in logical units, share a pill."""
TALL, LOWEST = 22.0, 46.0
"""Height of a pill, and where the upper lane begins below the top of the panel."""
Place = Callable[[Swing], tuple[float, float]]


def group_swings(swings: Sequence[Swing], find_x: Callable[[Swing], float]) -> list[list[Swing]]:
    """Return the swings from left to right; those less than :data:`APART` from the first of their group are one."""
    groups: list[list[Swing]] = []
    for swing in sorted(swings, key=find_x):
        if groups and find_x(swing) - find_x(groups[-1][0]) < APART:
            groups[-1].append(swing)
        else:
            groups.append([swing])
    return groups


def draw_pills(scene: Looking, c: Canvas, graph: Box, lanes: tuple[float, float], place: Place) -> None:
    """Draw a pill for each group of swings, by turns in the upper and the lower lane (``lanes``: their upper edges).

    A click shows the position before the first swing of the group. ``place``: where a swing is marked on the curve.
    """
    groups = group_swings(list_swings(scene), lambda swing: place(swing)[0])
    centres = [sum(place(one)[0] for one in group) / len(group) for group in groups]
    for number, group in enumerate(groups):
        lane = number % 2
        room = min(
            (centres[other] - centres[number] for other in range(number + 2, len(groups)) if other % 2 == lane),
            default=graph[2],
        )
        before = min(
            (centres[number] - centres[other] for other in range(number) if other % 2 == lane), default=graph[2]
        )
        _draw_pill(scene, c, graph, number, group, centres[number], lanes[lane], min(room, before) - 8, place)


def _draw_pill(
    scene: Looking, c: Canvas, graph: Box, number: int, group: list[Swing], centre: float, top: float, room: float,
    place: Place,
) -> None:  # fmt: skip
    swing = max(group, key=lambda one: abs(one.change[scene.whose]))
    change = _format_sum(scene, group)
    left = 26.0 + text.width(c, change, "strong") + 8
    words = _choose_words(scene, c, group, room - left - 12)
    wide = left + text.width(c, words, "fine") + 12
    x = min(max(centre - wide / 2, graph[0] - 40), graph[0] + graph[2] - wide)
    box = (x, top, wide, TALL)
    edge = top + TALL if top < graph[1] else top
    for one in group:
        at = place(one)
        shapes.line(c, at[0], at[1], min(max(at[0], x + 8), x + wide - 8), edge, "edge", 1, 150)
    tips = "\n".join(f"{format_change(scene, one)}  {explain_swing(scene, one)}" for one in group)
    title = scene.ctx.t("study.gain.of", name=scene.names[scene.whose], points=change)
    state = scene.ui.zone(f"pill.{number}", box, lead_to(scene, group[0]), tip=(title, tips))
    current = any(one.turn <= scene.turn < one.end for one in group)
    shapes.round_rect(c, *box, TALL / 2, "well")
    rim = "edge.bright" if current or state in ("hover", "pressed") else "edge"
    shapes.round_rect(c, *box, TALL / 2, rim, border=1)
    draw_sign(scene, c, swing, x + 14, top + TALL / 2, 7.0)
    ink = "gain" if sum(one.change[scene.whose] for one in group) > 0 else "loss"
    text.draw(c, change, x + 26, top + TALL / 2, "strong", ink, "lm")
    text.draw(c, words, x + left, top + TALL / 2, "fine", "text", "lm")


def _format_sum(scene: Looking, group: Sequence[Swing]) -> str:
    """The change of a whole group, in signed percent."""
    number = round(100 * sum(one.change[scene.whose] for one in group) / WHOLE)
    return ("+" if number > 0 else "−" if number < 0 else "") + scene.ctx.t("ui.percent", value=abs(number))


def _choose_words(scene: Looking, c: Canvas, group: list[Swing], room: float) -> str:
    """What happened, as far as it has room; of several swings only how many they are."""
    if len(group) > 1:
        return scene.ctx.t("study.swing.count", n=len(group))
    swing = group[0]

    def fits(words: str) -> bool:
        return text.width(c, words.replace("*", ""), "fine") <= room

    words = shorten_swing(scene, swing, fits)
    if not words:
        told = choose_sentences(scene, swing, 1)
        words = scene.ctx.say(told[0].message(), scene.names) if told else describe_swing(scene, swing)
    if fits(words):
        return words.replace("*", "")
    return scene.ctx.t("study.at", turn=scene.lines.find_number(swing.turn))
