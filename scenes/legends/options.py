"""Set-up options of Legends, with an example map."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from engine.chance import SeededChance, mix
from engine.storage import folders
from engine.storage.safe_read import one_line
from games.legends.maps import MOST_OWN, SIDE_CODES
from games.legends.moves import Kind, Move, encode
from games.legends.options import SEGMENTS, YOUNGEST
from maps.readers.legends import BadMap, load_folder
from scenes.legends.charts import Composed, alone, compose
from scenes.legends.scene_model import LegendsTable
from scenes.menus.game_options import GameOptions
from scenes.menus.setup import SetUp
from sprites.base import icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.legends import chart as legends_chart
from sprites.legends.chart import RIM, side_option
from sprites.legends.coastline import sheets

LEFT = ("setup", "shape", "length", "tie")
FLAGS = ("citadels", "dragon", "portals", "rogues", "leaders")


class OptionsPanel(GameOptions):
    """Panel: choices on the left, flags on the right, the example and custom segments below."""

    heading = "legends.setup.title"

    def __init__(self, setup: SetUp) -> None:
        super().__init__(setup)
        self.number = 0
        self.own: dict[str, dict[str, Any]] = {}
        self.bad: list[tuple[str, str]] = []
        self._example: tuple[tuple[Any, ...], Composed | None] | None = None
        self._read_folder()

    def _read_folder(self) -> None:
        """Load the maps of the player's folder; keep those that are valid, and the faults of the others."""
        from games.legends.maps import BadSegments, check_own_sides

        good, bad = load_folder(folders.maps())
        self.bad = [_file_and_reason(error) for error in bad]
        for segment in good:
            entry = side_option(segment)
            try:
                check_own_sides([*self.own.values(), entry], SEGMENTS)
            except BadSegments as error:
                if len(self.own) < MOST_OWN:
                    self.bad.append((segment.path.name, str(error)))
                    continue
                try:
                    check_own_sides([entry], SEGMENTS)
                except BadSegments as alone:
                    self.bad.append((segment.path.name, str(alone)))
                    continue
            self.own[segment.code] = entry
        for entry in self.options.get(SEGMENTS) or []:
            self.own.setdefault(entry["code"], entry)

    # --- changes ----------------------------------------------------------------------------------------

    def _own(self, code: str) -> Callable[[bool], None]:
        def change(on: bool) -> None:
            chosen = [each for each in self.options.get(SEGMENTS) or [] if each["code"] != code]
            if on and len(chosen) >= MOST_OWN:
                self.setup.ctx.play("refused")
                self.setup.ctx.toast(self.setup.ctx.t("legends.setup.own.many"))
                return
            self.set_option(SEGMENTS, [*chosen, self.own[code]] if on else chosen)

        return change

    def _another(self) -> None:
        self.number += 1
        self.setup.ctx.play("card_lift")
        self.setup.ui.dirty = True

    # --- drawing -----------------------------------------------------------------------------------------

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel."""
        t = self.setup.ctx.t
        text.draw(c, t("legends.setup.title"), x + 24, y + 34, "heading", "accent", "lm")
        offered = {option.name: option for option in self.setup.rules.options()}
        yy = y + 62
        for name in LEFT:
            self._draw_choice(c, name, offered[name].values, x + 24, yy, w - 48)
            yy += 44
        count = len(self.setup.seats)
        if self.options.get(YOUNGEST, 0) >= count:
            self.options[YOUNGEST] = 0
        names = [seat.name for seat in self.setup.seats]
        self._draw_choice(c, YOUNGEST, range(count), x + 24, yy, w - 48, names)
        yy += 44
        self._draw_choice(c, "explore", offered["explore"].values, x + 24, yy, w - 48)
        yy += 50
        lines = -(-len(FLAGS) // 3)
        cells = layout.grid((x + 24, yy, w - 58, lines * 38.0 - 2), len(FLAGS), 3, gap=10, row_gap=2, height=36)
        for name, box in zip(FLAGS, cells, strict=True):
            label, tip = t(f"legends.option.{name}"), t(f"legends.option.{name}.tip")
            self.draw_flag(c, name, box, label, tip=(label, tip))
        yy += 84
        shapes.rule(c, x + 18, yy, w - 36, ornament=False)
        self._draw_own(c, x + 24, yy + 14, w - 48, y + h - yy - 26)

    def _draw_choice(
        self, c: Canvas, name: str, values: Sequence[Any], x: float, y: float, w: float, labels: Sequence[str] = ()
    ) -> None:
        """Draw an option: its name, and its values right of it."""
        t = self.setup.ctx.t
        text.draw(c, t(f"legends.option.{name}"), x, y + 18, "name", "text", "lm", max_w=190)
        shown = labels or [t(f"legends.option.{name}.{value}") for value in values]
        tips = [(label, t(f"legends.option.{name}.tip")) for label in shown]
        self.draw_choice(c, name, values, (x + 200, y, w - 200, 36), shown, tips)

    def _draw_own(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the custom segments and the faults of invalid files."""
        t = self.setup.ctx.t
        text.draw(c, t("legends.setup.own"), x, y + 12, "caption", "accent", "lm", max_w=w)
        yy = y + 30
        if not self.own and not self.bad:
            self.draw_nothing_own(c, (x, yy + 4, w, h), t("legends.setup.own.none"), folders.maps())
            return
        chosen = {each["code"] for each in self.options.get(SEGMENTS) or []}
        rows = max(1, int((h - 40) / 34) - (1 if self.bad else 0))
        for k, code in enumerate(list(self.own)[: 2 * rows]):
            box = (x + (k % 2) * w / 2, yy + (k // 2) * 34, w / 2 - 6, 32.0)
            self.setup.ui.checkbox(c, f"own.{code}", box, code in chosen, code, self._own(code))
        yy += -(-min(len(self.own), 2 * rows) // 2) * 34 + 6
        told = self.setup.ctx.texts.complaints.translate if self.bad else str
        for file, reason in self.bad:
            words = t("legends.setup.own.bad", file=f"*{file}*", reason=told(reason))
            tall = text.paragraph_height(c, words, w, "fine")
            if yy + tall > y + h:
                break
            yy += text.paragraph(c, words, x, yy, w, "fine", "text.warning", bold_colour="text.warning.strong") + 6

    def example(self) -> Composed | None:
        """Return the example map with these options, another for each ``number``; None if it cannot be drawn."""
        own = list(self.options.get(SEGMENTS) or [])
        key = (self.number, self.options.get("shape"), json.dumps(own, sort_keys=True), self.setup.placeholder)
        if self._example is None or self._example[0] != key:
            chance = SeededChance(mix(self.setup.placeholder, "example", self.number))
            state = self.setup.rules.new({**self.options, "setup": "automatic"}, len(self.setup.seats), chance)
            view = self.setup.rules.view(state, None)
            self._example = (key, compose(view["shape"], view["segments"], own))
        return self._example[1]

    def draw_table(self, c: Canvas, box: Box) -> None:
        """Draw an example of the chart; a press draws another one at random."""
        t, (x, y, w, h) = self.setup.ctx.t, box
        composed = self.example()
        tip = (t("legends.setup.preview"), t("legends.setup.preview.tip"))
        state = self.setup.ui.zone("example", (x, y, w, h), self._another, tip=tip, sound="")
        if composed is None:
            return
        cw, ch = composed.chart.size[0] + 2 * RIM, composed.chart.size[1] + 2 * RIM
        wide = min(w, h * cw / ch)
        made = picture(c, composed, wide)
        k = made.get_width() / cw
        shown = layout.centre((x, y, w, h), wide, wide * ch / cw)
        left, top = c.x(shown[0]), c.y(shown[1])
        if state == "hover":
            shapes.glow_box(c, *shown, 8, strength=90)
        for sx, sy, sw, sh in sheets(composed.chart):
            part = pygame.Rect(round(sx * k), round(sy * k), round((sw + 2 * RIM) * k), round((sh + 2 * RIM) * k))
            c.surface.blit(made, (left + part.x, top + part.y), part)


def _file_and_reason(error: BadMap) -> tuple[str, str]:
    """Return the name of an invalid file, and the reason."""
    path, _, reason = str(error).partition(": ")
    if len(path) == 1:  # a drive
        rest, _, reason = reason.partition(": ")
        path = f"{path}:{rest}"
    return one_line(path.replace("\\", "/").rsplit("/", 1)[-1], 80), reason


# Manual set-up: sides to choose from, and those already laid.

SPOTS = {
    "t_above": ((0, 1), (1, 1), (2, 1), (1, 0)),
    "t_below": ((0, 0), (1, 0), (2, 0), (1, 1)),
    "ring": ((0, 0), (1, 0), (2, 0), (3, 0)),
}
"""Column and row of each place of a shape."""
ASPECT = 528 / 333
ACROSS = 8
"""Most sides in a row of the offer."""


def picture(c: Canvas, composed: Composed, w: float) -> pygame.Surface:
    """Return the picture of a chart or a side, ``w`` units wide with its rim (cached)."""
    chart = composed.chart
    k = w * c.scale / (chart.size[0] + 2 * RIM)

    def make() -> pygame.Surface:
        made = pygame.Surface(legends_chart.size(chart, k)).convert(c.target)
        for _ in legends_chart.steps(c, chart, composed.shores, k, made):
            pass
        return made

    return c.cache.get(("chart picture", composed.key, round(k * 4096)), make)


def place_boxes(shape: str, x: float, y: float, w: float, h: float) -> list[Box]:
    """Return the boxes of a shape's four segments, as large as the given box allows."""
    spots = SPOTS[shape]
    columns, rows = max(a for a, _ in spots) + 1, max(b for _, b in spots) + 1
    cell = min(w / columns, h / rows * ASPECT)
    left, top = x + (w - cell * columns) / 2, y + (h - cell / ASPECT * rows) / 2
    return [(left + a * cell, top + b * cell / ASPECT, cell, cell / ASPECT) for a, b in spots]


def draw_segment_choice(table: LegendsTable, c: Canvas) -> None:
    """Draw the segments laid so far, and below them those that can be laid next."""
    offered = table.moves if table.view["phase"] == "segment" else ()
    y = table.own.places.chart[1]
    x, w, t = 540.0, 520.0, table.ctx.t
    if table.stage.shape == "t_above":
        y += 8
    shapes.panel(c, x, y, w, 300)
    title = "legends.setup.lay" if offered else "legends.setup.laying"
    text.draw(c, t(title), x + w / 2, y + 28, "heading", "text.title", "cm", max_w=w - 40)
    _draw_shape(table, c, (x + 24, y + 48, w - 48, 236.0))
    if offered:
        _draw_offer(table, c, offered, y + 312)


def _drawings(table: LegendsTable) -> tuple[str, ...]:
    return tuple(json.dumps(each, sort_keys=True) for each in table.session.options.get(SEGMENTS, ()))


def _draw_shape(table: LegendsTable, c: Canvas, box: Box) -> None:
    segments = table.stage.segments
    for place, cell in enumerate(place_boxes(table.stage.shape, *box)):
        bx, by, bw, bh = cell
        hole = layout.inset(cell, 2)
        shapes.round_rect(c, *hole, 6, "well", alpha=190)
        shapes.round_rect(c, *hole, 6, "edge", alpha=210 if place == len(segments) else 70, border=1.4)
        if place < len(segments):
            code, turned = segments[place]
            composed = alone(str(code), bool(turned), _drawings(table))
            if composed is not None:
                c.surface.blit(picture(c, composed, bw - 6), (c.x(bx + 3), c.y(by + 3)))
        else:
            text.draw(c, str(place + 1), bx + bw / 2, by + bh / 2, "large figure", "text.dim", "cm")


def _draw_offer(table: LegendsTable, c: Canvas, moves: Sequence[Move], top: float) -> None:
    """Draw all possible next sides, each straight and turned."""
    left, right = 24.0, 1576.0
    lines = -(-len(moves) // ACROSS)
    pitch = min((right - left) / ACROSS, ((table.height - 14 - top) / max(1, lines) - 8) * ASPECT)
    wide, high = pitch * min(ACROSS, len(moves)), pitch / ASPECT
    area = ((left + right - wide) / 2 + 5, top, wide - 10, lines * (high + 4))
    boxes = layout.grid(area, len(moves), min(ACROSS, len(moves)), gap=10, row_gap=8, height=high - 4)
    for move, box in zip(moves, boxes, strict=True):
        code, turned, marked = (
            find_code(table.session.options.get(SEGMENTS, ()), move),
            move.turned,
            table.marked_move == move,
        )
        x, y, w, _ = box
        composed = alone(code, turned, _drawings(table))
        tip, name = (table.own.label(move), ""), f"segment.{encode(move)}"
        state = table.ui.zone(name, box, partial(table.pick, move), radius=6, tip=tip, sound="")
        if state == "hover" or marked:
            shapes.glow_box(c, *box, 6, strength=200 if marked else 130)
        if composed is not None:
            c.surface.blit(picture(c, composed, w), (c.x(x), c.y(y)))
        wide = text.width(c, code, "strong", fixed=True) + (32 if turned else 14)
        shapes.round_rect(c, x + 6, y + 6, wide, 19, 9, "veil", alpha=215)
        text.draw(c, code, x + 13, y + 15.5, "strong", "text.title", "lm", fixed=True)
        if turned:
            icons.draw(c, "clockwise-rotation", x + wide - 5, y + 15.5, 13, "accent.bright")
        if marked:
            shapes.bright_frame(c, box, 5, 2.2)


def find_code(own: Sequence[Mapping[str, Any]], move: Move) -> str:
    """Return the code of the side that a move lays; ``own``: the custom sides."""
    return str(own[move.number]["code"]) if move.kind == Kind.OWN_SEGMENT else SIDE_CODES[move.number]
