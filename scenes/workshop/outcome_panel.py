"""What the Master says of an arranged position, in as many words as the lamp of its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ai.decision import Decision
from scenes.shell.panels import draw_titled_panel
from scenes.table.advice import MOST_REASONS, OPTIONS, Numbers, name_options
from scenes.table.table_view import AnyTable
from scenes.workshop import sharing
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.workshop.editor import EditorScene

CHECK_H, BEGIN_H, WAYS_H, LINE_H = 412.0, 168.0, 204.0, 52.0
ROOM_ABOVE = 110.0
"""What advice leaves free above it in the check."""
MOST_SHOWN = 3
"""Problems that are told at once."""


def tell_advice(table: AnyTable, decision: Decision, label: Callable[[int], str]) -> str:
    """Tell the best turn and what comes after it with their numbers, the chance to win and the reasons, as lines.

    ``label`` names an action where no turn is known.
    """
    t = table.ctx.t
    giving_up = table.session.rules.resignations
    left = [one for one in decision.considered if one.action not in giving_up]
    shown = sorted(left, key=lambda one: -one.weight)[:OPTIONS]
    numbers = Numbers(table, replace(decision, considered=left), shown)
    named = [f"{name} \u2013 {numbers.words(one)}" for one, name in name_options(table, shown, label)]
    lines = [t("ui.edit.master.says", what=f"*{named[0]}*") if named else "", *named[1:]]
    if decision.chance is not None and not numbers.by_chance:
        lines.append(f"{t('ui.hint.by_chance')}: {t('ui.percent', value=round(100 * decision.chance))}")
    reasons = shown[0].reasons[:MOST_REASONS] if shown else []
    return "\n".join([*lines, *(table.ctx.say(reason, table.names) for reason in reasons)])


def draw(scene: EditorScene, c: Canvas, room: Box, narrow: bool) -> None:
    """Draw the three parts; in a narrow window the check is one line above the amber button."""
    x, y, w, h = room
    if narrow:
        low = y + h - WAYS_H
        _draw_begin(scene, c, (x, y, w, BEGIN_H))
        _draw_advice(scene, c, (x, y + BEGIN_H + 12, w, low - LINE_H - 24 - y - BEGIN_H))
        _draw_line(scene, c, (x, low - LINE_H - 12, w, LINE_H))
        _draw_ways(scene, c, (x, low, w, WAYS_H))
        return
    _draw_check(scene, c, (x, y, w, CHECK_H))
    _draw_begin(scene, c, (x, y + CHECK_H + 12, w, BEGIN_H))
    _draw_ways(scene, c, (x, y + CHECK_H + BEGIN_H + 24, w, room[3] - CHECK_H - BEGIN_H - 24))


def _draw_check(scene: EditorScene, c: Canvas, box: Box) -> None:
    """Draw problems as red cards, oddities as yellow lines, else that the position is lawful."""
    x, y, w, h = box
    t = scene.ctx.t
    problems = scene.draft.problems
    shapes.panel(c, *box)
    count = len(problems)
    icons.draw(c, "warning" if count else "check", x + 28, y + 27, 22, "text.warning" if count else "good.high")
    title = t("ui.edit.wrong.count", n=count) if count else t("ui.edit.lawful")
    text.draw(c, title, x + 50, y + 27, "heading", "accent", "lm", max_w=w - 66)
    shapes.rule(c, x + 14, y + 48, w - 28, ornament=False)
    top = y + 60
    first = max(0, scene.shown_problem - MOST_SHOWN + 1)
    for at in range(first, min(first + MOST_SHOWN, count)):
        top = _draw_problem(scene, c, at, (x + 10, top, w - 20, y + h - top)) + 8
    if not count:
        text.paragraph(c, t("ui.edit.lawful.body"), x + 20, top, w - 40, "body", "text")
        top += text.paragraph_height(c, t("ui.edit.lawful.body"), w - 40, "body") + 12
        for message in scene.draft.arranger.find_oddities(scene.draft.state):
            top = _draw_oddity(scene, c, scene.say(message), (x + 14, top, w - 28, y + h - top)) + 8
    _draw_advice(scene, c, (x + 10, y, w - 20, h - 10))


def _draw_advice(scene: EditorScene, c: Canvas, box: Box) -> None:
    """Draw what the Master would do at the lower end of a box, or that it thinks; nothing before it was asked."""
    x, y, w, h = box
    t = scene.ctx.t
    said = ""
    if scene.waits:
        said = t("ui.edit.master.thinks")
    elif scene.advice:
        said = scene.advice
    if said:
        lines = said.split("\n")
        while len(lines) > 1 and text.paragraph_height(c, "\n".join(lines), w - 36, "body") + 18 > h - ROOM_ABOVE:
            lines.pop()
        said = "\n".join(lines)
        tall = text.paragraph_height(c, said, w - 36, "body") + 18
        place = (x, y + h - tall, w, tall)
        shapes.round_rect(c, *place, 8, "accent", alpha=36)
        shapes.round_rect(c, *place, 8, "edge", border=1.4)
        text.paragraph(c, said, x + 14, place[1] + 9, w - 28, "body", "text.bright")


def _draw_line(scene: EditorScene, c: Canvas, box: Box) -> None:
    """Draw the check as one line that opens what it says."""
    t, problems = scene.ctx.t, scene.draft.problems
    odd = list(scene.draft.arranger.find_oddities(scene.draft.state)) if not problems else []
    label = t("ui.edit.wrong.count", n=len(problems)) if problems else t("ui.edit.unusual" if odd else "ui.edit.lawful")
    scene.ui.button(c, "check", box, label, partial(tell_check, scene), icon="warning" if problems or odd else "check")


def tell_check(scene: EditorScene) -> None:
    """Open what the rules say in full."""
    t = scene.ctx.t
    explained = [scene.draft.explain(problem) for problem in scene.draft.problems]
    lines = [f"*{scene.say(one.title)}*: {scene.say(one.text)}" for one in explained]
    if not lines:
        odd = scene.draft.arranger.find_oddities(scene.draft.state)
        lines = [t("ui.edit.lawful.body"), *(f"{t('ui.edit.unusual')}: {scene.say(message)}" for message in odd)]
    title = t("ui.edit.wrong.count", n=len(explained)) if explained else t("ui.edit.lawful")
    scene.ctx.ask(title, "\n".join(lines), [("ok", t("ui.ok"), lambda: None)])


def _draw_problem(scene: EditorScene, c: Canvas, at: int, room: Box) -> float:
    """Draw a problem with its reason and, where it has places, the button that marks them; return where it ends."""
    x, y, w, _ = room
    explained = scene.draft.explain(scene.draft.problems[at])
    title, body = scene.say(explained.title), scene.say(explained.text)
    inner = w - 28
    tall = text.paragraph_height(c, body, inner, "body")
    high = 40 + tall + (40 if explained.places else 8)
    shapes.round_rect(c, x, y, w, high, 8, "danger", alpha=44)
    shown = scene.shown_problem == at
    shapes.round_rect(c, x, y, w, high, 8, "accent.bright" if shown else "danger", border=2.6 if shown else 1.8)
    text.draw(c, title, x + 14, y + 20, "name", "text.title", "lm", max_w=inner)
    text.paragraph(c, body, x + 14, y + 36, inner, "body", "text")
    if explained.places:
        label = scene.ctx.t("ui.edit.hide" if shown else "ui.edit.show")
        box = (x + w - 122, y + high - 38, 112, 32)
        scene.ui.button(c, f"show.{at}", box, label, partial(scene.show_problem, at), icon="eye")
    return y + high


def _draw_oddity(scene: EditorScene, c: Canvas, said: str, room: Box) -> float:
    """Draw what is unusual but allowed; return where it ends."""
    x, y, w, _ = room
    icons.draw(c, "warning", x + 12, y + 12, 18, "accent")
    text.draw(c, scene.ctx.t("ui.edit.unusual"), x + 30, y + 12, "name", "text.title", "lm", max_w=w - 30)
    text.paragraph(c, said, x + 30, y + 24, w - 34, "body", "text")
    return y + 24 + text.paragraph_height(c, said, w - 34, "body")


def _draw_begin(scene: EditorScene, c: Canvas, box: Box) -> None:
    """Draw what to begin with."""
    x, y, w, _ = box
    t = scene.ctx.t
    draw_titled_panel(c, box, t("ui.edit.begin"))
    wide = (w - 34) / 2
    rows = (
        ("empty", "ui.edit.begin.empty", scene.begin_empty, None),
        ("other", "ui.edit.begin.game", lambda: sharing.ask_game(scene), None),
        ("file", "ui.edit.begin.file", lambda: sharing.ask_file(scene), None),
        ("chance", "ui.edit.begin.chance", scene.begin_by_chance, "shuffle"),
    )
    for at, (name, label, act, icon) in enumerate(rows):
        row, column = divmod(at, 2)
        place = (x + 12 + column * (wide + 10), y + 54 + row * 54, wide, 44)
        scene.ui.button(c, f"begin.{name}", place, t(label), act, icon=icon)


def _draw_ways(scene: EditorScene, c: Canvas, box: Box) -> None:
    """Draw the amber button and the four below it."""
    x, y, w, _ = box
    t = scene.ctx.t
    lawful = scene.is_lawful
    label, icon = ("ui.edit.play", "play") if lawful else ("ui.edit.mend", "eye")
    scene.ui.button(c, "main", (x, y, w, 58), t(label), scene.press_main, main=True, icon=icon, key=t("ui.key.main"))
    wide = (w - 12) / 2
    why = None if lawful else (t("ui.edit.needs"), "")
    rows = (
        ("ask", "ui.edit.ask", scene.ask_master, lawful and not scene.waits, None),
        ("puzzle", "ui.edit.puzzle", scene.make_puzzle, lawful, None),
        ("save", "ui.edit.save", lambda: sharing.save_draft(scene), True, "disk"),
        ("share", "ui.edit.share", lambda: sharing.share(scene), True, None),
    )
    for at, (name, text_id, act, enabled, sign) in enumerate(rows):
        row, column = divmod(at, 2)
        place = (x + column * (wide + 12), y + 68 + row * 56, wide, 46)
        tip = why if not enabled else None
        scene.ui.button(c, name, place, t(text_id), act, enabled=enabled, icon=sign, tip=tip)
    if not lawful:
        text.draw(c, t("ui.edit.needs"), x + w / 2, y + 190, "remark", "text.muted", "cm", max_w=w)
