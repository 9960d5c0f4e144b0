"""Missed moments of all games that have come back today, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ai.analysis.report import read_moment
from engine.content import spaced_repetition
from engine.content.spaced_repetition import Missed
from engine.contract import Message
from engine.storage import folders, saves
from engine.storage.folders import FolderError
from engine.storage.saves import SaveError, SlotInfo
from scenes.study.retry import try_moment

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.table import AnyTable


def waiting(slots: Sequence[SlotInfo]) -> list[Missed]:
    """The moments that are due, as far as their games are among these saved ones."""
    found = spaced_repetition.due(spaced_repetition.load(), spaced_repetition.today())
    there = {slot.id for slot in slots if slot.over} if found else set()
    return [one for one in found if one.id in there]


def open_next(ctx: Context, left: list[Missed] | None = None, swap: bool = False) -> None:
    """The table of the first moment that is left; what cannot be opened any more leaves the list."""
    left = waiting(saves.slots(folders.saves())) if left is None else left
    while left:
        one, *left = left
        table = _table(ctx, one, left)
        if table is not None:
            (ctx.stack.swap if swap else ctx.stack.push)(table)
            return
        _forget(ctx, one)
    if swap:
        ctx.stack.pop()


def _table(ctx: Context, one: Missed, left: list[Missed]) -> AnyTable | None:
    slot = next((slot for slot in saves.slots(folders.saves()) if slot.id == one.id), None)
    if slot is None:
        return None
    try:
        whole = saves.look(slot.path).session
    except SaveError:
        return None
    moment = read_moment(one.moment, whole)
    if moment is None:
        return None

    def then(on: bool) -> None:
        if on:
            open_next(ctx, left, swap=True)
        else:
            ctx.stack.pop()

    return try_moment(ctx, whole, moment, then, 1, 1 + len(left))


def _forget(ctx: Context, one: Missed) -> None:
    def write() -> list[Message]:
        try:
            spaced_repetition.change(lambda listed: [each for each in listed if each.key != one.key])
        except FolderError as error:
            return [error.message]
        return []

    if not ctx.quiet:
        ctx.files.submit(f"practice {one.key}", write)
