"""The swings of a game, turns in which the chance of a seat moved by a tenth or more: list, marks and labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ai.analysis.key_moments import LARGE, find_choice, is_cause
from ai.analysis.report import WHOLE, StoredMessage, Swing
from ai.analysis.turns import list_turn_parts
from ai.opponent_registry import find_analysis_profile
from scenes.common.turn_sentence import shorten_turn
from scenes.shell.parts import Parts
from scenes.shell.targets import Box
from scenes.study.moments import format_percent, move_words, name_part
from scenes.study.row_scroll import draw_foot, make_row
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

if TYPE_CHECKING:
    from games.event_texts import TurnPart
    from scenes.study.scene import StudyScene

MOST_SAID = 3
"""Most sentences that tell a swing where room is short; the choices that were made at the same time are one."""
MOST_NAMED = 4
"""Most seats whose choices are named where they chose at the same time."""
LONGEST = 46
"""Letters of a turn in the list, for each sentence that has room."""
ROW = 82.0
MARK = 9.0
"""Radius of a mark on the curve."""
APART = 150.0
"""Swings closer than this, in logical units, share a pill."""
TALL = 22.0
"""Height of a pill."""
Place = Callable[[Swing], tuple[float, float]]


def tell_cause(scene: StudyScene, swing: Swing) -> str:
    """Return in words what explains most of a swing: luck, a choice, or else how the turn went. The latter is told of
    the seat that played it, or of the one moved most where that one hardly moved or the game tells no turns."""
    if swing.cause != "course" or swing.seat < 0:
        return name_part(scene, swing.cause)
    if abs(swing.change[swing.seat]) >= LARGE and find_turn(scene, swing):
        return scene.ctx.t("study.swing.more" if swing.change[swing.seat] > 0 else "study.swing.less")
    seat = max(range(len(swing.change)), key=lambda one: (abs(swing.change[one]), one == swing.seat))
    return scene.ctx.t("study.swing.helped" if swing.change[seat] > 0 else "study.swing.hurt", name=scene.names[seat])


def explain_cause(scene: StudyScene, swing: Swing) -> str:
    """Return the cause of a swing in words, with the player whose choice it was. A choice of the turn that was worth
    much but is not the cause is added."""
    cause = tell_cause(scene, swing)
    choice = None if scene.review is None else find_choice(swing, scene.review.moments)
    if choice is None:
        named = swing.cause == "choice" and swing.seat >= 0
        return scene.ctx.t("study.swing.choice.of", name=scene.names[swing.seat]) if named else cause
    name = scene.names[choice.seat]
    if not is_cause(swing, choice):
        points = scene.ctx.t("ui.percent", value=round(100 * choice.cost / WHOLE))
        return scene.ctx.t(
            f"study.swing.{'weaker' if choice.good else 'better'}", cause=cause, points=points, name=name
        )
    return scene.ctx.t("study.swing.choice.of", name=name) if swing.cause in ("choice", "course") else cause


def tell_place(scene: StudyScene, swing: Swing) -> str:
    """Return in words where in the game a swing is, and its cause."""
    place = scene.lines.name_place(scene.ctx.texts, swing.turn)
    return scene.ctx.t("study.swing.at", place=place, cause=explain_cause(scene, swing))


def choose_sentences(scene: StudyScene, swing: Swing, most: int) -> list[StoredMessage]:
    """Return at most ``most`` sentences that say most of a swing, in the order of the game; for luck draws count
    most."""
    profile = find_analysis_profile(scene.whole.game)
    kinds = (*(profile.drawn if swing.cause == "luck" else ()), *profile.events)
    weights = [next((at for at, kind in enumerate(kinds) if kind in one.id.split(".")), len(kinds))
               for one in swing.told]  # fmt: skip
    kept = sorted(range(len(weights)), key=weights.__getitem__)[:most]
    return [swing.told[at] for at in sorted(kept)]


def describe_swing(scene: StudyScene, swing: Swing, most: int = MOST_SAID) -> str:
    """Return what happened: the player and the turn in one sentence, or at most ``most`` events."""
    said = shorten_swing(scene, swing, lambda words: len(words) <= LONGEST * most)
    if said:
        return scene.ctx.t("study.swing.turn", name=scene.names[swing.seat], turn=said)
    joint = name_joint_choices(scene, swing) if swing.seat < 0 and (most > 1 or not swing.told) else ""
    chosen = choose_sentences(scene, swing, most - bool(joint))
    told = [*filter(None, (joint,)), *(scene.ctx.say(one.message(), scene.names) for one in chosen)]
    return "; ".join(told) or scene.ctx.t("study.swing.quiet", name=scene.names[swing.seat])


def name_joint_choices(scene: StudyScene, swing: Swing) -> str:
    """Return the simultaneous choices of all players in words; of many players only that they chose. "" where the
    choices are no cards and the swing's own sentences tell them."""
    base = scene.whole.course.base
    entries = scene.whole.course.entries[swing.turn - base : swing.end - base]
    if not 0 < len(entries) <= MOST_NAMED:
        return scene.ctx.t("study.swing.unknown")
    messages = [scene.whole.rules.describe(one.action) for one in entries]
    cards = [one.params["card"] for one in messages if one is not None and one.params.keys() == {"card"}]
    if len(cards) == len(entries) and len({one.id for one in messages if one is not None}) == 1:
        told = [scene.ctx.texts.value(card, scene.names) for card in cards]  # all do the same, each with a card
    elif swing.told:
        return ""
    else:
        told = [move_words(scene, swing.turn, one.seat, one.action).replace("*", "") for one in entries]
    return ", ".join(
        scene.ctx.t("study.swing.turn", name=scene.names[one.seat], turn=words)
        for one, words in zip(entries, told, strict=True)
    )


