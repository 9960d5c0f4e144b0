"""The swings of a game: turns in which the chance of a seat moved by a tenth or more, in the list and on the curve."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ai.analysis.key_moments import (
    LARGE,
    find_choice,
    is_along,
)
from ai.analysis.report import WHOLE, StoredMessage, Swing
from ai.opponent_registry import find_analysis_profile
from scenes.common.turn_sentence import shorten_turn
from scenes.shell.panels import draw_titled_panel
from scenes.shell.targets import Box
from scenes.study.row_scroll import draw_foot
from scenes.study.words import move_words
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking

CAUSES = {"luck": "study.bill.luck", "choice": "study.swing.choice", "secret": "study.bill.secret",
          "course": "study.bill.course"}  # fmt: skip
"""Text of each cause, as the breakdown calls it."""
MOST_SAID = 3
"""Most sentences that tell a swing where room is short; the choices that were made at the same time are one."""
MOST_NAMED = 4
"""Most seats whose choices are named where they chose at the same time."""
LONGEST = 46
"""Letters of a turn in the list, for each sentence that has room."""
ROW, TOP = 82.0, 52.0
LEAST = 12.5
MOST_TALL = 49.0
"""How high the words of a row are at most."""
FORESEEN = 19.0
"""Height and letters of the line that tells how the game was expected to end, which the words of a row leave free."""
MARK = 9.0
"""Radius of a mark on the curve."""


def tell_cause(scene: Looking, swing: Swing) -> str:
    """Return what most of a swing was: in a turn that neither luck nor a choice explains, how it turned out for the
    seat that played it, or, where that one hardly moved, whom it moved most."""
    if swing.cause != "course" or swing.seat < 0:
        return scene.ctx.t(CAUSES[swing.cause])
    if abs(swing.change[swing.seat]) >= LARGE:
        return scene.ctx.t("study.swing.more" if swing.change[swing.seat] > 0 else "study.swing.less")
    seat = max(range(len(swing.change)), key=lambda one: abs(swing.change[one]))
    return scene.ctx.t("study.swing.helped" if swing.change[seat] > 0 else "study.swing.hurt", name=scene.names[seat])


def explain_cause(scene: Looking, swing: Swing) -> str:
    """Return the cause of a swing, with the player whose choice it was; where a choice of the turn was worth much the
    other way, also that."""
    cause = tell_cause(scene, swing)
    choice = None if scene.review is None else find_choice(swing, scene.review.moments)
    if choice is None:
        return cause
    name = scene.names[choice.seat]
    if not is_along(swing, choice):
        points = scene.ctx.t("ui.percent", value=round(100 * choice.cost / WHOLE))
        return scene.ctx.t(
            f"study.swing.{'weaker' if choice.good else 'better'}", cause=cause, points=points, name=name
        )
    return scene.ctx.t("study.swing.choice.of", name=name) if swing.cause in ("choice", "course") else cause


def choose_sentences(scene: Looking, swing: Swing, most: int) -> list[StoredMessage]:
    """Return the sentences that say most of a swing, in the order of the game; of luck what was drawn comes first."""
    profile = find_analysis_profile(scene.whole.game)
    kinds = (*(profile.drawn if swing.cause == "luck" else ()), *profile.events)
    weights = [next((at for at, kind in enumerate(kinds) if kind in one.id.split(".")), len(kinds))
               for one in swing.told]  # fmt: skip
    kept = sorted(range(len(weights)), key=weights.__getitem__)[:most]
    return [swing.told[at] for at in sorted(kept)]


def describe_swing(scene: Looking, swing: Swing, most: int = MOST_SAID) -> str:
    """Return what happened: the turn in one sentence behind its player, or a limited number of events."""
    said = shorten_swing(scene, swing, lambda words: len(words) <= LONGEST * most)
    if said:
        return scene.ctx.t("study.swing.turn", name=scene.names[swing.seat], turn=said)
    joint = swing.seat < 0 and (most > 1 or not swing.told)
    told = [
        scene.ctx.say(one.message(), scene.names) for one in choose_sentences(scene, swing, most - 1 if joint else most)
    ]
    if joint:
        told = [name_joint_choices(scene, swing), *told]
    return "; ".join(told) or scene.ctx.t("study.swing.quiet", name=scene.names[swing.seat])


def name_joint_choices(scene: Looking, swing: Swing) -> str:
    """Return what everybody chose at the same time; where many did, only that they did."""
    base = scene.whole.course.base
    entries = scene.whole.course.entries[swing.turn - base : swing.end - base]
    if not 0 < len(entries) <= MOST_NAMED:
        return scene.ctx.t("study.swing.unknown")
    messages = [scene.whole.rules.describe(one.action) for one in entries]
    cards = [one.params["card"] for one in messages if one is not None and one.params.keys() == {"card"}]
    if len(cards) == len(entries) and len({one.id for one in messages if one is not None}) == 1:
        told = [scene.ctx.texts.value(card, scene.names) for card in cards]  # all do the same, each with a card
    else:
        told = [move_words(scene, swing.turn, one.seat, one.action).replace("*", "") for one in entries]
    return ", ".join(
        scene.ctx.t("study.swing.turn", name=scene.names[one.seat], turn=words)
        for one, words in zip(entries, told, strict=True)
    )


def shorten_swing(scene: Looking, swing: Swing, fits: Callable[[str], bool]) -> str:
    """Return the turn in one sentence without its player, as long as it fits; "" where the game tells no turns."""
    turn = scene.lines.tell_turn_parts(swing.turn, swing.end, swing.seat)
    if not turn:
        return ""
    return shorten_turn(scene.ctx.texts, turn, scene.names, fits, swing.cause == "luck").replace("*", "")


def format_change(scene: Looking, swing: Swing) -> str:
    """Return the change for the seat that is looked at, in signed percent."""
    number = round(100 * swing.change[scene.whose] / WHOLE)
    return ("+" if number > 0 else "−" if number < 0 else "") + scene.ctx.t("ui.percent", value=abs(number))


def name_change(scene: Looking, swing: Swing) -> str:
    """Return the change for the seat that is looked at, behind its name."""
    return scene.ctx.t("study.gain.of", name=scene.names[scene.whose], points=format_change(scene, swing))


def is_of_other(scene: Looking, swing: Swing) -> bool:
    """Whether the words of a swing are of another seat than the one whose change is shown, or of all."""
    return swing.seat != scene.whose or abs(swing.change[scene.whose]) < LARGE


def format_changes(scene: Looking, swing: Swing) -> str:
    """Return the change for every seat that it moved, in signed percent, the largest first."""
    seats = sorted(range(len(swing.change)), key=lambda seat: -abs(swing.change[seat]))
    rounded = [(seat, round(100 * swing.change[seat] / WHOLE)) for seat in seats]
    return ", ".join(
        scene.ctx.t("study.gain.of", name=scene.names[seat], points=f"+{one}" if one > 0 else f"−{-one}")
        for seat, one in rounded
        if one
    )


def list_foreseen(scene: Looking, swing: Swing) -> list[str]:
    """Return by seat the points with which it was expected to end before the turn and after it, in halves; none where
    that is not known, or the turn changed nothing."""
    rows = [[round(points / 50) / 2 for points in row] for row in swing.foreseen]
    if len(rows) < 2 or rows[0] == rows[1]:
        return []
    decimal = scene.ctx.texts.decimal
    return [
        scene.ctx.t("study.gain.of", name=name, points=" → ".join(dict.fromkeys([decimal(old, 1), decimal(new, 1)])))
        for name, old, new in zip(scene.names, *rows, strict=True)
    ]


def tell_foreseen(scene: Looking, swing: Swing) -> str:
    """Return how the game was expected to end before the turn and after it, in one line; "" where that is not known."""
    told = list_foreseen(scene, swing)
    return scene.ctx.t("study.swing.foreseen", ends=", ".join(told)) if told else ""


def _choose_foreseen(scene: Looking, c: Canvas, swing: Swing, room: float) -> str:
    """The expected ends of those whose chance moved most, as many as have room; "" where none is known."""
    told = list_foreseen(scene, swing)
    seats = sorted(range(len(told)), key=lambda seat: -abs(swing.change[seat]))
    ends = [", ".join(told[seat] for seat in sorted(seats[:most])) for most in range(len(told), 0, -1)]
    tries = [scene.ctx.t("study.swing.foreseen", ends=ends[0]), *ends] if ends else []
    return next((words for words in tries if text.width(c, words, "fine") <= room), "")


def explain_swing(scene: Looking, swing: Swing) -> str:
    """Return what happened, and below it how the game was expected to end before and after, if that is known."""
    return "\n".join(filter(None, (describe_swing(scene, swing).replace("*", ""), tell_foreseen(scene, swing))))


def lead_to(scene: Looking, swing: Swing) -> Callable[[], None]:
    """Return what shows the position before a swing."""
    return lambda: scene.go(swing.turn)


def list_swings(scene: Looking) -> list[Swing]:
    """Swings of the review, in the order of the game."""
    return [] if scene.review is None else list(scene.review.swings)


def draw_swings(scene: Looking, c: Canvas, box: Box) -> None:
    """Rows of swings of all seats; each leads to the position before it."""
    x, y, w, h = box
    swings = scene.rows.choose(f"swings.{scene.whose}", list_swings(scene), box, h - TOP, ROW, None)
    hot = [one for one in scene.ui.hot if one is not None and one.startswith("swing.")]

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, "")
        for number, swing in enumerate(swings):
            row = (x + 8, y + 48 + number * ROW, w - 16, ROW - 4)
            _row(scene, layer, swing, row, f"swing.{number}" in hot)
        if not swings and scene.review is not None:
            words = scene.ctx.t("study.swings.none" if scene.review.finished else "study.still")
            text.paragraph(layer, words, x + 24, y + 60, w - 48, "remark", "text.muted")

    key = (scene.ctx.texts.language, scene.mark_of_review, scene.whose, box, scene.turn, scene.rows.first, tuple(hot))
    scene.panels.draw(c, "swings", key, box, paint)
    for number, swing in enumerate(swings):
        row = (x + 8, y + 48 + number * ROW, w - 16, ROW - 4)
        tip = (name_change(scene, swing), explain_swing(scene, swing))
        scene.ui.zone(f"swing.{number}", row, lead_to(scene, swing), tip=tip)
    draw_foot(c, scene.ui, scene.ctx.t, scene.rows, len(swings))


def _row(scene: Looking, c: Canvas, swing: Swing, box: Box, hot: bool) -> None:
    x, y, w, h = box
    if swing.turn == scene.turn:
        shapes.gradient_box(c, *box, 8, [(0, "marked.high"), (1, "panel.top")], rim="edge.bright")
    elif hot:
        shapes.round_rect(c, *box, 8, "accent", alpha=34)
    draw_sign(scene, c, swing, x + 20, y + h / 2)
    where = scene.ctx.t("study.swing.at", turn=scene.lines.find_number(swing.turn), cause=explain_cause(scene, swing))
    where, second = _fit_cause(c, where, w - 52)
    most = MOST_TALL - second
    foreseen = "" if second else _choose_foreseen(scene, c, swing, w - 52)
    words, font = _fit(scene, c, swing, w - 118, most - FORESEEN if foreseen else most)
    if foreseen and text.paragraph_height(c, words, w - 118, font) > most - FORESEEN:
        foreseen = ""  # the tooltip tells it
        words, font = _fit(scene, c, swing, w - 118, most)
    text.paragraph(c, words, x + 40, y + 6, w - 118, font, "text")
    if second:
        text.paragraph(c, where, x + 40, y + h - 19 - second, w - 52, "remark", "text.muted")
    else:
        text.draw(c, where, x + 40, y + h - 14, "remark", "text.muted", "lm", max_w=w - 52)
    text.draw(c, foreseen, x + 40, y + h - 31, "fine", "text.muted", "lm")
    ink = "gain" if swing.change[scene.whose] > 0 else "loss"
    middle = y + (h - (FORESEEN if foreseen else second)) / 2
    if is_of_other(scene, swing):
        middle = y + 22 if foreseen or second else middle  # above lines that reach below it
        text.draw(c, scene.names[scene.whose], x + w - 12, middle + 8, "fine", "text.muted", "rm", max_w=62)
        middle -= 9
    text.draw(c, format_change(scene, swing), x + w - 12, middle, "name", ink, "rm", max_w=70)


def _fit(scene: Looking, c: Canvas, swing: Swing, room: float, tall: float) -> tuple[str, text.Font]:
    """What happened, in the largest letters in which it is no higher than ``tall``; shortened where it has none."""

    least = text.resize("name", LEAST)

    def fits(words: str) -> bool:
        return text.paragraph_height(c, words.replace("*", ""), room, least) <= tall

    def name(words: str) -> str:  # the sign of luck does not show whose turn it was, the badge of a player does
        return scene.ctx.t("study.swing.turn", name=scene.names[swing.seat], turn=words) if by_luck else words

    by_luck = swing.cause == "luck"
    words = shorten_swing(scene, swing, lambda words: fits(name(words)))
    words = name(words) if words else ""
    for most in range(0 if words else MOST_SAID, 0, -1):
        words = describe_swing(scene, swing, most).replace("*", "")
        if fits(words):
            break
    words = text.cut_words(words, fits)
    return words, text.fit(c, words, room, tall, "name", least=LEAST)


def _fit_cause(c: Canvas, words: str, room: float) -> tuple[str, float]:
    """The cause of a swing in one line, or in two where it would become small, and how much higher than one it is."""
    if text.width(c, words, "fine") <= room:
        return words, 0.0
    one, two = (text.paragraph_height(c, lines, room, "remark") for lines in ("", "\n"))
    words = text.cut_words(words, lambda said: text.paragraph_height(c, said, room, "remark") <= two)
    return words, two - one


def draw_sign(scene: Looking, c: Canvas, swing: Swing, x: float, y: float, r: float = MARK) -> None:
    """Draw who moved: the badge of the seat, or a sign for luck and for what is chosen by all at once."""
    if swing.cause == "luck" or swing.seat < 0:
        shapes.round_rect(c, x - r, y - r, 2 * r, 2 * r, r, "veil")
        icons.draw(c, "dice" if swing.cause == "luck" else "users", x, y, 2 * r - 4, "accent.bright")
        return
    one = scene.whole.seats[swing.seat]
    shapes.badge(c, one.colour, one.emblem, x, y, r)


def mark_curve(scene: Looking, c: Canvas, place: Callable[[Swing], tuple[float, float]]) -> None:
    """Mark every swing on the curve; ``place``: where the curve is after it."""
    for number, swing in enumerate(list_swings(scene)):
        x, y = place(swing)
        draw_sign(scene, c, swing, x, y)
        tip = (name_change(scene, swing), explain_swing(scene, swing))
        box = (x - MARK - 3, y - MARK - 3, 2 * MARK + 6, 2 * MARK + 6)
        scene.ui.zone(f"mark.{number}", box, lead_to(scene, swing), tip=tip)
