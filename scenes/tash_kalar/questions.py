"""Questions that the table asks before the turn is handed over, the game given up, or a card wasted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.tash_kalar.cards import list_decks
from games.tash_kalar.moves import HAND_OVER, SURRENDER, Move

if TYPE_CHECKING:
    from scenes.tash_kalar.table_state import TashTable


def ask_handover(table: TashTable) -> None:
    """Ask before the turn goes to the partner."""
    if HAND_OVER in table.own.choices:
        partner = table.names[table.own.reading.partner(table.view["active"])]
        said = table.ctx.t("tash_kalar.hand_over.ask", name=partner)
        _ask(table, HAND_OVER, "tash_kalar.button.hand_over", said, "tash_kalar.button.hand_over")


def ask_surrender(table: TashTable) -> None:
    """Ask before the game is given up."""
    if SURRENDER in table.own.choices:
        title = "tash_kalar.action.surrender"
        _ask(table, SURRENDER, title, table.ctx.t("tash_kalar.surrender.ask"), title)


def ask_about_waste(table: TashTable, move: Move) -> None:
    """Ask before an action of an expansion that would do nothing."""
    code = next(one.code for one in list_decks() if one.deck == move.number)
    _ask(table, move, f"{code}.waste", table.ctx.t(f"{code}.waste.ask"), f"{code}.turn.use")


def _ask(table: TashTable, move: Move, title: str, said: str, yes: str) -> None:
    """Ask whether a move shall be made; ``title`` and ``yes`` are text ids."""
    t = table.ctx.t
    table.ctx.ask(t(title), said, [("no", t("ui.cancel"), lambda: None), ("yes", t(yes), lambda: table.make(move))])
