"""What is said when an opponent from a file fails: how, who plays for it, and who could take its seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engine.storage.folders import FolderError
from scenes.common.level_names import level_name, strength
from scenes.shell.ui import Ui

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.table.opponents import Opponents
    from sprites.base.canvas import Canvas

AT_SEAT = 16
"""Characters of a level's name that have room at a seat."""

DECIDE_NOW = (240.0, 38.0)
"""Size of the button in the top bar."""
INSTEAD = ("skilled", "expert")
"""Levels that are offered in its place."""


class Manned(Protocol):
    """Seats of a table and the opponents who play at it."""

    ctx: Context
    session: Session
    opponents: Opponents


def computer_name(table: Manned, seat: int) -> str:
    """Text under the name of a computer's seat: its level, or why another level plays in its place."""
    trouble = table.opponents.troubles.get(seat)
    if trouble is not None:
        return table.ctx.t(f"ui.plate.failed.{trouble.how}")
    level = level_name(table.ctx, strength(table.session.seats[seat].level))
    if len(level) > AT_SEAT:
        level = level[: AT_SEAT - 1].rstrip() + "…"
    return level


class Troubled(Manned, Protocol):
    """A table at which opponents may fail."""

    names: list[str]
    ui: Ui
    recap_right: float

    def report_folder_error(self, error: FolderError) -> None:
        """A folder cannot be written."""


def draw_force_button(table: Troubled, c: Canvas) -> None:
    """Draw the button by which a person ends the wait for a computer that thinks long: in the top bar, where nothing
    of the game lies."""
    t, opponents = table.ctx.t, table.opponents
    slow = [table.names[seat] for seat in opponents.slow]
    width, height = DECIDE_NOW
    box = (table.recap_right - width, 6.0, width, height)
    tip = (t("ui.decide_now"), t("ui.decide_now.tip", name=table.ctx.texts.join(slow)))
    table.ui.button(c, "decide_now", box, t("ui.decide_now"), opponents.force_decisions, icon="fast", tip=tip)


def tell(table: Troubled) -> bool:
    """Ask about an opponent that has failed since this was asked last; False when there is none."""
    if table.ctx.instant:
        return False
    seat = table.opponents.news()
    if seat is None:
        return False
    t = table.ctx.t
    trouble = table.opponents.troubles[seat]
    level = level_name(table.ctx, trouble.level)
    body = "\n\n".join(
        [
            t(f"ui.trouble.{trouble.how}", name=table.names[seat], level=level),
            t("ui.trouble.given_up" if trouble.given_up else "ui.trouble.stand_in"),
        ]
    )
    choices: list[tuple[str, str, Callable[[], None]]] = [("keep", t("ui.trouble.keep"), lambda: None)]
    for other in INSTEAD:
        label = t("ui.trouble.replace", level=level_name(table.ctx, other))
        choices.append((f"replace.{other}", label, _replacing(table, seat, other)))
    table.ctx.ask(t("ui.trouble.title"), body, choices, main=0)
    return True


def _replacing(table: Troubled, seat: int, level: str) -> Callable[[], None]:
    def replace() -> None:
        try:
            table.opponents.replace(seat, level)
        except FolderError as error:
            table.report_folder_error(error)
        table.ui.dirty = True

    return replace
