"""Rows of the settings: choices, toggles and volumes. Each names its field of the settings and its texts by one word.

A toggle is one ``Toggle(field)`` in a list of rows and the text ``ui.settings.<word>`` in the catalogues; neighbouring
toggles stand side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sprites.base import icons, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part, columns

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui

CHOICE, TOGGLES, VOLUMES = 1.0, 0.62, 0.98
"""Heights of rows as shares of a panel's step."""
GAP = 24.0


@dataclass(frozen=True, slots=True)
class Choice:
    """A segmented control below its label: the settings' field takes one of ``values``; anything else counts as
    ``usual``. ``get_label`` returns the text of a value."""

    field: str
    icon: str
    values: tuple[Any, ...]
    get_label: Callable[[Context, Any], str]
    usual: int = 0
    target: str = ""


@dataclass(frozen=True, slots=True)
class Toggle:
    """A check box; ``inverse`` for a field that says the opposite of its text."""

    field: str
    word: str = ""
    inverse: bool = False
    across: int = 2
    """How many toggles stand side by side."""
    change: Callable[[Context, bool], None] | None = None
    """Carries out the change instead of setting the field."""


@dataclass(frozen=True, slots=True)
class Volume:
    """A slider for ``<word>_volume`` in percent, and the sound that is heard after it was moved."""

    word: str
    sample: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """Anything else, drawn by a method of the scene; ``height`` in steps, ``share`` of spare room."""

    height: float
    draw: Callable[[Canvas, Box], object]
    share: float = 0.0


Row = Choice | Toggle | Volume | Figure


@dataclass(frozen=True, slots=True)
class Page:
    """What rows need of the scene that shows them."""

    c: Canvas
    ui: Ui
    ctx: Context
    set_field: Callable[[str, Any], None]
    set_volume: Callable[[Volume, float], None]


def list_parts(page: Page, rows: Sequence[Row], step: float) -> list[Part]:
    """Return the rows as parts of a column, neighbouring toggles and volumes in one."""
    return [_make_part(page, group, step) for group in _group(rows)]


def _group(rows: Sequence[Row]) -> Iterator[list[Row]]:
    group: list[Row] = []
    for row in rows:
        if group and not _shares_line(group, row):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _shares_line(group: list[Row], row: Row) -> bool:
    first = group[0]
    if isinstance(row, Toggle) and isinstance(first, Toggle):
        return row.across == first.across and len(group) < row.across
    return isinstance(row, Volume) and isinstance(first, Volume)


def _make_part(page: Page, group: list[Row], step: float) -> Part:
    first = group[0]
    if isinstance(first, Figure):
        return Part(first.height * step, lambda box: first.draw(page.c, box), first.share)
    if isinstance(first, Choice):
        return Part(CHOICE * step, lambda box: _draw_choice(page, first, box))
    if isinstance(first, Toggle):
        return Part(TOGGLES * step, lambda box: _draw_toggles(page, group, first.across, box))
    return Part(VOLUMES * step, lambda box: _draw_volumes(page, group, box))


def _draw_choice(page: Page, row: Choice, box: Box) -> None:
    x, y, w, _ = box
    ctx = page.ctx
    icons.draw(page.c, row.icon, x + 12, y + 20, 22, "accent")
    label = ctx.t(f"ui.settings.{row.field}")
    text.draw(page.c, label, x + 36, y + 20, "name", "text", "lm", max_w=620)
    now = getattr(ctx.settings, row.field)
    at = row.values.index(now) if now in row.values else row.usual
    page.ui.segmented_control(
        page.c,
        row.target or row.field,
        (x, y + 40, w, 42),
        [row.get_label(ctx, value) for value in row.values],
        at,
        lambda k: page.set_field(row.field, row.values[k]),
        name=label,
    )


def _draw_toggles(page: Page, group: Sequence[Row], across: int, box: Box) -> None:
    for row, (x, y, w, _) in zip(group, columns(box, across, gap=GAP), strict=False):
        if isinstance(row, Toggle):
            on = getattr(page.ctx.settings, row.field) is not row.inverse
            label = page.ctx.t(f"ui.settings.{row.word or row.field}")
            page.ui.checkbox(page.c, row.field, (x, y + 6, w, 44.0), on, label, _make_switch(page, row))


def _make_switch(page: Page, row: Toggle) -> Callable[[bool], None]:
    change = row.change
    if change is not None:
        return lambda on: change(page.ctx, on)
    return lambda on: page.set_field(row.field, on is not row.inverse)


def _draw_volumes(page: Page, group: Sequence[Row], box: Box) -> None:
    for row, (x, y, w, _) in zip(group, columns(box, len(group), gap=GAP), strict=True):
        if isinstance(row, Volume):
            volume = getattr(page.ctx.settings, f"{row.word}_volume")
            label, value = page.ctx.t(f"ui.settings.{row.word}"), page.ctx.t("ui.percent", value=volume)
            page.ui.slider(page.c, row.word, (x, y + 20, w, 50.0), volume / 100, label, value, _make_slide(page, row))


def _make_slide(page: Page, row: Volume) -> Callable[[float], None]:
    return lambda value: page.set_volume(row, value)
