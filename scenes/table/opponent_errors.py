"""What is said when an opponent from a file fails: how, who plays for it, and who could take its seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.storage.folders import FolderError
from scenes.common.level_names import Manned, level_name
from scenes.shell.ui import Ui

INSTEAD = ("skilled", "expert")
"""Levels that are offered in its place."""


class Troubled(Manned, Protocol):
    """A table as far as its troubles go."""

    names: list[str]
    ui: Ui

    def told_of_folder(self, error: FolderError) -> None:
        """A folder cannot be written."""


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
            table.told_of_folder(error)
        table.ui.dirty = True

    return replace
