"""Why a turn was better: its headline, what it cost and between which bounds, and what it brings more, by player."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ai.analysis.report import WHOLE, Moment
from ai.opponent_registry import find_analysis_profile
from scenes.common.turn_sentence import tell_part
from scenes.shell.targets import Box
from scenes.study.reasons import name_term, split_cost
from scenes.study.turn_lines import find_difference
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking
    from scenes.study.turn_view import TurnView

ROW, COLUMN = 25.0, 84.0
"""Height of a row, less where many would reach the edge of the table, and width of a column."""
HEAD, FOOT = 16.0, 14.0
"""Where the middle of the first row lies below the upper edge of the table, and of the last row above the lower one."""


def draw(scene: Looking, view: TurnView, c: Canvas, box: Box) -> None:
    """Draw the panel of reasons."""
    x, y, w, h = box
    t, moment = scene.ctx.t, view.moment
    turns = [one for one in scene.moments if not one.good]
    number = next((at for at, one in enumerate(turns, 1) if one == moment), 0)
    headline = _tell_headline(scene, view)
    cost = ("+" if moment.good else "−") + t("ui.percent", value=max(1, round(100 * moment.cost / WHOLE)))

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, *box)
        where = t("study.turn.of", turn=view.lines[0].number, name=scene.names[moment.seat])
        text.draw(layer, where, x + 60, y + 25, "caption", "accent", "lm", max_w=w / 2 - 30)
        if number:
            words = t("study.turn.number", number=number, count=len(turns))
            text.draw(layer, words, x + w - 60, y + 25, "fine", "text.muted", "rm", max_w=w / 2 - 60)
        shapes.rule(layer, x + 14, y + 46, w - 28, ornament=False)
        _headline(layer, headline, (x + 18, y + 52, w - 150, 52))
        text.draw(layer, cost, x + w - 18, y + 72, "large figure", "gain" if moment.good else "loss", "rm")
        bounds = [_format_bound(bound) for bound in _list_bounds(moment)]
        between = t("study.turn.between", low=bounds[0], high=bounds[1])
        text.draw(layer, between, x + w - 18, y + 98, "fine", "text.muted", "rm", max_w=130)
        note = _note(scene, view)
        if note:
            text.draw(layer, note, x + 18, y + 117, "remark", "text.muted", "lm", max_w=w - 36)
        _gains(scene, view, layer, (x + 12, y + 130, w - 24, h - 130 - 36))
        if moment.pairs:
            icons.draw(layer, "check", x + 26, y + h - 19, 15, "gain")
            words = t("study.turn.checked", n=moment.pairs)
            text.draw(layer, words, x + 42, y + h - 19, "fine", "text.good", "lm", max_w=w - 60)

    key = (scene.ctx.texts.language, scene.mark_of_review, moment, box)
    scene.panels.draw(c, "turn.reasons", key, box, paint)
    for name, icon, by, at in (("before", "left", -1, x + 32), ("after", "right", 1, x + w - 32)):
        tip = (t(f"study.moment.{name}"), t("study.moment.keys"))
        scene.ui.icon_button(c, name, at, y + 25, 15, icon, partial(scene.to_moment, by), tip=tip)


def _tell_headline(scene: Looking, view: TurnView) -> str:
    """What the better turn does that the other one does not."""
    part = find_difference(view.lines, 0 if view.moment.good else 1)
    if part is None:
        return scene.ctx.t("ui.turn.nothing")
    said = tell_part(scene.ctx.texts, part, scene.names, begins=False).replace("*", "")
    return scene.ctx.t("study.turn.found" if view.moment.good else "study.turn.missed", what=said)


def _list_bounds(moment: Moment) -> list[int]:
    """The bounds of what a moment brought, or cost as numbers below nothing; the nearer to nothing first."""
    return [moment.low, moment.high] if moment.good else [-moment.low, -moment.high]


def _headline(c: Canvas, words: str, box: Box) -> None:
    """What was better, in the largest letters in which it has room."""
    x, y, w, h = box
    text.paragraph(c, words, x, y, w, text.fit(c, words, w, h, "title", least=15), "text.bright")


def _note(scene: Looking, view: TurnView) -> str:
    """What has to be known of both turns: how much of them is the same, or that dice decide."""
    t = scene.ctx.t
    if not find_analysis_profile(scene.whole.game).planned:
        return t("study.turn.example")
    return t("study.turn.begun", n=view.same) if view.same else ""


def _format_bound(number: int) -> str:
    """A bound in signed whole percent."""
    whole = round(100 * number / WHOLE)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"


def _gains(scene: Looking, view: TurnView, c: Canvas, box: Box) -> None:
    """The table of what the better turn brings more: a row for each term, a column for each player, the sum below."""
    x, y, w, h = box
    t, moment = scene.ctx.t, view.moment
    shapes.round_rect(c, *box, 8, "veil", alpha=110)
    seats = sorted(range(len(scene.names)), key=lambda one: one != moment.seat)
    if moment.reasons and not moment.gains:
        words = " ".join(scene.ctx.say(reason.message(), scene.names) for reason in moment.reasons)
        text.paragraph(c, words, x + 14, y + 12, w - 28, "body", "text.body", bold_colour="text.strong")
        return
    column = min(COLUMN, (w * 0.55) / len(seats))
    lefts = {seat: x + w - 14 - column * (len(seats) - at - 1) for at, seat in enumerate(seats)}
    head = t("study.turn.more.good" if moment.good else "study.turn.more")
    text.draw(c, head, x + 12, y + HEAD, "caption", "accent", "lm",
              max_w=w - 40 - column * len(seats))  # fmt: skip
    for seat in seats:
        one = scene.whole.seats[seat]
        wide = min(column - 26, text.width(c, one.name, "fine"))
        shapes.badge(c, one.colour, one.emblem, lefts[seat] - wide - 12, y + HEAD, 8)
        text.draw(c, one.name, lefts[seat], y + HEAD, "fine", "text", "rm", max_w=column - 26)
    parts = split_cost(moment)
    rows = [(name_term(scene, gain), gain.by_seat) for gain in moment.gains]
    if parts[-1]:
        rest = [0] * len(seats)
        rest[moment.seat] = parts[-1] * WHOLE // 100
        rows.append((t("study.turn.rest"), tuple(rest)))
    tall = min(ROW, (h - HEAD - FOOT) / (len(rows) + 1))
    yy = y + HEAD + tall
    for name, by_seat in rows:
        text.draw(c, name, x + 12, yy, "body", "text.body", "lm", max_w=w - 40 - column * len(seats))
        for seat in seats:
            _number(c, lefts[seat], yy, round(100 * by_seat[seat] / WHOLE), seat == moment.seat)
        shapes.line(c, x + 12, yy + tall / 2, x + w - 12, yy + tall / 2, "edge", 1, 60)
        yy += tall
    text.draw(c, t("study.turn.together", name=scene.names[moment.seat]), x + 12, yy, "strong", "text", "lm",
              max_w=w * 0.5)  # fmt: skip
    words = " ".join(f"{'+' if one > 0 else '−'} {abs(one)}" for one in parts if one).removeprefix("+ ")
    total = "+" + t("ui.percent", value=sum(parts))
    text.draw(c, total, x + w - 14, yy, "name", "gain", "rm")
    text.draw(c, f"{words} =", x + w - 24 - text.width(c, total, "name"), yy, "fine", "text.muted", "rm",
              max_w=w * 0.32)  # fmt: skip


def _number(c: Canvas, x: float, y: float, percent: int, own: bool) -> None:
    """A signed number, green where it is good for the player whose turn it is; a dot for nought."""
    if not percent:
        shapes.round_rect(c, x - 8, y - 2, 4, 4, 2, "text.faint")
        return
    words = f"+{percent}" if percent > 0 else f"−{-percent}"
    text.draw(c, words, x, y, "name", "gain" if (percent > 0) == own else "loss", "rm")
