"""The list of moments: those of one player, of the others or of all, with what is still being checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ai.analysis.report import WHOLE, Moment
from scenes.common.level_names import level_name
from scenes.shell.panels import draw_titled_panel
from scenes.shell.targets import Box
from scenes.study.course_panel import GOOD, LESSER, LOST
from scenes.study.reasons import name_choices
from scenes.study.row_scroll import draw_foot
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.study.study_view import Looking

NARROW = 400.0
"""Below this width a row has two lines of words, and a breakdown its bars below its labels."""
ROW, TOP, FOOT = 57.0, 84.0, 30.0
SIDES_TALL = 30.0
LEAST = 12.5
WORTH_SHRINKING = 0.9
"""Where a title would get less than this share of its size, it does without its first words."""
PLUS, MINUS = "gain", "loss"


def format_difference(number: int) -> str:
    """A number with its sign, and a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def draw_moments(scene: Looking, c: Canvas, box: Box) -> None:
    """Rows of moments of the chosen side; a row that is chosen shows its position or its turn."""
    x, y, w, h = box
    review = scene.review
    running = review is not None and not review.finished and not scene.stopped
    room = h - TOP - (FOOT if running else 6)
    fits = max(1, int(room // ROW))
    name = f"moments.{scene.side}.{scene.whose}"
    moments = scene.rows.choose(name, _list_moments(scene), box, room, ROW, scene.moment)
    waiting = scene.sorted.list_checking(scene.side, scene.whose)[: fits - len(moments)] if running else []
    hot = [one for one in scene.ui.hot if one is not None and one.startswith(("moment.", "checking."))]

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, "")
        if review is None:
            return
        yy = y + TOP
        for number, moment in enumerate(moments):
            _row(scene, layer, moment, (x + 8, yy, w - 16, ROW - 4), f"moment.{number}" in hot)
            yy += ROW
        for number, (turn, seat) in enumerate(waiting):
            _waiting_row(scene, layer, turn, seat, (x + 8, yy, w - 16, ROW - 4), f"checking.{number}" in hot)
            yy += ROW
        words = _find_note(scene)
        if words and not scene.rows.hidden and yy + 20 < y + h - (FOOT if running else 0):
            text.paragraph(layer, words, x + 24, yy + 4, w - 48, "remark", "text.muted")
        if running:
            _progress(scene, layer, (x + 18, y + h - FOOT, w - 36, FOOT))

    key = (scene.ctx.texts.language, scene.mark_of_review, scene.whose, scene.side, box, scene.moment,
           scene.rows.first, tuple(hot))  # fmt: skip
    scene.panels.draw(c, "moments", key, box, paint)
    labels = [_name_side(scene, side) for side in scene.sorted.names]
    scene.ui.segmented_control(
        c, "side", (x + 8, y + 46, w - 16, SIDES_TALL), labels, scene.sorted.names.index(scene.side), scene.turn_side
    )
    yy = y + TOP
    for number, moment in enumerate(moments):
        tip = _tell_choices(scene, moment)
        scene.ui.zone(f"moment.{number}", (x + 8, yy, w - 16, ROW - 4), scene.opener(moment), tip=tip)
        yy += ROW
    for number, (turn, _) in enumerate(waiting):
        scene.ui.zone(f"checking.{number}", (x + 8, yy, w - 16, ROW - 4), _lead_to(scene, turn))
        yy += ROW
    if not running:
        draw_foot(c, scene.ui, scene.ctx.t, scene.rows, len(moments))


def _list_moments(scene: Looking) -> list[Moment]:
    """The moments of the chosen side."""
    return scene.sorted.list_side(scene.side, scene.whose)


def _lead_to(scene: Looking, turn: int) -> Callable[[], None]:
    """Return what shows the position before a turn."""
    return lambda: scene.go(turn)


def _name_side(scene: Looking, side: str) -> str:
    """What a side is called, with the number of its moments."""
    count = len(scene.sorted.list_side(side, scene.whose))
    seats = len(scene.names)
    if side == "own":
        name = scene.names[scene.whose]
    elif side == "others" and seats == 2:
        name = scene.names[1 - scene.whose]
    else:
        name = scene.ctx.t(f"study.side.{side}")
    return f"{name} · {count}"


def _find_note(scene: Looking) -> str:
    """What stands below the rows: why there are none, or what the small ones cost together."""
    t, review = scene.ctx.t, scene.review
    assert review is not None
    if not review.finished:
        return ""
    if not [one for one in _list_moments(scene) if not one.good]:
        return t(f"study.why.{review.why[scene.whose] or 'well_played'}") if scene.side == "own" else ""
    left = scene.sorted.sum_small(scene.whose)
    return t("study.small", n=left[0], cost=format_difference(-left[1])) if left[0] and scene.side == "own" else ""


def _progress(scene: Looking, c: Canvas, box: Box) -> None:
    """How much of the analysis is done, and what is being done."""
    x, y, w, h = box
    review = scene.review
    assert review is not None
    words = (
        scene.ctx.t("study.checking.left", n=len(review.checking)) if review.checking else scene.ctx.t("study.still")
    )
    text.draw(c, words, x, y + h / 2 - 2, "fine", "text.muted", "lm", max_w=w - 96)
    shapes.round_rect(c, x + w - 84, y + h / 2 - 6, 84, 8, 4, "well")
    done = 84 * review.done / 1000
    if done > 4:
        shapes.gradient_box(c, x + w - 84, y + h / 2 - 6, done, 8, 4, [(0, "accent.bright"), (1, "accent")])


def _waiting_row(scene: Looking, c: Canvas, turn: int, seat: int, box: Box, hot: bool) -> None:
    """A turn that is still being checked: no number is shown before it is confirmed."""
    x, y, w, h = box
    if hot:
        shapes.round_rect(c, *box, 8, "accent", alpha=34)
    one = scene.whole.seats[seat]
    shapes.badge(c, one.colour, one.emblem, x + 20, y + h / 2, 9)
    words = scene.ctx.t("study.checking", turn=scene.lines.find_number(turn))
    text.draw(c, words, x + 40, y + h / 2, "remark", "text.dim", "lm", max_w=w - 100)
    text.draw(c, "…", x + w - 12, y + h / 2, "name", "text.dim", "rm")


def _row(scene: Looking, c: Canvas, moment: Moment, box: Box, hot: bool) -> None:
    x, y, w, h = box
    t = scene.ctx.t
    if moment == scene.moment:
        shapes.gradient_box(c, *box, 8, [(0, "marked.high"), (1, "panel.top")], rim="edge.bright")
    elif hot:
        shapes.round_rect(c, *box, 8, "accent", alpha=34)
    percent = 100 * moment.cost / WHOLE
    colour = GOOD if moment.good else LOST if percent >= 3 else LESSER
    if scene.side == "own":
        r = 8.0 if moment.good else min(9.0, 3.6 + 0.8 * percent)
        shapes.round_rect(c, x + 20 - r, y + h / 2 - r, 2 * r, 2 * r, r, colour)
        if moment.good:
            icons.draw(c, "check", x + 20, y + h / 2, 11, "text")
    else:
        one = scene.whole.seats[moment.seat]
        shapes.badge(c, one.colour, one.emblem, x + 20, y + h / 2, 9)
    room = w - 118
    if w < NARROW:
        said = name_choices(scene, moment)
        _draw_two_lines(c, said[0] if moment.good else said[1], (x + 36, y + 6, room, h - 12))
        _draw_cost(scene, c, moment, x + w - 10, y + h / 2)
        return
    chosen, best = name_choices(scene, moment)
    title, where = _tell_choices(scene, moment)
    if text.width(c, title, "name") * WORTH_SHRINKING > room:
        title = chosen if moment.good else best  # the sign before it and the line below say which it is
    if not moment.good and text.width(c, where, "remark") * WORTH_SHRINKING > room:
        where = t("study.played", chosen=chosen)  # who would have seen it stands at the moment itself
    font = text.resize("name", 15.5 if text.width(c, title, "name") * WORTH_SHRINKING <= room else 13.5)
    _draw_line(c, title, x + 40, y + 19, font, "text", room)
    _draw_line(c, where, x + 40, y + 41, "remark", "text.muted", room)
    _draw_cost(scene, c, moment, x + w - 12, y + h / 2)


def _tell_choices(scene: Looking, moment: Moment) -> tuple[str, str]:
    """What would have been better, or was good, and what was played, both whole."""
    chosen, best = name_choices(scene, moment)
    title = scene.ctx.t("study.found", chosen=chosen) if moment.good else scene.ctx.t("study.better", best=best)
    return title, moment_words(scene, moment, "" if moment.good else chosen)


def _draw_line(c: Canvas, words: str, x: float, y: float, font: str | text.Font, colour: str, room: float) -> None:
    """Words in one line; what has no room in the smallest letters is left out, and the tooltip of the row tells it."""
    words = text.cut_to_width(c, words, room, text.resize(font, LEAST))
    text.draw(c, words, x, y, font, colour, "lm", max_w=room)


def _draw_two_lines(c: Canvas, words: str, box: Box) -> None:
    """Words in two lines at most, in the largest letters in which they have room."""
    x, y, w, h = box
    words, font = fit_two_lines(c, words, w, h)
    tall = text.paragraph_height(c, words, w, font)
    text.paragraph(c, words, x, y + max(0.0, (h - tall) / 2), w, font, "text")


def fit_two_lines(c: Canvas, words: str, w: float, h: float) -> tuple[str, text.Font]:
    """Return words with the largest font in which they have room; what has none in the smallest is left out."""
    font = text.fit(c, words, w, h, "name", least=LEAST)
    return text.cut_words(words, lambda said: text.paragraph_height(c, said, w, font) <= h), font


def _draw_cost(scene: Looking, c: Canvas, moment: Moment, right: float, y: float) -> None:
    """What a moment cost, or brought."""
    percent = 100 * moment.cost / WHOLE
    words = scene.ctx.texts.decimal(percent, 1) if percent < 9.95 else str(round(percent))
    words = ("+" if moment.good else "−") + scene.ctx.t("ui.percent", value=words)
    text.draw(c, words, right, y, "name", PLUS if moment.good else MINUS, "rm", max_w=70)


def moment_words(scene: Looking, moment: Moment, chosen: str) -> str:
    """What was played, and who would have seen it."""
    t = scene.ctx.t
    if moment.good:
        return t("study.at", turn=scene.lines.find_number(moment.turn)) + " · " + t(f"study.gained.{moment.against}")
    played = t("study.played", chosen=chosen)
    if not moment.seen_by:
        return played
    return played + " · " + t("study.seen_by", level=level_name(scene.ctx, moment.seen_by))
