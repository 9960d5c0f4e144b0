"""The panel under the table: the curve of the chance to win, the track, what moves along it, and bookmarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ai.analysis.report import WHOLE, Review, Swing
from engine.accessibility.nodes import SLIDER
from engine.storage.studies import LONGEST_NOTE, Mark, Study
from scenes.shell.context import Context
from scenes.shell.layers import draw_titled_panel
from scenes.shell.targets import Box, Target
from scenes.shell.ui import Ui
from scenes.study.moments import GOOD, LESSER, LOST
from scenes.study.swings import TALL, draw_pills, mark_curve
from sprites.base import icons, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.theme import player

if TYPE_CHECKING:
    from scenes.study.scene import StudyScene

WIDE = 1072.0
SPEEDS = (1.0, 2.0, 4.0, 8.0)
UNITS = ("decision", "turn", "round")
NOTABLE = 5 * WHOLE // 100
"""Luck and secret choices of this much or more have a sign on the curve."""
HEAD, LOW, TRACK_TALL = 36.0, 38.0, 30.0
"""Heights of the seats above the curve, and of the controls below it."""
NOTE_TALL = 18.0
"""Height of the note below the curve."""
LABELLED = 190.0
"""Height from which on the panel has room for labels of the swings."""
MOST_LINES = 4
"""Most seats that all have a line; of more only the selected one and the winner."""


def get_chances(review: Review, turn: int) -> tuple[int, ...]:
    """Return the win probability by seat after ``turn`` decisions, in millionths."""
    found = review.begin
    for step in review.steps:
        if step.turn > turn:
            break
        found = step.chance
    return found


def name_state(scene: StudyScene) -> str:
    """Return the id of the text shown while there is no analysis."""
    if not scene.over:
        return "study.not_over"
    return "study.stopped" if scene.stopped else "study.thinking"


def draw(scene: StudyScene, c: Canvas, box: Box, controls: bool = True) -> None:
    """Draw the panel with the curve of win probability; ``controls``: with the replay controls."""
    x, y, w, h = box
    t = scene.ctx.t
    review = scene.review
    can_label = not controls and not scene.ui.touch.least  # fingers have no use for labels that small
    labelled = can_label and review is not None and bool(review.swings) and h >= LABELLED
    noted = not controls and scene.turn_view is not None and bool(scene.turn_view.moment.expected)
    head, low = scene.ui.touch.grow(HEAD), scene.ui.touch.grow(LOW)
    over, under = (head + 46, 58) if labelled else (head + 16, 58 + low if controls else 48)
    foot = NOTE_TALL if noted else 0.0
    graph = (x + 58, y + over, w - 82, h - over - under - foot)
    key = (scene.ctx.texts.language, scene.mark_of_review, scene.whose, box, scene.turn_marks, labelled, noted)

    def paint_all(layer: Canvas) -> None:
        draw_titled_panel(layer, box, t("study.curve"))
        if review is not None:
            _curve(scene, layer, graph, review)
        else:
            words = t(name_state(scene))
            text.paragraph(layer, words, graph[0] + 60, y + 84, graph[2] - 120, "aside", "text.muted", "c")

    scene.panels.draw(c, "curve", key, box, paint_all)
    _seats(scene, c, x + w - 16, y + 6 + head / 2, w - 190)
    _turn_column(scene, c, graph)
    _playhead(scene, c, graph, review)
    _track(scene, c, (graph[0], graph[1] + graph[3] + 10, graph[2], 20), graph[3])
    if review is not None:
        place = _find_places(scene, graph, review)
        if labelled:
            draw_pills(scene, c, graph, (y + 10 + head, y + h - TALL - 6 - foot), place)
        mark_curve(scene, c, place)
    if controls:
        _controls(scene, c, box)
    elif noted:
        text.draw(c, t("study.turn.two_chances"), x + w / 2, y + h - 12, "remark", "text.muted", "cm", max_w=w - 48)


def draw_strip(scene: StudyScene, c: Canvas, box: Box) -> None:
    """Draw only the track and the replay controls, below a large table."""
    x, y, w, h = box
    shapes.panel(c, x, y, w, h)
    high = scene.ui.touch.grow(TRACK_TALL)
    _track(scene, c, (x + 40, y + high / 2 - 5, w - 80, high / 2 + 5), high / 2 - 15)
    _controls(scene, c, (x + (w - WIDE) / 2, y, WIDE, h))


def _x(scene: StudyScene, graph: Box, turn: int) -> float:
    return graph[0] + graph[2] * (turn - scene.first) / max(1, scene.last - scene.first)


def _curve(scene: StudyScene, layer: Canvas, graph: Box, review: Review) -> None:
    gx, gy, gw, gh = graph
    rows = [(scene.first, review.begin), *((step.turn, step.chance) for step in review.steps)]
    seats = _lines(scene, review)
    top = _find_top(scene, review)

    def height(chance: int) -> float:
        return gy + gh - gh * chance / top

    for quarter in range(0, top + 1, WHOLE // 4):
        shapes.line(layer, gx, height(quarter), gx + gw, height(quarter), "control.text.disabled", 1, 60)
        words = scene.ctx.t("ui.percent", value=quarter * 100 // WHOLE)
        text.draw(layer, words, gx - 8, height(quarter), "fine", "text.muted", "rm", fixed=True)
    for turn in scene.turn_marks:
        shapes.line(layer, _x(scene, graph, turn), gy, _x(scene, graph, turn), gy + gh, "edge", 1, 70)
    for seat in sorted(seats, key=lambda one: one == scene.whose):
        look = player(scene.whole.seats[seat].colour, layer.palette)
        own = seat == scene.whose
        points: list[tuple[float, float]] = []
        for turn, row in rows:
            points.append((float(layer.x(_x(scene, graph, turn))), float(layer.y(height(row[seat])))))
        surface = layer.surface
        for wide, colour in ((4.6, "veil"), (2.8, look.high)) if own else ((1.5, look.base),):
            mask = raster.stroke_mask(surface.get_width(), surface.get_height(), points, wide * layer.scale)
            surface.blit(raster.tint(mask, colour), (0, 0))
    for step in review.steps:
        at = (_x(scene, graph, step.turn), height(step.chance[scene.whose]))
        if abs(step.luck[scene.whose]) >= NOTABLE:
            _sign(layer, *at, "luck", "dice")
        elif abs(step.secret[scene.whose]) >= NOTABLE:
            _sign(layer, *at, "secret", "eye-slash")
    for moment in scene.moments:
        chance = get_chances(review, moment.turn)[scene.whose]
        percent = 100 * moment.cost / WHOLE
        colour = GOOD if moment.good else LOST if percent >= 3 else LESSER
        _dot(layer, _x(scene, graph, moment.turn), height(chance), min(9.0, 3.6 + 0.8 * percent), colour)


def _find_top(scene: StudyScene, review: Review) -> int:
    """The win probability at the upper edge of the graph, in millionths: a multiple of a quarter."""
    rows = [review.begin, *(step.chance for step in review.steps)]
    most = max(row[seat] for row in rows for seat in _lines(scene, review))
    return min(WHOLE, -(-most // (WHOLE // 4)) * (WHOLE // 4)) or WHOLE // 4


def _find_places(scene: StudyScene, graph: Box, review: Review) -> Callable[[Swing], tuple[float, float]]:
    """Return what finds the point of the curve after a swing."""
    top = _find_top(scene, review)

    def place(swing: Swing) -> tuple[float, float]:
        chance = get_chances(review, swing.end)[scene.whose]
        return _x(scene, graph, swing.end), graph[1] + graph[3] - graph[3] * chance / top

    return place


def _lines(scene: StudyScene, review: Review) -> Sequence[int]:
    if review.seats <= MOST_LINES:
        return range(review.seats)
    winners = [seat for seat, place in enumerate(scene.whole.result()) if place == 1]
    return sorted({scene.whose, *winners})


def _dot(c: Canvas, x: float, y: float, r: float, colour: str) -> None:
    shapes.round_rect(c, x - r - 1.5, y - r - 1.5, 2 * r + 3, 2 * r + 3, r + 1.5, "veil")
    shapes.round_rect(c, x - r, y - r, 2 * r, 2 * r, r, colour)


def _sign(c: Canvas, x: float, y: float, colour: str, icon: str) -> None:
    _dot(c, x, y, 8, colour)
    icons.draw(c, icon, x, y, 11, "text")


def _seats(scene: StudyScene, c: Canvas, right: float, y: float, room: float) -> None:
    """Draw the choice of the seat whose view and breakdown are shown: a badge with its current chance for each, from
    the right."""
    review = scene.review
    shown = get_chances(review, scene.turn) if review is not None else None
    seats = list(range(len(scene.whole.seats)))
    named = len(seats) <= MOST_LINES
    part = min(190.0, room / len(seats)) if named else min(40.0, room / len(seats))
    left, high = right - part * len(seats), scene.ui.touch.grow(HEAD)
    for seat in seats:
        x = left + part * seat
        one = scene.whole.seats[seat]
        target = f"eyes.{seat}"
        allowed = scene.can_look_from(seat)
        chosen = seat == scene.eyes
        words = scene.ctx.t("study.eyes", name=one.name)
        state = scene.ui.zone(
            target, (x, y - high / 2, part - 6, high), partial(scene.look_from, seat), enabled=allowed, tip=(words, "")
        )
        if chosen or state in ("hover", "pressed"):
            shapes.round_rect(c, x, y - 17, part - 6, 34, 8, "accent", alpha=60 if chosen else 30)
            shapes.round_rect(c, x, y - 17, part - 6, 34, 8, "edge", alpha=220 if chosen else 90, border=1)
        shapes.badge(c, one.colour, one.emblem, x + 17, y, 10)
        if named:
            percent = "" if shown is None else scene.ctx.t("ui.percent", value=round(100 * shown[seat] / WHOLE))
            width = 46 if percent else 0
            text.draw(c, one.name, x + 34, y, "name" if chosen else "label", "text", "lm", max_w=part - 46 - width)
            if percent:
                text.draw(c, percent, x + part - 14, y, "strong", "text.title", "rm", max_w=width)


def _turn_column(scene: StudyScene, c: Canvas, graph: Box) -> None:
    """Draw a column of light over the turn that is shown on the boards."""
    if scene.turn_view is None:
        return
    first, end = scene.turn_view.lines[0].first, scene.turn_view.moment.end
    left, right = _x(scene, graph, first), _x(scene, graph, end)
    middle, wide = (left + right) / 2, max(10.0, right - left)
    shapes.round_rect(c, middle - wide / 2, graph[1] - 2, wide, graph[3] + 4, 4, "accent", alpha=70)


def _playhead(scene: StudyScene, c: Canvas, graph: Box, review: Review | None) -> None:
    x = scene.glide(_x(scene, graph, scene.turn))
    shapes.line(c, x, graph[1] - 4, x, graph[1] + graph[3] + 14, "graph.cursor", 1.6, 220)
    if review is not None:
        chance = get_chances(review, scene.turn)[scene.whose]
        label = scene.ctx.t("ui.percent", value=round(100 * chance / WHOLE))
        shapes.pill(c, min(max(x, graph[0] + 30), graph[0] + graph[2] - 30), graph[1] + 8, label, "win", size=14)


def _track(scene: StudyScene, c: Canvas, box: Box, above: float) -> None:
    """Area in which the playhead can be placed: the line and the curve above it."""
    x, y, w, h = box

    def to(px: float) -> int:
        return round(scene.first + (scene.last - scene.first) * min(1.0, max(0.0, (px - x) / w)))

    def drag(px: float, _py: float) -> None:
        scene.go(to(px))

    graph_box = (x, y - 10 - above, w, h + 10 + above)
    track = Target("track", graph_box, lambda: None, adjust=scene.step, drag=drag, sound="", radius=6)
    track.role = SLIDER
    track.label = scene.ctx.t("reader.track", at=scene.turn - scene.first, n=scene.last - scene.first)
    scene.ui.note(track)
    cy = y + 9
    shapes.round_rect(c, x, cy - 2.5, w, 5, 2.5, "well")
    at = scene.glide(_x(scene, box, scene.turn))
    if at - x > 4:
        shapes.gradient_box(c, x, cy - 2.5, at - x, 5, 2.5, [(0, "accent.bright"), (1, "accent")])
    for mark in scene.study.marks:
        icon = "book" if mark.chapter else "star"
        icons.draw(c, icon, _x(scene, box, mark.turn), cy - 14, 13, "accent.bright")
    for branch in scene.study.branches:
        icons.draw(c, "down", _x(scene, box, branch.turn), cy + 13, 11, "accent")
    _dot(c, at, cy, 7, "confirm.high")


def _controls(scene: StudyScene, c: Canvas, box: Box) -> None:
    x, y, w, h = box
    t, ui, high = scene.ctx.t, scene.ui, scene.ui.touch.grow(LOW)
    cy = y + h - 17 - high / 2
    where = t("study.place", turn=scene.turn, last=scene.last)
    text.draw(c, where, x + 178, cy, "body", "text.muted", "lm", max_w=150)
    ui.button(c, "before", (x + 16, cy - 22, 72, 44), "", lambda: scene.to_moment(-1), icon="ph-caret-left",
              enabled=bool(scene.moments), tip=(t("study.moment.before"), t("study.moment.keys")))  # fmt: skip
    ui.button(c, "after", (x + 94, cy - 22, 72, 44), "", lambda: scene.to_moment(1), icon="ph-caret-right",
              enabled=bool(scene.moments), tip=(t("study.moment.after"), t("study.moment.keys")))  # fmt: skip
    cx = x + (370 if ui.touch.least else 322)
    buttons = (
        ("begin", "ph-arrow-left", lambda: scene.go(scene.first), "study.begin", 17.0),
        ("back", "left", lambda: scene.step(-1), "study.back", 17.0),
        ("play", "pause" if scene.playing else "play", scene.toggle, "study.play", 22.0),
        ("on", "right", lambda: scene.step(1), "study.on", 17.0),
        ("end", "ph-arrow-right", lambda: scene.go(scene.last), "study.end", 17.0),
    )
    for name, icon, act, tip, r in buttons[1:-1] if ui.touch.least else buttons:  # fingers slide to the ends
        ui.icon_button(c, f"go.{name}", cx, cy, r, icon, act, tip=(t(tip), ""))
        cx += 48
    labels = [f"{speed:g}×" for speed in SPEEDS]
    wide = 172 + (192 if ui.touch.least else 0)  # for fingers the buttons stand in their row
    ui.segmented_control(
        c, "speed", (cx + 164 - wide, cy - high / 2, wide, high), labels, SPEEDS.index(scene.speed), scene.set_speed
    )
    units = [t(f"study.unit.{unit}") for unit in UNITS]
    place = (cx + 170, cy - high / 2, max(238.0, len(units) * ui.touch.pitch), high)
    ui.segmented_control(c, "unit", place, units, UNITS.index(scene.unit), scene.set_unit)
    scene.bookmarks.draw_buttons(c, x + w, cy)


class Bookmarks:
    """The bookmarks of one analysis; ``look`` returns the study and the shown position, ``change`` stores a changed
    study."""

    def __init__(
        self, ctx: Context, ui: Ui, look: Callable[[], tuple[Study, int]], change: Callable[[Study], None]
    ) -> None:
        self._ctx, self._ui, self._look, self._change = ctx, ui, look, change
        self._removed: dict[int, Mark] = {}
        """Bookmarks that were taken away, by their positions."""

    def find(self) -> Mark | None:
        """Return the bookmark at the shown position; None without one."""
        study, turn = self._look()
        return study.find_mark(turn)

    def toggle(self) -> None:
        """Set a bookmark at this position, or remove it; a removed one gets its note back when it is set again."""
        (study, turn), mark = self._look(), self.find()
        if mark is None:
            before = self._removed.pop(turn, Mark(turn))
            self._change(study.add_mark(turn, before.note, before.chapter))
        else:
            self._removed[turn] = mark
            self._change(study.remove_mark(turn))

    def toggle_chapter(self) -> None:
        """Make the bookmark at this position the beginning of a chapter, or an ordinary bookmark again."""
        (study, turn), mark = self._look(), self.find()
        if mark is not None:
            self._change(study.add_mark(turn, mark.note, not mark.chapter))

    def set_note(self, note: str) -> None:
        """Set the player's note on this position."""
        (study, turn), mark = self._look(), self.find()
        self._change(study.add_mark(turn, note, mark is not None and mark.chapter))

    def draw_note(self, c: Canvas, box: Box) -> bool:
        """Draw the field for the note of the bookmark at this position; return whether there is a bookmark."""
        mark = self.find()
        if mark is not None:
            hint = self._ctx.t("study.note")
            self._ui.text_field(c, "note", box, mark.note, self.set_note, placeholder=hint, limit=LONGEST_NOTE)
        return mark is not None

    def draw_buttons(self, c: Canvas, right: float, y: float) -> None:
        """Draw the buttons of the bookmark at this position and of the chapter that begins with it."""
        mark, ui, t = self.find(), self._ui, self._ctx.t
        if mark is not None:
            said = (t("study.chapter.end" if mark.chapter else "study.chapter.begin"), "")
            ui.icon_button(c, "chapter", right - 77, y, 16, "book", self.toggle_chapter, on=mark.chapter, tip=said)
        said = (t("study.unmark" if mark else "study.mark"), "")
        ui.icon_button(c, "mark", right - 38, y, 18, "star", self.toggle, on=mark is not None, tip=said)