def find_turn(scene: StudyScene, swing: Swing) -> tuple[TurnPart, ...]:
    """Return the parts of the turn of a swing; () for a game without turn parts."""
    return list_turn_parts(scene.whole.game, scene.whole.course, swing.seat, swing.turn, swing.end)


def shorten_swing(scene: StudyScene, swing: Swing, fits: Callable[[str], bool]) -> str:
    """Return the turn in one sentence without its player, shortened to fit; "" for a game without turn parts."""
    turn = find_turn(scene, swing)
    if not turn:
        return ""
    return shorten_turn(scene.ctx.texts, turn, scene.names, fits, swing.cause == "luck").replace("*", "")


def name_change(scene: StudyScene, swing: Swing) -> str:
    """Return the name of the seat that is looked at, and its change in percent."""
    points = format_percent(scene, swing.change[scene.whose])
    return scene.ctx.t("study.gain.of", name=scene.names[scene.whose], points=points)


def is_of_other(scene: StudyScene, swing: Swing) -> bool:
    """Whether a swing's words are about another seat than the one whose change is shown, or about all."""
    return swing.seat != scene.whose or abs(swing.change[scene.whose]) < LARGE


def format_changes(scene: StudyScene, swing: Swing) -> str:
    """Return the change of every affected seat in signed percent, the largest first, as text."""
    seats = sorted(range(len(swing.change)), key=lambda seat: -abs(swing.change[seat]))
    rounded = [(seat, round(100 * swing.change[seat] / WHOLE)) for seat in seats]
    return ", ".join(
        scene.ctx.t("study.gain.of", name=scene.names[seat], points=f"+{one}" if one > 0 else f"−{-one}")
        for seat, one in rounded
        if one
    )


def list_foreseen(scene: StudyScene, swing: Swing) -> list[str]:
    """Return a text by seat with the final points expected before and after the turn, in halves. [] where these are
    unknown or did not change."""
    rows = [[round(points / 50) / 2 for points in row] for row in swing.foreseen]
    if len(rows) < 2 or rows[0] == rows[1]:
        return []
    decimal = scene.ctx.texts.decimal
    return [
        scene.ctx.t("study.gain.of", name=name, points=" → ".join(dict.fromkeys([decimal(old, 1), decimal(new, 1)])))
        for name, old, new in zip(scene.names, *rows, strict=True)
    ]


def tell_foreseen(scene: StudyScene, swing: Swing) -> str:
    """Return the final points expected before and after the turn, in one line; "" where these are unknown."""
    told = list_foreseen(scene, swing)
    return scene.ctx.t("study.swing.foreseen", ends=", ".join(told)) if told else ""


def explain_swing(scene: StudyScene, swing: Swing) -> str:
    """Return what happened, and on the next line the expected final points, if known."""
    return "\n".join(filter(None, (describe_swing(scene, swing).replace("*", ""), tell_foreseen(scene, swing))))


def list_swings(scene: StudyScene) -> list[Swing]:
    """Return the swings of the analysis, in the order of the game."""
    return [] if scene.review is None else list(scene.review.swings)


def draw_swings(scene: StudyScene, parts: Parts, box: Box) -> None:
    """Draw rows of swings of all seats; each leads to the position before it."""
    swings = scene.rows.choose(f"swings.{scene.whose}", list_swings(scene), box, ROW, None)
    rows = [_make_row(scene, parts, number, swing) for number, swing in enumerate(swings)]
    if not swings and scene.review is not None:
        words = scene.ctx.t("study.swings.none" if scene.review.finished else "study.still")
        rows = [parts.space(14), parts.inset(parts.prose(words, box[2] - 32, "remark", "text.muted"), 16)]
    parts.column(rows, gap=4).draw(box)
    draw_foot(parts.c, parts.ui, parts.t, scene.rows, len(swings))


