"""The one question about the size of a screen that is used by fingers: a circle as large as a coin."""

from collections.abc import Sequence
from functools import partial

from engine.languages import languages
from scenes.shell import sdl
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import Sheet
from scenes.shell.parts import Parts
from scenes.shell.touch_sizes import MM_IN_INCH
from sprites.base import layout, shapes
from sprites.base.layout import Box, Part

LEAST, MOST = 60, 500
"""Pixels in an inch that a screen may have."""
USUAL = 160
STEP = 1.02
STAGE_H = 330.0


class CoinCard(Sheet):
    """Sheet that asks once for the size of a touch screen, by a circle as large as a coin; closing it stores the
    size."""

    name = "coin"
    head = "touch.coin.title"
    width = 820.0

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        told = sdl.find_density()
        kept = ctx.settings.touch_density
        self.density: float = kept or (told if LEAST <= told <= MOST else USUAL)

    def list_rows(self, parts: Parts) -> Sequence[Part]:
        """Return the rows: instruction, the circle between minus and plus, and the buttons "none" and "keep"."""
        t = self.ctx.t
        less, more = (
            parts.icon_button(name, icon, partial(self.change, by), t(f"touch.coin.{name}"), size=52, width=120)
            for name, icon, by in (("smaller", "minus", 1 / STEP), ("larger", "plus", STEP))
        )
        return [
            parts.prose(t("touch.coin.how", coin=t("touch.coin")), self.width - 64, "lead", align="c"),
            parts.row([less, Part(0, partial(self._draw_coin, parts), 1), more], STAGE_H),
            parts.space(12),
            parts.row(
                [
                    parts.button("none", t("touch.coin.none"), partial(self.keep, 0), height=84, width=300),
                    parts.space(share=1),
                    parts.button("keep", t("touch.coin.keep"), self.keep, "check", height=84, main=True, width=368),
                ],
                84,
            ),
        ]

    def _draw_coin(self, parts: Parts, box: Box) -> None:
        c = parts.c
        coin_mm = languages.get_conventions(self.ctx.texts.language).coin_mm
        across = coin_mm * self.density / MM_IN_INCH / c.scale
        shapes.coin(c, box[0] + box[2] / 2, layout.middle(box), min(across, STAGE_H - 8) / 2, "")

    def change(self, factor: float) -> None:
        """Multiply the size of the circle by ``factor``."""
        self.density = min(MOST, max(LEAST, self.density * factor))
        self.ui.dirty = True

    def keep(self, density: int | None = None) -> None:
        """Store the density of the screen in pixels per inch, or 0 to use sizes for the mouse; everything is drawn
        anew."""
        self.ctx.stack.pop()
        self.ctx.settings.touch_density = round(self.density) if density is None else density
        self.ctx.apply_settings()

    def handle(self, given: Input) -> bool:
        """Store the size at Esc and Space, swallow presses outside the card; return whether the input was used."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.keep()
            return True
        return given.kind in ("tap", "press", "drag")
