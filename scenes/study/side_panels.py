"""Panels next to the table of a study: the breakdown, a tab of lists, why a choice was better, the log."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ai.analysis.report import COURSE_TURNS, WHOLE, Review, break_down, find_spreads, round_to_sum, split_course
from scenes.shell.layers import draw_titled_panel
from scenes.shell.parts import Parts
from scenes.shell.targets import Box
from scenes.study.course_panel import name_state
from scenes.study.moments import LOST, NARROW, draw_moments, draw_why, format_difference, get_title, name_part
from scenes.study.own_line import draw_lines
from scenes.study.swings import draw_swings
from scenes.table import game_log
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

if TYPE_CHECKING:
    from scenes.study.scene import StudyScene

LEAST = 12.0
"""Least size of the sentences: the largest in which all have room is taken."""
GAP = 16.0
LEFT, RIGHT = 10.0, 32.0
LINES = (
    ("place", "ph-users", "text.dim"),
    ("luck", "dice", "luck"),
    ("choices", "users", LOST),
    ("own", "ph-user", LOST),
    ("secret", "eye-slash", "secret"),
    ("others", "users", "text.dim"),
    ("course", "hourglass", "accent.low"),
    ("own_turns", "hourglass", "accent.low"),
    ("others_turns", "hourglass", "accent.low"),
    ("together", "hourglass", "accent.low"),
)
"""The lines of a bill in the order they are drawn, with sign and colour."""
KINDS = ("offered", "noise")
"""What the course of a game consists of in every turn."""
FOLDED = ("place", *COURSE_TURNS)
"""Lines that stand together as the course of the game, until the player asks for the parts."""
READABLE = 60
"""Percent up to which own and others' choices are lines of their own: a chance that is lost and won back many times
adds up to more than anybody can picture, so larger ones stand together until the player asks for the parts."""
LABEL = 294.0
"""What the bars, numbers and signs of a bill leave to its labels of the width."""
NARROW_LABEL = 116.0
"""The same where bars lie below."""
SMALLEST = 12.5
NARROWEST = 180.0
"""Least width next to the table for a readable log."""
FOLD_TALL = 48.0
"""How high the button stands in its panel, or alone over the corner of the table."""
TAB = 36.0
ALWAYS = ("luck", "own", "course", "own_turns")
"""Lines of the breakdown that stand there even when they are nought."""
COUNTED_AT_ONCE = ("luck", "course")
"""Lines that a first look tells of."""
PAGES = {"moments": "study.moments", "swings": "study.swings", "facts": "study.besides", "lines": "study.lines"}
"""Text of each tab next to the breakdown."""


def fit_facts(scene: StudyScene, c: Canvas, box: Box) -> tuple[text.Font, list[float]]:
    """Return the largest font in which all facts fit into a box, and the height of each with the gap below it."""
    said, wide = [scene.ctx.say(one.said.message(), scene.names) for one in scene.facts], box[2] - LEFT - RIGHT
    if scene.ui.touch.least:
        wide -= scene.ui.touch.pitch + GAP  # arrows scroll them
    font = text.fit(c, "\n".join(said), wide, box[3] - GAP * len(said), "label", least=LEAST)
    return font, [text.paragraph_height(c, words, wide, font) + GAP for words in said]


def draw_facts(scene: StudyScene, parts: Parts, box: Box) -> None:
    """Draw further facts about the game, one sentence below the other; some link to a position."""
    font, heights = fit_facts(scene, parts.c, box)
    rows = []
    for number, (one, high) in enumerate(zip(scene.facts, heights, strict=True)):
        words = scene.ctx.say(one.said.message(), scene.names)
        row = Part(high, partial(_draw_fact, parts.c, words, font, one.turn is not None))
        if one.turn is not None:
            marked = one.turn == scene.turn
            row = parts.press(f"fact.{number}", row, partial(scene.go, one.turn), marked=marked)
        rows.append(row)
    parts.column(rows).draw(box)


def _draw_fact(c: Canvas, words: str, font: text.Font, leads: bool, box: Box) -> None:
    x, y, w, _ = box
    if leads:
        icons.draw(c, "ph-caret-right", x + w - 14, layout.middle(box), 13, "accent")
    text.paragraph(c, words, x + LEFT, y + GAP / 2, w - LEFT - RIGHT, font, "text.body")


class BillRow(NamedTuple):
    """A line of the breakdown: its name (of :data:`LINES`), icon and label; its number as text, and that text's colour
    ``ink``; where its bar begins and ends in percent, the bar's ``colour``, and the uncertainty ``spread`` in
    percent."""

    name: str
    icon: str
    label: str
    number: str
    ink: str
    begins: int
    ends: int
    colour: str = "accent"
    spread: float = 0.0


def list_bill(scene: StudyScene, review: Review) -> list[BillRow]:
    """Return the lines of the breakdown of the chosen seat, from the equal share to the result."""
    t, whose = scene.ctx.t, scene.whose
    spreads = {} if scene.stopped else find_spreads(review, whose)
    spreads["choices"] = spreads.get("own", 0) + spreads.get("others", 0)
    start, parts, end = count_parts(review, whose, scene.detailed)
    begin = t("study.bill.start", n=review.seats), t("ui.percent", value=start)
    rows = [BillRow("", "crown", *begin, "text", 0, start)]
    for name, icon, colour in LINES:
        value = parts.get(name, 0)
        if name not in parts or not (value or name in ALWAYS):
            continue
        ink, number = "gain" if value > 0 else "loss" if value < 0 else "text.muted", format_difference(value)
        spread = spreads.get(name, 0)
        if spread:
            counted = value or name in COUNTED_AT_ONCE or review.worked_out
            number = t("study.bill.about", number=number) if counted else t("study.bill.not_yet")
        before, label = rows[-1].ends, name_part(scene, name)
        rows.append(BillRow(name, icon, label, number, ink, before, before + value, colour, 100 * spread / WHOLE))
    last = scene.result_words(), t("ui.percent", value=end)
    return [*rows, BillRow("", "throne", *last, "text", end, end)]


def draw_bill(scene: StudyScene, layer: Canvas, box: Box) -> None:
    """Draw the breakdown as a waterfall chart, from the equal share to the result."""
    x, y, w, h = box
    t, review, narrow = scene.ctx.t, scene.review, w < NARROW

    def paint() -> None:
        draw_titled_panel(layer, box, t("study.bill"), note="" if narrow else t("study.bill.unit"))
        if review is None:
            words = t(name_state(scene))
            text.paragraph(layer, words, x + 24, y + 70, w - 48, "aside", "text.muted")
            return
        rows = list_bill(scene, review)
        tall = min(56.0 if narrow else 40.0, (h - 60) / len(rows))
        sums = [row.ends for row in rows]
        least, most = min(0, *sums), max(100, *sums)
        left, wide = (x + 20, w - 40) if narrow else (x + w - 236, 140.0)
        lower = min(tall / 2 - 5, 17.0) if narrow else 0.0
        """How far a bar lies below its label."""
        scale, room = wide / (most - least), w - (NARROW_LABEL if narrow else LABEL)
        zero = left - scale * least
        styles = ["label" if row.name else "name" for row in rows]
        size = text.find_font("label").size  # in which all labels have room, or nearly: a long one shrinks by itself
        while size > SMALLEST and any(
            text.width(layer, row.label, text.resize(style, size)) > room
            for row, style in zip(rows, styles, strict=True)
        ):
            size -= 0.5
        if not narrow:
            shapes.line(layer, zero, y + 52, zero, min(y + h - 10, y + 50 + tall * len(rows)), "edge", 1, 80)
        tips: list[tuple[str, str]] = []
        for number, (row, style) in enumerate(zip(rows, styles, strict=True)):
            top = y + 50 + tall * number
            yy = top + (tall - lower) / 2
            tip = _find_tip(scene, review, row.name, row.ends - row.begins)
            tips += [tip] if tip is not None else []
            if tip is not None and not scene.ui.touch.least:
                line = (x + 8, top, w - 16, tall)
                scene.ui.zone(f"bill.{row.name}", line, scene.turn_details, tip=tip if tip[1] else None)
            icons.draw(layer, row.icon, x + 28, yy, 17, "accent")
            text.draw(layer, row.label, x + 48, yy, text.resize(style, size), "text", "lm", max_w=room)
            text.draw(layer, row.number, x + w - 18, yy, "name", row.ink, "rm", max_w=74)
            begins, ends = zero + scale * row.begins, zero + scale * row.ends
            if number and not narrow:
                shapes.line(layer, begins, yy - tall + 8, begins, yy + 8, "edge", 1, 120)
            _bar(layer, min(begins, ends), max(begins, ends), yy + lower, row.colour, narrow, row.spread > 0)
            if row.spread:
                ways = [min(left + wide, max(left, ends + way * scale * row.spread)) for way in (-1, 1)]
                shapes.line(layer, ways[0], yy + lower, ways[1], yy + lower, "text", 1.4)
                for at in ways:
                    shapes.line(layer, at, yy + lower - 5, at, yy + lower + 5, "text", 1.4)
        if tips and scene.ui.touch.least:  # for fingers a line is too small
            said = "\n".join(f"*{name}:* {words}" if words else f"*{name}*" for name, words in tips)
            scene.ui.zone("bill", box, scene.turn_details, tip=(t("study.bill"), said))
        free, words = h - 58 - tall * len(rows), t("study.bill.course.short")
        told = any(row.name == "course" for row in rows)
        if told and free >= text.paragraph_height(layer, words, w - 40, "remark"):
            text.paragraph(layer, words, x + 20, y + h - free, w - 40, "remark", "text.muted")
        shapes.outline(layer, "diamond", ends, yy + lower, 5, [(0, "accent.bright"), (1, "accent")])

    scene.draw_layer(layer, "bill", (box, scene.detailed), paint)


def count_parts(review: Review, seat: int, detailed: bool) -> tuple[int, dict[str, int], int]:
    """Return start, lines (name → value) and end of the breakdown of a seat, in whole percent.

    The course of the game is one line, and so are large choices; if ``detailed``, the choices are split into own and
    others', the course into the value of the seat and each kind of turn.
    """
    start, parts, end = break_down(review, seat).to_percent()
    place, course = parts.pop("place"), sum(parts.pop(kind) for kind in KINDS)
    if not detailed:
        if max(abs(parts["own"]), abs(parts["others"])) > READABLE:
            parts["choices"] = parts.pop("own") + parts.pop("others")
        return start, {**parts, "course": place + course}, end
    turns = split_course(review, seat)
    rounded = round_to_sum([sum(one) for one in turns.values()], WHOLE // 100, course)
    return start, {**parts, "place": place, **dict(zip(turns, rounded, strict=True))}, end


def _find_tip(scene: StudyScene, review: Review, name: str, percent: int) -> tuple[str, str] | None:
    """Return the tooltip of a line that can be opened or folded: its meaning and its parts; None for another line."""
    if name not in ("course", "choices", *FOLDED):
        return None
    t = scene.ctx.t
    title, tip = t(f"study.bill.{name}"), "" if name in FOLDED else t(f"study.bill.{name}.tip")
    turns = split_course(review, scene.whose) if scene.detailed else {}
    if name in turns:
        rounded = round_to_sum(turns[name], WHOLE // 100, percent)
        tip = "\n".join(
            f"{t('study.gain.of', name=t(f'study.bill.{kind}'), points=format_difference(number))}. "
            f"{t(f'study.bill.{kind}.tip')}"
            for kind, number in zip(KINDS, rounded, strict=True)
            if number or not any(rounded)
        )
    return title, tip


def _bar(
    c: Canvas, left: float, right: float, y: float, colour: str, thin: bool = False, outlined: bool = False
) -> None:
    half = 5.0 if thin else 8.0
    if outlined and right - left > 1:
        shapes.frame_box(c, left, y - half, right - left, 2 * half, half / 2, colour, 1.6)
    elif right - left > 1:
        shapes.gradient_box(
            c, left, y - half, right - left, 2 * half, half / 2, [(0, colour), (1, colour)], rim="graph.cursor"
        )


def draw_page(scene: StudyScene, parts: Parts, box: Box) -> None:
    """Draw the open tab: moments, swings of all seats, further facts, or own lines."""
    x, y, w, h = box
    draw = {"facts": draw_facts, "swings": draw_swings, "lines": draw_lines}.get(scene.page, draw_moments)

    def paint() -> None:
        draw_titled_panel(parts.c, box, "")
        scene.rows.hidden = 0
        tall = scene.ui.touch.grow(TAB)
        draw(scene, parts, (x + 8, y + tall + 12, w - 16, h - tall - 18))
        labels, chosen = [scene.ctx.t(PAGES[name]) for name in scene.pages], scene.pages.index(scene.page)
        place, turn = (x + 8, y + 5, w - 16, tall), lambda at: scene.show_page(scene.pages[at])
        scene.ui.segmented_control(parts.c, "page", place, labels, chosen, turn)

    if scene.page == "lines":  # its note may be typed
        paint()
    else:
        shown = scene.page, tuple(scene.pages), scene.side, scene.moment, scene.turn, scene.rows.first, scene.stopped
        scene.draw_layer(parts.c, "page", (box, *shown), paint)


def draw_side_panels(scene: StudyScene, c: Canvas, box: Box) -> None:
    """Draw reasons, the note of a bookmark and the log at the side of the table. A table in full size has its own log;
    the others then lie over its lower edge."""
    x, y, w, h = box
    if w < NARROWEST:
        _draw_overlay(scene, c, box)
        return
    if scene.bookmarks.draw_note(c, (x, y + h - 40, w, 38)):
        h -= 48
    moment = scene.moment
    if moment is not None and moment.turn == scene.turn:
        tall = min(h * 0.5, 250.0)
        draw_why(scene, c, moment, (x, y + h - tall, w, tall))
        h -= tall + 10
    table = scene.pane.table
    table.chronicle.update()
    scroll = scene.scroll = min(scene.scroll, max(0, len(table.chronicle.all) - 1))
    game_log.draw_panel(
        c, scene.ctx, scene.ui, scene.panels, scene.whole.game, (x, y, w, h), table.chronicle.all, scene.whole.seats,
        scroll, None if scene.ui.touch.least else table.past.open_line, title=scene.ctx.t("ui.chronicle"),
    )  # fmt: skip
    if scene.ui.touch.least:  # for fingers a line is too small
        tip = (scene.ctx.t("chronicle.open"), scene.ctx.t("chronicle.open.tip"))
        scene.ui.zone("chronicle", (x, y, w, h), table.past.open, tip=tip)


def _draw_overlay(scene: StudyScene, c: Canvas, box: Box) -> None:
    x, y, _, h = box
    low = y + h - 10
    right = x - 26  # over the table's right edge, where no game has what can be chosen
    scene.bookmarks.draw_note(c, (56, low - 40, 420, 38))
    moment = scene.moment
    if moment is None or moment.turn != scene.turn:
        return
    top = low - FOLD_TALL
    if not scene.folded:
        top = draw_why(scene, c, moment, (right - 360, low - 240, 360, 240), foldable=True)
    tip = (scene.ctx.t(get_title(moment)), scene.ctx.t("study.fold.tip"))
    y = top + FOLD_TALL / 2
    scene.ui.icon_button(c, "fold", right - 26, y, 15, "hint", scene.fold, on=not scene.folded, tip=tip)
