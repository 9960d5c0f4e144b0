"""The right column of the editor: what the rules and the Master say, what to begin with, what comes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ai.decision import Decision
from scenes.shell.parts import Parts
from scenes.table.advice import MOST_REASONS, OPTIONS, Numbers, name_options
from scenes.table.script import AnyTable
from scenes.workshop import sharing
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.workshop.editor import EditorScene

CHECK_H, WAYS_H, LINE_H = 412.0, 204.0, 52.0
ROOM_ABOVE = 110.0
"""What advice leaves free above it in the check."""
MOST_SHOWN = 3
"""Problems that are told at once."""


def tell_advice(table: AnyTable, decision: Decision) -> str:
    """Return the Master's advice as lines of text: best turn, next ones with their numbers, win probability,
    reasons."""
    t = table.ctx.t
    giving_up = table.session.rules.resignations
    left = [one for one in decision.considered if one.action not in giving_up]
    shown = sorted(left, key=lambda one: -one.weight)[:OPTIONS]
    numbers = Numbers(table, replace(decision, considered=left), shown)
    options = name_options(table, shown, partial(table.hooks.name_action, table))
    named = [f"{name} \u2013 {numbers.words(one)}" for one, name in options]
    lines = [t("ui.edit.master.says", what=f"*{named[0]}*") if named else "", *named[1:]]
    if decision.chance is not None and not numbers.by_chance:
        lines.append(f"{t('ui.hint.by_chance')}: {t('ui.percent', value=round(100 * decision.chance))}")
    reasons = shown[0].reasons[:MOST_REASONS] if shown else []
    return "\n".join([*lines, *(table.ctx.say(reason, table.names) for reason in reasons)])


def draw(scene: EditorScene, parts: Parts, narrow: bool, room: Box) -> None:
    """Draw the column: check of the rules or advice, ways to begin, and results; in a ``narrow`` window the check is a
    button."""
    begin, ways = _make_begin(scene, parts), _make_ways(scene, parts)
    if narrow:
        advice = Part(0, partial(_draw_advice, scene, parts.c), 1)
        parts.column([begin, advice, _make_check_button(scene, parts), ways], gap=12).draw(room)
    else:
        parts.column([Part(CHECK_H, partial(_draw_check, scene, parts)), begin, ways], gap=12).draw(room)


def _draw_check(scene: EditorScene, parts: Parts, box: Box) -> None:
    """Draw problems as red cards, else oddities as yellow lines, else that the position is lawful."""
    x, y, w, h = box
    t, c, problems = scene.ctx.t, parts.c, scene.draft.problems
    shapes.panel(c, *box)
    count = len(problems)
    title = t("ui.edit.wrong.count", n=count) if count else t("ui.edit.lawful")
    sign, ink = ("warning", "text.warning") if count else ("check", "good.high")
    head = [parts.icon(sign, 22, ink, width=28), parts.line(title, "heading", "accent", share=1)]
    first = max(0, scene.shown_problem - MOST_SHOWN + 1)
    rows = [_make_problem(scene, parts, at, w - 20) for at in range(first, min(first + MOST_SHOWN, count))]
    if not count:
        odd = scene.draft.arranger.find_oddities(scene.draft.state)
        lawful = parts.inset(parts.prose(t("ui.edit.lawful.body"), w - 40, "body", "text", gap=4), 10)
        rows = [lawful, *(_make_oddity(scene, parts, scene.say(message), w - 28) for message in odd)]
    parts.column([
        parts.space(6), parts.inset(parts.row(head, 42, gap=8), 4), parts.rule(12, ornament=False),
        parts.column(rows, gap=8, share=1),
    ]).draw((x + 10, y, w - 20, h))  # fmt: skip
    _draw_advice(scene, c, (x + 10, y, w - 20, h - 10))


def _draw_advice(scene: EditorScene, c: Canvas, box: Box) -> None:
    """Draw the Master's advice at the lower end of a box, or that it is thinking; nothing before it was asked."""
    x, y, w, h = box
    said = scene.ctx.t("ui.edit.master.thinks") if scene.waits else scene.advice
    if not said:
        return
    lines = said.split("\n")
    while len(lines) > 1 and text.paragraph_height(c, "\n".join(lines), w - 36, "body") + 18 > h - ROOM_ABOVE:
        lines.pop()
    said = "\n".join(lines)
    tall = text.paragraph_height(c, said, w - 36, "body") + 18
    place = (x, y + h - tall, w, tall)
    shapes.plaque(c, place, 8, ground="accent", dark=36, edge=255, border=1.4)
    text.paragraph(c, said, x + 14, place[1] + 9, w - 28, "body", "text.bright")


