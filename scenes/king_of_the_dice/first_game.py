"""The guided first game: a fixed seed, so that the dice tell the story that the speech boxes tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.seats import Seat
from games.king_of_the_dice.cards import citizens
from scenes.king_of_the_dice.table import Table
from scenes.king_of_the_dice.words import card_name, condition_words
from scenes.menus.new_game import begin as begin_game
from scenes.table.guide import Guide, Step

if TYPE_CHECKING:
    from scenes.shell.context import Context

SEED = "first game 141"
"""The person begins, and keeping the right dice wins the dwarf with the third roll and a choice of regions."""
TAUGHT = 0

_BASE = "king_of_the_dice.tutorial"
_BELOW = (590.0, 640.0)
"""Over the market, so that the whole map stays in sight."""

STEPS = (
    Step(f"{_BASE}.1"),
    Step(f"{_BASE}.2", ("supply",)),
    Step(f"{_BASE}.3", ("card.*",)),
    Step(f"{_BASE}.4", ("card.0",)),
    Step(f"{_BASE}.5", ("main",), "first", ("main",)),
    Step(f"{_BASE}.6", ("die.*",), "kept", ("die.*",)),
    Step(f"{_BASE}.7", ("main",), "second", ("main",)),
    Step(f"{_BASE}.8", ("die.*",), "kept", ("die.*",)),
    Step(f"{_BASE}.9", ("main",), "stands", ("main",)),
    Step(f"{_BASE}.10", ("card.0",), "chosen", ("card.0",)),
    Step(f"{_BASE}.11", ("main",), "hired", ("main",)),
    Step(f"{_BASE}.12", (), "marked", ("region.*",), _BELOW),
    Step(f"{_BASE}.13", ("main",), "claimed", ("main", "region.*"), _BELOW),
    Step(f"{_BASE}.14", ("plate.0",)),
    Step(f"{_BASE}.15", ("own.*",)),
    Step(f"{_BASE}.16"),
    Step(f"{_BASE}.17", ("bar.hint", "bar.rules")),
)


def begin(ctx: Context) -> None:
    """Start the guided game over the title."""
    from scenes.menus.title import Title

    you = ctx.t("ui.setup.you")
    rival = ctx.t("ui.setup.computers").split(", ")[0]
    seats = [Seat("person", "", you, 0, ""), Seat("computer", "novice", rival, 1, "")]
    table = begin_game(ctx, "king_of_the_dice", {}, seats, SEED, try_again=True)
    assert isinstance(table, Table)
    attach(table)
    ctx.stack.replace(Title(ctx))
    ctx.stack.settle()
    ctx.stack.push(table)


def attach(table: Table) -> Guide:
    """Give a table of the fixed seed its guide."""
    table.taught = TAUGHT
    card = table.view["market"][TAUGHT]

    def rolls() -> int:
        mine = table.view["active"] == 0 and table.view["phase"] == "roll"
        return int(table.view["rolls"]) if mine else 3

    def kept() -> bool:
        wanted = table.best_hold(TAUGHT)
        return wanted is not None and table.kept == wanted

    def region_marked() -> bool:
        return table.chosen is not None or table.view["phase"] != "claim"

    conditions: dict[str, Callable[[], bool]] = {
        "first": lambda: rolls() >= 1,
        "kept": kept,
        "second": lambda: rolls() >= 2,
        "stands": lambda: table.view["phase"] != "roll",
        "chosen": lambda: table.chosen is not None or table.view["phase"] != "check",
        "hired": lambda: table.view["phase"] != "check",
        "marked": region_marked,
        "claimed": lambda: table.view["phase"] != "claim",
    }

    def params() -> Mapping[str, Any]:
        tiers = _tiers(card)
        return {
            "citizen": card_name(table.ctx, card),
            "want": condition_words(table.ctx, tiers[0]),
            "rival": table.names[1],
        }

    table.guide = Guide(table, STEPS, conditions, params)
    return table.guide


def _tiers(card: int) -> list[int]:
    return [tier.condition for tier in citizens().cards[card].tiers]
