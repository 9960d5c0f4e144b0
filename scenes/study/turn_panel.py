"""A moment as a turn: two boards that are stepped through, and why one turn was better."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ai.analysis.report import WHOLE, Moment
from ai.opponent_registry import find_analysis_profile
from engine.accessibility.nodes import SLIDER
from scenes.common.turn_sentence import shorten_turn, tell_part, tell_turn
from scenes.shell.parts import Parts
from scenes.shell.targets import Box, Target
from scenes.study import course_panel, overview, side_panels
from scenes.study.moments import draw_more, draw_sentences, format_difference, list_figures
from scenes.study.turn_view import BOTH, PLAYED, TurnLine, TurnView, find_colours, find_decisive_part
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

if TYPE_CHECKING:
    from scenes.study.scene import StudyScene

LEFT, TOP, WIDE = 24.0, 66.0, 916.0
RIGHT, RIGHT_WIDE = 952.0, 624.0
HEAD, GAP = 92.0, 12.0
BOARDS_TALL = 524.0
BAR = 46.0
REASONS_TALL = 308.0
BUTTONS = 68.0
SIDE_HEAD = 272.0
"""Width of a head that stands left of its board."""
BEAD, BEADS = 34.0, 322.0
"""Width of the bead of a step, and where the first one begins in its bar."""
MOST_BEADS = 6
BEFORE_WORDS, AFTER_WORDS = 88.0, 12.0
"""What the bar keeps free between its beads and the words of a step, and behind them."""
LEAST_STEP = 12.5
LEAST_HEAD = 13.0


def _draw_reasons(scene: StudyScene, view: TurnView, c: Canvas, box: Box) -> None:
    """Draw the panel of reasons."""
    x, y, w, h = box
    t, moment = scene.ctx.t, view.moment
    turns = [one for one in scene.moments if not one.good]
    number = next((at for at, one in enumerate(turns, 1) if one == moment), 0)
    sign, part = 1 if moment.good else -1, find_decisive_part(view.lines, 0 if moment.good else 1)
    headline = t("ui.turn.nothing")
    if part is not None:
        said = tell_part(scene.ctx.texts, part, scene.names, begins=False).replace("*", "")
        headline = t("study.turn.found" if moment.good else "study.turn.missed", what=said)
    note = t("study.turn.begun", n=view.same) if view.same else ""
    if not find_analysis_profile(scene.whole.game).planned:
        note = t("study.turn.example")
    cost = ("+" if moment.good else "−") + t("ui.percent", value=max(1, round(100 * moment.cost / WHOLE)))

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, *box)
        where = t(
            "study.turn.of", place=scene.lines.name_place(scene.ctx.texts, moment.turn), name=scene.names[moment.seat]
        )
        text.draw(layer, where, x + 60, y + 25, "caption", "accent", "lm", max_w=w / 2 - 30)
        if number:
            words = t("study.turn.number", number=number, count=len(turns))
            text.draw(layer, words, x + w - 60, y + 25, "fine", "text.muted", "rm", max_w=w / 2 - 60)
        shapes.rule(layer, x + 14, y + 46, w - 28, ornament=False)
        font = text.fit(layer, headline, w - 150, 52, "title", least=15)
        text.paragraph(layer, headline, x + 18, y + 52, w - 150, font, "text.bright")
        text.draw(layer, cost, x + w - 18, y + 72, "large figure", "gain" if moment.good else "loss", "rm")
        bounds = [format_difference(round(100 * bound / WHOLE)) for bound in (moment.low * sign, moment.high * sign)]
        between = t("study.turn.between", low=bounds[0], high=bounds[1])
        text.draw(layer, between, x + w - 18, y + 98, "fine", "text.muted", "rm", max_w=130)
        if note:
            text.draw(layer, note, x + 18, y + 117, "remark", "text.muted", "lm", max_w=w - 36)
        place = (x + 12, y + 130, w - 24, h - 130 - 36)
        if scene.more:
            shapes.round_rect(layer, *place, 8, "veil", alpha=110)
            words, (left, top, wide, tall) = "\n".join(list_figures(scene, moment)), place
            font = text.fit(layer, words, wide - 28, tall - 16, "body", least=LEAST_HEAD)
            text.paragraph(layer, words, left + 14, top + 10, wide - 28, font, "text.body", bold_colour="text.strong")
        else:
            draw_sentences(scene, layer, moment, place, edge=18, sizes=(22, 18))
        if moment.pairs:
            icons.draw(layer, "check", x + 26, y + h - 19, 15, "gain")
            words = t("study.turn.checked", n=moment.pairs)
            text.draw(layer, words, x + 42, y + h - 19, "fine", "text.good", "lm", max_w=w - 166)

    key = (scene.ctx.texts.language, scene.mark_of_review, moment, box, scene.more)
    scene.panels.draw(c, "turn.reasons", key, box, paint)
    draw_more(scene, c, (x + w - 118, y + h - 34, 104, 28))
    for name, icon, by, at in (("before", "left", -1, x + 32), ("after", "right", 1, x + w - 32)):
        tip = (t(f"study.moment.{name}"), t("study.moment.keys"))
        scene.ui.icon_button(c, name, at, y + 25, 15, icon, partial(scene.to_moment, by), tip=tip)


def draw(scene: StudyScene, view: TurnView, parts: Parts) -> None:
    """Draw everything below the top bar for a moment shown as a turn."""
    c = parts.c
    high = BOARDS_TALL + (c.height - 900) / 2
    _boards(scene, view, c, (LEFT, TOP, WIDE, high))
    _steps(scene, view, c, (LEFT, TOP + high + 10, WIDE, BAR))
    top = TOP + high + 10 + BAR + GAP
    course_panel.draw(scene, c, (LEFT, top, WIDE, c.height - 16 - top), controls=False)
    _draw_reasons(scene, view, c, (RIGHT, TOP, RIGHT_WIDE, REASONS_TALL))
    top = TOP + REASONS_TALL + GAP
    half = (RIGHT_WIDE - GAP) / 2
    tall = c.height - 16 - BUTTONS - GAP - top
    side_panels.draw_bill(scene, c, (RIGHT, top, half, tall))
    side_panels.draw_page(scene, parts, (RIGHT + half + GAP, top, half, tall))
    _make_buttons(scene, parts).draw((RIGHT, c.height - 16 - BUTTONS, RIGHT_WIDE, BUTTONS))


def _boards(scene: StudyScene, view: TurnView, c: Canvas, box: Box) -> None:
    """Draw both turns side by side, or stacked if the board is wide; a single one as large as possible."""
    x, y, w, h = box
    numbers = view.boards
    aspect = view.panes[0].shown[2] / view.panes[0].shown[3]
    if len(numbers) == 1:
        _head(scene, view, c, numbers[0], (x, y, w, HEAD))
        view.panes[numbers[0]].fit_table(c, (x, y + HEAD + GAP, w, h - HEAD - GAP))
        return
    half, part = (w - GAP) / 2, (h - GAP) / 2
    level = min(half / aspect, h - HEAD - GAP)
    below = min(part, (w - SIDE_HEAD - GAP) / aspect)
    for number in numbers:
        if level >= below:
            left = x + number * (half + GAP)
            _head(scene, view, c, number, (left, y, half, HEAD))
            view.panes[number].fit_table(c, (left, y + HEAD + GAP, half, h - HEAD - GAP))
        else:
            top = y + number * (part + GAP)
            side = max(SIDE_HEAD, w - part * aspect - GAP)
            _head(scene, view, c, number, (x, top, side, part))
            view.panes[number].fit_table(c, (x + side + GAP, top, w - side - GAP, part))


def _head(scene: StudyScene, view: TurnView, c: Canvas, number: int, box: Box) -> None:
    """Draw the heading of a turn: its name, its chance to win, and its sentence, shortened to fit."""
    x, y, w, h = box
    t, moment = scene.ctx.t, view.moment
    colour = find_colours(moment)[number]
    best = bool(number) != moment.good
    chance = moment.expected - (0 if best else moment.cost)
    title = list_names(scene, moment)[number]
    parts, wide, tall = view.lines[number].parts, w - 32, h - 48

    least = text.resize("label", LEAST_HEAD)

    def fits(words: str) -> bool:
        return text.paragraph_height(c, words, wide, least) <= tall

    whole = tell_turn(scene.ctx.texts, parts, scene.names)
    said = text.cut_words(shorten_turn(scene.ctx.texts, parts, scene.names, fits), fits)

    def paint(layer: Canvas) -> None:
        shapes.panel(layer, *box)
        shapes.round_rect(layer, x + 1, y + 1, w - 2, h - 2, 9, colour, border=2)
        icons.draw(layer, "check" if best else "ph-user", x + 24, y + 24, 18, colour)
        text.draw(layer, title, x + 42, y + 24, "heading", colour,
                  "lm", max_w=w / 2 - 50)  # fmt: skip
        if moment.expected:
            percent = t("ui.percent", value=round(100 * max(0, chance) / WHOLE))
            text.draw(layer, percent, x + w - 16, y + 24, "figure", colour, "rm")
            room = w / 2 - text.width(layer, percent, "figure") - 20
            if text.width(layer, t("study.turn.chance"), "fine") <= room:  # a narrow head shows the number alone
                right = x + w - 26 - text.width(layer, percent, "figure")
                text.draw(layer, t("study.turn.chance"), right, y + 24, "fine", "text.muted", "rm")
        font = text.fit(layer, said, wide, tall, "label", least=LEAST_HEAD)
        text.paragraph(layer, said, x + 16, y + 44, wide, font, "text.body", bold_colour="text.strong")

    key = (scene.ctx.texts.language, moment, box)
    scene.panels.draw(c, f"turn.head.{number}", key, box, paint)
    if said != whole:
        show = partial(view.show, PLAYED + number if view.shown == BOTH else BOTH)
        scene.ui.zone(f"head.{number}", box, show, tip=(title, whole.replace("*", "")))


def list_names(scene: StudyScene, moment: Moment) -> list[str]:
    """Return the short names of the played and the other line."""
    other = f"ui.level.{moment.against}" if moment.good else "study.turn.best"
    return [scene.ctx.t("study.turn.played"), scene.ctx.t(other)]


def _steps(scene: StudyScene, view: TurnView, c: Canvas, box: Box) -> None:
    """Draw the choice of boards, a bead for each step, and what is done in the chosen step."""
    x, y, w, h = box
    t, ui = scene.ctx.t, scene.ui
    shapes.panel(c, *box)
    labels = [t("study.turn.both"), *list_names(scene, view.moment)]
    ui.segmented_control(c, "boards", (x + 5, y + 5, 270, h - 10), labels, view.shown, view.show)
    cy = y + h / 2
    ui.icon_button(c, "step.back", x + 300, cy, 15, "left", lambda: view.step(-1), enabled=view.at > 0,
                   tip=(t("study.back"), ""))  # fmt: skip
    count = min(MOST_BEADS, view.count)
    first = max(1, min(view.at - count // 2, view.count - count + 1))
    left = x + BEADS
    target = Target(
        "steps", (left, y + 4, BEAD * count, h - 8), lambda: None, adjust=view.step, adjust_rows=scene.to_moment,
        sound="", radius=8,
    )  # fmt: skip
    target.role, target.label, target.value = SLIDER, t("reader.steps"), str(view.at)
    ui.note(target)
    names = list_names(scene, view.moment)
    for at in range(count):
        number = first + at
        cx = left + BEAD * (at + 0.5)
        colour = "text.muted" if view.shown == BOTH else find_colours(view.moment)[view.shown - PLAYED]
        if number <= view.same:  # gold where both turns do the same
            colour = view.lines[0].colours[number - 1]
        told = [scene.ctx.t("study.swing.turn", name=names[board], turn=_name_step(scene, view.lines[board], number))
                for board in view.boards]  # fmt: skip
        if not ui.touch.least:  # fingers have the slider, and the buttons for a step in their row
            ui.zone(f"step.{number}", (cx - BEAD / 2, y + 5, BEAD, h - 10), partial(view.go, number, False),
                    tip=(told[0], "\n".join(told[1:])))  # fmt: skip
        r = 14.0 if number == view.at else 11.0
        if number == view.at:
            shapes.round_rect(c, cx - r - 2, cy - r - 2, 2 * r + 4, 2 * r + 4, r + 2, "text")
        shapes.round_rect(c, cx - r, cy - r, 2 * r, 2 * r, r, colour)
        text.draw(c, str(number), cx, cy, "name", "confirm.text", "cm", fixed=True)
    after = left + BEAD * count + 22
    ui.icon_button(c, "step.play", after, cy, 15, "pause" if view.playing else "play", view.play,
                   tip=(t("study.turn.replay"), ""))  # fmt: skip
    ui.icon_button(c, "step.on", after + 38, cy, 15, "right", lambda: view.step(1), enabled=view.at < view.count,
                   tip=(t("study.on"), ""))  # fmt: skip
    begin = left + BEAD * count + BEFORE_WORDS
    _tell_step(scene, view, c, (begin, y + 3, x + w - AFTER_WORDS - begin, h - 6))


def _tell_step(scene: StudyScene, view: TurnView, c: Canvas, box: Box) -> None:
    """Draw what each turn does in the chosen step, one line each, without effects or cut to fit; the tooltip has it
    all."""
    x, y, w, h = box
    shown = view.boards
    labels = list_names(scene, view.moment)
    indent = max(text.width(c, name, "strong") for name in labels) + 12

    def fits(words: str) -> bool:
        return text.width(c, words, text.resize("fine", LEAST_STEP)) <= w - indent

    for row, number in enumerate(shown):
        yy = y + h * (row + 0.5) / len(shown)
        said = _name_step(scene, view.lines[number], view.at)
        if not fits(said):
            said = text.cut_words(_name_step(scene, view.lines[number], view.at, effects=False), fits)
        text.draw(c, labels[number], x, yy, "strong", find_colours(view.moment)[number], "lm", max_w=indent - 8)
        text.draw(c, said, x + indent, yy, "fine", "text.body", "lm", max_w=w - indent)


def _name_step(scene: StudyScene, line: TurnLine, step: int, effects: bool = True) -> str:
    """Return what a turn does in a step, with or without ``effects``; a dash after its last part."""
    if not 0 < step <= len(line.parts):
        return "–"
    part = line.parts[step - 1]
    return tell_part(scene.ctx.texts, part if effects else replace(part, effects=()), scene.names).replace("*", "")


def _make_buttons(scene: StudyScene, parts: Parts) -> Part:
    """Return the buttons to try the turn again, to go back to the whole game, and to play on from here."""
    t, may = scene.ctx.t, overview.may_play_on(scene)
    retry, play_on = partial(overview.retry_moment, scene), partial(overview.ask_play_on, scene)
    return parts.row([
        parts.button("try", t("study.try.this"), retry, "dice-target", height=BUTTONS, main=True, width=270),
        parts.button("turn.back", t("study.turn.back"), scene.close_turn, height=BUTTONS, width=166),
        parts.button("play_on", t("study.play_on"), play_on, height=BUTTONS, width=166, enabled=may),
    ], gap=11)  # fmt: skip