def _make_check_button(scene: EditorScene, parts: Parts) -> Part:
    """Return the check as one line that opens what it says."""
    t, problems = scene.ctx.t, scene.draft.problems
    odd = list(scene.draft.arranger.find_oddities(scene.draft.state)) if not problems else []
    label = t("ui.edit.wrong.count", n=len(problems)) if problems else t("ui.edit.unusual" if odd else "ui.edit.lawful")
    icon = "warning" if problems or odd else "check"
    return parts.button("check", label, partial(tell_check, scene), icon, height=LINE_H)


def tell_check(scene: EditorScene) -> None:
    """Open a dialog with the complete check of the rules."""
    t = scene.ctx.t
    explained = [scene.draft.explain(problem) for problem in scene.draft.problems]
    lines = [f"*{scene.say(one.title)}*: {scene.say(one.text)}" for one in explained]
    if not lines:
        odd = scene.draft.arranger.find_oddities(scene.draft.state)
        lines = [t("ui.edit.lawful.body"), *(f"{t('ui.edit.unusual')}: {scene.say(message)}" for message in odd)]
    title = t("ui.edit.wrong.count", n=len(explained)) if explained else t("ui.edit.lawful")
    scene.ctx.ask(title, "\n".join(lines))


def _make_problem(scene: EditorScene, parts: Parts, at: int, w: float) -> Part:
    """Return a problem with its reason and, where it has places, the button that marks them."""
    c, explained = parts.c, scene.draft.explain(scene.draft.problems[at])
    shown = scene.shown_problem == at
    rows = [
        parts.space(4),
        parts.line(scene.say(explained.title), "name", "text.title"),
        parts.prose(scene.say(explained.text), w - 28, "body", "text", gap=4),
    ]
    if explained.places:
        label = scene.ctx.t("ui.edit.hide" if shown else "ui.edit.show")
        show = parts.button(f"show.{at}", label, partial(scene.show_problem, at), "eye", height=32, width=112)
        rows.append(parts.row([parts.space(share=1), show], 32))
    inner = parts.inset(parts.column([*rows, parts.space(8)]), 14)

    def draw(box: Box) -> None:
        shapes.round_rect(c, *box, 8, "danger", alpha=44)
        shapes.round_rect(c, *box, 8, "accent.bright" if shown else "danger", border=2.6 if shown else 1.8)
        inner.draw(box)

    return Part(inner.size, draw)


def _make_oddity(scene: EditorScene, parts: Parts, said: str, w: float) -> Part:
    """Return what is unusual but allowed."""
    words = parts.column([
        parts.line(scene.ctx.t("ui.edit.unusual"), "name", "text.title", height=24),
        parts.prose(said, w - 34, "body", "text", gap=0),
    ])  # fmt: skip
    sign = Part(22, lambda box: icons.draw(parts.c, "warning", box[0] + 16, box[1] + 12, 18, "accent"))
    return parts.row([sign, parts.at_width(0, words, share=1)], words.size, gap=12)


def _make_begin(scene: EditorScene, parts: Parts) -> Part:
    """Return what to begin with."""
    t = scene.ctx.t
    rows = (
        ("empty", "ui.edit.begin.empty", scene.begin_empty, None),
        ("other", "ui.edit.begin.game", partial(sharing.ask_game, scene), None),
        ("file", "ui.edit.begin.file", partial(sharing.ask_file, scene), None),
        ("chance", "ui.edit.begin.chance", scene.begin_by_chance, "shuffle"),
    )
    buttons = [parts.button(f"begin.{name}", t(label), act, icon, height=44) for name, label, act, icon in rows]
    grid = parts.grid(buttons, 2, gap=10, height=44)
    return parts.caption_panel(t("ui.edit.begin"), parts.column([parts.space(8), grid]))


def _make_ways(scene: EditorScene, parts: Parts) -> Part:
    """Return the main button and the four below it."""
    t, lawful = scene.ctx.t, scene.is_lawful
    label, icon = ("ui.edit.play", "play") if lawful else ("ui.edit.mend", "eye")
    why = None if lawful else (t("ui.edit.needs"), "")
    ways = (
        ("ask", "ui.edit.ask", scene.ask_master, lawful and not scene.waits, None),
        ("puzzle", "ui.edit.puzzle", scene.make_puzzle, lawful, None),
        ("save", "ui.edit.save", partial(sharing.save_draft, scene), True, "disk"),
        ("share", "ui.edit.share", partial(sharing.share, scene), True, None),
    )
    buttons = [
        parts.button(name, t(text_id), act, sign, height=46, enabled=enabled, tip=None if enabled else why)
        for name, text_id, act, enabled, sign in ways
    ]
    rows = [
        parts.button("main", t(label), scene.press_main, icon, height=58, main=True),
        parts.space(10),
        parts.grid(buttons, 2, gap=10, height=46),
    ]
    if not lawful:
        rows.append(parts.line(t("ui.edit.needs"), "remark", "text.muted", align="c", height=24))
    return parts.at_width(WAYS_H, parts.column(rows))