def _make_row(scene: StudyScene, parts: Parts, number: int, swing: Swing) -> Part:
    words = [describe_swing(scene, swing, most).replace("*", "") for most in range(MOST_SAID, 0, -1)]
    notes = [tell_place(scene, swing), scene.lines.name_place(scene.ctx.texts, swing.turn)]
    change = swing.change[scene.whose]
    row = make_row(
        parts, words, notes, format_percent(scene, change), ROW - 4, lambda box: draw_sign(
            scene, parts.c, swing, box[0] + 20, layout.middle(box)), ink="gain" if change > 0 else "loss",
        whose=scene.names[scene.whose] if is_of_other(scene, swing) else "",
    )  # fmt: skip
    tip = (name_change(scene, swing), explain_swing(scene, swing))
    return parts.press(f"swing.{number}", row, partial(scene.go, swing.turn), marked=swing.turn == scene.turn, tip=tip)


def draw_sign(scene: StudyScene, c: Canvas, swing: Swing, x: float, y: float, r: float = MARK) -> None:
    """Draw the badge of the seat that moved, or an icon for luck and for simultaneous choices."""
    if swing.cause == "luck" or swing.seat < 0:
        shapes.round_rect(c, x - r, y - r, 2 * r, 2 * r, r, "veil")
        icons.draw(c, "dice" if swing.cause == "luck" else "users", x, y, 2 * r - 4, "accent.bright")
        return
    one = scene.whole.seats[swing.seat]
    shapes.badge(c, one.colour, one.emblem, x, y, r)


def mark_curve(scene: StudyScene, c: Canvas, place: Callable[[Swing], tuple[float, float]]) -> None:
    """Mark every swing on the curve; ``place`` returns x and y on the curve after it. Fingers press the curve itself or
    a row of the list, so the marks are no targets then."""
    for number, swing in enumerate(list_swings(scene)):
        x, y = place(swing)
        draw_sign(scene, c, swing, x, y)
        if scene.ui.touch.least:
            continue
        tip = (name_change(scene, swing), explain_swing(scene, swing))
        box = (x - MARK - 3, y - MARK - 3, 2 * MARK + 6, 2 * MARK + 6)
        scene.ui.zone(f"mark.{number}", box, partial(scene.go, swing.turn), tip=tip)


def group_swings(swings: Sequence[Swing], find_x: Callable[[Swing], float]) -> list[list[Swing]]:
    """Return the swings from left to right, grouped: all less than :data:`APART` units from the first of a group."""
    groups: list[list[Swing]] = []
    for swing in sorted(swings, key=find_x):
        if groups and find_x(swing) - find_x(groups[-1][0]) < APART:
            groups[-1].append(swing)
        else:
            groups.append([swing])
    return groups


def draw_pills(scene: StudyScene, c: Canvas, graph: Box, lanes: tuple[float, float], place: Place) -> None:
    """Draw a pill for each group of swings, alternately in two lanes (``lanes``: their upper edges). A click shows the
    position before the first swing of the group; ``place`` returns where a swing is on the curve."""
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
    scene: StudyScene, c: Canvas, graph: Box, number: int, group: list[Swing], centre: float, top: float, room: float,
    place: Place,
) -> None:  # fmt: skip
    swing = max(group, key=lambda one: abs(one.change[scene.whose]))
    total = sum(one.change[scene.whose] for one in group)
    change = format_percent(scene, total)
    left = 26.0 + text.width(c, change, "strong") + 8
    words = _choose_words(scene, c, group, room - left - 12)
    wide = left + text.width(c, words, "fine") + 12
    x = min(max(centre - wide / 2, graph[0] - 40), graph[0] + graph[2] - wide)
    box = (x, top, wide, TALL)
    edge = top + TALL if top < graph[1] else top
    for one in group:
        at = place(one)
        shapes.line(c, at[0], at[1], min(max(at[0], x + 8), x + wide - 8), edge, "edge", 1, 150)
    tips = "\n".join(f"{format_percent(scene, one.change[scene.whose])}  {explain_swing(scene, one)}" for one in group)
    title = scene.ctx.t("study.gain.of", name=scene.names[scene.whose], points=change)
    state = scene.ui.zone(f"pill.{number}", box, partial(scene.go, group[0].turn), tip=(title, tips))
    current = any(one.turn <= scene.turn < one.end for one in group)
    shapes.round_rect(c, *box, TALL / 2, "well")
    rim = "edge.bright" if current or state in ("hover", "pressed") else "edge"
    shapes.round_rect(c, *box, TALL / 2, rim, border=1)
    draw_sign(scene, c, swing, x + 14, top + TALL / 2, 7.0)
    ink = "gain" if total > 0 else "loss"
    text.draw(c, change, x + 26, top + TALL / 2, "strong", ink, "lm")
    text.draw(c, words, x + left, top + TALL / 2, "fine", "text", "lm")


def _choose_words(scene: StudyScene, c: Canvas, group: list[Swing], room: float) -> str:
    """Return the longest text that fits: what happened, or where; for several swings their number."""
    if len(group) > 1:
        return scene.ctx.t("study.swing.count", n=len(group))
    told = [describe_swing(scene, group[0], most).replace("*", "") for most in (2, 1)]
    where = scene.lines.name_place(scene.ctx.texts, group[0].turn)
    return next((words for words in told if text.width(c, words, "fine") <= room), where)
