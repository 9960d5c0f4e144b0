"""Tooltips of the items on the King of 12 mat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.king_of_12.cards import NEIGHBOURS, opposite
from scenes.king_of_12 import plates
from scenes.shell.targets import Box, Target, exactly

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

Told = tuple[str, str]
"""Title and text."""


def note(table: KingTable, target_id: str, box: Box, told: Callable[[], Told]) -> None:
    """Register a target with a tooltip; a click on it skips the animation."""

    def hurry() -> None:
        table.skip()

    table.ui.note(Target(target_id, box, hurry, contains=exactly(box), told=told, radius=8, sound=""))


def die(table: KingTable, seat: int) -> Told:
    """Return the tooltip of a die: its face, neighbours and opposite, and its value."""
    t = table.ctx.t
    one = table.stage.seats[seat]
    face = one.die.face
    around = ", ".join(map(str, sorted(NEIGHBOURS[face])))
    rows = [t("king_of_12.die.face", face=face, opposite=opposite(face), neighbours=around)]
    if one.pill:
        rows.append(t("king_of_12.die.value", value=one.pill.replace("*", "")))
    return t("king_of_12.die.title", name=table.names[seat]), "\n".join(rows)


def tokens(table: KingTable, seat: int) -> Told:
    """Return the tooltip of the tokens: the points of this round and their use."""
    t = table.ctx.t
    one = table.stage.seats[seat]
    values = one.tokens
    rows = [t("king_of_12.tokens.sum", sum=" + ".join(map(str, values)), n=sum(values)), t("king_of_12.tokens.help")]
    return t("king_of_12.tokens.title", name=table.names[seat]), "\n".join(rows)


def backs(table: KingTable, seat: int) -> Told:
    """Return the tooltip of a rival's hand: its size and the shown cards."""
    t = table.ctx.t
    rows = [t("king_of_12.backs.count", n=table.stage.seats[seat].hand_size)]
    rows += plates.list_played(table, seat)
    return t("king_of_12.backs.title", name=table.names[seat]), "\n".join(rows)
