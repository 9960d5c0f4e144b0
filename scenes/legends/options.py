"""Set-up options of Legends, with an example map."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pygame

from engine.chance import SeededChance, mix
from engine.storage import folders
from engine.storage.safe_read import one_line
from games.legends.maps import MOST_OWN
from games.legends.options import SEGMENTS, YOUNGEST
from maps.readers.legends import BadMap, load_folder
from scenes.legends.charts import Composed, compose
from scenes.legends.segment_choice import picture
from scenes.menus.setup import GameOptions, SetUp
from sprites.base import layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends.chart import RIM
from sprites.legends.coastline import sheets
from sprites.legends.drawing import side_option

LEFT = ("setup", "shape", "length", "tie")
FLAGS = ("citadels", "dragon", "portals", "rogues", "leaders")


class OptionsPanel(GameOptions):
    """Panel: choices on the left, flags on the right, the example and custom segments below."""

    def __init__(self, setup: SetUp) -> None:
        super().__init__(setup)
        self.number = 0
        self.own: dict[str, dict[str, Any]] = {}
        self.bad: list[tuple[str, str]] = []
        self._example: tuple[tuple[Any, ...], Composed | None] | None = None
        self._read_folder()

    def _read_folder(self) -> None:
        """Load the maps of the player's folder: the valid ones, and the faults of the others."""
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

    def _set(self, name: str, value: Any) -> None:
        self.options[name] = value
        self.setup.ui.dirty = True

    def _flag(self, name: str) -> Callable[[bool], None]:
        return lambda on: self._set(name, on)

    def _choice(self, name: str, values: tuple[Any, ...]) -> Callable[[int], None]:
        return lambda k: self._set(name, values[k])

    def _own(self, code: str) -> Callable[[bool], None]:
        def change(on: bool) -> None:
            chosen = [each for each in self.options.get(SEGMENTS) or [] if each["code"] != code]
            if on and len(chosen) >= MOST_OWN:
                self.setup.ctx.play("refused")
                self.setup.ctx.toast(self.setup.ctx.t("legends.setup.own.many"))
                return
            self._set(SEGMENTS, [*chosen, self.own[code]] if on else chosen)

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
        self._draw_choice(c, YOUNGEST, tuple(range(count)), x + 24, yy, w - 48, names)
        yy += 44
        self._draw_choice(c, "explore", offered["explore"].values, x + 24, yy, w - 48)
        yy += 50
        lines = -(-len(FLAGS) // 3)
        cells = layout.grid((x + 24, yy, w - 58, lines * 38.0 - 2), len(FLAGS), 3, gap=10, row_gap=2, height=36)
        for name, box in zip(FLAGS, cells, strict=True):
            on = bool(self.options.get(name))
            label, tip = t(f"legends.option.{name}"), self._find_tip(name)
            self.setup.ui.checkbox(c, name, box, on, label, self._flag(name), tip=tip)
        yy += 84
        shapes.rule(c, x + 18, yy, w - 36, ornament=False)
        side = 330.0 if self.own or self.bad else 220.0
        self._draw_own(c, x + 24, yy + 14, side, y + h - yy - 26)
        self._draw_example(c, x + side + 40, yy + 10, w - side - 64, y + h - yy - 24)

    def _draw_choice(
        self,
        c: Canvas,
        name: str,
        values: tuple[Any, ...],
        x: float,
        y: float,
        w: float,
        labels: list[str] | None = None,
    ) -> None:
        t = self.setup.ctx.t
        text.draw(c, t(f"legends.option.{name}"), x, y + 18, "name", "text", "lm", max_w=190)
        shown = labels or [t(f"legends.option.{name}.{value}") for value in values]
        now = self.options.get(name, values[0])
        selected = values.index(now) if now in values else 0
        tips = [(label, t(f"legends.option.{name}.tip")) for label in shown]
        self.setup.ui.segmented_control(
            c, name, (x + 200, y, w - 200, 36), shown, selected, self._choice(name, values), tips=tips
        )

    def _find_tip(self, name: str) -> tuple[str, str]:
        """Return title and text of an option's tooltip."""
        t = self.setup.ctx.t
        return t(f"legends.option.{name}"), t(f"legends.option.{name}.tip")

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
        """Return a random example map of these options."""
        own = list(self.options.get(SEGMENTS) or [])
        key = (self.number, self.options.get("shape"), json.dumps(own, sort_keys=True), self.setup.placeholder)
        if self._example is None or self._example[0] != key:
            chance = SeededChance(mix(self.setup.placeholder, "example", self.number))
            state = self.setup.rules.new({**self.options, "setup": "automatic"}, len(self.setup.seats), chance)
            view = self.setup.rules.view(state, None)
            self._example = (key, compose(view["shape"], view["segments"], own))
        return self._example[1]

    def _draw_example(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        t = self.setup.ctx.t
        composed = self.example()
        state = self.setup.ui.zone(
            "example",
            (x, y, w, h),
            self._another,
            tip=(t("legends.setup.preview"), t("legends.setup.preview.tip")),
            sound="",
        )
        if composed is None:
            return
        cw, ch = composed.chart.size[0] + 2 * RIM, composed.chart.size[1] + 2 * RIM
        wide = min(w, h * cw / ch)
        made = picture(c, composed, wide)
        k = made.get_width() / cw
        left, top = c.x(x + (w - wide) / 2), c.y(y + (h - wide * ch / cw) / 2)
        if state == "hover":
            shapes.glow_box(c, x + (w - wide) / 2, y + (h - wide * ch / cw) / 2, wide, wide * ch / cw, 8, strength=90)
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
