"""The study of a whole game on one page, and what its buttons hand on: a new game, files, pictures, a text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ai.analysis.report import WHOLE, Moment, Swing
from engine.accessibility.nodes import BUTTON
from engine.contract import Message
from engine.seats import Seat
from engine.storage import folders, saves, studies
from scenes.common.exports import save_text
from scenes.shell import routes
from scenes.shell.layers import draw_titled_panel
from scenes.shell.parts import Parts
from scenes.shell.targets import Box, Target
from scenes.study import course_panel, side_panels, swings
from scenes.study.moments import draw_cases, format_difference, name_choices, name_part, shows_cases, tell_gains
from scenes.study.retry import try_moment
from scenes.study.table_preview import encode_png
from scenes.table import game_screens as games
from scenes.table.new_game import new_seed, place_for
from sprites.base import drawn_words, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

if TYPE_CHECKING:
    from scenes.study.scene import StudyScene
    from scenes.table.script import AnyTable

WHOLE_TURN = 1000
"""Sentences of a swing: a file has room for all."""
SAME = ""
OPPONENTS = (SAME, "novice", "skilled", "expert")
"""Who can be played on against: those who sat there, or computers of one level."""
BELOW = 1.06
"""Height of a row of cards, in heights of a card."""
LARGEST, SMALLEST = 78.0, 20.0
HEAD, NAME, GAP = 50.0, 30.0, 5.0
PANE_TALL = 542.0
"""The table; in a taller window the curve gets what is more."""
OVER_WIDE = 336.0
"""Least width of the panel with all hands."""
STRIP_TALL = 96.0
"""Track and controls below a large table."""


def save_analysis(scene: StudyScene) -> None:
    """Save the analysis as a text file."""
    save_text(scene.ctx, f"{saves.make_stem(scene.whole)}-analysis", list_lines(scene))


def list_lines(scene: StudyScene) -> list[str]:
    """Return the analysis as lines of text; without one the game and its result alone."""
    t, review = scene.ctx.t, scene.review
    lines = [t(f"{scene.whole.game}.name"), scene.result_words() if scene.over else t("study.not_over"), ""]
    if review is not None:
        for seat, name in enumerate(scene.names):
            start, shown, end = side_panels.count_parts(review, seat, scene.detailed)
            lines += [name, f"- {t('study.bill.start', n=review.seats)}: {t('ui.percent', value=start)}"]
            for part, number in shown.items():
                if number:
                    lines.append(f"- {name_part(scene, part)}: {format_difference(number)}")
            lines += [f"- {t('reader.chance_at_end')}: {t('ui.percent', value=end)}", ""]
        lines += [t("study.swings"), *(_describe_swing(scene, one) for one in swings.list_swings(scene)), ""]
        lines += [t("study.moments")]
        for moment in review.moments:
            lines += [_describe_moment(scene, moment), *tell_gains(scene, moment)]
    return lines


def _describe_swing(scene: StudyScene, swing: Swing) -> str:
    where, turn = swings.tell_place(scene, swing), swings.describe_swing(scene, swing, WHOLE_TURN)
    told = f"{where}. {turn} ({swings.format_changes(scene, swing)})"
    return ". ".join(filter(None, (told, swings.tell_foreseen(scene, swing))))


def _describe_moment(scene: StudyScene, moment: Moment) -> str:
    played, other = name_choices(scene, moment)
    text_id = "reader.moment.good" if moment.good else "reader.moment"
    return scene.ctx.t(
        text_id, place=scene.lines.name_place(scene.ctx.texts, moment.turn), name=scene.names[moment.seat],
        played=played, better=other, cost=round(100 * moment.cost / WHOLE),
    )  # fmt: skip


def _make_buttons(scene: StudyScene, parts: Parts) -> Part:
    """Return the main button, which tries a moment where there is one, and the plain ones below it."""
    t, trying = scene.ctx.t, bool(to_try(scene))
    later = None if scene.over else (t("study.play_on"), t("study.play_on.later"))
    play_on = parts.button(
        "play_on", t("study.play_on"), partial(ask_play_on, scene), "play", height=46 if trying else 60,
        main=not trying, enabled=may_play_on(scene), tip=later,
    )  # fmt: skip
    export = parts.button("export", t("study.export"), partial(ask_export, scene), "disk", height=46)
    if not trying:
        return parts.column([play_on, export], gap=10)
    act = partial(retry_moment, scene)
    retry = parts.button("try", t("study.try.this"), act, "dice-target", height=60, main=True)
    return parts.column([retry, parts.row([play_on, export], 46, gap=10, even=2)], gap=10)


def main(scene: StudyScene) -> None:
    """Do what the main button does: retry a moment where there is one, else play on from here."""
    if to_try(scene):
        retry_moment(scene)
    else:
        ask_play_on(scene)


def to_try(scene: StudyScene) -> list[Moment]:
    """Return the moments to retry: the costly ones from the chosen one on, or all of them."""
    costly = [one for one in scene.moments if not one.good]
    if scene.moment in costly:
        at = costly.index(scene.moment)
        return costly[at:]
    return costly


def retry_moment(scene: StudyScene) -> None:
    """Open the retry of the chosen moment, or of the most costly one, then of the others; without moments do
    nothing."""
    moments = to_try(scene)
    if moments:
        scene.ctx.stack.push(_trial(scene, moments, 1))


def _trial(scene: StudyScene, moments: list[Moment], number: int) -> AnyTable:
    """Return the table at which moment ``number`` (from 1) is retried; the next one follows it."""
    moment = moments[number - 1]

    def then(on: bool) -> None:
        scene.open_moment(moment)
        if on and number < len(moments):
            scene.ctx.stack.swap(_trial(scene, moments, number + 1))
        else:
            scene.ctx.stack.pop()

    return try_moment(scene.ctx, scene.whole, moment, then, number, len(moments))


def may_play_on(scene: StudyScene) -> bool:
    """Whether a new game can begin at this position: in a finished game, seen by a seat, before its end. Not in a
    running one: its copy holds the hidden hands and choices, which the person would know when going on."""
    return scene.over and scene.eyes is not None and scene.turn < scene.last


def ask_play_on(scene: StudyScene) -> None:
    """Ask which opponents to play on with from this position."""
    if not may_play_on(scene):
        scene.ctx.play("refused")
        if not scene.over:
            scene.ctx.toast(scene.ctx.t("study.play_on.later"))
        return
    t = scene.ctx.t
    choices: list[tuple[str, str, Callable[[], None]]] = [("stay", t("ui.cancel"), lambda: None)]
    for level in OPPONENTS:
        label = t(f"ui.level.{level}") if level else t("study.same")
        choices.append((f"against.{level}", label, partial(_play_on, scene, level)))
    scene.ctx.ask(t("study.play_on"), t("study.play_on.body"), choices, main=1)


def seats_for(scene: StudyScene, level: str) -> list[Seat]:
    """Return the seats for playing on: the viewer's becomes a person, computers get the ``level`` ("" keeps theirs).
    Where a single other person played, a computer takes that seat."""
    found = []
    for number, seat in enumerate(scene.whole.seats):
        if number == scene.eyes:
            found.append(msgspec.structs.replace(seat, kind="person", level=""))
        elif level and not seat.is_person:
            found.append(msgspec.structs.replace(seat, level=level))
        elif number in scene.people and len(scene.people) == 1:
            found.append(msgspec.structs.replace(seat, kind="computer", level=level or "skilled"))
        else:
            found.append(seat)
    return found


def _play_on(scene: StudyScene, level: str) -> None:
    ctx = scene.ctx
    session = scene.shown.play_on(seats_for(scene, level), new_seed(), place_for(ctx, scene.whole.game))
    ctx.stack.replace(routes.scene("title", ctx))
    ctx.stack.push(games.table(ctx, session))


def ask_export(scene: StudyScene) -> None:
    """Ask what to export: the game as a file, this position as a picture, or the whole as an animation."""
    t = scene.ctx.t
    choices: list[tuple[str, str, Callable[[], None]]] = [
        ("stay", t("ui.cancel"), lambda: None),
        ("file", t("study.export.file"), partial(export_file, scene)),
        ("picture", t("study.export.picture"), partial(export_picture, scene)),
        ("film", t("study.export.film"), scene.film),
        ("text", t("reader.save"), partial(save_analysis, scene)),
    ]
    scene.ctx.ask(t("study.export"), t("study.export.body"), choices, main=1)


def export_file(scene: StudyScene) -> None:
    """Write the game with its bookmarks and review as one file."""
    record, study, stem = scene.whole.record(), studies.encode(scene.study), saves.make_stem(scene.whole)
    _write(scene, "file", lambda: saves.export(record, study, folders.exports(), stem), "ui.load.given")


def export_picture(scene: StudyScene) -> None:
    """Export the shown table as a PNG file in its own size."""
    name, data = f"{saves.make_stem(scene.whole)}-{scene.turn}", encode_png(scene)
    _write(scene, "picture", lambda: saves.write_new(folders.exports(), name, ".png", data))


def export_film(scene: StudyScene, data: bytes) -> None:
    """Write the animation of the whole game to a file."""
    name = saves.make_stem(scene.whole)
    _write(scene, "film", lambda: saves.write_new(folders.exports(), name, ".gif", data))


def _write(scene: StudyScene, what: str, write: Callable[[], Path], told: str = "study.exported") -> None:
    """Write a file in the background, then say where it is (``told``: text id)."""

    def give() -> list[Message]:
        path = write()
        return [Message(told, {"file": path.name, "path": str(path)})]

    if not scene.ctx.quiet:
        scene.ctx.files.submit(f"{what} {scene.whole.id}", give, asked=True)


def draw_hands(scene: StudyScene, c: Canvas, box: Box) -> None:
    """Draw the hand of every seat that holds cards, as large as the box allows."""
    x, y, w, h = box
    whole, t = scene.whole, scene.ctx.t
    draw_titled_panel(c, box, t("study.hands"), "eye")
    state = scene.shown.course.last.state
    hands = [
        games.list_held_cards(scene.ctx, c, whole.game, whole.rules.view(state, seat))
        for seat in range(len(whole.seats))
    ]
    counts = [len(hand) for hand in hands]
    with drawn_words.mute_reports():  # small as they are, cards are told whole by their tips
        cards = [hand[0][0](LARGEST) for hand in hands if hand]
        wide, ratio = LARGEST, BELOW * max([card.get_height() / card.get_width() for card in cards], default=1.0)
    while wide > SMALLEST and _measure_hands(counts, w - 28, wide, ratio) > h - HEAD - 8:
        wide -= 2
    per_row = max(1, int((w - 28 + GAP) // (wide + GAP)))
    yy = y + HEAD
    for seat, hand in enumerate(hands):
        one = whole.seats[seat]
        shapes.badge(c, one.colour, one.emblem, x + 24, yy + 12, 10)
        text.draw(c, one.name, x + 42, yy + 12, "name", "text", "lm", max_w=w - 60)
        yy += NAME
        found = []
        for at, (face, tip) in enumerate(hand):
            row, column = divmod(at, per_row)
            left, top = x + 14 + column * (wide + GAP), yy + row * wide * ratio
            if top + wide * ratio > y + h:
                break
            with drawn_words.mute_reports():
                made = face(wide)
            c.surface.blit(made, (c.x(left), c.y(top)))
            place = (left, top, wide, made.get_height() / c.scale)
            found.append(Target(f"held.{seat}.{at}", place, lambda: None, tip=tip, radius=4, role=BUTTON))
        scene.ui.explain_each(f"held.{seat}", found)
        yy += -(-len(hand) // per_row) * wide * ratio + 4


def _measure_hands(counts: list[int], room: float, wide: float, ratio: float) -> float:
    per_row = max(1, int((room + GAP) // (wide + GAP)))
    return sum(NAME + 4 + -(-count // per_row) * wide * ratio for count in counts)


def make_overview(scene: StudyScene, parts: Parts) -> Part:
    """Return everything below the top bar; a large table leaves room only for its controls and the hands."""
    c = parts.c
    if scene.large:
        table = [Part(0, partial(_draw_table, scene, c), 1)]
        if scene.open_hands:
            table.append(Part(OVER_WIDE, partial(draw_hands, scene, c)))
        track, controls = scene.ui.touch.grow(course_panel.TRACK_TALL), scene.ui.touch.grow(course_panel.LOW)
        grown = track + controls - course_panel.TRACK_TALL - course_panel.LOW
        strip = Part(STRIP_TALL + grown, partial(course_panel.draw_strip, scene, c))
        return parts.column([parts.row(table, gap=12, share=1), strip], gap=12)
    grown = sum(scene.ui.touch.grow(tall) - tall for tall in (course_panel.HEAD, course_panel.LOW))
    left = [Part(PANE_TALL - grown, partial(_draw_upper, scene, c)), Part(0, partial(course_panel.draw, scene, c), 1)]
    page = Part(0, partial(side_panels.draw_page, scene, parts), 1)
    right = [Part(298, partial(side_panels.draw_bill, scene, c)), page]
    if scene.stopped:
        right.append(_make_resume_offer(scene, parts))
    right.append(_make_buttons(scene, parts))
    return parts.row([
        parts.at_width(1072, parts.column(left, gap=12)), parts.at_width(464, parts.column(right, gap=12)),
    ], gap=16)  # fmt: skip


def _draw_upper(scene: StudyScene, c: Canvas, box: Box) -> None:
    """Draw the table, and at its side the hands, or reasons and log."""
    if shows_cases(scene):
        draw_cases(scene, c, box)
        return
    x, y, w, h = box
    room = w - scene.pane.width_for(h) - 12
    if scene.open_hands:
        room = max(room, OVER_WIDE)
    place = (x, y, w - (room + 12 if room >= side_panels.NARROWEST else 0), h)
    wide = _draw_table(scene, c, place)[2]
    if scene.open_hands:
        draw_hands(scene, c, (x + w - room, y, room, h))
    else:
        side_panels.draw_side_panels(scene, c, (x + wide + 12, y, room, h))


def _make_resume_offer(scene: StudyScene, parts: Parts) -> Part:
    """Return the part that says that the analysis stopped early and offers to continue it."""
    t, label = scene.ctx.t, scene.ctx.t("study.stopped.again")
    tip = (label, t("study.stopped.tip"))
    return parts.panel([parts.row([
        parts.line(t("study.stopped"), "label", share=1),
        parts.button("analyse", label, scene.analyse, "redo", height=34, width=150, tip=tip),
    ], 48)], height=48)  # fmt: skip


def _draw_table(scene: StudyScene, c: Canvas, place: Box) -> Box:
    """Draw the table in the middle of ``place``, as large as it fits; return its box."""
    drawn = scene.pane.fit_table(c, place)
    scene.why.draw(c, drawn)
    return drawn
